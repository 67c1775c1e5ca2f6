"""The rules of types that divide the board, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, pairwise, product

from .places import (
    CORNERWARDS,
    STEPS,
    Board,
    Cell,
    apart,
    beside,
    connected,
    fillings,
    groups,
    is_rectangle,
    labels,
    leading,
    linked,
    numbered,
    oracle,
    partitions,
    subsets,
)

Region = frozenset[Cell]


def divided(
    board: Board, fits: Callable[[Region], bool], cells: set[Cell] | None = None, largest: int = 99
) -> Iterator[str]:
    """The texts of the partitions whose regions fit."""
    for regions in partitions(board, board.cells if cells is None else cells, fits, largest):
        yield numbered(board, regions)


def fences(cell: Cell, region: Region) -> int:
    """How many sides of a cell lie on the border of its region."""
    return sum((cell[0] + r, cell[1] + c) not in region for r, c in STEPS.values())


def sides(region: Region) -> tuple[int, int]:
    """The height and the width of a rectangle."""
    return len({r for r, _ in region}), len({c for _, c in region})


def clue_of(board: Board, region: Region) -> tuple[Cell, str] | None:
    """The only token in a region; None if there is none, or several."""
    inside = [(x, text) for x, text in board.tokens().items() if x in region]
    return inside[0] if len(inside) == 1 else None


def rectangles(board: Board, matches: Callable[[Cell, int, Region], bool]) -> Iterator[str]:
    """The partitions into rectangles with one clue each, a question mark or a number that fits."""

    def fits(region: Region) -> bool:
        clue = clue_of(board, region)
        return is_rectangle(region) and clue is not None and (clue[1] == "?" or matches(clue[0], int(clue[1]), region))

    yield from divided(board, fits)


@oracle("shikaku")
def shikaku(board: Board) -> Iterator[str]:
    yield from rectangles(board, lambda _, number, region: len(region) == number)


@oracle("rekuto")
def rekuto(board: Board) -> Iterator[str]:
    yield from rectangles(board, lambda _, number, region: sum(sides(region)) == number)


@oracle("nawabari")
def nawabari(board: Board) -> Iterator[str]:
    yield from rectangles(board, lambda cell, number, region: fences(cell, region) == number)


@oracle("tatamibari")
def tatamibari(board: Board) -> Iterator[str]:
    def fits(region: Region) -> bool:
        clue = clue_of(board, region)
        if clue is None or not is_rectangle(region):
            return False
        height, width = sides(region)
        return {"h": width > height, "v": height > width, "s": height == width, "?": True}[clue[1]]

    for regions in partitions(board, board.cells, fits):
        region = {x: number for number, each in enumerate(regions) for x in each}
        if all(len({region[x] for x in square}) < 4 for square in board.squares):
            yield numbered(board, regions)


@oracle("araf")
def araf(board: Board) -> Iterator[str]:
    numbers = board.numbers()

    def fits(region: Region) -> bool:
        inside = sorted(numbers[x] for x in region if x in numbers)
        return len(inside) == 2 and inside[0] < len(region) < inside[1]

    yield from divided(board, fits)


@oracle("foseruzu")
def foseruzu(board: Board) -> Iterator[str]:
    """Without a size, or with size 0, the regions have five cells if these make up the board, otherwise four."""
    numbers, size = board.numbers(), int(board.option("size", "0"))
    cells = {x for x in board.cells if board.tokens().get(x) != "#"}
    size = size or (4 if len(cells) % 5 else 5)
    yield from divided(
        board,
        lambda region: len(region) == size and all(fences(x, region) == numbers[x] for x in region if x in numbers),
        cells,
        largest=size,
    )


@oracle("fillomino")
def fillomino(board: Board) -> Iterator[str]:
    """Groups of one size do not touch: they would be one."""
    numbers = board.numbers()

    def fits(region: Region) -> bool:
        return all(numbers.get(x, len(region)) == len(region) for x in region)

    for regions in partitions(board, board.cells, fits):
        value = {x: len(region) for region in regions for x in region}
        if all(value[x] != value[y] or y in region for region in regions for x in region for y in board.near(x)):
            yield board.text(value)


@oracle("burokku")
def burokku(board: Board) -> Iterator[str]:
    letters, size = board.tokens(), int(board.option("size", "0"))
    if not size:
        size = len(set(letters.values())) if len(letters) == len(board.cells) else board.rows

    def fits(region: Region) -> bool:
        inside = [letters[x] for x in region if x in letters]
        return len(region) == size and len(set(inside)) == len(inside)

    yield from divided(board, fits, largest=size)


@oracle("yonmasu")
def yonmasu(board: Board) -> Iterator[str]:
    circles = {x for x, text in board.tokens().items() if text == "o"}
    holes = set(board.tokens()) - circles
    yield from divided(
        board, lambda region: len(region) == 4 and len(region & circles) == 1, set(board.cells) - holes, 4
    )


@oracle("dominosa")
def dominosa(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    if len(numbers) < len(board.cells):
        return
    most = max(numbers.values())
    every = sorted((a, b) for a in range(most + 1) for b in range(a, most + 1))
    for regions in partitions(board, board.cells, lambda region: len(region) == 2, 2):
        if sorted(tuple(sorted(numbers[x] for x in region)) for region in regions) == every:
            yield numbered(board, regions)


@oracle("galaxies")
def galaxies(board: Board) -> Iterator[str]:
    """A centre, in half cells from the corner of the board, is the sum of every cell of its region and its image."""
    given = {x: text for x, text in board.tokens().items() if text != "#"}
    centres = [(2 * r + (text in "2367"), 2 * c + (text in "1357")) for (r, c), text in given.items()]

    def touched(centre: tuple[int, int]) -> set[Cell]:
        r, c = centre
        return {(x, y) for x in {r // 2, (r + 1) // 2} for y in {c // 2, (c + 1) // 2}}

    def fits(region: Region) -> bool:
        inside = [centre for centre in centres if touched(centre) & region]
        return len(inside) == 1 and all((inside[0][0] - r, inside[0][1] - c) in region for r, c in region)

    yield from divided(board, fits)


@oracle("stitches")
def stitches(board: Board) -> Iterator[str]:
    """For each two regions that touch, one of the pairs of cells where they do."""
    region = board.tokens("regions")
    pairs: dict[frozenset[str], list[tuple[Cell, Cell]]] = {}
    for x in board.cells:
        for y in board.near(x):
            if x < y and region[x] != region[y]:
                pairs.setdefault(frozenset((region[x], region[y])), []).append((x, y))

    def sew(left: list[list[tuple[Cell, Cell]]], holes: dict[Cell, str]) -> Iterator[dict[Cell, str]]:
        board.spend()
        if not left:
            yield holes
            return
        for x, y in left[0]:
            if x not in holes and y not in holes:
                names = ("s", "n") if x[0] < y[0] else ("e", "w")
                yield from sew(left[1:], {**holes, x: names[0], y: names[1]})

    for holes in sew(list(pairs.values()), {}):
        if all(
            sum(x[axis] == at for x in holes) == number
            for axis, part in enumerate(("left", "top")) for at, number in board.margin(part).items()
        ):  # fmt: skip
            yield board.text(holes)


@oracle("familyphoto")
def familyphoto(board: Board) -> Iterator[str]:
    numbers, circles = board.tokens(), set(board.tokens("circles"))

    def fits(region: Region) -> bool:
        inside = [numbers[x] for x in region if x in numbers]
        cut = any(y in circles and y not in region for x in region & circles for y in board.near(x))
        return is_rectangle(region) and not cut and inside in (["?"], [str(len(region & circles))])

    yield from divided(board, fits)


def is_cut_rectangle(region: Region) -> bool:
    """Whether it is a rectangle from one corner of which a smaller rectangle is cut."""
    rows, columns = {r for r, _ in region}, {c for _, c in region}
    cut = {(r, c) for r in rows for c in columns} - region
    ends = {(r, c) for r in (min(rows), max(rows)) for c in (min(columns), max(columns))}
    return bool(cut) and is_rectangle(cut) and len(cut & ends) == 1


@oracle("aho")
def aho(board: Board) -> Iterator[str]:
    def fits(region: Region) -> bool:
        clue = clue_of(board, region)
        shape = is_rectangle if len(region) % 3 else is_cut_rectangle
        return clue is not None and clue[1] in ("?", str(len(region))) and shape(region)

    yield from divided(board, fits)


def moved(region: Region) -> Region:
    """The region, moved into the upper left corner."""
    top, left = min(r for r, _ in region), min(c for _, c in region)
    return frozenset((r - top, c - left) for r, c in region)


def ways(region: Region) -> set[Region]:
    """The shapes that it has when it is turned and mirrored."""
    turned = [region]
    for _ in range(3):
        turned.append(frozenset((c, -r) for r, c in turned[-1]))
    return {moved(each) for one in turned for each in (one, frozenset((r, -c) for r, c in one))}


@oracle("narrowfence")
def narrowfence(board: Board) -> Iterator[str]:
    letters = {x: text for x, text in board.tokens().items() if text != "#"}
    cells = {x for x in board.cells if board.tokens().get(x) != "#"}

    def fits(region: Region) -> bool:
        return not is_rectangle(region) and len(region & set(letters)) == 1

    for regions in partitions(board, cells, fits):
        letter = {x: letters[y] for region in regions for y in region if y in letters for x in region}
        pairs = [(a, b) for a, b in combinations(regions, 2) if letter[min(a)] == letter[min(b)] != "?"]
        squares = [{letter.get(x) for x in square} for square in board.squares]
        if not any(moved(a) in ways(b) for a, b in pairs) and not any(
            len(square) == 1 and not square & {None, "?"} for square in squares
        ):
            yield numbered(board, regions)


@oracle("nikoji")
def nikoji(board: Board) -> Iterator[str]:
    letters = board.tokens()

    def fits_together(a: Region, b: Region) -> bool:
        (p, q), (r, s) = (next(x for x in region if x in letters) for region in (a, b))
        if letters[p, q] != letters[r, s]:
            return moved(a) not in ways(b)
        return {(x - p, y - q) for x, y in a} == {(x - r, y - s) for x, y in b}

    for regions in partitions(board, board.cells, lambda region: len(region & set(letters)) == 1):
        if all(fits_together(a, b) for a, b in combinations(regions, 2)):
            yield numbered(board, regions)


def touch(a: Region, b: Region) -> bool:
    """Whether two regions share a side."""
    return any((r + dr, c + dc) in b for r, c in a for dr, dc in STEPS.values())


@oracle("heteromino")
def heteromino(board: Board) -> Iterator[str]:
    cells = set(board.cells) - set(board.tokens())
    for regions in partitions(board, cells, lambda region: len(region) == 3, 3):
        if not any(moved(a) == moved(b) and touch(a, b) for a, b in combinations(regions, 2)):
            yield board.text({**board.tokens(), **labels(regions)})


@oracle("sendai")
def sendai(board: Board) -> Iterator[str]:
    prefectures = [frozenset(area) for area in board.areas().values()]
    numbers = board.numbers()
    board.tokens()
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}
    sides = [(x, y) for x in board.cells for y in board.near(x) if x < y]

    def fits(city: Region) -> bool:
        steps = [(x, y) for x, y in sides if x in city and y in city and {x, y} not in walls]
        return any(city <= area for area in prefectures) and len(linked(city, steps)) == 1

    def loose(cities: list[Region]) -> bool:
        """Whether a wall ends at a corner where nothing goes on."""
        of = {x: city for city in cities for x in city}
        for square in board.squares:
            around = [{x, y} for x, y in sides if x in square and y in square]
            borders = [pair for pair in around if pair in walls or len({of[x] for x in pair}) == 2]
            if len(borders) == 1 and borders[0] in walls:
                return True
        return False

    for cities in partitions(board, board.cells, fits):
        if loose(cities):
            continue
        twins = {city for a, b in combinations(cities, 2) if moved(a) == moved(b) and touch(a, b) for city in (a, b)}
        counts = {x: sum(city <= area for city in cities) for area in prefectures for x in area}
        if len(twins) == len(cities) and all(counts[x] == number for x, number in numbers.items()):
            yield numbered(board, cities)


def dominoes(board: Board, cells: set[Cell], sizes: tuple[int, ...]) -> Iterator[tuple[set[Cell], list[Region]]]:
    """The ways to shade cells apart from each other and to divide the others into regions of these sizes."""
    for shaded in subsets(board, cells):
        if apart(shaded):
            for regions in partitions(board, cells - shaded, lambda region: len(region) in sizes, max(sizes)):
                yield set(shaded), regions


def with_shaded(board: Board, shaded: set[Cell], regions: list[Region]) -> str:
    """The text of regions and of shaded cells."""
    return board.text({**dict.fromkeys(shaded, "x"), **labels(regions)})


@oracle("lapaz")
def lapaz(board: Board) -> Iterator[str]:
    tokens, loose = board.tokens(), board.option("loose", "no") == "yes"
    cells = {x for x in board.cells if tokens.get(x) != "#"}
    clues = {x: text for x, text in tokens.items() if text != "#"}

    def along(cell: Cell, domino: Region) -> set[Cell]:
        """The cells of the domino's row or column, as far as holes."""
        names = "ns" if len({r for r, _ in domino}) == 2 else "ew"
        return {x for name in names for x in board.ray(cell, name)[: leading(board.ray(cell, name), cells)]}

    for shaded, regions in dominoes(board, cells, (2,)):
        of = {x: region for region in regions for x in region}
        if all(
            loose if x in shaded else text in ("?", str(len(along(x, of[x]) & shaded))) for x, text in clues.items()
        ):
            yield with_shaded(board, shaded, regions)


