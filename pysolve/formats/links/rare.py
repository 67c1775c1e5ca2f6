"""Codecs that one or two types have, among them the banks at the end of a link: a fleet,
the sizes of areas, shapes, words, or figures of lines.

Source: the encoders and decoders of pzpr (https://github.com/robx/pzprjs); what is written here they write alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, product
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from ...model.board import Cell, pair_of
from ...model.errors import PuzzleError, quote
from ...model.rows import BLANK
from .codecs import (
    A_CLUE,
    BITS,
    DIGITS,
    DIRECTIONS,
    MOST_CELLS,
    PARTNERS,
    SIXTEEN,
    UNKNOWN,
    Codec,
    Coding,
    Cursor,
    Each,
    Found,
    InPieces,
    Numbers,
    OneByOne,
    Values,
    beyond,
    cannot_hold,
    in_base,
    in_runs,
    reverse,
)

# -- Several numbers in a place


@dataclass(frozen=True)
class Sets:
    """The numbers of a place, a digit each, '0' for '?'; letters for runs of blanks. Behind numbers, the run counts
    their own place, too, so that two places with numbers side by side have a letter between them. A last blank is left
    out if it is the only one, or stands behind a longest run.
    """

    first_blank: str  # the letter for one place
    ended: bool = False  # whether a '/' stands behind, where no run does

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = []
        own, last = 0, "z"
        runs = DIGITS[DIGITS.index(self.first_blank) :]
        while len(values) < count and not cursor.is_at_end and not (self.ended and cursor.next == "/"):
            last = cursor.next
            if last in digits:
                numbers = ""
                while cursor.next and cursor.next in digits:
                    numbers += cursor.take()
                values.append(",".join(numbers).replace("0", UNKNOWN))
                own = 1
            elif last in runs:
                values += [None] * (runs.index(cursor.take()) + 1 - own)
                own = 0
            else:
                raise cursor.unexpected(A_CLUE)
        if len(values) == count - 1 and last == "z":
            values.append(None)
        if self.ended:
            cursor.skip("/")
        cursor.check_count(len(values), count)
        return values

    def encode(self, values: Values) -> str:
        first = DIGITS.index(self.first_blank) - 1
        text, run = "", 0
        for value in values:
            numbers = "" if value is None else self._numbers(value)
            run += value is None
            if numbers and not run:
                text, run = text + numbers, 1
            elif numbers or first + run + 1 == len(DIGITS):
                text, run = text + DIGITS[first + run] + numbers, int(bool(numbers))
        return text + (DIGITS[first + run] if run > 1 else "/" if self.ended else "")

    def _numbers(self, value: str) -> str:
        numbers = value.replace(UNKNOWN, "0").split(",")
        if not all(len(number) == 1 and number.isdecimal() for number in numbers):
            raise cannot_hold(value)
        return "".join(numbers)


@dataclass(frozen=True)
class Fours(InPieces):
    """Four numbers or '?' of a place, as `16` has them: above, below, left and right; letters for runs of blanks. A
    value has them clockwise: '2/1/?/2'.
    """

    signs: Mapping[str, str] = field(default_factory=dict)  # from other characters to values

    def piece(self, cursor: Cursor, left: int) -> Values:
        if "g" <= cursor.next <= "z":
            return SIXTEEN.piece(cursor, left)
        if sign := cursor.one_of(self.signs):
            return [self.signs[sign]]
        sides: list[str] = []
        for _ in range(4):
            if cursor.is_at_end or "g" <= cursor.next <= "z":
                raise cursor.unexpected("a number for each of four sides")
            sides += filter(None, SIXTEEN.decode(cursor, 1))
        above, below, left_, right = sides
        return ["/".join((above, right, below, left_))]

    def encode(self, values: Values) -> str:
        return "".join(
            SIXTEEN.encode(list(group)) if value is None else self._written(value) * len(list(group))
            for value, group in groupby(values)
        )

    def _written(self, value: str) -> str:
        signs = reverse(self.signs)
        if value in signs:
            return signs[value]
        above, right, below, left = value.split("/")
        return SIXTEEN.encode([above, below, left, right])


@dataclass(frozen=True)
class Lettered(InPieces):
    """Letters with numbers: first the letters of all places, small ones for runs of blanks, then a number for each
    letter, as `16` has them. A value is 'B2', or 'B' where the number is a '.'.
    """

    def piece(self, cursor: Cursor, left: int) -> Values:
        if cursor.next in ascii_uppercase:
            return [cursor.take()]
        if cursor.next not in ascii_lowercase:
            raise cursor.unexpected("a letter or a run of blanks")
        return [None] * (ascii_lowercase.index(cursor.take()) + 1)

    def decode(self, cursor: Cursor, count: int) -> Found:
        values = super().decode(cursor, count)
        numbers = iter(SIXTEEN.decode(cursor, count - values.count(None)))
        return [value and value + (next(numbers) or "").replace(UNKNOWN, "") for value in values]

    def encode(self, values: Values) -> str:
        text = ""
        for letter, group in groupby(values, lambda value: value and value[0]):
            count = len(list(group))
            text += in_runs(count, ascii_lowercase) if letter is None else letter * count
        return text + SIXTEEN.encode([value[1:] or UNKNOWN for value in values if value is not None])


@dataclass(frozen=True)
class _Translated:
    """Another codec's values, which mean something else here."""

    numbers: Codec

    def decode(self, cursor: Cursor, count: int) -> Found:
        return [value if value is None else self.meant(value) for value in self.numbers.decode(cursor, count)]

    def encode(self, values: Values) -> str:
        return self.numbers.encode([value if value is None else self.written(value) for value in values])

    def meant(self, value: str) -> str:
        """What a value of the other codec means."""
        raise NotImplementedError

    def written(self, token: str) -> str:
        """The reverse of meant."""
        raise NotImplementedError


