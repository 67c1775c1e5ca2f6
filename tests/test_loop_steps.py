"""Steps on paths and loops: what lies within reach, which way is left, where a loop would close too early."""

from __future__ import annotations

import functools
from dataclasses import replace

from conftest import INSTANCES

import pysolve
from pysolve.analyses.hint import step_sentence
from pysolve.report.reasons import chain_sentences, step_reasons


@functools.cache
def told(path: str) -> dict[str, list[str]]:
    """What the steps through a board lead to, each with its reason."""
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    return {step_sentence(puzzle, step): step_reasons(puzzle, step) for step in steps}


def test_a_number_of_a_path_is_near_enough_to_the_given_ones():
    steps = told("hidato/made-6x6")
    assert (
        steps["Row 6, column 6 holds 35."][0]
        == "Every other missing number is too far from the given one before or behind it to come to row 6, column 6."
    )
    assert max(len(reasons) for reasons in steps.values()) <= 10


def test_what_fits_into_a_cell_has_room_for_the_numbers_beside_it():
    """A cell with hardly a free neighbour left is one thought, not a list of pairs of numbers; what is given far away, and
    so is not missing, is not named."""
    steps = told("hidato/made-6x6")
    assert steps["Row 5, column 2 holds 27; row 6, column 1 holds 28."] == [
        "No other number can stand in row 6, column 1 with the ones before and behind it beside it.",
        "Clue: 33 in row 5, column 4.",
        "Known: row 5, column 1 holds 29; row 6, column 2 holds 30.",
    ]
    assert steps["Row 6, column 4 holds 32."][1:] == ["Known: row 1, column 3 holds 10; row 6, column 5 holds 34."]


def test_many_rules_that_say_only_together_what_follows_are_one_sentence():
    """A list of cells in which two lines meet proves nothing to anybody: what matters is that paths join equal ends."""
    puzzle = pysolve.read(str(INSTANCES / "numberlink/classic.yaml"))
    steps = [step for step in pysolve.hint(puzzle, steps=40).details.steps if step.chain is None]
    rules = {
        each: None for step in steps for each in step.constraints if "Two lines" in (each.constraint.sentence or "")
    }
    few, many = (replace(steps[0], constraints=tuple(rules)[: len(steps[0].facts) + more]) for more in (2, 3))
    assert step_reasons(puzzle, few)[0].startswith("Two lines meet in ")
    first = step_reasons(puzzle, many)[0]
    assert first.startswith("Otherwise paths that join equal ends could not come to all of row ")
    assert "meet" not in first and first.count("all of") == 1
    assert all(f"row {each.values[0][0]}" in first for each in many.constraints)


def test_a_long_list_of_numbers_is_one_sentence():
    puzzle = pysolve.read(str(INSTANCES / "hidato/made-6x6.yaml"))
    steps = [step for step in pysolve.hint(puzzle, steps=0).details.steps if step.chain is None]
    rules = {
        each.values: each
        for step in steps
        for each in step.constraints
        if "each other" in str(each.constraint.sentence)
    }
    chosen = tuple(rules[values] for values in sorted(rules, key=str)[:5])
    step = next(each for each in steps if len(each.facts) == 1)
    said = [line for line in step_reasons(puzzle, replace(step, constraints=chosen)) if "beside" in line]
    assert len(said) == 1
    assert said[0].startswith("Otherwise not all of ") and said[0].endswith(" could stand beside the number behind it.")


def test_a_cell_with_two_lines_is_full():
    """That no further line comes there is no step, and neither is that it is not shaded."""
    assert "No line joins row 1, column 6 and row 2, column 6." not in told("masyu/8x8")
    assert not [
        each for each in told("yajilin/8x8") if "is not shaded; a line" in each or "is not shaded; lines" in each
    ]


def test_what_is_beside_a_shaded_cell_has_two_other_ways():
    assert told("yajilin/8x8")["Row 1, column 7 is not shaded."] == [
        "If row 1, column 7 were shaded, the loop could not come through row 1, column 8 beside it."
    ]


def test_a_cell_without_ways_is_shaded():
    assert told("yajilin/8x8")["Row 7, column 1 is shaded."] == [
        "The loop cannot come through row 7, column 1.",
        "Known: no lines join row 7, column 1 to the cells above and below.",
    ]


def test_from_a_black_circle_the_loop_goes_two_cells_at_once():
    steps = told("masyu/8x8")
    first = (
        "Lines join row 6, column 3 to the cells above and below; no line joins row 7, column 3 and row 8, column 3."
    )
    assert steps[first] == [
        "From the black circle in row 7, column 3, the loop goes up or down, for two cells at least."
    ]
    assert steps["Lines join row 7, column 2 to the cells on the right and on the left."] == [
        "From the black circle in row 7, column 3, the loop goes to the left or to the right, for two cells at least.",
        "Known: a line joins row 6, column 4 and row 7, column 4.",
    ]


def test_whether_the_loop_comes_to_a_cell_is_seen_at_its_lines():
    for path in ("countryroad/5x5", "moonsun/5x5"):
        assert not [each for reasons in told(path).values() for each in reasons if each.startswith("By the rules")]


