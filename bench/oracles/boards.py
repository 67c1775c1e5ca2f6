"""Random small puzzles of any type: tokens drawn at random, and puzzles made by pysolve, then changed.

Most boards of drawn tokens have no answer or very many; puzzles that were made have one, until clues are taken away or
changed. Between them they come upon every verdict.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

from pysolve import catalog, read
from pysolve.generate.boards import empty
from pysolve.generate.make import MakeRequest, make_puzzle
from pysolve.model.build import Draft, draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.parts import CORNERS, GRID, HOLE, SEQUENCE, SIDES, WORDS, Part
from pysolve.model.puzzle import fold_words
from pysolve.model.puzzle_type import PuzzleType
from pysolve.model.rows import Rows
from pysolve.model.tokens import is_pattern, pattern
from pysolve.solving.settings import Settings

#: Sizes of boards on which puzzles are made.
SIZES = ["2", "2x3", "3", "3", "3x2", "3x4", "4", "4", "4x3", "2x5", "5x2"]

#: Sizes for types whose smaller boards hardly ever have an answer.
LARGER = {
    "gappy": ["9"],
    "starbattle": ["4", "5", "6"],
    "lits": ["3x4", "4", "4x5"],
    "dominosa": ["3x4", "4x5"],
    "pentominous": ["3x5", "4x5"],
    "antmill": ["4x5", "5x4"],
}

#: Tries to make a puzzle of a size, and how many puzzles of a size are changed again and again.
TRIES, POOL = 4, 3

#: The rows of small boards of hexagons or bricks.
SHIFTED = [[1, 2], [2, 3, 2], [1, 2, 3], [3, 2, 3], [2, 2, 2], [4, 4], [1, 1]]

#: Numbers near the largest that a puzzle may have, and what 32 bits would make of some of them.
ENLARGED = [10**7, 10**7, 10**7 - 1, 9_999_991, 5 * 10**6, 2**23, 10**7 + 1, (2**32 + 2) // 3, 2**31 - 1, 2**32 + 2]

FIELDS = {
    "letter": "ABC",
    "number?": "1123?",
    "operator": "+-*/",
    "direction": "nesw",
    "shape": ["x", "xx", "x/x", "xxx", "xx/x.", ".x/xx", "xx/xx"],
    "word": ["AB", "BA", "ABA", "CAB"],
    "exits": ["ns", "ew", "ne", "nw", "se", "sw", "nsew"],
}


def random_board(type_: PuzzleType, chance: random.Random, cells: int, holed: bool = False) -> Draft:
    """A puzzle's tokens. cells: how many the board has at most. holed: it has holes if the type may have some."""
    draft = chosen(type_, chance, cells)
    if holed:
        pierce(type_, draft.parts, chance)
        pierce(type_, draft.parts, chance, within=True)
    return draft


def chosen(type_: PuzzleType, chance: random.Random, cells: int) -> Draft:
    """A puzzle that is made, or an example, with fewer tokens; or random tokens."""
    if type_.list_part is None and chance.random() < 0.6:
        sizes = LARGER.get(type_.name) or [size for size in SIZES if area(size) <= cells]
        size = chance.choice(sizes)
        draft = made(type_, size, chance.randrange(POOL), options(type_, chance))
        if draft is None:
            draft = example(type_)
        if draft is not None:
            return changed(type_, draft, chance)
    return drawn(type_, chance, cells)


def pierce(type_: PuzzleType, parts: Mapping[str, Rows], chance: random.Random, within: bool = False) -> None:
    """Makes holes in a board of a type that may have some: nothing else stands there, or beside them.

    within: one hole, and none at the edge of the board, if it has a middle.
    """
    hole = hole_of(type_)
    grids = [part for part in type_.parts if part.shape is GRID and part.name in parts]
    if hole is None or not any(part.tokens.get(hole) == HOLE for part in grids):
        return
    rows = parts[grids[0].name].tokens
    edge = int(within)
    if within and min(len(rows), *map(len, rows)) < 3:
        return
    for _ in range(1 if within else chance.choice([1, 1, 2, 3])):
        r = chance.randrange(edge, len(rows) - edge)
        c = chance.randrange(edge, len(rows[r]) - edge)
        for part in grids:
            tokens = parts[part.name].tokens
            if r < len(tokens) and c < len(tokens[r]):  # all but a few parts of some types lie on every cell
                tokens[r][c] = hole if part.tokens.get(hole) == HOLE else "."


