"""Which clues a step needs."""

from __future__ import annotations

import pytest
from conftest import INSTANCES

import pysolve
from pysolve import Settings
from pysolve.analysis.assumptions import SearchLimitError
from pysolve.analysis.needed_clues import NeededClues
from pysolve.analysis.progress import Fact
from pysolve.analysis.steps import Step
from pysolve.model.terms import Term


def no_line(one: tuple[int, int], other: tuple[int, int]) -> Fact:
    return Fact(Term("line", (one, other)), False)


def to(*facts: Fact) -> Step:
    """A step to facts that clues alone say."""
    return Step(facts=facts, constraints=(), clues=(), known=(), excluding={})


def test_what_clues_alone_say_is_a_step_for_each_set_of_clues():
    puzzle = pysolve.read(INSTANCES / "numberlink/classic.yaml")
    between = no_line((2, 5), (2, 6)), no_line((2, 5), (3, 5)), no_line((3, 4), (3, 5))
    steps = [*NeededClues(puzzle, Settings()).steps(to(*between))]
    assert [step.facts for step in steps] == [(fact,) for fact in between]
    assert [{clue.text for clue in step.clues} for step in steps] == [{"2", "5"}, {"1", "2"}, {"1", "3"}]


def test_a_step_with_premises_names_the_clues_that_it_needs_and_no_others(write):
    puzzle = pysolve.read(INSTANCES / "akari/6x6.yaml")
    first = pysolve.hint(puzzle).details.steps[0]
    assert [clue.places for clue in first.clues] == [((2, 4),)]
    assert [*NeededClues(puzzle, Settings()).steps(first)] == [first]
    puzzle = pysolve.read(write("puzzle: shikaku\ngrid: |\n  . . . .\n  . . . ?\n  . . 4 .\n"))
    (step,) = pysolve.hint(puzzle).details.steps
    assert step.constraints and [clue.text for clue in step.clues] == ["4"]  # its rectangle alone comes there


def test_a_clue_that_is_not_known_takes_nothing_else_away():
    """All cells lie on paths, whichever pairs are known; if one were not in the puzzle, cells might stay empty."""
    puzzle = pysolve.read(INSTANCES / "numberlink/classic.yaml")
    corner = next(step for step in pysolve.hint(puzzle, steps=3).details.steps if len(step.facts) == 2)
    assert [fact.atom.args for fact in corner.facts] == [((1, 1), (2, 1)), ((1, 1), (1, 2))]
    assert [(each.constraint.sentence, each.values) for each in corner.constraints] == [
        ("Two lines meet in X.", ((1, 1),))
    ]
    assert not corner.clues and not corner.known


def test_where_the_solver_gives_up_the_clues_that_suffice_stay(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(NeededClues, "EFFORTS", (0,))
    puzzle = pysolve.read(INSTANCES / "numberlink/classic.yaml")
    (step,) = NeededClues(puzzle, Settings()).steps(to(no_line((3, 4), (3, 5))))
    assert {"1", "3"} <= {clue.text for clue in step.clues}


def test_where_facts_together_take_the_solver_long_each_is_looked_at_by_itself(monkeypatch: pytest.MonkeyPatch):
    def too_long(*given: object) -> None:
        raise SearchLimitError

    puzzle = pysolve.read(INSTANCES / "nurikabe/5x5.yaml")
    steps = [step.facts for step in pysolve.hint(puzzle, steps=2).details.steps]
    monkeypatch.setattr(NeededClues, "_holding", too_long)
    assert [step.facts for step in pysolve.hint(puzzle, steps=2).details.steps] == steps
    assert len(steps[0]) > 1


def test_the_clues_of_a_step_are_looked_for_when_it_comes(monkeypatch: pytest.MonkeyPatch):
    looked_for: list[Step] = []
    of = NeededClues.of
    monkeypatch.setattr(NeededClues, "of", lambda self, step: looked_for.append(step) or of(self, step))
    puzzle = pysolve.read(INSTANCES / "nurikabe/5x5.yaml")
    pysolve.hint(puzzle)
    assert len(looked_for) == 1
    pysolve.hint(puzzle, steps=2)
    assert len(looked_for) > 2
