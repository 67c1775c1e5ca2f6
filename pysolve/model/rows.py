"""The tokens of a part in rows, and lines of text as such rows.

There is one rule, so that nothing has to be guessed: if any line of a grid holds a blank between two tokens, the lines
are tokens between blanks; if none does, every character is a cell. A grid of one column whose tokens have several
characters cannot be written as lines; it is written as a list of rows, or below a line that says its size.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from textwrap import dedent
from typing import TypeVar

from .board import Board, Cell
from .errors import PuzzleError, quote

_Each = TypeVar("_Each")

# -- Groups of cells as a line of text: `r1c1 r1c2 r2c3`, or `r1c1-r1c9 = 12` for a straight run of cells with a value.
# The order of the cells may matter (a line has a beginning); they may stand next to each other or not.

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
            raise PuzzleError(f"found {quote(_name(cell))}, which is not a cell of the board")
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


Line = tuple[int, str]  # its number in the file, its text

#: What stands where nothing stands: as it is written, and as it may be.
BLANK = "."
BLANKS = frozenset({BLANK, "-"})


@dataclass
class Rows:
    """The tokens of a part.

    tokens: of a grid each row's; of corners each line's; of sides, in turn, those between the cells of a row and those
    between that row and the next; of lists each row's or column's; of groups each group's cells and its value; of other
    margins and of sequences all in one row.
    lines: the number of the line in the file on which each of these rows stands, where it stands on one. texts: these
    lines as they are drawn, with their blanks, where they are.
    """

    tokens: list[list[str]]
    lines: Sequence[int] = ()
    texts: Sequence[str] = ()

    def line(self, row: int) -> int | None:
        """The line of the file on which a row (from 0) stands."""
        return self.lines[row] if row < len(self.lines) else None


def cut(cells: list[_Each], width: int) -> list[list[_Each]]:
    """Cells that follow each other as rows of this width."""
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def in_square(cells: list[_Each]) -> list[list[_Each]] | None:
    """Cells that follow each other as the rows of a square board of four rows or more; None if they are none."""
    side = isqrt(len(cells))
    return cut(cells, side) if side > 3 and side**2 == len(cells) else None


def answer_of(rows: Iterable[Iterable[str]]) -> str:
    """The answer text with these tokens."""
    return "".join(" ".join(row) + "\n" for row in rows)


def by_cell(rows: Iterable[Sequence[_Each]]) -> dict[Cell, _Each]:
    """What stands in rows, by its place."""
    return {(r, c): each for r, row in enumerate(rows, 1) for c, each in enumerate(row, 1)}


def usual_length(rows: list[list[str]]) -> int:
    """The length that most rows have: another one is the slip."""
    return Counter(len(row) for row in rows).most_common(1)[0][0]


def lines_of(text: str, first_line: int = 1) -> list[Line]:
    """The lines of a text with their numbers, without blank ones at the end."""
    lines = list(enumerate(text.split("\n"), first_line))
    while lines and not lines[-1][1].strip():
        lines.pop()
    return lines


def filled(lines: Sequence[Line]) -> list[Line]:
    """The lines that hold something."""
    return [line for line in lines if line[1].strip()]


def is_dense(lines: Sequence[Line]) -> bool:
    """Whether no line holds a blank between tokens."""
    return all(len(line.split()) < 2 for _, line in lines)


def grid(lines: Sequence[Line], columns: int | None = None) -> Rows:
    """The rows of a grid. columns: how many there are, where that was said."""
    lines = filled(lines)
    split = list if is_dense(lines) and columns != 1 else str.split
    texts = [line for _, line in lines]
    return Rows([split(line.strip()) for line in texts], [number for number, _ in lines], texts)


def square(line: Line) -> Rows | None:
    """The rows of a square board of four rows or more whose cells, a character each, stand on one line; None if their
    number is no square.
    """
    rows = in_square(list("".join(line[1].split())))
    return None if rows is None else Rows(rows, [line[0]] * len(rows))


def lists(lines: Sequence[Line]) -> Rows:
    """A list of tokens a line; a blank line is an empty list."""
    return Rows([line.split() for _, line in lines], [number for number, _ in lines])


def groups(lines: Sequence[Line]) -> Rows:
    """A group of cells a line."""
    return Rows([tokens_of_line(line) for _, line in lines], [number for number, _ in lines])


def clues(lines: Sequence[Line]) -> Rows:
    """A token for each row or column, on one line or on several."""
    return Rows([[token for _, line in lines for token in line.split()]], [number for number, _ in lines[:1]])


def aligned(board: Board, rows: list[list[str]]) -> Iterator[str]:
    """The rows as lines, in columns; shifted by half cells where the board's rows are."""
    width = max((len(text) for row in rows for text in row), default=1)
    lines = []
    for start, row in zip(board.row_starts, rows):
        indent = (start - 1) * (width + 1) // board.shape.apart
        lines.append((" " * indent + " ".join(text.rjust(width) for text in row)).rstrip())
    yield from dedent("\n".join(lines)).split("\n")  # a block's indentation must be a small number


