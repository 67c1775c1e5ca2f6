"""Answers beside published ones: what does not matter is passed over, and everything else is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

import pysolve
from pysolve.formats import Reading, Source, read
from pysolve.render.answer_text import compare


@pytest.mark.parametrize(
    ("answer", "published", "differing", "problem"),
    [
        ("x - x", "x . x", (), None),
        ("x - x", "1 3\nx - x\n[moves]\nx x x", (), None),
        ("x - x", "x x x", ((1, 2),), None),
        ("2 - x", "- - x", (), None),  # a clue left out
        ("- - x", "2 - x", (), None),  # a clue repeated
        ("- - x", "3 - x", ((1, 1),), None),  # but no other token
        ("se - ew", "es - we", (), None),
        ("se - ew", "es - ws", ((1, 3),), None),
        ("ee - ww", "ee - w", ((1, 3),), None),  # two lines side by side
        ("x - x", "x -", (), "the published answer has 1 rows of 2 tokens, expected 1 of 3"),
        ("x - x", "", (), "the published answer has 0 rows of 0 tokens, expected 1 of 3"),
    ],
)
def test_tokens(answer: str, published: str, differing: tuple[tuple[int, int], ...], problem: str | None) -> None:
    puzzle = pysolve.read_text("1 3\n2 . .\n", "nurikabe")
    result = compare(puzzle, answer, published)
    assert (result.differing, result.problem) == (differing, problem)
    assert result.agrees == (not differing and problem is None)


def test_a_clue_may_be_repeated_by_its_value_alone() -> None:
    puzzle = pysolve.read_text("3 3\n3x . .\n. . .\n. . .\n", "str8ts")
    assert compare(puzzle, "3x 1 2\n1 2 3\n2 3 1", "3 1 2\n1 2 3\n2 3 1").agrees
    assert compare(puzzle, "3x 1 2\n1 2 3\n2 3 1", "2 1 2\n1 2 3\n2 3 1").differing == ((1, 1),)


def test_a_black_cell_may_be_repeated_without_its_number() -> None:
    puzzle = pysolve.read_text("2 2\n1 .\n. x\n", "akari")
    assert compare(puzzle, "1 o\n- x", "x o\n- x").agrees
    assert compare(puzzle, "1 o\n- x", "x o\n- 1").differing == ((2, 2),)
    assert compare(puzzle, "1 o\n- x", "o o\n- x").differing == ((1, 1),)


def test_the_label_of_a_region_is_no_clue() -> None:
    puzzle = pysolve.read_text("2 2\n. .\n. .\nx x\ny y\n", "heyawake")
    assert compare(puzzle, "x -\n- -", "- -\n- -").differing == ((1, 1),)


def test_the_number_of_a_region_may_stand_in_one_of_its_cells() -> None:
    puzzle = pysolve.read_text("2 3\n. . .\n. . .\n1 1 2\n1 2 2\n", "diffneighbors")
    ours = "1 1 2\n1 2 2"
    assert compare(puzzle, ours, "- 1 -\n- - 2").agrees
    assert compare(puzzle, ours, "- 1 -\n- - 3").differing == ((1, 3), (2, 2), (2, 3))
    assert not compare(puzzle, ours, "- 1 -\n- - -").agrees
    assert not compare(puzzle, ours, "2 1 -\n- - 2").agrees


def test_a_line_below_the_board_may_be_repeated() -> None:
    puzzle = pysolve.read_text("2 2\n0 1\n0 1\n", "tennergrid")
    assert (puzzle.board.rows, puzzle.board.columns) == (1, 2)
    for published in ("2 2\n0 1\n0 1", "0 1\n0 1", "0 1"):
        assert compare(puzzle, "0 1", published).agrees
    assert compare(puzzle, "0 1", "2 2\n1 0\n0 1").differing == ((1, 1), (1, 2))


@pytest.mark.parametrize(
    ("text", "type_", "answer", "published", "differing"),
    [
        ("2 2\n0 .\n. .\n1 1\n2 3\n", "terrax", "0 0\n5 6", "- 0\n5 6", ()),  # the clue of the cell
        ("1 4\n0 . . .\n1 1 1 2\n", "terrax", "0 0 0 5", "0 0 - 5", ((1, 3),)),
        ("2 3\n. . .\n1 3 2\n", "tennergrid", "1 0 2", "1 - 2", ((1, 2),)),
        ("2 2\n. .\n. .\n. .\n. .\n. .\n. .\n", "skyscrapers", "1 -\n- 1", "1 0\n0 1", ()),  # 0 is a park
        ("1 3\n. . .\n", "nurikabe", "x - x", "x 0 x", ()),
    ],
)
def test_zero_is_blank_unless_the_type_has_it_as_a_value(
    text: str, type_: str, answer: str, published: str, differing: tuple[tuple[int, int], ...]
) -> None:
    assert compare(pysolve.read_text(text, type_), answer, published).differing == differing


def test_regions_may_have_other_names(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "manifest.yaml").write_text(
        'name: Parts\ngroup: tests\nabout: Parts.\nread:\n  grid: {int: "clue(X,V)"}\ndraw:\n  "region(G,X)": border\n'
    )
    (folder / "rules.lp").write_text("region(1, X) :- cell(X).\n#show region/2.\n")
    puzzle = read(Source("parts", "parts", b"2 2\n1 .\n. .\n"), Reading("parts", (str(tmp_path),)))
    assert compare(puzzle, "1 1\n2 2", "b b\na a").agrees
    assert compare(puzzle, "1 1\n2 2", "a a\na a").differing == ((1, 1), (1, 2), (2, 1), (2, 2))
    assert compare(puzzle, "1 1\n2 3", "a a\nb b").differing == ((2, 1), (2, 2))


def test_lines_may_be_written_only_where_they_go_over_cells() -> None:
    puzzle = pysolve.read_text("2 3\n2 . 1\n1 . .\n", "hashi")
    answer = "se 1 w\nn - -"
    assert compare(puzzle, answer, "- 1 -\n- - -").agrees
    assert compare(puzzle, answer, "- 2 -\n- - -").differing == ((1, 2),)
    assert compare(puzzle, answer, "se 1 w\nns - -").differing == ((2, 1),)
