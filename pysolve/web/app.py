"""The service: addresses, requests and answers (docs/service.md). Workers answer the requests; uvicorn serves."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import queue
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from .. import catalog, formats
from ..formats.source import Reading
from ..model.errors import PuzzleError, alternatives, quote
from ..model.parts import HOLE
from ..model.puzzle_type import PuzzleType
from ..rules.library import well_known
from . import records, requests, site
from .cache import Cache, Thumbnails
from .context import shelved_board
from .openapi import document
from .pool import Busy, Limits, PendingRequest, Pool, client_of
from .records import FIXED
from .requests import REQUESTS, Body, Cell, Day, Name, Solve, Type, TypeFolder
from .site import POLICY, compressed

# -- The HTTP server behind `pysolve serve`: uvicorn, with an end to waiting
# By itself uvicorn waits for ever for the second half of a request's head, and keeps what a client does not read for as
# long as the connection stands.


#: Connections at once; further ones get 503 from uvicorn.
CONNECTIONS = 1000

#: Seconds between two looks at a connection; one without progress in between is closed.
PATIENCE = 30.0


def config(app: Any, patience: float = PATIENCE) -> uvicorn.Config:
    """How an application is served."""
    connection = type("Connection", (PatientProtocol,), {"patience": patience})
    return uvicorn.Config(
        app, http=connection, ws="none", log_level="warning", lifespan="on", timeout_keep_alive=60,
        timeout_graceful_shutdown=1, server_header=False, limit_concurrency=CONNECTIONS,
        log_config=LOGGING,
    )  # fmt: skip


class SparingHandler(logging.Handler):
    """Says what goes wrong in a line, the same once a minute: where there are no file descriptors, each of thousands of
    connections would leave a traceback. A thread of its own writes, so that nobody waits for who reads the output; what
    comes meanwhile is lost.
    """

    def __init__(
        self, write: Callable[[str], object] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._write = write or _to_standard_error
        self._clock = clock
        self._said: dict[str, float] = {}  # when, by line
        self._lines: queue.Queue[str] = queue.Queue(_MOST_LINES)
        self._writer: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Says it, unless it was said just now."""
        line = record.getMessage().partition("\n")[0]
        if record.exc_info and record.exc_info[1] is not None:
            line += f": {type(record.exc_info[1]).__name__}: {record.exc_info[1]}".partition("\n")[0]
        now = self._clock()
        self._said = {each: when for each, when in self._said.items() if now < when + _AGAIN}
        if line in self._said or len(self._said) >= _MOST_LINES:
            return
        self._said[line] = now
        if self._writer is None:
            self._writer = threading.Thread(target=self._write_all, daemon=True)
            self._writer.start()
        with suppress(queue.Full):
            detailed = logging.getLogger("pysolve").isEnabledFor(logging.DEBUG)
            self._lines.put_nowait((self.format(record) if detailed else line) + "\n")

    def _write_all(self) -> None:
        while True:
            with suppress(OSError, ValueError):  # nobody reads it any more
                self._write(self._lines.get())


#: Lines that wait to be written, and those that are said within a minute; seconds after which the same is said again.
_MOST_LINES, _AGAIN = 100, 60.0


