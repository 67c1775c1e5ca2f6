"""Runs solvers and commands in processes that end at the limits, and tells the time."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from board import Board, Rows, frozen

HERE = Path(__file__).resolve().parent

#: How a run ends: with a verdict, at the time limit, at the memory limit, or with a fault of the program.
DONE, TIME, MEMORY, ERROR = "done", "time limit", "memory limit", "error"


@dataclass(frozen=True)
class Spec:
    """A solver: the class ("module:Name"), what to make it with, and the module that must be installed."""

    target: str
    needs: str
    arguments: dict[str, str] = field(default_factory=dict)


@dataclass
class Measurement:
    """What came of one run. seconds: CPU seconds (for some commands, wall seconds); the limit if it was reached.

    limit: the limit, in seconds.
    """

    row: str
    board: str
    seed: int
    solver: str
    outcome: str
    seconds: float
    limit: float
    verdicts: list[str] = field(default_factory=list)
    answers: list[list[Rows]] = field(default_factory=list)
    read_seconds: float | None = None
    import_seconds: float | None = None
    megabytes: float | None = None
    error: str | None = None

    @property
    def late(self) -> bool:
        """Whether a limit was reached."""
        return self.outcome in (TIME, MEMORY)

    def to_json(self) -> str:
        """A line of the raw measurements."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(line: str) -> Measurement:
        """The measurement of a line."""
        return Measurement(**json.loads(line))


@dataclass(frozen=True)
class Limits:
    """CPU seconds and megabytes for each run."""

    seconds: float
    megabytes: int


@dataclass(frozen=True)
class Ended:
    """A process that has ended. megabytes: the most that it, or one that it started, held."""

    code: int
    out: str
    err: str
    cpu: float
    wall: float
    megabytes: float = 0.0


def process(arguments: Sequence[str], stdin: str, wall: float, megabytes: int | None = None, cpu: int = 0) -> Ended:
    """Runs a program with a limit of wall seconds, and of memory and CPU seconds, if given; it is killed at a limit."""

    def limit() -> None:
        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))

    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
        tempfile.TemporaryFile("w+") as given,
    ):
        given.write(stdin)
        given.seek(0)
        started = time.monotonic()
        child = subprocess.Popen(
            arguments, stdin=given, stdout=out, stderr=err, preexec_fn=limit, start_new_session=True, cwd=HERE.parent
        )
        killer = threading.Timer(wall, os.killpg, (child.pid, signal.SIGKILL))
        killer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        finally:
            killer.cancel()
        elapsed = time.monotonic() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return Ended(child.returncode, out.read(), err.read(), seconds, elapsed, usage.ru_maxrss / 1024)


def solve(
    row: str, seed: int, name: str, spec: Spec, boards: Sequence[Board], answers: int, limits: Limits
) -> Measurement:
    """One solver's run on boards, in one process of its own.

    CPU seconds are limited; the wall limit behind it is for programs that sleep and for crowded machines.
    """
    task = {
        "solver": spec.target, "arguments": spec.arguments, "boards": [board.to_json() for board in boards],
        "limit": answers, "seconds": limits.seconds, "memory": limits.megabytes,
    }  # fmt: skip
    wall = 60 + 4 * limits.seconds
    ended = process([sys.executable, str(HERE / "child.py")], json.dumps(task), wall)
    title = boards[0].name if len(boards) == 1 else f"{len(boards)} boards"
    measurement = Measurement(row, title, seed, name, DONE, limits.seconds, limits.seconds)
    try:
        record = json.loads(ended.out.splitlines()[-1])
    except (IndexError, ValueError):
        record = {"outcome": ending(ended)}
    if "verdicts" in record:
        measurement.seconds = min(record["seconds"], limits.seconds)
        measurement.outcome = TIME if record["seconds"] > limits.seconds else DONE
        measurement.verdicts = record["verdicts"]
        measurement.answers = [[frozen(rows) for rows in each] for each in record["answers"]]
        measurement.read_seconds, measurement.import_seconds = record["read_seconds"], record["import_seconds"]
        measurement.megabytes = record["megabytes"]
    else:
        measurement.outcome = record["outcome"]
        measurement.error = record.get("error") or (ended.err.strip()[-400:] or f"exit {ended.code}")
        if measurement.late:
            measurement.error = None
    return measurement


def ending(ended: Ended) -> str:
    """Why a process ended without a word."""
    if -ended.code in (signal.SIGXCPU, signal.SIGKILL):
        return TIME
    if "bad_alloc" in ended.err or "MemoryError" in ended.err or "memory" in ended.err.lower():
        return MEMORY
    return ERROR


def command(
    row: str, board: str, seed: int, name: str, arguments: Sequence[str], stdin: str, limits: Limits
) -> tuple[Measurement, Ended]:
    """One run of a whole program, from its start to its end."""
    ended = process(arguments, stdin, 60 + 4 * limits.seconds, cpu=math.ceil(limits.seconds))
    # clingo takes the signal for a wish to stop, and ends well.
    late = -ended.code in (signal.SIGXCPU, signal.SIGKILL) or ended.cpu >= limits.seconds
    seconds = limits.seconds if late else ended.cpu
    return Measurement(row, board, seed, name, TIME if late else DONE, seconds, limits.seconds), ended
