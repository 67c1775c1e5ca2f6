"""Placements that are left: of pieces on a board, a person says which ones still fit, not why all others do not.

Rules say with `placement(P, X)` that the atom P covers the cell X (docs/rules.md). A constraint speaks of those that
its ground rules count; a known fact of those that make it true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from ..model.terms import Term, Value
from .assumptions import PLACEMENT, ConstraintInstance
from .progress import Fact
from .steps import Left, Step
from .walk_state import WalkState

#: More placements than this are not told one by one.
MOST = 3

#: More placements over a cell than this nobody looks through.
_LOOKED_THROUGH = 60


class Placements:
    """The placements of one puzzle."""

    def __init__(self, state: WalkState) -> None:
        self._state = state
        self._follows: dict[int, Mapping[int, object]] = {}  # from each placement

    def left(self, step: Step) -> tuple[Left, ...]:
        """What is left by the reason of a step that follows directly: for each constraint that decides it; without
        constraints, for the known fact of which the least is left.
        """
        if not self._cells or step.pattern is not None or step.chain is not None:
            return ()
        state = self._state
        reason = [*(state.solver.required[each] for each in step.constraints), *state.literals(step.known)]
        following = state.following(reason)
        if step.constraints:
            counted = ((each, state.counted_by(each, self._cells)) for each in step.deciding)
            return tuple(self._left(of, placed, following) for of, placed in counted if placed)
        making = [self._left(fact, self._making(fact), following) for fact in step.known if fact.holds]
        return tuple(sorted((each for each in making if each.ever), key=lambda each: len(each.ever))[:1])

    def _left(self, of: ConstraintInstance | Fact, placed: Iterable[int], following: Mapping[int, object]) -> Left:
        """What is left of these placements, as far as it is not excluded."""
        ways = [*dict.fromkeys(self._cells[each] for each in placed if -each not in following)]
        always = frozenset(ways[0]).intersection(*ways) if ways else frozenset()
        return Left(of, tuple(ways) if len(ways) <= MOST else (), always, frozenset().union(*ways))

    @cached_property
    def _cells(self) -> dict[int, tuple[Value, ...]]:
        """The cells of each placement, by its literal."""
        cells: dict[Term, list[Value]] = defaultdict(list)
        for atom in self._state.solver.literals_of(PLACEMENT):
            placed, cell = atom.args
            if isinstance(placed, Term):
                cells[placed].append(cell)
        literals: dict[Term, int] = {}
        for name in {placed.name for placed in cells}:
            literals |= self._state.solver.literals_of(name)
        return {literals[placed]: tuple(sorted(here, key=str)) for placed, here in cells.items() if placed in literals}

    def _making(self, fact: Fact) -> list[int]:
        """The placements from which a fact follows by itself."""
        literal, places = self._state.literal(fact), set(fact.atom.args)
        over = [each for each, cells in self._cells.items() if not places.isdisjoint(cells)]
        return [each for each in over if literal in self._made(each)] if len(over) <= _LOOKED_THROUGH else []

    def _made(self, placement: int) -> Mapping[int, object]:
        """What follows from a placement by itself."""
        if placement not in self._follows:
            self._follows[placement] = self._state.bare.following({placement: 0})
        return self._follows[placement]
