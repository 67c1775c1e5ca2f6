"""The text of a Penpa+ link, and what it draws: elements at spots of the board, edges, lines and cages.

A link is base64 of raw deflate of lines; the first one is a header, the fourth and fifth are JSON: what the setter
drew, and what a solver did, with 30 keys abbreviated. A point is a number: kind × (columns + 4)(rows + 4) + index,
where the board has a rim of two cells on each side.

Source: class_p.js, class_square.js and general.js of penpa-edit (https://github.com/swaroopg92/penpa-edit).
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from itertools import pairwise
from typing import NamedTuple

from ..model.board import Cell, check_size
from ..model.errors import PuzzleError, quote
from .source import parse_json

#: Where links that are written open.
SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

#: Bytes that a link may hold once it is unpacked.
LARGEST_TEXT = 2**23

#: What links call boards of squares, as a pattern.
_SQUARE_BOARDS = "square|sudoku|kakuro"

#: Cells around the board that have numbers of their own.
_RIM = 2

#: From the letter behind a z to what it stands for.
_ABBREVIATIONS: Mapping[str, str] = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"', "0": '"squareframe"',
    "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"', "_": '"__a"', "O": "null",
}  # fmt: skip

#: The layers that are objects, in the order in which they are written, and those that are lists.
_OBJECTS = (
    "surface",
    "number",
    "numberS",
    "symbol",
    "freeline",
    "freelineE",
    "line",
    "lineE",
    "wall",
    "cage",
    "deletelineE",
)
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")

#: The styles of a text that say nothing but how large it is; and the one of a text with an arrow.
_PLAIN_STYLES = ("1", "5", "6", "8", "10")
_ARROW_STYLE = "2"

#: The directions of arrows behind texts.
_DIRECTIONS = ("n", "w", "e", "s", "nw", "ne", "sw", "se")

#: The colours of cells: the dark and the light ones are marks, others are not.
_DARK, _PALE = (1, 4), (3, 8)

#: Which point of a cell a number in a corner stands at.
_CORNERS = ("upper left", "upper right", "lower left", "lower right")

#: What the name of a symbol ends in for its size.
_SIZES = re.compile(r"_(?:LL|L|M|S|SS|N)$")

#: From a shape to the symbols that have it, the first of which is written: name without its size, and style.
_SYMBOLS: Mapping[str, tuple[str, ...]] = {
    "circle": ("circle 1", "circle 8", "ox_B 1"), "disc": ("circle 2",), "star": ("star 2", "star 1"),
    "square": ("square 1", "square 8"), "box": ("square 2",), "triangle": ("triup 2", "triup 1"),
    "cross": ("ox_B 4",), "backslash": ("ox_B 5",), "slash": ("ox_B 6",), "moon": ("sun_moon 1",),
    "sun": ("sun_moon 2",), "bulb": ("sun_moon 3",), "tree": ("tents 1",), "tent": ("tents 2",), "plus": ("math 2",),
    "minus": ("math 3",), "dash": ("line 1",), "bar": ("line 2",),
    **{
        arrow: (f"arrow_B_B {at}", f"arrow_N_B {at}", f"arrow {at}")
        for at, arrow in enumerate(("w", "nw", "n", "ne", "e", "se", "s", "sw"), 1)
    },
}  # fmt: skip

#: The symbols whose names also say how large they are.
_SIZED = ("circle", "square", "triup")

_SHAPES = {symbol: shape for shape, symbols in _SYMBOLS.items() for symbol in symbols}


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
            ElementKind.FILL: f"a {self.value} cell", ElementKind.EDGE: "an edge", ElementKind.OTHER: self.value,
        }[self.kind]  # fmt: skip


@dataclass
class Layer:
    """What somebody drew. edges: the pairs of cells that an edge parts. lines: the pairs of cells that a line joins.
    others: what it holds besides, by Penpa's names.
    """

    elements: dict[Spot, list[Element]] = field(default_factory=dict)
    edges: set[tuple[Cell, Cell]] = field(default_factory=set)
    lines: set[tuple[Cell, Cell]] = field(default_factory=set)
    cages: list[list[Cell]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


@dataclass
class Drawing:
    """What a link holds. cells: those of the board. margins: how many cells lie above, below, left and right of it.
    tags: what it says of its type. rules: what it says of its rules, in words.
    """

    rows: int
    columns: int
    cells: set[Cell]
    question: Layer
    answer: Layer
    title: str = ""
    author: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)


# -- Reading


def read_drawing(link: str) -> Drawing:
    """What a link holds; PuzzleError, with what is wrong, if it is not as Penpa+ writes it."""
    payload = re.search(r"[#?&]p=([A-Za-z0-9+/=_%-]*)", "&" + link)
    if payload is None:
        raise PuzzleError("this is not a Penpa+ link: 'p=' is missing")
    text = re.sub("z(.)", lambda found: _ABBREVIATIONS.get(found[1], found[0]), _unpacked(payload[1]))
    lines = text.split("\n")
    header = lines[0].split(",")
    if len(header) < 4 or len(lines) < 6:
        raise PuzzleError(f"the link holds {len(lines)} lines, expected a header and at least five others")
    if re.fullmatch(_SQUARE_BOARDS, header[0]) is None:
        raise PuzzleError(f"the link holds a board of the kind {quote(header[0])}, expected one of squares")
    columns, rows = _side(header[1]), _side(header[2])
    return _Reader(rows, columns, _cells(lines[5], rows, columns)).drawing(lines, header)


def _unpacked(payload: str) -> str:
    payload = payload.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").rstrip("=")
    try:
        data = base64.b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        unpacking = zlib.decompressobj(-15)
        text = unpacking.decompress(data, LARGEST_TEXT)
    except (binascii.Error, ValueError):
        raise PuzzleError("what stands behind 'p=' is not base64; the link may be cut off") from None
    except zlib.error:
        raise PuzzleError("what stands behind 'p=' cannot be unpacked; the link may be cut off") from None
    if not unpacking.eof:
        enough = unpacking.unconsumed_tail or len(text) >= LARGEST_TEXT
        raise PuzzleError(f"the link holds more than {LARGEST_TEXT // 2**20} MB" if enough else "the link is cut off")
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise PuzzleError("the link holds bytes that are no text") from None


def _side(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise PuzzleError(f"the link says {quote(text)} of its size, expected a number")
    return int(text)


def _cells(line: str, rows: int, columns: int) -> list[tuple[int, int]]:
    """The cells of the board, counted from the rim's first: rows, then columns."""
    check_size(rows, columns)
    steps = parse_json(line)
    width, height = columns + 2 * _RIM, rows + 2 * _RIM
    if not isinstance(steps, list) or not steps or len(steps) > width * height:
        raise PuzzleError("the sixth line of the link says no cells")
    cells, at = [], 0
    for step in steps:
        at += step if isinstance(step, int) and abs(step) <= width * height else width * height
        if not 0 <= at < width * height:
            raise PuzzleError("the sixth line of the link says a cell beside the board")
        cells.append(divmod(at, width))
    return cells


