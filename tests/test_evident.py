"""What goes without saying is known before the first step."""

from __future__ import annotations

from functools import partial

import pytest
from conftest import INSTANCES

import pysolve
from pysolve.analyses.hint import step_sentence
from pysolve.analysis.steps import in_order
from pysolve.model.terms import Term, Value
from pysolve.report.reasons import step_reasons


@pytest.mark.parametrize(
    ("path", "name", "args", "holds"),
    [
        ("cave/5x5", "cave", ((1, 5),), True),  # a cell with a number belongs to the cave
        ("yajilin/5x5", "line", ((1, 1), (1, 2)), False),  # no line comes into a grey cell
        ("doppelblock/4x4", "black", ((1, 1),), False),  # a given value stands there
        ("galaxies/5x5", "region", ((1, 1), (1, 1)), True),  # a region is called after its first cell
        ("galaxies/5x5", "region", ((1, 1), (1, 2)), True),  # its centre touches this cell, too
        ("fobidoshi/5x5", "circle", ((1, 2),), True),  # a circle that is given
        ("pipelink/5x5", "line", ((1, 3), (1, 4)), True),  # a piece that is given, and where it does not lead
        ("pipelink/5x5", "line", ((1, 2), (1, 3)), False),
    ],
)
def test_what_a_cell_holds_excludes_what_it_excludes_there(path: str, name: str, args: tuple[Value, ...], holds: bool):
    start = {
        str(fact.atom): fact.holds for fact in pysolve.hint(pysolve.read(str(INSTANCES / f"{path}.yaml"))).details.start
    }
    assert start.get(str(Term(name, args))) == holds, start


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("factors/4x4", "Row 1, column 1 holds 3."),  # a value that a clue determines has to be written all the same
        ("masyu/5x5", "Lines join row 3, column 2 to the cells on the right and on the left."),
        ("heyawake/5x5", "Rows 1 to 5 of column 5 are not shaded."),  # the clue of a room speaks of all its cells
        (
            "slitherlink/holes",
            "No lines: all around row 1, column 7; above row 1, column 6; to the right of row 2, column 7.",
        ),
    ],
)
def test_what_a_clue_says_of_its_cell_is_a_step_if_something_is_drawn(path: str, says: str):
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    assert step_sentence(puzzle, pysolve.hint(puzzle).details.steps[0]) == says


def test_what_holds_on_every_board_is_no_step():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "hashi/5x5.yaml")), steps=0).details.steps
    assert steps and all(step.size for step in steps)


def test_that_an_island_with_one_bridge_has_no_two_is_no_step():
    puzzle = pysolve.read(str(INSTANCES / "hashi/9x9.yaml"))
    steps = {
        step_sentence(puzzle, step): step_reasons(puzzle, step) for step in pysolve.hint(puzzle, steps=0).details.steps
    }
    assert steps["Row 4, column 5 and row 7, column 5 are joined by a single bridge."][0] == (
        "Otherwise row 7, column 5 would be cut off from the others."
    )


def test_of_a_number_that_is_seen_one_direction_is_left():
    """A cape with a number is the end of a line; elsewhere the other directions end somewhere."""
    lines = ["puzzle: nurimisaki\ngrid: |\n", "  . . 4 . .\n", *["  . . . . .\n"] * 4]
    puzzle = pysolve.read_text("".join(lines))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    assert step_reasons(puzzle, steps[0])[0] == (
        "If row 1, column 2 is white, 4 white cells lie in a line from row 1, column 3 on, there."
    )
    view = pysolve.read_text("puzzle: kuromasu\ngrid: |\n  6 . . . .\n" + "  . . . . .\n" * 4)
    steps = pysolve.hint(view, steps=0).details.steps
    assert step_reasons(view, steps[0])[0] == "5 other cells are seen from row 1, column 1."


def test_a_sign_is_seen_from_both_sides():
    """Whichever of its two numbers is known, or that several signs in a row need as many numbers."""
    signs = "signs: |\n  < < <\n" + "  . . . .\n  . . .\n" * 3
    puzzle = pysolve.read_text("puzzle: futoshiki\ngrid: |\n" + "  . . . .\n" * 4 + signs)
    first = pysolve.hint(puzzle).details.steps[0]
    assert step_sentence(puzzle, first) == "Row 1, column 1 holds 1."
    assert step_reasons(puzzle, first)[0].startswith(
        "Row 1, column 1 < row 1, column 2 < row 1, column 3 < row 1, column 4"
    )


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("dominosa/4x5", "Row 1, columns 2 and 3 are a domino."),  # an area that is called after its cells
        ("compass/4x4", "to its "),
        ("tapa/6x6", "shaded cells come in runs of "),
        ("tapa/6x6", "are not all shaded cells"),
        ("str8ts/5x5", "so they differ by less than"),
        ("str8ts/5x5", "4 already stands in column 3; 1 and 2 in row 5."),
        ("yinyang/5x5", "have black circles"),  # what is white is not said not to be black
    ],
)
def test_a_type_speaks_in_its_own_words(path: str, says: str):
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    lines = [line for step in steps for line in (step_sentence(puzzle, step), *step_reasons(puzzle, step))]
    assert [line for line in lines if says in line]
    assert not [line for line in lines if line.startswith(("Suppose", "By the rules")) or "its own" in line]


