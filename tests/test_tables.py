"""Tables (CSV, TSV, workbooks): boards in cells, and a row for each puzzle, read and written."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES
from conftest import command as run
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from samples import TYPES, smallest
from test_round_trip import EXAMPLES, content, drafts

import pysolve
from pysolve import PuzzleError, formats
from pysolve.formats import Source, xlsx
from pysolve.formats.tables import csv
from pysolve.model.build import build
from pysolve.model.puzzle import Puzzle

openpyxl = pytest.importorskip("openpyxl")

CLASSIC = pysolve.read(str(INSTANCES / "sudoku" / "classic.yaml"))
KILLER = pysolve.read(str(INSTANCES / "killer" / "4x4.yaml"))

BOARD = "5,3,,,7,,,,\n6,,,1,9,5,,,\n,9,8,,,,,6,\n8,,,,6,,,,3\n4,,,8,,3,,,1\n7,,,,2,,,,6\n,6,,,,,2,8,\n,,,4,1,9,,,5\n,,,,8,,,7,9\n"


def said(puzzle: Puzzle) -> dict[str, Any]:
    """What tells puzzles apart, except for the blanks and blank lines of an answer."""
    values = content(puzzle)
    return values | {"answer": [line.split() for line in (puzzle.answer or "").splitlines() if line.strip()]}


def again(data: bytes) -> list[Puzzle]:
    """The puzzles of a table."""
    assert formats.format_of(data).name in ("csv", "xlsx")
    return [formats.read(Source("again", "again", part)) for _, part, _ in formats.split(data)]


def workbook(tmp_path: Path, sheets: dict[str, list[list[Any]]], name: str = "book.xlsx") -> Path:
    """A workbook with these values, as other programs write it."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / name)
    return tmp_path / name


# -- Written and read


@pytest.mark.parametrize("name", TYPES)
def test_what_was_written_as_a_table_is_read_as_it_was(name: str):
    puzzle = pysolve.read(str(smallest(name)))
    for data in (formats.write(puzzle, "csv"), formats.write(puzzle, "tsv"), formats.write(puzzle, "xlsx")):
        assert [said(each) for each in again(data)] == [said(puzzle)]
    assert [said(each) for each in again(csv.write_several([puzzle, puzzle]))] == [said(puzzle)] * 2


