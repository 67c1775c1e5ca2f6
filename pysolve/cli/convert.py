"""pysolve convert."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .. import formats
from ..formats import Reading
from ..model.errors import PuzzleError, StoppedError
from ..run import exports
from .exit_codes import ExitCode, gravest
from .options import INPUTS, JSON, OUTPUT, SOLUTION, limit_options, reading_options, sources_of
from .output import Output, complain, json_line, written

if TYPE_CHECKING:
    from ..solving.settings import Settings


@click.command()
@INPUTS
@click.option(
    "--to", "format_", type=click.Choice(formats.writable()), default="native",
    help=f"{'; '.join(f'{each.name}: {each.title}' for each in formats.FORMATS if each.writes)}.",
)  # fmt: skip
@OUTPUT
@SOLUTION
@JSON
@reading_options
@limit_options
def convert(
    inputs: tuple[str, ...], format_: str, output: str | None, solution: bool | None, as_json: bool, reading: Reading,
    settings: Settings, memory_limit: int | None,
) -> ExitCode:  # fmt: skip
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
    texts: list[bytes] = []
    puzzles = []
    codes = []
    target = Output(output)
    for source in sources_of(inputs, settings, memory_limit):
        puzzle, text, error, code = None, None, None, ExitCode.SUCCESS
        try:
            puzzle, text = exports.converted(source, reading, format_, solution, settings, memory_limit)
            for remark in puzzle.remarks:
                click.echo(f"Note: {remark}.", err=True)
            texts.append(text)
            puzzles.append(puzzle)
        except StoppedError as stopped:
            click.echo(f"{source.file}: {stopped.reason}.", err=True)
            error, code = str(stopped.reason), ExitCode.LIMIT_REACHED
        except PuzzleError as wrong:
            complain(wrong)
            error, code = str(wrong), ExitCode.WRONG_INPUT
        if as_json:
            named = {"type": puzzle.type.name if puzzle is not None else None, "error": error}
            shown = text.decode().rstrip("\n") if text is not None else None
            target.write(json_line(written(source.name, format_, text=shown, **named)))
        codes.append(code)
    if not as_json and texts:
        while len(texts) > 1 and record.in_one:
            try:
                texts = [exports.in_one(puzzles, format_, settings, memory_limit)]
            except PuzzleError as wrong:  # one that a row cannot hold
                complain(wrong)
                codes.append(ExitCode.WRONG_INPUT)
                puzzles = [each for each in puzzles if each.file != wrong.file]
        if len(texts) > 1 and record.between is None:
            raise PuzzleError(f"{record.title} holds one puzzle a file, found {len(texts)}")
        whole = (record.between or b"").join(texts)
        if record.is_text:
            target.write(whole.decode().rstrip("\n"))
        else:
            target.write_bytes(whole)
    target.close()
    return gravest(codes)
