"""The rows about the driver: whole commands, from start to end, against clingo's own."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from board import EMPTY, Board, frozen
from families.sudoku import boards as sudoku
from measure import Ended
from ours import text
from rows import OURS, Choice

ROOT = Path(__file__).resolve().parent.parent

PYSOLVE = (sys.executable, "-m", "pysolve")


@dataclass(frozen=True)
class Task:
    """What the competitors do on one board: their commands."""

    board: str
    commands: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class CommandRow:
    """A row that measures whole commands. answer: what all must agree on, read from what a command wrote.

    wall: seconds on the clock count, not CPU seconds.
    """

    name: str
    about: str
    tasks: Callable[[Choice, int], Sequence[Task]]
    answer: Callable[[Ended], str]
    wall: bool = False


def cold(choice: Choice, seed: int) -> list[Task]:
    """A command on a small board, beside the imports without which there is nothing."""
    file = str(ROOT / "instances" / "sudoku" / "classic.yaml")
    imports = (sys.executable, "-c", "import clingo, click, yaml")
    return [
        Task(f"run {number}", {OURS: (*PYSOLVE, "solve", file), "imports only": imports})
        for number in range(1 if choice.tiny else 5)
    ]


def _many_answers(choice: Choice, seed: int) -> tuple[str, Path, Path]:
    """A Sudoku with very many answers: 235,008 of 6x6, 288 of 4x4; its file, and its facts."""
    side, given = (4, 0) if choice.tiny else (6, 3)
    chance = random.Random(seed)
    first = [str(value) for value in chance.sample(range(1, side + 1), given)]
    rows = frozen([first + [EMPTY] * (side - given)] + [[EMPTY] * side] * (side - 1))
    board = choice.scratch / f"many-{seed}.yaml"
    board.write_text(text(Board("sudoku", "many", rows)))
    facts = board.with_suffix(".lp")
    facts.write_bytes(subprocess.run([*PYSOLVE, "facts", board.resolve()], capture_output=True, check=True).stdout)
    return f"{side}x{side}, seed {seed}", board.resolve(), facts.resolve()


CLINGO = (sys.executable, "-m", "clingo", str(ROOT / "asp" / "sudoku" / "rules.lp"), "--models=0", "--project=show")


def count(choice: Choice, seed: int) -> list[Task]:
    """Counting, beside clingo with the same rules and facts."""
    name, board, facts = _many_answers(choice, seed)
    commands = {OURS: (*PYSOLVE, "solve", str(board), "--count"), "clingo": (*CLINGO, str(facts), "--quiet=2,2")}
    return [Task(name, commands)]


def everything(choice: Choice, seed: int) -> list[Task]:
    """Writing all answers as boards, beside clingo, which writes them as atoms."""
    name, board, facts = _many_answers(choice, seed)
    plain = (*PYSOLVE, "solve", str(board), "--all", "--format", "plain")
    return [Task(name, {OURS: plain, "clingo": (*CLINGO, str(facts))})]


def batch(choice: Choice, seed: int) -> list[Task]:
    """A folder of boards in one process and in two."""
    folder = choice.scratch / f"batch-{seed}"
    folder.mkdir(exist_ok=True)
    total = 10 if choice.tiny else 1000
    for number in range(total):
        board = sudoku.made(9, 0.5, 10_000 * seed + number)
        (folder / f"{number:04}.yaml").write_text(text(board))
    command = (*PYSOLVE, "batch", str(folder.resolve()), "--report", "-")
    return [
        Task(f"{total} of 9x9, seed {seed}", {OURS: (*command, "--jobs", "1"), "two jobs": (*command, "--jobs", "2")})
    ]


def counted(ended: Ended) -> str:
    """The number of answers that a command has told of: alone, in a sentence, or in clingo's summary."""
    lines = f"{ended.out[-2000:]}\n{ended.err}"
    match = re.search(r"^(?:Models\s*:\s*)?(\d+)(?: answers.*)?$", lines, re.MULTILINE)
    return match[1] if match else f"nothing (exit {ended.code}: {ended.err.strip()[-200:]})"


def verdicts(ended: Ended) -> str:
    """The verdicts of a report."""
    return " ".join(re.findall(r'"verdict": "(\w+)"', ended.out)) or f"nothing (exit {ended.code})"


def solved(ended: Ended) -> str:
    """That a command ended well."""
    return "done" if ended.code == 0 else f"failed (exit {ended.code}: {ended.err.strip()[-200:]})"


ROWS = [
    CommandRow("cold", "`pysolve solve` of a 9x9 Sudoku, the whole process", cold, solved),
    CommandRow("count", "`pysolve solve --count`", count, counted),
    CommandRow("all", "`pysolve solve --all --format plain`", everything, counted),
    CommandRow("batch", "`pysolve batch --jobs 1`, wall seconds", batch, verdicts, wall=True),
]
