"""Takes clues away while the answer stays the only one."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.board import Cell
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..model.verdict import Verdict
from ..solving.settings import Settings, with_options
from ..solving.strategy import open_local
from .assumptions import AssumptionSolver
from .clues import Clue, clues, without
from .mus import shrink, smallest_first

Finding = tuple[str, Any]


@dataclass(frozen=True)
class Wanted:
    """How clues are taken away.

    keep: places whose clues stay. symmetric: clues that a half turn of the board maps to each other go together.
    seed: for the order in which they are tried. smallest: look for the fewest clues that leave one answer.
    """

    keep: frozenset[Value] = frozenset()
    symmetric: bool = False
    seed: int = 0
    smallest: bool = False


@dataclass
class Reduced:
    """What came of it. puzzle: with the clues that are left; None if the answer is not the only one to begin with
    (`verdict` says what it is). removed, left: clues. fewest: no smaller set of the clues leaves one answer.
    """

    verdict: Verdict = Verdict.UNKNOWN
    puzzle: Puzzle | None = None
    answer: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    removed: list[Clue] = field(default_factory=list)
    left: list[Clue] = field(default_factory=list)
    fewest: bool = False
    reason: str | None = None


def findings(puzzle: Puzzle, settings: Settings, wanted: Wanted) -> Iterator[Finding]:
    """What is found, piece by piece: names of fields of Reduced and their values, the last value counts."""
    puzzle, settings = with_options(puzzle, settings)
    search = open_local(puzzle, replace(settings, models=2, count=False))
    answers = [found.atoms for found in search]
    yield "given", search.outcome.given
    yield "verdict", search.outcome.verdict
    if search.outcome.verdict != Verdict.UNIQUE:
        return
    yield "answer", answers[0]
    found = clues(puzzle)
    if not found:
        raise PuzzleError(f"this {puzzle.type.title} puzzle has no clues that could be taken away", file=puzzle.file)
    reducer = Reducer(puzzle, settings, found, answers[0], wanted)
    left = reducer.minimal(random.Random(wanted.seed))
    yield from _parts(puzzle, settings, found, left)
    if wanted.smallest:
        for fewest in reducer.fewest():
            yield from _parts(puzzle, settings, found, fewest)
            yield "fewest", True


def check_kept(puzzle: Puzzle, keep: Iterable[Cell]) -> None:
    """PuzzleError if there is no clue in one of these cells."""
    places = {place for clue in clues(puzzle) for place in clue.places}
    for cell in sorted(keep):
        if cell not in places:
            raise PuzzleError("there is no clue to keep", file=puzzle.file, row=cell[0], column=cell[1])


def _parts(puzzle: Puzzle, settings: Settings, found: list[Clue], left: Collection[int]) -> Iterator[Finding]:
    removed = [clue for number, clue in enumerate(found) if number not in left]
    reduced = without(puzzle, removed)
    search = open_local(reduced, replace(settings, models=2, count=True))
    for _ in search:
        pass
    if search.outcome.verdict != Verdict.UNIQUE:  # the rules as they are have the last word
        raise PuzzleError(
            f"for {puzzle.type.title}, a puzzle without a clue means something else than one in which less is known: "
            "its manifest has to say what stands in the clue's place (docs/manifest.md, 'clues')",
            file=puzzle.file,
        )
    yield "removed", removed
    yield "left", [clue for number, clue in enumerate(found) if number in left]
    yield "puzzle", reduced


class Reducer:
    """Sets of clues that leave only one answer. The numbers of clues are those of the list."""

    def __init__(
        self, puzzle: Puzzle, settings: Settings, found: list[Clue], answer: Collection[Term], wanted: Wanted
    ) -> None:
        self._asked = AssumptionSolver(puzzle, settings, found)
        self._other = self._another(set(answer))
        self._groups = _groups(puzzle, found, wanted)
        self._group_of = {self._asked.given[number]: at for at, group in enumerate(self._groups) for number in group}
        kept = [number for number, clue in enumerate(found) if wanted.keep & set(clue.places)]
        self._free = [at for at, group in enumerate(self._groups) if not set(group) & set(kept)]
        self._always = {number for at, group in enumerate(self._groups) if at not in self._free for number in group}

    def _another(self, answer: set[Term]) -> int:
        """The literal of an atom that holds where an answer is not the known one."""
        with self._asked.control.backend() as backend:
            other: int = backend.add_atom()
            for atom, literal in self._asked.shown.items():
                backend.add_rule([other], [-literal if atom in answer else literal])
        return other

    def core(self, groups: Sequence[int]) -> list[int] | None:
        """Some of these groups of clues that already leave only the known answer; None if all of them do not.

        Clues that are not asked for may be given or not: the rules only demand more of an answer if there are more.
        """
        always = [self._asked.given[number] for number in sorted(self._always)]
        given = [self._asked.given[number] for group in groups for number in self._groups[group]]
        found = self._asked.core([self._other, *always, *given])
        if found is None:
            return None
        wanted = set(groups)
        return list(dict.fromkeys(at for each in found if (at := self._group_of.get(each, -1)) in wanted))

    def minimal(self, chance: random.Random) -> set[int]:
        """Clues of which none can go; those that are tried last stay most often."""
        left = shrink(self.core, self._free, chance)
        return self._numbers(left if left is not None else self._free)

    def enlarged(self, left: Collection[int], count: int, chance: random.Random) -> set[int]:
        """These clues and others, chosen at random, up to so many; groups stay together, so it may be a few less."""
        found = set(left)
        for group in chance.sample(self._groups, len(self._groups)):
            if not found & set(group) and len(found) + len(group) <= count:
                found |= set(group)
        return found

    def fewest(self) -> Iterator[set[int]]:
        """The fewest clues that leave only the known answer, once they are found."""
        weights = {at: len(self._groups[at]) for at in self._free}
        for left in smallest_first(self.core, self._free, weights):
            yield self._numbers(left)
            return

    def _numbers(self, groups: Collection[int]) -> set[int]:
        return self._always | {number for at in groups for number in self._groups[at]}


def _groups(puzzle: Puzzle, found: list[Clue], wanted: Wanted) -> list[list[int]]:
    """The clues that go together."""
    if not wanted.symmetric:
        return [[number] for number in range(len(found))]
    groups: dict[frozenset[frozenset[str]], list[int]] = {}
    for number, clue in enumerate(found):
        here = frozenset(str(place) for place in clue.places)
        there = frozenset(str(turned(puzzle, place)) for place in clue.places)
        groups.setdefault(frozenset({here, there}), []).append(number)
    return list(groups.values())


def turned(puzzle: Puzzle, place: Value) -> Value:
    """Where a half turn of the board puts a place; a margin stays the margin, its lines are counted from the end."""
    if isinstance(place, tuple) and len(place) == 2:
        return (puzzle.rows + 1 - int(place[0]), puzzle.columns + 1 - int(place[1]))
    if isinstance(place, Term) and len(place.args) == 1 and isinstance(place.args[0], int):
        count = puzzle.rows if place.name in ("left", "right") else puzzle.columns
        return Term(place.name, (count + 1 - place.args[0],))
    return place
