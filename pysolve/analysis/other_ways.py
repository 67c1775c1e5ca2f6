"""Steps that do without certain techniques.

A constraint of an avoided technique may still exclude what it excludes with known facts alone, for that is no
technique. So the facts that follow another way are those that follow if such constraints are replaced by what they
exclude.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product

from ..model.errors import PuzzleError, quote
from .finders import PROBES, ByTechniques, Reason
from .propagation import Label
from .steps import Step
from .techniques import NOTHING_ELSE, identities_in, identity_named, identity_of, kind_of, technique_of
from .walk_state import WalkState


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
            expected = f"a technique as 'pysolve grade' says it, such as {quote(next(iter(known)))}"
            sentence = f"avoid: found {quote(str(error))}, expected {expected}"
            raise PuzzleError(sentence, file=self._state.puzzle.file) from None

    def is_avoided(self, step: Step) -> bool:
        """Whether a step is of an avoided technique."""
        return bool(self._avoided) and technique_of(step).identity in self._avoided

    def step(self, open_: list[int]) -> Step | None:
        """A step to one of these facts at least by another technique; None if there is none."""
        return min(self._steps(open_), key=lambda each: each.size, default=None)

    def _steps(self, open_: list[int]) -> list[Step]:
        """Steps of other techniques: by the reasons of other facts; if these do not differ, by other reasons."""
        labels = self._state.propagation.labels
        reasons = [Reason(fact, labels[fact]) for fact in open_ if fact in labels]
        steps = self._without_avoided(reasons, open_)
        if not steps:
            for without in {frozenset(each) for each in product(*map(identities_in, self._avoided))}:
                steps += self._without_avoided(self._reasons_without(without, open_), open_)
        return steps

    def _without_avoided(self, reasons: Iterable[Reason], open_: list[int]) -> list[Step]:
        smallest = sorted(reasons, key=lambda reason: reason.premises.bit_count())[: self.MOST_REASONS]
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
        reasons = [Reason(fact, propagation.labels[fact]) for fact in open_ if fact in propagation.labels]
        for bound in PROBES:
            probes = ((fact, propagation.probe(-fact, bound)[0]) for fact in open_ if not reasons)
            reasons += [Reason(fact, label) for fact, label in probes if label is not None]
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
                reasons.append(Reason(fact, label))
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
