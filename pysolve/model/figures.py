"""The shapes of symbols and signs, by name: SHAPES. A new shape is one more entry."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from .nouns import Noun


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


def _figure(noun: str, glyph: Glyph, shape: Shape) -> Figure:
    return Figure(Noun.parse(noun), glyph, shape)


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


def _ring(radius: float, right: float = 0, down: float = 0) -> str:
    """A circle, as four curves. right, down: where its middle lies."""
    r, k = radius, 0.5523 * radius
    curves = (
        ((r, k), (k, r), (0, r)), ((-k, r), (-r, k), (-r, 0)),
        ((-r, -k), (-k, -r), (0, -r)), ((k, -r), (r, -k), (r, 0)),
    )  # fmt: skip
    start, *rest = _pairs(*((right + x, down + y) for x, y in chain([(r, 0)], *curves)))
    return f"M{start}" + "".join(f"C{' '.join(rest[at : at + 3])}" for at in range(0, len(rest), 3)) + "Z"


def _bar(length: float, breadth: float, turn: float = 0) -> str:
    """A bar from left to right through the middle, turned clockwise by this many eighths of a circle."""
    x, y = length / 2, breadth / 2
    return _turned([(-x, -y), (x, -y), (x, y), (-x, y)], turn)


def _turned(points: Iterable[tuple[float, float]], turn: float) -> str:
    """A polygon, turned clockwise by this many eighths of a circle."""
    cos, sin = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
    return f"M{'L'.join(_pairs(*((x * cos - y * sin, x * sin + y * cos) for x, y in points)))}Z"


_ARROW = ((0, -0.4), (0.26, -0.1), (0.08, -0.1), (0.08, 0.38), (-0.08, 0.38), (-0.08, -0.1), (-0.26, -0.1))
_SHORT_ARROW = ((0, -0.44), (0.13, -0.24), (0.05, -0.24), (0.05, 0.05), (-0.05, 0.05), (-0.05, -0.24), (-0.13, -0.24))
_HALF = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5))
_CHEVRON = ((0.24, -0.4), (0.34, -0.26), (-0.06, 0), (0.34, 0.26), (0.24, 0.4), (-0.34, 0.04), (-0.34, -0.04))
_TENT = ((0, -0.32), (0.38, 0.3), (0.12, 0.3), (0, 0.04), (-0.12, 0.3), (-0.38, 0.3))
_TEE = (
    (-0.5, -0.06), (0.5, -0.06), (0.5, 0.06), (0.06, 0.06), (0.06, 0.5), (-0.06, 0.5), (-0.06, 0.06), (-0.5, 0.06),
)  # fmt: skip
_LEAVES = ((0, -0.38), (0.3, 0.16), (0.06, 0.16), (0.06, 0.36), (-0.06, 0.36), (-0.06, 0.16), (-0.3, 0.16))


def _arrows(turns: Iterable[int]) -> str:
    """Arrows from the middle, turned clockwise by these many eighths of a circle."""
    return "".join(_turned(_SHORT_ARROW, turn) for turn in turns)


def _ship(turn: int) -> str:
    """The end of a ship, round at the top, turned clockwise by this many quarters of a circle."""
    ends = [(-0.32, 0.34), (-0.32, 0.0), (-0.32, -0.44), (0.32, -0.44), (0.32, 0.0), (0.32, 0.34)]
    for _ in range(turn):
        ends = [(-y, x) for x, y in ends]
    first, start, *curve, last = _pairs(*ends)
    return f"M{first}L{start}C{' '.join(curve)}L{last}Z"


def _bend(turn: int) -> str:
    """A part of a ship, round at its upper left corner, turned clockwise by this many quarters of a circle."""
    edge = [(-0.32, 0.32), (-0.32, 0.0), (-0.32, -0.2), (-0.2, -0.32), (0.0, -0.32), (0.32, -0.32), (0.32, 0.32)]
    for _ in range(turn):
        edge = [(-y, x) for x, y in edge]
    first, start, *curve, corner, last = _pairs(*edge)
    return f"M{first}L{start}C{' '.join(curve)}L{corner}L{last}Z"


_WINDS = {
    "n": ("north", "↑"), "ne": ("north-east", "↗"), "e": ("east", "→"), "se": ("south-east", "↘"),
    "s": ("south", "↓"), "sw": ("south-west", "↙"), "w": ("west", "←"), "nw": ("north-west", "↖"),
}  # fmt: skip

#: The arrow of each direction, as a character.
ARROWS = {name: arrow for name, (_, arrow) in _WINDS.items()}

_MOON = (
    "M0.14 -0.36C-0.12 -0.42 -0.36 -0.22 -0.36 0.02C-0.36 0.24 -0.18 0.38 0.02 0.38"
    "C0.16 0.38 0.28 0.3 0.34 0.18C0.1 0.24 -0.08 0.1 -0.08 -0.1C-0.08 -0.22 0 -0.32 0.14 -0.36Z"
)

#: The shapes that the values of signs may name.
SHAPES: dict[str, Figure] = {
    "circle": _figure("circle", Glyph("○", "o"), Shape(_ring(0.33), filled=False, outlined=True)),
    "disc": _figure("disc", Glyph("●", "@"), Shape(_ring(0.33))),
    "square": _figure("square", Glyph("□", "[]"), Shape(_bar(0.6, 0.6), filled=False, outlined=True)),
    "box": _figure("black square", Glyph("■", "#"), Shape(_bar(0.6, 0.6))),
    "triangle": _figure("triangle", Glyph("▲", "^"), Shape(_polygon(3, 0.38, down=0.07))),
    "pentagon": _figure("pentagon", Glyph("⬟", "5"), Shape(_polygon(5, 0.36))),
    "star": _figure("star", Glyph("★", "*"), Shape(_polygon(5, 0.36, 0.42 * 0.36))),
    "cross": _figure("cross", Glyph("×", "x"), Shape(_bar(0.8, 0.12, 1) + _bar(0.8, 0.12, -1))),
    "plus": _figure("plus", Glyph("+", "+"), Shape(_bar(0.64, 0.14) + _bar(0.64, 0.14, 2))),
    "minus": _figure("minus", Glyph("−", "-"), Shape(_bar(0.64, 0.14))),
    "dash": _figure("horizontal bar", Glyph("━", "="), Shape(_bar(0.76, 0.2))),
    "bar": _figure("upright bar", Glyph("┃", "|"), Shape(_bar(0.76, 0.2, 2))),
    "slash": _figure("slash", Glyph("╱", "/"), Shape(_bar(1.36, 0.09, -1))),
    "backslash": _figure("backslash", Glyph("╲", "\\"), Shape(_bar(1.36, 0.09, 1))),
    "saltire": _figure("saltire", Glyph("╳", "X"), Shape(_bar(1.36, 0.09, 1) + _bar(1.36, 0.09, -1))),
    "moon": _figure("moon", Glyph("☾", "C"), Shape(_MOON)),
    "sun": _figure("sun", Glyph("☼", "%"), Shape(_polygon(12, 0.38, 0.24))),
    "cloud": _figure("cloud", Glyph("☁", "~"), Shape(
        _ring(0.17, -0.2, 0.1) + _ring(0.22, 0.02, -0.04) + _ring(0.15, 0.23, 0.12)
        + _turned([(-0.2, 0), (0.23, 0), (0.23, 0.27), (-0.2, 0.27)], 0)
    )),
    "tree": _figure("tree", Glyph("♣", "T"), Shape(_turned(_LEAVES, 0))),
    "tent": _figure("tent", Glyph("△", "A"), Shape(_turned(_TENT, 0))),
    "bulb": _figure("bulb", Glyph("◯", "O"), Shape(_ring(0.42), filled=False, outlined=True)),
    **{
        name: _figure(f"arrow to the {wind}|arrows to the {wind}", Glyph(arrow, name), Shape(_turned(_ARROW, turn)))
        for turn, (name, (wind, arrow)) in enumerate(_WINDS.items())
    },
    **{
        f"to_{directions}": _figure(f"arrows to {directions}", Glyph(glyph, directions), Shape(_arrows(
            2 * "nesw".index(each) for each in directions
        )))
        for directions, glyph in zip(
            ("ns", "ne", "nw", "se", "sw", "ew", "nse", "nsw", "new", "sew", "nsew"), "↕└┘┌┐↔├┤┴┬┼", strict=True
        )
    },
    **{
        f"corner_{name}": _figure(
            f"triangle in the {where} corner|triangles in the {where} corner",
            Glyph(half, name), Shape(_turned(_HALF, 2 * turn)),
        )
        for turn, (name, where, half) in enumerate((
            ("nw", "upper left", "◤"), ("ne", "upper right", "◥"),
            ("se", "lower right", "◢"), ("sw", "lower left", "◣"),
        ))
    },
    **{
        f"less_{name}": _figure(about, Glyph(*characters), Shape(_turned(_CHEVRON, 2 * turn)))
        for turn, (name, about, characters) in enumerate((
            ("e", "less-than sign", "<<"), ("s", "less-than sign downwards|less-than signs downwards", "∧^"),
            ("w", "greater-than sign", ">>"), ("n", "greater-than sign downwards|greater-than signs downwards", "∨v"),
        ))
    },
    **{
        f"ship_{name}": _figure(f"{where} end of a ship|{where} ends of ships", Glyph(end, name), Shape(_ship(turn)))
        for turn, (name, where, end) in enumerate((
            ("n", "upper", "◠"), ("e", "right", "◗"), ("s", "lower", "◡"), ("w", "left", "◖"),
        ))
    },
    **{
        f"ship_{name}": _figure(
            f"{where} bend of a ship|{where} bends of ships", Glyph(bend, name), Shape(_bend(turn)),
        )
        for turn, (name, where, bend) in enumerate((
            ("nw", "upper left", "◜"), ("ne", "upper right", "◝"),
            ("se", "lower right", "◞"), ("sw", "lower left", "◟"),
        ))
    },
    **{
        f"tee_{name}": _figure(
            f"T with its stem {where}|Ts with their stems {where}", Glyph(tee, name), Shape(_turned(_TEE, 2 * turn)),
        )
        for turn, (name, where, tee) in enumerate((
            ("s", "down", "┬"), ("w", "left", "┤"), ("n", "up", "┴"), ("e", "right", "├"),
        ))
    },
    "ship_m": _figure("middle part of a ship|middle parts of ships", Glyph("■", "m"), Shape(_bar(0.64, 0.64))),
    "ship_o": _figure("ship of one cell|ships of one cell", Glyph("●", "o"), Shape(_ring(0.36))),
}  # fmt: skip
