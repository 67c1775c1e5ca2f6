"""A worker: a process that calls functions of this package and can be ended for certain, whatever it is doing.

A call goes in; what the function yields comes back message by message, and then how it ended. What it may hold and how
long it may take the process sees to itself. Deadlines, and what becomes of a worker afterwards, are the business of the
Executor below.
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
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from ..model.errors import PuzzleError, StoppedError, fault, said_by_system
from ..model.puzzle import LimitReason, Reason, StopReason
from ..model.puzzle_type import PuzzleType, RuleText
from ..rules.library import library
from ..solving import grounding
from ..solving.settings import Settings

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext


# -- The limits that a worker keeps by itself: it ends where it holds too much memory, or where its time is over
# The error says why, and what grew if that was grounding. (Deadlines of calls are kept by the executor.)


#: What a puzzle may take by default whose rules do not come with pysolve: seconds, and megabytes.
TIME_LIMIT, MEMORY_LIMIT = 20.0, 1000

#: The clock that limits go by; tests move it.
now = time.monotonic

#: The exit codes of a worker whose memory does not suffice, and of one whose time is over.
NO_MEMORY, NO_TIME = 70, 71

_MEGABYTE = 2**20
_ROOM = 512 * _MEGABYTE  # address space that threads reserve without using it: each 72 MB, and its first time 136
_WATCH = 0.01  # seconds between looks at the memory in use, where it is limited; …
_FILLING = 2**30  # … or as long as it takes to fill what is left, at this number of bytes per second
_TICK = 0.05  # seconds between looks at the clock
_TELLING = 0.2  # seconds that telling why may take
_GRACE = 0.3  # seconds that a search gets to end by itself; a worker that another ends may say why so long before


class Watch:
    """Looks at the memory and the time of this process, and ends it where they are over."""

    def __init__(self, tell: Callable[[LimitReason], None]) -> None:
        """tell: says why, before the process ends."""
        self._tell = tell
        self._most: int | None = None  # bytes
        self._until: float | None = None
        self._limits = {StopReason.MEMORY_LIMIT: "", StopReason.TIME_LIMIT: ""}  # what to add to each
        self._thread: threading.Thread | None = None
        self._looks: Callable[[bool], None] | None = None  # at what is grounded
        self._since = 0.0
        self.known: float | None = None  # when this process will be ended

    def limit_memory(self, limit: int, forked: bool) -> None:
        """The process may hold this many bytes. A forked one shares what it began with: that does not count.

        The system limits the address space, of which threads reserve more than they use; so a thread looks at what is
        in use. Where that thread cannot run, the system's limit holds, a little later.
        """
        import resource

        space, used = _memory()
        most = min(space + _ROOM + limit, resource.getrlimit(resource.RLIMIT_AS)[1] % 2**63)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        if used:
            self._most = limit + (used if forked else 0)
            self._start()

    @contextmanager
    def held(self, seconds: float | None, default: bool) -> Iterator[None]:
        """Inside this block the process is ended after that many seconds and, unless its memory is limited already,
        when it holds more than the default. default: whether the seconds are the default, too.
        """
        before = self._most, self._until, self._limits
        self._limits = dict(self._limits)
        if self._most is None and _memory()[1]:
            self._most = _memory()[1] + MEMORY_LIMIT * _MEGABYTE  # not counting what earlier calls left
            self._limits[StopReason.MEMORY_LIMIT] = _said(f"{MEMORY_LIMIT} MB", "--memory-limit")
        if default:
            self._limits[StopReason.TIME_LIMIT] = _said(f"{TIME_LIMIT:g} s", "--time-limit")
        self._since = now()
        ends = [self._since + seconds] if seconds is not None else []
        ends += [self.known - _GRACE / 2] if self.known is not None else []
        self._until = min(ends, default=None)
        self._start()
        try:
            self._looks = grounding.look
            with grounding.wanted():
                yield
        finally:
            self._looks = None
            self._most, self._until, self._limits = before

    def reason(self, kind: StopReason) -> LimitReason:
        """Why the work is ended now."""
        return grounding.reason(kind, self._limits.get(kind, ""))

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, daemon=True)
            self._thread.start()

    def _watch(self) -> None:
        try:
            self._look_and_sleep()
        except BaseException:  # a lack of memory here, too
            os._exit(NO_MEMORY)

    def _look_and_sleep(self) -> None:
        while True:
            most, until = self._most, self._until
            left = None if most is None else most - _memory()[1]
            if left is not None and left <= 0:
                self._end(StopReason.MEMORY_LIMIT, NO_MEMORY)
            if until is not None and now() > until:
                self._end(StopReason.TIME_LIMIT, NO_TIME)
            if self._looks is not None:
                half_full = left is not None and most is not None and left < most // 2
                late = until is not None and now() - self._since > (until - self._since) / 3
                self._looks(half_full or late)
            time.sleep(_TICK if left is None else min(_WATCH, max(left, 0) / _FILLING))

    def _end(self, kind: StopReason, code: int) -> None:
        def tell() -> None:
            try:
                self._tell(self.reason(kind))
            finally:  # at once: without memory, nothing can be raised, nor a thread be ended
                os._exit(code)

        telling = threading.Thread(target=tell, daemon=True)
        telling.start()
        telling.join(_TELLING)
        os._exit(code)


#: That of this process, if it is a worker.
_own: Watch | None = None


def start(tell: Callable[[LimitReason], None], memory_limit: int | None, forked: bool) -> None:
    """This process is a worker. memory_limit: megabytes."""
    global _own
    _own = Watch(tell)
    if memory_limit is not None:
        _own.limit_memory(memory_limit * _MEGABYTE, forked)


def begin(until: float | None) -> None:
    """A call begins; this process is ended at this time."""
    if _own is not None:
        _own.known = until


def is_own(type_: PuzzleType, settings: Settings) -> bool:
    """Whether rules do not come with pysolve: those of the type, or those that are added."""
    if any(isinstance(each, RuleText) for each in type_.rule_files):
        return True
    return not all(map(_is_ours, map(str, (type_.folder, *type_.added_rules, *settings.rules))))


@lru_cache(maxsize=1000)
def _is_ours(path: str) -> bool:
    return Path(path).resolve().is_relative_to(library())


@contextmanager
def bounded(type_: PuzzleType, settings: Settings) -> Iterator[Settings]:
    """Within, a worker keeps the time limit of the settings by itself; rules that do not come with pysolve have limits
    by default. Yields the settings with the limit that holds.
    """
    own = _own is not None and is_own(type_, settings)
    if _own is None or (settings.time_limit is None and not own):
        yield settings
        return
    default = settings.time_limit is None
    limit = TIME_LIMIT if settings.time_limit is None else settings.time_limit
    with _own.held(limit + _GRACE, default) if own else nullcontext():
        yield replace(settings, time_limit=limit)


@contextmanager
def ending(seconds: float) -> Iterator[None]:
    """Within, a worker ends after this number of seconds, also while it grounds."""
    with _own.held(seconds, default=False) if _own is not None else nullcontext():
        yield


def is_worker() -> bool:
    """Whether this process is a worker: it starts no others, and may be ended."""
    return _own is not None


def reason(kind: StopReason) -> Reason:
    """Why the work of this process is ended now."""
    return kind if _own is None else _own.reason(kind)


def _said(limit: str, option: str) -> str:
    return f" ({limit}, the default for rules that are not pysolve's own; {option} sets another)"


def _memory() -> tuple[int, int]:
    """Bytes of address space, and of memory in use, of this process; 0 where the system does not say.

    Pages of files do not count: how much of a library is mapped differs by tens of megabytes from start to start.
    """
    try:
        with open("/proc/self/statm", "rb", buffering=0) as statm:
            space, resident, of_files = map(int, statm.read().split()[:3])
    except OSError:
        return 0, 0
    page = os.sysconf("SC_PAGE_SIZE")
    return space * page, (resident - of_files) * page


Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)

#: When workers look for garbage. What calls import stays: looking through it less often saves time.
COLLECTIONS = (10_000, 20, 20)

#: Seconds that a worker gets to end by itself after a time limit.
GRACE = 0.5

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
class Stopped:
    """The call, or the worker, was ended for a limit; or the worker died."""

    reason: Reason


#: How a call ended.
End = Finished | Failed | Stopped

Message = Yielded[Item] | End


def raise_end(end: End) -> None:
    """Raises PuzzleError if the call did, and StoppedError if it was ended."""
    if isinstance(end, Failed):
        raise end.error
    if isinstance(end, Stopped):
        raise StoppedError(end.reason)


# -- The parent's side

#: How a worker's process is started where nothing else is said; None: as is best here. Tests fork it from one that has
#: imported all.
START: str | None = None


def _start_method(memory_limit: int | None) -> str:
    """A fork starts at once, and is safe where no other thread can hold a lock; only Linux says how many there are.
    What it shares would not count for a memory limit.
    """
    try:
        alone = len(os.listdir("/proc/self/task")) == 1
    except OSError:
        alone = False
    return START or ("fork" if alone and memory_limit is None else "spawn")


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

        context = context or multiprocessing.get_context(_start_method(memory_limit))
        self.uses = 0  # those of the calls that it was given
        self._limited = memory_limit is not None
        try:
            self.connection: Connection
            self.connection, other = context.Pipe()
            method = context.get_start_method()
            parent = None if method == "forkserver" else os.getpid()
            self._process = context.Process(  # type: ignore[attr-defined]
                target=_serve, args=(other, memory_limit, method != "spawn", parent), daemon=True
            )
            with _starting, _without_main(), _without_interrupts():
                self._process.start()
        except OSError as error:
            raise PuzzleError(f"no worker process could be started: {said_by_system(error)}") from None
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
        if self._limited and code in (NO_MEMORY, _NO_THREAD, -signal.SIGABRT):
            return StopReason.MEMORY_LIMIT
        if code == NO_TIME:
            return StopReason.TIME_LIMIT
        return StopReason.NO_MEMORY if code == NO_MEMORY else StopReason.DIED


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


def _serve(connection: Connection, memory_limit: int | None, forked: bool, parent: int | None) -> None:
    """The worker's main loop: runs in its process until the other end is gone, or its parent.

    memory_limit: megabytes. parent: who started it, which may be gone by now; None if a server did.
    """
    gc.set_threshold(*COLLECTIONS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a forked process has what its parent does
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    threading.Thread(target=_end_with, args=(parent or os.getppid(),), daemon=True).start()
    sending = threading.Lock()

    def send(message: Message[object]) -> None:
        try:
            with sending:
                connection.send(message)
        except OSError:
            raise _ParentGone from None

    start(lambda reason: send(Stopped(reason)), memory_limit, forked)

    with suppress(_ParentGone, EOFError, OSError):
        while True:
            send(_answer(connection, send))


def _answer(connection: Connection, send: Callable[[Message[object]], None]) -> End:
    """Receives a call and answers it; returns how it ended. Whatever is raised meanwhile becomes a message."""
    try:
        data = connection.recv_bytes()
    except (EOFError, OSError):
        raise _ParentGone from None
    try:
        call: Call[object] = pickle.loads(data)
        begin(call.until)
        items = call.function(*call.arguments)
        if call.newest_only:
            _send_newest(items, send)
        else:
            for item in items:
                send(Yielded(item))
        return Finished()
    except StoppedError as stopped:
        return Stopped(stopped.reason)
    except PuzzleError as error:
        return Failed(error)
    except _ParentGone:
        raise
    except BaseException as error:  # also an exit or an interrupt: the parent ends a worker, nobody else does
        if isinstance(error, MemoryError) or "can't start new thread" in str(error.args):
            os._exit(NO_MEMORY)
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


# -- The executor: hands calls to workers, streams back what they yield, and ends what takes too long
# `pysolve batch`, the analyses with limits, searches with limits and the service are users of it. A call is a job;
# whatever happens to its worker, the job comes to an end, with a message that says how.


_POLL = 1.0  # seconds between looks at the clock
_ATTEMPTS = 3  # workers that a call is offered to, if they die before they have it


class Executor(AbstractContextManager["Executor"]):
    """Workers, those that stand by and those that are reused. Any thread may submit calls.

    Leave it as a context, or close it: then no worker is left.
    """

    def __init__(
        self, memory_limit: int | None = None, *, context: BaseContext | None = None, standby: int = 0,
        most_uses: int = 1,
    ) -> None:  # fmt: skip
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

    def __exit__(self, *error: object) -> None:
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
        deadline = None if time_limit is None else now() + time_limit
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
        self.retire()
        with self._lock:
            jobs = list(self._jobs)
        for job in jobs:
            job.stop()

    def retire(self) -> None:
        """Ends the workers that stand by; those at work end with their calls."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
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


