"""What a link or an ID has to keep of a puzzle: to compare one with what was read from its link."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..model.board import Cell
from ..model.genre import Genre
from ..model.puzzle import Puzzle
from ..model.terms import Value
from ..rules.loading import default_options
from .puzzlink_places import is_regions


def meaning(puzzle: Puzzle, genre: Genre) -> dict[str, Any]:
    """All tokens by their places, options and holes; of regions only which cells belong together, and of the values of
    whole regions which region they belong to, as links say no more.
    """
    found: dict[str, Any] = {}
    blocks = {text for section in genre.sections for text in section.regions.blocks}
    cut = {part.place(token.values) for part in puzzle.type.parts if not is_regions(puzzle.type, part)
           for token in puzzle.tokens.get(part.name, ()) if token.text in blocks}  # fmt: skip
    regions: dict[str, dict[Value, frozenset[Cell]]] = {}
    for part in puzzle.type.parts:
        if is_regions(puzzle.type, part):
            groups: dict[str, set[Any]] = {}
            for token in puzzle.tokens.get(part.name, ()):
                if token.values["X"] not in cut:
                    groups.setdefault(token.text, set()).add(token.values["X"])
            found[part.name] = {frozenset(cells) for cells in groups.values()}
            regions[part.name] = {cell: region for region in found[part.name] for cell in region}
    where = {name: regions.get(section.at or "", {}) for section in genre.sections for name in section.parts}
    for part in puzzle.type.parts:
        if part.name not in found:
            places = where.get(part.name, {})
            found[part.name] = Counter(
                (str(places.get(place := part.place(token.values), place)), token.values.get("I"), token.templates)
                for token in puzzle.tokens.get(part.name, ())
            )
    return {**found, "options": default_options(puzzle.type) | puzzle.options, "holes": puzzle.board.holes}
