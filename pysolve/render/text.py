"""A picture as text for a terminal.

    render(picture)                      box-drawing characters
    render(picture, style="ascii")       + - | and other ASCII, but for the texts of the puzzle themselves

With colour, what was given is bold and the answer has an ink of its own. What another answer does not have
is marked in words that need no colour: by a `*` before the token of its cell, or in the middle of a line. The
same `*` stands in a cell in which this answer lacks a mark (or a line's end) that the other one has. A `'` stands
before what is pointed at, a `?` where some answers have a mark or a line.

The characters of fills and symbols stand in the table of marks (model/marks.py); `·`, in ASCII `.`, is a cell with
nothing yet, and a hole is blank. What characters cannot show, such as a line that is neither level, upright nor
diagonal, stands in words below the drawing.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import pairwise

from ..model import terms
from ..model.board import Side, cell_of
from ..model.marks import Layer, sentence_of
from ..model.terms import Term
from .canvas import DIFFERENCE, HIGHLIGHT, STYLES, Canvas, Extent, Ink, Style, Token, token_of
from .characters import printable
from .picture import Margin, Mark, Picture

#: What stands in a margin where one of several parts says nothing.
_GAP = " "


def render(picture: Picture, style: str = "unicode", colour: bool = False) -> str:
    """The picture as lines of text, without a newline at the end. style: unicode or ascii."""
    characters = STYLES[style]
    picture = _with_strokes(picture)
    canvas = Canvas()
    beside = _margin_tokens(picture, characters)
    across = [token.width for (side, _), line in beside.items() if not side.along_rows for token in line]
    module = import_module(".lattice" if picture.board.is_square else ".hexagons", __package__)  # only the one needed
    extent = module.draw(canvas, picture, characters, max(across, default=1))
    for margin, line in beside.items():
        _put_margin(canvas, extent, margin, line)
    undrawn = (
        _words(picture, mark) for mark in picture.marks if not _is_hole(mark) and not module.draws(picture, mark)
    )
    bank = _bank(picture, "##" if style == "ascii" else "██")
    return "\n".join([*canvas.lines(colour), *bank, *(f"not drawn: {words}" for words in undrawn)])


def _bank(picture: Picture, square: str) -> list[str]:
    """The shapes and words of the bank, side by side, in lines of 60 characters at most, behind a blank line."""
    lines: list[str] = []
    first = width = 60
    for shape in picture.bank:
        rows = [shape] if shape.isupper() else shape.replace("x", square).replace(".", "  ").split("/")
        if width + len(rows[0]) > 60:
            lines.append("")
            first, width = len(lines), 0
        lines += [""] * (first + len(rows) - len(lines))
        for at, row in enumerate(rows, first):
            lines[at] = lines[at].ljust(width) + row
        width += len(rows[0]) + 2
    return [line.rstrip() for line in lines]


def _with_strokes(picture: Picture) -> Picture:
    """The picture with lines in place of tubes, circles in place of their bulbs, and arrows in place of their heads."""
    strokes: list[Mark] = []
    for tube in picture.tubes():
        stroke = tube[0].entry.stroke
        if stroke is not None and stroke.bulb:
            strokes.append(replace(tube[0], kind="circle", value="", index=1))
        strokes += [replace(one, kind="line", other=other.place, value="", index=1) for one, other in pairwise(tube)]
        if stroke is not None and stroke.head and len(tube) > 1:
            strokes += _head(tube[-2], tube[-1])
    if not strokes:
        return picture
    others = tuple(mark for mark in picture.marks if mark.layer is not Layer.TUBE)
    return picture._replace(marks=(*others, *strokes))


def _head(before: Mark, last: Mark) -> list[Mark]:
    """The arrow between the last two cells of a tube, if they touch."""
    start, end = cell_of(before.place), cell_of(last.place)
    if start is None or end is None:
        return []
    wind = {-1: "n", 0: "", 1: "s"}.get(end[0] - start[0]), {-1: "w", 0: "", 1: "e"}.get(end[1] - start[1])
    place = Term("h", (start[0] + end[0], start[1] + end[1]))
    return [] if None in wind else [replace(last, kind="sign", place=place, value="".join(map(str, wind)), index=1)]


def _words(picture: Picture, mark: Mark) -> str:
    """A mark that characters cannot show, in words."""
    x, y = (picture.board.name(place) or terms.write(place) for place in (mark.place, mark.other or ()))
    return sentence_of(mark.entry.of(mark.value), picture.board, x, y, printable(mark.value))


def _is_hole(mark: Mark) -> bool:
    return mark.layer is Layer.HOLE


def _margin_tokens(picture: Picture, style: Style) -> dict[Margin, list[Token]]:
    """The tokens of each margin, those of another answer marked as such."""
    tokens = {}
    for margin, marks in picture.in_margins().items():
        line = [token_of([mark], style) if mark is not None else Token(_GAP, Ink.PLAIN) for mark in marks]
        side, number = margin
        before = HIGHLIGHT if side.at(number) in picture.highlighted else ""
        tokens[margin] = [
            Token((DIFFERENCE if token.ink == Ink.DIFFERS else before) + token.text, token.ink)
            for token in line
            if token.text
        ]
    return tokens


def _put_margin(canvas: Canvas, extent: Extent, margin: Margin, line: list[Token]) -> None:
    """Write one margin: lists grow away from the board at the left and the top, in reading order."""
    side, number = margin
    if side.along_rows:
        if number not in extent.rows:
            return
        length = sum(token.width + 1 for token in line)
        column = extent.left - length if side is Side.LEFT else extent.right + 2
        for token in line:
            if token.text != _GAP:
                canvas.put(extent.rows[number], column, token.text, token.ink)
            column += token.width + 1
    elif number in extent.columns:
        row = extent.top - len(line) if side is Side.TOP else extent.bottom + 1
        for below, token in enumerate(line):
            if token.text == _GAP:
                continue
            canvas.put(row + below, extent.columns[number] - token.width + 1, token.text, token.ink)
