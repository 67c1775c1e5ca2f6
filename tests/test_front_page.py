"""The front page, and the galleries behind the doors: what a newcomer sees, the puzzle of the day, what was opened last."""

from __future__ import annotations

import datetime
import json
import re
import runpy
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from conftest import ROOT
from samples import smallest
from test_page import drawn, expected, open_gallery, open_type, settles

import pysolve
from pysolve import catalog
from pysolve.render import svg
from pysolve.rules.library import well_known

httpx = pytest.importorskip("httpx", reason="needs httpx")

Page = Any

PHONE, ASIDE, DESK = (390, 844), (844, 390), (1366, 850)

#: Milliseconds in which the moving picture goes on from any of its frames to the next one.
FRAME = 8000


def size(page: Page, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})


def is_in_sight(page: Page, selector: str) -> bool:
    """Whether all of something lies in what is to be seen of the page."""
    box = page.locator(selector).bounding_box()
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    return bool(box) and box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= width and (
        box["y"] + box["height"] <= height
    )  # fmt: skip


# -- The doors


def test_the_front_page_has_three_doors_and_each_gallery_its_own_invitation(page, server):
    open_gallery(page, server)
    sentence = page.locator("h1").inner_text()
    assert sentence.count(".") == 1 and "puzzle" in sentence
    assert page.locator("#doors [aria-current]").count() == 0
    for door, invited in (("play", "Puzzles to play"), ("make", "Make a puzzle"), ("study", "Study a puzzle")):
        page.locator(f".front-doors a[href='#/{door}']").click()
        page.get_by_role("heading", level=1, name=invited, exact=True).wait_for()
        assert page.locator("#about").inner_text()
        assert page.locator("#doors [aria-current=page]").get_attribute("id") == f"to-{door}"
        assert not page.locator(".front-doors").is_visible() and not page.locator("#moving").is_visible()
        assert page.locator("#day").is_visible() == (door == "play")
        assert page.locator("[data-type=akari] h3 a").get_attribute("href") == f"#/{door}/akari"
        page.locator(".brand").click()
        page.get_by_role("heading", level=1, name=sentence).wait_for()


@pytest.mark.parametrize("screen", [PHONE, ASIDE, DESK])
def test_the_first_screen_has_the_sentence_the_search_and_the_doors(page, server, screen):
    size(page, screen)
    open_gallery(page, server)
    page.locator("#moving-board svg").wait_for()
    seen = [
        "#heading",
        "#search",
        "#moving",
        *(f".front-doors a[href='#/{door}']" for door in ("play", "make", "study")),
    ]
    assert [each for each in seen if not is_in_sight(page, each)] == []
    if screen != ASIDE:
        assert is_in_sight(page, "#day")
    for address in ("#/", "#/play", "#/make", "#/study"):
        page.goto(f"{server}/{address}")
        settles(lambda: page.locator("#groups").is_visible())
        assert page.evaluate("document.documentElement.scrollWidth") == screen[0]


def test_the_search_stays_at_hand_and_what_is_found_stands_right_below(page, server):
    size(page, PHONE)
    open_gallery(page, server)
    page.locator(".card").last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 5 * PHONE[1]
    assert is_in_sight(page, "#search")
    page.locator("#search").fill("hidato")
    page.get_by_text("1 type").wait_for()
    settles(lambda: is_in_sight(page, "[data-type=hidato] h3"))
    assert not page.locator(".front-doors").is_visible()
    page.locator("#search").fill("")
    page.locator(".front-doors").wait_for()


# -- The picture that moves


def test_the_moving_picture_shows_what_pysolve_says():
    """Clues, the verdict, the reason: as they would be found and drawn now."""
    made = list(runpy.run_path(str(ROOT / "tools" / "moving.py"))["frames"]())
    kept = json.loads((ROOT / "pysolve" / "web" / "static" / "moving.json").read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(made))
    assert [frame["verdict"] for frame in kept] == ["multiple", "multiple", "unique", "none", "none"]
    assert any(mark.get("differs") for mark in kept[-1]["picture"]["marks"])


@pytest.mark.chromium
def test_the_picture_moves_until_it_is_paused(page, server):
    page.clock.install()
    open_gallery(page, server)
    figure = page.locator("#moving")

    def frame() -> str | None:
        return figure.get_attribute("data-frame")

    settles(lambda: page.clock.run_for(100) or frame() is not None)
    seen = {}
    while len(seen) < 5:
        before = frame()
        seen[before] = page.locator("#moving-verdict").inner_text()
        settles(lambda before=before: page.clock.run_for(100) or frame() != before)
    assert seen == {"0": "Several answers", "1": "Several answers", "2": "Unique", "3": "No answer", "4": "No answer"}
    page.get_by_role("button", name="Pause the moving picture").click()
    stays = frame()
    page.clock.run_for(5 * FRAME)
    assert frame() == stays
    page.get_by_role("button", name="Start the moving picture").click()
    assert frame() != stays


