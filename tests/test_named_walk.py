"""Techniques that have names: where they are found, what they cross out, and walks that use them."""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Collection
from itertools import combinations, product

import pytest
from conftest import INSTANCES, ROOT
from samples import HARDER

sys.path.insert(0, str(ROOT / "bench"))

from sufficiency import SufficiencyCheck

import pysolve
from pysolve import PuzzleError
from pysolve.analysis.finders import ByTechniques
from pysolve.analysis.steps import Step
from pysolve.analysis.techniques import Found, Group, Home, Patterns, technique_of, techniques
from pysolve.analysis.walk_state import WalkState
from pysolve.model.terms import Term
from pysolve.solving.settings import Settings

N = 9
LINE = range(1, N + 1)


def atom(row: int, column: int, value: int) -> int:
    return row * 100 + column * 10 + value


def box(row: int, column: int) -> tuple[int, int]:
    return (row - 1) // 3, (column - 1) // 3


@functools.cache
def sudoku() -> list[Group]:
    """The constraints of a Sudoku, all of them homes."""
    sets: list[tuple[str, str, frozenset[int]]] = []
    for one, other in product(LINE, LINE):
        sets.append(("cell", "cell", frozenset(atom(one, other, each) for each in LINE)))
        sets.append(("unit-symbol-value/row", "row", frozenset(atom(one, each, other) for each in LINE)))
        sets.append(("unit-symbol-value/column", "column", frozenset(atom(each, one, other) for each in LINE)))
        cells = [cell for cell in product(LINE, LINE) if box(*cell) == divmod(one - 1, 3)]
        sets.append(("unit-symbol-value/box", "block", frozenset(atom(*cell, other) for cell in cells)))
    return [Group(number, *each, is_home=True) for number, each in enumerate(sets, 1)]


def found(
    only: dict[tuple[int, int], str],
    never: Collection[int] = (),
    avoided: str = "",
    swapped: Collection[int] = (),
) -> Found | None:
    """What is found where these cells have no other values left; never: atoms that are excluded, too; swapped: those
    that may change places, if there is one answer.
    """

    def state(each: int) -> bool | None:
        row, column, value = each // 100, each // 10 % 10, each % 10
        return False if each in never or str(value) not in only.get((row, column), "123456789") else None

    return Patterns(sudoku(), swapped).find(state, lambda each: len(each.out), {avoided})


def out(values: str, *cells: tuple[int, int]) -> set[int]:
    return {atom(*cell, int(value)) for cell in cells for value in values}


def line_without(value: int, row: int, *columns: int) -> set[int]:
    """In this row, the value can only stand in these columns."""
    return {atom(row, column, value) for column in LINE if column not in columns}


