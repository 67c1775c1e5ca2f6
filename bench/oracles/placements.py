"""The rules of types in which pieces are placed on a board that they need not cover, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product

from .loops import BENDS, tracks
from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    along,
    apart,
    connected,
    exits,
    labels,
    leading,
    linked,
    oracle,
    subsets,
)

#: The cells of a piece that is placed.
Piece = frozenset[Cell]


def packings(
    board: Board, pieces: Sequence[Piece], fits: Callable[[Piece, Sequence[Piece]], bool]
) -> Iterator[list[Piece]]:
    """The ways to place some of the pieces so that none overlap. fits: whether one goes with those placed before."""
    placed: list[Piece] = []

    def place(at: int) -> Iterator[list[Piece]]:
        yield placed
        for index in range(at, len(pieces)):
            board.spend()
            piece = pieces[index]
            if all(piece.isdisjoint(other) for other in placed) and fits(piece, placed):
                placed.append(piece)
                yield from place(index + 1)
                placed.pop()

    return place(0)


def bars(board: Board, lengths: Iterable[int], free: Callable[[Cell], bool]) -> list[Piece]:
    """The straight rows of free cells with these lengths, level and upright."""
    found = [
        frozenset((r + i * down, c + i * (1 - down)) for i in range(length))
        for r, c in board.cells for down in (0, 1) for length in lengths
    ]  # fmt: skip
    return [bar for bar in found if all(board.has(x) and free(x) for x in bar)]


def drawn(strips: Iterable[Piece]) -> dict[Cell, str]:
    """The exits of a line through each strip."""
    return exits([pair for strip in strips for pair in zip(sorted(strip), sorted(strip)[1:])])


def counts_around(board: Board, circles: set[Cell]) -> bool:
    """Whether every number counts the circles among its neighbours."""
    return all(sum(y in circles for y in board.near(x)) == n for x, n in board.numbers().items())


@oracle("diamondchain")
def diamondchain(board: Board) -> Iterator[str]:
    black = set(board.tokens())
    for middles in subsets(board, [(r, c) for r, c in board.cells if r < board.rows and c < board.columns]):
        halves = [
            ((r + dr, c + dc), name)
            for r, c in middles for dr, dc, name in ((0, 0, "se"), (0, 1, "sw"), (1, 0, "ne"), (1, 1, "nw"))
        ]  # fmt: skip
        covered = dict(halves)
        if len(covered) < len(halves) or black & covered.keys():
            continue
        points = {(r, c): {(r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1)} for r, c in middles}
        corners = {(r, c): {(r + dr, c + dc) for dr in (-1, 0) for dc in (-1, 0)} for r, c in black}
        things = [*(("diamond", x) for x in points), *(("black", x) for x in corners)]
        spots = {thing: (points if thing[0] == "diamond" else corners)[thing[1]] for thing in things}
        links = [(one, other) for one, other in combinations(things, 2) if spots[one] & spots[other]]
        if len(linked(things, links)) <= 1 and all(  # type: ignore[arg-type]
            sum(bool(corners[x] & spot) for spot in points.values()) == n for x, n in board.numbers().items()
        ):
            yield board.text(board.tokens() | covered)


@oracle("edamame")
def edamame(board: Board) -> Iterator[str]:
    given = board.tokens()
    free = {x for x in board.cells if x not in given}
    for strips in packings(board, bars(board, range(3, 6), free.__contains__), lambda *_: True):
        if not connected(set(board.cells) - {x for strip in strips for x in strip}):
            continue
        ends = {x for strip in strips for x in (min(strip), max(strip))}
        for middles in product(*(strip - ends for strip in strips)):
            board.spend()
            if counts_around(board, ends | set(middles)):
                yield board.text(drawn(strips) | dict.fromkeys(middles, "o"))


@oracle("kaidan")
def kaidan(board: Board) -> Iterator[str]:
    white = set(board.cells) - board.tokens().keys()

    def fits(strip: Piece, others: Sequence[Piece]) -> bool:
        return all(
            abs(len(strip) - len(other)) == 1 and all(len({x[axis] for x in strip | other}) > 1 for axis in (0, 1))
            for other in others if connected(strip | other)
        )  # fmt: skip

    for strips in packings(board, bars(board, range(2, 6), white.__contains__), fits):
        covered = {x for strip in strips for x in strip}
        if apart(white - covered) and connected(covered) and counts_around(board, white - covered):
            yield board.text(board.tokens() | drawn(strips) | dict.fromkeys(white - covered, "o"))


@oracle("takoyaki")
def takoyaki(board: Board) -> Iterator[str]:
    white = [x for x in board.cells if x not in board.tokens()]
    for track in tracks(board, {x: [*STEPS, *BENDS] for x in white}):
        paths = linked(white, [(x, y) for x in white for y in along(track, x)])
        ends = [{x for x in path if len(track[x]) == 1} for path in paths]
        if any(len(each) != 2 for each in ends):
            continue
        for middles in product(*(path - end for path, end in zip(paths, ends))):
            board.spend()
            circles = [{*end, middle} for end, middle in zip(ends, middles)]
            every = {x for each in circles for x in each}
            lines_differ = all(len({x[axis] for x in each}) == 3 for each in circles for axis in (0, 1))
            if lines_differ and apart(every) and counts_around(board, every):
                yield board.text(board.tokens() | track | dict.fromkeys(middles, "o"))


def slides(board: Board, block: Piece, covered: set[Cell]) -> int:
    """How many steps a block can slide along its length, both ways together."""
    ways = ("w", "e") if len({r for r, _ in block}) == 1 else ("n", "s")
    free = set(board.cells) - covered
    return sum(leading(board.ray(end, way), free) for end, way in zip((min(block), max(block)), ways))


@oracle("tren")
def tren(board: Board) -> Iterator[str]:
    given, joined = board.tokens(), board.option("joined", "no") == "yes"
    over = [bar for bar in bars(board, (2, 3), board.has) if len(bar & given.keys()) == 1]
    for blocks in packings(board, over, lambda *_: True):
        covered = {x for block in blocks for x in block}
        if not given.keys() <= covered or (joined and not connected(set(board.cells) - covered)):
            continue

        if all(given[x] in ("?", str(slides(board, block, covered))) for block in blocks for x in block & given.keys()):
            yield board.text(labels(blocks))


@oracle("zabajaba")
def zabajaba(board: Board) -> Iterator[str]:
    given = board.tokens()
    free = {x for x in board.cells if x not in given}
    squares = [frozenset(square) for square in board.squares if free.issuperset(square)]

    def shape(piece: Piece) -> tuple[int, int]:
        return len({r for r, _ in piece}), len({c for _, c in piece})

    def fits(piece: Piece, others: Sequence[Piece]) -> bool:
        return not any(shape(piece) == shape(other) and connected(piece | other) for other in others)

    for pieces in packings(board, bars(board, [3], free.__contains__) + squares, fits):
        if connected({x for piece in pieces for x in piece}) and all(
            sum(not piece.isdisjoint(board.near(x, ALL_STEPS)) for piece in pieces) == n
            for x, n in board.numbers().items()
        ):
            yield board.text(labels(pieces))


@oracle("seiza")
def seiza(board: Board) -> Iterator[str]:
    areas, numbers = board.areas(), board.numbers()
    holes = set(areas.pop("#", []))
    told = [{numbers[x] for x in area if x in numbers} for area in areas.values()]
    for stars in product(*areas.values()):
        board.spend()
        if not apart(stars, ALL_STEPS):
            continue
        segments = []
        for star in stars:
            for name in "es":
                ray = board.ray(star, name)
                stop = next((i for i, x in enumerate(ray) if x in stars or x in holes), None)
                if stop is not None and ray[stop] in stars:
                    segments.append([star, *ray[: stop + 1]])
        for count in range(len(segments) + 1):
            for chosen in combinations(segments, count):
                board.spend()
                crossed = Counter(x for segment in chosen for x in segment[1:-1])
                ends = Counter(x for segment in chosen for x in (segment[0], segment[-1]))
                if (
                    max(crossed.values(), default=1) == 1 and all(ends[x] for x in stars)
                    and len(linked(stars, [(s[0], s[-1]) for s in chosen])) == 1
                    and all(said <= {ends[x]} for x, said in zip(stars, told))
                ):  # fmt: skip
                    lines = exits([pair for segment in chosen for pair in pairwise(segment)])
                    yield board.text(dict.fromkeys(holes, "-") | lines | dict.fromkeys(stars, "x"))
