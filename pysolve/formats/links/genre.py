"""A genre: how puzz.link, or Simon Tatham's collection, calls a type and writes its puzzles, section by section. The
keys `puzzlink` and `tatham` of a manifest say so; they are read when there is a link, which is seldom.

Sources of the sections: the encoders and decoders of pzpr (https://github.com/sabo2/pzprjs), whose links these are, and
of the collection (https://www.chiark.greenend.org.uk/~sgtatham/puzzles/), whose game IDs these are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ...catalog import types_with
from ...catalog.parts import Keys
from ...model.board import BRICK, SQUARE, Board, Cell, CellShape, Pair, cell_of, pair_of
from ...model.errors import PuzzleError, alternatives, quote
from ...model.formats import FormatKey
from ...model.parts import SIDES, Part
from ...model.puzzle import Puzzle
from ...model.puzzle_type import PuzzleType
from ...model.terms import Value
from ...model.tokens import CAPITALS
from ...model.yaml_text import Node
from . import codecs, rare
from .codecs import PARTNERS, Codec, Coding
from .forms import FORMS, Saved, saved
from .rare import Divided, Led

#: Where the walls within regions go that mean nothing: onto the picture alone.
DRAWN = "drawn"

#: The key of `tokens` that stands for a place without a value.
BLANK_KEY = "blank"

#: The codecs, by name; behind them those of sections that have their own ways.
_CODECS = {**codecs.CODECS, **rare.CODECS}
CODEC_NAMES = (*_CODECS, *rare.BANKS, "sums", "strokes")


def codec_of(coding: Coding) -> Codec:
    """The codec in which a section of a genre is written."""
    if coding.remainders:
        return Divided(codec_of(replace(coding, remainders=())), coding.quotients, coding.remainders)
    if coding.leading:
        return Led(codec_of(replace(coding, leading=())), coding.leading)
    return _CODECS[coding.codec](coding)


@dataclass(frozen=True)
class Regions:
    """What regions may be that a section says by the sides between them."""

    smallest: int = 1  # their fewest cells
    walls: str | None = None  # the part whose tokens walls within a region are, or DRAWN; None if there must be none
    blocks: tuple[str, ...] = ()  # the tokens of cells that part regions, as holes do


@dataclass(frozen=True)
class Section:
    """A section of a link's board."""

    #: The parts whose places it runs through, one group after the other, in a group place by place in turn; of a
    #: section that holds the value of an option, that option alone.
    groups: tuple[tuple[str, ...], ...] = ()
    coding: Coding = field(default_factory=Coding)
    text: str = ""  # what stands there literally, where nothing else does
    at: str | None = None  # the part whose regions have one value each
    on: str = ""  # the token, of another part, that the places of its values have
    #: From the codec's value to the part's token, if they differ; of sides: what each without a mark adds to the token.
    tokens: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    marked: bool = False  # of sides: those with a mark count, instead
    #: Left out where it says nothing, together with optional ones beside it that have no `before`.
    optional: bool = False
    before: str = ""  # what stands before it, wherever it is there
    instead: str = ""  # what stands there if it is left out
    backwards: tuple[str, ...] = ()  # the parts whose places come from the last one to the first
    bounded: bool = False  # whether numbers are at most the longer side of the board, and 3
    regions: Regions = Regions()

    @property
    def codec(self) -> str:
        """The name of the codec of its values; '' for a text."""
        return self.coding.codec

    @property
    def of_halves(self) -> bool:
        """Whether it runs through half cells: a mark may lie in the middle, on a side or in a corner of a cell."""
        return any(" " in texts for texts in self.tokens.values())

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of all groups."""
        return tuple(name for group in self.groups for name in group)


#: What a puzzle of a genre is, written down, by whose genre it is.
_FORMS = {
    FormatKey.PUZZLINK: "a link of the genre",
    FormatKey.TATHAM: "an ID of the game",
    FormatKey.KUDAMONO: "a link of Kudamono for",
}


@dataclass(frozen=True)
class Genre:
    """A genre: its name and its other names in links, and how its links are made."""

    name: str
    aliases: tuple[str, ...] = ()
    key: FormatKey = FormatKey.PUZZLINK  # whose genre it is
    options: Mapping[str, str] = field(default_factory=dict)  # those that all its links mean
    flags: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # the options that one beside the size means
    sections: tuple[Section, ...] = ()
    saved: Saved | None = None  # what stands in files that puzz.link saves; None if they are not read
    kanpen: Saved | None = None  # what stands in addresses of kanpen.net; None if it has none
    required: tuple[str, ...] = ()  # the flags that all its links have
    #: What the numbers of a game ID's size say: columns and rows, the size of a square board, two options whose product
    #: is that size, or, with numbers to be added to it, columns and rows (`size + 2`, `size + 1`).
    size: tuple[str, ...] = ("columns", "rows")
    parameters: Mapping[str, str] = field(default_factory=dict)  # from letters behind these to options of the numbers
    ignored: tuple[str, ...] = ()  # letters that matter only to who makes such games
    counts: Mapping[str, str] = field(default_factory=dict)  # from such letters to the parts whose regions they count
    sides: tuple[int, int | None] = (1, None)  # how many rows and columns a game has at least, and at most
    points: bool = False  # whether our cells are the corners of its cells
    shape: CellShape = SQUARE  # of cells; if these are bricks, the body begins with how the rows lie

    @property
    def added(self) -> tuple[int, int] | None:
        """What columns and rows have more than a size of one number; None where the size says nothing of the kind."""
        if not self.size[0].startswith("size"):
            return None
        more = [int(each.partition("+")[2] or "0") for each in self.size]
        return more[0], more[-1]

    @property
    def form(self) -> str:
        """What a puzzle of it is, written down."""
        return f"{_FORMS[self.key]} {quote(self.name)}"

    @property
    def rim(self) -> int:
        """How many rows at the top, and columns at the left, our boards have more than the links say."""
        return int(self.points or any(section.codec == "sums" for section in self.sections))

    @property
    def names(self) -> tuple[str, ...]:
        """All that links may call it."""
        return (self.name, *self.aliases, *([self.kanpen.name] if self.kanpen is not None else []))


class GenreOfType(NamedTuple):
    """A genre, and the type that has it."""

    type: PuzzleType
    genre: Genre


def genres_named(
    name: str, own: Sequence[str | Path] = (), key: FormatKey = FormatKey.PUZZLINK
) -> Iterator[GenreOfType]:
    """The genres of this name, or alias. PuzzleError if a manifest that names it is wrong."""
    for type_ in types_with(key, own, name):
        yield from (GenreOfType(type_, genre) for genre in genres(type_, key) if name in genre.names)


def find_genre(name: str, own: Sequence[str | Path] = ()) -> GenreOfType | None:
    """The first genre of puzz.link of this name, or alias; None if no type has it."""
    return next(genres_named(name, own), None)


def genre_of(type_: PuzzleType, name: str) -> GenreOfType | None:
    """The genre of this name among those of a type; None if it has none."""
    return next((GenreOfType(type_, genre) for genre in genres(type_) if name in genre.names), None)


def genres(type_: PuzzleType, key: FormatKey = FormatKey.PUZZLINK) -> tuple[Genre, ...]:
    """The genres of a type; PuzzleError, with the line, for what docs/manifest.md does not know."""
    value = type_.formats.get(key)
    if value is None:
        return ()
    reader = _GenreReader(type_, key, Keys({}, f"{type_.folder.name}/manifest.yaml"))
    return tuple(map(reader.genre, value if isinstance(value, list) else [value]))


# -- As a manifest has them

#: What stands in place of the options of a flag that all links of the genre have.
REQUIRED = "required"


class _GenreReader:
    def __init__(self, type_: PuzzleType, key: FormatKey, keys: Keys) -> None:
        self.type = type_
        self.key = key
        self.keys = keys

    def wrong(self, sentence: str, value: object = None) -> PuzzleError:
        return self.keys.wrong(f"{self.key}: {sentence}", value)

    def genre(self, value: Node) -> Genre:
        known = GENRE_KEYS + ID_KEYS if self.key is FormatKey.TATHAM else GENRE_KEYS
        if not isinstance(value, dict) or not {"name", "body"} <= value.keys() <= set(known):
            others = [key for key in known if key not in ("name", "body")]
            raise self.wrong(f"expected 'name' and 'body' and perhaps {alternatives(others)}", value)
        name, aliases, body = value["name"], value.get("also", []), value["body"]
        if not isinstance(name, str) or not isinstance(aliases, list) or not isinstance(body, list):
            raise self.wrong("expected a text as 'name', lists as 'also' and 'body'", name)
        said = {key: read(self, value[key], key) for key, read in _OF_GENRE.items() if key in value}
        flags, required = self.flags(value.get("flags", {}))
        return Genre(
            str(name), tuple(map(str, aliases)), self.key, flags=flags, required=required,
            sections=tuple(map(self.section, body)), **{"shape" if key == "board" else key: said[key] for key in said},
        )  # fmt: skip

    def flags(self, value: Node) -> tuple[dict[str, dict[str, str]], tuple[str, ...]]:
        """The options that each flag means, and the flags that all links have."""
        if not isinstance(value, dict):
            raise self.wrong("expected lines of the form 'flag: options' as 'flags'", value)
        required = tuple(flag for flag, options in value.items() if options == REQUIRED)
        flags = {flag: {} if flag in required else self.options(options) for flag, options in value.items()}
        return flags, required

    def section(self, value: Node) -> Section:
        if isinstance(value, str):
            return Section(text=str(value))
        named = [key for key in value if key not in SECTION_KEYS] if isinstance(value, dict) else []
        if not isinstance(value, dict) or len(named) != 1:
            raise self.wrong("body: expected a text, or the names of parts with a codec", value)
        codec = value[named[0]]
        if codec not in CODEC_NAMES:
            raise self.wrong(f"body: {named[0]}: the codecs are {', '.join(CODEC_NAMES)}", codec)
        names = named[0].removesuffix("?").split(",")
        groups = tuple(tuple(map(str.strip, group.split("+"))) for group in names)
        self.check_parts([*chain(*groups)], str(codec), value.get("at"))
        said = {key: read(self, value[key], key) for key, read in _OF_SECTION.items() if key in value}
        said.setdefault("blanks", "a" if codec == "arrow" else "g")
        coding = Coding(str(codec), **_fields(Coding, said))
        if coding.remainders and not (coding.quotients and coding.quotients[-1].isdecimal()):
            raise self.wrong("body: expected a number as the last one of 'quotients'", value)
        regions = Regions(**_fields(Regions, said))
        return Section(groups, coding, optional=named[0].endswith("?"), regions=regions, **_fields(Section, said))

    def check_parts(self, parts: Sequence[str], codec: str, at: Node | None) -> None:
        known = list(self.type.options) if codec == "number" else [part.name for part in self.type.parts]
        for name in (*parts, *([] if at is None else [at])):
            if name not in known:
                raise self.wrong(f"body: {quote(str(name))} is not one of {', '.join(known)}", name)

    # What stands behind a key; each takes the key, too, for messages.

    def text(self, value: Node, key: str) -> str:
        return str(value)

    def yes(self, value: Node, key: str) -> bool:
        return value == "yes"

    def words(self, value: Node, key: str) -> tuple[str, ...]:
        return tuple(str(value).split())

    def texts(self, value: Node, key: str) -> dict[str, str]:
        if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
            raise self.wrong(f"{key}: expected lines of the form 'name: value'", value)
        return {name: str(each) for name, each in value.items()}

    def listed(self, value: Node, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.wrong(f"{key}: expected a list of texts", value)
        return tuple(map(str, value))

    def number(self, value: Node, key: str) -> int:
        if not str(value).isdecimal() or int(str(value)) > 36:
            raise self.wrong(f"body: expected a number up to 36 as '{key}'", value)
        return int(str(value))

    def blanks(self, value: Node, key: str) -> str | None:
        if not isinstance(value, str):
            raise self.wrong("body: expected a letter as 'blanks'", value)
        return None if value == "no" else str(value)

    def weights(self, value: Node, key: str) -> dict[str, int]:
        weights = self.texts(value, key)
        if not set(weights) <= set("nesw") or not all(weight.isdecimal() for weight in weights.values()):
            raise self.wrong("weights: expected numbers for the sides n, e, s and w", value)
        return {side: int(weight) for side, weight in weights.items()}

    def walls(self, value: Node, key: str) -> str:
        part = self.type.part(str(value))
        if value != DRAWN and (part is None or part.shape is not SIDES):
            raise self.wrong(f"walls: expected a part on the sides between cells, or '{DRAWN}'", value)
        return str(value)

    def options(self, value: Node, key: str = "options") -> dict[str, str]:
        options = self.texts(value, "options")
        for name in options:
            if name not in self.type.options:
                raise self.wrong(f"{quote(name)} is not an option of the type", value)
        return options

    def saved(self, value: Node, key: str) -> Saved:
        if (found := saved(str(value))) is None:
            raise self.wrong(f"saved: expected forms out of {', '.join(FORMS)}", value)
        return found

    def kanpen(self, value: Node, key: str) -> Saved:
        names = self.texts(value, key)
        found = [saved(words) for words in names.values()]
        if len(found) != 1 or found[0] is None:
            raise self.wrong(f"kanpen: expected a name there, and forms out of {', '.join(FORMS)}", value)
        return replace(found[0], name=next(iter(names)), plain=True)

    def shape(self, value: Node, key: str) -> CellShape:
        for shape in (SQUARE, BRICK):
            if shape.name == value and shape.name in self.type.boards:
                return shape
        raise self.wrong(f"board: expected '{SQUARE}' or '{BRICK}', on which the type is played", value)

    def size(self, value: Node, key: str) -> tuple[str, ...]:
        size = tuple(str(value).split(" x "))
        known = size in (("columns", "rows"), ("size",)) or all(re.fullmatch(r"size \+ \d", each) for each in size)
        if not known and not (len(size) == 2 and set(size) <= set(self.type.options)):
            expected = "'columns x rows', 'size', 'size + 2 x size + 1' or two options with ' x ' between them"
            raise self.wrong(f"size: expected {expected}", value)
        return size

    def sides(self, value: Node, key: str) -> tuple[int, int | None]:
        found = re.fullmatch(r"([1-9]\d?)-([1-9]\d?)?", str(value), re.ASCII)
        if found is None:
            raise self.wrong("sides: expected the least and the most, '3-9', or the least, '6-'", value)
        return int(found[1]), int(found[2]) if found[2] else None

    def parameters(self, value: Node, key: str) -> dict[str, str]:
        parameters = self.texts(value, key)
        what = "part" if key == "counts" else "option"
        known = [part.name for part in self.type.parts] if key == "counts" else self.type.options
        for letter, name in parameters.items():
            if len(letter) != 1 or name not in known:
                raise self.wrong(f"{key}: expected lines of the form 'letter: {what}'", value)
        return parameters


def _fields(of: type, said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of the fields of a data class."""
    return {each.name: said[each.name] for each in fields(of) if each.name in said}