class _Reader:
    def __init__(self, rows: int, columns: int, cells: list[tuple[int, int]]) -> None:
        self.width, self.height = columns + 2 * _RIM, rows + 2 * _RIM
        self.top = min(row for row, _ in cells) - 1
        self.left = min(column for _, column in cells) - 1
        self.cells = {(row - self.top, column - self.left) for row, column in cells}

    def drawing(self, lines: list[str], header: list[str]) -> Drawing:
        tags = parse_json(lines[17]) if len(lines) > 17 and lines[17] else []
        title, author, _, rules = (header + [""] * 19)[15:19]
        return Drawing(
            max(row for row, _ in self.cells), max(column for _, column in self.cells), self.cells,
            self.layer(lines[3]), self.layer(lines[4]) if lines[4].startswith("{") else Layer(),
            _unescaped(title.partition(": ")[2]).strip(), _unescaped(author.partition(": ")[2]).strip(),
            _unescaped(rules), tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        )  # fmt: skip

    def layer(self, line: str) -> Layer:
        data = parse_json(line)
        if not isinstance(data, dict):
            raise PuzzleError("the fourth or fifth line of the link is not a JSON object")
        layer = Layer()
        for name, value in data.items():
            if not value or name.startswith("command_"):
                continue
            if name in _OBJECTS and not isinstance(value, dict):
                raise self.wrong(name, value)
            if name in ("surface", "number", "numberS", "symbol"):
                for key, each in value.items():
                    self.element(layer, name, key, each)
            elif name in ("line", "lineE"):
                self.pairs(layer, name, value)
            elif name == "killercages":
                layer.cages = [self.cage(cage) for cage in value] if isinstance(value, list) else []
            elif name not in ("cage", "deletelineE"):  # the lines of cages, which killercages says, and of the grid
                layer.others.append(name)
        return layer

    def wrong(self, name: str, value: object) -> PuzzleError:
        return PuzzleError(f"the link's {quote(name)} holds {quote(str(value)[:40])}, which Penpa+ does not write so")

    def number(self, name: str, key: object) -> int:
        if isinstance(key, str) and re.fullmatch(r"\d{1,9}", key, re.ASCII):
            return int(key)
        if isinstance(key, int) and 0 <= key < 10**9:
            return key
        raise self.wrong(name, key)

    def spot(self, name: str, number: int) -> Spot:
        kind, at = divmod(number, self.width * self.height)
        if kind > max(Kind):
            raise self.wrong(name, number)
        row, column = divmod(at, self.width)
        return Spot(Kind(kind), row - self.top, column - self.left)

    def element(self, layer: Layer, name: str, key: str, value: object) -> None:
        number = self.number(name, key)
        if name == "numberS":
            self.note(layer, number, value)
            return
        element = _fill(value) if name == "surface" else _symbol(value) if name == "symbol" else _text(value)
        if element is None:
            raise self.wrong(name, value)
        if element != Element(ElementKind.TEXT):
            layer.elements.setdefault(self.spot(name, number), []).append(element)

    def note(self, layer: Layer, number: int, value: object) -> None:
        if not isinstance(value, list) or not value or not isinstance(value[0], (str, int)):
            raise self.wrong("numberS", value)
        cell, corner = divmod(number, 4)
        kind, cell = divmod(cell, self.width * self.height)
        text = str(value[0]).strip()
        known = kind == 1 and corner < 3
        element = Element(ElementKind.NOTE, text, _CORNERS[corner]) if known else Element(
            ElementKind.OTHER, f"the small text {quote(text)} beside a side"
        )  # fmt: skip
        if text:
            layer.elements.setdefault(self.spot("numberS", cell), []).append(element)

    def pairs(self, layer: Layer, name: str, value: Mapping[str, object]) -> None:
        for key, style in value.items():
            ends = [self.spot(name, self.number(name, each)) for each in key.split(",")]
            if len(ends) == 1 and style == 98:  # a cross of a solver on a side
                continue
            if len(ends) != 2:
                raise self.wrong(name, key)
            (kind, r, c), (other, s, d) = ends
            far = (abs(r - s), abs(c - d))
            if name == "line" and kind == other == Kind.MIDDLE and far in ((0, 1), (1, 0)):
                layer.lines.add(((min(r, s), min(c, d)), (max(r, s), max(c, d))))
            elif name == "lineE" and kind == other == Kind.LOWER_RIGHT and far in ((0, 1), (1, 0)):
                last = (max(r, s), max(c, d))  # the cell whose lower right corner is the later one of the two
                layer.edges.add((last, (last[0] + 1, last[1])) if far[1] else (last, (last[0], last[1] + 1)))
            elif (
                note := f"{name} that is no side of a cell" if name == "lineE" else f"{name} to a point"
            ) not in layer.others:
                layer.others.append(note)

    def cage(self, cage: object) -> list[Cell]:
        if not isinstance(cage, list):
            raise self.wrong("killercages", cage)
        spots = [self.spot("killercages", self.number("killercages", each)) for each in cage]
        return [(spot.row, spot.column) for spot in spots]


