"""A puzzle as tokens, row by row: what readers of formats find, and what writers of formats write.

A reader fills a Draft, and `build` (model/build.py) checks it against the type; nothing is taken apart there that the
reader has put together. `draft_of` is the way back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import alphabets
from .errors import Remark
from .puzzle import WORDS_ABOUT, Puzzle
from .puzzle_type import Part
from .rows import Rows

if TYPE_CHECKING:
    from .word_list import Words


@dataclass
class Draft:
    """What a reader of a format found, not yet checked against the type.

    parts: tokens, by the part's name. lists: words, likewise. size: rows, and cells of the first one, where
    they were said. shape: of cells; where it is not said, the first of the type's.
    is_answer_drawn: whether somebody drew the answer, perhaps a part of it.
    cosmetics: lines that model/cosmetics understands, with their numbers, by the names of their blocks.
    """

    file: str
    parts: dict[str, Rows] = field(default_factory=dict)
    lists: dict[str, Words] = field(default_factory=dict)
    name: str = ""
    size: tuple[int, int] | None = None
    options: dict[str, str] = field(default_factory=dict)
    shape: str = ""
    symbols: str | None = None
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    needs: str = ""
    answer: str | None = None
    is_answer_drawn: bool = False
    verdict: str | None = None
    remarks: list[Remark] = field(default_factory=list)
    cosmetics: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    group: int | None = None


def draft_of(puzzle: Puzzle) -> Draft:
    """The draft that makes this puzzle."""
    draft = Draft(
        puzzle.file, name=puzzle.name, lists=dict(puzzle.lists), size=puzzle.board.extent,
        options=dict(puzzle.options), shape=puzzle.board.shape.name, symbols=symbols(puzzle) or None,
        answer=puzzle.answer, is_answer_drawn=puzzle.is_answer_drawn, verdict=puzzle.verdict,
        remarks=list(puzzle.remarks), needs=puzzle.needs,
        cosmetics={name: list(enumerate(lines, 1)) for name, lines in puzzle.cosmetics.lines().items() if lines},
        **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
    )  # fmt: skip
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens:
            draft.parts[part.name] = Rows(rows(puzzle, part))
    return draft


def symbols(puzzle: Puzzle) -> str:
    """The symbols that have to be named, because the tokens alone would be read with another alphabet."""
    allowed = [alphabets.ALPHABETS[name] for name in puzzle.type.alphabets]
    tokens = [
        token.text
        for part in puzzle.type.parts
        if "symbol" in part.tokens
        for token in puzzle.tokens.get(part.name, ())
    ]
    if not allowed or alphabets.choose(allowed, tokens) is puzzle.alphabet:
        return ""
    return puzzle.alphabet.symbols


def rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The tokens of a part in rows (see Rows), with blanks and holes."""
    return part.shape.rows(part, puzzle.board, puzzle.tokens.get(part.name, ()))


def blank_rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The rows of a part in which nothing stands."""
    return part.shape.rows(part, puzzle.board, ())
