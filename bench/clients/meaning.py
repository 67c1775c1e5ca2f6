"""What a puzzle says, whatever its regions are called and in which of their cells their clues stand."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pysolve.formats.links.genre import genres
from pysolve.formats.penpa.looks import area_layer, penpa_of, stroked_exits, tube_rule
from pysolve.model.board import Cell
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Value, fill


def meaning(puzzle: Puzzle, clues_of_regions: bool = False) -> dict[str, Any]:
    """All facts at all places, by part; of regions, which cells belong together; of strokes, where they are.
    clues_of_regions: a clue belongs to its region, whichever cell of it it stands in.
    """
    result: dict[str, Any] = {"holes": puzzle.board.holes}
    firsts = _first_cells(puzzle) if clues_of_regions else {}
    of_regions = {name for genre in genres(puzzle.type) for each in genre.sections if each.at for name in each.parts}
    for part in puzzle.type.parts:
        tokens = puzzle.tokens.get(part.name, ())
        if (strokes := penpa_of(puzzle.type).strokes.get(part.name)) is not None:
            result[part.name] = stroked_exits(puzzle, part, strokes)
        elif tube_rule(puzzle.type, part) is not None:
            tubes: dict[Any, set[Any]] = {}
            for token in tokens:
                tubes.setdefault(token.values["T"], set()).add((token.values["V"], token.values["X"]))
            result[part.name] = set(map(frozenset, tubes.values()))
        elif area_layer(puzzle.type, part) is None:
            is_of_regions = part.name in of_regions
            result[part.name] = Counter(
                _moved(fill(template, token.values), firsts, is_of_regions)
                for token in tokens
                for template in token.templates
            )
        else:
            groups: dict[str, set[Any]] = {}
            for token in tokens:
                groups.setdefault(token.text, set()).add(token.values["X"])
            result[part.name] = {frozenset(cells) for cells in groups.values()}
    return result


def _first_cells(puzzle: Puzzle) -> dict[Value, Cell]:
    """From each cell to the first cell of its region."""
    for part in puzzle.type.parts:
        if area_layer(puzzle.type, part) is not None and (tokens := puzzle.tokens.get(part.name)):
            first: dict[str, Any] = {}
            for token in tokens:
                first[token.text] = min(first.get(token.text, token.values["X"]), token.values["X"])
            return {token.values["X"]: first[token.text] for token in tokens}
    return {}


def _moved(atom: Value, firsts: dict[Value, Cell], is_of_region: bool) -> Value:
    """An atom of a clue, or any that is of a region, as if it stood in the first cell of its region."""
    if isinstance(atom, Term) and (is_of_region or atom.name == "clue") and atom.args:
        return Term(atom.name, (firsts.get(atom.args[0], atom.args[0]), *atom.args[1:]))
    return atom
