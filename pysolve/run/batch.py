"""Many puzzles: several workers, one record each, in the order of the input."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..formats import Reading, Source
from ..report.record import RecordVerdict, ReportLine
from ..solving.outcome import StopReason
from ..solving.settings import Settings
from .executor import Executor, Job, Stopped, wait
from .lot import Begun, Done, FoundAnswer, solve_lot
from .many import Numbered, Work, call_in
from .workers import Call, Failed, Finished, Yielded

_GRACE = 0.5  # seconds that a worker gets to end a search by itself after the time limit
#: How many puzzles a worker gets first: enough for boards of one shape to share a grounding.
FIRST_LOT = 16

_LARGEST_LOT = 512
_LOT_SECONDS = 0.5  # a lot that took less is followed by a larger one

#: What a worker does with a lot: solve_lot, or the like.
Solver = Callable[[Sequence[Source], Reading, Settings], Iterator[Begun | FoundAnswer | Done]]


@dataclass(frozen=True)
class LotWork(Work[ReportLine]):
    """Reads and solves puzzles: their records.

    A worker gets several puzzles at a time if puzzles turn out to be quick, so that little time goes into handing them
    over, and boards of one shape can share a grounding.
    """

    function: Solver = solve_lot

    resumable = True

    def runner(self, executor: Executor, workers: int, size: int) -> LocalRunner:
        """See Work."""
        return LocalRunner(executor, self, workers, max(size, FIRST_LOT))

    def lost(self, source: Source) -> ReportLine:
        """See Work."""
        return ReportLine(source.name, self.reading.type or "", RecordVerdict.UNKNOWN, error=StopReason.DIED)

    def without_root(self, result: ReportLine, root: str) -> ReportLine:
        """See Work."""
        error, notes = result.error, result.notes
        return replace(
            result, error=error and error.replace(root, ""), notes=notes and [each.replace(root, "") for each in notes]
        )


class LocalRunner:
    """Solves lots in workers of this machine."""

    least = 1

    def __init__(self, executor: Executor, work: LotWork, workers: int, size: int) -> None:
        self.room = workers
        self.size = size
        self.shares = 2 * workers if workers > 1 else 1
        self.ahead = work.ahead
        self._executor = executor
        self._work = work

    def start(self, numbered: Sequence[Numbered]) -> LocalLot:
        """Gives a lot to a worker. PuzzleError if there cannot be any."""
        work = self._work
        limit = None if work.settings.time_limit is None else work.settings.time_limit + _GRACE
        sources = [source for _, source in numbered]
        arguments = (work.folder, work.function, sources, work.reading, work.settings)
        call = Call(call_in, arguments, uses=len(sources))
        return LocalLot(self._executor.submit(call, limit, known=False), numbered, limit, work.reading.type or "")

    def wait(self, lots: Sequence[LocalLot]) -> Sequence[LocalLot]:
        """Those of the lots from which something can be received; waits a second at most."""
        ready = wait([lot.job for lot in lots])
        return [lot for lot in lots if lot.job in ready]

    def receive(self, lot: LocalLot) -> Iterator[tuple[int, ReportLine]]:
        """The records that have come in from a lot, with their numbers."""
        yield from lot.receive()

    def learn(self, lot: LocalLot) -> None:
        """A lot that was quick is followed by a larger one."""
        self.size = lot.next_size


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
        self._record = ReportLine(numbered[0][1].name, puzzle)  # of the first that is left

    def receive(self) -> Iterator[tuple[int, ReportLine]]:
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

    def _take(self, item: Begun | FoundAnswer | Done) -> Iterator[tuple[int, ReportLine]]:
        if isinstance(item, Begun):
            self._record.type = item.type
        elif isinstance(item, FoundAnswer):
            self._record.answers.append(item.answer)
        else:
            for record in item.records:
                yield self._next(record)
            kind = getattr(record.error, "kind", record.error)
            if kind in (StopReason.TIME_LIMIT, StopReason.MEMORY_LIMIT):  # it may still be busy with what was ended
                self.over = True
                self.job.close()

    def _break_down(self, verdict: RecordVerdict, reason: str) -> Iterator[tuple[int, ReportLine]]:
        """The worker is given up. A puzzle that it had alone is to blame; of several, each is tried again alone."""
        self.over = self.broken = True
        self.job.close()
        if self._size == 1 and self.left:
            self._record.verdict, self._record.error = verdict, reason
            self._record.seconds = round(time.monotonic() - self._started, 4)
            yield self._next(self._record)

    def _next(self, record: ReportLine) -> tuple[int, ReportLine]:
        number, _ = self.left.popleft()
        self._started = time.monotonic()
        self.job.extend(self._time_limit)
        self._record = ReportLine(self.left[0][1].name if self.left else "")
        return number, record
