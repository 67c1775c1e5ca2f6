"""The tokens of a part in rows, and lines of text as such rows.

There is one rule, so that nothing has to be guessed: if any line of a grid holds a blank between two tokens, the lines
are tokens between blanks; if none does, every character is a cell. A grid of one column whose tokens have several
characters cannot be written as lines; it is written as a list of rows, or below a line that says its size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent

from .board import Board
from .groups import tokens_of_line

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
    number, text = line
    row = list("".join(text.split()))
    side = round(len(row) ** 0.5)
    if side < 4 or side * side != len(row):
        return None
    return Rows([row[at : at + side] for at in range(0, len(row), side)], [number] * side)


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
        indent = (start - 1) * (width + 1) // 2
        lines.append((" " * indent + " ".join(text.rjust(width) for text in row)).rstrip())
    yield from dedent("\n".join(lines)).split("\n")  # a block's indentation must be a small number
