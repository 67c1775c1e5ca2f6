"""A board within holes is the same board: rules ask for cells and their neighbours, not for rows and columns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from samples import TYPES, small

import pysolve
from pysolve.model.board import Board
from pysolve.model.parts import GRID, HOLE
from pysolve.model.puzzle import Puzzle
from pysolve.solving.settings import Settings

#: Types whose boards may have holes, on squares.
WITH_HOLES = [
    name
    for name, type_ in TYPES.items()
    if type_.boards[0] == "square" and any(HOLE in part.tokens.values() and part.shape is GRID for part in type_.parts)
]


def within_holes(puzzle: Puzzle) -> Puzzle:
    """The puzzle with a row and two columns more, which are holes."""
    board = puzzle.board
    rows, columns = board.rows + 1, board.columns + 2
    rim = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1) if r == rows or c > board.columns}
    return replace(puzzle, board=Board.square(rows, columns, board.holes | rim))


def answers(puzzle: Puzzle, plain: bool) -> set[frozenset[str]]:
    return {frozenset(map(str, each.atoms)) for each in pysolve.solve(puzzle, Settings(models=50, plain=plain))}


@pytest.mark.parametrize("name", WITH_HOLES)
def test_a_board_within_holes_has_the_answers_of_the_board(name: str):
    puzzle = small(name)
    expected = answers(puzzle, plain=True)
    assert expected
    assert answers(within_holes(puzzle), plain=True) == expected == answers(within_holes(puzzle), plain=False)
