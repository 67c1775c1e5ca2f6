"""Which part of the board is left: all that is open lies in a half of it, then in a corner."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from ..model.board import Cell, cell_of
from ..model.puzzle import Puzzle
from ..model.terms import Term
from .progress import Fact, places_of


class Part(StrEnum):
    """A part of a board."""

    UPPER = "upper half"
    LOWER = "lower half"
    LEFT = "left half"
    RIGHT = "right half"
    TOP_LEFT = "top left"
    TOP_RIGHT = "top right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_RIGHT = "bottom right"


_CORNERS = {
    (Part.UPPER, Part.LEFT): Part.TOP_LEFT, (Part.UPPER, Part.RIGHT): Part.TOP_RIGHT,
    (Part.LOWER, Part.LEFT): Part.BOTTOM_LEFT, (Part.LOWER, Part.RIGHT): Part.BOTTOM_RIGHT,
}  # fmt: skip


class Chapters:
    """Where the walk through a puzzle comes to a smaller part of the board."""

    #: The fewest rows and columns of a board that has parts.
    SMALLEST = 6

    #: The fewest cells that a chapter begins with, and the fewest steps of the one before.
    CELLS, STEPS = 4, 3

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        board = puzzle.board
        self._has_parts = board.is_square and min(board.rows, board.columns) >= self.SMALLEST
        self._cells_of: dict[Term, list[Cell]] = {}
        self._part: Part | None = None
        self._steps = -1  # of this chapter, so far

    def begins(self, open_: Iterable[Fact]) -> Part | None:
        """The part that is left from the next step on, where there was more before. open_: what is not known yet."""
        if not self._has_parts:
            return None
        self._steps += 1
        cells = {cell for fact in open_ for cell in self._cells(fact.atom)}
        part = self._around(cells) if len(cells) >= self.CELLS else None
        if part is None or part == self._part or self._part in _CORNERS.values() or 0 < self._steps < self.STEPS:
            return None
        is_first, self._part, self._steps = self._steps == 0, part, 0
        return None if is_first else part  # no more was open from the beginning

    def _cells(self, atom: Term) -> list[Cell]:
        if atom not in self._cells_of:
            places = [*places_of(self._puzzle, atom)]
            own = [cell for place in places if (cell := cell_of(place)) is not None]
            self._cells_of[atom] = own or [each for place in places for each in self._puzzle.board.cells_around(place)]
        return self._cells_of[atom]

    def _around(self, cells: Iterable[Cell]) -> Part | None:
        """The smallest part that all cells lie in; the middle row and column belong to both sides."""
        board = self._puzzle.board
        rows, columns = zip(*cells)
        upright = _half(rows, board.rows, Part.UPPER, Part.LOWER)
        level = _half(columns, board.columns, Part.LEFT, Part.RIGHT)
        return _CORNERS[upright, level] if upright is not None and level is not None else upright or level


def _half(numbers: Collection[int], most: int, first: Part, last: Part) -> Part | None:
    least, largest = min(numbers), max(numbers)
    return first if 2 * largest <= most + 1 else last if 2 * least >= most + 1 else None
