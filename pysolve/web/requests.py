"""The bodies of the service's requests, as types: what each key may hold.

Requests are checked by these types (web/decoding.py), and the OpenAPI document is made from them (web/openapi.py). The
`title` of a type is what messages say was expected; the docstring of a request says what it is about.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ..analysis.grade import Level
from ..generate import make

#: Types that a request may bring.
MOST_TYPES = 100

#: More answers than these are not sent for one request.
MOST_ANSWERS = 1000

#: More puzzles than these are not printed at once.
MOST_ON_SHEET = 200

_END = r"(?![\s\S])"  # the end of the text, in Python's regular expressions and in JavaScript's

# No pattern here, nor in any union with a list or a dict: msgspec (0.18 to 0.22) crashes when such a type is freed.
Text = Annotated[str, Meta(title="a text")]

#: The name of a puzzle type, or of a board.
Name = Annotated[str, Meta(title="a name", pattern=r"\S", max_length=80)]

#: A token, or the value of an option.
Word = Annotated[Text | int | bool, Meta(title="a text or a whole number")]

TypeFolder = Annotated[
    str, Meta(title="a name of small letters, digits, '-' and '_'", pattern=rf"^[a-z0-9][\w-]{{0,40}}{_END}")
]
TypeFile = Annotated[str, Meta(title="a file such as rules.lp", pattern=rf"^[a-z_]{{1,40}}\.(lp|yaml){_END}")]

#: A number that clingo has: a row, a column, or a part of a place.
Coordinate = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]


class Cell(Struct):
    """A cell of a list of cells; null is an empty one."""

    row: int
    col: int
    val: str | int | None = None


class FilledMark(Struct):
    """A mark of an answer that is being filled in. A place is a cell [row, column], a margin ["left", row], a corner
    ["p", row, column] or a side ["h", a, b].
    """

    kind: str
    place: list[str | Coordinate]
    other: list[str | Coordinate] | None = None
    value: Text = ""

    def __post_init__(self) -> None:
        """ValueError for what is no place."""
        if not _is_place(self.place) or not (self.other is None or _is_place(self.other)):
            raise ValueError("a list that is no place")


def _is_place(place: list[str | int]) -> bool:
    words = [isinstance(each, str) for each in place]
    return words in ([False, False], [True, False], [True, False, False])


#: A part of a puzzle: a text, a list of lines, a list of rows that are lists of tokens, or the values of options.
Part = Word | list[Text | list[Word]] | dict[str, Word]

_CELL = Meta(title='a cell such as {"row": 1, "col": 2, "val": 3}')
_MARK = Meta(title='a mark such as {"kind": "text", "place": [1, 2], "value": "5"}')

Puzzle = Annotated[
    Text | list[Annotated[Cell, _CELL]] | dict[str, Part],
    Meta(
        title="a text, or an object with the parts of the puzzle",
        description="the puzzle: a text in any format, or an object that holds the native form",
    ),
]
BoardName = Annotated[
    Name, Meta(description="for a list of cells: the name of the board of pysolve's that they belong to")
]
Filled = Annotated[
    list[Annotated[FilledMark, _MARK]],
    Meta(title="a list of marks", description="marks of an answer filled in so far"),
]
Place = Annotated[list[str | Coordinate], Meta(title="a place such as [1, 2]", min_length=2, max_length=3)]
Representation = Literal["plain", "atoms", "svg", "marks", "cells"]
Size = Annotated[Text, Meta(description="9, 9x12 or hex5")]
Flag = Annotated[bool, Meta(title="true or false")]


def _whole(least: int, most: int, description: str) -> Meta:
    return Meta(title=f"a whole number from {least} to {most}", ge=least, le=most, description=description)


Keep = Annotated[list[Place], Meta(title="a list of places", description="places whose clues stay")]
Symmetric = Annotated[Flag, Meta(description="clues that a half turn maps to each other go together")]
Seed = Annotated[int, _whole(0, 2**31 - 1, "for what is chosen at random: the same seed leads to the same result")]


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """A body. In place of a default, null does as well."""

    type: Annotated[Name, Meta(description="the type, where the text does not say")] | None = None
    types: Annotated[
        dict[TypeFolder, Annotated[dict[TypeFile, Text], Meta(title="an object with the files of the type")]],
        Meta(
            title=f"an object with the files of each type, of at most {MOST_TYPES}",
            max_length=MOST_TYPES,
            description="types of one's own, or changed ones: from a name to its files",
        ),
    ] = {}

    def __post_init__(self) -> None:
        """Blanks around a name do not count."""
        if self.type is not None:
            self.type = self.type.strip()


class SearchRequest(Request, kw_only=True):
    """A body that also says how to search and what to show."""

    rules: Annotated[Text, Meta(description="rules to add to the type's own")] = ""
    options: Annotated[
        dict[str, Word],
        Meta(
            title="an object with the values of options",
            description="options of the type; they win over those that the puzzle sets",
        ),
    ] = {}
    time_limit: (
        Annotated[
            float,
            Meta(title="a number of seconds", gt=0, lt=1e6, description="seconds, at most what the server allows"),
        ]
        | None
    ) = None
    show: Annotated[
        tuple[Representation, ...],
        Meta(
            title="a list of plain, atoms, svg, marks or cells", description="how answers and pictures are represented"
        ),
    ] = ("plain", "atoms", "svg")


class PuzzleRequest(SearchRequest, kw_only=True):
    """A body with a puzzle."""

    puzzle: Puzzle
    board: BoardName | None = None


class Read(PuzzleRequest, kw_only=True):
    """a puzzle in any format, understood"""


class Convert(PuzzleRequest, kw_only=True):
    """a puzzle in every format that can hold it"""


class Type(Request, kw_only=True):
    """a puzzle type, also one that was changed"""

    type: Annotated[Name, Meta(description="the type")]


class Board(SearchRequest, kw_only=True):
    """an empty board of a type and a size"""

    type: Annotated[Name, Meta(description="the type")]
    size: Size


class InputLimits(Board, kw_only=True):
    """which numbers the parts of a puzzle take, and whether the type takes a size of the board"""

    keep_columns: Annotated[
        Flag, Meta(description="in place of a size that is refused, rather one with other rows")
    ] = False


class Solve(PuzzleRequest, kw_only=True):
    """answers, and whether there are more"""

    models: Annotated[int, _whole(1, MOST_ANSWERS, "the most answers (default 2)")] = 2


class Check(PuzzleRequest, kw_only=True):
    """the verdict; what is wrong in an answer filled in so far"""

    filled: Filled | None = None


class PlayConflicts(PuzzleRequest, kw_only=True):
    """what in an answer filled in so far breaks a rule outright"""

    filled: Filled = []


class Why(PuzzleRequest, kw_only=True):
    """why there is no answer, or more than one"""

    conflicts: Annotated[int, _whole(0, MOST_ANSWERS, "the number of conflicts, 0 for all (default 1)")] = 1
    models: Annotated[int, _whole(2, MOST_ANSWERS, "the number up to which answers are counted (default 100)")] = 100
    repair: Annotated[Flag, Meta(description="also the clues that would leave one answer")] = False
    farthest: Annotated[Flag, Meta(description="also the answer that differs the most")] = False


class Candidates(PuzzleRequest, kw_only=True):
    """what holds in some answer, and what in all"""


class Reduce(PuzzleRequest, kw_only=True):
    """the puzzle with as few clues as possible"""

    keep: Keep = []
    symmetric: Symmetric = False
    smallest: Annotated[Flag, Meta(description="the fewest clues; for small boards")] = False
    seed: Seed = 0


class Adjust(PuzzleRequest, kw_only=True):
    """a harder puzzle, or an easier one, with the same answer"""

    harder: Annotated[Flag, Meta(description="or else easier")] = True
    keep: Keep = []
    symmetric: Symmetric = False
    tries: Annotated[int, _whole(1, 10_000, "the number of puzzles to try (default 10)")] = 10
    one: Annotated[Flag, Meta(description="move or take away one clue only, and say what each such change does")] = (
        False
    )
    seed: Seed = 0


class Make(SearchRequest, kw_only=True):
    """a new puzzle"""

    type: Annotated[Name, Meta(description="the type")]
    puzzle: Puzzle | None = None
    board: BoardName | None = None
    size: Size | None = None
    seed: Seed = field(default_factory=lambda: make.random_seed())
    symmetric: Annotated[Flag, Meta(description="the clues lie symmetrically")] = False
    clues: (
        Annotated[int, _whole(0, 100_000, "the number of clues (default: until no other can be taken away)")] | None
    ) = None
    all_clues: Annotated[Flag, Meta(description="take no clues away")] = False
    difficulty: (
        Annotated[
            tuple[float, float] | Level,
            Meta(
                title="two numbers [from, to], or a level such as hard",
                description="from and to, or a level, as grade reports them",
            ),
        ]
        | None
    ) = None
    words: Annotated[Text, Meta(description="a list of words, one per line")] | None = None


class Hint(PuzzleRequest, kw_only=True):
    """the next steps, with their reasons"""

    steps: Annotated[int, _whole(0, 10_000, "the number of steps, 0 for all (default 1)")] = 1
    partial: Annotated[Text, Meta(description="an answer text with '.' for open cells")] | None = None
    filled: Filled | None = None
    guess: Annotated[Text, Meta(description="a guess such as 2,5=7 (row 2, column 5): where it breaks")] | None = field(
        default=None, name="try"
    )
    avoid: Annotated[
        list[Text], Meta(title="a list of texts", description="techniques that no step shall use, as grade calls them")
    ] = []
    r1c1: Annotated[Flag, Meta(description="cells are called R1C2, not 'row 1, column 2'")] = False


class Grade(PuzzleRequest, kw_only=True):
    """how hard the puzzle is"""


class Sheet(Request, kw_only=True):
    """puzzles on pages to print, their answers at the end"""

    puzzles: Annotated[
        list[Text],
        Meta(title=f"a list of at most {MOST_ON_SHEET} puzzles", description="texts", max_length=MOST_ON_SHEET),
    ]
    title: Annotated[Text, Meta(description="for the first page")] = ""
    per_page: Annotated[int, _whole(1, 30, "the number of puzzles on a page (default 2)")] = 2
    paper: Annotated[Literal["a4", "letter"], Meta(title="a4 or letter", description="the size of the pages")] = "a4"
    answers: Annotated[Flag, Meta(description="with the answers, on the last pages")] = True
    steps: Annotated[Flag, Meta(description="with the way to each answer, step by step, behind them")] = False


class Examples(Request, kw_only=True):
    """pictures of types' smallest examples; a request of the service itself"""

    names: list[str]


#: The bodies by the last part of their address.
REQUESTS: dict[str, type[Request]] = {
    "read": Read, "type": Type, "board": Board, "limits": InputLimits, "solve": Solve, "check": Check,
    "conflicts": PlayConflicts, "why": Why,
    "convert": Convert, "candidates": Candidates, "reduce": Reduce, "adjust": Adjust, "make": Make, "hint": Hint,
    "grade": Grade, "sheet": Sheet,
}  # fmt: skip
