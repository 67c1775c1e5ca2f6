"""The board of a link whose blocks hold two sums, of the run below and of the run to the right.

The link's board lacks the first row and the first column of ours, which are blocks: their sums follow after the board,
for each column and row that does not begin with another block. A sum is one character: 0-9, a-j from 10, A-Z from 20,
and '-' for none.

Source: decodeKakuro and encodeKakuro of pzpr (https://github.com/sabo2/pzprjs).
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model.board import Cell
from ..model.errors import PuzzleError, quote
from .link_text import Cursor

_NUMBERS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: A block without sums.
BLOCK = "-"

#: The letters for runs of 1 to 16 white cells.
_RUNS = "klmnopqrstuvwxyz"


def read_sums(cursor: Cursor, rows: int, columns: int) -> dict[Cell, str]:
    """The blocks of our board, of these rows and columns, as tokens: '13,' down, ',6' right, '13,6' both, or BLOCK.

    PuzzleError, with the character, for one that means nothing here.
    """
    blocks: dict[Cell, str] = {}
    inside = [(r, c) for r in range(2, rows + 1) for c in range(2, columns + 1)]
    at = 0
    while at < len(inside) and not cursor.is_at_end:
        character = cursor.take()
        if character in _RUNS:
            at += _RUNS.index(character) + 1
            continue
        if character == ".":
            blocks[inside[at]] = BLOCK
        else:
            cursor.at -= 1
            down = _number(cursor)
            blocks[inside[at]] = _token(down, _number(cursor))
        at += 1
    cursor.check_count(at, len(inside))
    blocks[1, 1] = BLOCK
    for c in range(2, columns + 1):
        blocks[1, c] = _token(_number(cursor), "") if (2, c) not in blocks else BLOCK
    for r in range(2, rows + 1):
        blocks[r, 1] = _token("", _number(cursor)) if (r, 2) not in blocks else BLOCK
    return blocks


def write_sums(blocks: Mapping[Cell, str], rows: int, columns: int) -> str:
    """The reverse of read_sums; PuzzleError for a board that no link can hold."""
    rim = [(1, c) for c in range(1, columns + 1)] + [(r, 1) for r in range(2, rows + 1)]
    for r, c in rim:
        down, right = _sums(blocks.get((r, c), ","))
        out_of_place = (down if r > 1 or (2, c) in blocks else "") + (right if c > 1 or (r, 2) in blocks else "")
        if (r, c) not in blocks or out_of_place:
            raise PuzzleError("the first row and the first column must be blocks with sums for what lies behind them")
    text, white = "", 0
    for r in range(2, rows + 1):
        for c in range(2, columns + 1):
            if (r, c) not in blocks:
                white += 1
                continue
            text += _white(white) + ("." if blocks[r, c] == BLOCK else "".join(map(_character, _sums(blocks[r, c]))))
            white = 0
    text += _white(white)
    text += "".join(_character(_sums(blocks[1, c])[0]) for c in range(2, columns + 1) if (2, c) not in blocks)
    return text + "".join(_character(_sums(blocks[r, 1])[1]) for r in range(2, rows + 1) if (r, 2) not in blocks)


def _number(cursor: Cursor) -> str:
    """The next sum; '' where there is none."""
    character = cursor.rest[:1]
    if not character or character not in _NUMBERS + BLOCK:
        raise cursor.unexpected("a sum")
    cursor.take()
    return str(_NUMBERS.index(character)) if character != BLOCK else ""


def _token(down: str, right: str) -> str:
    return f"{down},{right}" if down or right else BLOCK


def _sums(token: str) -> tuple[str, str]:
    down, _, right = token.removeprefix(BLOCK).partition(",")
    return down, right


def _character(number: str) -> str:
    if number and int(number) >= len(_NUMBERS):
        raise PuzzleError(f"a link of this genre cannot hold {quote(number)}")
    return _NUMBERS[int(number)] if number else BLOCK


def _white(count: int) -> str:
    runs, rest = divmod(count, len(_RUNS))
    return _RUNS[-1] * runs + (_RUNS[rest - 1] if rest else "")
