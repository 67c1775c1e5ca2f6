"""How near puzzles come to a wanted difficulty or level, and which one is looked at next."""

from __future__ import annotations

import random

from ..analysis.assumptions import AssumptionSolver
from ..analysis.clues import Clue, own_clues, without
from ..analysis.grade import Grade, Level, grade_puzzle, range_of
from ..analysis.reduce import turned
from ..model.puzzle import Puzzle
from ..solving.settings import Settings

#: The least and the most difficulty.
Range = tuple[float, float]


class Aim:
    """What is wanted, and what is known of how hard puzzles of the board are."""

    #: Of puzzles that need no search, after one was too easy, this many are passed over before one is graded again.
    PASSED_OVER = 5

    def __init__(self, wanted: Range | Level, settings: Settings) -> None:
        """wanted: a difficulty, or how much is combined."""
        self._by_level = isinstance(wanted, Level)
        self._least, self._most = range_of(wanted) if isinstance(wanted, Level) else wanted
        self._settings = settings
        self._plain_is_easy = False  # a puzzle that needs no search was too easy
        self._passed_over = 0

    def off(self, grade: Grade) -> float:
        """How far a grade lies outside of what is wanted."""
        return round(max(self._least - self._figure(grade), self._figure(grade) - self._most, 0), 1)

    def is_too_easy(self, grade: Grade) -> bool:
        """Whether a grade lies below what is wanted."""
        return self._figure(grade) < self._least

    def rank(self, grade: Grade) -> tuple[float, float]:
        """What is less for a better grade: of two that are too easy by as much, that with the larger reasons."""
        return self.off(grade), -grade.difficulty if self.is_too_easy(grade) else 0

    def grade(self, puzzle: Puzzle) -> Grade:
        """The grade of a puzzle with one answer; as far as to where it is seen to be too hard, if it is."""
        grade = Grade()
        for grade in grade_puzzle(puzzle, self._settings):
            if self._figure(grade) > self._most:  # further steps can only make it harder
                break
        if self.is_too_easy(grade):
            self._plain_is_easy = self._plain_is_easy or self._needs_no_search(puzzle)
        return grade

    def graded(self, full: Puzzle, smaller: Puzzle, may_add: bool, chance: random.Random) -> tuple[Puzzle, Grade]:
        """The smaller puzzle, or, if that is too hard, one with some of the full one's clues back, if these may be
        added; and its grade.
        """
        puzzle, grade = smaller, self.grade(smaller)
        back = _clues_away(full, smaller) if may_add else []
        chance.shuffle(back)
        few, many = 1, len(back) if not self.is_too_easy(grade) else 0  # more clues would not make it harder
        while few <= many and self.off(grade):
            middle = (few + many) // 2
            puzzle = without(full, back[middle:])
            grade = self.grade(puzzle)
            few, many = (few, middle - 1) if self.is_too_easy(grade) else (middle + 1, many)
        return puzzle, grade

    def passes_over(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is not worth being graded: it needs no search, and another one that needs none was too easy.
        Of Sudokus 9x9 these are more than half, and to see it takes a hundredth of the time of a grade.
        """
        is_easy = self._plain_is_easy and self._passed_over < self.PASSED_OVER and self._needs_no_search(puzzle)
        self._passed_over = self._passed_over + 1 if is_easy else 0
        return is_easy

    def _needs_no_search(self, puzzle: Puzzle) -> bool:
        """Whether propagation alone leads to the answer, and to there being no other one."""
        return AssumptionSolver(puzzle, self._settings).conflicts(models=2) == 0

    def _figure(self, grade: Grade) -> float:
        return grade.combined if self._by_level else grade.difficulty


#: How many clues come back before others go.
MORE = 4


def with_more_clues(full: Puzzle, smaller: Puzzle, symmetric: bool, chance: random.Random) -> Puzzle:
    """The smaller puzzle with a few more of the full one's clues. symmetric: with those that a half turn maps to
    them.
    """
    away = _clues_away(full, smaller)
    places = {place for clue in chance.sample(away, min(MORE, len(away))) for place in clue.places}
    if symmetric:
        places |= {turned(full, place) for place in places}
    return without(full, [clue for clue in away if places.isdisjoint(clue.places)])


def _clues_away(full: Puzzle, smaller: Puzzle) -> list[Clue]:
    """The clues of the full puzzle at whose places the smaller one has none."""
    places = {place for clue in own_clues(smaller) for place in clue.places}
    return [clue for clue in own_clues(full) if places.isdisjoint(clue.places)]
