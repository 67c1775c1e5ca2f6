"""A worker: a process that calls functions of this package and can be ended for certain, whatever it is doing.

A call goes in; what the function yields comes back message by message, and then how it ended. Memory limits are set on
the process. Deadlines, and what becomes of a worker afterwards, are the business of pysolve.run.executor.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeVar

from ..model.errors import PuzzleError, StoppedError, fault
from ..solving.outcome import Reason, StopReason
from . import watch

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)

#: When workers look for garbage. What calls import stays: looking through it less often saves time.
COLLECTIONS = (10_000, 20, 20)

_NO_THREAD = 127  # the exit code of a worker to which the C library cannot give memory for a thread
_PATIENCE = 0.3  # seconds in which a process that has died may still say how

#: Of the time since the last report, the part that sending a report may take, where only the newest counts.
_SENDING = 0.1


# -- What travels between the processes


@dataclass(frozen=True, slots=True)
class Call(Generic[Item_co]):
    """A function of this package with its arguments; what it yields comes back.

    newest_only: each item makes those of its class before it superfluous, so they may be left out where they come
    fast; the last one always comes. uses: how much of a worker's life it takes, see Executor. until: when the worker
    is ended, by the clock of time.monotonic, which all processes share.
    """

    function: Callable[..., Iterable[Item_co]]
    arguments: tuple[object, ...] = ()
    newest_only: bool = False
    uses: int = 1
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Yielded(Generic[Item_co]):
    """The function has yielded something."""

    item: Item_co


@dataclass(frozen=True, slots=True)
class Finished:
    """The function has come to its end."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The function has raised an exception. traceback: where, if it is a fault of pysolve and not of the input."""

    error: PuzzleError
    traceback: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The worker has ended itself, or the call, for a limit."""

    reason: Reason


Message = Yielded[Item] | Finished | Failed | Ended


# -- The parent's side

#: How a worker's process is started where nothing else is said. Tests fork it from one that has imported all.
START = "spawn"

_starting = threading.Lock()  # while a process starts, the main module is hidden, which two cannot do at once


class WorkerDied(Exception):
    """The worker's process has ended."""


class Worker:
    """A process that answers one call after the other."""

    def __init__(self, memory_limit: int | None = None, context: BaseContext | None = None) -> None:
        """memory_limit: megabytes that the process may hold, without those that it shares with a process that it is
        forked from. context: how the process is started.

        PuzzleError if the system starts no process.
        """
        import multiprocessing  # takes longer to import than many a puzzle to solve

        context = context or multiprocessing.get_context(START)
        self.uses = 0  # those of the calls that it was given
        self._limited = memory_limit is not None
        try:
            self.connection: Connection
            self.connection, other = context.Pipe()
            forked = context.get_start_method() != "spawn"
            self._process = context.Process(target=_serve, args=(other, memory_limit, forked), daemon=True)  # type: ignore[attr-defined]
            with _starting, _without_main(), _without_interrupts():
                self._process.start()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise PuzzleError(f"no worker process could be started: {reason}") from None
        other.close()

    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return bool(self._process.is_alive())

    def send(self, call: Call[Item]) -> None:
        """Gives it a call; receive() brings what comes back. WorkerDied if it has ended."""
        self.uses += call.uses
        try:
            self.connection.send(call)
        except OSError:
            raise WorkerDied from None

    def receive(self, timeout: float) -> Message[object] | None:
        """The next message; None if none comes within this many seconds. WorkerDied if it has ended."""
        try:
            if not self.connection.poll(max(timeout, 0)):
                return None
            message: Message[object] = self.connection.recv()
            return message
        except (EOFError, OSError):
            raise WorkerDied from None
        except Exception as error:  # what came cannot be made into objects again
            return Failed(fault(error), traceback.format_exc())

    def stop(self) -> None:
        """Ends the process at once. Any thread may call this; receive() then finds that it died."""
        with suppress(ValueError):  # it was closed already
            self._process.kill()

    def close(self) -> None:
        """Ends the process at once, and frees what belongs to it."""
        self._process.kill()
        self._process.join()
        self.connection.close()

    def death(self) -> StopReason:
        """Of a worker that died: why, as far as its exit code says. One that lacks memory ends itself, or the solver
        or the C library ends it.
        """
        self._process.join(_PATIENCE)
        code = self._process.exitcode
        if self._limited and code in (watch.NO_MEMORY, _NO_THREAD, -signal.SIGABRT):
            return StopReason.MEMORY_LIMIT
        if code == watch.NO_TIME:
            return StopReason.TIME_LIMIT
        return StopReason.NO_MEMORY if code == watch.NO_MEMORY else StopReason.DIED


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


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds Ctrl-C and termination back while a process starts: half started, it would complain. It inherits this, and
    has its own ways as soon as it runs.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # the first process would start it, and it lets both through when it runs
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- The worker's side


