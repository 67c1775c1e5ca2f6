"""The service's requests, as a worker answers them: everything that comes from a stranger is looked at here.

Each handler yields records, ever more complete; the last one is the answer. A worker answers one request and ends.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..model.errors import PuzzleError
from ..model.puzzle import Verdict
from ..results.solved import check_record
from ..solving.outcome import Outcome, Reason
from . import analysis_handlers, puzzle_handlers, records, requests
from .context import RequestContext
from .events import Event, EventKind, Pieces, When
from .records import Record

#: Bytes of one answer, all its pictures included.
LARGEST_ANSWER = 16 * 2**20

#: Seconds between two reports of what is known so far; and how many may come at once, as what is passed over is lost if
#: the next one takes for ever.
INTERVAL, BURST = 0.2, 8

#: What answers a request, by the last part of its address ('examples' is a request of the service itself).
HANDLERS: dict[str, Callable[[RequestContext[Any]], Pieces]] = {
    "read": puzzle_handlers.read, "board": puzzle_handlers.board, "limits": puzzle_handlers.limits,
    "type": puzzle_handlers.type_, "examples": puzzle_handlers.examples, "solve": puzzle_handlers.solve,
    "check": puzzle_handlers.check, "conflicts": puzzle_handlers.conflicts, "convert": puzzle_handlers.convert,
    "why": analysis_handlers.why, "candidates": analysis_handlers.candidates, "reduce": analysis_handlers.reduce,
    "make": analysis_handlers.make, "hint": analysis_handlers.hint, "grade": analysis_handlers.grade,
    "sheet": puzzle_handlers.sheet, "adjust": analysis_handlers.adjust,
}  # fmt: skip


def answer(
    name: str, request: requests.Request, time_limit: float, folder: str, own_types: tuple[str, ...]
) -> Iterator[Event]:
    """Answers the request of this name. time_limit: seconds. folder: an empty one, for files of the request.

    own_types: folders of types besides pysolve's.
    """
    os.chdir(folder)
    sent = 0
    try:
        context = RequestContext(request, time_limit, folder, own_types)
        for kind, record in _in_time(HANDLERS[name](context)):
            encoded = records.encode(record)
            sent += len(encoded)
            if sent > LARGEST_ANSWER:
                raise PuzzleError(f"the answer is larger than {LARGEST_ANSWER // 2**20} MB; ask for fewer answers")
            yield Event(kind, encoded, record.get("reason") is None)
    except PuzzleError as error:
        yield Event(EventKind.ERROR, records.encode(records.error(error, own_types)), True)


def _in_time(pieces: Pieces) -> Iterator[tuple[EventKind, Record]]:
    """What is known so far every now and then, answers always; the last record is the result."""
    started, sent = time.monotonic(), 0
    for record, when in pieces:
        if when is When.ANSWER:
            yield EventKind.ANSWER, record()
        elif when is When.AT_LAST:
            yield EventKind.RESULT, record()
        elif when is When.AT_ONCE or sent < BURST + (time.monotonic() - started) / INTERVAL:
            yield EventKind.PROGRESS, record()
            sent += 1


def ended_by(reason: Reason, known: bytes | None, answers: list[bytes]) -> Event:
    """What was known when a limit ended a request: the answer then. known: the last record; answers: all that came."""
    nothing = check_record("puzzle", None, Outcome())  # not even the puzzle was read
    record: dict[str, Any] = nothing.json(()) if known is None else json.loads(known)
    record["reason"] = reason
    if answers:
        record |= {"answers": [json.loads(each) for each in answers], "count": len(answers)}
        record["verdict"] = Verdict.MULTIPLE if len(answers) > 1 else Verdict.UNKNOWN
    if not record.get("says") or record.get("verdict") == Verdict.UNKNOWN:
        record["says"] = [f"Unknown: {reason}."]
    return Event(EventKind.RESULT, records.encode(record), False)
