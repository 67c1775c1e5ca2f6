"""Many puzzles: several processes, one record and one answer file each, in input order."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from typing import TextIO

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..render import answer_text
from ..solving import multishot
from ..solving.outcome import StopReason
from ..solving.protocol import AnswerSearch
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .workers import Died, Worker

ERROR = "error"

_GRACE = 1.0  # seconds that a worker gets to end by itself after the time limit
_RECYCLE = 20_000  # questions after which a worker is replaced: clingo never frees a symbol
_LARGEST_LOT = 512
_LOT_SECONDS = 0.5  # a lot that took less is followed by a larger one
_TOGETHER = 0.02  # seconds for which a worker gathers records, so that little time goes into sending them


@dataclass
class Record:
    """One puzzle's result: a line of the report. answers are plain texts; seconds are wall time."""

    id: str
    puzzle: str = ""
    verdict: str = Verdict.UNKNOWN
    answers: list[str] = field(default_factory=list)
    seconds: float = 0.0
    error: str | None = None

    def line(self) -> str:
        """The record as one line of JSON."""
        fields = ("id", "puzzle", "verdict", "answers", "seconds", "error")
        return json.dumps({name: getattr(self, name) for name in fields}, ensure_ascii=False)


def answer_all(
    sources: Sequence[Source], reading: Reading, settings: Settings
) -> Iterator[str | Record | list[Record]]:
    """Reads and solves puzzles, one after the other.

    Of each: a record that knows its type only, its answers as plain text as they are found, a list with its whole
    record. Of those that share a grounding, and so are done at once, only that, and several in one list.
    """
    puzzles = [_read(source, reading) for source in sources]
    groups = multishot.Groups((puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle)), settings)
    done: list[Record] = []
    sent = time.monotonic()
    for source, puzzle in zip(sources, puzzles):
        started = time.monotonic()
        alone = False
        record = Record(source.name)
        if isinstance(puzzle, PuzzleError):
            record.verdict, record.error = ERROR, str(puzzle)
        else:
            record.puzzle = puzzle.type.name
            shared_search = groups.search(puzzle)
            alone = shared_search is None
            if alone:
                if done:
                    yield done
                    done = []
                yield Record(source.name, record.puzzle)
            for answer in _solve(puzzle, record, shared_search, settings):
                if alone:
                    yield answer
        now = time.monotonic()
        record.seconds = round(now - started, 4)
        done.append(record)
        if alone or now > sent + _TOGETHER:
            yield done
            done, sent = [], now
    if done:
        yield done


def _read(source: Source, reading: Reading) -> Puzzle | PuzzleError:
    try:
        return formats.read(source, reading)
    except PuzzleError as error:
        return error


def _solve(puzzle: Puzzle, record: Record, shared_search: AnswerSearch | None, settings: Settings) -> Iterator[str]:
    """Fills the record, and gives the answers on the way."""
    try:
        writer = answer_text.Writer(puzzle)
        search = shared_search or open_local(puzzle, settings)
        for found in search:
            record.answers.append(writer.write(found.atoms))
            yield record.answers[-1]
        outcome = search.outcome
        if outcome.best is not None:
            record.answers.append(writer.write(outcome.best.atoms))
        record.verdict, record.error = outcome.verdict, outcome.reason
    except PuzzleError as error:
        record.verdict, record.error = ERROR, str(error)


