"""The smallest reasons: as small as a search through all sets says."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import combinations
from unittest.mock import Mock

import pytest
from conftest import INSTANCES, ROOT
from test_propagation import Grounded, program

sys.path.insert(0, str(ROOT / "bench"))

from sufficiency import SufficiencyCheck

import pysolve
from pysolve.analysis import finders
from pysolve.analysis.assumptions import AssumptionSolver, SearchLimitError, Shrinking, roughly_shrunk
from pysolve.analysis.finders import BySmallest, BySolving
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.analysis.regions import Effort, EffortSpentError, HittingSets, Region, Regions, RuleGraph, SmallestReasons
from pysolve.solving.settings import Settings


@pytest.mark.parametrize("seed", range(60))
def test_few_elements_that_hit_all_sets_are_the_fewest(seed: int):
    chance = random.Random(seed)
    sets = HittingSets(Effort(10**6))
    added = []
    for _ in range(12):
        added.append(sum(1 << element for element in chance.sample(range(9), chance.randint(1, 4))))
        sets.add(added[-1])
        fewest = min(
            len(chosen)
            for size in range(10)
            for chosen in combinations(range(9), size)
            if all(any(each >> element & 1 for element in chosen) for each in added)
        )
        hit = sets.hit(fewest)
        assert hit is not None and hit.bit_count() <= fewest and all(hit & each for each in added)
        assert sets.hit(fewest - 1) is None


def test_the_search_ends_when_its_effort_is_spent():
    sets = HittingSets(Effort(30))
    with pytest.raises(EffortSpentError):
        for element in range(20):
            sets.add(0b11 << element)
            sets.hit(20)


@pytest.mark.parametrize("seed", range(100))
def test_no_fact_has_a_smaller_reason(seed: int):
    grounded = Grounded(program(random.Random(seed)))
    things = [thing for thing in grounded.things if grounded.possible(thing)]
    facts = [signed for literal in grounded.literals.values() for signed in (literal, -literal)]
    open_ = [fact for fact in facts if abs(fact) not in things]
    smallest = SmallestReasons(RuleGraph(grounded.rules), things, open_)
    sizes = [
        size
        for size in range(1, len(things) + 1)
        for chosen in combinations(things, size)
        if grounded.possible(*chosen) and any(not grounded.possible(*chosen, -fact) for fact in open_)
    ]
    reason = smallest.find(open_, [], len(things), Effort(10**6))
    if reason is None:
        assert sizes == [] or not grounded.possible(*things)
    else:
        assert not grounded.possible(*reason.premises, -reason.fact)
        assert len(reason.premises) <= min(sizes, default=len(things))


def test_what_the_solver_gives_up_costs_more_than_a_step_has(monkeypatch: pytest.MonkeyPatch):
    grounded = Grounded(program(random.Random(0)))
    smallest = SmallestReasons(RuleGraph(grounded.rules), grounded.things, [grounded.things[0]])
    effort = Effort(1000)

    def give_up(self: Region, fact: int, premises: object) -> None:
        raise SearchLimitError

    monkeypatch.setattr(Region, "violated", give_up)
    assert smallest.find([grounded.things[0]], [], 5, effort) is None
    assert effort.left < 0  # so that the next steps do not try again


@pytest.mark.parametrize("seed", range(50))
def test_a_minimal_subset_is_the_same_if_the_way_to_it_is_interrupted(seed: int):
    chance = random.Random(seed)
    conflicts = [set(chance.sample(range(20), chance.randint(1, 8))) for _ in range(3)]
    calls = 0

    def core(elements: Sequence[int]) -> list[int] | None:
        nonlocal calls
        calls += 1
        inside = [conflict for conflict in conflicts if conflict <= set(elements)]
        return sorted(inside[-1]) if inside else None

    whole = Shrinking(range(20)).go_on(core)
    assert whole is not None and core(whole) is not None
    assert all(core([each for each in whole if each != one]) is None for one in whole)
    calls = 0
    Shrinking(range(20)).go_on(core)
    needed, calls = calls, 0
    interrupted = Shrinking(range(20))
    assert all(interrupted.go_on(core, most) is None for most in range(len(whole)))
    assert interrupted.go_on(core, len(whole)) == whole
    assert calls == needed  # nothing was done twice


def test_where_the_solver_gives_up_nothing_is_lost():
    def gives_up(_: Sequence[int]) -> list[int]:
        raise SearchLimitError

    begun = Shrinking(range(20))
    with pytest.raises(SearchLimitError):
        begun.go_on(gives_up)
    assert (begun.needed, begun.left) == ([], [*range(20)])


def test_a_reason_is_found_even_if_the_solver_gives_up_each_time(monkeypatch: pytest.MonkeyPatch):
    shrunk = Mock(side_effect=SearchLimitError)
    monkeypatch.setattr(Region, "shrunk", shrunk)
    monkeypatch.setattr(finders, "PROBES", ())
    monkeypatch.setattr(BySmallest, "EFFORT", 0)
    puzzle = pysolve.read(INSTANCES / "numberlink/classic.yaml")
    *_, hints = explain_steps(puzzle, Settings(), HintRequest(steps=24))
    assert len(hints.steps) == 24 and shrunk.called
    assert not list(SufficiencyCheck(puzzle, Settings()).gaps(hints.steps))


@pytest.mark.parametrize(("name", "total"), [("nurikabe/5x5.yaml", 69), ("starbattle/6x6.yaml", 92)])
def test_reasons_on_small_boards_are_small(name: str, total: int):
    grade = pysolve.grade(pysolve.read(INSTANCES / name))
    assert grade.done and grade.total <= total  # what always taking the smallest reason led to


@pytest.mark.parametrize(("path", "largest"), [("balanceloop/full", 4), ("compass/4x4", 5), ("nurimisaki/5x5", 6)])
def test_clues_that_constraints_speak_of_hide_no_smaller_reason(path: str, largest: int):
    hints = pysolve.hint(pysolve.read(INSTANCES / f"{path}.yaml"), steps=0).details
    # along a loop that would close, it goes without saying that it does not branch
    steps = [each for each in hints.steps if not (each.chain.links[-1] if each.chain else each).ring]
    assert hints.done and max(len(step.constraints) + len(step.clues) for step in steps) <= largest


def test_predicates_are_settled_by_clues_if_nothing_else_derives_them():
    settled = {}
    for path in ("tents/6x6", "balanceloop/full"):
        solver = AssumptionSolver(pysolve.read(INSTANCES / f"{path}.yaml"), Settings(), by_rules=True)
        settled[path] = solver.settled_by(["clue", "white", "black"])
    assert {"clue", "count", "group"} <= settled["tents/6x6"]
    assert "on_loop" not in settled["balanceloop/full"]


def test_what_the_solver_gives_up_on_is_tried_again_with_the_next_effort():
    """3 and 5 contradict each other; whether 1 is needed takes more than 10 conflicts, and whether 2 is, more than 100."""
    asked: list[tuple[frozenset[int], int]] = []

    def core(some: Sequence[int], effort: int) -> list[int] | None:
        asked.append((frozenset(some), effort))
        without = {1, 2, 3, 4, 5} - {*some}
        if (effort <= 10 and 1 in without) or (effort <= 100 and 2 in without):
            raise SearchLimitError
        return [each for each in some if each != 4] if {3, 5} <= {*some} else None

    assert roughly_shrunk(core, [1, 2, 3, 4, 5], (10,)) == [5, 3, 1, 2]
    assert {*roughly_shrunk(core, [1, 2, 3, 4, 5], (10, 100))} == {5, 3, 2}
    assert {*roughly_shrunk(core, [1, 2, 3, 4, 5], (10, 100, 1000))} == {5, 3}
    assert all({3, 5} <= some for some, effort in asked if effort > 10)  # what is decided is not asked again


def test_premises_stay_where_the_solver_gives_up_on_them(monkeypatch: pytest.MonkeyPatch):
    puzzle = pysolve.read(INSTANCES / "hitori/8x8.yaml")
    fewest = pysolve.hint(puzzle, steps=20).details.steps
    searches = Mock(side_effect=SearchLimitError)
    monkeypatch.setattr(Region, "core", searches)
    monkeypatch.setattr(BySmallest, "EFFORT", 0)
    monkeypatch.setattr(BySolving, "find", lambda self, open_, best: best)
    steps = pysolve.hint(puzzle, steps=20).details.steps
    assert len(steps) == 20 and not list(SufficiencyCheck(puzzle, Settings()).gaps(steps))
    assert searches.called and {call.kwargs["effort"] for call in searches.mock_calls} == {*Regions.EFFORTS}
    assert sum(step.size for step in steps) >= sum(step.size for step in fewest)
