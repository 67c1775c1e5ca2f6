"""How hard a puzzle is, by the steps of a person who solves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..solving.settings import Settings
from .hint import HintRequest, explain_steps
from .levels import Level, level_of
from .result import Result
from .steps import Step
from .techniques import Technique, technique_of

#: The difficulty is the mean over this many of the hardest steps.
HARDEST = 3


@dataclass(frozen=True)
class Grade(Result):
    """The figures of a walk from the clues to the answer. `difficulty` can be compared within a type.

    difficulty: the mean size of the reasons of the three hardest steps. largest, total: of all reasons' sizes.
    sizes: of the reasons, in the order of the steps. hardest: the first step with the largest reason.
    techniques: with how many steps are of each; the most frequent first.
    level: from easy to extreme, beside made boards of the type and size; None if these were not measured.
    done: the walk came to the end; otherwise the figures are those of its beginning.
    """

    verdict: Verdict = Verdict.UNKNOWN
    steps: int = 0
    difficulty: float = 0.0
    largest: int = 0
    total: int = 0
    done: bool = False
    sizes: tuple[int, ...] = ()
    hardest: Step | None = None
    techniques: tuple[tuple[Technique, int], ...] = ()
    level: Level | None = None


def grade_puzzle(puzzle: Puzzle, settings: Settings) -> Iterator[Grade]:
    """The grade of the steps so far, after each one."""
    for hints in explain_steps(puzzle, settings, HintRequest(steps=0)):
        grade = grade_steps(hints.verdict, hints.steps, hints.done)
        plain = hints.done and not settings.rules  # as made boards are
        yield replace(grade, level=level_of(puzzle, grade.difficulty)) if plain else grade
        if hints.verdict != Verdict.UNIQUE:
            return


def grade_steps(verdict: Verdict, steps: Sequence[Step], done: bool) -> Grade:
    """The grade of some steps. verdict: of the puzzle. done: they lead to the end."""
    if not steps:
        return Grade(verdict, done=done)
    sizes = tuple(step.size for step in steps)
    most = sorted(sizes, reverse=True)
    hardest = steps[sizes.index(most[0])]
    used = [technique_of(step) for step in steps]
    named = {each.identity: each for each in reversed(used)}
    techniques = [(named[each], times) for each, times in Counter(each.identity for each in used).most_common()]
    return Grade(
        verdict, len(sizes), round(mean(most[:HARDEST]), 1), most[0], sum(sizes), done, sizes, hardest,
        tuple(techniques),
    )  # fmt: skip
