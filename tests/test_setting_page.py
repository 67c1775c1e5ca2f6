"""The page as setters and solvers use it who come from other sites: drawing constraints, links to solve, selections, arrows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import INSTANCES
from test_page import PATIENCE, button, edit, open_type, play, rows, settles, text, verdict

Page = Any

NINE = [
    "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79",
]  # fmt: skip
CLASSIC = "puzzle: sudoku\ngrid: |\n" + "".join(f"  {' '.join(row)}\n" for row in NINE)


@pytest.fixture(autouse=True)
def patient(page: Page) -> Iterator[None]:
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1366, "height": 850})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield
    assert not faults


def spot(page: Page, row: float, column: float) -> tuple[float, float]:
    """Where a point of a square board is on the screen; 1, 1 is the middle of the first cell."""
    matrix = "(m => [m.a, m.e, m.f])(document.querySelector('.board-frame > svg .board-marks').getScreenCTM())"
    scale, x, y = page.evaluate(matrix)
    return x + (column - 0.5) * 40 * scale, y + (row - 0.5) * 40 * scale


def drag(page: Page, *cells: tuple[float, float]) -> None:
    page.mouse.move(*spot(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*spot(page, *cell), steps=6)
    page.mouse.up()


def click(page: Page, row: float, column: float) -> None:
    page.mouse.click(*spot(page, row, column))


def paste(page: Page, pasted: str) -> None:
    """What the browser does when somebody pastes outside of a field."""
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
        Object.defineProperty(event, "clipboardData", { value: data }); // Firefox takes none that was made
        document.body.dispatchEvent(event); }""",
        pasted,
    )


def write(field: Any, value: str) -> None:
    """Types a value into a field and confirms it. (What is only filled in has not changed, for Firefox.)"""
    field.press("Control+a")
    field.press_sequentially(value)
    field.press("Enter")


def come_slowly(page: Page, name: str, *found: dict[str, Any]) -> None:
    """What an analysis has found so far comes one by one: the first at once, each further one after `goOn()`."""
    page.evaluate(
        """([name, events]) => {
          const asked = window.fetch;
          const stream = signal => new ReadableStream({ async start(controller) {
            signal?.addEventListener("abort", () => controller.error(signal.reason));
            for (const event of events) {
              controller.enqueue(new TextEncoder().encode(event));
              await new Promise(done => { window.goOn = done; });
            }
          } });
          window.fetch = (address, init) => String(address).endsWith(`api/${name}`)
            ? Promise.resolve(new Response(stream(init.signal), { headers: { "content-type": "text/event-stream" } })) : asked(address, init);
        }""",
        [name, [f"event: found\ndata: {json.dumps(each)}\n\n" for each in found]],
    )


def empty(page: Page, server: str, name: str, rows: int | None = None) -> None:
    open_type(page, server, name)
    for name in ("rows", "columns") if rows is not None else ():
        write(page.locator(f"#{name}"), str(rows))
        settles(lambda name=name: f"{rows} {name}" in page.locator(".board-frame").get_attribute("aria-label"))
    page.locator("#examples").select_option("Empty board")
    settles(lambda: page.locator("#verdict").get_attribute("data-verdict") == "bare")


# -- Setting


def test_constraints_are_drawn_in_the_order_of_the_drag(page, server):
    empty(page, server, "sudoku", 9)
    add = page.get_by_label("Add a constraint")
    add.select_option("thermometer")
    drag(page, (2, 2), (2, 5), (4, 5))
    verdict(page, "multiple")  # there are constraints, though no givens
    button(page, "Whispers").click()  # which does not take the cells of the thermometer
    page.evaluate("scrollTo(0, 0)")
    drag(page, (1, 1), (1, 4))
    add.select_option("cage")
    drag(page, (6, 5), (6, 6), (7, 6))
    page.keyboard.type("12")
    add.select_option("difference")
    click(page, 5, 5.46)
    add.select_option("xv")
    click(page, 5.46, 2)
    page.keyboard.type("v")
    groups = ("r2c2-r2c5 r3c5 r4c5", "r1c1-r1c4", "r6c5 r6c6 r7c6 = 12", "r5c5 r5c6", "r5c2 r6c2 = V")
    settles(lambda: all(f"\n  {group}\n" in text(page) for group in groups))
    assert page.locator("#board [data-kind=tube]").count() == 6
    page.keyboard.press("Escape")
    drag(page, (8, 1), (8, 3))  # cells first, then their constraint
    add.select_option("renban")
    settles(lambda: "renban: |\n  r8c1-r8c3\n" in text(page))
    page.keyboard.press("Control+z")
    settles(lambda: "renban" not in text(page))


