"""pysolve grade: how hard puzzles are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..report.phrases import bare, title_of
from .analysis import AnalysisCommand, analysis_options, last
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle


@click.command(short_help="How hard a puzzle is.")
@analysis_options
def grade(analysis: AnalysisCommand) -> ExitCode:
    """Grade puzzles by the steps of 'pysolve hint --all'.

    The difficulty is the mean size of the reasons of the three hardest steps: how many clues, constraints and known
    facts one has to see together. It can be compared within a type.

    Exit codes: 0 graded, 1 there is not exactly one answer, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.grade import Grade, grade_puzzle
    from ..model.verdict import Verdict
    from ..report.grade import grade_details, grade_line, grade_record

    def write(puzzle: Puzzle, results: Iterator[Grade]) -> ExitCode:
        result = last(results)
        analysis.lines([grade_line(result), *(f"  {line}" for line in grade_details(puzzle, result))])
        analysis.json({"id": puzzle.name, "puzzle": puzzle.type.name, **grade_record(puzzle, result)})
        if analysis.format == "svg":
            analysis.figures([bare(puzzle)], f"{title_of(puzzle)}, difficulty {result.difficulty}")
        if result.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if result.verdict == Verdict.UNIQUE else ExitCode.NEGATIVE

    return analysis.each(Grade(), grade_puzzle, write)