# -- Whether lines are drawn as the board that they are read as: where blanks mean something, or might.
# A row of hexagons or bricks is read by how many cells it has, and its place follows from that (Board.of_rows). Lines
# that are drawn otherwise show another board.

#: By how much of half a cell, and by how many characters, rows may be drawn beside their places.
_SLACK, _LEAST = 0.75, 0.75


def check_shifts(board: Board, rows: Rows) -> None:
    """PuzzleError, with the line, if the rows of hexagons or bricks are shifted against each other otherwise
    than on the board. Lines that all begin in the same column say nothing.
    """
    texts = [text.expandtabs() for text in rows.texts]
    if len({len(text) - len(text.lstrip()) for text in texts}) < 2:
        return
    shifts = min((_shifts(board, texts, edge) for edge in (0, 0.5, 1)), key=lambda each: max(map(abs, each)))
    for number, shift in enumerate(shifts, 1):
        if abs(shift) > 1:
            raise PuzzleError(
                f"against the row above, this one is drawn further to the {'right' if shift > 0 else 'left'} than it "
                f"lies on this board of {board.shape.plural}, where neighbouring rows are shifted by half a cell",
                line=rows.line(number),
            )


def _shifts(board: Board, texts: Sequence[str], edge: float) -> list[float]:
    """How far each row but the first is drawn from its place below the one before, where more than 1 is too far. edge:
    of the first tokens, 0 the left one, 1 the right.
    """
    dense = all(len(text.split()) < 2 for text in texts)
    found = [list(re.finditer(r"\S" if dense else r"\S+", text)) for text in texts]
    steps = sorted(right.end() - left.end() for row in found for left, right in pairwise(row))
    median = (steps[len(steps) // 2] + steps[~(len(steps) // 2)]) / 2 if steps else 2
    column = median / board.shape.apart
    slack = max(_SLACK * median / 2, _LEAST)
    first = [row[0].start() + edge * (row[0].end() - row[0].start()) for row in found]
    off = [at - column * start for at, start in zip(first, board.row_starts)]
    return [(lower - upper) / slack for upper, lower in pairwise(off)]


def check_squares(rows: Rows) -> None:
    """PuzzleError, with the line, if a row of cells without blanks between them begins further left or right than those
    before it: then blanks might be meant as cells. The first line may stand where it likes, as in a quoted text.
    """
    if any(len(text.split()) > 1 for text in rows.texts):
        return
    indents = [len(text) - len(text.lstrip()) for text in rows.texts]
    for number, indent in enumerate(indents[2:], 2):
        if indent != indents[1]:
            side = "right" if indent > indents[1] else "left"
            raise PuzzleError(
                f"this row begins further to the {side} than the one before it: a blank is not a cell, write '.' for "
                "an empty one",
                line=rows.line(number),
            )
