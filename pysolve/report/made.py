"""What was made: in a sentence."""

from __future__ import annotations

from ..generate.made import MadePuzzle
from .phrases import many


def made_line(made: MadePuzzle) -> str:
    """What was made, in a sentence."""
    if made.puzzle is None:
        nearest = f"; the nearest so far had difficulty {made.nearest}" if made.nearest is not None else ""
        return f"No puzzle: {made.failure or made.reason}{nearest}."
    clues = many(made.clues, "clue") if made.puzzle.type.unique else "One of its answers"
    return clues + (f", difficulty {made.difficulty}" if made.difficulty is not None else "") + "."
