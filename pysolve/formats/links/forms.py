"""What the tokens of a file mean that puzz.link saves, or of an address of kanpen.net, block by block: clues, as values
of a link's sections, or what a solver has drawn. Each form is one entry, from which files are read and written.

Sources: the readers and writers of files in pzpr (https://github.com/robx/pzprjs).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from ...model.board import Board
from ...model.errors import PuzzleError, quote
from .codecs import UNKNOWN, cannot_hold, reverse


class Where(Enum):
    """The places that a block has a token for."""

    CELLS = auto()
    SIDES = auto()  # those between cells, the upright ones row by row, then the level ones
    ALL_SIDES = auto()  # likewise, with those on the edge of the board
    CORNERS = auto()
    INNER_CORNERS = auto()
    ONE = auto()  # a line with one token
    WITHIN = auto()  # cells but those of the first row and column
    MARGINS = auto()  # cells, with a row above and a column at the left
    AROUND = auto()  # cells, with a row or column on each side
    RUNS = auto()  # cells, with half as many rows above, and half as many columns at the left
    DOTS = auto()  # middles of cells, sides between them and corners, row by row, without blanks between

    def widths(self, board: Board) -> list[int]:
        """How many tokens each line has."""
        (down, across), (above, below, before, behind) = board.extent, self.margins(board)
        usual = [before + across + behind] * (above + down + below)
        return {
            Where.CELLS: [across] * down, Where.WITHIN: [across - 1] * (down - 1),
            Where.SIDES: [across - 1] * down + [across] * (down - 1),
            Where.ALL_SIDES: [across + 1] * down + [across] * (down + 1),
            Where.CORNERS: [across + 1] * (down + 1), Where.INNER_CORNERS: [across - 1] * (down - 1),
            Where.ONE: [1], Where.DOTS: [2 * across - 1] * (2 * down - 1),
        }.get(self, usual)  # fmt: skip

    def margins(self, board: Board) -> tuple[int, int, int, int]:
        """How many rows stand above the cells, and below, and how many columns at their left, and at their right."""
        runs = ((board.rows + 1) // 2, 0, (board.columns + 1) // 2, 0)
        return {Where.MARGINS: (1, 0, 1, 0), Where.AROUND: (1, 1, 1, 1), Where.RUNS: runs}.get(self, (0, 0, 0, 0))

    def cells(self, board: Board) -> list[int]:
        """The numbers of the tokens in cells."""
        above, _, before, behind = self.margins(board)
        down, across = range(above, above + board.rows), range(before, before + board.columns)
        return _numbers_of(before + board.columns + behind, down, across)

    def beside(self, board: Board) -> list[int]:
        """The numbers of the tokens above, below, at the left and at the right of cells, from the board outwards."""
        above, below, before, behind = self.margins(board)
        width = before + board.columns + behind
        rows, columns = (range(first, first + size) for first, size in zip((above, before), board.extent))
        upright = [*range(above - 1, -1, -1)], [rows.stop + at for at in range(below)]
        level = [*range(before - 1, -1, -1)], [columns.stop + at for at in range(behind)]
        return [
            *(row * width + column for beyond in upright for column in columns for row in beyond),
            *(row * width + column for beyond in level for row in rows for column in beyond),
        ]


def _numbers_of(width: int, rows: Iterable[int], columns: Iterable[int]) -> list[int]:
    """The numbers of the tokens in some rows and columns, from 0, of lines that are so wide."""
    columns = [*columns]
    return [row * width + column for row in rows for column in columns]


def _inside(board: Board) -> list[int]:
    """The numbers of the tokens at corners that are not on the edge of the board."""
    return _numbers_of(board.columns + 1, range(1, board.rows), range(1, board.columns))


def _between(board: Board) -> list[int]:
    """The numbers of the sides between cells, among all that a board has with those on its edge."""
    down, across = board.rows, board.columns
    upright = _numbers_of(across + 1, range(down), range(1, across))
    return [*upright, *range(down * (across + 1) + across, down * (across + 1) + down * across)]


def _all_amid(board: Board) -> list[int]:
    """The numbers of the tokens in the cells, and of those around them."""
    return Where.AROUND.cells(board) + Where.AROUND.beside(board)


def _cells_of_dots(board: Board) -> list[int]:
    """The numbers of the places of dots that are the middles of cells."""
    width = 2 * board.columns - 1
    return _numbers_of(width, range(0, 2 * board.rows, 2), range(0, width, 2))


class Drawn(Enum):
    """What a solver's tokens stand for."""

    SHADED = auto()
    NUMBER = auto()
    LINE = auto()
    BRIDGE = auto()  # lines from clue to clue
    EDGE = auto()
    NOTHING = auto()  # a note
    OTHER = auto()  # what is not read


