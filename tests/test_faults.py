"""Wrong input: one clear sentence with the place, exit code 2, no traceback."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from conftest import command as run

import pysolve
from pysolve.solving.facts import atoms

SUDOKU = """\
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""

NUMBERLINK = "3 3\n1 - 2\n- - -\n1 - 2\n"


def refused(*arguments: object, stdin: str | bytes = "") -> str:
    """The sentence with which a command refuses its input."""
    done = run("solve", *arguments, stdin=stdin)
    assert done.code == 2, (done.out, done.err)
    assert done.out == ""
    assert "Traceback" not in done.err
    assert done.err.startswith("Error: "), done.err
    return done.err.removeprefix("Error: ").split("\n")[0]


CASES = {
    "ragged rows": ("numberlink", "3 3\n1 - 2\n- -\n1 - 2\n", "row 2: found 2 cells, expected 3"),
    "the first row is the ragged one": ("sudoku", "1 . .\n. . . .\n. . . .\n. . . 2\n", "row 1: found 3 cells, expected 4"),
    "a slip in a board of letter groups": ("sudoku", "AB CD\nCD A%\nBA DC\nDC BA\n", "row 2, column 4: found '%', expected"),
    "a ragged board of letter groups": ("sudoku", "AB CD\nCD A\nBA DC\nDC BA\n", "row 2: found 3 cells, expected 4"),
    "too few rows": ("numberlink", "3 3\n1 - 2\n- - -\n", "line 3: found 2 rows of 'grid', expected 3"),
    "too many rows": ("numberlink", NUMBERLINK + "- - -\n", "line 5: found 1 line more"),
    "unknown token": ("slitherlink", "2 2\n- %\n3 -\n", "row 1, column 2: found '%', expected '#', '?', a number or a blank ('.' or '-')"),
    "a number three times": ("numberlink", "2 2\n1 1\n1 -\n", "row 1, column 1: found '1', expected"),
    "a number once": ("numberlink", "2 2\n1 1\n2 -\n", "row 2, column 1: found '2', expected"),
    "hidato, out of range": ("hidato", "2 2\n1 -\n- 5\n", "row 2, column 2: found '5', expected a number from 1 to 4"),
    "hidato, twice": ("hidato", "2 2\n1 -\n- 1\n", "row 2, column 2: found '1', expected each number at most once"),
    "boxes that do not divide": ("sudoku", "puzzle: sudoku\noptions: {box_rows: 4}\ngrid: |\n" + "  .........\n" * 9, ""),
    "a board of no boxes": ("sudoku", "4 5\n" + "- - - - -\n" * 4, "found 4 rows of 5 cells, expected as many rows as columns"),
    "a line with a cell too few": ("sudoku", "." * 80 + "\n", "found 1 row of 80 cells, expected as many rows as columns"),
    "a letter outside of the symbols": ("sudoku", "4 4\nA B C D\n- - - -\n- - Z -\n- - - -\n", "row 3, column 3: found 'Z'"),
    "a number outside of the symbols": ("sudoku", SUDOKU.replace("53..", "5 3 . .") and "4 4\n1 - - -\n- 7 - -\n" + "- - - -\n" * 2, "row 2, column 2: found '7', expected a value from 1 to 4"),
    "a mixture of alphabets": ("sudoku", "4 4\n1 - - -\n- * - -\n" + "- - - -\n" * 2, "row 2, column 2: found '*', expected"),
    "empty": ("sudoku", "", "the file is empty"),
    "only blanks": ("sudoku", " \n\n", "the file is empty"),
    "binary": ("sudoku", b"\x00\x01\x02", "line 1: found binary data, expected text"),
    "not UTF-8": ("sudoku", b"4 4\n\xff\xfe", "line 2: found bytes that are not text, expected UTF-8"),
    "a line of 3 MB": ("sudoku", "." * 3_000_000, "line 1: the line has 3,000,000 characters"),
    "no board at all": ("sudoku", "hello world\n", ""),
    "a letter in the header": ("starbattle", "3 3 x\na a a a\n", "row 2: found 4 cells, expected 3"),
    "too much in the header": ("sudoku", "4 4 4\n. . . .\n", "line 1: found '4' behind rows and columns, expected nothing"),
    "huge numbers": ("numberlink", "1 2\n99999999999 99999999999\n", "expected a number up to 10000000"),
    "a board that is too large": ("numberlink", "99999999 3\n1 - 2\n", "expected 1 to 10000"),
    "no header where one is needed": ("nonogram", "1 1\n1\n", ""),
    "JSON cut off": ("hidato", '[{"row": 1, "col": 1, "val": 1}', "this is not valid JSON"),
    "JSON of something else": ("hidato", "[1, 2]", "found a list of 2 values, expected a list of rows"),
    "JSON, a cell twice": ("hidato", '[{"row":1,"col":1,"val":1},{"row":1,"col":1,"val":2}]', "row 1, column 1: this cell is listed twice"),
    "JSON, a board of a billion cells": ("hidato", '[{"row":10000,"col":10000,"val":1}]', "expected"),
    "JSON line without a problem": ("hidato", '{"id": "a"}', "expected a JSON object with a text as 'problem'"),
    "YAML, a key twice": (None, "puzzle: sudoku\ngrid: |\n  1\ngrid: |\n  1\n", "line 4: the key 'grid' stands twice"),
    "YAML, unknown key": (None, "puzzle: sudoku\ngird: |\n  1\n", "line 3: unknown key 'gird'; did you mean 'grid'?"),
    "YAML, another key for the type": (None, "type: sudoku\ngrid: |\n  1\n", "line 1: found the key 'type', expected 'puzzle', which says the type"),
    "empty, of no type": (None, "", "the file is empty, expected a puzzle"),
    "a picture, of no type": (None, b"\x89PNG\r\n\x1a\n", "line 1: found bytes that are not text, expected UTF-8"),
    "a short row that begins like a size": ("sudoku", "5 3 . . 7\n6 . . 1\n", "as a row of the board it would have 5 cells, the one below has 4"),
    "YAML, a part is missing": (None, "puzzle: sudoku\n", "the part 'grid' is missing"),
    "YAML, unknown option": (None, "puzzle: sudoku\noptions: {boxes: 3}\ngrid: |\n  1\n", "Sudoku has no option 'boxes'"),
    "YAML, a word for a number": (None, "puzzle: sudoku\noptions: {box_rows: no}\ngrid: |\n  1\n", "option box_rows: found 'no', expected a whole number"),
    "YAML, boxes of one cell": (None, "puzzle: samuraisudoku\noptions: {box: 1}\ngrid: |\n  .\n", "expected boxes of at least 2 rows and columns, but box is 1"),
    "YAML, an unknown type": (None, "puzzle: suddoku\ngrid: |\n  1\n", "line 1: there is no puzzle type 'suddoku'; did you mean 'sudoku'?"),
    "YAML that is none": (None, "puzzle: [sudoku\n", "this is not valid YAML"),
    "YAML, a grid of something else": (None, "puzzle: sudoku\ngrid: {a: 1}\n", "grid: expected a block of text"),
    "no type": (None, "1 2\n1 1\n", "the text does not say what type of puzzle it is"),
    "a board that the type is not played on": ("sudoku", "puzzle: sudoku\nboard: hex\ngrid: |\n  1\n", "a Sudoku puzzle is played on a board that is square, not 'hex'"),
    "nonogram, too much in a row": ("nonogram", "2 2\n1\n1\n3\n1\n", ""),
    "crossword without words": ("crossword", "3 3\n. . .\n. . .\n. . .\n", "the part 'words' is missing, and some slots are not given as a whole; give one with --words FILE"),
    "slitherlink, a five": ("slitherlink", "2 2\n- 5\n- -\n", "row 1, column 2: found '5', expected"),
    "thermometer, a gap": ("thermometer", "1 3\n- - -\n-\n3.1 3.3 -\n", "row 1, column 2: found '3.3', expected cell 2 of thermometer 3"),
    "thermometer, a cell twice": ("thermometer", "1 3\n- - -\n-\n3.1 3.2 3.2\n", "row 1, column 3: found '3.2', expected each cell of thermometer 3 once"),
    "thermometer, counted from 0": ("thermometer", "1 3\n- - -\n-\n3.0 3.1 3.2\n", "row 1, column 1: found '3.0', expected a thermometer whose cells are counted from 1"),
    "consecutive sudoku, a bar of the edge": ("consecutivesudoku", "puzzle: consecutivesudoku\ngrid: |\n  . .\n  . .\nbars: |\n  . .\n  . 2\n", "row 2, column 2: found '2', expected bars on sides with a neighbour"),
    "sukoro, a 0": ("sukoro", "1 2\n0 -\n", "row 1, column 1: found '0', expected a number from 1 to 4"),
    "killer, two totals in a cage": ("killer", "4 4\n3 4 - -\n" + "- - - -\n" * 3 + "1 1 2 2\n" + "3 3 4 4\n" * 3, "found '"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_wrong_input(name: str, write):
    type_, content, expected = CASES[name]
    path = write(content, "board.txt")
    sentence = refused(path, *(["--type", type_] if type_ else []))
    assert sentence.startswith(str(path))
    assert expected in sentence


@pytest.mark.parametrize("content", [SUDOKU, "\ufeff" + SUDOKU, SUDOKU.replace("\n", "\r\n"), SUDOKU.rstrip("\n"),
                                     SUDOKU.replace("\n", ""), " ".join(SUDOKU).replace(" \n ", "\n"),
                                     "\t".join(SUDOKU).replace("\t\n\t", "\n"), SUDOKU.replace(".", "0"),
                                     "9 9\n" + SUDOKU, "9\n9\n" + SUDOKU, SUDOKU.replace("\n", "\n\n")])  # fmt: skip
def test_harmless_differences_are_no_faults(content: str, write):
    given = pysolve.read(str(write(content)), type="sudoku")
    assert [*atoms(given)] == [*atoms(pysolve.read_text(SUDOKU, "sudoku"))]


def test_digits_of_cells_are_not_counted_as_rows(write):
    """As the number of rows, the first line would be more than 500 million."""
    file = write(SUDOKU.replace(".", "0"))
    tracemalloc.start()
    try:
        pysolve.read(str(file), type="sudoku")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_yaml_scalars_stay_text(write):
    lines = "".join(f"  {line}\n" for line in SUDOKU.replace(".", "0").splitlines())
    assert run("check", write(f"puzzle: sudoku\noptions: {{diagonals: no}}\ngrid: |\n{lines}")).out == "unique\n"
    one = SUDOKU.replace(".", "0").replace("\n", "")
    assert run("check", write(f"puzzle: sudoku\ngrid: {one}\n")).out == "unique\n"


def test_a_gap_that_no_path_can_bridge_is_no_fault(write):
    done = run("solve", write("1 4\n1 2 1 2\n"), "--type", "numberlink")
    assert done.code == 1
    assert done.out.startswith("No answer.")


def test_a_missing_file():
    assert refused("nowhere.yaml") == "nowhere.yaml: the file cannot be read: no such file or directory"


def test_a_missing_word_list(write):
    board = write("3 3\n. . .\n. . .\n. . .\n", "crossword.txt")
    assert refused(board, "--words", "nowhere.txt").startswith("nowhere.txt: the file cannot be read")
    inside = write("puzzle: crossword\ngrid: |\n  ...\nwords: nowhere.words\n", "inside.yaml")
    assert "there is no list of words 'nowhere.words' here" in refused(inside)


def test_a_word_list_without_a_needed_length_is_none_and_says_which_slot(write):
    board = write("3 3\n. . .\n. # .\n. . .\n", "crossword.txt")
    words = write("FOUR\nFIVES\n", "list.words")
    done = run("solve", board, "--words", words)
    assert done.code == 1
    assert done.out.startswith("No answer: row 1, column 1")
    assert "across" in done.out or "down" in done.out


def test_a_score_that_is_no_number(write):
    board = write("1 3\n. . .\n", "crossword.txt")
    words = write("ABC\nABC;x\n", "list.words")
    assert refused(board, "--words", words) == f"{words}, line 2: found 'ABC;x', expected a word, or word;score"


def test_words_for_a_type_without_words(write):
    assert "takes no words" in refused(write(SUDOKU, "sudoku.txt"), "--words", write("A\n", "list.words"))


RULES = {
    "syntax error": (":- value(X, 1) 7.\n", "line 1, column 16: this cannot be read as a rule: syntax error"),
    "an unclosed rule": (
        "% one.\n\n:- value(X, 1),\n   X = (1, 1)\n\n%* two. *%\nodd(1..3).\n",
        "line 3, column 1: this rule is not closed: expected a '.' (or a ',') before line 7",
    ),
    "an unclosed rule that the head of the next one could go on with": (
        'odd(".") :- odd(2),\n% three.\nodd(X) :- X = 1..3.\n',
        "line 1, column 1: this rule is not closed: expected a '.' (or a ',') before line 3",
    ),
    "unsafe variable": ("\n:- not value((1, 1), V).\n", "line 2, column 1: the variable V is unsafe"),
    "unknown predicate": (
        ":- vlaue((1, 1), 1).\n",
        "line 1, column 4: no fact and no rule defines vlaue/2 (is value meant?",
    ),
    "missing include": ('% one\n#include "nowhere.lp".\n', "line 2: there is no file 'nowhere.lp' to include"),
    "binary": (b"\x00\xff", "found b"),
    "a letter that clingo does not have": (
        'a("ü"). % ü\n%* ü %* " *% ü *%\na(ü).\n',
        "line 3, column 3: found 'ü', which may stand in texts and comments only",
    ),
    "a comment without an end": (
        "a(1).\n%* one %* two *%\n",
        "line 2, column 1: found a comment that is not closed by '*%'",
    ),
    "a rule without an end": (
        ":- value((1, 1), 1)\n\n% its end is missing\n",
        "line 1, column 1: this rule is not closed: expected a '.' (or a ',') before the end of the file",
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_wrong_rules(name: str, write):
    text, expected = RULES[name]
    rules = write(text, "variant.lp")
    sentence = refused(write(SUDOKU, "sudoku.txt"), "-r", rules)
    assert "variant.lp" in sentence
    assert expected in sentence


SEVERAL = {
    "syntax": ("a(1) :- , .\n:- a(1.\nb(2).\n", ["line 1, column 9", "line 2, column 7"]),
    "unsafe variables": ("b(1..3).\na(X).\nc(Y) :- not b(Y).\n", ["line 2, column 1", "line 3, column 1"]),
    "undefined predicates": ("b(X) :- b(X), none(X).\n:- no(1), nor(2).\n", ["line 1, column 15", "line 2, column 4", "line 2, column 11"]),
    "numbers and characters": ("a(9999999999).\nb(ü, ö).\n", ["line 1, column 3", "line 2, column 3", "line 2, column 6"]),
    "includes": ('#include "one.lp".\n#include "two.lp".\na(ü).\n', ["line 3, column 3", "line 1", "line 2"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SEVERAL)
def test_several_errors_of_a_rule_file_come_at_once(name: str, write):
    text, places = SEVERAL[name]
    rules = write(text, "variant.lp")
    board = write(SUDOKU, "sudoku.txt")
    done = run("check", board, "-r", rules)
    errors = [line for line in done.err.split("\n") if line.startswith("Error: ")]
    found = [line.removeprefix(f"Error: {rules}, ").partition(":")[0] for line in errors]
    assert (done.code, sorted(found)) == (2, sorted(places))
    assert done.err.count("^") == sum("column" in place for place in places)


def test_the_line_of_a_wrong_rule_is_shown_with_the_place(write):
    rules = write(":- value((1, 1), 5).\n:- value((1, 1), V), V ; < 3.\n", "variant.lp")
    done = run("solve", write(SUDOKU, "sudoku.txt"), "-r", rules)
    line, mark = done.err.split("\n")[1:3]
    assert line == "    :- value((1, 1), V), V ; < 3."
    assert mark == " " * (4 + ":- value((1, 1), V), V ; < 3.".index(";")) + "^"


def test_a_missing_rule_file(write):
    assert refused(write(SUDOKU, "sudoku.txt"), "-r", "nowhere.lp").startswith(
        "nowhere.lp: the rule file cannot be read"
    )


def test_an_include_never_comes_from_the_current_directory(write, tmp_path):
    write("this is not a rule", "unit.lp")
    write("this is not a rule", "lib/unit.lp")
    path = write(SUDOKU, "sudoku.txt")
    assert run("check", path, cwd=tmp_path).out == "unique\n"
    assert run("check", path, cwd=tmp_path / "lib").out == "unique\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-c", "diagonals=maybe"], "option diagonals: found 'maybe', expected no or yes"),
        (["-c", "box_rows=x"], "option box_rows: found 'x', expected a whole number"),
        (["-c", "nothing=1"], "Sudoku has no option 'nothing'; its options are box_rows, box_columns, diagonals"),
        (["-c", "box_rows=4"], "expected box_rows and box_columns that make boxes of 9 cells"),
        (["--type", "suddoku"], "there is no puzzle type 'suddoku'; did you mean 'sudoku'?"),
        (["--types", "nowhere"], "nowhere: there is no such folder of puzzle types"),
        (["--board", "x"], "--board goes with a JSON list of cells"),
        (["-o", "/nowhere/at/all"], "/nowhere/at/all: the file cannot be written"),
    ],
)
def test_wrong_options(arguments: list[str], expected: str, write):
    assert expected in refused(write(SUDOKU, "sudoku.txt"), *arguments)


@pytest.mark.parametrize(
    "arguments", [["-c", "box_rows"], ["-n", "0"], ["--time-limit", "0"], ["--format", "png"], ["--all", "-n", "3"], ["--nothing"]]
)  # fmt: skip
def test_wrong_usage(arguments: list[str], write):
    done = run("solve", write(SUDOKU, "sudoku.txt"), *arguments)
    assert done.code == 2
    assert done.out == ""
    assert "Error: " in done.err


def test_one_wrong_puzzle_of_several_does_not_stop_the_others(write):
    good, bad = write(SUDOKU, "a.txt"), write("oops\n", "b.txt")
    done = run("check", bad, good, "--type", "sudoku")
    assert done.code == 2
    assert [line.split()[0] for line in done.out.splitlines()] == ["error", "unique"]
    assert done.err.count("Error: ") == 1


def test_a_wrong_line_of_json_lines_names_its_line(write):
    lines = [
        json.dumps({"id": "good", "problem": "9 9\n" + SUDOKU}),
        json.dumps({"id": "bad", "problem": "2 2\n1 x\n- -"}),
    ]
    done = run("check", write("\n".join(lines), "sudoku.jsonl"))
    assert done.code == 2
    assert "sudoku.jsonl, line 2 (bad), row 1, column 2: found 'x'" in done.err
