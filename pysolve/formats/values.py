"""Puzzles made of values of Python: lists, dicts and arrays become what a document of the native form holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model.build import Draft, build
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from . import native
from .source import Context, Reading, Source

#: What messages call such a puzzle.
_NAME = "puzzle"


def read(reading: Reading, values: Mapping[str, Any]) -> Puzzle:
    """The puzzle of the reading's type with these parts, options and words about it, by their names in the native form.

    A part is a text, a list of lines, rows of values or an array of them (None is an empty cell), or a dict from (row,
    column) to values. PuzzleError if it does not fit the type.
    """
    size = values.get("size")
    if size is not None and not _is_pair(size):
        raise PuzzleError(f"size: found {size!r}, expected (rows, columns)", file=_NAME)
    document = {
        name: _plain(name, value, size) for name, value in values.items() if value is not None and name != "size"
    }
    draft = Draft(_NAME, name=_NAME)
    try:
        return build(native.read_document(draft, document, Context(Source(_NAME, _NAME), reading, _no_board)), draft)
    except PuzzleError as error:
        raise error.at(file=_NAME) from None


def _no_board(source: Source, reading: Reading) -> Any:
    raise NotImplementedError  # a board of its own is asked for by lists of cells alone


def _plain(name: str, value: Any, size: Any) -> Any:
    """A value as the native form has it: a text, a mapping of texts, a list of lines, or rows of tokens."""
    if hasattr(value, "tolist"):  # an array of numpy, or a series of pandas
        value = value.tolist()
    if isinstance(value, Mapping):
        if value and all(isinstance(key, tuple) for key in value):
            return _rows_of_cells(name, value, size)
        return {str(key): text if isinstance(text, Mapping) else str(text) for key, text in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        if all(isinstance(item, str) for item in value):
            return list(value)
        if not any(_is_row(item) for item in value):
            return [[_token(item) for item in value]]
        if not all(_is_row(row) for row in value):
            raise PuzzleError(f"{name}: expected a list of values for each row", file=_NAME)
        return [[_token(token) for token in row] for row in value]
    return value if isinstance(value, str) else str(value)


def _is_row(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_pair(value: Any) -> bool:
    return _is_row(value) and len(value) == 2 and all(type(number) is int and number > 0 for number in value)


def _rows_of_cells(name: str, cells: Mapping[Any, Any], size: Any) -> list[list[str | None]]:
    for cell in cells:
        if not _is_pair(cell):
            raise PuzzleError(f"{name}: found the cell {cell!r}, expected (row, column), from 1", file=_NAME)
    rows, columns = size or (max(row for row, _ in cells), max(column for _, column in cells))
    for row, column in cells:
        if row > rows or column > columns:
            raise PuzzleError(f"{name}: found a cell outside of {rows} rows and {columns} columns",
                              file=_NAME, row=row, column=column)  # fmt: skip
    return [[_token(cells.get((row, column))) for column in range(1, columns + 1)] for row in range(1, rows + 1)]


def _token(value: Any) -> str | None:
    """A value as a token; None for an empty cell. Tables have 5.0 for 5, and nan for nothing."""
    if value is None or value != value or value == "":
        return None
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
