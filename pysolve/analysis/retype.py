"""The same clues as a puzzle of another type: those types that take every one of them, on the same board.

A part goes into the part of the other type that has its name and its shape, or into the only one of its shape. A type
is listed if it takes the tokens of all clues. Whether its rules accept them is only checked for the type that is
chosen, because that needs its rules grounded.
"""

from __future__ import annotations

from dataclasses import replace

from ..catalog.manifest import with_constraints, with_own_rules
from ..model.build import build, draft_of
from ..model.errors import PuzzleError
from ..model.parts import HOLE, Part
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..solving import facts
from ..solving.settings import Settings
from .ground import InputRules


def takers(puzzle: Puzzle, types: list[PuzzleType]) -> list[PuzzleType]:
    """The other types whose parts take all clues of a puzzle, sorted by their titles."""
    others = [each for each in types if each.name != puzzle.type.name and _as(puzzle, each) is not None]
    return sorted(others, key=lambda each: each.title.casefold())


def retyped(puzzle: Puzzle, type_: PuzzleType) -> Puzzle:
    """The puzzle as one of another type; PuzzleError, with the place, if its rules find something wrong with it."""
    other = _as(puzzle, type_)
    if other is None:
        raise PuzzleError(f"{type_.title} has no place for some of these clues")
    for place, sentence in InputRules(other, Settings()).refusals(other, facts.token_facts(other)):
        where = other.board.name(place)
        raise PuzzleError(f"{where}: {sentence}" if where else sentence)
    return other


def _as(puzzle: Puzzle, type_: PuzzleType) -> Puzzle | None:
    if puzzle.board.shape.name not in type_.boards or puzzle.lists:
        return None
    if puzzle.type.added:
        if type_.offered != puzzle.type.offered:
            return None
        type_ = with_constraints(type_, [each.name for each in puzzle.type.added if not each.is_own])
        type_ = with_own_rules(type_, [each.rules_file for each in puzzle.type.own_rules])
    names = _targets(puzzle, type_)
    if names is None:
        return None
    draft = draft_of(puzzle)
    draft.parts = {names[name]: rows for name, rows in draft.parts.items() if name in names}
    draft.options = {name: value for name, value in draft.options.items() if name in type_.options}
    symbols = draft.symbols if type_.alphabets else None
    try:
        return build(type_, replace(draft, answer=None, verdict=None, name="", symbols=symbols))
    except PuzzleError:
        return None


def _targets(puzzle: Puzzle, type_: PuzzleType) -> dict[str, str] | None:
    """From the parts in which something stands to those of the type; None if one has none, or one that the type needs
    would stay without anything.
    """
    given = [part for part in puzzle.type.parts if _is_used(puzzle, part)]
    free = list(type_.parts)
    names: dict[str, str] = {}
    for part in sorted(given, key=lambda each: type_.part(each.name) is None):
        alike = {each.name: each for each in free if _form(type_, each) == _form(puzzle.type, part)}
        target = alike.get(part.name, next(iter(alike.values())) if len(alike) == 1 else None)
        if target is None:
            return None
        names[part.name] = target.name
        free.remove(target)
    needed = {part.name for part in type_.parts if not (part.optional or part.is_ignored)} - set(names.values())
    if not given or any(puzzle.type.part(name) is None for name in needed):
        return None
    return names | {name: name for name in needed}  # an empty part says as much there as here


def _is_used(puzzle: Puzzle, part: Part) -> bool:
    """Whether something stands in a part of a puzzle besides holes."""
    return any(part.tokens.get(each.text, each.text) not in (HOLE, ()) for each in puzzle.tokens.get(part.name, ()))


def _form(type_: PuzzleType, part: Part) -> tuple[object, ...]:
    """What two parts have in common that may have the same tokens."""
    side = part.side if part.shape.is_margin else None
    return part.shape, part.inner, side, part.says_regions or type_.is_regions(part)
