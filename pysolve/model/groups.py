"""Groups of cells as a line of text: `r1c1 r1c2 r2c3`, or `r1c1-r1c9 = 12` for a straight run of cells with a value.

The order of the cells may matter (a line has a beginning); they may stand next to each other or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .board import Board, Cell
from .errors import PuzzleError, quote

#: The token of a group of cells without a value.
NO_VALUE = "."

#: What stands between the cells of a group and its value.
EQUALS = "="

_CELL = r"[rR](\d{1,5})[cC](\d{1,5})"
_RUN = re.compile(rf"{_CELL}(?:-{_CELL})?", re.ASCII)


def tokens_of_line(line: str) -> list[str]:
    """The tokens of a line: cells, runs of cells, the equals sign and the value."""
    return line.replace(EQUALS, f" {EQUALS} ").split()


def read_group(tokens: Sequence[str], board: Board, is_set: bool = False) -> tuple[list[Cell], str]:
    """The cells of a group, in order, and its value. PuzzleError for a cell that the board does not have, and for one
    that stands there twice: in a row, or, in a set, at all. A line may come back to its first cell.
    """
    cells, value = list(tokens), NO_VALUE
    if EQUALS in cells:
        at = cells.index(EQUALS)
        cells, values = cells[:at], cells[at + 1 :]
        if len(values) != 1:
            raise PuzzleError(f"found {len(values) or 'no'} values behind '=', expected one")
        value = values[0]
    if not cells:
        raise PuzzleError("found no cells, expected some such as r1c1 r1c2")
    found = [cell for text in cells for cell in _run(text, board)]
    for at, cell in enumerate(found):
        if cell in (found[:at] if is_set else found[at - 1 : at] if at else ()):
            raise PuzzleError(f"found {quote(_name(cell))} twice, expected each cell of a group once")
    return found, value


def write_group(cells: Sequence[Cell], value: str = NO_VALUE) -> list[str]:
    """The tokens of a group; straight runs of three cells and more are written from end to end."""
    tokens = []
    at = 0
    while at < len(cells):
        end = _end_of_run(cells, at)
        tokens.append(_name(cells[at]) if end == at else f"{_name(cells[at])}-{_name(cells[end])}")
        at = end + 1
    return tokens if value == NO_VALUE else [*tokens, EQUALS, value]


def _name(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"


def _run(text: str, board: Board) -> Iterator[Cell]:
    """The cells from end to end, or the only one."""
    match = _RUN.fullmatch(text)
    if match is None:
        raise PuzzleError(f"found {quote(text)}, expected a cell such as r1c1, or a run of cells such as r1c1-r1c4")
    row, column, last_row, last_column = (None if each is None else int(each) for each in match.groups())
    assert row is not None and column is not None
    first = (row, column)
    last = first if last_row is None or last_column is None else (last_row, last_column)
    for cell in (first, last):
        if cell not in board:
            raise PuzzleError(f"found {quote(_name(cell))}, which is no cell of the board")
    down, right = last[0] - first[0], last[1] - first[1]
    steps = max(abs(down), abs(right))
    if steps and {abs(down), abs(right)} - {0, steps}:
        raise PuzzleError(f"found {quote(text)}, expected cells of one row, column or diagonal")
    for step in range(steps + 1):
        cell = (first[0] + down * step // max(steps, 1), first[1] + right * step // max(steps, 1))
        if cell not in board:
            raise PuzzleError(f"found {quote(text)}, which leads over {quote(_name(cell))}, no cell of the board")
        yield cell


def _end_of_run(cells: Sequence[Cell], start: int) -> int:
    """The index of the last cell of the straight run that begins here; the same if it has less than three cells."""
    if start + 2 >= len(cells):
        return start
    step = (cells[start + 1][0] - cells[start][0], cells[start + 1][1] - cells[start][1])
    if step == (0, 0) or max(map(abs, step)) > 1:
        return start
    end = start + 1
    while end + 1 < len(cells) and (cells[end][0] + step[0], cells[end][1] + step[1]) == cells[end + 1]:
        end += 1
    return end if end - start >= 2 else start
