"""ipuz in and out, .puz in."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES, command
from hypothesis import given, settings
from hypothesis import strategies as st

import pysolve
from pysolve import formats
from pysolve.formats import Reading, Source
from pysolve.model import terms
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.rules.library import default_options

#: The Sudoku of a puzzle of our own, as another program might write it: a call, cells as tables, the kind without number.
SUDOKU = """ipuz({"version": "http://ipuz.org/v1", "kind": "http://ipuz.org/sudoku", "charset": "1234", "boxes": true,
"intro": "Fill it", "com.example:colour": 7,
"puzzle": [[1, 2, null, {"given": 4}], [0, "", {"style": {"shapebg": "circle"}}, 1], [0, "4", 0, 0], [2, 0, 0, 3]],
"solution": [[1, 2, 3, 4], [4, 3, 2, 1], [3, 4, 1, 2], [2, 1, 4, 3]]})
"""

#: A .puz file that puzpy 0.7.0 wrote: CA. / BOT / .LO; with a rebus; with a circle.
PLAIN = (
    "1cpBQ1JPU1MmRE9XTgAAYknQEiojKVLIMS4zAAAAAAAAAAAAAAAAAAAAAAADAwYAAQAAAENBLkJPVC5MTy0tLi0tLS4tLVNtYWxsAHB5c29sdmUA"
    "AGNsdWUgMABjbHVlIDEAY2x1ZSAyAGNsdWUgMwBjbHVlIDQAY2x1ZSA1AAA="
)
REBUS = PLAIN[:-4] + "AABHUkJTCQAAAQEAAAAAAAAAAABSVEJMBwCDQCAwOkNBVDsA"
CIRCLE = PLAIN[:-4] + "AABHRVhUCQAAgIAAAAAAAAAAAAA="


def read(data: bytes | str, type_: str | None = None, words: str | None = None) -> Puzzle:
    data = data.encode() if isinstance(data, str) else data
    return formats.read(Source("text", "text", data), Reading(type=type_, words=words))


def sudoku(**changes: Any) -> str:
    record = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[0] * 4] * 4}
    return json.dumps({name: value for name, value in {**record, **changes}.items() if value is not ...})


def crossword(**changes: Any) -> str:
    return sudoku(kind=["http://ipuz.org/crossword#1"], **{"puzzle": [[1, 2], [3, "#"]], **changes})


# -- ipuz


def test_a_sudoku_of_another_program_is_read_solved_and_written(write):
    puzzle = read(SUDOKU)
    assert puzzle.type.name == "sudoku"
    assert ["".join(row) for row in draft_of(puzzle).parts["grid"].tokens] == ["12.4", "...1", ".4..", "2..3"]
    assert [str(remark) for remark in puzzle.remarks] == ["passed over in the ipuz file: styles of cells"]
    assert puzzle.rules == "Fill it"
    report = command("batch", str(write(SUDOKU, "one.ipuz")), "--compare", "--report", "-").out
    assert json.loads(report.splitlines()[0])["agrees"] is True
    record = json.loads(formats.write(puzzle, "ipuz"))
    assert record["puzzle"] == [[1, 2, 0, 4], [0, 0, 0, 1], [0, 4, 0, 0], [2, 0, 0, 3]]
    assert record["solution"] == [[1, 2, 3, 4], [4, 3, 2, 1], [3, 4, 1, 2], [2, 1, 4, 3]]
    assert (record["charset"], record["boxes"], record["dimensions"]) == ("1234", True, {"width": 4, "height": 4})


def test_a_crossword_keeps_letters_blocks_numbers_words_and_how_it_is_filled(write):
    text = "puzzle: crossword\noptions: {minimum: 3}\ngrid: |\n  A . #\n  . . .\n  # . .\nwords: |\n  AB;5\n  ACE\nanswer: |\n"
    puzzle = formats.read_text(text + "  A B #\n  C E D\n  # F G\n")
    record = json.loads(formats.write(puzzle, "ipuz"))
    assert record["puzzle"] == [[{"cell": 1, "value": "A"}, 2, "#"], [3, 0, 4], ["#", 5, 0]]
    assert record["solution"] == [["A", "B", "#"], ["C", "E", "D"], ["#", "F", "G"]]
    again = read(formats.write(puzzle, "ipuz"))
    assert (again.tokens, again.options, again.answer) == (puzzle.tokens, puzzle.options, puzzle.answer)
    assert again.lists["words"].scores == {"AB": 5, "ACE": 0}
    words = write("AB\nCO\nAC\nBO\n", "list.dict")
    assert (
        command("solve", str(write(crossword(solution=[["A", "B"], ["C", "#"]]), "c.ipuz")), "--words", str(words)).code
        == 0
    )
    done = command("check", str(write(crossword(), "d.ipuz")))
    assert (done.code, "the file holds no solution, from which the words could be taken: name a list" in done.err) == (
        2,
        True,
    )


def test_the_words_of_a_crossword_are_those_of_its_solution(write):
    puzzle = read(crossword(solution=[["A", "B"], ["C", "#"]]))
    assert list(puzzle.lists["words"].scores) == ["AB", "AC"]
    assert "the 2 words are those of the file's own solution" in [remark.sentence for remark in puzzle.remarks]
    assert pysolve.check(puzzle) == "multiple"
    plain = read(base64.b64decode(PLAIN))
    assert list(plain.lists["words"].scores) == ["CA", "BOT", "LO", "CB", "AOL", "TO"]
    assert pysolve.check(plain) == "multiple"
    behind = read(b"from: somebody\r\n\r\n" + base64.b64decode(PLAIN))
    assert (behind.tokens, behind.answer) == (plain.tokens, plain.answer)
    for record, expected in (
        (crossword(solution=[["A", "B"], ["B", "#"]]), "the solution holds the word 'AB' twice"),
        (crossword(solution=[["A", ""], ["B", "#"]]), "the solution does not fill the board"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            read(record)


@pytest.mark.parametrize("path", sorted([*(INSTANCES / "sudoku").glob("*.yaml"), *(INSTANCES / "crossword").glob("*.yaml")]),
                         ids=lambda path: f"{path.parent.name}-{path.stem}")  # fmt: skip
def test_what_was_written_is_read_as_it_was(path: Path):
    puzzle = pysolve.read(str(path))
    try:
        data = formats.write(puzzle, "ipuz")
    except PuzzleError as error:
        if puzzle.type.added:
            assert "cannot hold added constraints" in str(error)
            return
        known = default_options(puzzle.type)
        assert "an ipuz file cannot say" in str(error)
        assert any(known.get(name) != value for name, value in puzzle.options.items())
        return
    again = read(data)
    assert (again.type.name, again.tokens, again.board) == (puzzle.type.name, puzzle.tokens, puzzle.board)
    assert {name: words.scores for name, words in again.lists.items()} == {
        name: words.scores for name, words in puzzle.lists.items()
    }
    assert (again.answer or "").split() == (puzzle.answer or "").split()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (sudoku(kind=["http://ipuz.org/wordsearch#1"]), "found ipuz of the kind 'wordsearch', which is not read"),
        (sudoku(kind=["http://ipuz.org/sudoku#1", "http://ipuz.org/sudoku/jigsawsudoku#1"]), "of the kind 'sudoku/jigsawsudoku'"),
        (sudoku(kind="http://ipuz.org/sudoku/hypersudoku#1"), "found ipuz of the kind 'sudoku/hypersudoku', which is not read"),
        (sudoku(kind=...), "the file does not say of which kind it is"),
        (sudoku(puzzle=...), "expected a list of rows under 'puzzle'"),
        (sudoku(puzzle=[[0, 0], [0]]), "row 2: found 1 cell under 'puzzle', expected 2"),
        (sudoku(puzzle=[[[1]]]), "row 1, column 1: found '[1]', expected a value or a blank"),
        (sudoku(puzzle=[[{"given": 1, "hint": 2}]]), "row 1, column 1: found 'hint' in a cell"),
        (sudoku(dimensions={"width": 9, "height": 9}), "but 'dimensions' says '9 rows and 9 columns'"),
        (sudoku(cages=[{"cells": [[1, 1]]}]), "found the key 'cages', which has no place in such a puzzle here"),
        (sudoku(zones=[{"rect": [1, 1, 2, 2]}]), "found the key 'zones'"),
        (sudoku(boxes=False), "the file says that there are no boxes, which a Sudoku puzzle has"),
        (sudoku(puzzle=[[1, "x y"]]), "found 'x y', expected a value or a blank"),
        (crossword(puzzle=[[{"cell": 1, "style": {"barred": "X"}}]]), "found bars on 'X', expected some of the sides L, R, T and B"),
        (crossword(puzzle=[[{"cell": 1, "style": {"divided": "-"}}]]), "found the style 'divided', which has no place here"),
        (crossword(puzzle=[[{"cell": 1, "style": "odd"}]]), "found the style 'odd', which the file does not define"),
        (crossword(puzzle=[[{"cell": 1, "value": "C2"}]]), "row 1, column 1: found 'C2', expected letters"),
        (crossword(solution=[["C T", "B"], ["C", "#"]]), "row 1, column 1: found 'C T', expected letters"),
        ('{"version": "http://ipuz.org/v2", ' + '"a": ' + "[" * 100_000, "nested too deeply"),
        ('{"version": "http://ipuz.org/v2"', "this is not valid JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_ipuz_is_said(text: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        read(text)
    assert sentence in str(raised.value)


@pytest.mark.parametrize("kinds", [["sudoku/diagonalsudoku"], ["sudoku", "sudoku/diagonalsudoku"]])
def test_a_kind_of_ipuz_that_has_rules_besides_is_an_option_and_comes_back(kinds: list[str]):
    found = pysolve.read_text(sudoku(kind=[f"http://ipuz.org/{kind}#1" for kind in kinds]))
    assert found.options == {"diagonals": "yes"}
    assert json.loads(formats.write(found, "ipuz"))["kind"] == ["http://ipuz.org/sudoku/diagonalsudoku#1"]


def test_what_ipuz_cannot_hold_is_not_written():
    with pytest.raises(PuzzleError, match="ipuz has no kind for an Akari puzzle"):
        formats.write(formats.read_text("x . .\n", "akari"), "ipuz")
    with pytest.raises(PuzzleError, match="an ipuz file cannot say box_rows=1"):
        formats.write(formats.read_text("puzzle: sudoku\noptions: {box_rows: 1}\ngrid: [[1]]\n"), "ipuz")


# -- .puz


def test_a_puz_file_is_read(tmp_path: Path):
    file, words = tmp_path / "small.puz", tmp_path / "words.dict"
    file.write_bytes(base64.b64decode(PLAIN))
    words.write_text("CA;50\nBOT;20\nLO\nCB\nAOL\nTO\n")
    puzzle = formats.read(
        next(formats.sources([str(file)]))._replace(data=file.read_bytes()), Reading(words=str(words))
    )
    assert (puzzle.type.name, puzzle.title, puzzle.author) == ("crossword", "Small", "pysolve")
    assert puzzle.answer == "C A #\nB O T\n# L O\n"
    assert puzzle.lists["words"].scores["BOT"] == 20
    assert not puzzle.remarks and len(puzzle.tokens["clues"]) == 6
    compared = command("batch", str(tmp_path), "--words", str(words), "--compare", "--report", "/dev/null").err
    assert "1 answer is the published one" in compared
    again = read(formats.write(puzzle, "puz"), words=str(words))
    assert (again.tokens, again.answer, again.title) == (puzzle.tokens, puzzle.answer, puzzle.title)


def test_circles_and_cells_with_several_letters_are_kept(tmp_path: Path):
    words = tmp_path / "words.txt"
    words.write_text("CA\n")
    circled = read(base64.b64decode(CIRCLE), words=str(words))
    assert not circled.remarks and circled.tokens["marks"]
    rebus = read(base64.b64decode(REBUS))
    assert rebus.answer == "CAT A #\nB O T\n# L O\n"
    assert list(rebus.lists["words"].scores) == ["CATA", "BOT", "LO", "CATB", "AOL", "TO"]


#: A crossword with all that files hold: cells of several letters, of which somebody has filled in one, circles, and clues.
SEVERAL = """puzzle: crossword
title: Three
author: pysolve
source: "2026"
rules: Read the circles.
grid: |
  . . #
  . . .
  # . .
