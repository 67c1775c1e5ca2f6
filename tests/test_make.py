"""Puzzles that are made: one answer, the same for the same seed, and truly different for different ones."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations

import pytest
import samples
from conftest import INSTANCES, command
from samples import TYPES, is_made, make_one, small, smallest
from sampling import Some

import pysolve
from pysolve import catalog
from pysolve.analysis.assumptions import AssumptionSolver, SearchLimitError, TooManyOpenError, implied_clues
from pysolve.analysis.clues import GIVE, clue_of, clues, make_program, without
from pysolve.analysis.reduce import turned
from pysolve.formats.crosswords import Crossword
from pysolve.formats.native import yaml_of
from pysolve.generate import boards
from pysolve.generate.make import MadePuzzle, Maker, MakeRequest, _numbered, _Tried, make_puzzle
from pysolve.model.errors import PuzzleError
from pysolve.model.formats import FormatKey
from pysolve.model.puzzle import Puzzle, StopReason, Verdict
from pysolve.model.puzzle_type import LargeMade, RegionSizes
from pysolve.model.terms import Term, Variable
from pysolve.render import answer_text
from pysolve.solving.search import Search
from pysolve.solving.settings import Settings

#: Boards, and how different the answers of ten puzzles are on average: the part of the atoms of two answers that only
#: one of them has. Three quarters of what was measured.
DIFFERENT = {
    ("akari", "7"): 0.57,
    ("hidato", "5"): 0.7,
    ("hidato", "hex3"): 0.7,
    ("killer", "4"): 0.57,
    ("nonogram", "6"): 0.34,
    ("numberlink", "6"): 0.3,
    ("nurikabe", "5"): 0.32,
    ("slitherlink", "6"): 0.36,
    ("starbattle", "6"): 0.63,
    ("sudoku", "6"): 0.61,
}

#: What several tests look at is made once.
known = cache(make_one)


def puzzle_of(made: MadePuzzle) -> Puzzle:
    assert made.puzzle is not None, made.failure
    return made.puzzle


def check_alone(made: MadePuzzle) -> None:
    """The puzzle's answer is the only one by the plain rules."""
    search = Search(puzzle_of(made), Settings(models=2))
    answers = [set(answer.atoms) for answer in search]
    assert answers == [set(made.answer)] and search.outcome.verdict == Verdict.UNIQUE


@pytest.mark.parametrize("name", Some.where(TYPES, is_made))
def test_the_answer_is_the_only_one_and_the_puzzle_reads_back(name: str):
    made = samples.made(name)
    check_alone(made)
    read = pysolve.read_text(yaml_of(puzzle_of(made)))
    assert yaml_of(replace(read, answer=None)) == yaml_of(replace(puzzle_of(made), answer=None))
    assert pysolve.check(read) == Verdict.UNIQUE and read.remarks == ()
    assert read.answer is not None and read.answer.split() == answer_text.write(read, made.answer).split()


@pytest.mark.parametrize("name", Some.where(TYPES, is_made))
def test_the_seed_decides(name: str):
    first = yaml_of(puzzle_of(samples.made(name)))
    assert yaml_of(puzzle_of(make_one(name, samples.small_size(name)))) == first
    assert any(yaml_of(puzzle_of(samples.made(name, number))) != first for number in range(1, 9))


@pytest.mark.parametrize(
    ("above", "options", "reading"),
    [(15, {}, "tidy"), (16, {}, None), (15, {"reading": "full"}, "full")],
)
def test_large_boards_are_made_with_the_options_that_their_type_names(
    above: int, options: dict[str, str], reading: str | None
):
    type_ = replace(catalog.find("numberlink"), made=LargeMade(above, {"reading": "tidy"}))
    *_, made = make_puzzle(boards.empty(type_, "4", {}), Settings(constants=options), MakeRequest())
    assert puzzle_of(made).options.get("reading") == reading
    assert pysolve.check(puzzle_of(made)) == Verdict.UNIQUE


def test_large_numberlinks_are_tidy():
    made = catalog.find("numberlink").made
    assert made is not None
    assert (made.above, made.options) == (256, {"reading": "tidy"})


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), DIFFERENT)
def test_ten_larger_boards_have_one_answer_and_differ(name: str, size: str):
    puzzles = [known(name, size, number) for number in range(10)]
    for made in puzzles[:3]:
        check_alone(made)
    answers = [set(made.answer) for made in puzzles]
    parts = [len(one ^ other) / (len(one) + len(other)) for one, other in combinations(answers, 2)]
    assert sum(parts) / len(parts) > DIFFERENT[name, size]


