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
@KEEP
@SYMMETRIC
@SEED
@analysis_options
def adjust(
    analysis: AnalysisCommand, harder: bool, tries: int, keep: frozenset[Value], symmetric: bool, seed: int
) -> ExitCode:
    """Make a puzzle harder, or easier: with other clues of the same answer.

    Writes the puzzle that differs the most in difficulty from the given one, in the native format.

    Exit codes: 0 done, 1 no such puzzle came of the tries, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.reduce import check_kept
    from ..generate.adjust import AdjustedPuzzle, AdjustRequest, adjust_difficulty
    from ..results.adjusted import adjusted_record

    request = AdjustRequest(harder, keep, symmetric, seed, tries)

    def write(puzzle: Puzzle, results: Iterator[AdjustedPuzzle]) -> ExitCode:
        check_kept(puzzle, keep)
        adjusted = adjusted_record(puzzle, last(results))
        analysis.write_instance(adjusted)
        if adjusted.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if adjusted.instance is not None else ExitCode.NEGATIVE

    return analysis.each(AdjustedPuzzle(harder=harder), functools.partial(adjust_difficulty, request=request), write)
