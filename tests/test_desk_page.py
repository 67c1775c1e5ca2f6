"""The desk's menu of the board: what it turns, moves and copies, each as one step that Undo takes back."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from test_page import PATIENCE, button, open_type, rows, settles, text
from test_setting_page import CLASSIC, click, drag, paste, patient, write  # noqa: F401

Page = Any

YAJILIN = "puzzle: yajilin\ngrid: |\n  2e .  .\n  .  .  .\n  .  1n .\n"
PICTURES = os.environ.get("PICTURES")  # a folder for what the tests see


def choose(page: Page, name: str) -> None:
    """Something in the menu of the board, which may stay open."""
    menu = page.locator("#board-menu")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    menu.get_by_role("button", name=name, exact=True).click()


def opened(page: Page, server: str, name: str, puzzle: str) -> None:
    open_type(page, server, name)
    paste(page, puzzle)
    found = re.search(r"^grid: \|\n((?:  .*\n)+)", puzzle, re.MULTILINE)
    assert found is not None
    settles(lambda: rows(page) == [" ".join(line.split()) for line in found[1].splitlines()])


def seen(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.representative
def test_a_board_is_turned_with_its_arrows_and_back(page, server):
    opened(page, server, "yajilin", YAJILIN)
    settles(lambda: rows(page) == ["2e . .", ". . .", ". 1n ."])
    choose(page, "Turn right")
    settles(lambda: rows(page) == [". . 2s", "1e . .", ". . ."])
    choose(page, "Mirror left to right")
    settles(lambda: rows(page) == ["2s . .", ". . 1w", ". . ."])
    button(page, "Undo").click()
    button(page, "Undo").click()
    settles(lambda: rows(page) == ["2e . .", ". . .", ". 1n ."])


def test_an_empty_board_has_the_size_that_was_asked_for_last(page, server):
    opened(page, server, "slitherlink", "puzzle: slitherlink\ngrid: |\n  3 2\n  . 1\n")
    settles(lambda: rows(page) == ["3 2", ". 1"])
    held: list[Any] = []
    late = True
    page.route("**/api/limits", lambda route: held.append(route) if late else route.continue_())
    write(page.locator("#rows"), "4")
    settles(lambda: held != [])
    page.locator("#examples").select_option("Empty board")
    late = False  # whether the rules take a board of that size is answered now
    for route in held:
        route.continue_()
    settles(lambda: rows(page) == [". ."] * 4)


@pytest.mark.representative
def test_rows_and_columns_come_and_go_at_every_edge(page, server):
    opened(page, server, "slitherlink", "puzzle: slitherlink\ngrid: |\n  3 2\n  . 1\n")
    settles(lambda: rows(page) == ["3 2", ". 1"])
    choose(page, "Add a row: top")
    settles(lambda: rows(page) == [". .", "3 2", ". 1"])
    choose(page, "Add a column: left")  # the menu is still open
    settles(lambda: rows(page) == [". . .", ". 3 2", ". . 1"])
    seen(page, "board-menu")
    choose(page, "Shift up")
    settles(lambda: rows(page) == [". 3 2", ". . 1", ". . ."])
    choose(page, "Remove a column: right")
    settles(lambda: rows(page) == [". 3", ". .", ". ."])
    choose(page, "Remove a row: bottom")
    settles(lambda: rows(page) == [". 3", ". ."])
    for _ in range(5):
        page.locator(".board-frame").press("Control+z")
    settles(lambda: rows(page) == ["3 2", ". 1"])


def test_a_board_that_has_to_be_square_stays_so(page, server):
    """Rows from 4 to 9 is what was meant, and nothing that needs a sentence; a size that there is none of does."""
    open_type(page, server, "sudoku", "4x4")
    write(page.locator("#rows"), "9")
    page.locator("#rows").press("Enter")
    settles(lambda: [page.locator(f"#{each}").input_value() for each in ("rows", "columns")] == ["9", "9"])
    assert page.locator("#toolbar > .notice").is_hidden()
    choose(page, "Add a row: top")
    settles(lambda: page.locator("#columns").input_value() == "10")
    settles(lambda: page.locator("#rows").input_value() == "10" and rows(page)[0].split() == ["."] * 10)


@pytest.mark.chromium
def test_cells_are_copied_to_another_place_and_another_page(page, server):
    opened(page, server, "sudoku", CLASSIC)
    click(page, 1, 1)
    page.keyboard.press("Shift+ArrowDown")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+c")
    click(page, 7, 4)
    page.keyboard.press("Control+v")
    settles(lambda: rows(page)[6:8] == [". 6 . 5 3 . 2 8 .", ". . . 6 . . . . 5"])
    page.locator(".board-frame").press("Control+z")
    settles(lambda: rows(page)[6] == ". 6 . . . . 2 8 .")
    drag(page, (1, 1), (1, 2))
    page.keyboard.press("Control+x")
    settles(lambda: rows(page)[0] == ". . . . 7 . . . .")
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE)
    opened(other, server, "sudoku", CLASSIC)
    click(other, 9, 1)
    other.keyboard.press("Control+v")
    settles(lambda: rows(other)[8] == "5 3 . . 8 . . 7 9")
    paste(other, CLASSIC)  # a puzzle is opened as ever
    settles(lambda: rows(other)[8] == ". . . . 8 . . 7 9")
    other.close()


def test_regions_that_are_copied_are_regions_of_their_own(page, server):
    puzzle = "puzzle: heyawake\ngrid: |\n  2 . . .\n  . . . .\nregions: |\n  A B B C\n  A B B C\n"
    opened(page, server, "heyawake", puzzle)
    settles(lambda: rows(page, "regions") == ["A B B C"] * 2)
    drag(page, (1, 1), (2, 1))
    choose(page, "Copy")
    click(page, 1, 4)
    choose(page, "Paste")
    settles(lambda: rows(page) == ["2 . . 2", ". . . ."])
    assert rows(page, "regions") == ["A B B D"] * 2


def test_locks_colours_and_constraints_go_with_the_board(page, server):
    puzzle = (
        "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . 2\nrising-diagonal: yes\nthermometer: |\n  r1c1 r1c2\n"
        "cosmetics:\n  colours: |\n    r1c4 = yellow\n"
    )
    opened(page, server, "sudoku", puzzle)
    settles(lambda: "r1c4 = " in text(page))
    click(page, 1, 1)
    button(page, "Lock or unlock the selected clues: they stay as they are").click()
    choose(page, "Mirror left to right")
    settles(lambda: rows(page)[0] == ". . . 1")
    there = text(page)
    assert "falling-diagonal: yes" in there and "r1c4 r1c3" in there and "r1c1 = " in there
    page.keyboard.press("Escape")  # the menu stays for another turn
    click(page, 1, 4)
    page.keyboard.press("3")
    settles(lambda: "locked" in page.locator(".board-editor .notice").inner_text())
    assert rows(page)[0] == ". . . 1"


def test_the_same_clues_are_another_type(page, server):
    opened(page, server, "nurikabe", "puzzle: nurikabe\ngrid: |\n  2 . .\n  . . .\n  . . 9\n")
    choose(page, "The same clues as another type …")
    select = page.get_by_role("dialog").get_by_label("Type")
    select.locator("option").first.wait_for(state="attached")
    titles = select.locator("option").all_text_contents()
    assert titles == sorted(titles, key=str.casefold) and {"Fillomino", "Slitherlink"} <= set(titles)
    assert "Nurikabe" not in titles and "Nonogram" not in titles
    seen(page, "retype")
    select.select_option(label="Slitherlink")
    button(page, "Open").last.click()
    settles(lambda: "row 3, column 3: " in page.get_by_role("dialog").locator(".complaint").inner_text())
    select.select_option(label="Fillomino")
    button(page, "Open").last.click()
    settles(lambda: text(page).startswith("puzzle: fillomino") and rows(page) == ["2 . .", ". . .", ". . 9"])


@pytest.mark.parametrize(("name", "offered"), [("crossword", []), ("aquarium", ["Mirror left to right"])])
def test_what_cannot_be_turned_is_not_offered(page, server, name, offered):
    open_type(page, server, name)
    page.locator("#board-menu summary").click()
    page.locator("#board-items button").first.wait_for()
    named = page.locator("#board-items button:is([aria-label^=Turn], [aria-label^=Mirror], [aria-label^='Rows for'])")
    settles(lambda: [each.get_attribute("aria-label") for each in named.all()] == offered)


def test_symmetry_is_shown_for_clues_in_cells_and_beside_the_board(page, server):
    margins = "top: 1 . .\nbottom: . . .\nleft: . . .\nright: . . .\n"
    opened(page, server, "skyscrapers", "puzzle: skyscrapers\n" + margins + "grid: |\n" + 3 * "  . . .\n")
    settles(lambda: rows(page, "top") == ["1 . ."])
    symmetric = page.get_by_role("button", name="Symmetric: show where a clue is missing", exact=False)
    symmetric.click()
    seen(page, "symmetric")
    assert symmetric.get_attribute("aria-pressed") == "true"


def test_the_menu_fits_a_phone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_type(page, server, "slitherlink")
    page.locator("#board-menu summary").click()
    box = page.locator("#board-items").bounding_box()
    seen(page, "board-menu-phone")
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
