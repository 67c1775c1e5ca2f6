"""Pictures as SVG: what stands where in small figures, and what must hold for any picture."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

from conftest import INSTANCES
from hypothesis import given
from hypothesis import strategies as st
from pictures import CAGES, PATHS, board, corner, fences, margin, marks, pictures

import pysolve
from pysolve.model.board import Board
from pysolve.model.marks import MARKS, Tone
from pysolve.model.terms import Term
from pysolve.render import svg, terminal
from pysolve.render.look import INKS
from pysolve.render.picture import Mark, Picture, draw
from pysolve.render.svg import UNIT, Layout, chains

NAMESPACE = "{http://www.w3.org/2000/svg}"


def figure(*drawn: Picture, title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(svg.render(drawn, title))


def all_of(root: ElementTree.Element, name: str, **attributes: str) -> list[ElementTree.Element]:
    return [
        each
        for each in root.iter(NAMESPACE + name)
        if all(each.get(key.replace("_", "-")) == value for key, value in attributes.items())
    ]


def square(rows: int, columns: int) -> Layout:
    return Layout(Board.square(rows, columns))


def texts(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in all_of(root, "text")]


# -- The figure


def test_a_figure_names_itself_and_brings_its_paper():
    root = figure(board(2, 3), title="A <b> & c")
    assert root.get("role") == "img"
    assert root[0].tag == NAMESPACE + "title" and root[0].text == "A <b> & c"
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0) and wide > 3 * UNIT and high > 2 * UNIT
    paper = root[1]
    assert paper.tag == NAMESPACE + "rect" and (float(paper.get("width", 0)), float(paper.get("height", 0))) == (
        wide,
        high,
    )
    assert paper.get("fill") == svg.PAPER


def test_pictures_stand_side_by_side_at_one_height():
    groups = [each.get("transform", "") for each in all_of(figure(board(2, 2), board(2, 2, margin("top", "1"))), "g")]
    (x1, y1), (x2, y2) = [map(float, re.findall(r"[\d.]+", each)) for each in groups if each]
    assert y1 == y2 and x2 >= x1 + 2 * UNIT


def test_texts_are_escaped_and_stand_in_the_ink_of_their_layer():
    root = figure(board(1, 2, [Mark("text", (1, 1), value="<&>", given=True), Mark("text", (1, 2), value="7")]))
    inks = {text.text: group.get("fill") for group in all_of(root, "g") for text in group.findall(NAMESPACE + "text")}
    assert inks == {"<&>": svg.GIVEN, "7": svg.ANSWER}


def test_long_texts_are_smaller():
    short, long_ = all_of(figure(board(1, 2, marks("text", "7 abcdefgh"))), "text")
    assert short.get("font-size") is None
    assert 0 < float(long_.get("font-size", 0)) * 0.6 * 8 <= UNIT


# -- Marks


def test_shapes_of_a_bank_stand_below_the_board():
    board = Board.square(2, 2)
    bare, root = figure(Picture(board, ())), figure(Picture(board, (), bank=("xx/.x", "xxx", "xxx")))
    (squares,) = {path.get("d", "") for path in all_of(root, "path")} - {path.get("d") for path in all_of(bare, "path")}
    tops = {float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)", squares)}
    assert squares.count("M") == 9 and min(tops) > 2 * UNIT and len(tops) == 3  # the first shape has two rows
    assert max(tops) + 0.3 * UNIT < float(root.get("height", "0"))


def test_the_grid_is_drawn_once_and_not_in_holes():
    root = figure(board(2, 2, holes=[(1, 2)]))
    (inner,) = all_of(root, "path", stroke=svg.GRID)
    (outer,) = all_of(root, "path", stroke=svg.GIVEN)
    assert inner.get("d") == "M0 40H40V80"
    assert outer.get("d") == "M0 0V80H80V40H40V0Z"


def test_borders_are_thick_and_only_between_different_regions():
    (thick,) = all_of(figure(board(2, 2, marks("border", "a a", "b b"))), "path", stroke_width="3")
    assert thick.get("d") == "M0 40V0H80V80H0V40H80" and thick.get("stroke") == svg.GIVEN


def test_cages_are_dashed_inside_of_their_cells():
    (dashed,) = all_of(figure(board(2, 2, marks("cage", "a a", "a ."))), "path", stroke_dasharray="3 2")
    d = 0.08 * UNIT
    expected = [(d, d), (80 - d, d), (80 - d, 40 - d), (40 - d, 40 - d), (40 - d, 80 - d), (d, 80 - d)]
    assert sorted(_corners(dashed.get("d", ""))) == sorted((round(x, 2), round(y, 2)) for x, y in expected)


def test_pieces_of_a_cage_that_touch_in_a_corner_have_outlines_of_their_own():
    assert len(square(2, 2).inset({(1, 1), (2, 2)}, 3)) == 2
    # The hole and the outside of this ring meet in a corner, so that one outline runs along both.
    assert len(square(3, 3).inset({(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 2), (3, 3)}, 3)) == 1
    ring = {(r, c) for r in (1, 2, 3) for c in (1, 2, 3)} - {(2, 2)}
    assert sorted(len(loop) for loop in square(3, 3).inset(ring, 3)) == [4, 4]


def test_notes_stand_in_the_corner_of_their_cell():
    root = figure(CAGES)
    note = next(each for each in all_of(root, "text") if each.text == "12")
    assert float(note.get("x", 0)) < UNIT / 2 and float(note.get("y", 0)) < UNIT / 2
    assert texts(root).count("12") == 1 and {"1", "2", "9", "6"} <= set(texts(root))


def test_notes_at_sides_stand_in_the_middle_of_them():
    marks = [Mark(f"note_{side}", (1, 1), value=str(at)) for at, side in enumerate("nesw")]
    notes = {each.text: each for each in all_of(figure(board(1, 1, marks)), "text")}
    x = {text: float(note.get("x", 0)) for text, note in notes.items()}
    y = {text: float(note.get("y", 0)) for text, note in notes.items()}
    assert x["3"] < x["0"] == x["2"] < x["1"]
    assert y["0"] < y["1"] == y["3"] < y["2"]


def test_lines_are_joined_to_long_paths():
    (line,) = all_of(figure(board(2, 2, [Mark("line", (1, 1), (1, 2)), Mark("line", (1, 2), (2, 2))])), "path",
                     stroke=svg.PATH[False])  # fmt: skip
    assert line.get("d") == "M20 20H60V60" and line.get("stroke-linecap") == "round"
    (fence,) = all_of(figure(board(1, 1, fences((1, 1), (1, 2), (2, 2), (2, 1), (1, 1)))), "path", stroke=svg.ANSWER)
    assert fence.get("d") == "M0 0V40H40V0Z"


def test_fills_circles_and_stars_can_be_told_apart():
    picture = board(1, 5, marks("shade", "x . . . ."), marks("block", ". x . . ."), marks("tint", ". . x . ."),
                    marks("circle", ". . . o .", given=False), marks("star", ". . . . *"),
                    marks("text", ". 3 . . ."))  # fmt: skip
    root = figure(picture)
    assert all_of(root, "path", fill=svg.FILL[Tone.DARK])[0].get("d") == "M40 0V40H0V0Z"
    assert len({svg.FILL[tone] for tone in Tone}) == 3
    assert all(all_of(root, "path", fill=ink) for ink in svg.FILL.values())
    (circle,) = all_of(root, "path", stroke=svg.ANSWER, fill=svg.PAPER)
    assert _box(circle) == (126.8, 6.8, 153.2, 33.2)
    (star,) = all_of(root, "path", fill=svg.GIVEN)
    left, top, right, bottom = _box(star)
    assert 160 < left < right < 200 and 0 < top < bottom < 40 and star.get("stroke") is None
    assert [group.get("fill") for group in all_of(root, "g") if group.find(NAMESPACE + "text") is not None] == [
        svg.PAPER
    ]


def test_texts_and_symbols_stand_at_sides_and_corners():
    between = [
        Mark("text", Term("h", (2, 3)), value="5"),
        Mark("disc", corner(2, 2)),
        Mark("note", corner(1, 1), value="6"),
    ]
    root = figure(board(1, 2, between))
    (disc,) = (path for path in all_of(root, "path", fill=svg.ANSWER) if "C" in path.get("d", ""))
    assert _box(disc) == (33.4, 33.4, 46.6, 46.6)
    rings = [(ring.get("cx"), ring.get("cy")) for ring in all_of(root, "circle")]
    assert texts(root) == ["5", "6"] and rings == [("40", "20"), ("0", "0")]


def test_texts_upon_what_is_dark_are_light():
    dark = board(
        1, 4, marks("shade", "x . . ."), marks("disc", ". x . ."), marks("circle", ". . x ."), marks("text", "1 2 3 4")
    )
    groups = {
        group.get("fill"): [each.text for each in group] for group in all_of(figure(dark), "g") if group.get("fill")
    }
    assert groups == {svg.PAPER: ["1", "2"], svg.GIVEN: ["3", "4"]}


def test_differences_have_a_ground_of_their_own():
    values = [Mark("text", (1, 1), value="1", differs=True), Mark("text", (1, 2), value="2")]
    line = [Mark("line", corner(2, 1), corner(2, 2), differs=True)]
    root = figure(board(2, 2, values, line, missing=[(2, 2)]))
    assert all_of(root, "path", fill=svg.DIFFERS)[0].get("d") == "M40 0V40H0V0Z"
    assert all_of(root, "path", stroke=svg.DIFFERS)[0].get("d") == "M0 40H40"
    shaded = figure(board(1, 1, [Mark("shade", (1, 1), differs=True)]))  # leaves a rim of its ground
    (fill,) = all_of(shaded, "path", fill=svg.FILL[Tone.DARK])
    assert all(0 < x < UNIT and 0 < y < UNIT for x, y in _corners(fill.get("d", "")))
    (missing,) = all_of(root, "path", stroke=svg.MISSING)
    assert all(40 < x < 80 and 40 < y < 80 for x, y in _corners(missing.get("d", "")))


def test_margins_are_right_aligned_to_their_rows_and_stacked_above_their_columns():
    root = figure(
        board(2, 2, margin("left", "1 2", "3"), margin("top", "4 5", "6"), margin("right", "7"), margin("bottom", "8"))
    )
    at = {each.text: (float(each.get("x", 0)), float(each.get("y", 0))) for each in all_of(root, "text")}
    assert at["1"][0] < at["2"][0] == at["3"][0] < 0 and at["1"][1] == at["2"][1] < at["3"][1]
    assert at["4"][1] < at["5"][1] == at["6"][1] < 0 and at["4"][0] == at["5"][0] == 20
    assert at["7"][0] > 80 and at["8"][1] > 80


def test_hexagons_share_their_sides():
    hexagons = Board.hexagonal([2, 3, 2])
    cells = hexagons.cells
    root = figure(Picture(hexagons, tuple(Mark("border", cell, value="a", given=True) for cell in cells)))
    (border,) = all_of(root, "path", stroke_width="3")
    assert border.get("d", "").count("M") == 1 and len(_corners(border.get("d", ""))) == 18
    layout = Layout(hexagons)
    sides = {tuple(sorted(edge)) for cell in cells for _, edge in layout.edges(cell)}
    assert len(sides) == 6 * 7 - 12
    for cell in cells:
        for other, edge in layout.edges(cell):
            if other in cells:
                assert (cell, edge[::-1]) in layout.edges(other)


def _box(path: ElementTree.Element) -> tuple[float, float, float, float]:
    """The box around all points of a path of pairs of coordinates: left, top, right and bottom."""
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path.get("d", ""))]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def _corners(data: str) -> list[tuple[float, float]]:
    """The corners of a path's data, rounded."""
    corners, x, y = [], 0.0, 0.0
    for command, numbers in re.findall(r"([MLHV])([-\d. ]+)", data):
        values = [float(each) for each in numbers.split()]
        x = values[0] if command in "MLH" else x
        y = values[-1] if command in "MLV" else y
        corners.append((round(x, 2), round(y, 2)))
    return corners


