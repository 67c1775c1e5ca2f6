"""Unit propagation in which every literal carries a small set of things that it follows from: its label.

A thing is whatever a reason may name: a clue, a known fact, an instance of a constraint. A label is a set of things as
the bits of an integer, so that the union of two is one operation. Labels are found in the order of their size, as
distances in Knuth's generalization of Dijkstra's algorithm (Information Processing Letters 6, 1977); since the size of
a union is not determined by the sizes of its parts, they are small, but not surely the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from .completion import Completion, Sum

#: A set of things.
Label = int


class _Probe:
    """What is tried. bound: larger labels are of no use. contradiction: the smallest set of things that was seen to
    contradict itself. trail: the labels as they were before each change.
    """

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.contradiction: Label | None = None
        self.trail: list[tuple[int, Label | None]] = []


class Propagation:
    """Labels of literals, which become smaller as more is known."""

    def __init__(self, completion: Completion) -> None:
        self.completion = completion
        self.labels: dict[int, Label] = {}
        self._heap: list[tuple[int, int]] = []
        self._improved: dict[int, int] = {}
        self._probe: _Probe | None = None  # while the opposite of a fact is tried

    def copy(self) -> Propagation:
        """The same labels, which change by themselves. What waits to be propagated is left behind."""
        other = Propagation(self.completion)
        other.labels = self.labels.copy()
        return other

    def take_improved(self) -> dict[int, int]:
        """The atoms whose labels have become smaller since the last time, with the size that they have now."""
        improved, self._improved = self._improved, {}
        return improved

    @property
    def waiting(self) -> int | None:
        """The size of the smallest label that is still to be propagated; None if there is none."""
        return self._heap[0][0] if self._heap else None

    def add(self, literal: int, label: Label) -> None:
        """The literal follows from these things."""
        self._improve(literal, label, label.bit_count())

    def probe(self, literal: int, bound: int) -> tuple[Label | None, set[int]]:
        """The smallest set of at most `bound` things that is seen to contradict the literal, if there is one, and the
        atoms that were looked at. The labels stay as they are.
        """
        waiting, improved = self._heap, self._improved
        probe = self._probe = _Probe(bound)
        self._heap, self._improved = [], {}
        self.add(literal, 0)
        self.run(bound)
        for changed, label in reversed(probe.trail):
            if label is None:
                del self.labels[changed]
            else:
                self.labels[changed] = label
        atoms = set(self._improved)
        self._probe, self._heap, self._improved = None, waiting, improved
        return probe.contradiction, atoms

    def run(self, most: int) -> None:
        """Propagates labels of at most so many things; larger ones wait for the next time."""
        heap, labels, completion = self._heap, self.labels, self.completion
        implied, clauses_of, sums_of = completion.implied, completion.clauses_of, completion.sums_of
        clauses, sums = completion.clauses, completion.sums
        while heap and heap[0][0] <= (most if self._probe is None else self._probe.bound):
            size, literal = heappop(heap)
            label = labels[literal]
            if label.bit_count() != size:
                continue  # it has become smaller since
            for other in implied.get(literal, ()):
                known = labels.get(other)
                if known is None or known.bit_count() > size:
                    self._improve(other, label, size)
            for number in clauses_of.get(literal, ()):
                self._clause(clauses[number])
            for number in sums_of.get(literal, ()):
                self._sum(sums[number])

    def _improve(self, literal: int, label: Label, size: int) -> None:
        """Takes a label, unless one is known that is no larger."""
        labels = self.labels
        known = labels.get(literal)
        if known is not None and known.bit_count() <= size:
            return
        labels[literal] = label
        heappush(self._heap, (size, literal))
        self._improved[abs(literal)] = size
        if self._probe is not None:
            self._probe.trail.append((literal, known))
            opposite = labels.get(-literal)
            if opposite is not None:
                self._contradict(label | opposite)

    def _contradict(self, label: Label) -> None:
        """These things contradict each other, as far as they are those of a probe."""
        size = label.bit_count()
        if self._probe is not None and size <= self._probe.bound:
            self._probe.contradiction = label
            self._probe.bound = size - 1

    def _clause(self, clause: tuple[int, ...]) -> None:
        labels = self.labels
        union = 0
        free = 0
        for literal in clause:
            label = labels.get(-literal)
            if label is None:
                if free:
                    return
                free = literal
            else:
                union |= label
        size = union.bit_count()
        if self._probe is not None and size > self._probe.bound:
            return
        if free:
            self._improve(free, union, size)
        else:
            self._contradict(union)

    def _sum(self, each: Sum) -> None:
        labels = self.labels
        spare = each.total - each.least
        false: list[tuple[int, int, Label]] = []
        free: list[tuple[int, int]] = []
        for literal, weight in zip(each.literals, each.weights):
            label = labels.get(-literal)
            if label is None:
                free.append((weight, literal))
            else:
                false.append((label.bit_count(), weight, label))
                spare -= weight
        if spare >= each.heaviest:
            return
        false.sort()
        most = each.total - each.least
        reasons: dict[int, Label] = {}
        if spare < 0:
            self._contradict(_lightest(false, most))
        for weight, literal in free:
            if weight > spare:
                label = reasons.get(weight)
                if label is None:
                    label = reasons[weight] = _lightest(false, most - weight)
                size = label.bit_count()
                if self._probe is None or size <= self._probe.bound:
                    self._improve(literal, label, size)


def _lightest(false: Iterable[tuple[int, int, Label]], spare: int) -> Label:
    """A small union of labels whose weights are together more than `spare`. false: sizes, weights and labels, the
    smallest first.
    """
    union = 0
    for _, weight, label in false:
        if spare < 0:
            break
        spare -= weight
        union |= label
    return union
