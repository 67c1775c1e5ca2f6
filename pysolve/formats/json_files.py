"""Puzzles in JSON: a list of cells, lists of lists, also as programs in Python and C++ write them, and JSON lines, one
puzzle a line, or an object with a board.

Whether a file has a puzzle a line its first line says, so that it can be of any length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ..model.board import LARGEST_SIDE, Cell, check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, check_characters, many, quote, unread
from ..model.parts import GRID, HOLE, Part
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANK, Rows, answer_of, in_square
from . import plain_text
from .source import LARGEST_PUZZLE, Context, first_character, parse_json


class JsonLines:
    """One puzzle a line, with `id`, `problem` (plain text) and, if known, `puzzle` and `solution`; or with a board
    under a key of its own, such as `grid`.
    """

    def sniff(self, data: bytes) -> bool:
        """Whether they begin with an object, which is not ipuz."""
        return first_character(data) == b"{" and b"ipuz.org/" not in data[:20_000] and not cell_list.sniff(data)

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The id (empty if it cannot be seen), the bytes and the number of every line that holds something."""
        first, _, rest = data.partition(b"\n")
        if rest.strip() and not self.has_line_each(first):
            small = len(data) <= LARGEST_PUZZLE
            if _object(data) is not None if small else first.strip() == b"{":
                yield _id(data) if small else "", data, 1  # one object, over several lines
                return
        yield from self.split_lines(data.split(b"\n"))

    def has_line_each(self, first: bytes) -> bool:
        """Whether a file that begins with this line has a puzzle a line, so that it can be read line by line."""
        return self.sniff(first) and _object(first) is not None

    def split_lines(self, lines: Iterable[bytes]) -> Iterator[tuple[str, bytes, int]]:
        """The same as split, from the lines of a file."""
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _id(line), line.removeprefix(b"\xef\xbb\xbf"), number

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Reads the puzzle of one line; PuzzleError if it is not a JSON object with a text as `problem`."""
        record = _inner(parse_json(context.text(data)))
        if not isinstance(record.get("problem"), str):
            return _read_board(draft, record, context)
        for key in ("puzzle", "solution"):
            if record.get(key) is not None and not isinstance(record[key], str):
                raise PuzzleError(f"expected a text as '{key}'")
            check_characters(record.get(key) or "")
        check_characters(record["problem"])
        type_ = plain_text.read_parts(draft, record["problem"], context.type(record.get("puzzle")))
        draft.answer = record.get("solution")
        draft.remarks += unread(record, ("id", "problem", "puzzle", "solution"), draft.file)
        return type_


#: Keys of a board, and of its answer, in objects of other programs.
_BOARDS = ("grid", "board", "puzzle", "problem", "quiz", "cells", "values", "value", "givens", "matrix")
#: What services say of their answer.
_SAID = ("results", "message", "status", "success", "error")

_ANSWERS = ("solution", "solutions", "answer", "solved")


def _inner(value: object) -> dict[str, Any]:
    """The object that others hold as all that they hold, beside what services say: {"newboard": {"grids": [{…}]}}."""
    while True:
        only = [each for key, each in value.items() if key not in _SAID] if isinstance(value, dict) else value
        inner = only[0] if isinstance(only, list) and len(only) == 1 else None
        if isinstance(inner, list) and len(inner) == 1 and isinstance(inner[0], dict):
            (inner,) = inner
        if not isinstance(inner, dict):
            return value if isinstance(value, dict) else {}
        value = inner


def _read_board(draft: Draft, record: Mapping[str, Any], context: Context) -> PuzzleType:
    """Fills the draft with the only board of an object; PuzzleError if it has none, or several."""
    boards = {key: rows for key in record if key in _BOARDS and (rows := _board(record[key], key))}
    if len(boards) != 1:
        found = " and ".join(map(quote, boards)) if boards else "none"
        expected = "expected a JSON object with a text as 'problem', or one board, as 'grid', 'board' or the like"
        raise PuzzleError(f"{expected}, found {found}")
    ((name, rows),) = boards.items()
    named = record["puzzle"] if name != "puzzle" and isinstance(record.get("puzzle"), str) else None
    type_ = context.type(named, board=record[name] if isinstance(record[name], str) else "")
    draft.parts[_grid(type_, "a JSON object with a board").name] = Rows(rows)
    answers = [answer for key in _ANSWERS if key in record and (answer := _board(record[key], key))]
    if answers:
        draft.answer = answer_of(answers[0])
    draft.remarks += unread(record, ("id", "puzzle", name, *_ANSWERS), draft.file)
    return type_


def _grid(type_: PuzzleType, what: str) -> Part:
    """The part that the board of a JSON text is."""
    part = next((part for part in type_.parts if part.shape is GRID), None)
    if part is None:
        raise PuzzleError(f"{type_.a_puzzle} cannot be given as {what}")
    return part


def _board(value: object, key: str) -> list[list[str]] | None:
    """The rows of a board: lists of lists, texts of rows, or all cells of a square one after the other; None for what
    is none.
    """
    rows: Any = value.splitlines() if isinstance(value, str) and "\n" in value.strip() else value
    if not isinstance(rows, (str, list)) or not rows:
        return None
    if _is_flat(rows):
        rows = in_square(list(rows)) or rows
    if isinstance(rows, str) or not all(isinstance(row, (list, str)) and row for row in rows):
        return None
    return [_row(row, key, number) for number, row in enumerate(rows, 1)]


def _row(row: str | list[object], key: str, number: int) -> list[str]:
    """The tokens of a row: a text has one for each character, or with blanks between them."""
    if isinstance(row, str):
        return row.split() if " " in row.strip() else [text.strip() or BLANK for text in row]
    return [_cell(each, key, (number, at)) for at, each in enumerate(row, 1)]


def _is_flat(cells: str | list[object]) -> bool:
    """Whether a text or list holds a cell after the other, not rows."""
    if isinstance(cells, str):
        return not cells.isalpha() and " " not in cells
    return all(each is None or isinstance(each, int) or (isinstance(each, str) and len(each) < 2) for each in cells)


def _cell(value: object, key: str, cell: Cell) -> str:
    """The token of a value in a list of lists; null and an empty text are blanks."""
    return _token((value.strip() or None) if isinstance(value, str) else value, cell, key) or BLANK


def _loaded(text: bytes) -> Any:
    """The value of a text of JSON; None if it is none."""
    import json  # here and below: only when there is such a file, as there seldom is

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _object(text: bytes) -> dict[str, Any] | None:
    data = _loaded(text)
    return data if isinstance(data, dict) else None


def _id(line: bytes) -> str:
    return str((_object(line) or {}).get("id", ""))


class CellList:
    """A list of cells, {"row": 1, "col": 2, "val": 3}: `null` is an empty cell; or lists of lists.

    The cells of the board are those that the list names, or those of another file (`--board`).
    """

    def sniff(self, data: bytes) -> bool:
        """Whether they begin with a list (and not with a section, such as [Puzzle]), or with lists of lists as programs
        write them.
        """
        head = data.removeprefix(b"\xef\xbb\xbf")[:1000]
        is_list = first_character(data) == b"[" and re.match(rb"\W*\[[A-Z][a-z]+\]\s", data[:100]) is None
        return is_list or _NESTED.match(head.decode("latin-1")) is not None

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The boards of a list of boards, lists of rows as long as each other or objects with one, each as a text; else
        the whole.
        """
        items = _items(data)
        for item in items:
            yield (str(item.get("id", "")) if isinstance(item, dict) else ""), _as_json(item).encode(), 0
        if not items:
            yield "", data, 1

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Puts the cells into the draft as a grid; PuzzleError for what is not a cell, or none of the board."""
        type_ = context.type()
        part = _grid(type_, "a list of cells")
        if (rows_ := _rows(context.text(data))) is not None:
            draft.parts[part.name] = Rows(rows_)
            return type_
        hole = next((token for token, target in part.tokens.items() if target == HOLE), None)
        values = _cells(draft, context.text(data))
        board = context.board(type_)
        if board is None:
            rows = _bounding_box(values, hole)
            if sum(map(len, rows)) > len(values):
                sentence = "cells that the list does not name are taken for holes"
                draft.note(sentence, how="; --board names a file with the board")
        else:
            rows = [list(row) for row in board.parts[part.name].tokens] if part.name in board.parts else []
            draft.shape = board.shape
        _write_cells(rows, values, hole)
        draft.parts[part.name] = Rows(rows)
        return type_


def _items(data: bytes) -> list[Any]:
    """The boards that a list of JSON holds; none where it is a board itself, or anything else."""
    items = _loaded(data) if len(data) <= LARGEST_PUZZLE else None
    if not isinstance(items, list) or not items:
        return []
    are_objects = all(isinstance(item, dict) and any(key in item for key in _BOARDS) for item in items)
    return items if are_objects or all(map(_is_whole, items)) else []


def _is_whole(value: object) -> bool:
    """Whether a value is the rows of a board, as long as each other and of several cells."""
    rows: list[Any] = value if isinstance(value, list) and len(value) > 1 else [None]
    return (
        all(isinstance(row, list) for row in rows)
        and len({len(row) for row in rows}) == 1
        and (len(rows[0]) > 2 and not any(isinstance(cell, list) for row in rows for cell in row))
    )


#: How lists of lists begin: those of JSON and Python, of numpy, and of C++, which name them first.
_NAME = r"\s*(?:[\w<>:*&\[\], ]{1,80}=\s*)?(?:[\w.]{1,20}\(\s*)?"
_NESTED = re.compile(_NAME + r"(?:[\[{(]\s*[\[{(]|\[\s*[\"'])|[^=\"']{1,80}=\s*\{\s*[\"']")

_PIECE = re.compile(r"""\s+|[\[{(]|[\]})]|,|"([^"\n]*)"|'([^'\n]*)'|([^\s,\[\](){};"']+)""")

