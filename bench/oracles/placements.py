"""The rules of types in which pieces are placed on a board that they need not cover, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import TypeVar

from .loops import BACK, BENDS, tracks
from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    along,
    apart,
    connected,
    exits,
    fillings,
    groups,
    is_rectangle,
    labels,
    leading,
    linked,
    oracle,
    partitions,
    subsets,
)
from .shading import walled

#: The cells of a piece that is placed.
Piece = frozenset[Cell]

T = TypeVar("T")


def choices(board: Board, items: Sequence[T], fits: Callable[[T, Sequence[T]], bool]) -> Iterator[list[T]]:
    """The ways to take some of the items. fits: whether one goes with those taken before."""
    taken: list[T] = []

    def take(at: int) -> Iterator[list[T]]:
        yield taken
        for index in range(at, len(items)):
            board.spend()
            if fits(items[index], taken):
                taken.append(items[index])
                yield from take(index + 1)
                taken.pop()

    return take(0)


def packings(
    board: Board, pieces: Sequence[Piece], fits: Callable[[Piece, Sequence[Piece]], bool]
) -> Iterator[list[Piece]]:
    """The ways to place some of the pieces so that none overlap. fits: whether one goes with those placed before."""
    return choices(board, pieces, lambda piece, placed: all(map(piece.isdisjoint, placed)) and fits(piece, placed))


def clear_of(board: Board, cells: Iterable[Cell], others: Iterable[Collection[Cell]]) -> bool:
    """Whether cells neither belong to others nor share a side with them."""
    around = {y for x in cells for y in (x, *board.near(x))}
    return all(around.isdisjoint(other) for other in others)


def bars(board: Board, lengths: Iterable[int], free: Callable[[Cell], bool]) -> list[Piece]:
    """The straight rows of free cells with these lengths, level and upright."""
    found = [
        frozenset((r + i * down, c + i * (1 - down)) for i in range(length))
        for r, c in board.cells for down in (0, 1) for length in lengths
    ]  # fmt: skip
    return [bar for bar in found if all(board.has(x) and free(x) for x in bar)]


def drawn(strips: Iterable[Piece]) -> dict[Cell, str]:
    """The exits of a line through each strip."""
    return exits([pair for strip in strips for pair in zip(sorted(strip), sorted(strip)[1:])])


def counts_around(board: Board, circles: set[Cell]) -> bool:
    """Whether every number counts the circles among its neighbours."""
    return all(sum(y in circles for y in board.near(x)) == n for x, n in board.numbers().items())


@oracle("diamondchain")
def diamondchain(board: Board) -> Iterator[str]:
    black = set(board.tokens())
    for middles in subsets(board, [(r, c) for r, c in board.cells if r < board.rows and c < board.columns]):
        halves = [
            ((r + dr, c + dc), name)
            for r, c in middles for dr, dc, name in ((0, 0, "se"), (0, 1, "sw"), (1, 0, "ne"), (1, 1, "nw"))
        ]  # fmt: skip
        covered = dict(halves)
        if len(covered) < len(halves) or black & covered.keys():
            continue
        points = {(r, c): {(r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1)} for r, c in middles}
        corners = {(r, c): {(r + dr, c + dc) for dr in (-1, 0) for dc in (-1, 0)} for r, c in black}
        things = [*(("diamond", x) for x in points), *(("black", x) for x in corners)]
        spots = {thing: (points if thing[0] == "diamond" else corners)[thing[1]] for thing in things}
        links = [(one, other) for one, other in combinations(things, 2) if spots[one] & spots[other]]
        if len(linked(things, links)) <= 1 and all(  # type: ignore[arg-type]
            sum(bool(corners[x] & spot) for spot in points.values()) == n for x, n in board.numbers().items()
        ):
            yield board.text(board.tokens() | covered)


@oracle("edamame")
def edamame(board: Board) -> Iterator[str]:
    given = board.tokens()
    free = {x for x in board.cells if x not in given}
    for strips in packings(board, bars(board, range(3, 6), free.__contains__), lambda *_: True):
        if not connected(set(board.cells) - {x for strip in strips for x in strip}):
            continue
        ends = {x for strip in strips for x in (min(strip), max(strip))}
        for middles in product(*(strip - ends for strip in strips)):
            board.spend()
            if counts_around(board, ends | set(middles)):
                yield board.text(drawn(strips) | dict.fromkeys(middles, "o"))


@oracle("kaidan")
def kaidan(board: Board) -> Iterator[str]:
    white = set(board.cells) - board.tokens().keys()

    def fits(strip: Piece, others: Sequence[Piece]) -> bool:
        return all(
            abs(len(strip) - len(other)) == 1 and all(len({x[axis] for x in strip | other}) > 1 for axis in (0, 1))
            for other in others if connected(strip | other)
        )  # fmt: skip

    for strips in packings(board, bars(board, range(2, 6), white.__contains__), fits):
        covered = {x for strip in strips for x in strip}
        if apart(white - covered) and connected(covered) and counts_around(board, white - covered):
            yield board.text(board.tokens() | drawn(strips) | dict.fromkeys(white - covered, "o"))


@oracle("takoyaki")
def takoyaki(board: Board) -> Iterator[str]:
    white = [x for x in board.cells if x not in board.tokens()]
    for track in tracks(board, {x: [*STEPS, *BENDS] for x in white}):
        paths = linked(white, [(x, y) for x in white for y in along(track, x)])
        ends = [{x for x in path if len(track[x]) == 1} for path in paths]
        if any(len(each) != 2 for each in ends):
            continue
        for middles in product(*(path - end for path, end in zip(paths, ends))):
            board.spend()
            circles = [{*end, middle} for end, middle in zip(ends, middles)]
            every = {x for each in circles for x in each}
            lines_differ = all(len({x[axis] for x in each}) == 3 for each in circles for axis in (0, 1))
            if lines_differ and apart(every) and counts_around(board, every):
                yield board.text(board.tokens() | track | dict.fromkeys(middles, "o"))


def slides(board: Board, block: Piece, covered: set[Cell]) -> int:
    """How many steps a block can slide along its length, both ways together."""
    ways = ("w", "e") if len({r for r, _ in block}) == 1 else ("n", "s")
    free = set(board.cells) - covered
    return sum(leading(board.ray(end, way), free) for end, way in zip((min(block), max(block)), ways))


@oracle("tren")
def tren(board: Board) -> Iterator[str]:
    given, joined = board.tokens(), board.option("joined", "no") == "yes"
    over = [bar for bar in bars(board, (2, 3), board.has) if len(bar & given.keys()) == 1]
    for blocks in packings(board, over, lambda *_: True):
        covered = {x for block in blocks for x in block}
        if not given.keys() <= covered or (joined and not connected(set(board.cells) - covered)):
            continue

        if all(given[x] in ("?", str(slides(board, block, covered))) for block in blocks for x in block & given.keys()):
            yield board.text(labels(blocks))


@oracle("zabajaba")
def zabajaba(board: Board) -> Iterator[str]:
    given = board.tokens()
    free = {x for x in board.cells if x not in given}
    squares = [frozenset(square) for square in board.squares if free.issuperset(square)]

    def shape(piece: Piece) -> tuple[int, int]:
        return len({r for r, _ in piece}), len({c for _, c in piece})

    def fits(piece: Piece, others: Sequence[Piece]) -> bool:
        return not any(shape(piece) == shape(other) and connected(piece | other) for other in others)

    for pieces in packings(board, bars(board, [3], free.__contains__) + squares, fits):
        if connected({x for piece in pieces for x in piece}) and all(
            sum(not piece.isdisjoint(board.near(x, ALL_STEPS)) for piece in pieces) == n
            for x, n in board.numbers().items()
        ):
            yield board.text(labels(pieces))


@oracle("seiza")
def seiza(board: Board) -> Iterator[str]:
    areas, numbers = board.areas(), board.numbers()
    holes = set(areas.pop("#", []))
    told = [{numbers[x] for x in area if x in numbers} for area in areas.values()]
    for stars in product(*areas.values()):
        board.spend()
        if not apart(stars, ALL_STEPS):
            continue
        segments = []
        for star in stars:
            for name in "es":
                ray = board.ray(star, name)
                stop = next((i for i, x in enumerate(ray) if x in stars or x in holes), None)
                if stop is not None and ray[stop] in stars:
                    segments.append([star, *ray[: stop + 1]])
        for count in range(len(segments) + 1):
            for chosen in combinations(segments, count):
                board.spend()
                crossed = Counter(x for segment in chosen for x in segment[1:-1])
                ends = Counter(x for segment in chosen for x in (segment[0], segment[-1]))
                if (
                    max(crossed.values(), default=1) == 1 and all(ends[x] for x in stars)
                    and len(linked(stars, [(s[0], s[-1]) for s in chosen])) == 1
                    and all(said <= {ends[x]} for x, said in zip(stars, told))
                ):  # fmt: skip
                    lines = exits([pair for segment in chosen for pair in pairwise(segment)])
                    yield board.text(dict.fromkeys(holes, "-") | lines | dict.fromkeys(stars, "x"))


@oracle("heyapin")
def heyapin(board: Board) -> Iterator[str]:
    areas, numbers, shared = board.areas(), board.numbers(), board.option("shared", "no") == "yes"
    corners = {
        name: {(r + dr, c + dc) for r, c in area for dr in (0, 1) for dc in (0, 1)} for name, area in areas.items()
    }
    every = sorted(set().union(*corners.values()))
    told = [(corners[name], numbers[x]) for name, area in areas.items() for x in area if x in numbers]
    for pins in subsets(board, every):
        touched = {pin: [name for name, around in corners.items() if pin in around] for pin in pins}
        links = [(names[0], other) for names in touched.values() for other in names[1:]]
        if (
            all(len(around & pins) == n for around, n in told)
            and len(linked(areas, links)) == 1  # type: ignore[arg-type]
            and not (shared and any(len(names) < 2 for names in touched.values()))
        ):
            weights = (((0, 0), 1), ((0, 1), 2), ((1, 0), 4), ((1, 1), 8))
            yield board.text(
                {(r, c): sum(w for (dr, dc), w in weights if (r + dr, c + dc) in pins) for r, c in board.cells}
            )


@oracle("hebi")
def hebi(board: Board) -> Iterator[str]:
    black = board.tokens()

    def paths(path: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        board.spend()
        if len(path) == 5:
            yield path
            return
        for cell in board.near(path[-1]):
            if cell not in black and cell not in path:
                yield from paths((*path, cell))

    def seen(ray: Sequence[Cell], values: Mapping[Cell, int]) -> int:
        first = next((x for x in ray if x in black or x in values), None)
        return values.get(first, 0) if first else 0

    def ahead(snake: Sequence[Cell]) -> list[Cell]:
        (r, c), (s, d) = snake[:2]
        return next(board.ray((r, c), name) for name, step in STEPS.items() if step == (r - s, c - d))

    snakes = [path for x in board.cells if x not in black for path in paths((x,))]
    for placed in choices(board, snakes, lambda snake, others: clear_of(board, snake, others)):
        values = {x: number for snake in placed for number, x in enumerate(snake, 1)}
        if (
            values
            and not any(seen(ahead(snake), values) for snake in placed)
            and all(
                seen(board.ray(x, text[1]), values) == int(text[0]) for x, text in black.items() if text[0].isdigit()
            )
        ):
            yield board.text(black | values)


@oracle("mrokmrno")
def mrokmrno(board: Board) -> Iterator[str]:
    given, kinds = board.tokens(), {"o": "OSF", "?": "SF"}
    pieces = [
        dict(zip((*pair, face), word))
        for (r, c), word, (dr, dc) in product(board.cells, ("OKS", "NOF"), ((0, 1), (1, 0)))
        for pair in [((r, c), (r + dr, c + dc))] if board.has(pair[1])
        for face in {x for each in pair for x in board.near(each)} - set(pair)
    ]  # fmt: skip
    for placed in choices(board, pieces, lambda piece, others: clear_of(board, piece, others)):
        values = {x: v for piece in placed for x, v in piece.items()}
        if all(values.get(x, "-") in kinds.get(text, text) for x, text in given.items()) and all(
            one != other for line in board.lines for one, other in pairwise([values[x] for x in line if x in values])
        ):
            yield board.text(values)


@oracle("japanesesums")
def japanesesums(board: Board) -> Iterator[str]:
    last, given = int(board.option("last", "4")), board.numbers()
    told = [*board.rows_of("rows"), *board.rows_of("columns")]

    def differ(values: dict[Cell, object], cell: Cell) -> bool:
        return not values[cell] or not any(
            values[x] == values[cell] for x in values if x != cell and (x[0] == cell[0] or x[1] == cell[1])
        )

    def right(line: list[Cell], texts: Sequence[str], values: dict[Cell, object]) -> bool:
        clues = [text for text in texts if text not in (".", "-")]
        text = " ".join(str(values[x] or "|") for x in line)
        sums = [sum(map(int, run.split())) for run in text.split("|") if run.strip()]
        return not clues or (len(clues) == len(sums) and all(c in ("?", str(s)) for c, s in zip(clues, sums)))

    for values in fillings(
        board,
        {x: range(last + 1) if x not in given else [given[x]] if 0 < given[x] <= last else [] for x in board.cells},
        differ,
    ):
        if all(right(line, texts, values) for line, texts in zip(board.lines, told)):
            yield board.text({x: v or "x" for x, v in values.items()})


@oracle("pencils")
def pencils(board: Board) -> Iterator[str]:
    given = board.tokens()
    signs = {"n": "^", "s": "v", "w": "<", "e": ">"}

    def lines(way: list[Cell], count: int, taken: set[Cell]) -> Iterator[list[Cell]]:
        board.spend()
        if not count:
            yield way
            return
        for cell in board.near(way[-1]):
            if cell not in taken and cell not in way:
                yield from lines([*way, cell], count - 1, taken)

    def fill(
        taken: set[Cell], drawn: list[tuple[Piece, str, list[Cell]]]
    ) -> Iterator[list[tuple[Piece, str, list[Cell]]]]:
        left = [x for x in board.cells if x not in taken]
        if not left:
            yield drawn
            return
        for tip, (name, back) in product(left, BACK.items()):
            ray = board.ray(tip, back)
            for length in range(1, len(ray) + 1):
                wood = set(ray[:length])
                if (
                    wood & taken
                    or not all(given.get(x, "?") in ("?", str(length)) for x in wood)
                    or given.get(tip, signs[name]) != signs[name]
                ):
                    continue
                for way in lines([tip], length, taken | wood):
                    cells = wood | set(way)
                    if left[0] in cells and not given.keys() & set(way[1:]):
                        yield from fill(taken | cells, [*drawn, (frozenset(wood), name, way)])

    for found in fill(set(), []):
        exits_of = exits([pair for _, _, way in found for pair in pairwise(way)])
        tips = {way[0]: signs[name] for _, name, way in found}
        yield board.text(exits_of | tips | labels([wood for wood, _, _ in found]))


def carried(board: Board, starts: Collection[Cell], without: Collection[Cell] = ()) -> Iterator[list[list[Cell]]]:
    """The ways of objects that go from cell to cell, and not to cells of others or those without which they go."""

    def move(left: list[Cell], taken: set[Cell], ways: list[list[Cell]]) -> Iterator[list[list[Cell]]]:
        if not left:
            yield ways
            return

        def walk(way: list[Cell]) -> Iterator[list[Cell]]:
            board.spend()
            yield way
            for cell in board.near(way[-1]):
                if cell not in taken and cell not in way:
                    yield from walk([*way, cell])

        for way in walk([left[0]]):
            yield from move(left[1:], taken | set(way), [*ways, way])

    yield from move(list(starts), {*starts, *without}, [])


def way_text(board: Board, ways: Iterable[list[Cell]]) -> str:
    """The text of ways as lines."""
    return board.text(exits([pair for way in ways for pair in pairwise(way)]))


@oracle("balloon")
def balloon(board: Board) -> Iterator[str]:
    texts, grey = board.tokens(), set(board.tokens("balloons"))
    white = set(board.cells) - grey
    beside = board.option("beside", "no") == "yes"

    def led(left: list[Cell], free: set[Cell], found: list[list[Cell]]) -> Iterator[list[list[Cell]]]:
        """The strings from numbers over all white cells."""
        if not left:
            if not free:
                yield found
            return

        def walk(way: list[Cell]) -> Iterator[list[Cell]]:
            board.spend()
            for x in board.near(way[-1]):
                if x in grey:
                    yield [*way, x]
                elif x in free and x not in way and (beside or not set(board.near(x)) & set(way[:-1])):
                    yield from walk([*way, x])

        for way in walk([left[0]]):
            yield from led(left[1:], free - set(way), [*found, way])

    for ways in led(list(texts), white - set(texts), []) if not grey & set(texts) else ():
        for parts in partitions(board, grey, is_rectangle):
            ends = [[way[0] for way in ways if way[-1] in part] for part in parts]
            if all(len(each) == 1 and texts[each[0]] in ("?", str(len(part))) for each, part in zip(ends, parts)):
                numbers = {x: board.cells.index(min(part)) + 1 for part in parts for x in part}
                yield board.text(exits([pair for way in ways for pair in pairwise(way)]) | numbers)


@oracle("kaero")
def kaero(board: Board) -> Iterator[str]:
    letters, region = board.tokens(), {x: name for name, area in board.areas().items() for x in area}
    for ways in carried(board, letters):
        homes = {(region[way[-1]], letters[way[0]]) for way in ways}
        if len(homes) == len(set(region.values())) == len(set(letters.values())) == len({home for home, _ in homes}):
            yield way_text(board, ways)


@oracle("oyakodori")
def oyakodori(board: Board) -> Iterator[str]:
    birds, parted, nests = board.tokens(), walled(board), groups(set(board.tokens("nests")))
    home = {x: nest for nest in map(frozenset, nests) for x in nest}
    for ways in carried(board, birds):
        if all(way[-1] in home and not set(way[1:-1]) & home.keys() for way in ways) and all(
            (birds[way[0]] == "w") == any(pair in parted for pair in pairwise(way)) for way in ways
        ):
            held = {nest: "".join(sorted(birds[way[0]] for way in ways if way[-1] in nest)) for nest in home.values()}
            if all(text in ("", "bw") for nest, text in held.items() if len(nest) > 1):
                yield way_text(board, ways)


@oracle("timebomb")
def timebomb(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    boulders = {x for x, text in tokens.items() if text == "x"}
    for ways in carried(board, tokens.keys() - boulders, boulders):
        if (
            all(len(way) - 1 == numbers.get(way[0], len(way) - 1) > 0 for way in ways)
            and not any(y in other for way, other in combinations(ways, 2) for x in way for y in board.near(x))
            and all(any(way[-1] in board.near(x, ALL_STEPS) for way in ways) for x in boulders)
        ):
            yield way_text(board, ways)


@oracle("herugolf")
def herugolf(board: Board) -> Iterator[str]:
    tokens, water = board.tokens(), set(board.tokens("water"))
    holes = {x for x, text in tokens.items() if text == "H"}
    balls = [x for x in tokens if x not in holes]

    def play(way: list[Cell], length: int) -> Iterator[list[Cell]]:
        board.spend()
        if way[-1] in holes:
            yield way
            return
        for name in STEPS if length else ():
            stroke = board.ray(way[-1], name)[:length]
            if len(stroke) == length and stroke[-1] not in water and not holes.intersection(stroke[:-1]):
                more = [*way, *stroke]
                if len(set(more)) == len(more):
                    yield from play(more, length - 1)

    def all_of(left: list[Cell], taken: set[Cell], ways: list[list[Cell]]) -> Iterator[list[list[Cell]]]:
        if not left:
            yield ways
            return
        text = tokens[left[0]]
        for length in range(1, max(board.rows, board.columns) + 1) if text == "?" else [int(text)]:
            for way in play([left[0]], length):
                if taken.isdisjoint(way[1:]):
                    yield from all_of(left[1:], taken | set(way), [*ways, way])

    for ways in all_of(balls, set(balls), []):
        if {way[-1] for way in ways} == holes:
            yield board.text(exits([pair for way in ways for pair in pairwise(way)]))
