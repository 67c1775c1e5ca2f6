"""From a draft to a puzzle, every token checked against the type and made into facts; and back.

A draft is a puzzle as tokens, row by row: what readers of formats find, and what writers of formats write. `build`
checks it against the type; `draft_of` is the way back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .board import Board, Cell, CellShape, cell_of, cell_shape, check_size
from .errors import PuzzleError, Remark, alternatives, check_characters, many, placed, quote
from .parts import GRID, HOLE, Part, by_cell
from .puzzle import WORDS_ABOUT, Puzzle, Token, is_letter, number_or_text, read_cosmetics
from .puzzle_type import LARGEST_INTEGER, PuzzleType, check_options
from .rows import BLANKS, NO_VALUE, Rows, check_shifts, check_squares, usual_length
from .symbols import shown
from .terms import Term, Value, variables
from .tokens import (
    ALPHABETS,
    INDEX,
    LABELS,
    NUMBERS,
    SHOWN,
    Alphabet,
    Values,
    choose_alphabet,
    is_pattern,
    pattern,
    single,
)

if TYPE_CHECKING:
    from .puzzle import Words


@dataclass
class Draft:
    """What a reader of a format found, not yet checked against the type.

    parts: tokens, by the part's name. lists: words, likewise. size: rows, and cells of the first one, where
    they were said. shape: of cells; where it is not said, the first of the type's.
    is_answer_drawn: whether somebody drew the answer, perhaps a part of it. filled: what a solver has filled in so far.
    cosmetics: lines that model/puzzle understands, with their numbers, by the names of their blocks.
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
    answer: str | None = None
    is_answer_drawn: bool = False
    filled: tuple[Term, ...] = ()
    verdict: str | None = None
    remarks: list[Remark] = field(default_factory=list)
    cosmetics: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    group: int | None = None

    def note(self, sentence: str, line: int | None = None, how: str = "") -> None:
        """Adds a remark on the file. line, how: as in Remark."""
        self.remarks.append(Remark(sentence, self.file, line, how=how))


def draft_of(puzzle: Puzzle) -> Draft:
    """The draft that makes this puzzle."""
    draft = Draft(
        puzzle.file, name=puzzle.name, lists=dict(puzzle.lists), size=puzzle.board.extent,
        options=dict(puzzle.options), shape=puzzle.board.shape.name, symbols=symbols(puzzle) or None,
        answer=puzzle.answer, is_answer_drawn=puzzle.is_answer_drawn, filled=puzzle.filled, verdict=puzzle.verdict,
        remarks=list(puzzle.remarks),
        cosmetics={name: list(enumerate(lines, 1)) for name, lines in puzzle.cosmetics.lines().items() if lines},
        **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
    )  # fmt: skip
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens:
            draft.parts[part.name] = Rows(rows(puzzle, part))
    return draft


def symbols(puzzle: Puzzle) -> str:
    """The symbols that have to be named, because the tokens alone would be read with another alphabet."""
    allowed = [ALPHABETS[name] for name in puzzle.type.alphabets]
    tokens = [
        token.text
        for part in puzzle.type.parts
        if "symbol" in part.tokens
        for token in puzzle.tokens.get(part.name, ())
    ]
    if not allowed or choose_alphabet(allowed, tokens) is puzzle.alphabet:
        return ""
    return puzzle.alphabet.symbols


def rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The tokens of a part in rows (see Rows), with blanks and holes."""
    return part.shape.rows(part, puzzle.board, puzzle.tokens.get(part.name, ()))


def blank_rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The rows of a part in which nothing stands."""
    return part.shape.rows(part, puzzle.board, ())


#: What all numbers of a puzzle may add up to, and the largest of them: rules add them up, and multiply each with values
#: of a board, perhaps twice over.
LARGEST_SUM = LARGEST_INTEGER // 2
LARGEST_NUMBER = 10**7


def build(type_: PuzzleType, draft: Draft) -> Puzzle:
    """The puzzle that a draft describes, checked against the type; PuzzleError if it does not fit."""
    with placed(file=draft.file):
        return _Builder(type_, draft).build()


