"""Puzzles that share a grounding have the verdicts and answers that they have alone."""

from __future__ import annotations

import random

import pytest
from samples import TYPES

import pysolve
from pysolve import PuzzleError, catalog
from pysolve.analysis import clues
from pysolve.model.puzzle import Puzzle
from pysolve.solving import multishot, search
from pysolve.solving.outcome import AnswerSearch
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
    puzzles = boards(100)
    alone = [
        (outcome.verdict, len(its_answers)) for its_answers, outcome in (search.run(each, SETTINGS) for each in puzzles)
    ]
    assert answers(puzzles) == alone
    assert {verdict for verdict, _ in alone} == {"unique", "multiple", "none"}


def tours(count: int) -> list[Puzzle]:
    """Grand Tours with this answer, each with some sides of each cell given: many clues that say the same."""
    inside = {(row, column) for row, cells in enumerate(("x-xxx", "x-x-x", "x-x-x", "x-x-x", "xxx-x")) for column, cell in
              enumerate(cells) if cell == "x"}  # fmt: skip
    chance = random.Random(7)
    puzzles = []
    for _ in range(count):
        rows = []
        for row in range(5):
            around = [{1: (row, at + 1), 2: (row + 1, at), 4: (row, at - 1), 8: (row - 1, at)} for at in range(5)]
            drawn = [
                [side for side, beside in sides.items() if (beside in inside) != ((row, at) in inside)]
                for at, sides in enumerate(around)
            ]
            sums = [sum(side for side in sides if chance.random() < 0.4) for sides in drawn]
            rows.append(" ".join(str(each or "-") for each in sums))
        puzzles.append(pysolve.read_text("5 5\n" + "\n".join(rows), "grandtour"))
    return puzzles


def test_no_rule_is_left_out_where_several_clues_say_the_same():
    puzzles = tours(30)
    groups = multishot.Groups(puzzles, SETTINGS)
    for puzzle in puzzles:
        shared = groups.search(puzzle)
        assert shared is not None
        found = {answer.atoms for answer in shared}
        alone, outcome = search.run(puzzle, SETTINGS)
        assert (shared.outcome.verdict, len(found)) == (outcome.verdict, len(alone))
        given, _ = search.run(puzzle, Settings(models=0, drawing=False))
        assert found <= {answer.atoms for answer in given}


@pytest.mark.rest
def test_added_rules_and_options_hold(write):
    rules = (str(write(":- value((1, 1), 1).\n", "variant.lp")),)
    for settings in (Settings(drawing=False, rules=rules), Settings(drawing=False, constants={"diagonals": "yes"})):
        puzzles = boards(40)
        alone = [search.run(each, settings)[1].verdict for each in puzzles]
        assert [verdict for verdict, _ in answers(puzzles, settings)] == alone


def test_a_wrong_puzzle_is_reported_and_costs_only_itself():
    multishot._kept.clear()
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


def test_two_boards_share_a_grounding_and_one_does_not():
    multishot._kept.clear()
    puzzles = boards(2)
    assert multishot.Groups(puzzles[:1], SETTINGS).search(puzzles[0]) is None
    groups = multishot.Groups(puzzles, SETTINGS)
    assert all(groups.search(puzzle) is not None for puzzle in puzzles)


def test_check_all_gives_the_verdicts_in_order():
    puzzles = boards(30)
    assert list(pysolve.check_all(puzzles)) == [pysolve.check(puzzle) for puzzle in puzzles]


def test_many_boards_are_looked_at_before_they_share_a_grounding():
    multishot._kept.clear()
    puzzles = boards(multishot.FEWEST)
    fewer = multishot.Groups(puzzles[1:], SETTINGS)
    assert [fewer.search(puzzle) for puzzle in puzzles[1:]] == [None] * len(puzzles[1:])
    groups = multishot.Groups(puzzles, SETTINGS)
    assert all(groups.search(puzzle) is not None for puzzle in puzzles)
    assert multishot.Groups(puzzles[:1], SETTINGS).search(puzzles[0]) is not None  # the grounding is there


def test_changed_rules_are_grounded_anew(write):
    puzzles = [pysolve.read_text("\n".join(SOLVED[:2] + ["...."] * 2), "sudoku") for _ in range(3)]
    assert list(pysolve.check_all(puzzles, SETTINGS)) == ["multiple"] * 3
    rules = write("", "variant.lp")
    settings = Settings(drawing=False, rules=(str(rules),))
    for text, verdict in ((":- value((3, 1), 2).", "multiple"), (":- value((3, 1), 2). :- value((3, 1), 4).", "none")):
        rules.write_text(text)
        assert list(pysolve.check_all(puzzles, settings)) == [verdict] * 3
    rules.unlink()
    with pytest.raises(PuzzleError, match="cannot be read"):
        list(pysolve.check_all(puzzles, settings))


def test_what_takes_many_conflicts_is_solved_alone(monkeypatch):
    monkeypatch.setattr(multishot, "CONFLICTS", 0)
    multishot._kept.clear()
    alone: list[Puzzle] = []
    search_alone = multishot.Search
    monkeypatch.setattr(
        multishot, "Search", lambda puzzle, settings: alone.append(puzzle) or search_alone(puzzle, settings)
    )
    puzzles = [pysolve.read_text("\n".join(["." * 9] * 8 + [f"{number}........"]), "sudoku") for number in (1, 2, 3)]
    groups = multishot.Groups(puzzles, SETTINGS)
    for puzzle in puzzles:
        shared = groups.search(puzzle)
        assert shared is not None and len(list(shared)) == 2 and shared.outcome.verdict == "multiple"
    assert alone == puzzles


def test_clues_that_no_longer_fit_are_left_to_another_grounding():
    lists = [[f"a({number})." for number in range(start, start + 4)] for start in (0, 2, 10)]
    assert multishot._together(lists, 6) == [f"a({number})." for number in range(6)]
    assert multishot._together(lists, 1) == lists[0]


SHARING = [type_.name for type_ in TYPES.values() if type_.multishot]


@pytest.mark.parametrize("name", SHARING)
def test_boards_with_fewer_clues_have_the_verdicts_that_they_have_alone(name: str):
    puzzle = next(pysolve.read_all(str(catalog.examples(catalog.find(name))[0])))
    chance = random.Random(name)
    given = clues.clues(puzzle)
    fewer = [
        clues.without(puzzle, chance.sample(given, min(number, len(given)))) for number in (1, 2, 3, len(given) // 2)
    ]
    puzzles = [puzzle, *fewer]
    alone = [outcome_of(search.Search(each, SETTINGS)) for each in puzzles]
    groups = multishot.Groups(puzzles, SETTINGS)
    for each, expected in zip(puzzles, alone):
        shared = groups.search(each)
        assert shared is not None
        assert outcome_of(shared) == expected


def outcome_of(running: AnswerSearch) -> tuple[str, object]:
    """The verdict with the answer, where there is one only; what is wrong with the puzzle, if anything is."""
    try:
        answer_sets = list(running)
    except PuzzleError as error:
        return "error", str(error)
    verdict = running.outcome.verdict
    return verdict, set(answer_sets[0].atoms) if verdict == "unique" else None
