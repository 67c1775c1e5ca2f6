"""The answer that a Penpa+ link checks: what its `a=` holds, from the atoms of an answer and back to what is drawn.

It is a JSON list of six: shaded cells, lines, edges, walls, numbers and symbols, each a sorted list of texts that begin
with the numbers of points: `40`, `40,41,1` (2 for two lines side by side), `40,3`, `40,1A`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from ..model.board import Cell, cell_of, corner_of
from ..model.marks import Layer, Tone
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule, value_of
from ..model.terms import Term
from .penpa_drawing import Element, ElementKind, Kind, Pair, PenpaLayer, Spot, exit_between, pair_of

#: What solvers draw, in the order of the lists: the setting that has it checked, and the tool that draws it.
SHADED, LINES, EDGES, WALLS, NUMBERS, SYMBOLS = range(6)
SETTINGS = ("sol_surface", "sol_loopline", "sol_loopedge", "sol_wall", "sol_number", "")
TOOLS_OF = ("surface", "line", "lineE", "wall", "number", "symbol")
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


def solution_of(puzzle: Puzzle, atoms: Iterable[Term], question: PenpaLayer) -> PenpaLayer | None:
    """What a solver draws: the marks of an answer that are not given; None if some of them cannot be checked."""
    solver = _Solver(puzzle, question)
    for atom in atoms:
        for rule in puzzle.type.draw:
            if (drawn := rule.match(atom)) is not None and not solver.draw(rule, drawn):
                return None
    return solver.finished()


class _Solver:
    def __init__(self, puzzle: Puzzle, question: PenpaLayer) -> None:
        self.puzzle, self.question = puzzle, question
        self.layer = PenpaLayer()
        self.regions: dict[Cell, str] = {}

    def draw(self, rule: DrawRule, drawn: Drawn) -> bool:
        """Draws a mark; whether it can be checked, or need not be."""
        value = value_of(rule, drawn, self.puzzle.alphabet)
        cell, other = cell_of(drawn.place), None if drawn.other is None else cell_of(drawn.other)
        if rule.kind.follows or rule.layer is Layer.HOLE:
            return True
        if rule.layer is Layer.LINE:
            return self.line(drawn, value)
        if cell is None:
            return rule.layer is Layer.SYMBOL and rule.kind.name in ("circle", "disc")  # dots, which are given
        spot = Spot(Kind.MIDDLE, *cell)
        given = self.question.elements.get(spot, [])
        if rule.layer is Layer.BORDER:
            self.regions[cell] = value
        elif rule.layer is Layer.WALL and other is not None:
            self.layer.edges.add(pair_of(cell, other))
        elif rule.layer is Layer.FILL:
            if not any(each.kind is ElementKind.FILL for each in given):
                self.layer.elements.setdefault(spot, []).append(Element(ElementKind.FILL, "dark"))
            return rule.kind.tone is not Tone.PALE
        elif rule.layer is Layer.TEXT:
            if not re.fullmatch(r"\d+|[A-Za-z]+", value):
                return False
            if not any(each.kind is ElementKind.TEXT and each.value == value for each in given):
                self.layer.elements.setdefault(spot, []).append(Element(ElementKind.TEXT, value))
        elif rule.layer in (Layer.SYMBOL, Layer.SIGN):
            shape = rule.kind.name if rule.layer is Layer.SYMBOL else value
            if not any(each == Element(ElementKind.SHAPE, shape) for each in given):
                self.layer.elements.setdefault(spot, []).append(Element(ElementKind.SHAPE, shape))
                return shape in CHECKED
        else:
            return False
        return True

    def line(self, drawn: Drawn, value: str) -> bool:
        """A line from cell to cell, perhaps over others, or along the side of a cell."""
        if drawn.other is None or value not in ("", "0", "1", "2"):
            return False
        ends = [cell_of(drawn.place), cell_of(drawn.other)]
        if None not in ends:
            for pair in _steps(*(end for end in ends if end is not None)):
                (self.layer.doubles if value == "2" else self.layer.lines).add(pair)
            return True
        corners = sorted(end for end in (corner_of(drawn.place), corner_of(drawn.other)) if end is not None)
        if len(corners) < 2:
            return False
        (r, c), (s, _) = corners
        pair = ((r, c - 1), (r, c)) if s > r else ((r - 1, c), (r, c))  # the cells on both sides of it
        if pair not in self.question.edges:
            self.layer.edges.add(pair)
        return True

    def finished(self) -> PenpaLayer | None:
        """What was drawn; None if that is nothing."""
        layer = self.layer
        texts = any(each.kind is ElementKind.TEXT for there in layer.elements.values() for each in there)
        if self.regions and not texts:
            for row, column in self.puzzle.board.cells:
                for other in ((row + 1, column), (row, column + 1)):
                    pair = ((row, column), other)
                    if other in self.puzzle.board.cell_set and self.regions.get(other) != self.regions.get(pair[0]):
                        layer.edges |= {pair} - self.question.edges
        return layer if layer.elements or layer.edges or layer.lines or layer.doubles else None


def lists_of(
    layer: PenpaLayer, number: Callable[[Spot], int], edge: Callable[[Pair], tuple[int, int]]
) -> tuple[list[list[str]], dict[str, bool], str]:
    """The six lists that say what a solver draws, the settings that have it checked, and the tool to begin with.
    number: of a point. edge: of the points at the ends of one.
    """
    lists: list[list[str]] = [[] for _ in SETTINGS]
    settings = dict.fromkeys(ALL_SETTINGS, False)
    for spot, there in layer.elements.items():
        for element in there:
            point = number(spot)
            if element.kind is ElementKind.FILL:
                lists[SHADED].append(str(point))
            elif element.kind is ElementKind.TEXT:
                lists[NUMBERS].append(f"{point},{element.value}")
            else:
                sign, setting = CHECKED[element.value]
                lists[SYMBOLS].append(f"{point},{sign}")
                settings[setting] = True
    for count, lines in ((1, layer.lines), (2, layer.doubles)):
        for pair in lines:
            one, other = (number(Spot(Kind.MIDDLE, *cell)) for cell in pair)
            lists[LINES].append(f"{one},{other},{count}")
    lists[EDGES] = [f"{one},{other},1" for one, other in map(edge, layer.edges)]
    for setting, found in zip(SETTINGS, lists, strict=True):
        settings |= {setting: True} if setting and found else {}
    tool = next(tool for tool, found in zip(TOOLS_OF, lists, strict=True) if found)
    return [sorted(found) for found in lists], settings, tool


def read_lists(lists: object, spot: Callable[[int], Spot], edge: Callable[[Spot, Spot], Pair | None]) -> PenpaLayer:
    """What a solver draws, from the six lists; what of them is not understood is among the layer's others. spot: of the
    number of a point. edge: between the cells that the points at its ends part.
    """
    layer = PenpaLayer()
    for at, entries in enumerate(lists if isinstance(lists, list) else []):
        for entry in entries if isinstance(entries, list) else []:
            found = re.fullmatch(r"(\d{1,9})(?:,(.*))?", str(entry))
            if found is None:
                layer.others.append(str(entry))
                continue
            place, said = spot(int(found[1])), found[2] or ""
            if at in (LINES, EDGES):
                end, _, count = said.partition(",")
                if not re.fullmatch(r"\d{1,9}", end):
                    layer.others.append(str(entry))
                    continue
                last = spot(int(end))
                pair = edge(place, last)
                if pair is not None:
                    (layer.edges if at == EDGES else layer.doubles if count == "2" else layer.lines).add(pair)
                elif at == LINES and (half := exit_between(place, last)) is not None:
                    layer.stubs.add(half)
                else:
                    layer.others.append(str(entry))
                continue
            shape = SHAPES_CHECKED.get(said)
            element = {
                SHADED: Element(ElementKind.FILL, "dark"), NUMBERS: Element(ElementKind.TEXT, said),
                SYMBOLS: Element(ElementKind.SHAPE, shape) if shape else None,
            }.get(at)  # fmt: skip
            if element is not None:
                layer.elements.setdefault(place, []).append(element)
            else:
                layer.others.append(str(entry))
    return layer


def _steps(cell: Cell, other: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbours from one cell to another in the same row or column."""
    (row, column), (last_row, last_column) = pair_of(cell, other)
    while (row, column) != (last_row, last_column):
        there = (row + (last_row > row), column + (last_column > column))
        yield (row, column), there
        row, column = there
