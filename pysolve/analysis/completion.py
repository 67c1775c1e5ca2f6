"""What a ground program says about its atoms one by one: Clark's completion, as clauses and sums.

Every answer set satisfies the completion (Clark, 'Negation as failure', 1978). So what follows from it holds in all
answer sets. The reverse is not true: if the program has loops, the completion may have other models as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import neg
from typing import NamedTuple

import clingo


class Sum(NamedTuple):
    """A constraint: the weights of the literals that are true add up to at least `least`.

    total: the sum of all weights. heaviest: the largest of them.
    """

    literals: tuple[int, ...]
    weights: tuple[int, ...]
    least: int
    total: int
    heaviest: int


class Body(NamedTuple):
    """The body of a rule: with weights, those of its true literals must add up to `least`; without, all are true."""

    literals: tuple[int, ...]
    weights: tuple[int, ...] | None
    least: int


class Rule(NamedTuple):
    """A ground rule. choice: where its body is true, the atoms of its head may hold; otherwise one of them must."""

    choice: bool
    head: tuple[int, ...]
    body: Body


class GroundRules(clingo.Observer):
    """Observes grounding, and keeps the rules."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A ground rule."""
        self.rules.append(Rule(choice, tuple(head), Body(tuple(body), None, 0)))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A ground rule with a sum in its body."""
        literals, weights = zip(*body) if body else ((), ())
        self.rules.append(Rule(choice, tuple(head), Body(tuple(literals), tuple(weights), lower_bound)))


class Completion:
    """The completion of a ground program, ready for propagation: as much of it as matters.

    A clause is there if one of its literals is needed: it is of interest, or its opposite stands in another clause that
    is there. All others would derive what leads nowhere (Plaisted, Greenbaum, 'A structure-preserving clause form
    translation', Journal of Symbolic Computation 2, 1986).

    implied: from a literal to those that it implies. clauses: at least one literal of each is true; clauses_of: from a
    literal to the numbers of the clauses that contain its opposite. sums, sums_of: likewise, with the weight that the
    opposite has. certain: the literals that hold in any case.
    """

    #: Bodies have atoms of their own, with larger numbers than any of clingo's.
    LARGEST_ATOM = 2**31

    def __init__(self, rules: Sequence[Rule], atoms: Iterable[int], violations: Iterable[int] = ()) -> None:
        """atoms: those of interest, even if no rule contains them. violations: atoms of which only that matters which
        makes them true.
        """
        self.implied: dict[int, list[int]] = defaultdict(list)
        self.clauses: list[tuple[int, ...]] = []
        self.clauses_of: dict[int, list[int]] = defaultdict(list)
        self.sums: list[Sum] = []
        self.sums_of: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.certain: list[int] = []
        self._rules_of: dict[int, list[Rule]] = defaultdict(list)  # those that an atom is a head of
        self._bodies: dict[Body, int] = {}
        self._body_of: dict[int, Body] = {}
        self._needed: set[int] = set()
        self._waiting: list[int] = []
        self._disjunctions: set[Rule] = set()
        for rule in rules:
            for atom in rule.head:
                self._rules_of[atom].append(rule)
            if not rule.head and not rule.choice:
                self._imply(rule)
        self._need(violations)
        self._need(literal for atom in atoms for literal in (atom, -atom))
        for literal in self._waiting:  # which grows meanwhile; those that are near come first
            self._complete(literal)

    def _need(self, literals: Iterable[int]) -> None:
        for literal in literals:
            if literal not in self._needed:
                self._needed.add(literal)
                self._waiting.append(literal)

    def _complete(self, literal: int) -> None:
        """Adds the clauses from which a literal follows."""
        atom = abs(literal)
        rules = self._rules_of.get(atom, ())
        body = self._body_of.get(atom)
        if len(rules) == 1 and not rules[0].choice and rules[0].head == (atom,):
            body = rules[0].body
        if body is not None:
            self._define(literal, body)
        elif literal > 0:
            for rule in rules:
                if not rule.choice:
                    self._imply(rule)
        elif all(rule.body.literals for rule in rules):
            bodies = [self._literal(rule.body) for rule in rules]
            self._clause([literal, *bodies])
            self._need(map(neg, bodies))

    def _imply(self, rule: Rule) -> None:
        """Where the body is true, one of the head's atoms is."""
        if len(rule.head) > 1:
            if rule in self._disjunctions:
                return
            self._disjunctions.add(rule)
            self._need(map(neg, rule.head))
        body = rule.body.literals if rule.body.weights is None else [self._literal(rule.body)]
        self._clause([*rule.head, *map(neg, body)])
        self._need(body)

    def _literal(self, body: Body) -> int:
        """A literal that is true if, and only if, the body is."""
        if body.weights is None and len(body.literals) == 1:
            return body.literals[0]
        known = self._bodies.get(body)
        if known is None:
            known = self._bodies[body] = self.LARGEST_ATOM + len(self._bodies)
            self._body_of[known] = body
        return known

    def _define(self, literal: int, body: Body) -> None:
        """The literal is true if the body is, or, if negative, false if the body is false."""
        if body.weights is not None:
            self._define_by_sum(literal, body.literals, body.weights, body.least)
        elif literal > 0:
            self._clause([literal, *map(neg, body.literals)])
        else:
            for each in body.literals:
                self._pair(literal, each)
        self._need(body.literals if literal > 0 else map(neg, body.literals))

    def _define_by_sum(self, literal: int, literals: Sequence[int], weights: Sequence[int], least: int) -> None:
        """The same for a body with weights."""
        if literal > 0:
            literals, least = [-each for each in literals], sum(weights) - least + 1
        self._sum([literal, *literals], [least, *weights], least)

    def _pair(self, one: int, other: int) -> None:
        """One of the two literals is true."""
        self.implied[-one].append(other)
        self.implied[-other].append(one)

    def _clause(self, literals: list[int]) -> None:
        """One of the literals is true."""
        if len(set(map(abs, literals))) < len(literals):
            literals = list(dict.fromkeys(literals))
            if not set(literals).isdisjoint(map(neg, literals)):
                return
        if len(literals) == 2:
            self._pair(*literals)
            return
        if len(literals) == 1:
            self.certain.append(literals[0])
            return
        number = len(self.clauses)
        for each in literals:
            self.clauses_of[-each].append(number)
        self.clauses.append(tuple(literals))

    def _sum(self, literals: list[int], weights: list[int], least: int) -> None:
        """Adds a sum: the weights of the literals that are true add up to at least `least`."""
        if least <= 0:
            return
        if all(weight >= least for weight in weights):
            self._clause(literals)
            return
        for each, weight in zip(literals, weights):
            self.sums_of[-each].append((len(self.sums), weight))
        self.sums.append(Sum(tuple(literals), tuple(weights), least, sum(weights), max(weights)))
