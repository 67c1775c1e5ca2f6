"""Pictures as text: exact drawings of small boards, and what must hold for any picture."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import CAGES, PATHS, REGIONS, board, corner, fences, margin, marks, paths, pictures

from pysolve.model.board import Board
from pysolve.model.terms import Term
from pysolve.render import terminal
from pysolve.render.look import width
from pysolve.render.picture import Mark, Picture


def drawing(picture: Picture, **options) -> list[str]:
    return terminal.render(picture, **options).split("\n")


def lines_of(expected: str) -> list[str]:
    """A drawing in a test, without its first and last line and its indentation."""
    lines = expected.split("\n")[1:-1]
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [line[indent:] for line in lines]


# -- Strokes and tokens


def test_box_borders_leave_out_the_lattice_lines_between():
    boxes = marks("border", *["1 1 2 2"] * 2, *["3 3 4 4"] * 2)
    values = marks("text", "1 2 3 4", "3 4 . 2", "2 1 4 3", "4 3 2 1")
    assert drawing(board(4, 4, boxes, values)) == lines_of("""
        ┌─────┬─────┐
        │ 1 2 │ 3 4 │
        │ 3 4 │ · 2 │
        ├─────┼─────┤
        │ 2 1 │ 4 3 │
        │ 4 3 │ 2 1 │
        └─────┴─────┘
    """)
    assert drawing(board(4, 4, boxes, values), style="ascii")[:4] == lines_of("""
        +-----+-----+
        | 1 2 | 3 4 |
        | 3 4 | . 2 |
        +-----+-----+
    """)


def test_tokens_line_up_with_the_widest_one():
    assert drawing(board(2, 3, marks("text", "1 12 3", "日 . 7"))) == lines_of("""
        ┌──────────┐
        │  1 12  3 │
        │ 日  ·  7 │
        └──────────┘
    """)


def test_cages_are_light_where_borders_are_heavy_and_notes_stand_above_their_cell():
    assert drawing(CAGES) == lines_of("""
        ┏12━━━━━┳━━━┓
        ┃ 1   2 ┃ · ┃
        ┃   ┌───┨   ┃
        ┃ · │ · ┃ · ┃
        ┠6──┴───╂───┨
        ┃ ·   · ┃ 9 ┃
        ┗━━━━━━━┻━━━┛
    """)
    assert drawing(CAGES, style="ascii")[3:5] == ["# . | . # . #", "#6--+---#---#"]


def test_where_most_lattice_lines_are_drawn_all_are():
    picture = board(1, 5, marks("border", "a b c d d"))
    assert drawing(picture) == ["┌───┬───┬───┬───────┐", "│ · │ · │ · │ ·   · │", "└───┴───┴───┴───────┘"]


def test_a_long_note_widens_its_cell():
    picture = board(1, 2, marks("cage", "a b"), [Mark("note", (1, 1), value="1234", given=True)])
    assert drawing(picture) == ["┌1234─┬─────┐", "│   · │   · │", "└─────┴─────┘"]


def test_shapes_and_words_of_a_bank_stand_below_the_board():
    picture = Picture(Board.square(1, 1), (), bank=("x", ".x/xx", "x" * 30))
    assert drawing(picture)[3:] == ["", "██    ██", "    ████", "", "█" * 60]
    assert drawing(picture, style="ascii")[4:6] == ["##    ##", "    ####"]
    assert drawing(Picture(Board.square(1, 1), (), bank=("LINE", "WALL")))[3:] == ["", "LINE  WALL"]


def test_regions_alone_are_light():
    assert drawing(board(3, 3, marks("border", *REGIONS), marks("star", ". . *", "* . .", ". * ."))) == lines_of("""
        ┌───────┬───┐
        │ ·   · │ ★ │
        │   ┌───┘   │
        │ ★ │ ·   · │
        ├───┴───────┤
        │ ·   ★   · │
        └───────────┘
    """)


def test_lines_through_centres_are_joined():
    assert drawing(PATHS) == lines_of("""
        ┌───────────────────┐
        │ 7───────────╮   3 │
        │             │   │ │
        │ 9   1   3   │   │ │
        │ │   │   │   │   │ │
        │ │   │   │   7   │ │
        │ │   │   │       │ │
        │ │   │   ╰───────╯ │
        │ │   │             │
        │ 9   ╰───────────1 │
        └───────────────────┘
    """)


def test_a_line_may_end_in_an_empty_cell_run_through_a_token_and_cross_a_border():
    picture = board(2, 3, marks("border", "1 1 2", "1 1 2"), marks("text", ". 5 .", ". . ."), paths("e es .", ". . ."))
    assert drawing(picture) == lines_of("""
        ┏━━━━━━━┳━━━┓
        ┃ ╶───5─╂─╴ ┃
        ┃     │ ┃   ┃
        ┃ ·   ╵ ┃ · ┃
        ┗━━━━━━━┻━━━┛
    """)


def test_ascii_paths_are_drawn_as_copris_draws_them():
    expected = [
        ".   .   .   .   .   .",
        "  7---+---+---+   3   ",
        ".   .   .   . | . | .",
        "  9   1   3   +   +   ",
        ". | . | . | . | . | .",
        "  +   +   +   7   +   ",
        ". | . | . | .   . | .",
        "  +   +   +---+---+   ",
        ". | . | .   .   .   .",
        "  9   +---+---+---1   ",
        ".   .   .   .   .   .",
    ]
    assert drawing(PATHS, style="ascii") == expected


def test_wide_ends_widen_the_pitch_of_ascii_paths():
    picture = board(2, 2, marks("text", "12 .", ". 12"), paths("e s", ". ."))
    assert drawing(picture, style="ascii") == [
        ".    .    .",
        "  12----+   ",
        ".    .  | .",
        "       12   ",
        ".    .    .",
    ]


def test_fences_run_between_corners_and_dots_mark_the_others():
    loop = fences((1, 1), (1, 2), (1, 3), (2, 3), (2, 2), (3, 2), (3, 1), (2, 1), (1, 1))
    picture = board(2, 3, marks("text", "2 3 .", "3 . 0"), loop)
    assert drawing(picture) == lines_of("""
        ┌───────┐   ·
        │ 2   3 │
        │   ┌───┘   ·
        │ 3 │     0
        └───┘   ·   ·
    """)
    assert drawing(picture, style="ascii") == lines_of("""
        +---+---+   .
        | 2   3 |
        +   +---+   .
        | 3 |     0
        +---+   .   .
    """)


def test_diagonal_lines():
    slants = [Mark("line", corner(1, 1), corner(2, 2)), Mark("line", corner(1, 3), corner(2, 2))]
    assert drawing(board(1, 2, slants)) == ["·   ·   ·", "  ╲   ╱", "·   ·   ·"]
    crossing = [Mark("line", (1, 1), (2, 2)), Mark("line", (1, 2), (2, 1))]
    assert drawing(board(2, 2, crossing))[2] == "│   ╳   │"


def test_marks_between_cells_stand_between_them():
    dots = [
        Mark("disc", Term("h", (2, 3)), given=True),
        Mark("circle", Term("h", (3, 2))),
        Mark("text", corner(2, 2), value="4"),
    ]
    assert drawing(board(2, 2, marks("text", "1 2", "3 4"), dots)) == lines_of("""
        ┌───────┐
        │ 1 ● 2 │
        │ ○ 4   │
        │ 3   4 │
        └───────┘
    """)


def test_what_characters_cannot_show_is_reported():
    leap = Mark("line", (1, 1), (2, 3))
    outside = [Mark("text", (5, 1), value="7"), Mark("shade", corner(1, 1)), Mark("circle", Term("left", (9,)))]
    assert drawing(board(2, 3, [leap], outside))[4:] == [
        "not drawn: a line joins row 1, column 1 and row 2, column 3",
        "not drawn: row 5, column 1 holds 7",
        "not drawn: the upper left corner of row 1, column 1 is shaded",
        "not drawn: the left margin of row 9 has a circle",
    ]
    hexagons = Board.hexagonal([2, 3])
    assert drawing(Picture(hexagons, (Mark("line", (1, 2), (2, 7)),)))[2:] == [
        "not drawn: a line joins row 1, column 1 and row 2, column 4"
    ]


# -- Fills


def test_shade_fills_cells_and_is_told_from_blocks_and_tints():
    picture = board(2, 4, marks("shade", "x x . .", ". . . ."), marks("block", ". . . #", ". . . ."),
                    marks("tint", ". . . .", "x . . ."), marks("text", ". . 5 1", ". . . ."))  # fmt: skip
    assert drawing(picture) == ["┌────────┐", "│████ 5▒1│", "│░░ · · ·│", "└────────┘"]
    assert drawing(picture, style="ascii") == ["+--------+", "|#### 5%1|", "|:: . . .|", "+--------+"]


def test_a_token_on_a_shaded_cell_stays_visible():
    assert drawing(board(1, 2, marks("shade", "x x"), marks("text", "4 17")))[1] == "│██4█17│"


def test_shade_joins_over_lattice_lines_without_strokes():
    picture = board(2, 2, marks("shade", "x x", "x ."), paths(". .", ". ."), marks("cage", "1 1", "1 1"))
    assert drawing(picture) == ["┌───────┐", "│███████│", "│███    │", "│███  · │", "└───────┘"]


def test_holes_are_blank():
    assert drawing(board(2, 3, marks("text", "1 . .", ". . 10"), holes=[(1, 3), (2, 1)])) == lines_of("""
        ┌──────────┐
        │  1  ·    │
        │     · 10 │
        └──────────┘
    """)


# -- Margins


def test_margins_stand_beside_their_rows_and_columns():
    picture = board(
        2, 3, margin("left", "1 2", "10"), margin("right", "7", ""), margin("top", "1 10", "2", "3"),
        margin("bottom", "", "4 5"), marks("shade", "x . x", ". . ."),
    )  # fmt: skip
    assert drawing(picture) == [
        "       1",
        "      10  2  3",
        "    ┌─────────┐",
        "1 2 │███  ·███│ 7",
        " 10 │  ·  ·  ·│",
        "    └─────────┘",
        "          4",
        "          5",
    ]


# -- Hexagons


def test_hexagons_are_shifted_by_half_cells():
    hexagons = Board.hexagonal([2, 3, 2])
    numbers = [Mark("text", cell, value=str(9 + n)) for n, cell in enumerate(hexagons.cells) if n != 3]
    assert drawing(Picture(hexagons, tuple(numbers))) == ["   9  10", "11   ·  13", "  14  15"]


def test_lines_and_borders_between_hexagons():
    hexagons = Board.hexagonal([2, 3])
    lines = [Mark("line", (1, 2), (1, 4)), Mark("line", (1, 4), (2, 5)), Mark("line", (1, 2), (2, 1))]
    texts = [Mark("text", (1, 2), value="1"), Mark("text", (2, 5), value="2")]
    assert drawing(Picture(hexagons, (*lines, *texts))) == ["  1───•", " ╱     ╲", "•   ·   2"]
    areas = [Mark("border", cell, value=str(cell[1] > 2), given=True) for cell in hexagons.cells]
    assert drawing(Picture(hexagons, tuple(areas))) == ["  · │ ·", "   ╱", "· │ ·   ·"]


def test_marks_at_the_sides_of_hexagons():
    hexagons = Board.hexagonal([2, 3])
    dots = [Mark("disc", side, given=True) for side in hexagons.sides_of((1, 2)).values()]
    assert drawing(Picture(hexagons, tuple(dots))) == [" ● ●", "● · ● ·", " ● ●", "·   ·   ·"]


# -- Differences and colour


def test_differences_are_seen_without_colour():
    values = [Mark("text", (1, 1), value="1"), Mark("text", (1, 2), value="2", differs=True)]
    assert drawing(board(2, 2, values, missing=[(2, 1)]))[1:3] == ["│ 1*2 │", "│*· · │"]
    shades = [Mark("shade", (1, 1), differs=True), Mark("shade", (1, 2))]
    assert drawing(board(1, 3, shades, missing=[(1, 3)]))[1] == "│*███*·│"
    lines = [Mark("line", (1, 1), (1, 2), differs=True), Mark("line", (1, 2), (2, 2), differs=True)]
    assert drawing(board(2, 2, lines))[1:4] == ["│ ╶─*─╮ │", "│     * │", "│ ·   ╵ │"]
    fence = [
        Mark("line", corner(1, 1), corner(1, 2), differs=True),
        Mark("line", corner(1, 1), corner(2, 1), differs=True),
    ]
    assert drawing(board(1, 1, fence)) == ["┌─*─╴", "*", "╵   ·"]
    clue = [Mark("text", Term("left", (1,)), value="3", differs=True)]
    assert drawing(board(1, 1, clue))[1] == "*3 │ · │"


def test_colour_tells_given_from_answer_and_adds_nothing_else():
    values = [Mark("text", (1, 1), value="1", given=True), Mark("text", (1, 2), value="2"),
              Mark("text", (1, 3), value="3", differs=True)]  # fmt: skip
    picture = board(1, 3, values)
    line = drawing(picture, colour=True)[1]
    assert line == "│ \x1b[1m1\x1b[0m \x1b[36m2\x1b[0m\x1b[1;7;31m*3\x1b[0m │"
    assert re.sub("\x1b\\[[0-9;]*m", "", line) == drawing(picture)[1]


def test_a_cell_with_clue_and_answer_has_the_ink_of_the_answer():
    both = [Mark("text", (1, 1), value="1", given=True), Mark("text", (1, 1), value="2")]
    assert drawing(board(1, 1, both), colour=True)[1] == "│ \x1b[36m1,2\x1b[0m │"


def test_control_characters_are_not_written():
    assert "\x1b" not in terminal.render(board(1, 1, [Mark("text", (1, 1), value="a\x1b[2J\n")]))


def test_an_unknown_style_is_an_error():
    with pytest.raises(KeyError):
        terminal.render(PATHS, style="braille")


# -- Any picture


@given(pictures())
def test_every_picture_can_be_drawn(picture):
    for style in ("unicode", "ascii"):
        plain = terminal.render(picture, style=style)
        assert re.sub("\x1b\\[[0-9;]*m", "", terminal.render(picture, style=style, colour=True)) == plain
        assert not plain.endswith("\n")


@given(pictures())
def test_ascii_drawings_hold_no_other_characters_than_the_texts(picture):
    texts = {sign for mark in picture.marks for sign in mark.value}
    assert all(sign.isascii() or sign in texts for sign in terminal.render(picture, style="ascii"))


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_rows_of_a_framed_board_are_equally_wide_and_hold_all_tokens_in_order(rows, columns, data):
    kinds = st.sampled_from(["text", "shade", "block", "circle", "border", "cage", "note"])
    places = st.tuples(st.integers(1, rows), st.integers(1, columns))
    values = {place: str(100 + at) for at, place in enumerate(data.draw(st.lists(places, unique=True)))}
    others = data.draw(
        st.lists(st.builds(Mark, kinds.filter(lambda kind: kind != "text"), places, value=st.sampled_from("12")))
    )
    picture = board(rows, columns, [Mark("text", place, value=value) for place, value in values.items()], others)
    lines = drawing(picture)
    assert len({width(line) for line in lines}) == 1
    assert {line[0] for line in lines} <= set("┌│├└┏┃┠┣┗┡┞┢┟") and lines[0][0] in "┌┏"
    tokens = [token for line in lines for token in re.findall(r"1\d\d", line)]
    assert tokens == [values[place] for place in sorted(values)]


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_every_stroke_meets_another_one_or_ends_at_a_token(rows, columns, data):
    """Borders and fences are closed: each arm of a joint is continued by its neighbour in the drawing."""
    labels = [[data.draw(st.sampled_from("abc")) for _ in range(columns)] for _ in range(rows)]
    picture = board(rows, columns, marks("border", *(" ".join(row) for row in labels)))
    lines = [line.replace("·", " ") for line in drawing(picture)]
    up, right, down, left = "│├┤┴┼└┘", "─├┬┴┼┌└", "│├┤┬┼┌┐", "─┤┬┴┼┐┘"
    for above, below in pairwise(lines):
        assert [sign in down for sign in above] == [sign in up for sign in below]
    for line in lines:
        for before, after in pairwise(line):
            assert (before in right) == (after in left)
