"""Tokens with several values: the patterns that stand as keys in a manifest's tables (docs/manifest.md, 'Patterns').

    "<V><D>"        a number and a direction: 3e
    "<V>,<W>"       two numbers with a comma between them: 18,6
    "<V><O>"        a number and an operator: 12*
    "<V>,..."       numbers with commas between them, as many as there are: 3,1,1
    "<V:number?>"   a number, or a question mark

A capital letter in angle brackets names the variable that takes the value. What it may be follows from the letter (D a
direction, O an operator, K a letter, E exits, all others a number), or is written behind it: `<A:symbol>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from .alphabets import Alphabet
from .letters import INDEX, field_of
from .terms import Term, Value

#: The values of one reading of a token, by variable.
Values = Mapping[str, Value]

#: The steps that a direction may name; square boards have all of them.
_DIRECTIONS = ("nw", "ne", "sw", "se", "n", "e", "s", "w")

#: Other ways to write an operator.
OPERATORS = {"x": "*", "×": "*", ":": "/", "÷": "/", "−": "-"}


class Field(NamedTuple):
    """What a variable of a pattern may be. text: a regular expression; value and token: from text to value and back."""

    about: str
    text: str
    value: Callable[[str], Value]
    token: Callable[[Value], str] = str


def _exits(text: str) -> str:
    return "".join(name for name in "nsew" if name in text)


def _shape(text: str) -> Value:
    """A drawing as the list of its cells, the first one and the list of the others: ((0,0),((0,1),()))."""
    cells = [(r, c) for r, row in enumerate(text.lower().split("/")) for c, each in enumerate(row) if each == "x"]
    first, left = cells[0][0], min(column for _, column in cells)
    shape: tuple[Value, ...] = ()
    for row, column in reversed(cells):
        shape = ((row - first, column - left), shape)
    return shape


def drawing(value: Value) -> str:
    """A list of cells as a drawing: xx/.x."""
    cells: set[Value] = set()
    while isinstance(value, tuple) and value:
        cell, value = value
        cells.add(cell)
    pairs = [cell for cell in cells if isinstance(cell, tuple)]
    rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*pairs))
    return "/".join("".join("x" if (row, column) in cells else "." for column in columns) for row in rows)


def _word(text: str) -> Value:
    """A word as the list of its letters: ("N",("O",()))."""
    word: tuple[Value, ...] = ()
    for letter in reversed(text.upper()):
        word = (letter, word)
    return word


def spelt(value: Value) -> str:
    """A list of letters as a word."""
    text = ""
    while isinstance(value, tuple) and value:
        letter, value = value
        text += str(letter)
    return text


#: The kinds of fields, by the name that stands behind the colon.
FIELDS: dict[str, Field] = {
    "number": Field("a number", r"\d{1,10}", int),
    "number?": Field("a number or ?", r"\d{1,10}|\?", lambda text: int(text) if text.isdecimal() else text),
    "letter": Field("a letter", r"[^\W\d_]", str.upper),
    "direction": Field(
        "a direction (n, ne, e, se, s, sw, w or nw)", "|".join(_DIRECTIONS), lambda text: Term(text.lower())
    ),
    "operator": Field("an operator (+, -, * or /)", r"[-+*/x×:÷−]", lambda text: OPERATORS.get(text, text)),
    "exits": Field("exits (some of n, s, e and w)", r"[nsew]{1,4}", _exits),
    "shape": Field(
        "a shape (its rows with / between them, such as xx/.x)", r"(?=[./]*x)[x.]+(?:/[x.]+)*", _shape, drawing
    ),
    "word": Field("a word", r"[^\W\d_]{2,}", _word, spelt),
    "symbol": Field("a value", r"[^\W_]", str),  # its number is the alphabet's to say
}


class PatternPiece(NamedTuple):
    """A piece of a pattern: a text that is taken literally, or the variable of a field."""

    text: str = ""
    field: str | None = None


class Pattern(NamedTuple):
    """A key with fields, such as "<V><D>".

    fields: the kind of each variable. pieces: what follows each other in a value. separator: between repeated values.
    """

    key: str
    fields: dict[str, str]
    pieces: tuple[PatternPiece, ...]
    regex: re.Pattern[str]
    separator: str | None = None

    @property
    def ignores_case(self) -> bool:
        """Whether capital and small letters mean the same."""
        return bool(self.regex.flags & re.IGNORECASE)

    @property
    def about(self) -> str:
        """What it takes, in words."""
        shape = re.sub(r"<(\w)(?::\w+\??)?>", r"\1", self.key)
        return f"{shape} with {' and '.join(f'{name} {FIELDS[kind].about}' for name, kind in self.fields.items())}"

    def read(self, token: str, alphabet: Alphabet | None = None) -> list[Values] | None:
        """The values of a token, one mapping for each repetition; None if it does not fit the pattern."""
        if self.separator is None:
            values = self._one(token, alphabet)
            return None if values is None else [values]
        items = token.split(self.separator) if self.separator else list(token)
        readings = [self._one(item, alphabet) for item in items]
        if not all(readings):
            return None
        return [{**values, INDEX: index} for index, values in enumerate(readings, 1) if values is not None]

    def _one(self, token: str, alphabet: Alphabet | None) -> dict[str, Value] | None:
        match = self.regex.fullmatch(token)
        if match is None:
            return None
        values: dict[str, Value] = {}
        for name, kind in self.fields.items():
            if kind == "symbol" and alphabet is not None:
                value: Value | None = alphabet.value(match[name])
                if value is None:
                    return None
                values[name] = value
            else:
                values[name] = FIELDS[kind].value(match[name])
        if any(kind == "exits" and len(set(match[name])) < len(match[name]) for name, kind in self.fields.items()):
            return None
        return values

    def write(self, values: Iterable[Values], alphabet: Alphabet | None = None) -> str:
        """The token that has these values; the reverse of read."""
        return (self.separator or "").join(self._written(each, alphabet) for each in values)

    def _written(self, values: Values, alphabet: Alphabet | None) -> str:
        def text(match: re.Match[str]) -> str:
            value = values[match[1]]
            if self.fields[match[1]] == "symbol" and alphabet is not None and isinstance(value, int):
                return alphabet.name(value)
            return FIELDS[self.fields[match[1]]].token(value)

        return _FIELD.sub(text, self.key.removesuffix("...").removesuffix(self.separator or ""))


_FIELD = re.compile(r"<([A-Z])(?::(\w+\??))?>")


def is_pattern(key: str) -> bool:
    """Whether a key of a table is a pattern."""
    return _FIELD.search(key) is not None


@lru_cache(maxsize=1024)
def pattern(key: str) -> Pattern:
    """The pattern that a key states; ValueError, with what is wrong, for an unknown kind or a variable named twice."""
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(key):
        name, kind = match[1], match[2] or field_of(match[1])
        if kind not in FIELDS:
            raise ValueError(f"unknown kind '{kind}'; the kinds are {', '.join(FIELDS)}")
        if name in fields:
            raise ValueError(f"the variable {name} stands twice")
        fields[name] = kind
    body, separator = key, None
    if key.endswith("..."):
        body = key.removesuffix("...")
        separator = "" if body.endswith(">") else body[-1]
        body = body.removesuffix(separator)
    pieces = _pieces(body)
    regex = "".join(
        re.escape(text) if name is None else f"(?P<{name}>{FIELDS[fields[name]].text})" for text, name in pieces
    )
    return Pattern(key, fields, pieces, re.compile(regex, re.IGNORECASE if _letters_alone(pieces) else 0), separator)


def _pieces(body: str) -> tuple[PatternPiece, ...]:
    parts = _FIELD.split(body)  # literal, variable, kind, literal, …
    pieces = (
        PatternPiece(text) if at % 3 == 0 else PatternPiece(field=text) for at, text in enumerate(parts) if at % 3 < 2
    )
    return tuple(piece for piece in pieces if piece != PatternPiece())


def _letters_alone(pieces: Iterable[PatternPiece]) -> bool:
    """Whether the case of letters does not matter: no literal letter stands in the pattern."""
    return not any(character.isalpha() for piece in pieces for character in piece.text)
