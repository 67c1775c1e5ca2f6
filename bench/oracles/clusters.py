"""The rules of genres of puzz.link in words: tetrominoes in chains, blocks that are compared, dots, tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, pairwise

from .places import (
    ALL_STEPS,
    CORNERWARDS,
    Board,
    Cell,
    apart,
    borders,
    connected,
    groups,
    oracle,
    shadings,
)
from .shading import Shaded, counts, square_free, walled, white


def shape(cells: Collection[Cell]) -> list[Cell]:
    """The same for two groups of cells if one is the other one, turned or mirrored."""
    forms = []
    for turned in ([(r, c) for r, c in cells], [(c, r) for r, c in cells]):
        for a in (1, -1):
            for b in (1, -1):
                form = [(a * r, b * c) for r, c in turned]
                top, left = min(r for r, _ in form), min(c for _, c in form)
                forms.append(sorted((r - top, c - left) for r, c in form))
    return min(forms)


def meet(one: Collection[Cell], other: Collection[Cell]) -> bool:
    """Whether two groups touch at a corner."""
    return any((r + a, c + b) in other for r, c in one for a, b in CORNERWARDS.values())


def dots(board: Board) -> dict[tuple[int, int], tuple[int, set[Cell]]]:
    """The dots, by their places in half cells: their kinds, and the cells that they touch."""
    found: dict[tuple[int, int], tuple[int, set[Cell]]] = {}
    for (r, c), n in board.numbers().items():
        for at, (a, b) in enumerate([(0, 0), (0, 1), (1, 0), (1, 1)]):
            if kind := n // 4**at % 4:
                found[2 * r + a, 2 * c + b] = kind, {(r + i, c + j) for i in range(a + 1) for j in range(b + 1)}
    return found


def drawable(board: Board) -> bool:
    """Whether each number stands for dots, all of which lie on the board."""
    return all(0 < n < 256 for n in board.numbers().values()) and all(
        board.has(x) for _, cells in dots(board).values() for x in cells
    )


def tetrominoes(shaded: Shaded) -> bool:
    """Pieces of four cells, which hang together at corners; where two meet, they differ in shape."""
    pieces = groups(shaded)
    return (
        bool(pieces) and all(len(piece) == 4 for piece in pieces) and connected(shaded, ALL_STEPS)
        and not any(meet(p, q) and shape(p) == shape(q) for p, q in combinations(pieces, 2))
    )  # fmt: skip


@oracle("tetrochain")
def tetrochain(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    arrows = [(x, text) for x, text in tokens.items() if not text.startswith("?")]
    yield from shadings(
        board,
        lambda shaded: (
            tetrominoes(shaded)
            and all(len(shaded & set(board.ray(x, text[-1]))) == int(text[:-1]) for x, text in arrows)
        ),
        set(board.cells) - set(tokens),
    )


@oracle("tetroctb")
def tetroctb(board: Board) -> Iterator[str]:
    region = borders(board.areas())
    yield from shadings(
        board,
        lambda shaded: tetrominoes(shaded) and counts(board, shaded)
        and all(len({region[x] for x in piece}) > 1 for piece in groups(shaded)),
    )  # fmt: skip


@oracle("chainedb")
def chainedb(board: Board) -> Iterator[str]:
    tokens = board.tokens()

    def fits(shaded: Shaded) -> bool:
        blocks = groups(shaded)
        chains = [[block for block in blocks if block <= chain] for chain in groups(shaded, ALL_STEPS)]
        return (
            set(tokens) <= shaded
            and all([tokens[x] in ("?", str(len(b))) for x in b if x in tokens] == [True] for b in blocks)
            and all(len(c) > 1 and not any(shape(p) == shape(q) for p, q in combinations(c, 2)) for c in chains)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("anymino")
def anymino(board: Board) -> Iterator[str]:
    areas = [set(area) for area in board.areas().values()]

    def fits(shaded: Shaded) -> bool:
        blocks = [shaded & area for area in areas]
        beside = [
            (p, q) for p, q in combinations(blocks, 2) if any(x in q for y in p for x in board.near(y))
        ]  # fmt: skip
        return (
            all(len(groups(block)) == 1 for block in blocks) and connected(shaded) and square_free(board, shaded)
            and not any(shape(p) == shape(q) for p, q in beside)
            and all(any(b in pair and len(pair[0]) == len(pair[1]) for pair in beside) for b in blocks)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("isowatari")
def isowatari(board: Board) -> Iterator[str]:
    tokens, size = board.tokens(), int(board.option("size", "0"))
    cells = {x for x in board.cells if tokens.get(x) != "#"}
    black, plain = ({x for x, text in tokens.items() if text == name} for name in "bw")

    def fits(shaded: Shaded) -> bool:
        free = cells - shaded
        return (
            black <= shaded and connected(free) and not any(set(square) <= free for square in board.squares)
            and (not size or all(len(group) == size for group in groups(shaded)))
        )  # fmt: skip

    yield from shadings(board, fits, cells - plain)


@oracle("nothree")
def nothree(board: Board) -> Iterator[str]:
    spots = dots(board)

    def fits(shaded: Shaded) -> bool:
        gaps = [
            [abs(s - r) + abs(d - c) for (r, c), (s, d) in pairwise([x for x in line if x in shaded])]
            for line in board.lines
        ]  # fmt: skip
        return (
            drawable(board) and bool(shaded) and apart(shaded) and connected(white(board, shaded))
            and all(len(cells & shaded) == 1 for _, cells in spots.values())
            and not any(one == other for line in gaps for one, other in pairwise(line))
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("nuriuzu")
def nuriuzu(board: Board) -> Iterator[str]:
    stars, whole = dots(board), board.option("linked_shade", "no") == "yes"

    def symmetric(group: set[Cell]) -> bool:
        held = [star for star, (_, cells) in stars.items() if cells <= group]
        return len(held) == 1 and {(held[0][0] - r, held[0][1] - c) for r, c in group} == group

    yield from shadings(
        board,
        lambda shaded: drawable(board) and square_free(board, shaded) and square_free(board, white(board, shaded))
        and not any(cells & shaded for _, cells in stars.values())
        and all(map(symmetric, groups(white(board, shaded)))) and (not whole or connected(shaded)),
    )  # fmt: skip


@oracle("mannequin")
def mannequin(board: Board) -> Iterator[str]:
    areas, parted = board.areas(), walled(board)
    region = borders(areas)

    def between(ends: list[Cell], area: Collection[Cell]) -> int | None:
        reached, steps = {ends[0]}, 0
        while ends[1] not in reached:
            more = {y for x in reached for y in board.near(x) if y in area and (x, y) not in parted} - reached
            if not more:
                return None
            reached |= more
            steps += 1
        return steps - 1

    def fits(shaded: Shaded) -> bool:
        pairs = {name: [x for x in area if x in shaded] for name, area in areas.items()}
        if not all(len(pair) == 2 for pair in pairs.values()) or not connected(white(board, shaded)):
            return False
        far = {name: between(pair, areas[name]) for name, pair in pairs.items()}
        return (
            all(far[region[x]] == n for x, n in board.numbers().items())
            and not any(
                region[x] != region[y] and far[region[x]] == far[region[y]] is not None
                for x in region for y in board.near(x)
            )
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("tilecity")
def tilecity(board: Board) -> Iterator[str]:
    areas = board.areas()
    region = borders(areas)

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        cities = {x: {region[y] for y in group} for group in groups(free) for x in group}
        return (
            all(not shaded & set(area) or set(area) <= shaded for area in areas.values())
            and square_free(board, shaded) and not shaded & set(board.tokens())
            and all(sorted(len(areas[name]) for name in city) == [*range(1, len(city) + 1)] for city in cities.values())
            and all(len(cities[x]) == n for x, n in board.numbers().items())
        )  # fmt: skip

    yield from shadings(board, fits)
