"""Which types gain where boards of one shape share a grounding (`multishot` in manifests), and whether answers stay.

    python bench/shared.py FOLDER [--types NAME...] [--boards 26] [--cells 260]

FOLDER is as for coverage.py. Of each collection boards of the most frequent shapes are taken, at most 13 of a shape,
none with more cells than --cells. Each is solved alone, then all of them with groundings that they share, whatever the
manifest says. Prints a line for each collection: CPU milliseconds for a board alone and shared, their ratio, and up
to how many cells the manifest lets boards share; those that gain the most come first. Where the manifest says something
else than was measured, the ratio is marked: above LOST although they share, or below GAINED although they do not. Ends
with an error if a verdict, or an only answer, is not the same.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from coverage import collection_parser, collections
from coverage_process import Published

from pysolve import Puzzle, PuzzleError, catalog, read_text
from pysolve.model.puzzle_type import LARGEST_SHARED
from pysolve.solving import multishot
from pysolve.solving import search as strategy
from pysolve.solving.outcome import AnswerSearch
from pysolve.solving.settings import Settings

SETTINGS = Settings(drawing=False)

#: Boards of one shape, at most.
OF_A_SHAPE = 13

#: Ratios above and below which a manifest should say otherwise.
LOST, GAINED = 1.1, 0.8


@dataclass(frozen=True)
class Compared:
    """Boards of a collection alone and shared. says: up to how many cells they share, as the manifest says.
    alone, shared: milliseconds for each. different: the numbers of those with another verdict or answer.
    """

    collection: str
    says: int
    boards: int
    alone: float
    shared: float
    different: Sequence[int]

    @property
    def ratio(self) -> float:
        """How long a shared board takes in terms of one alone."""
        return self.shared / self.alone

    @property
    def line(self) -> str:
        """Its line in the table."""
        wrong = self.ratio > LOST if self.says else self.ratio < GAINED
        numbers = f"{self.alone:.1f} | {self.shared:.1f} | {self.ratio:.2f}{' !' if wrong else ''}"
        return f"| {self.collection} | {self.boards} | {numbers} | {self.says or 'no'} |"


def sharing_boards(file: Path, collection: str, boards: int, cells: int) -> list[Puzzle]:
    """Boards that can share a grounding with another one of them, and may, whatever the manifest says."""
    lines = (line for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    read = (_read(Published.of_line(line).problem, collection) for line in lines)
    fitting = [puzzle for puzzle in read if puzzle is not None and len(puzzle.cells) <= cells]
    fitting.sort(key=lambda puzzle: str(multishot.shape(puzzle, SETTINGS)))
    shapes = [list(of_shape) for _, of_shape in groupby(fitting, lambda puzzle: multishot.shape(puzzle, SETTINGS))]
    shapes.sort(key=len, reverse=True)
    return [puzzle for of_shape in shapes if len(of_shape) > 1 for puzzle in of_shape[:OF_A_SHAPE]][:boards]


def _read(text: str, collection: str) -> Puzzle | None:
    try:
        puzzle = read_text(text, collection)
    except PuzzleError:
        return None
    return replace(puzzle, type=replace(puzzle.type, multishot=LARGEST_SHARED))


def compared(collection: str, says: int, puzzles: Sequence[Puzzle]) -> Compared:
    """The boards alone and shared. says: see Compared."""
    _found(strategy.open_local(puzzles[0], SETTINGS))  # so that the rules are there
    alone = list(_timed(puzzles, lambda puzzle: strategy.open_local(puzzle, SETTINGS)))
    started = time.process_time()
    groups = multishot.Groups(puzzles, SETTINGS)
    grouping = time.process_time() - started
    shared = list(_timed(puzzles, lambda puzzle: groups.search(puzzle) or strategy.open_local(puzzle, SETTINGS)))
    different = [at for at, (one, other) in enumerate(zip(alone, shared), 1) if one[0] != other[0]]
    seconds = sum(took for _, took in alone), grouping + sum(took for _, took in shared)
    each = [1000 * of / len(puzzles) for of in seconds]
    return Compared(collection, says, len(puzzles), *each, different)


def _timed(puzzles: Sequence[Puzzle], opened: Callable[[Puzzle], AnswerSearch]) -> Iterator[tuple[object, float]]:
    """What is found of each, and the CPU seconds that it took."""
    gc.collect()
    for puzzle in puzzles:
        started = time.process_time()
        found = _found(opened(puzzle))
        yield found, time.process_time() - started


def _found(search: AnswerSearch) -> object:
    """The verdict, with the answer where it is the only one."""
    answers = list(search)
    verdict = search.outcome.verdict
    return verdict, set(answers[0].atoms) if verdict == "unique" else None


def main() -> None:
    """The command."""
    parser = collection_parser(__doc__)
    parser.add_argument("--boards", type=int, default=26, metavar="N", help="of each collection")
    parser.add_argument("--cells", type=int, default=260, metavar="N", help="of a board, at most")
    chosen = parser.parse_args()
    rows: list[Compared] = []
    for name, type_ in collections(chosen.folder, chosen.types).items():
        puzzles = sharing_boards(chosen.folder / f"{name}.jsonl", name, chosen.boards, chosen.cells)
        if puzzles:
            rows.append(compared(name, catalog.find(type_).multishot, puzzles))
    rows.sort(key=lambda row: row.ratio)
    print("| type | boards | alone | shared | ratio | multishot |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    print(*(row.line for row in rows), sep="\n")
    different = [f"{row.collection}: boards {list(row.different)}" for row in rows if row.different]
    if different:
        sys.exit("Other answers than alone: " + "; ".join(different))


if __name__ == "__main__":
    main()
