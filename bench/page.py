"""How quick the page is: from a key to the verdict, a type's first opening, and the gallery with many types.

    python bench/page.py [--times 10] [--types 350]

In Chromium on this machine, beside a service of its own; milliseconds, the median and the worst. A key takes a clue
away, or puts it back, and the time ends when the verdict of the puzzle as it then is stands on the page. A type is
opened from the gallery, in a browser without anything kept, until its board and its verdict are there. The gallery is
timed from its address until the pictures in sight are there: with the types that come with pysolve, and with copies of
their folders besides. Prints a table; docs/page.md has it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402
from web_server import CHROMIUM, launch, serving  # noqa: E402

import pysolve  # noqa: E402
from pysolve import catalog  # noqa: E402
from pysolve.model.board import cell_of  # noqa: E402

#: Milliseconds that anything may take.
PATIENCE = 60_000

#: Boards on which a key is pressed, each with what is aimed at in milliseconds.
BOARDS = {
    "Slitherlink 10×10": ("slitherlink/made-10x10.yaml", 150), "Nurikabe 10×10": ("nurikabe/10x10.yaml", 150),
    "Sudoku 9×9": ("sudoku/classic.yaml", 150), "Numberlink 30×30": ("numberlink/long-30x30.yaml", 1000),
    "Slitherlink 30×30, all clues": ("", 1000),
}  # fmt: skip

#: Types that are opened, and what is aimed at for them and for the gallery.
OPENED, AIM = ("slitherlink", "sudoku", "kakuro"), 1000

#: Notes when a key was pressed, and when the verdict was said anew after it.
WATCH = """() => {
  window.said = 0;
  addEventListener("keydown", () => { window.pressed = performance.now(); window.said = 0; }, true);
  new MutationObserver(() => {
    if (document.getElementById("verdict").dataset.verdict !== "looking") window.said = performance.now();
  }).observe(document.getElementById("verdict"), { attributes: true, childList: true, subtree: true });
}"""


#: What the browser does when somebody pastes outside of a field.
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}"""

#: Whether the pictures of the gallery that are in sight are there.
LOADED = """() => [...document.querySelectorAll("#groups img")]
  .filter(each => each.getBoundingClientRect().top < innerHeight).every(each => each.complete && each.naturalWidth)"""


def settle(holds: Callable[[], bool]) -> None:
    """Waits for something; RuntimeError if it does not come."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError("it did not come")
        time.sleep(0.01)


def board_text(where: str) -> str:
    """The text of a board of BOARDS, made anew if it is not among the instances."""
    if where:
        return (ROOT / "instances" / where).read_text(encoding="utf-8")
    made = pysolve.make("slitherlink", "30", seed=1, all_clues=True).instance
    assert made is not None
    return made


def key_to_verdict(page: Any, server: str, text: str, times: int) -> list[float]:
    """Milliseconds from each of some keys to the verdict."""
    puzzle = pysolve.read_text(text)
    page.goto("about:blank")
    page.goto(f"{server}/#/make/{puzzle.type.name}")
    page.locator("#board svg").first.wait_for()
    page.evaluate(PASTE, text)
    size = f"{puzzle.board.rows} rows, {puzzle.board.columns} columns"
    settle(lambda: size in page.locator(".board-frame").get_attribute("aria-label"))
    page.locator("#verdict[data-verdict=unique]").wait_for()
    part, tokens = next((name, each) for name, each in puzzle.tokens.items() if each)
    held = puzzle.type.part(part)
    cell = cell_of(held.place(tokens[0].values)) if held is not None else None
    assert cell is not None
    page.locator(".board-frame").focus()
    page.keyboard.press("Control+Home")
    for key, count in (("ArrowDown", cell[0] - 1), ("ArrowRight", cell[1] - 1)):
        for _ in range(count):
            page.keyboard.press(key)
    page.evaluate(WATCH)
    milliseconds = []
    for number in range(times):
        time.sleep(1.5)  # nothing that followed the key before is still under way
        page.keyboard.press(tokens[0].text if number % 2 else "Delete")
        settle(lambda: page.evaluate("window.said") > 0)
        milliseconds.append(page.evaluate("window.said - window.pressed"))
    return milliseconds


def to_open(browser: Any, server: str, name: str, times: int) -> list[float]:
    """Milliseconds from the click on a type in the gallery to its board and verdict, with nothing kept."""
    milliseconds = []
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1366, "height": 850})
        page = context.new_page()
        page.goto(f"{server}/#/make")
        link = page.locator(f"[data-type={name}] h3 a")
        link.wait_for()
        time.sleep(1)  # as somebody who looks at the gallery first
        begin = time.monotonic()
        link.click()
        page.locator("#board svg").first.wait_for()
        page.locator("#verdict[data-verdict=unique]").wait_for()
        milliseconds.append(1000 * (time.monotonic() - begin))
        context.close()
    return milliseconds


def gallery(browser: Any, server: str, count: int, times: int) -> list[float]:
    """Milliseconds from the address of the gallery to the pictures that are in sight."""
    milliseconds = []
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1366, "height": 850})
        page = context.new_page()
        begin = time.monotonic()
        page.goto(server)
        while page.locator("#groups .card").count() < count or not page.evaluate(LOADED):
            time.sleep(0.01)
        milliseconds.append(1000 * (time.monotonic() - begin))
        context.close()
    return milliseconds


def copies(folder: Path, wanted: int) -> None:
    """Copies of types under other names, until there are as many as wanted with those that come with pysolve."""
    folders = [each for each in sorted((ROOT / "asp").iterdir()) if (each / "manifest.yaml").is_file()]
    for number in range(wanted - len(folders)):
        source = folders[number % len(folders)]
        name = f"{source.name}again{number // len(folders) or ''}"
        shutil.copytree(source, folder / name)
        manifest = folder / name / "manifest.yaml"
        text = re.sub(r"(?m)^(aliases|puzzlink):.*\n(?:[ #].*\n)*", "", manifest.read_text(encoding="utf-8"))
        text = re.sub(r"(?m)^name: .*", rf"\g<0> again {number}", text)
        manifest.write_text(text, encoding="utf-8")


def rows(browser: Any, times: int, types: int) -> Iterator[tuple[str, list[float], int]]:
    """What is measured, its milliseconds, and what is aimed at."""
    own = len(catalog.names())
    with serving() as server:
        page = browser.new_page(viewport={"width": 1366, "height": 850})
        page.set_default_timeout(PATIENCE)
        for name, (where, aim) in BOARDS.items():
            yield f"key to verdict, {name}", key_to_verdict(page, server, board_text(where), times), aim
        for name in OPENED:
            yield f"{name} opened for the first time", to_open(browser, server, name, times), AIM
        yield f"gallery of {own} types", gallery(browser, server, own, times), AIM
    with tempfile.TemporaryDirectory() as folder:
        copies(Path(folder), types)
        with serving("--types", folder) as server:
            gallery(browser, server, types, 1)  # the service reads their manifests once
            yield f"gallery of {types} types", gallery(browser, server, types, times), AIM


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10, help="how often each is measured")
    parser.add_argument("--types", type=int, default=350, help="how many types the larger gallery has")
    options = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("needs chromium")
    print("| milliseconds | median | worst | aim |\n| --- | ---: | ---: | ---: |")
    with sync_playwright() as started:
        browser = launch(started, "chromium", CHROMIUM)
        for name, found, aim in rows(browser, options.times, options.types):
            print(f"| {name} | {median(found):.0f} | {max(found):.0f} | {aim} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
