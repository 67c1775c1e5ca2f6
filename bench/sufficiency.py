"""Whether steps rest on nothing but the premises that they name.

A step is checked by the solver, on a grounding of its own: the instances of constraints, the clues and the known facts
that it names are assumed, and nothing else; every other clue may be given or not, and every other constraint may be
violated. The links of a chain share the clues of their step. What holds besides are the board and the definitions,
whichever clues are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from pysolve.analysis.assumptions import AssumptionSolver, SearchLimitError
from pysolve.analysis.clues import clues
from pysolve.analysis.progress import Fact
from pysolve.analysis.steps import Step
from pysolve.model.puzzle import Puzzle
from pysolve.solving.settings import Settings


class Gap(NamedTuple):
    """What is missing from a reason. step: its number, from 1. link: that of a chain, from 1; 0 for the step itself.
    missing: facts that do not follow from the premises. unruled: something follows, but no clue and no rule is named.
    """

    step: int
    link: int
    missing: tuple[Fact, ...]
    unruled: bool


class SufficiencyCheck:
    """The check of the steps of one puzzle. PuzzleError if its rules cannot be grounded."""

    def __init__(self, puzzle: Puzzle, settings: Settings) -> None:
        self._clues = clues(puzzle)
        self._solver = AssumptionSolver(
            puzzle, settings, self._clues, by_rules=True, keep_rules=False, beyond=True, unknown=True
        )

    def gaps(self, steps: Iterable[Step]) -> Iterator[Gap]:
        """The gaps in the reasons of steps, and in the links of their chains."""
        for number, step in enumerate(steps, 1):
            links = step.chain.links if step.chain is not None else ()
            for link, each in enumerate([step, *(replace(link, clues=step.clues) for link in links)]):
                missing = self.missing(each)
                unruled = not (each.constraints or each.clues)
                if missing or (unruled and each is step):
                    yield Gap(number, link, missing, unruled)

    def missing(self, step: Step, effort: int | None = None) -> tuple[Fact, ...]:
        """The facts of a step that its premises do not suffice for; of a step without facts, which says that its
        premises contradict each other, the premises that are known if they do not.

        effort: conflicts after which the solver gives up on a fact, so that it counts as missing.
        """
        given = [self._solver.given[self._clues.index(clue)] for clue in step.clues]
        required = [self._solver.required[each] for each in step.constraints]
        premises = [*given, *required, *map(self._literal, step.known)]
        if not step.facts:
            return () if self._contradict(premises, effort) else step.known
        return tuple(fact for fact in step.facts if not self._contradict([*premises, -self._literal(fact)], effort))

    def _contradict(self, literals: list[int], effort: int | None) -> bool:
        """Whether the solver finds that the literals cannot all hold."""
        try:
            return self._solver.core(literals, effort) is not None
        except SearchLimitError:
            return False

    def _literal(self, fact: Fact) -> int:
        literal = self._solver.shown[fact.atom]
        return literal if fact.holds else -literal
