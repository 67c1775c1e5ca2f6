"""pysolve why: the reason for a verdict that is not 'unique'."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..report.phrases import bare, many, title_of
from .analysis import AnalysisCommand, analysis_options, last, limit_lines
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..analysis.why import Conflict, Why
    from ..model.puzzle import Puzzle


@click.command(short_help="Why there is no answer, or more than one.")
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
    from ..model.verdict import Verdict
    from ..report.why import verdict_line, why_record

    request = WhyRequest(0 if all_conflicts else 1, models, farthest, repair)

    def write(puzzle: Puzzle, results: Iterator[Why]) -> ExitCode:
        result = last(results)
        if result.verdict == Verdict.NONE:
            _write_conflicts(analysis, puzzle, result, all_conflicts)
        elif result.verdict == Verdict.MULTIPLE:
            _write_answers(analysis, puzzle, result)
        elif result.verdict == Verdict.UNIQUE:
            _write_unique(analysis, puzzle, result)
        else:
            analysis.lines([verdict_line(result)])
        analysis.json(why_record(puzzle, result))
        if result.reason is not None or result.verdict == Verdict.UNKNOWN:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if result.verdict == Verdict.UNIQUE else ExitCode.NEGATIVE

    return analysis.each(Why(), functools.partial(explain_verdict, request=request), write)


def _write_conflicts(analysis: AnalysisCommand, puzzle: Puzzle, result: Why, all_conflicts: bool) -> None:
    from ..report.why import conflict_picture, verdict_line

    lines = [verdict_line(result)]
    for number, conflict in enumerate(result.conflicts, 1):
        lines += ["", *_conflict_lines(puzzle, conflict, f"{number}. " if all_conflicts else "")]
    if result.conflicts and result.conflicts[0].clues:
        if not result.smallest:
            lines += ["", "There may be a smaller conflict."]
        if all_conflicts and result.complete:
            lines += ["", "There is no other conflict."]
    analysis.lines([*lines, *limit_lines(result.reason)])
    pictures = [conflict_picture(puzzle, result.given, conflict) for conflict in result.conflicts]
    for number, picture in enumerate(pictures, 1):
        analysis.draw(picture, f"{number}." if all_conflicts else "")
    analysis.figures(pictures or [bare(puzzle, result.given)], title_of(puzzle))


def _conflict_lines(puzzle: Puzzle, conflict: Conflict, number: str) -> Iterator[str]:
    from ..report.why import conflict_clues, conflict_constraints, conflict_head

    yield number + conflict_head(conflict)
    yield from (f"  {clue}" for clue in conflict_clues(puzzle, conflict))
    because = conflict_constraints(puzzle, conflict)
    if because:
        yield "because" if conflict.clues else "These constraints cannot all be satisfied:"
        yield from (f"  {constraint}" for constraint in because)


def _write_unique(analysis: AnalysisCommand, puzzle: Puzzle, result: Why) -> None:
    from ..render.picture import draw
    from ..report.why import verdict_line

    analysis.lines([verdict_line(result)])
    picture = draw(puzzle, result.answers[0], result.given)
    analysis.draw(picture)
    analysis.figures([picture], title_of(puzzle))


def _write_answers(analysis: AnalysisCommand, puzzle: Puzzle, result: Why) -> None:
    from ..report.candidates import open_places
    from ..report.why import common_picture, farthest, pair, repair_lines, verdict_line

    lines = [verdict_line(result)]
    if result.repairs is not None:
        head, *clues = repair_lines(puzzle, result)
        lines += ["", head, *(f"  {clue}" for clue in clues)]
    analysis.lines([*lines, *limit_lines(result.reason)])
    pictures = []
    common = common_picture(puzzle, result)
    if common is not None:
        open_ = many(open_places(common), "place")
        pictures.append((common, f"What all answers have in common ({open_} open):"))
    _, (one, other), line = pair(puzzle, result)
    pictures += [(one, line), (other, "")]
    far = farthest(puzzle, result)
    if far is not None:
        pictures.append(far)
    for picture, title in pictures:
        analysis.draw(picture, title)
    analysis.figures([picture for picture, _ in pictures], title_of(puzzle))
