"""Nonograms as .non files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import INSTANCES, command

import pysolve
from pysolve import formats
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError

#: Two nonograms of webpbn.com, as https://github.com/mikix/nonogram-db has them: © 2004 Jan Wolter, CC-BY-3.0.
DANCER = """catalogue "webpbn.com #1"
title "Demo Puzzle from Front Page"
by "Jan Wolter"
copyright "&copy; Copyright 2004 by Jan Wolter"
license CC-BY-3.0
width 5
height 10

rows
2
2,1
1,1
3
1,1
1,1
2
1,1
1,2
2

columns
2,1
2,1,3
7
1,3
2,1

goal "01100011010010101110101001010000110010100101111000"
"""

SLIPPERY = """catalogue "webpbn.com #21"
title "Slippery Conditions"
by "Jan Wolter"
copyright "&copy; Copyright 2004 by Jan Wolter"
license CC-BY-3.0
width 14
height 25

rows
9
1,1
1,1,1
1,3,1
13
13
13
13
2,2
2,2
0
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2
2,2

columns
2
4,6
9,4,4,2
1,6,2,6
1,5,2
1,6
1,5
1,4
1,4
1,4,2
1,4,6
1,6,4,4,2
9,2,6
4,2
"""

SMALL = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"


def read(text: str):
    return formats.read_text(text)


def body(text: str) -> str:
    """What the format has to keep: everything but where the puzzle comes from."""
    return text[text.index("width") :]


@pytest.mark.parametrize("text", [DANCER, SLIPPERY])
def test_an_example_is_solved_agrees_with_its_goal_and_comes_back_out(text: str, write):
    path = write(text, "one.non")
    assert command("check", str(path)).out.split() == ["unique"]
    if "goal" in text:
        assert "1 answer is the published one" in command("batch", str(path), "--compare").err
    puzzle = read(text)
    assert puzzle.title and puzzle.author == "Jan Wolter" and puzzle.source.startswith("webpbn.com #")
    assert body(formats.write(puzzle, "non").decode()).strip() == body(text).strip()


@pytest.mark.parametrize("path", sorted((INSTANCES / "nonogram").glob("*.yaml")), ids=lambda path: path.stem)
def test_what_was_written_is_read_as_it_was(path: Path):
    puzzle = pysolve.read(str(path))
    try:
        text = formats.write(puzzle, "non").decode()
    except PuzzleError as error:
        assert re.search(r"a \.non file cannot hold '.*[?+]'", str(error)) and path.stem.startswith("5x5-")
        return
    again = read(text)
    assert draft_of(again).parts == draft_of(puzzle).parts
    assert (again.title, again.author, again.source) == (puzzle.title, puzzle.author, puzzle.source)
    assert (again.answer or "").split() == (puzzle.answer or "").split()


def test_several_nonograms_make_a_pack(write, tmp_path: Path):
    path = write(f"{DANCER}====\n{SMALL}", "two.nonpack")
    assert [line.split()[0] for line in command("check", str(path)).out.splitlines()] == ["unique", "multiple"]
    out = command("convert", str(path), "--to", "non").out
    assert out.count("====") == 1 and len(list(formats.read_inputs([str(write(out, "again.non"))]))) == 2


def test_blank_lines_are_lines_without_runs_where_the_number_of_lines_says_so():
    gap = read("width 1\nheight 3\nrows\n1\n\n1\ncolumns\n1,1\n")
    assert draft_of(gap).parts["rows"].tokens == [["1"], ["0"], ["1"]]
    spaced = read("width 1\nheight 2\n\nrows\n\n1\n\n1\n\ncolumns\n\n2\n")
    assert draft_of(spaced).parts["rows"].tokens == [["1"], ["1"]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SMALL.replace("rows\n1", "rows\n1ab"), "line 4: found '1ab' under 'rows', expected numbers with commas"),
        (SMALL.replace("rows\n1", "rows\n1 1"), "line 4: found '1 1' under 'rows', expected numbers with commas"),
        (SMALL.replace("rows\n1\n", "rows\n"), "found 1 line under 'rows', expected 2"),
        (SMALL.replace("height 2", "height 999999"), "found a board of 999999 rows and 2 columns"),
        (SMALL.replace("width 2", "width 2\nwidth 2"), "line 2: 'width' stands twice"),
        (SMALL + 'goal "10"\n', "line 9: found 2 characters as goal, expected 4, each 0 or 1"),
        (SMALL.replace("width 2", "width 2x"), "line 1: found '2x' as width, expected a number"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        read(text)
    assert sentence in str(raised.value)


def test_a_type_that_is_no_nonogram_is_refused():
    with pytest.raises(PuzzleError, match="found a nonogram; an Akari puzzle is none"):
        formats.read_text(SMALL, "akari")
    with pytest.raises(PuzzleError, match="a Hidato puzzle is no nonogram"):
        formats.write(formats.read_text("1 . 3\n", "hidato"), "non")


# -- Other forms, and colours

PLAIN = {
    ".nin": "3 2\n1 1\n3\n2\n1\n2\n", ".mk": "2 3\n1 1\n3\n#\n2\n1\n2\n", ".cwd": "2\n3\n1 1\n3\n\n2\n1\n2\n",
    ".g": "A picture.\n: rows\n1 1\n3\n: columns\n2\n1\n2\n: end\n",
    ".non": "columns 3\nrows 2\n1,1\n3\ncolumns\n2\n1\n2\n",
}  # fmt: skip

FLAG = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black"><source>somewhere</source><id>#7</id><title>A &amp; B</title>
<author>me</author><color name="white" char=".">fff</color><color name="black" char="X">000</color>
<color name="sky" char="S">00C</color>
<clues type="columns"><line><count color="sky">1</count><count>1</count></line><line><count>1</count></line></clues>
<clues type="rows"><line><count color="sky">1</count></line><line><count>2</count></line></clues>
<solution type="goal"><image>|S.|
|XX|</image></solution></puzzle></puzzleset>
"""


