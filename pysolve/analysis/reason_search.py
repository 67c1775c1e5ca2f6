"""The search for a small reason.

Step-wise explanation by minimal unsatisfiable subsets: a fact follows from what is known and from instances of
constraints if its opposite contradicts them (Bogaerts, Gamba, Guns, 'A framework for step-wise explaining how to solve
constraint satisfaction problems', Artificial Intelligence 300, 2021; Espasa, Gent, Hoffmann, Jefferson, Lynch, 'Using
small MUSes to explain how to solve pen and paper puzzles', 2021). Reasons are looked for in four ways, each only if
those before have led to none that is plain: unit propagation; unit propagation from the opposite of a fact (probing);
proofs that no smaller one exists, as far as the effort suffices; the solver, on the whole program, or on growing
regions of it if it is large. Every reason is minimal in the end: with respect to the whole program, nothing in it is
redundant, unless the solver gives up on it for each fact that follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..solving.settings import Settings
from .mus import SearchLimitError, roughly_shrunk
from .propagation import Label
from .regions import Region, RuleGraph
from .smallest import Effort, SmallestReasons
from .walk_state import WalkState


class Reason(NamedTuple):
    """A fact, as a literal, and the label of the premises that it follows from. minimal: none of them is redundant."""

    fact: int
    premises: Label
    minimal: bool = False


class _Probe(NamedTuple):
    """An attempt to refute the opposite of a fact that failed.

    bound: how large a reason could have been. reached: the literals that propagation reached, with the sizes of their
    labels.
    """

    bound: int
    reached: dict[int, int]

    def may_end_otherwise(self, improved: Mapping[int, int]) -> bool:
        """Whether it may, now that labels of literals have these sizes: one that it reached has a smaller label than it
        had there, or the opposite of one has a label within the bound.
        """
        return any(
            size < self.reached.get(literal, 0) or (-literal in self.reached and size <= self.bound)
            for literal, size in improved.items()
        )


class ReasonSearch(WalkState):
    """The search for reasons of open facts."""

    #: A reason of this size or less is plain enough: no smaller one is looked for.
    PLAIN = 2

    #: The bounds on the size of a reason with which facts are probed, one after the other, until there is one.
    PROBES: tuple[int, ...] = (8, 30, 100)

    #: Where a reason is larger than this, or there is none, regions of the program are solved.
    LARGE = 8

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

    #: How many it may take where no other reason is looked for, at first and then: a premise for which it takes more
    #: stays.
    EFFORTS = (900, 9000)

    #: How large the whole program is, times the facts whose reasons are looked for in it, if these are many.
    MOST_RULES = 1_000_000

    #: What the search for smallest reasons may spend in a walk, times premises, of which there are FEW at least. Each
    #: step has an equal share, and what the steps before it have left of theirs.
    EFFORT = 30_000_000
    FEW = 80

    def __init__(self, puzzle: Puzzle, settings: Settings, answer: set[Term] | None) -> None:
        """See WalkState."""
        super().__init__(puzzle, settings, answer)
        self._probes: dict[int, _Probe] = {}
        self._refuted: dict[int, int] = {}  # of facts, how many premises their opposites have contradicted
        self._regions: dict[tuple[int, int | None], Region] = {}
        self._effort = Effort(0)
        self._looked_at: Label = 0  # the constraints of the last step, and what is about the same clues

    def _smallest_reason(self, open_: list[int]) -> Reason:
        """The smallest reason for one of these facts that the search comes upon."""
        best = self._by_propagation(open_)
        if size_of(best) > self.PLAIN:
            best = self._by_probing(open_, best)
        proven = 0  # no reason is as small as this
        if size_of(best) > self.PLAIN:
            best, proven = self._by_witnesses(open_, best)
        if self._count(best) > max(self.LARGE, proven + 1):
            best = self._by_solving(open_, best)
        assert best is not None  # the last region is the whole program, in which all facts that are certain follow
        return best

    def _by_propagation(self, open_: list[int]) -> Reason | None:
        """The open fact with the smallest label, if any has one."""
        labels = self._propagation.labels
        while True:
            known = [
                (label.bit_count(), literal)
                for literal in open_
                if (label := labels.get(literal)) is not None and self._may_be_told(literal, label)
            ]
            size, literal = min(known, default=(None, 0), key=lambda each: (each[0], *self._rank(each[1])))
            waiting = self._propagation.waiting
            if waiting is None or (size is not None and size <= waiting):
                return None if size is None else Reason(literal, labels[literal])
            self._propagation.run(waiting)

    def _may_be_told(self, literal: int, label: Label) -> bool:
        """Whether a fact is worth a step of its own: that a cell does not belong to a region is seen where known facts
        alone say so.
        """
        return literal not in self._facts.elsewhere or bool(label & self._constraint_label)

    @cached_property
    def _constraint_label(self) -> Label:
        return sum(map(self._labels.bit, self._constraint_of))

    def _rank(self, literal: int) -> tuple[bool, bool]:
        """Of equally small reasons those of the smallest rank come first, then the first in reading order: where a cell
        does not belong comes last, what is about the same as the last step first.
        """
        return literal in self._facts.elsewhere, not self._propagation.labels[literal] & self._looked_at

    def _by_probing(self, open_: list[int], best: Reason | None, bounds: Sequence[int] = ()) -> Reason | None:
        """A smaller reason than the best so far, if the opposite of a fact leads to one. bounds: in place of PROBES."""
        self._forget_probes()
        open_ = sorted(open_, key=lambda fact: self._refuted.get(fact, size_of(None)))  # the sooner is a bound small
        for bound in bounds or self.PROBES:
            for fact in open_:
                most = min(bound, size_of(best) - 1)
                earlier = self._probes.get(fact)
                if earlier is not None and earlier.bound >= most:
                    continue
                contradiction, reached = self._propagation.probe(-fact, most)
                if contradiction is None:
                    sizes = {literal: label.bit_count() for literal, label in reached.items()}
                    self._probes[fact] = _Probe(most, sizes)
                else:
                    best = Reason(fact, contradiction)
                    self._refuted[fact] = size_of(best)
                    if size_of(best) <= self.PLAIN:
                        return best
            if size_of(best) <= bound:
                break
        return best

    def _forget_probes(self) -> None:
        """Forgets the probes that may end differently now: labels that they reached have become smaller."""
        improved = self._propagation.take_improved()
        self._probes = {fact: probe for fact, probe in self._probes.items() if not probe.may_end_otherwise(improved)}

    def _by_solving(self, open_: list[int], best: Reason | None) -> Reason | None:
        """A smaller reason than the best so far, if a region of the program has one; the last one has a reason for each
        fact.
        """
        premises = [*self._base, *self._known]
        for size in self._region_sizes():
            seen: set[int] = set()  # the facts that were near the centre of a region
            for centre in open_:
                if centre in seen:
                    continue
                region = self._region(abs(centre), size)
                seen.update(fact for fact in open_ if region.is_central(abs(fact)))
                facts_ = open_ if size is not None else self._promising(open_)
                following = self._following_in(region, facts_, premises, surely=size is None and best is None)
                effort = self.SHRINKING
                for fact, size_of_core in following[: self.MOST_SHRUNK]:
                    if effort <= 0:
                        break
                    effort -= size_of_core * region.size
                    most = None if best is None else self._count(best) - 1
                    try:
                        reason = region.shrunk(fact, most, self.MOST_CONFLICTS)
                    except SearchLimitError:
                        continue
                    if reason is not None:
                        best = min(best, Reason(fact, self._labels.of(reason), minimal=size is None), key=size_of)
                if best is None and size is None:
                    fact = following[0][0]
                    reason = region.roughly_shrunk(fact, self.EFFORTS)
                    best = Reason(fact, self._labels.of(reason), minimal=True)
            if best is not None:
                break
        return best

    def _following_in(
        self, region: Region, facts_: list[int], premises: list[int], surely: bool
    ) -> list[tuple[int, int]]:
        """The facts that follow in a region, each with how many premises the solver needed for it, the fewest first.

        surely: the solver does not give up before one of them does.
        """
        for conflicts in (*self.CONFLICTS, None) if surely else self.CONFLICTS[:1]:
            if following := region.consequences(facts_, premises, conflicts):
                return sorted(following.items(), key=lambda item: item[1])
        return []

    def _region_sizes(self) -> Iterator[int | None]:
        """The sizes of regions, one after the other; in the end, None for the whole program."""
        if len(self._solver.ground_rules) > self.MANY_RULES:
            yield from self.REGION_SIZES
        yield None

    def _promising(self, open_: list[int]) -> list[int]:
        """The facts whose reasons are looked for in the whole program: if that is large, those whose opposites lead
        farthest.
        """
        reached = {fact: len(probe.reached) for fact, probe in self._probes.items()}
        most = max(self.MOST_SHRUNK, self.MOST_RULES // len(self._solver.ground_rules))
        return sorted(open_, key=lambda fact: -reached.get(fact, 0))[:most]

    def _by_witnesses(self, open_: list[int], best: Reason | None) -> tuple[Reason | None, int]:
        """The smallest reason, if the effort allows, and how small none is for certain."""
        share = self.EFFORT // max(self.FEW, len(self._base)) // len(self._true)
        self._effort.left += share
        size = len(self._solver.ground_rules)
        if size > self.MANY_RULES or self._effort.left < size // 10:
            return best, 0  # never enough to find something, or not even to look at the program
        known = [each for each in self._known if each in self._fact_of or each in self._notes]
        smallest = self._smallest.find(open_, known, self._count(best) - 1, self._effort)
        if smallest is not None:
            best = Reason(smallest.fact, self._labels.of(smallest.premises), minimal=True)
        return best, self._smallest.proven

    @cached_property
    def _smallest(self) -> SmallestReasons:
        return SmallestReasons(self._graph, self._base, [*self._true, *self._notes])

    @cached_property
    def _graph(self) -> RuleGraph:
        return RuleGraph(self._solver.ground_rules)

    def _region(self, centre: int, size: int | None) -> Region:
        key = (0 if size is None else centre, size)
        if key not in self._regions:
            facts_ = [abs(fact) for fact in (*self._true, *self._notes)]
            self._regions[key] = Region(self._graph, self._graph.near(centre, size), facts_)
        return self._regions[key]

    def _count(self, reason: Reason | None) -> int:
        """How many premises a reason has, without the clues that they speak of; without a reason, more than any has."""
        return size_of(None) if reason is None else len(self._labels.premises(reason.premises))

    def _minimal(self, reason: Reason) -> list[int]:
        """The premises of a reason without those of which the solver finds that they are redundant, with respect to the
        whole program.
        """
        premises = self._labels.premises(reason.premises)
        if reason.minimal:
            return premises
        region = self._region_below(reason.fact, premises)
        return roughly_shrunk(
            lambda some, effort: region.core(reason.fact, some, effort=effort), premises, self.EFFORTS
        )

    def _region_below(self, fact: int, premises: list[int]) -> Region:
        """What a fact and premises depend on."""
        part = self._graph.below([fact, *premises])
        is_whole = len(part.rules) == len(self._graph.rules)
        return self._region(abs(fact), None) if is_whole else Region(self._graph, part)


def size_of(reason: Reason | None) -> int:
    """How many premises a reason has, and clues that they speak of; without a reason, more than any has."""
    return 10**9 if reason is None else reason.premises.bit_count()
