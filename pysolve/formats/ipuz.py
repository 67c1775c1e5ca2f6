"""ipuz (http://ipuz.org): crosswords and Sudokus as JSON, which the manifest's key `ipuz` describes.

    {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[0, 1, 2, …], …], …}

What changes the puzzle and has no place in it here, such as bars between cells or several letters in one, is refused by
its name; what only adorns it, or belongs to its clues in words, is passed over with a remark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import NamedTuple

from ..catalog.listed import types_with
from ..model.board import check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, quote
from ..model.formats import FormatKey
from ..model.marks import NOTHING
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows
from .solution_words import take_words
from .source import Context, parse_json

SITE = "http://ipuz.org/"

#: Keys that say nothing of the puzzle itself, or are read.
_KNOWN = (
    "version", "kind", "copyright", "publisher", "publication", "url", "uniqueid", "editor", "date", "difficulty",
    "origin", "checksum", "volatile", "author", "title", "block", "empty", "styles", "charset", "displaycharset",
    "boxes", "dimensions", "puzzle", "solution", "saved", "intro",
)  # fmt: skip

#: Keys that say where the puzzle comes from.
_SOURCES = ("publication", "copyright")

#: Keys whose texts have no place here; a remark says so.
_PASSED_OVER = (
    "explanation", "annotation", "notes", "clues", "showenumerations", "clueplacement", "enumerations",
)  # fmt: skip

#: What only adorns a cell.
_STYLES = ["shapebg", "highlight", "named", "color", "colortext", "colorborder", "label", "mark", "imagebg"]

#: The keys of the words that pysolve writes with a crossword, and of how it is to be filled with them.
WORDS, OPTIONS = "pysolve:words", "pysolve:options"


class Key(NamedTuple):
    """The manifest's key `ipuz`. kind: the kind of ipuz. grid: the part that its cells are. block: a block's token."""

    kind: str
    grid: str
    block: str | None


def sniff(data: bytes) -> bool:
    """Whether this is JSON that names ipuz, perhaps as the argument of a call."""
    text = data[:20_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return (text.startswith(b"{") or re.match(rb"\w+\(\s*\{", text) is not None) and b"ipuz.org/" in text


def key_of(type_: PuzzleType) -> Key | None:
    """What the manifest of a type says; None if it is of no kind of ipuz."""
    table = type_.formats.get(FormatKey.IPUZ)
    if table is None:
        return None
    values = {name: str(value) for name, value in table.items()} if isinstance(table, dict) else {}
    if not {"kind", "grid"} <= values.keys() <= {"kind", "grid", "block"} or type_.part(values["grid"]) is None:
        sentence = "ipuz: expected 'kind', a part as 'grid', and perhaps the token of a 'block'"
        raise PuzzleError(sentence, file=f"{type_.folder.name}/manifest.yaml")
    return Key(values["kind"], values["grid"], values.get("block"))


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what an ipuz file holds; PuzzleError for what has no place in the type."""
    from ..model.puzzle import fold_words

    text = context.text(data).strip()
    if text.endswith(")"):
        text = text[text.index("(") + 1 : -1] if "(" in text else text
    record = parse_json(text)
    if not isinstance(record, dict):
        raise PuzzleError("expected a JSON object, as ipuz has it")
    type_, key = _type(record, context)
    rows = _rows(record, "puzzle")
    check_size(len(rows), len(rows[0]))
    _check_dimensions(record, len(rows), len(rows[0]))
    if key.block is None and record.get("boxes") is False:
        raise PuzzleError(f"the file says that there are no boxes, which {type_.a_puzzle} has")
    reader = _CellReader(record, key)
    draft.parts[key.grid] = Rows(reader.tokens(rows))
    draft.answer = reader.answer() if "solution" in record else None
    draft.title, draft.author = (" ".join(_lines(record, key)) for key in ("title", "author"))
    draft.source = "; ".join(line for key in _SOURCES for line in _lines(record, key))
    draft.rules = "\n".join(_lines(record, "intro"))
    charset = "".join(_lines(record, "charset"))
    if charset and key.block is None and not "123456789".startswith(charset[: len(rows)]):
        draft.symbols = charset[: len(rows)]
    words = type_.list_part
    if words is not None and isinstance(listed := record.get(WORDS), list):
        draft.lists[words.name] = fold_words(map(str, listed))
    if words is not None and isinstance(options := record.get(OPTIONS), dict):
        draft.options = {name: str(value) for name, value in options.items()}
    if key.block is not None:
        take_words(draft, type_, context, key.grid, key.block)
    reader.remark(draft)
    return type_


def _type(record: Mapping[str, object], context: Context) -> tuple[PuzzleType, Key]:
    """The type that has one of the kinds that the file names."""
    kinds = record.get("kind")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list) or not kinds:
        raise PuzzleError("the file does not say of which kind it is ('kind')")
    named = [re.sub(r"^https?://ipuz.org/|#.*", "", str(kind)) for kind in kinds]
    types = [context.type()] if context.reading.type else types_with(FormatKey.IPUZ, context.reading.own_types)
    for type_ in types:
        key = key_of(type_)
        if key is not None and key.kind in named:
            return type_, key
    of = f"; {context.type().title} is none such" if context.reading.type else ", for which there are no rules here"
    raise PuzzleError(f"found ipuz of the kind {quote(named[0][:40])}{of}")


