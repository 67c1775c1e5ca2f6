"""A puzzle: an instance of a type, with what stands in each of its places, what its picture shows besides, its lists of
words, and what is known of its answers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple

from .board import Board, Cell
from .errors import PuzzleError, Remark, alternatives, placed, quote
from .marks import Colour
from .puzzle_type import PuzzleType
from .rows import EQUALS, read_group, tokens_of_line, write_group
from .terms import Term, Value
from .tokens import NUMBERS, Alphabet

# -- Colours, notes and walls on the picture of a puzzle. They say nothing: no facts are made of them, and no verdict
# depends on them.

#: Characters of a note: more do not fit beside a cell's own text.
LONGEST_NOTE = 12


class Cosmetics(NamedTuple):
    """What is drawn of a puzzle and means nothing. Cells may be holes, where nothing is drawn.

    walls: between the two cells of each pair, the smaller one first.
    """

    colours: Mapping[Cell, Colour] = {}
    notes: Mapping[Cell, str] = {}
    walls: frozenset[tuple[Cell, Cell]] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.colours or self.notes or self.walls)

    def lines(self) -> dict[str, list[str]]:
        """All of them as the native form has them, by the names of their blocks: 'r1c1 r1c2 = blue', a line for each
        colour; 'r2c2 = start', one for each note; 'r1c1 r1c2', one for each wall.
        """
        coloured = {colour: sorted(cell for cell in self.colours if self.colours[cell] is colour) for colour in Colour}
        return {
            "colours": [_line(cells, colour) for colour, cells in coloured.items() if cells],
            "notes": [_line([cell], note) for cell, note in sorted(self.notes.items())],
            "walls": [" ".join(map(_name, cells)) for cells in sorted(self.walls)],
        }


#: What is drawn of most puzzles.
NOTHING = Cosmetics()


def read_cosmetics(lines: Mapping[str, Iterable[tuple[int, str]]], board: Board) -> Cosmetics:
    """What the lines of each block say, given with their numbers; PuzzleError, with the line, for one that is not as it
    should be.
    """
    spaces = board.with_holes(())
    return Cosmetics(
        {cell: _colour(text, line) for line, cell, text in _cells(lines.get("colours", ()), spaces, "colours")},
        {cell: _note(text, line) for line, cell, text in _cells(lines.get("notes", ()), spaces, "notes")},
        frozenset(_wall(line, text, spaces) for line, text in lines.get("walls", ())),
    )


def _wall(line: int, text: str, board: Board) -> tuple[Cell, Cell]:
    """The two cells on whose common side a wall stands."""
    with placed(line=line):
        cells = sorted(read_group(tokens_of_line(text), board)[0])
    if len(cells) != 2 or cells[1] not in board.neighbours(cells[0]):
        sentence = f"walls: found {quote(text.strip())}, expected two cells that share a side, such as r1c1 r1c2"
        raise PuzzleError(sentence, line=line)
    return cells[0], cells[1]


def _cells(lines: Iterable[tuple[int, str]], board: Board, what: str) -> Iterator[tuple[int, Cell, str]]:
    """The cells of lines, each with the text behind '='."""
    seen: set[Cell] = set()
    for number, line in lines:
        cells, equals, text = line.partition(EQUALS)
        if not equals or not text.strip():
            raise PuzzleError(f"{what}: found {quote(line.strip())}, expected cells, '=' and a text", line=number)
        with placed(line=number):
            group = read_group(cells.split(), board)[0]
        for cell in group:
            if cell in seen:
                raise PuzzleError(f"{what}: found a second text for {_name(cell)}", line=number)
            seen.add(cell)
            yield number, cell, text.strip()


def _colour(text: str, line: int) -> Colour:
    try:
        return Colour(text)
    except ValueError:
        raise PuzzleError(f"colours: found {quote(text)}, expected {alternatives(list(Colour))}", line=line) from None


def _note(text: str, line: int) -> str:
    if len(text) > LONGEST_NOTE or not text.isprintable():
        sentence = f"notes: found {quote(text)}, expected {LONGEST_NOTE} characters at most, all of them printable"
        raise PuzzleError(sentence, line=line)
    return text


def _name(cell: Cell) -> str:
    return write_group([cell])[0]


def _line(cells: list[Cell], text: str) -> str:
    return " ".join([*map(_name, cells), EQUALS, text])


#: What is said of a puzzle in words: fields of Draft and Puzzle, and keys of the native form.
WORDS_ABOUT = ("title", "author", "source", "rules")


class Token(NamedTuple):
    """One token of a part that says something: where, which text, and the facts that it becomes."""

    text: str
    values: Mapping[str, Value]
    templates: tuple[Term, ...]


@dataclass(repr=False)
class Puzzle:
    """An instance of a puzzle type.

    tokens: from the part's name to what stands in it. lists: the same for parts that are lists of words.
    options: values of the type's options that the instance sets.
    name: what reports call it; file: what messages call it. answer: the published answer, if any;
    is_answer_drawn: whether somebody drew it, perhaps a part of it. filled: the atoms of what a solver has filled in.
    title, author, source, rules: what is said of the puzzle in words; rules may have several lines.
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
    answer: str | None = None
    is_answer_drawn: bool = False
    filled: tuple[Term, ...] = ()
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

    def __repr__(self) -> str:
        where = f" in {self.file}" if self.file and self.file != self.name else ""
        return f"<{self.type.title} {self.board.rows}x{self.board.columns}, {quote(self.name)}{where}>"

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
    """The constraints of its type that a puzzle added, in words."""
    return ", ".join(each.name for each in puzzle.type.added if not each.is_own)


