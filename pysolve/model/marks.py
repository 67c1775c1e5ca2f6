"""The one table of the marks that atoms leave in pictures: MARKS.

Manifests, the terminal, SVG, answer texts, sentences and the page take all that they know of a mark from its entry. So
a new mark is one more entry; if it is a symbol, its shape stands in the entry, too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .board import cell_of, corner_of, halves_of, margin_of
from .terms import Value


class Layer(StrEnum):
    """How a mark is drawn; the layers of a picture, from the paper upwards."""

    FILL = "fill"  # a cell filled
    CAGE = "cage"  # a dashed outline around the cells of a group
    BORDER = "border"  # a heavy stroke between cells of different groups
    LINE = "line"  # a stroke from place to place
    SYMBOL = "symbol"  # a shape in the middle of a place
    TEXT = "text"  # a value in the middle of a place
    NOTE = "note"  # a small value in the corner of a cell

    @property
    def is_area(self) -> bool:
        """Whether the mark tells which group of cells a cell belongs to. A cell may be in several groups."""
        return self in (Layer.CAGE, Layer.BORDER)

    @property
    def has_value(self) -> bool:
        """Whether a value belongs to the mark: its text, or the label of its group."""
        return self in (Layer.TEXT, Layer.NOTE) or self.is_area

    @property
    def in_margins(self) -> bool:
        """Whether the mark may stand in a margin."""
        return self in (Layer.SYMBOL, Layer.TEXT, Layer.NOTE)

    def fits(self, place: Value) -> bool:
        """Whether such a mark can stand at a place, or, of a line, end there."""
        if cell_of(place) is not None:
            return True
        if self is Layer.FILL or self.is_area:
            return False
        if corner_of(place) is not None or halves_of(place) is not None:
            return True
        return self.in_margins and margin_of(place) is not None

    @property
    def variables(self) -> str:
        """The variables that a template of such a mark needs: X (and Y) its place, V its value, G its group."""
        if self.is_area:
            return "GX"
        return "XY" if self is Layer.LINE else "XV" if self.has_value else "X"


class Glyph(NamedTuple):
    """The character that stands for a mark in a terminal, in Unicode and in ASCII."""

    unicode: str
    ascii: str


class Tone(StrEnum):
    """The colour of a fill; SVG and the page's style say which colour that is."""

    PALE = "pale"
    DARK = "dark"
    BLACK = "black"

    @property
    def is_dark(self) -> bool:
        """Whether texts upon it are light."""
        return self is not Tone.PALE


class Shape(NamedTuple):
    """What a symbol looks like.

    path: the data of an SVG path of M, L, C and Z with absolute coordinates, which are pairs 'x y'. The unit is the
    width of a cell; 0 0 is the middle of the place.
    filled: with ink, otherwise with paper. outlined: by a stroke in ink.
    """

    path: str
    filled: bool = True
    outlined: bool = False

    def mapped(self, point: Callable[[float, float], str]) -> str:
        """The path's data with every pair of coordinates replaced by what `point` makes of it."""
        return _PAIR.sub(lambda pair: point(float(pair[1]), float(pair[2])), self.path)


_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")
_PATH = re.compile(r"M{0}(?:L{0}|C{0} {0} {0})*Z".format(r"-?[\d.]+ -?[\d.]+"))


@dataclass(frozen=True)
class MarkKind:
    """An entry of the table.

    name: as manifests write it.
    holds, lacks: what an atom says that leaves such a mark, if it holds and if not; in braces stand the variables of
    its template, in small letters.
    here: what the page calls it where it stands, in a word or two; {v} is its value. Empty: it is not worth a word.
    token: in answer texts; empty for what they do not show, or show as a value or as the exits of a line.
    glyph: of fills and symbols. tone: of fills. shape: of symbols.
    on_board: the mark belongs to the board; in answer texts it keeps the token that it has in the puzzle.
    follows: the mark only follows from other marks of the answer, if there are any, so that nobody fills it in.
    """

    name: str
    layer: Layer
    holds: str
    lacks: str
    here: str
    token: str = ""
    glyph: Glyph | None = None
    tone: Tone | None = None
    shape: Shape | None = None
    on_board: bool = False
    follows: bool = False

    @property
    def is_dark(self) -> bool:
        """Whether texts upon the mark are light."""
        return (self.tone is not None and self.tone.is_dark) or (self.shape is not None and self.shape.filled)

    def __post_init__(self) -> None:
        if (self.tone is not None) != (self.layer is Layer.FILL):
            raise ValueError(f"{self.name}: fills, and only fills, have a tone")
        if (self.shape is not None) != (self.layer is Layer.SYMBOL):
            raise ValueError(f"{self.name}: symbols, and only symbols, have a shape")
        if (self.glyph is not None) != (self.layer in (Layer.FILL, Layer.SYMBOL)):
            raise ValueError(f"{self.name}: fills and symbols, and only they, have a glyph")
        if self.shape is not None and not _PATH.fullmatch(self.shape.path):
            raise ValueError(f"{self.name}: expected a path of M, L, C and Z with coordinates in pairs")


