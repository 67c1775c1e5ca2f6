"""How the values of a section of a link or an ID are written as characters, and read again.

A value is a token as a draft has it: a number in decimal digits, '?' for a clue without a number, an arrow such as
'3e'; None is a blank. A codec reads as many values as there are places, and no further. Blanks are written, too, so a
text that ends early has been cut off. A new codec is an entry of CODECS, or, if one type has it, of `rare`.

Sources: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs), and those of Simon Tatham's collection
(https://www.chiark.greenend.org.uk/~sgtatham/puzzles/); what is written here they write alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, takewhile
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Protocol

from ...model.errors import PuzzleError, many, quote

Values = Sequence[str | None]
Found = list[str | None]

#: The most cells of a board that is read from a link or an ID, or written as one: a short link can name a board of any
#: size, and the link of a larger one would be too long to be read.
MOST_CELLS = 40_000

#: A clue without a number.
UNKNOWN = "?"

#: The digits of numbers in any base up to 36.
DIGITS = digits + ascii_lowercase

#: What is expected where a codec says nothing else.
A_CLUE = "a clue or a run of blanks"

#: Where the other cell of a pair lies, by the letter that stands in a cell.
PARTNERS = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0)}

#: The directions in which a cell is compared with its neighbours.
DIRECTIONS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


@dataclass
class Cursor:
    """A text and how far it has been read."""

    text: str
    start: int = 0  # the characters of the link that stand before the text
    at: int = 0
    whole: str = "link"  # what messages call the link
    part: str = ""  # the part of the puzzle that is being read, for messages

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """What is left."""
        return self.text[self.at :]

    @property
    def next(self) -> str:
        """The next character; '' at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, count: int = 1) -> str:
        """The next characters; PuzzleError if there are fewer."""
        taken = self.text[self.at : self.at + count]
        if len(taken) < count:
            where = self.start + len(self.text)
            raise PuzzleError(f"the {self.whole} ends in the middle of a number, at character {where}")
        self.at += count
        return taken

    def expect(self, text: str, what: str = "") -> None:
        """Takes this text; PuzzleError if another one stands there. what: what it means, for messages."""
        if not self.skip(text):
            raise self.unexpected(what or quote(text))

    def skip(self, text: str) -> bool:
        """Takes this text if it stands there; whether it does."""
        found = self.text.startswith(text, self.at)
        self.at += len(text) * found
        return found

    def one_of(self, known: Iterable[str]) -> str | None:
        """Takes the first of these texts that stands there."""
        return next((text for text in known if text and self.skip(text)), None)

    def number(self, count: int, base: int) -> int:
        """The next characters as a number in a base; PuzzleError for another character."""
        value = 0
        for character in self.take(count):
            digit = DIGITS.find(character)
            if not 0 <= digit < base:
                self.at = self.text.index(character, self.at - count)
                raise self.unexpected(f"a digit of base {base}")
            value = value * base + digit
        return value

    def decimal(self, longest: int = 9, least: int | None = None) -> str:
        """The decimal number that comes next; PuzzleError for anything else, and for more digits than these."""
        end = self.at
        while self.text[end : end + 1] in digits and end < len(self.text):
            end += 1
        text = self.text[self.at : end]
        if not 0 < len(text) <= longest or int(text) < (least or 0):
            number = "a number" if least is None else f"a number from {least} on,"
            raise self.unexpected(f"{number} of at most {longest} digits")
        self.at = end
        return text

    def check_count(self, found: int, count: int) -> None:
        """PuzzleError if fewer or more values were found than there are places."""
        values = many(found, "value") + (f" for {quote(self.part)}" if self.part else "")
        if found < count:
            where = "ends" if self.is_at_end else f"goes on with {quote(self.next)}"
            at = self.start + self.at + (not self.is_at_end)
            raise PuzzleError(f"found {values}, expected {count}; then the {self.whole} {where}, at character {at}")
        if found > count:
            raise PuzzleError(f"found {values}, expected {count}, at character {self.start + self.at}")

    def unexpected(self, expected: str) -> PuzzleError:
        """That the next character is not what was expected."""
        token = quote(self.next) if self.next else "the end"
        return PuzzleError(
            f"found {token} at character {self.start + self.at + 1} of the {self.whole}, expected {expected}"
        )