def read_token(type_: PuzzleType, part: Part, text: str, place: Values, alphabet: Alphabet) -> tuple[Token, ...]:
    """What a text says at a place of a part, its values named by this alphabet; nothing if the part takes no such text.

    place: the variables that say where.
    """
    builder = _Builder(type_, Draft(""))
    builder.alphabets, builder.is_named = [alphabet], alphabet.symbols.startswith("0")
    try:
        return tuple(builder.tokens(part, text, place))
    except PuzzleError:
        return ()


#: The classes of tokens besides symbols, in the order in which they are tried: what fits, and its value.
_CLASSES: tuple[tuple[str, Callable[[str], bool], Callable[[str], Value]], ...] = (
    ("int", lambda token: token.isascii() and token.isdigit(), int),
    ("letter", is_letter, str.upper),
    ("any", lambda token: True, number_or_text),
)


class _Builder:
    def __init__(self, type_: PuzzleType, draft: Draft) -> None:
        self.type = type_
        self.draft = draft
        self.board = Board.square(0, 0)
        self.alphabets: list[Alphabet] = []  # those that the tokens may be written in
        self.is_named = bool(draft.symbols)  # whether tokens are symbols rather than what else they might be
        self.blanks: Set[str] = BLANKS
        self.understood: dict[
            tuple[str, str], tuple[list[Values], tuple[Term, ...] | str, int]
        ] = {}  # by part and text
        self.total = 0  # of all numbers
        self.remarks: list[Remark] = []

    def build(self) -> Puzzle:
        draft = self.draft
        self.check_names()
        self.check_words()
        self.alphabets = self.allowed_alphabets()
        board = self.lay_out()
        holes = self.holes(board)
        self.board = board.with_holes(holes) if holes else board
        if not self.board.cells:
            raise PuzzleError("the board has no cells: all of them are holes")
        alphabet = self.choose_alphabet()
        self.alphabets = [alphabet]
        tokens = {
            part.name: tuple(part.shape.read(part, draft.parts[part.name], self))
            for part in self.type.parts
            if part.name in draft.parts
        }
        self.check_labels(tokens)
        if self.total > LARGEST_SUM:
            raise PuzzleError(f"the numbers of the puzzle add up to {self.total}, expected at most {LARGEST_SUM}")
        tokens |= dict(self.walls_within_regions(tokens))
        return Puzzle(
            type=self.type, file=draft.file, name=draft.name or draft.file, board=self.board, tokens=tokens,
            options=check_options(self.type, draft.options), alphabet=alphabet,
            answer=draft.answer, is_answer_drawn=draft.is_answer_drawn, filled=draft.filled, verdict=draft.verdict,
            remarks=(*draft.remarks, *self.remarks), lists=draft.lists,
            cosmetics=read_cosmetics(draft.cosmetics, self.board), group=draft.group,
            **{name: getattr(draft, name) for name in WORDS_ABOUT},
        )  # fmt: skip

    def check_names(self) -> None:
        names = [part.name for part in self.type.parts]
        given = {**self.draft.parts, **self.draft.lists}
        for name in given:
            if name not in names:
                raise PuzzleError(f"unknown part {quote(name)}; {self.type.a_puzzle} has {alternatives(names)}")
        for part in self.type.parts:
            if part.name not in given and not part.optional:
                raise PuzzleError(f"the part {quote(part.name)} is missing", how=part.shape.how)
        if self.draft.shape and self.draft.shape not in self.type.boards:
            raise PuzzleError(
                f"{self.type.a_puzzle} is played on a board that is {alternatives(list(self.type.boards))}, "
                f"not {quote(self.draft.shape)}"
            )

    def check_words(self) -> None:
        """PuzzleError for characters that no text holds, as escapes may bring."""
        said = {name: getattr(self.draft, name) for name in (*WORDS_ABOUT, "answer")}
        for name, text in said.items():
            try:
                check_characters(text or "")
            except PuzzleError:
                raise PuzzleError(f"{name}: found a control character, expected text") from None

    def check_labels(self, tokens: Mapping[str, tuple[Token, ...]]) -> None:
        """A remark on labels that only differ in signs, such as '3' and '3,': each is one of its own."""
        for part in self.type.parts:
            labels = {token.text for token in tokens.get(part.name, ())} if "any" in part.tokens else set()
            for label in sorted(labels):
                plain = re.sub(r"^\W+|(\.0+)?\W*$", "", label)
                plain = str(int(plain)) if plain.isdecimal() and len(plain) < 9 else plain
                if plain != label and plain in labels:
                    sentence = f"{part.name}: {quote(label)} is another label than {quote(plain)}"
                    self.remarks.append(Remark(sentence, self.draft.file))
            if labels and self.type.is_regions(part):
                self.check_pieces(part, tokens[part.name])

    def check_pieces(self, part: Part, tokens: Iterable[Token]) -> None:
        """A remark on a region whose cells do not all touch: its label may be a slip, or one that was used before."""
        regions: dict[str, set[Cell]] = {}
        for token in tokens:
            if (cell := cell_of(token.values.get("X"))) is not None:
                regions.setdefault(token.text, set()).add(cell)
        for label, left in regions.items():
            todo = [left.pop()]
            while todo:
                found = left.intersection(self.board.neighbours(todo.pop()))
                left -= found
                todo += found
            if left:
                sentence = (
                    f"{part.name}: the cells of {quote(label)} do not all touch; they belong together all the same"
                )
                self.remarks.append(Remark(sentence, self.draft.file))

    # -- The board

    def grids(self) -> Iterator[tuple[Part, Rows]]:
        for part in self.type.parts:
            if part.shape is GRID and part.name in self.draft.parts:
                yield part, self.draft.parts[part.name]

    def lay_out(self) -> Board:
        """The board, its holes not yet known, from the rows of its grids, from its corners or sides, or from the clues
        in the margins.
        """
        board: Board | None = None
        for part, rows in self.grids():
            if not rows.tokens:
                raise PuzzleError(f"the part {quote(part.name)} is empty", line=rows.line(0))
            shape = cell_shape(self.draft.shape or self.type.boards[0])
            lay_out = self.rectangle if shape.in_columns else self.shifted
            board = lay_out(shape, part, rows, board)
        if board is not None:
            return board
        height, width = self.measure()
        check_size(height, width)
        return Board.square(height, width)

    def shifted(self, shape: CellShape, part: Part, rows: Rows, board: Board | None) -> Board:
        lengths = [len(row) for row in rows.tokens]
        check_size(len(lengths), max(lengths))
        if self.draft.size not in (None, (len(lengths), lengths[0])):
            height, width = self.draft.size or (0, 0)
            found = f"{len(lengths)} rows, the first of {lengths[0]} cells"
            raise PuzzleError(f"found {found}, expected {height} of {width}")
        shifted = Board.of_rows(shape, lengths)
        check_shifts(shifted, rows)
        if board is not None and shifted.spaces != board.spaces:
            raise PuzzleError(f"the rows of {quote(part.name)} are not as long as those of the part before it")
        return shifted

    def rectangle(self, shape: CellShape, part: Part, rows: Rows, board: Board | None) -> Board:
        size = self.draft.size if board is None else (board.rows, board.columns)
        height, width = size or (len(rows.tokens), usual_length(rows.tokens))
        among = f" in {quote(part.name)}" if sum(1 for _ in self.grids()) > 1 else ""
        if len(rows.tokens) != height:
            raise PuzzleError(f"found {many(len(rows.tokens), 'row')} in {quote(part.name)}, expected {height}")
        for number, row in enumerate(rows.tokens, 1):
            if len(row) != width:
                cells = "cell" if len(row) == 1 else "cells"
                spaced = any("  " in text.strip() for text in rows.texts)
                how = "; where blanks are empty cells, write '.' for each" if spaced else ""
                sentence = f"found {len(row)} {cells}{among}, expected {width}"
                raise PuzzleError(sentence, row=number, line=rows.line(number - 1), how=how)
        check_squares(rows)
        if board is not None:
            return board
        check_size(height, width)
        return Board.of_rows(shape, [width] * height)

    def measure(self) -> tuple[int, int]:
        """Rows and columns of a board without a grid: said, or seen from its other parts."""
        if self.draft.size is not None:
            return self.draft.size
        sizes = [
            part.shape.size(part, self.draft.parts[part.name])
            for part in self.type.parts
            if part.name in self.draft.parts
        ]
        for rows, columns in sizes:
            if rows is not None and columns is not None:
                return rows, columns
        rows = next((each for each, _ in sizes if each is not None), None)
        columns = next((each for _, each in sizes if each is not None), None)
        if not rows or not columns:
            raise PuzzleError("the size of the board is not known: expected a grid, or clues for rows and columns")
        return rows, columns

    def holes(self, board: Board) -> set[Cell]:
        return {
            cell
            for part, rows in self.grids()
            if HOLE in part.tokens.values()
            for cell, token in by_cell(board, rows)
            if part.tokens.get(token) == HOLE
        }

    def walls_within_regions(self, tokens: Mapping[str, tuple[Token, ...]]) -> Iterator[tuple[str, tuple[Token, ...]]]:
        """The walls of a type with regions, without those on a border. There is a border in any case, so they mean
        nothing, however the rules count borders; what is left out is remarked on.
        """
        walls = [part for part in self.type.parts if part.says_walls and tokens.get(part.name)]
        areas = [part for part in self.type.parts if part.says_regions] if walls else []
        region = {token.values["X"]: token.text for part in areas for token in tokens.get(part.name, ())}
        for part in walls if region else ():
            kept: list[Token] = []
            beyond: list[Token] = []
            for token in tokens[part.name]:
                same = region.get(token.values["X"]) == region.get(token.values["Y"])
                (kept if same else beyond).append(token)
            if beyond:
                what = (
                    "1 wall is left out that lies" if len(beyond) == 1 else f"{len(beyond)} walls are left out that lie"
                )
                where = self.board.name(part.place(beyond[0].values))
                self.remarks.append(
                    Remark(f"{what} on a border of regions, where walls mean nothing; the first is {where}")
                )
            yield part.name, tuple(kept)

    # -- Tokens

    def understand(self, part: Part, token: str) -> tuple[list[Values], tuple[Term, ...] | str] | None:
        """The values of a token, one mapping for each repetition, and what it becomes; None if the part takes no such
        token.

        A literal token comes before patterns, these before classes, and `any` is the last.
        """
        known = part.tokens
        named = self.symbol(token) if "symbol" in known else None
        if named is not None and (self.is_named or token not in known):
            return [single(named)], known["symbol"]
        if token in known and not is_pattern(token):
            return [single(number_or_text(token))], known[token]
        alphabet = self.alphabets[0] if self.alphabets else NUMBERS
        for key in filter(is_pattern, known):
            if (values := pattern(key).read(token, alphabet)) is not None:
                return values, known[key]
        for name, fits, value in _CLASSES:
            if name in known and fits(token):
                return [single(value(token))], known[name]
        return None

    def symbol(self, token: str) -> int | None:
        """The value that a token names in the alphabet; before it is chosen, in any that it may be."""
        values = (alphabet.value(token) for alphabet in self.alphabets)
        return next((value for value in values if value is not None), None)

    def allowed_alphabets(self) -> list[Alphabet]:
        symbols = self.draft.symbols
        if not symbols:
            return [ALPHABETS[name] for name in self.type.alphabets]
        if not any("symbol" in part.tokens for part in self.type.parts):
            raise PuzzleError(f"symbols: {self.type.a_puzzle} has no values that symbols could stand for")
        if len(set(symbols)) != len(symbols):
            raise PuzzleError(f"symbols: found {quote(symbols)}, expected each symbol once")
        return [Alphabet(symbols, f"one of the symbols {symbols}")]

    def choose_alphabet(self) -> Alphabet:
        tokens: Counter[str] = Counter()
        empty: set[str] = set()
        for part, rows in self.grids():
            if "symbol" in part.tokens:
                there = Counter(token for cell, token in by_cell(self.board, rows) if cell in self.board)
                known = set() if self.is_named else part.tokens.keys()
                tokens += Counter({token: count for token, count in there.items() if token not in {*known, *BLANKS}})
                empty |= {token for token in there if token in BLANKS or part.tokens.get(token) == ()}
        if self.is_named or SHOWN not in self.type.alphabets:
            return choose_alphabet(self.alphabets, tokens)
        tokens["0"] = int("0" in empty)
        found = shown(self.alphabets, tokens, next(iter(sorted(empty - {"0"})), ""), self.board.rows)
        self.is_named = found.alphabet.symbols.startswith("0")
        self.blanks = BLANKS | found.blanks
        if found.remark:
            self.remarks.append(Remark(found.remark, self.draft.file))
        return found.alphabet

    def tokens(self, part: Part, text: str, place: Values) -> Iterator[Token]:
        """What a token says, once for each of its repetitions; nothing for a blank. PuzzleError for an unknown one.

        place: the variables that say where it stands.
        """
        if text in self.blanks and text not in part.tokens:
            return
        understood = self.understood.get((part.name, text))  # most tokens stand in many places
        if understood is None:
            understood = self.understood[part.name, text] = self.checked(part, text)
        readings, templates, total = understood
        self.total += total
        if isinstance(templates, str):
            return
        for values in readings:
            for exits, made in _by_exit(self.board, {**place, **values}, templates):
                if made:
                    yield Token(text, exits, made)

    def checked(self, part: Part, text: str) -> tuple[list[Values], tuple[Term, ...] | str, int]:
        """What a token is understood as, and what its numbers add up to; PuzzleError if it is not, or if it holds too
        large a number.
        """
        most = min(LARGEST_NUMBER, LARGEST_SUM // max(self.board.rows, self.board.columns, 1))
        if text.isdigit() and len(text) > len(str(most)):
            raise PuzzleError(f"found {quote(text)}, expected a number up to {most}")
        understood = self.understand(part, text)
        if understood is None:
            raise PuzzleError(f"found {quote(text)}, expected {self.expected(part)}")
        if not text.isascii() and text not in part.tokens:
            _check_looks(text)
        numbers = [
            abs(value)
            for values in understood[0]
            for name, value in values.items()
            if isinstance(value, int) and name not in (*LABELS, INDEX)  # labels are V by another name
        ]
        if numbers and max(numbers) > most:
            raise PuzzleError(f"found {quote(text)}, expected a number up to {most}")
        return *understood, sum(numbers)

    def expected(self, part: Part) -> str:
        words = {"int": "a number", "letter": "a letter", "any": "anything"}
        if "symbol" in part.tokens:
            words["symbol"] = self.alphabets[0].about
        known = [pattern(key).about if is_pattern(key) else words.get(key, quote(key)) for key in part.tokens]
        return alternatives([*known, "a blank ('.' or '-')"])

    def group(self, part: Part, text: str, number: int, cells: list[Cell]) -> Iterator[Token]:
        """What the token of a group of cells says: for each of its values, and each of its cells."""
        if text == NO_VALUE not in part.tokens:
            raise PuzzleError(f"found cells without a value, expected {self.expected(part)} behind '='")
        readings, templates, total = self.checked(part, text)
        self.total += total
        yield from group_tokens(part, text, {**readings[0], "N": number}, cells, templates)
        for values in readings[1:]:
            assert not isinstance(templates, str)
            yield from group_tokens(part, text, {**values, "N": number}, cells, part.cell_templates(templates))


def group_tokens(
    part: Part, text: str, values: Values, cells: Iterable[Cell], templates: tuple[Term, ...] | str
) -> Iterator[Token]:
    """A token for each cell of a group: what the group becomes as a whole goes with the first one."""
    assert not isinstance(templates, str)
    for_cells = part.cell_templates(templates)
    for index, cell in enumerate(cells, 1):
        yield Token(text, {**values, "I": index, "X": cell}, templates if index == 1 else for_cells)


def _check_looks(text: str) -> None:
    """PuzzleError for a token that looks like another one: with an invisible character, or in another width."""
    import unicodedata  # few tokens are not plain

    check_characters(text)
    hidden = next((each for each in text if unicodedata.category(each) in ("Cf", "Cc", "Co", "Cn")), None)
    if hidden is not None:
        raise PuzzleError(f"found {quote(text)} with the invisible character U+{ord(hidden):04X}, expected none")
    plain = unicodedata.normalize("NFKC", text)
    if plain not in (text, unicodedata.normalize("NFC", text)):
        raise PuzzleError(f"found {quote(text)}, which looks like {quote(plain)}: write that")


def _by_exit(board: Board, values: Values, templates: tuple[Term, ...]) -> Iterator[tuple[Values, tuple[Term, ...]]]:
    """The templates with their values; those with Y once for each exit, Y being the neighbour there."""
    exits = values.get("E")
    if exits is None:
        yield values, templates
        return
    yield values, tuple(each for each in templates if "Y" not in set(variables(each)))
    cell = cell_of(values["X"]) or (0, 0)
    to_neighbour = tuple(each for each in templates if "Y" in set(variables(each)))
    for name in str(exits):
        yield {**values, "Y": board.beside(cell, name)}, to_neighbour
