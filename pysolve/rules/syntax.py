"""Walks through clingo's own syntax trees: which predicates a statement derives and which it reads.

Whoever has no need of a tree takes the tokens (`rules/text`): to get a tree takes longer than to solve many a board.
"""

from __future__ import annotations

from collections.abc import Iterator

import clingo
from clingo import ast

from .text import depends_on

#: A predicate: its name, behind a '-' if it is negated for good, and how many arguments it has.
Signature = tuple[str, int]


def heads(head: ast.AST) -> Iterator[ast.AST]:
    """The literals that a head derives."""
    if head.ast_type == ast.ASTType.Literal:
        yield head
    elif head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.Disjunction):
        yield from (element.literal for element in head.elements)
    elif head.ast_type == ast.ASTType.HeadAggregate:
        yield from (element.condition.literal for element in head.elements)


def conditions(head: ast.AST) -> Iterator[Signature]:
    """The predicates that the conditions in a head read."""
    if head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.Disjunction):
        for element in head.elements:
            yield from atoms(element.condition)
    elif head.ast_type == ast.ASTType.HeadAggregate:
        for element in head.elements:
            yield from atoms(element.condition.condition)


def atoms(nodes: object) -> Iterator[Signature]:
    """The predicates of all atoms in some nodes, at any depth."""
    for term in atom_terms(nodes):
        yield from signatures(term)


def atom_terms(nodes: object) -> Iterator[ast.AST]:
    """The terms that are atoms in some nodes, at any depth."""
    if isinstance(nodes, ast.AST):
        if nodes.ast_type == ast.ASTType.SymbolicAtom:
            yield nodes.symbol
        else:
            for _, child in nodes.items():
                yield from atom_terms(child)
    elif isinstance(nodes, (list, ast.ASTSequence)):
        for node in nodes:
            yield from atom_terms(node)


def signatures(term: ast.AST, sign: str = "") -> Iterator[Signature]:
    """The predicates of a term that is an atom; several where it is a pool."""
    if term.ast_type == ast.ASTType.Function:
        yield sign + term.name, len(term.arguments)
    elif term.ast_type == ast.ASTType.Pool:
        for each in term.arguments:
            yield from signatures(each, sign)
    elif term.ast_type == ast.ASTType.UnaryOperation:
        yield from signatures(term.argument, "" if sign else "-")
    elif term.ast_type == ast.ASTType.SymbolicTerm and term.symbol.type == clingo.SymbolType.Function:
        yield sign + term.symbol.name, len(term.symbol.arguments)


def signature_of(statement: ast.AST) -> Signature:
    """The predicate that a `#show` or a `#defined` names."""
    return statement.name if statement.positive else f"-{statement.name}", statement.arity


# -- Programs that do not say what they show


def open_predicates(text: str) -> list[Signature]:
    """The predicates of a program that are not the same in all answers as far as its rules tell: what they choose, and
    what depends on it.

    All others are stratified and depend on no choice: they are the same in all answers (Apt, Blair, Walker 1988).
    """
    statements: list[ast.AST] = []
    try:
        ast.parse_string(text, statements.append, logger=lambda code, message: None)
    except RuntimeError:
        return []  # whoever grounds it says why
    reads: dict[Signature, set[Signature]] = {}
    free: set[Signature] = set()
    for each in statements:
        if each.ast_type == ast.ASTType.External:
            free.update(atoms([each.atom]))
        if each.ast_type == ast.ASTType.Rule:
            derived = {signature for literal in heads(each.head) for signature in atoms([literal])}
            for signature in derived:
                reads.setdefault(signature, set()).update(atoms(each.body), conditions(each.head))
            if each.head.ast_type != ast.ASTType.Literal:
                free |= derived
    for each in statements:
        if each.ast_type == ast.ASTType.Rule and not all(map(_is_plain, each.body)):
            free |= depends_on(atoms(each.body), reads).intersection(atoms([each.head]))
    below = {each: depends_on([each], reads) for each in reads.keys() | free}
    return sorted(each for each, its in below.items() if not free.isdisjoint(its))


def _is_plain(literal: ast.AST) -> bool:
    """Whether a literal of a body is an atom or a comparison that is not negated."""
    plain = literal.ast_type == ast.ASTType.Literal and literal.sign == ast.Sign.NoSign
    return bool(plain and literal.atom.ast_type in (ast.ASTType.SymbolicAtom, ast.ASTType.Comparison))
