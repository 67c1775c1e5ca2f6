"""Every command × what has no end or is huge × what shall end it: a table without a hole (see attack.py, 'table').

A cell is a name such as 'hint/endless grounding/SIGTERM'. It runs the command on a type or puzzle of a stranger, which
is written into a folder of its own, and says how it ended; whatever else happens raises AssertionError.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

from pysolve import catalog, cli

ROOT = Path(__file__).resolve().parent.parent

#: Seconds and megabytes that commands get; seconds after which a signal comes.
TIME, MEMORY, SIGNAL_AFTER = 2.0, 200, 2.0

#: Seconds that starting and ending may take besides (a busy machine takes its time), and that anything may take at all.
SLACK = float(os.environ.get("ATTACK_SLACK", "4"))
HUNG = 900.0

#: Megabytes beyond the limit: 10 %, and what a process of pysolve holds that has no limit, since it grounds nothing.
MEMORY_SLACK = 0.1 * MEMORY + 60

#: What rules of a stranger may do.
RULES = {
    "endless grounding": "more(0).\nmore(N+1) :- more(N).\n",
    "huge grounding": "many(X,Y,Z) :- X = 1..3000, Y = 1..3000, Z = 1..3000.\n",
    "endless search": "{ sits(X,Y) : Y = 1..13 } = 1 :- X = 1..14.\n:- sits(X,Y), sits(Z,Y), X < Z.\n",
}
ATTACKS = (*RULES, "huge input")
ENDS = ("time limit", "memory limit", "SIGTERM", "SIGINT")

#: How each command is called. {type}: the folder of the type, {file}: a puzzle of it, {size}: of a board.
CALLS = {
    "solve": "{file}", "check": "{file}", "batch": "{file} -o out", "why": "{file}", "candidates": "{file}",
    "reduce": "{file}", "adjust": "{file}", "hint": "{file}", "grade": "{file}",
    "make": "{type} {size}", "convert": "{file} -o out.yaml", "draw": "{file} -o out", "sheet": "{file} -o out.html",
    "serve": "--port 0 --no-browser --workers 1", "site": "out", "facts": "{file}", "ground": "{file}",
    "types": "--types .", "show": "{type}", "new": "another", "copy": "{type} there", "test": "{type} {file}",
    "lsp": "", "completion": "bash", "man": "",
}  # fmt: skip

#: Commands that ground nothing: they end by themselves, whatever the rules are.
BY_THEMSELVES = ("convert", "site", "facts", "types", "show", "new", "copy", "lsp", "completion", "man")

#: Cells of a huge board, and of the small one that the type begins with.
HUGE = 900


def cells() -> list[str]:
    """The names of all cells."""
    assert list(CALLS) == list(cli.COMMANDS), "a command without a row"
    return ["/".join(cell) for cell in product(CALLS, ATTACKS, ENDS)]


def run_cell(data: bytes) -> str:
    """Runs the cell of this name; how it ended: 'in time', or 'ended by itself'."""
    command, attack, end = data.decode().split("/")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, attack)
        line = _line(folder, command, attack, end)
        if command == "serve":
            return _serve(folder, line, end)
        return _run(folder, command, line, end)


def _write(folder: Path, attack: str) -> None:
    """A type with hostile rules, or with a huge board."""
    (folder / "hostile").mkdir()
    for file, text in catalog.new_type("hostile", "shading").items():
        (folder / "hostile" / file).write_text(text)
    if attack == "huge input":
        row = " ".join("." * HUGE)
        (folder / "huge.yaml").write_text("puzzle: hostile\ngrid: |\n" + f"  {row}\n" * HUGE)
    else:
        with open(folder / "hostile" / "rules.lp", "a") as rules:
            rules.write(RULES[attack])


def _line(folder: Path, command: str, attack: str, end: str) -> list[str]:
    huge = attack == "huge input"
    words = CALLS[command].format(
        type="hostile", file="huge.yaml" if huge else "hostile/example.yaml", size=f"{HUGE}x{HUGE}" if huge else "5"
    )
    options = [option for each in cli.commands()[command].params for option in each.opts]
    limits = {"time limit": ("--time-limit", f"{TIME:g}"), "memory limit": ("--memory-limit", str(MEMORY))}
    line = [command, *words.split()]
    if "--types" in options and command not in ("types", "show", "copy", "make", "test"):
        line += ["--types", "."]
    if end in limits and limits[end][0] in options:
        line += limits[end]
    if end == "memory limit" and "--time-limit" in options and command != "serve":
        line += ["--time-limit", "6"]  # a search that needs no memory has no other end
    return line


def _start(folder: Path, line: list[str]) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    with open(folder / "said", "w") as said, open(folder / "error", "w") as error:
        return subprocess.Popen(
            [sys.executable, "-m", "pysolve", *line], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=said, stderr=error, text=True, start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # in the background it would be ignored
        )  # fmt: skip


def _run(folder: Path, command: str, line: list[str], end: str) -> str:
    started = time.monotonic()
    running = _start(folder, line)
    most, sent = 0.0, 0.0
    try:
        while running.poll() is None and time.monotonic() < started + HUNG:
            most = max(most, *_memory(running.pid))
            if end.startswith("SIG") and not sent and time.monotonic() > started + SIGNAL_AFTER:
                sent = time.monotonic()
                running.send_signal(signal.Signals[end])
            time.sleep(0.02)
        now = time.monotonic()
        assert running.poll() is not None, "it hangs"
    finally:
        _kill_group(running)
    error = (folder / "error").read_text()
    assert "Traceback" not in error and "fault in pysolve" not in error, error
    by_itself = (
        command in BY_THEMSELVES or "huge.yaml" in line or f"{HUGE}x{HUGE}" in line
    )  # it may have ended just then
    if sent and not (by_itself and running.returncode in (0, 2)):
        if running.returncode == -signal.Signals[end]:
            return "in time"  # it had not begun to look after signals
        assert running.returncode == {"SIGINT": 130, "SIGTERM": 143}[end], running.returncode
        assert now - sent < 1 + SLACK, f"ended {now - sent:.1f} s after the signal"
        return "in time"
    assert running.returncode in (0, 1, 2, 3), (running.returncode, error)
    assert running.returncode != 2 or error.startswith(("Error: ", "Usage: ")) or "error" in error, error
    if end == "memory limit" and "--memory-limit" in line:
        assert most < MEMORY + MEMORY_SLACK, f"a process held {most:.0f} MB"
    if end == "time limit" and "--time-limit" in line and command != "test":  # there, the limit is for each step
        assert now - started < TIME + 1 + SLACK, f"took {now - started:.1f} s"
    return "in time" if running.returncode == 3 else "ended by itself"


def _kill_group(running: subprocess.Popen[str]) -> None:
    """Ends the command and all that it has left. AssertionError if it has left something."""
    left = [pid for pid in _group(running.pid) if pid != running.pid]
    if running.poll() is not None and left:
        time.sleep(1.5)  # a worker looks once a second whether its parent is there
        left = [pid for pid in _group(running.pid) if pid != running.pid]
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert not left, f"it left {len(left)} processes"


def _group(leader: int) -> Iterator[int]:
    """The living processes of a group."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[2]) == leader and fields[0] != "Z":
                    yield int(entry.name)


