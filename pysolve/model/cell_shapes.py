"""The shapes of cells: what a board of squares has otherwise than one of hexagons, in one entry each.

A new shape is one entry here, and its steps in `asp/lib/board.lp`. Nobody asks which shape a board has: the entry says
what follows from it.
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
class CellForm:
    """How a cell lies: most shapes have one form, triangles two."""

    steps: Mapping[str, Step]  # to the neighbours that share a side, by the name of the direction
    outline: Mapping[str, Point]  # from the middle, clockwise, the corner at which the side in each direction begins


@dataclass(frozen=True, eq=False)
class CellShape:
    """What the cells of a board are."""

    name: str  # as manifests, puzzles and the fact `board` have it
    noun: str  # one of them in words
    forms: tuple[CellForm, ...]  # they take turns along rows and columns: cell (R,C) has that of number R+C
    columns: int  # how many columns of the board a cell is wide
    apart: int  # how many columns the next cell of a row is further
    height: float  # from row to row
    top: float  # from the upper edge to the middle of the first row
    in_columns: bool = False  # whether cells stand below each other, so that columns are lines of the board as rows are
    corners: Mapping[str, Step] = field(default_factory=dict)  # from a cell to its corners, where these have terms
    by_side: str = ""  # what stands before the side of a board that has the outline of a cell: 'hex5'

    def __str__(self) -> str:
        return self.name

    @property
    def plural(self) -> str:
        """Several of them, in words."""
        return f"{self.noun}s"

    def __reduce__(self) -> tuple[object, ...]:
        return cell_shape, (self.name,)  # there is one object of each, in every process

    def form(self, cell: Step) -> CellForm:
        """How a cell lies."""
        return self.forms[sum(cell) % len(self.forms)]

    def middle(self, row: float, column: float) -> Point:
        """The middle of a cell; of halves of rows and columns, points between."""
        return (column + self.columns - 1) / self.columns - 0.5, (row - 1) * self.height + self.top

    def size(self, rows: int, columns: int) -> Point:
        """Width and height of a board, without margins."""
        return (columns + self.columns - 1) / self.columns, (rows - 1) * self.height + 2 * self.top

    def row_starts(self, lengths: Sequence[int]) -> tuple[list[int], int]:
        """The column at which each row begins, and the number of columns of the board, from how many cells each row
        has; PuzzleError if such rows do not fit together.

        Cells that are wider than a column may be shifted by one, so rows of them are centred where that brings each row
        half a cell beside the next one. Equal rows are shifted alternately.
        """
        longest = max(lengths)
        shifts = [(longest - length) * self.apart for length in lengths]  # in halves of a column
        fits = all(shift % 2 == 0 for shift in shifts) and self.columns > 1
        if fits and all((upper - lower) // 2 % self.apart == self.apart - 1 for upper, lower in pairwise(shifts)):
            return [shift // 2 + 1 for shift in shifts], (longest - 1) * self.apart + 1
        for number, length in enumerate(lengths, 1):
            if length != lengths[0]:
                raise PuzzleError(
                    f"found {length} cells, expected rows of a board of {self.plural}: all equally long "
                    f"({lengths[0]}), or neighbouring rows that differ by an {'odd' if self.apart > 1 else 'even'} "
                    "number of cells",
                    row=number,
                )
        return [1 + number % self.apart for number in range(len(lengths))], self.apart * lengths[0]


_RADIUS = 1 / math.sqrt(3)  # of a hexagon that is one wide

#: The steps of squares.
FOUR_STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}

SQUARE = CellShape(
    "square",
    "square",
    (
        CellForm(
            FOUR_STEPS,
            {"e": (0.5, -0.5), "s": (0.5, 0.5), "w": (-0.5, 0.5), "n": (-0.5, -0.5)},
        ),
    ),
    columns=1,
    apart=1,
    height=1,
    top=0.5,
    in_columns=True,
    corners={"nw": (0, 0), "ne": (0, 1), "sw": (1, 0), "se": (1, 1)},
)

_SIX = {"nw": (-1, -1), "ne": (-1, 1), "e": (0, 2), "se": (1, 1), "sw": (1, -1), "w": (0, -2)}


def _six_sided(upper: float, point: float) -> tuple[CellForm]:
    """A cell with a side to the left and to the right, and two above and below each. upper, point: how far above and
    below the middle these sides end, and the others meet.
    """
    outline = {
        "e": (0.5, -upper),
        "se": (0.5, upper),
        "sw": (0.0, point),
        "w": (-0.5, upper),
        "nw": (-0.5, -upper),
        "ne": (0.0, -point),
    }
    return (CellForm(_SIX, outline),)


HEX = CellShape(
    "hex",
    "hexagon",
    _six_sided(0.5 * _RADIUS, _RADIUS),
    columns=2,
    apart=2,
    height=1.5 * _RADIUS,
    top=_RADIUS,
    by_side="hex",
)

#: Squares that are half a cell apart from row to row, so that each has the neighbours of a hexagon.
BRICK = CellShape("brick", "brick", _six_sided(0.5, 0.5), columns=2, apart=2, height=1, top=0.5)

CELL_SHAPES = (SQUARE, HEX, BRICK)


def stands_in_columns(name: str) -> bool:
    """Whether the cells of this name stand in columns."""
    return any(shape.in_columns for shape in CELL_SHAPES if shape.name == name)


def cell_shape(name: str) -> CellShape:
    """The shape of this name."""
    return next(shape for shape in CELL_SHAPES if shape.name == name)
