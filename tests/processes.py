"""Processes that tests look at, wait for and kill."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(number) for number in done.stdout.split()]


def kill(pid: int) -> None:
    """Kills a process, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def wait_until(holds: Callable[[], object], seconds: float = 60) -> None:
    """Returns as soon as something holds; fails if it does not within these seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"it did not come to that within {seconds} seconds"
        time.sleep(0.05)


def processor_time(*pids: int) -> dict[int, float]:
    """Seconds of processor time that each of these processes, and of those that they started, has used."""
    done = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=False)
    parents = dict(map(int, line.split()) for line in done.stdout.splitlines())
    found: dict[int, float] = {}
    waiting = list(pids)
    while waiting:
        pid = waiting.pop()
        with suppress(OSError, IndexError), open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
            found[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        waiting += [child for child, parent in parents.items() if parent == pid]
    return found


def works(pid: int, seconds: float = 1, before: Mapping[int, float] | None = None) -> bool:
    """Whether a process, or one that it started, has worked so long (since then): longer than it takes to start."""
    return any(used - (before or {}).get(each, 0) >= seconds for each, used in processor_time(pid).items())