@pytest.mark.parametrize(("name", "size"), [("sudoku", "6"), ("hidato", "5"), ("slitherlink", "5")])
def test_symmetric_clues_are_mapped_to_themselves_by_a_half_turn(name, size):
    puzzle = puzzle_of(make_one(name, size, symmetric=True))
    places = {place for clue in clues(puzzle) for place in clue.places}
    assert {turned(puzzle, place) for place in places} == places
    assert 0 < len(places) < len(puzzle.cells)


@pytest.mark.parametrize(
    ("name", "size", "count"), [("sudoku", "6", 19), ("hidato", "5", 14), ("slitherlink", "5", 20)]
)
def test_a_given_number_of_clues(name, size, count):
    made = make_one(name, size, clues=count)
    assert made.clues == len(clues(puzzle_of(made))) == count


def test_a_limit_leaves_the_fewest_clues_so_far(monkeypatch):
    board = boards.empty(catalog.find("sudoku"), "4", {})
    first, *_, last = [made for made in make_puzzle(board, Settings(), MakeRequest()) if made.puzzle is not None]
    check_alone(first)
    assert (first.clues, first.complete, last.complete) == (16, False, True) and last.clues < 16
    stopped = replace(first, reason=StopReason.TIME_LIMIT)
    monkeypatch.setattr(import_module("pysolve.cli.make"), "_made", lambda results: stopped)
    done = command("make", "sudoku", "4", "--time-limit", "5")
    sentence = "16 clues, the fewest so far, seed 0: the time limit was reached."
    assert (done.code, done.err) == (3, f"{sentence}\n") and done.out.startswith(f"# {sentence}\n")
    assert pysolve.read_text(done.out).tokens == puzzle_of(first).tokens


def test_patches_have_as_many_cells_as_the_sides_are_multiples_of():
    regions = Counter(token.values["G"] for token in puzzle_of(make_one("patchwork", "6")).tokens["regions"])
    assert set(regions.values()) == {3} and len(regions) == 12


def test_a_first_answer_that_takes_long_is_looked_for_in_other_ways(monkeypatch):
    monkeypatch.setattr(Maker, "FIRST", 1)
    check_alone(make_one("starbattle", "6"))


@pytest.mark.parametrize("name", ["balanceloop", pytest.param("shingoki", marks=pytest.mark.rest)])
def test_circles_have_a_number_only_where_it_is_needed(name):
    puzzle = puzzle_of(make_one(name, "6"))
    circles = [clue for clue in clues(puzzle) if clue.text in ("w", "b")]
    numbers = [clue for clue in clues(puzzle) if clue not in circles]
    assert circles and numbers
    for clue in numbers:
        (token,) = clue.tokens
        bare = next(
            each for each in boards.tokens_of(puzzle, clue.part, token) if each.text == clue.text.strip("0123456789")
        )
        assert pysolve.check(without(puzzle, [replace(clue, placeholders=(bare,))])) == Verdict.MULTIPLE


@pytest.mark.parametrize(("name", "size"), [("sudoku", "6"), ("slitherlink", "5")])
def test_all_clues_can_stay(name, size):
    puzzle = puzzle_of(make_one(name, size, keep_all=True))
    assert len(clues(puzzle)) == len(puzzle.cells)


def pieces(puzzle: Puzzle, part: str) -> dict[object, set[tuple[int, int]]]:
    """The cells of each region, by its name."""
    cells_of: dict[object, set[tuple[int, int]]] = {}
    for token in puzzle.tokens[part]:
        cells_of.setdefault(token.values["V"], set()).add(token.values["X"])
    return cells_of


