"""Links of Penpa+: read, solved, compared with the answers in them, and written; refused where they cannot be read."""

from __future__ import annotations

import base64
import json
import random
import sys
import zlib
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES, ROOT, command
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import TYPES

import pysolve
from pysolve import formats
from pysolve.formats import Reading, Source
from pysolve.formats.penpa import drawing
from pysolve.formats.penpa.drawing import PenpaLayer
from pysolve.formats.penpa.link import read_drawing, text_of, write_drawing
from pysolve.formats.penpa.looks import penpa_of
from pysolve.formats.penpa.puzzle import drawing_of
from pysolve.formats.penpa.reader import solution_of
from pysolve.model.errors import PuzzleError
from pysolve.model.formats import FormatKey
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.rules.library import default_options

sys.path.insert(0, str(ROOT))

from bench.clients.meaning import meaning

#: What the links begin with that open for editing.
SITE = f"{drawing.SITE}#m=edit&p="

#: Links with their answers, from samples of https://github.com/kevinychen/nikoli-puzzle-solver (MIT License, Copyright (c)
#: 2021 Kevin Y. Chen); none of them says its type.
EXAMPLES = {
    "hitori": "7VRNb5tAEL3zK6I974Flwcbc0jTuxXWbOlUUIcvCNolRwJsu0FRY/u+dncUxu1CpPfTjUGFG48fsvrcfb8ovdSJTGsDDQ+pSBo/nhfj6rvqdnt"
    "usytPogl7W1U5ISCj9MJ3ShyQvUyduq5bOoZlEzQ1t3kUxYYQSD15GlrS5iQ7N+6iZ02YBnwhlgM10kQfptU5DF/I7LFDolUaZQudtDuk9pJtM"
    "bvJ0NdPIxyhubilRRG9wtEpJIb6mpBWi/m9Esc4UsE4qWE25y57bL2W9FU81OVEcaXOp9S4G9PKzXv4qlw/L9X6/3MnyeIR9/wSCV1GstH8+p+"
    "E5XUSHo9J1IJ6rhgagRR8O8ZgNeArwOwA/bc4J8O0hE6uCIwvvAMyalNssHFm8DhBaLHxiDfFtFp9Zc/ieNYc/toHQHmKvJbBZAnvHgpFdMbaU"
    "BjZLYK9l5Bq0cFoMz+we4xSjh/EWjpQ2HONbjC7GAOMMa64x3mG8wuhjHGHNWF0KuDbdOUa90XOMWoVmWLT3h+krwPSxMn0yTO8203vM9BLZ6w"
    "q0aqXo6MSe7jbqCX4uWzoxmdfFOpUXcyGLJCfQb0gp8lVZy4dkA+bBdkQR22OlAeVCPOfZ3qzLHvdCpoOfFJhuH4fq10Jurdlfkjw3gBKbqwHp"
    "NmBAlcyM/4mU4sVAiqTaGUCnHxgzpfvKFFAlpsTkKbHYivOajw75RvCNOTRz/r+Z/61mrs7A/aWW/kdaxb8lB6+vkIPeB3jA/oAO2rzFe04HvO"
    "dpRdi3NaADzgbUNjdAfX8D2LM4YD9wuZrVNrpSZXtdUfXsrqi6jo+Xznc=",
    "masyu": "7VRNj5swEL3zKyqf5wA2Tgi37XbTS/qxTapVhKLISdgNWhJSA92KiP/esR2SGKhUVVq1h8owejyPPc/Gz/m3UsgYODYWgAseNkoD/fquepo2S4"
    "o0Dt/ATVlsM4kA4NN4DI8izWMnOmUtnGM1Cqt7qN6HEfEIEIqvRxZQ3YfH6kNYzaGaYhcBD7mJSaII7y7wQfcrdGtIz0X88YQRzhGuE7lO4+XE"
    "MJ/DqJoBUXXe6tEKkl32PSYnHep7ne1WiSJWosDF5NvkcOrJy032XJKmRA3VjZE77ZHLLnLZWS7rl0tfX+5oUde47V9Q8DKMlPavFxhc4DQ81k"
    "qXip6O8/BIqIfTULAFEp/2skNkgzbLgy6Lk491CarjDBVAxXR8p6OrI9dxonPudHzQ8VZHX8eBzhmqNeAqr+cYNKNxEXhgSchAIeYaRIEygxhQ"
    "3yAfmOGYC2xkEAPfjEUDNBwe/qFGygPeGZle32tG+EPgA4NGwE1d7gI3eXwA3MzCMS8wKDC95wVf/w+zKdPm35w3Tm1K7UTU2FM1/nto4URkuh"
    "WHmKAxSZ6ly7yUj2KNx0z7FjS3L3erWFpUmmWHNNnbecnTPpNxb5ci481TX/4qk5vW7C8iTS0i17eQRZnTZFGFTKxvIWX2YjE7UWwt4so51kzx"
    "vrAFFMKWKJ5Fq9rusubaIT+IfiOGtx77f+v9pVtP/QL3j+++V7uk/i05+vRmstf6SPe4H9lel5/4jtGR71haFey6GtkeYyPb9jZSXXsj2XE4cr"
    "8wuZq17XOlqm11VarjdlXq2vDRwvkJ",
    "araf": "7ZRNb5tAEIbv/Ipoz3tgd8EGbmka9+K6TZ0qipBlYZvEKGBSPpoKi//emWUJLFCpPfTjUGFGrx9mZ4dd3s2/lEEWUhsu4VCTMrg4d+Rtmfhrr9"
    "uoiEPvgl6WxTHNQFD6YbGgD0Gch4avsjbGuXK96oZW7zyfMEIJh5uRDa1uvHP13qtWtFrDI0IZsGWTxEFed/JOPkd11UBmgl4pDfIe5D7K9nG4"
    "XTbko+dXt5TgPG/kaJQkSb+GRPWB//dpsosQ7IICXiY/Rs/qSV4e0qeStFPUtLps2l1PtCu6dsVru2K6Xf7723U3dQ3L/gka3no+9v65k04n19"
    "65xr7OhJs4FHaGNXtDOEcgesBCMO+AEAhmPeAisDpgy6JOD7AhmCGwWwDNMNnSvYwLGbmMt9AxrYSMb2U0ZbRlXMqcaxnvZLyS0ZJxJnPm+M6w"
    "Kv0aM300cTlsFTQpoB1TgLaUtkDbSoMhmNloBvZgKp8h593YVjPUVi/fVdqljKs6HDhXdTjU4b2xreZz0I7SDmhVh0MdoeoIqCPaOlzpZotf17"
    "ZZt3VvnZu1xXWrDZ83jsfL/jm1MXyyKpNdmF2s0iwJYgKeJ3kab/Myewj28AXLI4FKdpKZGorT9DmOTnpe9HhKs3DyEcLw8DiVv0uzw6D6SxDH"
    "GsjlAaehxosaKrJI+x9kWfqikSQojhromVKrFJ4KvYEi0FsMnoLBbEn3zrVBvhF5+wIOVPH/QP1LBypugflLx+ofOc/+rXbk15tmk9YHPOF+oJ"
    "MuV3xkdOAjS+OEY1cDnTA20KG3AY3tDXDkcGA/MDlWHfocuxpaHacauR2n6hve3xjfAQ==",
}


