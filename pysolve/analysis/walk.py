"""Step after step from what is known to all that can be known.

Of the facts that are still open, one with a small reason comes next (analysis/reason_search.py). Clues are facts of the
program here; which of them a step needs is another question (analysis/needed_clues.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .propagation import Label
from .reason_search import Reason, ReasonSearch
from .steps import Step


class Walk(ReasonSearch):
    """The walk through a puzzle."""

    #: Of how many facts before a fact, and after it, it is looked whether they follow likewise.
    LIKEWISE = 40

    def next(self) -> Step | None:
        """The next step, whose facts are known from then on; None if nothing is left, or no way to it."""
        open_ = self._open()
        step = self._next(open_) if open_ else None
        if step is not None:
            self.learn(step.facts)
        return step

    def _next(self, open_: list[int]) -> Step | None:
        """A step to one of these facts at least."""
        return self._step_by(self._smallest_reason(open_), open_)

    def _step_by(self, reason: Reason, open_: list[int]) -> Step:
        """The step that a reason leads to, without the premises that are redundant. With it follows what follows from
        the others and the fact by propagation, and what is like the fact and follows from them likewise.
        """
        premises = self._minimal(reason)
        if not premises:  # the clues alone say it, and what follows like it from no premise
            return self._step(
                [each for each in open_ if self._bare.labels.get(each) == 0 or each == reason.fact], [], {}
            )
        self._looked_at = self._labels.of(each for each in premises if each not in self._known)
        following = together = self._following(premises)
        if reason.fact not in following:
            likewise = [reason.fact, *self._likewise(reason.fact, premises, open_)]
            together = self._bare.following(dict.fromkeys([*premises, *likewise], 0))
        return self._step([each for each in open_ if each in together], premises, following)

    def _likewise(self, fact: int, premises: list[int], open_: list[int]) -> Iterator[int]:
        """Of the facts near this one that say the same of other places, those whose opposites contradict the premises,
        too, as propagation shows.
        """
        alike = [each for each in open_ if self._kind(each) == self._kind(fact)]
        at = alike.index(fact)
        given = self._bare.copy()
        for premise in premises:
            given.add(premise, 0)
        given.run(0)
        for each in alike[max(0, at - self.LIKEWISE) : at + self.LIKEWISE]:
            if each != fact and given.probe(-each, 0)[0] is not None:
                yield each

    def _kind(self, literal: int) -> tuple[str, bool]:
        fact = self._fact_of.get(literal) or self._noted[literal]
        return fact.atom.name, fact.holds

    def _step(self, literals: list[int], reason: list[int], following: Mapping[int, Label]) -> Step:
        """The step to these facts. following: what follows from the reason, with the labels of premises."""
        premises = {
            each: set(self._labels.premises(label)) for each, label in following.items() if each not in literals
        }
        return self._steps.step(literals, reason, premises, self._known.keys())
