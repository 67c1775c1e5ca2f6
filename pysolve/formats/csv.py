"""Tables as text, with commas, semicolons or tabs between their cells (CSV, TSV): see `tables`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from ..model.build import Draft
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from . import tables
from .source import Context, decode
from .tables import Row

_HEAD = 8192  # characters

_SEPARATORS = "\t;,"

#: As Excel takes it: the first line may say what stands between cells.
_NAMED = "sep="

#: Longer cells, and those with a colon or with blanks, are no tokens, and no keys.
_LONGEST_TOKEN = 40

#: What lines of JSON and YAML begin with.
_NO_TOKENS = ("[", "{", " ", "- ")

#: An empty cell before others, or between them.
_EMPTY = re.compile(r"^\t|\t\t", re.MULTILINE)


def sniff(data: bytes) -> bool:
    """Whether the first row with several cells holds tokens or keys, and none before it anything else."""
    return _separator(data[:_HEAD].removeprefix(b"\xef\xbb\xbf").decode(errors="replace")) is not None


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The rows that are puzzles, each with the headings; the whole, if it is one board."""
    try:
        table = _table(decode(data, ""))
    except PuzzleError:
        table = []  # reading it says why, with the name of the file
    if not tables.is_headed(table) or len(table) == 1:
        yield "", data, 1
        return
    yield from ((name, bytes_of(rows), line) for name, rows, line in tables.split(table))


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the puzzle of a table; PuzzleError if it holds none."""
    return tables.read(draft, _table(context.text(data)), context)


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a table with the board in its cells."""
    return text_of(line.cells for line in tables.sheet_of(puzzle))


def write_several(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles as a table with a row for each; PuzzleError for one that a row cannot hold."""
    return text_of(tables.rows_of(puzzles))


def bytes_of(table: Iterable[Row]) -> bytes:
    """Rows as a text that is read as these rows; without cells they only count."""
    head, text = f"{_NAMED},\n".encode(), text_of(row.cells for row in table)
    return text if text.startswith(head) else head + text


def text_of(rows: Iterable[Sequence[str]], separator: str = ",") -> bytes:
    """Rows of cells as a text."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    head = "" if _separator(text.getvalue()[:_HEAD]) == separator else f"{_NAMED}{separator}\n"
    return (head + text.getvalue()).encode()


def _table(text: str) -> list[Row]:
    """The rows of a text, numbered as spreadsheets number them, but for lines on which nothing stands; PuzzleError if
    they cannot be told apart.
    """
    separator = _separator(text[:_HEAD]) or ","
    lines = io.StringIO(text.partition("\n")[2] if text.startswith(_NAMED) else text)
    try:
        return [
            Row(number, row) for number, row in enumerate(csv.reader(lines, delimiter=separator, strict=True), 1) if row
        ]
    except csv.Error as error:
        if "expected after" in str(error):
            raise PuzzleError("found text behind a cell in quotes, expected the next cell") from None
        raise PuzzleError("the text in quotes does not end") from None


def _separator(head: str) -> str | None:
    """What stands between the cells of a table that begins like this; None if it is none."""
    if head.startswith(_NAMED) and head[len(_NAMED) : len(_NAMED) + 1] in tuple(_SEPARATORS):
        return head[len(_NAMED)]
    return next((each for each in _SEPARATORS if each in head and _is_between_cells(each, head)), None)


def _is_between_cells(separator: str, head: str) -> bool:
    below_keys = False
    try:
        for cells in csv.reader(io.StringIO(head), delimiter=separator):
            if tables.key_of(cells) is not None:
                below_keys = True
            elif not all(_is_token(cell, below_keys) for cell in cells) or (cells and cells[0].startswith(_NO_TOKENS)):
                return False
            elif len(cells) > 1:  # tokens with tabs between them, and none missing, are plain text
                return separator != "\t" or below_keys or tables.is_heading(cells) or _has_empty_cells(head)
            elif cells and len(cells[0]) > 1 and any(each in cells[0] for each in _SEPARATORS):
                return False
    except csv.Error:  # a cell is too long for the csv module
        pass
    return False


def _has_empty_cells(head: str) -> bool:
    """Whether cells between tabs are empty: a tab at the end is one only where all lines have as many."""
    lines = [line for line in head.splitlines() if line.strip()]
    ends = any(line.endswith("\t") for line in lines)
    return _EMPTY.search(head) is not None or (ends and len({line.count("\t") for line in lines}) == 1)


def _is_token(cell: str, with_blanks: bool) -> bool:
    """Whether it may be one. with_blanks: also by a slip."""
    plain = with_blanks or len(cell.split()) < 2
    return plain and len(cell) <= _LONGEST_TOKEN and ":" not in cell and not re.match("#.", cell)
