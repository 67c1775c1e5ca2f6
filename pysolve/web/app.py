"""The service: addresses, requests and answers (docs/service.md). Workers answer the requests."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import catalog
from ..catalog import templates
from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import PuzzleType
from . import cells, decoding, records
from .cache import Cache
from .openapi import document
from .pool import Busy, Limits, PendingRequest, Pool
from .requests import QUESTIONS, Name, Type, TypeFolder
from .requests import Request as Body
from .thumbnails import Thumbnails

STATIC = Path(__file__).parent / "static"

#: The page may use what this server sends, and nothing else. (The rules' editor makes style sheets of its own.)
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

#: Bytes that are sent at once: a client that does not read has no more kept for it.
_PIECE = 2**16

#: Seconds after which one who found the queue full may come back.
COME_BACK = 2

BUSY = "too many questions wait already; come back in a moment"


class Service:
    """Puts questions to the pool, and knows the answers to those that were put before."""

    def __init__(self, limits: Limits, own_types: tuple[str, ...]) -> None:
        self.limits = limits
        self.own_types = own_types
        self.pool = Pool(limits, own_types)
        self.cache = Cache(own_types)
        self.thumbnails = Thumbnails(self.pool)

    # -- Reading requests

    async def body(self, request: Request, *, unnamed: bool = False) -> bytes:
        """The body of a request. unnamed: its content type may be missing.

        Raises HTTPException where it is no JSON, is too large or does not come in time.
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

    # -- Asking

    async def ask(self, request: Request, question: str, body: Body, streams: bool | None = None) -> Response:
        """Answers a question: at once, or as a stream of events where the client wants it."""
        if streams is None:
            streams = "text/event-stream" in request.headers.get("accept", "")
        key = await self.cache.key(question, body)
        known = self.cache.get(key)
        if known is not None:
            return _Events(_once(known)) if streams else _whole(known)
        try:
            pending = self.pool.ask(question, body)
        except Busy:
            return _busy()
        if streams:
            return _Events(self._stream(pending, key), pending.end)
        try:
            return _whole(await _unless_gone(request, self.answer(pending, key)))
        except Busy:
            return _busy()
        finally:
            pending.end()  # a client may go at any time, also while its question waits for its turn

    async def answer(self, pending: PendingRequest, key: str) -> bytes:
        """The last event of a question, in the form in which it is kept."""
        async for kind, content, final in pending.events():
            if kind in ("result", "error"):
                return self._kept(key, kind, content, final)
        raise AssertionError("a question ends with a result or an error")

    async def _stream(self, pending: PendingRequest, key: str) -> AsyncIterator[bytes]:
        try:
            async for kind, content, final in pending.events():
                if kind in ("result", "error"):
                    self._kept(key, kind, content, final)
                yield _event(kind, content)
        except Busy:
            yield _event("error", json.dumps({"error": BUSY, "sentence": BUSY, "status": 503}).encode())

    def _kept(self, key: str, kind: str, content: bytes, final: bool) -> bytes:
        whole = kind.encode() + b"\n" + content
        if final:
            self.cache.put(key, whole)
        return whole

    # -- The addresses

    async def question(self, request: Request) -> Response:
        """POST /api/{question}"""
        name = request.path_params["question"]
        body = decoding.request(QUESTIONS[name], await self.body(request))
        return await self.ask(request, name, body)

    async def types(self, request: Request) -> Response:
        """GET /api/types"""
        content = await asyncio.to_thread(lambda: _compact(records.survey(catalog.survey(self.own_types))))
        return _tagged(request, hashlib.sha256(content).hexdigest(), content, "application/json")

    async def type(self, request: Request) -> Response:
        """GET /api/types/{type}"""
        return await self.ask(request, "type", Type(type=(await self._known(request)).name))

    async def picture(self, request: Request) -> Response:
        """GET /api/types/{type}/picture.svg"""
        try:
            tag, svg = await self.thumbnails.get(await self._known(request))
        except Busy:
            return _busy()
        if svg is None:
            raise HTTPException(404, "this type has no example that could be drawn")
        return _tagged(request, tag, svg.encode(), "image/svg+xml")

    async def _known(self, request: Request) -> PuzzleType:
        """The type of the address; 404 if there is none. PuzzleError if its manifest is wrong."""
        try:
            name = decoding.value("type", request.path_params["type"], Name)
        except PuzzleError as error:
            raise HTTPException(404, error.sentence) from None
        type_ = await asyncio.to_thread(catalog.lookup, name, self.own_types)
        if type_ is None:
            raise HTTPException(404, (await asyncio.to_thread(catalog.unknown, name, self.own_types)).sentence)
        return type_

    async def drawing(self, request: Request) -> Response:
        """GET /api/drawing"""
        return JSONResponse(records.drawing(), headers={"cache-control": "max-age=60"})

    async def template(self, request: Request) -> Response:
        """GET /api/template/{name}"""
        name = request.path_params["name"]
        decoding.value("types", name, TypeFolder)
        return JSONResponse({"name": name, "files": templates.new_type(name)})

    async def openapi(self, request: Request) -> Response:
        """GET /api/openapi.json"""
        return JSONResponse(document(self.limits))

    async def cells(self, request: Request) -> Response:
        """POST /solve: a list of cells, and the same with its answer."""
        body = cells.request(await self.body(request, unnamed=True), request.query_params)
        found = await self.ask(request, "solve", body, streams=False)
        if found.status_code != 200:
            return found
        return JSONResponse(cells.answer(json.loads(bytes(found.body))))


