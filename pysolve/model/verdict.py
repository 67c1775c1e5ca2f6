"""What is known of the number of a puzzle's answers, and why no more is known."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """Whether a puzzle has exactly one answer, several or none; unknown where a search ended before that was clear."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


class StopReason(StrEnum):
    """Why a search or an analysis ended before everything was known, as the end of a sentence."""

    TIME_LIMIT = "the time limit was reached"
    MEMORY_LIMIT = "the memory limit was reached"
    INTERRUPTED = "it was interrupted"
    NO_MEMORY = "there was no memory left"
    DIED = "the solver's process ended unexpectedly"

    @property
    def kind(self) -> StopReason:
        """What a LimitReason has, too."""
        return self


class LimitReason(str):
    """The same with more to say: which limit it was, and what grew. kind: the reason alone."""

    kind: StopReason

    def __new__(cls, kind: StopReason, more: str = "") -> LimitReason:
        reason = super().__new__(cls, f"{kind}{more}")
        reason.kind = kind
        return reason

    def __getnewargs__(self) -> tuple[StopReason, str]:  # type: ignore[override]
        return self.kind, str(self).removeprefix(str(self.kind))


#: Why something ended early.
Reason = StopReason | LimitReason
