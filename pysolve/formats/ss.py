"""A Sudoku of Simple Sudoku (.ss): rows with bars between the boxes, and lines of hyphens.

     *-----------*
     |.3.|4..|...|
     |9.2|8.6|3.1|
     …

The frame may be missing.
"""

from __future__ import annotations

import re

from ..model.build import Draft
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from . import boxes, sudoku_text
from .source import Context

_ROW = re.compile(rf"\|?{sudoku_text.CELL}{{2,5}}(?:\|{sudoku_text.CELL}{{2,5}})+\|?")
_RULE = re.compile(r"[-+|*]+")

#: What may stand below the board.
_FOOTER = re.compile(r"Simple Sudoku|Version .*", re.IGNORECASE)


def sniff(data: bytes) -> bool:
    """Whether the first line, or the one below a rule, is a row with bars."""
    lines = [line.strip() for line in data[:4096].removeprefix(b"\xef\xbb\xbf").decode("latin-1").split("\n")]
    first = next((line for line in lines if line and _RULE.fullmatch(line) is None), "")
    return _ROW.fullmatch(first) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the board; PuzzleError for a line that is neither a row nor a rule."""
    type_ = sudoku_text.type_for(context)
    rows: list[str] = []
    bars: list[int] = []
    rules: list[int] = []
    first = 1
    for number, line in enumerate(context.text(data).split("\n"), 1):
        line = line.strip()
        if not line or _RULE.fullmatch(line) or (rows and _FOOTER.fullmatch(line)):
            rules += [len(rows)] if line and _RULE.fullmatch(line) else []
            continue
        if _ROW.fullmatch(line) is None:
            raise PuzzleError("expected a row with bars between the boxes, such as 53.|.7.|...", line=number)
        first = first if rows else number
        lengths = [len(box) for box in line.strip("|").split("|")]
        if lengths != (bars := bars or lengths) or len({*lengths}) > 1:
            raise PuzzleError(
                "expected bars at the same places in all rows, and as many cells between them", line=number
            )
        rows.append(line.replace("|", ""))
    sudoku_text.fill(draft, type_, rows, first)
    _check_boxes(len(rows), bars[0], {at for at in rules if 0 < at < len(rows)})
    return type_


def _check_boxes(size: int, width: int, rules: set[int]) -> None:
    """PuzzleError for boxes other than those of a board of this size. rules: the rows above lines, if there are any."""
    height, usual = boxes.usual(size)
    if width != usual:
        raise PuzzleError(
            f"found bars around boxes of {width} columns; expected {usual}, as a board of {size} rows has"
        )
    if rules and rules != set(range(height, size, height)):
        found = " and ".join(map(str, sorted(rules)))
        raise PuzzleError(f"found lines below row {found}; expected one below every {height} rows, as the boxes have")


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as such a file; PuzzleError if it is more than a board, or its boxes are not square."""
    rows = sudoku_text.rows_of(puzzle)
    side = round(len(rows) ** 0.5)
    if side**2 != len(rows) or side < 2:
        raise PuzzleError("Simple Sudoku has boards with square boxes")
    frame = f" *{'-' * (len(rows) + side - 1)}*"
    rule = f" |{'+'.join(['-' * side] * side)}|"
    bands = [rows[at : at + side] for at in range(0, len(rows), side)]
    text = f"\n{rule}\n".join("\n".join(f" |{_with_bars(row, side)}|" for row in band) for band in bands)
    return f"{frame}\n{text}\n{frame}\n".encode()


def _with_bars(row: str, side: int) -> str:
    return "|".join(row[at : at + side] for at in range(0, len(row), side))