@dataclass(frozen=True)
class Divided(_Translated):
    """Numbers that say two things: how often they hold a divisor, and what is left over."""

    quotients: Sequence[str]  # what the first quotients mean; the numbers after the last of these are those after it
    remainders: Sequence[str]  # what stands behind it, for each remainder

    def meant(self, value: str) -> str:
        if not value.isdecimal():
            return value  # a sign
        quotient, remainder = divmod(int(value), len(self.remainders))
        more = quotient - len(self.quotients) + 1
        text = self.quotients[quotient] if more <= 0 else str(int(self.quotients[-1]) + more)
        return text + self.remainders[remainder]

    def written(self, token: str) -> str:
        last = int(self.quotients[-1])
        for remainder, text in enumerate(self.remainders):
            start = token.removesuffix(text)
            if start + text != token:
                continue
            if start in self.quotients:
                return str(self.quotients.index(start) * len(self.remainders) + remainder)
            if start.isdecimal() and int(start) > last:
                return str((int(start) - last + len(self.quotients) - 1) * len(self.remainders) + remainder)
        if token.isdecimal():
            raise cannot_hold(token)  # anything else is a sign, or no value of the numbers
        return token


@dataclass(frozen=True)
class Led(_Translated):
    """Numbers whose decimal digits are values: '2,?,3s'. They are those of all digits but the first, '0' for '?'."""

    leading: Sequence[str]  # what the first digit means, from 1 on, behind the others; without such a digit, a number

    def meant(self, value: str) -> str:
        rest = value[1:]
        if not rest or not 1 <= int(value[0]) <= len(self.leading):
            return value
        return ",".join(rest).replace("0", UNKNOWN) + self.leading[int(value[0]) - 1]

    def written(self, token: str) -> str:
        for digit, text in enumerate(self.leading, 1):
            if re.fullmatch(rf"[1-9?](,[1-9?])*{re.escape(text)}", token):
                return str(digit) + token.removesuffix(text).replace(",", "").replace(UNKNOWN, "0")
        return token


def _several(first: int, base: int, count: int, prefix: str = "") -> dict[str, str]:
    """From two characters behind a prefix to `count` numbers. The characters are a number in base 36, from `first` on;
    less `first`, it has a digit in the given base for each number, 0 for '?'.
    """
    numbers = [str(number or UNKNOWN) for number in range(base)]
    each = enumerate(product(numbers, repeat=count), first)
    return {prefix + in_base(at, 36, 2): ",".join(values) for at, values in each if at < 36**2}


#: Up to four lengths of runs of cells around a place: the more there are, the smaller they are.
_SEVERAL = {".": UNKNOWN, **_several(360, 6, 2), **_several(396, 4, 3), **_several(460, 2, 4), "9": "1,1,1,1"}

