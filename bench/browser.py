"""How long the workbench takes in a browser, without a service, and on this machine (docs/browser.md).

    python bench/browser.py [--pyodide FOLDER] [--times 3] [--start [--beside FOLDER]] [TYPE...]

Writes the site, and opens it in Chromium: how long it takes from an address till a puzzle can be played, or its verdict
is said; at a first visit, and at later ones, when the browser has the files; by the clock, and in seconds of the
processor, as these depend less on what else the machine does. Of several visits, each first one with nothing kept, the
shortest counts. --beside: another site that is opened in turn with this one, to compare them. Prints a table; with
--start that is all.

Then node, which runs WebAssembly as Chromium does, and this process answer the same requests about each type's smallest
instance: three times, of which the shortest counts, in seconds of the processor. Prints another table.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402
from web_server import CHROMIUM, FLAGS, serving_files  # noqa: E402

import pysolve  # noqa: E402
from pysolve import catalog  # noqa: E402
from pysolve.web import site  # noqa: E402
from pysolve.web import worker as inworker  # noqa: E402

TYPES = [
    "sudoku",
    "akari",
    "slitherlink",
    "nurikabe",
    "hitori",
    "hidato",
    "nonogram",
    "numberlink",
    "starbattle",
    "skyscrapers",
]
REQUESTS: dict[str, dict[str, object]] = {
    "solve": {},
    "why": {},
    "hint": {"steps": 0},
    "grade": {},
    "make": {"seed": 1},
}
TIMES = 3

WASM = ROOT / "tests" / "wasm.mjs"

#: What node runs: a line of JSON for each type, with the seconds of each request.
THERE = """
import json
from js import process
from pysolve.web import worker as inworker

def cpu():
    used = process.cpuUsage()
    return (used.user + used.system) / 1e6

def seconds(name, body):
    begun = cpu()
    inworker.answer_page(name, json.dumps(body), 60, lambda kind, data: None)
    return cpu() - begun

for asked in json.loads(ASKED):
    print(json.dumps([min(seconds(name, body) for _ in range(TIMES)) for name, body in asked]), flush=True)
"""


def here(name: str, body: dict[str, object]) -> float:
    """Seconds for a request in this process."""
    begun = time.process_time()
    inworker.answer_page(name, json.dumps(body), 60, lambda kind, data: None)
    return time.process_time() - begun


def there(workbench: Path, asked: list[list[tuple[str, dict[str, object]]]]) -> Iterator[list[float]]:
    """For each type, seconds for its requests in node."""
    (worker,) = (workbench / "browser").iterdir()
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(f"ASKED = {json.dumps(asked)!r}\nTIMES = {TIMES}\n{THERE}")
        file.flush()
        command = ["node", str(WASM), str(worker), file.name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            yield from map(json.loads, running.stdout)


def requests_of(name: str) -> list[tuple[str, dict[str, object]]]:
    """The requests about a type."""
    file = catalog.examples(catalog.find(name))[0]
    board = pysolve.read(str(file)).board
    new = {"type": name, "size": f"{board.rows}x{board.columns}"}
    puzzle = {"puzzle": file.read_text()}
    return [(request, {**(new if request == "make" else puzzle), **more}) for request, more in REQUESTS.items()]


class Visit(NamedTuple):
    """An address, and what is waited for there: what says, in the page, that it is there."""

    name: str
    address: str
    shown: str


#: What says that a puzzle can be played: its clues are drawn.
PLAYED = "#board svg [data-given], #board svg .given, #board svg text"
VISITS = (
    Visit("a puzzle can be played", "#/play/sudoku", PLAYED),
    Visit("a shared puzzle can be played", "#/play/p={packed}", PLAYED),
    Visit("first verdict", "#/make/sudoku", "#verdict[data-verdict=unique]"),
    Visit("gallery", "", "#groups img"),
)


class Took(NamedTuple):
    """Seconds of a visit: by the clock, and of the processor."""

    clock: float
    processor: float


def packed(text: str) -> str:
    """A puzzle as the page's links hold it."""
    data = zlib.compress(json.dumps({"puzzle": text}).encode(), wbits=-15)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def used(root: int) -> float:
    """Seconds of the processor that a process and those that it started have used."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
            ticks[int(path.parent.name)] = sum(map(int, fields[11:15]))
    own, waiting = 0, [root]
    while waiting:
        one = waiting.pop()
        own += ticks.get(one, 0)
        waiting += [each for each, parent in parents.items() if parent == one]
    return own / os.sysconf("SC_CLK_TCK")


def browser_of(profile: str) -> int:
    """The process of the browser with this profile."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if f"--user-data-dir={profile}".encode() in words and not any(
                word.startswith(b"--type=") for word in words
            ):
                return int(path.parent.name)
    raise RuntimeError("the browser is not there")


def visits(playwright: Any, site_address: str, asked: Visit, text: str) -> list[Took]:
    """How long a first visit and a later one take, in a browser of its own."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=FLAGS)
        page, process, took = context.pages[0], browser_of(profile), []
        page.set_default_timeout(300_000)
        for _ in range(2):
            page.goto("about:blank")
            page.wait_for_timeout(500)
            clock, processor = time.perf_counter(), used(process)
            page.goto(site_address + asked.address.format(packed=packed(text)))
            page.locator(asked.shown).first.wait_for()
            took.append(Took(time.perf_counter() - clock, used(process) - processor))
            page.wait_for_timeout(12_000)  # the browser keeps the files, and what it compiled
        context.close()
    return took


def starts(playwright: Any, addresses: dict[str, str], times: int) -> None:
    """Prints how long starts take, of each site."""
    text = catalog.examples(catalog.find("sudoku"))[0].read_text()
    print("| seconds (of the processor) |", " | ".join(f"{each} | later" for each in addresses), "|")
    print("| --- |", " | ".join("---: | ---:" for _ in addresses), "|")
    for asked in VISITS:
        found: dict[str, list[list[Took]]] = {name: [] for name in addresses}
        for _ in range(times):
            for name, address in addresses.items():
                found[name].append(visits(playwright, address, asked, text))
        columns = [column for each in found.values() for column in zip(*each)]
        shortest = [Took(*map(min, zip(*column))) for column in columns]
        cells = (f"{each.clock:.1f} ({each.processor:.1f})" for each in shortest)
        print("|", asked.name, "|", " | ".join(cells), "|", flush=True)


def main() -> None:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--start", action="store_true")
    parser.add_argument("--beside", type=Path, metavar="FOLDER")
    parser.add_argument("types", nargs="*", default=TYPES, metavar="TYPE")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright, ExitStack() as serving:
        folder = Path(name, "pysolve", "site")
        site.write(folder, given.pyodide)
        sites = {"first visit": folder, **({"beside": given.beside.resolve()} if given.beside else {})}
        addresses = {each: f"{serving.enter_context(serving_files(path))}/" for each, path in sites.items()}
        starts(playwright, addresses, given.times)
        print(f"(load {os.getloadavg()[0]:.1f})\n", flush=True)
        if given.start:
            return
        print("| |", " | ".join(REQUESTS), "|\n| --- |", " | ".join("---:" for _ in REQUESTS), "|")
        asked = list(map(requests_of, given.types))
        for name, requests, browser in zip(given.types, asked, there(folder, asked)):
            native = [min(here(*request) for _ in range(TIMES)) for request in requests]
            row = " | ".join(f"{one:.2f} / {other:.2f}" for one, other in zip(native, browser))
            print("|", name, "|", row, "|", flush=True)


if __name__ == "__main__":
    main()
