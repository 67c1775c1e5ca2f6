"""Crosswords by the method of the classic course project: node consistency, AC-3, then backtracking."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from board import EMPTY, Board, Cell, Rows, filled

from families.crossword.boards import slots

#: Crossing of a slot with another: the index of the shared letter in this one, the other slot, the index there.
Crossing = tuple[int, int, int]


@dataclass
class Puzzle:
    """The slots, their crossings, and the words by length."""

    board: Board
    slots: list[tuple[Cell, ...]]
    crossings: list[list[Crossing]]
    words: dict[int, list[str]]


class Backtracking:
    """AC-3, then backtracking with forward checking: the slot with the fewest words first (ties: the most crossings),
    and the words first that leave the most words to crossing slots.

    Consistency of two slots is that of the letters in the shared cell, so a revision looks at each word once.
    """

    def read(self, board: Board) -> Puzzle:
        all_slots = list(slots(board.rows))
        at: dict[Cell, list[tuple[int, int]]] = {}
        for number, slot in enumerate(all_slots):
            for index, cell in enumerate(slot):
                at.setdefault(cell, []).append((number, index))
        crossings: list[list[Crossing]] = [[] for _ in all_slots]
        for pair in at.values():
            if len(pair) == 2:
                (one, index), (other, place) = pair
                crossings[one].append((index, other, place))
                crossings[other].append((place, one, index))
        words: dict[int, list[str]] = {}
        assert board.words is not None
        for word in Path(board.words).read_text().split():
            words.setdefault(len(word), []).append(word)
        return Puzzle(board, all_slots, crossings, words)

    def solve(self, puzzle: Puzzle, limit: int) -> list[Rows]:
        assert limit == 1, "this method looks for one answer"
        sys.setrecursionlimit(10_000)
        tokens = puzzle.board.cells
        domains = []
        for slot in puzzle.slots:  # node consistency: the length and the given letters
            given = [(index, tokens[cell]) for index, cell in enumerate(slot) if tokens[cell] != EMPTY]
            words = puzzle.words.get(len(slot), [])
            domains.append([word for word in words if all(word[index] == token for index, token in given)])
        if not self._ac3(puzzle, domains):
            return []
        chosen = self._fill(puzzle, domains, {})
        if chosen is None:
            return []
        letters = {cell: letter for number, word in chosen.items() for cell, letter in zip(puzzle.slots[number], word)}
        return [filled(puzzle.board, letters)]

    def _ac3(self, puzzle: Puzzle, domains: list[list[str]]) -> bool:
        """Leaves the words that have a partner in every crossing slot; false if a slot has none left."""
        queue = deque((slot, crossing) for slot, crossings in enumerate(puzzle.crossings) for crossing in crossings)
        while queue:
            slot, (index, other, place) = queue.popleft()
            letters = {word[place] for word in domains[other]}
            kept = [word for word in domains[slot] if word[index] in letters]
            if len(kept) < len(domains[slot]):
                domains[slot] = kept
                for _, third, _ in puzzle.crossings[slot]:
                    if third != other:
                        queue.extend((third, back) for back in puzzle.crossings[third] if back[1] == slot)
        return all(domains)

    def _fill(self, puzzle: Puzzle, domains: list[list[str]], chosen: dict[int, str]) -> dict[int, str] | None:
        if len(chosen) == len(domains):
            return chosen
        open_ = (slot for slot in range(len(domains)) if slot not in chosen)
        slot = min(open_, key=lambda slot: (len(domains[slot]), -len(puzzle.crossings[slot])))
        for word in self._ordered(puzzle, domains, slot, chosen):
            left = self._checked(puzzle, domains, slot, word, chosen)
            if left is not None:
                filled = self._fill(puzzle, left, chosen | {slot: word})
                if filled is not None:
                    return filled
        return None

    def _ordered(self, puzzle: Puzzle, domains: list[list[str]], slot: int, chosen: dict[int, str]) -> Iterable[str]:
        """The words of a slot, those that rule out the fewest words of crossing slots first."""
        counts = [
            (index, Counter(word[place] for word in domains[other]))
            for index, other, place in puzzle.crossings[slot]
            if other not in chosen
        ]
        return sorted(domains[slot], key=lambda word: -sum(count[word[index]] for index, count in counts))

    def _checked(
        self, puzzle: Puzzle, domains: list[list[str]], slot: int, word: str, chosen: dict[int, str]
    ) -> list[list[str]] | None:
        """The domains after a choice: crossing slots keep the words that agree, others lose this word."""
        left = list(domains)
        left[slot] = [word]
        for index, other, place in puzzle.crossings[slot]:
            if other not in chosen:
                left[other] = [each for each in left[other] if each[place] == word[index]]
        for other, words in enumerate(left):
            if other != slot and other not in chosen and len(words) and len(words[0]) == len(word) and word in words:
                left[other] = [each for each in words if each != word]
            if not left[other]:
                return None
        return left
