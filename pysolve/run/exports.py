"""Puzzles as others get them: in the formats of other programs, as pictures, on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from ..model.formats import format_named
from ..model.puzzle import OnlyAnswer, Puzzle, Verdict, no_answer
from ..model.terms import Term
from ..render.picture import draw
from ..render.sheet import Entry
from ..report.lines import sheet_entry
from ..results.record import Drawing
from ..solving.outcome import AnswerSet, Outcome, Reason
from ..solving.settings import Settings
from .analyses import limited
from .searches import GRACE, after_waiting, search
from .worker import Call, Executor

#: Seconds that the search may take; a puzzle that needs more is written without its answer.
PATIENCE = 5.0


def only_answer(puzzle: Puzzle) -> tuple[Term, ...] | None:
    """The shown atoms of the only answer; None if there is none, are several, or that is not known in time."""
    from ..solving.settings import Settings  # most formats ask for no answer
    from . import limits, searches

    running = searches.open_search(puzzle, Settings(models=2, time_limit=PATIENCE))
    try:
        with limits.ending(PATIENCE + searches.GRACE):
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
    from .analyses import limited  # takes time at the start
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
    from .analyses import limited

    return next(limited(partial(_in_one, puzzles, format_), settings, memory_limit))


def _in_one(puzzles: Sequence[Puzzle], format_: str, settings: Settings) -> Iterator[bytes]:
    yield formats.write_all(puzzles, format_)


# -- Pictures of puzzles, read, solved and drawn in workers, so that limits hold for all of it


class Drawn(NamedTuple):
    """What came of a puzzle. type: its type, if it is known. content: the file. reason: the limit that was reached."""

    type: str | None = None
    content: str | bytes | None = None
    reason: Reason | None = None


def drawn(
    source: Source, reading: Reading, settings: Settings, memory_limit: int | None, solved: bool, kind: str
) -> Drawn:
    """The picture of a puzzle as a file of a kind (results.record.PICTURES); none if there is no answer to draw.

    solved: with its first answer; without one, what a limit leaves is the board as it is written. PuzzleError as
    formats.read.
    """
    result = Drawn()
    try:
        work = partial(_drawn, source, reading, solved, kind)
        for each in limited(work, after_waiting(source, settings), memory_limit, apart=True):
            result = each
    except StoppedError as stopped:
        return result._replace(reason=stopped.reason)
    return result


def _drawn(source: Source, reading: Reading, solved: bool, kind: str, settings: Settings) -> Iterator[Drawn]:
    puzzle, answers, outcome = None, [], Outcome()
    for item in search((source, reading), settings):
        if isinstance(item, Puzzle):
            puzzle = item
            yield Drawn(puzzle.type.name, None if solved else _document(puzzle, None, outcome, kind))
        elif isinstance(item, AnswerSet):
            answers.append(item)
        else:
            outcome = item
    assert puzzle is not None, "it is read first"
    answer = outcome.best or next(iter(answers), None)
    if solved and answer is None:
        yield Drawn(puzzle.type.name, None, outcome.reason)
    else:
        yield Drawn(puzzle.type.name, _document(puzzle, answer if solved else None, outcome, kind))


def _document(puzzle: Puzzle, answer: AnswerSet | None, outcome: Outcome, kind: str) -> str | bytes:
    atoms = answer.atoms if answer is not None else ()
    return Drawing(puzzle, lambda: draw(puzzle, atoms, outcome.given)).document(kind)


# -- What stands on a sheet: puzzles, read, solved and drawn in workers, so that limits hold for all of it


def entries(
    sources: Iterable[Source], reading: Reading, settings: Settings, memory_limit: int | None = None
) -> Iterator[Entry | PuzzleError]:
    """The entries of a sheet, one for each source. The settings' time limit holds for each puzzle, as memory_limit
    (megabytes) does; what it leaves unsolved has a note.

    In place of a puzzle that cannot be understood, or could not be read and drawn within the limits, comes the error.
    """
    with Executor(memory_limit, most_uses=100 if memory_limit is None else 1) as executor:
        for source in sources:
            try:
                yield _entry(executor, source, reading, settings)
            except PuzzleError as error:
                yield error


def _entry(executor: Executor, source: Source, reading: Reading, settings: Settings) -> Entry:
    entry: Entry | None = None
    try:
        settings = after_waiting(source, settings)
        limit = settings.time_limit
        call = Call(_drawn_entries, (source, reading, settings), newest_only=True)
        for drawn in executor.stream(call, None if limit is None else limit + GRACE):
            entry = drawn
    except StoppedError as stopped:
        reason = stopped.reason
        if entry is None:
            raise StoppedError(reason, f"{reason}, and the puzzle was not drawn yet", file=source.file) from None
        return entry._replace(note=f"({reason})")
    assert entry is not None, "the search has an outcome"
    return entry


def _drawn_entries(source: Source, reading: Reading, settings: Settings) -> Iterator[Entry]:
    """The puzzle as it is drawn before it is solved, and then with its answer."""
    puzzle, answers = None, []
    for item in search((source, reading), settings):
        if isinstance(item, Puzzle):
            puzzle = item
            yield sheet_entry(puzzle, [], Outcome())
        elif isinstance(item, AnswerSet):
            answers.append(item)
        else:
            outcome = item
    assert puzzle is not None, "it is read first"
    yield sheet_entry(puzzle, answers, outcome)
