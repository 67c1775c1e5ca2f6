"""pysolve: logic puzzles solved from rules that anyone can read and edit.

import pysolve

puzzle = pysolve.read("board.yaml")
for answer in pysolve.solve(puzzle):
    print(answer)
print(pysolve.check(puzzle))     # unique, multiple, none or unknown
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .errors import PuzzleError

if TYPE_CHECKING:
    from .answers import Answer
    from .puzzle import Puzzle
    from .solver import Settings

__version__ = "0.1.0"

__all__ = ["PuzzleError", "__version__", "check", "check_all", "read", "read_all", "read_text", "solve"]


def read(path: str, type: str | None = None, *, types: str | None = None, words: str | None = None) -> Puzzle:
    """The puzzle in a file.

    type: the puzzle type where the file does not say. types: a folder of own types. words: a file of words.
    Raises PuzzleError if the file cannot be understood or holds more than one puzzle.
    """
    found = list(read_all(path, type, types=types, words=words))
    if len(found) != 1:
        raise PuzzleError(f"found {len(found)} puzzles, expected one (read_all reads several)", file=str(path))
    return found[0]


def read_all(
    path: str, type: str | None = None, *, types: str | None = None, words: str | None = None
) -> Iterator[Puzzle]:
    """The puzzles in a file or folder, one after the other. Raises PuzzleError at the first that is wrong."""
    from . import formats

    reading = formats.Reading(type, (str(types),) if types else (), words=words)
    return formats.read_inputs([str(path)], reading)


def read_text(text: str, type: str | None = None) -> Puzzle:
    """The puzzle in a text of any format. Raises PuzzleError if it cannot be understood."""
    from . import formats

    return formats.read_text(text, type)


def solve(puzzle: Puzzle, settings: Settings | None = None) -> Iterator[Answer]:
    """The answers of a puzzle, each as soon as it is found; all of them unless the settings say otherwise.

    settings: see pysolve.solver.Settings. A time limit ends the iteration; the search then runs in a process of
    its own, which can be ended.
    Raises PuzzleError if the rules cannot be grounded or find the puzzle invalid.
    """
    from . import plain, solver, worker
    from .answers import Answer

    writer = plain.Writer(puzzle)
    search = worker.open_search(puzzle, settings or solver.Settings(models=0))
    for found in search:
        yield Answer(puzzle, found.atoms, search.outcome.given, found.costs, writer)
    if search.outcome.best is not None:
        yield Answer(puzzle, search.outcome.best.atoms, search.outcome.given, search.outcome.best.costs)


def check(puzzle: Puzzle, settings: Settings | None = None) -> str:
    """The verdict: 'unique', 'multiple', 'none', or 'unknown' if a limit was reached before it was clear.

    Raises PuzzleError as solve does.
    """
    from . import solver, worker

    search = worker.open_search(puzzle, settings or solver.Settings(drawing=False, count=True))
    for _ in search:
        pass
    return search.outcome.verdict


def check_all(puzzles: Iterable[Puzzle], settings: Settings | None = None) -> Iterator[str]:
    """The verdicts of many puzzles, in order; boards of one shape share a grounding where that saves time.

    Raises PuzzleError at a puzzle that check would raise it for.
    """
    from . import shared, solver, worker

    puzzles = list(puzzles)
    settings = settings or solver.Settings(drawing=False, count=True)
    groups = shared.Groups(puzzles if settings.time_limit is None else (), settings)
    for puzzle in puzzles:
        search = groups.search(puzzle) or worker.open_search(puzzle, settings)
        for _ in search:
            pass
        yield search.outcome.verdict
