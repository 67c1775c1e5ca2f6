"""How hard a puzzle is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from ..analysis.grade import Grade, Level, grade_puzzle, level_of
from ..model.errors import checked
from ..model.puzzle import Puzzle, Verdict
from ..report.lines import bare, many, title_of
from ..results.record import Drawing, Json, PuzzleRecord, Record
from ..run.analyses import last
from ..solving.settings import Settings
from .entry import Analysis, Figure, Lines, Shown, Task
from .hint import step_sentence


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

    @property
    def found(self) -> bool:
        """See Record."""
        return self.verdict == Verdict.UNIQUE

    def row(self) -> Json:
        """See Record."""
        return super().row() | {"techniques": [f"{each.steps} {each.name}" for each in self.techniques]}


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


#: Of techniques of one name, more kinds than this, by their constraints, are one line.
MANY_KINDS = 3


def _show(puzzle: Puzzle, results: Iterator[Grade]) -> Iterator[Shown]:
    """Grade puzzles by the steps of 'pysolve hint --all'.

    The difficulty says how large the reasons of the steps are, how many clues, constraints and known facts one has to
    see together; the largest count the most. It can be compared within a type. The level, from easy to extreme, says
    how many constraints the hardest steps combine, which means the same for all types.

    Exit codes: 0 graded, 1 there is not exactly one answer, 2 wrong input, 3 a limit was reached.
    """
    record = grade_record(puzzle, last(results))
    head, *level = record.says
    yield Lines([head, *(f"  {line}" for line in [*level, *_details(record)])])
    title = f"{title_of(puzzle)}, difficulty {record.difficulty}"
    yield Figure([Drawing(puzzle, lambda: bare(puzzle))], title)
    yield record


def _details(grade: GradeRecord) -> Iterator[str]:
    """How many steps have reasons of each size, the hardest step, and how often each technique is used, in lines."""
    if grade.hardest is None:
        return
    sizes = sorted(Counter(grade.sizes).items())
    yield f"Reasons: {', '.join(f'{count} of size {size}' for size, count in sizes)}."
    yield f"Hardest: {grade.hardest}"
    yield "Techniques:"
    kinds = Counter(each.called for each in grade.techniques)
    lines: Counter[str] = Counter()
    for each in grade.techniques:
        is_whole = each.called == each.name or kinds[each.called] > MANY_KINDS
        lines[(each.called if is_whole else f"{each.called}: {each.name}") if each.called else each.name] += each.steps
    for line, steps in lines.most_common():
        yield f"  {many(steps, 'step')}: {line}"


@checked
def grade(puzzle: Puzzle, settings: Settings | None = None) -> GradeRecord:
    """How hard a puzzle is, by the steps of hint(). Raises PuzzleError as solve does.

    >>> pysolve.grade(board).done
    True
    """
    return _task().last(puzzle, settings)


def _task() -> Task[Grade, GradeRecord]:
    return Task(Grade(), grade_puzzle, grade_record)


GRADE = Analysis(grade, _task, _show, many=True)
