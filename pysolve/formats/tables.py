"""Tables of cells, as spreadsheets have them: a board in the cells, or a row for each puzzle.

A board: rows `key: value` with what else the native form says, and below a row `key:` the rows of a part, a token a
cell; rows below no such key are the board. A row for each puzzle: the first row has the keys, and a cell what the
native form has there. The options of a type are keys of their own; so are `name`, and `cosmetics.notes` and the like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..model import build as drafts
from ..model.build import Draft, build
from ..model.cell_shapes import SQUARE
from ..model.errors import PuzzleError, Remark, quote
from ..model.parts import GRID, GROUPS, WORDS, Part
from ..model.puzzle import WORDS_ABOUT, Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.yaml_text import Text
from . import native
from .native_writer import parts_of, words_of
from .source import Context, Reading, Source

#: Keys of which one stands in the first row, where each further row is a puzzle.
_HEADINGS = frozenset({"puzzle", "grid", "name", "answer", *WORDS_ABOUT})

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


def is_heading(cells: Sequence[str]) -> bool:
    """Whether a row has the keys of those below it, which are a puzzle each."""
    return not _HEADINGS.isdisjoint(cell.strip().lower() for cell in cells)


def is_headed(table: Sequence[Row]) -> bool:
    """Whether the first row of a table is such a one."""
    return bool(table) and is_heading(table[0].cells)


def split(table: Sequence[Row]) -> Iterator[tuple[str, Sequence[Row], int]]:
    """The puzzles of a table: the name of each, if it has one, the rows that say it, and the number of its row."""
    if not is_headed(table):
        yield "", table, 0
        return
    headings = [cell.strip().lower() for cell in table[0].cells]
    for row in table[1:]:
        if any(cell.strip() for cell in row.cells):
            yield dict(zip(headings, row.cells)).get("name", "").strip(), (table[0], row), row.number


def read(draft: Draft, table: Sequence[Row], context: Context) -> PuzzleType:
    """Fills the draft with the one puzzle of a table; PuzzleError if the native form could not hold what it says."""
    if is_headed(table):
        values = _values_of_row(table)
        type_ = context.type(values.get("puzzle"))
    else:
        texts, blocks = _blocks(table)
        type_ = context.type(texts.get("puzzle"))
        values = _values_of_blocks(texts, blocks, type_)
        if len(blocks) == 1:
            draft.remarks += [Remark(said, draft.file) for each in blocks.values() if each for said in _beside(each)]
    options = {key: value for key, value in values.items() if key in type_.options}
    cosmetics = {key.removeprefix(_COSMETICS): value for key, value in values.items() if key.startswith(_COSMETICS)}
    others = {key: value for key, value in values.items() if key not in options and not key.startswith(_COSMETICS)}
    document: dict[str, Any] = {"options": options, "cosmetics": cosmetics} | others
    draft.name = document.pop("name", draft.name)
    type_ = native.read_document(draft, document, context)
    if is_headed(table):
        for rows in draft.parts.values():
            rows.lines = ()  # of a cell, not of the file
    return type_


# -- A row for each puzzle


def _values_of_row(table: Sequence[Row]) -> dict[str, str]:
    if len(table) != 2:
        raise PuzzleError(f"found {len(table) - 1} rows of puzzles below the headings, expected one")
    values: dict[str, str] = {}
    headings = [cell.strip().lower() for cell in table[0].cells]
    for column, text in enumerate(table[1].cells):
        key = headings[column] if column < len(headings) else ""
        if text.strip():
            if not key or key in values:
                wrong = f"a second {quote(key)}" if key else f"{quote(text.strip())} below no heading"
                raise PuzzleError(f"column {column + 1}: found {wrong}")
            values[key] = text.strip("\n").rstrip()
    return values


def rows_of(puzzles: Iterable[Puzzle]) -> list[list[str]]:
    """A table with a row for each puzzle below the keys; PuzzleError for one that a row cannot hold."""
    said = []
    for puzzle in puzzles:
        values = {"name": puzzle.name} | {key: _in_a_cell(puzzle, value) for key, value in _said(puzzle)}
        if not _is_read_as(values, puzzle):
            raise PuzzleError("a row of a table cannot hold this puzzle: it would be read as another one",
                              file=puzzle.file)  # fmt: skip
        said.append(values)
    headings = list(dict.fromkeys(key for values in said for key in values))
    return [headings, *([values.get(key, "") for key in headings] for values in said)]


def _in_a_cell(puzzle: Puzzle, value: str | Part) -> str:
    if isinstance(value, str):
        return value.strip("\n")
    lines = (
        words_of(puzzle, value)
        if value.shape is WORDS
        else value.shape.to_lines(puzzle.board, drafts.rows(puzzle, value))
    )
    return "\n".join(lines)


def _is_read_as(values: Mapping[str, str], puzzle: Puzzle) -> bool:
    """Whether a row is read as this puzzle: boards of one column, and lists of one word, are not."""
    draft = Draft(puzzle.file)
    source = Source(puzzle.name, puzzle.file)
    table = [Row(1, list(values)), Row(2, list(values.values()))]
    try:
        type_ = read(draft, table, Context(source, _reading(puzzle), _no_board))
        again = build(type_, draft)
    except PuzzleError:
        return False
    return all(getattr(again, name) == getattr(puzzle, name) for name in ("board", "tokens", "alphabet", "lists"))


def _reading(puzzle: Puzzle) -> Reading:
    return Reading(puzzle.type.name, (str(puzzle.type.folder.parent),))


def _no_board(source: Source, reading: Reading) -> Any:
    raise NotImplementedError  # a board of its own is asked for by lists of cells alone


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


def _values_of_blocks(texts: Mapping[str, str], blocks: dict[str, list[Row]], type_: PuzzleType) -> dict[str, Any]:
    values: dict[str, Any] = dict(texts)
    if "" in blocks:
        first = _first(type_).name
        if first in texts or first in blocks:
            raise PuzzleError(f"found rows below no key, and {quote(first)}", line=blocks[""][0].number)
        blocks[first] = blocks.pop("")
    grids = [rows for key, rows in blocks.items() if (part := type_.part(key)) is not None and part.shape is GRID]
    # programs fill up all rows of a table to the longest: where there are several parts, what stands in the cells of
    # boards says how long their rows are
    several = len(blocks) > 1
    if not several:
        for rows in grids:
            _check_edges(rows)
    width = max((_filled(row) if several else len(row.cells) for rows in grids for row in rows), default=0)
    for key, rows in blocks.items():
        part = type_.part(key)
        if part is None or part.shape in (WORDS, GROUPS):
            lines = [_text(row.number, " ".join(filter(None, map(str.strip, row.cells)))) for row in rows]
            values[key] = "\n".join(lines) + "\n" if key in native.KEYS or key.startswith(_COSMETICS) else lines
        elif part.shape is GRID and texts.get("board", type_.boards[0]) == SQUARE.name:
            while several and rows and not _filled(rows[-1]):
                rows.pop()
            short = next((row for row in rows if len(row.cells) < width), None)
            if short is not None:  # separators may be missing anywhere in it
                found = f"found {len(short.cells)} cells in this row of the table, expected {width}"
                raise PuzzleError(found, line=short.number)
            values[key] = [_tokens(row, width) for row in rows]
        else:
            values[key] = [_tokens(row, _filled(row)) for row in rows]
    return values


def _first(type_: PuzzleType) -> Part:
    """The part that rows below no key are."""
    return next((part for part in type_.parts if not part.optional and not part.is_ignored), type_.parts[0])


def _filled(row: Row) -> int:
    """How many cells of a row there are up to the last in which something stands."""
    return max((at for at, cell in enumerate(row.cells, 1) if cell.strip()), default=0)


def _check_edges(rows: Sequence[Row]) -> None:
    """PuzzleError for an empty row or column at the end of a board, as separators may have been left over, and for
    numbers of rows and columns around it.
    """
    width = max((len(row.cells) for row in rows), default=0)
    edges = []
    if len(rows) > 1 and not any(rows[-1].cells):
        edges.append("row")
    if width > 1 and not any(row.cells[width - 1] for row in rows if len(row.cells) == width):
        edges.append("column")
    if edges and any(any(row.cells) for row in rows):
        what = f"the last {' and the last '.join(edges)} of the table {'are' if len(edges) > 1 else 'is'} empty"
        raise PuzzleError(f"{what}; if it belongs to the board, write '.' into the last cell, and if not, leave it out",
                          line=rows[-1].number)  # fmt: skip
    head, side = [cell.strip() for cell in rows[0].cells[1:]], [next(iter(row.cells), "").strip() for row in rows[1:]]
    if rows[0].cells[:1] != [""] or not _counts(head) or not _counts(side):
        return
    raise PuzzleError(
        "the first row and the first column of the table look like numbers of columns and rows; leave them out, or "
        "write '.' into the first cell if they belong to the board",
        line=rows[0].number,
    )


def _beside(rows: Sequence[Row]) -> Iterator[str]:
    """What of a board may be none of it: rows and columns before it that are empty, or count, and a cell alone behind
    empty ones.
    """
    width = len(rows[0].cells)
    if _counts([cell.strip() for cell in rows[0].cells]) and (len(rows) == width + 1 or rows[0].cells[0] != "1"):
        yield "the first row of the table counts columns; it counts as one of the board"
    half, held = len(rows) // 2, [list(row.cells) for row in rows]
    if half > 1 and held[:half] == held[half:] and any(any(row) for row in held):
        yield "the second half of the rows is the same as the first; both are read as one board"
    if any(after.number > row.number + 1 for row, after in pairwise(rows)):
        yield "a blank line within the board is passed over; several boards stand in a file each"
    filled = [(at, column) for at, row in enumerate(rows) for column, cell in enumerate(row.cells) if cell]
    for what, along in (("row", 0), ("column", 1)) if len(filled) > 1 else ():
        places = sorted(cell[along] for cell in filled)
        if places[0] > 0:
            yield f"the first {what} of the table is empty; it counts as one of the board"
        if places[-1] > places[-2] + 1:
            yield f"the last {what} of the table holds one cell, behind an empty {what}; it counts as one of the board"
    height, width = (_block(list(map(any, lines))) for lines in (held, zip(*held)))
    if height and width:
        blocks = f"blocks of {height} rows and {width} columns"
        yield f"empty rows and columns part the table into {blocks}; they count as ones of the board"


def _block(filled: Sequence[bool]) -> int:
    """How many lines there are between empty ones, if as many everywhere, as between the boxes of a board; else 0."""
    step = next((at for at, any_ in enumerate(filled) if not any_), 0)
    between = list(range(step, len(filled), step + 1)) if step > 1 else []
    is_even = (len(filled) + 1) % (step + 1) == 0 and between == [at for at, any_ in enumerate(filled) if not any_]
    return step if is_even else 0


def _counts(cells: Sequence[str]) -> bool:
    """Whether cells count from 0, from 1, or from A."""
    counts = ([str(at + first) for at in range(len(cells))] for first in (0, 1))
    return len(cells) > 1 and (list(cells) in counts or list(cells) == [chr(ord("A") + at) for at in range(len(cells))])


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
        yield from (Line([word]) for word in words_of(puzzle, part))
        return
    rows = drafts.rows(puzzle, part)
    for number, row in enumerate(rows, 1):
        if part.shape is GROUPS:
            row = [" ".join(row)]
        elif part.shape is GRID and puzzle.board.is_square:
            last = row[-1] if number == len(rows) else ""  # so that any program keeps the size
            row = ["" if token == part.blank else token for token in row]
            row[-1] = row[-1] or last
        yield Line(row or [""], part.shape is not GROUPS)


def _said(puzzle: Puzzle) -> Iterator[tuple[str, str | Part]]:
    """What the native form says of a puzzle: keys with texts, and with parts."""
    yield "puzzle", puzzle.type.name
    yield from ((key, text) for key in WORDS_ABOUT if (text := getattr(puzzle, key)))
    yield from puzzle.options.items()
    if not puzzle.board.is_square:
        yield "board", puzzle.board.shape.name
    if symbols := drafts.symbols(puzzle):
        yield "symbols", symbols
    yield from ((part.name, part) for part in parts_of(puzzle) if part.shape is not WORDS or part.name in puzzle.lists)
    yield from ((each.name, "yes") for each in puzzle.type.added if not each.takes_cells)
    yield from ((_COSMETICS + key, "\n".join(lines)) for key, lines in puzzle.cosmetics.lines().items() if lines)
    if puzzle.answer is not None:
        yield "answer", puzzle.answer
    if puzzle.verdict is not None:
        yield "verdict", puzzle.verdict