@pytest.mark.parametrize("ending", PLAIN)
def test_the_forms_of_other_programs_are_the_same_nonogram(ending: str, write):
    puzzle = pysolve.read(str(write(PLAIN[ending], f"board{ending}")))
    assert draft_of(puzzle).parts["rows"].tokens == [["1", "1"], ["3"]]
    assert draft_of(puzzle).parts["columns"].tokens == [["2"], ["1"], ["2"]]
    assert puzzle.type.name == "nonogram" and pysolve.check(puzzle) == "unique"


def test_pasted_text_with_a_sign_between_rows_and_columns_needs_no_name():
    assert draft_of(read(PLAIN[".mk"])).parts["rows"].tokens == [["1", "1"], ["3"]]


def test_blank_lines_of_files_of_numbers_are_lines_without_runs(write):
    for ending, text in {".mk": "2 2\n\n1\n#\n1\n\n", ".cwd": "2\n2\n\n1\n\n1\n0\n"}.items():
        assert draft_of(pysolve.read(str(write(text, f"board{ending}")))).parts["rows"].tokens == [["0"], ["1"]]


def test_runs_of_several_colours_are_a_coloured_nonogram(write):
    puzzle = read(FLAG)
    assert puzzle.type.name == "colournonogram"
    assert draft_of(puzzle).parts["columns"].tokens == [["1B", "1K"], ["1K"]]
    assert (puzzle.title, puzzle.author, puzzle.source) == ("A & B", "me", "somewhere #7")
    assert (puzzle.answer or "").split() == ["B", "-", "K", "K"] and pysolve.check(puzzle) == "unique"
    again = read(formats.write(puzzle, "non").decode())
    assert draft_of(again).parts == draft_of(puzzle).parts and again.answer == puzzle.answer
    olsak = write("#d\n  s:s #0000cc sky\n  1:* black\n:r\n1s\n2\n:c\n1s,1\n1\n:e\n", "flag.g")
    assert draft_of(pysolve.read(str(olsak))).parts == draft_of(puzzle).parts


