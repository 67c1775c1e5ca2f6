"""A reflected board has the reflected answers: no rule mistakes rows for columns, or left for right.

The facts of a puzzle are reflected, place by place, and solved by the plain rules. Whether a type's boards may be
reflected is seen from its manifest: words are read in one direction, and a clue in a margin can only move to a margin
that the type reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import clingo
import pytest
from samples import TYPES, small

from pysolve import rules
from pysolve.model.board import SQUARE, Board, Side, cell_of, corner, corner_of, halves_of, margin_of
from pysolve.model.parts import WORDS
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType
from pysolve.model.terms import Term, Value
from pysolve.render import answer_text
from pysolve.solving import facts
from pysolve.solving.facts import SymbolReader

#: Types whose rules tell directions apart for a reason that the manifest does not show (gravity, say), each with it.
ONE_WAY: dict[str, str] = {
    "kakuro": "sums name the directions down and right",
    "sukrokuro": "sums name the directions down and right",
    "bricks": "bricks lie along rows",
    "tachibk": "two boards lie side by side",
    "kojun": "of two cells of a region, the upper one holds the larger number",
    "scrabble": "words are read to the right",
    "mrokmrno": "words are read to the right",
    "yokeimoji": "words are read to the right",
    "galaxies": "a centre belongs to the cell to its upper left",
    "gokigennaname": "a diagonal that rises becomes one that falls",
    "kinkonkan": "a mirror that rises becomes one that falls",
    "undead": "a mirror that rises becomes one that falls",
    "news": "letters name directions",
    "numbersnake": "the path begins in the upper left cell and ends in the lower right one",
    "tatamibari": "a rectangle that is wide becomes a high one",
    "clueless1sudoku": "a box of even size has no middle",
    "clueless2sudoku": "a Sudoku of boxes of even size has no middle",
    "consecutivesudoku": "the sums of marked sides name directions",
    "futoshiki": "of two cells the one with the smaller number is named first",
    "minarism": "of two cells the one with the smaller number is named first",
    "evolmino": "of the two cells beside an arrow the one that it leaves is named first",
    "aquarium": "water flows down",
    "stostone": "stones fall down",
    "dosufuwa": "balloons rise, and iron balls fall",
    "gravel": "squares lie on what is below and to the right",
    "crossstitch": "a diagonal that rises becomes one that falls",
    "firewalk": "a strip that rises becomes one that falls",
    "slashpack": "a diagonal that rises becomes one that falls",
    "wagiri": "a diagonal that rises becomes one that falls",
    "moonlight": "the sums of lit sides name directions",
    "grandtour": "the sums of given sides name directions",
    "longest": "the sums of given sides name directions",
    "mejilink": "the sums of dotted sides name directions",
    "amibo": "a level bar becomes an upright one",
    "ladders": "an upright ladder becomes a level one",
    "tajmahal": "a circle belongs to the point to its upper left",
    "midloop": "a dot belongs to the cell to its upper left",
    "kurarin": "a dot belongs to the cell to its upper left",
    "nothree": "a dot belongs to the cell to its upper left",
    "nuriuzu": "a star belongs to the cell to its upper left",
    "sansaroad": "a dot belongs to the cell to its upper left",
    "tetrochaink": "a dot belongs to the cell to its upper left",
    "myopia": "groups of arrows name directions",
    "curvedata": "figures of a bank are not turned",
    "pentopia": "groups of arrows name directions",
    "compass": "four numbers of a cell name directions",
    "triplace": "numbers of a cell name the directions down and right",
    "mukkonn": "four numbers of a cell name directions",
    "pipelink": "pieces name directions",
    "pipeline": "pieces name directions",
    "pipelinkr": "pieces name directions",
    "reflect": "triangles name directions",
    "shugaku": "the pillow of an upright bed is its lower half",
    "gattai8sudoku": "the Sudokus lie on a board that is wider than high",
    "shogunsudoku": "the Sudokus lie on a board that is wider than high",
}

Reflection = Callable[[Board, Value], Value]

ACROSS = {Side.LEFT: Side.TOP, Side.TOP: Side.LEFT, Side.RIGHT: Side.BOTTOM, Side.BOTTOM: Side.RIGHT}
OPPOSITE = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}


def transposed(board: Board, place: Value) -> Value:
    """Where a place goes when rows become columns."""
    if (cell := cell_of(place)) is not None:
        return cell[1], cell[0]
    if (at := corner_of(place)) is not None:
        return corner(at[1], at[0])
    if (halves := halves_of(place)) is not None:
        return Term("h", (halves[1], halves[0]))
    if (margin := margin_of(place)) is not None:
        return ACROSS[margin[0]].at(margin[1])
    return place


def mirrored(board: Board, place: Value) -> Value:
    """Where a place goes when left becomes right."""
    width = board.columns + 1
    if (cell := cell_of(place)) is not None:
        return cell[0], width - cell[1]
    if (at := corner_of(place)) is not None:
        return corner(at[0], width + 1 - at[1])
    if (halves := halves_of(place)) is not None:
        return Term("h", (halves[0], 2 * width - halves[1]))
    if (margin := margin_of(place)) is not None:
        side, number = margin
        return OPPOSITE[side].at(number) if side.along_rows else side.at(width - number)
    return place


REFLECTIONS: dict[str, Reflection] = {"rows for columns": transposed, "left for right": mirrored}

#: Where directions go, and what becomes of lying and standing bars.
DIRECTIONS: dict[Reflection, dict[str, str]] = {
    transposed: {"n": "w", "w": "n", "s": "e", "e": "s", "ne": "sw", "sw": "ne", "h": "v", "v": "h"},
    mirrored: {"e": "w", "w": "e", "ne": "nw", "nw": "ne", "se": "sw", "sw": "se"},
}


def within(value: Value) -> Iterator[Value]:
    """A value, and all values that it consists of."""
    yield value
    for part in value.args if isinstance(value, Term) else value if isinstance(value, tuple) else ():
        yield from within(part)


def may_be(type_: PuzzleType, reflection: Reflection) -> bool:
    """Whether a reflected board is one of the type."""
    shapes = {part.shape for part in type_.parts}
    if SQUARE.name not in type_.boards or WORDS in shapes or type_.name in ONE_WAY:
        return False
    terms = [each for part in type_.parts for template in part.templates for each in within(template)]
    sides = {Side(each.name) for each in terms if isinstance(each, Term) and each.args and each.name in [*Side]}
    if reflection is transposed:
        return all(ACROSS[side] in sides for side in sides)
    lists = any(shape.is_lists for shape in shapes)  # they are read from the left, or from above
    return not lists and all(OPPOSITE[side] in sides for side in sides if side.along_rows)


def reflected(board: Board, value: Any, reflection: Reflection) -> Any:
    """A value with its places where the reflection puts them; a link names its two places in order."""
    if isinstance(value, frozenset):
        return frozenset(reflected(board, each, reflection) for each in value)
    if is_place(value):
        return reflection(board, value)
    if isinstance(value, Term) and not value.args:
        return Term(DIRECTIONS.get(reflection, {}).get(value.name, value.name))
    if isinstance(value, Term):
        args = [reflected(board, each, reflection) for each in value.args]
        links = len(args) >= 2 and all(map(is_place, args[:2]))
        return Term(value.name, (*sorted(args[:2], key=str), *args[2:]) if links else tuple(args))
    return tuple(reflected(board, each, reflection) for each in value) if isinstance(value, tuple) else value


def is_place(value: Value) -> bool:
    return any(of(value) is not None for of in (cell_of, corner_of, halves_of, margin_of))


def atoms_of(puzzle: Puzzle) -> list[Term]:
    """All facts of the puzzle's board and clues."""
    control = clingo.Control()
    control.add("base", [], facts.text(puzzle))
    control.ground([("base", [])])
    return [SymbolReader().term(atom.symbol) for atom in control.symbolic_atoms]