# -- Any picture


@given(st.lists(pictures(), max_size=3))
def test_every_picture_becomes_the_same_valid_document(drawn):
    written = svg.render(drawn, "any")
    assert written == svg.render(drawn, "any") and "\n" not in written and "nan" not in written
    root = ElementTree.fromstring(written)
    assert all(float(number) >= 0 for number in root.get("viewBox", "").split())
    assert not re.search(r"\d\.\d{3}", written)


@given(pictures(kinds=("text",)))
def test_every_text_of_a_cell_is_written(picture):
    written = ",".join(texts(figure(picture)))
    for mark in picture.marks:
        if isinstance(mark.place, tuple) and mark.value.isprintable():
            assert mark.value in written


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans())))
def test_chains_hold_every_edge_once(steps):
    edges = {((float(x), float(y)), (float(x + across), float(y + (not across)))) for x, y, across in steps}
    covered = []
    for chain in chains(edges):
        for (ax, ay), (bx, by) in pairwise(chain):
            length = int(abs(bx - ax) + abs(by - ay))
            points = [(ax + (bx - ax) * at / length, ay + (by - ay) * at / length) for at in range(length + 1)]
            covered += [(min(pair), max(pair)) for pair in pairwise(points)]
    assert sorted(covered) == sorted(edges)


