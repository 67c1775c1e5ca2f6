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
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from typing import TextIO

from . import formats, plain
from .errors import PuzzleError
from .formats import Reading, Source
from .solver import MEMORY_LIMIT, MULTIPLE, NONE, TIME_LIMIT, UNIQUE, UNKNOWN, Search, Settings
from .worker import Died, Worker

ERROR = "error"

_GRACE = 1.0  # seconds that a worker gets to end by itself after the time limit
_RECYCLE = 500  # questions after which a worker is replaced: clingo never frees a symbol


@dataclass
class Record:
    """One puzzle's result: a line of the report. answers are plain texts; seconds are wall time."""

    id: str
    puzzle: str = ""
    verdict: str = UNKNOWN
    answers: list[str] = field(default_factory=list)
    seconds: float = 0.0
    error: str | None = None

    def line(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def answer(source: Source, reading: Reading, settings: Settings) -> Iterator[str | Record]:
    """Reads and solves one puzzle: a record of its type, its answers as plain text as they are found, its record."""
    started = time.monotonic()
    record = Record(source.name)
    try:
        puzzle = formats.read(source, reading)
        record.puzzle = puzzle.type.name
        yield Record(source.name, record.puzzle)
        search = Search(puzzle, settings)
        writer = plain.Writer(puzzle)
        for found in search:
            text = writer.write(found.atoms)
            record.answers.append(text)
            yield text
        if search.outcome.best is not None:
            record.answers.append(writer.write(search.outcome.best.atoms))
        record.verdict = search.outcome.verdict
        record.error = search.outcome.reason
    except PuzzleError as error:
        record.verdict, record.error = ERROR, str(error)
    record.seconds = round(time.monotonic() - started, 4)
    yield record


class Pool:
    """Workers that answer sources; results come back in the order of the sources."""

    def __init__(self, reading: Reading, settings: Settings, jobs: int, memory_limit: int | None) -> None:
        self.reading = reading
        self.settings = settings
        self.jobs = jobs
        self.memory_limit = memory_limit
        self._desks: list[_Desk] = []

    def run(self, sources: Sequence[Source]) -> Iterator[Record]:
        """The records of the sources, each as soon as those before it are there."""
        waiting = deque(enumerate(sources))
        finished: dict[int, Record] = {}
        following = 0
        try:
            while following < len(sources):
                self._hand_out(waiting)
                for desk in self._listen():
                    finished[desk.number] = desk.result()
                while following in finished:
                    yield finished.pop(following)
                    following += 1
        finally:
            for desk in self._desks:
                desk.worker.kill()
            self._desks = []

    def _hand_out(self, waiting: deque[tuple[int, Source]]) -> None:
        free = [desk for desk in self._desks if desk.source is None]
        while waiting and (free or len(self._desks) < self.jobs):
            if not free:
                free.append(_Desk(Worker(self.memory_limit), self.settings.time_limit, self.memory_limit))
                self._desks.append(free[-1])
            number, source = waiting.popleft()
            free.pop().give(number, source, self.reading, self.settings)

    def _listen(self) -> list[_Desk]:
        """The desks whose question has ended; those that broke down get a new worker."""
        busy = [desk for desk in self._desks if desk.source is not None]
        ready = wait([desk.worker.connection for desk in busy], timeout=min(desk.time_left() for desk in busy))
        done = [desk for desk in busy if desk.worker.connection in ready and desk.read()]
        done += [desk for desk in busy if desk not in done and desk.time_left() <= 0 and desk.stop(TIME_LIMIT)]
        for desk in done:
            if desk.broken or desk.asked >= _RECYCLE:
                desk.worker.kill()
                self._desks.remove(desk)
        return done


class _Desk:
    """A worker and the question that it has at the moment."""

    def __init__(self, worker: Worker, time_limit: float | None, memory_limit: int | None) -> None:
        self.worker = worker
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.source: Source | None = None
        self.number = 0
        self.asked = 0
        self.broken = False
        self._started = 0.0
        self._record = Record("")

    def give(self, number: int, source: Source, reading: Reading, settings: Settings) -> None:
        self.number, self.source = number, source
        self.asked += 1
        self._started = time.monotonic()
        self._record = Record(source.name, puzzle=reading.type or "")
        with suppress(Died):  # noticed when its connection is read
            self.worker.ask(answer, source, reading, settings)

    def time_left(self) -> float:
        """Seconds until the worker is ended, at most some: the caller looks again."""
        if self.time_limit is None:
            return 1.0
        return min(1.0, self._started + self.time_limit + _GRACE - time.monotonic())

    def read(self) -> bool:
        """Takes a message; whether the question has ended."""
        try:
            message = self.worker.receive()
        except Died:
            return self.stop(MEMORY_LIMIT if self.memory_limit else "the solver's process ended unexpectedly")
        assert message is not None
        kind, content = message
        if kind == "item" and isinstance(content, str):
            self._record.answers.append(content)
        elif kind == "item":  # first a record that only knows the type, at last the whole one
            self._record = content
            self.broken = content.error in (TIME_LIMIT, MEMORY_LIMIT)
        return kind != "item"

    def stop(self, reason: str) -> bool:
        """Gives the question up; what was found is kept."""
        self.broken = True
        self._record.verdict = MULTIPLE if len(self._record.answers) > 1 else UNKNOWN
        self._record.error = reason
        self._record.seconds = round(time.monotonic() - self._started, 4)
        return True

    def result(self) -> Record:
        self.source = None
        return self._record


# -- Files


def answer_text(record: Record) -> str:
    """What an answer file says: the boards, then the verdict."""
    last = {
        UNIQUE: "Solution is unique.",
        MULTIPLE: "Solution is not unique.",
        NONE: "No solution",
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