def read(payload: str, type_: str | None = None) -> Puzzle:
    return formats.read(Source.of_address(SITE + payload), Reading(type=type_))


def written(puzzle: Puzzle) -> str:
    return formats.write(puzzle, "penpa").decode().strip().removeprefix(SITE)


def packed(text: str) -> str:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packing.compress(text.encode()) + packing.flush()).decode()


def link(
    rows: int = 3, columns: int = 3, header: str = "square", cells: Any = None, tags: Any = (), **layers: Any
) -> str:
    """A link that holds these layers."""
    width = columns + 4
    numbers = [(r + 1) * width + c + 1 for r in range(1, rows + 1) for c in range(1, columns + 1)]
    steps = [numbers[0], *(b - a for a, b in pairwise(numbers))] if cells is None else cells
    lines = [f"{header},{columns},{rows},38", "[0,0,0,0]", "{}", json.dumps(layers), "", json.dumps(steps)]
    return packed("\n".join([*lines, *[""] * 11, json.dumps(list(tags))]))


# -- Examples


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_solved_agrees_with_its_answer_and_comes_back_out(name: str):
    puzzle = read(EXAMPLES[name], name)
    assert pysolve.check(puzzle) == "unique"
    assert puzzle.answer is not None
    assert command("check", SITE + EXAMPLES[name], "--type", name).out.startswith("unique")
    report = command("batch", SITE + EXAMPLES[name], "--type", name, "--compare", "--report", "-").out
    assert json.loads(report.splitlines()[0])["agrees"] is True
    again = read(written(puzzle))
    assert (again.type.name, again.tokens) == (name, puzzle.tokens)


# -- Puzzles of our own


def names_written(paths: Iterable[Path]) -> set[str]:
    """The types among these instances that links can hold; each is read as it was written."""
    names = set()
    for path in sorted(paths):
        puzzle = pysolve.read(str(path))
        try:
            payload = written(puzzle)
        except PuzzleError:  # such a puzzle is played on hexagons, say, or has pieces that Penpa+ does not draw
            continue
        names.add(puzzle.type.name)
        again = read(payload, puzzle.type.name)
        missing = {name: value for name, value in again.options.items() if name not in puzzle.options}
        assert (meaning(again), again.options) == (meaning(puzzle), puzzle.options | missing), path
        assert not again.remarks or not default_options(puzzle.type)
    return names


@pytest.mark.parametrize("name", TYPES)
def test_what_was_written_as_a_link_is_read_as_it_was(name: str):
    assert names_written((INSTANCES / name).glob("*.yaml")) <= {name}


@pytest.mark.rest
def test_links_hold_the_instances_of_most_types():
    names = names_written(INSTANCES.rglob("*.yaml"))
    assert len(names) > 115 and names >= {"thermometer", "futoshiki", "midloop"}
    assert names >= {"pipelink", "pipeline", "grandtour", "mejilink", "consecutivesudoku"}


def test_numbers_in_circles_and_circles_without_numbers_are_clues():
    for type_, ring, circle in (("hashi", 6, "?"), ("nurimisaki", 6, "?"), ("kurotto", 6, "o"), ("shikaku", 7, "?")):
        puzzle = read(link(number={"16": [" ", ring, "1"], "18": [3, ring, "1"]}), type_)
        assert tokens_of(puzzle) == {(1, 1): circle, (1, 3): "3"}
    assert tokens_of(read(link(number={"16": ["?", 6, "1"], "18": [3, 6, "1"]}), "geradeweg")) == {
        (1, 1): "?",
        (1, 3): "3",
    }
    assert tokens_of(read(link(number={"16": [3, 6, "1"]}), "sudoku")) == {(1, 1): "3"}
    assert tokens_of(read(link(surface={"16": 4}, number={"16": [" ", 7, "1"]}), "akari")) == {(1, 1): "x"}


def test_regions_of_question_marks_alone_are_holes():
    edges = dict.fromkeys(("64,65", "65,66", "66,67", "65,72", "72,79"), 2)  # the first row, a part of the first column
    for asked, holes in (
        (("16", "17", "18"), {(1, 1), (1, 2), (1, 3)}),
        (("16", "17"), set()),
        (("16", "17", "18", "23"), set()),
    ):
        puzzle = read(link(lineE=edges, number={cell: ["?", 1, "1"] for cell in asked}), "hakyuu")
        assert set(puzzle.board.holes) == holes


def test_cages_are_read_from_their_lines_alone():
    puzzle = pysolve.read(str(INSTANCES / "killer" / "4x4.yaml"))
    lines = text_of(SITE + written(puzzle)).split("\n")
    layers = json.loads(lines[3])
    assert layers["cage"]
    layers["killercages"] = []
    again = read(packed("\n".join([*lines[:3], json.dumps(layers), *lines[4:]])))
    assert meaning(again) == meaning(puzzle)


def test_half_lines_of_an_answer_are_lines_and_lines_that_just_begin_are_no_answer():
    both = {"16,114": 3, "114,23": 3}
    for line, expected in ((both, None), ({}, None)):
        lines = text_of(SITE + link()).split("\n")
        puzzle = read(packed("\n".join([*lines[:4], json.dumps({"line": line}), *lines[5:]])), "masyu")
        assert puzzle.answer == expected
    square = {"16,163": 3, "17,163": 3, "16,114": 3, "23,114": 3, "17,115": 3, "24,115": 3, "23,170": 3, "24,170": 3}
    lines = text_of(SITE + link()).split("\n")
    puzzle = read(packed("\n".join([*lines[:4], json.dumps({"line": square}), *lines[5:]])), "masyu")
    assert puzzle.answer == "se sw -\nne nw -\n- - -\n"


def test_a_link_says_its_type_by_tags_or_by_its_title(write):
    for tags, name in (
        (["akari"], "akari"), (["slant (gokigen)"], "gokigennaname"), (["hashiwokakero (hashi/bridges)"], "hashi"),
        (["classic"], "sudoku"), (["non-alphanumeric", "hitori"], "hitori"),
    ):  # fmt: skip
        corners = {"32": ["2", 1, "1"]} if name == "gokigennaname" else {}
        number = corners or {str(r * 7 + c): ["1", 1, "1"] for r in (2, 3, 4) for c in (2, 3, 4) if name == "hitori"}
        number = {str(49 + int(at)): value for at, value in number.items()} if corners else number
        payload = link(tags=tags, number=number)
        assert read(payload).type.name == name