def test_arrows_are_typed_as_elsewhere(page, server):
    empty(page, server, "yajilin")
    cells = {(1, 1): ["2", "ArrowRight"], (2, 2): ["1", ">"], (3, 3): ["0", "d"], (4, 4): ["2", "n"]}
    for cell, keys in cells.items():
        click(page, *cell)
        for at, key in enumerate(keys):
            page.keyboard.press(key)
            if at == 0:
                labels = page.locator(".board-pad button").all_inner_texts()
                assert "→" in labels and "↗" not in labels
    rows = [["2e", ".", ".", ".", "."], [".", "1e", ".", "."], [".", ".", "0s"], [".", ".", ".", "2n"]]
    settles(lambda: all(" ".join(row) in " ".join(text(page).split()) for row in rows))


def test_shift_and_an_arrow_key_turn_a_clue_as_on_puzz_link(page, server):
    empty(page, server, "yajilin")
    first = lambda token: settles(lambda: rows(page)[0].split()[0] == token)  # noqa: E731
    click(page, 1, 1)
    for key in ("0", "ArrowLeft"):
        page.keyboard.press(key)
    first("0w")
    for key, token in (("Shift+ArrowUp", "0n"), ("3", "0n"), ("Shift+ArrowRight", "3e"), ("Shift+ArrowUp", "3n")):
        page.keyboard.press(key)
        first(token)
    page.keyboard.press("Control+z")
    first("3e")
    click(page, 2, 2)
    page.keyboard.press("Shift+ArrowRight")  # where there is no arrow, it selects
    assert page.locator(".board-cursor .chosen").count() == 1


def test_a_proposal_stays_under_the_pointer_while_better_ones_are_found(page, server):
    """What was clicked is what is added, and Undo takes it back."""
    open_type(page, server, "sudoku", "4x4")
    page.get_by_label("Examples").select_option("Empty board")
    verdict(page, "bare")
    grid = "puzzle: sudoku\ngrid: |\n  {} {} . .\n  . . . .\n  . . . .\n  . . . .\n"
    first, second = ({"says": f"a {value.strip('.')}", "instance": grid.format(*value)} for value in ("1.", ".2"))
    lists = ([first], [second, first])
    come_slowly(page, "why", *({"repairs": {"says": "These would do:", "clues": clues}, "says": []} for clues in lists))
    button(page, "Make unique").click()
    page.get_by_role("button", name="Add: a 1").hover()
    page.mouse.down()
    page.evaluate("window.goOn()")
    page.get_by_role("button", name="Add: a 2").wait_for()
    page.mouse.up()
    settles(lambda: rows(page)[:1] == ["1 . . ."])
    button(page, "Undo").click()
    verdict(page, "bare")


def test_regions_are_drawn_by_their_borders(page, server):
    empty(page, server, "heyawake", 4)
    drag(page, (0.5, 2.5), (2.5, 2.5))  # encloses nothing yet
    waiting = page.locator("#board [data-kind=wall]")
    settles(lambda: waiting.count() == 2)
    assert len(set(rows(page, "regions"))) == 1
    drag(page, (2.5, 4.5), (2.5, 0.5))
    click(page, 1, 1)
    page.keyboard.type("2")
    settles(lambda: rows(page, "regions") == ["1 1 2 2", "1 1 2 2", "3 3 3 3", "3 3 3 3"])
    settles(lambda: rows(page)[0] == "2 . . .")
    assert waiting.count() == 0
    drag(page, (0.5, 2.5), (2.5, 2.5))  # over a border: it goes
    settles(lambda: rows(page, "regions") == ["1 1 1 1", "1 1 1 1", "3 3 3 3", "3 3 3 3"])
    page.keyboard.press("Control+z")
    settles(lambda: rows(page, "regions")[0] == "1 1 2 2")


