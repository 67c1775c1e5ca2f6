"""What finds a small reason for one of the facts that are open: the finders, in the order in which a person looks.

Step-wise explanation by minimal unsatisfiable subsets: a fact follows from what is known and from instances of
constraints if its opposite contradicts them (Bogaerts, Gamba, Guns, 'A framework for step-wise explaining how to solve
constraint satisfaction problems', Artificial Intelligence 300, 2021; Espasa, Gent, Hoffmann, Jefferson, Lynch, 'Using
small MUSes to explain how to solve pen and paper puzzles', 2021). Each finder is asked only if those before have led to
no reason that is plain: unit propagation; techniques that have names; unit propagation from the opposite of a fact
(probing); proofs that no smaller one exists, as far as the effort suffices; the solver, on the whole program, or on
growing regions of it if it is large.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, product
from typing import NamedTuple, Protocol

from ..model.errors import PuzzleError, nearest, quote
from .assumptions import SearchLimitError
from .propagation import Label
from .regions import Effort, Region, SmallestReasons
from .steps import Pattern, Step
from .techniques import (
    NOTHING_ELSE,
    Found,
    Group,
    Patterns,
    identities_in,
    identity_named,
    identity_of,
    in_general,
    kind_of,
    technique_of,
    techniques,
)
from .walk_state import WalkState

#: A reason of this size or less is plain enough: no smaller one is looked for.
PLAIN = 2

#: The size of no reason: more than any has.
NONE = 10**9

#: Where a reason has more premises than this, or there is none, regions of the program are solved.
LARGE = 8

#: The bounds on the size of a reason with which facts are probed, one after the other, until there is one.
PROBES = (8, 30, 100)

#: Of how many marks, which hold together by one constraint, techniques speak.
MOST_TIMES = 4


class Reason(NamedTuple):
    """A fact, as a literal, the label of the premises that it follows from, and how large that is: known facts count
    for less than rules and the clues that these speak of.

    minimal: none of them is redundant. proven: no reason has so few premises, or fewer. found: the use of a named
    technique, which excludes the fact and others. likewise: the facts that follow as one thought, if that is known.
    """

    fact: int
    premises: Label
    size: float
    minimal: bool = False
    proven: int = 0
    found: Found | None = None
    likewise: tuple[int, ...] = ()


def reason_of(state: WalkState, fact: int, premises: Label, *, minimal: bool = False) -> Reason:
    """The reason of a fact with this label. minimal: none of the premises is redundant."""
    return Reason(fact, premises, state.propagation.size(premises), minimal)


class Finder(Protocol):
    """A way to find reasons."""

    def find(self, open_: list[int], best: Reason | None) -> Reason | None:
        """A reason for one of these facts that is smaller than the best so far, or else that one."""


def is_plain(reason: Reason | None) -> bool:
    """Whether a reason is seen at a glance."""
    return reason is not None and reason.size <= PLAIN


def size_of(reason: Reason | None) -> float:
    """The size of a reason; without one, more than any has."""
    return NONE if reason is None else reason.size


class ByPropagation:
    """The open fact with the smallest label, if any has one."""

    def __init__(self, state: WalkState) -> None:
        self._state = state

    def find(self, open_: list[int], best: Reason | None = None) -> Reason | None:
        """See Finder; it comes first."""
        propagation = self._state.propagation
        labels = propagation.labels
        while True:
            known = [
                (propagation.size(label), literal)
                for literal in open_
                if (label := labels.get(literal)) is not None and self._may_be_told(literal, label)
            ]
            size, literal = min(known, default=(None, 0), key=lambda each: (each[0], *self._rank(each[1])))
            waiting = propagation.waiting
            if waiting is None or (size is not None and size <= waiting):
                return None if size is None else Reason(literal, labels[literal], size)
            propagation.run(waiting)

    def _may_be_told(self, literal: int, label: Label) -> bool:
        """Whether a fact is worth a step of its own: that a cell does not belong to a region is seen where known facts
        alone say so.
        """
        return literal not in self._state.facts.elsewhere or bool(label & self._state.constraint_label)

    def _rank(self, literal: int) -> tuple[bool, bool]:
        """Of equally small reasons those of the smallest rank come first, then the first in reading order: where a cell
        does not belong comes last, what is about the same as the last step first.
        """
        state = self._state
        return literal in state.facts.elsewhere, not state.propagation.labels[literal] & state.looked_at


# -- Named techniques


class ByTechniques:
    """Techniques that have names (lib/techniques.yaml), where rules have constraints that these speak of: the easiest
    one that excludes something, if what follows by propagation takes more.
    """

    def __init__(self, state: WalkState, *, for_grade: bool = False) -> None:
        """for_grade: only those that a grade's walk has."""
        self._state = state
        self._for_grade = for_grade
        self.avoided: frozenset[str] = frozenset()  # identities of techniques that are not to be used

    def find(self, open_: list[int], best: Reason | None) -> Reason | None:
        """See Finder."""
        if not self.patterns.techniques:
            return best
        found = self.patterns.find(self._holds, self._size_of, self.avoided)
        if found is None or (size := self._size_of(found)) >= size_of(best):
            return best
        return Reason(found.facts[-1], self._label_of(found), size, found=found)

    def _size_of(self, found: Found) -> float:
        return self._state.propagation.size(self._label_of(found))

    def _holds(self, atom: int) -> bool | None:
        """Whether an atom is seen to hold, or not to."""
        labels = self._state.propagation.labels
        return True if atom in labels else False if -atom in labels else None

    def candidates(self) -> list[int]:
        """The values that could still be crossed out."""
        if not self.patterns.techniques:
            return []
        labels = self._state.propagation.labels
        return [each for each in self._excludable if each not in labels and -each not in labels]

    @cached_property
    def _excludable(self) -> Collection[int]:
        """What a technique may exclude: values and notes; where there are none, marks of the answer."""
        facts = self._state.facts
        return facts.noted or [each for each in facts.answer if each < 0]

    def _label_of(self, found: Found) -> Label:
        """The premises of a technique: its constraints, and why nothing else is left of its homes."""
        label = self._state.labels.of(found.own)
        for home in found.every:
            for atom in home.group.atoms - home.left:
                label |= self._state.propagation.labels[-atom]
        return label

    def step(self, found: Found) -> Step:
        """The step of a technique; where its facts need less than all of it, one without the technique."""
        facts = found.facts
        premises = self._needed_for(facts, found.own, found)
        step = self._state.step(facts, premises, self._state.following(premises))
        if not {*found.own} <= {*premises}:
            return step
        answer = self._state.facts.answer
        homes = tuple(
            (self._state.constraint_of[home.group.literal], tuple(answer[atom] for atom in sorted(home.left)))
            for home in found.homes
        )
        chain, ends = (tuple(answer[atom] for atom in some) for some in (found.chain, found.ends))
        beside = frozenset(self._state.constraint_of[home.group.literal] for home in found.beside)
        return replace(step, pattern=Pattern(found.technique, homes, chain, ends, beside))

    def _needed_for(self, facts: list[int], own: list[int], found: Found) -> list[int]:
        """The premises of a technique without those that its facts need not: first of why nothing else is left of its
        homes, where several may say the same. own: its constraints, and those of its homes.
        """
        others = [each for each in self._state.labels.premises(self._label_of(found)) if each not in own]
        if found.beside:  # nearly all of the board
            return [*own, *others]
        if found.technique.assumes_one_answer:  # no rule says that: all that is needed is why nothing else is left
            excluded = {-atom for home in found.every for atom in home.group.atoms - home.left}
            return [*own, *self._state.regions.needed(sorted(excluded), others)]
        return self._state.regions.needed(facts, [*own, *others])

    @cached_property
    def patterns(self) -> Patterns:
        """The techniques of this board."""
        swapped = self._swapped if self._state.assumes_one_answer else ()
        return Patterns(self.groups, swapped, for_grade=self._for_grade)

    @cached_property
    def _swapped(self) -> Collection[int]:
        return self._state.swapped(self.groups)

    @property
    def could_assume(self) -> bool:
        """Whether there are techniques that rest on that there is one answer, with marks that could change places."""
        kinds = {*self._kinds.values()}
        assuming = (each for each in techniques().every if each.assumes_one_answer)
        return any(each.of & kinds and each.within - each.of & kinds for each in assuming) and bool(self._swapped)

    @cached_property
    def _identified(self) -> Mapping[str, list[int]]:
        """The constraints of each identity."""
        by_identity: dict[str, list[int]] = {}
        for literal, instance in self._state.constraint_of.items():
            by_identity.setdefault(identity_of(instance), []).append(literal)
        return by_identity

    @cached_property
    def _kinds(self) -> Mapping[str, str]:
        """The kinds of these identities, of those that have one."""
        return {each: kind for each in self._identified if (kind := techniques().kind_of(each)) is not None}

    @cached_property
    def groups(self) -> list[Group]:
        """The constraints that techniques speak of."""
        groups = [self._groups(self._identified[identity], identity, kind) for identity, kind in self._kinds.items()]
        return [*chain.from_iterable(groups)]

    def _groups(self, literals: Iterable[int], identity: str, kind: str) -> list[Group]:
        """The constraints of an identity with the marks of which at most one holds by them."""
        given = self._state.bare.copy()
        literal_of = {self._state.labels.bit(literal): literal for literal in literals}
        for label, literal in literal_of.items():
            given.add(literal, label)
        given.run(1)
        noted = self._excludable
        excluded: dict[int, dict[int, set[int]]] = {}  # by constraint: what each mark excludes
        for fact in noted:
            for other, label in given.following({-fact: 0}).items():
                if other in noted and (label in literal_of or not label):
                    excluded.setdefault(label, {}).setdefault(-fact, set()).add(-other)
        groups = []
        for label, others_of in excluded.items():
            for atoms in _cliques(others_of):
                first, *others = atoms
                home = given.following(dict.fromkeys((-atom for atom in others), 0)).get(first)
                if (by := label or home) in literal_of:
                    groups.append(Group(literal_of[by], identity, kind, frozenset(atoms), home == by, not label))
        return groups or [*filter(None, (self._counting(each, identity, kind) for each in literal_of.values()))]

    def _counting(self, literal: int, identity: str, kind: str) -> Group | None:
        """The marks that a constraint counts, if exactly so many of them hold, more than one."""
        state = self._state
        atoms = state.counted_by(state.constraint_of[literal], state.facts.answer)
        for times in range(2, min(len(atoms), MOST_TIMES + 1)):
            out = [-each for each in atoms[times:]]
            if state.bare.following(dict.fromkeys((literal, *atoms[:times]), 0)).keys() >= {*out}:
                is_home = state.bare.following(dict.fromkeys((literal, *out), 0)).keys() >= {*atoms[:times]}
                return Group(literal, identity, kind, frozenset(atoms), is_home, times=times)
        return None