def test_a_loop_is_said_to_go_on_in_the_words_for_what_follows():
    steps = told("masyu/8x8")
    assert steps["A line joins row 1, column 1 and row 1, column 2."][0] == (
        "The loop has no other way through row 1, column 1."
    )
    assert steps["No line joins row 8, column 7 and row 8, column 8."][0] == (
        "Otherwise the loop could not go on from row 8, column 8."
    )
    assert steps["No line joins row 4, column 3 and row 5, column 3."][0] == (
        "Otherwise a loop would close without the rest."
    )


def test_a_rectangle_is_said_to_reach_the_clue_that_stands_in_its_way():
    reasons = [each for said in told("nawabari/8x8").values() for each in said]
    assert "Otherwise the rectangle of row 3, column 8 would reach row 5, column 7." in reasons


def test_where_an_arrow_leaves_just_room_its_cells_are_shaded_at_once():
    blank = ". . . . ."
    puzzle = pysolve.puzzle("yajilin", grid=[blank, blank, ". . . 2w .", blank, blank])
    steps = {
        step_sentence(puzzle, each): step_reasons(puzzle, each) for each in pysolve.hint(puzzle, steps=0).details.steps
    }
    assert steps["Row 3, columns 1 and 3 are shaded."] == [
        "In direction west from row 3, column 4 there is just room for 2 shaded cells that share no side."
    ]


def test_that_no_third_line_leads_from_a_corner_goes_without_saying():
    assert not [each for said in told("slitherlink/made-5x5").values() for each in said if "touch itself" in each]


def test_between_clues_on_different_sides_the_loop_passes_an_odd_number_of_times():
    assert told("castlewall/8x8")["Lines join row 7, column 3 to the cells above and below."][0] == (
        "Row 7, column 2 and row 7, column 4 lie on different sides of the loop, "
        "so between them it is crossed an odd number of times."
    )


def test_a_cell_with_four_sides_on_the_border_is_a_rectangle_by_itself():
    assert not [each for said in told("nawabari/8x8").values() for each in said if each.startswith("4 sides of")]


def test_a_chain_ends_where_a_line_would_end_in_a_corner():
    """That a loop does not end is seen, whether the step needs it or not; nothing else is derived from there."""
    puzzle = pysolve.read_text(
        "puzzle: slitherlink\ngrid: |\n  . . . . .\n  1 1 . . .\n  1 1 . . .\n  . . . . .\n  . . . . .\n"
    )
    said = [line for step in pysolve.hint(puzzle, steps=0).steps if step.chain for line in step.chain.says]
    assert any("the loop would end in" in line for line in said), said


def test_where_the_only_loop_is_drawn_nobody_asks_for_what_is_no_line():
    puzzle = pysolve.read(str(INSTANCES / "countryroad/5x5.yaml"))
    record = pysolve.hint(puzzle, steps=0)
    assert record.done
    assert any(fact.holds and fact.atom.name == "line" for fact in record.details.steps[-1].facts)


def test_the_loop_that_would_close_is_named_and_the_line_that_closes_it_is_said():
    assert told("simpleloop/5x6")["No line joins row 4, column 5 and row 4, column 6."] == [
        "Otherwise a loop would close without the rest, through row 4, column 5; row 5, column 5; row 5, column 6; "
        "row 4, column 6."
    ]
    puzzle = pysolve.read(str(INSTANCES / "masyu/8x8.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    chains = {step_sentence(puzzle, each): chain_sentences(puzzle, each) for each in steps if each.chain is not None}
    assert chains["No line joins row 4, column 2 and row 4, column 3."][2:] == [
        "So a line joins row 5, column 1 and row 6, column 1, because the loop has no other way through row 5, column 1, "
        "and no line joins row 4, column 1 and row 5, column 1.",
        "But a loop would close without the rest, through row 5, column 1; row 5, column 2; row 5, column 3; "
        "row 6, column 3; row 7, column 3; row 7, column 2; row 7, column 1; row 6, column 1: a contradiction.",
        "Known: a line joins row 4, column 1 and row 4, column 2.",
    ]


def test_a_line_that_closes_a_loop_is_excluded_before_what_rests_on_that():
    """Whatever else says so, too: the loop is seen. What the rest is, goes without saying."""
    steps = told("simpleloop/8x8")
    assert steps["No line joins row 6, column 6 and row 7, column 6."] == [
        "Otherwise a loop would close without the rest."
    ]


def test_of_two_cells_that_a_line_would_join_one_is_shaded_where_there_is_just_room():
    assert told("yajilin/8x8")["No line joins row 6, column 4 and row 6, column 5."][0] == (
        "In direction east from row 6, column 3 there is just room for 1 shaded cell, so one of the two cells is shaded."
    )


def test_a_snake_is_seen_to_close_a_ring_in_four_cells():
    assert told("snake/4x4")["Row 4, column 3 is not part of the snake."][0] == (
        "Otherwise the snake would close a ring in rows 3 and 4, columns 2 and 3."
    )
