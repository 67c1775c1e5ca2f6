"""What pictures look like: inks, and sizes in widths of a cell. SVG files and the page draw with them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.marks import Colour
from ..model.tables import table


class Ink(NamedTuple):
    """A colour: on light paper, as files have it, and on the page's dark one."""

    light: str
    dark: str


#: The inks by their names. Texts stand on the pale ones.
INKS: Final = {name: Ink(*ink) for name, *ink in table(__file__, "inks.tsv")}

COLOURS: Final = {colour: INKS[f"colour-{colour}"] for colour in Colour}

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
