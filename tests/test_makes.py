"""The measuring of how long making takes: which sizes are usual, and what is said of the results."""

from __future__ import annotations

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import makes


def test_the_usual_size_is_the_commonest_small_one_that_is_not_rare():
    assert makes.usual({(10, 10): 20, (8, 8): 10, (17, 17): 60}) == (10, 10)
    assert makes.usual({(9, 9): 1, (16, 16): 30}) == (16, 16)


@pytest.mark.rest
def test_a_puzzle_is_made_and_those_that_are_not_come_first():
    results = [makes.made("sudoku", (4, 4), seed=1, limit=30), makes.made("starbattle", (3, 3), seed=1, limit=30)]
    assert [each.made for each in results] == [True, False] and all(each.seconds > 0 for each in results)
    first, *_, none, sudoku = makes.report(results)
    assert first.startswith("1 of 2 types in 30 s; median ")
    assert none.startswith("| starbattle | 3x3 | ") and none.endswith(", none |")
    assert sudoku.startswith("| sudoku | 4x4 | ")
