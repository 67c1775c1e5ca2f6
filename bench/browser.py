"""How long the workbench takes in a browser, without a service, and on this machine (docs/browser.md).

    python bench/browser.py [--pyodide FOLDER] [TYPE...]

Writes the site, and opens it in Chromium to see how long that takes. Then node, which runs WebAssembly as Chromium
does, and this process answer the same requests about each type's smallest instance: three times, of which the shortest
counts, in seconds of the processor, as these depend the least on what else the machine does. Prints a table.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import pysolve
from pysolve import catalog
from pysolve.web import site
from pysolve.web import worker as inworker

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

WASM = Path(__file__).parents[1] / "tests" / "wasm.mjs"

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


def start(page: Any, address: str) -> str:
    """Seconds from a click on a link to a puzzle till its board stands there, till its first verdict, and from a click
    on one to the gallery: at a first visit, and at the fastest of some later ones.
    """

    def visit(place: str, *shown: str) -> list[float]:
        page.goto("about:blank")
        begun, times = time.perf_counter(), []
        page.goto(f"{address}{place}")
        for each in shown:
            page.locator(each).first.wait_for()
            times.append(time.perf_counter() - begun)
        return times

    visits = []
    for _ in range(1 + TIMES):
        puzzle = visit("#/make/sudoku", "#board svg", "#verdict[data-verdict=unique]")
        visits.append(puzzle + visit("", "#groups img"))
        page.wait_for_timeout(12_000)  # the browser keeps the files, and what it compiled
    later = map(min, zip(*visits[1:]))
    names = ("board", "first verdict", "gallery")
    said = (f"{name} {one:.1f} s, later {other:.1f} s" for name, one, other in zip(names, visits[0], later))
    return "; ".join(said)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, *arguments: object) -> None:
        """Nothing."""


def main() -> None:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("types", nargs="*", default=TYPES, metavar="TYPE")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site.write(Path(folder), given.pyodide)
        handler = functools.partial(Quiet, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]).new_page()
        page.set_default_timeout(300_000)
        print(start(page, f"http://127.0.0.1:{server.server_port}/"), f"(load {os.getloadavg()[0]:.1f})\n", flush=True)
        server.shutdown()
        print("| |", " | ".join(REQUESTS), "|\n| --- |", " | ".join("---:" for _ in REQUESTS), "|")
        asked = list(map(requests_of, given.types))
        for name, requests, browser in zip(given.types, asked, there(Path(folder), asked)):
            native = [min(here(*request) for _ in range(TIMES)) for request in requests]
            row = " | ".join(f"{one:.2f} / {other:.2f}" for one, other in zip(native, browser))
            print("|", name, "|", row, "|", flush=True)


if __name__ == "__main__":
    main()
