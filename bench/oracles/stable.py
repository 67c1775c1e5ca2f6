"""The answer sets of a program, by enumeration in plain Python: no clasp, and nothing of pysolve.

clingo only grounds; its observer gives the ground rules. The rest is a search by hand: assign an atom, propagate over
Clark's completion (an atom holds just if one of its bodies does), take for false what is unfounded (what no order of
rules derives), and try the next one. A total assignment without contradiction and without unfounded atoms is a stable
model (Lin and Zhao 2004, Gebser et al. 2012; a body with weights is one with a bound on a sum).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import clingo

Answer = frozenset[str]

#: A literal counts as one more step for every 20 bodies that use it, since assigning it takes longer.
MANY_USES = 20


class TooLarge(Exception):
    """The budget of steps is used up, or the program has what is not enumerated here."""


class Body(NamedTuple):
    """The body of a rule: its literals with their weights hold together at least the bound. head 0 is a constraint."""

    head: int
    choice: bool
    literals: tuple[tuple[int, int], ...]
    bound: int


class _Rules(clingo.Observer):
    """The ground rules, as clingo's observer gives them."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.shown: list[tuple[str, Sequence[int]]] = []
        self.unfit = ""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._add(choice, head, [(literal, 1) for literal in body], len(body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self._add(choice, head, body, lower_bound)

    def _add(self, choice: bool, head: Sequence[int], body: Sequence[tuple[int, int]], bound: int) -> None:
        if len(head) > 1 and not choice:
            self.unfit = "a disjunction"
        for atom in head or [0]:
            self.bodies.append(Body(atom, choice, tuple((literal, weight) for literal, weight in body), bound))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.unfit = "an optimization"

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.shown.append((str(symbol), [atom] if atom else []))

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.shown.append((str(symbol), list(condition)))


def answers(files: Sequence[Path], facts: str, steps: int) -> set[Answer] | None:
    """The sets of shown atoms of all stable models; None if the rules derive invalid/3, that the input is wrong.

    files: of rules. facts: ASP text. steps: how many literals may be assigned; those that many
    bodies use count several times. Raises TooLarge, and RuntimeError as clingo does.
    """
    rules = _Rules()
    control = clingo.Control(logger=lambda *_: None)
    control.register_observer(rules)
    for file in files:
        control.load(str(file))
    control.add("base", [], facts)
    control.ground([("base", [])])
    if any(True for _ in control.symbolic_atoms.by_signature("invalid", 3)):
        return None
    if rules.unfit:
        raise TooLarge(rules.unfit)
    result = set()
    for holds in models(rules.bodies, steps):
        result.add(frozenset(name for name, condition in rules.shown if all(map(holds.__contains__, condition))))
    return result


def models(bodies: Sequence[Body], steps: int) -> Iterator[set[int]]:
    """The stable models: of each, the literals that hold."""
    search = _Search(bodies, steps)
    if search.start():
        yield from search.enumerate(0)


class _Search:
    """A partial assignment, and what follows from it.

    value: of each literal 1 (holds), -1 (does not) or 0. sums: of each body the weight of what holds, and of what may
    hold. support: of each atom the number of its bodies that are not false.
    """

    def __init__(self, bodies: Sequence[Body], steps: int) -> None:
        self.bodies = bodies
        self.steps = steps
        self.value: dict[int, int] = {}
        self.uses: dict[int, list[tuple[int, int]]] = {}
        self.of: dict[int, list[int]] = {}
        for number, body in enumerate(bodies):
            self.of.setdefault(body.head, []).append(number)
            for literal, weight in body.literals:
                self.uses.setdefault(literal, []).append((number, weight))
        atoms = {abs(literal) for literal in self.uses} | set(self.of) - {0}
        self.holding = [0] * len(bodies)
        self.possible = [sum(weight for _, weight in body.literals) for body in bodies]
        self.support = {atom: len(self.of.get(atom, ())) for atom in atoms}
        for atom in atoms:
            self.value[atom] = self.value[-atom] = 0
        chosen = [body.head for body in bodies if body.choice]
        self.order = list(dict.fromkeys([*chosen, *sorted(atoms)]))
        self.trail: list[int] = []
        self.waiting: list[int] = []

    def start(self) -> bool:
        """What follows from no assignment at all; false for a contradiction."""
        consistent = all(self._assign(-atom) for atom, count in self.support.items() if not count)
        return consistent and all(map(self._look, range(len(self.bodies)))) and self._propagate()

    def enumerate(self, at: int) -> Iterator[set[int]]:
        """The stable models that extend the assignment. at: before it, all atoms of the order are assigned."""
        while at < len(self.order) and self.value[self.order[at]]:
            at += 1
        if at == len(self.order):
            yield {literal for literal, value in self.value.items() if value > 0}
            return
        for literal in (self.order[at], -self.order[at]):
            level = len(self.trail)
            if self._assign(literal) and self._propagate():
                yield from self.enumerate(at + 1)
            self._undo(level)

    def _assign(self, literal: int) -> bool:
        if self.value[literal]:
            return self.value[literal] > 0
        self.steps -= 1 + len(self.uses.get(literal, ())) // MANY_USES
        if self.steps < 0:
            raise TooLarge("too many steps")
        self.value[literal], self.value[-literal] = 1, -1
        self.trail.append(literal)
        self.waiting.append(literal)
        for number, weight in self.uses.get(literal, ()):
            self.holding[number] += weight
        for number, weight in self.uses.get(-literal, ()):
            body = self.bodies[number]
            if self.possible[number] >= body.bound > self.possible[number] - weight and body.head:
                self.support[body.head] -= 1
            self.possible[number] -= weight
        return True

    def _undo(self, level: int) -> None:
        self.waiting.clear()
        while len(self.trail) > level:
            literal = self.trail.pop()
            self.value[literal] = self.value[-literal] = 0
            for number, weight in self.uses.get(literal, ()):
                self.holding[number] -= weight
            for number, weight in self.uses.get(-literal, ()):
                body = self.bodies[number]
                self.possible[number] += weight
                if self.possible[number] >= body.bound > self.possible[number] - weight and body.head:
                    self.support[body.head] += 1

    def _propagate(self) -> bool:
        """All that follows; false for a contradiction."""
        while True:
            while self.waiting:
                literal = self.waiting.pop()
                numbers = [number for number, _ in self.uses.get(literal, ())]
                numbers += [number for number, _ in self.uses.get(-literal, ())]
                heads = {self.bodies[number].head for number in numbers} - {0}
                for head in heads:  # a body that is false may leave another one as the only support
                    if self.value[head] > 0 and self.support[head] <= 1:
                        numbers += self.of[head]
                    elif not self.support[head] and not self._assign(-head):
                        return False
                if not all(map(self._look, [*numbers, *self.of.get(abs(literal), ())])):
                    return False
            unfounded = self._unfounded()
            if not unfounded:
                return True
            if not all(self._assign(-atom) for atom in unfounded):
                return False

    def _look(self, number: int) -> bool:
        """What follows from one body and its head."""
        head, choice, literals, bound = self.bodies[number]
        holding, possible = self.holding[number], self.possible[number]
        state = self.value[head] if head else -1
        if possible < bound:
            return not head or self.support[head] > 0 or self._assign(-head)
        if holding >= bound:
            return choice or (head != 0 and self._assign(head))
        if state < 0 and not choice:  # the body must not hold
            return all(
                self._assign(-literal) for literal, weight in literals
                if not self.value[literal] and holding + weight >= bound
            )  # fmt: skip
        if state > 0 and self.support[head] == 1:  # the body alone can derive its head
            return all(
                self._assign(literal) for literal, weight in literals
                if not self.value[literal] and possible - weight < bound
            )  # fmt: skip
        return True

    def _unfounded(self) -> list[int]:
        """Atoms, not yet false, that no order of the rules whose bodies are not false derives."""
        missing = []  # by body: how much of its bound is not derived yet, counting negative literals that may hold
        ready = []
        for body in self.bodies:
            free = sum(weight for literal, weight in body.literals if literal < 0 and self.value[literal] >= 0)
            missing.append(body.bound - free)
            if free >= body.bound:
                ready.append(body.head)
        founded: set[int] = set()
        while ready:
            atom = ready.pop()
            if not atom or atom in founded or self.value[atom] < 0:
                continue
            founded.add(atom)
            for number, weight in self.uses.get(atom, ()):
                before = missing[number]
                missing[number] -= weight
                if before > 0 >= missing[number]:
                    ready.append(self.bodies[number].head)
        return [atom for atom in self.support if self.value[atom] >= 0 and atom not in founded]
