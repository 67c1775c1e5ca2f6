"""Programs for first and canonical answers give the verdicts, and the answers, of the rules alone."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from conftest import INSTANCES

import pysolve
from pysolve import catalog
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Value
from pysolve.solving.search import (
    CANONICAL,
    ROUTE,
    WINDOW,
    BuiltSearch,
    Search,
    Strategy,
    auxiliary_program,
    open_local,
    run,
)
from pysolve.solving.settings import Settings
from pysolve.solving.windows import Built, Others, ways

TYPES = {type_.name for type_ in catalog.every() if auxiliary_program(type_, CANONICAL)}

#: Enough to fail at a slip; 3,000 boards in each reading were compared when the files were written.
BOARDS = 60


def numberlink_board(seed: int) -> Puzzle:
    """A small board with pairs of numbers on it, with holes now and then."""
    chance = random.Random(seed)
    rows, columns = chance.randint(2, 5), chance.randint(2, 5)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    chance.shuffle(cells)
    grid = [["."] * columns for _ in range(rows)]
    for r, c in cells[: chance.choice([0, 0, 0, 1, 2])]:
        grid[r][c] = "#"
    free = [cell for cell in cells if grid[cell[0]][cell[1]] == "."]
    for number in range(1, min(chance.randint(1, 4), len(free) // 2) + 1):
        for _ in range(2):
            r, c = free.pop()
            grid[r][c] = str(number)
    return pysolve.read_text(f"{rows} {columns}\n" + "\n".join(map(" ".join, grid)), "numberlink")


def fillomino_board(seed: int) -> Puzzle:
    """Some numbers of an answer, in which a group may be large; one of them is changed now and then."""
    chance = random.Random(seed)
    answer = chance.choice(["10 10 10 10 10 2 2 10 10 10 10 10 1 2 2 1", "1 3 3 2 4 4 3 2 4 1 5 5 4 5 5 5"]).split()
    shown = chance.uniform(0.4, 0.8)
    tokens = [token if chance.random() < shown else "." for token in answer]
    if not seed % 4:
        tokens[chance.randrange(16)] = str(chance.randint(1, 5))
    return pysolve.read_text("4 4\n" + "\n".join(" ".join(tokens[at : at + 4]) for at in (0, 4, 8, 12)), "fillomino")


def aqre_board(seed: int) -> Puzzle:
    """Regions of any cells, most with the number of shaded cells in an answer; one of them is changed now and then."""
    chance = random.Random(seed)
    rows, columns = chance.choice([(4, 4), (4, 5), (5, 4), (3, 6)])
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    region = {cell: chance.randrange(chance.choice([2, 3, 5])) for cell in cells}
    first, grid = chance.randrange(4), [["."] * columns for _ in range(rows)]
    for label in set(region.values()):
        inside = [cell for cell in cells if region[cell] == label]
        shaded = sum((r + c) % 4 != first for r, c in inside)
        r, c = inside[0]
        grid[r][c] = str(shaded + (chance.random() < 0.1)) if chance.random() < 0.9 else "."
    regions = [[str(region[r, c]) for c in range(columns)] for r in range(rows)]
    return pysolve.read_text(f"{rows} {columns}\n" + "\n".join(map(" ".join, grid + regions)), "aqre")


#: For each type random boards, and the constants to compare them with.
COMPARED = [
    ("aqre", aqre_board, {}),
    ("fillomino", fillomino_board, {}),
    *(("numberlink", numberlink_board, {"reading": reading}) for reading in ("full", "sparse", "tidy")),
]


def test_every_type_is_compared():
    assert {name for name, _, _ in COMPARED} == TYPES


def plainly(puzzle: Puzzle, settings: Settings) -> tuple[str, set[frozenset[Term]]]:
    """The verdict of the rules alone, and all answers."""
    search = Search(puzzle, Settings(models=0, constants=settings.constants))
    answers = {frozenset(answer.atoms) for answer in search}
    return ("none", "unique", "multiple")[min(len(answers), 2)], answers


def takes_three_sides(atoms: frozenset[Term]) -> bool:
    """Whether a path of the answer takes three sides of a square of two by two cells."""
    lines = {each.args for each in atoms}
    return any(
        sum(side in lines for side in combinations([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)], 2)) > 2
        for r in range(1, 6)
        for c in range(1, 6)
    )


def test_what_the_rules_say_of_bends_changes_no_tidy_answer():
    counts = set()
    for seed in range(BOARDS // 2):
        puzzle = numberlink_board(seed)
        _, full = plainly(puzzle, Settings())
        _, tidy = plainly(puzzle, Settings(constants={"reading": "tidy"}))
        assert tidy == {answer for answer in full if not takes_three_sides(answer)}, seed
        counts.add((min(len(tidy), 2), len(tidy) < len(full)))
    assert counts >= {(0, False), (0, True), (1, False)}


def canonical_answers(puzzle: Puzzle, settings: Settings) -> int:
    """How many answers canonical.lp has by itself."""
    program = auxiliary_program(puzzle.type, CANONICAL)
    assert program is not None
    return len(list(Search(puzzle, settings, [program])))


@pytest.mark.parametrize("count", [15, pytest.param(BOARDS, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("board", "constants"),
    [case[1:] for case in COMPARED],
    ids=[" ".join([name, *constants.values()]) for name, _, constants in COMPARED],
)
def test_verdicts_and_answers_are_those_of_the_rules(
    board: Callable[[int], Puzzle], constants: dict[str, str], count: int
):
    seen = set()
    for seed in range(count):
        puzzle = board(seed)
        settings = Settings(constants=constants)
        search = open_local(puzzle, settings)
        assert isinstance(search, Strategy)
        given = [frozenset(answer.atoms) for answer in search]
        verdict, answers = plainly(puzzle, settings)
        assert search.outcome.verdict == verdict, seed
        assert len(given) == len(set(given)) == search.outcome.count == min(len(answers), 2)
        assert set(given) <= answers
        assert not answers or canonical_answers(puzzle, Settings(models=1, constants=settings.constants)), seed
        seen.add(verdict)
    assert seen == ({"none", "unique"} if "tidy" in constants.values() else {"none", "unique", "multiple"})


@pytest.mark.parametrize(
    "board",
    [
        "2 3\n1 . 1\n. . .\n",  # the way below is lifted to the one above
        "2 5\n1 2 . 2 1\n. . . . .\n",  # no lift over used cells,
        "2 4\n1 # # 1\n. . . .\n",  # nor over holes
        "3 4\n1 # . 1\n. . . .\n. . . .\n",  # nor over one hole beside an unused cell
    ],
)
def test_paths_hang_down_only_around_what_is_there(board: str):
    puzzle = pysolve.read_text(board, "numberlink")
    assert canonical_answers(puzzle, Settings(models=0, constants={"reading": "sparse"})) == 1


def test_added_rules_and_enumerations_are_for_the_rules_alone(write):
    puzzle = pysolve.read_text("1 2\n1 1\n", "numberlink")
    assert isinstance(open_local(puzzle, Settings(models=0)), Search)
    assert isinstance(open_local(puzzle, Settings(rules=(str(write("", "none.lp")),))), Search)
    assert len(run(puzzle, Settings(models=1))[0]) == 1
    one = open_local(puzzle, Settings(models=1))
    assert len(list(one)) == 1
    assert one.outcome.verdict == "unknown"


@pytest.mark.parametrize("name", sorted(TYPES))
def test_pictures_show_what_canonical_answers_derive_from_the_puzzle(name: str):
    puzzle = pysolve.read(str(catalog.examples(catalog.find(name))[0]))
    search, alone = open_local(puzzle, Settings(models=2)), Search(puzzle, Settings(models=2))
    assert len(list(search)) == len(list(alone)) >= 1
    assert alone.outcome.given
    assert set(alone.outcome.given) <= set(search.outcome.given)


def test_what_canonical_answers_agree_on_is_known_to_the_rules():
    rows = ["..5155533", "525252523", "121212121", ".........", "413131314", "443732334", "473732554", "777715554"]
    # The nine cells of row 4 hold 9; groups as large are not written out in canonical answers.
    puzzle = pysolve.read_text("8 9\n" + "\n".join(map(" ".join, rows)), "fillomino")
    settings = Settings(statistics=True)
    search, alone = open_local(puzzle, settings), Search(puzzle, settings)
    assert [set(answer.atoms) for answer in search] == [set(answer.atoms) for answer in alone]
    assert (search.outcome.verdict, search.outcome.given) == ("unique", alone.outcome.given)
    assert search.outcome.ground_size < alone.outcome.ground_size


@pytest.mark.parametrize("reading", ["full", "sparse"])
def test_few_long_paths_have_a_first_answer_soon(reading: str):
    puzzle = pysolve.read(str(INSTANCES / "numberlink" / "long-30x30.yaml"))
    settings = Settings(models=1, constants={"reading": reading}, conflicts=3000)  # 354, and 10,421 without its bends
    assert len(list(open_local(puzzle, settings))) == 1


def test_limits_hold_for_all_steps_together():
    rows = [["#" if c == 10 else "." for c in range(21)] for _ in range(20)]
    for label, r, c in (("1", 0, 0), ("1", 19, 1), ("2", 0, 11), ("2", 19, 12)):
        rows[r][c] = label
    puzzle = pysolve.read_text("20 21\n" + "\n".join(map(" ".join, rows)), "numberlink")
    # In each half the ends have one colour of a chessboard, so no path uses all cells; a search by cases does not see that.
    search = open_local(puzzle, Settings(time_limit=1.0))
    assert list(search) == []
    assert (search.outcome.verdict, search.outcome.reason.kind) == ("unknown", "the time limit was reached")


def test_a_useless_program_is_not_searched(write):
    puzzle = pysolve.read_text("1 2\n1 1\n", "numberlink")
    program = write("canonical_unneeded.\n{ line((1,1),(1,2)) }.\nvalid.\nsettled.\n#show line/2.\n", "canonical.lp")
    search = Strategy(puzzle, Settings(), {CANONICAL: program})
    assert [len(answer.atoms) for answer in search] == [1]
    assert search.outcome.verdict == "unique"


@pytest.mark.rest
def test_statistics_are_kept_whether_or_not_a_search_is_waited_for():
    puzzle = pysolve.read(str(INSTANCES / "numberlink" / "multiple.yaml"))
    for _ in range(20):
        search = open_local(puzzle, Settings(models=2, statistics=True))
        assert isinstance(search, Strategy) and len(list(search)) == 2
        assert search.outcome.ground_size is not None


def test_the_end_of_the_process_waits_for_a_grounding_that_was_left_behind(
    write: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
):
    waited: list[object] = []
    monkeypatch.setattr("atexit.register", lambda *call: waited.append(call[0]))
    rules = write("grown(X+Y+Z) :- X = 1..200, Y = 1..200, Z = 1..200.\n", "long.lp")
    search = Search(numberlink_board(1), Settings(rules=(str(rules),), time_limit=0.01))
    assert list(search) == [] and search.abandoned
    (join,) = waited
    join()


# -- Answers that are built


def long_paths(side: int, pieces: int) -> Puzzle:
    """Pieces of a spiral through all cells of a square board."""
    cell, step, path = (0, 0), (0, 1), [(0, 0)]
    while len(path) < side * side:
        following = (cell[0] + step[0], cell[1] + step[1])
        if following in path or not (0 <= following[0] < side and 0 <= following[1] < side):
            step = (step[1], -step[0])
            continue
        path.append(cell := following)
    cuts = [0, *sorted(random.Random(side).sample(range(4, side * side, 4), pieces - 1)), side * side]
    grid = [["."] * side for _ in range(side)]
    for number, (begin, end) in enumerate(pairwise(cuts), 1):
        for r, c in (path[begin], path[end - 1]):
            grid[r][c] = str(number)
    return pysolve.read_text(f"{side} {side}\n" + "\n".join(map(" ".join, grid)), "numberlink")


def building(puzzle: Puzzle, settings: Settings = Settings()) -> BuiltSearch:
    route, window = (auxiliary_program(puzzle.type, name) for name in (ROUTE, WINDOW))
    assert route is not None and window is not None
    return BuiltSearch(puzzle, settings, route, window)


def test_few_long_paths_have_two_answers_that_the_rules_accept(write: Callable[[str, str], Path]):
    puzzle = long_paths(17, 6)
    answers = list(open_local(puzzle, Settings(time_limit=300)))  # by the other programs it takes far longer
    assert len({frozenset(answer.atoms) for answer in answers}) == 2
    for answer in answers:
        lines = [f":- not {atom}." for atom in answer.atoms]
        kept = write("\n".join([*lines, f":- {len(lines) + 1} {{ line(X, Y) }}.\n"]), "kept.lp")
        assert len(run(puzzle, Settings(plain=True, rules=(str(kept),)))[0]) == 1


@pytest.mark.parametrize(("side", "pieces", "built"), [(14, 8, True), (13, 4, False), (14, 12, False)])
def test_large_boards_with_few_clues_are_built(side: int, pieces: int, built: bool, monkeypatch: pytest.MonkeyPatch):
    tried: list[str] = []
    monkeypatch.setattr(Strategy, "_by_building", lambda self: tried.append("built") or iter(()))
    monkeypatch.setattr(Search, "__iter__", lambda self: (each for each in ()))  # no other way finds anything
    assert list(open_local(long_paths(side, pieces), Settings())) == []
    assert bool(tried) == built


def test_a_poor_answer_is_never_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Built, "improve", lambda self, chance: True)
    search = building(long_paths(17, 6))
    assert list(search) == []
    assert (search.outcome.verdict, search.outcome.exhausted) == ("unknown", False)


@pytest.mark.parametrize(("side", "attempts"), [(14, 1), (17, 2)])
def test_where_windows_lead_nowhere_one_begins_anew_and_then_takes_the_rules(
    side: int, attempts: int, monkeypatch: pytest.MonkeyPatch
):
    begun: list[float] = []
    monkeypatch.setattr(Built, "improve", lambda self, chance: begun.append(chance.random()))
    search = building(long_paths(side, 6))
    assert list(search) == [] and search.outcome.verdict == "unknown"
    assert len(set(begun)) == len(begun) == attempts


@pytest.mark.parametrize("reading", ["sparse", "tidy"])
def test_nothing_is_built_in_other_readings(reading: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Built, "improve", lambda self, chance: pytest.fail("it was built"))
    assert list(building(long_paths(17, 6), Settings(constants={"reading": reading}))) == []


def test_what_is_stopped_while_it_builds_leaves_no_thread_behind(monkeypatch: pytest.MonkeyPatch):
    first = threading.Event()

    def begin(self: Built, chance: random.Random) -> bool:
        first.set()
        return Built_begin(self, chance)

    Built_begin = Built.begin
    monkeypatch.setattr(Built, "begin", begin)
    monkeypatch.setattr("pysolve.solving.windows._VAIN", 1 << 30)
    monkeypatch.setattr(Built, "_best", lambda self, ground: [] if ground.control.solve() is None else None)
    before = threading.active_count()
    search = building(long_paths(17, 6), Settings(time_limit=0.3))
    assert list(search) == [] and first.is_set()
    assert (threading.active_count(), search.abandoned) == (before, False)


def grid(rows: int, columns: int) -> dict[Value, list[Value]]:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return {(r, c): [(r + d, c + e) for d, e in steps if (r + d, c + e) in cells] for r, c in cells}


@pytest.mark.parametrize("seed", range(5))
def test_ways_share_no_place(seed: int):
    graph = grid(9, 9)
    # Straight ways would cross at the middle.
    leads = [((4, 1), (4, 7)), ((1, 4), (7, 4)), ((2, 2), (6, 6)), ((2, 6), (6, 2))]
    found = ways(graph, leads, random.Random(seed), threading.Event())
    assert found is not None
    assert {(way[0], way[-1]) for way in found} == {lead[::-1] for lead in leads}
    assert all(y in graph[x] for way in found for x, y in pairwise(way))
    assert len({place for way in found for place in way}) == sum(map(len, found))


#: Ends of pieces of a spiral: where places at the rim are dearer than others, no ways were found in twelve trials.
WOUND = [
    ((0, 0), (19, 12)), ((1, 9), (19, 11)), ((1, 10), (5, 1)), ((2, 6), (4, 1)), ((2, 7), (2, 15)), ((2, 16), (17, 3)),
    ((3, 6), (17, 2)), ((3, 7), (16, 7)), ((10, 9), (14, 8)), ((14, 9), (16, 6)),
]  # fmt: skip

#: Such ends for which ways were only found (in five of twelve trials) where no place but those of other ways is dearer.
CLOSE = [
    ((0, 0), (21, 29)), ((4, 24), (27, 26)), ((4, 25), (6, 10)), ((6, 11), (6, 14)), ((6, 15), (22, 21)), ((9, 9), (22, 20)),
    ((9, 10), (15, 14)), ((14, 28), (22, 29)), ((15, 28), (28, 24)), ((27, 27), (28, 23)),
]  # fmt: skip


@pytest.mark.parametrize(("side", "all_ends"), [(20, WOUND), (30, CLOSE)], ids=["rim", "close"])
def test_ways_that_lead_along_the_rim_or_close_together_are_found(side: int, all_ends: list[tuple[Value, Value]]):
    lines = [["."] * side for _ in range(side)]
    for number, ends in enumerate(all_ends, 1):
        for r, c in ends:  # type: ignore[misc, union-attr]
            lines[r][c] = str(number)
    search = building(pysolve.read_text(f"{side} {side}\n" + "\n".join(map(" ".join, lines)), "numberlink"))
    route, stop = search._ground_program(search._route), threading.Event()
    assert any(Built(search.puzzle, route, search._ground_window, stop).begin(random.Random(n)) for n in range(12))


def test_ways_that_must_cross_are_not_found():
    leads = [((0, 1), (2, 1)), ((1, 0), (1, 2))]
    assert ways(grid(3, 3), leads, random.Random(1), threading.Event()) is None


def test_colours_that_do_not_come_out_leave_no_answer_at_any_size():
    rows = [["."] * 60 for _ in range(60)]
    rows[0][0] = rows[59][1] = "1"
    ends_of_one_colour = pysolve.read_text("60 60\n" + "\n".join(map(" ".join, rows)), "numberlink")
    search = open_local(ends_of_one_colour, Settings())
    assert list(search) == []
    assert search.outcome.verdict == "none" and "coloured like a chessboard" in str(search.outcome.impossible)


def test_a_program_is_as_large_as_it_was_ground_wherever_a_second_answer_is_found(monkeypatch: pytest.MonkeyPatch):
    puzzle = pysolve.read(str(INSTANCES / "numberlink" / "multiple.yaml"))
    sizes = set()
    for near in (Others.near, lambda *_: None):
        monkeypatch.setattr(Others, "near", near)
        search = open_local(puzzle, Settings(models=2, statistics=True))
        assert len(list(search)) == 2
        sizes.add(search.outcome.ground_size)
    assert len(sizes) == 1
