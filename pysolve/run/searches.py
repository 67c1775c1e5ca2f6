"""Searches whose limits hold: in a worker, which is ended with them."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..model.puzzle import Puzzle
from ..solving.outcome import AnswerSet, Outcome
from ..solving.protocol import AnswerSearch
from ..solving.settings import Settings
from ..solving.strategy import open_local

_GRACE = 0.3  # seconds that a worker gets to end its search by itself after the time limit


def open_search(puzzle: Puzzle, settings: Settings, memory_limit: int | None = None) -> AnswerSearch:
    """A search in this process, or, if it has limits, in a worker. memory_limit: megabytes."""
    if settings.time_limit is None and memory_limit is None:
        return open_local(puzzle, settings)
    return RemoteSearch(puzzle, settings, memory_limit)


class RemoteSearch:
    """A search in a worker (see protocol.AnswerSearch), with limits that hold while grounding."""

    has_more_ready = False  # each answer is sent on its way when it comes
    abandoned = False

    def __init__(self, puzzle: Puzzle, settings: Settings, memory_limit: int | None = None) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome()
        self._memory_limit = memory_limit

    def __iter__(self) -> Iterator[AnswerSet]:
        from .executor import Executor, WorkerStopped
        from .workers import Call

        started = time.monotonic()
        limit = self.settings.time_limit
        try:
            with Executor(self._memory_limit) as executor:
                call = Call(search, (self.puzzle, self.settings))
                for item in executor.stream(call, None if limit is None else limit + _GRACE):
                    if isinstance(item, Outcome):
                        self.outcome = item
                    else:
                        self.outcome.count += 1
                        yield item
        except WorkerStopped as stopped:
            self.outcome.reason = stopped.reason
        finally:
            self.outcome.seconds = time.monotonic() - started


def search(puzzle: Puzzle, settings: Settings) -> Iterator[AnswerSet | Outcome]:
    """The answers of a search, and its outcome: what is known after grounding, and at last all of it."""
    running = open_local(puzzle, settings)
    first = True
    for answer in running:
        if first:  # so that pictures can show the facts that the rules derive
            first = False
            yield Outcome(given=running.outcome.given)
        yield answer
    yield running.outcome
