"""A ground program for other solvers: as aspif, which solvers of ASP read, and as DIMACS, which SAT solvers do.

A model of the clauses is an answer: clauses say that an atom holds where, and only where, a rule derives it (Clark's
completion). Atoms that rely on each other in a circle would derive themselves; so each of these has a level, a binary
number, and one of its rules relies on atoms of lower levels alone (Niemelä, 'Stable models and difference logic',
2008). Levels are not determined by the answer: `c p show` names the variables that are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import clingo

from ..model.errors import PuzzleError
from .propagation import Body, Rule

#: What is shown: the symbol, and the literals that must be true; none of what holds in any case.
Shown = tuple[clingo.Symbol, tuple[int, ...]]

#: What is minimized: priority, and literals with their weights.
Costs = tuple[int, Sequence[tuple[int, int]]]

#: What the command line adds where clauses cannot say something in short.
_OTHERWISE = "; --aspif writes all of it"


def aspif(rules: Iterable[Rule], costs: Iterable[Costs], shown: Iterable[Shown]) -> Iterator[str]:
    """The lines of the program as clingo's intermediate format."""
    yield "asp 1 0 0"
    for choice, head, body in rules:
        if body.weights is None:
            right = f"0 {_counted(body.literals)}"
        else:
            right = f"1 {body.least} {_counted(_flat(zip(body.literals, body.weights)), 2)}"
        yield f"1 {int(choice)} {_counted(head)} {right}"
    for priority, weighted in costs:
        yield f"2 {priority} {_counted(_flat(weighted), 2)}"
    for symbol, literals in shown:
        yield f"4 {len(str(symbol).encode())} {symbol} {_counted(literals)}"
    yield "0"


