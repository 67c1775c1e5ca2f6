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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import NamedTuple

import clingo
from clingo import ast

from ..model import terms
from ..model.board import Board
from ..model.marks import sentence_of
from ..model.puzzle_type import DrawRule, PuzzleType
from ..model.terms import Term, Value
from ..rules import Program, syntax
from ..rules.library import library
from ..rules.text import Text
from ..solving.facts import EVERY_PUZZLE
from ..solving.grounding import Rewrite, parse
from .single_marks import least_of_one

# -- The words of rules: what the files of the library need and give, and which predicates a type speaks of
# A header comment names predicates behind `needs:`, `takes:` and `gives:`, and says in brackets what they mean
# (docs/rules.md, 'Layout of a file'); other predicates mean what they are drawn as.


class Predicate(NamedTuple):
    """A predicate of rules. form: as it is written, 'next(D,X,Y)', or 'next/3' where nothing names its arguments.
    says: what it means; empty if nothing says so.
    """

    name: str
    arity: int
    form: str
    says: str


class Header(NamedTuple):
    """What the header comment of a rule file says: its first sentence, and the predicates."""

    says: str
    needs: list[Predicate]
    gives: list[Predicate]


class LawFile(NamedTuple):
    """A file of the library. name: as rules include it."""

    name: str
    text: str
    header: Header


def laws() -> list[LawFile]:
    """The files of the library that any rules may include."""
    folder = library() / "lib"
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.lp"))}
    return [LawFile(f"../{folder.name}/{name}", text, header_of(text)) for name, text in texts.items()]


def predicates_of_type(type_: PuzzleType) -> list[Predicate]:
    """The predicates that a type speaks of, each once, and where several things say what it means the first of them:
    the headers of its rules and its parents', what it draws, its tokens, and what every puzzle has.
    """
    known: dict[tuple[str, int], Predicate] = {}
    for each in _said(type_):
        before = known.setdefault((each.name, each.arity), each)
        form = before.form if "(" in before.form else each.form
        known[each.name, each.arity] = before._replace(form=form, says=before.says or each.says)
    return list(known.values())


def _said(type_: PuzzleType) -> Iterator[Predicate]:
    for folder in (type_.folder, *type_.parents):
        rules = folder / "rules.lp"
        header = header_of(rules.read_text(encoding="utf-8", errors="replace") if rules.is_file() else "")
        yield from (*header.needs, *header.gives)
    for rule in type_.draw:
        yield Predicate(*rule.template.signature, terms.write(rule.template), _drawn_as(rule))
    for part in type_.parts:
        for template in part.templates:
            says = f"what the part '{part.name}' says"
            yield Predicate(*template.signature, terms.write(template), says)
    for form, says in EVERY_PUZZLE.items():
        yield from _predicates(f"{form} ({says})")


def _drawn_as(rule: DrawRule) -> str:
    """What an atom of a template means, by the mark that it leaves."""
    place, *others = (terms.write(each) for each in rule.places)
    if others and not rule.layer.is_pair:
        place = f"the side between {place} and {others.pop()}"
    return sentence_of(rule.kind_of(""), Board.square(1, 1), place, "".join(others), ",".join(rule.values))


# -- Header comments

_NAME = re.compile(r"(_*[a-z]\w*)(/\d+)?")
_SECTION = re.compile(r"(?:^|[;.] |\n)(needs|takes|gives): ")


def header_of(text: str) -> Header:
    """What the comment with which a rule file begins says."""
    about, *rest = _SECTION.split(Text(text).header)
    sections: dict[str, list[Predicate]] = {"needs": [], "takes": [], "gives": []}
    for name, listed in zip(rest[::2], rest[1::2]):
        sections[name] += _predicates(re.sub(r"\n\s+", " ", listed).partition("\n")[0])
    says = re.split(r"\.(?:\s|$)", " ".join(about.split()), maxsplit=1)[0]
    return Header(says, [*sections["needs"], *sections["takes"]], sections["gives"])


def _predicates(listed: str) -> Iterator[Predicate]:
    """The predicates that a section lists, each perhaps with its meaning in brackets behind it; other words, such as
    names of files, are passed over.
    """
    at = 0
    while match := _NAME.search(listed, at):
        name, slash = match.groups()
        arguments = "" if slash else _bracketed(listed, match.end())
        at = match.end() + len(arguments)
        meaning = _bracketed(listed, at + 1) if listed.startswith(" ", at) else ""
        at += len(meaning)
        if slash or arguments:
            says = re.sub(r"^for [\w.]+: ", "", meaning[1:-1])
            arity = int(slash[1:]) if slash else _count(arguments)
            yield Predicate(name, arity, f"{name}{slash or arguments}", "" if ".lp" in says else says)


def _bracketed(text: str, at: int) -> str:
    """The text in brackets that begins here, with them; empty if none does."""
    depth = 0
    for end in range(at, len(text) if text.startswith("(", at) else at):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if not depth:
            return text[at : end + 1]
    return ""


