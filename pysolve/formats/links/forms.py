"""What the tokens of a file mean that puzz.link saves, or of an address of kanpen.net, block by block: clues, as values
of a link's sections, or what a solver has drawn. Each form is one entry, from which files are read and written.

Sources: the readers and writers of files in pzpr (https://github.com/robx/pzprjs).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from ...model.board import Board
from ...model.errors import PuzzleError, quote
from .codecs import UNKNOWN, cannot_hold, reverse

#: The directions of arrows, by their digit in a file; 0 is none.
_ARROWS = ("", "n", "s", "w", "e")


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
        down, across = board.rows, board.columns
        return {
            Where.CELLS: [across] * down, Where.WITHIN: [across - 1] * (down - 1),
            Where.SIDES: [across - 1] * down + [across] * (down - 1),
            Where.ALL_SIDES: [across + 1] * down + [across] * (down + 1),
            Where.CORNERS: [across + 1] * (down + 1), Where.INNER_CORNERS: [across - 1] * (down - 1),
            Where.ONE: [1], Where.MARGINS: [across + 1] * (down + 1), Where.AROUND: [across + 2] * (down + 2),
            Where.RUNS: [across + (across + 1) // 2] * (down + (down + 1) // 2),
            Where.DOTS: [2 * across - 1] * (2 * down - 1),
        }[self]  # fmt: skip


def _inside(board: Board) -> list[int]:
    """The numbers of the tokens at corners that are not on the edge of the board."""
    across = board.columns + 1
    return [row * across + column for row in range(1, board.rows) for column in range(1, board.columns)]


def _between(board: Board) -> list[int]:
    """The numbers of the sides between cells, among all that a board has with those on its edge."""
    down, across = board.rows, board.columns
    upright = [row * (across + 1) + column for row in range(down) for column in range(1, across)]
    return [*upright, *range(down * (across + 1) + across, down * (across + 1) + down * across)]


def _before(board: Board) -> list[int]:
    """The numbers of the tokens above a board, and of those at its left."""
    return [*range(1, board.columns + 1), *(row * (board.columns + 1) for row in range(1, board.rows + 1))]


def _around(board: Board) -> list[int]:
    """The numbers of the tokens above, below, at the left and at the right."""
    down, across = range(1, board.rows + 1), board.columns + 2
    above = range(1, board.columns + 1)
    below = (at + across * (board.rows + 1) for at in above)
    return [*above, *below, *(row * across for row in down), *((row + 1) * across - 1 for row in down)]


def _runs(board: Board) -> list[int]:
    """The numbers of the tokens above each column and at the left of each row, from the board outwards."""
    above, before = (board.rows + 1) // 2, (board.columns + 1) // 2
    width = board.columns + before
    columns = [row * width + column for column in range(before, width) for row in range(above - 1, -1, -1)]
    rows = [row * width + column for row in range(above, above + board.rows) for column in range(before - 1, -1, -1)]
    return columns + rows


def _cells_behind(board: Board) -> list[int]:
    """The numbers of the tokens in the cells behind runs."""
    above, before = (board.rows + 1) // 2, (board.columns + 1) // 2
    width = board.columns + before
    return [row * width + column for row in range(above, above + board.rows) for column in range(before, width)]


def _cells_within(board: Board) -> list[int]:
    """The numbers of the tokens in the cells, where a row stands above them and a column at their left."""
    width = board.columns + 1
    return [row * width + column for row in range(1, board.rows + 1) for column in range(1, width)]


def _cells_amid(board: Board) -> list[int]:
    """The same where a row or column stands on each side."""
    width = board.columns + 2
    return [row * width + column for row in range(1, board.rows + 1) for column in range(1, width - 1)]


def _all_amid(board: Board) -> list[int]:
    """The numbers of the tokens in the cells, and of those around them."""
    return _cells_amid(board) + _around(board)


def _cells_of_dots(board: Board) -> list[int]:
    """The numbers of the places of dots that are the middles of cells."""
    width = 2 * board.columns - 1
    return [row * width + column for row in range(0, 2 * board.rows, 2) for column in range(0, width, 2)]


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


def _number(token: str) -> str:
    return ",".join(UNKNOWN if each == "-" else each for each in token.split(","))


def _of_number(value: str) -> str:
    return value.replace(UNKNOWN, "-")


def _arrow(token: str) -> str:
    found = re.fullmatch(r"([0-4]),(\d+|-)", token)
    if found is None and token != "#":
        raise PuzzleError(f"found {quote(token)} in the file, expected an arrow such as 2,3")
    return UNKNOWN if found is None else _number(found[2]) + _ARROWS[int(found[1])]


def _of_arrow(value: str) -> str:
    number = value.rstrip("nswe")
    return f"{_ARROWS.index(value.removeprefix(number))},{_of_number(number)}"


def _coloured_arrow(token: str) -> str:
    found = re.fullmatch(r"([0-4]),(\d+|-),([0-6])", token)
    if found is None:
        raise PuzzleError(f"found {quote(token)} in the file, expected an arrow such as 2,3,1")
    number = found[2] if found[2].isdecimal() else UNKNOWN
    return number + _ARROWS[int(found[1])] + ("", "o", "x", "")[int(found[3]) & 3]


def _of_coloured_arrow(value: str) -> str:
    found = re.fullmatch(r"(\d+|\?)([nswe]?)([ox]?)", value)
    if found is None:
        raise cannot_hold(value, "what pzpr saves")
    number = _of_number(found[1])
    return f"{_ARROWS.index(found[2])},{number},{('', 'o', 'x').index(found[3])}"


def _four(token: str) -> str:
    found = re.fullmatch(r"(-1|\d+),(-1|\d+),(-1|\d+),(-1|\d+)", token)
    if found is None:
        raise PuzzleError(f"found {quote(token)} in the file, expected four numbers such as 2,-1,1,0")
    return "/".join(UNKNOWN if found[at] == "-1" else found[at] for at in (4, 1, 2, 3))


def _of_four(value: str) -> str:
    numbers = ["-1" if each == UNKNOWN else each for each in value.split("/")]
    if len(numbers) != 4:
        raise PuzzleError("a file that puzz.link saves cannot hold a hole")
    return ",".join(numbers[at] for at in (1, 2, 3, 0))


def _circled(token: str) -> str:
    if re.fullmatch(r"o\d+", token) is None:
        raise PuzzleError(f"found {quote(token)} in the file, expected a number in a circle such as o5")
    return token[1:]


def _of_circled(value: str) -> str:
    return f"o{value}"


def _coloured(token: str) -> tuple[int, str]:
    """A colour, and a number, or -2 for none."""
    found = re.fullmatch(r"([01]),(-2|\d+)", token)
    if found is None:
        raise PuzzleError(f"found {quote(token)} in the file, expected a colour and a number such as 1,4")
    return int(found[1]), found[2]


def _of_balance(token: str) -> str:
    colour, number = _coloured(token)
    return number.replace("-2", "") + "wb"[colour]


def _balance(value: str) -> str:
    return f"{'wb'.index(value[-1])},{value[:-1] or '-2'}"


def _doubled(token: str) -> str:
    colour, number = _coloured(token)
    return str(2 * max(int(number), 0) + colour)


def _of_doubled(value: str) -> str:
    return f"{int(value) % 2},{int(value) // 2 or -2}"


def _of_known(value: str) -> str:
    if value == UNKNOWN:
        raise cannot_hold(value, "an address of kanpen.net")
    return value


def _directed(token: str) -> str:
    number = int(token) if re.fullmatch(r"\d\d?", token, re.ASCII) else 64
    if token != "-4" and number > 63:
        raise PuzzleError(f"found {quote(token)} in the address, expected a number up to 63 for an arrow, or -4")
    return UNKNOWN if token == "-4" else f"{number % 16}{'nwse'[number // 16]}"


def _of_directed(value: str) -> str:
    number = value.rstrip("nswe")
    if value == UNKNOWN:
        return "-4"
    if not number.isdecimal() or int(number) > 15 or number == value:
        raise cannot_hold(value, "an address of kanpen.net")
    return str(16 * "nwse".index(value[-1]) + int(number))


def _coordinate(token: str) -> str:
    if not re.fullmatch(r"\d{0,4}[13579]", token, re.ASCII):
        raise PuzzleError(f"found {quote(token)} in the file, expected an odd number, which is the middle of a cell")
    return str((int(token) + 1) // 2)


def _of_coordinate(value: str) -> str:
    return str(2 * int(value) - 1)


def _wall(token: str) -> str:
    if token not in ("X", "-X"):
        raise PuzzleError(f"found {quote(token)} in the file, expected X for a wall")
    return "1"


def _of_wall(value: str) -> str:
    return "X"


def _letter(token: str) -> str:
    number = int(token) if re.fullmatch(r"[1-9]\d?", token, re.ASCII) else 0
    if token != "-" and not 0 < number <= len(_LETTERS):
        raise PuzzleError(f"found {quote(token)} in the file, expected a number up to {len(_LETTERS)} for a letter")
    return UNKNOWN if token == "-" else _LETTERS[number - 1]


def _of_letter(value: str) -> str:
    return "-" if value == UNKNOWN else str(_LETTERS.index(value) + 1)


def _next(token: str) -> str:
    if not re.fullmatch(r"\d{1,6}", token, re.ASCII):
        raise PuzzleError(f"found {quote(token)} in the file, expected a number")
    return str(int(token) + 1)


def _before_next(value: str) -> str:
    return str(int(value) - 1)


def _of_name(value: str) -> str:
    if value != UNKNOWN and not (value.isdecimal() and 0 < int(value) <= len(_LETTERS)):
        raise cannot_hold(value, "what pzpr saves")
    return "-" if value == UNKNOWN else _LETTERS[int(value) - 1]


def _name(token: str) -> str:
    if token != "-" and not re.fullmatch("[A-Za-z]", token):
        raise PuzzleError(f"found {quote(token)} in the file, expected a letter")
    return UNKNOWN if token == "-" else str(_LETTERS.index(token) + 1)


def _pushed(token: str) -> str:
    found = re.fullmatch(r"([0-4]),(-[24]|\d+)", token, re.ASCII)
    if found is None:
        raise PuzzleError(f"found {quote(token)} in the file, expected an arrow such as 2,3")
    return {"-2": "u", "-4": ""}.get(found[2], found[2]) + _ARROWS[int(found[1])]


def _of_pushed(value: str) -> str:
    number = value.rstrip("nswe")
    saved = {"u": "-2", "": "-4"}.get(number, number)
    return f"{_ARROWS.index(value.removeprefix(number))},{saved}"


def _divided(token: str) -> str:
    found = re.fullmatch(r"(-2|\d+),([0-4])", token, re.ASCII)
    if found is None:
        raise PuzzleError(f"found {quote(token)} in the file, expected a number and an operator such as 12,3")
    return found[1].replace("-2", UNKNOWN) + (f"/{found[2]}" if found[2] != "0" else "")


def _of_divided(value: str) -> str:
    number, _, operator = value.partition("/")
    return f"{number.replace(UNKNOWN, '-2')},{operator or 0}"


def _in_snake(token: str) -> str | None:
    """The circle of a cell, whose number holds what a solver has drawn there, too."""
    return (str(int(token) % 4).strip("0") or None) if re.fullmatch(r"\d|1[01]", token, re.ASCII) else None


_LETTERS = ascii_uppercase + ascii_lowercase
_NUMBERS = Clues(_number, _of_number)


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
    "numbers": Form(_NUMBERS), "arrows": Form(Clues(_arrow, _of_arrow)),
    "bits": Form(_NUMBERS, blank="0"), "regions": Form(_NUMBERS, blank="0"), "sides": Form(_NUMBERS, blank="0"),
    "sums": Form(_NUMBERS), "coordinates": Form(Clues(_coordinate, _of_coordinate), where=Where.ONE),
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
    "whole": Form(Clues(_next, _before_next), where=Where.AROUND, at=_all_amid),
    "counted": Form(Clues(_next, _before_next)), "divided": Form(Clues(_divided, _of_divided)),
    "names": Form(Clues(_name, _of_name)), "pushed": Form(Clues(_pushed, _of_pushed)),
    "cornerless": Form(where=Where.CORNERS), "sideless": Form(blank="0", where=Where.SIDES),
    "gates": Form(_NUMBERS, where=Where.ONE), "literal": Form(where=Where.ONE),
    "inner": Form(_NUMBERS, blank="0", where=Where.ALL_SIDES, at=_between),
    "tracks": Form(drawn={"[1-9].?": Drawn.LINE, ".*": Drawn.NOTHING}, blank="0", where=Where.ALL_SIDES),
    "squares": Form(drawn={"0": Drawn.OTHER, r"\+": Drawn.NOTHING}),
    "letters": Form(Clues(_letter, _of_letter)),
    "snakes": Form(
        _NUMBERS, drawn={"[4-7]": Drawn.SHADED, "[89]|1[01]": Drawn.NOTHING}, where=Where.MARGINS, at=_before,
        cells=_cells_within, inside=_in_snake,
    ),
    "strokes": Form(drawn=_UNREAD, blank="0", where=Where.SIDES),
    "outlines": Form(drawn=_UNREAD, blank="0", where=Where.ALL_SIDES),
    "lines": Form(drawn=_STROKES, blank="0", where=Where.SIDES),
    "loop": Form(drawn=_STROKES, blank="0", where=Where.ALL_SIDES),
    "bridges": Form(drawn={"-1": Drawn.NOTHING, "[1-9]": Drawn.BRIDGE}, blank="0", where=Where.SIDES),
    "arrowed": Form(drawn={"[1-9].?": Drawn.LINE, ".*": Drawn.NOTHING}, blank="0", where=Where.SIDES),
    "edges": Form(drawn=_EDGES, blank="0", where=Where.SIDES),
    "walls": Form(Clues(_wall, _of_wall), drawn=_EDGES, blank="0", where=Where.SIDES),
    "frames": Form(drawn=_EDGES, blank="0", where=Where.ALL_SIDES),
    "corners": Form(_NUMBERS, where=Where.CORNERS, at=_inside),
    "margins": Form(_NUMBERS, drawn=_SHADES, where=Where.MARGINS, at=_before, cells=_cells_within),
    "around": Form(_NUMBERS, where=Where.AROUND, at=_around, cells=_cells_amid),
    "dots": Form(_NUMBERS, where=Where.DOTS, cells=_cells_of_dots), "fours": Form(Clues(_four, _of_four)),
    "circled": Form(Clues(_circled, _of_circled), drawn={"#": Drawn.SHADED, "_": Drawn.NOTHING}),
    "coloured": Form(Clues(_of_balance, _balance)),
    "doubled": Form(Clues(_doubled, _of_doubled)),
    "castles": Form(Clues(_coloured_arrow, _of_coloured_arrow), blank="0,-1,0"),
    "runs": Form(_NUMBERS, drawn=_SHADES, where=Where.RUNS, at=_runs, cells=_cells_behind),
    "bank": Form(_NUMBERS, where=Where.ONE), "ticks": Form(where=Where.ONE),
    "segments": Form(drawn={".*": Drawn.OTHER}, blank="0", where=Where.ONE),
    "known": Form(Clues(_number, _of_known)), "directed": Form(Clues(_directed, _of_directed)),
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
