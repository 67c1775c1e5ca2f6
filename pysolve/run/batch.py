"""Many puzzles: several workers, one record each, in the order of the input."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from ..model.puzzle import Puzzle
from ..report.record import RecordVerdict, ReportLine
from ..solving.outcome import StopReason
from ..solving.settings import Settings
from .files import unwritable
from .many import Numbered, Work, call_in
from .worker import Call, Executor, Failed, Finished, Job, Stopped, Yielded, wait

if TYPE_CHECKING:
    from ..solving.outcome import AnswerSearch, Outcome


# -- A lot: puzzles that a worker reads and solves one after the other
# The process that hands lots out imports this, too; so what solves puzzles is imported in the worker.


_TOGETHER = 0.02  # seconds for which a worker gathers records, so that little time goes into sending them


@dataclass(frozen=True, slots=True)
class Begun:
    """A puzzle of this type is solved by itself now; its answers follow as they are found."""

    type: str


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """An answer of that puzzle, as plain text."""

    answer: str


@dataclass(frozen=True, slots=True)
class Done:
    """The records of the next puzzles."""

    records: list[ReportLine]


def solve_lot(sources: Sequence[Source], reading: Reading, settings: Settings) -> Iterator[Begun | FoundAnswer | Done]:
    """Reads and solves puzzles, one after the other. Boards of one shape share a grounding, and reported together."""
    from ..solving import multishot

    puzzles = [_read(source, reading) for source in sources]
    together = (puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle))
    groups = multishot.Groups(() if settings.statistics else together, settings)  # one grounding has one statistics
    done: list[ReportLine] = []
    sent = time.monotonic()
    for source, puzzle in zip(sources, puzzles):
        started = time.monotonic()
        alone = False
        record = ReportLine(source.name)
        if isinstance(puzzle, StoppedError):
            record.error = puzzle.reason
        elif isinstance(puzzle, PuzzleError):
            record.verdict, record.error = RecordVerdict.ERROR, str(puzzle)
        else:
            record.type, record.notes = puzzle.type.name, [*map(str, puzzle.remarks)] or None
            shared_search = groups.search(puzzle)
            alone = shared_search is None
            if alone:
                if done:
                    yield Done(done)
                    done = []
                yield Begun(record.type)
            for answer in _solve(puzzle, record, shared_search, settings):
                if alone:
                    yield FoundAnswer(answer)
        now = time.monotonic()
        record.seconds = round(now - started, 4)
        done.append(record)
        if alone or now > sent + _TOGETHER:
            yield Done(done)
            done, sent = [], now
    if done:
        yield Done(done)


def _read(source: Source, reading: Reading) -> Puzzle | PuzzleError:
    try:
        return formats.read(source, reading)
    except PuzzleError as error:
        return error


def _solve(puzzle: Puzzle, record: ReportLine, shared_search: AnswerSearch | None, settings: Settings) -> Iterator[str]:
    """Fills the record, and yields the answers on the way."""
    from ..render import answer_text
    from ..solving.search import open_local
    from . import limits

    try:
        writer, record.group = answer_text.Writer(puzzle), puzzle.group
        with limits.bounded(puzzle.type, settings) as settings:
            search = shared_search or open_local(puzzle, settings)
            for answer in search:
                record.answers.append(writer.write(answer.atoms))
                yield record.answers[-1]
            outcome = search.outcome
            if outcome.reason is not None:
                outcome.reason = limits.reason(outcome.reason.kind)
        if outcome.best is not None:
            record.answers.append(writer.write(outcome.best.atoms))
        record.verdict, record.error = RecordVerdict.of(outcome), outcome.reason
        if settings.statistics:
            record.details = _details(puzzle, outcome, settings)
        _compare(puzzle, record)
    except PuzzleError as error:
        record.verdict, record.error = RecordVerdict.ERROR, str(error)


def _details(puzzle: Puzzle, outcome: Outcome, settings: Settings) -> dict[str, object]:
    """How a puzzle was solved, by the names of report.record.DETAILS."""
    atoms, rules = outcome.ground_size or (None, None)
    solver = outcome.statistics["solving"]["solvers"] if outcome.statistics else {}
    took = {name: int(solver[name]) if name in solver else None for name in ("choices", "conflicts")}
    options = {**puzzle.options, **settings.constants}
    return {"atoms": atoms, "ground_rules": rules, **took, "rules": list(settings.rules), "options": options}


def _compare(puzzle: Puzzle, record: ReportLine) -> None:
    """Sets what the record says of the published answer, if there is one."""
    if puzzle.answer is None or not record.answers:
        return
    from ..render.comparison import compare

    comparisons = [compare(puzzle, answer, puzzle.answer) for answer in record.answers]
    record.agrees = any(comparison.agrees for comparison in comparisons)
    if not record.agrees and puzzle.is_answer_drawn:
        record.agrees = None  # it may be a part of an answer
    elif not record.agrees:
        record.differs = [[row, puzzle.board.position((row, column))] for row, column in comparisons[0].differing]


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


# -- What `pysolve batch` leaves behind: a report that can be taken up again, and an answer file for each puzzle


_LONGEST = 100  # characters of a file name that come from the puzzle's


class FileNames:
    """Names of answer files: the puzzle's, made safe; a number is added where two are the same."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def next(self, id_: str) -> str:
        """The file name for the next puzzle."""
        safe = re.sub(r"[^\w.-]+", "_", id_).strip(".") or "puzzle"
        if len(safe.encode(errors="replace")) > _LONGEST:
            import hashlib  # hardly ever needed

            mark = hashlib.sha256(id_.encode(errors="replace")).hexdigest()[:8]
            safe = f"{safe.encode(errors='replace')[: _LONGEST - 9].decode(errors='ignore')}-{mark}"
        name = safe
        while name.lower() in self._taken:
            self._taken[safe.lower()] += 1
            name = f"{safe}-{self._taken[safe.lower()]}"
        self._taken[name.lower()] = 1
        return f"{name}.txt"


