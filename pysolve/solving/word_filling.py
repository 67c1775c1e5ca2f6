"""Filling a board word by word: by a look at all slots after each word, or row by row, which looks at less, sooner; and
parts of a long list that are likely to hold an answer.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from heapq import nlargest
from itertools import cycle, islice
from math import exp, prod
from operator import itemgetter, mul, or_
from typing import Any

from ..model.terms import Value, write
from .word_domains import SlotGrid, WordDomains, WordIndex


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


class RowFiller:
    """Fills a board all of whose letters are crossed by the slots of one direction, one after the other.

    After each word it looks only at how the slots that cross it can go on, which is known for all that begin alike:
    so it puts twenty times as many words in a second as a Filler, and a square of 6x6 needs that. Words come by how
    many words their letters leave the slots that cross, and by their score, give or take chance; of the first slots
    only some are tried. After some words it begins anew.
    """

    def __init__(self, words: WordDomains, seed: int, is_over: Callable[[], bool]) -> None:
        """is_over: whether it is to end."""
        self._words = words
        self._is_over = is_over
        self._chance = random.Random(seed)
        self._rows = rows_of(words.grid)
        self._after: dict[tuple[int, tuple[str, ...]], dict[str, int]] = {}
        self._having: dict[tuple[int, int, tuple[str, ...]], int] = {}
        self._left = 0

    def filling(self, least: int, words: int) -> WordDomains | None:
        """A word for each slot; None if it finds none. least: the least score of a word. words: as for Filler, which
        puts a twentieth as many.
        """
        start = None if self._is_over() else self._words.scoring([least] * len(self._words.domains)).pruned()
        self._after.clear()
        found, budget = None, words * _CHEAPER
        while found is None and start is not None and not start.refuted and budget > 0 and not self._is_over():
            self._left = min(budget, _BEGUN)
            budget -= self._left
            found = self._from(0, [*start.domains], [()] * len(start.domains))
        return None if found is None or start is None else replace(start, domains=tuple(found)).pruned()

    def _from(self, number: int, domains: list[int], begun: list[tuple[str, ...]]) -> list[int] | None:
        """A word for each slot, where those of the first rows stand. begun: the letters of slots that cross these."""
        if number == len(self._rows):
            return None if self._twice(domains) else domains
        at, grid = self._rows[number], self._words.grid
        index, crossings = grid.index(at), self._crossings[number]
        fitting, going_on = domains[at], []
        for i, other, having in crossings:
            key = other, begun[other]
            if key not in self._after:
                counts = {letter: (words & domains[other]).bit_count() for letter, words in having.items()}
                self._after[key] = {letter: count for letter, count in counts.items() if count}
            going_on.append(self._after[key])
            fitting &= self._with_letters(index, i, tuple(going_on[-1]))
        for bit in self._in_order(index, index.members(fitting), crossings, going_on, number):
            self._left -= 1
            if self._left <= 0 or self._is_over():
                return None
            put, longer = [*domains], [*begun]
            put[at] = 1 << bit
            for i, other, having in crossings:
                letter = index.columns[i][bit]
                put[other] &= having[letter]
                longer[other] = (*begun[other], letter)
            found = self._from(number + 1, put, longer)
            if found is not None:
                return found
        return None

    @cached_property
    def _crossings(self) -> list[list[tuple[int, int, dict[str, int]]]]:
        """Of each row the slots that cross it: which of its letters they share, and their words by that letter."""
        grid = self._words.grid
        place_of = [{place: i for i, place in enumerate(grid.slots[at].places)} for at in self._rows]
        return [
            [(places[place], other, having) for place, _, others in grid.crossings[at] for other, having in others]
            for at, places in zip(self._rows, place_of)
        ]

    def _with_letters(self, index: WordIndex, i: int, letters: tuple[str, ...]) -> int:
        """The words that have one of these as a letter."""
        key = len(index.columns), i, letters
        if key not in self._having:
            having = index.having[i]
            self._having[key] = reduce(or_, (having[letter] for letter in letters if letter in having), 0)
        return self._having[key]

    def _in_order(
        self, index: WordIndex, words: list[int], crossings: list[tuple[int, int, dict[str, int]]],
        going_on: list[dict[str, int]], number: int,
    ) -> list[int]:  # fmt: skip
        """The words of a row, those first that leave most; only some where it is one of the first."""
        liked, chance = index.liked(_LIKINGS[0]), self._chance
        weights = [liked[bit] * exp(_CHANCE * chance.random()) for bit in words]
        for (i, _, _), counts in zip(crossings, going_on):
            column = index.columns[i]
            weights = list(map(mul, weights, [counts[column[bit]] for bit in words]))
        order = nlargest(_TRIED[min(number, 2)], range(len(words)), key=weights.__getitem__)
        return list(map(words.__getitem__, order))

    def _twice(self, domains: list[int]) -> bool:
        """Whether a word stands twice."""
        put = [(len(slot.places), domain) for slot, domain in zip(self._words.grid.slots, domains)]
        return len({*put}) < len(put)


#: Words that are put in a row-wise filling for one of a Filler, those after which it is begun anew, how far chance
#: counts, and how many words are tried in the first, the second and each further row. Of ten runs on a square of 6x6
#: with 64,000 words half found a filling within as many words as it is begun anew after.
_CHEAPER, _BEGUN, _CHANCE, _TRIED = 20, 15_000, 2.0, (100, 40, 1000)


def rows_of(grid: SlotGrid) -> list[int]:
    """The slots of the direction that has fewer, in reading order, if every letter is crossed; none otherwise."""
    if any(len(slots) < 2 for place, slots in grid.slots_through.items() if place not in grid.given):
        return []
    is_down = _directions(grid)
    across, down = ([at for at in is_down if is_down[at] == side] for side in (False, True))
    return sorted(across if len(across) <= len(down) else down, key=lambda at: write(grid.slots[at].cells))


def _directions(grid: SlotGrid) -> dict[int, bool]:
    """The slots, each with which of two directions it has, so that none crosses its own; empty if they have more."""
    is_down: dict[int, bool] = {}
    for start in range(len(grid.slots)):
        waiting = [] if start in is_down else [(start, False)]
        while waiting:
            at, side = waiting.pop()
            if is_down.setdefault(at, side) != side:
                return {}
            crossing = {other for _, _, others in grid.crossings[at] for other, _ in others}
            waiting += [(other, not side) for other in crossing if is_down.get(other) != (not side)]
    return is_down


# -- Which part of a long list of words is likely to hold an answer
# Belief propagation: slots send each other, by way of the places they share, how common each letter is among their
# words; a word weighs the more the more common its letters are in the slots that cross it. After some rounds the
# heaviest words are chosen: letters fit together in a few hundred of them as they hardly do in ten times as many chosen
# at random.

#: From letter to its share among a slot's words, for one place of the slot.
Shares = Mapping[str, float]

_ROUNDS = 6
_NOISE = 0.5  # how far the slots' first shares are off, as the deviation of their logarithms
_SAMPLED = 2000  # words a slot that take part in the rounds
_RARE = 1e-9  # the share of a letter that no word has


#: What a slot sends: shares for each of its places.
Message = Sequence[Shares]


class Sampler:
    """Chooses likely parts of the words that fit. Each part costs some rounds more, so later ones are chosen better."""

    def __init__(self, words: WordDomains, seed: int, liking: float = 0) -> None:
        """Seed 0 leads to the best parts known, others to other parts. liking: how much scores count. A word of the
        best one weighs e to the power of this times as much as one of the least.
        """
        grid = words.grid
        self._words = words
        self._liking = {length: index.liked(liking) for length, index in grid.indexes.items()}
        self._messages = _first_messages(words, random.Random(seed), _NOISE if seed else 0)
        self._fitting = [grid.index(at).members(domain) for at, domain in enumerate(words.domains)]
        self._sampled = [self._heaviest(at, fit, _SAMPLED) for at, fit in enumerate(self._fitting)]
        self._having = [self._places_of(at, sampled) for at, sampled in enumerate(self._sampled)]

    def part(self, size: int) -> WordDomains:
        """At most this many words for each slot, pruned."""
        for _ in range(_ROUNDS):
            self._messages = [self._message(at) for at in range(len(self._sampled))]
        among = self._sampled if size < _SAMPLED else self._fitting
        chosen = [self._heaviest(at, words, size) for at, words in enumerate(among)]
        domains = tuple(reduce(or_, (1 << bit for bit in words), 0) for words in chosen)
        return replace(self._words, domains=domains).pruned()

    def _places_of(self, at: int, words: Sequence[int]) -> list[dict[str, itemgetter[Any]]]:
        """For each place of a slot and letter, what takes from a list for these words the items of those that have it
        there. A last item is taken each time, so that there are two or more: that is a loop in C.
        """
        found = []
        for column in self._words.grid.index(at).columns:
            having: defaultdict[str, list[int]] = defaultdict(lambda: [-1])
            for number, word in enumerate(words):
                having[column[word]].append(number)
            found.append({letter: itemgetter(*numbers) for letter, numbers in having.items() if numbers[1:]})
        return found

    def _heaviest(self, at: int, words: Sequence[int], size: int) -> list[int]:
        """The words of a slot that weigh most."""
        if len(words) <= size:
            return list(words)
        weights = self._weights(at, words, self._received(at))
        return [words[number] for number in sorted(range(len(words)), key=weights.__getitem__, reverse=True)[:size]]

    def _received(self, at: int) -> list[tuple[int, Shares]]:
        """What other slots send about the letters that they share with a slot, by the number of the letter: the product
        of their shares, for all letters that words of the slot have there.
        """
        grid = self._words.grid
        received: list[tuple[int, Shares]] = []
        for index, place in enumerate(grid.slots[at].places):
            others = [self._messages[other][i] for other, i in grid.slots_through[place] if (other, i) != (at, index)]
            if others:
                letters = grid.index(at).having[index]
                received.append((index, {v: prod(shares.get(v, _RARE) for shares in others) for v in letters}))
        return received

    def _weights(self, at: int, words: Sequence[int], received: Sequence[tuple[int, Shares]]) -> list[float]:
        """What each word weighs: the product of the shares of its letters, and of what its score is worth."""
        index = self._words.grid.index(at)
        of_words = itemgetter(*words, words[-1])  # one more: never alone
        weights: Sequence[float] = of_words(self._liking[len(index.columns)])
        for number, shares in received:
            weights = list(map(mul, weights, map(shares.__getitem__, of_words(index.columns[number]))))
        return list(weights[: len(words)])

    def _message(self, at: int) -> Message:
        """What a slot sends: its letters' shares, where a word weighs what it would without what was received of it.

        It is the mean with what the slot sent before, so that slots come to agree.
        """
        received = self._received(at)
        weights = [*self._weights(at, self._sampled[at], received), 0.0]
        new: list[Shares] = [{} for _ in self._messages[at]]
        for number, shares in received:
            having = self._having[at][number]
            new[number] = {letter: sum(of_words(weights)) / shares[letter] for letter, of_words in having.items()}
        return [_mean(share, old) for share, old in zip(new, self._messages[at])]


def _first_messages(words: WordDomains, chance: random.Random, noise: float) -> list[Message]:
    """How common each letter is in each place of each slot, give or take some noise."""

    def share(having: int, domain: int) -> float:
        return (having & domain).bit_count() / domain.bit_count() * exp(chance.gauss(0, noise))

    return [
        [{letter: share(having, domain) for letter, having in place.items()} for place in words.grid.index(at).having]
        for at, domain in enumerate(words.domains)
    ]


def _mean(new: Mapping[str, float], old: Shares) -> Shares:
    total = sum(new.values())
    if not total:
        return old
    return {letter: (weight / total + old[letter]) / 2 + _RARE for letter, weight in new.items()}