#: What reads the value of a key.
_Read = Callable[[_GenreReader, Node, str], Any]

#: The keys of a genre beside its name and its body, those that only one of an ID may have, and those of a section
#: beside its parts: each is the field of that name.
_OF_ID: Mapping[str, _Read] = {
    "size": _GenreReader.size, "parameters": _GenreReader.parameters, "ignored": _GenreReader.words,
    "sides": _GenreReader.sides, "counts": _GenreReader.parameters,
}  # fmt: skip
_OF_GENRE: Mapping[str, _Read] = {
    "options": _GenreReader.options, "saved": _GenreReader.saved, "kanpen": _GenreReader.kanpen,
    "points": _GenreReader.yes, "board": _GenreReader.shape, **_OF_ID,
}  # fmt: skip
_OF_SECTION: Mapping[str, _Read] = {
    "at": _GenreReader.text, "tokens": _GenreReader.texts, "signs": _GenreReader.texts, "base": _GenreReader.number,
    "blanks": _GenreReader.blanks, "weights": _GenreReader.weights, "before": _GenreReader.text,
    "separator": _GenreReader.text, "counted": _GenreReader.yes, "trimmed": _GenreReader.yes,
    "brackets": _GenreReader.yes,
    "bounded": _GenreReader.yes, "marked": _GenreReader.yes, "smallest": _GenreReader.number,
    "walls": _GenreReader.walls, "blocks": _GenreReader.words, "ended": _GenreReader.yes,
    "repeats": _GenreReader.texts, "quotients": _GenreReader.listed, "remainders": _GenreReader.listed,
    "instead": _GenreReader.text, "on": _GenreReader.text, "leading": _GenreReader.listed,
    "backwards": _GenreReader.words,
}  # fmt: skip

