"""pysolve reduce: fewer clues, and still one answer."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .analysis import AnalysisCommand, analysis_options, last
from .exit_codes import ExitCode
from .options import SEED

if TYPE_CHECKING:
    from ..analysis.reduce import ReducedPuzzle
    from ..model.puzzle import Puzzle
    from ..model.terms import Value


def _places(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[Value]:
    from ..model.board import Side

    places: set[Value] = set()
    for value in values:
        for each in re.split(r"[;\s]+", value.strip()):
            cell = re.fullmatch(r"r?(\d{1,9})[,c](\d{1,9})", each)
            margin = re.fullmatch(rf"({'|'.join(Side)}),(\d{{1,9}})", each)
            if cell is not None:
                places.add((int(cell[1]), int(cell[2])))
            elif margin is not None:
                places.add(Side(margin[1]).at(int(margin[2])))
            else:
                expected = "expected a cell such as 2,5 (row 2, column 5) or a margin such as left,2"
                raise click.BadParameter(f"found '{each}', {expected}", ctx, param)
    return frozenset(places)


KEEP = click.option(
    "--keep",
    metavar="R,C",
    multiple=True,
    callback=_places,
    help="Keep the clue in this cell, or (left,R) beside row R.",
)
SYMMETRIC = click.option(
    "--symmetric", is_flag=True, help="Clues that a half turn of the board maps to each other go together."
)


@click.command()
@KEEP
@SYMMETRIC
@click.option("--smallest", is_flag=True, help="Find the fewest clues that leave one answer; for small boards.")
@SEED
@analysis_options
def reduce(analysis: AnalysisCommand, keep: frozenset[Value], symmetric: bool, smallest: bool, seed: int) -> ExitCode:
    """Take clues away, one after the other, while the answer stays the only one, until none can go.

    Writes the puzzle that is left in the native format.

    Exit codes: 0 done, 1 the answer is not the only one to begin with, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.reduce import ReducedPuzzle, ReduceRequest, check_kept, reduce_clues
    from ..results.reduced import reduced_record

    request = ReduceRequest(keep, symmetric, seed, smallest)

    def write(puzzle: Puzzle, results: Iterator[ReducedPuzzle]) -> ExitCode:
        check_kept(puzzle, keep)
        reduced = reduced_record(puzzle, last(results), analysis.settings.rules)
        analysis.write_instance(reduced)
        if reduced.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if reduced.instance is not None else ExitCode.NEGATIVE

    return analysis.each(ReducedPuzzle(), functools.partial(reduce_clues, request=request), write)
