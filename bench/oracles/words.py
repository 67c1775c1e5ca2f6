"""The rules of types in words: for each a function that tries all fillings of a small board."""

from __future__ import annotations

from . import genres, loops, numbers, objects, pieces, placements, regions, shading
from .places import ORACLES, Board, Oracle

__all__ = [
    "ORACLES",
    "Board",
    "Oracle",
    "genres",
    "loops",
    "numbers",
    "objects",
    "pieces",
    "placements",
    "regions",
    "shading",
]
