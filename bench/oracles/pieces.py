"""The rules of genres of puzz.link in words: groups of shaded cells, chains of them, rings, dominoes, and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations

from .genres import is_strip
from .places import (
    ALL_STEPS,
    CORNERWARDS,
    Board,
    Cell,
    apart,
    connected,
    fillings,
    groups,
    is_rectangle,
    linked,
    oracle,
    runs,
    shadings,
)
from .shading import Shaded, counts, kind, kurotto, lonely, short, square_free, walled, white


@oracle("akichiwake")
def akichiwake(board: Board) -> Iterator[str]:
    parted, areas, bound = walled(board), board.areas(), board.option("at_most", "no") == "yes"

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        parts = linked(free, {(x, y) for x in free for y in board.near(x) if y in free} - parted)
        largest = {name: max([0, *(len(part) for part in parts if part & set(area))]) for name, area in areas.items()}
        return (
            lonely(board, shaded) and all(short(line, shaded, parted) for line in board.lines)
            and all(
                largest[name] == n or (bound and largest[name] < n)
                for x, n in board.numbers().items() for name, area in areas.items() if x in area
            )
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("archipelago")
def archipelago(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        islands = groups(shaded)
        size = {x: len(island) for island in islands for x in island}
        chains = [[island for island in islands if island <= chain] for chain in groups(shaded, ALL_STEPS)]
        return (
            all(x in shaded and text in ("?", str(size[x])) for x, text in board.tokens().items())
            and all(sorted(map(len, chain)) == [*range(1, len(chain) + 1)] and len(chain) > 1 for chain in chains)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("bramble")
def bramble(board: Board) -> Iterator[str]:
    parted = walled(board)

    def fits(shaded: Shaded) -> bool:
        pieces = groups(shaded)
        meeting = sum(
            bool(set(board.near(x, CORNERWARDS)) & other)
            for at, piece in enumerate(pieces) for other in pieces[:at] for x in piece
        )  # fmt: skip
        alone = {x for piece in pieces if len(piece) == 1 for x in piece}
        return (
            counts(board, shaded) and all(len(piece) < 3 for piece in pieces)
            and not any(x in shaded and y in shaded for x, y in parted) and apart(alone, ALL_STEPS)
            and connected(shaded, ALL_STEPS) and (not pieces or meeting == len(pieces) - 1)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("cityspace")
def cityspace(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        joints = sum(y in free for x in free for y in board.near(x)) // 2
        return (
            all(len(strip) > 1 and is_strip(strip) for strip in groups(shaded))
            and connected(free) and joints == max(0, len(free) - 1)
            and not shaded & set(board.tokens())
            and all(board.seen(x, free) + 1 == n for x, n in board.numbers().items())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("cornerchain")
def cornerchain(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        areas = groups(free)
        return (
            not shaded & set(board.tokens()) and connected(free, ALL_STEPS)
            and all(is_rectangle(area) == (len(area) % 2 == 0) for area in areas)
            and all(len(area) == n for x, n in board.numbers().items() for area in areas if x in area)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("disconnection")
def disconnection(board: Board) -> Iterator[str]:
    areas = [set(area) for area in board.areas().values()]
    yield from shadings(
        board,
        lambda shaded: all(len(groups(shaded & area)) == 2 for area in areas) and connected(shaded)
        and square_free(board, shaded),
    )  # fmt: skip


@oracle("dominion")
def dominion(board: Board) -> Iterator[str]:
    tokens = board.tokens()

    def fits(shaded: Shaded) -> bool:
        areas = [{tokens[x] for x in area if x in tokens} for area in groups(white(board, shaded))]
        letters = [letter for area in areas for letter in area - {"?"}]
        return (
            all(len(domino) == 2 for domino in groups(shaded)) and all(len(area - {"?"}) == 1 for area in areas)
            and len(letters) == len(set(letters))
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(tokens))


@oracle("hasunomura")
def hasunomura(board: Board) -> Iterator[str]:
    def fits(shaded: Shaded) -> bool:
        areas = groups(white(board, shaded))
        return (
            bool(shaded) and connected(shaded) and square_free(board, shaded)
            and all(
                sum(len(area) for area in areas if area & set(board.near(x, CORNERWARDS))) == n
                for x, n in board.numbers().items()
            )
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(board.tokens()))


@oracle("inabasisland")
def inabasisland(board: Board) -> Iterator[str]:
    for text in kurotto(board):
        shaded = {x for x, mark in board.marks(text).items() if mark == "x"}
        if shaded and connected(shaded | set(board.tokens())):
            yield text


@oracle("marutaring")
def marutaring(board: Board) -> Iterator[str]:
    areas, zeros = board.areas(), {x for x, n in board.numbers().items() if n == 0}

    def fits(shaded: Shaded) -> bool:
        return (
            all(len(shaded & set(board.near(x))) == 2 for x in shaded) and connected(shaded)
            and square_free(board, shaded) and counts(board, shaded)
            and all(is_rectangle(piece) for area in areas.values() for piece in groups(shaded & set(area)))
            and all(shaded & set(area) or zeros & set(area) for area in areas.values())
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("lightshadow")
def lightshadow(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    dark = {x for x, text in tokens.items() if text.endswith("x")}

    def right(group: set[Cell]) -> bool:
        texts = [tokens[x].removesuffix("x") for x in group if x in tokens]
        return len(texts) == 1 and texts[0] in ("?", str(len(group)))

    for text in shadings(board, lambda shaded: all(map(right, groups(shaded) + groups(white(board, shaded))))):
        shaded = {x for x, mark in board.marks(text).items() if mark == "x"}
        if dark == shaded & set(tokens):
            yield text


def alternate(values: Sequence[object]) -> bool:
    """No two values that follow one another are equal."""
    return all(one != other for one, other in pairwise(values))


@oracle("alternation")
def alternation(board: Board) -> Iterator[str]:
    given, areas = board.tokens(), board.areas()
    placements = {
        min(area): [
            dict(zip(cells, "cst")) for cells in permutations(area, 3)
            if all(given[x] in ("o", dict(zip(cells, "cst")).get(x)) and x in cells for x in area if x in given)
        ]
        for area in areas.values()
    }  # fmt: skip
    for placed in fillings(board, placements, lambda _, __: True):
        values: dict[Cell, str] = {x: v for each in placed.values() for x, v in each.items()}  # type: ignore[attr-defined]
        lines = [[values[x] for x in line if x in values] for line in board.lines]
        if all(len(set(line)) == 2 and alternate(line) for line in lines):
            yield board.text(values)


@oracle("lollipops")
def lollipops(board: Board) -> Iterator[str]:
    given = board.tokens()

    def fits(values: dict[Cell, object], _: Cell) -> bool:
        lines = [[values[x] for x in line if values.get(x)] for line in board.lines]
        return all(map(alternate, lines))

    def lollipop(values: dict[Cell, object], pair: set[Cell]) -> bool:
        kinds = sorted(str(values[x]) for x in pair)
        level = len({r for r, _ in pair}) == 1
        return len(pair) == 2 and kinds == (["h", "o"] if level else ["o", "v"])

    for values in fillings(board, {x: [given[x]] if x in given else ["", *"ohv"] for x in board.cells}, fits):
        filled = {x: v for x, v in values.items() if v}
        if all(lollipop(values, pair) for pair in groups(filled)):
            yield board.text(filled)


@oracle("tontonbeya")
def tontonbeya(board: Board) -> Iterator[str]:
    given = {x: text for x, text in board.tokens().items() if text != "?"}
    areas, parted = board.areas(), walled(board)

    def whole(cluster: set[Cell]) -> bool:
        steps = [(x, y) for x in cluster for y in board.near(x) if y in cluster and (x, y) not in parted]
        return len(linked(cluster, steps)) == 1

    def fits(values: dict[Cell, object]) -> bool:
        clusters = [
            (kind, cluster) for area in areas.values() for kind in "cst"
            for cluster in [{x for x in area if values[x] == kind}] if cluster
        ]  # fmt: skip
        sizes = Counter(len({len(c) for _, c in clusters if c <= set(area)}) for area in areas.values())
        return set(sizes) <= {1} and all(
            whole(cluster) and sum(
                other is not cluster and kind == like and any(y in other for x in cluster for y in board.near(x))
                for like, other in clusters
            ) == 1
            for kind, cluster in clusters
        )  # fmt: skip

    for values in fillings(board, {x: given.get(x, "cst") for x in board.cells}, lambda _, __: True):
        if fits(values):
            yield board.text(values)


@oracle("coral")
def coral(board: Board) -> Iterator[str]:
    told = [*board.rows_of("rows"), *board.rows_of("columns")]

    def right(line: list[Cell], texts: Sequence[str], shaded: Shaded) -> bool:
        clues = [text for text in texts if text not in (".", "-", "0")]
        lengths = Counter(map(str, runs(line, shaded)))
        known = Counter(text for text in clues if text != "?")
        return all(text in (".", "-") for text in texts) or (lengths.total() == len(clues) and known <= lengths)

    def fits(shaded: Shaded) -> bool:
        sea = groups(white(board, shaded))
        return (
            all(right(line, texts, shaded) for line, texts in zip(board.lines, told)) and connected(shaded)
            and square_free(board, shaded) and all(any(len(board.near(x)) < 4 for x in water) for water in sea)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("crossthestreams")
def crossthestreams(board: Board) -> Iterator[str]:
    told = [*board.rows_of("rows"), *board.rows_of("columns")]

    def match(clues: list[str], lengths: list[int]) -> bool:
        if not clues:
            return not lengths
        if clues[0] == "*":
            return any(match(clues[1:], lengths[at:]) for at in range(len(lengths) + 1))
        return bool(lengths) and clues[0] in ("?", str(lengths[0])) and match(clues[1:], lengths[1:])

    def right(line: list[Cell], texts: Sequence[str], shaded: Shaded) -> bool:
        clues = [text for text in texts if text not in (".", "-")]
        return not clues or match(clues, runs(line, shaded))

    yield from shadings(
        board,
        lambda shaded: all(right(line, texts, shaded) for line, texts in zip(board.lines, told))
        and connected(shaded) and square_free(board, shaded),
    )  # fmt: skip


@oracle("martini")
def martini(board: Board) -> Iterator[str]:
    tokens, areas, parted = board.tokens(), board.areas(), walled(board)
    circles = {x for x, text in tokens.items() if text != "x"}

    def fits(shaded: Shaded) -> bool:
        free = groups(white(board, shaded))
        return (
            {x for x, text in tokens.items() if x in shaded} == set(tokens) - circles
            and all(connected(shaded & set(area)) for area in areas.values())
            and not any(x in shaded and y in shaded for x, y in parted) and connected(shaded, ALL_STEPS)
            and all(len(group & circles) == n for x, n in board.numbers().items() for group in free if x in group)
        )  # fmt: skip

    yield from shadings(board, fits)


@oracle("hinge")
def hinge(board: Board) -> Iterator[str]:
    parted = walled(board)

    def folded(group: set[Cell]) -> bool:
        sides = {(x, y) for x, y in parted if x < y and x in group and y in group}
        lines = {("row", x[0]) if x[1] == y[1] else ("column", x[1]) for x, y in sides}
        if len(lines) != 1:
            return False
        ((kind, at),) = lines
        ahead = (1, 0) if kind == "row" else (0, 1)
        onward = {(x, (x[0] + ahead[0], x[1] + ahead[1])) for x in group if x[ahead[1]] == at}
        if any(y in group for _, y in onward - sides):
            return False
        along = sorted(x[1] if kind == "row" else x[0] for x, _ in sides)
        mirrored = {(2 * at + 1 - r, c) if kind == "row" else (r, 2 * at + 1 - c) for r, c in group}
        return along == [*range(along[0], along[0] + len(along))] and mirrored == group

    yield from shadings(
        board, lambda shaded: bool(shaded) and counts(board, shaded) and all(map(folded, groups(shaded)))
    )


@oracle("inverselitso")
def inverselitso(board: Board) -> Iterator[str]:
    areas = {min(area): area for area in board.areas().values()}
    parted = walled(board) & {(x, y) for area in areas.values() for x in area for y in area}
    pieces = {
        first: [
            piece for piece in map(frozenset, combinations(area, 4))
            if connected(piece) and not any(x in piece and y in piece for x, y in parted)
        ]
        for first, area in areas.items()
    }  # fmt: skip

    def name(piece: Shaded) -> str:
        return "O" if is_rectangle(piece) and len({r for r, _ in piece}) == 2 else kind(piece)

    def fits(placed: dict[Cell, object], _: Cell) -> bool:
        put: list[Shaded] = [piece for piece in placed.values() if isinstance(piece, frozenset)]
        beside = [piece for piece in put[:-1] if any(x in piece for y in put[-1] for x in board.near(y))]
        return all(name(piece) != name(put[-1]) for piece in beside)

    for placed in fillings(board, pieces, fits):
        put = [piece for piece in placed.values() if isinstance(piece, frozenset)]
        shaded = frozenset(board.cells) - frozenset().union(*put)
        if connected(shaded) and square_free(board, shaded):
            yield board.text({**dict.fromkeys(shaded, "x"), **{x: name(piece) for piece in put for x in piece}})
