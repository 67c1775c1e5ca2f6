"""What a link of Penpa+ draws: elements at spots of the board, edges, lines and cages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple

from ...model.board import FOUR_STEPS, Cell, Pair, pair_of
from ...model.errors import quote
from ...model.tables import table


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

    @property
    def cell(self) -> Cell:
        """The cell that it belongs to, on the board or beside it."""
        return self.row, self.column


#: The directions in which strokes may lead from a cell.
STEPS = FOUR_STEPS

#: An edge around a cell.
BOX = "box"

#: A cell with the direction of one of its sides.
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
    LINE = "line"
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
        colour = f"the colour {self.value}" if self.value.isdecimal() else f"a {self.value} cell"
        return {
            ElementKind.TEXT: f"the text {quote(self.value)}", ElementKind.ARROW: f"the arrow {quote(self.value)}",
            ElementKind.NOTE: f"the small text {quote(self.value)}", ElementKind.SHAPE: f"a {self.value}",
            ElementKind.FILL: colour, ElementKind.EDGE: "a box" if self.value else "an edge",
            ElementKind.LINE: "a line", ElementKind.OTHER: self.value,
        }[self.kind]  # fmt: skip


#: A dark cell; and what may go around a text.
DARK_CELL = Element(ElementKind.FILL, "dark")
RINGS = frozenset({Element(ElementKind.SHAPE, "circle"), Element(ElementKind.SHAPE, "disc")})


@dataclass
class PenpaLayer:
    """What somebody drew. edges: the pairs of cells that an edge parts. lines: the pairs of cells that a line joins.
    stubs: the exits through which a line leads from the middle of a cell to that of its side. doubles: the lines that
    are two side by side. rings: where a circle or a disc only goes with a text, as the way in which it is written.
    erased: the pairs of cells between which the grid itself is not drawn. thermos: the cells of each, from its bulb.
    arrows: likewise, from their circles.
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
    arrows: list[list[Cell]] = field(default_factory=list)
    blanks: list[Spot] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def on_corners(self) -> PenpaLayer:
        """What stands at the corners of cells, in cells whose middles they are."""

        def moved(spot: Spot) -> Spot:
            return Spot(Kind.MIDDLE, spot.row + 1, spot.column + 1)

        elements = {moved(spot): there for spot, there in self.elements.items()}
        lines = {((s, d), (s + (r == s), d + (c == d))) for (r, c), (s, d) in self.edges}
        return replace(self, elements=elements, rings=set(map(moved, self.rings)), edges=set(), lines=lines)

    @property
    def is_drawn(self) -> bool:
        """Whether anything is."""
        return any((self.elements, self.edges, self.lines, self.stubs, self.doubles, self.crosses, self.others,
                    self.cages, self.thermos, self.arrows, self.erased))  # fmt: skip


