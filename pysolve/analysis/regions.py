"""Parts of a ground program, small enough to be solved again and again.

A region has some of the rules. An atom that is the head of other rules, too, is free in it; so every answer set of the
whole program leaves one of the region (the free atoms are true by themselves, and what follows from them is founded as
it was), and what contradicts itself in a region contradicts itself in the whole program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from ..solving.grounding import new_control
from .completion import Rule
from .mus import shrink

_MANY = 10**9


class RuleGraph:
    """Which rules an atom occurs in."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.heads: dict[int, list[int]] = {}
        self._uses: dict[int, list[int]] = {}
        self._atoms: list[tuple[int, ...]] = []
        for number, rule in enumerate(rules):
            together = tuple(dict.fromkeys([*rule.head, *map(abs, rule.body.literals)]))
            self._atoms.append(together)
            for atom in rule.head:
                self.heads.setdefault(atom, []).append(number)
            for atom in together:
                self._uses.setdefault(atom, []).append(number)

    def near(self, start: int, most: int | None) -> tuple[list[int], list[int]]:
        """The atoms near an atom, the nearest first, at most so many, and the rules that hold no others. Without a
        limit: all atoms and rules.

        A rule leads from each of its atoms to each other one, the farther the more atoms it has.
        """
        if most is None:
            nearest, _ = self.near(start, len(self._uses))
            return list(dict.fromkeys([*nearest, *self._uses])), list(range(len(self.rules)))
        distances = {start: 0}
        heap = [(0, start)]
        reached: dict[int, None] = {}
        paid: set[int] = set()
        while heap and len(reached) < most:
            far, atom = heappop(heap)
            if atom in reached:
                continue
            reached[atom] = None
            for number in self._uses.get(atom, ()):
                if number in paid:
                    continue
                paid.add(number)
                atoms = self._atoms[number]
                distance = far + len(atoms) - 1
                for other in atoms:
                    if distance < distances.get(other, distance + 1):
                        distances[other] = distance
                        heappush(heap, (distance, other))
        inside = [number for number in sorted(paid) if all(atom in reached for atom in self._atoms[number])]
        return list(reached), inside


class Region:
    """Some rules of a program with a control of their own. atoms: those that they speak of, the nearest to its middle
    first.
    """

    def __init__(self, graph: RuleGraph, middle: int, most: int | None) -> None:
        """middle: an atom. most: how many atoms it may have; None for the whole program."""
        atoms, numbers = graph.near(middle, most)
        self._control = new_control(["--models=1", "--forget-on-step=lemmas"])
        self.atoms: dict[int, int] = {}
        inside = set(numbers)
        with self._control.backend() as backend:
            for atom in atoms:
                self.atoms[atom] = backend.add_atom()
            for atom, own in self.atoms.items():
                if not inside.issuperset(graph.heads.get(atom, ())):
                    backend.add_rule([own], choice=True)
            for number in numbers:
                rule = graph.rules[number]
                head = [self.atoms[atom] for atom in rule.head]
                body = [self._own(literal) for literal in rule.body.literals]
                if rule.body.weights is None:
                    backend.add_rule(head, body, choice=rule.choice)
                else:
                    backend.add_weight_rule(
                        head, rule.body.least, list(zip(body, rule.body.weights)), choice=rule.choice
                    )
        self._rank = {atom: number for number, atom in enumerate(atoms)}
        self._whole = most is None
        self._things: dict[int, None] = {}
        self._witnesses: list[set[int]] = []
        self._reasons: dict[int, list[int]] = {}
        self._too_large: dict[int, int] = {}

    def _own(self, literal: int) -> int:
        return self.atoms[literal] if literal > 0 else -self.atoms[-literal]

    def core(self, assumed: Sequence[int]) -> list[int] | None:
        """Some of the literals that already contradict each other; None if all may hold."""
        core, _ = self._solve(assumed)
        return core

    def _solve(self, assumed: Sequence[int]) -> tuple[list[int] | None, set[int]]:
        """The core, or None and the atoms that are true in an answer set."""
        literal_of = {self._own(literal): literal for literal in assumed}
        with self._control.solve(assumptions=list(literal_of), yield_=True) as handle:
            model = handle.model()
            if model is None:
                return [literal_of[each] for each in handle.core()], set()
            return None, {atom for atom, own in self.atoms.items() if model.is_true(own)}

    def is_central(self, atom: int) -> bool:
        """Whether an atom stands near the middle, with others on all sides."""
        return atom in self._rank and (self._whole or 3 * self._rank[atom] < len(self._rank))

    # -- What follows in the region

    def consequences(self, facts: Iterable[int], things: Iterable[int]) -> dict[int, list[int]]:
        """Those of the facts that follow from the things, each with some things that suffice for it, though not all may
        be needed. Facts and things are literals; from one time to the next, things are only added.
        """
        inside = sorted((each for each in things if abs(each) in self.atoms), key=lambda each: self._rank[abs(each)])
        new = [each for each in inside if each not in self._things]
        self._things.update(dict.fromkeys(new))
        self._witnesses = [true for true in self._witnesses if all(_holds(each, true) for each in new)]
        found: dict[int, list[int]] = {}
        for fact in facts:
            if abs(fact) not in self.atoms or fact in self._things:
                continue
            reason = self._reasons.get(fact)
            if reason is None:
                if any(not _holds(fact, true) for true in self._witnesses):
                    continue
                core, true = self._solve([-fact, *inside])
                if core is None:
                    self._witnesses.append(true)
                    continue
                wanted = set(core)
                reason = self._reasons[fact] = [each for each in inside if each in wanted]
            found[fact] = reason
        return found

    def shrunk(self, fact: int, most: int | None) -> list[int] | None:
        """A minimal set of things that the fact, a consequence, follows from in the region; None if it has more than
        `most` of them.
        """
        if self._too_large.get(fact, -1) >= (most if most is not None else _MANY):
            return None
        reason = shrink(lambda part: self._without(fact, part), self._reasons[fact], most=most)
        if reason is None:
            self._too_large[fact] = most if most is not None else -1
        else:
            self._reasons[fact] = reason
        return reason

    def _without(self, fact: int, things: Sequence[int]) -> list[int] | None:
        core = self.core([-fact, *things])
        return None if core is None else [each for each in core if each != -fact]


def _holds(literal: int, true: set[int]) -> bool:
    return (literal in true) if literal > 0 else (-literal not in true)
