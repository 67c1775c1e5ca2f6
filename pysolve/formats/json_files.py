"""Puzzles in JSON: a list of cells, and JSON lines, one puzzle a line.

Whether a file has a puzzle a line its first line says, so that it can be of any length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.board import LARGEST_SIDE, Cell, check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, check_characters, quote, unread
from ..model.parts import GRID, HOLE
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANK, Rows
from . import plain_text
from .source import LARGEST_PUZZLE, Context, first_character, parse_json


class JsonLines:
    """One puzzle a line, with `id`, `problem` (plain text) and, if known, `puzzle` and `solution`."""

    def sniff(self, data: bytes) -> bool:
        """Whether they begin with an object, which is not ipuz."""
        return first_character(data) == b"{" and b"ipuz.org/" not in data[:20_000]

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The id (empty if it cannot be seen), the bytes and the number of every line that holds something."""
        first, _, rest = data.partition(b"\n")
        if rest.strip() and not self.has_line_each(first):
            small = len(data) <= LARGEST_PUZZLE
            if _object(data) is not None if small else first.strip() == b"{":
                yield _id(data) if small else "", data, 1  # one object, over several lines
                return
        yield from self.split_lines(data.split(b"\n"))

    def has_line_each(self, first: bytes) -> bool:
        """Whether a file that begins with this line has a puzzle a line, so that it can be read line by line."""
        return self.sniff(first) and _object(first) is not None

    def split_lines(self, lines: Iterable[bytes]) -> Iterator[tuple[str, bytes, int]]:
        """The same as split, from the lines of a file."""
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _id(line), line.removeprefix(b"\xef\xbb\xbf"), number

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Reads the puzzle of one line; PuzzleError if it is not a JSON object with a text as `problem`."""
        record = parse_json(context.text(data))
        if not isinstance(record, dict) or not isinstance(record.get("problem"), str):
            raise PuzzleError("expected a JSON object with a text as 'problem'")
        for key in ("puzzle", "solution"):
            if record.get(key) is not None and not isinstance(record[key], str):
                raise PuzzleError(f"expected a text as '{key}'")
            check_characters(record.get(key) or "")
        check_characters(record["problem"])
        type_ = plain_text.read_parts(draft, record["problem"], context.type(record.get("puzzle")))
        draft.answer = record.get("solution")
        draft.remarks += unread(record, ("id", "problem", "puzzle", "solution"), draft.file)
        return type_


def _object(text: bytes) -> dict[str, Any] | None:
    import json  # here and below: only when there is such a file, as there seldom is

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _id(line: bytes) -> str:
    return str((_object(line) or {}).get("id", ""))


class CellList:
    """A list of cells, {"row": 1, "col": 2, "val": 3}: `null` is an empty cell.

    The cells of the board are those that the list names, or those of another file (`--board`).
    """

    def sniff(self, data: bytes) -> bool:
        """Whether they begin with a list (and not with a section, such as [Puzzle])."""
        return first_character(data) == b"[" and re.match(rb"\W*\[[A-Z][a-z]+\]\s", data[:100]) is None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Puts the cells into the draft as a grid; PuzzleError for what is not a cell, or none of the board."""
        type_ = context.type()
        part = next((part for part in type_.parts if part.shape is GRID), None)
        if part is None:
            raise PuzzleError(f"{type_.a_puzzle} cannot be given as a list of cells")
        if (rows_ := _rows(context.text(data))) is not None:
            draft.parts[part.name] = Rows(rows_)
            return type_
        hole = next((token for token, target in part.tokens.items() if target == HOLE), None)
        values = _cells(draft, context.text(data))
        board = context.board(type_)
        if board is None:
            rows = _bounding_box(values, hole)
            if sum(map(len, rows)) > len(values):
                sentence = "cells that the list does not name are taken for holes"
                draft.remarks.append(Remark(sentence, draft.file, how="; --board names a file with the board"))
        else:
            rows = [list(row) for row in board.parts[part.name].tokens] if part.name in board.parts else []
            draft.shape = board.shape
        _write_cells(rows, values, hole)
        draft.parts[part.name] = Rows(rows)
        return type_


def _rows(text: str) -> list[list[str]] | None:
    """The rows of a list of lists, or of texts with a character for each cell; None if it is a list of cells. null and
    empty texts are blanks.
    """
    data = parse_json(text)
    if not isinstance(data, list) or not data or not all(isinstance(row, (list, str)) and row for row in data):
        return None
    return [
        [
            (_token(value or None if isinstance(value, str) else value, (r, c)) or BLANK)
            for c, value in enumerate(row, 1)
        ]
        for r, row in enumerate(data, 1)
    ]


def _cells(draft: Draft, text: str) -> dict[Cell, str | None]:
    data = parse_json(text)
    if not isinstance(data, list) or not data:
        raise PuzzleError("expected a JSON list of cells")
    values: dict[Cell, str | None] = {}
    others: dict[str, object] = {}
    for number, item in enumerate(data, 1):
        if not isinstance(item, dict) or not {"row", "col"} <= set(item):
            raise PuzzleError(f'item {number} of the list: expected {{"row": …, "col": …, "val": …}}')
        cell = (_side(item["row"], "row", number), _side(item["col"], "col", number))
        if cell in values:
            raise PuzzleError("this cell is listed twice", row=cell[0], column=cell[1])
        values[cell] = _token(item.get("val"), cell)
        others |= item
    draft.remarks += unread(others, ("row", "col", "val"), draft.file)
    return values


def _side(value: object, key: str, number: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_SIDE:
        found = quote(_as_json(value))
        raise PuzzleError(f"item {number} of the list: found {found} as {key}, expected 1 to {LARGEST_SIDE}")
    return value


def _as_json(value: object) -> str:
    import json

    return json.dumps(value)


def _token(value: object, cell: Cell) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, str)) or len(str(value).split()) != 1:
        found = quote(_as_json(value))
        raise PuzzleError(f"found {found} as val, expected a number, a text or null", row=cell[0], column=cell[1])
    check_characters(str(value))
    return str(value)


def _write_cells(rows: list[list[str]], values: Mapping[Cell, str | None], hole: str | None) -> None:
    """Puts values into rows; PuzzleError for a cell that these do not have."""
    for (r, c), value in values.items():
        if not (r <= len(rows) and c <= len(rows[r - 1])) or rows[r - 1][c - 1] == hole:
            raise PuzzleError("found a value for a cell that the board does not have", row=r, column=c)
        rows[r - 1][c - 1] = value if value is not None else rows[r - 1][c - 1]


def _bounding_box(values: dict[Cell, str | None], hole: str | None) -> list[list[str]]:
    """The rows of the smallest board that holds all cells; what is not listed is a hole."""
    height, width = (max(cell[axis] for cell in values) for axis in (0, 1))
    check_size(height, width)
    if height * width > len(values) and hole is None:
        raise PuzzleError(f"found {len(values)} cells, expected all {height * width} of the board")
    return [["." if (r, c) in values else str(hole) for c in range(1, width + 1)] for r in range(1, height + 1)]


json_lines, cell_list = JsonLines(), CellList()
