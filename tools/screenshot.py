"""docs/pictures/page.png: the workbench in the browser, with a verdict and a hint. Needs playwright and chromium."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402
from web_server import CHROMIUM, FLAGS, serving  # noqa: E402

#: What is shown: the example of a type, after this number of hints.
TITLE, EXAMPLE, HINTS = "Akari", "10x10", 3


def take(target: Path) -> None:
    """Writes the picture."""
    with serving() as address, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1240, "height": 800})
        page.goto(f"{address}/#/make")
        page.get_by_role("link", name=TITLE, exact=True).click()
        page.get_by_label("Examples").select_option(label=EXAMPLE)
        page.wait_for_timeout(5000)  # the example before is unique, too
        page.locator("#verdict[data-verdict=unique]").wait_for()
        for number in range(1, HINTS + 1):
            page.get_by_role("button", name="Hint", exact=True).click()
            page.get_by_text(f"Step {number}:").wait_for()
        page.screenshot(path=target)
        browser.close()
