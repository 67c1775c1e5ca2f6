"""Tables as workbooks of Excel and other programs (.xlsx): each sheet is one, see `tables`.

A formula counts as what it came to when the file was saved; if it never was, as its text. Macros are not looked at.
"""

from __future__ import annotations

import io
import re
import sys
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..model.build import Draft
from ..model.errors import PuzzleError, quote, require
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from . import tables
from .source import LARGEST_FILE, Context
from .tables import FILLED, Row, csv, key_of

if TYPE_CHECKING:
    from openpyxl import Workbook

_ZIP, _ENTRY, _OLE = b"PK\x03\x04", b"PK\x01\x02", b"\xd0\xcf\x11\xe0"

#: Whether this runs in a page that comes as files alone, where what reads workbooks is never installed.
_IN_BROWSER = sys.platform == "emscripten"

_WORKBOOK = "xl/workbook.xml"

#: Cells of a sheet, with the empty ones before and above others.
_MOST_CELLS = 250_000

#: Tags of XML that a part of a workbook may have, all of its parts, and bytes between two: a tag takes a hundred times
#: the memory of its bytes.
_MOST_TAGS, _MOST_TAGS_OF_ALL, _LONGEST_GAP = 2**20, 2**23, 2**20

#: Files that are packed in it.
_MOST_FILES = 10_000

#: Characters of a cell: programs cut off what is longer.
_LONGEST_TEXT = 32_767

#: Programs keep no more digits of a number.
_DIGITS = 10**15

#: The width of a column, so that cells are about square.
_WIDTH = 4

#: What a sheet cannot be called, and how long a name may be.
_NO_NAME, _LONGEST_NAME = r"[\[\]:*?/\\\x00-\x1f]", 31


def sniff(data: bytes) -> bool:
    """Whether it is a file of an office program, perhaps another one, which is then refused by name."""
    return data.startswith((_ZIP, _OLE))


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The puzzles of all sheets, as tables of text. PuzzleError if it is no workbook that can be read."""
    found = False
    for name, table in _sheets(data):
        found = True
        for named, rows, line in tables.split(table):
            yield (named or f"{name}-{line}" if line else name), csv.of_rows(rows), line
    if not found:
        raise PuzzleError("the workbook is empty, expected a puzzle")


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the only puzzle of a workbook; PuzzleError if it holds none, or several."""
    (_, first, _), *others = split(data)
    if others:
        raise PuzzleError(f"found {len(others) + 1} puzzles, expected one")
    return csv.read(draft, first, context)


def _sheets(data: bytes) -> Iterator[tuple[str, list[Row]]]:
    """The sheets on which something stands, with their names."""
    _check(data)
    if _IN_BROWSER:
        raise PuzzleError("this page cannot open workbooks (.xlsx); save the sheet as CSV, and open that")
    require("tables", "openpyxl", need="a workbook (.xlsx)")
    try:
        book = _load(data)
        saved = None
        for sheet in book.worksheets:
            rows = _cells(sheet)
            if any(cell.data_type == "f" for row in rows for cell in row):
                saved = saved or _load(data, data_only=True)
                rows = [list(map(_saved, *pair)) for pair in zip(rows, _cells(saved[sheet.title]))]
            table = _table(rows)
            if any(cell.strip() for row in table for cell in row.cells):
                _check_layout(sheet, table)
                yield sheet.title, table
    except (PuzzleError, MemoryError, GeneratorExit):
        raise
    except Exception as error:  # openpyxl raises whatever damaged XML leads to
        raise PuzzleError("the workbook cannot be read: it is damaged") from error


