"""Limits cover all that a command does; inputs are bounded before anything is built from them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, command

from pysolve import PuzzleError, cli, formats, read_text, rules
from pysolve.catalog import manifest
from pysolve.formats import json_files, tables
from pysolve.formats import source as input_file
from pysolve.formats.source import InputFile
from pysolve.model.errors import StoppedError
from pysolve.run import many, worker
from pysolve.run.worker import Call, Executor

BOARD = "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . 1 .\n  . 1 . .\n  . . . 1\n"

NONOGRAM = "puzzle: nonogram\nrows: |\n" + "  1 1 1\n" * 1000 + "columns: |\n" + "  1 1 1\n" * 1000

#: Commands that all go through the same door to workers: the first is tried, the rest where everything is.
ANALYSES = ["why", *(pytest.param(name, marks=pytest.mark.rest) for name in ("candidates", "reduce", "hint", "grade"))]
SEARCHES = ["solve", pytest.param("check", marks=pytest.mark.rest)]


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """A pipe that nobody writes to."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    yield path


# -- Time


@pytest.mark.parametrize("name", [*SEARCHES, "batch", *ANALYSES])
def test_a_pipe_that_nobody_writes_to_reaches_the_time_limit(name, pipe):
    done = command(name, pipe, "--type", "sudoku", "--time-limit", "0.2")
    assert done.code == 3
    assert "the time limit was reached" in done.out + done.err
    assert "Traceback" not in done.err


def test_other_files_that_do_not_come_reach_the_time_limit(pipe, write):
    done = command("hint", write(BOARD), "--partial", pipe, "--time-limit", "0.2")
    assert (done.code, done.err) == (3, f"Error: {pipe}: the input did not come within 0.2 seconds\n")
    done = command("make", "crossword", "3x3", "--words", pipe, "--time-limit", "0.2")
    assert (done.code, done.err) == (3, "No puzzle: the time limit was reached.\n")


def test_lines_are_awaited_once_the_first_is_there(tmp_path):
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntwo\nthree")
    with InputFile(str(path), patience=100) as opened:
        assert opened.first_line() == b"one\n"
        opened._began -= 200
        assert list(opened.lines()) == [b"one", b"two", b"three"]
    with InputFile(str(path), patience=100) as opened:
        opened._began -= 200
        with pytest.raises(StoppedError):
            opened.read()


# -- Memory


@pytest.mark.parametrize("name", [*SEARCHES, *ANALYSES])
def test_the_memory_limit_covers_reading(name, write):
    done = command(name, write(NONOGRAM, "huge.yaml"), "--memory-limit", "20")
    assert done.code == 3
    assert "the memory limit was reached" in done.out + done.err


@pytest.mark.parametrize("name", ANALYSES)
def test_analyses_say_that_grounding_reached_the_memory_limit(name, write):
    endless = write("endless(0). endless(N+1) :- endless(N).\n", "endless.lp")
    done = command(name, write(BOARD), "-r", endless, "--memory-limit", "50")
    assert done.code == 3
    assert "the memory limit was reached" in done.out


def test_limits_that_are_no_numbers_are_refused(write):
    for limit in (["--time-limit", "nan"], ["--memory-limit", "9" * 30], ["--memory-limit", "9" * 5000]):
        done = command("check", write(BOARD), *limit)
        assert done.code == 2 and "Error: Invalid value for" in done.err
    assert command("check", write(BOARD), "--time-limit", "1e400", "--memory-limit", "1000000").out == "multiple\n"


def test_limits_cover_the_reading_of_facts(pipe, write):
    done = command("facts", pipe, "-t", "nonogram", "--time-limit", "0.2")
    assert (done.code, done.out, done.err) == (3, "", f"{pipe}: the time limit was reached.\n")
    huge = write(NONOGRAM, "huge.yaml")
    done = command("facts", huge, "--memory-limit", "20")
    assert (done.code, done.out, done.err) == (3, "", f"{huge}: the memory limit was reached.\n")
    assert (
        command("facts", write(BOARD), "--time-limit", "60", "--memory-limit", "500").out
        == command("facts", write(BOARD)).out
    )


