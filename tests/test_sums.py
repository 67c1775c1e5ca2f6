"""Sums in words: reasons name the sets of values that make a total, and what 45 leaves."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import prod

import pytest
from conftest import INSTANCES

import pysolve
from pysolve import Settings
from pysolve.analysis.placements import Placements
from pysolve.analysis.steps import Step
from pysolve.analysis.techniques import technique_of
from pysolve.analysis.walk_state import WalkState
from pysolve.model import terms
from pysolve.report.reasons import step_reasons
from pysolve.report.words import Words

#: Arithmetic in a sentence, up to what it is equal to: '12 in 2 cells is 3 + 9 or 4 + 8', '45 − 38 = 7'.
_SETS = re.compile(r"(\d+) in (\d+) cells? is ([\d +,or]+)\.")
_WAYS = re.compile(r"makes (\d+) as ([\d +×−÷,or]+)\.")
_LEFT = re.compile(r"(\d+(?: [−÷] \d+)+) = (\d+) is left for (.*)")


@pytest.mark.parametrize(
    ("term", "says"),
    [
        ("plus(plus(1,2),4)", "1 + 2 + 4"),
        ("times(2,3)", "2 × 3"),
        ("minus(9,2)", "9 − 2"),
        ("over(6,2)", "6 ÷ 2"),
        ("either(either(plus(1,5),plus(2,4)),6)", "1 + 5, 2 + 4 or 6"),
        ("both(both((1,1),(1,2)),(3,4))", "row 1, columns 1 and 2; row 3, column 4"),
        ("both(1,2)", "1 and 2"),
    ],
)
def test_arithmetic_and_lists_in_words(term: str, says: str):
    words = Words(pysolve.read(str(INSTANCES / "killer/4x4.yaml")))
    assert words.value(terms.parse(term)) == says


_BOARDS = ["kakuro/5x5.yaml", "killer/4x4.yaml", "kenken/4x4.yaml", "tennergrid/3x10.yaml"]


@pytest.mark.parametrize("instance", _BOARDS)
def test_arithmetic_of_reasons_is_true_and_names_every_way(instance: str):
    puzzle = pysolve.read(str(INSTANCES / instance))
    lines = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
    found = [match for line in lines for match in (*_SETS.finditer(line), *_WAYS.finditer(line))]
    for total, *_, listed in (match.groups() for match in found):
        ways = re.split(r", | or ", listed.translate({ord("×"): "*", ord("−"): "-", ord("÷"): "/"}))
        assert {eval(way) for way in ways} == {int(total)}
    values = range(1, 10 if puzzle.type.name == "kakuro" else 5)
    for total, size, listed in (match.groups() for line in lines for match in _SETS.finditer(line)):
        sets = [each for each in combinations(values, int(size)) if sum(each) == int(total)]
        assert re.split(r", | or ", listed) == [" + ".join(map(str, each)) for each in sets]
    left = [match.groups() for line in lines for match in _LEFT.finditer(line)]
    assert all(eval(sum_.translate({ord("−"): "-", ord("÷"): "/"})) == int(rest) for sum_, rest, _ in left)
    assert left and bool(found) is (puzzle.type.name != "tennergrid")


def test_where_one_number_is_left_nobody_lists_the_ways():
    puzzle = pysolve.read(str(INSTANCES / "killer" / "6x6.yaml"))
    lines = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
    single = [line for line in lines if re.search(r"= \d+ is left for row \d+, column \d+\.$", line)]
    assert single and not any(" cells is " in line or " as " in line for line in single), single


def test_what_is_left_at_a_corner_is_told_by_the_digits_around_it():
    puzzle = pysolve.read_text("puzzle: terrax\ngrid: |\n  1 2\n  3 .\nregions: |\n  1 2\n  3 4\n")
    (step,) = pysolve.hint(puzzle, steps=0).details.steps
    assert step_reasons(puzzle, step) == [
        "Four regions meet in the corner between row 1, column 1 and row 2, column 2, and their digits add up to 10, "
        "and 10 − 1 − 2 − 3 = 4 is left for row 2, column 2."
    ]


def test_two_numbers_without_an_operation_make_theirs_by_any_of_the_four():
    board = "puzzle: kenken\ngrid: |\n  1 . 7+ .\n  5 . . 6+\n  7+ 1 . .\n  . . 1 .\n"
    puzzle = pysolve.read_text(f"{board}cages: |\n  1 1 2 2\n  3 3 2 4\n  5 6 4 4\n  5 5 7 7\n")
    lines = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
    assert {line for line in lines if line.startswith("The cage of row 2, column 1 ")} == {
        "The cage of row 2, column 1 makes 5 as 1 + 4 or 2 + 3."
    }
    assert not any("operation" in line or "total" in line for line in lines)


def test_what_is_left_of_a_row_is_left_by_its_cages_and_by_no_rule_about_a_number_in_it():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "killer/6x6.yaml")), steps=0).details.steps
    rests = [rest for step in steps for rest in step.rests]
    assert rests and all(rest.cells for rest in rests)


@pytest.mark.parametrize("instance", [each for each in _BOARDS if "killer" not in each])
def test_what_known_values_leave_of_a_sum_is_what_its_last_cell_holds(instance: str):
    puzzle = pysolve.read(str(INSTANCES / instance))
    hints = pysolve.hint(puzzle, steps=0).details
    assert any(step.rests for step in hints.steps)
    holding = {fact.atom.args[0]: fact.atom.args[1] for each in hints.steps for fact in each.facts if fact.holds}
    known = {*hints.start}
    for step in hints.steps:
        for rest in step.rests:
            if {*rest.cells} <= holding.keys() and rest.sign == "−":
                assert sum(holding[cell] for cell in rest.cells) == rest.rest  # type: ignore[misc]
            assert {*rest.facts} <= known
        known.update(step.facts)


def test_all_that_stands_in_the_cells_of_a_sum_is_taken_off():
    puzzle = pysolve.read(str(INSTANCES / "kakuro/5x5.yaml"))
    hints = pysolve.hint(puzzle, steps=0).details
    assert any(step.rests for step in hints.steps)
    filled = {fact.atom.args[0] for fact in hints.start}
    for step in hints.steps:
        assert not any(filled & {*rest.cells} for rest in step.rests)
        filled.update(fact.atom.args[0] for fact in step.facts if fact.holds)


def test_a_full_row_is_filled_and_nobody_says_with_what():
    puzzle = pysolve.read(str(INSTANCES / "kenken/4x4.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    full = [step for step in steps if technique_of(step).called == "full house" and len(step.known) > 1]
    assert full
    for step in full:
        assert re.fullmatch(r"Known: .* are filled\.", step_reasons(puzzle, step)[-1])


def _ways(value) -> list[list[int]]:
    """The ways that a list names, each as its numbers."""
    if not isinstance(value, terms.Term):
        return [[value]]
    if value.name == "either":
        return [*_ways(value.args[0]), *_ways(value.args[1])]
    return [[number for each in value.args for number in _ways(each)[0]]]


@pytest.mark.parametrize("instance", ["kakuro/5x5.yaml", "killer/6x6.yaml", "kenken/6x6.yaml"])
def test_what_is_left_of_a_sum_is_listed_and_has_what_its_cells_hold(instance: str):
    puzzle = pysolve.read(str(INSTANCES / instance))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    listed = [rest for step in steps for rest in step.rests if rest.ways is not None]
    answer = {fact.atom.args[0]: fact.atom.args[1] for step in steps for fact in step.facts if fact.holds}
    assert listed
    for rest in listed:
        made = sum if rest.sign == "−" else prod
        assert all(made(way) == rest.rest for way in _ways(rest.ways))
        assert sorted(answer[cell] for cell in rest.cells) in _ways(rest.ways)
    lines = [line for step in steps for line in step_reasons(puzzle, step) if " left for " in line and ", as " in line]
    assert lines and not any(" cells is " in line for line in lines)


def test_what_excludes_and_what_is_left_in_a_cage_is_one_step():
    puzzle = pysolve.read(str(INSTANCES / "killer/6x6.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    for before, step in pairwise(steps):
        filled = {fact.atom.args[0] for fact in step.facts if fact.holds}
        if filled and all(not fact.holds and fact.atom.args[0] in filled for fact in before.facts):
            same = {*before.constraints}.intersection(step.constraints)
            assert not same or not {*before.constraints} <= same | before.excluding.keys()


def test_three_numbers_without_an_operation_make_theirs_by_those_that_can():
    board = "puzzle: kenken\ngrid: |\n  6 . . 3\n  9 11 . .\n  . . 2 .\n  . 3 . 3\n"
    puzzle = pysolve.read_text(f"{board}cages: |\n  1 1 1 2\n  3 4 4 2\n  3 4 5 5\n  3 6 6 7\n")
    lines = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
    assert "The cage of row 1, column 1 makes 6 as 1 + 2 + 3 or 1 × 2 × 3." in lines
    assert not any("operation" in line or "total" in line or "product of" in line for line in lines)


def test_what_is_left_of_a_sum_holds_no_value_twice_where_that_stands_once():
    puzzle = pysolve.read(INSTANCES / "kakuro/5x5.yaml")
    state = WalkState(puzzle, Settings(), None)
    placements, words = Placements(state), Words(puzzle)
    values = [state.fact_of[each] for each in state.true if each > 0]
    steps = [Step((), (each,), (), (fact,)) for each in state.constraint_of.values() for fact in values]
    ways = [words.value(rest.ways) for step in steps for rest in placements.told(step).rests if rest.ways is not None]
    listed = [re.findall(r"\d", way) for each in ways for way in re.split(r", | or ", each)]
    assert listed and all(len({*digits}) == len(digits) for digits in listed)
