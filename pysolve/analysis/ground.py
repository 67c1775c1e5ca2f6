"""What the rules of a type take, numbers and sizes of boards; and how large a puzzle's program is when it is grounded:
by predicate, and by the rules that its ground rules come from.

clingo does not tell which rule a ground rule comes from. The predicates in it do, unless several rules derive one
predicate from the same ones: then their lines share the count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

import clingo
from clingo import ast

from .. import rules
from ..model import terms
from ..model.parts import HOLE, SEQUENCE, WORDS, Part
from ..model.puzzle import Puzzle
from ..model.terms import Value, Variable
from ..rules import Program, syntax
from ..rules.library import needed_part
from ..rules.syntax import Signature
from ..rules.text import depends_on
from ..solving import facts
from ..solving.facts import SymbolReader
from ..solving.grounding import GroundProgram, parse
from ..solving.remarks import INVALID, InputChecks
from ..solving.settings import Settings, constants_of
from . import sat
from .assumptions import Result
from .propagation import GroundRules, Rule

# -- What the rules take as input: the sizes of a board, and the numbers of a part
# Types do not declare them: invalid/3 says what is wrong (docs/rules.md, 'Wrong input and no answer'). So small inputs
# are tried on those rules alone that invalid/3 depends on, which takes milliseconds.


#: A part is not said to take numbers from one on that is larger than this, nor up to one that is larger than that.
_LARGEST_LEAST, _LARGEST_MOST = 9, 10**6

#: A size near a refused one is looked for among those that differ by at most this number of rows or columns.
_FAR = 9


class Range(NamedTuple):
    """The numbers that a part takes. most: None where there is no end."""

    least: int
    most: int | None


class InputRules:
    """The rules of a puzzle's type that say what is wrong with an input."""

    def __init__(self, puzzle: Puzzle, settings: Settings) -> None:
        """settings: further rules and options. PuzzleError if the rules cannot be parsed."""
        self.puzzle = puzzle
        self.settings = settings
        self._program = rules.load([*puzzle.type.rule_files, *settings.rules])
        self._needed = _needed_for(INVALID, parse(self._program))

    def refusals(self, puzzle: Puzzle, more: Iterable[str] = ()) -> list[tuple[Value, str]]:
        """What is wrong with the board of an empty puzzle and these facts: (place, sentence)."""
        program = self._program.copy()
        program.add("\n".join([*_defined(puzzle), *facts.board(puzzle), *more]), puzzle.file)
        ground = GroundProgram(program, constants=constants_of(puzzle, program, self.settings))
        ground.ground(self._kept)
        return InputChecks(ground, puzzle, SymbolReader()).refusals()

    def _kept(self, statement: ast.AST) -> Iterable[ast.AST]:
        if statement.ast_type != ast.ASTType.Rule:
            return () if statement.ast_type in _SHOWS else (statement,)
        return (statement,) if _predicates(statement.head) & self._needed or not _is_rule(statement) else ()


def _defined(puzzle: Puzzle) -> Iterator[str]:
    """An empty puzzle has none of the facts that the parts of other ones become."""
    for template in dict.fromkeys(template for part in puzzle.type.parts for template in part.templates):
        yield f"#defined {template.name}/{len(template.args)}."


_SHOWS = (
    ast.ASTType.ShowSignature, ast.ASTType.ShowTerm, ast.ASTType.Minimize, ast.ASTType.Heuristic, ast.ASTType.Edge,
)  # fmt: skip


def _is_rule(statement: ast.AST) -> bool:
    """Whether it is more than a fact."""
    return bool(statement.body)


def _needed_for(name: str, statements: Iterable[ast.AST]) -> set[str]:
    """The predicates that a predicate depends on, and itself."""
    reads: dict[str, set[str]] = {}
    for statement in statements:
        if statement.ast_type == ast.ASTType.Rule:
            for head in _predicates(statement.head):
                reads.setdefault(head, set()).update(_predicates(statement))
    return depends_on([name], reads)


