"""Searches with long lists of words: which of them each slot of a board can hold (docs/rules.md, 'Lists of words').

A type's slots.lp says where the letters of each slot stand; words are left out that agree with no word of a crossing
slot, or not with a given letter. A set of words of one length is an int: bit B stands for the B-th of them.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, reduce
from heapq import nlargest
from itertools import compress, cycle, islice
from math import exp, prod
from operator import itemgetter, mul, or_
from pathlib import Path
from typing import Any, NamedTuple

from .. import rules
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle, Verdict, letters_of
from ..model.terms import Term, Value, write
from . import facts
from .facts import SymbolReader, WordSelection
from .grounding import GroundProgram
from .outcome import AnswerSearch, AnswerSet, Contradiction, Outcome, StopReason
from .remarks import InputChecks
from .search import Search
from .settings import Settings, constants_of
from .word_figures import WordFigures, word_figures

#: What slots.lp derives.
SLOT_LETTER, WHOLE_LETTER, GIVEN_LETTER, LEAST_SCORE = "slot_letter", "whole_letter", "given_letter", "least_score"


class Aim(StrEnum):
    """What is wanted of answers, as slots.lp names it: any, those with the highest sum of scores, or those whose lowest
    score is the highest; so answers with a part of the words may not be the best ones.
    """

    ANY = "parts_suffice"
    HIGHEST_SUM = "parts_improve"
    HIGHEST_LEAST = "parts_raise"


#: Below all scores.
LEAST = -(10**9)


@dataclass(frozen=True)
class Slot:
    """A place for a word: where each of its letters stands."""

    name: Value
    places: tuple[Value, ...]

    @property
    def cells(self) -> tuple[Value, ...]:
        """The places on the board: one that holds several letters is the place (P,I) of each of them."""
        return tuple(dict.fromkeys(map(_cell, self.places)))


def _cell(place: Value) -> Value:
    return place[0] if isinstance(place, tuple) and isinstance(place[0], tuple) else place


class WordIndex:
    """The words of one length, and for each place in them their letters, and the sets of those that have one there."""

    def __init__(
        self, words: Sequence[tuple[int, Sequence[str]]], length: int, scores: Sequence[int] | None = None
    ) -> None:
        """words: each with its number in the list. scores: of these words."""
        self.numbers = [number for number, _ in words]
        self.words = [word for _, word in words]
        self.scores = scores or [0] * len(words)
        self.all = (1 << len(words)) - 1
        self.columns = list(zip(*self.words)) or [()] * length
        self.having = [_index(letters) for letters in self.columns]
        self._scoring: dict[int, int] = {}
        self._liked: dict[float, list[float]] = {}

    def members(self, chosen: int) -> list[int]:
        """The bits of a set of words, in rising order."""
        return list(compress(range(len(self.words)), map("1".__eq__, bin(chosen)[:1:-1])))

    def liked(self, most: float) -> list[float]:
        """What the score of each word is worth: e to the power of this for the best, 1 for the least."""
        if most not in self._liked:
            least, best = min(self.scores, default=0), max(self.scores, default=0)
            worth = {score: exp(most * (score - least) / (best - least or 1)) for score in {*self.scores}}
            self._liked[most] = [worth[score] for score in self.scores]
        return self._liked[most]

    def scoring(self, least: int) -> int:
        """The words with a score of at least this."""
        if least not in self._scoring:
            self._scoring[least] = self._having_score(least)
        return self._scoring[least]

    def _having_score(self, least: int) -> int:
        digits = bytes(map((ord("0"), ord("1")).__getitem__, map(least.__le__, self.scores)))
        return int(digits[::-1] or b"0", 2)

    def named(self, chosen: int) -> tuple[int, ...]:
        """The numbers of a set of words in the list."""
        return tuple(compress(self.numbers, map("1".__eq__, bin(chosen)[:1:-1])))


def _index(letters: Sequence[str]) -> dict[str, int]:
    digits_of = {letter: bytearray(b"0" * len(letters)) for letter in set(letters)}
    one = ord("1")
    for at, letter in enumerate(letters):
        digits_of[letter][~at] = one  # the last digit is bit 0
    return {letter: int(digits, 2) for letter, digits in sorted(digits_of.items())}


@dataclass(frozen=True)
class SlotGrid:
    """The slots of a board, the words by their length, and the letters that are given in places.

    whole: the slots all of whose letters are given, so that they need no word of the list.
    """

    slots: tuple[Slot, ...]
    indexes: Mapping[int, WordIndex]
    given: Mapping[Value, frozenset[str]]
    whole: tuple[Slot, ...] = ()

    def index(self, at: int) -> WordIndex:
        """The words that are as long as a slot."""
        return self.indexes[len(self.slots[at].places)]

    @cached_property
    def has_scores(self) -> bool:
        """Whether some words have better scores than others."""
        return len({score for index in self.indexes.values() for score in index.scores}) > 1

    @cached_property
    def slots_through(self) -> Mapping[Value, list[tuple[int, int]]]:
        """The slots through each place, and which of their letters it is, from 0."""
        slots: defaultdict[Value, list[tuple[int, int]]] = defaultdict(list)
        for at, slot in enumerate(self.slots):
            for index, place in enumerate(slot.places):
                slots[place].append((at, index))
        return slots

    @cached_property
    def crossings(self) -> list[list[tuple[Value, dict[str, int], list[tuple[int, dict[str, int]]]]]]:
        """Of each slot the places that it shares: the words that have each letter there, and those of other slots."""
        found = []
        for at, slot in enumerate(self.slots):
            having = zip(slot.places, self.index(at).having)
            through = [(place, here, self.slots_through[place]) for place, here in having]
            found.append([
                (place, here, [(other, self.index(other).having[i]) for other, i in slots if other != at])
                for place, here, slots in through if len(slots) > 1
            ])  # fmt: skip
        return found


@dataclass(frozen=True)
class WordDomains:
    """The words that each slot may hold: a set for each.

    aim: what is wanted of answers with a part of them; None where it may have none that is an answer. letters: those
    that each place may hold, where pruning has seen them. emptied: a slot that pruning leaves no word. parted: a place
    where its words have other letters than those of the slot that crosses it.
    """

    grid: SlotGrid
    domains: tuple[int, ...]
    aim: Aim | None = None
    letters: Mapping[Value, frozenset[str]] = field(default_factory=dict, compare=False)
    emptied: Slot | None = None
    parted: Value | None = None

    def scoring(self, least: Sequence[int | None]) -> WordDomains:
        """With words of the least score of each slot alone; None for any."""
        domains = (
            domain if score is None else domain & self.grid.index(at).scoring(score)
            for at, (domain, score) in enumerate(zip(self.domains, least))
        )
        return replace(self, domains=tuple(domains))

    def best_score(self, at: int) -> int:
        """The best score of the words that a slot may hold."""
        index, domain = self.grid.index(at), self.domains[at]
        if not domain & (domain - 1):
            return index.scores[domain.bit_length() - 1]
        return max(index.scores[bit] for bit in index.members(domain))

    @property
    def total(self) -> int:
        """The sum of the best scores of the slots."""
        return sum(map(self.best_score, range(len(self.domains))))

    @property
    def refuted(self) -> bool:
        """Whether there is no word for one of the slots."""
        return not all(self.domains)

    def pruned(self, changed: Iterable[int] | None = None) -> WordDomains:
        """Without the words that agree with no word of a crossing slot, again and again until no such word is left, or
        until a slot has none. changed: the slots that have fewer words since this was last done; all by default.
        """
        grid = self.grid
        domains = list(self.domains)
        letters, emptied, parted = dict(self.letters or grid.given), self.emptied, self.parted
        if changed is None:
            domains = [_agreeing(grid, at, domain, letters) for at, domain in enumerate(domains)]
        waiting = set(range(len(domains)) if changed is None else changed)
        while waiting:
            at = min(waiting, key=lambda at: domains[at].bit_count())  # the shortest way to a slot without any
            waiting.remove(at)
            domain = domains[at]
            if not domain:
                emptied = emptied or grid.slots[at]
                if changed is not None:
                    break
            for place, having, others in grid.crossings[at]:
                fewer = _passed_on(place, having, others, domain, letters, domains)
                waiting.update(fewer)
                if not all(domains[other] for other in fewer):
                    parted = parted or place
        return replace(self, domains=tuple(domains), letters=letters, emptied=emptied, parted=parted)

    def only(self, sets: Mapping[int, int]) -> WordDomains:
        """With no other words than these in some slots, pruned."""
        domains = tuple(domain & sets.get(at, -1) for at, domain in enumerate(self.domains))
        return replace(self, domains=domains).pruned(sets)

    def selection(self) -> WordSelection:
        """The words as the rules are given them; nothing that can be said of the whole list gets lost.

        Where there are fewer words of a length than slots, and more in the list, the best of these are added, so that
        rules count no fewer words than slots unless the list has no more, and see the best score.
        """
        grid = self.grid
        chosen: defaultdict[int, int] = defaultdict(int)
        for at, slot in enumerate(grid.slots):
            chosen[len(slot.places)] |= self.domains[at]
        words: set[int] = set()
        for length, slots in Counter(len(slot.places) for slot in grid.slots).items():
            index = grid.indexes[length]
            best = nlargest(slots, range(len(index.numbers)), key=index.scores.__getitem__)
            words.update(index.named(chosen[length]), map(index.numbers.__getitem__, best))
        named = tuple((slot.name, grid.index(at).named(self.domains[at])) for at, slot in enumerate(grid.slots))
        return WordSelection(words, named)


def _by_score(grid: SlotGrid, at: int, domain: int, most: int) -> list[int]:
    index = grid.index(at)
    return nlargest(most, index.members(domain), key=lambda bit: index.scores[bit])


def _agreeing(grid: SlotGrid, at: int, domain: int, letters: Mapping[Value, Iterable[str]]) -> int:
    """The words of a slot's domain that have one of the letters in each place for which letters are named."""
    for having, place in zip(grid.index(at).having, grid.slots[at].places):
        if place in letters:
            domain &= reduce(or_, (having[letter] for letter in letters[place] if letter in having), 0)
    return domain


