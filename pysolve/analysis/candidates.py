"""What may stand where: the atoms that hold in some answer, and those that hold in all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .assumptions import AssumptionSolver
from .result import Result, all_answers


@dataclass(frozen=True)
class Candidates(Result):
    """some: the atoms that hold in some answer; every: those that hold in all of them.

    If a limit was reached (`reason`), `some` lacks atoms that were not found yet, and `every` is None: nothing is known
    to be certain then.
    """

    verdict: Verdict = Verdict.UNKNOWN
    given: tuple[Term, ...] = ()
    some: frozenset[Term] = frozenset()
    every: frozenset[Term] | None = None


def find_candidates(puzzle: Puzzle, settings: Settings) -> Iterator[Candidates]:
    """The candidates, ever more of them; at the end, what is certain."""
    search = open_local(puzzle, replace(settings, models=2, count=False))
    answers = all_answers(search)
    candidates = Candidates(verdict=search.outcome.verdict, given=search.outcome.given)
    if candidates.verdict in (Verdict.UNIQUE, Verdict.NONE):
        certain = frozenset(answers[0]) if answers else frozenset()
        yield replace(candidates, some=certain, every=certain)
        return
    yield candidates
    solver = AssumptionSolver(puzzle, settings)
    for some in solver.consequences([], "brave"):
        yield (candidates := replace(candidates, some=frozenset(some)))
    yield replace(candidates, every=frozenset(solver.last_consequences([], "cautious")))
