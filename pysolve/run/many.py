"""The one door for many puzzles: work on sources, handed out in lots, its results in the order of the sources.

Lots go to worker processes of this machine (Workers, here) or to a cluster (pysolve.run.cluster); what is done with a
source, and what its result is, a Work says: batch.LotWork or calls.CallWork.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from .. import formats
from ..formats import Reading, Source
from ..model.errors import StoppedError
from ..solving.outcome import Outcome, StopReason
from ..solving.settings import Settings
from .worker import Call, Executor, Failed, Finished, Job, Stopped, Yielded, wait

#: A source, and its place among all.
Numbered = tuple[int, Source]

Result = TypeVar("Result")
Item = TypeVar("Item")


class LotInHand(Protocol):
    """Sources that are being worked at somewhere.

    left: those without a result, with their numbers. over: nothing more will come. broken: it is not known which of
    those that are left was to blame.
    """

    left: deque[Numbered]
    over: bool
    broken: bool

    def close(self) -> None:
        """Nothing more is wanted of it."""


LotType = TypeVar("LotType", bound=LotInHand)
Result_co = TypeVar("Result_co", covariant=True)


class Runner(Protocol[LotType, Result_co]):
    """Where lots are worked at: workers of this machine, or a cluster.

    room: how many lots may be in hand. size: how many sources the next lot should have. least: how many are not worth
    sharing out. shares: towards the end, what is left is divided into this many lots, so that all workers stay busy.
    ahead: how many results may be there before one that comes before them.
    """

    @property
    def room(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def least(self) -> int: ...

    @property
    def shares(self) -> int: ...

    @property
    def ahead(self) -> int: ...

    def start(self, numbered: Sequence[Numbered]) -> LotType:
        """Takes a lot in hand."""

    def wait(self, lots: Sequence[LotType]) -> Sequence[LotType]:
        """Those of the lots from which something can be received; waits a second or so at most."""

    def receive(self, lot: LotType) -> Iterator[tuple[int, Result_co]]:
        """The results that have come in from a lot, with their numbers."""

    def learn(self, lot: LotType) -> None:
        """Sees from a lot that is over how large the next should be."""


def as_completed(
    runner: Runner[LotType, Result], numbered: Iterable[Numbered], before_waiting: Callable[[], None] | None = None
) -> Generator[tuple[int, Result], None, None]:
    """The results with the numbers of their sources, each as soon as it is there. numbered: in ascending order.

    Where a lot breaks down, its sources are worked at again one by one, so that a bad one costs only itself.
    """
    queue = _Queue(numbered)
    lots: list[LotType] = []
    try:
        while True:
            while len(lots) < runner.room and _may_go_on(queue, lots, runner.ahead):
                lots.append(runner.start(queue.take(runner.size, runner.least, runner.shares, runner.ahead)))
            if not lots:
                return
            if before_waiting is not None:
                before_waiting()
            for lot in runner.wait(lots):
                yield from runner.receive(lot)
                if lot.over:
                    lots.remove(lot)
                    queue.put_back(lot.left, alone=lot.broken)
                    runner.learn(lot)
    finally:
        for lot in lots:
            lot.close()


def _may_go_on(queue: _Queue, lots: Sequence[LotInHand], ahead: int) -> bool:
    """Whether there is more to do, and not too far ahead of what is in hand."""
    following = queue.first()
    return following is not None and all(following < lot.left[0][0] + ahead for lot in lots if lot.left)


def in_order(results: Generator[tuple[int, Result], None, None]) -> Iterator[Result]:
    """The results in the order of their numbers (from 0), each as soon as those before it are there."""
    waiting: dict[int, Result] = {}
    following = 0
    with closing(results):
        for number, result in results:
            waiting[number] = result
            while following in waiting:
                yield waiting.pop(following)
                following += 1


class _Queue:
    """Sources with their numbers: those that are to be done again come first."""

    def __init__(self, numbered: Iterable[Numbered]) -> None:
        self._coming = iter(numbered)
        self._ahead: deque[Numbered] = deque()
        self._alone: set[int] = set()  # the numbers of those to be done one by one

    def first(self) -> int | None:
        """The number of the next one, if there is one."""
        self._look_ahead(1)
        return self._ahead[0][0] if self._ahead else None

    def take(self, size: int, least: int, shares: int, ahead: int) -> list[Numbered]:
        """The next ones, `size` of them; towards the end fewer, which leaves some for others, but not below the least.
        ahead: how many are looked at for that.
        """
        self._look_ahead(min(shares * size, ahead))
        fair = max(len(self._ahead) // shares, least)
        lot = [self._ahead.popleft()]
        while (
            self._ahead
            and len(lot) < min(size, fair)
            and self._ahead[0][0] not in self._alone
            and lot[0][0] not in self._alone
        ):
            lot.append(self._ahead.popleft())
        self._alone.discard(lot[0][0])
        return lot

    def put_back(self, lot: Sequence[Numbered], alone: bool) -> None:
        """These are to be done again. alone: one by one."""
        self._ahead.extendleft(reversed(lot))
        if alone:
            self._alone.update(number for number, _ in lot)

    def _look_ahead(self, count: int) -> None:
        while len(self._ahead) < count and (following := next(self._coming, None)) is not None:
            self._ahead.append(following)


# -- Where sources come from


def sources(
    inputs: Sequence[str], time_limit: float | None = None, memory_limit: int | None = None
) -> Iterator[Source]:
    """The puzzles of files, folders and links (see formats.sources), under the limits of each, if there are any: then a
    file that is long, or packed, is split in a worker. Where a limit is reached, a source has a StoppedError.
    """
    if time_limit is None and memory_limit is None:
        yield from formats.sources(inputs)
        return
    with Executor(memory_limit, most_uses=_SPLIT) as executor:
        yield from formats.sources(inputs, time_limit, partial(_split, executor, time_limit))


_SPLIT = 100  # small files that a worker splits; what it has read of them is part of its memory

_SMALL = 2**20  # bytes


def _split(executor: Executor, time_limit: float | None, data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The same as formats.split. time_limit: for each puzzle."""
    if formats.is_split_at_once(data):
        yield from formats.split(data)
        return
    call = Call(formats.split, (data,), uses=1 if len(data) < _SMALL else _SPLIT)
    try:
        with executor.submit(call, known=False) as job:
            items = iter(job)
            while True:
                job.extend(time_limit)
                yield next(items)
    except StopIteration:
        return


