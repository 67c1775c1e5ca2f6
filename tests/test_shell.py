"""What a shell expects of each command: records, tables, pictures in files, and that a bad board costs only itself."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from conftest import INSTANCES, command

from pysolve.analyses import schema
from pysolve.cli.options import Output

GOOD, SMALL = str(INSTANCES / "akari/6x6.yaml"), str(INSTANCES / "sudoku/4x4.yaml")


@pytest.fixture
def bad(write) -> str:
    return str(write("puzzle: akari\ngrid: |\n  z .\n", "bad.yaml"))


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines(keepends=True)))


# -- A bad board costs only itself


@pytest.mark.parametrize("arguments", [("convert", "--to", "native"), ("facts",), ("grade",), ("draw", "-o", "{}")])
def test_a_bad_board_costs_only_itself(arguments: tuple[str, ...], bad: str, tmp_path: Path):
    name, *options = (each.format(tmp_path / "pictures") for each in arguments)
    done = command(name, bad, GOOD, *options)
    assert done.code == 2 and done.err.count("Error: ") == 1 and "found 'z'" in done.err
    assert done.out or (tmp_path / "pictures/6x6.svg").exists()


def test_what_a_format_cannot_hold_costs_only_itself(bad: str):
    done = command("convert", str(INSTANCES / "sudoku/4x4.yaml"), GOOD, "--to", "non")
    assert done.code == 2 and done.err.count("Error: ") == 2 and not done.out
    done = command("convert", bad, GOOD, "--to", "puzzlink")
    assert done.code == 2 and done.out.startswith("https://puzz.link/p?akari/6/6/")


# -- JSON


@pytest.mark.parametrize("arguments", [("convert", "--to", "puzzlink"), ("facts",), ("draw", "--solved", "-o", "{}")])
def test_what_is_written_is_a_record(arguments: tuple[str, ...], bad: str, tmp_path: Path):
    name, *options = (each.format(tmp_path / "pictures") for each in arguments)
    wrong, right = map(json.loads, command(name, bad, GOOD, "--json", *options).out.splitlines())
    names = {"schema", *(value for value, *_ in schema.values_of(schema.WRITTEN["convert"]))}
    assert set(wrong) == set(right) == names
    assert wrong["error"] and not wrong["text"] and right["error"] is None
    assert right["text"] if right["file"] is None else Path(right["file"]).exists()


def test_types_are_records(tmp_path: Path):
    shown = json.loads(command("show", "akari", "--json").out)
    assert shown["name"] == "akari" and shown["parts"][0].startswith("grid: ") and shown["rules"]
    begun = json.loads(command("new", "stars", "--in", str(tmp_path), "--json").out)
    assert begun["type"] == "stars" and "rules.lp" in begun["files"]
    copied = json.loads(command("copy", "akari", str(tmp_path), "--json").out)
    assert {"rules.lp", "manifest.yaml"} <= set(copied["files"])


# -- Tables


def test_checks_and_grades_are_tables(bad: str):
    checked = rows(command("check", GOOD, bad, "--csv").out)
    assert [row["verdict"] for row in checked] == ["unique", "error"] and "found 'z'" in checked[1]["error"]
    (graded,) = rows(command("grade", bad, SMALL, "--csv", "--jobs", "2").out)
    assert graded["id"] == "4x4" and float(graded["difficulty"]) > 1 and "a value stands" in graded["techniques"]


def test_types_are_a_table():
    assert {"akari", "sudoku"} <= {row["name"] for row in rows(command("types", "--csv").out)}


def test_a_batch_is_a_table_with_statistics(bad: str, write, tmp_path: Path):
    rules = write(":- light((1,1)).\n", "no.lp")
    table, report = tmp_path / "table.csv", tmp_path / "report.jsonl"
    arguments = ("batch", bad, GOOD, "-t", "akari", "-r", rules, "-j", "1", "--stats", "--report", report)
    command(*arguments, "--csv", table)
    wrong, solved = rows(table.read_text())
    assert wrong["verdict"] == "error" and wrong["atoms"] == ""
    assert int(solved["atoms"]) > 50 and int(solved["conflicts"]) >= 0 and solved["rules"] == str(rules)
    before = report.read_text()
    command(*arguments, "--csv", table, "--resume")  # nothing is solved again, and the table is whole
    assert report.read_text() == before and rows(table.read_text())[1]["atoms"] == solved["atoms"]


# -- Grades of several at once


def test_grades_of_several_at_once_are_those_of_one_after_the_other():
    assert command("grade", GOOD, SMALL, "-j", "2").out == command("grade", GOOD, SMALL).out


def test_a_limit_ends_one_grade_alone(write):
    hard = write("puzzle: nurikabe\ngrid: |\n" + f"  {' '.join('.' * 200)}\n" * 200, "hard.yaml")
    done = command("grade", hard, SMALL, "-j", "2", "--time-limit", "1")
    assert (
        done.code == 3 and done.out.startswith(f"{hard}\n\nUnknown: the time limit was reached") and SMALL in done.out
    )


# -- Pictures


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_puzzle_is_drawn_into_a_file(ending: str, start: bytes, tmp_path: Path):
    path = tmp_path / f"board.{ending}"
    assert command("draw", SMALL, "-o", path).code == 0
    assert path.read_bytes().startswith(start)


def test_each_puzzle_of_a_folder_has_a_file_of_its_own(tmp_path: Path):
    command("draw", SMALL, SMALL, GOOD, "--to", "svg", "-o", tmp_path / "pictures")
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {"4x4.svg", "4x4-2.svg", "6x6.svg"}


def test_a_drawing_has_an_answer_only_if_that_is_wanted(write):
    unsolved, solved = command("draw", GOOD).out, command("draw", GOOD, "--solved").out
    assert "◯" in solved and "◯" not in unsolved
    none = write("puzzle: sudoku\ngrid: |\n  1 1 . .\n" + "  . . . .\n" * 3)
    done = command("draw", none, "--solved")
    assert (done.code, done.out) == (1, "") and "there is no answer to draw" in done.err


@pytest.mark.parametrize(("output", "kind"), [((), ()), (("-o", "one.svg"), ()), ((), ("--to", "png"))])
def test_several_drawings_need_a_folder_and_a_picture_a_file(output: tuple[str, ...], kind: tuple[str, ...]):
    done = command("draw", GOOD, *([] if kind else [SMALL]), *output, *kind)
    assert done.code == 2 and "name it with -o" in done.err


def test_a_drawing_that_is_too_wide_for_the_terminal_is_not_wrapped(monkeypatch):
    monkeypatch.setattr("pysolve.cli.options._columns", lambda: 12)
    done = command("solve", GOOD)
    assert "(The drawing is 14 columns wide, the terminal has 12: " in done.out and "┌" not in done.out
    monkeypatch.setattr("pysolve.cli.options._columns", lambda: 14)
    assert "┌" in command("solve", GOOD).out and Output(None).columns == 14


@pytest.mark.parametrize("name", ["reduce", "make", "convert"])
def test_what_powershell_writes_to_a_file_is_read(name: str, tmp_path: Path):
    """Its `>` writes UTF-16 with a mark, and lines as Windows ends them."""
    arguments = {"reduce": [SMALL], "make": ["akari", "4x4", "--seed", "1"], "convert": [SMALL, "--to", "native"]}[name]
    written = command(name, *arguments).out
    file = tmp_path / "x.yaml"
    file.write_text(written, encoding="utf-16", newline="\r\n")
    assert command("check", file).out == "unique\n"