def connected(cells: set[tuple[int, int]]) -> bool:
    reached, border = set(), {min(cells)}
    while border:
        reached |= border
        border = {(r + y, c + x) for r, c in border for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells - reached
    return reached == cells


@pytest.mark.parametrize("name", Some.where(TYPES, lambda name: make_program(TYPES[name]).apart is not None))
def test_clues_of_a_known_answer_are_those_that_the_answer_implies_among_all(name: str):
    file = make_program(TYPES[name]).apart
    puzzle = small(name)
    every = AssumptionSolver(puzzle, Settings(), files=[file])
    literals = {clue_of(atom): literal for atom, literal in every.literals_of(GIVE).items()}
    model = every.holds([], every.shown.values())
    answer = [atom for atom, literal in every.shown.items() if literal in model]
    fixed = [literal if atom in answer else -literal for atom, literal in every.shown.items()]
    derived = every.holds(fixed, literals.values())
    implied = {clue for clue, literal in literals.items() if literal in derived}
    assert {*implied_clues(puzzle, Settings(), answer, file)} == implied


@pytest.mark.parametrize(("name", "size", "seed"), [("fillomino", "12", 1), ("galaxies", "15", 2)])
def test_regions_along_diagonals_have_a_first_answer_within_few_conflicts(name: str, size: str, seed: int):
    maker = Maker(boards.empty(TYPES[name], size, {}), Settings())
    maker._solver.settle(seed)
    assert maker._solver.possible([], Maker.FIRST)


def test_made_fillominos_keep_to_the_largest_number():
    board = boards.empty(TYPES["fillomino"], "5", {"largest": "3"})
    *_, made = make_puzzle(board, Settings(), MakeRequest(seed=1))
    values = {atom.args[1] for atom in made.answer if atom.name == "value"}
    assert values == {1, 2, 3}
    check_alone(made)


def test_clues_are_derived_once_there_is_an_answer():
    maker = Maker(boards.empty(TYPES["tapa"], "6", {}), Settings())
    assert not maker._solver.literals_of(GIVE)


def test_sums_follow_from_the_answer_and_so_may_change_beside_it_and_regions_do_not():
    following = {}
    for name, size in (("kakuro", "6"), ("norinori", "5")):
        maker = Maker(boards.empty(TYPES[name], size, {}), Settings())
        chance = random.Random(1)
        model = maker._first(chance)
        assert model is not None
        found = maker._found_to_follow(model, chance)
        following[name] = {clue.name for clue, literal in maker._clue_literals.items() if literal in found}
    assert {"right", "down"} <= following["kakuro"] and not following["norinori"]


def test_kinds_of_changes_that_are_not_possible_become_rare(monkeypatch):
    maker = Maker(boards.empty(TYPES["norinori"], "5", {}), Settings())
    chance = random.Random(1)
    model = maker._first(chance)
    assert model is not None
    wanted: list[int] = []
    monkeypatch.setattr(
        maker,
        "_possible",
        lambda assumptions, ways: wanted.append(assumptions[0]) or ([] if assumptions[0] > 0 else [model]),
    )
    for _ in range(120):
        maker._changed(_Tried(model, {*maker._solver.shown}), chance, 1)
    coming = [literal > 0 for literal in wanted]
    assert any(coming[:20]) and sum(coming[60:]) < 6


def test_how_many_atoms_are_open_is_known_exactly_up_to_a_bound():
    puzzle = pysolve.read_text("puzzle: norinori\nregions: |\n  1 1 1\n  1 1 1\n")
    solver = AssumptionSolver(puzzle, Settings())
    exact = solver.last_consequences([], "brave") - solver.last_consequences([], "cautious")
    for most in (None, len(exact)):
        left = AssumptionSolver(puzzle, Settings()).left_open(most)
        assert left == exact and len(exact) == 6
    with pytest.raises(TooManyOpenError):
        AssumptionSolver(puzzle, Settings()).left_open(len(exact) - 1)


def test_puzzles_on_one_grounding_leave_open_what_each_does_by_itself():
    rows = ("1 1 1\n  1 1 1", "1 1 1\n  2 2 2", "1 2 2\n  1 1 2")
    puzzles = [pysolve.read_text(f"puzzle: norinori\nregions: |\n  {each}\n") for each in rows]
    together = AssumptionSolver(puzzles[0], Settings(), others=puzzles[1:])
    for puzzle, chosen in zip(puzzles, together.chosen, strict=True):
        assert AssumptionSolver(puzzle, Settings()).left_open() == together.left_open(None, [chosen])
    first = together.left_open(None, together.chosen[:1])
    assert first is not None and len(first) == 6


@pytest.fixture
def tried() -> tuple[Maker, _Tried]:
    """A maker, and a puzzle of which all is open."""
    maker = Maker(boards.empty(TYPES["norinori"], "6", {}), Settings())
    model = maker._first(random.Random(1))
    assert model is not None
    return maker, _Tried(model, {*maker._solver.shown})


def test_a_change_is_made_in_several_ways_that_have_other_clues(tried):
    maker, puzzle = tried
    found = [maker._changed(puzzle, random.Random(seed), 4) for seed in range(40)]
    clues = [[frozenset(model & {*maker._clue_literals.values()}) for model in each] for each in found]
    assert max(map(len, clues)) > 1 and all(len({*each}) == len(each) <= 4 for each in clues)
    for model in max(found, key=len):
        assert maker._solver.satisfiable([each if each in model else -each for each in sorted(maker._literals)])


def test_regions_keep_their_numbers_while_a_puzzle_is_changed():
    known: dict[Term, dict[object, int]] = {}
    for names, numbers in (("bac", [1, 2, 3]), ("dac", [1, 2, 3]), ("acb", [2, 3, 1]), ("dbe", [1, 2, 3])):
        facts = [Term("region", (name, (1, column))) for column, name in enumerate(names, 1)]
        assert [fact.args[0] for fact in _numbered(TYPES["norinori"], facts, known)] == numbers


def test_facts_of_a_token_are_looked_for_at_its_place():
    one, other, bare = Term("down", ((1, 2), 7)), Term("down", ((1, 3), 8)), Term("round")
    known = boards._Known([one, other, bare])
    template = Term("down", (Variable("X"), Variable("V")))
    assert [*known.like(template, {})] == [one, other] and [*known.like(template, {"X": (1, 3)})] == [other]
    assert [*known.like(bare, {"X": (1, 3)})] == [bare] and not known.like(template, {"X": (1, 4)})


def test_what_is_assumed_of_a_puzzle_is_not_asked_again(monkeypatch):
    maker = Maker(boards.empty(TYPES["norinori"], "6", {}), Settings())
    model = maker._first(random.Random(1))
    every = [literal for literal, _ in maker._placed]
    assumed = [literal if literal in model else -literal for literal in every[::2]]
    asked: list[int] = []
    holds = maker._solver.holds
    monkeypatch.setattr(
        maker._solver, "holds", lambda given, wanted, effort: asked.extend(wanted) or holds(given, wanted, effort)
    )
    changed = maker._model(assumed)
    assert changed == holds(assumed, every) and {*asked} == {*every} - {*every[::2]} != set()


def test_regions_are_connected_and_numbered_in_reading_order():
    for made, part in ((known("starbattle", "5"), "regions"), (known("killer", "4"), "cages")):
        regions = pieces(puzzle_of(made), part)
        assert all(connected(cells) for cells in regions.values())
        assert [name for name, _ in sorted(regions.items(), key=lambda item: min(item[1]))] == [
            *range(1, len(regions) + 1)
        ]


def test_regions_have_as_many_cells_as_the_manifest_says():
    type_ = replace(catalog.find("suguru"), regions=RegionSizes(4, 5))
    *_, made = make_puzzle(boards.empty(type_, "4", {}), Settings(), MakeRequest())
    regions = pieces(puzzle_of(made), "regions")
    assert {len(cells) for cells in regions.values()} <= {4, 5}
    assert all(connected(cells) for cells in regions.values())


def test_regions_of_a_puzzle_stay():
    old = puzzle_of(known("suguru", "4"))
    *_, made = make_puzzle(boards.without_clues(old), Settings(), MakeRequest(seed=7))
    assert pieces(puzzle_of(made), "regions") == pieces(old, "regions")
    assert puzzle_of(made).answer != old.answer


def test_every_region_holds_as_many_stars_as_the_option_says():
    made = make_one("starbattle", "9", options={"stars": "2"})
    stars = {atom.args[0] for atom in made.answer}
    regions = pieces(puzzle_of(made), "regions")
    assert len(regions) == 9 and all(len(cells & stars) == 2 for cells in regions.values())


def test_cages_are_small_and_their_totals_stand_in_the_first_cell():
    puzzle = puzzle_of(known("killer", "4"))
    cages = pieces(puzzle, "cages")
    assert {min(cells) for cells in cages.values()} == {token.values["X"] for token in puzzle.tokens["totals"]}
    assert max(map(len, cages.values())) <= 5
    assert sum(len(cells) == 1 for cells in cages.values()) <= 1
    assert not puzzle.tokens.get("givens")


def test_no_more_numbers_are_multiplied_than_a_cage_has():
    ground = Maker(boards.board_of(TYPES["kenken"], "5", None, ()), Settings())._solver._ground
    products = [atom.symbol.arguments[-1].number for atom in ground.atoms("make_product", 3)]
    assert max(products) == 5**3


def test_paths_have_three_cells_at_least_and_do_not_touch_themselves():
    made = known("numberlink", "5")
    links = {atom.args for atom in made.answer}
    paths: list[set[object]] = []
    for cell in puzzle_of(made).cells:
        joined = {cell} | {place for link in links if cell in link for place in link}
        touched = [path for path in paths if path & joined]
        paths = [path for path in paths if not path & joined] + [joined.union(*touched)]
    for path in paths:
        beside = {((r, c), other) for r, c in path for other in ((r + 1, c), (r, c + 1)) if other in path}
        assert beside <= links and len(beside) == len(path) - 1 >= 2


def test_a_board_without_an_answer_is_reported_as_such():
    board = boards.empty(catalog.find("starbattle"), "3", {})
    *_, made = make_puzzle(board, Settings(), MakeRequest())
    assert made.puzzle is None and made.failure == "the rules leave no answer on this board"


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("samuraisudoku", "9x9", "expected a board of 21 rows and 21 columns"),
        ("sudoku", "5x6", "expected as many rows as columns"),
        ("grandtour", "10x10", "a loop comes through an even number of corners, but there are 121: expected 10x9, say"),
        ("eulero", "6x6", "there are no two such Latin squares of 6 rows"),
        ("dominosa", "10x10", "found 10 rows of 10 cells, expected one row more than columns, or one column more"),
    ],
)
def test_a_size_that_the_rules_refuse_is_named(name: str, size: str, sentence: str):
    done = command("make", name, size)
    assert (done.code, done.out, done.err) == (2, "", f"Error: {name} {size}: {sentence}\n")


