"""The rules of types with a loop or paths, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    along,
    apart,
    arms,
    connected,
    crossings,
    exits,
    loops,
    oracle,
    subsets,
    turns,
)

Loop = Mapping[Cell, str]


def loops_that(board: Board, fits: Callable[[Loop], bool]) -> Iterator[Loop]:
    """The loops through cells of the board that fit."""
    every = loops(board.rows, board.columns)
    board.spend(len(every))
    yield from (loop for loop in every if fits(loop))


def texts_that(board: Board, fits: Callable[[Loop], bool]) -> Iterator[str]:
    """Their texts."""
    yield from map(board.text, loops_that(board, fits))


def is_whole(board: Board, loop: Loop) -> bool:
    """Whether a loop comes through every cell, but for holes (#, @)."""
    return set(loop) == {x for x in board.cells if board.tokens("regions").get(x) not in ("#", "@")}


def circles(board: Board) -> tuple[set[Cell], set[Cell], dict[Cell, int]]:
    """White and black circles, and the numbers in them: w, b, w3, 3b."""
    tokens = board.tokens()
    numbers = {x: int(digits) for x, text in tokens.items() if (digits := text.strip("wb"))}
    whites = {x for x, text in tokens.items() if "w" in text}
    return whites, set(tokens) - whites, numbers


@oracle("masyu")
def masyu(board: Board) -> Iterator[str]:
    white = {x for x, text in board.tokens().items() if text in "w1"}
    black = set(board.tokens()) - white

    def fits(loop: Loop) -> bool:
        return loop.keys() >= white | black and all(
            not turns(loop, x) and any(turns(loop, y) for y in along(loop, x)) for x in white
        ) and all(turns(loop, x) and not any(turns(loop, y) for y in along(loop, x)) for x in black)  # fmt: skip

    yield from texts_that(board, fits)


@oracle("simpleloop")
def simpleloop(board: Board) -> Iterator[str]:
    blocks = board.tokens()
    for loop in loops_that(board, lambda loop: set(loop) == set(board.cells) - set(blocks)):
        yield board.text({**blocks, **loop})


@oracle("shingoki")
def shingoki(board: Board) -> Iterator[str]:
    white, black, numbers = circles(board)
    yield from texts_that(
        board,
        lambda loop: loop.keys() >= white | black and not any(turns(loop, x) for x in white)
        and all(turns(loop, x) for x in black) and all(sum(arms(loop, x)) == n for x, n in numbers.items()),
    )  # fmt: skip


@oracle("balanceloop")
def balanceloop(board: Board) -> Iterator[str]:
    white, black, numbers = circles(board)
    yield from texts_that(
        board,
        lambda loop: loop.keys() >= white | black and all(len(set(arms(loop, x))) == 1 for x in white)
        and all(len(set(arms(loop, x))) == 2 for x in black)
        and all(sum(arms(loop, x)) == n for x, n in numbers.items()),
    )  # fmt: skip


@oracle("geradeweg")
def geradeweg(board: Board) -> Iterator[str]:
    def matches(loop: Loop, cell: Cell, number: int) -> bool:
        lengths = arms(loop, cell)
        return set(lengths) == {number} if turns(loop, cell) else sum(lengths) == number

    yield from texts_that(
        board,
        lambda loop: (
            loop.keys() >= set(board.tokens()) and all(matches(loop, x, n) for x, n in board.numbers().items())
        ),
    )


@oracle("linesweeper")
def linesweeper(board: Board) -> Iterator[str]:
    yield from texts_that(
        board,
        lambda loop: all(
            x not in loop and sum(y in loop for y in board.near(x, ALL_STEPS)) == n for x, n in board.numbers().items()
        ),
    )


def inside(board: Board, loop: Loop, cell: Cell) -> bool:
    """Whether a cell beside a loop lies within it: a ray to the west crosses it an odd number of times."""
    return sum("n" in loop.get(x, "") for x in board.ray(cell, "w")) % 2 == 1


@oracle("castlewall")
def castlewall(board: Board) -> Iterator[str]:
    clues = board.tokens()

    def matches(loop: Loop, cell: Cell, text: str) -> bool:
        if text[-1] in "ox" and inside(board, loop, cell) != (text[-1] == "o"):
            return False
        arrow = text.strip("ox?")
        if not arrow:
            return True
        number, direction = int(arrow[:-1]), arrow[-1]
        ray = board.ray(cell, direction)
        steps = sum(direction in loop.get(x, "") for x in ray)  # each step leaves one cell in the arrow's direction
        return steps == number

    yield from texts_that(
        board, lambda loop: all(x not in loop and matches(loop, x, text) for x, text in clues.items())
    )


@oracle("countryroad")
def countryroad(board: Board) -> Iterator[str]:
    areas = {name: area for name, area in board.areas().items() if name != "@"}
    region = {x: name for name, area in areas.items() for x in area}

    def fits(loop: Loop) -> bool:
        return (
            set(loop) <= set(region) and all(crossings(loop, area) == 2 for area in areas.values())
            and all(sum(y in loop for y in areas[region[x]]) == n for x, n in board.numbers().items() if x in region)
            and not any(
                region.get(x) != region.get(y) and y in region and x not in loop and y not in loop
                for x in region for y in board.near(x)
            )
        )  # fmt: skip

    yield from texts_that(board, fits)


@oracle("detour")
def detour(board: Board) -> Iterator[str]:
    areas = board.areas()
    region = {x: name for name, area in areas.items() for x in area}
    yield from texts_that(
        board,
        lambda loop: (
            is_whole(board, loop)
            and all(sum(turns(loop, y) for y in areas[region[x]]) == n for x, n in board.numbers().items() if x in loop)
        ),
    )


@oracle("entryexit")
def entryexit(board: Board) -> Iterator[str]:
    yield from visits(board, 1)


@oracle("doubleback")
def doubleback(board: Board) -> Iterator[str]:
    yield from visits(board, 2)


def visits(board: Board, times: int) -> Iterator[str]:
    """The loops through every cell that enter each region the given number of times."""
    areas = [area for name, area in board.areas().items() if name != "#"]
    yield from texts_that(
        board, lambda loop: is_whole(board, loop) and all(crossings(loop, area) == 2 * times for area in areas)
    )


@oracle("dotchiloop")
def dotchiloop(board: Board) -> Iterator[str]:
    white, black, _ = circles(board)
    areas = board.areas().values()
    yield from texts_that(
        board,
        lambda loop: loop.keys() >= white and not loop.keys() & black
        and all(len({turns(loop, x) for x in area if x in white}) <= 1 for area in areas),
    )  # fmt: skip


def with_shading(board: Board, blocks: set[Cell], fits: Callable[[set[Cell]], bool]) -> Iterator[str]:
    """Loops that pass by blocks, and whose other cells are shaded, share no side, and fit."""
    for loop in loops_that(board, lambda loop: not loop.keys() & blocks):
        shaded = set(board.cells) - blocks - set(loop)
        if apart(shaded) and fits(shaded):
            yield board.text({**loop, **dict.fromkeys(shaded, "x")})


@oracle("yajilin")
def yajilin(board: Board) -> Iterator[str]:
    clues = {x: text for x, text in board.tokens().items() if text != "x"}
    yield from with_shading(
        board, set(board.tokens()),
        lambda shaded: all(len(shaded & set(board.ray(x, text[-1]))) == int(text[:-1]) for x, text in clues.items()),
    )  # fmt: skip


@oracle("koburin")
def koburin(board: Board) -> Iterator[str]:
    yield from with_shading(
        board, set(board.tokens()),
        lambda shaded: all(len(shaded & set(board.near(x))) == n for x, n in board.numbers().items()),
    )  # fmt: skip


@oracle("regionalyajilin")
def regionalyajilin(board: Board) -> Iterator[str]:
    areas = board.areas()
    area_of = {x: set(area) for area in areas.values() for x in area}
    yield from with_shading(
        board, set(), lambda shaded: all(len(shaded & area_of[x]) == n for x, n in board.numbers().items())
    )


@oracle("slitherlink")
def slitherlink(board: Board) -> Iterator[str]:
    """A loop along sides parts connected cells within from outer ones, which are connected beyond the margin.

    Holes lie on either side, but no line runs between two of them, or between one and the margin.
    """
    holes = {x for x, text in board.tokens().items() if text == "#"}
    outer = {(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)}
    blank = outer - set(board.cells) | holes
    sides = [(x, y) for x in blank for y in board.near(x) if y in blank] + [
        (x, (x[0] + r, x[1] + c)) for x in holes for r, c in STEPS.values() if not board.has((x[0] + r, x[1] + c))
    ]

    def crosswise(r: int, c: int, cells: frozenset[Cell]) -> bool:
        a, b, d, e = ((r + y, c + x) in cells for y in (0, 1) for x in (0, 1))
        return a == e != b == d

    for cells in subsets(board, board.cells):
        if (
            cells and connected(cells) and connected(outer - cells)
            and not any((x in cells) != (y in cells) for x, y in sides)
            and not any(crosswise(r, c, cells) for r in range(board.rows + 1) for c in range(board.columns + 1))
            and all(
                sum(((x[0] + r, x[1] + c) in cells) != (x in cells) for r, c in STEPS.values()) == n
                for x, n in board.numbers().items()
            )
        ):  # fmt: skip
            yield board.text(dict.fromkeys(cells - holes, "x"))


# -- Paths


def paths(board: Board, start: Cell, goals: set[Cell], free: set[Cell]) -> Iterator[list[Cell]]:
    """The paths from a cell to one of the goals, through free cells."""

    def walk(path: list[Cell]) -> Iterator[list[Cell]]:
        board.spend()
        for cell in board.near(path[-1]):
            if cell in goals:
                yield [*path, cell]
            elif cell in free and cell not in path:
                yield from walk([*path, cell])

    return walk([start])


@oracle("numberlink")
def numberlink(board: Board) -> Iterator[str]:
    tokens = {x: text for x, text in board.tokens().items() if text != "#"}
    holes = {x for x, text in board.tokens().items() if text == "#"}
    reading = board.option("reading", "full")
    ends = [[x for x, text in tokens.items() if text == label] for label in dict.fromkeys(tokens.values())]
    if any(len(pair) != 2 for pair in ends):
        return

    def join(left: list[list[Cell]], free: set[Cell]) -> Iterator[list[list[Cell]]]:
        if not left:
            yield []
            return
        (start, goal), *others = left
        for path in paths(board, start, {goal}, free):
            for more in join(others, free - set(path)):
                yield [path, *more]

    def tidy(path: list[Cell]) -> bool:
        steps = {frozenset(step) for step in pairwise(path)}
        around = [[(a, b), (c, d), (a, c), (b, d)] for a, b, c, d in board.squares]
        return all(sum(frozenset(side) in steps for side in sides) < 3 for sides in around)

    free = set(board.cells) - holes - set(tokens)
    for joined in join(ends, free):
        used = {x for path in joined for x in path}
        if (reading == "sparse" or used >= free) and (reading != "tidy" or all(map(tidy, joined))):
            yield board.text(exits(step for path in joined for step in pairwise(path)))


@oracle("numbersnake")
def numbersnake(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    first, last = (1, 1), (board.rows, board.columns)
    if first == last:
        return
    for path in paths(board, first, {last}, set(board.cells) - {first, last}):
        used = Counter(numbers[x] for x in path if x in numbers)
        if all(used[n] == 1 for n in set(numbers.values())):
            yield board.text(exits(pairwise(path)))


@oracle("shirokuro")
def shirokuro(board: Board) -> Iterator[str]:
    circle = board.tokens()

    def pair(left: list[Cell], used: set[Cell]) -> Iterator[list[list[Cell]]]:
        if not left:
            yield []
            return
        board.spend()
        for name in ("e", "s"):  # the first circle that is left has all others behind it
            line = [left[0]]
            for cell in board.ray(left[0], name):
                line.append(cell)
                if cell in circle or cell in used:
                    break
            if line[-1] in left and circle[line[-1]] != circle[left[0]]:
                for more in pair([x for x in left[1:] if x != line[-1]], used | set(line)):
                    yield [line, *more]

    for lines in pair(sorted(circle), set()):
        yield board.text(exits(step for line in lines for step in pairwise(line)))


@oracle("hidato")
def hidato(board: Board) -> Iterator[str]:
    given = board.numbers()
    holes = {x for x, text in board.tokens().items() if text == "#"}
    steps = STEPS if board.option("moves", "king") == "orthogonal" else ALL_STEPS
    count = len(board.cells) - len(holes)
    place = {n: x for x, n in given.items()}

    def walk(path: list[Cell]) -> Iterator[list[Cell]]:
        board.spend()
        number = len(path) + 1
        if number > count:
            yield path
            return
        for cell in board.near(path[-1], steps) if path else board.cells:
            free = cell not in path and cell not in holes
            if free and place.get(number, cell) == cell and given.get(cell, number) == number:
                yield from walk([*path, cell])

    if len(place) == len(given):
        for path in walk([]):
            yield board.text({x: n for n, x in enumerate(path, 1)})
