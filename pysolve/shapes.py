"""The geometry of a board: where places are, and how edges of cells become outlines. Units are those of the SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from .marks import cell_of, corner_of, margin_of
from .puzzle import Cell
from .terms import Value

Point = tuple[float, float]
Edge = tuple[Point, Point]

UNIT = 40.0  # the width of a cell


class Board:
    """The places of a board: squares, or hexagons whose columns count half cells."""

    def __init__(self, rows: int, columns: int, hexagonal: bool) -> None:
        self.radius = UNIT / math.sqrt(3)
        self.rows, self.columns, self.hexagonal = rows, columns, hexagonal
        half = UNIT / 2
        if hexagonal:
            pitch = 1.5 * self.radius
            self.across, self.down, self.first = half, pitch, (half, self.radius)
            self.width, self.height = (columns + 1) * half, (rows - 1) * pitch + 2 * self.radius
            corners = [(half, -0.5), (half, 0.5), (0.0, 1.0), (-half, 0.5), (-half, -0.5), (0.0, -1.0)]
            self.corners = [(x, y * self.radius) for x, y in corners]
            self.steps = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
        else:
            self.across, self.down, self.first = UNIT, UNIT, (half, half)
            self.width, self.height = columns * UNIT, rows * UNIT
            self.corners = [(half, -half), (half, half), (-half, half), (-half, -half)]
            self.steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self.first[0] + (cell[1] - 1) * self.across, self.first[1] + (cell[0] - 1) * self.down

    def point(self, place: Value | None) -> Point | None:
        """Where any place is; None if it is none of the board's kinds of places."""
        if (cell := cell_of(place)) is not None:
            return self.centre(cell)
        if (corner := corner_of(place)) is not None:
            return (corner[1] - 1) * self.across, (corner[0] - 1) * self.down
        if (margin := margin_of(place)) is not None:
            x, y = self.centre((margin[1], margin[1]))
            beside = {"left": (-UNIT / 2, y), "right": (self.width + UNIT / 2, y), "top": (x, -UNIT / 2)}
            return beside.get(margin[0], (x, self.height + UNIT / 2))
        return None

    def outline(self, cell: Cell, scale: float = 1.0) -> list[Point]:
        """The corners of a cell, clockwise; rounded, so that neighbours have the same ones."""
        x, y = self.centre(cell)
        return [(round(x + scale * dx, 2), round(y + scale * dy, 2)) for dx, dy in self.corners]

    def edges(self, cell: Cell) -> list[tuple[Cell, Edge]]:
        """The sides of a cell, clockwise, each with the neighbour behind it."""
        points = self.outline(cell)
        return [
            ((cell[0] + down, cell[1] + right), (start, end))
            for (down, right), start, end in zip(self.steps, points, points[1:] + points[:1])
        ]

    def inset(self, cells: set[Cell], distance: float) -> list[list[Point]]:
        """The outlines of an area, moved inwards; one for each piece and each hole of it."""
        sides = {
            (cell, edge[0]): edge[1] for cell in sorted(cells) for other, edge in self.edges(cell) if other not in cells
        }
        starts: dict[Point, list[Cell]] = {}
        for cell, start in sides:
            starts.setdefault(start, []).append(cell)
        loops = []
        while sides:
            cell, start = next(iter(sides))
            loop = [start]
            while (cell, start) in sides:
                following = sides.pop((cell, start))
                # Where two pieces touch in a corner, the outline stays with the cell that it comes from.
                owners = [owner for owner in starts[following] if (owner, following) in sides]
                cell, start = cell if cell in owners or not owners else owners[0], following
                loop.append(start)
            loops.append(_moved(loop[:-1], distance))
        return loops


def _moved(loop: list[Point], distance: float) -> list[Point]:
    """The corners of a clockwise loop after all its sides were moved inwards."""
    moved = []
    for before, (x, y), after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1]):
        (ax, ay), (bx, by) = _inwards(before, (x, y)), _inwards((x, y), after)
        turn = 1 + ax * bx + ay * by
        if turn < 1.999:  # a corner; where the sides run on straight, none is needed
            moved.append((round(x + distance * (ax + bx) / turn, 2), round(y + distance * (ay + by) / turn, 2)))
    return moved


def _inwards(start: Point, end: Point) -> Point:
    """The unit vector at a right angle to a side, to the inside of a clockwise loop."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y)
    return -y / length, x / length


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Edges joined to long polylines, straight on where they can; each edge once."""
    after: dict[Point, set[Point]] = {}
    for start, end in edges:
        if start != end:
            after.setdefault(start, set()).add(end)
            after.setdefault(end, set()).add(start)
    found = []
    for first in sorted(after, key=lambda point: (len(after[point]) % 2 == 0, point)):
        while after[first]:
            chain = [first]
            while after[chain[-1]]:
                here = chain[-1]
                straight = [each for each in after[here] if len(chain) > 1 and _is_straight(chain[-2], here, each)]
                following = min(straight or after[here])
                after[here].remove(following)
                after[following].remove(here)
                if straight:
                    chain.pop()
                chain.append(following)
            found.append(chain)
    return found


def _is_straight(before: Point, here: Point, after: Point) -> bool:
    ax, ay, bx, by = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
    length = math.hypot(ax, ay) * math.hypot(bx, by)
    return ax * bx + ay * by > 0.999 * length


def path(points: list[Point], closed: bool = False) -> str:
    """The polyline as the data of an SVG path."""
    if len(points) > 2 and points[0] == points[-1]:
        points, closed = points[:-1], True
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for (before_x, before_y), (x, y) in pairwise(points):
        if y == before_y:
            parts.append(f"H{number(x)}")
        elif x == before_x:
            parts.append(f"V{number(y)}")
        else:
            parts.append(f"L{number(x)} {number(y)}")
    return "".join(parts) + ("Z" if closed else "")


def number(value: float) -> str:
    """A number as short as it can be, with two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
