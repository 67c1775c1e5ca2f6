"""What a worker of the service sends back, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from .records import Record


class EventKind(StrEnum):
    """What a worker sends: a further answer, what is known so far, and at last the result or what is wrong."""

    ANSWER = "answer"
    PROGRESS = "found"
    RESULT = "result"
    ERROR = "error"

    @property
    def is_last(self) -> bool:
        """Whether nothing comes afterwards."""
        return self in (EventKind.RESULT, EventKind.ERROR)


class Event(NamedTuple):
    """A part of an answer. content: JSON. final: it will always be the same, so it may be kept for others."""

    kind: EventKind
    content: bytes
    final: bool


class When(Enum):
    """When a piece is sent: at once as one more answer, at once, if nothing newer comes soon, or as the result."""

    ANSWER = auto()
    AT_ONCE = auto()
    SOME_TIME = auto()
    AT_LAST = auto()


class Piece(NamedTuple):
    """What a handler yields, the result last: how to make the record of what is known, which may not be needed."""

    record: Callable[[], Record]
    when: When = When.SOME_TIME


Pieces = Iterator[Piece]
