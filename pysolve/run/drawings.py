"""Pictures of puzzles, read, solved and drawn in workers, so that limits hold for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from ..formats import Reading, Source
from ..model.errors import StoppedError
from ..model.puzzle import Puzzle
from ..render.picture import draw
from ..results.record import Drawing
from ..solving.outcome import AnswerSet, Outcome, Reason
from ..solving.settings import Settings
from .jobs import limited
from .searches import after_waiting, search


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
