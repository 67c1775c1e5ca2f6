"""Of pieces that are put on a board, steps say what still fits."""

from __future__ import annotations

import functools

from conftest import INSTANCES

import pysolve
from pysolve.analyses.hint import HintRecord, step_sentence
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


def test_what_a_piece_would_cover_besides_is_said_where_it_is_not_put():
    """That four cells are not all shaded excludes a cell beside an open one, as a piece over the one covers the other."""
    told = [step_reasons(BOARD, step) for step in walked().details.steps]
    assert [
        "Whatever fits over row 3, column 5 covers row 3, column 4.",
        "The four cells around the corner between row 3, column 4 and row 4, column 5 are not all shaded cells.",
        "Known: row 4, column 4 is shaded.",
    ] in told
    assert [
        "A piece of the shape of L in row 4, column 3 would lie beside the one in row 5, column 3.",
        "Whatever fits over row 4, column 4 covers row 4, column 6.",
        "Known: row 4, column 2 is not shaded.",
    ] in told


def test_where_nothing_fits_any_more_is_said():
    """The cell in the corner of a piece excludes the one behind it, which no piece can reach then."""
    board = pysolve.read_text("puzzle: lits\nregions: |\n  1 1 1 2\n  1 3 3 2\n  3 3 2 2\n  3 3 2 2\n  3 2 2 2\n")
    told = [step_reasons(board, step) for step in pysolve.hint(board, steps=2).details.steps]
    assert [
        "The four cells around the corner between row 1, column 1 and row 2, column 2 are not all shaded cells.",
        "Then nothing fits over row 2, column 3.",
        "Known: row 2, column 1 holds L.",
    ] in told, told


def test_all_cells_that_a_piece_covers_for_certain_are_one_step():
    """Two ways are left over row 5, column 7, and both cover two cells more."""
    told = {step_sentence(BOARD, step): step_reasons(BOARD, step) for step in walked().details.steps}
    assert told["Row 5, columns 7 and 8; row 6, column 8 hold L."] == [
        "All that fits over row 5, column 7 is row 5, columns 7 and 8; rows 6 and 7 of column 8, or row 5, columns 6 to 8; "
        "row 6, column 8.",
        "Known: row 4, column 7 is not shaded.",
    ]


def test_why_no_other_ship_fits_is_seen_on_the_board():
    board = pysolve.read(str(INSTANCES / "battleship/10x10.yaml"))
    told = [step_reasons(board, step) for step in pysolve.hint(board, steps=12).details.steps if step.left]
    assert [
        "The fleet has 3 ships of 2 cells, and they are there: row 2, columns 8 and 9; row 6, columns 9 and 10; row 7, "
        "columns 2 and 3.",
        "Known: row 9, column 10 is not a ship cell; row 8, column 5 has an upper end of a ship; row 3, column 5 has a right end "
        "of a ship; row 9, column 7 has a left end of a ship.",
    ] in told


def test_where_one_rectangle_is_left_for_a_cell_others_are_not_looked_through():
    """Why no other rectangle fits over the number would need the places of a second one."""
    rows = [
        ". . . 8 . 8 . .", ". . . . . . . .", ". 2 10 . . 8 . .", ". . . . . . . .",
        ". . . . 2 . 8 .", ". . . . . . . .", ". . . . 6 . . .", ". 10 2 . . . . .",
    ]  # fmt: skip
    board = pysolve.read_text("puzzle: shikaku\ngrid: |\n" + "".join(f"  {row}\n" for row in rows))
    told = {
        step_sentence(board, step): step_reasons(board, step) for step in pysolve.hint(board, steps=0).details.steps
    }
    assert not any("Every region is a rectangle." in lines for lines in told.values())
    says = next(lines for says, lines in told.items() if says.startswith("Row 5, column 6 belongs"))
    assert says[0] == "Only one rectangle is left for row 5, column 6."


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


def test_all_that_fits_is_what_marks_leave_one_by_one():
    """Not what follows from all of them together, which comes later."""
    rows = (
        ". . . . . 6 2",
        "5 . . . . . .",
        ". . 9 . . . .",
        ". . . . . . .",
        ". . 10 . . . .",
        ". 6 . . 6 . .",
        ". . . . . . 5",
    )
    board = pysolve.read_text("puzzle: shikaku\ngrid: |\n" + "".join(f"  {row}\n" for row in rows))
    said = [step_reasons(board, step)[0] for step in pysolve.hint(board, steps=5).details.steps]
    assert said[4] == "Whatever fits over row 3, column 3 covers row 2, columns 3 and 4; row 3, column 4."