# -- What is done, and where


@dataclass(frozen=True)
class Work(ABC, Generic[Result]):
    """What is done with each source. folder: the current directory in the worker, if it is another one.

    ahead: see Runner. resumable: the user can go on later with what is missing. largest_lot: sources that a lot has at
    most. most_uses: sources after which a worker is replaced: clingo never frees a symbol.
    """

    reading: Reading
    settings: Settings
    folder: str | None = field(default=None, kw_only=True)
    largest_lot: int = field(default=1000, kw_only=True)

    ahead = 50_000
    resumable = False
    most_uses = 20_000

    @abstractmethod
    def runner(self, executor: Executor, workers: int, size: int) -> Runner[Any, Result]:
        """Lots in workers of this machine. workers: how many at once. size: sources of a lot, at the beginning."""

    @abstractmethod
    def lost(self, source: Source) -> Result:
        """The result for a source that takes down whoever works at it."""

    @abstractmethod
    def without_root(self, result: Result, root: str) -> Result:
        """A result whose messages name files as they would without this folder."""

    def executor(self, memory_limit: int | None) -> Executor:
        """Workers that can be reused. memory_limit: megabytes for each."""
        return Executor(memory_limit, most_uses=self.most_uses)


def call_in(folder: str | None, function: Callable[..., Iterable[Item]], *arguments: object) -> Iterator[Item]:
    """What a function yields in another current directory, if one is named."""
    if folder is not None:
        os.chdir(folder)
    yield from function(*arguments)


class Place(Protocol):
    """Where work is done."""

    def as_completed(self, work: Work[Result], sources: Iterable[Source]) -> Generator[tuple[int, Result], None, None]:
        """The results with the numbers of their sources (from 0), each as soon as it is there.

        What is still in hand when the iteration is closed is ended.
        """


@dataclass(frozen=True)
class Workers:
    """Worker processes of this machine. count: how many at once. memory_limit: megabytes for each."""

    count: int
    memory_limit: int | None = None

    def as_completed(self, work: Work[Result], sources: Iterable[Source]) -> Generator[tuple[int, Result], None, None]:
        """See Place."""
        with work.executor(self.memory_limit) as executor:
            yield from as_completed(work.runner(executor, self.count, 1), enumerate(sources))


# -- Work that is one call for each source: searches, puzzles that are made, members of a portfolio (see many.Work)


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
