"""What in an answer filled in so far breaks a rule outright."""

from __future__ import annotations

from conftest import INSTANCES

import pysolve
from pysolve.analysis.progress import play_conflicts
from pysolve.model.board import corner
from pysolve.model.terms import Value
from pysolve.render.picture import Mark
from pysolve.solving.settings import Settings


def found(file: str, *marks: Mark) -> set[tuple[Value, Value, str]]:
    conflicts = play_conflicts(pysolve.read(str(INSTANCES / file)), Settings(), marks)
    return {(mark.place, mark.other, mark.value) for mark in conflicts}


def value(row: int, column: int, text: str) -> Mark:
    return Mark("text", (row, column), value=text)


def test_equal_values_conflict_with_one_another_and_with_given_ones():
    marks = [value(1, 1, "4"), value(4, 1, "3"), value(4, 4, "3"), value(1, 2, "1")]  # a 4 is given in the first column
    assert found("sudoku/4x4.yaml", *marks) == {((1, 1), None, "4"), ((4, 1), None, "3"), ((4, 4), None, "3")}


def test_what_is_only_wrong_is_no_conflict():
    assert found("sudoku/4x4.yaml", value(1, 1, "1")) == set()


def test_a_full_square_and_too_many_lines_conflict():
    square = [Mark("shade", (row, column)) for row in (1, 2) for column in (1, 2)]
    assert len(found("nurikabe/10x10.yaml", *square, Mark("shade", (4, 4)))) == 4
    around = [Mark("line", corner(2, 4), corner(*end)) for end in ((2, 5), (3, 4))]  # a 1
    assert len(found("slitherlink/made-5x5.yaml", *around, Mark("line", corner(5, 1), corner(5, 2)))) == 2
