"""The board of the page, in a browser: pictures, clues and answers that are filled in by keyboard and mouse."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import samples
from conftest import INSTANCES
from samples import TYPES
from sampling import Some

from pysolve import catalog, rules
from pysolve.model.board import Board
from pysolve.model.marks import MARKS, SHAPES
from pysolve.render import svg
from pysolve.render.picture import Mark as PictureMark
from pysolve.render.picture import Picture
from pysolve.web import records

Page = Any
Mark = dict[str, Any]

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/style.css"><link rel="stylesheet" href="/static/board.css"><button id="before">before</button><div id="place"></div>
<button id="after">after</button><script type="module">
import { loadTexts } from "/static/texts.js";
await loadTexts(); // as the page does before its workbench
const [{ createEditor }, { drawPicture, standalone }, { emptyLike, localPicture }, { native }] = await Promise.all(
  ["editor", "picture", "puzzle", "native"].map((name) => import(`/static/${name}.js`)));
const begin = () => {
  const heard = { changes: [], plays: [], said: [] };
  const place = document.createElement("div");
  const editor = createEditor(place, {
    onChange: (model) => heard.changes.push(model), onPlay: (marks) => heard.plays.push(marks),
    announce: (text) => heard.said.push(text),
  });
  document.getElementById("place").replaceChildren(place);
  Object.assign(window, { editor, heard });
};
const ask = async (path, body) => (await fetch(path, body && {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
})).json();
const types = {};
const typeOf = async (name) => (types[name] ??= await ask(`/api/types/${name}`));
const open = async (puzzle, mode = "set") => {
  const { model, board } = await ask("/api/read", { puzzle });
  editor.load(await typeOf(model.type), model);
  editor.overlay({ board });
  editor.mode(mode);
  editor.focus();
  return model;
};
Object.assign(window, { ask, begin, drawPicture, emptyLike, localPicture, native, open, standalone, typeOf });
document.body.dataset.ready = "yes";
</script></html>"""

WINDOW = {"width": 1280, "height": 900}
FLAGS = ("given", "differs", "open")


@pytest.fixture(scope="module")
def opened(browser: Any, server: str) -> Iterator[Page]:
    """A page with nothing but the board, beside the service."""
    page = browser.new_page(viewport=WINDOW)
    page.set_default_timeout(20_000)
    page.route("**/board.html", lambda route: route.fulfill(content_type="text/html", body=PAGE))
    page.goto(f"{server}/board.html")
    page.locator("body[data-ready]").wait_for()
    yield page
    page.close()


@pytest.fixture
def board(opened: Page) -> Iterator[Page]:
    """The same, as if nothing had happened on it. Faults of the page's scripts fail the test."""
    faults: list[str] = []
    opened.set_viewport_size(WINDOW)
    opened.emulate_media(color_scheme="light")
    opened.evaluate("begin()")
    opened.on("pageerror", note := lambda error: faults.append(str(error)))
    yield opened
    opened.remove_listener("pageerror", note)
    assert not faults


def smallest(name: str) -> str:
    return samples.smallest(name).read_text(encoding="utf-8")


def load(board: Page, puzzle: str | Path, mode: str = "set") -> Mark:
    text = puzzle if isinstance(puzzle, str) else puzzle.read_text(encoding="utf-8")
    answer: Mark = board.evaluate("([text, mode]) => open(text, mode)", [text, mode])
    return answer


def evaluate(board: Page, expression: str) -> Any:
    return board.evaluate(expression)


def rows(board: Page, part: str = "grid") -> list[str]:
    tokens = evaluate(board, f"editor.model().parts.{part}.rows")
    return [" ".join(row) for row in tokens]


def filled(board: Page) -> list[Mark]:
    marks: list[Mark] = evaluate(board, "editor.filled()")
    return marks


def announced(board: Page) -> str:
    sentence: str = evaluate(board, "heard.said.at(-1)")
    return sentence


def press(board: Page, *keys: str) -> None:
    for key in keys:
        board.keyboard.press(key)


def spot(board: Page, place: list[int], right: float = 0.0, down: float = 0.0) -> tuple[float, float]:
    """Where a cell of a square board is on the screen, or a point some cells away from its middle."""
    matrix = "(m => [m.a, m.e, m.f])(document.querySelector('.board-frame > svg .board-marks').getScreenCTM())"
    scale, x, y = evaluate(board, matrix)
    return x + (place[1] - 0.5 + right) * 40 * scale, y + (place[0] - 0.5 + down) * 40 * scale


def drag(board: Page, *places: list[int], button: str = "left") -> None:
    board.mouse.move(*spot(board, places[0]))
    board.mouse.down(button=button)
    for place in places[1:]:
        board.mouse.move(*spot(board, place))
    board.mouse.up(button=button)


def as_text(mark: Mark) -> str:
    """A mark as a text, whoever tells it."""
    kept = {name: mark[name] for name in ("kind", "place", "other") if mark.get(name) is not None}
    kept |= {name: str(mark[name]) for name in ("value", "index") if mark.get(name)}
    return json.dumps(kept | {flag: True for flag in FLAGS if mark.get(flag)}, sort_keys=True)


def drawn(board: Page, where: str = ".board-frame > svg") -> list[Mark]:
    """The marks that elements of the page say they are."""
    elements = board.locator(f"{where} [data-kind]").evaluate_all("all => all.map(each => ({ ...each.dataset }))")
    for mark in elements:
        for name in ("place", "other"):
            if name in mark:
                mark[name] = json.loads(mark[name])
    marks: list[Mark] = elements
    return marks


def colours_of(picture: Mark) -> list[Mark]:
    """The colours of a picture's cells as marks."""
    colours = picture.get("cosmetics", {}).get("colours", [])
    return [{"kind": "colour", "place": place, "value": value} for place, value in colours]


def answer_of(board: Page, puzzle: str) -> Mark:
    """The picture of an answer."""
    request = {"puzzle": puzzle, "models": 1, "show": ["marks"]}
    picture: Mark = board.evaluate("body => ask('/api/solve', body)", request)["answers"][0]["picture"]
    return picture


# -- Pictures


@pytest.mark.parametrize("name", TYPES)
def test_every_mark_of_an_answer_is_an_element(board: Page, name: str) -> None:
    picture = answer_of(board, smallest(name))
    board.evaluate("picture => document.getElementById('place').replaceChildren(drawPicture(picture))", picture)
    marks = [mark for mark in picture["marks"] if mark["kind"] != "hole"]  # where there is none, nothing is drawn
    marks += colours_of(picture)
    assert sorted(map(as_text, drawn(board, "#place"))) == sorted(map(as_text, marks))
    text = board.evaluate("picture => standalone(picture, 'a & <b>')", picture)
    assert ElementTree.fromstring(text)[0].text == "a & <b>"
    assert not any(slip in text for slip in ("NaN", "undefined", "null", "@", "var("))


@pytest.mark.parametrize("name", TYPES)
def test_what_the_tokens_say_is_what_the_rules_say(board: Page, name: str) -> None:
    model = load(board, smallest(name))
    local = board.evaluate("async model => localPicture(model, await typeOf(model.type))", model)
    known = board.evaluate("text => ask('/api/read', {puzzle: text}).then(read => read.board)", smallest(name))
    said = {as_text(mark) for mark in [*known["marks"], *colours_of(known)]}
    has_dots = evaluate(board, "typeOf(editor.model().type).then(type => type.parts.some(part => part.dots.length))")
    if has_dots:  # their rules derive where they stand, which the page knows from the token
        said |= {as_text(mark) for mark in answer_of(board, smallest(name))["marks"] if mark.get("given")}
    assert {as_text(mark) for mark in local["marks"]} <= said
    assert local["cells"] == known["cells"]
    seen = {as_text(mark) for mark in drawn(board) if mark["kind"] != "undrawn"}
    assert seen <= said if has_dots else seen == said


