"""The analyses, for every type alike: what they say is true, on some hundred small random boards."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import count
from types import SimpleNamespace

import pytest
import samples
from conftest import INSTANCES
from samples import TYPES, has_clues, is_made, numbered
from sampling import Some

import pysolve
from pysolve import PuzzleError, formats, rules
from pysolve.analyses.clues import reduced_record
from pysolve.analyses.why import why_record
from pysolve.analysis import reduce
from pysolve.analysis.assumptions import AssumptionSolver, ConstraintInstance
from pysolve.analysis.chains import GuessWalk
from pysolve.analysis.clues import GIVE, Clue, clue_of, clues, derived_clues_file, held_anyway, relaxed, without
from pysolve.analysis.constraints import Constraint
from pysolve.analysis.hint import Grade, Guess, HintRequest, Hints, explain_steps
from pysolve.analysis.progress import Fact
from pysolve.analysis.reduce import Reducer, ReduceRequest, reduce_clues, turned
from pysolve.analysis.walk import Walk
from pysolve.analysis.walk_state import WalkState
from pysolve.analysis.why import (
    Conflict,
    DirectConflicts,
    Why,
    WhyRequest,
    explain_verdict,
    find_candidates,
    first_answers,
)
from pysolve.formats.native import yaml_of
from pysolve.generate import adjust, make
from pysolve.generate.boards import filled
from pysolve.model.puzzle import Puzzle, StopReason
from pysolve.model.terms import Term
from pysolve.rules.library import library
from pysolve.solving import grounding
from pysolve.solving.search import run
from pysolve.solving.settings import Settings

Answers = frozenset[frozenset[Term]]


def made(type_: str, number: int) -> Puzzle:
    puzzle = samples.made(type_, number, keep_all=True).puzzle
    assert puzzle is not None
    return puzzle


def answers(puzzle: Puzzle, models: int = 0) -> Answers:
    """All answers by the plain rules; a puzzle that they find invalid has none."""
    try:
        return frozenset(frozenset(answer.atoms) for answer in run(puzzle, Settings(models=models, drawing=False))[0])
    except PuzzleError:
        return frozenset()


def thinned(puzzle: Puzzle, chance: random.Random, most: int = 40) -> Puzzle:
    """The puzzle without some of its clues, but with at most `most` answers."""
    removable = clues(puzzle)
    chance.shuffle(removable)
    away = len(removable) - 1
    while len(answers(without(puzzle, removable[:away]), most + 1)) > most:
        away -= 1
    return without(puzzle, removable[: chance.randint(min(1, away), away)])


def opened(type_: str, number: int) -> Puzzle:
    """A puzzle without as many of its clues as it takes for a second answer.

    It is the first such one from `number` on: a small board may have only one answer without any clue.
    """
    chance = random.Random(number)
    for puzzle in (made(type_, each) for each in range(number, number + 100)):
        removable = clues(puzzle)
        chance.shuffle(removable)
        for away in range(1, len(removable) + 1):
            if len(answers(fewer := without(puzzle, removable[:away]), 2)) > 1:
                return fewer
    raise AssertionError("all have one answer without clues")


def with_one_answer(puzzle: Puzzle, most: int) -> Puzzle:
    """The puzzle without a number of its clues, or without all that can go."""
    for clue in clues(puzzle):
        fewer = without(puzzle, [each for each in clues(puzzle) if each.places == clue.places])
        if most and len(answers(fewer, 2)) == 1:
            puzzle, most = fewer, most - 1
    return puzzle


def spoilt(puzzle: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with a clue of another puzzle of its kind, in the place of its own, so that it has no answer."""
    own = clues(puzzle)
    for number in range(100, 110):
        theirs = clues(made(puzzle.type.name, number))
        chance.shuffle(theirs)
        for new in theirs:
            instead = [clue for clue in own if clue.places == new.places]
            if any(clue.text == new.text for clue in instead):
                continue
            # A number that may stand once only goes from where it stood.
            for away in (instead, [*instead, *(clue for clue in own if clue.text == new.text)]):
                changed = with_clue(without(puzzle, away), new)
                try:
                    if pysolve.check(changed) == "none":
                        return changed
                    break
                except PuzzleError:
                    continue
    raise AssertionError("no clue makes it impossible")


def with_clue(puzzle: Puzzle, clue: Clue) -> Puzzle:
    """The puzzle with a clue in the place of what stands there when it is away."""
    kept = [token for token in puzzle.tokens[clue.part.name] if clue.part.place(token.values) not in clue.places]
    return replace(puzzle, tokens=puzzle.tokens | {clue.part.name: (*kept, *clue.tokens)}, answer=None)


on_boards = pytest.mark.parametrize(("type_", "number"), numbered(has_clues))


# -- What all rests on


@on_boards
def test_a_clue_only_takes_answers_away(type_: str, number: int):
    chance = random.Random(number)
    puzzle = thinned(made(type_, number), chance)
    for clue in clues(puzzle):
        assert answers(puzzle) <= answers(without(puzzle, [clue]))


