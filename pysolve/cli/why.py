"""pysolve why: the reason for a verdict that is not 'unique'."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..report.lines import bare
from .analysis import AnalysisCommand, analysis_options, last, limit_lines
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..analysis.why import Why
    from ..model.puzzle import Puzzle
    from ..results.why import ConflictRecord, WhyRecord


@click.command()
@click.option("--all-conflicts", is_flag=True, help="List all sets of clues that conflict, the smallest first.")
@click.option("--repair", is_flag=True, help="List the clues that would leave one answer if one of them were added.")
@click.option("--farthest", is_flag=True, help="Show the answer that differs the most, too.")
@click.option("-n", "models", metavar="N", type=click.IntRange(min=0), default=100,
              help="Count up to N answers, 0 for all (default: 100).")  # fmt: skip
@analysis_options
def why(analysis: AnalysisCommand, all_conflicts: bool, repair: bool, farthest: bool, models: int) -> ExitCode:
    """Say why a puzzle has no answer or several.

    No answer: a smallest set of clues that conflict, and the rules by which they do. Several: what all answers have in
    common, and the answer that differs the least.

    Exit codes: 0 there is one answer, 1 there is none or more than one, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.why import Why, WhyRequest, explain_verdict
    from ..model.puzzle import Verdict
    from ..results.why import why_record

    request = WhyRequest(0 if all_conflicts else 1, models, farthest, repair)

    def write(puzzle: Puzzle, results: Iterator[Why]) -> ExitCode:
        result = why_record(puzzle, last(results))
        if result.verdict == Verdict.NONE:
            _write_conflicts(analysis, puzzle, result, all_conflicts)
        elif result.verdict == Verdict.MULTIPLE:
            _write_answers(analysis, result)
        else:
            analysis.lines(result.says)
            for answer in result.answers:
                analysis.draw(answer.shown)
                analysis.figures([answer.shown])
        analysis.json(result)
        if result.reason is not None or result.verdict == Verdict.UNKNOWN:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if result.verdict == Verdict.UNIQUE else ExitCode.NEGATIVE

    return analysis.each(Why(), functools.partial(explain_verdict, request=request), write)


def _write_conflicts(analysis: AnalysisCommand, puzzle: Puzzle, result: WhyRecord, all_conflicts: bool) -> None:
    from ..results.record import Drawing

    lines = [*result.says]
    for number, conflict in enumerate(result.conflicts, 1):
        lines += ["", *_conflict_lines(conflict, f"{number}. " if all_conflicts else "")]
    if result.conflicts and result.conflicts[0].clues:
        if not result.smallest:
            lines += ["", "There may be a smaller conflict."]
        if all_conflicts and result.complete:
            lines += ["", "There is no other conflict."]
    analysis.lines([*lines, *limit_lines(result.reason)])
    drawings = [conflict.drawing for conflict in result.conflicts]
    for number, drawing in enumerate(drawings, 1):
        analysis.draw(drawing, f"{number}." if all_conflicts else "")
    analysis.figures(drawings or [Drawing(puzzle, lambda: bare(puzzle, result.details.given))])


def _conflict_lines(conflict: ConflictRecord, number: str) -> Iterator[str]:
    yield number + conflict.says
    yield from (f"  {clue}" for clue in conflict.clues)
    if conflict.because:
        yield "because" if conflict.clues else "These constraints cannot all be satisfied:"
        yield from (f"  {constraint}" for constraint in conflict.because)


def _write_answers(analysis: AnalysisCommand, result: WhyRecord) -> None:
    lines = [*result.says]
    if result.repairs is not None:
        lines += ["", result.repairs.says, *(f"  {each.says}" for each in result.repairs.clues)]
    analysis.lines([*lines, *limit_lines(result.reason)])
    one, other = result.answers
    drawings = [(one.shown, result.pair or ""), (other.shown, "")]
    if result.common is not None:
        drawings.insert(0, (result.common.drawing, result.common.says))
    if result.farthest is not None:
        drawings.append((result.farthest.answer.shown, result.farthest.says))
    if analysis.format == "plain":
        plain = [f"{result.pair}\n{one.plain}", other.plain]
        if result.farthest is not None:
            plain.append(f"{result.farthest.says}\n{result.farthest.answer.plain}")
        analysis.lines(f"\n{each.strip()}" for each in plain)
    for drawing, title in drawings:
        analysis.draw(drawing, title)
    analysis.figures([drawing for drawing, _ in drawings])