def _cliques(others_of: Mapping[int, set[int]]) -> Iterator[list[int]]:
    """Marks of which each excludes all others, so that each is in one group at least. One constraint may have several
    such groups: a run that goes on behind a block if this is not given.
    """
    left = dict.fromkeys(others_of)
    while left:
        atoms = [next(iter(left))]
        for other in sorted(others_of[atoms[0]]):
            if all(other in others_of.get(each, ()) and each in others_of.get(other, ()) for each in atoms):
                atoms.append(other)
        for each in atoms:
            left.pop(each, None)
        if len(atoms) > 1:
            yield atoms


# -- Probing


class _Probe(NamedTuple):
    """An attempt to refute the opposite of a fact that failed.

    bound: how large a reason could have been. reached: the literals that propagation reached, with the sizes of their
    labels.
    """

    bound: float
    reached: dict[int, float]

    def may_end_otherwise(self, improved: Mapping[int, float]) -> bool:
        """Whether it may, now that labels of literals have these sizes: one that it reached has a smaller label than it
        had there, or the opposite of one has a label within the bound.
        """
        return any(
            size < self.reached.get(literal, 0) or (-literal in self.reached and size <= self.bound)
            for literal, size in improved.items()
        )


class ByProbing:
    """A fact whose opposite leads to a contradiction by propagation."""

    def __init__(self, state: WalkState, candidates: Callable[[], Iterable[int]] = tuple) -> None:
        """candidates: the values that are probed, too, as they could be crossed out."""
        self._state = state
        self._candidates = candidates
        self._probes: dict[int, _Probe] = {}
        self._refuted: dict[int, float] = {}  # of facts, how many premises their opposites have contradicted

    def find(self, open_: list[int], best: Reason | None, bounds: Sequence[int] | None = None) -> Reason | None:
        """See Finder. bounds: in place of PROBES."""
        self._forget_probes()
        facts = dict.fromkeys([*_searched(self._state, open_), *self._candidates()])
        sooner = sorted(facts, key=lambda fact: self._refuted.get(fact, size_of(None)))  # is a bound small
        for bound in PROBES if bounds is None else bounds:
            for fact in sooner:
                most = min(bound, size_of(best) - 1 + self._state.propagation.lighter)
                earlier = self._probes.get(fact)
                if earlier is not None and earlier.bound >= most:
                    continue
                best = self._probed(fact, most) or best
                if is_plain(best):
                    return best
            if size_of(best) <= bound:
                break
        return best

    def _probed(self, fact: int, most: float) -> Reason | None:
        """A reason of a fact, if it has one of this size."""
        contradiction, reached = self._state.propagation.probe(-fact, most)
        if contradiction is None:
            self._probes[fact] = _Probe(most, reached)
            return None
        reason = reason_of(self._state, fact, contradiction)
        self._refuted[fact] = reason.size
        return reason

    def _forget_probes(self) -> None:
        """Forgets the probes that may end differently now: labels that they reached have become smaller."""
        improved = self._state.propagation.take_improved()
        beside = self._state.propagation.completion.beside(improved)
        self._probes = {
            fact: probe
            for fact, probe in self._probes.items()
            if not probe.may_end_otherwise(improved) and beside.isdisjoint(probe.reached)
        }

    def reached(self, fact: int) -> int:
        """How far the opposite of a fact led, when it was tried last."""
        return len(self._probes[fact].reached) if fact in self._probes else 0


