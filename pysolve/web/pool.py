"""Worker processes for the service: one request each, a bounded number at once, and a bounded queue before them, in
which clients take turns.

A worker that has answered, runs out of time or memory, dies, or whose client has gone, is ended; a fresh one that was
started beforehand takes the next request. Nothing of one request is left for the next.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from ipaddress import IPv6Address, ip_address
from typing import Generic, NamedTuple, TypeVar

from ..model.errors import PuzzleError, StoppedError, fault
from ..run.worker import Call, Executor, Job
from . import worker
from .context import Event, EventKind
from .requests import Body

# -- Whose request a worker answers next: clients take turns, and what is short has a lane of its own


Item = TypeVar("Item")


class Lane(IntEnum):
    """How long requests take. RECORD: what is the same for all. SHORT: what mostly ends at once. ANY: all others."""

    RECORD, SHORT, ANY = range(3)


class Turn(NamedTuple, Generic[Item]):
    """An item whose turn has come. lane: the one in which it has a place, until it ends."""

    client: str
    item: Item
    lane: Lane


class Turns(Generic[Item]):
    """Items that wait for a place. The next free one gets the client with the fewest places; of several, the one
    whose last turn was longest ago. To be used in one thread.

    Beside the places for all there is one for short items of clients who have no other place, and one for records: so
    neither waits for what may take long.
    """

    def __init__(self, places: int, waiting: int) -> None:
        """places: for all lanes. waiting: how many items may wait."""
        self._free = {Lane.ANY: places, Lane.SHORT: 1, Lane.RECORD: 1}
        self._most = waiting
        self._waiting: dict[str, list[tuple[Item, Lane]]] = {}  # by client
        self._taken: Counter[str] = Counter()  # places, by client
        self._last: dict[str, int] = {}  # the number of the last turn of clients who wait or have places
        self._turns = 0

    def put(self, client: str, item: Item, lane: Lane) -> None:
        """An item begins to wait."""
        self._waiting.setdefault(client, []).append((item, lane))

    def withdraw(self, client: str, item: Item) -> None:
        """An item does not wait any more, if it still does."""
        self._leave(client, [each for each in self._waiting.get(client, []) if each[0] is not item])

    def start(self) -> Iterator[Turn[Item]]:
        """The items that find a place now."""
        while (turn := self._next()) is not None:
            yield turn

    def end(self, turn: Turn[Item]) -> None:
        """An item has ended; its place is free."""
        self._free[turn.lane] += 1
        self._taken[turn.client] -= 1
        self._forget(turn.client)

    def excess(self) -> Iterator[Item]:
        """The items that wait though there are too many: the newest ones of who has most of them. They wait no more."""
        while sum(map(len, self._waiting.values())) > self._most:
            client = max(self._waiting, key=lambda each: len(self._waiting[each]))
            *others, (item, _) = self._waiting[client]
            self._leave(client, others)
            yield item

    def _next(self) -> Turn[Item] | None:
        for client in sorted(self._waiting, key=lambda each: (self._taken[each], self._last.get(each, 0))):
            for item, lane in self._waiting[client]:
                place = self._place(client, lane)
                if place is not None:
                    self._free[place] -= 1
                    self._taken[client] += 1
                    self._turns += 1
                    self._last[client] = self._turns
                    self.withdraw(client, item)
                    return Turn(client, item, place)
        return None

    def _place(self, client: str, lane: Lane) -> Lane | None:
        if self._free[Lane.ANY]:
            return Lane.ANY
        if lane <= Lane.SHORT and self._free[Lane.SHORT] and not self._taken[client]:
            return Lane.SHORT
        return Lane.RECORD if lane is Lane.RECORD and self._free[Lane.RECORD] else None

    def _leave(self, client: str, left: list[tuple[Item, Lane]]) -> None:
        if left:
            self._waiting[client] = left
        else:
            self._waiting.pop(client, None)
            self._forget(client)

    def _forget(self, client: str) -> None:
        if not self._taken[client]:
            del self._taken[client]
            if client not in self._waiting:
                self._last.pop(client, None)


def client_of(address: str) -> str:
    """Who takes turns: an address, or the network of an IPv6 address, of which a client has any number."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(parsed) if not isinstance(parsed, IPv6Address) or parsed.ipv4_mapped else parsed.exploded[:19]


#: Requests that are mostly short, unless they bring rules or types of their own; all others may take long.
LANES = {
    "type": Lane.RECORD, "examples": Lane.RECORD, "day": Lane.RECORD, "read": Lane.SHORT, "board": Lane.SHORT,
    "limits": Lane.SHORT, "retype": Lane.SHORT, "check": Lane.SHORT, "conflicts": Lane.SHORT, "convert": Lane.SHORT,
    "solve": Lane.SHORT,
}  # fmt: skip

#: Seconds that a worker gets to report after its time is over.
GRACE = 1.0


@dataclass(frozen=True)
class Limits:
    """What strangers may use.

    workers: requests at once. waiting: how many further ones may wait. time: seconds for a request. memory: megabytes
    for a request, None for no limit. patience: seconds that a request waits for its turn. body: bytes of a request.
    sending: seconds that a request's body may take to come.
    """

    workers: int = max(os.cpu_count() or 1, 1)
    waiting: int = 100
    time: float = 20.0
    memory: int | None = None if sys.platform in ("win32", "darwin") else 1000
    patience: float = 30.0
    body: int = 4 * 2**20
    sending: float = 30.0


