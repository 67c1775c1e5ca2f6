"""What every analysis has in common: a result that becomes more complete while one looks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..solving import search
from ..solving.outcome import Outcome, Reason, StopReason
from ..solving.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Result:
    """What is known so far. An analysis is a generator of its results, each more complete than the one before.

    reason: which limit ended the analysis early; None if none did.
    """

    reason: Reason | None = None


def first_answers(puzzle: Puzzle, settings: Settings) -> tuple[list[tuple[Term, ...]], Outcome]:
    """The answers that an analysis begins with: two, if there are several; and what else the search found. MemoryError
    if there was no memory left for them.
    """
    found = search.open_local(puzzle, replace(settings, models=2, count=False))
    answers = [answer.atoms for answer in found]
    if found.outcome.reason in (StopReason.MEMORY_LIMIT, StopReason.NO_MEMORY):
        raise MemoryError
    return answers, found.outcome
