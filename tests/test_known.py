"""What is said is what is known: no more, and no less."""

from __future__ import annotations

import json

import pytest
from conftest import command

import pysolve
from pysolve import formats
from pysolve.formats import Reading
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import StopReason, Verdict
from pysolve.report.lines import RecordVerdict
from pysolve.report.results import check_record, solve_record
from pysolve.solving.outcome import Outcome
from pysolve.solving.search import open_local
from pysolve.solving.settings import Settings

BOARD = "puzzle: sudoku\ngrid: |\n  1 2 3 4\n  3 4 . .\n  . . . .\n  . . . .\n"


@pytest.mark.parametrize(
    ("models", "verdict", "says"),
    [
        (1, "answered", "1 answer; others were not looked for."),
        (2, "multiple", "At least 2 answers."),
        (0, "multiple", "6 answers."),
    ],
)
def test_one_answer_that_was_asked_for_is_no_search_that_goes_on(models: int, verdict: str, says: str):
    puzzle = pysolve.read_text(BOARD)
    search = open_local(puzzle, Settings(models=models))
    list(search)
    for record in (
        check_record("a", "sudoku", search.outcome), solve_record(puzzle, search.outcome, [], None),
    ):  # fmt: skip
        assert (record.verdict, record.says) == (verdict, [says])


def test_a_search_that_goes_on_or_was_stopped_says_so():
    for outcome, says in (
        (Outcome(count=1, asked=2), "Unknown: the search goes on."),
        (Outcome(count=1, asked=2, reason=StopReason.TIME_LIMIT), "Unknown: the time limit was reached."),
    ):
        record = check_record("a", None, outcome)
        assert (record.verdict, record.says) == (RecordVerdict.UNKNOWN, [says])


def test_the_command_line_says_the_same(tmp_path):
    (tmp_path / "board.yaml").write_text(BOARD)
    lines = command("solve", tmp_path / "board.yaml", "-n", "1", "-f", "json").out.splitlines()
    last = json.loads(lines[-1])
    assert (last["verdict"], last["says"]) == ("answered", ["1 answer; others were not looked for."])


@pytest.mark.parametrize(("verdict", "complete"), [(Verdict.UNKNOWN, None), (Verdict.NONE, False)])
def test_progress_of_a_puzzle_whose_verdict_is_not_known(verdict: Verdict, complete: bool | None):
    from pysolve.analysis.progress import check_progress, check_text

    puzzle = pysolve.read_text(BOARD)
    assert check_progress(puzzle, Settings(), verdict, []).complete is complete
    assert check_text(puzzle, Settings(), verdict, "1 2 3 4\n" * 4).complete is complete


#: JSON in which a key stands twice.
TWICE = {
    "JSON lines": '{"puzzle": "sudoku", "problem": "4 4", "problem": "1 2 3 4"}\n',
    "a list of cells": '[{"row": 1, "col": 1, "val": 1, "val": 2}]',
    "ipuz": '{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[1]], "puzzle": [[2]]}',
}


@pytest.mark.parametrize("name", TWICE)
def test_a_key_that_stands_twice_is_an_error(name: str, tmp_path):
    file = tmp_path / ("board.ipuz" if name == "ipuz" else "board.json")
    file.write_text(TWICE[name])
    with pytest.raises(PuzzleError, match=r"the key '(problem|val|puzzle)' stands twice in this JSON"):
        formats.read(next(formats.sources([str(file)])), Reading(type="sudoku"))


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ('{"text": "1", "type": "sudoku", "type": "akari"}', "type"),
        ('{"text": "1", "options": {"diagonals": "no", "diagonals": "yes"}}', "diagonals"),
    ],
)
def test_a_key_that_stands_twice_in_a_request_is_an_error(body: str, key: str):
    decoding = pytest.importorskip("pysolve.web.requests")
    from pysolve.web.requests import REQUESTS

    with pytest.raises(PuzzleError, match=f"the key '{key}' stands twice in this JSON"):
        decoding.request(REQUESTS["solve"], body.encode())
