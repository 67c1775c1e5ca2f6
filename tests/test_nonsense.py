"""Plausible nonsense: what a person may write where it means nothing is refused in a sentence, or named and left out."""

from __future__ import annotations

import sys

import pytest
from conftest import ROOT
from samples import TYPES

import pysolve
from pysolve import catalog, formats
from pysolve.model import build as builder
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.parts import Part
from pysolve.model.puzzle import Puzzle
from pysolve.model.rows import Rows

sys.path.insert(0, str(ROOT / "bench"))

import nonsense

#: Types that have regions, and walls within them.
WALLED = [
    name
    for name, type_ in TYPES.items()
    if any(part.says_regions for part in type_.parts) and any(part.says_walls for part in type_.parts)
]


@pytest.mark.parametrize("name", TYPES)
def test_nonsense_is_refused_or_judged_and_written_as_it_is(name: str):
    tally = nonsense.run(TYPES[name], 1, 1, 2, 6, written=[each for each in nonsense.FORMATS if each != "xlsx"])
    assert not tally.faults, tally.faults[0]
    assert sum(tally.counts.values()) > 0


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


#: Input that means nothing, and what its message says.
REFUSED = {
    "a clue in a hole": ("puzzle: countryroad\ngrid: |\n  1 .\n  . .\nregions: |\n  @ 1\n  1 1\n", "in a hole"),
    "a wall beside a hole": (
        "puzzle: doubleback\nregions: |\n  # 1\n  1 1\nwalls: |\n  |\n  . .\n  .\n",
        "the left side of row 1, column 2, where nothing stands",
    ),
    "a cell without a region": (
        "puzzle: heyawake\ngrid: |\n  . .\nregions: |\n  1 .\n",
        "expected a region for every cell",
    ),
    "a comma without a number": ("puzzle: lohkous\ngrid: |\n  1, .\n  .  .\n", "found '1,'"),
    "a box in a black cell": (
        "puzzle: yajisoko\ngrid: |\n  o .\nblocks: |\n  # .\n",
        "expected no box in a black cell",
    ),
    "a cell twice in a cage": (
        "puzzle: sudoku\ngrid: |\n  1 .\n  . .\noptions: {box_rows: 1, box_columns: 2}\ncage: [r1c1 r1c1 = 3]\n",
        "found 'r1c1' twice",
    ),
    "a comma before a number": ("puzzle: lohkous\ngrid: |\n  ,1 .\n  .  .\n", "found ',1'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_means_nothing_is_refused(name: str):
    text, said = REFUSED[name]
    with pytest.raises(PuzzleError, match=said):
        pysolve.check(pysolve.read_text(text))


#: Puzzles that a format would hold as another one.
NOT_WRITTEN = {
    "a number that the genre has no sign for": ("puzzlink", "puzzle: lohkous\ngrid: |\n  0 .\n  . .\n"),
    "a size that a link leaves out": ("puzzlink", "puzzle: meidjuluk\nsizes: 0 4\ngrid: |\n  5 .\n  . .\n"),
    "points in one row": ("puzzlink", "puzzle: kouchoku\ngrid: |\n  o o\n"),
    "a cage in two pieces": ("penpa", "puzzle: parquet\nregions: |\n  1 1 1\ntiles: |\n  1 2 1\n"),
    "a thermometer without its bulb": (
        "penpa",
        "puzzle: thermometer\ncolumns: 1 1\nrows: |\n  1 1\nthermometers: |\n  1.2 1.3\n  . .\n",
    ),
    "a value of no cell": ("fpuzzles", "puzzle: sudoku\ngrid: |\n  3 .\n  . .\n"),
    "a small Sudoku": ("sdk", "puzzle: sudoku\ngrid: |\n  1 . .\n  . . .\n  . . .\n"),
}


@pytest.mark.parametrize("name", NOT_WRITTEN)
def test_what_a_format_would_change_it_refuses(name: str):
    format_, text = NOT_WRITTEN[name]
    with pytest.raises(PuzzleError):
        formats.write(pysolve.read_text(text), format_)


def test_a_board_of_one_column_comes_back_out_of_a_workbook():
    pytest.importorskip("openpyxl")
    puzzle = pysolve.read_text("puzzle: akari\ngrid: |\n  1\n  .\n  #\n")
    again = formats.read(formats.Source("again", "again", formats.write(puzzle, "xlsx")))
    assert again.tokens == puzzle.tokens
