"""Steps that are not told as long as none rests on them: to values that are crossed out, and to notes."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace

from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from .progress import Fact, places_of
from .steps import Step


class Untold:
    """The steps of a walk that nobody has been told so far, in their order."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._steps: list[Step] = []

    def add(self, step: Step) -> None:
        """Adds the next step."""
        self._steps.append(step)

    def needed_by(self, step: Step, known: Iterable[Term]) -> list[Step]:
        """The steps that a step rests on, in their order; they are told from then on. known: the atoms that were known
        to hold before.

        Where marks of the answer stand in all places of a note, nobody has to be told it.
        """
        noted = self._puzzle.type.notes_down
        filled = {place for atom in known if not noted(atom) for place in places_of(self._puzzle, atom)}
        needed, told, left = {*step.known}, list[Step](), list[Step]()
        for each in reversed(self._steps):
            wanted = needed.intersection(each.facts)
            seen = [fact for fact in each.facts if fact in wanted and self._is_seen(fact, filled)]
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

    def _is_seen(self, fact: Fact, filled: AbstractSet[Value]) -> bool:
        """Whether it is a note of places that are all filled."""
        return self._puzzle.type.notes_down(fact.atom) and {*places_of(self._puzzle, fact.atom)} <= filled
