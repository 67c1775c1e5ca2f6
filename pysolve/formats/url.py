"""An address at which a puzzle opens in a browser: a link of puzz.link or, where that cannot hold it, of Penpa+; of
SudokuPad, if the puzzle adds constraints to its type.

It is only written; what it is read as is one of these.
"""

from __future__ import annotations

from ..model.draft import Draft
from ..model.errors import PuzzleError
from ..model.puzzle import OnlyAnswer, Puzzle, no_answer
from ..model.puzzle_type import PuzzleType
from . import penpa, puzzlink, sudokupad
from .source import Context

NAME = "an address that opens in a browser"

BETWEEN = b""

HOLDS_ANSWERS = True


def sniff(data: bytes) -> bool:
    """Never: an address is read as the format that it belongs to."""
    return False


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Not called, as `sniff` never says so."""
    raise PuzzleError(f"{NAME} is read as the format that it belongs to")


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The address; PuzzleError, that of the first of these, if none can hold the puzzle as a whole."""
    if puzzle.type.added:
        return sudokupad.write(puzzle)
    try:
        return puzzlink.write(puzzle)
    except PuzzleError as problem:
        try:
            return penpa.write(puzzle, only_answer)
        except PuzzleError:
            raise problem from None