@pytest.mark.usefixtures("spawned_workers")
def test_a_process_never_holds_more_than_the_memory_limit():
    with Executor(memory_limit=80) as executor, pytest.raises(StoppedError, match="the memory limit"):
        for held in executor.stream(Call(growing), 60):
            assert held < 80 + 4  # as much as came between two looks


def growing() -> Iterator[float]:
    """Megabytes that this process holds, while they become more: one for each look of the watch, however busy the
    machine is.
    """
    looked, memory = threading.Event(), worker._memory

    def look() -> tuple[int, int]:
        looked.set()
        return memory()

    worker._memory = look
    kept = []
    while True:
        kept.append(b"x" * 2**20)
        looked.clear()
        looked.wait(60)
        yield memory()[1] / 2**20


#: The commands that read puzzles, whatever they make of them, and what they need besides.
READING = [name for name, each in cli.commands().items() if any(option.name == "inputs" for option in each.params)]
NEEDED = {"sheet": ("-o", "sheet.html")}


@pytest.mark.parametrize(
    "name", [name if name in ("check", "convert") else pytest.param(name, marks=pytest.mark.rest) for name in READING]
)
def test_limits_cover_the_splitting_of_a_file(name, tmp_path, write, monkeypatch):
    monkeypatch.setattr(tables.csv, "split", lambda data: pytest.fail("it is split in this process"))
    rows = f'"sudoku","1 . . .\n. . 1 .\n. 1 . .\n. . . 1","{"long " * 14_000}"\n' * 2
    path = write(f"puzzle,grid,title\n{rows}", "long.csv")
    done = command(name, path, *NEEDED.get(name, ()), "--time-limit", "60", cwd=tmp_path)
    assert done.code in (0, 1, 2), done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", ANALYSES)
@pytest.mark.usefixtures("hasty")
def test_limits_cover_the_reading_of_added_rules(name, pipe, write):
    done = command(name, write(BOARD), "-r", str(pipe), "--time-limit", "99")
    assert done.code == 3
    assert "the time limit was reached" in done.out


def test_what_is_read_under_limits_is_the_same(write):
    files = [write("\n---\n".join([BOARD] * 3000), "many.yaml"), write(BOARD, "one.yaml")]
    sources = list(many.sources(list(map(str, files)), 60, 500))
    assert len(sources) == 3001
    here = formats.sources(list(map(str, files)))
    assert [each._replace(waited=0.0) for each in sources] == [each._replace(waited=0.0) for each in here]


@pytest.mark.parametrize(
    "options", [("--to", "penpa"), ("--to", "csv", "--solution"), ("--to", "ipuz", "--no-solution")]
)
def test_what_is_converted_under_limits_is_the_same(options, write):
    board = write(BOARD + "answer: |\n  1 2 3 4\n  4 3 1 2\n  2 1 4 3\n  3 4 2 1\n", "one.yaml")
    limited = command("convert", board, *options, "--time-limit", "60", "--memory-limit", "500")
    assert limited.code == 0 and limited == command("convert", board, *options)


# -- Sizes


def test_a_manifest_of_too_many_bytes_is_refused(write, monkeypatch):
    monkeypatch.setattr(manifest, "LARGEST_MANIFEST", 1000)
    path = write("name: mine\n" + "# more\n" * 1000, "mine/manifest.yaml")
    with pytest.raises(PuzzleError, match=r"mine/manifest\.yaml: found more than 0 MB, expected a manifest"):
        manifest.load(path.parent)
    assert len(manifest.manifest_bytes("/dev/zero")) == 1001


def test_a_list_of_words_of_too_many_bytes_is_refused(monkeypatch):
    monkeypatch.setattr(input_file, "LARGEST_FILE", 2**20)
    with pytest.raises(PuzzleError, match="/dev/zero: found more than 1 MB, expected words"):
        formats.word_list("/dev/zero")