SECTION_KEYS = tuple(_OF_SECTION)
ID_KEYS = tuple(_OF_ID)
GENRE_KEYS = ("name", "also", "flags", "body", *(key for key in _OF_GENRE if key not in _OF_ID))


# -- Where the values of a link's sections stand on a board


#: A place of a part.
Place = tuple[Part, Value]

#: How many bricks every second row of a wall has more than the first one, by the digit in the link. With 2, the first
#: row is shifted and not the second: that wall is the next one without the last brick of every second row.
_MORE_BRICKS = (-1, 0, 1, 1)


def wall(digit: int, rows: int, columns: int) -> Board:
    """The wall of bricks whose rows lie as the digit of a link says. columns: bricks in the first row."""
    lengths = [columns + _MORE_BRICKS[digit] * (row % 2) for row in range(rows)]
    if not all(lengths):
        raise PuzzleError("found rows without bricks")
    board = Board.of_rows(BRICK, lengths)
    return board.with_holes(row[-1] for row in board.space_rows[1::2]) if digit == 2 else board


def digit_of_wall(board: Board) -> int:
    """The digit that says how the rows of a wall lie; PuzzleError if there is none."""
    for digit in range(len(_MORE_BRICKS)):
        with suppress(PuzzleError):
            if wall(digit, board.rows, len(board.space_rows[0])) == board:
                return digit
    raise PuzzleError("a link of this genre holds only walls whose rows are shifted in turn, without other holes")


