"""The JSON of f-puzzles as a draft: givens, regions, and each constraint as what its file says of it.

How a constraint lies in the JSON (`as` in its file): a list of entries with

    cells       {"cells": ["R1C1", …], "value": "7"}
    cell        {"cell": "R1C1"}
    lines       {"lines": [["R1C1", …], …]}
    values      {"cells": ["R1C1", …], "values": [1, 2]}
    clones      {"cells": ["R1C1", …], "cloneCells": ["R3C3", …]}
    arrow       {"cells": [the circle], "lines": [[from the circle on], …]}
    diagonal    {"cell": "R0C1", "direction": "DR", "value": "7"}: the cell outside of the board from which it goes
    line        {"cell": "R0C1", "value": "7"}: the cell outside of the board, beside the row or column
    view        the same; the cells are seen from there

or switch, true; negative, its key in the list "negative"; regions, the numbers in the cells of the grid; marks, the
values that stand below its key in a cell of the grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..catalog import manifest
from ..model.board import Cell
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, quote
from ..model.formats import FormatKey
from ..model.parts import GRID, Part
from ..model.puzzle_type import AddedConstraint, PuzzleType
from ..model.rows import NO_VALUE, Rows, write_group
from ..model.terms import variables
from .fpuzzles_drawings import DRAWN, read_drawings
from .fpuzzles_likeness import other_type
from .sudokus import usual_boxes

#: Keys that say nothing about the answer: what the author says, colours, and how the site is set.
OF_NO_MEANING = (
    "author", "title", "ruleset", "highlightConflicts", "disabledlogic", "truecandidatesoptions", "size", "grid",
    "solution", "negative", "activeConstraints",
)  # fmt: skip

#: The same of a cell: its colours, and what somebody has noted; of an entry: colours and sizes.
_OF_CELLS = (
    "value",
    "given",
    "region",
    "c",
    "cArray",
    "highlight",
    "centerPencilMarks",
    "cornerPencilMarks",
    "candidates",
)
_OF_ENTRIES = (
    "outlineC", "baseC", "fontC", "width", "height", "size", "angle", "isNewConstraint", "fromConstraint", "style",
)  # fmt: skip

#: The largest board of f-puzzles.
LARGEST_SIZE = 16

#: Where a diagonal goes.
DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}

#: The cells of a group, and the token behind them.
Group = tuple[list[Cell], str]


def read_puzzle(draft: Draft, data: Any, type_: PuzzleType, dropped: Sequence[str] = ()) -> PuzzleType:
    """Fills the draft; returns the type with the constraints of the puzzle. dropped: keys that are left out if they are
    not known, with a remark. PuzzleError for what else is not known.
    """
    if not isinstance(data, dict):
        raise PuzzleError("expected a JSON object")
    part, size = grid_part(type_), data.get("size")
    if type(size) is not int or not 1 <= size <= LARGEST_SIZE:
        raise PuzzleError(f"size: expected a number from 1 to {LARGEST_SIZE}")
    known = {name_of(each): each for each in manifest.offered(type_) if each.fpuzzles is not None}
    grid = _grid(data.get("grid"), size, {key for key, form in known if form == "marks"})
    added: dict[str, list[Group]] = {}
    for (key, form), constraint in known.items():
        groups = _groups(key, form, data, grid, size)
        if groups is not None:
            added[constraint.name] = groups
    meant = {name for name, form in known if form not in ("negative", "marks")}.union(OF_NO_MEANING)
    extended = manifest.with_constraints(type_, list(added))
    words = _read_words(draft, data, extended)
    for key in (key for key, value in data.items() if value and key not in meant):
        if key in DRAWN and key not in dropped:
            read_drawings(draft, key, data, size, has_rules=words)
            continue
        if key not in dropped:
            raise PuzzleError(f"this puzzle holds {quote(key)}, which pysolve does not know (--drop leaves it out)")
        draft.remarks.append(Remark(f"{quote(key)} is left out, and with it whatever rule it may add", draft.file))
    for key in _strings(data.get("negative") or [], "negative"):
        if (key, "negative") not in known:
            raise PuzzleError(
                f"this puzzle holds {quote(key)} among its negative constraints, which pysolve does not know"
            )
    for constraint in extended.added:
        if constraint.takes_cells:
            draft.parts[constraint.name] = Rows([write_group(*group) for group in added[constraint.name]])
    _read_givens(draft, grid, part)
    draft.answer = _answer(data.get("solution"), size)
    return extended


def name_of(constraint: AddedConstraint) -> tuple[str, str]:
    """What f-puzzles calls a constraint, and how it lies in the JSON."""
    value = constraint.fpuzzles
    if not isinstance(value, dict) or set(value) != {"key", "as"} or value["as"] not in (*_FORMS, *_ONCE):
        forms = ", ".join([*_FORMS, *_ONCE])
        raise PuzzleError(f"the constraint {constraint.name}: fpuzzles: expected 'key', and 'as' with one of {forms}")
    return str(value["key"]), str(value["as"])


def grid_part(type_: PuzzleType) -> Part:
    """The part that holds the givens; PuzzleError for a type whose puzzles are none of f-puzzles."""
    for part in type_.parts if FormatKey.FPUZZLES in type_.formats and other_type(type_) is None else ():
        if part.shape is GRID and any("V" in variables(each) for each in part.templates):
            return part
    raise PuzzleError(f"{type_.a_puzzle} cannot be read from, or written for, f-puzzles")


# -- The grid


def _grid(value: Any, size: int, marks: set[str]) -> list[list[dict[str, Any]]]:
    """The cells, checked. marks: keys of cells that belong to constraints."""
    if not isinstance(value, list) or len(value) != size:
        raise PuzzleError(f"grid: expected {size} rows, as 'size' says")
    for number, row in enumerate(value, 1):
        if not isinstance(row, list) or len(row) != size or not all(isinstance(cell, dict) for cell in row):
            raise PuzzleError(f"grid: expected {size} cells", row=number)
        for at, cell in enumerate(row, 1):
            for key, held in cell.items():
                if key not in _OF_CELLS and key not in marks and held:
                    raise PuzzleError(f"a cell holds {quote(key)}, which pysolve does not know", row=number, column=at)
    return value


def _read_givens(draft: Draft, grid: list[list[dict[str, Any]]], part: Part) -> None:
    """The values that are given; what somebody has filled in is not part of the puzzle."""
    filled = 0
    tokens = [[NO_VALUE] * len(grid) for _ in grid]
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            value = cell.get("value")
            if value is None:
                continue
            if type(value) is not int or not 1 <= value <= len(grid):
                raise PuzzleError(f"expected a value from 1 to {len(grid)}", row=r + 1, column=c + 1)
            if cell.get("given") is True:
                tokens[r][c] = str(value)
            else:
                filled += 1
    draft.parts[part.name] = Rows(tokens)
    if filled:
        values = "1 value that is" if filled == 1 else f"{filled} values that are"
        draft.remarks.append(Remark(f"{values} filled in, but not given, is left out", draft.file))


def box_of(sides: tuple[int, int], row: int, column: int) -> int:
    """The number of the box, of these sides, that a cell (from 0) lies in."""
    height, width = sides
    return row // height * height + column // width


def _regions(grid: list[list[dict[str, Any]]], size: int) -> list[Group] | None:
    """The regions, if they are not the usual boxes; None if they are."""
    regions: dict[int, list[Cell]] = {}
    usual, sides = True, usual_boxes(size)
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            default = box_of(sides, r, c)
            region = cell.get("region", default)
            usual = usual and region == default
            if region is None:
                continue
            if type(region) is not int or abs(region) > LARGEST_SIZE**2:
                raise PuzzleError("region: expected a number", row=r + 1, column=c + 1)
            regions.setdefault(region, []).append((r + 1, c + 1))
    return None if usual else [(cells, NO_VALUE) for _, cells in sorted(regions.items())]


def _marks(key: str, grid: list[list[dict[str, Any]]]) -> list[Group]:
    """The cells that have values below this key, one of which they hold; a given one says it all."""
    groups: list[Group] = []
    for r, row in enumerate(grid, 1):
        for c, cell in enumerate(row, 1):
            values = cell.get(key)
            if not values or cell.get("given") is True:
                continue
            if not isinstance(values, list) or not all(type(each) is int and 1 <= each <= len(grid) for each in values):
                raise PuzzleError(f"{key}: expected a list of values from 1 to {len(grid)}", row=r, column=c)
            groups.append(([(r, c)], ",".join(map(str, sorted({*values})))))
    return groups


# -- Constraints


def _groups(
    key: str, form: str, data: dict[str, Any], grid: list[list[dict[str, Any]]], size: int
) -> list[Group] | None:
    """The groups of cells of a constraint, with their values; None if the puzzle does not have it."""
    if form == "regions":
        return _regions(grid, size)
    if form == "marks":
        return _marks(key, grid) or None
    if form == "negative":
        return [] if key in _strings(data.get("negative") or [], "negative") else None
    value = data.get(key)
    if form == "switch":
        if value is not None and type(value) is not bool:
            raise PuzzleError(f"{key}: expected true or false")
        return [] if value else None
    if value is None or value == []:
        return None
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise PuzzleError(f"{key}: expected a list of objects")
    return [group for entry in value for group in _FORMS[form](key, entry, size)]


def _checked(key: str, entry: dict[str, Any], known: Iterable[str]) -> None:
    for name, held in entry.items():
        if name not in known and name not in _OF_ENTRIES and held:
            raise PuzzleError(f"{key}: this puzzle holds {quote(name)} there, which pysolve does not know")


def _cells_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("cells", "value"))
    yield _cells(key, entry.get("cells")), _value(key, entry)


def _values_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("cells", "values"))
    values = entry.get("values")
    if not isinstance(values, list) or not values or not all(type(value) is int for value in values):
        raise PuzzleError(f"{key}: expected a list of values")
    yield _cells(key, entry.get("cells")), ",".join(map(str, values))


def _clones_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("cells", "cloneCells"))
    cells, clones = (_cells(key, entry.get(name)) for name in ("cells", "cloneCells"))
    if len(cells) != len(clones):
        raise PuzzleError(f"{key}: found {len(cells)} cells and {len(clones)} in the clone, expected as many")
    yield [*cells, *clones], NO_VALUE


def _cell_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("cell", "value"))
    yield [_cell(key, entry.get("cell"))], _value(key, entry)


def _lines_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("lines", "value"))
    for line in _lines(key, entry):
        yield line, _value(key, entry)


def _arrow_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("lines", "cells"))
    if not entry.get("lines"):  # a circle alone, as its page draws it, imposes nothing
        _cells(key, entry.get("cells"))
        return
    circle = sorted(_cells(key, entry.get("cells")))  # its digits are read as they stand
    for line in _lines(key, entry):
        if line[0] not in circle:
            raise PuzzleError(f"{key}: expected a line that begins in its circle")
        yield [*circle, *line[1:]], str(len(circle)) if len(circle) > 1 else NO_VALUE


def _diagonal_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("cell", "cells", "direction", "value"))
    outside, step = _cell(key, entry.get("cell")), DIRECTIONS.get(str(entry.get("direction")))
    if step is None:
        raise PuzzleError(f"{key}: expected one of {', '.join(DIRECTIONS)} as direction")
    cells = diagonal(outside, step, size)
    named = entry.get("cells") or cells
    if not cells or (named is not cells and _cells(key, named) != cells):
        raise PuzzleError(f"{key}: expected a cell outside of the board, and the cells of the diagonal from there")
    yield cells, _value(key, entry)


def diagonal(outside: Cell, step: Cell, size: int) -> list[Cell]:
    """The cells of a diagonal on the board, from the one beside a cell outside of it."""
    if all(1 <= each <= size for each in outside):
        return []
    cells = []
    cell = (outside[0] + step[0], outside[1] + step[1])
    while all(1 <= each <= size for each in cell):
        cells.append(cell)
        cell = (cell[0] + step[0], cell[1] + step[1])
    return cells


def _line_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    _checked(key, entry, ("cell", "value"))
    row, column = _cell(key, entry.get("cell"))
    if row in (0, size + 1) and 1 <= column <= size:
        yield [(each, column) for each in range(1, size + 1)], _value(key, entry)
    elif column in (0, size + 1) and 1 <= row <= size:
        yield [(row, each) for each in range(1, size + 1)], _value(key, entry)
    else:
        raise PuzzleError(f"{key}: expected a cell beside a row or column")


def view_form(key: str, entry: dict[str, Any], size: int) -> Iterator[Group]:
    outside = _cell(key, entry.get("cell"))
    for cells, value in _line_form(key, entry, size):
        yield cells[::-1] if size + 1 in outside else cells, value


#: How the entries of a constraint are read, by what its file says behind `as`; and the ways that have no entries.
_FORMS = {
    "cells": _cells_form, "cell": _cell_form, "lines": _lines_form, "arrow": _arrow_form, "diagonal": _diagonal_form,
    "line": _line_form, "view": view_form, "values": _values_form, "clones": _clones_form,
}  # fmt: skip
_ONCE = ("switch", "negative", "regions", "marks")


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


def _strings(value: Any, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise PuzzleError(f"{key}: expected a list of texts")
    return value


# -- Words


def _read_words(draft: Draft, data: dict[str, Any], type_: PuzzleType) -> bool:
    """Title, author, and the rules in the author's words, which are for people. Whether there are any: those of
    the type itself say no more than it.
    """
    draft.title, draft.author = (" ".join(_text_lines(data, key)) for key in ("title", "author"))
    rules = _text_lines(data, "ruleset")
    known = {" ".join(rule.split()) for rule in type_.rules}
    if not known.issuperset(rules):
        draft.rules = "\n".join(rules)
        said = "the puzzle's own rules in words are kept, but not read; what they add to the constraints does not count"
        draft.remarks.append(Remark(f"{said}: {quote(' '.join(rules), 300)}", draft.file))
    return bool(draft.rules)


def _text_lines(data: dict[str, Any], key: str) -> list[str]:
    """The lines of a text that hold anything."""
    value = data.get(key) or ""
    if not isinstance(value, str):
        raise PuzzleError(f"{key}: expected a text")
    lines = ("".join(each if each.isprintable() else " " for each in line) for line in value.splitlines())
    return [" ".join(line.split()) for line in lines if line.strip()]


def _answer(value: Any, size: int) -> str | None:
    """The answer text, if the puzzle brings its whole solution."""
    values = list(value) if isinstance(value, (list, str)) else []
    numbers = [str(each) for each in values if type(each) in (int, str)]
    if len(numbers) != size**2 or not all(re.fullmatch(r"[1-9]\d?", each, re.ASCII) for each in numbers):
        return None
    rows = (numbers[at : at + size] for at in range(0, size**2, size))
    return "\n".join(map(" ".join, rows)) + "\n"
