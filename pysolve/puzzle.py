"""A puzzle: an instance of a type, with its parts read token by token."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from . import alphabets
from .alphabets import NUMBERS, Alphabet
from .catalog import (
    COLUMN_LISTS,
    GRID,
    HOLE,
    LIST,
    ROW_CLUES,
    ROW_LISTS,
    Part,
    PuzzleType,
)
from .errors import PuzzleError, alternatives, quote
from .terms import Term, Value

Cell = tuple[int, int]

BLANKS = frozenset({".", "-"})

#: clingo's integers have 32 bits.
LARGEST_NUMBER = 2**31 - 1


class Block(NamedTuple):
    """The text of one part: its lines, the number of the first one in its file, and the file if it is another."""

    lines: Sequence[str]
    first_line: int = 1
    file: str | None = None


@dataclass
class Draft:
    """What a reader of a format found: texts, not yet understood by the type."""

    file: str
    parts: dict[str, Block] = field(default_factory=dict)
    name: str = ""
    size: tuple[int, int] | None = None
    options: dict[str, str] = field(default_factory=dict)
    board: str = "square"
    symbols: str | None = None
    title: str = ""
    source: str = ""
    answer: str | None = None
    verdict: str | None = None
    notes: list[str] = field(default_factory=list)


class Token(NamedTuple):
    """One token of a part that says something: where, which text, and the facts that it becomes."""

    text: str
    values: Mapping[str, Value]
    templates: tuple[Term, ...]


@dataclass
class Puzzle:
    """An instance of a puzzle type.

    places: all places for cells in reading order, holes included; cells: those that are no holes. On a
    hexagonal board the column counts half cells, and row_starts tells where each row begins.
    tokens: from the part's name to what stands in it. lists: the same for parts that are lists of words.
    options: values of the type's options that the instance sets.
    name: what reports call it; file: what messages call it. answer: the published answer, if any.
    notes: remarks on the input that the user should see.
    """

    type: PuzzleType
    file: str
    name: str
    rows: int
    columns: int
    board: str
    places: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    tokens: dict[str, tuple[Token, ...]]
    options: dict[str, str]
    alphabet: Alphabet = NUMBERS
    title: str = ""
    source: str = ""
    answer: str | None = None
    verdict: str | None = None
    notes: tuple[str, ...] = ()
    row_starts: tuple[int, ...] = ()
    lists: dict[str, Words] = field(default_factory=dict)

    def token_at(self, place: Value) -> str | None:
        """The text that stands at a place (a cell, or a margin's term), if any."""
        for part in self.tokens.values():
            for token in part:
                if "X" in token.values and token.values["X"] == place:
                    return token.text
        return None

    def column_of(self, cell: Cell) -> int:
        """Which place of its row a cell is, holes counted; on a hexagonal board not the same as its column."""
        if self.board != "hex":
            return cell[1]
        return 1 + (cell[1] - self.row_starts[cell[0] - 1]) // 2


def build(type_: PuzzleType, draft: Draft) -> Puzzle:
    """The puzzle that a draft describes, checked against the type; PuzzleError if it does not fit."""
    try:
        return _Builder(type_, draft).build()
    except PuzzleError as error:
        raise error.at(file=draft.file) from None


class _Builder:
    def __init__(self, type_: PuzzleType, draft: Draft) -> None:
        self.type = type_
        self.draft = draft
        self.size = draft.size
        self.hex = draft.board == "hex"
        self.row_starts: tuple[int, ...] = ()  # of a hexagonal board: where each row begins, in half cells
        self.grids: dict[str, dict[Cell, str]] = {}
        self.alphabets: list[Alphabet] = []  # those that the tokens may be written in
        self.notes = draft.notes

    def build(self) -> Puzzle:
        self.check_names()
        self.alphabets = self.allowed_alphabets()
        self.read_grids()
        rows, columns = self.measure()
        holes = self.holes()
        shape = self.shape(rows, columns)
        alphabet = self.choose_alphabet(holes)
        self.alphabets = [alphabet]
        given = [(part, self.draft.parts[part.name]) for part in self.type.parts if part.name in self.draft.parts]
        tokens = {
            part.name: tuple(self.read_part(part, block, rows, columns, holes))
            for part, block in given
            if part.shape != LIST
        }
        lists = {part.name: self.read_list(block) for part, block in given if part.shape == LIST}
        return Puzzle(
            type=self.type, file=self.draft.file, name=self.draft.name or self.draft.file,
            rows=rows, columns=columns, board=self.draft.board, places=tuple(shape),
            cells=tuple(cell for cell in shape if cell not in holes),
            tokens=tokens, options=check_options(self.type, self.draft.options), alphabet=alphabet,
            title=self.draft.title, source=self.draft.source, answer=self.draft.answer,
            verdict=self.draft.verdict, notes=tuple(self.notes), row_starts=self.row_starts, lists=lists,
        )  # fmt: skip

    def check_names(self) -> None:
        names = [part.name for part in self.type.parts]
        for name in self.draft.parts:
            if name not in names:
                raise PuzzleError(f"unknown part {quote(name)}; a {self.type.title} puzzle has {alternatives(names)}")
        for part in self.type.parts:
            if part.name not in self.draft.parts and not part.optional:
                missing = "; give one with --words FILE" if part.shape == LIST else ""
                raise PuzzleError(f"the part {quote(part.name)} is missing{missing}")
        if self.draft.board not in self.type.boards:
            raise PuzzleError(
                f"a {self.type.title} puzzle is played on a board that is {alternatives(list(self.type.boards))}, "
                f"not {quote(self.draft.board)}"
            )

    # -- Size and shape

    def read_grids(self) -> None:
        for part in self.type.parts:
            block = self.draft.parts.get(part.name)
            if part.shape == GRID and block is not None:
                known = partial(self.knows, part)
                rows = split_rows(block, self.size, known, one_line="symbol" in part.tokens)
                self.grids[part.name] = self.place(part, block, rows)

    def place(self, part: Part, block: Block, rows: list[list[str]]) -> dict[Cell, str]:
        """The tokens of a grid by cell; checks that the rows are as long as they should be."""
        if not rows:
            raise PuzzleError(f"the part {quote(part.name)} is empty", line=block.first_line)
        if self.hex:
            starts, width = hex_starts([len(row) for row in rows])
            self.row_starts = tuple(starts)
            height, step = len(rows), 2
        else:
            height, width = self.size or (len(rows), _usual_length(rows))
            starts, step = [1] * len(rows), 1
        if len(rows) != height:
            raise PuzzleError(f"found {len(rows)} rows in {quote(part.name)}, expected {height}")
        for number, row in enumerate(rows, 1):
            if not self.hex and len(row) != width:
                raise PuzzleError(
                    f"found {len(row)} {'cell' if len(row) == 1 else 'cells'}"
                    f"{f' in {quote(part.name)}' if len(self.grids) else ''}, expected {width}",
                    row=number,
                )
        self.size = (height, width)
        return {
            (r, start + step * at): token
            for r, (start, row) in enumerate(zip(starts, rows), 1)
            for at, token in enumerate(row)
        }

    def measure(self) -> tuple[int, int]:
        """The size of the board, from its grid or from the number of clues in the margins."""
        if self.size is not None:
            return self.size
        found: dict[str, int] = {}
        for part in self.type.parts:
            block = self.draft.parts.get(part.name)
            if block is None or part.shape in (GRID, LIST):
                continue
            along = "rows" if part.shape in (ROW_LISTS, ROW_CLUES) else "columns"
            lines = _without_trailing_blanks(block.lines)
            count = len(lines) if part.shape in (ROW_LISTS, COLUMN_LISTS) else len(" ".join(lines).split())
            found.setdefault(along, count)
        if not found.get("rows") or not found.get("columns"):
            raise PuzzleError("the size of the board is not known: expected a grid, or clues for rows and columns")
        return found["rows"], found["columns"]

    def shape(self, rows: int, columns: int) -> list[Cell]:
        """All places for cells, holes included, in reading order."""
        for grid in self.grids.values():
            return list(grid)
        return [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]

    def holes(self) -> set[Cell]:
        return {
            cell
            for part in self.type.parts
            for cell, token in self.grids.get(part.name, {}).items()
            if part.tokens.get(token) == HOLE
        }

    # -- Tokens

    def knows(self, part: Part, token: str) -> bool:
        return token in BLANKS or self.understand(part, token) is not None

    def understand(self, part: Part, token: str) -> tuple[Value, tuple[Term, ...] | str] | None:
        """The value of a token and what it becomes; None if the part has no such token."""
        named = self.symbol(token) if "symbol" in part.tokens else None
        if named is not None and (self.draft.symbols or token not in part.tokens):
            return named, part.tokens["symbol"]
        if token in part.tokens:
            return number_or_text(token), part.tokens[token]
        if "int" in part.tokens and token.isascii() and token.isdigit():
            return int(token), part.tokens["int"]
        if "letter" in part.tokens and len(token) == 1 and token.isalpha():
            return token.upper(), part.tokens["letter"]
        if "any" in part.tokens:
            return number_or_text(token), part.tokens["any"]
        return None

    def symbol(self, token: str) -> int | None:
        """The value that a token names in the alphabet; before it is chosen, in any that it may be."""
        found = (alphabet.value(token) for alphabet in self.alphabets)
        return next((value for value in found if value is not None), None)

    def allowed_alphabets(self) -> list[Alphabet]:
        symbols = self.draft.symbols
        if not symbols:
            return [alphabets.ALPHABETS[name] for name in self.type.alphabets]
        if len(set(symbols)) != len(symbols):
            raise PuzzleError(f"symbols: found {quote(symbols)}, expected each symbol once")
        return [Alphabet(symbols, f"one of the symbols {symbols}")]

    def choose_alphabet(self, holes: set[Cell]) -> Alphabet:
        named = [
            token
            for part in self.type.parts
            if "symbol" in part.tokens
            for cell, token in self.grids.get(part.name, {}).items()
            if token not in BLANKS and (token not in part.tokens or self.draft.symbols) and cell not in holes
        ]
        return alphabets.choose(self.alphabets, named)

    def token(self, part: Part, text: str, values: dict[str, Value]) -> Token | None:
        """One token with its facts; None for a blank. Raises PuzzleError for an unknown one."""
        if text in BLANKS and text not in part.tokens:
            return None
        understood = self.understand(part, text)
        if understood is None:
            raise PuzzleError(f"found {quote(text)}, expected {self.expected(part)}")
        value, templates = understood
        if isinstance(value, int) and value > LARGEST_NUMBER:
            raise PuzzleError(f"found {quote(text)}, expected a number up to {LARGEST_NUMBER}")
        if isinstance(templates, str) or not templates:
            return None
        return Token(text, {**values, "V": value, "G": value}, templates)

    def expected(self, part: Part) -> str:
        words = {"int": "a number", "letter": "a letter", "symbol": self.alphabets[0].about, "any": "anything"}
        return alternatives([*(words.get(token, quote(token)) for token in part.tokens), "a blank ('.' or '-')"])

    # -- Parts

    def read_part(self, part: Part, block: Block, rows: int, columns: int, holes: set[Cell]) -> Iterator[Token]:
        if part.shape == GRID:
            yield from self.read_grid(part, holes)
        elif part.shape in (ROW_LISTS, COLUMN_LISTS):
            along, count = ("R", rows) if part.shape == ROW_LISTS else ("C", columns)
            yield from self.read_lists(part, block, along, count)
        else:
            along, count = ("R", rows) if part.shape == ROW_CLUES else ("C", columns)
            yield from self.read_clues(part, block, along, count)

    def read_grid(self, part: Part, holes: set[Cell]) -> Iterator[Token]:
        for cell, text in self.grids[part.name].items():
            if cell in holes:
                continue
            try:
                token = self.token(part, text, {"X": cell})
            except PuzzleError as error:
                column = 1 + (cell[1] - self.row_starts[cell[0] - 1]) // 2 if self.hex else cell[1]
                raise error.at(row=cell[0], column=column) from None
            if token is not None:
                yield token

    def read_lists(self, part: Part, block: Block, along: str, count: int) -> Iterator[Token]:
        lines = _without_trailing_blanks(block.lines)
        what = "row" if along == "R" else "column"
        if len(lines) != count:
            raise PuzzleError(
                f"found {len(lines)} lines in {quote(part.name)}, expected {count}, one a {what}",
                line=block.first_line,
            )
        for number, line in enumerate(lines, 1):
            for index, text in enumerate(line.split(), 1):
                token = self.in_margin(part, text, {along: number, "I": index}, block.first_line + number - 1)
                if token is not None:
                    yield token

    def read_clues(self, part: Part, block: Block, along: str, count: int) -> Iterator[Token]:
        texts = " ".join(block.lines).split()
        if len(texts) != count:
            what = "row" if along == "R" else "column"
            raise PuzzleError(
                f"found {len(texts)} clues in {quote(part.name)}, expected {count}, one a {what}",
                line=block.first_line,
            )
        for number, text in enumerate(texts, 1):
            token = self.in_margin(part, text, {along: number}, block.first_line)
            if token is not None:
                yield token

    def in_margin(self, part: Part, text: str, values: dict[str, Value], line: int) -> Token | None:
        try:
            return self.token(part, text, values)
        except PuzzleError as error:
            along, number = next(iter(values.items()))
            what = "row" if along == "R" else "column"
            error.sentence += f" ({what} {number} of {quote(part.name)})"
            raise error.at(line=line) from None

    def read_list(self, block: Block) -> Words:
        try:
            words = fold_words(block)
        except PuzzleError as error:
            raise error.at(file=block.file) from None
        if words.left_out:
            self.notes.append(
                f"{words.left_out} of {words.left_out + len(words.scores)} words "
                "hold signs that are no letters and were left out"
            )
        return words


def number_or_text(token: str) -> int | str:
    """A token's value: an integer if it is written as one, else the text."""
    return int(token) if token.isascii() and token.isdigit() else token


def _without_trailing_blanks(lines: Sequence[str]) -> list[str]:
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


# -- Words


@dataclass
class Words:
    """A word list: from word to score, in the order of the list, and how many entries were no words.

    Words are numbered from 1.
    """

    scores: dict[str, int] = field(default_factory=dict)
    left_out: int = 0


_ITEM = re.compile(r"^(.*?)\s*(?:;\s*([+-]?\d{1,9}))?$")


def fold_words(block: Block) -> Words:
    """The words of a list, in capitals; a word that stands twice keeps its best score.

    PuzzleError if what stands behind ';' is no number.
    """
    words = Words()
    for number, line in enumerate(block.lines, block.first_line):
        if line.isascii() and line.isalpha():  # most lines of large lists
            word = line.upper()
            words.scores[word] = max(0, words.scores.get(word, 0))
            continue
        if not line.strip():
            continue
        match = _ITEM.match(line.strip())
        text = match[1] if match else line
        if ";" in text:
            raise PuzzleError(f"found {quote(line.strip())}, expected a word, or word;score", line=number)
        word = unicodedata.normalize("NFC", text).upper()
        if not word.isalpha():
            words.left_out += 1
            continue
        score = int(match[2]) if match and match[2] else 0
        words.scores[word] = max(score, words.scores.get(word, score))
    return words


# -- Rows


def split_rows(
    block: Block, size: tuple[int, int] | None, known: Callable[[str], bool], one_line: bool = False
) -> list[list[str]]:
    """The cells of a grid's lines: tokens between blanks, or single characters where rows are written densely.

    size: rows and columns, where they are known. known(token) says whether the type has such a token; it
    decides where both readings are possible. one_line: a whole square board may stand on one line.
    """
    tokens = [line.split() for line in block.lines if line.strip()]
    characters = [list("".join(row)) for row in tokens]
    if size is not None:
        fits = [sum(len(row) == size[1] for row in rows) for rows in (tokens, characters)]
        return characters if fits[1] > fits[0] else tokens
    if one_line and len(tokens) == 1 and len(tokens[0]) == 1:
        return _square(characters[0])
    if all(len(row) == 1 for row in tokens):
        return characters
    if _is_square(characters) and not _is_square(tokens):
        return characters
    # One of the readings may have a slip in it; the other one hardly knows a token.
    return characters if _share(characters, known) > _share(tokens, known) else tokens


def _share(rows: list[list[str]], known: Callable[[str], bool]) -> float:
    """Which share of the tokens is known."""
    found = [known(token) for row in rows for token in row]
    return sum(found) / max(len(found), 1)


def _usual_length(rows: list[list[str]]) -> int:
    """The length that most rows have: another one is the slip."""
    return Counter(len(row) for row in rows).most_common(1)[0][0]


def _is_square(rows: list[list[str]]) -> bool:
    return all(len(row) == len(rows) for row in rows)


def _square(row: list[str]) -> list[list[str]]:
    """A board in one line (81 characters for 9×9), if its length is a square number."""
    side = round(len(row) ** 0.5)
    if side < 4 or side * side != len(row):
        return [row]
    return [row[at : at + side] for at in range(0, len(row), side)]


def hex_starts(lengths: list[int]) -> tuple[list[int], int]:
    """Where each row of a hexagonal board begins, and the width of the board, both in half cells.

    Rows are centred if neighbours differ by an odd number of cells; equal rows are shifted alternately.
    """
    if all((a - b) % 2 for a, b in pairwise(lengths)):
        longest = max(lengths)
        return [longest - length + 1 for length in lengths], 2 * longest - 1
    for number, length in enumerate(lengths, 1):
        if length != lengths[0]:
            raise PuzzleError(
                f"found {length} cells, expected rows of a hexagonal board: all equally long ({lengths[0]}), "
                "or neighbouring rows that differ by an odd number of cells",
                row=number,
            )
    return [1 + number % 2 for number in range(len(lengths))], 2 * lengths[0]


# -- Options


def check_options(type_: PuzzleType, options: Mapping[str, str]) -> dict[str, str]:
    """The options with values as clingo takes them; PuzzleError for one that the type does not have."""
    checked = {}
    for name, value in options.items():
        option = type_.options.get(name)
        if option is None:
            known = f"its options are {', '.join(type_.options)}" if type_.options else "it has none"
            raise PuzzleError(f"{type_.title} has no option {quote(name)}; {known}")
        checked[name] = check_option(name, value, list(option.choices))
    return checked


_BOOLEANS = {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"}


def check_option(name: str, value: str, choices: Sequence[str]) -> str:
    """One option's value; where it must be one of some words, other spellings of yes and no are understood."""
    value = str(value).strip()
    if choices:
        plain = _BOOLEANS.get(value.lower(), value.lower()) if set(choices) == {"yes", "no"} else value
        if plain not in choices:
            raise PuzzleError(f"option {name}: found {quote(value)}, expected {alternatives(list(choices))}")
        return plain
    if not re.fullmatch(r"-?\d+", value):
        raise PuzzleError(f"option {name}: found {quote(value)}, expected a whole number")
    if abs(int(value)) > LARGEST_NUMBER:
        raise PuzzleError(f"option {name}: found {quote(value)}, expected a number up to {LARGEST_NUMBER}")
    return value
