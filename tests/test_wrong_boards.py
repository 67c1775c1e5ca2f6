"""Every rule refuses something: for each sentence there is a board whose answer breaks this rule and no other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import clingo
import pytest
from clingo import ast
from conftest import ROOT

from pysolve import catalog, formats
from pysolve.analysis.constraints import has_bounds, is_constraint
from pysolve.model import yaml_text
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Variable
from pysolve.render import answer_text
from pysolve.solving import facts, rules

SENTENCE = re.compile(r"^\s*%!\s*(.*?)\s*$")


@dataclass(frozen=True)
class Statement:
    """A statement of a type's rules, with the sentence that stands before it, if any."""

    code: ast.AST
    sentence: str | None


@dataclass(frozen=True)
class Board:
    """A wrong board: an instance, and the sentences of the rules that its answer breaks."""

    file: Path
    number: int
    text: str
    breaks: tuple[str, ...]

    @property
    def puzzle(self) -> Puzzle:
        return formats.read_text(self.text, file=f"{self.file.name}, board {self.number}")


def boards() -> list[Board]:
    found = []
    for file in sorted((ROOT / "tests" / "wrong").glob("*.yaml")):
        documents = [text for text in re.split(r"(?m)^---\s*$", file.read_text()) if text.strip()]
        for number, text in enumerate(documents, 1):
            breaks = yaml_text.load_mapping(text, f"{file.name}, board {number}")["breaks"]
            names = (breaks,) if isinstance(breaks, str) else tuple(breaks)
            text = re.sub(r"(?m)^breaks:.*\n(?:[ \t-].*\n)*", "", text)
            found.append(Board(file, number, text, tuple(" ".join(name.split()) for name in names)))
    return found


BOARDS = boards()


@cache
def statements(rules_file: Path) -> list[Statement]:
    """The statements of a type's rules and of all that they include."""
    text = rules.load([rules_file]).text
    lines = text.split("\n")
    found: list[Statement] = []

    def add(code: ast.AST) -> None:
        if code.ast_type == ast.ASTType.Comment:
            return
        at = code.location.begin.line - 2  # the line before the statement, counted from 0
        words: list[str] = []
        while at >= 0 and (match := SENTENCE.match(lines[at])):
            words.insert(0, match[1])
            at -= 1
        found.append(Statement(code, " ".join(words) or None))

    ast.parse_string(text, add)
    written = sum(bool(SENTENCE.match(line)) and not SENTENCE.match(after) for line, after in pairwise(lines))
    assert sum(statement.sentence is not None for statement in found) == written, "a sentence without a rule"
    return found


def sentences(rules_file: Path) -> set[str]:
    return {statement.sentence for statement in statements(rules_file) if statement.sentence}


def without(statement: Statement) -> ast.AST | None:
    """What is left of a rule that is taken away: nothing of a constraint, a choice without its bounds of a choice."""
    code = statement.code
    assert code.ast_type == ast.ASTType.Rule, f"no rule: {code}"
    if code.head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate):
        assert code.head.left_guard is not None or code.head.right_guard is not None, f"refutes nothing: {code}"
        return code.update(head=code.head.update(left_guard=None, right_guard=None))
    assert is_constraint(code), f"refutes nothing: {code}"
    return None


def can_refute(code: ast.AST) -> bool:
    return code.ast_type == ast.ASTType.Rule and (has_bounds(code) or is_constraint(code))


def accepts(puzzle: Puzzle, dropped: tuple[str, ...]) -> bool:
    """Whether the puzzle's answer is accepted by the type's rules without those that have the dropped sentences."""
    control = clingo.Control([f"-c {name}={value}" for name, value in puzzle.options.items()], logger=lambda *_: None)
    with ast.ProgramBuilder(control) as builder:
        for statement in statements(puzzle.type.rules_file):
            code = without(statement) if statement.sentence in dropped else statement.code
            if code is not None:
                builder.add(code)
        ast.parse_string(facts.text(puzzle), builder.add)
    control.ground([("base", [])])
    assert not list(control.symbolic_atoms.by_signature("invalid", 3)), "the board itself is wrong"
    return bool(control.solve(assumptions=imposed(puzzle, control)).satisfiable)


def imposed(puzzle: Puzzle, control: clingo.Control) -> list[tuple[clingo.Symbol, bool]]:
    """The puzzle's answer as assumptions: its atoms are true, all others that its text would show are false."""
    assert puzzle.answer is not None
    wanted = {clingo.parse_term(str(atom)) for atom in answer_text.parse(puzzle, puzzle.answer)}
    assumptions = [(symbol, True) for symbol in wanted]
    for template, _ in answer_text.templates(puzzle):
        for atom in control.symbolic_atoms.by_signature(template.name, len(template.args)):
            if atom.symbol not in wanted and shows(template, atom.symbol):
                assumptions.append((atom.symbol, False))
    return assumptions


def shows(template: Term, symbol: clingo.Symbol) -> bool:
    """Whether an atom's place X is a cell: others (the corners of a loop) do not stand in the answer's text."""
    place = symbol.arguments[template.args.index(Variable("X"))]
    return place.type == clingo.SymbolType.Function and not place.name


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.file.stem}-{board.number}")
def test_wrong_board(board: Board):
    puzzle = board.puzzle
    assert puzzle.type.name == board.file.stem
    assert set(board.breaks) <= sentences(puzzle.type.rules_file), "no such sentence"
    assert not accepts(puzzle, ()), "the answer is accepted"
    assert accepts(puzzle, board.breaks), "the answer breaks another rule, too"
    for sentence in board.breaks if len(board.breaks) > 1 else ():
        others = tuple(other for other in board.breaks if other != sentence)
        assert not accepts(puzzle, others), f"this rule need not be named: {sentence}"


@pytest.mark.parametrize("type_", sorted(catalog.names()))
def test_every_sentence_is_broken(type_: str):
    broken = {sentence for board in BOARDS if board.file.stem == type_ for sentence in board.breaks}
    assert sorted(sentences(catalog.find(type_).rules_file) - broken) == []


@pytest.mark.parametrize("type_", sorted(catalog.names()))
def test_every_rule_that_refutes_has_a_sentence(type_: str):
    silent = [
        str(each.code)
        for each in statements(catalog.find(type_).rules_file)
        if can_refute(each.code) and not each.sentence
    ]
    assert silent == []
