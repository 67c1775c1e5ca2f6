"""What the tests share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT / "tests" / "seeds"
INSTANCES = ROOT / "instances"


@dataclass
class Run:
    """How a command ended."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, stdin: str | bytes = "", cwd: Path = ROOT, timeout: float = 120) -> Run:
    """Runs pysolve as a user would, in a process of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "pysolve", *map(str, arguments)],
        input=data, capture_output=True, cwd=cwd, timeout=timeout, check=False,
    )  # fmt: skip
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file into the test's folder and returns its path."""

    def write_file(text: str | bytes, name: str = "board.txt") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write_file
