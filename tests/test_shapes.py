"""A new shape of part, and a new shape of cell, are an entry each: here they are added, and everything goes on as it does."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations, product

import pytest

import pysolve
from pysolve import formats
from pysolve.catalog import parts as part_keys
from pysolve.formats import Reading, Source
from pysolve.model import board as board_module
from pysolve.model import parts
from pysolve.model.board import CELL_SHAPES, Board, CellForm, CellShape, corner
from pysolve.model.parts import PART_SHAPES, PartShape
from pysolve.model.terms import Term, Value
from pysolve.render import svg, terminal
from pysolve.render.picture import Mark, Picture

HIGH = math.sqrt(3) / 2
ACROSS = {"e": (0, 1), "w": (0, -1)}

#: Triangles with a corner above take turns with those with a corner below: cell (1,1) has its own above.
TRIANGLE = CellShape(
    "triangle", "triangle",
    (
        CellForm({**ACROSS, "s": (1, 0)}, {"e": (0, -HIGH / 2), "s": (0.5, HIGH / 2), "w": (-0.5, HIGH / 2)}),
        CellForm({**ACROSS, "n": (-1, 0)}, {"n": (-0.5, -HIGH / 2), "e": (0.5, -HIGH / 2), "w": (0, HIGH / 2)}),
    ),
    columns=2, apart=1, height=HIGH, top=HIGH / 2,
)  # fmt: skip


class Whole(PartShape):
    name, about, variables = "whole", "a token for the whole board", (("B", "XYPQRCINWS"),)
    in_one_row = True

    def place(self, part, values: Mapping[str, Value]) -> Value:
        return Term(part.name, ())

    def places(self, part, board: Board) -> Iterator[tuple[int, int, Value]]:
        yield 0, 0, Term(part.name, ())

    def read(self, part, rows, reader):
        yield from reader.tokens(part, rows.tokens[0][0], {"B": 1})


RULES = """\
#include "../lib/board.lp".
%! As many cells are shaded as the number says.
{ shade(X) : cell(X) } = N :- all(N, _).
#show shade/1.
"""
MANIFEST = """\
name: Whole
group: shading
about: Shade as many cells as the number says.
rules:
  - Shade as many cells as the number says.
read:
  grid:
    int: "clue(X,V)"
  total:
    int: "all(V,B)"
draw:
  "shade(X)": shade
