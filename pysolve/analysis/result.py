"""What every analysis has in common: a result that becomes more complete while one looks."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.terms import Term
from ..solving.outcome import AnswerSearch, Reason, StopReason


@dataclass(frozen=True, kw_only=True)
class Result:
    """What is known so far. An analysis is a generator of its results, each more complete than the one before.

    reason: which limit ended the analysis early; None if none did.
    """

    reason: Reason | None = None


def all_answers(search: AnswerSearch) -> list[tuple[Term, ...]]:
    """The answers that an analysis begins with. MemoryError if there was no memory left for them."""
    answers = [answer.atoms for answer in search]
    if search.outcome.reason in (StopReason.MEMORY_LIMIT, StopReason.NO_MEMORY):
        raise MemoryError
    return answers
