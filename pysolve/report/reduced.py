"""What came of taking clues away: in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ..analysis.reduce import ReducedPuzzle
from ..model.verdict import Verdict
from .phrases import many


def reduced_line(reduced: ReducedPuzzle, rules: Sequence[str] = ()) -> str:
    """What came of taking clues away, in a sentence. rules: the files of rules that were added."""
    if reduced.puzzle is None:
        return {
            Verdict.NONE: "There is no answer, so nothing can be reduced ('why' says why).",
            Verdict.MULTIPLE: "There are several answers, so nothing can be reduced ('why' says why).",
            Verdict.UNKNOWN: f"Unknown: {reduced.reason}.",
            Verdict.UNIQUE: f"Nothing was taken away: {reduced.reason}.",
        }[reduced.verdict]
    removed, left = len(reduced.removed), len(reduced.left)
    line = f"{many(removed, 'clue')} of {removed + left} taken away; {left} left"
    if reduced.fewest:
        line += ", and no fewer are enough"
    if reduced.reason:
        line += f" ({reduced.reason} before the fewest were found)"
    if rules:
        line += f" (with {' '.join(f'-r {file}' for file in rules)})"
    return line + "."
