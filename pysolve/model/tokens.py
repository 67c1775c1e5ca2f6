"""What a token may say: letters that name its values, alphabets that name numbers, and patterns with several values.

Patterns stand as keys in a manifest's tables (docs/manifest.md, 'Patterns'):

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
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from .terms import Term, Value, Variable

# -- What a capital letter means: as a variable of a template, of a pattern of tokens, and of a rule put in words.
# It stands in the table LETTERS, and in the sets below that are made of it.


class Role(Enum):
    """What a letter says of a token or of a mark."""

    ON_BOARD = auto()  # the place on the board
    LINE = auto()  # the row or column beside which it stands
    COUNT = auto()  # which of several it is
    WRITTEN = auto()  # what is written
    SUFFIX = auto()  # what is written behind another value, without anything between them
    LABEL = auto()  # a name that means nothing: of a region, or of a tube
    OTHER = auto()  # what only facts hold


class Letter(NamedTuple):
    """An entry of the table.

    field: of a pattern, what its texts are (model/tokens). given: a token without a pattern has it. sample: a place to
    try a template with.
    """

    role: Role
    about: str
    field: str = "number"
    given: bool = False
    sample: Value | None = None


#: The letters, in the order in which places are looked for, and values are written; all others are values.
LETTERS: Mapping[str, Letter] = {
    "X": Letter(Role.ON_BOARD, "a cell", sample=(1, 1)),
    "P": Letter(Role.ON_BOARD, "a corner", sample=Term("p", (1, 1))),
    "Q": Letter(Role.ON_BOARD, "a corner inside the board; the other end of a side", sample=Term("p", (1, 1))),
    "Y": Letter(Role.ON_BOARD, "the other cell", sample=(1, 2)),
    "R": Letter(Role.LINE, "a row", sample=1),
    "C": Letter(Role.LINE, "a column", sample=1),
    "I": Letter(Role.COUNT, "which of several in one place, or of a list", sample=1),
    "N": Letter(Role.COUNT, "which group or item of a list; of lines, how many there are", sample=1),
    "V": Letter(Role.WRITTEN, "the value", given=True),
    "W": Letter(Role.WRITTEN, "another value; of a list, the item's text", given=True),
    "O": Letter(Role.SUFFIX, "an operator", "operator"),
    "D": Letter(Role.SUFFIX, "a direction", "direction"),
    "G": Letter(Role.LABEL, "a region", given=True),
    "H": Letter(Role.LABEL, "another region"),
    "K": Letter(Role.OTHER, "a letter", "letter"),
    "E": Letter(Role.OTHER, "exits", "exits"),
    "S": Letter(Role.OTHER, "the number behind an item of a list", given=True),
}


def _of(*roles: Role) -> tuple[str, ...]:
    return tuple(name for name, letter in LETTERS.items() if letter.role in roles)


#: Those of places on the board.
ON_BOARD = _of(Role.ON_BOARD)

#: Those that say where a token stands.
WHERE = frozenset(_of(Role.ON_BOARD, Role.LINE, Role.COUNT))

#: Those of rows and columns.
LINES = _of(Role.LINE)

#: Those of values, in the order in which they are written, and those of them before which nothing stands.
WRITTEN = _of(Role.WRITTEN, Role.SUFFIX)
SUFFIXES = _of(Role.SUFFIX)

#: Those of regions.
LABELS = _of(Role.LABEL)

#: Those that every token has a value for.
GIVEN = frozenset(name for name, letter in LETTERS.items() if letter.given)

#: Counts what stands in one place; and the text that its characters make.
INDEX = "I"
WHOLE = "W"

#: A place for each letter that says where, to try templates with.
SAMPLES = {name: letter.sample for name, letter in LETTERS.items() if letter.sample is not None}

#: The places of a mark on a corner, and of a line between two of them.
CORNERS = (Variable("P"), Variable("Q"))


def field_of(name: str, usual: str = "number") -> str:
    """What the texts of a field are that does not say it. usual: of letters that mean nothing in particular."""
    letter = LETTERS.get(name)
    return usual if letter is None or letter.field == "number" else letter.field


def single(value: Value) -> dict[str, Value]:
    """The variables of a token with one value: V, and G where it is the name of a group."""
    return {"V": value, "G": value}


# -- Alphabets: 1 2 3 …, A B C …, 1–9 A B …, or an instance's own symbols


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

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: The name of the symbols that a board with as many values as rows shows (`shown`); nothing is known of them before.
SHOWN = "shown"

ALPHABETS: Mapping[str, Alphabet] = {
    "numbers": NUMBERS,
    "letters": Alphabet(CAPITALS, "a letter"),
    "cased-letters": Alphabet(CAPITALS + CAPITALS.lower(), "a letter"),
    "digits-letters": Alphabet("123456789" + CAPITALS, "a digit from 1 to 9 or a letter"),
    SHOWN: Alphabet("", "a letter"),
}


def choose_alphabet(candidates: Iterable[Alphabet], tokens: Iterable[str]) -> Alphabet:
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
    def variables(self) -> Set[str]:
        """Those that a token has values for: of characters that follow one another, W is all of them."""
        return {*self.fields, WHOLE} if self.separator == "" else self.fields.keys()

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
        whole = {} if self.separator else {WHOLE: self.write(filter(None, readings), alphabet)}
        return [{**values, INDEX: index, **whole} for index, values in enumerate(readings, 1) if values is not None]

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
