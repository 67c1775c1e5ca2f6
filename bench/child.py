"""The process in which one solver works on one board (or, for many small ones, on several). measure.py starts it.

It reads the task from standard input and writes one line of JSON: CPU seconds of importing, reading and solving.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

from board import Board


def limit_seconds(seconds: float) -> None:
    """From now on, so many CPU seconds; then the system ends the process. The limit may be set anew, and later."""
    end = int(time.process_time() + seconds) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)  # lowered once, it could not be raised again
    resource.setrlimit(resource.RLIMIT_CPU, (end, hard))


def peak_megabytes() -> float | None:
    """The most memory that this program has held (getrusage would also count the process that started it)."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), None)


def verdict(count: int, limit: int) -> str:
    """What the number of answers says."""
    if limit == 1:
        return "found" if count else "none"
    return ("none", "unique", "multiple")[count]


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Does the task and tells the time."""
    resource.setrlimit(resource.RLIMIT_AS, (task["memory"] << 20, task["memory"] << 20))
    boards = [Board.from_json(text) for text in task["boards"]]
    started = time.process_time()
    module, name = task["solver"].split(":")
    solver = getattr(importlib.import_module(module), name)(**task["arguments"])
    imported = time.process_time()
    limit_seconds(task["seconds"])
    puzzles = [solver.read(board) for board in boards]
    read = time.process_time()
    limit_seconds(task["seconds"])
    answers: list[Any] = []
    if hasattr(solver, "verdicts"):
        verdicts = solver.verdicts(puzzles)
    else:
        answers = [solver.solve(puzzle, task["limit"]) for puzzle in puzzles]
        verdicts = [verdict(len(found), task["limit"]) for found in answers]
    done = time.process_time()
    return {
        "verdicts": verdicts,
        "answers": answers,
        "seconds": done - read,
        "read_seconds": read - imported,
        "import_seconds": imported - started,
        "megabytes": peak_megabytes(),
    }


def main() -> None:
    """Tells what came of it, also if it went wrong."""
    try:
        said = run(json.load(sys.stdin))
    except MemoryError:
        said = {"outcome": "memory limit"}
    except Exception as error:
        out_of_memory = "bad_alloc" in str(error) or "out of memory" in str(error).lower()
        said = (
            {"outcome": "memory limit"}
            if out_of_memory
            else {"outcome": "error", "error": f"{type(error).__name__}: {error}"}
        )
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
