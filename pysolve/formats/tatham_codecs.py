"""How Simon Tatham's collection writes a sequence of values as characters, and reads them again.

Unlike the links of puzz.link, an ID holds exactly as many values as there are places.

Source: the sources of the collection (https://www.chiark.greenend.org.uk/~sgtatham/puzzles/); what is written here it
writes alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase, digits

from ..model.errors import PuzzleError, quote
from ..model.genre import CodecName, Coding
from .link_text import Codec, Cursor, Values
from .puzzlink_places import DIRECTIONS, PARTNERS

#: The digits of a number in an ID.
_LONGEST_NUMBER = 9


def codec_of_id(coding: Coding) -> Codec:
    """The codec in which a section of a game ID is written."""
    match coding.codec:
        case CodecName.DIGITS:
            return Runs((digits + ascii_uppercase)[: coding.base or 10], coding.signs, coding.trimmed)
        case CodecName.DECIMALS:
            return Runs("", coding.signs)
        case CodecName.EACH:
            return Each(coding.signs)
        case CodecName.OPERATIONS:
            return Operations(coding.signs)
        case CodecName.GAPS:
            return Gaps(coding.counted)
        case CodecName.COLOURS:
            return Colours(coding.ended)
        case CodecName.COMPARISONS:
            return Comparisons()
        case CodecName.PAIRS:
            return Letters("".join(PARTNERS) + "".join(coding.signs))
        case _:
            within = " " if coding.codec is CodecName.LISTS else ""
            return Separated(coding.separator, within, has_blanks=coding.blanks is not None)


def _beyond(value: str | None) -> PuzzleError:
    return PuzzleError(f"an ID of this game cannot hold {'a blank' if value is None else quote(value)}")


def _number(cursor: Cursor) -> str:
    """The decimal number that comes next."""
    text = ""
    while not cursor.is_at_end and cursor.text[cursor.at] in digits:
        text += cursor.take()
    if not 0 < len(text) <= _LONGEST_NUMBER:
        cursor.at -= len(text)
        raise cursor.unexpected(f"a number of at most {_LONGEST_NUMBER} digits")
    return text


@dataclass(frozen=True)
class Runs:
    """Numbers, signs, and small letters for runs of 1 to 26 blanks.

    one: a character for each number from 0; '' if numbers are decimal, with '_' between two of them. signs: from
    characters to values that are not written as numbers. trimmed: whether blanks at the end are left out.
    """

    one: str
    signs: Mapping[str, str] = field(default_factory=dict)
    trimmed: bool = False

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) < count:
            character = cursor.rest[:1]
            if character in self.signs:
                values.append(self.signs[cursor.take()])
            elif character and character in ascii_lowercase and len(values) + ord(character) - 96 <= count:
                values += [None] * (ord(cursor.take()) - 96)
            elif character and character in self.one:
                values.append(str(self.one.index(cursor.take())))
            elif not self.one and character and character in digits:
                values.append(str(int(_number(cursor))))
            elif not self.one and character == "_" and values:
                cursor.take()
            elif self.trimmed and not character:
                values += [None] * (count - len(values))
            else:
                raise cursor.unexpected(f"what stands in the last {count - len(values)} of {count} places")
        return values

    def encode(self, values: Values) -> str:
        signs = {value: character for character, value in self.signs.items()}
        while self.trimmed and values and values[-1] is None:
            values = values[:-1]
        text = ""
        for blank, group in groupby(values, lambda value: value is None):
            if blank:
                runs, rest = divmod(len(list(group)), 26)
                text += "z" * runs + (ascii_lowercase[rest - 1] if rest else "")
            else:
                text += ("" if self.one else "_").join(signs.get(str(value)) or self._written(value) for value in group)
        return text

    def _written(self, value: str | None) -> str:
        if value is None or not value.isdecimal() or (self.one and int(value) >= len(self.one)):
            raise _beyond(value)
        return self.one[int(value)] if self.one else value


@dataclass(frozen=True)
class Each:
    """A character for each number, up to 61: digits, small letters, capitals. signs: from other characters to values, a
    blank being ''.
    """

    signs: Mapping[str, str] = field(default_factory=dict)

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        for _ in range(count):
            character = cursor.rest[:1]
            if character in self.signs:
                values.append(self.signs[cursor.take()] or None)
            elif character and character in _SIXTY_TWO:
                values.append(str(_SIXTY_TWO.index(cursor.take())))
            else:
                raise cursor.unexpected("a digit or a letter")
        return values

    def encode(self, values: Values) -> str:
        signs = {value: character for character, value in self.signs.items()}
        text = ""
        for value in values:
            if (value or "") in signs:
                text += signs[value or ""]
            elif value is None or not value.isdecimal() or int(value) >= len(_SIXTY_TWO):
                raise _beyond(value)
            else:
                text += _SIXTY_TWO[int(value)]
        return text


_SIXTY_TWO = digits + ascii_lowercase + ascii_uppercase


@dataclass(frozen=True)
class Separated:
    """Values with a separator between them; nothing is a blank. within: what stands, in the value, between the numbers
    of a list, which '.' separates; '' if each value is one number. has_blanks: whether there may be nothing.
    """

    separator: str
    within: str = ""
    has_blanks: bool = True

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        for at in range(count):
            if at:
                cursor.expect(self.separator)
            stands = cursor.rest[:1] and cursor.rest[0] in digits
            numbers = [_number(cursor)] if stands or not self.has_blanks else []
            while self.within and numbers and cursor.rest.startswith("."):
                cursor.take()
                numbers.append(_number(cursor))
            values.append(self.within.join(numbers) or None)
        return values

    def encode(self, values: Values) -> str:
        if None in values and not self.has_blanks:
            raise _beyond(None)
        for value in values:
            if value is not None and not all(number.isdecimal() for number in value.split(self.within or None)):
                raise _beyond(value)
        return self.separator.join((value or "").replace(self.within or ".", ".") for value in values)


@dataclass(frozen=True)
class Operations:
    """A letter and a number for each value. signs: from the letter to what stands behind the number: a12 is 12+."""

    signs: Mapping[str, str]

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        for _ in range(count):
            sign = self.signs.get(cursor.rest[:1])
            if sign is None:
                raise cursor.unexpected(f"one of the letters {' '.join(self.signs)}")
            cursor.take()
            values.append(_number(cursor) + sign)
        return values

    def encode(self, values: Values) -> str:
        letters = {sign: letter for letter, sign in self.signs.items()}
        text = ""
        for value in values:
            letter = letters.get(value[-1:]) if value else None
            if value is None or letter is None:
                raise _beyond(value)
            text += letter + value[:-1]
        return text


@dataclass(frozen=True)
class Gaps:
    """The blanks before each mark and before the end, as a letter: '_' for none, a to y for 1 to 25; 'z' are 25 blanks
    without a mark. counted: a run of more than two equal characters is one of them with its length.
    """

    counted: bool = False

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        while len(values) <= count:
            character = cursor.rest[:1]
            if not character or character not in _GAPS:
                raise cursor.unexpected(f"the gaps of the last {count - len(values)} of {count} places")
            start = cursor.at
            cursor.take()
            times = int(_number(cursor)) if self.counted and cursor.rest[:1] and cursor.rest[0] in digits else 1
            blanks, marks = min(_GAPS.index(character), 25), int(character != "z")
            if times < 1 or len(values) + times * (blanks + marks) > count + 1:
                cursor.at = start
                raise cursor.unexpected(f"the gaps of the last {count - len(values)} of {count} places")
            values += ([None] * blanks + ["1"] * marks) * times
        if values.pop() is None:
            cursor.at -= 1
            raise cursor.unexpected("a gap that ends at the last place")
        return values

    def encode(self, values: Values) -> str:
        text, gap = "", 0
        for value in [*values, "1"]:
            if value is None:
                gap += 1
                continue
            runs, gap = divmod(gap, 25)
            if runs and not gap:
                runs, gap = runs - 1, 25
            text += "z" * runs + _GAPS[gap]
            gap = 0
        if not self.counted:
            return text
        lengths = [(character, len(list(group))) for character, group in groupby(text)]
        return "".join(f"{each}{length}" if length > 2 else each * length for each, length in lengths)


_GAPS = "_" + ascii_lowercase


#: The letters of gaps before marks of a colour.
_LETTERS = frozenset(ascii_lowercase + ascii_uppercase)


@dataclass(frozen=True)
class Colours:
    """The blanks before each mark, as a letter, a to y for 0 to 24: a small one before a mark of the first colour, a
    capital before one of the second; 'z' (or 'Z') are 25 blanks without a mark. ended: whether the blanks before the
    end are written, too, as if the first colour followed.
    """

    ended: bool = False

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        most = count + self.ended
        while len(values) < most and cursor.rest[:1] in _LETTERS:
            letter = cursor.rest[0]
            gap, is_mark = ascii_lowercase.index(letter.lower()), letter not in "zZ"
            if len(values) + gap + is_mark > most:
                raise cursor.unexpected(f"the gaps of the last {most - len(values)} of {count} places")
            cursor.take()
            values += [None] * gap + (["1" if letter.islower() else "2"] if is_mark else [])
        if self.ended and (len(values) < most or values.pop() != "1"):
            raise cursor.unexpected("a gap that ends at the last place")
        return values + [None] * (count - len(values))

    def encode(self, values: Values) -> str:
        text, gap = "", 0
        for value in [*values, "1"] if self.ended else values:
            if value is None:
                gap += 1
                continue
            if value not in ("1", "2"):
                raise _beyond(value)
            letter = ascii_lowercase[gap % 25]
            text += "z" * (gap // 25) + (letter if value == "1" else letter.upper())
            gap = 0
        return text


@dataclass(frozen=True)
class Letters:
    """One of these characters for each value."""

    known: str

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        for _ in range(count):
            if cursor.is_at_end or cursor.rest[0] not in self.known:
                raise cursor.unexpected(f"one of the characters {' '.join(self.known)}")
            values.append(cursor.take())
        return values

    def encode(self, values: Values) -> str:
        return "".join(value or "" for value in values)


@dataclass(frozen=True)
class Comparisons:
    """For each cell its number, 0 for a blank, the directions in which smaller ones lie, and a comma: '3UR,'. The value
    is what stands before the comma.
    """

    def decode(self, cursor: Cursor, count: int) -> list[str | None]:
        values: list[str | None] = []
        for _ in range(count):
            value = _number(cursor)
            while not cursor.is_at_end and cursor.rest[0] in DIRECTIONS:
                value += cursor.take()
            cursor.expect(",")
            values.append(value)
        return values

    def encode(self, values: Values) -> str:
        return "".join(f"{value}," for value in values)
