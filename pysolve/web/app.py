"""The service: addresses, requests and answers (docs/service.md). Workers answer the requests."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .. import catalog
from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import PuzzleType
from . import assets, cells, decoding, records, responses
from .cache import Cache
from .fixed import FIXED
from .middleware import KnownHosts, KnownOrigins, PageHeaders
from .openapi import document
from .pool import Busy, Limits, PendingRequest, Pool
from .requests import REQUESTS, Name, Type, TypeFolder
from .requests import Request as Body
from .thumbnails import Thumbnails
from .turns import client_of

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

    # -- Answering

    async def respond(self, request: Request, name: str, body: Body, streams: bool | None = None) -> Response:
        """Answers the request of this name: at once, or as a stream of events where the client wants it."""
        if streams is None:
            streams = "text/event-stream" in request.headers.get("accept", "")
        key = await self.cache.key(name, body)
        known = self.cache.get(key)
        if known is not None:
            return responses.Events(responses.replay(known)) if streams else responses.result(known)
        try:
            pending = self.pool.submit(name, body, client_of(request.client.host if request.client is not None else ""))
        except Busy:
            return responses.busy()
        if streams:
            return responses.Events(self._stream(pending, key), pending.end)
        try:
            return responses.result(await _while_connected(request, self.answer(pending, key)))
        except Busy:
            return responses.busy()
        finally:
            pending.end()  # a client may go at any time, also while its request waits for its turn

    async def answer(self, pending: PendingRequest, key: str) -> bytes:
        """The last event of a request, in the form in which it is kept."""
        async for kind, content, final in pending.events():
            if kind in ("result", "error"):
                return self._kept(key, kind, content, final)
        raise AssertionError("a request ends with a result or an error")

    async def _stream(self, pending: PendingRequest, key: str) -> AsyncIterator[bytes]:
        try:
            async for kind, content, final in pending.events():
                if kind in ("result", "error"):
                    self._kept(key, kind, content, final)
                yield responses.event(kind, content)
        except Busy:
            yield responses.busy_event()

    def _kept(self, key: str, kind: str, content: bytes, final: bool) -> bytes:
        kept = kind.encode() + b"\n" + content
        if final:
            self.cache.put(key, kept)
        return kept

    # -- The addresses

    async def post(self, request: Request) -> Response:
        """POST /api/{name}"""
        name = request.path_params["name"]
        body = await _decoded(partial(decoding.request, REQUESTS[name]), await self.body(request))
        return await self.respond(request, name, body)

    async def fixed(self, name: str, request: Request) -> Response:
        """GET /api/{name}, for the names of FIXED"""
        content = await asyncio.to_thread(lambda: records.encode(FIXED[name](self.own_types)))
        return responses.tagged(request, hashlib.sha256(content).hexdigest(), content, "application/json")

    async def type(self, request: Request) -> Response:
        """GET /api/types/{type}"""
        return await self.respond(request, "type", Type(type=(await self._known(request)).name))

    async def picture(self, request: Request) -> Response:
        """GET /api/types/{type}/picture.svg"""
        try:
            tag, svg = await self.thumbnails.get(await self._known(request))
        except Busy:
            return responses.busy()
        if svg is None:
            raise HTTPException(404, "this type has no example that could be drawn")
        return responses.tagged(request, tag, svg.encode(), "image/svg+xml")

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

    async def template(self, request: Request) -> Response:
        """GET /api/template/{name}?like={kind}"""
        name, like = request.path_params["name"], request.query_params.get("like", catalog.KINDS[0])
        decoding.value("types", name, TypeFolder)
        if like not in catalog.KINDS:
            raise PuzzleError(f"expected a kind of puzzle ({', '.join(catalog.KINDS)}), found {quote(like)}")
        return JSONResponse({"name": name, "files": catalog.new_type(name, like)})

    async def openapi(self, request: Request) -> Response:
        """GET /api/openapi.json"""
        return JSONResponse(document(self.limits))

    async def cells(self, request: Request) -> Response:
        """POST /solve: a list of cells, and the same with its answer."""
        received = await self.body(request, unnamed=True)
        body = await _decoded(partial(cells.request, named=request.query_params), received)
        response = await self.respond(request, "solve", body, streams=False)
        if response.status_code != 200:
            return response
        return JSONResponse(cells.answer(json.loads(bytes(response.body))))


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
        # All manifests are read before somebody waits for their list.
        surveying = asyncio.create_task(asyncio.to_thread(catalog.survey, service.own_types))
        try:
            yield
            await surveying
        finally:
            service.pool.close()

    routes = [
        Route("/", assets.page),
        Route("/static/{path:path}", assets.file),
        Route("/api/types/{type}", service.type),
        Route("/api/types/{type}/picture.svg", service.picture),
        Route("/api/template/{name}", service.template),
        Route("/api/openapi.json", service.openapi),
        Route("/solve", service.cells, methods=["POST"]),
        *(Route(f"/api/{name}", partial(service.fixed, name)) for name in FIXED),
        *(_route(name, service.post) for name in REQUESTS),
    ]
    middleware = [Middleware(PageHeaders), Middleware(KnownHosts, names=list(names))]
    origins = list(allowed_origins)
    middleware.append(Middleware(KnownOrigins, allowed=origins))
    if origins:
        middleware.append(
            Middleware(
                CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=["content-type"]
            )
        )
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        PuzzleError: responses.wrong_input,
        HTTPException: responses.refused,
        ClientDisconnect: responses.client_gone,
        Exception: responses.internal_error,
    }
    return Starlette(routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=running)


def _route(name: str, answer: Callable[[Request], Awaitable[Response]]) -> Route:
    async def named(request: Request) -> Response:
        request.path_params["name"] = name
        return await answer(request)

    return Route(f"/api/{name}", named, methods=["POST"], name=name)
