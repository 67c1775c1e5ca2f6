"""Options that several commands share, what they are made into, and where commands write."""

from __future__ import annotations

import inspect
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import IntEnum
from functools import wraps
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from .. import catalog
from ..formats.source import Reading, Source
from ..model.errors import PuzzleError, StoppedError, alternatives, nearest, quote, said_by_system
from ..render import look, sheet, terminal
from ..report import results
from ..run import cluster as clusters
from ..run import files, many, worker
from ..solving.settings import Settings

if TYPE_CHECKING:
    from csv import DictWriter

    from ..model.puzzle import Puzzle
    from ..model.puzzle_type import PuzzleType
    from ..render.picture import Picture
    from ..run.files import WholeFile


_Command = Callable[..., Any]


class TypeName(click.ParamType):  # type: ignore[type-arg]
    """The name of a puzzle type; the shell completes it."""

    name = "type"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in catalog.names() if name.startswith(incomplete)]


def type_named(name: str, own_types: tuple[str, ...]) -> tuple[PuzzleType, tuple[str, ...]]:
    """The type of this name, or the one whose folder this is; and the folders of own types, then with the one that the
    folder lies in. PuzzleError if there is none.
    """

    folder = Path(name)
    if not os.path.isfile(folder / "manifest.yaml"):  # Path.is_file complains of a name that is too long
        try:
            return catalog.find(name, own_types), own_types
        except PuzzleError:
            if os.path.isdir(name):
                raise PuzzleError("the folder has no manifest.yaml, expected that of a type", file=name) from None
            raise
    folder = folder.resolve()
    return catalog.load(folder), (*own_types, str(folder.parent))


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Has the shell complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


class Whole(click.IntRange):
    """A whole number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"found {quote(str(value))}, expected a whole number {_limits(self)}", param, ctx)


class Seconds(click.FloatRange):
    """A time; what is not a number is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            seconds = super().convert(value, param, ctx)
        except click.BadParameter:
            seconds = math.nan
        if math.isnan(seconds):
            self.fail(f"found {quote(str(value))}, expected a number of seconds {_limits(self)}", param, ctx)
        return seconds


def _limits(range_: click.IntRange | click.FloatRange) -> str:
    if range_.max is not None:
        return f"from {range_.min or 0:,} to {range_.max:,}"
    return f"above {range_.min:g}" if range_.min_open else f"of {range_.min:g} or more"


class Word(click.Choice):  # type: ignore[type-arg]
    """One of some words; of many, a misspelt one gets the one that was likely meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            near = nearest(str(value), self.choices) if len(self.choices) > 9 else None
            hint = f"expected {alternatives(list(self.choices))}" if near is None else f"did you mean {quote(near)}?"
            self.fail(f"found {quote(str(value))}{', ' if near is None else '; '}{hint}", param, ctx)


class Constant(click.ParamType):  # type: ignore[type-arg]
    """NAME=VALUE."""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*=\s*(\S+)\s*", value)
        if match is None:
            self.fail(f"found {quote(value)}, expected NAME=VALUE", param, ctx)
        return match[1], match[2]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The options of the type that --type names."""
        type_ = catalog.lookup(ctx.params.get("type_") or "", ctx.params.get("own_types") or ())
        names = type_.options if type_ is not None else ()
        return [CompletionItem(f"{name}=") for name in names if name.startswith(incomplete)]


INPUTS = click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, shell_complete=complete_files)

OWN_TYPES = click.option(
    "--types", "own_types", metavar="DIR", multiple=True, shell_complete=complete_files,
    help=f"A folder of your own types; they win over pysolve's. Also: ${catalog.TYPES_VARIABLE}.",
)  # fmt: skip

WORDS = click.option(
    "--words", metavar="FILE", shell_complete=complete_files,
    help="A list of words, one per line, optionally word;score.",
)  # fmt: skip

STYLE = click.option(
    "--style", type=Word(["unicode", "ascii"]),
    help="Strokes of the drawing (default: unicode, where the terminal's encoding has them).",
)  # fmt: skip

JSON = click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each.")

