"""The peer puzzlekit (PyPI): a CP-SAT model a type, which gives a first answer; it does not look for a second.

It calls types as the collections are called, in snake case (`ken_ken` for KenKen), so its own list of types says which
it has. All that a model needs is imported before the clock starts. CP-SAT searches with one worker.

    python bench/puzzlekit_peer.py NAME.jsonl    answers the boards of a collection: a whole process, for whole.py
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path

from coverage_process import BoardResult, OneByOne, Published

#: CP-SAT's options: one worker, as one is compared with one; the time is limited from outside.
OPTIONS = {"time_limit_sec": 1e9, "num_workers": 1}


@cache
def _names() -> dict[str, str]:
    """Its types: from the name without underscores to the name."""
    registry = importlib.import_module("puzzlekit.parsers.registry")
    return {name.replace("_", ""): name for name in registry.PARSER_MAP}


def name_of(collection: str) -> str | None:
    """What puzzlekit calls the type of a collection; None if it does not have it, or is not installed."""
    try:
        return _names().get(collection.lower())
    except ModuleNotFoundError:
        return None


class Puzzlekit(OneByOne):
    """Answers boards of one collection."""

    def __init__(self, collection: str) -> None:
        import puzzlekit
        from puzzlekit.solvers import get_solver_class

        self._name = name_of(collection) or collection
        self._solve = puzzlekit.solve
        get_solver_class(self._name)

    def answer(self, board: Published) -> BoardResult:
        """A first answer, and whether it is the published one (by puzzlekit's own comparison)."""
        result = self._solve(board.problem, self._name, solver_options=dict(OPTIONS))
        if not result.is_solved:
            return BoardResult(verdict=result.solution_data["status"].lower(), right=False if board.solution else None)
        return BoardResult(verdict="answered", right=self._agrees(result.sol_grid, board.solution))

    def _agrees(self, answer: object, solution: str | None) -> bool | None:
        from puzzlekit.core.grid import Grid
        from puzzlekit.verifiers import grid_verifier

        if solution is None:
            return None
        rows = [line.split() for line in solution.split("\n")[1:] if line.strip()]
        try:
            return bool(grid_verifier(self._name, answer, Grid(rows)))
        except (IndexError, KeyError, ValueError):  # the published grid has another shape than its own
            return None


def main() -> None:
    """Answers the boards of a file."""
    file = Path(sys.argv[1])
    solver = Puzzlekit(file.stem)
    for line in file.read_text(encoding="utf-8").splitlines():
        board = Published.of_line(line)
        print(board.id, solver.answer(board).verdict)


if __name__ == "__main__":
    main()
