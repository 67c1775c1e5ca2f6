"""How long the workbench takes in a browser, without a service, and on this machine (docs/browser.md).

    python bench/browser.py [--pyodide FOLDER] [TYPE...]

Writes the site, opens it in Chromium, and has both answer the same requests about each type's smallest instance: three
times, of which the shortest counts. Prints a table.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import pysolve
from pysolve import catalog
from pysolve.web import inworker, site

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

ASK = """async ([name, body]) => {
  const app = document.querySelector('script[type="module"]').src;
  const { request } = await import(app.replace("app.js", "service.js"));
  const begun = performance.now();
  await request(name, body);
  return (performance.now() - begun) / 1000;
}"""


def here(name: str, body: dict[str, object]) -> float:
    """Seconds for a request in this process."""
    begun = time.perf_counter()
    inworker.answer(name, json.dumps(body), 60, lambda kind, data: None)
    return time.perf_counter() - begun


def there(page: Any, name: str, body: dict[str, object]) -> float:
    """Seconds for a request in the browser."""
    seconds: float = page.evaluate(ASK, [name, body])
    return seconds


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
        puzzle = visit("#/type/sudoku", "#board svg", "#verdict[data-verdict=unique]")
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
        print("| |", " | ".join(REQUESTS), "|\n| --- |", " | ".join("---:" for _ in REQUESTS), "|")
        for name in given.types:
            file = catalog.examples(catalog.find(name))[0]
            row = []
            board = pysolve.read(str(file)).board
            for request, more in REQUESTS.items():
                new = {"type": name, "size": f"{board.rows}x{board.columns}"}
                body = {**(new if request == "make" else {"puzzle": file.read_text()}), **more}
                native = min(here(request, body) for _ in range(TIMES))
                browser = min(there(page, request, body) for _ in range(TIMES))
                row.append(f"{native:.2f} / {browser:.2f}")
            print("|", name, "|", " | ".join(row), "|", flush=True)
        server.shutdown()


if __name__ == "__main__":
    main()