@oracle("trizone")
def trizone(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    loose, spare = (board.option(name, "no") == "yes" for name in ("loose", "spare"))
    cells = {x for x in board.cells if tokens.get(x) != "#"}
    clues = {x: text for x, text in tokens.items() if text != "#"}
    for shaded, regions in dominoes(board, cells, (3,)):
        numbers = [[clues[x] for x in region if x in clues] for region in regions]
        around = [{y for x in region for y in board.near(x)} & shaded for region in regions]
        if (loose or not shaded & set(clues)) and all(
            spare if not inside else len(inside) == 1 and inside[0] in ("?", str(len(beside)))
            for inside, beside in zip(numbers, around)
        ):
            yield with_shaded(board, shaded, regions)


def lettered(board: Board, size: int) -> Iterator[str]:
    """The partitions into pieces of a size, none beside one of its shape, with the letters that are given."""
    letters = {x: text for x, text in board.tokens().items() if text not in ("#", "?")}
    cells = {x for x in board.cells if board.tokens().get(x) != "#"}
    walls = [(x, y) for x, y, text in beside(board, "walls") if text == "|"]
    if "?" in board.tokens().values() or any((size, letter) not in DRAWN for letter in letters.values()):
        return
    for pieces in partitions(board, cells, lambda piece: len(piece) == size, size):
        of = {x: piece for piece in pieces for x in piece}
        if (
            not any(moved(a) in ways(b) and touch(a, b) for a, b in combinations(pieces, 2))
            and all(moved(of[x]) in ways(DRAWN[size, letter]) for x, letter in letters.items() if x in of)
            and not any(of.get(x, x) == of.get(y, y) for x, y in walls)
        ):
            yield numbered(board, pieces)


def drawn(text: str) -> Region:
    """The cells of a shape that is drawn as rows of x, parted by blanks."""
    return frozenset((r, c) for r, row in enumerate(text.split()) for c, sign in enumerate(row) if sign == "x")


#: The shapes that look like letters, by their size and letter.
DRAWN = {
    (4, "I"): drawn("xxxx"), (4, "L"): drawn("x x xx"), (4, "O"): drawn("xx xx"), (4, "S"): drawn(".xx xx"),
    (4, "T"): drawn("xxx .x"), (5, "F"): drawn(".xx xx .x"), (5, "I"): drawn("xxxxx"), (5, "L"): drawn("x x x xx"),
    (5, "N"): drawn("xx .xxx"), (5, "P"): drawn("xx xx x"), (5, "T"): drawn("xxx .x .x"), (5, "U"): drawn("x.x xxx"),
    (5, "V"): drawn("x x xxx"), (5, "W"): drawn("x xx .xx"), (5, "X"): drawn(".x xxx .x"), (5, "Y"): drawn("xxxx .x"),
    (5, "Z"): drawn("xx .x .xx"),
}  # fmt: skip


@oracle("tetrominous")
def tetrominous(board: Board) -> Iterator[str]:
    yield from lettered(board, 4)


@oracle("pentominous")
def pentominous(board: Board) -> Iterator[str]:
    yield from lettered(board, 5)


@oracle("subomino")
def subomino(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    cells = {x for x in board.cells if board.tokens().get(x) != "#"}

    def part_of(a: Region, b: Region) -> bool:
        first = min(a)
        return any({(r + p - first[0], c + q - first[1]) for r, c in a} <= b for p, q in b)

    for regions in partitions(
        board, cells, lambda region: all(numbers.get(x, len(region)) == len(region) for x in region)
    ):
        if not any((part_of(a, b) or part_of(b, a)) and touch(a, b) for a, b in combinations(regions, 2)):
            yield numbered(board, regions)


@oracle("slashpack")
def slashpack(board: Board) -> Iterator[str]:
    """Areas are made of the sides of cells, (row, column) in half cells from the corner of the board."""
    tokens = board.tokens()
    highest = max(board.numbers().values(), default=0)

    def ends(cell: Cell, slant: str) -> set[Cell]:
        r, c = cell
        return {(r + 1, c), (r, c + 1)} if slant == "/" else {(r, c), (r + 1, c + 1)}

    def inside(corner: Cell) -> bool:
        return all(board.has((corner[0] - r, corner[1] - c)) for r in (0, 1) for c in (0, 1))

    def links(cell: Cell, slant: str | None) -> list[tuple[Cell, Cell]]:
        r, c = cell
        n, s, w, e = (2 * r - 1, 2 * c), (2 * r + 1, 2 * c), (2 * r, 2 * c - 1), (2 * r, 2 * c + 1)
        return {"/": [(n, w), (s, e)], "\\": [(n, e), (s, w)]}.get(slant or "", [(n, w), (s, e), (n, e), (s, w)])

    def fits(slants: dict[Cell, object]) -> bool:
        met = Counter(corner for x, slant in slants.items() if slant for corner in ends(x, str(slant)))
        if any(count == 1 and inside(corner) for corner, count in met.items()):
            return False
        joined = [link for x in board.cells for link in links(x, slants.get(x))]  # type: ignore[arg-type]
        for area in linked({side for link in joined for side in link}, joined):
            texts = [text for (r, c), text in tokens.items() if (2 * r - 1, 2 * c) in area]
            known = [text for text in texts if text != "?"]
            if len(texts) != highest or len(set(known)) != len(known):
                return False
        return True

    for slants in fillings(board, {x: (None, "/", "\\") for x in board.cells if x not in tokens}, lambda _, __: True):
        if fits(slants):
            yield board.text({x: slant for x, slant in slants.items() if slant})


@oracle("cbblock")
def cbblock(board: Board) -> Iterator[str]:
    areas = [frozenset(area) for area in board.areas().values()]

    def fits(block: Region) -> bool:
        inside = [area for area in areas if area & block]
        return len(inside) == 2 and frozenset().union(*inside) == block and not is_rectangle(block)

    for blocks in partitions(board, board.cells, fits) if all(map(connected, areas)) else ():
        if not any(moved(a) in ways(b) and touch(a, b) for a, b in combinations(blocks, 2)):
            yield numbered(board, blocks)


@oracle("dbchoco")
def dbchoco(board: Board) -> Iterator[str]:
    grey, numbers = set(board.tokens("colours")), board.numbers()
    board.tokens()

    def fits(block: Region) -> bool:
        areas = [block & grey, block - grey]
        return (
            all(area and connected(area) for area in areas) and moved(areas[0]) in ways(areas[1])
            and all(numbers.get(x, len(areas[0])) == len(areas[0]) for x in block)
        )  # fmt: skip

    for blocks in partitions(board, board.cells, fits):
        ordered = sorted(blocks, key=lambda block: min(block - grey))
        yield board.text(labels(ordered))


@oracle("symmarea")
def symmarea(board: Board) -> Iterator[str]:
    numbers, walls = board.numbers(), [(x, y) for x, y, text in beside(board, "walls") if text == "|"]
    board.tokens()

    def fits(region: Region) -> bool:
        turned = moved(frozenset((-r, -c) for r, c in region))
        return moved(region) == turned and all(numbers.get(x, len(region)) == len(region) for x in region)

    for regions in partitions(board, board.cells, fits):
        of = {x: region for region in regions for x in region}
        if not any(of[x] == of[y] for x, y in walls) and not any(
            len(a) == len(b) and touch(a, b) for a, b in combinations(regions, 2)
        ):
            yield numbered(board, regions)


@oracle("usotatami")
def usotatami(board: Board) -> Iterator[str]:
    def fits(strip: Region) -> bool:
        clue = clue_of(board, strip)
        return clue is not None and 1 in sides(strip) and is_rectangle(strip) and clue[1] != str(len(strip))

    for strips in partitions(board, board.cells, fits):
        of = {x: strip for strip in strips for x in strip}
        if all(len({of[x] for x in square}) < 4 for square in board.squares):
            yield numbered(board, strips)


@oracle("yajitatami")
def yajitatami(board: Board) -> Iterator[str]:
    clues = {x: text for x, text in board.tokens().items() if text[0] != "?"}
    walls = [(x, y) for x, y, text in beside(board, "walls") if text == "|"]

    def fits(strip: Region) -> bool:
        sizes = {text.rstrip("nesw") for x, text in clues.items() if x in strip}
        return len(strip) > 1 and 1 in sides(strip) and is_rectangle(strip) and sizes <= {str(len(strip))}

    def right(of: dict[Cell, Region], cell: Cell, text: str) -> bool:
        number, direction = text.rstrip("nesw"), text.lstrip("0123456789")
        borders = [of[x] != of[y] for x, y in pairwise([cell, *board.ray(cell, direction)])] if direction else []
        return not direction or (borders[:1] == [True] and sum(borders) == int(number))

    for strips in partitions(board, board.cells, fits):
        of = {x: strip for strip in strips for x in strip}

        if (
            all(len({of[x] for x in square}) < 4 for square in board.squares)
            and all(right(of, x, text) for x, text in clues.items())
            and not any(of[x] == of[y] for x, y in walls)
        ):
            yield numbered(board, strips)


@oracle("wafusuma")
def wafusuma(board: Board) -> Iterator[str]:
    numbers, circles = board.numbers(), [each for each in beside(board, "circles") if each[2] not in (".", "-")]
    board.tokens()

    def fits(region: Region) -> bool:
        return all(numbers.get(x, len(region)) == len(region) for x in region)

    for regions in partitions(board, board.cells, fits):
        of = {x: region for region in regions for x in region}
        if all(of[x] != of[y] and text in ("?", str(len(of[x]) + len(of[y]))) for x, y, text in circles) and not any(
            len(a) == len(b) and touch(a, b) for a, b in combinations(regions, 2)
        ):
            yield numbered(board, regions)


@oracle("voxas")
def voxas(board: Board) -> Iterator[str]:
    dots = [each for each in beside(board, "dots") if each[2] not in (".", "-")]

    def is_bar(region: Region) -> bool:
        return is_rectangle(region) and sides(region) in ((1, 2), (2, 1), (1, 3), (3, 1))

    def alike(a: Region, b: Region) -> int:
        return (len(a) == len(b)) + ((sides(a)[0] == 1) == (sides(b)[0] == 1))

    four = board.option("four", "yes") == "yes"
    for bars in partitions(board, board.cells, is_bar, 3):
        of = {x: bar for bar in bars for x in bar}
        if (
            all(of[x] != of[y] and text in ("x", "bgw"[alike(of[x], of[y])]) for x, y, text in dots)
            and (four or all(len({of[x] for x in square}) < 4 for square in board.squares))
        ):  # fmt: skip
            yield numbered(board, bars)


@oracle("fractionaldivision")
def fractionaldivision(board: Board) -> Iterator[str]:
    tokens, below = board.tokens(), board.tokens("below")
    circles = {x for x, text in below.items() if text == "?"}
    if any(tokens.get(x, "?") == "?" for x in circles) or any(
        x not in tokens or text == "0" for x, text in below.items()
    ):
        return

    def fits(region: Region) -> bool:
        inside = [x for x in region if x in tokens and x not in circles]
        total = sum(int(tokens[x]) for x in region & circles)
        return len(inside) == 1 and (
            tokens[inside[0]] == "?" or total * int(below.get(inside[0], "1")) == int(tokens[inside[0]]) * len(region)
        )

    yield from divided(board, fits)


def meeting(board: Board, of: Mapping[Cell, object], corner: Cell) -> int:
    """How many borders meet in a corner, named by the cell to its lower right; the edge of the board is one."""
    r, c = corner
    around = [(r - 1, c - 1), (r - 1, c), (r, c), (r, c - 1)]
    return sum(of.get(x) != of.get(y) for x, y in pairwise([*around, around[0]]))


@oracle("heavydots")
def heavydots(board: Board) -> Iterator[str]:
    tokens, dots = board.tokens(), board.tokens("corners")
    corners = [(r, c) for r in range(1, board.rows + 2) for c in range(1, board.columns + 2)]
    plain = {
        x for x in corners if x not in dots and any((x[0] + r, x[1] + c) in dots for r, c in STEPS.values())
    }  # fmt: skip

    def fits(region: Region) -> bool:
        inside = [tokens[x] for x in region if x in tokens]
        return len(inside) < 2 and inside in ([], ["?"], [str(len(region))])

    for regions in partitions(board, board.cells, fits):
        of = {x: region for region in regions for x in region}
        if (
            all(meeting(board, of, x) == {"b": 3, "w": 4}[text] for x, text in dots.items())
            and all(meeting(board, of, x) < 3 for x in plain)
            and all(len({of[x] for x in square}) > 1 for square in board.squares)
        ):
            yield numbered(board, regions)


@oracle("gravel")
def gravel(board: Board) -> Iterator[str]:
    tokens, circles = board.tokens(), board.tokens("circles")
    cells = {x for x in board.cells if tokens.get(x) != "#"}
    numbers = board.numbers()

    def rests(square: Region, shaded: set[Cell]) -> bool:
        (r, c), size = min(square), len({r for r, _ in square})
        right, below = {(r + i, c + size) for i in range(size)}, {(r + size, c + i) for i in range(size)}
        return not right <= shaded and not below <= shaded

    for shaded in map(set, subsets(board, cells)):
        if any((text == "b") != (x in shaded) for x, text in circles.items() if x in cells):
            continue
        groups_of = {x: group for group in groups(shaded) for x in group}
        if any(len(groups_of[x]) != n for x, n in numbers.items() if x in shaded):
            continue
        for squares in partitions(
            board, cells - shaded, lambda part: is_rectangle(part) and len(set(sides(part))) == 1
        ):
            side = {x: sides(square)[0] for square in squares for x in square}
            if (
                all(rests(square, shaded) for square in squares)
                and all(side[x] == n for x, n in numbers.items() if x in side)
                and not any(len(a) == len(b) and touch(a, b) for a, b in combinations(squares, 2))
            ):
                yield with_shaded(board, shaded, squares)


@oracle("snakepit")
def snakepit(board: Board) -> Iterator[str]:
    numbers, marks = board.numbers(), board.tokens("marks")
    walls = [(x, y) for x, y, text in beside(board, "walls") if text == "|"]
    board.tokens()

    def fits(snake: Region) -> bool:
        near = {x: set(board.near(x)) & snake for x in snake}
        return (
            sorted(map(len, near.values())) == [1, 1] + [2] * (len(snake) - 2)
            and all(near[x] & near[y] for x in snake for y in board.near(x, CORNERWARDS) if y in snake)
            and all(numbers.get(x, len(snake)) == len(snake) for x in snake)
            and all((len(near[x]) == 1) == (marks[x] == "o") for x in snake if x in marks)
        )

    for snakes in partitions(board, board.cells, fits):
        of = {x: snake for snake in snakes for x in snake}
        if not any(of[x] == of[y] for x, y in walls) and not any(
            len(a) == len(b) and touch(a, b) for a, b in combinations(snakes, 2)
        ):
            yield numbered(board, snakes)


@oracle("mirrorblock")
def mirrorblock(board: Board) -> Iterator[str]:
    tokens, mirrors = board.tokens(), [(x, y) for x, y, text in beside(board, "mirrors") if text == "|"]

    def fits(region: Region) -> bool:
        return [tokens[x] for x in region if x in tokens] in ([], ["?"], [str(len(region))])

    def reflected(region: Region, x: Cell, y: Cell) -> Region:
        if x[0] == y[0]:
            return frozenset((r, x[1] + y[1] - c) for r, c in region)
        return frozenset((x[0] + y[0] - r, c) for r, c in region)

    for regions in partitions(board, board.cells, fits):
        of = {x: region for region in regions for x in region}
        if all(of[x] != of[y] and reflected(of[x], x, y) == of[y] for x, y in mirrors):
            yield numbered(board, regions)


@oracle("meidjuluk")
def meidjuluk(board: Board) -> Iterator[str]:
    numbers, tokens = board.numbers(), board.tokens()
    (counts,) = board.rows_of("sizes") or [[]]
    sizes = sorted(size for size, count in enumerate(counts, 1) if count.isdigit() for _ in range(int(count)))
    cells = {x for x in board.cells if tokens.get(x) != "#"}

    def fits(region: Region) -> bool:
        inside = [numbers[x] for x in region if x in numbers]
        return len(region) in sizes and len(set(inside)) == len(inside) and not any(len(region) % n for n in inside)

    if sum(sizes) == len(cells):
        for regions in partitions(board, cells, fits):
            if sorted(map(len, regions)) == sizes:
                yield numbered(board, regions)


@oracle("topo")
def topo(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    sides = [(x, y, text) for x, y, text in beside(board, "sides") if text not in (".", "-")]
    known = [*numbers.values(), *(int(text) + 1 for _, _, text in sides if text != "?")]
    highest = max(known, default=0) + board.rows + board.columns

    def fits(values: dict[Cell, object], cell: Cell) -> bool:
        number = int(str(values[cell]))
        return all(abs(int(str(values[y])) - number) < 2 for y in board.near(cell) if y in values)

    every = {x: [numbers[x]] if x in numbers else range(highest + 1) for x in board.cells}
    for values in fillings(board, every, fits):
        if all(
            values[x] != values[y] and text in ("?", str(min(int(str(values[x])), int(str(values[y])))))
            for x, y, text in sides
        ) and not any(values[a] != values[b] != values[d] != values[c] != values[a] for a, b, c, d in board.squares):
            yield board.text(values)


@oracle("borderblock")
def borderblock(board: Board) -> Iterator[str]:
    numbers, dots = board.numbers(), board.tokens("corners")
    corners = [(r, c) for r in range(1, board.rows + 2) for c in range(1, board.columns + 2)]
    inner = [x for x in corners if 1 < x[0] <= board.rows and 1 < x[1] <= board.columns]

    def fits(values: dict[Cell, object], cell: Cell) -> bool:
        return cell not in inner or (meeting(board, values, cell) > 2) == (cell in dots)

    untold = [x for x in board.cells if numbers.get(x) == "*"]
    labels: list[object] = [*sorted({str(n) for n in numbers.values()} - {"*"}), *untold]
    labels_of = {x: [str(numbers[x])] if numbers.get(x, "*") != "*" else labels for x in board.cells}
    for values in fillings(board, labels_of, fits):
        regions = {n: [x for x in board.cells if values[x] == n] for n in set(values.values())}
        # a region that holds no given number is named after its first asterisk
        named = all(next((x for x in untold if values[x] == n), None) == n for n in regions if n in untold)
        if (
            named
            and all(map(connected, regions.values()))
            and all((meeting(board, values, x) > 2) == (x in dots) for x in corners)
        ):
            yield numbered(board, regions.values())


def straight_borders(board: Board, fits: Callable[[Mapping[Cell, Region], Cell], bool]) -> Iterator[list[Region]]:
    """Regions with circles of one colour, whose borders go straight on where no dots lie; fits looks at a dot."""
    tokens, dots = board.tokens(), {(r + 1, c + 1) for r, c in board.tokens("corners")}
    inner = [(r, c) for r in range(2, board.rows + 1) for c in range(2, board.columns + 1)]

    def straight(of: Mapping[Cell, Region], corner: Cell) -> bool:
        r, c = corner
        a, b, d, e = of[r - 1, c - 1], of[r - 1, c], of[r, c - 1], of[r, c]
        return (a != b) == (d != e) and (a != d) == (b != e)

    for regions in partitions(board, board.cells, lambda region: len({tokens[x] for x in region & tokens.keys()}) == 1):
        of = {x: region for region in regions for x in region}
        if all(fits(of, x) if x in dots else straight(of, x) for x in inner):
            yield regions


@oracle("newkaitoramma")
def newkaitoramma(board: Board) -> Iterator[str]:
    for regions in straight_borders(board, lambda of, corner: meeting(board, of, corner) == 2):
        yield numbered(board, regions)


@oracle("goatsandwolves")
def goatsandwolves(board: Board) -> Iterator[str]:
    for regions in straight_borders(board, lambda of, corner: meeting(board, of, corner) < 3):
        of = {x: region for region in regions for x in region}
        borders: list[tuple[Cell, Cell]] = []  # from corner to corner, each named by the cell to its lower right
        for (r, c), region in of.items():
            borders += [((r, c + 1), (r + 1, c + 1))] * (of.get((r, c + 1), region) != region)
            borders += [((r + 1, c), (r + 1, c + 1))] * (of.get((r + 1, c), region) != region)
        parts = linked({corner for border in borders for corner in border}, borders)
        if all(any(r in (1, board.rows + 1) or c in (1, board.columns + 1) for r, c in part) for part in parts):
            yield numbered(board, regions)


@oracle("tontti")
def tontti(board: Board) -> Iterator[str]:
    told = board.tokens()
    back = {"n": "s", "s": "n", "e": "w", "w": "e"}
    pieces = ["", *("".join(each) for count in (2, 3) for each in combinations("nsew", count))]

    def kind(piece: str) -> str:
        return "straight" if piece in ("ns", "ew") else str(len(piece))

    def fits(values: dict[Cell, object], cell: Cell) -> bool:
        here = str(values[cell])
        for name in "nw":
            other = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
            there = str(values.get(other, ""))
            if board.has(other) and (
                (name in here) != (back[name] in there) or (name in here and kind(here) == kind(there))
            ):
                return False
        return True

    for values in fillings(board, {x: [""] if x in told else pieces for x in board.cells}, fits):
        corners = {(r + dr, c + dc) for r, c in board.cells for dr in (0, 1) for dc in (0, 1)}
        sides = {
            (r, c): {"n": ((r, c), (r, c + 1)), "s": ((r + 1, c), (r + 1, c + 1)),
                     "w": ((r, c), (r + 1, c)), "e": ((r, c + 1), (r + 1, c + 1))}
            for r, c in board.cells
        }  # fmt: skip
        shut = {sides[x][name] for x, piece in values.items() for name in str(piece)}
        areas = linked(corners, {side for each in sides.values() for side in each.values()} - shut)
        held = [[x for x in told if x in area] for area in areas]
        free = [sum(x in area and not piece for x, piece in values.items()) for area in areas]
        if all(len(cells) == 1 and told[cells[0]] in ("?", str(n)) for cells, n in zip(held, free)):
            yield board.text({x: piece for x, piece in values.items() if piece})


@oracle("patchsquares")
def patchsquares(board: Board) -> Iterator[str]:
    grey, numbers = board.tokens(), board.numbers()

    def cut(left: set[Cell]) -> Iterator[list[set[Cell]]]:
        if not left:
            yield []
            return
        r, c = min(left)
        for side in range(1, board.rows + 1):
            square = {(r + down, c + right) for down in range(side) for right in range(side)}
            if square <= left:
                yield from ([square, *others] for others in cut(left - square))

    for squares in cut(set(board.cells)):
        square_of = {x: square for square in squares for x in square}
        across = [
            (x, y) for x in board.cells for y in board.near(x)
            if square_of[x] is not square_of[y] and not {x, y} & grey.keys()
        ]  # fmt: skip
        for shaded in subsets(board, [x for x in board.cells if x not in grey]):
            if all((x in shaded) != (y in shaded) for x, y in across) and all(
                len(square_of[x] & shaded) == number for x, number in numbers.items()
            ):
                yield board.text({x: "x" * (x in shaded) + str(name) for x, name in labels(squares).items()})


@oracle("longest")
def longest(board: Board) -> Iterator[str]:
    steps = {1: (0, 1), 2: (1, 0), 4: (0, -1), 8: (-1, 0)}

    def sides_of(cell: Cell, total: int = 15) -> set[Cell]:
        """The sides of a cell that a sum names, each by the sum of the cells on both sides of it."""
        return {(2 * cell[0] + r, 2 * cell[1] + c) for weight, (r, c) in steps.items() if total & weight}

    given = {side for x, total in board.numbers().items() for side in sides_of(x, total)}

    def longest_of(region: frozenset[Cell]) -> set[Cell]:
        pieces = []
        for r, c in steps.values():
            outer = {x for x in region if (x[0] + r, x[1] + c) not in region}
            joined = [(x, y) for x in outer for y in [(x[0] + abs(c), x[1] + abs(r))] if y in outer]
            pieces += [{(2 * x[0] + r, 2 * x[1] + c) for x in piece} for piece in linked(outer, joined)]
        most = max(map(len, pieces))
        return {side for piece in pieces if len(piece) == most for side in piece}

    for regions in partitions(board, board.cells, lambda region: longest_of(region) <= given):
        if set().union(*map(longest_of, regions)) == given:
            yield numbered(board, regions)


@oracle("triplace")
def triplace(board: Board) -> Iterator[str]:
    texts = board.tokens()
    free = [x for x in board.cells if x not in texts]
    runs: list[tuple[list[Cell], int]] = []
    for x, text in texts.items():
        for name, number in zip("se", text.partition(",")[::2]):
            if number.isdigit():
                runs.append((board.ray(x, name), int(number)))
    runs += [([(r, c) for r in range(1, board.rows + 1)], n) for c, n in board.margin("columns").items()]
    runs += [([(r, c) for c in range(1, board.columns + 1)], n) for r, n in board.margin("rows").items()]
    reached = [(set(ray[: leading(ray, set(free))]), n) for ray, n in runs]
    for parts in partitions(board, free, lambda part: len(part) == 3, 3):
        bars = [part for part in parts if is_rectangle(part)]
        if all(sum(bool(part & run) for part in bars) == n for run, n in reached):
            yield numbered(board, parts)


@oracle("tachibk")
def tachibk(board: Board) -> Iterator[str]:
    board.tokens()
    numbers, half = board.numbers(), board.columns // 2
    left = [cell for cell in board.cells if cell[1] <= half]

    def fits(region: Region) -> bool:
        return all(numbers.get(cell, len(region)) == len(region) for cell in region)

    def pieces(regions: list[Region]) -> Counter[Region]:
        return Counter(min(ways(region), key=sorted) for region in regions)

    if board.columns % 2:
        return
    rights = list(partitions(board, set(board.cells) - set(left), fits))
    for one, other in product(partitions(board, left, fits), rights):
        board.spend()
        laid = [(region, {(r, c - half) for r, c in piece}) for region in one for piece in other]
        if pieces(one) == pieces(other) and not any(len(a) == len(b) and a & b for a, b in laid):
            yield numbered(board, [*one, *other])
