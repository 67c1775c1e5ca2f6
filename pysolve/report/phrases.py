"""Phrases and pictures that reports of several kinds share."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..render.picture import Picture, draw


def many(number: int, what: str) -> str:
    """'1 clue', '2 clues'."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def title_of(puzzle: Puzzle) -> str:
    """What a puzzle is called."""
    return puzzle.title or puzzle.type.title


def so_far(reason: str | None) -> list[str]:
    """The lines for an analysis that a limit ended."""
    return [f"This is what was found so far: {reason}."] if reason else []


def bare(puzzle: Puzzle, given: Sequence[Term] = ()) -> Picture:
    """The picture of a puzzle without an answer."""
    return draw(puzzle, given=given)
