"""What the models for SAT solvers share: clauses, at most one, answers one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from board import Rows
from pysat.solvers import Solver

#: An answer if the model is one, and the clauses to go on with.
Look = Callable[[set[int]], tuple[Rows | None, list[list[int]]]]


class Clauses:
    """A formula in conjunctive normal form; variables are 1, 2, 3 …"""

    def __init__(self) -> None:
        self.top = 0
        self.clauses: list[list[int]] = []

    def new(self) -> int:
        """A new variable."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """At least one of these."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Pair by pair if they are few, else four at a time with a new variable for 'one of those before'."""
        rest = list(literals)
        while len(rest) > 6:
            link = self.new()
            self._pairs([*rest[:4], link])
            rest = [-link, *rest[4:]]
        self._pairs(rest)

    def _pairs(self, literals: list[int]) -> None:
        for index, first in enumerate(literals):
            self.clauses.extend([-first, -second] for second in literals[index + 1 :])

    def exactly_one(self, literals: Iterable[int]) -> None:
        """One of these and no other."""
        literals = list(literals)
        self.add(*literals)
        self.at_most_one(literals)


def search(engine: str, formula: Clauses, limit: int, look: Look) -> list[Rows]:
    """Answers, not more than the limit, by one incremental solver."""
    answers: list[Rows] = []
    with Solver(name=engine, bootstrap_with=formula.clauses) as solver:
        while len(answers) < limit and solver.solve():
            answer, further = look({literal for literal in solver.get_model() if literal > 0})
            if answer is not None:
                answers.append(answer)
            for clause in further:
                solver.add_clause(clause)
    return answers
