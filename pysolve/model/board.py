"""Boards, the shapes of their cells, and their places: cells, the corners and sides between them, and the margins
around them.

Every place has a term, and a Board knows its neighbours, its name in words and its point in a picture:

    (R,C)                 a cell: rows from the top, columns from the left, from 1. On hexagons and bricks C counts
                          half cells: the neighbours of (R,C) are (R,C±2) and (R±1,C±1)
    p(R,C)                a corner, of squares and hexagons: the upper left one of cell (R,C), or above the cell (R,C-1)
    h(A,B)                a place in half cells: h(2R,2C) is the middle of cell (R,C). The side between two neighbours
                          X = (R,C) and Y = (S,D) is h(R+S,C+D), their middle; so are sides on the rim, as if there were
                          a cell behind them
    left(R) right(R)      the margins beside row R
    top(C) bottom(C)      the margins above and below column C
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from .errors import PuzzleError, many
from .terms import Term, Value

# -- The shapes of cells: what a board of squares has otherwise than one of hexagons, in one entry each
# A new shape is one entry here, and its steps in `asp/lib/board.lp`. Nobody asks which shape a board has: the entry
# says what follows from it.


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
    corners: Mapping[str, Step] = field(default_factory=dict)  # to its corners, as in the outline, if they have terms
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
                    f"found {many(length, 'cell')}, expected rows of a board of {self.plural}: all equally long "
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
    corners={"ne": (0, 1), "se": (1, 1), "sw": (1, 0), "nw": (0, 0)},
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
    corners={"ne": (0, 2), "se": (1, 2), "s": (1, 1), "sw": (1, 0), "nw": (0, 0), "n": (0, 1)},
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


Cell = tuple[int, int]

#: Two cells, the first one in reading order first.
Pair = tuple[Cell, Cell]

#: The largest number of rows, or of columns.
LARGEST_SIDE = 10_000

#: The largest number of cells: more are surely a slip, and would only take memory.
LARGEST_AREA = 1_000_000


def check_size(rows: int, columns: int, line: int | None = None, *, cells: int = LARGEST_AREA) -> None:
    """PuzzleError for a board that is empty, or too large to be one; to be called before anything is built.

    line: where the file says so. cells: the most that it may have.
    """
    size = f"found a board of {rows} rows and {columns} columns"
    if not (0 < rows <= LARGEST_SIDE and 0 < columns <= LARGEST_SIDE):
        raise PuzzleError(f"{size}, expected 1 to {LARGEST_SIDE}", line=line)
    if rows * columns > cells:
        raise PuzzleError(f"{size}, expected at most {cells} cells", line=line)


class Side(StrEnum):
    """A side of the board, with its margin."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"

    @property
    def along_rows(self) -> bool:
        """Whether the margin has a place for each row rather than for each column."""
        return self in (Side.LEFT, Side.RIGHT)

    def at(self, number: int) -> Term:
        """The term of the margin beside this row or column."""
        return Term(self.value, (number,))


# -- Terms of places


def cell_of(place: Value | None) -> Cell | None:
    """The cell that a place is; None for other places."""
    if isinstance(place, tuple) and len(place) == 2 and all(isinstance(number, int) for number in place):
        return place[0], place[1]
    return None


def corner_of(place: Value | None) -> Cell | None:
    """Row and column of the corner that a place is; None for other places."""
    return cell_of(place.args) if isinstance(place, Term) and place.name == "p" else None


def halves_of(place: Value | None) -> Cell | None:
    """The half cells of a place h(A,B); None for other places."""
    return cell_of(place.args) if isinstance(place, Term) and place.name == "h" else None


def margin_of(place: Value | None) -> tuple[Side, int] | None:
    """The side and the row or column of a margin; None for other places."""
    if isinstance(place, Term) and place.name in Side.__members__.values() and len(place.args) == 1:
        number = place.args[0]
        return (Side(place.name), number) if isinstance(number, int) else None
    return None


def in_halves(place: Value | None) -> Cell | None:
    """Where a cell, a corner or a place in half cells is, in half cells; None for other places."""
    if (cell := cell_of(place)) is not None:
        return 2 * cell[0], 2 * cell[1]
    if (at := corner_of(place)) is not None:
        return 2 * at[0] - 1, 2 * at[1] - 1
    return halves_of(place)


def corner(row: int, column: int) -> Term:
    """The term of a corner."""
    return Term("p", (row, column))


