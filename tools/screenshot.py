"""docs/pictures/screen-NAME.webp: every main screen of the page. Needs playwright and chromium."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402
from web_server import CHROMIUM, FLAGS, serving  # noqa: E402

#: Windows: a desk and a phone.
DESK, PHONE = (1366, 850), (390, 844)

#: Milliseconds that a screen may take.
PATIENCE = 60_000


class Screen(NamedTuple):
    """A picture: its address, what is done there until it is complete, the window."""

    address: str
    act: Callable[[Any], None]
    size: tuple[int, int] = DESK
    theme: str = "light"


def _front(page: Any) -> None:
    """The last frame of the picture that moves, all cards and the puzzle of the day."""
    page.locator("#moving-board svg").wait_for()
    page.locator("#day-picture[src]").wait_for()
    page.wait_for_function("[...document.images].every(each => each.complete || each.loading === 'lazy')")


def _played(page: Any) -> None:
    page.locator(".board-frame > svg").wait_for()
    page.wait_for_load_state("networkidle")


def _verdict(page: Any) -> None:
    page.locator("#verdict[data-verdict=unique]").wait_for()
    page.wait_for_load_state("networkidle")


def _hints(count: int, page: Any) -> None:
    """This number of hints, with the reason of each."""
    _verdict(page)
    for number in range(1, count + 1):
        page.locator("[data-asks=Hint][data-doors=study]").click()
        page.get_by_text(f"Step {number}:").first.wait_for()


SCREENS = {
    "front": Screen("#/", _front),
    "play": Screen("#/play/sudoku", _played),
    "make": Screen("#/make/slitherlink", _verdict),
    "study": Screen("#/study/akari", lambda page: _hints(2, page)),
}
SCREENS |= {f"{name}-phone": each._replace(size=PHONE) for name, each in SCREENS.items()}
SCREENS["make-dark"] = SCREENS["make"]._replace(theme="dark")


def take(folder: Path) -> None:
    """Writes the pictures into a folder."""
    folder.mkdir(exist_ok=True)
    with serving() as address, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

        def shown(screen: Screen) -> Any:
            width, height = screen.size
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=screen.theme, reduced_motion="reduce",
                has_touch=screen.size == PHONE, is_mobile=screen.size == PHONE,
            )  # fmt: skip
            page.set_default_timeout(PATIENCE)
            page.goto(f"{address}/{screen.address}")
            screen.act(page)
            page.evaluate("document.fonts.ready")
            return page

        for name, screen in SCREENS.items():
            page = shown(screen)
            asked = {"format": "webp", "quality": 60}
            found = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)
            (folder / f"screen-{name}.webp").write_bytes(base64.b64decode(found["data"]))
            page.close()
        browser.close()
