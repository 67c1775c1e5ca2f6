"""Puzzles of types that f-puzzles holds as another one: a Killer Sudoku is a Sudoku with cages. The manifest says how:

    fpuzzles: {type: sudoku, grid: givens, cage: {cells: cages, value: totals}}

The part `givens` becomes the grid of that type, and each letter of the grid `cages` a group of the constraint `cage`,
whose value stands in one of its cells in the grid `totals`.
"""

from __future__ import annotations

from .. import catalog
from ..catalog import manifest
from ..model.board import Cell, cell_of
from ..model.build import Draft, blank_rows, build, rows, symbols
from ..model.errors import PuzzleError
from ..model.formats import FormatKey
from ..model.parts import Part
from ..model.puzzle import WORDS_ABOUT, Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows, write_group
from ..model.yaml_text import Node


def other_type(type_: PuzzleType) -> dict[str, Node] | None:
    """What the manifest says, if puzzles of this type are held as those of another one."""
    said = type_.formats.get(FormatKey.FPUZZLES)
    return said if isinstance(said, dict) and "type" in said else None


def as_held(puzzle: Puzzle) -> Puzzle:
    """The puzzle as f-puzzles holds it; PuzzleError if the manifest says no right way."""
    said = other_type(puzzle.type)
    if said is None:
        return puzzle
    held = catalog.find(str(said["type"]))
    grid = _part(puzzle.type, said.get("grid"))
    draft = Draft(
        puzzle.file, name=puzzle.name, options=dict(puzzle.options), symbols=symbols(puzzle) or None,
        **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
    )  # fmt: skip
    draft.parts[held.parts[0].name] = Rows(
        rows(puzzle, grid) if grid.name in puzzle.tokens else blank_rows(puzzle, grid)
    )
    recipes = {name: recipe for name, recipe in said.items() if isinstance(recipe, dict)}
    for name, recipe in recipes.items():
        values = _texts(puzzle, _part(puzzle.type, recipe["value"])) if "value" in recipe else {}
        cells_of: dict[str, list[Cell]] = {}
        for cell, letter in _texts(puzzle, _part(puzzle.type, recipe.get("cells"))).items():
            cells_of.setdefault(letter, []).append(cell)
        texts = ((cells, [values[cell] for cell in cells if cell in values]) for cells in cells_of.values())
        draft.parts[name] = Rows([write_group(cells, *text[:1]) for cells, text in texts])
    return build(manifest.with_constraints(held, list(recipes)), draft)


def _part(type_: PuzzleType, name: object) -> Part:
    part = type_.part(str(name))
    if part is None:
        raise PuzzleError(f"fpuzzles: {type_.title} has no part {name}")
    return part


def _texts(puzzle: Puzzle, part: Part) -> dict[Cell, str]:
    """What stands in the cells of a part."""
    return {
        cell: token.text
        for token in puzzle.tokens.get(part.name, ())
        if (cell := cell_of(token.values["X"])) is not None
    }
