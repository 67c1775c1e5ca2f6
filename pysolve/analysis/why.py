"""Why a puzzle has no answer, or several."""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..model.verdict import Verdict
from ..solving import facts
from ..solving.outcome import Contradiction
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .assumptions import AssumptionSolver, ConstraintInstance
from .clues import Clue, clues
from .derived_clues import GIVE, clue_of, derived_clues_file
from .differences import by_difference
from .mus import shrink, smallest_first

Atoms = tuple[Term, ...]

#: Seconds that the search for a smaller conflict, and the one for its reason, may take if one conflict is wanted.
PATIENCE = 3.0


@dataclass(frozen=True)
class Conflict:
    """Clues that contradict each other; without any one of them there is an answer.

    because: the demands of the rules with which they do, a minimal set, in the order of the rules; empty if it was not
    looked for. Without clues, the rules alone leave no answer on this board.
    """

    clues: tuple[Clue, ...]
    because: tuple[ConstraintInstance, ...] = ()


@dataclass
class Why:
    """What is known of why a puzzle has no answer or several; all of it, if no limit was reached.

    verdict: as in Outcome. impossible: a plain reason that the rules know. conflicts: the smallest first, unless
    `smallest` is false: then the first is minimal, but a smaller one may exist. complete: there are no other conflicts.
    answers: up to as many as were asked for, exhausted: there are no others. some, every: the atoms that hold in some
    answer, and in all. nearest, farthest: the answers that differ from the first one the least and the most.
    repairs: clues that, one of them added, leave one answer. reason: which limit was reached.
    """

    verdict: Verdict = Verdict.UNKNOWN
    impossible: Contradiction | None = None
    conflicts: list[Conflict] = field(default_factory=list)
    smallest: bool = False
    complete: bool = False
    answers: list[Atoms] = field(default_factory=list)
    exhausted: bool = False
    given: Atoms = ()
    some: frozenset[Term] | None = None
    every: frozenset[Term] | None = None
    nearest: Atoms | None = None
    farthest: Atoms | None = None
    repairs: list[Term] | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Wanted:
    """What is asked. conflicts: how many, 0 for all. models: how many answers are counted, 0 for all."""

    conflicts: int = 1
    models: int = 100
    farthest: bool = False
    repair: bool = False


Finding = tuple[str, Any]


def findings(puzzle: Puzzle, settings: Settings, wanted: Wanted) -> Iterator[Finding]:
    """What is found, piece by piece: names of fields of Why and their values, the last value counts."""
    search = open_local(puzzle, replace(settings, models=2, count=False))
    answers = [found.atoms for found in search]
    outcome = search.outcome
    yield "given", outcome.given
    yield "verdict", outcome.verdict
    if outcome.verdict == Verdict.NONE:
        yield "impossible", outcome.impossible
        yield from _conflicts(puzzle, settings, wanted.conflicts)
    elif outcome.verdict == Verdict.MULTIPLE:
        yield "answers", answers
        yield from _answers(puzzle, settings, answers, wanted)
    else:
        yield "answers", answers
        yield "exhausted", True


# -- No answer


def _conflicts(puzzle: Puzzle, settings: Settings, wanted: int) -> Iterator[Finding]:
    found = clues(puzzle)
    asked = AssumptionSolver(puzzle, settings, found)
    number_of = {literal: number for number, literal in enumerate(asked.given)}

    def core(numbers: Sequence[int]) -> Collection[int] | None:
        contradiction = asked.core([asked.given[number] for number in numbers])
        return None if contradiction is None else [number_of[literal] for literal in contradiction]

    numbers = list(range(len(found)))
    first = shrink(core, numbers)
    if first is None:  # the clues can be met in the relaxed puzzle, so all of them conflict, with what is no clue
        first = numbers
    reasons = _Reasons(puzzle, settings, found)
    conflicts = [reasons.conflict(first)]
    yield "conflicts", list(conflicts)
    if not first:
        yield "smallest", True
        yield "complete", True
        return
    chance = random.Random(settings.seed or 0)
    deadline = time.monotonic() + PATIENCE
    if wanted == 1:
        for _ in range(5):  # other orders find other conflicts
            other = shrink(core, numbers, chance)
            if other is not None and len(other) < len(first):
                first = other
                yield "conflicts", [reasons.conflict(first)]
    listed: list[Conflict] = []
    for each in smallest_first(core, numbers, going=(lambda: time.monotonic() < deadline) if wanted == 1 else None):
        listed.append(reasons.conflict(sorted(each)))
        yield "smallest", True
        yield "conflicts", list(listed)
        if len(listed) == wanted:
            return
    if wanted != 1:
        yield "complete", True


