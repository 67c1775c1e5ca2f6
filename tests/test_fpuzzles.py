"""Links of f-puzzles and SudokuPad: read, written, and refused where something in them is not known."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import INSTANCES
from conftest import command as run

import pysolve
from pysolve import PuzzleError, catalog, formats
from pysolve.catalog import manifest
from pysolve.formats import Source
from pysolve.formats.sudoku import fpuzzles, sudokupad
from pysolve.formats.sudoku.fpuzzles import name_of

#: What lz-string 1.5.0 makes of some texts (LZString.compressToBase64).
COMPRESSED = {
    "": "Q===",
    "a": "IZA=",
    "aaa": "IYo=",
    "abababab": "IYI15I==",
    '{"size":9}': "N4IgzglgXgpiBcBOAvkA",
    "ü€𝄞": "D+GoJCwbh4u0A===",
}

#: Links that stand in the documentation and tests of other programs (sudoku-formats, lisudoku, a solver's tests).
LINKS = {
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfA"
    "LrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A": ("multiple", "1 . . . . . . . .", []),
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1kANwEMAbAK5x4ARl"
    "RoI3GADsEAFwzCmK1kQ5tVmug216VGrUbWG1ZyjwHCEAJglTZCpTAO7j+nZw/7atIkA=": ("multiple", ". . . . . . . . .", []),
    "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR"
    "3PgIm9hk0UM6zR4rssX0QAawgAbLTAwBjAIZo48QiH0wdYfCABKARgDCDkKjsAmFyDUA3Q1oArqYgiCAUFlZaNmb2zh5ucU4AzIm"
    "eTgnuXqnuyRk+qP5BIcmpRGqG+gAuEL4wTgD2AHZgVRiGEE1VMXggANLauhgABE7GcLREQA=": ("multiple", ". . . . . . . . .", ["cage"]),
}  # fmt: skip


def link_of(data: object) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return fpuzzles.SITE + sudokupad.compress(text)


def puzzle_of(**more: Any) -> dict[str, Any]:
    return {"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)], **more}


def read(link: str) -> pysolve.Puzzle:
    return formats.read_text(link)


# -- Compression


@pytest.mark.parametrize("text", COMPRESSED)
def test_texts_are_compressed_as_lz_string_does(text: str):
    assert sudokupad.compress(text) == COMPRESSED[text]
    assert sudokupad.decompress(COMPRESSED[text]) == text


def test_a_long_text_comes_back():
    text = "".join(chr(32 + number * number % 300) for number in range(5000))
    assert sudokupad.decompress(sudokupad.compress(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "the link is cut off"), ("N4Ig", "the link is cut off"),
        ("N4I*gA", "found '*' in a compressed text, expected base64"), ("v" * 50, "is damaged"), ("A" * 50, "becomes more than"),
    ],
)  # fmt: skip
def test_damaged_texts_are_refused(text: str, expected: str):
    if text.startswith("A"):  # a text that becomes ever longer: each phrase is the one before it, and a character
        text = sudokupad.compress("a" * (sudokupad.LONGEST_TEXT + 1))
    with pytest.raises(PuzzleError, match=expected.replace("*", r"\*")):
        sudokupad.decompress(text)


def test_a_link_of_any_length_is_refused():
    with pytest.raises(PuzzleError, match="expected at most"):
        read(fpuzzles.SITE + "A" * 180_000)


# -- Reading and writing


@pytest.mark.parametrize("link", LINKS, ids=range(len(LINKS)))
def test_links_that_others_made_are_read_and_come_out_the_same(link: str):
    verdict, row, added = LINKS[link]
    puzzle = read(link)
    assert (pysolve.check(puzzle), [each.name for each in puzzle.type.added]) == (verdict, added)
    assert f"grid: |\n  {row}\n" in formats.write(puzzle).decode()
    again = read(formats.write(puzzle, "fpuzzles").decode())
    assert (again.tokens, again.type.added) == (puzzle.tokens, puzzle.type.added)


def has_all(name: str) -> bool:
    return all(each.fpuzzles for each in pysolve.read(INSTANCES / "sudoku" / f"{name}.yaml").type.added)


@pytest.mark.parametrize("name", filter(has_all, sorted(file.stem for file in (INSTANCES / "sudoku").glob("*.yaml"))))
def test_what_is_written_is_read_as_the_same_puzzle(name):
    puzzle = pysolve.read(INSTANCES / "sudoku" / f"{name}.yaml")
    again = read(formats.write(puzzle, "fpuzzles").decode())
    assert {each.name for each in again.type.added} >= {each.name for each in puzzle.type.added}
    assert pysolve.check(again) == "unique"
    assert puzzle.answer is not None
    numbers = [[str(puzzle.alphabet.value(token)) for token in line.split()] for line in puzzle.answer.splitlines()]
    assert next(iter(pysolve.solve(again))).plain.split() == [number for line in numbers for number in line]


@pytest.mark.parametrize(
    ("options", "regions"), [("box_rows: 2", 0), ("box_columns: 2, box_rows: 2", 0), ("box_rows: 1", 4)]
)
def test_other_boxes_than_the_usual_ones_are_regions(options: str, regions: int):
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n" + "  . . . .\n" * 4 + f"options: {{{options}}}\n")
    again = read(formats.write(puzzle, "fpuzzles").decode())
    assert len({token.values["N"] for token in again.tokens.get("region", ())}) == regions
    assert not again.options


def test_symbols_of_an_instance_are_not_written_as_numbers():
    puzzle = pysolve.read_text("puzzle: sudoku\nsymbols: GOLF\ngrid: |\n  G O L .\n" + "  . . . .\n" * 3)
    with pytest.raises(PuzzleError, match="f-puzzles holds numbers, not the symbols 'GOLF'"):
        formats.write(puzzle, "fpuzzles")


def test_the_same_link_is_one_of_sudokupad():
    puzzle = read(link_of(puzzle_of(antiking=True)))
    link = sudokupad.write(puzzle).decode()
    payload = link.strip().removeprefix(sudokupad.SITE)
    for each in (
        link, f"sudokupad.app/fpuz{payload}", f"https://sudokupad.app/scf?puzzleid=fpuzzles{payload}&a=1",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{payload}",
    ):  # fmt: skip
        assert read(each).tokens == puzzle.tokens


def test_several_links_are_several_puzzles(write):
    links = "".join(link_of(puzzle_of(title=title)) + "\n" for title in ("one", "two"))
    done = run("check", write(links, "links.txt"))
    assert [line.split()[0] for line in done.out.splitlines()] == ["multiple", "multiple"]


def test_a_link_is_an_input_of_a_command():
    done = run("check", link_of(puzzle_of(thermometer=[{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]]}])))
    assert done.out == "multiple\n"
    assert run("convert", link_of(puzzle_of()), "--to", "fpuzzles").out.startswith(fpuzzles.SITE)


EVERYTHING = puzzle_of(
    title="All", author="we", thermometer=[{"lines": [["R1C1", "R1C2"]]}],
    arrow=[{"cells": ["R2C2", "R2C1"], "lines": [["R2C2", "R2C3", "R2C4"]]}],
    killercage=[{"cells": ["R1C1", "R2C1"], "value": "5"}, {"cells": ["R3C3"], "outlineC": "#000"}],
    difference=[{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C2", "R1C3"], "value": "2"}], negative=["ratio"],
    littlekillersum=[{"cell": "R0C1", "direction": "DR", "cells": ["R1C2", "R2C3", "R3C4"], "value": "7"}],
    sandwichsum=[{"cell": "R0C2", "value": "3"}, {"cell": "R5C2", "value": "3"}], even=[{"cell": "R1C2"}],
    clone=[{"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C3", "R4C4"]}],
    quadruple=[{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 3]}],
    **{"diagonal+": True, "highlightConflicts": True, "renban": [], "odd": None, "antiking": False},
)  # fmt: skip

NATIVE = """\
thermometer: |
  r1c1 r1c2
