"""Searches and analyses whose limits hold, in a worker, which is ended with them; those of many puzzles at once; and
those for the answers of one puzzle in several ways at once: a portfolio.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar, cast

from .. import catalog, formats, rules
from ..analysis import ground
from ..formats import Reading, Source
from ..generate import make as making
from ..model.errors import PuzzleError, Remark, StoppedError
from ..model.puzzle import Puzzle, StopReason
from ..model.puzzle_type import PuzzleType, RuleText
from ..solving import facts
from ..solving.outcome import AnswerSearch, AnswerSet, Outcome
from ..solving.remarks import uncovered_rules, without_effect
from ..solving.search import open_local
from ..solving.settings import Settings, with_rules
from . import many, worker
from .many import CallWork, Place, after_waiting
from .worker import Call, Executor, Item, can_limit_memory, stream, with_grace

if TYPE_CHECKING:
    from ..analysis.assumptions import Result
    from ..analysis.ground import Ground
    from ..generate.make import MadePuzzle, MakeRequest


#: What a search yields.
Found = Puzzle | AnswerSet | Outcome

_BETWEEN = 0.1  # seconds between reports of what is counted


def open_search(puzzle: Puzzle, settings: Settings, memory_limit: int | None = None) -> AnswerSearch:
    """A search in this process, or, if it has limits, in a worker, unless this is one. memory_limit: megabytes."""
    if (settings.time_limit is None and memory_limit is None) or worker.is_worker():
        return open_local(puzzle, settings)
    return ReceivedSearch(stream(Call(search, (puzzle, settings)), settings.time_limit, memory_limit))


def open_source(source: Source, reading: Reading, settings: Settings) -> tuple[Puzzle, AnswerSearch]:
    """The puzzle of a source, and the search for its answers, without limits, but for rules that do not come with
    pysolve: these have limits by default. PuzzleError as formats.read.
    """
    puzzle = formats.read(source, reading)
    if not worker.is_own(puzzle.type, settings):
        return puzzle, open_local(puzzle, settings)
    return puzzle, ReceivedSearch(stream(Call(search, (puzzle, settings)), None))


class ReceivedSearch(AnswerSearch):
    """A search that runs, or ran, elsewhere: what search() yields there comes in here."""

    def __init__(self, items: Iterator[Found], seconds: float | None = None) -> None:
        """items: may raise StoppedError. seconds: how long it took, if it is over."""
        self.outcome = Outcome()
        self._seconds = seconds
        self._items = self._receive(items)

    def read(self) -> Puzzle | None:
        """The puzzle, which comes first, once it is read; None if a limit came before. PuzzleError if it cannot be
        understood.
        """
        item = next(self._items, None)
        return item if isinstance(item, Puzzle) else None

    def __iter__(self) -> Iterator[AnswerSet]:
        try:
            for item in self._items:
                if isinstance(item, Outcome):
                    self.outcome = item
                elif isinstance(item, AnswerSet):
                    if item.so_far:
                        self.outcome.best, self.outcome.costs = item, item.costs
                        self.outcome.optimized = bool(item.costs)
                    else:
                        self.outcome.count += 1
                        self.outcome.best = None
                    yield item
        finally:
            self._items.close()

    def _receive(self, items: Iterator[Found]) -> Generator[Found, None, None]:
        started = time.monotonic()
        try:
            yield from items
        except StoppedError as stopped:
            self.outcome.reason = stopped.reason
        finally:
            self.outcome.seconds = time.monotonic() - started if self._seconds is None else self._seconds


def search(puzzle: Puzzle | tuple[Source, Reading], settings: Settings) -> Iterator[Found]:
    """The puzzle, if it was to be read; the answers of a search, and its outcome: what is known after grounding, and at
    last all of it.
    """
    if not isinstance(puzzle, Puzzle):
        started = time.monotonic()
        puzzle = formats.read(*puzzle)
        yield puzzle
        settings = many.after(time.monotonic() - started, settings)
    with worker.bounded(puzzle.type, settings) as settings:
        running = open_local(puzzle, settings)
        yield from _counts(running) if settings.count else _answers(running)
        if running.outcome.reason is not None:
            running.outcome.reason = worker.reason(running.outcome.reason.kind)
        yield running.outcome


def _answers(running: AnswerSearch) -> Iterator[AnswerSet | Outcome]:
    """The answers; before the first one what is known after grounding, so that pictures can show what rules derive."""
    first = True
    for answer in running:
        if first:
            first = False
            yield Outcome(given=running.outcome.given)
        yield answer


def _counts(running: AnswerSearch) -> Iterator[Outcome]:
    """What is known of a search that counts, as it goes: a limit, or the end of this process, leaves the last of it."""
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as pool:
        counting = pool.submit(list, running)
        while wait([counting], _BETWEEN).not_done:
            yield running.outcome
        counting.result()


# -- Many puzzles


def search_each(
    sources: Iterable[Source], reading: Reading, settings: Settings, place: many.Place
) -> Iterator[tuple[Source, ReceivedSearch]]:
    """The sources with their searches, in the order of the sources; they are over, unless the place is `InTurn`."""
    for came in place.apart(many.CallWork(reading, settings, function=search_source), sources):
        yield came.source, ReceivedSearch(came.items, came.seconds)


def search_source(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[Found]:
    """A search as many.CallWork calls it."""
    return search((source, reading), settings)


# -- A portfolio

#: The configurations of a portfolio, beside the one that the user or the type names.
CONFIGURATIONS = ("trendy", "handy", "frumpy", "crafty", "jumpy", "tweety")


@dataclass(frozen=True)
class Race:
    """A search in several ways. search: that of the first member that decided it, or of the one that came the farthest.

    winner: the settings of that member. members: how many there were. decided: whether one of them came to an end.
    """

    search: ReceivedSearch
    winner: Settings
    members: int
    decided: bool

    @property
    def result(self) -> tuple[Settings, int, bool]:
        """What is said of it beside what the search found."""
        return self.winner, self.members, self.decided


def race(source: Source, reading: Reading, settings: Settings, place: many.Place, members: int) -> Race:
    """Searches in several ways at once; the first that comes to an end ends the others.

    A member that dies or reaches a limit costs only itself. Input that is wrong is so for all of them.
    """
    work = many.CallWork(reading, settings, function=search_as_member, largest_lot=1)
    farthest: tuple[int, many.CallResult[Found]] | None = None
    with closing(place.as_completed(work, repeat(source, members))) as results:
        for number, result in results:
            decided = _decides(result)
            if decided or farthest is None or _answer_count(result) > _answer_count(farthest[1]):
                farthest = number, result
            if decided:
                break
    assert farthest is not None
    number, result = farthest
    return Race(ReceivedSearch(result.replay(), result.seconds), member(settings, number), members, decided)


def member(settings: Settings, number: int) -> Settings:
    """The settings of a member of a portfolio. The first has those of the user, the next another configuration each,
    and those after them the same with seeds.
    """
    if number == 0:
        return settings
    turn, which = divmod(number - 1, len(CONFIGURATIONS))
    seed = settings.seed + number if settings.seed is not None else turn or None
    return replace(settings, configuration=CONFIGURATIONS[which], seed=seed)


def search_as_member(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[Found]:
    """The search of one member."""
    return search_source(number, source, reading, member(settings, number))


def _decides(result: many.CallResult[Found]) -> bool:
    """Whether a search came to its end, or shows that the input is wrong; a fault of pysolve shows nothing."""
    if isinstance(result.end, worker.Failed):
        return result.end.traceback is None
    last = result.items[-1] if result.items else None
    return not isinstance(result.end, worker.Stopped) and isinstance(last, Outcome) and last.reason is None


def _answer_count(result: many.CallResult[Found]) -> int:
    return sum(isinstance(item, AnswerSet) for item in result.items)


# -- Analyses in this process, or in a worker where limits have to hold: what is known so far is kept


_Result = TypeVar("_Result", bound="Result")

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
    limit, settings = settings.time_limit, replace(settings, time_limit=None)
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
        puzzle, settings = with_rules(formats.read(source, reading), settings)
        warnings: tuple[Remark, ...] = ()
        with suppress(PuzzleError):  # if the rules cannot be read, the analysis says so
            warnings = (*without_effect(puzzle), *uncovered_rules(rules.load(puzzle.type.rule_files)))
        yield ReadPuzzle(puzzle, warnings)
        yield from bounded(puzzle.type, settings, self.analysis, puzzle, replace(settings, time_limit=None))


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


def bounded(
    type_: PuzzleType, settings: Settings, function: Callable[..., Iterator[Item]], *arguments: object
) -> Iterator[Item]:
    """What a function about a type yields in a worker, which ends by itself with the time limit; rules that do not come
    with pysolve have limits by default.
    """
    with worker.bounded(type_, settings):
        yield from function(*arguments)


def ground_source(source: Source, reading: Reading, settings: Settings) -> Iterator[Ground]:
    """The size of the ground program of a puzzle, in a worker. PuzzleError as formats.read."""
    puzzle = formats.read(source, reading)
    return bounded(puzzle.type, settings, ground.ground_puzzle, puzzle, settings)


@contextmanager
def steps(type_: PuzzleType, settings: Settings, memory_limit: int) -> Iterator[Callable[..., Iterator[object]]]:
    """What runs functions one after the other in a worker, each with the time limit of the settings: it yields what the
    function yields, and at last the reason, if a limit ended it. memory_limit: megabytes, if memory can be limited.
    """
    with Executor(memory_limit if can_limit_memory() else None, most_uses=20) as executor:
        deque(executor.stream(Call(iter, ((),))), maxlen=0)  # starting a worker is not part of the first step

        def apart(function: Callable[..., Iterator[object]], *arguments: object) -> Iterator[object]:
            call = Call(bounded, (type_, settings, function, *arguments))
            try:
                yield from executor.stream(call, with_grace(settings.time_limit))
            except StoppedError as stopped:
                yield stopped.reason

        yield apart


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
    added = "".join(
        f"{each.text}\n" if isinstance(each, RuleText) else f'#include "{each.resolve()}".\n'
        for each in puzzle.type.added_rules
    )
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
        make = partial(making.make_on, type_, board, reading.words, reading.own_types, request=request)
        yield from bounded(type_, settings, make, replace(settings, time_limit=None))


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
        yield complete(making.MadePuzzle(), came.items)
