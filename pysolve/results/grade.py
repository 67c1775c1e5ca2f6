"""How hard a puzzle is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from ..analysis.grade import Grade, Level, level_of
from ..model.puzzle import Puzzle, Verdict
from ..report.lines import many
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

    difficulty: Annotated[float, "how large the reasons are, the largest count the most; to be compared within a type"]
    combined: Annotated[float, "how many constraints the three steps combine that combine the most, as a mean"]
    level: Annotated[Level | None, "from easy to extreme, by what is combined; null before the end of the walk"]
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
        says=[_line(grade), *_level_line(grade)] if is_news else [], difficulty=grade.difficulty,
        combined=grade.combined, level=grade.level, steps=grade.steps, largest=grade.largest, total=grade.total,
        sizes=list(grade.sizes),
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
        so_far = f"so far {figures}, and it is {level_of(grade.combined)} at least"
        return f"Unknown: {grade.reason}; {so_far}." if grade.reason else f"{so_far[:1].upper()}{so_far[1:]}."
    return f"Difficulty {grade.difficulty}, {grade.level}: {figures}."


def _level_line(grade: Grade) -> list[str]:
    """What the level means, as a sentence; none if the walk did not come to the end."""
    if grade.level is None or not grade.steps:
        return []
    if grade.combined <= 1:
        return ["No step combines constraints."]
    return [f"The hardest steps combine {grade.combined} constraints."]
