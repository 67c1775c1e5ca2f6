"""Rings: lines that would close into a loop before all is in it.

What bars a loop are the ways that do not lead out of it, which nobody lists: one follows the lines around. So where a
step rests on that no loop closes early, or its chain comes to one, these lines are named, in their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..model.marks import Layer
from ..model.terms import Value
from .assumptions import ConstraintInstance
from .steps import Step
from .techniques import BY_LINES, GOES_ON, identity_of, techniques
from .walk_state import WalkState


class Rings:
    """The rings that lines make on the board of a walk."""

    def __init__(self, state: WalkState, *, are_seen: bool = True) -> None:
        """are_seen: without it, it is not looked for rings."""
        self._state = state
        self._are_seen = are_seen

    def bars(self, step: Step) -> bool:
        """Whether a step rests on that no loop closes early."""
        return any(self._state.solver.required[each] in self.closing for each in step.constraints)

    def beside(self, step: Step) -> Step:
        """A step, without its clues, by the ring that the line which it excludes would close; as it is, if none."""
        state = self._state
        excluded = [-each for each in state.literals(step.facts)]
        if step.ring or step.chain is not None or step.pattern is not None or len(excluded) != 1:
            return step
        ring = self.closed([*excluded, *state.seen], excluded)
        premises = self.barred(ring, [state.solver.required[each] for each in step.constraints])
        if not premises:
            return step
        needed = state.regions.needed([-excluded[0]], [each for each in premises if each != excluded[0]])
        by_ring = state.step([-excluded[0]], needed, state.following(needed))
        return self.told(replace(by_ring, part=step.part), ring)

    def closed(self, literals: Iterable[int], new: Iterable[int]) -> list[int]:
        """The lines among some facts that make a ring with one of the new ones, which comes first; none if none does.
        Where lines branch or cross there is no ring.
        """
        lines = {each: self._ends[each] for each in literals if each in self._ends}
        beside: dict[Value, list[int]] = defaultdict(list)
        for each, ends in lines.items():
            for end in ends:
                beside[end].append(each)
        for first in new:
            if first in lines and (ring := _followed(first, lines, beside)):
                return ring
        return []

    def barred(self, ring: Sequence[int], reason: Collection[int]) -> list[int]:
        """What bars a ring: the lines of it, that a loop which comes to its places goes on from there once, and that no
        loop closes early, as a reason has it, or as it is said of the ring; where that takes a line of the rest, with
        one. Nothing if the rules do not bar it.
        """
        if not ring:
            return []
        along = [*dict.fromkeys([*ring, *self._at(self.going_on, ring)])]
        barring = [*(each for each in reason if each in self.closing), *self._at(self.closing, ring)]
        rest = next(([each] for each in self._state.seen if each in self._ends and each not in ring), [])
        for others in ([], [*rest, *self._at(self.closing, rest)]):
            core = self._state.solver.core([*along, *barring, *others])
            if core is not None:
                return [*along, *(each for each in core if each in self.closing or each in rest)]
        return []

    def _at(self, constraints: Mapping[int, ConstraintInstance], lines: Iterable[int]) -> list[int]:
        """Those of some constraints that speak of the places of lines."""
        places = {place for each in lines for place in self._ends[each]}
        return [literal for literal, each in constraints.items() if not places.isdisjoint(each.values)]

    def told(self, step: Step, ring: Sequence[int]) -> Step:
        """A step that breaks by a ring, or rests on one, with the places of the ring; that it does not branch, goes
        without saying.
        """
        evident = [each for each in step.constraints if techniques().idea(identity_of(each)) == GOES_ON]
        excluding = {each: step.excluding.get(each, ()) for each in evident}
        return replace(step, ring=self._places(ring), evident=step.evident.union(evident), excluding=excluding)

    def _places(self, ring: Sequence[int]) -> tuple[Value, ...]:
        """The places of a ring, one after the other, from one end of its first line to the other one."""
        first, *others = ring
        places = [self._ends[first][0]]
        for each in others:
            one, other = self._ends[each]
            places.append(other if one == places[-1] else one)
        return tuple(places)

    @cached_property
    def _ends(self) -> dict[int, tuple[Value, Value]]:
        """The two places that each line joins."""
        ends: dict[int, tuple[Value, Value]] = {}
        for literal, fact in self._state.facts.answer.items():
            mark = self._state.puzzle.type.mark_of(fact.atom) if fact.holds and self.closing else None
            if mark is not None and mark[0].layer is Layer.LINE and mark[1].other is not None:
                ends[literal] = (mark[1].place, mark[1].other)
        return ends

    @cached_property
    def closing(self) -> dict[int, ConstraintInstance]:
        """The constraints that no loop closes early."""
        return self._of_idea(BY_LINES) if self._are_seen else {}

    @cached_property
    def going_on(self) -> dict[int, ConstraintInstance]:
        """The constraints that lines go on."""
        return self._of_idea(GOES_ON)

    def _of_idea(self, idea: str) -> dict[int, ConstraintInstance]:
        instances = self._state.constraint_of.items()
        return {literal: each for literal, each in instances if techniques().idea(identity_of(each)) == idea}


def _followed(first: int, lines: dict[int, tuple[Value, Value]], beside: dict[Value, list[int]]) -> list[int]:
    """The ring on which a line lies, from this line on; empty if its ends do not meet."""
    end, back = lines[first]
    ring = [first]
    while end != back:
        if len(beside[end]) != 2:
            return []
        (following,) = (each for each in beside[end] if each != ring[-1])
        one, other = lines[following]
        end = other if one == end else one
        ring.append(following)
    return ring if len(beside[back]) == 2 else []
