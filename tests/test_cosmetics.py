"""Colours and notes on pictures, which mean nothing: read, written, drawn, and refused where they are wrong."""

from __future__ import annotations

import pytest
from conftest import command

from pysolve import formats
from pysolve.generate import boards
from pysolve.model.errors import PuzzleError
from pysolve.model.marks import Colour
from pysolve.render import svg
from pysolve.render.look import COLOURS
from pysolve.render.picture import draw
from pysolve.solving import facts

BOARD = "puzzle: hidato\ngrid: |\n  1 . #\n  . 8 .\n  . . .\n"
COSMETICS = "cosmetics:\n  colours: |\n    r1c1 r2c1 = blue\n    r1c3 = grey\n  notes: |\n    r2c2 = a = b\n"


def test_colours_and_notes_are_read_and_written_and_no_facts():
    plain, puzzle = formats.read_text(BOARD), formats.read_text(BOARD + COSMETICS)
    assert puzzle.cosmetics.colours == {(1, 1): Colour.BLUE, (2, 1): Colour.BLUE, (1, 3): Colour.GREY}
    assert puzzle.cosmetics.notes == {(2, 2): "a = b"}
    assert formats.write(puzzle).decode().endswith(COSMETICS)
    assert facts.text(puzzle) == facts.text(plain)
    runs = formats.read_text(BOARD + "cosmetics: {colours: r1c1-r3c1 = red}\n")
    assert list(runs.cosmetics.colours) == [(1, 1), (2, 1), (3, 1)]


def test_colours_and_notes_are_drawn_but_not_in_holes(tmp_path, write):
    drawing = svg.render([draw(formats.read_text(BOARD + COSMETICS))])
    assert f'fill="{COLOURS[Colour.BLUE].light}"' in drawing and COLOURS[Colour.GREY].light not in drawing
    assert 'font-style="italic"' in drawing and ">a = b</text>" in drawing
    sheet = tmp_path / "sheet.html"
    assert command("sheet", write(BOARD + COSMETICS, "a.yaml"), "-o", str(sheet)).code == 0
    assert sheet.read_text().count(">a = b</text>") == 2  # the board, and its answer


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cosmetics: blue", "cosmetics: expected 'colours', 'notes' and 'walls', each a block of lines"),
        ("cosmetics: {colours: {a: b}}", "cosmetics: expected 'colours', 'notes' and 'walls', each a block of lines"),
        ("cosmetics: {shades: r1c1 = blue}", "cosmetics: found 'shades', expected colours, notes or walls"),
        ("cosmetics: {colours: r1c1}", "line 6: colours: found 'r1c1', expected cells, '=' and a text"),
        ("cosmetics: {colours: r1c1 =}", "line 6: colours: found 'r1c1 =', expected cells, '=' and a text"),
        ("cosmetics: {colours: = blue}", "line 6: found no cells, expected some such as r1c1 r1c2"),
        ("cosmetics: {colours: r1c1 = ink}", "line 6: colours: found 'ink', expected yellow, orange, red, purple"),
        ("cosmetics: {colours: r1c9 = blue}", "line 6: found 'r1c9', which is not a cell of the board"),
        ("cosmetics:\n  colours: |\n    r1c1 = blue\n    r1c1 = red", "line 9: colours: found a second text for r1c1"),
        ("cosmetics: {notes: r1c1 = thirteen more}", "line 6: notes: found 'thirteen more', expected 12 characters at"),
    ],
)
def test_what_is_malformed_is_refused_with_a_sentence(text: str, sentence: str):
    with pytest.raises(PuzzleError) as error:
        formats.read_text(f"{BOARD}{text}\n")
    assert sentence in str(error.value)


def test_a_board_without_clues_has_none_of_the_old_puzzle():
    puzzle = boards.without_clues(formats.read_text("rules: Odd.\n" + BOARD + COSMETICS))
    assert not puzzle.cosmetics and not puzzle.rules
