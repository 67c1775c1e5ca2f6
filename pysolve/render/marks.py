"""What every renderer asks of a picture: where a mark stands, and text that is safe to draw."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from ..model.board import Cell, Side, cell_of, margin_of
from .picture import Mark, Picture

#: (side, row or column) names one line of texts in the margins.
Margin = tuple[Side, int]

#: The kinds of marks that are written into a cell, in this order.
TOKENS = ("text", "circle", "star")
#: The kinds of marks that fill a cell; where several meet, the first one is seen.
FILLS = ("block", "shade", "tint")


def margins(picture: Picture) -> dict[Margin, list[Mark]]:
    """The marks of each margin, in the order of their indices."""
    found: dict[Margin, list[Mark]] = {}
    for mark in sorted(picture.of(*TOKENS, "note"), key=lambda mark: mark.index):
        margin = margin_of(mark.place)
        if margin is not None:
            found.setdefault(margin, []).append(mark)
    return found


def in_cells(picture: Picture, *kinds: str) -> dict[Cell, list[Mark]]:
    """The marks of these kinds by cell, in the order of the kinds."""
    found: dict[Cell, list[Mark]] = {}
    for mark in sorted(picture.of(*kinds), key=lambda mark: kinds.index(mark.kind)):
        cell = cell_of(mark.place)
        if cell is not None:
            found.setdefault(cell, []).append(mark)
    return found


def same_group(one: list[Mark], other: list[Mark]) -> bool:
    """Whether two cells with these borders (or cages) belong to the same groups."""
    return {mark.value for mark in one} == {mark.value for mark in other}


def printable(text: str) -> str:
    """The text on one line and without signs that a terminal or XML cannot take."""
    return "".join("?" if unicodedata.category(sign) in _UNPRINTABLE else sign for sign in text)


_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def width(text: str) -> int:
    """How many columns of a terminal the text takes: signs of East Asian scripts take two, accents none."""
    return sum(map(_width, text))


@lru_cache(maxsize=1024)
def _width(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
