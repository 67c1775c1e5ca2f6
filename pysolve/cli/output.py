"""Where commands write: standard output, files and folders; errors go to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.errors import PuzzleError, StoppedError

if TYPE_CHECKING:
    from ..render.picture import Picture
    from ..results.record import Record
    from ..run.files import WholeFile


class Output:
    """Standard output, or a file that is there whole or not at all."""

    def __init__(self, path: str | None) -> None:
        """path: a file, or None; if it ends with .png, what is written must be one SVG document, and becomes a picture.

        PuzzleError if the file cannot be written.
        """
        self._file: WholeFile | None = None
        self._svg: list[str] | None = None
        if path is not None:
            from ..run.files import WholeFile

            if path.lower().endswith(".png"):
                from ..render.sheet import check_png

                check_png()
                self._svg = []
            self._file = WholeFile(path)
            command = click.get_current_context(silent=True)
            if command is not None:  # what is not finished when the command ends, however it does, is taken away
                command.call_on_close(self._file.discard)
        self.colour = path is None and _is_colourful()
        self.columns = _columns() if path is None else None

    @property
    def style(self) -> str:
        """The strokes that can be written: ASCII ones where the encoding has no others."""
        encoding = "utf-8" if self._file is not None else sys.stdout.encoding or "ascii"
        try:
            "┌│★█╭".encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return "ascii"
        return "unicode"

    def draw(self, picture: Picture, style: str) -> None:
        """Draws a picture; where the terminal is too narrow for it, says so in its place."""
        from ..render import terminal

        plain = terminal.render(picture, style)
        self.write(self.too_wide(plain) or (terminal.render(picture, style, True) if self.colour else plain))

    def too_wide(self, drawing: str) -> str | None:
        """Says so, where the terminal is too narrow for a drawing; otherwise None."""
        from ..render.look import width

        needed = max(map(width, drawing.split("\n"))) if self.columns is not None else 0
        if self.columns is None or needed <= self.columns:
            return None
        return (
            f"(The drawing is {needed} columns wide, the terminal has {self.columns}: "
            "'-o FILE' or 'pysolve draw' writes it.)"
        )

    def write(self, text: str) -> None:
        """Writes a line, or several."""
        if self._svg is not None:
            self._svg.append(text)
            return
        (self._file or sys.stdout).write(text + "\n")

    def write_bytes(self, data: bytes) -> None:
        """Writes what is not text into the file that was named."""
        assert self._file is not None
        self._file.write_bytes(data)

    def flush(self) -> None:
        """Sends what was written on its way."""
        if self._file is None:
            sys.stdout.flush()

    def close(self) -> None:
        """Puts the file in its place, if anything was written."""
        if self._file is None:
            return
        if self._svg:
            self._write_png("\n".join(self._svg), self._file)
        if self._file.is_empty:
            self._file.discard()
        else:
            self._file.finish()

    def _write_png(self, document: str, file: WholeFile) -> None:
        from ..render import sheet

        self._svg = None
        try:
            file.write_bytes(sheet.to_png(document))
        except PuzzleError as error:
            file.discard()
            raise error.at(file=str(file.path)) from None


def json_line(record: Record) -> str:
    """See results.record.json_line, which is imported when it is needed."""
    from ..results.record import json_line

    return json_line(record)


def written(id_: str, format_: str, **values: str | None) -> Record:
    """The record of a puzzle that was written in another form, or was not (results.commands.WrittenRecord)."""
    from ..results.commands import WrittenRecord

    known: dict[str, str | None] = {"type": None, "text": None, "file": None, "error": None}
    return WrittenRecord(id=id_, format=format_, **{**known, **values})


def _columns() -> int | None:
    """How wide the terminal is; None where standard output is none."""
    if not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size  # takes time at the start

    return get_terminal_size().columns


def _is_colourful() -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def make_folder(path: str) -> Path:
    """The folder, made if it is not there; PuzzleError if it cannot be made."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PuzzleError(f"the folder cannot be made: {(error.strerror or str(error)).lower()}", file=path) from None
    return folder