class _ParentGone(Exception):
    """Nobody receives messages any more."""


def _serve(connection: Connection, memory_limit: int | None, forked: bool) -> None:
    """The worker's main loop: runs in its process until the other end is gone. memory_limit: megabytes."""
    gc.set_threshold(*COLLECTIONS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends us
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    sending = threading.Lock()

    def send(message: Message[object]) -> None:
        try:
            with sending:
                connection.send(message)
        except OSError:
            raise _ParentGone from None

    watch.start(lambda reason: send(Ended(reason)), memory_limit, forked)

    with suppress(_ParentGone, EOFError, OSError):
        while True:
            send(_answer(connection, send))


def _answer(connection: Connection, send: Callable[[Message[object]], None]) -> Finished | Failed | Ended:
    """Receives a call and answers it; returns how it ended. Whatever is raised meanwhile becomes a message."""
    try:
        data = connection.recv_bytes()
    except (EOFError, OSError):
        raise _ParentGone from None
    try:
        call: Call[object] = pickle.loads(data)
        watch.begin(call.until)
        items = call.function(*call.arguments)
        if call.newest_only:
            _send_newest(items, send)
        else:
            for item in items:
                send(Yielded(item))
        return Finished()
    except StoppedError as stopped:
        return Ended(stopped.reason)
    except PuzzleError as error:
        return Failed(error)
    except _ParentGone:
        raise
    except BaseException as error:  # also an exit or an interrupt: the parent ends a worker, nobody else does
        if isinstance(error, MemoryError) or "can't start new thread" in str(error.args):
            os._exit(watch.NO_MEMORY)
        return Failed(fault(error), traceback.format_exc())


def _send_newest(items: Iterable[Item], send: Callable[[Message[object]], None]) -> None:
    """Sends the newest of the items (of each class) while others come, and the last one.

    Another thread sends: so an item is on its way soon, though the next one may take for ever. After each item it rests
    ten times as long as sending it took: so results that grow do not cost more to send than to find.
    """
    newest: dict[type[Item], Item] = {}
    problems: list[BaseException] = []
    changed = threading.Condition()
    ended = threading.Event()

    def send_all() -> None:
        try:
            while True:
                with changed:
                    changed.wait_for(lambda: newest or ended.is_set())
                    if not newest:
                        return
                    item = newest.pop(next(iter(newest)))
                started = time.monotonic()
                send(Yielded(item))
                ended.wait((time.monotonic() - started) / _SENDING)
        except BaseException as error:
            problems.append(error)

    sender = threading.Thread(target=send_all, daemon=True)
    sender.start()
    try:
        for item in items:
            if problems:
                break
            with changed:
                newest.pop(type(item), None)
                newest[type(item)] = item
                changed.notify()
    finally:
        ended.set()
        with changed:
            changed.notify()
        sender.join()
    if problems:
        raise problems[0]


def _end_with(parent: int) -> None:
    """Ends this process when its parent is gone: an endless grounding would not notice."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def can_limit_memory() -> bool:
    """Whether the system can limit the memory of a process."""
    return sys.platform not in ("win32", "darwin")


def check_memory_limit() -> None:
    """PuzzleError where the system cannot limit memory."""
    if not can_limit_memory():
        raise PuzzleError("--memory-limit is not available on this system")
