"""A puzzle with the same answer that is harder, or easier: some clues more, and for a harder one others less.

Each try gives the puzzle a few more clues that its answer implies, chosen at random; for a harder puzzle clues are then
taken away, in an order chosen at random, until none can go. What is better is kept, and changed further. Where puzzles
are chosen together with their answer, and hold no clue less than they could, some clues become others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..analysis.assumptions import AssumptionSolver, Result, first_answers
from ..analysis.clues import Clue, clues, derived_clues_file, make_program, without
from ..analysis.reduce import ReduceRequest, check_kept, reduce_clues, turned
from ..analysis.walk import left_open
from ..analysis.why import PossibleClue, possible_clues
from ..model.board import cell_of
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term, Value
from ..solving import facts
from ..solving.settings import Settings, with_options
from .boards import filled, without_clues
from .make import REDUCING, Maker, difficulty_of, no_derived_clues

# -- What the clues of a puzzle do to its break-in: each of them moved a little, or taken away, while the answer stays
# The measure is quick: how many facts are open where small reasons end (analysis/walk).


@dataclass(frozen=True)
class Change:
    """The puzzle after a change of one clue, with the same only answer.

    away: the clue that is moved, or taken away. clue: what is given in place of it, None if nothing is. left: how many
    facts are open where small reasons end.
    """

    away: Clue
    clue: Term | None
    puzzle: Puzzle
    left: int


def changes(puzzle: Puzzle, settings: Settings, answer: Sequence[Term], keep: frozenset[Value]) -> Iterator[Change]:
    """All of them: of each clue that may change, without it, or with another that the answer implies beside it.

    puzzle: with one answer. PuzzleError if the type does not say what may be given as a clue.
    """
    given = clues(puzzle)
    solver = _solver(puzzle, settings, given)
    bare = without(puzzle, [clue for clue in given if not clue.stays])
    implied = _implied_clues(bare, solver, solver.assume(range(len(given))))
    taken = {place for clue in given for place in clue.places}
    for number, away in enumerate(given):
        if away.stays or keep & set(away.places):
            continue
        others = solver.assume(set(range(len(given))) - {number})
        less = without(puzzle, [away])
        if _is_unique(solver, others):
            yield Change(away, None, less, left_open(less, settings, answer))
            continue
        near = _around(puzzle, away) - taken
        for clue, literal, place in implied:
            if place in near and _is_unique(solver, [*others, literal]):
                moved = filled(less, [clue])
                yield Change(away, clue, moved, left_open(moved, settings, answer))


def _solver(
    puzzle: Puzzle, settings: Settings, given: Sequence[Clue] = (), answer: Sequence[Term] | None = None
) -> AssumptionSolver:
    """What knows which clues an answer implies: any, or this one. PuzzleError if the type does not say that."""
    file = derived_clues_file(puzzle.type)
    if file is None:
        raise no_derived_clues(puzzle.type)
    return AssumptionSolver(puzzle, settings, given, files=[file], answer=answer)


def _implied_clues(puzzle: Puzzle, solver: AssumptionSolver, assumptions: Sequence[int]) -> list[PossibleClue]:
    """What can be added of the clues that the only answer implies."""
    possible = possible_clues(puzzle, solver)
    model = solver.holds(assumptions, [each.literal for each in possible]) or set()
    return [each for each in possible if each.literal in model]


def _is_unique(solver: AssumptionSolver, assumptions: Sequence[int]) -> bool:
    return len(list(solver.answers(assumptions, 2))) == 1


def _around(puzzle: Puzzle, clue: Clue) -> set[Value]:
    """The cells that touch those of a clue."""
    own = [cell for place in clue.places if (cell := cell_of(place)) is not None]
    touch: set[Value] = {
        (row + down, column + right) for row, column in own for down in (-1, 0, 1) for right in (-1, 0, 1)
    }
    return touch.intersection(puzzle.cells)


#: Clues, as facts, by their places.
_Implied = dict[Value, list[Term]]

#: How many clues a try adds: before others are taken away, or to make the puzzle easier.
MORE_TO_REDUCE, MORE = 4, 1

#: How often a try looks for other clues in the places of some.
VARIED = 20

#: How many changes of one clue are listed, and how many of them are graded at most.
MOST_CHANGES, GRADED = 12, 3


@dataclass(frozen=True)
class AdjustRequest:
    """harder: or else easier. keep, symmetric, seed: as for `reduce`. tries: how many puzzles are looked at.

    one: of one clue only, moved or taken away, all changes are looked at (see break_in).
    """

    harder: bool
    keep: frozenset[Value] = frozenset()
    symmetric: bool = False
    seed: int = 0
    tries: int = 10
    one: bool = False


@dataclass(frozen=True)
class AdjustedPuzzle(Result):
    """verdict: of the puzzle as it was; only one with one answer is changed. puzzle: a first proposal, as long as it is
    not graded; then None until a try was harder, or easier. before, difficulty: of the puzzle as it was, and as it is,
    None if that is not known yet; tries: how many there were. given: facts that
    are drawn. clues: how many it has. changes: of one clue, those that help most first. left: how many facts small
    reasons leave open in the puzzle as it was, None if nothing was changed one by one.
    """

    harder: bool
    verdict: Verdict = Verdict.UNKNOWN
    puzzle: Puzzle | None = None
    before: float | None = None
    difficulty: float | None = None
    tries: int = 0
    given: tuple[Term, ...] = ()
    clues: int = 0
    changes: tuple[Change, ...] = ()
    left: int | None = None


def adjust_difficulty(puzzle: Puzzle, settings: Settings, request: AdjustRequest) -> Iterator[AdjustedPuzzle]:
    """Ever better puzzles. PuzzleError if the type does not say what may be given as a clue, or there is none where one
    is to be kept.
    """
    check_kept(puzzle, request.keep)
    puzzle, settings = with_options(puzzle, settings)
    answers, outcome = first_answers(puzzle, settings)
    adjusted = AdjustedPuzzle(harder=request.harder, verdict=outcome.verdict, given=outcome.given)
    yield adjusted
    if adjusted.verdict != Verdict.UNIQUE:
        return
    if request.one:
        yield from _one_by_one(adjusted, puzzle, settings, request, answers[0])
        return
    change = _changes(puzzle, settings, request, answers[0])
    chance = random.Random(request.seed)
    best_so_far = puzzle
    proposal = change(puzzle, chance) if request.tries else None
    proposed = adjusted if proposal is None else _to(adjusted, proposal, settings)
    yield proposed
    best = difficulty_of(puzzle, settings)
    adjusted = replace(adjusted, before=best, difficulty=best)
    yield replace(proposed, before=best)
    for number in range(1, request.tries + 1):
        changed = proposal if number == 1 else change(best_so_far, chance)
        adjusted = replace(adjusted, tries=number)
        difficulty = difficulty_of(changed, settings, None if request.harder else best) if changed is not None else best
        if changed is not None and (difficulty > best if request.harder else difficulty < best):
            best, best_so_far = difficulty, changed
            adjusted = _to(replace(adjusted, difficulty=best), changed, settings)
        yield adjusted


def _to(adjusted: AdjustedPuzzle, puzzle: Puzzle, settings: Settings) -> AdjustedPuzzle:
    """The result with this puzzle, and with what is drawn of it."""
    _, outcome = first_answers(puzzle, settings)
    return replace(adjusted, puzzle=puzzle, given=outcome.given, clues=len(clues(puzzle)))


def _one_by_one(
    adjusted: AdjustedPuzzle, puzzle: Puzzle, settings: Settings, request: AdjustRequest, answer: tuple[Term, ...]
) -> Iterator[AdjustedPuzzle]:
    """Ever more changes of one clue that make the puzzle easier, or harder, by the quick measure; then the difficulty
    of the best ones, until one is so by that, too.
    """
    left = left_open(puzzle, settings, answer)
    yield (adjusted := replace(adjusted, left=left))
    for tries, change in enumerate(changes(puzzle, settings, answer, request.keep), 1):
        helps = change.left > left if request.harder else change.left < left
        best = sorted(
            (*adjusted.changes, *([change] if helps else [])), key=lambda each: each.left, reverse=request.harder
        )
        adjusted = replace(adjusted, tries=tries, changes=tuple(best[:MOST_CHANGES]))
        yield adjusted
    before = difficulty_of(puzzle, settings)
    yield (adjusted := replace(adjusted, before=before, difficulty=before))
    for change in adjusted.changes[:GRADED]:
        difficulty = difficulty_of(change.puzzle, settings)
        if difficulty > before if request.harder else difficulty < before:
            yield _to(replace(adjusted, difficulty=difficulty), change.puzzle, settings)
            return


#: Makes another puzzle of one; None if it does not come to one.
_ChangeOf = Callable[[Puzzle, random.Random], "Puzzle | None"]


def _changes(puzzle: Puzzle, settings: Settings, request: AdjustRequest, answer: Sequence[Term]) -> _ChangeOf:
    """What a try does. PuzzleError if nothing says which clues an answer implies, or may have."""
    if derived_clues_file(puzzle.type) is not None or not _has_names_of_its_own(puzzle):
        implied = _implied(puzzle, settings, answer)
        return lambda each, chance: _changed(each, settings, request, implied, chance)
    maker = Maker(without_clues(puzzle), settings)
    return lambda each, chance: _varied(each, settings, request, answer, maker, chance)


def _has_names_of_its_own(puzzle: Puzzle) -> bool:
    """Whether a make.lp chooses what is given, and no names with it, which would be others than those of the puzzle."""
    type_ = puzzle.type
    named = any(rule.layer.is_area for rule in type_.draw) or any(kind.together for kind in type_.clues)
    return make_program(type_, without_clues(puzzle)).chooses and not named


def _varied(
    puzzle: Puzzle, settings: Settings, request: AdjustRequest, answer: Sequence[Term], maker: Maker,
    chance: random.Random,
) -> Puzzle | None:  # fmt: skip
    """The puzzle with some clues in place of others, and this one answer; None if that is not soon found."""
    for _ in range(VARIED):
        places = [place for clue in clues(puzzle) for place in clue.places if place not in request.keep]
        chosen = {*chance.sample(places, min(MORE_TO_REDUCE, len(places)))}
        if request.symmetric:
            chosen |= {turned(puzzle, place) for place in chosen} - request.keep
        varied = maker.varied({*facts.atoms(puzzle)}, answer, chosen, chance)
        if varied is not None and first_answers(varied, settings)[1].verdict == Verdict.UNIQUE:
            return varied
    return None


def _implied(puzzle: Puzzle, settings: Settings, answer: Sequence[Term]) -> _Implied:
    """What can be added of the clues that the only answer implies."""
    implied: _Implied = {}
    for each in _implied_clues(puzzle, _solver(puzzle, settings, answer=answer), []):
        implied.setdefault(each.place, []).append(each.clue)
    return implied


def _changed(
    puzzle: Puzzle, settings: Settings, request: AdjustRequest, implied: _Implied, chance: random.Random
) -> Puzzle | None:
    """What one try makes of the puzzle; None if nothing."""
    added = filled(puzzle, _more(puzzle, request, implied, chance))
    if not request.harder:
        return added
    wanted = ReduceRequest(request.keep, request.symmetric, chance.randrange(2**31), effort=REDUCING)
    *_, reduced = reduce_clues(added, settings, wanted)
    return reduced.puzzle


def _more(puzzle: Puzzle, request: AdjustRequest, implied: _Implied, chance: random.Random) -> list[Term]:
    """Clues to add. symmetric: with those that a half turn maps to them, where these are not given."""
    given = {place for clue in clues(puzzle) for place in clue.places}
    free = sorted(implied.keys() - given, key=str)
    if request.symmetric:
        free = [place for place in free if turned(puzzle, place) in implied.keys() | given]
    places = chance.sample(free, min(MORE_TO_REDUCE if request.harder else MORE, len(free)))
    if request.symmetric:
        places += [turned(puzzle, place) for place in places]
    return [chance.choice(implied[place]) for place in dict.fromkeys(places) if place in implied.keys() - given]
