"""A lot: puzzles that a worker reads and solves one after the other.

The process that hands lots out imports this, too; so what solves puzzles is imported in the worker.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from ..model.puzzle import Puzzle
from ..report.record import RecordVerdict, ReportLine

if TYPE_CHECKING:
    from ..solving.outcome import Outcome
    from ..solving.protocol import AnswerSearch
    from ..solving.settings import Settings

_TOGETHER = 0.02  # seconds for which a worker gathers records, so that little time goes into sending them


@dataclass(frozen=True, slots=True)
class Begun:
    """A puzzle of this type is solved by itself now; its answers follow as they are found."""

    type: str


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """An answer of that puzzle, as plain text."""

    answer: str


@dataclass(frozen=True, slots=True)
class Done:
    """The records of the next puzzles."""

    records: list[ReportLine]


def solve_lot(sources: Sequence[Source], reading: Reading, settings: Settings) -> Iterator[Begun | FoundAnswer | Done]:
    """Reads and solves puzzles, one after the other. Boards of one shape share a grounding, and reported together."""
    from ..solving import multishot

    puzzles = [_read(source, reading) for source in sources]
    together = (puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle))
    groups = multishot.Groups(() if settings.statistics else together, settings)  # one grounding has one statistics
    done: list[ReportLine] = []
    sent = time.monotonic()
    for source, puzzle in zip(sources, puzzles):
        started = time.monotonic()
        alone = False
        record = ReportLine(source.name)
        if isinstance(puzzle, StoppedError):
            record.error = puzzle.reason
        elif isinstance(puzzle, PuzzleError):
            record.verdict, record.error = RecordVerdict.ERROR, str(puzzle)
        else:
            record.type, record.notes = puzzle.type.name, [*map(str, puzzle.remarks)] or None
            shared_search = groups.search(puzzle)
            alone = shared_search is None
            if alone:
                if done:
                    yield Done(done)
                    done = []
                yield Begun(record.type)
            for answer in _solve(puzzle, record, shared_search, settings):
                if alone:
                    yield FoundAnswer(answer)
        now = time.monotonic()
        record.seconds = round(now - started, 4)
        done.append(record)
        if alone or now > sent + _TOGETHER:
            yield Done(done)
            done, sent = [], now
    if done:
        yield Done(done)


def _read(source: Source, reading: Reading) -> Puzzle | PuzzleError:
    try:
        return formats.read(source, reading)
    except PuzzleError as error:
        return error


def _solve(puzzle: Puzzle, record: ReportLine, shared_search: AnswerSearch | None, settings: Settings) -> Iterator[str]:
    """Fills the record, and yields the answers on the way."""
    from ..render import answer_text
    from ..solving.strategy import open_local
    from . import watch

    try:
        writer, record.group = answer_text.Writer(puzzle), puzzle.group
        with watch.bounded(puzzle.type, settings) as settings:
            search = shared_search or open_local(puzzle, settings)
            for answer in search:
                record.answers.append(writer.write(answer.atoms))
                yield record.answers[-1]
            outcome = search.outcome
            if outcome.reason is not None:
                outcome.reason = watch.reason(outcome.reason.kind)
        if outcome.best is not None:
            record.answers.append(writer.write(outcome.best.atoms))
        record.verdict, record.error = RecordVerdict.of(outcome), outcome.reason
        if settings.statistics:
            record.details = _details(puzzle, outcome, settings)
        _compare(puzzle, record)
    except PuzzleError as error:
        record.verdict, record.error = RecordVerdict.ERROR, str(error)


def _details(puzzle: Puzzle, outcome: Outcome, settings: Settings) -> dict[str, object]:
    """How a puzzle was solved, by the names of report.record.DETAILS."""
    atoms, rules = outcome.ground_size or (None, None)
    solver = outcome.statistics["solving"]["solvers"] if outcome.statistics else {}
    took = {name: int(solver[name]) if name in solver else None for name in ("choices", "conflicts")}
    options = {**puzzle.options, **settings.constants}
    return {"atoms": atoms, "ground_rules": rules, **took, "rules": list(settings.rules), "options": options}


def _compare(puzzle: Puzzle, record: ReportLine) -> None:
    """Sets what the record says of the published answer, if there is one."""
    if puzzle.answer is None or not record.answers:
        return
    from ..render.comparison import compare

    comparisons = [compare(puzzle, answer, puzzle.answer) for answer in record.answers]
    record.agrees = any(comparison.agrees for comparison in comparisons)
    if not record.agrees and puzzle.is_answer_drawn:
        record.agrees = None  # it may be a part of an answer
    elif not record.agrees:
        record.differs = [[row, puzzle.board.position((row, column))] for row, column in comparisons[0].differing]
