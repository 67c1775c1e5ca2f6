"""The measuring of how long making takes: which sizes are usual, and what is said of the results."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from conftest import ROOT

from pysolve import catalog

sys.path.insert(0, str(ROOT / "bench"))

import makes


def test_the_usual_size_is_the_commonest_small_one_that_is_not_rare():
    assert makes.usual({(10, 10): 20, (8, 8): 10, (17, 17): 60}) == (10, 10)
    assert makes.usual({(9, 9): 1, (16, 16): 30}) == (16, 16)


@pytest.mark.rest
def test_a_puzzle_is_made_and_those_that_are_not_come_first():
    results = [makes.made("sudoku", (4, 4), seed=1, limit=30), makes.made("starbattle", (3, 3), seed=1, limit=30)]
    assert [each.made for each in results] == [True, False]
    assert all(each.seconds > 0 and each.megabytes > 1 for each in results)
    first, *_, none, sudoku = makes.report(results)
    assert first.startswith("1 of 2 puzzles in 5 s, larger ones in 30; median ")
    assert none.startswith("| starbattle | 3x3 | 0 of 1 | ")
    assert sudoku.startswith("| sudoku | 4x4 | 1 of 1 | ")


def test_puzzles_of_a_type_and_size_are_one_row():
    times = [makes.Made("lits", "15x15", seed, seed != 3, seconds, 90.4) for seed, seconds in enumerate((4, 9, 5, 40))]
    first, *_, row = makes.report(times)
    assert first.startswith("3 of 4 puzzles ") and row == "| lits | 15x15 | 3 of 4 | 7.0 | 40.0 | 90 |"


def test_well_known_types_are_made_small_and_large():
    types = Counter(type_ for type_, _ in makes.wanted(None, []))
    assert len(types) == 25 and set(types.values()) == {2} and all(map(catalog.lookup, types))
    assert list(makes.wanted(None, ["sudoku"])) == [("sudoku", (9, 9)), ("sudoku", (16, 16))]