def test_a_sudoku_with_borders_is_a_jigsaw_if_no_type_is_named():
    edges = {f"{49 + r * 7 + 3},{49 + (r + 1) * 7 + 3}": 2 for r in (1, 2, 3)}
    number = {"16": ["1", 1, "1"]}
    assert read(link(tags=["classic"], number=number)).type.name == "sudoku"
    assert read(link(tags=["classic"], number=number, lineE=edges)).type.name == "jigsawsudoku"
    with pytest.raises(PuzzleError, match="row 1, column 2: the link holds edges between cells"):
        read(link(number=number, lineE=edges), "sudoku")


def test_elements_are_read_by_what_tokens_look_like():
    akari = read(link(surface={"16": 4, "17": 1}, number={"16": ["3", 4, "1"]}), "akari")
    assert [token.text for token in akari.tokens["grid"]] == ["3", "x"]
    hashi = read(
        link(symbol={"16": [1, "circle_M", 2], "18": [1, "circle_L", 2]}, number={"16": ["3", 1, "1"]}), "hashi"
    )
    assert [token.text for token in hashi.tokens["grid"]] == ["3", "?"]
    yajilin = read(link(number={"16": ["2_1", 1, "2"]}), "yajilin")
    assert [token.text for token in yajilin.tokens["grid"]] == ["2w"]
    killer = read(
        link(number={"16": ["2", 1, "1"]}, numberS={str(4 * (49 + 16)): ["3", 1]}, killercages=[[16, 17]]), "killer"
    )
    assert {name: [token.text for token in tokens] for name, tokens in killer.tokens.items()} == {
        "totals": ["3"], "cages": ["A", "A"], "givens": ["2"],
    }  # fmt: skip
    tents = read(link(symbol={"16": [1, "tents", 2]}, number={"9": ["1", 1, "1"], "15": ["2", 1, "1"]}), "tents")
    assert {name: [token.text for token in tokens] for name, tokens in tents.tokens.items()} == {
        "grid": ["x"], "top": ["1"], "left": ["2"],
    }  # fmt: skip


def test_a_zero_is_a_number_where_there_are_no_dots():
    puzzle = pysolve.read_text("puzzle: slitherlink\ngrid: |\n  0 . .\n  . . 3\n")
    assert tokens_of(read(written(puzzle), "slitherlink")) == {(1, 1): "0", (2, 3): "3"}


def test_dots_stand_in_the_middle_on_sides_and_on_corners():
    galaxies = read(
        link(symbol={"16": [1, "circle_SS", 2], "115": [2, "circle_M", 2], "74": [1, "circle_S", 1]}), "galaxies"
    )
    assert {token.values["X"]: token.text for token in galaxies.tokens["grid"]} == {
        (1, 1): "0",
        (1, 2): "6",
        (2, 3): "3",
    }
    with pytest.raises(PuzzleError, match="row 1, column 1: the link holds another circle"):
        read(link(symbol={"16": [1, "circle_SS", 2], "114": [1, "circle_SS", 2]}), "galaxies")


def tokens_of(puzzle: Puzzle, part: str = "grid") -> dict[Any, str]:
    return {token.values["X"]: token.text for token in puzzle.tokens[part]}


def test_lines_from_cells_to_their_sides_are_pieces_and_a_whole_line_is_two_of_them():
    south, east, north = "24,122", "171,24", "24,115"
    assert tokens_of(read(link(line={south: 2, east: 3}), "pipelink")) == {(2, 2): "se"}
    crossing = {south: 2, east: 2, north: 2, "24,170": 2}
    assert tokens_of(read(link(line=crossing), "pipelink")) == {(2, 2): "nsew"}
    ends = read(link(line={"16,17": 2, north: 2}), "pipeline")
    assert tokens_of(ends) == {(1, 1): "e", (1, 2): "w", (2, 2): "n"}


def test_edges_are_added_up_for_the_cells_beside_them_and_so_are_sides_that_are_not_erased():
    below, above = {"64,65": 2}, {"57,58": 2}
    assert tokens_of(read(link(lineE=below | above), "grandtour")) == {(1, 1): "10", (2, 1): "8"}
    bars = read(link(lineE=below, number={"17": ["3", 1, "1"]}), "consecutivesudoku")
    assert tokens_of(bars, "bars") == {(1, 1): "2", (2, 1): "8"} and tokens_of(bars) == {(1, 2): "3"}
    dotted = tokens_of(read(link(deletelineE={"64,65": 1, "57,58": 1}), "mejilink"))
    assert dotted == dict.fromkeys(dotted, "15") | {(1, 1): "5", (2, 1): "7"} and len(dotted) == 9


def test_an_answer_needs_no_strokes_that_are_given():
    answer = {"lineE": {"57,58": 3, "57,64": 3, "58,65": 3}}
    for drawn, cells in (({"64,65": 2}, "x - -\n"), ({}, None)):
        payload = link(lineE=drawn)
        lines = zlib.decompress(base64.b64decode(payload), -15).decode().split("\n")
        puzzle = read(packed("\n".join([*lines[:4], json.dumps(answer), *lines[5:]])), "grandtour")
        assert puzzle.answer == (cells and cells + "- - -\n" * 2)


def test_edges_within_a_region_are_walls_and_are_written_again():
    edges = {"64,65": 2, "65,66": 2, "66,67": 2, "65,72": 2}  # below row 1, and within row 2
    puzzle = read(link(lineE=edges), "countryroad")
    assert tokens_of(puzzle, "walls") == {(2, 1): "|"}
    assert tokens_of(puzzle, "regions") == {(row, column): "AB"[row > 1] for row in (1, 2, 3) for column in (1, 2, 3)}
    again = read(written(puzzle))
    assert again.tokens == puzzle.tokens


def test_a_question_mark_that_says_nothing_of_its_value_is_read():
    edges = {"64,65": 2, "65,66": 2, "66,67": 2}
    plain = link(lineE=edges, number={"16": ["?", 1, "1"], "23": ["2", 1, "1"]})
    small = link(lineE=edges, numberS={"260": ["?", 1], "288": ["2", 1]})
    for type_, payload in (("countryroad", plain), ("detour", small)):
        assert tokens_of(read(payload, type_)) == {(2, 1): "2"}
    with pytest.raises(PuzzleError, match=r"row 1, column 1: the link holds the text '\?'"):
        read(link(number={"16": ["?", 1, "1"]}), "masyu")


def test_thermometers_in_a_sudoku_are_the_constraint_that_it_offers():
    puzzle = read(link(4, 4, thermo=[[18, 19, 27], [42, 43]]), "sudoku")
    text = formats.write(puzzle).decode()
    assert text.endswith("thermometer: |\n  r1c1 r1c2 r2c2\n  r4c1 r4c2\n")
    again = read(written(puzzle))
    assert (again.tokens, [each.name for each in again.type.added]) == (puzzle.tokens, ["thermometer"])
    with pytest.raises(PuzzleError, match="cannot hold added constraints: anti-king"):
        written(formats.read_text(text + "anti-king: yes\n"))


