"""Characters that are safe to draw, and how many columns of a terminal they take."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

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
