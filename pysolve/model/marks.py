"""The one table of the marks that atoms leave in pictures: MARKS.

Manifests, the terminal, SVG, answer texts, sentences and the page take all that they know of a mark from its entry. So
a new mark is one more entry; a new shape of a symbol is a line of shapes.tsv.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from .board import Board, cell_of, corner_of, halves_of, margin_of
from .tables import table
from .terms import Value

# -- What things are called, one of them and several

_VOWELS = "aeiou"


class Noun(NamedTuple):
    """A noun.

    one, several: its singular and its plural, without an article.
    """

    one: str
    several: str

    @classmethod
    def parse(cls, text: str) -> Noun:
        """The noun of a text: the singular, with its plural behind '|' if that is irregular: 'foot|feet'.

        ValueError if one of them is missing, or begins or ends with a blank.
        """
        one, bar, several = text.partition("|")
        for form in (one, several) if bar else (one,):
            if not form or form != form.strip() or "|" in form:
                raise ValueError(f"{text!r} is no noun")
        return cls(one, several or _plural(one))

    @property
    def with_article(self) -> str:
        """'a light', 'an arrow', 'part of the wall'."""
        if self.one.startswith("part of "):
            return self.one
        is_vowel = self.one[0].lower() in _VOWELS and not self.one.lower().startswith("one ")  # said with a 'w'
        return f"{'an' if is_vowel else 'a'} {self.one}"


def _plural(one: str) -> str:
    if one.endswith(("s", "x", "ch", "sh")):
        return f"{one}es"
    if one.endswith("y") and one[-2:-1] not in _VOWELS:
        return f"{one[:-1]}ies"
    return f"{one}s"


def listed(items: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


# -- The shapes of symbols and signs, by name: SHAPES. A new shape is one more line of shapes.tsv.


class Glyph(NamedTuple):
    """The character that stands for a mark in a terminal, in Unicode and in ASCII."""

    unicode: str
    ascii: str


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
        return re.sub(_PAIR, lambda pair: point(float(pair[1]), float(pair[2])), self.path)


#: A pair of coordinates; compiled when a shape is drawn, as most puzzles show none.
_PAIR = r"(-?[\d.]+) (-?[\d.]+)"


class Stroke(NamedTuple):
    """What a line through cells looks like, one after the other. Lengths are in widths of a cell.

    ink: its name in render/look. rim: of how much a darker edge is seen. bulb: the radius of one in the first cell.
    head: whether an arrow points on from the last one.
    """

    ink: str
    breadth: float
    rim: float = 0.0
    bulb: float = 0.0
    head: bool = False


class Figure(NamedTuple):
    """A shape with a name: what sentences call it, the character that stands for it, and what it looks like."""

    noun: Noun
    glyph: Glyph
    shape: Shape


def _turned(path: str, eighths: int) -> str:
    """A path, turned clockwise by this many eighths of a circle."""
    cos, sin = math.cos(eighths * math.pi / 4), math.sin(eighths * math.pi / 4)
    return Shape(path).mapped(lambda x, y: f"{round(x * cos - y * sin, 4) + 0:g} {round(x * sin + y * cos, 4) + 0:g}")


def _figures() -> dict[str, Figure]:
    """The shapes of the table by their names: what sentences call each, its characters, whether it is filled or
    outlined, and its path, or the name of another shape and how many eighths of a circle that is turned.
    """
    figures: dict[str, Figure] = {}
    for name, noun, *glyph, ink, path in table(__file__, "shapes.tsv"):
        other, _, eighths = path.rpartition(" ")
        path = _turned(figures[other].shape.path, int(eighths)) if other in figures else path
        shape = Shape(path, filled=ink == "filled", outlined=ink == "outlined")
        figures[name] = Figure(Noun.parse(noun), Glyph(*glyph), shape)
    return figures


#: The shapes that the values of signs may name.
SHAPES = _figures()

#: The arrow of each direction, as a character.
ARROWS = {name: SHAPES[name].glyph.unicode for name in ("n", "ne", "e", "se", "s", "sw", "w", "nw")}


class Layer(StrEnum):
    """How a mark is drawn; the layers of a picture, from the paper upwards."""

    HOLE = "hole"  # no cell at all
    FILL = "fill"  # a cell filled
    TUBE = "tube"  # a stroke through cells in their order
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
    def has_noun(self) -> bool:
        """Whether a type may have its own noun for what the mark shows."""
        return self.is_area or self in (Layer.FILL, Layer.WALL, Layer.LINE, Layer.SYMBOL, Layer.SIGN, Layer.NOTE)

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
    """The corner of a cell in which a note stands, or the side in whose middle it does: what its words say is where
    pictures have it.
    """

    UPPER_LEFT = "upper left"
    UPPER_RIGHT = "upper right"
    LOWER_LEFT = "lower left"
    UPPER = "upper"
    RIGHT = "right"
    LOWER = "lower"
    LEFT = "left"

    @property
    def across(self) -> int:
        """-1 at the left, 1 at the right, 0 between."""
        return ("right" in self) - ("left" in self)

    @property
    def down(self) -> int:
        """-1 above, 1 below, 0 between."""
        return ("lower" in self) - ("upper" in self)

    @property
    def direction(self) -> str:
        """The direction of a side; empty for a corner."""
        return {"upper": "n", "right": "e", "lower": "s", "left": "w"}.get(self, "")


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


class MarkKind(NamedTuple):
    """An entry of the table.

    name: as manifests write it.
    holds, lacks: what an atom says that leaves such a mark, if it holds and if not; in braces stand the variables of
    its template, in small letters.
    several: the same of several places, which are {x}; None if each is said by itself.
    noun: what it is called, if it is a thing that one can count.
    here: what the page calls it where it stands, in a word or two; {v} is its value. Empty: it is not worth a word.
    token: in answer texts; empty for what they do not show, or show as a value or as the exits of a line.
    glyph: of fills and symbols. tone: of fills. shape: of symbols. stroke: of tubes.
    corner: of notes. speaks_of: what a number there is about, in a block.
    group: what the label of an area, {g}, names. counted: what holds, and what not, of a line with a
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
    stroke: Stroke | None = None
    corner: NoteCorner | None = None
    speaks_of: str = ""
    group: str = ""
    counted: tuple[str, str] | None = None
    along: tuple[str, str] | None = None
    several: tuple[str, str] | None = None
    noun: Noun | None = None
    on_board: bool = False
    follows: bool = False

    @property
    def is_dark(self) -> bool:
        """Whether texts upon the mark are light."""
        return (self.tone is not None and self.tone.is_dark) or (self.shape is not None and self.shape.filled)

    def called(self, noun: Noun) -> MarkKind:
        """The same mark in a type that has its own noun for it: a light in place of a circle."""
        if self.layer.is_area:
            return self._replace(here=f"{noun.one} {{v}}", group=f"the {noun.one} {{g}}")
        if self.layer is Layer.NOTE:
            here = f"{noun.one} of {{v}}"
            several = (f"{{x}} belong to the {here}", f"{{x}} do not belong to the {here}")
            holds, lacks = f"{{x}} belongs to the {here}", f"{{x}} does not belong to the {here}"
            return self._replace(holds=holds, lacks=lacks, several=several, here=here)
        return self._replace(**_sentences(self.layer, noun)._asdict())

    def of(self, value: str) -> MarkKind:
        """The same mark with this value: a sign is called what the shape is called that its value names."""
        named = self.layer is Layer.SIGN and value in SHAPES
        return self.called(SHAPES[value].noun) if named else self