class Clues(NamedTuple):
    """How the values of a link's section stand in a file."""

    value: Callable[[str], str | None]
    token: Callable[[str], str]


#: A number; and the directions of arrows, by their digit in a file.
_DIGITS_ALONE = {"#": "#"}
_WAYS = {"0": "", "1": "n", "2": "s", "3": "w", "4": "e"}
_NUMBER, _OF_FOUR = {**_DIGITS_ALONE, "-": UNKNOWN}, {**_DIGITS_ALONE, "-1": UNKNOWN}

_LETTERS = ascii_uppercase + ascii_lowercase

#: What messages call the whole in which a token stands that means nothing, and one that cannot hold a value.
_FILE, _ADDRESS = ("file", "what pzpr saves"), ("address", "an address of kanpen.net")


def _pieces(token: str, value: str, expected: str, whole: tuple[str, str] = _FILE, **known: Mapping[str, str]) -> Clues:
    """Clues whose tokens and values consist of the same pieces, `{name}`. known: of each piece what it is in tokens,
    and in values, `#` being any number in both; of several tokens for a value the first one is written.
    """
    written = {name: reverse(dict(reversed([*texts.items()]))) for name, texts in known.items()}

    def read(text: str) -> str:
        if (found := _in_pieces(text, token, value, known)) is None:
            raise PuzzleError(f"found {quote(text)} in the {whole[0]}, expected {expected}")
        return found

    def write(text: str) -> str:
        if (found := _in_pieces(text, value, token, written)) is None:
            raise cannot_hold(text, whole[1])
        return found

    return Clues(read, write)


def _in_pieces(text: str, form: str, other: str, known: Mapping[str, Mapping[str, str]]) -> str | None:
    """A text of one form in another one; None if it is none of that form."""
    forms = {name: "|".join(r"\d+" if each == "#" else re.escape(each) for each in known[name]) for name in known}
    found = re.fullmatch(form.format(**{name: f"(?P<{name}>{each})" for name, each in forms.items()}), text, re.ASCII)
    return found and other.format(**{name: known[name].get(each, each) for name, each in found.groupdict().items()})


def _whole(pattern: str, expected: str, value: Callable[[int], int], token: Callable[[int], int]) -> Clues:
    """Clues that are numbers which mean others."""

    def read(text: str) -> str:
        if not re.fullmatch(pattern, text, re.ASCII):
            raise PuzzleError(f"found {quote(text)} in the file, expected {expected}")
        return str(value(int(text)))

    return Clues(read, lambda text: str(token(int(text))))


def _number(token: str) -> str:
    return ",".join(UNKNOWN if each == "-" else each for each in token.split(","))


def _of_number(value: str) -> str:
    return value.replace(UNKNOWN, "-")


def _of_known(value: str) -> str:
    if value == UNKNOWN:
        raise cannot_hold(value, _ADDRESS[1])
    return value


def _arrow(token: str) -> str | None:
    return UNKNOWN if token == "#" else _ARROWS.value(token)


def _of_four(value: str) -> str:
    if value.count("/") != 3:
        raise PuzzleError("a file that puzz.link saves cannot hold a hole")
    return _FOURS.token(value)


def _doubled(token: str) -> str:
    number = _BALANCE.value(token) or ""
    return str(2 * int(number[:-1] or 0) + "wb".index(number[-1]))


def _of_doubled(value: str) -> str:
    return f"{int(value) % 2},{int(value) // 2 or -2}"


def _in_snake(token: str) -> str | None:
    """The circle of a cell, whose number holds what a solver has drawn there, too."""
    return (str(int(token) % 4).strip("0") or None) if re.fullmatch(r"\d|1[01]", token, re.ASCII) else None