class Pool:
    """Workers that answer sources; results come back in the order of the sources.

    A worker gets several puzzles at a time if puzzles turn out to be quick, so that little time goes into
    handing them over, and boards of one shape can share a grounding. Where such a lot breaks down, its puzzles
    are asked again one by one, so that a bad one costs only itself.
    """

    def __init__(self, reading: Reading, settings: Settings, jobs: int, memory_limit: int | None) -> None:
        self.reading = reading
        self.settings = settings
        self.jobs = jobs
        self.memory_limit = memory_limit
        self._desks: list[_Desk] = []
        self._waiting: deque[tuple[int, Source]] = deque()
        self._alone: set[int] = set()  # the numbers of puzzles to be asked one by one

    def run(self, sources: Sequence[Source]) -> Iterator[Record]:
        """The records of the sources, each as soon as those before it are there."""
        self._waiting = deque(enumerate(sources))
        finished: dict[int, Record] = {}
        following = 0
        try:
            while following < len(sources):
                self._hand_out()
                for number, record in self._listen():
                    finished[number] = record
                while following in finished:
                    yield finished.pop(following)
                    following += 1
        finally:
            for desk in self._desks:
                desk.worker.kill()
            self._desks = []

    def _hand_out(self) -> None:
        free = [desk for desk in self._desks if not desk.lot]
        while self._waiting and (free or len(self._desks) < self.jobs):
            if not free:
                free.append(_Desk(Worker(self.memory_limit), self.settings.time_limit))
                self._desks.append(free[-1])
            desk = free.pop()
            desk.give(self._next_lot(desk.wanted), self.reading, self.settings)

    def _next_lot(self, size: int) -> list[tuple[int, Source]]:
        lot = [self._waiting.popleft()]
        fair = len(self._waiting) // (2 * self.jobs)  # towards the end, small lots keep all workers busy
        while len(lot) < min(size, fair) and self._waiting[0][0] not in self._alone and lot[0][0] not in self._alone:
            lot.append(self._waiting.popleft())
        return lot

    def _listen(self) -> Iterator[tuple[int, Record]]:
        """The records that have come in; workers that broke down are replaced."""
        busy = [desk for desk in self._desks if desk.lot]
        ready = wait([desk.worker.connection for desk in busy], timeout=min(desk.time_left() for desk in busy))
        for desk in busy:
            reason = None
            try:
                if desk.worker.connection in ready:
                    yield from desk.read()
                elif desk.time_left() <= 0:
                    reason = StopReason.TIME_LIMIT
            except Died:
                reason = StopReason.MEMORY_LIMIT if self.memory_limit else StopReason.DIED
            if reason is not None:
                yield from self._break_down(desk, reason)
            if desk.spent:
                desk.worker.kill()
                self._desks.remove(desk)
                self._waiting.extendleft(reversed(desk.lot))

    def _break_down(self, desk: _Desk, reason: str) -> Iterator[tuple[int, Record]]:
        """A worker is given up. A puzzle that it had alone is to blame; of several, each is tried again alone."""
        desk.spent = True
        if desk.given == 1:
            yield desk.blame(reason)
        self._alone.update(number for number, _ in desk.lot)


