"""Rules that leave out values while grounding on large boards only: on small ones they give the same answers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from conftest import INSTANCES

import pysolve
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues
from pysolve.model.puzzle import Puzzle
from pysolve.solving.search import run
from pysolve.solving.settings import Settings

#: Enough to fail at a slip; thousands were compared when the rules were written.
BOARDS = 120


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


def sudoku(chance: random.Random) -> Puzzle:
    """A board of 4×4 whose values may contradict each other."""
    solved = "1234341221434321"
    tokens = [sign if chance.random() < 0.4 else "." for sign in solved]
    if chance.random() < 0.4:
        tokens[chance.randrange(16)] = chance.choice("1234")
    return pysolve.read_text(f"puzzle: sudoku\n{grid(tokens, 4)}")


def grid(tokens: list[str], columns: int) -> str:
    """The tokens as the grid of an instance."""
    rows = [" ".join(tokens[at : at + columns]) for at in range(0, len(tokens), columns)]
    return "grid: |\n" + "".join(f"  {row}\n" for row in rows)


@pytest.mark.parametrize(("make", "switch"), [(hidato, "hidato_large"), (sudoku, "unit_large")])
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


@pytest.mark.parametrize(
    ("name", "hidden"), [("hidato/made-6x6.yaml", "hidato_from"), ("sudoku/16x16.yaml", "unit_taken")]
)
def test_where_reasons_are_wanted_nothing_is_left_out(name: str, hidden: str):
    puzzle = pysolve.read(INSTANCES / name)
    given = clues(puzzle)
    assert AssumptionSolver(puzzle, Settings(), given).literals_of(hidden)
    assert not AssumptionSolver(puzzle, Settings(), given, by_rules=True).literals_of(hidden)