def figure_of(kind: MarkKind, value: str) -> Figure | None:
    """What a mark of this kind looks like, if it is a symbol, or a sign whose value names a shape."""
    if kind.layer is Layer.SIGN:
        return SHAPES.get(value)
    if kind.noun is None or kind.glyph is None or kind.shape is None:
        return None
    return Figure(kind.noun, kind.glyph, kind.shape)


def of_layers(*layers: Layer) -> Iterable[str]:
    """The names of the marks of these layers, in the order of the layers, and then of the table."""
    return (kind.name for layer in layers for kind in MARKS.values() if kind.layer is layer)


class _Sentences(NamedTuple):
    """What the table says of a mark that has a noun; the fields are those of MarkKind."""

    noun: Noun
    holds: str
    lacks: str
    here: str
    several: tuple[str, str] | None = None
    counted: tuple[str, str] | None = None
    along: tuple[str, str] | None = None


def _sentences(layer: Layer, noun: Noun) -> _Sentences:
    one, several, a_one = noun.one, noun.several, noun.with_article
    if layer is Layer.LINE:
        return _Sentences(
            noun,
            f"{a_one} joins {{x}} and {{y}}",
            f"no {one} joins {{x}} and {{y}}",
            one,
            counted=("{x} and {y} are joined by {v}", "{x} and {y} are not joined by {v}"),
            along=(f"there is {a_one} {{x}}", f"there is no {one} {{x}}"),
        )
    if layer is Layer.WALL:
        return _Sentences(noun, f"{a_one} parts {{x}} and {{y}}", f"no {one} parts {{x}} and {{y}}", one)
    if layer is Layer.FILL:
        together = (f"{{x}} are {several}", f"{{x}} are not {several}")
        return _Sentences(noun, f"{{x}} is {a_one}", f"{{x}} is not {a_one}", one, together)
    together = (f"{{x}} have {several}", f"{{x}} have no {several}")
    return _Sentences(noun, f"{{x}} has {a_one}", f"{{x}} has no {one}", one, together)


def _named(name: str, layer: Layer) -> MarkKind:
    """A mark that is called as manifests write it."""
    return MarkKind(name, layer, **_sentences(layer, Noun.parse(name))._asdict())


def _symbol(name: str, token: str) -> MarkKind:
    """A mark that always has the shape of this name."""
    _, glyph, shape = SHAPES[name]
    sentences = _sentences(Layer.SYMBOL, Noun.parse(name))
    return MarkKind(name, Layer.SYMBOL, **sentences._asdict(), token=token, glyph=glyph, shape=shape)


