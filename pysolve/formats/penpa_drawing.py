"""What a link of Penpa+ draws: elements at spots of the board, edges, lines and cages."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import NamedTuple

from ..model.board import Cell
from ..model.cell_shapes import FOUR_STEPS
from ..model.errors import quote


class Kind(IntEnum):
    """Which point a cell's number stands for."""

    MIDDLE = 0
    LOWER_RIGHT = 1
    BELOW = 2
    RIGHT = 3


class Spot(NamedTuple):
    """A point: which one of which cell; the board's first cell is row 1, column 1, and margins lie around the board."""

    kind: Kind
    row: int
    column: int


#: The directions in which strokes may lead from a cell.
STEPS = FOUR_STEPS

#: An edge around a cell.
BOX = "box"

#: Two cells that share a side, in reading order; and a cell with the direction of one of its sides.
Pair = tuple[Cell, Cell]
Exit = tuple[Cell, str]


def across(cell: Cell, direction: str) -> Pair:
    """A cell and its neighbour in a direction, on the board or off it."""
    (row, column), (down, right) = cell, STEPS[direction]
    return pair_of(cell, (row + down, column + right))


def exits_of(pair: Pair) -> tuple[Exit, Exit]:
    """The exits of both cells towards the other one."""
    one, other = pair
    there, back = ("s", "n") if other[0] > one[0] else ("e", "w")
    return (one, there), (other, back)


def side_of(pair: Pair) -> Spot:
    """The middle of the side between two cells."""
    (row, column), (below, _) = pair
    return Spot(Kind.BELOW if below > row else Kind.RIGHT, row, column)


def pair_of(cell: Cell, other: Cell) -> Pair:
    """Two cells, the first one in reading order first."""
    return min(cell, other), max(cell, other)


def exit_between(one: Spot, other: Spot) -> Exit | None:
    """The cell and the direction of a line from the middle of a cell to that of a side; None for another line."""
    middle, side = (one, other) if one.kind is Kind.MIDDLE else (other, one)
    cell = middle.row, middle.column
    sides = {side_of(across(cell, direction)): (cell, direction) for direction in STEPS}
    return sides.get(side) if middle.kind is Kind.MIDDLE else None


class ElementKind(StrEnum):
    """What may stand at a spot."""

    TEXT = "text"
    ARROW = "arrow"
    NOTE = "note"
    SHAPE = "shape"
    FILL = "fill"
    EDGE = "edge"
    OTHER = "other"


class Element(NamedTuple):
    """Something at a spot. value: the text (of an arrow with its direction, '3e'), the name of the shape, dark or pale;
    of what pysolve has no word for, what messages call it. corner: of a note.
    """

    kind: ElementKind
    value: str = ""
    corner: str = ""

    @property
    def about(self) -> str:
        """What messages call it."""
        return {
            ElementKind.TEXT: f"the text {quote(self.value)}", ElementKind.ARROW: f"the arrow {quote(self.value)}",
            ElementKind.NOTE: f"the small text {quote(self.value)}", ElementKind.SHAPE: f"a {self.value}",
            ElementKind.FILL: f"a {self.value} cell", ElementKind.EDGE: "a box" if self.value else "an edge",
            ElementKind.OTHER: self.value,
        }[self.kind]  # fmt: skip


@dataclass
class PenpaLayer:
    """What somebody drew. edges: the pairs of cells that an edge parts. lines: the pairs of cells that a line joins.
    stubs: the exits through which a line leads from the middle of a cell to that of its side. doubles: the lines that
    are two side by side. rings: where a circle or a disc only goes with a text, as the way in which it is written.
    erased: the pairs of cells between which the grid itself is not drawn. thermos: the cells of each, from its bulb.
    crosses: the sides through which nothing goes. blanks: where only a text of
    blanks stands. others: what it holds besides, by Penpa's names.
    """

    elements: dict[Spot, list[Element]] = field(default_factory=dict)
    rings: set[Spot] = field(default_factory=set)
    edges: set[Pair] = field(default_factory=set)
    lines: set[Pair] = field(default_factory=set)
    stubs: set[Exit] = field(default_factory=set)
    doubles: set[Pair] = field(default_factory=set)
    crosses: set[Spot] = field(default_factory=set)
    erased: set[Pair] = field(default_factory=set)
    cages: list[list[Cell]] = field(default_factory=list)
    thermos: list[list[Cell]] = field(default_factory=list)
    blanks: list[Spot] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def is_drawn(self) -> bool:
        """Whether anything is."""
        return any((self.elements, self.edges, self.lines, self.stubs, self.doubles, self.crosses, self.others,
                    self.cages, self.thermos, self.erased))  # fmt: skip


@dataclass
class Drawing:
    """What a link holds. cells: those of the board. margins: how many cells lie above, below, left and right of it.
    tags: what it says of its type. rules: what it says of its rules, in words. dotted: whether its grid is. looped:
    whether the grid is points alone, between which solvers draw. checked: whether the link checks the answer, which is
    then a whole one.
    """

    rows: int
    columns: int
    cells: set[Cell]
    question: PenpaLayer
    answer: PenpaLayer
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    dotted: bool = False
    looped: bool = False
    checked: bool = False
