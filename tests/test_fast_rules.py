"""Rules that leave out values while grounding give the same answers as with all values.

They do so on large boards, or unless clues are open (docs/rules.md).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import islice

import pytest
from conftest import INSTANCES, ROOT

import pysolve
from pysolve import catalog, rules
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues
from pysolve.model.build import build
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.solving import facts
from pysolve.solving.grounding import GroundProgram
from pysolve.solving.search import run
from pysolve.solving.settings import Settings

sys.path.insert(0, str(ROOT / "bench"))

from oracles import boards

#: Enough to fail at a slip; thousands were compared when the rules were written.
BOARDS = 120

#: Boards with more are passed over.
MOST_ANSWERS = 300

#: Types of which each leaves out values in its own way.
LEAVING_OUT = ["sudoku", "evenoddsudoku", "cojun", "kakuro", "killer", "shikaku", "rekuto", "pills"]


def hidato(chance: random.Random) -> Puzzle:
    """A small board, with holes or of hexagons now and then, whose numbers may contradict each other."""
    rows, columns = chance.choice([(1, 3), (2, 2), (2, 3), (3, 3), (2, 4)])
    tokens = ["."] * (rows * columns)
    places = chance.sample(range(len(tokens)), len(tokens))
    holes = chance.choice([0, 0, 1])
    for place in places[:holes]:
        tokens[place] = "#"
    cells = places[holes:]
    numbers = chance.sample(range(1, len(cells) + 1), chance.randint(0, min(4, len(cells))))
    for place, number in zip(cells, numbers, strict=False):
        tokens[place] = str(number)
    board = chance.choice(["square", "square", "hex"])
    options = f"options: {{moves: {chance.choice(['king', 'orthogonal'])}}}"
    return pysolve.read_text(f"puzzle: hidato\nboard: {board}\n{options}\n{grid(tokens, columns)}")


def grid(tokens: list[str], columns: int) -> str:
    """The tokens as the grid of an instance."""
    rows = [" ".join(tokens[at : at + columns]) for at in range(0, len(tokens), columns)]
    return "grid: |\n" + "".join(f"  {row}\n" for row in rows)


@pytest.mark.parametrize(("make", "switch"), [(hidato, "hidato_large")])
def test_what_is_left_out_changes_no_answer(make: Callable[[random.Random], Puzzle], switch: str, write):
    large = str(write(f"{switch}.\n", "large.lp"))
    seen = set()
    for seed in range(BOARDS):
        puzzle = make(random.Random(seed))
        plain, outcome = run(puzzle, Settings(models=0))
        fast, _ = run(puzzle, Settings(models=0, rules=(large,)))
        assert {frozenset(each.atoms) for each in fast} == {frozenset(each.atoms) for each in plain}, seed
        assert len(fast) == len(plain)
        seen.add(outcome.verdict)
    assert seen == {"unique", "multiple", "none"}


@pytest.mark.parametrize("name", LEAVING_OUT)
def test_open_clues_change_no_answer(name: str, write):
    open_clues = str(write(facts.CLUES_OPEN, "open.lp"))
    seen = set()
    for draft in islice(boards.random_boards(catalog.find(name), 1, 16), BOARDS // 3):
        puzzle = build(catalog.find(name), draft)
        try:
            plain, outcome = run(puzzle, Settings(models=MOST_ANSWERS))
        except PuzzleError:
            continue  # the rules refuse this input
        if len(plain) == MOST_ANSWERS:
            continue
        fast, _ = run(puzzle, Settings(models=MOST_ANSWERS, rules=(open_clues,)))
        assert {frozenset(each.atoms) for each in fast} == {frozenset(each.atoms) for each in plain}
        assert len(fast) == len(plain)
        seen.add(outcome.verdict)
    assert {"unique", "none"} <= seen


def test_clues_exclude_values_while_grounding_unless_they_are_open():
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n")
    assert values(facts.text(puzzle)) == 4 * 4 * 4 - 3 - 3 - 3 - 1
    assert values(facts.CLUES_OPEN + facts.text(puzzle)) == 4 * 4 * 4


def values(text: str) -> int:
    """How many values the rules of Sudoku keep for the cells of a puzzle, given by its facts."""
    program = rules.load([catalog.find("sudoku").rules_file])
    program.add(text, "puzzle")
    ground = GroundProgram(program)
    ground.ground()
    return len(list(ground.atoms("value", 2)))


@pytest.mark.parametrize(
    ("name", "hidden"), [("hidato/made-6x6.yaml", "hidato_from"), ("sudoku/16x16.yaml", "excluded")]
)
def test_where_clues_are_open_or_reasons_are_wanted_nothing_is_left_out(name: str, hidden: str):
    puzzle = pysolve.read(INSTANCES / name)
    assert AssumptionSolver(puzzle, Settings()).literals_of(hidden)
    assert not AssumptionSolver(puzzle, Settings(), clues(puzzle)).literals_of(hidden)
    assert not AssumptionSolver(puzzle, Settings(), by_rules=True).literals_of(hidden)
