"""The HTTP server behind `pysolve serve`: uvicorn, with an end to waiting.

By itself uvicorn waits for ever for the second half of a request's head, and keeps what a client does not read for as
long as the connection stands.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
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
