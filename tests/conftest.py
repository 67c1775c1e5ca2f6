"""What the tests share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from web_server import CHROMIUM, FLAGS, serving

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


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a running service."""
    pytest.importorskip("starlette", reason="needs the extra 'web'")
    pytest.importorskip("uvicorn", reason="needs the extra 'web'")
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser, for tests of the page; they are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """An empty page of its own, with a wide window. Faults of the page's scripts fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert not faults