def test_what_is_filled_with_a_cell_of_a_thermometer_goes_without_saying():
    """A step has the whole range, and none says that it is filled up."""
    puzzle = pysolve.read(str(INSTANCES / "thermometer/8x8.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    assert not [
        line for step in steps for line in step_reasons(puzzle, step) if "before it" in line or "behind" in line
    ]
    assert [step for step in steps if len(step.facts) > 2 and len(step.constraints) == 1 and not step.known]


def test_that_the_cell_of_a_clue_belongs_to_its_own_area_is_no_reason():
    for path in ("shikaku/5x5", "compass/5x5"):
        puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
        lines = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
        assert lines and not [line for line in lines if "its own" in line]


def test_a_clue_that_sees_all_that_it_can_is_one_step():
    puzzle = pysolve.read_text("puzzle: doors\ngrid: |\n  . . .\n  . 4 .\n  . . .\n")
    (first, *_) = pysolve.hint(puzzle).details.steps
    assert len(first.facts) == 4


def test_a_loop_that_would_close_is_seen_on_the_board_if_it_takes_many_marks():
    puzzle = pysolve.read(str(INSTANCES / "linesweeper/8x8.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    closing = [each for each in map(partial(step_reasons, puzzle), steps) if "would close" in each[0]]
    assert closing and all(len(each) == 1 for each in closing)


#: Values that stood for what had been excluded before they were told themselves.
TOLD_LATER = {
    "futoshiki": "grid: |\n  . . . 4 .\n  . . . . 3\n  5 . . . .\n  . . . . .\n  3 . . 2 .\nsigns: |\n  . . . .\n  . . < . .\n"
    "  > . . .\n  . . . . .\n  . < . .\n  . . . . <\n  . . . .\n  . . . . .\n  . . . .\n",
    "skyscrapers": "top: |\n  . . . . .\nbottom: |\n  . . . . .\nleft: |\n  . . . . .\nright: |\n  . . 4 . .\n"
    "grid: |\n  1 4 . 2 .\n  3 . . . 2\n  . . . . .\n  . . . . .\n  . . . . 5\n",
}


@pytest.mark.parametrize("name", TOLD_LATER)
def test_a_step_rests_on_what_was_told_before(name: str):
    walk = pysolve.hint(pysolve.read_text(f"puzzle: {name}\n{TOLD_LATER[name]}"), steps=0).details
    told = {*walk.start}
    for step in walk.steps:
        assert {*step.known} <= told
        told |= {*step.facts}


#: Made by 'pysolve make'.
GALAXIES = """
1 . . 0 . 2 . 3 . .
1 . . 0 . . . . . .
. 0 . . . 0 1 . 1 .
1 . 2 . . . . 2 . .
. . . . . . . . . .
. . . . . 0 . 0 2 .
0 2 . 3 . . . . . 2
0 . . . . . . 2 . .
0 . 0 . . . . . . .
. . 0 . . 0 . 1 . .
"""


def test_that_a_galaxy_has_no_cell_opposite_to_a_taken_one_is_no_step():
    steps = pysolve.hint(pysolve.puzzle("galaxies", grid=GALAXIES), steps=0).details.steps
    assert steps and all(step.constraints for step in steps)
    assert len(steps[0].facts) > 1  # the cell opposite comes with a cell


def test_that_no_triangle_stands_beside_a_0_goes_without_saying():
    puzzle = pysolve.read(str(INSTANCES / "shakashaka/5x5.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    assert not any("0 triangles" in line for step in steps for line in step_reasons(puzzle, step))


def test_that_islands_are_joined_is_not_said_before_by_how_many_bridges():
    steps = pysolve.hint(pysolve.read(INSTANCES / "hashi/6x6-three.yaml"), steps=0).details.steps
    single = next(step for step in steps if Term("bridge", ((3, 4), (6, 4), 1)) in {fact.atom for fact in step.facts})
    assert not any(fact.atom == Term("bridged", ((3, 4), (6, 4))) for step in steps for fact in step.facts)
    assert [each.constraint.identity for each in single.constraints] == ["clue-level-sight"]


def test_cells_in_pairs_hold_the_shaded_cells_of_an_arrow():
    steps = pysolve.hint(pysolve.read(INSTANCES / "yajilin/8x8.yaml"), steps=0).details.steps
    by_room = [step for step in steps if [each.constraint.identity for each in step.constraints] == ["arrow-room"]]
    assert any(fact.holds and fact.atom.name == "shade" for step in by_room for fact in step.facts if step.known)


def test_all_cells_of_an_arrow_that_leaves_just_room_are_shaded_at_once():
    rows = ["  . . . . . . . .\n"] * 6
    rows[2] = "  . . . . . 3w . .\n"
    puzzle = pysolve.read_text("puzzle: yajilin\ngrid: |\n" + "".join(rows))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    (first, *_) = [step for step in steps if Term("shade", ((3, 1),)) in {fact.atom for fact in step.facts}]
    assert [str(fact.atom) for fact in first.facts] == ["shade((3,1))", "shade((3,3))", "shade((3,5))"]


def test_that_there_are_others_from_which_a_part_would_be_cut_off_is_no_clue():
    puzzle = pysolve.read(INSTANCES / "kuromasu/unknown.yaml")
    told = [step_reasons(puzzle, step) for step in pysolve.hint(puzzle, steps=0).details.steps]
    cut_off = [lines for lines in told if "would be cut off" in lines[0]]
    assert cut_off and not any(line.startswith("Clue") for lines in cut_off for line in lines)


def test_lines_are_sorted_by_their_numbers():
    columns = [Term("column", (number,)) for number in (10, 2, 12, 9)]
    assert [each.args for each in sorted(columns, key=in_order)] == [(2,), (9,), (10,), (12,)]