#: Points of a link whose board has four rows and columns.
SPOTS = 8 * 8

#: The constraints that a drawing may add to a Sudoku, besides thermometers.
ADDED = ("cage", "arrow", "odd", "even", "battenburg")


def point(row: int, column: int) -> int:
    """The number of a cell of such a board."""
    return 8 * (row + 1) + column + 1


def test_what_a_drawing_adds_to_a_sudoku_are_constraints_and_is_written_again():
    first, second, third = (point(1, at) for at in (1, 2, 3))
    layers = {
        "killercages": [[first, second]], "numberS": {str(4 * (SPOTS + first)): [" 5", 1]},
        "arrows": [[third, point(2, 3), point(3, 3)]],
        "symbol": {str(point(4, 4)): [3, "circle_L", 1], str(point(4, 1)): [3, "square_L", 1],
                   str(SPOTS + point(2, 2)): [1, "sudokuetc", 1]},
    }  # fmt: skip
    puzzle = read(link(4, 4, **layers), "sudoku")
    groups = {part: [(token.values["X"], token.text) for token in puzzle.tokens[part]] for part in ADDED}
    assert groups == {
        "cage": [((1, 1), "5"), ((1, 2), "5")], "arrow": [((1, 3), "."), ((2, 3), "."), ((3, 3), ".")],
        "odd": [((4, 4), ".")], "even": [((4, 1), ".")],
        "battenburg": [((2, 2), "."), ((2, 3), "."), ((3, 2), "."), ((3, 3), ".")],
    }  # fmt: skip
    again = read(written(puzzle), "sudoku")
    assert {part: again.tokens[part] for part in ADDED} == {part: puzzle.tokens[part] for part in ADDED}


def test_cells_that_are_drawn_shaded_or_not_are_given_and_said_to_be():
    puzzle = read(link(4, 4, surface={str(point(1, 1)): 4, str(point(1, 3)): 2}), "canalview")
    assert [token.values["X"] for token in puzzle.tokens["shaded"]] == [(1, 1)]
    assert [token.values["X"] for token in puzzle.tokens["unshaded"]] == [(1, 3)]
    said = " ".join(map(str, puzzle.remarks))
    assert "dark cells without a clue are read as shaded" in said and "green cells without" in said
    assert read(written(puzzle), "canalview").tokens == puzzle.tokens
    assert all("x" == answer.grid[0][0] != answer.grid[0][2] for answer in pysolve.solve(puzzle))


def test_a_part_that_no_drawing_has_is_the_usual_one_or_stands_beside_the_link():
    assert any("'fleet'" in str(remark) for remark in read(link(4, 4), "battleship").remarks)
    payload = link(4, 4, symbol={str(point(1, 1)): [2, "circle_M", 1]})
    with pytest.raises(PuzzleError, match="cannot hold the part 'shapes' of a Statue Park puzzle; an instance may"):
        read(payload, "statuepark")
    beside = f"puzzle: statuepark\nlink: {SITE}{payload}\nshapes: x\n"
    assert [token.text for token in pysolve.read_text(beside).tokens["shapes"]] == ["x"]


def test_a_type_that_links_call_by_the_same_name_is_read_where_the_named_one_does_not_fit():
    puzzle = read(link(4, 4, number={str(point(1, 1)): ["2", 1, "1"]}, surface={str(point(1, 1)): 8}), "patchwork")
    assert puzzle.type.name == "patchsquares"
    assert "this is read as Patchwork Squares, which links call patchwork, too" in str(puzzle.remarks)
    sheep = link(number={str(A): ["S", 1, "1"], str(B): ["2", 1, "1"]})
    assert read(sheep, "slitherlink").type.name == "swslither"
    plain = link(number={str(B): ["2", 1, "1"]}, tags=["slitherlink"])
    assert {read(plain, named).type.name for named in ("slitherlink", None)} == {"slitherlink"}


def test_symbols_of_all_colours_and_pictures_are_what_a_person_sees():
    ships = {str(point(1, at)): [at, f"battleship_{colour}", 1] for at, colour in enumerate("BGW", 1)}
    assert list(tokens(link(4, 4, symbol=ships), "battleship").values()) == ["o", "m", "w"]
    sheep = {str(point(1, 1)): ["S", 8, "1"], str(point(1, 2)): ["W", 10, "1"]}
    assert list(tokens(link(4, 4, number=sheep), "swslither").values()) == ["s", "w"]
    sides = {str(4 * (2 * SPOTS + point(1, 1)) + side): [str(side), 1] for side in (0, 2)}
    assert list(
        tokens(link(4, 4, numberS=sides, symbol={str(point(1, 1)): [1, "compass", 1]}), "mukkonn").values()
    ) == ["0/?/?/2"]


def test_options_and_rules_that_a_link_does_not_say_are_remarked():
    edges = {"64,65": 2, "65,66": 2, "66,67": 2}
    option = "a link of Penpa+ does not say the option stars; its default holds"
    assert [str(remark) for remark in read(link(lineE=edges, tags=["starbattle"])).remarks] == [option]
    assert [str(remark) for remark in read(link(lineE=edges), "starbattle").remarks] == [
        option,
        "the link says no rules; those of Star Battle hold, not those of a variant",
    ]
    assert "not those of a variant such as Inverse LITSO" in str(read(link(lineE=edges), "lits").remarks)


def test_blanks_in_place_of_a_question_mark_are_remarked_where_it_would_say_something():
    blank = {"number": {"16": [" ", 1, "1"], "18": [3, 1, "1"]}}
    remarks = [str(remark) for remark in read(link(tags=["minesweeper"], **blank)).remarks]
    assert "row 1, column 1: a text of blanks is read as nothing, where a '?' may have been" in remarks
    assert not any("blanks" in str(remark) for remark in read(link(tags=["sudoku"], **blank)).remarks)


