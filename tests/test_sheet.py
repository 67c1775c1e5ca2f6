"""Sheets to print, and pictures as PNG."""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import INSTANCES, command

import pysolve

SUDOKU, HIDATO = INSTANCES / "sudoku" / "4x4.yaml", INSTANCES / "hidato" / "hexagon.yaml"
SEVERAL = "puzzle: sudoku\ntitle: Two <ways>\ngrid: |\n  1 2 . .\n  3 4 . .\n  . . 4 3\n  . . . .\n"


def sheet(tmp_path: Path, *arguments: str | Path) -> ElementTree.Element:
    """The sheet, as a browser parses it."""
    file = tmp_path / "sheet.html"
    done = command("sheet", *arguments, "-o", str(file))
    assert done.code == 0, done.err
    return ElementTree.fromstring(file.read_text().removeprefix("<!doctype html>\n"))


def texts(root: ElementTree.Element, tag: str) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(tag)]


def boards(root: ElementTree.Element) -> int:
    return sum(each.tag.endswith("svg") for each in root.iter())


def test_a_sheet_has_rules_boards_and_answers(tmp_path):
    root = sheet(tmp_path, SUDOKU, HIDATO, SUDOKU, "--title", "A & B")
    assert texts(root, "h1") == ["A & B", "Answers"]
    assert texts(root, "h2") == ["Sudoku", "Hidato"]
    captions = [caption.split("made")[0] for caption in texts(root, "figcaption")]
    assert [caption[:2] for caption in captions] == ["1.", "2.", "3."] * 2
    assert boards(root) == 6
    assert len(list(root.iter("section"))) == 3  # two of puzzles, one of answers


def test_what_is_not_wanted_is_left_out(tmp_path):
    root = sheet(tmp_path, SUDOKU, HIDATO, "--no-rules", "--no-answers", "--per-page", "1")
    assert (texts(root, "h1"), texts(root, "h2"), boards(root)) == ([], [], 2)


def test_a_note_says_that_there_are_several_answers_or_none(tmp_path, write):
    several, none = write(SEVERAL, "several.yaml"), write(SEVERAL.replace("1 2", "1 1"), "none.yaml")
    file = tmp_path / "sheet.html"
    done = command("sheet", several, none, "-o", str(file))
    assert done.err == f"Note: {several}: one of several answers.\nNote: {none}: no answer.\n"
    assert "<figcaption>1. (one of several answers)" in file.read_text()
    assert "1. Two &lt;ways&gt;" in file.read_text()


def test_a_puzzle_has_its_author_and_its_own_rules_above_the_board(tmp_path, write):
    said = SEVERAL.replace(
        "grid:", "author: A. B\nsource: a book\nrules: |\n  Both ways & no other.\n  <Really>\ngrid:"
    )
    root = sheet(tmp_path, write(said, "said.yaml"), "--no-answers")
    assert texts(root, "small") == ["A. B, a book"]
    assert texts(root, "p") == ["Both ways & no other.<Really>"]


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 7, 30])
def test_boards_stay_on_their_pages(per_page, tmp_path):
    root = sheet(tmp_path, *[SUDOKU] * 5, HIDATO, "--per-page", str(per_page), "--paper", "letter")
    for row in (each for each in root.iter("div") if each.get("class") == "row"):
        styles = [
            re.fullmatch(r"width:([\d.]+)mm;height:.*;margin:0 (\d+)mm .*", each.get("style", "")) for each in row
        ]
        assert sum(float(style[1]) + float(style[2]) for style in styles) <= 216 - 30
    for svg in (each for each in root.iter() if each.tag.endswith("svg")):
        assert float(svg.get("width", "")[:-2]) <= 186 and float(svg.get("height", "")[:-2]) <= 249


