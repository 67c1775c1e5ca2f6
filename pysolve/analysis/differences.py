"""Answers that differ from one as little, or as much, as they can."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ..model.marks import Layer
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from .assumptions import AssumptionSolver


class Spot(NamedTuple):
    """What differences are counted in. mark: what is drawn, '' for a value. place, other: where; a line has both."""

    mark: str
    place: Value
    other: Value | None = None


def spot(puzzle: Puzzle, atom: Term) -> Spot:
    """What an atom speaks of: a cell for a value in it, a pair of places for a line; differences count these."""
    for rule in puzzle.type.draw:
        if (drawn := rule.match(atom)) is not None:
            return Spot("" if rule.layer in (Layer.TEXT, Layer.SIGN) else rule.mark, drawn.place, drawn.other)
    return Spot(atom.name, atom)


def by_difference(
    solver: AssumptionSolver, answer: Collection[Term], assumptions: list[int], most: bool
) -> Iterator[tuple[Term, ...]]:
    """Other answers, each differing in fewer spots (or, if `most`, in more) than the one before.

    The last one differs the least (or the most); nothing comes if there is no other answer. The grounding can be asked
    nothing else afterwards.
    """
    control = solver.control
    shown = set(answer)
    spots: dict[Spot, list[int]] = {}
    for atom, literal in solver.shown.items():
        spots.setdefault(spot(solver.puzzle, atom), []).append(-literal if atom in shown else literal)
    with control.backend() as backend:
        differs = []
        for literals in spots.values():
            differs.append(backend.add_atom())
            for literal in literals:
                backend.add_rule([differs[-1]], [literal])
        backend.add_rule([], [-atom for atom in differs])
        backend.add_minimize(0, [(atom, -1 if most else 1) for atom in differs])
    configuration = control.configuration
    configuration.solve.opt_mode = "opt"  # type: ignore[union-attr]
    configuration.solve.models = 0  # type: ignore[union-attr]
    with control.solve(assumptions=assumptions, yield_=True) as handle:
        for model in handle:
            yield solver.read.atoms(model.symbols(shown=True))


def count(puzzle: Puzzle, one: Collection[Term], other: Collection[Term]) -> int:
    """In how many spots two answers differ."""
    return len({spot(puzzle, atom) for atom in set(one) ^ set(other)})
