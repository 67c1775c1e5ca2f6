"""Every command that the README and the pages of docs/ show runs, as a shell runs it; what cannot is listed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import INSTANCES, ROOT
from web_server import serving

import pysolve
from pysolve import formats
from pysolve.cli import commands

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

#: Commands that do not run here, by what they begin with, and why.
NOT_RUN = {
    "python3 -m venv": "installs pysolve: .ci/run does that, with these words (test_docs)",
    "pip install": "installs packages",
    "python -m http.server": "runs until it is stopped: test_browser serves such a folder",
    "pysolve serve": "runs until it is stopped: test_service starts it, and the requests below do",
    "dask ": "starts the machines of a cluster: test_cluster has one of its own",
    "python bench/": "takes minutes to hours; that it knows its options is looked at below",
}

#: What stands for the reader's own files and machines, and what is put in its place here.
STAND_INS = {
    "INPUT...": "instances/sudoku/4x4.yaml instances/akari/6x6.yaml", "FILE": "board.yaml", "HARD.yaml": "board.yaml", "GRID": "instances/crossword/3x3.yaml",
    "MINE": "mine.txt", "FOLDER": "puzzles", "tcp://HOST:8786": "local", "--count 1000": "--count 2",
    "--portfolio 16": "--portfolio 2",
}  # fmt: skip

#: Puzzles whose links are put in the place of links that are cut off with '…'.
LINKS = {
    "https://f-puzzles.com/": ("sudoku/lines", "fpuzzles"),
    "https://swaroopg92.github.io/": ("nurikabe/5x5", "penpa"),
}


class Shown(NamedTuple):
    """A command of a page, its lines joined."""

    page: str
    line: int
    text: str


def shown() -> Iterator[Shown]:
    """The commands in indented blocks (test_docs runs those behind a '$', which stand with their answers)."""
    for page in PAGES:
        text = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), page.read_text(), flags=re.M | re.S)
        for match in re.finditer(r"^ {4}((?:pysolve|python3?|pip|dask|curl|docker) (?:.*\\\n)*.*)$", text, re.M):
            yield Shown(page.name, text.count("\n", 0, match.start()) + 1, match[1])


def is_run(command: Shown) -> bool:
    return not command.text.startswith(tuple(NOT_RUN))


RUN = [
    pytest.param(each.text, id=f"{each.page}-{each.line}", marks=[] if each.page == "README.md" else pytest.mark.rest)
    for each in filter(is_run, shown())
    if not each.text.startswith("curl ")
]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages take for the reader's own."""
    folder = tmp_path_factory.mktemp("own")
    for name in ("instances", "asp"):
        (folder / name).symlink_to(ROOT / name)
    sudoku = pysolve.read(str(INSTANCES / "sudoku" / "4x4.yaml"))
    classic = pysolve.read(str(INSTANCES / "sudoku" / "classic.yaml"))
    nonogram = pysolve.read(str(INSTANCES / "nonogram" / "5x5.yaml"))
    crossword = pysolve.read(str(INSTANCES / "crossword" / "3x3.yaml"))
    written = {
        "board.csv": (sudoku, "csv"), "lesson.xlsx": (sudoku, "xlsx"), "collection.sdm": (classic, "sdm"),
        "dancer.non": (nonogram, "non"), "puzzle.ipuz": (crossword, "ipuz"), "new.yaml": (sudoku, "native"),
        "puzzles/a.yaml": (sudoku, "native"), "puzzles/b.yaml": (nonogram, "native"),
    }  # fmt: skip
    (folder / "puzzles").mkdir()
    for name, (puzzle, format_) in written.items():
        (folder / name).write_bytes(formats.write(puzzle, format_))
    (folder / "english.dict").write_text("\n".join(f"{word};1" for word in crossword.lists["words"].scores))
    (folder / "board.yaml").write_text("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . 3 .\n  . 4 . .\n  . . . 2\n")
    (folder / "mine.txt").write_text(". . . .\n" * 4)
    (folder / "heart.pbm").write_text("P1\n5 5\n0 1 0 1 0\n1 1 1 1 1\n1 1 1 1 1\n0 1 1 1 0\n0 0 1 0 0\n")
    (folder / "puzzles.jsonl").write_text('{"id": "a", "puzzle": "numberlink", "problem": "2 2\\n1 1\\n2 2"}\n' * 16)
    return folder


@pytest.mark.timeout(360)  # the site is written in a minute of a processor
@pytest.mark.parametrize("text", RUN)
def test_a_command_that_a_page_shows_runs(text: str, own: Path, tmp_path: Path):
    folder = tmp_path / "here"
    shutil.copytree(own, folder, symlinks=True)
    for start, (instance, format_) in LINKS.items():
        if start in text:
            link = formats.write(pysolve.read(str(INSTANCES / f"{instance}.yaml")), format_).decode().strip()
            text = f"{text[: text.index(start)]}{link}{text[text.index('…') + 1 :]}"
    names = "|".join(map(re.escape, STAND_INS))
    text = re.sub(rf"(?<!\w)({names})(?!\w)", lambda name: STAND_INS[name[1]], text)
    if "--cluster" in text:
        pytest.importorskip("distributed")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SLURM_ARRAY_TASK_ID": "1"}
    done = subprocess.run(
        ["bash", "-c", text], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    # of so few cells there may be no other puzzle that is harder, or easier
    assert done.returncode in ((0, 1) if text.startswith("pysolve adjust") else (0,)), done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.rest
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_requests_that_the_page_on_the_service_shows_are_answered():
    requests = [each.text for each in shown() if each.text.startswith("curl ")]
    assert requests
    with serving() as address:
        for text in requests:
            text = text.replace("localhost:8000", address).replace("curl ", "curl --fail ", 1)
            done = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=60)
            assert done.returncode == 0 and '"verdict"' in done.stdout, done.stdout + done.stderr


def test_what_is_not_run_is_shown_and_is_there():
    left_out = [each for each in shown() if not is_run(each)]
    assert all(any(each.text.startswith(start) for each in left_out) for start in NOT_RUN)
    for each in left_out:
        if each.text.startswith("python bench/"):
            script, *arguments = each.text.partition("#")[0].split()[1:]
            source = (ROOT / script).read_text()
            assert all(f'"{option}"' in source for option in arguments if option.startswith("--")), each


INLINE = sorted(
    {text for page in PAGES for text in re.findall(r"`pysolve ([a-z][^`]*)`", page.read_text().replace("\\|", "|"))}
)


@pytest.mark.parametrize("text", INLINE)
def test_a_command_that_a_sentence_names_is_there_with_its_options(text: str):
    name, *arguments = text.partition("|")[0].split()
    known = {option for parameter in commands()[name].params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert all(each in known for each in arguments if each.startswith("-") and each != "-"), known
