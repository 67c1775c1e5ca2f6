"""The rules of types in words: for each a function that tries all fillings of a small board."""

from __future__ import annotations

from . import banks, clusters, compasses, genres, loops, numbers, objects, paths, pieces, placements, regions, shading
from .places import ORACLES, Board, Oracle

__all__ = [
    "ORACLES",
    "Board",
    "Oracle",
    "banks",
    "clusters",
    "compasses",
    "genres",
    "loops",
    "numbers",
    "objects",
    "paths",
    "pieces",
    "placements",
    "regions",
    "shading",
]
