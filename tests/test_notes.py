"""What is noted on the way to an answer: where it is shown, told, and drawn."""

from __future__ import annotations

import functools
import sys

import pytest
from conftest import INSTANCES, ROOT
from samples import TYPES

sys.path.insert(0, str(ROOT / "bench"))

from sufficiency import SufficiencyCheck

import pysolve
from pysolve.analyses.hint import HintRecord, step_picture
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.progress import Fact, places_of
from pysolve.analysis.steps import Step
from pysolve.analysis.telling import Untold
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.render.picture import Picture
from pysolve.report.reasons import runs, step_reasons
from pysolve.solving.settings import Settings

NOTING = [type_.name for type_ in TYPES.values() if type_.notes]


def board(path: str) -> Puzzle:
    return pysolve.read(str(INSTANCES / path))


@functools.cache
def walked(path: str) -> HintRecord:
    return pysolve.hint(board(path), steps=0)


def is_note(puzzle: Puzzle, atom: object) -> bool:
    return puzzle.type.is_note(atom)  # type: ignore[arg-type]


SHIPS, GROUPS = "battleship/6x6.yaml", "fillomino/5x5.yaml"


def test_a_note_is_shown_where_reasons_are_looked_for_alone():
    puzzle = board(SHIPS)
    assert not any(is_note(puzzle, atom) for atom in AssumptionSolver(puzzle, Settings()).shown)
    solver = AssumptionSolver(puzzle, Settings(), by_rules=True, beyond=True)
    assert {atom.name for atom in solver.shown if is_note(puzzle, atom)} == {"taken"}
    plain = AssumptionSolver(puzzle, Settings(plain=True), by_rules=True, beyond=True)
    assert not any(is_note(puzzle, atom) for atom in plain.shown)


def test_what_has_no_negation_is_no_step_where_it_does_not_hold():
    """A person does not note that two cells belong together: the other one's number says so."""
    facts = [fact for step in walked(GROUPS).details.steps for fact in step.facts]
    assert {fact.holds for fact in facts if is_note(board(GROUPS), fact.atom)} == {True}


@pytest.mark.parametrize(
    "path", ["shakashaka/5x5.yaml", *(pytest.param(path, marks=pytest.mark.rest) for path in (SHIPS, GROUPS))]
)
def test_each_note_that_is_told_is_needed(path: str):
    puzzle, steps = board(path), walked(path).details.steps
    assert any(is_note(puzzle, fact.atom) for step in steps for fact in step.facts)
    for number, step in enumerate(steps):
        if all(is_note(puzzle, fact.atom) for fact in step.facts):
            assert any({*step.facts} & {*later.known} for later in steps[number:])


@pytest.mark.parametrize("path", [SHIPS, GROUPS, "shakashaka/5x5.yaml"])
def test_each_note_that_a_reason_names_was_told_or_is_seen(path: str):
    hints = walked(path).details
    before = {*hints.start}
    for step in hints.steps:
        before |= {*step.seen}
        assert before >= {*step.known}
        before |= {*step.facts}


@pytest.mark.rest
@pytest.mark.parametrize("name", NOTING)
def test_reasons_with_notes_suffice(name: str):
    puzzle = min(
        (board(f"{name}/{path.name}") for path in (INSTANCES / name).iterdir()), key=lambda each: len(each.board.cells)
    )
    hints = pysolve.hint(puzzle, steps=12).details
    assert not [gap for gap in SufficiencyCheck(puzzle, Settings()).gaps(hints.steps) if gap.missing]


def test_of_signs_steps_say_which_one_a_cell_holds():
    facts = [fact for step in walked(SHIPS).details.steps for fact in step.facts]
    assert {fact.holds for fact in facts if fact.atom.name == "ship"} == {True}
    assert {fact.holds for fact in facts if fact.atom.name == "taken"} == {True, False}


def test_a_note_is_called_what_the_manifest_calls_it():
    assert any("are not ship cells" in step.says for step in walked(SHIPS).steps)
    assert any("A border parts row" in step.says for step in walked(GROUPS).steps)


def test_a_note_is_no_mark_to_fill_in():
    puzzle, record = board(SHIPS), walked(SHIPS)
    for step in record.steps:
        answer = [fact for fact in step.details.facts if fact.holds and not is_note(puzzle, fact.atom)]
        assert len(step.new) == len(answer)


def test_which_part_of_a_ship_a_cell_holds_goes_without_saying_once_it_is_clear():
    record = walked(SHIPS)
    seen = [fact for step in record.steps for fact in step.details.seen]
    assert {fact.atom.name for fact in seen} == {"ship"}
    assert not any("shows which part" in line for step in record.steps for line in step.because)
    later = next(step for step in record.steps if step.details.seen)
    assert len(later.seen) == len(later.details.seen)
    drawn = {mark.place for mark in later.drawing.picture.marks if mark.kind == "sign"}
    assert drawn >= {fact.atom.args[0] for fact in later.details.seen}


def tints(picture: Picture) -> int:
    return sum(mark.kind == "tint" for mark in picture.marks)


def test_a_note_is_drawn_until_a_mark_stands_in_its_place():
    puzzle, hints = board(SHIPS), walked(SHIPS).details
    pictures = [step_picture(puzzle, hints, number) for number in range(1, len(hints.steps) + 1)]
    assert max(map(tints, pictures)) > 0 == tints(pictures[-1])
    for picture in pictures:
        signs = {mark.place for mark in picture.marks if mark.kind == "sign"}
        assert not signs & {mark.place for mark in picture.marks if mark.kind == "tint" or mark.open}


