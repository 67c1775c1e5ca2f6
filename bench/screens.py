"""How much stands on the first screen where a puzzle is played: controls, and whether the board and they are in sight.

    python bench/screens.py [--types sudoku,akari]

Opens each type behind Play in Chromium, on a phone upright and on its side and on a desk, and
counts the controls that are to be seen. Prints a row for each type and screen where something is out of sight or where
there are more controls than aimed at, and a table of the sums; docs/page.md has it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import TimeoutError, sync_playwright  # noqa: E402
from web_server import CHROMIUM, launch, serving  # noqa: E402

from pysolve import catalog  # noqa: E402

#: Screens: their width and height, and whether it is a phone.
SCREENS = {"phone, 390×844": (390, 844, True), "phone, 844×390": (844, 390, True), "desk, 1366×850": (1366, 850, False)}

#: The most controls that are aimed at.
MOST = 20

#: Milliseconds that a board may take.
PATIENCE = 90_000

#: The controls that are to be seen, how far down the lowest of them and the board reach, and how wide the page is.
SEEN = """() => {
  const all = [...document.querySelectorAll("a, button, input, select, summary, textarea")].filter(each => {
    const { width, height, bottom } = each.getBoundingClientRect();
    return each.checkVisibility() && width > 1 && height > 1 && bottom > 0;
  });
  const board = document.querySelector("#board .board-scroll").getBoundingClientRect();
  const low = Math.max(board.bottom, ...all.map(each => each.getBoundingClientRect().bottom));
  return { controls: all.length, low: Math.round(low), wide: document.documentElement.scrollWidth };
}"""


class Seen(NamedTuple):
    """What is to be seen of a type: how many controls, how far down they and the board reach, how wide it is."""

    controls: int
    low: int
    wide: int


def seen(page: Any, name: str, sizes: Sequence[tuple[int, int]]) -> list[Seen]:
    """What is to be seen where the puzzle with which a type opens is played, with windows of these sizes."""
    page.evaluate("address => { location.hash = address; }", f"#/play/{name}")  # the page itself stays
    frame = page.locator(f".board-frame[aria-label^={json.dumps(catalog.find(name).title + ', ')}] > svg")
    try:
        frame.wait_for(timeout=PATIENCE)
    except TimeoutError as error:
        raise SystemExit(f"{name}: its board is not there after {PATIENCE / 1000:.0f} s") from error
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found.append(Seen(**page.evaluate(SEEN)))
    return found


def row(screen: str, size: tuple[int, int], found: Mapping[str, Seen]) -> str:
    """A row of the table; prints what does not fit."""
    width, height = size
    fitting = 0
    for name, each in found.items():
        fits = each.low <= height and each.wide <= width
        fitting += fits
        if not fits or each.controls > MOST:
            what = f"{each.controls} controls, {each.low} of {height}, {each.wide} of {width} pixels"
            print(f"{screen}: {name}: {what}")
    counts = [each.controls for each in found.values()]
    sums = f"{median(counts):.0f} | {max(counts)} | {sum(count <= MOST for count in counts)} of {len(found)}"
    return f"| {screen} | {sums} | {fitting} of {len(found)} |"


def main() -> None:
    """Prints what does not fit, and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", help="only these types, with commas between")
    options = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("needs chromium")
    names = options.types.split(",") if options.types else sorted(catalog.names())
    table = [
        f"| screen | controls, median | most | at most {MOST} | board and controls in sight |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    with sync_playwright() as started, serving() as server:
        browser = launch(started, "chromium", CHROMIUM)
        for phone in (True, False):
            sizes = {screen: (width, height) for screen, (width, height, touch) in SCREENS.items() if touch == phone}
            page = browser.new_context(has_touch=phone, is_mobile=phone).new_page()
            page.goto(server)
            found = {name: seen(page, name, [*sizes.values()]) for name in names}
            for at, (screen, size) in enumerate(sizes.items()):
                table.append(row(screen, size, {name: each[at] for name, each in found.items()}))
        browser.close()
    print("\n".join(table))


if __name__ == "__main__":
    main()
