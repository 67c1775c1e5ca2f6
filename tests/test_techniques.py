"""Techniques: what steps are called by, and walks that do without some of them."""

from __future__ import annotations

import functools

import pytest
from conftest import INSTANCES

import pysolve
from pysolve import PuzzleError
from pysolve.analysis.steps import Step
from pysolve.analysis.techniques import technique_of

BOX, ROW, COLUMN = (f"a value stands exactly once in a {unit}" for unit in ("box", "row", "column"))


@functools.cache
def steps(instance: str, *avoid: str) -> tuple[Step, ...]:
    return pysolve.hint(pysolve.read(str(INSTANCES / instance)), steps=0, avoid=avoid).details.steps


def test_a_technique_is_the_same_in_each_box_whatever_excludes_the_other_cells():
    first, second = steps("sudoku/classic.yaml")[:2]
    assert {each.values for each in first.deciding} != {each.values for each in second.deciding}
    assert technique_of(first) == technique_of(second) == BOX


@pytest.mark.parametrize(
    ("instance", "technique"),
    [
        ("akari/6x6.yaml", "N lights stand beside a cell"),
        (
            "akari/6x6.yaml",
            "at most one light stands in the run from a cell on in a direction, for no light shines on another",
        ),
        ("starbattle/6x6.yaml", "a region holds N stars; a row holds N stars"),
        ("starbattle/6x6.yaml", "the stars in two cells do not touch"),
        ("nurikabe/5x5.yaml", "the 2x2 square around a corner is not shaded all over"),
        ("slitherlink/made-5x5.yaml", "nothing else is possible"),
        ("slitherlink/made-5x5.yaml", "the loop uses N sides of a cell (twice)"),
    ],
)
def test_techniques_are_called_by_the_sentences_of_the_rules(instance: str, technique: str):
    assert technique in {technique_of(step) for step in steps(instance)}


@pytest.mark.parametrize(
    ("instance", "avoid"), [("sudoku/4x4.yaml", (BOX, ROW)), ("starbattle/6x6.yaml", ("a row holds N stars",))]
)
def test_a_walk_can_do_without_techniques(instance: str, avoid: tuple[str, ...]):
    before, after = steps(instance), steps(instance, *avoid)
    assert set(avoid) & {technique_of(step) for step in before}
    assert not set(avoid) & {technique_of(step) for step in after}
    assert {fact for step in after for fact in step.facts} == {fact for step in before for fact in step.facts}


def test_a_walk_says_where_there_is_no_other_way():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    hints = pysolve.hint(puzzle, steps=0, avoid=["A cell is lit."]).details
    assert (hints.done, hints.stuck) == (False, True)
    assert 0 < len(hints.steps) < len(pysolve.hint(puzzle, steps=0).details.steps)


def test_a_technique_that_the_rules_do_not_know():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    with pytest.raises(PuzzleError, match="avoid: found 'x-wing', expected a technique as 'pysolve grade' says it"):
        pysolve.hint(puzzle, avoid=["x-wing"])


def test_a_guess_in_python():
    puzzle = pysolve.read(str(INSTANCES / "sudoku/4x4.yaml"))
    answer = next(pysolve.solve(puzzle)).plain.split()
    wrong = str(int(answer[0]) % 4 + 1)
    trial = pysolve.hint(puzzle, guess=f"1,1={wrong}").details.trial
    assert trial is not None and trial.breaks
    with pytest.raises(ValueError, match="expected a guess such as 2,5=7"):
        pysolve.hint(puzzle, guess="1=1")
    with pytest.raises(PuzzleError, match="a guess is refuted by any technique"):
        pysolve.hint(puzzle, guess=f"1,1={wrong}", avoid=[BOX])
