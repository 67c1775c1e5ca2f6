"""The smallest reasons of facts, where there is little enough to look at.

Each answer set in which a fact is false, a witness, violates some premises, and every reason of the fact has one of
them. So a reason hits what each witness violates; the smallest set that does so is a reason or leads to another witness
(implicit hitting sets: Ignatiev, Previti, Liffiton, Marques-Silva, 'Smallest MUS extraction with minimal hitting set
dualization', CP 2015; for many facts at once: Gamba, Bogaerts, Guns, 'Efficiently explaining CSPs with unsatisfiable
subset optimization', Journal of Artificial Intelligence Research 78, 2023). A witness serves all facts that are false
in it, and all later steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .mus import SearchLimitError
from .regions import Region, RuleGraph

#: A set of elements: bit i stands for element i.
Bits = int


class Effort:
    """What may still be spent on a search: about as many units as the sets that it can look at."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, units: int) -> None:
        """Takes some units; EffortSpentError if there are not enough."""
        self.left -= units
        if self.left < 0:
            raise EffortSpentError


class EffortSpentError(Exception):
    """The effort is spent."""


class HittingSets:
    """Sets of elements of which each has to be hit, and the search for few elements that hit them all.

    Depth first: one of the elements of some set is chosen, and the search goes on with the sets that it does not hit.
    """

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._numbers: dict[Bits, int] = {}  # of the sets
        self._members: list[list[Bits]] = []
        self._hits: dict[Bits, Bits] = {}  # from an element to the numbers of the sets that it is in
        self._meets: list[Bits] = []  # the numbers of the sets that have an element in common with each set
        self._too_few: dict[Bits, int] = {}  # from sets, by their numbers, to how many elements do not hit them all

    def add(self, elements: Bits) -> None:
        """Adds a set, which is best added after those that are smaller."""
        if elements in self._numbers:
            return
        number = len(self._members)
        members = list(_single_bits(elements))
        self._effort.spend(1 + len(members) // 10)
        self._numbers[elements] = number
        meets = 1 << number
        for element in members:
            hit = self._hits.get(element, 0)
            meets |= hit
            self._hits[element] = hit | 1 << number
        for other in _single_bits(meets ^ 1 << number):
            self._meets[other.bit_length() - 1] |= 1 << number
        self._members.append(members)
        self._meets.append(meets)

    def hit(self, most: int) -> Bits | None:
        """At most `most` elements that hit all sets; None if there are none. EffortSpentError."""
        return self._hit((1 << len(self._members)) - 1, most)

    def _hit(self, sets: Bits, most: int) -> Bits | None:
        if not sets:
            return 0
        if most <= self._too_few.get(sets, 0):
            return None
        self._effort.spend(1)
        if not self._are_disjoint(sets, most):
            first = self._members[(sets & -sets).bit_length() - 1]
            choices = sorted(
                ((hit.bit_count(), hit, element) for element in first if (hit := self._hits[element] & sets)),
                reverse=True,
            )
            tried: list[Bits] = []
            for _, hit, element in choices:
                if any(hit & earlier == hit for earlier in tried):
                    continue  # what hits no more than an element that was tried cannot do better
                tried.append(hit)
                rest = self._hit(sets & ~hit, most - 1)
                if rest is not None:
                    return rest | element
        self._too_few[sets] = most
        return None

    def _are_disjoint(self, sets: Bits, most: int) -> bool:
        """Whether more than `most` of these sets have no element in common, as far as one glance tells."""
        count = 0
        while sets:
            count += 1
            if count > most:
                return True
            sets &= ~self._meets[(sets & -sets).bit_length() - 1]
        return False


class SmallestReason(NamedTuple):
    """A fact, and premises that it follows from, all as literals; no open fact has a smaller reason."""

    fact: int
    premises: list[int]


class SmallestReasons:
    """The search for the smallest reason of any fact.

    proven: no fact had a reason of this size or less when it was last called.
    """

    #: How many witnesses of a fact are kept: the latest.
    MOST_WITNESSES = 300

    #: What a call that the solver gives up costs, which may be more than is left: so the next steps do without.
    GIVEN_UP = 2000

    def __init__(self, graph: RuleGraph, base: Sequence[int], facts: Sequence[int]) -> None:
        """base: the premises that there are from the beginning. facts: they become premises when they are known."""
        self._premises = [*base, *facts]
        # The solver tries to have premises hold, so that a witness violates few.
        levels = dict.fromkeys(facts, 1) | dict.fromkeys(base, 2)
        self._region = Region(graph, graph.near(abs(self._premises[0]), None), map(abs, facts), levels)
        self._bits = {premise: 1 << number for number, premise in enumerate(self._premises)}
        self._base = sum(self._bits[premise] for premise in base)
        self._violated: dict[int, list[Bits]] = {fact: [] for fact in facts}  # by the witnesses of each fact
        self._cost = 5 + len(graph.rules) // 200  # of one call of the solver
        self.proven = 0

    def find(self, open_: Sequence[int], known: Iterable[int], most: int, effort: Effort) -> SmallestReason | None:
        """The smallest reason of an open fact; None if none has at most `most` premises, or if the effort is spent."""
        self.proven = 0
        allowed = self._base | sum(self._bits[fact] for fact in known)
        sets: dict[int, HittingSets] = {}
        try:
            for size in range(1, min(most, len(self._premises)) + 1):
                for fact in open_:
                    if fact not in sets:
                        sets[fact] = self._sets(fact, allowed, effort)
                    premises = self._reason(fact, size, sets, allowed, effort)
                    if premises is not None:
                        return SmallestReason(fact, premises)
                self.proven = size
        except EffortSpentError:
            pass
        except SearchLimitError:
            effort.left -= self.GIVEN_UP
        return None

    def _sets(self, fact: int, allowed: Bits, effort: Effort) -> HittingSets:
        sets = HittingSets(effort)
        for violated in sorted((violated & allowed for violated in self._violated[fact]), key=int.bit_count):
            sets.add(violated)
        return sets

    def _reason(
        self, fact: int, most: int, sets: dict[int, HittingSets], allowed: Bits, effort: Effort
    ) -> list[int] | None:
        """At most `most` premises that a fact follows from; what is learned is added to the sets of all facts."""
        while (chosen := sets[fact].hit(most)) is not None:
            effort.spend(self._cost)
            premises = [self._premises[bit.bit_length() - 1] for bit in _single_bits(chosen)]
            violations = self._region.violated(fact, premises)
            if violations is None:
                return premises
            violated = sum(self._bits[premise] for premise in violations)
            for other, witnesses in self._violated.items():
                if violated & self._bits[other]:
                    witnesses.append(violated)
                    del witnesses[: -self.MOST_WITNESSES]
                    if other in sets:
                        sets[other].add(violated & allowed)
        return None


def _single_bits(bits: Bits) -> Iterator[Bits]:
    """The bits that are set, each as a number of its own."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest
