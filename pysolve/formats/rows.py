"""Lines of text as rows of tokens.

There is one rule, so that nothing has to be guessed: if any line of a grid holds a blank between two tokens, the lines
are tokens between blanks; if none does, every character is a cell. A grid of one column whose tokens have several
characters cannot be written as lines; it is written as a list of rows, or below a line that says its size.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model.draft import Rows
from ..model.groups import tokens_of_line
from ..model.puzzle_type import Part, PartShape

Line = tuple[int, str]  # its number in the file, its text


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


def of_part(part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
    """The lines of a part as rows of tokens. columns: of the board, where they are known."""
    if part.shape == PartShape.GRID:
        return grid(lines, columns)
    if part.shape == PartShape.CORNERS:
        return grid(lines, None if columns is None else columns - 1 if part.inner else columns + 1)
    if part.shape == PartShape.SIDES:
        return lists(filled(lines))
    if part.shape == PartShape.GROUPS:
        return groups(filled(lines))
    return lists(lines) if part.shape.is_lists else clues(lines)


def lists(lines: Sequence[Line]) -> Rows:
    """A list of tokens a line; a blank line is an empty list."""
    return Rows([line.split() for _, line in lines], [number for number, _ in lines])


def groups(lines: Sequence[Line]) -> Rows:
    """A group of cells a line."""
    return Rows([tokens_of_line(line) for _, line in lines], [number for number, _ in lines])


def clues(lines: Sequence[Line]) -> Rows:
    """A token for each row or column, on one line or on several."""
    return Rows([[token for _, line in lines for token in line.split()]], [number for number, _ in lines[:1]])
