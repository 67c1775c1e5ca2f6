"""Worker processes: where a question can be ended for certain, whatever it is doing.

A worker is asked with a function of this package and its arguments; what the function yields comes back
one by one. Time limits end the process, memory limits are set on it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..model.errors import PuzzleError, fault
from ..model.puzzle import Puzzle
from ..solving.outcome import AnswerSet, Outcome, StopReason
from ..solving.protocol import AnswerSearch
from ..solving.settings import Settings
from ..solving.strategy import open_local

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext


_GRACE = 0.3  # seconds that a worker gets to end by itself after the time limit
_MEGABYTE = 2**20
_NO_MEMORY = 70  # the exit code of a worker whose memory does not do
_ROOM = 192 * _MEGABYTE  # address space that threads reserve without using it


class Died(Exception):
    """The worker's process ended before its question was answered."""


class Worker:
    """A process that answers one question after the other."""

    def __init__(self, memory_limit: int | None = None, context: BaseContext | None = None) -> None:
        """memory_limit: megabytes that a question may use, above what the idle process holds. context: how the process
        is started.
        """
        import multiprocessing  # takes longer to import than many a puzzle to solve

        context = context or multiprocessing.get_context("spawn")
        self._limited = memory_limit is not None
        self.connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, memory_limit), daemon=True)  # type: ignore[attr-defined]
        with _without_main():
            self._process.start()
        other.close()

    def ask(self, function: Callable[..., Iterable[Any]], *arguments: object) -> None:
        """Sends a question; receive() brings what comes back."""
        try:
            self.connection.send((function, arguments))
        except OSError:
            raise Died from None

    def receive(self, timeout: float | None = None) -> tuple[str, Any] | None:
        """The next message, ('item', …), ('end', None) or ('error', PuzzleError); None if none came in time."""
        try:
            if timeout is not None and not self.connection.poll(max(timeout, 0)):
                return None
            message: tuple[str, Any] = self.connection.recv()
            return message
        except (EOFError, OSError):
            raise Died from None

    def stop(self) -> None:
        """Ends the process at once; who waits in receive() is told that it died. Any thread may call this."""
        self._process.kill()

    def ran_out_of_memory(self) -> bool:
        """Of a worker that died: whether it had a limit and ended itself, or was aborted by the solver, for want of
        memory.
        """
        self._process.join(_GRACE)
        return self._limited and self._process.exitcode in (_NO_MEMORY, -signal.SIGABRT)

    def kill(self) -> None:
        """Ends the process at once, and frees what belongs to it."""
        self._process.kill()
        self._process.join()
        self.connection.close()


@contextmanager
def _without_main() -> Iterator[None]:
    """Hides the program's main module: a new process would run it again, which a worker has no use for.

    So workers start faster, and scripts that use pysolve need no ``if __name__ == "__main__"``.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(connection: Connection, memory_limit: int | None) -> None:
    """The worker's main loop: runs in its process until the other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends us
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    if memory_limit is not None:
        _limit_memory(memory_limit)
    while True:
        try:
            function, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            for item in function(*arguments):
                connection.send(("item", item))
            connection.send(("end", None))
        except PuzzleError as error:
            connection.send(("error", error))
        except MemoryError:
            os._exit(_NO_MEMORY)
        except (BrokenPipeError, ConnectionResetError):
            return
        except Exception as error:
            connection.send(("error", fault(error)))


def _end_with(parent: int) -> None:
    """Ends this process when its parent is gone: an endless grounding would not notice."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _limit_memory(megabytes: int) -> None:
    import resource

    now = _address_space() + _ROOM
    limit = now + megabytes * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _address_space() -> int:
    """Bytes of address space that this process uses; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def check_memory_limit() -> None:
    """PuzzleError where the system cannot limit memory."""
    if sys.platform in ("win32", "darwin"):
        raise PuzzleError("--memory-limit is not available on this system")


def open_search(puzzle: Puzzle, settings: Settings, memory_limit: int | None = None) -> AnswerSearch:
    """A search in this process, or, if it has limits, in a worker that can be ended."""
    if settings.time_limit is None and memory_limit is None:
        return open_local(puzzle, settings)
    return RemoteSearch(puzzle, settings, memory_limit)


class RemoteSearch:
    """A search in a worker process (see protocol.AnswerSearch), with limits that hold while grounding."""

    def __init__(self, puzzle: Puzzle, settings: Settings, memory_limit: int | None = None) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome()
        self.abandoned = False
        self._memory_limit = memory_limit
        self.has_more_ready = False  # each answer is sent on its way when it comes

    def __iter__(self) -> Iterator[AnswerSet]:
        started = time.monotonic()
        worker = Worker(self._memory_limit)
        try:
            worker.ask(search, self.puzzle, self.settings)
            yield from self._receive(worker, started)
        except Died:
            self.outcome.reason = StopReason.MEMORY_LIMIT if self._memory_limit else StopReason.DIED
        finally:
            worker.kill()
            self.outcome.seconds = time.monotonic() - started

    def _receive(self, worker: Worker, started: float) -> Iterator[AnswerSet]:
        limit = self.settings.time_limit
        while True:
            left = None if limit is None else started + limit + _GRACE - time.monotonic()
            message = worker.receive(left)
            if message is None:
                self.outcome.reason = StopReason.TIME_LIMIT
                return
            kind, content = message
            if kind == "error":
                raise content
            if isinstance(content, AnswerSet):
                self.outcome.count += 1
                yield content
            elif isinstance(content, Outcome):
                self.outcome = content
            else:
                return


def search(puzzle: Puzzle, settings: Settings) -> Iterator[AnswerSet | Outcome]:
    """A worker's answer to a question: the outcome after grounding, the answers found, the outcome."""
    running = open_local(puzzle, settings)
    first = True
    for found in running:
        if first:  # so that pictures can show the facts that the rules derive
            first = False
            yield Outcome(given=running.outcome.given)
        yield found
    yield running.outcome


class LimitReached(Exception):
    """A limit ended a question; its text says which."""


def ask(
    function: Callable[..., Iterable[Any]],
    *arguments: object,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Iterator[Any]:
    """What a function of this package yields, in a worker that is ended with the iteration.

    time_limit: seconds; memory_limit: megabytes. Raises LimitReached, and PuzzleError if the function does.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    worker = Worker(memory_limit)
    try:
        worker.ask(function, *arguments)
        while True:
            message = worker.receive(None if deadline is None else deadline - time.monotonic())
            if message is None:
                raise LimitReached(StopReason.TIME_LIMIT)
            kind, content = message
            if kind == "error":
                raise content
            if kind == "end":
                return
            yield content
    except Died:
        raise LimitReached(StopReason.MEMORY_LIMIT if memory_limit else StopReason.DIED) from None
    finally:
        worker.kill()
