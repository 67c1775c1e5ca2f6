"""What an analysis consists of: a function with its parameters, what finds its results, their record, and how they are
shown on a terminal.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from ..analysis.assumptions import Result
from ..model.board import Side
from ..model.errors import plain_type
from ..model.puzzle import Puzzle
from ..model.terms import Value
from ..report.results import Drawing, Record
from ..run import searches as running
from ..solving.settings import Settings, with_rules

#: More answers, or conflicts, than these are not looked for in one request of the service.
MOST = 1000

#: The least and the most number that makes chance the same again.
SEEDS = (0, 2**31 - 1)

R = TypeVar("R", bound=Result)
Found = TypeVar("Found", bound=Record)


class Switch(NamedTuple):
    """A flag of the command line that stands for a value of a parameter. says: a sentence."""

    option: str
    value: int
    says: str


@dataclass(frozen=True)
class Says:
    """What is said of a parameter beside its type and its default, in its annotation: `Annotated[int, Says("…")]`."""

    text: str  # what it is, for requests and the reference; and for the command line, unless `help` says more
    help: str = ""
    option: str | None = ""  # of the command line: "" is the parameter's name, None: there is none
    metavar: str | None = None
    switch: Switch | None = None  # a second option
    limits: tuple[int, int | None] = (0, None)  # of a number
    served: tuple[int, int] | None = None  # those of the service, where they are others
    choices: tuple[str, ...] = ()  # of a text
    key: str = ""  # of requests, where it is not the parameter's name
    read: Callable[[str], Any] | None = None  # what a text means; ValueError
    in_file: bool = False  # the command line takes the text from a file
    chosen: Callable[[], int] | None = None  # what chooses a value where none is given


class Parameter(NamedTuple):
    """A parameter of an analysis. type: as it is annotated."""

    name: str
    type: str
    default: Any
    says: Says

    @property
    def key(self) -> str:
        """What it is called in requests."""
        return self.says.key or self.name


def parameters(function: Callable[..., object]) -> tuple[Parameter, ...]:
    """The parameters of a function that say what they are."""
    scope = vars(sys.modules[function.__module__])
    found = []
    for each in inspect.signature(function).parameters.values():
        if each.annotation.startswith("Annotated["):
            (says,) = eval(each.annotation, scope).__metadata__
            found.append(Parameter(each.name, plain_type(each.annotation), each.default, says))
    return tuple(found)


# -- What is shown


class Lines(NamedTuple):
    """Words. format: where these alone are wanted, 'text' or 'plain'; None for both."""

    lines: Iterable[str]
    format: str | None = None


class Drawn(NamedTuple):
    """A drawing on the terminal, below a title."""

    drawing: Drawing
    title: str = ""


class Figure(NamedTuple):
    """Drawings as a picture. title: another one than the puzzle's."""

    drawings: Sequence[Drawing]
    title: str | None = None


class Instance(NamedTuple):
    """A puzzle that was made of another one, in the native format, below what is said of it."""

    puzzle: Puzzle
    lines: Sequence[str]
    drawing: Drawing


#: A piece of what is shown; the record is the last one.
Shown = Lines | Drawn | Figure | Instance | Record


# -- Analyses


@dataclass(frozen=True)
class Task(Generic[R, Found]):
    """An analysis with its parameters, for any puzzle. nothing: what is known at the beginning. find: yields results,
    each more complete than the one before. record: of what is known of a puzzle.
    """

    nothing: R
    find: Callable[[Puzzle, Settings], Iterator[R]]
    record: Callable[[Puzzle, R], Found]

    def last(self, puzzle: Puzzle, settings: Settings | None) -> Found:
        """The record of the most complete result."""
        puzzle, settings = with_rules(puzzle, settings or Settings())
        return self.record(puzzle, running.last(running.results(self.nothing, partial(self.find, puzzle), settings)))


def _no_contradiction(**values: object) -> str | None:
    return None


@dataclass(frozen=True)
class Analysis(Generic[R, Found]):
    """An analysis.

    function: that of the Python package; what its parameters say (Says) makes them those of all faces. task: makes of
    their values, as `read` gives them, what is to be done. show: yields what a terminal shows of the puzzle and its
    results; its docstring is the help of the command, its own parameters that say what they are further options, and
    others of its parameters are the values of the same names. contradiction: what is wrong with the values together.
    many: several puzzles may be analysed at once, and become a table.
    """

    function: Callable[..., Found]
    task: Callable[..., Task[R, Found]]
    show: Callable[..., Iterator[Shown]] | None = None
    contradiction: Callable[..., str | None] = _no_contradiction
    many: bool = False

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Those of all faces."""
        return parameters(self.function)

    @property
    def result(self) -> type[Found]:
        """The kind of record that is found."""
        kind: type[Found] = vars(sys.modules[self.function.__module__])[self.function.__annotations__["return"]]
        return kind

    @cached_property
    def options(self) -> tuple[Parameter, ...]:
        """Those of the command line."""
        return (*self.parameters, *(parameters(self.show) if self.show is not None else ()))

    def shown(self, puzzle: Puzzle, results: Iterator[R], values: Mapping[str, Any]) -> Iterator[Shown]:
        """What a terminal shows. values: of the options, by name."""
        assert self.show is not None
        taken = inspect.signature(self.show).parameters
        return self.show(puzzle, results, **{name: value for name, value in values.items() if name in taken})


def read_places(text: str) -> frozenset[Value]:
    """The places that a text such as '2,5 left,2' names; ValueError for another text."""

    places: set[Value] = set()
    for each in re.split(r"[;\s]+", text.strip()):
        cell = re.fullmatch(r"r?(\d{1,9})[,c](\d{1,9})", each)
        margin = re.fullmatch(rf"({'|'.join(Side)}),(\d{{1,9}})", each)
        if cell is not None:
            places.add((int(cell[1]), int(cell[2])))
        elif margin is not None:
            places.add(Side(margin[1]).at(int(margin[2])))
        else:
            expected = "expected a cell such as 2,5 (row 2, column 5) or a margin such as left,2"
            raise ValueError(f"found '{each}', {expected}")
    return frozenset(places)