def places_of(puzzle: Puzzle, section: Section) -> list[Place]:
    """The places of a section, in the order of its values.

    The list of a row or column has a place for every second cell of it; the token nearest to the board comes first.
    """
    result: list[Place] = []
    for group in section.groups:
        parts = [part for name in group if (part := puzzle.type.part(name)) is not None]
        of_parts = [_places(puzzle, part)[:: -1 if part.name in section.backwards else 1] for part in parts]
        in_turn = zip(*of_parts, strict=True)
        result += [place for places in in_turn for place in places]
    return result


#: What stands for the right side of a cell at the right edge, and the lower side of one at the lower edge.
NO_PLACE = 0


def runs_of(puzzle: Puzzle, section: Section) -> list[list[Place]]:
    """Its places in runs that begin with a character of their own: of bits, upright sides and then level ones. Of
    side-pairs, the right and the lower side of each cell but the last. Those of a layer run from the bottom of each
    column up.
    """
    places = places_of(puzzle, section)
    if section.codec == "layer":
        return [sorted(places, key=_from_the_bottom)]
    if section.codec == "side-pairs" and places:
        return [_right_and_below(places, puzzle.board)]
    if section.codec != "bits" or not places or places[0][0].shape is not SIDES:
        return [places]
    upright = puzzle.board.rows * (puzzle.board.columns - 1)
    return [places[:upright], places[upright:]]


