"""The setter's desk, for every type alike: what it says is true, on some hundred small random boards."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

import pysolve
from pysolve import PuzzleError
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues, without
from pysolve.analysis.derived_clues import GIVE, clue_of, derived_clues_file
from pysolve.analysis.hint import Fact, Walk
from pysolve.formats.native_writer import write
from pysolve.generate.boards import filled
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.solving.search import run
from pysolve.solving.settings import Settings

#: Small boards of each type that makes puzzles by itself.
SIZES = {
    "sudoku": "4",
    "hidato": "3x4",
    "slitherlink": "3x4",
    "nonogram": "4x4",
    "akari": "5",
    "killer": "4",
    "nurikabe": "4",
}
BOARDS = 30

#: Types whose puzzles have no clues that can go one by one.
OTHERS = {"starbattle": "5", "numberlink": "4"}

Answers = frozenset[frozenset[Term]]


@cache
def made(type_: str, number: int) -> Puzzle:
    found = pysolve.make(type_, (SIZES | OTHERS)[type_], seed=number, all_clues=True)
    assert found.puzzle is not None, found.failure
    return found.puzzle


def answers(puzzle: Puzzle, models: int = 0) -> Answers:
    """All answers by the plain rules; a puzzle that they find invalid has none."""
    try:
        return frozenset(frozenset(found.atoms) for found in run(puzzle, Settings(models=models, drawing=False))[0])
    except PuzzleError:
        return frozenset()


def thinned(puzzle: Puzzle, chance: random.Random, most: int = 40) -> Puzzle:
    """The puzzle without some of its clues, but with not more than so many answers."""
    found = clues(puzzle)
    chance.shuffle(found)
    away = len(found)
    while len(answers(without(puzzle, found[:away]), most + 1)) > most:
        away -= 1
    return without(puzzle, found[: chance.randint(min(1, away), away)])


def spoilt(puzzle: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with a clue of another puzzle of its kind in the place of one of its own."""
    other = made(puzzle.type.name, chance.randrange(100, 100 + BOARDS))
    theirs = {clue.places: clue for clue in clues(other)}
    swapped = [clue for clue in clues(puzzle) if clue.places in theirs and theirs[clue.places].text != clue.text]
    chance.shuffle(swapped)
    for chosen in swapped:
        tokens = {
            name: tuple(token for token in part if token not in chosen.tokens) for name, part in puzzle.tokens.items()
        }
        new = theirs[chosen.places]
        tokens[new.part] = (*tokens[new.part], *new.tokens)
        spoilt = replace(puzzle, tokens=tokens, answer=None)
        try:
            pysolve.check(spoilt)
        except PuzzleError:  # the same number twice, for instance
            continue
        return spoilt
    return puzzle


def boards() -> list[tuple[str, int]]:
    return [(type_, number) for type_ in SIZES for number in range(BOARDS)]


on_boards = pytest.mark.parametrize(("type_", "number"), boards())


# -- What all rests on


@on_boards
def test_a_clue_only_takes_answers_away(type_: str, number: int):
    chance = random.Random(number)
    puzzle = thinned(made(type_, number), chance)
    for clue in clues(puzzle):
        assert answers(puzzle) <= answers(without(puzzle, [clue]))


@on_boards
def test_rules_that_are_all_demanded_are_the_rules(type_: str, number: int):
    puzzle = thinned(made(type_, number), random.Random(number))
    asked = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True)
    found = asked.answers([*asked.assume(range(len(asked.clues))), *asked.required.values()], 0)
    assert frozenset(map(frozenset, found)) == answers(puzzle)


