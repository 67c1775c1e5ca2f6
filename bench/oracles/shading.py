"""The rules of shading types, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, groupby, islice, pairwise, product, takewhile
from string import ascii_letters

from .places import (
    ALL_STEPS,
    CORNERWARDS,
    STEPS,
    Board,
    Cell,
    apart,
    borders,
    connected,
    fillings,
    groups,
    is_rectangle,
    leading,
    linked,
    oracle,
    runs,
    shadings,
    subsets,
)

Shaded = frozenset[Cell]


def white(board: Board, shaded: Shaded) -> set[Cell]:
    """The cells that are not shaded."""
    return set(board.cells) - shaded


def counts(board: Board, shaded: Shaded) -> bool:
    """Each number says how many cells of its region are shaded; it says nothing where there is none."""
    region, areas = borders(board.areas()), board.areas()
    numbers = {cell: number for cell, number in board.numbers().items() if cell in region}
    return all(len(shaded & set(areas[region[cell]])) == number for cell, number in numbers.items())


def square_free(board: Board, cells: Shaded | set[Cell]) -> bool:
    """No square of two by two cells lies in the set."""
    return not any(cells.issuperset(square) for square in board.squares)


def lonely(board: Board, shaded: Shaded) -> bool:
    """Shaded cells share no side, and the white cells are connected."""
    return apart(shaded) and connected(white(board, shaded))


def margins(board: Board, shaded: Shaded, top: str, left: str) -> bool:
    """The numbers above columns and beside rows say how many of their cells are shaded."""
    rows, columns = Counter(r for r, _ in shaded), Counter(c for _, c in shaded)
    return all(rows[at] == number for at, number in board.margin(left).items()) and all(
        columns[at] == number for at, number in board.margin(top).items()
    )


def seen(board: Board, cell: Cell, free: set[Cell]) -> set[Cell]:
    """The free cells in the four directions, up to the first that is not free."""
    rays = [board.ray(cell, name) for name in STEPS]
    return {x for ray in rays for x in ray[: leading(ray, free)]}


@oracle("akari")
def akari(board: Board) -> Iterator[str]:
    blocks = board.tokens()
    free = set(board.cells) - set(blocks)

    def fits(lamps: Shaded) -> bool:
        return (
            all(cell in lamps or lamps & seen(board, cell, free) for cell in free)
            and not any(lamps & seen(board, lamp, free) for lamp in lamps)
            and all(len(lamps & set(board.near(x))) == n for x, n in board.numbers().items())
        )

    for text in shadings(board, fits, free, "o"):
        lamps = {cell: "o" for cell, mark in board.marks(text).items() if mark == "o"}
        yield board.text({**blocks, **lamps})


@oracle("aqre")
def aqre(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: counts(board, shaded) and connected(shaded) and all(
            max([0, *runs(line, shaded), *runs(line, white(board, shaded))]) < 4 for line in board.lines
        ),
    )  # fmt: skip


@oracle("canalview")
def canalview(board: Board) -> Iterator[str]:
    clues = board.numbers()
    yield from shadings(
        board,
        lambda shaded: square_free(board, shaded) and all(board.seen(x, shaded) == n for x, n in clues.items())
        and connected(shaded),
        set(board.cells) - set(clues),
    )  # fmt: skip


@oracle("cave")
def cave(board: Board) -> Iterator[str]:
    def rim(cell: Cell) -> bool:
        """A hole has an edge, too."""
        return len(board.near(cell)) < len(STEPS)

    def sight(cell: Cell, inside: set[Cell], directions: str) -> int:
        return 1 + sum(1 for name in directions for _ in takewhile(inside.__contains__, board.ray(cell, name)))

    def says(cell: Cell, inside: set[Cell]) -> int:
        if board.option("numbers", "sum") == "sum":
            return board.seen(cell, inside) + 1
        return sight(cell, inside, "ew") * sight(cell, inside, "ns")

    yield from shadings(
        board,
        lambda inside: all(x in inside and says(x, inside) == n for x, n in board.numbers().items())
        and connected(inside) and all(any(map(rim, group)) for group in groups(white(board, inside))),
    )  # fmt: skip


@oracle("chocona")
def chocona(board: Board) -> Iterator[str]:
    yield from shadings(board, lambda shaded: counts(board, shaded) and all(map(is_rectangle, groups(shaded))))


@oracle("cocktaillamp")
def cocktaillamp(board: Board) -> Iterator[str]:
    region, areas = borders(board.areas()), board.areas()
    yield from shadings(
        board,
        lambda shaded: counts(board, shaded) and square_free(board, shaded) and connected(shaded, ALL_STEPS)
        and all(connected(shaded & set(area)) for area in areas.values())
        and not any(region[x] != region[y] for x in shaded for y in board.near(x) if y in shaded),
    )  # fmt: skip


@oracle("creek")
def creek(board: Board) -> Iterator[str]:
    clues = board.numbers("corners")  # corner (r, c) is the upper left one of the cell (r, c)
    yield from shadings(
        board,
        lambda shaded: all(
            len(shaded & {(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)}) == n for (r, c), n in clues.items()
        ) and connected(white(board, shaded)),
    )  # fmt: skip


@oracle("curvingroad")
def curvingroad(board: Board) -> Iterator[str]:
    circles = list(board.tokens())

    def straight(one: Cell, other: Cell) -> set[Cell] | None:
        if one[0] != other[0] and one[1] != other[1]:
            return None
        (r, c), (s, d) = min(one, other), max(one, other)
        return {(x, y) for x in range(r, s + 1) for y in range(c, d + 1)}

    def joined(one: Cell, other: Cell, free: set[Cell]) -> bool:
        bends = [(one[0], other[1]), (other[0], one[1])]
        return any((straight(one, x) or set()) | (straight(x, other) or set()) <= free for x in bends)

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        pairs = [(x, y) for x in circles for y in circles if x < y]
        return lonely(board, shaded) and not any(joined(x, y, free) for x, y in pairs)

    yield from shadings(board, fits, set(board.cells) - set(circles))


@oracle("fobidoshi")
def fobidoshi(board: Board) -> Iterator[str]:
    given = {x for x, text in board.tokens().items() if text == "o"}
    yield from shadings(
        board,
        lambda circles: given <= circles and connected(circles)
        and all(max([0, *runs(line, circles)]) < 4 for line in board.lines),
        [x for x in board.cells if board.tokens().get(x) != "x"], "o",
    )  # fmt: skip


def by_rows(board: Board, count: int) -> Iterator[Shaded]:
    """The ways to put `count` marks into each row, no more into a column, none beside another, not even diagonally."""
    columns = range(1, board.columns + 1)
    ways = [frozenset(way) for way in combinations(columns, count) if all(d - c > 1 for c, d in pairwise(way))]

    def loose(chosen: dict[Cell, object], row: Cell) -> bool:
        above = [way for way in chosen.values() if isinstance(way, frozenset)]
        full = any(sum(c in way for way in above) > count for c in columns)
        return not full and (len(above) < 2 or all(abs(c - d) > 1 for c in above[-2] for d in above[-1]))

    for chosen in fillings(board, {(r, 0): ways for r in range(1, board.rows + 1)}, loose):
        yield frozenset((r, c) for (r, _), way in chosen.items() if isinstance(way, frozenset) for c in way)


@oracle("gappy")
def gappy(board: Board) -> Iterator[str]:
    names = [("rows", r) for r in range(1, board.rows + 1)] + [("columns", c) for c in range(1, board.columns + 1)]
    gaps = [board.margin(part).get(number) for part, number in names]
    for shaded in by_rows(board, 2):
        places = [[at for at, cell in enumerate(line) if cell in shaded] for line in board.lines]
        if all(len(two) == 2 and gap in (None, two[1] - two[0] - 1) for two, gap in zip(places, gaps)):
            yield board.text(dict.fromkeys(shaded, "x"))


def walled(board: Board) -> set[tuple[Cell, Cell]]:
    """The neighbours that a border parts: one between two regions, or a wall."""
    region, walls = borders(board.areas()), board.rows_of("walls")
    parted = {(x, y) for x in board.cells for y in board.near(x) if region[x] != region[y]}
    for at, row in enumerate(walls):
        for c, text in enumerate(row, 1):
            one, other = (at // 2 + 1, c), (at // 2 + 1 + at % 2, c + 1 - at % 2)
            parted |= {(one, other), (other, one)} if text == "|" else set()
    return parted


def short(line: list[Cell], shaded: Shaded, parted: set[tuple[Cell, Cell]]) -> bool:
    """No white line along a row or column comes over two borders."""
    crossed = 0
    for one, other in pairwise(line):
        crossed = 0 if one in shaded or other in shaded else crossed + ((one, other) in parted)
        if crossed > 1:
            return False
    return True


def dynasty(board: Board, shaded: Shaded) -> bool:
    """Heyawake: the numbers are right, shaded cells lonely, and no white line comes over two borders."""
    parted = walled(board)
    rooms = linked(board.cells, {(x, y) for x in board.cells for y in board.near(x)} - parted)
    return (
        lonely(board, shaded) and all(short(line, shaded, parted) for line in board.lines)
        and all(len(room & shaded) == n for room in rooms for x, n in board.numbers().items() if x in room)
    )  # fmt: skip


@oracle("heyawake")
def heyawake(board: Board) -> Iterator[str]:
    yield from shadings(board, lambda shaded: dynasty(board, shaded))


@oracle("heyablock")
def heyablock(board: Board) -> Iterator[str]:
    parted, areas, numbers = walled(board), board.areas(), board.numbers()

    def fits(shaded: Shaded) -> bool:
        return (
            connected(white(board, shaded)) and all(short(line, shaded, parted) for line in board.lines)
            and not any(x in shaded and y in shaded for x, y in parted)
            and all(
                connected(block) and (block or any(numbers.get(x) == 0 for x in area))
                and all(numbers.get(x, len(block)) == len(block) for x in area)
                for area in areas.values() for block in [shaded & set(area)]
            )
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("ayeheya")
def ayeheya(board: Board) -> Iterator[str]:
    def symmetric(area: list[Cell], shaded: Shaded) -> bool:
        dark = shaded & set(area)
        height, width = (min(each) + max(each) for each in zip(*area))
        return all({(height - r, width - c) for r, c in cells} == set(cells) for cells in (area, dark))

    yield from shadings(
        board,
        lambda shaded: all(symmetric(area, shaded) for area in board.areas().values()) and dynasty(board, shaded),
    )


@oracle("hitori")
def hitori(board: Board) -> Iterator[str]:
    numbers = board.numbers()

    def differ(line: list[Cell], shaded: Shaded) -> bool:
        left = [numbers[x] for x in line if x in numbers and x not in shaded]
        return len(left) == len(set(left))

    yield from shadings(
        board, lambda shaded: lonely(board, shaded) and all(differ(line, shaded) for line in board.lines)
    )


@oracle("kuromasu")
def kuromasu(board: Board) -> Iterator[str]:
    clues = board.numbers()
    yield from shadings(
        board,
        lambda shaded: all(board.seen(x, white(board, shaded)) + 1 == n for x, n in clues.items())
        and lonely(board, shaded),
        set(board.cells) - set(clues),
    )  # fmt: skip


@oracle("kuroshuto")
def kuroshuto(board: Board) -> Iterator[str]:
    clues = board.numbers()

    def one(cell: Cell, number: int, shaded: Shaded) -> bool:
        places = {(cell[0] + r * number, cell[1] + c * number) for r, c in STEPS.values()}
        return len(places & shaded) == 1

    yield from shadings(
        board,
        lambda shaded: all(one(x, n, shaded) for x, n in clues.items()) and lonely(board, shaded),
        set(board.cells) - set(clues),
    )  # fmt: skip


@oracle("kurotto")
def kurotto(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: all(
            sum(len(group) for group in groups(shaded) if group & set(board.near(x))) == n
            for x, n in board.numbers().items()
        ),
        set(board.cells) - set(board.tokens()),
    )  # fmt: skip


def kind(piece: Shaded) -> str:
    """The name of a tetromino that is no square, by its longest straight part and its branches."""
    branches = max(sum((r + dr, c + dc) in piece for dr, dc in STEPS.values()) for r, c in piece)
    longest = max(Counter((axis, cell[axis]) for cell in piece for axis in (0, 1)).values())
    return "T" if branches == 3 else {4: "I", 3: "L", 2: "S"}[longest]


@oracle("lits")
def lits(board: Board) -> Iterator[str]:
    """One piece after the other is put into its region, which is named by its first cell."""
    areas = {min(area): area for area in board.areas().values()}
    pieces = {
        first: [
            piece for piece in map(frozenset, combinations(area, 4)) if connected(piece) and square_free(board, piece)
        ]
        for first, area in areas.items()
    }  # fmt: skip

    def fits(placed: dict[Cell, object], first: Cell) -> bool:
        put: list[Shaded] = [piece for piece in placed.values() if isinstance(piece, frozenset)]
        beside = [piece for piece in put[:-1] if any(x in piece for y in put[-1] for x in board.near(y))]
        return all(kind(piece) != kind(put[-1]) for piece in beside) and square_free(board, frozenset().union(*put))

    for placed in fillings(board, pieces, fits):
        put = [piece for piece in placed.values() if isinstance(piece, frozenset)]
        if connected(frozenset().union(*put)):
            yield board.text({x: kind(piece) for piece in put for x in piece})


@oracle("minesweeper")
def minesweeper(board: Board) -> Iterator[str]:
    clues, mines = board.numbers(), int(board.option("mines", "0"))
    yield from shadings(
        board,
        lambda shaded: all(len(shaded & set(board.near(x, ALL_STEPS))) == n for x, n in clues.items())
        and mines in (0, len(shaded)),
        set(board.cells) - set(clues),
    )  # fmt: skip


def hanging(board: Board, shaded: Shaded) -> bool:
    """White cells form rectangles that hang together by corners; none has two numbers, or another size than it says."""
    islands = groups(white(board, shaded))
    texts = [[text for x, text in board.tokens().items() if x in island] for island in islands]
    return (
        square_free(board, shaded) and connected(white(board, shaded), ALL_STEPS)
        and all(is_rectangle(island) and (not text or text in (["?"], [str(len(island))]))
                for island, text in zip(islands, texts))
    )  # fmt: skip


@oracle("mochikoro")
def mochikoro(board: Board) -> Iterator[str]:
    yield from shadings(board, lambda shaded: hanging(board, shaded), set(board.cells) - set(board.tokens()))


@oracle("mochinyoro")
def mochinyoro(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: hanging(board, shaded) and not any(map(is_rectangle, groups(shaded))),
        set(board.cells) - set(board.tokens()),
    )  # fmt: skip


@oracle("mosaic")
def mosaic(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: all(
            len(shaded & {x, *board.near(x, ALL_STEPS)}) == n for x, n in board.numbers().items()
        ),
    )  # fmt: skip


@oracle("nondango")
def nondango(board: Board) -> Iterator[str]:
    circles = set(board.tokens())
    threes = [
        [x, *board.ray(x, name)[:2]] for x in board.cells for name in ("e", "s", "se", "sw")
        if circles >= {x, *board.ray(x, name)[:2]} and len(board.ray(x, name)) > 1
    ]  # fmt: skip

    def fits(black: Shaded) -> bool:
        return all(len(black & set(area)) == 1 for area in board.areas().values()) and all(
            0 < len(black & set(three)) < 3 for three in threes
        )

    for text in shadings(board, fits, circles):
        yield board.text(dict.fromkeys(circles, "o") | board.marks(text))


@oracle("nonogram")
def nonogram(board: Board) -> Iterator[str]:
    clues = [*board.rows_of("rows"), *board.rows_of("columns")]
    given = [[text for text in each if text not in ("0", ".", "-")] for each in clues]

    def matches(line: list[Cell], clue: list[str], shaded: Shaded) -> bool:
        found = runs(line, shaded)
        return clue == ["?"] or (
            len(found) == len(clue) and all(text in ("+", str(n)) for text, n in zip(clue, found, strict=True))
        )

    if all("?" not in clue or len(clue) == 1 for clue in given):
        yield from shadings(
            board, lambda shaded: all(matches(line, clue, shaded) for line, clue in zip(board.lines, given))
        )


@oracle("colournonogram")
def colournonogram(board: Board) -> Iterator[str]:
    clues = [[text for text in each if text not in (".", "-", "0")] for each in board.rows_of("rows")]
    above = [[text for text in each if text not in (".", "-", "0")] for each in board.rows_of("columns")]
    said = [text for each in (*clues, *above) for text in each if text != "?"]
    colours = {text[-1].upper() for text in said if not text.isdigit()} or ({"K"} if said else set())

    def length(text: str) -> int:
        return int(text.rstrip(ascii_letters))

    def has_room(clue: list[str], room: int) -> bool:
        told = [text for text in clue if text != "?"]
        alike = sum(one[-1].upper() == other[-1].upper() and not one.isdigit() for one, other in pairwise(told))
        return sum(map(length, told)) + alike <= room

    def matches(line: tuple[str, ...], clue: list[str]) -> bool:
        found = [(colour, len(list(each))) for colour, each in groupby(line) if colour != "-"]
        return "?" in clue or (len(found) == len(clue) and all(
            count == length(text) and (text.isdigit() or text[-1].upper() == colour)
            for (colour, count), text in zip(found, clue)
        ))  # fmt: skip

    rooms = [*((clue, board.columns) for clue in clues), *((clue, board.rows) for clue in above)]
    if all(map(length, said)) and all(has_room(*each) for each in rooms):
        lines = list(product((*sorted(colours), "-"), repeat=board.columns))
        for filled in product(*([line for line in lines if matches(line, clue)] for clue in clues)):
            board.spend()
            if all(map(matches, zip(*filled), above)):
                yield board.text(dict(zip(board.cells, (each for line in filled for each in line))))


@oracle("norinori")
def norinori(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: all(len(shaded & set(area)) == 2 for area in board.areas().values())
        and all(len(shaded & set(board.near(x))) == 1 for x in shaded),
        [x for area in board.areas().values() for x in area],
    )  # fmt: skip


@oracle("nurikabe")
def nurikabe(board: Board) -> Iterator[str]:
    clues = {x: text for x, text in board.tokens().items() if text != "#"}
    free = {x for x in board.cells if board.tokens().get(x) != "#"}

    def islands(shaded: Shaded) -> bool:
        for island in groups(free - shaded):
            texts = [text for x, text in clues.items() if x in island]
            if len(texts) != 1 or texts[0] not in ("?", str(len(island))):
                return False
        return True

    yield from shadings(
        board, lambda shaded: islands(shaded) and connected(shaded) and square_free(board, shaded), free - set(clues)
    )


@oracle("nurimisaki")
def nurimisaki(board: Board) -> Iterator[str]:
    clues = board.tokens()

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        capes = {x for x in free if len(free & set(board.near(x))) == 1}
        return (
            capes == set(clues) and connected(free) and square_free(board, shaded) and square_free(board, free)
            and all(text == "?" or board.seen(x, free) + 1 == int(text) for x, text in clues.items())
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(clues))


def whole(board: Board, shaded: Shaded) -> bool:
    """Regions are shaded all over or not at all."""
    return all(len(shaded & set(area)) in (0, len(area)) for area in board.areas().values())


@oracle("paintarea")
def paintarea(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: whole(board, shaded) and connected(shaded) and square_free(board, shaded)
        and square_free(board, white(board, shaded))
        and all(len(shaded & set(board.near(x))) == n for x, n in board.numbers().items()),
        borders(board.areas()),
    )  # fmt: skip


@oracle("shimaguni")
def shimaguni(board: Board) -> Iterator[str]:
    areas = board.areas()
    region = borders(areas)
    touching = {(region[x], region[y]) for x in region for y in board.near(x) if y in region and region[x] != region[y]}

    def fits(shaded: Shaded) -> bool:
        island = {name: shaded & set(area) for name, area in areas.items()}
        return (
            shaded <= region.keys()
            and counts(board, shaded) and all(each and connected(each) for each in island.values())
            and not any(region[x] != region[y] for x in shaded for y in board.near(x) if y in shaded)
            and all(len(island[one]) != len(island[other]) for one, other in touching)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("stostone")
def stostone(board: Board) -> Iterator[str]:
    areas, numbers, parted = board.areas(), board.numbers(), walled(board)

    def fallen(stones: list[Shaded]) -> Shaded:
        """Where the stones are in the end: one after the other goes a step down while some can."""
        left = list(stones)
        while True:
            for at, stone in enumerate(left):
                below = frozenset((r + 1, c) for r, c in stone)
                others = {x for stone in left[:at] + left[at + 1 :] for x in stone}
                if all(r <= board.rows for r, _ in below) and not below & others:
                    left[at] = below
                    break
            else:
                return frozenset().union(*left)

    def fits(shaded: Shaded) -> bool:
        stones = {name: shaded & set(area) for name, area in areas.items()}
        return (
            all(stone and connected(stone) for stone in stones.values())
            and all(numbers.get(x, len(stone)) == len(stone) for name, stone in stones.items() for x in areas[name])
            and not any(x in shaded and y in shaded for x, y in parted)
            and fallen(list(stones.values())) == {x for x in board.cells if x[0] > board.rows / 2}
        )  # fmt: skip

    if board.rows % 2 == 0:
        yield from shadings(board, fits)


@oracle("chocobanana")
def chocobanana(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        dark, light = groups(shaded), groups(white(board, shaded))
        size = {x: len(group) for group in dark + light for x in group}
        return (
            all(map(is_rectangle, dark)) and not any(map(is_rectangle, light))
            and all(size[x] == number for x, number in board.numbers().items())
        )  # fmt: skip

    board.tokens()
    yield from shadings(board, fits)


@oracle("aquarium")
def aquarium(board: Board) -> Iterator[str]:
    areas, whole, parted = board.areas(), board.option("level", "no") == "yes", walled(board)
    joined = {(x, y) for x in board.cells for y in board.near(x)} - parted

    def still(water: set[Cell], area: Collection[Cell]) -> bool:
        """It flows on, and what is connected, or all of it, stands equally high."""
        pools = [
            (pool, min(r for r, _ in pool))
            for pool in (
                [water] if water and whole else linked(water, {pair for pair in joined if water.issuperset(pair)})
            )
        ]
        wet = {y for pool, top in pools for y in area if y[0] >= top and (whole or any((x, y) in joined for x in pool))}
        flown = {
            (r, c) for r, c in area if any((x, (r, c)) in joined for x in {(r, c - 1), (r, c + 1), (r - 1, c)} & water)
        }
        return wet <= water and flown <= water

    yield from shadings(
        board,
        lambda shaded: (
            margins(board, shaded, "columns", "rows")
            and all(still(shaded & set(area), area) for area in areas.values())
        ),
    )


@oracle("tapa")
def tapa(board: Board) -> Iterator[str]:
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    clues = {x: Counter(text.strip(",").split(",")) for x, text in board.tokens().items()}

    def around(cell: Cell, shaded: Shaded) -> list[int]:
        row = "".join(".#"[(cell[0] + r, cell[1] + c) in shaded] for r, c in ring)
        gap = row.find(".")
        return [len(run) for run in (row[gap:] + row[:gap]).split(".") if run] or [0]

    def right(cell: Cell, clue: Counter[str], shaded: Shaded) -> bool:
        told, lengths = Counter({int(text): n for text, n in clue.items() if text != "?"}), around(cell, shaded)
        return len(lengths) == clue.total() and told <= Counter(lengths)

    yield from shadings(
        board,
        lambda shaded: not shaded & set(clues) and connected(shaded) and square_free(board, shaded)
        and all(right(x, clue, shaded) for x, clue in clues.items()),
    )  # fmt: skip


@oracle("tilepaint")
def tilepaint(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        return whole(board, shaded) and margins(board, shaded, "columns", "rows")

    yield from shadings(board, fits, borders(board.areas()))


@oracle("usoone")
def usoone(board: Board) -> Iterator[str]:
    clues, areas = board.numbers(), board.areas()

    def fits(shaded: Shaded) -> bool:
        wrong = [x for x, n in clues.items() if len(shaded & set(board.near(x))) != n]
        return all(sum(x in area for x in wrong) == 1 for area in areas.values()) and lonely(board, shaded)

    yield from shadings(board, fits, set(board.cells) - set(clues))


@oracle("yajikabe")
def yajikabe(board: Board) -> Iterator[str]:
    clues = board.tokens()
    yield from shadings(
        board,
        lambda shaded: all(
            len(shaded & set(board.ray(x, text[-1]))) == int(text[:-1]) for x, text in clues.items()
        ) and square_free(board, shaded) and connected(shaded),
        set(board.cells) - set(clues),
    )  # fmt: skip


@oracle("yinyang")
def yinyang(board: Board) -> Iterator[str]:
    given = board.tokens()

    def fits(black: Shaded) -> bool:
        rest = white(board, black)
        return (
            all((x in black) == (text == "b") for x, text in given.items())
            and connected(black) and connected(rest) and square_free(board, black) and square_free(board, rest)
        )  # fmt: skip

    for text in shadings(board, fits):
        yield text.replace("-", "w").replace("x", "b")


# -- Objects that are put into cells


@oracle("starbattle")
def starbattle(board: Board) -> Iterator[str]:
    stars = int(board.option("stars", "1"))
    areas = {name: set(area) for name, area in board.areas().items() if name not in "#@"}
    inside = {x for area in areas.values() for x in area}
    for shaded in by_rows(board, stars) if stars > 0 else ():
        if shaded <= inside and all(len(shaded & set(group)) == stars for group in [*board.lines, *areas.values()]):
            yield board.text(dict.fromkeys(shaded, "x"))


@oracle("buraitoraito")
def buraitoraito(board: Board) -> Iterator[str]:
    clues = board.numbers()
    free = set(board.cells) - set(clues)
    yield from shadings(
        board, lambda stars: all(len(stars & seen(board, x, free)) == n for x, n in clues.items()), free, "*"
    )


@oracle("starrysky")
def starrysky(board: Board) -> Iterator[str]:
    arrows, stars = board.tokens(), int(board.option("stars", "1")) or 1  # 0 stands for 1

    def fits(shaded: Shaded) -> bool:
        rays = [shaded & set(board.ray(x, name)) for x, name in arrows.items()]
        hit = Counter(x for ray in rays for x in ray)
        return all(len(ray) == stars for ray in rays) and all(hit[x] == 1 for x in shaded) and margins(
            board, shaded, "top", "left")  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(arrows), "*")


@oracle("tents")
def tents(board: Board) -> Iterator[str]:
    trees = list(board.tokens())

    def matched(left: list[Cell], free: frozenset[Cell]) -> bool:
        return not left or any(matched(left[1:], free - {x}) for x in board.near(left[0]) if x in free)

    yield from shadings(
        board,
        lambda shaded: len(shaded) == len(trees) and apart(shaded, ALL_STEPS)
        and margins(board, shaded, "top", "left") and matched(trees, shaded),
        set(board.cells) - set(trees), "o",
    )  # fmt: skip


@oracle("thermometer")
def thermometer(board: Board) -> Iterator[str]:
    tubes: dict[str, dict[int, Cell]] = {}
    for cell, text in board.tokens("thermometers").items():
        name, _, at = text.partition(".")
        if int(at) in tubes.setdefault(name, {}):
            return
        tubes[name][int(at)] = cell
    if any(sorted(tube) != list(range(1, len(tube) + 1)) for tube in tubes.values()):
        return

    def filled(tube: dict[int, Cell], shaded: Shaded) -> bool:
        levels = [tube[at] in shaded for at in sorted(tube)]
        return levels == sorted(levels, reverse=True)

    yield from shadings(
        board,
        lambda shaded: all(filled(tube, shaded) for tube in tubes.values())
        and margins(board, shaded, "columns", "rows"),
        [x for tube in tubes.values() for x in tube.values()],
    )  # fmt: skip


@oracle("snake")
def snake(board: Board) -> Iterator[str]:
    ends = {x for x, token in board.tokens().items() if token == "x"}
    inner = set(board.tokens()) - ends
    if len(ends) > 2:
        return

    def fits(body: Shaded) -> bool:
        degrees = {x: len(body & set(board.near(x))) for x in body}
        tips = {x for x in body if degrees[x] == 1}
        if (
            not inner <= {x for x in body if degrees[x] == 2}
            or not connected(body)
            or not margins(board, body, "columns", "rows")
        ):
            return False
        if not ends <= tips or (len(body) != 1 and (len(tips) != 2 or any(degrees[x] != 2 for x in body - tips))):
            return False
        corners = [(x, y) for x in body for y in board.near(x, CORNERWARDS) if y in body]
        return all(body & {(x[0], y[1]), (y[0], x[1])} for x, y in corners) and square_free(board, body)

    yield from shadings(board, fits)


@oracle("yajikazu")
def yajikazu(board: Board) -> Iterator[str]:
    """A number without an arrow says nothing."""
    clues = {
        cell: (int(text[:-1]), text[-1])
        for cell, text in board.tokens().items()
        if text[:-1].isdigit() and text[-1] in STEPS
    }

    yield from shadings(
        board,
        lambda shaded: lonely(board, shaded) and all(
            x in shaded or len(shaded & set(board.ray(x, name))) == number for x, (number, name) in clues.items()
        ),
    )  # fmt: skip


@oracle("tasquare")
def tasquare(board: Board) -> Iterator[str]:
    def beside(cell: Cell, text: str, squares: list[set[Cell]]) -> bool:
        size = sum(len(square) for square in squares if square & set(board.near(cell)))
        return size > 0 and text in ("?", str(size))

    def fits(shaded: Shaded) -> bool:
        squares = groups(shaded)
        return (
            all(is_rectangle(each) and len({r for r, _ in each}) ** 2 == len(each) for each in squares)
            and all(beside(cell, text, squares) for cell, text in board.tokens().items())
            and connected(white(board, shaded))
        )

    yield from shadings(board, fits, set(board.cells) - set(board.tokens()))


@oracle("kakurasu")
def kakurasu(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: all(sum(c for r, c in shaded if r == at) == n for at, n in board.margin("rows").items())
        and all(sum(r for r, c in shaded if c == at) == n for at, n in board.margin("columns").items()),
    )  # fmt: skip


@oracle("numbercross")
def numbercross(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    yield from shadings(
        board,
        lambda crossed: all(
            sum(n for x, n in numbers.items() if x[axis] == at and x not in crossed) == total
            for axis, part in enumerate(("rows", "columns")) for at, total in board.margin(part).items()
        ),
    )  # fmt: skip


@oracle("smullyan")
def smullyan(board: Board) -> Iterator[str]:
    def around(cell: Cell, shaded: Shaded) -> int:
        return len(shaded & {cell, *board.near(cell, ALL_STEPS)})

    yield from shadings(
        board,
        lambda shaded: (
            lonely(board, shaded) and all((around(x, shaded) == n) != (x in shaded) for x, n in board.numbers().items())
        ),
    )


@oracle("oneroom")
def oneroom(board: Board) -> Iterator[str]:
    region, areas, parted = borders(board.areas()), board.areas(), walled(board)

    def whole(free: set[Cell]) -> bool:
        steps = [(x, y) for x in free for y in board.near(x) if y in free and (x, y) not in parted]
        return len(linked(free, steps)) < 2

    def doors(free: set[Cell]) -> Counter[tuple[str, str]]:
        steps = [(x, y) for x, y in parted if x < y and x in free and y in free]
        return Counter((min(region[x], region[y]), max(region[x], region[y])) for x, y in steps)

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        return (
            lonely(board, shaded) and counts(board, shaded)
            and all(whole(free & set(area)) for area in areas.values()) and max([0, *doors(free).values()]) < 2
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("outofsight")
def outofsight(board: Board) -> Iterator[str]:
    clues = {x: text for x, text in board.tokens().items() if not text.startswith("?")}

    def sees(cell: Cell, shaded: Shaded) -> bool:
        number, name = clues[cell].rstrip("nesw"), clues[cell].lstrip("0123456789")
        ahead = set(board.ray(cell, name)) - shaded if name else set()
        return any(clues[x].rstrip("nesw") == number for x in ahead if x in clues)

    yield from shadings(
        board, lambda shaded: lonely(board, shaded) and not any(sees(x, shaded) for x in clues if x not in shaded)
    )


@oracle("oasis")
def oasis(board: Board) -> Iterator[str]:
    circles = set(board.tokens())

    def reached(cell: Cell, free: set[Cell]) -> set[Cell]:
        beside = set(board.near(cell)) & free
        ways = [group for group in groups(free - circles) if group & beside]
        return (circles & (beside | {y for group in ways for x in group for y in board.near(x)})) - {cell}

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        return (
            lonely(board, shaded) and square_free(board, free)
            and all(len(reached(x, free)) == n for x, n in board.numbers().items())
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - circles)


@oracle("nibunnogo")
def nibunnogo(board: Board) -> Iterator[str]:
    clues = board.numbers("corners")  # corner (r, c) is the upper left one of the cell (r, c)
    yield from shadings(
        board,
        lambda shaded: all(
            len(shaded & {(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)}) == n for (r, c), n in clues.items()
        ) and all(len(area) <= 5 for area in [*groups(shaded), *groups(white(board, shaded))]),
    )  # fmt: skip


@oracle("teri")
def teri(board: Board) -> Iterator[str]:
    def largest(cell: Cell, free: set[Cell]) -> int:
        whole = [
            {(r, c) for r in range(a, b + 1) for c in range(d, e + 1)}
            for a in range(1, cell[0] + 1) for b in range(cell[0], board.rows + 1)
            for d in range(1, cell[1] + 1) for e in range(cell[1], board.columns + 1)
        ]  # fmt: skip
        return max(len(each) for each in whole if each <= free)

    yield from shadings(
        board,
        lambda shaded: (
            lonely(board, shaded) and all(largest(x, white(board, shaded)) == n for x, n in board.numbers().items())
        ),
        set(board.cells) - set(board.tokens()),
    )


@oracle("nuritwin")
def nuritwin(board: Board) -> Iterator[str]:
    parted = walled(board)

    def twins(area: list[Cell], shaded: Shaded) -> bool:
        dark = shaded & set(area)
        steps = [(x, y) for x in dark for y in board.near(x) if y in dark and (x, y) not in parted]
        sizes = [len(group) for group in linked(dark, steps)]
        wanted = {n for x, n in board.numbers().items() if x in area}
        return len(sizes) == 2 and len({*sizes, *wanted}) == 1

    yield from shadings(
        board,
        lambda shaded: connected(shaded) and square_free(board, shaded)
        and all(twins(area, shaded) for area in board.areas().values()),
    )  # fmt: skip


@oracle("sumiwake")
def sumiwake(board: Board) -> Iterator[str]:
    circles = {corner: 1 if text == "w" else 2 for corner, text in board.tokens("corners").items()}
    yield from shadings(
        board,
        lambda shaded: all(
            len(shaded & {(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)}) == n for (r, c), n in circles.items()
        ) and dynasty(board, shaded),
    )  # fmt: skip


@oracle("bosnianroad")
def bosnianroad(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()

    def is_road(shaded: frozenset[Cell]) -> bool:
        touching = [(x, y) for x in shaded for y in board.near(x, CORNERWARDS) if y in shaded]
        return (
            shaded and connected(shaded) and all(len(shaded & set(board.near(x))) == 2 for x in shaded)
            and all(shaded & set(board.near(x)) & set(board.near(y)) for x, y in touching)
            and all(len(shaded & set(board.near(x, ALL_STEPS))) == n for x, n in numbers.items())
        )  # fmt: skip

    yield from shadings(board, is_road, [x for x in board.cells if x not in tokens])


@oracle("scrin")
def scrin(board: Board) -> Iterator[str]:
    circles, numbers = board.tokens(), board.numbers()

    def fits(shaded: frozenset[Cell]) -> bool:
        parts = groups(shaded)
        part_of = {x: part for part in parts for x in part}
        beside = [{y for x in part for y in board.near(x, ALL_STEPS)} & shaded - part for part in parts]
        enclosed = [
            area for area in groups(frozenset(board.cells) - shaded) if all(len(board.near(x)) == 4 for x in area)
        ]
        return (
            connected(shaded, ALL_STEPS) and all(is_rectangle(part) for part in parts)
            and not any(is_rectangle(area) for area in enclosed)
            and all(len({min(part_of[y]) for y in cells}) == 2 for cells in beside)
            and shaded >= circles.keys() and all(len(part & circles.keys()) <= 1 for part in parts)
            and all(len(part_of[x]) == n for x, n in numbers.items())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("parquet")
def parquet(board: Board) -> Iterator[str]:
    areas, tiles = board.areas().values(), [frozenset(tile) for tile in board.areas("tiles").values()]
    if any(sum(bool(tile & set(area)) for area in areas) > 1 for tile in tiles):
        return
    for chosen in product(*([tile for tile in tiles if tile & set(area)] for area in areas)):
        board.spend()
        shaded: Shaded = frozenset().union(*chosen)
        sides = sum(near in shaded for x in shaded for near in board.near(x)) // 2
        if connected(shaded) and sides == max(len(shaded) - 1, 0):
            yield board.text(dict.fromkeys(shaded, "x"))


@oracle("yokeimoji")
def yokeimoji(board: Board) -> Iterator[str]:
    texts = board.tokens()

    def words(shaded: Shaded) -> list[str]:
        """What can be read to the right and down."""
        found = []
        for line in board.lines:
            read = "".join(" " if x in shaded else texts[x] for x in line)
            found += [word for word in read.split() if len(word) > 1]
        return found

    def fits(shaded: Shaded) -> bool:
        read = words(shaded)
        return apart(shaded) and connected(white(board, shaded)) and len(set(read)) == len(read) and not any(
            word[0] in "ンー" or any(pair in word for pair in ("ンン", "ンー", "ーー")) for word in read
        )  # fmt: skip

    if len(texts) == len(board.cells):
        yield from shadings(board, fits)


@oracle("tawa")
def tawa(board: Board) -> Iterator[str]:
    rows, texts, numbers = board.rows_of("grid"), board.tokens(), board.numbers()
    longest, alike = max(map(len, rows)), len(rows) > 1 and len(rows[0]) == len(rows[1])
    left = [at % 2 if alike else longest - len(row) for at, row in enumerate(rows)]  # in half bricks
    edge = {(r, c): left[r - 1] + 2 * c for r, row in enumerate(rows, 1) for c in range(1, len(row) + 1)}

    def near(brick: Cell, downwards: tuple[int, ...]) -> set[Cell]:
        """The bricks that touch one along a side, in rows so many further down."""
        return {x for x in edge if (down := x[0] - brick[0]) in downwards
                and abs(edge[x] - edge[brick]) == (1 if down else 2)}  # fmt: skip

    for shaded in subsets(board, set(edge) - set(texts)):
        if (
            shaded
            and all(len(near(x, (-1, 0, 1)) & shaded) == number for x, number in numbers.items())
            and all(near(x, (1,)) & shaded for x in shaded if x[0] < len(rows))
            and not any({(r, c), (r, c + 1), (r, c + 2)} <= shaded for r, c in shaded)
        ):
            marks = ["x" if brick in shaded else "-" for brick in edge]
            yield "\n".join(" ".join(islice(each, len(row))) for each in [iter(marks)] for row in rows)
