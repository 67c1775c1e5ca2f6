"""How constraints lie in the JSON of f-puzzles: each form reads the groups of cells of a constraint, and writes them.

A new form is a class here, with its entry in FORMS: what the file of a constraint says behind `as`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...model.board import Cell
from ...model.errors import PuzzleError, quote
from ...model.rows import NO_VALUE
from .files import usual_boxes

#: The largest board of f-puzzles.
LARGEST_SIZE = 16

#: The cells of a group, and the token behind them.
Group = tuple[list[Cell], str]

#: An object of the JSON.
Record = dict[str, Any]

#: Keys of an entry that say nothing about the answer: colours and sizes.
_OF_ENTRIES = (
    "outlineC", "baseC", "fontC", "width", "height", "size", "angle", "isNewConstraint", "fromConstraint", "style",
)  # fmt: skip


class _Form:
    """How the groups of a constraint lie in the JSON: as a list of entries, each of which says one, or some."""

    keys: tuple[str, ...] = ("cells", "value")  # of an entry

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        """The groups of cells of the constraint, with their values; None if the puzzle does not have it."""
        value = data.get(key)
        if value is None or value == []:
            return None
        groups: list[Group] = []
        for entry in objects(value, key):
            for name, held in entry.items():
                if name not in self.keys and name not in _OF_ENTRIES and held:
                    raise PuzzleError(f"{key}: this puzzle holds {quote(name)} there, which pysolve does not know")
            groups += self.read(key, entry, size)
        return groups

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        """Writes the groups into the JSON; PuzzleError if f-puzzles cannot say one."""
        record[key] = [entry for cells, value in held for entry in self.write(cells, value, size)]

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        """The groups of an entry."""
        for cells in self.cells(key, entry, size):
            yield cells, _value(key, entry)

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        """The entries of a group."""
        if value == "?":
            raise PuzzleError("f-puzzles has no sign that says nothing, '?'")
        return [self.entry(cells, size) | ({} if value == NO_VALUE else {"value": value})]

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        """The cells of the groups of an entry."""
        yield _cells(key, entry.get("cells"))

    def entry(self, cells: list[Cell], size: int) -> Record:
        """The entry that says these cells."""
        return {"cells": _names(cells)}


class _OneCell(_Form):
    """{"cell": "R1C1"}"""

    keys = ("cell", "value")

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        yield [_cell(key, entry.get("cell"))]

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        return [entry for cell in cells for entry in super(_OneCell, self).write([cell], value, size)]

    def entry(self, cells: list[Cell], size: int) -> Record:
        return {"cell": _name(cells[0])}


class _Lines(_Form):
    """{"lines": [["R1C1", …], …]}"""

    keys = ("lines", "value")

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        yield from _lines(key, entry)

    def entry(self, cells: list[Cell], size: int) -> Record:
        return {"lines": [_names(cells)]}


class _Values(_Form):
    """{"cells": ["R1C1", …], "values": [1, 2]}"""

    keys = ("cells", "values")

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        values = entry.get("values")
        if not isinstance(values, list) or not values or not all(type(value) is int for value in values):
            raise PuzzleError(f"{key}: expected a list of values")
        yield _cells(key, entry.get("cells")), ",".join(map(str, values))

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        return [{"cells": _names(cells), "values": [int(each) for each in value.split(",")]}]


class _Clones(_Form):
    """{"cells": ["R1C1", …], "cloneCells": ["R3C3", …]}"""

    keys = ("cells", "cloneCells")

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        cells, clones = (_cells(key, entry.get(name)) for name in self.keys)
        if len(cells) != len(clones):
            raise PuzzleError(f"{key}: found {len(cells)} cells and {len(clones)} in the clone, expected as many")
        yield [*cells, *clones], NO_VALUE

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        names, half = _names(cells), len(cells) // 2
        return [{"cells": names[:half], "cloneCells": names[half:]}]


class _Arrow(_Form):
    """{"cells": [the circle], "lines": [[from the circle on], …]}"""

    keys = ("lines", "cells")

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        circle = sorted(_cells(key, entry.get("cells")))  # its digits are read as they stand
        for line in _lines(key, entry) if entry.get("lines") else ():  # a circle alone imposes nothing
            if line[0] not in circle:
                raise PuzzleError(f"{key}: expected a line that begins in its circle")
            yield [*circle, *line[1:]], str(len(circle)) if len(circle) > 1 else NO_VALUE

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        length = 1 if value == NO_VALUE else int(value)
        circle, shaft = cells[:length], cells[length:]
        if circle != sorted(circle):
            raise PuzzleError("f-puzzles reads the digits of a circle from left to right and from top to bottom")
        beside = (cell for cell in circle if max(abs(cell[0] - shaft[0][0]), abs(cell[1] - shaft[0][1])) == 1)
        line = [next(beside, circle[-1]), *shaft] if shaft else circle
        return [{"cells": _names(circle), "lines": [_names(line)]}]


#: Where a diagonal goes.
_DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


class _Diagonal(_Form):
    """{"cell": "R0C1", "direction": "DR", "value": "7"}: the cell outside of the board from which it goes"""

    keys = ("cell", "cells", "direction", "value")

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        outside, step = _cell(key, entry.get("cell")), _DIRECTIONS.get(str(entry.get("direction")))
        if step is None:
            raise PuzzleError(f"{key}: expected one of {', '.join(_DIRECTIONS)} as direction")
        cells = _diagonal(outside, step, size)
        named = entry.get("cells") or cells
        if not cells or (named is not cells and _cells(key, named) != cells):
            raise PuzzleError(f"{key}: expected a cell outside of the board, and the cells of the diagonal from there")
        yield cells

    def entry(self, cells: list[Cell], size: int) -> Record:
        for direction, step in _DIRECTIONS.items():
            outside = (cells[0][0] - step[0], cells[0][1] - step[1])
            if _diagonal(outside, step, size) == cells:
                return {"cell": _name(outside), "direction": direction, "cells": _names(cells)}
        raise PuzzleError("f-puzzles knows little killers along whole diagonals only")


def _diagonal(outside: Cell, step: Cell, size: int) -> list[Cell]:
    """The cells of a diagonal on the board, from the one beside a cell outside of it."""
    if all(1 <= each <= size for each in outside):
        return []
    cells = []
    cell = (outside[0] + step[0], outside[1] + step[1])
    while all(1 <= each <= size for each in cell):
        cells.append(cell)
        cell = (cell[0] + step[0], cell[1] + step[1])
    return cells


class _Line(_Form):
    """{"cell": "R0C1", "value": "7"}: the cell outside of the board, beside the row or column"""

    keys = ("cell", "value")
    is_view = False  # whether the cells are seen from there

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        row, column = _cell(key, entry.get("cell"))
        along, rim = range(1, size + 1), (0, size + 1)
        if not (row in rim and column in along) and not (column in rim and row in along):
            raise PuzzleError(f"{key}: expected a cell beside a row or column")
        cells = [(each, column) for each in along] if row in rim else [(row, each) for each in along]
        yield cells[::-1] if self.is_view and size + 1 in (row, column) else cells

    def entry(self, cells: list[Cell], size: int) -> Record:
        row, column = cells[0]
        for outside in ((row, 0), (0, column), (row, size + 1), (size + 1, column)):
            entry = {"cell": _name(outside)}
            if next(self.cells("", entry, size)) == cells:
                return entry
        raise PuzzleError("f-puzzles knows numbers beside whole rows and columns only")


class _View(_Line):
    """The same, in the order in which one sees the cells from there."""

    is_view = True


class _Switch(_Form):
    """true"""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        value = data.get(key)
        if value is not None and type(value) is not bool:
            raise PuzzleError(f"{key}: expected true or false")
        return [] if value else None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        record[key] = True


class _Negative(_Form):
    """Its key in the list "negative"."""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        return [] if key in strings(data.get("negative") or [], "negative") else None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        record.setdefault("negative", []).append(key)


class _Regions(_Form):
    """The numbers in the cells of the grid, where they are not the usual boxes."""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        regions: dict[int, list[Cell]] = {}
        usual, sides = True, usual_boxes(size)
        for (r, c), cell in numbered(data["grid"]):
            default = box_of(sides, r - 1, c - 1)
            region = cell.get("region", default)
            usual = usual and region == default
            if region is None:
                continue
            if type(region) is not int or abs(region) > LARGEST_SIZE**2:
                raise PuzzleError("region: expected a number", row=r, column=c)
            regions.setdefault(region, []).append((r, c))
        return None if usual else [(cells, NO_VALUE) for _, cells in sorted(regions.items())]

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        number_of = {cell: number for number, (cells, _) in enumerate(held) for cell in cells}
        sides = usual_boxes(size)
        for (r, c), cell in numbered(record["grid"]):
            region = number_of.get((r, c))
            cell.pop("region", None)
            if region != box_of(sides, r - 1, c - 1):
                cell["region"] = region


class _Marks(_Form):
    """The values that stand below its key in a cell of the grid, one of which it holds; a given one says it all."""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        groups: list[Group] = []
        for (r, c), cell in numbered(data["grid"]):
            values = cell.get(key)
            if not values or cell.get("given") is True:
                continue
            if not isinstance(values, list) or not all(type(each) is int and 1 <= each <= size for each in values):
                raise PuzzleError(f"{key}: expected a list of values from 1 to {size}", row=r, column=c)
            groups.append(([(r, c)], ",".join(map(str, sorted({*values})))))
        return groups or None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        for cells, values in held:
            for r, c in cells:
                cell = record["grid"][r - 1][c - 1]
                if key in cell:
                    raise PuzzleError("f-puzzles has one list of candidates a cell", row=r, column=c)
                cell[key] = [int(each) for each in values.split(",")]


#: The forms, by what the file of a constraint says behind `as`.
FORMS: Mapping[str, _Form] = {
    "cells": _Form(), "cell": _OneCell(), "lines": _Lines(), "arrow": _Arrow(), "diagonal": _Diagonal(),
    "line": _Line(), "view": _View(), "values": _Values(), "clones": _Clones(), "switch": _Switch(),
    "negative": _Negative(), "regions": _Regions(), "marks": _Marks(),
}  # fmt: skip


def objects(value: Any, key: str) -> list[Record]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise PuzzleError(f"{key}: expected a list of objects")
    return value


def numbered(grid: list[list[Record]]) -> Iterator[tuple[Cell, Record]]:
    """The cells of the grid with their places."""
    for r, row in enumerate(grid, 1):
        yield from (((r, c), cell) for c, cell in enumerate(row, 1))


def _name(cell: Cell) -> str:
    return f"R{cell[0]}C{cell[1]}"


def _names(cells: Sequence[Cell]) -> list[str]:
    return [_name(cell) for cell in cells]


def _lines(key: str, entry: dict[str, Any]) -> list[list[Cell]]:
    lines = entry.get("lines")
    if not isinstance(lines, list) or not lines:
        raise PuzzleError(f"{key}: expected a list of lines")
    return [_cells(key, line) for line in lines]


def _cells(key: str, value: Any) -> list[Cell]:
    if not isinstance(value, list) or not value:
        raise PuzzleError(f"{key}: expected a list of cells")
    return [_cell(key, each) for each in value]


def _cell(key: str, value: Any) -> Cell:
    match = re.fullmatch(r"R(\d{1,3})C(\d{1,3})", value, re.ASCII) if isinstance(value, str) else None
    if match is None:
        raise PuzzleError(f"{key}: found {quote(str(value))}, expected a cell such as R1C1")
    return int(match[1]), int(match[2])


def _value(key: str, entry: dict[str, Any]) -> str:
    """The value of an entry, as the token of a group."""
    value = entry.get("value")
    if value is None or value == "":
        return NO_VALUE
    if type(value) not in (str, int) or len(str(value)) > 20 or len(str(value).split()) != 1:
        raise PuzzleError(f"{key}: found {quote(str(value))}, expected a value")
    return str(value)


def strings(value: Any, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise PuzzleError(f"{key}: expected a list of texts")
    return value


def box_of(sides: tuple[int, int], row: int, column: int) -> int:
    """The number of the box, of these sides, that a cell (from 0) lies in."""
    height, width = sides
    return row // height * height + column // width
