"""Unit propagation on the completion of a ground program: every literal carries a small set of premises that it follows
from, its label.

A premise is whatever a reason may name: a clue, a known fact, an instance of a constraint. A label is a set of premises
as the bits of an integer, so that the union of two is one operation. Labels are computed in the order of their size,
like distances in Knuth's generalization of Dijkstra's algorithm (Information Processing Letters 6, 1977); since the
size of a union is not determined by the sizes of its parts, they are small, but not always the smallest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from operator import neg
from typing import NamedTuple, TypeVar

import clingo

# -- What a ground program says about its atoms one by one: Clark's completion, as clauses and sums
#
# Every answer set satisfies the completion (Clark, 'Negation as failure', 1978). So what follows from it holds in all
# answer sets. The reverse is not true: if the program has loops, the completion may have other models as well.


class Sum(NamedTuple):
    """A constraint: the weights of the literals that are true add up to at least `least`.

    total: the sum of all weights. heaviest: the largest of them. opposites: of the literals. falling: the numbers of
    the literals, those of the heaviest first.
    """

    literals: tuple[int, ...]
    weights: tuple[int, ...]
    least: int
    total: int
    heaviest: int
    opposites: tuple[int, ...]
    falling: tuple[int, ...]


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

    def beside(self, literals: Iterable[int]) -> set[int]:
        """What leads, together with one of these literals, to something that follows from neither of them."""
        numbers = {number for each in literals for number in self.clauses_of.get(each, ())}
        sums = {number for each in literals for number, _ in self.sums_of.get(each, ())}
        clauses = (self.clauses[number] for number in numbers)
        return {-each for clause in clauses for each in clause}.union(*(self.sums[each].opposites for each in sums))

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
        falling = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)
        self.sums.append(
            Sum(
                tuple(literals), tuple(weights), least, sum(weights), weights[falling[0]],
                tuple(map(neg, literals)), tuple(falling),
            )
        )  # fmt: skip


# -- Propagation


#: A set of premises: bit i stands for premise i.
Label = int

#: What a caller wants to know of each literal that was reached: its label, or how large that is.
Size = TypeVar("Size", int, float)

#: By how much a known fact is lighter than a rule: it is seen on the board.
LIGHTER = 0.5


class _Probe:
    """An attempt to derive a contradiction from a literal.

    bound: larger labels are of no use. contradiction: the smallest label of a contradiction so far. trail: each literal
    whose label was changed, with the label that it had before, and the size of that.
    """

    def __init__(self, bound: float) -> None:
        self.bound = bound
        self.contradiction: Label | None = None
        self.trail: list[tuple[int, Label | None, float | None]] = []


class Propagation:
    """Labels of literals, which become smaller as more is known. At first, what follows without premises is known."""

    def __init__(self, completion: Completion, lighter: float = LIGHTER) -> None:
        self.completion = completion
        self.labels: dict[int, Label] = {}
        #: The premises that are facts, and by how much each of them is lighter than a rule.
        self.facts: Label = 0
        self.lighter = lighter
        self._sizes: dict[int, float] = {}  # of the labels
        # How many literals of each clause are not known to be false, and how much each sum may still lose: most clauses
        # and sums that a literal occurs in are passed over for these numbers.
        self._free = [len(clause) for clause in completion.clauses]
        # Of each clause, the literal that was the last not known to be false: as long as it is the only one, and has a
        # label that is no larger than that of what is propagated, the clause gives no smaller one.
        self._lone = [0] * len(completion.clauses)
        self._spare = [each.total - each.least for each in completion.sums]
        # Of each sum, when it last gave nothing: in which probe (0: in none; -1: it never did), how much it could still
        # lose then, and the size of the label that was propagated. As long as it may lose as much, larger ones give
        # nothing, either.
        self._settled: list[tuple[int, int, float]] = [(-1, 0, 0)] * len(completion.sums)
        self._probes = 0
        self._heap: list[tuple[float, int]] = []
        self._improved: dict[int, float] = {}
        self._probe: _Probe | None = None  # while one is under way
        for literal in completion.certain:
            self.add(literal, 0)
        self.run(0)

    def copy(self) -> Propagation:
        """An independent copy of the labels, without those that still wait to be propagated."""
        other = Propagation.__new__(Propagation)
        other.completion, other.facts, other.lighter = self.completion, self.facts, self.lighter
        other.labels, other._sizes = self.labels.copy(), self._sizes.copy()
        other._free, other._spare, other._lone = self._free.copy(), self._spare.copy(), self._lone.copy()
        other._settled, other._probes = self._settled.copy(), self._probes
        other._heap, other._improved, other._probe = [], {}, None
        return other

    def take_improved(self) -> dict[int, float]:
        """The literals whose labels have become smaller since the last time, with the size that they have now."""
        improved, self._improved = self._improved, {}
        return improved

    @property
    def waiting(self) -> float | None:
        """The size of the smallest label that is still to be propagated; None if there is none."""
        return self._heap[0][0] if self._heap else None

    def add(self, literal: int, label: Label) -> None:
        """Adds a literal with a label: it follows from these premises."""
        self._improve(literal, label, self.size(label))

    def size(self, label: Label) -> float:
        """How many premises a label has, where a fact counts for less than a rule."""
        return label.bit_count() - (label & self.facts).bit_count() * self.lighter

    def probe(self, literal: int, bound: float) -> tuple[Label | None, dict[int, float]]:
        """Propagates a literal, then takes the labels back.

        Returns the smallest set of at most `bound` premises that propagation finds to contradict the literal, None if
        there is none, and the literals that it reached, with the sizes of their labels.
        """
        probe, reached = self._try({literal: 0}, bound, self._sizes)
        return probe.contradiction, reached

    def following(self, literals: Mapping[int, Label]) -> dict[int, Label]:
        """What follows from some literals without further premises, they themselves among it, and the labels."""
        return self._try(literals, len(literals), self.labels)[1]

    def broken(self, literals: Mapping[int, Label], most: int | None = None) -> tuple[Label | None, dict[int, Label]]:
        """The smallest contradiction that propagation of some literals comes upon, or None; and what followed up to
        then, with the labels. most: contradictions of more premises are of no use.
        """
        probe, reached = self._try(literals, len(literals) if most is None else most, self.labels)
        return probe.contradiction, reached

    def _try(
        self, literals: Mapping[int, Label], bound: float, told: Mapping[int, Size]
    ) -> tuple[_Probe, dict[int, Size]]:
        """Propagates literals with their labels, then takes all back. told: the labels, or their sizes, of which those
        of what was reached are returned beside the attempt.
        """
        waiting, self._heap = self._heap, []
        probe = self._probe = _Probe(bound)
        self._probes += 1
        for literal in literals:
            self.add(literal, literals[literal])
        self.run(bound)
        reached = {literal: told[literal] for literal, _, _ in probe.trail}
        for changed, label, size in reversed(probe.trail):
            if label is None or size is None:
                del self.labels[changed], self._sizes[changed]
                self._count(changed, -1)
            else:
                self.labels[changed] = label
                self._sizes[changed] = size
        self._probe, self._heap = None, waiting
        return probe, reached

    def run(self, most: float) -> None:
        """Propagates labels of at most `most` premises; larger ones wait for the next call."""
        heap, labels, sizes, completion = self._heap, self.labels, self._sizes, self.completion
        implied, clauses_of, sums_of = completion.implied, completion.clauses_of, completion.sums_of
        free, lone = self._free, self._lone
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
            if literal in sums_of:
                self._sums_with(literal, size)

    def _sums_with(self, literal: int, size: float) -> None:
        """Propagates the sums in which a literal stands that is known for `size` premises."""
        now = 0 if self._probe is None else self._probes
        for number, _ in self.completion.sums_of[literal]:
            each, left = self.completion.sums[number], self._spare[number]
            if left < each.heaviest:
                probe, as_much, smaller = self._settled[number]
                is_settled = left == as_much and smaller <= size and probe in (0, now)
                if not is_settled and not self._sum(each, left, size):
                    self._settled[number] = now, left, size

    def _improve(self, literal: int, label: Label, size: float) -> None:
        """Gives a literal this label, unless it has one that is no larger."""
        labels, sizes = self.labels, self._sizes
        known = sizes.get(literal)
        if known is not None and known <= size:
            return
        probe = self._probe
        if probe is None:
            self._improved[literal] = size
        else:
            probe.trail.append((literal, labels.get(literal), known))
        labels[literal] = label
        sizes[literal] = size
        heappush(self._heap, (size, literal))
        if known is None:
            self._count(literal, 1)
        if probe is not None:
            opposite = labels.get(-literal)
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
        size = self.size(label)
        if self._probe is not None and size <= self._probe.bound:
            self._probe.contradiction = label
            self._probe.bound = size - 1 + self.lighter

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
        size = self.size(union)
        if self._probe is not None and size > self._probe.bound:
            return
        if free:
            self._improve(free, union, size)
        else:
            self._contradict(union)

    def _too_heavy(self, each: Sum, spare: int, least: float) -> list[int]:
        """Which literals of a sum weigh more than it may still lose, and are not known for a smaller reason."""
        free: list[int] = []
        for at in each.falling:
            if each.weights[at] <= spare:
                break
            known = self._sizes.get(each.literals[at])
            if each.opposites[at] not in self.labels and (known is None or known > least):
                free.append(at)
        return free

    def _sum(self, each: Sum, spare: int, least: float) -> bool:
        """A literal without whose weight the sum can no longer reach its bound is true. Whether that says anything new.

        spare: how much the sum may still lose. least: the size of the label that is propagated; a literal with a label
        that is no larger gets no smaller one.
        """
        labels, sizes = self.labels, self._sizes
        free = self._too_heavy(each, spare, least)
        if not free and (spare >= 0 or self._probe is None):
            return spare < 0
        pairs = zip(each.opposites, each.weights)
        false = sorted([(sizes[other], weight, labels[other]) for other, weight in pairs if other in labels])
        most = each.total - each.least
        reasons: dict[int, Label] = {}
        if spare < 0:
            self._contradict(_lightest(false, most))
        for at in sorted(free):
            weight = each.weights[at]
            label = reasons.get(weight)
            if label is None:
                label = reasons[weight] = _lightest(false, most - weight)
            size = self.size(label)
            if self._probe is None or size <= self._probe.bound:
                self._improve(each.literals[at], label, size)
        return True


def _lightest(false: Iterable[tuple[float, int, Label]], spare: int) -> Label:
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


# -- What the completion does not see: atoms that only each other support


class _LoopRule(NamedTuple):
    """A rule for an atom that depends on itself. within: those of its body that depend on the atom, too."""

    head: int
    body: Body
    within: tuple[int, ...]


class Loops:
    """The atoms that depend on themselves. Where every rule for some of them is barred or needs another one of them,
    none holds (an unfounded set: Van Gelder, Ross, Schlipf, 'The well-founded semantics for general logic programs',
    Journal of the ACM 38, 1991): cells around a barrier do not reach each other.
    """

    def __init__(self, rules: Sequence[Rule], component: Mapping[int, int]) -> None:
        """component: of the atoms of the rules, the same number for those that depend on each other."""
        self._rules: list[_LoopRule] = []
        self._uses: dict[int, list[int]] = defaultdict(list)  # the rules that need an atom of their own component
        self._rules_of: dict[int, list[int]] = defaultdict(list)
        sizes = Counter(component.values())
        for rule in rules:
            for head in rule.head:
                if sizes[component.get(head, 0)] > 1:
                    self._add(head, rule.body, component)

    def _add(self, head: int, body: Body, component: Mapping[int, int]) -> None:
        own = component[head]
        # of a sum, all atoms are taken to be supported: then less is found
        within = () if body.weights is not None else body.literals
        loop = _LoopRule(head, body, tuple(each for each in within if each > 0 and component.get(each) == own))
        for each in loop.within:
            self._uses[each].append(len(self._rules))
        self._rules_of[head].append(len(self._rules))
        self._rules.append(loop)

    def unsupported(self, labels: Mapping[int, Label]) -> dict[int, Label]:
        """The opposites of the atoms that nothing supports any more, as far as they have no label, with one."""
        barred = [_barring(rule.body, labels) for rule in self._rules]
        supported = self._supported(barred)
        left = {atom for atom in self._rules_of if atom not in supported and -atom not in labels}
        found: dict[int, Label] = {}
        for atom in sorted(left, key=lambda each: (each not in labels, each)):
            if -atom not in found:
                found |= self._unfounded(atom, left, barred)
        return found

    def _supported(self, barred: Sequence[Label | None]) -> set[int]:
        """The atoms that may still follow from others than each other."""
        missing = [len(rule.within) for rule in self._rules]
        ready = [number for number, count in enumerate(missing) if not count and barred[number] is None]
        supported: set[int] = set()
        while ready:
            atom = self._rules[ready.pop()].head
            if atom in supported:
                continue
            supported.add(atom)
            for number in self._uses.get(atom, ()):
                missing[number] -= 1
                if not missing[number] and barred[number] is None:
                    ready.append(number)
        return supported

    def _unfounded(self, atom: int, left: Collection[int], barred: Sequence[Label | None]) -> dict[int, Label]:
        """The opposites of this atom and of those through which alone it could hold, with what bars all others."""
        together, label = {atom: None}, 0
        waiting = [atom]
        while waiting:
            for number in self._rules_of[waiting.pop()]:
                through = [each for each in self._rules[number].within if each in left]
                if any(each in together for each in through):
                    continue
                bar = barred[number]
                if bar is None:
                    together[through[0]] = None
                    waiting.append(through[0])
                else:
                    label |= bar
        return {-each: label for each in together}


def _barring(body: Body, labels: Mapping[int, Label]) -> Label | None:
    """The smallest label for which a body does not hold; None if it still may."""
    if body.weights is None:
        return min((labels[-each] for each in body.literals if -each in labels), key=int.bit_count, default=None)
    false = [(labels[-each], weight) for each, weight in zip(body.literals, body.weights) if -each in labels]
    spare = sum(body.weights) - body.least
    if sum(weight for _, weight in false) <= spare:
        return None
    return _lightest(sorted((label.bit_count(), weight, label) for label, weight in false), spare)
