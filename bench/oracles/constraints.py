"""The constraints that a Sudoku may add, in words: whether a filled board keeps them. And random ones."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, groupby, pairwise
from math import prod

from .places import CORNERWARDS, Board, Cell

#: A filled board.
Filled = Callable[[Cell], int]

#: A group of cells, and the text of its value.
Group = tuple[list[Cell], str]

KNIGHT = {
    str(at): step for at, step in enumerate((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r * c) == 2)
}

#: The sums that letters stand for.
LETTERS = {"X": 10, "V": 5}


def groups(board: Board, name: str) -> list[Group]:
    """The groups of a constraint."""
    found = []
    for tokens in board.rows_of(name):
        cells, _, value = " ".join(tokens).partition(" = ")
        found.append(([cell for text in cells.split() for cell in run(text)], value))
    return found


def look_at(board: Board) -> None:
    """All constraints are known here, also where no filling comes to them."""
    for name in (*GROUPS, *PLACES):
        board.rows_of(name)
    for name in SWITCHES:
        board.option(name, "no")


def run(text: str) -> Iterator[Cell]:
    """The cells of `r1c1`, or of `r1c1-r1c4`."""
    ends = [(int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", text)]
    (r, c), (last_r, last_c) = ends[0], ends[-1]
    for at in range(max(abs(last_r - r), abs(last_c - c)) + 1):
        yield r + at * ((last_r > r) - (last_r < r)), c + at * ((last_c > c) - (last_c < c))


def kept(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    """Whether a filled board keeps all the constraints that it has."""
    for name, fits in GROUPS.items():
        if not all(fits([values(cell) for cell in cells], value, board.rows) for cells, value in groups(board, name)):
            return False
    if not all(fits(board, values, boxes) for fits in PLACED):
        return False
    return all(
        fits(board, values, boxes) for name, fits in SWITCHES.items() if board.option(name, "no") == "yes"
    ) and all(extreme(board, values, name, sign) for name, sign in (("minimum", 1), ("maximum", -1)))


# -- Groups: of the values of the cells, the text of the value, and the number of rows


def differ(values: list[int]) -> bool:
    return len(set(values)) == len(values)


def number(values: list[int]) -> int:
    """The number whose digits these are."""
    return int("".join(map(str, values)))


def between_crusts(values: list[int], size: int) -> int:
    first, last = sorted((values.index(1), values.index(size)))
    return sum(values[first + 1 : last])


GROUPS: dict[str, Callable[[list[int], str, int], bool]] = {
    "thermometer": lambda values, text, size: all(a < b for a, b in pairwise(values)),
    "arrow": lambda values, text, size: number(values[: int(text or 1)]) == sum(values[int(text or 1) :]),
    "cage": lambda values, text, size: differ(values) and (not text or sum(values) == int(text)),
    "difference": lambda values, text, size: text == "?" or abs(values[0] - values[1]) == int(text or 1),
    "ratio": lambda values, text, size: text == "?" or max(values) == min(values) * int(text or 2),
    "xv": lambda values, text, size: text == "?" or sum(values) == LETTERS[text],
    "renban": lambda values, text, size: differ(values) and max(values) - min(values) == len(values) - 1,
    "palindrome": lambda values, text, size: values == values[::-1],
    "whispers": lambda values, text, size: all(abs(a - b) >= int(text or (size + 1) // 2) for a, b in pairwise(values)),
    "between": lambda values, text, size: all(
        min(values[0], values[-1]) < value < max(values[0], values[-1]) for value in values[1:-1]
    ),
    "little-killer": lambda values, text, size: sum(values) == int(text),
    "sandwich": lambda values, text, size: between_crusts(values, size) == int(text),
    "extra-region": lambda values, text, size: differ(values),
    "even": lambda values, text, size: all(value % 2 == 0 for value in values),
    "odd": lambda values, text, size: all(value % 2 for value in values),
    "clone": lambda values, text, size: values[: len(values) // 2] == values[len(values) // 2 :],
    "quadruple": lambda values, text, size: not Counter(map(int, text.split(","))) - Counter(values),
    "candidates": lambda values, text, size: {*values} <= {*map(int, text.split(","))},
    "slow-thermometer": lambda values, text, size: values == sorted(values),
    "entropic": lambda values, text, size: all(
        differ([third(value, size) for value in values[at : at + 3]]) for at in range(len(values))
    ),
    "zipper": lambda values, text, size: len(set(teeth(values))) == 1,
    "x-sum": lambda values, text, size: sum(values[: values[0]]) == int(text),
    "skyscraper": lambda values, text, size: len({*accumulate(values, max)}) == int(text),
    "double-arrow": lambda values, text, size: values[0] + values[-1] == sum(values[1:-1]),
    "lockout": lambda values, text, size: abs(values[0] - values[-1]) >= size // 2
    and not any(min(values[0], values[-1]) <= value <= max(values[0], values[-1]) for value in values[1:-1]),
    "modular": lambda values, text, size: all(
        differ([value % 3 for value in values[at : at + 3]]) for at in range(len(values))
    ),
    "parity-line": lambda values, text, size: all((a + b) % 2 for a, b in pairwise(values)),
    "battenburg": lambda values, text, size: values[0] % 2 == values[3] % 2 != values[1] % 2 == values[2] % 2,
    "nabner": lambda values, text, size: all(abs(a - b) > 1 for a, b in combinations(values, 2)),
    "same-difference": lambda values, text, size: len({abs(a - b) for a, b in pairwise(values)}) < 2,
    "sum-line": lambda values, text, size: {*range(int(text), sum(values) + int(text), int(text))}
    <= {*accumulate(values)},
    "greater": lambda values, text, size: values[0] > values[1],
    "sum-cage": lambda values, text, size: sum(values) == int(text),
    "operation-cage": lambda values, text, size: made_by(values, text[-1]) == int(text[:-1]),
    "look-and-say": lambda values, text, size: all(
        values.count(int(text[at + 1])) == int(text[at]) for at in range(0, len(text), 2)
    ),
    "sandwich-pair": lambda values, text, size: between(values, *map(int, text.split(","))),
    "battlefield": lambda values, text, size: fought_for(values) == int(text),
    "numbered-room": lambda values, text, size: values[values[0] - 1] == int(text),
    "fog": lambda values, text, size: True,
}  # fmt: skip


def made_by(values: list[int], sign: str) -> float:
    """What values make by an operation."""
    largest = max(values)
    return {
        "+": sum(values), "*": prod(values), "-": 2 * largest - sum(values), "/": largest / min(values)
    }[sign]  # fmt: skip


def between(values: list[int], total: int, one: int, other: int) -> bool:
    first, last = sorted((values.index(one), values.index(other)))
    return sum(values[first + 1 : last]) == total


def fought_for(values: list[int]) -> int:
    """The sum of the cells that the first and the last value both take, or of those that neither does."""
    first, last = values[0], len(values) - values[-1]
    return sum(values[last:first] if last < first else values[first:last])


def third(value: int, size: int) -> str:
    """Whether a value is low, middle or high; low and high are as many as each other."""
    ends = size // 3 + (size % 3 == 2)
    return "low" if value <= ends else "high" if value > size - ends else "middle"


def teeth(values: list[int]) -> list[int]:
    """The sums of the values as far from the middle as each other, and the value in the middle if there is one."""
    half = len(values) // 2
    return [a + b for a, b in zip(values[:half], values[::-1])] + values[half : len(values) - half]


def indexed(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    """Whether the indexers say where the number of their own column, or row, stands."""
    return all(
        values((r, values((r, c)))) == c for cells, _ in groups(board, "column-indexer") for r, c in cells
    ) and all(values((values((r, c)), c)) == r for cells, _ in groups(board, "row-indexer") for r, c in cells)


def equal_in_boxes(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    """Whether each region sum line has the same sum in all the boxes that it passes through."""
    box_of = {cell: number for number, cells in enumerate(boxes) for cell in cells}
    for cells, _ in groups(board, "region-sum"):
        stretches = [list(stretch) for _, stretch in groupby(cells, key=box_of.__getitem__)]
        if len({sum(map(values, stretch)) for stretch in stretches}) > 1:
            return False
    return True


def indexed_in_boxes(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    """Whether the box indexers say at which place of their box the number of their own place stands."""
    places = {cell: (sorted(box), at) for box in boxes for at, cell in enumerate(sorted(box), 1)}
    held = (places[cell] + (values(cell),) for cells, _ in groups(board, "box-indexer") for cell in cells)
    return all(values(box[value - 1]) == at for box, at, value in held)


def counted(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    """Whether each value in a circle says how many circles hold it."""
    held = Counter(values(x) for x in {x for cells, _ in groups(board, "counting-circles") for x in cells})
    return all(value == count for value, count in held.items())


PLACED = (indexed, equal_in_boxes, indexed_in_boxes, counted)

#: Their names.
PLACES = ("minimum", "maximum", "region-sum", "column-indexer", "row-indexer", "box-indexer", "counting-circles")


def extreme(board: Board, values: Filled, name: str, sign: int) -> bool:
    """Whether each marked cell is less (or more) than its neighbours without such a mark."""
    marked = {cell for cells, _ in groups(board, name) for cell in cells}
    return all(sign * values(x) < sign * values(y) for x in marked for y in board.near(x) if y not in marked)


# -- The whole board


def neighbours(board: Board) -> Iterator[tuple[Cell, Cell]]:
    return ((x, y) for x in board.cells for y in board.near(x) if x < y)


def marked(board: Board, *names: str) -> set[frozenset[Cell]]:
    return {frozenset(cells) for name in names for cells, _ in groups(board, name)}


def no_ratio(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    ratios = {int(text or 2) for _, text in groups(board, "ratio") if text != "?"} or {2}
    dotted = marked(board, "ratio", "difference")
    pairs = [sorted((values(x), values(y))) for x, y in neighbours(board) if frozenset((x, y)) not in dotted]
    return not any(high == low * ratio for low, high in pairs for ratio in ratios)


def no_sum(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    lettered = marked(board, "xv")
    return not any(values(x) + values(y) in (5, 10) for x, y in neighbours(board) if frozenset((x, y)) not in lettered)


def not_consecutive(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    dotted = marked(board, "ratio", "difference")
    return not any(abs(values(x) - values(y)) == 1 for x, y in neighbours(board) if frozenset((x, y)) not in dotted)


def no_indexer(board: Board, values: Filled, axis: int) -> bool:
    """Whether no other cell of a column (1) or row (0) with indexers is one."""
    given = {x for cells, _ in groups(board, ("row-indexer", "column-indexer")[axis]) for x in cells}
    for x in board.cells:
        if x not in given and x[axis] in {y[axis] for y in given}:
            named = (values(x), x[1]) if axis == 0 else (x[0], values(x))
            if values(named) == x[axis]:
                return False
    return True


def has_mates(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    size = board.rows
    return all(
        (r > 1 and values((r - 1, c)) == 1) or (r < size and values((r + 1, c)) == size)
        for r, c in board.cells
        if values((r, c)) == (size + 1) // 2
    )


def no_taxicab(board: Board, values: Filled, boxes: Sequence[Sequence[Cell]]) -> bool:
    return not any(
        values(x) == values(y) == abs(x[0] - y[0]) + abs(x[1] - y[1]) for x, y in combinations(board.cells, 2)
    )


def differs(board: Board, values: Filled, steps: dict[str, Cell]) -> bool:
    return all(values(x) != values(y) for x in board.cells for y in board.near(x, steps))


SWITCHES: dict[str, Callable[[Board, Filled, Sequence[Sequence[Cell]]], bool]] = {
    "all-ratios": no_ratio, "all-xv": no_sum, "non-consecutive": not_consecutive,
    "dutch-flat-mates": has_mates, "self-taxicab": no_taxicab,
    "all-column-indexers": lambda board, values, boxes: no_indexer(board, values, 1),
    "all-row-indexers": lambda board, values, boxes: no_indexer(board, values, 0),
    "anti-king": lambda board, values, boxes: differs(board, values, CORNERWARDS),
    "anti-knight": lambda board, values, boxes: differs(board, values, KNIGHT),
    "falling-diagonal": lambda board, values, boxes: differ([values((at, at)) for at in range(1, board.rows + 1)]),
    "rising-diagonal": lambda board, values, boxes: differ(
        [values((at, board.rows + 1 - at)) for at in range(1, board.rows + 1)]
    ),
    "disjoint-groups": lambda board, values, boxes: all(
        differ([values(cell) for cell in cells]) for cells in zip(*map(sorted, boxes))
    ),
}  # fmt: skip


# -- Random ones


def random_constraints(size: int, chance: random.Random, *names: str) -> tuple[dict[str, list[list[str]]], list[str]]:
    """Parts of groups, by the constraint's name, and constraints about the whole board, for a board of this size.
    names: of those that it has; one or two others without them.
    """
    parts: dict[str, list[list[str]]] = {}
    for name in names or chance.sample(sorted(VALUES), chance.randint(1, 2)):
        made = [group for _ in range(chance.randint(1, 2)) if (group := random_group(name, size, chance))]
        if made:
            parts[name] = made
    return parts, [name for name in SWITCHES if chance.random() < 0.03]


#: Values of groups that make sense on small boards; "" for none.
VALUES: dict[str, list[str]] = {
    "thermometer": [""], "arrow": ["", "", "2"], "cage": ["", "3", "5", "6"], "difference": ["", "2", "?"],
    "ratio": ["", "3", "?"], "xv": ["V", "X", "?"], "renban": [""], "palindrome": [""], "whispers": ["", "1"],
    "between": [""], "little-killer": ["3", "5", "7"], "sandwich": ["0", "2", "5"], "extra-region": [""],
    "even": [""], "odd": [""], "battenburg": [""], "minimum": [""], "maximum": [""], "clone": [""],
    "quadruple": ["1", "2,4", "1,3,3", "1,2,3,4"], "candidates": ["1,3", "2", "1,2,4"], "slow-thermometer": [""],
    "entropic": [""], "zipper": [""], "x-sum": ["1", "5", "8", "10"], "skyscraper": ["1", "2", "3"],
    "column-indexer": [""], "row-indexer": [""], "region-sum": [""],
    "double-arrow": [""], "lockout": [""], "modular": [""], "parity-line": [""], "nabner": [""],
    "same-difference": [""], "sum-line": ["4", "5", "6"], "greater": [""], "sum-cage": ["4", "6", "8"],
    "operation-cage": ["6+", "8*", "1-", "2/"], "look-and-say": ["12", "1321", "23"], "fog": [""],
    "sandwich-pair": ["0,1,2", "3,2,4"], "battlefield": ["0", "3", "5"], "numbered-room": ["1", "3"],
    "box-indexer": [""], "counting-circles": [""],
}  # fmt: skip


def random_group(name: str, size: int, chance: random.Random) -> list[str] | None:
    """The tokens of a random group; None if it does not fit on the board."""
    value = chance.choice(VALUES[name])
    if name in ("sandwich", "x-sum", "skyscraper", "sandwich-pair", "battlefield", "numbered-room"):
        at = chance.randint(1, size)
        cells = [(at, each) for each in range(1, size + 1)]
        cells = cells if chance.random() < 0.5 else [(c, r) for r, c in cells]
        cells = cells if name == "sandwich" or chance.random() < 0.5 else cells[::-1]
    elif name in ("quadruple", "battenburg"):
        if size < 2:
            return None
        row, column = (chance.randint(1, size - 1) for _ in range(2))
        cells = [(row + r, column + c) for r in (0, 1) for c in (0, 1)]
    else:
        pair = name in ("difference", "ratio", "xv", "greater") or value == "2/"
        length = {"double-arrow": 3, "clone": chance.choice([2, 4])}.get(name, chance.randint(2, 4) + (value == "2"))
        length = 2 if pair else length
        cells = [(chance.randint(1, size), chance.randint(1, size))]
        while len(cells) < length:
            r, c = cells[-1]
            steps = [(1, 0), (0, 1), (-1, 0), (0, -1)] if pair else [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1)]
            around = [(r + dr, c + dc) for dr, dc in steps if 1 <= r + dr <= size and 1 <= c + dc <= size]
            around = [cell for cell in around if cell not in cells]
            if not around:
                return None
            cells.append(chance.choice(around))
    return [*(f"r{r}c{c}" for r, c in cells), *(["=", value] if value else [])]
