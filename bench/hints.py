"""How long hints take on a collection of puzzles, and how large their reasons are: a table, a row a type.

    python bench/hints.py FOLDER [NAME...] [--boards 10] [--cells 100] [--limit 20] [--minutes M] [--output FILE]

FOLDER holds NAME.jsonl files: a line a puzzle with `id` and `problem`; NAME is a type, or one of its aliases. Of each
file it takes boards with one answer and not too many cells, evenly chosen from small to large. Times are CPU seconds
of this process, from the puzzle in memory to the first step, and to the last one; a walk is given up after --limit of
them, and is then late. One board of each file is walked through, then the next of each, so that
--minutes, after which no other is begun, leave rows that can be compared.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from pysolve import PuzzleError, Settings, catalog, formats
from pysolve.analysis.hint import HintRequest, Hints, explain_steps
from pysolve.formats import Reading
from pysolve.model.puzzle import Puzzle
from pysolve.model.verdict import Verdict


@dataclass
class Row:
    """The walks of one file. first, whole: CPU seconds; steps: how many. whole and steps: of the walks that came to the
    end. sizes: of all reasons.
    """

    name: str
    walks: int = 0
    steps: list[int] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def cells(self) -> list[str]:
        """The cells of the table."""
        return [
            self.name, str(self.walks), f"{median(self.first):.2f}", f"{max(self.first):.2f}",
            str(self.walks - len(self.whole)),
            *self._whole_cells(),
            f"{mean(self.sizes or [0]):.1f}", str(max(self.sizes, default=0)),
        ]  # fmt: skip

    def _whole_cells(self) -> list[str]:
        if not self.whole:
            return ["", "", ""]
        return [f"{median(self.whole):.1f}", f"{max(self.whole):.1f}", f"{median(self.steps):.0f}"]


HEAD = [
    "collection", "boards", "first step, median s", "worst", "late", "whole walk, median s", "worst", "steps, median",
    "mean reason", "largest",
]  # fmt: skip


class LateError(Exception):
    """A walk has taken longer than it may."""


def _late(*_: object) -> None:
    raise LateError


def walk(row: Row, puzzle: Puzzle, limit: float) -> None:
    """Walks through a puzzle, as far as the limit allows. A first step that is late counts as long as the limit."""
    started = time.process_time()
    first = limit
    hints = Hints()
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        for hints in explain_steps(puzzle, Settings(), HintRequest(steps=0)):
            if hints.steps:
                first = min(first, time.process_time() - started)
    except (LateError, PuzzleError, RuntimeError):  # clingo makes a RuntimeError of what is raised while it grounds
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if hints.verdict != Verdict.UNIQUE:
        return
    row.walks += 1
    row.first.append(first)
    row.sizes += [step.size for step in hints.steps]
    if hints.done:
        row.whole.append(time.process_time() - started)
        row.steps.append(len(hints.steps))


def boards(path: Path, type_: str, count: int, cells: int) -> list[Puzzle]:
    """Boards of a file, evenly chosen from small to large."""
    puzzles = []
    for source in formats.sources([str(path)]):
        try:
            puzzle = formats.read(source, Reading(type=type_))
        except PuzzleError:
            continue
        if len(puzzle.cells) <= cells:
            puzzles.append(puzzle)
    puzzles.sort(key=lambda puzzle: len(puzzle.cells))
    if len(puzzles) <= count:
        return puzzles
    return [puzzles[number * (len(puzzles) - 1) // max(1, count - 1)] for number in range(count)]


def spread(count: int) -> list[int]:
    """The numbers up to `count` in such an order that the first few are spread over all of them."""
    return sorted(range(count), key=lambda number: number * 0.618034 % 1)


def files(folder: Path, names: list[str]) -> Iterator[tuple[Path, str]]:
    """The files of the folder, or those of these names, with their types; files of no type are left out."""
    for path in sorted(folder.glob("*.jsonl")):
        if not names or path.stem in names:
            try:
                yield path, catalog.find(path.stem).name
            except PuzzleError:
                print(f"{path.stem}: no such type", file=sys.stderr)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--boards", type=int, default=10, help="boards of each file (default 10)")
    parser.add_argument("--cells", type=int, default=100, help="cells of a board at most (default 100)")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds for a walk (default 20)")
    parser.add_argument("--minutes", type=float, default=60, help="begin no walk after these (default 60)")
    parser.add_argument("--output", type=Path, help="write the table there, row by row")
    options = parser.parse_args()
    chosen = [
        (Row(path.stem), boards(path, type_, options.boards, options.cells))
        for path, type_ in files(options.folder, options.names)
    ]
    end = time.monotonic() + 60 * options.minutes
    for number in spread(options.boards):
        for row, puzzles in chosen:
            if number < len(puzzles) and time.monotonic() < end:
                walk(row, puzzles[number], options.limit)
        table = "\n".join([
            f"| {' | '.join(HEAD)} |",
            f"| --- |{' ---: |' * (len(HEAD) - 1)}",
            *(f"| {' | '.join(row.cells())} |" for row, _ in chosen if row.walks),
        ])  # fmt: skip
        print(table, flush=True)
        if options.output is not None:
            options.output.write_text(table + "\n")


if __name__ == "__main__":
    main()
