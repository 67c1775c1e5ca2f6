"""The text of a Penpa+ link, as what it draws, and back.

A link is base64 of raw deflate of lines; the first one is a header, the fourth and fifth are JSON: what the setter
drew, and what a solver did, with 30 keys abbreviated. A point is a number: kind × (columns + 4)(rows + 4) + index,
where the board has a rim of two cells on each side.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...model.board import Board, Cell, Pair, check_size, pair_of
from ...model.errors import PuzzleError, quote
from ..links.genre import regions_between
from ..source import parse_json
from .drawing import (
    ABBREVIATIONS,
    ARROW_STYLE,
    ARROWS,
    CIRCLED,
    COLOURED,
    COMPOSITES,
    CORNERS,
    CROSS,
    DARK,
    DARK_CELL,
    DARK_CELLS,
    DASHED,
    DIE,
    DIRECTIONS,
    DISCED,
    DOTTED_GRID,
    ERASED,
    FAINT,
    GRID,
    HEAVY,
    LARGEST_TEXT,
    LISTS,
    LONG,
    LOOP_GRID,
    OBJECTS,
    PALE,
    PICTURES,
    PLAIN_STYLES,
    RIM,
    RINGED_STYLES,
    RINGS,
    SEEN_IN,
    SEVERAL_STYLE,
    SHAPES,
    SIDE_ARROWS,
    SIDE_ARROWS_AT,
    SITE,
    SIZED,
    SMALL,
    SMALLER,
    SOLVING,
    SQUARE_BOARDS,
    STEPS,
    SYMBOLS,
    TOOLS,
    UNCIRCLED,
    VERSION,
    Drawing,
    Element,
    ElementKind,
    Kind,
    PenpaLayer,
    Spot,
    across,
    escaped,
    exit_between,
    plain_symbol,
    side_of,
    unescaped,
)


def read_drawing(link: str) -> Drawing:
    """What a link holds; PuzzleError, with what is wrong, if it is not as Penpa+ writes it."""
    checked = _parameter(link, "a")
    lines = text_of(link).split("\n")
    header = lines[0].split(",")
    if len(header) < 4 or len(lines) < 6:
        raise PuzzleError(f"the link holds {len(lines)} lines, expected a header and at least five others")
    if re.fullmatch(SQUARE_BOARDS, header[0]) is None:
        raise PuzzleError(f"the link holds a board of the kind {quote(header[0])}, expected one of squares")
    columns, rows = _side(header[1]), _side(header[2])
    drawing = (reader := _LinkReader(rows, columns, _cells(lines[5], rows, columns))).drawing(lines, header)
    if header[4:7] and header[4:7] != ["0", "1", "1"]:
        raise PuzzleError("the link shows its board turned or mirrored, expected it upright: turn it back in Penpa+")
    several = len(header) > 20 and header[20] == "true"  # answers, or parts of one, any of which is right
    drawing.several = bool(checked) and several
    if checked and not several:
        drawing.answer, drawing.checked = reader.solution(parse_json(_unpacked(checked, "a"))), True
    return drawing


def text_of(link: str) -> str:
    """The text that a link holds, as Penpa+ writes it in full; PuzzleError if it holds none."""
    payload = _parameter(link, "p")
    if payload is None:
        raise PuzzleError("this is not a Penpa+ link: 'p=' is missing")
    return re.sub("z(.)", lambda found: ABBREVIATIONS.get(found[1], found[0]), _unpacked(payload, "p"))


def _parameter(link: str, name: str) -> str | None:
    found = re.search(rf"[#?&]{name}=([A-Za-z0-9+/=_%-]*)", "&" + link)
    return None if found is None else found[1]


def _unpacked(payload: str, name: str) -> str:
    payload = payload.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").rstrip("=")
    try:
        data = base64.b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        unpacking = zlib.decompressobj(-15)
        text = unpacking.decompress(data, LARGEST_TEXT)
    except (binascii.Error, ValueError):
        raise PuzzleError(f"what stands behind '{name}=' is not base64; the link may be cut off") from None
    except zlib.error:
        raise PuzzleError(f"what stands behind '{name}=' cannot be unpacked; the link may be cut off") from None
    if not unpacking.eof:
        enough = unpacking.unconsumed_tail or len(text) >= LARGEST_TEXT
        raise PuzzleError(f"the link holds more than {LARGEST_TEXT // 2**20} MB" if enough else "the link is cut off")
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise PuzzleError("the link holds bytes that are not text") from None


def _side(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise PuzzleError(f"the link says {quote(text)} of its size, expected a number")
    return int(text)


def _cells(line: str, rows: int, columns: int) -> list[tuple[int, int]]:
    """The cells of the board, counted from the rim's first: rows, then columns."""
    check_size(rows, columns)
    steps = parse_json(line)
    width, height = columns + 2 * RIM, rows + 2 * RIM
    if not isinstance(steps, list) or not steps or len(steps) > width * height:
        raise PuzzleError("the sixth line of the link says no cells")
    cells, at = [], 0
    for step in steps:
        at += step if isinstance(step, int) and abs(step) <= width * height else width * height
        if not 0 <= at < width * height:
            raise PuzzleError("the sixth line of the link says a cell beside the board")
        cells.append(divmod(at, width))
    return cells


