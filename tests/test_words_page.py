"""What the page says, and where it stands: in the words of those who look at it, not in those of the command line."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from test_fpuzzles import link_of, puzzle_of
from test_make import FILLED
from test_page import PATIENCE, board, button, edit, open_type, play, rows, rows_of, settles, text, verdict
from test_setting_page import click, come_slowly, paste, write

import pysolve

Page = Any


@pytest.fixture(autouse=True)
def patient(page: Page) -> None:
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1366, "height": 850})


def test_the_rules_stand_beside_the_board_with_the_verdict_in_sight(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.locator("#tab-rules").click()
    editor = page.locator(".cm-editor")
    editor.wait_for()
    assert page.evaluate("scrollY") == 0 and editor.bounding_box()["y"] < 450
    board(page).click(position={"x": 90, "y": 90})
    page.keyboard.type("4")
    verdict(page, "none")
    button(page, "Why").click()
    reason = page.get_by_role("button", name="4 stands exactly once in column 1.")
    reason.wait_for()
    assert page.evaluate("scrollY") == 0 and editor.bounding_box()["y"] < 700
    reason.click()
    page.get_by_text("unit.lp, to be read").wait_for()
    page.mouse.wheel(0, 300)  # however far one has scrolled in the rules
    assert 0 <= page.locator("#verdict").bounding_box()["y"] < 200


def test_menus_lie_within_the_page(page, server):
    open_type(page, server, "sudoku", "4x4")
    for width in (1366, 1000, 390):
        page.set_viewport_size({"width": width, "height": 850})
        for menu in page.locator("#analyses > .menu").all():
            menu.evaluate("each => { each.open = true; }")
            box = menu.locator(".menu-items").bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
            menu.evaluate("each => { each.open = false; }")


def test_a_link_with_what_is_not_known_is_opened_without_it_by_a_press(page, server):
    drawn = {"lines": [["R1C1", "R1C2"]], "outlineC": "#000000", "width": 0.1}
    link = link_of(puzzle_of(line=[drawn], fogofwar=["R1C1"], ruleset="Lines rise."))
    open_type(page, server, "akari")
    paste(page, link)
    without = page.get_by_role("button", name="Open without: line, fogofwar")
    without.wait_for()
    assert "--" not in page.locator("dialog").inner_text()
    without.click()
    page.get_by_role("heading", name="Sudoku").wait_for()


def test_a_text_of_an_unknown_type_is_asked_about_in_words_of_the_page(page, server):
    open_type(page, server, "akari")
    answer = page.evaluate(
        """async () => (await fetch("api/read", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ puzzle: "2 2\\n. .\\n. ." }) })).json()"""
    )
    assert answer["missing"] == "type"
    assert (
        answer["sentence"] == "the text does not say what type of puzzle it is"
        and answer["sentence"] in answer["error"]
    )
    assert "--" not in answer["error"]


def test_a_rule_that_is_half_written_is_no_failure_of_the_request(page, server):
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text) if message.type == "error" else None)
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.locator("#tab-rules").click()
    page.get_by_role("tab", name="Added rules").click()
    page.locator(".cm-content").click()
    page.keyboard.type(":- value(X")
    verdict(page, "error")
    page.locator(".rules-problems li").first.wait_for()
    page.get_by_role("tab", name="manifest.yaml").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("nam")
    page.locator(".rules-problems", has_text="manifest.yaml").wait_for()
    assert not logged


def test_options_are_called_what_they_do_and_rules_follow_them(page, server):
    open_type(page, server, "slitherlink")
    verdict(page, "unique")
    option = page.get_by_label("The loop comes through every corner", exact=True)
    rule = page.locator("#panel-puzzle ol").get_by_text("the loop comes through every corner of the grid")
    assert rule.inner_text().startswith("On request, ")
    option.check()
    settles(lambda: rule.inner_text() == "The loop comes through every corner of the grid.")
    assert not page.locator("#panel-puzzle code").count()
    play(page)
    assert page.locator("#words").get_by_text("The loop comes through every corner of the grid.").is_visible()
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    size = page.get_by_label("Rows of a box", exact=True)
    assert size.input_value() == "" and size.get_attribute("placeholder") != "0"
    size.fill("3")
    size.press("Tab")
    verdict(page, "error")
    assert "'Rows of a box' and 'Columns of a box'" in page.locator("#verdict").inner_text()


def test_constraints_are_sorted_by_what_they_are_called_and_show_what_they_look_like(page, server):
    open_type(page, server, "sudoku", "4x4")
    menu = page.get_by_label("Add a constraint").locator("option")
    titles = menu.all_inner_texts()[1:]
    assert len(titles) > 30 and titles == sorted(titles, key=str.lower)
    tools = page.get_by_role("group", name="Draw a constraint").get_by_role("button")
    assert tools.count() > 5
    for tool in tools.all():
        assert tool.locator("svg .board-marks > *").count() > 0
        assert tool.inner_text().strip() in titles


def test_a_part_of_another_page_says_the_rules(page, server):
    page.goto(f"{server}/?embed#/play/slitherlink")
    page.locator("#words").get_by_text("A number says how many of the sides").wait_for()


@pytest.mark.chromium
def test_paper_has_the_puzzle_with_its_rules_and_nothing_of_the_desk(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.locator("#board [data-faint]").first.wait_for()
    page.emulate_media(media="print")
    assert page.locator("#words").get_by_text("Every cell holds one value").is_visible()
    assert not any(each.is_visible() for each in page.get_by_role("button").all())
    assert not any(each.is_visible() for each in page.locator("#board [data-faint], select, #verdict").all())
    page.emulate_media(media="screen")
    play(page)
    page.locator("#timer-time").wait_for()
    page.emulate_media(media="print")
    assert not page.locator("#timer-time").is_visible()
    assert page.locator("#words").get_by_text("Every cell holds one value").is_visible()


def test_how_the_pattern_of_a_crossword_is_to_look_is_said_where_it_is_made(page, server):
    open_type(page, server, "crossword")
    verdict(page, "unique")
    button(page, "Options of Make").click()
    form = page.locator("#options-of-make-make")
    assert not form.get_by_label("Level").count() and not form.get_by_label("Clues", exact=True).count()
    form.get_by_label("Size", exact=True).fill("6x6")
    form.get_by_label("Seed", exact=True).fill("1")
    form.get_by_label("Bars part the words").check()
    form.get_by_label("How the pattern is symmetric").select_option("mirror")
    form.get_by_label("The most letters of a slot").fill("4")
    button(page, "Make").click()
    settles(lambda: "bars: |" in text(page))
    bars = [line.split() for line in rows_of(text(page), "bars")[::2]]
    assert bars == [line[::-1] for line in bars] and "#" not in "".join(rows_of(text(page)))
    assert form.get_by_label("Bars part the words").is_checked()
    assert form.get_by_label("The most letters of a slot").input_value() == "4"
    open_type(page, server, "sudoku", "4x4")
    settles(lambda: not form.get_by_label("Bars part the words").count())
    assert form.get_by_label("Seed", exact=True).is_visible()
    assert form.get_by_label("Level").is_visible() and form.get_by_label("Clues", exact=True).is_visible()


def blocks_in(lines: list[str]) -> list[list[bool]]:
    return [[each == "#" for each in line if each != " "] for line in lines]


@pytest.mark.chromium
def test_the_day_of_a_constructor(page, server, tmp_path):
    page.set_viewport_size({"width": 1280, "height": 850})
    open_type(page, server, "crossword")
    for side in ("rows", "columns"):
        write(page.locator(f"#{side}"), "15")
        settles(lambda side=side: f"15 {side}" in board(page).get_attribute("aria-label"))
    page.locator("#examples").select_option("Empty board")
    settles(lambda: rows(page) == [" ".join(15 * ".")] * 15)
    page.get_by_role("button", name="Symmetric: show", exact=False).click()
    page.locator("[data-tool='token #']").click()
    for at in [(r, c) for r in range(8) for c in range(15) if FILLED[r][c] == "#" and (r < 7 or c < 7)]:
        click(page, at[0] + 1, at[1] + 1)
    page.keyboard.press("Escape")
    settles(lambda: blocks_in(rows(page)) == blocks_in(FILLED))
    for row, column, word in ((4, 1, "CROSSWORDS"), (8, 4, "ANSWERSET"), (12, 6, "CONSTRUCTS")):
        click(page, row, column)
        page.keyboard.type(word)
    settles(lambda: rows(page)[11].endswith("C O N S T R U C T S"))
    lines = [*FILLED, *("".join(column) for column in zip(*FILLED))]
    words = {word for line in lines for word in line.split("#") if len(word) > 1} - {"CROSSWORDS", "CONSTRUCTS"}
    listed = [*(f"{word};80" for word in words - {"WAS"}), "WAS;60", "WIS;20", "WAG;70"]
    page.get_by_label("words, one word a line").fill("\n".join(sorted(listed)))
    minimum = page.get_by_label("The least score of a word to be used")
    minimum.fill("90")
    minimum.press("Tab")
    verdict(page, "none")
    minimum.fill("50")
    minimum.press("Tab")
    verdict(page, "unique")
    page.get_by_label("Which answers to look for").select_option("high")
    verdict(page, "unique")
    button(page, "Solve").click()
    page.get_by_role("button", name="Keep as its answer").wait_for()
    page.get_by_text(re.compile(r"Its words score 79\.\d on average\.")).wait_for()
    page.get_by_role("button", name="Keep it, letters off the board").click()  # the theme is not for solvers to see
    settles(lambda: rows(page)[3].startswith(". . .") and "  C R O S S W O R D S" in text(page))
    clues = page.get_by_label("clues, one a line, as 1A Expert")
    clues.fill("1A Once there\n8A Hind parts go up")
    clues.blur()
    settles(lambda: "answer: |\n  # # W A S #" in text(page) and "clues:\n  1A: Once there\n" in text(page))
    button(page, "Copy as …").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download a .puz file").click()
    file = tmp_path / saved.value.suggested_filename
    file.write_bytes(Path(saved.value.path()).read_bytes())
    read = pysolve.read(str(file))
    assert file.suffix == ".puz" and read.answer and read.answer.replace(" ", "").split() == FILLED
    assert "1A: Once there" in pysolve.convert(read, "native") and not read.filled
    page.get_by_role("button", name="Copy a text of Exolve").wait_for()


def test_a_filling_is_told_of_though_others_were_not_found_in_time(page, server):
    open_type(page, server, "crossword")
    verdict(page, "unique")
    found = {"verdict": "unknown", "reason": "the time limit was reached", "answers": [{}], "board": None}
    body = f"event: answer\ndata: {{}}\n\nevent: result\ndata: {json.dumps(found)}\n\n"
    page.route("**/api/solve", lambda route: route.fulfill(content_type="text/event-stream", body=body))
    board(page).click(position={"x": 90, "y": 90})
    page.keyboard.type("A")
    settles(lambda: "At least one answer" in page.locator("#verdict").inner_text())
    assert "the time limit was reached" in page.locator("#verdict").inner_text()
    page.get_by_role("button", name="Show an answer").wait_for()


def test_a_filling_is_shown_while_better_ones_are_looked_for(page, server):
    open_type(page, server, "crossword")
    paste(page, "puzzle: crossword\ngrid: |\n  A .\n  . .\nwords: [AB, CD, AC, BD]\n")
    settles(lambda: len(rows(page)) == 2)
    verdict(page, "multiple")
    record = page.evaluate(
        """async puzzle => (await fetch("api/solve", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ puzzle, show: ["marks", "plain"] }) })).json()""",
        text(page),
    )
    one, other = record["answers"]
    none = record | {"answers": [], "verdict": "unknown"}
    come_slowly(page, "solve", none, none | {"answers": [one], "score": 20}, none | {"answers": [other], "score": 30})
    button(page, "Solve").click()
    settles(lambda: page.evaluate("Boolean(window.goOn)"))
    page.evaluate("window.goOn()")
    page.get_by_text("An answer; better ones are looked for.").wait_for()
    page.get_by_text("Its words score 20 on average.").wait_for()
    assert not page.get_by_role("button", name="Next answer").is_visible()
    page.evaluate("window.goOn()")
    page.get_by_text("Its words score 30 on average.").wait_for()
    button(page, "Stop").click()
    page.locator("#cancel").wait_for(state="hidden")
    page.get_by_role("button", name="Keep as its answer").click()
    settles(
        lambda: (
            rows(page, "answer") == rows_of(f"answer: |\n  {other['plain'].replace(chr(10), chr(10) + '  ')}", "answer")
        )
    )


@pytest.mark.chromium
def test_words_come_from_a_list_by_its_name_or_from_a_file(page, server, tmp_path):
    open_type(page, server, "crossword")
    verdict(page, "unique")
    named = page.get_by_label("words: list that comes with pysolve")
    own = page.get_by_label("words, one word a line")
    assert [each for each in named.locator("option").all_inner_texts() if each != "Own words"] == [
        "english", "indonesian", "scowl",
    ]  # fmt: skip
    named.select_option("indonesian")
    settles(lambda: "\nwords: indonesian\n" in text(page) and not own.is_visible())
    file = tmp_path / "mine.words"
    letters = itertools.islice(itertools.product("ABCDEFGHIJKLMNOP", repeat=4), 5000)
    file.write_text(
        "".join(f"{word};20\r\n" for word in ("BIT", "ACE", "DEN", "BAD", "ICE", "TEN", *map("".join, letters)))
    )
    with page.expect_file_chooser() as chooser:
        button(page, "Words of a file …").click()
    chooser.value.set_files(file)
    verdict(page, "unique")
    page.get_by_text("5006 words", exact=True).wait_for()  # no field holds so many
    assert not own.is_visible() and named.input_value() == "" and "words: |\n  BIT;20\n  ACE;20\n" in text(page)
    play(page)
    page.locator(".given-list summary").click()
    page.locator(".given-list").get_by_text("5006 words", exact=True).wait_for()
    edit(page)
    page.locator(".board-list").get_by_role("button", name="Remove").click()
    settles(lambda: own.is_visible() and own.input_value() == "" and "words:" not in text(page))


def test_the_clue_of_the_word_stands_below_the_board_also_on_a_phone(page, server):
    page.set_viewport_size({"width": 390, "height": 800})
    open_type(page, server, "crossword")
    paste(
        page,
        "puzzle: crossword\ngrid: |\n  . .\n  . .\nwords: [CA, AB]\nclues: |\n  1A Taxi\n  2D Blood group\n  3A What the words of a row and of a column begin with\n",
    )
    settles(lambda: "clues:\n  1A: Taxi\n  2D: Blood group\n" in text(page))
    play(page)
    caption = page.locator(".board-caption")
    caption.get_by_text("1A Taxi", exact=True).wait_for()
    board(page).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    caption.get_by_text("2D Blood group", exact=True).wait_for()
    seen = caption.bounding_box()
    assert seen["y"] >= board(page).bounding_box()["y"] and seen["y"] + seen["height"] <= 800
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#slots summary").click()
    page.locator("#slots").get_by_role("button", name="Blood group").wait_for()
    assert page.locator("#slots-lists").evaluate("each => each.scrollWidth <= each.clientWidth")
    across, down = (each.bounding_box()["width"] for each in page.locator("#slots-lists > div").all())
    assert abs(across - down) < 2


def test_the_clue_stands_above_the_keyboard_of_a_phone(page, server):
    open_type(page, server, "crossword")
    grid = f"  {' '.join(15 * '.')}\n" * 15
    paste(page, f"puzzle: crossword\ngrid: |\n{grid}words: [CA, AB]\nclues: |\n  1A Taxi\n")
    settles(lambda: "clues:\n  1A: Taxi\n" in text(page))
    page.set_viewport_size({"width": 390, "height": 420})  # as a keyboard leaves it
    play(page)
    board(page).focus()
    caption = page.locator(".board-caption")
    caption.get_by_text("1A Taxi", exact=True).wait_for()
    settles(lambda: (box := caption.bounding_box())["y"] + box["height"] <= 420)


def test_a_board_whose_list_is_not_here_opens_without_it_or_with_the_words_of_its_answer(page, server, tmp_path):
    open_type(page, server, "akari")
    board_alone = "puzzle: crossword\ngrid: |\n  . . .\n  . # .\nwords: my.words\n"
    paste(page, board_alone)
    dialog = page.locator("dialog")
    dialog.get_by_text("There is no list of words 'my.words' here").wait_for()
    assert "--" not in dialog.inner_text() and "from a file, below the board" in dialog.inner_text()
    page.get_by_role("button", name="Open without: words").click()
    verdict(page, "error")
    file = tmp_path / "my.words"
    file.write_text("TEN\nTO\nNO\n")
    paste(page, board_alone)
    dialog.get_by_label("Words of a file …").set_input_files(file)
    page.get_by_role("button", name="Open without: words").click()
    settles(lambda: "words: |\n  TEN\n  TO\n  NO\n" in text(page))
    verdict(page, "unique")
    page.get_by_label("words, one word a line").fill("")
    verdict(page, "error")
    with page.expect_file_chooser() as chooser:
        button(page, "Words of a file …").click()
    chooser.value.set_files(file)
    verdict(page, "unique")
    paste(page, f"{board_alone}answer: |\n  T A N\n  O # O\n")
    settles(lambda: "words: my.words\nanswer:" in text(page))
    verdict(page, "unique")
    button(page, "Solve").click()
    page.get_by_text("he 3 words are those of the file's own solution").first.wait_for(timeout=15000)
