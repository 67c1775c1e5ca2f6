"""The bodies of the service's requests, as types: what each key may hold.

Requests are checked by these types (web/requests.py), and the OpenAPI document is made from them (web/openapi.py). The
`title` of a type is what messages say was expected; the docstring of a request says what it is about.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Raw, Struct, field
from msgspec.json import Decoder

from .. import analyses
from ..analyses.entry import Parameter
from ..analysis.hint import Level
from ..formats.source import each_key_once
from ..model.caches import Kept
from ..model.errors import PuzzleError, quote
from ..report.results import place_of

#: Types that a request may bring.
MOST_TYPES = 100

#: More answers than these are not sent for one request.
MOST_ANSWERS = 1000

#: More long texts than these are not put into a puzzle.
MOST_TEXTS = 4

#: More puzzles than these are not printed at once.
MOST_ON_SHEET = 200

#: A type as it is annotated: a class, a union, `Annotated[…]`.
Kind = Any

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

#: The digest of a text, by which a puzzle names it.
Digest = Annotated[
    str, Meta(title="a digest such as sha256-…, in hexadecimal digits", pattern=rf"^sha256-[0-9a-f]{{64}}{_END}")
]

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
        """ValueError for what is not a place."""
        if not _is_place(self.place) or not (self.other is None or _is_place(self.other)):
            raise ValueError("a list that is not a place")


def _is_place(place: list[str | int]) -> bool:
    words = [isinstance(each, str) for each in place]
    return words in ([False, False], [True, False], [True, False, False])


#: A part of a puzzle: a text, a list of lines, a list of rows that are lists of tokens, or the values of options.
Part = Word | list[Text | list[Word]] | dict[str, Word]

_CELL = Meta(title='a cell such as {"row": 1, "col": 2, "val": 3}')
_MARK = Meta(title='a mark such as {"kind": "text", "place": [1, 2], "value": "5"}')

PuzzleBody = Annotated[
    Text | list[Annotated[Cell, _CELL]] | dict[str, Part],
    Meta(
        title="a text, or an object with the parts of the puzzle",
        description="the puzzle: a text in any format, a file that is not text as `data:;base64,…`, or an object that "
        "holds the native form",
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


OwnTypes = Annotated[
    dict[TypeFolder, Annotated[dict[TypeFile, Text], Meta(title="an object with the files of the type")]],
    Meta(
        title=f"an object with the files of each type, of at most {MOST_TYPES}",
        max_length=MOST_TYPES,
        description="types of one's own, or changed ones: from a name to its files",
    ),
]
SomeType = Annotated[Name, Meta(description="the type, where the text does not say")]
TheType = Annotated[Name, Meta(description="the type")]


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """A body that says how to search and what to show. In place of a default, null does as well."""

    type: SomeType | None = None
    types: OwnTypes = {}
    texts: Annotated[
        dict[Digest, Text],
        Meta(
            title=f"an object with at most {MOST_TEXTS} texts by their digests",
            max_length=MOST_TEXTS,
            description="long texts, such as lists of words, each by its digest: where the puzzle has a line "
            "`@sha256-…`, this text stands. The last ones are kept, and need not be sent again until an error says "
            '`missing: "text"`',
        ),
    ] = {}
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


class PuzzleRequest(Request, kw_only=True):
    """A body with a puzzle."""

    puzzle: PuzzleBody
    board: BoardName | None = None


class Read(PuzzleRequest, kw_only=True):
    """a puzzle in any format, understood"""

    drop: Annotated[
        list[Text],
        Meta(
            title="a list of names",
            description="what to leave out of a link of f-puzzles or SudokuPad, if pysolve does not know it, and lists "
            "of words that are not here",
        ),
    ] = []
    file: Annotated[
        Text, Meta(title="a name", description="of the file that the puzzle stood in: it alone says some formats")
    ] = ""


class Convert(PuzzleRequest, kw_only=True):
    """a puzzle in every format that can hold it"""


class Type(Struct, kw_only=True, forbid_unknown_fields=True):
    """a puzzle type, also one that was changed"""

    type: TheType
    types: OwnTypes = {}


class Board(Request, kw_only=True):
    """an empty board of a type and a size"""

    type: TheType
    size: Size


class InputLimits(Board, kw_only=True):
    """which numbers the parts of a puzzle take, and whether the type takes a size of the board"""

    keep_columns: Annotated[
        Flag, Meta(description="in place of a size that is refused, rather one with other rows")
    ] = False


class Retype(PuzzleRequest, kw_only=True):
    """which other types take all clues of a puzzle, or the puzzle as one of them"""

    to: Annotated[str | None, Meta(description="the type that it is to be; without it, which ones it may be")] = None


class Solve(PuzzleRequest, kw_only=True):
    """answers, and whether there are more"""

    models: Annotated[int, _whole(1, MOST_ANSWERS, "the most answers (default 2)")] = 2


class Check(PuzzleRequest, kw_only=True):
    """the verdict; what is wrong in an answer filled in so far"""

    filled: Filled | None = None


class PlayConflicts(PuzzleRequest, kw_only=True):
    """what in an answer filled in so far breaks a rule outright"""

    filled: Filled = []


class MakeRequest(Request, kw_only=True):
    """A body that says what board a puzzle is to have."""

    type: TheType
    puzzle: PuzzleBody | None = None
    board: BoardName | None = None
    size: Size | None = None
    words: Annotated[Text, Meta(description="a list of words, one per line")] | None = None


class Sheet(Struct, kw_only=True, forbid_unknown_fields=True):
    """puzzles on pages to print, their answers at the end"""

    type: SomeType | None = None
    types: OwnTypes = {}
    puzzles: Annotated[
        list[Text],
        Meta(title=f"a list of at most {MOST_ON_SHEET} puzzles", description="texts", max_length=MOST_ON_SHEET),
    ]
    title: Annotated[Text, Meta(description="for the first page")] = ""
    per_page: Annotated[int, _whole(1, 30, "the number of puzzles on a page (default 2)")] = 2
    paper: Annotated[Literal["a4", "letter"], Meta(title="a4 or letter", description="the size of the pages")] = "a4"
    answers: Annotated[Flag, Meta(description="with the answers, on the last pages")] = True
    steps: Annotated[Flag, Meta(description="with the way to each answer, step by step, behind them")] = False


class Examples(Struct, kw_only=True, forbid_unknown_fields=True):
    """pictures of the puzzles that types begin with; a request of the service itself"""

    names: list[str]
    types: OwnTypes = {}


class Day(Struct, kw_only=True, forbid_unknown_fields=True):
    """the puzzle of a day; a request of the service itself"""

    day: str
    types: OwnTypes = {}


#: Any of them.
Body = Request | Type | Sheet | Examples | Day


# -- The bodies of analyses, made from their parameters


#: What the bodies of some analyses begin with, in place of a puzzle alone.
_BASES: dict[str, type[Request]] = {"make": MakeRequest, "hint": Check}

#: What a parameter holds in JSON, by its type.
_KINDS: dict[str, Kind] = {
    "bool": Flag,
    "str": Text,
    "Iterable[str]": Annotated[list[Text], Meta(title="a list of texts")],
    "Iterable[Value]": Annotated[list[Place], Meta(title="a list of places")],
    "tuple[float, float] | str": Annotated[
        tuple[float, float] | Level, Meta(title="two numbers [from, to], or a level such as hard")
    ],
}


def _body(name: str) -> type[Request]:
    """The body of the request for an analysis."""
    fields = [(each.name, _kind(each), _field(each)) for each in analyses.named(name).parameters]
    base, about = _BASES.get(name, PuzzleRequest), analyses.ANALYSES[name].about
    words = {"__doc__": f"{about[:1].lower()}{about[1:].rstrip('.')}"}
    made = msgspec.defstruct(name.capitalize(), fields, bases=(base,), namespace=words, module=__name__, kw_only=True)
    assert issubclass(made, Request)
    return made


def _kind(parameter: Parameter) -> Kind:
    kind: Kind = parameter.type.removesuffix(" | None")
    says, default = parameter.says, parameter.default
    if kind == "int":
        least, most = says.served or says.limits
        text = f"{says.text} (default: {default})" if default is not None else says.text
        kind = Annotated[int, _whole(least, most or MOST_ANSWERS, text)]
    else:
        kind = Annotated[_KINDS[kind], Meta(description=says.text)]
    return kind | None if default is None and says.chosen is None else kind


def _field(parameter: Parameter) -> Any:
    """What a key is called, and what it holds where a body leaves it out."""
    default, name = parameter.default, parameter.says.key or None
    if parameter.says.chosen is not None:
        return field(default_factory=parameter.says.chosen, name=name)
    return field(default=[] if default == () else default, name=name)


def read(parameter: Parameter, value: Any) -> Any:
    """What the value of a key means for an analysis. PuzzleError for a text that says nothing."""
    if parameter.type == "Iterable[Value]":
        return frozenset(map(place_of, value))
    if parameter.type == "Iterable[str]":
        return tuple(value)
    try:
        return value if value is None or parameter.says.read is None else parameter.says.read(value)
    except ValueError as error:
        raise PuzzleError(f"{quote(parameter.key)}: {error}") from None


_ANALYSES = {name: _body(name) for name in analyses.ANALYSES}
globals().update({kind.__name__: kind for kind in _ANALYSES.values()})  # where a worker looks for them


#: The bodies by the last part of their address.
REQUESTS: dict[str, type[Body]] = {
    "read": Read, "type": Type, "board": Board, "limits": InputLimits, "retype": Retype, "solve": Solve, "check": Check,
    "conflicts": PlayConflicts, "convert": Convert, "sheet": Sheet, **_ANALYSES,
}  # fmt: skip


# -- From the bytes of a request to its typed body; what is wrong is worded here, by the titles of the types


R = TypeVar("R", bound=Struct)


#: Escapes in JSON for characters that no text may hold: control characters besides blanks, tabs and line ends.
_BINARY = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:b|u00(?:0[0-8ef]|1[0-9a-f]))", re.IGNORECASE)

_NULL = b"null"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_object = Decoder(dict[str, Raw])
_list = Decoder(list[Raw])


def request(kind: type[R], text: bytes) -> R:
    """The body of a request. Raises PuzzleError for the first key that is missing, unknown or holds something else
    than it should.
    """
    values = _split(text)
    kinds = _kinds(kind)
    for key in required(kind):
        if bytes(values.get(key, _NULL)) == _NULL:
            raise PuzzleError(f"the key {quote(key)} is missing")
    for key in values:
        if key not in kinds:
            raise PuzzleError(f"unknown key {quote(key)}; the keys are {', '.join(kinds)}")
    names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    decoded = {names[key]: _decoded(key, raw, kinds[key]) for key, raw in values.items() if bytes(raw) != _NULL}
    if "type" in decoded:
        decoded["type"] = decoded["type"].strip()  # blanks around a name do not count
    return _unfolded(kind(**decoded))


#: The texts that were sent last, by their digests.
_texts: Kept[str, str] = Kept(32)

_NAMED = re.compile(r"^@(sha256-[0-9a-f]{64})$", re.MULTILINE)


def _unfolded(request: R) -> R:
    """A request with the texts in the places where its puzzle names them; PuzzleError for one that is not known."""
    if not isinstance(request, Request):
        return request
    for digest, text in request.texts.items():
        if digest != f"sha256-{hashlib.sha256(text.encode()).hexdigest()}":
            raise PuzzleError(f"texts: found a text whose digest is another one than {quote(digest)}")
        _texts.put(digest, text)
    request.texts = {}
    if isinstance(request, PuzzleRequest | MakeRequest) and isinstance(request.puzzle, str):
        named = _NAMED.findall(request.puzzle)
        if len(named) > MOST_TEXTS:
            raise PuzzleError(f"puzzle: found {len(named)} long texts, expected at most {MOST_TEXTS}")
        request.puzzle = _NAMED.sub(lambda found: _text_of(found[1]), request.puzzle) if named else request.puzzle
    return request


def _text_of(digest: str) -> str:
    text = _texts.get(digest)
    if text is None:
        error = PuzzleError(f"the text {digest} is not known here any more; send it under 'texts'")
        error.missing = "text"
        raise error
    return text


def body(kind: type[R], values: Mapping[str, object]) -> R:
    """The same for a body that is given as values."""
    return request(kind, msgspec.json.encode(values))


def value(key: str, text: str, kind: Kind) -> str:
    """A text of an address, checked as a key's value is."""
    decoded: str = _decoded(key, msgspec.json.encode(text), kind)
    return decoded


