"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ..model.errors import PuzzleError


def unwritable(path: str | Path, error: OSError | ValueError, what: str = "the file") -> PuzzleError:
    """What is said of a file that cannot be written."""
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return PuzzleError(f"{what} cannot be written: {reason}", file=str(path))


class WholeFile:
    """A file that is written beside its place, and put there when it is complete.

    What is no plain file (a pipe, /dev/null) is not replaced, but written to.
    """

    def __init__(self, path: str | Path, part: Path | None = None) -> None:
        """part: where it is written; by default a new file beside it, so that two may be written at once. What a kill
        leaves there is replaced by who writes the same part again. PuzzleError if the file cannot be written.
        """
        self.path = Path(path)
        try:
            self._place = Path(os.path.realpath(self.path))
            self._plain = self._place.is_file() or not self._place.exists()
            if self._place.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if self._plain and part is None:
                self._part: IO[str] = tempfile.NamedTemporaryFile(  # noqa: SIM115
                    "w", encoding="utf-8", errors="replace", dir=self._place.parent, prefix=".", suffix=".part",
                    delete=False,
                )  # fmt: skip
            else:
                file = part if part is not None and self._plain else self._place
                self._part = open(file, "w", encoding="utf-8", errors="replace")  # noqa: SIM115
            self._empty = True
        except (OSError, ValueError) as error:
            raise unwritable(path, error) from None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return self._empty

    def write(self, text: str) -> None:
        """Adds text. PuzzleError if it cannot be written; then nothing is left of the file."""
        self._empty = self._empty and not text
        try:
            self._part.write(text)
        except OSError as error:
            self.discard()
            raise unwritable(self.path, error) from None

    def write_bytes(self, data: bytes) -> None:
        """Adds what is not text. PuzzleError as `write`."""
        self._empty = self._empty and not data
        try:
            self._part.flush()
            self._part.buffer.write(data)  # type: ignore[attr-defined]  # it is a TextIOWrapper
        except OSError as error:
            self.discard()
            raise unwritable(self.path, error) from None

    def finish(self) -> None:
        """Puts the file in its place. PuzzleError if that cannot be done; then nothing is left of it."""
        try:
            self._part.close()
            if self._plain:
                os.chmod(self._part.name, 0o666 & ~_umask())
                os.replace(self._part.name, self._place)
        except OSError as error:
            self.discard()
            raise unwritable(self.path, error) from None
        except BaseException:
            self.discard()
            raise

    def discard(self) -> None:
        """Takes away what was written."""
        with suppress(OSError):
            self._part.close()
        if self._plain:
            with suppress(OSError):
                os.unlink(self._part.name)


def write_whole(path: str | Path, content: str | bytes, part: Path | None = None) -> None:
    """Writes a file. part: see WholeFile. PuzzleError if it cannot be written."""
    file = WholeFile(path, part)
    try:
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write(content)
    except BaseException:
        file.discard()
        raise
    file.finish()


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """The folder in which files are written that are to lie in a new one: it is there with all of them, or not at all.

    PuzzleError if it is there already, or if it or its files cannot be written.
    """
    made: list[Path] = []  # the folders above it that were not there, the outermost first, and the one to be filled
    try:
        if os.path.lexists(target):
            raise PuzzleError("this is there already; nothing was changed", file=str(target))
        for each in reversed([target.parent, *target.parent.parents]):
            if not each.exists():
                each.mkdir()
                made.append(each)
        made.append(Path(tempfile.mkdtemp(dir=target.parent, prefix=".", suffix=".part")))
        yield made[-1]
        made[-1].chmod(0o777 & ~_umask())
        made[-1].rename(target)
    except BaseException as error:
        if made and made[-1].name.endswith(".part"):
            shutil.rmtree(made.pop(), ignore_errors=True)
        for each in reversed(made):
            with suppress(OSError):
                each.rmdir()
        if isinstance(error, OSError):
            raise PuzzleError(f"the folder cannot be made: {_reason(error)}", file=str(target)) from None
        raise


def _reason(error: OSError) -> str:
    """Why something could not be written; of many files that were copied, the first."""
    number = re.search(r"\[Errno (\d+)\]", str(error))
    return (error.strerror or (os.strerror(int(number[1])) if number else str(error))).lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
