"""Plausible nonsense: what a person may write where it means nothing is refused in a sentence, or named and left out."""

from __future__ import annotations

import pytest
from samples import TYPES

import pysolve
from pysolve import catalog, formats
from pysolve.model import build as builder
from pysolve.model.draft import draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import Part
from pysolve.model.rows import Rows

#: Types that have regions, and walls within them.
WALLED = [
    name
    for name, type_ in TYPES.items()
    if any(part.says_regions for part in type_.parts) and any(part.says_walls for part in type_.parts)
]


def of_regions(name: str) -> tuple[Puzzle, Part, Part]:
    """The type's first example with several regions, the part with these, and the one with walls."""
    parts = TYPES[name].parts
    regions, walls = (next(part for part in parts if getattr(part, says)) for says in ("says_regions", "says_walls"))
    puzzles = (pysolve.read(str(file)) for file in catalog.examples(TYPES[name]))
    several = (each for each in puzzles if len({token.text for token in each.tokens[regions.name]}) > 1)
    return next(several), regions, walls


def written(puzzle: Puzzle, format_: str) -> bytes | str:
    """What is written, or why nothing is."""
    try:
        return formats.write(puzzle, format_)
    except PuzzleError as error:
        return error.sentence


@pytest.mark.parametrize("name", WALLED)
def test_walls_on_borders_of_regions_are_named_and_left_out(name: str):
    puzzle, regions, walls = of_regions(name)
    draft = draft_of(puzzle)
    label = {token.values["X"]: token.text for token in puzzle.tokens[regions.name]}
    rows = draft.parts.setdefault(walls.name, Rows(walls.shape.rows(walls, puzzle.board, ()))).tokens
    borders = 0
    for row, column, place in walls.shape.places(walls, puzzle.board):
        beside = walls.shape.values_at(walls, place)
        if label.get(beside["X"]) != label.get(beside["Y"]):
            rows[row][column], borders = "|", borders + 1
    again = builder.build(puzzle.type, draft)
    assert {name: tokens for name, tokens in again.tokens.items() if tokens} == {
        name: tokens for name, tokens in puzzle.tokens.items() if tokens
    }
    assert [str(borders) in remark.sentence for remark in again.remarks] == [True]
    for format_ in ("puzzlink", "penpa"):
        assert written(again, format_) == written(puzzle, format_)


def test_a_wall_on_a_border_changes_no_verdict():
    text = "puzzle: allornothing\nregions: |\n  1 1\n  1 1\n  2 2\nwalls: |\n  .\n  . .\n  .\n  {} .\n  .\n"
    puzzles = [pysolve.read_text(text.format(sign)) for sign in (".", "|")]
    assert [pysolve.check(puzzle) for puzzle in puzzles] == ["multiple", "multiple"]
    assert [len(puzzle.remarks) for puzzle in puzzles] == [0, 1]
    assert "the side between row 2, column 1 and row 3, column 1" in puzzles[1].remarks[0].sentence
