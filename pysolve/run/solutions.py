"""Puzzles written for other programs, with the only answer where the format holds answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from ..model.formats import format_named
from ..model.puzzle import OnlyAnswer, Puzzle, Verdict, no_answer
from ..model.terms import Term

if TYPE_CHECKING:
    from ..solving.settings import Settings

#: Seconds that the search may take; a puzzle that needs more is written without its answer.
PATIENCE = 5.0


def only_answer(puzzle: Puzzle) -> tuple[Term, ...] | None:
    """The shown atoms of the only answer; None if there is none, are several, or that is not known in time."""
    from ..solving.settings import Settings  # most formats ask for no answer
    from . import searches, watch

    running = searches.open_search(puzzle, Settings(models=2, time_limit=PATIENCE))
    try:
        with watch.ending(PATIENCE + searches.GRACE):
            answers = [answer.atoms for answer in running]
    except PuzzleError:  # the rules find the puzzle invalid
        return None
    return answers[0] if running.outcome.verdict is Verdict.UNIQUE else None


def with_answer(puzzle: Puzzle, format_: str, wanted: bool | None, find: OnlyAnswer = only_answer) -> Puzzle:
    """The puzzle as a format gets it that holds published answers, and does not check them: with its only answer if
    that is wanted, without one if it is not; None: as it is. find: what gives the only answer.
    """
    record = format_named(format_)
    if wanted is None or record.checks or not record.answers or (wanted and puzzle.answer is not None):
        return puzzle
    atoms = find(puzzle) if wanted else None
    if atoms is None:
        return replace(puzzle, answer=None)
    from ..render import answer_text

    return replace(puzzle, answer=answer_text.write(puzzle, atoms) + "\n")


class Converted(NamedTuple):
    """A puzzle that was read, as it is written, and the bytes of the file."""

    puzzle: Puzzle
    content: bytes


def converted(
    source: Source, reading: Reading, format_: str, solution: bool | None, settings: Settings,
    memory_limit: int | None = None,
) -> Converted:  # fmt: skip
    """The puzzle of a source in another format; limits cover all of it. solution: see with_answer. PuzzleError if it
    cannot be read or written, StoppedError if a limit was reached before it was.
    """
    if settings.time_limit is None and memory_limit is None:
        return next(_converted(source, reading, format_, solution, only_answer))
    from .jobs import limited  # takes time at the start
    from .searches import after_waiting

    work = partial(_with_and_without, source, reading, format_, solution)
    results: list[Converted] = []
    try:
        results += limited(work, after_waiting(source, settings), memory_limit)
    except StoppedError:
        if not results:
            raise  # otherwise it was the answer that took too long
    return results[-1]


def _with_and_without(
    source: Source, reading: Reading, format_: str, solution: bool | None, settings: Settings
) -> Iterator[Converted]:
    """The puzzle without its answer, which a limit leaves, and then with it."""
    yield from _converted(source, reading, format_, solution, no_answer)
    record = format_named(format_)
    if solution is not False and (record.checks or (record.answers and solution)):
        yield from _converted(source, reading, format_, solution, only_answer)


def _converted(
    source: Source, reading: Reading, format_: str, solution: bool | None, find: OnlyAnswer
) -> Iterator[Converted]:
    puzzle = with_answer(formats.read(source, reading), format_, solution, find)
    yield Converted(puzzle, formats.write(puzzle, format_, no_answer if solution is False else find))


def in_one(puzzles: Sequence[Puzzle], format_: str, settings: Settings, memory_limit: int | None = None) -> bytes:
    """Puzzles as the bytes of one file, within the limits. PuzzleError as formats.write_all."""
    if settings.time_limit is None and memory_limit is None:
        return formats.write_all(puzzles, format_)
    from .jobs import limited

    return next(limited(partial(_in_one, puzzles, format_), settings, memory_limit))


def _in_one(puzzles: Sequence[Puzzle], format_: str, settings: Settings) -> Iterator[bytes]:
    yield formats.write_all(puzzles, format_)
