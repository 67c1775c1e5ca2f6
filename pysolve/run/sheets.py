"""What stands on a sheet: puzzles, read, solved and drawn in workers, so that limits hold for all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from ..model.puzzle import Puzzle
from ..render.sheet import Entry
from ..report.lines import sheet_entry
from ..solving.outcome import AnswerSet, Outcome
from ..solving.settings import Settings
from .executor import Executor
from .searches import GRACE, after_waiting, search
from .workers import Call


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
        call = Call(_drawn, (source, reading, settings), newest_only=True)
        for drawn in executor.stream(call, None if limit is None else limit + GRACE):
            entry = drawn
    except StoppedError as stopped:
        reason = stopped.reason
        if entry is None:
            raise StoppedError(reason, f"{reason}, and the puzzle was not drawn yet", file=source.file) from None
        return entry._replace(note=f"({reason})")
    assert entry is not None, "the search has an outcome"
    return entry


def _drawn(source: Source, reading: Reading, settings: Settings) -> Iterator[Entry]:
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