OUTPUT = click.option("--output", "-o", metavar="FILE", shell_complete=complete_files, help="Write to a file.")

SOLUTION = click.option(
    "--solution/--no-solution", default=None,
    help="Write the answer, too, if there is only one, or none. Without either: where the format checks answers.",
)  # fmt: skip

WATCH = click.option(
    "--watch", "watched", is_flag=True,
    help="Look again each time that the puzzle, its rules or its manifest is saved.",
)  # fmt: skip

_READING = [
    click.option("--type", "-t", "type_", metavar="TYPE", type=TypeName(), help="The type, if the file doesn't say."),
    OWN_TYPES,
    WORDS,
    click.option("--board", metavar="FILE", shell_complete=complete_files, help="The board of a JSON list of cells."),
    click.option(
        "--drop", "dropped", metavar="NAME", multiple=True,
        help="Leave out what a link holds by this name, such as a drawing, if pysolve does not know it.",
    ),
]  # fmt: skip


def _check_memory_limit(context: click.Context, option: click.Parameter, limit: int | None) -> int | None:
    if limit is not None:
        worker.check_memory_limit()
    return limit


_LIMITS = [
    click.option("--time-limit", metavar="SECONDS", type=Seconds(min=0, min_open=True),
                 help="Stop after this time; with several puzzles, it is the limit for each."),
    click.option("--memory-limit", metavar="MB", type=Whole(1, 2**30), callback=_check_memory_limit,
                 help="Memory that a puzzle may take."),
]  # fmt: skip

_SEARCH = [
    click.option(
        "--rules", "-r", metavar="RULES.lp", multiple=True, shell_complete=complete_files,
        help="Rules to add to the type's own: a variant."
    ),
    click.option(
        "--const", "-c", "constants", metavar="NAME=VALUE", type=Constant(), multiple=True,
        help="Set an option of the type ('pysolve show TYPE' lists them).",
    ),
    click.option(
        "--plain", is_flag=True, help="The type's rules as they stand, without its files that only make them faster."
    ),
    *_LIMITS,
]  # fmt: skip

_CLASP = [
    click.option("--threads", metavar="N", type=Whole(1, 64), default=1, help="Search with several threads."),
    click.option(
        "--configuration", metavar="NAME",
        type=Word(["auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many"]),
        help="clasp's search configuration: auto, frumpy, jumpy, tweety, handy, crafty, trendy, many.",
    ),
    click.option("--seed", metavar="N", type=Whole(0, 2**31 - 1), help="Search at random, with this seed."),
]  # fmt: skip

FORMAT = click.option(
    "--format", "-f", "format_", type=Word(["text", "plain", "json", "svg"]), default="text",
    help="How it is written: words and a drawing (default), words alone, a JSON line, a picture.",
)  # fmt: skip


def with_options(options: Iterable[Callable[[_Command], _Command]]) -> Callable[[_Command], _Command]:
    """What adds options to a command, in this order."""

    def added(command: _Command) -> _Command:
        for option in reversed(list(options)):
            command = option(command)
        return command

    return added


#: Adds the options that say how results are written: `format_`, `style` and `output`.
writing_options = with_options([FORMAT, STYLE, OUTPUT])


def gathered(
    options: Iterable[Callable[[_Command], _Command]], name: str, make: Callable[..., object]
) -> Callable[[_Command], _Command]:
    """What adds options to a command, which gets what is made of their values under one name.

    make: its parameters are called as the options; others of the command's values that it names are taken, too.
    """
    taken = inspect.signature(make).parameters

    def added(command: _Command) -> _Command:
        @with_options(options)
        @wraps(command)
        def gathering(**named: Any) -> Any:
            made = make(**{each: named.pop(each) for each in taken if each in named})
            return command(**{name: made}, **named)

        return gathering

    return added


def _reading(
    type_: str | None, own_types: tuple[str, ...], words: str | None, board: str | None, dropped: tuple[str, ...]
) -> Reading:
    """How puzzles are read; PuzzleError for a type or a folder that is not there."""
    catalog.folders(own_types)
    type_ = None if type_ is None else str(catalog.find(type_, own_types).name)
    return Reading(type_, own_types, board, words, dropped=dropped)


