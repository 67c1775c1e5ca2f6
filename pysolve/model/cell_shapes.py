"""The shapes of cells: what a board of squares has otherwise than one of hexagons, in one object each.

A new shape is one entry here, its steps in `asp/lib/board.lp`, and in the tests that draw all of them. What no other
shape than squares has (corners with terms, lines of a terminal's lattice) asks `Board.is_square`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .errors import PuzzleError

#: Rows downwards and columns to the right.
Step = tuple[int, int]

#: In widths of a cell: to the right, and downwards.
Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class CellShape:
    """What the cells of a board are.

    name: as manifests, puzzles and the fact `board` have it. noun: one of them in words. columns: how many columns of
    the board a cell is wide; where it is more than one, rows may be shifted against each other. steps: to the
    neighbours that share a side, by the name of the direction. corners: from the term of a cell to those of its
    corners, by direction; none where corners have no terms. outline: the corners from the middle on, clockwise.
    behind: the steps to the cells behind the sides of the outline, in its order. height: from row to row. top: from
    the upper edge to the middle of the first row.
    """

    name: str
    noun: str
    columns: int
    steps: Mapping[str, Step]
    outline: tuple[Point, ...]
    behind: tuple[Step, ...]
    height: float
    top: float
    corners: Mapping[str, Step] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def plural(self) -> str:
        """Several of them, in words."""
        return f"{self.noun}s"

    def __reduce__(self) -> tuple[object, ...]:
        return cell_shape, (self.name,)  # there is one object of each, in every process

    def middle(self, row: float, column: float) -> Point:
        """The middle of a cell; of halves of rows and columns, points between."""
        return (column + self.columns - 1) / self.columns - 0.5, (row - 1) * self.height + self.top

    def size(self, rows: int, columns: int) -> Point:
        """Width and height of a board, without margins."""
        return (columns + self.columns - 1) / self.columns, (rows - 1) * self.height + 2 * self.top

    def row_starts(self, lengths: Sequence[int]) -> tuple[list[int], int]:
        """The column at which each row begins, and the number of columns of the board, from how many cells each row
        has; PuzzleError if such rows do not fit together.

        Rows that may be shifted are centred if neighbours differ by an odd number of cells; equal rows are shifted
        alternately.
        """
        if self.columns > 1 and all((a - b) % 2 for a, b in pairwise(lengths)):
            longest = max(lengths)
            return [longest - length + 1 for length in lengths], 2 * longest - 1
        for number, length in enumerate(lengths, 1):
            if length != lengths[0]:
                raise PuzzleError(
                    f"found {length} cells, expected rows of a board of {self.plural}: all equally long "
                    f"({lengths[0]}), or neighbouring rows that differ by an odd number of cells",
                    row=number,
                )
        return [1 + number % self.columns for number in range(len(lengths))], self.columns * lengths[0]


_RADIUS = 1 / math.sqrt(3)  # of a hexagon that is one wide

SQUARE = CellShape(
    "square", "square", columns=1, height=1, top=0.5,
    steps={"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)},
    corners={"nw": (0, 0), "ne": (0, 1), "sw": (1, 0), "se": (1, 1)},
    outline=((0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)), behind=((0, 1), (1, 0), (0, -1), (-1, 0)),
)  # fmt: skip

HEX = CellShape(
    "hex", "hexagon", columns=2, height=1.5 * _RADIUS, top=_RADIUS,
    steps={"nw": (-1, -1), "ne": (-1, 1), "e": (0, 2), "se": (1, 1), "sw": (1, -1), "w": (0, -2)},
    outline=(
        (0.5, -0.5 * _RADIUS), (0.5, 0.5 * _RADIUS), (0.0, _RADIUS),
        (-0.5, 0.5 * _RADIUS), (-0.5, -0.5 * _RADIUS), (0.0, -_RADIUS),
    ),
    behind=((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)),
)  # fmt: skip

#: Squares that are half a cell apart from row to row, so that each has the neighbours of a hexagon.
BRICK = CellShape(
    "brick", "brick", columns=2, height=1, top=0.5, steps=HEX.steps, behind=HEX.behind,
    outline=((0.5, -0.5), (0.5, 0.5), (0.0, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.0, -0.5)),
)  # fmt: skip

CELL_SHAPES = (SQUARE, HEX, BRICK)


def cell_shape(name: str) -> CellShape:
    """The shape of this name."""
    return next(shape for shape in CELL_SHAPES if shape.name == name)
