"""What the page draws, reads and names with: the tables of the core as one record (docs/service.md, 'Drawing')."""

from __future__ import annotations

from typing import Any

from ..model.board import PLACE_NAMES, Board
from ..model.cell_shapes import CELL_SHAPES
from ..model.marks import ARROWS, MARKS, SHAPES, MarkKind
from ..model.puzzle import WORDS_ABOUT, Colour
from ..model.rows import BLANK, BLANKS
from ..model.tokens import OPERATORS, SUFFIXES
from ..render import svg
from ..render.look import INKS, MOST_LINES, SIZES, UNIT

Record = dict[str, Any]


def drawing() -> Record:
    """The table of marks, the shapes of signs by name, inks and sizes, what tokens are made of, the names of places,
    and for each shape of board the geometry of its cells.

    Points are in widths of a cell. first: the middle of cell (1,1). step: how far it is to the next column, and to the
    next row. outline: the corners of a cell around its middle, clockwise. steps: the rows and columns to the neighbours
    behind the sides of an outline, in the same order.
    """
    return {
        "marks": {name: _mark_kind(kind) for name, kind in MARKS.items()},
        "shapes": {
            name: {"here": figure.noun.one, "glyph": figure.glyph.unicode, "shape": figure.shape._asdict()}
            for name, figure in SHAPES.items()
        },
        "colours": [str(colour) for colour in Colour],
        "inks": {str(name): ink._asdict() for name, ink in INKS.items()},
        "sizes": {"unit": UNIT, "most_lines": MOST_LINES, "head": svg.HEAD, **SIZES},
        "tokens": {
            "blanks": sorted(BLANKS, key=lambda each: each != BLANK), "operators": OPERATORS, "suffixes": SUFFIXES,
            "directions": list(ARROWS),
        },
        "words_about": WORDS_ABOUT,
        "names": PLACE_NAMES,
        "boards": {shape.name: _geometry(Board.of_rows(shape, [2, 2])) for shape in CELL_SHAPES},
    }  # fmt: skip


def _mark_kind(kind: MarkKind) -> Record:
    record: Record = {
        "layer": kind.layer, "here": kind.here, "area": kind.layer.is_area, "has_value": kind.layer.has_value,
        "on_board": kind.on_board, "follows": kind.follows,
    }  # fmt: skip
    if kind.glyph is not None:
        record["glyph"] = kind.glyph.unicode
    if kind.tone is not None:
        record |= {"tone": kind.tone, "dark": kind.tone.is_dark}
    if kind.corner is not None:
        record["corner"] = kind.corner
    if kind.shape is not None:
        record["shape"] = kind.shape._asdict()
    if kind.stroke is not None:
        record["stroke"] = kind.stroke._asdict()
    return record


def _geometry(board: Board) -> Record:
    first, second = board.point((1, 1)), board.point((2, 2))
    assert first is not None and second is not None
    x, y = first
    outline = board.outline((1, 1))
    corners = [(corner_x - x, corner_y - y) for corner_x, corner_y in outline.values()]
    steps = [board.steps((1, 1))[name] for name in outline]
    return {"first": first, "step": (second[0] - x, second[1] - y), "outline": corners, "steps": steps}
