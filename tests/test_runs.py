"""Steps of one kind in a row, shown as one."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby

import pytest
from conftest import INSTANCES, command

import pysolve
from pysolve import Settings
from pysolve.analyses.hint import step_sentence
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.progress import Fact
from pysolve.analysis.steps import Step
from pysolve.analysis.techniques import technique_of
from pysolve.model.board import cell_of
from pysolve.model.terms import Term
from pysolve.report.reasons import MOST_FACTS, runs, step_reasons


@pytest.mark.rest
@pytest.mark.parametrize("path", ["tents/6x6", "battleship/10x10", "akari/6x6", "sudoku/4x4"])
def test_runs_hold_all_steps_and_each_only_steps_of_one_kind(path: str):
    steps = pysolve.hint(pysolve.read(str(INSTANCES / f"{path}.yaml")), steps=0).details.steps
    told = [*runs(steps)]
    assert [number for run in told for number in range(run.first, run.last + 1)] == [*range(1, len(steps) + 1)]
    for run in told:
        own = steps[run.first - 1 : run.last]
        assert {*run.step.facts} == {fact for step in own for fact in step.facts}
        assert {*run.step.constraints} == {one for step in own for one in step.constraints}
        assert len({technique_of(step) for step in own}) == 1
        assert not any({*one.facts} & {*other.known} for one in own for other in own)
    assert len(told) < len(steps) or path == "sudoku/4x4"
    assert [run.step.facts for run in runs(steps, together=False)] == [step.facts for step in steps]


def test_a_run_is_said_once():
    out = command("hint", INSTANCES / "tents/6x6.yaml", "--all", "--format", "plain").out
    assert out.startswith(
        "1. Rows 2, 4 and 6 of column 3 have tents. (counting)\n   Column 3 has 3 tent cells.\n\n"
        "2 to 7. No tents: row 1, column 2; rows 2 and 3 of column 4; row 4, column 2; row 5, columns 2 and 4.\n"
        "   No tent cell touches the one in row 4, column 3; likewise for row 2, column 3.\n"
    )
    brief = command("hint", INSTANCES / "tents/6x6.yaml", "--all", "--brief").out
    assert brief.startswith("1. Rows 2, 4 and 6 of column 3 have tents: ")


def test_what_follows_from_the_same_is_said_once():
    out = command("hint", INSTANCES / "fillomino/5x5.yaml", "--steps", "2", "--format", "plain").out
    assert out.startswith("1 and 2. Row 1, columns 1 and 2; rows 2 and 3 of column 1 hold 5. (size of a region)\n")
    assert out.count("the group of row 1, column 3") == 1
    out = command("hint", INSTANCES / "nurikabe/5x5.yaml", "--all", "--format", "plain").out
    assert out.startswith("1. Shaded: row 2, column 5; row 3, column 4; row 4, column 2. ")  # the cells between numbers
    assert out.splitlines()[1].strip() == "Islands do not touch along a side, for each has one number."
    assert (
        "3 to 5. Row 1, columns 2, 3 and 5 are shaded. (out of reach)\n" in out
    )  # the same clues, one constraint each


def test_each_region_is_a_run_of_its_own():
    out = command("hint", INSTANCES / "galaxies/5x5.yaml", "--all", "--format", "plain").out
    assert (
        "2. Row 2, column 4; row 4, column 5 belong to the galaxy of row 3, column 4. (only one fits)\n"
        "   No other galaxy can reach row 2, column 4 and the cell opposite.\n\n"
        "3 and 4. Rows 2 and 3 of column 1; rows 4 and 5 of column 4 belong to the galaxy of row 3, column 2. (only one "
        "fits)\n"
        "   No other galaxy can reach row 4, column 4 and the cell opposite; likewise for row 2, column 1.\n\n"
        "5. Row 1, column 4; row 5, column 5 belong to the galaxy of row 3, column 4. (only one fits)\n"
    ) in out
    out = command("hint", INSTANCES / "dominosa/6x7.yaml", "--all", "--format", "plain").out
    assert "1. Row 1, columns 2 and 3 are a domino. (once each)\n   1 and 1 make a domino exactly once.\n\n2. " in out


def test_no_run_has_more_facts_than_one_takes_in():
    boards = [pysolve.read(str(INSTANCES / path)) for path in ("nurikabe/5x5.yaml", "shugaku/5x5.yaml")]
    walks = [pysolve.hint(each, steps=40).details.steps for each in boards]
    joined = [run for steps in walks for run in runs(steps) if run.last > run.first]
    assert 1 < max(len(run.step.facts) for run in joined) <= MOST_FACTS
    steps, told = walks[-1], [*runs(walks[-1])]
    for run in told:  # or else what does not stand in a cell would not be told beside what stays empty
        assert len({bool(step.emptied) for step in steps[run.first - 1 : run.last]}) == 1


def test_of_equally_small_steps_those_come_next_that_rest_on_what_was_just_looked_at():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "nonogram/10x10.yaml")), steps=20).details.steps
    lines = [step.clues[0].places for step in steps if step.size == 2]
    assert len(lines) > 5
    assert sum(1 for _ in groupby(lines)) == len(set(lines))  # a line is gone through before the next one


def test_of_a_nonogram_each_thought_is_one_line_and_its_clue_is_said_once():
    puzzle = pysolve.read(str(INSTANCES / "nonogram/10x10.yaml"))
    told = [*runs(pysolve.hint(puzzle, steps=50).details.steps)]
    alike = [run.step for run in told if len(run.step.constraints) == 1]
    assert len(alike) > 20 and all(run.step.chain is None for run in told)
    assert step_reasons(puzzle, alike[1]) == [
        "The clue of row 1 is 2.", "Known: row 1, columns 5 and 6 are shaded."
    ]  # fmt: skip
    assert any(step_reasons(puzzle, each)[0] == "The clue of column 4 is 2 3 1." for each in alike)


def test_of_a_shikaku_steps_say_which_rectangles_fit_and_whose_cell_it_is_goes_without_saying():
    puzzle = pysolve.read(str(INSTANCES / "shikaku/10x10.yaml"))
    told = [step_reasons(puzzle, run.step) for run in runs(pysolve.hint(puzzle, steps=0).details.steps)]
    fitting = [reason for reason in told if " over " in reason[0]]
    assert len(fitting) > 5 and all("fits over row" in reason[0] for reason in fitting)
    assert not any("its own rectangle" in line for reason in fitting for line in reason)


def test_what_another_region_would_need_is_said_where_it_belongs_to_others():
    """Not the cell from which that is seen, which may lie far away, but the one that bars."""
    puzzle = pysolve.read(str(INSTANCES / "galaxies/7x7.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    lines = [line for step in steps for line in step_reasons(puzzle, step) if "would need" in line]
    assert lines and all(
        re.search(r"galaxy of .* would need .*, too, which belongs to the galaxy", line) for line in lines
    )


def test_what_would_leave_nothing_over_another_cell_is_said():
    puzzle = pysolve.read(INSTANCES / "shikaku/10x10.yaml")
    lines = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
    (said,) = [line for line in lines if line.endswith(", nothing would fit over row 7, column 2.")]
    assert said.startswith("With row 6, columns 2 to 7, or with rows 5 and 6, columns 2 to 4, ")


def test_of_islands_the_smaller_part_is_cut_off():
    grid = "  1 . 2 . .\n  . . . . .\n  2 . 3 . 3\n"
    puzzle = pysolve.read_text(f"puzzle: hashi\ngrid: |\n{grid}")

    def bridge(one: tuple[int, int], other: tuple[int, int], *, holds: bool) -> Fact:
        return Fact(Term("bridged", (one, other)), holds)

    solver = AssumptionSolver(puzzle, Settings(), by_rules=True)
    connecting = next(each for each in solver.required if "cut off" in (each.constraint.sentence or ""))
    cut = (bridge((1, 1), (3, 1), holds=False), bridge((1, 3), (3, 3), holds=False))
    joined = [
        bridge((1, 1), (1, 3), holds=True),
        bridge((3, 1), (3, 3), holds=True),
        bridge((3, 3), (3, 5), holds=True),
    ]
    values = tuple((3, 5) if cell_of(each) else each for each in connecting.values)
    step = Step((), (replace(connecting, values=values),), (), cut)
    assert step_reasons(puzzle, step, before=joined)[0] == "Otherwise row 1, column 1 would be cut off from the others."


def test_chains_that_lead_to_the_same_contradiction_are_told_once():
    out = command("hint", INSTANCES / "starbattle/10x10.yaml", "--all", "--r1c1").out
    told = [part.splitlines() for part in out.split("\n\n") if "Likewise, " in part]
    assert told and all(re.match(r"\d+ (and|to) \d+\. ", lines[0]) for lines in told)
    for _, supposed, *_, broken, likewise in told:
        assert supposed.startswith("   Suppose that R") and broken.endswith(": a contradiction.")
        assert re.fullmatch(r"   Likewise, .*R\d+C\d+.*\.", likewise)


def test_a_step_that_begins_another_part_of_the_board_is_told_by_itself():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "starbattle/10x10.yaml")), steps=0).details.steps
    first, last = next((run.first, run.last) for run in runs(steps) if run.last - run.first > 2)
    own = steps[first - 1 : last]
    assert [(run.first, run.last) for run in runs(own)] == [(1, len(own))]
    parted = [*own[:2], replace(own[2], part="upper half"), *own[3:]]
    assert [(run.first, run.last, run.step.part) for run in runs(parted)] == [
        (1, 2, None),
        (3, len(own), "upper half"),
    ]


def test_what_would_be_cut_off_is_named_in_each_step():
    puzzle = pysolve.read(str(INSTANCES / "creek/5x5.yaml"))
    told = [
        (len(run.step.facts), step_reasons(puzzle, run.step)[0])
        for run in runs(pysolve.hint(puzzle, steps=0).details.steps)
    ]
    cells = ("row 5, column 5", "row 2, column 5", "row 1, column 1")  # each leaves by two cells, one after the other
    cut_off = [(2, f"Otherwise {cell} would be cut off from the other white cells.") for cell in cells]
    assert [each for each in told if each[1].startswith("Otherwise")] == cut_off


def test_what_the_values_of_a_cage_exclude_in_the_same_place_is_one_step():
    board = "puzzle: kenken\ngrid: |\n  4+ 8* . 9+\n  . 6+ . .\n  8* . . .\n  . 3 5+ .\n"
    puzzle = pysolve.read_text(f"{board}cages: |\n  1 2 2 3\n  1 4 4 3\n  5 5 4 3\n  5 6 7 7\n")
    told = [step_reasons(puzzle, run.step) for run in runs(pysolve.hint(puzzle, steps=0).details.steps)]
    assert [
        "2 stands exactly once in row 1; likewise for 4.",
        "The cage of row 1, column 2 makes 8 as 2 × 4.",
    ] in told


def test_a_region_is_filled_with_its_number_at_once():
    puzzle = pysolve.read_text("puzzle: fillomino\ngrid: |\n  1 . 2\n  . . 2\n  1 . 1\n")
    *_, last = runs(pysolve.hint(puzzle, steps=0).details.steps)
    assert step_sentence(puzzle, last.step) == "Rows 2 and 3 of column 2 hold 4."
    first = "Only this number fits the group of row 1, column 2; likewise for row 3, column 2."
    assert step_reasons(puzzle, last.step)[0] == first


def test_two_groups_with_the_same_number_do_not_become_one():
    puzzle = pysolve.read_text("puzzle: fillomino\ngrid: |\n  2 . 2 .\n  . . . .\n")
    said = [step_reasons(puzzle, step)[0] for step in pysolve.hint(puzzle, steps=2).details.steps]
    assert "Otherwise the groups of row 1, column 1 and row 1, column 3 would be one, and too large." in said