words: [CANE, BOT, LO, CANB, EOL, TO]
rebus: |
  CAN . .
  . . .
  . . .
marks: |
  . o .
  . . .
  . . .
clues:
  1A: Stick
  3A: Robot (1,2)
answer: |
  CAN E #
  B O T
  # L O
"""


def everything(puzzle: Puzzle) -> object:
    """What a file keeps of a crossword, whatever the order of its words."""
    tokens = {name: sorted(map(str, tokens)) for name, tokens in puzzle.tokens.items() if tokens}
    about = (puzzle.title, puzzle.author, puzzle.source, puzzle.rules)
    return tokens, about, puzzle.answer, {*puzzle.lists["words"].scores}, puzzle.filled


@pytest.mark.parametrize("format_", ["puz", "ipuz", "exolve", "acrosslite", "jpz"])
def test_a_crossword_comes_back_from_each_format_as_it_went(format_: str):
    puzzle = formats.read_text(SEVERAL)
    assert everything(read(formats.write(puzzle, format_))) == everything(puzzle)


def test_clues_belong_to_words_by_the_numbers_that_a_file_shows():
    said = {"Across:Horizontal": [[1, "first"], {"number": 4, "clue": "nowhere"}, [5, "last"]], "Down": [[3, "right"]]}
    rows = [[1, 2, 3], [{"cell": 4}, "#", 0], [{"cell": "5"}, 0, 0]]
    record = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], "puzzle": rows, "clues": said}
    puzzle = read(json.dumps(record | {"solution": [[*"BIT"], [*"A#E"], [*"DEN"]]}))
    assert draft_of(puzzle).parts["clues"].tokens == [["1A", "first"], ["3A", "last"], ["2D", "right"]]
    assert "passed over in the ipuz file: clues of other words" in [each.sentence for each in puzzle.remarks]
    written = json.loads(formats.write(puzzle, "ipuz"))["clues"]
    assert written == {"Across": [[1, "first"], [3, "last"]], "Down": [[2, "right"]]}


@pytest.mark.parametrize("format_", ["puz", "ipuz", "exolve", "acrosslite", "jpz"])
def test_a_crossword_without_clues_comes_back_without(format_: str):
    puzzle = formats.read_text("".join(SEVERAL.partition("clues:\n")[0]) + "answer: |\n  CAN E #\n  B O T\n  # L O\n")
    again = read(formats.write(puzzle, format_))
    assert "clues" not in again.tokens and "clues:" not in formats.write(again, "native").decode()


@pytest.mark.parametrize("format_", ["puz", "ipuz", "exolve", "acrosslite", "jpz"])
def test_a_clue_of_a_word_that_is_not_there_is_not_lost_in_silence(format_: str):
    puzzle = formats.read_text(SEVERAL.replace("  3A: Robot", "  8D: Nowhere\n  3A: Robot"))
    with pytest.raises(PuzzleError, match="clues: found 8D, expected one of 1A, 1D, 2D, 3A, 4D, 5A"):
        formats.write(puzzle, format_)


def test_clues_that_a_file_has_too_many_of_are_remarked():
    puzzle = formats.read_text(SEVERAL)
    text = formats.write(puzzle, "acrosslite").decode()
    remarks = [each.sentence for each in read(text.replace("<NOTEPAD>", "Nowhere\n<NOTEPAD>")).remarks]
    assert "passed over in the text of Across Lite: clues of other words" in remarks
    data = formats.write(puzzle, "puz")
    count, clue = data.index(b"\x06\0\1\0"), data.index(b"Stick\0")
    more = data[:count] + b"\7" + data[count + 1 : clue] + b"Nowhere\0" + data[clue:]
    assert "passed over in the .puz file: clues of other words" in [each.sentence for each in read(more).remarks]


#: The same as its constructor has it before there is a list: every letter is given.
WHOLE = SEVERAL.partition("words:")[0].replace("  . . #\n  . . .\n  # . .", "  . E #\n  B O T\n  # L O")
WHOLE += SEVERAL.partition("LO, CANB, EOL, TO]\n")[2].partition("answer:")[0]


@pytest.mark.parametrize("format_", ["puz", "ipuz", "exolve", "acrosslite", "jpz"])
def test_a_crossword_whose_letters_are_all_given_needs_no_list_and_is_its_own_answer(format_: str):
    puzzle = formats.read_text(WHOLE)
    assert not puzzle.lists and pysolve.check(puzzle) == "unique"
    again = read(formats.write(puzzle, format_))
    assert again.answer == "CAN E #\nB O T\n# L O\n" and again.tokens["clues"] == puzzle.tokens["clues"]
    given = [token.text for token in again.tokens["grid"]]
    if format_ == "ipuz":
        assert again.tokens == puzzle.tokens and not again.lists
    else:  # such files are there to be solved
        assert given == ["#", "#"] and not again.filled


def test_what_means_something_else_in_exolves_text_is_text_all_the_same():
    """Exolve's page shows what it reads as HTML, and leaves out what follows '# '."""
    about = 'title: A <b> & c\nauthor: "No #1 # two"\nrules: |\n  One # two\n  exolve-grid: <i>\n'
    text = f'puzzle: crossword\n{about}grid: |\n  ..\n  ..\nmarks: |\n  x.\n  .o\nclues:\n  1A: "A # & <b> (1,3)"\n'
    puzzle = formats.read_text(f"{text}answer: |\n  A B\n  C D\n")
    written = formats.write(puzzle, "exolve").decode()
    assert "exolve-colour: lightgrey r2c1\n" in written and "ignore-enum-mismatch" in written
    assert "1 A &#35; &amp; &lt;b&gt; (1,3)\n" in written and "exolve&#45;grid" in written and "#two" not in written
    again = read(written)
    assert (again.title, again.author, again.rules) == (puzzle.title, puzzle.author, puzzle.rules.rstrip("\n"))
    assert again.tokens["clues"] == puzzle.tokens["clues"] and again.tokens["marks"] == puzzle.tokens["marks"]
    other = read(written.replace("lightgrey r2c1", "red a1 c2r2 7A c99r9"))
    assert [(token.text, token.values["X"]) for token in other.tokens["marks"]] == [
        ("x", (1, 2)),
        ("x", (2, 1)),
        ("o", (2, 2)),
    ]
    assert "passed over in the text of Exolve: colours of words" in [each.sentence for each in other.remarks]


