"""Work that is one call for each source: searches, puzzles that are made, members of a portfolio (see many.Work)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ..formats import Reading, Source
from ..model.errors import StoppedError
from ..solving.outcome import Outcome, StopReason
from ..solving.settings import Settings
from .executor import Executor, Job, Stopped, wait
from .many import Numbered, Work, call_in
from .workers import Call, Failed, Finished, Yielded

Item = TypeVar("Item")

#: What is called for a source: with its number among all, itself, and what all sources have in common.
Function = Callable[[int, Source, Reading, Settings], Iterator[Item]]


@dataclass(frozen=True)
class CallResult(Generic[Item]):
    """What a call yielded, and how it ended. seconds: wall time."""

    items: list[Item]
    end: Finished | Failed | Stopped
    seconds: float = 0.0

    def replay(self) -> Iterator[Item]:
        """What the call yielded. Raises PuzzleError if it did, and StoppedError if it was ended."""
        yield from self.items
        if isinstance(self.end, Failed):
            raise self.end.error
        if isinstance(self.end, Stopped):
            raise StoppedError(self.end.reason)


@dataclass(frozen=True, kw_only=True)
class CallWork(Work[CallResult[Item]]):
    """Calls a function for each source. The settings' time limit holds for each call.

    newest_only: see workers.Call. grace: seconds beyond the time limit, if the function itself ends with it.
    """

    function: Function[Item]
    newest_only: bool = False
    grace: float = 0.0

    ahead = 1000

    def runner(self, executor: Executor, workers: int, size: int) -> CallRunner[Item]:
        """See Work."""
        return CallRunner(executor, self, workers)

    def lost(self, source: Source) -> CallResult[Item]:
        """See Work."""
        return CallResult([], Stopped(StopReason.DIED))

    def without_root(self, result: CallResult[Item], root: str) -> CallResult[Item]:
        """See Work."""
        if not isinstance(result.end, Failed):
            return result
        error = copy(result.end.error)
        error.sentence = error.sentence.replace(root, "")
        error.file = error.file and error.file.replace(root, "")
        return replace(result, end=Failed(error, result.end.traceback))

    def executor(self, memory_limit: int | None) -> Executor:
        """Workers that are reused, unless their memory is limited: what earlier calls left would count."""
        return Executor(memory_limit, most_uses=100 if memory_limit is None else 1)


class CallRunner(Generic[Item]):
    """Makes the calls in workers of this machine, one source a lot."""

    size = least = shares = 1

    def __init__(self, executor: Executor, work: CallWork[Item], workers: int) -> None:
        self.room = workers
        self.ahead = work.ahead
        self._executor = executor
        self._work = work

    def start(self, numbered: Sequence[Numbered]) -> CallInHand[Item]:
        """Gives a call to a worker. PuzzleError if there cannot be any."""
        work = self._work
        ((number, source),) = numbered
        arguments = (work.folder, work.function, number, source, work.reading, work.settings)
        limit = work.settings.time_limit
        job: Job[Item] = self._executor.submit(
            Call(call_in, arguments, newest_only=work.newest_only), None if limit is None else limit + work.grace
        )
        return CallInHand(job, numbered, work.newest_only)

    def wait(self, lots: Sequence[CallInHand[Item]]) -> Sequence[CallInHand[Item]]:
        """Those from which something can be received; waits a second at most."""
        ready = wait([lot.job for lot in lots])
        return [lot for lot in lots if lot.job in ready]

    def receive(self, lot: CallInHand[Item]) -> Iterator[tuple[int, CallResult[Item]]]:
        """The result, once it is there."""
        yield from lot.receive()

    def learn(self, lot: CallInHand[Item]) -> None:
        """There is nothing to learn: each lot has one source."""


class CallInHand(Generic[Item]):
    """A call that a worker is busy with (see many.LotInHand)."""

    broken = False

    def __init__(self, job: Job[Item], numbered: Sequence[Numbered], newest_only: bool) -> None:
        self.job = job
        self.left = deque(numbered)
        self.over = False
        self._newest_only = newest_only
        self._items: list[Item] = []
        self._started = time.monotonic()

    def receive(self) -> Iterator[tuple[int, CallResult[Item]]]:
        """The result, once it is there."""
        while not self.over and (event := self.job.receive(0)) is not None:
            if not isinstance(event, Yielded):
                yield self._end(event)
                return
            item = event.item
            if self._newest_only:
                self._items = [each for each in self._items if type(each) is not type(item)]
            self._items.append(item)
            if isinstance(item, Outcome) and item.reason is not None:  # it may still be busy with what was ended
                yield self._end(Finished())

    def close(self) -> None:
        """Ends its worker, unless it has finished."""
        self.job.close()

    def _end(self, end: Finished | Failed | Stopped) -> tuple[int, CallResult[Item]]:
        self.over = True
        self.job.close()
        number, _ = self.left.popleft()
        return number, CallResult(self._items, end, time.monotonic() - self._started)
