"""Every rule refuses something: for each sentence there is a board whose answer breaks this rule and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from clingo import ast
from conftest import ROOT
from samples import TYPES, small

from pysolve import formats
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.constraints import Constraint, Rewriter
from pysolve.analysis.wrong_boards import wrong_boards
from pysolve.model import yaml_text
from pysolve.model.board import cell_of
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Variable
from pysolve.render import answer_reader
from pysolve.solving import rules
from pysolve.solving.settings import Settings


@dataclass(frozen=True)
class WrongBoard:
    """An instance, and the sentences of the rules that its answer breaks."""

    file: Path
    number: int
    text: str
    breaks: tuple[str, ...]

    @property
    def puzzle(self) -> Puzzle:
        return formats.read_text(self.text, file=f"{self.file.name}, board {self.number}")


def boards() -> list[WrongBoard]:
    found = []
    for file in sorted((ROOT / "tests" / "wrong").glob("*.yaml")):
        documents = [text for text in re.split(r"(?m)^---\s*$", file.read_text()) if text.strip()]
        for number, text in enumerate(documents, 1):
            breaks = yaml_text.load_mapping(text, f"{file.name}, board {number}")["breaks"]
            names = (breaks,) if isinstance(breaks, str) else tuple(breaks)
            text = re.sub(r"(?m)^breaks:.*\n(?:[ \t-].*\n)*", "", text)
            found.append(WrongBoard(file, number, text, tuple(" ".join(name.split()) for name in names)))
    return found


BOARDS = boards()


@cache
def program(type_: str) -> rules.Program:
    """The type's rules, with all that they include."""
    return rules.load([TYPES[type_].rules_file])


@cache
def constraints(type_: str) -> list[Constraint]:
    """The type's rules that can refute an answer."""
    return constraints_of(program(type_))


def constraints_of(program: rules.Program) -> list[Constraint]:
    rewriter = Rewriter(program)
    ast.parse_string(program.text, lambda statement: list(rewriter.rewrite(statement)))
    return rewriter.constraints


@cache
def laws() -> set[str | None]:
    """The sentences of the library's laws. tests/lib has cases for them; a type need not use every part of a law."""
    files = sorted((ROOT / "asp" / "lib").glob("*.lp"))
    return {each.sentence for file in files for each in constraints_of(rules.load([file]))}


class Judge:
    """Judges the answer of a puzzle by some of its rules."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._solver = AssumptionSolver(puzzle, Settings(), by_rules=True)
        assert not self._solver.literals_of("invalid"), "the board itself is wrong"
        assert puzzle.answer is not None
        wanted = set(answer_reader.parse(puzzle, puzzle.answer, self._solver.shown))
        missing = [atom for atom in wanted if atom not in self._solver.shown]
        assert not missing, f"the rules never derive {missing}"
        templates = [rule.template for rule in answer_reader.shown_rules(puzzle)]
        self._answer = [
            literal if atom in wanted else -literal
            for atom, literal in self._solver.shown.items()
            if atom in wanted or any(stands_in_text(atom, template) for template in templates)
        ]

    def accepts(self, dropped: tuple[str, ...] = ()) -> bool:
        """Whether the answer is right by the rules without those that have the dropped sentences."""
        kept = [
            literal
            for instance, literal in self._solver.required.items()
            if instance.constraint.sentence not in dropped
        ]
        return self._solver.satisfiable([*self._answer, *kept])


def stands_in_text(atom: Term, template: Term) -> bool:
    """Whether the answer's text says if an atom holds: those at corners do not stand in it."""
    if (atom.name, len(atom.args)) != (template.name, len(template.args)):
        return False
    cells = [value for variable, value in zip(template.args, atom.args) if variable == Variable("X")]
    return all(cell_of(cell) is not None for cell in cells)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.file.stem}-{board.number}")
def test_wrong_board(board: WrongBoard):
    assert board.puzzle.type.name == board.file.stem
    judge = Judge(board.puzzle)
    assert set(board.breaks) <= {each.sentence for each in constraints(board.file.stem)}, "no such sentence"
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
    broken = {sentence for board in BOARDS if board.file.stem == type_ for sentence in board.breaks}
    left = {each.sentence for each in constraints(type_) if each.sentence} - laws() - broken
    assert left - (set(generated(type_)) if left else set()) == set()


@pytest.mark.parametrize("type_", TYPES)
def test_every_rule_that_refutes_has_a_sentence_and_every_sentence_such_a_rule(type_: str):
    assert [each.text for each in constraints(type_) if each.sentence is None] == []
    lines = [line.lstrip().startswith("%!") for line in program(type_).text.split("\n")]
    sentences = sum(line and not after for line, after in pairwise(lines))
    assert len(constraints(type_)) == sentences
