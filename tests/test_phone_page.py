"""A setter at a desk makes a puzzle and shares it; whoever gets the link solves it on a phone, by touch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_page import PATIENCE, append, button, drawn, open_type, rules_editor, settles, verdict
from test_setting_page import click, drag, empty, spot

Page = Any

SIZES = {"upright": (390, 844), "on its side": (844, 390)}


@pytest.fixture
def phone(browser: Any) -> Iterator[Page]:
    """A page on a phone, upright. Faults of the page's scripts fail the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert not faults


@pytest.fixture(autouse=True)
def patient(page: Page) -> None:
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1366, "height": 850})


def tap(page: Page, row: float, column: float) -> None:
    page.touchscreen.tap(*spot(page, row, column))


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of something is to be seen, and nothing lies over its middle."""
    return bool(
        page.locator(selector).evaluate(
            """each => { const { left, top, right, bottom } = each.getBoundingClientRect();
            const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && (over === each || each.contains(over)); }"""
        )
    )


# -- What a phone has to show


@pytest.mark.chromium
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["hidato", "skyscrapers", "sudoku"])
def test_every_key_of_the_pad_can_be_tapped(phone, server, name, size):
    phone.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
    phone.goto(f"{server}/#/play/{name}")
    phone.locator("#board .board-frame svg").wait_for()
    keys = phone.locator(".board-palette [data-tool]").evaluate_all("all => all.map(each => each.dataset.tool)")
    assert len(keys) > 12
    assert [key for key in keys if not in_sight(phone, f"[data-tool='{key}']")] == []


@pytest.mark.chromium
def test_what_to_do_next_is_in_sight_on_a_phone(phone, server):
    open_type(phone, server, "sudoku")
    verdict(phone, "unique")
    assert in_sight(phone, "#verdict") and in_sight(phone, "#next")


def test_a_total_stands_over_the_frame_of_the_selected_cell(page, server):
    open_type(page, server, "killer")
    after = "each => each.compareDocumentPosition(document.querySelector('.board-cursor')) === Node.DOCUMENT_POSITION_PRECEDING"
    assert page.locator("#board .board-marks text").first.evaluate(after)


def test_a_button_under_the_pointer_can_be_read(page, server):
    colours = "each => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
    for door, name in (("make", "#next"), ("study", "[data-asks=Hint]:visible")):
        page.goto(f"{server}/#/{door}/akari")
        page.locator(name).hover()
        ink, ground = page.locator(name).evaluate(colours)
        assert ink != ground


def test_progress_stands_below_what_was_found_while_one_plays(page, server):
    page.goto(f"{server}/#/play/akari")
    page.locator("#board .board-frame svg").wait_for()
    page.evaluate("document.getElementById('findings').textContent = 'found'")
    page.evaluate("document.getElementById('progress').hidden = false")
    found, progress = (page.locator(each).bounding_box() for each in ("#findings", "#progress"))
    assert progress["y"] >= found["y"] + found["height"]


def test_sudoku_opens_with_a_board_of_nine_rows(page, server):
    page.goto(f"{server}/#/play")
    page.get_by_role("link", name="Sudoku", exact=True).click()
    settles(lambda: "9 rows" in (page.locator("#board .board-frame").get_attribute("aria-label") or ""))


def test_faults_of_added_rules_are_told_by_the_name_of_their_tab(page, server):
    open_type(page, server, "akari")
    rules_editor(page).wait_for()
    page.get_by_role("tab", name="Added rules").click()
    rules_editor(page).click()
    page.keyboard.insert_text(":- light(X), nothing.")
    verdict(page, "error")
    settles(lambda: page.locator("#verdict").inner_text().startswith("Added rules, line 1"))


# -- Made, shared, solved


def killer(page: Page, server: str) -> None:
    empty(page, server, "killer", 4)
    page.get_by_role("radio", name="cages").click()
    cages = {"12 11 21": 7, "13 23": 3, "14 24 34": 9, "22 32 42": 9, "31 41": 4, "33 43 44": 8}
    for cells, total in cages.items():
        drag(page, *((int(row), int(column)) for row, column in cells.split()))
        page.keyboard.type(str(total))


def thermometers(page: Page, server: str) -> None:
    empty(page, server, "sudoku", 6)
    page.get_by_role("button", name="Thermometer", exact=True).click()
    for way in (((1, 1), (1, 4)), ((6, 6), (4, 6)), ((2, 2), (4, 2)), ((5, 5), (5, 2))):
        drag(page, *way)
    page.keyboard.press("Escape")
    for cell, value in (((1, 5), "4"), ((2, 4), "2")):
        click(page, *cell)
        page.keyboard.type(value)


def yajilin(page: Page, server: str) -> None:
    empty(page, server, "yajilin", 8)
    clues = {
        "11": "2s", "14": "x", "27": "1w", "33": "0e", "46": "x", "57": "1w", "61": "x", "63": "1e", "81": "x", "86": "2n",
        "88": "2w",
    }  # fmt: skip
    for (row, column), clue in clues.items():
        click(page, int(row), int(column))
        for key in clue:
            page.keyboard.press({"n": "ArrowUp", "s": "ArrowDown", "w": "ArrowLeft", "e": "ArrowRight"}.get(key, key))


def slitherlink(page: Page, server: str) -> None:
    empty(page, server, "slitherlink", 5)
    for row, numbers in enumerate(("  3  ", "22211", "   1 ", "  20 ", "   1 "), 1):
        for column, number in enumerate(numbers, 1):
            if number != " ":
                click(page, row, column)
                page.keyboard.type(number)


def own_type(page: Page, server: str) -> None:
    page.goto(f"{server}/#/make")
    button(page, "New type").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("shy")
    page.get_by_role("dialog").get_by_label("Like").select_option("shading")
    page.get_by_role("dialog").locator("button[type=submit]").click()
    verdict(page, "unique")
    append(page, "%! No cell of the first column but one is shaded.\n:- 2 { shade((R,1)) : cell((R,1)) }.\n")
    page.locator("#panel-puzzle li", has_text="No cell of the first column").wait_for(state="attached")


def fill_in(phone: Page, kind: str, places: list[Any], value: str) -> None:
    """Fills in a mark by touch."""
    if kind == "text":
        tap(phone, *places[0])
        phone.locator(f".board-pad [data-tool='text {value}'], .board-palette [data-tool='text {value}']").tap()
    elif len(places) == 1:
        tap(phone, *places[0])
    elif places[0][0] == "p":  # from corner to corner: the side between them
        (_, row, column), (_, to_row, to_column) = places
        tap(phone, (row + to_row) / 2 - 0.5, (column + to_column) / 2 - 0.5)
    else:
        touch = phone.context.new_cdp_session(phone)
        for kind_, point in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1)):
            x, y = spot(phone, *(one + (other - one) * point for one, other in zip(*places)))
            touch.send("Input.dispatchTouchEvent", {"type": kind_, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.chromium
@pytest.mark.parametrize("make", [killer, thermometers, yajilin, slitherlink, own_type])
@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_that_was_made_and_shared_is_solved_on_a_phone(
    page: Page, phone: Page, server: str, make: Callable[[Page, str], None], size: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    make(page, server)
    settles(lambda: page.locator("#next").inner_text() == "Copy link to solve")
    page.locator("#next").click()
    page.locator("#file-status", has_text="copied").wait_for()
    settles(lambda: len(drawn(page)) > 0)
    answer = [mark for mark in drawn(page) if mark[-1] != "x" and mark[0] in ("text", "shade", "line")]
    phone.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
    phone.goto(page.evaluate("navigator.clipboard.readText()"))
    if make is own_type:  # its rules are seen before they run
        phone.get_by_role("button", name="Open with these rules").click()
    phone.locator("#board .board-frame svg").wait_for()
    assert drawn(phone) == set()  # nothing of the answer
    for kind, *places, value in answer:
        fill_in(phone, kind, [json.loads(place) for place in places], value)
    phone.locator("#findings", has_text="Solved").wait_for()
    assert in_sight(phone, "#findings")
