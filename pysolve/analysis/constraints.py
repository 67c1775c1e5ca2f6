"""Rules as things that can be named and taken away: what each of them demands, and of what.

A rule that can refute an answer (a constraint, or a choice with bounds) is rewritten: it derives that it is broken,
    :- clue(X, V), not value(X, V).     becomes     desk_broken(7, (V, X)) :- clue(X, V), not value(X, V).
and a choice keeps its atoms but loses its bounds, which become such a rule. All instances of a rule that say the same
sentence share one such atom; whoever grounds the program decides which of them may not be broken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from clingo import ast

from ..model.terms import Value
from ..solving.rules import Program

BROKEN = "desk_broken"

_SENTENCE = re.compile(r"^\s*%!\s*(.*?)\s*$")
_VARIABLE = re.compile(r"\b[A-Z]\w*\b")


@dataclass(frozen=True)
class Constraint:
    """A rule that can refute an answer. sentence: what it demands, with its variables; text: the rule as it stands."""

    number: int
    sentence: str | None
    text: str
    variables: tuple[str, ...]

    def words(self, values: tuple[Value, ...], name: Callable[[Value, str], str]) -> str:
        """The sentence with its variables filled in; the rule itself, if it has none."""
        filled = dict(zip(self.variables, values))
        if self.sentence is not None:
            return _VARIABLE.sub(
                lambda match: name(filled[match[0]], match[0]) if match[0] in filled else match[0], self.sentence
            )
        said = ", ".join(f"{variable} = {name(value, variable)}" for variable, value in filled.items())
        return f"{self.text} (with {said})" if said else self.text


class Rewriter:
    """Rewrites the statements of a program; `demands` are the rules that it found."""

    def __init__(self, program: Program) -> None:
        self._lines = program.text.split("\n")
        self.constraints: list[Constraint] = []

    def statements(self, text: str) -> Iterator[ast.AST]:
        """The rewritten statements of the program. RuntimeError if it cannot be parsed."""
        found: list[ast.AST] = []
        ast.parse_string(text, found.append)
        for statement in found:
            yield from self._statement(statement)

    def _statement(self, statement: ast.AST) -> Iterator[ast.AST]:
        kind = statement.ast_type
        if kind in (ast.ASTType.Minimize, ast.ASTType.Comment):
            return  # what is best does not matter here
        if kind == ast.ASTType.Rule and is_constraint(statement):
            yield self._broken(statement, list(statement.body))
        elif kind == ast.ASTType.Rule and has_bounds(statement):
            head = statement.head
            yield statement.update(head=head.update(left_guard=None, right_guard=None))
            counted = ast.Literal(statement.location, ast.Sign.Negation, _counted(head))
            yield self._broken(statement, [*statement.body, counted])
        else:
            yield statement

    def _broken(self, statement: ast.AST, body: list[ast.AST]) -> ast.AST:
        sentence = self._sentence(statement)
        known = set(_global_variables(statement))
        names = set(_VARIABLE.findall(sentence)) & known if sentence is not None else known
        demand = Constraint(len(self.constraints), sentence, str(statement), tuple(sorted(names)))
        self.constraints.append(demand)
        at = statement.location
        arguments = [ast.Variable(at, name) for name in demand.variables]
        values = ast.Function(at, "", arguments, 0)
        number = ast.SymbolicTerm(at, _number(demand.number))
        atom = ast.SymbolicAtom(ast.Function(at, BROKEN, [number, values], 0))
        return ast.Rule(at, ast.Literal(at, ast.Sign.NoSign, atom), body)

    def _sentence(self, statement: ast.AST) -> str | None:
        at = statement.location.begin.line - 2  # the line before the statement, counted from 0
        words: list[str] = []
        while at >= 0 and (match := _SENTENCE.match(self._lines[at])):
            words.insert(0, match[1])
            at -= 1
        return " ".join(words) or None


def _number(value: int) -> Any:
    import clingo

    return clingo.Number(value)


def is_constraint(rule: ast.AST) -> bool:
    """Whether the rule's head is #false."""
    head = rule.head
    literal = head.ast_type == ast.ASTType.Literal
    return bool(literal and head.atom.ast_type == ast.ASTType.BooleanConstant and not head.atom.value)


def has_bounds(rule: ast.AST) -> bool:
    """Whether the rule is a choice that says how many of its atoms hold."""
    head = rule.head
    choice = head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate)
    return bool(choice and (head.left_guard is not None or head.right_guard is not None))


def _counted(head: ast.AST) -> ast.AST:
    """The head of a choice as an aggregate of a body."""
    if head.ast_type == ast.ASTType.Aggregate:
        return ast.Aggregate(head.location, head.left_guard, head.elements, head.right_guard)
    elements = [
        ast.BodyAggregateElement(element.terms, [element.condition.literal, *element.condition.condition])
        for element in head.elements
    ]
    return ast.BodyAggregate(head.location, head.left_guard, head.function, elements, head.right_guard)


class _Globals(ast.Transformer):
    """Collects the variables of a rule that stand outside of conditions and aggregates' elements."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def visit_Variable(self, node: ast.AST) -> ast.AST:
        if node.name != "_":
            self.names[node.name] = None
        return node

    def visit_ConditionalLiteral(self, node: ast.AST) -> ast.AST:
        return node

    def visit_BodyAggregateElement(self, node: ast.AST) -> ast.AST:
        return node

    def visit_HeadAggregateElement(self, node: ast.AST) -> ast.AST:
        return node


def _global_variables(rule: ast.AST) -> list[str]:
    found = _Globals()
    if has_bounds(rule):
        for guard in (rule.head.left_guard, rule.head.right_guard):
            if guard is not None:
                found.visit(guard)
    for literal in rule.body:
        found.visit(literal)
    return list(found.names)
