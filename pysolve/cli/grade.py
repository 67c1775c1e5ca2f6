"""pysolve grade: how hard puzzles are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..report.lines import bare, many, title_of
from .analysis import AnalysisCommand, analysis_options, last
from .exit_codes import ExitCode
from .rows import CSV, Rows
from .where import Where, place_options

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..results.grade import GradeRecord

#: Of techniques of one name, more kinds than this, by their constraints, are one line.
MANY_KINDS = 3


@click.command()
@analysis_options
@place_options
@CSV
def grade(analysis: AnalysisCommand, where: Where, as_csv: bool) -> ExitCode:
    """Grade puzzles by the steps of 'pysolve hint --all'.

    The difficulty says how large the reasons of the steps are, how many clues, constraints and known facts one has to
    see together; the largest count the most. It can be compared within a type. The level, from easy to extreme, says
    how many constraints the hardest steps combine, which means the same for all types.

    Exit codes: 0 graded, 1 there is not exactly one answer, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.grade import Grade, grade_puzzle
    from ..model.puzzle import Verdict
    from ..results.grade import grade_record
    from ..results.record import Drawing

    if as_csv:
        analysis.format = "csv"
    rows = Rows(analysis.write)

    def write(puzzle: Puzzle, results: Iterator[Grade]) -> ExitCode:
        result = grade_record(puzzle, last(results))
        head, *level = result.says
        analysis.lines([head, *(f"  {line}" for line in [*level, *_details(result)])])
        analysis.json(result)
        if as_csv:
            rows.add(result.json() | {"techniques": [f"{each.steps} {each.name}" for each in result.techniques]})
        title = f"{title_of(puzzle)}, difficulty {result.difficulty}"
        analysis.figures([Drawing(puzzle, lambda: bare(puzzle))], title)
        if result.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if result.verdict == Verdict.UNIQUE else ExitCode.NEGATIVE

    return analysis.each(Grade(), grade_puzzle, write, where)


def _details(grade: GradeRecord) -> Iterator[str]:
    """How many steps have reasons of each size, the hardest step, and how often each technique is used, in lines."""
    if grade.hardest is None:
        return
    yield (
        "Reasons: " + ", ".join(f"{count} of size {size}" for size, count in sorted(Counter(grade.sizes).items())) + "."
    )
    yield f"Hardest: {grade.hardest}"
    yield "Techniques:"
    kinds = Counter(each.called for each in grade.techniques)
    lines: Counter[str] = Counter()
    for each in grade.techniques:
        is_whole = each.called == each.name or kinds[each.called] > MANY_KINDS
        lines[(each.called if is_whole else f"{each.called}: {each.name}") if each.called else each.name] += each.steps
    for line, steps in lines.most_common():
        yield f"  {many(steps, 'step')}: {line}"
