"""The rules of types in which pieces are placed on a board that they need not cover, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise, product
from typing import TypeVar

from .loops import BACK, BENDS, tracks
from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    along,
    apart,
    beside,
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
        if len(covered) < len(halves) or not covered.keys() <= set(board.cells) - black:
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
                yield board.text(board.tokens() | track | dict.fromkeys(every, "o"))


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
                seen(board.ray(x, text[1]), values) == int(text[0])
                for x, text in black.items()
                if text[0].isdigit() and text[1:]
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
        runs = [] if clues == ["0"] else clues
        return not clues or (len(runs) == len(sums) and all(c in ("?", str(s)) for c, s in zip(runs, sums)))

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
        known = Counter(letter for _, letter in homes if letter != "?")
        if (
            len(homes) == len(set(region.values())) == len({home for home, _ in homes})
            and max(known.values(), default=1) == 1
        ):
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
            all(len(way) - 1 == numbers.get(way[0], len(way) - 1) for way in ways)
            and not any(
                y in other and (x, y) != (way[0], other[0])
                for way, other in combinations(ways, 2)
                for x in way
                for y in board.near(x)
            )
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


@oracle("tjunction")
def tjunction(board: Board) -> Iterator[str]:
    blocks, numbers = board.tokens(), board.numbers()
    back = {"n": "s", "s": "n", "e": "w", "w": "e"}

    def leads(stems: Mapping[Cell, object], one: Cell, other: Cell) -> bool:
        step = (other[0] - one[0], other[1] - one[1])
        return any(STEPS[name] == step and back[name] != stems[one] for name in STEPS)

    def fits(stems: dict[Cell, object], x: Cell) -> bool:
        return all(
            leads(stems, x, y) == leads(stems, y, x) and stems[x] != stems[y] for y in board.near(x) if y in stems
        )

    for stems in fillings(board, {x: "nsew" for x in board.cells if x not in blocks}, fits):
        met = {x: [stems[y] for y in board.near(x) if y in stems and leads(stems, y, x)] for x in blocks}
        joins = [(x, y) for x in stems for y in board.near(x) if y in stems and leads(stems, x, y)]
        if (
            all(len(set(names)) == len(names) == numbers.get(x, len(names)) for x, names in met.items())
            and len(linked(stems, joins)) < 2
        ):
            yield board.text(stems | blocks)


@oracle("kinkonkan")
def kinkonkan(board: Board) -> Iterator[str]:
    turns = {"/": dict(zip("nsew", "ewns", strict=True)), "\\": dict(zip("nsew", "wesn", strict=True))}
    rows, columns = range(1, board.rows + 1), range(1, board.columns + 1)
    gates = {("top", c): ((1, c), "s") for c in columns} | {("bottom", c): ((board.rows, c), "n") for c in columns}
    gates |= {("left", r): ((r, 1), "e") for r in rows} | {("right", r): ((r, board.columns), "w") for r in rows}
    texts = {
        (part, at): text for part in ("top", "bottom", "left", "right")
        for at, text in enumerate((text for row in board.rows_of(part) for text in row), 1) if text not in ".-"
    }  # fmt: skip
    cells_of = {area[0]: area for area in board.areas().values()}
    if any(sum(other[0] == text[0] for other in texts.values()) != 2 for text in texts.values()):
        return
    choices = {first: list(product(area, turns)) for first, area in cells_of.items()}

    def used(mirrors: Mapping[Cell, str], gate: tuple[str, int], text: str) -> set[Cell] | None:
        """The mirrors that light comes to; None if it comes to another letter, or too often to mirrors."""
        (cell, heads), met = gates[gate], []
        while board.has(cell):
            if cell in mirrors:
                heads = turns[mirrors[cell]][heads]
                met.append(cell)
            cell = (cell[0] + STEPS[heads][0], cell[1] + STEPS[heads][1])
        out = {"n": ("top", cell[1]), "s": ("bottom", cell[1]), "w": ("left", cell[0]), "e": ("right", cell[0])}[heads]
        right = out != gate and texts.get(out, "-")[0] == text[0] and text[1:] in ("", str(len(met)))
        return set(met) if right else None

    for chosen in fillings(board, choices, lambda _, __: True):
        mirrors = dict(chosen.values())  # type: ignore[call-overload]
        met = [used(mirrors, gate, text) for gate, text in texts.items()]
        if None not in met and set().union(*filter(None, met)) == mirrors.keys():
            yield board.text(mirrors)


@oracle("armyants")
def armyants(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    parted = {
        pair for one, other, text in beside(board, "borders") if text == "|" for pair in ((one, other), (other, one))
    }

    def follows(way: list[Cell], held: Mapping[Cell, str], size: int) -> bool:
        """Whether the numbers from 1 on may stand along this way, and ways that go on from it, up to the size."""
        if held[way[-1]] not in ("?", str(len(way))):
            return False
        on = [y for y in board.near(way[-1]) if y in held and y not in way]
        return len(way) == size or any(follows([*way, y], held, size) for y in on)

    for ways in carried(board, tokens):
        held = {way[-1]: tokens[way[0]] for way in ways}
        if (
            any(text != "?" for text in held.values())
            and not any(pair in parted for way in ways for pair in pairwise(way))
            and all(any(follows([x], held, len(ant)) for x in ant) for ant in groups(held))
        ):
            yield way_text(board, ways)


@oracle("anglers")
def anglers(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    places = {"top": lambda at: (0, at), "bottom": lambda at: (board.rows + 1, at)}
    places |= {"left": lambda at: (at, 0), "right": lambda at: (at, board.columns + 1)}
    for part, place in places.items():
        beside_board = enumerate((text for row in board.rows_of(part) for text in row), 1)
        tokens |= {place(at): text for at, text in beside_board if text not in ".-"}
    open_ = {x for x in [*board.cells, *tokens] if tokens.get(x) != "x"}
    numbers = [x for x in tokens if tokens[x] not in "xo"]

    def draw(left: list[Cell], way: list[Cell], ways: list[list[Cell]]) -> Iterator[list[list[Cell]]]:
        if not way:
            if left:
                yield from draw(left[1:], left[:1], ways)
            elif sum(map(len, ways)) == len(open_):
                yield ways
            return
        board.spend()
        if tokens.get(way[-1]) == "o":
            if tokens[way[0]] in ("?", str(len(way) - 1)):
                yield from draw(left, [], [*ways, way])
        elif len(way) == 1 or way[-1] not in tokens:
            for r, c in STEPS.values():
                on = (way[-1][0] + r, way[-1][1] + c)
                inside = board.has(on) or board.has(way[-1])
                if on in open_ and inside and not any(on in other for other in [way, *ways]):
                    yield from draw(left, [*way, on], ways)

    for ways in draw(numbers, [], []):
        steps = [pair for way in ways for pair in pairwise(way) if all(map(board.has, pair))]
        yield board.text(exits(steps) | {x: "x" for x in tokens if tokens[x] == "x"})


@oracle("amibo")
def amibo(board: Board) -> Iterator[str]:
    """Bars are runs of signs in a line. They are a tree if there is one crossing less than bars, and one piece."""
    circles, numbers = set(board.tokens()), board.numbers()
    free = [x for x in board.cells if x not in circles]
    for signs in fillings(board, dict.fromkeys(free, ("-", "=", "|", "+")), lambda *_: True):
        level, upright = ({x for x, sign in signs.items() if sign in (kind, "+")} for kind in "=|")
        bars = [
            frozenset(run) for at, line in enumerate(board.lines)
            for is_bar, run in groupby(line, (level if at < board.rows else upright).__contains__) if is_bar
        ]  # fmt: skip
        ending = {
            x: [n for d in STEPS if (n := leading(board.ray(x, d), level if d in "ew" else upright))] for x in circles
        }
        crossed = [pair for pair in combinations(range(len(bars)), 2) if bars[pair[0]] & bars[pair[1]]]
        equal = {at for pair in crossed if len({len(bars[at]) for at in pair}) == 1 for at in pair}
        if (
            bars and all(len(lengths) == 1 for lengths in ending.values())
            and all(ending[x] == [n] for x, n in numbers.items())
            and len(crossed) == len(bars) - 1 and equal == {*range(len(bars))}
            and len(linked([(at, at) for at in equal], [((a, a), (b, b)) for a, b in crossed])) == 1
        ):  # fmt: skip
            yield board.text(signs)


@oracle("scrabble")
def scrabble(board: Board) -> Iterator[str]:
    words = sorted(text.upper() for row in board.rows_of("words") for text in row if text not in (".", "-"))
    given, whole = {x: text.upper() for x, text in board.tokens().items()}, board.option("all_given", "no") == "yes"
    lines = [(x, *board.ray(x, name)) for x in board.cells for name in "es"]
    found: set[str] = set()

    def place(left: Sequence[str], values: Mapping[Cell, str]) -> Iterator[Mapping[Cell, str]]:
        board.spend()
        if not left:
            yield values
            return
        for line in lines:
            cells = dict(zip(line, left[0]))
            if len(line) >= len(left[0]) and all(values.get(x, v) == v for x, v in cells.items()):
                yield from place(left[1:], {**values, **cells})

    for values in place(words, {}):
        runs_of = [
            "".join(values.get(x, " ") for x in line).split() for line in board.lines
        ]  # fmt: skip
        if (
            sorted(run for runs in runs_of for run in runs if len(run) > 1) == words and connected(values)
            and all(x in values if v == "?" else values.get(x) == v for x, v in given.items())
            and not (whole and any(v in given.values() and x not in given for x, v in values.items()))
        ):  # fmt: skip
            found.add(board.text(values))
    yield from found


@oracle("undead")
def undead(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    mirrors = {x: text for x, text in tokens.items() if text in ("/", "\\")}
    given = {x: text.upper() for x, text in tokens.items() if x not in mirrors}
    told = [int(text) if text.isdigit() else None for row in board.rows_of("monsters") for text in row]
    free = [x for x in board.cells if x not in mirrors]
    turned = {"/": dict(zip("nesw", "enws")), "\\": dict(zip("nesw", "wsen"))}
    looks: list[tuple[int, list[tuple[Cell, bool]]]] = []
    for part, name in (("top", "s"), ("bottom", "n"), ("left", "e"), ("right", "w")):
        for at, number in board.margin(part).items():
            line = [x for x in board.cells if x[int(name in "ns")] == at]
            if not line:
                if number:
                    return
                continue
            x, way, seen, direct = (line[0] if name in "se" else line[-1]), name, [], True
            while board.has(x):
                if x in mirrors:
                    way, direct = turned[mirrors[x]][way], False
                else:
                    seen.append((x, direct))
                x = (x[0] + STEPS[way][0], x[1] + STEPS[way][1])
            looks.append((number, seen))
    if len(told) > 3 or not set(given.values()) <= set("GVZ"):
        return
    if None not in told and len(told) == 3 and sum(filter(None, told)) != len(free):
        return
    for monsters in product("GVZ", repeat=len(free)):
        board.spend()
        of = dict(zip(free, monsters))
        if all(n is None or monsters.count(kind) == n for n, kind in zip(told, "GVZ")) and all(
            of[x] == kind for x, kind in given.items()
        ) and all(
            sum(of[x] == "Z" or (of[x] == "V") == direct for x, direct in seen) == n for n, seen in looks
        ):  # fmt: skip
            yield board.text(of)


@oracle("news")
def news(board: Board) -> Iterator[str]:
    tokens, linked_cells = board.tokens(), board.option("linked", "no") == "yes"
    ahead = {name: (lambda x, step=step: x[0] * step[0] + x[1] * step[1]) for name, step in STEPS.items()}

    def pairs(cells: Collection[Cell]) -> Iterator[tuple[tuple[Cell, str], ...]]:
        for x, y in combinations(sorted(cells), 2):
            for v, w in product(STEPS, repeat=2):
                if ahead[v](x) > ahead[v](y) and ahead[w](y) > ahead[w](x):
                    yield (x, v.upper()), (y, w.upper())

    def alone(filled: dict[Cell, object], _: Cell) -> bool:
        written = [each for pair in filled.values() for each in pair]  # type: ignore[attr-defined]
        lines = [(v, axis, x[axis]) for x, v in written for axis in (0, 1)]
        return len(set(lines)) == len(lines)

    regions = {min(cells): list(pairs(cells)) for cells in board.areas().values()}
    for filled in fillings(board, regions, alone):
        letters = dict(each for pair in filled.values() for each in pair)  # type: ignore[attr-defined]
        if all(letters.get(x, "x") == text for x, text in tokens.items()) and (
            not linked_cells or connected(set(board.cells) - set(letters))
        ):
            yield board.text(letters)


@oracle("twinarea")
def twinarea(board: Board) -> Iterator[str]:
    clues, areas, grey = board.tokens(), board.areas(), groups(set(board.tokens("grey")))
    if set(board.cells) - {x for cells in areas.values() for x in cells}:
        return
    for filled in fillings(board, {min(cells): cells for cells in areas.values()}, lambda filled, _: True):
        size = {x: len(cells) for cells in areas.values() if (x := filled[min(cells)])}
        if (
            apart(size) and all(sum(size.get(x, 0) for x in area) == len(area) for area in grey)  # type: ignore[misc,arg-type]
            and all(text in ("?", str(size.get(x))) for x, text in clues.items())  # type: ignore[call-overload]
        ):  # fmt: skip
            yield board.text(size)  # type: ignore[arg-type]


@oracle("toichika2")
def toichika2(board: Board) -> Iterator[str]:
    clues, areas = board.tokens(), board.areas()
    region = {x: name for name, cells in areas.items() for x in cells}
    beside_of = {(region.get(x), region.get(y)) for x in board.cells for y in board.near(x)}
    most = max(board.rows, board.columns) - 2
    said = {name: {clues[x] for x in cells if clues.get(x, "?") != "?"} for name, cells in areas.items()}
    ways = {
        min(cells): [(x, n) for x in cells for n in range(most + 1) if said[name] <= {str(n)}]
        for name, cells in areas.items()
    }
    for filled in fillings(board, ways, lambda filled, _: True):
        number: dict[Cell, int] = dict(filled.values())  # type: ignore[arg-type]
        partners = {
            x: [(y, at) for name in STEPS for at, y in enumerate(board.ray(x, name)) if number.get(y) == n]
            for x, n in number.items()
        }
        if all(
            len(found) == 1 and found[0][1] == number[x] and (region[x], region[found[0][0]]) not in beside_of
            and not any(
                y in number for name in STEPS if found[0][0] in (ray := board.ray(x, name)) for y in ray[: number[x]]
            )
            for x, found in partners.items()
        ):  # fmt: skip
            yield board.text(number)


@oracle("wittgen")
def wittgen(board: Board) -> Iterator[str]:
    clues = board.tokens()
    strips = [frozenset(strip) for x in board.cells for name in "es" if len(strip := [x, *board.ray(x, name)[:2]]) == 3]
    for placed in packings(board, [each for each in strips if not each & clues.keys()], lambda *_: True):
        covered = {x for strip in placed for x in strip}
        if connected(set(board.cells) - covered) and all(
            text in ("?", str(len(covered & set(board.near(x))))) for x, text in clues.items()
        ):
            yield board.text(labels(placed))


def facing(board: Board, stops: Collection[Cell]) -> Iterator[dict[Cell, str]]:
    """The ways to put arrows into cells that point at each other, with at least one cell between. stops: no arrows."""

    def ahead(filled: dict[Cell, object], x: Cell, name: str) -> tuple[int, object]:
        """How many cells without arrows lie there, and the arrow behind them; None if there is none."""
        ray = board.ray(x, name)
        ray = ray[: leading(ray, set(board.cells) - set(stops))]
        free = leading(ray, [y for y in ray if not filled[y]])
        return free, filled[ray[free]] if free < len(ray) else None

    def fits(filled: dict[Cell, object], x: Cell) -> bool:
        """The cells above it and to its left are filled."""
        for name in "nw":
            free, arrow = ahead(filled, x, name)
            if filled[x] and ((filled[x] == name) != (arrow == BACK[name]) or (filled[x] == name and not free)):
                return False
        return True

    for filled in fillings(board, {x: ["", *STEPS] for x in board.cells if x not in stops}, fits):
        if not any(filled[x] == name and not ahead(filled, x, name)[1] for x in filled for name in "es"):
            yield {x: str(name) for x, name in filled.items() if name}


@oracle("yajirushi")
def yajirushi(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    blocks = {x: text for x, text in tokens.items() if text == "x"}
    for arrows in facing(board, blocks):
        covered = set(arrows)
        for x, name in arrows.items():
            ray = board.ray(x, name)
            covered |= set(ray[: leading(ray, set(board.cells) - set(arrows))])
        if covered == set(board.cells) - set(blocks) and all(arrows.get(x, "x") == text for x, text in tokens.items()):
            yield board.text({**blocks, **arrows})


@oracle("yajirushi2")
def yajirushi2(board: Board) -> Iterator[str]:
    clues = board.tokens()
    for arrows in facing(board, clues):
        if connected(set(board.cells) - set(arrows) - set(clues)) and all(
            text in ("?", str(len(arrows.keys() & set(board.near(x))))) for x, text in clues.items()
        ):
            yield board.text(arrows)
