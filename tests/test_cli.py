"""What the commands write and how they end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import INSTANCES, ROOT, SEEDS, command, run
from processes import wait_until, works
from samples import TYPES, files

BOARD = "puzzle: sudoku\ngrid: |\n  1 2 . .\n  3 4 . .\n  . . 4 3\n  . . . .\n"
SOLVED = "puzzle: sudoku\ngrid: |\n  1 2 3 4\n  3 4 1 2\n  2 1 4 3\n  4 3 . .\n"
NONE = BOARD.replace("1 2", "1 1")


def test_solve_says_that_an_answer_is_unique(write):
    done = run("solve", write(SOLVED, "a.yaml"))
    assert done.code == 0
    assert done.out.splitlines()[-1].startswith("Unique: this is the only answer.")


def test_solve_shows_a_second_answer_with_the_differences(write):
    done = command("solve", write(BOARD, "a.yaml"))
    assert done.code == 0
    assert "Not unique: another answer, which differs in" in done.out
    first, second = done.out.split("Not unique")
    assert "*" not in first and "*" in second


def test_solve_without_an_answer(write):
    done = command("solve", write(NONE, "a.yaml"))
    assert (done.code, done.out.startswith("No answer.")) == (1, True)


@pytest.mark.parametrize(
    ("text", "verdict", "code"), [(SOLVED, "unique", 0), (BOARD, "multiple", 1), (NONE, "none", 1)]
)
def test_check(text, verdict, code, write):
    done = command("check", write(text, "a.yaml"))
    assert (done.out, done.code) == (verdict + "\n", code)


def test_standard_input_and_several_inputs(write):
    assert run("check", "-", stdin=SOLVED).out == "unique\n"
    done = command("check", "-", write(BOARD, "b.yaml"), stdin=SOLVED)
    assert [line.split()[0] for line in done.out.splitlines()] == ["unique", "multiple"]


def test_counting(write):
    path = write(BOARD, "a.yaml")
    whole = len(command("solve", path, "--all", "--format", "facts").out.splitlines())
    assert command("solve", path, "--count").out == f"{whole}\n"
    assert command("solve", path, "--count", "-n", "2").out == "2\n"


def test_plain_and_json_and_facts_agree(write):
    path = write(SOLVED, "a.yaml")
    plain = command("solve", path, "--format", "plain").out
    assert plain == "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    answer, summary = map(json.loads, command("solve", path, "--format", "json").out.splitlines())
    assert answer["plain"] + "\n" == plain
    assert summary["verdict"] == "unique"
    assert "value((1,1),1)." in command("solve", path, "--format", "facts").out.split()
    assert sorted(answer["atoms"])[0] == "value((1,1),1)"


def test_svg(write):
    done = command("solve", write(BOARD, "a.yaml"), "--format", "svg")
    assert ElementTree.fromstring(done.out).tag.endswith("svg")


def test_an_output_file_is_whole_or_not_there(write, tmp_path):
    target = tmp_path / "answer.txt"
    command("solve", write(SOLVED, "a.yaml"), "--format", "plain", "-o", target)
    assert target.read_text().startswith("1 2 3 4")
    target.unlink()
    command("solve", write("oops", "b.yaml"), "-o", target)
    assert not target.exists()
    assert not list(tmp_path.glob("*.part"))


def test_all_answers_are_streamed(write):
    board = write("puzzle: sudoku\ngrid: |\n" + "  . . . . . . . . .\n" * 9, "empty.yaml")
    command = [sys.executable, "-m", "pysolve", "solve", str(board), "--all", "--format", "facts"]
    search = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert search.stdout is not None
    lines = [search.stdout.readline() for _ in range(50)]  # there are 6.7e21
    assert len(set(lines)) == 50
    search.send_signal(signal.SIGINT)
    search.stdout.read()
    assert search.wait(100) == 130


@pytest.mark.parametrize(
    ("command", "rules"),
    [
        ("solve", "endless(0). endless(N+1) :- endless(N).\n"),
        ("batch", "{ hole(I, J) : J = 1..11 } = 1 :- I = 1..12.\n:- hole(I, J), hole(K, J), I < K.\n"),
    ],
    ids=["grounding", "search"],
)
def test_interruption_ends_grounding_and_search(command, rules, write):
    arguments = [command, str(write(SOLVED, "a.yaml")), "-r", str(write(rules, "slow.lp"))]
    search = subprocess.Popen([sys.executable, "-m", "pysolve", *arguments], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)  # fmt: skip
    wait_until(lambda: works(search.pid))
    search.send_signal(signal.SIGINT)
    _, err = search.communicate(timeout=100)
    assert search.returncode == 130
    assert b"Traceback" not in err


def test_limits_end_with_three_and_say_unknown(write):
    slow = write("endless(0). endless(N+1) :- endless(N).\n", "slow.lp")
    done = command("solve", write(SOLVED, "a.yaml"), "-r", slow, "--time-limit", "0.5")
    assert done.code == 3
    assert re.match("Unknown: the time limit was reached.*; no answer so far.", done.out)  # it may say what grew
    done = command("solve", write(SOLVED, "a.yaml"), "-r", slow, "--memory-limit", "50")
    assert done.code == 3
    assert re.match("Unknown: the memory limit was reached.*; no answer so far.", done.out)
    assert command("check", write(SOLVED, "a.yaml"), "-r", slow, "--time-limit", "0.1").out == "unknown\n"


def test_an_optional_limit_changes_nothing_else(write):
    done = command("solve", write(BOARD, "a.yaml"), "--time-limit", "60", "--memory-limit", "500")
    plain = command("solve", write(BOARD, "a.yaml"))
    assert done.out.split(" (")[0] == plain.out.split(" (")[0]


def test_types_lists_all():
    assert TYPES.keys() <= set(re.findall(r"[\w-]+", command("types").out))


@pytest.mark.parametrize("name", TYPES)
def test_show_tells_rules_options_and_an_example(name: str):
    shown = command("show", name)
    assert shown.code == 0
    assert all(rule in shown.out for rule in TYPES[name].rules)
    assert all(f"{option} = " in shown.out for option in TYPES[name].options)
    assert "Example" in shown.out and "rules.lp" in shown.out


def test_types_are_found_by_alias():
    assert "Sudoku" in command("show", "Alphadoku").out
    assert command("show", "nothing").code == 2


@pytest.mark.parametrize("path", files(".yaml"))
def test_facts_run_under_plain_clingo(path, tmp_path):
    facts = command("facts", path)
    assert facts.code == 0
    plain = [sys.executable, "-m", "clingo", str(TYPES[path.parent.name].rules_file), "-", "--time-limit=30", "-q"]
    if "#include" in facts.out:
        plain.append("-Wno-file-included")  # constraints that the puzzle adds may include what its type does
    done = subprocess.run(plain, input=facts.out, capture_output=True, text=True, cwd=tmp_path)
    verdict = command("check", path).out.strip()
    assert verdict in ("unique", "multiple", "none")
    assert ("UNSATISFIABLE" in done.stdout) == (verdict == "none")
    assert bool({"SATISFIABLE", "OPTIMUM"} & set(done.stdout.split())) == (verdict != "none")
    assert done.stderr == ""


def test_a_new_type_solves_at_once_and_can_be_changed(tmp_path):
    assert command("new", "mine", cwd=tmp_path).code == 0
    done = command("solve", "mine/example.yaml", cwd=tmp_path)
    assert done.code == 0 and "Unique" in done.out
    assert command("show", "mine", "--types", ".", cwd=tmp_path).out.startswith("mine  (mine)")
    rules = tmp_path / "mine" / "rules.lp"
    rules.write_text(rules.read_text().replace("apart(shaded).\n", ""))
    assert "Unique" not in command("solve", "mine/example.yaml", cwd=tmp_path).out
    again = command("new", "mine", cwd=tmp_path)
    assert again.code == 2 and "nothing was changed" in again.err
    assert command("new", "No Name", cwd=tmp_path).code == 2


def test_a_copied_type_takes_precedence(write, tmp_path):
    path = write(SOLVED, "a.yaml")
    assert command("copy", "sudoku", tmp_path / "own").code == 0
    rules = tmp_path / "own" / "sudoku" / "rules.lp"
    rules.write_text(rules.read_text() + ":- value((4, 4), 1).\n")
    assert command("check", path).out == "unique\n"
    assert command("check", path, "--types", tmp_path / "own").out == "none\n"


def test_help_does_not_wait_for_what_solving_needs():
    """Importing it takes longer than all that help does."""
    code = "import sys; from pysolve.cli import run; run(['--help']); sys.exit('clingo' in sys.modules or 'yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_help_is_there_for_every_command():
    commands = ["solve", "check", "batch", "facts", "types", "show", "new", "copy"]
    listed = command("--help").out
    for name in commands:
        assert name in listed
        done = command(name, "--help")
        assert done.code == 0 and "Usage: pysolve " + name in done.out
    assert re.fullmatch(r"pysolve [\d.]+ \(clingo [\d.]+, Python 3[\d.]+\S*\)\n", command("--version").out)


def test_a_terminal_without_box_drawing_gets_ascii(write):
    command = [sys.executable, "-m", "pysolve", "solve", str(write(SOLVED, "a.yaml"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    assert done.returncode == 0 and not done.stderr
    assert done.stdout.decode("ascii").startswith("+---")


def test_debug_shows_where_an_error_comes_from(write):
    board = write(BOARD.replace("1 2", "x 2"), "a.yaml")
    plain, debug = command("solve", board), run("--debug", "solve", board)
    assert plain.code == debug.code == 2
    assert "Traceback" not in plain.err and "Traceback" in debug.err
    assert plain.err in debug.err


def test_a_full_disk_is_reported_in_one_sentence(write):
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    command = [sys.executable, "-m", "pysolve", "solve", "--all", str(write(BOARD, "a.yaml"))]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and done.stderr == "Error: the output cannot be written: no space left on device\n"


def test_a_mistyped_command_gets_the_nearest_one():
    assert command("sovle", "x").err.endswith("Error: there is no command 'sovle'; did you mean 'solve'?\n")
    done = command("qqqq")
    assert (done.code, done.err.splitlines()[-1]) == (
        2,
        "Error: there is no command 'qqqq'; 'pysolve --help' lists all",
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "-n", "-1", "a"], "Invalid value for '-n': found '-1', expected a whole number of 1 or more"),
        (["solve", "-n", "two", "a"], "Invalid value for '-n': found 'two', expected a whole number of 1 or more"),
        (["solve", "--threads", "0", "a"], "'--threads': found '0', expected a whole number from 1 to 64"),
        (["check", "--time-limit", "0", "a"], "'--time-limit': found '0', expected a number of seconds above 0"),
        (["check", "--time-limit", "nan", "a"], "'--time-limit': found 'nan', expected a number of seconds above 0"),
        (["serve", "--time-limit", "0"], "'--time-limit': found '0', expected a number of seconds of 0.1 or more"),
        (["solve", "-f", "xml", "a"], "found 'xml', expected text, plain, json, svg or facts"),
        (["convert", "--to", "puzlink", "a"], "Invalid value for '--to': found 'puzlink'; did you mean 'puzzlink'?"),
        (["solve", "--steps", "3", "a"], "solve has no option '--steps'; pysolve hint and sheet have it"),
        (["solve", "--json", "a"], "solve has no option '--json'; other commands have it"),
        (["make", "sudoku", "9", "--difficulty", "12-5"], "found '12-5', expected the smaller number first"),
        (["make", "sudoku", "nowhere.txt"], "nowhere.txt: there is no such file, expected a size such as 9x12, or a file"),
        (["batch", str(INSTANCES / "sudoku"), "-o", __file__], "test_cli.py: this is a file, expected a folder"),
        (["test", str(INSTANCES)], "the folder has no manifest.yaml, expected that of a type"),
        (["solve", str(INSTANCES / "sudoku/4x4.yaml"), "-r", str(INSTANCES)], "this is a folder, expected a file of rules"),
        (["hint", "--all", "--steps", "2", "a"], "--all and --steps contradict each other: give one of them"),
        (["draw", str(INSTANCES / "sudoku/4x4.yaml"), "-o", "a.gif"], "-o: found 'a.gif', expected a name that ends with .svg, .png, .pdf, .txt"),
        (["https://puzz.link/p?slither"], "a puzzle stands behind one, as in 'pysolve solve FILE'"),
        (["hint", str(INSTANCES / "sudoku/4x4.yaml"), "--avoid", "xwing"], "such as 'X-wing'"),
    ],
)  # fmt: skip
def test_mistakes_are_said_as_a_person_would(arguments, sentence):
    done = command(*arguments)
    assert (done.code, done.out) == (2, "") and sentence in done.err.splitlines()[-1]
    assert not (ROOT / "a.gif").exists()


def test_a_wrong_partial_answer_is_an_error_of_its_file(write):
    partial = write("1 . . .\n" * 3, "partial.txt")
    done = command("hint", INSTANCES / "sudoku/4x4.yaml", "--partial", partial)
    assert (done.code, done.err) == (2, f"Error: {partial}: answer: found 3 rows, expected 4\n")


def test_check_as_json(write):
    done = command(
        "check", "--json", write(SOLVED, "a.yaml"), write(BOARD, "b.yaml"), write("puzzle: nothing", "c.yaml")
    )
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [(each["id"], each["type"], each["verdict"]) for each in records] == [
        ("a", "sudoku", "unique"), ("b", "sudoku", "multiple"), ("c", "", "error"),
    ]  # fmt: skip
    assert done.code == 2 and "there is no puzzle type 'nothing'" in records[2]["error"]


def test_types_as_json():
    records = [json.loads(line) for line in command("types", "--json").out.splitlines()]
    assert [each["name"] for each in records] == sorted(TYPES, key=lambda name: (TYPES[name].group, name))
    assert records[0].keys() == {"name", "title", "group", "about", "aliases", "boards"}


def test_one_letter_means_jobs_wherever_it_is_taken():
    from pysolve.cli import commands

    letters = {
        (option, parameter.name)
        for command in commands().values()
        for parameter in command.params
        for option in parameter.opts
        if option == "-j" or parameter.name == "threads"
    }
    assert letters == {("-j", "jobs"), ("--threads", "threads")}


def test_a_folder_that_new_made_is_a_folder_of_puzzles(tmp_path):
    assert command("new", "mine", cwd=tmp_path).code == 0
    done = command("check", "mine", cwd=tmp_path)
    assert (done.code, done.out) == (0, "unique\n"), done.err


def test_a_list_of_cells_without_its_board_names_the_option():
    done = command("solve", SEEDS / "hidato-cascade.request.json", "-t", "hidato")
    assert done.code == 2 and "are taken for holes; --board names a file with the board" in done.err
