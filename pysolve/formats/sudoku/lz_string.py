"""lz-string: text compressed as LZ78 does, bit by bit, six bits a character of base64.

Source: Pieroxy, lz-string (https://pieroxy.net/blog/pages/lz-string/index.html). A code names a phrase that occurred
before; the codes 0 and 1 bring a new character, of 8 or of 16 bits, and 2 is the end. Each code but the first adds a
phrase: the one before it with the first character of this one. Codes have as many bits as the phrases need.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.errors import PuzzleError, quote

#: Characters of base64.
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

_VALUES = {character: value for value, character in enumerate(_ALPHABET)}

#: Codes that stand for no phrase: a new character, with its number of bits, and the end.
_NEW = {0: 8, 1: 16}
_END = 2
_FIRST = 3

#: Characters that a compressed text may become, and those of base64 that it may have: the largest puzzle has fewer.
LONGEST_TEXT, LONGEST_CODE = 2**20, 2**17


def decompress(text: str) -> str:
    """The text; PuzzleError if it is not compressed so, breaks off, or grows too long."""
    if len(text) > LONGEST_CODE:
        raise PuzzleError(f"found {len(text)} characters of compressed text, expected at most {LONGEST_CODE}")
    bits = _Bits(text.rstrip("="))
    phrases: dict[int, str] = {}
    written: list[str] = []
    length, following, previous = 0, _FIRST, ""  # following: the code of the next phrase
    while (code := bits.take(following.bit_length())) != _END:
        if code in _NEW:
            phrase = chr(bits.take(_NEW[code]))
            phrases[following] = phrase
            following += 1
        elif code == following and previous:
            phrase = previous + previous[0]
        elif code in phrases:
            phrase = phrases[code]
        else:
            raise PuzzleError("the compressed text is damaged: it names a phrase that did not occur")
        length += len(phrase)
        if length > LONGEST_TEXT:
            raise PuzzleError(f"the compressed text becomes more than {LONGEST_TEXT} characters")
        written.append(phrase)
        if previous:
            phrases[following] = previous + phrase[0]
            following += 1
        previous = phrase
    units = "".join(written)
    try:  # characters of 16 bits: those beyond are two of them
        return units.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise PuzzleError("the compressed text is damaged: it holds half a character") from None


class _Bits:
    """The bits of a text of base64: six a character, the first one the highest."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def take(self, count: int) -> int:
        """The next bits as a number, of which they are the lowest first."""
        number = 0
        for place in range(count):
            index, shift = divmod(self._at, 6)
            if index >= len(self._text):
                raise PuzzleError("the compressed text breaks off")
            value = _VALUES.get(self._text[index])
            if value is None:
                raise PuzzleError(f"found {quote(self._text[index])} in a compressed text, expected base64")
            number |= (value >> (5 - shift) & 1) << place
            self._at += 1
        return number


def compress(text: str) -> str:
    """The text, compressed; decompress makes it the same again."""
    bits = "".join(_lowest_first(number, count) for number, count in _codes(_units(text)))
    bits += "0" * (6 - len(bits) % 6)
    coded = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return coded + "=" * (-len(coded) % 4)


def _units(text: str) -> str:
    """The text as characters of 16 bits."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))


def _codes(units: str) -> Iterator[tuple[int, int]]:
    """The codes and the new characters, each with the number of its bits."""
    known: dict[str, int] = {}
    new: set[str] = set()
    following = _FIRST
    made = 2  # phrases that who reads knows when it comes to the next code, those before the first included
    phrase = ""
    for unit in [*units, None]:
        if unit is not None and unit not in known:
            known[unit] = following
            following += 1
            new.add(unit)
        if unit is not None and phrase + unit in known:
            phrase += unit
            continue
        if phrase in new:
            count = _NEW[0] if ord(phrase) < 2 ** _NEW[0] else _NEW[1]
            yield int(count == _NEW[1]), made.bit_length()
            yield ord(phrase), count
            new.remove(phrase)
            made += 1
        elif phrase:
            yield known[phrase], made.bit_length()
        made += bool(phrase)
        if unit is not None:
            known[phrase + unit] = following
            following += 1
            phrase = unit
    yield _END, made.bit_length()


def _lowest_first(number: int, count: int) -> str:
    return f"{number:0{count}b}"[::-1]
