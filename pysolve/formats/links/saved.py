"""Files that puzz.link saves (`pzprv3`): genre, size and what stands in cells and on sides, a token each, row by row.

    pzprv3⏎nurikabe⏎2⏎3⏎. 2 . ⏎# . . ⏎

What a file holds of the puzzle are the values of a link's sections; so it is read as the link that says them. The key
`saved` of a genre says which form each section has. What a solver has drawn is left out.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from urllib.parse import unquote

from ...model.board import Board, Cell, check_size
from ...model.build import Draft
from ...model.errors import PuzzleError, Remark, quote
from ...model.puzzle_type import PuzzleType
from ..source import Context
from .address import genre_named
from .board import read_board
from .codecs import MOST_CELLS, UNKNOWN, Cursor
from .genre import Genre, Pair, codec_of, regions_between, sides_of

#: A file, or the same behind an address, with slashes for the ends of lines.
_FILE = re.compile(
    r"\s*(?:(?:https?://)?[\w.:-]+(?:/[\w./~-]*)?\?(?:\w+=\w+&)*)?(pzprv3(?:\.(\d+))?)\s*?[\n/](.*)", re.DOTALL
)

#: What a cell holds where a solver has drawn something.
_DRAWN = frozenset("#+=%")


def sniff(data: bytes) -> bool:
    """Whether it begins as such a file, or is the address of one."""
    return _FILE.match(data[:400].decode("latin-1")) is not None


class _Lines:
    """The lines of a file, from the first one behind its size."""

    def __init__(self, lines: list[str], version: int, board: Board) -> None:
        self.left, self.version, self.board = deque(lines), version, board
        self.is_drawn = False  # whether a cell that was read holds what a solver has drawn

    def row(self, count: int) -> list[str]:
        """The next line's tokens; PuzzleError if there are not so many."""
        tokens = self.left.popleft().split() if self.left else []
        if len(tokens) != count:
            raise PuzzleError(f"found {len(tokens)} tokens in a line of the file, expected {count}")
        return tokens

    def cells(self) -> dict[Cell, str]:
        """The tokens of the cells."""
        rows = [self.row(self.board.columns) for _ in range(self.board.rows)]
        self.is_drawn = self.is_drawn or any(not _DRAWN.isdisjoint(row) for row in rows)
        return {(r, c): token for r, row in enumerate(rows, 1) for c, token in enumerate(row, 1)}

    def walls(self, form: str) -> set[Pair]:
        """The sides that part regions: the upright ones row by row, then the level ones; in old files the regions."""
        if self.version == 0 and form == REGIONS:
            self.row(1)  # how many regions
            names = self.cells()
            return {pair for group in sides_of(self.board) for pair in group if names[pair[0]] != names[pair[1]]}
        upright, level = sides_of(self.board)
        across, down = self.board.columns, self.board.rows
        rows = chain(*[self.row(across - 1) for _ in range(down)], *[self.row(across) for _ in range(down - 1)])
        return {pair for pair, mark in zip(upright + level, rows) if mark == "1"}


def _number(token: str) -> str | None:
    """The value of a cell with a number."""
    return None if token == "." or token in _DRAWN else UNKNOWN if token == "-" else token


#: What a token of each form means as a value of a link.
FORMS: Mapping[str, Callable[[str], str | None]] = {"numbers": _number}

#: The forms of regions: the number of its region in each cell, in files of the first version, or the sides.
REGIONS, SIDES = "regions", "sides"


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a file holds; PuzzleError for what is not as its genre has it."""
    text = context.text(data)
    found = _FILE.match(text)
    assert found is not None
    lines = (unquote(found[3]).replace("/", "\n") if "\n" not in text.strip() else found[3]).split("\n")
    name, *rest = (line.strip() for line in lines)
    genre_of_type = genre_named(name, context)
    genre = genre_of_type.genre
    sizes = [int(line) for line in rest[:2] if re.fullmatch(r"\d{1,6}", line, re.ASCII)]
    rest = rest[len(sizes) :]
    if len(sizes) == 1:  # of a board that is square in any case
        sizes *= 2
    if len(sizes) != 2:
        raise PuzzleError("expected the numbers of rows and columns on the third and fourth line of the file")
    if len(genre.saved) != len(genre.sections):
        raise PuzzleError(
            f"files that puzz.link saves are not read here for the genre {quote(name)}: open it there, and take the "
            "address of the puzzle"
        )
    rows, columns = sizes
    check_size(rows, columns, cells=MOST_CELLS)
    draft.size, draft.options = (rows, columns), dict(genre.options)
    rest = [line for line in rest if line]
    if rest and rest[0] in genre.flags:
        draft.options |= genre.flags[rest.pop(0)]
    held = _Lines(rest, int(found[2] or 0), Board.square(rows, columns))
    body = "".join(_bodies(genre, held))
    read_board(draft, genre_of_type, Cursor(body, whole="file"))
    if held.is_drawn or any(token not in (".", "0") for line in held.left for token in line.split()):
        draft.remarks.append(Remark("what a solver has drawn in the file is left out", draft.file))
    return genre_of_type.type


def _bodies(genre: Genre, held: _Lines) -> Iterator[str]:
    """What a link says in each section of a genre, by the lines of a file."""
    board, walls = held.board, set[Pair]()
    for form, section in zip(genre.saved, genre.sections):
        codec = codec_of(section.coding)
        if form in (REGIONS, SIDES):
            walls = held.walls(form)
            for group in sides_of(board):
                yield codec.encode(["1" if pair in walls else None for pair in group])
            continue
        values = {cell: FORMS[form](token) for cell, token in held.cells().items()}
        if section.at is None:
            yield codec.encode([*values.values()])
        else:
            of_regions = [[values[cell] for cell in cells if values[cell]] for cells in regions_between(board, walls)]
            yield codec.encode([each[0] if each else None for each in of_regions])
