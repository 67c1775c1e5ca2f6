"""The process in which one solver works on the boards of a collection, one after the other. coverage.py starts it.

It reads the task from standard input and writes a line of JSON for each board as it is done, so that the lines that are
missing say at which board it was ended. Seconds are CPU seconds from the board's text to the verdict or first answer;
imports do not count. What boards have in common is counted with the first of them.
"""

from __future__ import annotations

import gc
import importlib
import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from child import limit_seconds

#: What pysolve imports when it is needed: here before the clock starts.
NEEDED = (
    "pysolve.formats.json_files", "pysolve.formats.plain_text", "pysolve.render.answer_text",
    "pysolve.render.answer_text", "pysolve.run.batch", "pysolve.solving.multishot", "pysolve.solving.search",
    "yaml",
)  # fmt: skip


@dataclass(frozen=True)
class Published:
    """A board of a collection. solution: None where none is published."""

    id: str
    problem: str
    solution: str | None

    @classmethod
    def of_line(cls, line: str) -> Published:
        """The board of a line of a collection."""
        data = json.loads(line)
        return cls(data["id"], data["problem"], data.get("solution"))


@dataclass(frozen=True)
class BoardResult:
    """What a solver finds for a board. right: whether its answer is the published one, None where that is unknown.

    error: what is wrong with the board, if anything. share: of the time that went into the results that came together
    with it, in any unit. answer: see Result. conflicts, rules: of the search, where the solver says them.
    """

    verdict: str
    right: bool | None
    error: str | None = None
    share: float = 1.0
    answer: str | None = None
    conflicts: int | None = None
    rules: int | None = None


class Solver(Protocol):
    """A solver of the boards of one collection; made with the collection's name."""

    def answers(self, boards: Sequence[Published]) -> Iterator[Sequence[BoardResult]]:
        """What comes of the boards, in their order, as many at a time as are known together."""


class OneByOne:
    """A solver that takes one board at a time; whatever goes wrong belongs to that board."""

    def answers(self, boards: Sequence[Published]) -> Iterator[Sequence[BoardResult]]:
        """See Solver."""
        for board in boards:
            try:
                result = self.answer(board)
            except MemoryError:
                result = BoardResult("unknown", None, "memory limit")
            except Exception as error:  # a peer may fail in any way
                result = BoardResult("error", None, f"{type(error).__name__}: {error}")
            yield [result]

    def answer(self, board: Published) -> BoardResult:
        """What comes of a board."""
        raise NotImplementedError


class Ours:
    """pysolve: verdicts, with the proof that there is no second answer, as `pysolve batch --compare` gives them."""

    def __init__(self, collection: str) -> None:
        for module in NEEDED:
            importlib.import_module(module)
        from pysolve.formats import Reading, Source
        from pysolve.run.batch import FIRST_LOT, Done, solve_lot
        from pysolve.run.worker import COLLECTIONS
        from pysolve.solving.settings import Settings

        gc.set_threshold(*COLLECTIONS)
        self._reading, self._settings = Reading(type=collection), Settings(drawing=False)
        self._source, self._solve, self._done, self._size = Source, solve_lot, Done, FIRST_LOT

    def answers(self, boards: Sequence[Published]) -> Iterator[Sequence[BoardResult]]:
        """See Solver. The boards come in lots, as the workers of a batch get them."""
        sources = [self._source(board.id, board.id, json.dumps(asdict(board)).encode()) for board in boards]
        for start in range(0, len(sources), self._size):
            for event in self._solve(sources[start : start + self._size], self._reading, self._settings):
                if isinstance(event, self._done):
                    yield [
                        BoardResult(record.verdict, record.agrees, record.error, record.seconds)
                        for record in event.records
                    ]


def main() -> None:
    """Works on the boards of the task."""
    task = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (task["memory"] << 20, task["memory"] << 20))
    module, name = task["solver"].split(":")
    solver: Solver = getattr(importlib.import_module(module), name)(task["collection"], **task["arguments"])
    limit_seconds(task["seconds"])
    started = time.process_time()
    for results in solver.answers([Published(**board) for board in task["boards"]]):
        spent = time.process_time() - started
        shares = sum(result.share for result in results) or 1.0
        for result in results:
            seconds = spent * (result.share / shares if len(results) > 1 else 1.0)
            print(json.dumps({"seconds": round(seconds, 4), **asdict(result)}), flush=True)
        limit_seconds(task["seconds"])
        started = time.process_time()


if __name__ == "__main__":
    main()
