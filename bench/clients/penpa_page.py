"""The real Penpa+ page in headless Chromium: what it shows of pysolve's links, and what pysolve reads of its own.

    python bench/clients/penpa_page.py DOCS [TYPE ...]     a line for each type; DOCS: penpa-edit's folder `docs`

Needs playwright and Chromium. `rows` is what `bench/conformance.py` collects.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Error, sync_playwright

#: Where pysolve's links open; the rest of the address is what the page is given.
SITE = "https://swaroopg92.github.io/penpa-edit/"

#: What the page holds once a link is open.
STATE = """() => ({
  question: pu.pu_q, solution: pu.solution || null, mode: pu.mmode, version: pu.version.join('.'),
  message: document.querySelector('.swal2-popup') ? document.querySelector('.swal2-popup').innerText : null })"""

#: The page's import of a link of puzz.link, and the link that it saves the puzzle as.
IMPORT = """async url => { document.getElementById('saveinfosource').value = ''; await import_url(url);
  const text = pu.maketext(); if (window.Swal) Swal.close(); return text }"""

#: Whether the page calls an answer right that somebody has drawn.
CHECK = """answer => { for (const layer in answer) pu.pu_a[layer] = answer[layer];
  return JSON.stringify(pu.make_solution()) === pu.solution }"""

#: The symbols with which solvers draw what the answer check calls so, by its last letter.
SYMBOLS = {
    "A": "circle_M", "B": "tri", "C": "arrow_S", "E": "star", "F": "tents", "G": "math", "H": "sun_moon",
}  # fmt: skip


def drawn_by_solver(lists: list[list[str]]) -> dict[str, Any]:
    """The layers of the page as a solver fills them who draws what six lists of an answer check say."""
    layers: dict[str, Any] = {"surface": {}, "line": {}, "lineE": {}, "number": {}, "symbol": {}}
    shaded, lines, edges, _, numbers, symbols = lists
    layers["surface"] = dict.fromkeys(shaded, 1)
    for name, entries in (("line", lines), ("lineE", edges)):
        for entry in entries:
            ends, _, count = entry.rpartition(",")
            layers[name][ends] = 30 if count == "2" else 3
    layers["number"] = {point: [value, 2, "1"] for point, value in (entry.split(",") for entry in numbers)}
    for point, sign in (entry.split(",") for entry in symbols):
        layers["symbol"][point] = [int(sign[:-1]), SYMBOLS[sign[-1]], 2]
    return layers


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


class PenpaPage:
    """The page, served from a folder; nothing else is fetched."""

    def __init__(self, docs: Path) -> None:
        self.errors: list[str] = []
        handler = functools.partial(_Quiet, directory=str(docs))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.home = f"http://127.0.0.1:{self._server.server_port}/index.html"

    def __enter__(self) -> PenpaPage:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._playwright = sync_playwright().start()
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        self._browser = self._playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        self.page = self._browser.new_page(viewport={"width": 1100, "height": 850})
        self.page.route("**/*", lambda r: r.continue_() if r.request.url.startswith("http://127.0.0.1") else r.abort())
        self.page.on("pageerror", lambda error: self.errors.append(str(error)[:160]))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._browser.close()
        self._playwright.stop()
        self._server.shutdown()
        self._server.server_close()

    def open(self, link: str = "") -> dict[str, Any] | None:
        """What the page holds of a link; None where it did not come up. `errors` says what went wrong."""
        self.errors.clear()
        _, _, rest = link.partition("#")
        self.page.goto("about:blank")
        self.page.goto(f"{self.home}#{rest}" if rest else self.home)
        ready = "typeof pu !== 'undefined' && pu && " + ("pu.url.length > 0" if rest else "pu.centerlist.length > 0")
        try:
            self.page.wait_for_function(ready, timeout=8000)
            state: dict[str, Any] = self.page.evaluate(STATE)
        except Error as error:
            self.errors.append(str(error)[:160])
            return None
        return state

    def imported(self, link: str) -> str | None:
        """The page's own link to the puzzle of a link of puzz.link; None where it cannot import it."""
        try:
            text = str(self.page.evaluate(IMPORT, link))
        except Error as error:
            self.errors.append(str(error)[:160])
            return None
        return SITE + "#" + text.partition("#")[2]

    def solved(self, state: dict[str, Any]) -> bool:
        """Whether the page calls right what its answer check asks for, once that is drawn in the open puzzle."""
        return bool(self.page.evaluate(CHECK, drawn_by_solver(json.loads(state["solution"]))))

    def picture(self, path: Path) -> None:
        """Writes what the page shows as PNG."""
        self.page.locator("#dvique").screenshot(path=str(path))


if __name__ == "__main__":
    with PenpaPage(Path(sys.argv[1])) as page:
        for line in sys.stdin:
            name, link = line.split(None, 1)
            state = page.open(link.strip())
            page.picture(Path(sys.argv[2]) / f"{name}.png")
            counts = (
                {k: len(v) for k, v in state["question"].items() if v and not k.startswith("command")}
                if state
                else None
            )
            print(
                name,
                json.dumps(counts),
                state and (state["mode"], state["message"], state["solution"]),
                *page.errors,
                flush=True,
            )
