"""Runs an analysis in this process, or in a worker where limits have to hold, and keeps what is known so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, NamedTuple, TypeVar, cast

from .. import catalog, formats, rules
from ..analysis.ground import Ground, ground_puzzle
from ..analysis.result import Result
from ..analysis.type_checks import Finding
from ..analysis.type_tests import TypeTest, run_tests
from ..formats import Reading, Source
from ..generate.make import MadePuzzle, MakeRequest, make_on
from ..model.errors import PuzzleError, Remark, StoppedError
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..solving import facts
from ..solving.outcome import StopReason
from ..solving.remarks import uncovered_rules, without_effect
from ..solving.settings import Settings
from . import limits, worker
from .many import CallResult, CallWork, Place, in_order
from .searches import GRACE, seconds_left
from .worker import Call, Executor, Item

_Result = TypeVar("_Result", bound=Result)

#: An analysis of a puzzle that only lacks the settings: functools.partial(explain_verdict, puzzle, request=…).
Analysis = Callable[[Settings], Iterator[_Result]]

#: An analysis that lacks the puzzle, too.
PuzzleAnalysis = Callable[[Puzzle, Settings], Iterator[_Result]]


def limited(
    analysis: Callable[[Settings], Iterator[Item]], settings: Settings, memory_limit: int | None, apart: bool = False
) -> Iterator[Item]:
    """What an analysis yields: in this process, or, with a limit or `apart`, in a worker that ends with the iteration.

    memory_limit: megabytes. StoppedError if a limit, or a lack of memory, ended it.
    """
    limit = settings.time_limit
    settings = replace(settings, time_limit=None)
    if limit is None and memory_limit is None and not apart:
        try:
            yield from analysis(settings)
        except MemoryError:
            raise StoppedError(StopReason.NO_MEMORY) from None
        return
    with Executor(memory_limit) as executor:
        call = Call(analysis, (settings,), newest_only=True)
        yield from executor.stream(call, None if limit is None else limit + GRACE)


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
    return _complete(nothing, limited(analysis, settings, memory_limit, apart))


class ReadPuzzle(NamedTuple):
    """A puzzle that was read, and what is remarkable about its rules, as far as their text shows it."""

    puzzle: Puzzle
    warnings: tuple[Remark, ...]


class Analysed(NamedTuple, Generic[_Result]):
    """The results of an analysis, each more complete, at least one. read: None if a limit came before."""

    read: ReadPuzzle | None
    results: Iterator[_Result]


def source_results(
    nothing: _Result,
    analysis: PuzzleAnalysis[_Result],
    source: Source,
    reading: Reading,
    settings: Settings,
    memory_limit: int | None = None,
) -> Analysed[_Result]:
    """The puzzle of a source, and the results of its analysis in a worker; limits cover the reading, too.

    There is no puzzle if a limit came before it was read; then the one result says so. PuzzleError as formats.read.
    """
    try:
        settings = replace(settings, time_limit=seconds_left(source, settings.time_limit))
        reads = partial(_read_first, source, reading, analysis, settings.time_limit)
        items = limited(reads, settings, memory_limit, apart=True)
        return _analysed(nothing, items)
    except StoppedError as stopped:
        return Analysed(None, iter([replace(nothing, reason=stopped.reason)]))


@dataclass(frozen=True)
class Analysing(Generic[_Result]):
    """Reads a puzzle and analyses it, as calls.CallWork calls it."""

    analysis: PuzzleAnalysis[_Result]

    def __call__(
        self, number: int, source: Source, reading: Reading, settings: Settings
    ) -> Iterator[ReadPuzzle | _Result]:
        """The puzzle, then the results."""
        limit = seconds_left(source, settings.time_limit)
        return _read_first(source, reading, self.analysis, limit, replace(settings, time_limit=None))


def analyse_each(
    nothing: _Result, analysis: PuzzleAnalysis[_Result], sources: Iterable[Source], reading: Reading,
    settings: Settings, place: Place,
) -> Iterator[tuple[Source, Callable[[], Analysed[_Result]]]]:  # fmt: skip
    """The sources, in order, each with what gives the same as source_results; several are analysed at once."""
    in_hand: deque[Source] = deque()

    def taken() -> Iterator[Source]:
        for source in sources:
            in_hand.append(source)
            yield source

    work: CallWork[ReadPuzzle | _Result] = CallWork(
        reading, settings, function=Analysing(analysis), newest_only=True, grace=GRACE
    )
    for call in in_order(place.as_completed(work, taken())):
        yield in_hand.popleft(), partial(_received, nothing, call)


def _received(nothing: _Result, call: CallResult[ReadPuzzle | _Result]) -> Analysed[_Result]:
    return _analysed(nothing, call.replay())


def _analysed(nothing: _Result, items: Iterator[ReadPuzzle | _Result]) -> Analysed[_Result]:
    try:
        read = cast(ReadPuzzle, next(items))
    except StoppedError as stopped:
        return Analysed(None, iter([replace(nothing, reason=stopped.reason)]))
    return Analysed(read, _complete(nothing, cast("Iterator[_Result]", items)))


def _read_first(
    source: Source, reading: Reading, analysis: PuzzleAnalysis[_Result], limit: float | None, settings: Settings
) -> Iterator[ReadPuzzle | _Result]:
    puzzle = formats.read(source, reading)
    warnings: tuple[Remark, ...] = ()
    with suppress(PuzzleError):  # if the rules cannot be read, the analysis says so
        program = rules.load([*puzzle.type.rule_files, *settings.rules])
        warnings = (*without_effect(puzzle, settings.rules), *uncovered_rules(program))
    yield ReadPuzzle(puzzle, warnings)
    yield from bounded(puzzle.type, limit, partial(analysis, puzzle), settings)


def bounded(
    type_: PuzzleType, limit: float | None, analysis: Callable[[Settings], Iterator[Item]], settings: Settings
) -> Iterator[Item]:
    """What an analysis of a puzzle of this type yields in a worker, which ends by itself after `limit` seconds,
    if there is one; rules that do not come with pysolve have limits by default.
    """
    with limits.bounded(type_, replace(settings, time_limit=limit)):
        yield from analysis(settings)


def _complete(nothing: _Result, items: Iterator[_Result]) -> Iterator[_Result]:
    """The results, at least one; the last one says so if a limit ended them."""
    result = nothing
    try:
        for result in items:
            yield result
    except StoppedError as stopped:
        yield replace(result, reason=stopped.reason)
    else:
        if result is nothing:
            yield result


@contextmanager
def steps(type_: PuzzleType, settings: Settings, memory_limit: int) -> Iterator[Callable[..., Iterator[object]]]:
    """What runs functions one after the other in a worker, each with the time limit of the settings: it yields what the
    function yields, and at last the reason, if a limit ended it. memory_limit: megabytes, if memory can be limited.
    """
    limit = settings.time_limit
    with Executor(memory_limit if worker.can_limit_memory() else None, most_uses=20) as executor:
        deque(executor.stream(Call(_nothing)), maxlen=0)  # starting a worker is not part of the first step

        def apart(function: Callable[..., Iterator[object]], *arguments: object) -> Iterator[object]:
            call = Call(_step, (type_, settings, function, *arguments))
            try:
                yield from executor.stream(call, None if limit is None else limit + GRACE)
            except StoppedError as stopped:
                yield stopped.reason

        yield apart


def _nothing() -> Iterator[object]:
    yield from ()


def _step(
    type_: PuzzleType, settings: Settings, function: Callable[..., Iterator[object]], *arguments: object
) -> Iterator[object]:
    with limits.bounded(type_, settings):
        yield from function(*arguments)


def source_facts(
    source: Source, reading: Reading, settings: Settings, memory_limit: int | None = None
) -> tuple[str, tuple[Remark, ...]]:
    """The puzzle of a source as ASP facts, with its options, and remarks on facts that no rule reads; limits cover the
    reading. PuzzleError as formats.read, StoppedError if a limit was reached.
    """
    settings = replace(settings, time_limit=seconds_left(source, settings.time_limit))
    return next(limited(partial(_facts, source, reading), settings, memory_limit))


def _facts(source: Source, reading: Reading, settings: Settings) -> Iterator[tuple[str, tuple[Remark, ...]]]:
    puzzle = formats.read(source, reading)
    yield puzzle_facts(puzzle), without_effect(puzzle)


def puzzle_facts(puzzle: Puzzle) -> str:
    """A puzzle as ASP facts, with its options, and the constraints that it adds."""
    added = "".join(f'#include "{each.rules_file.resolve()}".\n' for each in puzzle.type.added)
    return facts.options(puzzle) + added + facts.text(puzzle)


def ground_source(source: Source, reading: Reading, settings: Settings) -> Iterator[Ground]:
    """The size of the ground program of a puzzle, in a worker. PuzzleError as formats.read."""
    puzzle = formats.read(source, reading)
    yield from bounded(puzzle.type, settings.time_limit, partial(ground_puzzle, puzzle), settings)


def quick_tests(test: TypeTest, settings: Settings) -> Iterator[Finding]:
    """The tests of a type, in a worker."""
    yield from bounded(test.type, settings.time_limit, partial(run_tests, test), settings)


def last_result(nothing: _Result, analysis: Analysis[_Result], settings: Settings) -> _Result:
    """The most complete of the results."""
    return deque(results(nothing, analysis, settings), maxlen=1).pop()


# -- Many puzzles made at once. Puzzle k of a seed is the same wherever it is made


@dataclass(frozen=True)
class Making:
    """Makes puzzles as calls.CallWork calls it: their numbers say which. size: of the board, unless the reading names
    a file with one.
    """

    size: str
    request: MakeRequest

    def __call__(self, number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[MadePuzzle]:
        """The tries, and at last the puzzle."""
        assert reading.type is not None
        type_ = catalog.find(reading.type, reading.own_types)
        request = replace(self.request, number=number)
        unlimited = replace(settings, time_limit=None)  # the worker is ended
        size = reading.board or self.size
        with limits.bounded(type_, settings):
            yield from make_on(type_, size, reading.words, reading.own_types, unlimited, request)


def make_each(
    count: int, size: str, reading: Reading, settings: Settings, request: MakeRequest, place: Place
) -> Iterator[MadePuzzle]:
    """Puzzles 0, 1, … of a seed, in this order. One that a limit ended says so. PuzzleError as make_on.

    size: of the board, unless the reading names a file with one. reading: with a type.
    """
    work = CallWork(reading, settings, function=Making(size, request), newest_only=True)
    sources = (Source(f"{reading.type}-{request.seed}-{number + 1}", "") for number in range(count))
    return map(_made, in_order(place.as_completed(work, sources)))


def _made(result: CallResult[MadePuzzle]) -> MadePuzzle:
    try:
        return deque(result.replay(), maxlen=1).pop()
    except StoppedError as stopped:
        return replace(result.items[-1] if result.items else MadePuzzle(), reason=stopped.reason)