def _from_the_bottom(place: Place) -> tuple[int, int]:
    """Where a cell comes where each column is read from the bottom up."""
    row, column = cell_of(place[1]) or (0, 0)
    return column, -row


def _right_and_below(places: Sequence[Place], board: Board) -> list[Place]:
    """The right and the lower side of each cell but the last. places: all upright sides, then all level ones."""
    rest, beyond = iter(places), (places[0][0], NO_PLACE)
    right = {(r, c): next(rest) for r, c in board.spaces if c < board.columns}
    below = {(r, c): next(rest) for r, c in board.spaces if r < board.rows}
    return [sides.get(cell, beyond) for cell in board.spaces[:-1] for sides in (right, below)]


def _places(puzzle: Puzzle, part: Part) -> list[Place]:
    crossed = puzzle.board.columns if part.shape.along_rows else puzzle.board.rows
    each = (crossed + 1) // 2 if part.shape.is_lists else 1
    places = list(part.shape.places(part, puzzle.board))
    if not puzzle.board.in_columns:
        places = [place for place in places if place[2] not in puzzle.board.holes]  # the wall has nothing there
    if part.shape is SIDES:
        places.sort(key=lambda place: place[0] % 2)  # all upright sides, then all level ones
    return [(part, place) for _, _, place in places for _ in range(each)]


