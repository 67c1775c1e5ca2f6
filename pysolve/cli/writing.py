"""pysolve convert, draw and sheet: puzzles in another form."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import formats
from ..analyses import hint as hints
from ..analysis import hint
from ..formats.source import Source
from ..model.errors import PuzzleError, StoppedError, quote
from ..model.puzzle import Puzzle
from ..render import sheet as sheets
from ..run import batch, files
from ..run.searches import analyse_each, last
from .options import (
    INPUTS,
    JSON,
    OUTPUT,
    SOLUTION,
    Asked,
    Attempts,
    ExitCode,
    Output,
    Progress,
    Whole,
    Word,
    asked_together,
    complain,
    gravest,
    limit_options,
    make_folder,
    place_options,
    reading_options,
    say_notes,
    search_options,
    written_line,
)

if TYPE_CHECKING:
    from ..analyses.hint import GradeRecord
    from ..model.formats import Format
    from ..render.sheet import Entry, PathStep


#: Adds the option --no-given to a command with a `reading`.
NO_GIVEN = click.option(
    "--no-given", is_flag=True,
    help="Without what is given, such as the letters of a crossword's theme: the answer that the file names has it.",
)  # fmt: skip


@click.command()
@INPUTS
@click.option(
    "--to", "format_", type=Word(formats.writable()), default="native",
    help=f"{'; '.join(f'{each.name}: {each.title}' for each in formats.FORMATS if each.writes)}.",
)  # fmt: skip
@OUTPUT
@SOLUTION
@NO_GIVEN
@JSON
@reading_options
@limit_options
@asked_together
def convert(
    asked: Asked, format_: str, output: str | None, solution: bool | None, no_given: bool, as_json: bool
) -> ExitCode:
    """Write puzzles in another format.

    A puzzle that cannot be read, or that the format cannot hold as a whole, is an error; the others are written.

    Exit codes: 0 all were written, 2 wrong input, 3 a limit was reached.

    \b
    pysolve convert FILE --to puzzlink
    pysolve convert 'https://puzz.link/p?slither/5/5/cbcbcddad' -o puzzle.yaml
    """
    record = formats.format_named(format_)
    if not record.is_text and (as_json or output is None):
        raise PuzzleError(f"{record.title} is not text: name a file with -o, without --json")
    reading, settings, memory_limit = asked.reading._replace(given=not no_given), asked.settings, asked.memory_limit
    texts: list[bytes] = []
    puzzles: list[Puzzle] = []
    attempts = Attempts()
    target = Output(output)
    for source in asked.sources():
        puzzle, text = None, None
        with attempts.at(source.file):
            puzzle, text = files.converted(source, reading, format_, solution, settings, memory_limit)
            say_notes(puzzle)
            texts.append(text)
            puzzles.append(puzzle)
        if as_json:
            named = {"type": puzzle.type.name if puzzle is not None else None, "error": attempts.error}
            shown = text.decode().rstrip("\n") if text is not None else None
            target.write(written_line(source.name, format_, text=shown, **named))
    if not as_json and texts:
        in_one = partial(files.in_one, format_=format_, settings=settings, memory_limit=memory_limit)
        whole = _joined(record, texts, puzzles, in_one, attempts)
        if record.is_text:
            target.write(whole.decode().rstrip("\n"))
        else:
            target.write_bytes(whole)
    target.close()
    return gravest(attempts.codes)


def _joined(
    record: Format, texts: list[bytes], puzzles: list[Puzzle], in_one: Callable[[list[Puzzle]], bytes],
    attempts: Attempts,
) -> bytes:  # fmt: skip
    """What a file with all puzzles holds. in_one: writes several as one text, for formats that have them in rows; those
    that a row cannot hold are left out.
    """
    while len(texts) > 1 and record.in_one:
        try:
            return in_one(puzzles)
        except PuzzleError as wrong:
            complain(wrong)
            attempts.codes.append(ExitCode.WRONG_INPUT)
            puzzles = [each for each in puzzles if each.file != wrong.file]
    if len(texts) > 1 and record.between is None:
        raise PuzzleError(f"{record.title} holds one puzzle a file, found {len(texts)}")
    return (record.between or b"").join(texts)


# -- pysolve draw: puzzles as pictures


#: What a picture may be written as.
_KINDS = ("svg", "png", "pdf", "txt")


@click.command()
@INPUTS
@click.option("--output", "-o", metavar="DIR", help="A file for each puzzle goes into this folder; or FILE, for one.")
@click.option("--to", "kind", type=Word(_KINDS), help="What to write (default: as FILE ends, or svg).")
@click.option("--solved", is_flag=True, help="With the first answer.")
@JSON
@reading_options
@search_options
@asked_together
def draw(asked: Asked, output: str | None, kind: str | None, solved: bool, as_json: bool) -> ExitCode:
    """Draw puzzles: files, folders, links, or '-' for standard input.

    Without -o, one puzzle goes to the terminal, as characters. PNG needs resvg-py, PDF needs weasyprint. A puzzle that
    is wrong does not stop the others.

    Exit codes: 0 drawn, 1 there is no answer to draw, 2 wrong input, 3 a limit was reached.

    \b
    pysolve draw my-puzzles/ --to png -o pictures/
    pysolve draw FILE --solved -o answer.pdf
    """
    asked = asked.with_settings(models=1)
    several, sources = asked.several_sources()
    kind, folder = _kind_and_folder(output, kind, several)
    names = batch.FileNames()
    attempts = Attempts()
    drawn = files.drawn(sources, asked.reading, asked.settings, asked.memory_limit, solved, kind)
    for source, result in drawn:
        path = str(folder / f"{names.next(source.name).removesuffix('.txt')}.{kind}") if folder is not None else output
        type_, text = None, None
        with attempts.at(source.file):
            if isinstance(result, PuzzleError):
                raise result
            type_ = result.type
            if result.content is None:
                code = ExitCode.LIMIT_REACHED if result.reason else ExitCode.NEGATIVE
                attempts.fail(source.file, str(result.reason or "there is no answer to draw"), code)
            elif path is not None:
                files.write_whole(path, result.content)
            else:
                text = str(result.content).rstrip("\n")
        if as_json:
            file = path if attempts.error is None else None
            named = {"type": type_, "text": text, "file": file, "error": attempts.error}
            click.echo(written_line(source.name, kind, **named))
        elif text is not None:
            target = Output(None)
            target.write(target.too_wide(text) or text)
    return gravest(attempts.codes)


def _kind_and_folder(output: str | None, kind: str | None, several: bool) -> tuple[str, Path | None]:
    """What pictures are written as, and the folder that they go to, if there is one."""
    ending = Path(output or "").suffix[1:].lower()
    in_file = output is not None and ending in _KINDS
    if several and (in_file or output is None):
        raise click.UsageError("several puzzles are drawn into a folder: name it with -o DIR")
    if output is None:
        if kind not in (None, "txt"):
            raise click.UsageError("a picture goes into a file: name it with -o FILE")
        return "txt", None
    if in_file:
        return kind or ending, None
    if kind is None and ending and not several and not os.path.isdir(output):
        expected = f"a name that ends with .{', .'.join(_KINDS)}, or a folder"
        raise click.UsageError(f"-o: found {quote(output)}, expected {expected}")
    return kind or "svg", make_folder(output)


# -- pysolve sheet


@click.command()
@INPUTS
@click.option("--output", "-o", metavar="FILE", required=True, help="The file: FILE.html, or FILE.pdf.")
@click.option("--per-page", metavar="N", type=Whole(1, 30), default=2, help="Puzzles a page (default: 2).")
@click.option("--title", default="", help="A title for the first page.")
@click.option("--paper", type=Word(["a4", "letter"]), default="a4", help="The size of the pages (default: a4).")
@click.option("--no-rules", "bare", is_flag=True, help="Without the rules in words.")
@click.option("--no-answers", is_flag=True, help="Without the pages of answers at the end.")
@click.option("--sort", type=Word(["difficulty"]), help="The easiest first; each says how hard it is.")
@click.option(
    "--steps", is_flag=True, help="The way to each answer after them: steps with their reasons, and pictures."
)
@NO_GIVEN
@JSON
@reading_options
@search_options
@place_options
@asked_together
def sheet(
    asked: Asked, output: str, per_page: int, title: str, paper: str, bare: bool, no_answers: bool, sort: str | None,
    steps: bool, no_given: bool, as_json: bool,
) -> ExitCode:  # fmt: skip
    """Puzzles on pages to print: files, folders, links, or '-' for standard input.

    HTML is one file that needs no other. PDF needs weasyprint. A puzzle that is wrong is named, and left out. Grading
    for --sort, and the steps of --steps, are done in several processes (--jobs, --cluster).

    Exit codes: 0 written, 2 wrong input, 3 a limit was reached before a puzzle was drawn.

    \b
    pysolve sheet my-puzzles/ --per-page 4 --title 'Sunday' -o sunday.pdf
    """
    as_pdf = _is_pdf(output)
    asked = asked._replace(reading=asked.reading._replace(given=not no_given))
    _, found = asked.several_sources()
    sources = list(found) if sort or steps else found
    grades = _grades(sources, asked) if sort else repeat(None)
    paths = _paths(sources, asked) if steps else repeat(())
    entries: list[tuple[Entry, GradeRecord | None]] = []
    codes = [ExitCode.SUCCESS]
    for (source, entry), grade, path in zip(_entries(sources, asked), grades, paths):
        if isinstance(entry, PuzzleError):
            named = {"error": str(entry)}
            complain(entry)
            codes.append(ExitCode.LIMIT_REACHED if isinstance(entry, StoppedError) else ExitCode.WRONG_INPUT)
        else:
            named = {"type": entry.type.name, "file": output}
            entries.append((_with_grade(entry, grade)._replace(path=path), grade))
        if as_json:
            click.echo(written_line(source.name, "sheet", **named))
    if sort:
        entries.sort(key=lambda each: each[1].difficulty if each[1] is not None else math.inf)
    if not entries:
        return gravest(codes)
    html = sheets.render(
        [entry for entry, _ in entries], title, per_page=per_page, paper=paper, rules=not bare, answers=not no_answers
    )
    files.write_whole(output, sheets.to_pdf(html) if as_pdf else html)
    return gravest(codes)


def _is_pdf(output: str) -> bool:
    """Whether pages become PDF, which their file's name says; click.BadParameter if it says neither that nor HTML,
    PuzzleError if PDF cannot be written here.
    """
    if output.lower().endswith(".pdf"):
        sheets.check_pdf()
        return True
    if not output.lower().endswith((".html", ".htm")):
        raise click.BadParameter(f"found '{output}', expected a file name that ends with .html or .pdf", None)
    return False


def _grades(sources: Iterable[Source], asked: Asked) -> Iterator[GradeRecord | None]:
    """The grades of the puzzles, in order; None for one that has none."""
    how = asked.reading, asked.settings, asked.place()
    for _, opened in analyse_each(hint.Grade(), hint.grade_puzzle, sources, *how):
        try:
            read, results = opened()
            record = hints.grade_record(read.puzzle, last(results)) if read is not None else None
        except PuzzleError:  # who draws it says so
            record = None
        yield record if record is not None and record.done else None


def _paths(sources: Iterable[Source], asked: Asked) -> Iterator[tuple[PathStep, ...]]:
    """The ways to the answers, in order; an empty one where there is none."""
    explain, how = partial(hint.explain_steps, request=hint.HintRequest(steps=0)), (asked.reading, asked.settings)
    for _, opened in analyse_each(hint.Hints(), explain, sources, *how, asked.place()):
        try:
            read, results = opened()
            yield tuple(hints.path_steps(read.puzzle, last(results))) if read is not None else ()
        except PuzzleError:  # who draws it says so
            yield ()


def _with_grade(entry: Entry, grade: GradeRecord | None) -> Entry:
    """The entry, which says how hard its puzzle is, if that is known."""
    if grade is None:
        return entry
    difficulty = f"difficulty {grade.difficulty}{f', {grade.level}' if grade.level is not None else ''}"
    return entry._replace(below=", ".join(filter(None, (entry.below, difficulty))))


def _entries(sources: Iterable[Source], asked: Asked) -> Iterator[tuple[Source, Entry | PuzzleError]]:
    """The puzzles with their answers, or what is wrong, in order; on a terminal, says meanwhile how many there are."""
    progress = Progress()
    entries = files.entries(sources, asked.reading, asked.settings, asked.memory_limit)
    for number, (source, entry) in enumerate(entries, 1):
        if not isinstance(entry, PuzzleError) and entry.note:
            click.echo(f"Note: {source.file}: {entry.note[1:-1]}.", err=True)
        yield source, entry
        progress.say(f"{number:,} puzzles")
    progress.clear()
