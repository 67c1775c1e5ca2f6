"""How puzz.link writes a sequence of values as characters, and reads them again: the codec of each section, and marks.

Source: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs); what is written here they write alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from ..model.genre import CodecName, Coding
from .link_text import DIGITS, UNKNOWN, Codec, Cursor, Values, cannot_hold, in_base
from .puzzlink_numbers import (
    SEVERAL,
    SIXTEEN,
    STRETCHES,
    TEN,
    Divided,
    Fours,
    Led,
    Lettered,
    Numbers,
    Sets,
    Single,
    SmallNumbers,
    TenOrSixteen,
)

#: The directions of arrows; the first has none.
_DIRECTIONS = ("", "n", "s", "w", "e")


def codec_of(coding: Coding) -> Codec:
    """The codec in which a section of a genre is written."""
    if coding.remainders:
        return Divided(codec_of(replace(coding, remainders=())), coding.quotients, coding.remainders)
    if coding.leading:
        return Led(codec_of(replace(coding, leading=())), coding.leading)
    if coding.codec is CodecName.TABLE:
        prefixes = (("-", 2, 0),) if coding.base else ()
        return Numbers(coding.base, prefixes, coding.blanks, coding.signs, coding.repeats)
    if coding.codec is CodecName.SKIPS:
        return Skips(coding.ended, coding.blanks == "z")
    if coding.codec is CodecName.SETS:
        return Sets(coding.blanks or "", coding.ended)
    if coding.codec is CodecName.FOURS:
        return Fours(SIXTEEN, coding.signs)
    if coding.codec is CodecName.ARROW:
        return Arrows(coding.signs, coding.blanks or "a")
    assert coding.codec is not None
    if coding.codec not in _CODECS:
        from .tatham_codecs import codec_of_id

        return codec_of_id(coding)
    return _CODECS[coding.codec]


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
        while len(values) > count and values[-1] is None:  # the last character may have more places than are left
            values.pop()
        return cursor.all_of(values, count)

    def encode(self, values: Values) -> str:
        text = ""
        for start in range(0, len(values), self.places):
            number = 0
            group = values[start : start + self.places]
            for digit in (value or "0" for value in group):
                if not (digit.isdecimal() and int(digit) < self.radix):
                    raise cannot_hold(digit)
                number = number * self.radix + int(digit)
            text += DIGITS[number * self.radix ** (self.places - len(group))]
        return text


@dataclass(frozen=True)
class Ones:
    """A character for a mark and up to 17 blanks behind it; characters from i on for runs of 1 to 18 blanks."""

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            number = cursor.number(1, 36)
            values += ["1", *[None] * number] if number < 18 else [None] * (number - 17)
        return cursor.all_of(values, count)

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            marked = int(values[at] is not None)
            behind = at + marked
            while behind < len(values) and values[behind] is None and behind - at < 18:
                behind += 1
            text += DIGITS[behind - at - 1 if marked else behind - at + 17]
            at = behind
        return text


@dataclass(frozen=True)
class Skips:
    """A character for each mark: how many blanks lie before it, in base 36; '.' for 36 blanks without a mark.

    ended: whether the blanks before the end are written, too, if there are any; otherwise the longest runs are. of_35:
    whether 'z' stands for 35 blanks without a mark instead.
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
        least = count or int(self.ended and not self.of_35)  # where there is no place at all, a '0' stands
        while len(values) < least and not cursor.is_at_end:
            if cursor.rest.startswith(character):
                values += [None] * longest
                cursor.take()
            else:
                values += [*[None] * cursor.number(1, 36), "1"]
        if self.ended and len(values) == count + 1:
            values.pop()  # what stands behind the last blanks is no mark
        elif not self.ended and len(values) + longest > count:
            values += [None] * (count - len(values))
        return cursor.all_of(values, count)

    def encode(self, values: Values) -> str:
        *runs, last = "".join("." if value is None else "1" for value in values).split("1")
        character, longest = self._longest
        text = "".join(character * (len(run) // longest) + DIGITS[len(run) % longest] for run in runs)
        left = self.ended and (len(last) % longest or (not values and not self.of_35))
        return text + character * (len(last) // longest) + (DIGITS[len(last) % longest] if left else "")


@dataclass(frozen=True)
class Dots:
    """A hex digit for one of two colours and up to seven blanks behind it, as far as there are places; letters from g
    on for runs of blanks.
    """

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count and not cursor.is_at_end:
            number = cursor.number(1, 36)
            if number < 16:
                values += [str(number % 2 + 1), *[None] * min(number // 2, count - len(values) - 1)]
            else:
                values += [None] * (number - 15)
        return cursor.all_of(values, count)

    def encode(self, values: Values) -> str:
        text, at = "", 0
        while at < len(values):
            value = values[at]
            longest = 20 if value is None else 8
            end = at + 1
            while end < len(values) and values[end] is None and end - at < longest:
                end += 1
            if value is None:
                text += DIGITS[15 + end - at]
            else:
                behind = 7 if end == len(values) else end - at - 1
                text += DIGITS[2 * behind + int(value) - 1]
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
        return cursor.all_of(values, count)

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
                first = DIGITS.index(self.first_blank)
                runs, rest = divmod(len(list(group)), len(DIGITS) - first)
                text += "z" * runs + (DIGITS[first - 1 + rest] if rest else "")
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
            raise cannot_hold(value)
        direction = _DIRECTIONS.index(name)
        if number == UNKNOWN:
            return f"{direction}."
        if not number.isdecimal() or int(number) >= 16**3:
            raise cannot_hold(value)
        digits = in_base(int(number), 16)
        return (f"{direction}", f"{direction + 5}", f"-{direction}")[len(digits) - 1] + digits


#: The codecs that need nothing of their coding.
_CODECS: Mapping[CodecName, Codec] = {
    CodecName.FOUR: SmallNumbers(),
    CodecName.TEN: TEN,
    CodecName.SIXTEEN: SIXTEEN,
    CodecName.COORDINATES: SIXTEEN,
    CodecName.NESTED: SIXTEEN,
    CodecName.FORTY_SIX: Numbers(
        20, (), ".k", {"+": "x", "_": UNKNOWN, **{chr(45 + at): str(at) for at in range(20, 46)}}
    ),
    CodecName.TEN_OR_SIXTEEN: TenOrSixteen(TEN, SIXTEEN),
    CodecName.BITS: Packed(2, 5),
    CodecName.JOINED: Packed(2, 5),
    CodecName.ONES: Ones(),
    CodecName.THIRDS: Packed(3, 3),
    CodecName.DOTS: Dots(),
    CodecName.DOT_PAIRS: KindPairs(SIXTEEN, 4),
    CodecName.SIDE_PAIRS: KindPairs(SIXTEEN, 3),
    CodecName.NUMBER: Single(1),
    CodecName.PLACE: Single(),
    CodecName.SEVERAL: Numbers(9, signs=SEVERAL),
    CodecName.STRETCHES: Numbers(9, signs=STRETCHES),
    CodecName.SIDES: Packed(2, 5),
    CodecName.LETTERED: Lettered(SIXTEEN),
}
