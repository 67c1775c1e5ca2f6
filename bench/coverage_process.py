"""The process in which one solver works on the boards of a collection, one after the other. coverage.py starts it.

It reads the task from standard input and writes a line of JSON for each board as it is done, so that the lines that are
missing say at which board it was ended. Seconds are CPU seconds from the board's text to the verdict or first answer;
imports do not count.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from dataclasses import asdict, dataclass
from typing import Protocol

from child import limit_seconds

#: Modules of pysolve that are imported when they are needed: here before the clock starts.
NEEDED = (
    "formats.json_lines", "formats.plain_text", "render.comparison", "render.answer_text", "run.lot",
    "solving.multishot", "solving.strategy", "solving.search",
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
class Said:
    """What a solver says of a board. right: whether its answer is the published one, None where that cannot be said.

    error: what is wrong with the board, if anything.
    """

    verdict: str
    right: bool | None
    error: str | None = None


class Solver(Protocol):
    """A solver of the boards of one collection; made with the collection's name."""

    def answer(self, board: Published) -> Said: ...


class Ours:
    """pysolve: the verdict, which takes the proof that there is no second answer."""

    def __init__(self, collection: str) -> None:
        for module in NEEDED:
            importlib.import_module(f"pysolve.{module}")
        from pysolve.formats import Reading, Source
        from pysolve.run.lot import Done, solve_lot
        from pysolve.solving.settings import Settings

        self._reading, self._settings = Reading(type=collection), Settings(drawing=False)
        self._source, self._solve, self._done = Source, solve_lot, Done

    def answer(self, board: Published) -> Said:
        """The verdict, as `pysolve batch --compare` gives it."""
        source = self._source(board.id, board.id, json.dumps(asdict(board)).encode())
        for event in self._solve([source], self._reading, self._settings):
            if isinstance(event, self._done):
                record = event.records[0]
        return Said(record.verdict, record.agrees, record.error)


def main() -> None:
    """Works on the boards of the task."""
    task = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (task["memory"] << 20, task["memory"] << 20))
    module, name = task["solver"].split(":")
    solver: Solver = getattr(importlib.import_module(module), name)(task["collection"])
    for board in task["boards"]:
        limit_seconds(task["seconds"])
        started = time.process_time()
        try:
            said = solver.answer(Published(**board))
        except MemoryError:
            said = Said("unknown", None, "memory limit")
        except Exception as error:  # a peer may fail in any way
            said = Said("error", None, f"{type(error).__name__}: {error}")
        print(json.dumps({"seconds": round(time.process_time() - started, 4), **asdict(said)}), flush=True)


if __name__ == "__main__":
    main()
