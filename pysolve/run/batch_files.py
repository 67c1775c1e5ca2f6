"""What `pysolve batch` leaves behind: a report that can be taken up again, and an answer file for each puzzle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import BinaryIO

from ..model.errors import PuzzleError
from ..report.record import Record
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
    """A file of records, one JSON line each, written line by line."""

    def __init__(self, path: str, resume: bool) -> None:
        """resume: what stands there already stays, but for a line that was cut off; of what is no plain file (a pipe,
        /dev/full) nothing is read. PuzzleError if the file cannot be written.
        """
        self.path = path
        self._resumes = resume and os.path.isfile(path)
        try:
            self._file: BinaryIO = open(path, "r+b" if self._resumes else "wb")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise unwritable(self.path, error, "the report") from None

    def records(self) -> Iterator[Record]:
        """The records that stand there; to be read to the end before others are written.

        PuzzleError for a line that is no record, and if they cannot be read.
        """
        if not self._resumes:
            return
        end = 0
        try:
            self._file.seek(0)
            for number, line in enumerate(self._file, 1):
                if not line.endswith(b"\n"):
                    break
                end += len(line)
                yield self._record(line, number)
            self._file.seek(end)
            self._file.truncate()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise PuzzleError(f"the report cannot be read: {reason}", file=self.path) from None

    def _record(self, line: bytes, number: int) -> Record:
        try:
            return Record.of_line(line.decode())
        except (ValueError, TypeError, RecursionError):
            sentence = "this is not a report of 'pysolve batch', so it cannot be resumed"
            raise PuzzleError(sentence, file=self.path, line=number) from None

    def write(self, record: Record, compared: bool = False) -> None:
        """Adds a record. compared: with how its answer compares. PuzzleError if it cannot be written."""
        try:
            self._file.write(record.line(compared).encode(errors="replace") + b"\n")
            self._file.flush()
        except OSError as error:
            raise unwritable(self.path, error, "the report") from None

    def close(self) -> None:
        """Closes the file. PuzzleError if what was written last cannot be put there."""
        try:
            self._file.close()
        except OSError as error:
            raise unwritable(self.path, error, "the report") from None
