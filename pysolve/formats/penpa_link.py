"""The text of a Penpa+ link, as what it draws.

A link is base64 of raw deflate of lines; the first one is a header, the fourth and fifth are JSON: what the setter
drew, and what a solver did, with 30 keys abbreviated. A point is a number: kind × (columns + 4)(rows + 4) + index,
where the board has a rim of two cells on each side.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence

from ..model.board import Cell, check_size
from ..model.errors import PuzzleError, quote
from .penpa_drawing import Drawing, Element, ElementKind, Kind, Pair, PenpaLayer, Spot, across, exit_between
from .penpa_solution import read_lists
from .penpa_words import (
    ABBREVIATIONS,
    ARROW_STYLE,
    CIRCLED,
    CORNERS,
    CROSS,
    DARK,
    DARK_CELLS,
    DIRECTIONS,
    DISCED,
    FAINT,
    LARGEST_TEXT,
    OBJECTS,
    PALE,
    PLAIN_STYLES,
    RIM,
    SHAPES,
    SIZES,
    SQUARE_BOARDS,
    UNCIRCLED,
    unescaped,
)
from .source import parse_json


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
    several = len(header) > 20 and header[20] == "true"  # answers, or parts of one, any of which is right
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
        raise PuzzleError("the link holds bytes that are no text") from None


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

        def edge(one: Spot, other: Spot) -> Pair | None:
            far = abs(one.row - other.row), abs(one.column - other.column)
            if far not in ((0, 1), (1, 0)) or one.kind is not other.kind:
                return None
            last = max(one.row, other.row), max(one.column, other.column)
            if one.kind is Kind.MIDDLE:
                return (min(one.row, other.row), min(one.column, other.column)), last
            return across(last, "s" if far[1] else "e") if one.kind is Kind.LOWER_RIGHT else None

        return read_lists(lists, lambda number: self.spot("a=", number), edge)

    def layer(self, line: str) -> PenpaLayer:
        data = parse_json(line)
        if not isinstance(data, dict):
            raise PuzzleError("the fourth or fifth line of the link is not a JSON object")
        layer = PenpaLayer()
        for name, value in data.items():
            if not value or name.startswith("command_"):
                continue
            if name in OBJECTS and not isinstance(value, dict):
                raise self.wrong(name, value)
            if name in ("surface", "number", "numberS", "symbol"):
                for key, each in value.items():
                    self.element(layer, name, key, each)
            elif name in ("line", "lineE", "deletelineE"):
                self.pairs(layer, name, value)
            elif name == "killercages":
                layer.cages = layer.cages or self.groups(name, value)
            elif name == "cage":
                layer.cages = self.outlined(value)
            elif name == "thermo":
                layer.thermos = self.groups(name, value)
            else:
                layer.others.append(name)
        for there in layer.elements.values():
            if Element(ElementKind.FILL, "dark") in there and Element(ElementKind.SHAPE, "disc") in there:
                there.remove(Element(ElementKind.SHAPE, "disc"))  # black on black
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

    def element(self, layer: PenpaLayer, name: str, key: str, value: object) -> None:
        number = self.number(name, key)
        if name == "numberS":
            self.note(layer, number, value)
            return
        element = _fill(value) if name == "surface" else _symbol(value) if name == "symbol" else _text(value)
        if element is None:
            raise self.wrong(name, value)
        spot = self.spot(name, number)
        there = layer.elements.setdefault(spot, [])
        if element != Element(ElementKind.TEXT):
            there.append(element)
        if name == "number" and (ring := _ring(value)) is not None:
            if element.value:
                layer.rings.add(spot)
            there.append(ring)
        if not there:
            del layer.elements[spot]
            layer.blanks.append(spot)

    def note(self, layer: PenpaLayer, number: int, value: object) -> None:
        if not isinstance(value, list) or not value or not isinstance(value[0], (str, int)):
            raise self.wrong("numberS", value)
        cell, corner = divmod(number, 4)
        kind, cell = divmod(cell, self.width * self.height)
        text = str(value[0]).strip()
        known = kind == 1 and corner < 3
        element = Element(ElementKind.NOTE, text, CORNERS[corner]) if known else Element(
            ElementKind.OTHER, f"the small text {quote(text)} beside a side"
        )  # fmt: skip
        if text:
            layer.elements.setdefault(self.spot("numberS", cell), []).append(element)

    def pairs(self, layer: PenpaLayer, name: str, value: Mapping[str, object]) -> None:
        for key, style in value.items():
            ends = [self.spot(name, self.number(name, each)) for each in key.split(",")]
            if len(ends) == 1 and style == CROSS:  # says that nothing goes there
                layer.crosses.add(ends[0])
                continue
            if len(ends) != 2:
                raise self.wrong(name, key)
            (kind, r, c), (other, s, d) = ends
            far = (abs(r - s), abs(c - d))
            points = Kind.MIDDLE if name == "line" else Kind.LOWER_RIGHT
            exit_ = exit_between(*ends) if name == "line" else None
            between = kind == other == points and far in ((0, 1), (1, 0))
            if (exit_ is None and not between) or style in FAINT:
                what = f"{name} in the style {style}" if style in FAINT else f"{name} between other points"
                layer.others += [what] if what not in layer.others else []
            elif exit_ is not None:
                layer.stubs.add(exit_)
            elif name == "line":
                layer.lines.add(((min(r, s), min(c, d)), (max(r, s), max(c, d))))
            else:
                last = (max(r, s), max(c, d))  # the cell whose lower right corner is the later one of the two
                parted = layer.edges if name == "lineE" else layer.erased
                parted.add(across(last, "s" if far[1] else "e"))

    def outlined(self, lines: Mapping[str, object]) -> list[list[Cell]]:
        """The groups of cells that the lines of cages go around; PuzzleError for lines that go around none."""
        ends = {key: [self.number("cage", each) for each in key.split(",")] for key in lines}
        number = 4 * self.width * self.height
        if any(len(each) != 2 or min(each) < number or max(each) >= 2 * number for each in ends.values()):
            raise self.wrong("cage", next(iter(lines)))
        inside = {frozenset(each): each[0] // 4 for each in ends.values() if each[0] // 4 == each[1] // 4}
        closed: dict[int, set[frozenset[int]]] = {}
        for pair, at in inside.items():
            closed.setdefault(at - number // 4, set()).add(frozenset(corner % 4 for corner in pair))
        cells = {row * self.width + column for row in range(self.height) for column in range(self.width)}
        found: list[list[int]] = []
        free = set(closed)
        while free:
            group, edge = set(), [min(free)]
            while edge:
                cell = edge.pop()
                if cell in group or cell not in cells:
                    continue
                group.add(cell)
                edge += [cell + step for side, step in self.steps if side not in closed.get(cell, set())]
            found.append(sorted(group))
            free -= group
        expected = set(cage_lines(found, self.width, self.height))
        if expected != {",".join(map(str, sorted(each))) for each in ends.values()}:
            raise PuzzleError("the link holds lines of cages that go around no cells")
        return [[(cell // self.width - self.top, cell % self.width - self.left) for cell in cells] for cells in found]

    @property
    def steps(self) -> tuple[tuple[frozenset[int], int], ...]:
        """The sides of a cell, by the corners at their ends, and what leads to the number of the cell behind each."""
        w = self.width
        return (frozenset({0, 1}), -w), (frozenset({2, 3}), w), (frozenset({0, 2}), -1), (frozenset({1, 3}), 1)

    def groups(self, name: str, value: object) -> list[list[Cell]]:
        """The cells of each group that a layer lists, of those that have any."""
        groups = []
        for group in value if isinstance(value, list) else []:
            if not isinstance(group, list):
                raise self.wrong(name, group)
            spots = [self.spot(name, self.number(name, each)) for each in group]
            groups.append([(spot.row, spot.column) for spot in spots])
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
    tone = "dark" if value in DARK else "pale" if value in PALE else ""
    return Element(ElementKind.FILL, tone) if tone else Element(ElementKind.OTHER, f"the colour {value}")


def _text(value: object) -> Element | None:
    if not isinstance(value, list) or len(value) < 3 or isinstance(value[0], list):
        return None if not isinstance(value, list) else Element(ElementKind.OTHER, "several small texts")
    text, style = str(value[0]).strip(), str(value[2])
    if style in PLAIN_STYLES and value[1] not in (CIRCLED, DISCED, *UNCIRCLED):
        return Element(ElementKind.OTHER, f"the text {quote(text)} in the colour {quote(str(value[1])[:20])}")
    if style in PLAIN_STYLES or not text:
        return Element(ElementKind.TEXT, text)
    if style == ARROW_STYLE:
        number, _, direction = text.partition("_")
        if not direction:
            return Element(ElementKind.TEXT, number)
        if direction.isdecimal() and int(direction) < len(DIRECTIONS):
            return Element(ElementKind.ARROW, number + DIRECTIONS[int(direction)])
    return Element(ElementKind.OTHER, f"the text {quote(text)} in the style {quote(style)}")


def _ring(value: object) -> Element | None:
    """What goes around a text."""
    if (
        not isinstance(value, list)
        or len(value) < 3
        or value[1] not in (CIRCLED, DISCED)
        or str(value[2]) not in PLAIN_STYLES
    ):
        return None
    return Element(ElementKind.SHAPE, "circle" if value[1] == CIRCLED else "disc")


def _symbol(value: object) -> Element | None:
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[1], str):
        return None
    style, name = value[0], SIZES.sub("", value[1])
    if f"{name} {style}" in DARK_CELLS:
        return Element(ElementKind.FILL, "dark")
    shape = SHAPES.get(f"{name} {style}") if isinstance(style, int) else None
    if shape is None:
        return Element(ElementKind.OTHER, f"the symbol {quote(value[1])} in the style {quote(str(style)[:20])}")
    return Element(ElementKind.SHAPE, shape)