def _passed_on(
    place: Value,
    having: Mapping[str, int],
    others: Sequence[tuple[int, Mapping[str, int]]],
    domain: int,
    letters: dict[Value, frozenset[str]],
    domains: list[int],
) -> list[int]:
    """Leaves the other slots through a place the words that agree there with one of a domain; returns those slots that
    have fewer now.
    """
    known = letters.get(place)
    left = frozenset([letter for letter in known or having if having.get(letter, 0) & domain])
    if known is not None and len(left) == len(known):
        return []
    letters[place] = left
    fewer = []
    for other, theirs in others:
        agreeing = domains[other] & reduce(or_, [theirs.get(letter, 0) for letter in left], 0)
        if agreeing != domains[other]:
            domains[other] = agreeing
            fewer.append(other)
    return fewer


def find_domains(puzzle: Puzzle, settings: Settings, file: Path) -> WordDomains:
    """The words that slots may hold, pruned.

    If a slot is left without any, so that there is no answer: one word for each slot that has one with the given
    letters. From these the rules see the same reasons as from the whole list.
    """
    domains = _read(puzzle, _derived(puzzle, settings, file))
    pruned = domains.pruned()
    if not pruned.refuted:
        return pruned
    return replace(_one_word_each(domains), emptied=pruned.emptied, parted=pruned.parted)