# -- Errors


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ({"lines": "grid"}, "penpa: the key 'lines' needs a list of texts"),
        ({"lines": ["top"]}, "penpa: lines: expected grids"),
        ({"edges": ["grid"]}, "penpa: edges: expected 1, 2, 4 and 8 for n, s, e and w of a grid"),
        ({"edges": "grid"}, "penpa: edges: expected 1, 2, 4 and 8"),
        ({"fills": {"block": "red"}}, "penpa: fills: expected a table with white, pale or dark"),
        ({"beside": "star"}, "penpa: beside: expected a table of texts"),
        ({"boxes": "rows"}, "penpa: boxes: expected two options, ROWS x COLUMNS"),
        ({"circled": "maybe"}, "penpa: the key 'circled' needs 'yes' or 'no'"),
        ({"arrows": "< >"}, "penpa: arrows: expected four tokens"),
        ({"dotted": {"grid": {"n": "1", "s": "2", "e": "4", "w": "4"}}}, "penpa: dotted: expected 1, 2, 4 and 8"),
        ({"dotted": {"cells": {"n": "1", "s": "2", "e": "4", "w": "8"}}}, "penpa: dotted: expected 1, 2, 4 and 8"),
    ],
)
def test_a_manifest_says_strokes_of_grids_only(key: Any, sentence: str):
    type_ = replace(read(link(), "pipeline").type, formats={FormatKey.PENPA: key})
    with pytest.raises(PuzzleError) as raised:
        penpa_of(type_)
    assert raised.value.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("payload", "type_", "sentence"),
    [
        ("A", "akari", "is not base64"),
        ("/////w", "akari", "cannot be unpacked; the link may be cut off"),
        (link()[:40], "akari", "cut off"),
        (packed("square,3,3,38\n[]"), "akari", "the link holds 2 lines, expected a header and at least five others"),
        (link(header="hex"), "akari", "the link holds a board of the kind 'hex', expected one of squares"),
        (link(header="square,x"), "akari", "the link says 'x' of its size, expected a number"),
        (link(header="square,999999,999999"), "akari", "found a board of 999999 rows and 999999 columns"),
        (link(cells=[10**9]), "akari", "says a cell beside the board"),
        (link(cells=[]), "akari", "says no cells"),
        (link(cells=[16, 2]), "akari", "row 1, column 2 is not part of the board, but an Akari puzzle has no holes"),
        (link(number={"16": ["7", 1, "3"]}), "sudoku", "row 1, column 1: the link holds the text '7' in the style '3'"),
        (link(number={"x": ["7", 1, "1"]}), "sudoku", "the link's 'number' holds 'x'"),
        (link(number=[1]), "sudoku", "the link's 'number' holds '[1]'"),
        (link(number={"16": 7}), "sudoku", "the link's 'number' holds '7'"),
        (link(symbol={"17": [2, "star", 1]}), "sudoku", "row 1, column 2: the link holds a star, which a Sudoku puzzle does not have there"),
        (link(symbol={"17": [2, "dice", 1]}), "sudoku", "row 1, column 2: the link holds the symbol 'dice' in the style '2'"),
        (link(surface={"17": 5}), "akari", "row 1, column 2: the link holds the colour 5"),
        (link(number={"16": ["2_0", 1, "2", "U"]}), "yajilin", "row 1, column 1: the link holds the turned text '2_0', which"),
        (packed("square,3,3,38,90,1,1\n[0,0,0,0]\n{}\n{}\n{}\n[16]"), "akari", "the link shows its board turned or mirrored"),
        (link(thermo=[[16, 17]]), "akari", "row 1, column 1: the link holds a thermo, which an Akari puzzle does not have there"),
        (link(thermo=[[16, 1]]), "sudoku", "the link holds a cage, a line or a mark beside the board"),
        (link(thermo=[[16, 17], [17]]), "thermometer", "row 1, column 2: the link holds a thermo on another one"),
        (link(thermo=[16]), "thermometer", "the link's 'thermo' holds '16'"),
        (link(nobulbthermo=[[16, 17]]), "sudoku", "the link holds 'nobulbthermo', which a Sudoku puzzle does not have here"),
        (link(line={"16,17": 3}), "sudoku", "row 1, column 1: the link holds lines"),
        (link(line={"16,114": 3}), "sudoku", "row 1, column 1: the link holds lines to a side, which a Sudoku puzzle"),
        (link(line={"16,24": 3}), "pipelink", "the link holds 'line between other points', which a Pipelink puzzle"),
        (link(line={"16,122": 3}), "pipelink", "the link holds 'line between other points', which a Pipelink puzzle"),
        (link(line={"16,114": 12}), "pipelink", "the link holds 'line in the style 12', which a Pipelink puzzle"),
        (link(line={"9,107": 2}), "pipelink", "row 0, column 1: the link holds a line beside the board"),
        (link(lineE={"64,65": 2}), "pipelink", "row 1, column 1: the link holds edges between cells, which a Pipelink"),
        (link(lineE={"50,51": 2}), "grandtour", "the link holds an edge beside the board, which a Grand Tour puzzle"),
        (link(line={"16,17": 2}), "grandtour", "row 1, column 1: the link holds lines between cells, which a Grand Tour"),
        (link(lineE={"64,65": 2}), "mejilink", "row 1, column 1: the link holds edges between cells, which a Mejilink"),
        (link(lineE={"64,65": 12}), "lits", "the link holds no edges"),
        (link(lineE={"64,65": 12, "65,66": 2}), "lits", "the link holds 'lineE in the style 12', which a LITS puzzle"),
        (link(lineE={"64,66": 2, "65,66": 2}), "lits", "the link holds 'lineE between other points'"),
        (link(killercages=[[16], [16]]), "killer", "a cage beside the board, or on another one"),
        (link(), "lits", "the link holds no edges between cells; a LITS puzzle needs regions"),
        (link(line={"114": 98}), "masyu", "row 1, column 1: the link holds a cross on a side, which a Masyu puzzle does not"),
        (link(cage={"260,261": 10}), "killer", "the link holds lines of cages that go around no cells"),
        (link(deletelineE={"64,65": 1}), "sudoku", "the link holds 'deletelineE', which a Sudoku puzzle does not have here"),
        (link(number={"16": [" ", 6, "1"]}), "sudoku", "row 1, column 1: the link holds a circle, which a Sudoku puzzle"),
        (link(symbol={"16": [2, "circle_L", 1], "18": [1, "circle_L", 1]}), None, "what is drawn fits"),
        (link(tags=["ququ"]), None, "name it with --type"),
        (packed("square,3,3,38\n" + "[" * 100_000 + "\n\n\n\n" + "[" * 100_000), "akari", "nested too deeply"),
        (packed("square,3,3,38" + "\n" * 6 + " " * 2**24), "akari", "the link holds more than 8 MB"),
        (packed("square,3,3,38\n\n\n{}\n\n[" + "9" * 5000 + "]"), "akari", "holds a number that is too long"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_link_is_said(payload: str, type_: str | None, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        read(payload, type_)
    assert sentence in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "puzzle: hidato\nboard: hex\ngrid: |\n  1 .\n . . .\n  . .\n",
            "boards of hexagons are not written as links of Penpa+",
        ),
        ("puzzle: grandtour\ngrid: |\n  17 .\n  . .\n", "row 1, column 1: a link of Penpa+ cannot hold '17'"),
        ("puzzle: pipelink\ngrid: |\n  es .\n  . .\n", "row 1, column 1"),
        ("puzzle: lits\nregions: |\n  AB\n  BA\n", "a region is in several pieces"),
        ("puzzle: lits\nregions: |\n  A.\n  AA\n", "row 1, column 2 belongs to no region"),
    ],
)
def test_what_a_link_cannot_hold_is_not_written(text: str, sentence: str, write):
    done = command("convert", str(write(text, "puzzle.yaml")), "--to", "penpa")
    assert done.code == 2 and sentence in done.err and not done.out


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(EXAMPLES)), st.integers(0, 2**32))
def test_whatever_a_link_holds_is_read_or_refused_with_a_sentence(name: str, seed: int):
    chance = random.Random(seed)
    unpacked = zlib.decompress(base64.b64decode(EXAMPLES[name] + "==", validate=False), -15).decode()
    at = chance.randrange(len(unpacked))
    text = (
        unpacked[:at]
        + chance.choice(["", "9", "-", "[", "{", '"', "zO", ",", "\n", "1e9"])
        + unpacked[at + chance.randrange(4) :]
    )
    try:
        puzzle = read(packed(text), name)
    except PuzzleError as error:
        assert error.file is not None
    else:
        assert puzzle.board.cells


