"""Which part of the words is likely to hold an answer.

Belief propagation: slots send each other, by way of the places they share, how common each letter is among their words;
a word weighs the more the more common its letters are in the slots that cross it. After some rounds the heaviest words
are chosen: letters fit together in a few hundred of them as they hardly do in ten times as many chosen at random.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from heapq import nlargest
from math import exp
from operator import or_

from .word_domains import SlotGrid, WordDomains

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

    def __init__(self, words: WordDomains, seed: int) -> None:
        """Seed 0 leads to the best parts known, others to other parts."""
        self._words = words
        self._messages = _first_messages(words, random.Random(seed), _NOISE if seed else 0)
        grid = words.grid
        self._fitting = [grid.index(at).members(domain) for at, domain in enumerate(words.domains)]
        self._sampled = [_heaviest(grid, at, fit, self._messages, _SAMPLED) for at, fit in enumerate(self._fitting)]

    def part(self, size: int) -> WordDomains:
        """At most this many words for each slot, pruned."""
        grid = self._words.grid
        for _ in range(_ROUNDS):
            self._messages = [_message(grid, at, words, self._messages) for at, words in enumerate(self._sampled)]
        among = self._sampled if size < _SAMPLED else self._fitting
        chosen = [_heaviest(grid, at, words, self._messages, size) for at, words in enumerate(among)]
        domains = tuple(reduce(or_, (1 << bit for bit in words), 0) for words in chosen)
        return replace(self._words, domains=domains).pruned()


def _first_messages(words: WordDomains, chance: random.Random, noise: float) -> list[Message]:
    """How common each letter is in each place of each slot, give or take some noise."""

    def share(having: int, domain: int) -> float:
        return (having & domain).bit_count() / domain.bit_count() * exp(chance.gauss(0, noise))

    return [
        [{letter: share(having, domain) for letter, having in place.items()} for place in words.grid.index(at).having]
        for at, domain in enumerate(words.domains)
    ]


def _heaviest(grid: SlotGrid, at: int, words: Sequence[int], messages: Sequence[Message], size: int) -> list[int]:
    """The words of a slot that weigh most."""
    if len(words) <= size:
        return list(words)
    weights = _weights(grid, at, words, _received(grid, at, messages))
    return [word for _, word in nlargest(size, zip(weights, words))]


def _received(grid: SlotGrid, at: int, messages: Sequence[Message]) -> list[tuple[int, Shares]]:
    """What other slots send about the letters that they share with a slot, by the number of the letter: the product of
    their shares.
    """
    received: list[tuple[int, Shares]] = []
    for index, place in enumerate(grid.slots[at].places):
        others = [messages[other][i] for other, i in grid.slots_through[place] if (other, i) != (at, index)]
        if others:
            product = reduce(lambda left, right: {v: s * right.get(v, _RARE) for v, s in left.items()}, others)
            received.append((index, product))
    return received


def _weights(grid: SlotGrid, at: int, words: Sequence[int], received: Sequence[tuple[int, Shares]]) -> list[float]:
    """What each word weighs: the product of the shares of its letters."""
    texts = grid.index(at).words
    weights = []
    for word in words:
        text = texts[word]
        weight = 1.0
        for index, shares in received:
            weight *= shares.get(text[index], _RARE)
        weights.append(weight)
    return weights


def _message(grid: SlotGrid, at: int, words: Sequence[int], messages: Sequence[Message]) -> Message:
    """What a slot sends: its letters' shares, where a word weighs what it would without what was received of it.

    It is the mean with what the slot sent before, so that slots come to agree.
    """
    texts = grid.index(at).words
    received = _received(grid, at, messages)
    sums: list[defaultdict[str, float]] = [defaultdict(float) for _ in grid.slots[at].places]
    for word, weight in zip(words, _weights(grid, at, words, received)):
        text = texts[word]
        for index, shares in received:
            letter = text[index]
            sums[index][letter] += weight / shares.get(letter, _RARE)
    return [_mean(new, old) for new, old in zip(sums, messages[at])]


def _mean(new: Mapping[str, float], old: Shares) -> Shares:
    total = sum(new.values())
    if not total:
        return old
    return {letter: (weight / total + old[letter]) / 2 + _RARE for letter, weight in new.items()}
