"""Counting without reading: the same numbers whichever way clasp is asked, and a count that a stop cuts short is kept."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from processes import wait_until, works

import pysolve
from pysolve.model.puzzle import StopReason
from pysolve.model.terms import Term
from pysolve.solving import search
from pysolve.solving.search import Search
from pysolve.solving.settings import Settings

EMPTY = "4 4\n" + "- - - -\n" * 4
LARGE = "9 9\n" + "- - - - - - - - -\n" * 9


@pytest.fixture
def board():
    return pysolve.read_text(EMPTY, "sudoku")


def number(board, **settings) -> tuple[int, bool]:
    outcome = search.run(board, Settings(models=0, count=True, **settings))[1]
    return outcome.count, outcome.exhausted


def test_the_count_is_the_number_of_answers_that_are_read(board):
    answers, outcome = search.run(board, Settings(models=0))
    assert number(board) == (len(answers), outcome.exhausted) == (288, True)
    assert number(board, threads=2) == (288, True)


def test_answers_that_differ_in_hidden_atoms_only_count_once(board, write):
    assert number(board, rules=(str(write("{ hidden(1..3) }.\n", "hidden.lp")),)) == (288, True)


@pytest.mark.parametrize("costs", ["#minimize { V : value((1,1), V) }.", "#maximise { -V : value((1,1), V) }.",
                                   ":~ value((1,1), V). [V]"])  # fmt: skip
def test_of_rules_that_optimize_only_the_best_count(board, write, costs):
    rules = (str(write(costs + "\n", "costs.lp")),)
    answers, outcome = search.run(board, Settings(models=0, rules=rules))
    assert {atom for answer in answers for atom in answer.atoms if atom.args[0] == (1, 1)} == {
        Term("value", ((1, 1), 1))
    }
    assert outcome.optimized
    assert number(board, rules=rules) == (len(answers), True) == (72, True)


def test_none_are_counted_where_there_are_none(board, write):
    assert number(board, rules=(str(write(":- value((1,1), _).\n", "none.lp")),)) == (0, True)


def test_what_was_counted_until_the_time_limit_is_kept():
    search = Search(pysolve.read_text(LARGE, "sudoku"), Settings(models=0, count=True, drawing=False, time_limit=1.0))
    assert list(search) == []
    assert search.outcome.reason.kind == StopReason.TIME_LIMIT
    assert search.outcome.count > 0
    assert not search.outcome.exhausted


@pytest.mark.rest
@pytest.mark.parametrize("how", [["--time-limit", "5"], ["--time-limit", "90"], ["--memory-limit", "2000"], []])
def test_what_was_counted_is_said_when_counting_ends_early(how, write):
    """In this process and in a worker, at a limit and at Ctrl-C."""
    file = write(LARGE, "large.sudoku.txt")
    process = subprocess.Popen(
        [sys.executable, "-m", "pysolve", "solve", "--count", "-t", "sudoku", str(file), *how],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        if how[-1:] != ["5"]:
            wait_until(lambda: works(process.pid, 2))
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    found = int(out)
    assert found > 0 and err.startswith(f"At least {found}: ")
    assert process.returncode == (3 if how[-1:] == ["5"] else 130)
