"""The rules of types that place the shapes of a bank, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from .places import CORNERWARDS, STEPS, Board, Cell, beside, connected, linked, oracle, shadings
from .shading import walled, white

Shape = frozenset[Cell]


def kind(cells: Collection[Cell]) -> Shape:
    """The same for all that are equal once turned and mirrored."""
    ways = [{(a * r, b * c) for r, c in cells} for a in (1, -1) for b in (1, -1)]
    ways += [{(c, r) for r, c in way} for way in ways]
    moved = [frozenset((r - min(way)[0], c - min(c for _, c in way)) for r, c in way) for way in ways]
    return min(moved, key=sorted)


def bank(board: Board) -> Counter[Shape]:
    """How often the bank holds each shape."""
    drawings = [text.split("/") for row in board.rows_of("shapes") for text in row if text not in (".", "-")]
    return Counter(
        kind({(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "x"}) for rows in drawings
    )


def placed(
    board: Board,
    fits: Callable[[frozenset[Cell], list[set[Cell]]], bool],
    bars: Collection[frozenset[Cell]] = (),
    sparing: bool = False,
) -> Iterator[str]:
    """The texts of the shadings whose pieces are those of the bank, and fit. bars: between cells of two pieces.
    sparing: pieces of the bank may be left out.
    """
    shapes = bank(board)

    def right(shaded: frozenset[Cell]) -> bool:
        links = {(x, y) for x in shaded for y in board.near(x) if y in shaded and {x, y} not in bars}
        pieces = linked(shaded, links)
        used = Counter(map(kind, pieces))
        return (used <= shapes if sparing else used == shapes) and fits(shaded, pieces)

    yield from shadings(board, right)


def corners(board: Board, pieces: list[set[Cell]]) -> set[Cell]:
    """The corners at which two pieces touch, each as the cell to its lower right."""
    return {
        (max(x[0], y[0]), max(x[1], y[1]))
        for piece in pieces for x in piece for y in board.near(x, CORNERWARDS)
        if any(y in other for other in pieces if other is not piece)
    }  # fmt: skip


@oracle("statuepark")
def statuepark(board: Board) -> Iterator[str]:
    circles = board.tokens()
    yield from placed(
        board,
        lambda shaded, _: (
            connected(white(board, shaded)) and all((text == "b") == (x in shaded) for x, text in circles.items())
        ),
    )


@oracle("kissingpolyominoes")
def kissing(board: Board) -> Iterator[str]:
    bars, crosses = {frozenset((x, y)) for x, y, text in beside(board, "bars") if text == "|"}, board.tokens()

    def fits(shaded: frozenset[Cell], pieces: list[set[Cell]]) -> bool:
        return not shaded & crosses.keys() and all(
            bar <= shaded and not any(bar <= piece for piece in pieces) for bar in bars
        )

    yield from placed(board, fits, bars)


@oracle("pentatouch")
def pentatouch(board: Board) -> Iterator[str]:
    dots = {(r + 1, c + 1) for r, c in board.tokens("dots")}
    yield from placed(board, lambda _, pieces: corners(board, pieces) == dots)


@oracle("regionalpolyominoes")
def regional(board: Board) -> Iterator[str]:
    areas, parted, crosses = board.areas(), walled(board), board.tokens()

    def fits(shaded: frozenset[Cell], pieces: list[set[Cell]]) -> bool:
        return (
            not shaded & crosses.keys() and not corners(board, pieces)
            and not any(x in shaded and y in shaded for x, y in parted)
            and all(sum(bool(piece & set(area)) for piece in pieces) < 2 for area in areas.values())
            and all(len([area for area in areas.values() if piece & set(area)]) == 1 for piece in pieces)
        )  # fmt: skip

    yield from placed(board, fits)


def nearest(board: Board, cell: Cell, shaded: Collection[Cell]) -> dict[str, int]:
    """How far away the nearest shaded cells in the four directions are, by the directions in which they lie."""
    steps = {
        name: at for name in STEPS for at, x in reversed([*enumerate(board.ray(cell, name), 1)]) if x in shaded
    }  # fmt: skip
    return {name: at for name, at in steps.items() if at == min(steps.values())}


def told(board: Board, right: Callable[[str, dict[str, int]], bool]) -> Iterator[str]:
    """The texts of shadings by pieces that do not touch, where each clue is right about the nearest of them."""
    clues, free = board.tokens(), board.option("covered", "no") == "yes"
    yield from placed(
        board,
        lambda shaded, pieces: (
            not corners(board, pieces)
            and (free or not shaded & clues.keys())
            and all(text == "?" or right(text, nearest(board, x, shaded)) for x, text in clues.items())
        ),
        sparing=True,
    )


@oracle("pentopia")
def pentopia(board: Board) -> Iterator[str]:
    yield from told(board, lambda text, found: set(text) == found.keys())


@oracle("distopia")
def distopia(board: Board) -> Iterator[str]:
    yield from told(board, lambda text, found: sum(found.values()) == int(text))