def cannot_hold(value: str | None, whole: str = "a link of this genre") -> PuzzleError:
    """That a link cannot say this value."""
    return PuzzleError(f"{whole} cannot hold {'a blank' if value is None else quote(value)}")


def in_base(number: int, base: int, count: int = 1) -> str:
    """A number written in this base, with zeros before it if it has fewer digits than wanted."""
    text = ""
    while number or len(text) < count:
        number, digit = divmod(number, base)
        text = DIGITS[digit] + text
    return text


def in_runs(count: int, runs: Sequence[str]) -> str:
    """So many places, by the texts for a run of one place, of two and so on."""
    longest, rest = divmod(count, len(runs))
    return runs[-1] * longest + (runs[rest - 1] if rest else "")


def reverse(signs: Mapping[str, str]) -> dict[str, str]:
    """From values to the characters that stand for them; of several the last one."""
    return {value: sign for sign, value in signs.items()}


class Codec(Protocol):
    """A way of writing a sequence of values."""

    def decode(self, cursor: Cursor, count: int) -> Found:
        """The values of this many places; PuzzleError for a character that means nothing here."""

    def encode(self, values: Values) -> str:
        """The values as characters; PuzzleError for a value that cannot be written."""


@dataclass(frozen=True)
class Coding:
    """How values are written as characters, as a manifest says it: a codec, and what it needs to know."""

    codec: str = ""  # its name; '' for a text that stands there literally
    signs: Mapping[str, str] = field(default_factory=dict)  # from characters to values, '#' for the digits of a number
    base: int = 0  # of a table: how many digits its numbers have
    blanks: str | None = "g"  # the character for a single blank, '' if it is a '.', None if there are no blanks
    separator: str = ","  # what stands between values
    counted: bool = False  # of gaps: whether runs of equal characters are shortened
    trimmed: bool = False  # of digits: whether blanks at the end are left out
    brackets: bool = False  # of digits: whether larger numbers stand in brackets
    ended: bool = False  # of colours, skips: whether the blanks before the end are written; of sets: whether a '/' is
    repeats: Mapping[str, str] = field(default_factory=dict)  # from a value to the characters for one of it, two …
    quotients: tuple[str, ...] = ()  # what a number is divided into
    remainders: tuple[str, ...] = ()
    leading: tuple[str, ...] = ()  # what the first digit of a number means


class InPieces:
    """A codec whose text is read piece by piece, each of which stands for some values."""

    def piece(self, cursor: Cursor, left: int) -> Values:
        """The next values. left: how many places there are for them."""
        raise NotImplementedError

    def decode(self, cursor: Cursor, count: int) -> Found:
        """The values of all pieces, which are as many as places."""
        values: Found = []
        while len(values) < count and not cursor.is_at_end:
            values += self.piece(cursor, count - len(values))
        cursor.check_count(len(values), count)
        return values


class OneByOne:
    """A codec with a text of its own for each value."""

    def one(self, cursor: Cursor, count: int) -> str | None:
        """The next value of this many; PuzzleError for a text that means nothing here."""
        raise NotImplementedError

    def written(self, value: str | None, count: int) -> str:
        """The text of one of this many values; PuzzleError for one that cannot be written."""
        raise NotImplementedError

    def decode(self, cursor: Cursor, count: int) -> Found:
        return [self.one(cursor, count) for _ in range(count)]

    def encode(self, values: Values) -> str:
        return "".join(self.written(value, len(values)) for value in values)


def without_end(values: Values) -> Values:
    """The values but for blanks at the end."""
    return values[: max((at for at, value in enumerate(values, 1) if value is not None), default=0)]


# -- Tables of symbols