def _settings(
    time_limit: float | None, rules: tuple[str, ...] = (), constants: tuple[tuple[str, str], ...] = (),
    plain: bool = False,
) -> Settings:  # fmt: skip
    return Settings(rules=rules, plain=plain, constants=dict(constants), time_limit=time_limit)


def _with_clasp(settings: Settings, threads: int, configuration: str | None, seed: int | None) -> Settings:
    return replace(settings, threads=threads, configuration=configuration, seed=seed)


#: What adds the options that say how puzzles are read; the command gets them as one `reading`.
reading_options = gathered(_READING, "reading", _reading)

#: Those that say how to search; it gets them as `settings`, and `memory_limit` (megabytes). Or the limits alone.
search_options, limit_options = (gathered(each, "settings", _settings) for each in (_SEARCH, _LIMITS))

#: Those that clasp takes, below `search_options`: they go into its `settings`.
clasp_options = gathered(_CLASP, "settings", _with_clasp)


# -- Options that say where many puzzles are worked at: in processes of this machine, or on a cluster


class Where(NamedTuple):
    """What the options say. jobs: how many processes. cluster: the address of a scheduler, or LOCAL for a new one.
    portfolio: in how many ways each puzzle is searched, if that is asked for.
    """

    jobs: int | None = None
    cluster: str | None = None
    portfolio: int | None = None

    @property
    def is_named(self) -> bool:
        """Whether the user says anything of it."""
        return self != Where()

    def place(self, memory_limit: int | None) -> many.Place:
        """The place. memory_limit: megabytes for each process."""
        jobs = self.jobs or self.portfolio or _processors()
        if self.cluster is not None:
            return clusters.Cluster(self.cluster, jobs, memory_limit)
        return many.Workers(jobs, memory_limit)

    def place_if_named(self, memory_limit: int | None) -> many.Place:
        """The place, if the user names one; otherwise puzzles are worked at one after the other."""
        return self.place(memory_limit) if self.is_named else many.InTurn(memory_limit=memory_limit)


_PLACE = [
    click.option(
        "--jobs", "-j", metavar="N", type=Whole(1, 256), help="Processes (default: one per processor)."
    ),
    click.option(
        "--cluster", metavar="ADDRESS",
        help="Work on a dask cluster: tcp://HOST:PORT of its scheduler, or 'local' to make one here.",
    ),
]  # fmt: skip


def _where(jobs: int | None, cluster: str | None, portfolio: int | None = None) -> Where:
    if jobs is not None and cluster not in (None, clusters.LOCAL):
        raise click.UsageError("--jobs is for this machine; how much a cluster does at once is up to its workers")
    return Where(jobs, cluster, portfolio)


#: What adds these options to a command; it gets them as one `where`, with --portfolio, if it has that.
place_options = gathered(_PLACE, "where", _where)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says
        return os.cpu_count() or 1


# -- All that a command about puzzles is asked


class Asked(NamedTuple):
    """Which puzzles, how they are read and searched, in how much memory (megabytes), and where."""

    inputs: tuple[str, ...]
    reading: Reading
    settings: Settings
    memory_limit: int | None = None
    where: Where = Where()

    def with_settings(self, **changes: Any) -> Asked:
        """The same with other settings."""
        return self._replace(settings=replace(self.settings, **changes))

    def sources(self) -> Iterator[Source]:
        """The sources; with limits, they are found under them."""
        return many.sources(self.inputs, self.settings.time_limit, self.memory_limit)

    def several_sources(self) -> tuple[bool, Iterator[Source]]:
        """Whether there are several sources, and the sources."""
        sources = self.sources()
        ahead = list(islice(sources, 2))
        return len(ahead) > 1, chain(ahead, sources)

    def place(self) -> many.Place:
        """Where several puzzles are worked at."""
        return self.where.place(self.memory_limit)

    def place_if_named(self) -> many.Place:
        """The same, if the user names one; otherwise puzzles are worked at one after the other."""
        return self.where.place_if_named(self.memory_limit)