class _Desk:
    """A worker and the lot of puzzles that it has at the moment."""

    def __init__(self, worker: Worker, time_limit: float | None) -> None:
        self.worker = worker
        self.time_limit = time_limit
        self.lot: deque[tuple[int, Source]] = deque()
        self.given = 0  # size of the lot when it was given
        self.wanted = 1  # size of the next lot
        self.spent = False
        self._asked = 0
        self._started = self._began = 0.0
        self._record = Record("")

    def give(self, lot: list[tuple[int, Source]], reading: Reading, settings: Settings) -> None:
        self.lot = deque(lot)
        self.given = len(lot)
        self._asked += len(lot)
        self._started = self._began = time.monotonic()
        self._record = Record(lot[0][1].name, puzzle=reading.type or "")
        with suppress(Died):  # noticed when its connection is read
            self.worker.ask(answer_all, [source for _, source in lot], reading, settings)

    def time_left(self) -> float:
        """Seconds until the worker is ended, at most some: the caller looks again."""
        if self.time_limit is None:
            return 1.0
        return min(1.0, self._started + self.time_limit + _GRACE - time.monotonic())

    def read(self) -> Iterator[tuple[int, Record]]:
        """Takes the messages that are there; gives the records of puzzles that are done."""
        while self.lot and (message := self.worker.receive(0)) is not None:
            kind, content = message
            if kind == "error":  # a fault of ours, not of the puzzle; it must not cost the others
                self._record.verdict, self._record.error, self.given = ERROR, str(content), 1
                self.spent = True
                yield self._done()
            elif isinstance(content, str):
                self._record.answers.append(content)
            elif isinstance(content, Record):
                self._record = content
            else:
                for self._record in content:
                    yield self._done()

    def _done(self) -> tuple[int, Record]:
        number, _ = self.lot.popleft()
        self._started = time.monotonic()
        if self._record.error in (StopReason.TIME_LIMIT, StopReason.MEMORY_LIMIT):
            self.spent = True
        elif not self.lot:
            seconds = time.monotonic() - self._began
            self.wanted = min(_LARGEST_LOT, 2 * self.given) if seconds < _LOT_SECONDS else max(1, self.given // 2)
            self.spent = self._asked >= _RECYCLE
            self.worker.receive()  # the end of the lot
        return number, self._record

    def blame(self, reason: str) -> tuple[int, Record]:
        """The record of the puzzle at which the worker was given up; what was found is kept."""
        number, _ = self.lot.popleft()
        self._record.verdict = Verdict.MULTIPLE if len(self._record.answers) > 1 else Verdict.UNKNOWN
        self._record.error = reason
        self._record.seconds = round(time.monotonic() - self._started, 4)
        return number, self._record


# -- Files


def answer_file(record: Record) -> str:
    """What an answer file says: the boards, then the verdict."""
    last = {
        Verdict.UNIQUE: "Solution is unique.",
        Verdict.MULTIPLE: "Solution is not unique.",
        Verdict.NONE: "No solution",
        ERROR: f"Error: {record.error}",
    }.get(record.verdict, f"Unknown: {record.error or 'other solutions were not looked for'}")
    return "\n\n".join([*record.answers, last]) + "\n"


def file_names(sources: Sequence[Source]) -> list[str]:
    """A file name for each source's answer: its name, made safe; a number is added where two are the same."""
    taken: set[str] = set()
    names = []
    for source in sources:
        safe = re.sub(r"[^\w.-]+", "_", source.name).strip(".") or "puzzle"
        name, count = safe, 2
        while name.lower() in taken:
            name, count = f"{safe}-{count}", count + 1
        taken.add(name.lower())
        names.append(f"{name}.txt")
    return names


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all; PuzzleError if it cannot be written."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=".", suffix=".part", delete=False
        ) as part:
            part.write(text)
        os.replace(part.name, path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PuzzleError(f"the file cannot be written: {reason}", file=str(path)) from None


class Report:
    """A file of records, one JSON line each, written line by line; it can be taken up again."""

    def __init__(self, path: str, resume: bool) -> None:
        """PuzzleError if the file cannot be written."""
        self._path = path
        self.done: list[Record] = []
        try:
            if resume and Path(path).exists():
                self.done = self._complete_lines(Path(path))
            self._file: TextIO = open(path, "a" if resume else "w", encoding="utf-8")  # noqa: SIM115
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise PuzzleError(f"the report cannot be written: {reason}", file=path) from None

    def _complete_lines(self, path: Path) -> list[Record]:
        """The records that stand there; a line that was cut off is taken away."""
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        try:
            return [Record(**json.loads(line)) for line in whole.decode().splitlines()]
        except (ValueError, TypeError):
            sentence = "this is not a report of 'pysolve batch', so it cannot be resumed"
            raise PuzzleError(sentence, file=str(path)) from None

    def check(self, sources: Sequence[Source]) -> None:
        """PuzzleError if the records that stand there are not those of the first sources."""
        for number, record in enumerate(self.done):
            if number >= len(sources) or sources[number].name != record.id:
                raise PuzzleError(
                    f"the report has the puzzle '{record.id}' where the input has another: it cannot be resumed",
                    file=self._path, line=number + 1,
                )  # fmt: skip

    def write(self, record: Record) -> None:
        """Adds a record."""
        self._file.write(record.line() + "\n")
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
