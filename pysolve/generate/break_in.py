"""What the clues of a puzzle do to its break-in: each of them moved a little, or taken away, while the answer stays.

The measure is quick: how many facts are open where small reasons end (analysis/walk).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..analysis.assumptions import AssumptionSolver
from ..analysis.clues import Clue, clues, derived_clues_file, without
from ..analysis.walk import left_open
from ..analysis.why import possible_clues
from ..model.board import cell_of
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.settings import Settings
from .boards import filled
from .make import no_derived_clues


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
    file = derived_clues_file(puzzle.type)
    if file is None:
        raise no_derived_clues(puzzle.type)
    given = clues(puzzle)
    solver = AssumptionSolver(puzzle, settings, given, files=[file])
    everywhere = possible_clues(without(puzzle, [clue for clue in given if not clue.stays]), solver)
    implied = solver.holds(solver.assume(range(len(given))), [each.literal for each in everywhere]) or set()
    taken = {place for clue in given for place in clue.places}
    for number, away in enumerate(given):
        if away.stays or keep & set(away.places):
            continue
        others = solver.assume(set(range(len(given))) - {number})
        less = without(puzzle, [away])
        if len(list(solver.answers(others, 2))) == 1:
            yield Change(away, None, less, left_open(less, settings, answer))
            continue
        near = {beside for place in away.places for beside in _around(puzzle, place)} - taken
        for clue, literal, place in everywhere:
            if literal not in implied or place not in near or len(list(solver.answers([*others, literal], 2))) != 1:
                continue
            moved = filled(less, [clue])
            yield Change(away, clue, moved, left_open(moved, settings, answer))


def _around(puzzle: Puzzle, place: Value) -> set[Value]:
    """The cells that touch a cell."""
    cell = cell_of(place)
    if cell is None:
        return set()
    return {each for each in puzzle.cells if max(abs(each[0] - cell[0]), abs(each[1] - cell[1])) == 1}
