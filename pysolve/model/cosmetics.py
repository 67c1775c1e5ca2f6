"""Colours and notes on the picture of a puzzle. They say nothing: no facts are made of them, and no verdict depends on
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from .errors import PuzzleError, alternatives, quote
from .groups import EQUALS, read_group, write_group

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


@dataclass(frozen=True)
class Cosmetics:
    """What is drawn of a puzzle and means nothing. Cells may be holes, where nothing is drawn."""

    colours: Mapping[Cell, Colour] = field(default_factory=dict)
    notes: Mapping[Cell, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.colours or self.notes)

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


#: What is drawn of most puzzles.
NOTHING = Cosmetics()


def read_cosmetics(colours: Iterable[tuple[int, str]], notes: Iterable[tuple[int, str]], board: Board) -> Cosmetics:
    """What lines say, each given with its number; PuzzleError, with the line, for one that is not as it should be."""
    spaces = board.with_holes(())
    return Cosmetics(
        {cell: _colour(text, line) for line, cell, text in _cells(colours, spaces, "colours")},
        {cell: _note(text, line) for line, cell, text in _cells(notes, spaces, "notes")},
    )


def _cells(lines: Iterable[tuple[int, str]], board: Board, what: str) -> Iterator[tuple[int, Cell, str]]:
    """The cells of lines, each with the text behind '='."""
    seen: set[Cell] = set()
    for number, line in lines:
        cells, equals, text = line.partition(EQUALS)
        if not equals or not text.strip():
            raise PuzzleError(f"{what}: found {quote(line.strip())}, expected cells, '=' and a text", line=number)
        try:
            group = read_group(cells.split(), board, "")[0]
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
    return write_group([cell], "", "")[0]


def _line(cells: list[Cell], text: str) -> str:
    return " ".join([*map(_name, cells), EQUALS, text])