def test_a_file_of_too_many_bytes_is_refused_before_it_is_understood(monkeypatch, write):
    monkeypatch.setattr(input_file, "LARGEST_FILE", 2**20)
    source = next(formats.sources([str(write(b"1" * (2**20 + 1)))]))
    with pytest.raises(PuzzleError, match="found more than 1 MB, expected a puzzle"):
        formats.read(source)
    with pytest.raises(PuzzleError, match="/dev/zero: found more than 1 MB"):
        formats.read_bytes("/dev/zero")


@pytest.mark.parametrize("text", ["3 3\n" + "1 " * 600, "puzzle: sudoku\ngrid: |\n" + "  1 1\n" * 200,
                                  "1,1,1\n" * 200, '{\n"problem": ["' + '",\n"' * 300 + '"]}', "#" * 1200])  # fmt: skip
def test_a_puzzle_of_too_many_bytes_is_refused_before_it_is_understood(text, monkeypatch, write):
    for module in (formats, json_files):
        monkeypatch.setattr(module, "LARGEST_PUZZLE", 1000)
    source, *others = formats.sources([str(write(text, "a.txt"))])
    assert not others
    with pytest.raises(PuzzleError, match=r"a\.txt: found more than 0 MB, expected a puzzle"):
        formats.read(source)


def test_a_line_of_too_many_bytes_costs_only_itself(monkeypatch, write):
    monkeypatch.setattr(input_file, "LARGEST_RECORD", 1000)
    good = b'{"id": "good", "problem": "2 2\\n1 .\\n. 1", "puzzle": "sudoku"}'
    long = b'{"id": "long", "problem": "' + b"1" * 300_000 + b'"}'
    sources = list(formats.sources([str(write(b"\n".join([good, long, good]), "a.jsonl"))]))
    assert [source.name for source in sources if source.name == "good"] == ["good", "good"]
    assert len(sources) == 3 and len(sources[1].data) < len(long)


@pytest.mark.rest
@pytest.mark.parametrize(
    "text",
    ["puzzle: nonogram\nrows: |\n" + "  1\n" * 10_000 + "columns: |\n" + "  1\n" * 10_000,
     "puzzle: sudoku\ngrid:\n" + ("  - [" + ", ".join("." * 1001) + "]\n") * 1000,
     "puzzle: hidato\nboard: hex\ngrid: |\n" + "  .\n" * 10_001],
    ids=["margins", "lists", "hexagons"],
)  # fmt: skip
def test_a_board_of_too_many_cells_is_refused_before_it_is_built(text, monkeypatch):
    from pysolve.model.board import Board

    monkeypatch.setattr(
        Board, "square", lambda rows, columns: pytest.fail("built") if rows else Board("square", 0, 0, ())
    )
    with pytest.raises(PuzzleError, match=r"found a board of \d+ rows and \d+ columns, expected"):
        read_text(text)


def test_a_board_of_holes_alone_is_refused():
    with pytest.raises(PuzzleError, match="the board has no cells: all of them are holes"):
        read_text("2 2\n# #\n# #\n", "slitherlink")


def test_one_answer_is_an_answer(write):
    done = command("solve", write(BOARD), "-n", "1", "-f", "json")
    summary = json.loads(done.out.splitlines()[-1])
    assert (summary["verdict"], summary["count"], summary["exhausted"]) == ("answered", 1, False)


# -- Rules


@pytest.mark.parametrize(
    "term", ["f(" * 2000 + "1" + ")" * 2000, "-" * 2000 + "1", "1+" * 2000 + "1", "1.." * 2000 + "1", "(1+" * 600 + "1"]
)
def test_rules_that_are_nested_too_deeply_are_refused(term, write):
    path = write(f"% one\na(1).\nb({term}).\n", "deep.lp")
    with pytest.raises(
        PuzzleError, match=r"deep\.lp, line 3, column \d+: this is nested too deeply, expected at most 1000"
    ):
        rules.load([path])