def _count(arguments: str) -> int:
    """How many arguments stand in brackets."""
    return re.sub(r"\([^()]*\)", "", arguments[1:-1]).count(",") + 1


#: The atom that says that an instance of a constraint is violated: the number of the constraint, and its values.
VIOLATED = "_constraint_violated"

#: The fact that says that an instance of a constraint is of interest, with the same arguments.
RELEVANT = "_constraint_relevant"

_VARIABLE = re.compile(r"\b[A-Z]\w*\b")

#: Variables that name places and groups, and count nothing, though their values may be numbers.
LABELS = "GHKRCUXYPQ"

#: What joins the two arguments of terms that rules name in sentences: minus(45,38) is '45 − 38', beside(4,2) is '4 2'.
#: Cells may be joined, too: below(X,Y) is 'X < Y'.
JOINED_BY = {
    "plus": " + ", "times": " × ", "minus": " − ", "over": " ÷ ", "beside": " ", "below": " < ", "above": " > ",
}  # fmt: skip

#: Lists: either(either(1,2),4) is '1, 2 or 4'.
LISTED_BY = {"either": "or", "both": "and"}

#: A place or a group that a sentence names.
_LABEL = re.compile(rf"\b[{LABELS}]\b")

#: What is filled in: a variable, or two forms of a word of which the number decides.
_PIECE = re.compile(r"\{(?P<one>[^{}|]*)\|(?P<many>[^{}|]*)\}|\b[A-Z]\w*\b")


#: What a value is called in a sentence: the value, the variable that it stands for, and the words right before it.
Naming = Callable[[Value, str, str], str]


class Form(NamedTuple):
    """Other words for a sentence: where something follows for a place, something is known of it, or nothing else
    decides; then without a place. turned: they are said of Y what the rule says of X, and the other way round.
    """

    words: str
    place: Value | None
    turned: bool = False


@dataclass(frozen=True)
class Constraint:
    """A rule that can refute an answer. identity: what it is called whatever its sentence says; sentence: what it
    requires, with its variables; text: the rule as it stands; line: that of the program on which it begins; place: the
    file that this line comes from, and the line there; atoms: the names of its atoms, each with the variables in it;
    is_evident: it says that a place has no two marks, and always holds; forms: other words (`rules.text.Sentence`).
    """

    number: int
    identity: str
    sentence: str | None
    text: str
    variables: tuple[str, ...]
    line: int
    place: tuple[str, int] = ("", 0)
    atoms: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_evident: bool = False
    forms: tuple[tuple[str, str], ...] = ()

    def form(
        self, values: tuple[Value, ...], follows: Collection[Value], known: Collection[Value], decided: Collection[str]
    ) -> Form | None:
        """Its form where something follows for these places, is known of them (known: places, by themselves and with
        what is written there), or it decides one of these things alone ('to value', 'alone'); None if it has none. What
        is said of 'X and Y' is so of Y and X, too; of neither, where both are known.
        """
        for where, words in self.forms:
            if where in decided:
                return Form(words, None)
            way, *names = where.split()
            fitting = self._fitting(words, names, values, follows if way == "to" else known)
            if fitting and (len(fitting) == 1 or way == "to" or len(names) > 1):
                return fitting[0]
        return None

    def _fitting(
        self, words: str, names: Sequence[str], values: tuple[Value, ...], among: Collection[Value]
    ) -> list[Form]:
        """A form as it is said of what is among these, and turned round, if it is said of that."""
        is_pair = "X and Y" in (self.sentence or "") and {"X", "Y"} <= {*self.variables}
        forms: list[Form] = []
        for turned in (False, True) if is_pair else (False,):
            filled = self._filled(values, turned)
            of = [filled[name] for name in names if name in filled]
            if of and (tuple(of) if len(names) > 1 else of[0]) in among:
                forms.append(Form(words, of[0], turned))
        return forms

    def _filled(self, values: tuple[Value, ...], turned: bool) -> dict[str, Value]:
        """What its variables stand for. turned: X for what Y does, and Y for what X does."""
        filled = dict(zip(self.variables, values))
        return {**filled, "X": filled["Y"], "Y": filled["X"]} if turned else filled

    def words(self, values: tuple[Value, ...], name: Naming, form: Form | None = None) -> str:
        """The sentence, or a form of it, with its variables filled in; the rule itself, if it has none."""
        filled = self._filled(values, form is not None and form.turned)
        if self.sentence is not None:
            return _in_number(form.words if form is not None else self.sentence, filled, name)
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

    relevant: facts name the instances that are of interest; otherwise, all are. marks: that a place has no two of these
    goes without saying, where rules choose one.
    """

    def __init__(self, program: Program, relevant: bool = False, marks: Sequence[DrawRule] = ()) -> None:
        self._program = program
        self._relevant = relevant
        self._marks = marks
        self._identities: dict[str, str] = {}  # and the sentence of each
        self.constraints: list[Constraint] = []

    def rewrite(self, statement: ast.AST) -> Iterator[ast.AST]:
        """What a statement of the program becomes."""
        if self._goes_without_saying(statement):
            yield statement
        elif statement.ast_type == ast.ASTType.Rule and is_constraint(statement):
            yield self._violation(statement, list(statement.body))
        elif statement.ast_type == ast.ASTType.Rule and has_bounds(statement):
            yield from self._bounded(statement)
        else:
            yield from without_costs(statement)

    def _bounded(self, statement: ast.AST) -> Iterator[ast.AST]:
        """A choice without its bounds, and what says that they are kept."""
        head, at = statement.head, statement.location
        yield statement.update(head=head.update(left_guard=None, right_guard=None))
        least = least_of_one(head, _global_variables(statement), self._marks)
        kept = head
        if least is not None:
            two, kept = _at_least(2, head), _at_least(1, head)
            overfull = self._violation(statement, [*statement.body, ast.Literal(at, ast.Sign.NoSign, _counted(two))])
            self.constraints[-1] = replace(self.constraints[-1], is_evident=True)
            yield overfull
            yield ast.Rule(at, ast.Literal(at, ast.Sign.NoSign, ast.BooleanConstant(0)), [overfull.head])
        if least != 0:
            counted = ast.Literal(at, ast.Sign.Negation, _counted(kept))
            yield self._violation(statement, [*statement.body, counted])

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
        number, forms = len(self.constraints), above.forms if above is not None else ()
        constraint = Constraint(number, identity, sentence, text, variables, line, place, atoms, forms=forms)
        self.constraints.append(constraint)
        at = statement.location
        symbol = ast.SymbolicTerm(at, clingo.Number(number))
        values = ast.Function(at, "", [ast.Variable(at, name) for name in constraint.variables], 0)
        violated, relevant = (
            ast.Literal(at, ast.Sign.NoSign, ast.SymbolicAtom(ast.Function(at, name, [symbol, values], 0)))
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


def is_choice(rule: ast.AST) -> bool:
    """Whether the rule's head is a choice."""
    return rule.head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate)


