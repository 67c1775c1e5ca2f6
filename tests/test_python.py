"""The Python API: what the command line does, with values of Python in and out."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path
from typing import Any

import pytest
import user_script
from conftest import INSTANCES

import pysolve
from pysolve.cli import COMMANDS

#: The board of the examples in the docstrings.
FULL = [[1, None, None, None], [None, 3, None, None], [4, None, None, 3], [None, None, 1, None]]

#: Commands that are of a shell or an editor, or programs of their own.
OF_THE_SHELL = {"serve", "site", "lsp", "completion", "man", "ground"}

#: The Python for commands that have another name.
CALLED = {"batch": "solve_all"}


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in OF_THE_SHELL])
def test_what_the_command_line_does_python_does(command: str):
    name = CALLED.get(command, command)
    assert name in pysolve.__all__ and callable(getattr(pysolve, name))


def test_the_examples_of_the_docstrings_are_right(tmp_path: Path):
    names = {"pysolve": pysolve, "board": pysolve.puzzle("sudoku", grid=FULL), "folder": str(tmp_path)}
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    said: list[str] = []
    documented = [getattr(pysolve, name) for name in pysolve.__all__]
    for each in (pysolve, *filter(inspect.isfunction, documented)):
        for test in finder.find(each, each.__name__, globs=dict(names)):
            runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


def test_every_function_has_an_example():
    functions = [each for name in pysolve.__all__ if inspect.isfunction(each := getattr(pysolve, name))]
    assert not [each.__name__ for each in functions if ">>> " not in (each.__doc__ or "")]


def test_the_script_of_a_user_runs():
    said = "\n".join(user_script.lesson())
    assert "unique" in said and "puzzle: sudoku" in said and "because" not in said


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"grid": [[1, None, None, 4], [None, 1]]}, "puzzle, row 2: found 2 cells, expected 4"),
        ({"grid": [1, [2]]}, "puzzle: grid: expected a list of values for each row"),
        ({"grid": {(1, 1): 2, "a": 3}}, "puzzle: grid: expected a block of text"),
        ({"grid": {(1, 9): 2}, "size": (4, 4)}, "puzzle, row 1, column 9: grid: found a cell outside of 4 rows and 4 columns"),
        ({"grid": {(0, 9): 2}}, "puzzle: grid: found the cell (0, 9), expected (row, column), from 1"),
        ({"grid": [[1]], "size": "4x4"}, "puzzle: size: found '4x4', expected (rows, columns)"),
        ({"title": "None"}, "puzzle: the part 'grid' is missing"),
        ({"gird": [[1]]}, "puzzle: unknown key 'gird'"),
    ],
)  # fmt: skip
def test_values_that_are_no_puzzle(values: dict[str, Any], expected: str):
    with pytest.raises(pysolve.PuzzleError) as raised:
        pysolve.puzzle("sudoku", **values)
    assert str(raised.value).startswith(expected)


class Array:
    """What numpy and pandas offer, as far as it matters."""

    def tolist(self) -> list[list[float]]:
        return [[1.0, 0.0, float("nan"), 4.0], [0.0] * 4, [0.0] * 4, [2.0, 0.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    "grid",
    [[[1, None, "", 4], [None] * 4, [None] * 4, [2, 0, 0, 0]], {(1, 1): 1, (1, 4): "4", (4, 1): 2}, Array(),
     ["1..4", "....", "....", "2..."], "1..4\n....\n....\n2..."],
    ids=["lists", "dict", "array", "lines", "text"],
)  # fmt: skip
def test_values_of_every_kind_make_the_same_puzzle(grid: Any):
    puzzle = pysolve.puzzle("sudoku", grid=grid, title="One", options={"diagonals": "no"})
    assert pysolve.facts(puzzle).count("clue(") == 3 and puzzle.title == "One"


def test_a_dict_has_the_size_that_is_said():
    assert pysolve.puzzle("akari", grid={(1, 1): 0}, size=(3, 5)).board.columns == 5


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda puzzle: pysolve.Settings(threads="2"), "Settings: threads is '2', expected a whole number"),
        (lambda puzzle: pysolve.Settings(rules="variant.lp"), "Settings: rules is 'variant.lp', expected a tuple of texts"),
        (lambda puzzle: pysolve.Settings(constants={"n": 1}), "Settings: constants is {'n': 1}, expected a dict of texts"),
        (lambda puzzle: pysolve.Settings(models=-1), "Settings: models is -1, expected at least 0"),
        (lambda puzzle: pysolve.Settings(time_limit="10"), "Settings: time_limit is '10', expected a number or None"),
        (lambda puzzle: pysolve.Settings(configuration="best"), "Settings: configuration is 'best', expected "),
        (lambda puzzle: pysolve.check("board.yaml"), "check: puzzle is 'board.yaml', expected a puzzle (pysolve.read and "),
        (lambda puzzle: pysolve.hint(puzzle, steps="all"), "hint: steps is 'all', expected a whole number"),
        (lambda puzzle: pysolve.why(puzzle, True), "why: settings is True, expected pysolve.Settings(…) or None"),
        (lambda puzzle: pysolve.make("sudoku", 4, seed=1.5), "make: seed is 1.5, expected a whole number or None"),
        (lambda puzzle: pysolve.save(pysolve.draw(puzzle), "board.gif"), "found 'gif', expected svg, png, pdf or txt"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_said_in_a_sentence(call: Any, expected: str):
    puzzle = pysolve.puzzle("sudoku", grid=FULL)
    with pytest.raises(pysolve.PuzzleError) as raised:
        call(puzzle)
    assert str(raised.value).startswith(expected)


def test_answers_are_values():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    answer = next(pysolve.solve(puzzle))
    assert answer["light"] and all(1 <= row <= puzzle.board.rows for row, _ in answer["light"])
    with pytest.raises(KeyError, match="the answer has no 'value', but light"):
        answer["value"]
    assert any(None in row for row in answer.grid)


def test_results_are_read_in_a_notebook():
    puzzle = pysolve.puzzle("sudoku", grid=FULL)
    hints = pysolve.hint(puzzle, steps=2)
    shown = hints._repr_html_()
    assert shown.count("<details>") == 2 and shown.count("<svg") >= 2 and hints.steps[0].says in str(hints)
    wrong = pysolve.why(pysolve.puzzle("sudoku", grid=[[1, 1, None, None], *[[None] * 4] * 3]))
    assert "2 clues conflict" in str(wrong) and "<svg" in wrong._repr_html_()
    made = pysolve.make("sudoku", 4, seed=1)
    assert str(made) == made.says[0] and made._repr_html_().startswith("<p>")


@pytest.mark.rest
@pytest.mark.parametrize(
    ("ending", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("txt", "┌".encode())]
)
def test_drawings_go_into_files(ending: str, start: bytes, tmp_path: Path):
    path = tmp_path / f"board.{ending}"
    pysolve.save(pysolve.draw(pysolve.puzzle("sudoku", grid=FULL), solved=True), str(path))
    assert path.read_bytes().startswith(start)


def test_a_puzzle_shows_itself_on_one_line():
    assert repr(pysolve.read_text("1 1\n1", "sudoku")) == "<Sudoku 1x1, 'text'>"