@on_boards
def test_all_constraints_required_are_the_rules(type_: str, number: int):
    puzzle = thinned(made(type_, number), random.Random(number))
    solver = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True)
    atoms = solver.answers([*solver.assume(range(len(solver.clues))), *solver.required.values()], 0)
    assert frozenset(map(frozenset, atoms)) == answers(puzzle)


@on_boards
def test_answers_of_a_puzzle_with_a_clue_are_those_that_imply_it(type_: str, number: int):
    tried = (open_places(type_, seed) for seed in range(number, number + 20))  # in a small board, all may be given
    chance, puzzle, solver, holding, open_ = next(each for each in tried if each[-1])
    for clue in chance.sample(open_, min(len(open_), 5)):
        told = [clue_of(atom) for atom, literal in clue.items() if literal in holding]
        if type_ == "topo":  # a number on a border tells of the border, too
            told = [max(told, key=lambda each: len(each.args))]
        with_it = filled(puzzle, told)
        exactly = [literal if literal in holding else -literal for literal in clue.values()]
        assert frozenset(map(frozenset, solver.answers(exactly, 0))) == answers(with_it)


def open_places(
    type_: str, seed: int
) -> tuple[random.Random, Puzzle, AssumptionSolver, set[int], list[dict[Term, int]]]:
    """A puzzle with its solver, the clues that some answer implies, and the possible clues of places where none is."""
    chance = random.Random(seed)
    puzzle = thinned(made(type_, seed), chance)
    file = derived_clues_file(puzzle.type)
    assert file is not None
    solver = AssumptionSolver(puzzle, Settings(), files=[file])
    implied = solver.literals_of(GIVE)
    holding = solver.holds([], implied.values())
    assert holding is not None
    given = {str(place) for clue in clues(puzzle) for place in clue.places}
    beside: dict[frozenset[str], dict[Term, int]] = {}  # where several stand in one place, all of them are its clue
    for atom, literal in implied.items():
        if not places(clue_of(atom)) & given:
            beside.setdefault(places(clue_of(atom)), {})[atom] = literal
    return chance, puzzle, solver, holding, [each for each in beside.values() if holding & set(each.values())]


def places(clue: Term) -> frozenset[str]:
    return frozenset(str(part) for part in clue.args if not isinstance(part, (int, str)))


# -- The analyses


@on_boards
def test_why_there_is_no_answer(type_: str, number: int, monkeypatch):
    monkeypatch.setattr("pysolve.analysis.why.PATIENCE", 60)  # however busy the machine is
    chance = random.Random(number)
    puzzle = spoilt(made(type_, number), chance)
    assert not answers(puzzle, 1)
    result = pysolve.why(puzzle).details
    assert result.verdict == "none"
    assert result.smallest
    (conflict,) = result.conflicts
    everything = clues(puzzle)
    for clue in conflict.clues:  # without any one of them there is an answer
        away = [each for each in everything if each not in conflict.clues or each == clue]
        assert answers(without(puzzle, away), 1)
    assert not answers(without(puzzle, [each for each in everything if each not in conflict.clues]), 1)


def test_clues_that_contradict_a_single_constraint_are_found_without_a_search(monkeypatch):
    puzzle = pysolve.read_text(
        "puzzle: sudoku\nsymbols: ABCDEFGHI\ngrid: |\n" + "  . . B B . . . . A\n" + "  . C . . . . . D .\n" * 8
    )
    monkeypatch.setattr(AssumptionSolver, "core", lambda *_: pytest.fail("the solver was asked"))
    results = explain_verdict(puzzle, Settings(), WhyRequest())
    first = next(result for result in results if result.conflicts)
    assert [clue.text for clue in first.conflicts[0].clues] in (["B", "B"], ["C", "C"], ["D", "D"])


def test_the_smallest_conflict_so_far_is_kept_at_a_limit(monkeypatch):
    monkeypatch.setattr(DirectConflicts, "among", lambda *_: None)
    puzzle = spoilt(made("sudoku", 1), random.Random(1))
    sizes = [
        len(result.conflicts[0].clues)
        for result in explain_verdict(puzzle, Settings(), WhyRequest())
        if result.conflicts
    ]
    assert len(sizes) > 2 and sizes == sorted(sizes, reverse=True)
    unfinished = Why(verdict=pysolve.Verdict.NONE, conflicts=(Conflict(tuple(clues(puzzle)), minimal=False),))
    (conflict,) = why_record(puzzle, unfinished).conflicts
    assert conflict.says == f"These {len(clues(puzzle))} clues conflict; some of them may not be needed for that:"


