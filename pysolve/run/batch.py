"""Batches: records of many puzzles, solved in lots, and what `pysolve batch` leaves behind."""

from __future__ import annotations

import hashlib
import os
import re
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError, said_by_system
from ..model.puzzle import Puzzle, StopReason
from ..render import answer_text
from ..report.lines import RecordVerdict, ReportLine
from ..solving import multishot
from ..solving import search as searching
from ..solving.settings import Settings
from . import cluster, worker
from .files import writing
from .many import Numbered, Work, call_in
from .worker import Call, End, Executor, Failed, Stopped

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
    puzzles = [_read(source, reading) for source in sources]
    together = (puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle))
    groups = multishot.Groups(() if settings.statistics else together, settings)  # one grounding has one statistics
    done: list[ReportLine] = []
    sent = time.monotonic()
    for source, puzzle in zip(sources, puzzles):
        started = time.monotonic()
        record = ReportLine(source.name)
        shared_search = groups.search(puzzle) if isinstance(puzzle, Puzzle) else None
        answers = _solve(puzzle, record, shared_search, settings)
        alone = isinstance(puzzle, Puzzle) and shared_search is None
        if alone:
            if done:
                yield Done(done)
                done = []
            yield from answers
        else:
            deque(answers, maxlen=0)
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


def _solve(
    puzzle: Puzzle | PuzzleError, record: ReportLine, shared_search: AnswerSearch | None, settings: Settings
) -> Iterator[Begun | FoundAnswer]:
    """Fills the record, and tells of the answers on the way."""
    try:
        if isinstance(puzzle, PuzzleError):
            raise puzzle
        record.type, record.notes = puzzle.type.name, [*map(str, puzzle.remarks)] or None
        yield Begun(record.type)
        writer, record.group = answer_text.Writer(puzzle), puzzle.group
        with worker.bounded(puzzle.type, settings) as settings:
            search = shared_search or searching.open_local(puzzle, settings)
            for answer in search:
                record.answers.append(writer.write(answer.atoms))
                yield FoundAnswer(record.answers[-1])
            outcome = search.outcome
            if outcome.reason is not None:
                outcome.reason = worker.reason(outcome.reason.kind)
        if outcome.best is not None:
            record.answers.append(writer.write(outcome.best.atoms))
        record.verdict, record.error = RecordVerdict.of(outcome), outcome.reason
        if settings.statistics:
            record.details = _details(puzzle, outcome, settings)
        _compare(puzzle, record)
    except StoppedError as stopped:
        record.error = stopped.reason
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
    comparisons = [answer_text.compare(puzzle, answer, puzzle.answer) for answer in record.answers]
    record.agrees = any(each.agrees for each in comparisons)
    if not record.agrees and puzzle.is_answer_drawn:
        record.agrees = None  # it may be a part of an answer
    elif not record.agrees:
        record.differs = [[row, puzzle.board.position((row, column))] for row, column in comparisons[0].differing]


# -- What is done with lots

#: How many puzzles a worker gets first: enough for boards of one shape to share a grounding.
FIRST_LOT = 16

#: What a worker does with a lot: solve_lot, or the like.
Solver = Callable[[Sequence[Source], Reading, Settings], Iterator[Begun | FoundAnswer | Done]]


