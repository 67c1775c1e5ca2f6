"""Takes clues away while the answer stays the only one."""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..model.board import cell_of, margin_of
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term, Value
from ..solving.search import open_local
from ..solving.settings import Settings, with_options
from .assumptions import (
    AssumptionSolver,
    Result,
    SearchLimitError,
    TooManyAtomsError,
    first_answers,
    shrinking,
    smallest_first,
)
from .clues import Clue, clues, without

#: Seconds between puzzles that are kept in case that a limit ends the taking away of clues.
BETWEEN = 1


@dataclass(frozen=True)
class ReduceRequest:
    """How clues are taken away.

    keep: places whose clues stay. symmetric: clues that a half turn of the board maps to each other go together.
    seed: for the order in which they are tried. smallest: look for the fewest clues that leave one answer. effort:
    conflicts within which a clue has to prove superfluous, or it stays.
    """

    keep: frozenset[Value] = frozenset()
    symmetric: bool = False
    seed: int = 0
    smallest: bool = False
    effort: int | None = None


@dataclass(frozen=True)
class ReducedPuzzle(Result):
    """A puzzle with fewer clues.

    puzzle: with the clues that are left; None if the answer is not the only one to begin with (`verdict` says what it
    is). answer: its atoms. given: facts that are drawn. removed, left: clues. minimal: none of these can go. fewest: no
    smaller set of the clues leaves one answer.
    """

    verdict: Verdict = Verdict.UNKNOWN
    puzzle: Puzzle | None = None
    answer: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    removed: tuple[Clue, ...] = ()
    left: tuple[Clue, ...] = ()
    minimal: bool = False
    fewest: bool = False


def reduce_clues(puzzle: Puzzle, settings: Settings, request: ReduceRequest) -> Iterator[ReducedPuzzle]:
    """The puzzle without clues that can go; then, if that is wanted, with the fewest clues.

    PuzzleError if there are no clues, or none in a place to keep, or the type does not say what a missing one means.
    """
    check_kept(puzzle, request.keep)
    puzzle, settings = with_options(puzzle, settings)
    answers, outcome = first_answers(puzzle, settings)
    reduced = ReducedPuzzle(verdict=outcome.verdict, given=outcome.given)
    if reduced.verdict != Verdict.UNIQUE:
        yield reduced
        return
    yield (reduced := replace(reduced, answer=answers[0]))
    given = clues(puzzle)
    if all(clue.stays for clue in given):
        raise PuzzleError(f"this {puzzle.type.title} puzzle has no clues that could be taken away", file=puzzle.file)
    reducer = Reducer(puzzle, settings, given, answers[0], request)
    left, told_at = set(range(len(given))), time.monotonic()
    for fewer in reducer.smaller(random.Random(request.seed)):
        if time.monotonic() > told_at + BETWEEN and len(fewer) < len(left):
            yield (reduced := _with_left(reduced, puzzle, settings, given, fewer))
            told_at = time.monotonic()
        left = fewer
    yield (reduced := replace(_with_left(reduced, puzzle, settings, given, left), minimal=True))
    if request.smallest:
        for fewest in reducer.fewest():
            yield replace(_with_left(reduced, puzzle, settings, given, fewest), fewest=True)


def check_kept(puzzle: Puzzle, keep: Iterable[Value]) -> None:
    """PuzzleError if there is no clue in one of these places."""
    places = {place for clue in clues(puzzle) for place in clue.places}
    for place in sorted(keep, key=str):
        if place not in places:
            row, column = cell_of(place) or (None, None)
            where = "" if row else f" at {place}"
            raise PuzzleError(f"there is no clue to keep{where}", file=puzzle.file, row=row, column=column)


def _with_left(
    reduced: ReducedPuzzle, puzzle: Puzzle, settings: Settings, given: list[Clue], left: Collection[int]
) -> ReducedPuzzle:
    """The result with the clues of these numbers left, which is checked by the rules as they are."""
    removed = [clue for number, clue in enumerate(given) if number not in left]
    smaller = without(puzzle, removed)
    outcome = open_local(smaller, replace(settings, models=2, count=True)).finish()
    if outcome.verdict != Verdict.UNIQUE:
        raise PuzzleError(
            f"for {puzzle.type.title}, a puzzle without a clue means something else than one in which less is known: "
            "its manifest has to say what stands in the clue's place (docs/manifest.md, 'clues')",
            file=puzzle.file,
        )
    kept = tuple(clue for number, clue in enumerate(given) if number in left)
    return replace(reduced, puzzle=smaller, given=outcome.given, removed=tuple(removed), left=kept)


