"""Of pieces that are put on a board, steps say what still fits."""

from __future__ import annotations

import functools

from conftest import INSTANCES

import pysolve
from pysolve.analyses.hint import HintRecord
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.progress import Fact, places_of
from pysolve.report.reasons import step_reasons
from pysolve.solving.settings import Settings

BOARD = pysolve.read(str(INSTANCES / "lits/8x8.yaml"))


@functools.cache
def walked() -> HintRecord:
    return pysolve.hint(BOARD, steps=0)


def test_what_is_left_is_what_answers_of_the_premises_put_there():
    """Each way that is told has to be possible by the known facts alone, and whatever follows is in all ways, or in none."""
    told = [(step, left) for step in walked().details.steps for left in step.left]
    assert any(len(left.ways) == 1 for _, left in told)
    assert any(len(left.ways) > 1 for _, left in told)
    assert any(not left.ways and left.always for _, left in told)
    solver = AssumptionSolver(BOARD, Settings(), by_rules=True, beyond=True)
    for step, left in told:
        assert left.always <= left.ever
        known = [solver.shown[fact.atom] if fact.holds else -solver.shown[fact.atom] for fact in step.known]
        for way in left.ways:
            cells = {*way}
            assert len(cells) == 4
            assert left.always <= cells <= left.ever
            off = {place for fact in step.known if not fact.holds for place in places_of(BOARD, fact.atom)}
            assert not cells & off
        assert solver.satisfiable(known)


def test_no_step_repeats_all_the_rules():
    steps = walked().details.steps
    lines = [line for step in steps for line in step_reasons(BOARD, step)]
    assert not any(line.startswith("By the rules") for line in lines)
    assert any("othing else fits" in line for line in lines)
    assert any("hatever fits" in line for line in lines)


def test_why_no_other_ship_fits_is_seen_on_the_board():
    board = pysolve.read(str(INSTANCES / "battleship/10x10.yaml"))
    told = [step_reasons(board, step) for step in pysolve.hint(board, steps=12).details.steps if step.left]
    assert [
        "The fleet has 3 ships of 2 cells, and all that fits is row 2, columns 8 and 9, or row 6, columns 9 and 10, or row 7, "
        "columns 2 and 3.",
        "Known: row 9, column 10 is not a ship cell; row 8, column 5 has an upper end of a ship; row 3, column 5 has a right end "
        "of a ship; row 9, column 7 has a left end of a ship.",
    ] in told


def test_steps_of_rectangles_tell_one_of_them_by_what_fits_over_it():
    board = pysolve.read(str(INSTANCES / "shikaku/10x10.yaml"))
    steps = pysolve.hint(board, steps=0).details.steps
    told = [step for step in steps if step.left and not step.constraints]
    assert len(told) > 5
    for step in told:
        (region,) = {fact.atom.args[0] for fact in step.facts}
        (left,) = step.left
        assert left.always >= {fact.atom.args[1] for fact in step.facts if fact.holds}
        assert isinstance(left.of, Fact) and (
            left.of.atom.args[0] == region or not any(each.holds for each in step.facts)
        )
    needed = {fact for step in steps for fact in step.known}
    assert all(fact.holds or fact in needed for step in steps for fact in step.facts)
