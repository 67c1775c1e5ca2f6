"""Analyses in this process, or in a worker where limits have to hold: what is known so far is kept."""

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
from ..model.puzzle import Puzzle, StopReason
from ..model.puzzle_type import PuzzleType
from ..solving import facts
from ..solving.remarks import uncovered_rules, without_effect
from ..solving.settings import Settings
from . import limits
from .many import CallWork, Place, after_waiting
from .worker import Call, Executor, Item, can_limit_memory, stream, with_grace

_Result = TypeVar("_Result", bound=Result)

#: An analysis of a puzzle that only lacks the settings: functools.partial(explain_verdict, puzzle, request=…).
Analysis = Callable[[Settings], Iterator[_Result]]

#: An analysis that lacks the puzzle, too.
PuzzleAnalysis = Callable[[Puzzle, Settings], Iterator[_Result]]


# -- Of a puzzle that is here


def limited(
    analysis: Callable[[Settings], Iterator[Item]], settings: Settings, memory_limit: int | None
) -> Iterator[Item]:
    """What an analysis yields: in this process, or, with a limit, in a worker that ends with the iteration.

    memory_limit: megabytes. StoppedError if a limit, or a lack of memory, ended it.
    """
    limit = settings.time_limit
    settings = replace(settings, time_limit=None)
    if limit is None and memory_limit is None:
        try:
            yield from analysis(settings)
        except MemoryError:
            raise StoppedError(StopReason.NO_MEMORY) from None
        return
    yield from stream(Call(analysis, (settings,), newest_only=True), limit, memory_limit)


def results(nothing: _Result, analysis: Analysis[_Result], settings: Settings) -> Iterator[_Result]:
    """The results, each more complete than the one before, at least one. nothing: what is known at the beginning.

    A time limit in the settings has the analysis run in a worker; it ends with the iteration. What a limit leaves is a
    result that says so. PuzzleError as solve raises it.
    """
    return complete(nothing, limited(analysis, settings, None))


def complete(nothing: _Result, items: Iterator[_Result]) -> Iterator[_Result]:
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


def last(results: Iterable[_Result]) -> _Result:
    """The most complete of the results."""
    return deque(results, maxlen=1).pop()


# -- Of sources


class ReadPuzzle(NamedTuple):
    """A puzzle that was read, and what is remarkable about its rules, as far as their text shows it."""

    puzzle: Puzzle
    warnings: tuple[Remark, ...]


class Analysed(NamedTuple, Generic[_Result]):
    """The results of an analysis, each more complete, at least one. read: None if a limit came before; then the one
    result says so.
    """

    read: ReadPuzzle | None
    results: Iterator[_Result]


@dataclass(frozen=True)
class Analysing(Generic[_Result]):
    """Reads a puzzle and analyses it, as many.CallWork calls it."""

    analysis: PuzzleAnalysis[_Result]

    def __call__(
        self, number: int, source: Source, reading: Reading, settings: Settings
    ) -> Iterator[ReadPuzzle | _Result]:
        """The puzzle, then the results."""
        puzzle = formats.read(source, reading)
        warnings: tuple[Remark, ...] = ()
        with suppress(PuzzleError):  # if the rules cannot be read, the analysis says so
            program = rules.load([*puzzle.type.rule_files, *settings.rules])
            warnings = (*without_effect(puzzle, settings.rules), *uncovered_rules(program))
        yield ReadPuzzle(puzzle, warnings)
        yield from bounded(puzzle.type, settings, partial(self.analysis, puzzle))


def analyse_each(
    nothing: _Result, analysis: PuzzleAnalysis[_Result], sources: Iterable[Source], reading: Reading,
    settings: Settings, place: Place,
) -> Iterator[tuple[Source, Callable[[], Analysed[_Result]]]]:  # fmt: skip
    """The sources, in order, each with what gives the results for it; that raises PuzzleError as formats.read does.
    Limits cover the reading, too.
    """
    work: CallWork[ReadPuzzle | _Result] = CallWork(reading, settings, function=Analysing(analysis), newest_only=True)
    for came in place.apart(work, sources):
        yield came.source, partial(_analysed, nothing, came.items)


def _analysed(nothing: _Result, items: Iterator[ReadPuzzle | _Result]) -> Analysed[_Result]:
    try:
        read = cast(ReadPuzzle, next(items))
    except StoppedError as stopped:
        return Analysed(None, iter([replace(nothing, reason=stopped.reason)]))
    return Analysed(read, complete(nothing, cast("Iterator[_Result]", items)))


