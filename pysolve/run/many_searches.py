"""Searches for the answers of many puzzles at once, and for those of one in many ways at once: a portfolio."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import repeat

from ..formats import Reading, Source
from ..model.puzzle import Puzzle
from ..solving.outcome import AnswerSet, Outcome
from ..solving.settings import Settings
from .calls import CallResult, CallWork
from .executor import Stopped
from .many import Place, in_order
from .searches import GRACE, ReceivedSearch, after_waiting, search
from .workers import Failed

#: What a search yields.
Found = Puzzle | AnswerSet | Outcome

#: The configurations of a portfolio, beside the one that the user or the type names.
CONFIGURATIONS = ("trendy", "handy", "frumpy", "crafty", "jumpy", "tweety")


# -- Many puzzles


def search_each(
    sources: Iterable[Source], reading: Reading, settings: Settings, place: Place
) -> Iterator[tuple[Source, ReceivedSearch]]:
    """The sources with their searches, which are over, in the order of the sources."""
    in_hand: deque[Source] = deque()

    def taken() -> Iterator[Source]:
        for source in sources:
            in_hand.append(source)
            yield source

    work = CallWork(reading, settings, function=search_source, grace=GRACE)
    for result in in_order(place.as_completed(work, taken())):
        yield in_hand.popleft(), _received(result)


def search_source(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[Found]:
    """A search as calls.CallWork calls it."""
    return search((source, reading), after_waiting(source, settings))


def _received(result: CallResult[Found]) -> ReceivedSearch:
    return ReceivedSearch(result.replay(), result.seconds)


# -- A portfolio


@dataclass(frozen=True)
class Race:
    """A search in several ways. search: that of the first member that decided it, or of the one that came the farthest.

    winner: the settings of that member. members: how many there were. decided: whether one of them came to an end.
    """

    search: ReceivedSearch
    winner: Settings
    members: int
    decided: bool


def race(source: Source, reading: Reading, settings: Settings, place: Place, members: int) -> Race:
    """Searches in several ways at once; the first that comes to an end ends the others.

    A member that dies or reaches a limit costs only itself. Input that is wrong is so for all of them.
    """
    work = CallWork(reading, settings, function=search_as_member, grace=GRACE, largest_lot=1)
    farthest: tuple[int, CallResult[Found]] | None = None
    with closing(place.as_completed(work, repeat(source, members))) as results:
        for number, result in results:
            if _decides(result):
                return Race(_received(result), member(settings, number), members, True)
            if farthest is None or _answers(result) > _answers(farthest[1]):
                farthest = number, result
    assert farthest is not None
    number, result = farthest
    return Race(_received(result), member(settings, number), members, False)


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


def _decides(result: CallResult[Found]) -> bool:
    """Whether a search came to its end, or shows that the input is wrong; a fault of pysolve shows nothing."""
    if isinstance(result.end, Failed):
        return result.end.traceback is None
    last = result.items[-1] if result.items else None
    return not isinstance(result.end, Stopped) and isinstance(last, Outcome) and last.reason is None


def _answers(result: CallResult[Found]) -> int:
    return sum(isinstance(item, AnswerSet) for item in result.items)
