"""The same answer from other clues: a puzzle with fewer of them, a harder one, an easier one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from ..analysis.reduce import ReducedPuzzle, ReduceRequest, reduce_clues
from ..formats import native
from ..generate.adjust import AdjustedPuzzle, AdjustRequest, Change, adjust_difficulty
from ..model.errors import checked, many
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Value
from ..report.lines import bare
from ..report.results import Drawing, PuzzleRecord, Record
from ..report.words import Words, sentence
from ..run.searches import last
from ..solving.settings import Settings
from .entry import SEEDS, Analysis, Figure, Instance, Lines, Says, Shown, Task, read_places


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

    @property
    def found(self) -> bool:
        """See Record."""
        return self.instance is not None


def reduced_record(puzzle: Puzzle, reduced: ReducedPuzzle) -> ReducedRecord:
    """What is known so far."""
    left = reduced.puzzle
    return ReducedRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=reduced.verdict, reason=reduced.reason,
        says=[_reduced_line(reduced)] if left or reduced.verdict != Verdict.UNIQUE or reduced.reason else [],
        clues=len(reduced.left), removed=len(reduced.removed), fewest=reduced.fewest,
        instance=native.yaml_of(left) if left is not None else None,
        drawing=Drawing(left, lambda: bare(left, reduced.given)) if left is not None else None, details=reduced,
    )  # fmt: skip


def _reduced_line(reduced: ReducedPuzzle) -> str:
    """What came of it, in a sentence."""
    if reduced.puzzle is None:
        return {
            Verdict.NONE: "There is no answer, so nothing can be reduced.",
            Verdict.MULTIPLE: "There are several answers, so nothing can be reduced.",
            Verdict.UNKNOWN: f"Unknown: {reduced.reason}.",
            Verdict.UNIQUE: f"Nothing was taken away: {reduced.reason}.",
        }[reduced.verdict]
    removed, left = len(reduced.removed), len(reduced.left)
    line = f"{many(removed, 'clue')} of {removed + left} taken away; {left} left"
    if reduced.fewest:
        line += ", and no fewer are enough"
    if reduced.reason:
        line += f" ({reduced.reason} before {'the fewest were found' if reduced.minimal else 'all were tried'})"
    return line + "."


# -- A puzzle that was made harder or easier


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

    @property
    def found(self) -> bool:
        """See Record."""
        return self.instance is not None

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
        says=[_adjusted_line(adjusted)] if known else [], before=adjusted.before, difficulty=adjusted.difficulty,
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


def _adjusted_line(adjusted: AdjustedPuzzle) -> str:
    """What came of it, in a sentence."""
    word = "harder" if adjusted.harder else "easier"
    if adjusted.verdict == Verdict.NONE:
        return f"There is no answer, so the puzzle cannot be made {word}."
    if adjusted.verdict == Verdict.MULTIPLE:
        return f"There are several answers, so the puzzle cannot be made {word}."
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


# -- How they are shown


def _shown(record: ReducedRecord | AdjustedRecord) -> Iterator[Shown]:
    if record.puzzle is None or record.drawing is None:
        yield Lines(list(record.sentences()))
    else:
        yield Instance(record.puzzle, list(record.sentences()), record.drawing)
        yield Figure([record.drawing])
    yield record


def _show_reduced(puzzle: Puzzle, results: Iterator[ReducedPuzzle]) -> Iterator[Shown]:
    """Take clues away, one after the other, while the answer stays the only one, until none can go.

    Writes the puzzle that is left in the native format.

    Exit codes: 0 done, 1 the answer is not the only one to begin with, 2 wrong input, 3 a limit was reached.
    """
    yield from _shown(reduced_record(puzzle, last(results)))


def _show_adjusted(puzzle: Puzzle, results: Iterator[AdjustedPuzzle]) -> Iterator[Shown]:
    """Make a puzzle harder, or easier: with other clues of the same answer.

    Writes the puzzle that differs the most in difficulty from the given one, in the native format.

    With --one, the break-in: how many facts steps with small reasons leave open, and which change of one clue leaves
    the fewest, or with --harder the most.

    Exit codes: 0 done, 1 no such puzzle came of the tries, 2 wrong input, 3 a limit was reached.
    """
    yield from _shown(adjusted_record(puzzle, last(results)))


# -- The analyses

KEEP = Says(
    "places whose clues stay",
    "keep the clue in this cell, or (left,R) beside row R", metavar="R,C", read=read_places,
)  # fmt: skip
SYMMETRIC = Says("clues that a half turn of the board maps to each other go together")
SEED = Says(
    "for what is chosen at random: the same seed leads to the same result",
    "for random choices: the same seed leads to the same result", limits=SEEDS,
)  # fmt: skip


@checked
def reduce(
    puzzle: Puzzle,
    settings: Settings | None = None,
    *,
    keep: Annotated[Iterable[Value], KEEP] = (),
    symmetric: Annotated[bool, SYMMETRIC] = False,
    smallest: Annotated[bool, Says("find the fewest clues that leave one answer; for small boards")] = False,
    seed: Annotated[int, SEED] = 0,
) -> ReducedRecord:
    """The puzzle with as few clues as are left when none can be taken away without other answers appearing. Raises
    PuzzleError as solve does.

    >>> pysolve.reduce(board).clues
    5
    """
    return _reducing(ReduceRequest(frozenset(keep), symmetric, seed, smallest)).last(puzzle, settings)


def _reducing(request: ReduceRequest) -> Task[ReducedPuzzle, ReducedRecord]:
    return Task(ReducedPuzzle(), partial(reduce_clues, request=request), reduced_record)


REDUCE = Analysis(reduce, lambda **values: _reducing(ReduceRequest(**values)), _show_reduced)


@checked
def adjust(
    puzzle: Puzzle,
    settings: Settings | None = None,
    *,
    harder: Annotated[
        bool, Says("harder, or else easier", "which of the two (default: harder)", "--harder/--easier")
    ] = True,
    tries: Annotated[int, Says("the number of puzzles to try", "puzzles to try", limits=(1, 10_000))] = 10,
    one: Annotated[bool, Says("move or take away one clue only; says what each such change does")] = False,
    keep: Annotated[Iterable[Value], KEEP] = (),
    symmetric: Annotated[bool, SYMMETRIC] = False,
    seed: Annotated[int, SEED] = 0,
) -> AdjustedRecord:
    """A harder puzzle, or an easier one, with the same answer and other clues. Raises PuzzleError as solve does.

    >>> pysolve.adjust(board, harder=False, tries=2).tries
    2
    """
    return _adjusting(AdjustRequest(harder, frozenset(keep), symmetric, seed, tries, one)).last(puzzle, settings)


def _adjusting(request: AdjustRequest) -> Task[AdjustedPuzzle, AdjustedRecord]:
    return Task(AdjustedPuzzle(harder=request.harder), partial(adjust_difficulty, request=request), adjusted_record)


def _contradiction(*, one: bool, symmetric: bool, **others: object) -> str | None:
    return "--one changes one clue, so it does not go with --symmetric" if one and symmetric else None


ADJUST = Analysis(adjust, lambda **values: _adjusting(AdjustRequest(**values)), _show_adjusted, _contradiction)