# -- Answers


def _compact(record: records.Record) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _tagged(request: Request, tag: str, content: bytes, media_type: str) -> Response:
    """Content that is not sent to a browser that has it already. tag: another one for other content."""
    headers = {"etag": f'"{tag}"', "cache-control": "no-cache"}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if headers["etag"] in known:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def _whole(known: bytes) -> Response:
    kind, _, content = known.partition(b"\n")
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


class _Events(StreamingResponse):
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


async def _once(known: bytes) -> AsyncIterator[bytes]:
    kind, _, content = known.partition(b"\n")
    if kind == b"result":
        for answer in json.loads(content).get("answers", ()):
            yield _event("answer", json.dumps(answer, ensure_ascii=False).encode())
    yield _event(kind.decode(), content)


def _event(kind: str, content: bytes) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + content + b"\n\n"


def _problem(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": sentence, "sentence": sentence}, status, headers)


def _busy() -> Response:
    return _problem(503, BUSY, {"retry-after": str(COME_BACK)})


async def _unless_gone(request: Request, answer: Awaitable[bytes]) -> bytes:
    """The answer; if the client goes before it is there, the question is ended."""
    work = asyncio.ensure_future(answer)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise HTTPException(499, "the client has gone")
        return work.result()
    finally:
        gone.cancel()
        work.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _wrong_input(request: Request, error: Exception) -> Response:
    assert isinstance(error, PuzzleError)
    return JSONResponse(records.error(error), 400)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    address = quote(request.url.path, 80)
    own = {404: f"there is nothing at {address}", 405: f"{address} has no method {request.method}"}
    worded = error.status_code not in own or error.detail != HTTPStatus(error.status_code).phrase
    sentence = error.detail if worded else own[error.status_code]
    return _problem(error.status_code, sentence, dict(error.headers or {}))


async def _nobody_there(request: Request, error: Exception) -> Response:
    return Response(status_code=499)


async def _fault(request: Request, error: Exception) -> Response:
    return _problem(500, f"a fault in pysolve itself: {type(error).__name__}")


# -- The application


class _Headers:
    """Adds headers that keep the page to itself to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"content-security-policy", POLICY.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                ]
            await send(message)

        await self.app(scope, receive, send_with if scope["type"] == "http" else send)


class _KnownOrigins:
    """Refuses questions of pages of other sites: a browser sends them before it asks whether it may."""

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http" and scope["method"] == "POST":
            headers = Headers(scope=scope)
            if not self._is_known(headers):
                origin = quote(headers["origin"], 80)
                app = _problem(403, f"found the origin {origin}, expected a page of this server")
        await app(scope, receive, send)

    def _is_known(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None or origin in self.allowed or "*" in self.allowed:
            return True
        if headers.get("sec-fetch-site") == "same-origin":  # no page can say so itself; the host may be a proxy's name
            return True
        return origin.partition("://")[2].lower() == headers.get("host", "").lower()


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


class _Files(StaticFiles):
    """Files of the page, which browsers ask about before they use an old one."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["cache-control"] = "no-cache"
        return response


def create(
    limits: Limits | None = None,
    own_types: Iterable[str] = (),
    allowed_origins: Iterable[str] = (),
    names: Iterable[str] = ("*",),
) -> Starlette:
    """The application, for any ASGI server.

    own_types: folders of types besides pysolve's. allowed_origins: other sites whose pages may ask (CORS); none unless
    named. names: what this server may be called in requests; '*' is any name. Raises PuzzleError if a folder is not
    there.
    """
    folders = tuple(str(Path(folder).resolve()) for folder in own_types)
    catalog.folders(folders)
    service = Service(limits or Limits(), folders)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(service.pool.start)
        try:
            yield
        finally:
            service.pool.close()

    routes: list[Route | Mount] = [
        Route("/", _page),
        Mount("/static", _Files(directory=STATIC)),
        Route("/api/types", service.types),
        Route("/api/types/{type}", service.type),
        Route("/api/types/{type}/picture.svg", service.picture),
        Route("/api/drawing", service.drawing),
        Route("/api/template/{name}", service.template),
        Route("/api/openapi.json", service.openapi),
        Route("/solve", service.cells, methods=["POST"]),
        *(_route(name, service.question) for name in QUESTIONS),
    ]
    middleware = [Middleware(_Headers), Middleware(TrustedHostMiddleware, allowed_hosts=list(names))]
    origins = list(allowed_origins)
    middleware.append(Middleware(_KnownOrigins, allowed=origins))
    if origins:
        middleware.append(
            Middleware(
                CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=["content-type"]
            )
        )
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        PuzzleError: _wrong_input, HTTPException: _refused, ClientDisconnect: _nobody_there, Exception: _fault,
    }  # fmt: skip
    return Starlette(routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=running)


def _route(name: str, answer: Callable[[Request], Awaitable[Response]]) -> Route:
    async def named(request: Request) -> Response:
        request.path_params["question"] = name
        return await answer(request)

    return Route(f"/api/{name}", named, methods=["POST"], name=name)
