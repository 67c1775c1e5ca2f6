"""The rules of types with a loop or paths, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product

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
    fillings,
    groups,
    leading,
    linked,
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
        if not number:  # a circle without one
            return not turns(loop, cell) or len(set(lengths)) == 1
        return set(lengths) == {number} if turns(loop, cell) else sum(lengths) == number

    clues = dict.fromkeys(board.tokens(), 0) | board.numbers()
    yield from texts_that(
        board, lambda loop: loop.keys() >= clues.keys() and all(matches(loop, x, n) for x, n in clues.items())
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


@oracle("nuriloop")
def nuriloop(board: Board) -> Iterator[str]:
    tokens = board.tokens()

    def islands(loop: Loop) -> bool:
        left = groups({x for x in board.cells if x not in loop})
        clues = [[tokens[x] for x in island if x in tokens] for island in left]
        return not set(loop) & set(tokens) and all(
            len(texts) == 1 and texts[0] in ("?", str(len(island))) for texts, island in zip(clues, left, strict=True)
        )

    yield from texts_that(board, islands)


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
    clues = {x: text for x, text in board.tokens().items() if text != "x" and text[0] != "?"}
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


Side = frozenset[Cell]


def side(cell: Cell, name: str) -> Side:
    """A side of a cell, named by the two cells that it parts; one of them may lie beyond the margin."""
    return frozenset((cell, (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])))


def fences(board: Board) -> Iterator[tuple[frozenset[Cell], set[Side]]]:
    """The loops along sides of cells: the cells within, and the sides.

    A loop parts connected cells within from outer ones, which are connected beyond the margin.
    """
    outer = {(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)}

    def crosswise(r: int, c: int, cells: frozenset[Cell]) -> bool:
        a, b, d, e = ((r + y, c + x) in cells for y in (0, 1) for x in (0, 1))
        return a == e != b == d

    for cells in subsets(board, board.cells):
        if (
            cells and connected(cells) and connected(outer - cells)
            and not any(crosswise(r, c, cells) for r in range(board.rows + 1) for c in range(board.columns + 1))
        ):  # fmt: skip
            yield cells, {each for x in cells for name in STEPS if len((each := side(x, name)) & cells) == 1}


@oracle("slitherlink")
def slitherlink(board: Board) -> Iterator[str]:
    """Holes lie on either side of the loop, but no line runs between two of them, or between one and the margin."""
    holes = {x for x, text in board.tokens().items() if text == "#"}
    free = {each for x in holes for name in STEPS if not (each := side(x, name)) & (set(board.cells) - holes)}
    for cells, loop in fences(board):
        around = {x: sum(side(x, name) in loop for name in STEPS) for x in board.cells}
        if not loop & free and all(around[x] == n for x, n in board.numbers().items()):
            yield board.text(dict.fromkeys(cells - holes, "x"))


@oracle("swslither")
def swslither(board: Board) -> Iterator[str]:
    animals = board.tokens()
    for cells, loop in fences(board):
        around = {x: sum(side(x, name) in loop for name in STEPS) for x in board.cells}
        if all(around[x] == n for x, n in board.numbers().items()) and all(
            (x in cells) == (text == "s") for x, text in animals.items() if text in ("s", "w")
        ):
            yield board.text(dict.fromkeys(cells, "x"))


def said_sides(board: Board) -> set[Side] | None:
    """The sides that the numbers add up, 1 right, 2 below, 4 left, 8 above; None if a number is too large."""
    numbers = board.numbers()
    if any(n > 15 for n in numbers.values()):
        return None
    return {side(x, name) for x, n in numbers.items() for at, name in enumerate("eswn") if n >> at & 1}


@oracle("grandtour")
def grandtour(board: Board) -> Iterator[str]:
    given = said_sides(board)
    corners = [(r, c) for r in range(board.rows + 1) for c in range(board.columns + 1)]
    for cells, loop in fences(board) if given is not None else ():
        seen = [sum((r + y, c + x) in cells for y in (0, 1) for x in (0, 1)) for r, c in corners]
        if given <= loop and all(0 < count < 4 for count in seen):
            yield board.text(dict.fromkeys(cells, "x"))


@oracle("mejilink")
def mejilink(board: Board) -> Iterator[str]:
    dotted = said_sides(board)
    if dotted is None:
        return
    joined = [tuple(pair) for x in board.cells for y in board.near(x) if (pair := frozenset((x, y))) not in dotted]
    areas = linked(board.cells, joined)
    for cells, loop in fences(board):
        free = dotted - loop
        if loop <= dotted and all(
            sum(side(x, name) in free for x in area for name in STEPS) == len(area) for area in areas
        ):
            yield board.text(dict.fromkeys(cells, "x"))


@oracle("midloop")
def midloop(board: Board) -> Iterator[str]:
    """A dot is the pair of cells that it lies between, twice the same in the middle of a cell."""
    dots = []
    for (r, c), text in board.tokens().items():
        if text == "1":
            dots.append(((r, c), (r, c)))
        dots += [((r, c), (r + 1, c))] * (text in "25") + [((r, c), (r, c + 1))] * (text in "35")
    if not all(board.has(y) for _, y in dots):
        return

    def reach(loop: Loop, cell: Cell, name: str) -> int:
        return leading([name in loop.get(x, "") for x in [cell, *board.ray(cell, name)]], [True])

    def says(loop: Loop, one: Cell, two: Cell) -> bool:
        if one not in loop or two not in loop:
            return False
        upright = one[0] < two[0] or (one == two and loop[one] == "ns")
        first, last = "ns" if upright else "we"
        straight = not turns(loop, one) if one == two else last in loop[one]
        return straight and reach(loop, one, first) == reach(loop, two, last)

    yield from texts_that(board, lambda loop: all(says(loop, *dot) for dot in dots))


@oracle("moonsun")
def moonsun(board: Board) -> Iterator[str]:
    """A cell with ? may hold a moon, a sun or nothing."""
    tokens, areas = board.tokens(), board.areas()
    region = {x: name for name, area in areas.items() for x in area}
    if set(region) != set(board.cells):
        return

    def kinds(loop: Loop, area: list[Cell]) -> str:
        """What the loop may have come through in a region."""
        held = {kind: [x in loop for x in area if tokens.get(x) == kind] for kind in "ox?"}
        return "".join(
            kind for kind, other in ("ox", "xo")
            if all(held[kind]) and not any(held[other]) and (held[kind] or any(held["?"]))
        )  # fmt: skip

    def fits(loop: Loop) -> bool:
        may = {name: kinds(loop, area) for name, area in areas.items()}
        steps = {(region[x], region[y]) for x in loop for y in along(loop, x) if region[x] != region[y]}
        return all(crossings(loop, area) == 2 for area in areas.values()) and any(
            all(chosen[a] != chosen[b] for a, b in steps)
            for each in product(*may.values()) for chosen in [dict(zip(may, each))]
        )  # fmt: skip

    yield from texts_that(board, fits)


@oracle("pipelink")
def pipelink(board: Board) -> Iterator[str]:
    """In every cell two exits, or all; along them one closed way comes through all cells and every crossing twice."""
    given = {x: "".join(name for name in "nsew" if name in text) for x, text in board.tokens().items()}
    pieces = ["ns", "se", "sw", "ne", "nw", "ew", "nsew"]
    back = {"n": "s", "s": "n", "e": "w", "w": "e"}

    def fits(values: dict[Cell, object], cell: Cell) -> bool:
        for name, (r, c) in STEPS.items():
            leads, other = name in str(values[cell]), (cell[0] + r, cell[1] + c)
            if leads and not board.has(other):
                return False
            if other in values and leads != (back[name] in str(values[other])):
                return False
        return given.get(cell, values[cell]) == values[cell]

    for values in fillings(board, dict.fromkeys(board.cells, pieces), fits):
        start = (1, 1)
        cell, name, count = start, str(values[start])[0], 0
        while count == 0 or cell != start:
            cell, count = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1]), count + 1
            piece = str(values[cell])
            name = name if name in piece else piece.replace(back[name], "")
        if count == sum(len(str(piece)) for piece in values.values()) // 2:
            yield board.text(values)


def in_order(loop: Loop) -> list[Cell]:
    """The cells of a loop, one after the other, from the first one on."""
    cells = [min(loop)]
    while len(cells) < len(loop):
        cells.append(next(y for y in along(loop, cells[-1]) if y not in cells))
    return cells


def stretches(loop: Loop, kind: Callable[[Cell], object]) -> list[list[Cell]]:
    """The cells of one kind that a loop comes through one after the other, as far as they go, in its order."""
    cells = in_order(loop)
    starts = [i for i, x in enumerate(cells) if kind(x) != kind(cells[i - 1])]
    cells = cells[starts[0] :] + cells[: starts[0]] if starts else cells
    found: list[list[Cell]] = []
    for cell in cells:
        if found and kind(found[-1][-1]) == kind(cell):
            found[-1].append(cell)
        else:
            found.append([cell])
    return found


def walks(board: Board, special: set[Cell], fits: Callable[[Loop, list[list[Cell]]], bool]) -> Iterator[str]:
    """The loops through all numbers, which count the cells of their stretches outside of special cells, that fit."""
    full, tokens, numbers = board.option("full", "no") == "yes", board.tokens(), board.numbers()

    def all_fits(loop: Loop) -> bool:
        if not loop.keys() >= tokens.keys() or (full and not is_whole(board, loop)):
            return False
        found = stretches(loop, lambda x: x in special)
        lengths = {x: len(cells) for cells in found for x in cells if x not in special}
        return all(lengths.get(x, n) == n for x, n in numbers.items()) and fits(loop, found)

    yield from texts_that(board, all_fits)


@oracle("waterwalk")
def waterwalk(board: Board) -> Iterator[str]:
    water = set(board.tokens("water"))
    if not water & board.numbers().keys():
        yield from walks(board, water, lambda _, found: all(len(each) < 3 for each in found if each[0] in water))


@oracle("roboticwalk")
def roboticwalk(board: Board) -> Iterator[str]:
    grey = set(board.tokens("grey"))

    def alternates(loop: Loop, _: object) -> bool:
        cells = [x for x in in_order(loop) if x in grey]
        return all(turns(loop, x) != turns(loop, y) for x, y in zip(cells, [*cells[1:], *cells[:1]]))

    yield from walks(board, grey, alternates)


@oracle("morningwalk")
def morningwalk(board: Board) -> Iterator[str]:
    yield from walks(
        board, set(board.tokens("grey")),
        lambda _, found: len(found) < 2 or all(len(x) != len(y) for x, y in zip(found, [*found[1:], found[0]])),
    )  # fmt: skip


@oracle("bwloop")
def bwloop(board: Board) -> Iterator[str]:
    colour, full = board.tokens(), board.option("full", "no") == "yes"

    def fits(loop: Loop) -> bool:
        if not loop.keys() >= colour.keys() or (full and not is_whole(board, loop)):
            return False
        cells = in_order(loop)
        first = next((i for i, x in enumerate(cells) if x in colour), None)
        if first is None:
            return True
        last, count = cells[first], 0
        for cell in cells[first + 1 :] + cells[: first + 1]:
            if cell not in colour:
                count += turns(loop, cell)
            elif count != (colour[cell] != colour[last]):
                return False
            else:
                last, count = cell, 0
        return True

    yield from texts_that(board, fits)


@oracle("dotchidotchi")
def dotchidotchi(board: Board) -> Iterator[str]:
    white, black, _ = circles(board)
    areas = [set(area) for area in board.areas().values()]

    def one_kind(loop: Loop, area: set[Cell]) -> bool:
        passed = loop.keys() & area & (white | black)
        return bool(passed) and passed in (white & area, black & area)

    yield from texts_that(
        board,
        lambda loop: all(one_kind(loop, area) for area in areas)
        and not any(turns(loop, x) for x in white & loop.keys()) and all(turns(loop, x) for x in black & loop.keys()),
    )  # fmt: skip


@oracle("lring")
def lring(board: Board) -> Iterator[str]:
    arrows, full = board.tokens(), board.option("full", "no") == "yes"

    def says(loop: Loop, cell: Cell, arrow: str) -> bool:
        if cell not in loop or not turns(loop, cell):
            return False
        lengths = dict(zip(loop[cell], arms(loop, cell)))
        return any(lengths[d] == lengths[e] + 1 for d in lengths for e in lengths if arrow in ("?", d))

    yield from texts_that(
        board,
        lambda loop: (not full or is_whole(board, loop)) and all(says(loop, x, text) for x, text in arrows.items()),
    )


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


@oracle("pipeline")
def pipeline(board: Board) -> Iterator[str]:
    given = {x: set(text) for x, text in board.tokens().items()}
    ends = [x for x, names in given.items() if len(names) == 1]
    if len(ends) != 2:
        return
    margins = [(axis, at, n) for axis, part in enumerate(("left", "top")) for at, n in board.margin(part).items()]
    for path in paths(board, ends[0], {ends[1]}, set(board.cells) - set(ends)):
        track = exits(pairwise(path))
        if all(set(track.get(x, "")) == names for x, names in given.items()) and all(
            sum(x[axis] == at for x in path) == n for axis, at, n in margins
        ):
            yield board.text(track)


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