@on_boards
def test_answers_of_a_puzzle_with_a_clue_are_those_that_imply_it(type_: str, number: int):
    chance = random.Random(number)
    puzzle = thinned(made(type_, number), chance)
    file = derived_clues_file(puzzle.type)
    assert file is not None
    asked = AssumptionSolver(puzzle, Settings(), files=[file])
    implied = asked.literals_of(GIVE)
    open_ = [
        atom for atom in implied if not (places(clue_of(atom)) & {str(p) for c in clues(puzzle) for p in c.places})
    ]
    if puzzle.type.name == "nonogram":  # one clue of a line says nothing: all of them together are the clue
        return
    for atom in chance.sample(open_, min(len(open_), 5)):
        with_clue = filled(puzzle, [clue_of(atom)])
        assert frozenset(map(frozenset, asked.answers([implied[atom]], 0))) == answers(with_clue)


def places(clue: Term) -> set[str]:
    return {str(part) for part in clue.args if not isinstance(part, int)}


# -- The questions


@on_boards
def test_why_there_is_no_answer(type_: str, number: int):
    chance = random.Random(number)
    puzzle = spoilt(made(type_, number), chance)
    found = pysolve.why(puzzle)
    if answers(puzzle, 1):
        assert found.verdict != "none"
        return
    assert found.verdict == "none"
    assert found.smallest
    (conflict,) = found.conflicts
    everything = clues(puzzle)
    for clue in conflict.clues:  # without any one of them there is an answer
        away = [each for each in everything if each not in conflict.clues or each == clue]
        assert answers(without(puzzle, away), 1)
    assert not answers(without(puzzle, [each for each in everything if each not in conflict.clues]), 1)


@pytest.mark.parametrize("number", range(6))
def test_all_conflicts_are_all_minimal_ones(number: int):
    puzzle = thinned(spoilt(made("sudoku", number), random.Random(number)), random.Random(number))
    puzzle = without(puzzle, clues(puzzle)[9:])
    found = pysolve.why(puzzle, conflicts=0)
    everything = clues(puzzle)
    bad = [
        frozenset(at for at in range(len(everything)) if bits >> at & 1)
        for bits in range(2 ** len(everything))
        if not answers(without(puzzle, [clue for at, clue in enumerate(everything) if not bits >> at & 1]), 1)
    ]
    minimal = {each for each in bad if not any(other < each for other in bad)}
    assert {frozenset(everything.index(clue) for clue in conflict.clues) for conflict in found.conflicts} == minimal
    assert [len(conflict.clues) for conflict in found.conflicts] == sorted(map(len, minimal))
    assert found.complete or not minimal


@on_boards
def test_why_there_are_several_answers(type_: str, number: int):
    puzzle = thinned(made(type_, number), random.Random(number))
    every = answers(puzzle)
    found = pysolve.why(puzzle, models=0, farthest=True, repair=True)
    if len(every) == 1:
        assert found.verdict == "unique"
        return
    assert found.verdict == "multiple"
    assert frozenset(map(frozenset, found.answers)) == every
    assert found.exhausted
    assert found.some == frozenset().union(*every)
    assert found.every == frozenset.intersection(*every)
    first = found.answers[0]
    distances = [distance(puzzle, first, other) for other in every if other != set(first)]
    assert found.nearest is not None and distance(puzzle, first, found.nearest) == min(distances)
    assert found.farthest is not None and distance(puzzle, first, found.farthest) == max(distances)
    if type_ != "nonogram":
        for clue in found.repairs or []:
            assert len(answers(filled(puzzle, [clue]))) == 1


def distance(puzzle: Puzzle, one, other) -> int:
    from pysolve.analysis.differences import count

    return count(puzzle, one, other)


@on_boards
def test_candidates_are_the_union_and_the_intersection_of_the_answers(type_: str, number: int):
    puzzle = thinned(made(type_, number), random.Random(number))
    every = answers(puzzle)
    found = pysolve.candidates(puzzle)
    assert found.some == frozenset().union(*every)
    assert found.every == frozenset.intersection(*every)


