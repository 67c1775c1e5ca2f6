"""pysolve batch on a cluster: a scheduler and two workers as processes on the loopback, compared with one machine."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from conftest import INSTANCES, ROOT, Run, command, run
from processes import children, kill, processor_time, wait_until, works

from pysolve.formats import Reading, Source
from pysolve.model.errors import PuzzleError
from pysolve.run.batch import LotWork
from pysolve.run.cluster import Cluster as ClusterPlace
from pysolve.run.cluster import _cluster as local_cluster
from pysolve.run.cluster import below, named_parcels, reading_below, shared_parcel
from pysolve.run.many import in_order
from pysolve.solving.settings import Settings

SOLVED = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"


def line(id_: str, board: str) -> str:
    return json.dumps({"id": id_, "problem": "4 4\n" + board, "puzzle": "sudoku"})


def boards(count: int) -> str:
    """Boards with one answer, some with none, some wrong: a line each."""
    chance = random.Random(7)
    lines = []
    for number in range(count):
        rows = [row.split() for row in SOLVED.splitlines()]
        row, column = chance.randrange(4), chance.randrange(4)
        rows[row][column] = "."
        if number % 9 == 4:
            rows[row - 1] = ["1"] * 4
        if number % 15 == 8:
            rows[row][column] = "7"
        lines.append(line(f"p{number}", "\n".join(map(" ".join, rows)) + "\n"))
    return "\n".join(lines)


def results(report: Path | str) -> list[dict[str, object]]:
    """The records of a report but for their times."""
    text = report.read_text(encoding="utf-8") if isinstance(report, Path) else report
    records = [json.loads(text) for text in text.splitlines()]
    return [{name: value for name, value in record.items() if name != "seconds"} for record in records]


# -- Parts


@pytest.mark.rest
@pytest.mark.parametrize("parts", [3, 22])
def test_parts_put_together_are_the_report_of_the_whole(write, tmp_path, parts):
    write(boards(20), "boards.jsonl")
    assert command("batch", "boards.jsonl", "-o", "whole", cwd=tmp_path).code == 2
    for part in range(1, parts + 1):
        command("batch", "boards.jsonl", "-o", "out", "--shard", f"{part}/{parts}", cwd=tmp_path)
    reports = sorted((tmp_path / "out").glob("report-*.jsonl"))
    assert len(reports) == parts
    together = "".join(report.read_text() for report in reports)
    assert results(together) == results(tmp_path / "whole" / "report.jsonl")
    sizes = [len(results(report)) for report in reports]
    assert max(sizes) - min(sizes) <= 1


def test_files_of_parts_have_the_names_that_they_have_in_the_whole(write, tmp_path):
    for folder in ("one", "two", "three"):
        write(SOLVED, f"{folder}/a.txt")
    for part in (1, 2, 3):
        done = command(
            "batch", "one", "two", "three", "-t", "sudoku", "-o", "out", "--shard", f"{part}/3", cwd=tmp_path
        )
        assert done.code == 0
    assert sorted(path.name for path in (tmp_path / "out").glob("*.txt")) == ["a-2.txt", "a-3.txt", "a.txt"]


def test_a_part_can_be_resumed(write, tmp_path):
    write(boards(20), "boards.jsonl")
    part = ("batch", "boards.jsonl", "--shard", "2/2", "--report", "report.jsonl")
    command(*part, cwd=tmp_path)
    before = (tmp_path / "report.jsonl").read_text().splitlines()
    (tmp_path / "report.jsonl").write_text("".join(text + "\n" for text in before[:4]))
    command(*part, "--resume", cwd=tmp_path)
    after = (tmp_path / "report.jsonl").read_text().splitlines()
    assert after[:4] == before[:4]
    assert [record["id"] for record in results(tmp_path / "report.jsonl")] == [f"p{number}" for number in range(10, 20)]


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "a/b", "1/0", "-1/3"])
def test_shards_that_do_not_exist_are_refused(shard):
    done = command("batch", "boards.jsonl", "--shard", shard)
    assert done.code == 2 and "expected K/N" in done.err


def test_shards_of_standard_input_are_refused():
    done = command("batch", "-", "--shard", "1/2", stdin=boards(3))
    assert done.code == 2 and "--shard needs files" in done.err


# -- Files that travel


def test_what_puzzles_need_is_packed_and_lies_elsewhere_as_it_did_here(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write('#include "more/extra.lp".\n#include "../lib/grid.lp".\n', "rules/added.lp")
    write(":- value((1,1),1).\n", "rules/more/extra.lp")
    shutil.copytree(ROOT / "asp" / "sudoku", tmp_path / "types" / "mine")
    write("CAT\nDOG\n", "lists/animals.words")
    reading = Reading(own_types=("types",), words=str(tmp_path / "lists" / "animals.words"))
    settings = Settings(rules=("rules/added.lp",))
    parcel = shared_parcel(reading, settings)
    names = {os.path.relpath(path, tmp_path) for path in parcel.files}
    assert {"rules/added.lp", "rules/more/extra.lp", "types/mine/manifest.yaml", "types/mine/rules.lp"} <= names
    assert "lists/animals.words" in names
    assert not any("asp/lib" in name for name in names)
    root = tmp_path / "elsewhere"
    parcel.unpack(root)
    monkeypatch.chdir(below(root, str(tmp_path)))
    assert Path("rules/more/extra.lp").read_text() == ":- value((1,1),1).\n"
    assert Path(reading_below(root, reading).words).read_text() == "CAT\nDOG\n"


def test_lists_of_words_that_a_puzzle_names_travel(write, tmp_path):
    write("CAT\nDOG\n", "animals.words")
    path = write("puzzle: crossword\nwords: animals.words\ntitle: nothing\ngrid: |\n  . .\n")
    source = Source("a", "a", path.read_bytes(), path)
    assert [name for name, _ in named_parcels(source)] == [str(tmp_path / "animals.words")]


@pytest.mark.parametrize("value", ["a.lp", "[a.lp, 'b.lp']", '\n  - a.lp\n  - "b.lp"'])
def test_files_of_rules_are_sent_from_lists_too(value: str, tmp_path):
    for name in ("a.lp", "b.lp", "c.lp"):
        (tmp_path / name).write_text(":- value((1,1),1).\n")
    (file := tmp_path / "x.yaml").write_text(f"puzzle: sudoku\nrules.lp: {value}\ngrid: |\n  . .\n")
    source = Source.of_path(str(file))._replace(data=file.read_bytes())
    wanted = [str(tmp_path / name) for name in ("a.lp", "b.lp") if name in value]
    assert [name for name, _ in named_parcels(source)] == wanted


# -- A cluster


def free_port() -> int:
    with socket.socket() as unbound:
        unbound.bind(("127.0.0.1", 0))
        return int(unbound.getsockname()[1])


class Cluster:
    """A scheduler and workers as processes, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, workers: int = 2) -> None:
        if self.scheduler is None:
            self.scheduler = self._process(
                "scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"
            )
        for _ in range(workers):
            number = len(self.workers)
            self.workers.append(
                self._process(
                    "worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny" if number % 2 else "--nanny",
                    "--local-directory", str(self.folder / f"worker{number}"),
                )
            )  # fmt: skip
        wait_until(self._answers)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def _process(self, *arguments: str) -> subprocess.Popen[bytes]:
        """A process that has another current directory, as it has on another machine."""
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments], cwd=self.folder, env=environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    @staticmethod
    def kill(process: subprocess.Popen[bytes]) -> None:
        """Kills a process of the cluster with its nanny, but not pysolve's own workers, which have to notice."""
        for pid in [process.pid, *children(process.pid)]:
            kill(pid)
        process.wait()

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None:
                self.kill(process)
        self.workers, self.scheduler = [], None


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    folder.mkdir()
    running = Cluster(folder)
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def shared_cluster(tmp_path_factory) -> Iterator[Cluster]:
    """One for the tests that leave it whole."""
    with cluster(tmp_path_factory.mktemp("shared") / "cluster") as running:
        yield running