def test_cages_are_drawn_and_their_totals_typed(page, server):
    empty(page, server, "killer", 4)
    page.get_by_role("radio", name="cages").click()
    drag(page, (1, 1), (1, 2), (2, 2))
    page.keyboard.type("12")
    drag(page, (3, 3), (4, 3))
    page.keyboard.type("7")
    click(page, 4, 4)
    page.keyboard.type("3")  # a cage of one cell
    settles(lambda: rows(page, "totals") == ["12 . . .", ". . . .", ". . 7 .", ". . . 3"])
    assert rows(page, "cages") == ["1 1 . .", ". 1 . .", ". . 2 .", ". . 2 3"]


def test_a_number_alone_becomes_a_clue_like_the_last(page, server):
    empty(page, server, "kakuro", 4)
    click(page, 1, 2)
    page.keyboard.type("12,")
    click(page, 1, 3)  # which is not under the buttons for what may follow
    page.keyboard.type("6")
    click(page, 2, 1)
    page.keyboard.type(",4")
    click(page, 3, 1)
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    settles(lambda: rows(page)[:3] == [". 12, 6, .", ",4 . . .", ",9 . . ."])


def test_clicks_go_through_numbers(page, server):
    empty(page, server, "slitherlink", 5)
    page.locator("[data-tool='token 4']").wait_for()  # the numbers that the type takes are known
    click(page, 1, 1)  # selects
    first = page.locator("#board [data-kind=text][data-place='[1,1]']")
    assert first.count() == 0
    for number in ("0", "1", "2"):
        click(page, 1, 1)
        settles(lambda number=number: first.get_attribute("data-value") == number)
    page.mouse.click(*spot(page, 1, 1), button="right")
    settles(lambda: first.get_attribute("data-value") == "1")
    click(page, 2, 2)
    click(page, 1, 1)  # selects it again
    assert first.get_attribute("data-value") == "1"
    drag_right = [(1, 1), (1, 3)]
    page.mouse.move(*spot(page, *drag_right[0]))
    page.mouse.down(button="right")
    page.mouse.move(*spot(page, *drag_right[1]), steps=6)
    page.mouse.up(button="right")
    settles(lambda: first.count() == 0)
    page.goto("about:blank")
    empty(page, server, "nurikabe", 5)
    click(page, 3, 3)
    number = page.locator("#board [data-kind=text][data-place='[3,3]']")
    for _ in range(4):  # '?', 1, 2, 3
        click(page, 3, 3)
    settles(lambda: number.get_attribute("data-value") == "3")


def test_dots_are_clicked_where_they_stand(page, server):
    empty(page, server, "galaxies")
    click(page, 1.48, 1.03)
    click(page, 3.48, 3.45)
    click(page, 3, 1.05)
    click(page, 2, 3.5)
    click(page, 2, 3.5)  # again: a black one
    settles(lambda: "2 . . . ." in text(page) and ". . 5 . ." in text(page) and "0 . 3 . ." in text(page))
    page.locator("#panel-puzzle").get_by_text("in a corner").wait_for()
    assert "(0)" not in page.locator("#panel-puzzle").inner_text().partition("Its file")[0]


def test_a_line_that_is_not_entered_is_unknown(page, server):
    empty(page, server, "nonogram")
    page.locator(".board-frame").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    verdict(page, "multiple")
    settles(lambda: "rows: |\n  ?\n" in text(page))