@pytest.mark.parametrize(
    ("number", "count"), [(0, 6), *(pytest.param(number, 8, marks=pytest.mark.slow) for number in range(1, 5))]
)
def test_all_conflicts_are_all_minimal_ones(number: int, count: int):
    chance = random.Random(number)
    puzzle = spoilt(made("sudoku", number), chance)
    while len(left := clues(puzzle)) > count:  # as few clues as can be looked through, and still no answer
        fewer = without(puzzle, [chance.choice(left)])
        puzzle = puzzle if answers(fewer, 1) else fewer
    result = pysolve.why(puzzle, conflicts=0).details
    everything = clues(puzzle)
    bad = [
        frozenset(at for at in range(len(everything)) if bits >> at & 1)
        for bits in range(2 ** len(everything))
        if not answers(without(puzzle, [clue for at, clue in enumerate(everything) if not bits >> at & 1]), 1)
    ]
    minimal = {each for each in bad if not any(other < each for other in bad)}
    assert {frozenset(everything.index(clue) for clue in conflict.clues) for conflict in result.conflicts} == minimal
    assert [len(conflict.clues) for conflict in result.conflicts] == sorted(map(len, minimal))
    assert result.complete and minimal


@on_boards
def test_why_there_are_several_answers(type_: str, number: int):
    puzzle = opened(type_, number)
    every = answers(puzzle)
    result = pysolve.why(puzzle, models=0, farthest=True, repair=True).details
    assert result.verdict == "multiple"
    assert frozenset(map(frozenset, result.answers)) == every
    assert result.exhausted
    assert result.some == frozenset().union(*every)
    assert result.every == frozenset.intersection(*every)
    first = result.answers[0]
    distances = [distance(puzzle, first, other) for other in every if other != set(first)]
    assert result.nearest is not None and distance(puzzle, first, result.nearest) == min(distances)
    assert result.farthest is not None and distance(puzzle, first, result.farthest) == max(distances)
    if type_ not in (
        "nonogram",
        "colournonogram",
        "japanesesums",
        "crossthestreams",
    ):  # a clue beside a line also tells how many there are
        left = [answers(filled(puzzle, [each.clue])) for each in result.repairs or []]
        assert [len(each) for each in left] == [each.answers for each in result.repairs or []]
        assert [len(each) for each in left] == sorted(map(len, left))


def distance(puzzle: Puzzle, one, other) -> int:
    from pysolve.analysis.assumptions import count

    return count(puzzle, one, other)


@on_boards
def test_candidates_are_the_union_and_the_intersection_of_the_answers(type_: str, number: int):
    puzzle = thinned(made(type_, number), random.Random(number))
    every = answers(puzzle)
    result = pysolve.candidates(puzzle).details
    assert result.some == frozenset().union(*every)
    assert result.every == frozenset.intersection(*every)


def test_answers_that_were_seen_are_candidates_before_the_whole_board_is_grounded():
    puzzle = pysolve.read_text("2 2\n. .\n. .\n", "akari")
    first = next(find_candidates(puzzle, Settings()))
    assert first.verdict == "multiple" and first.some == frozenset().union(*first_answers(puzzle, Settings())[0])
    assert first.some and first.every is None


def test_a_half_turn_maps_corners_sides_and_the_lines_of_a_margin():
    puzzle = pysolve.read_text("2 3\n. . .\n. . .\n", "nurikabe")
    places = [(1, 1), Term("p", (1, 2)), Term("h", (2, 3)), Term("left", (1,)), Term("top", (1,))]
    turned_places = [(2, 3), Term("p", (3, 3)), Term("h", (4, 5)), Term("left", (2,)), Term("top", (3,))]
    assert [turned(puzzle, place) for place in places] == turned_places


@on_boards
def test_a_reduced_puzzle_has_one_answer_and_no_redundant_clue(type_: str, number: int):
    puzzle = made(type_, number)
    result = pysolve.reduce(puzzle, seed=number, symmetric=number % 2 == 1).details
    assert result.puzzle is not None
    assert answers(result.puzzle) == answers(puzzle)
    left = clues(result.puzzle)
    assert len(left) == len(result.left)
    if number % 2 == 0:
        for clue in left:
            assert len(answers(without(result.puzzle, [clue]), 2)) == 2
    again = pysolve.read_text(yaml_of(result.puzzle))
    assert answers(again) == answers(puzzle)


@pytest.mark.parametrize(
    ("type_", "atoms", "effort"), [("sudoku", 0, 1000), ("fillomino", 250, 0), ("slitherlink", 0, 1000)]
)
def test_clues_are_reduced_alike_under_assumptions_and_by_puzzles_themselves(
    type_: str, atoms: int, effort: int, monkeypatch: pytest.MonkeyPatch
):
    puzzle = made(type_, 1)
    monkeypatch.setattr(Reducer, "ATOMS", atoms)
    monkeypatch.setattr(Reducer, "EFFORT", effort)
    result = pysolve.reduce(puzzle).details
    assert result.puzzle is not None and answers(result.puzzle) == answers(puzzle)
    assert all(len(answers(without(result.puzzle, [clue]), 2)) == 2 for clue in clues(result.puzzle))


