"""The symbols that the values of a board are written in, as its own tokens show them.

Where a board has as many values as rows, what they are called does not matter to its answers. What matters is which
tokens are blanks, and which are the same value: whoever takes a 0 among 0 to F for a blank has another puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .errors import PuzzleError, quote
from .tokens import CAPITALS, NUMBERS, Alphabet, choose_alphabet

#: Signs that many write for an empty cell, and that are letters.
CROSSES = frozenset("xX")


class Shown(NamedTuple):
    """What the tokens of a board show: the alphabet, tokens that are blanks, and what the user should know of it."""

    alphabet: Alphabet
    blanks: frozenset[str] = frozenset()
    remark: str = ""


def shown(candidates: Sequence[Alphabet], tokens: Mapping[str, int], blank: str, size: int) -> Shown:
    """The symbols of a board with `size` rows and as many values. tokens: how often each stands there, '0' among them
    where it does. blank: what else stands for a blank there, if anything does.

    Beside another blank, 0 may be a value; letters that no alphabet takes that far are symbols by themselves, in their
    order; an x that stands in more cells than there are rows is a blank. PuzzleError where a board can be read in two
    ways: what is blank, and what is the same value, makes it another puzzle.
    """
    crosses = sorted(sign for sign in CROSSES if tokens.get(sign, 0) > size)
    named = {token: count for token, count in tokens.items() if token not in ("0", *crosses)}
    usual = choose_alphabet(candidates, named)
    _check_cases(named, size)
    blank = blank or next(iter(crosses), "")
    if tokens.get("0") and blank and (zeros := _from_zero(usual, named, blank, size)):
        alphabet, said = zeros, f"'0' is read as a value, as {quote(blank)} stands for an empty cell"
    else:
        alphabet, said = _of_letters(usual, named, size)
    remarks = [*(f"{quote(sign)} is read as a blank" for sign in crosses), said]
    return Shown(alphabet, frozenset(crosses), "; ".join(filter(None, remarks)))


def from_zero(size: int) -> Alphabet:
    """The symbols from 0 on for so many values: 0 to F for 16."""
    return _symbols(("0123456789" + CAPITALS)[:size])


def _symbols(symbols: str) -> Alphabet:
    return Alphabet(symbols, f"one of the symbols {symbols}")


def _check_cases(named: Iterable[str], size: int) -> None:
    """PuzzleError for a letter in both cases, where each may be a value."""
    both = sorted(token for token in named if token.islower() and token.upper() in named)
    if both and len(set(named)) <= size:
        sentence = f"found both {quote(both[0])} and {quote(both[0].upper())}: they may be one value or two"
        raise PuzzleError(sentence, how="; write letters in one case")


def _from_zero(usual: Alphabet, named: Mapping[str, int], blank: str, size: int) -> Alphabet | None:
    """The alphabet from 0 on, if 0 is a value beside the blank; None if it is a blank, too."""
    zeros = from_zero(size)
    if usual is NUMBERS and any(len(token) > 1 for token in named):
        may_be, range_ = all(int(token) < size for token in named if token.isdecimal()), f"0 to {size - 1}"
        how = f"; write '.' for every blank, or the values from 1 to {size}"
    else:
        may_be, range_ = all(zeros.value(token) for token in named), f"0 to {zeros.symbols[-1]}"
        how = f"; write '.' for every blank, or name the values with 'symbols: {zeros.symbols}' in the native format"
    if not may_be or ({token.upper() for token in named} & {*CAPITALS} and any(map(str.isdecimal, named))):
        return zeros if may_be else None
    sentence = (
        f"this can be read in two ways: '0' and {quote(blank)} are both blanks, or 0 is one of the values {range_}"
    )
    raise PuzzleError(sentence, how=how)


def _of_letters(usual: Alphabet, named: Iterable[str], size: int) -> tuple[Alphabet, str]:
    """The letters of a board as its symbols, and a remark, where the usual alphabet does not take them that far. One
    that is missing has another letter for a name. PuzzleError for as many letters as no board has; a single one beyond
    the alphabet is a slip, which is refused where it stands.
    """
    own = {token.upper() if len(token.upper()) == 1 else token for token in named}
    beyond, found = sum(not 0 < (usual.value(token) or 0) <= size for token in own), "".join(sorted(own))
    if not beyond or not found.isalpha() or len(found) > len(own):
        return usual, ""
    if size - 2 < len(own) <= size:
        left = "".join(letter for letter in CAPITALS if letter not in own)[: size - len(own)]
        missing = f", and one that does not, written as {quote(left)}" if left else ""
        return _symbols(found + left), f"the values are the letters that stand on the board, {found}{missing}"
    if beyond > 1:
        how = "" if len(own) > size else "; name them all with 'symbols:' in the native format"
        raise PuzzleError(f"found {len(own)} different letters, {found}, expected {size}, as many as rows", how=how)
    return usual, ""