@pytest.mark.slow
def test_a_harder_puzzle_is_proposed_before_it_is_graded(page, server):
    open_type(page, server, "slitherlink")
    paste(page, (INSTANCES / "slitherlink" / "made-10x10.yaml").read_text())
    settles(lambda: page.locator("#rows").input_value() == "10")
    verdict(page, "unique")
    button(page, "Easier").click()
    page.locator("#findings").get_by_text("A proposal of").wait_for()
    button(page, "Open it").click()
    settles(lambda: button(page, "Undo").is_enabled())


def test_the_break_in_lists_changes_of_one_clue_that_can_be_opened(page, server):
    open_type(page, server, "slitherlink")
    verdict(page, "unique")
    before = rows(page)
    button(page, "Break-in").click()
    page.locator("#findings").get_by_text("Small reasons leave").wait_for()
    page.get_by_role("button", name="Open: ").first.click()
    settles(lambda: rows(page) != before)
    verdict(page, "unique")


# -- Opening and finding


@pytest.mark.engine
@pytest.mark.timeout(300)
def test_a_link_opens_to_be_solved_and_another_one_to_be_edited(page, server, browser):
    open_type(page, server, "slitherlink")
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    links = {}
    for name in ("Copy link", "Copy link to edit"):
        page.evaluate("window.copied = null")
        button(page, name).click()
        settles(lambda: page.evaluate("window.copied") is not None)
        links[name] = page.evaluate("window.copied")
    other = browser.new_page()
    other.set_default_timeout(PATIENCE)
    try:
        for name, mode in (("Copy link", "play"), ("Copy link to edit", "set")):
            other.goto("about:blank")
            other.goto(links[name])
            other.locator("#board svg").first.wait_for()
            verdict(other, "unique")
            assert other.locator("body").get_attribute("data-door") == {"play": "play", "set": "make"}[mode]
            lines = other.locator("#board [data-kind=line]")
            settles(lambda lines=lines, mode=mode: (lines.count() == 0) == (mode == "play"))
            assert ("answer:" in str(other.locator("#panel-puzzle pre").text_content())) == (mode == "set")
    finally:
        other.close()


def test_a_link_without_hints_lets_who_solves_it_only_check(page, server, browser):
    begin_classic(page, server)
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    edit(page)
    page.get_by_label("with hints").uncheck()
    button(page, "Copy link").click()
    page.locator("#file-status").get_by_text("The link is copied").wait_for()
    link = page.evaluate("window.copied")
    solver = browser.new_page()
    try:
        solver.set_default_timeout(PATIENCE)
        solver.goto(link)
        button(solver, "Check").wait_for()
        assert solver.locator("#play-questions button:visible").all_inner_texts() == ["Check"]
        assert not solver.get_by_label("Show what is certain").is_visible()
        button(solver, "Check").click()
        solver.get_by_text("Nothing is wrong so far.").wait_for()
        for name in ("Show the answer …", "Edit this puzzle …", "Study this puzzle …"):
            assert not button(solver, name).is_visible()
    finally:
        solver.close()
    assert button(page, "Hint").is_visible()


@pytest.mark.engine
@pytest.mark.chromium  # Firefox takes no text with an event that a script makes
def test_a_link_that_cannot_be_opened_says_why(page, server):
    page.goto(server)
    page.locator("#groups img").first.wait_for()
    complaint = page.locator("#complaint")
    for pasted, says in (
        ("p?ququ/5/5/g2h3", "there are no rules here"), ("https://tinyurl.com/abcd", "the long address"),
        ("xy", "what was pasted is not a puzzle: xy".capitalize()),
    ):  # fmt: skip
        paste(page, pasted)
        complaint.get_by_text(says).wait_for()
        assert page.locator("dialog[open]").count() == 0