def test_without_a_size_boards_are_as_large_as_a_small_example(tmp_path):
    assert [boards.usual_size(catalog.find(name)) for name in ("sudoku", "samuraisudoku")] == ["6x6", "21x21"]
    done = command("make", "sudoku", "--seed", "1")
    assert done.code == 0 and pysolve.read_text(done.out).board.rows == 6
    folder = tmp_path / "comb"
    folder.mkdir()
    (folder / "manifest.yaml").write_text(
        "name: Comb\ngroup: tests\nabout: Number the cells.\nboard: [hex]\n"
        'read:\n  grid:\n    int: "clue(X,V)"\ndraw:\n  "clue(X,V)": text\n  "value(X,V)": text\n'
    )
    comb = catalog.load(folder)
    assert boards.usual_size(comb) == "hex4" and len(boards.empty(comb, "3", {}).cells) == 19
    (folder / "example.yaml").write_text("puzzle: comb\nboard: hex\ngrid: |\n   . .\n  . . .\n   . .\n")
    assert boards.usual_size(comb, (str(tmp_path),)) == "hex2"


def test_answers_of_make_lp_that_the_rules_refuse_are_reported(tmp_path):
    folder = tmp_path / "bright"
    folder.mkdir()
    (folder / "manifest.yaml").write_text(
        'name: Bright\ngroup: shading\nabout: Shade no ones.\nrules: ["Shade no ones."]\n'
        'read:\n  grid:\n    int: "clue(X,V)"\ndraw:\n  "clue(X,V)": text\n  "shade(X)": shade\n'
    )
    generate = "{ shade(X) } :- cell(X).\n#show shade/1.\n"
    (folder / "rules.lp").write_text(
        f"{generate}#defined clue/2.\n:- clue(X, 1), shade(X).\n:- cell(X), not shade(X).\n"
    )
    (folder / "make.lp").write_text(f"{generate}give(clue(X, 1)) :- cell(X), not shade(X).\n:- cell(X), shade(X).\n")
    board = boards.empty(catalog.load(folder), "2", {})
    with pytest.raises(PuzzleError, match="none by the rules"):
        list(make_puzzle(board, Settings(), MakeRequest()))


