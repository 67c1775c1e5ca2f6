"""The rules of types with ships, magnets, planets, slants, triangles and doors, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    fillings,
    groups,
    is_rectangle,
    oracle,
    subsets,
)


def ships(board: Board, fits: Callable[[Mapping[Cell, str]], bool], allowed: set[Cell]) -> Iterator[str]:
    """The fleets that fit; of each cell of a ship, how it is drawn."""
    fleet = [int(text) if text.isdigit() else 0 for row in board.parts["fleet"] for text in row]
    wanted = {length: count for length, count in enumerate(fleet, 1) if count}
    for taken in subsets(board, allowed):
        placed = groups(taken)
        straight = all(len({x[axis] for x in ship}) in (1, len(ship)) for ship in placed for axis in (0, 1))
        if straight and Counter(map(len, placed)) == wanted and len(groups(taken, ALL_STEPS)) == len(placed):
            drawn = {cell: part(cell, taken) for cell in taken}
            if fits(drawn):
                yield board.text(drawn)


def part(cell: Cell, taken: frozenset[Cell]) -> str:
    """How a cell of a ship is drawn: o alone, n s e w at the end where it ends, m in the middle."""
    on = [name for name, (r, c) in STEPS.items() if (cell[0] + r, cell[1] + c) in taken]
    if not on:
        return "o"
    return "m" if len(on) == 2 else {"n": "s", "s": "n", "e": "w", "w": "e"}[on[0]]


@oracle("battleship")
def battleship(board: Board) -> Iterator[str]:
    given = board.tokens()

    def fits(drawn: Mapping[Cell, str]) -> bool:
        return all(drawn.get(x, "x") == text for x, text in given.items()) and all(
            sum(x[axis] == at for x in drawn) == n
            for axis, name in enumerate(("left", "top")) for at, n in board.margin(name).items()
        )  # fmt: skip

    yield from ships(board, fits, set(board.cells))


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
    rows = board.parts.get("grid", [["."] * board.columns] * board.rows)
    given = {(r, c): rows[r - 1][c - 1] for r, c in board.cells if rows[r - 1][c - 1] in "+-"}
    if any(len(plate) != 2 for plate in plates.values()):
        return

    def fits(values: dict[tuple[int, int], object], cell: Cell) -> bool:
        return (
            given.get(cell, values[cell]) == values[cell]
            and (values[cell] == "x" or all(values.get(x) != values[cell] for x in board.near(cell)))
        )  # fmt: skip

    def whole(values: Mapping[Cell, object]) -> bool:
        pairs = [sorted(str(values[x]) for x in plate) for plate in plates.values()]
        return all(pair in (["+", "-"], ["x", "x"]) for pair in pairs) and all(
            sum(values[x] == pole and x[axis] == at for x in values) == n
            for pole, kind in (("+", "plus"), ("-", "minus")) for axis, side in enumerate(("left", "top"))
            for at, n in board.margin(f"{kind}_{side}").items()
        )  # fmt: skip

    for values in fillings(board, {x: "+-x" for plate in plates.values() for x in plate}, fits):
        if whole(values):
            yield board.text(values)


@oracle("munraito")
def munraito(board: Board) -> Iterator[str]:
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


@oracle("gokigennaname")
def gokigennaname(board: Board) -> Iterator[str]:
    clues = board.numbers("corners")

    def ends(cell: Cell, slant: str) -> tuple[Cell, Cell]:
        r, c = cell
        return ((r + 1, c), (r, c + 1)) if slant == "/" else ((r, c), (r + 1, c + 1))

    for slanted in subsets(board, board.cells):
        values = {x: "/" if x in slanted else "\\" for x in board.cells}
        lines = [ends(x, slant) for x, slant in values.items()]
        meeting = Counter(corner for line in lines for corner in line)
        if all(meeting[corner] == n for corner, n in clues.items()) and acyclic(lines):
            yield board.text(values)


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

        if all(view(x) == n for x, n in clues.items()) and _in_one_piece(board, opened):
            closed: dict[Cell, str] = {}
            for x in board.cells:
                for name in "nsew":
                    y = (x[0] + STEPS[name][0], x[1] + STEPS[name][1])
                    if board.has(y) and (min(x, y), max(x, y)) not in opened:
                        closed[x] = closed.get(x, "") + name
            yield board.text(closed)


def _in_one_piece(board: Board, opened: set[tuple[Cell, Cell]]) -> bool:
    """Whether open doors lead from every cell to every other one."""
    reached, edge = {(1, 1)}, [(1, 1)]
    while edge:
        x = edge.pop()
        for y in board.near(x):
            if y not in reached and (min(x, y), max(x, y)) in opened:
                reached.add(y)
                edge.append(y)
    return len(reached) == len(board.cells)


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
