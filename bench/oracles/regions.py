"""The rules of types that divide the board, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .places import STEPS, Board, Cell, is_rectangle, numbered, oracle, partitions

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
        pairs = [(a, b) for a, b in combinations(regions, 2) if letter[min(a)] == letter[min(b)]]
        if not any(moved(a) in ways(b) for a, b in pairs) and not any(
            len({letter.get(x) for x in square}) == 1 for square in board.squares
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


def beside(a: Region, b: Region) -> bool:
    """Whether two regions share a side."""
    return any((r + dr, c + dc) in b for r, c in a for dr, dc in STEPS.values())


@oracle("heteromino")
def heteromino(board: Board) -> Iterator[str]:
    cells = set(board.cells) - set(board.tokens())
    for regions in partitions(board, cells, lambda region: len(region) == 3, 3):
        if not any(moved(a) == moved(b) and beside(a, b) for a, b in combinations(regions, 2)):
            yield board.text(
                {**board.tokens(), **{x: n for n, piece in enumerate(sorted(regions, key=min), 1) for x in piece}}
            )


@oracle("sendai")
def sendai(board: Board) -> Iterator[str]:
    prefectures = [frozenset(area) for area in board.areas().values()]
    numbers = board.numbers()
    board.tokens()
    for cities in partitions(board, board.cells, lambda city: any(city <= area for area in prefectures)):
        twins = {city for a, b in combinations(cities, 2) if moved(a) == moved(b) and beside(a, b) for city in (a, b)}
        counts = {x: sum(city <= area for city in cities) for area in prefectures for x in area}
        if len(twins) == len(cities) and all(counts[x] == number for x, number in numbers.items()):
            yield numbered(board, cities)
