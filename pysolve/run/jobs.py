"""Runs an analysis in this process, or in a worker where limits have to hold, and keeps what is known so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from ..analysis.result import Result
from ..solving.outcome import StopReason
from ..solving.settings import Settings
from .executor import Executor, WorkerStopped
from .workers import Call

_Result = TypeVar("_Result", bound=Result)

#: An analysis of a puzzle that only lacks the settings: functools.partial(explain_verdict, puzzle, request=…).
Analysis = Callable[[Settings], Iterator[_Result]]


def results(
    nothing: _Result,
    analysis: Analysis[_Result],
    settings: Settings,
    *,
    memory_limit: int | None = None,
    apart: bool = False,
) -> Iterator[_Result]:
    """The results, each more complete than the one before, at least one. nothing: what is known at the beginning.

    A time limit in the settings or a memory limit (megabytes) has the analysis run in a worker, and so has `apart`; it
    ends with the iteration. What a limit leaves is a result that says so. PuzzleError as solve raises it.
    """
    result = nothing
    try:
        for result in _run(analysis, settings, memory_limit, apart):
            yield result
    except WorkerStopped as stopped:
        yield replace(result, reason=stopped.reason)
    else:
        if result is nothing:
            yield result


def _run(analysis: Analysis[_Result], settings: Settings, memory_limit: int | None, apart: bool) -> Iterator[_Result]:
    limit = settings.time_limit
    settings = replace(settings, time_limit=None)
    if limit is None and memory_limit is None and not apart:
        try:
            yield from analysis(settings)
        except MemoryError:
            raise WorkerStopped(StopReason.NO_MEMORY) from None
        return
    with Executor(memory_limit) as executor:
        yield from executor.stream(Call(analysis, (settings,), newest_only=True), limit)


def last_result(nothing: _Result, analysis: Analysis[_Result], settings: Settings) -> _Result:
    """The most complete of the results."""
    return deque(results(nothing, analysis, settings), maxlen=1).pop()
