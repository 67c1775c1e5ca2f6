"""The executor: hands calls to workers, streams back what they yield, and ends what takes too long.

`pysolve batch`, the analyses with limits, searches with limits and the service are users of it. A call is a job;
whatever happens to its worker, the job comes to an end, with a message that says how.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Generic, cast

from ..model.errors import StoppedError
from ..solving.outcome import Reason, StopReason
from .workers import Call, Ended, Failed, Finished, Item, Message, Worker, WorkerDied, Yielded

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

_POLL = 1.0  # seconds between looks at the clock
_ATTEMPTS = 3  # workers that a call is offered to, if they die before they have it


@dataclass(frozen=True, slots=True)
class Stopped:
    """The last message of a job whose worker was ended, or died."""

    reason: Reason


Event = Yielded[Item] | Finished | Failed | Stopped


class Executor:
    """Workers, those that stand by and those that are reused. Any thread may submit calls.

    Leave it as a context, or close it: then no worker is left.
    """

    def __init__(
        self,
        memory_limit: int | None = None,
        *,
        context: BaseContext | None = None,
        standby: int = 0,
        most_uses: int = 1,
    ) -> None:
        """memory_limit: megabytes for a worker. context: how processes are started. standby: how many workers are kept
        ready, those at work included. most_uses: a worker is replaced after calls with that many uses.
        """
        self._memory_limit = memory_limit
        self._context = context
        self._standby = standby
        self._most_uses = most_uses
        self._idle: list[Worker] = []
        self._jobs: set[Job[object]] = set()
        self._starting = 0  # workers that are about to stand by
        self._closed = False
        self._lock = threading.Lock()

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self) -> None:
        """Starts the workers that stand by. PuzzleError if there cannot be any."""
        while True:
            with self._lock:
                if self._closed or len(self._idle) + len(self._jobs) + self._starting >= self._standby:
                    return
                self._starting += 1
            try:
                self._keep(self._new())
            finally:
                with self._lock:
                    self._starting -= 1

    def submit(self, call: Call[Item], time_limit: float | None = None, *, known: bool = True) -> Job[Item]:
        """Hands a call to a worker, with a limit in seconds. PuzzleError if no worker can be started.

        known: the worker knows of the limit, so that it can say what it was at (see Job.extend).
        """
        deadline = None if time_limit is None else time.monotonic() + time_limit
        if known and deadline is not None:
            call = replace(call, until=deadline)
        for _ in range(_ATTEMPTS):
            worker = self._take()
            try:
                worker.send(call)
                break
            except WorkerDied:
                worker.close()
            except BaseException:
                worker.close()
                raise
        else:
            worker = self._new()  # receiving from it shows how it died
            with suppress(WorkerDied):
                worker.send(call)
        job: Job[Item] = Job(self, worker, deadline)
        with self._lock:
            self._jobs.add(cast("Job[object]", job))
        return job

    def stream(self, call: Call[Item], time_limit: float | None = None) -> Iterator[Item]:
        """What a call yields; the worker ends with the iteration. Raises StoppedError, and PuzzleError if the call
        does.
        """
        with self.submit(call, time_limit) as job:
            yield from job

    def close(self) -> None:
        """Ends all workers, also those at work."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            jobs = list(self._jobs)
        for job in jobs:
            job.stop()
        for worker in idle:
            worker.close()

    # -- Workers

    def _take(self) -> Worker:
        """A worker that stands by and is alive, or a new one."""
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is None:
                return self._new()
            if worker.is_alive():
                return worker
            worker.close()

    def _new(self) -> Worker:
        return Worker(self._memory_limit, self._context)

    def _keep(self, worker: Worker) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(worker)
                return
        worker.close()

    def release(self, job: Job[Item], worker: Worker, reusable: bool) -> None:
        """Takes back the worker of a job that has ended. Jobs call this themselves."""
        with self._lock:
            self._jobs.discard(cast("Job[object]", job))
        if reusable and worker.uses < self._most_uses:
            self._keep(worker)
            return
        worker.close()
        with suppress(Exception):  # the next call will say that there are no workers
            self.start()