_NUMBERS = Clues(_number, _of_number)
_COUNTED = _whole(r"\d{1,6}", "a number", lambda token: token + 1, lambda value: value - 1)
_COORDINATES = _whole(
    r"\d{0,4}[13579]", "an odd number, which is the middle of a cell", lambda token: (token + 1) // 2,
    lambda value: 2 * value - 1,
)  # fmt: skip
_ARROWS = _pieces("{way},{number}", "{number}{way}", "an arrow such as 2,3", way=_WAYS, number=_NUMBER)
_COLOURED_ARROWS = _pieces(
    "{way},{number},{colour}", "{number}{way}{colour}", "an arrow such as 2,3,1", way=_WAYS, number=_NUMBER,
    colour={"0": "", "1": "o", "2": "x", "3": "", "4": "", "5": "o", "6": "x"},
)  # fmt: skip
_PUSHED = _pieces(
    "{way},{number}", "{number}{way}", "an arrow such as 2,3", way=_WAYS,
    number={**_DIGITS_ALONE, "-2": "u", "-4": ""},
)  # fmt: skip
_DIRECTED = _pieces(
    "{each}", "{each}", "a number up to 63 for an arrow, or -4", _ADDRESS,
    each={"-4": UNKNOWN, **{str(16 * at + n): f"{n}{way}" for at, way in enumerate("nwse") for n in range(16)}},
)  # fmt: skip
_FOURS = _pieces(
    "{above},{right},{below},{left}", "{left}/{above}/{right}/{below}", "four numbers such as 2,-1,1,0",
    above=_OF_FOUR, right=_OF_FOUR, below=_OF_FOUR, left=_OF_FOUR,
)  # fmt: skip
_CIRCLED = _pieces("o{number}", "{number}", "a number in a circle such as o5", number=_DIGITS_ALONE)
_BALANCE = _pieces(
    "{colour},{number}", "{number}{colour}", "a colour and a number such as 1,4", colour={"0": "w", "1": "b"},
    number={**_DIGITS_ALONE, "-2": ""},
)  # fmt: skip
_DIVIDED = _pieces(
    "{number},{operator}", "{number}{operator}", "a number and an operator such as 12,3",
    number={**_DIGITS_ALONE, "-2": UNKNOWN}, operator={"0": "", **{str(at): f"/{at}" for at in range(1, 5)}},
)  # fmt: skip
_WALLS = _pieces("{each}", "{each}", "X for a wall", each={"X": "1", "-X": "1"})
_OF_LETTERS = _pieces(
    "{each}", "{each}", f"a number up to {len(_LETTERS)} for a letter",
    each={"-": UNKNOWN, **{str(at): letter for at, letter in enumerate(_LETTERS, 1)}},
)  # fmt: skip
_NAMES = _pieces(
    "{each}", "{each}", "a letter", each={"-": UNKNOWN, **{letter: str(at) for at, letter in enumerate(_LETTERS, 1)}}
)


@dataclass(frozen=True)
class Form:
    """A form of tokens. clues: none where only solvers draw. drawn: what the tokens of solvers stand for, by a pattern
    for each. blank: what stands where there is nothing. where: where solvers draw; clues stand where the section does.
    sections: of how many sections of a link it holds the clues. at: the numbers of the tokens that are clues, where
    the block has more of them; cells: of those that stand in cells then; inside: what these say.
    """

    clues: Clues | None = None
    drawn: Mapping[str, Drawn] = field(default_factory=dict)
    blank: str = "."
    where: Where = Where.CELLS
    sections: int = 1
    at: Callable[[Board], list[int]] | None = None
    cells: Callable[[Board], list[int]] | None = None
    inside: Callable[[str], str | None] | None = None


_SHADES = {"#": Drawn.SHADED, r"\+": Drawn.NOTHING}
_DIGITS = {r"\d+(\[.*)?": Drawn.NUMBER, r"[-c+=%].*|\.\[.*": Drawn.NOTHING}
_STROKES = {"-1": Drawn.NOTHING, "[1-9]": Drawn.LINE}
_UNREAD = {"-1": Drawn.NOTHING, ".*": Drawn.OTHER}
_EDGES = {"-1": Drawn.NOTHING, "[12]": Drawn.EDGE}