def _searched(state: WalkState, open_: Iterable[int]) -> list[int]:
    """The facts for which more is done than to propagate: not those that say where a cell does not belong, as there are
    many.
    """
    return [each for each in open_ if each not in state.facts.elsewhere]


def _is_crossed_out(state: WalkState, reason: Reason | None) -> bool:
    """Whether a reason crosses out a value: that comes first, for it is the smaller part of a large reason."""
    if reason is None or reason.fact not in state.facts.noted:
        return False
    return reason.fact not in state.facts.notes and reason.fact not in state.facts.elsewhere


# -- Searches


class BySmallest:
    """The smallest reason, as far as the effort allows, or how small none is for certain."""

    #: How many ground rules a program may have.
    MANY_RULES = 20_000

    #: What may be spent in a walk, times premises, of which there are FEW at least. Each step has an equal share, and
    #: what the steps before it have left of theirs.
    EFFORT = 30_000_000
    FEW = 80

    def __init__(self, state: WalkState) -> None:
        self._state = state
        self._effort = Effort(0)

    def find(self, open_: list[int], best: Reason | None) -> Reason | None:
        """See Finder."""
        state = self._state
        if _is_crossed_out(state, best):
            return best
        self._effort.left += self.EFFORT // max(self.FEW, len(state.constraints)) // len(state.true)
        size = len(state.solver.ground_rules)
        if size > self.MANY_RULES or self._effort.left < size // 10:
            return best  # never enough to find something, or not even to look at the program
        known = [each for each in state.known if each in state.facts.answer or each in state.notes]
        answer = [each for each in open_ if each in state.facts.answer]
        smallest = self._reasons.find(answer, known, count_of(state, best) - 1, self._effort)
        if smallest is not None:
            best = reason_of(state, smallest.fact, state.labels.of(smallest.premises), minimal=True)
        return best and best._replace(proven=self._reasons.proven)

    @cached_property
    def _reasons(self) -> SmallestReasons:
        state = self._state
        return SmallestReasons(state.regions.graph, state.constraints, [*state.true, *state.notes])


