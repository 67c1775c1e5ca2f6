"""Responses: results, streams of events, and what went wrong."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ..model.errors import PuzzleError, quote
from . import records
from .assets import compressed

#: Bytes that are sent at once: no more are held for a client that does not read.
_PIECE = 2**16

#: Seconds after which a client that met a full queue may come back.
COME_BACK = 2

BUSY = "too many requests are waiting; come back in a moment"


def tagged(request: Request, tag: str, content: bytes, media_type: str) -> Response:
    """Content that is not sent to a browser that has it already. tag: another one for other content."""
    headers = {"etag": f'"{tag}"', "cache-control": "no-cache"}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if headers["etag"] in known:
        return Response(status_code=304, headers=headers)
    return compressed(request, content, media_type, headers)


def result(kept: bytes) -> Response:
    """The response to a request whose last event was kept: its kind, a line end, its content."""
    kind, _, content = kept.partition(b"\n")
    return _Pieces(content, 200 if kind == b"result" else 400, media_type="application/json")


class _Pieces(Response):
    """A body that is sent as the client reads it, so that what it has not read is not copied for it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body = memoryview(bytes(self.body))
        for at in range(0, len(body) or 1, _PIECE):
            piece = bytes(body[at : at + _PIECE])
            await send({"type": "http.response.body", "body": piece, "more_body": at + _PIECE < len(body)})


class Events(StreamingResponse):
    """Server-sent events. at_end: called when they have been sent, or the client has gone, be it before the first."""

    def __init__(self, content: AsyncIterator[bytes], at_end: Callable[[], None] = lambda: None) -> None:
        super().__init__(content, media_type="text/event-stream", headers={"cache-control": "no-store"})
        self._at_end = at_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends them."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._at_end()


async def replay(kept: bytes) -> AsyncIterator[bytes]:
    """The events of a request whose last event was kept."""
    kind, _, content = kept.partition(b"\n")
    if kind == b"result":
        for answer in json.loads(content).get("answers", ()):
            yield event("answer", json.dumps(answer, ensure_ascii=False).encode())
    yield event(kind.decode(), content)


def event(kind: str, content: bytes) -> bytes:
    """A server-sent event. content: JSON, in one line."""
    return b"event: " + kind.encode() + b"\ndata: " + content + b"\n\n"


# -- What went wrong


def problem(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """The response that says what is wrong."""
    return JSONResponse({"error": sentence, "sentence": sentence}, status, headers)


def busy() -> Response:
    """The response where too many requests are waiting."""
    return problem(503, BUSY, {"retry-after": str(COME_BACK)})


def busy_event() -> bytes:
    """The same as an event."""
    return event("error", json.dumps({"error": BUSY, "sentence": BUSY, "status": 503}).encode())


async def wrong_input(request: Request, error: Exception) -> Response:
    """For a PuzzleError."""
    assert isinstance(error, PuzzleError)
    return JSONResponse(records.error(error), 400)


async def refused(request: Request, error: Exception) -> Response:
    """For an HTTPException. OPTIONS is answered everywhere, by the methods that an address has."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405 and request.method == "OPTIONS":
        return Response(status_code=204, headers={"allow": f"{(error.headers or {})['Allow']}, OPTIONS"})
    address = quote(request.url.path, 80)
    own = {404: f"there is nothing at {address}", 405: f"{address} has no method {request.method}"}
    worded = error.status_code not in own or error.detail != HTTPStatus(error.status_code).phrase
    sentence = error.detail if worded else own[error.status_code]
    return problem(error.status_code, sentence, dict(error.headers or {}))


async def client_gone(request: Request, error: Exception) -> Response:
    """For a client that has closed the connection; nobody reads it."""
    return Response(status_code=499)


async def internal_error(request: Request, error: Exception) -> Response:
    """For an exception that nobody expected."""
    return problem(500, f"a fault in pysolve itself: {type(error).__name__}")