class _Reasons:
    """Finds with which demands of the rules clues contradict each other."""

    def __init__(self, puzzle: Puzzle, settings: Settings, found: list[Clue]) -> None:
        self._clues = found
        self._asked = AssumptionSolver(puzzle, settings, found, by_rules=True)
        self._instance_of = {literal: instance for instance, literal in self._asked.required.items()}

    def conflict(self, numbers: Sequence[int]) -> Conflict:
        """The conflict of the clues with these numbers."""
        given = [self._asked.given[number] for number in numbers]
        needed: list[int] | None = None
        chance = random.Random(0)
        deadline = time.monotonic() + PATIENCE
        for _ in range(8):  # the smallest of some: a person reads it
            found = shrink(lambda things: self._core(given, things), list(self._asked.required.values()), chance)
            if found is None:
                break
            if needed is None or len(found) < len(needed):
                needed = found
            if time.monotonic() > deadline:
                break
        because = sorted((self._instance_of[each] for each in needed or ()), key=lambda each: each.constraint.number)
        return Conflict(tuple(self._clues[number] for number in numbers), tuple(because))

    def _core(self, given: list[int], things: Sequence[int]) -> list[int] | None:
        found = self._asked.core([*given, *things])
        return None if found is None else [literal for literal in found if literal in self._instance_of]


# -- Several answers


def _answers(puzzle: Puzzle, settings: Settings, known: list[Atoms], wanted: Wanted) -> Iterator[Finding]:
    asked = AssumptionSolver(puzzle, settings)
    yield "some", frozenset(asked.last_consequences([], "brave"))
    yield "every", frozenset(asked.last_consequences([], "cautious"))
    nearest = AssumptionSolver(puzzle, settings)
    for other in by_difference(nearest, known[0], [], most=False):
        yield "nearest", other
    if wanted.farthest:
        farthest = AssumptionSolver(puzzle, settings)
        for other in by_difference(farthest, known[0], [], most=True):
            yield "farthest", other
    if wanted.repair:
        yield from _repairs(puzzle, settings)
    yield from _count(asked, known[0], wanted.models)


def _count(asked: AssumptionSolver, first: Atoms, most: int) -> Iterator[Finding]:
    """The answers, the known one first."""
    answers = [first]
    for answer in asked.answers([], most + 2 if most else 0):
        if set(answer) == set(first):
            continue
        if most and len(answers) >= most:
            yield "answers", answers
            return
        answers.append(answer)
        if len(answers) % 100 == 0:
            yield "answers", list(answers)
    yield "answers", answers
    yield "exhausted", True


def _repairs(puzzle: Puzzle, settings: Settings) -> Iterator[Finding]:
    """The clues that leave one answer, if one of them is added: what the answers of the puzzle imply, of its blanks."""
    file = derived_clues_file(puzzle.type)
    if file is None:
        return
    asked = AssumptionSolver(puzzle, settings, files=[file])
    known = {str(atom) for atom in facts.atoms(puzzle)}
    possible = {clue_of(atom): literal for atom, literal in asked.literals_of(GIVE).items()}
    open_ = {clue: literal for clue, literal in possible.items() if str(clue) not in known}
    found: list[Term] = []
    yield "repairs", []
    for clue, literal in open_.items():
        if len(list(asked.answers([literal], 2))) == 1:
            found.append(clue)
            yield "repairs", list(found)
