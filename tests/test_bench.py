"""The measuring side by side: its boards, its peers' models, its judge, and a whole tiny run."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from conftest import INSTANCES, ROOT

import pysolve

sys.path.insert(0, str(ROOT / "bench"))

import hints
import judge
import levels
import qxw
import report
import walks
from board import Board, cells, frozen
from families.crossword import boards as crossword
from families.crossword.solvers import Backtracking
from families.hidato import boards as hidato
from families.numberlink import boards as numberlink
from families.sudoku import boards as sudoku
from measure import DONE, TIME, Limits, Measurement, Spec, solve
from ours import Ours
from rows import OURS, ROWS, Row, solvers

FAMILIES = {"numberlink": numberlink, "hidato": hidato, "sudoku": sudoku}


def small_boards(family: str) -> list[Board]:
    """Boards with no answer, with one and with several."""
    chance = random.Random(3)
    boards = []
    for seed in range(4):
        boards += {
            "numberlink": [
                numberlink.made(4, seed, "full"), numberlink.made(5, seed, "tidy"), scattered(chance, "full"),
                scattered(chance, "tidy"),
            ],
            "hidato": [hidato.made(4, 0.2, seed), hidato.made(4, 0.5, seed)],
            "sudoku": [sudoku.made(4, 0.5, seed), sudoku.made(9, 0.5, seed)],
        }[family]  # fmt: skip
    if family != "numberlink":
        boards += [spoilt(board) for board in boards[:6]]
    return boards


def scattered(chance: random.Random, reading: str) -> Board:
    """Pairs of ends anywhere: most boards like this have no answer."""
    ends = chance.sample([(r, c) for r in range(3) for c in range(4)], 4)
    tokens = {cell: str(index // 2 + 1) for index, cell in enumerate(ends)}
    rows = frozen([tokens.get((r, c), ".") for c in range(4)] for r in range(3))
    return Board("numberlink", "scattered", rows, {"reading": reading})


def spoilt(board: Board) -> Board:
    """The board with a number in a cell where the answer has another."""
    used = {token for row in board.rows for token in row}
    rows = [list(row) for row in board.rows]
    r, c = next(cell for cell, token in board.cells.items() if token == ".")
    assert board.answer is not None
    right = board.answer[r][c]
    others = [str(value) for value in range(1, len(rows) + 1)] if board.family == "sudoku" else None
    free = others or [token for row in board.answer for token in row if token not in used]
    rows[r][c] = next(token for token in free if token != right)
    return replace(board, rows=frozen(rows), answer=None)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "peer",
    ["naive ASP", *(pytest.param(name, marks=pytest.mark.slow) for name in ("CP-SAT", "cadical195", "glucose4"))],
)
def test_peers_have_our_answers(family: str, peer: str):
    spec = solvers(family)[peer]
    pytest.importorskip(spec.needs, reason="needs the extra 'bench'")
    module, name = spec.target.split(":")
    theirs = getattr(__import__(module, fromlist=[name]), name)(**spec.arguments)
    ours, seen = Ours(), set()
    for board in small_boards(family):
        expected = ours.solve(ours.read(board), 2)
        answers = theirs.solve(theirs.read(board), 2)
        assert len(set(answers)) == len(expected), board
        assert all(FAMILIES[family].fault(board, answer) is None for answer in answers)
        if len(expected) == 1:
            assert answers == expected
        seen.add(len(expected))
    assert seen == {0, 1, 2}


@pytest.mark.parametrize(
    "board", [numberlink.made(side, 1, "tidy") for side in (5, 12, 40)], ids=lambda board: board.name
)
def test_made_numberlink_boards_are_tidy(board: Board):
    assert board.answer is not None
    assert numberlink.fault(board, board.answer) is None
    assert numberlink.fault(replace(board, rows=board.rows[::-1]), board.answer)


def test_made_boards_have_the_answers_they_were_made_from():
    for family, board in (
        (hidato, hidato.made(12, 0.3, 1)), (sudoku, sudoku.made(25, 0.5, 1)), (sudoku, sudoku.dug(1)),
    ):  # fmt: skip
        assert board.answer is not None
        assert family.fault(board, board.answer) is None
        mirrored = frozen(row[::-1] for row in board.answer)
        assert family.fault(board, mirrored)
    assert Ours().solve(Ours().read(sudoku.dug(1)), 2) == [sudoku.dug(1).answer]


def test_a_loop_is_no_answer():
    board = Board("numberlink", "", (("1", "1"), (".", "."), (".", ".")))
    assert numberlink.fault(board, (("e", "w"), ("se", "sw"), ("ne", "nw"))) == "there is a loop"
    assert numberlink.fault(board, (("s", "s"), ("ns", "ns"), ("ne", "nw"))) is None
    tidy = replace(board, options={"reading": "tidy"})
    assert "three sides" in str(numberlink.fault(tidy, (("s", "s"), ("ns", "ns"), ("ne", "nw"))))


def test_instances_are_read():
    for name, side in (("alphadoku-1.txt", 25), ("16x16.yaml", 16), ("classic.yaml", 9)):
        board = sudoku.instance(ROOT / "instances" / "sudoku" / name)
        [answer] = Ours().solve(Ours().read(board), 2)
        assert len(answer) == side
        assert sudoku.fault(board, answer) is None
    copris = numberlink.instance(ROOT / "instances" / "numberlink" / "copris.txt", "full")
    assert [len(row) for row in copris.rows] == [5] * 5


def test_turned_boards_keep_their_cells():
    board = Board("sudoku", "turned", (("1", "2", "3"), ("4", "5", "6")))
    assert len({board.turned(times).rows for times in range(8)}) == 8
    assert {tuple(sorted(cells(board.turned(times).rows).values())) for times in range(8)} == {tuple("123456")}


def test_backtracking_fills_a_crossword_and_finds_that_there_is_no_filling(tmp_path):
    words = tmp_path / "words"
    words.write_text("BIT\nACE\nDEN\nBAD\nICE\nTEN\nCAT\nEAT\n")
    board = Board("crossword", "3x3", (tuple("..T"), tuple("..."), tuple("...")), words=str(words))
    method = Backtracking()
    [answer] = method.solve(method.read(board), 1)
    assert crossword.fault(board, answer) is None
    assert [answer] == Ours().solve(Ours().read(board), 1)
    wrong = (tuple("ICE"), *answer[1:])
    assert crossword.fault(board, wrong)
    without = replace(board, rows=(tuple("..X"), *board.rows[1:]))
    assert method.solve(method.read(without), 1) == [] == Ours().solve(Ours().read(without), 1)


def test_proper_names_are_left_out_of_the_words(tmp_path):
    source, target = tmp_path / "list", tmp_path / "words"
    source.write_text("apple\nApril\napple's\na\ncafé\nice\n")
    crossword.write_words(source, target, 0)
    assert sorted(target.read_text().split()) == ["APPLE", "ICE"]
    source.write_text("ICE\nAPPLE\n")
    crossword.write_words(source, target, 0)
    assert sorted(target.read_text().split()) == ["APPLE", "ICE"]


def measured(solver: str, verdict: str, answers: list, outcome: str = DONE, seconds: float = 1) -> Measurement:
    return Measurement("row", "board", 0, solver, outcome, seconds, 60, [verdict], [answers])


def test_the_judge_reports_a_planted_disagreement():
    board = sudoku.dug(1)
    row: Row = next(row for row in ROWS if row.name == "sudoku-9x9")
    true, false = board.answer, sudoku.dug(2).answer
    fine = [measured(OURS, "unique", [true]), measured("peer", "unique", [true])]
    assert judge.faults(fine, [board], row.fault) == []
    late = measured("peer", "", [], TIME)
    assert judge.faults([fine[0], late], [board], row.fault) == []
    for planted, expected in (
        (measured("peer", "multiple", [true, false]), "pysolve says unique, peer says multiple"),
        (measured("peer", "none", []), "peer says none, but an answer is known"),
        (measured("peer", "unique", [false]), "peer: a clue has been changed"),
        (measured("peer", "multiple", [true, true]), "peer says multiple with 1 different answers"),
    ):
        faults = judge.faults([fine[0], planted], [board], row.fault)
        assert any(expected in sentence for sentence in faults), faults


def test_an_answer_that_cannot_be_read_is_a_fault():
    board = hidato.made(3, 0.5, 1)
    faults = judge.faults([measured("peer", "found", [frozen(["x"] * 3 for _ in range(3))])], [board], hidato.fault)
    assert any("peer: the answer cannot be read" in sentence for sentence in faults), faults


def test_limits_are_bounds_of_ratios():
    ours = [measured(OURS, "none", [], DONE, 2)]
    assert [str(each) for each in report.ratios(ours, [measured("peer", "none", [], DONE, 4)])] == ["2.00"]
    assert [str(each) for each in report.ratios(ours, [measured("peer", "", [], TIME, 60)])] == ["≥30.0"]
    late = [measured(OURS, "", [], TIME, 60)]
    assert [str(each) for each in report.ratios(late, [measured("peer", "none", [], DONE, 30)])] == ["≤0.50"]
    assert report.ratios(late, [measured("peer", "", [], TIME, 60)]) == []


SLEEPER = """
class Solver:
    def read(self, board):
        return board

    def solve(self, board, limit):
        if board.name == "long":
            while True:
                pass
        if board.name == "large":
            return [bytearray(10**10)]
        if board.name == "wrong":
            raise ValueError("a slip")
        return [(("1", "2"), ("2", "1"))]