def test_a_clue_stays_where_it_does_not_soon_prove_superfluous(monkeypatch: pytest.MonkeyPatch):
    puzzle = made("hidato", 1)
    given = clues(puzzle)
    answer = next(iter(pysolve.solve(puzzle))).atoms
    monkeypatch.setattr(Reducer, "ATOMS", 0)
    monkeypatch.setattr(Reducer, "EFFORT", 0)
    left = [
        Reducer(puzzle, Settings(), given, answer, ReduceRequest(effort=effort)).minimal(random.Random(1))
        for effort in (0, None)
    ]
    assert len(left[1]) < len(left[0]) <= len(given)


def test_a_few_clues_are_tried_on_a_grounding_where_all_are_too_many(monkeypatch: pytest.MonkeyPatch):
    puzzle = made("hidato", 1)
    given = clues(puzzle)
    answer = next(iter(pysolve.solve(puzzle))).atoms
    monkeypatch.setattr(Reducer, "ATOMS", 0)
    monkeypatch.setattr(Reducer, "LOT", 3)
    module = import_module("pysolve.analysis.reduce")
    assumed: list[int] = []
    solver = module.AssumptionSolver
    monkeypatch.setattr(
        module,
        "AssumptionSolver",
        lambda puzzle, settings, given, **more: assumed.append(len(given)) or solver(puzzle, settings, given, **more),
    )
    *_, left = Reducer(puzzle, Settings(), given, answer, ReduceRequest()).smaller(random.Random(1))
    assert assumed[1:] == [3] * (len(given) // 3) + [len(given) % 3] * (len(given) % 3 > 0)
    for gone in [None, *left]:
        fewer = without(puzzle, [clue for number, clue in enumerate(given) if number not in left or number == gone])
        assert (pysolve.check(fewer) == "unique") is (gone is None)


def test_a_grounding_with_too_many_atoms_ends_before_it_is_whole(monkeypatch: pytest.MonkeyPatch):
    puzzle = made("hidato", 1)
    given = clues(puzzle)
    answer = next(iter(pysolve.solve(puzzle))).atoms
    monkeypatch.setattr(Reducer, "ATOMS", 1)
    monkeypatch.setattr(Reducer, "LARGE", 0)
    module = import_module("pysolve.analysis.reduce")
    solver, whole = module.AssumptionSolver, []
    monkeypatch.setattr(
        module, "AssumptionSolver", lambda *given, **more: [each := solver(*given, **more), whole.append(each)][0]
    )
    reducer = Reducer(puzzle, Settings(), given, answer, ReduceRequest())
    assert not whole
    assert len(reducer.minimal(random.Random(1))) < len(given)
    assert whole


@pytest.mark.parametrize("symmetric", [False, True])
def test_where_each_cell_has_a_number_some_become_others(symmetric: bool, monkeypatch: pytest.MonkeyPatch):
    puzzle = made("hitori", 1)
    harder = count()
    monkeypatch.setattr(adjust, "difficulty_of", lambda puzzle, *_: next(harder))
    kept = clues(puzzle)[0]
    request = adjust.AdjustRequest(harder=True, tries=3, keep=frozenset(kept.places), symmetric=symmetric)
    *_, adjusted = adjust.adjust_difficulty(puzzle, Settings(), request)
    assert adjusted.puzzle is not None and adjusted.difficulty
    assert answers(adjusted.puzzle) == answers(puzzle)
    before, after = ([clue.text for clue in clues(each)] for each in (puzzle, adjusted.puzzle))
    assert before != after and before[0] == after[0] and len(before) == len(after)


def test_a_puzzle_that_is_no_easier_is_not_graded_to_its_end(monkeypatch: pytest.MonkeyPatch):
    graded: list[int] = []

    def steps(puzzle: Puzzle, settings: Settings) -> Iterator[Grade]:
        for difficulty in range(1, 10):
            graded.append(difficulty)
            yield Grade(difficulty=difficulty)

    monkeypatch.setattr(make, "grade_puzzle", steps)
    assert make.difficulty_of(made("hitori", 1), Settings(), 4) == 4
    assert graded == [1, 2, 3, 4]
    assert make.difficulty_of(made("hitori", 1), Settings()) == 9


@pytest.mark.parametrize("number", range(2))
def test_the_fewest_clues_are_the_fewest(number: int):
    puzzle = made("sudoku", number)
    result = pysolve.reduce(puzzle, smallest=True).details
    assert result.fewest
    assert len(result.left) <= min(len(pysolve.reduce(puzzle, seed=seed).details.left) for seed in range(10))
    assert len(result.left) >= 4  # no Sudoku of 4x4 has one answer with fewer


@pytest.mark.parametrize(("type_", "number"), numbered(is_made))
def test_steps_follow_from_their_reasons_in_which_nothing_is_redundant(type_: str, number: int):
    puzzle = with_one_answer(made(type_, number), 4)
    result = pysolve.hint(puzzle, steps=3).details
    (answer,) = answers(puzzle)
    if not result.steps:  # the clues of a small puzzle may say everything
        assert result.done and true_facts(puzzle, result) == without_tints(puzzle, answer)
    solver = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True, beyond=True, unknown=True)
    for step in result.steps:
        required = [solver.required[instance] for instance in step.constraints]
        given = [solver.given[clues(puzzle).index(clue)] for clue in step.clues]
        reason = [*required, *given, *(literal(solver, fact) for fact in step.known)]
        assert len(reason) == step.size
        for fact in step.facts:
            assert puzzle.type.is_note(fact.atom) or (fact.atom in answer) == fact.holds
            assert solver.core([-literal(solver, fact), *reason]) is not None
        # Of what is known a step names what is near, even if it follows from far more without that.
        spare = [
            part
            for part in (*required, *given)
            if step.chain is None  # a link of its chain may rest on what the whole does not need
            if all(
                solver.core([-literal(solver, f), *(p for p in reason if p != part)]) is not None for f in step.facts
            )
        ]
        assert spare == []


