"""A genre of puzz.link, as a manifest describes it: what the board of its links holds, section by section.

Source of the sections: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs), whose links these are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

#: The key of `tokens` that stands for a place without a value.
BLANK_KEY = "blank"


class CodecName(StrEnum):
    """How the values of a section are written; docs/manifest.md, 'puzzlink', says it for each."""

    FOUR = "4"
    TEN = "10"
    SIXTEEN = "16"
    TABLE = "table"
    BITS = "bits"
    ONES = "ones"
    THIRDS = "thirds"
    DOTS = "dots"
    ARROW = "arrow"
    NUMBER = "number"
    SUMS = "sums"
    SIDES = "sides"
    SHIPS = "ships"


@dataclass(frozen=True)
class Section:
    """A section of a link's board.

    groups: the parts whose places it runs through, one group after the other, in a group place by place in turn; of a
    section that holds the value of an option, that option alone. codec: None for a text that stands there literally.
    text: that text. at: the part whose regions have one value each. tokens: from the codec's value to the part's token,
    where they differ. signs: of a table: from a character of the link to a token. base: of a table: how many digits its
    numbers have. blanks: of a table: the character for a single blank, '' if it is a '.', None if there are no blanks.
    weights: of sides: what each side of a cell that has no mark adds to its token. optional: whether it is left out of
    links in which it would say nothing, together with the optional sections beside it.
    """

    groups: tuple[tuple[str, ...], ...] = ()
    codec: CodecName | None = None
    text: str = ""
    at: str | None = None
    tokens: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    base: int = 0
    blanks: str | None = "g"
    weights: Mapping[str, int] = field(default_factory=dict)
    optional: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of all groups."""
        return tuple(name for group in self.groups for name in group)


@dataclass(frozen=True)
class Genre:
    """A genre: its name and its other names in links, the options that all its links mean, those that a flag between
    name and size means, and the sections of the board.
    """

    name: str
    aliases: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()

    @property
    def rim(self) -> int:
        """How many rows at the top, and columns at the left, our boards have more than the links say."""
        return int(any(section.codec is CodecName.SUMS for section in self.sections))

    @property
    def names(self) -> tuple[str, ...]:
        """All that links may call it."""
        return (self.name, *self.aliases)
