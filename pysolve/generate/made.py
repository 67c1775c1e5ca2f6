"""What making a puzzle results in."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..analysis.grade import Level
from ..analysis.result import Result
from ..model.puzzle import Puzzle
from ..model.terms import Term


@dataclass(frozen=True)
class MadePuzzle(Result):
    """A puzzle with its answer text; None where none was found (yet).

    complete: it is as requested. Until then it may have clues that can go, or another difficulty. answer: its atoms.
    given: facts that are drawn. clues: how many. difficulty, level: see grade.Grade, where one of them was wanted; of a
    puzzle that is too hard, the difficulty of the steps up to where that was seen, and no level. off: how far it is
    from what was wanted. tries: answers that were begun with. failure: why there is no such puzzle. seed, number: the
    same two give the same puzzle.
    """

    puzzle: Puzzle | None = None
    complete: bool = False
    answer: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    clues: int = 0
    difficulty: float | None = None
    level: Level | None = None
    off: float = 0.0
    tries: int = 0
    failure: str | None = None
    seed: int | None = None
    number: int = 0


def random_seed() -> int:
    """A seed where none is given: six digits, which one can copy by hand."""
    return random.randrange(10**6)
