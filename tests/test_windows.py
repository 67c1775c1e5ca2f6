"""A second answer is looked for beside the first one where several are likely; nothing else follows from that."""

from __future__ import annotations

import pytest

import pysolve
from pysolve import catalog
from pysolve.solving.search import Search, open_local, run
from pysolve.solving.settings import Settings
from pysolve.solving.windows import SIDE, windows

NAMES = sorted(type_.name for type_ in catalog.every())


def snake(side: int, ends: tuple[int, ...]) -> str:
    """A board whose cells a snake comes through, row by row, cut into paths behind these cells."""
    cells = [(r, c if r % 2 == 0 else side - 1 - c) for r in range(side) for c in range(side)]
    grid = [["."] * side for _ in range(side)]
    for number, (begin, end) in enumerate(zip((0, *ends), (*ends, side * side)), 1):
        for r, c in (cells[begin], cells[end - 1]):
            grid[r][c] = str(number)
    return f"{side} {side}\n" + "\n".join(map(" ".join, grid))


@pytest.mark.parametrize("ends", [(11, 30, 45, 62, 80), (8, 21, 41, 57, 71, 88), (15, 33, 48, 66, 79)])
def test_where_several_answers_are_likely_the_second_is_beside_the_first(ends: tuple[int, ...]):
    puzzle = pysolve.read_text(snake(10, ends), "numberlink")
    looking = open_local(puzzle, Settings())
    one, other = (set(answer.atoms) for answer in looking)
    assert looking.outcome.verdict == "multiple"
    places = [puzzle.board.point(place) for atom in one ^ other for place in atom.args]
    assert any(window.holds([point for point in places if point is not None]) for window in windows(puzzle.board))


@pytest.mark.parametrize("name", [*NAMES[::20], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES)])
def test_verdicts_are_the_same(name: str):
    puzzle = pysolve.read(str(catalog.examples(catalog.find(name))[0]))
    plain, outcome = run(puzzle, Settings())
    looking = Search(puzzle, Settings(), beside=True)
    again = list(looking)
    assert (looking.outcome.verdict, looking.outcome.count) == (outcome.verdict, outcome.count)
    assert len({frozenset(answer.atoms) for answer in again}) == len(again)
    assert looking.outcome.count != 1 or again == plain


def test_windows_cover_the_board():
    board = pysolve.read_text(snake(21, (200,)), "numberlink").board
    points = [
        [board.point(cell) for cell in ((r, c), (r + SIDE // 2, c + SIDE // 2))] for r in (1, 9, 17) for c in (1, 9, 17)
    ]
    assert all(any(window.holds(each) for window in windows(board)) for each in points)