#: The same where only some of the cells of a run lie side by side, so that there may be more of them.
_STRETCHES = {".": UNKNOWN, **_several(360, 8, 2), **_several(36, 7, 3, "+"), **_several(36, 6, 4, "-")}

# -- Of Simon Tatham's collection


def letters(known: Sequence[str]) -> Each:
    """One of these characters for each value, which it is."""
    return Each({each: each for each in known}, f"one of the characters {' '.join(known)}")


@dataclass(frozen=True)
class Separated:
    """Values with a separator between them; nothing is a blank."""

    separator: str
    within: str = ""  # what stands, in the value, between the numbers of a list, which '.' separates; '' if it is one
    has_blanks: bool = True

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = []
        for at in range(count):
            if at:
                cursor.expect(self.separator)
            stands = cursor.next and cursor.next in digits
            numbers = [cursor.decimal()] if stands or not self.has_blanks else []
            while self.within and numbers and cursor.skip("."):
                numbers.append(cursor.decimal())
            values.append(self.within.join(numbers) or None)
        return values

    def encode(self, values: Values) -> str:
        for value in values:
            numbers = value.split(self.within or None) if value is not None else []
            if not all(map(str.isdecimal, numbers)) or (value is None and not self.has_blanks):
                raise beyond(value)
        return self.separator.join((value or "").replace(self.within or ".", ".") for value in values)


@dataclass(frozen=True)
class Operations(OneByOne):
    """A letter and a number for each value."""

    signs: Mapping[str, str]  # from the letter to what stands behind the number: a12 is 12+

    def one(self, cursor: Cursor, count: int) -> str | None:
        letter = cursor.one_of(self.signs)
        if letter is None:
            raise cursor.unexpected(f"one of the letters {' '.join(self.signs)}")
        return cursor.decimal() + self.signs[letter]

    def written(self, value: str | None, count: int) -> str:
        letters = reverse(self.signs)
        if value is None or value[-1:] not in letters:
            raise beyond(value)
        return letters[value[-1:]] + value[:-1]


@dataclass(frozen=True)
class Comparisons(OneByOne):
    """For each cell its number, 0 for a blank, the directions in which smaller ones lie, and a comma: '3UR,'. The value
    is what stands before the comma.
    """

    def one(self, cursor: Cursor, count: int) -> str | None:
        value = cursor.decimal()
        while letter := cursor.one_of(DIRECTIONS):
            value += letter
        cursor.expect(",")
        return value

    def written(self, value: str | None, count: int) -> str:
        return f"{value},"


#: The names of directions, from a on.
_WINDS = dict(zip(ascii_lowercase, ("n", "ne", "e", "se", "s", "sw", "w", "nw")))


@dataclass(frozen=True)
class Signposts(OneByOne):
    """For each cell its number, if it has one, and a letter for the direction of its arrow: '3c' is 3e. That of the
    last number says nothing.
    """

    def one(self, cursor: Cursor, count: int) -> str | None:
        number = cursor.decimal() if cursor.next and cursor.next in digits else ""
        letter = cursor.one_of(_WINDS)
        if letter is None:
            raise cursor.unexpected("a letter from a to h")
        return number if number == str(count) else number + _WINDS[letter]

    def written(self, value: str | None, count: int) -> str:
        number, wind = re.fullmatch(r"(\d*)(\w*)", value or "").groups()  # type: ignore[union-attr]
        if not number + wind or (not wind and number != str(count) != "1"):
            raise beyond(value)
        return str(number) + reverse(_WINDS).get(wind, "a")


@dataclass(frozen=True)
class Layer:
    """Letters, and numbers in brackets, each with how many places it stands behind the one before: '(4)2x9'."""

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = [None] * count
        at = 0
        while cursor.next not in ("", "&"):
            value = cursor.decimal() if (is_number := cursor.skip("(")) else cursor.take()
            if is_number:
                cursor.expect(")")
            at += int(cursor.decimal())
            if at >= count or values[at] is not None:
                where = "beyond the board" if at >= count else "where another one stands"
                raise PuzzleError(
                    f"found {quote(value)} {where}, before character {cursor.at + 1} of the {cursor.whole}"
                )
            values[at] = value
        return values

    def encode(self, values: Values) -> str:
        text, last = "", 0
        for at, value in enumerate(values):
            if value is not None:
                if not re.fullmatch(r"\d+|[A-Za-z]", value, re.ASCII):
                    raise beyond(value)
                text += (f"({value})" if value.isdecimal() else value) + str(at - last)
                last = at
        return text


