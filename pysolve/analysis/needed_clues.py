"""Which clues a step needs.

A walk has the clues for facts: where they are open, as many rules as a hundred times come out of grounding, for what
would be possible without them. A step's clues are found afterwards, on a grounding in which each may be given or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ..model.puzzle import Puzzle
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import Clue, clues
from .mus import SearchLimitError, roughly_shrunk
from .progress import Fact
from .steps import Step


class NeededClues:
    """Finds the clues of steps of one puzzle. It is grounded for the first one."""

    #: How many conflicts a search may take that says whether a clue is needed, and another one if it takes more; a clue
    #: for which that takes more, too, is kept.
    EFFORTS = (300, 3000)

    def __init__(self, puzzle: Puzzle, settings: Settings) -> None:
        self._puzzle = puzzle
        self._settings = settings
        self._clues = clues(puzzle)

    @cached_property
    def _solver(self) -> AssumptionSolver:
        return AssumptionSolver(
            self._puzzle, self._settings, self._clues, by_rules=True, keep_rules=False, beyond=True, unknown=True
        )

    def of(self, step: Step) -> tuple[Clue, ...]:
        """The clues from which the step's facts follow with its other premises, none of which is redundant; if it has
        no facts, those with which its premises contradict each other.
        """
        if not self._clues:
            return ()
        premises = [self._solver.required[each] for each in step.constraints]
        premises += [literal for fact in step.known if (literal := self._literal(fact)) is not None]
        facts = [literal for fact in step.facts if (literal := self._literal(fact)) is not None]
        if facts:
            premises.append(-self._solver.any_of([facts]))

        def core(some: Sequence[int], effort: int) -> list[int] | None:
            found = self._solver.core([*premises, *some], effort)
            return None if found is None else [each for each in some if each in found]

        needed = roughly_shrunk(core, self._solver.given, self.EFFORTS)  # with all of them, the step is one of the walk
        return tuple(clue for literal, clue in zip(self._solver.given, self._clues) if literal in needed)

    def steps(self, step: Step) -> Iterator[Step]:
        """The step; or, if it has no premises but clues, one to what needs none of these, and one for each of the clues
        that some of the other facts need.
        """
        if step.constraints or step.known:
            yield step
            return
        without = self._following((), step.facts)
        if without:
            yield replace(step, facts=tuple(without))
        left = [each for each in step.facts if each not in without]
        while left:
            needed = self.of(replace(step, facts=(left[0],)))
            following = [left[0], *self._following(needed, left[1:])]
            yield replace(step, facts=tuple(following), clues=needed)
            left = [each for each in left if each not in following]

    def _following(self, clues_: Sequence[Clue], facts: Sequence[Fact]) -> list[Fact]:
        """Those of the facts that follow from these clues, whatever others are given; none if the solver gives up."""
        given = [literal for literal, clue in zip(self._solver.given, self._clues) if clue in clues_]
        left = {literal: fact for fact in facts if (literal := self._literal(fact)) is not None}
        try:
            while left and (holding := self._holding(given, left)) is not None:
                left = {literal: left[literal] for literal in left if literal in holding}
        except SearchLimitError:
            return []
        return [*left.values()]

    def _holding(self, given: list[int], facts: Collection[int]) -> set[int] | None:
        """Those of the facts that hold in an answer in which not all do; None if there is none."""
        return self._solver.holds([*given, -self._solver.any_of([[*facts]])], facts, self.EFFORTS[0])

    def _literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None for what no choice of clues makes possible, and so is never."""
        literal = self._solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal
