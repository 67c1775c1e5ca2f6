"""Tables of cells, as spreadsheets have them: a board in the cells, or a row for each puzzle; and such tables as text,
with commas, semicolons or tabs between their cells (CSV, TSV).

A board: rows `key: value` with what else the native form says, and below a row `key:` the rows of a part, a token a
cell; rows below no such key are the board. A row for each puzzle: the first row has the keys, and a cell what the
native form has there. The options of a type are keys of their own; so are `name`, and `cosmetics.notes` and the like.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from csv import Error, reader, writer
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from ..model import build as drafts
from ..model.board import stands_in_columns
from ..model.build import Draft
from ..model.errors import PuzzleError, many, quote
from ..model.parts import GRID, GROUPS, WORDS, Part
from ..model.puzzle import WORDS_ABOUT, Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import in_square
from ..model.yaml_text import Text
from . import native
from .plain_text import GAP, TWICE, counts, is_twice
from .source import Context, Reading, Source, decode, read_back

#: Keys of which one stands in the first row, where each further row is a puzzle.
_HEADINGS = frozenset({"puzzle", "grid", "name", "answer", *WORDS_ABOUT})

#: Headings of lists of boards with their answers, as others publish them, and those of them that say nothing here.
_BOARDS = {
    "quizzes": "grid", "quiz": "grid", "puzzle": "grid", "question": "grid", "solutions": "answer",
    "solution": "answer", "id": "name",
}  # fmt: skip
_UNSAID = frozenset({"clues", "difficulty", "rating"})

_KEY = re.compile(r"([A-Za-z][\w.-]*):(?:\s+(.*))?", re.DOTALL)

#: A number as programs write it that know of no integers.
_FLOAT = re.compile(r"^(\d+)\.0+$")

_COSMETICS = "cosmetics."

#: What stands in an empty cell that belongs to the board, wherever it is: one with a frame.
FILLED = "\N{NO-BREAK SPACE}"


class Row(NamedTuple):
    """A row of a table that is read: its number, and the texts of its cells, empty ones among them."""

    number: int
    cells: Sequence[str]


def key_of(cells: Sequence[str]) -> tuple[str, str] | None:
    """The key that a row says, and its value, or ''; None if it is a row of a part."""
    match = _KEY.fullmatch(cells[0].rstrip()) if cells else None
    return (match[1].lower(), (match[2] or " ".join(cells[1:])).strip()) if match else None


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether a row has the keys of those below it, which are a puzzle each."""
    return not {*_HEADINGS, "quizzes", "quiz"}.isdisjoint(cell.strip().lower() for cell in cells)


def _headings(row: Row) -> list[str]:
    """The keys of a first row; those of a list of boards with their answers are called otherwise."""
    keys = [cell.strip().lower() for cell in row.cells]
    has_answers = not {"solution", "solutions", "question"}.isdisjoint(keys)
    return [_BOARDS.get(key, key) for key in keys] if has_answers else keys


def _is_headed(table: Sequence[Row]) -> bool:
    """Whether the first row of a table is such a one."""
    return bool(table) and _is_heading(table[0].cells)


def split(table: Sequence[Row]) -> Iterator[tuple[str, Sequence[Row], int]]:
    """The puzzles of a table: the name of each, if it has one, the rows that say it, and the number of its row."""
    if not _is_headed(table):
        yield "", table, 0
        return
    headings = _headings(table[0])
    for row in table[1:]:
        if any(cell.strip() for cell in row.cells):
            yield dict(zip(headings, row.cells)).get("name", "").strip(), (table[0], row), row.number


def read(draft: Draft, table: Sequence[Row], context: Context) -> PuzzleType:
    """Fills the draft with the one puzzle of a table; PuzzleError if the native form could not hold what it says."""
    if _is_headed(table):
        values = _values_of_row(table)
        type_ = context.type(values.get("puzzle"), board=values.get("grid", "") if "puzzle" not in values else "")
    else:
        texts, blocks = _blocks(table)
        type_ = context.type(texts.get("puzzle"))
        _name_board(texts, blocks, type_)
        values = _values_of_blocks(texts, blocks, type_)
        if len(blocks) == 1:
            for said in (said for each in blocks.values() if each for said in _strays(each)):
                draft.note(said)
    options = {key: values.pop(key) for key in [*values] if key in type_.options}
    cosmetics = {key.removeprefix(_COSMETICS): values.pop(key) for key in [*values] if key.startswith(_COSMETICS)}
    document: dict[str, Any] = {"options": options, "cosmetics": cosmetics} | values
    draft.name = document.pop("name", draft.name)
    type_ = native.read_document(draft, document | {"puzzle": type_.name}, context)
    if _is_headed(table):
        for rows in draft.parts.values():
            rows.lines = ()  # of a cell, not of the file
    return type_


def _said(puzzle: Puzzle) -> Iterator[tuple[str, str | Part]]:
    """What the native form says of a puzzle: keys with texts, and with parts."""
    for key, value in native.contents(puzzle):
        if key == "options":
            yield from value.items()
        elif key == "cosmetics":
            yield from ((_COSMETICS + name, text) for name, text in value.items())
        else:
            yield key, value


# -- A row for each puzzle


def _values_of_row(table: Sequence[Row]) -> dict[str, str]:
    if len(table) != 2:
        raise PuzzleError(f"found {many(len(table) - 1, 'row')} of puzzles below the headings, expected one")
    values: dict[str, str] = {}
    headings = _headings(table[0])
    for column, text in enumerate(table[1].cells):
        key = headings[column] if column < len(headings) else ""
        if text.strip() and (key not in _UNSAID or "answer" not in headings):
            if not key or key in values:
                wrong = f"a second {quote(key)}" if key else f"{quote(text.strip())} below no heading"
                raise PuzzleError(f"column {column + 1}: found {wrong}")
            values[key] = text.strip("\n").rstrip()
    return values


def rows_of(puzzles: Iterable[Puzzle]) -> list[list[str]]:
    """A table with a row for each puzzle below the keys; PuzzleError for one that a row cannot hold, such as a board of
    one column, or a list of one word.
    """
    said = []
    for puzzle in puzzles:
        values = {"name": puzzle.name} | {key: _in_a_cell(puzzle, value) for key, value in _said(puzzle)}
        table = [Row(1, list(values)), Row(2, list(values.values()))]
        reading = Reading(puzzle.type.name, (str(puzzle.type.folder.parent),))
        context = Context(Source(puzzle.name, puzzle.file), reading)
        if read_back(puzzle, partial(read, table=table, context=context)) is None:
            sentence = "a row of a table cannot hold this puzzle: it would be read as another one"
            raise PuzzleError(sentence, file=puzzle.file)
        said.append(values)
    headings = list(dict.fromkeys(key for values in said for key in values))
    return [headings, *([values.get(key, "") for key in headings] for values in said)]


def _in_a_cell(puzzle: Puzzle, value: str | Part) -> str:
    if isinstance(value, str):
        return value.strip("\n")
    if value.shape is WORDS:
        return "\n".join(puzzle.lists[value.name].lines())
    return "\n".join(value.shape.to_lines(puzzle.board, drafts.rows(puzzle, value)))


# -- A board in the cells


def _blocks(table: Sequence[Row]) -> tuple[dict[str, str], dict[str, list[Row]]]:
    """The keys with values, and those with the rows below them ('' for rows below none)."""
    texts: dict[str, str] = {}
    blocks: dict[str, list[Row]] = {}
    at = ""
    for row in table:
        said = key_of(row.cells)
        if said is None:
            blocks.setdefault(at, []).append(row)
            continue
        key, value = said
        if key in texts or key in blocks:
            raise PuzzleError(f"the key {quote(key)} stands twice", line=row.number)
        at = "" if value else key
        if value:
            texts[key] = value
        else:
            blocks[key] = []
    return texts, blocks


def _name_board(texts: Mapping[str, str], blocks: dict[str, list[Row]], type_: PuzzleType) -> None:
    """Rows below no key are the first part that a puzzle has to have."""
    if "" in blocks:
        parts = (part for part in type_.parts if not part.optional and not part.is_ignored)
        first = next(parts, type_.parts[0]).name
        if first in texts or first in blocks:
            raise PuzzleError(f"found rows below no key, and {quote(first)}", line=blocks[""][0].number)
        blocks[first] = _in_rows(blocks.pop(""), type_)


def _in_rows(rows: list[Row], type_: PuzzleType) -> list[Row]:
    """The rows of a board of values, which has as many as columns, where all of its cells stand in one."""
    square = in_square(list(rows[0].cells)) if len(rows) == 1 and type_.alphabets else None
    return rows if square is None else [Row(rows[0].number, cells) for cells in square]


def _values_of_blocks(texts: Mapping[str, str], blocks: dict[str, list[Row]], type_: PuzzleType) -> dict[str, Any]:
    shapes = {part.name: part.shape for part in type_.parts}
    in_columns = stands_in_columns(texts.get("board", type_.boards[0]))
    width = _width([rows for key, rows in blocks.items() if shapes.get(key) is GRID], len(blocks) > 1, in_columns)
    values: dict[str, Any] = dict(texts)
    for key, rows in blocks.items():
        if shapes.get(key) in (None, WORDS, GROUPS):
            lines = [_text(row.number, " ".join(filter(None, map(str.strip, row.cells)))) for row in rows]
            values[key] = "\n".join(lines) + "\n" if key in native.KEYS or key.startswith(_COSMETICS) else lines
        elif shapes[key] is GRID and in_columns:
            values[key] = [_tokens(row, width) for row in _none_short(rows, width)]
        else:
            values[key] = [_tokens(row, _filled(row)) for row in rows]
    return values


def _width(grids: Sequence[list[Row]], several: bool, in_columns: bool) -> int:
    """How many cells the rows of boards have. Programs fill up a table to its longest rows: where it holds several
    parts, what stands in the cells of boards says where these end, and empty rows behind them go.
    """
    for rows in grids:
        while several and in_columns and rows and not _filled(rows[-1]):
            rows.pop()
        if not several:
            _check_edges(rows)
            _check_counted(rows)
    return max((_filled(row) if several else len(row.cells) for rows in grids for row in rows), default=0)


def _filled(row: Row) -> int:
    """How many cells of a row there are up to the last in which something stands."""
    return max((at for at, cell in enumerate(row.cells, 1) if cell.strip()), default=0)


def _none_short(rows: Sequence[Row], width: int) -> Sequence[Row]:
    """The rows of a board; PuzzleError, with the one that is unlike most, where some have fewer cells, as separators
    may be missing anywhere in them.
    """
    if any(len(row.cells) < width for row in rows):
        lengths = [len(row.cells) for row in rows]
        usual = next((length for length in lengths if lengths.count(length) * 2 > len(rows)), width)
        usual = width if {*lengths} == {usual} else usual
        row = next(row for row in rows if len(row.cells) != usual)
        sentence = f"found {many(len(row.cells), 'cell')} in this row of the table, expected {usual}"
        raise PuzzleError(sentence, line=row.number)
    return rows


def _tokens(row: Row, width: int) -> list[str | None]:
    """The tokens of a row; a number that programs write as 5.0 is 5."""
    cells = [cell.strip() for cell in row.cells[:width]] + [""] * (width - len(row.cells))
    return [_text(row.number, _FLOAT.sub(r"\1", cell)) if cell else None for cell in cells]


def _text(line: int, text: str) -> Text:
    result = Text(text)
    result.line = line
    return result


class Line(NamedTuple):
    """A row of a table that is written. is_board: its cells hold tokens."""

    cells: list[str]
    is_board: bool = False


def sheet_of(puzzle: Puzzle) -> Iterator[Line]:
    """A table with the board in its cells."""
    for key, value in _said(puzzle):
        if isinstance(value, Part):
            yield Line([f"{key}:"])
            yield from _lines(puzzle, value)
        elif key == "answer" and not any(key_of(line.split()) for line in value.strip("\n").split("\n")):
            yield Line([f"{key}:"])
            yield from (Line(line.split(), True) for line in value.strip("\n").split("\n"))
        else:
            yield Line([f"{key}: {value}"])


