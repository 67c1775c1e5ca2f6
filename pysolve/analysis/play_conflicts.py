"""Marks that break a rule outright, as one who fills them in can see: no search, and nothing else is given away."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.marks import MARKS
from ..model.puzzle import Puzzle
from ..render.picture import Mark, draw
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .completion import Completion
from .progress import facts_of, step_marks
from .propagation import Propagation


def play_conflicts(puzzle: Puzzle, settings: Settings, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Those of the marks that a rule forbids together, or beside the clues, whatever else is filled in: a constraint is
    violated by what follows from them through definitions alone. Regions are left out: their labels would have to be
    searched for.
    """
    marks = [mark for mark in marks if not MARKS[mark.kind].layer.is_area]
    solver = AssumptionSolver(puzzle, settings, by_rules=True)
    playable = step_marks(puzzle, solver.shown.keys())

    def literals_of(some: Sequence[Mark]) -> list[int | None]:
        return [solver.shown.get(fact.atom) for fact in facts_of(puzzle, some, playable)]

    literals = literals_of(marks)
    labels = {literal: 1 << number for number, literal in enumerate(literals) if literal is not None}
    clues = literals_of([mark for mark in draw(puzzle).marks if mark.given])
    given = [literal for literal in clues if literal is not None]
    completion = Completion(solver.ground_rules, map(abs, [*labels, *given]), solver.broken.values())
    propagation = Propagation(completion)
    for literal in [*completion.certain, *given]:
        propagation.add(literal, 0)
    propagation.run(0)
    contradiction, following = propagation.broken(labels)
    involved = contradiction or 0
    for literal in solver.broken.values():
        involved |= following.get(literal, 0)
    return tuple(mark for number, mark in enumerate(marks) if literals[number] is None or involved & (1 << number))
