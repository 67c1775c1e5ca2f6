"""The one door to workers: a function is called for each of many sources at some place, results in their order.

A Work says what is done with a source and what its result is, a Place where: in workers of this machine, one after the
other (InTurn) or several at once (Workers), or on a cluster (pysolve.run.cluster).
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from .. import formats
from ..formats import Reading, Source
from ..model.errors import StoppedError
from ..model.puzzle import Reason
from ..solving.outcome import Outcome
from ..solving.settings import Settings
from .worker import Call, End, Executor, Failed, Finished, Item, Job, Yielded, raise_end, wait, with_grace

#: A source, and its place among all.
Numbered = tuple[int, Source]

Result = TypeVar("Result")

_SHORTEST = 0.01  # seconds that are left of a limit at least


# -- What is done with each source


@dataclass(frozen=True)
class Work(ABC, Generic[Result]):
    """What is done with each source, in lots of one or more."""

    reading: Reading
    settings: Settings
    folder: str | None = None  # the current directory in the worker, if it is another one
    largest_lot: int = 1000  # sources that a lot for a cluster has at most

    first_lot = most_together = 1  # sources that a worker of this machine gets: the first time, and at most
    ahead = 1000  # results that may be there before one that comes before them
    resumable = False  # the user can go on later with what is missing

    @abstractmethod
    def call(self, numbered: Sequence[Numbered]) -> Call[object]:
        """What a worker does with a lot."""

    @abstractmethod
    def taken(self, items: list[object], item: object) -> Iterable[Result]:
        """The results that something completes which has come from a lot; or it is put to the items that have come
        since the last result.
        """

    @abstractmethod
    def is_last(self, item: object) -> bool:
        """Whether nothing more is wanted of a worker that yields this: it may still be busy with what a limit ended."""

    @abstractmethod
    def ended(self, source: Source, items: list[object], end: End, seconds: float) -> Result:
        """The result for a source that a worker had alone when it ended like this."""

    @abstractmethod
    def without_root(self, result: Result, root: str) -> Result:
        """A result whose messages name files as they would without this folder."""

    @abstractmethod
    def executor(self, memory_limit: int | None) -> Executor:
        """Workers that can be reused. memory_limit: megabytes for each."""


#: What is called for a source: with its number among all, itself, and what all sources have in common.
Function = Callable[[int, Source, Reading, Settings], Iterator[Item]]


@dataclass(frozen=True)
class CallResult(Generic[Item]):
    """What a call yielded, and how it ended. seconds: wall time."""

    items: list[Item]
    end: End
    seconds: float = 0.0

    def replay(self) -> Iterator[Item]:
        """What the call yielded. Raises PuzzleError if it did, and StoppedError if it was ended."""
        yield from self.items
        raise_end(self.end)


@dataclass(frozen=True, kw_only=True)
class CallWork(Work[CallResult[Item]]):
    """Calls a function for each source. The settings' time limit holds for each call; what the function gets of it is
    left when the bytes of the source are there.
    """

    function: Function[Item]
    newest_only: bool = False  # see worker.Call

    def call(self, numbered: Sequence[Numbered]) -> Call[Item]:
        """See Work."""
        ((number, source),) = numbered
        arguments = (self.folder, _call_for, self.function, number, source, self.reading, self.settings)
        return Call(call_in, arguments, self.newest_only)

    def taken(self, items: list[object], item: object) -> Iterable[CallResult[Item]]:
        """See Work."""
        if self.newest_only:
            items[:] = [each for each in items if type(each) is not type(item)]
        items.append(item)
        return ()

    def is_last(self, item: object) -> bool:
        """See Work."""
        return isinstance(item, Outcome) and item.reason is not None

    def ended(self, source: Source, items: list[object], end: End, seconds: float) -> CallResult[Item]:
        """See Work."""
        return CallResult(cast("list[Item]", items), end, seconds)

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


def _call_for(
    function: Function[Item], number: int, source: Source, reading: Reading, settings: Settings
) -> Iterator[Item]:
    yield from function(number, source, reading, after_waiting(source, settings))


def call_in(folder: str | None, function: Callable[..., Iterable[Item]], *arguments: object) -> Iterator[Item]:
    """What a function yields in another current directory, if one is named."""
    if folder is not None:
        os.chdir(folder)
    yield from function(*arguments)


def after_waiting(source: Source, settings: Settings) -> Settings:
    """The settings when the bytes of a source are there (see after). PuzzleError if they are not."""
    if source.problem is not None:
        raise source.problem
    return after(source.waited, settings)


def after(seconds: float, settings: Settings) -> Settings:
    """The settings with what is left of the time limit after some seconds."""
    limit = settings.time_limit
    return settings if limit is None else replace(settings, time_limit=max(limit - seconds, _SHORTEST))


# -- Where


class Came(NamedTuple, Generic[Item]):
    """What a function yields for a source."""

    source: Source
    items: Iterator[Item]  # raises PuzzleError if the function did, and StoppedError if a limit ended it
    seconds: float | None  # how long it took; None while it runs

    def last(self) -> tuple[Item | None, Reason | None]:
        """The last of the items, and the limit that ended them, if one did. PuzzleError if the function raised one."""
        newest: deque[Item] = deque(maxlen=1)
        reason = None
        try:
            newest.extend(self.items)
        except StoppedError as stopped:
            reason = stopped.reason
        return (newest[0] if newest else None), reason


class Place(ABC):
    """Where work is done."""

    @abstractmethod
    def as_completed(self, work: Work[Result], sources: Iterable[Source]) -> Generator[tuple[int, Result], None, None]:
        """The results with the numbers of their sources (from 0), each as soon as it is there.

        What is still in hand when the iteration is closed is ended.
        """

    def results(self, work: Work[Result], sources: Iterable[Source]) -> Iterator[Result]:
        """The results in the order of the sources."""
        return in_order(self.as_completed(work, sources))

    def apart(self, work: CallWork[Item], sources: Iterable[Source]) -> Iterator[Came[Item]]:
        """The sources in their order, with what the work's function yields for each."""
        in_hand: deque[Source] = deque()

        def taken() -> Iterator[Source]:
            for source in sources:
                in_hand.append(source)
                yield source

        for result in self.results(work, taken()):
            yield Came(in_hand.popleft(), result.replay(), result.seconds)


