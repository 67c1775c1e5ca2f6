"""The page, walked through in a browser as its users do."""

from __future__ import annotations

import itertools
import json
import re
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from conftest import INSTANCES, command
from samples import TYPES, smallest

import pysolve
from pysolve import catalog, formats
from pysolve.formats.penpa.link import read_drawing, write_drawing
from pysolve.render.picture import Picture
from pysolve.solving.settings import Settings
from pysolve.web import records

PATIENCE = 60_000  # milliseconds: the machine may be busy, and without a service Python starts first

Page = Any

#: Marks whose drawing is one path for many cells; the tests of drawing look at them.
AREAS = ("border", "cage")


@pytest.fixture(autouse=True)
def patient(page: Page) -> None:
    page.set_default_timeout(PATIENCE)


def open_type(page: Page, server: str, name: str, example: str = "") -> None:
    page.goto(f"{server}/#/make/{name}")
    page.locator("#board svg").first.wait_for()
    if example:
        size, wanted = f"{example[0]} rows", rows_of((INSTANCES / name / f"{example}.yaml").read_text())
        page.locator("#examples").select_option(example)
        settles(lambda: size in page.locator("#board .board-frame").get_attribute("aria-label"))
        settles(lambda: rows(page) == wanted)


def text(page: Page) -> str:
    """The puzzle's file, as the page shows it."""
    return str(page.locator("#panel-puzzle pre").text_content())


def rows(page: Page, part: str = "grid") -> list[str]:
    """The rows of a part of the puzzle's file, blanks between tokens."""
    return rows_of(text(page), part)


def rows_of(file: str, part: str = "grid") -> list[str]:
    """The rows of a part of a file, blanks between tokens."""
    found = re.search(rf"^{part}: \|2?\n((?:  .*\n)+)", f"{file}\n", re.MULTILINE)
    return [" ".join(line.split()) for line in found[1].splitlines()] if found else []


def open_gallery(page: Page, server: str) -> None:
    page.goto(server)
    page.locator("#groups img").first.wait_for()


def verdict(page: Page, expected: str) -> None:
    """Waits for a verdict. (Who plays is not told it.)"""
    page.locator(f"#verdict[data-verdict={expected}]").wait_for(timeout=PATIENCE, state="attached")


def opening(name: str) -> Path:
    """The example that a type opens with: the classic one; or rather one without options, if it is not much larger."""
    texts = {file: file.read_text() for file in catalog.examples(TYPES[name])}
    answered = [file for file, text in texts.items() if "\nanswer:" in text and "\nverdict: " not in text]
    first = answered[0] if answered else smallest(name)
    most = 3 * len(texts[first])
    if (classic := INSTANCES / name / "classic.yaml") in answered:
        return classic
    return next((file for file in answered if "\noptions:" not in texts[file] and len(texts[file]) <= most), first)


def settles(holds: Callable[[], bool]) -> None:
    """Waits until something holds. (The page's policy forbids Playwright's own way, which evaluates a text.)"""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, "it did not settle"
        time.sleep(0.05)


def button(page: Page, name: str) -> Any:
    """A button; the menu in which it stands is opened."""
    page.locator(".menu:not([open]) .menu-items button").evaluate_all(
        """(all, name) => all.filter(each => [each.textContent, each.ariaLabel].includes(name)).map(each => each.closest("details"))
        .filter(menu => menu.checkVisibility()).forEach(menu => { menu.open = true; })""",
        name,
    )
    return page.get_by_role("button", name=name, exact=True)


def play(page: Page) -> None:
    """Goes from the desk to where the same puzzle is played."""
    page.locator("#to-play").click()
    page.locator("body[data-door=play] #board svg").first.wait_for()


def edit(page: Page) -> None:
    """Goes back to the desk, as those do who say that they want to."""
    button(page, "Edit this puzzle …").click()
    page.locator("dialog").get_by_role("button", name="Edit this puzzle").click()
    page.locator("body[data-door=make] #board svg").first.wait_for()


def board(page: Page) -> Any:
    return page.locator("#board .board-frame")


def drawn(page: Page, *, given: bool = False) -> set[tuple[str, ...]]:
    """The marks on the board that the page draws, of the answer or of the puzzle."""
    elements = page.locator("#board svg [data-kind]").evaluate_all("all => all.map(each => ({...each.dataset}))")
    return {
        _key(
            mark["kind"],
            json.loads(mark["place"]),
            mark.get("other") and json.loads(mark["other"]),
            mark.get("value", ""),
        )
        for mark in elements
        if ("given" in mark) == given and mark["kind"] not in AREAS
    }


def _key(kind: str, place: Any, other: Any, value: str) -> tuple[str, ...]:
    return (kind, *sorted(json.dumps(each) for each in (place, other) if each), value or "")


def expected(picture: Picture) -> set[tuple[str, ...]]:
    """The marks of an answer's picture."""
    marks = [mark for mark in picture.marks if not mark.given and mark.kind not in AREAS]
    return {
        _key(mark.kind, records.place(mark.place), mark.other and records.place(mark.other), mark.value)
        for mark in marks
    }


def answer_of(file: Path) -> Any:
    puzzle = pysolve.read(str(file))
    return next(iter(pysolve.solve(puzzle, Settings(models=2))))


# -- Solving


def test_the_gallery_shows_every_type_and_finds_them(page, server):
    page.goto(server)
    titles = {each.title for each in TYPES.values()}
    page.get_by_role("link", name="Sudoku", exact=True).wait_for()
    assert titles <= set(page.get_by_role("link").all_text_contents())  # what is out of sight is not laid out
    page.get_by_label("Search the types").fill("hidoku")
    page.get_by_text("1 type").wait_for()
    assert page.get_by_role("link", name="Hidato").is_visible()
    assert not page.get_by_role("link", name="Akari").is_visible()
    page.get_by_label("Search the types").fill("")
    page.locator('[data-type="hidato"] summary').click()
    rules = page.locator('[data-type="hidato"] li')
    rules.first.wait_for()
    on_request = catalog.find("hidato").rules[-1].replace("If `moves` is `orthogonal`, they", "On request, they")
    assert tuple(rules.all_inner_texts()) == (*catalog.find("hidato").rules[:-1], on_request)
    assert on_request.endswith("touch. On request, they share a side.")
    pictures = page.locator("#groups img")
    assert pictures.count() == len(titles)
    assert all(pictures.nth(number).get_attribute("alt") for number in range(len(titles)))


@pytest.mark.chromium
@pytest.mark.parametrize("name", TYPES)
def test_an_example_is_picked_and_solved_as_the_command_line_solves_it(page, server, name, tmp_path):
    page.goto(f"{server}/#/make")
    page.get_by_role("link", name=TYPES[name].title, exact=True).click()
    page.locator("#board svg").first.wait_for()
    verdict(page, command("check", opening(name)).out.strip())
    button(page, "Solve").click()
    answer = answer_of(opening(name))
    wanted = expected(answer.picture())
    settles(lambda: drawn(page) == wanted - drawn(page, given=True))  # some of it is certain from the outset
    with page.expect_download() as download:
        button(page, "Download YAML").click()
    saved = tmp_path / "saved.yaml"
    saved.write_text(Path(download.value.path()).read_text())
    for words in opening(name).parent.glob("*.words"):  # a list that the puzzle names
        (tmp_path / words.name).write_text(words.read_text())
    assert pysolve.check(pysolve.read(str(saved))) == pysolve.check(pysolve.read(str(opening(name))))


