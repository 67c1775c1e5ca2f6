"""The service's requests, as a worker answers them: everything that comes from a stranger is looked at here.

Each handler yields records, ever more complete; the last one is the answer. A worker answers one request and ends.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..model.errors import PuzzleError, fault
from ..model.puzzle import StopReason, Verdict
from ..report.results import Json, check_record
from ..solving.outcome import Outcome, Reason
from . import handlers, records, requests
from .context import Event, EventKind, Pieces, RequestContext, When
from .requests import REQUESTS

#: Bytes of one answer, all its pictures included.
LARGEST_ANSWER = 16 * 2**20

#: Seconds between two reports of what is known so far; and how many may come at once, as what is passed over is lost if
#: the next one takes for ever.
INTERVAL, BURST = 0.2, 8


def answer(
    name: str, request: requests.Body, time_limit: float, folder: str, own_types: tuple[str, ...]
) -> Iterator[Event]:
    """Answers the request of this name. time_limit: seconds. folder: an empty one, for files of the request.

    own_types: folders of types besides pysolve's.
    """
    os.chdir(folder)
    sent = 0
    try:
        context = RequestContext(request, time_limit, folder, own_types)
        for kind, record in _in_time(handlers.HANDLERS[name](context)):
            encoded = records.encode(record)
            sent += len(encoded)
            if sent > LARGEST_ANSWER:
                raise PuzzleError(f"the answer is larger than {LARGEST_ANSWER // 2**20} MB; ask for fewer answers")
            yield Event(kind, encoded, record.get("reason") is None)
    except PuzzleError as error:
        yield Event(EventKind.ERROR, records.encode(records.error(error, own_types)), True)


def _in_time(pieces: Pieces) -> Iterator[tuple[EventKind, Json]]:
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


# -- The service's requests where a worker of the page itself answers them, in WebAssembly (docs/browser.md)


def answer_page(name: str, body: str, time_limit: float, send: Callable[[str, str], object]) -> None:
    """Answers the request of this name: send(kind, JSON) for each event, the last one a result or an error.

    time_limit: seconds. It is looked at between answers; whoever waits longer ends the worker, and has the next one
    tell by 'ended' what was known till then: reason, the name of a StopReason; known, the last record, or null;
    answers.
    """
    try:
        if name == "ended":
            given = json.loads(body)
            known = None if given["known"] is None else records.encode(given["known"])
            answers = [records.encode(each) for each in given["answers"]]
            ended = ended_by(StopReason[given["reason"]], known, answers)
            send(ended.kind.value, ended.content.decode())
            return
        request = requests.request(REQUESTS[name], body.encode())
        with tempfile.TemporaryDirectory() as folder:
            try:
                for event in answer(name, request, time_limit, folder, ()):
                    send(event.kind.value, event.content.decode())
            finally:
                os.chdir(tempfile.gettempdir())
    except PuzzleError as error:
        send(EventKind.ERROR.value, records.encode(records.error(error)).decode())
    except Exception as error:  # whatever it is, the page waits for an answer
        if type(error).__name__ == "JsException":
            raise  # clingo itself has broken down: the worker is to be ended
        send(EventKind.ERROR.value, records.encode(records.error(fault(error))).decode())
