"""What editors count of a board that words fill: how many there are and how long, how they cross, which letters they
have, and how good they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from ..model.terms import Value


class WordFigures(NamedTuple):
    """The figures of a filled board.

    words: how many there are. length: their letters, on average. letters: the different ones. alone: how many cells
    stand in one word only; run: the most of these that follow each other in a word. outside: cells that stand in none.
    score, lowest: the mean and the lowest score of words that a list has, where words have scores.
    """

    words: int
    length: float
    letters: tuple[str, ...]
    alone: int
    run: int
    outside: int
    score: float | None = None
    lowest: int | None = None


def word_figures(
    slots: Sequence[Sequence[Value]], lengths: Iterable[int], letters: Iterable[str], cells: Collection[Value],
    scores: Collection[int],
) -> WordFigures:  # fmt: skip
    """What is to be counted. slots: the cells of each word. lengths: their letters, which may be more than the cells.
    letters: those of the board. cells: of the board. scores: of words from a list, none where words have no scores.
    """
    words_of = Counter(cell for slot in slots for cell in slot)
    runs = ([*run] for slot in slots for alone, run in groupby(slot, lambda cell: words_of[cell] == 1) if alone)
    return WordFigures(
        len(slots), fmean([*lengths] or [0]), tuple(sorted({*letters})),
        sum(count == 1 for count in words_of.values()), max(map(len, runs), default=0), len({*cells} - words_of.keys()),
        *((fmean(scores), min(scores)) if scores else ()),
    )  # fmt: skip
