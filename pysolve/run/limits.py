"""The limits that a worker keeps by itself: it ends where it holds too much memory, or where its time is over.

The error says why, and what grew if that was grounding. (Deadlines of calls are kept by the executor.)
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..model.puzzle_type import PuzzleType
from ..rules.library import library
from ..solving.outcome import LimitReason, Reason, StopReason
from ..solving.settings import Settings

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
_GRACE = (
    0.3  # seconds that a search gets to end by itself; a worker that is ended by another may say why so long before
)


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
        """Within, the process ends after so many seconds, and, if its memory is not limited, where it holds more than
        the default. default: the seconds are the default, too.
        """
        before = self._most, self._until, self._limits
        self._limits = dict(self._limits)
        if self._most is None and _memory()[1]:
            self._most = MEMORY_LIMIT * _MEGABYTE
            self._limits[StopReason.MEMORY_LIMIT] = _said(f"{MEMORY_LIMIT} MB", "--memory-limit")
        if default:
            self._limits[StopReason.TIME_LIMIT] = _said(f"{TIME_LIMIT:g} s", "--time-limit")
        self._since = now()
        ends = [self._since + seconds] if seconds is not None else []
        ends += [self.known - _GRACE / 2] if self.known is not None else []
        self._until = min(ends, default=None)
        self._start()
        try:
            from ..solving import grounding  # who only hands out work needs no clingo

            self._looks = grounding.look
            with grounding.wanted():
                yield
        finally:
            self._looks = None
            self._most, self._until, self._limits = before

    def reason(self, kind: StopReason) -> LimitReason:
        """Why the work is ended now."""
        from ..solving import grounding

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
    return not all(map(_is_ours, (str(type_.folder), *settings.rules)))


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
