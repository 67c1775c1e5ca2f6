"""What making a puzzle results in."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.result import Result
from ..model.puzzle import Puzzle
from ..model.terms import Term


@dataclass(frozen=True)
class MadePuzzle(Result):
    """A puzzle with its answer text; None where none was found (yet).

    answer: its atoms. given: facts that are drawn. clues: how many. difficulty: see grade.Grade, where it was wanted
    for; nearest: the one that came nearest to it, of puzzles that were too easy or too hard. tries: answers that were
    begun with. failure: why there is no such puzzle.
    """

    puzzle: Puzzle | None = None
    answer: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    clues: int = 0
    difficulty: float | None = None
    nearest: float | None = None
    tries: int = 0
    failure: str | None = None
