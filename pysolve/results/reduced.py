"""What came of taking clues away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from ..analysis.reduce import ReducedPuzzle
from ..formats import native
from ..model.puzzle import Puzzle, Verdict
from ..report.lines import bare, many
from .record import Drawing, PuzzleRecord


@dataclass(frozen=True, kw_only=True)
class ReducedRecord(PuzzleRecord):
    """The puzzle with fewer clues."""

    clues: Annotated[int, "how many clues are left"]
    removed: Annotated[int, "how many were taken away"]
    fewest: Annotated[bool, "no smaller set of the clues leaves one answer"]
    instance: Annotated[str | None, "the puzzle that is left, in the native form; null if nothing could be reduced"]
    drawing: Drawing | None
    details: ReducedPuzzle = field(repr=False)

    @property
    def puzzle(self) -> Puzzle | None:
        """The new puzzle."""
        return self.details.puzzle


def reduced_record(puzzle: Puzzle, reduced: ReducedPuzzle, rules: Sequence[str] = ()) -> ReducedRecord:
    """What is known so far. rules: the files of rules that were added."""
    left = reduced.puzzle
    return ReducedRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=reduced.verdict, reason=reduced.reason,
        says=[_line(reduced, rules)] if left or reduced.verdict != Verdict.UNIQUE or reduced.reason else [],
        clues=len(reduced.left), removed=len(reduced.removed), fewest=reduced.fewest,
        instance=native.yaml_of(left) if left is not None else None,
        drawing=Drawing(left, lambda: bare(left, reduced.given)) if left is not None else None, details=reduced,
    )  # fmt: skip


def _line(reduced: ReducedPuzzle, rules: Sequence[str]) -> str:
    """What came of it, in a sentence."""
    if reduced.puzzle is None:
        return {
            Verdict.NONE: "There is no answer, so nothing can be reduced ('why' says why).",
            Verdict.MULTIPLE: "There are several answers, so nothing can be reduced ('why' says why).",
            Verdict.UNKNOWN: f"Unknown: {reduced.reason}.",
            Verdict.UNIQUE: f"Nothing was taken away: {reduced.reason}.",
        }[reduced.verdict]
    removed, left = len(reduced.removed), len(reduced.left)
    line = f"{many(removed, 'clue')} of {removed + left} taken away; {left} left"
    if reduced.fewest:
        line += ", and no fewer are enough"
    if reduced.reason:
        line += f" ({reduced.reason} before the fewest were found)"
    if rules:
        line += f" (with {' '.join(f'-r {file}' for file in rules)})"
    return line + "."