#: What leads over a side of a cell, by the corners at its ends.
_STEP_OVER = {
    frozenset({0, 1}): (-1, 0), frozenset({2, 3}): (1, 0), frozenset({0, 2}): (0, -1), frozenset({1, 3}): (0, 1),
}  # fmt: skip


class _LinkReader:
    def __init__(self, rows: int, columns: int, cells: list[tuple[int, int]]) -> None:
        self.width, self.height = columns + 2 * RIM, rows + 2 * RIM
        self.top = min(row for row, _ in cells) - 1
        self.left = min(column for _, column in cells) - 1
        self.cells = {(row - self.top, column - self.left) for row, column in cells}

    def drawing(self, lines: list[str], header: list[str]) -> Drawing:
        tags = parse_json(lines[17]) if len(lines) > 17 and lines[17] else []
        question = self.layer(lines[3])
        if len(header) > 21 and header[21] and (parse_json(_unpacked(header[21], "p")) or {}).get("url"):
            question.others.append("a picture in the background")
        title, author, source, rules = (header + [""] * 19)[15:19]
        return Drawing(
            max(row for row, _ in self.cells), max(column for _, column in self.cells), self.cells,
            question, self.layer(lines[4]) if lines[4].startswith("{") else PenpaLayer(),
            unescaped(title.partition(": ")[2]).strip(), unescaped(author.partition(": ")[2]).strip(),
            unescaped(source).strip(), unescaped(rules),
            tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        )  # fmt: skip

    def solution(self, lists: object) -> PenpaLayer:
        """What the link checks; where it takes one of several answers, or parts of them, the first one."""
        return read_lists(lists, lambda number: self.spot("a=", number))

    def layer(self, line: str) -> PenpaLayer:
        data = parse_json(line)
        if not isinstance(data, dict):
            raise PuzzleError("the fourth or fifth line of the link is not a JSON object")
        layer = PenpaLayer()
        for name, value in data.items():
            if value and not name.startswith("command_"):
                self.table(layer, name, value)
        for spot in [*filter(self.is_unseen, layer.elements)]:
            del layer.elements[spot]
        for there in layer.elements.values():
            if {DARK_CELL, Element(ElementKind.SHAPE, "disc")} <= set(there):
                there.remove(Element(ElementKind.SHAPE, "disc"))  # black on black
        return layer

    def is_unseen(self, spot: Spot) -> bool:
        """Whether a spot lies more than half a cell beside all cells, where Penpa+ does not show it."""
        down, right = spot.kind in (Kind.LOWER_RIGHT, Kind.BELOW), spot.kind in (Kind.LOWER_RIGHT, Kind.RIGHT)
        halves = ((2 * (spot.row + self.top) + down, self.height), (2 * (spot.column + self.left) + right, self.width))
        return not all(2 * RIM - 2 <= at <= 2 * (length - RIM) for at, length in halves)

    def table(self, layer: PenpaLayer, name: str, value: Any) -> None:
        """What stands below a name."""
        if name in OBJECTS and not isinstance(value, dict):
            raise self.wrong(name, value)
        if name in ("numberS", *_ELEMENTS):
            for key, each in value.items():
                read = self.note if name == "numberS" else self.element
                read(layer, name, self.number(name, key), each)
        elif name in ("line", "lineE", "deletelineE"):
            self.pairs(layer, name, value)
        elif name == "wall":
            self.strokes(layer, value)
        elif name == "killercages":
            layer.cages = layer.cages or self.groups(name, value)
        elif name == "cage":
            layer.cages = self.outlined(value)
        elif name in ("thermo", "arrows"):
            setattr(layer, {"thermo": "thermos"}.get(name, name), self.groups(name, value))
        else:
            layer.others.append(name)

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

    def element(self, layer: PenpaLayer, name: str, number: int, value: object) -> None:
        elements = _ELEMENTS[name](value)
        if not elements:
            raise self.wrong(name, value)
        spot = self.spot(name, number)
        there = layer.elements.setdefault(spot, [])
        there += (each for each in elements if each != Element(ElementKind.TEXT))
        if name == "number" and (ring := _ring(value)) is not None:
            if elements[0].value:
                layer.rings.add(spot)
            there.append(ring)
        if not there:
            del layer.elements[spot]
            layer.blanks.append(spot)

    def note(self, layer: PenpaLayer, name: str, number: int, value: object) -> None:
        if not isinstance(value, list) or not value or not isinstance(value[0], (str, int)):
            raise self.wrong(name, value)
        cell, corner = divmod(number, 4)
        kind, cell = divmod(cell, self.width * self.height)
        text = str(value[0]).strip()
        if kind not in (1, 2):
            raise self.wrong(name, number)
        if text:
            element = Element(ElementKind.NOTE, text, CORNERS[4 * (kind - 1) + corner])
            layer.elements.setdefault(self.spot(name, cell), []).append(element)

    def pairs(self, layer: PenpaLayer, name: str, value: Mapping[str, object]) -> None:
        """Lines, or edges: each between two points, with its style; or a cross, which says that nothing goes there."""
        for key, style in value.items():
            one, *others = [self.spot(name, self.number(name, each)) for each in key.split(",")]
            kind = Kind.MIDDLE if name == "line" else Kind.LOWER_RIGHT
            if not others and style == CROSS:
                layer.crosses.add(one)
            elif len(others) != 1:
                raise self.wrong(name, key)
            elif style in FAINT:
                layer.others += {f"{name} in the style {style}"}.difference(layer.others)
            elif name == "line" and (exit_ := exit_between(one, others[0])) is not None:
                layer.stubs.add(exit_)
            elif (pair := _pair_between(one, others[0], kind)) is not None:
                {"line": layer.lines, "lineE": layer.edges, "deletelineE": layer.erased}[name].add(pair)
            else:
                layer.others += {f"{name} between other points"}.difference(layer.others)

    def strokes(self, layer: PenpaLayer, value: Mapping[str, object]) -> None:
        """Strokes from side to side of a cell: two that cross are a plus; others are not read."""
        across: dict[Spot, set[Kind]] = {}
        for key in value:
            one, *others = sorted(self.spot("wall", self.number("wall", each)) for each in key.split(","))
            step = {Kind.RIGHT: (0, 1), Kind.BELOW: (1, 0)}.get(one.kind)
            if step is None or others != [Spot(one.kind, one.row + step[0], one.column + step[1])]:
                layer.others.append("wall")
                return
            across.setdefault(Spot(Kind.MIDDLE, *others[0][1:]), set()).add(one.kind)
        if any(len(kinds) < 2 for kinds in across.values()):
            layer.others.append("wall")
            return
        for spot in across:
            layer.elements.setdefault(spot, []).append(Element(ElementKind.SHAPE, "plus"))

    def outlined(self, lines: Mapping[str, object]) -> list[list[Cell]]:
        """The groups of cells that the lines of cages go around; PuzzleError for lines that go around none."""
        ends = [[self.number("cage", each) for each in key.split(",")] for key in lines]
        first = 4 * self.width * self.height
        if any(len(each) != 2 or min(each) < first or max(each) >= 2 * first for each in ends):
            raise self.wrong("cage", next(iter(lines)))
        cages = self.caged(ends)
        numbers = [[(row - 1) * self.width + column - 1 for row, column in cells] for cells in cages]
        expected = set(cage_lines(numbers, self.width, self.height))
        if expected != {",".join(map(str, sorted(each))) for each in ends}:
            raise PuzzleError("the link holds lines of cages that go around no cells")
        return [[(row - 1 - self.top, column - 1 - self.left) for row, column in cells] for cells in cages]

    def caged(self, ends: Iterable[Sequence[int]]) -> list[list[Cell]]:
        """The regions, their cells from 1, that lines between these points part from others, going along within."""
        closed, walls = set[Cell](), set[Pair]()
        for one, other in ends:
            step = _STEP_OVER.get(frozenset((one % 4, other % 4)))
            if one // 4 == other // 4 and step is not None:
                row, column = (at + 1 for at in divmod(one // 4 - self.width * self.height, self.width))
                closed.add((row, column))
                walls.add(pair_of((row, column), (row + step[0], column + step[1])))
        regions = regions_between(Board.square(self.height, self.width), walls)
        return [region for region in regions if not closed.isdisjoint(region)]

    def groups(self, name: str, value: object) -> list[list[Cell]]:
        """The cells of each group that a layer lists, of those that have any."""
        groups = []
        for group in value if isinstance(value, list) else []:
            if not isinstance(group, list):
                raise self.wrong(name, group)
            spots = [self.spot(name, self.number(name, each)) for each in group]
            groups.append([spot.cell for spot in spots])
        return [group for group in groups if group]


def cage_lines(cages: Sequence[Sequence[int]], width: int, height: int) -> Iterator[str]:
    """The lines around cages, each as the numbers of the points at its ends, the smaller one first: within a cell
    along a side that has another cage behind it, or none, and on from there to the next cell of the cage.
    """
    corner = 4 * width * height

    def line(cell: int, at: int, other: int, there: int) -> str:
        one, last = sorted((corner + 4 * cell + at, corner + 4 * other + there))
        return f"{one},{last}"

    for cage in map(set, cages):
        for cell in cage:
            beside = {step: cell + step in cage for step in (-width, width, -1, 1)}
            for step, (first, second) in ((-width, (0, 1)), (width, (2, 3)), (-1, (0, 2)), (1, (1, 3))):
                if not beside[step]:
                    yield line(cell, first, cell, second)
            for step, ends in ((1, ((1, 0, -width), (3, 2, width))), (width, ((2, 0, -1), (3, 1, 1)))):
                for here, there, out in ends:
                    if beside[step] and not (cell + out in cage and cell + step + out in cage):
                        yield line(cell, here, cell + step, there)


def _fill(value: object) -> Element | None:
    if not isinstance(value, int):
        return None
    return Element(ElementKind.FILL, "dark" if value in DARK else "pale" if value in PALE else str(value))


def _text(value: object) -> Element | None:
    if not isinstance(value, list) or len(value) < 3 or isinstance(value[0], list):
        return None if not isinstance(value, list) else Element(ElementKind.OTHER, "several small texts")
    text, style = str(value[0]).strip(), str(value[2])
    if style in PLAIN_STYLES and value[1] not in (CIRCLED, DISCED, *UNCIRCLED):
        return Element(ElementKind.OTHER, f"the text {quote(text)} in the colour {quote(str(value[1])[:20])}")
    if style == SEVERAL_STYLE and text.isalnum() | ("?" in text):
        return Element(ElementKind.TEXT, ",".join(text))
    if style in PLAIN_STYLES or not text:
        return Element(ElementKind.TEXT, text)
    if style == ARROW_STYLE:
        number, _, direction = text.partition("_")
        if not direction:
            return Element(ElementKind.TEXT, number)
        if direction.isdecimal() and int(direction) < len(DIRECTIONS):
            return Element(ElementKind.ARROW, number + DIRECTIONS[int(direction)])
    return Element(ElementKind.OTHER, f"the text {quote(text)} in the style {quote(style)}")


def _upright(value: object) -> Element | None:
    """A text; one that is turned is none, as it may be a sign that says something else than it would upright."""
    if isinstance(value, list) and any(value[3:4]):
        return Element(ElementKind.OTHER, f"the turned text {quote(str(value[0]))}")
    return _text(value)


def _ring(value: object) -> Element | None:
    """What goes around a text."""
    if (
        not isinstance(value, list)
        or len(value) < 3
        or value[1] not in (CIRCLED, DISCED)
        or str(value[2]) not in RINGED_STYLES
    ):
        return None
    return Element(ElementKind.SHAPE, "circle" if value[1] == CIRCLED else "disc")


def _symbol(value: object) -> tuple[Element, ...]:
    match value:
        case [style, str(called), *_]:
            name = plain_symbol(called)
        case _:
            return ()
    symbol = f"{name} {style}"
    if symbol in DARK_CELLS:
        return (DARK_CELL,)
    if isinstance(style, list) and (listed := _listed(name, style)):
        return listed
    if not isinstance(style, int) or symbol not in SHAPES:
        return (Element(ElementKind.OTHER, f"the symbol {quote(called)} in the style {quote(str(style)[:20])}"),)
    return tuple(Element(ElementKind.SHAPE, shape) for shape in SHAPES[symbol])


def _listed(name: str, style: list[object]) -> tuple[Element, ...]:
    """The elements of a symbol whose style says which of its pieces are there; none of another one."""
    if name in ARROWS:
        there = [direction for direction, is_there in zip(ARROWS[name], style) if is_there]
        named = "".join(filter(there.__contains__, STEPS))
        if len(there) == 1 or len(named) == len(there):
            return (Element(ElementKind.SHAPE, there[0] if len(there) == 1 else f"to_{named}"),)
    if name.startswith(SIDE_ARROWS) and style.count(1) == 1 and len(style) == len(SIDE_ARROWS_AT):
        return (Element(ElementKind.SHAPE, SIDE_ARROWS_AT[style.index(1)]),)
    if name == DIE:
        return Element(ElementKind.SHAPE, "circle"), Element(ElementKind.TEXT, str(style.count(1)))
    return ()


def _one(read: Callable[[object], Element | None]) -> Callable[[object], tuple[Element, ...]]:
    return lambda value: () if (element := read(value)) is None else (element,)


#: The layers whose values are elements, and what reads one; nothing for what Penpa+ does not write so.
_ELEMENTS: Mapping[str, Callable[[object], tuple[Element, ...]]] = {
    "surface": _one(_fill), "number": _one(_upright), "symbol": _symbol
}  # fmt: skip


# The reverse: the value of an element at a spot. colour: of its text, if it is one.


def _of_fill(element: Element, spot: Spot, colour: int) -> object:
    return int(element.value) if element.value.isdecimal() else (DARK if element == DARK_CELL else PALE)[-1]


def _of_text(element: Element, spot: Spot, colour: int) -> object:
    text = element.value
    if "," in text:
        if len(text) != 2 * text.count(",") + 1:
            raise PuzzleError(f"Penpa+ has several clues in a cell of a character each, found {quote(text)}")
        return [text.replace(",", ""), colour, SEVERAL_STYLE]
    if spot.kind is not Kind.MIDDLE:
        return [text, CIRCLED, SMALLER]
    ringed = {"circle": CIRCLED, "disc": DISCED}.get(element.corner, colour)
    return [text, ringed, LONG if len(text) > 3 else "1"]


def _of_arrow(element: Element, spot: Spot, colour: int) -> object:
    text = element.value.rstrip("nesw")
    return [f"{text}_{DIRECTIONS.index(element.value.removeprefix(text))}", colour, ARROW_STYLE]


def _of_shape(element: Element, spot: Spot, colour: int) -> object:
    value = element.value
    if value.startswith("to_"):
        return [[int(each in value[3:]) for each in ARROWS["arrow_cross"]] + [0] * 4, "arrow_cross", 2]
    if value not in PICTURES and value not in SYMBOLS:
        raise PuzzleError(f"Penpa+ has no symbol for {element.about}")
    name, _, style = (value if value in PICTURES else SYMBOLS[value][0]).partition(" ")
    size = "SS" if element.corner == SMALL or spot.kind is not Kind.MIDDLE else "L"
    ending = f"_{size}" if name in SIZED else "_B" if COLOURED.fullmatch(name) else ""
    return [int(style), name + ending, 2]


#: The layer that an element of a kind is written in, and its value there; other elements are symbols, if they are
#: anything. OTHER is a dark cell with numbers in its corners.
_WRITTEN: Mapping[ElementKind, tuple[str, Callable[[Element, Spot, int], object]]] = {
    ElementKind.FILL: ("surface", _of_fill), ElementKind.TEXT: ("number", _of_text),
    ElementKind.NOTE: ("numberS", lambda element, spot, colour: [element.value, colour]),
    ElementKind.ARROW: ("number", _of_arrow),
    ElementKind.OTHER: ("symbol", lambda element, spot, colour: [int(DARK_CELLS[0][-1]), DARK_CELLS[0][:-2], 1]),
}  # fmt: skip


def _pair_between(one: Spot, other: Spot, kind: Kind | None = None) -> Pair | None:
    """The pair of cells that a line between two points joins, if these are their middles, or parts, if they are
    corners; None for other points. kind: which ones they have to be.
    """
    far = abs(one.row - other.row), abs(one.column - other.column)
    if far not in ((0, 1), (1, 0)) or one.kind is not other.kind or kind not in (None, one.kind):
        return None
    last = max(one.row, other.row), max(one.column, other.column)  # whose lower right corner is the later one
    if one.kind is Kind.MIDDLE:
        return (min(one.row, other.row), min(one.column, other.column)), last
    return across(last, "s" if far[1] else "e") if one.kind is Kind.LOWER_RIGHT else None


# -- A drawing as the text of a Penpa+ link


def write_drawing(drawing: Drawing) -> str:
    """The link that draws this; PuzzleError for an element that Penpa+ does not have."""
    return _Writer(drawing).link()


class _Writer:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        top, bottom, left, right = drawing.margins
        self.rows, self.columns = drawing.rows + top + bottom, drawing.columns + left + right
        self.width, self.height = self.columns + 2 * RIM, self.rows + 2 * RIM

    def number(self, spot: Spot) -> int:
        row, column = spot.row + self.drawing.margins[0] + RIM - 1, spot.column + self.drawing.margins[2] + RIM - 1
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
            f"Author: {_plain(drawing.author)}", _plain(drawing.source), escaped(drawing.rules), "OFF", "false",
        ]  # fmt: skip
        mode = {
            "qa": "pu_a", "grid": LOOP_GRID if drawing.looped else DOTTED_GRID if drawing.dotted else GRID,
            "pu_q": {"edit_mode": "surface", **TOOLS}, "pu_a": {"edit_mode": "surface", **TOOLS, **SOLVING},
        }  # fmt: skip
        empty = _compact(_empty())
        answer, settings, tool = "", "{}", ("surface", TOOLS["surface"])
        solving = drawing.answer != PenpaLayer()
        if solving:
            lists, checked, tool = lists_of(drawing.answer, self.number, self.edge)
            answer, settings = f"&a={_packed(_compact(lists))}", _compact(checked)
        solver = "~".join(map(_compact, (mode["grid"], *tool)))
        lines = [
            ",".join(map(str, header)), _compact(list(drawing.margins)), solver if solving else _compact(mode),
            self.layer(), "" if solving else empty, _compact(steps), "[]", settings, '"x"', '"x"', _compact(VERSION),
            _compact(mode), '"x"', "0", empty, "x" if solving else empty, "{}", _compact(list(drawing.tags)), "",
        ]  # fmt: skip
        text = "\n".join(lines)
        for letter, long in ABBREVIATIONS.items():
            text = text.replace(long, f"z{letter}")
        return f"{SITE}#m={'solve' if solving else 'edit'}&p={_packed(text)}{answer}"

    def middle(self) -> int:
        """The point that is nearest to the middle of the board."""
        kinds = {(1, 1): Kind.MIDDLE, (0, 0): Kind.LOWER_RIGHT, (0, 1): Kind.BELOW, (1, 0): Kind.RIGHT}
        kind = kinds[self.rows % 2, self.columns % 2]
        row, column = (self.rows - 1) // 2 + RIM, (self.columns - 1) // 2 + RIM
        return kind * self.width * self.height + row * self.width + column

    def layer(self) -> str:
        layers = _empty()
        question = self.drawing.question
        for spot, elements in sorted(question.elements.items()):
            for element in _joined(elements):
                name, key, value = self.written(spot, element)
                table = layers[name]
                assert isinstance(table, dict)
                if str(key) in table:
                    raise PuzzleError(
                        f"Penpa+ has no place for {element.about} where something of its kind stands already"
                    )
                table[str(key)] = value
        layers["lineE"] = {f"{one},{other}": HEAVY for one, other in sorted(map(self.edge, question.edges))}
        layers["deletelineE"] = {f"{one},{other}": ERASED for one, other in sorted(map(self.edge, question.erased))}
        stubs = sorted((self.cell(cell), self.number(side_of(across(cell, to)))) for cell, to in question.stubs)
        stubs += sorted((self.cell(cell), self.cell(other)) for cell, other in question.lines)
        layers["line"] = {f"{middle},{side}": HEAVY for middle, side in stubs}
        cages, layers["thermo"], layers["arrows"] = (
            [[*map(self.cell, group)] for group in groups]
            for groups in (question.cages, question.thermos, question.arrows)
        )
        layers["killercages"] = cages
        layers["cage"] = dict.fromkeys(cage_lines(cages, self.width, self.height), DASHED)
        return _compact(layers)

    def written(self, spot: Spot, element: Element) -> tuple[str, int, object]:
        """The layer, the number of the point and the value of an element."""
        number = self.number(spot)
        if element.kind is ElementKind.NOTE:
            side, corner = divmod(CORNERS.index(element.corner), 4)
            number = 4 * ((1 + side) * self.width * self.height + number) + corner
        layer, value_of = _WRITTEN.get(element.kind, ("symbol", _of_shape))
        return layer, number, value_of(element, spot, self.colour(spot))

    def colour(self, spot: Spot) -> int:
        """The colour of a text: white on a dark cell."""
        return 4 if DARK_CELL in self.drawing.question.elements[spot] else 1

    def edge(self, pair: Pair) -> tuple[int, int]:
        (r, c), (s, _) = pair
        first = (r, c - 1) if s > r else (r - 1, c)
        return self.number(Spot(Kind.LOWER_RIGHT, *first)), self.number(Spot(Kind.LOWER_RIGHT, r, c))


def _joined(elements: list[Element]) -> list[Element]:
    """The elements, a text and the circle around it as one, and a dark cell with notes in two corners as one."""
    texts = [each for each in elements if each.kind is ElementKind.TEXT]
    picture = SEEN_IN.get(frozenset(each.value for each in elements if each.kind is ElementKind.SHAPE))
    if picture is not None:
        return [*texts, Element(ElementKind.SHAPE, picture)]
    rings = [*RINGS.intersection(elements)]
    if len(texts) == len(rings) == 1:
        ringed = texts[0]._replace(corner=rings[0].value)
        return [ringed, *(each for each in elements if each not in (*texts, *rings))]
    if DARK_CELL in elements and not {"upper right", "lower left"}.isdisjoint(each.corner for each in elements):
        return [Element(ElementKind.OTHER), *(each for each in elements if each != DARK_CELL)]
    return elements


def _empty() -> dict[str, object]:
    layers: dict[str, object] = {f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")}
    return {**layers, **{name: {} for name in OBJECTS}, **{name: [] for name in LISTS}}


def _packed(text: str) -> str:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packing.compress(text.encode()) + packing.flush()).decode()


def _plain(text: str) -> str:
    return " ".join(text.split()).replace(",", "%2C")


def _compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


# -- The answer that a link checks, `a=`: a JSON list of six: shaded cells, lines, edges, walls, numbers and symbols,
# each a sorted list of texts that begin with the numbers of points: `40`, `40,41,1` (2 for two lines side by side),
# `40,3`, `40,1A`.

#: What solvers draw, in the order of the lists: the setting that has it checked, and the tool that draws it; one
#: more for numbers that are all digits.
_SHADED, _LINES, _EDGES, _WALLS, _NUMBERS, _SYMBOLS, _DIGITS = range(7)
SETTINGS = ("sol_surface", "sol_loopline", "sol_loopedge", "sol_wall", "sol_number", "")
TOOLS_OF = ("surface", "line", "lineE", "wall", "number", "symbol", list(SOLVING)[-1])
ALL_SETTINGS = (
    "sol_surface_exact", "sol_surface", "sol_number", "sol_loopline_exact", "sol_loopline", "sol_ignoreloopline",
    "sol_loopedge_exact", "sol_loopedge", "sol_ignoreborder", "sol_wall", "sol_square", "sol_circle", "sol_tri",
    "sol_arrow", "sol_math", "sol_battleship", "sol_tent", "sol_star", "sol_akari", "sol_mine",
)  # fmt: skip

#: The symbols that are checked: from a shape to its sign there, and to the setting.
CHECKED: Mapping[str, tuple[str, str]] = {
    "circle": ("1A", "sol_circle"), "disc": ("2A", "sol_circle"), "star": ("1E", "sol_star"),
    "tent": ("2F", "sol_tent"), "plus": ("2G", "sol_math"), "minus": ("3G", "sol_math"), "bulb": ("3H", "sol_akari"),
    **{f"corner_{at}": (f"{number}B", "sol_tri") for number, at in enumerate(("nw", "sw", "se", "ne"), 1)},
    **{arrow: (f"{at}C", "sol_arrow") for at, arrow in enumerate(("w", "nw", "n", "ne", "e", "se", "s", "sw"), 1)},
}  # fmt: skip

#: The reverse, and stars in all styles.
SHAPES_CHECKED = {sign: shape for shape, (sign, _) in CHECKED.items()}


def lists_of(
    layer: PenpaLayer, number: Callable[[Spot], int], edge: Callable[[Pair], tuple[int, int]]
) -> tuple[list[list[str]], dict[str, bool], tuple[str, tuple[str, object]]]:
    """The six lists that say what a solver draws, the settings that have it checked, and the tool to begin with, with
    its kind and style: one that draws all that there is, if Penpa+ has one.
    number: of a point. edge: of the points at the ends of one.
    """
    lists: list[list[str]] = [[] for _ in SETTINGS]
    settings = dict.fromkeys(ALL_SETTINGS, False)
    shapes = set[str]()
    for spot, element in ((spot, element) for spot, there in layer.elements.items() for element in there):
        if element.kind is ElementKind.FILL:
            lists[_SHADED].append(str(number(spot)))
        elif element.kind is ElementKind.TEXT:
            lists[_NUMBERS].append(f"{number(spot)},{element.value}")
        else:
            sign, setting = CHECKED[element.value]
            shapes.add(element.value)
            lists[_SYMBOLS].append(f"{number(spot)},{sign}")
            settings[setting] = True
    for count, pairs in ((1, layer.lines), (2, layer.doubles)):
        ends = ([number(Spot(Kind.MIDDLE, *cell)) for cell in pair] for pair in pairs)
        lists[_LINES] += [f"{one},{other},{count}" for one, other in ends]
    lists[_EDGES] = [f"{one},{other},1" for one, other in map(edge, layer.edges)]
    drawn = [at for at, found in enumerate(lists) if found]
    settings |= dict.fromkeys(filter(None, (SETTINGS[at] for at in drawn)), True)
    return list(map(sorted, lists)), settings, _tool(lists, drawn, shapes, layer)


def _tool(
    lists: list[list[str]], drawn: list[int], shapes: set[str], layer: PenpaLayer
) -> tuple[str, tuple[str, object]]:
    """The tool that a solver begins with, with its kind and style. drawn: which lists hold something; shapes: those of
    the symbols.
    """
    of_lines = {"double"} if layer.doubles else {"shaded_line"} if drawn == [_SHADED, _LINES] else set()
    composites = {COMPOSITES.get(each) for each in of_lines or shapes}
    if len(composites) == 1 and (composite := composites.pop()):
        return "combi", composite
    is_digits = drawn == [_NUMBERS] and all(len(entry.partition(",")[2]) == 1 for entry in lists[_NUMBERS])
    tool = TOOLS_OF[_DIGITS if is_digits else drawn[0]]
    return tool, {**TOOLS, **SOLVING}[tool]


def read_lists(lists: object, spot: Callable[[int], Spot]) -> PenpaLayer:
    """What a solver draws, from the six lists; what of them is not understood is among the layer's others. spot: of the
    number of a point.
    """
    layer = PenpaLayer()
    for at, entries in enumerate(lists if isinstance(lists, list) else []):
        for entry in map(str, entries if isinstance(entries, list) else []):
            found = re.fullmatch(r"(\d{1,9})(?:,(.*))?", entry)
            read = _read_line if at in (_LINES, _EDGES) else _read_element
            if found is None or not read(layer, at, spot(int(found[1])), found[2] or "", spot):
                layer.others.append(entry)
    return layer


def _read_element(layer: PenpaLayer, at: int, place: Spot, said: str, spot: Callable[[int], Spot]) -> bool:
    """Whether what a list says of a point is an element, which is then in the layer."""
    shape = SHAPES_CHECKED.get(said)
    element = {
        _SHADED: DARK_CELL, _NUMBERS: Element(ElementKind.TEXT, said),
        _SYMBOLS: Element(ElementKind.SHAPE, shape) if shape else None,
    }.get(at)  # fmt: skip
    if element is not None:
        layer.elements.setdefault(place, []).append(element)
    return element is not None


def _read_line(layer: PenpaLayer, at: int, place: Spot, said: str, spot: Callable[[int], Spot]) -> bool:
    """Whether a line, or an edge, from a point on is understood, which is then in the layer."""
    end, _, count = said.partition(",")
    if not re.fullmatch(r"\d{1,9}", end):
        return False
    last = spot(int(end))
    if (pair := _pair_between(place, last)) is not None:
        (layer.edges if at == _EDGES else layer.doubles if count == "2" else layer.lines).add(pair)
        return True
    half = exit_between(place, last) if at == _LINES else None
    layer.stubs |= set() if half is None else {half}
    return half is not None