def _to_standard_error(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()


#: Where uvicorn and asyncio say what goes wrong.
LOGGING = {
    "version": 1, "disable_existing_loggers": False, "handlers": {"sparing": {"()": SparingHandler}},
    "loggers": {name: {"handlers": ["sparing"], "propagate": False} for name in ("uvicorn", "asyncio")},
}  # fmt: skip


class PatientProtocol(H11Protocol):
    """A connection that is closed if its client sends no whole head of a request, or reads nothing of an answer, from
    one look to the next.
    """

    patience = PATIENCE

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to check. Head and body of an answer are two packets: neither waits until the other was acknowledged,
        which takes 40 ms. (asyncio sees to that only where a socket names its protocol; listening ones do not.)
        """
        super().connection_made(transport)
        connected = transport.get_extra_info("socket")
        if connected.family in (socket.AF_INET, socket.AF_INET6):
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._watch = self.loop.call_later(self.patience, self._check, self._head_due(), self._unread())

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to check."""
        self._watch.cancel()
        super().connection_lost(exc)

    def _check(self, head_due: object, unread: int) -> None:
        now_due, now_unread = self._head_due(), self._unread()
        if (now_due is not None and now_due is head_due) or 0 < unread <= now_unread:
            self.transport.abort()
        else:
            self._watch = self.loop.call_later(self.patience, self._check, now_due, now_unread)

    def _head_due(self) -> object | None:
        """The request after which another one's head is on its way, or the connection before the first one; None while
        a request is answered, or nothing is on its way and the keep-alive time runs.
        """
        if self.cycle is None:
            return self
        return self.cycle if self.cycle.response_complete and self.timeout_keep_alive_task is None else None

    def _unread(self) -> int:
        """Bytes that the client has to read before more is sent to it, or before the connection can close."""
        held = self.flow.write_paused or self.transport.is_closing()
        return self.transport.get_write_buffer_size() if held else 0


# -- Responses: results, streams of events, and what went wrong


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


# -- What every response gets, and whose pages may send requests


class PageHeaders:
    """Adds headers to every response that keep the page to itself, and to pages of allowed sites that show it."""

    def __init__(self, app: ASGIApp, allowed: Sequence[str] = ()) -> None:
        self.app = app
        self.policy = " ".join((POLICY, *allowed)).encode()  # it ends with who may show the page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"content-security-policy", self.policy),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                ]
            await send(message)

        await self.app(scope, receive, send_with if scope["type"] == "http" else send)


class Gate:
    """Passes on requests but those that it has a response to by itself."""

    def __init__(self, app: ASGIApp, known: Sequence[str]) -> None:
        """known: names, or origins, that are let in; '*' is any."""
        self.app = app
        self.known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_asked = scope["type"] == "http" and "*" not in self.known
        refused = self.refusal(Headers(scope=scope), scope["method"]) if is_asked else None
        await (refused or self.app)(scope, receive, send)

    def refusal(self, headers: Headers, method: str) -> Response | None:
        """What is answered to a request that is not let in."""
        raise NotImplementedError


class KnownHosts(Gate):
    """Refuses requests that call the server by another name, without port and brackets: one of another site may point
    here.
    """

    def refusal(self, headers: Headers, method: str) -> Response | None:
        """See Gate."""
        host = headers.get("host", "")
        if _name(host) in self.known:
            return None
        expected = alternatives([f"[{name}]" if ":" in name else name for name in self.known])
        return problem(400, f"found the host {quote(host, 80)}, expected {expected}")


def _name(host: str) -> str:
    """The name or address in the header Host, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


class KnownOrigins(Gate):
    """Refuses requests from pages of other sites, which browsers send without asking first."""

    def refusal(self, headers: Headers, method: str) -> Response | None:
        """See Gate."""
        if method != "POST" or self._is_known(headers):
            return None
        return problem(403, f"found the origin {quote(headers['origin'], 80)}, expected a page of this server")

    def _is_known(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None or origin in self.known:
            return True
        if headers.get("sec-fetch-site") == "same-origin":  # no page can say so itself; the host may be a proxy's name
            return True
        return origin.partition("://")[2].lower() == headers.get("host", "").lower()


# -- POST /solve: a JSON list of cells in, the same list with the answer out
# The address, the request and the answer are those of the Hidato solver that pysolve took the place of, so its clients
# need not be changed. The list may be of any type whose answer is a text in each cell (`?type=`).


@cache
def _type_of_lists() -> str:
    """The type of a list where the request names neither a type nor a board: the first well-known one of whose boards a
    list says all. Cells that are not in it are holes, the others are empty or hold a number, and so does the answer.
    """
    types = map(catalog.find, well_known())
    return next(type_.name for type_ in types if _is_said_by_lists(type_))


def _is_said_by_lists(type_: PuzzleType) -> bool:
    grid = type_.parts[0]
    takes_numbers = {"int", HOLE} <= {*grid.tokens, *grid.tokens.values()}
    return len(type_.parts) == 1 and takes_numbers and all(rule.mark == "text" for rule in type_.draw)


Place = tuple[int, int]


@cache
def _boards_of_lists() -> Mapping[str, frozenset[Place]]:
    """The cells of the boards of that type that pysolve has, by their names."""
    files = [file for file in catalog.examples(catalog.find(_type_of_lists())) if file == shelved_board(file.stem)]
    puzzles = (formats.read_one(file.read_text(), file.name, Reading()) for file in files)
    return {file.stem: frozenset(puzzle.board.cells) for file, puzzle in zip(files, puzzles)}


def _board_of(given: Sequence[Cell]) -> str | None:
    """The board of a list that names given cells alone, as that solver's had to, whose board was always the same: one
    of pysolve's that has all these cells, and as many as the largest number says, which the list itself has not. None
    if there is none.
    """
    numbers = [cell.val for cell in given if isinstance(cell.val, int)]
    places = {(cell.row, cell.col) for cell in given}
    if len(numbers) < len(given) or not len(places) < max(numbers, default=0):
        return None
    boards = _boards_of_lists().items()
    return next((name for name, cells in boards if places <= cells and len(cells) == max(numbers)), None)


def cells_request(text: bytes, named: Mapping[str, str]) -> tuple[Solve, list[Place]]:
    """The request 'solve', and the given cells in the order of the list. named: 'type', or 'board', the name of a board
    that pysolve has.

    Raises PuzzleError for other names.
    """
    for name in named:
        if name not in ("type", "board"):
            raise PuzzleError(f"the address has the key {quote(name)}, expected type or board")
    cells = text.decode("utf-8", errors="replace").removeprefix("\ufeff").strip()
    values: dict[str, object] = {"puzzle": cells or "[]", "models": 1, "show": ["cells"], **named}
    listed: list[Cell] = []
    with suppress(ValueError, RecursionError):  # what is wrong with the list is said where it is read
        listed = msgspec.json.decode(cells, type=list[Cell])
    if not named and (board := _board_of(listed)) is not None:
        values["board"] = board
    if "board" not in values:
        values.setdefault("type", _type_of_lists())
    return requests.body(Solve, values), [(cell.row, cell.col) for cell in listed if cell.val is not None]


def cells_of_answer(record: Mapping[str, Any], given: Iterable[Place]) -> list[Any]:
    """The cells of the answer: the given ones as they were given, then the others by their values. Raises HTTPException
    where there is none.
    """
    if record["answers"]:
        others = {(cell["row"], cell["col"]): cell for cell in record["answers"][0]["cells"]}
        first = [others.pop(place) for place in given if place in others]
        return [*first, *sorted(others.values(), key=lambda cell: (isinstance(cell["val"], str), cell["val"]))]
    raise HTTPException(504 if record["reason"] else 422, record["says"][0].rstrip("."))


Decoded = TypeVar("Decoded")

_SMALL = 2**16  # bytes of a body that is decoded at once


class Service:
    """Hands requests to the pool, and keeps the answers to earlier ones."""

    def __init__(self, limits: Limits, own_types: tuple[str, ...]) -> None:
        self.limits = limits
        self.own_types = own_types
        self.pool = Pool(limits, own_types)
        self.cache = Cache(own_types)
        self.thumbnails = Thumbnails(self.pool)

    # -- Reading requests

    async def body(self, request: Request, *, unnamed: bool = False) -> bytes:
        """The body of a request. unnamed: its content type may be missing.

        Raises HTTPException where it is not JSON, is too large or does not come in time.
        """
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and not (unnamed and not kind):
            raise HTTPException(415, f"found the content type {quote(kind)}, expected application/json")
        received = bytearray()
        try:
            async with asyncio.timeout(self.limits.sending):
                async for piece in request.stream():
                    received += piece
                    if len(received) > self.limits.body:
                        raise HTTPException(413, f"the body is larger than {self.limits.body:,} bytes")
        except TimeoutError:
            seconds = f"{self.limits.sending:g} seconds"
            sentence = f"the body of the request did not come within {seconds}"
            raise HTTPException(408, sentence, {"connection": "close"}) from None
        return bytes(received)

    # -- Answering

    async def respond(self, request: Request, name: str, body: Body, streams: bool | None = None) -> Response:
        """Answers the request of this name: at once, or as a stream of events where the client wants it."""
        if streams is None:
            streams = "text/event-stream" in request.headers.get("accept", "")
        key = await self.cache.key(name, body)
        known = self.cache.get(key)
        if known is not None:
            return Events(replay(known)) if streams else result(known)
        try:
            pending = self.pool.submit(name, body, client_of(request.client.host if request.client is not None else ""))
        except Busy:
            return busy()
        if streams:
            return Events(self._stream(pending, key), pending.end)
        try:
            return result(await _while_connected(request, self.answer(pending, key)))
        except Busy:
            return busy()
        finally:
            pending.end()  # a client may go at any time, also while its request waits for its turn

    async def answer(self, pending: PendingRequest, key: str) -> bytes:
        """The last event of a request, in the form in which it is kept."""
        async for kind, content, final in pending.events():
            if kind.is_last:
                return self._kept(key, kind, content, final)
        raise AssertionError("a request ends with a result or an error")

    async def _stream(self, pending: PendingRequest, key: str) -> AsyncIterator[bytes]:
        try:
            async for kind, content, final in pending.events():
                if kind.is_last:
                    self._kept(key, kind, content, final)
                yield event(kind, content)
        except Busy:
            yield busy_event()

    def _kept(self, key: str, kind: str, content: bytes, final: bool) -> bytes:
        kept = kind.encode() + b"\n" + content
        if final:
            self.cache.put(key, kept)
        return kept

    # -- The addresses

    async def post(self, name: str, request: Request) -> Response:
        """POST /api/{name}"""
        body = await _decoded(partial(requests.request, REQUESTS[name]), await self.body(request))
        return await self.respond(request, name, body)

    async def fixed(self, name: str, request: Request) -> Response:
        """GET /api/{name}, for the names of FIXED"""
        content = await asyncio.to_thread(lambda: records.encode(FIXED[name](self.own_types)))
        return tagged(request, hashlib.sha256(content).hexdigest(), content, "application/json")

    async def type(self, request: Request) -> Response:
        """GET /api/types/{type}"""
        return await self.respond(request, "type", Type(type=(await self._known(request)).name))

    async def picture(self, request: Request) -> Response:
        """GET /api/types/{type}/picture.svg"""
        try:
            tag, svg = await self.thumbnails.get(await self._known(request))
        except Busy:
            return busy()
        if svg is None:
            raise HTTPException(404, "this type has no example that could be drawn")
        return tagged(request, tag, svg.encode(), "image/svg+xml")

    async def day(self, request: Request) -> Response:
        """GET /api/days/{day}"""
        wanted = request.path_params["day"]
        if wanted not in catalog.every_day():
            raise HTTPException(404, "there is no such day; expected a month and a day, such as 11-27")
        return await self.respond(request, "day", Day(day=wanted))

    async def _known(self, request: Request) -> PuzzleType:
        """The type of the address; 404 if there is none. PuzzleError if its manifest is wrong."""
        try:
            name = requests.value("type", request.path_params["type"], Name)
        except PuzzleError as error:
            raise HTTPException(404, error.sentence) from None
        type_ = await asyncio.to_thread(catalog.lookup, name, self.own_types)
        if type_ is None:
            raise HTTPException(404, (await asyncio.to_thread(catalog.unknown, name, self.own_types)).sentence)
        return type_

    async def template(self, request: Request) -> Response:
        """GET /api/template/{name}?like={kind}"""
        name, like = request.path_params["name"], request.query_params.get("like", catalog.KINDS[0])
        requests.value("types", name, TypeFolder)
        if like not in catalog.KINDS:
            raise PuzzleError(f"expected a kind of puzzle ({', '.join(catalog.KINDS)}), found {quote(like)}")
        return JSONResponse({"name": name, "files": catalog.new_type(name, like)})

    async def openapi(self, request: Request) -> Response:
        """GET /api/openapi.json"""
        return JSONResponse(document(self.limits))

    async def cells(self, request: Request) -> Response:
        """POST /solve: a list of cells, and the same with its answer."""
        received = await self.body(request, unnamed=True)
        body, given = await _decoded(partial(cells_request, named=request.query_params), received)
        response = await self.respond(request, "solve", body, streams=False)
        if response.status_code != 200:
            return response
        return JSONResponse(cells_of_answer(json.loads(bytes(response.body)), given))


async def _decoded(decode: Callable[[bytes], Decoded], body: bytes) -> Decoded:
    """What a body means. A large one is decoded beside the event loop, which meanwhile serves others."""
    return decode(body) if len(body) <= _SMALL else await asyncio.to_thread(decode, body)


async def _while_connected(request: Request, answer: Awaitable[bytes]) -> bytes:
    """The answer; if the client goes before it is there, the request is ended."""
    work = asyncio.ensure_future(answer)
    disconnected = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({work, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise HTTPException(499, "the client has gone")
        return work.result()
    except asyncio.CancelledError:  # uvicorn gives up waiting for the answer
        raise HTTPException(503, "the service is shutting down") from None
    finally:
        disconnected.cancel()
        work.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# -- The application


def create(
    limits: Limits | None = None,
    own_types: Iterable[str] = (),
    allowed_origins: Iterable[str] = (),
    names: Iterable[str] = ("*",),
) -> Starlette:
    """The application, for any ASGI server.

    own_types: folders of types besides pysolve's. allowed_origins: other sites whose pages may ask (CORS) and show the
    page; none unless named. names: what this server may be called in requests; '*' is any name. Raises PuzzleError if a
    folder is not there.
    """
    folders = tuple(str(Path(folder).resolve()) for folder in own_types)
    catalog.folders(folders)
    service = Service(limits or Limits(), folders)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(service.pool.start)
        # All manifests are read before somebody waits for their list.
        surveying = asyncio.create_task(asyncio.to_thread(catalog.survey, service.own_types))
        try:
            yield
            await surveying
        finally:
            service.pool.close()

    routes = [
        Route("/", site.page),
        *(Route(f"/{name}", site.beside) for name in site.BESIDE),
        Route("/static/{path:path}", site.file),
        Route("/api/types/{type}", service.type),
        Route("/api/types/{type}/picture.svg", service.picture),
        Route("/api/days/{day}", service.day),
        Route("/api/template/{name}", service.template),
        Route("/api/openapi.json", service.openapi),
        Route("/solve", service.cells, methods=["POST"]),
        *(Route(f"/api/{name}", partial(service.fixed, name)) for name in FIXED),
        *(Route(f"/api/{name}", partial(service.post, name), methods=["POST"], name=name) for name in REQUESTS),
    ]
    origins = list(allowed_origins)
    middleware = [
        Middleware(PageHeaders, allowed=origins),
        Middleware(KnownHosts, known=list(names)),
        Middleware(KnownOrigins, known=origins),
    ]
    if origins:
        middleware.append(
            Middleware(
                CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=["content-type"]
            )
        )
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        PuzzleError: wrong_input,
        HTTPException: refused,
        ClientDisconnect: client_gone,
        Exception: internal_error,
    }
    return Starlette(routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=running)
