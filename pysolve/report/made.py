"""What was made: in a sentence."""

from __future__ import annotations

from ..generate.made import MadePuzzle
from .phrases import many


def made_line(made: MadePuzzle) -> str:
    """What was made, in a sentence."""
    if made.puzzle is None:
        return f"No puzzle: {made.failure or made.reason}."
    seed = f"seed {made.seed}" if not made.number else f"number {made.number + 1} of seed {made.seed}"
    clues = many(made.clues, "clue") if made.puzzle.type.unique else "One of its answers"
    text = clues + (f", difficulty {made.difficulty}" if made.difficulty is not None else "")
    if made.complete:
        return f"{text}, {seed}."
    so_far = "the fewest so far" if made.difficulty is None else "the nearest so far"
    return f"{text}, {so_far}, {seed}" + (f": {made.reason}." if made.reason is not None else ".")