#: The steps of strokes: to the right and up.
_STEPS = {"U": (0, 1), "R": (1, 0), "D": (0, -1), "L": (-1, 0)}

#: A corner of the board: how far it is to the right of the lower left one, and above it.
_Corner = tuple[int, int]


@dataclass(frozen=True)
class Strokes:
    """Strokes along the sides of cells: where each begins, as many corners behind the one before, and its steps, '9UL'.
    The corners are counted from the bottom of each column up.
    """

    rows: int
    columns: int

    def sides(self) -> list[tuple[_Corner, _Corner]]:
        """The corners at the ends of all sides, in the order of `cells_beside_sides`."""
        down, across = range(1, self.rows + 1), range(1, self.columns + 1)
        upright = {(r, c): ((c, self.rows - r), (c, self.rows - r + 1)) for r in down for c in (0, *across)}
        level = {(r, c): ((c - 1, self.rows - r), (c, self.rows - r)) for r in (0, *down) for c in across}
        inside = [upright[r, c] for r in down for c in across[:-1]] + [level[r, c] for r in down[:-1] for c in across]
        ends = [level[r, c] for r in (0, self.rows) for c in across]
        return inside + ends + [upright[r, c] for c in (0, self.columns) for r in down]

    def decode(self, cursor: Cursor, count: int) -> Found:
        """The first sides; those on the edge of the board, where they are not asked for, part nothing."""
        drawn, sides, at = set[tuple[_Corner, _Corner]](), self.sides(), 0
        while cursor.next not in ("", "&"):
            at += int(cursor.decimal())
            place = divmod(at, self.rows + 1)
            while letter := cursor.one_of(_STEPS):
                other = place[0] + _STEPS[letter][0], place[1] + _STEPS[letter][1]
                drawn.add(pair_of(place, other))
                place = other
            if not drawn.issubset(sides):
                raise PuzzleError(
                    f"found a stroke that leaves the board before character {cursor.at + 1} of the {cursor.whole}"
                )
        return ["1" if side in drawn else None for side in sides[:count]]

    def encode(self, values: Values) -> str:
        drawn = {side for side, value in zip(self.sides(), values) if value}
        text, last = "", 0
        for at in range((self.rows + 1) * (self.columns + 1)):
            while path := self.path(divmod(at, self.rows + 1), drawn):
                text, last = f"{text}{at - last}{path}", at
        return text

    @staticmethod
    def path(place: _Corner, drawn: set[tuple[_Corner, _Corner]]) -> str:
        """The steps from a corner along sides that are drawn, which are taken."""
        path = ""
        while True:
            others = {letter: (place[0] + x, place[1] + y) for letter, (x, y) in _STEPS.items()}
            sides = {letter: pair_of(place, other) for letter, other in others.items()}
            letter = next((letter for letter, side in sides.items() if side in drawn), None)
            if letter is None:
                return path
            drawn.remove(sides[letter])
            path, place = path + letter, others[letter]


#: How each is made of what a section says.
CODECS: Mapping[str, Callable[[Coding], Codec]] = {
    "sets": lambda coding: Sets(coding.blanks or "", coding.ended),
    "fours": lambda coding: Fours(coding.signs),
    "lettered": lambda coding: Lettered(),
    "several": lambda coding: Numbers(9, signs=_SEVERAL),
    "stretches": lambda coding: Numbers(9, signs=_STRETCHES),
    "separated": lambda coding: Separated(coding.separator, has_blanks=coding.blanks is not None),
    "lists": lambda coding: Separated(coding.separator, " ", has_blanks=coding.blanks is not None),
    "operations": lambda coding: Operations(coding.signs),
    "pairs": lambda coding: letters([*PARTNERS, *coding.signs]),
    "comparisons": lambda coding: Comparisons(),
    "signposts": lambda coding: Signposts(),
    "layer": lambda coding: Layer(),
}