@dataclass
class Drawing:
    """What a link holds. cells: those of the board. margins: how many cells lie above, below, left and right of it.
    tags: what it says of its type. rules: what it says of its rules, in words. dotted: whether its grid is. looped:
    whether the grid is points alone, between which solvers draw. checked: whether the link checks the answer, which is
    then a whole one. several: whether it checks several, or parts of one, any of which is right; they are not kept.
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
    several: bool = False

    def on_corners(self) -> Drawing:
        """The same, its corners as cells, if all that it holds stands there; lines along sides then join these."""
        spots = [spot for layer in (self.question, self.answer) for spot in layer.elements]
        whole = len(self.cells) == self.rows * self.columns
        if not whole or not spots or any(spot.kind is not Kind.LOWER_RIGHT for spot in spots):
            return self
        rows, columns = self.rows + 1, self.columns + 1
        cells = {(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)}
        question, answer = self.question.on_corners(), self.answer.on_corners()
        return replace(self, rows=rows, columns=columns, cells=cells, question=question, answer=answer)


# -- What things are called in a link of Penpa+: its layers, colours, symbols, and how it shortens them
# Source: class_p.js, class_square.js and general.js of penpa-edit (https://github.com/swaroopg92/penpa-edit).


#: Where links that are written open.
SITE = "https://swaroopg92.github.io/penpa-edit/"

#: Bytes that a link may hold once it is unpacked.
LARGEST_TEXT = 2**23

#: What links call boards of squares, as a pattern.
SQUARE_BOARDS = "square|sudoku|kakuro"

#: Cells around the board that have numbers of their own.
RIM = 2


#: From the letter behind a z to what it stands for.
ABBREVIATIONS: Mapping[str, str] = dict(table(__file__, "abbreviations.tsv"))

#: The layers that are objects, in the order in which they are written, and those that are lists.
OBJECTS = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE",
)  # fmt: skip
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")

#: The colours of texts that have a circle around them: an empty and a filled one; and those that have no such circle.
CIRCLED, DISCED = 6, 7
UNCIRCLED = (1, 2, 3, 4, 5, 8, 9, 10)

#: Symbols that are dark cells: with a stroke between the two numbers in its corners, which is written, and without.
DARK_CELLS = ("kakuro 1", "kakuro 2")

#: The styles of a text that say nothing but how large it is; the one of a text with an arrow, and
#: of one that is wider than its cell, or smaller.
PLAIN_STYLES = ("1", "5", "6", "8", "10")
ARROW_STYLE = "2"
LONG, SMALLER = "8", "6"

#: The style of a text whose characters are clues of their own.
SEVERAL_STYLE = "4"

#: The styles in which a text may have a circle around it.
RINGED_STYLES = ("1", "2", "4", "5", "6", "10")

#: Says of a shape that it is a dot.
SMALL = "small"

#: The directions of arrows behind texts.
DIRECTIONS = ("n", "w", "e", "s", "nw", "ne", "sw", "se")

#: The colours of cells: the dark and the light ones are marks, others are not.
DARK, PALE = (1, 4), (3, 8)

#: The style of a cross on a side, and those of dotted and thin lines, which mean something else than others.
CROSS, FAINT = 98, (12, 13, 80)

#: The style of the lines and edges that are written, black and heavier than the grid; and what erases a side of it.
HEAVY, ERASED = 2, 1

#: The style of the lines around cages.
DASHED = 10


def _tools(text: str) -> Mapping[str, tuple[str, object]]:
    """From the name of each tool, as a text lists them, to its kind and its style."""
    fields = (each.split("/") for each in text.split())
    return {name: (kind, int(style) if style.isdecimal() else style) for name, kind, style in fields}


#: The tools that setters, and other ones that solvers, have in their hands: what the page needs of each to come up.
TOOLS = _tools(
    "surface//1 multicolor//1 line/1/2 lineE/1/2 wall//2 cage/1/10 number/1/1 symbol/circle_L/1 special/thermo/ "
    "board// move/1/ combi/linex/ sudoku/1/1"
)
SOLVING = _tools("line/1/3 lineE/1/3 wall//3 number/1/2 sudoku/1/9")

#: The composite tools, by what they draw with a click or a drag: shapes, double lines, lines beside shaded cells.
COMPOSITES = _tools(
    "double/hashi/ shaded_line/yajilin/ circle/blwh/ disc/blwh/ star/star/ tent/tents/ bulb/akari/ plus/magnets/ "
    "minus/magnets/ corner_nw/shaka/ corner_ne/shaka/ corner_sw/shaka/ corner_se/shaka/"
)

#: The version of Penpa+ whose links these are.
VERSION = (3, 2, 3)

#: How the grid is drawn, whether points are, and whether a frame is: usually, where the grid is dotted, and where
#: lines are drawn from point to point.
GRID, DOTTED_GRID, LOOP_GRID = ("1", "2", "1"), ("2", "1", "2"), ("3", "1", "2")

#: Which point of a cell a small text stands at: the corners, then the sides.
CORNERS = ("upper left", "upper right", "lower left", "lower right", "upper", "right", "left", "lower")

#: What the name of a symbol ends in for its size.
SIZES = re.compile(r"_(?:LL|L|M|S|SS|N)$")

#: Symbols that come in colours and look the same in each; of the arrows one means another in white.
_COLOURED = re.compile(r"(?:(ox|battleship|arrow_N|arrow_tri|math)_[BEGW]\+?|(arrow_B)_[BG])")

#: From a shape to the symbols that have it, the first of which is written: name without its size and colour, and style.
SYMBOLS: Mapping[str, tuple[str, ...]] = {shape: tuple(symbols) for shape, *symbols in table(__file__, "symbols.tsv")}

#: The symbols that are written with a colour, black.
COLOURED = re.compile("ox|battleship|arrow_B")

#: From a symbol to the shapes that a person sees in it together.
PICTURES: Mapping[str, tuple[str, ...]] = {
    **{f"firefly {at}": ("circle", way) for at, way in enumerate("eswn", 1)}, "firefly 5": ("circle",),
}  # fmt: skip

#: The reverse, where there are several.
SEEN_IN = {frozenset(shapes): symbol for symbol, shapes in PICTURES.items() if len(shapes) > 1}

#: The symbol of a die, whose style says which of its pips are there; the number counts them.
DIE = "dice"

#: The frame of small texts at the sides of a cell, which says nothing, as messages call it.
FRAME = "the symbol 'compass' in the style '1'"


def plain_symbol(name: str) -> str:
    """The name of a symbol without its size and its colour."""
    coloured = _COLOURED.fullmatch(plain := SIZES.sub("", name))
    return plain if coloured is None else coloured[1] or coloured[2]


#: The symbols whose names also say how large they are.
SIZED = ("circle", "square", "triup", "tridown")

#: The symbols of several arrows, and the directions in the order in which their styles say whether one is there.
ARROWS: Mapping[str, tuple[str, ...]] = {
    "arrow_cross": ("w", "n", "e", "s"), "arrow_eight": ("w", "nw", "n", "ne", "e", "se", "s", "sw"),
}  # fmt: skip

#: The symbol of an arrow along a side of the cell, and where it points, likewise.
SIDE_ARROWS, SIDE_ARROWS_AT = "arrow_fouredge", ("e", "s", "w", "n", "w", "n", "e", "s")

#: The reverse: from a symbol to its shapes.
SHAPES = {symbol: (shape,) for shape, symbols in SYMBOLS.items() for symbol in symbols} | {**PICTURES}


#: What stands in the rules in place of characters that part things.
_ESCAPES = (("\n", "%2D"), (",", "%2C"), ("&", "%2E"), ("=", "%2F"))


def escaped(text: str) -> str:
    """A text as the header holds it."""
    for character, escape in _ESCAPES:
        text = text.replace(character, escape)
    return text


def unescaped(text: str) -> str:
    """The reverse of escaped."""
    for character, escape in _ESCAPES:
        text = text.replace(escape, character)
    return text