def test_a_note_leads_from_a_guess_to_where_it_breaks():
    puzzle = board(SHIPS)
    hints = pysolve.hint(puzzle, guess="3,1=o").details
    assert hints.trial is not None and hints.trial.breaks
    assert any(is_note(puzzle, fact.atom) for step in hints.steps for fact in step.facts)


def test_of_two_shapes_one_of_which_always_stands_in_a_cell_steps_say_which():
    facts = [fact for step in walked("gokigennaname/4x4.yaml").details.steps for fact in step.facts]
    assert facts and all(fact.holds for fact in facts)


def test_what_lines_do_at_one_corner_is_told_without_notes_and_what_lies_inside_is_said_elsewhere():
    puzzle = board("slitherlink/made-5x5.yaml")
    direct = [
        step for step in walked("slitherlink/made-5x5.yaml").details.steps if not (step.constraints or step.clues)
    ]
    noted = [step for step in direct if any(is_note(puzzle, fact.atom) for fact in (*step.facts, *step.known))]
    assert noted and noted != direct
    for step in direct:
        says = "inside from what lies outside" if step in noted else "meet in a corner"
        assert any(says in line for line in step_reasons(puzzle, step))
        if step not in noted:
            corners = [place.args for fact in (*step.facts, *step.known) for place in places_of(puzzle, fact.atom)]
            assert all(max(each) - min(each) <= 2 for each in zip(*corners))


def test_notes_that_follow_one_from_the_other_are_told_as_one():
    first, second, third = (Fact(Term("lies_inside", ((1, column),))) for column in (1, 2, 3))
    side = Fact(Term("line", (Term("p", (1, 2)), Term("p", (2, 2)))), False)
    (run,) = runs([Step((second,), (), (), (first, side)), Step((third,), (), (), (second,))])
    assert run.step.facts == (second, third)
    assert run.step.known == (first, side)
    assert len([*runs([Step((second,), (), (), (first,)), Step((side,), (), (), (second,))])]) == 2


def test_a_note_between_two_places_goes_without_saying_where_a_mark_stands_between_them():
    puzzle, steps = board("hashi/9x9.yaml"), walked("hashi/9x9.yaml").details.steps
    marked = set[tuple[object, ...]]()
    for step in steps:
        for fact in step.seen:
            assert not (fact.holds and is_note(puzzle, fact.atom)) or fact.atom.args in marked, fact
        marked |= {fact.atom.args[:2] for fact in step.facts if fact.holds and not is_note(puzzle, fact.atom)}


def test_what_is_seen_beside_a_note_that_was_not_told_rests_on_it():
    note, line, mark = (Fact(Term(name, ((1, 1),)), False) for name in ("through", "line", "shade"))
    untold = Untold(board("castlewall/5x5.yaml"))
    untold.add(Step(facts=(note,), constraints=(), clues=(), known=(), seen=(line,)))
    step = Step(facts=(mark,), constraints=(), clues=(), known=(line,))
    told = untold.needed_by(step, known=(), instead={}, afresh=lambda each: each)
    assert [each.facts for each in told if isinstance(each, Step)] == [(note,)]
    assert not untold.facts()


def test_ships_that_lie_there_are_no_longer_what_fits():
    said = [line for step in walked(SHIPS).details.steps for line in step_reasons(board(SHIPS), step)]
    there = "row 1, column 1; row 4, column 6; row 6, column 6"
    assert f"The fleet has 3 ships of 1 cell, and they are there: {there}." in said


def test_what_follows_likewise_is_told_by_the_later_step_if_the_earlier_one_leads_to_nothing_else():
    first, second, third, fourth = (Fact(Term("taken", ((1, column),)), False) for column in range(1, 5))
    untold, step = Untold(board(SHIPS)), Step((third,), (), (), ())
    untold.add(Step((first, second), (), (), ()))
    untold.add(Step((fourth,), (), (), (second,)))
    assert untold.taken_over(step, {first}) == untold.taken_over(step, {first, second}) == []  # the second is needed
    assert untold.taken_over(step, {first, fourth}) == [fourth]
    assert untold.facts() == {first, second}


LINES = """\
puzzle: battleship
source: made by pysolve
fleet: "4 3 2 1"
top: |
  4 . . . 1 . . . 1 3
left: |
  0 . 2 2 1 . 1 . 3 2
grid: |
  . . . . . . . . . .
  . . x . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . o
  . . . . . . . . . .
  . . . x . x . . e .
  s . . . . . . . . .
  . . x . . . . . . .
  . . . . w . . . . .
  . o . . . . . . . s
"""


def test_of_a_line_all_cells_are_told_at_once():
    puzzle = pysolve.read_text(LINES)
    told: set[tuple[bool, int]] = set()  # rows and columns
    for step in pysolve.hint(puzzle, steps=0).details.steps:
        for fact in (fact for fact in step.facts if step.constraints and not fact.holds):  # the others are seen
            row, column = fact.atom.args[0]
            assert told.isdisjoint([(False, row), (True, column)])
        of = [each.name for each in step.constraints[0].values if isinstance(each, Term)] if step.constraints else []
        excludes = step.chain is None and not any(fact.holds for fact in step.facts)
        if excludes and len(step.constraints) == 1 and of[:1] in (["left"], ["top"]):
            told.add((of[0] == "top", step.constraints[0].values[0].args[0]))
    assert told
