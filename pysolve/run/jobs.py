"""Puts a question of the setter's desk to a worker or to this process, and gathers what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from ..model.puzzle import Puzzle
from ..solving.outcome import StopReason
from ..solving.settings import Settings
from . import workers


class Result(Protocol):
    """What is known so far. reason: which limit was reached."""

    reason: str | None


_Result = TypeVar("_Result", bound=Result)

Findings = Callable[..., Iterator[tuple[str, Any]]]


def gather(
    result: _Result,
    findings: Findings,
    puzzle: Puzzle,
    settings: Settings,
    *wanted: object,
    memory_limit: int | None = None,
    apart: bool = False,
) -> Iterator[_Result]:
    """The result, ever more complete: once for each finding, and at least once.

    A time limit in the settings or a memory limit (megabytes) has the question asked in a process of its own, and so
    has `apart`; then it ends with the iteration. Raises PuzzleError as solve does.
    """
    limit = settings.time_limit
    settings = replace(settings, time_limit=None)
    try:
        if limit is None and memory_limit is None and not apart:
            found = findings(puzzle, settings, *wanted)
        else:
            found = workers.ask(findings, puzzle, settings, *wanted, time_limit=limit, memory_limit=memory_limit)
        for name, value in found:
            setattr(result, name, value)
            yield result
    except workers.LimitReached as reached:
        result.reason = str(reached)
    except MemoryError:
        result.reason = StopReason.MEMORY_LIMIT
    yield result


def answer(result: _Result, findings: Findings, puzzle: Puzzle, settings: Settings, *wanted: object) -> _Result:
    """The result of gather() at the end."""
    for _ in gather(result, findings, puzzle, settings, *wanted):
        pass
    return result