@pytest.mark.parametrize("name", ["sheet.doc", "sheet"])
def test_a_file_of_another_kind_is_refused(name, tmp_path):
    done = command("sheet", SUDOKU, "-o", str(tmp_path / name))
    assert done.code == 2 and "expected a file name that ends with .html or .pdf" in done.err
    assert not list(tmp_path.iterdir())


def test_a_wrong_puzzle_is_left_out(tmp_path, write):
    wrong, sheet = write("puzzle: sudoku\ngrid: 1 2\n", "wrong.yaml"), tmp_path / "sheet.html"
    done = command("sheet", wrong, "-o", str(sheet))
    assert done.code == 2 and done.err.startswith("Error: ")
    assert not sheet.exists()
    done = command("sheet", SUDOKU, wrong, SUDOKU, "--no-answers", "-o", str(sheet), "--json")
    assert done.code == 2 and sheet.read_text().count("<svg") == 2
    assert [json.loads(line)["error"] is None for line in done.out.splitlines()] == [True, False, True]


def test_a_sheet_is_sorted_by_difficulty(tmp_path, write):
    hard = write("puzzle: sudoku\ntitle: Hard\ngrid: |\n  1 . . .\n  . 3 . .\n  4 . . 3\n  . . 1 .\n", "hard.yaml")
    easy = write("puzzle: sudoku\ntitle: Easy\ngrid: |\n  1 4 3 2\n  2 3 4 1\n  4 1 2 3\n  3 2 1 .\n", "easy.yaml")
    several = write("puzzle: sudoku\ntitle: Several\ngrid: |\n  1 . . .\n" + "  . . . .\n" * 3, "several.yaml")
    sheet = tmp_path / "sheet.html"
    command("sheet", several, hard, easy, "--sort", "difficulty", "--jobs", "2", "--no-answers", "-o", str(sheet))
    text = sheet.read_text()
    assert text.index("Easy") < text.index("Hard") < text.index("Several")
    assert text.count("difficulty ") == 2


def test_a_sheet_has_the_steps_to_each_answer(tmp_path, write):
    several = write(SEVERAL, "several.yaml")
    root = sheet(tmp_path, SUDOKU, several, "--steps", "--jobs", "2")
    assert texts(root, "h1") == ["Answers", "1. Sudoku, step by step", "2. Two <ways>, step by step"]
    steps = [each for each in root.iter("div") if each.get("class") == "step"]
    sentences = [texts(each, "p")[0] for each in steps]
    known = pysolve.hint(pysolve.read(str(SUDOKU)), steps=0)
    assert re.match(r"1\. Row|1 (and|to) \d", sentences[0]) and 1 < len(steps) <= len(known.steps) + 16
    assert all(boards(each) == 1 for each in steps)
    assert any(texts(each, "li") for each in steps)


def test_python_and_the_command_line_print_the_same_steps(tmp_path):
    command("sheet", str(SUDOKU), "--steps", "-o", str(tmp_path / "sheet.html"))
    assert pysolve.sheet([pysolve.read(str(SUDOKU))], steps=True) == (tmp_path / "sheet.html").read_text()


def test_limits_cover_the_drawing(tmp_path, write):
    board = "puzzle: nurikabe\ngrid: |\n" + f"  {' '.join('.' * 300)}\n" * 300
    done = command("sheet", write(board, "huge.yaml"), "-o", str(tmp_path / "sheet.html"), "--time-limit", "0.2")
    assert done.code == 3 and "the time limit was reached, and the puzzle was not drawn yet" in done.err
    assert not (tmp_path / "sheet.html").exists()


def test_a_sheet_as_pdf(tmp_path):
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError) as missing:
        pytest.skip(f"needs weasyprint, and Pango: {missing}")
    assert command("sheet", SUDOKU, HIDATO, "-o", str(tmp_path / "sheet.pdf")).code == 0
    data = (tmp_path / "sheet.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")