"""


@pytest.fixture
def whole(monkeypatch, write):
    """A type with a part of a new shape."""
    monkeypatch.setattr(part_keys, "PART_SHAPES", (Whole(), *PART_SHAPES))
    monkeypatch.setattr(part_keys, "WHERE", part_keys.WHERE | {"B"})
    write(RULES, "types/whole/rules.lp")
    folder = write(MANIFEST, "types/whole/manifest.yaml").parent
    return lambda text: formats.read(Source("a", "a", text.encode()), Reading("whole", (str(folder.parent),)))


@pytest.mark.parametrize("format_", ["native", "plain_text"])
def test_a_new_shape_of_part_is_read_and_written_by_its_entry_alone(whole, format_):
    puzzle = whole("2 2\n. .\n. .\n4\n")
    assert [token.text for token in puzzle.tokens["total"]] == ["4"]
    again = whole(formats.write(puzzle, format_).decode())
    assert again.tokens == puzzle.tokens
    with pytest.raises(pysolve.PuzzleError, match="found 'x', expected a number"):
        whole("2 2\n. .\n. .\nx\n")


@pytest.fixture
def triangles(monkeypatch):
    monkeypatch.setattr(board_module, "CELL_SHAPES", (*CELL_SHAPES, TRIANGLE))


def test_a_new_shape_of_cell_has_its_board_from_its_entry_alone(triangles):
    board = Board.of_rows(TRIANGLE, [1, 3])
    assert board.cells == ((1, 3), (2, 2), (2, 3), (2, 4))
    assert board.size == (2.5, 2 * HIGH)
    assert [board.neighbours(cell) for cell in board.cells] == [[(2, 3)], [(2, 3)], [(2, 4), (2, 2), (1, 3)], [(2, 3)]]
    assert Board.of_rows(TRIANGLE, [5, 7, 7, 5]).row_starts == (3, 2, 2, 3)
    assert Board.of_rows(TRIANGLE, [2, 2]).neighbours((1, 1)) == [(1, 2), (2, 1)]
    assert [board.position(cell) for cell in board.cells] == [1, 1, 2, 3]
    assert board.name(Term("h", (4, 5))) == "the side between row 2, column 1 and row 2, column 2"
    assert pickle.loads(pickle.dumps(board)).shape is TRIANGLE
    with pytest.raises(pysolve.PuzzleError, match="neighbouring rows that differ by an even number of cells"):
        Board.of_rows(TRIANGLE, [1, 2])


def test_a_board_of_a_new_shape_is_drawn(triangles):
    board = Board.of_rows(TRIANGLE, [3, 3])
    marks = [
        Mark("shade", (1, 1)), Mark("text", (1, 2), value="7"), Mark("line", (2, 2), (2, 3)),
        Mark("line", (1, 1), (2, 1)), Mark("border", (1, 3), value="1"), Mark("wall", (1, 3), (2, 3)),
    ]  # fmt: skip
    picture = Picture(board, tuple(marks))
    assert terminal.render(picture).splitlines() == ["██ 7│·", " │   ─", " • •─•"]
    document = svg.render([picture])
    assert document.count("M") > 6 and "M20 0L40 34.64H0Z" in document


@pytest.mark.parametrize("shape", [*parts.PART_SHAPES, *CELL_SHAPES], ids=str)
def test_there_is_one_object_of_each_shape_in_every_process(shape):
    assert pickle.loads(pickle.dumps(shape)) is shape


@pytest.mark.parametrize("shape", [*CELL_SHAPES, TRIANGLE], ids=str)
def test_the_sides_of_an_outline_lie_between_a_cell_and_those_behind_them(shape):
    board = Board.of_rows(shape, [5, 5, 5])
    cell = board.space_rows[1][2]
    corners = list(board.outline(cell).items())
    for (name, (x, y)), (_, (other_x, other_y)) in zip(corners, [*corners[1:], corners[0]]):
        middle = board.point(board.sides_of(cell)[name])
        assert middle == pytest.approx(((x + other_x) / 2, (y + other_y) / 2)), name


#: The seven cells of a small hexagon, by their rows, and which of them are neighbours.
HEXAGON = ((0, 1), (2, 3, 4), (5, 6))
BESIDE = {0: {1, 2, 3}, 1: {0, 3, 4}, 2: {0, 3, 5}, 3: {0, 1, 2, 4, 5, 6}, 4: {1, 3, 6}, 5: {2, 3, 6}, 6: {3, 4, 5}}


def count_with_regions(type_: str, names: Mapping[int, str]) -> int:
    """How many answers the hexagon has as a puzzle of a type, empty and with these regions, by their cells."""
    rows = ["".join(f"  {' '.join(of[cell] for cell in row)}\n" for row in HEXAGON) for of in ("." * 7, names)]
    text = f"puzzle: {type_}\nboard: hex\ngrid: |\n{rows[0]}regions: |\n{rows[1]}"
    return sum(1 for _ in pysolve.solve(pysolve.read_text(text), pysolve.Settings(models=0)))


def group(cell: int, among: set[int]) -> set[int]:
    """The cells that hang together with one, among some."""
    found, waiting = {cell}, [cell]
    while waiting:
        new = (BESIDE[waiting.pop()] & among) - found
        found |= new
        waiting += new
    return found


#: Of each type whether cells that are shaded fit the numbers, as its rules in words say.
ON_HEXAGONS = {
    "minesweeper": lambda clues, shaded: all(
        x not in shaded and len(BESIDE[x] & shaded) == n for x, n in clues.items()
    ),
    "mosaic": lambda clues, shaded: all(len((BESIDE[x] | {x}) & shaded) == n for x, n in clues.items()),
    "kurotto": lambda clues, shaded: all(
        x not in shaded and len(set().union(*(group(y, shaded) for y in BESIDE[x] & shaded))) == n
        for x, n in clues.items()
    ),
    "slitherlink": lambda clues, inside: (
        bool(inside)
        and all(group(x, inside) == inside for x in inside)
        and {*BESIDE} - inside != {3}  # the middle one
        and all(
            len(BESIDE[x] - inside if x in inside else BESIDE[x] & inside) + (x in inside) * (6 - len(BESIDE[x])) == n
            for x, n in clues.items()
        )
    ),
    "nurikabe": lambda clues, shaded: (
        not any(x in shaded for x in clues)
        and all(len(group(x, {*BESIDE} - shaded)) == n for x, n in clues.items())
        and all(len(group(x, {*BESIDE} - shaded) & {*clues}) == 1 for x in {*BESIDE} - shaded)
        and all(group(x, shaded) == shaded for x in shaded)
        and not any(z in BESIDE[x] for x in shaded for y in BESIDE[x] & shaded for z in BESIDE[y] & shaded)
    ),
}


@pytest.mark.parametrize("name", ON_HEXAGONS)
def test_rules_that_ask_for_neighbours_hold_on_hexagons(name: str):
    chance = random.Random(name)
    fits = ON_HEXAGONS[name]
    every = [{cell for cell in BESIDE if number >> cell & 1} for number in range(2 ** len(BESIDE))]
    counts = set()
    for _ in range(40):
        clues = {cell: chance.randint(name == "nurikabe", 4) for cell in chance.sample(range(7), chance.randint(1, 3))}
        rows = "".join(f"  {' '.join(str(clues.get(cell, '.')) for cell in row)}\n" for row in HEXAGON)
        puzzle = pysolve.read_text(f"puzzle: {name}\nboard: hex\ngrid: |\n{rows}")
        found = sum(1 for _ in pysolve.solve(puzzle, pysolve.Settings(models=0)))
        assert found == sum(fits(clues, shaded) for shaded in every), rows
        counts.add(found)
    assert len(counts) > 1


@pytest.mark.parametrize("name", ["suguru", "meander"])
def test_the_numbers_of_regions_on_hexagons_differ_where_cells_touch(name: str):
    """By the rules in words: each region holds the numbers from 1 on, equal ones do not touch; in one of the types those
    that follow each other do.
    """
    chance, counts = random.Random(name), set()
    for _ in range(30):
        names = dict(zip(BESIDE, chance.choices("ABC", k=len(BESIDE))))
        areas = [[cell for cell in BESIDE if names[cell] == letter] for letter in sorted({*names.values()})]
        found = count_with_regions(name, names)
        expected = 0
        for order in product(*(permutations(area) for area in areas)):
            number = {cell: at for area in order for at, cell in enumerate(area, 1)}
            differ = all(number[x] != number[y] for x in BESIDE for y in BESIDE[x])
            joined = all(y in BESIDE[x] for area in order for x, y in pairwise(area))
            expected += differ and (joined or name == "suguru")
        assert found == expected, names
        counts.add(found)
    assert len(counts) > 1


def test_stars_on_hexagons_are_counted_in_all_three_directions():
    """By the rules in words: one star in each line and in each region, none beside another one."""
    lines = [{0, 1}, {2, 3, 4}, {5, 6}, {0, 2}, {1, 3, 5}, {4, 6}, {2, 5}, {0, 3, 6}, {1, 4}]
    chance, counts = random.Random("stars"), set()
    every = [{cell for cell in BESIDE if number >> cell & 1} for number in range(2 ** len(BESIDE))]
    for _ in range(60):
        names = dict(zip(BESIDE, chance.choices("ABC#", [3, 3, 3, 1], k=len(BESIDE))))
        areas = [{cell for cell in BESIDE if names[cell] == letter} for letter in {*names.values()} - {"#"}]
        rows = "".join(f"  {' '.join(names[cell] for cell in row)}\n" for row in HEXAGON)
        puzzle = pysolve.read_text(f"puzzle: starbattle\nboard: hex\nregions: |\n{rows}")
        found = sum(1 for _ in pysolve.solve(puzzle, pysolve.Settings(models=0)))
        assert found == sum(
            all(len(stars & each) == 1 for each in [*lines, *areas])
            and not any(y in BESIDE[x] or names[x] == "#" for x in stars for y in stars)
            for stars in every
        ), rows
        counts.add(found)
    assert len(counts) > 1


def test_regions_of_different_neighbours_on_hexagons():
    """By the rules in words: regions that touch have different numbers from 1 to 4."""
    chance, counts = random.Random("neighbours"), set()
    for _ in range(20):
        names = dict(zip(BESIDE, chance.choices("ABCDE", k=len(BESIDE))))
        found = count_with_regions("diffneighbors", names)
        regions = sorted({*names.values()})
        ways = (dict(zip(regions, numbers)) for numbers in product(range(1, 5), repeat=len(regions)))
        touch = {(names[x], names[y]) for x in BESIDE for y in BESIDE[x] if names[x] != names[y]}
        assert found == sum(all(way[a] != way[b] for a, b in touch) for way in ways), names
        counts.add(found)
    assert len(counts) > 1


def test_signs_of_regions_on_hexagons():
    """By the rules in words: of each sign one in a region, none beside its like, and all of them in one piece."""
    chance, counts = random.Random("signs"), set()
    for _ in range(20):
        names = dict(zip(BESIDE, chance.sample("AAAABBB", k=len(BESIDE))))
        found = count_with_regions("hakoiri", names)
        areas = [[cell for cell in BESIDE if names[cell] == letter] for letter in "AB"]
        expected = 0
        for ones in product(*(permutations(area, 3) for area in areas)):
            signs = {cell for one in ones for cell in one}
            expected += ones[0][0] not in BESIDE[ones[1][0]] and all(
                one not in BESIDE[other] for one, other in zip(*ones)
            ) and group(min(signs), signs) == signs  # fmt: skip
        assert found == expected, names
        counts.add(found)
    assert len(counts) > 1


def test_snakes_on_hexagons():
    """By the rules in words: a path that does not touch itself, and white groups of the given sizes."""
    every = [{cell for cell in BESIDE if number >> cell & 1} for number in range(1, 2 ** len(BESIDE))]
    paths = [
        snake for snake in every
        if group(min(snake), snake) == snake
        and max(len(BESIDE[x] & snake) for x in snake) < 3 and min(len(BESIDE[x] & snake) for x in snake) < 2
    ]  # fmt: skip
    groups = [sorted(len(each) for each in {frozenset(group(x, {*BESIDE} - s)) for x in {*BESIDE} - s}) for s in paths]
    for sizes in sorted(set(map(tuple, groups))):
        counts = " ".join(str(sizes.count(size)) for size in range(1, max(sizes, default=1) + 1))
        rows = "".join(f"  {' '.join('.' for _ in row)}\n" for row in HEXAGON)
        puzzle = pysolve.read_text(f"puzzle: snakeegg\nboard: hex\nsizes: {counts!r}\ngrid: |\n{rows}")
        found = sum(1 for _ in pysolve.solve(puzzle, pysolve.Settings(models=0)))
        assert found == groups.count(list(sizes)), counts


def test_corners_of_hexagons_join_sides_and_have_points_names_and_turns():
    """Each side of each cell lies between two of its corners; a half turn turns sides and corners alike."""
    board = Board.hexagon(3)
    assert len(board.corners) == 54 and {len(board.cells_around(each)) for each in board.corners} == {1, 2, 3}
    for cell in board.cells:
        outline = board.outline(cell)
        for name, (one, other) in board.ends_of_sides(cell).items():
            side = board.sides_of(cell)[name]
            turned = board.side_along(board.turned(one), board.turned(other))
            assert board.side_along(one, other) == side and turned == board.turned(side)
            (ax, ay), (bx, by) = map(board.point, (one, other))
            assert board.point(side) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
            assert any(outline[name] == pytest.approx(each) for each in ((ax, ay), (bx, by)))
    assert board.name(corner(1, 3)) == "the upper left corner of row 1, column 1"
    assert board.name(corner(6, 6)) == "the lower corner of row 5, column 2"
    assert board.side_along(corner(1, 4), corner(2, 4)) is None  # the upper and the lower corner of a cell
