"""Tables with tabs between their cells, as they are pasted into a spreadsheet: written here, read as `csv`."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.puzzle import Puzzle
from . import csv, tables


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a table with the board in its cells."""
    return csv.text_of((line.cells for line in tables.sheet_of(puzzle)), "\t")


def write_several(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles as a table with a row for each; PuzzleError for one that a row cannot hold."""
    return csv.text_of(tables.rows_of(puzzles), "\t")
