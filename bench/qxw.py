"""Crosswords beside Qxw: the CPU seconds to a first filling, and the mean score of its words; a table, a row a board.

    python bench/qxw.py LIST BOARD... [--qxw /usr/games/qxw] [--seeds 2] [--limit 30]

LIST has a line a word, 'WORD;SCORE'; a BOARD is a file of rows of '.' and '#'. pysolve fills each board once, Qxw
(Debian's package `qxw`) without a seed and with the seeds from 1 on; each run is a process of its own, ended after
--limit CPU seconds. The ratio is pysolve's time to the mean of Qxw's. A filling with a word twice, or with one that the
list has not, is none.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

#: Qxw weighs a word by 10 to the power of the score that its list has.
PER_POWER = 10

Slots = list[list[tuple[int, int]]]


class Run(NamedTuple):
    """CPU seconds, and the mean score of the words; None for no filling. ended: the program said that there is none."""

    seconds: float
    mean: float | None
    ended: bool

    def __str__(self) -> str:
        if self.mean is None:
            return f"no answer, {self.seconds:.1f} s" if self.ended else "late"
        return f"{self.seconds:.1f} s, {self.mean:.1f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("boards", type=Path, nargs="+", metavar="BOARD")
    parser.add_argument("--qxw", default="/usr/games/qxw", help="the program (default /usr/games/qxw)")
    parser.add_argument("--seeds", type=int, default=2, help="runs of Qxw with a seed (default 2)")
    parser.add_argument("--limit", type=int, default=30, help="CPU seconds for a run (default 30)")
    options = parser.parse_args()
    lines = (line.split(";") for line in options.list.read_text(encoding="utf-8").split())
    scores = {word.upper(): int(score) for word, score in lines}
    print("| board | pysolve | Qxw | ratio |\n| --- | --- | --- | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder, "words")
        words.write_text("".join(f"{word.lower()} {score / PER_POWER}\n" for word, score in scores.items()))
        for board in options.boards:
            rows = board.read_text().split()
            own = by_pysolve(rows, options.list.resolve(), Path(folder), scores, options.limit)
            others = [
                by_qxw([options.qxw, *seed], rows, words, scores, options.limit)
                for seed in ([], *(["-R", str(each)] for each in range(1, options.seeds + 1)))
            ]
            mean = fmean(each.seconds for each in others)
            ratio = f"{own.seconds / mean:.1f}" if own.mean is not None and any(each.mean for each in others) else "–"
            print(f"| {board.stem} | {own} | {'; '.join(map(str, others))} | {ratio} |", flush=True)


def slots_of(rows: Sequence[str]) -> Slots:
    """The cells of each word, across and down."""
    across = [[(r, c) for c in range(len(row))] for r, row in enumerate(rows)]
    runs: Slots = []
    for line in [*across, *map(list, zip(*across))]:
        text = "".join(rows[r][c] for r, c in line)
        runs += [line[run.start() : run.end()] for run in re.finditer(r"\.{2,}", text)]
    return runs


def by_pysolve(rows: Sequence[str], words: Path, folder: Path, scores: Mapping[str, int], limit: int) -> Run:
    """A run of pysolve."""
    puzzle = folder / "board.yaml"
    grid = "".join(f"  {' '.join(row).replace('.', '_')}\n" for row in rows)
    puzzle.write_text(f"puzzle: crossword\nwords: {words}\ngrid: |\n{grid}")
    seconds, code, text = timed(
        [sys.executable, "-m", "pysolve", "solve", str(puzzle), "-n", "1", "-f", "plain"], limit
    )
    filled = [line.split() for line in text.splitlines()]
    found = ["".join(filled[r][c] for r, c in slot) for slot in slots_of(rows)] if code == 0 else []
    return Run(seconds, mean_score(found, scores), code == 1)


def by_qxw(program: Sequence[str], rows: Sequence[str], words: Path, scores: Mapping[str, int], limit: int) -> Run:
    """A run of Qxw: its batch mode reads a deck of slots, whose cells have numbers."""
    slots = slots_of(rows)
    deck = words.with_suffix(".qxd")
    lines = (" ".join(f"{r * len(rows[0]) + c:03}" for r, c in slot) for slot in slots)
    deck.write_text(f".UNIQUE 1\n.RANDOM {int('-R' in program)}\n" + "".join(f"{line}\n" for line in lines))
    seconds, code, text = timed([*program, "-b", "-d", str(words), str(deck)], limit)
    found = [word.upper() for word in re.findall(r"^W\d+ (\S+)", text, re.MULTILINE)]
    return Run(seconds, mean_score(found if len(found) == len(slots) else [], scores), code > 0)


def mean_score(words: Sequence[str], scores: Mapping[str, int]) -> float | None:
    """That of a filling; None where it is none."""
    is_right = bool(words) and len({*words}) == len(words) and all(word in scores for word in words)
    return fmean(scores[word] for word in words) if is_right else None


def timed(command: Sequence[str], limit: int) -> tuple[float, int, str]:
    """CPU seconds, exit code (negative where it was ended) and output of a command."""
    before = os.times()
    done = subprocess.run(
        command, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)),
    )  # fmt: skip
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, done.returncode, done.stdout


if __name__ == "__main__":
    main()
