"""The rules of types that fill cells with numbers, letters or signs, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import prod
from typing import TypeVar

from . import constraints
from .places import (
    ALL_STEPS,
    STEPS,
    Board,
    Cell,
    Oracle,
    beside,
    borders,
    connected,
    fillings,
    groups,
    oracle,
)
from .shading import walled

#: Values of the cells; None (or a sign) where nothing stands.
Values = Mapping[Cell, int | None]

#: Looks at a filling when a cell has got its value.
Fits = Callable[[Mapping[Cell, int | None], Cell], bool]


def filled(
    board: Board,
    values: Mapping[Cell, Collection[int | None]],
    units: Sequence[Collection[Cell]] = (),
    fits: Fits = lambda values, cell: True,
    whole: Callable[[Values], bool] = lambda values: True,
    given: Mapping[Cell, int] | None = None,
) -> Iterator[dict[Cell, int | None]]:
    """The ways to give each cell one of its values, numbers differing within units, givens where they stand.

    fits: looks at each new value, when not all others are there. whole: looks at the whole filling.
    """  # fmt: skip
    clues = board.numbers() if given is None else given
    peers: dict[Cell, set[Cell]] = {cell: set() for cell in values}
    for unit in units:
        for cell in unit:
            if cell in peers:
                peers[cell] |= set(unit) - {cell}

    def right(partial: dict[Cell, object], cell: Cell) -> bool:
        value = partial[cell]
        if clues.get(cell, value) != value:
            return False
        if value is not None and any(partial.get(peer) == value for peer in peers[cell]):
            return False
        return fits(partial, cell)  # type: ignore[arg-type]

    for complete in fillings(board, values, right):
        if whole(complete):  # type: ignore[arg-type]
            yield dict(complete)  # type: ignore[arg-type]


def texts(board: Board, answers: Iterator[dict[Cell, int | None]]) -> Iterator[str]:
    """The texts of fillings."""
    for values in answers:
        yield board.text({cell: value for cell, value in values.items() if value is not None})


def everywhere(board: Board, last: int, *others: None) -> dict[Cell, list[int | None]]:
    """The values 1 to last for every cell; with None, also nothing."""
    return {key: [*range(1, last + 1), *others] for key in board.cells}


def is_square(board: Board) -> bool:
    """Whether there are as many rows as columns."""
    return board.rows == board.columns


def differ(board: Board, steps: Mapping[str, Cell] = STEPS) -> Fits:
    """Equal numbers do not share a side (with ALL_STEPS, or a corner)."""
    return lambda values, cell: (
        values[cell] is None or all(values.get(other) != values[cell] for other in board.near(cell, steps))
    )


def margins(board: Board, values: Values, rows: str, columns: str) -> bool:
    """Numbers beside rows and above columns are the sums of their values."""
    return all(
        sum(value or 0 for x, value in values.items() if x[axis] == at) == total
        for axis, part in enumerate((rows, columns)) for at, total in board.margin(part).items()
    )  # fmt: skip


# -- Latin squares


def latin(
    board: Board,
    whole: Callable[[Values], bool] = lambda values: True,
    more: Sequence[Collection[Cell]] = (),
    fits: Fits = lambda values, cell: True,
    given: Mapping[Cell, int] | None = None,
) -> Iterator[dict[Cell, int | None]]:
    """The Latin squares that fit, with further units."""  # fmt: skip
    if is_square(board):
        yield from filled(board, everywhere(board, board.rows), [*board.lines, *more], fits, whole, given)


def but_zeros(board: Board, part: str = "grid") -> dict[Cell, int]:
    """The numbers of a grid in which 0 is blank."""
    return {cell: number for cell, number in board.numbers(part).items() if number}


def diagonals(board: Board) -> list[list[Cell]]:
    """The two long diagonals, if the option asks for them."""
    size = board.rows
    both = [[(at, at) for at in range(1, size + 1)], [(at, size + 1 - at) for at in range(1, size + 1)]]
    return both if board.option("diagonals", "no") == "yes" else []


def boxes(board: Board) -> list[list[Cell]]:
    """The boxes of a Sudoku; none if they do not fit."""
    size = board.rows
    height, width = int(board.option("box_rows", "0")), int(board.option("box_columns", "0"))
    if not height and not width:
        height = max(each for each in range(1, size + 1) if each * each <= size and size % each == 0)
    height = height or size // width
    width = width or size // height
    if height * width != size:
        return []
    cells_of: dict[Cell, list[Cell]] = {}
    for r, c in board.cells:
        cells_of.setdefault(((r - 1) // height, (c - 1) // width), []).append((r, c))
    return list(cells_of.values())


def sudoku_answers(board: Board, whole: Callable[[Values], bool], part: str = "grid") -> Iterator[str]:
    """The Sudokus that fit, with the constraints that the board adds. part: where the givens stand."""
    boxed = boxes(board) if is_square(board) else []

    def fits(values: Values) -> bool:
        return whole(values) and constraints.kept(board, lambda cell: values[cell] or 0, boxed)

    constraints.look_at(board)
    if boxed:
        given = but_zeros(board, part)
        yield from texts(board, latin(board, fits, [*boxed, *diagonals(board)], given=given))


@oracle("sudoku")
def sudoku(board: Board) -> Iterator[str]:
    yield from sudoku_answers(board, lambda values: True)


@oracle("evenoddsudoku")
def evenoddsudoku(board: Board) -> Iterator[str]:
    signs = {x: "EO".index(text) for x, text in board.tokens().items() if text in "EO"}
    yield from sudoku_answers(board, lambda values: all((values[x] or 0) % 2 == rest for x, rest in signs.items()))


@oracle("killer")
def killer(board: Board) -> Iterator[str]:
    cages = board.areas("cages")
    totals = of_cages(cages, board.numbers("totals"))

    def fits(values: Values) -> bool:
        return all(len({values[x] for x in cage}) == len(cage) for cage in cages.values()) and all(
            sum(values[x] or 0 for x in cages[name]) == total for name, total in (totals or {}).items()
        )

    if totals is not None:
        yield from sudoku_answers(board, fits, "givens")


Clue = TypeVar("Clue")


def of_cages(cages: Mapping[str, Collection[Cell]], clues: Mapping[Cell, Clue]) -> dict[str, Clue] | None:
    """The clue of each cage that has one; None if one has several, or a clue stands outside of all."""
    cage = borders(cages)
    names = [cage[x] for x in clues if x in cage]
    return dict(zip(names, clues.values())) if len(set(names)) == len(clues) else None


def from_sides(board: Board) -> Iterator[tuple[list[Cell], int]]:
    """The numbers in the margins, each with its line as it is seen from there."""
    for part, axis in (("left", 0), ("right", 0), ("top", 1), ("bottom", 1)):
        for at, number in board.margin(part).items():
            line = [x for x in board.cells if x[axis] == at]
            yield (line if part in ("left", "top") else line[::-1]), number


@oracle("marginsudoku")
def marginsudoku(board: Board) -> Iterator[str]:
    def near(line: list[Cell]) -> list[Cell]:
        box = next(box for box in boxes(board) if line[0] in box)
        return [x for x in line if x in box]

    yield from sudoku_answers(
        board, lambda values: all(sum(values[x] or 0 for x in near(line)) == n for line, n in from_sides(board))
    )


def visible(line: Sequence[Cell], values: Values) -> int:
    """How many buildings are seen from the beginning of a line."""
    heights = [values[x] or 0 for x in line]
    return sum(height > max([0, *heights[:at]]) for at, height in enumerate(heights))


@oracle("skyscrapersudoku")
def skyscrapersudoku(board: Board) -> Iterator[str]:
    yield from sudoku_answers(board, lambda values: all(visible(line, values) == n for line, n in from_sides(board)))


@oracle("jigsawsudoku")
def jigsawsudoku(board: Board) -> Iterator[str]:
    areas = list(board.areas().values())
    if all(len(area) == board.rows for area in areas):
        yield from texts(board, latin(board, more=[*areas, *diagonals(board)], given=but_zeros(board)))


@oracle("factors")
def factors(board: Board) -> Iterator[str]:
    areas = board.areas()
    products = of_cages(areas, board.numbers())

    def right(values: Values) -> bool:
        return all(prod(values[x] or 0 for x in areas[name]) == n for name, n in (products or {}).items())

    if products is not None:
        yield from texts(board, latin(board, right, given={}))


def result(operation: str, numbers: list[int]) -> int | None:
    """What the numbers make by an operation; None if they make nothing."""
    first, *others = sorted(numbers, reverse=True)
    if operation in "*x":
        return prod(numbers)
    if operation == "/":
        return first // others[0] if len(others) == 1 and first % others[0] == 0 else None
    return sum(numbers) if operation == "+" else first - sum(others)


@oracle("kenken")
def kenken(board: Board) -> Iterator[str]:
    cages = board.areas("cages")
    clues = of_cages(cages, board.tokens())

    def matches(text: str, numbers: list[int]) -> bool:
        operations = text.lstrip("0123456789") or ("+-*/" if len(numbers) > 1 else "+")
        return any(result(each, numbers) == int(text.rstrip("+-*/x")) for each in operations)

    def right(values: Values) -> bool:
        return all(matches(text, [values[x] or 0 for x in cages[name]]) for name, text in (clues or {}).items())

    if clues is not None:
        yield from texts(board, latin(board, right, given={}))


@oracle("mathrax")
def mathrax(board: Board) -> Iterator[str]:
    def matches(values: Values, corner: Cell, text: str) -> bool:
        r, c = corner  # the first corner inside the board is the lower right one of the first cell
        a, b, d, e = (values[x] or 0 for x in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)))
        if text in "eEoO":
            return all(n % 2 == (text in "oO") for n in (a, b, d, e))
        return all(result(text[-1], pair) == int(text[:-1]) for pair in ([a, e], [b, d]))

    corners = board.tokens("corners")
    yield from texts(
        board, latin(board, lambda values: all(matches(values, corner, text) for corner, text in corners.items()))
    )


def agrees(sign: str, one: int, other: int) -> bool:
    """Whether a sign between two numbers is right."""
    return one < other if sign in "<^" else one > other if sign in ">v" else True


@oracle("futoshiki")
def futoshiki(board: Board) -> Iterator[str]:
    signs = list(beside(board, "signs"))
    yield from texts(
        board, latin(board, lambda values: all(agrees(text, values[x] or 0, values[y] or 0) for x, y, text in signs))
    )


@oracle("minarism")
def minarism(board: Board) -> Iterator[str]:
    signs = list(beside(board, "between"))

    def right(text: str, one: int, other: int) -> bool:
        return abs(one - other) == int(text) if text.isdigit() else agrees(text, one, other)

    yield from texts(
        board, latin(board, lambda values: all(right(text, values[x] or 0, values[y] or 0) for x, y, text in signs))
    )


@oracle("kazunori")
def kazunori(board: Board) -> Iterator[str]:
    areas, sums = board.areas(), [(x, y, int(text)) for x, y, text in beside(board, "sums") if text.isdigit()]
    parted = walled(board)
    highest = {x: len(area) // 2 for area in areas.values() for x in area}

    def right(values: Values) -> bool:
        pairs = [[x for x in area if values[x] == n] for area in areas.values() for n in range(1, len(area) // 2 + 1)]
        return (
            all(len(pair) == 2 and pair[1] in board.near(pair[0]) and tuple(pair) not in parted for pair in pairs)
            and not any(len({values[x] for x in square}) == 1 for square in board.squares)
            and all((values[x] or 0) + (values[y] or 0) == number for x, y, number in sums)
        )

    if all(len(area) % 2 == 0 for area in areas.values()):
        choices: dict[Cell, list[int | None]] = {x: [*range(1, highest[x] + 1)] for x in board.cells}
        yield from texts(board, filled(board, choices, whole=right))


@oracle("kropki")
def kropki(board: Board) -> Iterator[str]:
    dots = list(beside(board, "dots"))

    def right(dot: str, one: int, other: int) -> bool:
        white, black = abs(one - other) == 1, 2 * min(one, other) == max(one, other)
        return white if dot == "w" else black if dot == "b" else not white and not black

    yield from texts(
        board, latin(board, lambda values: all(right(dot, values[x] or 0, values[y] or 0) for x, y, dot in dots))
    )


@oracle("renban")
def renban(board: Board) -> Iterator[str]:
    def consecutive(numbers: list[int]) -> bool:
        return sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))

    yield from texts(board, latin(
        board, lambda values: all(consecutive([values[x] or 0 for x in area]) for area in board.areas().values())
    ))  # fmt: skip


@oracle("bricks")
def bricks(board: Board) -> Iterator[str]:
    shift = board.option("first", "whole") == "half"
    pairs = [((r, c), (r, c + 1)) for r, c in board.cells if (r + c + shift) % 2 == 0 and c < board.columns]
    if board.rows % 2 == 0:
        yield from texts(
            board, latin(board, lambda values: all(((values[x] or 0) + (values[y] or 0)) % 2 for x, y in pairs))
        )


@oracle("consecutivesudoku")
def consecutivesudoku(board: Board) -> Iterator[str]:
    """Every bar is given in both cells; in one alone it counts, too."""
    bars = board.numbers("bars")
    bit = {"e": 1, "s": 2, "w": 4, "n": 8}
    marked = {
        frozenset((x, (x[0] + STEPS[name][0], x[1] + STEPS[name][1])))
        for x, number in bars.items() for name in bit if number & bit[name]
    }  # fmt: skip

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        return all(
            (abs((values[cell] or 0) - (values[x] or 0)) == 1) == (frozenset((cell, x)) in marked)
            for x in board.near(cell) if x in values
        )  # fmt: skip

    inside = all(set(pair) <= set(board.cells) for pair in marked)
    if is_square(board) and inside and all(number < 16 for number in bars.values()):
        yield from texts(board, latin(board, fits=fits, given=but_zeros(board)))


@oracle("eulero")
def eulero(board: Board) -> Iterator[str]:
    """Both halves of a pair as one number of two digits."""
    tokens = dict(board.tokens().items())
    digits = range(1, board.rows + 1)
    domain = {
        x: [10 * a + b for a in digits for b in digits
            if all(given in ("0", str(n)) for given, n in zip(tokens.get(x, "00"), (a, b)))]
        for x in board.cells
    }  # fmt: skip
    lines = {x: [y for line in board.lines if x in line for y in line if y != x] for x in board.cells}

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        first, second = divmod(values[cell] or 0, 10)
        others = [divmod(values[x] or 0, 10) for x in lines[cell] if x in values]
        return all(a != first and b != second for a, b in others)

    if is_square(board):
        yield from texts(board, filled(board, domain, [board.cells], fits, given={}))


# -- Latin squares with empty cells


def with_blanks(
    board: Board,
    last: int,
    whole: Callable[[Values], bool] = lambda values: True,
    given: Mapping[Cell, int] | None = None,
    crosses: str = "x",
) -> Iterator[dict[Cell, int | None]]:
    """The ways to put 1 to last once into each row, column and long diagonal that counts, that fit.

    Crosses stay empty, circles (o, 0, ?) are filled.
    """  # fmt: skip
    tokens = board.tokens()
    clues = but_zeros(board) if given is None else given
    units = [*board.lines, *diagonals(board)]

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        sign = tokens.get(cell, "")
        if sign and sign in crosses + "o0?" and (sign in crosses) != (values[cell] is None):
            return False
        return all(
            sum(x in values and values[x] is None for x in unit) <= len(unit) - last for unit in units if cell in unit
        )

    if is_square(board) and last <= board.rows:
        yield from filled(board, everywhere(board, last, None), units, fits, whole, clues)


@oracle("fuzuli")
def fuzuli(board: Board) -> Iterator[str]:
    def loose(values: Values) -> bool:
        return all(any(values[x] is None for x in square) for square in board.squares)

    yield from texts(board, with_blanks(board, int(board.option("numbers", "3")), loose))


@oracle("nanbaboru")
def nanbaboru(board: Board) -> Iterator[str]:
    yield from texts(board, with_blanks(board, int(board.option("numbers", "3"))))


@oracle("abcendview")
def abcendview(board: Board) -> Iterator[str]:
    letter = {chr(64 + n): n for n in range(1, 27)}

    def first(values: Values) -> bool:
        for part, axis in (("left", 0), ("right", 0), ("top", 1), ("bottom", 1)):
            for at, text in enumerate(board.rows_of(part)[0], 1):
                line = [values[x] for x in board.cells if x[axis] == at]
                seen = [n for n in (line if part in ("left", "top") else line[::-1]) if n]
                if text not in ".-" and seen[:1] != [letter[text.upper()]]:
                    return False
        return True

    given = {x: letter[text.upper()] for x, text in board.tokens().items() if text.upper() in letter and text != "x"}
    for values in with_blanks(board, int(board.option("last", "3")), first, given):
        yield board.text({x: chr(64 + n) for x, n in values.items() if n})


@oracle("skyscrapers")
def skyscrapers(board: Board) -> Iterator[str]:
    last = int(board.option("heights", "0")) or board.rows
    yield from texts(board, with_blanks(
        board, last, lambda values: all(visible(line, values) == n for line, n in from_sides(board)), crosses="x0"
    ))  # fmt: skip


@oracle("doppelblock")
def doppelblock(board: Board) -> Iterator[str]:
    def between(values: Values) -> bool:
        for line, total in from_sides(board):
            at, other = (at for at, x in enumerate(line) if values[x] is None)
            if sum(values[x] or 0 for x in line[at:other]) != total:
                return False
        return True

    last = board.rows - 2
    if last >= 1 and int(board.option("numbers", "0")) in (0, last):
        for values in with_blanks(board, last, between):
            yield board.text({x: n or "x" for x, n in values.items()})


# -- Regions with the numbers from 1 to their size


def by_size(
    board: Board,
    fits: Fits = lambda values, cell: True,
    whole: Callable[[Values], bool] = lambda values: True,
    areas: Mapping[str, list[Cell]] | None = None,
) -> Iterator[str]:
    """The ways to fill each region with 1 to its size that fit."""  # fmt: skip
    areas = {label: area for label, area in board.areas().items() if label != "#"} if areas is None else areas
    values = {x: list(range(1, len(area) + 1)) for area in areas.values() for x in area}
    yield from texts(board, filled(board, dict(sorted(values.items())), list(areas.values()), fits, whole))


@oracle("kojun")
def kojun(board: Board) -> Iterator[str]:
    region = borders(board.areas())

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        above = (cell[0] - 1, cell[1])
        lower = region.get(above) != region[cell] or (values[above] or 0) > (values[cell] or 0)
        return lower and differ(board)(values, cell)

    yield from by_size(board, fits)


@oracle("suguru")
def suguru(board: Board) -> Iterator[str]:
    yield from by_size(board, differ(board, ALL_STEPS))


@oracle("meander")
def meander(board: Board) -> Iterator[str]:
    areas = [area for label, area in board.areas().items() if label != "#"]

    def walks(values: Values) -> bool:
        ways = [sorted(area, key=lambda x: values[x] or 0) for area in areas]
        return all(y in board.near(x) for way in ways for x, y in pairwise(way))

    board.tokens()
    yield from by_size(board, differ(board, ALL_STEPS), walks)


@oracle("numcity")
def numcity(board: Board) -> Iterator[str]:
    areas, parted = list(board.areas().values()), walled(board)

    def fits(values: Values) -> bool:
        for area in areas:
            districts = [[x for x in area if values[x] == n] for n in range(1, len(area) + 1)]
            sizes = [len(each) for each in districts]
            if not all(map(connected, districts)) or any(
                after and before <= after for before, after in pairwise(sizes)
            ):
                return False
        return not any(values[x] == values[y] for x, y in parted)

    board.tokens()
    values: dict[Cell, list[int | None]] = {x: [*range(1, len(area) + 1)] for area in areas for x in area}
    yield from texts(board, filled(board, dict(sorted(values.items())), whole=fits))


@oracle("soulmates")
def soulmates(board: Board) -> Iterator[str]:
    cells = [x for x in board.cells if board.tokens().get(x) != "#"]

    def steps(values: Values, start: Cell) -> dict[Cell, int]:
        """How many steps lead from a cell to others, over empty ones."""
        found, edge = {start: 0}, [start]
        for x in edge:  # it grows meanwhile
            more = [y for y in board.near(x) if y in cells and y not in found] if x == start or not values[x] else []
            found |= dict.fromkeys(more, found[x] + 1)
            edge += more
        return found

    def fits(values: Values) -> bool:
        numbered = [x for x in cells if values[x]]
        mates = [[n for y, n in steps(values, x).items() if y != x and values[y] == values[x]] for x in numbered]
        return all(found == [values[x]] for x, found in zip(numbered, mates))

    choices: dict[Cell, list[int | None]] = {x: [None, *range(1, len(cells))] for x in cells}
    yield from texts(board, filled(board, choices, whole=fits))


@oracle("onetox")
def onetox(board: Board) -> Iterator[str]:
    yield from by_size(board, differ(board), lambda values: margins(board, values, "left", "top"))


@oracle("hakyuu")
def hakyuu(board: Board) -> Iterator[str]:
    """Holes count as cells between."""

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        number = values[cell] or 0
        near = range(1, number + 1)
        return all(values.get((cell[0] + i * r, cell[1] + i * c)) != number for r, c in STEPS.values() for i in near)

    yield from by_size(board, fits)


@oracle("makaro")
def makaro(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    blocks = {x for x, text in tokens.items() if text in ("x", "#", *STEPS)}
    areas = {name: [x for x in area if x not in blocks] for name, area in board.areas().items()}

    def largest(values: Values) -> bool:
        for cell, text in tokens.items():
            if text in STEPS:
                target = (cell[0] + STEPS[text][0], cell[1] + STEPS[text][1])
                others = [values[x] or 0 for x in board.near(cell) if x in values and x != target]
                if target not in values or (values[target] or 0) <= max([0, *others]):
                    return False
        return True

    yield from by_size(board, differ(board), largest, {name: area for name, area in areas.items() if area})


@oracle("patchwork")
def patchwork(board: Board) -> Iterator[str]:
    sizes = {len(area) for area in board.areas().values()}
    last = min(sizes)
    if len(sizes) > 1 or board.rows % last or board.columns % last:
        return

    def even(values: Values) -> bool:
        return all(set(Counter(values[x] for x in line).values()) == {len(line) // last} for line in board.lines)

    yield from by_size(board, differ(board), even)


def one_each(board: Board, fits: Callable[[dict[Cell, int]], bool]) -> Iterator[str]:
    """The ways to put the size of each region into one of its cells that fit."""
    areas = list(board.areas().values())
    clues, crosses = board.numbers(), {x for x, text in board.tokens().items() if text == "x"}
    unknown = {x for x, text in board.tokens().items() if text == "?"}

    def put(at: int, placed: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
        board.spend()
        if at == len(areas):
            yield placed
            return
        for cell in areas[at]:
            yield from put(at + 1, {**placed, cell: len(areas[at])})

    for placed in put(0, {}):
        if unknown - set(placed):
            continue
        if not crosses & set(placed) and all(placed.get(x) == n for x, n in clues.items()) and fits(placed):
            yield board.text(placed)


@oracle("putteria")
def putteria(board: Board) -> Iterator[str]:
    def fits(placed: dict[Cell, int]) -> bool:
        return not any(y in placed for x in placed for y in board.near(x)) and not any(
            placed[x] == placed[y] and (x[0] == y[0] or x[1] == y[1]) for x, y in combinations(placed, 2)
        )

    yield from one_each(board, fits)


@oracle("hanare")
def hanare(board: Board) -> Iterator[str]:
    def fits(placed: dict[Cell, int]) -> bool:
        for line in board.lines:
            places = [(at, placed[x]) for at, x in enumerate(line) if x in placed]
            if any(other - at - 1 != abs(m - n) for (at, n), (other, m) in pairwise(places)):
                return False
        return True

    yield from one_each(board, fits)


# -- Other numbers


@oracle("binairo")
def binairo(board: Board) -> Iterator[str]:
    signs = [(x, y, text == "=") for x, y, text in beside(board, "signs") if text in ("=", "x")]
    lines = [line for line in board.lines if len(line) > 1]
    differ = board.option("different", "no") == "yes"

    def fits(values: Values, cell: Cell) -> bool:
        three = any(
            all(values.get(x) == values[cell] for x in line)
            for name in ("n", "w") if len(line := board.ray(cell, name)[:2]) > 1
        )  # fmt: skip
        told = all((values[x] == values[y]) == same for x, y, same in signs if x in values and y in values)
        return told and not three

    for values in balanced(board, 2, fits, board.numbers()):
        said = [(line[0][0] == line[1][0], tuple(values[x] for x in line)) for line in lines]
        if not differ or len(said) == len(set(said)):
            yield from texts(board, [values])


def balanced(board: Board, last: int, fits: Fits, given: Mapping[Cell, int]) -> Iterator[dict[Cell, int | None]]:
    """The fillings with 1 to last that fit, each equally often in every row and column."""

    def even(values: Values) -> bool:
        return all(
            Counter(values[x] for x in line) == dict.fromkeys(range(1, last + 1), len(line) // last)
            for line in board.lines
        )  # fmt: skip

    if board.rows % last == 0 == board.columns % last:
        yield from filled(board, everywhere(board, last), (), fits, even, given)


@oracle("trinairo")
def trinairo(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    given = {x: int(digits) for x, text in tokens.items() if (digits := text.strip("x"))}
    grey = {x for x, text in tokens.items() if text.endswith("x")}

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        return all(values.get(x) != values[cell] for x in board.near(cell) if cell in grey or x in grey)

    yield from texts(board, balanced(board, 3, fits, given))


@oracle("str8ts")
def str8ts(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    blocks = {x: text for x, text in tokens.items() if text[-1] in "x#"}
    numbers = {x: int(digits) for x, text in tokens.items() if (digits := text.strip("x#"))}
    values = {x: list(range(1, board.rows + 1)) if x not in blocks else [numbers.get(x)] for x in board.cells}

    def streets(values: Values) -> bool:
        for line in board.lines:
            for street in groups([x for x in line if x not in blocks]):
                in_street = [values[x] or 0 for x in street]
                if max(in_street) - min(in_street) >= len(in_street):
                    return False
        return True

    if is_square(board) and max(numbers.values(), default=1) <= board.rows:
        for answer in filled(board, values, board.lines, whole=streets, given=numbers):
            yield board.text({**answer, **blocks})


def sums_of(board: Board, steps: Mapping[str, Cell]) -> Callable[[Values], bool]:
    """Whether each number on the board is the sum of the cells that these steps lead to."""
    clues = board.numbers()
    return lambda full: all(sum(full.get(x) or 0 for x in board.near(clue, steps)) == n for clue, n in clues.items())


@oracle("kakkuru")
def kakkuru(board: Board) -> Iterator[str]:
    clues = board.numbers()
    white = [x for x in board.cells if x not in clues]
    size = {(axis, at): sum(x[axis] == at for x in white) for axis in (0, 1) for at in range(1, 20)}
    values = {x: list(range(1, min(size[0, x[0]], size[1, x[1]]) + 1)) for x in white}
    yield from texts(board, filled(board, values, board.lines, given={}, whole=sums_of(board, ALL_STEPS)))


@oracle("numrope")
def numrope(board: Board) -> Iterator[str]:
    values = {x: range(1, 10) for x in board.cells if x not in board.tokens()}
    ropes = [(x, y) for x, y, text in beside(board, "ropes") if text == "x"]
    tied = {x: [y for rope in ropes if x in rope for y in rope if y != x] for x in board.cells}

    def fits(full: Values, x: Cell) -> bool:
        ends = [[full[z] for z in tied[y] if full.get(z)] for y in (x, *tied[x])]
        return all(full.get(y) != full[x] for y in board.near(x)) and all(
            abs((full[y] or 0) - (full[x] or 0)) == 1 for y in tied[x] if full.get(y)
        ) and all(len(found) == len(set(found)) for found in ends)  # fmt: skip

    if not any(tied[x] for x in board.tokens()):
        yield from texts(board, filled(board, values, given={}, fits=fits, whole=sums_of(board, STEPS)))


@oracle("sananko")
def sananko(board: Board) -> Iterator[str]:
    values = {x: (None, 1, 2, 3) for x in board.cells if x not in board.tokens()}
    right = sums_of(board, STEPS)

    def whole(full: Values) -> bool:
        found = groups([x for x, n in full.items() if n])
        return right(full) and all(len(group) == 3 and len({full[x] for x in group}) == 1 for group in found)

    yield from texts(board, filled(board, values, given={}, whole=whole))


@oracle("slovak")
def slovak(board: Board) -> Iterator[str]:
    last, clues = int(board.option("last", "3")), board.tokens()
    values = {x: (None, *range(1, last + 1)) for x in board.cells if x not in clues}

    def whole(full: Values) -> bool:
        found = {x: [n for y in board.near(x) if (n := full.get(y))] for x in clues}
        said = {x: text.partition("/")[::2] for x, text in clues.items()}
        return all(
            said[x][0] in ("?", str(sum(near))) and said[x][1] in ("", str(len(near))) for x, near in found.items()
        ) and all(sum(bool(full.get(x)) for x in line) == last for line in board.lines)

    if is_square(board):
        yield from texts(board, filled(board, values, board.lines, given={}, whole=whole))


def by_runs(
    board: Board,
    most: Callable[[list[Cell]], int],
    units: Callable[[list[Cell]], list[list[Cell]]],
    whole: Callable[[Values], bool],
) -> Iterator[str]:
    """White cells that hold 1 to `most`, numbers differing within units, whose runs have the sums in the blocks."""
    rows = board.rows_of("grid")
    blocks = {(r, c): rows[r - 1][c - 1] for r, c in board.cells if rows[r - 1][c - 1] not in (".", "0")}
    given = {x: int(blocks.pop(x)[1:]) for x in [*blocks] if blocks[x].startswith("=")}
    white = [x for x in board.cells if x not in blocks]
    ways = {x: [board.ray(x, name) for name in ("s", "e")] for x in blocks}
    after: dict[Cell, list[list[Cell]]] = {}
    for block, both in ways.items():
        for way in both:
            stop = next((at for at, x in enumerate(way) if x in blocks), len(way))
            after.setdefault(block, []).append(way[:stop])

    def sums(values: Values) -> bool:
        return whole(values) and all(
            text in ("", "0") or sum(values[x] or 0 for x in run) == int(text)
            for block, text_both in blocks.items() if text_both != "-"
            for text, run in zip(text_both.split(","), after[block])
        )  # fmt: skip

    bad = any(
        text.isdigit() and int(text) and not run
        for block, both in blocks.items()
        for text, run in zip(both.split(","), after[block])
    )
    if not bad:
        values = dict.fromkeys(white, range(1, most(white) + 1))
        for answer in filled(board, values, units(white), whole=sums, given=given):
            yield board.text({**blocks, **answer})


def lines_of(board: Board, white: Collection[Cell]) -> list[list[Cell]]:
    """The white cells of each row and column with any."""
    return [cells for line in board.lines if (cells := [x for x in line if x in white])]


@oracle("kakuro")
def kakuro(board: Board) -> Iterator[str]:
    yield from by_runs(
        board,
        lambda white: 9,
        lambda white: [list(run) for line in board.lines for run in groups([x for x in line if x in set(white)])],
        lambda values: True,
    )


@oracle("sukrokuro")
def sukrokuro(board: Board) -> Iterator[str]:
    dots = list(beside(board, "dots"))
    between = {(x, y) for x, y, dot in dots if dot == "o"}

    def right(values: Values) -> bool:
        pairs = [(x, y) for x in values for y in board.near(x) if x < y and y in values]
        dotted = {(x, y) for x, y in pairs if abs((values[x] or 0) - (values[y] or 0)) == 1}
        return dotted == between and len({*map(len, lines_of(board, values))}) < 2

    yield from by_runs(
        board,
        lambda white: max(map(len, lines_of(board, white)), default=0),
        lambda white: lines_of(board, white),
        right,
    )


@oracle("tennergrid")
def tennergrid(board: Board) -> Iterator[str]:
    sums = board.margin("sums")
    rows = list(board.lines[: board.rows])

    def right(values: Values) -> bool:
        return all(sum(n or 0 for x, n in values.items() if x[1] == c) == total for c, total in sums.items())

    for values in filled(
        board, dict.fromkeys(board.cells, range(board.columns)), rows, differ(board, ALL_STEPS), right
    ):
        yield board.text(values)


def by_region(board: Board, values: Collection[int], steps: Mapping[str, Cell]) -> Iterator[dict[Cell, int | None]]:
    """One value for each region, other ones for regions that touch; clues where they stand."""
    areas = board.areas()
    region, clues = borders(areas), board.numbers()
    first = {name: min(area) for name, area in areas.items()}

    def fits(chosen: Mapping[Cell, int | None], cell: Cell) -> bool:
        return all(
            chosen.get(first[region[y]]) != chosen[cell] or region[y] == region[cell]
            for x in areas[region[cell]] for y in board.near(x, steps)
        ) and all(chosen[cell] == clues[x] for x in areas[region[cell]] if x in clues)  # fmt: skip

    for chosen in filled(board, dict.fromkeys(sorted(first.values()), values), (), fits, given={}):
        yield {x: chosen[first[region[x]]] for x in board.cells}


@oracle("diffneighbors")
def diffneighbors(board: Board) -> Iterator[str]:
    yield from texts(board, by_region(board, range(1, 5), ALL_STEPS))


@oracle("terrax")
def terrax(board: Board) -> Iterator[str]:
    region = board.tokens("regions")
    meeting = [square for square in board.squares if len({region[x] for x in square}) == 4]
    for values in by_region(board, range(10), STEPS):
        if all(sum(values[x] or 0 for x in square) == 10 for square in meeting):
            yield board.text(values)


@oracle("nanro")
def nanro(board: Board) -> Iterator[str]:
    areas = board.areas()
    region = borders(areas)

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        return values[cell] is None or not any(
            values.get(x) == values[cell] and region[x] != region[cell] for x in board.near(cell)
        )

    def whole(values: Values) -> bool:
        numbered = {x for x, n in values.items() if n}
        return (
            all(
                len(numbered & set(area)) > 0 and {values[x] for x in area} - {None} == {len(numbered & set(area))}
                for area in areas.values()
            )
            and connected(numbered) and not any(numbered.issuperset(square) for square in board.squares)
            and all(len(numbered & set(areas[region[x]])) == n for x, n in board.numbers("counts").items())
        )  # fmt: skip

    values = {x: [*range(1, len(areas[region[x]]) + 1), None] for x in board.cells}
    yield from texts(board, filled(board, values, (), fits, whole))


@oracle("sukoro")
def sukoro(board: Board) -> Iterator[str]:
    def whole(values: Values) -> bool:
        numbered = {x for x, n in values.items() if n}
        return connected(numbered) and all(
            sum(y in numbered for y in board.near(x)) == n for x, n in values.items() if n
        )

    yield from texts(board, filled(board, everywhere(board, 4, None), (), differ(board), whole))


# -- Signs

SIGNS = {"c": 1, "s": 2, "t": 3, "1": 1, "2": 2, "3": 3}


def signs(board: Board, answers: Iterator[dict[Cell, int | None]]) -> Iterator[str]:
    """The texts of fillings with circles, squares and triangles."""
    for values in answers:
        yield board.text({x: " cst"[n] for x, n in values.items() if n})


@oracle("hakoiri")
def hakoiri(board: Board) -> Iterator[str]:
    tokens, areas = board.tokens(), board.areas()
    given = {x: SIGNS[text] for x, text in tokens.items() if text in SIGNS}

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        sign = tokens.get(cell, "")
        kept = not (sign == "x" and values[cell]) and not (sign == "o" and not values[cell])
        return kept and differ(board, ALL_STEPS)(values, cell)

    def whole(values: Values) -> bool:
        return connected({x for x, n in values.items() if n}) and all(
            sorted(values[x] or 0 for x in area if values[x]) == [1, 2, 3] for area in areas.values()
        )

    yield from signs(board, filled(board, everywhere(board, 3, None), list(areas.values()), fits, whole, given))


@oracle("tripletts")
def tripletts(board: Board) -> Iterator[str]:
    areas = board.areas()
    region = borders(areas)
    given = {x: SIGNS[text] for x, text in board.tokens().items()}
    if any(len(area) != 3 for area in areas.values()):
        return

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        return not any(values.get(x) == values[cell] and region[x] != region[cell] for x in board.near(cell))

    def whole(values: Values) -> bool:
        return all(len({values[x] for x in area}) != 2 for area in areas.values())

    yield from signs(board, filled(board, everywhere(board, 3), (), fits, whole, given))


@oracle("juosan")
def juosan(board: Board) -> Iterator[str]:
    areas = board.areas()
    region = borders(areas)

    def fits(values: Mapping[Cell, int | None], cell: Cell) -> bool:
        name = "n" if values[cell] == 1 else "w"  # 1 lies, 2 stands
        three = board.ray(cell, name)[:2]
        return len(three) < 2 or any(values[x] != values[cell] for x in three)

    def whole(values: Values) -> bool:
        return all(n in Counter({1: 0, 2: 0, **Counter(values[y] for y in areas[region[x]])}).values()
                   for x, n in board.numbers().items())  # fmt: skip

    for values in filled(board, everywhere(board, 2), (), fits, whole, {}):
        yield board.text({x: " hv"[n or 0] for x, n in values.items()})


# -- Words


@oracle("crossword")
def crossword(board: Board) -> Iterator[str]:
    """Words are put into slots one after the other; what they leave open is blank, but for given letters."""
    tokens = board.tokens()
    blocks = {x: text for x, text in tokens.items() if text == "#"}
    given = {x: text.upper() for x, text in tokens.items() if text not in ("#", "_")}
    slots = [
        sorted(slot) for line in board.lines for slot in groups([x for x in line if x not in blocks]) if len(slot) > 1
    ]  # fmt: skip
    words = board.rows_of("words")[0] if int(board.option("minimum", "0")) <= 0 else []  # all have the score 0
    repeats = board.option("repeats", "no") == "yes"
    stem, shared = (int(board.option(name, "0")) for name in ("stem", "shared"))

    def alike(one: str, other: str) -> bool:
        """Whether two words have letters in a row in common, or a stem, which at most three letters follow."""
        rows = (one[at : at + shared] for at in range(len(one) - shared + 1) if shared > 0)
        stems = (one[:length] for length in range(max(stem, len(one) - 3), len(one) + 1) if stem > 0)
        return any(row in other for row in rows) or any(
            other.startswith(each) and len(other) - len(each) <= 3 for each in stems
        )

    def put(at: int, placed: dict[Cell, str], used: tuple[str, ...]) -> Iterator[dict[Cell, str]]:
        if at == len(slots):
            yield placed
            return
        for word in words:
            board.spend()
            letters = dict(zip(slots[at], word))
            fits = len(word) == len(slots[at]) and all(placed.get(x, letter) == letter for x, letter in letters.items())
            if fits and (repeats or word not in used) and not any(alike(word, each) for each in used):
                yield from put(at + 1, {**placed, **letters}, (*used, word))

    for placed in put(0, given, ()):
        yield board.text({**placed, **blocks})


# -- Several Sudokus that lie over each other

#: Where they begin: rows and columns, in steps from the first box to the last one of a Sudoku, which neighbours share.
LAID = {
    "butterflysudoku": "00 01 10 11",
    "gattai8sudoku": "00 02 04 11 13 20 22 24",
    "samuraisudoku": "00 02 11 20 22",
    "shogunsudoku": "00 02 04 06 11 13 15 20 22 24 26",
    "soheisudoku": "01 10 12 21",
    "sumosudoku": "00 02 04 11 13 20 22 24 31 33 40 42 44",
    "windmillsudoku": "00 02 11 20 22",
}

#: A windmill of 9x9 Sudokus, in cells.
WINDMILL = [(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)]


def overlaid(board: Board, corners: Collection[Cell], more: Sequence[Collection[Cell]] = ()) -> Iterator[str]:
    """The answers of Sudokus with these upper left corners (from 0), and of further units."""
    box = int(board.option("box", "3"))
    size, units = box * box, list(more)
    if box < 2:
        return
    for top, left in corners:
        cells = [(top + r, left + c) for r in range(1, size + 1) for c in range(1, size + 1)]
        units += [cells[at * size : at * size + size] for at in range(size)] + [cells[at::size] for at in range(size)]
        units += [
            [(top + r + y, left + c + x) for y in range(1, box + 1) for x in range(1, box + 1)]
            for r in range(0, size, box) for c in range(0, size, box)
        ]  # fmt: skip
    inside = sorted({cell for unit in units for cell in unit})
    if (board.rows, board.columns) == (max(r for r, _ in inside), max(c for _, c in inside)):
        given = but_zeros(board)
        values = {x: [given[x]] if x in given else range(1, size + 1) for x in inside}
        ordered = dict(sorted(values.items(), key=lambda item: (len(item[1]), item[0])))
        if set(given) <= set(inside) and max(given.values(), default=1) <= size:
            yield from texts(board, filled(board, ordered, units, given={}))


def laid(name: str) -> Oracle:
    """The oracle of a type of LAID."""

    def answers(board: Board) -> Iterator[str]:
        box = int(board.option("box", "3"))
        step = box if name == "butterflysudoku" else box * (box - 1)
        corners = [(int(r) * step, int(c) * step) for r, c in map(tuple, LAID[name].split())]
        yield from overlaid(board, WINDMILL if name == "windmillsudoku" and box == 3 else corners)

    return answers


for each in LAID:
    oracle(each)(laid(each))


@oracle("clueless1sudoku")
def clueless1sudoku(board: Board) -> Iterator[str]:
    yield from with_tenth(board, lambda box: [box * at + (box + 1) // 2 for at in range(box * box)])


@oracle("clueless2sudoku")
def clueless2sudoku(board: Board) -> Iterator[str]:
    yield from with_tenth(
        board, lambda box: [box * box * at + (box - 1) // 2 * box + x for at in range(box) for x in range(1, box + 1)]
    )


def with_tenth(board: Board, lines: Callable[[int], list[int]]) -> Iterator[str]:
    """Nine Sudokus side by side (four of 4x4); the rows and columns of a further one are those that lines says."""
    box = int(board.option("box", "3"))
    if box < 2:
        return
    at, size = lines(box), box * box
    rows = [[(r, c) for c in at] for r in at]
    boxed = [
        [(r, c) for r in at[y : y + box] for c in at[x : x + box]]
        for y in range(0, size, box) for x in range(0, size, box)
    ]  # fmt: skip
    corners = [(size * r, size * c) for r in range(box) for c in range(box)]
    yield from overlaid(board, corners, [*rows, *zip(*rows), *boxed])


@oracle("renbanmadoguchi")
def renbanmadoguchi(board: Board) -> Iterator[str]:
    given, areas, parted = board.numbers(), board.areas(), walled(board)
    area_of = {x: area for area in areas.values() for x in area}

    def length(one: Cell, other: Cell) -> int:
        """Of the straight piece of border to which the side between two cells belongs."""
        down, right = abs(one[1] - other[1]), abs(one[0] - other[0])
        count = 1
        for sign in (1, -1):
            x, y = ((r + sign * down, c + sign * right) for r, c in (one, other))
            while (x, y) in parted:
                count += 1
                x, y = ((r + sign * down, c + sign * right) for r, c in (x, y))
        return count

    def fits(filled: dict[Cell, object], x: Cell) -> bool:
        value = filled[x]
        assert isinstance(value, int)
        inside = [filled[y] for y in area_of[x] if y in filled]
        beside = [(y, filled[y]) for y in board.near(x) if y in filled and (x, y) in parted]
        return (
            given.get(x, value) == value
            and len(set(inside)) == len(inside)
            and all(abs(value - other) < len(area_of[x]) for other in inside if isinstance(other, int))
            and all(abs(value - other) == length(x, y) for y, other in beside if isinstance(other, int))
        )

    growth = len(board.cells) - len(areas) + (len(areas) - 1) * max(board.rows, board.columns)
    largest = growth + max([2, *given.values()])
    for filled in fillings(board, {x: range(1, largest + 1) for x in board.cells}, fits):
        yield board.text(filled)


@oracle("kakuru")
def kakuru(board: Board) -> Iterator[str]:
    clues, dark = board.numbers(), board.tokens()
    values = {x: range(1, 10) for x in board.cells if x not in dark}

    touching = [[x, y] for x in values for y in board.near(x, ALL_STEPS) if x < y]
    around = [board.near(x, ALL_STEPS) for x in clues]
    for digits in filled(board, values, touching + around, given={}, whole=sums_of(board, ALL_STEPS)):
        yield board.text({**{x: text for x, text in dark.items() if not text.isdigit()}, **digits})


@oracle("signpost")
def signpost(board: Board) -> Iterator[str]:
    arrows, numbers = board.tokens("arrows"), board.numbers()
    farthest = max(board.rows, board.columns)

    def pointed(x: Cell) -> list[Cell]:
        r, c = ALL_STEPS[arrows[x]] if arrows.get(x) else (0, 0)
        places = [(x[0] + k * r, x[1] + k * c) for k in range(1, farthest + 1)]
        return [y for y in places if y != x and board.has(y)]

    def walk(way: list[Cell]) -> Iterator[list[Cell]]:
        board.spend()
        if numbers.get(way[-1], len(way)) != len(way):
            return
        if len(way) == len(board.cells):
            yield way
        for y in pointed(way[-1]) if len(way) < len(board.cells) else ():
            if y not in way:
                yield from walk([*way, y])

    for start in board.cells:
        for way in walk([start]):
            if all(arrows.get(x) or x == way[-1] for x in way):
                yield board.text({x: at for at, x in enumerate(way, 1)})


@oracle("map")
def map_(board: Board) -> Iterator[str]:
    areas, given = board.areas(), board.numbers()
    area = {x: name for name, cells in areas.items() for x in cells}
    pairs = {(area[x], area[y]) for x in area for y in board.near(x) if area[x] != area.get(y, area[x])}
    if len(area) < len(board.cells):
        return
    for colours in product(range(1, 5), repeat=len(areas)):
        board.spend()
        of = dict(zip(areas, colours))
        if all(of[one] != of[other] for one, other in pairs) and all(of[area[x]] == n for x, n in given.items()):
            yield board.text({x: of[name] for x, name in area.items()})