@pytest.mark.parametrize("name", TYPES)
def test_the_native_form_is_that_of_the_service(board: Page, name: str) -> None:
    for file in catalog.examples(samples.TYPES[name]):
        text = file.read_text(encoding="utf-8")
        first, written, again = board.evaluate(
            """async text => {
              const first = await ask("/api/read", {puzzle: text});
              const written = native(first.model);
              return [first, written, await ask("/api/read", {puzzle: written})];
            }""",
            text,
        )
        assert written == first["native"], file
        assert again["model"] == first["model"], file


@pytest.mark.parametrize(
    "rules", ["Only one line: 'quoted'", "Two lines,\n\n  and: a blank one", "A \u2028 separator\nparts"]
)
def test_what_is_said_of_a_puzzle_is_in_its_native_form(board: Page, rules: str) -> None:
    said = {"title": "A: b", "author": "C. D", "rules": rules}
    again = board.evaluate(
        """async said => {
          const { model } = await ask("/api/read", {puzzle: "puzzle: sudoku\\ngrid: |\\n  1...\\n  ....\\n  ....\\n  ....\\n"});
          return (await ask("/api/read", {puzzle: native({...model, ...said})})).model;
        }""",
        said,
    )
    assert {name: again[name] for name in said} == said


def test_colours_and_notes_are_in_the_native_form(board: Page) -> None:
    text = "puzzle: hidato\ngrid: |\n  1 . #\n  . 8 .\ncosmetics:\n  colours: |\n    r1c1 r2c1 = blue\n  notes: |\n    r1c3 = a = b\n"
    first, written = board.evaluate(
        """async text => {
          const first = await ask("/api/read", {puzzle: text});
          return [first, native(first.model)];
        }""",
        text,
    )
    assert written == first["native"] == text


def test_marks_that_differ_are_open_or_are_missing(board: Page) -> None:
    marks = [
        {"kind": "text", "place": [1, 1], "value": "7", "differs": True},
        {"kind": "text", "place": [1, 2], "value": "10,12", "open": True},
        {"kind": "line", "place": [2, 1], "other": [2, 2], "value": "x", "open": True},
        {"kind": "line", "place": ["p", 1, 1], "other": ["p", 1, 2], "differs": True},
        {"kind": "text", "place": ["left", 2], "value": "5", "index": 2, "given": True},
        {"kind": "note", "place": [2, 2], "value": "14", "given": True},
    ]
    picture = {"rows": 2, "columns": 2, "board": "square", "cells": [[1, 1], [1, 2], [2, 1], [2, 2]], "marks": marks}
    board.evaluate(
        "picture => document.getElementById('place').replaceChildren(drawPicture(picture))",
        {**picture, "missing": [[2, 1]], "noted": [[2, 2], ["left", 2]]},
    )
    assert sorted(map(as_text, drawn(board, "#place"))) == sorted(map(as_text, marks))
    assert [board.locator(f"#place .{name}").count() for name in ("differs", "missing", "noted")] == [1, 1, 1]


def test_the_answer_is_drawn_over_the_clues(board: Page) -> None:
    puzzle = smallest("sudoku")
    load(board, puzzle)
    picture = answer_of(board, puzzle)
    given = sorted(as_text(mark) for mark in picture["marks"] if mark.get("given"))
    assert {mark["kind"] for mark in picture["marks"] if mark.get("given")} == {"text", "border"}
    board.evaluate("picture => editor.overlay({board: picture, faint: picture})", picture)
    faint = [mark for mark in drawn(board) if mark.get("layer") == "faint"]
    assert sorted(map(as_text, faint)) == sorted(as_text(mark) for mark in picture["marks"] if not mark.get("given"))
    place = faint[0]["place"]
    board.mouse.click(*spot(board, place))
    press(board, "1")
    assert not [mark for mark in drawn(board) if mark.get("faint") and mark["place"] == place]
    evaluate(board, "editor.undo()")
    board.evaluate("picture => editor.overlay({board: window.known = picture})", picture)
    assert sorted(as_text(mark) for mark in drawn(board)) == given
    clue = next(mark["place"] for mark in picture["marks"] if mark.get("given") and mark["kind"] == "text")
    board.mouse.click(*spot(board, clue))
    press(board, "Delete")  # what the rules derive stays until the service tells it anew, but not the clue
    evaluate(board, "editor.overlay({board: window.known, faint: null})")
    kinds = [mark["kind"] for mark in drawn(board)]
    assert (kinds.count("border"), kinds.count("text")) == (
        len(picture["cells"]),
        len(given) - len(picture["cells"]) - 1,
    )


@pytest.mark.parametrize("name", [name for name in TYPES if samples.TYPES[name].colours])
def test_texts_colour_their_cells_whoever_wrote_them(board: Page, name: str) -> None:
    puzzle = smallest(name)
    picture = answer_of(board, puzzle)
    wanted = sorted(map(as_text, colours_of(picture)))
    assert wanted
    load(board, puzzle, "play")
    board.evaluate("answer => editor.overlay({ answer })", picture)
    assert sorted(as_text(mark) for mark in drawn(board) if mark["kind"] == "colour") == wanted
    evaluate(board, "editor.overlay({ answer: null })")
    own = [mark for mark in picture["marks"] if not mark.get("given") and mark["kind"] == "text"]
    board.evaluate("marks => editor.fill(marks)", own)
    assert sorted(as_text(mark) for mark in drawn(board) if mark["kind"] == "colour") == wanted


@pytest.mark.chromium
def test_inks_can_be_read_in_light_and_dark(board: Page) -> None:
    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
        assert len(parts) == 3, colour
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    grounds = {"paper": ("given", "answer", "wrong"), "noted": ("given",), "active": ("given",)}
    grounds |= {"differs": ("given",), "dark": ("on-dark",), "black": ("on-black",), "pale": ("given", "answer")}
    colour = """name => {
        document.body.style.color = `var(--ink-${name})`;
        const found = getComputedStyle(document.body).color;
        document.body.style.color = "";
        return found;
    }"""
    papers = {}
    for system, theme in (("light", ""), ("dark", ""), ("dark", "light"), ("light", "dark")):  # the switch wins
        board.emulate_media(color_scheme=system)
        board.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        papers[system, theme] = luminance(board.evaluate(colour, "paper"))
        for ground, inks in grounds.items():
            for ink in inks:
                pair = sorted(luminance(board.evaluate(colour, name)) for name in (ground, ink))
                assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, (system, theme, ground, ink)
    board.evaluate("delete document.documentElement.dataset.theme")
    assert papers["dark", "light"] == papers["light", ""] > papers["dark", ""] == papers["light", "dark"]


# -- Clues


@pytest.mark.representative
def test_clues_are_typed(board: Page) -> None:
    load(board, "puzzle: hidato\ngrid: |\n  . . .\n  . . 9\n  . . .\n")
    board.keyboard.type("12")
    press(board, "ArrowDown", "#", "ArrowRight", "5", "ArrowRight", "Delete")
    assert rows(board) == ["12 . .", "# 5 .", ". . ."]
    assert announced(board) == "row 2, column 3: empty"
    evaluate(board, "editor.undo()")
    press(board, "Control+z", "Control+z", "Control+z")
    assert rows(board) == [". . .", ". . 9", ". . ."]
    assert not evaluate(board, "editor.canUndo()")
    press(board, "Control+Shift+z")
    assert rows(board)[0] == "12 . ."
    assert evaluate(board, "editor.native()").endswith("grid: |\n  12  .  .\n   .  .  9\n   .  .  .\n")
    press(board, "z")
    assert announced(board) == "z cannot stand here"


