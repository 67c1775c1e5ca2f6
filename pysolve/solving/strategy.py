"""Settling a verdict with a type's further programs, where it has some (docs/rules.md, 'Normal forms').

    quick.lp    an addition to rules.lp that leaves fewer answers and finds one fast
    normal.lp   a program by itself, whose answers are normal forms of all answers of rules.lp

Both only save time: what they leave open is decided by rules.lp alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.puzzle import Puzzle
from .search import TIME_LIMIT, AnswerSet, Outcome, Search, Settings

if TYPE_CHECKING:
    from .word_search import WordSearch

#: What an answer of normal.lp may derive: it is an answer of rules.lp, too; if it is alone, so is that one.
VALID, SETTLED = "valid", "settled"

#: A fact of normal.lp for boards that rules.lp alone decides as fast.
UNNEEDED = "normal_unneeded"


def open_local(puzzle: Puzzle, settings: Settings) -> Search | Strategy | WordSearch:
    """A search in this process, with the type's further programs where they apply."""
    slots = puzzle.type.folder / "slots.lp"
    if puzzle.lists and not settings.rules and slots.is_file():
        from .word_search import open_word_search  # most types have no lists

        return open_word_search(puzzle, settings, slots)
    if 0 < settings.models <= 2 and not settings.rules and _files(puzzle):
        return Strategy(puzzle, settings)
    return Search(puzzle, settings)


def _files(puzzle: Puzzle) -> dict[str, Path]:
    found = {name: puzzle.type.folder / f"{name}.lp" for name in ("quick", "normal")}
    return {name: path for name, path in found.items() if path.is_file()}


class Strategy:
    """Looks for one or two answers by the quickest way, with the iteration and the outcome of a Search."""

    pending = False
    abandoned = False

    def __init__(self, puzzle: Puzzle, settings: Settings) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome()
        self._files = _files(puzzle)
        self._rules = puzzle.type.rules_file
        self._answers: list[AnswerSet] = []
        self._started = 0.0

    def __iter__(self) -> Iterator[AnswerSet]:
        self._started = time.monotonic()
        if "quick" in self._files:
            yield from self._new(self._search([self._rules, self._files["quick"]], models=1))
        if not self._done() and "normal" in self._files:
            yield from self._normal_forms()
        if not self._done():
            yield from self._plainly()
        self.outcome.count = len(self._answers)
        self.outcome.seconds = time.monotonic() - self._started

    def _done(self) -> bool:
        enough = len(self._answers) >= self.settings.models
        return enough or self.outcome.exhausted or self.outcome.reason is not None

    def _search(self, files: list[Path], models: int) -> Search:
        left = self.settings.time_limit
        if left is not None:
            left = max(left - (time.monotonic() - self._started), 0.01)
        return Search(self.puzzle, replace(self.settings, models=models, count=False, time_limit=left), files)

    def _new(self, search: Search) -> Iterator[AnswerSet]:
        """The answers of a search that were not given before."""
        for found in search:
            self._learn(search)
            if self._is_new(found):
                yield self._keep(found)
        self._learn(search)
        if search.outcome.reason is not None:
            self.outcome.reason = search.outcome.reason

    def _is_new(self, found: AnswerSet) -> bool:
        return all(set(found.atoms) != set(known.atoms) for known in self._answers)

    def _keep(self, found: AnswerSet) -> AnswerSet:
        self._answers.append(found)
        self.outcome.count = len(self._answers)
        return found

    def _learn(self, search: Search) -> None:
        """Keeps what a search tells of the puzzle besides its answers."""
        self.outcome.given = self.outcome.given or search.outcome.given
        self.outcome.statistics = search.outcome.statistics
        self.outcome.warnings = search.outcome.warnings
        self.outcome.impossible = search.outcome.impossible

    def _normal_forms(self) -> Iterator[AnswerSet]:
        """Two normal forms at most, and what they settle."""
        search = self._search([self._files["normal"]], models=2)
        search.watch(VALID, SETTLED, unneeded=UNNEEDED)
        forms = list(search)
        if search.unneeded:
            return
        if search.outcome.reason is not None:
            self.outcome.reason = TIME_LIMIT
        valid = (form for form in forms if VALID in form.holds)
        if search.outcome.exhausted:
            self.outcome.exhausted = not forms or (len(forms) == 1 and SETTLED in forms[0].holds)
        for form in valid:
            if len(self._answers) < self.settings.models and self._is_new(form):
                yield self._keep(form)

    def _plainly(self) -> Iterator[AnswerSet]:
        """By rules.lp alone. Two of its answers are one more than is known, even if one of them is known."""
        search = self._search([self._rules], models=2)
        for found in self._new(search):
            yield found
            if self._done():
                return
        self.outcome.exhausted = search.outcome.exhausted