def with_answer(program: Program, answer: Collection[Term] | None, file: str) -> Rewrite | None:
    """Adds an answer, if it is known, to a program, and returns what its statements become, so that it has no other
    one: what is shown and only ever chosen are facts in place of the choices, so that hardly anything is open; what
    else is shown is required. None where the statements stay as they are: clingo then reads their text by itself.
    """
    if answer is None:
        return without_costs if program.has_costs else None
    settled = _only_chosen(program)
    lines = ["#defined _answer/1."]
    for atom in answer:
        text = terms.write(atom)
        lines.append(f"{text}." if (atom.name, len(atom.args)) in settled else f"_answer({text}). :- not {text}.")
    for name, arity in sorted(program.shown - settled):
        values = ",".join(f"V{number}" for number in range(arity))
        text = f"{name}({values})" if arity else name
        lines.append(f"#defined {name.strip('-')}/{arity}. :- {text}, not _answer({text}).")
    program.add("\n".join(lines), file)

    def rewrite(statement: ast.AST) -> Iterable[ast.AST]:
        is_settled = syntax.is_rule(statement) and is_choice(statement) and _derived(statement) <= settled
        return () if is_settled else without_costs(statement)

    return rewrite


def _only_chosen(program: Program) -> set[syntax.Signature]:
    """The shown predicates that rules choose, by themselves or with other such ones, and do not derive otherwise."""
    rules = [each for each in parse(program) if syntax.is_rule(each)]
    heads = [(_derived(each), is_choice(each)) for each in rules]
    found = {*program.shown}
    while others := {
        each for derived, choice in heads if not (choice and derived <= found) for each in derived & found
    }:
        found -= others
    return found


def _derived(rule: ast.AST) -> set[syntax.Signature]:
    """The predicates of a rule's head."""
    return {*syntax.atoms(list(syntax.heads(rule.head)))}


def is_constraint(rule: ast.AST) -> bool:
    """Whether the rule's head is #false."""
    head = rule.head
    literal = head.ast_type == ast.ASTType.Literal
    return bool(literal and head.atom.ast_type == ast.ASTType.BooleanConstant and not head.atom.value)


def has_bounds(rule: ast.AST) -> bool:
    """Whether the rule is a choice that says how many of its atoms hold."""
    return is_choice(rule) and (rule.head.left_guard is not None or rule.head.right_guard is not None)


def _at_least(number: int, head: ast.AST) -> ast.AST:
    """A choice that takes at least this many atoms."""
    term = ast.SymbolicTerm(head.location, clingo.Number(number))
    return head.update(left_guard=ast.Guard(ast.ComparisonOperator.LessEqual, term), right_guard=None)


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
