"""A request that a worker is answering: its puzzle, its rules and types, which are looked at first,
and what is sent back.
"""

from __future__ import annotations

import shutil
import time
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .. import catalog, formats
from ..formats.source import Reading
from ..model.errors import PuzzleError, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..report import results
from ..report.results import Json
from ..rules.library import check_strange, library
from ..solving.search import AUXILIARY_PROGRAMS
from ..solving.settings import Settings
from . import records, requests
from .requests import Part, PuzzleBody, Word

# -- Rules and types of strangers: what they may not do, and where their files lie


def write_types(types: Mapping[str, Mapping[str, str]], folder: Path, own_types: Sequence[str]) -> str:
    """Writes types as folders; what they lack is taken from the types of the same names. Returns the folder."""
    for name, files in types.items():
        target = folder / name
        known = catalog.lookup(name, own_types, aliases=False)
        if known is not None and known.folder.name == name:
            shutil.copytree(known.folder, target, ignore=shutil.ignore_patterns("__pycache__", "variants"))
            if files.get("rules.lp", _read(target / "rules.lp")) != _read(target / "rules.lp"):
                for program in AUXILIARY_PROGRAMS:
                    (target / program).unlink(missing_ok=True)
        else:
            target.mkdir(parents=True)
        for file, text in files.items():
            if file.endswith(".lp"):
                check_strange(f"{name}/{file}", text)
            if file not in AUXILIARY_PROGRAMS or known is None or (target / file).exists():
                (target / file).write_text(text, encoding="utf-8")
        for needed in ("manifest.yaml", "rules.lp"):
            if not (target / needed).exists():
                raise PuzzleError(f"the type {quote(name)} has no {needed}")
    return str(folder)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


# -- Puzzles that a request holds as JSON, as the text of the format that they are in


def text_of(puzzle: PuzzleBody) -> str:
    """The text of a puzzle: what is given as text with plain line ends, a list of cells, or the native form."""
    if isinstance(puzzle, str):
        return puzzle.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(puzzle, dict):
        return _native(puzzle)
    return msgspec.json.encode(puzzle).decode()


def file_of(address: str) -> bytes:
    """The bytes in a `data:` address in base64 (RFC 2397): of a file that is not text, such as a workbook."""
    head, _, data = address.partition(",")
    try:
        return b64decode(data.strip() if head.endswith(";base64") else "?", validate=True)
    except ValueError:
        raise PuzzleError("expected an address of the form data:;base64,…, in base64", file="puzzle") from None


def _native(parts: Mapping[str, Part]) -> str:
    import yaml

    return yaml.safe_dump({key: _plain(part) for key, part in parts.items()}, allow_unicode=True, sort_keys=False)


def _plain(part: Part) -> object:
    """A part as YAML has it: words are texts there, lines a block; lists of tokens stay as they are."""
    if isinstance(part, dict):
        return words_of(part)
    if not isinstance(part, list):
        return _word(part)
    if all(isinstance(line, str) for line in part):
        return "\n".join(map(str, part))
    return [line if isinstance(line, str) else [_word(token) for token in line] for line in part]


def words_of(values: Mapping[str, Word]) -> dict[str, str]:
    """The values of options as rules and the native form have them."""
    return {name: _word(value) for name, value in values.items()}


def _word(value: Word) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


R = TypeVar("R", bound=requests.Body, covariant=True)


@dataclass
class RequestContext(Generic[R]):
    """A request that is being answered, the seconds that this may take, the folder of its files, and the folders of
    types besides pysolve's.
    """

    request: R
    time_limit: float
    folder: str
    own_types: tuple[str, ...]

    def __post_init__(self) -> None:
        """Writes the files that the request brings. PuzzleError if they are not allowed."""
        self._started = time.monotonic()
        types = self.request.types
        if types:
            self.own_types = (write_types(types, Path(self.folder), self.own_types), *self.own_types)
        if isinstance(self.request, requests.Request) and self.request.rules.strip():
            check_strange("added.lp", self.request.rules)
            (Path(self.folder) / "added.lp").write_text(self.request.rules, encoding="utf-8")

    @property
    def left(self) -> float:
        """The seconds that are left of the limit, a tenth at least."""
        return max(self.time_limit - (time.monotonic() - self._started), min(self.time_limit, 0.1))

    @property
    def show(self: RequestContext[requests.Request]) -> Sequence[str]:
        """How answers and pictures are represented."""
        return self.request.show

    def type(self, name: str) -> PuzzleType:
        """The type of this name."""
        return catalog.find(name, self.own_types)

    def puzzle(self: RequestContext[requests.PuzzleRequest | requests.MakeRequest]) -> Puzzle:
        """The puzzle; PuzzleError if it cannot be understood."""
        request = self.request
        reading = Reading(request.type, self.own_types, confined=True)
        is_read = isinstance(request, requests.Read)
        if isinstance(request, requests.Read):
            reading = reading._replace(dropped=tuple(request.drop), named=request.file)
        if request.board is not None:
            board = shelved_board(request.board.strip())
            reading = reading._replace(type=reading.type or board.parent.name, board=str(board))
        text = text_of(request.puzzle or "")
        if not text.strip():
            raise PuzzleError("there is nothing in it, expected a puzzle", file="puzzle")
        return formats.read_one(file_of(text) if text.startswith("data:") else text, "puzzle", reading, is_read)

    def settings(self: RequestContext[requests.Request], **more: Any) -> Settings:
        """How to search. Options of the request go into the puzzle; here are those that only added rules know."""
        rules = (str(Path(self.folder) / "added.lp"),) if (Path(self.folder) / "added.lp").exists() else ()
        return Settings(rules=rules, constants=words_of(self.request.options), **more)

    def about(self, puzzle: Puzzle) -> Json:
        """What all answers begin with."""
        return {
            "type": puzzle.type.name, "notes": [remark.sentence for remark in puzzle.remarks],
            "input_remarks": [records.remark(each, self.own_types) for each in puzzle.remarks],
        }  # fmt: skip

    def json(self: RequestContext[requests.Request], record: results.Record) -> Json:
        """A record in the ways that are wanted; files are called as clients know them."""
        return record.json(self.show, partial(records.short_name, own_types=self.own_types))


def shelved_board(name: str) -> Path:
    """The instance of this name that comes with pysolve; PuzzleError if there is none."""
    files = [file for file in sorted((library().parent / "instances").glob("*/*.yaml")) if file.stem == name]
    if not files:
        raise PuzzleError(f"there is no board {quote(name)} here")
    return files[0]


# -- What a worker of the service sends back, and when


class EventKind(StrEnum):
    """What a worker sends: a further answer, what is known so far, and at last the result or what is wrong."""

    ANSWER = "answer"
    PROGRESS = "found"
    RESULT = "result"
    ERROR = "error"

    @property
    def is_last(self) -> bool:
        """Whether nothing comes afterwards."""
        return self in (EventKind.RESULT, EventKind.ERROR)


class Event(NamedTuple):
    """A part of an answer. content: JSON. final: it will always be the same, so it may be kept for others."""

    kind: EventKind
    content: bytes
    final: bool


class When(Enum):
    """When a piece is sent: at once as one more answer, at once, if nothing newer comes soon, or as the result."""

    ANSWER = auto()
    AT_ONCE = auto()
    SOME_TIME = auto()
    AT_LAST = auto()


class Piece(NamedTuple):
    """What a handler yields, the result last: how to make the record of what is known, which may not be needed."""

    record: Callable[[], Json]
    when: When = When.SOME_TIME


Pieces = Iterator[Piece]
