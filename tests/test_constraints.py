"""Constraints that puzzles add to their types: each file, the groups of cells in puzzles, and what commands make of them."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from conftest import INSTANCES, ROOT
from conftest import command as run

import pysolve
from pysolve import PuzzleError, catalog, formats, rules
from pysolve.analysis.constraints import constraints_of
from pysolve.analysis.type_tests import stated_boards, wrong_boards
from pysolve.catalog.manifest import constraint_names, with_constraints
from pysolve.formats import Reading
from pysolve.generate.boards import without_clues
from pysolve.generate.make import MakeRequest, make_puzzle
from pysolve.model.build import Draft, build
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType
from pysolve.model.rows import Rows
from pysolve.render.answer_text import Answer
from pysolve.run.cluster import shared_parcel
from pysolve.solving.settings import Settings

sys.path.insert(0, str(ROOT / "bench"))

import brute
from oracles.constraints import GROUPS, PLACES, SWITCHES, VALUES, kept, random_constraints, random_group
from oracles.constraints import run as cells_in
from oracles.places import Board, Cell

SUDOKU = catalog.find("sudoku")
NAMES = constraint_names(SUDOKU)
FOLDER = catalog.library() / "lib" / "sudoku"

GRID = "grid: |\n" + "  . . . .\n" * 4


def sudoku(more: str, grid: str = GRID) -> Puzzle:
    return pysolve.read_text(f"puzzle: sudoku\n{grid}{more}")


def with_example(name: str) -> list[Puzzle]:
    files = [pysolve.read(str(file)) for file in catalog.examples(SUDOKU)]
    return [puzzle for puzzle in files if name in {each.name for each in puzzle.type.added}]


# -- The files


def test_every_constraint_is_two_files_and_a_line_of_the_page():
    page = (ROOT / "docs" / "constraints.md").read_text()
    assert {file.stem for file in FOLDER.glob("*.yaml")} == {file.stem for file in FOLDER.glob("*.lp")} == set(NAMES)
    for name in NAMES:
        assert f"`{name}`" in page
        assert len(with_constraints(SUDOKU, [name]).rules) > len(SUDOKU.rules), name


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.rest] * (at % 4 > 0)) for at, name in enumerate(NAMES)]
)
def test_every_sentence_has_a_board_that_breaks_it_alone(name: str):
    examples = with_example(name)
    assert examples, f"no example of {name}"
    program = rules.load([FOLDER / f"{name}.lp"])
    stated = {each.sentence for each in constraints_of(program) if "lib/sudoku" in program.place(each.line)[0]}
    assert None not in stated
    for board in stated_boards(SUDOKU):  # test_wrong_boards looks at them
        stated -= set(board.breaks)
    for puzzle in examples:
        for wrong in wrong_boards(puzzle, Settings(), tuple(sentence for sentence in stated if sentence is not None)):
            if wrong.answer is not None:
                stated.discard(wrong.constraint.sentence)
    assert not stated


def test_the_words_know_every_constraint():
    assert {*GROUPS, *SWITCHES, *PLACES, *MODIFIERS, "region"} == set(NAMES)


@pytest.mark.rest
@pytest.mark.parametrize("part", range(4))
def test_random_boards_have_the_answers_of_the_rules_in_words(part: int):
    tally = brute.Tally()
    boards = [*map(list, SWITCHES), *([name] for name in VALUES for _ in range(2))][part::4]
    for number, names in enumerate(boards):
        chance = random.Random(f"{part} {number}")
        parts, switches = random_constraints(4, chance, *VALUES.keys() & names)
        tokens = [[chance.choice("1234") if chance.random() < 0.1 else "." for _ in range(4)] for _ in range(4)]
        draft = Draft("random", parts={"grid": Rows(tokens)} | {name: Rows(rows) for name, rows in parts.items()})
        puzzle = build(with_constraints(SUDOKU, [*parts, *switches]), draft)
        brute.compare(puzzle, draft, None, tally)
    assert tally.counts["in words"] == len(boards)
    assert not tally.faults, tally.faults[0]


#: Cells that count otherwise than their values: how they do.
MODIFIERS = {"doublers": 2, "negators": -1}

#: Sums, each with whether the values of its cells, as they count, make it.
SUMS: dict[str, Callable[[list[int]], bool]] = {
    "cage: |\n  r1c1-r1c3 = 9": lambda counted: sum(counted) == 9,
    "sum-cage: |\n  r1c1-r1c3 = 6": lambda counted: sum(counted) == 6,
    "little-killer: |\n  r1c1-r1c3 = 9": lambda counted: sum(counted) == 9,
    "arrow: |\n  r1c1-r1c3": lambda counted: counted[0] == sum(counted[1:]),
    "double-arrow: |\n  r1c1-r1c3": lambda counted: counted[0] + counted[2] == counted[1],
    "zipper: |\n  r1c1-r1c3": lambda counted: counted[0] + counted[2] == counted[1],
    "region-sum: |\n  r1c1-r1c3": lambda counted: counted[0] + counted[1] == counted[2],
    "sum-line: |\n  r1c1-r1c3 = 9": lambda counted: sum(counted) == 9 and counted[0] != 9 != counted[2],
}


@pytest.mark.parametrize("name", MODIFIERS)
@pytest.mark.parametrize("more", SUMS)
def test_modified_cells_count_otherwise_in_sums(more: str, name: str):
    """All ways to choose a cell of every row, so that columns, boxes and values have one each, beside the plain answers."""
    grid = "grid: |\n  . . . .\n  . . . .\n  2 . . 3\n  . . . .\n"
    expected = set()
    for answer in pysolve.solve(sudoku("", grid), Settings(models=0)):
        values = dict(answer["value"])
        for columns in permutations(range(1, 5)):
            cells = [*enumerate(columns, 1)]
            boxes = {((r - 1) // 2, (c - 1) // 2) for r, c in cells}
            if len(boxes) == 4 and len({values[x] for x in cells}) == 4:
                counted = [values[1, c] * (MODIFIERS[name] if (1, c) in cells else 1) for c in (1, 2, 3)]
                if SUMS[more](counted):
                    expected.add((*sorted(values.items()), *cells))
    answers = list(pysolve.solve(sudoku(f"{name}: yes\n{more}\n", grid), Settings(models=0)))
    found = {(*sorted(dict(each["value"]).items()), *sorted(each[name.removesuffix("s")])) for each in answers}
    assert found == expected and len(answers) == len(expected)


def test_regions_take_the_place_of_the_boxes():
    regions = "region: |\n  r1c1-r1c4\n  r2c1-r2c4\n  r3c1-r3c4\n  r4c1-r4c4\n"
    grid = "grid: |\n  1 2 3 4\n  . . . .\n  . . . .\n  . . . .\n"
    assert len(list(pysolve.solve(sudoku(regions, grid), Settings(models=0)))) == 24  # Latin squares
    assert len(list(pysolve.solve(sudoku("", grid), Settings(models=0)))) == 12
    with pytest.raises(PuzzleError, match="expected regions of 4 cells, but this one has 3"):
        pysolve.check(sudoku("region: |\n  r1c1-r1c3\n"))


# -- Groups in puzzles


def test_what_is_written_is_read_as_the_same_puzzle():
    puzzle = sudoku("thermometer: |\n  r1c1-r1c3 r2c3\n  r4c4\ncage: |\n  R2C1  r2c2=5\nanti-king: yes\n")
    text = formats.write(puzzle).decode()
    assert "thermometer: |\n  r1c1-r1c3 r2c3\n  r4c4\ncage: |\n  r2c1 r2c2 = 5\nanti-king: yes\n" in text
    again = pysolve.read_text(text)
    assert (again.tokens, [each.name for each in again.type.added]) == (
        puzzle.tokens, ["thermometer", "cage", "anti-king"],
    )  # fmt: skip


def test_groups_are_lists_of_lists_too():
    puzzle = sudoku("cage: [[r1c1-r1c2, =, '5'], [r4c4]]\n")
    assert puzzle.tokens == sudoku("cage: |\n  r1c1 r1c2 = 5\n  r4c4\n").tokens


WRONG = {
    "thermometer: |\n  r1c9": "found 'r1c9', which is not a cell of the board (line 1 of 'thermometer')",
    "thermometer: |\n  r1c1\n  r1c1-r2c3": "found 'r1c1-r2c3', expected cells of one row, column or diagonal (line 2",
    "thermometer: |\n  a1": "found 'a1', expected a cell such as r1c1",
    "thermometer: |\n  r1c1 = 3": "found '3', expected '.'",
    "cage: |\n  = 3": "found no cells",
    "cage: |\n  r1c1 = 3 4": "found 2 values behind '=', expected one",
    "cage: |\n  r1c1 = x": "found 'x', expected '.', a number",
    "little-killer: |\n  r1c1 r2c2": "found cells without a value, expected a number",
    "difference: |\n  r1c1 r3c1": "expected a dot between two cells that share a side",
    "arrow: |\n  r1c1": "row 1, column 1: expected an arrow of a circle and at least one cell more",
    "clone: |\n  r1c1-r1c3": "row 1, column 1: expected an even number of cells, a group and its clone",
    "quadruple: |\n  r1c1 r1c2 r2c1 r3c2 = 2": "row 1, column 1: expected the four cells around a corner",
    "battenburg: |\n  r1c1 r1c2 r2c1": "row 1, column 1: expected the four cells around a corner",
    "battenburg: |\n  r1c1 r1c2 r2c1 r3c2": "row 1, column 1: expected the four cells around a corner",
    "quadruple: |\n  r1c1 r1c2 r2c1 r2c2 = 2,2,2,2,2": "found '2,2,2,2,2', expected V with V a number",
    "sandwich: |\n  r1c1-r1c3 = 2": "row 1, column 1: expected all cells of a row or column",
    "thermometer: [[r1c1, 'r1c2).x(1']]": "found 'r1c2).x(1', expected a cell",
    "thermometer: |\n  r1c1\nanti-king: perhaps": "anti-king: expected 'yes' or 'no'",
    "thermometr: |\n  r1c1": "unknown key 'thermometr'; did you mean 'thermometer'?",
    "barometric-pressure: |\n  r1c1": "and may add the constraints all-column-indexers, all-ratios",
    "../x: yes": "unknown key '../x'",
}


@pytest.mark.parametrize("more", WRONG)
def test_what_is_wrong_with_a_constraint_is_said(more: str):
    with pytest.raises(PuzzleError) as caught:
        pysolve.check(sudoku(more + "\n"))
    assert WRONG[more] in str(caught.value)


def test_a_constraint_that_is_not_added_says_no():
    assert not sudoku("anti-king: no\n").type.added


def test_other_types_of_sudoku_offer_them_too_and_others_do_not():
    killer = pysolve.read_text(
        "puzzle: killer\ncages: |\n  . a a .\n" + "  . . . .\n" * 3 + "totals: |\n  . 5 . .\n" + "  . . . .\n" * 3
        + "thermometer: |\n  r1c1-r1c4\n"
    )  # fmt: skip
    assert all(answer.plain.startswith("1 2 3 4") for answer in pysolve.solve(killer, Settings(models=0)))
    with pytest.raises(PuzzleError, match="unknown key 'thermometer'; a Hidato puzzle has"):
        pysolve.read_text("puzzle: hidato\ngrid: |\n  1 .\nthermometer: |\n  r1c1\n")


def test_a_folder_beside_own_types_holds_constraints_of_ones_own(write, tmp_path: Path):
    write("name: Ones\nabout: each cell holds 1\nread: 'one(N,X)'\n", "types/lib/sudoku/ones.yaml")
    write("#defined one/2.\n%! X holds 1.\n:- one(_, X), not value(X, 1).\n", "types/lib/sudoku/ones.lp")
    manifest = "name: Mine\nparent: sudoku\ngroup: tests\nabout: A Sudoku.\n"
    write(manifest, "types/mine/manifest.yaml")
    write('#include "../sudoku/rules.lp".\n', "types/mine/rules.lp")
    file = write(f"puzzle: mine\n{GRID}ones: |\n  r1c4\nthermometer: |\n  r4c1-r4c4\n", "a.yaml")
    shared = shared_parcel(Reading(own_types=(str(tmp_path / "types"),)), Settings())
    assert {Path(name).name for name in shared.files} >= {"ones.yaml", "ones.lp", "manifest.yaml", "rules.lp"}
    done = run("solve", file, "--types", tmp_path / "types", "-f", "plain")
    assert done.out.splitlines()[0].endswith(" 1"), done.err


def test_constraints_in_a_folder_of_types_are_for_any_type_without_a_copy_of_it(write, tmp_path: Path):
    write("name: Ones\nabout: each cell holds 1\nread: 'one(N,X)'\n", "types/lib/sudoku/ones.yaml")
    write("#defined one/2.\n%! X holds 1.\n:- one(_, X), not value(X, 1).\n", "types/lib/sudoku/ones.lp")
    write("name: Darkness\nabout: no light in the first row\n", "types/lib/akari/dark.yaml")
    write("%! No light stands in the first row.\n:- light((1,_)).\n", "types/lib/akari/dark.lp")
    places = "--types", tmp_path / "types"
    file = write(f"puzzle: sudoku\n{GRID}ones: |\n  r1c4\nthermometer: |\n  r4c1-r4c4\n", "a.yaml")
    done = run("solve", file, *places, "-f", "plain")
    assert done.out.splitlines()[0].endswith(" 1"), done.err
    assert "ones: each cell holds 1" in run("show", "killer", *places).out
    file = write("puzzle: akari\ngrid: |\n  . x\n  x .\ndark: yes\n", "b.yaml")
    assert run("check", file, *places).out.strip().endswith("none")
    assert "No light stands in the first row" in run("why", file, *places).out
    assert "unknown key 'dark'" in run("solve", file).err


# -- What commands make of them


def test_why_names_a_thermometer_by_its_place(write):
    file = write(f"puzzle: sudoku\n{GRID}thermometer: |\n  r2c1-r2c4 r3c4\n  r1c1 r1c2\n")
    done = run("why", file, "-f", "plain")
    assert "the thermometer from row 2, column 1 to row 3, column 4" in done.out
    assert "On the thermometer with its bulb in row 2, column 1, row 2, column 1 holds" in done.out
    assert "from row 1, column 1" not in done.out


def test_a_dot_that_is_taken_away_leaves_a_place_where_there_may_be_one():
    puzzle = pysolve.reduce(pysolve.read(str(INSTANCES / "sudoku" / "all-dots.yaml"))).details.puzzle
    assert puzzle is not None
    text = formats.write(puzzle).decode()
    assert "= ?" in text
    assert pysolve.check(puzzle) == "unique"


def test_puzzles_are_made_with_the_constraints_of_a_board():
    board = without_clues(sudoku("thermometer: |\n  r1c1-r1c3\nanti-king: no\ndifference: |\n  r2c1 r2c2\n"))
    *_, made = make_puzzle(board, Settings(), MakeRequest(seed=1))
    assert made.puzzle is not None
    assert [each.name for each in made.puzzle.type.added] == ["thermometer", "difference"]
    assert made.puzzle.tokens["thermometer"] == board.tokens["thermometer"]
    assert pysolve.check(made.puzzle) == "unique"


def test_many_puzzles_are_solved_each_with_its_own_constraints():
    puzzles = [sudoku(f"thermometer: |\n  r1c1-r1c{last}\n") for last in (3, 4)] + [sudoku("")]
    puzzles += [sudoku("", "grid: |\n  1 2 3 4\n  3 4 1 2\n  2 1 4 3\n  . . . .\n")] * 3
    puzzles += [sudoku("anti-king: yes\n", "grid: |\n  1 2 3 4\n  3 4 1 2\n  2 1 4 3\n  . . . .\n")]
    assert list(pysolve.check_all(puzzles)) == [pysolve.check(puzzle) for puzzle in puzzles]


HOLD_THEM = {"native", "fpuzzles", "sudokupad", "url", "csv", "tsv", "xlsx", "page_link"}


@pytest.mark.parametrize("format_", sorted({*formats.writable()} - HOLD_THEM))
def test_a_format_that_cannot_hold_them_does_not_leave_them_out(format_: str):
    with pytest.raises(PuzzleError, match="anti-king"):
        formats.write(sudoku("anti-king: yes\n"), format_)


def test_a_cell_of_a_large_killer_holds_one_value():
    rows = [[(5 * (r % 2) + r // 2 + c) % 10 + 1 for c in range(10)] for r in range(10)]
    givens = "".join(f"  {' '.join(map(str, row))}\n" for row in rows)
    blank = "  . . . . . . . . . .\n"
    cages = f"  . a a . . . . . . .\n{blank * 9}"
    text = f"puzzle: killer\ncages: |\n{cages}totals: |\n{blank * 10}givens: |\n{givens}"
    assert pysolve.check(pysolve.read_text(text)) == "unique"


# -- Every type that offers them

OFFERING = [type_ for type_ in catalog.every() if type_.offered == "sudoku" and type_ is not SUDOKU]

#: What is about whole lines of one grid, and what is about boxes, which most types have none of.
NOT_EVERYWHERE = {"sandwich", "x-sum", "skyscraper", "sandwich-pair", "battlefield", "numbered-room", *PLACES}
OF_BOXES = {"region-sum", "box-indexer"}


def boards_of(type_: PuzzleType) -> tuple[Puzzle, list[Answer]]:
    """The smallest example without clues, and all its answers; with its clues, if it has too many without."""
    puzzle = pysolve.read(str(catalog.examples(type_)[0]))
    bare = without_clues(puzzle)
    for each in (bare, puzzle):
        answers = list(pysolve.solve(each, Settings(models=201)))
        if len(answers) < 201:
            break
    return each, answers


@pytest.mark.parametrize("type_", OFFERING, ids=lambda type_: type_.name)
def test_every_type_that_offers_constraints_keeps_them(type_: PuzzleType):
    puzzle, answers = boards_of(type_)
    filled = {answer.plain: dict(answer["value"]) for answer in answers}
    size = max(max(values.values()) for values in filled.values())
    is_one = puzzle.board.rows == size
    names = {*VALUES} & {*constraint_names(type_)} - OF_BOXES - (set() if is_one else NOT_EVERYWHERE)
    text, chance = formats.write(puzzle).decode().split("answer:")[0], random.Random(type_.name)
    for name in chance.sample(sorted(names), 12):
        group = random_group(name, size, chance)
        if group is None or not all(cell in values for values in filled.values() for cell in cells_of(group)):
            continue
        board = Board(size, size, {name: [group]})
        fits = {plain for plain, values in filled.items() if kept(board, values.__getitem__, [])}
        held = pysolve.read_text(f"{text}{name}: |\n  {' '.join(group)}\n")
        assert {answer.plain for answer in pysolve.solve(held, Settings(models=0))} == fits, held


def cells_of(group: list[str]) -> list[Cell]:
    return [cell for text in group if text.startswith("r") for cell in cells_in(text)]
