"""Rules as things that can be named and taken away: what each of them requires, and of what.

A rule that can refute an answer (a constraint, or a choice with bounds) is rewritten: it derives that it is violated,
    :- clue(X, V), not value(X, V).     becomes     _constraint_violated(7, (V, X)) :- clue(X, V), not value(X, V).
and a choice keeps its atoms but loses its bounds, which become such a rule. All instances of a rule that say the same
sentence share one such atom; whoever grounds the program decides which of them may not be violated, and may name those
that are of interest by facts:
    _constraint_violated(7, (V, X)) :- _constraint_relevant(7, (V, X)), clue(X, V), not value(X, V).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count

import clingo
from clingo import ast

from ..model.terms import Value
from ..rules import Program, syntax
from ..solving.grounding import parse

#: The atom that says that an instance of a constraint is violated: the number of the constraint, and its values.
VIOLATED = "_constraint_violated"

#: The fact that says that an instance of a constraint is of interest, with the same arguments.
RELEVANT = "_constraint_relevant"

_VARIABLE = re.compile(r"\b[A-Z]\w*\b")

#: Variables that name places and groups, and count nothing, though their values may be numbers.
LABELS = "GHKRCUXYPQ"

#: A place or a group that a sentence names.
_LABEL = re.compile(rf"\b[{LABELS}]\b")

#: What is filled in: a variable, or two forms of a word of which the number decides.
_PIECE = re.compile(r"\{(?P<one>[^{}|]*)\|(?P<many>[^{}|]*)\}|\b[A-Z]\w*\b")


#: What a value is called in a sentence: the value, the variable that it stands for, and the words right before it.
Naming = Callable[[Value, str, str], str]


@dataclass(frozen=True)
class Constraint:
    """A rule that can refute an answer. identity: what it is called whatever its sentence says; sentence: what it
    requires, with its variables; text: the rule as it stands; line: that of the program on which it begins; place: the
    file that this line comes from, and the line there; atoms: the names of its atoms, each with the variables in it.
    """

    number: int
    identity: str
    sentence: str | None
    text: str
    variables: tuple[str, ...]
    line: int
    place: tuple[str, int] = ("", 0)
    atoms: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def words(self, values: tuple[Value, ...], name: Naming) -> str:
        """The sentence with its variables filled in; the rule itself, if it has none."""
        filled = dict(zip(self.variables, values))
        if self.sentence is not None:
            return _in_number(self.sentence, filled, name)
        values_text = ", ".join(f"{variable} = {name(value, variable, '')}" for variable, value in filled.items())
        return f"{self.text} (with {values_text})" if values_text else self.text


def _in_number(sentence: str, values: Mapping[str, Value], name: Naming) -> str:
    """A sentence with its variables filled in, and of {one|many} the form that goes with the number named last before
    it, or the first one behind it if there is none.
    """
    pieces = list(_PIECE.finditer(sentence))
    counts = {name: value for name, value in values.items() if isinstance(value, int) and name not in LABELS}
    number = next((counts[piece[0]] for piece in pieces if piece[0] in counts), None)
    words: list[str] = []
    end = 0
    for piece in pieces:
        words.append(sentence[end : piece.start()])
        end = piece.end()
        if piece["one"] is not None:
            words.append(piece["one"] if number == 1 else piece["many"])
        elif piece[0] in values:
            number = counts.get(piece[0], number)
            words.append(name(values[piece[0]], piece[0], words[-1]))
        else:
            words.append(piece[0])
    return "".join([*words, sentence[end:]])


class Rewriter:
    """Rewrites the statements of a program; `constraints` are those that it has met.

    relevant: facts name the instances that are of interest; otherwise, all are.
    """

    def __init__(self, program: Program, relevant: bool = False) -> None:
        self._program = program
        self._relevant = relevant
        self._identities: dict[str, str] = {}  # and the sentence of each
        self.constraints: list[Constraint] = []

    def rewrite(self, statement: ast.AST) -> Iterator[ast.AST]:
        """What a statement of the program becomes."""
        if self._goes_without_saying(statement):
            yield statement
        elif statement.ast_type == ast.ASTType.Rule and is_constraint(statement):
            yield self._violation(statement, list(statement.body))
        elif statement.ast_type == ast.ASTType.Rule and has_bounds(statement):
            head = statement.head
            yield statement.update(head=head.update(left_guard=None, right_guard=None))
            counted = ast.Literal(statement.location, ast.Sign.Negation, _counted(head))
            yield self._violation(statement, [*statement.body, counted])
        else:
            yield from without_costs(statement)

    def _goes_without_saying(self, statement: ast.AST) -> bool:
        """Whether it is something that a person knows beyond the rules, and needs no sentence for."""
        line = statement.location.begin.line
        return self._program.is_beyond(line) and self._program.sentence_above(line) is None

    def _violation(self, statement: ast.AST, body: list[ast.AST]) -> ast.AST:
        """The rule that derives that a constraint is violated."""
        above = self._program.sentence_above(statement.location.begin.line)
        sentence = above.words if above is not None else None
        known = set(_global_variables(statement))
        names = set(_VARIABLE.findall(sentence)) & known if sentence is not None else known
        line = statement.location.begin.line
        variables, place = tuple(sorted(names)), self._program.place(line)
        text = str(statement)
        identity = self._identity(above.identity if above is not None else "", statement, sentence or text)
        atoms = tuple(
            (name, (*_VARIABLE.findall(str(term)),))
            for term in syntax.atom_terms(statement)
            for name, _ in syntax.signatures(term)
        )
        constraint = Constraint(len(self.constraints), identity, sentence, text, variables, line, place, atoms)
        self.constraints.append(constraint)
        at = statement.location
        number = ast.SymbolicTerm(at, clingo.Number(constraint.number))
        values = ast.Function(at, "", [ast.Variable(at, name) for name in constraint.variables], 0)
        violated, relevant = (
            ast.Literal(at, ast.Sign.NoSign, ast.SymbolicAtom(ast.Function(at, name, [number, values], 0)))
            for name in (VIOLATED, RELEVANT)
        )
        return ast.Rule(at, violated, [relevant, *body] if self._relevant else body)

    def _identity(self, given: str, statement: ast.AST, says: str) -> str:
        """What a constraint is called: as its author says, or by its predicates, and a number if others are called so.

        Constraints that say the same are one.
        """
        names = dict.fromkeys(name.strip("-_") for name, _ in syntax.atoms(statement))
        name = given or "-".join(names) or "rule"
        numbered = chain([name], (f"{name}-{number}" for number in count(2)))
        return next(each for each in numbered if self._identities.setdefault(each, says) == says or given)


def constraints_of(program: Program) -> list[Constraint]:
    """The rules of a program that can refute an answer, in their order; PuzzleError if it cannot be parsed."""
    rewriter = Rewriter(program)
    for statement in parse(program):
        list(rewriter.rewrite(statement))
    return rewriter.constraints


def speaks_of_pairs(program: Program) -> bool:
    """Whether a sentence of the program names two places or groups, so that it may have very many instances."""
    return any(len(set(_LABEL.findall(each.words))) > 1 for each in program.sentences())


def without_costs(statement: ast.AST) -> tuple[ast.AST, ...]:
    """The statement, unless it says what is best, which does not matter here, or nothing."""
    return () if statement.ast_type in (ast.ASTType.Minimize, ast.ASTType.Comment) else (statement,)


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
    collector = _Globals()
    if has_bounds(rule):
        for guard in (rule.head.left_guard, rule.head.right_guard):
            if guard is not None:
                collector.visit(guard)
    for literal in rule.body:
        collector.visit(literal)
    return list(collector.names)
