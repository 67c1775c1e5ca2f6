"""A genre: how puzz.link, or Simon Tatham's collection, calls a type and writes its puzzles, section by section, as a
manifest describes it.

Sources of the sections: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs), whose links these are, and
of the collection (https://www.chiark.greenend.org.uk/~sgtatham/puzzles/), whose game IDs these are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .cell_shapes import SQUARE, CellShape
from .errors import quote
from .formats import FormatKey

#: Where the walls within regions go that mean nothing: onto the picture alone.
DRAWN = "drawn"

#: The key of `tokens` that stands for a place without a value.
BLANK_KEY = "blank"


class CodecName(StrEnum):
    """How the values of a section are written; docs/manifest.md, 'puzzlink' and 'tatham', says it for each."""

    FOUR = "4"
    TEN = "10"
    SIXTEEN = "16"
    FORTY_SIX = "46"
    TABLE = "table"
    BITS = "bits"
    ONES = "ones"
    THIRDS = "thirds"
    DOTS = "dots"
    DOT_PAIRS = "dot-pairs"
    SIDE_PAIRS = "side-pairs"
    ARROW = "arrow"
    NUMBER = "number"
    SEVERAL = "several"
    STRETCHES = "stretches"
    SETS = "sets"
    FOURS = "fours"
    LETTERED = "lettered"
    SKIPS = "skips"
    JOINED = "joined"
    NESTED = "nested"
    TEN_OR_SIXTEEN = "10-or-16"
    SUMS = "sums"
    SIDES = "sides"
    SHIPS = "ships"
    SIZES = "sizes"
    SHAPES = "shapes"
    WORDS = "words"
    FIGURES = "figures"
    COORDINATES = "coordinates"
    PLACE = "place"
    DIGITS = "digits"
    DECIMALS = "decimals"
    EACH = "each"
    SEPARATED = "separated"
    OPERATIONS = "operations"
    LISTS = "lists"
    GAPS = "gaps"
    COLOURS = "colours"
    PAIRS = "pairs"
    COMPARISONS = "comparisons"


@dataclass(frozen=True)
class Coding:
    """How values are written as characters.

    codec: None for a text that stands there literally. signs: of a table: from a character of the link to a token, with
    `#` for the digits of a number. base: of a table: how many digits its numbers have. blanks: of a table: the
    character for a single blank, '' if it is a '.', None if there are no blanks. repeats: of a table: from a token to
    the characters for one of it, two and so on. quotients, remainders: what a number is divided into. separator: what
    stands between values. counted: of gaps: whether runs of equal characters are shortened. trimmed: of digits: whether
    blanks at the end are left out. ended: of colours and skips: whether the blanks before the end are written; of sets:
    whether a '/' is, where there are none.
    """

    codec: CodecName | None = None
    signs: Mapping[str, str] = field(default_factory=dict)
    base: int = 0
    blanks: str | None = "g"
    separator: str = ","
    counted: bool = False
    trimmed: bool = False
    ended: bool = False
    repeats: Mapping[str, str] = field(default_factory=dict)
    quotients: tuple[str, ...] = ()
    remainders: tuple[str, ...] = ()
    leading: tuple[str, ...] = ()


@dataclass(frozen=True)
class Regions:
    """What regions may be that a section says by the sides between them.

    smallest: their fewest cells. walls: the part whose tokens the walls within a region are, DRAWN if they mean
    nothing, None if there must be none. blocks: the tokens of cells that part regions, as holes do.
    """

    smallest: int = 1
    walls: str | None = None
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A section of a link's board.

    groups: the parts whose places it runs through, one group after the other, in a group place by place in turn; of a
    section that holds the value of an option, that option alone. text: what stands there literally, where nothing else
    does. at: the part whose regions have one value each. on: the token, of another part, that the places of its values
    have. tokens: from the codec's value to the part's token, where they differ. weights: of sides: what each side of a
    cell that has no mark adds to its token, or, if it is `marked`, each that has one. optional: whether it is left out
    of links in which it would say nothing, together with the optional sections beside it that have no `before`.
    before: what stands before it, wherever it is there. instead: what stands there if it is left out. bounded: whether
    numbers are at most the longer side of the board, and 3.
    """

    groups: tuple[tuple[str, ...], ...] = ()
    coding: Coding = Coding()
    text: str = ""
    at: str | None = None
    on: str = ""
    tokens: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    marked: bool = False
    optional: bool = False
    before: str = ""
    instead: str = ""
    bounded: bool = False
    regions: Regions = Regions()

    @property
    def codec(self) -> CodecName | None:
        """The codec of its values; None for a text."""
        return self.coding.codec

    @property
    def of_halves(self) -> bool:
        """Whether it runs through half cells: a mark may lie in the middle, on a side or in a corner of a cell."""
        return any(" " in texts for texts in self.tokens.values())

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of all groups."""
        return tuple(name for group in self.groups for name in group)


@dataclass(frozen=True)
class Genre:
    """A genre: its name and its other names in links, the options that all its links mean, those that a flag beside
    the size means, and the sections of the board.

    key: whose genre it is. required: the flags that all its links have. size: what the numbers of a game ID's size say:
    columns and rows, the size of a square board, two options whose product is that size, or, with numbers to be added
    to it, columns and rows (`size + 2`, `size + 1`). parameters: from a letter
    behind them to the option that the number behind it is the value of. ignored: letters that matter only to who makes
    such games. sides: how many rows and columns a game has at least, and at most. points: our cells
    are the corners of its cells. shape: of cells; if these are bricks, the body begins with how
    the rows lie.
    """

    name: str
    aliases: tuple[str, ...] = ()
    key: FormatKey = FormatKey.PUZZLINK
    options: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    required: tuple[str, ...] = ()
    size: tuple[str, ...] = ("columns", "rows")
    parameters: Mapping[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    sides: tuple[int, int | None] = (1, None)
    points: bool = False
    shape: CellShape = SQUARE

    @property
    def added(self) -> tuple[int, int] | None:
        """What columns and rows have more than a size of one number; None where the size is none such."""
        if not self.size[0].startswith("size"):
            return None
        more = [int(each.partition("+")[2] or "0") for each in self.size]
        return more[0], more[-1]

    @property
    def form(self) -> str:
        """What a puzzle of it is, written down."""
        return f"{'a link of the genre' if self.key is FormatKey.PUZZLINK else 'an ID of the game'} {quote(self.name)}"

    @property
    def rim(self) -> int:
        """How many rows at the top, and columns at the left, our boards have more than the links say."""
        return int(self.points or any(section.codec is CodecName.SUMS for section in self.sections))

    @property
    def names(self) -> tuple[str, ...]:
        """All that links may call it."""
        return (self.name, *self.aliases)