def _predicates(part: ast.AST) -> set[str]:
    return {name.removeprefix("-") for name, _ in syntax.atoms(part)}


# -- Sizes


def size_refusal(input_rules: InputRules, puzzle: Puzzle) -> str | None:
    """Why the rules do not take a board of this size; None if they do."""
    return next((sentence for place, sentence in input_rules.refusals(puzzle) if not _is_place(puzzle, place)), None)


def nearest_size(
    input_rules: InputRules, board: Callable[[int, int], Puzzle], rows: int, columns: int, *, keep_columns: bool
) -> tuple[int, int] | None:
    """The size that the rules take and that is the nearest to one that they do not; None if there is none near.

    board: makes an empty puzzle of a size. keep_columns: rather other rows than other columns.
    """
    sizes = sorted(
        (
            (rows + down, columns + right)
            for down in range(-_FAR, _FAR + 1)
            for right in range(-_FAR, _FAR + 1)
            if (not down or not right or rows + down == columns + right) and rows + down > 0 and columns + right > 0
        ),
        key=lambda size: (
            size[1] != columns if keep_columns else size[0] != rows,
            abs(size[0] - rows) + abs(size[1] - columns),
            -size[0] - size[1],
        ),
    )
    return next((size for size in sizes if size_refusal(input_rules, board(*size)) is None), None)


# -- Numbers


def number_ranges(input_rules: InputRules, puzzle: Puzzle) -> dict[str, Range]:
    """The numbers that the parts of an empty puzzle take, as far as the rules say, by the names of the parts.

    Where a number is refused for another reason than its size (there has to be a region around it), nothing is said.
    """
    ranges = {}
    before = set(input_rules.refusals(puzzle))
    for part in puzzle.type.parts:
        if (key := _number_key(part)) is None or not (samples := _samples(puzzle, part)):
            continue

        def takes(number: int, part: Part = part, key: str = key, samples: list[Value] = samples) -> bool:
            new = [fact for place in samples for fact in _facts(part, key, place, number)]
            wrong = {place for place, sentence in set(input_rules.refusals(puzzle, new)) - before}
            return any(place not in wrong for place in samples)

        if (range_ := _range(takes)) is not None:
            ranges[part.name] = range_
    return ranges


