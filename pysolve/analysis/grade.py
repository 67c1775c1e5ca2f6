"""How hard a puzzle is, by the steps of a person who solves it, and its level, a word from easy to extreme."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..model.puzzle import Puzzle, Verdict
from ..solving.settings import Settings
from .hint import HintRequest, explain_steps
from .result import Result
from .steps import Step
from .techniques import Technique, technique_of

# -- Levels: by how many constraints the hardest steps combine
#
# They mean the same for every type and size, so that a puzzle of a type that nobody has seen before has a level, too.
# The bounds are such that each level is that of about a fifth of published puzzles (docs/benchmarks.md;
# bench/levels.py).


#: How much the first four levels combine at most: in their three hardest steps, on average.
BOUNDS = (1.7, 3.0, 5.0, 9.0)


class Level(StrEnum):
    """How much has to be combined, the least first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


def level_of(combined: float) -> Level:
    """The level of puzzles that combine so much (see grade.Grade)."""
    return list(Level)[bisect_left(BOUNDS, combined)]


def range_of(level: Level) -> tuple[float, float]:
    """The least and the most that puzzles of a level combine."""
    number = list(Level).index(level)
    least, most = [0.0, *BOUNDS, float("inf")][number : number + 2]
    return round(least + 0.1, 1) if number else 0.0, most  # grades have one decimal place


#: What is combined is measured as a mean over this many steps: those that combine the most.
HARDEST = 3

#: Sizes of reasons are added up in this power: sixteen steps count as much as one with a reason twice as large.
POWER = 4


@dataclass(frozen=True)
class Grade(Result):
    """The figures of a walk from the clues to the answer: the same for a board turned, mirrored or relabelled, where
    its rules say the same of all cells and symbols; those of connected cells and of loops begin at the first cell in
    reading order. `difficulty` can be compared within a type, `combined` everywhere.

    difficulty: how large the reasons are, of which the largest count the most: the fourth root of the sum of the fourth
    powers of their sizes. largest, total: of all reasons' sizes.
    combined: how many constraints have to be combined, as a mean over the three steps that combine the most.
    sizes: of the reasons, in the order of the steps. hardest: the first step with the largest reason.
    techniques: with how many steps are of each; the most frequent first.
    level: from easy to extreme, by what is combined; None before the end of the walk.
    done: the walk came to the end; otherwise the figures are those of its beginning.
    """

    verdict: Verdict = Verdict.UNKNOWN
    steps: int = 0
    difficulty: float = 0.0
    combined: float = 0.0
    largest: int = 0
    total: int = 0
    done: bool = False
    sizes: tuple[int, ...] = ()
    hardest: Step | None = None
    techniques: tuple[tuple[Technique, int], ...] = ()
    level: Level | None = None


def grade_puzzle(puzzle: Puzzle, settings: Settings) -> Iterator[Grade]:
    """The grade of the steps so far, after each one."""
    for hints in explain_steps(puzzle, settings, HintRequest(steps=0, canonical=True)):
        yield grade_steps(hints.verdict, hints.steps, hints.done)
        if hints.verdict != Verdict.UNIQUE:
            return


def grade_steps(verdict: Verdict, steps: Sequence[Step], done: bool) -> Grade:
    """The grade of some steps. verdict: of the puzzle. done: they lead to the end."""
    combined = _mean_of_most(step.combined for step in steps)
    level = level_of(combined) if done and verdict == Verdict.UNIQUE else None
    if not steps:
        return Grade(verdict, done=done, level=level)
    sizes = tuple(step.size for step in steps)
    largest = max(sizes)
    used = [technique_of(step) for step in steps]
    named = {each.identity: each for each in reversed(used)}
    techniques = [(named[each], times) for each, times in Counter(each.identity for each in used).most_common()]
    return Grade(
        verdict, len(sizes), _norm(sizes), combined, largest, sum(sizes), done, sizes,
        steps[sizes.index(largest)], tuple(techniques), level,
    )  # fmt: skip


def _norm(sizes: Iterable[int]) -> float:
    return round(float(sum(size**POWER for size in sizes) ** (1 / POWER)), 1)


def _mean_of_most(figures: Iterable[int]) -> float:
    return round(sum(sorted(figures, reverse=True)[:HARDEST]) / HARDEST, 1)
