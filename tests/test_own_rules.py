"""Rules that a puzzle brings with it: written with it, read by everything, named like any rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import run

import pysolve
from pysolve import formats
from pysolve.formats.source import Reading
from pysolve.model.errors import PuzzleError

SENTENCE = "Neighbours along a row do not add up to 5."
RULES = f"%! {SENTENCE}\n:- value((R,C),V), value((R,C+1),5-V).\n"
PLAIN = "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n"
OTHERS = "asp/lib/sudoku/anti-king.lp"


def with_rules(rules: str, plain: str = PLAIN) -> str:
    """The text of a puzzle that brings rules with it."""
    return f"{plain}rules.lp: |\n" + "".join(f"  {line}\n" for line in rules.splitlines())


@pytest.fixture
def made(tmp_path: Path) -> str:
    """A file with a puzzle that was made with a rule in a file that is there no more."""
    rules = tmp_path / "apart.lp"
    rules.write_text(RULES)
    path = tmp_path / "made.yaml"
    done = run("make", "sudoku", "4", "-r", rules, "--seed", "3", "-o", path)
    assert done.code == 0, done.err
    rules.unlink()
    return str(path)


def answers(text: str) -> list[str]:
    return sorted(str(answer.grid) for answer in pysolve.solve(pysolve.read_text(text)))


def test_a_made_puzzle_takes_its_rule_along(made):
    text = Path(made).read_text()
    assert run("check", made).out == "unique\n"
    without = text[: text.index("rules.lp:")] + text[text.index("answer:") :]
    assert len(answers(without)) > 1
    again = run("convert", made).out
    assert f"  %! {SENTENCE}\n" in again and answers(again) == answers(text)


@pytest.mark.parametrize("command", ["reduce", "adjust"])
def test_what_is_written_with_an_added_rule_holds_it(command, tmp_path):
    rules, path = tmp_path / "apart.lp", tmp_path / "full.yaml"
    rules.write_text(RULES)
    path.write_text(run("make", "sudoku", "4", "-r", rules, "--seed", "3", "--all-clues").out)
    path.write_text(path.read_text().partition("rules.lp:")[0])
    done = run(command, path, "-r", rules, *(["--easier", "--tries", "2"] if command == "adjust" else []), "-f", "json")
    instance = json.loads(done.out)["instance"]
    if instance is None:  # an easier one there need not be
        assert command == "adjust"
        return
    assert SENTENCE in instance and len(answers(instance)) == 1


@pytest.mark.parametrize("to", ["csv", "tsv", "xlsx"])
def test_tables_hold_it(made, to, tmp_path):
    path = tmp_path / f"made.{to}"
    assert run("convert", made, "--to", to, "-o", path).code == 0
    assert run("check", path).out == "unique\n"


@pytest.mark.parametrize("to", ["url", "puzzlink", "sudokupad", "fpuzzles", "penpa", "sdm", "ipuz"])
def test_other_programs_formats_refuse_it_with_a_sentence(made, to):
    done = run("convert", made, "--to", to)
    assert done.code == 2 and "cannot hold the puzzle's own rules: 'Neighbours along a row" in done.err


def test_reasons_hints_and_sheets_name_it(tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text(with_rules(RULES, PLAIN.replace("1 . . .", "1 4 . .")))
    assert SENTENCE in run("why", path).out
    path.write_text(with_rules(RULES))
    assert "do not add up to 5" in run("hint", path, "--all").out
    page = tmp_path / "sheet.html"
    assert run("sheet", path, "-o", page, "--no-rules").code == 0
    assert SENTENCE in page.read_text()


def test_a_sheet_prints_the_rule_that_a_command_adds(tmp_path):
    rules, path, page = tmp_path / "apart.lp", tmp_path / "one.yaml", tmp_path / "sheet.html"
    rules.write_text(RULES)
    path.write_text(PLAIN)
    assert run("sheet", path, "-r", rules, "-o", page).code == 0
    assert SENTENCE in page.read_text()


def test_files_beside_the_puzzle(tmp_path):
    """Also several, which include others; what is written holds them whole."""
    (tmp_path / "more.lp").write_text('#include "../lib/board.lp".\n#include "apart.lp".\n')
    (tmp_path / "apart.lp").write_text(RULES)
    (tmp_path / "king.lp").write_text(Path(OTHERS).read_text())
    path = tmp_path / "one.yaml"
    path.write_text(f"{PLAIN}rules.lp: [more.lp, king.lp]\n")
    expected = answers(with_rules(RULES + Path(OTHERS).read_text()))
    assert sorted(str(answer.grid) for answer in pysolve.solve(pysolve.read(str(path)))) == expected
    whole = run("convert", path).out
    assert '#include "../lib/board.lp".' in whole and "apart.lp" not in whole and SENTENCE in whole
    assert answers(whole) == expected
    path.write_text(f"{PLAIN}rules.lp: nothere.lp\n")
    done = run("check", path)
    assert done.code == 2 and f"{path}, line 7: rules.lp: there is no file" in done.err


def test_a_file_of_an_earlier_version_finds_its_rules(tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text(f"{PLAIN}needs: apart.lp\n")
    done = run("check", path)
    assert done.code == 1 and "which are not there: it may have other answers" in done.err
    (tmp_path / "apart.lp").write_text(RULES)
    assert sorted(str(each.grid) for each in pysolve.solve(pysolve.read(str(path)))) == answers(with_rules(RULES))


def test_errors_name_line_and_column_of_the_puzzle(tmp_path):
    path = tmp_path / "two.yaml"
    path.write_text(PLAIN + "---\n" + with_rules("%! Nothing.\n:- value(X,V), valeu(X,V)."))
    done = run("check", path)
    assert done.code == 2 and f"{path}, line 16, column 18" in done.err and "valeu" in done.err


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("#script (python)\n#end.", "line 8: found #script, but rules that come with a puzzle cannot run programs"),
        ('#include "/etc/passwd".', "line 8: found an #include of another file"),
        ('% #include "beside.lp"', "line 8: found an #include of another file"),
    ],
)
def test_they_run_no_scripts_and_read_no_files(rules, sentence, tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text(with_rules(rules))
    done = run("check", path)
    assert done.code == 2 and sentence in done.err


def test_a_stranger_names_no_files():
    with pytest.raises(PuzzleError, match="expected the rules themselves"):
        formats.read_one(f"{PLAIN}rules.lp: {OTHERS}\n", "puzzle", Reading(confined=True))


def test_they_have_limits_by_default(tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text(with_rules("p(1..100000).\nq(X,Y) :- p(X), p(Y).\n:- q(X,X), not p(X)."))
    done = run("check", path, "--memory-limit", "100")
    assert done.code == 3


def test_words_are_no_rules():
    with pytest.raises(PuzzleError, match="rules that count stand below"):
        pysolve.read_text(f"{PLAIN}rules: |\n  {RULES.splitlines()[0]}\n  {RULES.splitlines()[1]}\n")


def test_python_gives_and_takes_them():
    grid = [[1, None, None, None], *[[None] * 4] * 3]
    puzzle = pysolve.puzzle("sudoku", grid=grid, **{"rules.lp": RULES})
    found = sorted(str(answer.grid) for answer in pysolve.solve(puzzle))
    assert found == answers(with_rules(RULES))
    assert answers(pysolve.convert(puzzle)) == found


def test_python_makes_puzzles_that_take_them_along(tmp_path):
    (tmp_path / "apart.lp").write_text(RULES)
    settings = pysolve.Settings(rules=(str(tmp_path / "apart.lp"),))
    made = pysolve.make("sudoku", 4, settings, seed=1)
    (tmp_path / "apart.lp").unlink()
    assert SENTENCE in made.instance and len(answers(made.instance)) == 1


def test_a_link_of_the_page_brings_them():
    from test_formats import page_link

    link = page_link(puzzle=PLAIN, rules=RULES)
    assert answers(link) == answers(with_rules(RULES))
    for brought in (link, page_link(puzzle=with_rules(RULES))):
        (remark,) = pysolve.read_text(brought).remarks
        assert remark.sentence == f"the link's sender added rules to those of {pysolve.read_text(PLAIN).type.title}"
    with pytest.raises(PuzzleError, match="found #script"):
        pysolve.read_text(page_link(puzzle=PLAIN, rules="#script (lua) #end."))


def test_an_address_that_no_program_has_says_why_of_each():
    done = run("convert", "instances/crossword/9x9.yaml", "--to", "url")
    assert done.code == 2
    for reason in (
        "puzz.link has no genre for a Crossword",
        "Penpa+ cannot hold a list of words",
        "pysolve's own page does",
    ):
        assert reason in done.err