def _range(takes: Callable[[int], bool]) -> Range | None:
    """The range of the numbers that are taken; None if none of the first ones is. takes: whether a number is."""
    least = next((number for number in range(_LARGEST_LEAST + 1) if takes(number)), None)
    if least is None:
        return None
    if takes(_LARGEST_MOST):
        return Range(least, None)
    low, high = least, max(2 * least, 1)
    while takes(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if takes(middle) else (low, middle)
    return Range(least, low)


def _number_key(part: Part) -> str | None:
    """The class of tokens by which a part takes numbers."""
    known = (key for key in ("int", "symbol") if key in part.tokens and part.tokens[key] not in ((), HOLE))
    return next(known, None) if part.shape not in (WORDS, SEQUENCE) else None


def _samples(puzzle: Puzzle, part: Part) -> list[Value]:
    """Some places of a part: the first one, and one in the middle."""
    by_row: dict[int, list[Value]] = {}
    for row, _, place in part.shape.places(part, puzzle.board):
        by_row.setdefault(row, []).append(place)
    rows = list(by_row.values())
    if not rows:
        return []
    middle = rows[len(rows) // 2]
    return list(dict.fromkeys([rows[0][0], middle[len(middle) // 2]]))


def _facts(part: Part, key: str, place: Value, number: int) -> Iterator[str]:
    templates = part.tokens[key]
    for template in () if isinstance(templates, str) else templates:
        values = dict.fromkeys(terms.variables(template), number) | part.shape.values_at(part, place)
        if "Y" not in values and not any(isinstance(value, Variable) for value in values.values()):
            yield terms.write(terms.fill(template, values)) + "."


def _is_place(puzzle: Puzzle, place: Value) -> bool:
    return bool(puzzle.board.name(place))


#: What rules without a head, and atoms that clingo adds of its own, stand under.
CONSTRAINTS, AUXILIARY = ("", 0), ("", 1)

Place = tuple[str, int]


class Size(NamedTuple):
    """The part of a ground program that derives a predicate. lines: the rules that it comes from, each as the places
    that it may come from, with how many ground rules; the most first.
    """

    predicate: Signature
    atoms: int
    rules: int
    lines: tuple[tuple[tuple[Place, ...], int], ...]


@dataclass(frozen=True, kw_only=True)
class Ground(Result):
    """The size of a ground program. sizes: by predicate, the largest first. text: the program, if a form was wanted."""

    atoms: int = 0
    rules: int = 0
    sizes: tuple[Size, ...] = ()
    text: str | None = None


def ground_puzzle(puzzle: Puzzle, settings: Settings, *, form: str | None = None) -> Iterator[Ground]:
    """Grounds a puzzle as a search does. form: one of FORMS, in which the program is wanted. PuzzleError if the rules
    cannot be ground, or the form cannot say them.
    """
    program = rules.load([*puzzle.type.rule_files, *settings.rules], plain=settings.plain)
    drawn = [rule.template.name for rule in puzzle.type.draw]
    program, _ = needed_part(program, [INVALID, *drawn])
    own = program.copy()
    constants = constants_of(puzzle, program, settings)
    text, context = facts.with_context(puzzle, None, [*constants, *program.constants])
    program.add(text, puzzle.file)
    seen = _Seen()
    ground = GroundProgram(program, settings.arguments(), constants, seen, context)
    ground.ground()
    names = _names(ground)
    sizes = sorted(
        _sizes(seen.rules, names, _Sources(own)), key=lambda each: (-each.rules, -each.atoms, each.predicate)
    )
    atoms = sum(each.atoms for each in sizes)
    written = "\n".join(FORMS[form](seen, names, program)) + "\n" if form is not None else None
    yield Ground(atoms=atoms, rules=len(seen.rules), sizes=tuple(sizes), text=written)


class _Seen(GroundRules):
    """What grounding yields. costs: what `#minimize` and weak constraints become, by priority. shown: see sat.Shown."""

    def __init__(self) -> None:
        super().__init__()
        self.costs: list[sat.Costs] = []
        self.shown: list[sat.Shown] = []

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        """What is minimized with a priority."""
        self.costs.append((priority, tuple(literals)))

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """An atom that is shown; 0 is one that holds in any case."""
        self.output_term(symbol, [atom] if atom else [])

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        """What is shown under a condition."""
        self.shown.append((symbol, tuple(condition)))


def _names(ground: GroundProgram) -> dict[int, clingo.Symbol]:
    """The atoms by their numbers."""
    return {atom.literal: atom.symbol for atom in ground.control.symbolic_atoms if atom.literal}


def _signature(atom: int, names: dict[int, clingo.Symbol]) -> Signature:
    symbol = names.get(atom)
    if symbol is None:
        return AUXILIARY
    return f"{'-' if symbol.negative else ''}{symbol.name}", len(symbol.arguments)


# -- Sizes


class _Source(NamedTuple):
    """A rule as it is written. chooses: what it derives may hold. heads: what it derives. reads: the predicates in its
    body and its conditions.
    """

    place: Place
    chooses: bool
    heads: frozenset[Signature]
    reads: frozenset[Signature]


class _Sources:
    """The rules that ground rules come from."""

    def __init__(self, program: Program) -> None:
        self._of: dict[Signature, list[_Source]] = {}
        for statement in parse(program):
            if statement.ast_type == ast.ASTType.Rule:
                self._add(statement, program)
        self.places = lru_cache(maxsize=None)(self._places)

    def _add(self, statement: ast.AST, program: Program) -> None:
        head = statement.head
        heads = frozenset(each for literal in syntax.heads(head) for each in syntax.atoms(literal))
        reads = frozenset([*syntax.atoms(statement.body), *syntax.conditions(head)])
        chooses = head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate)
        source = _Source(program.place(statement.location.begin.line), chooses, heads, reads)
        bound = chooses and (head.left_guard or head.right_guard)  # which refutes answers, as a constraint does
        for each in (*heads, *([CONSTRAINTS] if bound or not heads else [])):
            self._of.setdefault(each, []).append(source)

    def _places(self, head: Signature, chooses: bool, reads: frozenset[Signature]) -> tuple[Place, ...]:
        """Where a ground rule of these predicates may come from; clingo leaves out what holds in any case."""
        of_kind = [each for each in self._of.get(head, ()) if each.chooses == chooses or head == CONSTRAINTS]
        fitting = [each for each in of_kind if reads <= each.reads | (each.heads if head != CONSTRAINTS else set())]
        return tuple(dict.fromkeys(each.place for each in fitting))


def _sizes(of: Iterable[Rule], names: dict[int, clingo.Symbol], sources: _Sources) -> Iterator[Size]:
    atoms = Counter(_signature(atom, names) for atom in names)
    found: dict[Signature, Counter[tuple[Place, ...]]] = {}
    auxiliary: set[int] = set()
    for rule in of:
        head = _signature(rule.head[0], names) if rule.head else CONSTRAINTS
        if head == AUXILIARY:
            auxiliary.update(rule.head)
        reads = frozenset(_signature(abs(literal), names) for literal in rule.body.literals) - {AUXILIARY}
        found.setdefault(head, Counter())[sources.places(head, rule.choice, reads)] += 1
    if auxiliary:
        atoms[AUXILIARY] = len(auxiliary)
    for signature in atoms.keys() | found.keys():
        lines = found.get(signature, Counter())
        named = tuple((places, count) for places, count in lines.most_common() if places)
        yield Size(signature, atoms[signature], sum(lines.values()), named)


# -- Text


def _text(seen: _Seen, names: dict[int, clingo.Symbol], program: Program) -> Iterator[str]:
    """The ground program as clingo reads it. Atoms that clingo added of its own are called `_aux(7)`."""
    literal = partial(_literal, names=names)
    for choice, head, body in seen.rules:
        heads = [literal(each) for each in head]
        left = f"{{ {'; '.join(heads)} }}" if choice else " | ".join(heads)
        if body.weights is None:
            right = ", ".join(map(literal, body.literals))
        else:
            weighted = enumerate(zip(body.weights, body.literals))
            elements = "; ".join(f"{weight},{number}: {literal(each)}" for number, (weight, each) in weighted)
            right = f"{body.least} <= #sum {{ {elements} }}"
        yield f"{left}{' ' if left and right else ''}{f':- {right}' if right or not left else ''}."
    for priority, costs in seen.costs:
        yield from (f":~ {literal(each)}. [{weight}@{priority},{n}]" for n, (each, weight) in enumerate(costs))
    yield "#show."
    yield from (f"#show {name}/{arity}." for name, arity in sorted(program.shown) if name)


def _literal(literal: int, names: dict[int, clingo.Symbol]) -> str:
    symbol = names.get(abs(literal))
    return f"{'not ' if literal < 0 else ''}{symbol if symbol is not None else f'_aux({abs(literal)})'}"


#: How a ground program is written: from what grounding yielded, the atoms by their numbers, and the program.
FORMS: dict[str, Callable[[_Seen, dict[int, clingo.Symbol], Program], Iterator[str]]] = {
    "text": _text,
    "aspif": lambda seen, names, program: sat.aspif(seen.rules, seen.costs, seen.shown),
    "dimacs": lambda seen, names, program: sat.dimacs(seen.rules, seen.costs, seen.shown, names),
}
