"""Numberlink boards, made tidy: every cell is used and no path touches itself; and the check of an answer."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from board import EMPTY, Board, Cell, Rows, cells, frozen, read_rows, sides

Line = list[Cell]

#: The exits of a cell, in the order in which they are written.
EXITS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}


def made(side: int, seed: int, reading: str = "full") -> Board:
    """A board of side x side: random paths, leftover cells repaired, and paths joined end to end where they can be."""
    chance = random.Random(f"numberlink {side} {seed}")
    beside = sides((r, c) for r in range(side) for c in range(side))
    paths: list[Line] | None = None
    while paths is None:
        paths = _repaired(_grown(beside, chance), beside, chance)
    _joined(paths, beside, chance)
    ends = {cell: str(number) for number, path in enumerate(paths, 1) for cell in (path[0], path[-1])}
    rows = frozen([ends.get((r, c), EMPTY) for c in range(side)] for r in range(side))
    lines = {frozenset(pair) for path in paths for pair in itertools.pairwise(path)}
    return Board("numberlink", f"{side}x{side}, seed {seed}", rows, {"reading": reading}, answer=drawn(rows, lines))


def _tidy(path: Line, beside: dict[Cell, list[Cell]]) -> bool:
    """No two cells of the path are neighbours unless they follow each other."""
    place = {cell: index for index, cell in enumerate(path)}
    return all(
        abs(place[other] - index) == 1 for cell, index in place.items() for other in beside[cell] if other in place
    )


def _grown(beside: dict[Cell, list[Cell]], chance: random.Random) -> list[Line]:
    """Paths from random cells, each as far as it goes at both ends. Some have one cell only."""
    free, paths = set(beside), []
    for start in chance.sample(list(beside), len(beside)):
        if start not in free:
            continue
        path = [start]
        free.discard(start)
        for _ in range(2):
            while True:
                own = set(path)
                steps = [
                    cell for cell in beside[path[-1]]
                    if cell in free and not any(other in own and other != path[-1] for other in beside[cell])
                ]  # fmt: skip
                if not steps:
                    break
                # Where few ways lead on, a cell would soon be left over: go there first.
                best = min(steps, key=lambda cell: (sum(other in free for other in beside[cell]), chance.random()))
                path.append(best)
                free.discard(best)
            path.reverse()
        paths.append(path)
    return paths


def _repaired(paths: list[Line], beside: dict[Cell, list[Cell]], chance: random.Random) -> list[Line] | None:
    """Gives each single cell a piece of a neighbouring path, cut where what is left over is no single cell."""
    of = {cell: path for path in paths for cell in path}
    for single in [path for path in paths if len(path) == 1]:
        if of[single[0]] is not single:
            continue  # another single cell has taken it
        cuts = []
        for cell in beside[single[0]]:
            path = of[cell]
            index = path.index(cell)
            for piece, rest in ((path[index:], path[:index]), (path[index::-1], path[index + 1 :])):
                if len(rest) != 1 and _tidy([single[0], *piece], beside):
                    cuts.append(([single[0], *piece], rest, bool(rest), chance.random()))
        if not cuts:
            return None
        piece, rest, _, _ = min(cuts, key=lambda cut: cut[2:])
        for changed in (piece, rest):
            for cell in changed:
                of[cell] = changed
    return list({id(path): path for path in of.values()}.values())


def _joined(paths: list[Line], beside: dict[Cell, list[Cell]], chance: random.Random) -> None:
    """Joins paths end to end while the joined path is tidy: fewer and longer paths."""
    while pair := _joinable(paths, beside, chance):
        one, other, whole = pair
        paths[:] = [path for path in paths if path is not one and path is not other]
        paths.append(whole)


def _joinable(
    paths: list[Line], beside: dict[Cell, list[Cell]], chance: random.Random
) -> tuple[Line, Line, Line] | None:
    """Two paths and what they are joined, if any can be."""
    ends = {end: path for path in paths for end in (path[0], path[-1])}
    for end in chance.sample(list(ends), len(ends)):
        path = ends[end]
        head = path if path[-1] == end else path[::-1]
        for cell in chance.sample(beside[end], len(beside[end])):
            other = ends.get(cell, path)
            tail = other if other[0] == cell else other[::-1]
            if other is not path and _tidy(head + tail, beside):
                return path, other, head + tail
    return None


def drawn(rows: Rows, lines: set[frozenset[Cell]]) -> Rows:
    """The exits of each cell, from the lines between neighbours."""
    return frozen(
        [
            "".join(name for name, (y, x) in EXITS.items() if frozenset({(r, c), (r + y, c + x)}) in lines) or "-"
            for c in range(len(rows[r]))
        ]
        for r in range(len(rows))
    )


def instance(path: Path, reading: str) -> Board:
    """A board of a file."""
    return Board("numberlink", path.stem, read_rows(path), {"reading": reading})


def fault(board: Board, answer: Rows) -> str | None:
    """Why this is not an answer, if it is none."""
    tokens, exits = board.cells, cells(answer)
    joined = {
        (r, c): [(r + EXITS[name][0], c + EXITS[name][1]) for name in token if name in EXITS]
        for (r, c), token in exits.items()
    }
    if any(cell not in joined.get(other, ()) for cell in joined for other in joined[cell]):
        return "a line has one end only"
    if any(len(joined[cell]) != (2 if token == EMPTY else 1) for cell, token in tokens.items()):
        return "a cell has the wrong number of lines"
    seen: set[Cell] = set()
    for cell, token in tokens.items():
        if token == EMPTY or cell in seen:
            continue
        path = [cell]
        while len(path) == 1 or tokens[path[-1]] == EMPTY:
            path.append(next(other for other in joined[path[-1]] if other not in path[-2:]))
        if tokens[path[-1]] != token:
            return f"a path joins {token} and {tokens[path[-1]]}"
        seen.update(path)
    if seen != set(tokens):
        return "there is a loop"
    if board.options.get("reading") == "tidy" and any(
        sum(other in joined[cell] for cell, other in square) > 2 for square in squares(tokens)
    ):
        return "a path takes three sides of a square"
    return None


def squares(tokens: dict[Cell, str]) -> list[list[tuple[Cell, Cell]]]:
    """The four sides of each square of two by two cells: pairs of cells, the first one in reading order first."""
    result = []
    for r, c in tokens:
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if all(cell in tokens for cell in (b, d, e)):
            result.append([(a, b), (a, d), (b, e), (d, e)])
    return result
