"""Which way a puzzle is solved, and verdicts by a type's further programs (docs/rules.md, 'Canonical answers').

    first.lp        an addition to rules.lp that leaves fewer answers and finds one fast
    canonical.lp    a program by itself: every answer of rules.lp can be turned into one of its answers

Both only save time: what they leave open is decided by rules.lp alone.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Value
from ..rules.loading import BEYOND, FAST
from .outcome import AnswerSet, Outcome
from .search import Search
from .settings import Settings

if TYPE_CHECKING:
    from .protocol import AnswerSearch

#: Programs beside rules.lp: to find a first answer, to settle the verdict, to say where the words of a list can stand.
FIRST, CANONICAL, SLOTS = "first.lp", "canonical.lp", "slots.lp"

#: What FIRST and CANONICAL were called before version 0.2; such files are still taken.
OLD_NAMES = {FIRST: "quick.lp", CANONICAL: "normal.lp"}

#: All of them: programs that suit the rules beside which they stand, and no others.
AUXILIARY_PROGRAMS = (FAST, BEYOND, FIRST, CANONICAL, SLOTS, *OLD_NAMES.values())

#: What an answer of canonical.lp may derive: it is an answer of rules.lp, too; if it is alone, so is that one.
VALID, SETTLED = "valid", "settled"

#: What an answer of canonical.lp may show besides: a fact that the rules may be given if this answer is alone.
KNOWN = "known"

#: Facts of canonical.lp for puzzles that rules.lp alone decides as fast: as it is called now, and as it was before.
UNNEEDED = ("canonical_unneeded", "normal_unneeded")


def auxiliary_program(type_: PuzzleType, name: str) -> Path | None:
    """The program of this name beside the type's rules; None if it has none. Files with an old name are taken, too."""
    names = (name, OLD_NAMES.get(name, name))
    return next((path for each in names if (path := type_.folder / each).is_file()), None)


def open_local(puzzle: Puzzle, settings: Settings) -> AnswerSearch:
    """A search in this process, with the type's further programs where they apply."""
    if settings.plain or settings.rules or puzzle.type.added:  # the further programs know nothing of added rules
        return Search(puzzle, settings)
    slots = auxiliary_program(puzzle.type, SLOTS) if puzzle.lists else None
    if slots is not None:
        from .word_search import open_word_search  # most types have no lists

        return open_word_search(puzzle, settings, slots)
    if 0 < settings.models <= 2:
        first, canonical = (auxiliary_program(puzzle.type, name) for name in (FIRST, CANONICAL))
        if first is not None or canonical is not None:
            return Strategy(puzzle, settings, first, canonical)
    return Search(puzzle, settings)


class Strategy:
    """Looks for one or two answers in up to three steps: first.lp, canonical.lp, rules.lp alone."""

    has_more_ready = False

    def __init__(self, puzzle: Puzzle, settings: Settings, first: Path | None, canonical: Path | None) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome(asked=settings.models)
        self.abandoned = False
        self._first = first
        self._canonical = canonical
        self._answers: list[AnswerSet] = []
        self._known: tuple[Value, ...] = ()
        self._started = 0.0

    def __iter__(self) -> Iterator[AnswerSet]:
        self._started = time.monotonic()
        if self._first is not None:
            yield from self._new(self._search([self.puzzle.type.rules_file, self._first], models=1))
        if not self._done() and self._canonical is not None:
            yield from self._by_canonical_answers(self._canonical)
        if not self._done():
            yield from self._by_rules_alone()
        self.outcome.count = len(self._answers)
        self.outcome.seconds = time.monotonic() - self._started

    def _done(self) -> bool:
        enough = len(self._answers) >= self.settings.models
        return enough or self.outcome.exhausted or self.outcome.reason is not None

    def _search(
        self,
        files: list[Path],
        models: int,
        *,
        watched: Sequence[str] = (),
        skip_if: Sequence[str] = (),
        known: Sequence[Value] = (),
    ) -> Search:
        limit = self.settings.time_limit
        if limit is not None:
            limit = max(limit - (time.monotonic() - self._started), 0.01)
        settings = replace(self.settings, models=models, count=False, time_limit=limit)
        return Search(self.puzzle, settings, files, watched=watched, skip_if=skip_if, known=known)

    def _new(self, search: Search) -> Generator[AnswerSet, None, None]:
        """The answers of a search that were not given before."""
        try:
            with closing(iter(search)) as answers:
                for answer in answers:
                    self._learn(search)
                    if self._is_new(answer):
                        yield self._keep(answer)
        finally:  # statistics are there once it has ended, also where nobody waits for more
            self._learn(search)
        if search.outcome.reason is not None:
            self.outcome.reason = search.outcome.reason

    def _is_new(self, answer: AnswerSet) -> bool:
        return all(set(answer.atoms) != set(known.atoms) for known in self._answers)

    def _keep(self, answer: AnswerSet) -> AnswerSet:
        self._answers.append(answer)
        self.outcome.count = len(self._answers)
        return answer

    def _learn(self, search: Search) -> None:
        """Keeps what a search shows of the puzzle besides its answers."""
        self.abandoned = self.abandoned or search.abandoned
        if not self._known:  # pictures would show it as given; otherwise rules.lp, which comes last, knows best
            self.outcome.given = search.outcome.given or self.outcome.given
        self.outcome.statistics = search.outcome.statistics
        self.outcome.warnings = search.outcome.warnings
        self.outcome.impossible = search.outcome.impossible

    def _by_canonical_answers(self, program: Path) -> Iterator[AnswerSet]:
        """Two canonical answers at most, and what they settle."""
        search = self._search([program], models=2, watched=(VALID, SETTLED), skip_if=UNNEEDED)
        answers = list(search)
        self.abandoned = self.abandoned or search.abandoned
        if search.skipped:
            return
        self.outcome.given = self.outcome.given or search.outcome.given
        if search.outcome.reason is not None:
            self.outcome.reason = search.outcome.reason
        if search.outcome.exhausted:
            self.outcome.exhausted = not answers or (len(answers) == 1 and SETTLED in answers[0].holds)
            if len(answers) == 1:
                self._known = tuple(atom.args[0] for atom in answers[0].atoms if atom.name == KNOWN)
        for answer in answers:
            if VALID in answer.holds and len(self._answers) < self.settings.models and self._is_new(answer):
                yield self._keep(answer)

    def _by_rules_alone(self) -> Iterator[AnswerSet]:
        """By rules.lp alone. Two of its answers are one more than is known, even if one of them is known."""
        search = self._search([self.puzzle.type.rules_file], models=2, known=self._known)
        with closing(self._new(search)) as answers:
            for answer in answers:
                yield answer
                if self._done():
                    return
        self.outcome.exhausted = search.outcome.exhausted
