"""Steps of number puzzles, as a person would say them."""

from __future__ import annotations

import functools

import pytest
from conftest import INSTANCES

import pysolve
from pysolve.analyses.hint import StepRecord


@functools.cache
def steps(board: str) -> list[StepRecord]:
    """The steps of an instance, or of a board as text."""
    puzzle = pysolve.read_text(board) if "\n" in board else pysolve.read(str(INSTANCES / board))
    return pysolve.hint(puzzle, steps=0, r1c1=True).steps


def said(board: str) -> list[str]:
    """The heads and the reasons of all steps."""
    return [line for step in steps(board) for line in (step.head, *step.because)]


ALONE = "puzzle: hakyuu\ngrid: |\n  . .\n  . .\nregions: |\n  1 2\n  2 2\n"


def test_a_region_of_one_cell_is_a_full_house_and_later_steps_rest_on_what_it_holds():
    first, second, *_ = steps(ALONE)
    assert first.head == "R1C1 holds 1. (full house)"
    assert first.because == ["The region of R1C1 has only one cell, which holds 1."]
    assert second.head == "R2C2 holds 1. (hidden single)"
    assert second.because[-1] == ("The 1 in R1C1 rules out 1 in R1C2, too near in the same line; likewise for R2C1.")


def test_the_sum_between_black_cells_names_what_may_lie_there():
    lines = said("doppelblock/6x6.yaml")
    assert any(" lies " in line and " + " in line for line in lines)
    assert any("holds two black cells" in line for line in lines)
    assert not any("By the rules" in line for line in lines)


def test_consecutive_numbers_of_a_region_are_one_premise():
    lines = said("renban/6x6.yaml")
    assert "The 6 numbers of the region of R1C2 follow one another." in lines
    assert not any("likewise" in line and "does not hold both" in line for line in lines)


@pytest.mark.parametrize("instance", ["magnets/4x4.yaml", "doppelblock/4x4.yaml"])
def test_no_step_repeats_the_rules(instance: str):
    assert not any("By the rules" in line for line in said(instance))


def test_a_constraint_is_said_with_the_facts_that_it_excludes_marks_with():
    """What counts a line's other cells is no fact of the row that crosses it."""
    for line in said("skyscrapers/6x6.yaml"):
        row, _, facts = line.partition(", and ")
        if "stands exactly once in row" in row and " do not hold " in facts:
            pytest.fail(line)