def test_given_letters_are_not_lost_where_exolve_has_none():
    part = formats.read_text(WHOLE.replace("B O T", "B . T"))
    with pytest.raises(PuzzleError, match="the part 'words' is missing, and some slots are not given as a whole"):
        pysolve.check(part)
    alone = formats.read_text("puzzle: crossword\ngrid: |\n  C . T\n")
    with pytest.raises(PuzzleError, match="Exolve's text cannot hold given letters without the answer"):
        formats.write(alone, "exolve")


def test_letters_of_a_cell_are_the_rules_business():
    puzzle = formats.read_text(SEVERAL.partition("answer:")[0].replace("  . . .", "  B . .", 1))
    assert pysolve.check(puzzle) == "unique"
    with pytest.raises(
        PuzzleError, match="files say which letters a cell holds by the answer, and the puzzle names none"
    ):
        formats.write(puzzle, "ipuz")
    with pytest.raises(PuzzleError, match="expected no letter in a cell that has letters in 'rebus'"):
        pysolve.check(formats.read_text(SEVERAL.replace("  . . #", "  C . #", 1)))


def test_what_somebody_wrote_into_a_cell_of_several_letters_comes_back():
    puzzle = formats.read_text(SEVERAL)
    saved = read(
        formats.write(puzzle, "ipuz").replace(
            b'"solution"', b'"saved": [["CAN", 0, "#"], ["X", 0, 0], ["#", 0, 0]], "solution"'
        )
    )
    assert [*map(terms.write, saved.filled)] == ['value((1,1),"CAN")', 'value((2,1),"X")']
    assert read(formats.write(saved, "puz")).filled == saved.filled