def _counted(numbers: Sequence[int], each: int = 1) -> str:
    return " ".join(map(str, (len(numbers) // each, *numbers)))


def _flat(pairs: Iterable[tuple[int, int]]) -> list[int]:
    return [number for pair in pairs for number in pair]


def dimacs(
    rules: Iterable[Rule], costs: Sequence[Costs], shown: Iterable[Shown], names: Mapping[int, clingo.Symbol]
) -> Iterator[str]:
    """The lines of clauses whose models are the answers. names: the atoms by their numbers.

    PuzzleError if answers have costs, which clauses cannot compare, or if atoms of one circle stand in one head, where
    clauses would have to be many more.
    """
    if costs:
        raise PuzzleError("the best answers are wanted (#minimize), and DIMACS has no costs", how=_OTHERWISE)
    clauses = _Clauses(rules, names)
    wanted = sorted({clauses.variable[abs(literal)] for _, literals in shown for literal in literals})
    yield from (f"c {clauses.variable[atom]} {symbol}" for atom, symbol in sorted(names.items()))
    yield f"c p show {' '.join(map(str, (*wanted, 0)))}"
    yield f"p cnf {clauses.last} {len(clauses.all)}"
    yield from (" ".join(map(str, (*clause, 0))) for clause in clauses.all)


class _Clauses:
    """The clauses of a program. variable: from an atom to its variable; a literal's is signed as the literal is."""

    def __init__(self, rules: Iterable[Rule], atoms: Iterable[int]) -> None:
        """atoms: those that have a variable in any case; they have the first ones."""
        self.all: list[tuple[int, ...]] = []
        self.last = 0
        self.variable: dict[int, int] = defaultdict(self._fresh)
        self._known: dict[tuple[object, ...], int] = {}
        self._rules_of: dict[int, list[tuple[Body, tuple[int, ...]]]] = defaultdict(list)  # with what must not hold
        for atom in sorted(atoms):
            self.variable[atom] = self._fresh()
        self._true = self._fresh()
        self._add(self._true)
        self._take(rules)
        self._circle = _circles({atom: self._relies_on(atom) for atom in self._rules_of})
        sizes = Counter(self._circle.values())
        self._level = {atom: self._number(sizes[circle]) for atom, circle in self._circle.items()}
        for atom in list(self.variable):
            self._complete(atom)

    def _fresh(self) -> int:
        self.last += 1
        return self.last

    def _add(self, *literals: int) -> None:
        self.all.append(literals)

    def _signed(self, literal: int) -> int:
        return self.variable[literal] if literal > 0 else -self.variable[-literal]

    # -- Rules

    def _take(self, rules: Iterable[Rule]) -> None:
        """Where a body holds, so does one atom of the head. Each of several is derived where no other one holds."""
        for choice, head, body in rules:
            holds = self._body(body, self._signed)
            if not choice:
                self._add(-holds, *map(self._signed, head))
            for atom in head:
                others = () if choice else tuple(-other for other in head if other != atom)
                self._rules_of[atom].append((body, others))

    def _relies_on(self, atom: int) -> set[int]:
        return {literal for body, _ in self._rules_of[atom] for literal in body.literals if literal > 0}

    def _complete(self, atom: int) -> None:
        """Where an atom holds, one of its rules derives it, from atoms of lower levels."""
        circle, mine = self._circle.get(atom), self.variable[atom]

        def lower(literal: int) -> int:
            if literal < 0 or circle is None or self._circle.get(literal) != circle:
                return self._signed(literal)
            return self._both((self._signed(literal), self._less(self._level[literal], self._level[atom])))

        ways = []
        for body, others in self._rules_of.get(atom, ()):
            if circle is not None and any(self._circle.get(-other) == circle for other in others):
                raise PuzzleError("atoms that rely on each other stand in one head", how=_OTHERWISE)
            ways.append(self._both((self._body(body, lower), *map(self._signed, others))))
        self._add(-mine, *ways)

    def _body(self, body: Body, variable: Callable[[int], int]) -> int:
        literals = tuple(map(variable, body.literals))
        if body.weights is None:
            return self._both(literals)
        return self._sum(sorted(zip(body.weights, literals), reverse=True), body.least)

    # -- Literals that are true where something else is, and only there

    def _both(self, literals: tuple[int, ...]) -> int:
        """All of these are true."""
        wanted = tuple(sorted(set(literals) - {self._true}))
        if len(wanted) < 2:
            return wanted[0] if wanted else self._true
        return self._once(
            ("all", wanted), lambda new: [*((-new, each) for each in wanted), (new, *(-each for each in wanted))]
        )

    def _sum(self, weighted: Sequence[tuple[int, int]], least: int) -> int:
        """The weights of those that are true add up to this number at least."""
        missing = [{least}]  # what may still be missing before each of them
        rest = [sum(weight for weight, _ in weighted)]
        for weight, _ in weighted:
            open_ = [number for number in missing[-1] if 0 < number <= rest[-1]]
            missing.append({*open_, *(number - weight for number in open_)})
            rest.append(rest[-1] - weight)
        then: dict[int, int] = {}
        for at in reversed(range(len(missing))):
            now = {}
            for number in missing[at]:
                if 0 < number <= rest[at]:
                    weight, literal = weighted[at]
                    now[number] = self._either(literal, then[number - weight], then[number])
                else:
                    now[number] = self._true if number <= 0 else -self._true
            then = now
        return then[least]

    def _either(self, literal: int, one: int, other: int) -> int:
        """The one where a literal is true, and otherwise the other."""
        return self._once(
            ("either", literal, one, other),
            lambda new: [
                (-new, -literal, one), (-new, literal, other), (new, -literal, -one), (new, literal, -other),
            ],
        )  # fmt: skip

    def _number(self, size: int) -> tuple[int, ...]:
        """The bits of a number less than this one, or than a power of two near it."""
        return tuple(self._fresh() for _ in range((size - 1).bit_length()))

    def _less(self, one: tuple[int, ...], other: tuple[int, ...]) -> int:
        """One binary number is less than another one. The first bit counts most."""
        if not one:
            return -self._true
        (a, b), rest = (one[0], other[0]), self._less(one[1:], other[1:])
        return self._once(
            ("less", one, other),
            lambda new: [
                (-new, -a, b), (-new, -a, rest), (-new, b, rest), (new, a, -b), (new, a, -rest), (new, -b, -rest),
            ],
        )  # fmt: skip

    def _once(self, what: tuple[object, ...], clauses: Callable[[int], list[tuple[int, ...]]]) -> int:
        """The variable of this meaning, whose clauses are made the first time."""
        if what not in self._known:
            new = self._known[what] = self._fresh()
            for clause in clauses(new):
                self._add(*clause)
        return self._known[what]


def _circles(relies_on: Mapping[int, set[int]]) -> dict[int, int]:
    """Of the atoms that rely on each other in a circle, one of their circle (Kosaraju's algorithm)."""
    forth = {atom: [each for each in others if each in relies_on] for atom, others in relies_on.items()}
    back: dict[int, list[int]] = {atom: [] for atom in forth}
    for atom, others in forth.items():
        for each in others:
            back[each].append(atom)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for atom in reversed(_reached(forth, forth, set())):
        circle = _reached(back, [atom], taken)
        if len(circle) > 1 or (circle and atom in forth[atom]):
            found |= dict.fromkeys(circle, atom)
    return found


def _reached(steps: Mapping[int, Sequence[int]], starts: Iterable[int], seen: set[int]) -> list[int]:
    """The atoms that are reached, each behind those that are reached from it first. seen: those that are left out; it
    gets those that are reached.
    """
    order: list[int] = []
    for start in starts:
        walk = [] if start in seen else [(start, iter(steps[start]))]
        seen.add(start)
        while walk:
            other = next((each for each in walk[-1][1] if each not in seen), None)
            if other is None:
                order.append(walk.pop()[0])
            else:
                seen.add(other)
                walk.append((other, iter(steps[other])))
    return order
