"""The rules of genres of puzz.link in words: several numbers of a cell, arrows that show the way, countries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from .places import STEPS, Board, Cell, connected, groups, loops, numbered, oracle, partitions, runs, shadings
from .shading import Shaded, lonely, white


@oracle("guidearrow")
def guidearrow(board: Board) -> Iterator[str]:
    goals, arrows = set(board.tokens("star")), board.tokens()

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        joints = sum(y in free for x in free for y in board.near(x)) // 2
        return (
            lonely(board, shaded) and joints == max(0, len(free) - 1) and not shaded & {*goals, *arrows}
            and all(
                begins(free - {x}, board.ray(x, name)[:1])
                for x, name in arrows.items() if name in STEPS and x not in goals
            )
        )  # fmt: skip

    def begins(free: set[Cell], step: list[Cell]) -> bool:
        return any(goals & group and group.issuperset(step) for group in groups(free)) and bool(step)

    yield from shadings(board, fits)


@oracle("interbd")
def interbd(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    colour = {x: text[0] for x, text in tokens.items() if text[0].isalpha()}
    number = {x: int(text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for x, text in tokens.items() if text[-1].isdigit()}

    def fits(shaded: Shaded) -> bool:
        countries = groups(white(board, shaded))
        colours = [{colour[x] for x in country if x in colour} for country in countries]
        return (
            all(len(each) == 1 for each in colours) and sum(map(len, colours)) == len(set().union(*colours))
            and all(sum(any(y in country for y in board.near(x)) for country in countries) > 1 for x in shaded)
            and all(sum(y in shaded for y in board.near(x)) == n for x, n in number.items())
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(tokens))


def clockwise(board: Board) -> dict[Cell, dict[str, int]]:
    """The numbers of cells that have four of them, by their directions; without question marks."""
    return {
        x: {name: int(number) for name, number in zip("nesw", text.split("/")) if number.isdigit()}
        for x, text in board.tokens().items()
    }


@oracle("compass")
def compass(board: Board) -> Iterator[str]:
    holes = {x for x, text in board.tokens().items() if text == "#"}
    compasses = {x: numbers for x, numbers in clockwise(board).items() if x not in holes}

    def fits(region: frozenset[Cell]) -> bool:
        inside = [x for x in compasses if x in region]
        if len(inside) != 1:
            return False
        (row, column), numbers = inside[0], compasses[inside[0]]
        beyond = {
            "n": sum(r < row for r, _ in region), "s": sum(r > row for r, _ in region),
            "w": sum(c < column for _, c in region), "e": sum(c > column for _, c in region),
        }  # fmt: skip
        return all(beyond[name] == number for name, number in numbers.items())

    for regions in partitions(board, sorted(set(board.cells) - holes), fits):
        yield numbered(board, regions)


def length(loop: Mapping[Cell, str], cell: Cell, name: str) -> int:
    """How many steps a loop goes straight on from a cell in a direction."""
    at, count = cell, 0
    while name in loop[at]:
        at, count = (at[0] + STEPS[name][0], at[1] + STEPS[name][1]), count + 1
    return count


@oracle("mukkonn")
def mukkonn(board: Board) -> Iterator[str]:
    through = set(board.cells) - {x for x, text in board.tokens().items() if text == "#"}
    for loop in loops(board):
        if loop.keys() == through and all(
            length(loop, x, name) in (0, number)
            for x, numbers in clockwise(board).items() for name, number in numbers.items()
        ):  # fmt: skip
            yield board.text(loop)


def lengths_fit(numbers: Sequence[str], lengths: set[int]) -> bool:
    """Whether these are the lengths that numbers and question marks tell."""
    told = {int(number) for number in numbers if number.isdigit()}
    return told <= lengths and len(lengths) == len(told) + sum(number == "?" for number in numbers)


@oracle("lohkous")
def lohkous(board: Board) -> Iterator[str]:
    clues = board.tokens()

    def fits(region: frozenset[Cell]) -> bool:
        inside = [x for x in clues if x in region]
        lengths = {length for line in board.lines for length in runs(line, region)}
        return len(inside) == 1 and lengths_fit(clues[inside[0]].split(","), lengths)

    for regions in partitions(board, board.cells, fits):
        yield numbered(board, regions)


@oracle("railpool")
def railpool(board: Board) -> Iterator[str]:
    tokens, areas = board.tokens(), board.areas()
    holes = {x for x, text in tokens.items() if text == "#"}
    told = {
        name: [number for x in area if x in tokens and x not in holes for number in tokens[x].split(",")]
        for name, area in areas.items()
    }  # fmt: skip

    def lengths(loop: Mapping[Cell, str], area: Collection[Cell]) -> set[int]:
        return {sum(length(loop, x, name) for name in names) for x in area for names in ("ns", "ew")} - {0}

    for loop in loops(board):
        if set(loop) == set(board.cells) - holes and all(
            lengths_fit(told[name], lengths(loop, set(area) - holes)) for name, area in areas.items() if told[name]
        ):
            yield board.text(loop)


@oracle("snakeegg")
def snakeegg(board: Board) -> Iterator[str]:
    tokens, numbers = board.tokens(), board.numbers()
    ends = {x for x, text in tokens.items() if text == "o"}
    given = [int(text) if text.isdigit() else 0 for row in board.rows_of("sizes") for text in row]

    def fits(shaded: Shaded) -> bool:
        beside = {x: sum(y in shaded for y in board.near(x)) for x in shaded}
        eggs = groups(white(board, shaded))
        sizes = Counter(map(len, eggs))
        return (
            connected(shaded) and max(beside.values(), default=3) < 3 and min(beside.values()) < 2
            and all(beside.get(x) == 1 for x in ends) and not shaded & (set(tokens) - ends)
            and all(len(egg) == numbers[x] for egg in eggs for x in egg if x in numbers)
            and sizes == Counter({size: number for size, number in enumerate(given, 1) if number})
        )  # fmt: skip

    yield from shadings(board, fits)
