"""Which words of a list each slot of a board can hold (docs/rules.md, 'Lists of words').

A type's slots.lp says where the letters of each slot stand; words are left out that agree with no word of a crossing
slot, or not with a given letter. A set of words of one length is an int: bit B stands for the B-th of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import compress
from operator import or_
from pathlib import Path

from .. import rules
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value, write
from . import facts
from .facts import WordSelection
from .grounding import GroundProgram
from .settings import Settings, constants_of
from .symbols import SymbolReader

#: What slots.lp derives.
SLOT_LETTER, GIVEN_LETTER, LEAST_SCORE, PARTS_SUFFICE = "slot_letter", "given_letter", "least_score", "parts_suffice"


@dataclass(frozen=True)
class Slot:
    """A place for a word: where each of its letters stands."""

    name: Value
    places: tuple[Value, ...]


class WordIndex:
    """The words of one length, and for each place in them the set of those that have a letter there."""

    def __init__(self, words: Sequence[tuple[int, str]], length: int) -> None:
        """words: each with its number in the list."""
        self.numbers = [number for number, _ in words]
        self.words = [word for _, word in words]
        self.all = (1 << len(words)) - 1
        self.having = [_index(letters) for letters in zip(*self.words)] or [{}] * length

    def members(self, chosen: int) -> list[int]:
        """The bits of a set of words, in rising order."""
        return list(compress(range(len(self.words)), map("1".__eq__, bin(chosen)[:1:-1])))

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
    """The slots of a board, the words by their length, and the letters that are given in places."""

    slots: tuple[Slot, ...]
    indexes: Mapping[int, WordIndex]
    given: Mapping[Value, frozenset[str]]

    def index(self, at: int) -> WordIndex:
        """The words that are as long as a slot."""
        return self.indexes[len(self.slots[at].places)]

    @cached_property
    def slots_through(self) -> Mapping[Value, list[tuple[int, int]]]:
        """The slots through each place, and which of their letters it is, from 0."""
        slots: defaultdict[Value, list[tuple[int, int]]] = defaultdict(list)
        for at, slot in enumerate(self.slots):
            for index, place in enumerate(slot.places):
                slots[place].append((at, index))
        return slots


@dataclass(frozen=True)
class WordDomains:
    """The words that each slot may hold: a set for each. parts_suffice: the rules allow to look at a part of them."""

    grid: SlotGrid
    domains: tuple[int, ...]
    parts_suffice: bool = False

    @property
    def refuted(self) -> bool:
        """Whether there is no word for one of the slots."""
        return not all(self.domains)

    def pruned(self) -> WordDomains:
        """Without the words that agree with no word of a crossing slot, again and again until there are none such."""
        grid = self.grid
        domains = list(self.domains)
        letters = dict(grid.given)
        waiting = set(range(len(domains)))
        while waiting:
            at = waiting.pop()
            domain = domains[at] = _agreeing(grid, at, domains[at], letters)
            for having, place in zip(grid.index(at).having, grid.slots[at].places):
                if len(grid.slots_through[place]) > 1:
                    left = frozenset(letter for letter, words in having.items() if words & domain)
                    if left != letters.get(place):
                        letters[place] = left
                        waiting.update(slot for slot, _ in grid.slots_through[place])
        return replace(self, domains=tuple(domains))

    def selection(self) -> WordSelection:
        """The words as the rules are given them; nothing that can be said of the whole list gets lost.

        Where there are fewer words of a length than slots, and more in the list, some of these are added, so that
        rules count no fewer words than slots unless the list has no more.
        """
        grid = self.grid
        chosen: defaultdict[int, int] = defaultdict(int)
        for at, slot in enumerate(grid.slots):
            chosen[len(slot.places)] |= self.domains[at]
        words: set[int] = set()
        for length, slots in Counter(len(slot.places) for slot in grid.slots).items():
            index = grid.indexes[length]
            words.update(index.named(chosen[length]), index.numbers[:slots])
        named = tuple((slot.name, grid.index(at).named(self.domains[at])) for at, slot in enumerate(grid.slots))
        return WordSelection(words, named)


def _agreeing(grid: SlotGrid, at: int, domain: int, letters: Mapping[Value, Iterable[str]]) -> int:
    """The words of a slot's domain that have one of the letters in each place for which letters are named."""
    for having, place in zip(grid.index(at).having, grid.slots[at].places):
        if place in letters:
            domain &= reduce(or_, (having[letter] for letter in letters[place] if letter in having), 0)
    return domain