@dataclass(frozen=True)
class LotWork(Work[ReportLine]):
    """Reads and solves puzzles: their records.

    A worker gets several puzzles at a time if puzzles turn out to be quick, so that little time goes into handing them
    over, and boards of one shape can share a grounding.
    """

    function: Solver = solve_lot

    first_lot = FIRST_LOT
    most_together = 512
    ahead = 50_000
    resumable = True

    def call(self, numbered: Sequence[Numbered]) -> Call[object]:
        """See Work."""
        sources = [source for _, source in numbered]
        arguments = (self.folder, self.function, sources, self.reading, self.settings)
        return Call(call_in, arguments, uses=len(sources))

    def taken(self, items: list[object], item: object) -> Iterable[ReportLine]:
        """See Work."""
        if isinstance(item, Done):
            items.clear()
            return item.records
        items.append(item)
        return ()

    def is_last(self, item: object) -> bool:
        """See Work."""
        errors = [record.error for record in item.records] if isinstance(item, Done) else []
        kinds = {getattr(error, "kind", error) for error in errors[-1:]}
        return bool(kinds & {StopReason.TIME_LIMIT, StopReason.MEMORY_LIMIT})

    def ended(self, source: Source, items: list[object], end: End, seconds: float) -> ReportLine:
        """See Work."""
        types = [item.type for item in items if isinstance(item, Begun)]
        answers = [item.answer for item in items if isinstance(item, FoundAnswer)]
        type_ = next(iter(types), self.reading.type or "")
        record = ReportLine(source.name, type_, answers=answers, seconds=round(seconds, 4))
        if isinstance(end, Stopped):
            record.verdict = RecordVerdict.MULTIPLE if len(answers) > 1 else RecordVerdict.UNKNOWN
            record.error = end.reason
        else:
            record.verdict = RecordVerdict.ERROR
            missing = "a fault in pysolve itself: there is no record"
            record.error = str(end.error) if isinstance(end, Failed) else missing
        return record

    def without_root(self, result: ReportLine, root: str) -> ReportLine:
        """See Work."""
        error, notes = result.error, result.notes
        return replace(
            result, error=error and error.replace(root, ""), notes=notes and [each.replace(root, "") for each in notes]
        )

    def executor(self, memory_limit: int | None) -> Executor:
        """Workers that are replaced after so many puzzles: clingo never frees a symbol."""
        return Executor(memory_limit, most_uses=20_000)


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
            mark = hashlib.sha256(id_.encode(errors="replace")).hexdigest()[:8]
            safe = f"{safe.encode(errors='replace')[: _LONGEST - 9].decode(errors='ignore')}-{mark}"
        name = safe
        while name.lower() in self._taken:
            self._taken[safe.lower()] += 1
            name = f"{safe}-{self._taken[safe.lower()]}"
        self._taken[name.lower()] = 1
        return f"{name}.txt"


#: The files that this process has locked.
_locked: weakref.WeakSet[BinaryIO] = weakref.WeakSet()


