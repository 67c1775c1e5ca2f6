"""What may stand where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from ..analysis.why import Candidates, find_candidates
from ..model.errors import checked
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term, Value
from ..render.picture import Picture, draw_candidates
from ..report.lines import limit_lines, many, no_answer_line
from ..report.results import Drawing, PuzzleRecord, atoms
from ..run.searches import last
from ..solving.settings import Settings
from .entry import Analysis, Drawn, Figure, Lines, Says, Shown, Task


@dataclass(frozen=True, kw_only=True)
class CandidatesRecord(PuzzleRecord):
    """What holds in some answer, and what in all."""

    some: Annotated[list[str], "the atoms that hold in some answer"]
    every: Annotated[list[str] | None, "the atoms that hold in every answer; null if that is not known"]
    drawing: Drawing | None
    details: Candidates = field(repr=False)

    @property
    def found(self) -> bool:
        """See Record."""
        return self.verdict != Verdict.NONE


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


def _show(
    puzzle: Puzzle, results: Iterator[Candidates], *, forced: Annotated[bool, Says("only what is certain")] = False
) -> Iterator[Shown]:
    """Show what holds in some answer, and what in all.

    Every value that a cell has in some answer stands in it; a '?' is a cell that is filled in some answers only, or a
    line that only some have. What is filled or blank in all answers is drawn so.

    Exit codes: 0 there is an answer, 1 there is none, 2 wrong input, 3 a limit was reached.
    """
    record = candidates_record(puzzle, last(results), forced=forced)
    if record.drawing is None or record.verdict == Verdict.UNKNOWN:
        yield Lines(record.says)
    else:
        yield Drawn(record.drawing)
        yield Lines([""], "text")
        yield Lines(_table(record.drawing.picture), "plain")
        yield Lines([*record.says, *limit_lines(record.reason)])
        yield Figure([record.drawing])
    yield record


def _table(picture: Picture) -> Iterator[str]:
    """A token a cell, as in the answer text: values with commas between them, '?' for what is open, '-' for nothing."""
    texts: dict[Value, str] = {}
    for mark in picture.marks:
        if mark.layer in (Layer.FILL, Layer.SYMBOL, Layer.SIGN, Layer.TEXT):
            text = ",".join(mark.value) if mark.open and "," not in mark.value else mark.value
            texts.setdefault(mark.place, text or mark.entry.token or "x")
    rows: dict[int, list[str]] = {}
    for cell in sorted(picture.cells):
        rows.setdefault(cell[0], []).append(texts.get(cell, NOTHING))
    yield from (" ".join(row) for row in rows.values())


@checked
def candidates(puzzle: Puzzle, settings: Settings | None = None) -> CandidatesRecord:
    """What holds in some answer, and what in all. Raises PuzzleError as solve does.

    >>> print(pysolve.candidates(board))
    Unique: everything is certain.
    """
    return _task().last(puzzle, settings)


def _task() -> Task[Candidates, CandidatesRecord]:
    return Task(Candidates(), find_candidates, candidates_record)


CANDIDATES = Analysis(candidates, _task, _show)
