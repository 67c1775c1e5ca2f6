"""What the text formats of Sudoku programs have in common: boards of characters, with dots or zeros for empty cells.

Source: SudoCue, File Formats (https://www.sudocue.net/fileformats.php); Sudopedia, Sudoku Clipboard and File Formats.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..catalog.listed import type_with
from ..model.build import Draft
from ..model.errors import PuzzleError
from ..model.formats import FormatKey
from ..model.parts import GRID, Part
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import NO_VALUE, Rows
from .source import Context

#: What may stand in a cell: a value, or one of the blanks.
CELL = "[0-9A-Za-z.*_-]"
_BLANKS = "*_-"

#: Symbols of boards of 16 rows on which both zeros and dots stand: then the zero is a value.
_HEXADECIMAL = "0123456789ABCDEF"


def type_for(context: Context) -> PuzzleType:
    """The type that the user or the file's name says, otherwise the one whose manifest names these formats."""
    try:
        return context.type()
    except PuzzleError:
        if context.reading.type is not None:
            raise
        return type_with(FormatKey.SDK, context.reading.own_types)


def is_of_format(type_: PuzzleType) -> bool:
    """Whether these formats hold puzzles of the type."""
    return FormatKey.SDK in type_.formats


def fill(draft: Draft, type_: PuzzleType, rows: Sequence[str], line: int = 1) -> None:
    """Puts the rows of a board into a draft. line: of the first row. PuzzleError if it is not square."""
    size = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise PuzzleError(f"found {len(row)} cells, expected {size}, as many as rows", row=number)
    text = "".join(rows)
    if size == len(_HEXADECIMAL) and "0" in text and NO_VALUE in text:
        draft.symbols = _HEXADECIMAL
        rows = [row.upper() for row in rows]
    tokens = [[NO_VALUE if cell in _BLANKS else cell for cell in row] for row in rows]
    draft.parts[grid_part(type_).name] = Rows(tokens, list(range(line, line + size)))


def grid_part(type_: PuzzleType) -> Part:
    """The part that the boards become; PuzzleError if these formats do not hold puzzles of the type."""
    part = next((part for part in type_.parts if part.shape is GRID), None)
    if part is None or not is_of_format(type_):
        raise PuzzleError(f"files of Sudoku programs hold no {type_.title} puzzles")
    return part


def rows_of(puzzle: Puzzle) -> list[str]:
    """The rows of a puzzle, a character a cell; PuzzleError if these formats cannot hold all of it."""
    part, size = grid_part(puzzle.type), puzzle.board.rows
    if puzzle.options or any(puzzle.tokens.get(each.name) for each in puzzle.type.parts if each != part):
        raise PuzzleError("files of Sudoku programs hold plain boards, without options")
    if size != puzzle.board.columns or puzzle.board.holes or not 4 <= size <= 25:
        raise PuzzleError("files of Sudoku programs hold square boards without holes, of 4 to 25 rows")
    texts = {
        token.values["X"]: puzzle.alphabet.name(_number(token.values["V"]))
        for token in puzzle.tokens.get(part.name, ())
    }
    rows = [[texts.get(cell, NO_VALUE) for cell in row] for row in puzzle.board.space_rows]
    if any(re.fullmatch(CELL, text) is None for row in rows for text in row):
        raise PuzzleError("files of Sudoku programs hold a character for each cell")
    return ["".join(row) for row in rows]


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