def test_letters_that_a_cell_shows_are_drawn_and_nothing_else_is_said(tmp_path: Path):
    file = tmp_path / "three.ipuz"
    shown = formats.write(formats.read_text(SEVERAL), "ipuz").replace(b"[1, ", b'[{"cell": 1, "value": "CAN"}, ', 1)
    file.write_bytes(shown)
    assert b'"value": "CAN"' in shown and not read(shown).remarks
    assert "CAN" in command("draw", file).out and " E " not in command("draw", file).out


XD = """Title: Three
Rebus: 1=CAN
Special: circle


1e#
BOT
#LO


A1. Stick ~ CANE
A3. Robot (1,2) ~ BOT
A4. Look ~ LO

D1. ? ~ CANB
"""


def test_an_xd_file_has_cells_of_several_letters():
    puzzle = read(XD)
    assert everything(puzzle)[2:4] == everything(formats.read_text(SEVERAL))[2:4]  # type: ignore[index]
    assert [token.text for token in puzzle.tokens["marks"]] == ["o"]


#: What Crossword Compiler writes, in small: a bar, a circle, a tint, a given letter, one that is filled in, several letters.
JPZ = """<?xml version="1.0"?>
<crossword-compiler xmlns="http://crossword.info/xml/crossword-compiler">
<rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle" alphabet="ABC">
<metadata><title>Three</title><creator>pysolve</creator><copyright>2026</copyright><description/></metadata>
<crossword><grid width="3" height="3">
<cell x="1" y="1" solution="CAN" number="1"/><cell x="2" y="1" solution="E" number="2" background-shape="circle"/>
<cell x="3" y="1" type="block"/><cell x="1" y="2" solution="B" solve-state="x"/><cell x="2" y="2" solution="O"/>
<cell x="3" y="2" solution="T" hint="true"/><cell x="1" y="3" type="block"/>
<cell x="2" y="3" solution="L" background-color="#ccc"/><cell x="3" y="3" solution="O" left-bar="true"/></grid>
<word id="1" x="1-2" y="1"/><word id="2" x="1-3" y="2"/><word id="3" x="2" y="1-3"/>
<word id="4"><cells x="3" y="2"/><cells x="3" y="3"/></word>
<clues><title><b>Across</b></title><clue word="1" number="1" format="2">Sti<i>ck</i></clue>
<clue word="2" number="3" format="1,2">Robot</clue><clue word="9" number="8">None</clue></clues>
<clues><title><b>Down</b></title><clue word="3" number="2">What</clue><clue word="4" number="4">For</clue></clues>
</crossword></rectangular-puzzle></crossword-compiler>
"""


