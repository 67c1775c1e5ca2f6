"""Small boards in a process that is warm: from text to verdict by check_all.

    python bench/warm.py FOLDER [--types NAME...] [--boards 10] [--aim 10]

FOLDER is as for coverage.py. Of each collection some boards of at most 10 rows and columns are taken, spread evenly
over it; another one is checked first, so that the imports, the manifest and the rules are there. Prints a line for each
collection: milliseconds of the processor for a board, from its text to its verdict: the mean, median and worst. What
boards share, a grounding, is counted with the first of them: mostly that is the worst. Those above the aim come last,
by their means.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from coverage import collection_parser, collections, spread_evenly
from coverage_process import Published

from pysolve import Puzzle, PuzzleError, check_all, read_text

#: Rows and columns of a small board.
SMALL = 10


@dataclass(frozen=True)
class Warm:
    """Milliseconds for each board of a collection."""

    collection: str
    boards: Sequence[float]

    @property
    def line(self) -> str:
        """Its line in the table."""
        numbers = (mean(self.boards), median(self.boards), max(self.boards))
        return f"| {self.collection} | {len(self.boards)} | " + " | ".join(f"{each:.1f}" for each in numbers) + " |"


def small_boards(file: Path) -> list[str]:
    """The texts of the small boards of a collection."""
    lines = (line for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    return [board.problem for board in map(Published.of_line, lines) if _is_small(_read(board.problem, file.stem))]


def _read(text: str, collection: str) -> Puzzle | None:
    try:
        return read_text(text, collection)
    except PuzzleError:
        return None


def _is_small(puzzle: Puzzle | None) -> bool:
    return puzzle is not None and max(puzzle.board.rows, puzzle.board.columns) <= SMALL


def measured(collection: str, texts: Sequence[str]) -> Warm:
    """The boards one after the other; the first text only warms the process."""
    list(check_all([read_text(texts[0], collection)]))
    gc.collect()
    puzzles: list[Puzzle] = []
    seconds: list[float] = []
    for text in texts[1:]:
        started = time.process_time()
        puzzles.append(read_text(text, collection))
        seconds.append(time.process_time() - started)
    verdicts = check_all(puzzles)
    for number in range(len(puzzles)):
        started = time.process_time()
        next(verdicts)
        seconds[number] += time.process_time() - started
    return Warm(collection, [1000 * each for each in seconds])


def main() -> None:
    """The command."""
    parser = collection_parser(__doc__)
    parser.add_argument("--boards", type=int, default=10, metavar="N", help="of each collection")
    parser.add_argument("--aim", type=float, default=10, metavar="MS", help="milliseconds for a board")
    chosen = parser.parse_args()
    rows: list[Warm] = []
    for name in collections(chosen.folder, chosen.types):
        texts = spread_evenly(small_boards(chosen.folder / f"{name}.jsonl"), chosen.boards + 1)
        if len(texts) > 1:
            rows.append(measured(name, texts))
    rows.sort(key=lambda row: (max(mean(row.boards), chosen.aim), row.collection))
    print("| type | boards | mean | median | worst |")
    print("| --- | ---: | ---: | ---: | ---: |")
    print(*(row.line for row in rows), sep="\n")
    means, medians = ([of(row.boards) <= chosen.aim for row in rows] for of in (mean, median))
    print(f"\nWithin {chosen.aim:g} ms: {sum(means)} of {len(rows)} types in the mean, {sum(medians)} in the median.")


if __name__ == "__main__":
    main()
