"""What somebody painted or wrote down, as the rules have it: the labels of regions, which mean nothing in a text, and
what an answer's text leaves out, as it follows from the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..model import terms
from ..model.marks import MARKS
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..render.answer_text import says
from ..render.picture import Mark, marks_of
from .assumptions import AssumptionSolver


def with_labels(
    puzzle: Puzzle, solver: AssumptionSolver, marks: Sequence[Mark], base: Sequence[int] = ()
) -> list[Mark]:
    """The marks in their order, each region by a label that the rules have for it, and no two by the same one.

    The largest regions choose first: a label with which all regions so far leave an answer, otherwise the one that most
    of its cells can have. base: what is assumed besides.
    """
    regions: dict[tuple[str, str], list[int]] = {}
    for at, mark in enumerate(marks):
        if MARKS[mark.kind].layer.is_area:
            regions.setdefault((mark.kind, mark.value), []).append(at)
    if not regions:
        return list(marks)
    all_literals = _literals(puzzle, solver)
    named = list(marks)
    taken: dict[str, set[str]] = {kind: set() for kind, _ in regions}
    assumed = list(base)
    for (kind, _), group in sorted(regions.items(), key=lambda item: len(item[1]), reverse=True):
        cells = [marks[at].place for at in group]
        literals = all_literals[kind]
        label = _label(solver, literals, cells, taken[kind], assumed)
        if label is None:
            continue
        taken[kind].add(label)
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
    by_mark = {(mark.kind, mark.place, mark.value): atom for atom in solver.shown for mark in _areas(puzzle, atom)}
    named = list(atoms)
    for (at, _), mark in zip(regions, with_labels(puzzle, solver, [mark for _, mark in regions], base)):
        named[at] = by_mark.get((mark.kind, mark.place, mark.value), atoms[at])
    return named


def whole_answer(
    puzzle: Puzzle, solver: AssumptionSolver, atoms: Iterable[Term], base: Sequence[int] = ()
) -> set[Term] | None:
    """The shown atoms of the answer that a text states, with those that it leaves out; None if it states none: one with
    these atoms and no other of which texts say if they hold.
    """
    stated = set(atoms)
    if not stated <= solver.shown.keys():
        return None
    assumed = stated_literals(puzzle, solver, stated)
    model = solver.holds([*base, *assumed], solver.shown.values())
    return None if model is None else {atom for atom, literal in solver.shown.items() if literal in model}


def stated_literals(puzzle: Puzzle, solver: AssumptionSolver, stated: Collection[Term]) -> list[int]:
    """The literals of all that a text says: these atoms hold, and of those that texts can say no other one does."""
    return [
        literal if atom in stated else -literal
        for atom, literal in solver.shown.items()
        if atom in stated or says(puzzle, atom)
    ]


def _literals(puzzle: Puzzle, solver: AssumptionSolver) -> dict[str, dict[tuple[Value, str], int]]:
    """The literals of the atoms that say which region a cell belongs to, by the mark, the cell and the label."""
    literals: dict[str, dict[tuple[Value, str], int]] = defaultdict(dict)
    for atom, literal in solver.shown.items():
        for mark in _areas(puzzle, atom):
            literals[mark.kind][mark.place, mark.value] = literal
    return literals


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
