"""What tests of all types look at: the types, found by the catalog, a sample of them, and a small puzzle of each.

Which of them a test meets in the default run is said in sampling.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES
from sampling import Some

import pysolve
from pysolve import catalog
from pysolve.analysis.clues import clues, derived_clues_file, make_program
from pysolve.formats.links.genre import genres
from pysolve.generate.boards import empty
from pysolve.generate.make import MadePuzzle, MakeRequest, make_puzzle
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.solving.settings import Settings

#: A Sudoku that takes pointing and naked pairs, made by pysolve.
HARDER = """9 9
- - 1 - 2 - - 8 -
- - - - - - 9 - 2
- - - - 5 - - - -
- - 2 - 4 7 - - -
7 - - - - - - - 3
- 3 - 6 - - 4 5 -
- 4 - - 9 - - - 8
- - 5 8 3 - - - -
- 6 - 5 - - - - -
"""

TYPES = {type_.name: type_ for type_ in catalog.every()}


@cache
def type_of_genre() -> Mapping[str, str]:
    """The type of each genre of puzz.link."""
    return {name: type_.name for type_ in TYPES.values() for genre in genres(type_) for name in genre.names}


#: Bytes of a file that counts as small: its puzzle is solved in well under a second.
SMALL = 1000


def smallest(name: str) -> Path:
    """The type's first example: the smallest one."""
    return catalog.examples(TYPES[name])[0]


@cache
def small(name: str) -> Puzzle:
    """The type's first example with a known answer on a square board, or the first of all if there is none."""
    first = None
    for file in catalog.examples(TYPES[name]):
        puzzle = pysolve.read(str(file))
        if puzzle.answer is not None and puzzle.board.in_columns:
            return puzzle
        first = first or puzzle
    assert first is not None
    return first


def files(*suffixes: str) -> list[Any]:
    """All instances as parameters of a test, of each type the smallest first. The large ones are slow."""
    found = [path for path in INSTANCES.rglob("*") if path.suffix in (suffixes or (".yaml", ".txt", ".json"))]
    first = {smallest(name) for name in TYPES}
    small = first | {path for path in found if path.stat().st_size <= SMALL}
    return [
        pytest.param(path, id=f"{path.parent.name}/{path.name}", marks=[] if path in small else [pytest.mark.slow])
        for path in sorted(found, key=lambda path: (path.parent.name, path not in first, path.name))
    ]


# -- Puzzles that are made

#: Types of which hardly any small board has one answer alone: making one takes a minute or more.
SLOW_TO_MAKE = {"gappy"}


@cache
def is_made(name: str) -> bool:
    """Whether pysolve makes puzzles of a type."""
    return TYPES[name].unique and name not in SLOW_TO_MAKE and bool(make_program(TYPES[name]).files)


@cache
def has_clues(name: str) -> bool:
    """Whether puzzles of a type are made whose clues can go one by one."""
    return is_made(name) and derived_clues_file(TYPES[name]) is not None


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
    fewest = 3 if has_clues(name) else 0
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


def numbered(holds: Callable[[str], object]) -> Some:
    """The types for which something holds with numbers of puzzles to be made, two of each type. The second ones are slow,
    and so are types that have no small boards.
    """

    def values(name: str) -> list[Any]:
        fast = len(small(name).cells) <= LARGE
        return [pytest.param(name, n, marks=[] if fast and n == 0 else pytest.mark.slow) for n in range(2)]

    return Some(TYPES, lambda name: values(name) if holds(name) else [])
