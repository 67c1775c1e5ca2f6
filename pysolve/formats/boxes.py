"""Two options whose product is the size of a board: the sides of the boxes of a Sudoku."""

from __future__ import annotations

from collections.abc import Iterable


def usual(size: int) -> tuple[int, int]:
    """The sides where nothing is said: as near to each other as can be, the smaller one first."""
    first = max((number for number in range(1, int(size**0.5) + 1) if size % number == 0), default=1)
    return first, size // first


def sides(size: int, options: Iterable[str]) -> tuple[int, int] | None:
    """The sides that two options say, 0 being one that nothing is said of; None if their product is not the size."""
    one, other = map(int, options)
    if not one and not other:
        return usual(size)
    found = one or size // other, other or size // one
    return found if found[0] * found[1] == size else None
