"""pysolve make: new puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from .. import formats
from ..analyses.make import MAKE, made_line, made_record
from ..analysis.hint import Level
from ..formats import native
from ..formats.source import Reading, shipped_name
from ..generate import boards
from ..generate import make as making
from ..generate.make import MadePuzzle, random_seed
from ..model.errors import PuzzleError, quote
from ..model.puzzle import Puzzle, no_answer
from ..render import svg, terminal
from ..render.picture import draw
from ..report.lines import title_of
from ..report.results import json_line
from ..run import searches as running
from ..run.files import only_answer, with_answer
from ..solving.settings import Settings
from . import analysis
from .options import (
    FORMAT,
    OUTPUT,
    OWN_TYPES,
    SOLUTION,
    STYLE,
    WORDS,
    ExitCode,
    Output,
    Progress,
    TypeName,
    Where,
    Whole,
    Word,
    gathered,
    make_folder,
    place_options,
    search_options,
    type_named,
    with_options,
)

#: Seconds after which no puzzle of a wanted difficulty is looked for any longer, unless a limit is given.
PATIENCE = 60


class Difficulty(click.ParamType):  # type: ignore[type-arg]
    """A level, or two numbers with a '-' between them, of which one may be missing."""

    name = "difficulty"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float] | Level:
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        if value in list(Level):
            return Level(value)
        match = re.fullmatch(r"(\d+(?:\.\d+)?)?-(\d+(?:\.\d+)?)?", value)
        if match is None or not any(match.groups()):
            expected = f"a range such as 5-12, 5- or -12, or {', '.join(list(Level)[:-1])} or {list(Level)[-1]}"
            self.fail(f"found {quote(value)}, expected {expected}", param, ctx)
        least, most = float(match[1] or 0), float(match[2] or "inf")
        if least > most:
            self.fail(f"found {quote(value)}, expected the smaller number first", param, ctx)
        return least, most


class _Form(NamedTuple):
    """How puzzles are written. other: the format of 'pysolve convert'; None for what `format` says."""

    format: str
    other: str | None
    solution: bool | None
    style: str | None
    answered: bool
    words: str | None = None

    @property
    def says_seed(self) -> bool:
        """Whether the seed stands in what is written."""
        return self.other is None and self.format != "svg"

    @property
    def ending(self) -> str:
        """How the name of a file with a puzzle ends."""
        if self.other is not None:
            return next(iter(formats.format_named(self.other).endings), ".txt")
        return f".{self.format}" if self.format in ("json", "svg") else ".yaml"  # the native format, below a comment

    def between(self, count: int) -> str:
        """What parts puzzles that follow each other; PuzzleError if the format holds one a file."""
        if self.other is None:
            return "---\n" if self.format in ("text", "plain") else ""
        record = formats.format_named(self.other)
        if count > 1 and record.between is None:
            raise PuzzleError(f"{record.title} holds one puzzle a file: name a folder with --output")
        return (record.between or b"").decode()

    def text(self, made: MadePuzzle, puzzle: Puzzle, file: str | None, style: str) -> str:
        """A puzzle, written. file: where it goes. style: of strokes, where none was chosen."""
        if self.other is not None:
            answer = no_answer if self.solution is False else only_answer
            return (
                formats.write(with_answer(puzzle, self.other, self.solution), self.other, answer).decode().rstrip("\n")
            )
        words = _reference(self.words, file)
        if self.format == "json":
            return json_line(made_record(puzzle.type.name, made, words))
        pictures = [draw(puzzle, given=made.given)]
        if self.answered:
            pictures.append(draw(puzzle, made.answer, made.given))
        if self.format == "svg":
            return svg.render(pictures, title_of(puzzle)).rstrip("\n")
        comment = made_line(made)
        if self.format == "text":
            drawings = (terminal.render(picture, self.style or style) for picture in pictures)
            comment += "".join(f"\n\n{drawing}" for drawing in drawings) + "\n"
        return native.yaml_of(puzzle, comment, words).rstrip("\n")


_FORM = [
    click.option("--answer", "answered", is_flag=True, help="Draw the answer, too."),
    click.option(
        "--to", "other", type=Word(formats.writable(text=True)),
        help="Write the puzzles in a format of 'pysolve convert', such as url, instead.",
    ),
    SOLUTION,
    FORMAT,
    STYLE,
]  # fmt: skip


def _form(format_: str, other: str | None, solution: bool | None, style: str | None, answered: bool) -> _Form:
    if other is not None and (format_ != "text" or answered):
        raise click.UsageError("--to and --format, or --answer, contradict each other")
    return _Form(format_, other, solution, style, answered)


@click.command()
@click.argument("type_", metavar="TYPE", type=TypeName())
@click.argument("size", metavar="[SIZE]", required=False)
@click.option("--count", metavar="N", type=Whole(min=1), default=1, help="Make N puzzles (default: 1).")
@with_options(option for parameter in MAKE.parameters for option in analysis.options_of(parameter))
@click.option(
    "--difficulty",
    metavar="A-B",
    type=Difficulty(),
    help="From A to B, as 'pysolve grade' measures it; either may be left out. Or one of its words, from easy to "
    f"extreme. Takes {PATIENCE} s at most, unless there is a --time-limit.",
)
@click.option("--picture", metavar="FILE", help="The answer: a text with x for what is filled, or a PBM picture.")
@WORDS
@gathered(_FORM, "form", _form)
@OUTPUT
@OWN_TYPES
@search_options
@place_options
def make(
    type_: str, size: str | None, count: int, seed: int | None, symmetric: bool, clues: int | None, all_clues: bool,
    difficulty: tuple[float, float] | Level | None, picture: str | None, words: str | None, form: _Form,
    output: str | None, own_types: tuple[str, ...], settings: Settings, memory_limit: int | None, where: Where,
) -> ExitCode:  # fmt: skip
    """Make puzzles with exactly one answer.

    SIZE is a side (9), rows x columns (9x12), a hexagon's side (hex5), or a puzzle file, whose board is taken without
    its clues. Without it, boards are as large as a small example of the type. The same seed gives the same puzzles;
    without one they are others each time. With several, each is a file of the folder that --output names, or they
    follow each other with '---' between them. 'pysolve show TYPE' lists what can be said of boards, such as how
    many blocks a crossword has; -c NAME=VALUE says it.

    Exit codes: 0 made, 1 there is no such puzzle, 2 wrong input, 3 a limit was reached.
    """
    if all_clues and clues is not None:
        raise click.UsageError("--clues and --all-clues contradict each other")
    if difficulty is not None and settings.time_limit is None:
        settings = replace(settings, time_limit=PATIENCE)
    found, own_types = type_named(type_, own_types)
    size, filled = _size(size, picture, settings.time_limit)
    size = size or boards.usual_size(found, own_types)
    board = _board(size)
    words = words if board else boards.words_for(found, words)  # a puzzle has words of its own
    request = making.MakeRequest(
        random_seed() if seed is None else seed, 0, symmetric, clues, all_clues, difficulty, filled
    )
    if seed is None and not form.says_seed:
        click.echo(f"seed {request.seed}", err=True)
    writer = _Writer(form._replace(words=words), output, f"{found.name}-{request.seed}", count)
    place = where.place(memory_limit) if count > 1 else where.place_if_named(memory_limit)
    reading = Reading(found.name, own_types, board, words)
    try:
        puzzles = map(_made, running.make_each(count, size, reading, settings, request, place))
        return _write_each(puzzles, count, writer)
    finally:
        writer.output.close()


def _board(size: str) -> str | None:
    """The file that is named in place of a size; None if none is."""
    if os.path.isfile(size):
        return size
    if "." in size:
        raise PuzzleError("there is no such file, expected a size such as 9x12, or a file with the board", file=size)
    return None


def _write_each(puzzles: Iterator[MadePuzzle], count: int, writer: _Writer) -> ExitCode:
    """Writes the puzzles, as far as there are any; says which are not as requested. On a terminal, where they go to
    files, says how many there are.
    """
    code, progress = ExitCode.SUCCESS, Progress(writer.folder is not None)
    for number, made in enumerate(puzzles, 1):
        if not made.complete:
            click.echo(made_line(made), err=True)
            code = ExitCode.LIMIT_REACHED if made.reason else ExitCode.NEGATIVE
        if made.puzzle is None:
            return code
        writer.write(made, made.puzzle, number)
        progress.say(f"{number:,} of {count:,} puzzles")
    progress.end()
    return code


class _Writer:
    """Writes puzzles: one after the other, or each into a file of its own in a folder."""

    def __init__(self, form: _Form, output: str | None, name: str, count: int) -> None:
        """output: a file, or a folder for several. name: what files in it are called, with a number behind it."""
        self._form = form
        self.folder = make_folder(output) if output is not None and count > 1 else None
        self._path = output
        self._name = name
        self._between = form.between(1 if self.folder else count)
        self.output = Output(None if self.folder else output)

    def write(self, made: MadePuzzle, puzzle: Puzzle, number: int) -> None:
        """Writes a puzzle. number: from 1."""
        if self.folder is None:
            between = self._between if number > 1 else ""
            self.output.write(between + self._form.text(made, puzzle, self._path, self.output.style))
            self.output.flush()
            return
        path = str(self.folder / f"{self._name}-{number}{self._form.ending}")
        output = Output(path)
        output.write(self._form.text(made, puzzle, path, output.style))
        output.close()


def _size(size: str | None, picture: str | None, patience: float | None) -> tuple[str | None, str | None]:
    """The board to make puzzles on, if one is named, and the answer that they shall have, if there is one."""
    filled = boards.read_picture(picture, patience) if picture is not None else None
    if size is None and filled is not None:
        rows = [line.split() for line in filled.splitlines()]
        size = f"{len(rows)}x{len(rows[0])}"
    return size, filled


def _made(results: Iterator[MadePuzzle]) -> MadePuzzle:
    """The puzzle; on a terminal, says meanwhile how many tries there were, after the first one."""
    made, progress = MadePuzzle(), Progress()
    try:
        for made in results:
            if made.tries > 1:
                progress.say(f"try {made.tries} …")
    finally:
        progress.clear()
    return made


def _reference(words: str | None, output: str | None) -> str | None:
    """How an instance names its file of words: from the folder that it is written to, or by the name alone of a list
    that comes along, which is found wherever pysolve is.
    """
    if words is None:
        return None
    if (name := shipped_name(words)) is not None:
        return name
    folder = Path(output).parent if output is not None else Path()
    return Path(os.path.relpath(words, folder)).as_posix()
