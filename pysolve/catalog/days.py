"""Puzzles of the day: one for each date, the same every year (tools/days.py makes them, the date is their seed)."""

from __future__ import annotations

import re

from ..model.errors import PuzzleError, quote
from ..rules.library import library


def of_day(day: str) -> str:
    """The text of a day's puzzle. day: 11-27 for 27 November. PuzzleError if there is no such day."""
    puzzles = _puzzles()
    if day not in puzzles:
        raise PuzzleError(f"there is no puzzle of the day {quote(day)}, expected a month and a day, such as 11-27")
    return puzzles[day]


def every_day() -> tuple[str, ...]:
    """The days that have a puzzle, in the order of the calendar."""
    return tuple(_puzzles())


def _puzzles() -> dict[str, str]:
    text = (library() / "days.yaml").read_text(encoding="utf-8")
    return dict(re.findall(r"(?ms)^# (\d\d-\d\d)\n(.*?)(?:^---\n|\Z)", text))