@pytest.mark.parametrize(
    ("only", "never", "name", "crossed_out"),
    [
        ({(1, 1): "12", (1, 5): "12"}, set(), "naked pair", out("12", *((1, c) for c in LINE if c not in (1, 5)))),
        (
            {(1, 1): "12", (1, 5): "23", (1, 9): "13"}, set(), "naked triple",
            out("123", *((1, c) for c in LINE if c not in (1, 5, 9))),
        ),
        (
            {}, {atom(r, c, 4) for r in (1, 2) for c in (1, 2, 3)}, "pointing",
            out("4", *((3, c) for c in range(4, 10))),
        ),
        (
            {}, line_without(4, 1, 1, 2, 3), "claiming", out("4", *((r, c) for r in (2, 3) for c in (1, 2, 3))),
        ),
        (
            {}, line_without(7, 2, 1, 5) | line_without(8, 2, 1, 5), "hidden pair", out("1234569", (2, 1), (2, 5)),
        ),
        (
            {}, line_without(5, 2, 1, 6) | line_without(5, 7, 1, 6), "X-wing",
            out("5", *((r, c) for r in LINE if r not in (2, 7) for c in (1, 6))),
        ),
        (
            {}, line_without(5, 1, 1, 5) | line_without(5, 4, 5, 9) | line_without(5, 7, 1, 9), "swordfish",
            out("5", *((r, c) for r in LINE if r not in (1, 4, 7) for c in (1, 5, 9))),
        ),
        ({(1, 1): "12", (1, 9): "13", (9, 1): "23"}, set(), "XY-wing", out("3", (9, 9))),
        ({(1, 1): "123", (1, 9): "13", (2, 2): "23"}, set(), "XYZ-wing", out("3", (1, 2), (1, 3))),
        (
            {}, line_without(5, 1, 1, 5) | line_without(5, 4, 1, 5, 6), "finned X-wing", out("5", (5, 5), (6, 5)),
        ),
        (
            {}, line_without(5, 1, 1, 5) | line_without(5, 4, 5, 9) | line_without(5, 7, 1, 8, 9), "finned swordfish",
            out("5", (8, 9), (9, 9)),
        ),
        (
            {(1, 1): "123", (2, 2): "23", (5, 1): "124", (9, 1): "24"}, set(), "ALS-XZ", out("2", (2, 1), (3, 1)),
        ),
        (
            {(1, 1): "1234", (1, 2): "1234", (1, 7): "12", (2, 3): "34"}, set(), "Sue de Coq",
            out("12", *((1, c) for c in LINE if c not in (1, 2, 7)))
            | out("34", (1, 3), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)),
        ),
        ({}, line_without(5, 1, 1, 5) | line_without(5, 4, 1, 6), "turbot fish", out("5", (2, 6), (3, 6), (5, 5), (6, 5))),
    ],
)  # fmt: skip
def test_a_technique_is_found_and_crosses_out_what_it_excludes(
    only: dict[tuple[int, int], str], never: set[int], name: str, crossed_out: set[int]
):
    first = found(only, never)
    assert first is not None
    assert (first.technique.name, {*first.out}) == (name, crossed_out)


EVERY = [atom(*each) for each in product(LINE, LINE, LINE)]

#: 1 and 2 alone are left for two cells of row 1.
FLOOR = {(1, 1): "12", (1, 4): "12"}
ROW_1 = out("12", *((1, c) for c in LINE if c not in (1, 4)))


@pytest.mark.parametrize(
    ("only", "never", "crossed_out"),
    [
        pytest.param(
            {**FLOOR, (2, 1): "12", (2, 4): "1234"}, ROW_1 | out("12", (2, 2), (2, 3), *((r, 1) for r in range(3, 10)),
            *((3, c) for c in (2, 3))), out("12", (2, 4)), id="1: one cell with other values",
        ),
        pytest.param(
            {**FLOOR, (2, 1): "123", (2, 4): "123"}, ROW_1, out("3", *((2, c) for c in LINE if c not in (1, 4))),
            id="2: one other value",
        ),
        pytest.param(
            {**FLOOR, (2, 1): "123", (2, 4): "124", (2, 7): "34"}, ROW_1,
            out("34", *((2, c) for c in LINE if c not in (1, 4, 7))), id="3: the other values are locked",
        ),
        pytest.param(
            {**FLOOR, (2, 1): "1235", (2, 4): "1246"}, ROW_1 | line_without(1, 2, 1, 4) | out("1", *product((3,), LINE[:6]),
            *product(LINE[3:], (1, 4))), out("2", (2, 1), (2, 4)),
            id="4: one of the values is locked",
        ),
    ],
)  # fmt: skip
def test_a_unique_rectangle_is_found_on_request_alone(
    only: dict[tuple[int, int], str], never: set[int], crossed_out: set[int]
):
    first = found(only, never, swapped=EVERY)
    assert first is not None
    assert (first.technique.name, {*first.out}) == ("unique rectangle", crossed_out)
    assert found(only, never, swapped={*EVERY} - {atom(2, 1, 1)}) == found(only, never)
    without = found(only, never)
    assert without is None or without.technique.name != "unique rectangle"


def test_four_cells_in_four_boxes_are_no_unique_rectangle():
    """If their values change places, two boxes have one of them twice."""
    only = {(1, 1): "12", (1, 4): "12", (5, 1): "12", (5, 4): "123"}
    columns = out("12", *((r, 1) for r in LINE if r not in (1, 5)))
    assert found(only, ROW_1 | columns, swapped=EVERY) is None


