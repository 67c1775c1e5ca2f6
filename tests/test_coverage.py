"""The measuring of a collection: what is measured, what is measured only once, and what the page says of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import coverage
import coverage_page
import puzzlekit_peer
import shared
import warm
import whole
from coverage import Result, run, spread_evenly, with_patience
from coverage_process import BoardResult, Ours, Published
from measure import DONE, ERROR, TIME, Limits

from pysolve import catalog

AKARI = "3 3\n- - -\n- 4 -\n- - -"
LIT = "3 3\n- o -\no 4 o\n- o -"

#: A solver that does as the boards' names say.
PEER = """
import os
from coverage_process import BoardResult, OneByOne

class Peer(OneByOne):
    def __init__(self, collection):
        pass

    def answer(self, board):
        while board.id == "late":
            pass
        if board.id == "killed":
            os._exit(3)
        if board.id == "broken":
            raise KeyError("x")
        return BoardResult("answered", True)
"""


def board(name: str, solution: str | None = LIT) -> Published:
    return Published(name, AKARI, solution)


def result(name: str, seconds: float = 0.1, solver: str = coverage.OURS, **more: object) -> Result:
    values = {"outcome": DONE, "verdicts": ["unique"], "right": True} | more
    return Result("Akari", name, 0, solver, seconds=seconds, limit=20, **values)


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "made_peer.py").write_text(PEER)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    monkeypatch.setitem(coverage.SOLVERS, "peer", "made_peer:Peer")
    return "peer"


def test_boards_are_spread_evenly():
    boards = [board(str(number)) for number in range(10)]
    assert [each.id for each in spread_evenly(boards, 4)] == ["0", "2", "5", "7"]
    assert spread_evenly(boards, None) == spread_evenly(boards, 20) == boards


def test_a_right_answer_another_and_a_wrong_input_are_told_apart():
    boards = [
        board("a"),
        board("b", LIT.replace("o -\no", "o o\no")),
        board("c", None),
        Published("d", "3 3\n- -", LIT),
    ]
    results = list(run(coverage.OURS, "Akari", boards, Limits(20, 4000)))
    assert [each.right for each in results] == [True, False, None, None]
    assert [each.outcome for each in results] == [DONE, DONE, DONE, ERROR]
    assert [each.verdicts for each in results[:3]] == [["unique"]] * 3


def test_boards_share_a_grounding_as_in_a_batch():
    problems = ["4 4\n1 2 3 4\n- - - -\n- - - -\n- - - -", "4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n- - - -"]
    boards = [Published(str(number), problems[number % 2], None) for number in range(6)]
    shared: list[Sequence[BoardResult]] = list(Ours("Sudoku").answers(boards))
    assert len(shared) < 6  # what is solved alone comes alone
    assert [result.verdict for results in shared for result in results] == ["multiple", "unique"] * 3


def test_a_board_that_ends_the_process_costs_itself_only(peer: str):
    names = ["a", "killed", "b", "late", "broken", "c"]
    results = list(run(peer, "Akari", [board(name) for name in names], Limits(0.1, 4000)))
    assert [each.board for each in results] == names
    assert [each.outcome for each in results] == [DONE, ERROR, DONE, TIME, ERROR, DONE]
    assert results[4].error == "KeyError: 'x'"


def test_a_peer_is_waited_for_once():
    results = [result("a"), result("b", 20, outcome=TIME), result("c")]
    assert [each.board for each in with_patience(iter(results), 0)] == ["a", "b"]
    assert list(with_patience(iter(results), 1)) == []


def test_what_is_known_is_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lines = [json.dumps({"id": name, "problem": AKARI, "solution": LIT}) for name in "abc"]
    (tmp_path / "Akari.jsonl").write_text("\n".join(lines))
    (tmp_path / "NoSuchType.jsonl").write_text(lines[0])
    results, output = tmp_path / "results.jsonl", tmp_path / "coverage.md"
    arguments = ["coverage.py", str(tmp_path), "--results", str(results), "--output", str(output)]
    monkeypatch.setattr(sys, "argv", [*arguments, "--boards", "1"])
    coverage.main()
    first = results.read_text()
    assert [json.loads(line)["board"] for line in first.splitlines()] == ["a"]
    monkeypatch.setattr(sys, "argv", arguments)
    coverage.main()
    assert results.read_text().startswith(first)
    assert [json.loads(line)["board"] for line in results.read_text().splitlines()] == ["a", "b", "c"]
    assert "| Akari (`akari`) | 3 | 3 | 0 | 0 |" in output.read_text()


def test_the_page_has_counts_ratios_and_reasons(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(coverage_page, "faults", lambda: {("Akari", "b"): "the text is cut"})
    theirs = [result("a", 0.2, "peer"), result("b", 20, "peer", outcome=TIME, right=None)]
    ours = [
        result("a"), result("b", 0.1, verdicts=["multiple"]), result("c", 20, outcome=TIME, right=None),
        result("d", outcome=ERROR, error="found x", right=None), result("e", right=False),
    ]  # fmt: skip
    page = "\n".join(coverage_page.page([*ours, *theirs], {"Akari": "akari"}, 20))
    assert "| Akari (`akari`) | 5 | 2 | 0 | 1 | 0.10 | 20.0 | 20.4 | 2 | 1 | 1 | 10.1 | 20.0 | 20.2 | ≥101 |" in page
    assert "≥200 (2.00–≥200)" in page
    assert (
        "- Akari: b: several answers, the published one among the first two (the text is cut); c: over 20 s; d: found x; "
        "e: unique, and the answer is another one than the published one" in page
    )


def test_boards_of_the_same_name_in_two_collections_are_not_taken_for_one():
    ours = [result("a", 0.1), result("a", 10)]
    theirs = [result("a", 0.2, "peer"), result("a", 40, "peer")]
    ours[1].row = theirs[1].row = "Hitori"
    page = "\n".join(coverage_page.page([*ours, *theirs], {"Akari": "akari", "Hitori": "hitori"}, 20))
    assert (
        "| 2 types | 2 | 2 | 0 | 0 | 5.05 | 10.0 | 10.1 | 2 | 2 | 0 | 20.1 | 40.0 | 40.2 | 3.98 | 4.00 (2.00–4.00) |"
        in page
    )
    assert "ahead of peer on 2 of the 2 types that both were measured on, and behind on 0." in page


def test_types_behind_a_peer_say_by_how_much_and_what_was_tried(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(coverage_page, "tried", lambda: {"Hitori": 'chains for "pairs": 3 ms, not 4'})
    names = ["Akari", "Hitori", "Kakuro"]
    ours, theirs = ([result("a", 1, solver) for _ in names] for solver in (coverage.OURS, "peer"))
    for name, seconds, our, their in zip(names, [2, 0.5, 0.25], ours, theirs, strict=True):
        our.row = their.row = name
        their.seconds = seconds
    page = "\n".join(coverage_page.page([*ours, *theirs], dict.fromkeys(names, "x"), 20))
    assert (
        "## Behind the peer\n\nIn total pysolve is ahead of peer on 1 of the 3 types that both were measured on, and "
        "behind on 2, by these ratios of totals:\n\n- Kakuro 0.25: nothing was tried yet\n"
        '- Hitori 0.50: chains for "pairs": 3 ms, not 4\n\n## Boards' in page
    )
    assert "## Behind" not in "\n".join(coverage_page.page(ours, dict.fromkeys(names, "x"), 20))


def test_what_was_tried_is_a_sentence_a_type():
    lines = (ROOT / "bench/behind.tsv").read_text(encoding="utf-8").splitlines()
    assert len(coverage_page.tried()) == len(lines)  # each type once
    for collection, sentence in coverage_page.tried().items():
        assert catalog.lookup(collection) is not None
        assert sentence.strip()


def test_faults_have_a_board_and_a_reason():
    faults = coverage_page.faults()
    assert faults[("Norinori", "177_12x22")] == "two answers"
    assert all(collection and board and reason for (collection, board), reason in faults.items())


def test_the_peer_has_a_type_by_the_name_of_its_collection(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(puzzlekit_peer, "_names", lambda: {"kenken": "ken_ken"})
    assert puzzlekit_peer.name_of("KenKen") == "ken_ken"
    assert puzzlekit_peer.name_of("Fillomino") is None


def test_whole_commands_are_measured_from_start_to_end(tmp_path: Path):
    (tmp_path / "Akari.jsonl").write_text("\n".join(json.dumps({"id": name, "problem": AKARI}) for name in "abc"))
    lines = whole.lines_of(tmp_path / "Akari.jsonl", 2)
    assert [json.loads(line)["id"] for line in lines] == ["a", "b"]
    seconds = whole.least_seconds(["-m", "pysolve", "check", "--type", "akari", str(tmp_path / "Akari.jsonl")], 1)
    assert seconds is not None and seconds > 0
    assert whole.least_seconds(["-c", "raise SystemExit(2)"], 1) is None


@pytest.mark.rest
def test_boards_with_a_shared_grounding_are_compared_with_those_alone(tmp_path: Path, monkeypatch, capsys):
    boards = ["2 2\n- -\n- -", AKARI, "2 2\n- -\n- 2", "2 2\n- 1\n- -"]
    (tmp_path / "Akari.jsonl").write_text(
        "\n".join(json.dumps({"id": str(number), "problem": board}) for number, board in enumerate(boards))
    )
    monkeypatch.setattr(sys, "argv", ["shared.py", str(tmp_path)])
    shared.main()
    assert "\n| Akari | 3 | " in capsys.readouterr().out  # one board has a shape of its own
    found = iter(range(100))
    monkeypatch.setattr(shared, "_found", lambda search: next(found))
    with pytest.raises(SystemExit, match=r"Akari: boards \[1, 2, 3\]"):
        shared.main()


def test_small_boards_are_measured_warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    large = "11 11\n" + "\n".join(["- - - - - - - - - - -"] * 11)
    boards = [AKARI, large, "2 2\n- -", "2 2\n- -\n- 2", AKARI]
    (tmp_path / "Akari.jsonl").write_text(
        "\n".join(json.dumps({"id": str(number), "problem": board}) for number, board in enumerate(boards))
    )
    assert warm.small_boards(tmp_path / "Akari.jsonl") == [AKARI, "2 2\n- -\n- 2", AKARI]
    monkeypatch.setattr(sys, "argv", ["warm.py", str(tmp_path), "--aim", "100000"])
    warm.main()
    printed = capsys.readouterr().out
    assert "| Akari | 2 | " in printed  # the first one only warms
    assert "Within 100000 ms: 1 of 1 types in the mean, 1 in the median." in printed
