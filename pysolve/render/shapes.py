"""The geometry of a board: where places are, and how edges of cells become outlines. Units are those of the SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from ..model.board import Board, Cell
from ..model.cell_shapes import Point
from ..model.terms import Value
from .look import MOST_LINES, SIZES, UNIT

Edge = tuple[Point, Point]

HEAD = 0.16  # how far the head of an arrow reaches back, and to each side, in widths of a cell


class Layout:
    """A board in the units of the SVG."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width, self.height = (UNIT * length for length in board.size)

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        point = self.point(cell)
        assert point is not None
        return point

    def point(self, place: Value | None) -> Point | None:
        """Where any place is; None for what is no place."""
        point = self.board.point(place)
        return None if point is None else (UNIT * point[0], UNIT * point[1])

    def outline(self, cell: Cell, scale: float = 1.0) -> list[Point]:
        """The corners of a cell, clockwise; rounded, so that neighbours have the same ones."""
        x, y = self.centre(cell)
        return [
            (round(x + scale * (UNIT * cx - x), 2), round(y + scale * (UNIT * cy - y), 2))
            for cx, cy in self.board.outline(cell)
        ]

    def edges(self, cell: Cell) -> list[tuple[Cell, Edge]]:
        """The sides of a cell, clockwise, each with the neighbour behind it."""
        points = self.outline(cell)
        return [
            ((cell[0] + down, cell[1] + right), (start, end))
            for (down, right), start, end in zip(self.board.outline_steps, points, points[1:] + points[:1])
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
    polylines = []
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
            polylines.append(chain)
    return polylines


def _is_straight(before: Point, here: Point, after: Point) -> bool:
    ax, ay, bx, by = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
    length = math.hypot(ax, ay) * math.hypot(bx, by)
    return ax * bx + ay * by > 0.999 * length


def head(points: list[Point]) -> list[Point]:
    """The head of an arrow along a polyline, at its last point."""
    (ax, ay), (x, y) = points[-2:]
    length = math.hypot(x - ax, y - ay) or 1.0
    right, down = HEAD * UNIT * (x - ax) / length, HEAD * UNIT * (y - ay) / length
    return [(x - right - down, y - down + right), (x, y), (x - right + down, y - down - right)]


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


def side_by_side(edge: Edge, count: int) -> list[Edge]:
    """An edge as several parallel ones; as a single one where a number says how many they are."""
    (ax, ay), (bx, by) = edge
    length = math.hypot(bx - ax, by - ay)
    if count > MOST_LINES or not length:
        count = 1
    x, y = (ay - by) / length if length else 0.0, (bx - ax) / length if length else 0.0
    gaps = [UNIT * SIZES["side_by_side"] * (at - (count - 1) / 2) for at in range(count)]
    return [((ax + gap * x, ay + gap * y), (bx + gap * x, by + gap * y)) for gap in gaps]