def test_space_goes_through_the_signs_and_shift_selects(board: Page) -> None:
    load(board, "puzzle: nurikabe\ngrid: |\n  . . .\n  . 3 .\n")
    press(board, "Space")
    assert rows(board)[0] == "# . ."
    press(board, "Space", "Shift+ArrowRight", "Shift+ArrowDown", "4")
    assert rows(board) == ["4 4 .", "4 4 ."]
    press(board, "Control+z")
    assert rows(board) == ["? . .", ". 3 ."]


def test_locked_clues_stay(board: Page) -> None:
    load(board, "puzzle: nonogram\ncolumns: |\n  1\n  1\nrows: |\n  1\n  1\n")
    press(board, "ArrowUp")
    board.get_by_role("button", name="Lock or unlock").click()
    assert announced(board) == "top margin of column 1: 1 locked"
    press_on_board(board, "Delete", "2", "ArrowRight", "Delete")
    assert [mark["place"] for mark in drawn(board) if mark["kind"] == "lock"] == [["top", 1]]
    assert evaluate(board, "editor.model().parts.columns.lines") == [["1"], ["?"]]
    load(board, "puzzle: hidato\ngrid: |\n  1 . .\n  . . 9\n")
    board.get_by_role("button", name="Lock or unlock").click()
    press_on_board(board, "5")
    assert announced(board) == "this clue is locked"
    assert evaluate(board, "editor.locked()") == [[1, 1]]
    press_on_board(board, "Shift+ArrowRight", "5")
    assert rows(board) == ["1 5 .", ". . 9"]
    press_on_board(board, "ArrowDown")
    board.get_by_role("button", name="Lock or unlock").click()
    assert announced(board) == "there is no clue to lock"


def press_on_board(board: Page, *keys: str) -> None:
    evaluate(board, "editor.focus()")
    press(board, *keys)


def test_places_are_marked_whose_counterpart_has_a_clue(board: Page) -> None:
    load(board, "puzzle: hidato\ngrid: |\n  1 . .\n  . . .\n  . . .\n")
    missing = board.locator(".board-frame .missing")
    assert missing.count() == 0
    board.get_by_role("button", name="Symmetric").click()
    assert missing.count() == 1
    press_on_board(board, "Control+End", "9")
    assert (rows(board)[2], missing.count()) == (". . 9", 0)
    board.get_by_role("button", name="Symmetric").click()


def test_blocks_bars_and_holes_come_and_go_in_pairs(board: Page) -> None:
    load(board, "puzzle: crossword\ngrid: |\n  . . . .\n  . . . .\n  C . . .\n")
    board.get_by_role("button", name="Symmetric").click()
    assert not board.locator(".board-frame .missing").count()  # blocks count there, not letters
    press_on_board(board, "Control+Home", "#", "ArrowDown", "A")
    assert rows(board) == ["# . . .", "A . . .", "C . . #"]
    press(board, "Control+z", "Control+z")
    assert rows(board) == [". . . .", ". . . .", "C . . ."]
    board.locator("[data-tool='token #']").click()
    drag(board, [1, 2], [1, 3], [1, 4])
    assert rows(board) == [". # # #", ". . . .", "# # # ."]
    press_on_board(board, "Control+z")
    assert rows(board) == [". . . .", ". . . .", "C . . ."]
    board.get_by_role("button", name="Mirrored").click()
    drag(board, [3, 4])  # for which the letter is overwritten
    assert rows(board)[2] == "# . . #"
    press_on_board(board, "Escape", "Control+Home", "ArrowDown", "ArrowDown", "x")
    assert rows(board)[2] == "X . . ."
    board.get_by_role("radio", name="bars").click()
    press_on_board(board, "Control+Home", "|")
    assert rows(board, "bars")[0] == "| . |"
    board.get_by_role("button", name="Mirrored").click()
    press_on_board(board, ".")
    assert rows(board, "bars")[0] == ". . |"
    load(board, "puzzle: akari\ngrid: |\n  . . .\n  . . .\n")
    board.get_by_role("button", name="Symmetric").click()
    press_on_board(board, "Control+Home", "2", "ArrowRight", "x")
    assert rows(board) == ["2 x .", ". x x"]
    press(board, "2", "ArrowLeft", "Delete")
    assert rows(board) == [". 2 .", ". x ."]
    board.get_by_role("button", name="Symmetric").click()


def test_the_palette_paints(board: Page) -> None:
    load(board, "puzzle: akari\ngrid: |\n  . . . .\n  . . . .\n  . . . 2\n")
    board.locator("[data-tool='token x']").click()
    drag(board, [1, 1], [1, 4], [3, 4])
    assert rows(board) == ["x x x x", ". . . x", ". . . x"]
    drag(board, [1, 2], [1, 3], button="right")
    assert rows(board)[0] == "x . . x"
    board.locator("[data-tool=value]").fill("1")
    board.mouse.click(*spot(board, [2, 1]))
    board.locator("[data-tool=value]").fill("3")
    press(board, "Enter")
    assert rows(board)[1] == "3 . . x"
    for _ in range(4):
        evaluate(board, "editor.undo()")
    assert rows(board) == [". . . .", ". . . .", ". . . 2"]


def test_marks_are_called_what_their_type_calls_them(board: Page) -> None:
    load(board, "puzzle: akari\ngrid: |\n  . . . .\n  . . . .\n  . . . 2\n", "play")
    board.get_by_role("button", name="Light", exact=True).click()
    board.mouse.click(*spot(board, [1, 2]))
    assert filled(board) == [{"kind": "sign", "place": [1, 2], "value": "bulb"}]
    press(board, "ArrowDown", "ArrowUp")
    assert announced(board) == "row 1, column 2: light"


def test_regions_are_painted(board: Page) -> None:
    load(board, "puzzle: starbattle\nregions: |\n  A A B\n  A B B\n  A B B\n")
    board.locator("[data-tool='new region']").click()
    drag(board, [3, 1], [3, 3])
    assert rows(board, "regions") == ["A A B", "A B B", "C C C"]
    assert not board.locator(".board-frame svg text").count()
    press(board, "Escape")
    drag(board, [3, 1], [2, 1])
    assert rows(board, "regions")[1] == "C B B"
    press(board, "Control+z", "Control+z")
    assert rows(board, "regions") == ["A A B", "A B B", "A B B"]


def test_one_of_several_layers_is_edited(board: Page) -> None:
    load(
        board,
        "puzzle: killer\ntotals: |\n  7 . . .\n  . . . .\n  . . . .\n  . . . .\ncages: |" + "\n  1 . . ." * 4 + "\n",
    )
    board.get_by_role("radio", name="givens").click()
    board.mouse.click(*spot(board, [2, 2]))
    press(board, "4")
    assert rows(board, "givens") == [". . . .", ". 4 . .", ". . . .", ". . . ."]
    press(board, "Delete")
    assert "givens" not in evaluate(board, "editor.model().parts")
    board.get_by_role("radio", name="cages").click()
    board.mouse.click(*spot(board, [1, 2]))
    press(board, "Shift+ArrowDown", "9")  # a digit is the total of a cage, and makes one where there is none
    assert rows(board, "cages") == ["1 2 . .", "1 2 . .", "1 . . .", "1 . . ."]
    assert rows(board, "totals")[0] == "7 9 . ."


