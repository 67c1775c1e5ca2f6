"""Chapters of a walk: which part of the board is left."""

from __future__ import annotations

import pytest
from conftest import INSTANCES, command

import pysolve
from pysolve import Settings
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.analysis.progress import Fact, places_of
from pysolve.analysis.steps import Chapters, Part
from pysolve.model.terms import Term

BOARD = pysolve.read(str(INSTANCES / "starbattle/8x8.yaml"))
WALKED = pysolve.read(str(INSTANCES / "tents/8x8.yaml"))


def stars(*cells: tuple[int, int]) -> list[Fact]:
    return [Fact(Term("star", (cell,))) for cell in cells]


ALL = stars(*[(row, column) for row in range(1, 9) for column in range(1, 9)])


def begun(*open_: list[Fact]) -> list[Part | None]:
    """What begins with each step of a walk before which these facts are open."""
    chapters = Chapters(BOARD)
    return [chapters.begins(each) for each in open_]


def test_a_chapter_begins_where_all_that_is_left_lies_in_a_part():
    upper = stars(*[(row, column) for row in range(1, 5) for column in range(1, 9)])
    corner = stars((1, 5), (1, 8), (4, 5), (3, 6))
    assert begun(*[ALL] * 4, upper, upper, upper, corner, corner) == [
        *[None] * 4, Part.UPPER, None, None, Part.TOP_RIGHT, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "cells, part",
    [
        ([(5, 1), (5, 8), (8, 2), (6, 6)], Part.LOWER),
        ([(1, 4), (8, 1), (7, 2), (3, 3)], Part.LEFT),
        ([(1, 5), (8, 8), (7, 6), (3, 6)], Part.RIGHT),
        ([(4, 4), (1, 1), (2, 2), (3, 3)], Part.TOP_LEFT),
        ([(5, 4), (8, 1), (8, 2), (8, 3)], Part.BOTTOM_LEFT),
        ([(5, 5), (8, 8), (8, 7), (8, 6)], Part.BOTTOM_RIGHT),
        ([(4, 4), (5, 5), (4, 5), (5, 4)], None),  # the middle is no part
        ([(1, 1), (1, 2), (2, 1)], None),  # there are too few for a chapter
    ],
)
def test_the_parts_of_a_board(cells, part):
    assert begun(*[ALL] * 4, stars(*cells))[-1] == part


def test_what_was_left_from_the_beginning_is_no_chapter_and_short_ones_are_none():
    upper, corner = stars((1, 1), (1, 8), (4, 1), (4, 8)), stars((1, 5), (1, 8), (4, 5), (3, 6))
    assert begun(*[upper] * 9) == [None] * 9
    assert begun(*[ALL] * 4, upper, corner, corner, corner)[4:] == [Part.UPPER, None, None, Part.TOP_RIGHT]


def test_hexagons_have_no_parts():
    chapters = Chapters(pysolve.read(str(INSTANCES / "hidato/hexagon.yaml")))
    assert [chapters.begins(ALL) for _ in range(5)] == [None] * 5


def test_a_walk_has_chapters_and_what_they_say_is_true():
    *_, hints = explain_steps(WALKED, Settings(), HintRequest(steps=0))
    begins = [number for number, step in enumerate(hints.steps) if step.part is not None]
    assert begins
    inside = {
        "upper": lambda r, c: r < 5,
        "lower": lambda r, c: r > 4,
        "left": lambda r, c: c < 5,
        "right": lambda r, c: c > 4,
    }
    inside |= {"top": inside["upper"], "bottom": inside["lower"]}
    for number in begins:
        words = set(str(hints.steps[number].part).split()) & inside.keys()
        left = [place for step in hints.steps[number:] for fact in step.facts for place in places_of(WALKED, fact.atom)]
        assert words and all(inside[word](*cell) for word in words for cell in left)


@pytest.mark.rest
def test_chapters_stand_before_their_steps():
    file = INSTANCES / "tents/8x8.yaml"
    record = pysolve.hint(WALKED, steps=0)
    chapters = [step.chapter for step in record.steps if step.chapter is not None]
    assert chapters and all(each.startswith("Now only the ") for each in chapters)
    lines = command("hint", file, "--all", "--brief").out.splitlines()
    said = [(line, lines[at + 1]) for at, line in enumerate(lines) if line.startswith("Now only")]
    assert [chapter for chapter, _ in said] == chapters
    assert [int(after.partition(".")[0]) for _, after in said] == [
        number for number, step in enumerate(record.steps, 1) if step.chapter is not None
    ]
