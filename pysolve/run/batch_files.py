"""What `pysolve batch` leaves behind: a report that can be taken up again, and an answer file for each puzzle."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from ..model.errors import PuzzleError
from ..report.record import ReportLine
from .files import unwritable

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
