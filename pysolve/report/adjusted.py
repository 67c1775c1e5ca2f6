"""A puzzle that was made harder or easier: in a sentence."""

from __future__ import annotations

from ..generate.adjust import AdjustedPuzzle
from ..model.verdict import Verdict
from .phrases import many


def adjusted_line(adjusted: AdjustedPuzzle) -> str:
    """What came of it, in a sentence."""
    word = "harder" if adjusted.harder else "easier"
    if adjusted.verdict == Verdict.NONE:
        return f"There is no answer, so the puzzle cannot be made {word} ('why' says why)."
    if adjusted.verdict == Verdict.MULTIPLE:
        return f"There are several answers, so the puzzle cannot be made {word} ('why' says why)."
    ended = f" ({adjusted.reason})" if adjusted.reason else ""
    if adjusted.puzzle is not None and adjusted.difficulty is None:
        return f"A proposal of {many(adjusted.clues, 'clue')}; whether it is {word} is not known yet{ended}."
    if adjusted.before is None:
        return f"Unknown: {adjusted.reason}."
    if adjusted.puzzle is None:
        tries = f"{adjusted.tries} {'try' if adjusted.tries == 1 else 'tries'}"
        return f"No {word} puzzle came of {tries}; the difficulty is {adjusted.before}{ended}."
    now = f"difficulty {adjusted.difficulty} in place of {adjusted.before}"
    return f"{word.capitalize()}: {now}, {many(adjusted.clues, 'clue')}{ended}."
