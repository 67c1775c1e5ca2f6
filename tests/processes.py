"""Processes that tests look at and kill."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(number) for number in done.stdout.split()]


def kill(pid: int) -> None:
    """Kills a process, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