#: Calls that a kept worker answers before another takes its place: clingo never frees a symbol.
_KEPT_USES = 200


@dataclass
class _Kept:
    """The workers of this process that wait for its next call: for what it is while its folder and its environment are
    the same.
    """

    home: object = None
    executor: Executor | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def current(self) -> Executor:
        """The workers of today's home; those of another end when they have no call."""
        try:
            folder = os.getcwd()
        except OSError:  # it is gone
            folder = ""
        home = (os.getpid(), folder, os.environ.copy())
        with self.lock:
            if self.executor is None or home != self.home:
                if self.executor is not None and self._is_ours():
                    self.executor.retire()
                self.home, self.executor = home, Executor(most_uses=_KEPT_USES)
            return self.executor

    def _is_ours(self) -> bool:
        """Whether this process has started them, not one that it was forked from."""
        return isinstance(self.home, tuple) and self.home[0] == os.getpid()


_kept = _Kept()


def stream(call: Call[Item], time_limit: float | None, memory_limit: int | None = None) -> Iterator[Item]:
    """What a call yields in a worker, which is ended soon after the time limit, in seconds, or with the iteration; see
    Executor.stream. A worker whose call has come to its end is kept for the next one, unless it has a memory limit, in
    megabytes.
    """
    if memory_limit is None:
        yield from _kept.current().stream(call, with_grace(time_limit))
        return
    with Executor(memory_limit) as executor:
        yield from executor.stream(call, with_grace(time_limit))


