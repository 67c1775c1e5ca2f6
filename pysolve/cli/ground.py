"""pysolve ground: how large the ground program is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from ..formats import Reading
from ..model.errors import PuzzleError
from .exit_codes import ExitCode, gravest
from .options import INPUTS, OUTPUT, reading_options, search_options, several_sources
from .output import Output, complain

if TYPE_CHECKING:
    from ..solving.settings import Settings


@click.command()
@INPUTS
@click.option("--text", "as_text", is_flag=True, help="Write the ground program itself, as clingo reads it.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each puzzle.")
@OUTPUT
@reading_options
@search_options
def ground(
    inputs: tuple[str, ...], as_text: bool, as_json: bool, output: str | None, reading: Reading, settings: Settings,
    memory_limit: int | None,
) -> ExitCode:  # fmt: skip
    """Say how large the program is that clingo searches: its atoms and rules by predicate, the largest first, each with
    the line of the rules that makes most of it.

    Rules that cannot be told apart by the predicates that they derive and read are named together.
    """
    from ..analysis.ground import Ground, ground_puzzle
    from ..report.lines import ground_lines
    from ..results.ground import ground_size_record
    from ..results.record import json_line
    from ..run.analyses import analyse_each
    from ..run.many import InTurn
    from .analysis import last

    if as_text and as_json:
        raise click.UsageError("--text and --json contradict each other")
    target = Output(output)
    analysis = partial(ground_puzzle, with_text=as_text)
    several, sources = several_sources(inputs, settings, memory_limit)
    codes = []
    place = InTurn(memory_limit=memory_limit)
    for source, opened in analyse_each(Ground(), analysis, sources, reading, settings, place):
        try:
            read, results = opened()
            found = last(results)
        except PuzzleError as error:
            complain(error)
            codes.append(ExitCode.WRONG_INPUT)
            continue
        codes.append(ExitCode.SUCCESS if found.reason is None else ExitCode.LIMIT_REACHED)
        if as_json:
            type_ = read.puzzle.type.name if read is not None else None
            target.write(json_line(ground_size_record(source.name, type_, found)))
        elif found.reason is not None:
            click.echo(f"{source.file}: {found.reason}.", err=True)
        elif as_text:
            target.write((found.text or "").rstrip("\n"))
        else:
            target.write("\n".join([*([source.file] if several else []), *ground_lines(found)]))
    target.close()
    return gravest(codes)