def test_signs_between_cells_are_made_and_taken_away(tmp_path):
    """A token between two cells says one thing, read from the first of them; what stands on sides are clues."""
    folder = tmp_path / "signs"
    folder.mkdir()
    (folder / "manifest.yaml").write_text(
        "name: Signs\ngroup: numbers\nabout: Compare.\n"
        'read:\n  grid?:\n    int: "clue(X,V)"\n  signs:\n    "<": "less(X,Y)"\n    ">": "less(Y,X)"\n'
        'draw:\n  "less(X,Y)": {mark: sign, shape: less}\n  "clue(X,V)": text\n  "value(X,V)": text\n'
    )
    (folder / "rules.lp").write_text(
        '#include "../lib/latin.lp".\n#include "../lib/unit.lp".\n#include "../lib/board.lp".\n#defined less/2.\n'
        "symbol(1..N) :- rows(N).\n:- less(X, Y), value(X, V), value(Y, W), V >= W.\n#show value/2.\n"
    )
    (folder / "give.lp").write_text("give(less(X, Y)) :- adjacent(X, Y), value(X, V), value(Y, W), V < W.\n")
    *_, made = make_puzzle(boards.empty(catalog.load(folder), "4", {}), Settings(), MakeRequest())
    signs = [token.text for token in puzzle_of(made).tokens["signs"]]
    assert set(signs) == {"<", ">"} and made.clues == len(signs) < 16
    check_alone(made)


