"""What may stand where: the atoms that hold in some answer, and those that hold in all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..model.verdict import Verdict
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .assumptions import AssumptionSolver

Finding = tuple[str, Any]


@dataclass
class Candidates:
    """some: the atoms that hold in some answer; every: those that hold in all of them.

    If a limit was reached (`reason`), `some` lacks atoms that were not found yet, and `every` is None: nothing is known
    to be certain then.
    """

    verdict: Verdict = Verdict.UNKNOWN
    given: tuple[Term, ...] = ()
    some: frozenset[Term] = frozenset()
    every: frozenset[Term] | None = None
    reason: str | None = None


def findings(puzzle: Puzzle, settings: Settings) -> Iterator[Finding]:
    """What is found, piece by piece: names of fields of Candidates and their values, the last value counts."""
    search = open_local(puzzle, replace(settings, models=2, count=False))
    answers = [found.atoms for found in search]
    yield "given", search.outcome.given
    yield "verdict", search.outcome.verdict
    if search.outcome.verdict in (Verdict.UNIQUE, Verdict.NONE):
        certain = frozenset(answers[0]) if answers else frozenset()
        yield "some", certain
        yield "every", certain
        return
    asked = AssumptionSolver(puzzle, settings)
    for some in asked.consequences([], "brave"):
        yield "some", frozenset(some)
    yield "every", frozenset(asked.last_consequences([], "cautious"))