def halves_of(board: Board, *, points: bool) -> list[tuple[Cell, int]]:
    """The middles, sides and corners inside the board, row by row: each with the cell that it is the middle of (0), or
    lies right of (1), below (2), or at the lower right corner of (3). points: the cells are points, and the outermost
    ones, with what lies between them, are the edge of the link's board.
    """
    return [
        ((down // 2 + 1, right // 2 + 1), 2 * (down % 2) + right % 2)
        for down in range(points, 2 * board.rows - 1 - points)
        for right in range(points, 2 * board.columns - 1 - points)
    ]


def partner_of(cell: Cell, letter: str | None) -> Cell | None:
    """The other cell of its pair; None if it is in no pair."""
    step = PARTNERS.get(letter or "")
    return None if step is None else (cell[0] + step[0], cell[1] + step[1])


def first_written(puzzle: Puzzle, known: Iterable[Genre], write: Callable[[Puzzle, Genre], str], none: str) -> bytes:
    """The puzzle in the first of these genres that can say all of it; if none can, the PuzzleError of the first one.
    none: the sentence of that where there are no genres.
    """
    problem: PuzzleError | None = None
    for genre in known:
        try:
            return write(puzzle, genre).encode()
        except PuzzleError as error:
            problem = problem or error
    raise problem or PuzzleError(none)


def sides_of(board: Board) -> tuple[list[Pair], list[Pair]]:
    """The pairs of cells that share an upright side, row by row, and those that share a level one."""
    spaces = board.spaces
    return (
        [((r, c), (r, c + 1)) for r, c in spaces if c < board.columns],
        [((r, c), (r + 1, c)) for r, c in spaces if r < board.rows],
    )


def cells_beside_sides(board: Board) -> list[dict[str, Cell]]:
    """All sides: those inside the board, then the edge's, at the top, at the bottom, on the left and on the right. Each
    with the cells beside it, by where it lies for them: n, e, s or w.
    """
    upright, level = sides_of(board)
    down, across = range(1, board.rows + 1), range(1, board.columns + 1)
    return [
        *({"e": one, "w": other} for one, other in upright), *({"s": one, "n": other} for one, other in level),
        *({"n": (1, c)} for c in across), *({"s": (board.rows, c)} for c in across),
        *({"w": (r, 1)} for r in down), *({"e": (r, board.columns)} for r in down),
    ]  # fmt: skip


def groups_of_sides(board: Board, codec: str) -> list[list[Pair]]:
    """The pairs of cells that share a side, as a codec of regions takes them: upright and level sides each by
    themselves; of gaps all at once, the level ones column by column, of joined cells and of strokes all at once; of
    alternating runs the level ones first, the upright ones column by column.
    """
    upright, level = sides_of(board)
    if codec in ("joined", "strokes"):
        return [upright + level]
    if codec == "alternating":
        return [level + sorted(upright, key=lambda pair: (pair[0][1], pair[0][0]))]
    if codec != "gaps":
        return [upright, level]
    return [upright + sorted(level, key=lambda pair: (pair[0][1], pair[0][0]))]


def regions_between(board: Board, walls: set[Pair]) -> list[list[Cell]]:
    """The regions that walls leave, in the order of their first cells, each with its cells."""
    regions: list[list[Cell]] = []
    seen: set[Cell] = set()
    for first in board.spaces:
        region = [] if first in seen else [first]
        seen.add(first)
        for cell in region:  # it grows meanwhile
            open_ = [near for near in board.neighbours(cell) if pair_of(cell, near) not in walls]
            region += [near for near in open_ if near not in seen]
            seen.update(open_)
        if region:
            regions.append(region)
    return regions


def named_regions(regions: Sequence[Iterable[Cell]]) -> dict[Value, list[str]]:
    """The tokens of cells that say their regions: letters, or numbers if these do not suffice."""
    letters = CAPITALS + CAPITALS.lower()
    names = letters if len(regions) <= len(letters) else [str(number) for number in range(1, len(regions) + 1)]
    return {cell: [name] for name, region in zip(names, regions) for cell in region}


def within(regions: Iterable[Iterable[Cell]], edges: Iterable[Pair]) -> list[Pair]:
    """The edges that part no two regions, in reading order: both cells beside them belong to the same one."""
    label = {cell: number for number, region in enumerate(regions) for cell in region}
    return sorted(pair for pair in edges if pair[0] in label and label[pair[0]] == label.get(pair[1]))