#: What has a command get all of this as one `asked`; it stands directly above the command.
asked_together = gathered([], "asked", Asked)


# -- Where commands write: standard output, files and folders; errors go to standard error


class Output:
    """Standard output, or a file that is there whole or not at all."""

    def __init__(self, path: str | None) -> None:
        """path: a file, or None; if it ends with .png, what is written must be one SVG document, and becomes a picture.

        PuzzleError if the file cannot be written.
        """
        self._file: files.WholeFile | None = None
        self._svg: list[str] | None = None
        if path is not None:
            if path.lower().endswith(".png"):
                sheet.check_png()
                self._svg = []
            self._file = files.WholeFile(path)
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

        plain = terminal.render(picture, style)
        self.write(self.too_wide(plain) or (terminal.render(picture, style, True) if self.colour else plain))

    def too_wide(self, drawing: str) -> str | None:
        """Says so, where the terminal is too narrow for a drawing; otherwise None."""

        needed = max(map(look.width, drawing.split("\n"))) if self.columns is not None else 0
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

        self._svg = None
        try:
            file.write_bytes(sheet.to_png(document))
        except PuzzleError as error:
            file.discard()
            raise error.at(file=str(file.path)) from None


def written_line(id_: str, format_: str, **values: str | None) -> str:
    """The JSON line of a puzzle that was written in another form, or was not (results.WrittenRecord)."""
    known: dict[str, str | None] = {"type": None, "text": None, "file": None, "error": None}
    return results.json_line(results.WrittenRecord(id=id_, format=format_, **{**known, **values}))


def on_terminal() -> bool:
    """Whether somebody looks at what is written."""
    return sys.stdout.isatty()


class Progress:
    """A line on standard error that says how far a command has come, where that is a terminal."""

    def __init__(self, wanted: bool = True) -> None:
        self._wanted = wanted and sys.stderr.isatty()
        self._shown = False

    def say(self, text: str) -> None:
        """Says it in place of what was said before."""
        if self._wanted:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)
            self._shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False

    def end(self) -> None:
        """Leaves the line as it is."""
        if self._wanted:
            click.echo(err=True)


def _columns() -> int | None:
    """How wide the terminal is; None where standard output is none."""
    if not on_terminal():
        return None
    from shutil import get_terminal_size  # takes time at the start

    return get_terminal_size().columns


def _is_colourful() -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR is set."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def make_folder(path: str) -> Path:
    """The folder, made if it is not there; PuzzleError if it cannot be made."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise PuzzleError("this is a file, expected a folder", file=path) from None
    except OSError as error:
        raise PuzzleError(f"the folder cannot be made: {said_by_system(error)}", file=path) from None
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


def say_notes(puzzle: Puzzle | None) -> None:
    """Says on standard error what is remarkable about a puzzle, if it was read."""
    for remark in puzzle.remarks if puzzle is not None else ():
        click.echo(f"Note: {remark}.", err=True)


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


def leave(code: int) -> None:
    """Ends the process without waiting for a thread that still grounds."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


# -- Rows of a table (CSV), for the commands that have a line for each puzzle or type


CSV = click.option("--csv", "as_csv", is_flag=True, help="Write a table: a row for each, as CSV.")


class Rows:
    """Writes rows, below a line with the names of their values."""

    def __init__(self, write: Callable[[str], object] = click.echo) -> None:
        """write: takes a row, without a line end."""
        self._write = write
        self._table: DictWriter[str] | None = None

    def add(self, values: Mapping[str, object]) -> None:
        """Writes a row. The first one says which values there are."""
        import csv  # takes time at the start

        if self._table is None:
            self._table = csv.DictWriter(self, list(values), extrasaction="ignore", lineterminator="\n")
            self._table.writeheader()
        self._table.writerow({name: _cell(value) for name, value in values.items()})

    def write(self, line: str) -> None:
        """Takes a line of the table."""
        self._write(line.removesuffix("\n"))


def _cell(value: object) -> str:
    """A value as a cell: texts below each other, others as JSON has them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "\n".join(value)
    import json

    return json.dumps(value, ensure_ascii=False)
