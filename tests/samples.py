"""What tests of all types look at: the types, found by the catalog, a sample of them, and a small puzzle of each.

What every type needs is tested with every type, on small boards. What only depends on what types are made of (their
parts, boards and marks) is tested with a sample that has them all, and with the other types in the slow run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES

import pysolve
from pysolve import catalog
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType

TYPES = {type_.name: type_ for type_ in catalog.every()}

#: Bytes of a file that counts as small: its puzzle is solved in well under a second.
SMALL = 1000


def traits(type_: PuzzleType) -> set[object]:
    """What a type is made of: shapes of boards and parts, kinds of tokens and of marks."""
    found: set[object] = {("board", board) for board in type_.boards}
    found |= {("part", part.shape) for part in type_.parts} | {("parts", len(type_.parts))}
    found |= {("tokens", token) for part in type_.parts for token in part.tokens}
    found |= {("mark", mark) for _, mark in type_.draw}
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


def files() -> list[Any]:
    """All instances as parameters of a test; the large ones are slow."""
    found = sorted(path for path in INSTANCES.rglob("*") if path.suffix in (".yaml", ".txt", ".json"))
    return [
        pytest.param(
            path, id=f"{path.parent.name}/{path.name}",
            marks=[] if path.stat().st_size <= SMALL or path == smallest(path.parent.name) else [pytest.mark.slow],
        )
        for path in found
    ]  # fmt: skip