def _one_word_each(words: WordDomains) -> WordDomains:
    """Of words among which there is no answer, one for each slot that has any."""
    few = tuple(domain & -domain for domain in words.domains)
    return replace(words, domains=few, aim=None)


#: What is said of a slot that no word fits, from its first place: to its last one, and where the last words are parted.
_NONE_AGREES = "no word of the list from here to {} agrees with words of the slots that cross it"
_PARTED = f"{_NONE_AGREES}, in {{}} at the latest"
_WHATEVER = "whatever word stands from here to {}, another slot has none left, mostly one through {}"


def _named(puzzle: Puzzle, slot: Slot, sentence: str, *more: Value) -> Contradiction:
    """Why there is no answer, by the slot that shows it. more: other places that the sentence names."""
    first, *last = (puzzle.board.name(place) or write(place) for place in (slot.cells[0], slot.cells[-1], *more))
    return Contradiction(sentence.format(*last), slot.cells[0], first)


def _derived(puzzle: Puzzle, settings: Settings, file: Path) -> list[Term]:
    """All facts that a program without choices derives from the board; the words of the list are left out."""
    program = rules.load([file])
    program.add(facts.text(puzzle, WordSelection(())), puzzle.file)
    constants = constants_of(puzzle, rules.load(puzzle.type.rule_files), settings)
    ground = GroundProgram(program, constants=constants)
    ground.ground()
    reader = SymbolReader()
    InputChecks(ground, puzzle, reader).check()
    return [reader.term(atom.symbol) for atom in ground.control.symbolic_atoms if atom.is_fact]


