"""pysolve convert."""

from __future__ import annotations

import click

from .. import formats
from ..formats import Reading
from ..model.puzzle import no_answer
from ..run.solutions import only_answer
from .exit_codes import ExitCode
from .options import INPUTS, OUTPUT, SOLUTION, reading_options
from .output import Output


@click.command(short_help="Write puzzles in another format.")
@INPUTS
@click.option(
    "--to", "format_", type=click.Choice(formats.writable()), default="native",
    help=f"{'; '.join(f'{each.name}: {each.title}' for each in formats.FORMATS if each.writes)}.",
)  # fmt: skip
@OUTPUT
@SOLUTION
@reading_options
def convert(
    inputs: tuple[str, ...], format_: str, output: str | None, solution: bool, reading: Reading
) -> ExitCode:  # fmt: skip
    """Write puzzles in another format.

    A puzzle that the format cannot hold as a whole is an error, and nothing is written.

    \b
    pysolve convert FILE --to puzzlink
    pysolve convert 'https://puzz.link/p?slither/5/5/cbcbcddad' -o puzzle.yaml
    """
    puzzles = []
    for puzzle in formats.read_inputs(inputs, reading):
        for remark in puzzle.remarks:
            click.echo(f"Note: {remark}.", err=True)
        puzzles.append(puzzle)
    text = formats.write_all(puzzles, format_, only_answer if solution else no_answer).decode()
    target = Output(output)
    target.write(text.rstrip("\n"))
    target.close()
    return ExitCode.SUCCESS
