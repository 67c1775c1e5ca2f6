"""What was made: in a sentence."""

from __future__ import annotations

from ..generate.made import MadePuzzle
from .phrases import many


def made_line(made: MadePuzzle) -> str:
    """What was made, in a sentence."""
    if made.puzzle is None:
        return f"No puzzle: {made.failure or made.reason}."
    clues = many(made.clues, "clue") if made.puzzle.type.unique else "One of its answers"
    text = clues + (f", difficulty {made.difficulty}" if made.difficulty is not None else "")
    if made.complete:
        return f"{text}."
    so_far = "the fewest so far" if made.difficulty is None else "the nearest so far"
    return f"{text}, {so_far}" + (f": {made.reason}." if made.reason is not None else ".")
