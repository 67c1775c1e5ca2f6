"""--watch: what is seen when a file is saved."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import command

BOARD = "puzzle: sudoku\ngrid: |\n  1 2 . .\n  3 4 . .\n  . . 4 3\n  . . . .\n"
UNIQUE = BOARD.replace("3 4 . .", "3 4 1 2")
PATIENCE = 60  # seconds for what takes a fraction of one, on a machine that does much else


class Watching:
    """A command that watches, and what it says."""

    def __init__(self, *arguments: object, cwd: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pysolve", *map(str, arguments)],
            cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(__file__).parent.parent)},
        )  # fmt: skip
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def look(self) -> str:
        """What it says until it waits for changes."""
        said = ""
        while not said.splitlines()[-1:] or not said.splitlines()[-1].startswith("Waiting"):
            line = self._lines.get(timeout=PATIENCE)
            assert line, said
            said += line
        return said

    def line(self, start: str) -> str:
        """The next line that begins like this."""
        while not (line := self._lines.get(timeout=PATIENCE)).startswith(start):
            assert line
        return line

    def end(self) -> int:
        """Presses Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[object]:
    """What starts a command that watches, in the test's folder."""
    started: list[Watching] = []

    def start(*arguments: object) -> Watching:
        started.append(Watching(*arguments, cwd=tmp_path))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait()


def test_solve_shows_what_a_save_changes(watching, tmp_path):
    board, rules, law = (tmp_path / name for name in ("a.yaml", "more.lp", "law.lp"))
    board.write_text(BOARD)
    law.write_text("% a law\n")
    rules.write_text('#include "law.lp".\n')
    watch = watching("solve", "--watch", board, "-r", rules)
    said = watch.look()
    assert "Not unique: another answer" in said and "predicate" in said and "was saved" not in said
    board.write_text(BOARD.replace("1 2", "2 1"))
    said = watch.look()
    assert "a.yaml was saved" in said and "Another answer than before, which differs in 4 cells (marked)." in said
    rules.write_text('#include "law.lp".\na(X).\nb(Y).\n')
    said = watch.look()
    assert "more.lp was saved" in said and said.count("is unsafe") == 2 and "The verdict has changed: error" in said
    rules.write_text('#include "law.lp".\n')
    assert "The verdict has changed: multiple, error before." in watch.look()
    law.write_text("odd(1..7).\n:- odd(1).\n")
    said = watch.look()
    assert "law.lp was saved" in said and "No answer." in said and "none, multiple before" in said
    assert "rules (+" in said
    law.unlink()
    assert "there is no file 'law.lp' to include" in watch.look()
    law.write_text("")
    assert "multiple, error before" in watch.look()
    assert watch.end() == 130


def test_check_gives_up_what_a_save_has_made_needless(watching, tmp_path):
    (tmp_path / "a.yaml").write_text(UNIQUE)
    rules = tmp_path / "more.lp"
    rules.write_text("")
    watch = watching("check", "--watch", "a.yaml", "-r", "more.lp")
    assert "unique" in watch.look()
    rules.write_text("n(1). n(X+1) :- n(X), X < 100000000.\n")
    watch.line("more.lp was saved")
    rules.write_text(":- value((1, 1), 1).\n")
    watch.line("more.lp was saved")
    assert "The verdict has changed: none, unique before." in watch.look()
    assert watch.end() == 130


def test_a_manifest_that_is_wrong_for_a_while(watching, tmp_path):
    assert command("new", "mine", cwd=tmp_path).code == 0
    manifest = tmp_path / "mine" / "manifest.yaml"
    text = manifest.read_text()
    watch = watching("check", "--watch", "mine/example.yaml")
    assert "unique" in watch.look()
    manifest.write_text(text.replace("read:", "raed:"))
    said = watch.look()
    assert "Error: " in said and "raed" in said
    manifest.write_text(text)
    assert "unique, error before" in watch.look()


def test_the_quick_tests_of_a_type(watching, tmp_path):
    assert command("new", "mine", cwd=tmp_path).code == 0
    rules = tmp_path / "mine" / "rules.lp"
    text = rules.read_text()
    watch = watching("test", "--watch", "mine")
    assert "0 things to fix." in watch.look()
    rules.write_text(text + "a(X).\nb(Y).\n")
    said = watch.look()
    assert said.count("is unsafe") == said.count("  (new)\n") == 2 and "2 things to fix." in said
    rules.write_text(text + "a(X).\n")
    said = watch.look()
    assert said.count("is unsafe") == 1 and "(new)" not in said and "1 thing to fix, 1 mended." in said
    rules.write_text(text)
    assert "0 things to fix, 1 mended." in watch.look()
    assert watch.end() == 130


@pytest.mark.parametrize(
    "arguments", [["solve", "-"], ["solve", "a.yaml", "-o", "x"], ["check", "a.yaml", "--jobs", "2"], ["test", "sudoku", "--boards"]]
)  # fmt: skip
def test_what_does_not_go_with_watching(arguments):
    done = command(*arguments, "--watch")
    assert done.code == 2 and "--watch" in done.err.splitlines()[-1]
