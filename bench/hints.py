"""How long hints take on a collection of puzzles, and how large their reasons are: a table, a row a type.

    python bench/hints.py FOLDER [NAME...] [--boards 10] [--cells 100] [--limit 20] [--output FILE]

FOLDER holds NAME.jsonl files: a line a puzzle with `id` and `problem`; NAME is a type, or one of its aliases. Of each
file it takes boards with one answer and at most so many cells, evenly chosen from small to large. Times are CPU seconds
of this process, from the puzzle in memory to the first step, and to the last one; a walk is given up after --limit of
them, between two steps.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from pysolve import PuzzleError, Settings, catalog, formats
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.formats import Reading
from pysolve.model.puzzle import Puzzle
from pysolve.model.verdict import Verdict


@dataclass
class Row:
    """The walks of one file. first, whole: CPU seconds; whole of those that came to the end. sizes: of all reasons."""

    name: str
    walks: int = 0
    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def cells(self) -> list[str]:
        """The cells of the table."""
        return [
            self.name, str(self.walks), f"{median(self.first):.2f}", f"{max(self.first):.2f}", str(len(self.whole)),
            *([f"{median(self.whole):.1f}", f"{max(self.whole):.1f}"] if self.whole else ["", ""]),
            f"{mean(self.sizes):.1f}", str(max(self.sizes)),
        ]  # fmt: skip


HEAD = [
    "collection", "boards", "first step, median", "worst", "whole walks", "median", "worst", "mean reason", "largest",
]  # fmt: skip


def walk(row: Row, puzzle: Puzzle, limit: float) -> None:
    """Walks through a puzzle, as far as the limit allows."""
    started = time.process_time()
    first: float | None = None
    hints = None
    for hints in explain_steps(puzzle, Settings(), HintRequest(steps=0)):
        seconds = time.process_time() - started
        if hints.steps and first is None:
            first = seconds
        if seconds > limit:
            break
    if hints is None or first is None or hints.verdict != Verdict.UNIQUE:
        return
    row.walks += 1
    row.first.append(first)
    row.sizes += [step.size for step in hints.steps]
    if hints.done:
        row.whole.append(time.process_time() - started)


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
    return (
        [puzzles[number * (len(puzzles) - 1) // (count - 1)] for number in range(count)] if count > 1 else puzzles[:1]
    )


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
    parser.add_argument("--output", type=Path, help="write the table there, row by row")
    options = parser.parse_args()
    lines = [f"| {' | '.join(HEAD)} |", f"| --- |{' ---: |' * (len(HEAD) - 1)}"]
    for path, type_ in files(options.folder, options.names):
        row = Row(path.stem)
        for puzzle in boards(path, type_, options.boards, options.cells):
            walk(row, puzzle, options.limit)
        if row.walks:
            lines.append(f"| {' | '.join(row.cells())} |")
            print(lines[-1], flush=True)
        if options.output is not None:
            options.output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
