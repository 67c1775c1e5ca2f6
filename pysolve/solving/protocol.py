"""What every search for answers offers, whichever way it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .outcome import AnswerSet, Outcome


class AnswerSearch(Protocol):
    """A search that is iterated over once, for its answers.

    PuzzleError comes out of the iteration if the rules cannot be grounded or find the input invalid. Leaving the
    iteration ends the search.
    """

    @property
    def outcome(self) -> Outcome:
        """What is known so far; at the end of the iteration, all that is."""

    @property
    def has_more_ready(self) -> bool:
        """Whether more is known than the iteration has given: who prints answers need not flush before it goes on."""

    @property
    def abandoned(self) -> bool:
        """Whether a thread was left behind that still grounds: it is gone only when its process ends."""

    def __iter__(self) -> Iterator[AnswerSet]:
        """The answers, each as soon as it is known."""
