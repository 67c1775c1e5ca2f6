"""A JSON list of cells, {"row": 1, "col": 2, "val": 3}: `null` is an empty cell.

The cells of the board are those that the list names, or those of another file (`--board`).
"""

from __future__ import annotations

import re

from ..model.board import LARGEST_SIDE, Cell, check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, check_characters, quote, unread
from ..model.parts import GRID, HOLE
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows
from .source import Context, first_character, parse_json


def sniff(data: bytes) -> bool:
    """Whether they begin with a list (and not with a section, such as [Puzzle])."""
    return first_character(data) == b"[" and re.match(rb"\W*\[[A-Z][a-z]+\]\s", data[:100]) is None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Puts the cells into the draft as a grid; PuzzleError for what is no cell, or none of the board."""
    type_ = context.type()
    part = next((part for part in type_.parts if part.shape is GRID), None)
    if part is None:
        raise PuzzleError(f"{type_.a_puzzle} cannot be given as a list of cells")
    hole = next((token for token, target in part.tokens.items() if target == HOLE), None)
    values = _cells(draft, context.text(data))
    board = context.board(type_)
    if board is None:
        rows = _bounding_box(values, hole)
        if sum(map(len, rows)) > len(values):
            sentence = "cells that the list does not name are taken for holes; --board names a file with the board"
            draft.remarks.append(Remark(sentence, draft.file))
    else:
        rows = [list(row) for row in board.parts[part.name].tokens] if part.name in board.parts else []
        draft.shape = board.shape
    for (r, c), value in values.items():
        if not (r <= len(rows) and c <= len(rows[r - 1])) or rows[r - 1][c - 1] == hole:
            raise PuzzleError("found a value for a cell that the board does not have", row=r, column=c)
        rows[r - 1][c - 1] = value if value is not None else rows[r - 1][c - 1]
    draft.parts[part.name] = Rows(rows)
    return type_


def _cells(draft: Draft, text: str) -> dict[Cell, str | None]:
    data = parse_json(text)
    if not isinstance(data, list) or not data:
        raise PuzzleError("expected a JSON list of cells")
    values: dict[Cell, str | None] = {}
    others: dict[str, object] = {}
    for number, item in enumerate(data, 1):
        if not isinstance(item, dict) or not {"row", "col"} <= set(item):
            sentence = f'item {number} of the list: expected {{"row": …, "col": …, "val": …}}'
            raise PuzzleError(sentence)
        cell = (_side(item["row"], "row", number), _side(item["col"], "col", number))
        if cell in values:
            raise PuzzleError("this cell is listed twice", row=cell[0], column=cell[1])
        values[cell] = _token(item.get("val"), cell)
        others |= item
    draft.remarks += unread(others, ("row", "col", "val"), draft.file)
    return values


def _side(value: object, key: str, number: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_SIDE:
        written = quote(_as_json(value))
        raise PuzzleError(f"item {number} of the list: found {written} as {key}, expected 1 to {LARGEST_SIDE}")
    return value


def _as_json(value: object) -> str:
    import json

    return json.dumps(value)


def _token(value: object, cell: Cell) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, str)) or len(str(value).split()) != 1:
        written = quote(_as_json(value))
        raise PuzzleError(f"found {written} as val, expected a number, a text or null", row=cell[0], column=cell[1])
    check_characters(str(value))
    return str(value)


def _bounding_box(values: dict[Cell, str | None], hole: str | None) -> list[list[str]]:
    """The rows of the smallest board that holds all cells; what is not listed is a hole."""
    height, width = (max(cell[axis] for cell in values) for axis in (0, 1))
    check_size(height, width)
    if height * width > len(values) and hole is None:
        raise PuzzleError(f"found {len(values)} cells, expected all {height * width} of the board")
    return [["." if (r, c) in values else str(hole) for c in range(1, width + 1)] for r in range(1, height + 1)]
