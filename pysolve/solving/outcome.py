"""What every search for answers offers: its answers, and what is known at the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from ..model.errors import PuzzleError, Remark
from ..model.puzzle import Reason, Verdict
from ..model.terms import Term, Value


class Contradiction(NamedTuple):
    """A plain reason, known to the rules, for there being no answer (impossible/3 in docs/rules.md).

    sentence: without a full stop. place: where on the board, or what the rules name in its stead. name: the place in
    words; empty for what is not a place of the board.
    """

    sentence: str
    place: Value
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}" if self.name else self.sentence


class AnswerSet(NamedTuple):
    """An answer as the search finds it: its shown atoms, the costs if the rules optimize, and which of the watched
    atoms hold in it. so_far: a better one is looked for, so that it does not count (Settings.improving).
    """

    atoms: tuple[Term, ...]
    costs: tuple[int, ...] = ()
    holds: frozenset[str] = frozenset()
    so_far: bool = False


class WordFigures(NamedTuple):
    """What editors count of a board that words fill: how many there are and how long, how they cross, and how good.

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


@dataclass
class Outcome:
    """What is known at the end of a search, or so far."""

    count: int = 0  # how many answers there were
    exhausted: bool = False  # there are no others
    reason: Reason | None = None  # why the search ended early, if it did
    impossible: Contradiction | None = None  # a plain reason for there being no answer, if the rules know one
    warnings: tuple[Remark, ...] = ()  # on the rules, clingo's and ours
    best: AnswerSet | None = None  # the best answer so far where the optimum was not proved
    optimized: bool = False  # the rules optimize, so the answers are the best ones
    costs: tuple[int, ...] = ()  # of these, or of the best one so far, the highest priority first
    filled: WordFigures | None = (
        None  # of the words of the first answer, or of the best one so far, where a list has them
    )
    seconds: float = 0.0  # wall time
    given: tuple[Term, ...] = ()  # the facts that pictures show, if they were to be read
    statistics: dict[str, Any] = field(default_factory=dict)  # clasp's, if they were to be kept
    asked: int = 0  # how many answers were looked for; 0 for all

    @property
    def enough(self) -> bool:
        """Whether the search ended with the answers that it was to find, so that nobody knows of others."""
        return 0 < self.asked <= self.count and not self.exhausted and self.reason is None

    @property
    def ground_size(self) -> tuple[int, int] | None:
        """How many atoms and rules the program has when it is grounded; None if statistics were not kept."""
        program = self.statistics["problem"]["lp"] if self.statistics else None
        return (int(program["atoms"]), int(program["rules"])) if program else None

    @property
    def verdict(self) -> Verdict:
        """What the answers say of the puzzle; unknown where the search ended before that was clear."""
        if self.count > 1:
            return Verdict.MULTIPLE
        if not self.exhausted:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if self.count else Verdict.NONE


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
        len(slots), sum(lengths) / max(len(slots), 1), tuple(sorted({*letters})),
        sum(count == 1 for count in words_of.values()), max(map(len, runs), default=0), len({*cells} - words_of.keys()),
        *((sum(scores) / len(scores), min(scores)) if scores else ()),
    )  # fmt: skip


# -- What every search for answers offers, whichever way it takes


class AnswerSearch(ABC):
    """A search that is iterated over once, for its answers.

    PuzzleError comes out of the iteration if the rules cannot be grounded or find the input invalid. Leaving the
    iteration ends the search. outcome: what is known so far; at the end of the iteration, all that is.
    """

    outcome: Outcome

    @property
    def has_more_ready(self) -> bool:
        """Whether more is known than the iteration has given: who prints answers need not flush before it goes on."""
        return False

    @abstractmethod
    def __iter__(self) -> Iterator[AnswerSet]:
        """The answers, each as soon as it is known."""

    def finish(self) -> Outcome:
        """Searches to the end; returns what is known then."""
        deque(self, maxlen=0)
        return self.outcome

    def only(self) -> tuple[Term, ...] | None:
        """The shown atoms of the only answer; None if there is none, are several, or that is not known, and where the
        rules find the puzzle invalid. Searches to the end.
        """
        answers: list[tuple[Term, ...]] = []
        with suppress(PuzzleError):
            answers += [answer.atoms for answer in self]
        return answers[0] if answers and self.outcome.verdict is Verdict.UNIQUE else None