def _fill(value: object) -> Element | None:
    if not isinstance(value, int):
        return None
    tone = "dark" if value in _DARK else "pale" if value in _PALE else ""
    return Element(ElementKind.FILL, tone) if tone else Element(ElementKind.OTHER, f"the colour {value}")


def _text(value: object) -> Element | None:
    if not isinstance(value, list) or len(value) < 3 or isinstance(value[0], list):
        return None if not isinstance(value, list) else Element(ElementKind.OTHER, "several small texts")
    text, style = str(value[0]).strip(), str(value[2])
    if style in _PLAIN_STYLES or not text:
        return Element(ElementKind.TEXT, text)
    if style == _ARROW_STYLE:
        number, _, direction = text.partition("_")
        if not direction:
            return Element(ElementKind.TEXT, number)
        if direction.isdecimal() and int(direction) < len(_DIRECTIONS):
            return Element(ElementKind.ARROW, number + _DIRECTIONS[int(direction)])
    return Element(ElementKind.OTHER, f"the text {quote(text)} in the style {quote(style)}")


def _symbol(value: object) -> Element | None:
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[1], str):
        return None
    style, name = value[0], _SIZES.sub("", value[1])
    shape = _SHAPES.get(f"{name} {style}") if isinstance(style, int) else None
    if shape is None:
        return Element(ElementKind.OTHER, f"the symbol {quote(value[1])} in the style {quote(str(style)[:20])}")
    return Element(ElementKind.SHAPE, shape)


# -- Writing


def write_drawing(drawing: Drawing) -> str:
    """The link that draws this; PuzzleError for an element that Penpa+ does not have."""
    return _Writer(drawing).link()