# -- Blocks that hold two sums, of the run below and of the run to the right

_SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: A block without sums.
BLOCK = "-"

#: The letters for runs of 1 to 16 white cells.
_WHITE = "klmnopqrstuvwxyz"


def read_sums(cursor: Cursor, rows: int, columns: int) -> dict[Cell, str]:
    """The blocks of our board, of these rows and columns, as tokens: '13,' down, ',6' right, '13,6' both, or BLOCK.

    The link's board lacks the first row and the first column of ours, which are blocks: their sums follow after the
    board, for each column and row that does not begin with another block. A sum is one character: 0-9, a-j from 10, A-Z
    from 20, and '-' for none. PuzzleError, with the character, for one that means nothing here.
    """
    blocks: dict[Cell, str] = {}
    inside = [(r, c) for r in range(2, rows + 1) for c in range(2, columns + 1)]
    at = 0
    while at < len(inside) and not cursor.is_at_end:
        if cursor.next in _WHITE:
            at += _WHITE.index(cursor.take()) + 1
            continue
        blocks[inside[at]] = BLOCK if cursor.skip(".") else block_of(_sum(cursor), _sum(cursor))
        at += 1
    cursor.check_count(at, len(inside))
    blocks[1, 1] = BLOCK
    for c in range(2, columns + 1):
        blocks[1, c] = block_of(_sum(cursor), "") if (2, c) not in blocks else BLOCK
    for r in range(2, rows + 1):
        blocks[r, 1] = block_of("", _sum(cursor)) if (r, 2) not in blocks else BLOCK
    return blocks


def write_sums(blocks: Mapping[Cell, str], rows: int, columns: int) -> str:
    """The reverse of read_sums; PuzzleError for a board that no link can hold."""
    text, white = "", 0
    for cell in [(r, c) for r in range(2, rows + 1) for c in range(2, columns + 1)]:
        if cell in blocks:
            block = "." if blocks[cell] == BLOCK else "".join(map(_character, sums_of(blocks[cell])))
            text, white = text + in_runs(white, _WHITE) + block, -1
        white += 1
    return text + in_runs(white, _WHITE) + "".join(map(_character, _rim(blocks, rows, columns)))


def _rim(blocks: Mapping[Cell, str], rows: int, columns: int) -> list[str]:
    """The sums of the first row, for the columns that begin below it, then those of the first column."""
    above = [(1, c) for c in range(2, columns + 1) if (2, c) not in blocks]
    before = [(r, 1) for r in range(2, rows + 1) if (r, 2) not in blocks]
    for cell in [(1, c) for c in range(1, columns + 1)] + [(r, 1) for r in range(2, rows + 1)]:
        down, right = sums_of(blocks.get(cell, ","))
        if cell not in blocks or (down and cell not in above) or (right and cell not in before):
            raise PuzzleError("the first row and the first column must be blocks with sums for what lies behind them")
    return [*(sums_of(blocks[cell])[0] for cell in above), *(sums_of(blocks[cell])[1] for cell in before)]


def _sum(cursor: Cursor) -> str:
    """The next sum; '' where there is none."""
    found = cursor.one_of(_SUMS + BLOCK)
    if found is None:
        raise cursor.unexpected("a sum")
    return str(_SUMS.index(found)) if found != BLOCK else ""


def block_of(down: str, right: str) -> str:
    """The token of a block with these sums."""
    return f"{down},{right}" if down or right else BLOCK


def sums_of(token: str) -> tuple[str, str]:
    """The sums of a block: down and right, '' for none."""
    down, _, right = token.removeprefix(BLOCK).partition(",")
    return down, right


def _character(number: str) -> str:
    if number and not (number.isdecimal() and int(number) < len(_SUMS)):
        raise cannot_hold(number)
    return _SUMS[int(number)] if number else BLOCK


# -- Banks

#: Items of a bank, and the rows and columns of one, are fewer than a board has rows and columns.
_MOST, _LONGEST = 100, 35

#: The usual fleets, by letter: how many ships there are of each length, from 1.
_FLEETS = {"c": (3, 2, 1), "d": (4, 3, 2, 1), "e": (5, 4, 3, 2, 1)}

