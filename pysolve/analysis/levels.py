"""A word for how hard a puzzle is, from easy to extreme: by how many constraints its hardest steps combine.

It means the same for every type and size, so that a puzzle of a type that nobody has seen before has a level, too. The
bounds are such that each level is that of about a fifth of published puzzles (docs/benchmarks.md; bench/levels.py).
"""

from __future__ import annotations

from bisect import bisect_left
from enum import StrEnum

#: How much the first four levels combine at most: in their three hardest steps, on average.
BOUNDS = (1.7, 3.0, 5.0, 9.0)


class Level(StrEnum):
    """How much has to be combined, the least first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


def level_of(combined: float) -> Level:
    """The level of puzzles that combine so much (see grade.Grade)."""
    return list(Level)[bisect_left(BOUNDS, combined)]


def range_of(level: Level) -> tuple[float, float]:
    """The least and the most that puzzles of a level combine."""
    number = list(Level).index(level)
    least, most = [0.0, *BOUNDS, float("inf")][number : number + 2]
    return round(least + 0.1, 1) if number else 0.0, most  # grades have one decimal place