@dataclass(frozen=True)
class Workers(Place):
    """Worker processes of this machine."""

    count: int  # how many at once
    memory_limit: int | None = None  # megabytes for each

    def as_completed(self, work: Work[Result], sources: Iterable[Source]) -> Generator[tuple[int, Result], None, None]:
        """See Place."""
        with work.executor(self.memory_limit) as executor:
            yield from work_off(work, LocalRunner(executor, work, self.count, 1), enumerate(sources))


@dataclass(frozen=True)
class InTurn(Workers):
    """A worker of this machine, for one source after the other: what the function yields comes while it runs, and is
    to be taken before the next source is.
    """

    count: int = 1

    def apart(self, work: CallWork[Item], sources: Iterable[Source]) -> Iterator[Came[Item]]:
        """See Place."""
        with work.executor(self.memory_limit) as executor:
            for numbered in enumerate(sources):
                with closing(_stream(executor, work, numbered)) as items:
                    yield Came(numbered[1], items, None)


def _stream(executor: Executor, work: CallWork[Item], numbered: Numbered) -> Generator[Item, None, None]:
    limit = after_waiting(numbered[1], work.settings).time_limit
    yield from executor.stream(work.call([numbered]), with_grace(limit))


# -- Lots


class Lot(ABC, Generic[Result]):
    """Sources that are being worked at somewhere."""

    def __init__(self, numbered: Sequence[Numbered], work: Work[Result]) -> None:
        self.left = deque(numbered)  # those without a result
        self.over = False  # nothing more will come
        self.broken = False  # it is not known which of those that are left was to blame
        self._work = work

    @abstractmethod
    def receive(self) -> Iterator[tuple[int, Result]]:
        """The results that have come in, with their numbers."""

    @abstractmethod
    def close(self) -> None:
        """Nothing more is wanted of it."""


class Share(NamedTuple):
    """How much is handed out at once."""

    room: int  # lots that may be in hand
    size: int  # sources that the next lot should have
    least: int  # sources that are not worth sharing out
    shares: int  # lots that what is left towards the end is divided into, so that all workers stay busy


LotType = TypeVar("LotType", bound=Lot[Any])


class Runner(Protocol[LotType]):
    """Works at lots: in workers of this machine, or on a cluster."""

    def share(self) -> Share:
        """How much it takes in hand at the moment."""

    def start(self, numbered: Sequence[Numbered]) -> LotType:
        """Takes a lot in hand."""

    def wait(self, lots: Sequence[LotType]) -> Sequence[LotType]:
        """Those of the lots from which something can be received; waits a second or so at most."""

    def learn(self, lot: LotType) -> None:
        """Sees from a lot that is over how large the next should be."""