@dataclass(frozen=True)
class Table(InPieces):
    """Each symbol stands for some values in a row; the longest ones are written."""

    symbols: Mapping[str, Values]
    cut: str = ""  # those that may say blanks behind the last place
    what: str = A_CLUE

    @cached_property
    def _by_length(self) -> list[tuple[int, dict[tuple[str | None, ...], str]]]:
        """The symbols by their values, the longest first."""
        lengths: dict[int, dict[tuple[str | None, ...], str]] = {}
        for symbol, values in self.symbols.items():
            lengths.setdefault(len(values), {}).setdefault(tuple(values), symbol)
        return sorted(lengths.items(), reverse=True)

    def piece(self, cursor: Cursor, left: int) -> Values:
        if cursor.next not in self.symbols:
            raise cursor.unexpected(self.what)
        symbol = cursor.take()
        values = self.symbols[symbol]
        while symbol in self.cut and len(values) > left and values[-1] is None:
            values = values[:-1]
        return values

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            symbol, length = self._longest(tuple(values[at : at + self._by_length[0][0]]))
            text, at = text + symbol, at + length
        return text

    def _longest(self, values: tuple[str | None, ...]) -> tuple[str, int]:
        """The symbol for the most of these values, and how many it stands for."""
        for length, symbols in self._by_length:
            beyond = length - len(values)
            symbol = symbols.get(values[:length] + (None,) * beyond)
            if symbol is not None and (beyond <= 0 or symbol in self.cut):
                return symbol, length
        raise cannot_hold(values[0])


def blanks(first: str) -> dict[str, Values]:
    """The characters from this one on as runs of one blank, two and so on."""
    return {character: [None] * count for count, character in enumerate(DIGITS[DIGITS.index(first) :], 1)}


