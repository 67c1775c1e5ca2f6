"""The rules of types with paths that have a beginning and an end, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product

from .genres import BACK
from .loops import BENDS, line_from, tracks
from .places import (
    ALL_STEPS,
    CORNERWARDS,
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
    linked,
    oracle,
    subsets,
)


@oracle("hotarubeam")
def hotarubeam(board: Board) -> Iterator[str]:
    fireflies = board.tokens()
    dots = {x: text[-1] for x, text in fireflies.items() if text[-1] in STEPS}
    turns = {x: int(text[:-1]) for x, text in fireflies.items() if text[:-1].isdigit()}
    every = ["".join(name for at, name in enumerate("nsew") if bits >> at & 1) for bits in range(16)]

    def beam(track: dict[Cell, str], start: Cell) -> list[str] | None:
        """The directions in which its line goes, up to a firefly where it does not end at the dot."""
        at, names = start, [dots[start]]
        while True:
            at = (at[0] + STEPS[names[-1]][0], at[1] + STEPS[names[-1]][1])
            back = BACK[names[-1]]
            if at in fireflies:
                return names if dots.get(at) != back else None
            names.append(track[at].replace(back, ""))

    pieces = {
        x: [each for each in every if dots.get(x, "") in each] if x in fireflies else [*BENDS, ""] for x in board.cells
    }
    for track in tracks(board, pieces):
        beams = {x: beam(track, x) for x in dots}
        drawn = sum(len(names or []) for names in beams.values())
        ends = set(track) | dots.keys()
        if (
            track and None not in beams.values() and 2 * drawn == sum(map(len, track.values()))
            and all(sum(a != b for a, b in zip(beams[x] or [], (beams[x] or [])[1:])) == n for x, n in turns.items())
            and len(linked(ends, [(x, y) for x in track for y in along(track, x)])) == 1
        ):  # fmt: skip
            yield board.text(track)


@oracle("rassisilai")
def rassisilai(board: Board) -> Iterator[str]:
    area = {x: name for name, cells in board.areas().items() for x in cells if name != "#"}
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}

    def may_go(cell: Cell, name: str) -> bool:
        other = (cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])
        return area.get(other) == area[cell] and frozenset((cell, other)) not in walls

    pieces = {x: [each for each in [*"nsew", *BENDS] if all(may_go(x, name) for name in each)] for x in area}
    for track in tracks(board, pieces):
        ends = [x for x in track if len(track[x]) == 1]
        paths = {frozenset(line_from(track, x)) for x in ends}
        names = [area[min(path)] for path in paths]
        if sum(map(len, paths)) == len(area) and len(set(names)) == len(names) and apart(ends, ALL_STEPS):
            yield board.text(track)


def ways(board: Board) -> Iterator[list[Cell]]:
    """The ways from S to G that come through each cell at most once; none if there are several of one of them."""
    ends = board.tokens("ends")
    if sorted(ends.values()) != ["G", "S"]:
        return
    start, goal = (next(x for x in ends if ends[x] == name) for name in "SG")

    def walk(way: list[Cell]) -> Iterator[list[Cell]]:
        board.spend()
        if way[-1] == goal:
            yield way
            return
        for cell in board.near(way[-1]):
            if cell not in way:
                yield from walk([*way, cell])

    yield from walk([start])


def visits(board: Board) -> Iterator[tuple[list[Cell], list[list[Cell]], dict[Cell, int]]]:
    """The ways through all cells: the cells of each visit, one after the other, and which visit each cell is on."""
    area = {x: name for name, cells in board.areas().items() for x in cells}
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}
    for way in ways(board):
        if len(way) == len(board.cells):
            stays: list[list[Cell]] = []
            for before, x in pairwise([None, *way]):
                if before is None or area[before] != area[x] or {before, x} in walls:
                    stays.append([])
                stays[-1].append(x)
            names = [area[stay[0]] for stay in stays]
            counts = {x: names[: at + 1].count(names[at]) for at, stay in enumerate(stays) for x in stay}
            yield way, stays, counts


@oracle("haisu")
def haisu(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    board.tokens()
    for way, _, counts in visits(board):
        if all(counts[x] == n for x, n in numbers.items()):
            yield board.text(exits(pairwise(way)))


@oracle("kaisu")
def kaisu(board: Board) -> Iterator[str]:
    circles = set(board.tokens())
    for way, stays, counts in visits(board):
        if all(len(circles & set(stay)) in (0, counts[stay[0]]) for stay in stays):
            yield board.text(exits(pairwise(way)))


@oracle("buildingwalk")
def buildingwalk(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    top = max(numbers.values(), default=1)
    if board.option("top", "no") == "no":
        top += len(tokens)  # higher than that nobody needs to go

    def after(floors: set[int], text: str) -> set[int]:
        """The floors that one may be on behind a cell."""
        every = range(1, top + 1)
        if text.isdigit():
            return floors & {int(text)}
        lifts = {"u": lambda old, new: new > old, "d": lambda old, new: new < old, "x": lambda old, new: new != old}
        return {new for new in every if any(lifts[text](old, new) for old in floors)} if text else floors

    for way in ways(board):
        floors = set(range(1, top + 1))
        for x in way:
            floors = after(floors, tokens.get(x, ""))
        if floors and tokens.keys() <= set(way):
            yield board.text(exits(pairwise(way)))


def crossing_ways(board: Board, ice: Collection[Cell]) -> Iterator[list[Cell]]:
    """The ways from IN to OUT, cell by cell, straight on ice, which they may cross; other cells are passed once."""
    gates: dict[str, list[tuple[Cell, str]]] = {"in": [], "out": []}
    rows, columns = range(1, board.rows + 1), range(1, board.columns + 1)
    for part, cells, name in (
        ("top", [(1, c) for c in columns], "s"), ("bottom", [(board.rows, c) for c in columns], "n"),
        ("left", [(r, 1) for r in rows], "e"), ("right", [(r, board.columns) for r in rows], "w"),
    ):  # fmt: skip
        for cell, text in zip(cells, [text for row in board.rows_of(part) for text in row]):
            if text in gates:
                gates[text].append((cell, name))
    if [len(each) for each in gates.values()] != [1, 1]:
        return
    (start, first), (goal, last) = gates["in"][0], gates["out"][0]
    out = (goal[0] - STEPS[last][0], goal[1] - STEPS[last][1])

    def walk(way: list[Cell], name: str) -> Iterator[list[Cell]]:
        board.spend()
        used = {frozenset(step) for step in pairwise(way)}
        for each in [name] if way[-1] in ice else STEPS:
            cell = (way[-1][0] + STEPS[each][0], way[-1][1] + STEPS[each][1])
            if way[-1] == goal and cell == out:
                yield way
            elif board.has(cell) and (cell in ice or cell not in way) and frozenset((way[-1], cell)) not in used:
                yield from walk([*way, cell], each)

    yield from walk([start], first)


@oracle("icebarn")
def icebarn(board: Board) -> Iterator[str]:
    ice = set(board.tokens("ice"))
    arrows = [(x, y) if text == ">" else (y, x) for x, y, text in beside(board, "arrows") if text in ("<", ">")]
    for way in crossing_ways(board, ice):
        if set(arrows) <= set(pairwise(way)) and all(area & set(way) for area in groups(ice)):
            yield board.text(exits(pairwise(way)))


@oracle("icelom")
def icelom(board: Board) -> Iterator[str]:
    ice, tokens = set(board.tokens("ice")), board.tokens()
    skip = board.option("skip", "no") == "yes"
    for way in crossing_ways(board, ice):
        met = [tokens[x] for x in way if x in tokens]
        if (
            len(met) == len(tokens) and all(text in ("?", str(at)) for at, text in enumerate(met, 1))
            and (all(area & set(way) for area in groups(ice)) if skip else set(board.cells) - ice <= set(way))
        ):  # fmt: skip
            yield board.text(exits(pairwise(way)))


@oracle("recoil")
def recoil(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    cells = {x for x in board.cells if tokens.get(x) != "#"}
    starts = [x for x, text in tokens.items() if text == "x"]

    def walk(way: list[Cell], obstacles: set[Cell]) -> Iterator[list[Cell]]:
        board.spend()
        free = cells - set(way) - obstacles
        if not free:
            yield way
        for name, (r, c) in STEPS.items():
            cell = (way[-1][0] + r, way[-1][1] + c)
            behind = [x for x in board.ray(way[-1], BACK[name]) if x in free]
            if cell in free and behind:
                yield from walk([*way, cell], obstacles | {behind[0]})

    if len(starts) == 1:
        for way in walk(starts, set()):
            yield board.text(exits(pairwise(way)))


def polygons(board: Board, points: Sequence[Cell]) -> Iterator[list[tuple[Cell, Cell]]]:
    """The sides of all polygons with corners in these points, each of them once, no side over another one."""

    def over(pair: tuple[Cell, Cell]) -> bool:
        (a, b), (c, d) = pair
        return any(
            (r - a) * (d - b) == (s - b) * (c - a) and min(a, c) <= r <= max(a, c) and min(b, d) <= s <= max(b, d)
            for r, s in points if (r, s) not in pair
        )  # fmt: skip

    for order in permutations(points[1:]):
        board.spend()
        if len(order) > 1 and order[0] < order[-1]:
            sides = list(pairwise([points[0], *order, points[0]]))
            if not any(map(over, sides)):
                yield sides


def meet(one: tuple[Cell, Cell], other: tuple[Cell, Cell]) -> bool:
    """Whether two sides cross, not at their ends."""

    def turn(a: Cell, b: Cell, c: Cell) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return turn(*one, other[0]) * turn(*one, other[1]) < 0 and turn(*other, one[0]) * turn(*other, one[1]) < 0


def polygon_text(board: Board, sides: Sequence[tuple[Cell, Cell]]) -> str:
    """The text of a polygon."""
    names: dict[Cell, list[str]] = {}
    for one, other in sides:
        for (a, b), (c, d) in ((one, other), (other, one)):
            level = ("e" if d > b else "w") if d != b else ""
            upright = ("s" if c > a else "n") if c != a else ""
            far = upright and level
            name = f"{upright}{abs(c - a)}{level}{abs(d - b)}" if far else upright + level
            names.setdefault((a, b), []).append(name)
    return board.text(
        {
            x: ("+" if any(len(name) > 1 for name in each) else "").join(
                sorted(each, key=lambda name: (len(name), "nsew".index(name) if len(name) == 1 else 0, name))
            )
            for x, each in names.items()
        }
    )


@oracle("angleloop")
def angleloop(board: Board) -> Iterator[str]:
    symbols = board.tokens()
    if not symbols:
        yield board.text({})
    for sides in polygons(board, list(symbols)):
        ends = {x: [pair[1 - pair.index(x)] for pair in sides if x in pair] for x in symbols}
        angles = {
            (r, c): ((a - r) * (d - r) + (b - c) * (e - c), (a - r) * (e - c) != (b - c) * (d - r))
            for (r, c), ((a, b), (d, e)) in ends.items()
        }
        if not any(meet(one, other) for one, other in combinations(sides, 2)) and all(
            bent and text == ("3" if dot > 0 else "5" if dot else "4")
            for text, (dot, bent) in zip(symbols.values(), angles.values())
        ):
            yield polygon_text(board, sides)


@oracle("kouchoku")
def kouchoku(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    letters = {x: text.upper() for x, text in tokens.items() if text != "o"}
    if not tokens:
        yield board.text({})

    def right(one: tuple[Cell, Cell], other: tuple[Cell, Cell]) -> bool:
        (a, b), (c, d) = ((r - t, s - u) for (r, s), (t, u) in (one, other))
        return not meet(one, other) or a * c + b * d == 0

    for sides in polygons(board, list(tokens)):
        told = [(letters[x], letters[y]) for x, y in sides if x in letters and y in letters]
        if (
            all(right(one, other) for one, other in combinations(sides, 2))
            and all(one == other for one, other in told)
            and all(told.count((v, v)) == n - 1 for v, n in Counter(letters.values()).items())
        ):
            yield polygon_text(board, sides)


@oracle("tajmahal")
def tajmahal(board: Board) -> Iterator[str]:
    circles: dict[Cell, str] = {}  # in half cells
    for (r, c), text in board.tokens().items():
        number, where = text.strip("esm"), text.lstrip("o0123456789")
        circles[2 * r + where.startswith("s"), 2 * c + where.endswith("e")] = number

    def squares(circle: Cell) -> Iterator[list[tuple[Cell, Cell]]]:
        for x, y in permutations(board.cells, 2):
            z = (circle[0] - x[0], circle[1] - x[1])  # opposite to x, seen from the circle
            u = (circle[0] - y[0], circle[1] - y[1])
            turned = (x[0] - z[0], x[1] - z[1]) == (y[1] - u[1], u[0] - y[0])  # the diagonals are equal, and upright
            if turned and {x, y, z, u} <= set(board.cells) and x == min(x, y, z, u):
                yield [(x, y), (y, z), (z, u), (u, x)]

    def over(side: tuple[Cell, Cell], place: Cell) -> bool:
        (a, b), (c, d), (r, s) = *side, place
        between = (r - a) * (r - c) + (s - b) * (s - d) < 0
        return between and (r - a) * (d - b) == (s - b) * (c - a)

    def apart(one: list[tuple[Cell, Cell]], other: list[tuple[Cell, Cell]]) -> bool:
        corners = {x for x, _ in one} | {x for x, _ in other}
        return not any(
            meet(a, b) or set(a) == set(b) or any(over(side, x) for side in (a, b) for x in corners)
            for a in one for b in other
        )  # fmt: skip

    each = [[s for s in squares(k) if not any((2 * r, 2 * c) in circles for (r, c), _ in s)] for k in circles]
    for chosen in product(*each):
        board.spend()
        if all(apart(one, other) for one, other in combinations(chosen, 2)):
            corners = [{x for x, _ in square} for square in chosen]
            shared = [{at for at, other in enumerate(corners) if other is not one and one & other} for one in corners]
            told = [number in ("o", str(len(others))) for number, others in zip(circles.values(), shared)]
            reached = set(range(min(1, len(chosen))))
            for _ in chosen:
                reached.update(*(shared[at] for at in list(reached)))
            if all(told) and len(reached) == len(chosen):
                yield polygon_text(board, [side for square in chosen for side in square])


@oracle("pmemory")
def pmemory(board: Board) -> Iterator[str]:
    areas, grey, ends = board.areas(), board.tokens("grey"), [x for x, text in board.tokens().items() if text == "o"]
    if len(ends) != 2:
        return
    dark = [sorted(area) for area in areas.values() if any(x in area for x in grey)]
    alike = [
        pair for pair in combinations(dark, 2)
        if len({tuple((r - area[0][0], c - area[0][1]) for r, c in area) for area in pair}) == 1
    ]  # fmt: skip
    free = [x for x in board.cells if x not in ends]
    for on in subsets(board, free):
        cells = on | set(ends)
        near = {x: [y for y in board.near(x) if y in cells] for x in cells}
        corners = [x for x in cells for y in cells & set(board.near(x, CORNERWARDS)) if not set(near[x]) & set(near[y])]
        track = exits((x, y) for x in cells for y in near[x] if x < y)
        if (
            connected(cells) and not corners and all(len(near[x]) == (1 if x in ends else 2) for x in cells)
            and all(cells & set(area) for area in dark)
            and all(track.get(x) == track.get(y) for one, other in alike for x, y in zip(one, other))
        ):  # fmt: skip
            yield board.text(track)


@oracle("ubahn")
def ubahn(board: Board) -> Iterator[str]:
    closed, pieces = board.tokens(), ["", *("".join(each) for n in (2, 3, 4) for each in combinations("nsew", n))]
    kinds = {"crossings": lambda piece: len(piece) == 4, "forks": lambda piece: len(piece) == 3,
             "straights": lambda piece: piece in ("ns", "ew"),
             "bends": lambda piece: len(piece) == 2 and piece not in ("ns", "ew")}  # fmt: skip
    told = [
        (line, kinds[kind], text)
        for kind in kinds for part, lines in (("row", board.lines[: board.rows]), ("column", board.lines[board.rows :]))
        for line, text in zip(lines, [text for row in board.rows_of(f"{part}_{kind}") for text in row])
        if text.isdigit()
    ]  # fmt: skip

    def fits(values: dict[Cell, object], cell: Cell) -> bool:
        return all(
            (name in str(values[cell])) == (other in values and BACK[name] in str(values[other]))
            for name in "nw"
            for other in [(cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])]
        ) and not any(not board.has((cell[0] + STEPS[name][0], cell[1] + STEPS[name][1])) for name in str(values[cell]))

    for values in fillings(board, {x: [""] if x in closed else pieces for x in board.cells}, fits):
        drawn = {x: str(piece) for x, piece in values.items() if piece}
        pairs = [(x, y) for x, piece in drawn.items() for y in along(drawn, x)]
        if len(linked(drawn, pairs)) == 1 and all(
            sum(is_kind(str(values[x])) for x in line) == int(text) for line, is_kind, text in told
        ):
            yield board.text({**dict.fromkeys(closed, "x"), **drawn})


@oracle("goishi")
def goishi(board: Board) -> Iterator[str]:
    stones = board.tokens().keys()
    most = max(board.rows, board.columns)

    def ahead(cell: Cell, r: int, c: int) -> list[Cell]:
        """The places in a direction, holes among them, over which one goes as over places without a stone."""
        return [(cell[0] + at * r, cell[1] + at * c) for at in range(1, most)]

    def walks(order: list[Cell], back: str) -> Iterator[list[Cell]]:
        """The orders that begin with some stones; back: the direction in which one came, turned round."""
        board.spend()
        if len(order) == len(stones):
            yield order
        for name in STEPS if order else ():
            left = [x for x in ahead(order[-1], *STEPS[name]) if x in stones and x not in order]
            if left and name != back:
                yield from walks([*order, left[0]], BACK[name])

    for order in [[]] if not stones else [way for first in stones for way in walks([first], "")]:
        yield board.text({x: number for number, x in enumerate(order, 1)})


@oracle("zip")
def zip_(board: Board) -> Iterator[str]:
    numbers = board.numbers()
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}
    if sorted(numbers.values()) != list(range(1, len(numbers) + 1)) or len(numbers) < 2:
        return

    def walk(way: list[Cell], last: int) -> Iterator[list[Cell]]:
        board.spend()
        if len(way) == len(board.cells) and last == len(numbers) == numbers.get(way[-1]):
            yield way
        for cell in board.near(way[-1]):
            if cell not in way and {way[-1], cell} not in walls and numbers.get(cell, last + 1) == last + 1:
                yield from walk([*way, cell], last + (cell in numbers))

    for way in walk([x for x, n in numbers.items() if n == 1], 1):
        yield board.text(exits(pairwise(way)))


@oracle("linkapix")
def linkapix(board: Board) -> Iterator[str]:
    ends = board.tokens()
    cells = {x: int(text.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for x, text in ends.items()}

    def ways(way: list[Cell], used: set[Cell]) -> Iterator[list[Cell]]:
        """The paths of a number to one that looks the same, through cells that are free."""
        board.spend()
        for cell in board.near(way[-1]):
            is_last = len(way) + 1 == cells[way[0]]
            if (
                cell not in used
                and cell not in way
                and is_last is (cell in ends)
                and ends.get(cell) in (None, ends[way[0]])
            ):
                if is_last:
                    yield [*way, cell]
                else:
                    yield from ways([*way, cell], used)

    def joined(left: list[Cell], used: set[Cell]) -> Iterator[list[list[Cell]]]:
        if not left:
            yield []
            return
        for way in [[left[0]]] if cells[left[0]] == 1 else ways([left[0]], used):
            for others in joined([x for x in left if x not in way], used | set(way)):
                yield [way, *others]

    for found in joined(sorted(ends), set()) if 0 not in cells.values() else ():
        yield board.text(exits(step for way in found for step in pairwise(way)))


@oracle("net")
def net(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}
    wraps = board.option("wraps", "no") == "yes"
    shut = {name: [text for row in board.rows_of(name) for text in row] for name in ("right", "bottom")}
    walls |= {frozenset(((r, board.columns), (r, 1))) for r, text in enumerate(shut["right"], 1) if text == "|"}
    walls |= {frozenset(((board.rows, c), (1, c))) for c, text in enumerate(shut["bottom"], 1) if text == "|"}
    if (wraps and min(board.rows, board.columns) < 3) or (not wraps and "|" in shut["right"] + shut["bottom"]):
        return
    order = "nesw"
    turned = {
        x: {frozenset(order[(order.index(name) + by) % 4] for name in text) for by in range(4)}
        for x, text in tokens.items()
    }
    every = {frozenset(name for name, bit in zip(order, bits) if bit) for bits in product((0, 1), repeat=4)}

    def beyond(x: Cell, name: str) -> Cell:
        r, c = x[0] + STEPS[name][0], x[1] + STEPS[name][1]
        return ((r - 1) % board.rows + 1, (c - 1) % board.columns + 1) if wraps else (r, c)

    def fits(values: dict[Cell, object], x: Cell) -> bool:
        for name in order:
            y = beyond(x, name)
            leads = name in values[x]  # type: ignore[operator]
            if leads and not (board.has(y) and frozenset((x, y)) not in walls):
                return False
            if y in values and leads != (BACK[name] in values[y]):  # type: ignore[operator]
                return False
        return True

    for values in fillings(board, {x: turned.get(x, every) for x in board.cells}, fits):
        links = [(x, beyond(x, name)) for x in values for name in values[x]]  # type: ignore[attr-defined]
        if len(linked(board.cells, links)) == 1 and len(links) == 2 * (len(board.cells) - 1):
            texts = {x: "".join(name for name in "nsew" if name in values[x]) for x in values}  # type: ignore[operator]
            yield board.text({x: text for x, text in texts.items() if text})


@oracle("flowbridges")
def flowbridges(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    walls = {frozenset((x, y)) for x, y, text in beside(board, "walls") if text == "|"}
    opened = [[text == "o" for row in board.rows_of(name) for text in row] for name in ("bottom", "right")]
    ends = {x: text for x, text in tokens.items() if text != "+"}
    if any(list(ends.values()).count(text) != 2 for text in ends.values()):
        return

    over: dict[tuple[Cell, str], Cell] = {}
    for axis, names in enumerate(("sn", "ew")):
        for at in (at for at, is_open in enumerate(opened[axis], 1) if is_open):
            line = [x for x in board.cells if x[1 - axis] == at]
            if not line or line[-1][axis] - line[0][axis] < 2:
                return
            over |= {(line[-1], names[0]): line[0], (line[0], names[1]): line[-1]}

    def beyond(x: Cell, name: str) -> Cell:
        return over.get((x, name)) or (x[0] + STEPS[name][0], x[1] + STEPS[name][1])

    def leads(x: Cell, name: str) -> bool:
        return board.has(beyond(x, name)) and ((x, name) in over or frozenset((x, beyond(x, name))) not in walls)

    if any(not leads(x, name) for x, text in tokens.items() if text == "+" for name in "nsew"):
        return

    def choices(x: Cell) -> set[str]:
        if tokens.get(x) == "+":
            return {"nsew"}
        return {"n", "s", "e", "w"} if x in ends else {"ns", "ew", "ne", "nw", "se", "sw"}

    def fits(values: dict[Cell, object], x: Cell) -> bool:
        for name in "nsew":
            y, goes = beyond(x, name), name in values[x]  # type: ignore[operator]
            if goes and not leads(x, name):
                return False
            if leads(x, name) and y in values and goes != (BACK[name] in values[y]):  # type: ignore[operator]
                return False
        return True

    for values in fillings(board, {x: choices(x) for x in board.cells}, fits):
        met: set[tuple[Cell, bool]] = set()  # each place, a bridge twice: along rows, and along columns
        right = True
        for x in ends:
            at, name = x, str(values[x])
            while True:
                met.add((at, tokens.get(at) == "+" and name in "ew"))
                at = beyond(at, name)
                if at in ends:
                    break
                name = name if tokens.get(at) == "+" else str(values[at]).replace(BACK[name], "")
            met.add((at, False))
            right = right and at != x and ends[at] == ends[x]
        if right and len(met) == len(board.cells) + list(tokens.values()).count("+"):
            yield board.text(values)
