"""What a capital letter means: as a variable of a template, of a pattern of tokens, and of a rule that is put in words.

Who wants to know asks the table, or one of the sets below it that are made of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from .terms import Term, Value, Variable


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

#: Counts what stands in one place.
INDEX = "I"

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