def _memory(leader: int) -> list[float]:
    """Megabytes in use of each process of a group."""
    used = [0.0]
    for pid in _group(leader):
        with suppress(OSError, ValueError, IndexError):
            used.append(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20)
    return used


def _serve(folder: Path, line: list[str], end: str) -> str:
    """The service with a request at work."""
    running = _start(folder, line)
    answers: list[dict[str, object]] = []
    try:
        address = _address(folder, running)
        file = folder / "huge.yaml"
        text = (file if file.exists() else folder / "hostile" / "example.yaml").read_text()
        asking = threading.Thread(target=_ask, args=(address, text, answers), daemon=True)
        asking.start()
        began = time.monotonic()
        most = 0.0
        while asking.is_alive() and time.monotonic() < began + HUNG and running.poll() is None:
            most = max(most, *_memory(running.pid))
            if end.startswith("SIG") and time.monotonic() > began + SIGNAL_AFTER:
                break
            time.sleep(0.02)
        answered = time.monotonic() - began
        if end == "time limit":
            assert answers and answered < TIME + 1 + SLACK, f"answered after {answered:.1f} s"
        if end == "memory limit":
            assert answers and most < MEMORY + MEMORY_SLACK + 60, f"a process held {most:.0f} MB"
        running.send_signal(signal.SIGINT if end == "SIGINT" else signal.SIGTERM)
        running.wait(3 + SLACK)
    finally:
        _kill_group(running)
    error = (folder / "error").read_text()
    assert "Traceback" not in error, error
    return "in time"


def _address(folder: Path, running: subprocess.Popen[str]) -> str:
    until = time.monotonic() + HUNG
    while time.monotonic() < until and running.poll() is None:
        found = re.search(r"http://\S+/", (folder / "said").read_text())
        if found:
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"the service did not start: {(folder / 'error').read_text()}")


def _ask(address: str, text: str, answers: list[dict[str, object]]) -> None:
    body = json.dumps({"puzzle": text}).encode()
    request = urllib.request.Request(f"{address}api/solve", body, {"content-type": "application/json"})
    until = time.monotonic() + HUNG
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(request, timeout=HUNG) as response:
                answers.append(json.load(response))
                return
        except urllib.error.HTTPError as error:
            answers.append(json.loads(error.read()))
            return
        except (urllib.error.URLError, ConnectionError, OSError):
            time.sleep(0.1)
            if answers:
                return
