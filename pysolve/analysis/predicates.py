"""Which predicates a program derives, reads, shows and declares: seen from its syntax tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import clingo
from clingo import ast

from ..rules import Program, syntax
from ..rules.syntax import Signature
from ..solving.grounding import parse


@dataclass
class Predicates:
    """The predicates of a program, by what it does with them, with the first line on which it does so.

    given: of what stands in the heads give(…) of clues that answers imply; None as a key where that is a variable.
    sentences: what stands in the heads invalid(X, Sentence, Arguments) and impossible(…): line, sentence, and how many
    arguments there are; None where that is not known.
    """

    derived: dict[Signature, int] = field(default_factory=dict)
    read: dict[Signature, int] = field(default_factory=dict)
    shown: dict[Signature, int] = field(default_factory=dict)
    declared: dict[Signature, int] = field(default_factory=dict)
    given: dict[Signature | None, int] = field(default_factory=dict)
    sentences: list[tuple[int, str, int | None]] = field(default_factory=list)


def predicates_of(program: Program) -> Predicates:
    """The predicates of a program; PuzzleError if it cannot be parsed."""
    predicates = Predicates()
    for statement in parse(program):
        _collect(statement, predicates)
    return predicates


def _collect(statement: ast.AST, predicates: Predicates) -> None:
    line = statement.location.begin.line
    kind = statement.ast_type
    if kind == ast.ASTType.Defined:
        predicates.declared.setdefault(syntax.signature_of(statement), line)
    elif kind == ast.ASTType.ShowSignature:
        predicates.shown.setdefault(syntax.signature_of(statement), line)
    elif kind == ast.ASTType.ShowTerm:
        _note(predicates.shown, syntax.signatures(statement.term), line)
        _note(predicates.read, syntax.atoms(statement.body), line)
    elif kind == ast.ASTType.Rule:
        for literal in syntax.heads(statement.head):
            _derive(literal, predicates, line)
        _note(predicates.read, syntax.conditions(statement.head), line)
        _note(predicates.read, syntax.atoms(statement.body), line)
    elif kind == ast.ASTType.External:
        _derive(statement.atom, predicates, line)
        _note(predicates.read, syntax.atoms(statement.body), line)
    else:
        _note(predicates.read, syntax.atoms([statement]), line)


def _note(places: dict[Signature, int], signatures: Iterator[Signature], line: int) -> None:
    for signature in signatures:
        places.setdefault(signature, line)


def _derive(atom: ast.AST, predicates: Predicates, line: int) -> None:
    for signature in syntax.atoms([atom]):
        predicates.derived.setdefault(signature, line)
        if signature == ("give", 1):
            clue = _function(atom).arguments[0]
            signatures: list[Signature | None] = [*syntax.signatures(clue)]
            for each in signatures or [None]:
                predicates.given.setdefault(each, line)
        elif signature in (("invalid", 3), ("impossible", 3)):
            _, sentence, values = _function(atom).arguments
            if sentence.ast_type == ast.ASTType.SymbolicTerm and sentence.symbol.type == clingo.SymbolType.String:
                predicates.sentences.append((line, sentence.symbol.string, _size(values)))


def _size(values: ast.AST) -> int | None:
    """How many values the arguments of a sentence hold; a single value needs no tuple."""
    if values.ast_type == ast.ASTType.Function:
        return len(values.arguments) if not values.name else 1
    return None if values.ast_type == ast.ASTType.Pool else 1


def _function(atom: ast.AST) -> ast.AST:
    """The term of an atom that is known to have arguments."""
    while atom.ast_type != ast.ASTType.Function:
        atom = atom.atom if atom.ast_type == ast.ASTType.Literal else atom.symbol
    return atom
