"""What a ground program says about its atoms one by one: Clark's completion, as clauses and sums.

Every answer set satisfies the completion (Clark, 'Negation as failure', 1978). So what follows from it holds in all
answer sets. The reverse is not true: if the program has loops, the completion may have other models as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
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
        self.rules.append(Rule(choice, tuple(head), Body(tuple(dict.fromkeys(body)), None, 0)))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A ground rule with a sum in its body."""
        literals, weights = zip(*body) if body else ((), ())
        self.rules.append(Rule(choice, tuple(head), Body(tuple(literals), tuple(weights), lower_bound)))


class Completion:
    """The completion of a ground program, ready for propagation.

    implied: from a literal to those that it implies. clauses: at least one literal of each is true; clauses_of: from a
    literal to the numbers of the clauses that contain its opposite. sums, sums_of: likewise, with the weight that the
    opposite has. certain: the literals that hold in any case.
    """

    def __init__(self, rules: Sequence[Rule], atoms: Iterable[int], violations: Collection[int] = ()) -> None:
        """atoms: those of interest, even if no rule contains them. violations: atoms that must not hold; what would
        follow if they did is left out.
        """
        self.implied: dict[int, list[int]] = defaultdict(list)
        self.clauses: list[tuple[int, ...]] = []
        self.clauses_of: dict[int, list[int]] = defaultdict(list)
        self.sums: list[Sum] = []
        self.sums_of: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.certain: list[int] = []
        self._bodies: dict[Body, int] = {}
        self._complete(rules, atoms, set(violations))

    def _complete(self, rules: Sequence[Rule], atoms: Iterable[int], violations: set[int]) -> None:
        used = set(atoms)
        for rule in rules:
            used.update(rule.head)
            used.update(map(abs, rule.body.literals))
        self._last = max(used, default=0)
        supports: dict[int, list[Rule]] = {atom: [] for atom in used}
        for rule in rules:
            for atom in rule.head:
                supports[atom].append(rule)
            if not rule.choice and len(rule.head) != 1:
                self._imply(rule.head, rule.body)
        for atom, its_rules in supports.items():
            if len(its_rules) == 1 and not its_rules[0].choice and its_rules[0].head == (atom,):
                self._define(atom, its_rules[0].body)
                continue
            for rule in its_rules:
                if not rule.choice and len(rule.head) == 1:
                    self._imply(rule.head, rule.body)
            if atom not in violations:
                self._clause([-atom, *(self._literal(rule.body) for rule in its_rules)])

    def _imply(self, head: tuple[int, ...], body: Body) -> None:
        """Where the body is true, one of the head's atoms is."""
        if body.weights is None:
            self._clause([*head, *map(neg, body.literals)])
        else:
            self._clause([*head, -self._literal(body)])

    def _literal(self, body: Body) -> int:
        """A literal that is true if, and only if, the body is."""
        if body.weights is None and len(body.literals) == 1:
            return body.literals[0]
        known = self._bodies.get(body)
        if known is None:
            self._last += 1
            known = self._bodies[body] = self._last
            self._define(known, body)
        return known

    def _define(self, literal: int, body: Body) -> None:
        """The literal is true if, and only if, the body is."""
        if body.weights is None:
            for each in body.literals:
                self._pair(-literal, each)
            self._clause([literal, *map(neg, body.literals)])
            return
        total = sum(body.weights)
        self._sum([-literal, *body.literals], [body.least, *body.weights], body.least)
        least = total - body.least + 1
        self._sum([literal, *(-each for each in body.literals)], [least, *body.weights], least)

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
