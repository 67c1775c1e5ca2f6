"""Many puzzles: several workers, one record each, in the order of the input."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from ..formats import Reading, Source
from ..report.record import Record, RecordVerdict
from ..solving.outcome import StopReason
from ..solving.settings import Settings
from .executor import Executor, Job, Stopped, wait
from .lot import Begun, Done, FoundAnswer, solve_lot
from .workers import Call, Failed, Finished, Yielded

_GRACE = 0.5  # seconds that a worker gets to end a search by itself after the time limit
_RECYCLE = 20_000  # puzzles after which a worker is replaced: clingo never frees a symbol
_LARGEST_LOT = 512
_LOT_SECONDS = 0.5  # a lot that took less is followed by a larger one
AHEAD = 50_000  # puzzles that may be done before one that comes before them

#: A source, and its place among all.
Numbered = tuple[int, Source]

#: What a worker does with a lot: solve_lot, or the like.
Solver = Callable[[Sequence[Source], Reading, Settings], Iterator[Begun | FoundAnswer | Done]]


class LotInHand(Protocol):
    """Puzzles that are being solved somewhere.

    left: those without a record, with their numbers. over: nothing more will come. broken: it is not known which of
    those that are left was to blame.
    """

    left: deque[Numbered]
    over: bool
    broken: bool

    def receive(self) -> Iterator[tuple[int, Record]]:
        """The records that have come in, with their numbers."""

    def close(self) -> None:
        """Nothing more is wanted of it."""


LotType = TypeVar("LotType", bound=LotInHand)


class Runner(Protocol[LotType]):
    """Where lots are solved: workers of this machine, or a cluster (pysolve.run.cluster).

    room: how many lots may be in hand. size: how many puzzles the next lot should have. least: how many are not worth
    sharing out. shares: towards the end, what is left is shared out in so many lots, which keeps all workers busy.
    """

    @property
    def room(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def least(self) -> int: ...

    @property
    def shares(self) -> int: ...

    def start(self, numbered: Sequence[Numbered]) -> LotType:
        """Takes a lot in hand."""

    def wait(self, lots: Sequence[LotType]) -> Sequence[LotType]:
        """Those of the lots from which something can be received; waits a second or so at most."""

    def learn(self, lot: LotType) -> None:
        """Sees from a lot that is over how large the next should be."""


def run_lots(runner: Runner[LotType], sources: Iterable[Source]) -> Iterator[Record]:
    """The records of the sources, in their order, each as soon as those before it are there.

    Where a lot breaks down, its puzzles are solved again one by one, so that a bad one costs only itself.
    """
    queue = _Queue(sources)
    lots: list[LotType] = []
    finished: dict[int, Record] = {}
    following = 0
    try:
        while True:
            while len(lots) < runner.room and queue.has_before(following + AHEAD):
                lots.append(runner.start(queue.take(runner.size, runner.least, runner.shares)))
            if not lots:
                return
            for lot in runner.wait(lots):
                finished.update(lot.receive())
                if lot.over:
                    lots.remove(lot)
                    queue.put_back(lot.left, alone=lot.broken)
                    runner.learn(lot)
            while following in finished:
                yield finished.pop(following)
                following += 1
    finally:
        for lot in lots:
            lot.close()


@dataclass(frozen=True)
class Batch:
    """Solves many puzzles. workers: how many at once. memory_limit: megabytes for each.

    A worker gets several puzzles at a time if puzzles turn out to be quick, so that little time goes into handing them
    over, and boards of one shape can share a grounding.
    """

    reading: Reading
    settings: Settings
    workers: int
    memory_limit: int | None = None
    function: ClassVar[Callable[..., Iterator[Begun | FoundAnswer | Done]]] = staticmethod(solve_lot)  # in the worker

    def run(self, sources: Iterable[Source]) -> Iterator[Record]:
        """The records of the sources, in their order, each as soon as those before it are there."""
        with lot_executor(self.memory_limit) as executor:
            yield from run_lots(
                LocalRunner(executor, self.function, self.reading, self.settings, self.workers), sources
            )


def lot_executor(memory_limit: int | None) -> Executor:
    """Workers that solve lots, one after the other. memory_limit: megabytes for each."""
    return Executor(memory_limit, most_uses=_RECYCLE)


class LocalRunner:
    """Solves lots in workers of this machine."""

    least = 1

    def __init__(
        self, executor: Executor, function: Solver, reading: Reading, settings: Settings, workers: int
    ) -> None:
        """function: what a worker does with a lot."""
        self.room = workers
        self.size = 1
        self.shares = 2 * workers
        self._executor = executor
        self._function = function
        self._reading = reading
        self._settings = settings

    def start(self, numbered: Sequence[Numbered]) -> LocalLot:
        """Gives a lot to a worker. PuzzleError if there cannot be any."""
        limit = None if self._settings.time_limit is None else self._settings.time_limit + _GRACE
        sources = [source for _, source in numbered]
        call = Call(self._function, (sources, self._reading, self._settings), uses=len(sources))
        return LocalLot(self._executor.submit(call, limit), numbered, limit, self._reading.type or "")

    def wait(self, lots: Sequence[LocalLot]) -> Sequence[LocalLot]:
        """Those of the lots from which something can be received; waits a second at most."""
        ready = wait([lot.job for lot in lots])
        return [lot for lot in lots if lot.job in ready]

    def learn(self, lot: LocalLot) -> None:
        """A lot that was quick is followed by a larger one."""
        self.size = lot.next_size


class _Queue:
    """Sources with their numbers: those that are to be done again come first."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._coming = enumerate(sources)
        self._ahead: deque[Numbered] = deque()
        self._alone: set[int] = set()  # the numbers of those to be done one by one

    def has_before(self, number: int) -> bool:
        """Whether there is one with a smaller number."""
        self._look_ahead(1)
        return bool(self._ahead) and self._ahead[0][0] < number

    def take(self, size: int, least: int, shares: int) -> list[Numbered]:
        """The next ones, so many; towards the end fewer, which leaves some for others, but not below the least."""
        self._look_ahead(min(shares * size, AHEAD))
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