# -- In a worker


def bounded(type_: PuzzleType, settings: Settings, analysis: Callable[[Settings], Iterator[Item]]) -> Iterator[Item]:
    """What an analysis of a puzzle of this type yields in a worker, which ends by itself with the time limit; rules
    that do not come with pysolve have limits by default. The analysis itself has none.
    """
    with limits.bounded(type_, settings):
        yield from analysis(replace(settings, time_limit=None))


def ground_source(source: Source, reading: Reading, settings: Settings) -> Iterator[Ground]:
    """The size of the ground program of a puzzle, in a worker. PuzzleError as formats.read."""
    puzzle = formats.read(source, reading)
    with limits.bounded(puzzle.type, settings):
        yield from ground_puzzle(puzzle, settings)


def quick_tests(test: TypeTest, settings: Settings) -> Iterator[Finding]:
    """The tests of a type, in a worker."""
    with limits.bounded(test.type, settings):
        yield from run_tests(test, settings)


@contextmanager
def steps(type_: PuzzleType, settings: Settings, memory_limit: int) -> Iterator[Callable[..., Iterator[object]]]:
    """What runs functions one after the other in a worker, each with the time limit of the settings: it yields what the
    function yields, and at last the reason, if a limit ended it. memory_limit: megabytes, if memory can be limited.
    """
    with Executor(memory_limit if can_limit_memory() else None, most_uses=20) as executor:
        deque(executor.stream(Call(iter, ((),))), maxlen=0)  # starting a worker is not part of the first step

        def apart(function: Callable[..., Iterator[object]], *arguments: object) -> Iterator[object]:
            call = Call(_step, (type_, settings, function, *arguments))
            try:
                yield from executor.stream(call, with_grace(settings.time_limit))
            except StoppedError as stopped:
                yield stopped.reason

        yield apart


def _step(
    type_: PuzzleType, settings: Settings, function: Callable[..., Iterator[object]], *arguments: object
) -> Iterator[object]:
    with limits.bounded(type_, settings):
        yield from function(*arguments)


# -- Facts


def source_facts(
    source: Source, reading: Reading, settings: Settings, memory_limit: int | None = None
) -> tuple[str, tuple[Remark, ...]]:
    """The puzzle of a source as ASP facts, with its options, and remarks on facts that no rule reads; limits cover the
    reading. PuzzleError as formats.read, StoppedError if a limit was reached.
    """
    return next(limited(partial(_facts, source, reading), after_waiting(source, settings), memory_limit))


def _facts(source: Source, reading: Reading, settings: Settings) -> Iterator[tuple[str, tuple[Remark, ...]]]:
    puzzle = formats.read(source, reading)
    yield puzzle_facts(puzzle), without_effect(puzzle)


def puzzle_facts(puzzle: Puzzle) -> str:
    """A puzzle as ASP facts, with its options, and the constraints that it adds."""
    added = "".join(f'#include "{each.rules_file.resolve()}".\n' for each in puzzle.type.added)
    return facts.options(puzzle) + added + facts.text(puzzle)


# -- Puzzles that are made


@dataclass(frozen=True)
class Making:
    """Makes puzzles as many.CallWork calls it: their numbers say which. size: of the board, unless the reading names
    a file with one.
    """

    size: str
    request: MakeRequest

    def __call__(self, number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[MadePuzzle]:
        """The tries, and at last the puzzle."""
        assert reading.type is not None
        type_ = catalog.find(reading.type, reading.own_types)
        board, request = reading.board or self.size, replace(self.request, number=number)
        make = partial(make_on, type_, board, reading.words, reading.own_types, request=request)
        yield from bounded(type_, settings, make)


def make_each(
    count: int, size: str, reading: Reading, settings: Settings, request: MakeRequest, place: Place
) -> Iterator[Iterator[MadePuzzle]]:
    """For puzzles 0, 1, … of a seed, in this order, what is made, better and better; each is the same wherever it is
    made. What a limit leaves says so. PuzzleError as make_on.

    size: of the board, unless the reading names a file with one. reading: with a type.
    """
    work = CallWork(reading, settings, function=Making(size, request), newest_only=True)
    sources = (Source(f"{reading.type}-{request.seed}-{number + 1}", "") for number in range(count))
    for came in place.apart(work, sources):
        yield complete(MadePuzzle(), came.items)
