"""Characters at places of a terminal: a canvas with inks, and strokes that join where they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from ..model.board import Cell, cell_of
from ..model.marks import ARROWS, Layer, MarkKind
from .look import printable, width
from .picture import Mark, Picture


class Ink(IntEnum):
    """Whose stroke or text it is; where several meet, the greater one is seen."""

    PLAIN = 0
    GIVEN = 1
    ANSWER = 2
    DIFFERS = 3


_ANSI = {Ink.GIVEN: "\x1b[1m", Ink.ANSWER: "\x1b[36m", Ink.DIFFERS: "\x1b[1;7;31m"}
_RESET = "\x1b[0m"


class Canvas:
    """Characters at (row, column), from 0; also negative ones, the drawing begins where the first character is."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], tuple[str, Ink]] = {}

    def put(self, row: int, column: int, text: str, ink: Ink = Ink.PLAIN) -> None:
        """Write text from this place to the right, over what stands there."""
        for character in text:
            columns = width(character)
            if columns == 0:  # an accent belongs to the character before it
                before, its_ink = self._characters.get((row, column - 1), (" ", ink))
                self._characters[row, column - 1] = before + character, its_ink
                continue
            self._characters[row, column] = character, ink
            for second in range(column + 1, column + columns):
                self._characters[row, second] = "", ink
            column += columns

    def lines(self, colour: bool) -> Iterator[str]:
        """The rows of the drawing, each up to its last character."""
        rows: dict[int, list[int]] = {}
        for row, column in self._characters:
            rows.setdefault(row, []).append(column)
        first = min((column for columns in rows.values() for column in columns), default=0)
        for row in range(min(rows, default=0), max(rows, default=-1) + 1):
            columns = range(first, max(rows.get(row, ()), default=first - 1) + 1)
            yield _line([self._characters.get((row, column), (" ", Ink.PLAIN)) for column in columns], colour)


def _line(characters: list[tuple[str, Ink]], colour: bool) -> str:
    """The characters as one text; with colour, an escape sequence wherever the ink changes."""
    parts: list[str] = []
    current = Ink.PLAIN
    for character, ink in characters:
        if colour and ink != current:
            parts.append((_RESET if current in _ANSI else "") + _ANSI.get(ink, ""))
            current = ink
        parts.append(character)
    return "".join(parts) + (_RESET if current in _ANSI else "")


# -- Strokes

Arms = tuple[int, int, int, int]  # weights up, right, down, left: 0 nothing, 1 light, 2 heavy, 3 double

#: All joints; the weights of the arms are the digits of the index in base 3.
_JOINTS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)  # fmt: skip
_ROUND = {"┌": "╭", "┐": "╮", "┘": "╯", "└": "╰"}


class Style(NamedTuple):
    """The characters of a drawing. unicode: also other than ASCII, so that strokes join without a seam."""

    unicode: bool
    empty: str
    dot: str
    falling: str
    rising: str
    crossing: str
    knot: str

    def glyph(self, kind: MarkKind) -> str:
        """The character that stands for a fill; empty for other marks."""
        return "" if kind.glyph is None else kind.glyph.unicode if self.unicode else kind.glyph.ascii

    def joint(self, arms: Arms, knot: bool = False, rounded: bool = False) -> str:
        """The character in which these arms meet. knot: in ASCII it is a + in any case; rounded: bends are round."""
        up, right, down, left = arms
        across, upright = not (up or down), not (left or right)
        if not self.unicode:
            light, heavy = "+#" if knot else "-=" if across else "|#" if upright else "+#"
            return heavy if max(arms) > 1 else light
        if 3 in arms and (across or upright):  # double strokes are seen as such where they run straight on
            return "═" if across else "║"
        up, right, down, left = (min(arm, 2) for arm in arms)
        joint = _JOINTS[27 * up + 9 * right + 3 * down + left]
        return _ROUND.get(joint, joint) if rounded else joint

    def across(self, weight: int) -> str:
        """A horizontal stroke."""
        return self.joint((0, weight, 0, weight))

    def slope(self, falling: bool, rising: bool) -> str:
        """A diagonal stroke, or two that cross."""
        return self.crossing if falling and rising else self.falling if falling else self.rising


UNICODE = Style(unicode=True, empty="·", dot="·", falling="╲", rising="╱", crossing="╳", knot="•")
ASCII = Style(unicode=False, empty=".", dot=".", falling="\\", rising="/", crossing="X", knot="+")
STYLES = {"unicode": UNICODE, "ascii": ASCII}


# -- Tokens: what is written in a cell

#: Stands before the token of a cell, or in the middle of a line, that another answer does not have.
DIFFERENCE = "*"

#: Stands before the token of a place that is pointed at.
HIGHLIGHT = "'"


class Token(NamedTuple):
    """A text that is written as one, such as a cell's value."""

    text: str
    ink: Ink

    @property
    def width(self) -> int:
        """The columns that it takes."""
        return width(self.text)


def ink_of(marks: Iterable[Mark]) -> Ink:
    """The ink in which these marks are drawn together."""
    marks = list(marks)
    if any(mark.differs for mark in marks):
        return Ink.DIFFERS
    return Ink.GIVEN if all(mark.given for mark in marks) else Ink.ANSWER


def area_ink(marks: Iterable[Mark]) -> Ink:
    """The ink of a border between cells with these marks; given ones have the plain ink of the frame."""
    return Ink.PLAIN if all(mark.given for mark in marks) else Ink.ANSWER


def token_of(marks: Iterable[Mark], style: Style) -> Token:
    """One token for all these marks: texts with commas between them, then symbols."""
    marks = list(marks)
    written = (printable(mark.text(style.unicode)) + _side(mark, style) for mark in marks if mark.figure is None)
    symbols = "".join(mark.text(style.unicode) for mark in marks if mark.figure is not None)
    return Token(",".join(filter(None, written)) + symbols, ink_of(marks))


def _side(mark: Mark, style: Style) -> str:
    """What stands behind a note at a side: its direction."""
    direction = mark.entry.corner.direction if mark.entry.corner is not None else ""
    return ARROWS[direction] if direction and style.unicode else direction


def tokens(picture: Picture, style: Style, *layers: Layer) -> dict[Cell, Token]:
    """What the marks of these layers write into the cells."""
    written = {cell: token_of(marks, style) for cell, marks in picture.in_cells(*layers).items()}
    return {cell: token for cell, token in written.items() if token.text}


def fills(picture: Picture, style: Style) -> dict[Cell, Token]:
    """The character that fills each filled cell."""
    marks = picture.in_cells(Layer.FILL)
    return {cell: Token(style.glyph(here[0].entry), ink_of(here)) for cell, here in marks.items()}


def prefixes(picture: Picture) -> dict[Cell, str]:
    """The characters that stand before the tokens of cells."""
    cells = (cell for place in picture.highlighted if (cell := cell_of(place)) is not None and cell in picture.cells)
    return dict.fromkeys(cells, HIGHLIGHT) | dict.fromkeys(picture.missing | picture.differing_cells(), DIFFERENCE)


class Extent(NamedTuple):
    """Where a board stands on the canvas.

    rows: the line of each row; columns: the last column of the tokens of each column.
    top, left, bottom and right are the first and the last line and column that the board takes.
    """

    rows: dict[int, int]
    columns: dict[int, int]
    top: int
    left: int
    bottom: int
    right: int
