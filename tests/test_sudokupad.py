"""SudokuPad's own links: boards, regions and cages are read; drawings are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import INSTANCES
from conftest import command as run

import pysolve
from pysolve import PuzzleError, formats
from pysolve.formats.sudoku import sudokupad
from pysolve.formats.sudoku.sudokupad import read_zipped

BOXES = "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]"

ZIPPED = (
    "{id:'x',cs:50,ce:[[{v:1},,,],[,,,{v:2}],[,,,],[,,,]],"
    + BOXES
    + ",ca:[{ce:[[0,2],[0,3]],v:7,unique:t},{ce:[[1,0],[2,0]],style:'extraregion',unique:t,sum:3},{v:'title: It\\'s'},"
    "{v:'author: we'},{v:'rules: Be kind.'}],metadata:{antiknight:t,msgcorrect:'Well done'},global:['antiknight']}"
)


def link(text: str) -> str:
    return "https://sudokupad.app/scl" + sudokupad.compress(text)


def board(**more: Any) -> dict[str, Any]:
    return {"cells": [[{}] * 4] * 4, "regions": [], **more}


def test_a_link_is_read():
    puzzle = formats.read_text(link(ZIPPED))
    assert (puzzle.title, puzzle.author, puzzle.rules) == ("It's", "we", "Be kind.")
    text = formats.write(puzzle).decode()
    assert text.endswith(
        "grid: |\n  1 . . .\n  . . . 2\n  . . . .\n  . . . .\n"
        "cage: |\n  r1c3 r1c4 = 7\nextra-region: |\n  r2c1 r3c1\nanti-knight: yes\n"
    )
    assert "'Be kind.'" in str(puzzle.remarks[0])


def test_fog_and_cages_whose_values_may_repeat_are_read():
    cages = [{"cells": [[0, 0], [1, 1]], "value": 4, "unique": False}, {"cells": [[3, 3]], "unique": False}]
    puzzle = formats.read_text(link(json.dumps(board(cages=cages, foglight=[[0, 1]]))))
    text = formats.write(puzzle).decode()
    assert "fog: |\n  r1c2\n" in text and "sum-cage: |\n  r1c1 r2c2 = 4\n" in text
    with pytest.raises(PuzzleError, match="f-puzzles has no sumcage"):
        formats.write(puzzle, "sudokupad")


def test_the_solution_is_the_published_answer():
    answer = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    solution = "".join(answer.split())
    assert formats.read_text(link(json.dumps(board(metadata={"solution": solution})))).answer == answer
    assert formats.read_text(link(json.dumps(board(cages=[{"value": f"solution: {solution}"}])))).answer == answer
    assert formats.read_text(link(json.dumps(board(metadata={"solution": "12" + "." * 14})))).answer is None


@pytest.mark.parametrize(
    "address", ["sudokupad.app/ctc{}", "https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{}&a=1"]
)
def test_plain_json_is_read_too(address: str):
    puzzle = formats.read_text(
        address.format(sudokupad.compress(json.dumps(board(cages=[{"cells": [[0, 0]], "value": 3}]))))
    )
    assert len(puzzle.tokens["cage"]) == 1


def test_a_board_without_regions_has_no_boxes():
    puzzle = formats.read_text(link(json.dumps(board())))
    assert [each.name for each in puzzle.type.added] == ["region"]
    square = "1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3\n"
    again = pysolve.read_text(formats.write(puzzle).decode().replace("grid: |", "grid: |", 1))
    cells = [[{"value": int(each)} for each in row.split()] for row in square.splitlines()]
    for each in (again, formats.read_text(link(json.dumps(board(cells=cells))))):
        assert pysolve.check(each) in ("multiple", "unique")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[]", [{}]), ("[,]", [{}, {}]), ("{}", {}), ("{t:t,f:f,a:null}", {"title": True, "f": False, "arrows": None}),
        ("[1,-2,0.5,'a\\'b',AABBCC,'1']", [1, -2, 0.5, "a'b", "AABBCC", "1"]), ('{"ce":[[1]]}', {"cells": [[1]]}),
    ],
)  # fmt: skip
def test_the_text_without_quotes_is_understood(text: str, value: object):
    assert read_zipped(text) == value


WRONG: dict[str, tuple[object, str]] = {
    "a line": (board(lines=[{"wayPoints": []}]), "this puzzle holds 'lines', which pysolve does not know"),
    "fog": (board(foglight=[0]), "expected cells as pairs of numbers"),
    "a global rule": (board(**{"global": ["antimoon"]}), "this puzzle holds 'antimoon'"),
    "metadata": (board(metadata={"norowcol": True}), "this puzzle holds 'norowcol' among its metadata"),
    "a cage's key": (board(cages=[{"cells": [[0, 0]], "moon": 1}]), "cages: this puzzle holds 'moon' there"),
    "a cage's style": (board(cages=[{"cells": [[0, 0]], "style": "fpRowIndexer"}]), "a cage of the style 'fpRowIndexer'"),
    "a cage's text": (board(cages=[{"cells": [[0, 0]], "value": "<9"}]), "found '<9', expected '.', a number"),
    "a cell outside": (board(cages=[{"cells": [[9, 9]]}]), "found 'r10c10', which is not a cell of the board"),
    "a value": (board(cells=[[{"value": "x"}] + [{}] * 3] + [[{}] * 4] * 3), "expected a value from 1 to 4"),
    "two regions": (board(regions=[[[0, 0]], [[0, 0]]]), "regions: expected each cell of the board once"),
    "no cells": ({}, "size: expected a number from 1 to 16"),
    "a list": ([], "expected an object with the cells of the board"),
    "no text": ("{ce:[", "this is not text of SudokuPad"),
    "rules": ("value(1,1). a :- b.", "this is not text of SudokuPad"),
    "nested": ("[" * 100_000, "nested too deeply"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_known_is_refused_by_name(name: str):
    data, expected = WRONG[name]
    done = run("check", link(data if isinstance(data, str) else json.dumps(data)))
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert expected in done.err


def test_a_link_is_written_that_sudokupad_opens():
    puzzle = pysolve.read(str(INSTANCES / "sudoku" / "sums.yaml"))
    written = formats.write(puzzle, "sudokupad").decode()
    assert written.startswith("https://sudokupad.app/fpuzzlesN4Ig")
    assert formats.read_text(written).tokens == puzzle.tokens


def test_a_damaged_link_is_refused():
    with pytest.raises(PuzzleError, match="the link is cut off"):
        formats.read_text("https://sudokupad.app/sclN4IgzglgXg")