# -- Other looks of the same


def tokens(payload: str, type_: str, part: str = "grid") -> dict[str, str]:
    """What is read in each place of a part."""
    return {
        str(token.values.get("X", token.values.get("P"))): token.text for token in read(payload, type_).tokens[part]
    }


HALVES = {"58,65": 2, "65,72": 2, "72,79": 2}  # edges between the first column and the others
A, B, C, D = 16, 17, 18, 23  # the cells of the first row, and the first one of the second


@pytest.mark.parametrize(
    ("type_", "layers", "expected"),
    [
        # what goes around each number, and alone where it is not told
        ("kuromasu", {"number": {str(A): ["3", 6, "1"]}, "symbol": {str(B): [1, "circle_L", 1]}}, ["3", "?"]),
        ("tasquare", {"number": {str(A): ["3", 1, "1"]}, "symbol": {str(A): [1, "square_L", 1], str(B): [1, "square_L", 1]}},
         ["3", "?"]),
        ("yajirushi2", {"number": {str(A): ["2", 1, "1"]}, "surface": {str(A): 4, str(B): 1}}, ["2", "?"]),
        # one colour for another, also without it where the text says the same
        ("sananko", {"number": {str(A): ["2", 4, "1"]}, "surface": {str(A): 4, str(B): 4}}, ["2", "x"]),
        ("koburin", {"number": {str(A): ["1", 1, "1"], str(C): ["?", 1, "1"]}}, ["1", "?"]),
        ("lightshadow", {"number": {str(A): ["2", 1, "1"], str(B): ["3", 4, "1"]}, "surface": {str(B): 4}}, ["2", "3x"]),
        # shapes
        ("alternation", {"symbol": {str(A): [2, "ox_B", 1], str(B): [3, "ox_B", 1]}, "lineE": HALVES}, ["t", "s"]),
        ("anglers", {"symbol": {str(A): [3, "tents", 1]}}, ["o"]),
        ("roma", {"symbol": {str(A): [2, "circle_L", 1]}, "lineE": HALVES}, ["o"]),
        ("myopia", {"symbol": {str(A): [[1, 1, 0, 0, 0, 0, 0, 0], "arrow_cross", 1], str(B): [[0, 0, 1, 0], "arrow_cross", 1]}},
         ["nw", "e"]),
        ("aquapelago", {"number": {str(A): ["3", 4, "1"], str(B): ["?", 4, "1"]}, "surface": {str(A): 4, str(B): 4}}, ["3", "?"]),
        ("bosnianroad", {"number": {str(A): ["3", 1, "1"]}, "surface": {str(A): 3, str(B): 3}}, ["3", "?"]),
        ("compass", {"numberS": {str(4 * (98 + A)): ["3", 1]}, "surface": {str(B): 1}}, ["3/?/?/?"]),
        ("binairo", {"symbol": {str(A): [1, "circle_M", 1], str(B): [2, "circle_M", 1]}}, ["1", "2"]),
        ("nondango", {"symbol": {str(A): [4, "circle_M", 1]}, "lineE": HALVES}, ["x"]),
        ("tatamibari", {"symbol": {str(A): [5, "line", 1], str(B): [1, "line", 1]}}, ["s", "h"]),
        ("triplace", {"symbol": {str(A): [3, "kakuro", 1]}, "numberS": {str(4 * (49 + A) + 1): ["1", 1]}}, [",1"]),
        # several clues in a cell
        ("railpool", {"number": {str(A): ["2?", 1, "4"]}, "lineE": HALVES}, ["2,?"]),
        ("tapa", {"number": {str(A): ["12", 1, "4"], str(C): ["3", 1, "4"], str(D): ["1?", 1, "4"]}}, ["1,2", "3", "1,?"]),
        # dots
        ("nothree", {"symbol": {str(A): [1, "circle_SS", 1], str(49 + B): [1, "circle_SS", 1]}}, ["1", "64"]),
        ("tetrochaink", {"symbol": {str(49 + A): [5, "circle_SS", 1], str(98 + A): [2, "circle_SS", 1]}}, ["144"]),
        ("sansaroad", {"symbol": {str(49 + A): [1, "circle_SS", 1], str(B): [1, "tridown_M", 1]}}, ["192", "1"]),
        # arrows that are given
        ("nagare", {"symbol": {str(A): [1, "arrow_B_W", 1], str(B): [5, "arrow_N_B", 1]}, "surface": {str(A): 4}}, ["xw", "e"]),
        ("yajilin", {"number": {str(A): ["2", 1, "1"]}, "symbol": {str(A): [[0, 0, 1, 0, 0, 0, 0, 0], "arrow_fouredge_B", 1]},
                     "lineE": {"64,65": 2}, "surface": {str(A): 3}}, ["2w"]),
        ("arrowflow", {"number": {str(A): ["2", 1, "1"]}, "symbol": {str(B): [5, "arrow_N_B", 1]}}, ["2", "e"]),
        ("shingoki", {"number": {str(A): ["2", 1, "1"]}, "symbol": {str(A): [5, "circle_L", 1], str(C): [1, "circle_L", 1]}},
         ["g2", "w"]),
        ("kakuro", {"number": {str(B): ["2", 1, "1"]}, "numberS": {str(4 * (49 + A) + 1): ["11", 4]},
                    "symbol": {str(A): [1, "kakuro", 2]}}, [",11", "=2"]),
        # dots so far beside the board that they are not shown
        ("galaxies", {"symbol": {str(A): [1, "circle_SS", 2], str(44): [1, "circle_SS", 2], str(49 + 38): [2, "circle_SS", 2]}},
         ["0"]),
        # squares that fill their cells, grey circles beside empty ones, small numbers
        ("akari", {"number": {str(A): ["2", 4, "1"]}, "symbol": {str(A): [2, "square_LL", 1], str(B): [2, "square_LL", 1]}}, ["2", "x"]),
        ("masyu", {"symbol": {str(A): [1, "circle_L", 1], str(B): [5, "circle_L", 1]}}, ["w", "b"]),
        ("yajilin", {"number": {str(A): ["2_1", 4, "2"]}, "surface": {str(A): 4}}, ["2w"]),
        ("heyawake", {"numberS": {str(4 * (49 + A)): ["2", 1]}, "lineE": HALVES}, ["2"]),
        # a text of several clues has a circle around it, too
        ("balanceloop", {"number": {str(A): ["3", 6, "4"], str(B): ["4", 7, "1"]}}, ["3w", "4b"]),
        # arrows of other looks
        ("roma", {"symbol": {str(A): [1, "arrow_GP", 1], str(B): [5, "arrow_Short", 1],
                             str(C): [[0, 0, 1, 0, 0, 0, 0, 0], "arrow_eight", 1]}, "lineE": HALVES}, ["w", "e", "n"]),
        # operators
        ("kenken", {"numberS": {str(4 * (49 + A)): ["6×", 1]}, "lineE": HALVES}, ["6*"]),
    ],
)  # fmt: skip
def test_what_a_person_sees_as_the_same_is_read_as_the_same(type_: str, layers: dict[str, Any], expected: list[str]):
    assert list(tokens(link(**layers), type_).values()) == expected