def test_a_drawing_of_paths_is_compact():
    assert len(svg.render([PATHS])) < 2000


def test_lines_through_cells_look_as_their_marks_say():
    board = Board.square(1, 3)
    for name in ("tube", "arrow", "green_line"):
        marks = tuple(Mark(name, (1, column), value="1", index=column, given=True) for column in (1, 2, 3))
        drawing = svg.render([Picture(board, marks)])
        stroke = MARKS[name].stroke
        assert stroke is not None
        assert f'stroke="{INKS[stroke.ink].light}" stroke-width="{svg.decimal(stroke.breadth * 40)}"' in drawing
        assert ("<circle" in drawing) == bool(stroke.bulb)
        assert ("M93.6 26.4" in drawing) == stroke.head
        assert ("→" in terminal.render(Picture(board, marks))) == stroke.head


def test_lines_of_two_constraints_that_look_alike_are_two():
    """Both are the first line of their constraint, and grey."""
    puzzle = pysolve.read(str(INSTANCES / "sudoku/more-lines.yaml"))
    tubes = [[mark.place for mark in tube] for tube in draw(puzzle).tubes() if tube[0].kind == "grey_line"]
    assert [(6, 1), (6, 2), (6, 3), (6, 4)] in tubes and [(3, 2), (3, 3), (3, 4), (3, 5), (3, 6)] in tubes
    assert len(tubes) == 5