def _read(puzzle: Puzzle, atoms: Iterable[Term]) -> WordDomains:
    """The grid of slots that slots.lp describes, and the words that fit the given letters."""
    derived: defaultdict[str, list[tuple[Value, ...]]] = defaultdict(list)
    for atom in atoms:
        derived[atom.name].append(atom.args)
    slots = tuple(_slots(derived[SLOT_LETTER]))
    given: defaultdict[Value, set[str]] = defaultdict(set)
    for place, letter in derived[GIVEN_LETTER]:
        given[place].add(str(letter))
    alone = {place: frozenset(letters if len(letters) == 1 else ()) for place, letters in given.items()}
    least = {slot: score for slot, score in derived[LEAST_SCORE] if isinstance(score, int)}
    grid = SlotGrid(slots, _word_indexes(puzzle, slots, least), alone, tuple(_slots(derived[WHOLE_LETTER])))
    all_words = WordDomains(grid, tuple(_agreeing(grid, at, grid.index(at).all, alone) for at in range(len(slots))))
    domains = all_words.scoring([least.get(slot.name) for slot in slots]).domains
    return replace(all_words, domains=domains, aim=next((aim for aim in Aim if () in derived[aim]), None))


def _slots(letters_of_slots: Iterable[tuple[Value, ...]]) -> Iterator[Slot]:
    """The slots. letters_of_slots: of each letter its slot, its number and its place."""
    places: defaultdict[Value, dict[Value, Value]] = defaultdict(dict)
    for slot, index, place in letters_of_slots:
        if index in places[slot]:
            raise PuzzleError(f"slots.lp: letter {write(index)} of the slot {write(slot)} stands in two places")
        places[slot][index] = place
    for slot, letters in places.items():
        numbers = range(1, len(letters) + 1)
        if set(letters) != set(numbers):
            raise PuzzleError(f"slots.lp: the letters of the slot {write(slot)} are not numbered from 1")
        yield Slot(slot, tuple(letters[number] for number in numbers))


def _word_indexes(puzzle: Puzzle, slots: Sequence[Slot], least: Mapping[Value, int]) -> dict[int, WordIndex]:
    """The words that are as long as slots and have the least score of one of these. least: of slots, by their names."""
    part = puzzle.type.list_part
    words = puzzle.lists[part.name].scores if part is not None and part.name in puzzle.lists else {}
    words_of: dict[int, list[tuple[int, Sequence[str]]]] = {len(slot.places): [] for slot in slots}
    least_of = {
        length: min(least.get(slot.name, LEAST) for slot in slots if len(slot.places) == length) for length in words_of
    }
    for number, (word, score) in enumerate(words.items(), 1):
        letters = letters_of(word)
        if score >= least_of.get(len(letters), score + 1):
            words_of[len(letters)].append((number, letters))
    scores = list(words.values())
    return {
        length: WordIndex(listed, length, [scores[number - 1] for number, _ in listed])
        for length, listed in words_of.items()
    }


