"""What tests of all types look at: the types, found by the catalog, a sample of them, and a small puzzle of each.

What every type needs is tested with every type, on small boards. What only depends on what types are made of (their
parts, boards and marks) is tested with a sample that has them all, and with the other types in the slow run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES

import pysolve
from pysolve import catalog
from pysolve.analysis.clues import clues
from pysolve.analysis.derived_clues import derived_clues_file, file_of
from pysolve.generate.boards import empty
from pysolve.generate.made import MadePuzzle
from pysolve.generate.make import MakeRequest, make_puzzle
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType
from pysolve.solving.settings import Settings

TYPES = {type_.name: type_ for type_ in catalog.every()}

#: Bytes of a file that counts as small: its puzzle is solved in well under a second.
SMALL = 1000


def traits(type_: PuzzleType) -> set[object]:
    """What a type is made of: shapes of boards and parts, kinds of tokens and of marks."""
    found: set[object] = {("board", board) for board in type_.boards}
    found |= {("part", part.shape) for part in type_.parts} | {("parts", len(type_.parts))}
    found |= {("tokens", token) for part in type_.parts for token in part.tokens}
    found |= {("mark", rule.mark) for rule in type_.draw}
    found |= {("options", bool(type_.options)), ("clues", bool(type_.clues)), ("unique", type_.unique)}
    return found


def sample(types: Iterable[PuzzleType] = TYPES.values()) -> list[str]:
    """Types that have between them all that types are made of: always the one that adds the most."""
    left = {type_.name: traits(type_) for type_ in types}
    chosen = []
    while any(left.values()):
        best = max(left, key=lambda name: len(left[name]))
        chosen.append(best)
        known = left.pop(best)
        left = {name: others - known for name, others in left.items()}
    return chosen


def sampled(names: Sequence[str] = tuple(TYPES)) -> list[Any]:
    """The types as parameters of a test; those that are not in the sample are slow."""
    chosen = sample(TYPES[name] for name in names)
    return [name if name in chosen else pytest.param(name, marks=pytest.mark.slow) for name in names]


def smallest(name: str) -> Path:
    """The type's first example: the smallest one."""
    return catalog.examples(TYPES[name])[0]


@cache
def small(name: str) -> Puzzle:
    """The type's first example with a known answer on a square board, or the first of all if there is none."""
    puzzles = [pysolve.read(str(file)) for file in catalog.examples(TYPES[name])]
    return next((each for each in puzzles if each.answer is not None and not each.board.is_hex), puzzles[0])


def files(*suffixes: str, few: bool = False) -> list[Any]:
    """All instances as parameters of a test. The large ones are slow; with `few`, all but the smallest of each type."""
    found = sorted(path for path in INSTANCES.rglob("*") if path.suffix in (suffixes or (".yaml", ".txt", ".json")))
    first = {smallest(name) for name in TYPES}
    fast = first if few else first | {path for path in found if path.stat().st_size <= SMALL}
    return [
        pytest.param(path, id=f"{path.parent.name}/{path.name}", marks=[] if path in fast else [pytest.mark.slow])
        for path in found
    ]


# -- Puzzles that are made

#: Types of which hardly any small board has one answer alone: making one takes a minute or more.
SLOW_TO_MAKE = {"gappy"}

#: Types whose puzzles pysolve makes, and those among them whose clues can go one by one.
MADE = [
    name
    for name, type_ in TYPES.items()
    if type_.unique and name not in SLOW_TO_MAKE and (file_of(type_, "make.lp") or derived_clues_file(type_))
]
WITH_CLUES = [name for name in MADE if derived_clues_file(TYPES[name])]

#: Sizes of boards, the one whose puzzles have the fewest answers to look through first.
SIZES = ("3x4", "4", "5", "6", "8", "9")


@cache
def options_of(name: str) -> Mapping[str, str]:
    """The options with which small puzzles of a type can be made: none, or those of its smallest instance."""
    return {} if _first(name, with_options=False) is not None else small(name).options


def make_one(
    name: str, size: str, number: int = 0, options: Mapping[str, str] | None = None, **wanted: object
) -> MadePuzzle:
    """What `pysolve make` makes."""
    board = empty(TYPES[name], size, dict(options_of(name) if options is None else options))
    *_, made = make_puzzle(board, Settings(), MakeRequest(number=number, **wanted))  # type: ignore[arg-type]
    return made


def small_size(name: str) -> str:
    """The first size at which a puzzle can be made, with three clues at least where its clues can go one by one."""
    return _small(name)[0]


def _small(name: str) -> tuple[str, MadePuzzle]:
    """That size, and the first puzzle of it with all its clues."""
    first = _first(name, with_options=bool(options_of(name)))
    assert first is not None, f"no puzzle of {name} can be made at any of {SIZES}, nor in the size of its first example"
    return first


@cache
def _first(name: str, *, with_options: bool) -> tuple[str, MadePuzzle] | None:
    options = small(name).options if with_options else {}
    fewest = 3 if name in WITH_CLUES else 0
    sizes = [*SIZES, f"{small(name).board.rows}x{small(name).board.columns}"] if options else SIZES
    for size in sizes:
        try:
            made = make_one(name, size, options=options, keep_all=True)
        except PuzzleError:
            continue
        if made.puzzle is not None and len(clues(made.puzzle)) >= fewest:
            return size, made
    return None


@cache
def made(name: str, number: int = 0, *, keep_all: bool = False) -> MadePuzzle:
    """A small puzzle of the type, always the same."""
    size, first = _small(name)
    found = first if keep_all and number == 0 else make_one(name, size, number, keep_all=keep_all)
    assert found.failure is None and found.puzzle is not None
    return found


#: Cells of a board that is large for what goes through all clues of a puzzle one by one.
LARGE = 60


def numbered(names: Sequence[str], total: int = 210) -> list[Any]:
    """Types with numbers of puzzles to be made: one of each type, two of the sample; further ones are slow, in all
    about the total. Types that have no small boards are slow, too.
    """
    chosen = sample(TYPES[name] for name in names)
    each = max(2, total // len(names))
    fast = [
        {name for name in names if len(small(name).cells) <= LARGE},
        {name for name in chosen if len(small(name).cells) <= LARGE},
    ]
    return [
        pytest.param(name, number, marks=[] if number < 2 and name in fast[number] else pytest.mark.slow)
        for name in names
        for number in range(each)
    ]
