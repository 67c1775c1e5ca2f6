"""pysolve sheet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import tee
from typing import TYPE_CHECKING

import click

from ..formats import Reading
from .exit_codes import ExitCode
from .options import INPUTS, reading_options, search_options, several_sources

if TYPE_CHECKING:
    from ..render.sheet import Entry
    from ..solving.settings import Settings


@click.command(short_help="Puzzles on pages to print, their answers at the end.")
@INPUTS
@click.option("--output", "-o", metavar="FILE", required=True, help="The file: FILE.html, or FILE.pdf.")
@click.option("--per-page", metavar="N", type=click.IntRange(1, 30), default=2, help="Puzzles a page (default: 2).")
@click.option("--title", default="", help="A title for the first page.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The size of the pages (default: a4).")
@click.option("--no-rules", "bare", is_flag=True, help="Without the rules in words.")
@click.option("--no-answers", is_flag=True, help="Without the pages of answers at the end.")
@reading_options
@search_options
def sheet(
    inputs: tuple[str, ...], output: str, per_page: int, title: str, paper: str, bare: bool, no_answers: bool,
    reading: Reading, settings: Settings, memory_limit: int | None,
) -> ExitCode:  # fmt: skip
    """Puzzles on pages to print: files, folders, links, or '-' for standard input.

    HTML is one file that needs no other. PDF needs weasyprint.

    \b
    pysolve sheet my-puzzles/ --per-page 4 --title 'Sunday' -o sunday.pdf
    """
    from ..render import pdf
    from ..render import sheet as sheets
    from ..run.files import write_whole

    as_pdf = output.lower().endswith(".pdf")
    if not as_pdf and not output.lower().endswith((".html", ".htm")):
        raise click.BadParameter(f"found '{output}', expected a file name that ends with .html or .pdf", None)
    if as_pdf:
        pdf.check_writer()
    entries = list(_entries(inputs, reading, settings, memory_limit))
    html = sheets.render(entries, title, per_page=per_page, paper=paper, rules=not bare, answers=not no_answers)
    write_whole(output, pdf.write(html) if as_pdf else html)
    return ExitCode.SUCCESS


def _entries(
    inputs: tuple[str, ...], reading: Reading, settings: Settings, memory_limit: int | None
) -> Iterator[Entry]:
    """The puzzles with their answers, in order; on a terminal, says meanwhile how many there are.

    Raises PuzzleError at the first that is wrong: a sheet is written whole or not at all.
    """
    from ..run.sheets import entries

    _, sources = several_sources(inputs, settings.time_limit)
    named, sources = tee(sources)
    shown = sys.stderr.isatty()
    for number, entry in enumerate(entries(sources, reading, settings, memory_limit), 1):
        file = next(named).file
        if entry.note:
            click.echo(f"Note: {file}: {entry.note[1:-1]}.", err=True)
        yield entry
        if shown:
            click.echo(f"\r\x1b[K{number:,} puzzles", nl=False, err=True)
    if shown:
        click.echo("\r\x1b[K", nl=False, err=True)
