"""Numbers that clingo's 32 bits cannot hold, or that rules would make too large: refused, never taken for others."""

from __future__ import annotations

import re
import sys

import pytest
from conftest import INSTANCES, ROOT

import pysolve
from pysolve import PuzzleError, catalog
from pysolve.model.build import LARGEST_NUMBER, LARGEST_SUM, build, draft_of
from pysolve.model.puzzle import Puzzle, Verdict
from pysolve.model.puzzle_type import LARGEST_OPTION, check_options
from pysolve.solving.settings import Settings

sys.path.insert(0, str(ROOT / "bench"))

import brute

NAMES = list(catalog.names())

#: With these added, a number is the same in 32 bits, or has another sign, or is just too large.
TOO_MUCH = (2**32, 2**31, 2**31 - 1, LARGEST_NUMBER + 1)


def smallest(name: str) -> Puzzle:
    files = [each for each in (INSTANCES / name).iterdir() if each.suffix == ".yaml"]
    return pysolve.read(str(min(files, key=lambda each: each.stat().st_size)))


@pytest.mark.parametrize("part", range(4))
def test_too_large_a_number_is_refused_in_every_part_of_every_type(part: int):
    tried = 0
    for name in NAMES[part::4]:
        puzzle = smallest(name)
        for key, rows in draft_of(puzzle).parts.items():
            with_digits = [
                (number, at)
                for number, row in enumerate(rows.tokens)
                for at, text in enumerate(row)
                if re.search(r"\d", text) and not re.fullmatch(r"r\d+c\d+", text)
            ]
            for (number, at), more in zip(with_digits * len(TOO_MUCH), sorted(TOO_MUCH)):
                draft = draft_of(puzzle)
                row = draft.parts[key].tokens[number]
                row[at] = re.sub(r"\d+", lambda digits, more=more: str(int(digits[0]) + more), row[at], count=1)
                with pytest.raises(PuzzleError):
                    build(puzzle.type, draft)
                tried += 1
    assert tried > 50


def test_too_large_an_option_is_refused():
    tried = 0
    for type_ in catalog.every():
        for name in (each.name for each in type_.options.values() if not each.choices):
            check_options(type_, {name: str(LARGEST_OPTION)})
            for value in (LARGEST_OPTION + 1, 2**31, 2**32 + 2, -(2**31), 10**30):
                with pytest.raises(PuzzleError, match=f"expected a number up to {LARGEST_OPTION}"):
                    check_options(type_, {name: str(value)})
                tried += 1
    assert tried > 20


def test_numbers_that_add_up_to_too_much_are_refused():
    row = " ".join([str(LARGEST_NUMBER)] * 10)
    text = "puzzle: numbercross\ngrid: |\n" + f"  {row}\n" * 10 + f"columns: {row}\nrows: {row}\n"
    assert 120 * LARGEST_NUMBER > LARGEST_SUM
    with pytest.raises(
        PuzzleError, match=f"the numbers of the puzzle add up to 1200000000, expected at most {LARGEST_SUM}"
    ):
        pysolve.read_text(text)
    assert pysolve.read_text(text.replace(f"  {row}\n" * 10, f"  {row}\n" * 7 + "  1 1 1 1 1 1 1 1 1 1\n" * 3))


@pytest.mark.parametrize(
    ("constraint", "token"), [("ratio", "r1c1 r1c2 = 1431655766"), ("ratio", "r1c1 r1c2 = 4294967298")]
)
def test_too_large_a_number_of_an_added_constraint_is_refused(constraint: str, token: str):
    grid = "grid: |\n" + "  . . . .\n" * 4
    with pytest.raises(PuzzleError, match="expected a number up to"):
        pysolve.read_text(f"puzzle: sudoku\n{grid}{constraint}: |\n  {token}\n")


def test_the_largest_numbers_are_reckoned_with_right():
    for first, verdict in ((LARGEST_NUMBER, Verdict.UNIQUE), (LARGEST_NUMBER - 1, Verdict.NONE)):
        text = f"puzzle: numbercross\ngrid: |\n  {first} {LARGEST_NUMBER}\n  3 4\ncolumns: {LARGEST_NUMBER} 4\nrows: {LARGEST_NUMBER} 4\n"
        assert pysolve.check(pysolve.read_text(text)) == verdict


@pytest.mark.parametrize("name", ["kenken", "numbercross", "factors", "tents"])
def test_boards_with_large_numbers_have_the_answers_of_brute_force(name: str):
    tally = brute.run(catalog.find(name), 6, 1, 3, 9, large=True)
    assert not tally.faults, tally.faults[0]


def test_a_number_in_rules_that_clingo_would_take_for_another_is_refused(write):
    puzzle = smallest("sudoku")
    right = write('% 99999999999\n%* 99999999999 *%\na("99999999999").\nb(2147483647).\n', "right.lp")
    assert pysolve.check(puzzle, Settings(rules=(str(right),))) == Verdict.UNIQUE
    wrong = write("a(1).\nb(2147483648).\n", "wrong.lp")
    with pytest.raises(PuzzleError, match=r"wrong\.lp, line 2, column \d+: found a number over 2147483647"):
        pysolve.check(puzzle, Settings(rules=(str(wrong),)))
