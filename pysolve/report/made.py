"""What was made: in a sentence."""

from __future__ import annotations

from ..generate.made import MadePuzzle
from .phrases import many


def made_line(made: MadePuzzle) -> str:
    """What was made, in a sentence."""
    if made.puzzle is None:
        return f"No puzzle: {made.failure or made.reason}."
    clues = many(made.clues, "clue") if made.puzzle.type.unique else "One of its answers"
    return clues + (f", difficulty {made.difficulty}" if made.difficulty is not None else "") + "."
