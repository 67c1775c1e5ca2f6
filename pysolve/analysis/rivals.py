"""Why no other region comes to a cell: each of them would need another cell, too, which belongs to none of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice

from ..model.terms import Value
from .progress import Fact
from .steps import Rival, Step
from .walk_state import WalkState

#: More rivals than this are not told one by one.
MOST = 4


class Rivals:
    """The regions that might come to the cells of one puzzle."""

    def __init__(self, state: WalkState) -> None:
        self._state = state

    def told(self, step: Step) -> Step:
        """The step with the regions that do not come to its cell for what is known of another one."""
        rivals = tuple(self._rivals(step))
        return replace(step, rivals=rivals if len(rivals) <= MOST else ())

    def _rivals(self, step: Step) -> Iterator[Rival]:
        own = self._own(step)
        if own is None:
            return
        state, place = self._state, self._places[own]
        known = [(fact, self._belonging(each)) for fact in step.known if fact.holds for each in state.literals([fact])]
        for rival in self._at[place]:
            if rival != own:
                needed = {cell: each for cell, each in self._belonging(rival).items() if cell != place}
                yield from islice((told for fact, there in known for told in self._taken(needed, fact, there)), 1)

    def _own(self, step: Step) -> int | None:
        """The fact of a step that follows directly which puts a cell, of which its rules speak, into a region; None if
        there are several.
        """
        named = {value for each in step.deciding for value in each.values}
        own = [each for each in self._state.literals(step.facts) if self._places.get(each) in named]
        return own[0] if step.pattern is None and step.chain is None and len(own) == 1 else None

    def _taken(self, needed: Mapping[Value, int], fact: Fact, there: Mapping[Value, int]) -> Iterator[Rival]:
        """What bars a region from a cell: of the cells that it would need, those that belong to others by a fact."""
        state = self._state
        for cell in sorted(needed.keys() & there.keys(), key=str):
            if state.region_of(there[cell]) != state.region_of(needed[cell]):
                yield Rival(state.fact_of[needed[cell]], state.fact_of[there[cell]], fact)

    def _belonging(self, literal: int) -> dict[Value, int]:
        """The cells that belong to a region without saying once a fact holds, each with what says so."""
        return {self._places[each]: each for each in self._state.bare.following({literal: 0}) if each in self._places}

    @cached_property
    def _places(self) -> dict[int, Value]:
        """The cell of each fact that puts one into a region."""
        facts = self._state.fact_of
        marks = ((each, self._state.puzzle.type.mark_of(fact.atom)) for each, fact in facts.items() if each > 0)
        return {each: mark[1].place for each, mark in marks if mark is not None and mark[0].layer.is_area}

    @cached_property
    def _at(self) -> dict[Value, list[int]]:
        """What may put each cell into a region."""
        at: dict[Value, list[int]] = defaultdict(list)
        for literal, place in self._places.items():
            at[place].append(literal)
        return at
