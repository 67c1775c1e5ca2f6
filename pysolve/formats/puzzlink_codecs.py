"""How puzz.link writes a sequence of values as characters, and reads them again.

A value is a token as a draft has it: a number in decimal digits, '?' for a clue without a number, an arrow such as
'3e'; None is a blank. A codec reads as many values as there are places, and no further; where the text ends early, the
places that are left are blank.

Source: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs); what is written here they write alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, product, takewhile
from string import ascii_lowercase, ascii_uppercase
from typing import Protocol

from ..model.errors import PuzzleError, quote
from ..model.genre import CodecName, Coding

Values = Sequence[str | None]

#: The most cells of a board that is read from a link or an ID, or written as one: a short link can name a board of any
#: size, and the link of a larger one would be too long to be read.
MOST_CELLS = 40_000

#: A clue without a number.
UNKNOWN = "?"

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

#: The digits of the largest number that is an option's value.
_LONGEST_NUMBER = 10

#: The directions of arrows; the first has none.
_DIRECTIONS = ("", "n", "s", "w", "e")


@dataclass
class Cursor:
    """A text and how far it has been read. start: the characters of the link that stand before the text. whole: what
    messages call the link.
    """

    text: str
    start: int = 0
    at: int = 0
    whole: str = "link"

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """What is left."""
        return self.text[self.at :]

    def take(self, count: int = 1) -> str:
        """The next characters; PuzzleError if there are fewer."""
        taken = self.text[self.at : self.at + count]
        if len(taken) < count:
            raise PuzzleError(
                f"the {self.whole} ends in the middle of a number, at character {self.start + len(self.text)}"
            )
        self.at += count
        return taken

    def expect(self, text: str) -> None:
        """Takes this text; PuzzleError if another one stands there."""
        if not self.rest.startswith(text):
            raise self.unexpected(quote(text))
        self.at += len(text)

    def number(self, count: int, base: int) -> int:
        """The next characters as a number in a base; PuzzleError for another character."""
        value = 0
        for character in self.take(count):
            digit = _DIGITS.find(character)
            if not 0 <= digit < base:
                self.at = self.text.index(character, self.at - count)
                raise self.unexpected(f"a digit of base {base}")
            value = value * base + digit
        return value

    def unexpected(self, expected: str) -> PuzzleError:
        """That the next character is not what was expected."""
        token = quote(self.text[self.at]) if not self.is_at_end else "the end"
        return PuzzleError(
            f"found {token} at character {self.start + self.at + 1} of the {self.whole}, expected {expected}"
        )


class Codec(Protocol):
    """A way of writing a sequence of values."""

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        """The values of this many places; PuzzleError for a character that means nothing here."""

    def encode(self, values: Values) -> str:
        """The values as characters; PuzzleError for a value that cannot be written."""


def codec_of(coding: Coding) -> Codec:
    """The codec in which a section of a genre is written."""
    if coding.remainders:
        return Divided(codec_of(replace(coding, remainders=())), coding.quotients, coding.remainders)
    if coding.codec is CodecName.TABLE:
        prefixes = (("-", 2, 0),) if coding.base else ()
        return Numbers(coding.base, prefixes, coding.blanks, coding.signs, coding.repeats)
    if coding.codec is CodecName.SKIPS:
        return Skips(coding.ended, coding.blanks == "z")
    if coding.codec is CodecName.SETS:
        return Sets(coding.blanks or "", coding.ended)
    if coding.codec is CodecName.ARROW:
        return Arrows(coding.signs, coding.blanks or "a")
    assert coding.codec is not None
    if coding.codec not in _CODECS:
        from .tatham_codecs import codec_of_id

        return codec_of_id(coding)
    return _CODECS[coding.codec]


def _beyond(value: str) -> PuzzleError:
    return PuzzleError(f"a link of this genre cannot hold {quote(value)}")


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
            return [first, *(more.replace("#", digit) for digit in _DIGITS[2:16])]
        first = self.first_blank.removeprefix(".")
        runs = takewhile(lambda each: each not in self.signs, _DIGITS[_DIGITS.index(first) :] if first else "")
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
            elif 0 <= _DIGITS.find(cursor.rest[0]) < self.base:
                values.append(str(_DIGITS.index(cursor.take())))
            elif run:
                cursor.take(len(run))
                values += self._runs[run]
            else:
                values.append(self._prefixed(cursor, cursor.take()))
        if self.first_blank is None and len(values) < count:
            raise cursor.unexpected("a number for each place")
        return _filled(values, count)

    def _numbered(self, cursor: Cursor) -> str | None:
        """A sign with numbers in it; None if there is no such sign."""
        for sign, value in self.signs.items():
            start = sign.rstrip("#")
            if start == sign or not cursor.rest.startswith(start) or not (start or cursor.rest[0] in _DIGITS[:16]):
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
                return sign.rstrip("#") + "".join(_in_base(int(number), 16, digits) for number in found.groups())
        return None

    def _number(self, value: str) -> str:
        if not value.isdecimal():
            raise _beyond(value)
        number = int(value)
        if number < self.base and _DIGITS[number] not in self.signs:
            return _DIGITS[number]
        for prefix, digits, more in self.prefixes:
            if max(more, self.base) <= number < more + self.base**digits:
                return prefix + _in_base(number - more, self.base, digits)
        raise _beyond(value)


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
        if value == UNKNOWN:
            return value
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
        if not found and token != UNKNOWN:
            raise _beyond(token)
        return str(found[0]) if found else token


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
    """Numbers from 0 to 4, each together with up to two blanks behind it; letters from g on for runs of blanks."""

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            character = cursor.take()
            digit = _DIGITS.find(character)
            if character == ".":
                values.append(UNKNOWN)
            elif 0 <= digit < 15:
                values += [str(digit % 5), *[None] * (digit // 5)]
            elif digit >= 16:
                values += [None] * (digit - 15)
            else:
                cursor.at -= 1
                raise cursor.unexpected("a clue or a run of blanks")
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            value = values[at]
            if value is None:
                run = 1
                while at + run < len(values) and values[at + run] is None and run < 20:
                    run += 1
                text += _DIGITS[15 + run]
                at += run
            elif value == UNKNOWN:
                text += "."
                at += 1
            elif value in ("0", "1", "2", "3", "4"):
                behind = next((more for more in (0, 1) if values[at + 1 + more : at + 2 + more] not in ([], [None])), 2)
                text += _DIGITS[int(value) + 5 * behind]
                at += 1 + behind
            else:
                raise _beyond(value)
        return text


@dataclass(frozen=True)
class Packed:
    """Several places a character, the first one highest; 0 is a blank. radix: how many values a place may have."""

    radix: int
    places: int

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            number = cursor.number(1, self.radix**self.places)
            digits = [number // self.radix ** (self.places - 1 - at) % self.radix for at in range(self.places)]
            values += [str(digit) if digit else None for digit in digits]
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        text = ""
        for start in range(0, len(values), self.places):
            number = 0
            for digit in (value or "0" for value in _filled(values[start : start + self.places], self.places)):
                if not (digit.isdecimal() and int(digit) < self.radix):
                    raise _beyond(digit)
                number = number * self.radix + int(digit)
            text += _DIGITS[number]
        return text


@dataclass(frozen=True)
class Ones:
    """A character for a mark and up to 17 blanks behind it; characters from i on for runs of 1 to 18 blanks."""

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            number = cursor.number(1, 36)
            values += ["1", *[None] * number] if number < 18 else [None] * (number - 17)
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            marked = int(values[at] is not None)
            behind = at + marked
            while behind < len(values) and values[behind] is None and behind - at < 18:
                behind += 1
            text += _DIGITS[behind - at - 1 if marked else behind - at + 17]
            at = behind
        return text


@dataclass(frozen=True)
class Skips:
    """A character for each mark: how many blanks lie before it, in base 36; '.' for 36 blanks without a mark.

    ended: whether the blanks before the end are written, too, if there are any. of_35: whether 'z' stands for 35 blanks
    without a mark instead.
    """

    ended: bool = False
    of_35: bool = False

    @property
    def _longest(self) -> tuple[str, int]:
        """The character for the longest run without a mark, and how many blanks that are."""
        return ("z", 35) if self.of_35 else (".", 36)

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        character, longest = self._longest
        while len(values) < count and not cursor.is_at_end:
            if cursor.rest.startswith(character):
                values += [None] * longest
                cursor.take()
            else:
                values += [*[None] * cursor.number(1, 36), "1"]
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        *runs, last = "".join("." if value is None else "1" for value in values).split("1")
        character, longest = self._longest
        text = "".join(character * (len(run) // longest) + _DIGITS[len(run) % longest] for run in runs)
        left = _DIGITS[len(last) % longest] if self.ended and len(last) % longest else ""
        return text + character * (len(last) // longest) + left


@dataclass(frozen=True)
class Sets:
    """The numbers of a place, a digit each, '0' for '?'; letters for runs of blanks. Behind numbers, the run counts
    their own place, too, so that two places with numbers side by side have a letter between them.

    first_blank: the letter for one place. ended: whether a '/' stands behind, where no run does.
    """

    first_blank: str
    ended: bool = False

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        own = 0
        while len(values) < count and not cursor.is_at_end and not (self.ended and cursor.rest.startswith("/")):
            character = cursor.take()
            if character in _DIGITS[:10]:
                numbers = character
                while not cursor.is_at_end and cursor.rest[0] in _DIGITS[:10]:
                    numbers += cursor.take()
                values.append(",".join(number.replace("0", UNKNOWN) for number in numbers))
                own = 1
            elif _DIGITS.find(character) >= _DIGITS.index(self.first_blank):
                values += [None] * (_DIGITS.index(character) - _DIGITS.index(self.first_blank) + 1 - own)
                own = 0
            else:
                cursor.at -= 1
                raise cursor.unexpected("a clue or a run of blanks")
        if self.ended and cursor.rest.startswith("/"):
            cursor.take()
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        first = _DIGITS.index(self.first_blank) - 1
        text, run = "", 0
        for value in values:
            numbers = "" if value is None else self._numbers(value)
            run += value is None
            if numbers and not run:
                text, run = text + numbers, 1
            elif numbers or first + run + 1 == len(_DIGITS):
                text, run = text + _DIGITS[first + run] + numbers, int(bool(numbers))
        return text + (_DIGITS[first + run] if run > 1 else "/" if self.ended else "")

    def _numbers(self, value: str) -> str:
        numbers = value.replace(UNKNOWN, "0").split(",")
        if not all(len(number) == 1 and number.isdecimal() for number in numbers):
            raise _beyond(value)
        return "".join(numbers)


@dataclass(frozen=True)
class Fours:
    """Four numbers or '?' of a place, as `16` has them: above, below, left and right; letters for runs of blanks. A
    value has them clockwise: '2/1/?/2'.
    """

    numbers: Numbers

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            if "g" <= cursor.rest[0] <= "z":
                values += [None] * (_DIGITS.index(cursor.take()) - 15)
                continue
            sides: list[str] = []
            for _ in range(4):
                if cursor.is_at_end or "g" <= cursor.rest[0] <= "z":
                    raise cursor.unexpected("a number for each of four sides")
                sides += filter(None, self.numbers.decode(cursor, 1))
            above, below, left, right = sides
            values.append("/".join((above, right, below, left)))
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        text = ""
        for blank, group in groupby(values, lambda value: value is None):
            each = list(group)
            if blank:
                text += self.numbers.encode(each)
                continue
            for value in filter(None, each):
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
        values = _filled(values, count)
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
class Dots:
    """A hex digit for one of two colours and up to seven blanks behind it; letters from g on for runs of blanks."""

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            number = cursor.number(1, 36)
            values += [str(number % 2 + 1), *[None] * (number // 2)] if number < 16 else [None] * (number - 15)
        return _filled(values, count)

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            value = values[at]
            longest = 20 if value is None else 8
            end = at + 1
            while end < len(values) and values[end] is None and end - at < longest:
                end += 1
            if value is None:
                text += _DIGITS[15 + end - at]
            else:
                behind = 7 if end == len(values) else end - at - 1
                text += _DIGITS[2 * behind + int(value) - 1]
            at = end
        return text


@dataclass(frozen=True)
class KindPairs:
    """As `16`, a number for every two places: the radix times the first one's kind, and the second one's. 0 is none."""

    numbers: Numbers
    radix: int

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        found = [value or "0" for value in self.numbers.decode(cursor, (count + 1) // 2)]
        if not all(value.isdigit() and int(value) < self.radix**2 for value in found):
            raise cursor.unexpected(f"two kinds from 1 to {self.radix - 1}")
        pairs = [divmod(int(value), self.radix) for value in found]
        return [str(kind) if kind else None for pair in pairs for kind in pair][:count]

    def encode(self, values: Values) -> str:
        kinds = [int(value or 0) for value in [*values, None]]
        pairs = [self.radix * one + other for one, other in zip(kinds[::2], kinds[1::2])]
        return self.numbers.encode([str(value) if value else None for value in pairs])


@dataclass(frozen=True)
class Arrows:
    """A digit for the direction, then a hex digit; from 5 on two of them, and behind '-' three.

    colours: from a character that stands before each arrow to what stands behind it in the value: '3ex'.
    first_blank: the letter for one blank; those after it are longer runs.
    """

    colours: Mapping[str, str] = field(default_factory=dict)
    first_blank: str = "a"

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            character = cursor.take()
            if self.first_blank <= character <= "z":
                values += [None] * (ord(character) - ord(self.first_blank) + 1)
            elif self.colours:
                values.append(self._coloured(cursor, character))
            elif character == "+":
                values.append(UNKNOWN)
            else:
                values.append(self._arrow(cursor, character))
        return _filled(values, count)

    def _coloured(self, cursor: Cursor, colour: str) -> str:
        if colour not in self.colours:
            cursor.at -= 1
            raise cursor.unexpected("a clue or a run of blanks")
        return self._arrow(cursor, cursor.take()) + self.colours[colour]

    def _arrow(self, cursor: Cursor, character: str) -> str:
        if character == "-":
            direction, digits = cursor.number(1, 5), 3
        elif character.isascii() and character.isdecimal():
            direction, digits = int(character) % 5, 1 + int(character) // 5
        else:
            cursor.at -= 1
            raise cursor.unexpected("an arrow or a run of blanks")
        if digits == 1 and cursor.rest.startswith("."):
            cursor.take()
            return UNKNOWN + _DIRECTIONS[direction]
        return str(cursor.number(digits, 16)) + _DIRECTIONS[direction]

    def encode(self, values: Values) -> str:
        text = ""
        for blank, group in groupby(values, lambda value: value is None):
            if blank:
                first = _DIGITS.index(self.first_blank)
                runs, rest = divmod(len(list(group)), len(_DIGITS) - first)
                text += "z" * runs + (_DIGITS[first - 1 + rest] if rest else "")
            else:
                text += "".join(map(self._written, filter(None, group)))
        return text

    def _written(self, value: str) -> str:
        for character, colour in sorted(self.colours.items(), key=lambda item: -len(item[1])):
            if value.endswith(colour):
                return character + self._uncoloured(value.removesuffix(colour))
        return self._uncoloured(value)

    def _uncoloured(self, value: str) -> str:
        number = value.rstrip("nswe")
        if (name := value.removeprefix(number)) not in _DIRECTIONS:
            raise _beyond(value)
        direction = _DIRECTIONS.index(name)
        if number == UNKNOWN:
            return f"{direction}."
        if not number.isdecimal() or int(number) >= 16**3:
            raise _beyond(value)
        digits = _in_base(int(number), 16)
        return (f"{direction}", f"{direction + 5}", f"-{direction}")[len(digits) - 1] + digits


@dataclass(frozen=True)
class Single:
    """One number in decimal digits."""

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        digits = ""
        while not cursor.is_at_end and cursor.text[cursor.at] in _DIGITS[:10]:
            digits += cursor.take()
        if not 0 < len(digits) <= _LONGEST_NUMBER:
            cursor.at -= len(digits)
            raise cursor.unexpected(f"a number of at most {_LONGEST_NUMBER} digits")
        return [digits]

    def encode(self, values: Values) -> str:
        return "".join(value for value in values if value is not None)


def _filled(values: Values, count: int) -> list[str | None]:
    """As many values: with blanks behind them, or without those that stand beyond the last place."""
    return [*values[:count], *[None] * (count - len(values))]


def _in_base(number: int, base: int, digits: int = 1) -> str:
    text = ""
    while number or len(text) < digits:
        number, digit = divmod(number, base)
        text = _DIGITS[digit] + text
    return text


_HEX = (("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("@", 3, 8192), ("%", 3, 8192), ("*", 4, 12240), ("$", 5, 77776))


def _several(first: int, base: int, count: int, prefix: str = "") -> dict[str, str]:
    """From two characters behind a prefix to `count` numbers. The characters are a number in base 36, from `first` on;
    less `first`, it has a digit in the given base for each number, 0 for '?'.
    """
    numbers = [str(number or UNKNOWN) for number in range(base)]
    each = enumerate(product(numbers, repeat=count), first)
    return {prefix + _in_base(at, 36, 2): ",".join(values) for at, values in each if at < 36**2}


#: Up to four lengths of runs of cells around a place: the more there are, the smaller they are.
_SEVERAL = {
    ".": UNKNOWN, **_several(360, 6, 2), **_several(396, 4, 3), **_several(460, 2, 4), "9": "1,1,1,1"
}  # fmt: skip

#: The same where only some of the cells of a run lie side by side, so that there may be more of them.
_STRETCHES = {".": UNKNOWN, **_several(360, 8, 2), **_several(36, 7, 3, "+"), **_several(36, 6, 4, "-")}

#: The codecs that need nothing of their coding.
_TEN, _SIXTEEN = Numbers(10, first_blank="a"), Numbers(16, _HEX)

_CODECS: Mapping[CodecName, Codec] = {
    CodecName.FOUR: SmallNumbers(),
    CodecName.TEN: _TEN,
    CodecName.SIXTEEN: _SIXTEEN,
    CodecName.COORDINATES: _SIXTEEN,
    CodecName.NESTED: _SIXTEEN,
    CodecName.FORTY_SIX: Numbers(
        20, (), ".k", {"+": "x", "_": UNKNOWN, **{chr(45 + at): str(at) for at in range(20, 46)}}
    ),
    CodecName.TEN_OR_SIXTEEN: TenOrSixteen(_TEN, _SIXTEEN),
    CodecName.BITS: Packed(2, 5),
    CodecName.JOINED: Packed(2, 5),
    CodecName.ONES: Ones(),
    CodecName.THIRDS: Packed(3, 3),
    CodecName.DOTS: Dots(),
    CodecName.DOT_PAIRS: KindPairs(_SIXTEEN, 4),
    CodecName.SIDE_PAIRS: KindPairs(_SIXTEEN, 3),
    CodecName.NUMBER: Single(),
    CodecName.PLACE: Single(),
    CodecName.SEVERAL: Numbers(9, signs=_SEVERAL),
    CodecName.STRETCHES: Numbers(9, signs=_STRETCHES),
    CodecName.SIDES: Packed(2, 5),
    CodecName.FOURS: Fours(_SIXTEEN),
    CodecName.LETTERED: Lettered(_SIXTEEN),
}
