"""Files that puzz.link saves: those that pzpr itself writes of our links are read as the same puzzles."""

from __future__ import annotations

import re

import pytest
from conftest import INSTANCES
from puzzlink import SITE, written
from pzpr import node
from samples import TYPES

import pysolve
from pysolve import formats
from pysolve.formats.links.board import meaning
from pysolve.formats.links.genre import Genre, genres
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle

SAVED = {name: genre for name, type_ in TYPES.items() for genre in genres(type_) if genre.saved}

#: Opens links, and writes each as a file; then each as a link again that has been solved in part.
PROGRAM = """
    const pzpr = require("pzpr"), links = JSON.parse(require("fs").readFileSync(0));
    console.log(JSON.stringify(links.map(link => {
      const puzzle = new pzpr.Puzzle();
      puzzle.open(link);
      const fresh = puzzle.getFileData();
      puzzle.board.cell.each(cell => { if (cell.qnum === -1) cell.qsub = 1; });
      return [fresh, puzzle.getFileData()];
    })));
"""

FILE = "pzprv3\nnurikabe\n3\n4\n. 2 . . \n. . - . \n. . . 10 \n"


def links(name: str, genre: Genre) -> list[tuple[Puzzle, str]]:
    """The instances of a type as links without flags, but for those with walls within regions, which old files lack."""
    puzzles = [pysolve.read(str(path)) for path in sorted((INSTANCES / name).glob("*.yaml"))]
    found = []
    for puzzle in puzzles:
        try:
            link = written(puzzle)
        except PuzzleError:
            continue
        if re.match(rf"{genre.name}/\d", link) and "walls" not in puzzle.tokens and not puzzle.cosmetics.walls:
            found.append((pysolve.read(SITE + link), SITE + link))
    return found


@pytest.mark.parametrize("name", SAVED)
def test_what_pzpr_saves_is_read_as_the_puzzle_with_and_without_what_a_solver_has_drawn(name: str):
    genre = SAVED[name]
    pairs = links(name, genre)
    assert pairs
    for (puzzle, link), files in zip(pairs, node("-e", PROGRAM, value=[link for _, link in pairs]), strict=True):
        for file in files:
            again = formats.read_text(file)
            assert (again.type.name, meaning(again, genre)) == (name, meaning(puzzle, genre)), link


def test_the_address_of_an_editor_may_hold_a_file():
    puzzle = formats.read_text(FILE)
    assert [token.text for token in puzzle.tokens["grid"]] == ["2", "?", "10"]
    slashes = FILE.replace("\n", "/")
    for address in (f"{SITE}type=editor&{slashes}", SITE + slashes.replace(" ", "%20"), slashes):
        assert formats.read_text(address).tokens == puzzle.tokens


def test_what_a_solver_has_drawn_is_said_to_be_left_out():
    drawn = formats.read_text(FILE.replace(". 2 . .", "# 2 + ."))
    assert drawn.tokens == formats.read_text(FILE).tokens and not formats.read_text(FILE).remarks
    assert [each.sentence for each in drawn.remarks] == ["what a solver has drawn in the file is left out"]
    later = "pzprv3\nsudoku\n4\n1 . . . \n. . . . \n. . . . \n. . . . \n. 2 . . \n. . . . \n. . . . \n. . . . \n"
    puzzle = formats.read_text(later)
    assert len(puzzle.tokens["grid"]) == 1
    assert [each.sentence for each in puzzle.remarks] == ["what a solver has drawn in the file is left out"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pzprv3\nnurikabe\nx\ny\n", "the numbers of rows and columns on the third and fourth line"),
        ("pzprv3\nnurikabe\n2\n3\n. . .\n. .\n", "found 2 tokens in a line of the file, expected 3"),
        ("pzprv3\nnurikabe\n2\n3\n. . .\n", "found 0 tokens in a line of the file, expected 3"),
        ("pzprv3\nnurikabe\n1\n2\n. q\n", "'q'"),
        ("pzprv3\nkakuro\n2\n2\n. . .\n", "files that puzz.link saves are not read here for the genre 'kakuro'"),
        ("pzprv3\nququ\n2\n2\n", "'ququ'"),
        ("pzprv3\nnurikabe\n900000\n900000\n", "found a board of 900000 rows"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        formats.read_text(text)
    assert sentence in str(raised.value)