#: The forms, by their names in the key `saved` of a genre. Of `regions`, old files, or those without a version, have
#: the number of its region in each cell; others have the sides between them, as all have of `sides`. The last three are
#: those of addresses of kanpen.net.
FORMS: Mapping[str, Form] = {
    "numbers": Form(_NUMBERS), "arrows": Form(Clues(_arrow, _ARROWS.token)),
    "bits": Form(_NUMBERS, blank="0"), "regions": Form(_NUMBERS, blank="0"), "sides": Form(_NUMBERS, blank="0"),
    "sums": Form(_NUMBERS), "coordinates": Form(_COORDINATES, where=Where.ONE),
    "shaded": Form(drawn=_SHADES),
    "digits": Form(drawn=_DIGITS), "entries": Form(drawn=_DIGITS, where=Where.WITHIN),
    "shades": Form(drawn={"1": Drawn.SHADED, ".*": Drawn.NOTHING}),
    "fills": Form(drawn={"1": Drawn.SHADED, ".*": Drawn.NOTHING}, blank="0"),
    "notes": Form(drawn={".*": Drawn.NOTHING}), "bars": Form(drawn={"o?[lo+-]": Drawn.OTHER}),
    "points": Form(drawn={".*": Drawn.NOTHING}, blank="0", where=Where.CORNERS),
    "dents": Form(drawn=_UNREAD, blank="0", where=Where.INNER_CORNERS),
    "tints": Form(drawn={".*": Drawn.NOTHING}, blank="0"),
    "others": Form(drawn={".*": Drawn.OTHER}), "signs": Form(drawn={"[1-9]": Drawn.OTHER}),
    "beds": Form(drawn={"[#a-j]": Drawn.OTHER, "-": Drawn.NOTHING}),
    "rims": Form(_NUMBERS, blank="0", where=Where.ALL_SIDES, at=_between),
    "whole": Form(_COUNTED, where=Where.AROUND, at=_all_amid),
    "counted": Form(_COUNTED), "divided": Form(_DIVIDED),
    "names": Form(_NAMES), "pushed": Form(_PUSHED),
    "cornerless": Form(where=Where.CORNERS), "sideless": Form(blank="0", where=Where.SIDES),
    "gates": Form(_NUMBERS, where=Where.ONE), "literal": Form(where=Where.ONE),
    "inner": Form(_NUMBERS, blank="0", where=Where.ALL_SIDES, at=_between),
    "tracks": Form(drawn={"[1-9].?": Drawn.LINE, ".*": Drawn.NOTHING}, blank="0", where=Where.ALL_SIDES),
    "squares": Form(drawn={"0": Drawn.OTHER, r"\+": Drawn.NOTHING}),
    "letters": Form(_OF_LETTERS),
    "snakes": Form(
        _NUMBERS, drawn={"[4-7]": Drawn.SHADED, "[89]|1[01]": Drawn.NOTHING}, where=Where.MARGINS,
        at=Where.MARGINS.beside, cells=Where.MARGINS.cells, inside=_in_snake,
    ),
    "strokes": Form(drawn=_UNREAD, blank="0", where=Where.SIDES),
    "outlines": Form(drawn=_UNREAD, blank="0", where=Where.ALL_SIDES),
    "lines": Form(drawn=_STROKES, blank="0", where=Where.SIDES),
    "loop": Form(drawn=_STROKES, blank="0", where=Where.ALL_SIDES),
    "bridges": Form(drawn={"-1": Drawn.NOTHING, "[1-9]": Drawn.BRIDGE}, blank="0", where=Where.SIDES),
    "arrowed": Form(drawn={"[1-9].?": Drawn.LINE, ".*": Drawn.NOTHING}, blank="0", where=Where.SIDES),
    "edges": Form(drawn=_EDGES, blank="0", where=Where.SIDES),
    "walls": Form(_WALLS, drawn=_EDGES, blank="0", where=Where.SIDES),
    "frames": Form(drawn=_EDGES, blank="0", where=Where.ALL_SIDES),
    "corners": Form(_NUMBERS, where=Where.CORNERS, at=_inside),
    "margins": Form(_NUMBERS, drawn=_SHADES, where=Where.MARGINS, at=Where.MARGINS.beside, cells=Where.MARGINS.cells),
    "around": Form(_NUMBERS, where=Where.AROUND, at=Where.AROUND.beside, cells=Where.AROUND.cells),
    "dots": Form(_NUMBERS, where=Where.DOTS, cells=_cells_of_dots), "fours": Form(Clues(_FOURS.value, _of_four)),
    "circled": Form(_CIRCLED, drawn={"#": Drawn.SHADED, "_": Drawn.NOTHING}),
    "coloured": Form(_BALANCE),
    "doubled": Form(Clues(_doubled, _of_doubled)),
    "castles": Form(_COLOURED_ARROWS, blank="0,-1,0"),
    "runs": Form(_NUMBERS, drawn=_SHADES, where=Where.RUNS, at=Where.RUNS.beside, cells=Where.RUNS.cells),
    "bank": Form(_NUMBERS, where=Where.ONE), "ticks": Form(where=Where.ONE),
    "segments": Form(drawn={".*": Drawn.OTHER}, blank="0", where=Where.ONE),
    "known": Form(Clues(_number, _of_known)), "directed": Form(_DIRECTED),
    "rectangles": Form(_NUMBERS, sections=2),
}  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A block of a file. forms: the names of its forms, that of clues first. section: the number of the link's section
    whose clues it holds, from 0; None if only solvers draw. tokens: from tokens to values of the section, where these
    are others than the form says. marks: from what tokens begin with to the number of another section and its value,
    which it says besides. optional: whether it may be missing at the end; then it is not written. new: whether
    old files, those without a version, lack it.
    """

    forms: tuple[str, ...]
    section: int | None = None
    tokens: Mapping[str, str] = field(default_factory=dict)
    optional: bool = False
    new: bool = False
    marks: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def says_walls(self) -> bool:
        """Whether it says what parts regions."""
        return self.forms[0] in ("regions", "sides", "rims", "rectangles")

    @property
    def is_rectangles(self) -> bool:
        """Whether each of its lines is a rectangle with its number."""
        return self.forms[0] == "rectangles"

    @property
    def sections(self) -> Sequence[int]:
        """The numbers of the sections whose clues it holds."""
        own = [] if self.section is None else range(self.section, self.section + self.form.sections)
        return [*own, *(section for section, _ in self.marks.values())]

    @property
    def form(self) -> Form:
        """The form of its clues, or else of what a solver draws."""
        return FORMS[self.forms[0]]

    @property
    def blank(self) -> str:
        """What stands where there is nothing."""
        return next((token for token, value in self.tokens.items() if value == ""), self.form.blank)

    @property
    def inner(self) -> tuple[str, int] | None:
        """Where clues stand around cells that hold some, too: what these begin with, and the section of those."""
        marks = self.marks.items() if self.form.at and self.form.cells else ()
        return next(((mark, section) for mark, (section, value) in marks if not value), None)

    def marked_places(self, board: Board, count: int) -> Sequence[int]:
        """Which of this many tokens may have marks: of dots, those in cells."""
        return self.form.cells(board) if self.form.cells and not self.form.at else range(count)

    def inside(self, token: str) -> str | None:
        """What a token says in a cell that clues stand around."""
        if self.form.inside is not None:
            return self.form.inside(token)
        mark = self.inner[0] if self.inner else ""
        return token[len(mark) :] if re.fullmatch(rf"{re.escape(mark)}\d+", token) else None

    def unmarked(self, token: str) -> str:
        """What stands behind the mark of a token."""
        inner = self.inner[0] if self.inner else None
        mark = next((mark for mark in self.marks if mark != inner and token.startswith(mark)), "")
        return token[len(mark) :] or self.blank

    def marked(self, mark: str, token: str) -> str:
        """The reverse."""
        return mark + token * (token != self.blank)

    def drawn(self, token: str) -> Drawn | None:
        """What a solver's token stands for; None if it is no such token."""
        if token == self.blank or token in self.tokens:
            return None
        patterns = [item for name in self.forms for item in FORMS[name].drawn.items()]
        return next((drawn for pattern, drawn in patterns if re.fullmatch(pattern, token)), None)

    @property
    def numbered(self) -> Mapping[str, str]:
        """The tokens that hold a number, with their values: '#' stands for it."""
        return {
            token: value for token, value in self.tokens.items() if "#" in token and "#" in value and token != value
        }

    def value(self, token: str) -> str | None:
        """The value of a clue; None where there is none."""
        if token in self.tokens and token not in self.numbered:
            return self.tokens[token] or None
        if self.form.clues is None or token == self.blank or (self.form.at is None and self.drawn(token) is not None):
            return None
        return _with_number(self.numbered, token) or self.form.clues.value(token)

    def token(self, value: str | None) -> str:
        """The token of a clue, or of a place without one; PuzzleError for a clue that would be read as another."""
        if not value or self.form.clues is None:
            return self.blank
        patterns = {form: token for token, form in self.numbered.items()}
        token = reverse(self.tokens).get(value) or _with_number(patterns, value) or self.form.clues.token(value)
        if self.value(token) != value:
            raise cannot_hold(value, "what pzpr saves")
        return token


