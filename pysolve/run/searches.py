"""Searches whose limits hold, in a worker, which is ended with them; those of many puzzles at once; and those for the
answers of one puzzle in several ways at once: a portfolio.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TYPE_CHECKING

from .. import formats
from ..formats import Reading, Source
from ..model.errors import StoppedError
from ..model.puzzle import Puzzle
from ..solving.outcome import AnswerSet, Outcome
from ..solving.search import open_local
from ..solving.settings import Settings
from . import limits, many, worker

if TYPE_CHECKING:
    from ..solving.outcome import AnswerSearch

#: What a search yields.
Found = Puzzle | AnswerSet | Outcome

_BETWEEN = 0.1  # seconds between reports of what is counted


def open_search(puzzle: Puzzle, settings: Settings, memory_limit: int | None = None) -> AnswerSearch:
    """A search in this process, or, if it has limits, in a worker, unless this is one. memory_limit: megabytes."""
    if (settings.time_limit is None and memory_limit is None) or limits.is_worker():
        return open_local(puzzle, settings)
    return ReceivedSearch(_searched(puzzle, settings, memory_limit))


def open_source(
    source: Source, reading: Reading, settings: Settings, memory_limit: int | None = None
) -> tuple[Puzzle | None, AnswerSearch]:
    """The puzzle of a source, and the search for its answers; limits cover the reading, too.

    There is no puzzle if a limit came before it was read; then the search has ended. Rules that do not come with
    pysolve have limits by default. PuzzleError as formats.read.
    """
    if settings.time_limit is None and memory_limit is None:
        puzzle = formats.read(source, reading)
        if not limits.is_own(puzzle.type, settings):
            return puzzle, open_local(puzzle, settings)
        return puzzle, ReceivedSearch(_searched(puzzle, settings, memory_limit))
    search = ReceivedSearch(_searched((source, reading), settings, memory_limit))
    return search.read(), search


def _searched(puzzle: Puzzle | tuple[Source, Reading], settings: Settings, memory_limit: int | None) -> Iterator[Found]:
    """What a search in a worker of its own yields. puzzle: the puzzle, or what it is to be read from."""
    if not isinstance(puzzle, Puzzle):
        settings = many.after_waiting(puzzle[0], settings)
    yield from worker.stream(worker.Call(search, (puzzle, settings)), settings.time_limit, memory_limit)


class ReceivedSearch:
    """A search that runs, or ran, elsewhere: what search() yields there comes in here (see protocol.AnswerSearch)."""

    has_more_ready = False  # each answer is sent on its way when it comes
    abandoned = False

    def __init__(self, items: Iterator[Found], seconds: float | None = None) -> None:
        """items: may raise StoppedError. seconds: how long it took, if it is over."""
        self.outcome = Outcome()
        self._seconds = seconds
        self._items = self._receive(items)

    def read(self) -> Puzzle | None:
        """The puzzle, which comes first, once it is read; None if a limit came before. PuzzleError if it cannot be
        understood.
        """
        item = next(self._items, None)
        return item if isinstance(item, Puzzle) else None

    def __iter__(self) -> Iterator[AnswerSet]:
        try:
            for item in self._items:
                if isinstance(item, Outcome):
                    self.outcome = item
                elif isinstance(item, AnswerSet):
                    self.outcome.count += 1
                    yield item
        finally:
            self._items.close()

    def _receive(self, items: Iterator[Found]) -> Generator[Found, None, None]:
        started = time.monotonic()
        try:
            yield from items
        except StoppedError as stopped:
            self.outcome.reason = stopped.reason
        finally:
            self.outcome.seconds = time.monotonic() - started if self._seconds is None else self._seconds


def search(puzzle: Puzzle | tuple[Source, Reading], settings: Settings) -> Iterator[Found]:
    """The puzzle, if it was to be read; the answers of a search, and its outcome: what is known after grounding, and at
    last all of it.
    """
    if not isinstance(puzzle, Puzzle):
        started = time.monotonic()
        puzzle = formats.read(*puzzle)
        yield puzzle
        settings = many.after(time.monotonic() - started, settings)
    with limits.bounded(puzzle.type, settings) as settings:
        running = open_local(puzzle, settings)
        yield from _counts(running) if settings.count else _answers(running)
        if running.outcome.reason is not None:
            running.outcome.reason = limits.reason(running.outcome.reason.kind)
        yield running.outcome


def _answers(running: AnswerSearch) -> Iterator[AnswerSet | Outcome]:
    """The answers; before the first one what is known after grounding, so that pictures can show what rules derive."""
    first = True
    for answer in running:
        if first:
            first = False
            yield Outcome(given=running.outcome.given)
        yield answer


def _counts(running: AnswerSearch) -> Iterator[Outcome]:
    """What is known of a search that counts, as it goes: a limit, or the end of this process, leaves the last of it."""
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as pool:
        counting = pool.submit(list, running)
        while wait([counting], _BETWEEN).not_done:
            yield running.outcome
        counting.result()


# -- Many puzzles


def search_each(
    sources: Iterable[Source], reading: Reading, settings: Settings, place: many.Place
) -> Iterator[tuple[Source, ReceivedSearch]]:
    """The sources with their searches, which are over, in the order of the sources."""
    for came in place.apart(many.CallWork(reading, settings, function=search_source), sources):
        yield came.source, ReceivedSearch(came.items, came.seconds)


def search_source(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[Found]:
    """A search as many.CallWork calls it."""
    return search((source, reading), settings)


# -- A portfolio

#: The configurations of a portfolio, beside the one that the user or the type names.
CONFIGURATIONS = ("trendy", "handy", "frumpy", "crafty", "jumpy", "tweety")


@dataclass(frozen=True)
class Race:
    """A search in several ways. search: that of the first member that decided it, or of the one that came the farthest.

    winner: the settings of that member. members: how many there were. decided: whether one of them came to an end.
    """

    search: ReceivedSearch
    winner: Settings
    members: int
    decided: bool


def race(source: Source, reading: Reading, settings: Settings, place: many.Place, members: int) -> Race:
    """Searches in several ways at once; the first that comes to an end ends the others.

    A member that dies or reaches a limit costs only itself. Input that is wrong is so for all of them.
    """
    work = many.CallWork(reading, settings, function=search_as_member, largest_lot=1)
    farthest: tuple[int, many.CallResult[Found]] | None = None
    with closing(place.as_completed(work, repeat(source, members))) as results:
        for number, result in results:
            decided = _decides(result)
            if decided or farthest is None or _answer_count(result) > _answer_count(farthest[1]):
                farthest = number, result
            if decided:
                break
    assert farthest is not None
    number, result = farthest
    return Race(ReceivedSearch(result.replay(), result.seconds), member(settings, number), members, decided)


def member(settings: Settings, number: int) -> Settings:
    """The settings of a member of a portfolio. The first has those of the user, the next another configuration each,
    and those after them the same with seeds.
    """
    if number == 0:
        return settings
    turn, which = divmod(number - 1, len(CONFIGURATIONS))
    seed = settings.seed + number if settings.seed is not None else turn or None
    return replace(settings, configuration=CONFIGURATIONS[which], seed=seed)


def search_as_member(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[Found]:
    """The search of one member."""
    return search_source(number, source, reading, member(settings, number))


def _decides(result: many.CallResult[Found]) -> bool:
    """Whether a search came to its end, or shows that the input is wrong; a fault of pysolve shows nothing."""
    if isinstance(result.end, worker.Failed):
        return result.end.traceback is None
    last = result.items[-1] if result.items else None
    return not isinstance(result.end, worker.Stopped) and isinstance(last, Outcome) and last.reason is None


def _answer_count(result: many.CallResult[Found]) -> int:
    return sum(isinstance(item, AnswerSet) for item in result.items)
