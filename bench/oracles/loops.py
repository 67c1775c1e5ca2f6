"""The rules of types with a loop or paths, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, groupby, islice, pairwise, product, takewhile

from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    along,
    apart,
    arms,
    beside,
    borders,
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
from .shading import walled

Loop = Mapping[Cell, str]


def loops_that(board: Board, fits: Callable[[Loop], bool]) -> Iterator[Loop]:
    """The loops through cells of the board that fit."""
    every = loops(board)
    board.spend(len(every))
    yield from (loop for loop in every if fits(loop))


def texts_that(board: Board, fits: Callable[[Loop], bool]) -> Iterator[str]:
    """Their texts."""
    yield from map(board.text, loops_that(board, fits))


def is_whole(board: Board, loop: Loop) -> bool:
    """Whether a loop comes through every cell, except for holes (#, @)."""
    return set(loop) == {x for x in board.cells if board.tokens("regions").get(x) not in ("#", "@")}


def circles(board: Board) -> tuple[set[Cell], set[Cell], dict[Cell, int]]:
    """White and black circles, and the numbers in them: w, b, w3, 3b; grey ones, g, are neither."""
    tokens = board.tokens()
    numbers = {x: int(digits) for x, text in tokens.items() if (digits := text.strip("wbg"))}
    whites = {x for x, text in tokens.items() if "w" in text}
    return whites, {x for x, text in tokens.items() if "w" not in text and "g" not in text}, numbers


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
        lambda loop: loop.keys() >= {*board.tokens()} and not any(turns(loop, x) for x in white)
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

    holes = {x for x, text in board.tokens().items() if text == "#"}
    clues = dict.fromkeys(board.tokens().keys() - holes, 0) | board.numbers()
    yield from texts_that(
        board,
        lambda loop: not loop.keys() & holes and loop.keys() >= clues.keys()
        and all(matches(loop, x, n) for x, n in clues.items()),
    )  # fmt: skip


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
        if text.startswith("?"):  # some number or other
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
            set(loop) <= set(region)
            and all(crossings(loop, area) == once(board, area) for area in areas.values())
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
    areas = [area for name, area in board.areas().items() if name != "#"]
    yield from texts_that(
        board,
        lambda loop: is_whole(board, loop) and all(crossings(loop, area) == once(board, area) for area in areas),
    )


@oracle("doubleback")
def doubleback(board: Board) -> Iterator[str]:
    areas = [area for name, area in board.areas().items() if name != "#"]
    yield from texts_that(
        board, lambda loop: is_whole(board, loop) and all(crossings(loop, area) == 4 for area in areas)
    )


def once(board: Board, area: Collection[Cell]) -> int:
    """How often a loop that visits a region once crosses its border: never if the region is the whole board."""
    return 2 if len(area) < len(board.cells) else 0


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

    A loop parts connected places within from outer ones, which are connected beyond the margin. Holes lie on either
    side of it, but no line runs between two of them, or between one and the margin.
    """
    outer = {(r, c) for r in range(board.rows + 2) for c in range(board.columns + 2)}
    holes = frozenset(board.holes)
    sides = {side(x, name) for x in board.cells for name in STEPS}

    def crosswise(r: int, c: int, places: frozenset[Cell]) -> bool:
        a, b, d, e = ((r + y, c + x) in places for y in (0, 1) for x in (0, 1))
        return a == e != b == d

    for places in subsets(board, [*board.cells, *holes]):
        if (
            places and connected(places) and connected(outer - places)
            and not any(crosswise(r, c, places) for r in range(board.rows + 1) for c in range(board.columns + 1))
        ):  # fmt: skip
            loop = {each for x in places for name in STEPS if len((each := side(x, name)) & places) == 1}
            if loop <= sides:
                yield places - holes, loop


@oracle("slitherlink")
def slitherlink(board: Board) -> Iterator[str]:
    for cells, loop in fences(board):
        around = {x: sum(side(x, name) in loop for name in STEPS) for x in board.cells}
        if all(around[x] == n for x, n in board.numbers().items()):
            yield board.text(dict.fromkeys(cells, "x"))


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
    for cells, loop in fences(board) if given is not None else ():
        if given <= loop and is_full(board, loop):
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
        return all(crossings(loop, area) == once(board, area) for area in areas.values()) and any(
            all(chosen[a] != chosen[b] for a, b in steps)
            for each in product(*may.values()) for chosen in [dict(zip(may, each))]
        )  # fmt: skip

    yield from texts_that(board, fits)


BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}
BENDS = ["ns", "se", "sw", "ne", "nw", "ew"]


def tracks(board: Board, pieces: Mapping[Cell, Collection[str]]) -> Iterator[dict[Cell, str]]:
    """The ways to lay one of its pieces, named by exits, in each cell, so that exits meet."""

    def fits(values: dict[Cell, object], cell: Cell) -> bool:
        for name, (r, c) in STEPS.items():
            leads, other = name in str(values[cell]), (cell[0] + r, cell[1] + c)
            if leads and other not in pieces:
                return False
            if other in values and leads != (BACK[name] in str(values[other])):
                return False
        return True

    for values in fillings(board, pieces, fits):
        yield {x: str(piece) for x, piece in values.items() if piece}


def followed(track: Mapping[Cell, str], cell: Cell, name: str) -> list[tuple[Cell, str]]:
    """The cells of a closed way from one on, and the directions in which it leaves them; straight on at crossings."""
    way: list[tuple[Cell, str]] = []
    while not way or (cell, name) != way[0]:
        way.append((cell, name))
        cell = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
        name = name if name in track[cell] else track[cell].replace(BACK[name], "")
    return way


def crossing_loops(
    board: Board, crossings: Collection[Cell], through: Collection[Cell] = (), without: Collection[Cell] = ()
) -> Iterator[tuple[dict[Cell, str], list[tuple[Cell, str]]]]:
    """The loops that may cross themselves in some cells, come through and leave out others; and the ways along them."""
    cells = [x for x in board.cells if x not in without]
    pieces = {x: BENDS + ["nsew"] * (x in crossings) + [""] * (x not in through) for x in cells}
    for track in tracks(board, pieces):
        if track:
            start = min(track)
            way = followed(track, start, track[start][0])
            if len(way) == sum(len(piece) for piece in track.values()) // 2:
                yield track, way


def is_linked(track: Mapping[Cell, str]) -> bool:
    """Whether lines make one piece."""
    return len(linked(track, [(x, y) for x in track for y in along(track, x)])) == 1


@oracle("pipelink")
def pipelink(board: Board) -> Iterator[str]:
    """In every cell two exits, or all; along them one closed way comes through all cells and every crossing twice."""
    given = {x: "".join(name for name in "nsew" if name in text) for x, text in board.tokens().items()}
    for track, _ in crossing_loops(board, board.cells, board.cells):
        if track.items() >= given.items():
            yield board.text(track)


@oracle("pipelinkr")
def pipelinkr(board: Board) -> Iterator[str]:
    texts = board.tokens()
    circles = {x for x, text in texts.items() if text == "o"}
    given = {x: "".join(name for name in "nsew" if name in text) for x, text in texts.items() if x not in circles}
    for track, _ in crossing_loops(board, circles | {x for x in given if len(given[x]) == 4}, board.cells):
        if track.items() >= given.items() and all(len(track[x]) == 4 or not turns(track, x) for x in circles):
            yield board.text(track)


@oracle("reflect")
def reflect(board: Board) -> Iterator[str]:
    texts = board.tokens()
    crosses = {x for x, text in texts.items() if text == "+"}
    legs = {x: "".join(name for name in "nsew" if name in text) for x, text in texts.items() if x not in crosses}
    lengths = {x: int(digits) for x, text in texts.items() if (digits := text.strip("nsew+"))}
    for track, _ in crossing_loops(board, crosses, texts):
        if track.items() >= (legs | dict.fromkeys(crosses, "nsew")).items() and all(
            sum(arms(track, x)) + 1 == n for x, n in lengths.items()
        ):
            yield board.text(track)


@oracle("barns")
def barns(board: Board) -> Iterator[str]:
    ice, walls = set(board.tokens("ice")), [(x, y) for x, y, text in beside(board, "walls") if text == "|"]
    for track, _ in crossing_loops(board, ice, board.cells):
        if not any(turns(track, x) for x in ice if len(track[x]) == 2) and not any(
            y in along(track, x) for x, y in walls
        ):
            yield board.text(track)


@oracle("icewalk")
def icewalk(board: Board) -> Iterator[str]:
    ice, full = set(board.tokens("ice")), board.option("full", "no") == "yes"
    for track, _ in crossing_loops(board, ice, board.cells if full else board.tokens()):
        lengths = stretches(track, ice)
        if not any(turns(track, x) for x in ice & track.keys() if len(track[x]) == 2) and all(
            lengths[x] == n for x, n in board.numbers().items()
        ):
            yield board.text(track)


def stretches(track: Mapping[Cell, str], special: Collection[Cell]) -> dict[Cell, int]:
    """For each cell of lines, how many cells they join with it that are special as well, or not either."""
    pairs = [(x, y) for x in track for y in along(track, x) if (x in special) == (y in special)]
    return {x: len(part) for part in linked(track.keys(), pairs) for x in part}


def networks(board: Board, special: set[Cell], pieces: Callable[[Cell], list[str]]) -> Iterator[dict[Cell, str]]:
    """The networks through all numbers, with such pieces in special cells and two exits elsewhere, that numbers fit."""
    full, tokens = board.option("full", "no") == "yes", board.tokens()
    for track in tracks(
        board, {x: (pieces(x) if x in special else BENDS) + [""] * (not full and x not in tokens) for x in board.cells}
    ):
        lengths = stretches(track, special)
        if is_linked(track) and all(lengths[x] == n for x, n in board.numbers().items()):
            yield track


@oracle("energywalk")
def energywalk(board: Board) -> Iterator[str]:
    energy = set(board.tokens("energy"))

    def whole(cell: Cell) -> list[str]:
        return ["".join(name for name in "nsew" if board.ray(cell, name))]

    for track in networks(board, energy, whole):
        plain = track.keys() - energy
        parts = linked(plain, [(x, y) for x in plain for y in along(track, x) if y in plain])
        if not any(len(part & set(along(track, x))) > 1 for part in parts for x in energy & track.keys()):
            yield board.text(track)


@oracle("forestwalk")
def forestwalk(board: Board) -> Iterator[str]:
    forest = set(board.tokens("forest"))
    for track in networks(board, forest, lambda _: ["nse", "nsw", "new", "sew"]):
        yield board.text(track)


@oracle("circuitwalk")
def circuitwalk(board: Board) -> Iterator[str]:
    grey = set(board.tokens("grey"))
    for track in networks(board, grey, lambda _: ["nsew"]):
        if all((x, "n") not in (way := followed(track, x, "e")) and (x, "s") not in way for x in grey & track.keys()):
            yield board.text(track)


@oracle("vertigo")
def vertigo(board: Board) -> Iterator[str]:
    black = set(board.tokens())
    white = set(board.cells) - black
    for track, way in crossing_loops(board, white, white, black):
        names = [name for _, name in way]
        pairs = {one + two for one, two in zip(names, names[1:] + names[:1]) if one != two}
        if pairs <= {"ne", "es", "sw", "wn"} or pairs <= {"nw", "ws", "se", "en"}:
            yield board.text({**track, **dict.fromkeys(black, "x")})


@oracle("roundtrip")
def roundtrip(board: Board) -> Iterator[str]:
    sides = {"left": "e", "right": "w", "top": "s", "bottom": "n"}
    starts = {
        (part, at): (at, (0 if part == "left" else board.columns + 1)) if part in ("left", "right")
        else ((0 if part == "top" else board.rows + 1), at)
        for part in sides for at in board.margin(part)
    }  # fmt: skip
    if any(n == 1 for part in sides for n in board.margin(part).values()):
        return
    for track, _ in crossing_loops(board, board.cells):
        if all(
            first_part(track, board.ray(starts[part, at], name), name) == n
            for part, name in sides.items() for at, n in board.margin(part).items()
        ):  # fmt: skip
            yield board.text(track)


def first_part(track: Mapping[Cell, str], ray: Sequence[Cell], name: str) -> int:
    """How many cells the first straight part of a line along a ray has."""
    ahead = [name in track.get(x, "") for x in ray]
    return leading(ahead[ahead.index(True) :], [True]) + 1 if True in ahead else 0


@oracle("turnrun")
def turnrun(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    crosses, holes = ({x for x, text in tokens.items() if text == sign} for sign in "+x")
    whole = board.option("full", "no") == "yes"
    through = set(board.cells if whole else tokens) - holes
    for track, way in crossing_loops(board, crosses, through, holes):
        runs_ok = any(
            all(leading(names[i + len(way) :], [names[i + len(way)]]) == numbers[x] for i, (x, _) in enumerate(each)
                if x in numbers)
            for each in (way, backwards(way))
            for names in [[name for _, name in each] * 3]
        )  # fmt: skip
        if (
            runs_ok
            and all(len(track[x]) == 4 for x in crosses)
            and all(turns(track, x) and len(track[x]) == 2 for x in tokens.keys() - crosses - holes)
        ):
            yield board.text(track)


def backwards(way: Sequence[tuple[Cell, str]]) -> list[tuple[Cell, str]]:
    """A closed way in the other direction."""
    names = [BACK[name] for _, name in way]
    return [(x, names[i - 1]) for i, (x, _) in reversed(list(enumerate(way)))]


@oracle("trainstations")
def trainstations(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    crosses, holes = ({x for x, text in tokens.items() if text == sign} for sign in "+x")
    stations = tokens.keys() - crosses - holes
    for track, way in crossing_loops(board, crosses, set(board.cells) - holes, holes):
        cells = [x for x, _ in way if x in stations]
        orders = [each[i:] + each[:i] for each in (cells, cells[::-1]) for i in range(max(len(cells), 1))]
        if (
            all(len(track[x]) == 4 for x in crosses) and not any(turns(track, x) for x in stations)
            and any(all(numbers.get(x, n) == n for n, x in enumerate(order, 1)) for order in orders)
        ):  # fmt: skip
            yield board.text(track)


@oracle("onsen")
def onsen(board: Board) -> Iterator[str]:
    walls = [(x, y) for x, y, text in beside(board, "walls") if text == "|"]
    circle, numbers, areas = board.tokens(), board.numbers(), [set(area) for area in board.areas().values()]

    def says(loop: set[Cell], track: Mapping[Cell, str]) -> bool:
        passed = [area & loop for area in areas if area & loop]
        held = [x for x in circle if x in loop]
        return (
            len(held) == 1 and len({len(cells) for cells in passed}) == 1
            and all(
                crossings({x: track[x] for x in loop}, area)
                + 2 * sum(x in loop & area and y in along(track, x) for x, y in walls) <= 2 for area in areas
            )
            and all(len(passed[0]) == numbers.get(x, len(passed[0])) for x in held)
        )  # fmt: skip

    for track in tracks(board, {x: BENDS + [""] * (x not in circle) for x in board.cells}):
        parts = linked(track, [(x, y) for x in track for y in along(track, x)])
        if all(says(loop, track) for loop in parts) and all(area & track.keys() for area in areas):
            yield board.text(track)


@oracle("portal")
def portal(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    holes = {x for x, text in tokens.items() if text == "x"}
    twin = {x: y for x in numbers for y in numbers if x != y and numbers[x] == numbers[y]}
    if any(list(numbers.values()).count(n) != 2 for n in numbers.values()):
        return
    pieces = {
        x: list("nsew") if x in twin else ["ns", "ew"] if tokens.get(x) == "?" else BENDS
        for x in board.cells if x not in holes
    }  # fmt: skip
    for track in tracks(board, pieces):
        links = [(x, y) for x in track for y in along(track, x)] + list(twin.items())
        if all(track[x] == BACK[track[y]] for x, y in twin.items()) and len(linked(track, links)) == 1:
            yield board.text(track)


@oracle("bhaibahan")
def bhaibahan(board: Board) -> Iterator[str]:
    """Of every number the loop is followed both ways, as long as it turns, or as long as it does not."""
    circles_, numbers, full = board.tokens(), board.numbers(), board.option("full", "no") == "yes"

    def length(loop: Loop, cell: Cell) -> int:
        kind = {x for x in loop if turns(loop, x) == turns(loop, cell)}
        return len(
            next(
                part
                for part in linked(kind, [(x, y) for x in kind for y in along(loop, x) if y in kind])
                if cell in part
            )
        )

    yield from texts_that(
        board,
        lambda loop: loop.keys() >= set(board.cells if full else circles_)
        and all(turns(loop, x) != turns(loop, y) for x in circles_ for y in board.near(x) if y in circles_)
        and all(length(loop, x) == n for x, n in numbers.items()),
    )  # fmt: skip


@oracle("tapaloop")
def tapaloop(board: Board) -> Iterator[str]:
    clues = {x: text.strip(",").split(",") for x, text in board.tokens().items()}
    if any(not 0 <= int(n) <= 8 for texts in clues.values() for n in texts if n != "?"):
        return

    def says(loop: Loop, cell: Cell, texts: list[str]) -> bool:
        ring = {x for x in board.near(cell, ALL_STEPS) if x in loop}
        parts = linked(ring, [(x, y) for x in ring for y in along(loop, x) if y in ring])
        left = Counter(str(len(part)) for part in parts) or Counter("0")
        known = Counter(n for n in texts if n != "?")
        return left.total() == len(texts) and known <= left

    least = set(board.cells) - clues.keys() if board.option("full", "no") == "yes" else set()
    yield from texts_that(
        board,
        lambda loop: least <= loop.keys() and not loop.keys() & clues.keys()
        and all(says(loop, x, texts) for x, texts in clues.items()),
    )  # fmt: skip


def straight_parts(loop: Loop, cell: Cell, name: str) -> Iterator[int]:
    """How long the straight parts of a loop are that is followed from a turn on, round and round."""
    while True:
        length = 0
        while name in loop[cell]:
            cell = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
            length += 1
        yield length
        name = loop[cell].replace(BACK[name], "")


@oracle("disorderlyloop")
def disorderlyloop(board: Board) -> Iterator[str]:
    clues = board.tokens()
    lengths = {x: text[:-1].split(",") for x, text in clues.items() if text != "?"}
    if any(n != "?" and not 1 <= int(n) <= 9 for texts in lengths.values() for n in texts):
        return

    def says(loop: Loop, cell: Cell, name: str) -> bool:
        at = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
        if name not in loop.get(at, "") or not turns(loop, at):
            return False
        found = Counter(map(str, islice(straight_parts(loop, at, name), len(lengths[cell]))))
        return Counter(n for n in lengths[cell] if n != "?") <= found

    full = set(board.cells) - clues.keys() if board.option("full", "no") == "yes" else set()
    yield from texts_that(
        board,
        lambda loop: not loop.keys() & clues.keys() and loop.keys() >= full
        and all(says(loop, x, clues[x][-1]) for x in lengths),
    )  # fmt: skip


def most(kinds: Sequence[str]) -> set[str]:
    """Those of the kinds L, I and X that occur most often."""
    return {kind for kind in "LIX" if kinds.count(kind) == max(map(kinds.count, "LIX"))}


@oracle("lixloop")
def lixloop(board: Board) -> Iterator[str]:
    clues, outside = board.tokens(), board.option("outside", "no") == "yes"
    for loop in loops_that(board, lambda loop: not loop.keys() & clues.keys()):
        shaded = set(board.cells) - clues.keys() - loop.keys()
        kinds = dict.fromkeys(shaded, "X") | {x: "L" if turns(loop, x) else "I" for x in loop}
        if (
            apart(shaded) and not (outside and any(inside(board, loop, x) for x in shaded))
            and all(
                text[0] == "?" or most([kinds.get(y, "") for y in board.ray(x, text[-1])]) == set(text[:-1])
                for x, text in clues.items()
            )
        ):  # fmt: skip
            yield board.text({**loop, **dict.fromkeys(shaded, "x")})


def distance(board: Board, loop: set[Side], cell: Cell, name: str) -> int | None:
    """How many cells lie between a cell and the first side of a loop in a direction."""
    sides = [side(x, name) in loop for x in [cell, *board.ray(cell, name)]]
    return sides.index(True) if True in sides else None


def corners_of(loop: set[Side]) -> set[Cell]:
    """The corners that a loop along sides comes through, each named by the cell to its lower right."""
    found: set[Cell] = set()
    for each in loop:
        (r, _), (s, d) = sorted(each)
        found |= {(s, d), (s, d + 1)} if r < s else {(s, d), (s + 1, d)}
    return found


def is_full(board: Board, loop: set[Side]) -> bool:
    """Whether a loop along sides comes through every corner of a cell."""
    return len(corners_of(loop)) == len(all_corners(board))


def all_corners(board: Board) -> set[Cell]:
    """The corners of all cells, each by the cell to the lower right of it."""
    return {(r + down, c + right) for r, c in board.cells for down in (0, 1) for right in (0, 1)}


@oracle("myopia")
def myopia(board: Board) -> Iterator[str]:
    clues = {x: set(text) for x, text in board.tokens().items() if text != "?"}
    full = board.option("full", "no") == "yes"
    for cells, loop in fences(board):
        far = {x: {name: distance(board, loop, x, name) for name in STEPS} for x in clues}
        if (not full or is_full(board, loop)) and all(
            names == {name for name in STEPS if far[x][name] is not None and far[x][name] == min(
                at for at in far[x].values() if at is not None)}
            for x, names in clues.items()
        ):  # fmt: skip
            yield board.text(dict.fromkeys(cells, "x"))


@oracle("lineofsight")
def lineofsight(board: Board) -> Iterator[str]:
    clues = {x: text for x, text in board.tokens().items() if text != "?"}
    full = board.option("full", "no") == "yes"

    def length(loop: set[Side], cell: Cell, name: str) -> int:
        at = distance(board, loop, cell, name)
        if at is None:
            return 0
        r, c = [cell, *board.ray(cell, name)][at]
        across = [STEPS[to] for to in ("ew" if name in "ns" else "ns")]
        return 1 + sum(
            leading([side((r + i * y, c + i * x), name) in loop for i in range(1, len(loop))], [True])
            for y, x in across
        )

    for cells, loop in fences(board):
        if (not full or is_full(board, loop)) and all(
            length(loop, x, text[-1]) == int(text[:-1]) if text[0] != "?" else length(loop, x, text[-1])
            for x, text in clues.items()
        ):
            yield board.text(dict.fromkeys(cells, "x"))


@oracle("bunnyhop")
def bunnyhop(board: Board) -> Iterator[str]:
    white = [x for x in board.cells if x not in board.tokens()]

    def given(loop: set[Side], cells: Sequence[Cell]) -> bool:
        """Whether these cells can have a side of the loop each, so that none is left."""
        if not cells:
            return not loop
        sides = {side(cells[0], name) for name in STEPS}
        return any(given(loop - {each}, cells[1:]) for each in sides & loop)

    for cells, loop in fences(board):
        if len(loop) == len(white) and given(loop, white):
            yield board.text(dict.fromkeys(cells, "x"))


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


def joined_ends(
    board: Board, ends: Collection[Cell], through: Collection[Cell] = (), without: Collection[Cell] = ()
) -> Iterator[tuple[dict[Cell, str], dict[Cell, list[Cell]]]]:
    """The ways to join ends in pairs by lines through some cells and not others; and the line from each of them."""
    cells = [x for x in board.cells if x not in without or x in ends]
    pieces = {x: list("nsew") if x in ends else BENDS + [""] * (x not in through) for x in cells}
    for track in tracks(board, pieces):
        lines = {x: line_from(track, x) for x in ends}
        if track and {y for line in lines.values() for y in line} == track.keys():
            yield track, lines


def line_from(track: Mapping[Cell, str], end: Cell) -> list[Cell]:
    """The cells of a line, one after the other, from one of its ends on."""
    line = [end]
    while more := [y for y in along(track, line[-1]) if y not in line]:
        line.append(more[0])
    return line


def steps_of(line: Sequence[Cell]) -> str:
    """The directions in which a line goes from cell to cell."""
    return "".join(name for (r, c), (s, d) in pairwise(line) for name, step in STEPS.items() if step == (s - r, d - c))


def parts_of(line: Sequence[Cell]) -> list[str]:
    """The straight parts of a line: the direction, as often as it has steps."""
    return ["".join(part) for _, part in groupby(steps_of(line))]


def is_u(parts: Sequence[str]) -> bool:
    """Whether the straight parts of a line make a U."""
    return len(parts) == 3 and parts[0][0] == BACK[parts[2][0]]


@oracle("mintonette")
def mintonette(board: Board) -> Iterator[str]:
    for track, lines in joined_ends(board, board.tokens(), board.cells):
        if all(len(parts_of(lines[x])) - 1 == n for x, n in board.numbers().items()):
            yield board.text(track)


@oracle("wataridori")
def wataridori(board: Board) -> Iterator[str]:
    region = borders(board.areas())
    through = board.cells if board.option("full", "no") == "yes" else ()
    for track, lines in joined_ends(board, board.tokens(), through):
        visits = {x: [name for name, _ in groupby(line, lambda y: region.get(y, y))] for x, line in lines.items()}
        if all(len(set(names)) == len(names) for names in visits.values()) and all(
            len(visits[x]) == n for x, n in board.numbers().items()
        ):
            yield board.text(track)


@oracle("elasticlink")
def elasticlink(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    holes = {x for x, text in tokens.items() if text == "x"}
    ends = set(board.tokens("circles"))
    if holes & ends or 0 in numbers.values():
        return
    for track, lines in joined_ends(board, ends, tokens.keys(), holes):
        parts = [[len(part) for part in parts_of(line)] for line in lines.values()]
        if all(len(part) > 1 and all(abs(a - b) == 1 for a, b in pairwise(part)) for part in parts) and all(
            n in [length for length in lengths_through(track, x) if length] for x, n in numbers.items()
        ):
            yield board.text(track)


def lengths_through(track: Mapping[Cell, str], cell: Cell) -> list[int]:
    """How long the straight parts of lines are that come through a cell, along its row and its column."""
    lengths = dict(zip(track[cell], arms(track, cell)))
    return [lengths.get(one, 0) + lengths.get(other, 0) for one, other in ("ew", "ns")]


@oracle("golemgrad")
def golemgrad(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    ends = {x for x, text in tokens.items() if text == "o"}
    for track, _ in joined_ends(board, ends, (), tokens.keys() - ends):
        free = groups(set(board.cells) - track.keys())
        if (
            connected(set(track)) and not any(set(square) <= track.keys() for square in board.squares)
            and all(len(group & tokens.keys()) <= 1 for group in free)
            and all(len(group) == n for group in free for x, n in numbers.items() if x in group)
        ):  # fmt: skip
            yield board.text(track)


@oracle("uturns")
def uturns(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    for colours in product(*("wgb" if text == "?" else text for text in tokens.values())):
        white, grey, black = ({x for x, each in zip(tokens, colours) if each == colour} for colour in "wgb")
        for track, lines in joined_ends(board, grey, black, white):
            stops = [[i for i, x in enumerate(line) if x in grey | black] for line in lines.values()]
            if all(
                is_u(parts_of(line[i : j + 1])) for line, at in zip(lines.values(), stops) for i, j in pairwise(at)
            ):  # fmt: skip
                yield board.text(track)


@oracle("kusabi")
def kusabi(board: Board) -> Iterator[str]:
    signs = board.tokens()

    def says(line: list[Cell]) -> bool:
        parts, sign = parts_of(line), signs[line[0]]
        if not is_u(parts):
            return False
        one, other = len(parts[0]), len(parts[2])
        return {"?": True, "=": one == other, "<": one < other, ">": one > other}[sign]

    for track, lines in joined_ends(board, signs):
        if all(map(says, lines.values())):
            yield board.text(track)


@oracle("pipeline")
def pipeline(board: Board) -> Iterator[str]:
    given = {x: set(text) for x, text in board.tokens().items()}
    ends = [x for x, names in given.items() if len(names) == 1]
    given = {x: names for x, names in given.items() if names != {"o"}}
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


@oracle("nagare")
def nagare(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    blocks = {x for x, text in tokens.items() if text[0] == "x"}
    arrows = {x: text for x, text in tokens.items() if x not in blocks}
    wind = {
        (y, text[1]) for x, text in tokens.items() if x in blocks and text[1:]
        for y in board.ray(x, text[1])[: leading(board.ray(x, text[1]), set(board.cells) - blocks)]
    }  # fmt: skip

    def against(name: str, cell: Cell) -> bool:
        return (cell, BACK[name]) in wind

    def right(way: Sequence[tuple[Cell, str]]) -> bool:
        for (x, out), (_, into) in zip(way, [way[-1], *way]):
            across = out == into and any((x, name) in wind for name in STEPS if name not in (out, BACK[out]))
            if (
                across
                or against(out, x)
                or against(into, x)
                or arrows.get(x, out) != out
                or arrows.get(x, into) != into
            ):
                return False
        return True

    for loop, way in crossing_loops(board, (), arrows, blocks):
        if right(way) or right(backwards(way)):
            yield board.text(loop | {x: tokens[x] for x in blocks})


@oracle("nanameguri")
def nanameguri(board: Board) -> Iterator[str]:
    slants, parted = board.tokens(), walled(board)
    halves = {"/": ["nw", "se"], "\\": ["ne", "sw"]}
    sides = [(x, name) for x in board.cells for name in STEPS]
    across = {(x, name): (r, c) for x, name in sides for r, c in [(x[0] + STEPS[name][0], x[1] + STEPS[name][1])]}
    joins = [
        ((x, name), (x, other)) for x in board.cells for part in halves.get(slants.get(x, ""), ["nsew"])
        for name, other in product(part, part)
    ]  # fmt: skip
    joins += [
        ((x, name), (y, BACK[name])) for (x, name), y in across.items() if y in board.cells and (x, y) not in parted
    ]
    nodes = {side: (number, 0) for number, side in enumerate(sides)}
    rooms = linked(nodes.values(), [(nodes[one], nodes[other]) for one, other in joins])

    def times(loop: Loop, room: set[Cell]) -> int:
        return sum(
            name in loop.get(x, "") and (x, across[x, name]) in parted for x, name in sides if nodes[x, name] in room
        )

    yield from texts_that(
        board,
        lambda loop: (
            all(any(set(loop.get(x, "-")) == set(part) for part in halves[text]) for x, text in slants.items())
            and all(times(loop, room) == 2 if len(rooms) > 1 else times(loop, room) <= 4 for room in rooms)
        ),
    )


@oracle("lither")
def lither(board: Board) -> Iterator[str]:
    numbers, weights = board.numbers(), {(0, 1): 1, (1, 0): 2, (0, -1): 4, (-1, 0): 8}
    middles = {(2 * r - 1, 2 * c - 1): (r, c) for r, c in board.cells}
    halves = sorted({(a + down, b + right) for a, b in middles for down in (-1, 0, 1) for right in (-1, 0, 1)})
    corners, sides = ([(a, b) for a, b in halves if (a % 2, b % 2) in kinds] for kinds in ([(0, 0)], [(0, 1), (1, 0)]))

    def beside(place: Cell) -> dict[Cell, int]:
        return {(place[0] + a, place[1] + b): weight for (a, b), weight in weights.items()}

    around = {place: [side for side in beside(place) if side in sides] for place in [*corners, *middles]}
    allowed = {place: [1, 3, 4] for place in corners} | {
        place: [numbers[x]] for place, x in middles.items() if x in numbers
    }

    def fits(drawn: dict[Cell, object], side: Cell) -> bool:
        return all(
            sum(drawn[each] is True for each in around[place]) in allowed[place]
            for place in beside(side) if place in allowed and all(each in drawn for each in around[place])
        )  # fmt: skip

    for drawn in fillings(board, dict.fromkeys(sides, (False, True)), fits):
        lines = [tuple(place for place in beside(side) if place in corners) for side in sides if drawn[side]]
        trees = linked(corners, [(one, other) for one, other in lines])
        if len(trees) == len(corners) - len(lines) >= 2:  # a group with a closed loop has as many lines as corners
            yield board.text({
                x: sum(weight for side, weight in beside(place).items() if drawn[side]) for place, x in middles.items()
            })  # fmt: skip


def halves(track: Mapping[Cell, str]) -> list[tuple[Cell, str]]:
    """Each cell that lines come to with each of its exits."""
    return [(x, name) for x, piece in track.items() for name in piece]


@oracle("loopsp")
def loopsp(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    circles = {x for x, text in tokens.items() if text == "?" or text.isdigit()}
    given = {x: "".join(name for name in "nsew" if name in text) for x, text in tokens.items() if x not in circles}
    pieces = {x: [given[x]] if x in given else BENDS + ["nsew"] * (x not in circles) for x in board.cells}
    for track in tracks(board, pieces):
        on = {(x, name): {y for y, _ in followed(track, x, name)} for x, name in halves(track)}
        loop_of = {x: frozenset(on[x, track[x][0]]) for x in circles}
        if all(circles & cells for cells in on.values()) and all(
            (n == m) == (y in loop_of[x]) for x, n in board.numbers().items() for y, m in board.numbers().items()
        ):
            yield board.text(track)


@oracle("ichimaga")
def ichimaga(board: Board) -> Iterator[str]:
    """Each line is walked from the circle where it begins."""
    circles, numbers = set(board.tokens()), board.numbers()
    crossing, magnetic = (board.option(name, "no") == "yes" for name in ("crossings", "magnetic"))
    every = ["".join(names) for size in range(1, 5) for names in combinations("nsew", size)]
    pieces = {x: every if x in circles else ["", *BENDS, *["nsew"] * crossing] for x in board.cells}

    def walked(track: Mapping[Cell, str], cell: Cell, name: str) -> Iterator[tuple[Cell, str]]:
        yield cell, name
        while (cell := (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])) not in circles:
            name = name if name in track[cell] else track[cell].replace(BACK[name], "")
            yield cell, name
        yield cell, ""

    for track in tracks(board, pieces):
        lines = [list(walked(track, x, name)) for x, name in halves(track) if x in circles]
        ends = [(line[0][0], line[-1][0]) for line in lines]
        if (
            lines and {half for line in lines for half in line[:-1]} == set(halves(track))
            and all(len(list(groupby(name for _, name in line[:-1]))) <= 2 for line in lines)
            and all(len(track[x]) == n for x, n in numbers.items()) and len(linked(circles, ends)) == 1
            and not (magnetic and any(x in numbers and numbers[x] == numbers.get(y) for x, y in ends))
        ):  # fmt: skip
            yield board.text(track)


def middles_inside(way: Sequence[tuple[Cell, str]], cells: Collection[Cell], rows: int, columns: int) -> bool:
    """Whether the middles of cells through which a way comes with two turns lie inside of it: no flood comes there."""
    on = set()
    for (_, before), ((r, c), name) in pairwise([way[-1], *way]):
        (a, b), (d, e) = STEPS[before], STEPS[name]
        on |= {(4 * r - 2 * a, 4 * c - 2 * b), (4 * r + d - a, 4 * c + e - b)}
        if (r, c) not in cells:
            on |= {(4 * r, 4 * c), (4 * r - a, 4 * c - b), (4 * r + d, 4 * c + e)}
    outside = [(-3, -3)]
    seen = set(outside)
    for r, c in outside:  # it grows meanwhile
        near = [(r + a, c + b) for a, b in STEPS.values()]
        new = [(a, b) for a, b in near if -3 <= a <= 4 * rows + 7 and -3 <= b <= 4 * columns + 7]
        outside += (more := [x for x in new if x not in seen and x not in on])
        seen.update(more)
    return not any((4 * r, 4 * c) in seen for r, c in cells)


@oracle("firewalk")
def firewalk(board: Board) -> Iterator[str]:
    fire, numbers = set(board.tokens("fire")), board.numbers()
    whole = set(board.cells) if board.option("full", "no") == "yes" else set()
    bent = [piece for piece in BENDS if piece not in ("ns", "ew")]
    through = whole | set(board.tokens())
    pieces = {x: [*([*bent, "nsew"] if x in fire else BENDS), *[""] * (x not in through)] for x in board.cells}

    def ways(track: Mapping[Cell, str], twice: list[Cell]) -> Iterator[list[tuple[Cell, str]]]:
        for kinds in product(("nw se", "ne sw"), repeat=len(twice)):
            turn = {x: kind.split() for x, kind in zip(twice, kinds)}
            cell = start = min(track)
            name, way = track[start][0], []
            while not way or (cell, name) != way[0]:
                way.append((cell, name))
                cell = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
                piece = next(piece for piece in turn.get(cell, [track[cell]]) if BACK[name] in piece)
                name = piece.replace(BACK[name], "")
            if len(way) == sum(map(len, track.values())) // 2:
                yield way

    for track in tracks(board, pieces):
        twice = [x for x in track if len(track[x]) == 4]
        if track and any(middles_inside(way, twice, board.rows, board.columns) for way in ways(track, twice)):
            lengths = stretches(track, fire)
            if all(lengths[x] == n for x, n in numbers.items()):
                yield board.text(track)


@oracle("remlen")
def remlen(board: Board) -> Iterator[str]:
    shaded, areas, numbers = board.tokens("shaded"), board.areas(), board.numbers()
    region = {x: name for name, area in areas.items() for x in area}
    after = {name: {n for x, n in numbers.items() if x in area} for name, area in areas.items()}
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}

    def right(way: list[Cell]) -> bool:
        """Whether the loop can be followed in this direction; over a single wall it leaves no region."""
        pairs = [(way[at - 1], way[at]) for at in range(len(way))]
        starts = [at for at, (x, y) in enumerate(pairs) if region[x] != region[y] or {x, y} in walls]
        starts *= len(starts) > 1
        visits = zip(starts, [*starts[1:], starts[0] + len(way)] if starts else [])
        return all(after[region[way[one - 1]]] <= {other - one} for one, other in visits)

    def fits(loop: Loop) -> bool:
        way = [x for x, _ in followed(loop, min(loop), loop[min(loop)][0])]
        return set(loop) == set(board.cells) - set(shaded) and (right(way) or right(way[::-1]))

    yield from texts_that(board, fits)


@oracle("ovotovata")
def ovotovata(board: Board) -> Iterator[str]:
    texts, areas, full = board.tokens(), board.areas(), board.option("full", "no") == "yes"

    def beyond(loop: Loop, area: Collection[Cell]) -> set[int]:
        """How far the loop goes straight on wherever it leaves a region."""
        found = set()
        for x in set(area) & loop.keys():
            for name in loop[x]:
                ray = board.ray(x, name)
                if ray[0] not in area:
                    found.add(next(at for at, y in enumerate(ray, 1) if name not in loop[y]))
        return found

    def fits(loop: Loop) -> bool:
        for x, text in texts.items():
            area = next(each for each in areas.values() if x in each)
            lengths, number = beyond(loop, area), text.removesuffix("x")
            if text.endswith("x") and not set(area) & loop.keys():
                return False
            if (number == "?" and len(lengths) > 1) or (number.isdigit() and lengths - {int(number)}):
                return False
        return not full or is_whole(board, loop)

    yield from texts_that(board, fits)


@oracle("crossstitch")
def crossstitch(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    blocks = {x: text for x, text in tokens.items() if text == "#"}
    free = [x for x in board.cells if x not in tokens]

    def seen(ray: list[Cell]) -> list[Cell]:
        return list(takewhile(lambda x: x not in blocks, ray))

    def counted(text: str, count: int) -> bool:
        return count > 0 if text == "?" else count == int(text)

    for signs in fillings(board, dict.fromkeys(free, ("-", "/", "\\", "x")), lambda *_: True):
        steps = [((r, c + 1), (r + 1, c)) for (r, c), sign in signs.items() if sign in ("/", "x")]
        steps += [((r, c), (r + 1, c + 1)) for (r, c), sign in signs.items() if sign in ("\\", "x")]
        ends = Counter(corner for step in steps for corner in step)
        crossed = {x for x, sign in signs.items() if sign == "x"}
        if set(ends.values()) == {2} and apart(crossed) and len(linked(ends, steps)) == 2 and all(
            counted(text, sum((r + a, c + b) in ends for a in (0, 1) for b in (0, 1))) if text[-1] not in STEPS
            else counted(text[:-1], len(crossed & set(seen(board.ray((r, c), text[-1])))))
            for (r, c), text in tokens.items() if text != "#"
        ):  # fmt: skip
            yield board.text({**blocks, **signs})


@oracle("fakearrow")
def fakearrow(board: Board) -> Iterator[str]:
    arrows, areas = {x: text for x, text in board.tokens().items() if text != "#"}, board.areas()
    holes = board.tokens().keys() - arrows.keys()

    def along(way: Sequence[tuple[Cell, str]]) -> set[Cell]:
        """The arrows along which a loop goes straight on."""
        return {x for (x, out), (_, into) in zip(way, [way[-1], *way]) if arrows.get(x) == out == into}

    choices = [[x for x in area if x in arrows] for area in areas.values()]
    for loop, way in crossing_loops(board, (), (), holes):
        for shaded in map(set, product(*choices)):
            if apart(shaded) and any(along(each) == arrows.keys() - shaded for each in (way, backwards(way))):
                yield board.text(loop | {x: "x" + loop.get(x, "") for x in shaded})


@oracle("slalom")
def slalom(board: Board) -> Iterator[str]:
    texts, numbers, starts = board.tokens(), board.tokens("numbers"), list(board.tokens("start"))
    kinds = {kind: {x for x, text in texts.items() if text == kind} for kind in "hv#"}
    lengthwise = {"h": "ew", "v": "ns"}
    gates: list[tuple[str, set[Cell]]] = []
    for kind, names in lengthwise.items():
        steps = {name: STEPS[name] for name in names}
        gates += [(kind, gate) for gate in groups(kinds[kind], steps)]

    def ranks(kind: str, gate: set[Cell]) -> set[int]:
        """The numbers of a gate."""
        beside = {(x, BACK[name]) for y in gate for name in lengthwise[kind] for x in board.ray(y, name)[:1]}
        return {int(n) for x, name in beside if x in numbers
                for n in [numbers[x].rstrip("nsew")] if numbers[x] in (n, n + name)}  # fmt: skip

    def right(way: list[Cell]) -> bool:
        """Whether the gates are passed in their order."""
        passed = [
            next(at for at, (_, gate) in enumerate(gates) if x in gate) for x in way if texts.get(x) in ("h", "v")
        ]
        return all(ranks(*gate) <= {passed.index(at) + 1} for at, gate in enumerate(gates))

    def fits(loop: Loop) -> bool:
        if starts[0] not in loop or kinds["#"] & loop.keys():
            return False
        if any(len(gate & loop.keys()) != 1 for _, gate in gates):
            return False
        if any(set(loop[x]) & set(lengthwise[kind]) for kind, gate in gates for x in gate & loop.keys()):
            return False
        way = [x for x, _ in followed(loop, starts[0], loop[starts[0]][0])]
        return right(way) or right([way[0], *way[:0:-1]])

    if len(starts) == 1 and starts[0] not in kinds["#"]:
        for loop in loops_that(board, fits):
            yield board.text({**loop, **dict.fromkeys(kinds["#"], "#")})


@oracle("vslither")
def vslither(board: Board) -> Iterator[str]:
    clues, full = board.tokens(), board.option("full", "no") == "yes"
    for cells, loop in fences(board):
        through = corners_of(loop)
        if (not full or is_full(board, loop)) and all(
            text in ("?", str(len(through & {(x[0] + down, x[1] + right) for down in (0, 1) for right in (0, 1)})))
            for x, text in clues.items()
        ):
            yield board.text(dict.fromkeys(cells, "x"))


@oracle("tslither")
def tslither(board: Board) -> Iterator[str]:
    """Around a cell, each part of the loop has one corner more than sides, unless it goes all around."""
    clues, full = board.tokens(), board.option("full", "no") == "yes"
    for cells, loop in fences(board):
        through = corners_of(loop)

        def times(x: Cell, loop: set[Side] = loop, through: set[Cell] = through) -> int:
            sides = sum(side(x, name) in loop for name in STEPS)
            corners = through & {(x[0] + down, x[1] + right) for down in (0, 1) for right in (0, 1)}
            return 1 if sides == len(STEPS) else len(corners) - sides

        if (not full or is_full(board, loop)) and all(text in ("?", str(times(x))) for x, text in clues.items()):
            yield board.text(dict.fromkeys(cells, "x"))


@oracle("dotchidotchi")
def dotchidotchi(board: Board) -> Iterator[str]:
    areas, circle = board.areas(), board.tokens()

    def fits(loop: Loop) -> bool:
        met = [{circle[x] for x in area if x in circle and x in loop} for area in areas.values()]
        missed = [{circle[x] for x in area if x in circle and x not in loop} for area in areas.values()]
        return all(len(one) == 1 and not one & other for one, other in zip(met, missed)) and not any(
            turns(loop, x) == (text == "w") for x, text in circle.items() if x in loop
        )

    yield from texts_that(board, fits)
