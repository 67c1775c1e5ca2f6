"""The rules of types that divide the board, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
