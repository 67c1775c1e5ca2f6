"""The rules of a program as what they need, read and derive: syntax trees without what says nothing of that.

A body, and each condition and each element of an aggregate within it, is a scope of its own, with the variables of the
one around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from clingo import ast

from . import kinds, syntax
from .kinds import Kind, Pattern
from .syntax import Signature

EQUAL, UNEQUAL = ast.ComparisonOperator.Equal, ast.ComparisonOperator.NotEqual


class Atom(NamedTuple):
    """An atom of a rule: its predicate, its arguments, and where it stands in the program."""

    signature: Signature
    arguments: tuple[Pattern, ...]
    line: int
    column: int


class Compared(NamedTuple):
    """Two terms that are compared, and where."""

    left: Pattern
    operator: ast.ComparisonOperator
    right: Pattern
    line: int
    column: int


@dataclass
class Scope:
    """A body, or a condition within one.

    needed: atoms all of which have to hold. read: others, such as negated ones. inner: the scopes within. heads: what
    is derived if it holds.
    """

    needed: list[Atom] = field(default_factory=list)
    read: list[Atom] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    inner: list[Scope] = field(default_factory=list)
    heads: list[Atom] = field(default_factory=list)

    def all_needed(self) -> Iterator[Atom]:
        """What it depends on what it derives."""
        yield from self.needed
        for each in self.inner:
            yield from each.all_needed()

    def all_read(self) -> Iterator[Atom]:
        """What stands in it, but for what it derives."""
        yield from (*self.needed, *self.read)
        for each in self.inner:
            yield from each.all_read()

    def all_heads(self) -> Iterator[Atom]:
        """What it may derive."""
        yield from self.heads
        for each in self.inner:
            yield from each.all_heads()


class Clause(NamedTuple):
    """A rule, or another statement with a body. decides: it can refute an answer, or says what is shown or better."""

    line: int
    body: Scope
    decides: bool


class Clauses:
    """The clauses of some statements.

    shown, declared: the predicates that `#show` and `#defined` name. constants: those that `#const` declares, with
    their lines. understood: nothing stands there that could derive or read what is not seen here.
    """

    def __init__(self, statements: Iterable[ast.AST], constants: Mapping[str, Kind]) -> None:
        """constants: what each `#const` can be."""
        self._constants = constants
        self.all: list[Clause] = []
        self.shown: set[Signature] = set()
        self.declared: set[Signature] = set()
        self.constants: dict[str, int] = {}
        self.understood = True
        for each in statements:
            self._read(each)

    def _read(self, statement: ast.AST) -> None:
        kind, line = statement.ast_type, statement.location.begin.line
        if kind == ast.ASTType.Rule:
            self._rule(statement)
        elif kind == ast.ASTType.ShowSignature:
            self.shown.add(syntax.signature_of(statement))
        elif kind == ast.ASTType.Defined:
            self.declared.add(syntax.signature_of(statement))
        elif kind == ast.ASTType.Definition:
            self.constants[statement.name] = line
        elif kind in (ast.ASTType.Script, ast.ASTType.TheoryDefinition):
            self.understood = False
        elif kind == ast.ASTType.External:
            scope = self._scope(statement.body)
            scope.heads += self._atoms(statement.atom)
            self.all.append(Clause(line, scope, decides=True))
        elif (
            body := getattr(statement, "body", None)
        ) is not None:  # what is minimized, shown as a term, or said of the search
            scope = self._scope(body)
            scope.read += self._atoms(statement.atom) if kind == ast.ASTType.Heuristic else []
            self.all.append(Clause(line, scope, decides=True))

    def _rule(self, statement: ast.AST) -> None:
        head, scope, decides = statement.head, self._scope(statement.body), False
        if head.ast_type == ast.ASTType.Literal:
            decides = head.atom.ast_type != ast.ASTType.SymbolicAtom or head.sign != ast.Sign.NoSign
            (scope.read if decides else scope.heads).extend(self._atoms(head))
        elif head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.Disjunction, ast.ASTType.HeadAggregate):
            bounds = () if head.ast_type == ast.ASTType.Disjunction else (head.left_guard, head.right_guard)
            decides = any(each is not None for each in bounds)
            for each in head.elements:
                element = each.condition if head.ast_type == ast.ASTType.HeadAggregate else each
                inner = self._scope(element.condition)
                inner.heads += self._atoms(element.literal)
                scope.inner.append(inner)
        else:
            self.understood = False
        self.all.append(Clause(statement.location.begin.line, scope, decides))

    def _scope(self, literals: Iterable[ast.AST]) -> Scope:
        scope = Scope()
        for literal in literals:
            if literal.ast_type == ast.ASTType.ConditionalLiteral:
                scope.inner.append(self._conditional(literal))
            else:
                self._add(literal, scope)
        return scope

    def _add(self, literal: ast.AST, scope: Scope) -> None:
        atom, kind = literal.atom, literal.atom.ast_type
        if kind == ast.ASTType.SymbolicAtom:
            atoms = self._atoms(literal)
            certain = literal.sign == ast.Sign.NoSign and len(atoms) == 1
            (scope.needed if certain else scope.read).extend(atoms)
        elif kind == ast.ASTType.Comparison:
            if literal.sign == ast.Sign.NoSign:
                scope.compared += self._compared(literal)
        elif kind == ast.ASTType.Aggregate:
            scope.inner += map(self._conditional, atom.elements)
        elif kind == ast.ASTType.BodyAggregate:
            scope.inner += (self._scope(each.condition) for each in atom.elements)
            scope.compared += self._counted(atom)
        elif kind == ast.ASTType.TheoryAtom:
            self.understood = False

    def _conditional(self, literal: ast.AST) -> Scope:
        scope, held = self._scope(literal.condition), self._scope([literal.literal])
        scope.read += held.all_read()
        return scope

    def _compared(self, literal: ast.AST) -> Iterator[Compared]:
        left, begin = self._pattern(literal.atom.term), literal.location.begin
        for guard in literal.atom.guards:
            right = self._pattern(guard.term)
            yield Compared(left, ast.ComparisonOperator(guard.comparison), right, begin.line, begin.column)
            left = right

    def _counted(self, aggregate: ast.AST) -> Iterator[Compared]:
        """What a count or a sum is compared with."""
        if aggregate.function in (ast.AggregateFunction.Min, ast.AggregateFunction.Max):
            return
        for guard in (aggregate.left_guard, aggregate.right_guard):
            if guard is not None:
                begin, operator = guard.term.location.begin, ast.ComparisonOperator(guard.comparison)
                yield Compared(self._pattern(guard.term), operator, kinds.A_NUMBER, begin.line, begin.column)

    def _pattern(self, term: ast.AST) -> Pattern:
        return kinds.pattern(term, self._constants)

    def _atoms(self, literal: ast.AST) -> list[Atom]:
        """The atoms of a literal; several where it is a pool."""
        atom = literal.atom if literal.ast_type == ast.ASTType.Literal else literal
        return [*self._alternatives(atom.symbol, "")] if atom.ast_type == ast.ASTType.SymbolicAtom else []

    def _alternatives(self, term: ast.AST, sign: str) -> Iterator[Atom]:
        if term.ast_type == ast.ASTType.Pool:
            for each in term.arguments:
                yield from self._alternatives(each, sign)
        elif term.ast_type == ast.ASTType.UnaryOperation:  # a predicate that is negated for good
            yield from self._alternatives(term.argument, "" if sign else "-")
        else:
            begin = term.location.begin
            arguments = tuple(map(self._pattern, getattr(term, "arguments", ())))
            for signature in syntax.signatures(term, sign):
                yield Atom(signature, arguments, begin.line, begin.column)