def test_a_picture_as_png(tmp_path):
    pytest.importorskip("resvg_py")
    assert command("solve", SUDOKU, "-f", "svg", "-o", str(tmp_path / "board.png")).code == 0
    data = (tmp_path / "board.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert width == height > 100


@pytest.mark.parametrize(("inputs", "format_"), [([SUDOKU], "text"), ([SUDOKU, HIDATO], "svg")])
def test_what_is_no_single_picture_becomes_no_png(inputs, format_, tmp_path):
    pytest.importorskip("resvg_py")
    done = command("solve", *inputs, "-f", format_, "-o", str(tmp_path / "board.png"))
    assert done.code == 2 and "a PNG is made of one picture: add --format svg" in done.err
    assert not list(tmp_path.iterdir())


def test_notebooks_show_a_puzzle():
    picture = pysolve.read(str(SUDOKU))._repr_svg_()
    assert picture.startswith("<svg") and ">4</text>" in picture


def test_pictures_of_steps_have_the_numbers_of_lines_and_of_the_sentences_of_chains(tmp_path):
    root = sheet(tmp_path, INSTANCES / "starbattle/6x6.yaml", "--steps")
    steps = [each for each in root.iter("div") if each.get("class") == "step"]
    chains = [each for each in steps if any(part.tag.endswith("ol") for part in each.iter())]
    assert chains and len(chains) < len(steps)
    for step in steps:
        numbers = [part.text or "" for part in step.iter() if part.tag.endswith("text")]
        assert all(numbers.count(str(line)) >= 2 for line in range(1, 7))  # of a row and a column
        lines = [str(line) for line in range(1, 7)] * 2
        notes = {each for text in Counter(numbers) - Counter(lines) for each in text.split(",") if each.isdigit()}
        sentences = [str(number) for number, _ in enumerate(filter(_is_item, step.iter()), 1)]
        assert {"1"} <= notes <= {*sentences} if step in chains else not notes


def _is_item(part: ElementTree.Element) -> bool:
    return part.tag.endswith("li")


FILLED = """puzzle: crossword
grid: |
  . . . .
  . # . #
words: [STAR, TEND, SO, AT, TO, NO, ALSO, AN, AS]
answer: |
  T E N D
  O # O #
"""


def test_a_sheet_prints_the_answer_of_the_file_and_what_a_solver_needs(tmp_path, write):
    plain = sheet(tmp_path, write(FILLED, "filled.yaml"), "--no-rules")
    text = "".join(plain.itertext())
    assert texts(plain, "h3") == ["Words"]
    assert texts(plain, "p") == ["AN", "AS", "AT", "NO", "SO", "TO", "ALSO", "STAR", "TEND"]
    assert re.sub(r"\W|Crossword", "", text.partition("Answers")[2]) == "1TENDOO12"
    clued = sheet(tmp_path, write(FILLED + "clues: {2D: Refusal, 1A: Care for}\n", "clued.yaml"), "--no-rules")
    assert texts(clued, "h3") == ["Across", "Down"] and texts(clued, "p") == ["1  Care for", "2  Refusal"]


def test_long_clues_have_a_page_of_their_own(tmp_path, write):
    clues = "".join(f"  {name}: {'long ' * 1800}\n" for name in ("1A", "2D"))
    root = sheet(tmp_path, write(FILLED, "a.yaml"), write(FILLED + f"clues:\n{clues}", "b.yaml"), "--no-answers")
    assert len(list(root.iter("section"))) == 2


def test_rules_on_a_sheet_speak_of_the_puzzle_and_name_no_option(tmp_path):
    root = sheet(tmp_path, INSTANCES / "masyu" / "full.yaml", INSTANCES / "masyu" / "5x5.yaml", "--no-answers")
    assert texts(root, "h2") == ["Masyu", "Masyu"]
    rules = [each for each in texts(root, "li") if "every cell" in each]
    assert rules == ["The loop comes through every cell."]
    assert not any("`" in each or "full" in each for each in texts(root, "li"))
