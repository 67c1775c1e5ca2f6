"""Worker processes for the service: one question each, so many at once, and a bounded queue before them.

A worker that has answered, runs out of time or memory, dies, or whose asker has gone, is ended; a fresh one that was
started beforehand takes the next question. Nothing of one question is left for the next.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..model.errors import PuzzleError
from ..model.verdict import Verdict
from ..run.workers import Died, Worker
from ..solving.outcome import StopReason
from . import questions, records
from .questions import Event
from .requests import Request

#: Seconds that a worker gets to report after its time is over.
GRACE = 1.0


@dataclass(frozen=True)
class Limits:
    """What strangers may use.

    workers: questions at once. waiting: further questions that wait. time: seconds for a question. memory: megabytes
    for a question, None for no limit. patience: seconds that a question waits for its turn. body: bytes of a request.
    sending: seconds that a request's body may take to come.
    """

    workers: int = max(os.cpu_count() or 1, 1)
    waiting: int = 100
    time: float = 20.0
    memory: int | None = None if sys.platform in ("win32", "darwin") else 1000
    patience: float = 30.0
    body: int = 2 * 2**20
    sending: float = 30.0


class Busy(Exception):
    """Too many questions wait already, or one has waited too long."""


class Pool:
    """Asks workers."""

    def __init__(self, limits: Limits, own_types: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self.own_types = own_types
        self.asked = 0  # questions that wait or are being answered
        self._threads = ThreadPoolExecutor(limits.workers, thread_name_prefix="question")
        self._spares: list[Worker] = []
        self._lock = threading.Lock()
        self._starting = threading.Lock()  # the main module is hidden meanwhile, which two cannot do at once
        self._closed = False
        forks = "forkserver" in multiprocessing.get_all_start_methods()
        self._context = multiprocessing.get_context("forkserver" if forks else "spawn")
        if forks:  # a worker is forked, in milliseconds, from a process that has imported all that it needs
            self._context.set_forkserver_preload([questions.__name__])

    def start(self) -> None:
        """Starts the workers that stand by."""
        for _ in range(self.limits.workers):
            self._put(self._new())

    def close(self) -> None:
        """Ends all workers."""
        with self._lock:
            self._closed = True
            spares, self._spares = self._spares, []
        for worker in spares:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def ask(self, question: str, request: Request) -> Asked:
        """Puts a question into the queue. Raises Busy if it is full."""
        if self.asked >= self.limits.workers + self.limits.waiting:
            raise Busy
        limit = min(getattr(request, "time_limit", None) or self.limits.time, self.limits.time)
        asked = Asked(self, question, request, limit, asyncio.get_running_loop())
        self.asked += 1
        asked.future = self._threads.submit(asked.run)
        asked.future.add_done_callback(lambda _: asked.loop.call_soon_threadsafe(self._one_less))
        return asked

    def _one_less(self) -> None:
        self.asked -= 1

    # -- Workers; called by the threads of questions

    def take(self) -> Worker:
        """A worker that stands by, or a new one."""
        with self._lock:
            if self._spares:
                return self._spares.pop()
        return self._new()

    def replace(self) -> None:
        """Starts a worker for one that was taken."""
        if not self._closed:
            self._put(self._new())

    def _put(self, worker: Worker) -> None:
        with self._lock:
            if not self._closed:
                self._spares.append(worker)
                return
        worker.kill()

    def _new(self) -> Worker:
        with self._starting:
            return Worker(self.limits.memory, self._context)


class Asked:
    """A question on its way. Iterate over it for the events; leaving the iteration ends the question."""

    def __init__(
        self, pool: Pool, question: str, request: Request, time_limit: float, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.pool = pool
        self.question = question
        self.request = request
        self.time_limit = time_limit
        self.loop = loop
        self.future: Future[None]
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._worker: Worker | None = None
        self._ended = False
        self._lock = threading.Lock()

    async def events(self) -> AsyncIterator[Event]:
        """What comes back; the last event is 'result' or 'error'. Raises Busy if the turn does not come."""
        try:
            async with asyncio.timeout(self.pool.limits.patience):
                event = await self._events.get()  # None: the turn has come
        except TimeoutError:
            self.end()
            raise Busy from None
        try:
            while event is None or event[0] not in ("result", "error"):
                event = await self._events.get()
                if event is not None:
                    yield event
        finally:
            self.end()

    def end(self) -> None:
        """Nobody waits for the answer any more."""
        with self._lock:
            self._ended = True
            if self._worker is not None:
                self._worker.stop()
        self.future.cancel()

    # -- The thread's side

    def run(self) -> None:
        """Has a worker answer. Whatever happens, the asker is told."""
        self._tell(None)
        try:
            self._answer()
        except Exception as error:  # no process or folder can be had, say
            self._tell(_error(PuzzleError(f"a fault in pysolve itself: {type(error).__name__}: {error}")))

    def _answer(self) -> None:
        with tempfile.TemporaryDirectory(prefix="pysolve-", ignore_cleanup_errors=True) as folder:
            worker = self.pool.take()
            with self._lock:
                self._worker = worker
                ended = self._ended
            try:
                if not ended:
                    self._ask(worker, folder)
            finally:
                with self._lock:
                    self._worker = None
                worker.kill()
        self.pool.replace()

    def _ask(self, worker: Worker, folder: str) -> None:
        deadline = time.monotonic() + self.time_limit + GRACE
        known: bytes | None = None
        answers: list[bytes] = []
        try:
            worker.ask(questions.answer, self.question, self.request, self.time_limit, folder, self.pool.own_types)
            while True:
                message = worker.receive(deadline - time.monotonic())
                if message is None:
                    self._tell(_ended_by(StopReason.TIME_LIMIT, known, answers))
                    return
                kind, content = message
                if kind == "error":
                    self._tell(_error(content))
                    return
                if kind == "end":
                    self._tell(_error(PuzzleError("a fault in pysolve itself: there is no answer")))
                    return
                self._tell(content)
                if content[0] in ("result", "error"):
                    return
                if content[0] == "answer":
                    answers.append(content[1])
                else:
                    known = content[1]
        except Died:
            reason = StopReason.MEMORY_LIMIT if worker.ran_out_of_memory() else StopReason.DIED
            self._tell(_ended_by(reason, known, answers))

    def _tell(self, event: Event | None) -> None:
        self.loop.call_soon_threadsafe(self._events.put_nowait, event)


def _ended_by(reason: str, known: bytes | None, answers: list[bytes]) -> Event:
    """What was known when a limit ended the question: the answer then."""
    record: dict[str, Any] = {"verdict": "unknown"} if known is None else json.loads(known)
    record["reason"] = reason
    if answers:
        record |= {"answers": [json.loads(each) for each in answers], "count": len(answers)}
        record["verdict"] = Verdict.MULTIPLE if len(answers) > 1 else Verdict.UNKNOWN
    if not record.get("says") or record.get("verdict") == Verdict.UNKNOWN:
        record["says"] = [f"Unknown: {reason}."]
    return "result", json.dumps(record, ensure_ascii=False).encode(), False


def _error(error: PuzzleError) -> Event:
    return "error", json.dumps(records.error(error), ensure_ascii=False).encode(), False