def work_off(
    work: Work[Result], runner: Runner[LotType], numbered: Iterable[Numbered],
    before_waiting: Callable[[], None] | None = None,
) -> Generator[tuple[int, Result], None, None]:  # fmt: skip
    """The results with the numbers of their sources, each as soon as it is there. numbered: in ascending order.

    Where a lot breaks down, its sources are worked at again one by one, so that a bad one costs only itself.
    """
    queue = _Queue(numbered, work.ahead)
    lots: list[LotType] = []
    try:
        while True:
            while len(lots) < runner.share().room and queue.may_go_on(lots):
                lots.append(runner.start(queue.take(runner.share())))
            if not lots:
                return
            if before_waiting is not None:
                before_waiting()
            for lot in runner.wait(lots):
                yield from lot.receive()
                if lot.over:
                    lots.remove(lot)
                    queue.put_back(lot)
                    runner.learn(lot)
    finally:
        for lot in lots:
            lot.close()


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

    def __init__(self, numbered: Iterable[Numbered], ahead: int) -> None:
        """ahead: see Work."""
        self._coming = iter(numbered)
        self._most_ahead = ahead
        self._ahead: deque[Numbered] = deque()
        self._alone: set[int] = set()  # the numbers of those to be done one by one

    def may_go_on(self, lots: Sequence[Lot[Any]]) -> bool:
        """Whether there is more to do, and not too far ahead of what is in hand."""
        self._look_ahead(1)
        if not self._ahead:
            return False
        following = self._ahead[0][0]
        return all(following < lot.left[0][0] + self._most_ahead for lot in lots if lot.left)

    def take(self, share: Share) -> list[Numbered]:
        """The next ones, as many as a lot should have; towards the end fewer, which leaves some for others."""
        self._look_ahead(min(share.shares * share.size, self._most_ahead))
        most = min(share.size, max(len(self._ahead) // share.shares, share.least))
        lot = [self._ahead.popleft()]
        alone = lot[0][0] in self._alone
        while self._ahead and len(lot) < most and not alone and self._ahead[0][0] not in self._alone:
            lot.append(self._ahead.popleft())
        self._alone.discard(lot[0][0])
        return lot

    def put_back(self, lot: Lot[Any]) -> None:
        """What is left of a lot is to be done again; one by one, if it is broken."""
        self._ahead.extendleft(reversed(lot.left))
        if lot.broken:
            self._alone.update(number for number, _ in lot.left)

    def _look_ahead(self, count: int) -> None:
        while len(self._ahead) < count and (following := next(self._coming, None)) is not None:
            self._ahead.append(following)


# -- Lots in workers of this machine

_LOT_SECONDS = 0.5  # a lot that took less is followed by a larger one


class LocalRunner(Generic[Result]):
    """Works at lots in workers of this machine (see Runner)."""

    def __init__(self, executor: Executor, work: Work[Result], workers: int, size: int) -> None:
        """workers: how many at once. size: sources of a lot, at the beginning."""
        self._executor = executor
        self._work = work
        self._workers = workers
        self._size = max(size, work.first_lot)

    def share(self) -> Share:
        """See Runner."""
        most = self._work.most_together
        shares = 2 * self._workers if self._workers > 1 and most > 1 else 1
        return Share(self._workers, min(self._size, most), 1, shares)

    def start(self, numbered: Sequence[Numbered]) -> LocalLot[Result]:
        """Gives a lot to a worker. PuzzleError if there cannot be any."""
        work = self._work
        limit = with_grace(work.settings.time_limit)
        job = self._executor.submit(work.call(numbered), limit, known=work.most_together == 1)
        return LocalLot(job, numbered, work)

    def wait(self, lots: Sequence[LocalLot[Result]]) -> Sequence[LocalLot[Result]]:
        """See Runner."""
        ready = wait([lot.job for lot in lots])
        return [lot for lot in lots if lot.job in ready]

    def learn(self, lot: LocalLot[Result]) -> None:
        """A lot that was quick is followed by a larger one."""
        self._size = lot.next_size


class LocalLot(Lot[Result]):
    """A lot that a worker has in hand. next_size: how many sources the lot after it should have."""

    def __init__(self, job: Job[object], numbered: Sequence[Numbered], work: Work[Result]) -> None:
        super().__init__(numbered, work)
        self.job = job
        self.next_size = 1
        self._size = len(numbered)
        self._began = self._started = time.monotonic()
        self._items: list[object] = []  # that have come since the last result

    def receive(self) -> Iterator[tuple[int, Result]]:
        """The results that have come in, with their numbers."""
        while not self.over and (event := self.job.receive(0)) is not None:
            if isinstance(event, Yielded):
                for result in self._work.taken(self._items, event.item):
                    yield self._next(result)
                if self._work.is_last(event.item):
                    yield from self._end(Finished())
            elif isinstance(event, Finished) and not self.left:
                seconds = time.monotonic() - self._began
                self.next_size = 2 * self._size if seconds < _LOT_SECONDS else max(1, self._size // 2)
                self.over = True
            else:
                self.broken = True
                yield from self._end(event)

    def close(self) -> None:
        """Ends its worker, unless it has finished."""
        self.job.close()

    def _end(self, end: End) -> Iterator[tuple[int, Result]]:
        """The worker is given up. If it had one source alone, that one is to blame; of several, each is tried again."""
        self.over = True
        self.job.close()
        if self._size == 1 and self.left:
            seconds = time.monotonic() - self._started
            yield self._next(self._work.ended(self.left[0][1], self._items, end, seconds))

    def _next(self, result: Result) -> tuple[int, Result]:
        number, _ = self.left.popleft()
        self._started = time.monotonic()
        self.job.extend(with_grace(self._work.settings.time_limit))
        return number, result


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