def _with_number(forms: Mapping[str, str], text: str) -> str | None:
    """What a text means by the first form that it has, its number in the place of '#'."""
    for form, meaning in forms.items():
        if found := re.fullmatch(re.escape(form).replace(r"\#", r"(\d+)"), text, re.ASCII):
            return meaning.replace("#", found[1])
    return None


@dataclass(frozen=True)
class Saved:
    """The files of a genre. blocks: in their order, which for those with clues is that of the link's sections. version:
    of those that are written. square: whether the size is one number. plain: whether flags of links are not written.
    name: of the genre in addresses of kanpen.net. first: a line before the blocks; instead: those that stand for flags.
    """

    blocks: tuple[Block, ...]
    version: int = 0
    square: bool = False
    plain: bool = False
    name: str = ""
    first: str = ""
    instead: Mapping[str, str] = field(default_factory=dict)


def saved(words: str) -> Saved | None:
    """What the key `saved` of a genre says; None for what is not known: `1 regions numbers+shaded lines~`, with the
    tokens behind a form that differ, `numbers(*=#)`, `#` in both for a number, `numbers(o#=p#)`, and the number of its
    section before it, if that is not the next one, `2:numbers`; `numbers(#=2:1)` says that a token with `#` before it
    holds the value 1 of section 2, too; `around(q=2:)` that what stands in cells, with `q` before it, is of section 2.
    `!` stands behind what old files lack, `=def` for a line before all.
    """
    version, said, blocks, sections = 0, set[str](), list[Block](), 0
    first = re.match(r"=(\S+) ", words)
    for word in words[first.end() if first else 0 :].split():
        found = re.fullmatch(r"(?:(\d):)?([a-z]+(?:\+[a-z]+)*)(?:\((.+)\))?([~!]?)", word)
        if word in ("1", "2"):
            version = int(word)
        elif word in ("square", "plain"):
            said.add(word)
        elif found is None or not set(names := found[2].split("+")) <= FORMS.keys():
            return None
        else:
            has_clues = FORMS[names[0]].clues is not None
            section = (int(found[1]) - 1 if found[1] else sections) if has_clues else None
            sections += FORMS[names[0]].sections if has_clues else 0
            tokens, marks = _tokens(found[3] or "")
            blocks.append(Block(tuple(names), section, tokens, found[4] == "~", found[4] == "!", marks))
    usual, *others = first[1].split("/") if first else [""]
    instead = dict(each.split(":", 1) for each in others)
    return Saved(tuple(blocks), version, "square" in said, "plain" in said, first=usual, instead=instead)


def _tokens(words: str) -> tuple[dict[str, str], dict[str, tuple[int, str]]]:
    """The tokens that differ, with their values, and the marks of a block; ';' stands for a comma in a token."""
    pairs = dict(pair.replace(";", ",").split("=", 1) for pair in words.split(",") if "=" in pair)
    marks = {mark: (int(value[0]) - 1, value[2:]) for mark, value in pairs.items() if value[1:2] == ":"}
    return {token: value for token, value in pairs.items() if token not in marks}, marks
