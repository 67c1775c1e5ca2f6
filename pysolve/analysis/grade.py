"""How hard a puzzle is, by the steps of a person who solves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..solving.settings import Settings
from . import hint
from .hint import Step

Finding = tuple[str, Any]

#: Of so many steps, the hardest ones, the difficulty is the mean.
HARDEST = 3


@dataclass
class Grade:
    """The figures of a walk from the clues to the answer. `difficulty` can be compared within a type.

    difficulty: the mean size of the reasons of the three hardest steps. largest, total: of all reasons' sizes.
    done: the walk came to the end; otherwise the figures are those of its beginning.
    """

    verdict: Verdict = Verdict.UNKNOWN
    steps: int = 0
    difficulty: float = 0.0
    largest: int = 0
    total: int = 0
    done: bool = False
    reason: str | None = None


def findings(puzzle: Puzzle, settings: Settings) -> Iterator[Finding]:
    """What is found, piece by piece: names of fields of Grade and their values, the last value counts."""
    for name, value in hint.findings(puzzle, settings, hint.Wanted(steps=0)):
        if name == "steps":
            yield from figures(value)
        elif name in ("verdict", "done"):
            yield name, value
            if name == "verdict" and value != Verdict.UNIQUE:
                return


def figures(steps: Sequence[Step]) -> Iterator[Finding]:
    """The figures of some steps."""
    sizes = sorted((step.size for step in steps), reverse=True)
    yield "steps", len(sizes)
    yield "largest", sizes[0]
    yield "total", sum(sizes)
    yield "difficulty", round(mean(sizes[:HARDEST]), 1)