def test_a_jpz_file_is_read_packed_or_not():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("three.xml", JPZ)
    puzzle = read(JPZ)
    assert everything(puzzle) == everything(read(packed.getvalue()))
    draft = draft_of(puzzle)
    assert (puzzle.title, puzzle.author, puzzle.source, puzzle.answer) == (
        "Three",
        "pysolve",
        "2026",
        "CAN E #\nB O T\n# L O\n",
    )
    assert draft.parts["rebus"].tokens[0][0] == "CAN" and draft.parts["grid"].tokens[1][2] == "T"
    assert draft.parts["bars"].tokens[4] == [".", "|"] and [*map(terms.write, puzzle.filled)] == ['value((2,1),"X")']
    assert {token.text for token in puzzle.tokens["marks"]} == {"o", "x"}
    assert draft.parts["clues"].tokens == [["1A", "Sti ck"], ["3A", "Robot (1,2)"], ["2D", "What"], ["4D", "For"]]
    assert "passed over in the .jpz file: clues of other words" in [each.sentence for each in puzzle.remarks]
    assert everything(read(formats.write(puzzle, "jpz"))) == everything(puzzle)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (JPZ.replace('<grid width="3"', '<grid width="2"'), "column 3: found a cell outside of the board of 3 rows and 2"),
        (JPZ.replace('<grid width="3"', "<grid"), "found '' in the .jpz file, expected a number from 1"),
        (JPZ.replace("</grid>", ""), "the XML is broken"),
        (JPZ.replace("grid", "sudoku"), "found 0 grids in the .jpz file, expected one"),
        (JPZ.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>', 1), "found declarations of XML, which a crossword does not have"),
        ("exolve-begin\nexolve-width: 2\nexolve-grid:\n AB\n C\nexolve-end", "row 2: found 1 cell in the grid of Exolve, expected 2"),
        ("exolve-begin\nexolve-height: 2\nexolve-grid:\n AB\nexolve-end", "found 1 row in the grid of Exolve, expected 2"),
        ("exolve-begin\nexolve-grid:\n A B\n C*D\nexolve-end", "row 2: found the sign '*' of Exolve"),
        ("exolve-begin\nexolve-grid:\n A B\n C;D\nexolve-end", "row 2: found 'C;D' in the grid of Exolve, expected letters and signs"),
        ("exolve-begin\nexolve-end\nexolve-begin\n", "found 2 puzzles of Exolve, expected one"),
        ("exolve-begin\nexolve-grid:\n 00\nexolve-end", "the file holds no solution, from which the words could be taken"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_crossword_is_said(text: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        read(text)
    assert sentence in str(raised.value)


def test_what_somebody_filled_in_comes_with_the_file(tmp_path: Path):
    data = bytearray(base64.b64decode(PLAIN))
    data[0x34 + 9 : 0x34 + 18] = b"C-.-o-.--"
    puzzle = read(bytes(data))
    assert [*map(terms.write, puzzle.filled)] == ['value((1,1),"C")', 'value((2,2),"O")']
    assert not any("filled" in str(remark) for remark in puzzle.remarks)
    assert read(formats.write(puzzle, "puz")).filled == puzzle.filled
    words = tmp_path / "words.txt"
    words.write_text("CA\n")
    saved = [["C", {"value": "AB"}], [0, "#"]]
    kept = read(crossword(puzzle=[[1, {"value": "A"}], [2, "#"]], saved=saved), words=str(words))
    assert [*map(terms.write, kept.filled)] == ['value((1,1),"C")']


@pytest.mark.parametrize(("symbols", "said"), [("1234", "1 2 . 3"), ("ABCD", "A B . C"), ("LOVE", "L O . V")])
def test_what_is_filled_in_of_a_sudoku_comes_with_the_file_and_is_written(symbols: str, said: str):
    one, two, three = (int(each) if each.isdecimal() else each for each in said.replace(". ", "").split())
    saved = [[one, {"value": two}, 0, three], [0, None, 0, 0], [0] * 4, ["?", "", 0, 0]]
    board = [[one, 0, 0, 0], *[[0] * 4] * 3]
    puzzle = read(sudoku(puzzle=board, saved=saved, **({} if symbols == "1234" else {"charset": symbols})))
    assert [*map(terms.write, puzzle.filled)] == ["value((1,2),2)", "value((1,4),3)"]
    again = read(formats.write(puzzle, "ipuz"))
    assert (again.tokens, again.filled, again.alphabet) == (puzzle.tokens, puzzle.filled, puzzle.alphabet)


def test_what_is_filled_in_of_a_crossword_is_written():
    puzzle = read(crossword(solution=[["A", "B"], ["C", "#"]], saved=[["A", 0], ["X", "#"]]))
    assert [*map(terms.write, puzzle.filled)] == ['value((1,1),"A")', 'value((2,1),"X")']
    assert read(formats.write(puzzle, "ipuz")).filled == puzzle.filled


ACROSS_LITE = """<ACROSS PUZZLE>
<TITLE>
Small
<AUTHOR>
pysolve
<COPYRIGHT>

<SIZE>
3x3
<GRID>
CA.
BOT
.LO
<ACROSS>
clue 0
clue 3
clue 5
<DOWN>
clue 1
clue 2
clue 4
"""


def test_a_text_of_across_lite_is_read_as_the_file_that_is_made_of_it():
    puzzle, made = read(ACROSS_LITE), read(base64.b64decode(PLAIN))
    assert (puzzle.title, puzzle.author, puzzle.answer) == (made.title, made.author, made.answer)
    assert len(puzzle.tokens["clues"]) == len(made.tokens["clues"]) and puzzle.lists == made.lists
    with pytest.raises(PuzzleError, match="found 2 cells in a row of the text of Across Lite, expected 3"):
        read(ACROSS_LITE.replace("BOT", "BO"))
    with pytest.raises(PuzzleError, match="found no board"):
        read(ACROSS_LITE.replace("<GRID>", "<GRIND>"))
    several = read(ACROSS_LITE.replace("CA.", "1A.") + "<REBUS>\n1:AB:A\n")
    assert several.answer == "AB A #\nB O T\n# L O\n"


def test_a_locked_file_is_named_as_that(tmp_path: Path):
    data = bytearray(base64.b64decode(PLAIN))
    data[0x32] = 4
    with pytest.raises(PuzzleError, match="the file is locked and hides its solution, from which"):
        read(bytes(data))
    words = tmp_path / "words.txt"
    words.write_text("CA\n")
    puzzle = read(bytes(data), words=str(words))
    assert puzzle.answer is None and "the solution, as the file is locked" in str(puzzle.remarks[0])


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 130), st.binary(max_size=8), st.sampled_from([PLAIN, REBUS, CIRCLE]))
def test_whatever_a_puz_file_holds_is_read_or_refused_with_a_sentence(at: int, change: bytes, file: str):
    data = base64.b64decode(file)
    try:
        read(data[:at] + change + data[at + len(change) :], "crossword")
    except PuzzleError as error:
        assert error.file is not None
    for end in (at, at + 20):
        with pytest.raises(PuzzleError):
            read(data[: min(end, 100)], "crossword")


def test_a_list_that_comes_along_is_written_by_its_name():
    text = "puzzle: crossword\ngrid: |\n  . . .\n  . . .\nwords: scowl\nanswer: |\n  W A S\n  I T S\n"
    puzzle = pysolve.read_text(text)
    assert "\nwords: scowl\n" in pysolve.convert(puzzle, "native")
    written = pysolve.convert(puzzle, "ipuz")
    assert '"pysolve:words": "scowl"' in written and len(written) < 2000
    again = pysolve.read_text(written)
    assert again.lists == puzzle.lists and "\nwords: scowl\n" in pysolve.convert(again, "native")
    unlisted = pysolve.read_text(written.replace('"scowl"', '"mine"'))
    assert [*unlisted.lists["words"].scores] == ["WAS", "ITS", "WI", "AT", "SS"]
    assert "there is no list of words 'mine' here" in [remark.sentence for remark in unlisted.remarks]
    with pytest.raises(PuzzleError, match="there is no list of words 'mine' here"):
        pysolve.read_text(
            json.dumps({key: held for key, held in json.loads(written).items() if key != "solution"}).replace(
                "scowl", "mine"
            )
        )


#: A board whose words stand in a list of its own, which does not come with it.
UNLISTED = "puzzle: crossword\ngrid: |\n  . . .\n  . # .\nwords: my.words\n"


def test_a_board_whose_list_is_not_here_has_the_words_of_its_answer(write):
    answered = write(f"{UNLISTED}answer: |\n  T E N\n  O # O\n")
    done = command("solve", answered, "-f", "plain")
    assert done.code == 0 and done.out.splitlines()[:2] == ["T E N", "O # O"]
    remarks = pysolve.read(str(answered)).remarks
    assert [remark.sentence for remark in remarks] == [
        "there is no list of words 'my.words' here", "the 3 words are those of the file's own solution",
    ]  # fmt: skip
    listed = write("TAN\nTO\nNO\n", "other.words")
    assert command("solve", answered, "--words", listed, "-f", "plain").out.splitlines()[0] == "T A N"
    whole = pysolve.read_text(UNLISTED.replace(". . .", "T E N").replace(". # .", "O # O"))
    assert not whole.lists and len(whole.remarks) == 1


def test_a_board_whose_list_is_not_here_and_that_has_no_answer_says_what_to_do(write):
    board = write(UNLISTED)
    sentence = "there is no list of words 'my.words' here; known is english, indonesian or scowl, or write the words themselves"
    done = command("solve", board)
    assert done.code == 2 and f"line 5: {sentence}, or name a file of them with --words FILE\n" in done.err
    left_out = command("convert", board, "--drop", "words", "--to", "native")
    assert left_out.code == 0 and "words" not in left_out.out
    with pytest.raises(PuzzleError) as error:
        formats.read_one(UNLISTED, "puzzle", formats.Reading(confined=True))
    assert error.value.droppable == ("words",) and error.value.missing == "words"
