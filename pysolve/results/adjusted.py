"""A puzzle that was made harder or easier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from ..formats import native
from ..generate.adjust import AdjustedPuzzle, Change
from ..model.puzzle import Puzzle, Verdict
from ..report.lines import bare, many
from ..report.words import Words, sentence
from .record import Drawing, PuzzleRecord, Record


@dataclass(frozen=True, kw_only=True)
class ChangeRecord(Record):
    """A change of one clue that keeps the answer."""

    says: Annotated[str, "the change, and how many facts it leaves open"]
    left: Annotated[int, "how many facts are open where small reasons end"]
    instance: Annotated[str, "the puzzle after the change, in the native form"]


@dataclass(frozen=True, kw_only=True)
class AdjustedRecord(PuzzleRecord):
    """A harder puzzle, or an easier one, with the same answer."""

    before: Annotated[float | None, "the difficulty of the puzzle as it was"]
    difficulty: Annotated[float | None, "the difficulty of the new puzzle"]
    tries: Annotated[int, "how many puzzles were looked at"]
    clues: Annotated[int, "how many clues the new puzzle has"]
    left: Annotated[int | None, "how many facts small reasons leave open in the puzzle as it was, if that was asked"]
    changes: Annotated[list[ChangeRecord], "changes of one clue, if these were asked; those that help most first"]
    instance: Annotated[str | None, "the new puzzle, in the native form; null as long as there is none"]
    drawing: Drawing | None
    details: AdjustedPuzzle = field(repr=False)

    @property
    def puzzle(self) -> Puzzle | None:
        """The new puzzle."""
        return self.details.puzzle

    def sentences(self) -> Iterator[str]:
        """See Record."""
        yield from self.says
        yield from (f"  {each.says}" for each in self.changes)


def adjusted_record(puzzle: Puzzle, adjusted: AdjustedPuzzle) -> AdjustedRecord:
    """What is known so far."""
    new = adjusted.puzzle
    known = (
        adjusted.before is not None
        or new is not None
        or adjusted.verdict in (Verdict.NONE, Verdict.MULTIPLE)
        or adjusted.reason
        or adjusted.left is not None
    )
    words = Words(puzzle)
    return AdjustedRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=adjusted.verdict, reason=adjusted.reason,
        says=[_line(adjusted)] if known else [], before=adjusted.before, difficulty=adjusted.difficulty,
        tries=adjusted.tries, clues=adjusted.clues, left=adjusted.left,
        changes=[_change(words, each) for each in adjusted.changes],
        instance=native.yaml_of(new) if new is not None else None,
        drawing=Drawing(new, lambda: bare(new, adjusted.given)) if new is not None else None, details=adjusted,
    )  # fmt: skip


def _change(words: Words, change: Change) -> ChangeRecord:
    away = words.clue(change.away)
    moved = f"{away} moved: {words.atom(change.clue)}" if change.clue is not None else f"without {away}"
    says = sentence(f"{moved} ({many(change.left, 'fact')} left open)")
    return ChangeRecord(says=says, left=change.left, instance=native.yaml_of(change.puzzle))


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
    if adjusted.left is not None and adjusted.puzzle is None:
        found = many(len(adjusted.changes), "change")
        return (
            f"Small reasons leave {many(adjusted.left, 'fact')} open; of one clue, {found} of {adjusted.tries} would "
            f"leave {'more' if adjusted.harder else 'fewer'}{ended}."
        )
    if adjusted.before is None:
        return f"Unknown: {adjusted.reason}."
    if adjusted.puzzle is None:
        tries = f"{adjusted.tries} {'try' if adjusted.tries == 1 else 'tries'}"
        return f"No {word} puzzle came of {tries}; the difficulty is {adjusted.before}{ended}."
    now = f"difficulty {adjusted.difficulty} in place of {adjusted.before}"
    return f"{word.capitalize()}: {now}, {many(adjusted.clues, 'clue')}{ended}."
