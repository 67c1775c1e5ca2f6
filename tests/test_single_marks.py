"""That a place has one mark goes without saying: no reason rests on it, and none may do without it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from conftest import INSTANCES
from samples import TYPES

import pysolve
from pysolve import Settings
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.progress import Fact
from pysolve.analysis.propagation import Body, Completion, Propagation, Rule
from pysolve.analysis.regions import RuleGraph
from pysolve.analysis.single_marks import least_of_one
from pysolve.analysis.steps import text_of
from pysolve.analysis.walk_state import WalkState
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Value
from pysolve.rules import syntax


def by_place(puzzle: Puzzle, atoms: dict[Term, int]) -> dict[tuple[str, Value], list[int]]:
    """The literals of the values of one predicate that may stand in each place."""
    places: dict[tuple[str, Value], list[int]] = {}
    for atom, literal in atoms.items():
        if (text := text_of(puzzle, atom)) is not None:
            places.setdefault((atom.name, text[0]), []).append(literal)
    return places


@pytest.mark.parametrize(
    "instance", ["sudoku/4x4.yaml", "kakuro/5x5.yaml", "kenken/4x4.yaml", "gokigennaname/4x4.yaml"]
)
def test_a_place_with_a_mark_has_no_other_one_without_any_premise(instance: str):
    puzzle = pysolve.read(str(INSTANCES / instance))
    state = WalkState(puzzle, Settings(), {*next(iter(pysolve.solve(puzzle))).atoms})
    several = [each for each in by_place(puzzle, state.solver.shown).values() if len(each) > 1]
    assert several
    for one, *others in several:
        following = state.bare.following({one: 0})
        assert all(following[-each] == 0 for each in others)


#: Types whose rules say in another way than by a choice that a place has one value, and whose known.lp does not.
OTHERWISE = {
    "battleship", "diamondchain", "diffneighbors", "digitalbattleship", "eulero", "kinkonkan", "lits", "map",
    "mrokmrno", "nanro", "pencils", "renbanmadoguchi", "ruleofthree", "scrabble", "sukoro", "sukororoom",
    "toichika", "toichika2", "viewnumber", "walllogic",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TYPES))
def test_a_place_with_a_value_is_known_to_have_no_other_one_in_all_types(name: str):
    puzzle = pysolve.read(str(min((INSTANCES / name).iterdir(), key=lambda each: (each.stat().st_size, each.name))))
    solver = AssumptionSolver(puzzle, Settings(), by_rules=True, beyond=True)
    places = by_place(puzzle, solver.shown)
    completion = Completion(solver.ground_rules, map(abs, solver.shown.values()), solver.broken.values())
    propagation = Propagation(completion)
    two = [
        place
        for place, literals in places.items()
        for at, one in enumerate(literals)
        for other in literals[at + 1 :]
        if propagation.broken({one: 0, other: 0})[0] is None
    ]
    assert bool(two) is (name in OTHERWISE)


def holding(puzzle: Puzzle, facts: Iterable[Fact]) -> list[tuple[str, Value]]:
    """The places that get a value by these facts."""
    texts = ((fact.atom.name, text_of(puzzle, fact.atom)) for fact in facts if fact.holds)
    return [(name, text[0]) for name, text in texts if text is not None]


@pytest.mark.parametrize("instance", ["kenken/4x4.yaml", "kakuro/5x5.yaml", "futoshiki/6x6.yaml", "sudoku/dots.yaml"])
def test_nothing_is_told_or_supposed_of_a_place_that_has_its_value(instance: str):
    puzzle = pysolve.read(str(INSTANCES / instance))
    hints = pysolve.hint(puzzle, steps=0).details
    filled = {*holding(puzzle, hints.start)}
    for step in hints.steps:
        supposed = [] if step.chain is None else [step.chain.supposed]
        for fact in (*step.facts, *supposed):
            text = text_of(puzzle, fact.atom)
            assert text is None or (fact.atom.name, text[0]) not in filled
        for link in () if step.chain is None else step.chain.links:
            supposed += link.facts
        places = holding(puzzle, supposed)
        if len(places) > len({*places}):  # that is the contradiction
            assert step.chain is not None and not {*step.chain.links[-1].known}.isdisjoint(supposed)
        filled |= {*holding(puzzle, step.facts)}


@pytest.mark.parametrize(
    ("rule", "least"),
    [
        ("{ value(X, V) : symbol(V) } = 1 :- cell(X).", 1),
        ("1 { value(X, V) : symbol(V) } 1 :- cell(X).", 1),
        ("{ value(X, 1); value(X, 2) } 1 :- cell(X).", 0),
        ("{ value(X, 1..9) } = 1 :- cell(X).", 1),
        ("{ value(X, V) : cell(X) } = 1 :- symbol(V).", None),  # one place for each value
        ("{ value(X, V) : symbol(V) } 2 :- cell(X).", None),
        ("1 { value(X, V) : symbol(V) } :- cell(X).", None),
        ("{ other(X, V) : symbol(V) } = 1 :- cell(X).", None),  # is not drawn
        ("{ value(X, 1); value(Y, 1) } = 1 :- pair(X, Y).", None),
    ],
)
def test_which_choices_are_of_one_mark_for_one_place(rule: str, least: int | None):
    (statement,) = (each for each in syntax.statements(rule, print) if syntax.is_rule(each))
    marks = pysolve.read(str(INSTANCES / "sudoku/4x4.yaml")).type.draw
    assert least_of_one(statement.head, ["X", "Y"] if "cell(X)." in rule or "pair" in rule else ["V"], marks) == least


def test_what_bars_choices_belongs_to_what_is_chosen():
    """1, 2 and 3 are chosen, 1 and 2 not together; 4 follows from 3."""

    def body(*literals: int) -> Body:
        return Body(literals, None, 0)

    choice, barring, follows = Rule(True, (1, 2, 3), body()), Rule(False, (), body(1, 2)), Rule(False, (4,), body(3))
    apart = RuleGraph([Rule(True, (1, 2), body()), barring, Rule(True, (3,), body()), follows])
    assert {*apart.below([4]).rules} == {2, 3}
    assert {*apart.below([1]).rules} == {0, 1}
    assert {*RuleGraph([choice, barring, follows]).below([4]).rules} == {0, 1, 2}
    refuting = RuleGraph([choice, Rule(False, (), body(-1)), follows])
    assert {*refuting.below([4]).rules} == {0, 1, 2}


def test_a_place_that_is_looked_at_counts_in_a_grade():
    """The pairs of a chain lie in cells: that these have one value is no premise, but is seen like one."""
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "sudoku/diagonal.yaml")), steps=0).details.steps
    unfilled = [step for step in steps if step.unfilled]
    assert unfilled and all(
        step.combined > len(step.deciding) for step in unfilled if step.deciding != step.constraints
    )
    assert all(step.looked_at == step.size + step.filled + step.unfilled for step in steps)
    assert any(step.filled for step in steps)
