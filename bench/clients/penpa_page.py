"""The real Penpa+ page in headless Chromium: what it shows of pysolve's links, and what pysolve reads of its own.

    python -m bench.clients.penpa_page DOCS [TYPE ...]             a line for each type
    python -m bench.clients.penpa_page DOCS --record [TYPE ...]    what tests/penpa_exports.jsonl holds

DOCS is penpa-edit's folder `docs`. Needs playwright and Chromium. `rows` is what `bench/conformance.py` collects.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Error, sync_playwright

import pysolve
from pysolve import catalog, formats
from pysolve.formats import Reading, Source
from pysolve.formats.penpa.link import text_of
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.run.files import only_answer

from .meaning import meaning
from .row import Row

ROOT = Path(__file__).resolve().parents[2]

#: Puzzles of a type that are imported at most.
MOST = 3

#: The layers of a board on which nothing is drawn: what is left where Penpa+ does not know a genre.
NOTHING_DRAWN = {
    **{key: {} for key in ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE")},
    **{key: [] for key in ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")},
}  # fmt: skip

#: Where pysolve's links open; the rest of the address is what the page is given.
SITE = "https://swaroopg92.github.io/penpa-edit/"

#: What the page holds once a link is open.
STATE = """() => ({
  question: pu.pu_q, solution: pu.solution || null, mode: pu.mmode, version: pu.version.join('.'),
  message: document.querySelector('.swal2-popup') ? document.querySelector('.swal2-popup').innerText : null })"""

#: The page's import of a link of puzz.link, and the link that it saves the puzzle as.
IMPORT = """async url => { document.getElementById('saveinfosource').value = ''; await import_url(url);
  const unknown = document.querySelector('.swal2-popup') !== null;
  const text = unknown ? '' : pu.maketext(); if (window.Swal) Swal.close(); return text }"""

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
        return SITE + "#" + text.partition("#")[2] if text else None

    def solved(self, state: dict[str, Any]) -> bool:
        """Whether the page calls right what its answer check asks for, once that is drawn in the open puzzle."""
        return bool(self.page.evaluate(CHECK, drawn_by_solver(json.loads(state["solution"]))))

    @property
    def version(self) -> str:
        """The version of Penpa+."""
        return str(self.page.evaluate("pu.version.join('.')"))

    def picture(self, path: Path) -> None:
        """Writes what the page shows as PNG."""
        self.page.locator("#dvique").screenshot(path=str(path))


#: What Penpa+ 3.2.3 leaves out when it imports a link of puzz.link: no fault of ours.
LOST = {
    "skyscrapers": "numbers on the board", "abcendview": "letters on the board", "galaxies": "holes",
    "castlewall": "arrows without numbers",
}  # fmt: skip


def rows(material: Path, types: Sequence[str]) -> Iterator[Row]:
    """A row for each type that links of Penpa+ hold, or that Penpa+ imports. material: penpa-edit's folder `docs`."""
    with PenpaPage(material) as page:
        for name in types:
            row = _row(page, name)
            if row is not None:
                yield row


def _row(page: PenpaPage, name: str) -> Row | None:
    puzzles = [pysolve.read(str(path)) for path in instances(name)]
    shown, answer = _shown(page, puzzles)
    read, refused, notes = _read(page, puzzles)
    if shown is None and read is None:
        return None
    version = page.version
    return Row(f"Penpa+ {version}", "penpa", name, read, refused, shown, answer=answer, note="; ".join(notes))


def instances(name: str) -> list[Path]:
    """The instances of a type, the smallest file first."""
    return sorted((ROOT / "instances" / name).glob("*.yaml"), key=lambda path: (path.stat().st_size, path.name))


def _shown(page: PenpaPage, puzzles: list[Puzzle]) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Of the first puzzle that a link holds: whether the page shows all of it, and takes the answer in it for right."""
    for puzzle in puzzles:
        try:
            link = formats.write(puzzle, "penpa", only_answer).decode().strip()
        except PuzzleError:
            continue
        state = page.open(link)
        written = question_of(link)
        right = state is not None and not page.errors and not state["message"] and all(
            len(state["question"].get(layer, ())) == len(objects) for layer, objects in written.items()
        )  # fmt: skip
        if state is None or not state["solution"]:
            return (int(right), 1), None
        return (int(right), 1), (int(page.solved(state)), 1)
    return None, None


def question_of(link: str) -> dict[str, Any]:
    """The layers of what the setter drew in a link, without the steps in which it was drawn."""
    layers: dict[str, Any] = json.loads(text_of(link).split("\n")[3])
    return {layer: objects for layer, objects in layers.items() if not layer.startswith("command_")}


def _read(page: PenpaPage, puzzles: list[Puzzle]) -> tuple[tuple[int, int] | None, int, list[str]]:
    """How many puzzles are read right from what Penpa+ exports of them, and how many are refused."""
    right = tried = refused = 0
    notes = []
    for puzzle, link in exports(page, puzzles[:MOST]):
        tried += 1
        try:
            again = formats.read(Source.of_address(link), Reading(type=puzzle.type.name))
        except PuzzleError as error:
            refused += 1
            notes.append(f"refused: {error.sentence}")
            continue
        same = meaning(again, clues_of_regions=True) == meaning(puzzle, clues_of_regions=True)
        right += same
        if not same:
            lost = LOST.get(puzzle.type.name)
            notes.append(f"Penpa+ imports no {lost}" if lost else "other facts")
    return ((right, tried) if tried else None), refused, list(dict.fromkeys(notes))


def exports(page: PenpaPage, puzzles: list[Puzzle]) -> Iterator[tuple[Puzzle, str]]:
    """The page's own links to puzzles, imported from links of puzz.link; none of those that it does not know."""
    page.open()
    for puzzle in puzzles:
        try:
            address = formats.write(puzzle, "puzzlink").decode().strip()
        except PuzzleError:
            continue
        link = page.imported(address)
        if link is None:
            page.open()
        elif question_of(link) != NOTHING_DRAWN:
            yield puzzle, link


def record(page: PenpaPage, names: Sequence[str]) -> Iterator[str]:
    """Lines of JSON: an instance of each type, and the page's own link to it, with what the test needs of it."""
    for name in names:
        paths = {str(path): path for path in instances(name)}
        for puzzle, link in exports(page, [pysolve.read(path) for path in paths]):
            instance = f"{name}/{Path(puzzle.file).name}"
            yield json.dumps({"instance": instance, "link": link}, ensure_ascii=False)
            break


def main() -> None:
    """A line for each type, or, with --record, what tests/penpa_exports.jsonl holds."""
    arguments = [each for each in sys.argv[1:] if each != "--record"]
    types = arguments[1:] or list(catalog.names())
    if "--record" in sys.argv:
        with PenpaPage(Path(arguments[0])) as page:
            for line in record(page, types):
                print(line, flush=True)
        return
    for row in rows(Path(arguments[0]), types):
        print(row, flush=True)


if __name__ == "__main__":
    main()
