"""How hard a puzzle is: in sentences, and as JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..analysis.grade import Grade
from ..analysis.levels import Level
from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from .hints import step_record, step_sentence
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
    return f"Difficulty {grade.difficulty}{f', {grade.level}' if grade.level is not None else ''}: {figures}."


def level_line(puzzle: Puzzle, grade: Grade) -> list[str]:
    """What the level means, or that there is none, as a sentence; none if the walk did not come to the end."""
    if not (grade.done and grade.steps):
        return []
    boards = f"boards of {puzzle.type.title} {puzzle.board.rows}×{puzzle.board.columns}"
    if grade.level is None:
        return [f"Not called easy or hard: no {boards} were measured, or this is a variant."]
    beaten = ("", "a fifth", "two fifths", "three fifths", "four fifths")[list(Level).index(grade.level)]
    comparison = f"Harder than {beaten}" if beaten else "No harder than the easiest fifth"
    return [f"{comparison} of the {boards} that pysolve makes."]


def grade_details(puzzle: Puzzle, grade: Grade) -> list[str]:
    """What the level means, how many steps have reasons of each size, the hardest step, and how many steps are of each
    technique, in lines; none if there are no steps.
    """
    if grade.hardest is None:
        return []
    counts = ", ".join(f"{count} of size {size}" for size, count in sorted(Counter(grade.sizes).items()))
    number = grade.sizes.index(grade.largest) + 1
    return [
        *level_line(puzzle, grade),
        f"Reasons: {counts}.", f"Hardest is step {number}: {step_sentence(puzzle, grade.hardest)}",
        "Techniques:", *(f"  {many(count, 'step')}: {technique.name}" for technique, count in grade.techniques),
    ]  # fmt: skip


def technique_records(grade: Grade) -> list[dict[str, Any]]:
    """The techniques as JSON objects."""
    return [{"id": each.identity, "name": each.name, "steps": steps} for each, steps in grade.techniques]


def grade_record(puzzle: Puzzle, grade: Grade) -> dict[str, Any]:
    """The figures as a JSON object."""
    return {
        "verdict": grade.verdict, "difficulty": grade.difficulty, "level": grade.level,
        "steps": grade.steps, "largest": grade.largest, "total": grade.total, "sizes": list(grade.sizes),
        "hardest": step_record(puzzle, grade.hardest) if grade.hardest is not None else None,
        "techniques": technique_records(grade), "done": grade.done, "reason": grade.reason,
    }  # fmt: skip