class Reducer:
    """Sets of clues that leave only one answer. The numbers of clues are those of the list."""

    #: Conflicts of a call under assumptions. Atoms for each cell above which there are none: measured on boards of 8x8
    #: to 10x10, where Fillomino (800), Hidato (400) and Kurotto (370) took five times longer under assumptions, other
    #: types (25 to 140) up to twenty times shorter.
    EFFORT, ATOMS = 1000, 250

    #: Cells from which on a grounding ends where it has that many times as many atoms, with those that have no name. A
    #: Fillomino 20x20 takes 2.4 s in place of 10.3; to count takes half as long as to ground a Slitherlink (0.06 s).
    LARGE, MANY = 200, 2

    #: How many clues, or groups of them, are assumed together where that are too many for all: the others are facts.
    LOT = 16

    def __init__(
        self, puzzle: Puzzle, settings: Settings, given: list[Clue], answer: Collection[Term], request: ReduceRequest,
        assuming: bool = False,
    ) -> None:  # fmt: skip
        """assuming: whether clues are assumed, however many atoms there are then."""
        self._puzzle = puzzle
        self._answer, self._request = answer, request
        self._settings = replace(settings, models=2, count=False, conflicts=request.effort)
        self._clues = given
        self._solver = self._with_open_clues(settings, assuming)
        self._other = self._another(self._solver, set(answer)) if self._solver is not None else 0
        self._groups = _groups(puzzle, given, request.symmetric)
        literals = self._solver.given if self._solver is not None else []
        self._group_of = {literals[number]: at for at, group in enumerate(self._groups) for number in group if literals}
        kept = [number for number, clue in enumerate(given) if clue.stays or request.keep & set(clue.places)]
        self._free = [at for at, group in enumerate(self._groups) if not set(group) & set(kept)]
        self._always = {number for at, group in enumerate(self._groups) if at not in self._free for number in group}

    def _with_open_clues(self, settings: Settings, assuming: bool) -> AssumptionSolver | None:
        """What assumes clues; None if there are too many atoms for that."""
        most = self.ATOMS * len(self._puzzle.cells)
        limit = self.MANY * most if len(self._puzzle.cells) >= self.LARGE and not assuming else None
        try:
            solver = AssumptionSolver(self._puzzle, settings, self._clues, most=limit)
        except TooManyAtomsError:
            return None
        return solver if assuming or len(solver.control.symbolic_atoms) <= most else None

    def _another(self, solver: AssumptionSolver, answer: set[Term]) -> int:
        """The literal of an atom that holds where an answer is not the known one."""
        with solver.control.backend() as backend:
            other: int = backend.add_atom()
            for atom, literal in solver.shown.items():
                backend.add_rule([other], [-literal if atom in answer else literal])
        return other

    def core(self, groups: Sequence[int]) -> list[int] | None:
        """Some of these groups of clues that already leave only the known answer; None if all of them do not, or if
        that is not known within the effort.

        The solver under assumptions says which of them, but where clues confine what rules ground, these are slow
        without them. Then the puzzle with these clues is solved by itself.
        """
        if self._solver is not None:
            with suppress(SearchLimitError):
                return self._core(self._solver, groups)
        given = self._numbers(groups)
        search = open_local(
            without(self._puzzle, [clue for number, clue in enumerate(self._clues) if number not in given]),
            self._settings,
        )
        return list(groups) if search.finish().verdict == Verdict.UNIQUE else None

    def _core(self, solver: AssumptionSolver, groups: Sequence[int]) -> list[int] | None:
        """The same under assumptions; SearchLimitError if it is not soon known.

        Other clues may be given or not: the rules only require more of an answer if there are more.
        """
        always = [solver.given[number] for number in sorted(self._always)]
        given = [solver.given[number] for group in groups for number in self._groups[group]]
        core = solver.core([self._other, *always, *given], self.EFFORT)
        if core is None:
            return None
        possible = set(groups)
        return list(dict.fromkeys(at for each in core if (at := self._group_of.get(each, -1)) in possible))

    def minimal(self, chance: random.Random) -> set[int]:
        """Clues of which none can go; those that are tried last stay most often."""
        *_, left = self.smaller(chance)
        return left

    def smaller(self, chance: random.Random) -> Iterator[set[int]]:
        """Ever fewer clues, at last those that `minimal` comes to."""
        yield self._numbers(self._free)
        if self._solver is None:
            yield from self._lot_by_lot(chance)
            return
        for needed, left in shrinking(self.core, self._free, chance):
            yield self._numbers([*needed, *left])

    def _lot_by_lot(self, chance: random.Random) -> Iterator[set[int]]:
        """The same with a grounding for each few clues, in which all others are given, or away for good."""
        groups = chance.sample(self._free, len(self._free))
        left = self._numbers(groups)
        for start in range(0, len(groups), self.LOT):
            tried = sorted(number for at in groups[start : start + self.LOT] for number in self._groups[at])
            puzzle = without(self._puzzle, [clue for number, clue in enumerate(self._clues) if number not in left])
            few = [self._clues[each] for each in tried]
            lot = Reducer(puzzle, self._settings, few, self._answer, self._request, assuming=True)
            needed = {tried[each] for each in lot.minimal(chance)}
            left -= {*tried} - needed
            yield set(left)

    def enlarged(self, left: Collection[int], count: int, chance: random.Random) -> set[int]:
        """These clues and others, chosen at random, up to `count`; groups stay together, so there may be a few less."""
        more = set(left)
        for group in chance.sample(self._groups, len(self._groups)):
            if not more & set(group) and len(more) + len(group) <= count:
                more |= set(group)
        return more

    def fewest(self) -> Iterator[set[int]]:
        """The fewest clues that leave only the known answer, once they are found."""
        weights = {at: len(self._groups[at]) for at in self._free}
        for left in smallest_first(self.core, self._free, weights):
            yield self._numbers(left)
            return

    def _numbers(self, groups: Collection[int]) -> set[int]:
        return self._always | {number for at in groups for number in self._groups[at]}


def _groups(puzzle: Puzzle, given: list[Clue], symmetric: bool) -> list[list[int]]:
    """The numbers of the clues that go together."""
    if not symmetric:
        return [[number] for number in range(len(given))]
    groups: dict[frozenset[frozenset[str]], list[int]] = {}
    for number, clue in enumerate(given):
        here = frozenset(str(place) for place in clue.places)
        there = frozenset(str(turned(puzzle, place)) for place in clue.places)
        groups.setdefault(frozenset({here, there}), []).append(number)
    return list(groups.values())


def turned(puzzle: Puzzle, place: Value) -> Value:
    """Where a half turn of the board puts a place; a margin stays the margin, its lines are counted from the end."""
    there = puzzle.board.turned(place)
    here, opposite = margin_of(place), margin_of(there)
    return here[0].at(opposite[1]) if here is not None and opposite is not None else there