def test_one_colour_is_black_and_a_run_without_a_colour_has_one_that_is_not_told():
    one = read("color q #ff0000\n" + SMALL.replace("\n1", "\n1q"))
    assert one.type.name == "nonogram" and draft_of(one).parts["rows"].tokens == [["1"], ["1"]]
    some = read("color a red\ncolor b blue\n" + SMALL.replace("rows\n1\n1", "rows\n1a\n1b"))
    assert draft_of(some).parts["rows"].tokens == [["1R"], ["1B"]]
    assert draft_of(some).parts["columns"].tokens == [["1"], ["1"]]


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("3 2\n1\n", "a.mk", "found 1 line below width 2 and height 3"),
        ("3\n", "a.cwd", "found '3', expected height and width"),
        ("#t\n:\n1\n:\n1\n:\n", "a.g", "line 1: found a board of triangles"),
        ("#d\nnothing\n:\n1\n:\n1\n:\n", "a.g", "line 2: found 'nothing', expected a colour such as"),
        (
            FLAG.replace('type="grid"', 'type="triddler"'),
            "a.xml",
            "found a puzzle of the type 'triddler', expected a grid",
        ),
        (FLAG.replace("SYSTEM", '[<!ENTITY a "b">]'), "a.xml", "found declarations of XML"),
        (FLAG.replace("</puzzle>", ""), "a.xml", "the XML is broken: mismatched tag"),
        (
            FLAG.replace("|S.|", "|S|"),
            "a.xml",
            "found 3 characters as goal, expected 4, each 0 or the letter of a colour",
        ),
    ],
)
def test_what_is_wrong_with_other_forms_is_said(text: str, name: str, sentence: str, write):
    with pytest.raises(PuzzleError) as raised:
        pysolve.read(str(write(text, name)))
    assert sentence in str(raised.value)


def test_a_nonogram_of_one_colour_is_not_one_of_several():
    with pytest.raises(PuzzleError, match="found a nonogram of several colours; a Nonogram puzzle has one"):
        formats.read_text(FLAG, "nonogram")


def test_a_board_with_a_hole_at_the_beginning_of_a_row_is_no_mk_file():
    puzzle = formats.read_text("2 2\n3 3\n# 3\n", "slitherlink")
    assert puzzle.type.name == "slitherlink" and puzzle.board.holes == {(2, 1)}


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": [[1, 1], [5], [3], [1, 1]], "columns": [[2], [2], [4], [2], [1, 1]]}',
        '{"clues": {"rows": [[1, 1], [5], [3], [1, 1]], "cols": [[2], [2], [4], [2], [1, 1]]}}',
        "row_clues = [[1, 1], [5], [3], [1, 1]]\ncol_clues = ((2,), (2,), (4,), (2,), (1, 1))\n",
        '<puzzleset><puzzle type="grid"><solution><image>\n|X.X..|\n|XXXXX|\n|.XXX.|\n|..X.X|\n</image></solution>'
        "</puzzle></puzzleset>",
    ],
)
def test_lists_of_runs_and_a_picture_alone_are_a_nonogram(text: str):
    puzzle = formats.read_text(text)
    tokens = draft_of(puzzle).parts
    assert puzzle.type.name == "nonogram" and tokens["rows"].tokens == [["1", "1"], ["5"], ["3"], ["1", "1"]]
    assert tokens["columns"].tokens == [["2"], ["2"], ["4"], ["2"], ["1", "1"]]


def test_a_question_mark_of_puzz_link_is_a_run_of_any_length_and_an_open_line_is_not_written():
    puzzle = formats.read_text("https://puzz.link/p?nonogram/2/2/1.1./")
    assert [token.text for token in puzzle.tokens["rows"]] == ["1", "+"]
    assert formats.write(puzzle, "puzzlink").decode().strip() == "https://puzz.link/p?nonogram/2/2/1.1./"
    with pytest.raises(PuzzleError, match="cannot hold '\\?'"):
        formats.write(pysolve.read(str(INSTANCES / "nonogram" / "5x5-open.yaml")), "puzzlink")
