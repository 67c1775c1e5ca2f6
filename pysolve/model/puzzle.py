"""A puzzle: an instance of a type, with what stands in each of its places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from .alphabets import NUMBERS, Alphabet
from .board import Board, Cell
from .cosmetics import NOTHING, Cosmetics
from .errors import Remark
from .puzzle_type import PuzzleType
from .terms import Term, Value

if TYPE_CHECKING:
    from .word_list import Words

#: What is said of a puzzle in words: fields of Draft and Puzzle, and keys of the native form.
WORDS_ABOUT = ("title", "author", "source", "rules")


class Token(NamedTuple):
    """One token of a part that says something: where, which text, and the facts that it becomes."""

    text: str
    values: Mapping[str, Value]
    templates: tuple[Term, ...]


@dataclass
class Puzzle:
    """An instance of a puzzle type.

    tokens: from the part's name to what stands in it. lists: the same for parts that are lists of words.
    options: values of the type's options that the instance sets.
    name: what reports call it; file: what messages call it. answer: the published answer, if any;
    is_answer_drawn: whether somebody drew it, perhaps a part of it.
    title, author, source, rules: what is said of the puzzle in words; rules may have several lines.
    needs: the files of rules that the puzzle was made with besides those of its type.
    verdict: what the instance says of its answers: unique, multiple or none.
    remarks: on the input, for the user to see. cosmetics: what only its picture shows.
    group: how many characters of a row stood together, if they stood in groups: so are answers written.
    """

    type: PuzzleType
    file: str
    name: str
    board: Board
    tokens: dict[str, tuple[Token, ...]]
    options: dict[str, str]
    alphabet: Alphabet = NUMBERS
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    needs: str = ""
    answer: str | None = None
    is_answer_drawn: bool = False
    verdict: str | None = None
    remarks: tuple[Remark, ...] = ()
    cosmetics: Cosmetics = NOTHING
    lists: dict[str, Words] = field(default_factory=dict)
    group: int | None = None

    #: What notebooks show: the puzzle as SVG. Set by the package itself, since pictures are no business of the model.
    _repr_svg_: ClassVar[Callable[[Puzzle], str]]

    #: An address at which it opens in a browser (solution=False: without its answer); PuzzleError if there is none.
    #: Likewise set by the package.
    url: ClassVar[Callable[..., str]]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the board in reading order."""
        return self.board.cells

    def with_short_names(self) -> Puzzle:
        """The same puzzle, whose cells are called R1C2."""
        return replace(self, board=replace(self.board, short_names=True))

    def found_at(self, place: Value) -> str | None:
        """What stands in a cell, in quotes, if anything; groups of cells stand in none. Of several parts all is said,
        as only the rules know which of them is meant.
        """
        texts = {
            name: token.text
            for name, tokens in self.tokens.items()
            for token in reversed(tokens)
            if "X" in token.values and token.values["X"] == place and "N" not in token.values
        }
        if len(set(texts.values())) < 2:
            return next((f"'{text}'" for text in texts.values()), None)
        return " and ".join(f"'{text}' in '{name}'" for name, text in texts.items())


#: The shown atoms of a puzzle's only answer; None if it has none, has several, or too little time was left to say.
OnlyAnswer = Callable[[Puzzle], "tuple[Term, ...] | None"]


def no_answer(puzzle: Puzzle) -> None:
    """An OnlyAnswer that does not look for one."""


def added_names(puzzle: Puzzle) -> str:
    """The constraints that a puzzle added, in words."""
    return ", ".join(each.name for each in puzzle.type.added)


def number_or_text(token: str) -> int | str:
    """A token's value: an integer if it is written as one, else the text."""
    return int(token) if token.isascii() and token.isdigit() else token