def test_margins_are_edited(board: Page) -> None:
    load(board, "puzzle: nonogram\ncolumns: |\n  1\n  1\n  0\nrows: |\n  1\n  1\n  ?\n")
    press(board, "ArrowLeft")
    assert announced(board) == "left margin of row 1: 1"
    board.keyboard.type("1 1")
    press(board, "Enter")
    assert evaluate(board, "editor.selection()") == ["left", 2]
    press(board, "Enter")
    board.keyboard.type("z")
    press(board, "Enter")
    assert announced(board) == "z cannot stand here"
    press(board, "Escape", "Delete")
    assert evaluate(board, "editor.model().parts.rows.lines") == [["1", "1"], ["?"], ["?"]]
    board.mouse.click(*spot(board, [1, 2], down=-1))
    board.keyboard.type("2")
    board.mouse.click(*spot(board, [3, 3]))
    assert evaluate(board, "editor.model().parts.columns.lines") == [["1"], ["2"], ["0"]]
    assert evaluate(board, "editor.selection()") == [3, 3]
    press(board, "Control+z", "Control+z", "Control+z")
    assert evaluate(board, "editor.native()") == "puzzle: nonogram\ncolumns: |\n  1\n  1\n  0\nrows: |\n  1\n  1\n  ?\n"


def test_hexagons_are_walked_through(board: Page) -> None:
    load(board, INSTANCES / "hidato" / "hexagon.yaml")
    walked = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft", "End"):
        press(board, key)
        walked.append(tuple(evaluate(board, "editor.selection()")))
    assert walked == [(1, 6), (2, 5), (3, 6), (2, 5), (2, 3), (2, 11)]
    board.keyboard.type("30")
    assert rows(board)[1].split()[-1] == "30"
    assert announced(board) == "row 2, column 5: 30, given"


def test_a_brick_is_hit_up_to_its_corners(board: Page) -> None:
    load(board, INSTANCES / "tawa" / "shifted.yaml")
    for down, right in [(-0.45, -0.45), (-0.45, 0.45), (0.45, -0.45), (0.45, 0.45)]:
        press(board, "Home")
        board.mouse.click(*spot(board, [2, 3], down=down, right=right))  # in whole bricks from the left edge
        assert evaluate(board, "editor.selection()") == [2, 5]
    press(board, "ArrowDown", "4")
    assert rows(board)[2] == ". 4 5 . ."


def test_the_size_and_the_words_are_changed(board: Page) -> None:
    load(board, INSTANCES / "crossword" / "3x3.yaml")
    evaluate(board, "editor.resize(2, 4)")
    assert rows(board) == [". . T .", ". . . ."]
    board.get_by_label("words, one word a line").fill("ONE\nTWO")
    assert evaluate(board, "editor.native()").endswith("words: |\n  ONE\n  TWO\n")
    assert len(evaluate(board, "heard.changes")) == 2
    evaluate(board, "(editor.undo(), editor.undo())")
    assert rows(board) == [". . T", ". . .", ". . ."]
    assert board.get_by_label("words, one word a line").input_value().startswith("BIT\nACE")


def test_constraints_of_a_puzzle_stay_while_it_is_edited(board: Page) -> None:
    more = "thermometer: |\n  r1c1-r1c3\nanti-king: yes\n"
    load(board, f"puzzle: sudoku\ngrid: |\n{'  . . . .' + chr(10)}{('  . . . .' + chr(10)) * 3}{more}")
    press(board, "2")
    assert evaluate(board, "editor.native()").endswith(f"grid: |\n  2 . . .\n{('  . . . .' + chr(10)) * 3}{more}")
    evaluate(board, "editor.resize(6, 6)")
    assert evaluate(board, "editor.native()").endswith(f"  . . . . . .\n{more}")


def test_an_empty_board_keeps_its_holes(board: Page) -> None:
    model = load(board, INSTANCES / "numberlink" / "holes.yaml")
    empty = board.evaluate("async model => emptyLike(model, await typeOf(model.type))", model)
    tokens = {token for row in empty["parts"]["grid"]["rows"] for token in row}
    assert tokens == {"#", "."}
    read = board.evaluate("empty => ask('/api/read', {puzzle: native(empty)})", empty)
    assert read["model"]["parts"] == empty["parts"]
    assert evaluate(board, "editor.model().parts.grid.rows") == model["parts"]["grid"]["rows"]


def test_what_is_shown_instead_is_not_edited(board: Page) -> None:
    load(board, smallest("sudoku"))
    before = rows(board)
    evaluate(board, "editor.overlay({shown: {...editor.picture(), marks: [], missing: [[1, 1]]}})")
    press(board, "3", "Delete")
    assert rows(board) == before
    assert board.locator(".board-frame .missing").count() == 1
    assert announced(board) == "this picture cannot be edited"
    evaluate(board, "editor.overlay({})")
    press(board, "Delete")
    assert announced(board) == "row 1, column 1: empty"


# -- Corners, sides, margins, several values


def test_corners_are_filled_by_keyboard_and_mouse(board: Page) -> None:
    load(board, "puzzle: gokigennaname\ncorners: |\n  . . .\n  . . .\n  . . .\n")
    press(board, "ArrowRight", "ArrowDown", "3")
    assert announced(board) == "upper left corner of row 2, column 2: 3"
    board.mouse.click(*spot(board, [2, 2], right=0.4, down=0.45))
    press(board, "0")
    assert rows(board, "corners") == [". . .", ". 3 .", ". . 0"]
    press(board, "ArrowRight", "ArrowUp", "Shift+ArrowLeft", "1")
    assert rows(board, "corners") == [". . .", ". 1 1", ". . 0"]
    corners = sorted(as_text(mark) for mark in drawn(board))
    texts = [("text", place, value) for place, value in (([2, 2], "1"), ([2, 3], "1"), ([3, 3], "0"))]
    assert corners == sorted(
        as_text({"kind": kind, "place": ["p", *place], "value": value, "given": True}) for kind, place, value in texts
    )


def test_inner_corners_take_what_the_type_says_they_do(board: Page) -> None:
    puzzle = "puzzle: mathrax\ngrid: |\n  . . .\n  . . .\n  . . .\ncorners: |\n  . .\n  . .\n"
    load(board, puzzle)
    board.get_by_role("radio", name="corners").click()
    board.mouse.click(*spot(board, [1, 1], right=0.5, down=0.5))
    board.keyboard.type("12")
    assert board.locator(".board-field").input_value() == "12"
    offered = board.locator(".board-pad button").all_inner_texts()
    assert offered == [*"0123456789", "+", "-", "*", "/"]
    board.locator(".board-pad").get_by_role("button", name="*", exact=True).click()
    assert (rows(board, "corners"), board.locator(".board-field").is_visible()) == (["12* .", ". ."], False)
    press(board, "ArrowRight", "e", "ArrowDown", "Space")
    assert rows(board, "corners") == ["12* e", ". e"]
    assert announced(board) == "upper left corner of row 3, column 3: circle"


SIDES = {
    "manifest.yaml": "name: Order\ngroup: numbers\nabout: Greater numbers stand where the signs say.\n"
    'read:\n  grid:\n    int: "clue(X,V)"\n  sides:\n    "<": "less(X,Y)"\n    ">": "less(Y,X)"\n    "x": "wall(X,Y)"\n    int: "apart(X,Y,V)"\n'
    'draw:\n  "wall(X,Y)": wall\n  "less(X,Y)": {mark: sign, shape: less}\n  "value(X,V)": text\n  "clue(X,V)": text\n',
    "rules.lp": "#defined clue/2.\n#defined less/2.\n#defined apart/3.\n#defined wall/2.\n"
    "{ value(X, V) : V = 1..2 } = 1 :- cell(X).\n#show value/2.\n",
}


