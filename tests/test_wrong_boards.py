"""Wrong boards break the rules that they say, and no others; rules that refute have sentences, and sentences rules."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT
from samples import TYPES

from pysolve import rules
from pysolve.analysis.constraints import Constraint, constraints_of
from pysolve.analysis.type_tests import Judge, StatedBoard, read_stated

BOARDS = [board for file in sorted((ROOT / "tests" / "wrong").glob("*.yaml")) for board in read_stated(file)]


@cache
def program(type_: str) -> rules.Program:
    """The type's rules, with all that they include, as reasons need them."""
    return rules.load([TYPES[type_].rules_file], plain=True)


@cache
def constraints(type_: str) -> list[Constraint]:
    """The type's rules that can refute an answer."""
    return constraints_of(program(type_))


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


@pytest.mark.parametrize("type_", TYPES)
def test_every_rule_that_refutes_has_a_sentence_and_every_sentence_a_rule(type_: str):
    assert [each.text for each in constraints(type_) if each.sentence is None] == []
    text = program(type_)
    lines = [line.lstrip().startswith("%!") for line in text.text.split("\n")]
    sentences = sum(line and not after for line, after in pairwise(lines))
    definitions = {text.sentence_above(first) for each, first, _ in text.statements() if each.head is not None}
    assert len(constraints(type_)) + len(definitions - {None}) == sentences