def test_long_rules_that_are_not_deep_are_read(write):
    text = "% " + "(" * 5000 + "\n" + 'a("' + "(" * 5000 + '").\n%* %* ' + "(" * 5000 + " *% *%\n"
    text += "a(" + ";".join(f"({n},{n}+1)" for n in range(3000)) + ").\n" + "b(1). " * 3000
    assert rules.load([write(text, "long.lp")]).text.endswith(text + "\n")


# -- Streams


def test_what_cannot_be_written_is_reported_as_where_a_file_is_named():
    shell = [("types > /dev/full", "no space left on device"), ("types >&-", "bad file descriptor")]
    for words, sentence in shell:
        done = subprocess.run(["sh", "-c", f"{sys.executable} -m pysolve {words}"], capture_output=True, cwd=ROOT)
        assert (done.returncode, done.stderr.decode()) == (2, f"Error: the output cannot be written: {sentence}\n")
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m pysolve solve nowhere 2>&-"], capture_output=True, cwd=ROOT
    )
    assert done.returncode == 2


@pytest.mark.parametrize("name", ["solve", "convert", "ground", "why"])
def test_a_full_disk_ends_a_command_in_the_same_way_wherever_it_writes(name, write):
    done = command(name, write(BOARD), "-o", "/dev/full")
    sentence = "Error: /dev/full: the file cannot be written: no space left on device"
    assert (done.code, done.err.splitlines()[-1]) == (2, sentence)


@pytest.mark.parametrize("end", [KeyboardInterrupt, cli._Terminated])
@pytest.mark.parametrize(
    ("name", "inner"), [("convert", "run.files.converted"), ("ground", "cli.options.Asked.several_sources")]
)
def test_nothing_is_left_of_a_file_when_its_command_is_ended(name, inner, end, write, tmp_path, monkeypatch):
    def ended(*arguments: object) -> None:
        assert len(list(tmp_path.glob("folder/.*.part"))) == 1
        raise end

    monkeypatch.setattr(f"pysolve.{inner}", ended)
    target = write("", "folder/out")
    target.unlink()
    assert command(name, write(BOARD), "-o", target).code == (130 if end is KeyboardInterrupt else 143)
    assert not list(target.parent.iterdir())


def test_a_reader_that_has_seen_enough_is_no_fault(write):
    board = write("puzzle: sudoku\ngrid: |\n" + "  . . . . . . . . .\n" * 9, "empty.yaml")
    search = subprocess.Popen([sys.executable, "-m", "pysolve", "solve", "--all", "-f", "facts", str(board)], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    assert search.stdout is not None and search.stderr is not None
    search.stdout.readline()
    search.stdout.close()
    assert (search.wait(60), search.stderr.read()) == (0, b"")


def test_devices_are_written_to_and_not_replaced(write, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert command("solve", write(BOARD), "-o", pipe).code in (0, 1)
    assert reader.communicate(timeout=60)[0] and pipe.is_fifo()


def test_names_that_are_too_long_are_wrong_input(write):
    for name in ("x" * 5000, "a/" * 3000):
        for arguments in (["check", name], ["types", "--types", name], ["make", "sudoku", name],
                          ["solve", write(BOARD), "-o", name]):  # fmt: skip
            done = command(*arguments)
            assert done.code == 2 and done.err.startswith("Error: "), (arguments[0], done)


def test_an_interrupt_while_modules_are_imported_is_one():
    code = (
        "import signal, sys, pysolve.__main__ as program\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'pysolve.cli': signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "program.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (130, b"Interrupted.\n")


def test_a_rule_file_takes_no_more_memory_than_it_needs(write):
    """Not as much as the largest may have: a worker whose memory is limited has no room for that."""
    path = write("a.\n", "small.lp")
    tracemalloc.start()
    rules.load([path], plain=True)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2**20