def test_a_token_that_says_its_own_text_stands_for_no_other_value(tmp_path):
    """A question mark and numbers may become facts of one form; a number that is given is written as a number."""
    folder = tmp_path / "counts"
    folder.mkdir()
    (folder / "manifest.yaml").write_text(
        "name: Counts\ngroup: shading\nabout: Count.\n"
        'read:\n  grid:\n    "?": "clue(X,V)"\n    "*": "clue(X,V)"\n    int: "clue(X,V)"\n'
        'draw:\n  "clue(X,V)": text\n  "shade(X)": shade\npuzzlink: {name: counts, body: [grid: 16]}\n'
    )
    (folder / "rules.lp").write_text(
        '#include "../lib/board.lp".\n#defined clue/2.\n{ shade(X) } :- cell(X).\n:- clue(X, V), shade(X).\n'
        ':- clue(X, V), V < "", not V { shade(Y) : adjacent(X, Y) } V.\n#show shade/1.\n'
    )
    (folder / "give.lp").write_text(
        '#include "../lib/board.lp".\n'
        "give(clue(X, V)) :- cell(X), not shade(X), V = #count { Y : shade(Y), adjacent(X, Y) }.\n"
    )
    *_, made = make_puzzle(boards.empty(catalog.load(folder), "3", {}), Settings(), MakeRequest())
    assert all(token.text.isdigit() for token in puzzle_of(made).tokens["grid"])
    check_alone(made)
    starred = pysolve.puzzle("counts", types=str(tmp_path), grid=[["*", "."], [".", "3"]])
    with pytest.raises(PuzzleError, match=r"cannot hold '\*'"):
        pysolve.convert(starred, "puzzlink")


def crossword_rows(*arguments: object) -> list[str]:
    made = command("make", "crossword", *arguments, "--seed", "3", "--to", "native", "--solution")
    assert made.code == 0, made.err
    return [
        line.replace(" ", "") for line in made.out.partition("answer: |\n")[2].splitlines() if line.startswith("  ")
    ]


def test_a_crossword_is_made_around_a_theme_which_stays(write):
    rows = ["  . . . . . . . . ."] * 4
    theme = "\n".join([*rows, "  . E T E R N A S .", *rows])
    made = crossword_rows(write(f"puzzle: crossword\ngrid: |\n{theme}\nwords: english\n"))
    assert made[4] == "#ETERNAS#"  # which is no word of the list
    blocks = [line.replace("#", "1") for line in made]
    assert [[each == "1" for each in line] for line in blocks] == [
        [each == "1" for each in line[::-1]] for line in blocks[::-1]
    ]
    given = crossword_rows(write("puzzle: crossword\ngrid: |\n  C . . #\n  . # . #\n  . . . #\nwords: english\n"))
    assert given[0][0] == "C" and given[0][3] == "#"


def test_the_day_of_a_constructor(write, tmp_path):
    """A theme is set, the board made and looked at, clued, printed, and written for others."""
    rows = ["  . . . . . . . . ."] * 4
    theme = write(
        "puzzle: crossword\ngrid: |\n" + "\n".join([*rows, "  . E T E R N A S .", *rows]) + "\nwords: english\n"
    )
    made = command("make", "crossword", theme, "--seed", "3", "--to", "native", "--solution").out
    head, _, rest = made.partition("answer: |\n")
    answer = "".join(line + "\n" for line in rest.splitlines() if line.startswith("  "))
    improved = command("solve", write(head, "made.yaml"), "-c", "prefer=high", "-n", "1", "-f", "plain")
    assert improved.out.splitlines()[4] == "# E T E R N A S #"
    slots = json.loads(command("candidates", write(head, "made.yaml"), "--slots", "3", "-f", "json").out)["slots"]
    assert all(slot["count"] for slot in slots if slot["cells"] != "r5c2-r5c8")
    clued = write(f"{head}clues:\n  1A: The first one\nanswer: |\n{answer}", "clued.yaml")
    printed = tmp_path / "day.html"
    assert command("sheet", clued, "-o", printed).code == 0
    page = printed.read_text()
    assert "The first one" in page and page.index("Across") < page.index("Answers")
    for name, ending in (("puz", "puz"), ("exolve", "txt")):
        file = tmp_path / f"day.{ending}"
        assert command("convert", clued, "--to", name, "--solution", "-o", file).code == 0
        again = command("convert", file, "--to", "native").out
        assert "1A: The first one" in again and again.partition("answer: |\n")[2].startswith(answer)


