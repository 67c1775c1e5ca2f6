"""The text of a link or an ID: how far it has been read, and what its codecs have in common.

A value is a token as a draft has it: a number in decimal digits, '?' for a clue without a number, an arrow such as
'3e'; None is a blank. A codec reads as many values as there are places, and no further. Blanks are written, too, so a
text that ends early has been cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..model.errors import PuzzleError, quote

Values = Sequence[str | None]

#: The most cells of a board that is read from a link or an ID, or written as one: a short link can name a board of any
#: size, and the link of a larger one would be too long to be read.
MOST_CELLS = 40_000

#: A clue without a number.
UNKNOWN = "?"

#: The digits of numbers in any base up to 36.
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass
class Cursor:
    """A text and how far it has been read. start: the characters of the link that stand before the text. whole: what
    messages call the link. part: the part of the puzzle that is being read, for messages.
    """

    text: str
    start: int = 0
    at: int = 0
    whole: str = "link"
    part: str = ""

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
        if not self.skip(text):
            raise self.unexpected(quote(text))

    def skip(self, text: str) -> bool:
        """Takes this text if it stands there; whether it does."""
        found = self.text.startswith(text, self.at)
        self.at += len(text) * found
        return found

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

    def all_of(self, values: Values, count: int) -> list[str | None]:
        """The values that have been read; PuzzleError if there are fewer or more of them than places."""
        self.check_count(len(values), count)
        return list(values)

    def check_count(self, found: int, count: int) -> None:
        """PuzzleError if fewer or more values were found than there are places."""
        values = f"{found} {'value' if found == 1 else 'values'}" + (f" for {quote(self.part)}" if self.part else "")
        if found < count:
            where = "ends" if self.is_at_end else f"goes on with {quote(self.rest[0])}"
            at = self.start + self.at + (not self.is_at_end)
            raise PuzzleError(f"found {values}, expected {count}; then the {self.whole} {where}, at character {at}")
        if found > count:
            raise PuzzleError(f"found {values}, expected {count}, at character {self.start + self.at}")

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


def cannot_hold(value: str) -> PuzzleError:
    """That a link cannot say this value."""
    return PuzzleError(f"a link of this genre cannot hold {quote(value)}")


def in_base(number: int, base: int, digits: int = 1) -> str:
    """A number written in this base, with zeros before it if it has fewer digits than wanted."""
    text = ""
    while number or len(text) < digits:
        number, digit = divmod(number, base)
        text = DIGITS[digit] + text
    return text