class _Writer:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        top, bottom, left, right = drawing.margins
        self.rows, self.columns = drawing.rows + top + bottom, drawing.columns + left + right
        self.width, self.height = self.columns + 2 * _RIM, self.rows + 2 * _RIM

    def number(self, spot: Spot) -> int:
        row, column = spot.row + self.drawing.margins[0] + _RIM - 1, spot.column + self.drawing.margins[2] + _RIM - 1
        return spot.kind * self.width * self.height + row * self.width + column

    def cell(self, cell: Cell) -> int:
        return self.number(Spot(Kind.MIDDLE, *cell))

    def link(self) -> str:
        drawing = self.drawing
        cells = sorted(self.cell(cell) for cell in drawing.cells)
        steps = [cells[0], *(after - before for before, after in pairwise(cells))]
        size = 38
        header = [
            "square", self.columns, self.rows, size, 0, 1, 1, (self.columns + 1) * size, (self.rows + 1) * size,
            self.middle(), self.middle(), 0, 0, 0, 0, f"Title: {_plain(drawing.title)}",
            f"Author: {_plain(drawing.author)}", "", _escaped(drawing.rules), "OFF", "false",
        ]  # fmt: skip
        mode = {"qa": "pu_a", "grid": ["1", "2", "1"]}
        empty = _compact(_empty())
        lines = [
            ",".join(map(str, header)), _compact(list(drawing.margins)), _compact(mode), self.layer(), empty,
            _compact(steps), "[]", "{}", '"x"', '"x"', "[3,2,1]", _compact(mode), '"x"', "0", empty, empty, "{}",
            _compact(list(drawing.tags)), "false",
        ]  # fmt: skip
        text = "\n".join(lines)
        for letter, long in _ABBREVIATIONS.items():
            text = text.replace(long, f"z{letter}")
        packing = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packing.compress(text.encode()) + packing.flush()
        return SITE + base64.b64encode(packed).decode()

    def middle(self) -> int:
        """The point that is nearest to the middle of the board."""
        kinds = {(1, 1): Kind.MIDDLE, (0, 0): Kind.LOWER_RIGHT, (0, 1): Kind.BELOW, (1, 0): Kind.RIGHT}
        kind = kinds[self.rows % 2, self.columns % 2]
        row, column = (self.rows - 1) // 2 + _RIM, (self.columns - 1) // 2 + _RIM
        return kind * self.width * self.height + row * self.width + column

    def layer(self) -> str:
        layers = _empty()
        question = self.drawing.question
        for spot, elements in sorted(question.elements.items()):
            for element in elements:
                name, key, value = self.written(spot, element)
                table = layers[name]
                assert isinstance(table, dict)
                if str(key) in table:
                    raise PuzzleError(
                        f"Penpa+ has no place for {element.about} where something of its kind stands already"
                    )
                table[str(key)] = value
        edges = {f"{one},{other}": 2 for one, other in sorted(map(self.edge, question.edges))}
        layers["lineE"] = dict(edges)
        layers["killercages"] = [[self.cell(cell) for cell in cage] for cage in question.cages]
        return _compact(layers)

    def written(self, spot: Spot, element: Element) -> tuple[str, int, object]:
        """The layer, the number of the point and the value of an element."""
        number, kind, value = self.number(spot), element.kind, element.value
        if kind is ElementKind.FILL:
            return "surface", number, (_DARK if value == "dark" else _PALE)[-1]
        if kind is ElementKind.TEXT:
            dark = Element(ElementKind.FILL, "dark") in self.drawing.question.elements[spot]
            return "number", number, [value, 4 if dark else 1, "1"]
        if kind is ElementKind.ARROW:
            text = value.rstrip("nesw")
            return "number", number, [f"{text}_{_DIRECTIONS.index(value.removeprefix(text))}", 1, _ARROW_STYLE]
        if kind is ElementKind.NOTE:
            at = self.width * self.height + number
            return "numberS", 4 * at + _CORNERS.index(element.corner), [value, 1]
        if value not in _SYMBOLS:
            raise PuzzleError(f"Penpa+ has no symbol for {element.about}")
        name, _, style = _SYMBOLS[value][0].partition(" ")
        return "symbol", number, [int(style), f"{name}_L" if name in _SIZED else name, 2]

    def edge(self, pair: tuple[Cell, Cell]) -> tuple[int, int]:
        (r, c), (s, _) = pair
        first = (r, c - 1) if s > r else (r - 1, c)
        return self.number(Spot(Kind.LOWER_RIGHT, *first)), self.number(Spot(Kind.LOWER_RIGHT, r, c))


def _empty() -> dict[str, object]:
    layers: dict[str, object] = {f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")}
    return {**layers, **{name: {} for name in _OBJECTS}, **{name: [] for name in _LISTS}}


def _plain(text: str) -> str:
    return " ".join(text.split()).replace(",", "%2C")


#: What stands in the rules in place of characters that part things.
_ESCAPES = (("\n", "%2D"), (",", "%2C"), ("&", "%2E"), ("=", "%2F"))


def _escaped(text: str) -> str:
    for character, escape in _ESCAPES:
        text = text.replace(character, escape)
    return text


def _unescaped(text: str) -> str:
    for character, escape in _ESCAPES:
        text = text.replace(escape, character)
    return text


def _compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
