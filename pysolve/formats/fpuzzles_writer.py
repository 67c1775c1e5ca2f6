"""A puzzle as the JSON of f-puzzles; the reverse of fpuzzles_reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..catalog import manifest
from ..model.board import Cell, cell_of
from ..model.build import symbols
from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.parts import groups_of
from ..model.puzzle import OnlyAnswer, Puzzle, no_answer
from ..model.puzzle_type import PuzzleType
from ..model.rows import NO_VALUE
from ..model.terms import Term
from ..model.yaml_text import Node
from .fpuzzles_likeness import as_held
from .fpuzzles_reader import DIRECTIONS, LARGEST_SIZE, box_of, diagonal, grid_part, name_of, view_form
from .sudokus import box_sides, usual_boxes

Record = dict[str, Any]


def record_of(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> Record:
    """The object; PuzzleError if f-puzzles cannot hold all of the puzzle."""
    record = _record(as_held(puzzle))
    if (atoms := only_answer(puzzle)) is not None and (values := _values(atoms, puzzle)) is not None:
        record["solution"] = values
    return record


def _values(atoms: tuple[Term, ...], puzzle: Puzzle) -> list[int] | None:
    """The values of an answer, row by row; None if it is not one number a cell."""
    found = {cell_of(atom.args[0]): atom.args[1] for atom in atoms if len(atom.args) == 2}
    values = [found.get(cell) for cell in puzzle.board.cells]
    numbers = [value for value in values if isinstance(value, int)]
    return numbers if len(numbers) == len(values) == len(atoms) else None


def _record(puzzle: Puzzle) -> Record:
    size = puzzle.board.rows
    grid = _grid(puzzle)
    _write_regions(grid, _boxes(puzzle))
    record: Record = {"size": size, "title": puzzle.title, "author": puzzle.author, "grid": grid}
    extended = manifest.with_constraints(puzzle.type, _of_options(puzzle))
    record["ruleset"] = puzzle.rules or "\n".join(extended.rules)
    for constraint in extended.added:
        if constraint.fpuzzles is None:
            raise PuzzleError(f"f-puzzles has no constraint {constraint.name}")
        key, form = name_of(constraint)
        part = puzzle.type.part(constraint.name)
        held = groups_of(puzzle.tokens.get(part.name, ())) if part is not None else []
        if form == "regions":
            _write_regions(grid, {cell: number for number, (cells, _) in enumerate(held) for cell in cells})
        elif form == "marks":
            _write_marks(grid, key, held)
        elif form == "negative":
            record.setdefault("negative", []).append(key)
        elif form == "switch":
            record[key] = True
        else:
            record[key] = [entry for cells, value in held for entry in _ENTRIES[form](cells, value, size)]
    return record


def _of_options(puzzle: Puzzle) -> list[str]:
    """The constraints that say the same as the puzzle's options; PuzzleError if one cannot be said so."""
    said = _said(puzzle.type)
    added: list[str] = []
    for name, value in puzzle.options.items():
        if name in _box_options(puzzle.type):  # see _boxes
            continue
        meaning = said.get(f"{name}={value}")
        if not isinstance(meaning, list):
            raise PuzzleError(f"f-puzzles cannot hold the option {name}: {value}")
        added += [str(each) for each in meaning if each not in (known.name for known in puzzle.type.added)]
    return added


def _said(type_: PuzzleType) -> dict[str, Node]:
    """What the manifest says of this format."""
    said = type_.formats.get(FormatKey.FPUZZLES)
    return said if isinstance(said, dict) else {}


def _box_options(type_: PuzzleType) -> list[str]:
    """The two options that say the sides of the boxes; none if the type has no such options."""
    return [name for name in str(_said(type_).get("boxes", "")).split(" x ") if name]


def _boxes(puzzle: Puzzle) -> dict[Cell, int]:
    """The number of each cell's box; PuzzleError if the options say boxes that do not fit."""
    size = puzzle.board.rows
    given = {name: puzzle.options.get(name, "0") for name in _box_options(puzzle.type)}
    sides = box_sides(size, given.values()) if given else usual_boxes(size)
    if sides is None:
        said = ", ".join(f"{name}: {value}" for name, value in given.items())
        raise PuzzleError(f"f-puzzles has boxes that fill a board of this size, found {said}")
    return {(r, c): box_of(sides, r - 1, c - 1) for r in range(1, size + 1) for c in range(1, size + 1)}


