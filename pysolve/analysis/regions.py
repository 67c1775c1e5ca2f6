"""Parts of a ground program, small enough to be solved again and again.

A region has some of the rules: those near an atom, or those that some literals depend on. An atom that other rules
derive, too, is a free choice in it. So every answer set of the whole program, restricted to the region, is an answer
set of the region: the free atoms need no support there, and what follows from them has the support that it had.
Therefore what is contradictory in a region is contradictory in the whole program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import compress, islice
from types import MappingProxyType
from typing import Any, NamedTuple

import clingo
from clingo.backend import HeuristicType

from ..solving import grounding
from ..solving.grounding import new_control
from .assumptions import SearchLimitError, Shrinking, roughly_shrunk
from .propagation import Loops, Rule


class ProgramPart(NamedTuple):
    """A part of a program: atoms, and the numbers of the rules that have no others."""

    atoms: Sequence[int]
    rules: Sequence[int]


class RuleGraph:
    """Which rules an atom occurs in, and which it depends on."""

    #: Atoms that are farther away are never near.
    FARTHEST = 5000

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.heads: dict[int, list[int]] = {}
        for number, rule in enumerate(rules):
            for atom in rule.head:
                self.heads.setdefault(atom, []).append(number)

    @cached_property
    def _atoms(self) -> list[tuple[int, ...]]:
        """The atoms of each rule."""
        return [tuple({*rule.head, *map(abs, rule.body.literals)}) for rule in self.rules]

    @cached_property
    def _uses(self) -> dict[int, list[int]]:
        """The rules that each atom occurs in, the smallest first."""
        uses: dict[int, list[int]] = {}
        for number in sorted(range(len(self.rules)), key=[len(atoms) for atoms in self._atoms].__getitem__):
            for atom in self._atoms[number]:
                uses.setdefault(atom, []).append(number)
        return uses

    def below(self, literals: Iterable[int]) -> ProgramPart:
        """What some literals depend on: their atoms, and those of all rules for these.

        Each answer set of this part belongs to one of the program, and the other way round: the part is split off
        (Lifschitz, Turner, 'Splitting a logic program', 1994), and the rest has an answer set whatever holds in the
        part: one in which nothing else is chosen. So what only bars that some choices are made together is in the part
        if one of these is. Where that is not certain, all is below.
        """
        if self._may_refute:
            return ProgramPart(list(self._uses), range(len(self.rules)))
        atoms = dict.fromkeys(map(abs, literals))
        ahead = list(atoms)
        numbers: dict[int, None] = {}
        while ahead:
            atom = ahead.pop()
            for number in (*self.heads.get(atom, ()), *self._barring.get(atom, ())):
                if number not in numbers:
                    numbers[number] = None
                    rule = self.rules[number]
                    for atom in (*rule.head, *map(abs, rule.body.literals)):
                        if atom not in atoms:
                            atoms[atom] = None
                            ahead.append(atom)
        return ProgramPart(list(atoms), list(numbers))

    @cached_property
    def _may_refute(self) -> bool:
        """Whether the program has a rule without a head that does more than bar choices, or an atom that depends on
        itself through a negation; without these there is an answer set whatever is chosen.
        """
        barring = {number for numbers in self._barring.values() for number in numbers}
        refuting = (number for number, rule in enumerate(self.rules) if not rule.head)
        return not barring.issuperset(refuting) or self._denies_itself()

    def _denies_itself(self) -> bool:
        """Whether an atom depends on itself through a negation."""
        used = {abs(literal) for rule in self.rules for literal in rule.body.literals}
        denied = [(atom, -each) for rule in self.rules for each in rule.body.literals if each < 0 for atom in rule.head]
        component = self._components(atom for atom, _ in denied if atom in used)
        return any(atom in component and component[atom] == component[other] for atom, other in denied)

    @cached_property
    def _barring(self) -> dict[int, list[int]]:
        """The rules without a head that only bar that choices are made together, by the atoms that are chosen."""
        barring: dict[int, list[int]] = {}
        for number, rule in enumerate(self.rules):
            for atom in () if rule.head or rule.choice else self._chosen(rule) or ():
                barring.setdefault(atom, []).append(number)
        return barring

    def _chosen(self, rule: Rule) -> list[int] | None:
        """The choices without which the body of a rule does not hold: it has no negation, and follows from them without
        one; None if that is not so.
        """
        chosen: list[int] = []
        seen: dict[int, None] = {}
        ahead = [rule]
        while ahead:
            literals = ahead.pop().body.literals
            if any(literal < 0 for literal in literals):
                return None
            for atom in literals:
                if atom in seen:
                    continue
                seen[atom] = None
                rules = [self.rules[number] for number in self.heads.get(atom, ())]
                if rules and all(each.choice for each in rules):
                    chosen.append(atom)
                else:
                    ahead += rules
        return chosen or None

    def loops(self) -> Loops:
        """The atoms that depend on themselves."""
        return Loops(self.rules, self._components(self.heads))

    def _components(self, roots: Iterable[int]) -> dict[int, int]:
        """The atoms that the roots depend on, with the same number for those that depend on each other (Gabow,
        'Path-based depth-first search for strong and biconnected components', Information Processing Letters 74, 2000).
        """
        component: dict[int, int] = {}
        order: dict[int, int] = {}  # of the visits
        unsettled: list[int] = []
        bounds: list[int] = []  # where components may begin
        for root in roots:
            path: list[tuple[int, Iterator[int]]] = []
            new: int | None = None if root in order else root
            while new or path:
                if new:
                    order[new] = len(order)
                    unsettled.append(new)
                    bounds.append(order[new])
                    path.append((new, self._body_atoms(new)))
                atom, rest = path[-1]
                new = None
                for other in rest:
                    if other not in order:
                        new = other
                        break
                    while other not in component and bounds[-1] > order[other]:
                        bounds.pop()
                if new is None:
                    path.pop()
                    if bounds[-1] == order[atom]:
                        bounds.pop()
                        while atom not in component:
                            component[unsettled.pop()] = atom
        return component

    def _body_atoms(self, atom: int) -> Iterator[int]:
        """The atoms of the bodies from which an atom follows."""
        return (abs(literal) for number in self.heads.get(atom, ()) for literal in self.rules[number].body.literals)

    def near(self, start: int, most: int | None) -> ProgramPart:
        """At most `most` atoms near an atom, the nearest first, and the rules that have no other atoms.

        Without a limit: all atoms and rules.

        A rule connects each of its atoms with each other one, at a distance that grows with the number of its atoms.
        """
        if most is None:
            nearest = self._nearest(start, len(self._uses))
            return ProgramPart(list(dict.fromkeys([*nearest, *self._uses])), range(len(self.rules)))
        nearest = self._nearest(start, most)
        reached = Counter(number for atom in nearest for number in self._uses.get(atom, ()))
        return ProgramPart(
            nearest, sorted(number for number, count in reached.items() if count == len(self._atoms[number]))
        )

    def _nearest(self, start: int, most: int) -> list[int]:
        """Atoms in the order of their distances (Dijkstra's algorithm)."""
        distances = {start: 0}
        heap = [(0, start)]
        nearest: dict[int, None] = {}
        visited: set[int] = set()
        # `within` atoms have a distance of at most `bound`, and more need not be looked at.
        bound, within, at = self.FARTHEST, 1, Counter([0])
        while heap and len(nearest) < most:
            so_far, atom = heappop(heap)
            if atom in nearest:
                continue
            nearest[atom] = None
            for number in self._uses.get(atom, ()):
                atoms = self._atoms[number]
                distance = so_far + len(atoms) - 1
                if distance > bound:
                    break
                if number in visited:
                    continue
                visited.add(number)
                for other in atoms:
                    known = distances.get(other, bound + 1)
                    if distance < known:
                        distances[other] = distance
                        heappush(heap, (distance, other))
                        at[distance] += 1
                        if known <= bound:
                            at[known] -= 1
                        else:
                            within += 1
                while within - at[bound] >= most:
                    within -= at[bound]
                    bound -= 1
        return list(nearest)


class Region:
    """Some rules of a program, with a control of their own.

    atoms: those of its rules, the nearest to its centre first, each with its number in that control. size: how many
    rules.
    """

    #: Where literals are preferred, the solver gives up after this many conflicts: the order costs it its speed.
    MOST_CONFLICTS = 1000

    def __init__(
        self,
        graph: RuleGraph,
        part: ProgramPart,
        facts: Iterable[int] = (),
        preferred: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """part: of the program, the nearest atoms first. facts: the atoms of facts.

        preferred: literals, with levels; in an answer set those of a higher level hold as far as they can.
        """
        arguments = ["--models=1", "--forget-on-step=lemmas"]
        if preferred:
            arguments += ["--heuristic=Domain", f"--solve-limit={self.MOST_CONFLICTS}"]
        self._control = new_control(arguments)
        self._effort: int | None = None
        inside = set(part.rules)
        with self._control.backend() as backend:
            self.atoms = dict(zip(part.atoms, grounding.add_atoms(backend, len(part.atoms))))
            self._own = self.atoms | {-atom: -own for atom, own in self.atoms.items()}  # numbers in the own control
            free = [own for atom, own in self.atoms.items() if not inside.issuperset(graph.heads.get(atom, ()))]
            self._add_rules(backend, free, [graph.rules[number] for number in part.rules])
            self._preferred = [literal for literal in preferred if abs(literal) in self.atoms]
            for literal in self._preferred:
                value = HeuristicType.True_ if literal > 0 else HeuristicType.False_
                backend.add_heuristic(self.atoms[abs(literal)], value, preferred[literal], 1, [])
        self._rank = {atom: number for number, atom in enumerate(part.atoms)}
        self._graph = graph
        self._inside_rules = inside
        self.size = len(part.rules)
        self._whole = self.size == len(graph.rules)
        self._facts = {atom: self.atoms[atom] for atom in facts if atom in self.atoms}
        self._arrived: list[int] = []  # the premises, in the order in which they have come
        self._inside: list[int] = []  # the same, in the order in which the solver is given them
        self._looked_through = 0  # how many premises, with those that are not inside
        self._witnesses: list[set[int]] = []  # of answer sets with all premises: the atoms of facts that are true
        self._reasons: dict[int, _Reason] = {}
        self._tried: dict[int, int] = {}  # with which effort the solver has given up on facts

    def take_in(self, part: ProgramPart, larger: float, share: float) -> bool:
        """Adds another part, where both have all that their literals depend on (see RuleGraph.below); False, and
        nothing is added, if that is `larger` times the part, or a larger share of it is new.
        """
        rules = self._inside_rules.union(part.rules)
        new = rules - self._inside_rules
        if len(rules) > larger * len(part.rules) or len(new) > share * len(part.rules):
            return False
        atoms = [atom for atom in part.atoms if atom not in self.atoms]  # some have no rules
        if new or atoms:
            with self._control.backend() as backend:
                own = dict(zip(atoms, grounding.add_atoms(backend, len(atoms))))
                self.atoms |= own
                self._own |= own | {-atom: -number for atom, number in own.items()}
                self._add_rules(backend, (), [self._graph.rules[number] for number in sorted(new)])
            self._inside_rules, self.size = rules, len(rules)
        return True

    def _add_rules(self, backend: clingo.Backend, free: Iterable[int], rules: Iterable[Rule]) -> None:
        """Has the control know the rules. free: the atoms that are chosen, as other rules derive them, too."""
        plain: list[grounding.Rule] = [([own], [], True) for own in free]
        for rule in rules:
            head = [self.atoms[atom] for atom in rule.head]
            body = [self._own[literal] for literal in rule.body.literals]
            if rule.body.weights is None:
                plain.append((head, body, rule.choice))
            else:
                backend.add_weight_rule(head, rule.body.least, list(zip(body, rule.body.weights)), choice=rule.choice)
        grounding.add_rules(backend, plain)

    def core(
        self, fact: int, premises: Iterable[int], keep_witness: bool = False, effort: int | None = None
    ) -> list[int] | None:
        """Some of the premises, from which the fact already follows; None if it does not follow.

        keep_witness: then, the answer set that refutes it is remembered. effort: conflicts after which SearchLimitError
        is raised.
        """
        own = [-self._own[fact], *map(self._own.__getitem__, premises)]
        if not self._preferred and effort != self._effort:  # with preferred ones, there is a limit from the beginning
            self._effort = effort  # set only where it changes: clasp prepares its solver anew for it
            configuration: Any = self._control.configuration
            configuration.solve.solve_limit = "umax" if effort is None else str(effort)
        with self._control.solve(assumptions=own, yield_=True) as handle:
            model = handle.model()
            if model is None:
                if handle.get().unknown:
                    raise SearchLimitError
                core = set(handle.core())
                return [premise for premise in premises if self._own[premise] in core]
            if keep_witness:
                self._witnesses.append(set(compress(self._facts, grounding.which_hold(model, self._facts.values()))))
            return None

    def violated(self, fact: int, premises: Iterable[int]) -> list[int] | None:
        """Which of the preferred literals do not hold in an answer set in which the fact is false though the premises
        hold; None if there is none. SearchLimitError if that takes too long.
        """
        own = [-self._own[fact], *map(self._own.__getitem__, premises)]
        with self._control.solve(assumptions=own, yield_=True) as handle:
            model = handle.model()
            if model is not None:
                holds = grounding.which_hold(model, [self._own[each] for each in self._preferred])
                return [each for each, held in zip(self._preferred, holds) if not held]
            if handle.get().unknown:
                raise SearchLimitError
            return None

    @cached_property
    def central(self) -> frozenset[int]:
        """The atoms in the third nearest to the centre, so that their surroundings are in the region, too."""
        return frozenset(self.atoms if self._whole else islice(self.atoms, -(-len(self.atoms) // 3)))

    # -- What follows in the region

    def consequences(self, facts: Iterable[int], premises: Sequence[int], effort: int | None = None) -> dict[int, int]:
        """Those of the facts that follow from the premises, each with how many premises the solver needed for it.

        Facts and premises are literals. From one call to the next, premises may only be added at the end. The solver is
        given those that are facts first: so it need not derive them again, by rules that a reason would have to name.
        effort: conflicts after which it gives up on a fact, and does not try it again with this effort.
        """
        self._take_up(premises[self._looked_through :])
        self._looked_through = len(premises)
        here = [fact for fact in facts if abs(fact) in self.atoms]
        for fact in here:
            if fact not in self._reasons and all(_holds(fact, true) for true in self._witnesses):
                self._try(fact, self._inside, effort)
        return {fact: self._reasons[fact].size for fact in here if fact in self._reasons}

    def _take_up(self, premises: Iterable[int]) -> None:
        """Has those of new premises arrive that are inside."""

        def order(premise: int) -> tuple[bool, int]:
            return abs(premise) not in self._facts, self._rank[abs(premise)]

        new = sorted((each for each in premises if abs(each) in self.atoms), key=order)
        if new:
            self._arrived += new
            self._inside = sorted(self._arrived, key=order)
            self._witnesses = [true for true in self._witnesses if all(_holds(each, true) for each in new)]

    def _try(self, fact: int, premises: Sequence[int], effort: int | None) -> None:
        """Looks whether a fact follows from premises, unless the solver has given up on that with this effort."""
        if effort is not None and self._tried.get(fact, 0) >= effort:
            return
        try:
            core = self.core(fact, premises, keep_witness=True, effort=effort)
        except SearchLimitError:
            self._tried[fact] = effort or 0
            return
        if core is not None:
            self._reasons[fact] = _Reason(len(core), Shrinking(core), len(self._arrived))

    def shrunk(self, fact: int, most: int | None, effort: int | None = None) -> list[int] | None:
        """A minimal set of premises from which a fact, one of the consequences, follows in the region.

        None if it has more than `most` of them. effort: conflicts after which each search gives up, with
        SearchLimitError; one may go on later.
        """
        size, shrinking, known = self._reasons[fact]
        new = self._arrived[known:]
        if new:  # with what has become known since, there may be a smaller one
            core = self.core(fact, [*new, *shrinking.needed, *shrinking.left], effort=effort) or []
            if set(core).isdisjoint(new):
                shrinking.keep(core)
            else:
                size, shrinking = len(core), Shrinking(core)
            self._reasons[fact] = _Reason(size, shrinking, len(self._arrived))
        if most is not None and len(shrinking.needed) > most:
            return None
        region = self._below([fact, *shrinking.needed, *shrinking.left])
        return shrinking.go_on(lambda some: region.core(fact, some, effort=effort), most)

    def reason(self, fact: int) -> list[int]:
        """Premises from which a fact, one of the consequences, follows; some may be redundant."""
        shrinking = self._reasons[fact].shrinking
        return [*shrinking.needed, *shrinking.left]

    def _below(self, literals: Iterable[int]) -> Region:
        """What literals depend on in the whole program, as a region, if this one is the whole program and that is less;
        otherwise this one.
        """
        if not self._whole:
            return self
        part = self._graph.below(literals)
        return Region(self._graph, part) if len(part.rules) < self.size else self


class _Reason(NamedTuple):
    """Premises from which a fact follows, on the way to fewer of them.

    size: how many the solver needed. known: how many there were to choose from.
    """

    size: int
    shrinking: Shrinking
    known: int


def _holds(literal: int, true: set[int]) -> bool:
    return (literal in true) if literal > 0 else (-literal not in true)


class Regions:
    """The parts of one program that are solved again and again."""

    #: How many conflicts a search may take that says whether a premise is needed, where no other reason is looked for,
    #: at first and then: a premise for which it takes more stays.
    EFFORTS = (900, 9000)

    #: If what literals depend on has so many rules, it is added to what others do: how many times as large that may be,
    #: and how large a share may be new. What is smaller, or differs more, is solved sooner by itself.
    LARGE, LARGER, NEW = 2_000, 2, 0.2

    def __init__(self, rules: Sequence[Rule], facts: Iterable[int]) -> None:
        """facts: the atoms of facts."""
        self.graph = RuleGraph(rules)
        self._below: Region | None = None  # the last one that some literals depend on
        self._facts = [*facts]
        self._regions: dict[tuple[int, int | None], Region] = {}

    def around(self, centre: int, size: int | None) -> Region:
        """So many atoms around one; None for the whole program."""
        key = (0 if size is None else centre, size)
        if key not in self._regions:
            self._regions[key] = Region(self.graph, self.graph.near(centre, size), self._facts)
        return self._regions[key]

    def below(self, fact: int, others: Iterable[int]) -> Region:
        """What a fact and other literals depend on, and perhaps a little more: to make a region takes longer than to
        solve it some times.
        """
        part = self.graph.below([fact, *others])
        if len(part.rules) == len(self.graph.rules):
            return self.around(abs(fact), None)
        if len(part.rules) < self.LARGE:
            return Region(self.graph, part)
        if self._below is None or not self._below.take_in(part, self.LARGER, self.NEW):
            self._below = Region(self.graph, part)
        return self._below

    def needed(self, facts: Sequence[int], premises: Sequence[int]) -> list[int]:
        """The premises without those of which the solver finds that they are redundant, with respect to the whole
        program: the facts follow from the others.
        """
        region = self.below(facts[0], [*facts[1:], *premises])

        def core(some: Sequence[int], effort: int) -> set[int] | None:
            needed: set[int] = set()
            for fact in facts:
                of_fact = region.core(fact, some, effort=effort)
                if of_fact is None:
                    return None
                needed.update(of_fact)
            return needed

        return roughly_shrunk(core, premises, self.EFFORTS)


# -- The smallest reasons of facts, where there is little enough to look at
#
# Each answer set in which a fact is false, a witness, violates some premises, and every reason of the fact has one of
# them. So a reason hits what each witness violates; the smallest set that does so is a reason or leads to another
# witness (implicit hitting sets: Ignatiev, Previti, Liffiton, Marques-Silva, 'Smallest MUS extraction with minimal
# hitting set dualization', CP 2015; for many facts at once: Gamba, Bogaerts, Guns, 'Efficiently explaining CSPs with
# unsatisfiable subset optimization', Journal of Artificial Intelligence Research 78, 2023). A witness serves all facts
# that are false in it, and all later steps.


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
