"""What every response gets, and whose pages may send requests."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..model.errors import alternatives, quote
from .responses import problem

#: The page may use what this server sends, and nothing else. (The rules' editor makes style sheets of its own.)
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class PageHeaders:
    """Adds headers to every response that keep the page to itself."""

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


class KnownHosts:
    """Refuses requests that call the server by another name: one of another site may point here."""

    def __init__(self, app: ASGIApp, names: Sequence[str]) -> None:
        """names: what the server may be called, without port and brackets; '*' is any name."""
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http" and "*" not in self.names:
            host = Headers(scope=scope).get("host", "")
            if _name(host) not in self.names:
                expected = alternatives([f"[{name}]" if ":" in name else name for name in self.names])
                app = problem(400, f"found the host {quote(host, 80)}, expected {expected}")
        await app(scope, receive, send)


def _name(host: str) -> str:
    """The name or address in the header Host, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


class KnownOrigins:
    """Refuses requests from pages of other sites, which browsers send without asking first."""

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http" and scope["method"] == "POST":
            headers = Headers(scope=scope)
            if not self._is_known(headers):
                origin = quote(headers["origin"], 80)
                app = problem(403, f"found the origin {origin}, expected a page of this server")
        await app(scope, receive, send)

    def _is_known(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None or origin in self.allowed or "*" in self.allowed:
            return True
        if headers.get("sec-fetch-site") == "same-origin":  # no page can say so itself; the host may be a proxy's name
            return True
        return origin.partition("://")[2].lower() == headers.get("host", "").lower()