def test_sides_are_filled_by_keyboard_and_mouse(board: Page) -> None:
    puzzle = "puzzle: order\ngrid: |\n  . .\n  . .\nsides: |\n  .\n  . .\n  .\n"
    board.evaluate(
        """async ([puzzle, types]) => {
            const { model } = await ask("/api/read", { puzzle, types });
            editor.load(await ask("/api/type", { type: "order", types }), model);
        }""",
        [puzzle, {"order": SIDES}],
    )
    board.get_by_role("radio", name="sides").click()
    evaluate(board, "editor.focus()")
    press(board, "<", "ArrowDown", "ArrowRight", "x")
    assert announced(board).startswith("side between row 1, column 2 and row 2, column 2: ")
    board.mouse.click(*spot(board, [2, 1], right=0.5))
    press(board, "2")
    assert evaluate(board, "editor.model().parts.sides.rows") == [["<"], [".", "x"], ["2"]]
    walls = [mark for mark in drawn(board) if mark["kind"] == "wall"]
    assert [(mark["place"], mark["other"]) for mark in walls] == [([1, 2], [2, 2])]
    again = board.evaluate(
        "async types => (await ask('/api/read', { puzzle: editor.native(), types })).model", {"order": SIDES}
    )
    assert again["parts"]["sides"]["rows"] == [["<"], [".", "x"], ["2"]]
    press(board, "ArrowUp", ">")
    signs = [(mark["place"], mark["value"]) for mark in drawn(board) if mark["kind"] == "sign"]
    assert signs == [(["h", 2, 3], "less_e"), (["h", 3, 2], "less_n")]


def test_tokens_with_several_values_are_written_as_texts(board: Page) -> None:
    load(board, "puzzle: yajilin\ngrid: |\n  . . .\n  . . .\n")
    board.keyboard.type("2e")  # nothing can follow: it is taken at once
    assert rows(board)[0] == "2e . ."
    assert [mark["arrows"] for mark in drawn(board) if "arrows" in mark] == ["2→"]
    press(board, "ArrowRight", "1", "n", "ArrowRight", "x")
    assert rows(board)[0] == "2e 1n x"
    press(board, "ArrowDown", "Enter")
    board.keyboard.type("7z")
    press(board, "Enter")
    assert announced(board) == "7z cannot stand here"
    assert board.locator(".board-frame .notice").inner_text() == "7z cannot stand here"
    press(board, "Escape")
    assert not board.locator(".board-frame .notice").is_visible() and rows(board)[1] == ". . ."
    board.locator("[data-tool=value]").fill("3sw")
    board.mouse.click(*spot(board, [2, 1]))
    assert rows(board)[1] == "3sw . ."


def test_two_sums_stand_in_one_block(board: Page) -> None:
    load(board, "puzzle: kakuro\ngrid: |\n  - - .\n  . . .\n")
    board.keyboard.type("18,6")
    press(board, "Enter", "ArrowRight", ",", "7", "Enter", "ArrowRight", "-")
    assert rows(board)[0] == "18,6 ,7 -"
    notes = {(mark["kind"], mark["value"]) for mark in drawn(board) if mark["kind"].startswith("note")}
    assert notes == {("note_below", "18"), ("note_right", "6"), ("note_right", "7")}
    press(board, "Delete")
    assert rows(board)[0] == "18,6 ,7 ."


@pytest.mark.chromium
def test_parts_that_share_a_margin_and_a_line_of_tokens(board: Page) -> None:
    load(board, smallest("magnets"))
    press(board, "Home", "ArrowLeft", "2")
    board.keyboard.type(" 1")
    press(board, "Enter")
    parts = evaluate(board, "editor.model().parts")
    assert (parts["plus_left"]["tokens"][0], parts["minus_left"]["tokens"][0]) == ("2", "1")
    press(board, "ArrowUp", "F2")
    assert board.locator(".board-field").input_value() == "2 1"
    board.locator(".board-field").fill("2 2")
    press(board, "Enter", "F2")
    board.locator(".board-field").fill("2")
    press(board, "Enter")
    texts = board.locator(".board-frame > svg text").evaluate_all(
        "all => all.map(each => ({...each.dataset, x: each.getAttribute('x')}))"
    )
    at = {
        (json.loads(each["place"])[1], each.get("index", "1")): each["x"] for each in texts if "left" in each["place"]
    }
    assert at[1, "1"] == at[2, "1"] != at[1, "2"] and (2, "2") not in at
    load(board, smallest("battleship"))
    line = board.get_by_label("fleet, between blanks")
    line.fill("3 2 q")
    press(board, "Enter")
    assert announced(board) == "q cannot stand here"
    line.fill("3 2 1")
    press(board, "Enter")
    assert evaluate(board, "editor.model().parts.fleet.rows") == [["3", "2", "1"]]


def test_the_cells_of_a_tube_are_drawn_while_they_are_set(board: Page) -> None:
    load(board, "puzzle: thermometer\ncolumns: . .\nrows: . .\nthermometers: |\n  1.1 1.2\n  . .\n")
    press(board, "ArrowDown", "ArrowRight", "Enter")
    board.keyboard.type("1.3")
    press(board, "Enter")
    tube = [(mark["place"], mark.get("index", "1")) for mark in drawn(board) if mark["kind"] == "tube"]
    assert tube == [([1, 1], "1"), ([1, 2], "2"), ([2, 2], "3")]
    assert board.locator(".board-frame > svg path[stroke-width='16']").count() == 1


def test_a_number_out_of_range_replaces_and_is_refused(board: Page) -> None:
    load(board, "puzzle: slitherlink\ngrid: |\n  . .\n  . .\n")
    evaluate(board, "editor.takeRanges({grid: {least: 0, most: 4}})")
    press(board, "3", "4")
    assert rows(board)[0] == "4 ."
    press(board, "9")
    assert rows(board)[0] == "4 ." and announced(board) == "9 cannot stand here; expected 0 to 4"
    assert board.locator(".board-frame .notice").is_visible()
    press(board, "ArrowRight")
    assert not board.locator(".board-frame .notice").is_visible()


# -- Play


def way(cells: list[list[int]], start: list[int], end: list[int], shifted: bool) -> list[str]:
    """The keys that lead from cell to cell."""
    if shifted:
        line = [cell for cell in sorted(cells) if cell[0] == end[0]]
        return ["Control+Home", *["ArrowDown"] * (end[0] - 1), "Home", *["ArrowRight"] * line.index(end)]
    steps = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
    known = {tuple(start): [""]}
    queue = deque([tuple(start)])
    there = {tuple(cell) for cell in cells}
    while queue:
        here = queue.popleft()
        for key, (down, right) in steps.items():
            ways = ((here[0] + down * far, here[1] + right * far) for far in range(1, 60))
            following = next((cell for cell in ways if cell in there), None)  # over what is not a cell
            if following is not None and following not in known:
                known[following] = [*known[here], key]
                queue.append(following)
    return known[tuple(end)][1:]


DIRECTIONS: dict[str, dict[tuple[int, int], str]] = {
    "square": {(0, 1): "ArrowRight", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (-1, 0): "ArrowUp"},
    "hex": {(0, 2): "KeyD", (1, 1): "KeyX", (1, -1): "KeyZ", (0, -2): "KeyA", (-1, -1): "KeyW", (-1, 1): "KeyE"},
}
DIRECTIONS["brick"] = DIRECTIONS["hex"]