class LocalLot:
    """A lot that a worker has in hand. next_size: how many puzzles the lot after it should have."""

    def __init__(
        self, job: Job[Begun | FoundAnswer | Done], numbered: Sequence[Numbered], time_limit: float | None, puzzle: str
    ) -> None:
        self.job = job
        self.left = deque(numbered)
        self.over = self.broken = False
        self.next_size = 1
        self._size = len(numbered)
        self._time_limit = time_limit
        self._began = self._started = time.monotonic()
        self._record = Record(numbered[0][1].name, puzzle)  # of the first that is left

    def receive(self) -> Iterator[tuple[int, Record]]:
        """The records that have come in, with their numbers."""
        while not self.over and (event := self.job.receive(0)) is not None:
            if isinstance(event, Yielded):
                yield from self._take(event.item)
            elif isinstance(event, Finished) and not self.left:
                seconds = time.monotonic() - self._began
                self.next_size = (
                    min(_LARGEST_LOT, 2 * self._size) if seconds < _LOT_SECONDS else max(1, self._size // 2)
                )
                self.over = True
            elif isinstance(event, Failed):
                yield from self._break_down(RecordVerdict.ERROR, str(event.error))
            elif isinstance(event, Stopped):
                several = len(self._record.answers) > 1
                yield from self._break_down(RecordVerdict.MULTIPLE if several else RecordVerdict.UNKNOWN, event.reason)
            else:
                yield from self._break_down(RecordVerdict.ERROR, "a fault in pysolve itself: there is no record")

    def close(self) -> None:
        """Ends its worker, unless it has finished."""
        self.job.close()

    def _take(self, item: Begun | FoundAnswer | Done) -> Iterator[tuple[int, Record]]:
        if isinstance(item, Begun):
            self._record.puzzle = item.puzzle
        elif isinstance(item, FoundAnswer):
            self._record.answers.append(item.answer)
        else:
            for record in item.records:
                yield self._next(record)
            if record.error in (
                StopReason.TIME_LIMIT,
                StopReason.MEMORY_LIMIT,
            ):  # it may still be busy with what the limit has ended
                self.over = True
                self.job.close()

    def _break_down(self, verdict: RecordVerdict, reason: str) -> Iterator[tuple[int, Record]]:
        """The worker is given up. A puzzle that it had alone is to blame; of several, each is tried again alone."""
        self.over = self.broken = True
        self.job.close()
        if self._size == 1 and self.left:
            self._record.verdict, self._record.error = verdict, reason
            self._record.seconds = round(time.monotonic() - self._started, 4)
            yield self._next(self._record)

    def _next(self, record: Record) -> tuple[int, Record]:
        number, _ = self.left.popleft()
        self._started = time.monotonic()
        self.job.extend(self._time_limit)
        self._record = Record(self.left[0][1].name if self.left else "")
        return number, record
