"""What pictures look like: inks, and sizes in widths of a cell. SVG files and the page draw with them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.marks import Colour, Tone


class Ink(NamedTuple):
    """A colour: on light paper, as files have it, and on the page's dark one."""

    light: str
    dark: str


COLOURS: Final = {
    Colour.YELLOW: Ink("#fff0b3", "#5d5426"),
    Colour.ORANGE: Ink("#ffd9b0", "#5f4525"),
    Colour.RED: Ink("#ffc9c4", "#5e3434"),
    Colour.PURPLE: Ink("#e6d3f5", "#4a3a5e"),
    Colour.BLUE: Ink("#cfe3fa", "#2f466b"),
    Colour.GREEN: Ink("#d2ecc9", "#2f5140"),
    Colour.TEAL: Ink("#bfe8e4", "#1f5552"),
    Colour.PINK: Ink("#f9cfe4", "#63304d"),
    Colour.GREY: Ink("#dedcd6", "#4a4d54"),
}

#: The inks by their names. Texts stand on the pale ones.
INKS: Final = {
    "paper": Ink("#fffdf7", "#343942"), "grid": Ink("#c9c5bb", "#6c7380"),
    "given": Ink("#1c1b19", "#f6f3ec"), "answer": Ink("#1f5fbf", "#a3c9ff"),
    "path-given": Ink("#8a877f", "#a9a69d"), "path-answer": Ink("#86aee8", "#5f93d6"),
    "differs": Ink("#ffcf5c", "#8a6410"), "missing": Ink("#b87500", "#ffbe46"), "noted": Ink("#cfeac6", "#2f6a3a"),
    "active": Ink("#fdf1cf", "#51492f"), "remark": Ink("#5d5c53", "#c5c8cb"), "wrong": Ink("#b3261e", "#ff8a80"),
    Tone.PALE: Ink("#dfe6f0", "#404d65"), Tone.DARK: Ink("#42506b", "#a9bde0"), Tone.BLACK: Ink("#111111", "#07080a"),
    "on-dark": Ink("#fffdf7", "#14181f"), "on-black": Ink("#fffdf7", "#f6f3ec"),
    "stroke-grey": Ink("#cfcdc6", "#5b606a"), "stroke-green": Ink("#a5dba0", "#2f6a4b"),
    "stroke-purple": Ink("#dcb4ea", "#65427a"), "stroke-blue": Ink("#a9d2f2", "#2f5a80"),
    **{f"colour-{colour}": ink for colour, ink in COLOURS.items()},
}  # fmt: skip

PAPER: Final = INKS["paper"].light

#: The width of a cell in an SVG.
UNIT: Final = 40.0

#: Lengths in widths of a cell. text, note, beside: font sizes in cells, in their corners, in the margins. slot: the
#: height of a text in a margin. side_by_side: from line to parallel line. path, fence: the thickness of lines from cell
#: to cell, and along sides. dot: the radius of a corner's dot.
SIZES: Final = {
    "padding": 0.4, "text": 0.56, "note": 0.25, "beside": 0.42, "slot": 0.52, "side_by_side": 0.2, "path": 0.22,
    "fence": 0.11, "dot": 0.05,
}  # fmt: skip

#: Up to this many parallel lines are drawn side by side; beyond it their number is written.
MOST_LINES: Final = 3


# -- Characters that are safe to draw, and how many columns of a terminal they take


_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

#: Characters that surely take one column: those of European letters, and those of the drawings themselves. Only for
#: others wcwidth is imported, which would take a third of the time in which a small board is solved.
_NARROW = frozenset(map(chr, (*range(0x20, 0x300), 0x2022, *range(0x2500, 0x25FD), 0x2605)))


def printable(text: str) -> str:
    """The text on one line and without characters that a terminal or XML cannot take."""
    return "".join("?" if unicodedata.category(character) in _UNPRINTABLE else character for character in text)


def width(text: str) -> int:
    """How many columns of a terminal the text takes: East Asian characters take two, accents none."""
    return sum(map(_width, text))


@lru_cache(maxsize=1024)
def _width(character: str) -> int:
    if character in _NARROW:
        return 1
    from wcwidth import wcwidth

    return max(0, wcwidth(character))
