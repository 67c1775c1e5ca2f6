"""A puzzle as tokens, row by row: what readers of formats find, and what writers of formats write.

A reader fills a Draft, and `build` (model/build.py) checks it against the type; nothing is taken apart there that the
reader has put together. `draft_of` is the way back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from . import alphabets
from .board import BoardShape, Cell, cell_of, corner, side_between
from .errors import Remark
from .groups import write_group
from .puzzle import WORDS_ABOUT, Puzzle
from .puzzle_type import HOLE, NO_VALUE, Part, PartShape
from .terms import Term, Value

if TYPE_CHECKING:
    from .word_list import Words

BLANK = "."


@dataclass
class Rows:
    """The tokens of a part.

    tokens: of a grid each row's; of corners each line's; of sides, in turn, those between the cells of a row and those
    between that row and the next; of lists each row's or column's; of groups each group's cells and its value; of other
    margins and of sequences all in one row.
    lines: the number of the line in the file on which each of these rows stands, where it stands on one. texts: these
    lines as they are drawn, with their blanks, where they are.
    """

    tokens: list[list[str]]
    lines: Sequence[int] = ()
    texts: Sequence[str] = ()

    def line(self, row: int) -> int | None:
        """The line of the file on which a row (from 0) stands."""
        return self.lines[row] if row < len(self.lines) else None


@dataclass
class Draft:
    """What a reader of a format found, not yet checked against the type.

    parts: tokens, by the part's name. lists: words, likewise. size: rows and columns, where they were said.
    colours, notes: lines that model/cosmetics understands, with their numbers.
    """

    file: str
    parts: dict[str, Rows] = field(default_factory=dict)
    lists: dict[str, Words] = field(default_factory=dict)
    name: str = ""
    size: tuple[int, int] | None = None
    options: dict[str, str] = field(default_factory=dict)
    shape: str = BoardShape.SQUARE
    symbols: str | None = None
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    answer: str | None = None
    verdict: str | None = None
    remarks: list[Remark] = field(default_factory=list)
    colours: list[tuple[int, str]] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)


def draft_of(puzzle: Puzzle) -> Draft:
    """The draft that makes this puzzle."""
    draft = Draft(
        puzzle.file, name=puzzle.name, lists=dict(puzzle.lists), size=(puzzle.board.rows, puzzle.board.columns),
        options=dict(puzzle.options), shape=puzzle.board.shape, symbols=symbols(puzzle) or None,
        answer=puzzle.answer, verdict=puzzle.verdict, remarks=list(puzzle.remarks),
        colours=list(enumerate(puzzle.cosmetics.colour_lines(), 1)),
        notes=list(enumerate(puzzle.cosmetics.note_lines(), 1)),
        **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
    )  # fmt: skip
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens:
            draft.parts[part.name] = Rows(rows(puzzle, part))
    return draft


def symbols(puzzle: Puzzle) -> str:
    """The symbols that have to be named, because the tokens alone would be read with another alphabet."""
    allowed = [alphabets.ALPHABETS[name] for name in puzzle.type.alphabets]
    tokens = [
        token.text
        for part in puzzle.type.parts
        if "symbol" in part.tokens
        for token in puzzle.tokens.get(part.name, ())
    ]
    if not allowed or alphabets.choose(allowed, tokens) is puzzle.alphabet:
        return ""
    return puzzle.alphabet.symbols


def rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The tokens of a part in rows (see Rows), with blanks and holes."""
    tokens = puzzle.tokens.get(part.name, ())
    if part.shape == PartShape.SEQUENCE:
        numbered = {token.values["I"]: token.text for token in tokens}
        last = max((number for number in numbered if isinstance(number, int)), default=0)
        return [[numbered.get(number, part.blank) for number in range(1, last + 1)]]
    if part.shape == PartShape.GROUPS:
        return [write_group(cells, text, NO_VALUE) for cells, text in groups(puzzle, part)]
    if part.shape.is_lists:
        return margin(puzzle, part)
    texts = {part.place(token.values): token.text for token in tokens}
    hole = next((token for token, becomes in part.tokens.items() if becomes == HOLE), part.blank)
    texts_of_rows: dict[int, list[str]] = {
        row: [] for row in range(2 * puzzle.board.rows - 1 if part.shape == PartShape.SIDES else 0)
    }
    for row, _, place in places(puzzle, part):
        texts_of_rows.setdefault(row, []).append(texts.get(place, hole if place in puzzle.board.holes else part.blank))
    return list(texts_of_rows.values())


def groups(puzzle: Puzzle, part: Part) -> list[tuple[list[Cell], str]]:
    """The groups of a part: the cells of each, and the token behind them."""
    by_number: dict[Value, tuple[list[Cell], str]] = {}
    for token in puzzle.tokens.get(part.name, ()):
        cell = cell_of(token.values["X"])
        assert cell is not None
        by_number.setdefault(token.values["N"], ([], token.text))[0].append(cell)
    return list(by_number.values())


def margin(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The tokens of a part in the margins, for each row or column; a blank where there are none."""
    variable, count = ("R", puzzle.board.rows) if part.shape.along_rows else ("C", puzzle.board.columns)
    texts: dict[object, dict[object, str]] = {}
    for token in puzzle.tokens.get(part.name, ()):
        index = token.values["I"] if part.shape.is_lists else 1
        texts.setdefault(token.values[variable], {})[index] = token.text
    return [list(texts.get(number, {1: part.blank}).values()) for number in range(1, count + 1)]


def blank_rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The rows of a part in which nothing stands."""
    return rows(replace(puzzle, tokens={}), part)


def with_texts(
    puzzle: Puzzle, part: Part, tokens: list[list[str]], texts: Mapping[Value, list[str]]
) -> list[list[str]]:
    """Rows of a part with other tokens in some places. texts: one for each place, several where a line is a list."""
    if part.shape == PartShape.SEQUENCE:
        return [[text for place in sorted(texts, key=_index) for text in texts[place]]]
    if part.shape.is_lists:
        count = puzzle.board.rows if part.shape.along_rows else puzzle.board.columns
        return [texts.get(part.side.at(number), tokens[number - 1]) for number in range(1, count + 1)]
    changed = [list(row) for row in tokens]
    for row, column, place in places(puzzle, part):
        if place in texts:
            changed[row][column] = texts[place][0]
    return changed


def places(puzzle: Puzzle, part: Part) -> Iterator[tuple[int, int, Value]]:
    """The places of a part, each with its row and its place in the row (from 0) in its Rows."""
    board = puzzle.board
    if part.shape == PartShape.GRID:
        for row in board.space_rows:
            yield from ((cell[0] - 1, at, cell) for at, cell in enumerate(row))
    elif part.shape == PartShape.CORNERS:
        first, more = (2, 0) if part.inner else (1, 1)
        for r in range(first, board.rows + 1 + more):
            yield from ((r - first, c - first, corner(r, c)) for c in range(first, board.columns + 1 + more))
    elif part.shape == PartShape.SIDES:
        for r in range(1, board.rows + 1):
            yield from ((2 * r - 2, c - 1, side_between((r, c), (r, c + 1))) for c in range(1, board.columns))
            if r < board.rows:
                yield from ((2 * r - 1, c - 1, side_between((r, c), (r + 1, c))) for c in range(1, board.columns + 1))
    elif part.shape.is_margin:
        for at, place in enumerate(board.margin(part.side)):
            yield (at, 0, place) if part.shape.is_lists else (0, at, place)


def _index(place: Value) -> int:
    assert isinstance(place, Term) and isinstance(place.args[0], int)
    return place.args[0]
