"""Steps that cross out values or make notes, held back until a later step needs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..model.puzzle import Puzzle
from ..model.terms import Term
from .progress import seen_notes
from .steps import Step


class Untold:
    """The steps of a walk that are held back so far, in their order."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._steps: list[Step] = []

    def add(self, step: Step) -> None:
        """Adds the next step."""
        self._steps.append(step)

    def needed_by(self, step: Step, known: Iterable[Term]) -> list[Step]:
        """The held-back steps that a step needs, in their order; they are no longer held back.

        known: the atoms that were known to hold before it. Notes that go without saying are steps without a reason.
        """
        seen_at_once = seen_notes(self._puzzle, [fact for each in self._steps for fact in each.facts], known)
        needed, told, left = {*step.known}, list[Step](), list[Step]()
        for each in reversed(self._steps):
            wanted = needed.intersection(each.facts)
            seen = [fact for fact in each.facts if fact in wanted & seen_at_once]
            rest = tuple(fact for fact in each.facts if fact not in seen)
            if len(wanted) > len(seen):
                needed.update(each.known)
                told.append(replace(each, facts=rest))
            elif rest:
                left.append(replace(each, facts=rest))
            if seen:
                told.append(Step(tuple(seen), (), (), (), seen=True))
        self._steps = left[::-1]
        return told[::-1]
