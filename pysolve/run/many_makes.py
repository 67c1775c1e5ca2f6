"""Many puzzles made at once. Puzzle k of a seed is the same wherever it is made."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .. import catalog
from ..formats import Reading, Source
from ..generate.made import MadePuzzle
from ..generate.make import MakeRequest, make_on
from ..model.errors import StoppedError
from ..solving.settings import Settings
from . import watch
from .calls import CallResult, CallWork
from .many import Place, in_order


@dataclass(frozen=True)
class Making:
    """Makes puzzles as calls.CallWork calls it: their numbers say which. size: of the board, unless the reading names
    a file with one.
    """

    size: str
    request: MakeRequest

    def __call__(self, number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[MadePuzzle]:
        """The tries, and at last the puzzle."""
        assert reading.type is not None
        type_ = catalog.find(reading.type, reading.own_types)
        request = replace(self.request, number=number)
        unlimited = replace(settings, time_limit=None)  # the worker is ended
        size = reading.board or self.size
        with watch.bounded(type_, settings):
            yield from make_on(type_, size, reading.words, reading.own_types, unlimited, request)


def make_each(
    count: int, size: str, reading: Reading, settings: Settings, request: MakeRequest, place: Place
) -> Iterator[MadePuzzle]:
    """Puzzles 0, 1, … of a seed, in this order. One that a limit ended says so. PuzzleError as make_on.

    size: of the board, unless the reading names a file with one. reading: with a type.
    """
    work = CallWork(reading, settings, function=Making(size, request), newest_only=True)
    sources = (Source(f"{reading.type}-{request.seed}-{number + 1}", "") for number in range(count))
    return map(_made, in_order(place.as_completed(work, sources)))


def _made(result: CallResult[MadePuzzle]) -> MadePuzzle:
    try:
        return deque(result.replay(), maxlen=1).pop()
    except StoppedError as stopped:
        return replace(result.items[-1] if result.items else MadePuzzle(), reason=stopped.reason)
