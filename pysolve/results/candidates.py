"""What may stand where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from ..analysis.why import Candidates
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..render.picture import Picture, draw_candidates
from ..report.lines import many, no_answer_line
from .pictures import atoms
from .record import Drawing, PuzzleRecord


@dataclass(frozen=True, kw_only=True)
class CandidatesRecord(PuzzleRecord):
    """What holds in some answer, and what in all."""

    some: Annotated[list[str], "the atoms that hold in some answer"]
    every: Annotated[list[str] | None, "the atoms that hold in every answer; null if that is not known"]
    drawing: Drawing | None
    details: Candidates = field(repr=False)


def candidates_record(puzzle: Puzzle, candidates: Candidates, *, forced: bool = False) -> CandidatesRecord:
    """What is known so far. forced: only what is certain."""
    every = candidates.every
    some = (every or frozenset()) if forced else candidates.some
    drawing = candidates_drawing(puzzle, some, every or (), candidates.given) if some or every is not None else None
    if candidates.verdict == Verdict.NONE:
        drawing = None
    is_news = candidates.verdict != Verdict.UNKNOWN or candidates.reason
    return CandidatesRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=candidates.verdict, reason=candidates.reason,
        says=[_line(candidates, drawing)] if is_news else [], some=atoms(some),
        every=atoms(every) if every is not None else None, drawing=drawing, details=candidates,
    )  # fmt: skip


def candidates_drawing(
    puzzle: Puzzle, some: Collection[Term], every: Collection[Term], given: Sequence[Term]
) -> Drawing:
    """The picture of what may stand in each place, and what is certain."""
    return Drawing(puzzle, lambda: draw_candidates(puzzle, some, every, given))


def open_places(picture: Picture) -> int:
    """In how many places something is open."""
    return len({mark.place for mark in picture.marks if mark.open})


def _line(candidates: Candidates, drawing: Drawing | None) -> str:
    """How much is certain, in a sentence."""
    if candidates.verdict == Verdict.NONE:
        return no_answer_line()
    if candidates.verdict == Verdict.UNKNOWN or drawing is None:
        return f"Unknown: {candidates.reason}."
    if candidates.verdict == Verdict.UNIQUE:
        return "Unique: everything is certain."
    if candidates.every is None:
        return "What was seen in some answer; what is certain is not known."
    open_ = open_places(drawing.picture)
    return f"{many(len(candidates.every), 'mark')} certain" + (f"; {many(open_, 'place')} open." if open_ else ".")
