"""The analyses on the command line: what is written, exit codes, errors, limits."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import ascii_uppercase
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from conftest import INSTANCES
from conftest import command as run
from samples import smallest

import pysolve
from pysolve.analyses.clues import adjusted_record
from pysolve.analyses.hint import _details
from pysolve.generate.adjust import AdjustRequest, adjust_difficulty
from pysolve.solving.settings import Settings
from pysolve.web import worker

CLASSIC = """\
puzzle: sudoku
grid: |
  5 3 . . 7 . . . .
  6 . . 1 9 5 . . .
  . 9 8 . . . . 6 .
  8 . . . 6 . . . 3
  4 . . 8 . 3 . . 1
  7 . . . 2 . . . 6
  . 6 . . . . 2 8 .
  . . . 4 1 9 . . 5
  . . . . 8 . . 7 9
"""
CONFLICT = CLASSIC.replace(". . . . 8 . . 7 9", ". . . . 8 . . 7 5")
SEVERAL = CLASSIC.replace("6 . . 1 9 5 . . .", "6 . . 1 . 5 . . .").replace(
    ". . . 4 1 9 . . 5\n  . . . . 8 . . 7 9", ". . . 4 . 9 . . 5\n  . . . . 8 . . . 9"
)


# -- why


def test_why_names_the_clues_that_conflict_and_the_rule(write):
    done = run("why", write(CONFLICT))
    assert done.code == 1
    assert "These 2 clues conflict; without any one of them there is an answer:" in done.out
    assert "  5 in row 8, column 9\n  5 in row 9, column 9\n" in done.out
    assert "  5 stands exactly once in column 9.\n" in done.out or "  5 stands exactly once in box 9.\n" in done.out
    assert "*5" in done.out


def test_why_there_are_several_answers(write):
    done = run("why", write(SEVERAL), "--repair", "--farthest")
    assert done.code == 1
    assert done.out.startswith("2 answers.\n")
    assert "Any one of these clues would leave one answer:\n  row 1, column 7 holds 1\n" in done.out
    assert "(6 places open)" in done.out
    assert "different in 6 places (marked)" in done.out


def test_why_writes_the_answers_in_plain_text(write):
    done = run("why", write(SEVERAL), "--format", "plain")
    first, *others = done.out.strip().split("\n\n")
    assert first == "2 answers."
    head, *one = others[0].splitlines()
    other = others[1].splitlines()
    assert head == "The nearest pair, different in 6 places (marked):"
    assert len(one) == len(other) == 9
    assert sum(a != b for a, b in zip(" ".join(one).split(), " ".join(other).split())) == 6


def test_why_ranks_clues_where_none_leaves_one_answer(write):
    file = write("puzzle: sudoku\ngrid: |\n  1 2 . .\n  3 4 . .\n  . . . .\n  . . . .\n")
    done = run("why", file, "--repair", "--format", "plain")
    head, best, *others = done.out.split("\n\n")[1].splitlines()
    assert head == "No single clue would leave one answer. These would leave the least open:"
    assert re.fullmatch(r"  row \d, column \d holds \d: 3 answers, 7 places open", best)
    assert len(others) == 11
    record = json.loads(run("why", file, "--repair", "--format", "json").out)
    assert record["repairs"]["clues"][0]["answers"] == 3 and record["repairs"]["clues"][0]["exhausted"]


def test_why_says_so_if_there_is_one_answer(write):
    done = run("why", write(CLASSIC))
    assert done.code == 0
    assert done.out.startswith("Unique: there is one answer")


def test_rules_that_leave_no_answer_whatever_the_clues(write):
    board = write("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n")
    done = run("why", board, "-r", write("%! Nothing stands there.\n:- value((2,2), _).\n", "empty.lp"))
    assert done.code == 1
    assert "Even without any clue the rules leave no answer on this board." in done.out
    done = run("why", write("puzzle: starbattle\nregions: |\n  A A\n  B B\n"))
    assert done.code == 1
    assert "The puzzle as it stands has no answer; nothing in it is a clue that could be taken away." in done.out
    assert "do not touch." in done.out


def test_all_conflicts_come_smallest_first(write):
    board = "puzzle: sudoku\ngrid: |\n  1 . . 1\n  . . 1 .\n  . . . .\n  2 2 . .\n"
    done = run("why", write(board), "--all-conflicts", "-f", "json")
    record = json.loads(done.out)
    assert record["complete"]
    sizes = [len(conflict["clues"]) for conflict in record["conflicts"]]
    assert sizes == sorted(sizes)
    assert {frozenset(conflict["clues"]) for conflict in record["conflicts"]} >= {
        frozenset({"2 in row 4, column 1", "2 in row 4, column 2"}),
        frozenset({"1 in row 1, column 1", "1 in row 1, column 4"}),
        frozenset({"1 in row 1, column 4", "1 in row 2, column 3"}),
    }


@pytest.mark.rest
def test_why_writes_each_format(write):
    board = write(CONFLICT)
    assert "│" not in run("why", board, "-f", "plain").out
    ElementTree.fromstring(run("why", board, "-f", "svg").out)
    record = json.loads(run("why", board, "-f", "json").out)
    assert record["verdict"] == "none"
    assert record["conflicts"][0]["clues"] == ["5 in row 8, column 9", "5 in row 9, column 9"]


# -- candidates


def test_candidates_stand_together_in_their_cell(write):
    done = run("candidates", write(SEVERAL), "-f", "plain")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "5 3 4 6 7 8 1,9 1,9 2"
    assert lines[-1].endswith("6 places open.")
    forced = run("candidates", write(SEVERAL), "-f", "plain", "--forced").out.splitlines()
    assert forced[0] == "5 3 4 6 7 8 - - 2"


def test_candidates_of_lines(write):
    done = run("candidates", INSTANCES / "numberlink" / "multiple.yaml", "--style", "ascii")
    assert done.code == 0
    assert "?" in done.out
    ElementTree.fromstring(run("candidates", INSTANCES / "numberlink" / "multiple.yaml", "-f", "svg").out)


def test_a_clue_for_a_slot_that_is_not_there_is_refused(write):
    text = "puzzle: crossword\ngrid: |\n  . . T\n  . # .\nwords: [BIT, TE]\nclues:\n  1A: Small\n  7D: Nothing\n"
    says = "clues: found 7D, expected one of 1A, 1D, 2D"
    for wrong in (run("check", write(text)), run("candidates", write(text), "--slots", "3")):
        assert wrong.code == 2 and wrong.err.rstrip().endswith(f": {says}")
    board = pysolve.puzzle("crossword", grid="..T\n.#.", words=["BIT", "TE"], clues={"1A": "Small", "7D": "Nothing"})
    with pytest.raises(pysolve.PuzzleError, match=says):
        pysolve.check(board)
    sent: list[tuple[str, str]] = []
    worker.answer_page("solve", json.dumps({"puzzle": text}), 60, lambda kind, data: sent.append((kind, data)))
    assert sent[-1][0] == "error" and says in json.loads(sent[-1][1])["error"]


#: After XYA in the first row, XP and YQ go down, and no word of the list has P and Q there.
TRIED = "puzzle: crossword\ngrid: |\n  . . .\n  . . .\nwords: [XYA;20, STA;10, PZB, WQB, XP, YQ, SP, TZ, AB, SW]\n"


def test_words_of_each_slot_and_slots_that_none_fits(write):
    board = "puzzle: crossword\ngrid: |\n  C . .\n  # . #\n  {} . .\nwords: [CAT;5, COT;50, ATE, OWE, EEL, {}]\n"
    done = run("candidates", write(board.format(".", "EVE")), "--slots", "1", "-f", "plain")
    assert done.code == 0
    assert done.out.splitlines() == [
        "r1c1-r1c3: 2 words, COT 50, …", "r1c2-r3c2: 2 words, ATE, …", "r3c1-r3c3: 1 word, EEL", "",
        "3 slots; the fewest words, 1, fit r3c1-r3c3.",
    ]  # fmt: skip
    refuted = json.loads(run("candidates", write(board.format("Z", "EVE")), "--slots", "1", "-f", "json").out)
    assert refuted["verdict"] == "none"
    assert refuted["says"] == ["No word of the list fits r3c1-r3c3: there is no answer."]
    assert [slot["count"] for slot in refuted["slots"]] == [2, 6, 0]
    tried = run("candidates", write(TRIED), "--slots", "4", "--try", "1,1", "--try", "1,2", "-f", "plain")
    assert tried.out.splitlines()[0] == "r1c1-r1c3: 1 word, +STA 10, -XYA 20"
    wrong = run("candidates", write(SEVERAL), "--slots", "1")
    assert wrong.code == 2
    assert "no list of words" in wrong.err


def test_words_come_by_themselves_where_a_list_fills_slots(write):
    puzzle = write("puzzle: crossword\ngrid: |\n  . .\n  # .\nwords: [AB, AD, BE, CO]\n")
    words = ["r1c1 r1c2: 1 word, AB", "r1c2 r2c2: 1 word, BE", ""]
    summary = "2 slots; the fewest words, 1, fit r1c1 r1c2."
    certain = ["A B", "x E"]
    unique = "Unique: everything is certain."
    assert run("candidates", puzzle, "-f", "plain").out.splitlines() == [*certain, *words, unique, summary]
    assert run("candidates", puzzle, "-f", "plain", "--slots", "0").out.splitlines() == [*certain, unique]
    many = [first + second for first in ascii_uppercase for second in ascii_uppercase]
    done = run(
        "candidates", write(f"puzzle: crossword\ngrid: |\n  . .\n  # .\nwords: [{', '.join(many)}]\n"), "-f", "plain"
    )
    assert done.code == 0  # what cells may hold would take long
    assert done.out.splitlines()[0] == f"r1c1 r1c2: 676 words, {', '.join(many[:10])}, …"
    assert done.out.splitlines()[1:] == [
        done.out.splitlines()[0].replace("r1c1 r1c2", "r1c2 r2c2"), "", "2 slots; the fewest words, 676, fit r1c1 r1c2.",
    ]  # fmt: skip


# -- reduce


def test_what_is_left_is_an_instance(write):
    done = run("reduce", write(CLASSIC), "--keep", "1,1", "--keep", "r9c9")
    assert done.code == 0
    assert done.out.startswith("# ")
    again = run("check", write(done.out, "reduced.yaml"))
    assert (again.code, again.out) == (0, "unique\n")
    rows = done.out.split("grid: |\n")[1].split("\n")
    assert rows[0].split()[0] == "5"
    assert rows[8].split()[8] == "9"


def test_options_stand_in_the_puzzle_that_is_left(write):
    made = run("make", "hidato", "4", "-c", "moves=orthogonal", "--all-clues", "-f", "plain")
    board = write(made.out.replace("options: {moves: orthogonal}\n", ""), "made.yaml")
    done = run("reduce", board, "-c", "moves=orthogonal")
    assert "options: {moves: orthogonal}\n" in done.out
    assert run("check", write(done.out, "left.yaml")).out == "unique\n"


def test_clues_without_which_the_rules_mean_something_else(tmp_path: Path):
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "rules.lp").write_text(
        "#defined clue/2.\n{ shade(X) } :- cell(X).\n%! X has a number, so it is not shaded.\n:- clue(X, _), shade(X).\n"
        "%! X has a number.\n:- cell(X), not clue(X, _).\n#show shade/1.\n"
    )
    (folder / "manifest.yaml").write_text(
        'name: odd\ngroup: tests\nabout: Odd.\nread:\n  grid:\n    int: "clue(X,V)"\n'
        'draw:\n  "clue(X,V)": text\n  "shade(X)": shade\n'
    )
    (folder / "board.yaml").write_text("puzzle: odd\ngrid: |\n  1 1\n  1 1\n")
    done = run("reduce", folder / "board.yaml", "--types", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "for odd, a puzzle without a clue means something else than one in which less is known" in done.err


def test_reduce_needs_one_answer(write):
    done = run("reduce", write(SEVERAL))
    assert done.code == 1
    assert "There are several answers, so nothing can be reduced" in done.out


def test_a_clue_to_keep_has_to_be_there(write):
    done = run("reduce", write(CLASSIC, "board.yaml"), "--keep", "1,3")
    assert done.code == 2
    assert done.err.endswith("board.yaml, row 1, column 3: there is no clue to keep\n")
    assert run("reduce", write(CLASSIC), "--keep", "x").code == 2
    assert run("reduce", write(CLASSIC), "--keep", "left,1").err.endswith("there is no clue to keep at left(1)\n")


LEAST = "puzzle: sudoku\ngrid: |\n  . . . .\n  4 . 1 .\n  . 2 . 1\n  . . . .\n"


@pytest.mark.rest
@pytest.mark.parametrize(("way", "board"), [("easier", LEAST), ("harder", LEAST.replace(". . . .", "2 1 3 .", 1))])
def test_a_puzzle_is_made_harder_or_easier(way, board, write):
    grade = json.loads(run("grade", write(board), "--format", "json").out)["difficulty"]
    done = run("adjust", write(board), f"--{way}", "--keep", "2,1", "--seed", "1")
    assert done.code == 0 and done.out.startswith(f"# {way.capitalize()}: difficulty ")
    adjusted = write(done.out, "adjusted.yaml")
    assert "\n  4 " in done.out
    now = json.loads(run("grade", adjusted, "--format", "json").out)["difficulty"]
    assert now < grade if way == "easier" else now > grade
    assert f"difficulty {now} in place of {grade}" in done.out
    answers = [run("solve", file, "--format", "plain").out for file in (write(board), adjusted)]
    assert answers[0] == answers[1]


@pytest.mark.rest
@pytest.mark.parametrize("way", ["easier", "harder"])
def test_clues_that_are_changed_stay_symmetric(way, write):
    board = (
        LEAST
        if way == "easier"
        else LEAST.replace(". . . .\n  4", "2 . . 4\n  4").replace("1\n  . . . .", "1\n  1 . . 3")
    )
    done = run("adjust", write(board), f"--{way}", "--symmetric")
    assert done.code == 0
    rows = [line.split() for line in done.out.split("grid: |\n")[1].splitlines()[:4]]
    assert rows != [line.split() for line in board.split("grid: |\n")[1].splitlines()]
    assert all((rows[r][c] == ".") == (rows[3 - r][3 - c] == ".") for r in range(4) for c in range(4))


def test_a_clue_that_is_moved_at_the_break_in_makes_a_puzzle_easier(write):
    board = "puzzle: slitherlink\ngrid: |\n  . . .\n  2 2 0\n  . . 1\n"
    found = json.loads(run("adjust", write(board), "--easier", "--one", "--format", "json").out)
    assert found["changes"] and all(each["left"] < found["left"] for each in found["changes"])
    assert found["difficulty"] < found["before"] and found["instance"] != board
    texts = [each["instance"] for each in found["changes"]]
    assert len({run("solve", write(text), "--format", "plain").out for text in (board, *texts)}) == 1
    assert run("check", write(texts[0])).out == "unique\n"
    assert any("row 2, column 2" in each["says"] for each in found["changes"])
    kept = json.loads(run("adjust", write(board), "--one", "--keep", "2,2", "--format", "json").out)
    assert all("row 2, column 2" not in each["says"] for each in kept["changes"])
    both = run("adjust", write(board), "--one", "--symmetric")
    assert both.code == 2 and "does not go with --symmetric" in both.err


def test_what_cannot_be_made_easier_says_so(write):
    solved = write("puzzle: sudoku\ngrid: |\n  1 2 3 4\n  3 4 1 2\n  2 1 4 3\n  4 3 2 1\n")
    done = run("adjust", solved, "--easier", "--tries", "2")
    assert (done.code, done.out.startswith("No easier puzzle came of 2 tries")) == (1, True)
    several = json.loads(run("adjust", write(LEAST.replace("4 . 1", ". . .")), "--format", "json").out)
    assert (several["verdict"], several["before"]) == ("multiple", None)
    assert "does not say what may be given" in run("adjust", smallest("aqre")).err


def test_clues_beside_the_board_are_kept(write):
    board = write("puzzle: nonogram\ncolumns: |\n  2\n  2\nrows: |\n  2\n  2\n", "board.yaml")
    kept = {side: run("reduce", board, "--keep", f"{side},1", "--keep", f"{side},2").out for side in ("left", "top")}
    assert kept["left"].endswith("columns: |\n  ?\n  ?\nrows: |\n  2\n  2\n")
    assert kept["top"].endswith("columns: |\n  2\n  2\nrows: |\n  ?\n  ?\n")


def test_symmetric_clues_stay_symmetric(write):
    done = run("reduce", write(CLASSIC), "--symmetric")
    rows = [line.split() for line in done.out.split("grid: |\n")[1].splitlines()[:9]]
    filled = {(r, c) for r in range(9) for c in range(9) if rows[r][c] != "."}
    assert filled == {(8 - r, 8 - c) for r, c in filled}


# -- make


def test_without_a_seed_one_is_drawn_and_said():
    made = [run("make", "sudoku", "4", "-f", "json") for _ in range(2)]
    records = [json.loads(each.out) for each in made]
    assert len({each["seed"] for each in records}) == 2
    again = run("make", "sudoku", "4", "--seed", str(records[0]["seed"]), "-f", "json")
    assert again.out == made[0].out
    drawn = run("make", "sudoku", "4", "--count", "2")
    seed = drawn.out.partition(", seed ")[2].partition(".")[0]
    assert f", number 2 of seed {seed}." in drawn.out
    assert run("make", "sudoku", "4", "--count", "2", "--seed", seed).out == drawn.out
    link = run("make", "sudoku", "4", "--to", "url")
    assert link.err.startswith("seed ")
    assert run("make", "sudoku", "4", "--to", "url", "--seed", link.err.split()[1]).out == link.out


def test_options_stand_in_the_puzzle_that_is_made_with_them(write):
    done = run("make", "hidato", "4", "-c", "moves=orthogonal", "-f", "plain")
    assert "options: {moves: orthogonal}\n" in done.out
    assert run("check", write(done.out, "made.yaml")).out == "unique\n"
    assert run("make", "hidato", "4", "-c", "moves=sideways").code == 2
    assert run("make", "hidato", "4", "-c", "nothing=1").code == 2


def test_several_puzzles_go_into_a_folder(tmp_path: Path):
    done = run("make", "slitherlink", "4x5", "--count", "3", "--seed", "0", "-o", tmp_path / "made")
    assert done.code == 0
    files = sorted((tmp_path / "made").iterdir())
    assert [file.name for file in files] == [f"slitherlink-0-{number}.yaml" for number in (1, 2, 3)]
    assert run("check", *files).code == 0


def test_a_difficulty_is_kept_to(write):
    done = run("make", "sudoku", "4", "--difficulty", "10-16", "-f", "json")
    assert 10 <= json.loads(done.out)["difficulty"] <= 16


HEART = ".x.x.\nxxxxx\nxxxxx\n.xxx.\n..x..\n"


def test_a_picture_becomes_a_puzzle(write):
    done = run("make", "nonogram", "--seed", "1", "--picture", write(HEART, "heart.txt"))
    assert done.code == 0
    assert "answer: |\n  - x - x -\n  x x x x x\n" in done.out
    rows = HEART.split()
    digits = "\n".join(" ".join("1" if sign == "x" else "0" for sign in row) for row in rows)
    assert (
        run("make", "nonogram", "--seed", "1", "--picture", write(f"P1\n# a heart\n5 5\n{digits}\n", "heart.pbm")).out
        == done.out
    )
    bits = bytes(int(row.replace("x", "1").replace(".", "0") + "000", 2) for row in rows)
    assert run("make", "nonogram", "--seed", "1", "--picture", write(b"P4 5 5\n" + bits, "heart.pbm")).out == done.out


def test_a_picture_that_its_clues_do_not_determine(write):
    done = run("make", "nonogram", "--picture", write("x.\n.x\n", "cross.txt"))
    assert (done.code, done.out) == (1, "")
    assert done.err == "No puzzle: the clues of this picture leave several answers, or none.\n"


def test_a_crossword_is_filled_with_words_of_the_list(tmp_path: Path):
    words = INSTANCES / "crossword" / "english.words"
    done = run("make", "crossword", "5", "--words", words, "-o", tmp_path / "made.yaml", cwd=tmp_path)
    assert done.code == 0
    text = (tmp_path / "made.yaml").read_text()
    assert "verdict: multiple\n" in text
    (grid, answer) = (
        text.split(f"{part}: |\n")[1].split("\nwords:")[0].splitlines()[:5] for part in ("grid", "answer")
    )
    blocks = [[token == "#" for token in row.split()] for row in grid]
    assert blocks == [row[::-1] for row in blocks[::-1]]
    listed = {word.split(";")[0].strip().upper() for word in words.read_text().splitlines()}
    rows = [row.split() for row in answer]
    for line in [*rows, *zip(*rows)]:
        for word in "".join(line).split("#"):
            assert len(word) < 2 or word in listed
    assert run("solve", tmp_path / "made.yaml").code == 0
    other = run("make", "crossword", INSTANCES / "crossword" / "9x9.yaml", "--words", words, "-f", "plain")
    assert other.code == 0
    assert "  . . . . # . . . .\n  . # . # . # . # .\n" in other.out


def test_a_list_that_comes_along_is_named_alone(tmp_path: Path):
    """Not by where it lies on this machine; a file beside the puzzle comes first."""
    path = tmp_path / "made.yaml"
    assert run("make", "crossword", "4", "--words", "english", "--seed", "1", "-o", path).code == 0
    assert "\nwords: english\n" in path.read_text()
    assert run("make", "crossword", "4", "--seed", "1").out == path.read_text()
    assert run("solve", path).code == 0
    assert run("solve", path, "--words", "english").code == 0
    (tmp_path / "english").write_text("of\n")
    assert run("solve", path).code == 1
    done = run("make", "crossword", "4", "--words", "klingon", cwd=tmp_path)
    assert done.code == 2 and "klingon: the file cannot be read: no such file" in done.err


@pytest.mark.parametrize(("name", "said"), [("scowl", "SCOWL"), ("indonesian", "Wordnet Bahasa")])
def test_long_lists_with_scores_come_along(name: str, said: str, tmp_path: Path):
    words = INSTANCES / "crossword" / f"{name}.words"
    assert said in words.with_suffix(".words.LICENSE").read_text()
    lines = (line.split(";") for line in words.read_text().splitlines())
    scores = {word.replace("-", ""): score for word, score in lines}
    assert {*scores.values()} == {"60", "90"}
    assert all(3 <= len(word) <= 21 and word.isascii() and word.islower() and word.isalpha() for word in scores)
    lattice = ["  " + " ".join("# ."[2 * (column % 2 == 0 or row % 2 == 0)] for column in range(7)) for row in range(7)]
    board = tmp_path / "board.yaml"
    board.write_text(
        "\n".join(["puzzle: crossword", "grid: |", *lattice, f"words: {name}", "options: {minimum: 90}", ""])
    )
    first = run("solve", board, "-f", "plain").out.splitlines()[0]
    assert scores[first.replace(" ", "").lower()] == "90"


def test_a_new_type_says_that_it_has_a_name_that_is_taken(tmp_path: Path):
    done = run("new", "sudoku", "--in", tmp_path)
    assert done.code == 0 and done.err.startswith("Note: Sudoku comes with pysolve and is called 'sudoku', too")
    assert run("new", "nobodys", "--in", tmp_path).err == ""


@pytest.mark.rest
@pytest.mark.parametrize("size", ["9", "11"])
def test_the_list_of_the_type_fills_boards_of_all_sizes(tmp_path: Path, size: str):
    made = run("make", "crossword", size, "--seed", "1", "-f", "plain", "-o", tmp_path / "made.yaml")
    assert made.code == 0, made.err
    assert run("solve", tmp_path / "made.yaml").code == 0


def test_a_type_without_a_list_needs_one(tmp_path: Path):
    assert run("new", "wordy", "--like", "words", "--in", tmp_path).code == 0
    made = run("make", "wordy", "3", "--types", tmp_path)
    assert made.code == 2
    assert "needs words; give a list with --words FILE" in made.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["sudoku", "0"], "found the size '0', expected one such as 9, 9x12 or hex5"),
        (["sudoku", "hex3"], "Sudoku is played on a board that is square, not hex"),
        (["sudoko", "9"], "did you mean 'sudoku'?"),
        (["sudoku", "4", "--words", "x"], "takes no words"),
        (["nonogram", "--picture", "nowhere.pbm"], "nowhere.pbm: the file cannot be read"),
        (["sudoku", "4", "--clues", "3", "--all-clues"], "contradict each other"),
    ],
)
def test_what_cannot_be_made(arguments: list[str], expected: str):
    done = run("make", *arguments)
    assert (done.code, done.out) == (2, "")
    assert expected in done.err
    assert "Traceback" not in done.err


# -- hint and grade


def test_a_hint_names_its_reason(write):
    done = run("hint", write(CLASSIC))
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("1. Row ")
    assert any(line.startswith("   Known: ") for line in lines)
    assert "*" in done.out and "'" in done.out


def test_what_is_wrong_in_a_partial_answer_is_reported_first(write):
    partial = write(CLASSIC.split("grid: |\n")[1].replace("5 3 .", "5 3 1"), "mine.txt")
    done = run("hint", write(CLASSIC), "--partial", partial)
    assert done.code == 1
    assert done.out == "This is wrong:\n  Row 1, column 3 holds 1.\n"


def test_a_partial_answer_is_known(write):
    grid = CLASSIC.split("grid: |\n")[1].replace("5 3 .", "5 3 4")
    done = run("hint", write(CLASSIC), "--partial", write(grid, "mine.txt"), "--steps", "2", "-f", "json")
    steps = json.loads(done.out)["steps"]
    assert len(steps) == 2
    assert all("value((1,3),4)" not in step["holds"] for step in steps)


@pytest.mark.parametrize(
    ("drawn", "wrong"),
    [
        ({(3, 1): "1", (3, 2): "1", (4, 1): "2"}, []),  # parts of two areas, without the clues that name them
        ({(3, 1): "7", (4, 1): "7"}, ["Row 4, column 1 belongs to the rectangle of row 3, column 4."]),
    ],
)
def test_regions_of_a_partial_answer_may_have_any_names(drawn: dict[tuple[int, int], str], wrong: list[str], write):
    rows = [[drawn.get((row, column), ".") for column in range(1, 6)] for row in range(1, 6)]
    partial = write("\n".join(map(" ".join, rows)), "mine.txt")
    done = run("hint", INSTANCES / "shikaku" / "5x5.yaml", "--partial", partial)
    assert done.code == (1 if wrong else 0)
    assert [line.strip() for line in done.out.splitlines()[1:]] == wrong if wrong else done.out.startswith("1. ")


def test_a_partial_answer_of_another_size(write):
    done = run("hint", write(CLASSIC, "board.yaml"), "--partial", write("5 3\n", "mine.txt"))
    assert done.code == 2
    assert "found 1 row, expected 9" in done.err
    assert run("hint", write(CLASSIC), "--partial", "nowhere").code == 2


def test_all_steps_lead_to_the_end(write):
    board = "puzzle: sudoku\ngrid: |\n  . . . 1\n  . . 3 .\n  1 . . .\n  3 4 . .\n"
    done = run("hint", write(board), "--all", "-f", "plain")
    assert done.code == 0
    assert done.out.endswith("\nEverything is known.\n")
    several = run("hint", write(board.replace("3 4", ". .")), "--all", "-f", "plain")
    assert "Nothing more is certain: there are several answers.\n" in several.out


def test_where_nothing_is_certain_two_ways_are_drawn(write):
    puzzle = write("puzzle: sudoku\ngrid: |\n  2 1 3 4\n  4 3 1 2\n  3 . . 1\n  1 . . 3\n")
    done = run("hint", puzzle, "--all")
    assert "\nRows 3 and 4, columns 2 and 3 can be filled in two ways (marked):\n" in done.out
    assert {line for line in done.out.splitlines() if "*" in line} == {
        "│ 3*2 │*4 1 │", "│ 1*4 │*2 3 │", "│ 3*4 │*2 1 │", "│ 1*2 │*4 3 │",
    }  # fmt: skip
    ways = json.loads(run("hint", puzzle, "--all", "-f", "json").out)["ways"]
    assert sorted(each["plain"] for each in ways["answers"]) == [
        "2 1 3 4\n4 3 1 2\n3 2 4 1\n1 4 2 3",
        "2 1 3 4\n4 3 1 2\n3 4 2 1\n1 2 4 3",
    ]


SMALL = "puzzle: sudoku\ngrid: |\n  . . . 1\n  . . 3 .\n  1 . . .\n  3 4 . .\n"


def test_a_wrong_guess_breaks(write):
    done = run("hint", write(SMALL), "--try", "2,1=1", "-f", "plain")
    assert done.code == 0
    assert done.out.startswith("Suppose that row 2, column 1 holds 1.\n1. This cannot be:\n")
    assert "   Guess: row 2, column 1 holds 1.\n" in done.out
    assert done.out.endswith("\nSo row 2, column 1 does not hold 1.\n")
    record = json.loads(run("hint", write(SMALL), "--try", "2,1=1", "-f", "json").out)
    assert record["trial"] == {
        "says": "Suppose that row 2, column 1 holds 1.", "breaks": True, "end": "So row 2, column 1 does not hold 1.",
        "holds": ["value((2,1),1)"], "holds_not": [],
    }  # fmt: skip
    assert record["steps"][-1]["holds"] == [] and "row 2, column 1 holds 1" in record["steps"][-1]["known"]


def test_a_right_guess_does_not_break(write):
    done = run("hint", write(SMALL), "--try", "2,1=2")
    assert done.code == 1
    assert done.out == "Suppose that row 2, column 1 holds 2.\nThis guess does not break: it is right.\n"
    done = run("hint", write(SMALL.replace("3 4", ". .")), "--try", "2,1=2")
    assert (done.code, done.out.splitlines()[-1]) == (1, "This guess does not break: some answer has it.")


@pytest.mark.parametrize(
    ("guess", "expected"),
    [
        ("2", "found '2', expected a guess such as 2,5=7"),
        ("5,1=2", "guess: row 5, column 1 is not a cell of the board"),
        ("1,1", "guess: row 1, column 1: a value is missing, for example 1,1=1"),
        ("1,1=9", "guess: row 1, column 1: found '9', expected a mark of an answer"),
        ("1,1=.", "guess: row 1, column 1: found '.', expected a mark of an answer"),
        ("1,1=#", "'#'"),
    ],
)
def test_a_guess_that_cannot_be_read(write, guess: str, expected: str):
    done = run("hint", write(SMALL), "--try", guess)
    assert (done.code, done.out) == (2, "")
    assert expected in done.err and "Traceback" not in done.err


def test_grades_need_one_answer(write):
    assert run("grade", write(SEVERAL)).code == 1
    done = run("grade", write("puzzle: sudoku\ngrid: |\n  . . . 1\n  . . 3 .\n  1 . . .\n  3 4 . .\n"))
    assert done.code == 0
    assert done.out.startswith("Difficulty ")


def test_a_guess_leads_to_where_it_breaks_in_any_number_of_steps(write):
    for options in (["--all"], ["--steps", "2"]):
        done = run("hint", write(SMALL), "--try", "2,1=1", *options)
        assert (done.code, done.out) == (2, "") and "--steps and --all have no place there" in done.err


def test_a_grade_says_how_many_steps_of_each_size_there_are_and_which_is_hardest(write):
    grade = json.loads(run("grade", write(SMALL), "-f", "json").out)
    sizes, steps = grade["sizes"], json.loads(run("hint", write(SMALL), "--all", "-f", "json").out)["steps"]
    assert len(sizes) == len(steps) and max(sizes) == grade["largest"]
    assert grade["hardest"] in {step["says"] for step in steps}
    lines = run("grade", write(SMALL)).out.splitlines()
    parts = ", ".join(f"{sizes.count(size)} of size {size}" for size in sorted(set(sizes)))
    assert lines[1] == "  No step combines constraints."
    assert lines[2] == f"  Reasons: {parts}."
    assert lines[3] == f"  Hardest: {grade['hardest']}"


def test_a_hint_tells_where_to_look_or_the_idea_or_the_whole_reason(write):
    (step,) = json.loads(run("hint", write(SMALL), "-f", "json").out)["steps"]
    assert step["where"].startswith("Look here: row ") and "hold" not in step["where"]
    assert step["idea"].startswith("Full house: a value stands exactly once in a ")
    assert run("hint", write(SMALL), "--tell", "where").out == f"1. {step['where']}\n"
    assert run("hint", write(SMALL), "--tell", "idea").out == f"1. {step['where']}\n   {step['idea']}\n"
    assert step["says"] in run("hint", write(SMALL), "--tell", "reason").out
    refused = run("hint", write(SMALL), "--tell", "where", "--brief")
    assert refused.code == 2 and "--brief and --try have no place there" in refused.err


def test_a_grade_counts_techniques_and_hints_avoid_them(write):
    name = "a value stands exactly once in a row"
    graded = run("grade", write(SMALL)).out
    assert f": hidden single: {name}\n" in graded and re.search(rf"\d steps?: full house: {name}\n", graded)
    record = json.loads(run("hint", write(SMALL), "--all", "--avoid", name, "-f", "json").out)
    assert record["done"] and name not in {step["technique"] for step in record["steps"]}


def test_a_full_house_is_avoided_by_itself_and_as_what_it_is_a_simple_case_of(write):
    name = "a value stands exactly once in a row"
    techniques = json.loads(run("grade", write(SMALL), "-f", "json").out)["techniques"]
    (identity,) = (each["id"] for each in techniques if (each["called"], each["name"]) == ("full house", name))
    assert len({each["id"] for each in techniques}) == len(techniques)

    def left(avoided: str) -> set[str]:
        record = json.loads(run("hint", write(SMALL), "--all", "--avoid", avoided, "-f", "json").out)
        assert record["done"]
        return {f"{step['called']}: {step['technique']}" for step in record["steps"]}

    for avoided in (identity, f"full house: {name}"):
        assert f"hidden single: {name}" in left(avoided) and f"full house: {name}" not in left(avoided)
    for avoided in (identity.partition(":")[2], f"hidden single: {name}"):
        assert not left(avoided) & {f"hidden single: {name}", f"full house: {name}"}


def test_what_is_avoided_is_not_asked_of_a_guess(write):
    name = "a value stands exactly once in a box"
    done = run("hint", write(SMALL), "--avoid", name, "--try", "2,1=1")
    assert (done.code, done.out) == (2, "") and "--avoid has no place there" in done.err


def test_that_there_is_one_answer_is_not_asked_of_a_guess_or_of_several_answers(write):
    done = run("hint", write(SMALL), "--one-answer", "--try", "2,1=1")
    assert (done.code, done.out) == (2, "") and "--one-answer has no place there" in done.err
    done = run("hint", write("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n"), "--one-answer")
    assert (done.code, done.out) == (2, "") and "there are several answers" in done.err


def test_a_hint_says_if_there_is_no_other_way(write):
    lit = "puzzle: akari\ngrid: |\n  . #\n  # #\n"
    done = run("hint", write(lit), "--avoid", "a cell is lit")
    assert (done.code, done.out) == (
        1, "There is no other way from here: what is left needs a technique that is to be avoided.\n"
    )  # fmt: skip


# -- all of them


COMMANDS = ["why", "candidates", "reduce", "hint", "grade"]


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_input_is_reported_as_by_solve(command: str, write):
    done = run(command, write(CLASSIC.replace("5 3 .", "5 x ."), "board.yaml"))
    assert (done.code, done.out) == (2, "")
    assert "board.yaml, row 1, column 2: found 'x', expected a value from 1 to 9" in done.err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_limit_leaves_what_was_found(command: str, write):
    hard = "puzzle: sudoku\ngrid: |\n" + "  " + " ".join(["."] * 49) + "\n"
    hard += ("  " + " ".join(["."] * 49) + "\n") * 48
    done = run(command, write(hard), "--time-limit", "0.7")
    assert done.code == 3
    assert "the time limit was reached" in done.out
    assert "Traceback" not in done.err


def test_a_new_type_has_them_all(tmp_path: Path):
    assert run("new", "mine", cwd=tmp_path).code == 0
    for command in COMMANDS:
        done = run(command, tmp_path / "mine" / "example.yaml", cwd=tmp_path)
        assert done.code == 0 and done.out, (command, done.err)
    made = run("make", "mine", "5", "--types", tmp_path, cwd=tmp_path)
    assert made.code == 0, made.err


def test_variants_count_too(write):
    board = "puzzle: sudoku\ngrid: |\n  . . . 1\n  . . 3 .\n  1 . . .\n  3 4 . .\n"
    rules = write("%! V does not stand in X.\n:- value(X, V), X = (1, 1), V = 4.\n", "more.lp")
    done = run("why", write(board), "-r", rules, "-f", "plain")
    assert done.code == 1
    assert "  4 does not stand in row 1, column 1.\n" in done.out


def test_a_proposal_comes_before_it_is_graded():
    puzzle = pysolve.read(str(INSTANCES / "slitherlink" / "made-5x5.yaml"))
    results = adjust_difficulty(puzzle, Settings(), AdjustRequest(harder=False, tries=1))
    first = next(result for result in results if result.puzzle is not None)
    assert first.difficulty is None and "not known yet" in " ".join(adjusted_record(puzzle, first).says)


def test_what_may_stand_where_some_number_is_given_takes_its_place(write):
    puzzle = write("puzzle: sukoro\ngrid: |\n  ? . .\n  . . .\n")
    board, *_ = run("candidates", puzzle).out.strip().partition("\n\n")
    assert "12" in board and "?" not in board
    solved = run("solve", INSTANCES / "hanare" / "unknown.yaml").out
    assert "?" not in solved and "Unique" in solved


@pytest.mark.parametrize(("kinds", "lines"), [(3, ["1 step: chain: kind 0", "1 step: chain: kind 1", "1 step: chain: kind 2"]),
                                              (4, ["4 steps: chain"])])  # fmt: skip
def test_a_technique_of_more_than_three_kinds_is_one_line(kinds: int, lines: list[str]):
    techniques = [SimpleNamespace(called="chain", name=f"kind {each}", steps=1) for each in range(kinds)]
    grade = SimpleNamespace(hardest="Row 1, column 1 holds 2.", sizes=[3], techniques=techniques)
    assert [line.strip() for line in _details(grade)][-len(lines) - 1 :] == ["Techniques:", *lines]


@pytest.mark.parametrize(
    "command",
    [("reduce", INSTANCES / "hashi" / "5x5.yaml"), ("adjust", INSTANCES / "skyscrapers" / "4x4.yaml", "--tries", 3, "--seed", 1)],
)  # fmt: skip
def test_what_is_drawn_is_the_puzzle_that_is_left(command):
    """And not the one that it was: a number that is gone is not in the picture."""
    said, _, written = run(*command).out.partition("puzzle: ")
    drawn = said.partition("#\n")[2]
    assert re.findall(r"\d", drawn) and sorted(re.findall(r"\d", drawn)) == sorted(re.findall(r"\d", written))