@on_boards
def test_a_reduced_puzzle_has_one_answer_and_no_clue_to_spare(type_: str, number: int):
    puzzle = made(type_, number)
    found = pysolve.reduce(puzzle, seed=number, symmetric=number % 2 == 1)
    assert found.puzzle is not None
    assert answers(found.puzzle) == answers(puzzle)
    left = clues(found.puzzle)
    assert len(left) == len(found.left)
    if number % 2 == 0:
        for clue in left:
            assert len(answers(without(found.puzzle, [clue]), 2)) == 2
    again = pysolve.read_text(write(found.puzzle))
    assert answers(again) == answers(puzzle)


@pytest.mark.parametrize("number", range(4))
def test_the_fewest_clues_are_the_fewest(number: int):
    puzzle = made("sudoku", number)
    found = pysolve.reduce(puzzle, smallest=True)
    assert found.fewest
    assert len(found.left) <= min(len(pysolve.reduce(puzzle, seed=seed).left) for seed in range(10))
    assert len(found.left) >= 4  # no Sudoku of 4x4 has one answer with fewer


@pytest.mark.parametrize(
    ("type_", "number"), [*boards(), *((type_, number) for type_ in OTHERS for number in range(5))]
)
def test_steps_follow_from_their_reasons_and_nothing_in_these_is_to_spare(type_: str, number: int):
    puzzle = without(made(type_, number), [])
    found = pysolve.hint(puzzle, steps=3)
    (answer,) = answers(puzzle)
    walk = Walk(puzzle, Settings(), set(answer))
    asked = walk._asked
    for step in found.steps:
        reason = [asked.required[instance] for instance in step.constraints]
        reason += [asked.given[clues(puzzle).index(clue)] for clue in step.clues]
        reason += [literal(asked, fact) for fact in step.known]
        assert len(reason) == step.size
        for fact in step.facts:
            assert (fact.atom in answer) == fact.holds
            assert asked.core([-literal(asked, fact), *reason]) is not None
        spare = [
            part
            for part in reason
            if all(asked.core([-literal(asked, f), *(p for p in reason if p != part)]) is not None for f in step.facts)
        ]
        assert spare == []


def literal(asked: AssumptionSolver, fact: Fact) -> int:
    return asked.shown[fact.atom] if fact.holds else -asked.shown[fact.atom]


@pytest.mark.parametrize("type_", OTHERS)
def test_rules_and_clues_that_are_all_demanded_are_the_puzzle(type_: str):
    for number in range(BOARDS):
        puzzle = made(type_, number)
        asked = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True)
        found = asked.answers([*asked.assume(range(len(asked.clues))), *asked.required.values()], 0)
        assert frozenset(map(frozenset, found)) == answers(puzzle)
        every = pysolve.candidates(puzzle)
        assert frozenset({every.every}) == frozenset({every.some}) == answers(puzzle)


@pytest.mark.parametrize("type_", SIZES)
def test_a_walk_leads_to_the_answer(type_: str):
    puzzle = pysolve.reduce(made(type_, 0)).puzzle
    assert puzzle is not None
    (answer,) = answers(puzzle)
    found = pysolve.hint(puzzle, steps=0)
    assert found.done
    known = {fact.atom for fact in [*found.start, *(fact for step in found.steps for fact in step.facts)] if fact.holds}
    tints = {template.name for template, mark in puzzle.type.draw if mark == "tint"}
    assert known == {atom for atom in answer if atom.name not in tints}
    grade = pysolve.grade(puzzle)
    assert grade.done
    assert (grade.steps, grade.total) == (len(found.steps), sum(step.size for step in found.steps))


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


def test_a_puzzle_that_needs_more_is_graded_as_harder():
    easy, hard = (pysolve.grade(pysolve.read_text(f"puzzle: sudoku\ngrid: |\n{rows}")) for rows in (EASY, HARD))
    assert easy.done and hard.done
    assert easy.difficulty + 1 < hard.difficulty
    assert easy.largest + 5 < hard.largest
