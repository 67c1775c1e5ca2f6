"""How hard a puzzle is: in a sentence."""

from __future__ import annotations

from ..analysis.grade import Grade
from ..model.verdict import Verdict
from .phrases import many


def grade_line(grade: Grade) -> str:
    """The grade in a sentence."""
    if grade.verdict == Verdict.NONE:
        return "No answer, so no grade."
    if grade.verdict == Verdict.MULTIPLE:
        return "Several answers, so no grade."
    largest = many(grade.largest, "thing")
    figures = f"{many(grade.steps, 'step')}; the largest reason names {largest}, all reasons together {grade.total}"
    if not grade.done:
        return f"Unknown: {grade.reason}; so far {figures}." if grade.reason else f"So far {figures}."
    return f"Difficulty {grade.difficulty}: {figures}."