@pytest.mark.chromium
def test_who_wants_no_motion_sees_the_verdict_and_its_reason(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    open_gallery(page, server)
    settles(lambda: page.clock.run_for(100) or page.locator("#moving-board svg").count() == 1)
    page.clock.run_for(5 * FRAME)
    assert page.locator("#moving").get_attribute("data-frame") == "4"
    assert page.locator("#moving-verdict").inner_text() == "No answer"
    assert "clues conflict" in page.locator("#moving-says").inner_text()
    running = "document.getAnimations().filter(each => each.effect.target.closest('#moving')).length"
    assert page.evaluate(running) == 0


# -- The puzzle of the day


def test_every_date_has_a_puzzle_of_a_well_known_type_and_the_next_one_another():
    dates = [datetime.date(2028, 1, 1) + datetime.timedelta(number) for number in range(366)]
    assert list(catalog.every_day()) == [f"{date:%m-%d}" for date in dates]
    types = [re.match(r"puzzle: (\w+)\n", catalog.of_day(day))[1] for day in catalog.every_day()]
    assert set(types) == set(well_known())
    groups = [catalog.find(name).group for name in types]
    assert all(one != other for one, other in pairwise(types))
    assert sum(one == other for one, other in pairwise(groups)) < len(groups) / 4
    texts = {catalog.of_day(day) for day in catalog.every_day()}
    assert len(texts) == 366 and not any("answer:" in text for text in texts)


@pytest.mark.parametrize("day", ["01-01", "02-29", "11-27", "12-31"])
def test_the_puzzle_of_a_day_has_one_answer(day):
    assert str(pysolve.check(pysolve.read_text(catalog.of_day(day)))) == "unique"


@pytest.mark.rest
def test_all_puzzles_of_the_day_have_one_answer():
    wrong = [
        day for day in catalog.every_day() if str(pysolve.check(pysolve.read_text(catalog.of_day(day)))) != "unique"
    ]
    assert wrong == []


def test_the_service_sends_the_puzzle_of_a_day(server):
    with httpx.Client(base_url=server, timeout=60) as client:
        sent = client.get("/api/days/11-27").json()
        puzzle = pysolve.read_text(catalog.of_day("11-27"))
        assert (sent["day"], sent["type"], sent["title"]) == ("11-27", puzzle.type.name, puzzle.type.title)
        assert pysolve.read_text(sent["puzzle"]).tokens == puzzle.tokens
        assert sent["model"]["type"] == puzzle.type.name and sent["svg"].startswith("<svg")
        for wrong in ("11-31", "today", "1-1"):
            refused = client.get(f"/api/days/{wrong}")
            assert (refused.status_code, refused.json()["sentence"][:20]) == (404, "there is no such day")


@pytest.mark.chromium
def test_the_puzzle_of_the_day_follows_the_date_and_is_played(page, server):
    titles = {}
    for date in ("2026-11-27", "2026-11-28"):
        page.clock.set_fixed_time(datetime.datetime.fromisoformat(f"{date}T12:00:00"))
        page.goto("about:blank")
        open_gallery(page, server)
        day = date[5:]
        settles(lambda: page.locator("#day-title").inner_text() != "")
        assert page.locator("#day").get_attribute("href") == f"#/play/day={day}"
        titles[day] = page.locator("#day-title").inner_text()
        assert titles[day] == pysolve.read_text(catalog.of_day(day)).type.title
        assert page.locator("#day-picture").get_attribute("src").startswith("data:image/svg")
    assert len(set(titles.values())) == 2
    page.locator("#day").click()
    page.locator("body[data-door=play] #board svg").first.wait_for()
    assert page.locator("h1").inner_text() == titles["11-28"]
    assert page.url.endswith("#/play/day=11-28")
    page.reload()
    page.locator("body[data-door=play] #board svg").first.wait_for()
    assert page.locator("h1").inner_text() == titles["11-28"]


# -- What was opened last, and the gallery


def test_what_was_opened_last_is_led_to(page, server):
    open_type(page, server, "yajilin")
    shared = f"#puzzle={smallest('akari').read_text()}".replace("\n", "%0A").replace(" ", "%20")
    page.goto(f"{server}/{shared}")
    page.get_by_role("heading", level=1, name="Akari").wait_for()
    page.goto(f"{server}/#/")
    links = page.locator("#recent a")
    settles(lambda: links.all_inner_texts() == ["Akari to play", "Yajilin to edit"])
    assert links.nth(1).get_attribute("href") == "#/make/yajilin"
    page.reload()  # the browser keeps it
    links.first.click()
    page.get_by_role("heading", level=1, name="Akari").wait_for()


@pytest.mark.parametrize("name", ["sudoku", "slitherlink", "masyu", "akari", "nurikabe"])
def test_a_card_shows_the_puzzle_that_it_opens_without_its_answer(name, page, server):
    with httpx.Client(base_url=server, timeout=60) as client:
        shown = client.get(f"/api/types/{name}/picture.svg").text
        opens = client.get(f"/api/types/{name}").json()["opens"]
    puzzle = pysolve.read(str(ROOT / "instances" / name / f"{opens}.yaml"))
    answer = next(pysolve.solve(puzzle)).picture()
    given = answer._replace(marks=[mark for mark in answer.marks if mark.given])
    assert shown == svg.render([given], puzzle.type.title) != svg.render([answer], puzzle.type.title)
    open_type(page, server, name)
    clues = expected(given._replace(marks=[replace(mark, given=False) for mark in given.marks]))
    settles(lambda: drawn(page, given=True) == clues)
