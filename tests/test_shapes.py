"""A new shape of part, and a new shape of cell, are an entry each: here they are added, and everything goes on as it does."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping

import pytest

import pysolve
from pysolve import formats
from pysolve.catalog import parts as part_keys
from pysolve.formats import Reading, Source
from pysolve.model import cell_shapes, parts
from pysolve.model.board import Board
from pysolve.model.cell_shapes import CELL_SHAPES, HEX, CellShape
from pysolve.model.parts import PART_SHAPES, PartShape
from pysolve.model.terms import Term, Value

LOW = CellShape(
    "low", "low brick", columns=2, height=0.5, top=0.25, steps=HEX.steps, behind=HEX.behind,
    outline=((0.5, -0.25), (0.5, 0.25), (0.0, 0.25), (-0.5, 0.25), (-0.5, -0.25), (0.0, -0.25)),
)  # fmt: skip


class Whole(PartShape):
    name, about, variables = "whole", "a token for the whole board", (("B", "XYPQRCINWS"),)
    in_one_row = True

    def place(self, part, values: Mapping[str, Value]) -> Value:
        return Term(part.name, ())

    def places(self, part, board: Board) -> Iterator[tuple[int, int, Value]]:
        yield 0, 0, Term(part.name, ())

    def read(self, part, rows, reader):
        yield from reader.tokens(part, rows.tokens[0][0], {"B": 1})


RULES = """\
#include "../lib/board.lp".
%! As many cells are shaded as the number says.
{ shade(X) : cell(X) } = N :- all(N, _).
#show shade/1.
"""
MANIFEST = """\
name: Whole
group: shading
about: Shade as many cells as the number says.
rules:
  - Shade as many cells as the number says.
read:
  grid:
    int: "clue(X,V)"
  total:
    int: "all(V,B)"
draw:
  "shade(X)": shade
"""


@pytest.fixture
def whole(monkeypatch, write):
    """A type with a part of a new shape."""
    monkeypatch.setattr(part_keys, "PART_SHAPES", (Whole(), *PART_SHAPES))
    monkeypatch.setattr(part_keys, "WHERE", part_keys.WHERE | {"B"})
    write(RULES, "types/whole/rules.lp")
    folder = write(MANIFEST, "types/whole/manifest.yaml").parent
    return lambda text: formats.read(Source("a", "a", text.encode()), Reading("whole", (str(folder.parent),)))


@pytest.mark.parametrize("format_", ["native", "plain_text"])
def test_a_new_shape_of_part_is_read_and_written_by_its_entry_alone(whole, format_):
    puzzle = whole("2 2\n. .\n. .\n4\n")
    assert [token.text for token in puzzle.tokens["total"]] == ["4"]
    again = whole(formats.write(puzzle, format_).decode())
    assert again.tokens == puzzle.tokens
    with pytest.raises(pysolve.PuzzleError, match="found 'x', expected a number"):
        whole("2 2\n. .\n. .\nx\n")


def test_a_new_shape_of_cell_has_its_board_from_its_entry_alone(monkeypatch):
    monkeypatch.setattr(cell_shapes, "CELL_SHAPES", (*CELL_SHAPES, LOW))
    board = Board.of_rows(LOW, [3, 3])
    assert board.cells == ((1, 1), (1, 3), (1, 5), (2, 2), (2, 4), (2, 6))
    assert board.size == (3.5, 1.0)
    assert board.point((2, 2)) == (1.0, 0.75)
    assert board.neighbours((2, 2)) == [(1, 1), (1, 3), (2, 4)]
    assert board.outline((1, 1)) == [(1.0, 0.0), (1.0, 0.5), (0.5, 0.5), (0.0, 0.5), (0.0, 0.0), (0.5, 0.0)]
    assert [board.position(cell) for cell in board.cells] == [1, 2, 3, 1, 2, 3]
    assert pickle.loads(pickle.dumps(board)).shape is LOW


@pytest.mark.parametrize("shape", [*parts.PART_SHAPES, *CELL_SHAPES], ids=str)
def test_there_is_one_object_of_each_shape_in_every_process(shape):
    assert pickle.loads(pickle.dumps(shape)) is shape


@pytest.mark.parametrize("shape", CELL_SHAPES, ids=str)
def test_the_sides_of_an_outline_lie_between_a_cell_and_those_behind_them(shape):
    board = Board.of_rows(shape, [5, 5, 5])
    cell = board.space_rows[1][2]
    corners = board.outline(cell)
    for (x, y), (other_x, other_y), (down, right) in zip(corners, [*corners[1:], corners[0]], shape.behind):
        middle = board.point((cell[0] + down / 2, cell[1] + right / 2))
        behind = board.shape.middle(cell[0] + down / 2, cell[1] + right / 2)
        assert behind == pytest.approx(((x + other_x) / 2, (y + other_y) / 2)), middle
