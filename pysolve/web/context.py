"""A request that a worker is answering, and what handlers make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from .. import catalog, formats
from ..formats import Reading
from ..model.errors import PuzzleError, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..results import record as results
from ..rules.library import library
from ..solving.settings import Settings
from . import puzzles, records, requests
from .records import Record
from .sandbox import check_rules, write_types

R = TypeVar("R", bound=requests.Request, covariant=True)


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
        types = self.request.types
        if types:
            self.own_types = (write_types(types, Path(self.folder), self.own_types), *self.own_types)
        if isinstance(self.request, requests.SearchRequest) and self.request.rules.strip():
            check_rules("added.lp", self.request.rules)
            (Path(self.folder) / "added.lp").write_text(self.request.rules, encoding="utf-8")

    @property
    def show(self: RequestContext[requests.SearchRequest]) -> Sequence[str]:
        """How answers and pictures are represented."""
        return self.request.show

    def type(self, name: str) -> PuzzleType:
        """The type of this name."""
        return catalog.find(name, self.own_types)

    def puzzle(self: RequestContext[requests.PuzzleRequest | requests.Make]) -> Puzzle:
        """The puzzle; PuzzleError if it cannot be understood."""
        request = self.request
        reading = Reading(request.type, self.own_types, confined=True)
        if request.board is not None:
            board = shelved_board(request.board.strip())
            reading = reading._replace(type=reading.type or board.parent.name, board=str(board))
        text = puzzles.text_of(request.puzzle or "")
        if not text.strip():
            raise PuzzleError("there is nothing in it, expected a puzzle", file="puzzle")
        return formats.read_one(text, "puzzle", reading)

    def settings(self: RequestContext[requests.SearchRequest], **more: Any) -> Settings:
        """How to search. Options of the request go into the puzzle; here are those that only added rules know."""
        rules = (str(Path(self.folder) / "added.lp"),) if (Path(self.folder) / "added.lp").exists() else ()
        return Settings(rules=rules, constants=puzzles.words_of(self.request.options), **more)

    def about(self, puzzle: Puzzle) -> Record:
        """What all answers begin with."""
        return {
            "type": puzzle.type.name, "notes": [remark.sentence for remark in puzzle.remarks],
            "input_remarks": [records.remark(each, self.own_types) for each in puzzle.remarks],
        }  # fmt: skip

    def json(self: RequestContext[requests.SearchRequest], record: results.Record) -> Record:
        """A record in the ways that are wanted; files are called as clients know them."""
        return record.json(self.show, partial(records.short_name, own_types=self.own_types))


def shelved_board(name: str) -> Path:
    """The instance of this name that comes with pysolve; PuzzleError if there is none."""
    files = [file for file in sorted((library().parent / "instances").glob("*/*.yaml")) if file.stem == name]
    if not files:
        raise PuzzleError(f"there is no board {quote(name)} here")
    return files[0]