def hole_of(type_: PuzzleType) -> str | None:
    """The token of a hole in one of the type's grids; None if its boards have none."""
    grids = [part for part in type_.parts if part.shape is GRID]
    return next((token for part in grids for token, says in part.tokens.items() if says == HOLE), None)


def area(size: str) -> int:
    """How many cells a board of such a size has."""
    rows, _, columns = size.partition("x")
    return int(rows) * int(columns or rows)


def options(type_: PuzzleType, chance: random.Random) -> tuple[tuple[str, str], ...]:
    """Values for some of the type's options."""
    return tuple(
        (option.name, chance.choice(list(option.choices) or ["0", "1", "2", "2", "3"]))
        for option in type_.options.values()
        if chance.random() < 0.5
    )


@cache
def made(type_: PuzzleType, size: str, number: int, options: tuple[tuple[str, str], ...]) -> Draft | None:
    """A puzzle with all the clues that its answer implies; None if none was made in a few tries."""
    try:
        request = MakeRequest(number=number, keep_all=True)
        results = islice(make_puzzle(empty(type_, size, dict(options)), Settings(), request), TRIES)
        puzzle = next((each.puzzle for each in results if each.puzzle is not None), None)
    except PuzzleError:
        return None
    return draft_of(puzzle) if puzzle is not None else None


@cache
def example(type_: PuzzleType) -> Draft | None:
    """The smallest example, for types whose boards have one size, or are large; with the values of its answer."""
    puzzle = read(str(catalog.examples(type_)[0]))
    if "box" not in type_.options or puzzle.answer is None:
        return draft_of(puzzle) if type_.name in LARGER else None
    draft = draft_of(puzzle)
    answer = [row.split() for row in puzzle.answer.splitlines()]
    for row, values in zip(draft.parts["grid"].tokens, answer):
        row[:] = [value if value.isdigit() else token for token, value in zip(row, values)]
    return draft


def changed(type_: PuzzleType, draft: Draft, chance: random.Random) -> Draft:
    """The puzzle with fewer tokens, some of them others."""
    small = draft.size is None or draft.size[0] * draft.size[1] <= 25
    fewer, other = chance.choice([0, 0.3, 0.6, 0.9]) if small else 0.15, chance.choice([0, 0, 0.05, 0.15])
    other = other if small else chance.choice([0, 0, 0.01])
    parts = {}
    for part in type_.parts:
        rows = [list(row) for row in draft.parts[part.name].tokens] if part.name in draft.parts else []
        texts = sorted({text for row in rows for text in row})
        for row in rows:
            for at, text in enumerate(row):
                if is_regions(part):
                    row[at] = chance.choice(texts) if chance.random() < other / 4 else text
                elif chance.random() < fewer:
                    row[at] = "."
                elif chance.random() < other:
                    row[at] = chance.choice([*texts, token(part, chance)])
        if rows:
            parts[part.name] = Rows(rows)
    if chance.random() < 0.4 and not any(part.shape is WORDS for part in type_.parts):
        pierce(type_, parts, chance)
    return Draft("random", parts=parts, options=dict(draft.options), size=draft.size)


# -- Tokens at random


def drawn(type_: PuzzleType, chance: random.Random, cells: int) -> Draft:
    """A puzzle of random tokens, and of random regions where it has some."""
    sides = [(r, c) for r in range(1, 6) for c in range(1, 6) if r * c <= cells]
    squares = [size for size in sides if size[0] == size[1] > 1]
    rows, columns = chance.choice(squares if chance.random() < 0.5 else sides)
    density = chance.choice([0, 0.1, 0.2, 0.3, 0.5, 1])
    shape = chance.choice([*type_.boards, type_.boards[0]])
    shifted = chance.choice(SHIFTED) if shape != "square" else None
    parts, lists = {}, {}
    for part in type_.parts:
        if part.shape is WORDS:
            words = [
                "".join(chance.choices("AB", k=chance.choice([2, 2, 3, 3, 4]))) for _ in range(chance.randint(3, 30))
            ]
            lists[part.name] = fold_words(words)
        if part.shape is WORDS or (part.optional and chance.random() < 0.5):
            continue
        if is_regions(part):
            parts[part.name] = Rows(regions(rows, columns, chance))
            continue
        lines = [
            [token(part, chance) if chance.random() < density else "." for _ in range(length)]
            for length in shifted or lengths(part, rows, columns, chance)
        ]
        parts[part.name] = Rows(lines)
    given = dict(options(type_, chance))
    if shifted:
        return Draft("random", parts=parts, options=given, shape=shape)
    return Draft("random", parts=parts, lists=lists, options=given, size=(rows, columns))


