"""Where a wrong guess breaks: what follows from it, step by step, until premises contradict each other.

From the guess, the fact with the smallest reason that rests on it comes next, as in a walk, until a contradiction is no
larger than that. Where propagation comes upon none, the solver has one. What the contradiction does not need
is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .chain import ChainWalk
from .mus import shrink
from .progress import Fact
from .propagation import Label
from .reason_search import Reason
from .steps import Step


@dataclass(frozen=True)
class Trial:
    """A guess, and whether it breaks: if so, the last of the steps has no facts, and its premises cannot all hold."""

    guess: tuple[Fact, ...]
    breaks: bool


class GuessWalk(ChainWalk):
    """The walk from a guess. It is of no use afterwards: the guess stays among what is known."""

    #: The largest contradiction that propagation looks for.
    LARGEST = 30

    #: After this many steps without a contradiction the solver has to name one.
    MOST_STEPS = 60

    def breaks(self, guess: Iterable[Fact]) -> bool:
        """Whether no answer has the guess with all that is known. Its atoms are among `marks`."""
        return not self._solver.satisfiable([*self._base, *self._known, *self._literals(guess)])

    def refute(self, guess: Sequence[Fact]) -> list[Step]:
        """The steps from a guess that breaks. The last one has no facts: its premises contradict each other."""
        before = list(self._known)
        self.learn(guess)
        assumed = new = self._literals(guess)
        broken: Label | None = None
        steps: list[Step] = []
        while len(steps) < self.MOST_STEPS:
            fact = self._nearest(self._labels.of(assumed))
            broken = self._broken(new, broken)
            if fact is None or (broken is not None and broken.bit_count() <= fact.premises.bit_count()):
                break
            reason = self._minimal(fact)
            if self._solver.core(reason) is not None:
                broken = self._labels.of(reason)
                break
            following = self._following(reason)
            new = [each for each in self._spoken_of if each in {fact.fact, *following} - self._known.keys()]
            steps.append(self._step(new, reason, following))
            self.learn(steps[-1].facts)
            assumed = [*assumed, *new]
        premises = [*assumed[::-1], *before, *self._base] if broken is None else self._labels.premises(broken)
        contradiction = shrink(self._solver.core, premises)
        assert contradiction is not None  # the guess breaks
        steps.append(self._step([], contradiction, self._following(contradiction)))
        return [*map(self._with_clues, _needed(steps))]

    def _literals(self, facts: Iterable[Fact]) -> list[int]:
        return [literal for fact in facts if (literal := self._literal(fact)) is not None]

    def _nearest(self, assumed: Label) -> Reason | None:
        """The open fact with the smallest reason that rests on what is assumed; if none does, on anything; if there is
        none, either, one whose opposite leads to a contradiction.
        """
        labels = self._propagation.labels
        for rests_on in (assumed, ~0):
            for bound in self.PROBES:
                self._propagation.run(bound)
                reasons = [
                    Reason(fact, label)
                    for fact in self._spoken_of
                    if (label := labels.get(fact, 0)) & rests_on
                    and label.bit_count() <= bound
                    and not {fact, -fact} & self._known.keys()
                ]
                if reasons:
                    return min(reasons, key=lambda each: each.premises.bit_count())
        return self._by_probing([each for each in self._spoken_of if not {each, -each} & self._known.keys()], None)

    @property
    def _spoken_of(self) -> list[int]:
        """What steps may lead to."""
        return [*self._fact_of, *self._facts.notes]

    def _broken(self, new: Iterable[int], best: Label | None) -> Label | None:
        """The label of the smallest contradiction that propagation comes upon from something new, known by now; or else
        the best so far.
        """
        for literal in new:
            most = self.LARGEST if best is None else best.bit_count() - 2
            label, _ = self._propagation.probe(literal, most)
            if label is not None:
                best = label | self._labels.bit(literal)
        return best


def _needed(steps: Sequence[Step]) -> list[Step]:
    """Those of the steps, and of their facts, that the last one needs."""
    *before, last = steps
    needed, kept = set(last.known), [last]
    for step in reversed(before):
        facts = tuple(fact for fact in step.facts if fact in needed)
        if facts:
            kept.append(replace(step, facts=facts))
            needed.update(step.known)
    return kept[::-1]
