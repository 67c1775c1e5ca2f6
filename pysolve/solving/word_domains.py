"""The words that each slot of a board can hold (docs/rules.md, 'Lists of words').

A type's slots.lp says where the letters of each slot stand; words are left out that agree with no word of a crossing
slot, or not with a given letter. A set of words of one length is an int: bit B stands for the B-th of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, reduce
from heapq import nlargest
from itertools import compress
from math import exp
from operator import or_
from pathlib import Path

from .. import rules
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle, letters_of
from ..model.terms import Term, Value, match, write
from . import facts
from .facts import SymbolReader, WordSelection
from .grounding import GroundProgram
from .remarks import InputChecks
from .settings import Settings, constants_of

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
        return tuple(dict.fromkeys(map(cell_of, self.places)))


def cell_of(place: Value) -> Value:
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
    where its words have other letters than those of the slot that crosses it. shown: what pictures show of the board.
    """

    grid: SlotGrid
    domains: tuple[int, ...]
    aim: Aim | None = None
    letters: Mapping[Value, frozenset[str]] = field(default_factory=dict, compare=False)
    emptied: Slot | None = None
    parted: Value | None = None
    shown: tuple[Term, ...] = field(default=(), compare=False)

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
            domains = [agreeing(grid, at, domain, letters) for at, domain in enumerate(domains)]
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


def by_score(grid: SlotGrid, at: int, domain: int, most: int) -> list[int]:
    index = grid.index(at)
    return nlargest(most, index.members(domain), key=lambda bit: index.scores[bit])


def agreeing(grid: SlotGrid, at: int, domain: int, letters: Mapping[Value, Iterable[str]]) -> int:
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
    domains = read_domains(puzzle, settings, file)
    pruned = domains.pruned()
    if not pruned.refuted:
        return pruned
    return replace(one_word_each(domains), emptied=pruned.emptied, parted=pruned.parted)


def one_word_each(words: WordDomains) -> WordDomains:
    """Of words among which there is no answer, one for each slot that has any."""
    few = tuple(domain & -domain for domain in words.domains)
    return replace(words, domains=few, aim=None)


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


def read_domains(puzzle: Puzzle, settings: Settings, file: Path) -> WordDomains:
    """The grid of slots that slots.lp describes, and the words that fit the given letters."""
    derived: defaultdict[str, list[tuple[Value, ...]]] = defaultdict(list)
    atoms = _derived(puzzle, settings, file)
    for atom in atoms:
        derived[atom.name].append(atom.args)
    slots = tuple(_slots(derived[SLOT_LETTER]))
    given: defaultdict[Value, set[str]] = defaultdict(set)
    for place, letter in derived[GIVEN_LETTER]:
        given[place].add(str(letter))
    alone = {place: frozenset(letters if len(letters) == 1 else ()) for place, letters in given.items()}
    least = {slot: score for slot, score in derived[LEAST_SCORE] if isinstance(score, int)}
    grid = SlotGrid(slots, _word_indexes(puzzle, slots, least), alone, tuple(_slots(derived[WHOLE_LETTER])))
    all_words = WordDomains(grid, tuple(agreeing(grid, at, grid.index(at).all, alone) for at in range(len(slots))))
    domains = all_words.scoring([least.get(slot.name) for slot in slots]).domains
    drawn = [rule.template for rule in puzzle.type.draw]
    shown = tuple(atom for atom in atoms if any(match(template, atom) is not None for template in drawn))
    aim = next((aim for aim in Aim if () in derived[aim]), None)
    return replace(all_words, domains=domains, aim=aim, shown=shown)


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
