"""Which part of a long list of words is likely to hold an answer.

Belief propagation: slots send each other, by way of the places they share, how common each letter is among their
words; a word weighs the more the more common its letters are in the slots that cross it. After some rounds the
heaviest words are chosen: letters fit together in a few hundred of them as they hardly do in ten times as many chosen
at random.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from math import exp, prod
from operator import itemgetter, mul, or_
from typing import Any

from .word_domains import WordDomains

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
