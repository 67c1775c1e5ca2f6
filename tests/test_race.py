"""The race beside peers: who has a type, what of the results is told, and how drawings are handed on."""

from __future__ import annotations

import sys
from base64 import b64decode
from pathlib import Path
from types import SimpleNamespace
from zlib import decompress

import pytest
from conftest import INSTANCES, ROOT

import pysolve

sys.path.insert(0, str(ROOT / "bench"))

import race
import racers
from coverage import Result
from coverage_process import Published


def result(board: str, solver: str, verdict: str | None, seconds: float, **figures: int) -> Result:
    outcome = "done" if verdict else "time limit"
    return Result("Akari", board, 0, solver, outcome, seconds, 10, [verdict] if verdict else [], **figures)


def test_the_fastest_peer_that_agrees_is_the_one_to_beat():
    results = [
        result("a", race.OURS, "unique", 3, conflicts=70, rules=900), result("a", "noqx", "multiple", 0.1),
        result("a", "puzzlekit", "answered", 1.5), result("b", race.OURS, None, 10), result("b", "noqx", "unique", 4),
        result("c", race.OURS, "unique", 0.19), result("c", "noqx", "unique", 0.01), result("d", "noqx", "unique", 1),
        result("e", race.OURS, "unique", 1), result("e", "noqx", None, 10),
    ]  # fmt: skip
    boards = list(race.by_board(results))
    assert [each.ours.board for each in boards] == ["a", "b", "c", "e"]
    late, behind = race.table(boards)[1:]
    assert late == ("Akari", "b", ">10.00", "", "", "noqx", "4.00", "", "", ">2.5")
    assert behind == ("Akari", "a", "3.00", "70", "900", "puzzlekit, a first answer", "1.50", "", "", "2.0")
    first, disagreement = race.summary(boards)
    assert first.startswith(
        "3 boards of 1 types that a peer has: pysolve is ahead on 0, behind by more than 1.5 times on 2"
    )
    assert disagreement == "Akari, a: noqx found something else than pysolve"


def test_boards_reach_up_to_the_largest(tmp_path: Path):
    lines = [f'{{"id": "{length}", "problem": "{"x" * length}"}}' for length in (3, 1, 4, 2)]
    (tmp_path / "Akari.jsonl").write_text("\n".join(lines))
    chosen = (race.boards_of(tmp_path / "Akari.jsonl", count) for count in (1, 2, 9))
    assert [[each.id for each in boards] for boards in chosen] == [["4"], ["2", "4"], ["1", "2", "3", "4"]]


def test_pysolve_says_conflicts_and_rules():
    (found,) = next(
        racers.Alone("Nurikabe").answers([Published("5x5", (INSTANCES / "nurikabe/5x5.yaml").read_text(), None)])
    )
    assert found.verdict == "unique" and found.rules is not None and found.rules > 100 and found.conflicts is not None


def test_a_drawing_is_one_to_be_edited_with_an_empty_answer():
    text = (INSTANCES / "nurikabe/5x5.yaml").read_text()
    board = race.drawn(Published("5x5", text, None), "nurikabe")
    assert board is not None
    lines = decompress(b64decode(board.problem.removeprefix("m=edit&p=")), wbits=-15).decode().split("\n")
    assert lines[racers.ANSWER] == racers.NOTHING and '"surface"' not in lines[racers.ANSWER]
    link = f"https://swaroopg92.github.io/penpa-edit/#{board.problem}"
    assert pysolve.read_text(link, "nurikabe").tokens
    assert race.drawn(Published("5x5", link, None), "nurikabe") == Published("5x5", board.problem, None)  # it stays


def test_a_peer_is_told_to_read_a_drawing_as_pysolve_does(monkeypatch: pytest.MonkeyPatch):
    module = SimpleNamespace(parameters={name: {"default": True} for name in ("visit_all", "no_2x2", "other")})
    manager = SimpleNamespace(load_solver=lambda *_: None, modules={"numlin": module})
    monkeypatch.setitem(sys.modules, "noqx.manager", manager)
    monkeypatch.setitem(sys.modules, "noqx.clingo", SimpleNamespace(Config=SimpleNamespace()))
    monkeypatch.setattr(racers, "_on_path", lambda _: True)
    told = racers.Noqx("numberlink", "numlin", "")._parameters
    assert told == {"visit_all": False, "no_2x2": False, "other": True}
