"""Steps rest on nothing but what they name, and what is printed of them names a rule."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
import samples
from conftest import INSTANCES, ROOT

sys.path.insert(0, str(ROOT / "bench"))

from sufficiency import SufficiencyCheck

import pysolve
from pysolve import rules
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.analysis.steps import Step
from pysolve.model.puzzle import Puzzle
from pysolve.report.reasons import step_reasons
from pysolve.solving.settings import Settings

#: Steps of each type that are checked.
STEPS = 6


def steps_of(puzzle: Puzzle, count: int = STEPS) -> tuple[Step, ...]:
    found: tuple[Step, ...] = ()
    for hints in explain_steps(puzzle, Settings(), HintRequest(steps=count)):
        found = hints.steps
    return found


@pytest.mark.parametrize("name", samples.TYPES)
def test_the_premises_that_a_step_names_suffice(name: str):
    puzzle = pysolve.read(str(samples.smallest(name)))
    steps = steps_of(puzzle)
    gaps = list(SufficiencyCheck(puzzle, Settings()).gaps(steps)) if steps else []
    assert not [gap for gap in gaps if gap.missing]
    for gap in gaps:
        step = steps[gap.step - 1]
        first = step_reasons(puzzle, step)[0]
        said = rules.load([puzzle.type.rules_file], plain=True, beyond=True).sentences_of_definitions()
        assert step.left or first in said or (not said and first.startswith("By the rules: "))


def test_a_premise_that_is_left_out_is_missed():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    check = SufficiencyCheck(puzzle, Settings())
    step = steps_of(puzzle, 1)[0]
    assert check.missing(step) == ()
    assert set(check.missing(replace(step, constraints=()))) == set(step.facts)
    assert [gap.step for gap in check.gaps([step, replace(step, constraints=())])] == [2]


@pytest.mark.rest
def test_what_is_known_is_not_derived_once_more_from_the_rules():
    puzzle = pysolve.read(str(INSTANCES / "masyu/8x8.yaml"))
    assert max(len(step_reasons(puzzle, step)) for step in steps_of(puzzle, 0)) <= 12


def test_a_step_by_definitions_alone_names_the_rules():
    puzzle = pysolve.read(str(INSTANCES / "slitherlink/made-5x5.yaml"))
    alone = [step for step in steps_of(puzzle, 30) if not (step.constraints or step.clues)]
    assert alone
    first = {step_reasons(puzzle, each)[0] for each in alone}
    assert "Of the sides that meet in a corner the loop uses two or none." in first
    assert not any("full" in each for each in first)  # which an option brings
