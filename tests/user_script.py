"""A script as a user of the Python API would write it: mypy --strict passes it (pyproject.toml), and it runs."""

from __future__ import annotations

import pysolve


def lesson() -> list[str]:
    """Makes a Sudoku, tries what one may ask of it, and returns what was said."""
    made = pysolve.make("sudoku", 4, seed=3)
    assert made.puzzle is not None
    puzzle: pysolve.Puzzle = made.puzzle
    settings = pysolve.Settings(models=1, time_limit=20)
    answer: pysolve.Answer = next(pysolve.solve(puzzle, settings))
    values: list[list[int | str | None]] = answer.grid
    again = pysolve.puzzle("sudoku", grid=values, title="Again")
    verdict: pysolve.Verdict = pysolve.check(again)
    hints = pysolve.hint(puzzle, steps=2)
    said = [str(made), str(hints), str(verdict), *(step.says for step in hints.steps)]
    try:
        pysolve.puzzle("sudoku", grid=[[9]])
    except pysolve.PuzzleError as error:
        said.append(str(error))
    return [*said, str(pysolve.grade(puzzle)), pysolve.convert([puzzle, again]), pysolve.facts(puzzle)]


if __name__ == "__main__":
    print("\n".join(lesson()))
