"""A small board as rows of tokens, and what rules in words need of it: neighbours, lines, groups, fillings, loops.

Cells are (row, column), from 1. An oracle takes a Board and yields the answer texts of all its answers; it tries all
fillings of the board, each costs one of the board's budget.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TypeVar

from .stable import TooLarge

Cell = tuple[int, int]
Point = TypeVar("Point")
Oracle = Callable[["Board"], Iterator[str]]

STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}
CORNERWARDS = {"ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}
ALL_STEPS = STEPS | CORNERWARDS

#: The oracles, by the name of the type.
ORACLES: dict[str, Oracle] = {}


def oracle(*names: str) -> Callable[[Oracle], Oracle]:
    """Enters an oracle for these types."""

    def enter(function: Oracle) -> Oracle:
        ORACLES.update(dict.fromkeys(names, function))
        return function

    return enter


@dataclass
class Board:
    """Size, tokens by part and row, values of options, how many fillings may be tried, and where there is no cell."""

    rows: int
    columns: int
    parts: Mapping[str, Sequence[Sequence[str]]]
    options: Mapping[str, str] = field(default_factory=dict)
    budget: int = 100_000
    holes: Collection[Cell] = ()
    _looked_at: set[str] = field(default_factory=set)  # parts and options
    _tokens_of: set[str] = field(default_factory=set)
    _numbers_of: set[str] = field(default_factory=set)  # the parts with a '?'

    def spend(self, count: int = 1) -> None:
        """Counts fillings that are tried. Raises TooLarge if they are too many."""
        self.budget -= count
        if self.budget < 0:
            raise TooLarge("too many fillings")

    @property
    def unseen(self) -> set[str]:
        """The parts that say something, and the options, that no oracle has asked for: it does not know them. Among
        them parts with a '?' of which it took the numbers alone.
        """
        said = {
            name for name, rows in self.parts.items() if any(text not in (".", "-") for row in rows for text in row)
        }
        return (said | self.options.keys()) - self._looked_at | (self._numbers_of - self._tokens_of)

    def rows_of(self, part: str) -> Sequence[Sequence[str]]:
        """The tokens of a part, row by row; empty if the board has no such part."""
        self._looked_at.add(part)
        return self.parts.get(part, ())

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        places = [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        return [place for place in places if place not in self.holes]

    @property
    def lines(self) -> list[list[Cell]]:
        """All rows, then all columns, with the places of holes: these part runs."""
        rows = [[(r, c) for c in range(1, self.columns + 1)] for r in range(1, self.rows + 1)]
        return rows + [list(column) for column in zip(*rows)]

    @property
    def squares(self) -> list[list[Cell]]:
        """All squares of two by two cells."""
        squares = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in self.cells]
        return [square for square in squares if all(map(self.has, square))]

    def near(self, cell: Cell, steps: Mapping[str, Cell] = STEPS) -> list[Cell]:
        """The cells that share a side with this one (with ALL_STEPS, or a corner)."""
        around = [(cell[0] + r, cell[1] + c) for r, c in steps.values()]
        return [each for each in around if self.has(each)]

    def has(self, cell: Cell) -> bool:
        """Whether a cell lies on the board."""
        return 1 <= cell[0] <= self.rows and 1 <= cell[1] <= self.columns and cell not in self.holes

    def ray(self, cell: Cell, direction: str) -> list[Cell]:
        """The cells that lie in a direction, the nearest first."""
        r, c = ALL_STEPS[direction]
        cells = []
        while self.has(cell := (cell[0] + r, cell[1] + c)):
            cells.append(cell)
        return cells

    def seen(self, cell: Cell, among: Collection[Cell]) -> int:
        """How many cells of a set follow a cell in the four directions, up to the first that is not in it."""
        return sum(leading(self.ray(cell, direction), among) for direction in STEPS)

    def tokens(self, part: str = "grid") -> dict[Cell, str]:
        """The tokens of a grid that are not blank."""
        self._tokens_of.add(part)
        return self._texts(part)

    def _texts(self, part: str) -> dict[Cell, str]:
        rows = self.rows_of(part)
        texts = {(r, c): text for r, row in enumerate(rows, 1) for c, text in enumerate(row, 1)}
        return {cell: text for cell, text in texts.items() if text not in (".", "-")}

    def numbers(self, part: str = "grid") -> dict[Cell, int]:
        """Those of them that are numbers."""
        texts = self._texts(part)
        if "?" in texts.values():
            self._numbers_of.add(part)
        return {cell: int(text) for cell, text in texts.items() if text.isdigit()}

    def margin(self, part: str) -> dict[int, int]:
        """The numbers beside rows or above columns, by row or column."""
        texts = [text for row in self.rows_of(part) for text in row]
        return {at: int(text) for at, text in enumerate(texts, 1) if text.isdigit()}

    def areas(self, part: str = "regions") -> dict[str, list[Cell]]:
        """The cells of each region, by its label."""
        cells_of: dict[str, list[Cell]] = {}
        for cell, label in self.tokens(part).items():
            cells_of.setdefault(label, []).append(cell)
        return cells_of

    def option(self, name: str, default: str) -> str:
        """The value of an option."""
        self._looked_at.add(name)
        return self.options.get(name, default)

    def text(self, marks: Mapping[Cell, object]) -> str:
        """An answer text: the marks, '-' elsewhere."""
        rows = [[str(marks.get((r, c), "-")) for c in range(1, self.columns + 1)] for r in range(1, self.rows + 1)]
        return "\n".join(" ".join(row) for row in rows)

    def marks(self, text: str) -> dict[Cell, str]:
        """The marks of an answer text."""
        lines = enumerate(text.split("\n"), 1)
        return {(r, c): mark for r, line in lines for c, mark in enumerate(line.split(), 1) if mark != "-"}


# -- Sides between cells


def beside(board: Board, part: str) -> Iterator[tuple[Cell, Cell, str]]:
    """The neighbours, each two once, with what stands between them."""
    for number, row in enumerate(board.rows_of(part)):
        down = number % 2  # a line between the cells of a row, then one between that row and the next
        for at, text in enumerate(row, 1):
            yield (number // 2 + 1, at), (number // 2 + 1 + down, at + 1 - down), text


# -- Sets of cells


def leading(cells: Iterable[Cell], among: Collection[Cell]) -> int:
    """How many cells at the beginning belong to a set."""
    count = 0
    for cell in cells:
        if cell not in among:
            break
        count += 1
    return count


def groups(cells: Collection[Cell], steps: Mapping[str, Cell] = STEPS) -> list[set[Cell]]:
    """The cells in groups that are connected by sides (with ALL_STEPS, or corners)."""
    left, components = set(cells), []
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            r, c = edge.pop()
            more = {(r + dr, c + dc) for dr, dc in steps.values()} & left
            left -= more
            group |= more
            edge += more
        components.append(group)
    return components


def linked(points: Collection[Point], links: Collection[tuple[Point, Point]]) -> list[set[Point]]:
    """The points in groups that links join."""
    found: list[set[Point]] = []
    for point in points:
        if any(point in group for group in found):
            continue
        group, edge = {point}, [point]
        while edge:
            at = edge.pop()
            more = {other for link in links if at in link for other in link} - group
            group |= more
            edge += more
        found.append(group)
    return found


def connected(cells: Collection[Cell], steps: Mapping[str, Cell] = STEPS) -> bool:
    """Whether the cells are one group, or none."""
    return len(groups(cells, steps)) <= 1


def apart(cells: Collection[Cell], steps: Mapping[str, Cell] = STEPS) -> bool:
    """Whether no two of the cells share a side (with ALL_STEPS, or a corner)."""
    return not any((r + dr, c + dc) in cells for r, c in cells for dr, dc in steps.values())


def runs(line: Sequence[Cell], among: Collection[Cell]) -> list[int]:
    """The lengths of the runs of cells of a set in a line."""
    text = "".join("x" if cell in among else " " for cell in line)
    return [len(run) for run in text.split()]


def is_rectangle(cells: Collection[Cell]) -> bool:
    """Whether the cells fill a rectangle."""
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    without_gaps = all(max(each) - min(each) + 1 == len(each) for each in (rows, columns))
    return without_gaps and len(cells) == len(rows) * len(columns)


def borders(areas: Mapping[str, Collection[Cell]]) -> dict[Cell, str]:
    """The region of each cell."""
    return {cell: name for name, cells in areas.items() for cell in cells}


# -- Fillings


def subsets(board: Board, cells: Collection[Cell]) -> Iterator[frozenset[Cell]]:
    """All subsets of some cells."""
    cells = list(cells)
    board.spend(2 ** len(cells))
    for count in range(len(cells) + 1):
        yield from map(frozenset, combinations(cells, count))


def shadings(
    board: Board, fits: Callable[[frozenset[Cell]], bool], cells: Collection[Cell] | None = None, token: str = "x"
) -> Iterator[str]:
    """The texts of the ways to shade some of the cells that fit."""
    for shaded in subsets(board, board.cells if cells is None else cells):
        if fits(shaded):
            yield board.text(dict.fromkeys(shaded, token))


def fillings(
    board: Board, values: Mapping[Cell, Collection[object]], fits: Callable[[dict[Cell, object], Cell], bool]
) -> Iterator[dict[Cell, object]]:
    """The ways to give each cell one of its values; fits looks at a cell when it and those before it are filled."""
    cells = list(values)
    filled: dict[Cell, object] = {}

    def fill(at: int) -> Iterator[dict[Cell, object]]:
        if at == len(cells):
            yield filled
            return
        for value in values[cells[at]]:
            board.spend()
            filled[cells[at]] = value
            if fits(filled, cells[at]):
                yield from fill(at + 1)
        filled.pop(cells[at], None)

    return fill(0)


# -- Loops and partitions


def loops(board: Board) -> list[dict[Cell, str]]:
    """All single loops through cells of a board: of each cell the sides where the loop leaves it, in the order nsew."""
    return [loop for loop in _loops(board.rows, board.columns) if loop.keys().isdisjoint(board.holes)]


@cache
def _loops(rows: int, columns: int) -> list[dict[Cell, str]]:
    board, paths = Board(rows, columns, {}), []

    def walk(path: list[Cell]) -> None:
        for cell in board.near(path[-1]):
            if cell == path[0] and len(path) > 3 and path[1] < path[-1]:
                paths.append(path.copy())
            elif cell > path[0] and cell not in path:
                walk([*path, cell])

    for start in board.cells:
        walk([start])
    return [exits(list(zip(path, [*path[1:], path[0]]))) for path in paths]


def exits(steps: Iterable[tuple[Cell, Cell]]) -> dict[Cell, str]:
    """The sides where lines leave each cell. steps: the pairs of cells that they join."""
    names_of: dict[Cell, set[str]] = {}
    for (r, c), (s, d) in steps:
        for one, other in (((r, c), (s, d)), ((s, d), (r, c))):
            names = [name for name, step in STEPS.items() if (one[0] + step[0], one[1] + step[1]) == other]
            names_of.setdefault(one, set()).update(names)
    return {cell: "".join(name for name in "nsew" if name in names) for cell, names in names_of.items()}


def arms(loop: Mapping[Cell, str], cell: Cell) -> list[int]:
    """How many steps a loop goes straight on, from a cell on it, in each of its two directions."""
    lengths = []
    for name in loop[cell]:
        at, count = cell, 0
        while name in loop[at]:
            at = (at[0] + STEPS[name][0], at[1] + STEPS[name][1])
            count += 1
        lengths.append(count)
    return lengths


def turns(loop: Mapping[Cell, str], cell: Cell) -> bool:
    """Whether a loop turns in a cell on it."""
    return loop[cell] not in ("ns", "ew")


def along(loop: Mapping[Cell, str], cell: Cell, count: int = 1) -> list[Cell]:
    """The cells that follow a cell in the directions of a loop."""
    return [(cell[0] + count * STEPS[name][0], cell[1] + count * STEPS[name][1]) for name in loop[cell]]


def crossings(loop: Mapping[Cell, str], area: Collection[Cell]) -> int:
    """How often a loop crosses the border of a region."""
    return sum(other not in area for cell in area if cell in loop for other in along(loop, cell))


def partitions(
    board: Board, cells: Collection[Cell], fits: Callable[[frozenset[Cell]], bool], largest: int = 99
) -> Iterator[list[frozenset[Cell]]]:
    """The ways to divide cells into connected regions that fit."""

    def divide(left: frozenset[Cell]) -> Iterator[list[frozenset[Cell]]]:
        if not left:
            yield []
            return
        for region in regions_from(min(left), left):
            if fits(region):
                for others in divide(left - region):
                    yield [region, *others]

    def regions_from(first: Cell, left: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        known, edge = {frozenset([first])}, [frozenset([first])]
        while edge:
            region = edge.pop()
            board.spend()
            yield region
            if len(region) < largest:
                for cell in {near for each in region for near in board.near(each)} & left - region:
                    if (more := region | {cell}) not in known:
                        known.add(more)
                        edge.append(more)

    return divide(frozenset(cells))


def numbered(board: Board, regions: Iterable[Collection[Cell]]) -> str:
    """The text of a partition: regions are numbered in the order of their first cells."""
    return board.text(labels(regions))


def labels(regions: Iterable[Collection[Cell]]) -> dict[Cell, int]:
    """The numbers of the cells of a partition."""
    return {cell: number for number, region in enumerate(sorted(regions, key=min), 1) for cell in region}