def _check(data: bytes) -> None:
    """PuzzleError for the file of another program, and for one that is too large when it is unpacked."""
    if data.startswith(_OLE):
        raise PuzzleError("this is an old workbook of Excel (.xls), or one with a password: save it as .xlsx or .csv")
    try:
        if data.count(_ENTRY) > _MOST_FILES:  # before a list is made of them
            raise PuzzleError(f"the workbook holds more than {_MOST_FILES:,} files")
        files = {each.filename: each.file_size for each in zipfile.ZipFile(io.BytesIO(data)).infolist()}
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise PuzzleError("found a packed file that is damaged, expected a workbook (.xlsx)") from None
    if _WORKBOOK not in files:
        other = " of another office program" if "mimetype" in files or "[Content_Types].xml" in files else ""
        raise PuzzleError(f"found a packed file{other}, expected a workbook: save tables as .xlsx or .csv")
    if sum(files.values()) > LARGEST_FILE:
        raise PuzzleError(f"the workbook has more than {LARGEST_FILE // 2**20} MB, unpacked")


def _load(data: bytes, data_only: bool = False) -> Workbook:
    from openpyxl.reader.excel import ExcelReader

    warnings.filterwarnings("ignore", module="openpyxl")  # that it does not know some style, or extension
    reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
    reader.archive = _Archive(io.BytesIO(data))
    reader.read()
    return reader.wb


class _Archive(zipfile.ZipFile):
    """The packed files of a workbook. PuzzleError as soon as what is unpacked has more tags than a workbook of puzzles:
    so a part that is named a thousand times, or that says something else of its size, is no way around.
    """

    tags = 0

    def open(self, *arguments: Any, **named: Any) -> Any:
        """A packed file that counts what is read of it."""
        file: Any = super().open(*arguments, **named)
        read, tags, gap = file.read, 0, 0

        def counted(size: int = -1) -> bytes:
            nonlocal tags, gap
            data: bytes = read(size)
            found = data.count(b"<")
            tags, gap = tags + found, len(data) - data.rfind(b"<") if found else gap + len(data)
            self.tags += found
            if tags > _MOST_TAGS or self.tags > _MOST_TAGS_OF_ALL or gap > _LONGEST_GAP:
                more = f"{_MOST_TAGS:,} tags in a part, or a text of {_LONGEST_GAP // 2**20} MB"
                raise PuzzleError(f"the workbook has more in it than puzzles have: more than {more}")
            return data

        file.read = counted
        return file


def _cells(sheet: Any) -> list[list[Any]]:
    """The cells of a sheet, row by row."""
    sheet.reset_dimensions()  # what the file says of them may be wrong
    rows, count = [], 0
    for row in sheet.iter_rows():
        count += len(row) + 1
        if count > _MOST_CELLS:
            raise PuzzleError(f"the sheet {quote(sheet.title)} has more than {_MOST_CELLS:,} cells")
        rows.append(list(row))
    return rows


def _check_layout(sheet: Any, table: list[Row]) -> None:
    """PuzzleError for what makes a board look otherwise than its cells are: cells that are merged, and rows and columns
    that are hidden.
    """
    with sheet.parent._archive.open(sheet._worksheet_path) as file:  # reading row by row passes over them
        xml = file.read(LARGEST_FILE)
    of_board = {row.number: len(row.cells) for row in table if _is_of_board(row)}
    merged = re.findall(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+(\d+):[A-Z]+\d+)"', xml)
    found = [cells.decode() for cells, row in sorted(merged, key=lambda each: int(each[1])) if int(row) in of_board]
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise PuzzleError(
            f"the cells {found[0]}{more} are merged: a board needs a cell for each of its own, so unmerge them and "
            "leave out the columns and rows that they bridge"
        )
    hidden = list(_hidden(xml, of_board))
    if hidden:
        more = f" and {len(hidden) - 1} more" if len(hidden) > 1 else ""
        raise PuzzleError(
            f"{hidden[0]}{more} of the sheet {quote(sheet.title)} {'are' if more else 'is'} hidden, and holds cells of "
            "a board: show what belongs to it, and delete what does not"
        )


