"""Hidato boards from random walks through all cells; the pruned domains; the check of an answer."""

from __future__ import annotations

import random
from pathlib import Path

from board import EMPTY, Board, Cell, Rows, cells, frozen, read_rows, touching


def made(side: int, given: float, seed: int) -> Board:
    """A board of side x side with this share of the numbers given, always the first and the last.

    The walk begins as a snake and is changed by backbite moves: an end is joined to a cell beside it, and the line
    that leads on from there is cut so that one line is left.
    """
    chance = random.Random(f"hidato {side} {given} {seed}")
    walk = [(r, c if r % 2 == 0 else side - 1 - c) for r in range(side) for c in range(side)]
    beside = touching(walk)
    for _ in range(12 * len(walk)):
        if chance.random() < 0.5:
            walk.reverse()
        place = walk.index(chance.choice([cell for cell in beside[walk[-1]] if cell != walk[-2]]))
        walk[place + 1 :] = reversed(walk[place + 1 :])
    number = {cell: index + 1 for index, cell in enumerate(walk)}
    kept = {1, len(walk), *chance.sample(range(1, len(walk) + 1), round(given * len(walk)))}
    answer = frozen([str(number[r, c]) for c in range(side)] for r in range(side))
    rows = frozen([token if int(token) in kept else EMPTY for token in row] for row in answer)
    return Board("hidato", f"{side}x{side}, {given:.0%} given, seed {seed}", rows, answer=answer)


def instance(path: Path) -> Board:
    """A board of a file."""
    return Board("hidato", path.stem, read_rows(path))


def domains(board: Board) -> list[set[Cell]]:
    """Where each number can stand (entry V-1 for the number V), as far as walks between the given numbers tell."""
    tokens = board.cells
    beside = touching(tokens)
    given = {int(token): cell for cell, token in tokens.items() if token != EMPTY}
    free = {cell for cell, token in tokens.items() if token == EMPTY}

    def reach(numbers: list[int]) -> dict[int, set[Cell]]:
        reachable: dict[int, set[Cell]] = {}
        last: set[Cell] = set(tokens)
        for number in numbers:
            near = {other for cell in last for other in beside[cell]} if reachable else last
            last = reachable[number] = near & ({given[number]} if number in given else free)
        return reachable

    upwards = reach(list(range(1, len(tokens) + 1)))
    downwards = reach(list(range(len(tokens), 0, -1)))
    return [upwards[number] & downwards[number] for number in range(1, len(tokens) + 1)]


def fault(board: Board, answer: Rows) -> str | None:
    """Why this is not an answer, if it is none."""
    numbers = {cell: int(token) for cell, token in cells(answer).items()}
    where = {number: cell for cell, number in numbers.items()}
    beside = touching(numbers)
    if any(token not in (EMPTY, str(numbers.get(cell))) for cell, token in board.cells.items()):
        return "a given number has been changed"
    if sorted(where) != list(range(1, len(board.cells) + 1)):
        return "not each number stands once"
    if any(where[number + 1] not in beside[where[number]] for number in range(1, len(where))):
        return "consecutive numbers do not touch"
    return None