def _lines(puzzle: Puzzle, part: Part) -> Iterator[Line]:
    if part.shape is WORDS:
        yield from (Line([word]) for word in puzzle.lists[part.name].lines())
        return
    rows = drafts.rows(puzzle, part)
    for number, row in enumerate(rows, 1):
        if part.shape is GROUPS:
            row = [" ".join(row)]
        elif part.shape is GRID and puzzle.board.in_columns:
            last = row[-1] if number == len(rows) else ""  # so that any program keeps the size
            row = ["" if token == part.blank else token for token in row]
            row[-1] = row[-1] or last
        yield Line(row or [""], part.shape is not GROUPS)


# -- What of a table may be no board, or none of it


def _check_edges(rows: Sequence[Row]) -> None:
    """PuzzleError for an empty row or column at the end of a board, as separators may have been left over."""
    width = max((len(row.cells) for row in rows), default=0)
    edges = []
    if len(rows) > 1 and not any(rows[-1].cells):
        edges.append("row")
    if width > 1 and not any(row.cells[width - 1] for row in rows if len(row.cells) == width):
        edges.append("column")
    if edges and any(any(row.cells) for row in rows):
        raise PuzzleError(
            f"the last {' and the last '.join(edges)} of the table {'are' if len(edges) > 1 else 'is'} empty; if it "
            "belongs to the board, write '.' into the last cell, and if not, leave it out",
            line=rows[-1].number,
        )


def _check_counted(rows: Sequence[Row]) -> None:
    """PuzzleError for a board with numbers of rows and columns around it."""
    if not rows or rows[0].cells[:1] != [""]:
        return
    head, side = [cell.strip() for cell in rows[0].cells[1:]], [next(iter(row.cells), "").strip() for row in rows[1:]]
    if counts(head) and counts(side):
        raise PuzzleError(
            "the first row and the first column of the table look like numbers of columns and rows; leave them out, or "
            "write '.' into the first cell if they belong to the board",
            line=rows[0].number,
        )


def _strays(rows: Sequence[Row]) -> Iterator[str]:
    """Remarks on a board that may be several, or that may not begin or end where the table does."""
    held = [list(row.cells) for row in rows]
    if counts([cell.strip() for cell in held[0]]) and (len(rows) == len(held[0]) + 1 or held[0][0] != "1"):
        yield "the first row of the table counts columns; it counts as one of the board"
    if is_twice(held) and any(map(any, held)):
        yield TWICE
    if any(after.number > row.number + 1 for row, after in pairwise(rows)):
        yield GAP
    yield from _empty_edges(held)
    height, width = (_between_empty(list(map(any, lines))) for lines in (held, zip(*held)))
    if height and width:
        blocks = f"blocks of {height} rows and {width} columns"
        yield f"empty rows and columns part the table into {blocks}; they count as ones of the board"


