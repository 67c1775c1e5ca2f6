"""The rules of types with paths that have a beginning and an end, in words."""

from __future__ import annotations

from collections.abc import Iterator

from .loops import BENDS, line_from, tracks
from .places import ALL_STEPS, STEPS, Board, Cell, along, apart, beside, linked, oracle


@oracle("hotarubeam")
def hotarubeam(board: Board) -> Iterator[str]:
    fireflies = board.tokens()
    dots = {x: text[-1] for x, text in fireflies.items() if text[-1] in STEPS}
    turns = {x: int(text[:-1]) for x, text in fireflies.items() if text[:-1].isdigit()}
    every = ["".join(name for at, name in enumerate("nsew") if bits >> at & 1) for bits in range(16)]

    def beam(track: dict[Cell, str], start: Cell) -> list[str] | None:
        """The directions in which its line goes, up to a firefly where it does not end at the dot."""
        at, names = start, [dots[start]]
        while True:
            at = (at[0] + STEPS[names[-1]][0], at[1] + STEPS[names[-1]][1])
            back = {"n": "s", "s": "n", "e": "w", "w": "e"}[names[-1]]
            if at in fireflies:
                return names if dots.get(at) != back else None
            names.append(track[at].replace(back, ""))

    pieces = {
        x: [each for each in every if dots.get(x, "") in each] if x in fireflies else [*BENDS, ""] for x in board.cells
    }
    for track in tracks(board, pieces):
        beams = {x: beam(track, x) for x in dots}
        drawn = sum(len(names or []) for names in beams.values())
        ends = set(track) | fireflies.keys()
        if (
            track and None not in beams.values() and 2 * drawn == sum(map(len, track.values()))
            and all(sum(a != b for a, b in zip(beams[x] or [], (beams[x] or [])[1:])) == n for x, n in turns.items())
            and len(linked(ends, [(x, y) for x in track for y in along(track, x)])) == 1
        ):  # fmt: skip
            yield board.text(track)


@oracle("rassisilai")
def rassisilai(board: Board) -> Iterator[str]:
    area = {x: name for name, cells in board.areas().items() for x in cells if name != "#"}
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}

    def may_go(cell: Cell, name: str) -> bool:
        other = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
        return area.get(other) == area[cell] and frozenset((cell, other)) not in walls

    pieces = {x: [each for each in [*"nsew", *BENDS] if all(may_go(x, name) for name in each)] for x in area}
    for track in tracks(board, pieces):
        ends = [x for x in track if len(track[x]) == 1]
        paths = {frozenset(line_from(track, x)) for x in ends}
        names = [area[min(path)] for path in paths]
        if sum(map(len, paths)) == len(area) and len(set(names)) == len(names) and apart(ends, ALL_STEPS):
            yield board.text(track)