def is_regions(part: Part) -> bool:
    """Whether the part says to which region each cell belongs."""
    return any(template.name == "region" for template in part.templates)


def lengths(part: Part, rows: int, columns: int, chance: random.Random) -> list[int]:
    """How many tokens each line of a part has."""
    more = -1 if part.inner else 1
    if part.shape is CORNERS:
        return [columns + more] * (rows + more)
    if part.shape is SIDES:
        return [columns - 1 + row % 2 for row in range(2 * rows - 1)]
    if part.shape is SEQUENCE:
        return [chance.randint(1, 3)]
    if part.shape.is_lists:
        return [chance.randint(1, 2) for _ in range(rows if part.shape.along_rows else columns)]
    if part.shape.is_margin:
        return [rows if part.shape.along_rows else columns]
    return [columns] * rows


def token(part: Part, chance: random.Random) -> str:
    """A token that the part knows; numbers are mostly small."""
    key = chance.choice(list(part.tokens) or ["."])
    if is_pattern(key):
        return token_of(key, chance)
    if key in ("int", "symbol"):
        return str(chance.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5, chance.randint(1, 9)]))
    return chance.choice("1122345") if key == "any" else chance.choice("ABC") if key == "letter" else key


def token_of(key: str, chance: random.Random, given: Mapping[str, str] = {}) -> str:
    """A token that fits a pattern, of one repetition. given: what stands in fields of some kinds."""
    chosen = pattern(key).fields.items()
    texts = {name: given.get(kind) or chance.choice(FIELDS.get(kind, "123")) for name, kind in chosen}
    once = key.removesuffix("...").removesuffix(pattern(key).separator or "")
    return re.sub(r"<([A-Z])(:\w+\??)?>", lambda field: texts[field[1]], once)


def enlarged(type_: PuzzleType, draft: Draft, chance: random.Random) -> Draft:
    """The puzzle with some of its numbers as large as they may be, or larger."""
    for part in type_.parts:
        for row in draft.parts[part.name].tokens if part.name in draft.parts and not is_regions(part) else ():
            for at, text in enumerate(row):
                if chance.random() < 0.2:
                    row[at] = re.sub(r"\d+", lambda _: str(chance.choice(ENLARGED)), text)
    return draft


def regions(rows: int, columns: int, chance: random.Random) -> list[list[str]]:
    """A partition of the board into connected regions: pairs of neighbours, in random order, are joined or not."""
    label = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    pairs = [((r, c), (s, d)) for r, c in label for s, d in ((r, c + 1), (r + 1, c)) if (s, d) in label]
    chance.shuffle(pairs)
    largest, joined = chance.choice([2, 3, 4, 5, 9]), chance.choice([0.4, 0.7, 1])
    for one, other in pairs:
        a, b = label[one], label[other]
        if a != b and chance.random() < joined and sum(each in (a, b) for each in label.values()) <= largest:
            label = {cell: a if each == b else each for cell, each in label.items()}
    names = {each: str(number) for number, each in enumerate(dict.fromkeys(label.values()), 1)}
    return [[names[label[r, c]] for c in range(columns)] for r in range(rows)]


def random_boards(type_: PuzzleType, seed: int, cells: int, holed: bool = False) -> Iterator[Draft]:
    """Puzzles without end, always the same for a seed. holed: with holes if the type may have some."""
    chance = random.Random(f"{type_.name} {seed}")
    while True:
        yield random_board(type_, chance, cells, holed)