#: What is written for nothing.
_NOTHING = ("None", "null", "NULL", "nil", "nullptr", "nan", "_")


def _rows(text: str) -> list[list[str]] | None:
    """The rows of lists of lists, or of texts with a character for each cell; None if it is a list of cells. null and
    empty texts are blanks.
    """
    if re.match(_NAME + r"\[\s*\{\s*(?:[\"']|\Z)", text) is None:
        with suppress(PuzzleError):
            return _board(parse_json(text), "val")
        if _NESTED.match(text):
            return _nested(text)
    return _board(parse_json(text), "val")


class _Lists:
    """What is known of lists of lists, piece by piece. depth: of open lists. ready: whether another item may come."""

    def __init__(self, separated: bool) -> None:
        self.rows: list[list[str]] = []
        self.depth, self.ready, self.separated, self.closed = 0, True, separated, False

    def wrong(self, sentence: str) -> PuzzleError:
        column = len(self.rows[-1]) + 1 if self.depth == 2 else None
        return PuzzleError(sentence, row=max(len(self.rows) + (self.depth != 2), 1), column=column)

    def take(self, piece: re.Match[str]) -> None:
        """The next piece of a text."""
        sign = piece[0]
        quoted = piece[1] if piece[1] is not None else piece[2]
        if quoted is not None:
            self.value(quoted if self.depth == 1 else quoted.strip() or BLANK)
        elif piece[3] is not None:
            self.value(BLANK if sign in _NOTHING else re.sub(r"^(\d+)\.0*$", r"\1", sign))
        elif not sign.isspace():
            {",": self.comma}.get(sign, self.open if sign in "[{(" else self.close)()

    def open(self) -> None:
        """A list, or a row."""
        self.begin("a row" if self.depth else "a list")
        if self.depth == 2:
            raise self.wrong("found a list within a row, expected a value")
        self.depth += 1
        self.rows += [[]] if self.depth == 2 else []
        self.ready = True

    def begin(self, what: str) -> None:
        """Before an item; PuzzleError if no separator stands there."""
        if self.closed or (not self.ready and self.separated):
            raise self.wrong("expected the end of the lists" if self.closed else f"expected a comma before {what}")

    def close(self) -> None:
        """The end of a row, or of all; PuzzleError if nothing stands behind the last comma of a row."""
        if self.depth == 2 and self.ready:
            raise self.wrong("found the end of a row, expected a value")
        self.depth -= 1
        self.ready, self.closed = False, self.depth <= 0

    def comma(self) -> None:
        """What parts items."""
        if self.ready or not self.depth:
            raise self.wrong("found a comma with nothing before it, expected a value")
        self.ready = True

    def value(self, text: str) -> None:
        """A value, or a text that is a row."""
        self.begin(quote(text[:40]))
        if self.depth == 2:
            self.rows[-1].append(text)
        elif self.depth == 1 and text not in _NOTHING:
            self.rows.append(list(text))
        else:
            raise self.wrong(f"found {quote(text[:40])}, expected a list of rows")
        self.ready = False