def test_question_marks_beside_a_nonogram_are_runs_of_any_length_and_a_star_is_any_number_of_runs():
    cells = [27, 1, 1, 6, 1, 1, 6, 1, 1]  # 3x3, below a row and behind a column
    beside = {"19": ["?", 1, "1"], "20": ["*", 1, "1"], "26": ["?", 1, "1"], "34": ["2", 1, "1"]}
    puzzle = read(link(4, 4, cells=cells, number=beside), "nonogram")
    said = {name: [token.text for token in puzzle.tokens[name]] for name in ("columns", "rows")}
    assert said == {"columns": ["+", "?"], "rows": ["+", "2"]}
    drawn = drawing_of(puzzle, ()).question.elements.values()
    assert sorted(each.value for there in drawn for each in there) == ["*", "2", "?", "?"]


def test_arrows_without_a_number_are_written_with_their_colours():
    puzzle = pysolve.read(str(INSTANCES / "castlewall" / "unknown.yaml"))
    assert read(written(puzzle), "castlewall").tokens == puzzle.tokens


def test_an_empty_white_box_may_share_a_side_with_a_box_that_holds_an_arrow():
    puzzle = pysolve.read_text("puzzle: castlewall\ngrid: |\n  o . .\n  2so . o\n  . x 1wo\n")
    assert read(written(puzzle), "castlewall").tokens == puzzle.tokens


def test_an_answer_with_slanting_lines_is_not_checked():
    puzzle = pysolve.read_text("1 . .\n. . .\n. . .\n", "numberlink")
    straight, slanting = (Term("line", ((1, 3), end)) for end in ((1, 1), (2, 1)))
    assert solution_of(puzzle, [straight], PenpaLayer()) is not None
    assert solution_of(puzzle, [slanting], PenpaLayer()) is None


def test_edges_around_cells_with_clues_may_be_missing_as_a_whole():
    puzzle = pysolve.read(str(INSTANCES / "hebi" / "4x4.yaml"))
    drawn = read_drawing(formats.write(puzzle, "penpa").decode())
    assert drawn.question.edges
    drawn.question.edges = set()
    assert formats.read_text(write_drawing(drawn), "hebi").tokens == puzzle.tokens


def test_signs_between_cells_may_be_thin_or_texts():
    right, below = str(3 * 49 + A), str(2 * 49 + A)
    thin = {"symbol": {right: [5, "inequality", 1], below: [8, "inequality", 1]}}
    texts = {"number": {right: ["<", 1, "1"], below: ["∨", 1, "1"]}}
    for layers in (thin, texts):
        assert [token.text for token in read(link(**layers), "futoshiki").tokens["signs"]] == ["<", ">"]


def test_circles_around_the_numbers_on_corners_say_nothing():
    layers = {"number": {str(49 + A): ["2", 1, "6"]}, "symbol": {str(49 + A): [1, "circle_M", 1]}}
    assert list(tokens(link(**layers), "creek", "corners").values()) == ["2"]


def test_a_frame_around_the_board_says_nothing():
    frame = [f"{one},{one + 1}" for first in (57, 78) for one in range(first, first + 3)]
    frame += [f"{one},{one + 7}" for first in (57, 60) for one in range(first, first + 21, 7)]
    bar = {"58,65": 2}
    plain = read(link(lineE=bar), "consecutivesudoku")
    assert read(link(lineE=bar | dict.fromkeys(frame, 2)), "consecutivesudoku").tokens == plain.tokens


def test_letters_beyond_as_many_as_a_row_has_are_all_that_there_are():
    puzzle = read(link(number={str(A): ["T", 1, "1"], str(B): ["A", 1, "1"]}), "abcendview")
    assert (puzzle.alphabet.symbols, puzzle.options["last"]) == ("AT", "2")
    assert "the letters are those that the drawing holds, AT" in str(puzzle.remarks[0])


def test_edges_inside_of_a_tank_are_walls_and_small_numbers_counts():
    edges = HALVES | {"66,67": 2}
    assert [str(each.text) for each in read(link(lineE=edges), "aquarium").tokens["walls"]] == ["|"]
    layers = {"lineE": HALVES, "numberS": {str(4 * (49 + A)): ["2", 1]}}
    assert tokens(link(**layers), "nanro", "counts") == {"(1, 1)": "2"}


def test_numbers_beside_the_board_that_only_count_its_rows_say_nothing():
    counted = {str(at): [str(number), 6, "1"] for number in (1, 2, 3) for at in (12 + 7 * number, 36 + number)}
    sums = {str(15): ["4", 1, "1"], str(9): ["2", 1, "1"]}
    puzzle = read(link(number=counted | sums), "kakurasu")
    assert {name: [token.text for token in there] for name, there in puzzle.tokens.items()} == {
        "rows": ["4"], "columns": ["2"]
    }  # fmt: skip
    with pytest.raises(PuzzleError, match="the link holds a circle"):
        read(link(number=counted | {"19": ["3", 6, "1"]} | sums), "kakurasu")


def test_parts_beside_the_board_may_stand_on_its_other_side():
    edges = {"57,58": 2, "64,65": 2}
    both = {"15": ["1", 1, "1"], "19": ["2", 1, "1"], "9": ["0", 1, "1"], "37": ["3", 1, "1"]}
    puzzle = read(link(number=both, lineE=edges | HALVES), "magnets")
    said = {name: [token.text for token in there] for name, there in puzzle.tokens.items()}
    assert [said[f"{pole}_{side}"] for pole in ("plus", "minus") for side in ("left", "top")] == [
        ["1"], ["0"], ["2"], ["3"]
    ]  # fmt: skip
    assert meaning(read(written(puzzle), "magnets")) == meaning(puzzle)


