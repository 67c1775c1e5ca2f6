"""Lines that are drawn otherwise than the board that they are read as."""

from __future__ import annotations

import pytest

import pysolve
from pysolve import PuzzleError

HEXAGON = ["  . . .", " . 1 . .", ". . . . .", " . . . .", "  . . ."]


def read(rows: list[str], head: str = "puzzle: hidato\nboard: hex") -> pysolve.Puzzle:
    return pysolve.read_text(f"{head}\ngrid: |\n" + "".join(f"  {row}\n" for row in rows))


@pytest.mark.parametrize(
    "rows",
    [
        HEXAGON,
        [row.lstrip() for row in HEXAGON],  # all in one column: they say nothing of their places
        [". . 1", " . . .", ". . ."],
        ["..1", " ...", "..."],  # a character a cell: half of one cannot be drawn
        ["   .  .  1", " .  .  . 20", ".  .  .  . 12", " .  .  .  .", "   .  . 11"],
        ["   .  .  1", "  .  .  20  .", " .  .  .  12  .", "  .  .  .  .", "   .  .  11"],
    ],
)
def test_hexagons_that_are_drawn_as_they_lie_are_read(rows: list[str]):
    assert not read(rows).board.in_columns


@pytest.mark.parametrize(
    ("rows", "number", "side"),
    [
        ([" . . 1", ". . .", " . . ."], 2, "left"),
        (["  " + HEXAGON[0], *HEXAGON[1:]], 2, "left"),
        ([HEXAGON[0], "  " + HEXAGON[1], *HEXAGON[2:]], 2, "right"),
        ([*HEXAGON[:3], "  " + HEXAGON[3], HEXAGON[4]], 4, "right"),
        ([*HEXAGON[:4], HEXAGON[4][2:]], 5, "left"),
        (["..1", "   ...", "..."], 2, "right"),
    ],
)
def test_hexagons_that_are_drawn_elsewhere_are_refused_with_their_line(rows: list[str], number: int, side: str):
    with pytest.raises(
        PuzzleError, match=f"text, line {number + 3}: against the row above, this one is drawn further to the {side}"
    ):
        read(rows)


def test_a_board_as_pysolve_writes_it_is_drawn_as_it_lies():
    for lengths in ([2, 3, 2], [3, 3, 3, 3], [1, 2, 3, 4], [4, 3, 4], [5, 2, 1]):
        for token in (".", "10", "100"):
            grid = [[token] * length for length in lengths]
            puzzle = pysolve.read_text(f"puzzle: numberlink\nboard: hex\ngrid: {grid}\n".replace("'", '"'))
            assert read_again(puzzle).tokens == puzzle.tokens


def read_again(puzzle: pysolve.Puzzle) -> pysolve.Puzzle:
    from pysolve.formats.native import yaml_of

    return pysolve.read_text(yaml_of(puzzle))


@pytest.mark.parametrize(("rows", "line"), [(["1.", "  ..", "..", "  .."], 5), (["..", "..", " .."], 5)])
def test_blanks_that_might_be_cells_are_refused(rows: list[str], line: int):
    with pytest.raises(
        PuzzleError, match=f"text, line {line}: this row begins further to the .* a blank is not a cell"
    ):
        read(rows, "puzzle: akari")


def test_a_quoted_text_may_be_indented_from_its_second_line_on():
    text = """1...
              ..3.
              .4..
              ...2"""
    assert pysolve.read_text(text, "sudoku").board.rows == 4
    assert pysolve.read_text("1 .\n  . .\n . .", "akari").board.rows == 3  # tokens have blanks between them