def test_nothing_is_found_on_an_empty_board():
    assert found({}) is None


def grid(chance: random.Random) -> set[int]:
    """An answer of a Sudoku: a simple one with its rows, columns and values in other orders."""
    rows, columns = (
        [3 * band + each for band in chance.sample(range(3), 3) for each in chance.sample(range(3), 3)] for _ in "rc"
    )
    values = chance.sample(LINE, N)
    cells = product(enumerate(rows, 1), enumerate(columns, 1))
    return {atom(row, column, values[(3 * (r % 3) + r // 3 + c) % N]) for (row, r), (column, c) in cells}


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_any_technique_excludes_is_true_whatever_is_left_beside_the_answer(seed: int):
    chance = random.Random(seed)
    true = grid(chance)
    left = {each for each in EVERY if each in true or chance.random() < 0.13 + 0.02 * (seed % 4)}
    of_atoms = {each.atoms: each.atoms & left for each in sudoku()}
    homes = [Home(each, of_atoms[each.atoms]) for each in sudoku() if len(of_atoms[each.atoms]) > 1]
    patterns = Patterns(sudoku())
    names = set()
    for technique in patterns.techniques:
        for each in patterns.uses(technique, homes, of_atoms):
            assert true.isdisjoint(each.out), technique.name
            assert not each.ends or not true.isdisjoint(each.ends), technique.name
            names.add(technique.name)
    assert "ALS-XZ" in names


def test_a_technique_that_is_avoided_is_not_found():
    only = {(1, 1): "12", (1, 5): "12"}
    assert found(only) is not None
    assert found(only, avoided="naked-pair") is None


def test_homes_that_share_a_mark_are_no_set():
    """Two homes with a common mark may both have it: then the second of the two constraints has none."""
    homes = [Group(1, "h", "cell", frozenset({1, 2}), True), Group(2, "h", "cell", frozenset({2, 3}), True)]
    covers = [Group(3, "c", "row", frozenset({1, 2, 4}), False), Group(4, "c", "row", frozenset({3, 5}), False)]
    assert Patterns([*homes, *covers]).find(lambda each: None, lambda each: 1) is None


# -- Walks


def turned(text: str) -> str:
    """The board turned by a quarter, with other values."""
    rows = [line.split() for line in text.splitlines()[1:]]
    renamed = dict(zip("123456789", "394156728"))
    columns = [" ".join(renamed.get(row[at], "-") for row in rows[::-1]) for at in range(N)]
    return "\n".join(["9 9", *columns, ""])


@functools.cache
def walk(text: str) -> tuple[Step, ...]:
    return pysolve.hint(pysolve.read_text(text, type="sudoku"), steps=0).details.steps


def named(steps: tuple[Step, ...]) -> list[str]:
    """How the techniques are called that are no singles, each once."""
    return sorted({called for step in steps if "single" not in (called := technique_of(step).called)})


def test_a_walk_crosses_out_by_techniques_and_every_step_suffices():
    steps = walk(HARDER)
    assert {"pointing", "naked pair"} <= {*named(steps)} and "" not in named(steps)
    puzzle = pysolve.read_text(HARDER, type="sudoku")
    assert not list(SufficiencyCheck(puzzle, Settings()).gaps(steps))


def test_a_technique_is_told_only_if_all_of_it_is_needed(monkeypatch: pytest.MonkeyPatch):
    assert any(step.pattern is not None for step in walk(HARDER))
    needed_for = ByTechniques._needed_for

    def without_a_part(self: ByTechniques, facts: list[int], own: list[int], found: Found) -> list[int]:
        return [each for each in needed_for(self, facts, own, found) if each != own[0]]

    monkeypatch.setattr(ByTechniques, "_needed_for", without_a_part)
    assert all(step.pattern is None for step in walk.__wrapped__(HARDER))


def test_what_is_crossed_out_is_needed_by_a_later_step():
    steps = walk(HARDER)
    for number, step in enumerate(steps):
        if step.pattern is not None:
            assert any({*step.facts} & {*later.known} for later in steps[number:])


@pytest.mark.rest
def test_a_board_turned_and_relabelled_has_the_same_techniques_and_difficulty():
    one, other = (pysolve.grade(pysolve.read_text(text, type="sudoku")) for text in (HARDER, turned(HARDER)))
    assert named(walk(HARDER)) == named(walk(turned(HARDER)))
    assert one.difficulty == other.difficulty


def test_a_walk_can_do_without_a_named_technique():
    puzzle = pysolve.read_text(HARDER, type="sudoku")
    steps = pysolve.hint(puzzle, steps=0, avoid=["pointing", "Naked pair"]).details.steps
    assert not {"pointing", "naked pair"} & {technique_of(step).called for step in steps}


def test_a_named_technique_is_told_by_what_is_left():
    record = pysolve.hint(pysolve.read_text(HARDER, type="sudoku"), steps=0)
    step = next(step for step in record.steps if step.called == "naked pair")
    head, one, other, *_ = step.because
    assert head == "Naked pair: two cells have to share two values."
    assert one.startswith("Only ") and other.startswith("Only ")
    assert not step.holds and step.holds_not
    assert any(note.startswith("≠") for note in step.drawing.picture.cosmetics.notes.values())
    assert len(step.because) <= 6


#: Made by `pysolve make sudoku 9x9 --seed 40`.
HARDEST = "68......4..9.5...2...7..6...7..6.5...4.1...........9.7....4..68..4..8...5..693..."


def test_a_chain_is_told_in_its_order_and_written_as_the_field_writes_it():
    """Each home has its two marks in turn, and each mark that is reached excludes the next one."""
    record = pysolve.hint(pysolve.read_text(HARDEST, type="sudoku"), steps=0, r1c1=True)
    chains = {step.called: step for step in record.steps if step.notation}
    assert {*chains} >= {"W-wing", "XY-chain", "alternating chain", "turbot fish"}
    assert any(step.called in ("ALS-XZ", "Sue de Coq") for step in record.steps)
    for step in chains.values():
        pattern = step.details.pattern
        assert pattern is not None
        for (_, left), one, other in zip(pattern.homes, pattern.chain[::2], pattern.chain[1::2], strict=True):
            assert {one, other} == {*left}
        first, last = pattern.chain[0].atom, pattern.chain[-1].atom
        assert all(shares_a_unit_or_cell(each.atom, end) for each in step.details.facts for end in (first, last))
        head, *turns, either = step.because[: len(pattern.homes) + 2]
        assert head.lower().startswith(step.called.lower()) and either.startswith("So ") and ", or " in either
        assert turns[0].startswith("If ") and all(each.startswith("Then ") for each in turns[1:])
        assert step.notation.count("=") == len(pattern.homes) + 1 and " => " in step.notation
    assert pysolve.hint(pysolve.read_text(HARDER, type="sudoku")).steps[0].notation == ""


#: A puzzle of few givens, made for this test.
WITH_RECTANGLES = "9....6.1....1..73...49.........23..137........2.5....6...6.2..8.5.......6....1.9."


def test_that_there_is_one_answer_is_taken_for_granted_on_request_and_said():
    puzzle = pysolve.read_text(WITH_RECTANGLES, type="sudoku")
    answer = {*next(pysolve.solve(puzzle)).atoms}
    record = pysolve.hint(puzzle, steps=0, one_answer=True)
    assert record.done and record.could_assume
    assert all((fact.atom in answer) is fact.holds for step in record.details.steps for fact in step.facts)
    assuming = [step for step in record.steps if step.called in {"unique rectangle", "BUG+1"}]
    for step in assuming:
        assert all("as the puzzle has one answer" in each for each in (step.because[0], step.brief, step.idea))
        assert step.clues == [] and len(step.because) < 9
    assert {step.called for step in assuming} == {"unique rectangle", "BUG+1"}
    assert assuming[-1].says == "Row 8, column 4 holds 8." and len(assuming[-1].because) == 2


def test_that_there_is_one_answer_is_not_taken_for_granted_unasked():
    assert not {"unique rectangle", "BUG+1"} & {technique_of(step).called for step in walk(WITH_RECTANGLES)}


def test_no_step_rests_on_one_answer_where_there_are_several():
    puzzle = pysolve.read_text(WITH_RECTANGLES.replace("9", "."), type="sudoku")
    with pytest.raises(PuzzleError, match="there are several answers, so no step can rest on that there is one"):
        pysolve.hint(puzzle, one_answer=True)
    with pytest.raises(PuzzleError, match="a guess is refuted by the rules alone"):
        pysolve.hint(pysolve.read_text(WITH_RECTANGLES, type="sudoku"), guess="1,2=2", one_answer=True)


def swapped(instance: str) -> dict[tuple[int, int], bool]:
    """Whether the marks of each cell may change places, if another rule does not forbid it."""
    puzzle = pysolve.read(str(INSTANCES / instance))
    state = WalkState(puzzle, Settings(), {*next(iter(pysolve.solve(puzzle))).atoms})
    atoms = state.swapped(ByTechniques(state).groups)
    cells: dict[tuple[int, int], list[bool]] = {}
    for term, literal in state.solver.shown.items():
        if term.name == "value":
            cells.setdefault(term.args[0], []).append(literal in atoms)  # type: ignore[arg-type]
    return {cell: all(some) for cell, some in cells.items()}


def test_values_change_places_only_where_no_other_rule_speaks_of_them():
    classic = pysolve.read(str(INSTANCES / "sudoku/classic.yaml"))
    given = {term.args[0] for term in next(iter(pysolve.solve(classic))).given if term.name == "clue"}
    assert {cell for cell, may in swapped("sudoku/classic.yaml").items() if not may} == given
    assert not any(swapped("sudoku/anti-knight.yaml").values())
    assert any(swapped("sudoku/diagonal.yaml").values())


def shares_a_unit_or_cell(one: Term, other: Term) -> bool:
    (row, column), value = one.args  # type: ignore[misc]
    (other_row, other_column), other_value = other.args  # type: ignore[misc]
    if (row, column) == (other_row, other_column):
        return value != other_value
    is_box = ((row - 1) // 3, (column - 1) // 3) == ((other_row - 1) // 3, (other_column - 1) // 3)
    return value == other_value and (row == other_row or column == other_column or is_box)


@pytest.mark.parametrize("instance", ["sudoku/all-dots.yaml", "suguru/5x5.yaml"])
def test_the_singles_of_types_have_names(instance: str):
    steps = pysolve.hint(pysolve.read(str(INSTANCES / instance)), steps=0).details.steps
    assert {technique_of(step).called for step in steps} >= {"full house", "naked single", "hidden single"}


def test_of_the_marks_of_a_group_only_one_holds_whatever_other_clues_there_are():
    """A run of a Kakuro would go on behind a block if this were not given: then there are two groups by one rule."""
    puzzle = pysolve.read(str(INSTANCES / "kakuro/5x5.yaml"))
    state = WalkState(puzzle, Settings(), {*next(iter(pysolve.solve(puzzle))).atoms})
    groups = ByTechniques(state).groups
    assert groups
    for group in groups:
        pairs = combinations(group.atoms, 2)
        assert not any(state.solver.satisfiable([one, other, group.literal]) for one, other in pairs)


def test_a_grade_does_without_what_raters_do_not_have():
    """With them, the difficulty of 15 rated Sudokus followed the ratings less well."""
    of_hints, of_grades = (
        {each.name: each.count for each in Patterns(sudoku(), for_grade=for_grade).techniques}
        for for_grade in (False, True)
    )
    assert of_grades == {**{name: of_hints[name] for name in of_hints if name != "Sue de Coq"}, "ALS-XZ": 4}
    assert of_hints["ALS-XZ"] > 4


def test_techniques_are_told_apart_by_their_identities():
    identities = [each.identity for each in techniques().every]
    assert len({*identities}) == len(identities)