#: A filling with three theme entries, and the blocks that a half turn maps to each other.
FILLED = [
    "##WAS#####EBBS#",
    "REARING###AIRED",
    "EAGERER#OUTDONE",
    "CROSSWORDS##CAT",
    "INN####EDENTATE",
    "TEE##AMP#DIODES",
    "ERR##DELI#CREST",
    "###ANSWERSET###",
    "STILE#STOA##SLY",
    "LAMEST#INC##LIE",
    "IMPETIGO####ITS",
    "CAR##CONSTRUCTS",
    "ELITIST#TWINKLE",
    "DENIM###DOODLED",
    "#STEP#####TOY##",
]


def test_a_board_with_three_theme_entries_is_filled_with_good_words_and_written_for_others(write, tmp_path):
    themes = {3: (0, "CROSSWORDS"), 7: (3, "ANSWERSET"), 11: (5, "CONSTRUCTS")}
    rows = [["#" if each == "#" else "." for each in line] for line in FILLED]
    for row, (column, word) in themes.items():
        rows[row][column : column + len(word)] = word
    lines = [*FILLED, *("".join(column) for column in zip(*FILLED))]
    words = {word for line in lines for word in line.split("#") if len(word) > 1}
    scored = dict.fromkeys(words - {"CROSSWORDS", "CONSTRUCTS"}, 80) | {"WAS": 60, "WAG": 70, "WIS": 20}
    chance = random.Random(1)
    while len(scored) < 4000:  # what is left out, and what crosses nothing
        scored.setdefault("".join(chance.choices("QXZJV", k=chance.randint(6, 10))), 20 + len(scored) % 50)
    listed = write("".join(f"{word};{score}\n" for word, score in scored.items()), "day.words")
    grid = "".join(f"  {' '.join(row)}\n" for row in rows)
    clues = "clues:\n  1A: Once there\n  8A: Hind parts go up\n"
    board = write(f"puzzle: crossword\nwords: {listed}\noptions: {{minimum: 50}}\ngrid: |\n{grid}{clues}", "day.yaml")
    filled = command("solve", board, "-f", "plain")
    assert filled.code == 0 and filled.out.replace(" ", "").split()[:15] == FILLED
    assert "score 79.7 on average" in command("solve", board, "-c", "prefer=high", "-n", "1").out
    printed = tmp_path / "day.html"
    assert command("sheet", board, "-o", printed).code == 0
    assert "Hind parts go up" in printed.read_text()
    for name, ending in (("puz", "puz"), ("exolve", "exolve")):
        file = tmp_path / f"day.{ending}"
        assert command("convert", board, "--to", name, "--solution", "-o", file).code == 0
        again = command("convert", file, "--to", "native").out
        answer = again.partition("answer: |\n")[2].replace(" ", "").split()
        assert answer[:15] == FILLED and "1A: Once there" in again
        assert command("convert", board, "--to", name, "--solution", "--no-given", "-o", file).code == 0
        given, _, answer = command("convert", file, "--to", "native").out.partition("answer: |\n")
        assert answer.replace(" ", "").split()[:15] == FILLED and "C R O S S W O R D S" not in given
        assert not pysolve.read(str(file)).filled
    assert "CROSSWORDS" in command("convert", board, "--to", "acrosslite", "--solution", "--no-given").out


def test_nothing_is_given_only_where_the_file_has_the_answer_and_may_have_others(write):
    puzzle = write("puzzle: crossword\ngrid: |\n  A .\n  # .\nwords: [AB, BE]\n", "day.yaml")
    none = command("convert", puzzle, "--no-given")
    assert none.code == 2 and "found no answer ('answer:'), which would hold what is given" in none.err
    answered = write("puzzle: crossword\ngrid: |\n  A .\n  # .\nwords: [AB, BE]\nanswer: |\n  A B\n  # E\n", "a.yaml")
    assert "grid: |\n  . .\n  # .\n" in command("convert", answered, "--no-given").out
    sheet = command("sheet", answered, "--no-given", "--no-rules", "--no-answers", "-o", puzzle.parent / "a.html")
    assert sheet.code == 0 and ">A</text>" not in (puzzle.parent / "a.html").read_text()
    other = command("convert", smallest("sudoku"), "--no-given")
    assert other.code == 2 and "what is given in a Sudoku puzzle says which answer it has" in other.err


