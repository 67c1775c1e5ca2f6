"""Walks through clingo's own syntax trees: which predicates a statement derives and which it reads.

Whoever has no need of a tree takes the tokens (`rules/text`): to get a tree takes longer than to solve many a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Union

import clingo
from clingo import ast

from ..model.errors import alternatives
from ..model.terms import Term, Value, Variable
from .library import MOST_MESSAGES
from .text import depends_on

# -- What a term of a rule can be, as far as its kind goes: a number, a text, a name, or a function of such terms
# A kind is a mapping from forms to the kinds of their arguments, or None for anything at all. It holds every value that
# the term can have, and perhaps more; so where two kinds have nothing in common, two terms are never equal.


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


#: A predicate: its name, behind a '-' if it is negated for good, and how many arguments it has.
Signature = tuple[str, int]


def statements(
    text: str, logger: Callable[[clingo.MessageCode, str], None] = lambda code, message: None
) -> list[ast.AST]:
    """The statements of a text; RuntimeError if it cannot be parsed. logger: is told why."""
    found: list[ast.AST] = []
    ast.parse_string(text, found.append, logger=logger, message_limit=MOST_MESSAGES)
    return found


def add(control: clingo.Control, statements: Iterable[ast.AST]) -> None:
    """Adds statements to a program that is grounded later."""
    with ast.ProgramBuilder(control) as builder:
        for each in statements:
            builder.add(each)


def is_rule(statement: ast.AST) -> bool:
    return bool(statement.ast_type == ast.ASTType.Rule)


def call_of(name: str, statements: Iterable[ast.AST]) -> int | None:
    """The line of the first call of a function from outside ('@name(…)'); None if there is none."""
    lines: list[int] = []

    class Calls(ast.Transformer):
        def visit_Function(self, call: ast.AST) -> ast.AST:
            if call.external and call.name == name:
                lines.append(call.location.begin.line)
            self.visit_children(call)
            return call

    for statement in statements:
        Calls().visit(statement)
    return min(lines, default=None)


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
    try:
        parsed = statements(text)
    except RuntimeError:
        return []  # whoever grounds it says why
    reads: dict[Signature, set[Signature]] = {}
    free: set[Signature] = set()
    for each in parsed:
        if each.ast_type == ast.ASTType.External:
            free.update(atoms([each.atom]))
        if each.ast_type == ast.ASTType.Rule:
            derived = {signature for literal in heads(each.head) for signature in atoms([literal])}
            for signature in derived:
                reads.setdefault(signature, set()).update(atoms(each.body), conditions(each.head))
            if each.head.ast_type != ast.ASTType.Literal:
                free |= derived
    for each in parsed:
        if each.ast_type == ast.ASTType.Rule and not all(map(_is_plain, each.body)):
            free |= depends_on(atoms(each.body), reads).intersection(atoms([each.head]))
    below = {each: depends_on([each], reads) for each in reads.keys() | free}
    return sorted(each for each, its in below.items() if not free.isdisjoint(its))


def _is_plain(literal: ast.AST) -> bool:
    """Whether a literal of a body is an atom or a comparison that is not negated."""
    plain = literal.ast_type == ast.ASTType.Literal and literal.sign == ast.Sign.NoSign
    return bool(plain and literal.atom.ast_type in (ast.ASTType.SymbolicAtom, ast.ASTType.Comparison))


# -- The rules of a program as what they need, read and derive: syntax trees without what says nothing of that
#
# A body, and each condition and each element of an aggregate within it, is a scope of its own, with the variables of
# the one around it.

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
        """What stands in it, except for what it derives."""
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
            self.shown.add(signature_of(statement))
        elif kind == ast.ASTType.Defined:
            self.declared.add(signature_of(statement))
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
                yield Compared(self._pattern(guard.term), operator, A_NUMBER, begin.line, begin.column)

    def _pattern(self, term: ast.AST) -> Pattern:
        return pattern(term, self._constants)

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
            for signature in signatures(term, sign):
                yield Atom(signature, arguments, begin.line, begin.column)


# -- Which predicates a program derives, reads, shows and declares: seen from its syntax tree


@dataclass
class Predicates:
    """What a program does with predicates, with the lines on which it does so."""

    derived: set[Signature] = field(default_factory=set)
    shown: dict[Signature, int] = field(default_factory=dict)
    #: What stands in the heads give(…) of clues that answers imply; None for a variable.
    given: set[Signature | None] = field(default_factory=set)
    #: What stands in the heads invalid(X, Sentence, Arguments) and impossible(…): the line, the sentence, and how many
    #: arguments there are; None where that is not known.
    sentences: list[tuple[int, str, int | None]] = field(default_factory=list)


def predicates_of(statements: Iterable[ast.AST]) -> Predicates:
    """The predicates of the statements of a program."""
    found = Predicates()
    for each in statements:
        line, kind = each.location.begin.line, each.ast_type
        if kind == ast.ASTType.ShowSignature:
            found.shown.setdefault(signature_of(each), line)
        elif kind == ast.ASTType.ShowTerm:
            for signature in signatures(each.term):
                found.shown.setdefault(signature, line)
        elif kind in (ast.ASTType.Rule, ast.ASTType.External):
            for atom in heads(each.head) if kind == ast.ASTType.Rule else [each.atom]:
                _derive(atom, found, line)
    return found


def _derive(atom: ast.AST, found: Predicates, line: int) -> None:
    for signature in atoms([atom]):
        found.derived.add(signature)
        if signature == ("give", 1):
            found.given |= {*signatures(_function(atom).arguments[0])} or {None}
        elif signature in (("invalid", 3), ("impossible", 3)):
            _, sentence, values = _function(atom).arguments
            if sentence.ast_type == ast.ASTType.SymbolicTerm and sentence.symbol.type == clingo.SymbolType.String:
                found.sentences.append((line, sentence.symbol.string, _size(values)))


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