def required(kind: type[Struct]) -> list[str]:
    """The keys that a body must have."""
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.required]


@cache
def _kinds(kind: type[Struct]) -> Mapping[str, Kind]:
    """The type of each key."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}


@cache
def _decoder(kind: Kind) -> Decoder[Any]:
    return Decoder(kind)


def _split(text: bytes) -> dict[str, Raw]:
    """The values of a JSON object, as they stand in it."""
    try:
        values = _object.decode(text.removeprefix(_BYTE_ORDER_MARK))
        with suppress(ValueError):  # a number of more digits than Python reads
            json.loads(text.removeprefix(_BYTE_ORDER_MARK), object_pairs_hook=each_key_once)
        return values
    except RecursionError:
        raise PuzzleError("this JSON is nested too deeply") from None
    except msgspec.ValidationError:
        raise PuzzleError("expected a JSON object") from None
    except ValueError:
        raise _no_json(text) from None


def _no_json(text: bytes) -> PuzzleError:
    """Why a text is not JSON. (msgspec knows the byte at which it gave up; a line is of more use.)"""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return PuzzleError(f"the body is not valid JSON in line {error.lineno}")
    except UnicodeDecodeError:
        return PuzzleError("the body is not valid JSON: it is not UTF-8")
    except (ValueError, RecursionError):
        pass
    if re.search(rb"\\u[dD][89a-fA-F]", text):
        return PuzzleError("the body is not valid JSON: it holds half of a surrogate pair, which is no character")
    return PuzzleError("the body is not valid JSON")


def _decoded(key: str, raw: bytes | Raw, kind: Kind) -> Any:
    json_text = bytes(raw)
    if b"\\" in json_text and _BINARY.search(json_text):  # to look for the one takes a hundredth of the time
        raise PuzzleError(f"{key}: found binary data, expected text")
    try:
        return _decoder(kind).decode(json_text)
    except RecursionError:
        raise PuzzleError(f"{key}: this JSON is nested too deeply") from None
    except msgspec.ValidationError:
        raise _problem((key,), json_text, kind) from None
    except ValueError:  # half of a surrogate pair, or no UTF-8
        raise PuzzleError(f"{key}: found binary data, expected text") from None


# -- What is wrong


def _problem(path: tuple[str, ...], raw: bytes, kind: Kind) -> PuzzleError:
    """What is wrong with a value: of its innermost part that is wrong and has a type with a title."""
    for key, key_kind in _wrong_keys(raw, kind):
        return _unlike(path, key, key_kind)
    for step, part, part_kind in _wrong_parts(raw, kind):
        return _problem((*path, step), part, part_kind)
    return _unlike(path, raw[:200].decode(errors="replace"), kind)


def _unlike(path: tuple[str, ...], shown: str, kind: Kind) -> PuzzleError:
    return PuzzleError(f"{', '.join(path)}: found {quote(shown)}, expected {_title(kind)}")


def _wrong_keys(raw: bytes, kind: Kind) -> Iterator[tuple[str, Kind]]:
    for each in _alternatives(kind):
        if _origin(each) is dict:
            key_kind = get_args(each)[0]
            keys = list(_members(raw))
            if (at := _first_wrong([msgspec.json.encode(key) for key in keys], key_kind)) is not None:
                yield keys[at], key_kind


def _wrong_parts(raw: bytes, kind: Kind) -> Iterator[tuple[str, bytes, Kind]]:
    """The first part of an object or a list that is not what it should be: the step to it, its JSON, its type; for each
    type that the whole may have.
    """
    for each in _alternatives(kind):
        members = _members(raw) if _origin(each) is dict else {}
        items = _items(raw) if _origin(each) is list and _title(get_args(each)[0]) else []
        parts = list(map(bytes, members.values() if members else items))
        part_kind = get_args(each)[-1] if parts else None
        if (at := _first_wrong(parts, part_kind)) is not None:
            step = quote(list(members)[at])[1:-1] if members else f"item {at + 1}"
            yield step, parts[at], part_kind


def _first_wrong(parts: list[bytes], kind: Kind) -> int | None:
    """The number of the first of many JSON values that is not of a type; None if all are. Looks at halves as a whole:
    to decode each by itself takes seconds where there are a million.
    """
    low, high = 0, len(parts)
    if not parts or _fit(parts, kind):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _fit(parts[low:middle], kind) else (low, middle)
    return low


def _fit(parts: list[bytes], kind: Kind) -> bool:
    return _fits(b"[" + b",".join(parts) + b"]", list[kind])


def _members(raw: bytes) -> dict[str, Raw]:
    """The members of an object; none if it is another thing."""
    return _object.decode(raw) if _fits(raw, dict[str, Raw]) else {}


def _items(raw: bytes) -> list[Raw]:
    """The items of a list; none if it is another thing."""
    return _list.decode(raw) if _fits(raw, list[Raw]) else []


def _fits(raw: bytes | Raw, kind: Kind) -> bool:
    try:
        _decoder(kind).decode(raw)
    except (ValueError, RecursionError):
        return False
    return True


def _origin(kind: Kind) -> object:
    return get_origin(kind)


def _alternatives(kind: Kind) -> list[Kind]:
    """The types that a type consists of, without what is annotated."""
    if _origin(kind) is Annotated:
        return _alternatives(get_args(kind)[0])
    if _origin(kind) in (Union, UnionType):
        return [inner for each in get_args(kind) for inner in _alternatives(each)]
    return [kind]


def _title(kind: Kind) -> str:
    """What is expected, in words; '' if the type has none."""
    if _origin(kind) is Annotated:
        titles = [each.title for each in kind.__metadata__ if isinstance(each, Meta) and each.title]
        return titles[-1] if titles else _title(get_args(kind)[0])
    if _origin(kind) in (Union, UnionType):
        return next(filter(None, map(_title, get_args(kind))), "")
    return ""
