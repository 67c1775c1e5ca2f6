"""A puzzle that was made harder or easier."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from ..formats import native_writer
from ..generate.adjust import AdjustedPuzzle
from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..report.phrases import bare, many
from .record import Drawing, PuzzleRecord


@dataclass(frozen=True, kw_only=True)
class AdjustedRecord(PuzzleRecord):
    """A harder puzzle, or an easier one, with the same answer."""

    before: Annotated[float | None, "the difficulty of the puzzle as it was"]
    difficulty: Annotated[float | None, "the difficulty of the new puzzle"]
    tries: Annotated[int, "how many puzzles were looked at"]
    clues: Annotated[int, "how many clues the new puzzle has"]
    instance: Annotated[str | None, "the new puzzle, in the native form; null as long as there is none"]
    drawing: Drawing | None
    details: AdjustedPuzzle = field(repr=False)

    @property
    def puzzle(self) -> Puzzle | None:
        """The new puzzle."""
        return self.details.puzzle


def adjusted_record(puzzle: Puzzle, adjusted: AdjustedPuzzle) -> AdjustedRecord:
    """What is known so far."""
    new = adjusted.puzzle
    known = (
        adjusted.before is not None
        or new is not None
        or adjusted.verdict in (Verdict.NONE, Verdict.MULTIPLE)
        or adjusted.reason
    )
    return AdjustedRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=adjusted.verdict, reason=adjusted.reason,
        says=[_line(adjusted)] if known else [], before=adjusted.before, difficulty=adjusted.difficulty,
        tries=adjusted.tries, clues=adjusted.clues,
        instance=native_writer.write(new) if new is not None else None,
        drawing=Drawing(new, lambda: bare(new, adjusted.given)) if new is not None else None, details=adjusted,
    )  # fmt: skip


def _line(adjusted: AdjustedPuzzle) -> str:
    """What came of it, in a sentence."""
    word = "harder" if adjusted.harder else "easier"
    if adjusted.verdict == Verdict.NONE:
        return f"There is no answer, so the puzzle cannot be made {word} ('why' says why)."
    if adjusted.verdict == Verdict.MULTIPLE:
        return f"There are several answers, so the puzzle cannot be made {word} ('why' says why)."
    ended = f" ({adjusted.reason})" if adjusted.reason else ""
    if adjusted.puzzle is not None and adjusted.difficulty is None:
        return f"A proposal of {many(adjusted.clues, 'clue')}; whether it is {word} is not known yet{ended}."
    if adjusted.before is None:
        return f"Unknown: {adjusted.reason}."
    if adjusted.puzzle is None:
        tries = f"{adjusted.tries} {'try' if adjusted.tries == 1 else 'tries'}"
        return f"No {word} puzzle came of {tries}; the difficulty is {adjusted.before}{ended}."
    now = f"difficulty {adjusted.difficulty} in place of {adjusted.before}"
    return f"{word.capitalize()}: {now}, {many(adjusted.clues, 'clue')}{ended}."