def complain(error: PuzzleError) -> None:
    """Says on standard error what is wrong, with all else that is. The traceback goes to the logger `pysolve`, at debug
    level.
    """
    import logging  # takes time at the start

    if error.__traceback__ is not None:
        logging.getLogger("pysolve").debug("An error was raised.", exc_info=error)
    with suppress(OSError):  # there is nowhere else to say it
        for each in (error, *error.others):
            click.echo(f"Error: {each}", err=True)
            if each.excerpt:
                click.echo(each.excerpt, err=True)


class Attempts:
    """What comes of puzzles, where one that is wrong, or reaches a limit, does not stop the others.

    codes: of those that failed. error: what is wrong with the last one.
    """

    def __init__(self) -> None:
        self.codes: list[ExitCode] = []
        self.error: str | None = None

    @contextmanager
    def at(self, file: str) -> Iterator[None]:
        """Within it a puzzle of a file is tried; what goes wrong is said."""
        self.error = None
        try:
            yield
        except StoppedError as stopped:
            self.fail(file, str(stopped.reason), ExitCode.LIMIT_REACHED)
        except PuzzleError as wrong:
            complain(wrong)
            self.error = str(wrong)
            self.codes.append(ExitCode.WRONG_INPUT)

    def fail(self, file: str, error: str, code: ExitCode) -> None:
        """Says why there is nothing of a puzzle."""
        click.echo(f"{file}: {error}.", err=True)
        self.error = error
        self.codes.append(code)


#: Where the context of a command has the warnings that were said.
_WARNINGS = "pysolve.warnings"


def forget_warnings() -> None:
    """Has warn_once say again what it has said."""
    click.get_current_context().meta.pop(_WARNINGS, None)


def warn_once(warnings: Iterable[object]) -> None:
    """Says on standard error what is remarkable about the rules; of several puzzles, with the first one alone."""
    printed: set[str] = click.get_current_context().meta.setdefault(_WARNINGS, set())
    for warning in map(str, warnings):
        if warning not in printed:
            printed.add(warning)
            click.echo(f"Warning: {warning}", err=True)


# -- What commands end with


class ExitCode(IntEnum):
    """The exit codes; each command's help says what the first ones mean for it."""

    SUCCESS = 0
    NEGATIVE = 1
    WRONG_INPUT = 2
    LIMIT_REACHED = 3
    FAULT = 70
    INTERRUPTED = 130
    TERMINATED = 143


#: From harmless to grave: what a command about several puzzles ends with.
_GRAVITY = (ExitCode.SUCCESS, ExitCode.NEGATIVE, ExitCode.LIMIT_REACHED, ExitCode.WRONG_INPUT)


def gravest(codes: Iterable[ExitCode]) -> ExitCode:
    """The exit code for several puzzles."""
    return max(codes, key=_GRAVITY.index, default=ExitCode.SUCCESS)


# -- Rows of a table (CSV), for the commands that have a line for each puzzle or type


CSV = click.option("--csv", "as_csv", is_flag=True, help="Write a table: a row for each, as CSV.")


class Rows:
    """Writes rows, below a line with the names of their values."""

    def __init__(self, write: Callable[[str], object] = click.echo) -> None:
        """write: takes a row, without a line end."""
        self._write = write
        self._names: list[str] = []

    def add(self, values: Mapping[str, object]) -> None:
        """Writes a row. The first one says which values there are."""
        if not self._names:
            self._names = list(values)
            self._write(_line(self._names))
        self._write(_line([_cell(values.get(name)) for name in self._names]))


def _line(cells: list[str]) -> str:
    import csv  # takes time at the start
    from io import StringIO

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().removesuffix("\n")


def _cell(value: object) -> str:
    """A value as a cell: texts below each other, others as JSON has them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "\n".join(value)
    import json

    return json.dumps(value, ensure_ascii=False)