def test_reasons_name_no_constraint_that_the_clues_settle():
    puzzle = pysolve.read(str(INSTANCES / "nurikabe" / "10x10.yaml"))
    solver = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True)
    size = {clue.tokens[0].values["X"]: clue.tokens[0].values["V"] for clue in solver.clues}
    met = [dict(zip(each.constraint.variables, each.values)) for each in solver.required]
    of_two = [(each["X"], each[island]) for each in met if "L" in each for island in ("K", "L")]
    assert of_two
    for (row, column), (own_row, own_column) in of_two:
        assert abs(row - own_row) + abs(column - own_column) < size[own_row, own_column]
    base = [*solver.required.values(), *solver.given]
    (answer,) = answers(puzzle)
    assert solver.last_consequences(base, "cautious") == solver.last_consequences(base, "brave") == set(answer)


def test_what_follows_whatever_clues_there_are_is_known_before_the_first_step():
    puzzle = pysolve.read(INSTANCES / "shikaku/5x5.yaml")
    hints = pysolve.hint(puzzle, steps=0).details
    (answer,) = answers(puzzle)
    own = {atom for atom in answer if atom.args[0] == atom.args[1]}  # every rectangle has the cell of its number
    assert own <= {fact.atom for fact in hints.start if fact.holds}
    assert all(step.size for step in hints.steps)


@pytest.mark.rest
def test_what_follows_from_the_facts_of_a_step_alone_follows_in_that_step():
    puzzle = pysolve.read(INSTANCES / "slitherlink/made-5x5.yaml")
    steps = pysolve.hint(puzzle, steps=0).details.steps
    alone = [step for step in steps if not step.constraints and not step.clues]
    # Notes are told when a later step needs them.
    alone = [step for step in alone if not all(puzzle.type.is_note(fact.atom) for fact in step.facts)]
    assert not any(set(step.known) <= set(earlier.facts) for step in alone for earlier in steps)


@pytest.mark.parametrize(
    "path",
    [
        "sudoku/4x4",
        "numberlink/sparse",
        *(pytest.param(path, marks=pytest.mark.rest) for path in ("nurikabe/5x5", "killer/4x4", "nonogram/5x5")),
    ],
)
def test_steps_from_a_wrong_guess_lead_to_a_contradiction(path: str):
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    (answer,) = answers(puzzle)
    solver = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True, beyond=True)
    all_clues = clues(puzzle)
    for atom in sorted(solver.shown.keys() - answer, key=str)[::7]:
        state = WalkState(puzzle, Settings(), set(answer))
        walk = GuessWalk(Walk(state, Settings()))
        if atom not in state.marks:
            continue
        guess = Fact(atom)
        assert walk.breaks([guess])
        known = {*state.known_facts(), guess}
        *steps, last = walk.refute([guess])
        needed = {fact for step in [*steps, last] for fact in step.known}
        for step in [*steps, last]:
            assert set(step.known) <= known
            reason = [solver.required[instance] for instance in step.constraints]
            reason += [solver.given[all_clues.index(clue)] for clue in step.clues]
            reason += [literal(solver, fact) for fact in step.known]
            for fact in step.facts:
                assert solver.core([-literal(solver, fact), *reason]) is not None
                assert fact in needed
            known |= set(step.facts)
            assert (solver.core(reason) is not None) == (step is last)
        assert all(solver.core([part for part in reason if part != each]) is None for each in reason)
        assert not last.facts and all(step.facts for step in steps)