def number_or_text(token: str) -> int | str:
    """A token's value: an integer if it is written as one, else the text."""
    return int(token) if token.isascii() and token.isdigit() else token


# -- Lists of words, with scores


@dataclass
class Words:
    """A word list: from word to score, in the order of the list, and how many entries were no words.

    Words are numbered from 1. name: that of the list, if it comes with pysolve.
    """

    scores: dict[str, int] = field(default_factory=dict)
    left_out: int = 0
    name: str = field(default="", compare=False)

    def lines(self) -> list[str]:
        """The list as lines, each a word, or word;score."""
        return [f"{word};{score}" if score else word for word, score in self.scores.items()]

    def remarks(self, file: str) -> list[Remark]:
        """What the user should know of the list. file: where it stands."""
        if not self.left_out:
            return []
        total = self.left_out + len(self.scores)
        sentence = f"{self.left_out} of {total} words hold characters that are no letters and were left out"
        return [Remark(sentence, file)]


#: What stands between the word, its score and its clue in a line of a list.
_BEHIND_WORD = re.compile(r"[;,\t]")
_SCORE = re.compile(r"([+-]?\d{1,9})(?:\.\d*)?")
#: What most lines of large lists are: a word, and perhaps its score.
_PLAIN = re.compile(r"([A-Za-z]+)(?:[;,\t]([0-9]{1,9}))?")

#: What phrases are spelt with besides letters: 'kupu-kupu', 'ice cream', 'St. Louis'. Words with an apostrophe are left
#: out: lists for spelling have a genitive of every noun.
_UNSPELT = str.maketrans(dict.fromkeys(" \u00a0-\u2010\u2011\u2013.,!?", ""))


def letters_of(word: str) -> Sequence[str]:
    """The letters of a word, each with the signs that belong to it, such as the vowels of Hindi."""
    if word.isalpha():
        return word
    letters: list[str] = []
    for character in word:
        if letters and _is_sign(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def is_letter(text: str) -> bool:
    """Whether a text is one letter, perhaps with signs that belong to it."""
    return text[:1].isalpha() and all(map(_is_sign, text[1:]))


def _is_sign(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc") or character in "\u200c\u200d"  # joiners within words


def fold_words(lines: Iterable[str], first_line: int = 1) -> Words:
    """The words of a list, in capitals, phrases without blanks; a word that stands twice keeps its best score.

    A line is a word, perhaps with ';', ',' or a tab and its score behind it, of which the whole number counts, and then
    a clue. PuzzleError if what stands behind ';' is not a number.
    """
    words = Words()
    for number, line in enumerate(lines, first_line):
        if (plain := _PLAIN.fullmatch(line)) is not None:
            word, points = plain[1].upper(), int(plain[2] or 0)
            words.scores[word] = max(points, words.scores.get(word, points))
            continue
        if not line.strip():
            continue
        scored = _scored(line.strip())
        if scored is None and ";" in line:
            raise PuzzleError(f"found {quote(line.strip())}, expected a word, or word;score", line=number)
        text, points = scored or (line, 0)
        word = text.strip() if text.isascii() and text.isalpha() else unicodedata.normalize("NFC", text.strip())
        word = word.upper().translate(_UNSPELT)
        if not all(map(is_letter, letters_of(word))) or not word:
            words.left_out += 1
            continue
        words.scores[word] = max(points, words.scores.get(word, points))
    return words


def _scored(line: str) -> tuple[str, int] | None:
    """A word or phrase and its score, the first number behind it; None if there is none."""
    fields = _BEHIND_WORD.split(line)
    end = len(fields[0])
    for each in fields[1:]:
        if (score := _SCORE.fullmatch(each.strip())) is not None:
            return line[:end], int(score[1])
        end += 1 + len(each)
    return None


# -- What is known of the number of a puzzle's answers, and why no more is known


class Verdict(StrEnum):
    """Whether a puzzle has exactly one answer, several or none; unknown where a search ended before that was clear."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


class StopReason(StrEnum):
    """Why a search or an analysis ended before everything was known, as the end of a sentence."""

    TIME_LIMIT = "the time limit was reached"
    MEMORY_LIMIT = "the memory limit was reached"
    INTERRUPTED = "it was interrupted"
    NO_MEMORY = "there was no memory left"
    DIED = "the solver's process ended unexpectedly"

    @property
    def kind(self) -> StopReason:
        """What a LimitReason has, too."""
        return self


class LimitReason(str):
    """The same with more to say: which limit it was, and what grew. kind: the reason alone."""

    kind: StopReason

    def __new__(cls, kind: StopReason, more: str = "") -> LimitReason:
        reason = super().__new__(cls, f"{kind}{more}")
        reason.kind = kind
        return reason

    def __getnewargs__(self) -> tuple[StopReason, str]:  # type: ignore[override]
        return self.kind, str(self).removeprefix(str(self.kind))


#: Why something ended early.
Reason = StopReason | LimitReason
