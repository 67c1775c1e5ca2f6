"""The rules of genres of puzz.link in words: tetrominoes in chains, blocks that are compared, dots, tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, combinations, pairwise

from .genres import is_angle, moves
from .objects import sights
from .places import (
    ALL_STEPS,
    CORNERWARDS,
    Board,
    Cell,
    apart,
    beside,
    borders,
    connected,
    exits,
    fillings,
    groups,
    linked,
    loops,
    oracle,
    shadings,
    subsets,
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
        joined = [(region[x], region[y]) for x in free for y in board.near(x) if y in free]
        cities = {name: city for city in linked({region[x] for x in free}, joined) for name in city}
        return (
            all(not shaded & set(area) or set(area) <= shaded for area in areas.values())
            and square_free(board, shaded) and not shaded & set(board.tokens())
            and all(sorted(len(areas[name]) for name in city) == [*range(1, len(city) + 1)] for city in cities.values())
            and all(len(cities[region[x]]) == n for x, n in board.numbers().items())
        )  # fmt: skip

    yield from shadings(board, fits)


def majorities(board: Board, shaded: Shaded, without: Collection[tuple[int, int]] = ()) -> bool:
    """Around a dot of the kind 1 more cells are shaded than not, of the kind 2 as many, of the kind 3 fewer."""
    return drawable(board) and all(
        2 * len(cells & shaded) - len(cells) in {1: range(1, 5), 2: [0], 3: range(-4, 0)}[kind]
        for at, (kind, cells) in dots(board).items() if at not in without
    )  # fmt: skip


@oracle("tetrochaink")
def tetrochaink(board: Board) -> Iterator[str]:
    yield from shadings(board, lambda shaded: tetrominoes(shaded) and majorities(board, shaded))


@oracle("sansaroad")
def sansaroad(board: Board) -> Iterator[str]:
    triangles = {at for at, (kind, cells) in dots(board).items() if kind == 1 and len(cells) == 1}
    circles = board.tokens("circles")
    if any(kind > 1 and len(cells) == 1 for kind, cells in dots(board).values()):
        return

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        return (
            all((text == "b") == (x in shaded) for x, text in circles.items())
            and majorities(board, shaded, triangles) and connected(free) and square_free(board, free)
            and all((r // 2, c // 2) in free for r, c in triangles)
            and all(len(free & set(board.near((r, c)))) == 2 + ((2 * r, 2 * c) in triangles) for r, c in free)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("kurarin")
def kurarin(board: Board) -> Iterator[str]:
    every = loops(board)
    board.spend(len(every))
    for loop in every:
        shaded = frozenset(board.cells) - loop.keys()
        if majorities(board, shaded):
            yield board.text({**dict.fromkeys(shaded, "x"), **loop})


@oracle("antmill")
def antmill(board: Board) -> Iterator[str]:
    signs = [each for each in beside(board, "sides") if each[2] in "=x"]

    def fits(shaded: Shaded) -> bool:
        dominoes = groups(shaded)
        return (
            bool(dominoes) and all(len(domino) == 2 for domino in dominoes) and connected(shaded, ALL_STEPS)
            and all(sum(connected(one | two, ALL_STEPS) for two in dominoes if two != one) == 2 for one in dominoes)
            and all(((x in shaded) == (y in shaded)) == (text == "=") for x, y, text in signs)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("kuroclone")
def kuroclone(board: Board) -> Iterator[str]:
    areas, tokens, parted = board.areas(), board.tokens(), walled(board)

    def told(cell: Cell, text: str, shaded: Shaded) -> bool:
        if text == "?":
            return True
        group = [group for group in groups(shaded) for x in board.ray(cell, text[-1])[:1] if x in group]
        return bool(group) and text[:-1] in ("?", str(len(group[0])))

    def fits(shaded: Shaded) -> bool:
        clones = [groups(shaded & set(area)) for area in areas.values()]
        return (
            not any(x in shaded and y in shaded for x, y in parted)
            and all(len(pair) == 2 and shape(pair[0]) == shape(pair[1]) for pair in clones)
            and all(told(x, text, shaded) for x, text in tokens.items())
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(tokens))


@oracle("battenberg")
def battenberg(board: Board) -> Iterator[str]:
    marks = {(r, c) for (r, c), text in board.tokens("marks").items()}
    rows, columns = board.margin("rows"), board.margin("columns")
    board.rows_of("rows"), board.rows_of("columns")

    def fits(shaded: Shaded) -> bool:
        chequered = {
            square[0] for square in board.squares if [x in shaded for x in square] in ([1, 0, 0, 1], [0, 1, 1, 0])
        }  # fmt: skip
        return (
            chequered == marks and all(sum(r == at for r, _ in shaded) == n for at, n in rows.items())
            and all(sum(c == at for _, c in shaded) == n for at, n in columns.items())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("kuromenbun")
def kuromenbun(board: Board) -> Iterator[str]:
    walls = {frozenset([x, y]) for x, y, text in beside(board, "barriers") if text == "|"}
    tokens, numbers = board.tokens(), board.numbers()

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        parts = linked(
            free, {(x, y) for x in free for y in board.near(x) if y in free and frozenset([x, y]) not in walls}
        )
        return all(
            len(part & set(tokens)) < 2
            and all(len({y for x in part for y in board.near(x)} & shaded) == numbers[x] for x in part & set(numbers))
            for part in parts
        )

    yield from shadings(board, fits, set(board.cells) - set(tokens))


@oracle("landmeasure")
def landmeasure(board: Board) -> Iterator[str]:
    corners = board.tokens("corners")

    def way(ends: list[Cell], shaded: Shaded) -> str:
        reached, count = {ends[0]}, 1
        while ends[1] not in reached:
            more = {y for x in reached for y in board.near(x) if y in shaded} - reached
            if not more:
                return "?"
            reached |= more
            count += 1
        return str(count)

    def right(corner: Cell, text: str, shaded: Shaded) -> bool:
        r, c = corner
        around = [x for x in ((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)) if x in shaded]
        return str(len(around)) == text if text in "013" else len(around) == 2 and way(around, shaded) == text

    def fits(shaded: Shaded) -> bool:
        joints = sum(y in shaded for x in shaded for y in board.near(x)) // 2
        return (
            bool(shaded) and joints == len(shaded) - len(groups(shaded))
            and all(right(x, text, shaded) for x, text in corners.items())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("sashikabe")
def sashikabe(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: connected(shaded) and square_free(board, shaded)
        and all(is_angle(board, frozenset(group)) for group in groups(white(board, shaded))),
        set(board.cells) - set(board.tokens()),
    )  # fmt: skip


@oracle("brownies")
def brownies(board: Board) -> Iterator[str]:
    numbers, blocks = board.numbers(), {x for x, text in board.tokens().items() if text != "o"}
    yield from moves(
        board, lambda ends: all(len(ends & set(board.near(x, ALL_STEPS))) == n for x, n in numbers.items()), blocks
    )


@oracle("coffeemilk")
def coffeemilk(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    ways = [way for way in sights(board, tokens) if {tokens[x] for x in way[0]} != {"w", "b"}]
    board.spend(2 ** len(ways))
    for chosen in chain.from_iterable(combinations(ways, n) for n in range(len(ways) + 1)):
        between = [x for _, _, cells in chosen for x in cells]
        kinds = [Counter(tokens[x] for x in group) for group in linked(tokens, [pair for pair, _, _ in chosen])]
        if (
            len(set(between)) == len(between)
            and all(kind["g"] == 1 and kind["w"] == kind["b"] for kind in kinds)
        ):  # fmt: skip
            steps = [step for (x, y), _, cells in chosen for step in pairwise(sorted({x, y} | cells))]
            yield board.text(exits(steps))


@oracle("ladders")
def ladders(board: Board) -> Iterator[str]:
    areas, numbers, parted = board.areas(), board.numbers(), walled(board)
    region = borders(areas)

    def ends(cell: Cell, kind: object) -> list[Cell]:
        names = {"bar": "ns", "dash": "we", "-": ""}[str(kind)]
        return [y for name in names for y in board.ray(cell, name)[:1]]

    def kinds(cell: Cell) -> list[str]:
        beside = {kind: ends(cell, kind) for kind in ("bar", "dash")}
        return [
            "-",
            *(
                kind for kind, at in beside.items()
                if len({region[x] for x in at}) == 2 and all((cell, x) in parted for x in at)
            ),
        ]  # fmt: skip

    def meets(placed: dict[Cell, object], cell: Cell) -> bool:
        return any(placed.get(y) == placed[cell] for y in ends(cell, placed[cell]))

    for placed in fillings(board, {x: kinds(x) for x in board.cells}, lambda placed, x: not meets(placed, x)):
        put = {x: kind for x, kind in placed.items() if kind != "-"}
        joined = [tuple(region[y] for y in ends(x, kind)) for x, kind in put.items()]
        counted = Counter(region[x] for x in put)
        if (
            put and len(linked(areas, joined)) == 1  # type: ignore[arg-type]
            and all(counted[region[x]] == n for x, n in numbers.items())
        ):  # fmt: skip
            yield board.text(put)


@oracle("mrtile")
def mrtile(board: Board) -> Iterator[str]:
    numbers, given = board.numbers(), board.tokens().keys()

    def fits(shaded: Shaded) -> bool:
        if not given <= shaded:
            return False
        tiles = groups(shaded)
        return all(len(tile) == n for x, n in numbers.items() for tile in tiles if x in tile) and all(
            any(other is not tile and shape(other) == shape(tile) and meet(other, tile) for other in tiles)
            for tile in tiles
        )

    yield from shadings(board, fits)


@oracle("evolmino")
def evolmino(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    given, black = ({x for x, text in tokens.items() if text == each} for each in "ox")
    steps = [(x, y) if text == ">" else (y, x) for x, y, text in beside(board, "arrows") if text in ("<", ">")]
    after, before = dict(steps), {y: x for x, y in steps}
    arrows = [[x] for x in after if x not in before]
    if len(after) < len(steps) or len(before) < len(steps):  # arrows that branch or meet
        return
    for arrow in arrows:
        while arrow[-1] in after:
            arrow.append(after[arrow[-1]])
    passed = [x for arrow in arrows for x in arrow]
    if len(passed) < len(before.keys() | after.keys()) or black.intersection(passed):
        return

    def grows(one: Collection[Cell], other: Collection[Cell]) -> bool:
        a, b = min(one)
        moved = ({(r + s - a, c + t - b) for r, c in one} for s, t in other)
        return len(other) == len(one) + 1 and any(each <= set(other) for each in moved)

    def fits(squares: Shaded) -> bool:
        blocks = groups(squares)
        if not given <= squares or any(sum(x in block for x in passed) != 1 for block in blocks):
            return False
        lines = [[block for x in arrow for block in blocks if x in block] for arrow in arrows]
        return all(len(line) > 1 and all(grows(*two) for two in pairwise(line)) for line in lines)

    for squares in filter(fits, subsets(board, [x for x in board.cells if x not in black])):
        yield board.text(dict.fromkeys(black, "x") | dict.fromkeys(squares, "o"))
