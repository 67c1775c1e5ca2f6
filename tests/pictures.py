"""Pictures made by hand, and at random, for the tests of the renderers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import strategies as st

from pysolve.model.board import CELL_SHAPES, Board, Side, corner
from pysolve.model.marks import MARKS
from pysolve.model.terms import Term
from pysolve.render.picture import Mark, Picture


def board(rows: int, columns: int, *layers: Iterable[Mark], holes=(), missing=()) -> Picture:
    """A picture on a board of squares."""
    marks_ = tuple(mark for layer in layers for mark in layer)
    return Picture(Board.square(rows, columns, holes), marks_, frozenset(missing))


def marks(kind: str, *lines: str, given: bool = True) -> list[Mark]:
    """A mark for each token that is not a dot, with the token as its value."""
    return [
        Mark(kind, (r, c), value=token, given=given)
        for r, line in enumerate(lines, 1)
        for c, token in enumerate(line.split(), 1)
        if token != "."
    ]


def paths(*lines: str) -> list[Mark]:
    """Lines from exits such as `es`; each is named at its first end."""
    steps = {"e": (0, 1), "s": (1, 0)}
    return [
        Mark("line", (r, c), (r + steps[exit_][0], c + steps[exit_][1]))
        for r, line in enumerate(lines, 1)
        for c, exits in enumerate(line.split(), 1)
        for exit_ in exits
        if exit_ in steps
    ]


def fences(*corners: tuple[int, int]) -> list[Mark]:
    return [
        Mark("line", *sorted((corner(*one), corner(*other)), key=lambda p: p.args)) for one, other in pairwise(corners)
    ]


def margin(side: str, *lists: str) -> list[Mark]:
    return [
        Mark("text", Term(side, (line,)), value=value, index=index, given=True)
        for line, values in enumerate(lists, 1)
        for index, value in enumerate(values.split(), 1)
    ]


ENDS = ["7 . . . 3", "9 1 3 . .", ". . . 7 .", ". . . . .", "9 . . . 1"]
EXITS = ["e ew ew sw s", "s s s ns ns", "ns ns ns n ns", "ns ns ne ew nw", "n ne ew ew w"]
PATHS = board(5, 5, marks("text", *ENDS), paths(*EXITS))

REGIONS = ["a a b", "a b b", "c c c"]
CAGES = board(
    3,
    3,
    marks("border", "1 1 2", "1 1 2", "1 1 2"),
    marks("cage", *REGIONS),
    [Mark("note", (1, 1), value="12", given=True), Mark("note", (3, 1), value="6", given=True)],
    marks("text", "1 2 .", ". . .", ". . 9"),
)


# -- Any picture


@st.composite
def pictures(draw, shapes=CELL_SHAPES, kinds=tuple(MARKS)) -> Picture:
    """Any picture, also with marks where no sensible rule would put them."""
    rows, columns = draw(st.integers(0, 5)), draw(st.integers(0, 6))
    shape = draw(st.sampled_from(shapes))
    near = st.tuples(st.integers(0, rows + 2), st.integers(0, columns + 2))
    places = st.one_of(
        near, near, near.map(lambda at: corner(*at)), near.map(lambda at: Term("h", at)),
        st.builds(Side.at, st.sampled_from(Side), st.integers(0, 7)),
        st.just(Term("elsewhere", (1, 2))),
    )  # fmt: skip
    values = st.one_of(
        st.integers(0, 120).map(str), st.sampled_from(["", "A", "long word", "日本", "é", "<&>", "\x07"])
    )
    some = st.builds(
        Mark, st.sampled_from(kinds), places, st.one_of(st.none(), places), values, st.integers(1, 3), st.booleans(),
        st.booleans(),
    )  # fmt: skip
    spaces = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1) if shape.in_columns or (r + c) % 2]
    holes = draw(st.sets(st.sampled_from(spaces))) if spaces else ()
    board_ = Board(shape, rows, columns, tuple(spaces), frozenset(holes))
    return Picture(board_, tuple(draw(st.lists(some, max_size=12))), frozenset(draw(st.sets(near, max_size=3))))