def sized(atom: Term) -> Term:
    """The fact of the board's size when rows become columns."""
    name = {"rows": "columns", "columns": "rows"}.get(atom.name)
    return Term(name, atom.args) if name is not None and len(atom.args) == 1 else atom


def answers(puzzle: Puzzle, atoms: list[Term]) -> list[tuple[Term, ...]]:
    """The answers that the rules give to these facts; two at most."""
    constants = [f"-c {name}={value}" for name, value in puzzle.options.items()]
    control = clingo.Control(["2", "--project=show", *constants], logger=lambda *_: None)
    control.add("base", [], rules.load([puzzle.type.rules_file]).text + "".join(f"{atom}.\n" for atom in atoms))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [SymbolReader().atoms(model.symbols(shown=True)) for model in handle]


def unlabelled(puzzle: Puzzle, atoms: Iterable[Term]) -> set[object]:
    """The atoms, but for regions their cells: a region that is named by its first cell has another name when reflected."""
    areas = [rule for rule in answer_text.shown_rules(puzzle) if rule.layer.is_area]
    regions: dict[Value, set[Value]] = {}
    result: set[object] = set()
    for atom in atoms:
        drawn = next(filter(None, (rule.match(atom) for rule in areas)), None)
        if drawn is None:
            result.add(atom)
        else:
            regions.setdefault(drawn.values[areas[0].values[0]], set()).add(drawn.place)
    return result | set(map(frozenset, regions.values()))


CASES = [
    (name, reflection)
    for name, type_ in TYPES.items()
    for reflection, function in REFLECTIONS.items()
    if may_be(type_, function)
]


@pytest.mark.parametrize(("name", "reflection"), CASES)
def test_a_reflected_board_has_the_reflected_answer(name: str, reflection: str):
    puzzle, function = small(name), REFLECTIONS[reflection]
    atoms = atoms_of(puzzle)
    turned = [sized(atom) if function is transposed else atom for atom in atoms]
    turned = [reflected(puzzle.board, atom, function) for atom in turned]  # type: ignore[misc]
    assert set(turned) != set(atoms), "the board is its own reflection, which shows nothing"
    [answer] = answers(puzzle, atoms)
    [other] = answers(puzzle, turned)
    same = partial(reflected, puzzle.board, reflection=lambda _, place: place)
    there = {reflected(puzzle.board, each, function) for each in unlabelled(puzzle, answer)}
    assert there == set(map(same, unlabelled(puzzle, other)))


def test_every_type_is_reflected_or_says_why_not():
    words = {name for name, type_ in TYPES.items() if type_.list_part is not None}
    hexagonal = {name for name, type_ in TYPES.items() if SQUARE.name not in type_.boards}
    assert {name for name, _ in CASES} | words | hexagonal | set(ONE_WAY) == set(TYPES)
