"""What would be cut off is seen on the board as it stands."""

from __future__ import annotations

import pytest
from conftest import INSTANCES

import pysolve
from pysolve.analysis.progress import Fact, places_of
from pysolve.analysis.techniques import is_cut_off
from pysolve.model.board import Cell, cell_of
from pysolve.model.puzzle import Puzzle
from pysolve.report.reasons import step_reasons


def cells_of(puzzle: Puzzle, facts: list[Fact], name: str, holds: bool) -> set[Cell]:
    """The cells of which facts say this."""
    places = (
        place
        for fact in facts
        if (fact.atom.name, fact.holds) == (name, holds)
        for place in places_of(puzzle, fact.atom)
    )
    return {cell for place in places if (cell := cell_of(place)) is not None}


def are_parted(puzzle: Puzzle, inside: set[Cell], outside: set[Cell]) -> bool:
    """Whether no ways but over cells outside lead from one of the cells inside to all others."""
    reached, waiting = {min(inside)}, [min(inside)]
    while waiting:
        near = {*puzzle.board.neighbours(waiting.pop())} & {*puzzle.cells}
        new = near - reached - outside
        reached |= new
        waiting += new
    return not inside <= reached


@pytest.mark.parametrize(("path", "name", "belongs"), [
    ("lits/8x8", "shade", True), ("creek/5x5", "shade", False), ("cave/8x8", "cave", True), ("kuromasu/8x8", "shade", False)
])  # fmt: skip
def test_what_is_cut_off_is_so_on_the_board(path: str, name: str, belongs: bool):
    """Without any of the cells of a step there would be no way between two parts, along what is not excluded by then."""
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    hints = pysolve.hint(puzzle, steps=0).details
    known, seen = [*hints.start], 0
    for step in hints.steps:
        if is_cut_off(step) and step.chain is None:
            seen += 1
            there = cells_of(puzzle, list(step.facts), name, belongs)
            for cell in there or cells_of(puzzle, list(step.facts), name, not belongs):
                inside = cells_of(puzzle, known, name, belongs) | {cell} - there
                assert are_parted(puzzle, inside, cells_of(puzzle, known, name, not belongs) | {cell} & there), step
            assert "a part" not in step_reasons(puzzle, step, before=known)[0]
        known += [*step.facts, *step.seen]
    assert seen
