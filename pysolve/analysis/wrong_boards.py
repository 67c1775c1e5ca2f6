"""Wrong boards: for each constraint of the rules, an answer that violates it and no other.

If there is none, the constraint follows from the others on this board, or does not apply there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import clues
from .constraints import Constraint

#: Conflicts after which the search for a wrong board is given up.
EFFORT = 20_000


@dataclass(frozen=True)
class WrongBoard:
    """A constraint, and an answer that only it refutes; None if none was found on this board."""

    constraint: Constraint
    answer: tuple[Term, ...] | None


def wrong_boards(puzzle: Puzzle, settings: Settings) -> Iterator[WrongBoard]:
    """A wrong board for each constraint of the type's rules, in their order. PuzzleError as solve."""
    given = clues(puzzle)
    solver = AssumptionSolver(puzzle, settings, given, by_rules=True)
    violated: dict[int, int] = {}  # by the constraint's number: the literal of 'one of its instances is violated'
    with solver.control.backend() as backend:
        for instance, literal in solver.broken.items():
            number = instance.constraint.number
            if number not in violated:
                violated[number] = backend.add_atom()
            backend.add_rule([violated[number]], [literal])
    base = solver.assume(range(len(given)))
    for constraint in solver.constraints:
        others = [each for instance, each in solver.required.items() if instance.constraint != constraint]
        answer = None
        if constraint.number in violated:
            answer = next(solver.answers([*base, violated[constraint.number], *others], effort=EFFORT), None)
        yield WrongBoard(constraint, answer)
