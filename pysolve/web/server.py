"""The HTTP server behind `pysolve serve`: uvicorn, with an end to waiting.

By itself uvicorn waits for ever for the second half of a request's head, and keeps what a client does not read for as
long as the connection stands.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

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
    )  # fmt: skip


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