def _hidden(xml: bytes, of_board: Mapping[int, int]) -> Iterator[str]:
    """Rows and columns of boards that a sheet hides. of_board: the rows of boards, and how many cells they have."""
    from openpyxl.utils import get_column_letter

    width = max(of_board.values(), default=0)
    for tag, said in re.findall(rb'<(?:\w+:)?(row|col)\s([^>]*?\bhidden="(?:1|true)"[^>]*)>', xml):
        value = {name: int(number) for name, number in re.findall(rb'\b(r|min|max)="(\d{1,7})"', said)}
        if tag == b"row" and value.get(b"r") in of_board:
            yield f"row {value[b'r']}"
        if tag == b"col":
            yield from (
                f"column {get_column_letter(at)}"
                for at in range(value.get(b"min", 1), min(value.get(b"max", 0), width) + 1)
            )


def _saved(cell: Any, saved: Any) -> Any:
    """The cell, or, where it is a formula, what that came to."""
    return saved if cell.data_type == "f" and saved.value is not None else cell


def _table(rows: list[list[Any]]) -> list[Row]:
    """The texts of cells. One that is empty and has no frame counts where others stand to the right of it, or above and
    below it in the same part.
    """
    table = [Row(number, _texts(cells)) for number, cells in enumerate(rows, 1)]
    ends = [row.number for row in table if _is_of_board(row)]
    for first, last in pairwise(ends):  # of two rows of boards, without any in between
        between = table[first : last - 1]
        if not any(row.cells for row in between):
            table[first : last - 1] = [row._replace(cells=[""]) for row in between]
    width = max((len(row.cells) for row in table), default=0)  # cells of a sheet that are empty are not missing
    return [
        row._replace(cells=[*row.cells, *[""] * (width - len(row.cells))]) if _is_of_board(row) else row
        for row in table
    ]


def _texts(cells: list[Any]) -> list[str]:
    """The texts of a row, up to the last cell that says something or has a frame."""
    framed = list(map(_is_framed, cells))
    length = max((at for at, cell in enumerate(cells, 1) if cell.value is not None or framed[at - 1]), default=0)
    return [_text(cell.value) or (FILLED if frame else "") for cell, frame in zip(cells[:length], framed)]


def _is_of_board(row: Row) -> bool:
    return bool(row.cells) and key_of(row.cells) is None


def _is_framed(cell: Any) -> bool:
    border = getattr(cell, "border", None)  # where the file says nothing of a cell there is none
    return border is not None and any(
        side is not None and side.style for side in (border.left, border.right, border.top, border.bottom)
    )


def _text(value: object) -> str:
    """A value as text: 5.0 is 5, a day is 2026-01-05."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _DIGITS:
        return str(int(value))
    if isinstance(value, date):
        return value.isoformat().removesuffix("T00:00:00")
    return "" if value is None else str(value)


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a workbook with one sheet."""
    return write_several([puzzle])


def write_several(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles as a workbook with a sheet for each, the cells of boards framed."""
    require("tables", "openpyxl", need="a workbook (.xlsx)")
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Border, Side
    from openpyxl.utils import get_column_letter

    thin = Side(style="thin")
    frame, middle = Border(thin, thin, thin, thin), Alignment("center", "center")
    book = Workbook()
    book.remove(book.worksheets[0])
    for puzzle in puzzles:
        sheet = book.create_sheet(re.sub(_NO_NAME, " ", puzzle.name).strip("' ")[:_LONGEST_NAME] or None)
        for row, line in enumerate(tables.sheet_of(puzzle), 1):
            for column, text in enumerate(line.cells, 1):
                if len(text) > _LONGEST_TEXT:
                    sentence = f"a cell of a workbook holds {_LONGEST_TEXT:,} characters, found {len(text):,}"
                    raise PuzzleError(sentence, file=puzzle.file)
                cell = sheet.cell(row, column)
                if re.fullmatch(r"0|[1-9]\d{,8}", text, re.ASCII):
                    cell.value = int(text)
                elif text:
                    cell.value, cell.data_type = text, "s"  # never a formula
                if line.is_board:
                    cell.border, cell.alignment = frame, middle
        for column in range(1, max(puzzle.board.columns, 1) + 1):
            sheet.column_dimensions[get_column_letter(column)].width = _WIDTH
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
