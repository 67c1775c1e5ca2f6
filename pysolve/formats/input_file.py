"""The bytes of one input: a file, a pipe or standard input, of which there may be too many, or which may never come."""

from __future__ import annotations

import codecs
import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType

from ..model.errors import PuzzleError, StoppedError, quote
from ..model.puzzle import StopReason

STANDARD_INPUT = "-"

#: Bytes of a file: more are no puzzle. Files with a puzzle a line are read line by line, and may be of any length.
LARGEST_FILE = 64 * 2**20

#: Bytes of one puzzle: a million cells, with blanks between them.
LARGEST_PUZZLE = 4 * 2**20

#: Bytes of a line where each is a puzzle.
LARGEST_RECORD = 2**20

_PIECE = 2**16
_LONGEST_WAIT = 10**6  # seconds: the system counts no further


class InputFile:
    """An input that is open for reading; PuzzleError wherever it cannot be read.

    patience: seconds that one waits for all of it, or, if it is read line by line, for the first line: then
    StoppedError is raised, also if the input is a pipe that nobody writes to.
    """

    def __init__(self, given: str, patience: float | None = None) -> None:
        self.name = "standard input" if given == STANDARD_INPUT else given
        self._patience = patience
        self._began = time.monotonic()
        self._buffer = b""
        self._own = given != STANDARD_INPUT
        self._descriptor: int | None = None  # None: standard input is no file, but something in its stead
        try:
            self._descriptor = os.open(given, os.O_RDONLY | _AT_ONCE) if self._own else _standard_input()
        except OSError as error:
            raise self._unreadable(error) from None
        except ValueError:  # a NUL in the name
            raise PuzzleError("this is no name of a file", file=quote(given)) from None

    def __enter__(self) -> InputFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file, unless it is standard input."""
        if self._own and self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @property
    def waited(self) -> float:
        """Seconds since the input was opened."""
        return time.monotonic() - self._began

    def first_line(self) -> bytes:
        """The first line with its end, or as much of it as a record may have. It stays to be read."""
        began, data = b"\n" in self._buffer, bytearray(self._buffer)
        while not began and len(data) < LARGEST_RECORD and (piece := self._piece()):
            data += piece
            began = b"\n" in piece
        self._buffer = bytes(data)
        line, end, _ = self._buffer.partition(b"\n")
        return line + end

    def read(self, expected: str = "a puzzle") -> bytes:
        """All that is left, text as UTF-8 with lines that end as usual. expected: what it should hold."""
        data = bytearray(self._buffer)
        self._buffer = b""
        while piece := self._piece():
            data += piece
            if len(data) > LARGEST_FILE:
                raise PuzzleError(f"found more than {LARGEST_FILE // 2**20} MB, expected {expected}", file=self.name)
        return as_usual(bytes(data))

    def lines(self) -> Iterator[bytes]:
        """What is left, line by line, without their ends, however long the next one takes to come. Of a line that is
        too long only the beginning is given, which is too long, too.
        """
        self._patience = None
        piece, self._buffer = self._buffer, b""
        rest = bytearray()
        while True:
            head, *others = piece.split(b"\n")
            rest += head[: max(2 * LARGEST_RECORD - len(rest), 0)]
            for line in others:
                yield bytes(rest)
                rest = bytearray(line)
            piece = self._piece()
            if not piece:
                break
        yield bytes(rest)

    def _piece(self) -> bytes:
        """The next bytes; none at the end."""
        try:
            if self._descriptor is None:
                return bytes(sys.stdin.buffer.read(_PIECE))
            self._wait(self._descriptor)
            return os.read(self._descriptor, _PIECE)
        except (OSError, AttributeError) as error:  # standard input may be closed, and so not be there
            raise self._unreadable(error) from None

    def _wait(self, descriptor: int) -> None:
        """Waits until there is something to read: so that reading does not wait."""
        if not hasattr(select, "poll"):
            return
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        if self._patience is None:
            waiting.poll()
            return
        left = self._patience - self.waited
        if left <= 0 or not waiting.poll(1000 * min(left, _LONGEST_WAIT)):
            sentence = f"the input did not come within {self._patience:g} seconds"
            raise StoppedError(StopReason.TIME_LIMIT, sentence, file=self.name)

    def _unreadable(self, error: OSError | AttributeError) -> PuzzleError:
        if isinstance(error, IsADirectoryError):
            return PuzzleError("this is a folder, expected a file", file=self.name)
        reason = str(error.strerror or error).lower() if isinstance(error, OSError) else "it is closed"
        return PuzzleError(f"the file cannot be read: {reason}", file=self.name)


def as_usual(data: bytes) -> bytes:
    """Text in UTF-16, as Excel saves 'Unicode text', as UTF-8; lines that end in CR alone end in LF. Other bytes as
    they are.
    """
    marks = {codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32",
             codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}  # fmt: skip
    encoding = next((name for mark, name in marks.items() if data.startswith(mark)), None)
    if encoding is not None:
        with suppress(UnicodeDecodeError):
            data = data.decode(encoding).encode("utf-8", "surrogatepass")
    if b"\r" in data and b"\n" not in data and b"\0" not in data:
        data = data.replace(b"\r", b"\n")
    return data


_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # opening a pipe would wait for its writer


def _standard_input() -> int | None:
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return None
