"""Searches with long lists of words: fillings, parts of the words, then all (docs/rules.md, 'Lists of words')."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..model.puzzle import Puzzle, StopReason, Verdict
from ..model.terms import Value, write
from .outcome import AnswerSearch, AnswerSet, Contradiction, Outcome, WordFigures, word_figures
from .search import Search
from .settings import Settings
from .word_domains import (
    LEAST,
    Aim,
    Slot,
    SlotGrid,
    WordDomains,
    agreeing,
    by_score,
    cell_of,
    find_domains,
    one_word_each,
    read_domains,
)
from .word_filling import Filler, RowFiller, Sampler, rows_of

#: What is said of a slot that no word fits, from its first place: to its last one, and where the last words are parted.
_NONE_AGREES = "no word of the list from here to {} agrees with words of the slots that cross it"
_PARTED = f"{_NONE_AGREES}, in {{}} at the latest"
_WHATEVER = "whatever word stands from here to {}, another slot has none left, mostly one through {}"


def _named(puzzle: Puzzle, slot: Slot, sentence: str, *more: Value) -> Contradiction:
    """Why there is no answer, by the slot that shows it. more: other places that the sentence names."""
    first, *last = (puzzle.board.name(place) or write(place) for place in (slot.cells[0], slot.cells[-1], *more))
    return Contradiction(sentence.format(*last), slot.cells[0], first)


# -- Looking for a few answers in small parts of a long list first (docs/rules.md, 'Lists of words')
# Each part is likelier to hold answers than one chosen at random (Sampler), and is left after some conflicts:
# searches that take long mostly take very long. What no part has shown is decided by all words that fit.


class WordsPart(NamedTuple):
    """A part of the words: how many a slot, the seed that it is chosen with, the conflicts after which it is left, and
    how much scores count (Sampler).
    """

    size: int
    seed: int
    conflicts: int
    liking: float = 0


#: The parts, one after the other. Measured on 20 made boards of 15x15, with 74 to 78 slots, that 250 words a slot do
#: not fill: of the 11 that a compiled filler filled in 40 s each, the parts with 500 and 1000 words hold answers for
#: 10, and mostly show one before these conflicts. Where a part holds none, some thousand conflicts mostly prove it.
#: Larger ones are tried shortly first: two boards that 250 words a slot do not fill were filled by 1000 and by 2000
#: within 2000 conflicts.
PARTS = (
    WordsPart(250, 0, 4000),
    WordsPart(500, 0, 4000),
    WordsPart(1000, 0, 2000),
    WordsPart(2000, 0, 4000),
    WordsPart(500, 1, 12_000),
    WordsPart(1000, 1, 20_000),
    WordsPart(2000, 1, 20_000),
    WordsPart(500, 2, 12_000),
    WordsPart(1000, 2, 20_000),
    WordsPart(4000, 0, 20_000),
)

#: Where a part holds no answer, those with less than this many times as many words a slot are left out. (With four, a
#: square of 6x6 with 64,000 words was left to the search with all words, which takes minutes.)
_LARGER = 2

#: The parts where the conflicts are bounded: `pysolve make` rather tries another pattern than searches long.
QUICK_PARTS = (WordsPart(250, 0, 4000), WordsPart(500, 0, 4000))

#: The parts that come before where words have scores: at first hardly any but the best words, then others that fit. A
#: board of 21x21 that the best of 247,000 words do not fill is filled by the second part, with a mean of 81 of 90.
SCORED_PARTS = (
    WordsPart(250, 0, 2000, 8),
    WordsPart(250, 0, 2000, 3),
    WordsPart(500, 0, 6000, 3),
)

#: How many words are put at most where all words of one score or a better one are there, and where all words are; and
#: for each slot: in few slots, all of whose letters are crossed, a Filler soon finds a filling or none. They are filled
#: row by row, where they can be.
FILLED, _FOR_A_SLOT = (300, 4000), 100

#: The shares of the words, the best ones, of which fillings are looked for when there is one.
_GOOD = (0.1, 0.25, 0.4)

#: What is freed of a filling: a slot and those that cross it, once or twice; whether all of them are to have words that
#: are better than its one, or the slot alone.
_REGIONS = ((1, True), (1, False), (2, True), (2, False))

#: How often each of these is freed, how many words are put there at most, and in all, and conflicts after which the
#: rules are asked no longer.
_POLISHED, _FREED, _FREED_AT_ALL, _EFFORT = 60, 50, 1000, 1500

#: Seconds of a limit that are kept back for reporting the best answer so far, as grounding does not stop at once.
_SPARE = 1.0


def open_word_search(puzzle: Puzzle, settings: Settings, slots: Path) -> AnswerSearch:
    """A search with the words that fit; where few answers are wanted and parts of the list suffice, first in parts."""
    words = find_domains(puzzle, settings, slots)
    longest = max((domain.bit_count() for domain in words.domains), default=0)
    has_time = settings.conflicts is None
    in_parts = words.aim is Aim.ANY or (words.aim is not None and has_time)
    is_steered = words.aim is Aim.ANY and has_time and words.grid.has_scores
    if not in_parts or settings.models == 0 or (longest <= PARTS[0].size and not is_steered):
        return _ShortSearch(puzzle, settings, words)
    parts = [part for part in _ladder(has_time, words.grid.has_scores) if part.size < longest]
    return (WordSearch if words.aim is Aim.ANY else BestWords)(puzzle, settings, words, parts)


def _ladder(has_time: bool, has_scores: bool) -> tuple[WordsPart, ...]:
    """The parts of the list that are tried, one after the other."""
    if not has_time:
        return QUICK_PARTS
    return (*SCORED_PARTS, *PARTS) if has_scores else PARTS


class _ShortSearch(Search):
    """With all words that fit. If rules know no reason for there being no answer, a slot without words is one."""

    def __init__(self, puzzle: Puzzle, settings: Settings, words: WordDomains) -> None:
        super().__init__(puzzle, settings, words=words.selection())
        self._fitting = words
        self.outcome.given = words.shown

    def __iter__(self) -> Generator[AnswerSet, None, None]:
        for answer in super().__iter__():
            if self.outcome.count == 1:
                self.outcome.filled = _figures(self.puzzle, self._fitting, answer)
            yield answer
        if self.outcome.best is not None:
            self.outcome.filled = _figures(self.puzzle, self._fitting, self.outcome.best)
        dead, parted = self._fitting.emptied, self._fitting.parted
        if dead is not None and self.outcome.verdict is Verdict.NONE and self.outcome.impossible is None:
            crossing = [cell_of(parted)] if parted in dead.places else []
            self.outcome.impossible = _named(self.puzzle, dead, _PARTED if crossing else _NONE_AGREES, *crossing)


def _letters_of(grid: SlotGrid, answer: AnswerSet) -> dict[Value, str]:
    """The letter of each place in an answer."""
    given = {place: "".join(letters) for place, letters in grid.given.items()}
    return given | {atom.args[0]: str(atom.args[-1]) for atom in answer.atoms if len(atom.args) == 2}


def _words_of(words: WordDomains, answer: AnswerSet) -> dict[int, int]:
    """The word that each slot holds in an answer, as a set."""
    letters = _letters_of(words.grid, answer)
    held = {}
    for at, slot in enumerate(words.grid.slots):
        word = words.domains[at]
        for having, place in zip(words.grid.index(at).having, slot.places):
            word &= having.get(letters.get(place, ""), 0)
        if word:
            held[at] = word
    return held


def _figures(puzzle: Puzzle, words: WordDomains, answer: AnswerSet) -> WordFigures:
    """What is counted of the words of an answer, and how good those are that it takes from a list with scores."""
    grid = words.grid
    is_scored = any(score for index in grid.indexes.values() for score in index.scores)
    letters, slots = _letters_of(grid, answer), (*grid.slots, *grid.whole)
    return word_figures(
        [slot.cells for slot in slots], [len(slot.places) for slot in slots],
        [letters[place] for slot in slots for place in slot.places if place in letters], puzzle.cells,
        _scores_in(words, answer).values() if is_scored else (),
    )  # fmt: skip


def _scores_in(words: WordDomains, answer: AnswerSet) -> dict[int, int]:
    """The score of the word that each slot holds in an answer."""
    return {at: words.grid.index(at).scores[word.bit_length() - 1] for at, word in _words_of(words, answer).items()}


class WordSearch(AnswerSearch):
    """A search in parts of the words that fit, then in all.

    Settings that bound the conflicts have only QUICK_PARTS searched.
    """

    def __init__(self, puzzle: Puzzle, settings: Settings, words: WordDomains, parts: Sequence[WordsPart]) -> None:
        """parts: as PARTS."""
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome(asked=settings.models, given=words.shown)
        self._words = words
        self._parts = parts
        self._known: set[frozenset[object]] = set()
        self._dead: Contradiction | None = None
        self._first: AnswerSet | None = None  # while a better one is looked for
        self._started = 0.0
        self._spare = 0.0
        #: A seed of the user leads to other parts, and so to other answers.
        self._first_seed = 0 if settings.seed is None else settings.seed + 1
        self._chance = random.Random(self._first_seed)

    def __iter__(self) -> Iterator[AnswerSet]:
        self._started = time.monotonic()
        self._refute()
        for filling, so_far in self._fillings(self._words) if self.settings.conflicts is None else ():
            if not so_far:
                yield from self._new(filling, conflicts=None)
            elif self._first is None:
                yield from self._shown(self._best_with(filling, _EFFORT))
        yield from self._of_parts()
        if not self._done() and self.settings.conflicts is None:
            self.outcome.exhausted = yield from self._new(self._words, conflicts=None)
            self.outcome.impossible = self.outcome.impossible or self._dead
        if self._first is not None and not self._known:  # a limit came before a better one
            self.outcome.count = 1
            yield self._first._replace(so_far=False)
        self.outcome.seconds = time.monotonic() - self._started

    def _shown(self, answer: AnswerSet | None) -> Iterator[AnswerSet]:
        """An answer that is better than those before, as one so far, if there is one and such ones are wanted."""
        if answer is not None and self.settings.improving:
            self._first = answer._replace(so_far=True)
            self.outcome.filled = _figures(self.puzzle, self._words, answer)
            yield self._first

    def _fillings(self, words: WordDomains) -> Iterator[tuple[WordDomains, bool]]:
        """Up to two fillings, of the best words that lead to one, and whether it is only the beginning of a better one,
        which comes next. They may break other rules.
        """
        most = min(FILLED[1], _FOR_A_SLOT * len(words.domains))
        is_small = most < FILLED[1] and bool(rows_of(words.grid))
        filler = (RowFiller if is_small else Filler)(words, self._first_seed, self._done)
        for _ in range(2 if self._dead is None else 0):
            filling = filler.filling(LEAST, FILLED[1] if is_small else most)
            if filling is None:
                return
            if words.grid.has_scores:
                if self.settings.improving:
                    yield filling, True
                filling = self._polished(words, self._better_filling(words, filler, filling))
            yield filling, False

    def _best_with(self, words: WordDomains, conflicts: int) -> AnswerSet | None:
        """The best answer that some conflicts show; None if they show none."""
        if words.refuted:
            return None
        left = self._left()
        limit = None if left is None else max(left, 0.01)
        settings = replace(self.settings, models=1, improving=False, conflicts=conflicts, time_limit=limit)
        search = Search(self.puzzle, settings, words=words.selection())
        found = next(iter(list(search)), None) or search.outcome.best
        self.outcome.given = search.outcome.given or self.outcome.given
        return found

    def _better_filling(self, words: WordDomains, filler: Filler | RowFiller, filling: WordDomains) -> WordDomains:
        """One of the best words that soon lead to one, or this one if there is none."""
        scores = sorted((score for index in words.grid.indexes.values() for score in index.scores), reverse=True)
        for least in dict.fromkeys(scores[int(len(scores) * share)] for share in _GOOD):
            good = filler.filling(least, FILLED[0]) if least > scores[-1] else None
            if good is not None:
                return max(filling, good, key=lambda each: each.total)
        return filling

    def _polished(self, words: WordDomains, filling: WordDomains) -> WordDomains:
        """A filling with better words near slots that have bad ones. words: all that fit."""
        grid, slots, chance = words.grid, range(len(words.domains)), self._chance
        put = 0
        for rings, is_strict in _REGIONS * _POLISHED:
            score = {at: filling.best_score(at) for at in chance.sample(slots, min(3, len(slots)))}
            centre = min(score, key=score.__getitem__)
            free = {centre}
            for _ in range(rings):
                free.update(other for at in tuple(free) for _, _, others in grid.crossings[at] for other, _ in others)
            better = score[centre] + 1
            least = {at: better if is_strict or at == centre else LEAST for at in free}
            region = self._freed(words, filling, least)
            filler = Filler(region, chance.randrange(1000), self._done, free)
            found = None if region.refuted else filler.filling(LEAST, _FREED + len(free))
            if found is not None and found.total > filling.total:
                filling = found
            put += filler.put
            if put > _FREED_AT_ALL or self._done():
                break
        return filling

    def _freed(self, words: WordDomains, filling: WordDomains, free: Mapping[int, int]) -> WordDomains:
        """A filling with some slots open to words that agree with the others, and that none of these has.

        words: all that fit. free: the slots, with the least scores of their words.
        """
        grid, domains = words.grid, list(filling.domains)
        settled: set[Value] = set(grid.given)
        used: Counter[int] = Counter()  # by length, as a set of words: no word stands there twice
        for at in (at for at in range(len(domains)) if at not in free):
            settled.update(grid.slots[at].places)
            used[len(grid.slots[at].places)] |= domains[at]
        letters = {place: each for place, each in filling.letters.items() if place in settled}
        for at, least in free.items():
            unused = words.domains[at] & ~used[len(grid.slots[at].places)]
            domains[at] = agreeing(grid, at, unused & grid.index(at).scoring(least), letters)
        return replace(filling, domains=tuple(domains), letters=letters).pruned(free)

    def _of_parts(self) -> Iterator[AnswerSet]:
        """Answers with parts of the words, one part after the other."""
        # Where a part holds no answer, larger ones are tried; one in which scores count for most does not tell.
        least = 0
        samplers: dict[tuple[int, float], Sampler] = {}
        unscored = 0
        for size, seed, conflicts, liking in self._parts:
            unscored += not liking
            if unscored == 5 and self.settings.conflicts is None and not self._done() and not self._known:
                self._words = self._probed(lambda at: -len(self._words.grid.slots[at].places), _PROBES)
            if self._done() or self._dead is not None:
                break
            if size < least:
                continue
            if (seed, liking) not in samplers:
                samplers[seed, liking] = Sampler(self._words, self._first_seed + seed, liking)
            part = samplers[seed, liking].part(size)
            refuted = part.refuted or (yield from self._new(part, conflicts))
            if refuted and liking < SCORED_PARTS[0].liking:
                least = size + 1 if self.settings.conflicts else size * _LARGER

    def _done(self) -> bool:
        left = self._left()
        if left is not None and left <= 0 and len(self._known) < self.settings.models:
            self.outcome.reason = StopReason.TIME_LIMIT
        return len(self._known) >= self.settings.models or self.outcome.reason is not None

    def _left(self) -> float | None:
        """The seconds that are left, if they are limited."""
        limit = self.settings.time_limit
        return None if limit is None else limit - self._spare - (time.monotonic() - self._started)

    def _new(self, words: WordDomains, conflicts: int | None) -> Generator[AnswerSet, None, bool]:
        """The answers with these words that were not given before; returns whether there are no others with them."""
        left = self._left()
        limit = None if left is None else max(left, 0.01)
        settings = replace(self.settings, count=False, improving=False, conflicts=conflicts, time_limit=limit)
        search = Search(self.puzzle, settings, words=words.selection())
        try:
            for answer in search:
                atoms = frozenset(answer.atoms)
                if atoms not in self._known:
                    if not self._known:
                        self.outcome.filled = _figures(self.puzzle, self._words, answer)
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
        best = None if self._known else latest.best or known.best
        self.outcome = replace(
            latest, count=len(self._known), exhausted=known.exhausted, reason=reason, best=best,
            given=latest.given or known.given,
            filled=known.filled, optimized=latest.optimized or known.optimized, costs=latest.costs or known.costs,
        )  # fmt: skip

    def _refute(self) -> None:
        """Looks for a slot each of whose words leaves another slot without any, those with the fewest words first. It
        leaves a slot at the first word that does not, so that it takes hardly anything where there are answers.
        """
        if self.settings.conflicts is None:
            self._words = self._probed(lambda at: self._words.domains[at].bit_count(), _FEW_PROBES, thorough=False)

    def _probed(self, rank: Callable[[int], int], most: int, *, thorough: bool = True) -> WordDomains:
        """What is left when words of the slots were tried, those of the slots of lowest rank first: some leave another
        slot without any. If all words of a slot do, there is no answer.

        most: how many words are tried. thorough: also those of a slot of which one leaves some in all slots.
        """
        words = self._words
        order = sorted(range(len(words.domains)), key=rank)
        for at in (at for at in order if words.domains[at].bit_count() <= _PROBED):
            dead, parted = 0, Counter[Value]()
            for bit in words.grid.index(at).members(words.domains[at]):
                most -= 1
                if self._done() or most < 0:
                    break
                left = words.only({at: 1 << bit})
                if left.refuted:
                    dead |= 1 << bit
                    parted.update(() if left.parted is None else [cell_of(left.parted)])
                elif not thorough:
                    break
            if dead == words.domains[at]:
                crossing = next((place for place, _ in parted.most_common(1)), words.grid.slots[at].cells[0])
                self._dead = _named(self.puzzle, words.grid.slots[at], _WHATEVER, crossing)
                return one_word_each(self._words)
            words = words.only({at: ~dead}) if dead else words
        return words


#: How many words are tried at most, also at the beginning, and the words of the largest slot that is tried. On boards
#: that can be filled the beginning takes less than 0.1 s; one of 15x15 that cannot be filled is refuted in 1 s.
_PROBES, _FEW_PROBES, _PROBED = 5000, 2000, 1500


class BestWords(WordSearch):
    """A search for the best answer in a long list: a first one at once, and better ones while there is time.

    Of the words with the best scores a few lead to a first answer. Then one part of the board after the other is freed
    and filled as well as it can be; where the lowest score counts, words with a higher one are taken. What that leaves
    is decided by all words that fit.
    """

    def __iter__(self) -> Iterator[AnswerSet]:
        self._started = time.monotonic()
        self._refute()
        best: AnswerSet | None = None
        for better in self._ever_better() if self._dead is None else ():
            best = better
            self._hold(best)
            yield from self._shown(best)
        rest = self._words if best is None else self._better(best)
        none_left = rest.refuted and best is not None
        if not none_left and not self._done():
            none_left = yield from self._new(rest, conflicts=None)
            self.outcome.impossible = self.outcome.impossible or self._dead
        if best is not None and none_left and not self._known:
            yield self._keep(best)
            none_left = yield from self._others(best)
        self.outcome.exhausted = none_left
        if best is not None and not self._known:
            self._hold(min(filter(None, (best, self.outcome.best)), key=lambda answer: answer.costs))
        self.outcome.seconds = time.monotonic() - self._started

    def _ever_better(self) -> Iterator[AnswerSet]:
        """Answers, each better than the one before."""
        best = None
        for best in self._first_ones(self._words):
            yield best
        while best is not None:
            best = self._improved(best)
            if best is not None:
                yield best

    def _first_ones(self, words: WordDomains) -> Iterator[AnswerSet]:
        """A good answer of a small part of the words, and before it a worse one that was found sooner, if such ones are
        wanted.
        """
        first = None
        for answer, so_far in self._starts(words):
            if answer is not None and (first is None or answer.costs < first.costs):
                first = answer
                yield answer
            if answer is not None and not so_far:
                return

    def _others(self, best: AnswerSet) -> Generator[AnswerSet, None, bool]:
        """Other answers that are as good as the best one; returns whether there are no more of them."""
        words = self._words
        lowest = min(_scores_in(words, best).values(), default=LEAST)
        slots = range(len(words.domains))
        is_sum = words.aim is Aim.HIGHEST_SUM
        self._words = words.scoring([words.best_score(at) if is_sum else lowest for at in slots]).pruned()
        if max(domain.bit_count() for domain in self._words.domains) > PARTS[0].size:
            yield from self._of_parts()
        return not self._done() and (yield from self._new(self._words, conflicts=None))

    def _hold(self, best: AnswerSet) -> None:
        """Keeps an answer as the best so far, so that it is reported however the search ends."""
        self.outcome.best, self.outcome.optimized, self.outcome.costs = best, True, best.costs
        self.outcome.filled = _figures(self.puzzle, self._words, best)
        self._spare = _SPARE

    def _better(self, best: AnswerSet) -> WordDomains:
        """The words of answers that may be better: all, and none if this one has the best words that are left; where
        the lowest score counts, those with a higher one.
        """
        words = self._words
        scores = _scores_in(words, best)
        if words.aim is Aim.HIGHEST_LEAST:
            return words.scoring([min(scores.values(), default=LEAST) + 1] * len(words.domains)).pruned()
        is_best = all(score == words.best_score(at) for at, score in scores.items())
        return replace(words, domains=(0,) * len(words.domains)) if is_best else words

    def _keep(self, best: AnswerSet) -> AnswerSet:
        """Counts an answer that is known to be the best among those that were asked for, and returns it."""
        self._hold(best)
        self.outcome.best = None
        self._known.add(frozenset(best.atoms))
        self.outcome.count = len(self._known)
        return best

    def _starts(self, words: WordDomains) -> Iterator[tuple[AnswerSet | None, bool]]:
        """Good answers of small parts of the words, those of the best scores first; whether a better one follows."""
        for filling, so_far in self._fillings(words):
            yield self._best_with(filling, _EFFORT), so_far
        for part in (*SCORED_PARTS, *PARTS[:2]):
            if self._done():
                return
            yield self._best_with(Sampler(words, 0, part.liking).part(part.size), part.conflicts), False

    def _improved(self, best: AnswerSet) -> AnswerSet | None:
        """A better answer, which differs from this one in one part of the board: around a slot; or, where the lowest
        score counts, is found among the words with a higher one. None if there is none.
        """
        better = self._better(best)
        if better.refuted:
            return None
        if better.aim is Aim.HIGHEST_LEAST:
            return [None, *self._first_ones(better)][-1]
        held = _words_of(self._words, best)
        domains = (held.get(at, domain) for at, domain in enumerate(self._words.domains))
        filling = replace(self._words, domains=tuple(domains)).pruned()
        for _ in range(len(held)):
            good = self._polished(self._words, filling)
            if self._done():
                return None
            found = self._best_with(good, _EFFORT) if good.total > filling.total else None
            if found is not None and found.costs < best.costs:
                return found
        return None


# -- The words of each slot, and those after which the others can be filled


class SlotWord(NamedTuple):
    """A word with its score. fills: whether an answer holds it, where it was tried; None if that is not known."""

    text: str
    score: int
    fills: bool | None = None


class SlotWords(NamedTuple):
    """The words that fit a slot: how many, and some of them, the best first."""

    places: tuple[Value, ...]
    fitting: int
    words: tuple[SlotWord, ...]


def slot_words(
    puzzle: Puzzle, settings: Settings, file: Path, most: int, tried: Collection[Value] = ()
) -> Iterator[tuple[SlotWords, ...]]:
    """What fits each slot, in reading order, up to a number of words of each; ever more of the words of the slots that
    have these places are tried, and those come first after which the others can be filled.

    If a slot has no word left: what fits the given letters of each, and nothing in slots that show that there is no
    answer.
    """
    words = read_domains(puzzle, settings, file)
    pruned = words.pruned()
    grid = words.grid
    domains = pruned.domains
    if pruned.refuted:
        domains = tuple(0 if grid.slots[at] == pruned.emptied else each for at, each in enumerate(words.domains))
    rank: dict[Value, int] = {cell: at for at, cell in enumerate(puzzle.cells)}
    order = sorted(range(len(domains)), key=lambda at: [rank.get(place, -1) for place in grid.slots[at].cells])
    best = {at: _listed(grid, at, domains[at], by_score(grid, at, domains[at], most)) for at in order}
    yield tuple(best.values())
    if pruned.refuted or not tried:
        return
    for at in (at for at in order if {*tried} <= {*grid.slots[at].cells}):
        for filled, dead, bits in _tried(puzzle, settings, pruned, at, most):
            best[at] = _listed(grid, at, domains[at] & ~dead, bits, filled, dead)
            yield tuple(best.values())


def _listed(grid: SlotGrid, at: int, domain: int, bits: Sequence[int], filled: int = 0, dead: int = 0) -> SlotWords:
    """Words of a slot: those after which the others can be filled, those of which that is not known, and the others."""
    index = grid.index(at)
    fills = {bit: True if filled >> bit & 1 else False if dead >> bit & 1 else None for bit in bits}
    in_order = sorted(bits, key=lambda bit: (True, None, False).index(fills[bit]))
    found = tuple(SlotWord("".join(index.words[bit]), index.scores[bit], fills[bit]) for bit in in_order)
    return SlotWords(grid.slots[at].cells, domain.bit_count(), found)


#: How many words of a slot are looked at, whether they leave the others any.
_LOOKED_AT = 500


def _tried(
    puzzle: Puzzle, settings: Settings, words: WordDomains, at: int, most: int
) -> Iterator[tuple[int, int, list[int]]]:
    """The words of a slot with which an answer was seen, as a set; those with which there is none; and up to a number
    of words that are worth being shown.
    """
    grid = words.grid
    dead = alive = filled = 0
    for bit in by_score(grid, at, words.domains[at], _LOOKED_AT):
        if words.only({at: 1 << bit}).refuted:
            dead |= 1 << bit
        else:
            alive |= 1 << bit
        if alive.bit_count() == most:
            break
    bits = by_score(grid, at, alive, most) + by_score(grid, at, dead, most - alive.bit_count())
    yield filled, dead, bits
    for size, seed, conflicts, _ in PARTS[:2]:
        left = words.only({at: alive & ~filled})
        part = left if left.refuted else Sampler(left, seed).part(size)
        if part.refuted:
            break
        bounded = replace(settings, models=most, conflicts=conflicts, drawing=False)
        for answer in Search(puzzle, bounded, words=part.selection(), differing=grid.slots[at].cells):
            filled |= _words_of(words, answer).get(at, 0)
            yield filled, dead, bits
