"""Unit propagation in which every literal carries a small set of premises that it follows from: its label.

A premise is whatever a reason may name: a clue, a known fact, an instance of a constraint. A label is a set of premises
as the bits of an integer, so that the union of two is one operation. Labels are computed in the order of their size,
like distances in Knuth's generalization of Dijkstra's algorithm (Information Processing Letters 6, 1977); since the
size of a union is not determined by the sizes of its parts, they are small, but not always the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from .completion import Completion, Sum

#: A set of premises: bit i stands for premise i.
Label = int


class _Probe:
    """An attempt to derive a contradiction from a literal.

    bound: larger labels are of no use. contradiction: the smallest label of a contradiction so far. trail: each literal
    whose label was changed, with the label that it had before.
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
        self._sizes: dict[int, int] = {}  # of the labels
        # How many literals of each clause are not known to be false, and how much each sum may still lose: most clauses
        # and sums that a literal occurs in are passed over for these numbers.
        self._free = [len(clause) for clause in completion.clauses]
        # Of each clause, the literal that was the last not known to be false: as long as it is the only one, and has a
        # label that is no larger than that of what is propagated, the clause gives no smaller one.
        self._lone = [0] * len(completion.clauses)
        self._spare = [each.total - each.least for each in completion.sums]
        self._heap: list[tuple[int, int]] = []
        self._improved: dict[int, int] = {}
        self._probe: _Probe | None = None  # while one is under way

    def copy(self) -> Propagation:
        """An independent copy of the labels, without those that still wait to be propagated."""
        other = Propagation.__new__(Propagation)
        other.completion = self.completion
        other.labels, other._sizes = self.labels.copy(), self._sizes.copy()
        other._free, other._spare, other._lone = self._free.copy(), self._spare.copy(), self._lone.copy()
        other._heap, other._improved, other._probe = [], {}, None
        return other

    def take_improved(self) -> dict[int, int]:
        """The literals whose labels have become smaller since the last time, with the size that they have now."""
        improved, self._improved = self._improved, {}
        return improved

    @property
    def waiting(self) -> int | None:
        """The size of the smallest label that is still to be propagated; None if there is none."""
        return self._heap[0][0] if self._heap else None

    def add(self, literal: int, label: Label) -> None:
        """Adds a literal with a label: it follows from these premises."""
        self._improve(literal, label, label.bit_count())

    def probe(self, literal: int, bound: int) -> tuple[Label | None, dict[int, Label]]:
        """Propagates a literal, then takes the labels back.

        Returns the smallest set of at most `bound` premises that propagation finds to contradict the literal, None if
        there is none, and the literals that it reached, with their labels.
        """
        probe, reached = self._try({literal: 0}, bound)
        return probe.contradiction, reached

    def following(self, literals: Mapping[int, Label]) -> dict[int, Label]:
        """What follows from some literals without further premises, they themselves among it, and the labels."""
        return self._try(literals, len(literals))[1]

    def broken(self, literals: Mapping[int, Label], most: int | None = None) -> tuple[Label | None, dict[int, Label]]:
        """The smallest contradiction that propagation of some literals comes upon, or None; and what followed up to
        then, with the labels. most: contradictions of more premises are of no use.
        """
        probe, reached = self._try(literals, len(literals) if most is None else most)
        return probe.contradiction, reached

    def _try(self, literals: Mapping[int, Label], bound: int) -> tuple[_Probe, dict[int, Label]]:
        """Propagates literals with their labels, then takes all back. Returns the attempt, and what it reached."""
        waiting, self._heap = self._heap, []
        probe = self._probe = _Probe(bound)
        for literal in literals:
            self.add(literal, literals[literal])
        self.run(bound)
        reached = {literal: self.labels[literal] for literal, _ in probe.trail}
        for changed, label in reversed(probe.trail):
            if label is None:
                del self.labels[changed], self._sizes[changed]
                self._count(changed, -1)
            else:
                self.labels[changed] = label
                self._sizes[changed] = label.bit_count()
        self._probe, self._heap = None, waiting
        return probe, reached

    def run(self, most: int) -> None:
        """Propagates labels of at most `most` premises; larger ones wait for the next call."""
        heap, labels, sizes, completion = self._heap, self.labels, self._sizes, self.completion
        implied, clauses_of, sums_of = completion.implied, completion.clauses_of, completion.sums_of
        sums = completion.sums
        free, spare, lone = self._free, self._spare, self._lone
        while heap and heap[0][0] <= (most if self._probe is None else self._probe.bound):
            size, literal = heappop(heap)
            if sizes[literal] != size:
                continue  # its label has become smaller since
            label = labels[literal]
            for other in implied.get(literal, ()):
                known = sizes.get(other)
                if known is None or known > size:
                    self._improve(other, label, size)
            for number in clauses_of.get(literal, ()):
                if free[number] > 1:
                    continue
                other = lone[number]
                if -other not in labels and (known := sizes.get(other)) is not None and known <= size:
                    continue
                self._clause(number)
            for number, _ in sums_of.get(literal, ()):
                if spare[number] < sums[number].heaviest:
                    self._sum(sums[number])

    def _improve(self, literal: int, label: Label, size: int) -> None:
        """Gives a literal this label, unless it has one that is no larger."""
        known = self._sizes.get(literal)
        if known is not None and known <= size:
            return
        probe = self._probe
        if probe is None:
            self._improved[literal] = size
        else:
            probe.trail.append((literal, self.labels.get(literal)))
        self.labels[literal] = label
        self._sizes[literal] = size
        heappush(self._heap, (size, literal))
        if known is None:
            self._count(literal, 1)
        if probe is not None:
            opposite = self.labels.get(-literal)
            if opposite is not None:
                self._contradict(label | opposite)

    def _count(self, literal: int, times: int) -> None:
        """Counts a literal that has got a label; -1 times: that has lost it."""
        free, spare = self._free, self._spare
        for number in self.completion.clauses_of.get(literal, ()):
            free[number] -= times
        for number, weight in self.completion.sums_of.get(literal, ()):
            spare[number] -= times * weight

    def _contradict(self, label: Label) -> None:
        """Keeps the label of a contradiction, if a probe is under way that it matters to."""
        size = label.bit_count()
        if self._probe is not None and size <= self._probe.bound:
            self._probe.contradiction = label
            self._probe.bound = size - 1

    def _clause(self, number: int) -> None:
        """If all literals of a clause but one are false, that one is true; if all are, the clause is violated."""
        labels = self.labels
        union = 0
        free = 0
        for literal in self.completion.clauses[number]:
            label = labels.get(-literal)
            if label is None:
                if free:
                    return
                free = literal
            else:
                union |= label
        self._lone[number] = free
        size = union.bit_count()
        if self._probe is not None and size > self._probe.bound:
            return
        if free:
            self._improve(free, union, size)
        else:
            self._contradict(union)

    def _sum(self, each: Sum) -> None:
        """A literal without whose weight the sum can no longer reach its bound is true."""
        labels, sizes = self.labels, self._sizes
        spare = each.total - each.least
        false: list[tuple[int, int, Label]] = []
        free: list[tuple[int, int]] = []
        for literal, weight in zip(each.literals, each.weights):
            label = labels.get(-literal)
            if label is None:
                free.append((weight, literal))
            else:
                false.append((sizes[-literal], weight, label))
                spare -= weight
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
    """A small union of labels whose weights exceed `spare` together.

    false: the sizes, weights and labels of false literals, the smallest label first.
    """
    union = 0
    for _, weight, label in false:
        if spare < 0:
            break
        spare -= weight
        union |= label
    return union
