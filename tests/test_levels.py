"""Levels, from easy to extreme: beside made boards, and puzzles made of a level."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import INSTANCES, command

import pysolve
from pysolve import PuzzleError, Settings, catalog
from pysolve.analysis.levels import Level, level_of, range_of
from pysolve.generate import boards, make
from pysolve.generate.make import MakeRequest, make_puzzle
from pysolve.results.made import made_line
from pysolve.solving.outcome import StopReason

AKARI = pysolve.read_text("puzzle: akari\ngrid: |\n" + "  . . . . . . .\n" * 7)


def test_a_level_is_the_fifth_of_made_boards_that_a_difficulty_belongs_to():
    difficulties = [number / 10 for number in range(200)]
    levels = [level_of(AKARI, difficulty) for difficulty in difficulties]
    assert list(dict.fromkeys(levels)) == list(Level)
    for level in Level:
        least, most = range_of(AKARI, level) or (0, 0)
        assert [each for each in difficulties if least <= each <= most] == [
            difficulty for difficulty, its in zip(difficulties, levels) if its == level
        ]


def test_what_was_not_measured_has_no_level():
    assert level_of(pysolve.read(str(INSTANCES / "akari/6x6.yaml")), 5) is None
    assert level_of(replace(AKARI, options={"reading": "other"}), 5) is None
    out = command("grade", INSTANCES / "akari/6x6.yaml").out
    assert "Not called easy or hard: no boards of Akari 6×6 were measured, or this is a variant." in out


def test_puzzles_of_a_level_are_made():
    made = pysolve.make("akari", "7x7", difficulty="hard")
    assert made.puzzle is not None
    grade = pysolve.grade(made.puzzle)
    assert (grade.level, grade.difficulty) == (Level.HARD, made.difficulty)


def test_a_puzzle_that_is_too_hard_gets_clues_back():
    hard, easy = (pysolve.make("sudoku", "4x4", seed=0, difficulty=wanted) for wanted in (None, (3, 5)))
    assert easy.puzzle is not None and hard.puzzle is not None
    assert easy.tries == 1 and easy.clues > hard.clues
    assert pysolve.grade(hard.puzzle).difficulty > 5 >= pysolve.grade(easy.puzzle).difficulty


def test_puzzles_that_are_too_easy_are_passed_over(monkeypatch):
    graded = []
    difficulty_of = make.difficulty_of
    monkeypatch.setattr(make, "difficulty_of", lambda *given: graded.append(given) or difficulty_of(*given))
    board = boards.empty(catalog.find("sudoku"), "4x4", {})
    tried = next(made for made in make_puzzle(board, Settings(), MakeRequest(difficulty=(50, 60))) if made.tries == 8)
    assert not tried.complete
    assert len(graded) == 2  # the first one, and one after five that need no search, either; none with clues back


def test_a_difficulty_that_is_not_reached_says_how_near_it_came():
    board = boards.empty(catalog.find("sudoku"), "4x4", {})
    second = next(made for made in make_puzzle(board, Settings(), MakeRequest(difficulty=(50, 60))) if made.tries == 2)
    assert made_line(replace(second, reason=StopReason.TIME_LIMIT)) == (
        "5 clues, difficulty 7, the nearest so far, seed 0: the time limit was reached."
    )


def test_levels_that_are_not_known():
    with pytest.raises(
        PuzzleError, match="it is not known what hard means for Akari 3x3: expected difficulties such as 5-12"
    ):
        pysolve.make("akari", "3", Settings(), difficulty="hard")
    done = command("make", "akari", "3", "--difficulty", "heavy")
    assert (
        done.code == 2
        and "expected a range such as 5-12, 5- or -12, or easy, medium, hard, expert or extreme" in done.err
    )
