"""Clues that contradict each other directly: propagation comes upon it, so that nothing has to be searched for.

Two equal letters side by side contradict one constraint. A solver that takes away one clue after the other may need
minutes to see that, for it has to solve a board of which almost all clues are left for each.
"""

from __future__ import annotations

from collections.abc import Collection

from .assumptions import AssumptionSolver
from .completion import Completion
from .propagation import Propagation

#: Premises of a contradiction: a larger one is not plain, and takes long to find.
MOST_PREMISES = 12


class DirectConflicts:
    """Looks for the smallest contradictions between clues, constraints among their premises."""

    def __init__(self, solver: AssumptionSolver) -> None:
        """solver: one by rules."""
        self._required = list(solver.required.values())
        completion = Completion(solver.ground_rules, map(abs, solver.given), solver.broken.values())
        self._propagation = Propagation(completion)
        for literal in completion.certain:
            self._propagation.add(literal, 0)
        self._propagation.run(0)

    def among(self, given: Collection[int]) -> list[int] | None:
        """The literals of some of these clues, and of required constraints, that contradict each other: as few of them
        as propagation sees. None if it sees no contradiction of few premises.
        """
        premises = [*given, *self._required]
        labels = {literal: 1 << number for number, literal in enumerate(premises)}
        label, _ = self._propagation.broken(labels, MOST_PREMISES)
        if label is None:
            return None
        return [literal for literal, bit in labels.items() if label & bit]
