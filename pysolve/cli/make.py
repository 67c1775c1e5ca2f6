"""pysolve make: new puzzles."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import formats
from ..formats import Reading
from ..model.errors import PuzzleError, quote
from ..model.puzzle import no_answer
from ..report.lines import title_of
from ..results.made import made_line, made_record
from ..results.record import json_line
from ..run.exports import only_answer, with_answer
from .exit_codes import ExitCode
from .options import OWN_TYPES, SOLUTION, WORDS, TypeName, search_options, type_named, writing_options
from .output import Output, make_folder
from .where import Where, place_options

if TYPE_CHECKING:
    from ..analysis.grade import Level
    from ..generate.make import MadePuzzle
    from ..solving.settings import Settings


#: Seconds after which no puzzle of a wanted difficulty is looked for any longer, unless a limit is given.
PATIENCE = 60


class Difficulty(click.ParamType):  # type: ignore[type-arg]
    """A level, or two numbers with a '-' between them, of which one may be missing."""

    name = "difficulty"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float] | Level:
        from ..analysis.grade import Level

        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        if value in list(Level):
            return Level(value)
        match = re.fullmatch(r"(\d+(?:\.\d+)?)?-(\d+(?:\.\d+)?)?", value)
        if match is None or not any(match.groups()):
            expected = f"a range such as 5-12, 5- or -12, or {', '.join(list(Level)[:-1])} or {list(Level)[-1]}"
            self.fail(f"found {quote(value)}, expected {expected}", param, ctx)
        return float(match[1] or 0), float(match[2] or "inf")


@click.command()
@click.argument("type_", metavar="TYPE", type=TypeName())
@click.argument("size", metavar="[SIZE]", required=False)
@click.option("--count", metavar="N", type=click.IntRange(min=1), default=1, help="Make N puzzles (default: 1).")
@click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), metavar="N",
    help="The same seed makes the same puzzle (default: a random one, which is said).",
)  # fmt: skip
@click.option("--symmetric", is_flag=True, help="A half turn of the board maps the clues to each other.")
@click.option("--clues", metavar="N", type=click.IntRange(min=0), help="Leave N clues (default: as few as possible).")
@click.option("--all-clues", is_flag=True, help="Take no clues away.")
@click.option(
    "--difficulty",
    metavar="A-B",
    type=Difficulty(),
    help="From A to B, as 'pysolve grade' measures it; either may be left out. Or one of its words, from easy to "
    f"extreme. Takes {PATIENCE} s at most, unless there is a --time-limit.",
)
@click.option("--picture", metavar="FILE", help="The answer: a text with x for what is filled, or a PBM picture.")
@WORDS
@click.option("--answer", "answered", is_flag=True, help="Draw the answer, too.")
@click.option(
    "--to", "other", type=click.Choice(formats.writable(text=True)),
    help="Write the puzzles in a format of 'pysolve convert', such as url, instead.",
)  # fmt: skip
@SOLUTION
@writing_options
@OWN_TYPES
@search_options
@place_options
def make(
    type_: str, size: str | None, count: int, seed: int | None, symmetric: bool, clues: int | None, all_clues: bool,
    difficulty: tuple[float, float] | Level | None, picture: str | None, words: str | None, answered: bool,
    other: str | None, solution: bool | None, format_: str,
    style: str | None, output: str | None, own_types: tuple[str, ...], settings: Settings, memory_limit: int | None,
    where: Where,
) -> ExitCode:  # fmt: skip
    """Make puzzles with exactly one answer.

    SIZE is a side (9), rows x columns (9x12), a hexagon's side (hex5), or a puzzle file, whose board is taken without
    its clues. Without it, boards are as large as a small example of the type. The same seed gives the same puzzles;
    without one they are others each time. With several, each is a file of the folder that --output names, or they
    follow each other with '---' between them.

    Exit codes: 0 made, 1 there is no such puzzle, 2 wrong input, 3 a limit was reached.
    """
    from ..generate.boards import usual_size, words_for
    from ..generate.make import MakeRequest, random_seed
    from ..run.analyses import make_each
    from ..run.many import InTurn

    if all_clues and clues is not None:
        raise click.UsageError("--clues and --all-clues contradict each other")
    if difficulty is not None and settings.time_limit is None:
        settings = replace(settings, time_limit=PATIENCE)
    puzzle_type, own_types = type_named(type_, own_types)
    size, filled = _size(size, picture, settings.time_limit)
    size = size or usual_size(puzzle_type, own_types)
    if not os.path.isfile(size):  # a puzzle has words of its own
        words = words_for(puzzle_type, words)
    seed, chosen = (random_seed(), True) if seed is None else (seed, False)
    request = MakeRequest(seed, 0, symmetric, clues, all_clues, difficulty, filled)
    if other is not None and (format_ != "text" or answered):
        raise click.UsageError("--to and --format, or --answer, contradict each other")
    folder = make_folder(output) if output is not None and count > 1 else None
    if chosen and (other is not None or format_ == "svg"):  # the other formats say it themselves
        click.echo(f"seed {seed}", err=True)
    between = _between(format_, other, 1 if folder else count)
    target = Output(None if folder else output)
    try:
        alone = count == 1 and not where.is_named
        place = InTurn(memory_limit=memory_limit) if alone else where.place(memory_limit)
        reading = Reading(puzzle_type.name, own_types, size if os.path.isfile(size) else None, words)
        puzzles = map(_made, make_each(count, size, reading, settings, request, place))
        code = ExitCode.SUCCESS
        for number, made in enumerate(_with_progress(puzzles, count, folder is not None)):
            if not made.complete:
                click.echo(made_line(made), err=True)
                code = ExitCode.LIMIT_REACHED if made.reason else ExitCode.NEGATIVE
            if made.puzzle is None:
                return code
            puzzle = replace(made.puzzle, needs=" ".join(settings.rules))  # who opens the file alone has to know
            made = replace(made, puzzle=puzzle)
            file = (
                str(folder / f"{puzzle_type.name}-{seed}-{number + 1}{_ending(other or format_)}")
                if folder is not None
                else output
            )
            if other is not None:
                puzzle = with_answer(puzzle, other, solution)
                text = (
                    formats.write(puzzle, other, no_answer if solution is False else only_answer).decode().rstrip("\n")
                )
            else:
                text = _written(made, format_, style or target.style, answered, _reference(words, file))
            if folder is not None:
                _write_file(Path(str(file)), text)
            else:
                target.write((between if number else "") + text)
                target.flush()
    finally:
        target.close()
    return code


def _ending(format_: str) -> str:
    """How the name of a file with a puzzle ends."""
    if format_ in ("text", "plain"):  # the native format, below a comment
        return ".yaml"
    if format_ in ("json", "svg"):
        return f".{format_}"
    return next(iter(formats.format_named(format_).endings), ".txt")


def _between(format_: str, other: str | None, count: int) -> str:
    """What parts puzzles that follow each other; PuzzleError if the format holds one a file."""
    if other is None:
        return "---\n" if format_ in ("text", "plain") else ""
    record = formats.format_named(other)
    if count > 1 and record.between is None:
        raise PuzzleError(f"{record.title} holds one puzzle a file: name a folder with --output")
    return (record.between or b"").decode()


def _size(size: str | None, picture: str | None, patience: float | None) -> tuple[str | None, str | None]:
    """The board to make puzzles on, if one is named, and the answer that they shall have, if there is one."""
    from ..generate import boards

    filled = boards.read_picture(picture, patience) if picture is not None else None
    if size is None and filled is not None:
        rows = [line.split() for line in filled.splitlines()]
        size = f"{len(rows)}x{len(rows[0])}"
    return size, filled


def _with_progress(puzzles: Iterator[MadePuzzle], count: int, in_files: bool) -> Iterator[MadePuzzle]:
    """The puzzles; on a terminal, where they go to files, with a line that says how many there are."""
    shown = in_files and sys.stderr.isatty()
    for number, made in enumerate(puzzles, 1):
        yield made
        if shown:
            click.echo(f"\r\x1b[K{number:,} of {count:,} puzzles", nl=False, err=True)
    if shown:
        click.echo(err=True)


def _made(results: Iterator[MadePuzzle]) -> MadePuzzle:
    """The puzzle; on a terminal, says meanwhile how many tries there were, after the first one."""
    from ..generate.make import MadePuzzle

    made = MadePuzzle()
    shown = False
    try:
        for made in results:
            if sys.stderr.isatty() and made.tries > 1:
                click.echo(f"\rtry {made.tries} …", nl=False, err=True)
                shown = True
    finally:
        if shown:
            click.echo("\r\x1b[K", nl=False, err=True)
    return made


def _reference(words: str | None, output: str | None) -> str | None:
    """How an instance names its file of words: from the folder that it is written to."""
    if words is None:
        return None
    folder = Path(output).parent if output is not None else Path()
    return Path(os.path.relpath(words, folder)).as_posix()


def _written(made: MadePuzzle, format_: str, style: str, answered: bool, words: str | None) -> str:
    from ..formats.native import yaml_of
    from ..render import svg, terminal
    from ..render.picture import draw

    puzzle = made.puzzle
    assert puzzle is not None
    pictures = [draw(puzzle, given=made.given)]
    if answered:
        pictures.append(draw(puzzle, made.answer, made.given))
    if format_ == "svg":
        return svg.render(pictures, title_of(puzzle)).rstrip("\n")
    if format_ == "json":
        return json_line(made_record(puzzle.type.name, made, words))
    comment = made_line(made)
    if format_ == "text":
        comment += "".join(f"\n\n{terminal.render(picture, style)}" for picture in pictures) + "\n"
    return yaml_of(puzzle, comment, words).rstrip("\n")


def _write_file(path: Path, text: str) -> None:
    output = Output(str(path))
    output.write(text)
    output.close()