def packed(radix: int, places: int) -> Table:
    """Several places a character, the first one highest; 0 is a blank. radix: how many values a place may have."""
    symbols = {
        DIGITS[number]: [
            str(digit) if (digit := number // radix ** (places - 1 - at) % radix) else None for at in range(places)
        ]
        for number in range(radix**places)
    }
    return Table(symbols, "".join(symbols), f"a digit of base {radix**places}")


#: Five places a character, or three of three kinds.
BITS, THIRDS = packed(2, 5), packed(3, 3)

#: A character for a mark and up to 17 blanks behind it; characters from i on for runs of 1 to 18 blanks.
ONES = Table({**{DIGITS[n]: ["1", *[None] * n] for n in range(18)}, **blanks("i")}, what="a digit of base 36")

#: Numbers from 0 to 4, each together with up to two blanks behind it.
SMALL_NUMBERS = Table(
    {".": [UNKNOWN], **{DIGITS[n]: [str(n % 5), *[None] * (n // 5)] for n in range(15)}, **blanks("g")}, DIGITS[:15]
)

#: A hex digit for one of two colours and up to seven blanks behind it.
DOTS = Table(
    {**{DIGITS[n]: [str(n % 2 + 1), *[None] * (n // 2)] for n in range(16)}, **blanks("g")}, DIGITS[:16],
    "a digit of base 36",
)  # fmt: skip


@dataclass(frozen=True)
class Skips:
    """A character for each mark: how many blanks lie before it, in base 36; '.' for 36 blanks without a mark."""

    ended: bool = False  # whether the blanks before the end are written, if there are any; else the longest runs are
    of_35: bool = False  # whether 'z' stands for 35 blanks without a mark instead

    @cached_property
    def _table(self) -> Table:
        marks: dict[str, Values] = {DIGITS[n]: [*[None] * n, "1"] for n in range(36 - self.of_35)}
        return Table(marks | {self._longest[0]: [None] * self._longest[1]}, what="a digit of base 36")

    @property
    def _longest(self) -> tuple[str, int]:
        """The character for the longest run without a mark, and how many blanks that are."""
        return ("z", 35) if self.of_35 else (".", 36)

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = []
        least = count or int(self.ended and not self.of_35)  # where there is no place at all, a '0' stands
        while len(values) < least and not cursor.is_at_end:
            values += self._table.piece(cursor, count)
        if self.ended and len(values) == count + 1:
            values.pop()  # what stands behind the last blanks is not a mark
        elif not self.ended and len(values) + self._longest[1] > count:
            values += [None] * (count - len(values))
        cursor.check_count(len(values), count)
        return values

    def encode(self, values: Values) -> str:
        rest = (len(values) - len(without_end(values))) % self._longest[1]
        if self.ended and (rest or (not values and not self.of_35)):
            return self._table.encode([*values, "1"])
        return self._table.encode(values[: len(values) - rest])


@dataclass(frozen=True)
class Gaps:
    """The blanks before each mark, and before the end as if a mark followed: Simon Tatham's letters."""

    table: Table
    counted: bool = False  # a run of more than two equal characters is one of them with its length
    ended: bool = True  # whether the blanks before the end are written

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = []
        most = count + self.ended
        while len(values) < most and (self.ended or cursor.next in self.table.symbols):
            start, gap = cursor.at, self.table.symbols.get(cursor.next)
            if gap is None:
                raise cursor.unexpected("a gap that ends at the last place")
            cursor.take()
            times = int(cursor.decimal()) if self.counted and cursor.next and cursor.next in digits else 1
            if times < 1 or len(values) + times * len(gap) > most:
                cursor.at = start
                raise cursor.unexpected(f"the gaps of the last {count - len(values)} of {count} places")
            values += [*gap] * times
        if self.ended and values.pop() != "1":
            cursor.at -= 1
            raise cursor.unexpected("a gap that ends at the last place")
        return values + [None] * (count - len(values))

    def encode(self, values: Values) -> str:
        if not self.ended:
            return self.table.encode(without_end(values))
        text = self.table.encode([*values, "1"])
        if not self.counted:
            return text
        lengths = [(character, len(list(group))) for character, group in groupby(text)]
        return "".join(f"{each}{length}" if length > 2 else each * length for each, length in lengths)


#: '_' for no blank, a to y for 1 to 25; 'z' are 25 blanks without a mark.
GAPS = Table({c: [*[None] * n, "1"] for n, c in enumerate("_" + ascii_lowercase[:25])} | {"z": [None] * 25})


@dataclass(frozen=True)
class Alternating:
    """Runs of places without and with a mark in turn, of which the first one, without, is longer by one: a to y for 1
    to 25 of them; 'z' are 25 that the next letter goes on with.
    """

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = []
        mark = None
        while len(values) <= count:
            run = ascii_lowercase.find(cursor.next or " ") + 1
            if not run > 0 or len(values) + min(run, 25) > count + 1:
                raise cursor.unexpected(f"a run of the last {count + 1 - len(values)} of {count + 1} places")
            cursor.take()
            values += [mark] * min(run, 25)
            mark = ("1" if mark is None else None) if run < 26 else mark
        return values[1:]

    def encode(self, values: Values) -> str:
        text = ""
        for _, group in groupby([None, *values], lambda value: value is not None):
            longest, rest = divmod(len(list(group)) - 1, 25)
            text += "z" * longest + ascii_lowercase[rest]
        return text


#: a to y for 0 to 24 blanks: a small letter before a mark of the first colour, a capital before one of the second; 'z'
#: (or 'Z') are 25 blanks without a mark.
COLOURS = Table(
    {c: [*[None] * n, "1"] for n, c in enumerate(ascii_lowercase[:25])}
    | {c: [*[None] * n, "2"] for n, c in enumerate(ascii_uppercase[:25])}
    | {"z": [None] * 25, "Z": [None] * 25}
)


# -- Numbers


@dataclass(frozen=True)
class Numbers(InPieces):
    """A digit for a small number, a prefix and several digits for a larger one, letters for runs of blanks."""

    base: int  # how many digits there are
    prefixes: tuple[tuple[str, int, int], ...] = ()  # how many digits follow and what is added to them, in rising order
    #: The character for one blank; those after it are longer runs; '' if a blank is a '.' of its own, None if there are
    #: no blanks; with a '.' before it, that is one blank, and the runs begin with two. Or the character for one blank,
    #: a space, and a character with a '#' for the hex digit that says how many there are.
    first_blank: str | None = "g"
    #: From one to three characters to values that are not written as numbers. With '#' in both, the characters have a
    #: hex digit for each one, and the value has the number, or several.
    signs: Mapping[str, str] = field(default_factory=lambda: {".": UNKNOWN})
    repeats: Mapping[str, str] = field(default_factory=dict)  # from a value to the characters for one of it, two …

    @cached_property
    def _runs(self) -> dict[str, Values]:
        """The texts for several places with the same value: one blank, two and so on, and others that are repeated."""
        runs: dict[str, Values] = {}
        for value, texts in [(None, self._blanks), *self.repeats.items()]:
            runs |= {text: [value] * count for count, text in enumerate(texts, 1)}
        return runs

    @property
    def _blanks(self) -> Sequence[str]:
        """The texts for one blank, two and so on."""
        if self.first_blank is None:
            return ""
        if " " in self.first_blank:
            first, more = self.first_blank.split()
            return [first, *(more.replace("#", digit) for digit in DIGITS[2:16])]
        first = self.first_blank.removeprefix(".")
        runs = takewhile(lambda each: each not in self.signs, DIGITS[DIGITS.index(first) :] if first else "")
        return ("" if first == self.first_blank != "" else ".") + "".join(runs)

    def piece(self, cursor: Cursor, left: int) -> Values:
        texts = [cursor.text[cursor.at : cursor.at + size] for size in (3, 2, 1)]
        if sign := cursor.one_of(text for text in texts if text in self.signs):
            return [self.signs[sign]]
        if (numbered := self._numbered(cursor)) is not None:
            return [numbered]
        if 0 <= DIGITS.find(cursor.next) < self.base:
            return [str(DIGITS.index(cursor.take()))]
        if run := cursor.one_of(text for text in texts[1:] if text in self._runs):
            return self._runs[run]
        for prefix, count, more in self.prefixes:
            if cursor.skip(prefix):
                return [str(cursor.number(count, self.base) + more)]
        raise cursor.unexpected(A_CLUE)

    def _numbered(self, cursor: Cursor) -> str | None:
        """A sign with numbers in it; None if there is no such sign."""
        for sign, value in self.signs.items():
            start = sign.rstrip("#")
            if start == sign or not cursor.rest.startswith(start) or not (start or cursor.next in DIGITS[:16]):
                continue
            cursor.take(len(start))
            numbers = value.count("#")
            for _ in range(numbers):
                value = value.replace("#", str(cursor.number((len(sign) - len(start)) // numbers, 16)), 1)
            return value
        return None

    def encode(self, values: Values) -> str:
        signs = reverse(self.signs)
        text = ""
        for value, group in groupby(values):
            count = len(list(group))
            runs = self._blanks if value is None else self.repeats.get(value, "")
            if value is None and not runs:
                raise PuzzleError("a link of this genre needs a number in each place")
            if runs:
                text += in_runs(count, runs)
            elif value is not None:
                text += (signs.get(value) or self._with_number(value) or self._number(value)) * count
        return text

    def _with_number(self, value: str) -> str | None:
        for sign, form in self.signs.items():
            found = re.fullmatch(re.escape(form).replace(r"\#", "([0-9]+)"), value) if "#" in sign else None
            if found is None:
                continue
            count = sign.count("#") // form.count("#")
            if all(int(number) < 16**count for number in found.groups()):
                return sign.rstrip("#") + "".join(in_base(int(number), 16, count) for number in found.groups())
        return None

    def _number(self, value: str) -> str:
        if not value.isdecimal():
            raise cannot_hold(value)
        number = int(value)
        if number < self.base and DIGITS[number] not in self.signs:
            return DIGITS[number]
        for prefix, count, more in self.prefixes:
            end = min([more + self.base**count, *(other for _, _, other in self.prefixes if other > more)])
            if max(more, self.base) <= number < end:
                return prefix + in_base(number - more, self.base, count)
        raise cannot_hold(value)


_HEX = (("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("@", 3, 8192), ("%", 3, 8192), ("*", 4, 12240), ("$", 5, 77776))

TEN, SIXTEEN = Numbers(10, first_blank="a"), Numbers(16, _HEX)

FORTY_SIX = Numbers(20, (), ".k", {"+": "x", "_": UNKNOWN, **{chr(45 + at): str(at) for at in range(20, 46)}})


@dataclass(frozen=True)
class TenOrSixteen:
    """Numbers as `10` has them or, behind a '-', as `16` does: if one of them is larger than 9."""

    def decode(self, cursor: Cursor, count: int) -> Found:
        return (SIXTEEN if cursor.skip("-") else TEN).decode(cursor, count)

    def encode(self, values: Values) -> str:
        is_large = any(value and value.isdecimal() and int(value) > 9 for value in values)
        return "-" + SIXTEEN.encode(values) if is_large else TEN.encode(values)


@dataclass(frozen=True)
class KindPairs:
    """As `16`, a number for every two places: the radix times the first one's kind, and the second one's. 0 is none."""

    radix: int

    def decode(self, cursor: Cursor, count: int) -> Found:
        found = [value or "0" for value in SIXTEEN.decode(cursor, (count + 1) // 2)]
        if not all(value.isdigit() and int(value) < self.radix**2 for value in found):
            raise cursor.unexpected(f"two kinds from 1 to {self.radix - 1}")
        pairs = [divmod(int(value), self.radix) for value in found]
        return [str(kind) if kind else None for pair in pairs for kind in pair][:count]

    def encode(self, values: Values) -> str:
        kinds = [int(value or 0) for value in [*values, None]]
        pairs = [self.radix * one + other for one, other in zip(kinds[::2], kinds[1::2])]
        return SIXTEEN.encode([str(value) if value else None for value in pairs])


@dataclass(frozen=True)
class Single:
    """One number in decimal digits."""

    least: int = 0

    def decode(self, cursor: Cursor, count: int) -> Found:
        return [cursor.decimal(10, self.least)]

    def encode(self, values: Values) -> str:
        for value in filter(None, values):
            if value.isdecimal() and int(value) < self.least:
                raise cannot_hold(value)
        return "".join(value for value in values if value is not None)


#: The directions of arrows; the first has none.
_ARROWS = ("", "n", "s", "w", "e")


@dataclass(frozen=True)
class Arrows(InPieces):
    """A digit for the direction, then a hex digit; from 5 on two of them, and behind '-' three."""

    colours: Mapping[str, str] = field(default_factory=dict)  # from what stands before each arrow to a suffix: '3ex'
    first_blank: str = "a"

    @property
    def _blanks(self) -> str:
        """The letters for one blank, two and so on."""
        return DIGITS[DIGITS.index(self.first_blank) :]

    def piece(self, cursor: Cursor, left: int) -> Values:
        if self.first_blank <= cursor.next <= "z":
            return [None] * (self._blanks.index(cursor.take()) + 1)
        if not self.colours:
            return [UNKNOWN if cursor.skip("+") else self._arrow(cursor)]
        if cursor.next not in self.colours:
            raise cursor.unexpected(A_CLUE)
        colour = self.colours[cursor.take()]
        return [self._arrow(cursor) + colour]

    def _arrow(self, cursor: Cursor) -> str:
        if cursor.skip("-"):
            direction, count = cursor.number(1, 5), 3
        elif cursor.next and cursor.next in digits:
            more, direction = divmod(int(cursor.take()), 5)
            count = 1 + more
        else:
            raise cursor.unexpected("an arrow or a run of blanks")
        if count == 1 and cursor.skip("."):
            return UNKNOWN + _ARROWS[direction]
        return str(cursor.number(count, 16)) + _ARROWS[direction]

    def encode(self, values: Values) -> str:
        groups = ((value, len(list(group))) for value, group in groupby(values))
        return "".join(in_runs(count, self._blanks) if value is None else self._written(value) * count
                       for value, count in groups)  # fmt: skip

    def _written(self, value: str) -> str:
        for character, colour in sorted(self.colours.items(), key=lambda item: -len(item[1])):
            if value.endswith(colour):
                return character + self._uncoloured(value.removesuffix(colour))
        return self._uncoloured(value)

    def _uncoloured(self, value: str) -> str:
        number = value.rstrip("nswe")
        if (name := value.removeprefix(number)) not in _ARROWS:
            raise cannot_hold(value)
        direction = _ARROWS.index(name)
        if number == UNKNOWN:
            return f"{direction}."
        if not number.isdecimal() or int(number) >= 16**3:
            raise cannot_hold(value)
        hexadecimal = in_base(int(number), 16)
        return (f"{direction}", f"{direction + 5}", f"-{direction}")[len(hexadecimal) - 1] + hexadecimal


# -- Those of Simon Tatham's collection: exactly as many values as there are places


def beyond(value: str | None) -> PuzzleError:
    """That an ID cannot say this value."""
    return cannot_hold(value, "an ID of this game")


@dataclass(frozen=True)
class Runs:
    """Numbers, signs, and small letters for runs of 1 to 26 blanks."""

    one: str  # a character for each number from 0; '' if numbers are decimal, with '_' between two of them
    signs: Mapping[str, str] = field(default_factory=dict)  # from characters to values that are not written as numbers
    trimmed: bool = False  # whether blanks at the end are left out
    brackets: bool = False  # whether larger numbers stand in brackets

    def decode(self, cursor: Cursor, count: int) -> Found:
        values: Found = []
        while len(values) < count:
            values += self._piece(cursor, len(values), count)
        return values

    def _piece(self, cursor: Cursor, at: int, count: int) -> Values:
        """The next values. at: how many stand before them."""
        if self.trimmed and cursor.is_at_end:
            return [None] * (count - at)
        if sign := cursor.one_of(self.signs):
            return [self.signs[sign]]
        run = ascii_lowercase.find(cursor.next or " ") + 1
        if 0 < run <= count - at:
            cursor.take()
            return [None] * run
        number = self._number(cursor)
        if number is not None:
            return [str(number)]
        if not self.one and at and cursor.skip("_"):
            return []
        raise cursor.unexpected(f"what stands in the last {count - at} of {count} places")

    def _number(self, cursor: Cursor) -> int | None:
        """The next number; None if there is none."""
        if self.brackets and cursor.skip("["):
            number = int(cursor.decimal())
            cursor.expect("]")
            return number
        if not cursor.next or cursor.next not in (self.one or digits):
            return None
        return self.one.index(cursor.take()) if self.one else int(cursor.decimal())

    def encode(self, values: Values) -> str:
        signs = reverse(self.signs)
        text, values = "", without_end(values) if self.trimmed else values
        for is_blank, group in groupby(values, lambda value: value is None):
            each = list(group)
            written = (signs.get(str(value)) or self._written(value) for value in each)
            text += in_runs(len(each), ascii_lowercase) if is_blank else ("" if self.one else "_").join(written)
        return text

    def _written(self, value: str | None) -> str:
        if value is None or not value.isdecimal():
            raise beyond(value)
        if self.one and int(value) >= len(self.one):
            if not self.brackets:
                raise beyond(value)
            return f"[{int(value)}]"
        return self.one[int(value)] if self.one else value


@dataclass(frozen=True)
class Each(OneByOne):
    """A character for each value."""

    signs: Mapping[str, str]  # from characters to values, a blank being ''
    what: str = "a digit or a letter"

    def one(self, cursor: Cursor, count: int) -> str | None:
        if cursor.next not in self.signs:
            raise cursor.unexpected(self.what)
        return self.signs[cursor.take()] or None

    @cached_property
    def _characters(self) -> dict[str, str]:
        return reverse(self.signs)

    def written(self, value: str | None, count: int) -> str:
        if (value or "") not in self._characters:
            raise beyond(value)
        return self._characters[value or ""]


#: A character for each number up to 61.
SIXTY_TWO = {character: str(at) for at, character in enumerate(digits + ascii_lowercase + ascii_uppercase)}


#: How each codec is made of what a section says.
CODECS: Mapping[str, Callable[[Coding], Codec]] = {
    "4": lambda coding: SMALL_NUMBERS,
    "10": lambda coding: TEN,
    "16": lambda coding: SIXTEEN,
    "46": lambda coding: FORTY_SIX,
    "10-or-16": lambda coding: TenOrSixteen(),
    "table": lambda coding: Numbers(
        coding.base, (("-", 2, 0),) if coding.base else (), coding.blanks, coding.signs, coding.repeats
    ),
    "bits": lambda coding: BITS,
    "joined": lambda coding: BITS,
    "sides": lambda coding: BITS,
    "thirds": lambda coding: THIRDS,
    "ones": lambda coding: ONES,
    "dots": lambda coding: DOTS,
    "skips": lambda coding: Skips(coding.ended, coding.blanks == "z"),
    "arrow": lambda coding: Arrows(coding.signs, coding.blanks or "a"),
    "dot-pairs": lambda coding: KindPairs(4),
    "side-pairs": lambda coding: KindPairs(3),
    "number": lambda coding: Single(1),
    "place": lambda coding: Single(),
    "coordinates": lambda coding: SIXTEEN,
    "nested": lambda coding: SIXTEEN,
    "digits": lambda coding: Runs(
        (digits + ascii_uppercase)[: coding.base or 10], coding.signs, coding.trimmed, coding.brackets
    ),
    "decimals": lambda coding: Runs("", coding.signs),
    "each": lambda coding: Each({**SIXTY_TWO, **coding.signs}),
    "gaps": lambda coding: Gaps(GAPS, coding.counted),
    "alternating": lambda coding: Alternating(),
    "tiles": lambda coding: Each({each: each for each in DIGITS[1:16]}, "a hex digit from 1 on"),
    "rails": lambda coding: Runs((digits + ascii_uppercase)[:16]),
    "colours": lambda coding: Gaps(COLOURS, ended=coding.ended),
}