@pytest.mark.parametrize(
    ("path", "guess", "says"),
    [
        ("nonogram/5x5", Guess(1, 1), {"shade((1,1))": True}),
        ("nonogram/5x5", Guess(1, 1, "-"), {"shade((1,1))": False}),
        ("slitherlink/made-5x5", Guess(1, 1, "ns"), {"line(p(1,1),p(1,2))": True, "line(p(2,1),p(2,2))": True}),
        ("slitherlink/made-5x5", Guess(5, 5, "-"), dict.fromkeys(
            ["line(p(5,5),p(5,6))", "line(p(5,5),p(6,5))", "line(p(5,6),p(6,6))", "line(p(6,5),p(6,6))"], False)),
        ("numberlink/sparse", Guess(1, 1, "s"), {"line((1,1),(2,1))": True}),
    ],
)  # fmt: skip
def test_a_guess_is_any_mark_that_answers_have(path: str, guess: Guess, says: dict[str, bool]):
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    *_, hints = explain_steps(puzzle, Settings(), HintRequest(guess=guess))
    assert hints.trial is not None
    assert {str(fact.atom): fact.holds for fact in hints.trial.guess} == says
    (answer,) = answers(puzzle)
    assert hints.trial.breaks == bool(hints.steps) == any((f.atom in answer) != f.holds for f in hints.trial.guess)


def literal(solver: AssumptionSolver, fact: Fact) -> int:
    return solver.shown[fact.atom] if fact.holds else -solver.shown[fact.atom]


@pytest.mark.parametrize(("type_", "number"), numbered(lambda name: is_made(name) and not has_clues(name)))
def test_all_constraints_and_clues_required_are_the_puzzle(type_: str, number: int):
    puzzle = made(type_, number)
    solver = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True)
    atoms = solver.answers([*solver.assume(range(len(solver.clues))), *solver.required.values()], 0)
    assert frozenset(map(frozenset, atoms)) == answers(puzzle)
    every = pysolve.candidates(puzzle).details
    assert frozenset({every.every}) == frozenset({every.some}) == answers(puzzle)


def true_facts(puzzle: Puzzle, hints: Hints) -> set[Term]:
    """The atoms of answers that hold by the start and the steps."""
    facts = [*hints.start, *(fact for step in hints.steps for fact in step.facts)]
    return {fact.atom for fact in facts if fact.holds and not puzzle.type.is_note(fact.atom)}


def without_tints(puzzle: Puzzle, answer: frozenset[Term]) -> set[Term]:
    """The atoms of an answer that a walk has to find: those that only colour it follow from them, if there are others."""
    tints = {rule.template.name for rule in puzzle.type.draw if rule.mark == "tint"}
    return {atom for atom in answer if atom.name not in tints} or set(answer)


#: Clues that are taken away before a walk, times cells: on a large board a walk from the very beginning takes minutes.
LONGEST_WALK = 1200