def test_types_are_found_by_slips_and_by_their_constraints(page, server):
    page.goto(server)
    page.locator("#groups img").first.wait_for()
    assert page.locator(".card h3 a").first.inner_text() == "Sudoku"
    page.keyboard.press("/")
    search = page.get_by_label("Search the types")

    def found() -> list[str]:
        shown = "all => all.filter(each => !each.closest('.card').hidden && !each.closest('section').hidden)"
        return list(page.locator(".card h3 a").evaluate_all(f"{shown[:-1]}).map(each => each.textContent)"))

    for words, title in (
        ("kropki", "Sudoku"), ("whisper", "Sudoku"), ("thermo", "Sudoku"), ("hexagon", "Hidato"), ("yajlin", "Yajilin"),
    ):  # fmt: skip
        search.fill(words)
        settles(lambda title=title: title in found() and len(found()) < 40)  # of hundreds
    page.keyboard.press("Enter")
    page.locator("#board svg").first.wait_for()
    assert page.url.endswith("#/play/yajilin")
    page.goto(f"{server}/#/")
    page.locator("#recent").get_by_text("Yajilin").wait_for()
    search.fill("zzzzz")
    page.get_by_text("No type is found").wait_for()


def test_an_example_is_taken_back_after_a_reload(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    before = rows(page)
    page.get_by_label("Examples").select_option("6x6")
    settles(lambda: len(rows(page)) == 6)
    page.reload()
    settles(lambda: len(rows(page)) == 6)
    button(page, "Undo").click()
    settles(lambda: rows(page) == before)
    verdict(page, "unique")


def test_the_desk_says_what_to_do_next(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    step = page.locator("#next")
    settles(lambda: step.inner_text() == "Copy link to solve")
    board = page.locator(".board-frame")
    board.focus()
    for key in ("Control+Home", "ArrowDown", "Delete"):
        page.keyboard.press(key)
    verdict(page, "multiple")
    settles(lambda: re.search(r"\d+ places? open", page.locator("#verdict").inner_text()))
    step.click()
    page.locator("#findings").get_by_role("button", name="Add:").first.click()
    verdict(page, "unique")
    for key in ("Control+Home", "4"):
        board.press(key)
    verdict(page, "none")
    settles(lambda: step.inner_text() == "Say why")
    step.click()
    page.locator("#findings .finding").first.wait_for()


# -- Studying


@pytest.mark.engine
def test_steps_are_told_one_after_the_other_and_stay(page, server):
    page.goto(f"{server}/#/study/slitherlink")
    verdict(page, "unique")
    assert not page.locator(".board-palette").is_visible() and not page.locator("#undo").is_visible()
    findings = page.locator("#findings")
    page.locator("#heading").click()
    page.keyboard.press("Space")
    findings.get_by_text("Step 1:").wait_for()
    page.keyboard.press("Space")
    findings.get_by_text("Step 2:").wait_for()
    first = page.locator(".seen button")
    assert first.count() == 1 and first.inner_text().startswith("1. ")
    click(page, 3, 3)  # selects; nothing is filled in
    assert page.locator("#board [data-layer=play]").count() == 0
    page.keyboard.press("Space")
    findings.get_by_text("Step 3:").wait_for()
    page.keyboard.press("Backspace")
    findings.get_by_text("Step 2:").wait_for()
    assert [each[:2] for each in page.locator(".seen button").all_inner_texts()] == ["3.", "1."]


@pytest.mark.engine
def test_a_lesson_is_printed_with_every_step(page, server):
    page.goto(f"{server}/#/study/sudoku")
    verdict(page, "unique")
    page.evaluate("void (window.print = () => { window.printed = document.querySelector('.lesson').cloneNode(true); })")
    button(page, "Print the lesson").click()
    settles(lambda: page.evaluate("Boolean(window.printed)"))
    steps = page.evaluate("[...window.printed.querySelectorAll('.lesson-steps strong')].map(each => each.textContent)")
    assert len(steps) > 3 and [each.split(".")[0] for each in steps] == [str(at + 1) for at in range(len(steps))]
    assert page.evaluate("window.printed.querySelectorAll('.lesson-steps svg').length") == len(steps)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".lesson").count() == 0


def steps(*says: str) -> dict[str, Any]:
    """Steps as the service sends them."""
    return {"steps": [{"says": each, "size": 1, "because": [], "new": [], "technique": "Looking"} for each in says]}


def test_what_is_told_of_a_step_stays_while_the_others_come(page, server):
    open_type(page, server, "norinori", "8x8")
    verdict(page, "unique")
    button(page, "Hint").click()
    findings = page.locator("#findings")
    findings.locator("summary", has_text="Show the chain").click()
    findings.get_by_text("Suppose that").wait_for()
    come_slowly(page, "hint", steps("one", "two"), steps("one", "two", "three"))
    button(page, "All steps").click()
    settles(lambda: page.locator(".walk-plot rect").count() == 2)
    assert findings.get_by_text("Suppose that").is_visible()
    findings.locator("[data-walk=Next]").hover()
    page.mouse.down()
    page.evaluate("window.goOn()")
    settles(lambda: page.locator(".walk-plot rect").count() == 3)
    page.mouse.up()
    findings.get_by_text("Step 2: Two").wait_for()


def test_steps_that_are_looked_for_go_with_the_way(page, server):
    open_type(page, server, "slitherlink")
    verdict(page, "unique")
    button(page, "Hint").click()
    page.locator("#findings").get_by_text("Step 1:").wait_for()
    button(page, "Next step").click()
    page.locator("#findings").get_by_text("Step 2:").wait_for()
    come_slowly(page, "hint", {"steps": []}, steps("one"))
    button(page, "All steps").click()
    page.locator("#cancel").wait_for()
    button(page, "Colours").click()
    page.evaluate("window.goOn()")
    page.locator("#cancel").wait_for(state="hidden")  # the fixture minds errors


def test_what_goes_wrong_on_the_way_is_said_below_the_step(page, server):
    page.goto(f"{server}/#/study/slitherlink")
    verdict(page, "unique")
    button(page, "Next step").click()
    findings = page.locator("#findings")
    findings.get_by_text("Step 1:").wait_for()
    page.route("**/api/hint", lambda route: route.fulfill(status=500, json={"error": "The memory is full."}))
    button(page, "All steps").click()
    findings.get_by_text("The memory is full.").wait_for()
    assert findings.get_by_text("Step 1:").is_visible()


def test_a_lesson_that_was_stopped_is_not_printed(page, server):
    page.goto(f"{server}/#/study/slitherlink")
    verdict(page, "unique")
    page.evaluate("void (window.print = () => { window.printed = true; })")
    button(page, "Next step").click()
    page.locator("#findings").get_by_text("Step 1:").wait_for()
    come_slowly(page, "hint", steps("one", "two"))
    button(page, "Print the lesson").click()
    settles(lambda: page.locator(".walk-plot rect").count() == 2)
    button(page, "Stop").click()
    page.locator("#cancel").wait_for(state="hidden")
    assert not page.evaluate("window.printed")


# -- Solving


def test_the_path_follows_each_edit_and_minds_the_intended_technique(page, server):
    open_type(page, server, "akari")
    paste(page, CLASSIC)
    verdict(page, "unique")
    page.get_by_label("Follow the path").check()
    path = page.locator("#path")
    path.get_by_text("Difficulty").wait_for()
    status = page.locator("#intended-status")
    page.get_by_label("Intended technique").select_option("hidden single")
    settles(lambda: status.inner_text().startswith("The path takes it in "))
    steps = path.locator("rect").count()
    click(page, 1, 3)
    page.keyboard.type("4")  # as in the answer
    settles(lambda: 0 < path.locator("rect").count() < steps)
    assert status.inner_text().startswith("The path takes it in ")
    page.keyboard.press("Delete")
    click(page, 1, 1)
    page.keyboard.press("Delete")
    settles(lambda: path.locator("rect").count() != steps or "There is a path" in path.inner_text())
    page.evaluate("localStorage.setItem('pysolve.intended.sudoku', '\"swordfish\"')")
    page.reload()
    page.locator("#board svg").first.wait_for()
    paste(page, CLASSIC)
    path.get_by_text("The path does not take it any more.").wait_for()
    play(page)
    path.wait_for(state="hidden")


def begin_classic(page: Page, server: str) -> None:
    open_type(page, server, "sudoku", "4x4")
    paste(page, CLASSIC)
    settles(lambda: page.locator("#board [data-kind=text][data-given]").count() == 30)
    play(page)


def test_several_cells_are_selected_and_filled(page, server):
    begin_classic(page, server)
    drag(page, (1, 3), (1, 4))
    page.keyboard.down("Control")
    click(page, 3, 1)
    page.keyboard.up("Control")
    page.keyboard.press("Shift+Digit2")
    notes = page.locator("#board [data-kind=text][data-open]")
    settles(lambda: notes.count() == 3)
    page.keyboard.press("Control+4")
    settles(lambda: page.locator("#board [data-kind=centre]").count() == 3)
    note = (
        page.locator("#board [data-kind=text][data-open][data-place='[1,3]'] text").filter(has_text="2").bounding_box()
    )
    centre = page.locator("#board [data-kind=centre][data-place='[1,3]']").bounding_box()
    assert note["y"] + 0.8 * note["height"] <= centre["y"]  # neither stands upon the other
    page.locator("[data-tool=colour]").click()
    page.locator("[data-tool=pink]").click()
    settles(lambda: page.locator("#board [data-kind=marker]").count() == 3)
    assert (
        page.locator(".board-palette [data-tool]").evaluate_all(
            "all => all.filter(each => each.getAttribute('aria-label').includes('to remember something by')).length"
        )
        >= 10
    )  # nine colours, and the pencil
    page.reload()
    settles(lambda: page.locator("#board [data-kind=marker]").count() == 3)
    button(page, "Undo").click()
    settles(lambda: page.locator("#board [data-kind=marker]").count() == 0)
    page.mouse.dblclick(*spot(page, 1, 1))
    assert page.locator(".board-cursor .chosen").get_attribute("d").count("Z") == 3  # all fives


@pytest.mark.engine
@pytest.mark.chromium  # Firefox takes no text with an event that a script makes
def test_conflicts_are_marked_if_they_are_wanted(page, server):
    begin_classic(page, server)
    wrong = page.locator("#board [data-kind=text][data-wrong]")
    click(page, 1, 3)
    page.keyboard.press("5")  # beside a given one
    page.locator("#play-menu summary").click()
    top = "(({ left, top }) => document.elementFromPoint(left + 40, top + 6).closest('#play-menu') !== null)"
    assert page.evaluate(f"{top}(document.querySelector('#play-more').getBoundingClientRect())")  # nothing covers it
    page.locator("#conflicts").check()
    settles(lambda: wrong.evaluate_all("all => all.map(each => each.dataset.place)") == ["[1,3]"])
    click(page, 9, 1)
    page.keyboard.press("2")
    click(page, 9, 2)
    page.keyboard.press("2")
    settles(lambda: wrong.count() == 3)
    page.keyboard.press("Delete")
    settles(lambda: wrong.count() == 1)
    page.locator("#play-menu summary").click()
    page.locator("#conflicts").uncheck()
    assert wrong.count() == 0
    edit(page)
    assert not page.locator("#conflicts").is_visible()


def test_a_board_fits_its_window(page, server):
    begin_classic(page, server)
    picture = page.locator("#board .board-frame > svg")
    box = {}  # of the picture, which is another one after each change

    def is_there() -> bool:
        box.update(picture.bounding_box() or {})
        return bool(box)

    settles(lambda: is_there() and box["y"] + box["height"] <= 850)
    for go in (lambda: None, lambda: edit(page)):
        go()
        assert page.locator("#toolbar").bounding_box()["height"] < 60  # one row of tools
    page.goto(f"{server}/#/make/slitherlink")
    settles(lambda: page.locator("#heading").inner_text() == "Slitherlink")
    for name in ("rows", "columns"):
        write(page.locator(f"#{name}"), "30")
        settles(lambda name=name: f"30 {name}" in page.locator(".board-frame").get_attribute("aria-label"))
    settles(lambda: page.locator("#board .dot").count() == 31 * 31)
    page.locator("#zoom-fit").click()
    scroll = "(each => [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth])(document.querySelector('.board-scroll'))"
    settles(lambda: max(page.evaluate(scroll)) <= 2)
    settles(lambda: box.clear() or is_there())
    before = box["width"]
    page.locator("#zoom-in").click()
    settles(lambda: is_there() and box["width"] > 1.2 * before)


@pytest.mark.engine
@pytest.mark.chromium
def test_a_phone_has_undo_and_reasons_beside_the_board(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = context.new_page()
    try:
        phone.set_default_timeout(PATIENCE)
        begin_classic(phone, server)
        for name in ("Undo", "Redo"):
            box = button(phone, name).bounding_box()
            assert box["y"] + box["height"] <= 844 and box["height"] >= 44
        keys = phone.locator(".board-palette button").evaluate_all(
            "all => Math.min(...all.flatMap(each => [each.getBoundingClientRect().width, each.getBoundingClientRect().height]))"
        )
        assert keys >= 44
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        button(phone, "Hint").click()
        reason = phone.locator("#findings .finding").first
        reason.wait_for()
        for name in ("Undo", "Redo"):
            assert button(phone, name).evaluate("each => each.scrollWidth <= each.clientWidth")  # its word is whole
        settles(lambda: reason.bounding_box()["y"] < 844 and phone.locator("#board svg").first.bounding_box()["y"] > 0)
    finally:
        context.close()


def touch(page: Page, *cells: tuple[float, float]) -> None:
    """Drags a finger over cells, as the browser reports it."""
    client = page.context.new_cdp_session(page)
    ways = [spot(page, *cell) for cell in cells]
    for at, (x, y) in enumerate(ways):
        points = [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": "touchMove" if at else "touchStart", "touchPoints": points})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


@pytest.mark.chromium
def test_a_finger_selects_draws_and_paints(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = context.new_page()
    try:
        phone.set_default_timeout(PATIENCE)
        begin_classic(phone, server)
        touch(phone, (1, 3), (1, 4), (2, 4))
        phone.locator("[data-tool=colour]").click()
        phone.locator("[data-tool=pink]").click()  # Chromium makes no click of many a tap that follows on a stroke
        settles(lambda: phone.locator("#board [data-kind=marker]").count() == 3)
        for name, kind in (("nurikabe", "shade"), ("masyu", "line"), ("slitherlink", "line")):
            phone.goto("about:blank")
            open_type(phone, server, name)
            play(phone)
            marks = phone.locator(f"#board [data-kind={kind}][data-layer=play]")
            middle = 0.5 if name == "slitherlink" else 0.0  # from corner to corner
            touch(phone, *((1 + middle, column + middle) for column in (1, 2, 3)))
            settles(lambda marks=marks, kind=kind: marks.count() == (3 if kind == "shade" else 2))
            assert phone.evaluate("scrollY") == 0
    finally:
        context.close()


def test_several_books_are_kept(page, server):
    open_type(page, server, "slitherlink")
    page.locator("#tab-book").click()
    books = page.get_by_label("Books", exact=True)
    write(page.get_by_label("Title of the book"), "Loops")
    button(page, "Add this puzzle").click()
    settles(lambda: books.locator("option").all_inner_texts() == ["Loops (1)", "New book"])
    books.select_option("New book")
    write(page.get_by_label("Title of the book"), "Others")
    settles(lambda: "Others (0)" in books.locator("option").all_inner_texts())
    page.reload()
    page.locator("#tab-book").click()
    books.select_option("Loops (1)")
    settles(lambda: page.locator("ol.book li").count() == 1)
    assert page.get_by_label("Title of the book").input_value() == "Loops"
