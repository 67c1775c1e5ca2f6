"""What only makes rules faster (docs/rules.md, 'Speed-ups') changes no answer; `bench/plain.py` compares many more boards."""

from __future__ import annotations

import re
import sys
from itertools import islice

import pytest
from conftest import INSTANCES, ROOT, command
from samples import TYPES
from sampling import Some

import pysolve
from pysolve import catalog, rules
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.analysis.techniques import identity_of, technique_of
from pysolve.model.puzzle import Puzzle, Verdict
from pysolve.model.terms import Term
from pysolve.report.reasons import step_reasons
from pysolve.rules.library import FAST
from pysolve.solving import facts
from pysolve.solving.grounding import GroundProgram
from pysolve.solving.search import run
from pysolve.solving.settings import Settings

sys.path.insert(0, str(ROOT / "bench"))

import plain

#: Boards of a type, enough to fail at a slip.
BOARDS = 25

COMPARED = Some.where(TYPES, lambda name: plain.is_compared(TYPES[name]))
FILES = sorted([*catalog.library().glob(f"*/{FAST}"), *catalog.library().glob("lib/fast/*.lp")])


@pytest.mark.parametrize("name", COMPARED)
def test_what_stands_beside_rules_changes_no_answer(name: str):
    seen = set()
    for puzzle in islice(plain.boards(TYPES[name], 1, 12), BOARDS):
        said, agreed = plain.compared(puzzle)
        assert agreed, puzzle
        seen.add(said)
    assert seen != {plain.REFUSED}


def test_an_unknown_number_of_a_tapa_may_be_one_that_stands_beside_it():
    """Random boards hardly have such a clue with two runs of its number."""
    puzzle = pysolve.read_text("puzzle: tapa\ngrid: |\n  . . . .\n  . 2,? . .\n  . . . .\n  . . . .\n")
    assert plain.compared(puzzle) == (Verdict.MULTIPLE, True)


def test_a_speed_up_that_loses_an_answer_is_noticed_and_left_out_of_the_plain_rules(write):
    write('#include "../hidato/rules.lp".\n', "mine/rules.lp")
    write(":- value((1,1), 1).\n", "mine/fast.lp")
    folder = write(
        "name: Mine\nparent: hidato\ngroup: numbers\nabout: Mine.\nrules: [Mine.]\n", "mine/manifest.yaml"
    ).parent
    board = str(write("puzzle: mine\ngrid: |\n  1 2\n  . 4\n"))
    assert not plain.compared(pysolve.read(board, types=str(folder.parent)))[1]
    assert "none" in command("check", "--types", str(folder.parent), board).out
    assert "unique" in command("check", "--types", str(folder.parent), "--plain", board).out


def test_clues_exclude_values_while_grounding_but_not_in_the_plain_rules():
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n")
    assert values(puzzle, plain=False) == 4 * 4 * 4 - 3 - 3 - 3 - 1
    assert values(puzzle, plain=True) == 4 * 4 * 4


@pytest.mark.parametrize("last_rows", [". . . . .\n. . . . 12", "12 . . . .\n. . . . 12"])
def test_groups_of_a_fillomino_have_no_more_cells_than_there_are(last_rows: str):
    """Plainly, it takes over 1,000 conflicts to see."""
    puzzle = pysolve.read_text(f"5 5\n13 . . . .\n. . . . .\n. . 1 . .\n{last_rows}\n", "fillomino")
    assert run(puzzle, Settings(conflicts=100))[1].verdict == Verdict.NONE
    assert run(puzzle, Settings(conflicts=100, plain=True))[1].verdict == Verdict.UNKNOWN


def values(puzzle: Puzzle, plain: bool) -> int:
    """How many values the rules keep for the cells of a puzzle."""
    program = rules.load([puzzle.type.rules_file], plain=plain)
    program.add(facts.text(puzzle), "puzzle")
    ground = GroundProgram(program)
    ground.ground()
    return len(list(ground.atoms("value", 2)))


