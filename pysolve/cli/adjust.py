"""pysolve adjust: a harder puzzle, or an easier one, with the same answer."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .analysis import AnalysisCommand, analysis_options, last
from .exit_codes import ExitCode
from .options import SEED
from .reduce import KEEP, SYMMETRIC

if TYPE_CHECKING:
    from ..generate.adjust import AdjustedPuzzle
    from ..model.puzzle import Puzzle
    from ..model.terms import Value


@click.command()
@click.option("--harder/--easier", "harder", default=True, help="Which of the two (default: harder).")
@click.option("--tries", metavar="N", type=click.IntRange(1, 10_000), default=10, help="Puzzles to try (default: 10).")
@click.option("--one", is_flag=True, help="Move or take away one clue only; says what each such change does.")
@KEEP
@SYMMETRIC
@SEED
@analysis_options
def adjust(
    analysis: AnalysisCommand, harder: bool, tries: int, one: bool, keep: frozenset[Value], symmetric: bool, seed: int
) -> ExitCode:
    """Make a puzzle harder, or easier: with other clues of the same answer.

    Writes the puzzle that differs the most in difficulty from the given one, in the native format.

    With --one, the break-in: how many facts steps with small reasons leave open, and which change of one clue leaves
    the fewest, or with --harder the most.

    Exit codes: 0 done, 1 no such puzzle came of the tries, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.reduce import check_kept
    from ..generate.adjust import AdjustedPuzzle, AdjustRequest, adjust_difficulty
    from ..results.adjusted import adjusted_record

    if one and symmetric:
        raise click.UsageError("--one changes one clue, so it does not go with --symmetric")
    request = AdjustRequest(harder, keep, symmetric, seed, tries, one)

    def write(puzzle: Puzzle, results: Iterator[AdjustedPuzzle]) -> ExitCode:
        check_kept(puzzle, keep)
        adjusted = adjusted_record(puzzle, last(results))
        analysis.write_instance(adjusted)
        if adjusted.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if adjusted.instance is not None else ExitCode.NEGATIVE

    return analysis.each(AdjustedPuzzle(harder=harder), functools.partial(adjust_difficulty, request=request), write)
