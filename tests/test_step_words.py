"""What follows in a step, as sentences say it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
import samples
from conftest import INSTANCES

import pysolve
from pysolve.analyses.hint import step_sentence
from pysolve.analysis.assumptions import AssumptionSolver, ConstraintInstance
from pysolve.analysis.clues import clues
from pysolve.analysis.constraints import Constraint
from pysolve.analysis.progress import Fact
from pysolve.analysis.steps import Step
from pysolve.model.board import Board, Cell, corner, is_side, side_between
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Value
from pysolve.report.reasons import chain_sentences, runs, step_reasons
from pysolve.report.words import Words, facts_in_words, places_in_words
from pysolve.rules.text import Text
from pysolve.solving.settings import Settings


def board(instance: str) -> Puzzle:
    return pysolve.read(str(INSTANCES / instance))


def words(instance: str) -> Words:
    return Words(board(instance))


def line(one: tuple[int, int], other: tuple[int, int]) -> Term:
    return Term("line", (corner(*one), corner(*other)))


def test_a_line_along_a_side_is_named_by_a_cell():
    loop = words("slitherlink/made-10x10.yaml")
    assert loop.atom(line((1, 1), (1, 2))) == "there is a line above row 1, column 1"
    assert loop.atom(line((11, 1), (11, 2)), False) == "there is no line below row 10, column 1"
    assert loop.atom(line((3, 11), (4, 11))) == "there is a line to the right of row 3, column 10"


def test_many_facts_of_one_kind_are_said_together():
    stars = words("starbattle/" + next(iter(sorted(p.name for p in (INSTANCES / "starbattle").iterdir()))))
    facts = [Fact(Term("star", (cell,)), False) for cell in ((1, 2), (2, 1), (1, 4), (1, 1))]
    assert facts_in_words(stars, facts) == "no stars: row 1, columns 1, 2 and 4; row 2, column 1"
    assert facts_in_words(stars, facts[:2]) == "row 1, column 2 has no star; row 2, column 1 has no star"
    mixed = [*facts[:3], Fact(Term("star", ((3, 3),)))]
    assert (
        facts_in_words(stars, mixed) == "no stars: row 1, columns 2 and 4; row 2, column 1; row 3, column 3 has a star"
    )


def test_values_that_the_same_places_do_not_hold_are_said_together():
    numbers = words("sudoku/classic.yaml")
    facts = [Fact(Term("value", (cell, value)), False) for value in (1, 2, 5) for cell in ((1, 2), (1, 3))]
    assert facts_in_words(numbers, facts) == "row 1, columns 2 and 3 do not hold 1, 2 or 5"
    one = [fact for fact in facts if fact.atom.args[0] == (1, 3)]
    assert facts_in_words(numbers, one[1:]) == "row 1, column 3 does not hold 2 or 5"


@pytest.mark.parametrize(
    ("cells", "holds", "said"),
    [
        ([(1, 2), (1, 4)], True, "row 1, columns 2 and 4 have stars"),
        ([(1, 2), (1, 4)], False, "row 1, columns 2 and 4 have no stars"),
        ([(2, 3), (1, 3)], False, "rows 1 and 2 of column 3 have no stars"),
    ],
)
def test_facts_of_one_row_or_column_are_said_of_all_its_cells(cells: list[tuple[int, int]], holds: bool, said: str):
    stars = words(f"starbattle/{samples.smallest('starbattle').name}")
    assert facts_in_words(stars, [Fact(Term("star", (cell,)), holds) for cell in cells]) == said


CELL, OTHER = (1, 1), (1, 2)

NOUNS = {
    "akari": (Term("light", (CELL,)), "row 1, column 1 has a light", "row 1, column 1 has no light"),
    "tents": (Term("tent", (CELL,)), "row 1, column 1 has a tent", "row 1, column 1 has no tent"),
    "snake": (Term("shade", (CELL,)), "row 1, column 1 is part of the snake", "row 1, column 1 is not part of the snake"),
    "shugaku": (
        Term("corridor", (CELL,)), "row 1, column 1 is a corridor cell", "row 1, column 1 is not a corridor cell",
    ),
    "magnets": (
        Term("negative", (CELL, Term("minus", ()))),
        "row 1, column 1 has a negative pole", "row 1, column 1 has no negative pole",
    ),
    "shikaku": (
        Term("region", (OTHER, CELL)), "row 1, column 1 belongs to the rectangle of row 1, column 2",
        "row 1, column 1 does not belong to the rectangle of row 1, column 2",
    ),
    "hashi": (
        Term("bridge", (CELL, OTHER, 1)), "row 1, column 1 and row 1, column 2 are joined by a single bridge",
        "row 1, column 1 and row 1, column 2 are not joined by exactly one bridge",
    ),
    "doors": (
        Term("closed", (CELL, OTHER)), "a closed door parts row 1, column 1 and row 1, column 2",
        "no closed door parts row 1, column 1 and row 1, column 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("type_", NOUNS)
def test_marks_are_called_what_their_type_calls_them(type_: str):
    atom, holds, lacks = NOUNS[type_]
    in_type = words(f"{type_}/{samples.smallest(type_).name}")
    assert (in_type.atom(atom), in_type.atom(atom, holds=False)) == (holds, lacks)


def test_sides_are_said_by_the_cell_that_has_the_most_of_them():
    loop = words("slitherlink/made-10x10.yaml")
    around = [
        line((2, 2), (2, 3)),
        line((2, 2), (3, 2)),
        line((3, 2), (3, 3)),
        line((2, 3), (3, 3)),
        line((1, 2), (2, 2)),
    ]
    assert facts_in_words(loop, [Fact(each, False) for each in around]) == (
        "no lines: all around row 2, column 2; to the right of row 1, column 1"
    )


@pytest.mark.parametrize(("one", "other"), [((2, 3), (2, 4)), ((2, 3), (3, 3))])
def test_a_side_lies_between_two_cells_or_two_corners(one, other):
    assert is_side(side_between(one, other))
    board = Board.square(4, 4)
    side = board.side_along(corner(*one), corner(*other))
    assert side is not None and is_side(side)
    assert board.side_along(corner(1, 1), corner(2, 2)) is None and board.side_along(one, other) is None
    assert not is_side(Term("h", (4, 6))) and not is_side(Term("h", (3, 5))) and not is_side((1, 2))


@pytest.mark.parametrize(
    ("sentence", "place", "said"),
    [
        ("Two cells of U are shaded.", "left", "Two cells of row 3 are shaded."),
        ("Two buildings are seen from U.", "top", "Two buildings are seen from the top of column 3."),
        ("The first tree of U is near.", "bottom", "The first tree of column 3 from below is near."),
        ("The letter seen from U is A.", "right", "The letter seen from the right of row 3 is A."),
    ],
)
def test_a_margin_stands_for_its_line_in_the_sentences_of_rules(sentence: str, place: str, said: str):
    constraint = Constraint(0, "said", sentence, "", ("U",), 1)
    assert constraint.words((Term(place, (3,)),), words("snake/6x6.yaml").in_sentence) == said


def said(instance: str, sentence: str, *values: Value, variables: str) -> str:
    """A sentence of a rule with these values of its variables, which are in the order of the alphabet."""
    instance_of = ConstraintInstance(Constraint(0, "said", sentence, "", tuple(variables), 1), values)
    return words(instance).constraint(instance_of)


def test_regions_are_named_by_their_first_cells():
    killer = f"killer/{samples.smallest('killer').name}"
    first = said(killer, "Cage G adds up to N.", 2, 5, variables="GN")
    assert first.startswith("The cage of row 1, column ") and first.endswith(" adds up to 5.")
    assert (
        said(killer, "V stands once in cage G.", 1, 3, variables="GV")
        == "3 stands once in the cage of row 1, column 1."
    )
    assert said(killer, "V stands once in U.", Term("cage", (1,)), 3, variables="UV").endswith(
        "in the cage of row 1, column 1."
    )
    assert said(killer, "The cages G and H touch.", 1, 1, variables="GH").startswith(
        "The cages of row 1, column 1 and of row 1"
    )
    assert said(killer, "V stands once in U.", Term("box", (1,)), 3, variables="UV") == "3 stands once in box 1."


def test_lines_that_begin_in_a_cell_are_named_by_it():
    kakuro = f"kakuro/{samples.smallest('kakuro').name}"
    run = ((2, 1), Term("e", ()))
    assert (
        said(kakuro, "The total of G is N.", run, 7, variables="GN")
        == "The total of the cells to the right of row 2, column 1 is 7."
    )
    row = Term("row", (Term("from", ()), (3, 1)))
    assert (
        said(kakuro, "V stands once in U.", row, 7, variables="UV") == "7 stands once in the row from row 3, column 1."
    )


def test_signs_that_are_said_together_have_their_names():
    fleet = words(f"battleship/{samples.smallest('battleship').name}")
    facts = [Fact(Term("ship", ((1, column), Term("n", ()))), False) for column in (1, 2, 3)]
    assert facts_in_words(fleet, facts) == "row 1, columns 1 to 3 have no upper ends of ships"


def test_a_clue_names_its_part_where_several_stand_on_one_side():
    puzzle = pysolve.read(str(samples.smallest("magnets")))
    said_ = {Words(puzzle).clue(clue) for clue in clues(puzzle)}
    assert "2 in the top margin of column 1 (plus top)" in said_
    assert "1 in the left margin of row 3 (minus left)" in said_


def reasons(instance: str, number: int) -> tuple[str, list[str]]:
    """What follows in a step, and why."""
    puzzle = pysolve.read(str(INSTANCES / instance))
    step = pysolve.hint(puzzle, steps=number).details.steps[-1]
    return step_sentence(puzzle, step), step_reasons(puzzle, step)


def test_a_reason_says_what_decides_then_what_is_excluded_then_what_is_known():
    assert reasons("sudoku/classic.yaml", 1) == (
        "Row 3, column 7 holds 5.",
        [
            "5 stands exactly once in box 3.",
            "5 already stands in column 9, row 1 and row 2.",
            "Known: row 3, column 8 holds 6.",  # that it holds nothing else goes without saying
        ],
    )


def test_a_clue_that_a_constraint_repeats_is_not_said_twice():
    assert reasons("akari/6x6.yaml", 1)[1] == ["2 lights stand beside row 2, column 4."]
    assert (
        reasons("curvingroad/5x5.yaml", 1)[1][1] == "Clues: a circle in row 1, column 4; a circle in row 3, column 4."
    )


def folds(type_: str, sentence: str, variables: tuple[str, ...], *values: tuple[Value, ...]) -> list[str]:
    """What is said of constraints by one rule."""
    constraint = Constraint(0, "rule", sentence, ":- …", variables, 1)
    step = Step((), tuple(ConstraintInstance(constraint, each) for each in values), (), ())
    return step_reasons(pysolve.read(str(INSTANCES / type_)), step)


def test_constraints_that_differ_in_one_value_are_folded():
    one_value = ("sudoku/classic.yaml", "X holds at most one value.", ("X",))
    cells = [((1, 1),), ((2, 3),), ((2, 4),), ((2, 5),)]
    assert folds(*one_value, *cells) == ["Row 1, column 1 holds at most one value; likewise for row 2, columns 3 to 5."]
    assert folds(*one_value, *cells[:2]) == ["Row 1, column 1 holds at most one value; likewise for row 2, column 3."]
    once = ("sudoku/classic.yaml", "V stands once in U.", ("U", "V"))
    row = Term("left", (3,))
    assert folds(*once, (row, 4), (row, 7), (row, 9)) == ["4 stands once in row 3; likewise for 7 and 9."]
    column = Term("top", (5,))
    assert folds(*once, (row, 4), (column, 7)) == ["4 stands once in row 3.", "7 stands once in column 5."]
    numbers = (row, 4), (column, 7), (Term("left", (4,)), 4)
    assert folds(*once, *numbers) == ["4 stands once in row 3; likewise for row 4.", "7 stands once in column 5."]
    assert folds(*once, *numbers, (Term("left", (6,)), 9)) == [
        "4 stands once in row 3; likewise for row 4; column 5 (7); row 6 (9)."
    ]
    often = ("sudoku/classic.yaml", "V stands N {time|times} in U.", ("U", "V", "N"))
    assert folds(*often, (row, 4, 2), (column, 4, 2)) == ["4 stands 2 times in row 3; likewise for column 5."]
    seen = ("skyscrapers/4x4.yaml", "N buildings are seen from U.", ("U", "N"))
    assert folds(*seen, (row, 3), (Term("right", (1,)), 3), (Term("left", (2,)), 3)) == [
        "3 buildings are seen from the left of row 3; likewise for the right of row 1 and the left of row 2."
    ]
    counted = ("sudoku/classic.yaml", "N {line meets|lines meet} in X.", ("N", "X"))
    assert len(folds(*counted, (1, (1, 1)), (2, (1, 1)))) == 2  # '1 line meets, likewise for 2' is no sentence
    around = ("shakashaka/5x5.yaml", "Around P, all is white.", ("P",))
    corners = [(corner(*each),) for each in ((1, 1), (2, 2), (2, 4), (6, 6))]
    assert folds(*around, *corners) == [
        "Around the upper left corner of row 1, column 1, all is white; likewise for the lower right corner of row 5, "
        "column 5; the corner between row 1, column 1 and row 2, column 2; the corner between row 1, column 3 and row 2, "
        "column 4."
    ]


def test_of_cells_that_are_named_in_a_row_all_may_differ():
    apart = ("starbattle/6x6.yaml", "The stars in X and Y do not touch.", ("X", "Y"))
    star = (3, 3)
    assert folds(*apart, ((2, 3), star), (star, (3, 4)), (star, (4, 4))) == [
        "The stars in row 2, column 3 and row 3, column 3 do not touch; "
        "likewise for row 3, column 3 with rows 3 and 4 of column 4."
    ]
    assert folds(*apart, ((1, 1), (1, 2)), ((4, 4), (4, 5))) == [
        "The stars in row 1, column 1 and row 1, column 2 do not touch; "
        "likewise for row 4, column 4 and row 4, column 5."
    ]
    assert folds(*apart, (star, (3, 4)), ((1, 1), (1, 2)), (star, (4, 4)), ((1, 1), (2, 2))) == [
        "The stars in row 3, column 3 and row 3, column 4 do not touch; "
        "likewise for row 3, column 3 with row 4, column 4.",
        "The stars in row 1, column 1 and row 1, column 2 do not touch; "
        "likewise for row 1, column 1 with row 2, column 2.",
    ]
    over = ("heyawake/5x5.yaml", "The line from X to Y comes over two borders.", ("X", "Y"))
    lines = ((1, 1), (1, 3)), ((2, 1), (2, 3)), ((1, 2), (3, 2))
    assert folds(*over, *lines[:2]) == [
        "The line from row 1, column 1 to row 1, column 3 comes over two borders; "
        "likewise for that from row 2, column 1 to row 2, column 3."
    ]
    assert folds(*over, *lines)[0].endswith(
        "; likewise for those from row 2, column 1 to row 2, column 3; from row 1, column 2 to row 3, column 2."
    )
    reaches = ("starbattle/6x6.yaml", "The group of X does not come to Y.", ("X", "Y"))
    assert len(folds(*reaches, ((1, 1), (1, 2)), ((4, 4), (4, 5)))) == 2  # which is which would not be said


def test_what_several_constraints_exclude_something_with_is_said_once():
    puzzle = pysolve.read(str(INSTANCES / "sudoku/classic.yaml"))
    constraint = Constraint(0, "rule", "X is beside 9.", ":- …", ("X",), 1)
    beside = [ConstraintInstance(constraint, (cell,)) for cell in ((2, 1), (2, 3), (5, 5))]
    needed = ConstraintInstance(Constraint(1, "one", "X has a value.", ":- …", ("X",), 1), ((2, 2),))
    known = tuple(Fact(Term("value", (cell, 9))) for cell in ((1, 2), (3, 2), (6, 6)))
    step = Step(
        (), (needed, *beside), (), known,
        excluding={beside[0]: known[:2], beside[1]: known[1:2], beside[2]: known[2:]},
    )  # fmt: skip
    assert step_reasons(puzzle, step) == [
        "Row 2, column 2 has a value.",
        "Row 2, column 1 is beside 9; likewise for row 2, column 3.",
        "Row 5, column 5 is beside 9, and row 6, column 6 holds 9.",
        "Known: rows 1 and 3 of column 2 hold 9.",
    ]


def test_of_two_cells_it_is_said_which_one_is_known():
    """'X and Y do not both hold V' goes by the one that holds V, wherever that stands among the two."""
    puzzle = pysolve.read(str(INSTANCES / "suguru/5x5.yaml"))
    forms = (("from X V", "The V in X rules out V in Y."),)
    rule = Constraint(0, "rule", "X and Y do not both hold V.", ":- …", ("V", "X", "Y"), 1, forms=forms)
    one = ConstraintInstance(Constraint(1, "one", "X has a value.", ":- …", ("X",), 1), ((2, 2),))
    pairs = [ConstraintInstance(rule, (3, *cells)) for cells in (((1, 1), (2, 2)), ((2, 1), (2, 2)), ((2, 2), (3, 2)))]
    holds = tuple(Fact(Term("value", (cell, 3))) for cell in ((2, 2), (5, 5)))
    other = Fact(Term("value", ((3, 2), 1)), False)
    assert step_reasons(puzzle, Step((), (one, *pairs), (), (*holds, other))) == [
        "Row 2, column 2 has a value.",
        "The 3 in row 2, column 2 rules out 3 in row 1, column 1; likewise for row 2, column 1; row 3, column 2.",
        "Known: row 5, column 5 holds 3; row 3, column 2 does not hold 1.",
    ]
    two = ConstraintInstance(rule, (3, (4, 4), (5, 5)))
    assert step_reasons(puzzle, Step((), (one, pairs[0], two), (), holds))[1:] == [
        "The 3 in row 2, column 2 rules out 3 in row 1, column 1.",
        "The 3 in row 5, column 5 rules out 3 in row 4, column 4.",
    ]
    assert (
        step_reasons(puzzle, Step((), (one, pairs[0]), (), (other,)))[1]
        == "Row 1, column 1 and row 2, column 2 do not both hold 3."
    )


def test_the_first_letter_that_is_seen_leaves_room_for_the_others():
    puzzle = pysolve.read(str(INSTANCES / "abcendview/6x6.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    lines = [line for step in steps for line in step_reasons(puzzle, step)]
    said = [line for line in lines if line.endswith(", as all other letters stand behind it.")]
    assert said and all("stands in one of the first 4 cells there" in line for line in said)


def test_rows_of_which_the_same_cells_are_meant_are_said_together():
    akari = words("akari/6x6.yaml")
    facts = [Fact(Term("light", ((row, column),)), False) for row in (2, 3, 5) for column in (1, 4)]
    assert facts_in_words(akari, facts) == "no lights: rows 2, 3 and 5, columns 1 and 4"


def test_lines_between_cells_are_said_by_the_cell_that_has_the_most_of_them():
    loop = words("masyu/5x5.yaml")
    cells = [((3, 3), (3, 4)), ((2, 3), (3, 3)), ((3, 3), (4, 3)), ((3, 2), (3, 3)), ((1, 1), (1, 2))]
    facts = [Fact(Term("line", pair), False) for pair in cells]
    assert facts_in_words(loop, facts) == (
        "no lines join row 3, column 3 to its neighbours; no line joins row 1, column 1 and row 1, column 2"
    )
    together = [Fact(fact.atom) for fact in facts[:2]]
    assert facts_in_words(loop, together) == "lines join row 3, column 3 to the cells above and on the right"


@pytest.mark.rest
def test_what_is_only_there_to_be_connected_with_is_elsewhere_or_goes_without_saying():
    said = [
        line
        for name in ("nurikabe/10x10.yaml", "hitori/8x8.yaml")
        for puzzle in [pysolve.read(INSTANCES / name)]
        for step in pysolve.hint(puzzle, steps=0).details.steps
        for line in step_reasons(puzzle, step)
    ]
    assert any(line.endswith("; elsewhere, row 10, column 5 is not shaded.") for line in said)
    assert all(line.count("elsewhere") <= 1 for line in said)
    assert "Known: row 1, column 8 is not shaded; row 2, column 8 is shaded." in said


def test_what_is_cut_off_is_the_smaller_part():
    """The three white cells at the top of the board would be, not the other nine."""
    says, because = reasons("hitori/5x5.yaml", 25)
    assert (says, because[0]) == (
        "Row 2, column 3 is not shaded.", "Otherwise row 1, column 2 would be cut off from the other white cells.",
    )  # fmt: skip


def connected_step(cell: Cell, follows: Sequence[Fact], walls: Sequence[Cell], white: Sequence[Cell]) -> list[str]:
    """The reason of a step in a Heyawake that this white cell is connected with the others."""
    puzzle = pysolve.read(str(INSTANCES / "heyawake/5x5.yaml"))
    required = AssumptionSolver(puzzle, Settings(), by_rules=True).required
    (connected,) = (
        each
        for each in required
        if (each.constraint.sentence or "").startswith("X is connected") and cell in each.values
    )
    known = [
        *(Fact(Term("shade", (each,))) for each in walls),
        *(Fact(Term("shade", (each,)), False) for each in white),
    ]
    step = Step(facts=tuple(follows), constraints=(connected,), clues=(), known=tuple(known))
    return step_reasons(puzzle, step)


def test_what_is_cut_off_is_called_by_its_cell_nearest_to_what_follows():
    """Of the white cells in a corner the one beside the cell that would close it, whichever the rules speak of."""
    follows = [Fact(Term("shade", ((1, 3),)), False)]
    because = connected_step((1, 1), follows, [(2, 1), (2, 2)], [(1, 1), (1, 2)])
    assert because[0] == "Otherwise row 1, column 2 would be cut off from the other white cells."


def test_what_is_cut_off_is_no_cell_that_follows_where_others_are():
    """Two cells are shaded; as white ones each would belong to the larger part."""
    follows = [Fact(Term("shade", (each,))) for each in ((1, 3), (3, 2))]
    because = connected_step((1, 3), follows, [(1, 2), (2, 2), (3, 1)], [(1, 1), (2, 1)])
    assert because[0].startswith("Otherwise row 1, column 1 would be cut off from the other white cells"), because


def test_what_is_cut_off_is_named_in_types_with_two_colours_too():
    """A cell with a circle of the other colour is a wall, and what was told before the step is seen."""
    hints = pysolve.hint(pysolve.read(str(INSTANCES / "yinyang/8x8.yaml")), steps=0)
    said = [line for step in hints.steps for line in step.because if "cut off" in line]
    assert said and not any("a part" in line for line in said), said


def test_that_there_is_no_other_mark_goes_without_saying():
    first = {reasons("hashi/5x5.yaml", number)[0] for number in (1, 2, 3)}
    assert "Row 1, column 5 and row 3, column 5 are joined by 2 bridges." in first
    assert reasons("dominosa/4x5.yaml", 1)[0] == "Rows 2 and 3 of column 2 are a domino."


def test_rows_side_by_side_are_said_together_with_what_regions_put_there():
    puzzle = board("starbattle/6x6.yaml")
    steps = pysolve.hint(puzzle, steps=7).details.steps
    assert step_reasons(puzzle, steps[0]) == ["There are 2 stars in rows 5 and 6, at most 1 in each region."]
    assert step_reasons(puzzle, steps[5]) == [
        "There are 2 stars in rows 1 and 2.",
        "The region of row 1, column 1 puts 1 star into rows 1 and 2; likewise for that of row 1, column 3.",
    ]


def test_what_a_region_would_put_elsewhere_is_said_where_a_star_follows():
    """It puts the star where it follows, so it need not put one into these columns."""
    puzzle = board("starbattle/10x10.yaml")
    told = [step_reasons(puzzle, each) for each in pysolve.hint(puzzle, steps=0).details.steps if each.facts[0].holds]
    putting = [line for lines in told for line in lines if " into " in line]
    assert putting == ["Otherwise the region of row 1, column 4 would put at least 1 star into columns 6 and 7."]


def test_a_shape_has_an_article_and_a_known_value_is_not_repeated_as_a_clue():
    assert reasons("hakoiri/4x5.yaml", 1)[1][0] == "A triangle stands exactly once in the region of row 1, column 1."
    assert reasons("bosanowa/holes.yaml", 1)[1][-1] == "Known: row 1, column 4 holds 3."
    assert not any("Clue" in each for each in reasons("kakuro/4x5.yaml", 1)[1])


@pytest.mark.rest
def test_a_clue_is_not_repeated_whose_number_a_constraint_says():
    repeated = 0
    for path in ("kakuro/5x5.yaml", "kenken/6x6.yaml"):
        puzzle = board(path)
        for step in pysolve.hint(puzzle, steps=0).details.steps:
            said = step_reasons(puzzle, step)
            totals = [line for line in said if line.startswith(("The total of ", "The product of "))]
            if step.pattern is None and len(step.clues) == 1 and len(totals) == 1 and "likewise" not in totals[0]:
                repeated += 1
                assert not any(line.startswith("Clue") for line in said), said
    assert repeated


def test_what_two_rules_say_alike_is_said_once():
    steps = pysolve.hint(board("shakashaka/5x5.yaml"), steps=0)
    assert all(len({*step.because}) == len(step.because) for step in steps.steps)


@pytest.mark.rest
def test_regions_without_their_noun_are_those_of_their_cells():
    said = [line for step in pysolve.hint(board("kinkonkan/6x6.yaml"), steps=0).steps for line in step.because]
    assert any(re.search("likewise for (those|that) of row ", line) for line in said)
    assert not any("for of" in line for line in said)


def test_an_arrow_is_called_by_its_direction():
    said = [step.says for step in pysolve.hint(board("yajirushi/4x6.yaml"), steps=0).steps]
    assert any("has an arrow to the north" in each for each in said)


def test_a_place_that_loses_its_last_mark_stays_empty():
    says = reasons("shugaku/5x5.yaml", 6)[0]  # not of which beds there is neither a pillow nor a foot
    assert says == "Row 4, column 2 stays empty."


def test_cells_of_one_group_are_said_together():
    pills = words("pills/6x6.yaml")
    facts = [Fact(Term("pill", (5, (1, column))), False) for column in (2, 3, 4)]
    assert facts_in_words(pills, facts) == "row 1, columns 2 to 4 do not belong to the pill 5"
    assert (
        words("shikaku/5x5.yaml").atom(Term("region", ((1, 5), (1, 5))))
        == "row 1, column 5 belongs to its own rectangle"
    )


def test_clues_are_called_by_their_symbols_and_said_together():
    assert reasons("masyu/8x8.yaml", 1)[1][-1] == "The loop goes straight through the white circle in row 2, column 1."
    assert reasons("fillomino/5x5.yaml", 1)[1][-1] == (
        "Clues: 1 in row 1, column 4; 2 in row 2, column 2; 2 in row 2, column 3."
    )


def test_lines_in_a_row_and_ways_that_go_on_are_said_as_one():
    puzzle = board("masyu/8x8.yaml")
    told = [run.step for run in runs(pysolve.hint(puzzle, steps=0).details.steps)]
    dead_end = next(step for step in told if step.one_by_one and len(step.facts) > 4)
    assert step_sentence(puzzle, dead_end) == "No lines join row 8, columns 1 to 6 in a row."
    assert step_reasons(puzzle, dead_end)[0] == (
        "Otherwise the loop could not go on from row 8, column 1; likewise for row 8, columns 2 to 5."
    )


def test_without_a_border_a_group_has_another_number_of_cells():
    """Too many where it would join others, too few where it would lose its only way: the sentence is true of both."""
    walk = pysolve.hint(pysolve.read(str(INSTANCES / "fillomino/5x5.yaml")), steps=0)
    said = [line for step in walk.steps for line in step.because]
    assert any("would not have" in line for line in said)
    assert not any("would have more than" in line for line in said)


def test_values_of_several_rows_are_said_together():
    given = words("fillomino/5x5.yaml")
    facts = [Fact(Term("value", (cell, 5))) for cell in ((1, 1), (1, 2), (2, 1))]
    assert facts_in_words(given, facts) == "row 1, columns 1 and 2; row 2, column 1 hold 5"


def test_a_number_in_a_block_says_which_cells_it_is_for():
    puzzle = pysolve.read(str(INSTANCES / "kakuro/4x5.yaml"))
    said_ = [Words(puzzle).clue(clue) for clue in clues(puzzle)]
    assert "4 for the cells below in row 1, column 3" in said_
    assert "6 for the cells to the right in row 2, column 1" in said_
    assert not any("," in each.partition(" in ")[0] for each in said_)


def test_a_cell_does_not_count_itself_among_those_that_it_sees():
    assert reasons(f"nurimisaki/{samples.smallest('nurimisaki').name}", 1)[1][0].startswith("1 other cell is seen from")


def test_chains_hide_no_premise():
    for name in ("sudoku/classic.yaml", "thermometer/" + samples.smallest("thermometer").name):
        puzzle = pysolve.read(str(INSTANCES / name))
        for step in pysolve.hint(puzzle, steps=12).details.steps:
            if step.chain is not None:
                assert not any("and so on" in line for line in chain_sentences(puzzle, step))


def test_cells_may_have_their_short_names():
    puzzle = pysolve.read(str(INSTANCES / "hitori/5x5.yaml"))
    said = str(pysolve.hint(puzzle, steps=7, r1c1=True))
    assert "4. R3C5 is shaded. (same number)" in said and "No shaded cell lies beside the one in R3C5." in said
    assert "column" not in said


def test_a_sentence_has_forms_for_what_follows_and_for_what_is_known():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "nurikabe/10x10.yaml")), steps=0).steps
    because = [line for step in steps for line in step.because]
    assert any(line.startswith("No island reaches row ") for line in because)
    reached = [step for step in steps if any("would reach row" in line for line in step.because)]
    assert reached
    for step in reached:  # that the cell is known is said so
        cell = (
            next(line for line in step.because if "would reach row" in line).partition("would reach ")[2].split(";")[0]
        )
        assert not any(line.startswith("Known") and cell.rstrip(".") in line for line in step.because), step


def test_where_all_is_known_no_place_stands_out():
    """What follows from a star is said of it; two that touch are both named."""
    puzzle, stars = board("starbattle/6x6.yaml"), [Fact(Term("star", (cell,))) for cell in ((1, 1), (1, 2), (3, 3))]
    sentence = "%! The stars in X and Y do not touch. {from X: None touches that in X.}"
    (said,) = Text(f"{sentence}\n:- a(X, Y).\n").sentences
    rule = Constraint(1, "apart", said.words, "", ("X", "Y"), 1, forms=said.forms)

    def reasons(known: list[Fact], *pairs: tuple[Value, Value]) -> list[str]:
        apart = tuple(ConstraintInstance(rule, pair) for pair in pairs)
        facts = () if known == stars[:2] else tuple(Fact(each.atom, False) for each in stars if each not in known)
        return step_reasons(puzzle, Step(facts, apart, (), tuple(known)))

    assert reasons(stars[:1], ((1, 1), (1, 2))) == ["None touches that in row 1, column 1."]
    assert reasons(stars[1:2], ((1, 1), (1, 2))) == ["None touches that in row 1, column 2."]
    assert reasons(stars[::2], ((1, 1), (1, 2)), ((2, 2), (3, 3)))[0] == (
        "None touches that in row 1, column 1; likewise for row 3, column 3."
    )
    assert reasons(stars[:2], ((1, 1), (1, 2)))[0] == "The stars in row 1, column 1 and row 1, column 2 do not touch."


def test_a_form_belongs_to_no_other_words():
    text = Text("%! name: X is shaded, or Y is.\n%! {to X: Y is not.} {from Y: Y is not shaded.}\n:- a(X, Y).\n")
    (only,) = text.sentences
    assert (only.identity, only.words) == ("name", "X is shaded, or Y is.")
    assert only.forms == (("to X", "Y is not."), ("from Y", "Y is not shaded."))


def test_cells_are_said_by_rows_that_have_the_same_columns():
    given = words("fillomino/5x5.yaml")
    edge = [(1, 3), (1, 4), (1, 5), (2, 5), (3, 5), (4, 5), (5, 1), (5, 2)]
    assert places_in_words(given, edge) == [
        "row 1, columns 3 to 5",
        "rows 2 to 4 of column 5",
        "row 5, columns 1 and 2",
    ]


def test_of_a_clue_in_several_cells_those_are_named_that_matter():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "numberlink/classic.yaml")), steps=5).steps
    clues = next(line for step in steps for line in step.because if line.startswith("Clue"))
    assert " and row " not in clues, clues


def test_that_different_numbers_do_not_meet_goes_without_saying():
    puzzle = pysolve.read(str(INSTANCES / "numberlink/classic.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    assert all(step.constraints for step in steps)
    assert not any(puzzle.type.is_note(fact.atom) for step in steps for fact in step.facts)
    said = [line for step in steps if step.chain is not None for line in chain_sentences(puzzle, step)]
    path = "row 2, column 3 belongs to the path of 4, because two lines meet in row 1, column 3"
    assert any(path in line for line in said), said


def test_three_cells_in_a_row_are_said_at_once():
    three = ("binairo/8x8.yaml", "X, Y and Z do not all hold V.", ("V", "X", "Y", "Z"))
    assert folds(*three, (1, (1, 1), (1, 2), (1, 3))) == ["Row 1, columns 1 to 3 do not all hold 1."]
    assert folds(*three, (1, (1, 1), (1, 2), (2, 3)))[0].startswith(
        "Row 1, column 1, row 1, column 2 and row 2, column 3"
    )


def test_a_place_beside_another_is_said_with_it():
    beside = ("masyu/5x5.yaml", "The loop goes on through X, beside the circle in Y.", ("X", "Y"))
    assert folds(*beside, ((1, 2), (1, 1)), ((3, 4), (3, 5))) == [
        "The loop goes on through row 1, column 2, beside the circle in row 1, column 1; "
        "likewise for row 3, column 4 beside row 3, column 5."
    ]


def test_a_rule_that_alone_decides_says_what_would_break_otherwise():
    puzzle = pysolve.read(str(INSTANCES / "nurikabe/5x5.yaml"))
    said = [line for step in pysolve.hint(puzzle, steps=0).details.steps for line in step_reasons(puzzle, step)]
    assert "Otherwise the island of row 4, column 3 could not get 2 cells." in said
    assert "Otherwise row 4, column 2 would be cut off from the other sea cells." in said


def test_a_chain_names_the_facts_that_it_rests_on():
    puzzle = pysolve.read(str(INSTANCES / "kuromasu/8x8.yaml"))
    hints = pysolve.hint(puzzle, steps=0).details
    assert chain_sentences(puzzle, hints.steps[2], hints.start) == [
        "Suppose that row 8, column 5 is shaded.",
        "Then rows 4 to 6 of column 6 are not shaded, because 6 other cells are seen from row 8, column 6.",
        "But row 3, column 6 is not shaded, and 4 other cells are seen from row 7, column 6: a contradiction.",
        "Clues: 5 in row 7, column 6; 7 in row 8, column 6.",
    ]


def test_walls_beside_a_clue_are_found_and_not_seen():
    said, why = reasons("compass/4x4.yaml", 1)
    assert said == "Row 1, column 4 belongs to the region of row 2, column 4."
    assert why[0] == "1 cell of the region of row 2, column 4 lies to its north."


def test_clues_are_not_listed_where_nothing_comes_to_a_cell_from_any_of_them():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "nurikabe/10x10.yaml")), steps=0).steps
    told = [step for step in steps if step.because[0].startswith("No island reaches") and len(step.constraints) == 1]
    assert any(len(step.clues) > 3 for step in told)
    assert all(len(step.clues) <= 3 or not any(line.startswith("Clue") for line in step.because) for step in told)


def test_blocks_that_cannot_grow_are_seen_by_one_number():
    puzzle = pysolve.read(str(INSTANCES / "kurotto/5x5-tokens.yaml"))
    step = pysolve.hint(puzzle).details.steps[0]
    assert step_reasons(puzzle, step)[0] == "Otherwise the blocks beside row 5, column 5 could not get 4 cells."
    assert len(step.facts) == 2


def told_of(text: str) -> list[tuple[str, list[str]]]:
    """What follows in the steps of a board, each with its reasons."""
    puzzle = pysolve.read_text(text)
    steps = pysolve.hint(puzzle, steps=0).details.steps
    return [(facts_in_words(Words(puzzle), step.facts), step_reasons(puzzle, step)) for step in steps]


def test_buildings_that_are_all_seen_rise():
    margins = "top: |\n  . . . .\nbottom: |\n  . . . .\nleft: |\n  4 . . .\nright: |\n  . 4 . .\n"
    told = told_of(f"puzzle: skyscrapers\n{margins}grid: |\n" + "  . . . .\n" * 4)
    assert [(facts.split(";")[0], reasons) for facts, reasons in told] == [
        ("row 1, column 1 holds 1", ["All 4 buildings are seen from the left of row 1, so they rise."]),
        ("row 2, column 4 holds 1", ["All 4 buildings are seen from the right of row 2, so they rise."]),
    ]


def test_buildings_rise_up_to_the_tallest_where_it_is_the_last_that_may_be_seen():
    margins = "top: |\n  . . . . .\nbottom: |\n  . . . . .\nleft: |\n  4 1 . . .\nright: |\n  . . . . .\n"
    told = told_of(f"puzzle: skyscrapers\n{margins}grid: |\n  . . . 5 4\n" + "  . . . . .\n" * 4)
    reasons = [reason for _, each in told for reason in each]
    assert "Only 1 building is seen from the left of row 2, so none stands before the tallest." in reasons
    rising = "4 buildings are seen from the left of row 1, so they rise up to the 5 in row 1, column 4"
    assert any(reason.startswith(rising) for reason in reasons)


def test_signs_in_a_row_are_told_as_one():
    signs = "signs: |\n  < < .\n" + "  . . . .\n  . . .\n" * 3
    told = told_of("puzzle: futoshiki\ngrid: |\n  . . . 3\n" + "  . . . .\n" * 3 + signs)
    falling = "Row 1, column 3 > row 1, column 2 > row 1, column 1, so row 1, column 3 holds at least 3."
    assert falling in [reason for _, each in told for reason in each]
    assert not any(reason.startswith("Clue") for _, each in told for reason in each)