class Job(Generic[Item]):
    """A call that a worker is busy with. Iterate over it for what it yields, or receive its messages one by one."""

    def __init__(self, executor: Executor, worker: Worker, deadline: float | None) -> None:
        self._executor = executor
        self._worker = worker
        self._deadline = deadline
        self._stopped: StopReason | None = None  # why the worker was ended
        self._released = False
        self._lock = threading.Lock()

    def __enter__(self) -> Job[Item]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __iter__(self) -> Iterator[Item]:
        """What the call yields. Raises StoppedError, and PuzzleError if the call does."""
        while True:
            event = self.receive()
            if isinstance(event, Yielded):
                yield event.item
            elif isinstance(event, Failed):
                raise event.error
            elif isinstance(event, Stopped):
                raise StoppedError(event.reason)
            else:  # it has finished, or had before
                return

    def receive(self, timeout: float | None = None) -> Event[Item] | None:
        """What comes next; None if nothing came within `timeout` seconds, or after the last message."""
        started = time.monotonic()
        while not self._released:
            left = self.seconds_left()
            if left <= 0 and self._stopped is None:
                self._stop(StopReason.TIME_LIMIT)  # what it has sent already is still received
            patience = _POLL if timeout is None else min(_POLL, started + timeout - time.monotonic())
            try:
                message = self._worker.receive(min(patience, left) if left > 0 else patience)
            except WorkerDied:
                return self._died()
            if message is not None:
                return self._received(cast("Message[Item]", message))
            if timeout is not None and time.monotonic() - started >= timeout:
                return None
        return None

    def extend(self, time_limit: float | None) -> None:
        """The call has this many seconds from now on."""
        self._deadline = None if time_limit is None else time.monotonic() + time_limit

    def stop(self) -> None:
        """Ends it at once. Any thread may call this; the last message then says so."""
        self._stop(StopReason.INTERRUPTED)

    def close(self) -> None:
        """Nothing more is wanted of it. Its worker is ended, unless it has finished."""
        self._release(reusable=False)

    @property
    def connection(self) -> Connection:
        """What multiprocessing.connection.wait() waits for."""
        return self._worker.connection

    def seconds_left(self) -> float:
        """Until its time is over; some if it has no limit: the caller looks again."""
        return _POLL if self._deadline is None else self._deadline - time.monotonic()

    def _received(self, message: Message[Item]) -> Event[Item]:
        if isinstance(message, Ended):
            self._release(reusable=False)
            return Stopped(message.reason)
        if isinstance(message, Finished):
            self._release(reusable=True)
        elif isinstance(message, Failed):
            if message.traceback is not None:
                import logging  # takes time at the start

                logging.getLogger("pysolve").debug("In a worker:\n%s", message.traceback.rstrip())
            self._release(reusable=message.traceback is None)
        return message

    def _died(self) -> Stopped:
        reason = self._stopped or self._worker.death()
        self._release(reusable=False)
        return Stopped(reason)

    def _stop(self, reason: StopReason) -> None:
        with self._lock:
            if self._released:
                return
            self._stopped = self._stopped or reason
            self._worker.stop()

    def _release(self, reusable: bool) -> None:
        with self._lock:
            if self._released:
                return
            self._released = True
        self._executor.release(self, self._worker, reusable and self._stopped is None)


def wait(jobs: Collection[Job[Item]]) -> list[Job[Item]]:
    """Those of the jobs from which something can be received, or whose time is over; waits a second at most."""
    from multiprocessing import connection

    left = min((job.seconds_left() for job in jobs), default=0.0)
    ready = connection.wait([job.connection for job in jobs], timeout=max(min(left, _POLL), 0))
    return [job for job in jobs if job.connection in ready or job.seconds_left() <= 0]
