"""Parts of a ground program, small enough to be solved again and again.

A region has some of the rules. An atom that is the head of other rules, too, is free in it; so every answer set of the
whole program leaves one of the region (the free atoms are true by themselves, and what follows from them is founded as
it was), and what contradicts itself in a region contradicts itself in the whole program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ..solving.grounding import new_control
from .completion import Rule
from .mus import shrink


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

    def __init__(self, graph: RuleGraph, middle: int, most: int | None, facts: Collection[int]) -> None:
        """middle: an atom. most: how many atoms it may have; None for the whole program. facts: the atoms of facts."""
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
        self._facts = {atom: self.atoms[atom] for atom in facts if atom in self.atoms}
        self._things: list[int] = []
        self._witnesses: list[set[int]] = []  # the facts' atoms that are true in answer sets with all the things
        self._reasons: dict[int, _Reason] = {}

    def _own(self, literal: int) -> int:
        return self.atoms[literal] if literal > 0 else -self.atoms[-literal]

    def _core(self, fact: int, things: Iterable[int], witnessed: bool = False) -> list[int] | None:
        """Some of the things, from which the fact already follows; None if it does not. witnessed: then an answer set
        without it is kept.
        """
        own = [-self._own(fact), *map(self._own, things)]
        with self._control.solve(assumptions=own, yield_=True) as handle:
            model = handle.model()
            if model is None:
                core = set(handle.core())
                return [thing for thing in things if self._own(thing) in core]
            if witnessed:
                self._witnesses.append({atom for atom, own in self._facts.items() if model.is_true(own)})
            return None

    def is_central(self, atom: int) -> bool:
        """Whether an atom stands near the middle, with others on all sides."""
        return atom in self._rank and (self._whole or 3 * self._rank[atom] < len(self._rank))

    # -- What follows in the region

    def consequences(self, facts: Iterable[int], things: Iterable[int]) -> dict[int, list[int]]:
        """Those of the facts that follow from the things, each with some things that suffice for it, though not all may
        be needed. Facts and things are literals; from one time to the next, only known facts come to the things.
        """
        inside = sorted((each for each in things if abs(each) in self.atoms), key=lambda each: self._rank[abs(each)])
        known = set(self._things)
        new = [each for each in inside if each not in known]
        self._things = inside
        self._witnesses = [true for true in self._witnesses if all(_holds(each, true) for each in new)]
        following: dict[int, list[int]] = {}
        for fact in facts:
            if abs(fact) not in self.atoms:
                continue
            if fact not in self._reasons and all(_holds(fact, true) for true in self._witnesses):
                core = self._core(fact, inside, witnessed=True)
                if core is not None:
                    self._reasons[fact] = _Reason(core, len(inside))
            if fact in self._reasons:
                following[fact] = self._reasons[fact].things
        return following

    def shrunk(self, fact: int, most: int | None) -> list[int] | None:
        """A minimal set of things that the fact, a consequence, follows from in the region; None if it has more than
        `most` of them.
        """
        reason = self._reasons[fact]
        if reason.known < len(self._things):  # with what has become known since, there may be a smaller one
            core = self._core(fact, self._things) or []
            reason = self._reasons[fact] = _Reason(min(core, reason.things, key=len), len(self._things))
        elif most is not None and most <= reason.too_large:
            return None
        things = shrink(lambda part: self._core(fact, part), reason.things, most=most)
        if things is None:
            self._reasons[fact] = reason._replace(too_large=max(reason.too_large, most or 0))
        else:
            self._reasons[fact] = reason._replace(things=things)
        return things


class _Reason(NamedTuple):
    """Things that a fact follows from. known: how many things there were when they were looked for. too_large: they
    could not be made as few as that.
    """

    things: list[int]
    known: int
    too_large: int = -1


def _holds(literal: int, true: set[int]) -> bool:
    return (literal in true) if literal > 0 else (-literal not in true)