def find_domains(puzzle: Puzzle, settings: Settings, file: Path) -> WordDomains:
    """The words that slots may hold, pruned.

    If a slot is left without any, so that there is no answer: one word for each slot that has one with the given
    letters. From these the rules see the same reasons as from the whole list.
    """
    domains = _read(puzzle, _derived(puzzle, settings, file))
    pruned = domains.pruned()
    if not pruned.refuted:
        return pruned
    return replace(domains, domains=tuple(domain & -domain for domain in domains.domains), parts_suffice=False)


def _derived(puzzle: Puzzle, settings: Settings, file: Path) -> list[Term]:
    """All facts that a program without choices derives from the board; the words of the list are left out."""
    program = rules.load([file])
    program.add(facts.text(puzzle, WordSelection(())), puzzle.file)
    constants = constants_of(puzzle, rules.load(puzzle.type.rule_files), settings)
    ground = GroundProgram(program, constants=constants)
    ground.ground()
    reader = SymbolReader()
    return [reader.term(atom.symbol) for atom in ground.control.symbolic_atoms if atom.is_fact]


def _read(puzzle: Puzzle, atoms: Iterable[Term]) -> WordDomains:
    """The grid of slots that slots.lp describes, and the words that fit the given letters."""
    derived: defaultdict[str, list[tuple[Value, ...]]] = defaultdict(list)
    for atom in atoms:
        derived[atom.name].append(atom.args)
    places: defaultdict[Value, dict[Value, Value]] = defaultdict(dict)
    for slot, index, place in derived[SLOT_LETTER]:
        if index in places[slot]:
            raise PuzzleError(f"slots.lp: letter {write(index)} of the slot {write(slot)} stands in two places")
        places[slot][index] = place
    for slot, letters in places.items():
        if set(letters) != set(range(1, len(letters) + 1)):
            raise PuzzleError(f"slots.lp: the letters of the slot {write(slot)} are not numbered from 1")
    slots = tuple(Slot(slot, tuple(letters[i] for i in range(1, len(letters) + 1))) for slot, letters in places.items())
    given: defaultdict[Value, set[str]] = defaultdict(set)
    for place, letter in derived[GIVEN_LETTER]:
        given[place].add(str(letter))
    alone = {place: frozenset(letters if len(letters) == 1 else ()) for place, letters in given.items()}
    least = max((score for (score,) in derived[LEAST_SCORE] if isinstance(score, int)), default=None)
    grid = SlotGrid(slots, _word_indexes(puzzle, {len(slot.places) for slot in slots}, least), alone)
    domains = [_agreeing(grid, at, grid.index(at).all, alone) for at in range(len(slots))]
    return WordDomains(grid, tuple(domains), () in derived[PARTS_SUFFICE])


def _word_indexes(puzzle: Puzzle, lengths: Iterable[int], least: int | None) -> dict[int, WordIndex]:
    """The words of these lengths that have the least score."""
    part = puzzle.type.list_part
    words = puzzle.lists[part.name].scores if part is not None and part.name in puzzle.lists else {}
    words_of: dict[int, list[tuple[int, str]]] = {length: [] for length in lengths}
    for number, (word, score) in enumerate(words.items(), 1):
        if len(word) in words_of and (least is None or score >= least):
            words_of[len(word)].append((number, word))
    return {length: WordIndex(words, length) for length, words in words_of.items()}