def count_of(state: WalkState, reason: Reason | None) -> int:
    """How many premises a reason has, without the clues that they speak of; without a reason, more than any has."""
    return NONE if reason is None else len(state.labels.premises(reason.premises))


class BySolving:
    """The smallest of some reasons that the solver comes upon in regions of the program; the last region is all of it,
    in which all facts that are certain follow.
    """

    #: How many atoms these regions have, if the program has many rules; in the end, all.
    MANY_RULES = 20_000
    REGION_SIZES = (150, 600, 2400)

    #: For how many of the facts that follow in a region a minimal reason is computed: those with the smallest cores.
    MOST_SHRUNK = 12

    #: How many premises the cores have that are made minimal in a region, about, times its rules.
    SHRINKING = 2_000_000

    #: How many conflicts a search may take that says whether a fact follows: what does so sooner comes first.
    CONFLICTS = (300, 3000, 30_000)

    #: How many conflicts a search may take that says whether a premise is needed: where it takes more, the reason of
    #: another fact is looked for.
    MOST_CONFLICTS = 300

    #: How large the whole program is, times the facts whose reasons are looked for in it, if these are many.
    MOST_RULES = 1_000_000

    def __init__(self, state: WalkState, probing: ByProbing) -> None:
        self._state = state
        self._probing = probing
        self._rules = len(state.solver.ground_rules)

    def find(self, open_: list[int], best: Reason | None) -> Reason | None:
        """See Finder."""
        state = self._state
        if best is not None and (count_of(state, best) <= max(LARGE, best.proven + 1) or _is_crossed_out(state, best)):
            return best
        facts = _searched(state, open_)
        premises = [*state.constraints, *state.known]
        for size in self._sizes():
            seen: set[int] = set()  # the atoms that were near the centre of a region
            for centre in facts:
                if abs(centre) not in seen:
                    region = state.regions.around(abs(centre), size)
                    seen |= region.central
                    best = self._in_region(region, facts, premises, best, is_last=size is None)
            if best is not None:
                break
        return best

    def _in_region(
        self, region: Region, open_: list[int], premises: list[int], best: Reason | None, *, is_last: bool
    ) -> Reason | None:
        """A smaller reason than the best so far, if a region has one; the last region has one in any case."""
        facts = self._promising(open_) if is_last else open_
        following = self._following(region, facts, premises, surely=is_last and best is None)
        effort = self.SHRINKING
        for fact, size_of_core in following[: self.MOST_SHRUNK]:
            if effort <= 0:
                break
            effort -= size_of_core * region.size
            most = None if best is None else count_of(self._state, best) - 1
            try:
                premises_ = region.shrunk(fact, most, self.MOST_CONFLICTS)
            except SearchLimitError:
                continue
            if premises_ is not None:
                reason = reason_of(self._state, fact, self._state.labels.of(premises_), minimal=is_last)
                best = min(best, reason, key=size_of)
        if best is None and is_last:
            fact = following[0][0]
            rough = self._state.regions.needed([fact], region.reason(fact))
            best = reason_of(self._state, fact, self._state.labels.of(rough), minimal=True)
        return best

    def _following(self, region: Region, facts: list[int], premises: list[int], surely: bool) -> list[tuple[int, int]]:
        """The facts that follow in a region, each with how many premises the solver needed for it, the fewest first.

        surely: the solver does not give up before one of them does.
        """
        for conflicts in (*self.CONFLICTS, None) if surely else self.CONFLICTS[:1]:
            if following := region.consequences(facts, premises, conflicts):
                return sorted(following.items(), key=lambda item: item[1])
        return []

    def _sizes(self) -> Iterator[int | None]:
        """The sizes of regions, one after the other; in the end, None for the whole program."""
        if self._rules > self.MANY_RULES:
            yield from self.REGION_SIZES
        yield None

    def _promising(self, open_: list[int]) -> list[int]:
        """The facts whose reasons are looked for in the whole program: if that is large, those whose opposites lead
        farthest.
        """
        most = max(self.MOST_SHRUNK, self.MOST_RULES // self._rules)
        return sorted(open_, key=lambda fact: -self._probing.reached(fact))[:most]


# -- Steps that do without certain techniques
#
# A constraint of an avoided technique may still exclude what it excludes with known facts alone, for that is no
# technique. So the facts that follow another way are those that follow if such constraints are replaced by what they
# exclude.


class OtherWays:
    """Finds steps without techniques that are avoided."""

    #: For how many facts a reason is computed, those with the smallest first.
    MOST_REASONS = 12

    def __init__(
        self,
        state: WalkState,
        techniques: ByTechniques,
        step_by: Callable[[Reason, list[int]], Step],
        avoided: Iterable[str],
    ) -> None:
        """step_by: the step that a reason leads to. avoided: techniques, by identity or by name. PuzzleError for one
        that the rules do not know on this board.
        """
        self._state = state
        self._techniques = techniques
        self._step_by = step_by
        self._avoided = techniques.avoided = frozenset(map(self._checked, avoided))

    @cached_property
    def _kind_of(self) -> dict[int, str]:
        return {literal: identity_of(instance) for literal, instance in self._state.constraint_of.items()}

    def _checked(self, technique: str) -> str:
        """The identity of a technique that is called by it or by its name."""
        known = {kind_of(instance): identity_of(instance) for instance in self._state.constraint_of.values()}
        known[NOTHING_ELSE.name] = NOTHING_ELSE.identity
        known |= {each.name: each.identity for each in self._techniques.patterns.techniques}
        try:
            return identity_named(technique, known)
        except ValueError as error:
            near = nearest(technique.lower(), [each.lower() for each in known])
            example = next((each for each in known if each.lower() == near), next(iter(known)))
            expected = f"a technique as 'pysolve grade' says it, such as {quote(example)}"
            sentence = f"avoid: found {quote(str(error))}, expected {expected}"
            raise PuzzleError(sentence, file=self._state.puzzle.file) from None

    def is_avoided(self, step: Step) -> bool:
        """Whether a step is of an avoided technique."""
        if not self._avoided:
            return False
        identity = technique_of(step).identity
        return not self._avoided.isdisjoint({identity, in_general(identity)})

    def step(self, open_: list[int]) -> Step | None:
        """A step to one of these facts at least by another technique; None if there is none."""
        return min(self._steps(open_), key=lambda each: each.size, default=None)

    def _steps(self, open_: list[int]) -> list[Step]:
        """Steps of other techniques: by the reasons of other facts; if these do not differ, by other reasons."""
        labels = self._state.propagation.labels
        reasons = [reason_of(self._state, fact, labels[fact]) for fact in open_ if fact in labels]
        steps = self._without_avoided(reasons, open_)
        if not steps:
            for without in {frozenset(each) for each in product(*map(identities_in, self._avoided))}:
                steps += self._without_avoided(self._reasons_without(without, open_), open_)
        return steps

    def _without_avoided(self, reasons: Iterable[Reason], open_: list[int]) -> list[Step]:
        smallest = sorted(reasons, key=size_of)[: self.MOST_REASONS]
        return [step for reason in smallest if not self.is_avoided(step := self._step_by(reason, open_))]

    def _reasons_without(self, kinds: frozenset[str], open_: Sequence[int]) -> list[Reason]:
        """Reasons in which constraints of these kinds only exclude something, together with known facts alone: by
        propagation, by probing, and by the solver only if these lead nowhere.
        """
        excluded = self._excluded(kinds, {abs(fact) for fact in open_})
        premises = [
            each for each in (*self._state.known, *self._state.constraints) if self._kind_of.get(each) not in kinds
        ]
        propagation = self._state.bare.copy()
        for literal, label in [*((each, self._state.labels.of([each])) for each in premises), *excluded.items()]:
            propagation.add(literal, label)
        propagation.run(len(premises))
        labels = propagation.labels
        reasons = [reason_of(self._state, fact, labels[fact]) for fact in open_ if fact in labels]
        for bound in PROBES:
            probes = ((fact, propagation.probe(-fact, bound)[0]) for fact in open_ if not reasons)
            reasons += [reason_of(self._state, fact, label) for fact, label in probes if label is not None]
        return reasons or self._reasons_by_solving(open_, premises, excluded)

    def _reasons_by_solving(
        self, open_: Sequence[int], premises: Sequence[int], excluded: Mapping[int, Label]
    ) -> list[Reason]:
        """Reasons of the premises and of what is excluded, as the solver comes upon them."""
        reasons = []
        for fact in open_:
            core = self._state.solver.core([-fact, *excluded, *premises])
            if core is not None:
                label = self._state.labels.of(each for each in core if each != -fact and each not in excluded)
                for each in core:
                    label |= excluded.get(each, 0)
                reasons.append(reason_of(self._state, fact, label))
        return reasons

    def _excluded(self, kinds: frozenset[str], open_: set[int]) -> dict[int, Label]:
        """What a single constraint of these kinds excludes with known facts, other than the facts that are open."""
        following = self._state.following(
            [*self._state.known, *(each for each, kind in self._kind_of.items() if kind in kinds)]
        )
        atoms = set(self._state.solver.shown.values()) - open_
        return {
            literal: label
            for literal, label in following.items()
            if abs(literal) in atoms and len(set(self._state.labels.premises(label)) - self._state.known.keys()) == 1
        }
