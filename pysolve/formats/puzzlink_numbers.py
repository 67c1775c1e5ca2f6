"""How puzz.link writes numbers as characters, and reads them again.

Source: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs); what is written here they write alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, product, takewhile
from string import ascii_lowercase, ascii_uppercase

from ..model.errors import PuzzleError
from .link_text import DIGITS, UNKNOWN, Codec, Cursor, Values, cannot_hold, in_base

#: The digits of the largest number that is an option's value.
_LONGEST_NUMBER = 10


@dataclass(frozen=True)
class Numbers:
    """A digit for a small number, a prefix and several digits for a larger one, letters for runs of blanks.

    base: how many digits there are. prefixes: prefix, how many digits follow, and what is added to them, in rising
    order. first_blank: the character for one blank; those after it are longer runs; '' if a blank is a '.' of its
    own, None if there are no blanks; with a '.' before it, that is one blank, and the runs begin with two. Or the
    character for one blank, a space, and a character with a '#' for the hex digit that says how many there are.
    signs: from one to three characters to values that are not written as numbers. With '#' in both, the characters
    have a hex digit for each one, and the value has the number, or several. repeats: from a value to the characters for
    one of it, two and so on.
    """

    base: int
    prefixes: tuple[tuple[str, int, int], ...] = ()
    first_blank: str | None = "g"
    signs: Mapping[str, str] = field(default_factory=lambda: {".": UNKNOWN})
    repeats: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _runs(self) -> dict[str, list[str | None]]:
        """The texts for several places with the same value: one blank, two and so on, and others that are repeated."""
        runs: dict[str, list[str | None]] = {}
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

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            text = next((text for size in (3, 2, 1) if (text := cursor.rest[:size]) in self.signs), "")
            run = next((run for size in (2, 1) if (run := cursor.rest[:size]) in self._runs), "")
            if text:
                cursor.take(len(text))
                values.append(self.signs[text])
            elif (numbered := self._numbered(cursor)) is not None:
                values.append(numbered)
            elif 0 <= DIGITS.find(cursor.rest[0]) < self.base:
                values.append(str(DIGITS.index(cursor.take())))
            elif run:
                cursor.take(len(run))
                values += self._runs[run]
            else:
                values.append(self._prefixed(cursor, cursor.take()))
        return cursor.all_of(values, count)

    def _numbered(self, cursor: Cursor) -> str | None:
        """A sign with numbers in it; None if there is no such sign."""
        for sign, value in self.signs.items():
            start = sign.rstrip("#")
            if start == sign or not cursor.rest.startswith(start) or not (start or cursor.rest[0] in DIGITS[:16]):
                continue
            cursor.take(len(start))
            numbers = value.count("#")
            for _ in range(numbers):
                value = value.replace("#", str(cursor.number((len(sign) - len(start)) // numbers, 16)), 1)
            return value
        return None

    def _prefixed(self, cursor: Cursor, character: str) -> str:
        for prefix, digits, more in self.prefixes:
            if character == prefix:
                return str(cursor.number(digits, self.base) + more)
        cursor.at -= 1
        raise cursor.unexpected("a clue or a run of blanks")

    def encode(self, values: Values) -> str:
        signs = {value: character for character, value in self.signs.items()}
        text = ""
        for value, group in groupby(values):
            count = len(list(group))
            runs = self._blanks if value is None else self.repeats.get(value, "")
            if value is None and not runs:
                raise PuzzleError("a link of this genre needs a number in each place")
            if runs:
                longest, rest = divmod(count, len(runs))
                text += runs[-1] * longest + (runs[rest - 1] if rest else "")
            elif value is not None:
                text += (signs.get(value) or self._with_number(value) or self._number(value)) * count
        return text

    def _with_number(self, value: str) -> str | None:
        for sign, form in self.signs.items():
            found = re.fullmatch(re.escape(form).replace(r"\#", "([0-9]+)"), value) if "#" in sign else None
            if found is None:
                continue
            digits = sign.count("#") // form.count("#")
            if all(int(number) < 16**digits for number in found.groups()):
                return sign.rstrip("#") + "".join(in_base(int(number), 16, digits) for number in found.groups())
        return None

    def _number(self, value: str) -> str:
        if not value.isdecimal():
            raise cannot_hold(value)
        number = int(value)
        if number < self.base and DIGITS[number] not in self.signs:
            return DIGITS[number]
        for prefix, digits, more in self.prefixes:
            end = min([more + self.base**digits, *(other for _, _, other in self.prefixes if other > more)])
            if max(more, self.base) <= number < end:
                return prefix + in_base(number - more, self.base, digits)
        raise cannot_hold(value)


@dataclass(frozen=True)
class Divided:
    """Numbers that say two things: how often they hold a divisor, and what is left over.

    quotients: what the first quotients mean; the numbers that follow the last of these are those after it. remainders:
    what stands behind it, for each remainder.
    """

    numbers: Codec
    quotients: Sequence[str]
    remainders: Sequence[str]

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        return [value if value is None else self._token(value) for value in self.numbers.decode(cursor, count)]

    def _token(self, value: str) -> str:
        if not value.isdecimal():
            return value  # a sign
        quotient, remainder = divmod(int(value), len(self.remainders))
        more = quotient - len(self.quotients) + 1
        text = self.quotients[quotient] if more <= 0 else str(int(self.quotients[-1]) + more)
        return text + self.remainders[remainder]

    def encode(self, values: Values) -> str:
        return self.numbers.encode([value if value is None else self._value(value) for value in values])

    def _value(self, token: str) -> str:
        found = []
        for remainder, text in enumerate(self.remainders):
            start, last = token.removesuffix(text), int(self.quotients[-1])
            if start + text != token:
                continue
            if start in self.quotients:
                found.append(self.quotients.index(start) * len(self.remainders) + remainder)
            elif start.isdecimal() and int(start) > last:
                quotient = int(start) - last + len(self.quotients) - 1
                found.append(quotient * len(self.remainders) + remainder)
        if not found and token.isdecimal():
            raise cannot_hold(token)  # anything else is a sign, or no value of the numbers
        return str(found[0]) if found else token


@dataclass(frozen=True)
class Led:
    """Numbers whose decimal digits are values: '2,?,3s'. They are those of the digits but the first one, '0' for '?'.

    leading: what the first digit means, from 1 on; it stands behind the others. What has no such digit is a number.
    """

    numbers: Codec
    leading: Sequence[str]

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        return [value if value is None else self._token(value) for value in self.numbers.decode(cursor, count)]

    def _token(self, value: str) -> str:
        digits = value[1:]
        if not digits or not 1 <= int(value[0]) <= len(self.leading):
            return value
        return ",".join(digits).replace("0", UNKNOWN) + self.leading[int(value[0]) - 1]

    def encode(self, values: Values) -> str:
        return self.numbers.encode([value if value is None else self._value(value) for value in values])

    def _value(self, token: str) -> str:
        for digit, text in enumerate(self.leading, 1):
            if re.fullmatch(rf"[1-9?](,[1-9?])*{re.escape(text)}", token):
                return str(digit) + token.removesuffix(text).replace(",", "").replace(UNKNOWN, "0")
        return token


@dataclass(frozen=True)
class TenOrSixteen:
    """Numbers as `10` has them or, behind a '-', as `16` does: if one of them is larger than 9."""

    small: Numbers
    large: Numbers

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        if not cursor.rest.startswith("-"):
            return self.small.decode(cursor, count)
        cursor.take()
        return self.large.decode(cursor, count)

    def encode(self, values: Values) -> str:
        is_large = any(value and value.isdecimal() and int(value) > 9 for value in values)
        return "-" + self.large.encode(values) if is_large else self.small.encode(values)


@dataclass(frozen=True)
class SmallNumbers:
    """Numbers from 0 to 4, each together with up to two blanks behind it, as far as there are places; letters from g on
    for runs of blanks.
    """

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            character = cursor.take()
            digit = DIGITS.find(character)
            if character == ".":
                values.append(UNKNOWN)
            elif 0 <= digit < 15:
                values += [str(digit % 5), *[None] * min(digit // 5, count - len(values) - 1)]
            elif digit >= 16:
                values += [None] * (digit - 15)
            else:
                cursor.at -= 1
                raise cursor.unexpected("a clue or a run of blanks")
        return cursor.all_of(values, count)

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            value = values[at]
            if value is None:
                run = 1
                while at + run < len(values) and values[at + run] is None and run < 20:
                    run += 1
                text += DIGITS[15 + run]
                at += run
            elif value == UNKNOWN:
                text += "."
                at += 1
            elif value in ("0", "1", "2", "3", "4"):
                behind = next((more for more in (0, 1) if values[at + 1 + more : at + 2 + more] not in ([], [None])), 2)
                text += DIGITS[int(value) + 5 * behind]
                at += 1 + behind
            else:
                raise cannot_hold(value)
        return text


@dataclass(frozen=True)
class Sets:
    """The numbers of a place, a digit each, '0' for '?'; letters for runs of blanks. Behind numbers, the run counts
    their own place, too, so that two places with numbers side by side have a letter between them.

    first_blank: the letter for one place. ended: whether a '/' stands behind, where no run does. A last blank is left
    out if it is the only one, or stands behind a longest run.
    """

    first_blank: str
    ended: bool = False

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        own, character = 0, "z"
        while len(values) < count and not cursor.is_at_end and not (self.ended and cursor.rest.startswith("/")):
            character = cursor.take()
            if character in DIGITS[:10]:
                numbers = character
                while not cursor.is_at_end and cursor.rest[0] in DIGITS[:10]:
                    numbers += cursor.take()
                values.append(",".join(number.replace("0", UNKNOWN) for number in numbers))
                own = 1
            elif DIGITS.find(character) >= DIGITS.index(self.first_blank):
                values += [None] * (DIGITS.index(character) - DIGITS.index(self.first_blank) + 1 - own)
                own = 0
            else:
                cursor.at -= 1
                raise cursor.unexpected("a clue or a run of blanks")
        if len(values) == count - 1 and character == "z":
            values.append(None)
        if self.ended and cursor.rest.startswith("/"):
            cursor.take()
        return cursor.all_of(values, count)

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
class Fours:
    """Four numbers or '?' of a place, as `16` has them: above, below, left and right; letters for runs of blanks. A
    value has them clockwise: '2/1/?/2'. signs: from other characters to values.
    """

    numbers: Numbers
    signs: Mapping[str, str] = field(default_factory=dict)

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            if "g" <= cursor.rest[0] <= "z":
                values += [None] * (DIGITS.index(cursor.take()) - 15)
                continue
            if cursor.rest[0] in self.signs:
                values.append(self.signs[cursor.take()])
                continue
            sides: list[str] = []
            for _ in range(4):
                if cursor.is_at_end or "g" <= cursor.rest[0] <= "z":
                    raise cursor.unexpected("a number for each of four sides")
                sides += filter(None, self.numbers.decode(cursor, 1))
            above, below, left, right = sides
            values.append("/".join((above, right, below, left)))
        return cursor.all_of(values, count)

    def encode(self, values: Values) -> str:
        text = ""
        for blank, group in groupby(values, lambda value: value is None):
            each = list(group)
            if blank:
                text += self.numbers.encode(each)
                continue
            for value in filter(None, each):
                if value in self.signs.values():
                    text += next(sign for sign, meant in self.signs.items() if meant == value)
                    continue
                above, right, below, left = value.split("/")
                text += self.numbers.encode([above, below, left, right])
        return text


@dataclass(frozen=True)
class Lettered:
    """Letters with numbers: first the letters of all places, small ones for runs of blanks, then a number for each
    letter, as `16` has them. A value is 'B2', or 'B' where the number is a '.'.
    """

    numbers: Codec

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            character = cursor.take()
            if character in ascii_uppercase:
                values.append(character)
            elif character in ascii_lowercase:
                values += [None] * (ascii_lowercase.index(character) + 1)
            else:
                cursor.at -= 1
                raise cursor.unexpected("a letter or a run of blanks")
        values = cursor.all_of(values, count)
        numbers = iter(self.numbers.decode(cursor, count - values.count(None)))
        return [value and value + (next(numbers) or "").replace(UNKNOWN, "") for value in values]

    def encode(self, values: Values) -> str:
        text = ""
        for letter, group in groupby(values, lambda value: value and value[0]):
            count = len(list(group))
            longest, rest = divmod(count, len(ascii_lowercase))
            blanks = ascii_lowercase[-1] * longest + (ascii_lowercase[rest - 1] if rest else "")
            text += blanks if letter is None else letter * count
        return text + self.numbers.encode([value[1:] or UNKNOWN for value in values if value is not None])


@dataclass(frozen=True)
class Single:
    """One number in decimal digits. least: the smallest one."""

    least: int = 0

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        digits = ""
        while not cursor.is_at_end and cursor.text[cursor.at] in DIGITS[:10]:
            digits += cursor.take()
        if not 0 < len(digits) <= _LONGEST_NUMBER or int(digits) < self.least:
            cursor.at -= len(digits)
            raise cursor.unexpected(f"a number from {self.least} on, of at most {_LONGEST_NUMBER} digits")
        return [digits]

    def encode(self, values: Values) -> str:
        for value in filter(None, values):
            if value.isdecimal() and int(value) < self.least:
                raise cannot_hold(value)
        return "".join(value for value in values if value is not None)


def _several(first: int, base: int, count: int, prefix: str = "") -> dict[str, str]:
    """From two characters behind a prefix to `count` numbers. The characters are a number in base 36, from `first` on;
    less `first`, it has a digit in the given base for each number, 0 for '?'.
    """
    numbers = [str(number or UNKNOWN) for number in range(base)]
    each = enumerate(product(numbers, repeat=count), first)
    return {prefix + in_base(at, 36, 2): ",".join(values) for at, values in each if at < 36**2}


#: Up to four lengths of runs of cells around a place: the more there are, the smaller they are.
SEVERAL = {
    ".": UNKNOWN, **_several(360, 6, 2), **_several(396, 4, 3), **_several(460, 2, 4), "9": "1,1,1,1"
}  # fmt: skip

#: The same where only some of the cells of a run lie side by side, so that there may be more of them.
STRETCHES = {".": UNKNOWN, **_several(360, 8, 2), **_several(36, 7, 3, "+"), **_several(36, 6, 4, "-")}

_HEX = (("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("@", 3, 8192), ("%", 3, 8192), ("*", 4, 12240), ("$", 5, 77776))

TEN, SIXTEEN = Numbers(10, first_blank="a"), Numbers(16, _HEX)