#: What several cells say that have the same value.
_HOLD = ("{x} hold {v}", "{x} do not hold {v}")


def _note(name: str, corner: NoteCorner, speaks_of: str = "") -> MarkKind:
    holds = ("{x} holds {v}", "{x} does not hold {v}")
    return MarkKind(name, Layer.NOTE, *holds, "small {v}", corner=corner, speaks_of=speaks_of, several=_HOLD)


def _tube(name: str, noun: str, stroke: Stroke) -> MarkKind:
    belongs = ("{x} belongs to {g}", "{x} does not belong to {g}")
    return MarkKind(name, Layer.TUBE, *belongs, f"{noun} {{v}}", group=f"the {noun} {{g}}", stroke=stroke)


#: What answer texts write where there is no mark.
NOTHING = "-"

#: The mark that shows a value in a cell, and the one that parts regions.
TEXT, BORDER = "text", "border"


# -- The table. Of several fills in a cell the first one is seen; several symbols are written in this order.

_KINDS = (
    MarkKind(TEXT, Layer.TEXT, "{x} holds {v}", "{x} does not hold {v}", "{v}", several=_HOLD),
    _note("note", NoteCorner.UPPER_LEFT), _note("note_right", NoteCorner.UPPER_RIGHT, "for the cells to the right"),
    _note("note_below", NoteCorner.LOWER_LEFT, "for the cells below"),
    _note("note_n", NoteCorner.UPPER), _note("note_e", NoteCorner.RIGHT),
    _note("note_s", NoteCorner.LOWER), _note("note_w", NoteCorner.LEFT),
    MarkKind(
        "block", Layer.FILL, **_sentences(Layer.FILL, Noun.parse("block"))._asdict(),
        glyph=Glyph("▒", "%"), tone=Tone.BLACK, on_board=True,
    ),
    MarkKind(
        "shade", Layer.FILL, "{x} is shaded", "{x} is not shaded", "shaded",
        several=("{x} are shaded", "{x} are not shaded"), token="x", glyph=Glyph("█", "#"), tone=Tone.DARK,
    ),
    MarkKind(
        "tint", Layer.FILL, "{x} lies inside", "{x} lies outside", "",
        several=("{x} lie inside", "{x} lie outside"), token="x", glyph=Glyph("░", ":"), tone=Tone.PALE, follows=True,
    ),
    _symbol("circle", "o"), _symbol("star", "x"), _symbol("disc", "b"), _symbol("triangle", "x"),
    MarkKind("sign", Layer.SIGN, "{x} has {v}", "{x} does not have {v}", "{v}"),
    _named("line", Layer.LINE), _named("wall", Layer.WALL),
    MarkKind("hole", Layer.HOLE, "{x} is not part of the board", "{x} is part of the board", ""),
    MarkKind(
        BORDER, Layer.BORDER, "{x} belongs to {g}", "{x} does not belong to {g}", "region {v}",
        group="the region {g}",
    ),
    _tube("tube", "tube", Stroke("pale", 0.4, rim=1.5 / 40, bulb=0.36)),
    _tube("arrow", "arrow", Stroke("path-given", 0.07, head=True)),
    _tube("ray", "diagonal", Stroke("grid", 0.05, head=True)),
    _tube("thin_line", "line", Stroke("path-given", 0.1)), _tube("grey_line", "line", Stroke("stroke-grey", 0.24)),
    _tube("green_line", "line", Stroke("stroke-green", 0.24)),
    _tube("purple_line", "line", Stroke("stroke-purple", 0.24)),
    MarkKind("cage", Layer.CAGE, "{x} belongs to {g}", "{x} does not belong to {g}", "cage {v}", group="the cage {g}"),
)  # fmt: skip

#: From the name of a mark to its entry.
MARKS: dict[str, MarkKind] = {kind.name: kind for kind in _KINDS}


# -- Marks in words


def sentence_of(
    kind: MarkKind, board: Board, place: str, other: str, value: str, label: Value | None = None, holds: bool = True
) -> str:
    """What a mark says, or that it is not there: 'row 1, column 2 holds 3'.

    place, other: where, in words. value: as it is written. label: of its region or cage; a cell stands for the region
    that it lies in.
    """
    sentence, denial = kind.holds, kind.lacks
    if kind.counted is not None and value:
        sentence, denial = kind.counted
        assert kind.noun is not None  # what can be counted has one
        number = ("a single" if holds else "exactly one") if value == "1" else value if holds else f"exactly {value}"
        value = f"{number} {kind.noun.one if value == '1' else kind.noun.several}"
    group = group_of(kind, board, value, label)
    if label is not None and board.name(label) == place:
        group = f"its own {kind.group.removeprefix('the ').removesuffix(' {g}')}"
    return (sentence if holds else denial).format(x=place, y=other, v=value, g=group)


def group_of(kind: MarkKind, board: Board, value: str, label: Value | None) -> str:
    """What an area is called, by its first cell or by its value: 'the region of row 1, column 2'."""
    where = board.name(label) if label is not None else ""
    return kind.group.format(g=f"of {where}" if where else value) if kind.group else ""