def _nested(text: str) -> list[list[str]]:
    """The rows of lists of lists as JSON, Python, numpy or C++ have them; PuzzleError, with the cell, for a separator
    that is missing or too many.
    """
    name = re.match(_NAME, text)
    at = name.end() if name else 0
    lists = _Lists(separated="," in text[at:])
    while (piece := _PIECE.match(text, at)) and not lists.closed:
        at = piece.end()
        lists.take(piece)
    if not lists.closed or text[at:].strip(" \t\n;)"):
        found = quote(text[at:].strip()[:20]) if text[at:].strip() else "the end of the text"
        raise lists.wrong(f"found {found}, expected {'the end' if lists.closed else 'the end of the lists'}")
    return [[each if each.strip() else BLANK for each in row] for row in lists.rows]


def _cells(draft: Draft, text: str) -> dict[Cell, str | None]:
    data = parse_json(text)
    if not isinstance(data, list) or not data:
        raise PuzzleError("expected a JSON list of cells")
    if not any(isinstance(item, (dict, list)) for item in data):
        raise PuzzleError(f"found a list of {many(len(data), 'value')}, expected a list of rows")
    values: dict[Cell, str | None] = {}
    others: dict[str, object] = {}
    for number, item in enumerate(data, 1):
        if not isinstance(item, dict) or not {"row", "col"} <= set(item):
            raise PuzzleError(f'item {number} of the list: expected {{"row": …, "col": …, "val": …}}')
        cell = (_side(item["row"], "row", number), _side(item["col"], "col", number))
        if cell in values:
            raise PuzzleError("this cell is listed twice", row=cell[0], column=cell[1])
        values[cell] = _token(item.get("val"), cell)
        others |= item
    draft.remarks += unread(others, ("row", "col", "val"), draft.file)
    return values


