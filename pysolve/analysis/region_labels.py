"""Regions that somebody has painted, called as the rules call them: their own labels mean nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..model.marks import MARKS
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..render.picture import Mark, marks_of
from .assumptions import AssumptionSolver


def with_labels(
    puzzle: Puzzle, solver: AssumptionSolver, marks: Sequence[Mark], base: Sequence[int] = ()
) -> list[Mark]:
    """The marks in their order, each region by a label that the rules have for it, and no two by the same one.

    The largest regions choose first: a label with which all regions so far leave an answer, otherwise the one that most
    of its cells can have. base: what is assumed besides.
    """
    regions: dict[str, list[int]] = {}
    for at, mark in enumerate(marks):
        if MARKS[mark.kind].layer.is_area:
            regions.setdefault(mark.value, []).append(at)
    if not regions:
        return list(marks)
    literals = _literals(puzzle, solver)
    named = list(marks)
    taken: set[str] = set()
    assumed = list(base)
    for group in sorted(regions.values(), key=len, reverse=True):
        cells = [marks[at].place for at in group]
        label = _label(solver, literals, cells, taken, assumed)
        if label is None:
            continue
        taken.add(label)
        known = [literals[cell, label] for cell in cells if (cell, label) in literals]
        if len(known) == len(cells) and solver.satisfiable([*assumed, *known]):
            assumed += known
        for at in group:
            named[at] = replace(marks[at], value=label)
    return named


def _literals(puzzle: Puzzle, solver: AssumptionSolver) -> dict[tuple[Value, str], int]:
    """The literals of the atoms that say which region a cell belongs to, by the cell and the label."""
    return {
        (mark.place, mark.value): literal for atom, literal in solver.shown.items() for mark in _areas(puzzle, atom)
    }


def _areas(puzzle: Puzzle, atom: Term) -> Iterable[Mark]:
    return (mark for mark in marks_of(puzzle, atom) if mark.layer.is_area)


def _label(
    solver: AssumptionSolver,
    literals: dict[tuple[Value, str], int],
    cells: Collection[Value],
    taken: Collection[str],
    assumed: list[int],
) -> str | None:
    """The label of a region with these cells; None if no cell of it can have any."""
    possible = Counter(label for cell, label in literals if cell in set(cells) and label not in taken)
    for label, count in possible.most_common():
        if count == len(cells) and solver.satisfiable([*assumed, *(literals[cell, label] for cell in cells)]):
            return label
    fitting = {
        label: sum(solver.satisfiable([*assumed, literals[cell, label]]) for cell in cells if (cell, label) in literals)
        for label in possible
    }
    return max(fitting, key=lambda label: fitting[label], default=None)