class ReportFile:
    """A file of records, one JSON line each in the order of the input, written line by line; no other batch may
    write it meanwhile.

    Where records of an earlier run no longer hold, its lines go to a file beside it, from which those that do are taken
    over; it is removed at the end, and a run that is cut off leaves it for the next.
    """

    def __init__(self, path: str, resume: bool) -> None:
        """resume: what stands there already stays, but for a line that was cut off; of what is no plain file (a pipe,
        /dev/full) nothing is read. PuzzleError if the file cannot be written, or another batch writes it.
        """
        self.path = path
        self._earlier_path = Path(path).with_name(f".{Path(path).name}.earlier")
        self._earlier: BinaryIO | None = None
        plain = os.path.isfile(path) or not os.path.exists(path)
        self._resumes = resume and os.path.isfile(path)
        try:
            self._file: BinaryIO = open(path, "r+b" if os.path.isfile(path) else "x+b" if plain else "wb")  # noqa: SIM115
            if plain:
                self._lock()
            if plain and not self._resumes:
                self._file.truncate(0)
                self._earlier_path.unlink(missing_ok=True)
        except (OSError, ValueError) as error:
            raise unwritable(self.path, error, "the report") from None

    def _lock(self) -> None:
        """PuzzleError if another process has locked it. The system unlocks it when the process ends."""
        try:
            import fcntl
        except ImportError:  # this system has no such locks
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise PuzzleError("another batch is writing this report", file=self.path) from None
        except OSError:  # the file system has none
            return

    def records(self) -> Iterator[ReportLine]:
        """The records that stand there, in order, then those of an earlier run that were not taken over yet.

        To be read to the end, or to a record that no longer holds (see `renew`), before others are written. PuzzleError
        for a line that is no record, and if they cannot be read.
        """
        if not self._resumes:
            return
        self._end = 0
        number = 0
        try:
            self._file.seek(0)
            for number, line in enumerate(self._file, 1):
                if not line.endswith(b"\n"):
                    number -= 1
                    break
                record = self._record(line, number)
                yield record
                self._end += len(line)
            self._file.seek(self._end)
            self._file.truncate()
            if self._earlier_path.is_file():
                self._open_earlier(number)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise PuzzleError(f"the report cannot be read: {reason}", file=self.path) from None

    def renew(self) -> None:
        """The record that came last from `records` no longer holds: it and those after it become earlier ones."""
        at = self._end
        self._file.seek(0)
        before = self._file.read(at).count(b"\n")
        part = self._earlier_path.with_name(f"{self._earlier_path.name}.part")
        try:
            with open(part, "wb") as merged:
                self._file.seek(0)
                lines = 0
                for line in self._file:
                    if line.endswith(b"\n"):
                        merged.write(line)
                        lines += 1
                if self._earlier_path.is_file():
                    with open(self._earlier_path, "rb") as earlier:
                        merged.writelines(islice(earlier, lines, None))
            os.replace(part, self._earlier_path)
            self._file.seek(at)
            self._file.truncate()
            self._open_earlier(before)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise unwritable(self.path, error, "the report") from None

    def _open_earlier(self, count: int) -> None:
        """Goes on behind this many lines of the earlier run."""
        self._earlier = open(self._earlier_path, "rb")  # noqa: SIM115
        deque(islice(self._earlier, count), maxlen=0)

    def earlier(self) -> ReportLine | None:
        """The next record of an earlier run, if there is one."""
        line = self._earlier.readline() if self._earlier is not None else b""
        return self._record(line, 0) if line.endswith(b"\n") else None

    def _record(self, line: bytes, number: int) -> ReportLine:
        try:
            return ReportLine.of_line(line.decode())
        except (ValueError, TypeError, RecursionError):
            sentence = "this is not a report of 'pysolve batch', so it cannot be resumed"
            raise PuzzleError(sentence, file=self.path, line=number or None) from None

    def write(self, record: ReportLine, compared: bool = False) -> None:
        """Adds a record. compared: with how its answer compares. PuzzleError if it cannot be written."""
        try:
            self._file.write(record.line(compared).encode(errors="replace") + b"\n")
            self._file.flush()
        except OSError as error:
            raise unwritable(self.path, error, "the report") from None

    def close(self, complete: bool = False) -> None:
        """Closes the file. complete: earlier records are of no more use. PuzzleError if what was written last cannot be
        put there.
        """
        try:
            if self._earlier is not None:
                self._earlier.close()
                if complete:
                    self._earlier_path.unlink(missing_ok=True)
            self._file.close()
        except OSError as error:
            raise unwritable(self.path, error, "the report") from None
