"""Regions that somebody painted or wrote down, labelled as the rules label them: their own labels mean nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..model import terms
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


def labelled(puzzle: Puzzle, solver: AssumptionSolver, atoms: Sequence[Term], base: Sequence[int] = ()) -> list[Term]:
    """Atoms as an answer's text states them, in their order, the regions among them by labels that the rules have for
    them, as in with_labels. A region that can have none keeps its own.
    """
    rules = [rule for rule in puzzle.type.draw if rule.numbers_regions]
    regions = [
        (at, mark)
        for at, atom in enumerate(atoms)
        if any(rule.match(atom) for rule in rules)
        for mark in _areas(puzzle, atom)
    ]
    if not regions:
        return list(atoms)
    by_mark = {(mark.place, mark.value): atom for atom in solver.shown for mark in _areas(puzzle, atom)}
    named = list(atoms)
    for (at, _), mark in zip(regions, with_labels(puzzle, solver, [mark for _, mark in regions], base)):
        named[at] = by_mark.get((mark.place, mark.value), atoms[at])
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
    """The label of a region with these cells, one of them if it can be; None if no cell of it can have any."""
    possible = Counter(label for cell, label in literals if cell in set(cells) and label not in taken)
    own = [terms.write(cell) for cell in cells]
    for label, count in sorted(possible.items(), key=lambda item: (-item[1], item[0] not in own, item[0])):
        if count == len(cells) and solver.satisfiable([*assumed, *(literals[cell, label] for cell in cells)]):
            return label
    fitting = {
        label: sum(solver.satisfiable([*assumed, literals[cell, label]]) for cell in cells if (cell, label) in literals)
        for label in possible
    }
    return max(fitting, key=lambda label: fitting[label], default=None)