def fill_in(board: Page, picture: Mark, mark: Mark, kinds: list[tuple[str, str]], slanted: bool = False) -> None:
    """Fills one mark in by keyboard. slanted: lines may lead from any cell to any other."""
    place, line = mark["place"], None
    if mark.get("other"):
        line = [each if each[0] != "p" else each[1:] for each in (place, mark["other"])]
        step = (line[1][0] - line[0][0], line[1][1] - line[0][1])
        if place[0] == "p":  # the side above a cell or on its left; of outer cells below or on the right
            across = step == (0, 1)
            cell = line[0]
            towards = (-1, 0) if across else (0, -1)
            if cell not in picture["cells"]:
                cell = [cell[0] - across, cell[1] - (not across)]
                towards = (-towards[0], -towards[1])
            place, step = cell, towards
    cells, start = picture["cells"], evaluate(board, "editor.selection()")
    if line is None and place[0] == "p":
        cells = [[r, c] for r in range(1, picture["rows"] + 2) for c in range(1, picture["columns"] + 2)]
        start, place = start[1:], place[1:]
    press(board, *way(cells, start, place, picture["board"] != "square"))
    if line is not None:
        if slanted:
            board.keyboard.down("Shift")
            press(board, *way(cells, line[0], line[1], shifted=False))
            board.keyboard.up("Shift")
            return
        if step not in DIRECTIONS[picture["board"]]:  # over cells to the next one that holds something
            step = tuple((number > 0) - (number < 0) for number in step)
        press(board, *[f"Shift+{DIRECTIONS[picture['board']][step]}"] * int(mark.get("value") or 1))
    elif mark["kind"] == "text":
        board.keyboard.type(mark["value"])
    else:
        state = (mark["kind"], mark.get("value", ""))
        press(board, *["Space"] * (1 + kinds.index(state)))


def divides(name: str) -> bool:
    """Whether an answer consists of regions, whose labels are somebody's own."""
    shown = rules.load([TYPES[name].rules_file]).shown_names
    return any(rule.kind.layer.is_area and rule.template.name in shown for rule in TYPES[name].draw)


@pytest.mark.parametrize("name", Some.where(TYPES, lambda name: not divides(name)))
def test_an_answer_is_filled_in_by_keyboard(board: Page, name: str) -> None:
    examples = (file.read_text(encoding="utf-8") for file in catalog.examples(TYPES[name]))
    answers = ((text, answer_of(board, text)) for text in examples)
    puzzle, picture = next(pair for pair in answers if any(not mark.get("given") for mark in pair[1]["marks"]))
    load(board, puzzle, "play")
    board.evaluate("picture => editor.overlay({board: picture})", picture)  # the rules may say what is not a cell
    answer = board.evaluate("async name => (await typeOf(name)).answer", name)
    clicked = [each for each in answer if each["kind"] not in ("text", "line", "wall")]
    kinds = [(each["kind"], value) for each in clicked for value in each.get("values", [""])]
    free = [mark for mark in picture["marks"] if not mark.get("given")]
    matching = (next((mark for mark in free if mark["kind"] == each["kind"]), None) for each in answer)
    wanted = [mark for mark in matching if mark is not None]
    assert wanted
    for mark in wanted:
        fill_in(board, picture, mark, kinds, any(each.get("slanted") for each in answer))
    assert sorted(map(as_text, filled(board))) == sorted(map(as_text, wanted))
    assert evaluate(board, "heard.plays.at(-1)") == filled(board)
    play = [mark for mark in drawn(board) if mark.get("layer") == "play"]
    assert sorted(map(as_text, play)) == sorted(map(as_text, wanted))
    board.evaluate("marks => editor.markWrong(marks)", wanted[:1])
    assert board.locator("[data-wrong]").count() == 1
    assert board.locator(".wrong-sign").count() == 1
    for _ in range(8):
        evaluate(board, "editor.undo()")
    assert filled(board) == []
    board.evaluate("marks => editor.fill(marks)", wanted)
    assert sorted(map(as_text, filled(board))) == sorted(map(as_text, wanted))


def test_givens_stay_and_notes_are_no_answer(board: Page) -> None:
    load(board, "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n", "play")
    press(board, "2")
    assert announced(board) == "this is given"
    press(board, "ArrowRight", "Shift+Digit3", "Shift+Digit2", "Shift+Digit4", "Shift+Digit4")
    assert filled(board) == []
    assert announced(board) == "row 1, column 2: notes 23"
    press(board, "5")  # a 5 may be wrong, but may be written; a second digit replaces it
    press(board, "2")
    assert filled(board) == [{"kind": "text", "place": [1, 2], "value": "2"}]
    press(board, "Control+z", "Delete")
    assert [mark["value"] for mark in drawn(board) if mark.get("open")] == ["23"]


def test_notes_in_the_centre_stand_beside_the_others(board: Page) -> None:
    load(board, "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n", "play")
    press(board, "ArrowRight", "Shift+Digit3", "Control+2", "Control+4")
    assert announced(board) == "row 1, column 2: notes 3; centre notes 24"
    board.get_by_role("button", name="Notes in the centre").click()
    press_on_board(board, "4", "ArrowRight", "1")
    notes = [(mark["kind"], mark["place"], mark["value"]) for mark in drawn(board) if mark.get("open")]
    assert sorted(notes) == [("centre", [1, 2], "2"), ("centre", [1, 3], "1"), ("text", [1, 2], "3")]
    board.get_by_role("button", name="Notes in the centre").click()
    press_on_board(board, "3")
    assert filled(board) == [{"kind": "text", "place": [1, 3], "value": "3"}]
    press(board, "Delete", "Delete", "ArrowLeft", "Delete")
    assert not [mark for mark in drawn(board) if mark.get("open")]


@pytest.mark.chromium
def test_a_slanted_line_leads_from_where_a_drag_begins_to_where_it_ends(board: Page) -> None:
    load(board, smallest("tajmahal"), "play")
    line = [([1, 1], [2, 3])]
    drag(board, [1, 1], [1, 2], [3, 2], [2, 3])
    assert [(mark["place"], mark["other"]) for mark in filled(board)] == line
    drag(board, [2, 3], [1, 3], [1, 1])
    assert filled(board) == []
    evaluate(board, "editor.undo()")
    assert [(mark["place"], mark["other"]) for mark in filled(board)] == line


@pytest.mark.parametrize("name", ["sudoku", "slitherlink", "numberlink", "hidato"])
def test_pencil_lines_are_no_answer(board: Page, name: str) -> None:
    load(board, smallest(name), "play")
    board.locator("[data-tool=colour]").click()  # what one remembers something by
    board.get_by_role("button", name="Pencil").click()
    drag(board, [1, 1], [1, 2], [2, 2])

    def pencil() -> list[tuple[Any, Any]]:
        return [(mark["place"], mark["other"]) for mark in drawn(board) if mark["kind"] == "pencil"]

    assert pencil() == [([1, 1], [1, 2]), ([1, 2], [2, 2])]
    x, y = spot(board, [1, 1], 0.5, 0.5)
    board.mouse.move(x, y)
    board.mouse.down()
    board.mouse.move(*spot(board, [1, 2], 0.5, 0.5), steps=5)
    board.mouse.up()
    assert pencil()[-1] == (["p", 2, 2], ["p", 2, 3])
    press_on_board(board, "Control+Home", "Shift+ArrowRight")
    assert pencil()[0] == ([1, 2], [2, 2])
    press(board, "Alt+ArrowRight")
    assert "pencil line below" in announced(board) and "pencil side right and below" in announced(board)
    assert filled(board) == []
    kept = evaluate(board, "editor.progress()")
    board.evaluate("kept => editor.restore(kept)", kept)
    assert len(pencil()) == 3


def test_marks_crosses_and_drags_in_cells(board: Page) -> None:
    load(board, smallest("starbattle"), "play")
    press(board, "Space", "Space")
    assert (filled(board), announced(board)) == ([], "row 1, column 1: crossed out; region A")
    press(board, "Space")
    assert not [mark for mark in drawn(board) if mark.get("layer") == "play"]
    board.mouse.click(*spot(board, [2, 2]))
    drag(board, [3, 1], [3, 3], button="right")
    assert filled(board) == [{"kind": "star", "place": [2, 2]}]
    assert sum(mark["kind"] == "cross" for mark in drawn(board)) == 3
    press(board, "Control+z")
    assert not [mark for mark in drawn(board) if mark["kind"] == "cross"]


