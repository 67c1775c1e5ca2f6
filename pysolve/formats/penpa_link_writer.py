"""A drawing as the text of a Penpa+ link."""

from __future__ import annotations

import base64
import json
import zlib
from itertools import pairwise

from ..model.board import Cell
from ..model.errors import PuzzleError
from .penpa_drawing import Drawing, Element, ElementKind, Kind, Pair, PenpaLayer, Spot, across, side_of
from .penpa_link import cage_lines
from .penpa_solution import lists_of
from .penpa_words import (
    ABBREVIATIONS,
    ARROW_STYLE,
    CIRCLED,
    CORNERS,
    DARK,
    DARK_CELLS,
    DASHED,
    DIRECTIONS,
    DISCED,
    DOTTED_GRID,
    ERASED,
    GRID,
    HEAVY,
    LISTS,
    LONG,
    LOOP_GRID,
    OBJECTS,
    PALE,
    RIM,
    SITE,
    SIZED,
    SMALL,
    SMALLER,
    SOLVING,
    SYMBOLS,
    TOOLS,
    VERSION,
    escaped,
)


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
        answer, settings, tool = "", "{}", "surface"
        solving = drawing.answer != PenpaLayer()
        if solving:
            lists, checked, tool = lists_of(drawing.answer, self.number, self.edge)
            answer, settings = f"&a={_packed(_compact(lists))}", _compact(checked)
        solver = "~".join(map(_compact, (mode["grid"], tool, {**TOOLS, **SOLVING}[tool])))
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
        layers["line"] = {f"{middle},{side}": HEAVY for middle, side in stubs}
        cages = [[self.cell(cell) for cell in cage] for cage in question.cages]
        layers["killercages"] = cages
        layers["cage"] = dict.fromkeys(cage_lines(cages, self.width, self.height), DASHED)
        layers["thermo"] = [[self.cell(cell) for cell in each] for each in question.thermos]
        return _compact(layers)

    def written(self, spot: Spot, element: Element) -> tuple[str, int, object]:
        """The layer, the number of the point and the value of an element."""
        number, kind, value = self.number(spot), element.kind, element.value
        if kind is ElementKind.FILL:
            return "surface", number, (DARK if value == "dark" else PALE)[-1]
        if kind is ElementKind.TEXT:
            colour = {"circle": CIRCLED, "disc": DISCED}.get(element.corner, self.colour(spot))
            if spot.kind is not Kind.MIDDLE:
                return "number", number, [value, CIRCLED, SMALLER]
            return "number", number, [value, colour, LONG if len(value) > 3 else "1"]
        if kind is ElementKind.ARROW:
            text = value.rstrip("nesw")
            arrow = DIRECTIONS.index(value.removeprefix(text))
            return "number", number, [f"{text}_{arrow}", self.colour(spot), ARROW_STYLE]
        if kind is ElementKind.NOTE:
            at = self.width * self.height + number
            return "numberS", 4 * at + CORNERS.index(element.corner), [value, self.colour(spot)]
        if kind is ElementKind.OTHER:  # a dark cell with numbers in its corners
            name, _, style = DARK_CELLS[0].partition(" ")
            return "symbol", number, [int(style), name, 1]
        if value not in SYMBOLS:
            raise PuzzleError(f"Penpa+ has no symbol for {element.about}")
        name, _, style = SYMBOLS[value][0].partition(" ")
        size = "SS" if element.corner == SMALL or spot.kind is not Kind.MIDDLE else "L"
        return "symbol", number, [int(style), f"{name}_{size}" if name in SIZED else name, 2]

    def colour(self, spot: Spot) -> int:
        """The colour of a text: white on a dark cell."""
        return 4 if Element(ElementKind.FILL, "dark") in self.drawing.question.elements[spot] else 1

    def edge(self, pair: Pair) -> tuple[int, int]:
        (r, c), (s, _) = pair
        first = (r, c - 1) if s > r else (r - 1, c)
        return self.number(Spot(Kind.LOWER_RIGHT, *first)), self.number(Spot(Kind.LOWER_RIGHT, r, c))


def _joined(elements: list[Element]) -> list[Element]:
    """The elements, a text and the circle around it as one, and a dark cell with notes in two corners as one."""
    texts = [each for each in elements if each.kind is ElementKind.TEXT]
    rings = [
        each for each in elements if each in (Element(ElementKind.SHAPE, "circle"), Element(ElementKind.SHAPE, "disc"))
    ]
    if len(texts) == len(rings) == 1:
        ringed = texts[0]._replace(corner=rings[0].value)
        return [ringed, *(each for each in elements if each not in texts and each not in rings)]
    dark = Element(ElementKind.FILL, "dark")
    if dark in elements and {each.corner for each in elements} & {"upper right", "lower left"}:
        return [Element(ElementKind.OTHER), *(each for each in elements if each != dark)]
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
