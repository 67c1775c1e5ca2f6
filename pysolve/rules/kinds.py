"""What a term of a rule can be, as far as its kind goes: a number, a text, a name, or a function of such terms.

A kind is a mapping from forms to the kinds of their arguments, or None for anything at all. It holds every value that
the term can have, and perhaps more; so where two kinds have nothing in common, two terms are never equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Union

import clingo
from clingo import ast

from ..model.errors import alternatives
from ..model.terms import Term, Value, Variable


class Form(NamedTuple):
    """One form of a term. name: of a text itself, or of a constant or a function; None of any text."""

    sort: str
    name: str | None = None
    arity: int = 0


NUMBER, TEXT = Form("number"), Form("text")

Kind = Union[Mapping[Form, tuple["Kind", ...]], None]

ANYTHING: Kind = None
NOTHING: Kind = MappingProxyType({})
NUMBERS: Kind = {NUMBER: ()}
TEXTS: Kind = {TEXT: ()}

#: The kinds of the variables of a rule; one that is missing may be anything.
Kinds = dict[str, Kind]

#: More forms than these, and functions deeper than this, may be anything: so every search for kinds ends.
_MOST_FORMS, _DEEPEST = 200, 4


def text(value: str) -> Kind:
    """The kind of one text."""
    return {Form("text", value): ()}


def names(*values: str) -> Kind:
    """The kind of some constants."""
    return {Form("name", each): () for each in values}


def function(name_: str, arguments: Sequence[Kind]) -> Kind:
    """The kind of a function of terms; of a tuple, whose name is empty."""
    return NOTHING if NOTHING in arguments else {Form("function", name_, len(arguments)): tuple(arguments)}


def of_value(value: Value, variables: Mapping[str, Kind]) -> Kind:
    """The kind of a value or a template. variables: what may stand in place of its variables."""
    if isinstance(value, int):
        return NUMBERS
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Variable):
        return variables.get(value.name, ANYTHING)
    if isinstance(value, Term):
        if not value.args:
            return names(value.name)
        return function(value.name, [of_value(each, variables) for each in value.args])
    return function("", [of_value(each, variables) for each in value])


def meet(one: Kind, other: Kind) -> Kind:
    """What is of both kinds."""
    if one is other or one is None or other is None:
        return other if one is None else one
    both: dict[Form, tuple[Kind, ...]] = {}
    for form, arguments in one.items():
        if form in other:
            common = tuple(meet(*pair) for pair in zip(arguments, other[form]))
            if NOTHING not in common:
                both[form] = common
        elif form.sort == "text" and TEXT in other:
            both[form] = ()
        elif form == TEXT:
            both.update((each, ()) for each in other if each.sort == "text")
    return both


def join(one: Kind, other: Kind) -> Kind:
    """What is of one of two kinds."""
    if one is other or one is None or other is None:
        return ANYTHING if other is None else one
    joined = dict(one)
    for form, arguments in other.items():
        joined[form] = tuple(join(*pair) for pair in zip(joined[form], arguments)) if form in joined else arguments
    return joined if len(joined) <= _MOST_FORMS else ANYTHING


def trimmed(kind: Kind, depth: int = 0) -> Kind:
    """The kind without what is nested too deeply."""
    if kind is None or depth > _DEEPEST:
        return ANYTHING
    return {form: tuple(trimmed(each, depth + 1) for each in arguments) for form, arguments in kind.items()}


def sorts(kind: Kind) -> frozenset[str]:
    """The sorts of a kind's forms; empty for anything."""
    return frozenset(form.sort for form in kind or ())


def in_words(kind: Kind) -> str:
    """A kind as messages have it: 'a number, "?" or left(…)'."""
    if kind is None:
        return "anything"
    said = list(dict.fromkeys(map(_said, kind))) or ["anything that can be"]
    return alternatives(said if len(said) <= 8 else [*said[:7], "…"])


def _said(form: Form) -> str:
    if form == NUMBER:
        return "a number"
    if form.sort == "text":
        return "a text" if form.name is None else f'"{form.name}"'
    if form.sort == "function" and not form.name:
        return f"({','.join('_' * form.arity)})"
    return f"{form.name}({','.join('_' * form.arity)})" if form.sort == "function" else str(form.name)


# -- Terms of rules


class Pattern(NamedTuple):
    """A term of a rule, by what it says of kinds. Syntax trees say the same, but are slow to ask.

    sort: a 'variable', a 'function' of its parts, one 'of' them, 'calculated' with them, or 'fixed' to a kind.
    """

    sort: str
    name: str = ""
    kind: Kind = ANYTHING
    parts: tuple[Pattern, ...] = ()


A_NUMBER = Pattern("fixed", kind=NUMBERS)


def pattern(term: ast.AST, constants: Mapping[str, Kind]) -> Pattern:
    """The pattern of a term. constants: what each `#const` may be."""
    sort = term.ast_type
    if sort == ast.ASTType.Variable:
        return Pattern("variable", term.name)
    if sort == ast.ASTType.SymbolicTerm:
        return Pattern("fixed", kind=_symbol(term.symbol, constants))
    if sort == ast.ASTType.Function and not term.external:
        if term.name and not term.arguments:
            return Pattern("fixed", kind=constants.get(term.name, names(term.name)))
        return Pattern("function", term.name, parts=tuple(pattern(each, constants) for each in term.arguments))
    if sort == ast.ASTType.Pool:
        return Pattern("of", parts=tuple(pattern(each, constants) for each in term.arguments))
    if sort in (ast.ASTType.Interval, ast.ASTType.BinaryOperation):
        return Pattern("calculated", parts=(pattern(term.left, constants), pattern(term.right, constants)))
    if sort == ast.ASTType.UnaryOperation:
        return Pattern("calculated", parts=(pattern(term.argument, constants),))
    return Pattern("fixed")


def _symbol(symbol: clingo.Symbol, constants: Mapping[str, Kind]) -> Kind:
    if symbol.type == clingo.SymbolType.Number:
        return NUMBERS
    if symbol.type == clingo.SymbolType.String:
        return text(symbol.string)
    if symbol.type != clingo.SymbolType.Function:
        return {Form("limit", str(symbol)): ()}
    if not symbol.arguments and symbol.name:
        return constants.get(symbol.name, names(symbol.name))
    return function(symbol.name, [_symbol(each, constants) for each in symbol.arguments])


def kind_of(term: Pattern, known: Kinds) -> Kind:
    """What a term can be. Variables in calculations are numbers from there on."""
    sort = term.sort
    if sort == "variable":
        return known.get(term.name, ANYTHING)
    if sort == "fixed":
        return term.kind
    if sort == "function":
        return function(term.name, [kind_of(each, known) for each in term.parts])
    if sort == "of":
        joined: Kind = NOTHING
        for each in term.parts:
            joined = join(joined, kind_of(each, known))
        return joined
    numbers = [narrow(each, NUMBERS, known) for each in term.parts]
    return NUMBERS if all(numbers) else NOTHING


def narrow(term: Pattern, kind: Kind, known: Kinds) -> bool:
    """Whether a term can be of a kind; what its variables then are is known from there on."""
    if term.sort == "variable":
        if term.name == "_" or kind is None:
            return kind != NOTHING
        known[term.name] = both = meet(known.get(term.name, ANYTHING), kind)
        return both != NOTHING
    if term.sort == "function" and kind is not None:
        arguments = kind.get(Form("function", term.name, len(term.parts)))
        fit = [narrow(each, its, known) for each, its in zip(term.parts, arguments or ())]
        return arguments is not None and all(fit)
    return meet(kind_of(term, known), kind) != NOTHING
