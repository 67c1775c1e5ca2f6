"""pysolve draw: puzzles as pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..formats import Reading
from ..model.errors import PuzzleError
from .exit_codes import ExitCode, gravest
from .options import INPUTS, JSON, reading_options, search_options, several_sources
from .output import Output, complain, json_line, make_folder, written

if TYPE_CHECKING:
    from ..solving.settings import Settings

#: What a picture may be written as.
_KINDS = ("svg", "png", "pdf", "txt")


@click.command()
@INPUTS
@click.option("--output", "-o", metavar="DIR", help="A file for each puzzle goes into this folder; or FILE, for one.")
@click.option("--to", "kind", type=click.Choice(_KINDS), help="What to write (default: as FILE ends, or svg).")
@click.option("--solved", is_flag=True, help="With the first answer.")
@JSON
@reading_options
@search_options
def draw(
    inputs: tuple[str, ...], output: str | None, kind: str | None, solved: bool, as_json: bool, reading: Reading,
    settings: Settings, memory_limit: int | None,
) -> ExitCode:  # fmt: skip
    """Draw puzzles: files, folders, links, or '-' for standard input.

    Without -o, one puzzle goes to the terminal, as characters. PNG needs resvg-py, PDF needs weasyprint. A puzzle that
    is wrong does not stop the others.

    Exit codes: 0 drawn, 1 there is no answer to draw, 2 wrong input, 3 a limit was reached.

    \b
    pysolve draw my-puzzles/ --to png -o pictures/
    pysolve draw FILE --solved -o answer.pdf
    """
    from ..run.batch import FileNames
    from ..run.exports import drawn
    from ..run.files import write_whole

    several, sources = several_sources(inputs, settings, memory_limit)
    ending = Path(output or "").suffix[1:].lower()
    in_file = output is not None and ending in _KINDS
    if several and (in_file or output is None):
        raise click.UsageError("several puzzles are drawn into a folder: name it with -o DIR")
    if output is None and kind not in (None, "txt"):
        raise click.UsageError("a picture goes into a file: name it with -o FILE")
    kind = kind or (ending if in_file else "svg" if output is not None else "txt")
    folder = make_folder(output) if output is not None and not in_file else None
    names = FileNames()
    codes = []
    for source, result in drawn(sources, reading, replace(settings, models=1), memory_limit, solved, kind):
        path = str(folder / f"{names.next(source.name).removesuffix('.txt')}.{kind}") if folder is not None else output
        error, code, type_, text = None, ExitCode.SUCCESS, None, None
        try:
            if isinstance(result, PuzzleError):
                raise result
            type_ = result.type
            if result.content is None:
                code = ExitCode.LIMIT_REACHED if result.reason else ExitCode.NEGATIVE
                error = str(result.reason or "there is no answer to draw")
                click.echo(f"{source.file}: {error}.", err=True)
            elif path is not None:
                write_whole(path, result.content)
            else:
                text = str(result.content).rstrip("\n")
        except PuzzleError as wrong:
            complain(wrong)
            error, code = str(wrong), ExitCode.WRONG_INPUT
        if as_json:
            file = path if error is None else None
            click.echo(json_line(written(source.name, kind, type=type_, text=text, file=file, error=error)))
        elif text is not None:
            target = Output(None)
            target.write(target.too_wide(text) or text)
        codes.append(code)
    return gravest(codes)
