"""Signs at places of a terminal: a canvas with inks, and strokes that join where they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from ..model.board import Cell, cell_of
from .marks import FILLS, TOKENS, in_cells, printable, width
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
    """Signs at (row, column); rows and columns may be negative, the drawing begins where the first sign is."""

    def __init__(self) -> None:
        self._signs: dict[tuple[int, int], tuple[str, Ink]] = {}

    def put(self, row: int, column: int, text: str, ink: Ink = Ink.PLAIN) -> None:
        """Write text from this place to the right, over what stands there."""
        for sign in text:
            columns = width(sign)
            if columns == 0:  # an accent belongs to the sign before it
                before, its_ink = self._signs.get((row, column - 1), (" ", ink))
                self._signs[row, column - 1] = before + sign, its_ink
                continue
            self._signs[row, column] = sign, ink
            for second in range(column + 1, column + columns):
                self._signs[row, second] = "", ink
            column += columns

    def lines(self, colour: bool) -> Iterator[str]:
        """The rows of the drawing, each up to its last sign."""
        rows: dict[int, list[int]] = {}
        for row, column in self._signs:
            rows.setdefault(row, []).append(column)
        first = min((column for columns in rows.values() for column in columns), default=0)
        for row in range(min(rows, default=0), max(rows, default=-1) + 1):
            columns = range(first, max(rows.get(row, ()), default=first - 1) + 1)
            yield _line([self._signs.get((row, column), (" ", Ink.PLAIN)) for column in columns], colour)


def _line(signs: list[tuple[str, Ink]], colour: bool) -> str:
    """The signs as one text; with colour, an escape sequence wherever the ink changes."""
    parts: list[str] = []
    current = Ink.PLAIN
    for sign, ink in signs:
        if colour and ink != current:
            parts.append((_RESET if current in _ANSI else "") + _ANSI.get(ink, ""))
            current = ink
        parts.append(sign)
    return "".join(parts) + (_RESET if current in _ANSI else "")


# -- Strokes

Arms = tuple[int, int, int, int]  # weights up, right, down, left: 0 nothing, 1 light, 2 heavy

#: All joints; the weights of the arms are the digits of the index in base 3.
_JOINTS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)  # fmt: skip
_ROUND = {"┌": "╭", "┐": "╮", "┘": "╯", "└": "╰"}


class Style(NamedTuple):
    """The signs of a drawing. fills: by kind of mark, symbols: likewise. joined: strokes join without a seam."""

    joined: bool
    empty: str
    dot: str
    fills: dict[str, str]
    symbols: dict[str, str]
    falling: str
    rising: str
    crossing: str
    knot: str

    def joint(self, arms: Arms, knot: bool = False, rounded: bool = False) -> str:
        """The sign in which these arms meet. knot: in ASCII it is a + in any case; rounded: bends are round."""
        up, right, down, left = arms
        if self.joined:
            sign = _JOINTS[27 * up + 9 * right + 3 * down + left]
            return _ROUND.get(sign, sign) if rounded else sign
        heavy = max(arms) == 2
        if not knot and not (up or down):
            return "=" if heavy else "-"
        if not knot and not (left or right):
            return "#" if heavy else "|"
        return "#" if heavy else "+"

    def across(self, weight: int) -> str:
        """A horizontal stroke."""
        return self.joint((0, weight, 0, weight))

    def slope(self, falling: bool, rising: bool) -> str:
        """A diagonal stroke, or two that cross."""
        return self.crossing if falling and rising else self.falling if falling else self.rising


UNICODE = Style(
    joined=True, empty="·", dot="·", fills={"shade": "█", "block": "▒", "tint": "░"},
    symbols={"circle": "○", "star": "★"}, falling="╲", rising="╱", crossing="╳", knot="•",
)  # fmt: skip
ASCII = Style(
    joined=False, empty=".", dot=".", fills={"shade": "#", "block": "%", "tint": ":"},
    symbols={"circle": "o", "star": "*"}, falling="\\", rising="/", crossing="X", knot="+",
)  # fmt: skip
STYLES = {"unicode": UNICODE, "ascii": ASCII}


# -- Tokens: what is written in a cell

#: Stands before the token of a cell, or in the middle of a line, that another answer does not have.
DIFFERENCE = "*"

#: Stands before the token of a place that is pointed at.
NOTED = "'"


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


def token_of(marks: Iterable[Mark], style: Style) -> Token:
    """One token for all these marks: texts with commas between them, then symbols."""
    marks = list(marks)
    texts = ",".join(printable(mark.value) for mark in marks if mark.kind in ("text", "note") and mark.value)
    symbols = "".join(style.symbols[mark.kind] for mark in marks if mark.kind in style.symbols)
    return Token(texts + symbols, ink_of(marks))


def tokens(picture: Picture, style: Style, *kinds: str) -> dict[Cell, Token]:
    """What these kinds of marks write into the cells."""
    found = {cell: token_of(marks, style) for cell, marks in in_cells(picture, *kinds).items()}
    return {cell: token for cell, token in found.items() if token.text}


def fills(picture: Picture, style: Style) -> dict[Cell, Token]:
    """The sign that fills each filled cell."""
    return {cell: Token(style.fills[marks[0].kind], ink_of(marks)) for cell, marks in in_cells(picture, *FILLS).items()}


def different(picture: Picture) -> frozenset[Cell]:
    """The cells that the other answer fills in another way. Lines show it themselves."""
    marks = in_cells(picture, *TOKENS, *FILLS, "note", "border", "cage")
    return picture.missing | {cell for cell, here in marks.items() if any(mark.differs for mark in here)}


def signs(picture: Picture) -> dict[Cell, str]:
    """The signs that stand before the tokens of cells."""
    noted = {cell: NOTED for place in picture.noted if (cell := cell_of(place)) is not None and cell in picture.cells}
    return noted | dict.fromkeys(different(picture), DIFFERENCE)


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
