"""Filling a board word by word."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import cycle, islice
from math import exp
from operator import mul

from ..model.terms import Value
from .word_domains import WordDomains, WordIndex


class Filler:
    """Fills all slots, no word twice, by trying: next where few words are left for the crossings where fillings failed.

    Of some words of that slot the one is taken that leaves crossing slots most words, and has a good score. After some
    failures it begins anew, and knows where they were.
    """

    def __init__(
        self, words: WordDomains, seed: int, is_over: Callable[[], bool], slots: Collection[int] | None = None
    ) -> None:
        """is_over: whether it is to end. slots: those to be filled, where all others hold a word already."""
        self._words = words
        self._slots = range(len(words.domains)) if slots is None else slots
        self._is_over = is_over
        self._chance = random.Random(seed)
        self._liking: dict[int, list[float]] = {}
        self._failures: Counter[Value | None] = Counter()
        self._left = 0
        self.put = 0  # how many words

    def filling(self, least: int, words: int) -> WordDomains | None:
        """A word for each slot; None if it finds none. least: the least score of a word. words: how many it may put."""
        start = None if self._is_over() else self._words.scoring([least] * len(self._words.domains)).pruned()
        self._left, failures, found = words, float(_FAILURES), None
        likings = cycle(_LIKINGS)
        while found is None and start is not None and not start.refuted and self._left > 0 and not self._is_over():
            liking = next(likings)
            self._liking = {length: index.liked(liking) for length, index in self._words.grid.indexes.items()}
            found = self._from(start, int(failures))
            failures *= _MORE
        return found

    def _from(self, words: WordDomains, failures: int) -> WordDomains | None:
        """A word for each slot, unless that many words fail."""
        tried: list[tuple[WordDomains, int, int]] = []
        while True:
            open_slots = {*self._slots}.difference(at for _, at, _ in tried)
            if not open_slots:
                return words
            if self._left <= 0 or self._is_over():
                return None
            self._left -= 1
            self.put += 1
            at = min(open_slots, key=lambda at: words.domains[at].bit_count() / self._weight(words, at))
            word = 1 << self._choice(words, at)
            tried.append((words, at, word))
            words = self._with(words, at, word)
            while words.refuted:
                failures -= 1
                self._left *= bool(tried)  # nothing is left to be tried
                if not (failures and tried):
                    return None
                self._failures[words.parted] += 1
                words, at, word = tried.pop()
                words = words.only({at: ~word})

    def _weight(self, words: WordDomains, at: int) -> float:
        """How often fillings failed at the crossings of a slot whose letters are open; each counts besides."""
        letters = words.letters
        crossings = words.grid.crossings[at]
        return sum([self._failures[place] + 1 for place, _, _ in crossings if len(letters[place]) > 1]) or _SETTLED

    def _with(self, words: WordDomains, at: int, word: int) -> WordDomains:
        """With a word in a slot, which no other slot has."""
        grid, domains = words.grid, list(words.domains)
        length = len(grid.slots[at].places)
        alike = [other for other, slot in enumerate(grid.slots) if len(slot.places) == length and domains[other] & word]
        for other in alike:
            domains[other] &= ~word
        domains[at] = word
        few = (other for other in alike if domains[other].bit_count() < _FEW)  # of others all letters are left
        return replace(words, domains=tuple(domains)).pruned({at, *few})

    def _choice(self, words: WordDomains, at: int) -> int:
        """The best of some words of a slot."""
        index = words.grid.index(at)
        some = self._some(index, words.domains[at])
        weights = [self._liking[len(index.columns)][bit] * exp(self._chance.random()) for bit in some]
        spelt = dict(zip(words.grid.slots[at].places, index.columns))
        for place, _, others in words.grid.crossings[at]:
            column = [spelt[place][bit] for bit in some]
            for other, having in others:
                domain = words.domains[other]
                left = {letter: (having.get(letter, 0) & domain).bit_count() for letter in {*column}}
                weights = list(map(mul, weights, map(left.__getitem__, column)))
        return some[max(range(len(some)), key=weights.__getitem__)]

    def _some(self, index: WordIndex, domain: int) -> list[int]:
        """Some words of a set, by lot."""
        length = domain.bit_length()
        if domain.bit_count() * _RARELY < length:
            members = index.members(domain)
            return members if len(members) <= _LOOKED_AT_ONCE else self._chance.sample(members, _LOOKED_AT_ONCE)
        drawn = (int(self._chance.random() * length) for _ in range(_RARELY * _LOOKED_AT_ONCE))
        return list(islice((bit for bit in drawn if domain >> bit & 1), _LOOKED_AT_ONCE)) or [length - 1]


#: How much the score counts in the choice of a word (Sampler), each time that a filling is begun; how many words that
#: choice is among, and from one in how many they are drawn.
_LIKINGS, _LOOKED_AT_ONCE, _RARELY = (3, 2), 400, 20

#: Failures after which a filling is begun anew at first, how many times as many they are each time after, and the words
#: of a slot of which each may matter for a letter.
_FAILURES, _MORE, _FEW = 40, 1.05, 50

#: The weight of a slot whose letters are settled: it comes first.
_SETTLED = 1e9
