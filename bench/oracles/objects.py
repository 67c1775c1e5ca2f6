"""The rules of types with ships, magnets, planets, slants, triangles and doors, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import combinations, product

from .banks import corners, kind
from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    connected,
    exits,
    fillings,
    groups,
    is_rectangle,
    linked,
    oracle,
    shadings,
    subsets,
)


def ships(board: Board, fits: Callable[[Mapping[Cell, str]], bool], allowed: set[Cell]) -> Iterator[str]:
    """The fleets that fit; of each cell of a ship, how it is drawn."""
    wanted = fleet(board)
    for taken in subsets(board, allowed):
        placed = groups(taken)
        if Counter(map(kind, placed)) == wanted and len(groups(taken, ALL_STEPS)) == len(placed):
            drawn = {cell: part(cell, taken) for cell in taken}
            if fits(drawn):
                yield board.text(drawn)


def fleet(board: Board) -> Counter[frozenset[Cell]]:
    """How often each ship is to be placed: how many straight ones there are of each length, or drawings."""
    wanted: Counter[frozenset[Cell]] = Counter()
    for length, text in enumerate((text for row in board.rows_of("fleet") for text in row), 1):
        if "x" in text:
            wanted[kind({(r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == "x"})] += 1
        elif text.isdigit() and int(text):
            wanted[kind({(0, c) for c in range(length)})] += int(text)
    return wanted


def part(cell: Cell, taken: Collection[Cell]) -> str:
    """How a cell of a ship is drawn: o alone, n s e w at the end where it ends, nw ne se sw where it bends, by its
    outer corner, m with neighbours on both sides.
    """
    on = {name for name, (r, c) in STEPS.items() if (cell[0] + r, cell[1] + c) in taken}
    if not on:
        return "o"
    off = "".join(name for name in "nsew" if name not in on)
    if len(on) == 1:
        return {"n": "s", "s": "n", "e": "w", "w": "e"}[on.pop()]
    return off if off in ("ne", "nw", "se", "sw") else "m"


@oracle("battleship")
def battleship(board: Board) -> Iterator[str]:
    given = board.tokens()

    def fits(drawn: Mapping[Cell, str]) -> bool:
        return all(drawn.get(x, "x") == text for x, text in given.items()) and all(
            sum(x[axis] == at for x in drawn) == n
            for axis, name in enumerate(("left", "top")) for at, n in board.margin(name).items()
        )  # fmt: skip

    yield from ships(board, fits, set(board.cells))


@oracle("retrogradebattleships")
def retroships(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    wanted = fleet(board)

    def fits(shaded: frozenset[Cell]) -> bool:
        ships = linked(shaded, {(x, y) for x in shaded for y in board.near(x) if y in shaded})
        return (
            Counter(map(kind, ships)) == wanted and not corners(board, ships)
            and all(text == "?" or x not in shaded or text == part(x, shaded) for x, text in tokens.items())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("digitalbattleship")
def digitalbattleship(board: Board) -> Iterator[str]:
    digits = board.numbers()
    yield from ships(
        board,
        lambda drawn: all(
            sum(digits.get(x, 0) for x in drawn if x[axis] == at) == n
            for axis, name in enumerate(("left", "top")) for at, n in board.margin(name).items()
        ),
        set(board.cells),
    )  # fmt: skip


@oracle("magnets")
def magnets(board: Board) -> Iterator[str]:
    plates = board.areas("plates")
    rows = board.rows_of("grid") or [["."] * board.columns] * board.rows
    given = {(r, c): rows[r - 1][c - 1] for r, c in board.cells if rows[r - 1][c - 1] in "+-"}

    def fits(values: dict[tuple[int, int], object], cell: Cell) -> bool:
        return (
            given.get(cell, values[cell]) == values[cell]
            and (values[cell] == "x" or all(values.get(x) != values[cell] for x in board.near(cell)))
        )  # fmt: skip

    def is_magnet(plate: list[Cell], poles: list[Cell]) -> bool:
        # Cells that share a side never have equal poles: two on one plate are a plus and a minus.
        return not poles or len(plate) == 1 or (len(poles) == 2 and poles[1] in board.near(poles[0]))

    def whole(values: Mapping[Cell, object]) -> bool:
        poles = [[x for x in plate if values[x] != "x"] for plate in plates.values()]
        return all(map(is_magnet, plates.values(), poles)) and all(
            sum(values[x] == pole and x[axis] == at for x in values) == n
            for pole, kind in (("+", "plus"), ("-", "minus")) for axis, side in enumerate(("left", "top"))
            for at, n in board.margin(f"{kind}_{side}").items()
        )  # fmt: skip

    for values in fillings(board, {x: "+-x" for plate in plates.values() for x in plate}, fits):
        if whole(values):
            yield board.text(values)


@oracle("moonlight")
def moonlight(board: Board) -> Iterator[str]:
    planets = board.numbers()
    bits = {"e": 1, "s": 2, "w": 4, "n": 8}

    def lit(values: Mapping[Cell, object], planet: Cell) -> int:
        first = {
            name: next((x for x in board.ray(planet, name) if x in planets or values[x] != "-"), None) for name in bits
        }
        return sum(bits[name] for name, x in first.items() if x is not None and values.get(x) == "s")

    def fits(values: dict[tuple[int, int], object], cell: Cell) -> bool:
        return values[cell] == "-" or not any(
            values[x] == values[cell] for x in values if x != cell and (x[0] == cell[0] or x[1] == cell[1])
        )

    for values in fillings(board, {x: "sx-" for x in board.cells if x not in planets}, fits):
        each = all(sum(values.get(x) == sign for x in line) == 1 for line in board.lines for sign in "sx")
        if each and all(lit(values, planet) == n for planet, n in planets.items()):
            yield board.text(values)


def diagonals(board: Board, fits: Callable[[dict[Cell, tuple[Cell, Cell]]], bool]) -> Iterator[str]:
    """The ways to draw a diagonal in each cell so that numbers in corners are right, and the diagonals fit."""
    clues = board.numbers("corners")

    def ends(cell: Cell, slant: str) -> tuple[Cell, Cell]:
        r, c = cell
        return ((r + 1, c), (r, c + 1)) if slant == "/" else ((r, c), (r + 1, c + 1))

    for slanted in subsets(board, board.cells):
        values = {x: "/" if x in slanted else "\\" for x in board.cells}
        lines = {x: ends(x, slant) for x, slant in values.items()}
        meeting = Counter(corner for line in lines.values() for corner in line)
        if all(meeting[corner] == n for corner, n in clues.items()) and fits(lines):
            yield board.text(values)


@oracle("gokigennaname")
def gokigennaname(board: Board) -> Iterator[str]:
    yield from diagonals(board, lambda lines: acyclic(list(lines.values())))


@oracle("wagiri")
def wagiri(board: Board) -> Iterator[str]:
    marks = {x: mark for x, mark in board.tokens().items() if mark != "?"}

    def in_loop(lines: dict[Cell, tuple[Cell, Cell]], cell: Cell) -> bool:
        others = [line for x, line in lines.items() if x != cell]
        corners = {corner for line in lines.values() for corner in line}
        both = {*others, *((other, one) for one, other in others)}
        return any(set(lines[cell]) <= part for part in linked(corners, both))

    yield from diagonals(board, lambda lines: all(in_loop(lines, x) == (mark == "o") for x, mark in marks.items()))


def acyclic(lines: list[tuple[Cell, Cell]]) -> bool:
    """Whether lines between points make no closed loop: each joins two parts that were apart."""
    part = {point: point for line in lines for point in line}

    def root(point: Cell) -> Cell:
        while part[point] != point:
            point = part[point]
        return point

    for one, other in lines:
        if root(one) == root(other):
            return False
        part[root(one)] = root(other)
    return True


@oracle("doors")
def doors(board: Board) -> Iterator[str]:
    """Pairs of neighbours as cells of a graph: some are open; a closed one is drawn on both sides."""
    clues = board.numbers()
    pairs = [(x, y) for x in board.cells for y in board.near(x) if x < y]
    board.spend(2 ** len(pairs))
    for number in range(2 ** len(pairs)):
        opened = {pair for at, pair in enumerate(pairs) if number >> at & 1}

        def view(cell: Cell, opened: set[tuple[Cell, Cell]] = opened) -> int:
            count = 0
            for name in STEPS:
                before = cell
                for x in board.ray(cell, name):
                    if (min(before, x), max(before, x)) not in opened:
                        break
                    before, count = x, count + 1
            return count

        if all(view(x) == n for x, n in clues.items()) and len(linked(board.cells, opened)) == 1:
            closed = dict.fromkeys(board.cells, 0)
            for x in board.cells:
                for name, weight in {"w": 1, "s": 2, "e": 4, "n": 8}.items():
                    y = (x[0] + STEPS[name][0], x[1] + STEPS[name][1])
                    closed[x] += weight * ((min(x, y), max(x, y)) not in opened)
            yield board.text(closed)


@oracle("shakashaka")
def shakashaka(board: Board) -> Iterator[str]:
    """Cells are cut into quarters along their diagonals, named by their sides; a triangle covers two of the four."""
    blocks = board.tokens()
    free = [x for x in board.cells if x not in blocks]
    clues = {x: n for x, n in board.numbers().items() if n != 5}
    for values in fillings(board, {key: ["nw", "ne", "sw", "se", "-"] for key in free}, lambda values, cell: True):
        if any(sum(values.get(y, "-") != "-" for y in board.near(x)) != n for x, n in clues.items()):
            continue
        white = {(x, side) for x in free for side in "nsew" if side not in str(values[x])}
        if all(map(is_straight, areas_of(white))):
            yield board.text({**blocks, **values})


Quarters = set[tuple[Cell, str]]


def areas_of(white: Quarters) -> Iterator[Quarters]:
    """White quarters in connected areas. Uses them up."""
    across = {"n": "s", "s": "n", "e": "w", "w": "e"}
    while white:
        edge = [white.pop()]
        area = set(edge)
        while edge:
            (r, c), side = edge.pop()
            near = {((r, c), other) for other in "nsew" if other != across[side]}
            near |= {((r + STEPS[side][0], c + STEPS[side][1]), across[side])}
            edge += near & white
            area |= near & white
            white -= near
        yield area


def is_straight(area: Quarters) -> bool:
    """Whether an area is a rectangle: of whole cells, or of whole squares around a side of two cells, turned by 45°."""
    cells = {x for x, _ in area}
    if len(area) == 4 * len(cells):
        return is_rectangle(cells)
    middle = {"n": (1, 2), "s": (3, 2), "w": (2, 1), "e": (2, 3)}  # of a quarter, in quarters of a side
    points = [(4 * r + middle[side][0], 4 * c + middle[side][1]) for (r, c), side in area]
    squares = {((y + x) // 4, (y - x) // 4) for y, x in points}
    return len(area) == 2 * len(squares) and is_rectangle(squares)


@oracle("squareo")
def squareo(board: Board) -> Iterator[str]:
    """The corner (r, c) is the upper left one of the cell (r, c)."""
    weights = {(0, 0): 8, (1, 0): 4, (1, 1): 2, (0, 1): 1}
    clues = board.numbers()
    for dots in subsets(board, {(r + dr, c + dc) for r, c in board.cells for dr, dc in weights}):
        around = {(r, c): [n for (dr, dc), n in weights.items() if (r + dr, c + dc) in dots] for r, c in board.cells}
        if all(len(around[x]) == n for x, n in clues.items()):
            yield board.text({x: sum(each) for x, each in around.items()})


@oracle("pfeilzahlen")
def pfeilzahlen(board: Board) -> Iterator[str]:
    inner = {(r, c) for r, c in board.cells if 1 < r < board.rows and 1 < c < board.columns}
    frame = [x for x in board.cells if inner & set(board.near(x)) and x not in inner]
    clues = board.numbers()
    if not inner or not inner >= set(clues):
        return
    aims = {x: {name: inner & set(board.ray(x, name)) for name in ALL_STEPS} for x in frame}
    arrows = {x: [name for name, cells in aims[x].items() if cells] for x in frame}
    for values in fillings(board, arrows, lambda values, cell: True):
        if all(sum(y in aims[x][str(name)] for x, name in values.items()) == n for y, n in clues.items()):
            yield board.text(values)


@oracle("pills")
def pills(board: Board) -> Iterator[str]:
    """As many pills as the option says; any number of them without it."""
    digits, number = board.numbers(), int(board.option("pills", "0"))
    margins = [(axis, at, n) for axis, part in enumerate(("left", "top")) for at, n in board.margin(part).items()]
    places = [(x, *board.ray(x, name)[:2]) for x in board.cells for name in "es" if len(board.ray(x, name)) > 1]

    def lay(free: set[Cell], value: int) -> Iterator[dict[Cell, int]]:
        board.spend()
        if number in (0, value - 1):
            yield {}
        if not number or value <= number:
            for pill in places:
                if free.issuperset(pill) and sum(digits.get(x, 0) for x in pill) == value:
                    for others in lay(free - set(pill), value + 1):
                        yield {**others, **dict.fromkeys(pill, value)}

    for covered in lay(set(board.cells), 1):
        if all(sum(digits.get(x, 0) for x in covered if x[axis] == at) == n for axis, at, n in margins):
            yield board.text(covered)


@oracle("shugaku")
def shugaku(board: Board) -> Iterator[str]:
    posts = set(board.tokens())
    clues = {x: n for x, n in board.numbers().items() if n != 5}

    def lay(left: list[Cell], beds: list[tuple[Cell, Cell]], corridor: set[Cell]) -> Iterator[tuple]:
        board.spend()
        if not left:
            yield beds, corridor
            return
        x, *others = left
        yield from lay(others, beds, corridor | {x})
        for y in ((x[0], x[1] + 1), (x[0] + 1, x[1])):
            if y in others:  # the pillow of an upright bed lies below
                for bed in [(y, x)] if y[0] > x[0] else [(x, y), (y, x)]:
                    yield from lay([z for z in others if z != y], [*beds, bed], corridor)

    for beds, corridor in lay([x for x in board.cells if x not in posts], [], set()):
        pillows = {pillow for pillow, _ in beds}
        if (
            connected(corridor) and not any(corridor.issuperset(square) for square in board.squares)
            and all(corridor & {*board.near(pillow), *board.near(foot)} for pillow, foot in beds)
            and all(len(pillows & set(board.near(x))) == n for x, n in clues.items())
        ):  # fmt: skip
            marks = {foot: "o" for _, foot in beds} | dict.fromkeys(corridor, "x") | dict.fromkeys(pillows, "#")
            yield board.text({**board.tokens(), **marks})


Way = tuple[tuple[Cell, Cell], str, set[Cell]]


def sights(board: Board, posts: Collection[Cell]) -> list[Way]:
    """Two posts that see each other, the direction, and the cells between them."""
    ways = []
    for x in posts:
        for name in "es":
            ray = board.ray(x, name)
            if y := next((y for y in ray if y in posts), None):
                ways.append(((x, y), name, set(ray[: ray.index(y)])))
    return ways


@oracle("hashi")
def hashi(board: Board) -> Iterator[str]:
    islands, most = set(board.tokens()), int(board.option("most", "2"))
    if most < 1:
        return
    ways = sights(board, islands)
    for counts in product(range(most + 1), repeat=len(ways)):
        board.spend()
        built = [(*way, count) for way, count in zip(ways, counts) if count]
        between = [x for _, _, cells, _ in built for x in cells]
        exits = dict.fromkeys(islands, "")
        for name in "nsew":
            for (x, y), way, _, count in built:
                exits[x if way == name else y] += name * count * (name in (way, {"e": "w", "s": "n"}[way]))
        if (
            len(set(between)) == len(between) and all(len(exits[x]) == n for x, n in board.numbers().items())
            and len(linked(islands, [pair for pair, _, _, _ in built])) <= 1
            and (board.option("loops", "yes") == "yes" or len(built) < len(islands) or not built)
        ):  # fmt: skip
            over = {x: {"e": "12", "s": "ab"}[name][count - 1] for _, name, cells, count in built for x in cells
                    if count < 3}  # fmt: skip
            yield board.text({**over, **{x: text or "-" for x, text in exits.items()}})


@oracle("dosufuwa")
def dosufuwa(board: Board) -> Iterator[str]:
    black = set(board.tokens())
    parts = [part for area in board.areas().values() for part in groups([x for x in area if x not in black])]
    rooms = {min(part): sorted(part) for part in parts}
    pairs = {name: [(x, y) for x in room for y in room if x != y] for name, room in rooms.items() if room}

    def rests(things: Collection[Cell], step: int) -> bool:
        """Each lies at the edge, or beside a black cell or another one of its kind."""
        beyond = [(r + step, c) for r, c in things]
        return all(x in things or x in black or not board.has(x) for x in beyond)

    for placed in fillings(board, pairs, lambda _, __: True):  # type: ignore[arg-type]
        balloons, balls = zip(*placed.values()) if placed else ((), ())  # type: ignore[call-overload]
        if rests(balloons, -1) and rests(balls, 1):
            yield board.text({**board.tokens(), **dict.fromkeys(balloons, "o"), **dict.fromkeys(balls, "b")})


@oracle("keywest")
def keywest(board: Board) -> Iterator[str]:
    pairs = [(x, y) for x in board.cells for y in board.near(x) if x < y]
    board.spend(2 ** len(pairs))
    for count in range(len(pairs) + 1):
        for bridges in combinations(pairs, count):
            ends = Counter(x for bridge in bridges for x in bridge)
            if (
                all(ends[x] != ends[y] for x, y in pairs)
                and all(ends[x] == n for x, n in board.numbers().items())
                and len(linked(list(ends), bridges)) <= 1
            ):
                yield board.text(exits(bridges))
