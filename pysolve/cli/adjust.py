"""pysolve adjust: a harder puzzle, or an easier one, with the same answer."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..report.phrases import bare, title_of
from .analysis import AnalysisCommand, analysis_options, last
from .exit_codes import ExitCode
from .options import SEED
from .reduce import KEEP, SYMMETRIC

if TYPE_CHECKING:
    from ..generate.adjust import AdjustedPuzzle
    from ..model.puzzle import Puzzle
    from ..model.terms import Value


@click.command(short_help="Make a puzzle harder, or easier, with the same answer.")
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

    request = AdjustRequest(harder, keep, symmetric, seed, tries)

    def write(puzzle: Puzzle, results: Iterator[AdjustedPuzzle]) -> ExitCode:
        check_kept(puzzle, keep)
        adjusted = last(results)
        _write_adjusted(analysis, puzzle, adjusted)
        if adjusted.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if adjusted.puzzle is not None else ExitCode.NEGATIVE

    return analysis.each(AdjustedPuzzle(harder=harder), functools.partial(adjust_difficulty, request=request), write)


def _write_adjusted(analysis: AnalysisCommand, puzzle: Puzzle, adjusted: AdjustedPuzzle) -> None:
    from ..formats.native_writer import write
    from ..report.adjusted import adjusted_line

    line = adjusted_line(adjusted)
    record = {
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": adjusted.verdict, "before": adjusted.before,
        "difficulty": adjusted.difficulty, "reason": adjusted.reason,
    }  # fmt: skip
    if adjusted.puzzle is None:
        analysis.lines([line])
        analysis.json(record)
        return
    picture = bare(adjusted.puzzle)
    analysis.lines([write(adjusted.puzzle, analysis.comment(line, picture)).rstrip("\n")])
    analysis.figures([picture], title_of(puzzle))
    analysis.json({**record, "clues": adjusted.clues, "instance": write(adjusted.puzzle)})
