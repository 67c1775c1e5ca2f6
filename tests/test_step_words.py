"""What follows in a step, as sentences say it."""

from __future__ import annotations

import pytest
from conftest import INSTANCES

import pysolve
from pysolve.analysis.constraints import Constraint
from pysolve.analysis.progress import Fact
from pysolve.model.board import corner, is_side, side_along, side_between
from pysolve.model.terms import Term
from pysolve.report.step_words import facts_in_words
from pysolve.report.words import Words


def words(instance: str) -> Words:
    return Words(pysolve.read(str(INSTANCES / instance)))


def line(one: tuple[int, int], other: tuple[int, int]) -> Term:
    return Term("line", (corner(*one), corner(*other)))


def test_a_line_along_a_side_is_named_by_a_cell():
    loop = words("slitherlink/made-10x10.yaml")
    assert loop.atom(line((1, 1), (1, 2))) == "there is a line above row 1, column 1"
    assert loop.atom(line((11, 1), (11, 2)), False) == "there is no line below row 10, column 1"
    assert loop.atom(line((3, 11), (4, 11))) == "there is a line to the right of row 3, column 10"


def test_many_facts_of_one_kind_are_said_together():
    stars = words("starbattle/" + next(iter(sorted(p.name for p in (INSTANCES / "starbattle").iterdir()))))
    facts = [Fact(Term("star", (cell,)), False) for cell in ((1, 2), (2, 1), (1, 4), (1, 1))]
    assert facts_in_words(stars, facts) == "no star: row 1, columns 1, 2 and 4; row 2, column 1"
    assert facts_in_words(stars, facts[:2]) == "row 1, column 2 has no star; row 2, column 1 has no star"
    mixed = [*facts[:3], Fact(Term("star", ((3, 3),)))]
    assert (
        facts_in_words(stars, mixed) == "no star: row 1, columns 2 and 4; row 2, column 1; row 3, column 3 has a star"
    )


def test_sides_are_said_by_the_cell_that_has_the_most_of_them():
    loop = words("slitherlink/made-10x10.yaml")
    around = [
        line((2, 2), (2, 3)),
        line((2, 2), (3, 2)),
        line((3, 2), (3, 3)),
        line((2, 3), (3, 3)),
        line((1, 2), (2, 2)),
    ]
    assert facts_in_words(loop, [Fact(each, False) for each in around]) == (
        "no line: all around row 2, column 2; to the right of row 1, column 1"
    )


@pytest.mark.parametrize(("one", "other"), [((2, 3), (2, 4)), ((2, 3), (3, 3))])
def test_a_side_lies_between_two_cells_or_two_corners(one, other):
    assert is_side(side_between(one, other))
    side = side_along(corner(*one), corner(*other))
    assert side is not None and is_side(side)
    assert side_along(corner(1, 1), corner(2, 2)) is None and side_along(one, other) is None
    assert not is_side(Term("h", (4, 6))) and not is_side(Term("h", (3, 5))) and not is_side((1, 2))


@pytest.mark.parametrize(
    ("sentence", "place", "said"),
    [
        ("Two cells of U are shaded.", "left", "Two cells of row 3 are shaded."),
        ("Two buildings are seen from U.", "top", "Two buildings are seen from the top of column 3."),
        ("The first tree of U is near.", "bottom", "The first tree of column 3 from below is near."),
        ("The letter seen from U is A.", "right", "The letter seen from the right of row 3 is A."),
    ],
)
def test_a_margin_stands_for_its_line_in_the_sentences_of_rules(sentence: str, place: str, said: str):
    constraint = Constraint(0, sentence, "", ("U",), 1)
    assert constraint.words((Term(place, (3,)),), words("snake/6x6.yaml").in_sentence) == said
