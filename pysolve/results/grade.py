"""How hard a puzzle is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from ..analysis.grade import Grade
from ..analysis.levels import Level
from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..report.phrases import many
from .hints import step_sentence
from .record import PuzzleRecord, Record


@dataclass(frozen=True, kw_only=True)
class TechniqueRecord(Record):
    """A technique, and how often it is used."""

    id: Annotated[str, "its identity, which outlives its name"]
    name: Annotated[str, "what it is called"]
    called: Annotated[str, "how solvers call it; empty if they have no name for it"]
    steps: Annotated[int, "how many steps are of it"]


@dataclass(frozen=True, kw_only=True)
class GradeRecord(PuzzleRecord):
    """How hard a puzzle is, by the steps of hints."""

    difficulty: Annotated[float, "the mean size of the three largest reasons; to be compared within a type"]
    level: Annotated[Level | None, "beside boards of its type and size that pysolve made; null if none were measured"]
    steps: Annotated[int, "how many steps there are"]
    largest: Annotated[int, "the size of the largest reason"]
    total: Annotated[int, "the sum of the sizes of all reasons"]
    sizes: Annotated[list[int], "the sizes of the reasons, in the order of the steps"]
    hardest: Annotated[str | None, "what follows in the first step with the largest reason, as a sentence"]
    techniques: Annotated[list[TechniqueRecord], "the techniques, the most frequent first"]
    done: Annotated[bool, "the walk came to the end; otherwise the figures are those of its beginning"]
    details: Grade = field(repr=False)


def grade_record(puzzle: Puzzle, grade: Grade) -> GradeRecord:
    """What is known so far."""
    settled = grade.verdict in (Verdict.NONE, Verdict.MULTIPLE)
    is_news = settled or grade.done or grade.reason is not None or grade.steps > 0
    return GradeRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=grade.verdict, reason=grade.reason,
        says=[_line(grade), *_level_line(puzzle, grade)] if is_news else [], difficulty=grade.difficulty,
        level=grade.level, steps=grade.steps, largest=grade.largest, total=grade.total, sizes=list(grade.sizes),
        hardest=step_sentence(puzzle, grade.hardest) if grade.hardest is not None else None,
        techniques=[
            TechniqueRecord(id=each.identity, name=each.name, called=each.called, steps=steps)
            for each, steps in grade.techniques
        ], done=grade.done,
        details=grade,
    )  # fmt: skip


def _line(grade: Grade) -> str:
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


def _level_line(puzzle: Puzzle, grade: Grade) -> list[str]:
    """What the level means, or that there is none, as a sentence; none if the walk did not come to the end."""
    if not (grade.done and grade.steps):
        return []
    boards = f"boards of {puzzle.type.title} {puzzle.board.rows}×{puzzle.board.columns}"
    if grade.level is None:
        return [f"Not called easy or hard: no {boards} were measured, or this is a variant."]
    beaten = ("", "a fifth", "two fifths", "three fifths", "four fifths")[list(Level).index(grade.level)]
    comparison = f"Harder than {beaten}" if beaten else "No harder than the easiest fifth"
    return [f"{comparison} of the {boards} that pysolve makes."]
