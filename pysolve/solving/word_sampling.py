"""Which part of the words is likely to hold an answer.

Slots tell each other, by way of the places they share, how common each letter is among their words; a word counts for
more the more common its letters are in the slots that cross it (belief propagation). After some rounds the words are
chosen that count most: letters fit together in a few hundred of them as they hardly do in ten times as many by lot.
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

from .word_domains import Board, WordDomains

#: From letter to share, for one place of a slot.
Shares = Mapping[str, float]

_ROUNDS = 6
_NOISE = 0.5  # how far the slots' first shares are off, as the deviation of their logarithms
_ASKED = 2000  # words a slot that take part in the rounds
_RARE = 1e-9  # the share of a letter that no word has


class Sampler:
    """Chooses likely parts of the words that fit. Each part costs some rounds more, so later ones are chosen better."""

    def __init__(self, fitting: WordDomains, seed: int) -> None:
        """Seed 0 leads to the best parts known, others to other parts."""
        self._fitting = fitting
        self._said = _first_shares(fitting, random.Random(seed), _NOISE if seed else 0)
        board = fitting.board
        self._fit = [board.shelf(at).members(domain) for at, domain in enumerate(fitting.domains)]
        self._asked = [_best(board, at, words, self._said, _ASKED) for at, words in enumerate(self._fit)]

    def part(self, size: int) -> WordDomains:
        """At most so many words for each slot, pruned."""
        board = self._fitting.board
        for _ in range(_ROUNDS):
            self._said = [_say(board, at, words, self._said) for at, words in enumerate(self._asked)]
        among = self._asked if size < _ASKED else self._fit
        chosen = [_best(board, at, words, self._said, size) for at, words in enumerate(among)]
        domains = tuple(reduce(or_, (1 << bit for bit in words), 0) for words in chosen)
        return replace(self._fitting, domains=domains).pruned()


def _best(board: Board, at: int, words: Sequence[int], said: Sequence[Sequence[Shares]], size: int) -> list[int]:
    """The words that count most after what was said."""
    if len(words) <= size:
        return list(words)
    return [word for _, word in nlargest(size, zip(_count(board, at, words, _heard(board, at, said)), words))]


def _first_shares(fitting: WordDomains, chance: random.Random, noise: float) -> list[list[Shares]]:
    """How common each letter is in each place of each slot, give or take some noise."""

    def share(words: int, domain: int) -> float:
        return (words & domain).bit_count() / domain.bit_count() * exp(chance.gauss(0, noise))

    return [
        [
            {letter: share(words, domain) for letter, words in having.items()}
            for having in fitting.board.shelf(at).having
        ]
        for at, domain in enumerate(fitting.domains)
    ]


def _heard(board: Board, at: int, said: Sequence[Sequence[Shares]]) -> list[tuple[int, Shares]]:
    """What a slot hears of its letters, for those that others share: the product of what these say."""
    heard: list[tuple[int, Shares]] = []
    for index, place in enumerate(board.slots[at].places):
        others = [said[other][i] for other, i in board.through[place] if (other, i) != (at, index)]
        if others:
            product = reduce(lambda left, right: {v: s * right.get(v, _RARE) for v, s in left.items()}, others)
            heard.append((index, product))
    return heard


def _count(board: Board, at: int, words: Sequence[int], heard: Sequence[tuple[int, Shares]]) -> list[float]:
    """What each word counts."""
    texts = board.shelf(at).words
    found = []
    for word in words:
        text = texts[word]
        count = 1.0
        for index, shares in heard:
            count *= shares.get(text[index], _RARE)
        found.append(count)
    return found


def _say(board: Board, at: int, words: Sequence[int], said: Sequence[Sequence[Shares]]) -> list[Shares]:
    """What a slot says of its letters: their shares, where a word counts without what was heard of that letter.

    It is the mean with what the slot said before, so that slots come to agree.
    """
    texts = board.shelf(at).words
    heard = _heard(board, at, said)
    sums: list[defaultdict[str, float]] = [defaultdict(float) for _ in board.slots[at].places]
    for word, count in zip(words, _count(board, at, words, heard)):
        text = texts[word]
        for index, shares in heard:
            letter = text[index]
            sums[index][letter] += count / shares.get(letter, _RARE)
    return [_mean(new, old) for new, old in zip(sums, said[at])]


def _mean(new: Mapping[str, float], old: Shares) -> Shares:
    total = sum(new.values())
    if not total:
        return old
    return {letter: (count / total + old[letter]) / 2 + _RARE for letter, count in new.items()}
