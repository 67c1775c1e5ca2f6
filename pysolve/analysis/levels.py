"""A label for a difficulty, from easy to extreme: which fifth of the boards that pysolve makes it belongs to.

levels.tsv holds the difficulties that part those fifths, a row for each type and size that was measured; it is written
by bench/levels.py.
"""

from __future__ import annotations

import csv
from bisect import bisect_left
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from ..model.puzzle import Puzzle

TABLE = Path(__file__).with_name("levels.tsv")


class Level(StrEnum):
    """A fifth of made boards of a type and size, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


def level_of(puzzle: Puzzle, difficulty: float) -> Level | None:
    """The level of a puzzle with this difficulty; None if no boards of its type and size were measured."""
    bounds = _bounds(puzzle)
    return None if bounds is None else list(Level)[bisect_left(bounds, difficulty)]


def range_of(board: Puzzle, level: Level) -> tuple[float, float] | None:
    """The least and the most difficulty of a level, on boards like this; None if they were not measured, or if the
    level is empty, as those beside it have the same difficulty.
    """
    bounds = _bounds(board)
    if bounds is None:
        return None
    number = list(Level).index(level)
    least, most = [0.0, *bounds, float("inf")][number : number + 2]
    return (least + 0.1 if number else 0.0, most) if least < most else None  # difficulties have one decimal place


def _bounds(puzzle: Puzzle) -> tuple[float, ...] | None:
    if puzzle.options or puzzle.type.added:
        return None  # boards were made of the plain type
    return _table().get((puzzle.type.name, f"{puzzle.board.rows}x{puzzle.board.columns}"))


@cache
def _table() -> Mapping[tuple[str, str], tuple[float, ...]]:
    """The four difficulties between the five levels, by type and size; the most that each of the first four takes."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {(row["type"], row["size"]): tuple(float(row[level]) for level in list(Level)[:-1]) for row in rows}
