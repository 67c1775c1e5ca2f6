"""pysolve convert."""

from __future__ import annotations

import click

from .. import formats
from ..formats import Reading
from ..model.errors import PuzzleError
from ..model.puzzle import no_answer
from ..run.solutions import only_answer, with_answer
from .exit_codes import ExitCode, gravest
from .options import INPUTS, JSON, OUTPUT, SOLUTION, reading_options
from .output import Output, complain, json_line, written


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
def convert(
    inputs: tuple[str, ...], format_: str, output: str | None, solution: bool | None, as_json: bool, reading: Reading
) -> ExitCode:  # fmt: skip
    """Write puzzles in another format.

    A puzzle that cannot be read, or that the format cannot hold as a whole, is an error; the others are written.

    \b
    pysolve convert FILE --to puzzlink
    pysolve convert 'https://puzz.link/p?slither/5/5/cbcbcddad' -o puzzle.yaml
    """
    record = formats.format_named(format_)
    if not record.is_text and (as_json or output is None):
        raise PuzzleError(f"{record.title} is no text: name a file with -o, without --json")
    texts: list[bytes] = []
    puzzles = []
    codes = []
    target = Output(output)
    for source in formats.sources(inputs):
        puzzle, text, error = None, None, None
        try:
            puzzle = formats.read(source, reading)
            for remark in puzzle.remarks:
                click.echo(f"Note: {remark}.", err=True)
            puzzle = with_answer(puzzle, format_, solution)
            text = formats.write(puzzle, format_, no_answer if solution is False else only_answer)
            texts.append(text)
            puzzles.append(puzzle)
        except PuzzleError as wrong:
            complain(wrong)
            error = str(wrong)
        if as_json:
            named = {"type": puzzle.type.name if puzzle is not None else None, "error": error}
            shown = text.decode().rstrip("\n") if text is not None else None
            target.write(json_line(written(source.name, format_, text=shown, **named)))
        codes.append(ExitCode.SUCCESS if error is None else ExitCode.WRONG_INPUT)
    if not as_json and texts:
        while len(texts) > 1 and record.in_one:
            try:
                texts = [formats.write_all(puzzles, format_)]
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
