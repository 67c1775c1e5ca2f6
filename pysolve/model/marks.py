"""The one table of the marks that atoms leave in pictures: MARKS.

Manifests, the terminal, SVG, answer texts, sentences and the page take all that they know of a mark from its entry. So
a new mark is one more entry; if it is a symbol, its shape stands in the entry, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from .board import cell_of, corner_of, halves_of, margin_of
from .figures import SHAPES, Figure, Glyph, Shape
from .terms import Value


class Layer(StrEnum):
    """How a mark is drawn; the layers of a picture, from the paper upwards."""

    HOLE = "hole"  # no cell at all
    FILL = "fill"  # a cell filled
    TUBE = "tube"  # a broad stroke through cells in their order, with a bulb in the first one: a thermometer
    CAGE = "cage"  # a dashed outline around the cells of a group
    BORDER = "border"  # a heavy stroke between cells of different groups
    WALL = "wall"  # a heavy stroke between two cells
    LINE = "line"  # a stroke from place to place, or several side by side
    SYMBOL = "symbol"  # a shape in the middle of a place
    SIGN = "sign"  # the same, but the value names the shape
    TEXT = "text"  # a value in the middle of a place
    NOTE = "note"  # a small value in the corner of a cell

    @property
    def is_area(self) -> bool:
        """Whether the mark says which group of cells a cell belongs to. A cell may be in several groups."""
        return self in (Layer.CAGE, Layer.BORDER)

    @property
    def is_pair(self) -> bool:
        """Whether the mark needs two places: it joins or parts them."""
        return self in (Layer.LINE, Layer.WALL)

    @property
    def is_written(self) -> bool:
        """Whether the mark is a value that is written, or drawn as a shape."""
        return self in (Layer.SIGN, Layer.TEXT, Layer.NOTE)

    @property
    def has_value(self) -> bool:
        """Whether a value belongs to the mark: its text, its shape, or the label of its group, or tube."""
        return self.is_written or self.is_area or self is Layer.TUBE

    @property
    def in_margins(self) -> bool:
        """Whether the mark may stand in a margin."""
        return self.is_written or self is Layer.SYMBOL

    def fits(self, place: Value) -> bool:
        """Whether such a mark can stand at a place, or, of a line, end there."""
        if cell_of(place) is not None:
            return True
        if self in (Layer.FILL, Layer.HOLE, Layer.TUBE, Layer.WALL) or self.is_area:
            return False
        if corner_of(place) is not None or halves_of(place) is not None:
            return True
        return self.in_margins and margin_of(place) is not None

    @property
    def variables(self) -> str:
        """What the variables of such a mark's template are usually called: X (and Y) its place, V its value, G its
        group or tube, I which of the cells of a tube it is.
        """
        if self is Layer.TUBE:
            return "GIX"
        if self.is_area:
            return "GX"
        return "XY" if self.is_pair else "XV" if self.has_value else "X"


class Tone(StrEnum):
    """The colour of a fill; SVG and the page's style say which colour that is."""

    PALE = "pale"
    DARK = "dark"
    BLACK = "black"

    @property
    def is_dark(self) -> bool:
        """Whether texts upon it are light."""
        return self is not Tone.PALE


class NoteCorner(StrEnum):
    """The corner of a cell in which a note stands."""

    UPPER_LEFT = "upper left"
    UPPER_RIGHT = "upper right"
    LOWER_LEFT = "lower left"


@dataclass(frozen=True, eq=False)
class MarkKind:
    """An entry of the table.

    name: as manifests write it.
    holds, lacks: what an atom says that leaves such a mark, if it holds and if not; in braces stand the variables of
    its template, in small letters.
    here: what the page calls it where it stands, in a word or two; {v} is its value. Empty: it is not worth a word.
    token: in answer texts; empty for what they do not show, or show as a value or as the exits of a line.
    glyph: of fills and symbols. tone: of fills. shape: of symbols.
    corner: of notes. group: what the label of an area, {g}, names. counted: what holds, and what not, of a line with a
    number, which is {v}. along: the same of a line along the side of a cell, which is {x}.
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
    corner: NoteCorner | None = None
    group: str = ""
    counted: tuple[str, str] | None = None
    along: tuple[str, str] | None = None
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


def figure_of(kind: MarkKind, value: str) -> Figure | None:
    """What a mark of this kind looks like, if it is a symbol, or a sign whose value names a shape."""
    if kind.layer is Layer.SIGN:
        return SHAPES.get(value)
    return Figure(kind.here, kind.glyph, kind.shape) if kind.shape is not None and kind.glyph is not None else None


def of_layers(*layers: Layer) -> Iterable[str]:
    """The names of the marks of these layers, in the order of the layers, and then of the table."""
    return (kind.name for layer in layers for kind in MARKS.values() if kind.layer is layer)


def _symbol(name: str, token: str) -> MarkKind:
    """A mark that always has the shape of this name."""
    about, glyph, shape = SHAPES[name]
    return MarkKind(
        name, Layer.SYMBOL, f"{{x}} has {about}", f"{{x}} has no {name}", name, token=token, glyph=glyph, shape=shape
    )


def _note(name: str, corner: NoteCorner) -> MarkKind:
    return MarkKind(name, Layer.NOTE, "{x} holds {v}", "{x} does not hold {v}", "small {v}", corner=corner)


#: What answer texts write where there is no mark.
NOTHING = "-"

#: The mark that shows a value in a cell, and the one that parts regions.
TEXT, BORDER = "text", "border"


# -- The table. Of several fills in a cell the first one is seen; several symbols are written in this order.

_KINDS = (
    MarkKind(TEXT, Layer.TEXT, "{x} holds {v}", "{x} does not hold {v}", "{v}"),
    _note("note", NoteCorner.UPPER_LEFT), _note("note_right", NoteCorner.UPPER_RIGHT),
    _note("note_below", NoteCorner.LOWER_LEFT),
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
    _symbol("circle", "o"), _symbol("star", "x"), _symbol("disc", "b"), _symbol("triangle", "x"),
    MarkKind("sign", Layer.SIGN, "{x} has {v}", "{x} does not have {v}", "{v}"),
    MarkKind(
        "line", Layer.LINE, "a line joins {x} and {y}", "no line joins {x} and {y}", "line",
        counted=("{x} and {y} are joined by {v}", "{x} and {y} are not joined by {v}"),
        along=("there is a line {x}", "there is no line {x}"),
    ),
    MarkKind("wall", Layer.WALL, "a wall parts {x} and {y}", "no wall parts {x} and {y}", "wall"),
    MarkKind("hole", Layer.HOLE, "{x} is no part of the board", "{x} is part of the board", ""),
    MarkKind(
        BORDER, Layer.BORDER, "{x} belongs to {g}", "{x} does not belong to {g}", "region {v}",
        group="the region {g}",
    ),
    MarkKind(
        "tube", Layer.TUBE, "{x} belongs to {g}", "{x} does not belong to {g}", "tube {v}", group="the tube {g}"
    ),
    MarkKind("cage", Layer.CAGE, "{x} belongs to {g}", "{x} does not belong to {g}", "cage {v}", group="the cage {g}"),
)  # fmt: skip

#: From the name of a mark to its entry.
MARKS: dict[str, MarkKind] = {kind.name: kind for kind in _KINDS}