def _lines(record: Mapping[str, object], key: str) -> list[str]:
    """The lines of the HTML under a key that hold anything, without tags."""
    lines = re.split(r"<br ?/?>|</?p>|\n", str(record.get(key) or ""))
    texts = (" ".join(unescape(re.sub(r"<[^<>]*>", " ", line)).split()) for line in lines)
    return [text for text in texts if text]


def _rows(record: Mapping[str, object], key: str) -> list[list[object]]:
    rows = record.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        raise PuzzleError(f"expected a list of rows under {quote(key)}")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(f"found {len(row)} cells under {quote(key)}, expected {len(rows[0])}", row=number)
    return rows


def _check_dimensions(record: Mapping[str, object], rows: int, columns: int) -> None:
    size = record.get("dimensions")
    if isinstance(size, dict) and (size.get("height", rows), size.get("width", columns)) != (rows, columns):
        said = f"{size.get('height')} rows and {size.get('width')} columns"
        raise PuzzleError(f"found {rows} rows and {columns} columns, but 'dimensions' says {quote(said)}")


class _CellReader:
    def __init__(self, record: Mapping[str, object], key: Key) -> None:
        self.record = record
        self.key = key
        self.block = str(record.get("block", "#"))
        self.empty = str(record.get("empty", "0"))
        self.passed_over: dict[str, None] = {}
        for name, value in record.items():
            if name in _PASSED_OVER and value:
                self.passed_over[name] = None
            elif value and name not in _KNOWN and name not in _PASSED_OVER and not re.search(r"[:.]", name):
                raise PuzzleError(f"found the key {quote(name)}, which has no place in such a puzzle here")

    def tokens(self, rows: list[list[object]]) -> list[list[str]]:
        return [
            [self.token(cell, row, column) for column, cell in enumerate(cells, 1)]
            for row, cells in enumerate(rows, 1)
        ]  # fmt: skip

    def token(self, cell: object, row: int, column: int) -> str:
        value: object = cell
        if isinstance(cell, dict):
            unknown = [name for name in cell if name not in ("cell", "given", "value", "style")]
            if unknown:
                raise PuzzleError(f"found {quote(unknown[0])} in a cell", row=row, column=column)
            self.style(cell.get("style"), row, column)
            value = cell.get("value") if "value" in cell else cell.get("given", cell.get("cell", self.empty))
            if "value" in cell and self.key.block is not None:
                return self.letter(value, row, column)
        if self.key.block is None:
            return "." if value is None or str(value) in ("0", "", self.empty) else self.name(value, row, column)
        if value is None or str(value) == self.block:
            if value is None:
                self.passed_over["cells that are not part of the board, which become blocks"] = None
            return self.key.block
        return "."  # the number of a clue follows from the board

    def style(self, style: object, row: int, column: int) -> None:
        if style is None:
            return
        named = self.record.get("styles")
        found = named.get(style) if isinstance(named, dict) and isinstance(style, str) else style
        if not isinstance(found, dict):
            raise PuzzleError(
                f"found the style {quote(str(style)[:40])}, which the file does not define", row=row, column=column
            )
        for name, value in found.items():
            if value and name not in _STYLES:
                raise PuzzleError(f"found the style {quote(name)}, which has no place here", row=row, column=column)
            self.passed_over["styles of cells"] = None

    def letter(self, value: object, row: int, column: int) -> str:
        text = str(value or "")
        if len(text) > 1:
            raise PuzzleError(f"found {quote(text[:40])}, expected one letter", row=row, column=column)
        return text.upper() or "."

    def name(self, value: object, row: int, column: int) -> str:
        text = str(value).strip()
        if not isinstance(value, (str, int)) or isinstance(value, bool) or len(text) > 20 or len(text.split()) != 1:
            raise PuzzleError(f"found {quote(text[:40])}, expected a value or a blank", row=row, column=column)
        return text

    def answer(self) -> str:
        rows = []
        for row, cells in enumerate(_rows(self.record, "solution"), 1):
            tokens = []
            for column, cell in enumerate(cells, 1):
                value = cell.get("value") if isinstance(cell, dict) else cell
                if value is None or str(value) in (self.block, ""):
                    tokens.append(self.key.block or NOTHING)
                elif self.key.block is not None:
                    tokens.append(self.letter(value, row, column))
                else:
                    tokens.append(self.name(value, row, column))
            rows.append(" ".join(tokens))
        return "\n".join(rows) + "\n"

    def remark(self, draft: Draft) -> None:
        if self.passed_over:
            draft.remarks.append(Remark(f"passed over in the ipuz file: {', '.join(self.passed_over)}"))


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as ipuz; PuzzleError if it is of no kind there, or has an option that no file can say."""
    from .ipuz_writer import write

    return write(puzzle)