#: The usual banks of shapes, by letter: pentominoes, tetrominoes once and twice, none.
_TETROMINOES = "x/x/x/x", ".x/.x/xx", "xx/xx", ".x/xx/x.", ".x/xx/.x"
_SHAPES: Mapping[str, tuple[str, ...]] = {
    "p": (
        "..x/xxx/.x.", "x/x/x/x/x", ".x/.x/.x/xx", ".x/.x/xx/x.", ".x/xx/xx", "..x/xxx/..x",
        "xx/.x/xx", "..x/..x/xxx", "..x/.xx/xx.", ".x./xxx/.x.", ".x/.x/xx/.x", "..x/xxx/x..",
    ),
    "t": _TETROMINOES,
    "d": tuple(shape for shape in _TETROMINOES for _ in range(2)),
    "z": (),
}  # fmt: skip

#: The usual lists of sizes, by letter: up to which there is one of each.
_SIZES = {"i": 9, "z": 0}

_A_FIGURE = "the columns and rows of a figure and its lines, such as 2/2/30"


def _total(cursor: Cursor, what: str) -> int:
    """How many of these there are, as the link says."""
    total = int(cursor.decimal(10, 0))
    if total > _MOST:
        raise PuzzleError(f"found {total} {what}, expected {_MOST} at most")
    return total


def _check_total(count: int, what: str) -> None:
    if count > _MOST:
        raise PuzzleError(f"a link of this genre cannot hold {count} {what}")


def read_ships(cursor: Cursor) -> list[str]:
    """How many straight ships there are of each length, from 1, then the others as drawings.

    A fleet, or a bank of shapes, is a letter for a usual one, `//c`, or how many ships or shapes there are, and each
    one: `/4/13s/12o/12o/11g`. A shape is its width, its height, and its cells, five a digit of base 32, without zeros
    at the end; ships that are one cell wide are counted. PuzzleError, with the character, for anything else.
    """
    fleets = {
        letter: ["/".join("x" * length) for length, count in enumerate(counts, 1) for _ in range(count)]
        for letter, counts in _FLEETS.items()
    }
    ships = _read_drawings(cursor, fleets, "a fleet", "ship")
    straight = [ship for ship in ships if set(ship) == {"x"} or set(ship.split("/")) == {"x"}]
    return [*_tally([ship.count("x") for ship in straight]), *(ship for ship in ships if ship not in straight)]


def write_ships(texts: Sequence[str]) -> str:
    """The reverse of read_ships; PuzzleError for a fleet that is too large."""
    lengths = _tallied(texts)
    others = [text.lower() for text in texts if "x" in text.lower()]
    for letter, usual in _FLEETS.items():
        if _tally(lengths) == [str(count) for count in usual] and not others:
            return f"//{letter}"
    ships = len(lengths) + len(others)
    if ships > _MOST or max(lengths, default=0) > _LONGEST:
        raise PuzzleError(f"a link of this genre cannot hold a fleet of {quote(str(ships))} ships")
    return _drawings([*("/".join("x" * length) for length in reversed(lengths)), *others])


def _tally(sizes: Sequence[int]) -> list[str]:
    """How many there are of each size, from 1."""
    return [str(sizes.count(size) or BLANK) for size in range(1, max(sizes, default=0) + 1)]


def _tallied(texts: Sequence[str]) -> list[int]:
    """The reverse of _tally: the sizes, in rising order."""
    return [size for size, text in enumerate(texts, 1) if text.isdecimal() for _ in range(int(text))]


def read_shapes(cursor: Cursor) -> list[str]:
    """The shapes as drawings, such as xx/.x; PuzzleError, with the character, for anything else."""
    return _read_drawings(cursor, _SHAPES, "a bank of shapes", "shape")


def write_shapes(texts: Sequence[str]) -> str:
    """The reverse of read_shapes; PuzzleError for too many shapes, or too large ones."""
    shapes = [text.lower() for text in texts if text != BLANK]
    for letter, usual in _SHAPES.items():
        if tuple(shapes) == usual:
            return f"//{letter}"
    _check_total(len(shapes), "shapes")
    return _drawings(shapes)


