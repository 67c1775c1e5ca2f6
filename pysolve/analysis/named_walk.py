"""The walk in the order of a person: singles, techniques that have names, and only then whatever else is small.

Where rules have constraints that techniques speak of (lib/techniques.yaml), values that cannot stand in a cell are
crossed out, and are known from then on; so are notes (docs/manifest.md, 'notes'). Steps to what no later step rests on
are not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.settings import Settings
from .mus import roughly_shrunk
from .needed_clues import NeededClues
from .patterns import Found, Group, Patterns, techniques
from .progress import Fact
from .propagation import Label
from .reason_search import Reason, size_of
from .steps import Pattern, Step
from .techniques import identity_of, single_of
from .untold import Untold
from .walk import Walk


class NamedWalk(Walk):
    """A walk that uses techniques by name."""

    #: The identities of techniques that are not to be used.
    _avoided: frozenset[str] = frozenset()

    def __init__(self, puzzle: Puzzle, settings: Settings, answer: set[Term] | None) -> None:
        super().__init__(puzzle, settings, answer)
        self._told: list[Step] = []  # those that come next
        self._untold = Untold(puzzle)
        self._needed_clues = NeededClues(puzzle, settings)

    def next(self) -> Step | None:
        """The next step; what it needs that was crossed out or noted before comes first."""
        while not self._told:
            known = [fact.atom for fact in self.known_facts() if fact.holds]
            step = super().next()
            if step is None:
                return None
            if all(self._literal(fact) in self._noted for fact in step.facts):
                self._untold.add(step)
            else:
                self._told = [*self._untold.needed_by(step, known), *self._needed_clues.steps(step)]
        return self._with_clues(self._told.pop(0))

    def _with_clues(self, step: Step) -> Step:
        """The step with its clues, which are looked at next, too."""
        if step.seen:
            return step
        clues = step.clues or self._needed_clues.of(step)
        for clue in clues:
            for place in clue.places:
                self._looked_at |= self._about.get(place, 0)
        return replace(step, clues=clues)

    @cached_property
    def _about(self) -> dict[Value, Label]:
        """The constraints that are about a place."""
        about: dict[Value, Label] = {}
        for literal, instance in self._constraint_of.items():
            for value in instance.values:
                about[value] = about.get(value, 0) | self._labels.bit(literal)
        return about

    def open_facts(self) -> list[Fact]:
        """See Walk."""
        return [*super().open_facts(), *(fact for step in self._told for fact in step.facts if fact.holds)]

    def _next(self, open_: list[int]) -> Step | None:
        """A single; if there is none, the easiest named technique that excludes something; or else any step."""
        notes = self._open_notes()
        if notes:
            plain = self._by_propagation(open_)
            if size_of(plain) > self.PLAIN:
                plain = self._by_probing(open_, plain, [self.PLAIN])
            if plain is not None and size_of(plain) <= self.PLAIN:
                return self._step_by(plain, open_)
        open_ = [*open_, *notes, *self._elsewhere()]
        if not self.patterns.techniques:
            return super()._next(open_)
        single = self._by_propagation(open_)
        if single is not None:
            step = self._step_by(single, open_)
            if step.size <= self.PLAIN or single_of(step) is not None:
                return step
        else:
            found = self.patterns.find(self._state, lambda each: self._label_of(each).bit_count(), self._avoided)
            if found is not None:
                return self._pattern_step(found)
        return super()._next(open_)

    # -- Named techniques

    def _state(self, atom: int) -> bool | None:
        """Whether an atom is seen to hold, or not to."""
        labels = self._propagation.labels
        return True if atom in labels else False if -atom in labels else None

    def _label_of(self, found: Found) -> int:
        """The premises of a technique: its constraints, and why nothing else is left of its homes."""
        label = self._labels.of([*found.constraints, *(home.literal for home, _ in found.homes)])
        for home, left in found.homes:
            for atom in home.atoms - left:
                label |= self._propagation.labels[-atom]
        return label

    def _pattern_step(self, found: Found) -> Step:
        """The step of a technique; where its facts need less than all of it, one without the technique."""
        facts = [-atom for atom in sorted(found.out)]
        own = [*dict.fromkeys([*found.constraints, *(home.literal for home, _ in found.homes)])]
        premises = self._needed_for(facts, own, found)
        step = self._step(facts, premises, self._following(premises))
        if not {*own} <= {*premises}:
            return step
        homes = tuple(
            (self._constraint_of[home.literal], tuple(self._fact_of[atom] for atom in sorted(left)))
            for home, left in found.homes
        )
        return replace(step, pattern=Pattern(found.technique, homes))

    def _needed_for(self, facts: list[int], own: list[int], found: Found) -> list[int]:
        """The premises of a technique without those that its facts need not: first of why nothing else is left of its
        homes, where several may say the same. own: its constraints, and those of its homes.
        """
        premises = [*own, *(each for each in self._labels.premises(self._label_of(found)) if each not in own)]
        region = self._region_below(facts[0], [*facts, *premises])

        def core(some: Sequence[int], effort: int) -> set[int] | None:
            needed: set[int] = set()
            for fact in facts:
                of_fact = region.core(fact, some, effort=effort)
                if of_fact is None:
                    return None
                needed.update(of_fact)
            return needed

        return roughly_shrunk(core, premises, self.EFFORTS)

    @cached_property
    def patterns(self) -> Patterns:
        """The techniques of this board."""
        return Patterns(self.groups)

    @cached_property
    def groups(self) -> list[Group]:
        """The constraints that techniques speak of."""
        by_identity: dict[str, list[int]] = {}
        for literal, instance in self._constraint_of.items():
            by_identity.setdefault(identity_of(instance), []).append(literal)
        kinds = {identity: kind for identity in by_identity if (kind := techniques().kind_of(identity)) is not None}
        groups = [self._groups(by_identity[identity], identity, kind) for identity, kind in kinds.items()]
        return [*chain.from_iterable(groups)]

    def _groups(self, literals: Iterable[int], identity: str, kind: str) -> list[Group]:
        """The constraints of an identity with the marks of which at most one holds by them."""
        given = self._bare.copy()
        literal_of = {self._labels.bit(literal): literal for literal in literals}
        for label, literal in literal_of.items():
            given.add(literal, label)
        given.run(1)
        excluded: dict[int, dict[int, set[int]]] = {}  # by constraint: what each mark excludes
        for fact in self._noted:
            for other, label in given.following({-fact: 0}).items():
                if other in self._noted and label in literal_of:
                    excluded.setdefault(label, {}).setdefault(-fact, set()).add(-other)
        groups = []
        for label, others_of in excluded.items():
            for atoms in _cliques(others_of):
                first, *others = atoms
                is_home = given.following(dict.fromkeys((-atom for atom in others), 0)).get(first) == label
                groups.append(Group(literal_of[label], identity, kind, frozenset(atoms), is_home))
        return groups

    # -- Other steps

    def _candidates(self) -> list[int]:
        """The values that could still be crossed out."""
        if not self.patterns.techniques:
            return []
        labels = self._propagation.labels
        return [each for each in self._noted if each not in labels and -each not in labels]

    def _by_probing(self, open_: list[int], best: Reason | None, bounds: Sequence[int] = ()) -> Reason | None:
        return super()._by_probing([*dict.fromkeys([*self._searched(open_), *self._candidates()])], best, bounds)

    def _elsewhere(self) -> list[int]:
        """The facts that a cell does not belong to a region, as far as they are still unknown."""
        return [each for each in self._facts.elsewhere if each not in self._known]

    def _searched(self, open_: list[int]) -> list[int]:
        """The facts for which more is done than to propagate: not those that say where a cell does not belong, as there
        are many.
        """
        return [each for each in open_ if each not in self._facts.elsewhere]

    def _by_witnesses(self, open_: list[int], best: Reason | None) -> tuple[Reason | None, int]:
        if best is not None and self._is_crossed_out(best.fact):
            return best, size_of(best) - 1
        return super()._by_witnesses([each for each in open_ if each in self._fact_of], best)

    def _by_solving(self, open_: list[int], best: Reason | None) -> Reason | None:
        """If something can be crossed out, that comes first: it is the smaller part of a large reason."""
        if best is not None and self._is_crossed_out(best.fact):
            return best
        return super()._by_solving(self._searched(open_), best)

    def _is_crossed_out(self, fact: int) -> bool:
        return fact in self._noted and fact not in self._facts.notes and fact not in self._facts.elsewhere

    def _step_by(self, reason: Reason, open_: list[int]) -> Step:
        """A step to a mark of the answer does not list the notes that follow with it."""
        if reason.fact in self._facts.notes:
            alike = self._open_notes()
        elif reason.fact in self._facts.elsewhere:
            alike = self._elsewhere()
        elif reason.fact in self._noted:
            alike = self._candidates()
        else:
            alike = [each for each in open_ if each in self._fact_of]
        return super()._step_by(reason, alike)


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
