"""Colours, notes and walls on the picture of a puzzle. They say nothing: no facts are made of them, and no verdict
depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from .errors import PuzzleError, alternatives, quote
from .groups import EQUALS, read_group, tokens_of_line, write_group

if TYPE_CHECKING:
    from .board import Board, Cell

#: Characters of a note: more do not fit beside a cell's own text.
LONGEST_NOTE = 12


class Colour(StrEnum):
    """The colours that a cell may have. SVG and the page's style say what they look like."""

    YELLOW = "yellow"
    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"
    BLUE = "blue"
    GREEN = "green"
    TEAL = "teal"
    PINK = "pink"
    GREY = "grey"


class Cosmetics(NamedTuple):
    """What is drawn of a puzzle and means nothing. Cells may be holes, where nothing is drawn.

    walls: between the two cells of each pair, the smaller one first.
    """

    colours: Mapping[Cell, Colour] = {}
    notes: Mapping[Cell, str] = {}
    walls: frozenset[tuple[Cell, Cell]] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.colours or self.notes or self.walls)

    def lines(self) -> dict[str, list[str]]:
        """All of them as the native form has them, by the names of their blocks."""
        return {
            "colours": list(self.colour_lines()), "notes": list(self.note_lines()), "walls": list(self.wall_lines()),
        }  # fmt: skip

    def colour_lines(self) -> Iterator[str]:
        """The coloured cells as the native form has them, a line for each colour: 'r1c1 r1c2 = blue'."""
        for colour in Colour:
            cells = sorted(cell for cell, each in self.colours.items() if each is colour)
            if cells:
                yield _line(cells, colour)

    def note_lines(self) -> Iterator[str]:
        """The notes likewise, a line for each cell: 'r2c2 = start'."""
        for cell, note in sorted(self.notes.items()):
            yield _line([cell], note)

    def wall_lines(self) -> Iterator[str]:
        """The walls, a line for each: 'r1c1 r1c2'."""
        for cells in sorted(self.walls):
            yield " ".join(map(_name, cells))


#: What is drawn of most puzzles.
NOTHING = Cosmetics()


def read_cosmetics(lines: Mapping[str, Iterable[tuple[int, str]]], board: Board) -> Cosmetics:
    """What the lines of each block say, given with their numbers; PuzzleError, with the line, for one that is not as it
    should be.
    """
    spaces = board.with_holes(())
    return Cosmetics(
        {cell: _colour(text, line) for line, cell, text in _cells(lines.get("colours", ()), spaces, "colours")},
        {cell: _note(text, line) for line, cell, text in _cells(lines.get("notes", ()), spaces, "notes")},
        frozenset(_wall(line, text, spaces) for line, text in lines.get("walls", ())),
    )


def _wall(line: int, text: str, board: Board) -> tuple[Cell, Cell]:
    """The two cells on whose common side a wall stands."""
    try:
        cells = sorted(read_group(tokens_of_line(text), board)[0])
    except PuzzleError as error:
        raise error.at(line=line) from None
    if len(cells) != 2 or cells[1] not in board.neighbours(cells[0]):
        sentence = f"walls: found {quote(text.strip())}, expected two cells that share a side, such as r1c1 r1c2"
        raise PuzzleError(sentence, line=line)
    return cells[0], cells[1]


def _cells(lines: Iterable[tuple[int, str]], board: Board, what: str) -> Iterator[tuple[int, Cell, str]]:
    """The cells of lines, each with the text behind '='."""
    seen: set[Cell] = set()
    for number, line in lines:
        cells, equals, text = line.partition(EQUALS)
        if not equals or not text.strip():
            raise PuzzleError(f"{what}: found {quote(line.strip())}, expected cells, '=' and a text", line=number)
        try:
            group = read_group(cells.split(), board)[0]
        except PuzzleError as error:
            raise error.at(line=number) from None
        for cell in group:
            if cell in seen:
                raise PuzzleError(f"{what}: found a second text for {_name(cell)}", line=number)
            seen.add(cell)
            yield number, cell, text.strip()


def _colour(text: str, line: int) -> Colour:
    try:
        return Colour(text)
    except ValueError:
        raise PuzzleError(f"colours: found {quote(text)}, expected {alternatives(list(Colour))}", line=line) from None


def _note(text: str, line: int) -> str:
    if len(text) > LONGEST_NOTE or not text.isprintable():
        sentence = f"notes: found {quote(text)}, expected {LONGEST_NOTE} characters at most, all of them printable"
        raise PuzzleError(sentence, line=line)
    return text


def _name(cell: Cell) -> str:
    return write_group([cell])[0]


def _line(cells: list[Cell], text: str) -> str:
    return " ".join([*map(_name, cells), EQUALS, text])