def of_layers(*layers: Layer) -> Iterable[str]:
    """The names of the marks of these layers, in the order of the layers, and then of the table."""
    return (kind.name for layer in layers for kind in MARKS.values() if kind.layer is layer)


# -- Shapes


def _pairs(*points: tuple[float, float]) -> list[str]:
    return [f"{round(x, 4) + 0.0:g} {round(y, 4) + 0.0:g}" for x, y in points]


def _polygon(corners: int, radius: float, inner: float | None = None, down: float = 0) -> str:
    """A polygon with a corner at the top. inner: the distance of further corners between the others, as in a star.
    down: how far the middle of the polygon lies below that of the place.
    """
    distances = [radius] if inner is None else [radius, inner]
    count = corners * len(distances)
    points = []
    for number in range(count):
        angle, distance = math.pi * (2 * number / count - 0.5), distances[number % len(distances)]
        points.append((distance * math.cos(angle), down + distance * math.sin(angle)))
    return f"M{'L'.join(_pairs(*points))}Z"


def _ring(radius: float) -> str:
    """A circle, as four curves."""
    r, k = radius, 0.5523 * radius
    curves = (
        ((r, k), (k, r), (0, r)), ((-k, r), (-r, k), (-r, 0)),
        ((-r, -k), (-k, -r), (0, -r)), ((k, -r), (r, -k), (r, 0)),
    )  # fmt: skip
    return f"M{_pairs((r, 0))[0]}" + "".join(f"C{' '.join(_pairs(*curve))}" for curve in curves) + "Z"


#: What answer texts write where there is no mark.
NOTHING = "-"

#: The mark that shows a value in a cell.
TEXT = "text"


# -- The table. Of several fills in a cell the first one is seen; several symbols are written in this order.

_KINDS = (
    MarkKind(TEXT, Layer.TEXT, "{x} holds {v}", "{x} does not hold {v}", "{v}"),
    MarkKind("note", Layer.NOTE, "{x} holds {v}", "{x} does not hold {v}", "small {v}"),
    MarkKind(
        "block", Layer.FILL, "{x} is a block", "{x} is not a block", "block",
        glyph=Glyph("▒", "%"), tone=Tone.BLACK, on_board=True,
    ),
    MarkKind(
        "shade", Layer.FILL, "{x} is shaded", "{x} is not shaded", "shaded",
        token="x", glyph=Glyph("█", "#"), tone=Tone.DARK,
    ),
    MarkKind(
        "tint", Layer.FILL, "{x} lies inside", "{x} lies outside", "",
        token="x", glyph=Glyph("░", ":"), tone=Tone.PALE, follows=True,
    ),
    MarkKind(
        "circle", Layer.SYMBOL, "{x} has a circle", "{x} has no circle", "circle",
        token="o", glyph=Glyph("○", "o"), shape=Shape(_ring(0.33), filled=False, outlined=True),
    ),
    MarkKind(
        "star", Layer.SYMBOL, "{x} has a star", "{x} has no star", "star",
        token="x", glyph=Glyph("★", "*"), shape=Shape(_polygon(5, 0.36, 0.42 * 0.36)),
    ),
    MarkKind(
        "disc", Layer.SYMBOL, "{x} has a disc", "{x} has no disc", "disc",
        token="b", glyph=Glyph("●", "@"), shape=Shape(_ring(0.33)),
    ),
    MarkKind(
        "triangle", Layer.SYMBOL, "{x} has a triangle", "{x} has no triangle", "triangle",
        token="x", glyph=Glyph("▲", "^"), shape=Shape(_polygon(3, 0.38, down=0.07)),
    ),
    MarkKind("line", Layer.LINE, "a line joins {x} and {y}", "no line joins {x} and {y}", "line"),
    MarkKind("border", Layer.BORDER, "{x} belongs to {g}", "{x} does not belong to {g}", "region {v}"),
    MarkKind("cage", Layer.CAGE, "{x} belongs to {g}", "{x} does not belong to {g}", "cage {v}"),
)  # fmt: skip

#: From the name of a mark to its entry.
MARKS: dict[str, MarkKind] = {kind.name: kind for kind in _KINDS}