@pytest.mark.parametrize(
    ("name", "hidden"), [("hidato/made-6x6.yaml", "hidato_from"), ("sudoku/16x16.yaml", "excluded")]
)
def test_where_clues_are_open_or_reasons_are_wanted_nothing_is_left_out(name: str, hidden: str):
    puzzle = pysolve.read(INSTANCES / name)
    assert AssumptionSolver(puzzle, Settings()).literals_of(hidden)
    assert not AssumptionSolver(puzzle, Settings(plain=True)).literals_of(hidden)
    assert not AssumptionSolver(puzzle, Settings(), clues(puzzle)).literals_of(hidden)
    assert not AssumptionSolver(puzzle, Settings(), by_rules=True).literals_of(hidden)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(catalog.library())))
def test_a_speed_up_says_why_and_stands_beside_what_it_makes_faster(file):
    text = file.read_text(encoding="utf-8")
    assert text.startswith("% ")
    assert not re.search(r"%!|^#show|^#const", text, re.MULTILINE)  # hints and options know nothing of it
    beside = file.with_name("rules.lp") if file.name == FAST else file.parents[1] / file.name
    assert beside.is_file() and rules.beside(beside, FAST) == file


def sudoku_beside(write, file: str, text: str, name: str = "mine") -> Puzzle:
    """A 4x4 puzzle of a type of one's own with the rules of Sudoku, and this file of rules in its folder of types."""
    write('#include "../sudoku/rules.lp".\n', f"{name}/rules.lp")
    manifest = f"name: {name.title()}\nparent: sudoku\ngroup: numbers\nabout: Mine.\nrules: [Mine.]\n"
    folder = write(manifest, f"{name}/manifest.yaml").parent
    write(text, file)
    board = str(write(f"puzzle: {name}\ngrid: |\n  . 1 . .\n  . . . .\n  . . . .\n  . . . .\n"))
    return pysolve.read(board, types=str(folder.parent))


def test_what_a_person_knows_is_used_for_reasons_alone(write):
    mine = sudoku_beside(write, "mine/known.lp", "%! The first cell holds 1.\n:- not value((1,1), 1).\n")
    assert pysolve.check(mine) == Verdict.MULTIPLE
    assert not plain.compared(mine)[1]
    for is_plain in (False, True):
        solver = AssumptionSolver(mine, Settings(plain=is_plain), by_rules=True, beyond=True)
        said = {each.constraint.sentence for each in solver.required}
        assert ("The first cell holds 1." in said) is not is_plain


def test_what_goes_without_saying_holds_and_no_reason_names_it(write):
    mine = sudoku_beside(write, "mine/known.lp", ":- not value((1,1), 1).\n")
    solver = AssumptionSolver(mine, Settings(), by_rules=True, beyond=True)
    one = solver.literals_of("value")[Term("value", ((1, 1), 1))]
    assert not solver.satisfiable([-one]) and solver.satisfiable([])
    assert all("known.lp" not in each.constraint.place[0] for each in solver.required)


def test_rules_in_a_folder_that_is_called_known_are_rules(write):
    rule = ":- value((1,1), 2).\n"
    known = sudoku_beside(write, "known/rules.lp", '#include "../sudoku/rules.lp".\n' + rule, "known")
    solver = AssumptionSolver(known, Settings(), by_rules=True, beyond=True)
    assert solver.satisfiable([solver.literals_of("value")[Term("value", ((1, 1), 2))]])


@pytest.mark.rest
def test_joined_cells_of_a_numberlink_lie_on_one_path_without_saying():
    puzzle = pysolve.read(INSTANCES / "numberlink/classic.yaml")
    *_, hints = explain_steps(puzzle, Settings(), HintRequest(steps=0))
    assert hints.done
    assert "path_joined-path_bit" not in {identity_of(each) for step in hints.steps for each in step.constraints}
    lines = {line for step in hints.steps for line in step_reasons(puzzle, step)}
    assert not [line for line in lines if "end of its path" in line or line == "Clues: all of them."]


@pytest.mark.rest
def test_a_killer_opens_with_the_rule_of_45():
    puzzle = pysolve.read(INSTANCES / "killer/classic.yaml")
    *_, hints = explain_steps(puzzle, Settings(), HintRequest(steps=4))
    assert {"innies", "outies"} & {technique_of(step).called for step in hints.steps}


def test_rules_are_short_or_say_why_not():
    texts = {name: type_.rules_file.read_text(encoding="utf-8") for name, type_ in TYPES.items()}
    assert [name for name, text in texts.items() if text.count("\n") > 45 and "\n% Long, as " not in text] == []