@pytest.mark.engine
def test_several_answers_are_gone_through(page, server):
    open_type(page, server, "numberlink")
    page.get_by_label("Examples").select_option("multiple")
    verdict(page, "multiple")
    button(page, "Solve").click()
    back, forth = (button(page, name).element_handle() for name in ("Previous answer", "Next answer"))

    def lines() -> set[tuple[str, ...]]:  # without the crosses of what is certain, which come when they come
        return {mark for mark in drawn(page) if mark[-1] != "x"}

    first = lines()
    forth.click()
    settles(lambda: lines() != first)
    back.click()  # the same button still: what comes in the meantime takes none away from under the pointer
    settles(lambda: lines() == first)


# -- Setting


@pytest.mark.engine
def test_a_clue_turns_unique_into_none_and_why_marks_the_conflict(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    board(page).focus()
    for key in ("ArrowDown", "ArrowRight", "4"):
        page.keyboard.press(key)
    verdict(page, "none")
    button(page, "Why").click()
    page.locator("#findings").get_by_text(re.compile(r"4 stands exactly once in (row 2|box 1)\.")).wait_for()
    marked = page.locator("#board svg [data-differs]").evaluate_all("all => all.map(each => each.dataset.place)")
    assert {"[2,1]", "[2,2]"} <= set(marked)
    button(page, "Back to the board").click()
    button(page, "Undo").click()
    verdict(page, "unique")
    button(page, "Redo").click()
    verdict(page, "none")


@pytest.mark.engine
def test_a_wrong_clue_is_reported_with_its_cell_and_beside_it(page, server):
    open_type(page, server, "hidato")
    verdict(page, "unique")
    clues = {tuple(json.loads(place)): value for kind, place, value in drawn(page, given=True) if kind == "text"}
    board(page).focus()
    page.keyboard.press("Control+Home")
    twice = next(value for place, value in clues.items() if place > (1, 1))
    page.keyboard.press("Delete")
    page.keyboard.type(twice)
    verdict(page, "error")
    assert f"expected each number at most once, but {twice} stands twice" in page.locator("#verdict").inner_text()
    assert f"Found '{twice}', expected each number" in board(page).locator(".notice").inner_text()
    page.keyboard.press("ArrowDown")
    assert not board(page).locator(".notice").is_visible()


TOTALS = """puzzle: killer
totals: |
  3 . . 4
  . . . .
  . . . .
  . . . .
cages: |
  1 1 . 2
  . . . 2
  . . . .
  . . . .
"""


def paste(page: Page, text: str) -> None:
    button(page, "Open a puzzle").click()
    page.get_by_role("dialog").locator("textarea").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()


def test_all_that_is_wrong_is_named_and_the_boxes_stay(page, server):
    open_type(page, server, "killer")
    verdict(page, "unique")
    paste(page, TOTALS)
    verdict(page, "multiple")
    boxes = page.locator("#board svg [data-kind=border]")
    assert boxes.count() == 16
    page.get_by_role("radio", name="totals").click()
    for row, column, total in ((1, 2, "3"), (2, 4, "4")):
        board(page).focus()
        page.keyboard.press("Control+Home")
        for key in ["ArrowDown"] * (row - 1) + ["ArrowRight"] * (column - 1) + [total]:
            page.keyboard.press(key)
    verdict(page, "error")
    line = page.locator("#verdict")
    settles(lambda: line.inner_text().count("expected one total for each cage") == 2)
    assert boxes.count() == 16
    pointed = page.locator("#board svg [data-kind=tint]")
    assert {pointed.nth(at).get_attribute("data-place") for at in range(pointed.count())} == {"[1,2]", "[2,4]"}


def test_a_board_without_clues_has_neutral_words(page, server):
    open_type(page, server, "nonogram")
    verdict(page, "unique")
    page.get_by_label("Examples").select_option("Empty board")
    verdict(page, "bare")
    assert page.locator("#verdict").inner_text().split("\n") == [
        "No clues yet",
        "Without clues there are several answers.",
    ]


def test_a_type_opens_with_a_puzzle_of_one_answer(page, server):
    open_type(page, server, "numberlink")
    verdict(page, "unique")


def test_a_type_opens_without_its_options(page, server):
    open_type(page, server, "slitherlink")
    verdict(page, "unique")
    text = opening("slitherlink").read_text()
    assert "options:" not in text
    settles(lambda: page.locator("#panel-puzzle pre").text_content() == text)
    page.goto(f"{server}/#/make/samuraisudoku")  # whose example without options is twenty times as large
    settles(lambda: "options:" in str(page.locator("#panel-puzzle pre").text_content()))


def test_a_number_that_cannot_stand_there_is_refused_at_once(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    board(page).focus()

    def refused() -> bool:  # as soon as the page has asked which numbers there are
        page.keyboard.press("9")
        return bool(board(page).locator(".notice").get_by_text("9 cannot stand here; expected 1 to 4").count())

    settles(refused)
    assert ("text", "[1, 1]", "9") not in drawn(page, given=True)


@pytest.mark.chromium
def test_rows_and_columns_keep_to_what_the_type_takes(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    before = drawn(page, given=True)
    page.get_by_label("Rows", exact=True).fill("3")
    page.keyboard.press("Enter")
    settles(lambda: page.get_by_label("Columns", exact=True).input_value() == "3")
    page.get_by_label("Columns", exact=True).fill("4")
    page.keyboard.press("Enter")
    settles(lambda: drawn(page, given=True) == before)
    assert page.get_by_label("Rows", exact=True).input_value() == "4"


def test_what_was_certain_of_one_example_is_not_shown_on_the_next(page, server):
    open_type(page, server, "numberlink")
    verdict(page, "unique")
    settles(lambda: drawn(page))
    page.route("**/api/solve", lambda route: None)  # the next verdict never comes
    with page.expect_request("**/api/solve"):
        page.get_by_label("Examples").select_option("multiple")
    assert not drawn(page)


@pytest.mark.engine
def test_what_is_certain_is_shown_faintly(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    settles(lambda: len(drawn(page)) == 12)
    page.get_by_label("Show what is certain").uncheck()
    settles(lambda: not drawn(page))


def test_what_is_certainly_not_there_is_crossed_out(page, server):
    open_type(page, server, "slitherlink")
    verdict(page, "unique")
    crosses = page.locator("#board [data-kind=line][data-layer=faint][data-value=x]")
    assert crosses.count() == 0  # the whole answer is there
    page.locator(".board-frame").focus()
    page.keyboard.press("Delete")
    for _ in range(3):  # without the 3 of the first row there are several answers
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Delete")
    verdict(page, "multiple")
    crosses.first.wait_for(state="attached")
    around = {'[["p",4,4],["p",4,5]]', '[["p",4,4],["p",5,4]]'}  # two sides of the 0
    ends = "all => all.map(({ dataset }) => `[${dataset.place},${dataset.other}]`)"
    assert around <= set(crosses.evaluate_all(ends))


def test_cells_in_which_something_else_is_certain_are_tinted(page, server):
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    page.get_by_label("Examples").select_option("4x4")  # in another puzzle nothing is new
    settles(lambda: len(rows(page)) == 4 and page.locator("#verdict").get_attribute("data-verdict") == "unique")
    settles(lambda: page.locator("#board [data-layer=faint]").count() == 12)
    tinted = page.locator("#board path.noted")
    assert tinted.count() == 0
    page.locator(".board-frame").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    verdict(page, "multiple")
    tinted.wait_for(state="attached")
    page.keyboard.press("4")
    settles(lambda: page.locator("#verdict").get_attribute("data-verdict") == "unique" and tinted.count() == 1)
    play(page)
    assert tinted.count() == 0


def test_options_of_the_type_count(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.get_by_label("The two long diagonals hold each value once, too").check()
    verdict(page, pysolve.check(pysolve.read(str(smallest("sudoku"))), Settings(constants={"diagonals": "yes"})))


@pytest.mark.engine
def test_a_pasted_puzzle_of_another_format_is_opened(page, server):
    open_gallery(page, server)
    button(page, "Open a puzzle").click()
    page.get_by_role("dialog").locator("textarea").fill((INSTANCES / "numberlink" / "copris.txt").read_text())
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("dialog").get_by_label("Type").select_option("numberlink")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.locator("#board svg").first.wait_for()
    assert page.locator("h1").inner_text() == "Numberlink"
    verdict(page, pysolve.check(pysolve.read(str(INSTANCES / "numberlink" / "copris.txt"), "numberlink")))


def test_a_file_that_is_not_text_is_opened(page, server):
    puzzle = pysolve.read(str(smallest("akari")))
    open_gallery(page, server)
    button(page, "Open a puzzle").click()
    book = {"name": "lesson.xlsx", "mimeType": "", "buffer": formats.write(puzzle, "xlsx")}
    page.get_by_role("dialog").get_by_label("A file").set_input_files(book)
    page.locator("#board svg").first.wait_for()
    assert page.locator("h1").inner_text() == "Akari"


def test_no_type_is_asked_for_where_none_would_help(page, server):
    """A kind of ipuz that is not read here, and a file that is not text in UTF-8, of which no letter may be lost."""
    open_gallery(page, server)
    paste(page, '{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/calcudoku#1"], "puzzle": [[0]]}')
    page.get_by_text("found ipuz of the kind 'sudoku/calcudoku', which is not read here").wait_for()
    assert page.get_by_role("dialog").count() == 0
    button(page, "Open a puzzle").click()
    latin = {
        "name": "mine.yaml",
        "mimeType": "",
        "buffer": "puzzle: akari\ntitle: Für dich\ngrid: |\n  ..\n".encode("latin-1"),
    }
    page.get_by_role("dialog").get_by_label("A file").set_input_files(latin)
    page.get_by_text("found bytes that are not text, expected UTF-8").wait_for()
    assert page.get_by_role("dialog").count() == 0


def test_a_link_of_the_page_opens_where_it_is_pasted(page, server):
    text = quote(smallest("akari").read_text())
    open_gallery(page, server)
    paste(page, f"https://example.org/elsewhere/#puzzle={text}")
    page.locator("#board svg").first.wait_for()
    assert page.locator("h1").inner_text() == "Akari"


def test_a_drawing_without_a_type_is_asked_for_it(page, server):
    """A link of Penpa+ that says nothing of its rules, as drawn by a stranger."""
    drawing = read_drawing(pysolve.convert(pysolve.read(str(smallest("nurikabe"))), "penpa", solution=False).strip())
    drawing.tags = ()
    open_gallery(page, server)
    paste(page, write_drawing(drawing))
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("what is drawn fits").wait_for()
    assert dialog.locator("optgroup[label='Likely types'] option").count() > 1
    dialog.get_by_label("Type").select_option("nurikabe")
    dialog.get_by_role("button", name="Open", exact=True).click()
    page.locator("#board svg").first.wait_for()
    assert page.locator("h1").inner_text() == "Nurikabe"


def test_digits_alone_may_be_a_sudoku(page, server):
    """Of a text that is a board of 81 digits Sudoku is the likely type; of no other text is anything known."""
    digits = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
    open_gallery(page, server)
    paste(page, "1 .\n. 2\n")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Type").wait_for()
    assert dialog.locator("optgroup").count() == 0
    dialog.get_by_role("button", name="Cancel").click()
    paste(page, digits)
    dialog.get_by_role("button", name="Open", exact=True).click()
    page.locator("#board svg").first.wait_for()
    assert page.locator("h1").inner_text() == "Sudoku"


def test_the_name_of_a_file_says_its_format_and_of_several_puzzles_one_is_opened(page, server):
    """What a .nin file holds looks like plain text, which has rows and columns the other way round."""
    open_gallery(page, server)
    button(page, "Open a puzzle").click()
    nin = {"name": "nonogram-1.nin", "mimeType": "", "buffer": b"3 2\n1 1\n3\n2\n1\n2\n"}
    page.get_by_role("dialog").get_by_label("A file").set_input_files(nin)
    page.locator("#board svg").first.wait_for()
    settles(lambda: text(page).count("columns: |\n  2\n  1\n  2\n") == 1)
    assert page.locator("h1").inner_text() == "Nonogram"
    page.locator(".brand").click()
    page.locator("#groups img").first.wait_for()
    paste(page, f"{'.' * 80}1\n{'.' * 80}2\n")
    page.get_by_text("This is the first of 2 puzzles; the others are left out").wait_for()


def test_what_is_remarked_of_a_puzzle_is_said_when_it_is_opened(page, server):
    open_gallery(page, server)
    paste(page, "puzzle: nurikabe\ngrid: |\n  1 .\n  . .\n")
    page.locator("#board svg").first.wait_for()
    assert page.locator("#remarks").is_hidden()
    page.locator(".brand").click()
    page.locator("#groups img").first.wait_for()
    paste(page, "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "05" + "0l" * 80)
    page.get_by_text("What somebody has found, and candidates, are left out").wait_for()
    page.locator(".brand").click()
    page.locator("#groups img").first.wait_for()
    assert page.locator("#remarks").is_hidden()


@pytest.mark.engine
def test_candidates_reduce_grade_and_hint_answer(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    findings = page.locator("#findings")
    button(page, "Grade").click()
    findings.get_by_text("Difficulty").wait_for()
    button(page, "Reduce").click()
    findings.get_by_text("taken away").wait_for()
    button(page, "Hint").click()
    findings.get_by_text("Known:").first.wait_for()
    assert page.locator("#board svg [data-differs]").count() >= 1


@pytest.mark.chromium
def test_pictures_are_downloaded(page, server):
    open_type(page, server, "slitherlink")
    verdict(page, "unique")
    with page.expect_download() as svg:
        button(page, "Download SVG").click()
    assert Path(svg.value.path()).read_text().startswith("<svg")
    with page.expect_download() as png:
        button(page, "Download PNG").click()
    assert Path(png.value.path()).read_bytes().startswith(b"\x89PNG")


# -- Playing


@pytest.mark.engine
@pytest.mark.representative
@pytest.mark.chromium
def test_a_made_puzzle_is_solved_by_hand_through_the_keyboard(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    before = drawn(page, given=True)
    button(page, "Make").click()
    page.locator("#findings").get_by_text(" clues, seed ").wait_for()
    settles(lambda: drawn(page, given=True) != before)
    verdict(page, "unique")
    with page.expect_download() as download:
        button(page, "Download YAML").click()
    puzzle = pysolve.read_text(Path(download.value.path()).read_text())
    answer = [row.split() for row in next(iter(pysolve.solve(puzzle))).plain.split("\n")]
    given = {token.values["X"] for token in puzzle.tokens["grid"]}
    play(page)
    board(page).focus()
    page.keyboard.press("Control+Home")
    for row in range(1, puzzle.board.rows + 1):
        for column in range(1, puzzle.board.columns + 1):
            if (row, column) not in given:
                page.keyboard.press(answer[row - 1][column - 1])
            if column < puzzle.board.columns:
                page.keyboard.press("ArrowRight")
        for _ in range(puzzle.board.columns - 1):
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
    button(page, "Check").click()
    page.get_by_text("Solved").first.wait_for()


@pytest.mark.engine
def test_what_is_wrong_is_shown_on_request(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    play(page)
    board(page).focus()
    page.keyboard.press("1")  # 2 is right
    button(page, "Check").click()
    page.locator("#findings").get_by_text("wrong").first.wait_for()
    assert page.locator("#board svg [data-wrong]").count() == 1
    page.keyboard.press("Tab")
    button(page, "Undo").click()
    button(page, "Check").click()
    page.get_by_text("Nothing is wrong").first.wait_for()


@pytest.mark.chromium
def test_notes_and_crosses_are_there_in_another_tab_and_travel_in_the_link(page, server, browser):
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    play(page)
    board(page).focus()
    for key in ("Control+Home", "ArrowRight", "ArrowRight", "1", "ArrowRight", "Shift+Digit2", "Shift+Digit3"):
        page.keyboard.press(key)
    noted = ("text", "[1, 4]", "23")
    settles(lambda: noted in drawn(page))
    tab = page.context.new_page()
    tab.goto(f"{server}/#/play/sudoku")
    tab.locator("#board svg").first.wait_for()
    settles(lambda: noted in drawn(tab))
    tab.close()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link with progress").click()
    settles(lambda: "/p=" in page.evaluate("navigator.clipboard.readText()"))
    link = page.evaluate("navigator.clipboard.readText()")
    second = browser.new_context()
    other = second.new_page()
    other.goto(link)
    settles(lambda: {noted, ("text", "[1, 3]", "1")} <= drawn(other))
    second.close()


def test_what_is_filled_in_belongs_to_its_puzzle(page, server):
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    play(page)
    board(page).focus()
    page.keyboard.press("Control+Home")
    for key in ("ArrowRight", "ArrowRight", "2"):
        page.keyboard.press(key)
    settles(lambda: ("text", "[1, 3]", "2") in drawn(page))
    edit(page)
    page.get_by_label("Examples").select_option("6x6")
    settles(lambda: page.get_by_label("Rows", exact=True).input_value() == "6")
    play(page)
    assert ("text", "[1, 3]", "2") not in drawn(page)
    page.goto(f"{server}/#/play/sudoku")
    settles(lambda: ("text", "[1, 3]", "2") in drawn(page))


# -- What is late


LATE = {"verdict": "unique", "reason": "the time limit was reached", "says": [], "done": False}


def stream(*events: tuple[str, dict[str, Any]]) -> dict[str, str]:
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    return {"body": body, "content_type": "text/event-stream"}


def test_steps_stay_when_the_next_one_is_late(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "Hint").click()
    findings = page.locator("#findings")
    findings.get_by_text("Step 1:").wait_for()
    page.route("**/api/hint", lambda route: route.fulfill(**stream(("result", {**LATE, "steps": []}))))
    button(page, "Hint").click()
    findings.get_by_text("Step 2 was not found: the time limit was reached.").wait_for()
    assert findings.get_by_text("Step 1:").is_visible()
    page.unroute("**/api/hint")
    button(page, "Hint").click()
    findings.get_by_text("Step 2:").wait_for()


def test_who_plays_is_told_where_to_look_then_the_idea_then_all(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    play(page)
    findings = page.locator("#findings .finding")
    pointed = page.locator("#board svg [data-differs]")
    button(page, "Hint").click()
    settles(lambda: findings.count() == 1 and "look here" in findings.inner_text().lower() and pointed.count() > 0)
    assert "Because" not in findings.inner_text() and "holds" not in findings.inner_text()
    button(page, "Which idea?").click()
    settles(lambda: findings.locator("p").count() == 2 and button(page, "Which idea?").count() == 0)
    assert "Because" not in findings.inner_text()
    button(page, "Hint").click()
    settles(lambda: "Because" in findings.inner_text() and "Step 1" in findings.inner_text())
    button(page, "Apply").click()
    button(page, "Hint").click()
    settles(lambda: "Step 2: Look here" in findings.inner_text() and "Because" not in findings.inner_text())
    button(page, "Tell all").click()
    settles(lambda: "Because" in findings.inner_text() and "Step 2" in findings.inner_text())
    button(page, "Previous step").click()
    settles(lambda: "Because" in findings.inner_text() and "Step 1" in findings.inner_text())


def test_another_way_does_without_a_technique(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "Hint").click()
    findings = page.locator("#findings")
    findings.get_by_text("Step 1:").wait_for()
    first = findings.inner_text()
    button(page, "Another way").click()
    button(page, "Any way").wait_for()
    assert findings.get_by_text("Step 1:").is_visible() and findings.inner_text() != first
    button(page, "Any way").click()
    button(page, "Any way").wait_for(state="detached")
    settles(lambda: findings.inner_text() == first)


#: Keeps what the page asks of the service: Firefox shows a route no body.
SEE_WHAT_IS_ASKED = """() => {
    const real = window.fetch;
    window.asked = [];
    window.fetch = (path, init) => {
        if (init?.body) window.asked.push(JSON.parse(init.body));
        return real(path, init);
    };
}"""


def test_a_reader_lets_steps_rest_on_that_there_is_one_answer(page, server):
    """The button stands where a step takes more than a look, if marks could change places."""
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    findings = page.locator("#findings")
    crossed = {"says": "R1C1 does not hold 2", "because": [], "holds": [], "holds_not": ["value((1,1),2)"], "new": []}
    result = {"steps": [crossed], "done": False, "could_assume": True, "says": [], "verdict": "unique"}
    page.route("**/api/hint", lambda route: route.fulfill(**stream(("result", result))))
    page.evaluate(SEE_WHAT_IS_ASKED)
    button(page, "Hint").click()
    button(page, "It has one answer").click()
    button(page, "By the rules alone").click()
    button(page, "It has one answer").wait_for()
    findings.get_by_text("Step 1:").wait_for()
    assert [each["one_answer"] for each in page.evaluate("asked")] == [False, True, False]


def test_the_steps_before_stay_where_there_is_no_other_way(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    findings = page.locator("#findings")
    for number in (1, 2):
        button(page, "Hint").click()
        findings.get_by_text(f"Step {number}:").wait_for()
    page.route("**/api/hint", lambda route: route.fulfill(**stream(("result", {**LATE, "steps": []}))))
    button(page, "Another way").click()
    findings.get_by_text("Step 2 was not found: the time limit was reached.").wait_for()
    assert findings.get_by_text("Step 1:").is_visible()


@pytest.mark.engine
def test_a_wrong_guess_is_followed_to_where_it_breaks(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "What if").click()
    findings = page.locator("#findings")
    findings.get_by_text("a value is missing, for example 1,1=1").wait_for()
    button(page, "Options of What if").click()
    page.get_by_role("textbox", name="The selected cell has").fill("1")
    button(page, "What if").click()
    findings.get_by_text("Suppose that").wait_for()
    findings.get_by_text("This cannot be").wait_for()


def test_a_grade_that_is_late_keeps_what_was_found(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    known = {**LATE, "says": ["So far 3 steps; the largest reason names 2 things, all reasons together 6."], "steps": 3}
    page.route("**/api/grade", lambda route: route.fulfill(**stream(("found", known), ("result", known))))
    button(page, "Grade").click()
    page.locator("#findings").get_by_text("So far 3 steps").wait_for()
    page.locator("#findings").get_by_text("the time limit was reached").wait_for()


# -- Rules


def rules_editor(page: Page) -> Any:
    page.get_by_role("tab", name="Rules", exact=True).click()
    return page.locator("#rules-pane .cm-content")


def append(page: Page, text: str) -> None:
    editor = rules_editor(page)
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    page.keyboard.insert_text(text)


@pytest.mark.engine
def test_a_changed_rule_changes_the_answers(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    append(page, ":- value((1, 1), 2).")
    verdict(page, "none")
    assert page.locator("#changed").is_visible()
    button(page, "Put back").click()
    verdict(page, "unique")


def test_an_added_rule_counts(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    rules_editor(page)
    page.get_by_role("tab", name="Added rules").click()
    page.locator("#rules-pane .cm-content").click()
    page.keyboard.insert_text(":- value((1, 1), 2).")
    verdict(page, "none")


@pytest.mark.engine
def test_a_syntax_error_lands_on_its_line(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    append(page, ":- value((1, 1), .")
    verdict(page, "error")
    problem = page.locator("#rules-pane .rules-problems li").first
    problem.wait_for()
    lines = len((catalog.library() / "sudoku" / "rules.lp").read_text().split("\n"))
    assert f"line {lines + 1}" in problem.inner_text()
    faulty = page.locator("#rules-pane .cm-line:has(.cm-lintRange-error)")
    assert faulty.inner_text() == ":- value((1, 1), ."


def test_a_warning_lands_on_its_line(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    append(page, "half(X) :- cell((X, 1)), X > 1 / 0.")
    suspect = page.locator("#rules-pane .cm-line:has(.cm-lintRange-warning)")
    suspect.wait_for()
    assert suspect.inner_text() == "half(X) :- cell((X, 1)), X > 1 / 0."
    lines = len((catalog.library() / "sudoku" / "rules.lp").read_text().split("\n"))
    warning = page.locator("#rules-pane .rules-warning", has_text="operation undefined").inner_text()
    assert warning.startswith(f"sudoku/rules.lp, line {lines + 1}, warning: ") and warning.count("line") == 1


@pytest.mark.engine
@pytest.mark.chromium
def test_a_new_type_is_written_and_downloaded(page, server):
    page.goto(f"{server}/#/make")
    button(page, "New type").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("mine")
    dialog.get_by_label("Like").select_option("loop")
    dialog.locator("button[type=submit]").click()
    page.locator("#board svg").first.wait_for()
    verdict(page, "unique")
    assert "single loop" in rules_editor(page).inner_text()
    with page.expect_download() as download:
        button(page, "Download folder").click()
    with zipfile.ZipFile(download.value.path()) as folder:
        assert {"mine/rules.lp", "mine/manifest.yaml", "mine/example.yaml"} <= set(folder.namelist())


# -- Boards, windows, links


def test_a_hexagonal_board_is_filled_by_keyboard(page, server):
    open_type(page, server, "hidato")
    page.get_by_label("Examples").select_option("hexagon")
    settles(lambda: len(drawn(page, given=True)) == 8)  # the board before was unique, too
    verdict(page, "unique")
    board(page).focus()
    page.keyboard.press("Control+Home")
    page.keyboard.type("37")  # as in the answer
    page.keyboard.press("ArrowRight")
    page.keyboard.type("24")
    settles(lambda: len(drawn(page, given=True)) == 10)
    verdict(page, "unique")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    page.keyboard.type("1")
    verdict(page, "none")
    assert ("text", "[1, 4]", "37") in drawn(page, given=True) and ("text", "[1, 6]", "24") in drawn(page, given=True)
    assert any(mark[2] == "1" and mark[1].startswith("[2,") for mark in drawn(page, given=True))


def test_a_loop_along_the_sides_of_hexagons_is_drawn_with_the_mouse_and_by_keyboard(page, server):
    open_type(page, server, "slitherlink")
    page.get_by_label("Examples").select_option("hexagon")
    settles(lambda: len(drawn(page, given=True)) == 6)
    play(page)
    puzzle = pysolve.read(str(INSTANCES / "slitherlink" / "hexagon.yaml"))
    lines = [atom for atom in next(pysolve.solve(puzzle)).atoms if atom.name == "line"]
    clues = [page.locator(f"#board [data-kind=text][data-place='{each}']") for each in ("[1,3]", "[5,5]")]
    boxes: list[Any] = []

    def stays() -> bool:
        """Whether the board, which is drawn anew on the way, stands where it did."""
        before, boxes[:] = boxes[:], [each.bounding_box() for each in clues]
        return all(boxes) and boxes == before

    settles(stays)
    (left, upper), (_, lower) = map(puzzle.board.point, ((1, 3), (5, 5)))
    x, y = (boxes[0][start] + boxes[0][size] / 2 for start, size in (("x", "width"), ("y", "height")))
    scale = (boxes[1]["y"] - boxes[0]["y"]) / (lower - upper)
    for line in lines[1:]:
        (ax, ay), (bx, by) = map(puzzle.board.point, line.args)
        page.mouse.click(x + scale * ((ax + bx) / 2 - left), y + scale * ((ay + by) / 2 - upper))
    settles(lambda: len(drawn(page)) == len(lines) - 1)
    cell = puzzle.board.cells_around(puzzle.board.side_along(*lines[0].args))[0]
    side = next(name for name, ends in puzzle.board.ends_of_sides(cell).items() if ends == lines[0].args)
    board(page).focus()
    page.keyboard.press("Control+Home")
    for _ in range(cell[0] - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    for _ in range(puzzle.board.position(cell) - 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+" + {"e": "D", "se": "X", "sw": "Z", "w": "A", "nw": "W", "ne": "E"}[side])
    page.locator("#findings").get_by_text("Solved: everything is filled in").wait_for()


def test_a_wall_has_as_many_bricks_in_its_first_row_as_its_size_says(page, server):
    open_type(page, server, "tawa")
    columns = page.get_by_label("Columns")
    assert columns.input_value() == "5"
    columns.press("Control+a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    settles(lambda: len(drawn(page, given=True)) == 0)
    board(page).focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("6")
    settles(lambda: ("text", "[5, 5]", "6") in drawn(page, given=True))
    verdict(page, "none")


@pytest.mark.chromium
def test_a_phone_shows_everything_without_scrolling_sideways(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("#/", "#/make/sudoku", "#/make/nonogram", "#/make/hidato"):
        page.goto(f"{server}/{address}")
        page.reload()
        page.locator("#board svg:visible, #groups img:visible").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address
    verdict(page, "unique")
    for name in ("Solve", "Reduce", "Hint", "Undo"):
        box = button(page, name).bounding_box()
        assert box["height"] >= 40 and box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_the_rules_of_a_conflict_are_marked_and_lead_to_their_lines(page, server):
    page.goto(f"{server}/#/make/slitherlink")
    verdict(page, "unique")
    board(page).click(position={"x": 90, "y": 90})
    page.keyboard.type("4")
    verdict(page, "none")
    button(page, "Why").click()
    reason = page.get_by_role("button", name=re.compile(r"^The loop uses \d sides of row \d, column \d\.$"))
    assert not re.search(r"\.lp|line \d", page.locator("#findings").inner_text())
    reason.click()
    page.locator(".cm-lint-marker-info").first.wait_for()
    assert page.locator(".cm-activeLine").inner_text().startswith(":- clue(X, V), not V {")
    settles(lambda: page.locator("#rules-size").inner_text().startswith("Ground: "))
    button(page, "lib/loop.lp").click()
    page.get_by_text("../lib/loop.lp, to be read. A single loop").wait_for()
    button(page, "Copy into these rules").click()
    page.get_by_role("tab", name="loop.lp, changed").wait_for()
    page.get_by_text("Changed: rules.lp, loop.lp.").wait_for()
    verdict(page, "none")


@pytest.mark.engine
@pytest.mark.chromium
def test_a_link_opens_the_puzzle_with_its_rules_in_another_browser(page, server, browser):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    append(page, "%! Nobody may write a 2.\n:- value((1, 1), 2).")
    verdict(page, "none")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link").click()
    settles(lambda: "/p=" in page.evaluate("navigator.clipboard.readText()"))
    link = page.evaluate("navigator.clipboard.readText()")
    second = browser.new_context()
    other = second.new_page()
    asked = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(link)
    assert ":- value((1, 1), 2)." in other.get_by_role("dialog", name="Rules by the sender").inner_text()
    assert not any("/api/check" in url or "/api/solve" in url for url in asked)  # nothing has run
    button(other, "Open with these rules").click()
    assert other.locator("#words strong").inner_text() == "Nobody may write a 2."
    other.reload()  # they have been read
    assert other.locator("#words strong").inner_text() == "Nobody may write a 2."
    edit(other)
    verdict(other, "none")
    assert drawn(other, given=True) == drawn(page, given=True)
    second.close()


@pytest.mark.chromium
def test_a_file_brings_its_rules_which_are_shown_before_they_run(page, server):
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    rules = "%! Nobody may write a 5.\n:- value((1,1),5)."
    text = opening("sudoku").read_text() + "rules.lp: |\n" + "".join(f"  {line}\n" for line in rules.splitlines())

    def brought() -> None:
        button(page, "Open a puzzle").click()
        page.get_by_role("dialog").locator("textarea").fill(text)
        page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
        assert rules in page.get_by_role("dialog", name="Rules by the sender").inner_text()

    brought()
    button(page, "Cancel").click()
    page.get_by_text("The puzzle was not opened, as its rules are its sender's").wait_for()
    verdict(page, "unique")
    brought()
    button(page, "Open with these rules").click()
    verdict(page, "none")
    with page.expect_download() as download:
        button(page, "Download YAML").click()
    saved = Path(download.value.path()).read_text()
    assert pysolve.check(pysolve.read_text(saved)) == "none"
    assert saved.count("Nobody may write a 5.") == 1


@pytest.mark.chromium
def test_a_variant_is_kept_with_the_last_letter_that_was_written(page, server):
    open_type(page, server, "sudoku")
    append(page, "% nothing")
    page.get_by_label("Name of this variant").fill("No five")
    page.locator("#keep-variant:enabled").wait_for()
    append(page, ":- value((1, 1), 5).")
    page.evaluate("document.getElementById('keep-variant').click()")  # before the board has followed
    button(page, "Kept").wait_for()
    chosen = page.get_by_label("Variant", exact=True)
    chosen.select_option("As it comes")
    verdict(page, "unique")
    chosen.select_option("No five")
    verdict(page, "none")


@pytest.mark.chromium
def test_variants_are_kept_listed_chosen_shared_and_forgotten(page, server):
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    for name, rule in (("No five", ":- value((1, 1), 5)."), ("Free & easy", "% nothing")):
        append(page, rule)
        page.get_by_label("Name of this variant").fill(name)
        button(page, "Keep as variant").click()
        button(page, "Kept").wait_for()
    page.get_by_label("Variant", exact=True).select_option("As it comes")
    verdict(page, "unique")
    assert not page.locator("#changed").is_visible()
    page.get_by_label("Variant", exact=True).select_option("No five")
    verdict(page, "none")
    assert page.locator("#changed").inner_text() == "No five"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link").click()
    settles(lambda: "/p=" in page.evaluate("navigator.clipboard.readText()"))
    page.get_by_label("Variant", exact=True).select_option("As it comes")
    verdict(page, "unique")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    button(page, "Open with these rules").click()
    verdict(page, "none")
    assert page.locator("#changed").inner_text() == "No five"
    open_gallery(page, server)
    card = page.locator('[data-type="sudoku"]')
    assert card.locator(".variants a").all_inner_texts() == ["No five", "Free & easy"]
    card.get_by_role("link", name="No five").click()
    page.locator("#board svg").first.wait_for()
    edit(page)
    verdict(page, "none")
    page.get_by_role("tab", name="Rules").click()
    button(page, "Forget").click()
    assert page.get_by_label("Variant", exact=True).locator("option").all_inner_texts() == [
        "As it comes",
        "Free & easy",
    ]


@pytest.mark.chromium
def test_cells_are_coloured_and_noted_and_the_words_of_a_puzzle_said(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "Colours").click()
    board(page).focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("5")
    page.get_by_role("toolbar").get_by_label("Note for cells").fill("start")
    page.keyboard.press("Enter")
    button(page, "Red").click()
    verdict(page, "unique")
    board(page).locator("[data-kind=colour]").click(force=True)
    for label, text in (("Title", "Two ways"), ("Author", "A. B"), ("Own rules", "Blue is odd.\nThat is all.")):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_label("Source").focus()
    assert page.locator("#words p").all_inner_texts() == ["Two ways by A. B", "Blue is odd.", "That is all."]
    marks = {_key("colour", [1, 1], None, "red"), _key("remark", [1, 1], None, "start")}
    settles(lambda: {mark for mark in drawn(page) if mark[0] in ("colour", "remark")} == marks)
    verdict(page, "unique")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link to edit").click()
    settles(lambda: "/p=" in page.evaluate("navigator.clipboard.readText()"))
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    page.locator("body[data-door=make]").wait_for()  # a link opens the clues
    assert marks <= drawn(page)
    assert page.locator("#words").inner_text().startswith("Two ways by A. B")
    button(page, "Colours").click()
    button(page, "Erase").click()
    board(page).focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Delete")
    assert not marks & drawn(page)
    button(page, "Undo").click()
    assert marks <= drawn(page)


def test_a_damaged_link_is_reported(page, server):
    page.goto(f"{server}/#/p=nonsense")
    page.get_by_role("alert").get_by_text("link").wait_for()


def test_work_is_there_after_a_reload(page, server):
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    board(page).focus()
    page.keyboard.press("3")
    verdict(page, "none")
    page.reload()
    page.locator("#board svg").first.wait_for()
    assert ("text", "[1, 1]", "3") in drawn(page, given=True)
    verdict(page, "none")
    page.locator("#versions summary").click()
    versions = page.locator("#versions li")
    assert versions.all_inner_texts() == ["30 given: no answer (on the board)", "30 given: unique"]
    versions.nth(1).get_by_role("button").click()
    verdict(page, "unique")


@pytest.mark.chromium
def test_every_control_has_a_name(page, server):
    for address in ("#/", "#/make/sudoku", "#/make/killer"):
        page.goto(f"{server}/{address}")
        page.reload()
        page.locator("#board svg:visible, #groups img:visible").first.wait_for()
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('button, input, select, textarea, a[href], [tabindex="0"]')]
            .filter(each => each.checkVisibility())
            .filter(each => !(each.textContent.trim() || each.ariaLabel || each.title || each.labels?.length ||
                each.getAttribute('aria-labelledby') || each.querySelector('img[alt]')))
            .map(each => each.outerHTML.slice(0, 120))"""
        )
        assert nameless == [], address


@pytest.mark.engine
def test_the_page_contacts_no_other_host_and_sets_no_cookies(page, server):
    addresses = []
    page.on("request", lambda request: addresses.append(request.url))
    open_gallery(page, server)
    open_type(page, server, "sudoku")
    verdict(page, "unique")
    assert [url for url in addresses if not url.startswith((server, "data:", "blob:"))] == []
    assert page.context.cookies() == []


@pytest.mark.engine
def test_a_chain_unfolds_and_its_cells_are_numbered(page, server):
    open_type(page, server, "norinori", "8x8")
    verdict(page, "unique")
    button(page, "Hint").click()
    findings = page.locator("#findings")
    texts = page.locator("#board svg text")
    chain = findings.locator("summary", has_text="Show the chain")
    chain.wait_for()
    before = texts.count()
    chain.click()
    findings.get_by_text("Suppose that").wait_for()
    settles(lambda: texts.count() > before)
    chain.click()
    settles(lambda: texts.count() == before)


def test_steps_are_walked_to_and_fro(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "Hint").click()
    findings = page.locator("#findings")
    findings.get_by_text("Step 1:").wait_for()
    button(page, "Next step").click()
    findings.get_by_text("Step 2:").wait_for()
    assert page.evaluate("document.activeElement.dataset.walk") == "Next"
    button(page, "Previous step").click()
    findings.get_by_text("Step 1:").wait_for()
    assert button(page, "Previous step").is_disabled()
    button(page, "All steps").click()
    settles(lambda: button(page, "All steps").count() == 0)
    bars = page.locator(".walk-plot rect")
    last = bars.count()
    assert last > 3
    bars.last.click()
    findings.get_by_text(f"Step {last}:").wait_for()
    assert button(page, "Next step").is_disabled()
    button(page, "Previous step").click()
    button(page, "Next step").click()
    settles(lambda: page.evaluate("document.activeElement.dataset.walk") == "Previous")
    assert "largest reason is that of step" in page.locator(".walk-plot").get_attribute("aria-label")


def test_a_clue_that_leaves_one_answer_is_added_and_taken_back(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    board(page).focus()
    page.keyboard.press("Control+Home")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    verdict(page, "multiple")
    button(page, "Options of Why").click()
    page.get_by_label("Clues that would leave one answer").check()
    button(page, "Why").click()
    add = page.locator("#findings").get_by_role("button", name="Add:").first
    add.hover()  # what it would settle: the clue itself, and all that follows from it
    certain = page.locator("#board [data-kind=text][data-layer=faint]:not([data-open])")
    settles(lambda: certain.count() == 13 and page.locator("#board path.noted").count() == 1)
    page.locator("#heading").hover()
    settles(lambda: certain.count() < 13)
    add.click()
    verdict(page, "unique")
    versions = page.locator("#versions")
    versions.locator("summary").click()
    assert versions.locator("li").all_inner_texts()[1:3] == ["3 given: several answers", "4 given: unique"]
    button(page, "Undo").click()
    verdict(page, "multiple")
    button(page, "Redo").click()
    verdict(page, "unique")
    versions.get_by_role("button").first.click()
    verdict(page, "multiple")


def test_a_puzzle_is_made_easier_and_taken_back(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    before = drawn(page, given=True)
    button(page, "Easier").click()
    page.locator("#findings").get_by_text("Easier: difficulty").wait_for()
    settles(lambda: drawn(page, given=True) > before)
    verdict(page, "unique")
    button(page, "Undo").click()
    settles(lambda: drawn(page, given=True) == before)


def test_two_answers_lie_over_the_board_in_turn(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    switch = page.get_by_label("Show two answers")
    assert not switch.is_visible()
    board(page).focus()
    for key in ("Control+Home", "ArrowDown", "Delete"):
        page.keyboard.press(key)
    verdict(page, "multiple")
    switch.check()
    differing = page.locator("#board svg [data-layer=answer][data-differs]")
    one = differing.evaluate_all("all => all.map(each => [each.dataset.place, each.dataset.value])")
    button(page, "The other one").click()
    other = differing.evaluate_all("all => all.map(each => [each.dataset.place, each.dataset.value])")
    assert [place for place, _ in one] == [place for place, _ in other] and one
    assert all(value != there for (_, value), (_, there) in zip(one, other))
    button(page, "Solve").click()
    page.get_by_text("Answer 1 of").wait_for()
    assert not switch.is_checked()


@pytest.mark.engine
@pytest.mark.chromium
def test_a_book_is_filled_ordered_printed_and_read_by_the_command_line(page, server, tmp_path):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.get_by_role("tab", name="Book").click()
    panel = page.get_by_role("tabpanel")
    button(page, "Add this puzzle").click()
    entries = panel.locator("li")
    panel.get_by_text("unique", exact=True).wait_for()
    panel.get_by_label("Title of the book").fill("Sunday")
    button(page, "Add others …").click()
    empty = "puzzle: sudoku\ntitle: Bare\ngrid: |\n  . .\n  . .\n"
    page.get_by_label("Or puzzles as text").fill(f"https://puzz.link/p?slither/5/5/cbcbcddad\n---\n{empty}---\nx: y\n")
    button(page, "Add").click()
    page.get_by_role("dialog").get_by_role("alert").wait_for()
    assert "number 3: " in page.get_by_role("dialog").get_by_role("alert").inner_text()
    assert entries.count() == 1  # all of them, or none
    page.get_by_label("Or puzzles as text").fill(f"https://puzz.link/p?slither/5/5/cbcbcddad\n---\n{empty}")
    button(page, "Add").click()
    panel.get_by_text("several answers").wait_for()
    names = panel.locator("li > button:first-child")
    assert names.all_inner_texts() == ["Sudoku", "Slitherlink", "Bare (Sudoku)"]
    panel.get_by_label("Move up: 3. Bare (Sudoku)").click()
    page.keyboard.press("Enter")
    panel.get_by_label("Remove: 2. Sudoku").click()
    assert names.all_inner_texts() == ["Bare (Sudoku)", "Slitherlink"]
    with page.expect_download() as download:
        button(page, "Download").click()
    book = tmp_path / download.value.suggested_filename
    book.write_text(Path(download.value.path()).read_text())
    checked = command("check", book).out.splitlines()
    assert (book.name, [line.split()[0] for line in checked]) == ("Sunday.yaml", ["multiple", "unique"])
    with page.expect_popup() as popup:
        panel.get_by_role("button", name="Print").click()
    assert popup.value.locator("h1").all_inner_texts() == ["Sunday", "Answers"]
    names.last.click()
    page.get_by_role("heading", name="Slitherlink", level=1).wait_for()


@pytest.mark.chromium
def test_locked_clues_stay_and_travel_in_the_link(page, server, browser):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    button(page, "Solve").click()
    board(page).focus()
    page.keyboard.press("Control+a")
    button(page, "Lock or unlock the selected clues: they stay as they are").click()
    locks = page.locator("#board svg [data-kind=lock]")
    count = locks.count()
    assert count >= 4
    button(page, "Reduce").click()
    page.locator("#findings").get_by_text("no clues that could be taken away").or_(
        page.get_by_text("0 clues of")
    ).first.wait_for()
    assert locks.count() == count
    page.reload()
    settles(lambda: locks.count() == count)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link to edit").click()
    settles(lambda: "/p=" in page.evaluate("navigator.clipboard.readText()"))
    second = browser.new_context()
    other = second.new_page()
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    settles(lambda: other.locator("#board svg [data-kind=lock]").count() == count)
    second.close()


def test_clues_that_leave_the_least_open_are_listed(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    page.get_by_label("Examples").select_option("Empty board")
    verdict(page, "bare")
    button(page, "Make unique").click()
    findings = page.locator("#findings")
    findings.get_by_text("These would leave the least open").wait_for()
    add = findings.get_by_role("button", name="Add:")
    settles(lambda: add.count() == 12)
    add.first.click()
    verdict(page, "multiple")
    settles(lambda: [mark[0] for mark in drawn(page, given=True)].count("text") == 1)


def test_the_words_of_a_crossword_are_listed_and_reached(page, server):
    open_type(page, server, "crossword")
    play(page)
    slots = page.locator("#slots")
    slots.locator("summary").click()
    words = slots.get_by_role("button")
    words.first.wait_for()
    before = words.first.inner_text()
    assert "·" in before
    words.first.click()
    page.keyboard.press("A")
    settles(lambda: words.first.inner_text() != before)
    assert words.first.inner_text().replace("A", "·", 1) == before
    facts = page.locator("#slots-facts p")
    assert not facts.count()  # they are for who makes it
    edit(page)
    crossed = "6 words of 3 letters on average; 0 cells in one word alone, up to 0 in a row"
    settles(lambda: facts.all_inner_texts() == [crossed, "1 letter: T"])
    board(page).click(position={"x": 30, "y": 30})
    page.keyboard.type("#")
    settles(lambda: facts.all_inner_texts()[0] != crossed)


def test_words_that_fit_the_slot_come_by_themselves_and_are_written_by_a_click(page, server):
    open_type(page, server, "crossword")
    box = page.locator("#fitting")
    words = page.locator("#fitting-words button")
    board(page).click(position={"x": 90, "y": 90})
    page.locator("#fitting-says").get_by_text("3 words fit row 1, column 1, across").wait_for()
    page.locator("#fitting-words .fills").get_by_text("BIT").wait_for()  # CAT and EAT lead to no filling
    assert words.all_inner_texts()[0] == "BIT"
    page.keyboard.type("C")
    settles(lambda: words.all_inner_texts() == ["CAT"])
    words.first.click()
    settles(lambda: "C A T" in text(page))
    verdict(page, "none")  # CAT goes down, too
    for _ in range(2):
        button(page, "Undo").click()
    settles(lambda: words.count() == 3)
    board(page).click(position={"x": 90, "y": 90})
    page.keyboard.type("Z")
    page.locator("#fitting-says").get_by_role("button", name="No word fits").first.click()
    assert page.locator("[data-kind=tint]").count() == 5  # two slots
    button(page, "Undo").click()
    settles(lambda: words.count() > 1 and not page.locator("[data-kind=tint]").count())
    box.locator("summary").click()
    assert not words.first.is_visible()


def test_a_long_list_of_words_is_sent_once(page, server):
    open_type(page, server, "crossword")
    verdict(page, "unique")
    # Characters of each request; Firefox does not tell the browser's driver of them.
    page.evaluate(
        "const plain = window.fetch; window.sent = [];"
        "window.fetch = (to, given) => { if (given?.body) sent.push(given.body.length); return plain(to, given); };"
    )
    words = sorted({"".join(letters) for letters in itertools.product("ABCDEFGHIJKLMNOP", repeat=4)})[::5]
    page.get_by_label("One word a line").evaluate(
        "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }",
        "\n".join(["BIT", "ACE", "DEN", "BAD", "ICE", "TEN", *words]),
    )

    def sent() -> list[int]:
        return page.evaluate("sent")

    settles(lambda: page.locator("#verdict").get_attribute("data-verdict") != "looking" and len(sent()) > 2)
    page.locator("#fitting-words .fills").first.wait_for()  # nothing more is asked then
    before = len(sent())
    board(page).click(position={"x": 90, "y": 90})
    page.keyboard.type("B")
    verdict(page, "unique")
    settles(lambda: page.locator("#fitting-words .fills").count() == 1 and len(sent()) > before)
    assert max(sent()[:before]) > 50_000 and max(sent()[before:]) < 2000


def test_cells_are_coloured_and_that_is_no_answer(page, server):
    open_type(page, server, "slitherlink")
    play(page)
    page.locator("[data-tool=colour]").click()
    page.locator("[data-tool='blue']").click()
    box = board(page).bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.3, steps=12)
    page.mouse.up()
    coloured = page.locator("#board [data-kind='marker']")
    assert coloured.count() >= 3
    button(page, "Undo").click()
    settles(lambda: coloured.count() == 0)
    button(page, "Redo").click()
    settles(lambda: coloured.count() >= 3)
    button(page, "Check").click()
    page.locator("#findings").get_by_text("Nothing is wrong so far.").wait_for()
    page.reload()
    settles(lambda: coloured.count() >= 3)


def test_a_timer_runs_while_one_plays(page, server):
    open_type(page, server, "sudoku", "4x4")
    assert not page.locator("#timer").is_visible()
    play(page)
    time_shown = page.locator("#timer-time")
    assert time_shown.inner_text() == "0:00"
    board(page).focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("2")
    settles(lambda: time_shown.inner_text() in ("0:01", "0:02"))
    page.goto(f"{server}/#/play/akari")
    settles(lambda: time_shown.inner_text() == "0:00")


@pytest.mark.engine
def test_a_puzzle_is_copied_as_others_write_it(page, server):
    open_type(page, server, "slitherlink")
    button(page, "Copy as …").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_role("link", name="Open there: a link of puzz.link").get_attribute("href")
    assert link.startswith("https://puzz.link/p?slither/")
    assert dialog.get_by_role("button", name="Copy the native format").is_visible()
    puzzle = pysolve.read(link)
    assert puzzle.board == pysolve.read(str(opening("slitherlink"))).board


@pytest.mark.engine
def test_a_link_is_opened_in_its_type(page, server):
    open_gallery(page, server)
    button(page, "Open a puzzle").click()
    page.get_by_role("dialog").get_by_label("Or the puzzle as text").fill("https://puzz.link/p?slither/5/5/cbcbcddad")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("heading", level=1, name="Slitherlink", exact=True).wait_for()
    page.locator("#board svg").first.wait_for()


@pytest.mark.engine
def test_constraints_are_added_to_a_sudoku(page, server):
    open_type(page, server, "sudoku", "4x4")
    verdict(page, "unique")
    menu = page.get_by_label("Add a constraint")
    menu.select_option(label="Thermometer")
    lines = page.get_by_label("Thermometer, a group of cells a line")
    lines.fill("r1c2-r1c4")
    verdict(page, "unique")  # 1 3 4
    lines.fill("r1c1-r1c3")
    verdict(page, "none")  # 2 1 3
    page.get_by_role("button", name="Remove Thermometer").click()
    verdict(page, "unique")
    board(page).focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Shift+ArrowRight")
    menu.select_option(label="Killer cage")
    settles(lambda: page.get_by_label("Killer cage, a group of cells a line").input_value() == "r1c1 r1c2")
    verdict(page, "unique")
    page.locator("#board [data-kind=cage]").first.wait_for(state="attached")


# -- Other languages


@pytest.mark.chromium
@pytest.mark.parametrize(
    ("locale", "undo", "step", "front"),
    [("de-AT", "Rückgängig", "Nächster Schritt", "Rätsel öffnen"), ("ja-JP", "元に戻す", "次の一手", "パズルを開く")],
)
def test_the_page_speaks_the_language_of_the_browser_or_the_one_that_was_chosen(
    browser: Any, server: str, locale: str, undo: str, step: str, front: str
) -> None:
    context = browser.new_context(locale=locale, viewport={"width": 1366, "height": 850})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    open_gallery(page, server)
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    page.get_by_role("button", name=front).wait_for()
    page.goto(f"{server}/#/play/slitherlink")
    page.locator("#board svg").first.wait_for()
    page.get_by_role("button", name=undo, exact=True).wait_for()
    page.goto(f"{server}/#/make/masyu")  # whose boards have one shape
    page.locator("#examples").wait_for()
    heights = [page.locator(place).bounding_box()["height"] for place in ("#toolbar", "#examples")]
    assert heights[0] == heights[1]  # the tools stand in one row
    page.goto(f"{server}/#/study/slitherlink")
    page.get_by_role("button", name=step, exact=True).first.click()
    page.locator("#findings .finding").first.wait_for()
    page.locator("#help").click()
    page.locator("#language").select_option("en")
    page.get_by_role("button", name="Next step", exact=True).first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"
    assert not faults
    context.close()
