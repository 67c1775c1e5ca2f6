"""What a link or an ID has to keep of a puzzle, and whether it does: what is written is read again and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..catalog.genres import GenreOfType
from ..model.board import Cell
from ..model.build import Draft, build
from ..model.errors import PuzzleError, quote
from ..model.genre import Genre
from ..model.parts import Part
from ..model.puzzle import Puzzle, Token
from ..model.terms import Value, fill
from ..rules.library import default_options
from .link_text import Cursor
from .puzzlink_reader import read_board
from .puzzlink_ships import BANKS


def difference(puzzle: Puzzle, matching: GenreOfType, flags: Sequence[str], text: str) -> str | None:
    """What is another when the board of a link is read that was written for a puzzle; None if nothing is."""
    genre = matching.genre
    draft = Draft(puzzle.file, size=puzzle.board.extent, options=dict(genre.options))
    for flag in flags:
        draft.options |= genre.flags[flag]
    try:
        read_board(draft, matching, Cursor(text))
        again = build(puzzle.type, draft)
    except PuzzleError as error:
        return f"cannot be read: {error.sentence}"
    before, after = meaning(puzzle, genre), meaning(again, genre)
    different = [name for name in before if before[name] != after[name] and name != "options"]
    unlike = [name for name in before["options"] if before["options"][name] != after["options"].get(name)]
    unlike = [name for name in unlike if name not in genre.parameters.values() and name not in genre.size]
    return f"is read with another {' and '.join(map(quote, different + unlike))}" if different or unlike else None


def check(puzzle: Puzzle, matching: GenreOfType, flags: Sequence[str], text: str) -> None:
    """PuzzleError if the board of a link that was written for a puzzle is read as another one."""
    if (sentence := difference(puzzle, matching, flags, text)) is not None:
        raise PuzzleError(f"{matching.genre.form} cannot hold this puzzle: what would be written {sentence}")


def meaning(puzzle: Puzzle, genre: Genre) -> dict[str, Any]:
    """All tokens by their places, options and holes; of regions only which cells belong together, and of the values of
    whole regions which region they belong to, as links say no more.
    """
    found: dict[str, Any] = {}
    blocks = {text for section in genre.sections for text in section.regions.blocks}
    cut = {part.place(token.values) for part in puzzle.type.parts if not puzzle.type.is_regions(part)
           for token in puzzle.tokens.get(part.name, ()) if token.text in blocks}  # fmt: skip
    regions: dict[str, dict[Value, frozenset[Cell]]] = {}
    for part in puzzle.type.parts:
        if puzzle.type.is_regions(part):
            groups: dict[str, set[Any]] = {}
            for token in puzzle.tokens.get(part.name, ()):
                if token.values["X"] not in cut:
                    groups.setdefault(token.text, set()).add(token.values["X"])
            found[part.name] = {frozenset(cells) for cells in groups.values()}
            regions[part.name] = {cell: region for region in found[part.name] for cell in region}
    where = {name: regions.get(section.at or "", {}) for section in genre.sections for name in section.parts}
    banks = {name for section in genre.sections if section.codec in BANKS for name in section.parts}
    for part in puzzle.type.parts:
        if part.name in banks:  # shapes may be turned, and blanks are left out
            found[part.name] = len(puzzle.tokens.get(part.name, ()))
        elif part.name not in found:
            places = where.get(part.name, {})
            found[part.name] = Counter(
                (place, token.values.get("I"), tuple(fill(template, values) for template in token.templates))
                for token in puzzle.tokens.get(part.name, ())
                for place, values in [_moved(part, token, places)]
            )
    return {**found, "options": default_options(puzzle.type) | puzzle.options, "holes": puzzle.board.holes}


def _moved(part: Part, token: Token, places: Mapping[Value, frozenset[Cell]]) -> tuple[str, Mapping[str, Value]]:
    """Where a token counts, and its values there: a clue of a region counts in the first of its cells."""
    place = part.place(token.values)
    region = places.get(place)
    return (str(place), token.values) if region is None else (str(min(region)), {**token.values, "X": min(region)})
