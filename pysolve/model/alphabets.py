"""The names that values have on a board: 1 2 3 …, A B C …, 1–9 A B …, or an instance's own symbols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping


class Alphabet:
    """Names for the values 1, 2, 3 …"""

    def __init__(self, symbols: str, about: str) -> None:
        self.symbols = symbols
        self._value = {symbol: value for value, symbol in enumerate(symbols, 1)}
        self.about = about

    def __eq__(self, other: object) -> bool:
        """By what it names: puzzles that come from other processes bring alphabets of their own."""
        return type(self) is type(other) and isinstance(other, Alphabet) and self.symbols == other.symbols

    def __hash__(self) -> int:
        return hash(self.symbols)

    def value(self, token: str) -> int | None:
        """The value that the token names, or None."""
        return self._value.get(token, self._value.get(token.upper()))

    def name(self, value: int) -> str:
        """The token for a value; the number itself where the alphabet ends."""
        return self.symbols[value - 1] if 0 < value <= len(self.symbols) else str(value)


class Numbers(Alphabet):
    """The numbers themselves, without an end."""

    def __init__(self) -> None:
        super().__init__("", "a number")

    def value(self, token: str) -> int | None:
        return int(token) if token.isascii() and token.isdigit() and len(token) <= 10 else None

    def name(self, value: int) -> str:
        return str(value)


NUMBERS = Numbers()

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

ALPHABETS: Mapping[str, Alphabet] = {
    "numbers": NUMBERS,
    "letters": Alphabet(LETTERS, "a letter"),
    "cased-letters": Alphabet(LETTERS + LETTERS.lower(), "a letter"),
    "digits-letters": Alphabet("123456789" + LETTERS, "a digit from 1 to 9 or a letter"),
}


def choose(candidates: Iterable[Alphabet], tokens: Iterable[str]) -> Alphabet:
    """The first alphabet that knows all tokens; if none does, the one that knows the most of them."""
    counts = Counter(tokens)
    best: Alphabet = NUMBERS
    most = -1
    for alphabet in candidates:
        known = sum(count for token, count in counts.items() if alphabet.value(token) is not None)
        if known > most:
            best, most = alphabet, known
        if known == counts.total():
            break
    return best
