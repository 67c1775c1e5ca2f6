"""pysolve candidates: what holds in some answer, and what in all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..model.marks import NOTHING, Layer
from .analysis import AnalysisCommand, analysis_options, last, limit_lines
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..analysis.why import Candidates
    from ..model.puzzle import Puzzle
    from ..model.terms import Value
    from ..render.picture import Picture


@click.command()
@click.option("--forced", is_flag=True, help="Only what is certain.")
@analysis_options
def candidates(analysis: AnalysisCommand, forced: bool) -> ExitCode:
    """Show what holds in some answer, and what in all.

    Every value that a cell has in some answer stands in it; a '?' is a cell that is filled in some answers only, or a
    line that only some have. What is filled or blank in all answers is drawn so.

    Exit codes: 0 there is an answer, 1 there is none, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.why import Candidates, find_candidates
    from ..model.puzzle import Verdict
    from ..results.candidates import candidates_record

    def write(puzzle: Puzzle, results: Iterator[Candidates]) -> ExitCode:
        result = candidates_record(puzzle, last(results), forced=forced)
        lines = result.says
        if result.drawing is not None and result.verdict != Verdict.UNKNOWN:
            analysis.draw(result.drawing)
            table = [""] if analysis.format == "text" else _table(result.drawing.picture)
            lines = [*table, *lines, *limit_lines(result.reason)]
            analysis.figures([result.drawing])
        analysis.lines(lines)
        analysis.json(result)
        if result.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.NEGATIVE if result.verdict == Verdict.NONE else ExitCode.SUCCESS

    return analysis.each(Candidates(), find_candidates, write)


def _table(picture: Picture) -> Iterator[str]:
    """A token a cell, as in the answer text: values with commas between them, '?' for what is open, '-' for nothing."""
    texts: dict[Value, str] = {}
    for mark in picture.marks:
        if mark.layer not in (Layer.FILL, Layer.SYMBOL, Layer.SIGN, Layer.TEXT):
            continue
        text = ",".join(mark.value) if mark.open and "," not in mark.value else mark.value
        texts.setdefault(mark.place, text or mark.entry.token or "x")
    rows: dict[int, list[str]] = {}
    for cell in sorted(picture.cells):
        rows.setdefault(cell[0], []).append(texts.get(cell, NOTHING))
    yield from (" ".join(row) for row in rows.values())