@pytest.mark.parametrize("name", TYPES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_random_puzzles_are_written_and_read_as_they_were(name: str, data: Any):
    try:
        puzzle = build(TYPES[name], data.draw(drafts(TYPES[name])))
    except PuzzleError:
        reject()  # a random token that the alphabet does not know
    text = formats.write(puzzle, "csv")
    assert [said(each) for each in again(text)] == [said(puzzle)], text.decode()
    try:
        text = csv.write_several([puzzle])
    except PuzzleError as error:
        assert "a row of a table cannot hold this puzzle" in error.sentence
    else:
        assert [said(each) for each in again(text)] == [said(puzzle)], text.decode()


def test_a_board_stands_in_the_cells_below_what_else_is_said():
    text = formats.write(CLASSIC, "csv").decode()
    assert text.startswith("puzzle: sudoku\ntitle: The board of the encyclopaedias\n")
    assert "\ngrid:\n" + BOARD in text
    assert "\nanswer:\n5,3,4,6,7,8,9,1,2\n" in text


def test_several_puzzles_are_a_row_each_with_a_column_for_all_that_one_of_them_has():
    head, *rows = csv.write_several([CLASSIC, KILLER]).decode().split("\n")
    assert head == "name,puzzle,title,source,grid,answer,totals,cages"
    assert rows[0].startswith('classic,sudoku,The board of the encyclopaedias,a classic,"5 3 . . 7')
    again_ = formats.write_all([CLASSIC, KILLER], "csv")
    assert [(each.name, each.type.name) for each in again(again_)] == [("classic", "sudoku"), ("4x4", "killer")]


def test_constraints_and_colours_travel_with_a_puzzle():
    text = "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\nthermometer: |\n  r1c1-r1c3\nanti-king: yes\n"
    puzzle = pysolve.read_text(text + "cosmetics:\n  colours: |\n    r1c1 r1c2 = blue\n")
    for data in (*(formats.write(puzzle, name) for name in ("csv", "tsv", "xlsx")), csv.write_several([puzzle])):
        (read,) = again(data)
        assert said(read) == said(puzzle) and read.cosmetics.colours
        assert {each.name for each in read.type.added} == {"thermometer", "anti-king"}


def test_a_row_that_would_be_another_puzzle_is_not_written():
    puzzle = formats.read_text("puzzle: hidato\ngrid: [[10], [12]]\n")
    with pytest.raises(PuzzleError, match="a row of a table cannot hold this puzzle: it would be read as another one"):
        formats.write_all([CLASSIC, puzzle], "csv")
    assert again(formats.write(puzzle, "csv"))[0].tokens == puzzle.tokens


def test_a_workbook_has_a_sheet_for_each_puzzle_with_numbers_in_framed_cells(tmp_path: Path):
    path = tmp_path / "book.xlsx"
    pysolve.save([CLASSIC, KILLER], str(path))
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["classic", "4x4"]
    cell = book["classic"].cell(5, 1)
    assert (cell.value, cell.border.left.style) == (5, "thin")
    assert [said(each) for each in pysolve.read_all(str(path))] == [said(CLASSIC), said(KILLER)]


def test_no_text_of_a_workbook_becomes_a_formula(tmp_path: Path):
    puzzle = formats.read_text("puzzle: crossword\ntitle: ==A\ngrid: |\n  . .\nwords: [=AB, CD]\n")
    pysolve.save(puzzle, str(tmp_path / "a.xlsx"))
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s", "n"}


# -- Tables of other programs


TABLES = {
    "commas": BOARD,
    "semicolons": BOARD.replace(",", ";"),
    "tabs, as it is pasted": BOARD.replace(",", "\t"),
    "Excel": "\N{BYTE ORDER MARK}" + BOARD.replace("\n", "\r\n"),
    "Excel in Germany": "\N{BYTE ORDER MARK}" + BOARD.replace(",", ";").replace("\n", "\r\n"),
    "sep": "sep=;\n" + BOARD.replace(",", ";"),
    "with its type": "puzzle: sudoku,,,,,,,,\n" + BOARD,
    "with its type by hand": "puzzle: sudoku\ntitle: Ours, and yours\n" + BOARD,
    "with values beside keys": "Puzzle:;sudoku\nTitle:;Ours\n" + BOARD.replace(",", ";"),
    "quotes": '"' + BOARD.strip().replace(",", '","').replace("\n", '"\n"') + '"\n',
    "filled up by a spreadsheet": "".join(f"{line},,,\n" for line in ("puzzle: sudoku,,,,,,,,", "grid:,,,,,,,,", *BOARD.split(), "answer:,,,,,,,,", "1,2,,,,,,,")),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_a_spreadsheet_is_read(name: str):
    puzzle = pysolve.read_text(TABLES[name], "sudoku")
    assert puzzle.tokens == CLASSIC.tokens


def test_blank_rows_and_columns_at_the_end_of_a_board_that_is_pasted_count_where_a_dot_says_so():
    puzzle = pysolve.read_text("1\t\t\t\n\t2\t\t\n\t\t\t\n\t\t\t.\n", "sudoku")
    assert (puzzle.board.rows, puzzle.board.columns) == (4, 4)
    with pytest.raises(PuzzleError, match="line 4: the last row and the last column of the table are empty; if"):
        pysolve.read_text("1\t\t\t\n\t2\t\t\n\t\t\t\n\t\t\t\n", "sudoku")


def test_cells_of_a_board_that_are_merged_are_named_and_those_of_a_title_are_not(tmp_path: Path):
    path = workbook(tmp_path, {"sudoku": [["title: Nine"], *ROWS]})
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("A1:I1")
    book.save(path)
    assert pysolve.read(str(path)).tokens == CLASSIC.tokens
    book.active.merge_cells("C2:D2")
    book.save(path)
    with pytest.raises(PuzzleError, match="the cells C2:D2 are merged: a board needs a cell for each of its own"):
        pysolve.read(str(path))


@pytest.mark.parametrize("hide, named", [
    (lambda sheet: setattr(sheet.row_dimensions[3], "hidden", True), "row 3 of the sheet 'sudoku' is hidden"),
    (lambda sheet: setattr(sheet.column_dimensions["B"], "hidden", True), "column B of the sheet 'sudoku' is hidden"),
    (lambda sheet: sheet.row_dimensions.group(2, 4, hidden=True), "row 2 and 2 more of the sheet 'sudoku' are hidden"),
    (lambda sheet: setattr(sheet.row_dimensions[1], "hidden", True), None),
    (lambda sheet: setattr(sheet.column_dimensions["L"], "hidden", True), None),
], ids=["row", "column", "rows", "row of a title", "column beside the board"])  # fmt: skip
def test_hidden_rows_and_columns_of_a_board_are_named(tmp_path: Path, hide: Callable[[Any], None], named: str | None):
    path = workbook(tmp_path, {"sudoku": [["title: Nine"], *ROWS]})
    book = openpyxl.load_workbook(path)
    hide(book.active)
    book.save(path)
    if named is None:
        assert pysolve.read(str(path)).tokens == CLASSIC.tokens
        return
    with pytest.raises(PuzzleError, match=named):
        pysolve.read(str(path))


def test_tokens_with_tabs_between_them_below_a_first_line_with_the_size_are_plain_text():
    assert pysolve.read_text("2\t2\n1\t.\n.\t1\n", "numberlink").board.rows == 2


@pytest.mark.parametrize("text", [
    "puzzle: sudoku\noptions: {box_rows: 2, box_columns: 2}\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n",
    "#one,two\npuzzle: sudoku\ngrid: [[1, 2], [2, 1]]\n", "puzzle: crossword\ngrid: |\n  . .\nwords:\n- AB\n- C,D\n",
    "5 5\n1,2 . . . .\n", '[{"row": 1, "col": 1, "val": 5}]', "7x7:c0d2,c0", "1 2\n. .\nAB;3\nCD;1\n",
])  # fmt: skip
def test_commas_alone_make_no_table(text: str):
    assert formats.format_of(text.encode()).name != "csv"


def test_a_row_of_a_table_that_is_wrong_costs_only_itself(write):
    good = "".join(cell or "." for line in BOARD.split() for cell in line.split(","))
    text = f"Name;Puzzle;Grid;\none;sudoku;{good};\ntwo;sudoku;{good[:-1]}x;\n;;;\nthree;sudoku;{good};left over\n"
    done = run("check", write(text, "rows.csv"))
    assert done.code == 2
    assert [line.split()[0] for line in done.out.splitlines()] == ["unique", "error", "error"]
    assert "rows.csv, line 3 (two), row 9, column 9: found 'x', expected a value from 1 to 9\n" in done.err
    assert "rows.csv, line 5 (three): column 4: found 'left over' below no heading\n" in done.err


@pytest.mark.parametrize(("data", "sentence"), [
    (b"name,puzzle,grid\na,sudoku,\xff\n", ", line 2: found bytes that are not text, expected UTF-8"),
    (b'name,puzzle,grid\na,sudoku,"' + b"x\n" * 100_000, ": the text in quotes does not end"),
    (b"name,puzzle,grid\n", ": found 0 rows of puzzles below the headings, expected one"),
])  # fmt: skip
def test_a_table_that_cannot_be_read_is_named(write, data: bytes, sentence: str):
    path = write("", "table.csv")
    path.write_bytes(data)
    assert run("check", path).err == f"Error: {path}{sentence}\n"


@pytest.mark.parametrize(("text", "sentence"), [
    ("puzzle: sudoku\ngrid:\n1,xx\n", "row 1, column 2: found 'xx'"),
    ("puzzle: sudoku\ngrid:\n1,2\ntitle: a\ntitle: b\n", "line 5: the key 'title' stands twice"),
    ("puzzle: sudoku\n1,2\ngrid:\n1,2\n", "line 2: found rows below no key, and 'grid'"),
    ("puzzle: sudoku\ncosmetics: 1\ncosmetics.notes: 1\n1,2\n2,1\n", "cosmetics: expected 'colours', 'notes' and 'walls'"),
    ("puzzle: sudoku\npage: 5\n1,2\n2,1\n", "unknown key 'page'; did you mean 'cage'?"),
    ("puzzle: sudoku\n1 2,2\n2,1\n", "row 1: grid: expected a token without blanks for each cell"),
    ("1,,2\n,,\n", "the text does not say what type of puzzle it is"),
])  # fmt: skip
def test_what_is_wrong_in_a_table_is_said_with_its_place(text: str, sentence: str):
    with pytest.raises(PuzzleError, match=sentence):
        formats.read_text(text)


# -- Workbooks


ROWS = [[int(cell) if cell else None for cell in line.split(",")] for line in BOARD.split()]


def test_a_sheet_names_its_type_and_holds_numbers_of_any_kind(tmp_path: Path):
    floats = [[float(cell) if cell else None for cell in row] for row in ROWS]
    path = workbook(tmp_path, {"Sudoku 1": floats, "Notes": [], "mine": [["puzzle:", "sudoku"], [], *ROWS]})
    puzzles = list(pysolve.read_all(str(path)))
    assert [(each.name, each.tokens) for each in puzzles] == [("Sudoku 1", CLASSIC.tokens), ("mine", CLASSIC.tokens)]


def test_cells_that_are_empty_count_where_they_are_framed_or_others_stand_around_them(tmp_path: Path):
    path = workbook(tmp_path, {"sudoku": [[], [1], [], [None, None, 2]]})
    assert [len(row) for row in pysolve.read(str(path)).board.space_rows] == [3, 3, 3]
    book = openpyxl.load_workbook(path)
    side = openpyxl.styles.Side(style="thin")
    book.active["D5"].border = openpyxl.styles.Border(bottom=side)
    book.save(path)
    assert [len(row) for row in pysolve.read(str(path)).board.space_rows] == [4, 4, 4, 4]


@pytest.mark.parametrize(("value", "found"), [
    ("=2+3", "'=2+3'"), (date(2026, 1, 5), "'2026-01-05'"), (0.5, "'0.5'"), (True, "'True'"), (5.3e80, "'5.3e+80'"),
])  # fmt: skip
def test_what_a_spreadsheet_made_of_a_token_is_said_and_costs_one_sheet(tmp_path: Path, value: Any, found: str):
    sheets = {"wrong": [["puzzle: sudoku"], [value, *ROWS[0][1:]], *ROWS[1:]], "sudoku": ROWS}
    wrong, right = formats.sources([str(workbook(tmp_path, sheets))])
    with pytest.raises(
        PuzzleError, match=rf"book.xlsx \(wrong\), (line 2, )?row 1, column 1: found {re.escape(found)}"
    ):
        formats.read(wrong)
    assert formats.read(right).tokens == CLASSIC.tokens


def test_a_formula_counts_as_what_it_came_to_when_the_file_was_saved(tmp_path: Path):
    path = workbook(tmp_path, {"sudoku": [["=2+3", *ROWS[0][1:]], *ROWS[1:]]})
    path.write_bytes(changed(path, {"sheet1.xml": lambda text: text.replace(b"<f>2+3</f><v></v>", b"<f>2+3</f><v>5</v>").replace(b"<f>2+3</f><v />", b"<f>2+3</f><v>5</v>")}))  # fmt: skip
    assert pysolve.read(str(path)).tokens == CLASSIC.tokens


def changed(path: Path, change: dict[str, Callable[[bytes], bytes]], more: dict[str, bytes] = {}) -> bytes:  # noqa: B006
    """A workbook with some of its files changed, or added."""
    written = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change.get(name.rpartition("/")[2], bytes)(old.read(name)))
        for name, data in more.items():
            new.writestr(name, data)
    return written.getvalue()


def laughs(text: bytes) -> bytes:
    """A sheet with entities that are as many texts as there are atoms."""
    entities = b"".join(b'<!ENTITY %c "%s">' % (98 + at, b"&%c;" % (97 + at) * 20) for at in range(8))
    return b'<!DOCTYPE x [<!ENTITY a "%s">%s]>' % (b"a" * 50, entities) + text.replace(
        b"<sheetData>", b"<x>&i;</x><sheetData>"
    )


@pytest.mark.parametrize(("change", "sentence"), [
    ({"sheet1.xml": lambda text: text + b" " * 70 * 2**20}, "the workbook has more than 64 MB, unpacked"),
    ({"sheet1.xml": laughs}, "the workbook cannot be read: it is damaged"),
    ({"sheet1.xml": lambda text: text[:300]}, "the workbook cannot be read: it is damaged"),
    ({"styles.xml": lambda text: b""}, "the workbook cannot be read: it is damaged"),
    ({"workbook.xml": lambda text: b"<a/>"}, "the workbook is empty, expected a puzzle"),
])  # fmt: skip
def test_a_workbook_that_is_damaged_or_a_trap_is_refused(tmp_path: Path, change: Any, sentence: str):
    path = workbook(tmp_path, {"sudoku": ROWS})
    path.write_bytes(changed(path, change))
    done = run("check", path)
    assert (done.code, done.out.strip()) == (2, "error")
    assert done.err.startswith(f"Error: {path}: {sentence}") and done.err.count("\n") == 1


SHARED = (
    b'<Override PartName="/xl/sharedStrings.xml" '
    b'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)


@pytest.mark.parametrize("change", [
    {"sheet1.xml": lambda text: text.replace(b"</row>", b"<c/>" * 3000 + b"</row>")},
    {"sheet1.xml": lambda text: text.replace(b"</sheetData>", b"<row/>" * 3000 + b"</sheetData>")},
    {"sheet1.xml": lambda text: text.replace(b"<sheetData>", b"<x>" * 3000 + b"</x>" * 3000 + b"<sheetData>")},
    {"sheet1.xml": lambda text: text.replace(b"<sheetData>", b'<x y="' + b"1" * 2**21 + b'"/><sheetData>')},
    {"styles.xml": lambda text: text.replace(b"</cellXfs>", b"<xf/>" * 3000 + b"</cellXfs>")},
    {"[Content_Types].xml": lambda text: text.replace(b"</Types>", SHARED + b"</Types>")},
    {"workbook.xml": lambda text: text.replace(b"</sheets>", text[text.index(b"<sheet ") : text.index(b"</sheets>")] * 500
                                               + b"</sheets>")},
])  # fmt: skip
def test_a_workbook_that_unpacks_to_more_than_puzzles_is_refused(tmp_path: Path, change: Any, monkeypatch):
    path = workbook(tmp_path, {"sudoku": ROWS})
    data = changed(path, change, {"xl/sharedStrings.xml": b"<sst>" + b"<si/>" * 3000 + b"</sst>"})
    assert len(data) < 2**14
    monkeypatch.setattr(xlsx, "_MOST_TAGS", 2000)
    monkeypatch.setattr(xlsx, "_MOST_TAGS_OF_ALL", 4000)
    assert len(list(xlsx.split(path.read_bytes()))) == 1
    with pytest.raises(PuzzleError, match="the workbook has more in it than puzzles have"):
        list(xlsx.split(data))


def test_a_workbook_of_too_many_files_is_refused(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(xlsx, "_MOST_FILES", 100)
    path = workbook(tmp_path, {"sudoku": ROWS})
    with pytest.raises(PuzzleError, match="the workbook holds more than 100 files"):
        list(xlsx.split(changed(path, {}, {f"{number}.xml": b"" for number in range(100)})))


def test_a_cell_far_away_is_refused(tmp_path: Path):
    path = workbook(tmp_path, {"sudoku": ROWS})
    book = openpyxl.load_workbook(path)
    book.active["XFD1048576"] = 1
    book.save(path)
    assert "the sheet 'sudoku' has more than 250,000 cells" in run("check", path).err


def test_macros_are_not_looked_at(tmp_path: Path):
    path = workbook(tmp_path, {"sudoku": ROWS}, "book.xlsm")
    path.write_bytes(changed(path, {}, {"xl/vbaProject.bin": b"\0" * 100}))
    assert [each.tokens for each in pysolve.read_all(str(tmp_path))] == [CLASSIC.tokens]


@pytest.mark.parametrize(("data", "sentence"), [
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", r"this is an old workbook of Excel \(.xls\), or one with a password"),
    (b"PK\x03\x04 and no more", "found a packed file that is damaged, expected a workbook"),
])  # fmt: skip
def test_other_files_of_office_programs_are_refused_by_name(write, data: bytes, sentence: str):
    path = write("", "book.xlsx")
    path.write_bytes(data)
    with pytest.raises(PuzzleError, match=sentence):
        pysolve.read(str(path))


def test_a_puzzle_that_a_row_cannot_hold_costs_only_itself(write):
    column = write("puzzle: hidato\ngrid: [[10], [12]]\n", "column.yaml")
    others = [INSTANCES / "sudoku" / "4x4.yaml", INSTANCES / "killer" / "4x4.yaml"]
    done = run("convert", others[0], column, others[1], "--to", "csv")
    assert (done.code, len(again(done.out.encode()))) == (2, 2)
    assert done.err == f"Error: {column}: a row of a table cannot hold this puzzle: it would be read as another one\n"


def test_a_workbook_is_written_into_a_file_alone(tmp_path: Path):
    done = run("convert", INSTANCES / "sudoku" / "4x4.yaml", "--to", "xlsx")
    assert (done.code, done.out, done.err) == (
        2,
        "",
        "Error: a workbook (.xlsx) is not text: name a file with -o, without --json\n",
    )
    path = tmp_path / "all.xlsx"
    assert run("convert", INSTANCES / "killer", "--to", "xlsx", "-o", path).code == 0
    assert len(list(pysolve.read_all(str(path)))) == len(list((INSTANCES / "killer").glob("*.yaml")))


def test_answers_are_filled_in_or_left_out_on_request(write):
    path = write("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . 3 .\n  . 4 . .\n  . . . 2\n", "small.yaml")
    assert "answer" not in run("convert", path, "--to", "csv").out
    filled = run("convert", path, "--to", "csv", "--solution").out
    assert filled.split("answer:\n")[1] == "1,3,2,4\n4,2,3,1\n2,4,1,3\n3,1,4,2\n"
    assert pysolve.convert(pysolve.read(str(path)), "csv", solution=True) == filled.rstrip("\n")
    several = write("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . 2\n", "several.yaml")
    rows = run("convert", path, several, "--to", "csv", "--solution").out
    assert rows.count("4 2 3 1") == 1
    assert "answer" not in run("convert", write(filled, "filled.csv"), "--to", "csv", "--no-solution").out


def test_a_workbook_without_openpyxl_says_how_it_is_had(tmp_path: Path, monkeypatch):
    path = workbook(tmp_path, {"sudoku": ROWS})
    monkeypatch.setattr("pysolve.model.errors.find_spec", lambda name: None)
    with pytest.raises(PuzzleError, match=r"a workbook \(.xlsx\) needs openpyxl, which is not installed: "):
        pysolve.read(str(path))


def test_a_page_without_a_service_says_how_else_a_workbook_is_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(xlsx, "_IN_BROWSER", True)
    path = workbook(tmp_path, {"one": [[1, 2], [3, 4]]})
    with pytest.raises(
        PuzzleError, match=r"this page cannot open workbooks \(\.xlsx\); save the sheet as CSV, and open"
    ):
        pysolve.read(str(path))


def test_a_row_of_the_native_form_may_begin_with_a_comma():
    text = "puzzle: kakuro\ngrid: |\n  ,3  .  .\n  ,0  -  -\n"
    assert formats.format_of(text.encode()).name == "native"
    assert [token.text for token in formats.read_text(text).tokens["grid"]] == [",3", ",0", "-", "-"]