arrow: |
  r2c1-r2c4 = 2
cage: |
  r1c1 r2c1 = 5
  r3c3
difference: |
  r1c1 r1c2
  r1c2 r1c3 = 2
little-killer: |
  r1c2-r3c4 = 7
sandwich: |
  r1c2-r4c2 = 3
  r1c2-r4c2 = 3
even: |
  r1c2
clone: |
  r1c1 r1c2 r4c3 r4c4
quadruple: |
  r1c1 r1c2 r2c1 r2c2 = 1,3
"""


def test_each_entry_becomes_a_group():
    text = formats.write(read(link_of(EVERYTHING))).decode()
    assert text.startswith("puzzle: sudoku\ntitle: All\nauthor: we\n")
    lines = NATIVE.splitlines()
    assert all(line in text.splitlines() for line in lines)
    assert {"all-ratios: yes", "rising-diagonal: yes"} <= set(text.splitlines())
    assert "anti-king" not in text


def test_regions_givens_and_the_solution_are_read():
    grid = [[{"region": r} for _ in range(4)] for r in range(4)]
    grid[0][0] |= {"value": 3, "given": True}
    grid[0][1] |= {"value": 1}
    puzzle = read(link_of(puzzle_of(grid=grid, solution=[1, 2, 3, 4] * 4)))
    text = formats.write(puzzle).decode()
    assert "grid: |\n  3 . . .\n" in text
    assert "region: |\n  r1c1-r1c4\n  r2c1-r2c4\n" in text
    assert puzzle.answer == "1 2 3 4\n" * 4
    assert any("1 value that is filled in, but not given" in str(remark) for remark in puzzle.remarks)
    again = read(formats.write(puzzle, "fpuzzles").decode())
    assert again.tokens == puzzle.tokens


def test_rules_in_words_are_not_passed_over_in_silence():
    puzzle = read(link_of(puzzle_of(ruleset="Digits on the moon\n are odd. :- a.")))
    assert "rules in words are kept, but not read" in str(puzzle.remarks[0])
    assert puzzle.rules == "Digits on the moon\nare odd. :- a."
    assert "'Digits on the moon are odd. :- a.'" in str(puzzle.remarks[0])


def test_what_is_added_to_a_puzzle_that_is_held_as_another_one_is_held_too():
    killer = "puzzle: killer\ncages: |\n  . a a .\n" + "  . . . .\n" * 3 + "totals: |\n  . 5 . .\n" + "  . . . .\n" * 3
    puzzle = pysolve.read_text(f"{killer}thermometer: |\n  r1c1-r1c4\ncage: |\n  r4c1 r4c2\nanti-king: yes\n")
    text = formats.write(read(formats.write(puzzle, "fpuzzles").decode())).decode()
    assert "cage: |\n  r1c2 r1c3 = 5\n  r4c1 r4c2\n" in text
    assert "thermometer: |\n  r1c1-r1c4\n" in text and "anti-king: yes\n" in text
    with pytest.raises(PuzzleError, match="f-puzzles has no constraint dutch-flat-mates"):
        formats.write(pysolve.read_text(f"{killer}dutch-flat-mates: yes\n"), "fpuzzles")


def test_every_constraint_of_sudoku_has_its_place_in_the_json():
    offered = [*manifest.offered(catalog.find("sudoku"))]
    names = [name_of(each) for each in offered if each.fpuzzles]
    assert len(names) == len(set(names))
    with pytest.raises(PuzzleError, match="f-puzzles has no constraint sum-line"):
        formats.write(pysolve.read(INSTANCES / "sudoku" / "totals.yaml"), "fpuzzles")


WRONG: dict[str, tuple[object, str]] = {
    "a shorter clone": (puzzle_of(clone=[{"cells": ["R1C1", "R1C2"], "cloneCells": ["R2C3"]}]), "clone: found 2 cells and 1 in the clone"),
    "an empty circle": (puzzle_of(quadruple=[{"cells": ["R1C1"], "values": []}]), "quadruple: expected a list of values"),
    "a text in a circle": (puzzle_of(quadruple=[{"cells": ["R1C1"], "values": ["1).x(1"]}]), "quadruple: expected a list of values"),
    "a quadruple in a row": (puzzle_of(quadruple=[{"cells": ["R1C1", "R1C2", "R1C3", "R1C4"], "values": [1]}]), "expected the four cells around a corner"),
    "a drawing": (puzzle_of(line=[{"lines": []}], ruleset="Lines rise."), "this puzzle holds 'line', drawings to which its rules in words may give a meaning (--drop line"),
    "a drawing of no constraint": (puzzle_of(line=[{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}], ruleset="x"), "this puzzle holds 'line'"),
    "a look of other cells": (puzzle_of(line=[{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}], renban=[{"lines": [["R1C1", "R2C1"]]}], ruleset="x"), "this puzzle holds 'line'"),
    "no drawings": (puzzle_of(text=[1]), "text: expected a list of objects"),
    "a candidate": (puzzle_of(grid=[[{"givenPencilMarks": [5]}] + [{}] * 3] + [[{}] * 4] * 3), "row 1, column 1: givenPencilMarks: expected a list of values from 1 to 4"),
    "an x-sum inside": (puzzle_of(xsum=[{"cell": "R1C1", "value": "3"}]), "xsum: expected a cell beside"),
    "a key": (puzzle_of(moon=["R1C1"]), "this puzzle holds 'moon'"),
    "in an entry": (puzzle_of(thermometer=[{"lines": [["R1C1"]], "slow": True}]), "thermometer: this puzzle holds 'slow' there"),
    "in a cell": (puzzle_of(grid=[[{"moon": [1]}] + [{}] * 3] + [[{}] * 4] * 3), "row 1, column 1: a cell holds 'moon'"),
    "a negative one": (puzzle_of(negative=["moon"]), "this puzzle holds 'moon' among its negative constraints"),
    "a list": ([1], "expected a JSON object"),
    "no JSON": ("{", "this is not valid JSON"),
    "a key twice": ('{"size": 4, "size": 9}', "the key 'size' stands twice"),
    "nested": ("[" * 100_000, "nested too deeply"),
    "a number": ('{"size": ' + "9" * 5000 + "}", "a number that is too long"),
    "no number": ('{"size": NaN}', "found NaN in this JSON"),
    "size": ({"size": 99, "grid": []}, "size: expected a number from 1 to 16"),
    "size as a text": ({"size": "9"}, "size: expected a number"),
    "true as size": ({"size": True}, "size: expected a number"),
    "no grid": ({"size": 4}, "grid: expected 4 rows"),
    "a short row": (puzzle_of(grid=[[{}] * 3] * 4), "row 1: grid: expected 4 cells"),
    "no cells": (puzzle_of(grid=[[1] * 4] * 4), "row 1: grid: expected 4 cells"),
    "a value": (puzzle_of(grid=[[{"value": 99, "given": True}] + [{}] * 3] + [[{}] * 4] * 3), "row 1, column 1: expected a value from 1 to 4"),
    "a cell outside": (puzzle_of(thermometer=[{"lines": [["R99C1", "R1C1"]]}]), "found 'r99c1', which is not a cell of the board"),
    "a cell of rules": (puzzle_of(even=[{"cell": "R1C1). x(1"}]), "even: found 'R1C1). x(1', expected a cell such as R1C1"),
    "a value of rules": (puzzle_of(killercage=[{"cells": ["R1C1"], "value": "3).x(1"}]), "found '3).x(1', expected '.', a number"),
    "a value of two": (puzzle_of(killercage=[{"cells": ["R1C1"], "value": "3 4"}]), "killercage: found '3 4', expected a value"),
    "no list": (puzzle_of(killercage={"cells": []}), "killercage: expected a list of objects"),
    "no lines": (puzzle_of(thermometer=[{"lines": {}}]), "thermometer: expected a list of lines"),
    "an arrow from elsewhere": (puzzle_of(arrow=[{"cells": ["R1C1"], "lines": [["R2C2", "R2C3"]]}]), "arrow: expected a line that begins in its circle"),
    "a diagonal inside": (puzzle_of(littlekillersum=[{"cell": "R1C1", "direction": "DR", "value": "3"}]), "littlekillersum: expected a cell outside"),
    "a direction": (puzzle_of(littlekillersum=[{"cell": "R0C1", "direction": "XX", "value": "3"}]), "expected one of DR, DL, UR, UL"),
    "a sandwich inside": (puzzle_of(sandwichsum=[{"cell": "R1C1", "value": "3"}]), "sandwichsum: expected a cell beside"),
    "a switch": (puzzle_of(antiking="yes"), "antiking: expected true or false"),
    "a region": (puzzle_of(grid=[[{"region": "x"}] * 4] * 4), "row 1, column 1: region: expected a number"),
    "a title": (puzzle_of(title=["x"]), "title: expected a text"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_known_is_refused_by_name(name: str):
    data, expected = WRONG[name]
    done = run("check", link_of(data))
    assert done.code == 2
    assert expected in done.err
    assert len(done.err.splitlines()) == 1
    assert "Traceback" not in done.err


def test_what_is_not_known_is_left_out_by_name_only():
    link = link_of(puzzle_of(line=[{"lines": []}, 1], text=[1], thermometer=[{"lines": [["R1C1", "R1C4"]]}]))
    done = run("convert", link, "--drop", "line", "--drop", "text", "--drop", "thermometer")
    assert (done.code, "thermometer: |\n  r1c1 r1c4\n" in done.out) == (0, True)
    left_out = [line.rpartition(": ")[2] for line in done.err.splitlines() if "left out" in line]
    assert left_out == [f"'{name}' is left out, and with it whatever rule it may add." for name in ("line", "text")]
    done = run("check", link_of(puzzle_of(line=[1], fogofwar=[1])), "--drop", "line")
    assert (done.code, "this puzzle holds 'fogofwar'" in done.err) == (2, True)


def test_drawings_are_decoration_where_no_rules_speak_of_them_and_the_looks_of_constraints_are_passed_over():
    looks = {
        "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#F067F0", "fromConstraint": "Renban"}],
        "text": [{"cells": ["R0C2"], "value": "◯", "size": 1.2, "fromConstraint": "X Sum"}],
    }
    rules = {"renban": [{"lines": [["R1C1", "R1C2", "R2C2"]]}], "xsum": [{"cell": "R0C2", "value": "7"}]}
    puzzle = read(link_of(puzzle_of(**looks, **rules, ruleset="Renban lines and X-sums.")))
    assert [str(each) for each in puzzle.remarks if "decoration" in str(each)] == []
    drawn = {"line": [{"lines": [["R1C1", "R1C2"]]}], "circle": [{"cells": ["R1C1"]}, {"cells": ["R1C2"]}]}
    texts = [
        {"cells": ["R1C1"], "value": "start"},
        {"cells": ["R1C1", "R1C2"], "value": "<"},
        {"cells": ["R9C9"], "value": "x"},
    ]
    puzzle = read(link_of(puzzle_of(**drawn, text=texts)))
    assert [str(each).rpartition(": ")[0].rpartition(": ")[2] for each in puzzle.remarks] == [
        "1 drawing 'line' taken as decoration", "2 drawings 'circle' taken as decoration",
        "3 drawings 'text' taken as decoration",
    ]  # fmt: skip
    assert puzzle.cosmetics.notes == {(1, 1): "start"}
    assert not puzzle.type.added


def test_candidates_stand_in_the_cells_and_numbers_beside_the_board_are_seen_from_there():
    grid = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"givenPencilMarks": [3, 1]}
    grid[0][1] = {"value": 2, "given": True, "givenPencilMarks": [2]}
    puzzle = read(
        link_of(puzzle_of(grid=grid, skyscraper=[{"cell": "R5C1", "value": "2"}, {"cell": "R2C0", "value": "1"}]))
    )
    text = formats.write(puzzle).decode()
    assert "candidates: |\n  r1c1 = 1,3\n" in text
    assert "skyscraper: |\n  r4c1-r1c1 = 2\n  r2c1-r2c4 = 1\n" in text
    again = read(formats.write(puzzle, "fpuzzles").decode())
    assert (again.tokens, again.type.added) == (puzzle.tokens, puzzle.type.added)


# -- Answers and other types


def record_in(link: str) -> dict[str, Any]:
    return json.loads(sudokupad.decompress(link.strip().removeprefix(fpuzzles.SITE)))


def test_the_answer_and_the_rules_travel():
    file = INSTANCES / "sudoku" / "more-lines.yaml"
    puzzle = pysolve.read(str(file))
    record = record_in(run("convert", file, "--to", "fpuzzles").out)
    assert record["solution"] == [int(each) for each in (puzzle.answer or "").split()]
    assert record["ruleset"].splitlines() == [rule for rule in puzzle.type.rules if "`" not in rule]
    again = read(run("convert", file, "--to", "fpuzzles").out)
    assert (again.answer, again.rules, again.remarks) == (puzzle.answer, "", ())
    assert "solution" not in record_in(run("convert", file, "--to", "fpuzzles", "--no-solution").out)
    assert read(run("convert", file, "--to", "sudokupad").out).answer == puzzle.answer
    assert read(puzzle.url()).answer == puzzle.answer and read(puzzle.url(solution=False)).answer is None
    several = link_of(puzzle_of())
    assert "solution" not in record_in(run("convert", several, "--to", "fpuzzles").out)


@pytest.mark.parametrize("file", ["killer/6x6", "killer/4x4-tokens", "jigsawsudoku/5x5-option", "jigsawsudoku/6x6"])
def test_types_that_f_puzzles_holds_as_sudokus_with_constraints(file: str):
    path = INSTANCES / f"{file}.yaml"
    puzzle = pysolve.read(str(path))
    again = read(run("convert", path, "--to", "fpuzzles").out)
    assert again.type.name == "sudoku" and again.type.added
    assert pysolve.check(again) == "unique"
    answers = [next(iter(pysolve.solve(each))).plain.split() for each in (puzzle, again)]
    assert answers[0] == answers[1] == (again.answer or "").split()
    with pytest.raises(PuzzleError, match="cannot be read from, or written for, f-puzzles"):
        formats.read(Source("a", "a", link_of(puzzle_of()).encode()), formats.Reading(type=puzzle.type.name))


@pytest.mark.parametrize(
    "link", ["https://sudokupad.app/xyz123", "https://app.crackingthecryptic.com/abc", "https://f-puzzles.com/?id=abc"]
)
def test_a_short_link_is_refused(link: str):
    with pytest.raises(PuzzleError, match=r"only names a puzzle that (SudokuPad|f-puzzles) keeps"):
        read(link)


def test_other_programs_open_the_same_links():
    text = link_of(puzzle_of()).partition("load=")[2]
    for address in ("https://example.org/solver/fpuzzles", "http://localhost:8080/?puzzleid=fpuzzles"):
        assert read(address + text).tokens == read(link_of(puzzle_of())).tokens


def test_a_key_of_cells_is_dropped_by_its_name():
    puzzle = puzzle_of()
    puzzle["grid"][0][0]["parity"] = 1
    source = Source("a", "a", link_of(puzzle).encode())
    with pytest.raises(
        PuzzleError, match=r"a cell holds 'parity', which pysolve does not know \(--drop leaves it out\)"
    ):
        formats.read(source)
    read_ = formats.read(source, formats.Reading(dropped=("parity",)))
    assert read_.tokens == read(link_of(puzzle_of())).tokens
    assert [each.sentence for each in read_.remarks if "parity" in each.sentence] == [
        "'parity' of cells is left out, and with it whatever rule it may add"
    ]


def test_a_circle_without_an_arrow_says_nothing():
    alone = puzzle_of(arrow=[{"cells": ["R1C1"], "lines": []}])
    assert not read(link_of(alone)).tokens.get("arrow")
    assert pysolve.check(read(link_of(alone))) == pysolve.check(read(link_of(puzzle_of())))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "options: {box_rows: 3}",
            "f-puzzles has boxes that fill a board of this size, found box_rows: 3, box_columns: 0",
        ),
        ("little-killer: |\n  r1c1 r2c2 = 3", "f-puzzles knows little killers along whole diagonals only"),
        ("difference: |\n  r1c1 r1c2 = ?", "f-puzzles has no sign that says nothing"),
        ("arrow: |\n  r1c2 r1c1 r2c1 = 2", "from left to right"),
    ],
)
def test_what_f_puzzles_cannot_hold_is_not_written(text: str, expected: str):
    puzzle = pysolve.read_text(f"puzzle: sudoku\ngrid: |\n{'  . . . .' * 1}\n  . . . .\n  . . . .\n  . . . .\n{text}\n")
    with pytest.raises(PuzzleError, match=expected):
        formats.write(puzzle, "fpuzzles")


def test_the_type_has_to_be_one_that_f_puzzles_has():
    with pytest.raises(PuzzleError, match="a Hidato puzzle cannot be read from, or written for, f-puzzles"):
        formats.read(Source("a", "a", link_of(puzzle_of()).encode()), formats.Reading(type="hidato"))


def test_a_type_that_f_puzzles_lacks_is_refused_before_its_options():
    puzzle = pysolve.read(str(INSTANCES / "minesweeper" / "9x9.yaml"))
    assert puzzle.options
    with pytest.raises(PuzzleError, match="a Minesweeper puzzle cannot be read from, or written for, f-puzzles"):
        formats.write(puzzle, "fpuzzles")


def test_the_option_of_two_diagonals_becomes_both():
    puzzle = pysolve.read(str(INSTANCES / "sudoku" / "diagonal.yaml"))
    again = read(formats.write(puzzle, "fpuzzles").decode())
    assert [each.name for each in again.type.added] == ["falling-diagonal", "rising-diagonal"]