@pytest.mark.rest
@pytest.mark.parametrize(
    ("type_", "away"),
    Some(TYPES, lambda name: [(name, 3), pytest.param(name, 99, marks=pytest.mark.slow)] if has_clues(name) else []),
)
def test_a_walk_leads_to_the_answer(type_: str, away: int):
    puzzle = made(type_, 0)
    puzzle = with_one_answer(puzzle, min(away, LONGEST_WALK // len(puzzle.cells)))
    (answer,) = answers(puzzle)
    result = pysolve.hint(puzzle, steps=0).details
    assert result.done
    assert true_facts(puzzle, result) == without_tints(puzzle, answer)
    *_, canonical = explain_steps(puzzle, Settings(), HintRequest(steps=0, canonical=True))  # which grades rest on
    assert canonical.done
    assert true_facts(puzzle, canonical) == without_tints(puzzle, answer)


#: Made boards of 6x6: one that needs nothing but the last value of a cell or the last cell of a value, one that needs more.
EASY = """\
  . 4 . 2 . 3
  . . . . . 5
  . 3 . . . .
  2 . . 3 . .
  4 2 . . . .
  . . . . 1 .
"""
HARD = """\
  1 . 3 6 . .
  . 5 . . . .
  . 3 . 5 . .
  4 . . . . 1
  . . . . . .
  . . . 1 5 2
"""


def test_a_puzzle_with_fewer_clues_is_graded_as_harder():
    easy, hard = made("sudoku", 0), pysolve.reduce(made("sudoku", 0)).details.puzzle
    assert hard is not None
    easy = without(easy, clues(easy)[:2])
    grades = [pysolve.grade(puzzle) for puzzle in (easy, hard)]
    assert all(grade.done for grade in grades)
    assert grades[0].difficulty <= grades[1].difficulty
    assert grades[0].largest <= grades[1].largest
    assert grades[0].total < grades[1].total


@pytest.mark.slow
def test_a_puzzle_that_needs_more_is_graded_as_harder():
    easy, hard = (pysolve.grade(pysolve.read_text(f"puzzle: sudoku\ngrid: |\n{rows}")) for rows in (EASY, HARD))
    assert easy.done and hard.done
    assert easy.difficulty < hard.difficulty
    assert easy.level == "easy" != hard.level
    assert easy.largest + 3 < hard.largest


@pytest.mark.parametrize(
    ("sentence", "values", "words"),
    [
        ("There {is|are} N {mine|mines}.", {"N": 1}, "There is 1 mine."),
        ("There {is|are} N {mine|mines}.", {"N": 0}, "There are 0 mines."),
        ("V {cell|cells} of region G {is|are} shaded.", {"V": 1, "G": 5}, "1 cell of region 5 is shaded."),
        ("V {cell|cells} of region G {is|are} shaded.", {"V": 3, "G": 1}, "3 cells of region 1 are shaded."),
        ("N {ship|ships} of L {cell|cells}, {|each} whole", {"N": 2, "L": 1}, "2 ships of 1 cell,  whole"),
        ("The {one|other} has {braces}", {}, "The other has {braces}"),
    ],
)
def test_sentences_read_right_in_number(sentence: str, values: dict[str, int], words: str):
    names = tuple(sorted(values))
    constraint = Constraint(0, "said", sentence, "", names, 1)
    assert constraint.words(tuple(values[name] for name in names), lambda value, name, before: str(value)) == words


@pytest.mark.parametrize(("number", "words"), [(1, "1 place:"), (2, "2 places:")])
def test_the_places_of_the_farthest_answer_are_counted_in_words(number: int, words: str):
    puzzle = pysolve.read_text("1 . . .\n. . . .\n. . . .\n. . . .\n", "sudoku")
    one, other = (tuple(Term("value", ((1, c), v)) for c in range(1, number + 1)) for v in (1, 2))
    farthest = why_record(puzzle, Why(answers=(one,), farthest=other)).farthest
    assert farthest is not None and farthest.says.endswith(f" {words}")


def test_rules_that_were_added_are_said_before_those_that_everybody_knows(monkeypatch, write):
    rule = "%! X and Y are a knight's move apart, so they do not both hold V."
    file = write(f"{rule}\n:- value(X, V), value(Y, V), X = (R,C), Y = (R+1,C+2).\n", "knight.lp")
    puzzle = pysolve.read_text(". . . .\n4 2 . .\n. . . 3\n2 . . .\n", "sudoku")
    monkeypatch.setattr("pysolve.analyses.why._MOST_CONSTRAINTS", 1)
    (conflict,) = pysolve.why(puzzle, Settings(rules=(str(file),))).conflicts
    first, rest = conflict.because
    assert "knight's move" in first and "more constraint" in rest


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("%! X and Y are a knight's move apart, so they do not both hold V.\n"
         ":- value(X, V), value(Y, V), X = (R,C), Y = (R+1,C+2).", "knight's move"),
        ("%! X does not hold V today.\n:- value(X, V), X = (2, 1), V = 4.", "today"),  # of a clue's place and value alone
    ],
)  # fmt: skip
def test_rules_of_a_changed_type_are_named_first_and_never_left_out(monkeypatch, tmp_path, rule: str, says: str):
    own = tmp_path / "sudoku"
    shutil.copytree(library() / "sudoku", own)
    (own / "rules.lp").write_text(f"{(own / 'rules.lp').read_text()}\n{rule}\n")
    monkeypatch.setattr("pysolve.analyses.why._MOST_CONSTRAINTS", 1)
    reading = formats.Reading("sudoku", (str(tmp_path),))
    puzzle = formats.read_one(". . . .\n4 2 . .\n. . . 3\n2 . . .\n", "text", reading)
    (conflict,) = pysolve.why(puzzle).conflicts
    assert says in conflict.because[0] and says in conflict.rules[0].sentence
    assert all("more constraint" in each for each in conflict.because[1:])


@pytest.mark.parametrize(("number", "last"), [(13, "… and 1 more constraint"), (14, "… and 2 more constraints")])
def test_constraints_that_are_not_listed_are_counted_in_words(number: int, last: str):
    puzzle = pysolve.read_text("1 . . .\n. . . .\n. . . .\n. . . .\n", "sudoku")
    constraint = Constraint(0, "full", "Row R is full.", "", ("R",), 1)
    instances = tuple(ConstraintInstance(constraint, (row,)) for row in range(number))
    (conflict,) = why_record(puzzle, Why(conflicts=(Conflict((), instances),))).conflicts
    assert conflict.because[-1] == last and len(conflict.constraints) == number


# -- What is left of a clue


@pytest.mark.parametrize(
    ("name", "grid", "left"),
    [
        ("kakuro", "- 3, 3,\n,3 . .\n3,3 . .", {"-"}),  # a block without its sums
        ("str8ts", "2x 1\n. x", {"x"}),  # but of a cell nothing
        ("trinairo", "2x 1 . x . .\n" + ". . . . . .\n" * 5, {"x"}),
        ("shingoki", "w4 b\n. .", set()),
    ],
)
def test_what_is_no_clue_stays(name: str, grid: str, left: set[str]):
    rows = grid.strip().split("\n")
    puzzle = pysolve.read_text(f"{len(rows)} {len(rows[0].split())}\n{grid}", name)
    assert {token.text for clue in clues(puzzle) for token in clue.placeholders} == left


