"""Collections of Sudokus (.sdm): a board a line, row after row; behind it perhaps its answer, or a comment.

53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.build import Draft
from ..model.errors import PuzzleError, alternatives
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from . import plain_text, sudoku_text
from .source import Context

#: Cells of the boards that are recognized by their lines alone: 9x9, 16x16 and 25x25. Others may be rows of any board.
_CELLS = (81, 256, 625)

_SIZES = alternatives([str(cells) for cells in _CELLS])

_LINE = re.compile(
    "|".join(
        rf"(?:{sudoku_text.CELL}{{{cells}}})(?:(?=[,;\t ])[ \t]*+[,;]?[ \t]*+{sudoku_text.CELL}{{{cells}}})?"
        for cells in _CELLS
    )
)


def sniff(data: bytes) -> bool:
    """Whether the first line that says something is a board in which something stands."""
    for line in data[:4096].removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if line.strip() and not line.startswith(b"#"):
            text = _without_comment(line.decode("latin-1"))
            return re.search(r"\w", text) is not None and _LINE.fullmatch(text) is not None
    return False


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The boards, a line each. PuzzleError at the first line that is none."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if line.strip() and not line.startswith(b"#"):
            _check(line.decode("latin-1"), number)
            yield "", line, number


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the board of a line; PuzzleError if it is none."""
    type_, text = sudoku_text.type_for(context), context.text(data)
    if not sudoku_text.is_of_format(type_):
        _read_other(draft, text, type_)
        return type_
    _check(text)
    board, *others = re.split(r"[ \t,;]+", _without_comment(text))
    side = round(len(board) ** 0.5)
    sudoku_text.fill(draft, type_, _rows(board, side))
    if others:
        draft.answer = "\n".join(" ".join(row) for row in _rows(others[0], side)) + "\n"
    return type_


def _read_other(draft: Draft, text: str, type_: PuzzleType) -> None:
    """A square board of values on a line, which other types have, too. PuzzleError for a type that has no values."""
    if not any("symbol" in part.tokens for part in type_.parts):
        size = "a first line with the numbers of rows and columns"
        raise PuzzleError(f"a line of {len(text.strip())} characters is a Sudoku; {type_.title} needs {size}")
    plain_text.read_parts(draft, text, type_)


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a line; PuzzleError if it is more than a board."""
    rows = sudoku_text.rows_of(puzzle)
    if len(rows) ** 2 not in _CELLS:
        raise PuzzleError(f"collections of Sudokus hold boards of {_SIZES} cells")
    return ("".join(rows) + "\n").encode()


def _check(line: str, number: int | None = None) -> None:
    """PuzzleError for a line that is no board."""
    text = _without_comment(line)
    if _LINE.fullmatch(text) is None:
        count = len(re.split(r"[ \t,;]", text)[0])
        raise PuzzleError(f"found {count} characters, expected a board of {_SIZES} cells", line=number)


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def _rows(text: str, side: int) -> list[str]:
    return [text[at : at + side] for at in range(0, side * side, side)]