def is_side(place: Value) -> bool:
    """Whether a place in half cells is the middle of a side of a square cell: not that of a cell, and no corner."""
    halves = halves_of(place)
    return halves is not None and sum(halves) % 2 == 1


def beyond(cell: Cell, side: Value | None) -> Cell | None:
    """Where the cell would lie that shares this side with a cell; None for what is not a place in half cells."""
    halves = halves_of(side)
    return None if halves is None else (halves[0] - cell[0], halves[1] - cell[1])


def side_between(one: Cell, other: Cell) -> Term:
    """The term of the side between two neighbours, on the board or off it."""
    return Term("h", (one[0] + other[0], one[1] + other[1]))


def pair_of(one: Cell, other: Cell) -> Pair:
    """Two cells, the first one in reading order first."""
    return min(one, other), max(one, other)


def direction_between(one: Cell, other: Cell) -> str:
    """The direction in which another cell lies: e or w, or s or n where it lies in the same column."""
    if one[1] == other[1]:
        return "s" if one[0] < other[0] else "n"
    return "e" if one[1] < other[1] else "w"


# -- Boards


@dataclass(frozen=True)
class Board:
    """A board of cells of one shape, with holes or without."""

    shape: CellShape
    rows: int
    columns: int  # on all but squares half cells
    spaces: tuple[Cell, ...]  # all places for cells in reading order, holes included
    holes: frozenset[Cell] = frozenset()
    short_names: bool = False  # cells are called R1C2, not 'row 1, column 2'

    # -- Making boards

    @classmethod
    def square(cls, rows: int, columns: int, holes: Iterable[Cell] = ()) -> Board:
        """A board of rows x columns squares."""
        spaces = tuple((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
        return cls(SQUARE, rows, columns, spaces, frozenset(holes))

    @classmethod
    def hexagonal(cls, lengths: Sequence[int], holes: Iterable[Cell] = ()) -> Board:
        """A board of hexagons, from how many spaces each row has; PuzzleError if such rows do not fit together."""
        return cls.of_rows(HEX, lengths, holes)

    @classmethod
    def of_rows(cls, shape: CellShape, lengths: Sequence[int], holes: Iterable[Cell] = ()) -> Board:
        """A board of such cells, likewise. Where they have several forms, columns are counted from where cells have the
        most neighbours: a triangle of triangles has one with a corner above at its top.
        """
        starts, width = shape.row_starts(lengths)
        boards = []
        for more in range(len(shape.forms)):
            spaces = tuple(
                (r, more + start + shape.apart * at)
                for r, (start, length) in enumerate(zip(starts, lengths), 1)
                for at in range(length)
            )
            boards.append(cls(shape, len(lengths), more + width, spaces))
        board = (
            max(boards, key=lambda each: sum(len(each.neighbours(cell)) for cell in each.cells)) if more else boards[0]
        )
        return board.with_holes(holes)

    @classmethod
    def hexagon(cls, side: int) -> Board:
        """A hexagon of hexagons with this many cells along each side."""
        return cls.hexagonal([*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)])

    def with_holes(self, holes: Iterable[Cell]) -> Board:
        """The same board with these holes."""
        return Board(self.shape, self.rows, self.columns, self.spaces, frozenset(holes))

    # -- Cells

    @property
    def in_columns(self) -> bool:
        """Whether its cells stand below each other, as in a table."""
        return self.shape.in_columns

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in reading order: the spaces that are no holes."""
        if not self.holes:
            return self.spaces
        return tuple(cell for cell in self.spaces if cell not in self.holes)

    @cached_property
    def cell_set(self) -> frozenset[Cell]:
        """The cells as a set."""
        return frozenset(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cell_set

    @cached_property
    def space_rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The spaces of each row."""
        rows: list[list[Cell]] = [[] for _ in range(self.rows)]
        for cell in self.spaces:
            rows[cell[0] - 1].append(cell)
        return tuple(map(tuple, rows))

    @cached_property
    def row_starts(self) -> tuple[int, ...]:
        """The column at which each row begins."""
        return tuple(row[0][1] if row else 1 for row in self.space_rows)

    @property
    def extent(self) -> tuple[int, int]:
        """How many rows there are, and spaces in the first one: how large a person calls it."""
        return self.rows, len(self.space_rows[0])

    def position(self, cell: Cell) -> int:
        """Which space of its row a cell is, from 1, holes counted: what a person calls its column."""
        if self.in_columns or not 1 <= cell[0] <= self.rows:
            return cell[1]
        return 1 + (cell[1] - self.row_starts[cell[0] - 1]) // self.shape.apart

    def cell_at(self, row: int, position: int) -> Cell | None:
        """The cell at a position of a row; None if the board has none there."""
        if not (1 <= row <= self.rows and 1 <= position <= len(self.space_rows[row - 1])):
            return None
        cell = self.space_rows[row - 1][position - 1]
        return cell if cell in self else None

    # -- Neighbours

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The names of the directions in which cells have neighbours."""
        return tuple(dict.fromkeys(name for form in self.shape.forms for name in form.steps))

    def steps(self, cell: Cell) -> Mapping[str, Cell]:
        """From the name of a direction to the step to the neighbour of a cell."""
        return self.shape.form(cell).steps

    def beside(self, cell: Cell, direction: str) -> Cell:
        """Where the neighbour of a cell in a direction lies, or would lie; KeyError if there is no side."""
        return _step(cell, self.steps(cell)[direction])

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells that share a side with a cell."""
        return [near for step in self.steps(cell).values() if (near := _step(cell, step)) in self]

    def sides_of(self, cell: Cell) -> dict[str, Term]:
        """The sides of a cell, by direction."""
        return {name: side_between(cell, _step(cell, step)) for name, step in self.steps(cell).items()}

    def corners_of(self, cell: Cell) -> dict[str, Term]:
        """The corners of a cell, by direction, clockwise as in its outline; none where they have no terms."""
        return {name: corner(*_step(cell, step)) for name, step in self.shape.corners.items()}

    def ends_of_sides(self, cell: Cell) -> dict[str, tuple[Term, Term]]:
        """The corners at the ends of each side of a cell, in reading order; none where corners have no terms."""
        around = [*self.corners_of(cell).values()]
        pairs = pairwise([*around, *around[:1]])
        ends = ((one, other) if one.args < other.args else (other, one) for one, other in pairs)
        return dict(zip(self.shape.form(cell).outline, ends))

    def side_along(self, one: Value, other: Value | None) -> Term | None:
        """The side between two corners, on the board or off it; None if these are no neighbouring corners."""
        start, end = corner_of(one), corner_of(other)
        if start is None or end is None or abs(start[0] - end[0]) + abs(start[1] - end[1]) != 1:
            return None
        if start[0] != end[0] and not self._is_place((min(start, end)[0], start[1] - self.shape.columns)):
            return None
        return Term("h", (start[0] + end[0] - 1, start[1] + end[1] - self.shape.columns))

    def _is_place(self, cell: Cell) -> bool:
        """Whether a cell could lie there, on the board or off it: rows may be shifted against each other."""
        return (sum(cell) - sum(next(iter(self.spaces), cell))) % self.shape.apart == 0

    def cells_around(self, place: Value) -> list[Cell]:
        """The cells that have this side, or this corner; none for another place."""
        if (at := corner_of(place)) is not None and (corners := self.shape.corners):
            return sorted(cell for down, right in corners.values() if (cell := _step(at, (-down, -right))) in self)
        if (halves := halves_of(place)) is None:
            return []
        steps = (step for form in self.shape.forms for step in form.steps.values())
        cells = {((halves[0] - down) // 2, (halves[1] - right) // 2) for down, right in steps}
        return sorted(cell for cell in cells if cell in self and place in self.sides_of(cell).values())

    # -- Layers of places

    @cached_property
    def sides(self) -> tuple[Term, ...]:
        """The sides of all cells, between two cells or on the rim, in the order of their cells."""
        return tuple(dict.fromkeys(side for cell in self.cells for side in self.sides_of(cell).values()))

    @cached_property
    def corners(self) -> tuple[Term, ...]:
        """The corners of all cells, in reading order; none where they have no terms."""
        points = {_step(cell, step) for cell in self.cells for step in self.shape.corners.values()}
        return tuple(corner(r, c) for r, c in sorted(points))

    def margin(self, side: Side) -> Iterator[Term]:
        """The places of a margin, from the top or from the left."""
        return (side.at(number) for number in range(1, (self.rows if side.along_rows else self.columns) + 1))

    # -- Words, points, turns

    def name(self, place: Value) -> str:
        """A place in words: 'row 2, column 3', 'the right margin of row 3'; empty for what is not a place."""
        if (cell := cell_of(place)) is not None:
            name = SHORT_NAME if self.short_names else PLACE_NAMES["cell"]
            return name.format(row=cell[0], column=self.position(cell))
        if (margin := margin_of(place)) is not None:
            side, number = margin
            line = "row" if side.along_rows else "column"
            return PLACE_NAMES["margin"].format(side=side, line=line, number=number)
        if (at := corner_of(place)) is not None:
            named = self.corner_of_cell(place)
            if named is None:
                return f"the corner ({at[0]},{at[1]})"
            return PLACE_NAMES["corner"].format(side=named[0], cell=self.name(named[1]))
        if isinstance(place, Term) and halves_of(place) is not None:
            return self._side_name(place)
        return ""

    def corner_of_cell(self, place: Value) -> tuple[str, Cell] | None:
        """What a corner is called ('upper left'), and of which cell; None for other places, and between holes."""
        if (at := corner_of(place)) is None:
            return None
        for name in ("nw", "ne", "sw", "se", "n", "s"):
            down, right = self.shape.corners.get(name, (0, 0))
            if name in self.shape.corners and (cell := (at[0] - down, at[1] - right)) in self:
                return _SIDE_WORDS[name], cell
        return None

    def _side_name(self, place: Term) -> str:
        beside = self.cells_around(place)
        if len(beside) == 2:
            return PLACE_NAMES["between"].format(one=self.name(beside[0]), other=self.name(beside[1]))
        if beside:
            direction = next(name for name, side in self.sides_of(beside[0]).items() if side == place)
            return PLACE_NAMES["rim"].format(side=_SIDE_WORDS[direction], cell=self.name(beside[0]))
        down, right = halves_of(place) or (0, 0)
        if (cell := (down // 2, right // 2)) in self and (2 * cell[0], 2 * cell[1]) == (down, right):
            return f"the middle of {self.name(cell)}"
        return f"the corner ({down // 2 + 1},{right // 2 + 1})"

    @property
    def size(self) -> Point:
        """Width and height of the board, without margins."""
        return self.shape.size(self.rows, self.columns)

    def point(self, place: Value | None) -> Point | None:
        """Where a place is; None for what is not a place. A margin's point is half a cell outside of the board."""
        if (at := corner_of(place)) is not None and self.shape.apart > 1:
            for (down, right), (dx, dy) in zip(self.shape.corners.values(), self.shape.form(at).outline.values()):
                if self._is_place(beside := (at[0] - down, at[1] - right)):
                    x, y = self.shape.middle(*beside)
                    return x + dx, y + dy
            return None
        if (halves := in_halves(place)) is not None:
            return self.shape.middle(halves[0] / 2, halves[1] / 2)
        if (margin := margin_of(place)) is None:
            return None
        side, number = margin
        x, y = self.shape.middle(number, number)
        width, height = self.size
        if side.along_rows:
            return -0.5 if side is Side.LEFT else width + 0.5, y
        return x, -0.5 if side is Side.TOP else height + 0.5

    def outline(self, cell: Cell) -> dict[str, Point]:
        """The corners of a cell, clockwise, each by the direction of the side that begins there."""
        x, y = self.shape.middle(*cell)
        return {name: (x + dx, y + dy) for name, (dx, dy) in self.shape.form(cell).outline.items()}

    def turned(self, place: Value) -> Value:
        """Where a half turn of the board puts a place."""
        if (cell := cell_of(place)) is not None:
            return (self.rows + 1 - cell[0], self.columns + 1 - cell[1])
        if (at := corner_of(place)) is not None:
            return corner(self.rows + 2 - at[0], self.columns + 1 + self.shape.columns - at[1])
        if (halves := halves_of(place)) is not None:
            return Term("h", (2 * self.rows + 2 - halves[0], 2 * self.columns + 2 - halves[1]))
        if (margin := margin_of(place)) is not None:
            side, number = margin
            return _OPPOSITE[side].at((self.rows if side.along_rows else self.columns) + 1 - number)
        return place


#: What places are called.
PLACE_NAMES = {
    "cell": "row {row}, column {column}",
    "margin": "the {side} margin of {line} {number}",
    "corner": "the {side} corner of {cell}",
    "between": "the side between {one} and {other}",
    "rim": "the {side} side of {cell}",
}

#: What a cell is called in short.
SHORT_NAME = "R{row}C{column}"

_OPPOSITE = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP}

_SIDE_WORDS = {
    "n": "upper",
    "s": "lower",
    "e": "right",
    "w": "left",
    "nw": "upper left",
    "ne": "upper right",
    "sw": "lower left",
    "se": "lower right",
}


def _step(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]