def test_reduce_takes_sums_from_their_blocks():
    puzzle = pysolve.read(str(INSTANCES / "kakuro/4x5.yaml"))
    *_, reduced = reduce_clues(puzzle, Settings(), ReduceRequest())
    assert reduced.removed and reduced.puzzle is not None
    assert pysolve.check(reduced.puzzle) == "unique"
    assert {token.values["X"] for token in puzzle.tokens["grid"]} == {
        token.values["X"] for token in reduced.puzzle.tokens["grid"]
    }


@pytest.mark.parametrize("name", ["buraitoraito", "kakkuru", "nondango", "usoone"])
def test_reduce_keeps_what_makes_the_puzzle(name: str):
    with pytest.raises(PuzzleError, match="has no clues that could be taken away"):
        list(reduce_clues(pysolve.read(str(samples.smallest(name))), Settings(), ReduceRequest()))


@pytest.mark.parametrize("name", ["pipeline", "starrysky", "stitches"])
def test_reduce_takes_away_what_else_there_is(name: str):
    puzzle = pysolve.read(str(samples.smallest(name)))
    *_, reduced = reduce_clues(puzzle, Settings(), ReduceRequest())
    assert reduced.puzzle is not None and not any(clue.stays for clue in reduced.removed)
    assert bool(reduced.removed) == (name == "pipeline")


def test_the_words_of_a_list_are_ground_once():
    puzzle = pysolve.read(str(INSTANCES / "crossword" / "3x3.yaml"))
    lines = [line for line in relaxed(puzzle, clues(puzzle)) if line.startswith("word(")]
    assert len(lines) == len(set(lines)) == len(puzzle.lists["words"].scores)


@pytest.mark.parametrize(("name", "predicate"), [("nurikabe", "number"), ("shikaku", "root")])
def test_what_the_rules_derive_from_a_clue_and_without_it_is_a_fact(name: str, predicate: str):
    puzzle = pysolve.read(str(samples.smallest(name)))
    given = clues(puzzle)
    solver = AssumptionSolver(puzzle, Settings(), given)
    atoms = [*solver.control.symbolic_atoms.by_signature(predicate, 1)]
    assert len(atoms) >= len(given) > 0
    assert all(atom.is_fact for atom in atoms)


def test_what_only_a_clue_says_is_no_fact():
    puzzle = pysolve.read(str(samples.smallest("nurikabe")))
    program = rules.load(puzzle.type.rule_files)
    for rule in ("own(X) :- clue(X, V).", "own(X, Y) :- clue(X, _).", "own(X) :- clue(X, V), island(X, V)."):
        program.add(rule, "own.lp")
    assert not [fact for fact in held_anyway(program, clues(puzzle)) if fact.startswith("own")]


def test_what_was_taken_away_is_known_before_all_clues_were_tried(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reduce, "BETWEEN", -1)
    puzzle = pysolve.puzzle("sudoku", grid="1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1")
    _, *found = reduce_clues(puzzle, Settings(), ReduceRequest())
    left = [len(reduced.left) for reduced in found]
    assert len(left) > 1
    assert left == sorted(left, reverse=True)
    assert [reduced.minimal for reduced in found] == [False] * (len(found) - 1) + [True]
    assert all(reduced.puzzle is not None for reduced in found)
    ended = replace(found[0], reason=StopReason.TIME_LIMIT)
    assert "before all were tried" in reduced_record(puzzle, ended).says[0]


@pytest.mark.parametrize("costs", ["#minimize { V : value((1,1), V) }.", "#minimise { V : value((1,1), V) }.",
                                   ":~ value((1,1), V). [V]"])  # fmt: skip
def test_what_rules_like_best_matters_to_no_analysis(costs, write):
    puzzle = pysolve.read_text("1 - - -\n- - - -\n- - - -\n- - - 2\n", "sudoku")
    costly = Settings(rules=(str(write(costs + "\n", "costs.lp")),))
    some, liked = (AssumptionSolver(puzzle, each).last_consequences([], "brave") for each in (Settings(), costly))
    assert some == liked != set()


def test_which_literals_a_model_holds_is_read_in_either_way_alike(monkeypatch):
    solver = AssumptionSolver(pysolve.read_text("1 - - -\n- - - -\n- - - -\n- - - 2\n", "sudoku"), Settings())
    literals = [each for literal in solver.shown.values() for each in (literal, -literal)]
    with solver.control.solve(yield_=True) as handle:
        model = handle.model()
        known = [model.is_true(literal) for literal in literals]
        assert grounding.which_hold(model, literals) == known
        monkeypatch.setattr(grounding, "clingo", SimpleNamespace(solving=SimpleNamespace()))
        assert grounding.which_hold(model, literals) == known and known.count(True) == len(literals) / 2