# -- Which part of the words is likely to hold an answer
#
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


# -- Filling a board word by word


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


# -- Looking for a few answers in small parts of a long list first (docs/rules.md, 'Lists of words')
# Each part is likelier to hold answers than one chosen at random (word_sampling), and is left after some conflicts:
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
#: for each slot: few slots, all of whose letters are crossed, are rather searched.
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
    in_parts = words.aim is Aim.ANY or (words.aim is not None and settings.conflicts is None)
    is_steered = words.aim is Aim.ANY and settings.conflicts is None and words.grid.has_scores
    if not in_parts or settings.models == 0 or (longest <= PARTS[0].size and not is_steered):
        return _ShortSearch(puzzle, settings, words)
    scored = SCORED_PARTS if settings.conflicts is None and words.grid.has_scores else ()
    ladder = (*scored, *(PARTS if settings.conflicts is None else QUICK_PARTS))
    parts = [part for part in ladder if part.size < longest]
    return (WordSearch if words.aim is Aim.ANY else BestWords)(puzzle, settings, words, parts)


class _ShortSearch(Search):
    """With all words that fit. If rules know no reason for there being no answer, a slot without words is one."""

    def __init__(self, puzzle: Puzzle, settings: Settings, words: WordDomains) -> None:
        super().__init__(puzzle, settings, words=words.selection())
        self._fitting = words

    def __iter__(self) -> Generator[AnswerSet, None, None]:
        for answer in super().__iter__():
            if self.outcome.count == 1:
                self.outcome.filled = _figures(self.puzzle, self._fitting, answer)
            yield answer
        if self.outcome.best is not None:
            self.outcome.filled = _figures(self.puzzle, self._fitting, self.outcome.best)
        dead, parted = self._fitting.emptied, self._fitting.parted
        if dead is not None and self.outcome.verdict is Verdict.NONE and self.outcome.impossible is None:
            crossing = [_cell(parted)] if parted in dead.places else []
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
        filler = Filler(words, self._first_seed, self._done)
        for _ in range(2 if self._dead is None else 0):
            filling = filler.filling(LEAST, min(FILLED[1], _FOR_A_SLOT * len(words.domains)))
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
        self.abandoned = self.abandoned or search.abandoned
        self.outcome.given = search.outcome.given or self.outcome.given
        return found

    def _better_filling(self, words: WordDomains, filler: Filler, filling: WordDomains) -> WordDomains:
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
            domains[at] = _agreeing(grid, at, unused & grid.index(at).scoring(least), letters)
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
            filled=known.filled, optimized=latest.optimized or known.optimized, costs=latest.costs or known.costs,
        )  # fmt: skip
        self.abandoned = self.abandoned or search.abandoned

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
                    parted.update(() if left.parted is None else [_cell(left.parted)])
                elif not thorough:
                    break
            if dead == words.domains[at]:
                crossing = next((place for place, _ in parted.most_common(1)), words.grid.slots[at].cells[0])
                self._dead = _named(self.puzzle, words.grid.slots[at], _WHATEVER, crossing)
                return _one_word_each(self._words)
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
    words = _read(puzzle, _derived(puzzle, settings, file))
    pruned = words.pruned()
    grid = words.grid
    domains = pruned.domains
    if pruned.refuted:
        domains = tuple(0 if grid.slots[at] == pruned.emptied else each for at, each in enumerate(words.domains))
    rank: dict[Value, int] = {cell: at for at, cell in enumerate(puzzle.cells)}
    order = sorted(range(len(domains)), key=lambda at: [rank.get(place, -1) for place in grid.slots[at].cells])
    best = {at: _listed(grid, at, domains[at], _by_score(grid, at, domains[at], most)) for at in order}
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
    for bit in _by_score(grid, at, words.domains[at], _LOOKED_AT):
        if words.only({at: 1 << bit}).refuted:
            dead |= 1 << bit
        else:
            alive |= 1 << bit
        if alive.bit_count() == most:
            break
    bits = _by_score(grid, at, alive, most) + _by_score(grid, at, dead, most - alive.bit_count())
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
