"""pysolve sheet."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

import click

from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from .analysis import last
from .exit_codes import ExitCode, gravest
from .options import INPUTS, JSON, reading_options, search_options, several_sources
from .output import complain, json_line, written
from .where import Where, place_options

if TYPE_CHECKING:
    from ..render.sheet import Entry, PathStep
    from ..results.grade import GradeRecord
    from ..run.many import Place
    from ..solving.settings import Settings


@click.command()
@INPUTS
@click.option("--output", "-o", metavar="FILE", required=True, help="The file: FILE.html, or FILE.pdf.")
@click.option("--per-page", metavar="N", type=click.IntRange(1, 30), default=2, help="Puzzles a page (default: 2).")
@click.option("--title", default="", help="A title for the first page.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The size of the pages (default: a4).")
@click.option("--no-rules", "bare", is_flag=True, help="Without the rules in words.")
@click.option("--no-answers", is_flag=True, help="Without the pages of answers at the end.")
@click.option("--sort", type=click.Choice(["difficulty"]), help="The easiest first; each says how hard it is.")
@click.option(
    "--steps", is_flag=True, help="The way to each answer after them: steps with their reasons, and pictures."
)
@JSON
@reading_options
@search_options
@place_options
def sheet(
    inputs: tuple[str, ...], output: str, per_page: int, title: str, paper: str, bare: bool, no_answers: bool,
    sort: str | None, steps: bool, as_json: bool, reading: Reading, settings: Settings, memory_limit: int | None,
    where: Where,
) -> ExitCode:  # fmt: skip
    """Puzzles on pages to print: files, folders, links, or '-' for standard input.

    HTML is one file that needs no other. PDF needs weasyprint. A puzzle that is wrong is named, and left out. Grading
    for --sort, and the steps of --steps, are done in several processes (--jobs, --cluster).

    Exit codes: 0 written, 2 wrong input, 3 a limit was reached before a puzzle was drawn.

    \b
    pysolve sheet my-puzzles/ --per-page 4 --title 'Sunday' -o sunday.pdf
    """
    from ..render import sheet as sheets
    from ..render.sheet import check_pdf, to_pdf
    from ..run.files import write_whole

    as_pdf = output.lower().endswith(".pdf")
    if not as_pdf and not output.lower().endswith((".html", ".htm")):
        raise click.BadParameter(f"found '{output}', expected a file name that ends with .html or .pdf", None)
    if as_pdf:
        check_pdf()
    _, found = several_sources(inputs, settings, memory_limit)
    sources = list(found) if sort or steps else found
    place = where.place(memory_limit)
    grades = _grades(sources, reading, settings, place) if sort else repeat(None)
    paths = _paths(sources, reading, settings, place) if steps else repeat(())
    entries: list[tuple[Entry, GradeRecord | None]] = []
    codes = [ExitCode.SUCCESS]
    for (source, entry), grade, path in zip(_entries(sources, reading, settings, memory_limit), grades, paths):
        if as_json:
            error = str(entry) if isinstance(entry, PuzzleError) else None
            type_ = None if isinstance(entry, PuzzleError) else entry.type.name
            file = output if error is None else None
            click.echo(json_line(written(source.name, "sheet", type=type_, file=file, error=error)))
        if isinstance(entry, PuzzleError):
            complain(entry)
            codes.append(ExitCode.LIMIT_REACHED if isinstance(entry, StoppedError) else ExitCode.WRONG_INPUT)
        else:
            entries.append((_with_grade(entry, grade)._replace(path=path), grade))
    if sort:
        entries.sort(key=lambda each: each[1].difficulty if each[1] is not None else math.inf)
    if not entries:
        return gravest(codes)
    html = sheets.render(
        [entry for entry, _ in entries], title, per_page=per_page, paper=paper, rules=not bare, answers=not no_answers
    )
    write_whole(output, to_pdf(html) if as_pdf else html)
    return gravest(codes)


def _grades(
    sources: Iterable[Source], reading: Reading, settings: Settings, place: Place
) -> Iterator[GradeRecord | None]:
    """The grades of the puzzles, in order; None for one that has none."""
    from ..analysis.grade import Grade, grade_puzzle
    from ..results.grade import grade_record
    from ..run.analyses import analyse_each

    for _, opened in analyse_each(Grade(), grade_puzzle, sources, reading, settings, place):
        try:
            read, results = opened()
            record = grade_record(read.puzzle, last(results)) if read is not None else None
        except PuzzleError:  # who draws it says so
            record = None
        yield record if record is not None and record.done else None


def _paths(
    sources: Iterable[Source], reading: Reading, settings: Settings, place: Place
) -> Iterator[tuple[PathStep, ...]]:
    """The ways to the answers, in order; an empty one where there is none."""
    from ..analysis.hint import HintRequest, Hints, explain_steps
    from ..results.paths import path_steps
    from ..run.analyses import analyse_each

    for _, opened in analyse_each(
        Hints(), partial(explain_steps, request=HintRequest(steps=0)), sources, reading, settings, place
    ):
        try:
            read, results = opened()
            yield tuple(path_steps(read.puzzle, last(results))) if read is not None else ()
        except PuzzleError:  # who draws it says so
            yield ()


def _with_grade(entry: Entry, grade: GradeRecord | None) -> Entry:
    """The entry, which says how hard its puzzle is, if that is known."""
    if grade is None:
        return entry
    difficulty = f"difficulty {grade.difficulty}{f', {grade.level}' if grade.level is not None else ''}"
    return entry._replace(below=", ".join(filter(None, (entry.below, difficulty))))


def _entries(
    sources: Iterable[Source], reading: Reading, settings: Settings, memory_limit: int | None
) -> Iterator[tuple[Source, Entry | PuzzleError]]:
    """The puzzles with their answers, or what is wrong, in order; on a terminal, says meanwhile how many there are."""
    from ..run.exports import entries

    shown = sys.stderr.isatty()
    for number, (source, entry) in enumerate(entries(sources, reading, settings, memory_limit), 1):
        if not isinstance(entry, PuzzleError) and entry.note:
            click.echo(f"Note: {source.file}: {entry.note[1:-1]}.", err=True)
        yield source, entry
        if shown:
            click.echo(f"\r\x1b[K{number:,} puzzles", nl=False, err=True)
    if shown:
        click.echo("\r\x1b[K", nl=False, err=True)
