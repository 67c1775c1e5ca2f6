"""Puzzles that share a grounding have the verdicts and answers that they have alone."""

from __future__ import annotations

import random

import pytest

import pysolve
from pysolve import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.solving import multishot, search
from pysolve.solving.settings import Settings

SOLVED = ["1234", "3412", "2143", "4321"]

SETTINGS = Settings(drawing=False)


def boards(count: int) -> list[Puzzle]:
    """Boards with one answer, with several and with none."""
    chance = random.Random(5)
    puzzles = []
    for number in range(count):
        rows = ["".join(digit if chance.random() < 0.45 else "." for digit in row) for row in SOLVED]
        if number % 5 == 0:
            rows[0] = "1" + rows[0][1:3] + "1"
        puzzles.append(pysolve.read_text("\n".join(rows), "sudoku"))
    return puzzles


def answers(puzzles: list[Puzzle], settings: Settings = SETTINGS) -> list[tuple[str, int]]:
    groups = multishot.Groups(puzzles, settings)
    result = []
    for puzzle in puzzles:
        search = groups.search(puzzle)
        assert search is not None
        answer_sets = list(search)
        assert all(len(answer.atoms) == 16 for answer in answer_sets)
        result.append((search.outcome.verdict, len({answer.atoms for answer in answer_sets})))
    return result


def test_verdicts_are_those_of_each_alone():
    puzzles = boards(300)
    alone = [
        (outcome.verdict, len(its_answers)) for its_answers, outcome in (search.run(each, SETTINGS) for each in puzzles)
    ]
    assert answers(puzzles) == alone
    assert {verdict for verdict, _ in alone} == {"unique", "multiple", "none"}


def test_added_rules_and_options_hold(write):
    rules = (str(write(":- value((1, 1), 1).\n", "variant.lp")),)
    for settings in (Settings(drawing=False, rules=rules), Settings(drawing=False, constants={"diagonals": "yes"})):
        puzzles = boards(40)
        alone = [search.run(each, settings)[1].verdict for each in puzzles]
        assert [verdict for verdict, _ in answers(puzzles, settings)] == alone


def test_a_wrong_puzzle_is_reported_and_costs_only_itself():
    multishot.Groups._known.clear()
    puzzles = [*boards(6), pysolve.read_text("7 . . .\n" + ". . . .\n" * 3, "sudoku"), *boards(6)]
    groups = multishot.Groups(puzzles, SETTINGS)
    verdicts = []
    for puzzle in puzzles:
        search = groups.search(puzzle)
        assert search is not None
        try:
            list(search)
            verdicts.append(search.outcome.verdict)
        except PuzzleError as error:
            assert "found '7', expected a value from 1 to 4" in str(error)
            verdicts.append("error")
    assert verdicts.count("error") == 1


@pytest.mark.parametrize(
    "settings", [Settings(models=0, drawing=False), Settings(), Settings(drawing=False, statistics=True)]
)
def test_settings_that_need_a_grounding_of_their_own(settings: Settings):
    assert multishot.Groups(boards(10), settings).search(boards(1)[0]) is None


def test_few_puzzles_with_many_clues_are_solved_one_by_one():
    multishot.Groups._known.clear()
    rows = ["123456789", "456789123", "789123456", "2345678.1", *["........."] * 5]
    puzzles = [pysolve.read_text("\n".join(row.translate(str.maketrans("123", order)) for row in rows), "sudoku")
               for order in ("123", "231")]  # fmt: skip
    assert multishot.Groups(puzzles, SETTINGS).search(puzzles[0]) is None


def test_check_all_gives_the_verdicts_in_order():
    puzzles = boards(30)
    assert list(pysolve.check_all(puzzles)) == [pysolve.check(puzzle) for puzzle in puzzles]
