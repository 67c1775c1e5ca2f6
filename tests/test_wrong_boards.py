"""Every rule refuses something: for each sentence there is a board whose answer breaks this rule and no other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT
from samples import TYPES, small

from pysolve import rules
from pysolve.analysis.constraints import Constraint, constraints_of
from pysolve.analysis.wrong_boards import Judge, StatedBoard, read_stated, wrong_boards
from pysolve.solving.settings import Settings

BOARDS = [board for file in sorted((ROOT / "tests" / "wrong").glob("*.yaml")) for board in read_stated(file)]


@cache
def program(type_: str) -> rules.Program:
    """The type's rules, with all that they include, as reasons need them."""
    return rules.load([TYPES[type_].rules_file], plain=True)


@cache
def constraints(type_: str) -> list[Constraint]:
    """The type's rules that can refute an answer."""
    return constraints_of(program(type_))


@cache
def laws() -> set[str | None]:
    """The sentences of the library's laws. tests/lib has cases for them; a type need not use every part of a law."""
    files = sorted((ROOT / "asp" / "lib").glob("*.lp"))
    return {each.sentence for file in files for each in constraints_of(rules.load([file]))}


def type_of(board: StatedBoard) -> str:
    return Path(board.file).stem


@pytest.mark.every_type
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{type_of(board)}-{board.line}")
def test_wrong_board(board: StatedBoard):
    puzzle = board.puzzle()
    assert puzzle.type.name == type_of(board)
    judge = Judge(puzzle)
    assert set(board.breaks) <= judge.names, "no such sentence"
    assert not judge.accepts(), "the answer is accepted"
    assert judge.accepts(board.breaks), "the answer breaks another rule, too"
    for sentence in board.breaks if len(board.breaks) > 1 else ():
        others = tuple(other for other in board.breaks if other != sentence)
        assert not judge.accepts(others), f"this rule need not be named: {sentence}"


def generated(type_: str) -> Iterator[str]:
    """The sentences for which a wrong board is found on the type's smallest instance."""
    for wrong in wrong_boards(small(type_), Settings()):
        if wrong.answer is not None:
            yield wrong.constraint.sentence or ""


@pytest.mark.parametrize("type_", TYPES)
def test_every_sentence_is_broken(type_: str):
    broken = {sentence for board in BOARDS if type_of(board) == type_ for sentence in board.breaks}
    left = {each.sentence for each in constraints(type_) if each.sentence} - laws() - broken
    assert left - (set(generated(type_)) if left else set()) == set()


@pytest.mark.parametrize("type_", TYPES)
def test_every_rule_that_refutes_has_a_sentence_and_every_sentence_such_a_rule(type_: str):
    assert [each.text for each in constraints(type_) if each.sentence is None] == []
    lines = [line.lstrip().startswith("%!") for line in program(type_).text.split("\n")]
    sentences = sum(line and not after for line, after in pairwise(lines))
    assert len(constraints(type_)) == sentences