def test_lines_are_dragged_through_cells(board: Page) -> None:
    load(board, "puzzle: numberlink\ngrid: |\n  1 . .\n  . . .\n  . 1 .\n", "play")
    drag(board, [1, 1], [1, 3], [2, 3], [1, 3])
    steps = [(mark["place"], mark["other"]) for mark in filled(board)]
    assert steps == [([1, 1], [1, 2]), ([1, 2], [1, 3])]
    drag(board, [1, 2], [1, 1])
    assert [mark["place"] for mark in filled(board)] == [[1, 2]]
    press(board, "Alt+ArrowDown", "Alt+ArrowDown")
    assert announced(board) == "row 1, column 1: 1, given; no line below"
    assert len(filled(board)) == 1


def test_bridges_are_dragged_and_drawn_over_cells(board: Page) -> None:
    load(board, "puzzle: hashi\ngrid: |\n  3 . . 2\n  . . . .\n  1 . . .\n", "play")
    across = {"kind": "line", "place": [1, 1], "other": [1, 4], "value": "1"}
    drag(board, [1, 1], [1, 4])
    assert filled(board) == [across]
    drag(board, [1, 4], [1, 1])
    assert filled(board) == [across | {"value": "2"}]
    press(board, "Control+Home", "Shift+ArrowDown")
    assert filled(board) == [across | {"value": "2"}, across | {"other": [3, 1]}]
    assert announced(board) == "row 1, column 1: 3, given; 2 bridges right; bridge below"
    press(board, "ArrowRight", "Shift+ArrowRight")  # a third one is none
    assert filled(board) == [across | {"other": [3, 1]}]
    press(board, "Shift+ArrowDown")
    assert announced(board) == "there is nothing to join"


def test_marks_on_corners_are_clicked_and_crossed_out(board: Page) -> None:
    load(board, "puzzle: squareo\ngrid: |\n  1 .\n", "play")
    board.mouse.click(*spot(board, [1, 1], right=0.5, down=0.5))
    press(board, "ArrowUp", "Space", "Space")
    assert filled(board) == [{"kind": "disc", "place": ["p", 2, 2]}]
    assert announced(board) == "upper left corner of row 1, column 2: crossed out"
    press(board, "ArrowDown", "Delete")
    assert filled(board) == []


def test_sides_are_clicked(board: Page) -> None:
    load(board, "puzzle: slitherlink\ngrid: |\n  . 3\n  . .\n", "play")
    edge = spot(board, [1, 1], right=0.45)
    board.mouse.click(*edge)
    assert filled(board) == [{"kind": "line", "place": ["p", 1, 2], "other": ["p", 2, 2]}]
    board.mouse.click(*edge)
    assert filled(board) == []
    assert [mark["value"] for mark in drawn(board) if mark["kind"] == "line"] == ["x"]
    board.mouse.click(*edge)
    assert not [mark for mark in drawn(board) if mark["kind"] == "line"]
    press(board, "Control+Home", "Shift+ArrowUp")
    assert filled(board) == [{"kind": "line", "place": ["p", 1, 1], "other": ["p", 1, 2]}]


def test_a_drag_from_corner_to_corner_draws_no_other_side(board: Page) -> None:
    load(board, "puzzle: slitherlink\ngrid: |\n  . 3\n  . .\n", "play")
    x, y = spot(board, [1, 1], right=-0.5, down=-0.5)
    right, down = (spot(board, [1, 1], right=0.5, down=each) for each in (-0.5, 0.5))
    board.mouse.move(x + 2, y + 3)
    board.mouse.down()
    for point in (right, down):
        board.mouse.move(point[0] - 3, point[1] + 2, steps=6)
    board.mouse.up()
    ends = [(mark["place"], mark["other"]) for mark in filled(board)]
    assert ends == [(["p", 1, 1], ["p", 1, 2]), (["p", 1, 2], ["p", 2, 2])]
    press(board, "Control+z")
    assert filled(board) == []


def test_walls_between_cells_are_clicked_and_drawn(board: Page) -> None:
    load(board, "puzzle: doors\ngrid: |\n  . . .\n  . . .\n", "play")
    board.mouse.click(*spot(board, [1, 1], right=0.45))
    press(board, "Control+Home", "Shift+ArrowDown")
    walls = [{"kind": "wall", "place": [1, 1], "other": other} for other in ([1, 2], [2, 1])]
    assert filled(board) == walls
    assert announced(board) == "row 1, column 1: closed door right and below"
    board.mouse.click(*spot(board, [1, 1], right=0.45))
    assert filled(board) == walls[1:]


def test_regions_of_an_answer_are_painted(board: Page) -> None:
    load(board, "puzzle: shikaku\ngrid: |\n  4 .\n  . .\n  2 .\n", "play")
    drag(board, [1, 1], [1, 2])
    drag(board, [3, 1], [3, 2])
    drag(board, [1, 1], [2, 1], [2, 2])
    labels = {tuple(mark["place"]): mark["value"] for mark in filled(board)}
    assert len(labels) == 6 and len({labels[1, 1], labels[1, 2], labels[2, 1], labels[2, 2]}) == 1
    assert labels[3, 1] == labels[3, 2] != labels[1, 1]
    checked = board.evaluate(
        "async () => ask('/api/check', { puzzle: editor.native(), filled: editor.filled(), show: [] })"
    )
    assert (checked["complete"], checked["wrong"]) == (True, [])
    press(board, "Control+End", "Delete", "Shift+ArrowUp")
    labels = {tuple(mark["place"]): mark["value"] for mark in filled(board)}
    assert labels[3, 2] == labels[2, 2] not in (labels[1, 1], labels[3, 1])
    board.locator("[data-tool=erase]").click()
    drag(board, [1, 1], [3, 1])
    assert len(filled(board)) == 3


WORDS = "puzzle: crossword\ngrid: |\n  . . #\n  . . .\n  # . .\nwords: [AB, CAD, BA, ADE]\n"


