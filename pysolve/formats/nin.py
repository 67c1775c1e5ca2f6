"""Nonograms as .nin files: a line with width and height, then the runs of each row, then those of each column.

    4 2
    1 1
    3
    2
    …

Plain text has rows and columns on that line, and the runs of columns before those of rows: only the name of a file says
which of both it is. The manifest's key `non` says which parts of which type rows and columns are.
"""

from __future__ import annotations

import re

from ..model.board import check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows, filled, lines_of
from . import non
from .source import Context


def sniff(data: bytes) -> bool:
    """Never: its name says it."""
    return False


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with a nonogram; PuzzleError, with the line, if there are not as many lines as it says."""
    (first, size), *lines = filled(lines_of(context.text(data)))
    found = re.fullmatch(r"\s*(\d{1,6})[\s,]+(\d{1,6})\s*", size, re.ASCII)
    if found is None:
        raise PuzzleError(f"found {quote(size.strip())}, expected width and height", line=first)
    type_ = non.type_for(context)
    width, height = int(found[1]), int(found[2])
    check_size(height, width, line=first)
    if len(lines) != height + width:
        raise PuzzleError(
            f"found {len(lines)} lines below width {width} and height {height}, expected {height} of rows and {width} "
            "of columns", line=lines[-1][0] if lines else first,
        )  # fmt: skip
    draft.size = height, width
    for key, runs in (("rows", lines[:height]), ("columns", lines[height:])):
        for number, line in runs:
            wrong = next((run for run in line.split() if not re.fullmatch(r"\d{1,6}", run, re.ASCII)), None)
            if wrong is not None:
                raise PuzzleError(f"found {quote(wrong)}, expected numbers with blanks between them", line=number)
        tokens = [[str(int(run)) for run in line.split()] for _, line in runs]
        draft.parts[non.part_name(type_, key)] = Rows(tokens, [number for number, _ in runs])
    return type_
