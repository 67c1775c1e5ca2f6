"""Levels, from easy to extreme: what they mean, boards whose grade does not change when they are turned, and puzzles made
of a level.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from conftest import INSTANCES, command
from samples import HARDER

import pysolve
from pysolve import Settings, catalog
from pysolve.analyses.hint import grade_record
from pysolve.analyses.make import made_line
from pysolve.analysis.clues import own_clues
from pysolve.analysis.hint import Level, grade_puzzle, level_of, range_of
from pysolve.generate import boards, make
from pysolve.generate.make import Aim, MakeRequest, make_puzzle
from pysolve.model.puzzle import StopReason

SMALL = boards.empty(catalog.find("sudoku"), "4x4", {})


def test_a_level_is_a_range_of_what_is_combined():
    figures = [number / 10 for number in range(200)]
    levels = [level_of(figure) for figure in figures]
    assert list(dict.fromkeys(levels)) == list(Level)
    for level in Level:
        least, most = range_of(level)
        assert [each for each in figures if least <= each <= most] == [
            figure for figure, its in zip(figures, levels) if its == level
        ]


def test_every_type_and_size_has_levels():
    puzzle = pysolve.read(str(INSTANCES / "mosaic/5x5.yaml"))
    grade = pysolve.grade(puzzle)
    assert grade.level == level_of(grade.combined) and not grade.within_type and not puzzle.type.levels
    assert grade.combined <= max(len(step.constraints) for step in pysolve.hint(puzzle, steps=0).details.steps)


def test_a_type_may_have_levels_of_its_own():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    grade = pysolve.grade(puzzle)
    assert grade.within_type and grade.level == level_of(grade.difficulty, puzzle.type.levels)
    assert f"Difficulty {grade.difficulty}, {grade.level} within this type: " in grade.says[0]
    least, most = range_of(Level.HARD, puzzle.type.levels)
    assert level_of(least, puzzle.type.levels) == level_of(most, puzzle.type.levels) == Level.HARD


#: Game IDs that our own runs of Simon Tatham's programs made, the easier first.
BY_MAKERS = {
    "akari": (
        "lightup:7x7:cBd0aBaBhB1aBa01h0a0a2dBc",
        "lightup:7x7:b1b2a2iBb1bBaBb1b2i1a2bBb",
    ),
    "binairo": (
        "unruly:8x8:BFabbFCAhDBCbacfEag",
        "unruly:8x8:ABACJbEfLAcbfbAbf",
    ),
    "futoshiki": (
        "unequal:5:0,1,2,5,4,0,2,0,0,0,0,4,0,1,0,0,0,0,2,0,0,0,0,0,5,",
        "unequal:5:0,0,0,0,0,0U,0D,0,0,0L,0,0D,0D,0,0,4U,0,0D,0,0L,0,0L,2,0,3,",
    ),
    "skyscrapers": (
        "towers:5:3/1/2/4/3/2/4/2/1/2/2/2/1/4/3/3/3/3/1/2",
        "towers:5:/3////3//1/3//2/3////1//3//3,l1l",
    ),
    "tents": (
        "tents:8x8:_gaaqbcdcajab,2,1,3,0,2,1,2,1,2,0,3,0,1,3,1,2",
        "tents:8x8:hadfbkdcaabcf,3,1,2,1,1,1,2,1,2,1,2,0,3,1,1,2",
    ),
    "gokigennaname": (
        "slant:6x6:f1023a31e22b1a13b02a211g01b0a1a",
        "slant:6x6:a1b11a1a32b1a123a21b3a1b1a21a1b2a213c1b0a",
    ),
}


@pytest.mark.parametrize(
    "name", [each if each == "gokigennaname" else pytest.param(each, marks=pytest.mark.rest) for each in BY_MAKERS]
)
def test_levels_follow_those_of_makers(name):
    type_ = catalog.find(name).name
    grades = [pysolve.grade(pysolve.read_text(text, type=type_)) for text in BY_MAKERS[name]]
    figures, levels = [each.difficulty for each in grades], [[*Level].index(each.level) for each in grades]
    assert figures[0] < figures[1] and levels[0] < levels[1]


def test_singles_combine_nothing():
    grade = pysolve.grade(pysolve.read(str(INSTANCES / "sudoku/4x4.yaml")))
    assert {each.called for each in grade.techniques} <= {"full house", "naked single", "hidden single"}
    assert (grade.combined, grade.level) == (1, Level.EASY)
    assert "No step combines constraints." in grade.says


@pytest.mark.rest
def test_the_level_of_a_walk_that_was_ended_is_one_at_least():
    puzzle = pysolve.read_text(HARDER, type="sudoku")
    some = [replace(grade, reason=StopReason.TIME_LIMIT) for grade in grade_puzzle(puzzle, Settings())]
    figures = [(grade.difficulty, grade.combined) for grade in some]
    assert all(one <= other for one, other in pairwise(figures)) and figures == sorted(
        figures, key=lambda each: each[1]
    )
    (said,) = grade_record(puzzle, some[5]).says
    assert some[5].level is None and said.endswith("and it is easy at least.")
    assert some[-1].level is not None and some[-1].level != Level.EASY


def test_a_walk_that_was_ended_before_its_first_step_says_nothing_of_steps():
    puzzle = pysolve.read(str(INSTANCES / "sudoku/4x4.yaml"))
    first = replace(next(iter(grade_puzzle(puzzle, Settings()))), reason=StopReason.TIME_LIMIT)
    assert grade_record(puzzle, first).says == ["Unknown: the time limit was reached before the first step."]


def shuffled(text: str, seed: int) -> str:
    """A Sudoku with other digits, other orders of its bands, rows and columns, or turned."""
    chance = random.Random(seed)
    digits = dict(zip("123456789", chance.sample("123456789", 9)))
    rows, columns = (
        [3 * band + row for band in chance.sample(range(3), 3) for row in chance.sample(range(3), 3)] for _ in range(2)
    )
    lines = [line.split() for line in text.splitlines()[1:]]
    cells = [[digits.get(lines[row][column], "-") for column in columns] for row in rows]
    if seed % 2:
        cells = [list(column) for column in zip(*cells)]
    return "\n".join(["9 9", *map(" ".join, cells), ""])


@pytest.mark.parametrize(
    "seed",
    [
        1,
        pytest.param(2, marks=pytest.mark.rest),
        pytest.param(3, marks=pytest.mark.rest),
        pytest.param(4, marks=pytest.mark.rest),
    ],
)
def test_a_sudoku_turned_and_relabelled_has_the_same_grade(seed):
    one, other = (pysolve.grade(pysolve.read_text(text, type="sudoku")) for text in (HARDER, shuffled(HARDER, seed)))
    assert (one.difficulty, one.combined, one.sizes) == (other.difficulty, other.combined, other.sizes)
    assert {each.called for each in one.techniques} == {each.called for each in other.techniques}


@pytest.mark.parametrize("name", ["akari/6x6.yaml", "gokigennaname/4x4.yaml", "mosaic/5x5.yaml"])
def test_a_board_upside_down_has_the_same_grade(name):
    text = (INSTANCES / name).read_text().partition("answer:")[0]
    head, _, rows = text.partition(": |\n")
    plain, turned = (f"{head}: |\n" + "".join(each) for each in (rows.splitlines(True), rows.splitlines(True)[::-1]))
    puzzle, other = pysolve.read_text(plain), pysolve.read_text(turned)
    assert other.tokens != puzzle.tokens
    grades = [pysolve.grade(each) for each in (puzzle, other)]
    assert len({(*each.sizes, each.combined) for each in grades}) == 1


@pytest.mark.rest
def test_puzzles_of_a_level_are_made():
    made = pysolve.make("akari", "7x7", seed=1, difficulty="hard")
    assert made.puzzle is not None
    grade = pysolve.grade(made.puzzle)
    assert (grade.level, made.level, grade.difficulty) == (Level.HARD, Level.HARD, made.difficulty)


def test_a_puzzle_that_is_too_hard_gets_clues_back():
    hard, easy = (pysolve.make("sudoku", "4x4", seed=0, difficulty=wanted) for wanted in (None, (7, 9)))
    assert easy.puzzle is not None and hard.puzzle is not None
    assert easy.tries == 1 and easy.clues > hard.clues
    assert pysolve.grade(hard.puzzle).difficulty > 9 >= pysolve.grade(easy.puzzle).difficulty


@pytest.mark.rest
def test_what_is_too_hard_is_not_graded_to_the_end():
    puzzle = pysolve.read_text(HARDER, type="sudoku")
    grade = Aim((0, 20), Settings()).grade(puzzle)
    assert not grade.done and grade.difficulty > 20 and grade.steps < pysolve.grade(puzzle).steps


@pytest.mark.rest
def test_puzzles_that_are_too_easy_are_passed_over(monkeypatch):
    graded, passed_over = [], []
    grade, passes_over = Aim.grade, Aim.passes_over
    monkeypatch.setattr(Aim, "grade", lambda self, puzzle: graded.append(puzzle) or grade(self, puzzle))
    monkeypatch.setattr(Aim, "passes_over", lambda self, puzzle: passed_over.append(passes_over(self, puzzle)))
    tried = next(made for made in make_puzzle(SMALL, Settings(), MakeRequest(difficulty=(50, 60))) if made.tries == 2)
    assert not tried.complete and tried.off == 50 - (tried.difficulty or 0)
    assert passed_over[:7] == [False, *[True] * 5, False]  # one is graded, and one after five that need no search, too


def test_a_few_clues_come_back():
    full, smaller = (pysolve.make("sudoku", "4x4", seed=0, all_clues=every).puzzle for every in (True, False))
    assert full is not None and smaller is not None
    for symmetric in (False, True):
        more = make.with_more_clues(full, smaller, symmetric, random.Random(1))
        places, before = ({place for clue in own_clues(each) for place in clue.places} for each in (more, smaller))
        assert places > before and len(places - before) >= make.MORE
        if symmetric:
            assert all(more.board.turned(place) in places for place in places - before)


def test_a_difficulty_that_is_not_reached_says_how_near_it_came():
    second = next(made for made in make_puzzle(SMALL, Settings(), MakeRequest(difficulty=(50, 60))) if made.tries == 2)
    assert made_line(replace(second, reason=StopReason.TIME_LIMIT)) == (
        "5 clues, difficulty 16.0, easy, the nearest so far, seed 0: the time limit was reached."
    )


def test_words_that_are_no_levels():
    done = command("make", "akari", "3", "--difficulty", "heavy")
    assert (
        done.code == 2
        and "expected a range such as 5-12, 5- or -12, or easy, medium, hard, expert or extreme" in done.err
    )
