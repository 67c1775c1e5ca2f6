"""How large a puzzle's program is when it is grounded: by predicate, and by the rules that its ground rules come from.

clingo does not tell which rule a ground rule comes from. The predicates in it do, unless several rules derive one
predicate from the same ones: then their lines share the count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

import clingo
from clingo import ast

from .. import rules
from ..model.puzzle import Puzzle
from ..rules import Program, syntax
from ..rules.program import needed_part
from ..rules.syntax import Signature
from ..solving import symbols
from ..solving.grounding import GroundProgram, parse
from ..solving.remarks import INVALID
from ..solving.settings import Settings, constants_of
from .propagation import GroundRules, Rule
from .result import Result

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
    """The size of a ground program. sizes: by predicate, the largest first. text: the program, if it was wanted."""

    atoms: int = 0
    rules: int = 0
    sizes: tuple[Size, ...] = ()
    text: str | None = None


def ground_puzzle(puzzle: Puzzle, settings: Settings, *, with_text: bool = False) -> Iterator[Ground]:
    """Grounds a puzzle as a search does. PuzzleError if its rules cannot be ground."""
    program = rules.load([*puzzle.type.rule_files, *settings.rules], plain=settings.plain)
    drawn = [rule.template.name for rule in puzzle.type.draw]
    program, _ = needed_part(program, [INVALID, *drawn])
    own = program.copy()
    constants = constants_of(puzzle, program, settings)
    text, context = symbols.with_context(puzzle, None, [*constants, *program.constants])
    program.add(text, puzzle.file)
    seen = _Seen()
    ground = GroundProgram(program, settings.arguments(), constants, seen, context)
    ground.ground()
    names = _names(ground)
    sizes = sorted(
        _sizes(seen.rules, names, _Sources(own)), key=lambda each: (-each.rules, -each.atoms, each.predicate)
    )
    atoms = sum(each.atoms for each in sizes)
    written = "\n".join(_text(seen, names, program)) + "\n" if with_text else None
    yield Ground(atoms=atoms, rules=len(seen.rules), sizes=tuple(sizes), text=written)


class _Seen(GroundRules):
    """What grounding yields. costs: what `#minimize` and weak constraints become, by priority."""

    def __init__(self) -> None:
        super().__init__()
        self.costs: list[tuple[int, Sequence[tuple[int, int]]]] = []

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        """What is minimized with a priority."""
        self.costs.append((priority, tuple(literals)))


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