class Busy(Exception):
    """Too many requests wait already, or one has waited too long."""


class Pool:
    """Has workers answer requests, a bounded number at once."""

    def __init__(self, limits: Limits, own_types: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self.own_types = own_types
        self.turns: Turns[PendingRequest] = Turns(limits.workers, limits.waiting)
        self._threads = ThreadPoolExecutor(limits.workers + len(Lane) - 1, thread_name_prefix="request")
        forks = "forkserver" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if forks else "spawn")
        if forks:
            context.set_forkserver_preload(["pysolve.web.preloaded"])
        self.executor = Executor(limits.memory, context=context, standby=limits.workers)

    def start(self) -> None:
        """Starts the workers that stand by."""
        self.executor.start()

    def close(self) -> None:
        """Ends all workers."""
        self.executor.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def submit(self, name: str, request: Body, client: str = "") -> PendingRequest:
        """Puts a request of a client into the queue, by its name. To be called in the thread of the event loop.

        Where too many wait, those of the client with most of them get Busy; raised at once if this is one of them.
        """
        limit = min(getattr(request, "time_limit", None) or self.limits.time, self.limits.time)
        pending = PendingRequest(self, name, request, limit, asyncio.get_running_loop(), client)
        self.turns.put(client, pending, lane_of(name, request))
        self._start()
        for refused in self.turns.excess():
            if refused is pending:
                raise Busy
            refused.refuse()
        return pending

    def _start(self) -> None:
        for turn in self.turns.start():
            self._threads.submit(turn.item.run).add_done_callback(partial(self._ended, turn))

    def _ended(self, turn: Turn[PendingRequest], future: Future[None]) -> None:
        """In any thread."""
        with suppress(RuntimeError):  # the service has ended meanwhile
            turn.item.loop.call_soon_threadsafe(self._free, turn)

    def _free(self, turn: Turn[PendingRequest]) -> None:
        self.turns.end(turn)
        with suppress(RuntimeError):
            self._start()


def lane_of(name: str, request: Body) -> Lane:
    """The lane of a request."""
    own = request.types or getattr(request, "rules", "").strip()
    return Lane.ANY if own else LANES.get(name, Lane.ANY)


@dataclass(eq=False)
class PendingRequest:
    """A request on its way. Iterate over it for the events; leaving the iteration ends the request."""

    pool: Pool
    name: str
    request: Body
    time_limit: float
    loop: asyncio.AbstractEventLoop
    client: str
    _refused: bool = False
    _events: asyncio.Queue[Event | None] = field(default_factory=asyncio.Queue)
    _job: Job[Event] | None = None
    _ended: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    async def events(self) -> AsyncIterator[Event]:
        """What comes back; the last event is 'result' or 'error'. Raises Busy if the turn does not come."""
        try:
            async with asyncio.timeout(self.pool.limits.patience):
                event = await self._events.get()  # None: the turn has come, or it is refused
        except TimeoutError:
            self.end()
            raise Busy from None
        if self._refused:
            raise Busy
        try:
            while event is None or not event.kind.is_last:
                event = await self._events.get()
                if event is not None:
                    yield event
        finally:
            self.end()

    def end(self) -> None:
        """Nobody waits for the answer any more."""
        with self._lock:
            self._ended = True
            if self._job is not None:
                self._job.stop()
        self.pool.turns.withdraw(self.client, self)

    def refuse(self) -> None:
        """Others have waited for less: its turn will not come."""
        self._refused = True
        self._events.put_nowait(None)

    # -- The thread's side

    def run(self) -> None:
        """Has a worker answer. Whatever happens, the last event comes."""
        self._put(None)
        try:
            last = self._answer()
        except PuzzleError as error:
            last = worker.failed(error)
        except Exception as error:  # no folder can be made, say
            logging.getLogger("pysolve").debug("In the service:", exc_info=True)
            last = worker.failed(fault(error))
        self._put(last)

    def _answer(self) -> Event:
        """The last event; those before it are put on their way."""
        with tempfile.TemporaryDirectory(prefix="pysolve-", ignore_cleanup_errors=True) as folder:
            arguments = (self.name, self.request, self.time_limit, folder, self.pool.own_types)
            with self.pool.executor.submit(Call(worker.answer, arguments), self.time_limit + GRACE) as job:
                with self._lock:
                    self._job = job
                    ended = self._ended
                if ended:
                    job.stop()
                try:
                    return self._last_event(job)
                finally:
                    with self._lock:
                        self._job = None

    def _last_event(self, job: Job[Event]) -> Event:
        known: bytes | None = None
        answers: list[bytes] = []
        try:
            for event in job:
                if event.kind.is_last:
                    return event
                self._put(event)
                if event.kind == EventKind.ANSWER:
                    answers.append(event.content)
                else:
                    known = event.content
        except StoppedError as stopped:
            return worker.ended_by(stopped.reason, known, answers)
        raise PuzzleError("a fault in pysolve itself: there is no answer")

    def _put(self, event: Event | None) -> None:
        with suppress(RuntimeError):  # the service has ended meanwhile
            self.loop.call_soon_threadsafe(self._events.put_nowait, event)