def _read_drawings(cursor: Cursor, usual: Mapping[str, Sequence[str]], bank: str, one: str) -> list[str]:
    cursor.expect("/", bank)
    if cursor.skip("/"):
        letter = cursor.one_of(usual)
        if letter is None:
            raise cursor.unexpected(f"the letter of {bank} that is known here, {' or '.join(usual)}")
        return list(usual[letter])
    total = int(cursor.decimal(10, 0))
    if total > _MOST:
        raise PuzzleError(f"found {bank.removesuffix(' of shapes')} of {total} {one}s, expected {_MOST} at most")
    drawings = []
    for _ in range(total):
        cursor.expect("/", bank)
        start = cursor.at
        width, height = cursor.number(1, 36), cursor.number(1, 36)
        text = cursor.rest.partition("/")[0]
        longest = -(-width * height // 5)
        if len(text) > longest:
            cursor.take(longest)
            raise cursor.unexpected(f"{bank} of {total}, each with as many cells as it says")
        whole = text.ljust(longest, "0")  # zeros at the end are left out
        cells = BITS.decode(Cursor(whole, cursor.start + cursor.at), width * height)
        if "1" not in cells:
            cursor.at = start
            raise cursor.unexpected(f"a {one}, such as 23fg")
        cursor.take(len(text))
        drawn = "".join("x" if cell else "." for cell in cells)
        drawings.append("/".join(drawn[at : at + width] for at in range(0, len(drawn), width)))
    return drawings


def _drawings(drawings: Iterable[str]) -> str:
    texts = []
    for drawing in drawings:
        rows = drawing.split("/")
        width = max(map(len, rows))
        if max(width, len(rows)) > _LONGEST:
            raise PuzzleError(f"a link of this genre cannot hold a shape of {len(rows)} rows and {width} columns")
        cells = ["1" if each == "x" else None for row in rows for each in row.ljust(width, ".")]
        texts.append(f"{DIGITS[width]}{DIGITS[len(rows)]}{BITS.encode(cells).rstrip('0')}")
    return "/" + "/".join([str(len(texts)), *texts])


def read_sizes(cursor: Cursor) -> list[str]:
    """How many areas there are of each size, from 1; PuzzleError, with the character, for anything else.

    `//6` is one of each size up to 6, and so is `//i` up to 9; `/3/4/4/5` are three, of 4, 4 and 5 cells.
    """
    cursor.expect("/", "a list of sizes")
    each = cursor.skip("/")
    letter = cursor.one_of(_SIZES) if each else None
    total = _SIZES[letter] if letter else _total(cursor, "sizes")
    sizes = list(range(1, total + 1))
    for at in range(total if not each else 0):
        cursor.expect("/", "a list of sizes")
        sizes[at] = int(cursor.decimal(10, 0))
        if not 0 < sizes[at] <= MOST_CELLS:
            raise PuzzleError(f"found an area of {sizes[at]} cells, expected 1 to {MOST_CELLS}")
    return _tally(sizes)


def write_sizes(texts: Sequence[str]) -> str:
    """The reverse of read_sizes; PuzzleError for too many sizes."""
    sizes = _tallied(texts)
    _check_total(len(sizes), "sizes")
    if sizes == list(range(1, len(sizes) + 1)):
        letter = next((letter for letter, most in _SIZES.items() if most == len(sizes)), None)
        return f"//{letter or len(sizes)}"
    return f"/{len(sizes)}" + "".join(f"/{size}" for size in sizes)


def read_words(cursor: Cursor) -> list[str]:
    """The words, `/2/LINE/WALL`, or `//z` for none; PuzzleError, with the character, for anything else."""
    words: list[str] = []
    cursor.expect("/", "a list of words")
    for _ in range(0 if cursor.skip("/z") else _total(cursor, "words")):
        cursor.expect("/", "a word")
        word = cursor.rest.partition("/")[0]
        if not (word.isascii() and word.isalpha() and len(word) > 1):
            raise cursor.unexpected("a word of two letters at least")
        words.append(cursor.take(len(word)))
    return words


def write_words(texts: Sequence[str]) -> str:
    """The reverse of read_words; PuzzleError for too many words, or other letters than A to Z."""
    words = [text.upper() for text in texts if text != BLANK]
    for word in words:
        if not word.isascii():
            raise PuzzleError(f"a link of this genre cannot hold the word {quote(word)}")
    _check_total(len(words), "words")
    return "/" + "/".join([str(len(words)), *words]) if words else "//z"


def read_figures(cursor: Cursor) -> list[str]:
    """The figures of lines, `/3/2/2e1`, as drawings, `x...x/x...x/xxxxx`; PuzzleError, with the character, for others.

    A figure is the columns and the rows of its points, then a hex digit for every two of them: 1 if a line leads from
    the first one to the right, 2 if one leads down, and four times as much for the second one. In a drawing every
    second row and column has points; lines lie between them. The last point of all is left out where it has no second.
    """
    figures: list[str] = []
    while not cursor.is_at_end:
        cursor.expect("/", "a figure")
        if cursor.is_at_end and not figures:
            break  # without figures the slash is there as well
        if len(figures) == _MOST:
            raise PuzzleError(f"found more figures than {_MOST}, the most that are read")
        start = cursor.at
        texts = cursor.rest.split("/")[:3]
        columns, rows = (int(text) if text.isdecimal() and len(text) < 3 else 0 for text in (*texts, "", "")[:2])
        if not (0 < columns <= _LONGEST and 0 < rows <= _LONGEST and len(texts[-1]) == columns * rows // 2):
            raise cursor.unexpected(_A_FIGURE)
        cursor.take(len("/".join(texts)) - len(texts[-1]))
        figure = _figure([cursor.number(1, 16) for _ in texts[-1]], columns, rows)
        if figure is None:
            cursor.at = start
            raise cursor.unexpected(_A_FIGURE)
        figures.append(figure)
    return figures


def _figure(pairs: Sequence[int], columns: int, rows: int) -> str | None:
    """The drawing of a figure, from the number for every two of its points; None if its lines lead out of it."""
    drawn: set[tuple[int, int]] = set()
    for at in range(2 * len(pairs)):
        lines, row, column = pairs[at // 2] >> at % 2 * 2, at // columns * 2, at % columns * 2
        drawn |= {(row, column + step) for step in range(3) if lines & 1}
        drawn |= {(row + step, column) for step in range(3) if lines & 2}
    height, width = 2 * rows - 1, 2 * columns - 1
    if not drawn or any(row >= height or column >= width for row, column in drawn):
        return None
    return "/".join("".join(".x"[(r, c) in drawn] for c in range(width)) for r in range(height))


def write_figures(texts: Sequence[str]) -> str:
    """The reverse of read_figures; PuzzleError for too many figures, too large ones, and shapes that are no figures."""
    figures = []
    for text in (text.lower() for text in texts if text != BLANK):
        drawing = text.split("/")
        drawn = {(r, c) for r, row in enumerate(drawing) for c, each in enumerate(row) if each == "x"}
        columns, rows = (max(map(len, drawing)) + 1) // 2, (len(drawing) + 1) // 2
        points = [(2 * r, 2 * c) for r in range(rows) for c in range(columns)]
        lines = [((r, c + 1) in drawn) + 2 * ((r + 1, c) in drawn) for r, c in points]
        pairs = [one + 4 * other for one, other in zip(lines[::2], lines[1::2])]
        if max(columns, rows) > _LONGEST or _figure(pairs, columns, rows) != "/".join(
            row.ljust(2 * columns - 1, ".") for row in drawing
        ):
            raise cannot_hold(text)
        figures.append(f"{columns}/{rows}/{''.join(in_base(pair, 16) for pair in pairs)}")
    _check_total(len(figures), "figures")
    return "/" + "/".join(figures)


def read_numbers(cursor: Cursor) -> list[str]:
    """Decimal numbers with commas between them: as many as stand there."""
    found = [cursor.decimal()]
    while re.match(r",\d", cursor.rest, re.ASCII):
        cursor.take()
        found.append(cursor.decimal())
    return found


class Bank(NamedTuple):
    """How a part that is one list is read from the end of a link, and written there."""

    read: Callable[[Cursor], list[str]]
    write: Callable[[Sequence[str]], str]


#: The codecs of banks.
BANKS: Mapping[str, Bank] = {
    "ships": Bank(read_ships, write_ships),
    "sizes": Bank(read_sizes, write_sizes),
    "shapes": Bank(read_shapes, write_shapes),
    "words": Bank(read_words, write_words),
    "figures": Bank(read_figures, write_figures),
    "numbers": Bank(read_numbers, ",".join),
}