"""


def test_a_run_ends_at_its_limits(tmp_path, monkeypatch):
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    measurements = {}
    for name in ("long", "large", "wrong", "fine"):
        board = Board("sudoku", name, ((".", "."), (".", ".")))
        measurements[name] = solve("row", 0, "peer", Spec("sleeper:Solver", "json"), [board], 1, Limits(0.1, 2000))
    assert {name: each.outcome for name, each in measurements.items()} == {
        "long": "time limit", "large": "memory limit", "wrong": "error", "fine": "done",
    }  # fmt: skip
    assert measurements["long"].seconds == 0.1
    assert measurements["wrong"].error == "ValueError: a slip"
    assert measurements["fine"].answers == [[(("1", "2"), ("2", "1"))]]


def bench(*arguments: str | object, code: str = "") -> subprocess.CompletedProcess[str]:
    """Runs bench/run.py; with code, after this code in its process."""
    start = [str(ROOT / "bench" / "run.py")]
    if code:
        path = f"import sys; sys.path.insert(0, {str(ROOT / 'bench')!r})"
        start = ["-c", f"{path}\nimport run, rows, measure\n{code}\nsys.exit(run.main(sys.argv[1:]))"]
    return subprocess.run(
        [sys.executable, *start, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )


TINY = ("--tiny", "--seeds", "1", "--time-limit", "20")


@pytest.mark.rest
def test_a_tiny_run_writes_the_table_and_the_measurements(tmp_path):
    names = ["sudoku-9x9", "sudoku-25x25", "crossword", "count"]
    words = tmp_path / "words"
    words.write_text((ROOT / "instances" / "crossword" / "english.words").read_text())
    missing = tmp_path / "missing"
    done = bench(*names, *TINY, "--output", tmp_path / "out", "--words", words, "--words-huge", missing)
    assert done.returncode == 0, done.stderr
    table = (tmp_path / "out" / "results.md").read_text()
    assert f"the row crossword-huge was left out: there is no list of words {missing}" in table
    assert "| Sudoku 16x16 and 25x25, verdict | pysolve | 1 | 1 | 20 | 0 |" in table
    lines = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    assert {line["row"] for line in lines} == set(names)
    assert all(line["outcome"] == "done" for line in lines)
    tasks: dict[tuple, dict] = {}
    for line in lines:
        tasks.setdefault((line["row"], line["board"], line["seed"]), {})[line["solver"]] = line["verdicts"]
    assert all(len(verdicts) > 1 and len(set(map(tuple, verdicts.values()))) == 1 for verdicts in tasks.values())
    assert ["288"] in [line["verdicts"] for line in lines]


@pytest.mark.rest
def test_rows_are_added_to_those_of_an_earlier_run(tmp_path):
    out = ("--output", tmp_path / "out")
    assert bench("count", *TINY, *out).returncode == 0
    done = bench("sudoku-25x25", "--add", "--tiny", "--seeds", "1", "--time-limit", "10", *out)
    assert done.returncode == 0, done.stderr
    table = (tmp_path / "out" / "results.md").read_text()
    places = [
        table.index(start)
        for start in ("verdict | pysolve | 1 | 1 | 10 | 0 |", "`pysolve solve --count` | pysolve | 1 |")
    ]
    assert places == sorted(places)  # in the order of the rows, not of the runs
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    assert {json.loads(line)["row"] for line in lines} == {"count", "sudoku-25x25"}
    (tmp_path / "out" / "results.jsonl").write_text('{"row": "count"}\n')
    refused = bench("sudoku-25x25", "--add", *TINY, *out)
    assert refused.returncode == 1 and "expected measurements" in refused.stderr and "Traceback" not in refused.stderr
    again = bench("sudoku-25x25", *TINY, *out)
    assert again.returncode == 0
    assert "--count" not in (tmp_path / "out" / "results.md").read_text()


LIAR = """
class Liar:
    def read(self, board):
        return board

    def solve(self, board, limit):
        return []
