"""How far steps with small reasons lead: where they end, a puzzle has its break-in."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..solving.settings import Settings
from .reason_search import Reason
from .steps import Step
from .walk import Walk


class EasyWalk(Walk):
    """The walk without searches: by propagation alone, and from the opposite of a fact as far as that is short."""

    EFFORT, PROBES = 0, (Walk.LARGE,)

    def _next(self, open_: list[int]) -> Step | None:
        open_ = [*open_, *self._open_notes()]
        best = self._by_propagation(open_)
        if best is None or best.premises.bit_count() > self.PLAIN:
            best = self._by_probing(open_, best)
        return None if best is None else self._step_by(best, open_)

    def _minimal(self, reason: Reason) -> list[int]:
        return self._labels.premises(reason.premises)  # only which facts follow counts

    @cached_property
    def left(self) -> int:
        """How many facts are open where no small reason leads on."""
        while self.next() is not None:
            pass
        return len(self._open())


def left_open(puzzle: Puzzle, settings: Settings, answer: Collection[Term]) -> int:
    """How many facts of a puzzle's only answer steps with small reasons leave open. PuzzleError as Walk."""
    return EasyWalk(puzzle, settings, set(answer)).left
