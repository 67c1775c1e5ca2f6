"""The rules of genres of puzz.link in words: islands, arrows, angles, rectangles, objects that move, and others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product

from .places import (
    CORNERWARDS,
    STEPS,
    Board,
    Cell,
    apart,
    beside,
    borders,
    connected,
    exits,
    fillings,
    groups,
    is_rectangle,
    leading,
    linked,
    numbered,
    oracle,
    partitions,
    shadings,
    subsets,
)

Shaded = frozenset[Cell]

#: The direction back.
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}


def white(board: Board, shaded: Shaded) -> set[Cell]:
    """The cells that are not shaded."""
    return set(board.cells) - shaded


def side(cells: Collection[Cell]) -> int:
    """The side of a square that the cells fill; 0 if they do not."""
    rows = len({r for r, _ in cells})
    return rows if is_rectangle(cells) and rows**2 == len(cells) else 0


def is_strip(cells: Collection[Cell]) -> bool:
    """Whether the cells lie in a straight line."""
    return is_rectangle(cells) and 1 in (len({r for r, _ in cells}), len({c for _, c in cells}))


def full_square(board: Board, cells: Collection[Cell]) -> bool:
    """Whether a square of two by two cells lies in the set."""
    return any(set(square) <= set(cells) for square in board.squares)


# -- Shading


@oracle("lookair")
def lookair(board: Board) -> Iterator[str]:
    def sees(shaded: Shaded, x: Cell) -> Iterator[Cell]:
        for name in STEPS:
            ray = board.ray(x, name)
            free = leading(ray, white(board, shaded))
            if 0 < free < len(ray):
                yield ray[free]

    def fits(shaded: Shaded) -> bool:
        squares = groups(shaded)
        size = {x: side(square) for square in squares for x in square}
        return (
            all(size.values()) and not any(size[x] == size[y] for x in shaded for y in sees(shaded, x))
            and all(len(shaded & {x, *board.near(x)}) == n for x, n in board.numbers().items())
        )  # fmt: skip

    board.tokens()
    yield from shadings(board, fits)


def islands(board: Board, shaded: Shaded) -> bool:
    """Each white group holds one number or question mark: its size."""
    tokens = board.tokens()
    return not shaded & set(tokens) and all(
        len(texts := [tokens[x] for x in group if x in tokens]) == 1 and texts[0] in ("?", str(len(group)))
        for group in groups(white(board, shaded))
    )


@oracle("nuribou")
def nuribou(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        strips = groups(shaded)
        size = {x: len(strip) for strip in strips for x in strip}
        return all(map(is_strip, strips)) and not any(
            size[x] == size.get(y) for x in shaded for y in board.near(x, CORNERWARDS)
        )

    yield from shadings(board, lambda shaded: fits(shaded) and islands(board, shaded))


@oracle("norinuri")
def norinuri(board: Board) -> Iterator[str]:
    yield from shadings(board, lambda shaded: all(len(pair) == 2 for pair in groups(shaded)) and islands(board, shaded))


def lonely(board: Board, shaded: Shaded) -> bool:
    """Shaded cells share no side, and the white cells are connected."""
    return apart(shaded) and connected(white(board, shaded))


@oracle("context")
def context(board: Board) -> Iterator[str]:
    def right(x: Cell, number: int, shaded: Shaded) -> bool:
        return len(shaded & set(board.near(x, CORNERWARDS if x in shaded else STEPS))) == number

    board.tokens()
    yield from shadings(
        board,
        lambda shaded: lonely(board, shaded) and all(right(x, n, shaded) for x, n in board.numbers().items()),
    )


@oracle("aquapelago")
def aquapelago(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        size = {x: len(group) for group in groups(shaded, CORNERWARDS) for x in group}
        return (
            lonely(board, shaded) and not full_square(board, white(board, shaded))
            and all(x in shaded and text in ("?", str(size[x])) for x, text in board.tokens().items())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("circlesandsquares")
def circlesandsquares(board: Board) -> Iterator[str]:
    yield from shadings(
        board,
        lambda shaded: connected(shaded) and not full_square(board, shaded)
        and all(map(side, groups(white(board, shaded))))
        and all((x in shaded) == (text == "b") for x, text in board.tokens().items()),
    )  # fmt: skip


@oracle("nurimaze")
def nurimaze(board: Board) -> Iterator[str]:
    marks = board.tokens()
    tiles = {min(cells): cells for cells in board.areas().values()}

    def way(cells: set[Cell], start: Cell, end: Cell) -> set[Cell]:
        """The only way in a tree: what is left when all other dead ends are taken away."""
        while dead := {x for x in cells - {start, end} if len(cells & set(board.near(x))) < 2}:
            cells = cells - dead
        return cells

    def fits(shaded: Shaded) -> bool:
        maze = white(board, shaded)
        links = sum(y in maze for x in maze for y in board.near(x)) // 2
        ends = [x for x, text in marks.items() if text in "SG"]
        return (
            not shaded & set(marks) and connected(maze) and (not maze or links == len(maze) - 1)
            and not full_square(board, maze) and not full_square(board, shaded)
            and sorted(marks[x] for x in ends) == ["G", "S"] and set(marks.values()) <= set("SGot")
            and all((x in way(maze, *ends)) == (text != "t") for x, text in marks.items())
        )  # fmt: skip

    for chosen in subsets(board, tiles):
        shaded = frozenset(x for tile in chosen for x in tiles[tile])
        if fits(shaded):
            yield board.text(dict.fromkeys(shaded, "x"))


# -- Numbers and arrows


@oracle("sukororoom")
def sukororoom(board: Board) -> Iterator[str]:
    areas = {min(cells): cells for cells in board.areas().values()}
    for chosen in subsets(board, areas):
        filled = {x for area in chosen for x in areas[area]}
        values = {x: len(filled & set(board.near(x))) for x in filled}
        if (
            connected(filled) and all(values.values())
            and all(len({values[x] for x in areas[area]}) == len(areas[area]) for area in chosen)
            and all(x in filled and text in ("?", str(values[x])) for x, text in board.tokens().items())
        ):  # fmt: skip
            yield board.text(values)


@oracle("viewnumber")
def viewnumber(board: Board) -> Iterator[str]:
    for filled in subsets(board, board.cells):
        values = {x: board.seen(x, white(board, filled)) for x in filled}
        if (
            connected(filled) and not any(values[x] == values.get(y) for x in filled for y in board.near(x))
            and all(x in filled and text in ("?", str(values[x])) for x, text in board.tokens().items())
        ):  # fmt: skip
            yield board.text(values)


@oracle("toichika")
def toichika(board: Board) -> Iterator[str]:
    areas, region, tokens = board.areas(), borders(board.areas()), board.tokens()
    joint = board.option("joint", "no") == "yes"
    beside = {(region[x], region[y]) for x in board.cells for y in board.near(x)}
    choices = {name: [(x, d) for x in cells for d in STEPS] for name, cells in areas.items()}
    for filled in fillings(board, choices, lambda _, __: True):  # type: ignore[arg-type]
        arrows: dict[Cell, str] = dict(filled.values())  # type: ignore[arg-type]
        partner = {}
        for x, name in arrows.items():
            ray = board.ray(x, name)
            ahead = ray[leading(ray, white(board, frozenset(arrows))) :]
            if ahead and arrows[ahead[0]] == BACK[name]:
                partner[x] = ahead[0]
        if (
            len(partner) == len(arrows) and not any((region[x], region[y]) in beside for x, y in partner.items())
            and all(text in ("?", arrows.get(x)) and x in arrows for x, text in tokens.items())
            and (not joint or connected(white(board, frozenset(arrows))))
        ):  # fmt: skip
            yield board.text(arrows)


@oracle("roma")
def roma(board: Board) -> Iterator[str]:
    tokens, region = board.tokens(), borders(board.areas())
    free = [x for x in board.cells if tokens.get(x) != "o"]

    def choices(x: Cell) -> list[str]:
        text = tokens.get(x, "?")
        return [name for name in STEPS if board.ray(x, name) and text in ("?", name)]

    def arrives(arrows: Mapping[Cell, object], x: Cell) -> bool:
        for _ in board.cells:
            if x in arrows:
                x = board.ray(x, str(arrows[x]))[0]
        return x not in arrows

    for arrows in fillings(
        board,
        {x: choices(x) for x in free},
        lambda arrows, x: all(arrows[y] != arrows[x] for y in arrows if y != x and region[y] == region[x]),
    ):
        if all(arrives(arrows, x) for x in free):
            yield board.text(arrows)


@oracle("walllogic")
def walllogic(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    numbers = {x: text for x, text in tokens.items() if text != "x"}
    blocks = {x: text for x, text in tokens.items() if text == "x"}
    if "0" in numbers.values():
        return

    def choices(x: Cell, text: str) -> list[tuple[tuple[str, Cell], ...]]:
        rays = [(d, board.ray(x, d)) for d in STEPS]
        free = [(d, ray[: leading(ray, set(board.cells) - set(tokens))]) for d, ray in rays]
        lengths = product(*(range(len(ray) + 1) for _, ray in free))
        return [
            tuple((d, y) for (d, ray), count in zip(free, each) for y in ray[:count])
            for each in lengths if text in ("?", str(sum(each)))
        ]  # fmt: skip

    def fits(chosen: dict[Cell, object], x: Cell) -> bool:
        covered = [y for each in chosen.values() for _, y in each]  # type: ignore[attr-defined]
        return len(set(covered)) == len(covered)

    for chosen in fillings(board, {x: choices(x, text) for x, text in numbers.items()}, fits):
        arrows = {y: d for each in chosen.values() for d, y in each}  # type: ignore[attr-defined]
        yield board.text({**blocks, **arrows})


# -- Divisions


@oracle("fillmat")
def fillmat(board: Board) -> Iterator[str]:
    tokens = board.numbers()
    board.tokens()

    def fits(strip: frozenset[Cell]) -> bool:
        numbers = [n for x, n in tokens.items() if x in strip]
        return is_strip(strip) and numbers in ([], [len(strip)])

    for strips in partitions(board, board.cells, fits, 4):
        of = {x: strip for strip in strips for x in strip}
        if not any(of[x] != of[y] and len(of[x]) == len(of[y]) for x in board.cells for y in board.near(x)) and not any(
            len({of[x] for x in square}) == 4 for square in board.squares
        ):
            yield numbered(board, strips)


def corner_of(cells: frozenset[Cell]) -> Cell | None:
    """The corner of an angle: it has neighbours in both directions, the only one that has."""
    bends = [
        (r, c) for r, c in cells
        if ({(r - 1, c), (r + 1, c)} & cells) and ({(r, c - 1), (r, c + 1)} & cells)
    ]  # fmt: skip
    if len(bends) != 1:
        return None
    r, c = bends[0]
    arms = [{x for x in cells if x[0] != r}, {x for x in cells if x[1] != c}]
    straight = all(x[1] == c for x in arms[0]) and all(x[0] == r for x in arms[1])
    at_ends = not ({(r - 1, c), (r + 1, c)} <= cells or {(r, c - 1), (r, c + 1)} <= cells)
    return (r, c) if straight and at_ends else None


def is_angle(board: Board, cells: frozenset[Cell]) -> bool:
    """Whether the cells are an angle, and all that stands in them is right."""
    corner, tokens = corner_of(cells), board.tokens()

    def right(cell: Cell, text: str) -> bool:
        if text == "?":
            return True
        if text not in STEPS:
            return cell == corner and text in ("c", str(len(cells)))
        ahead, behind = board.ray(cell, text), board.ray(cell, BACK[text])
        return corner in ahead[: leading(ahead, cells)] and not leading(behind, cells)

    return corner is not None and all(right(x, tokens[x]) for x in cells if x in tokens)


@oracle("loute", "sashigane")
def angles(board: Board) -> Iterator[str]:
    for regions in partitions(board, board.cells, lambda cells: is_angle(board, cells)):
        yield numbered(board, regions)


@oracle("sashikazune")
def sashikazune(board: Board) -> Iterator[str]:
    tokens = board.tokens()

    def fits(cells: frozenset[Cell]) -> bool:
        corner, inside = corner_of(cells), cells & set(tokens)
        return corner is not None and len(inside) <= 2 and all(
            tokens[r, c] in ("?", str(abs(r - corner[0]) + abs(c - corner[1]) + 1)) for r, c in inside
        )  # fmt: skip

    for regions in partitions(board, board.cells, fits):
        yield numbered(board, regions)


@oracle("kaitoramma")
def kaitoramma(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    lines = [(r, 0) for r in range(2, board.rows + 1)] + [(0, c) for c in range(2, board.columns + 1)]
    for cuts in subsets(board, lines):
        parts: dict[Cell, list[Cell]] = {}
        for r, c in board.cells:
            band = (sum(0 < p <= r for p, _ in cuts), sum(0 < q <= c for _, q in cuts))
            parts.setdefault(band, []).append((r, c))
        if all(len({tokens[x] for x in part if x in tokens}) == 1 for part in parts.values()):
            yield numbered(board, parts.values())


# -- Lines


def ropes(board: Board) -> Iterator[list[tuple[tuple[Cell, Cell], list[Cell]]]]:
    """The ways to draw rectangles, named by two opposite corners, of which none has a corner on another one."""

    def around(box: tuple[Cell, Cell]) -> list[Cell]:
        (r, c), (s, d) = box
        return [
            *((r, k) for k in range(c, d)), *((k, d) for k in range(r, s)),
            *((s, k) for k in range(d, c, -1)), *((k, c) for k in range(s, r, -1)),
        ]  # fmt: skip

    boxes = [(x, y) for x, y in combinations(board.cells, 2) if x[0] < y[0] and x[1] < y[1]]
    corners = {box: {(r, c) for r in (box[0][0], box[1][0]) for c in (box[0][1], box[1][1])} for box in boxes}
    cells = {box: around(box) for box in boxes}
    boxes = [box for box in boxes if set(board.cells).issuperset(cells[box])]

    def fits(chosen: dict[object, object], box: object) -> bool:
        others = [each for each, drawn in chosen.items() if drawn and each != box]
        return not chosen[box] or not any(
            corners[box] & set(cells[each]) or corners[each] & set(cells[box])  # type: ignore[index]
            for each in others
        )

    for chosen in fillings(board, dict.fromkeys(boxes, (0, 1)), fits):  # type: ignore[arg-type]
        yield [(box, cells[box]) for box, yes in chosen.items() if yes]  # type: ignore[index, misc]


def drawn(board: Board, chosen: Iterable[tuple[object, list[Cell]]]) -> dict[Cell, str]:
    """The sides where rectangles leave each cell."""
    return exits(step for _, rope in chosen for step in pairwise([*rope, rope[0]]))


@oracle("nagenawa")
def nagenawa(board: Board) -> Iterator[str]:
    board.tokens()
    areas, region = board.areas(), borders(board.areas())
    for chosen in ropes(board):
        passed = {x for _, rope in chosen for x in rope}
        if all(len(passed & set(areas[region[x]])) == n for x, n in board.numbers().items()):
            yield board.text(drawn(board, chosen))


@oracle("ringring")
def ringring(board: Board) -> Iterator[str]:
    black = board.tokens()
    for chosen in ropes(board):
        if {x for _, rope in chosen for x in rope} == set(board.cells) - black.keys():
            yield board.text({**black, **drawn(board, chosen)})


@oracle("orbital")
def orbital(board: Board) -> Iterator[str]:
    white, black, numbers = set(board.tokens("circles")), set(board.tokens()), board.numbers()

    def around(box: tuple[Cell, Cell]) -> set[Cell]:
        (r, c), (s, d) = box
        return {x for x in black if r < x[0] < s and c < x[1] < d}

    for chosen in ropes(board):
        passed = {x for _, rope in chosen for x in rope}
        within = [around(box) for box, _ in chosen]
        if (
            passed >= white and not passed & black and sorted(x for each in within for x in each) == sorted(black)
            and all(len(each) < 2 for each in within)
            and all(len(white & set(rope)) == numbers.get(x, len(white & set(rope)))
                    for each, (_, rope) in zip(within, chosen) for x in each)
        ):  # fmt: skip
            yield board.text(drawn(board, chosen))


def moved(board: Board, steps: Mapping[Cell, str], blocks: Collection[Cell] = ()) -> Iterator[list[list[Cell]]]:
    """The ways of objects that go straight, as many steps as said, or any number (?, o), not over blocks."""
    solid = steps.keys() | set(blocks)

    def choices(x: Cell, text: str) -> list[tuple[Cell, ...]]:
        ways = [()] + [tuple(ray[:n]) for ray in (board.ray(x, d) for d in STEPS) for n in range(1, len(ray) + 1)]
        return [way for way in ways if text in ("o", "?", str(len(way))) and not set(way) & solid]

    def alone(chosen: dict[Cell, object], _: Cell) -> bool:
        cells = [y for way in chosen.values() for y in way]  # type: ignore[attr-defined]
        return len(set(cells)) == len(cells)

    for chosen in fillings(board, {x: choices(x, text) for x, text in steps.items()}, alone):
        yield [[x, *way] for x, way in chosen.items()]  # type: ignore[misc]


def moves(board: Board, fits: Callable[[set[Cell]], bool], blocks: Collection[Cell] = ()) -> Iterator[str]:
    """The ways that objects can go, for the cells on which they stand in the end to fit. blocks: no objects."""
    for ways in moved(board, {x: text for x, text in board.tokens().items() if x not in blocks}, blocks):
        if fits({way[-1] for way in ways}):
            yield board.text(exits(step for way in ways for step in pairwise(way)))


@oracle("yosenabe")
def yosenabe(board: Board) -> Iterator[str]:
    texts, pots = board.tokens(), groups(set(board.tokens("pots")))
    circles = {x: int(text) if text.isdigit() else 0 for x, text in texts.items() if not text.startswith("p")}
    totals = {x: int(text[1:]) for x, text in texts.items() if text.startswith("p") and text != "p?"}
    if any(len(totals.keys() & pot) > 1 for pot in pots) or not set(totals) <= set(board.tokens("pots")):
        return
    for ways in moved(board, dict.fromkeys(circles, "?")):
        inside = [[way[0] for way in ways if way[-1] in pot] for pot in pots]
        if all(inside) and sum(map(len, inside)) == len(ways) and all(
            total in (0, totals.get(y, total))
            for pot, each in zip(pots, inside) for total in [sum(circles[x] for x in each)] for y in pot
        ):  # fmt: skip
            yield board.text(exits(step for way in ways for step in pairwise(way)))


@oracle("yajisoko")
def yajisoko(board: Board) -> Iterator[str]:
    texts, blocks = board.tokens(), board.tokens("blocks")
    boxes = {x: "o" for x, text in texts.items() if text == "o"}
    if boxes.keys() & blocks.keys():
        return
    for ways in moved(board, boxes, blocks):
        ends = {way[-1] for way in ways}
        if all(
            text[:-1] in ("?", str(len(ends & set(board.ray(x, text[-1])))))
            for x, text in texts.items() if x not in boxes and x not in ends
        ):  # fmt: skip
            yield board.text(exits(step for way in ways for step in pairwise(way)) | blocks)


@oracle("tateyoko")
def tateyoko(board: Board) -> Iterator[str]:
    texts = board.tokens()
    blocks = {x: text for x, text in texts.items() if text.endswith("x")}
    along = {"v": "ns", "h": "ew"}

    def bar(full: Mapping[Cell, object], cell: Cell) -> list[Cell]:
        kind = str(full[cell])
        rays = [board.ray(cell, name) for name in along[kind]]
        same = {x for x in full if full[x] == kind}
        return [cell, *(x for ray in rays for x in ray[: leading(ray, same)])]

    def right(full: Mapping[Cell, object], cell: Cell) -> bool:
        text = texts[cell]
        if cell in blocks:
            ends = sum(
                name in along[str(full[ray[0]])] for name in STEPS if (ray := board.ray(cell, name)) and ray[0] in full
            )
            return text == "x" or int(text[:-1]) == ends
        cells = bar(full, cell)
        return text in ("?", "0", str(len(cells))) and sum(x in texts for x in cells) == 1

    white = {x: "vh" for x in board.cells if x not in blocks}
    for full in fillings(board, white, lambda *_: True):
        if all(right(full, x) for x in texts):
            yield board.text({**full, **blocks})


@oracle("rectangleslider")
def rectangleslider(board: Board) -> Iterator[str]:
    yield from moves(board, lambda panels: all(is_rectangle(each) and len(each) > 1 for each in groups(panels)))


@oracle("blindrush")
def blindrush(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    sides = [(x, y) for x, y, text in beside(board, "sides") if text == "|"]
    ends = {(x, y): (y, (y[0] + (x[0] == y[0]), y[1] + (x[1] == y[1]))) for x, y in sides}
    walls = linked({corner for pair in ends.values() for corner in pair}, list(ends.values()))

    def over(way: list[Cell]) -> list[int]:
        steps = [(min(pair), max(pair)) for pair in pairwise(way)]
        return [at for step in steps if step in ends for at, wall in enumerate(walls) if ends[step][0] in wall]

    def choices(x: Cell) -> list[list[Cell]]:
        rays = [[x, *board.ray(x, d)] for d in STEPS]
        return [
            ray[:n] for ray in rays for n in range(2, len(ray) + 1)
            if (n == len(ray) or (min(ray[n - 1 : n + 1]), max(ray[n - 1 : n + 1])) in ends)
            and not set(ray[1:n]) & set(tokens) and numbers.get(x, len(over(ray[:n]))) == len(over(ray[:n]))
        ]  # fmt: skip

    def alone(chosen: dict[Cell, object], _: Cell) -> bool:
        cells = [y for way in chosen.values() for y in way]  # type: ignore[attr-defined]
        return len(set(cells)) == len(cells)

    for chosen in fillings(board, {x: choices(x) for x in tokens}, alone):
        ways = list(chosen.values())
        if sorted(at for way in ways for at in over(way)) == [*range(len(walls))]:  # type: ignore[arg-type]
            yield board.text(exits(step for way in ways for step in pairwise(way)))  # type: ignore[call-overload]


@oracle("hamlepaths")
def hamlepaths(board: Board) -> Iterator[str]:
    yield from moves(board, lambda panels: apart(panels) and connected(set(board.cells) - panels))


def turned(cells: Iterable[Cell], group: Iterable[Cell]) -> bool:
    """Whether a half turn of the group takes the cells to themselves."""
    height, width = (min(each) + max(each) for each in zip(*group))
    return set(cells) == {(height - r, width - c) for r, c in cells}


@oracle("bonsan")
def bonsan(board: Board) -> Iterator[str]:
    yield from moves(board, lambda circles: turned(circles, board.cells))


@oracle("heyabon")
def heyabon(board: Board) -> Iterator[str]:
    areas = [set(area) for area in board.areas().values()]
    yield from moves(board, lambda circles: all(circles & area and turned(circles & area, area) for area in areas))


@oracle("satogaeri")
def satogaeri(board: Board) -> Iterator[str]:
    areas = [set(area) for area in board.areas().values()]
    home = board.text({})
    for text in moves(board, lambda circles: all(len(circles & area) == 1 for area in areas)):
        if text != home:
            yield text


@oracle("arrowflow")
def arrowflow(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    holes = {x for x, text in tokens.items() if text == "#"}
    choices: dict[Cell, Sequence[object]] = {x: [tokens[x]] if x in tokens else list(STEPS) for x in board.cells
                                             if tokens.get(x, "n") in STEPS}  # fmt: skip
    free = list(choices)

    def differs(values: dict[Cell, object], cell: Cell) -> bool:
        return all(values.get(y) != values[cell] for y in board.near(cell))

    def goal(values: dict[Cell, object], cell: Cell) -> Cell | None:
        passed: set[Cell] = set()
        while cell in values and cell not in passed:
            passed.add(cell)
            ahead = board.ray(cell, str(values[cell]))
            if not ahead:
                return None
            cell = ahead[0]
        return None if cell in holes | set(values) else cell

    for values in fillings(board, choices, differs):
        goals = [goal(values, x) for x in free]
        if None not in goals and all(goals.count(x) == n for x, n in numbers.items()):
            yield board.text(values)