def _side(value: object, key: str, number: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_SIDE:
        found = quote(_as_json(value))
        raise PuzzleError(f"item {number} of the list: found {found} as {key}, expected 1 to {LARGEST_SIDE}")
    return value


def _as_json(value: object) -> str:
    import json

    return json.dumps(value)


def _token(value: object, cell: Cell, key: str = "val") -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, str)) or len(str(value).split()) != 1:
        found = quote(_as_json(value))
        raise PuzzleError(f"found {found} as {key}, expected a number, a text or null", row=cell[0], column=cell[1])
    check_characters(str(value))
    return str(value)


def _write_cells(rows: list[list[str]], values: Mapping[Cell, str | None], hole: str | None) -> None:
    """Puts values into rows; PuzzleError for a cell that these do not have."""
    for (r, c), value in values.items():
        if not (r <= len(rows) and c <= len(rows[r - 1])) or rows[r - 1][c - 1] == hole:
            raise PuzzleError("found a value for a cell that the board does not have", row=r, column=c)
        rows[r - 1][c - 1] = value if value is not None else rows[r - 1][c - 1]


def _bounding_box(values: dict[Cell, str | None], hole: str | None) -> list[list[str]]:
    """The rows of the smallest board that holds all cells; what is not listed is a hole."""
    height, width = (max(cell[axis] for cell in values) for axis in (0, 1))
    check_size(height, width)
    if height * width > len(values) and hole is None:
        raise PuzzleError(f"found {many(len(values), 'cell')}, expected all {height * width} of the board")
    return [["." if (r, c) in values else str(hole) for c in range(1, width + 1)] for r in range(1, height + 1)]


json_lines, cell_list = JsonLines(), CellList()