def test_circles_may_stand_beside_pieces_of_lines():
    layers = {"symbol": {str(A): [1, "circle_L", 1]}, "line": {f"{B},{98 + B}": 2, f"{B},{147 + B}": 2}}
    puzzle = read(link(**layers), "pipelinkr")
    assert tokens(link(**layers), "pipelinkr") == {"(1, 1)": "o", "(1, 2)": "se"}
    assert meaning(read(written(puzzle), "pipelinkr")) == meaning(puzzle)


def test_tiles_are_cells_between_which_the_grid_is_not_drawn():
    puzzle = read(link(lineE=HALVES, deletelineE={"59,66": 1}), "parquet")
    tiles = {token.values["X"]: token.text for token in puzzle.tokens["tiles"]}
    assert tiles[1, 2] == tiles[1, 3] and len(set(tiles.values())) == 8


def test_circles_and_triangles_in_the_middle_of_cells_are_of_parts_of_their_own():
    symbols = {str(A): [1, "circle_SS", 1], str(B): [2, "circle_SS", 1], str(C): [1, "tridown_M", 1]}
    puzzle = read(link(symbol=symbols), "sansaroad")
    assert [token.text for token in puzzle.tokens["circles"]] == ["w", "b"]
    assert [token.text for token in puzzle.tokens["grid"]] == ["1"]


def test_a_text_may_stand_for_a_hole():
    puzzle = read(link(number={str(A): ["0", 1, "1"], str(D): ["2", 1, "1"]}), "geradeweg")
    assert puzzle.board.holes == {(1, 1)}
    assert [token.text for token in puzzle.tokens["grid"]] == ["2"]


def test_dark_cells_are_holes_where_they_can_be_nothing_else():
    puzzle = read(link(number={str(A): ["3", 1, "1"]}, surface={str(B): 1, str(D): 1}), "bosanowa")
    assert puzzle.board.holes == {(1, 2), (2, 1)}


def test_strokes_that_cross_in_a_cell_are_a_plus():
    across, down = f"{146 + A},{147 + A}", f"{91 + A},{98 + A}"
    assert tokens(link(wall={across: 2, down: 2}), "turnrun") == {"(1, 1)": "+"}
    for strokes in ({across: 2}, {across: 2, f"{98 + A},{105 + A}": 2}, {f"{A},{B}": 2}):
        with pytest.raises(PuzzleError, match="the link holds 'wall'"):
            read(link(wall=strokes), "turnrun")


def test_what_stands_at_corners_alone_stands_in_cells_where_the_type_says_so():
    first, other = str(49 + 8), str(49 + A)
    layers = {"symbol": {first: [2, "firefly", 2], other: [1, "firefly", 2]}, "number": {first: ["3", 1, "1"]}}
    puzzle = read(link(**layers), "hotarubeam")
    assert puzzle.board.extent == (4, 4)
    assert tokens(link(**layers), "hotarubeam") == {"(1, 1)": "3s", "(2, 2)": "?e"}
    inside = {str(A): [2, "firefly", 2], str(B): [1, "firefly", 2]}
    assert tokens(link(symbol=inside), "hotarubeam") == {"(1, 1)": "?s", "(1, 2)": "?e"}


def test_small_texts_in_opposite_corners_are_a_fraction():
    notes = {str(4 * (49 + A)): ["1", 1], str(4 * (49 + A) + 3): ["2", 1]}
    die = {str(A): [6, "ox_B", 1], str(B): [[1, 0, 0, 0, 0, 0, 0, 0, 1], "dice", 1]}
    puzzle = read(link(numberS=notes, symbol=die), "fractionaldivision")
    assert [token.text for token in puzzle.tokens["grid"]] == ["1", "2"]
    assert [token.text for token in puzzle.tokens["below"]] == ["2", "?"]
    assert meaning(read(written(puzzle), "fractionaldivision")) == meaning(puzzle)


def test_arrows_on_sides_are_those_of_the_type_and_lead_in_and_out_at_the_edge_of_the_board():
    arrows = {str(91 + A): [7, "arrow_N_B", 1], str(147 + C): [5, "arrow_N_B", 1], str(147 + A): [1, "arrow_N_B", 1],
              str(98 + B): [7, "arrow_N_B", 1]}  # fmt: skip
    ice, edges = {str(A): 5}, {"58,65": 2, "64,65": 2}
    puzzle = read(link(symbol=arrows, surface=ice, lineE=edges), "icebarn")
    said = {name: [token.text for token in there] for name, there in puzzle.tokens.items() if there}
    assert said == {"top": ["in"], "right": ["out"], "ice": ["i"], "arrows": ["<", ">"]}
    assert meaning(read(written(puzzle), "icebarn")) == meaning(puzzle)
    with pytest.raises(PuzzleError, match="row 1, column 1: the link holds an edge"):  # between two cells of ice
        read(link(symbol=arrows, surface={**ice, str(B): 5}, lineE=edges), "icebarn")
    with pytest.raises(PuzzleError, match="row 1, column 1: the link holds a s"):
        read(link(symbol={str(147 + A): [7, "arrow_N_B", 1]}), "icebarn")


def test_lines_between_cells_are_the_lines_of_a_puzzle():
    assert len(read(link(line={f"{A},{B}": 2}, surface={str(D): 1}), "numrope").tokens["ropes"]) == 1


def test_beside_the_board_a_range_of_its_numbers_says_nothing():
    def ranged(text: str) -> str:
        return link(numberS={str(4 * (49 + A)): ["3+", 1]}, number={"9": [text, 1, "1"]}, lineE=HALVES)

    assert [*tokens(ranged("{1-3}"), "kenken").values()] == ["3+"]
    with pytest.raises(PuzzleError, match=r"the text '.1-4.'"):
        read(ranged("{1-4}"), "kenken")


@pytest.mark.parametrize(
    ("type_", "layers", "sentence"),
    [
        ("kuromasu", {"number": {str(A): ["3", 1, "1"]}, "symbol": {str(B): [1, "circle_L", 1]}}, "holds a circle"),
        ("akari", {"surface": {str(A): 5}}, "the colour 5"),
        ("sananko", {"surface": {str(A): 4, str(B): 3}}, "holds a dark cell"),
        ("nurikabe", {"number": {str(A): ["3", 1, "1"]}, "surface": {str(A): 4}}, "holds a dark cell"),
        ("sansaroad", {"symbol": {str(A): [5, "circle_SS", 1]}}, "another grey disc"),
        ("martini", {"symbol": {str(A): [5, "circle_L", 1]}, "lineE": HALVES}, "a grey disc"),
    ],
)  # fmt: skip
def test_what_may_mean_something_else_is_refused(type_: str, layers: dict[str, Any], sentence: str):
    with pytest.raises(PuzzleError, match=sentence):
        read(link(**layers), type_)
