"""Sudoku boards: pattern grids, shuffled, with blanks; and the check of an answer."""

from __future__ import annotations

import random
from math import isqrt
from pathlib import Path

from board import EMPTY, Board, Cell, Rows, frozen, read_rows


def made(side: int, blanks: float, seed: int) -> Board:
    """A board of side x side (a square number) with this share of blanks. It may have several answers."""
    chance = random.Random(f"sudoku {side} {blanks} {seed}")
    answer = pattern(side, chance)
    places = [(r, c) for r in range(side) for c in range(side)]
    hidden = set(chance.sample(places, round(blanks * side * side)))
    return _hide(f"{side}x{side}, {blanks:.0%} blank, seed {seed}", answer, hidden)


def dug(seed: int) -> Board:
    """A board of 9x9 with one answer, from which no clue can be taken away."""
    chance = random.Random(f"sudoku dug {seed}")
    answer = pattern(9, chance)
    values = [int(token) for row in answer for token in row]
    for place in chance.sample(range(81), 81):
        kept, values[place] = values[place], 0
        if _count(values, 2) != 1:
            values[place] = kept
    hidden = {divmod(place, 9) for place in range(81) if not values[place]}
    return _hide(f"9x9, minimal, seed {seed}", answer, hidden)


def pattern(side: int, chance: random.Random) -> Rows:
    """A full grid."""
    box = isqrt(side)

    def mixed() -> list[int]:
        return [band * box + line for band in chance.sample(range(box), box) for line in chance.sample(range(box), box)]

    rows, columns, values = mixed(), mixed(), chance.sample(range(1, side + 1), side)
    return frozen([str(values[(r % box * box + r // box + c) % side]) for c in columns] for r in rows)


def _hide(name: str, answer: Rows, hidden: set[Cell]) -> Board:
    rows = [[EMPTY if (r, c) in hidden else token for c, token in enumerate(row)] for r, row in enumerate(answer)]
    return Board("sudoku", name, frozen(rows), answer=answer)


PEERS = [
    [p for p in range(81) if p != q and (p // 9 == q // 9 or p % 9 == q % 9 or
     (p // 27 == q // 27 and p % 9 // 3 == q % 9 // 3))] for q in range(81)
]  # fmt: skip


def _count(values: list[int], most: int) -> int:
    """How many answers a 9x9 board has, counting not further than `most`."""
    best: list[int] | None = None
    where = -1
    for place in range(81):
        if not values[place]:
            seen = {values[other] for other in PEERS[place]}
            free = [value for value in range(1, 10) if value not in seen]
            if best is None or len(free) < len(best):
                best, where = free, place
                if len(free) < 2:
                    break
    if best is None:
        return 1
    count = 0
    for value in best:
        values[where] = value
        count += _count(values, most - count)
        if count >= most:
            break
    values[where] = 0
    return count


def instance(path: Path) -> Board:
    """A board of a file, with or without blanks between cells; letters and digits become numbers."""
    rows = read_rows(path)
    if any(len(token) > 1 and not token.isdigit() for row in rows for token in row):
        rows = frozen("".join(row) for row in rows)
    tokens = {token for row in rows for token in row if token != EMPTY}
    if any(not token.isdigit() for token in tokens):
        names = ("123456789" if any(token.isdigit() for token in tokens) else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        rows = frozen([EMPTY if token == EMPTY else str(names.index(token) + 1) for token in row] for row in rows)
    return Board("sudoku", path.stem, rows)


def units(side: int) -> list[list[Cell]]:
    """Rows, columns and boxes."""
    box, span = isqrt(side), range(side)
    rows = [[(r, c) for c in span] for r in span]
    columns = [[(r, c) for r in span] for c in span]
    boxes = [[(b // box * box + i // box, b % box * box + i % box) for i in span] for b in span]
    return rows + columns + boxes


def candidates(board: Board) -> dict[Cell, list[int]]:
    """The values that each cell can have, as far as the clues of its units tell."""
    side = len(board.rows)
    clues = {cell: int(token) for cell, token in board.cells.items() if token != EMPTY}
    free = {cell: set(range(1, side + 1)) for cell in board.cells}
    for unit in units(side):
        taken = {clues[cell] for cell in unit if cell in clues}
        for cell in unit:
            free[cell] -= taken
    return {cell: [clues[cell]] if cell in clues else sorted(free[cell]) for cell in free}


def fault(board: Board, answer: Rows) -> str | None:
    """Why this is not an answer, if it is none."""
    cells, expected = Board("sudoku", "", answer).cells, {str(v + 1) for v in range(len(board.rows))}
    if any(token not in (EMPTY, cells.get(cell)) for cell, token in board.cells.items()):
        return "a clue has been changed"
    if any({cells[cell] for cell in unit} != expected for unit in units(len(board.rows))):
        return "a unit does not hold each value once"
    return None
