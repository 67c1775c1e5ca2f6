"""The page by the rules of axe-core (https://github.com/dequelabs/axe-core), in both themes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from test_page import Page, button, edit, open_gallery, open_type, play, verdict

#: Where npm has put packages.
PACKAGES = [Path(folder) for folder in os.environ.get("NODE_PATH", "").split(os.pathsep) if folder]


@pytest.fixture(scope="module")
def axe() -> str:
    """The program that looks at the page; without it the tests are skipped."""
    for folder in PACKAGES:
        if (folder / "axe-core" / "axe.min.js").is_file():
            return (folder / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    pytest.skip("needs axe-core from npm, in a folder of NODE_PATH")


def assert_accessible(page: Page, axe: str) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(axe)
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in result["violations"]] == [], theme


def test_the_gallery_is_accessible(axe, page, server):
    open_gallery(page, server)
    assert_accessible(page, axe)


@pytest.mark.parametrize("name", ["sudoku", "killer", "nonogram", "slitherlink", "hidato", "crossword"])
def test_a_board_is_accessible(name, axe, page, server):
    open_type(page, server, name)
    assert_accessible(page, axe)


def test_findings_rules_and_dialogs_are_accessible(axe, page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "Hint").click()
    page.locator("#findings").get_by_text("Step 1:").wait_for()
    page.get_by_role("tab", name="Rules").click()
    page.locator("#rules-pane .cm-content").wait_for()
    assert_accessible(page, axe)
    page.get_by_role("tab", name="Book").click()
    button(page, "Add this puzzle").click()
    page.locator(".book li").wait_for()
    assert_accessible(page, axe)
    play(page)
    assert_accessible(page, axe)
    edit(page)
    button(page, "Help").click()
    page.get_by_role("dialog").wait_for()
    assert_accessible(page, axe)


def test_what_setters_and_solvers_open_is_accessible(axe, page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.get_by_label("Follow the path").check()
    page.locator("#path svg").wait_for()
    button(page, "Break-in").click()
    page.locator("#findings").get_by_text("Small reasons").wait_for()
    button(page, "Thermometer").click()
    assert_accessible(page, axe)
    button(page, "Colours").click()
    assert_accessible(page, axe)
    for name in ("Open a puzzle", "New type", "Copy as …"):
        button(page, name).click()
        page.get_by_role("dialog").wait_for()
        assert_accessible(page, axe)
        page.keyboard.press("Escape")
    page.goto("about:blank")
    open_type(page, server, "kakuro")
    page.locator(".board-frame").click()
    page.keyboard.type("1")  # a field, with what may come next
    page.locator(".board-pad button").first.wait_for()
    assert_accessible(page, axe)


def test_a_phone_is_accessible(axe, page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_gallery(page, server)
    assert_accessible(page, axe)
    open_type(page, server, "akari")
    assert_accessible(page, axe)
    play(page)
    button(page, "Hint").click()
    page.locator("#findings .finding").first.wait_for()
    assert_accessible(page, axe)