def _empty_edges(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Remarks on empty rows and columns before a board, and on a cell alone behind empty ones."""
    filled = [(at, column) for at, row in enumerate(rows) for column, cell in enumerate(row) if cell]
    for what, along in (("row", 0), ("column", 1)) if len(filled) > 1 else ():
        places = sorted(cell[along] for cell in filled)
        if places[0] > 0:
            yield f"the first {what} of the table is empty; it counts as one of the board"
        if places[-1] > places[-2] + 1:
            yield f"the last {what} of the table holds one cell, behind an empty {what}; it counts as one of the board"


def _between_empty(filled: Sequence[bool]) -> int:
    """How many lines there are between empty ones, if as many everywhere, as between the boxes of a board; else 0."""
    empty = [at for at, any_ in enumerate(filled) if not any_]
    step = empty[0] if empty else 0
    is_even = step > 1 and (len(filled) + 1) % (step + 1) == 0 and empty == list(range(step, len(filled), step + 1))
    return step if is_even else 0


# -- Tables as text

_HEAD = 8192  # characters

_SEPARATORS = "\t;,"

#: As Excel takes it: the first line may say what stands between cells.
_NAMED = "sep="

#: Longer cells, and those with a colon or with blanks, are no tokens, and no keys.
_LONGEST_TOKEN = 40

#: What lines of JSON and YAML begin with.
_NO_TOKENS = ("[", "{", " ", "- ", "<t", "<h", "<d", "<!")

#: An empty cell before others, or between them.
_EMPTY = re.compile(r"^ *\t|\t *\t", re.MULTILINE)


class Tsv:
    """Tables with tabs between their cells, as they are pasted into a spreadsheet: only written; `Csv` reads them."""

    separator = "\t"

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as a table with the board in its cells."""
        return _joined((line.cells for line in sheet_of(puzzle)), self.separator)

    def write_several(self, puzzles: Sequence[Puzzle]) -> bytes:
        """Puzzles as a table with a row for each; PuzzleError for one that a row cannot hold."""
        return _joined(rows_of(puzzles), self.separator)


class Csv(Tsv):
    """Tables with commas between their cells, and read with semicolons and tabs, too."""

    separator = ","

    def sniff(self, data: bytes) -> bool:
        """Whether the first row with several cells holds tokens or keys, and none before it anything else."""
        return _separator(data[:_HEAD].removeprefix(b"\xef\xbb\xbf").decode(errors="replace")) is not None

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The rows that are puzzles, each with the headings; the whole, if it is one board."""
        try:
            table = _table(decode(data, ""))
        except PuzzleError:
            table = []  # reading it says why, with the name of the file
        if not _is_headed(table) or len(table) == 1:
            yield "", data, 1
            return
        yield from ((name, self.of_rows(rows), line) for name, rows, line in split(table))

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the puzzle of a table; PuzzleError if it holds none."""
        return read(draft, _table(context.text(data)), context)

    def of_rows(self, table: Iterable[Row]) -> bytes:
        """A text that is read as these rows; without cells they only count."""
        head, text = f"{_NAMED},\n".encode(), _joined((row.cells for row in table), ",")
        return text if text.startswith(head) else head + text


tsv, csv = Tsv(), Csv()


def _joined(rows: Iterable[Sequence[str]], separator: str) -> bytes:
    """Rows of cells as a text."""
    text = io.StringIO()
    writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    head = "" if _separator(text.getvalue()[:_HEAD]) == separator else f"{_NAMED}{separator}\n"
    return (head + text.getvalue()).encode()


def _table(text: str) -> list[Row]:
    """The rows of a text, numbered as spreadsheets number them, except for lines on which nothing stands; PuzzleError
    if they cannot be told apart.
    """
    separator = _separator(text[:_HEAD]) or ","
    lines = io.StringIO(text.partition("\n")[2] if text.startswith(_NAMED) else text)
    try:
        rows = enumerate(reader(lines, delimiter=separator, strict=True), 1)
        return [Row(number, row) for number, row in rows if row]
    except Error as error:
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
        for cells in reader(io.StringIO(head), delimiter=separator):
            first = "".join(cells[:1])
            if key_of(cells) is not None:
                below_keys = True
            elif not _are_tokens(cells, below_keys):
                return False
            elif below_keys and separator != "\t" and first.isspace():
                return False  # a row of the native form, which is set in, with a token that begins with the separator
            elif len(cells) > 1:  # tokens with tabs between them, and none missing, are plain text
                return separator != "\t" or below_keys or _is_heading(cells) or _has_empty_cells(head)
            elif len(first) > 1 and not {*_SEPARATORS}.isdisjoint(first):
                return False
    except Error:  # a cell is too long for the csv module
        pass
    return False


def _are_tokens(cells: Sequence[str], below_keys: bool) -> bool:
    """Whether a row may hold tokens; below keys also such as have blanks in them by a slip."""
    return not (cells and cells[0].strip() and cells[0].startswith(_NO_TOKENS)) and all(
        (below_keys or len(cell.split()) < 2)
        and len(cell) <= _LONGEST_TOKEN
        and ":" not in cell
        and not re.match("#.", cell)
        for cell in cells
    )


def _has_empty_cells(head: str) -> bool:
    """Whether cells between tabs are empty: a tab at the end is one only where all lines have as many."""
    lines = [line for line in head.splitlines() if line.strip()]
    ends = any(line.endswith("\t") for line in lines)
    return _EMPTY.search(head) is not None or (ends and len({line.count("\t") for line in lines}) == 1)