def test_blocks_lengths_symmetry_and_lattices_of_made_crosswords_can_be_said():
    mirrored = crossword_rows("9x9", "-c", "symmetry=mirror")
    assert all([each == "#" for each in line] == [each == "#" for each in line[::-1]] for line in mirrored)
    lattice = crossword_rows("9x9", "-c", "lattice=yes", "-c", "longest=7", "-c", "blocks=40")
    assert all(lattice[row][column] == "#" for row in (1, 3, 5, 7) for column in (1, 3, 5, 7))
    assert sum(line.count("#") for line in lattice) <= 32
    wrong = command("make", "crossword", "9x9", "-c", "blokcs=3")
    assert wrong.code == 2 and "blokcs" in wrong.err


def test_a_crossword_is_made_with_bars_in_place_of_blocks():
    made = command("make", "crossword", "9x9", "-c", "bars=yes", "--seed", "1", "--to", "native", "--solution").out
    puzzle = pysolve.read_text(made)
    assert "#" not in made and pysolve.check(puzzle) == "multiple"
    bars = {(token.values["X"], token.values["Y"]) for token in puzzle.tokens["bars"]}
    assert bars == {tuple((10 - r, 10 - c) for r, c in reversed(pair)) for pair in bars}
    words = {len(entry.cells) for entry in Crossword.of(puzzle, FormatKey.IPUZ, "").entries()}
    assert min(words) >= 3
    lattice = crossword_rows("11x11", "-c", "bars=yes", "-c", "lattice=yes")
    blocks = [[each == "#" for each in line] for line in lattice]
    assert blocks == [[r % 2 == c % 2 == 1 for c in range(11)] for r in range(11)]


@pytest.mark.parametrize("name", ["13x13-lattice", "13x13-newspaper", "9x9-barred"])
def test_patterns_to_be_filled_come_along_with_nothing_given_and_turn_into_themselves(name):
    puzzle = pysolve.read(str(INSTANCES / "crossword" / f"{name}.yaml"))
    drawn = Crossword.of(puzzle, FormatKey.IPUZ, "")
    assert {token for row in drawn.rows for token in row} <= {".", "#"} and puzzle.lists["words"].name == "scowl"
    assert drawn.rows == [row[::-1] for row in drawn.rows[::-1]]
    size = puzzle.board.rows + 1, puzzle.board.columns + 1
    turned = {tuple(sorted((size[0] - r, size[1] - c) for r, c in bar)) for bar in drawn.bars}
    assert turned == drawn.bars and bool(drawn.bars) == name.endswith("barred")
    assert min(len(entry.cells) for entry in drawn.entries()) >= 3


def test_what_can_be_said_of_the_patterns_of_crosswords_is_listed(tmp_path):
    listed = json.loads(command("show", "crossword", "--json").out)["patterns"]
    assert "bars = no: whether bars part the words" in listed and "blocks = 0" in listed[0]
    assert {line.split(" =")[0] for line in listed if " =" in line} == {
        "blocks", "shortest", "longest", "symmetry", "lattice", "bars"
    }  # fmt: skip
    assert "longest = 10: the most letters of a slot" in command("show", "crossword").out
    command("copy", "crossword", tmp_path)
    manifest = tmp_path / "crossword" / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace("    shortest: the fewest letters of a slot", "    shortest: [3]"))
    assert "make, pattern, shortest: expected a help text" in command("show", "crossword", "--types", tmp_path).err


def test_a_puzzle_keeps_all_clues_where_one_less_is_another_puzzle():
    made = command("make", "tapaloop", "3", "-c", "full=yes", "--seed", "1")
    assert made.code == 0 and pysolve.check(pysolve.read_text(made.out)) == "unique"


def test_where_a_first_answer_takes_long_ever_less_is_chosen_at_random(monkeypatch: pytest.MonkeyPatch):
    maker = Maker(boards.empty(catalog.find("nurikabe"), "4x4", {}), Settings())
    chosen: list[int] = []
    choose, model = Maker._chosen, Maker._model

    def counted(self: Maker, chance: random.Random, most: int) -> list[int]:
        chosen.append(most)
        return choose(self, chance, most)

    def late(self: Maker, assumptions: list[int], effort: int | None = None) -> set[int] | None:
        if len(chosen) < 4:
            raise SearchLimitError
        return model(self, assumptions, effort)

    monkeypatch.setattr(Maker, "_chosen", counted)
    monkeypatch.setattr(Maker, "_model", late)
    assert maker._first(random.Random(1)) is not None
    assert chosen == [20, 10, 5, 2]