"""


@pytest.mark.rest
def test_a_planted_disagreement_ends_with_code_1(tmp_path, monkeypatch):
    (tmp_path / "liar.py").write_text(LIAR)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code = (
        "rows.HIDATO.clear()\n"
        "rows.HIDATO.update({'pysolve': measure.Spec('ours:Ours', 'clingo'), 'liar': measure.Spec('liar:Liar', 'json')})"
    )
    done = bench("hidato", *TINY, "--output", tmp_path / "out", code=code)
    assert done.returncode == 1
    assert "disagreement: pysolve says unique, liar says none" in done.stderr
    assert "disagreement: pysolve says unique, liar says none" in (tmp_path / "out" / "results.md").read_text()


def test_an_unknown_row_is_reported():
    done = bench("nothing-of-the-kind")
    assert done.returncode == 1
    assert "there is no such row" in done.stderr


def test_every_row_and_option_is_described():
    described = (ROOT / "docs" / "benchmarks.md").read_text()
    listed = bench("--list").stdout
    names = [line.split()[0] for line in listed.splitlines()]
    assert {row.name for row in ROWS} < set(names)
    assert all(f"`{name}`" in described for name in names)
    helped = bench("--help").stdout
    options = {word.strip("[],") for word in helped.split() if word.startswith("--")} - {"--help"}
    assert all(f"`{option}" in described for option in options), options


def test_walks_are_recorded_and_not_begun_again(tmp_path, monkeypatch):
    one, several = "4 4\n1 - - 4\n- 4 1 -\n2 1 - -\n4 - - 1", "4 4\n1 - - -\n- - - -\n- - - -\n- - - -"
    lines = [json.dumps({"id": str(number), "problem": problem}) for number, problem in enumerate((several, one))]
    (tmp_path / "Sudoku.jsonl").write_text("\n".join(lines))
    record, output = tmp_path / "record", tmp_path / "table"
    command = ["hints.py", str(tmp_path), "--record", str(record), "--output", str(output)]

    def run(*options: str) -> list[str]:
        """The columns of the row of Sudoku."""
        monkeypatch.setattr(sys, "argv", [*command, *options])
        hints.main()
        return [cell.strip() for cell in output.read_text().splitlines()[-1].strip("|").split("|")]

    assert run("--minutes", "0") == ["---"] + ["---:"] * 9  # no row
    assert not record.exists()
    row = run()
    walks = [json.loads(line) for line in record.read_text().splitlines()]
    assert [walk["unique"] for walk in sorted(walks, key=lambda walk: walk["board"])] == [False, True]
    assert row[:2] == ["Sudoku", "1"] and row[4] == "0"
    assert run() == row and len(record.read_text().splitlines()) == 2


def test_a_walk_is_looked_at_with_its_chains():
    board = pysolve.read(str(INSTANCES / "hitori/5x5.yaml"))
    looked = walks.look(board, 60)
    assert not looked.late and looked.lines > 1


def test_ranks_are_correlated_where_figures_differ():
    assert levels.rank_correlation([0, 0, 1, 2], [3.0, 3.0, 5.0, 9.5]) == 1
    assert levels.rank_correlation([0, 1, 2], [3.0, 2.0, 1.0]) == -1
    assert levels.rank_correlation([0, 1, 2], [3.0, 3.0, 3.0]) == 0


def test_a_step_is_harder_if_a_smaller_one_was_there_and_notes_count_with_what_rests_on_them():
    large = SimpleNamespace(facts="a", known="", size=5)
    note = SimpleNamespace(facts="n", known="", size=1)
    by_note = SimpleNamespace(facts="b", known="n", size=3)
    later = SimpleNamespace(facts="c", known="a", size=2)
    assert walks.harder([large, note, by_note, later], [note], {}) == [large, by_note]
    assert walks.harder([large, note, by_note, later], [note], {}, walks.by_far) == [large]
    assert walks.harder([large, note, later], [note], {}) == []
    assert walks.harder([large, note, later], [], {}) == [large]
    unsaid = SimpleNamespace(facts="d", known="s", size=2)  # rests on what went without saying beside the first step
    assert walks.harder([large, unsaid], [], {"s": 0}) == []
    assert walks.harder([large, unsaid], [], {"s": -1}, walks.by_far) == [large]


def test_pysolve_fills_a_board_for_the_side_by_side_with_qxw(tmp_path):
    assert qxw.slots_of(["..#", "..."]) == [
        [(0, 0), (0, 1)],
        [(1, 0), (1, 1), (1, 2)],
        [(0, 0), (1, 0)],
        [(0, 1), (1, 1)],
    ]
    words = tmp_path / "words"
    scores = {"AT": 90, "ATE": 50, "TE": 20}
    words.write_text("".join(f"{word};{score}\n" for word, score in scores.items()))
    run = qxw.by_pysolve(["..."], words, tmp_path, scores, 60)
    assert (run.mean, run.ended) == (50, False)
    assert qxw.mean_score(["AT", "AT"], scores) is None and qxw.mean_score(["ETA"], scores) is None


def test_a_table_says_how_walks_read(tmp_path, monkeypatch, capsys):
    board = {"id": "1", "problem": "4 4\n1 - - 4\n- 4 1 -\n2 1 - -\n4 - - 1"}
    (tmp_path / "Sudoku.jsonl").write_text(json.dumps(board))
    monkeypatch.setattr(sys, "argv", ["walks.py", str(tmp_path)])
    walks.main()
    name, count, late, steps, named, lines, spare, *_ = (
        capsys.readouterr().out.splitlines()[-1].strip("| ").split(" | ")
    )
    assert (name, count, late, named) == ("Sudoku", "1", "0", "100%")
    assert int(steps) > 0 and int(lines) > 0 and spare.startswith("0 of ")
