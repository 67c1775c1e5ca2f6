"""pysolve batch: files, reports, order, limits and going on after a kill."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import ROOT, command, run
from processes import children, wait_until, works

sys.path.insert(0, str(ROOT / "bench"))

import attack

from pysolve.formats import Reading, Source
from pysolve.run import worker
from pysolve.run.batch import LotWork, solve_lot
from pysolve.run.many import Workers, in_order
from pysolve.solving.settings import Settings

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
    assert set(records[0]) == {"id", "type", "verdict", "answers", "seconds", "error", "digest"}
    assert records[0]["answers"] == [SOLVED.strip()]
    assert records[0]["type"] == "sudoku"


def test_all_unique_ends_with_zero_and_reports_to_standard_output(write):
    path = write("\n".join(line(f"p{number}", SOLVED) for number in range(20)), "many.jsonl")
    done = command("batch", path, "--jobs", "2")
    assert done.code == 0
    assert [json.loads(text)["id"] for text in done.out.splitlines()] == [f"p{number}" for number in range(20)]


def test_a_wrong_puzzle_costs_only_itself(write):
    path = write("\n".join([line("good", SOLVED), "{", line("odd", "1 x\n"), line("last", SOLVED)]), "some.jsonl")
    done = command("batch", path, "--report", "-")
    assert done.code == 2
    records = [json.loads(text) for text in done.out.splitlines()]
    assert [record["verdict"] for record in records] == ["unique", "error", "error", "unique"]
    assert "line 3 (odd)" in records[2]["error"]


def test_what_is_remarkable_about_input_is_noted_wherever_it_is_solved(write, tmp_path):
    """An empty first row may be a slip: no command gives a verdict without a word on it."""
    path = write(",,,\n2,,,1\n,,,\n,,3,1\n", "board.csv")
    note = "the first row of the table is empty"
    lines = command("batch", path, "--type", "nurikabe").out.splitlines()
    assert [note in json.loads(each)["notes"][0] for each in lines] == [True]
    assert note in command("batch", path, "--type", "nurikabe", "-o", tmp_path / "out").err
    for options in ([], ["--jobs", "2"]):
        assert note in command("check", path, "--type", "nurikabe", *options).err
    assert note in command("check", path, "--type", "nurikabe", "--json").out


def test_a_puzzle_without_end_costs_only_itself_under_a_memory_limit(write):
    endless = ". . . .\n. 2 . .\n. . . .\n. . . .\n"
    path = write("\n".join([line("a", SOLVED), line("endless", endless), line("b", SOLVED)]), "some.jsonl")
    done = command("batch", path, "-r", write(ENDLESS, "endless.lp"), "--jobs", "1", "--memory-limit", "60")
    assert done.code == 3
    records = [json.loads(text) for text in done.out.splitlines()]
    assert [record["verdict"] for record in records] == ["unique", "unknown", "unique"]
    assert "limit was reached" in records[1]["error"]


def test_a_puzzle_without_end_costs_only_itself_under_a_time_limit(tmp_path, monkeypatch):
    begun = tmp_path / "begun"
    begun.touch()

    def clock() -> float:
        """The time of an executor that ages by hours whenever the puzzle without an end has begun."""
        return time.monotonic() + 10_000 * begun.stat().st_size

    monkeypatch.setattr(worker, "now", clock)
    sources = [Source(id_, str(begun), line(id_, SOLVED).encode()) for id_ in ("a", "endless", "b", "c")]
    records = list(_EndlessBatch(Reading("sudoku"), Settings(drawing=False, time_limit=1000), 1).run(sources))
    assert [(record.id, record.verdict, record.error) for record in records] == [
        ("a", "unique", None), ("endless", "unknown", "the time limit was reached"), ("b", "unique", None), ("c", "unique", None),
    ]  # fmt: skip


def solve_endlessly(sources, reading, settings):
    """Never ends with a puzzle of that name, and writes into its file, again and again, that it has begun."""
    for source in sources:
        if source.name == "endless":
            while True:  # the first time may come before the executor knows of the puzzle before
                with open(source.file, "ab") as begun:
                    begun.write(b".")
                threading.Event().wait(0.5)
        yield from solve_lot([source], reading, settings)


class Batch:
    """Solves many puzzles. function: what a worker does with a lot."""

    function = staticmethod(solve_lot)

    def __init__(self, reading: Reading, settings: Settings, workers: int, memory_limit: int | None = None) -> None:
        self.work = LotWork(reading, settings, function=self.function)
        self.workers = Workers(workers, memory_limit)

    def run(self, sources):
        return in_order(self.workers.as_completed(self.work, sources))


class _EndlessBatch(Batch):
    function = staticmethod(solve_endlessly)


def test_going_on_after_a_kill_solves_only_what_is_missing(write, tmp_path):
    path = write("\n".join(line(f"p{number}", SOLVED) for number in range(8)), "many.jsonl")
    report = tmp_path / "report.jsonl"
    assert command("batch", path, "--report", report).code == 0
    lines = report.read_text().splitlines()
    marked = [text.replace('"seconds": ', '"seconds": 9') for text in lines[:5]]
    report.write_text("\n".join([*marked, lines[5][:20]]))
    assert command("batch", path, "--report", report, "--resume").code == 0
    again = report.read_text().splitlines()
    assert again[:5] == marked
    assert [json.loads(text)["id"] for text in again] == [f"p{number}" for number in range(8)]


@pytest.mark.rest
def test_a_killed_batch_leaves_whole_files_and_no_processes(write, tmp_path):
    slow = write("{ hole(I, J) : J = 1..11 } = 1 :- I = 1..12.\n:- hole(I, J), hole(K, J), I < K.\n", "slow.lp")
    path = write("\n".join(line(f"p{number}", SOLVED) for number in range(8)), "many.jsonl")
    arguments = [sys.executable, "-m", "pysolve", "batch", str(path), "-r", str(slow), "-o", str(tmp_path / "out")]
    batch = subprocess.Popen(arguments, cwd=ROOT, start_new_session=True)
    wait_until(lambda: works(batch.pid))
    started = children(batch.pid)
    os.kill(batch.pid, signal.SIGKILL)
    batch.wait()
    wait_until(lambda: not any(os.path.exists(f"/proc/{child}") for child in started))
    assert not [path for path in (tmp_path / "out").glob("*") if path.name != "report.jsonl"]


def test_what_a_kill_leaves_of_an_answer_file_is_taken_up(write, tmp_path):
    path = write(line("p", SOLVED), "one.jsonl")
    part = write("half a fi", "out/.p.txt.part")
    assert command("batch", path, "-o", part.parent, "--resume").code == 0
    assert sorted(each.name for each in part.parent.iterdir()) == ["p.txt", "report.jsonl"]
    assert (part.parent / "p.txt").read_text() == SOLVED + "\nSolution is unique.\n"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_batch_killed_anywhere_loses_nothing_when_it_is_resumed(seed):
    assert attack.kill_batch(bytes([seed])) == "all there"


def test_resume_refuses_a_report_of_other_puzzles(write, tmp_path):
    report = tmp_path / "report.jsonl"
    assert command("batch", write(line("a", SOLVED), "a.jsonl"), "--report", report).code == 0
    done = command("batch", write(line("b", SOLVED), "b.jsonl"), "--report", report, "--resume")
    assert done.code == 2
    assert "cannot be resumed" in done.err
    write("no report\n", "report.jsonl")
    assert command("batch", tmp_path / "b.jsonl", "--report", report, "--resume").code == 2


def test_a_file_of_a_folder_that_cannot_be_looked_at_costs_only_itself(folder):
    (folder / "d.txt").symlink_to("x" * 300)  # a longer name than files have
    done = command("batch", folder, "--type", "sudoku")
    assert done.code == 2
    assert [record["verdict"] for record in records(done)] == ["unique", "multiple", "none", "error"]
    assert f"{folder}/d.txt: the file cannot be read" in done.out


@pytest.mark.parametrize("resume", [[], ["--resume"]], ids=["anew", "resumed"])
@pytest.mark.parametrize("report", ["/dev/full", "/proc/self/mem"])
def test_a_report_that_cannot_be_written_is_mentioned_in_one_sentence(report, resume):
    if not os.path.exists(report):
        pytest.skip(f"needs {report}")
    words = ["batch", "--report", report, *resume, "nowhere"]
    program = f"ulimit -v 4000000; exec {sys.executable} -m pysolve {' '.join(words)}"  # what is read has no end
    done = subprocess.run(["sh", "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(rf"Error: {report}: the report cannot be (written|read): [a-z/ ]+\n", done.stderr), done.stderr


def test_equal_names_get_different_files(write, tmp_path):
    write(SOLVED, "one/a.txt")
    write(SOLVED, "two/a.txt")
    assert command("batch", tmp_path / "one", tmp_path / "two", "--type", "sudoku", "-o", tmp_path / "out").code == 0
    assert sorted(path.name for path in (tmp_path / "out").glob("*.txt")) == ["a-2.txt", "a.txt"]


def test_resume_without_a_file_is_refused(folder):
    assert command("batch", folder, "--resume").code == 2


# -- What may go wrong


def records(done) -> list[dict]:
    assert "Traceback" not in done.err
    return [json.loads(text) for text in done.out.split("\n") if text]


def faulty(tmp_path):
    """A program like pysolve, in which puzzles with these names have faults of pysolve itself, or kill their worker."""
    program = tmp_path / "faulty.py"
    program.write_text(
        "import os, signal\n"
        "from pysolve import formats\n"
        "original = formats.read\n"
        "def read(source, reading):\n"
        "    if source.name.startswith('fault'): raise KeyError(source.name)\n"
        "    if source.name.startswith('exit'): raise SystemExit(0)\n"
        "    if source.name.startswith('kill'): os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return original(source, reading)\n"
        "formats.read = read\n"
    )
    return program


@pytest.mark.rest
@pytest.mark.parametrize("name", ["fault", "exit", "kill"])
def test_a_fault_of_pysolve_costs_only_its_puzzle(tmp_path, name, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    faulty(tmp_path)
    ids = [f"p{number}" for number in range(20)]
    ids[7] = ids[12] = name
    sources = [Source(id_, id_, line(id_, SOLVED).encode()) for id_ in ids]
    batch = _FaultyBatch(Reading("sudoku"), Settings(drawing=False), 1)
    records = list(batch.run(sources))
    assert [record.id for record in records] == ids
    assert [record.verdict for record in records if record.id != name] == ["unique"] * 18
    expected = {
        "fault": "a fault in pysolve itself: KeyError: 'fault'",
        "exit": "a fault in pysolve itself: SystemExit: 0",
    }
    for record in (records[7], records[12]):
        assert record.error == expected.get(name, "the solver's process ended unexpectedly")


def solve_faultily(sources, reading, settings):
    import faulty  # noqa: F401

    yield from solve_lot(sources, reading, settings)


class _FaultyBatch(Batch):
    function = staticmethod(solve_faultily)


def test_very_long_tokens_are_wrong_input(write):
    path = write("\n".join([line("a", SOLVED), line("long", "9" * 5000), line("b", SOLVED)]), "some.jsonl")
    assert [record["verdict"] for record in records(command("batch", path))] == ["unique", "error", "unique"]


def test_ids_of_any_kind_give_files_and_can_be_resumed(write, tmp_path):
    ids = ["x" * 300, "x" * 299 + "y", "a\u2028b", "a\u2028c", "../up", "\x85", "é" * 200]
    path = write("\n".join(line(id_, SOLVED) for id_ in ids), "odd.jsonl")
    out = tmp_path / "out"
    assert command("batch", path, "-o", out).code == 0
    report = (out / "report.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    assert [json.loads(text)["id"] for text in report] == ids
    assert len(list(out.glob("*.txt"))) == len(ids)
    (out / "report.jsonl").write_text("".join(text + "\n" for text in report[:4]), encoding="utf-8")
    assert command("batch", path, "-o", out, "--resume").code == 0
    again = (out / "report.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    assert [json.loads(text)["id"] for text in again] == ids
    assert len(list(out.glob("*.txt"))) == len(ids)


def test_answer_files_have_the_usual_mode_and_nothing_half_done_stays(folder, tmp_path):
    before = os.umask(0o027)
    try:
        assert command("batch", folder, "--type", "sudoku", "-o", tmp_path / "out").code == 1
    finally:
        os.umask(before)
    assert {(path.stat().st_mode & 0o777) for path in (tmp_path / "out").iterdir()} == {0o640}
    (tmp_path / "blocked" / "a.txt").mkdir(parents=True)
    done = command("batch", folder, "--type", "sudoku", "-o", tmp_path / "blocked")
    assert done.code == 2 and "a.txt: the file cannot be written: is a directory" in done.err
    assert {path.name for path in (tmp_path / "blocked").iterdir()} == {"a.txt", "report.jsonl"}


def test_one_answer_is_an_answer(write, tmp_path):
    path = write("\n".join([line("a", BOARD), line("none", WRONG)]), "some.jsonl")
    done = command("batch", path, "-n", "1", "-o", tmp_path / "out", "--report", "-")
    assert done.code == 1
    assert [record["verdict"] for record in records(done)] == ["answered", "none"]
    assert (tmp_path / "out" / "a.txt").read_text().endswith("\n\nOther solutions were not looked for.\n")


def test_input_is_read_while_records_are_written():
    taken = 0

    def sources():
        nonlocal taken
        for number in range(100_000):
            taken += 1
            yield Source(f"p{number}", f"p{number}", b"no puzzle")

    records = Batch(Reading("sudoku"), Settings(drawing=False), 1).run(sources())
    assert [next(records).id for _ in range(3)] == ["p0", "p1", "p2"]
    assert taken < 10_000
    records.close()


def test_a_report_with_an_unknown_verdict_is_none(write, tmp_path):
    path = write(line("a", SOLVED), "a.jsonl")
    report = tmp_path / "report.jsonl"
    assert command("batch", path, "--report", report).code == 0
    report.write_text(report.read_text().replace('"unique"', '"maybe"'))
    done = command("batch", path, "--report", report, "--resume")
    assert done.code == 2 and "report.jsonl, line 1: this is not a report of 'pysolve batch'" in done.err


def test_termination_leaves_nothing_half_done(write, tmp_path):
    path = write("\n".join(line(f"p{number}", BOARD) for number in range(3)), "many.jsonl")
    endless = write("endless(0) :- value((1, 1), _).\nendless(N+1) :- endless(N).\n", "endless.lp")
    arguments = [sys.executable, "-m", "pysolve", "batch", str(path), "-r", str(endless), "-o", str(tmp_path / "out")]
    batch = subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.PIPE)
    wait_until((tmp_path / "out" / "report.jsonl").exists)
    batch.terminate()
    assert (batch.communicate()[1], batch.returncode) == (b"", 143)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["report.jsonl"]


def test_answers_are_compared_with_published_ones(write):
    line = '{{"id": "{}", "problem": "1 4\\n1 . . 1", "puzzle": "numberlink", "solution": "1 4\\n{}"}}\n'
    path = write(line.format("same", "e ew we w") + line.format("other", "e ew e w"), "two.jsonl")
    done = command("batch", path, "--compare", "--jobs", "1")
    records = [json.loads(each) for each in done.out.splitlines()]
    assert [(record["agrees"], record["differs"]) for record in records] == [(True, []), (False, [[1, 3]])]
    assert done.err.splitlines()[-1] == "1 answer is the published one, 1 differs, 0 could not be compared."
    assert done.code == 1


def test_what_could_not_be_compared_says_why(write):
    line = '{"id": "%s", "problem": "1 4\\n1 . . 1", "solution": "1 4\\ne ew ew w"}'
    done = command("batch", write("\n".join(line % each for each in "ab"), "unknown.jsonl"), "--compare")
    last = done.err.splitlines()[-1]
    assert last.startswith("0 answers are the published ones, 0 differ, 2 could not be compared: ")
    assert "unknown.jsonl, line 1 (a): the text does not say what type of puzzle it is" in last


# -- What has changed since


def digests(report: Path) -> list[str]:
    return [json.loads(text)["digest"] for text in report.read_text().splitlines()]


@pytest.fixture
def solved(write, tmp_path):
    """A folder of three puzzles and the report of a batch that solved them."""
    for name in "abc":
        write(SOLVED.replace("1", "."), f"boards/{name}.txt")
    rules = write("", "more.lp")
    done = command("batch", tmp_path / "boards", "-t", "sudoku", "-r", rules, "-o", tmp_path / "out")
    assert done.code == 0, done.err
    return tmp_path


def again(folder: Path, *arguments: str) -> str:
    """Resumes it; what is said."""
    rules, boards, out = folder / "more.lp", folder / "boards", folder / "out"
    done = command("batch", boards, "-t", "sudoku", "-r", rules, "-o", out, "--resume", *arguments)
    assert done.code in (0, 1, 3), done.err
    assert [json.loads(text)["id"] for text in (out / "report.jsonl").read_text().splitlines()] == ["a", "b", "c"]
    assert not [path for path in out.iterdir() if path.name.startswith(".")]
    return done.err


def test_what_has_changed_is_solved_again_and_said(solved):
    report = solved / "out" / "report.jsonl"
    before = report.read_text().splitlines()
    assert again(solved) == "" and report.read_text().splitlines() == before
    (solved / "boards" / "b.txt").write_text(BOARD)
    assert again(solved) == "1 puzzle was solved again: the puzzle has changed since.\n"
    after = report.read_text().splitlines()
    assert (after[0], after[2]) == (before[0], before[2]) and json.loads(after[1])["verdict"] == "multiple"
    assert "not unique" in (solved / "out" / "b.txt").read_text()
    changed = "3 puzzles were solved again: rules, options, limits or pysolve have changed since.\n"
    (solved / "more.lp").write_text(":- value((1, 1), 1).\n")
    assert again(solved) == changed
    assert json.loads(report.read_text().splitlines()[0])["verdict"] == "none"
    assert again(solved, "-c", "diagonals=yes") == changed
    assert again(solved, "-c", "diagonals=yes", "--time-limit", "50") == ""  # all is decided, whatever the limit was


def test_a_report_without_digests_is_solved_again(solved):
    report = solved / "out" / "report.jsonl"
    records = [json.loads(text) for text in report.read_text().splitlines()]
    report.write_text("".join(json.dumps({**each, "digest": None}) + "\n" for each in records[:2]))
    assert again(solved) == "2 puzzles were solved again: the report does not say what it was solved with since.\n"


def test_a_limit_counts_where_it_was_reached(solved):
    report = solved / "out" / "report.jsonl"
    (solved / "more.lp").write_text("{ q(X,Y) : Y = 1..12 } = 1 :- X = 1..13.\n:- q(X,Y), q(Z,Y), X < Z.\n")
    again(solved, "--time-limit", "0.2")
    assert {json.loads(text)["verdict"] for text in report.read_text().splitlines()} == {"unknown"}
    assert again(solved, "--time-limit", "0.2") == ""
    assert again(solved, "--time-limit", "0.3").startswith("3 puzzles were solved again: rules, options, limits")


def test_a_run_that_was_to_solve_again_may_be_cut_off(solved):
    report, earlier = solved / "out" / "report.jsonl", solved / "out" / ".report.jsonl.earlier"
    lines = report.read_text().splitlines(keepends=True)
    for name in "ab":
        (solved / "boards" / f"{name}.txt").write_text(BOARD)
    again(solved)
    changed = report.read_text().splitlines(keepends=True)
    earlier.write_text("".join(lines))  # as if it had been killed after the first
    report.write_text(changed[0])
    (solved / "out" / "c.txt").unlink()
    assert again(solved) == "1 puzzle was solved again: the puzzle has changed since.\n"
    after = report.read_text().splitlines(keepends=True)
    assert after[0] == changed[0] and after[2] == lines[2] and json.loads(after[1])["verdict"] == "multiple"
    assert (solved / "out" / "c.txt").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_worker_does_not_hold_the_lock_of_a_report(tmp_path):
    from pysolve.run.batch import ReportFile

    report = ReportFile(str(tmp_path / "report.jsonl"), resume=False)
    (begun, begins), (ends, end) = os.pipe(), os.pipe()
    if (child := os.fork()) == 0:
        os.close(end)
        os.write(begins, b".")
        os.read(ends, 1)  # until the parent lets it go
        os._exit(0)
    os.read(begun, 1)
    report.close()
    ReportFile(str(tmp_path / "report.jsonl"), resume=True).close()
    os.close(end)
    assert os.waitpid(child, 0)[1] == 0


def test_two_batches_do_not_write_one_report(solved):
    from pysolve.run.batch import ReportFile

    report = solved / "out" / "report.jsonl"
    before = report.read_bytes()
    held = ReportFile(str(report), resume=True)
    for how in ((), ("--resume",)):
        done = command("batch", solved / "boards", "-t", "sudoku", "-o", solved / "out", *how)
        assert (done.code, done.err) == (2, f"Error: {report}: another batch is writing this report\n")
    assert report.read_bytes() == before
    held.close()
    assert again(solved) == ""
