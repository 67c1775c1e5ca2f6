"""Sets of clasp's options, measured on boards: what the table says, and that answers are compared."""

from __future__ import annotations

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import tune
from coverage import Result
from coverage_process import Published
from measure import DONE, TIME

from pysolve import catalog

BOARD = Published("a", "4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n- - - -", None)


def result(board: str, seconds: float, answer: str | None = "x", outcome: str = DONE) -> Result:
    return Result("sudoku", board, 0, "tuned", outcome, seconds, 20, ["unique"], answer=answer)


def test_a_set_of_options_is_clasps_command_line():
    tuned = tune.Tuned("sudoku", "configuration=trendy trans-ext=no backprop")
    assert tuned._settings.arguments()[-3:] == ["--configuration=trendy", "--trans-ext=no", "--backprop"]
    found = tuned.answer(BOARD)
    assert (found.verdict, found.answer) == ("unique", "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1")


def test_without_options_the_manifest_says_how_to_search():
    settings = tune.Tuned("sudoku", tune.USUAL)._settings
    assert settings.configuration is None and settings.options == ()


def test_the_line_compares_what_both_decided():
    usual = [result("a", 1), result("b", 2), result("c", 20, outcome=TIME)]
    other = [result("a", 0.5), result("b", 1, "y"), result("c", 3)]
    assert tune.differing(usual, other) == ["b"]
    assert tune.line("eq=0", usual, other, 3) == "| eq=0 | 3 | 1.50 | 3.00 | 3.00 | b |"
    assert tune.line("eq=0", usual, other[:1], 3) == "| eq=0 | 1 of 1 | 0.50 | 1.00 | 0.50 | same |"


def test_boards_are_a_types_examples_above_a_size():
    type_ = catalog.find("sudoku")
    sizes = {board.id: tune.cells(board, "sudoku") for board in tune.boards_of(type_, None, 0)}
    assert len(sizes) == len(catalog.examples(type_)) and min(sizes.values()) < 81
    assert {board.id for board in tune.boards_of(type_, None, 80)} == {
        name for name, size in sizes.items() if size > 80
    }


def test_the_exit_code_says_whether_answers_differ(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "argv", ["tune.py", "sudoku", "--boards", "1", "--alone", "--try", "eq=0"])
    assert tune.main() == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("| same |")
    answers = iter([[result("a", 1)], [result("a", 1, "y")]])
    monkeypatch.setattr(tune, "measure", lambda *_: next(answers))
    assert tune.main() == 1
