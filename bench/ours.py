"""pysolve itself, by its public Python interface. All that it needs is imported here: imports do not count."""

from __future__ import annotations

from board import BLOCK, Board, Rows, frozen

import pysolve
import pysolve.formats.native
import pysolve.render.answer_text
import pysolve.run.searches
import pysolve.solving.multishot
import pysolve.solving.search
from pysolve.model.puzzle import Puzzle
from pysolve.solving.settings import Settings


def text(board: Board) -> str:
    """The board in pysolve's native format."""
    lines = [f"puzzle: {board.family}"]
    if board.options:
        lines.append("options: {" + ", ".join(f"{name}: {value}" for name, value in board.options.items()) + "}")
    if board.words:
        lines.append(f"words: {board.words}")
    return "\n".join([*lines, "grid: |", *("  " + " ".join(row) for row in board.rows)]) + "\n"


class Ours:
    """One board at a time."""

    def read(self, board: Board) -> tuple[Board, Puzzle]:
        return board, pysolve.read_text(text(board))

    def solve(self, puzzle: tuple[Board, Puzzle], limit: int) -> list[Rows]:
        board, read = puzzle
        answers = pysolve.solve(read, Settings(models=limit, drawing=False))
        return [rows(board, answer.plain) for answer in answers]


def rows(board: Board, plain: str) -> Rows:
    """The rows of an answer's plain text, with the board's blocks."""
    lines = [line.split() for line in plain.strip().split("\n")]
    return frozen(
        [BLOCK if kept == BLOCK else token for kept, token in zip(old, new)] for old, new in zip(board.rows, lines)
    )


class Together:
    """Many boards at once: verdicts only."""

    def verdicts(self, puzzles: list[Puzzle]) -> list[str]:
        return list(pysolve.check_all(puzzles))

    def read(self, board: Board) -> Puzzle:
        return pysolve.read_text(text(board))
