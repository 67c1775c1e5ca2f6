"""Looking for a few answers in small parts of a long list first (docs/rules.md, 'Lists of words').

Each part is likelier to hold answers than one chosen at random (word_sampling), and is left after some conflicts:
searches that take long mostly take very long. What no part has shown is decided by all words that fit.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..model.puzzle import Puzzle
from .outcome import AnswerSet, Outcome, StopReason
from .protocol import AnswerSearch
from .search import Search
from .settings import Settings
from .word_domains import WordDomains, find_domains
from .word_sampling import Sampler


class WordsPart(NamedTuple):
    """A part of the words: how many a slot, the seed that it is chosen with, the conflicts after which it is left."""

    size: int
    seed: int
    conflicts: int


#: The parts, one after the other. Measured on 20 made boards of 15x15, with 74 to 78 slots, that 250 words a slot do
#: not fill: of the 11 that a compiled filler filled in 40 s each, the parts with 500 and 1000 words hold answers for
#: 10, and mostly show one before these conflicts. Where a part holds none, some thousand conflicts mostly prove it.
PARTS = (
    WordsPart(250, 0, 4000),
    WordsPart(500, 0, 12_000),
    WordsPart(1000, 0, 20_000),
    WordsPart(500, 1, 12_000),
    WordsPart(1000, 1, 20_000),
    WordsPart(2000, 0, 20_000),
    WordsPart(500, 2, 12_000),
    WordsPart(1000, 2, 20_000),
    WordsPart(4000, 0, 20_000),
)

#: The parts where the conflicts are bounded: `pysolve make` rather tries another pattern than searches long.
QUICK_PARTS = (WordsPart(250, 0, 4000), WordsPart(500, 0, 4000))


def open_word_search(puzzle: Puzzle, settings: Settings, slots: Path) -> AnswerSearch:
    """A search with the words that fit; where few answers are wanted and parts of the list suffice, first in parts."""
    words = find_domains(puzzle, settings, slots)
    longest = max((domain.bit_count() for domain in words.domains), default=0)
    if not words.parts_suffice or settings.models == 0 or longest <= PARTS[0].size:
        return Search(puzzle, settings, words=words.selection())
    parts = PARTS if settings.conflicts is None else QUICK_PARTS
    return WordSearch(puzzle, settings, words, [part for part in parts if part.size < longest])


class WordSearch:
    """A search in parts of the words that fit, then in all (see protocol.AnswerSearch).

    Settings that bound the conflicts have only QUICK_PARTS searched.
    """

    has_more_ready = False

    def __init__(self, puzzle: Puzzle, settings: Settings, words: WordDomains, parts: Sequence[WordsPart]) -> None:
        """parts: as PARTS."""
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome(asked=settings.models)
        self.abandoned = False
        self._words = words
        self._parts = parts
        self._known: set[frozenset[object]] = set()
        self._started = 0.0

    def __iter__(self) -> Iterator[AnswerSet]:
        self._started = time.monotonic()
        exhausted: set[int] = set()  # sizes of which the best part holds no answer: others will hardly
        samplers: dict[int, Sampler] = {}
        # A seed of the user leads to other parts, and so to other answers.
        first_seed = 0 if self.settings.seed is None else self.settings.seed + 1
        for size, seed, conflicts in self._parts:
            if self._done():
                break
            if size in exhausted:
                continue
            if seed not in samplers:
                samplers[seed] = Sampler(self._words, first_seed + seed)
            part = samplers[seed].part(size)
            if part.refuted or (yield from self._new(part, conflicts)):
                exhausted.add(size)
        if not self._done() and self.settings.conflicts is None:
            self.outcome.exhausted = yield from self._new(self._words, conflicts=None)
        self.outcome.seconds = time.monotonic() - self._started

    def _done(self) -> bool:
        left = self._left()
        if left is not None and left <= 0 and len(self._known) < self.settings.models:
            self.outcome.reason = StopReason.TIME_LIMIT
        return len(self._known) >= self.settings.models or self.outcome.reason is not None

    def _left(self) -> float | None:
        """The seconds that are left, if they are limited."""
        limit = self.settings.time_limit
        return None if limit is None else limit - (time.monotonic() - self._started)

    def _new(self, words: WordDomains, conflicts: int | None) -> Generator[AnswerSet, None, bool]:
        """The answers with these words that were not given before; returns whether there are no others with them."""
        left = self._left()
        limit = None if left is None else max(left, 0.01)
        settings = replace(self.settings, count=False, conflicts=conflicts, time_limit=limit)
        search = Search(self.puzzle, settings, words=words.selection())
        try:
            for answer in search:
                atoms = frozenset(answer.atoms)
                if atoms not in self._known:
                    self._known.add(atoms)
                    self._learn(search)
                    yield answer
                if self._done():
                    break
        finally:
            self._learn(search)
        return search.outcome.exhausted

    def _learn(self, search: Search) -> None:
        """Keeps what a search shows of the puzzle besides its answers."""
        latest = search.outcome
        known = self.outcome
        reason = known.reason or latest.reason
        self.outcome = replace(latest, count=len(self._known), exhausted=known.exhausted, reason=reason)
        self.abandoned = self.abandoned or search.abandoned
