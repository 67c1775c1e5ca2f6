"""An address at which a puzzle opens in a browser: a link of puzz.link or, where that cannot hold it, of Penpa+; of
SudokuPad, if the puzzle adds constraints to its type.

It is only written; what it is read as is one of these.
"""

from __future__ import annotations

from ..model.errors import PuzzleError
from ..model.puzzle import OnlyAnswer, Puzzle, no_answer
from . import penpa, puzzlink, sudokupad


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The address; PuzzleError, that of the first of these, if none can hold the puzzle as a whole."""
    if puzzle.type.added:
        return sudokupad.write(puzzle, only_answer)
    try:
        return puzzlink.write(puzzle)
    except PuzzleError as problem:
        try:
            return penpa.write(puzzle, only_answer)
        except PuzzleError:
            raise problem from None