def test_letters_go_on_along_the_word(board: Page) -> None:
    load(board, WORDS)
    board.keyboard.type("abx")  # the word ends: the last letter is written over
    assert rows(board) == ["A X #", ". . .", "# . ."]
    press(board, "Backspace", "Backspace", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowDown")
    board.keyboard.type("de")
    assert rows(board) == [". . #", ". D .", "# E ."]
    board.mouse.click(*spot(board, [2, 1]))
    board.mouse.click(*spot(board, [2, 1]))
    assert announced(board).startswith("row 2, column 1")
    board.keyboard.type("q")
    assert evaluate(board, "editor.selection()") == [2, 2]


def test_letters_of_an_answer_go_on_over_given_ones(board: Page) -> None:
    load(board, WORDS.replace("  . . .", "  . B ."), "play")
    press(board, "ArrowDown", "ArrowRight", "ArrowLeft")
    board.keyboard.type("ac")
    assert [(mark["place"], mark["value"]) for mark in filled(board)] == [([2, 1], "A"), ([2, 3], "C")]
    press(board, "Backspace", "ArrowUp", "Space")
    assert announced(board) == "across"


# -- For everybody


def test_one_tab_stop_each_and_names_for_all(board: Page) -> None:
    load(board, smallest("killer"))
    stops: list[str] = []
    board.locator("#before").focus()
    for _ in range(5):
        press(board, "Tab")
        stops.append(evaluate(board, "document.activeElement.getAttribute('role') ?? document.activeElement.tagName"))
    assert stops == [
        "radio",
        evaluate(board, "document.querySelector('.board-palette [tabindex=\"0\"]').tagName"),
        "application",
        "SELECT",  # of the constraints that can be added
        "BUTTON",
    ]
    assert evaluate(board, "document.activeElement.id") == "after"
    unnamed = """[...document.querySelectorAll('#place button, #place input, #place [role]')].filter(each =>
      !each.hidden && !each.getAttribute('aria-label') && !each.textContent.trim()).length"""
    assert evaluate(board, unnamed) == 0
    assert "answer to fill in" not in board.get_by_role("application").get_attribute("aria-label")
    board.locator(".board-palette button").first.focus()
    press(board, "End")
    assert evaluate(board, "document.activeElement.dataset.tool") == "symmetric"


@pytest.mark.chromium
@pytest.mark.parametrize("file", ["killer/classic.yaml", "nonogram/20x20.yaml", "hidato/hexagon.yaml"])
def test_cells_are_large_enough_for_a_finger(browser: Any, server: str, file: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    board = context.new_page()
    board.route("**/board.html", lambda route: route.fulfill(content_type="text/html", body=PAGE))
    board.goto(f"{server}/board.html")
    board.locator("body[data-ready]").wait_for()
    board.evaluate("begin()")
    load(board, INSTANCES / file)
    assert evaluate(board, "document.querySelector('.board-frame > svg .board-marks').getScreenCTM().a") * 40 >= 24
    assert evaluate(board, "document.documentElement.scrollWidth") <= 390
    context.close()


# -- The table of marks


LOZENGE = {
    "layer": "symbol", "here": "lozenge", "area": False, "has_value": False, "on_board": False, "follows": False,
    "glyph": "◆", "shape": {"path": "M0 -0.25L0.25 0L0 0.25L-0.25 0Z", "filled": True, "outlined": False},
}  # fmt: skip


def test_a_new_mark_is_drawn_named_and_filled_in_from_its_entry_alone(browser: Any, server: str) -> None:
    page = browser.new_page(viewport=WINDOW)
    page.set_default_timeout(20_000)

    def with_lozenge(route: Any) -> None:
        table = route.fetch().json()
        table["marks"]["lozenge"] = LOZENGE
        route.fulfill(json=table)

    page.route("**/board.html", lambda route: route.fulfill(content_type="text/html", body=PAGE))
    page.route("**/api/drawing", with_lozenge)
    page.goto(f"{server}/board.html")
    page.locator("body[data-ready]").wait_for()
    page.evaluate("begin()")
    page.evaluate("""async () => {
        const model = { type: "mine", title: "", source: "", board: "square", rows: 1, columns: 2, row_starts: [], options: {},
          symbols: null, answer: null, verdict: null, parts: { grid: { shape: "grid", rows: [["q", "."]] } } };
        const tokens = [{ token: "q", hole: false, blank: false, marks: [{ kind: "lozenge" }] }];
        const type = { name: "mine", title: "Mine", boards: ["square"], options: [], examples: [], files: {}, nouns: {},
          parts: [{ name: "grid", shape: "grid", optional: false, side: null, tokens }],
          answer: [{ kind: "lozenge", on: "cells" }] };
        editor.load(type, model);
        editor.mode("play");
        editor.focus();
    }""")
    given = page.locator('.board-picture [data-kind="lozenge"]')
    assert given.get_attribute("d") == "M20 10L30 20L20 30L10 20Z" and given.get_attribute("data-given") == "true"
    assert page.locator('[data-tool="lozenge"]').get_attribute("aria-label") == "Lozenge"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert page.evaluate("editor.filled()") == [{"kind": "lozenge", "place": [1, 2]}]
    assert page.evaluate("heard.said.at(-1)") == "row 1, column 2: lozenge"
    page.close()


def test_the_page_draws_symbols_as_the_service_does(board: Page) -> None:
    symbols = [(name, "") for name, kind in MARKS.items() if kind.shape is not None]
    for name, value in [*symbols, *(("sign", shape) for shape in SHAPES)]:
        marks = [{"kind": name, "value": value, "place": place} for place in ([1, 1], ["p", 2, 2], ["h", 3, 2])]
        drawn, drawing = drawn_twice(board, 1, 1, marks)
        assert len(drawn) == 3 and all(f'd="{path}"' in drawing for path in drawn)


def drawn_twice(board: Page, rows: int, columns: int, marks: list[dict[str, Any]]) -> tuple[list[str], str]:
    """The paths of marks that the page draws on a board of squares, and the service's drawing of the same."""
    cells = [[r, c] for r in range(1, rows + 1) for c in range(1, columns + 1)]
    picture = {"rows": rows, "columns": columns, "board": "square", "cells": cells, "marks": marks}
    drawn = board.evaluate(
        "picture => [...drawPicture(picture).querySelectorAll('path[data-kind], [data-kind] path')]"
        ".map((each) => each.getAttribute('d'))",
        picture,
    )
    places = [[records.place_of(mark[end]) if end in mark else None for end in ("place", "other")] for mark in marks]
    same = tuple(PictureMark(mark["kind"], *ends, mark.get("value", "")) for mark, ends in zip(marks, places))
    return drawn, svg.render([Picture(Board.square(rows, columns), same)])


def test_the_page_draws_walls_and_parallel_lines_as_the_service_does(board: Page) -> None:
    marks = [
        {"kind": "wall", "place": [1, 1], "other": [1, 2]}, {"kind": "wall", "place": [1, 2], "other": [2, 2]},
        {"kind": "line", "place": [1, 1], "other": [2, 1], "value": "2"},
    ]  # fmt: skip
    drawn, drawing = drawn_twice(board, 2, 2, marks)
    assert len(drawn) == 3
    strokes = {stroke for path in drawn for stroke in re.findall("M[^M]*", path)}
    assert strokes == {"M40 0L40 40", "M80 40L40 40", "M16 20L16 60", "M24 20L24 60"}
    assert all(stroke in drawing for stroke in ("M40 0V40H80", "M16 20V60", "M24 20V60"))


def test_a_hole_of_the_rules_is_no_cell_on_the_page(board: Page) -> None:
    cells = [[1, 1], [1, 2]]
    marks = [{"kind": "hole", "place": [1, 2], "given": True}]
    picture = {"rows": 1, "columns": 2, "board": "square", "cells": cells, "marks": marks}
    width = (
        "picture => [...drawPicture(picture).querySelectorAll('path')].map((each) => each.getAttribute('d')).join(' ')"
    )
    assert "80" in board.evaluate(width, {**picture, "marks": []}) and "80" not in board.evaluate(width, picture)


def test_texts_of_the_page_have_arrows_and_notes_their_corners(board: Page) -> None:
    marks = [
        {"kind": "text", "place": [1, 1], "value": "3e", "arrows": "3→"}, {"kind": "sign", "place": [1, 2], "value": "odd"},
        {"kind": "note", "place": [1, 3], "value": "1"}, {"kind": "note_right", "place": [1, 3], "value": "2"},
        {"kind": "note_below", "place": [1, 3], "value": "4"},
    ]  # fmt: skip
    cells = [[1, 1], [1, 2], [1, 3]]
    picture = {"rows": 1, "columns": 3, "board": "square", "cells": cells, "marks": marks}
    texts = board.evaluate(
        "picture => [...drawPicture(picture).querySelectorAll('text')]"
        ".map((each) => [each.textContent, Number(each.getAttribute('x')), Number(each.getAttribute('y'))])",
        picture,
    )
    at = {text: (x, y) for text, x, y in texts}
    assert at.keys() == {"3→", "odd", "1", "2", "4"}
    assert at["1"][0] < 100 < at["2"][0] and at["4"][0] < 100 and at["1"][1] == at["2"][1] < 20 < at["4"][1]
