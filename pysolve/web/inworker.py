"""The service's requests where a worker of the page itself answers them, in WebAssembly (docs/browser.md)."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable

from ..model.errors import PuzzleError, fault
from ..solving.outcome import StopReason
from . import decoding, records, worker
from .events import EventKind
from .requests import REQUESTS


def answer(name: str, body: str, time_limit: float, send: Callable[[str, str], object]) -> None:
    """Answers the request of this name: send(kind, JSON) for each event, the last one a result or an error.

    time_limit: seconds. It is looked at between answers; who waits longer ends the worker, and has the next one tell
    by 'ended' what was known till then: reason, the name of a StopReason; known, the last record, or null; answers.
    """
    try:
        if name == "ended":
            given = json.loads(body)
            known = None if given["known"] is None else records.encode(given["known"])
            answers = [records.encode(each) for each in given["answers"]]
            ended = worker.ended_by(StopReason[given["reason"]], known, answers)
            send(ended.kind.value, ended.content.decode())
            return
        request = decoding.request(REQUESTS[name], body.encode())
        with tempfile.TemporaryDirectory() as folder:
            try:
                for event in worker.answer(name, request, time_limit, folder, ()):
                    send(event.kind.value, event.content.decode())
            finally:
                os.chdir(tempfile.gettempdir())
    except PuzzleError as error:
        send(EventKind.ERROR.value, records.encode(records.error(error)).decode())
    except Exception as error:  # whatever it is, the page waits for an answer
        if type(error).__name__ == "JsException":
            raise  # clingo itself has broken down: the worker is to be ended
        send(EventKind.ERROR.value, records.encode(records.error(fault(error))).decode())
