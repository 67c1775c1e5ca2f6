"""What the rules take as input: numbers of a part, sizes of a board."""

from __future__ import annotations

import pytest
from samples import TYPES

from pysolve import catalog
from pysolve.analysis.ground import InputRules, nearest_size, number_ranges, size_refusal
from pysolve.generate.boards import empty
from pysolve.model.puzzle import Puzzle
from pysolve.solving.settings import Settings


def board(name: str, size: str) -> Puzzle:
    return empty(catalog.find(name), size, {})


@pytest.mark.parametrize(
    ("name", "size", "part", "expected"),
    [
        ("slitherlink", "5", "grid", (0, 4)), ("sudoku", "4", "grid", (1, 4)), ("hidato", "3x4", "grid", (1, 12)),
        ("nurikabe", "5", "grid", (1, None)), ("nonogram", "5x7", "rows", (0, 7)), ("nonogram", "5x7", "columns", (0, 5)),
        ("gokigennaname", "4", "corners", (0, 4)), ("suguru", "5", "grid", (0, None)),
    ],
)  # fmt: skip
def test_the_numbers_that_a_part_takes(name, size, part, expected):
    puzzle = board(name, size)
    assert tuple(number_ranges(InputRules(puzzle, Settings()), puzzle)[part]) == expected


def test_numbers_that_need_another_part_have_no_range():
    puzzle = board("killer", "4")
    assert "totals" not in number_ranges(InputRules(puzzle, Settings()), puzzle)  # there has to be a cage


@pytest.mark.parametrize(
    ("name", "size", "keep_columns", "nearest"),
    [
        ("sudoku", (9, 8), False, (9, 9)), ("sudoku", (9, 8), True, (8, 8)), ("binairo", (6, 7), False, (6, 8)),
        ("butterflysudoku", (6, 6), False, (12, 12)), ("samuraisudoku", (6, 6), False, None),
    ],
)  # fmt: skip
def test_the_nearest_size_that_a_type_takes(name, size, keep_columns, nearest):
    def of(rows: int, columns: int) -> Puzzle:
        return board(name, f"{rows}x{columns}")

    input_rules = InputRules(of(*size), Settings())
    assert size_refusal(input_rules, of(*size))
    assert nearest_size(input_rules, of, *size, keep_columns=keep_columns) == nearest
    assert nearest is None or size_refusal(input_rules, of(*nearest)) is None


@pytest.mark.parametrize("name", TYPES)
def test_an_empty_board_of_any_type_has_number_ranges(name):
    puzzle = board(name, "hex4" if TYPES[name].boards[0] == "hex" else "6")
    ranges = number_ranges(InputRules(puzzle, Settings()), puzzle)
    assert all(range_.most is None or range_.least <= range_.most for range_ in ranges.values())
