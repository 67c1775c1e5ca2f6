"""The shapes of parts: how the tokens of a part lie, and all that follows from it.

A new shape is one class with one entry below: the variables of templates that say it, its places, how its tokens are
read, how they lie in rows and as lines of text, and what it is called. Nobody else asks which shape a part has, but for
what only one of them has (a grid has cells, a list has words).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from .board import Board, Cell, Side, cell_of, corner, halves_of, margin_of, side_between
from .errors import PuzzleError, check_characters, many, quote
from .rows import (
    BLANKS,
    Line,
    Rows,
    aligned,
    check_squares,
    clues,
    filled,
    grid,
    groups,
    lists,
    read_group,
    usual_length,
    write_group,
)
from .terms import Term, Value, functions, variables

if TYPE_CHECKING:
    from .puzzle import Token
    from .tokens import Values


#: What a token may become besides facts.
HOLE = "hole"

#: The keys of a part's tokens that take any token of a kind.
TOKEN_CLASSES = ("int", "letter", "symbol", "any")

#: Lines of a part of groups: more are surely a slip, and would only take time.
MOST_GROUPS = 10_000


class TokenReader(Protocol):
    """What understands tokens: a puzzle in the making (model/build)."""

    board: Board

    def tokens(self, part: Part, text: str, place: Values) -> Iterator[Token]:
        """What a token says. place: the variables that say where it stands."""

    def group(self, part: Part, text: str, number: int, cells: list[Cell]) -> Iterator[Token]:
        """What the token of a group of cells says."""


class PartShape:
    """How the tokens of a part lie.

    name: as the page and the service have it. about: in words. variables: the variables
    that the templates of such a part have, and those that they do not have; several pairs, where one will do.
    """

    name: str
    about: str
    variables: tuple[tuple[str, str], ...]

    is_layer = False  # its tokens lie on the board: in cells, on corners or between cells
    is_margin = False  # its tokens stand beside rows or columns
    is_lists = False  # each row or column has a list of tokens
    along_rows = False  # it has a token, or a list, for each row rather than for each column
    in_one_row = False  # its tokens are one row, however many lines they stand on
    how = ""  # what helps on the command line where such a part is missing

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return part_shape, (self.name,)  # there is one object of each, in every process

    def is_said_by(self, used: set[str]) -> bool:
        """Whether templates with these variables say that a part has this shape."""
        return any(used.issuperset(needed) and used.isdisjoint(refused) for needed, refused in self.variables)

    # -- Places

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        """The place of a token. values: of the variables of its templates."""
        return Term(part.name, (values["I"],))

    def values_at(self, part: Part, place: Value, index: int = 1) -> dict[str, Value]:
        """The variables that say where a token stands. index: which one of a list it is."""
        raise NotImplementedError

    def places(self, part: Part, board: Board) -> Iterator[tuple[int, int, Value]]:
        """The places on or beside a board, each with its row and its place in the row (from 0) in Rows."""
        return iter(())

    # -- Tokens

    def size(self, part: Part, rows: Rows) -> tuple[int | None, int | None]:
        """How many rows and columns a board with such tokens has, as far as they say it."""
        return None, None

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        """What the tokens say; PuzzleError, with the place, for one that is wrong or missing."""
        raise NotImplementedError

    def rows(self, part: Part, board: Board, tokens: Sequence[Token]) -> list[list[str]]:
        """The tokens in rows, with blanks and holes: what `read` makes the same tokens of."""
        texts = {self.place(part, token.values): token.text for token in tokens}
        result: dict[int, list[str]] = {}
        for row, _, place in self.places(part, board):
            result.setdefault(row, []).append(texts.get(place, part.hole if place in board.holes else part.blank))
        return list(result.values())

    def with_texts(
        self, part: Part, board: Board, rows: list[list[str]], texts: Mapping[Value, list[str]]
    ) -> list[list[str]]:
        """Rows with other tokens in some places. texts: one for each place, several where a line is a list."""
        changed = [list(row) for row in rows]
        for row, column, place in self.places(part, board):
            if place in texts:
                changed[row][column] = texts[place][0]
        return changed

    # -- Lines of text

    def lines(self, part: Part, rows: int, columns: int) -> int:
        """How many lines of text it takes on a board of that many rows and columns."""
        return 1

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        """Lines of text as rows of tokens. columns: of the board, where they are known."""
        return clues(lines)

    def to_lines(self, board: Board, rows: list[list[str]]) -> Iterator[str]:
        """Rows of tokens as lines of text."""
        return map(" ".join, rows)

    def fits_lines(self, rows: list[list[str]]) -> bool:
        """Whether lines of text hold these rows: none is passed over, or read otherwise."""
        return True


class _Layer(PartShape):
    """Tokens on the board, in lines of which each has a certain length.

    beside: how many cells there have to be around a place with a token.
    """

    is_layer = True
    beside = 1

    def lengths(self, part: Part, rows: int, columns: int) -> list[int]:
        """How many tokens each line has."""
        raise NotImplementedError

    def lines(self, part: Part, rows: int, columns: int) -> int:
        return len(self.lengths(part, rows, columns))

    def line_words(self, part: Part) -> str:
        """What the lines are, for a message."""
        raise NotImplementedError

    def fits_lines(self, rows: list[list[str]]) -> bool:
        """Without a blank in any of them lines are read character by character."""
        return any(len(row) > 1 for row in rows) or all(len(token) < 2 for row in rows for token in row)

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        lengths = self.lengths(part, reader.board.rows, reader.board.columns)
        if not any(lengths) and not any(rows.tokens):
            return  # blank lines may be left out
        if len(rows.tokens) != len(lengths):
            raise PuzzleError(
                f"found {many(len(rows.tokens), 'line')} in {quote(part.name)}, "
                f"expected {len(lengths)}{self.line_words(part)}",
                line=rows.line(0),
            )
        check_squares(rows)
        places = self.places(part, reader.board)
        for number, (texts, length) in enumerate(zip(rows.tokens, lengths)):
            if len(texts) != length:
                raise PuzzleError(
                    f"found {many(len(texts), 'token')} on line {number + 1} of {quote(part.name)}, expected {length}",
                    line=rows.line(number),
                )
            for text, (_, _, place) in zip(texts, places):
                with _said(f"line {number + 1}", part, rows.line(number)):
                    tokens = list(reader.tokens(part, text, self.values_at(part, place)))
                    if tokens and reader.board.holes and len(reader.board.cells_around(place)) < self.beside:
                        where = reader.board.name(place)
                        raise PuzzleError(f"found {quote(text)} on {where}, where nothing stands: it is beside a hole")
                yield from tokens


class _Grid(_Layer):
    name, about, variables = "grid", "a token per cell", (("X", "INWSRC"),)

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        return values["X"]

    def values_at(self, part: Part, place: Value, index: int = 1) -> dict[str, Value]:
        return {"X": place}

    def places(self, part: Part, board: Board) -> Iterator[tuple[int, int, Value]]:
        return ((cell[0] - 1, at, cell) for row in board.space_rows for at, cell in enumerate(row))

    def lengths(self, part: Part, rows: int, columns: int) -> list[int]:
        return [columns] * rows

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        blanks = [blank for blank in BLANKS if blank not in part.tokens]
        board = reader.board
        for cell, text in by_cell(board, rows):
            if text in blanks:  # most cells of many boards are blank
                continue
            try:
                if cell in board:
                    yield from reader.tokens(part, text, {"X": cell})
                elif not part.may_stand_in_hole(text):
                    raise PuzzleError(f"found {quote(text)} in a hole, where nothing stands")
            except PuzzleError as error:
                line = rows.line(cell[0] - 1)
                raise error.at(line=line, row=cell[0], column=board.position(cell)).about(cell) from None

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        return grid(lines, columns)

    def to_lines(self, board: Board, rows: list[list[str]]) -> Iterator[str]:
        return aligned(board, rows)


class _Corners(_Layer):
    name, about = "corners", "a token per corner"
    variables = (("P", "XYQRCIN"), ("Q", "XYPRCIN"))

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        return values["Q" if part.inner else "P"]

    def values_at(self, part: Part, place: Value, index: int = 1) -> dict[str, Value]:
        return {"Q" if part.inner else "P": place}

    def places(self, part: Part, board: Board) -> Iterator[tuple[int, int, Value]]:
        first, more = (2, -1) if part.inner else (1, 1)
        for row in range(board.rows + more):
            yield from ((row, at, corner(row + first, at + first)) for at in range(board.columns + more))

    def lengths(self, part: Part, rows: int, columns: int) -> list[int]:
        more = -1 if part.inner else 1
        return [columns + more] * (rows + more)

    def line_words(self, part: Part) -> str:
        return f", one a row of {'corners inside the board' if part.inner else 'corners'}"

    def size(self, part: Part, rows: Rows) -> tuple[int | None, int | None]:
        more = -1 if part.inner else 1
        return (len(rows.tokens) - more, usual_length(rows.tokens) - more) if rows.tokens else (None, None)

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        return grid(lines, None if columns is None else self.lengths(part, 2, columns)[0])


class _Sides(_Layer):
    """Tokens between the cells of a row and, on every second line, between that row and the next."""

    name, about, beside = "sides", "a token between every two neighbours", 2
    variables = (("XY", "EINWSRC"),)

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        one, other = cell_of(values["X"]), cell_of(values["Y"])
        assert one is not None and other is not None
        return side_between(one, other)

    def values_at(self, part: Part, place: Value, index: int = 1) -> dict[str, Value]:
        a, b = halves_of(place) or (0, 0)
        return {"X": (a // 2, b // 2), "Y": ((a + 1) // 2, (b + 1) // 2)}

    def places(self, part: Part, board: Board) -> Iterator[tuple[int, int, Value]]:
        for row, length in enumerate(self.lengths(part, board.rows, board.columns)):
            yield from ((row, at, Term("h", (row + 2, 2 * at + 3 - row % 2))) for at in range(length))

    def lengths(self, part: Part, rows: int, columns: int) -> list[int]:
        return [columns - 1 + row % 2 for row in range(2 * rows - 1)]

    def line_words(self, part: Part) -> str:
        return ": between the cells of each row, and between each row and the next"

    def size(self, part: Part, rows: Rows) -> tuple[int | None, int | None]:
        return ((len(rows.tokens) + 1) // 2, len(rows.tokens[0]) + 1) if rows.tokens else (None, None)

    def rows(self, part: Part, board: Board, tokens: Sequence[Token]) -> list[list[str]]:
        rows = iter(super().rows(part, board, tokens))
        return [next(rows) if length else [] for length in self.lengths(part, board.rows, board.columns)]

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        return lists(filled(lines))

    def fits_lines(self, rows: list[list[str]]) -> bool:
        return all(rows)  # lines without tokens are passed over


class _Margin(PartShape):
    """A token for each row or column, or a list of tokens."""

    is_margin = True

    def __init__(self, line: str, is_lists: bool) -> None:
        self.line, self.letter, self.along_rows = line, line[0].upper(), line == "row"
        self.is_lists, self.in_one_row = is_lists, not is_lists
        self.name = f"{line} {'lists' if is_lists else 'clues'}"
        self.about = f"a line per {line}, each a list" if is_lists else f"a token per {line}"
        others = "XNWS" + ("C" if self.along_rows else "R")
        self.variables = ((self.letter + "I", others),) if is_lists else ((self.letter, others + "I"),)

    def count(self, board: Board) -> int:
        """How many rows or columns there are."""
        return board.rows if self.along_rows else board.columns

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        return Term(part.side, (values[self.letter],))

    def values_at(self, part: Part, place: Value, index: int = 1) -> dict[str, Value]:
        margin = margin_of(place)
        return {self.letter: margin[1] if margin is not None else 0, "I": index}

    def places(self, part: Part, board: Board) -> Iterator[tuple[int, int, Value]]:
        for at, place in enumerate(board.margin(part.side)):
            yield (at, 0, place) if self.is_lists else (0, at, place)

    def size(self, part: Part, rows: Rows) -> tuple[int | None, int | None]:
        count = len(rows.tokens) if self.is_lists else sum(map(len, rows.tokens))
        return (count, None) if self.along_rows else (None, count)

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        lines = rows.tokens if self.is_lists else [[text] for row in rows.tokens for text in row]
        count = self.count(reader.board)
        if len(lines) != count:
            raise PuzzleError(
                f"found {len(lines)} {'lines' if self.is_lists else 'clues'} in {quote(part.name)}, expected {count}, "
                f"one a {self.line}",
                line=rows.line(0),
            )
        for number, texts in enumerate(lines, 1):
            index = 1  # blanks are not counted
            for text in texts:
                place = {self.letter: number, "I": index} if self.is_lists else {self.letter: number}
                with _said(f"{self.line} {number}", part, rows.line(number - 1 if self.is_lists else 0)):
                    tokens = list(reader.tokens(part, text, place))
                index += bool(tokens)
                yield from tokens

    def rows(self, part: Part, board: Board, tokens: Sequence[Token]) -> list[list[str]]:
        texts: dict[object, dict[object, str]] = {}
        for token in tokens:
            texts.setdefault(token.values[self.letter], {})[token.values["I"] if self.is_lists else 1] = token.text
        lines = [list(texts.get(number, {1: part.blank}).values()) for number in range(1, self.count(board) + 1)]
        return lines if self.is_lists else [[line[0] for line in lines]]

    def with_texts(
        self, part: Part, board: Board, rows: list[list[str]], texts: Mapping[Value, list[str]]
    ) -> list[list[str]]:
        if not self.is_lists:
            return super().with_texts(part, board, rows, texts)
        return [texts.get(part.side.at(number), row) for number, row in enumerate(rows, 1)]

    def lines(self, part: Part, rows: int, columns: int) -> int:
        return (rows if self.along_rows else columns) if self.is_lists else 1

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        return lists(lines) if self.is_lists else clues(lines)


class _Sequence(PartShape):
    name, about, variables = "sequence", "a list of tokens", (("I", "XYPQRCN"),)
    in_one_row = True

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        for index, text in enumerate((text for row in rows.tokens for text in row), 1):
            with _said("line 1", part, rows.line(0)):
                yield from reader.tokens(part, text, {"I": index})

    def rows(self, part: Part, board: Board, tokens: Sequence[Token]) -> list[list[str]]:
        numbered = {token.values["I"]: token.text for token in tokens}
        last = max((number for number in numbered if isinstance(number, int)), default=0)
        return [[numbered.get(number, part.blank) for number in range(1, last + 1)]]

    def with_texts(
        self, part: Part, board: Board, rows: list[list[str]], texts: Mapping[Value, list[str]]
    ) -> list[list[str]]:
        return [[text for place in sorted(texts, key=_index) for text in texts[place]]]


class _Groups(PartShape):
    name, about = "groups", "a line per group of cells, such as r1c1-r1c4 or r1c1 r2c1 = 7"
    variables = (("NX", "YPQRCWS"),)

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        return Term(part.name, (values["N"],))

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        used = {name for template in part.templates for name in variables(template)}
        if len(rows.tokens) > MOST_GROUPS:
            found = f"{many(len(rows.tokens), 'line')} in {quote(part.name)}"
            raise PuzzleError(f"found {found}, expected at most {MOST_GROUPS}")
        for number, texts in enumerate(rows.tokens, 1):
            with _said(f"line {number}", part, rows.line(number - 1)):
                cells, text = read_group(texts, reader.board, is_set="I" not in used)
                yield from reader.group(part, text, number, cells)

    def rows(self, part: Part, board: Board, tokens: Sequence[Token]) -> list[list[str]]:
        return [write_group(cells, text) for cells, text in groups_of(tokens)]

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        return groups(filled(lines))


class _Captions(PartShape):
    """What is said of the words across and down, by their numbers: '1A Expert'. Rows are such a name and a text, or a
    token.
    """

    name, about, variables = "texts", "a line per word, such as 1A Expert", (("NDV", "XYPQRCIWS"),)

    def place(self, part: Part, values: Mapping[str, Value]) -> Value:
        return Term(part.name, (self.named(values["N"], values["D"]),))

    def read(self, part: Part, rows: Rows, reader: TokenReader) -> Iterator[Token]:
        from .puzzle import Token

        seen: set[str] = set()
        for at, row in enumerate(rows.tokens):
            name, text = row[0].upper(), " ".join(row[1:])
            match = re.fullmatch(r"([1-9]\d{0,3})([AD])", name, re.ASCII)
            if match is None:
                sentence = f"{part.name}: found {quote(row[0])}, expected a number and A or D, such as 1A"
                raise PuzzleError(sentence, line=rows.line(at))
            if name in seen:
                raise PuzzleError(f"{part.name}: found a second text for {name}", line=rows.line(at))
            check_characters(text)
            seen.add(name)
            place: dict[str, Value] = {"N": int(match[1]), "D": Term("across" if match[2] == "A" else "down")}
            if self.are_texts(part):
                yield Token(text, {**place, "V": text}, tuple(part.templates))
                continue
            with _said(name, part, rows.line(at)):
                yield from reader.tokens(part, text, place)

    def rows(self, part: Part, board: Board, tokens: Sequence[Token]) -> list[list[str]]:
        return [[self.named(token.values["N"], token.values["D"]), token.text] for token in tokens]

    def of_lines(self, part: Part, lines: Sequence[Line], columns: int | None = None) -> Rows:
        said = filled(lines)
        return Rows([text.split(None, 1) for _, text in said], [number for number, _ in said])

    @staticmethod
    def are_texts(part: Part) -> bool:
        """Whether a part of this shape holds texts, such as clues, rather than tokens."""
        return part.shape is CAPTIONS and "any" in part.tokens

    @staticmethod
    def named(number: Value, direction: Value) -> str:
        """'1A', of the word across that has the number 1."""
        return f"{number}{str(direction)[0].upper()}"


class _Words(PartShape):
    """A list of words: no tokens (Draft.lists)."""

    name, about, variables = "list", "words, one per line, or the name of a file of words", (("N", "XRC"),)
    how = "; give one with --words FILE"


GRID = _Grid()
CORNERS = _Corners()
SIDES = _Sides()
ROW_CLUES, ROW_LISTS = _Margin("row", is_lists=False), _Margin("row", is_lists=True)
COLUMN_CLUES, COLUMN_LISTS = _Margin("column", is_lists=False), _Margin("column", is_lists=True)
SEQUENCE = _Sequence()
GROUPS = _Groups()
CAPTIONS = _Captions()
WORDS = _Words()

#: All shapes. A part has the first that the variables of its templates say.
PART_SHAPES: tuple[PartShape, ...] = (
    CORNERS, SIDES, GRID, ROW_CLUES, ROW_LISTS, COLUMN_CLUES, COLUMN_LISTS, SEQUENCE, GROUPS, CAPTIONS, WORDS,
)  # fmt: skip


def part_shape(name: str) -> PartShape:
    """The shape of this name."""
    return next(shape for shape in PART_SHAPES if shape.name == name)


def groups_of(tokens: Sequence[Token]) -> list[tuple[list[Cell], str]]:
    """The groups of a part: the cells of each, and the token behind them."""
    by_number: dict[Value, tuple[list[Cell], str]] = {}
    for token in tokens:
        cell = cell_of(token.values["X"])
        assert cell is not None
        cells, _ = by_number.setdefault(token.values["N"], ([], token.text))
        if token.values["I"] == len(cells) + 1:  # a token with several values comes again for each of them
            cells.append(cell)
    return list(by_number.values())


def by_cell(board: Board, rows: Rows) -> Iterator[tuple[Cell, str]]:
    """The tokens of a grid with their cells, holes included."""
    return zip(board.spaces, (token for row in rows.tokens for token in row))


@contextmanager
def _said(where: str, part: Part, line: int | None) -> Iterator[None]:
    """Errors say where in the part and in the file they are."""
    try:
        yield
    except PuzzleError as error:
        error.sentence += f" ({where} of {quote(part.name)})"
        raise error.at(line=line) from None


def _index(place: Value) -> int:
    assert isinstance(place, Term) and isinstance(place.args[0], int)
    return place.args[0]


@dataclass(frozen=True)
class Part:
    """One part of an instance: its shape, and what each token of it becomes.

    tokens: from a literal token, a pattern or a class ('int', 'letter', 'symbol', 'any') to templates, or HOLE; nothing
    for a part that is ignored. inner: of corners: only those inside the board.
    """

    name: str
    optional: bool
    shape: PartShape
    tokens: dict[str, tuple[Term, ...] | str]
    inner: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def is_ignored(self) -> bool:
        """Whether it is read, but says nothing."""
        return not self.tokens

    @property
    def blank(self) -> str:
        """The token that is written where nothing stands: '.', or '-' where '.' means something."""
        return "-" if "." in self.tokens and "-" not in self.tokens else "."

    @property
    def hole(self) -> str:
        """The token that is written where the board has a hole: a blank where the part has none for it."""
        return next((token for token, becomes in self.tokens.items() if becomes == HOLE), self.blank)

    @cached_property
    def side(self) -> Side:
        """The side of the board beside which its tokens stand: the one that its templates name."""
        named = {name for template in self.templates for name in functions(template)}
        usual = Side.LEFT if self.shape.along_rows else Side.TOP
        return next((side for side in Side if side in named), usual)

    def together(self, texts: Sequence[str]) -> str | None:
        """The token that says what all of these tokens say, each of them once; None if there is none."""
        said = [template for text in texts for template in self.tokens.get(text, ())]
        for key, templates in self.tokens.items():
            if not isinstance(templates, str) and len(templates) == len(said) and set(templates) == set(said):
                return key
        return None

    def place(self, values: Mapping[str, Value]) -> Value:
        """The place of one of its tokens. values: of the variables of its templates."""
        return self.shape.place(self, values)

    def cell_templates(self, templates: Iterable[Term]) -> tuple[Term, ...]:
        """Of what a group's token becomes, what holds for each of its cells; the rest holds for the group."""
        return tuple(each for each in templates if "X" in variables(each))

    @property
    def templates(self) -> list[Term]:
        """What tokens become, except for holes."""
        return [template for target in self.tokens.values() if not isinstance(target, str) for template in target]

    def may_stand_in_hole(self, token: str) -> bool:
        """Whether a token may stand in a hole: the hole itself, a blank, or the label of a region."""
        return token in BLANKS or self.tokens.get(token) in (HOLE, ()) or self.says_regions

    @property
    def says_regions(self) -> bool:
        """Whether its tokens say to which region each cell belongs, as the laws of regions have it."""
        return self._says("region", 2)

    @property
    def says_walls(self) -> bool:
        """Whether its tokens are walls within regions, as the laws of borders have it."""
        return self._says("wall", 2)

    def _says(self, name: str, arity: int) -> bool:
        return any(each.signature == (name, arity) for each in self.templates)