def _grid(puzzle: Puzzle) -> list[list[Record]]:
    """The cells with their givens; PuzzleError for a board, or a part, that f-puzzles does not have."""
    size, part = puzzle.board.rows, grid_part(puzzle.type)
    if not puzzle.board.in_columns or size != puzzle.board.columns or size > LARGEST_SIZE or puzzle.board.holes:
        raise PuzzleError(f"f-puzzles has square boards without holes, of up to {LARGEST_SIZE} rows")
    others = {name for name, tokens in puzzle.tokens.items() if tokens} - {part.name}
    others -= {each.name for each in puzzle.type.added}
    if others or any(type(token.values.get("V")) is not int for token in puzzle.tokens.get(part.name, ())):
        raise PuzzleError("f-puzzles holds numbers in cells, and the constraints of a puzzle, no more")
    for token in puzzle.tokens.get(part.name, ()):
        if not (isinstance(value := token.values["V"], int) and 1 <= value <= size):
            where = puzzle.board.name(token.values["X"])
            raise PuzzleError(f"{where}: f-puzzles has values from 1 to {size}, found {quote(token.text)}")
    if named := symbols(puzzle):
        raise PuzzleError(f"f-puzzles holds numbers, not the symbols {quote(named)}")
    grid: list[list[Record]] = [[{} for _ in range(size)] for _ in range(size)]
    for token in puzzle.tokens.get(part.name, ()):
        cell = cell_of(token.values["X"])
        assert cell is not None
        grid[cell[0] - 1][cell[1] - 1] |= {"value": token.values["V"], "given": True}
    return grid


def _write_regions(grid: list[list[Record]], number_of: Mapping[Cell, int]) -> None:
    """Puts the numbers of the regions into the cells where they are not those of the usual boxes."""
    usual = usual_boxes(len(grid))
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            region = number_of.get((r + 1, c + 1))
            cell.pop("region", None)
            if region != box_of(usual, r, c):
                cell["region"] = region


def _write_marks(grid: list[list[Record]], key: str, held: list[tuple[list[Cell], str]]) -> None:
    """Puts the values into the cells that may hold them."""
    for cells, values in held:
        for r, c in cells:
            if key in grid[r - 1][c - 1]:
                raise PuzzleError("f-puzzles has one list of candidates a cell", row=r, column=c)
            grid[r - 1][c - 1][key] = [int(each) for each in values.split(",")]


def _name(cell: Cell) -> str:
    return f"R{cell[0]}C{cell[1]}"


def _with_value(entry: Record, value: str) -> list[Record]:
    if value == "?":
        raise PuzzleError("f-puzzles has no sign that says nothing, '?'")
    return [entry if value == NO_VALUE else {**entry, "value": value}]


def _cells_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    return _with_value({"cells": [_name(cell) for cell in cells]}, value)


def _cell_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    return [entry for cell in cells for entry in _with_value({"cell": _name(cell)}, value)]


def _lines_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    return _with_value({"lines": [[_name(cell) for cell in cells]]}, value)


def _values_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    return [{"cells": [_name(cell) for cell in cells], "values": [int(each) for each in value.split(",")]}]


def _clones_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    names = [_name(cell) for cell in cells]
    half = len(names) // 2
    return [{"cells": names[:half], "cloneCells": names[half:]}]


def _arrow_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    length = 1 if value == NO_VALUE else int(value)
    circle, shaft = cells[:length], cells[length:]
    if circle != sorted(circle):
        raise PuzzleError("f-puzzles reads the digits of a circle from left to right and from top to bottom")
    beside = (cell for cell in circle if max(abs(cell[0] - shaft[0][0]), abs(cell[1] - shaft[0][1])) == 1)
    line = [next(beside, circle[-1]), *shaft] if shaft else circle
    return [{"cells": [_name(cell) for cell in circle], "lines": [[_name(cell) for cell in line]]}]


def _diagonal_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    for direction, step in DIRECTIONS.items():
        outside = (cells[0][0] - step[0], cells[0][1] - step[1])
        if diagonal(outside, step, size) == cells:
            entry = {"cell": _name(outside), "direction": direction, "cells": [_name(cell) for cell in cells]}
            return _with_value(entry, value)
    raise PuzzleError("f-puzzles knows little killers along whole diagonals only")


def _line_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    row, column = cells[0]
    for outside, line in (
        ((row, 0), [(row, each) for each in range(1, size + 1)]),
        ((0, column), [(each, column) for each in range(1, size + 1)]),
    ):
        if line == cells:
            return _with_value({"cell": _name(outside)}, value)
    raise PuzzleError("f-puzzles knows numbers beside whole rows and columns only")


def _view_entry(cells: list[Cell], value: str, size: int) -> list[Record]:
    (row, column), (other, _) = cells[0], cells[-1]
    far = size + 1
    outside = (0 if row == 1 else far, column) if row != other else (row, 0 if column == 1 else far)
    if [each for each, _ in view_form("", {"cell": _name(outside)}, size)] != [cells]:
        raise PuzzleError("f-puzzles knows numbers beside whole rows and columns only")
    return _with_value({"cell": _name(outside)}, value)


#: How the groups of a constraint are written, by what its file says behind `as`.
_ENTRIES: dict[str, Callable[[list[Cell], str, int], list[Record]]] = {
    "cells": _cells_entry, "cell": _cell_entry, "lines": _lines_entry, "arrow": _arrow_entry,
    "diagonal": _diagonal_entry, "line": _line_entry, "view": _view_entry, "values": _values_entry,
    "clones": _clones_entry,
}  # fmt: skip