def _let_go() -> None:
    """Leaves the locks to the parent: a forked worker would hold them, too, and may outlive it for a moment."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in _locked:
        if not file.closed:
            os.dup2(nothing, file.fileno())
    os.close(nothing)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class ReportFile:
    """A file of records, one JSON line each in the order of the input, written line by line; no other batch may
    write it meanwhile.

    What an earlier run wrote stays as long as it still holds. As soon as another record is written, all of it goes to a
    file beside this one, from which what holds is taken over; that is removed at the end, and a run that is cut off
    leaves it for the next.
    """

    def __init__(self, path: str, resume: bool) -> None:
        """resume: what stands there already stays, except for a line that was cut off; of what is not a plain file (a
        pipe, /dev/full) nothing is read. PuzzleError if the file cannot be written, or another batch writes it.
        """
        self.path = path
        self._earlier_path = Path(path).with_name(f".{Path(path).name}.earlier")
        self._is_old = resume and os.path.isfile(path)  # whether nothing but what an earlier run wrote stands there
        self._earlier = self._lines() if self._is_old else iter(())
        self.number = 0  # lines of an earlier run that were read
        plain = os.path.isfile(path) or not os.path.exists(path)
        with writing(path, "the report"):
            self._file: BinaryIO = open(path, "r+b" if os.path.isfile(path) else "x+b" if plain else "wb")  # noqa: SIM115
            if plain:
                self._lock()
            if plain and not self._is_old:
                self._file.truncate(0)
                self._earlier_path.unlink(missing_ok=True)

    def _lock(self) -> None:
        """PuzzleError if another process has locked it. The system unlocks it when the process ends."""
        try:
            import fcntl
        except ImportError:  # this system has no such locks
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _locked.add(self._file)
        except BlockingIOError:
            self._file.close()
            raise PuzzleError("another batch is writing this report", file=self.path) from None
        except OSError:  # the file system has none
            return

    def _lines(self) -> Iterator[bytes]:
        """The whole lines of an earlier run: those that stand there, and those that it had not taken over yet."""
        count = 0
        for line in _whole_lines(self.path):
            count += 1
            yield line
        if self._earlier_path.is_file():
            yield from _whole_lines(self._earlier_path, count)

    def earlier(self) -> ReportLine | None:
        """The next record of an earlier run, if there is one. PuzzleError for a line that is none, and if it cannot be
        read.
        """
        try:
            line = next(self._earlier, None)
        except OSError as error:
            raise PuzzleError(f"the report cannot be read: {said_by_system(error)}", file=self.path) from None
        if line is None:
            return None
        self.number += 1
        try:
            return ReportLine.of_line(line.decode())
        except (ValueError, TypeError, RecursionError):
            sentence = "this is not a report of 'pysolve batch', so it cannot be resumed"
            raise PuzzleError(sentence, file=self.path, line=self.number) from None

    def keep(self, record: ReportLine, compared: bool = False) -> None:
        """Takes over a record of an earlier run: the one behind those that stand there. See write."""
        if self._is_old:
            self._file.readline()
        else:
            self.write(record, compared)

    def write(self, record: ReportLine, compared: bool = False) -> None:
        """Adds a record. compared: with how its answer compares. PuzzleError if it cannot be written."""
        with writing(self.path, "the report"):
            if self._is_old:
                self._put_aside()
            self._file.write(record.line(compared).encode(errors="replace") + b"\n")
            self._file.flush()

    def _put_aside(self) -> None:
        """What an earlier run wrote goes to the file beside this one; those that are taken over stay here, too."""
        part = self._earlier_path.with_name(f"{self._earlier_path.name}.part")
        with writing(self.path, "the report", undo=partial(part.unlink, missing_ok=True)):
            with open(part, "wb") as merged:
                merged.writelines(self._lines())
            os.replace(part, self._earlier_path)
        self._file.truncate(self._file.tell())
        self._earlier = _whole_lines(self._earlier_path, self.number)
        self._is_old = False

    def close(self, complete: bool = False) -> None:
        """Closes the file. complete: earlier records are of no more use. PuzzleError if what was written last cannot be
        put there.
        """
        with writing(self.path, "the report"):
            if complete:
                if self._is_old:
                    self._file.truncate(self._file.tell())  # a line that was cut off
                self._earlier_path.unlink(missing_ok=True)
            self._file.close()


def _whole_lines(path: str | Path, first: int = 0) -> Iterator[bytes]:
    """The lines of a file from this one on, but for one that was cut off."""
    with open(path, "rb") as file:
        yield from (line for line in islice(file, first, None) if line.endswith(b"\n"))


# -- Digests that tell whether a record of a report is that of a puzzle as it is now, solved as it would be now


_LENGTH = 12  # hexadecimal digits of each of the two digests


class Digests:
    """The digests of puzzles: of each by itself, and of what all have in common."""

    def __init__(self, reading: Reading, settings: Settings, memory_limit: int | None, compare: bool) -> None:
        """memory_limit: megabytes. compare: whether records say how answers compare with published ones."""
        named = cluster.with_named_types(reading)
        shared = [
            cluster.fingerprint(), named.type, named.dropped, settings.models, sorted(settings.constants.items()),
            settings.plain, settings.configuration, settings.options, settings.seed, compare,
            *(["statistics"] if settings.statistics else []),
            *_contents(cluster.shared_parcel(named, settings).files),
        ]  # fmt: skip
        self._shared = _digest(shared)
        self._limited = _digest([*shared, settings.time_limit, memory_limit])
        self._folder = lru_cache(maxsize=4096)(_folder_digest)

    def of(self, puzzle: str, verdict: RecordVerdict) -> str:
        """The digest of a record. Limits count where nothing is known but that they were reached."""
        return f"{puzzle}-{self._limited if verdict == RecordVerdict.UNKNOWN else self._shared}"

    def change(self, source: Source, record: ReportLine) -> str | None:
        """What has changed since a record was written, in words; None if nothing has."""
        if record.digest is None:
            return "the report does not say what it was solved with"
        puzzle, _, settings = record.digest.partition("-")
        wanted_puzzle, _, wanted_settings = self.of(self.puzzle(source), record.verdict).partition("-")
        if puzzle != wanted_puzzle:
            return "the puzzle has changed"
        return None if settings == wanted_settings else "rules, options, limits or pysolve have changed"

    def puzzle(self, source: Source) -> str:
        """The digest of a puzzle, and of what it names, by itself."""
        parts: list[object] = [source.data, source.type_hints, str(source.problem or "")]
        if source.path is not None:
            parts.append(self._folder(source.folder))
            parts += [each for _, parcel in cluster.named_parcels(source) for each in _contents(parcel.files)]
        return _digest(parts)


def _folder_digest(folder: Path) -> str:
    parcel = cluster.parcel_of_folder(folder)
    return "" if parcel is None else _digest(_contents(parcel.files))


def _contents(files: dict[str, bytes]) -> list[tuple[str, str]]:
    """Files by their own names: a folder that has moved is the same."""
    return sorted((Path(path).name, hashlib.sha256(data).hexdigest()) for path, data in files.items())


def _digest(parts: Iterable[object]) -> str:
    return hashlib.sha256(repr(list(parts)).encode(errors="surrogatepass")).hexdigest()[:_LENGTH]
