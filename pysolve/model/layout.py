"""Whether the lines of a board are drawn as the board that they are read as: where blanks mean something, or might.

A row of hexagons or bricks is read by how many cells it has, and its place follows from that (Board.of_rows). Lines
that are drawn otherwise show another board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .board import Board
from .errors import PuzzleError
from .rows import Rows

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
    half = (steps[len(steps) // 2] + steps[~(len(steps) // 2)]) / 4 if steps else 1  # half of the median
    slack = max(_SLACK * half, _LEAST)
    first = [row[0].start() + edge * (row[0].end() - row[0].start()) for row in found]
    off = [at - half * start for at, start in zip(first, board.row_starts)]
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
                f"this row begins further to the {side} than the one before it: a blank is no cell, write '.' for an "
                "empty one",
                line=rows.line(number),
            )