def with_grace(time_limit: float | None) -> float | None:
    """Seconds after which a worker is ended that is to end by itself with this time limit."""
    return None if time_limit is None else time_limit + GRACE


class Job(Generic[Item], AbstractContextManager["Job[Item]"]):
    """A call that a worker is busy with. Iterate over it for what it yields, or receive its messages one by one."""

    def __init__(self, executor: Executor, worker: Worker, deadline: float | None) -> None:
        self._executor = executor
        self._worker = worker
        self._deadline = deadline
        self._stopped: StopReason | None = None  # why the worker was ended
        self._released = False
        self._lock = threading.Lock()

    def __exit__(self, *error: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Item]:
        return self.items()

    def items(self, poll: float | None = None, between: Callable[[], None] = lambda: None) -> Iterator[Item]:
        """What the call yields. Raises StoppedError, and PuzzleError if the call does. between: is called before each
        item, and while none comes every `poll` seconds.
        """
        while not self._released:
            event = self.receive(poll)
            between()
            if isinstance(event, Yielded):
                yield event.item
            elif event is not None:
                raise_end(event)

    def receive(self, timeout: float | None = None) -> Message[Item] | None:
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
        self._deadline = None if time_limit is None else now() + time_limit

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
        return _POLL if self._deadline is None else self._deadline - now()

    def _received(self, message: Message[Item]) -> Message[Item]:
        if isinstance(message, Stopped):
            self._release(reusable=False)
        elif isinstance(message, Finished):
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