#: Keeps a search busy for about half a second, whatever the board.
SLOW = "{ hole(I, J) : J = 1..7 } = 1 :- I = 1..8.\n:- hole(I, J), hole(K, J), I < K.\n"

ENDLESS = "endless(0) :- value((1, 1), _), clue((2, 2), 2).\nendless(N+1) :- endless(N).\n"


def batch(path: Path, report: Path, *options: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pysolve", "batch", str(path), "--report", str(report), *map(str, options)],
        cwd=ROOT, text=True, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for_lines(report: Path, count: int, running: subprocess.Popen[str]) -> None:
    wait_until(lambda: running.poll() is not None or (report.exists() and report.read_bytes().count(b"\n") >= count))


@pytest.mark.slow
def test_the_report_is_that_of_one_machine(shared_cluster, write, tmp_path):
    path = write(boards(600), "boards.jsonl")
    here = run("batch", path, "-o", tmp_path / "here")
    there = run("batch", path, "-o", tmp_path / "there", "--cluster", shared_cluster.address)
    assert (there.code, there.err) == (here.code, here.err)
    assert results(tmp_path / "there" / "report.jsonl") == results(tmp_path / "here" / "report.jsonl")
    files = [{path.name: path.read_text() for path in (tmp_path / each).glob("*.txt")} for each in ("here", "there")]
    assert files[0] == files[1] and len(files[0]) == 600


def without_times(done: Run) -> tuple[int, str, str]:
    """What a command wrote, but for seconds, and for a cluster that was waited for on a busy machine."""
    passed_over = r'\(\d+\.\d+ s\)|"seconds": [\d.]+|The cluster at \S+ has no workers yet; waiting for them\.\n'
    return (done.code, *(re.sub(passed_over, "", text) for text in (done.out, done.err)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "boards.jsonl"], ["solve", "boards.jsonl", "-n", "1"], ["solve", "boards.jsonl", "-r", "added.lp"],
        ["make", "mine", "4", "--types", "types", "--count", "5", "--seed", "1"], ["make", "sudoku", "board.yaml", "--count", "3", "--seed", "1"],
        ["make", "sudoku", "4", "-r", "wrong.lp", "--count", "2"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_solve_check_and_make_do_there_what_they_do_here(shared_cluster, arguments, write, tmp_path):
    write(boards(30), "boards.jsonl")
    write("puzzle: sudoku\ngrid: |\n  1 2 . .\n  . . . .\n  . . . .\n  . . . .\n", "board.yaml")
    write(":- value((1,1),1).\n", "added.lp")
    write(":- value((1,1) 1).\n", "wrong.lp")
    shutil.copytree(ROOT / "asp" / "sudoku", tmp_path / "types" / "mine")
    here = command(*arguments, cwd=tmp_path)
    there = command(*arguments, "--cluster", shared_cluster.address, cwd=tmp_path)
    assert without_times(there) == without_times(here)
    assert here.out or here.code == 2


@pytest.mark.slow
def test_a_portfolio_on_a_cluster(shared_cluster, write):
    for board, verdict in ((SOLVED, "Unique"), (SOLVED.replace("1 2 3 4", "1 1 3 4"), "No answer")):
        done = run("solve", write(board), "-t", "sudoku", "--portfolio", "3", "--cluster", shared_cluster.address)
        assert verdict in done.out and done.out.endswith(" was the first to end.\n"), done


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["make", "sudoku", "9", "--count", "12", "--seed", "1"], ["solve", "boards.jsonl", "-r", "slow.lp"]]
)
def test_a_worker_that_dies_costs_solve_and_make_nothing(arguments, write, tmp_path):
    write(boards(24), "boards.jsonl")
    write(SLOW, "slow.lp")
    with cluster(tmp_path / "cluster") as running:
        working = subprocess.Popen(
            [sys.executable, "-m", "pysolve", *arguments, "--cluster", running.address], cwd=tmp_path, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert working.stdout is not None and working.stderr is not None
        first = working.stdout.readline()
        running.kill(running.workers[0])
        assert working.poll() is None
        out, err = first + working.stdout.read(), working.stderr.read()
        there = Run(working.wait(), out, err)
    assert without_times(there) == without_times(command(*arguments, cwd=tmp_path))


@pytest.mark.slow
def test_a_cluster_that_is_made_for_the_batch(write):
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    path = write(boards(60), "boards.jsonl")
    there = run("batch", path, "--cluster", "local", "--jobs", "2")
    assert there.err == ""
    assert results(there.out) == results(run("batch", path).out)


@pytest.mark.slow
def listening() -> set[int]:
    """The TCP ports of this machine at which this process listens."""
    own = set()
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # that of this list itself is gone
            own.add(os.readlink(each))
    ports = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            _, local, _, state, *_ = line.split()
            if state == "0A" and f"socket:[{line.split()[9]}]" in own:
                ports.add(int(local.split(":")[1], 16))
    return ports


@pytest.mark.slow
def test_a_cluster_of_this_machine_has_no_port_at_which_others_could_run_programs():
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    httpx = pytest.importorskip("httpx", reason="needs httpx")
    before = listening()
    with local_cluster("local", 1) as address:
        assert address.startswith("inproc://")
        for port in listening() - before:
            with socket.create_connection(("127.0.0.1", port)) as there, pytest.raises(TimeoutError):
                there.settimeout(1)
                there.recv(1)  # a scheduler or a worker of dask speaks first
            for path in ("/", "/info/main/workers.html", "/json/counts.json", "/status", "/api/v1/retire_workers"):
                assert httpx.get(f"http://127.0.0.1:{port}{path}", timeout=20).status_code == 404


@pytest.mark.slow
def test_own_types_added_rules_and_lists_of_words_travel(shared_cluster, write, tmp_path):
    shutil.copytree(ROOT / "asp" / "sudoku", tmp_path / "types" / "mine")
    write('#include "deeper/extra.lp".\n', "added.lp")
    write(":- value((1,1),1).\n", "deeper/extra.lp")
    own = write(json.dumps({"id": "own", "problem": "4 4\n" + SOLVED, "puzzle": "mine"}), "own.jsonl")
    wrong = write(":- value((1,1) 1).\n", "wrong.lp")
    crosswords = sorted(path for path in INSTANCES.glob("*/*.yaml") if ".words\n" in path.read_text())[:2]
    for options in (
        (own, "--types", tmp_path / "types"),
        (own, "--types", "types"),
        (own, "--types", "types", "-r", "added.lp"),
        (own, "--types", "types", "-r", wrong),
        (own, "--types", "types", "-r", "wrong.lp"),
        (own, "--types", "types", "-r", "missing.lp"),
        (*crosswords, "--time-limit", "60", "-n", "1"),
    ):
        here = command("batch", *options, cwd=tmp_path)
        there = command("batch", *options, "--cluster", shared_cluster.address, cwd=tmp_path)
        assert (there.code, there.err) == (here.code, here.err)
        differing = {"answers"} if options[0] != own else set()
        assert [
            {name: value for name, value in record.items() if name not in differing} for record in results(there.out)
        ] == [{name: value for name, value in record.items() if name not in differing} for record in results(here.out)]
    assert (
        results(command("batch", own, "--types", "types", "-r", "added.lp", cwd=tmp_path).out)[0]["verdict"] == "none"
    )
    assert crosswords


@pytest.mark.slow
@pytest.mark.parametrize("limit", [["--time-limit", "10"], ["--memory-limit", "60"]])
def test_limits_hold_there_as_here(shared_cluster, write, limit):
    endless = line("endless", ". . . .\n. 2 . .\n. . . .\n. . . .\n")
    path = write("\n".join([line("a", SOLVED), endless, line("b", SOLVED)]), "some.jsonl")
    rules = write(ENDLESS, "endless.lp")
    done = run("batch", path, "-r", rules, *limit, "--cluster", shared_cluster.address)
    records = results(done.out)
    assert [record["verdict"] for record in records] == ["unique", "unknown", "unique"], done.out
    assert "limit was reached" in str(records[1]["error"])


@pytest.mark.slow
def test_a_batch_that_ends_leaves_the_workers_free(shared_cluster, write, tmp_path):
    path = write(line("endless", ". . . .\n. 2 . .\n. . . .\n. . . .\n"), "endless.jsonl")
    path.write_text("\n".join([path.read_text()] * 8))
    before = processor_time(*(worker.pid for worker in shared_cluster.workers))
    running = batch(
        path, tmp_path / "none.jsonl", "-r", write(ENDLESS, "endless.lp"), "--cluster", shared_cluster.address,
        "--time-limit", "600",  # on a busy machine the default ends a process before it has worked for long
    )  # fmt: skip
    wait_until(lambda: any(works(worker.pid, 5, before) for worker in shared_cluster.workers))
    running.kill()
    running.communicate()
    good = write(boards(4), "good.jsonl")
    done = run("batch", good, "--cluster", shared_cluster.address, timeout=60)
    assert len(results(done.out)) == 4


@pytest.mark.slow
def test_a_worker_that_dies_costs_nothing(write, tmp_path):
    path, slow = write(boards(60), "boards.jsonl"), write(SLOW, "slow.lp")
    with cluster(tmp_path / "cluster") as running:
        working = batch(path, tmp_path / "there.jsonl", "-r", slow, "--cluster", running.address)
        wait_for_lines(tmp_path / "there.jsonl", 10, working)
        running.kill(running.workers[0])
        assert working.poll() is None
        lines = working.communicate()[1].splitlines()
        (said,) = (line for line in lines if " - distributed." not in line)  # one of the boards is wrong, and no other
        assert "found '7', expected a value from 1 to 4" in said
    batch(path, tmp_path / "here.jsonl", "-r", slow).communicate()
    assert results(tmp_path / "there.jsonl") == results(tmp_path / "here.jsonl")


@pytest.mark.slow
def test_a_scheduler_that_goes_away_costs_nothing_if_it_comes_back(write, tmp_path):
    path, slow = write(boards(60), "boards.jsonl"), write(SLOW, "slow.lp")
    with cluster(tmp_path / "cluster") as running:
        working = batch(path, tmp_path / "there.jsonl", "-r", slow, "--cluster", running.address)
        wait_for_lines(tmp_path / "there.jsonl", 10, working)
        running.stop()
        assert working.stderr is not None
        assert working.stderr.readline().startswith(f"The scheduler at {running.address} went away")
        assert working.poll() is None
        running.start()
        assert "Traceback" not in working.stderr.read()
        working.wait()
    batch(path, tmp_path / "here.jsonl", "-r", slow).communicate()
    assert results(tmp_path / "there.jsonl") == results(tmp_path / "here.jsonl")


@pytest.mark.slow
def test_ctrl_c_ends_at_once(write, tmp_path):
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    path, endless = (
        write(boards(4), "boards.jsonl"),
        write("n(0) :- value((1, 1), _).\nn(N+1) :- n(N).\n", "endless.lp"),
    )
    working = batch(path, tmp_path / "none.jsonl", "-r", endless, "--cluster", "local")
    wait_until(lambda: works(working.pid, 5))
    working.send_signal(signal.SIGINT)
    assert (working.communicate(timeout=60)[1].strip(), working.returncode) == ("Interrupted.", 130)


@pytest.mark.slow
def test_a_client_that_is_killed_goes_on_elsewhere(write, tmp_path):
    path, slow = write(boards(60), "boards.jsonl"), write(SLOW, "slow.lp")
    report = tmp_path / "there.jsonl"
    with cluster(tmp_path / "cluster") as running:
        working = batch(path, report, "-r", slow, "--cluster", running.address)
        wait_for_lines(report, 10, working)
        working.kill()
        working.communicate()
        half = report.read_bytes().splitlines()[:10]
        batch(path, report, "-r", slow, "--cluster", running.address, "--resume").communicate()
    assert report.read_bytes().splitlines()[:10] == half
    batch(path, tmp_path / "here.jsonl", "-r", slow).communicate()
    assert results(report) == results(tmp_path / "here.jsonl")


@pytest.mark.slow
def test_a_scheduler_that_stays_away_ends_the_batch_with_a_sentence(write, tmp_path):
    slow = write(SLOW, "slow.lp")
    sources = [Source(f"p{number}", f"p{number}", SOLVED.encode()) for number in range(40)]
    with cluster(tmp_path / "cluster") as running:
        settings = Settings(drawing=False, rules=(str(slow),))
        place = ClusterPlace(running.address, patience=3)
        records = in_order(place.as_completed(LotWork(Reading("sudoku"), settings), sources))
        assert next(records).id == "p0"
        running.stop()
        with pytest.raises(PuzzleError, match="does not answer any more; --resume"):
            list(records)


@pytest.mark.slow
def test_workers_with_another_pysolve_are_refused(shared_cluster, monkeypatch):
    monkeypatch.setattr("pysolve.run.cluster.fingerprint", lambda: "another")
    with pytest.raises(PuzzleError, match="it has another pysolve, or other rules"):
        place = ClusterPlace(shared_cluster.address)
        list(place.as_completed(LotWork(Reading("sudoku"), Settings()), [Source("a", "a", SOLVED.encode())]))


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "nowhere", "tcp://", ""])
def test_a_cluster_that_is_not_there_is_one_sentence(address, write):
    pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    done = run("batch", write(line("a", SOLVED), "a.jsonl"), "--cluster", address)
    assert done.code == 2 and done.err.count("\n") == 1 and done.err.startswith("Error: ")
