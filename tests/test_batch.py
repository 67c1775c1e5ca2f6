"""pysolve batch: files, reports, order, limits and going on after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, run

BOARD = "1 2 . .\n3 4 . .\n. . 4 3\n. . . .\n"  # several answers
SOLVED = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
WRONG = "1 1 . .\n. . . .\n. . . .\n. . . .\n"

ENDLESS = "endless(0) :- value((1, 1), _), clue((2, 2), 2).\nendless(N+1) :- endless(N).\n"


def line(id_: str, board: str) -> str:
    return json.dumps({"id": id_, "problem": "4 4\n" + board, "puzzle": "sudoku"})


@pytest.fixture
def folder(write):
    write(SOLVED, "boards/a.txt")
    write(BOARD, "boards/b.txt")
    return write(WRONG, "boards/c.txt").parent


def test_a_folder_gives_an_answer_file_each(folder, tmp_path):
    done = run("batch", folder, "--type", "sudoku", "-o", tmp_path / "out")
    assert done.code == 1
    texts = {path.name: path.read_text() for path in (tmp_path / "out").glob("*.txt")}
    assert texts["a.txt"] == SOLVED + "\nSolution is unique.\n"
    assert texts["c.txt"] == "No solution\n"
    boards = texts["b.txt"].split("\n\n")
    assert len(boards) == 3 and boards[0] != boards[1] and boards[2] == "Solution is not unique.\n"
    records = [json.loads(text) for text in (tmp_path / "out" / "report.jsonl").read_text().splitlines()]
    assert [(record["id"], record["verdict"]) for record in records] == [
        ("a", "unique"),
        ("b", "multiple"),
        ("c", "none"),
    ]
    assert set(records[0]) == {"id", "puzzle", "verdict", "answers", "seconds", "error"}
    assert records[0]["answers"] == [SOLVED.strip()]
    assert records[0]["puzzle"] == "sudoku"


def test_all_unique_ends_with_zero_and_reports_to_standard_output(write):
    path = write("\n".join(line(f"p{number}", SOLVED) for number in range(20)), "many.jsonl")
    done = run("batch", path, "--jobs", "2")
    assert done.code == 0
    assert [json.loads(text)["id"] for text in done.out.splitlines()] == [f"p{number}" for number in range(20)]


def test_a_wrong_puzzle_costs_only_itself(write):
    path = write("\n".join([line("good", SOLVED), "{", line("odd", "1 x\n"), line("last", SOLVED)]), "some.jsonl")
    done = run("batch", path, "--report", "-")
    assert done.code == 2
    records = [json.loads(text) for text in done.out.splitlines()]
    assert [record["verdict"] for record in records] == ["unique", "error", "error", "unique"]
    assert "line 3 (odd)" in records[2]["error"]


@pytest.mark.parametrize("limit", [["--time-limit", "1"], ["--memory-limit", "60"]])
def test_an_endless_puzzle_costs_only_itself(write, limit):
    endless = SOLVED.replace("3 4 1 2", "4 3 1 2").replace("1 2 3 4", "3 1 2 4")
    endless = ". . . .\n. 2 . .\n. . . .\n. . . .\n"
    path = write("\n".join([line("a", SOLVED), line("endless", endless), line("b", SOLVED)]), "some.jsonl")
    done = run("batch", path, "-r", write(ENDLESS, "endless.lp"), "--jobs", "1", *limit)
    assert done.code == 3
    records = [json.loads(text) for text in done.out.splitlines()]
    assert [record["verdict"] for record in records] == ["unique", "unknown", "unique"]
    assert "limit was reached" in records[1]["error"]


def test_going_on_after_a_kill_solves_only_what_is_missing(write, tmp_path):
    path = write("\n".join(line(f"p{number}", SOLVED) for number in range(8)), "many.jsonl")
    report = tmp_path / "report.jsonl"
    assert run("batch", path, "--report", report).code == 0
    lines = report.read_text().splitlines()
    marked = [text.replace('"seconds": ', '"seconds": 9') for text in lines[:5]]
    report.write_text("\n".join([*marked, lines[5][:20]]))
    assert run("batch", path, "--report", report, "--resume").code == 0
    again = report.read_text().splitlines()
    assert again[:5] == marked
    assert [json.loads(text)["id"] for text in again] == [f"p{number}" for number in range(8)]


def test_a_killed_batch_leaves_whole_files_and_no_processes(write, tmp_path):
    slow = write("{ hole(I, J) : J = 1..11 } = 1 :- I = 1..12.\n:- hole(I, J), hole(K, J), I < K.\n", "slow.lp")
    path = write("\n".join(line(f"p{number}", SOLVED) for number in range(8)), "many.jsonl")
    command = [sys.executable, "-m", "pysolve", "batch", str(path), "-r", str(slow), "-o", str(tmp_path / "out")]
    batch = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    time.sleep(2)
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(batch.pid)], capture_output=True, text=True
    ).stdout.split()
    os.kill(batch.pid, signal.SIGKILL)
    batch.wait()
    assert children
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(os.path.exists(f"/proc/{child}") for child in children):
        time.sleep(0.2)
    assert not any(os.path.exists(f"/proc/{child}") for child in children)
    assert not [path for path in (tmp_path / "out").glob("*") if path.name != "report.jsonl"]


def test_resume_refuses_a_report_of_other_puzzles(write, tmp_path):
    report = tmp_path / "report.jsonl"
    assert run("batch", write(line("a", SOLVED), "a.jsonl"), "--report", report).code == 0
    done = run("batch", write(line("b", SOLVED), "b.jsonl"), "--report", report, "--resume")
    assert done.code == 2
    assert "cannot be resumed" in done.err
    write("no report\n", "report.jsonl")
    assert run("batch", tmp_path / "b.jsonl", "--report", report, "--resume").code == 2


def test_equal_names_get_different_files(write, tmp_path):
    write(SOLVED, "one/a.txt")
    write(SOLVED, "two/a.txt")
    assert run("batch", tmp_path / "one", tmp_path / "two", "--type", "sudoku", "-o", tmp_path / "out").code == 0
    assert sorted(path.name for path in (tmp_path / "out").glob("*.txt")) == ["a-2.txt", "a.txt"]


def test_resume_without_a_file_is_refused(folder):
    assert run("batch", folder, "--resume").code == 2
