"""From a draft to a puzzle: every token checked against the type, and made into facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from . import alphabets
from .alphabets import NUMBERS, Alphabet
from .board import Board, BoardShape, Cell, cell_of, check_size, corner
from .cosmetics import read_cosmetics
from .draft import Draft, Rows
from .errors import PuzzleError, alternatives, quote
from .groups import read_group
from .layout import check_hexagons, check_squares
from .options import LARGEST_INTEGER, check_options
from .puzzle import BLANKS, WORDS_ABOUT, Puzzle, Token, number_or_text
from .puzzle_type import HOLE, NO_VALUE, Part, PartShape, PuzzleType
from .terms import Term, Value, variables
from .tokens import Values, is_pattern, pattern

#: Lines of a part of groups: more are surely a slip, and would only take time.
MOST_GROUPS = 10_000

#: What all numbers of a puzzle may add up to, and the largest of them: rules add them up, and multiply each with values
#: of a board, perhaps twice over.
LARGEST_SUM = LARGEST_INTEGER // 2
LARGEST_NUMBER = 10**7


def build(type_: PuzzleType, draft: Draft) -> Puzzle:
    """The puzzle that a draft describes, checked against the type; PuzzleError if it does not fit."""
    try:
        return _Builder(type_, draft).build()
    except PuzzleError as error:
        raise error.at(file=draft.file) from None


def read_token(type_: PuzzleType, part: Part, text: str, place: Values, alphabet: Alphabet) -> tuple[Token, ...]:
    """What a text says at a place of a part, its values named by this alphabet; nothing if the part has none such.

    place: the variables that say where.
    """
    builder = _Builder(type_, Draft(""))
    builder.alphabets = [alphabet]
    try:
        return tuple(builder.tokens(part, text, place))
    except PuzzleError:
        return ()


class _Builder:
    def __init__(self, type_: PuzzleType, draft: Draft) -> None:
        self.type = type_
        self.draft = draft
        self.board = Board.square(0, 0)
        self.alphabets: list[Alphabet] = []  # those that the tokens may be written in
        self.understood: dict[
            tuple[str, str], tuple[list[Values], tuple[Term, ...] | str, int]
        ] = {}  # by part and text
        self.total = 0  # of all numbers

    def build(self) -> Puzzle:
        draft = self.draft
        self.check_names()
        self.alphabets = self.allowed_alphabets()
        board = self.lay_out()
        holes = self.holes(board)
        self.board = board.with_holes(holes) if holes else board
        if not self.board.cells:
            raise PuzzleError("the board has no cells: all of them are holes")
        alphabet = self.choose_alphabet()
        self.alphabets = [alphabet]
        tokens = {
            part.name: tuple(self.read_part(part, draft.parts[part.name]))
            for part in self.type.parts
            if part.name in draft.parts
        }
        if self.total > LARGEST_SUM:
            raise PuzzleError(f"the numbers of the puzzle add up to {self.total}, expected at most {LARGEST_SUM}")
        return Puzzle(
            type=self.type, file=draft.file, name=draft.name or draft.file, board=self.board, tokens=tokens,
            options=check_options(self.type, draft.options), alphabet=alphabet,
            answer=draft.answer, verdict=draft.verdict, remarks=tuple(draft.remarks), lists=draft.lists,
            cosmetics=read_cosmetics(draft.colours, draft.notes, self.board),
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
                missing = "; give one with --words FILE" if part.shape == PartShape.WORDS else ""
                raise PuzzleError(f"the part {quote(part.name)} is missing{missing}")
        if self.draft.shape not in self.type.boards:
            raise PuzzleError(
                f"{self.type.a_puzzle} is played on a board that is {alternatives(list(self.type.boards))}, "
                f"not {quote(self.draft.shape)}"
            )

    # -- The board

    def grids(self) -> Iterator[tuple[Part, Rows]]:
        for part in self.type.parts:
            if part.shape == PartShape.GRID and part.name in self.draft.parts:
                yield part, self.draft.parts[part.name]

    def lay_out(self) -> Board:
        """The board, its holes not yet known, from the rows of its grids, from its corners or sides, or from the clues
        in the margins.
        """
        board: Board | None = None
        for part, rows in self.grids():
            if not rows.tokens:
                raise PuzzleError(f"the part {quote(part.name)} is empty", line=rows.line(0))
            if self.draft.shape == BoardShape.HEX:
                board = self.hexagonal(part, rows, board)
            else:
                board = self.rectangle(part, rows, board)
        if board is not None:
            return board
        height, width = self.measure()
        check_size(height, width)
        return Board.square(height, width)

    def hexagonal(self, part: Part, rows: Rows, board: Board | None) -> Board:
        lengths = [len(row) for row in rows.tokens]
        check_size(len(lengths), max(lengths))
        hexagons = Board.hexagonal(lengths)
        check_hexagons(hexagons, rows)
        if board is not None and hexagons.spaces != board.spaces:
            raise PuzzleError(f"the rows of {quote(part.name)} are not as long as those of the part before it")
        return hexagons

    def rectangle(self, part: Part, rows: Rows, board: Board | None) -> Board:
        size = self.draft.size if board is None else (board.rows, board.columns)
        height, width = size or (len(rows.tokens), _usual_length(rows.tokens))
        among = f" in {quote(part.name)}" if sum(1 for _ in self.grids()) > 1 else ""
        if len(rows.tokens) != height:
            raise PuzzleError(f"found {len(rows.tokens)} rows in {quote(part.name)}, expected {height}")
        for number, row in enumerate(rows.tokens, 1):
            if len(row) != width:
                cells = "cell" if len(row) == 1 else "cells"
                raise PuzzleError(
                    f"found {len(row)} {cells}{among}, expected {width}", row=number, line=rows.line(number - 1)
                )
        check_squares(rows)
        if board is not None:
            return board
        check_size(height, width)
        return Board.square(height, width)

    def measure(self) -> tuple[int, int]:
        """Rows and columns of a board without a grid: said, or seen from its other parts."""
        if self.draft.size is not None:
            return self.draft.size
        for part in self.type.parts:
            rows = self.draft.parts.get(part.name)
            if rows is not None and rows.tokens and part.shape == PartShape.CORNERS:
                more = -1 if part.inner else 1
                return len(rows.tokens) - more, _usual_length(rows.tokens) - more
            if rows is not None and rows.tokens and part.shape == PartShape.SIDES:
                return (len(rows.tokens) + 1) // 2, len(rows.tokens[0]) + 1
        counts: dict[bool, int] = {}
        for part in self.type.parts:
            rows = self.draft.parts.get(part.name)
            if rows is not None and part.shape.is_margin:
                count = len(rows.tokens) if part.shape.is_lists else sum(map(len, rows.tokens))
                counts.setdefault(part.shape.along_rows, count)
        if not counts.get(True) or not counts.get(False):
            raise PuzzleError("the size of the board is not known: expected a grid, or clues for rows and columns")
        return counts[True], counts[False]

    def holes(self, board: Board) -> set[Cell]:
        return {
            cell
            for part, rows in self.grids()
            if HOLE in part.tokens.values()
            for cell, token in _by_cell(board, rows)
            if part.tokens.get(token) == HOLE
        }

    # -- Tokens

    def understand(self, part: Part, token: str) -> tuple[list[Values], tuple[Term, ...] | str] | None:
        """The values of a token, one mapping for each repetition, and what it becomes; None if the part has none such.

        A literal token comes before patterns, these before classes, and `any` is the last.
        """
        known = part.tokens
        named = self.symbol(token) if "symbol" in known else None
        if named is not None and (self.draft.symbols or token not in known):
            return [_single(named)], known["symbol"]
        if token in known and not is_pattern(token):
            return [_single(number_or_text(token))], known[token]
        for key in known:
            values = (
                pattern(key).read(token, self.alphabets[0] if self.alphabets else NUMBERS) if is_pattern(key) else None
            )
            if values is not None:
                return values, known[key]
        if "int" in known and token.isascii() and token.isdigit():
            return [_single(int(token))], known["int"]
        if "letter" in known and len(token) == 1 and token.isalpha():
            return [_single(token.upper())], known["letter"]
        if "any" in known:
            return [_single(number_or_text(token))], known["any"]
        return None

    def symbol(self, token: str) -> int | None:
        """The value that a token names in the alphabet; before it is chosen, in any that it may be."""
        values = (alphabet.value(token) for alphabet in self.alphabets)
        return next((value for value in values if value is not None), None)

    def allowed_alphabets(self) -> list[Alphabet]:
        symbols = self.draft.symbols
        if not symbols:
            return [alphabets.ALPHABETS[name] for name in self.type.alphabets]
        if len(set(symbols)) != len(symbols):
            raise PuzzleError(f"symbols: found {quote(symbols)}, expected each symbol once")
        return [Alphabet(symbols, f"one of the symbols {symbols}")]

    def choose_alphabet(self) -> Alphabet:
        named = [
            token
            for part, rows in self.grids()
            if "symbol" in part.tokens
            for cell, token in _by_cell(self.board, rows)
            if token not in BLANKS and (token not in part.tokens or self.draft.symbols) and cell in self.board
        ]
        return alphabets.choose(self.alphabets, named)

    def tokens(self, part: Part, text: str, place: Values) -> Iterator[Token]:
        """What a token says, once for each of its repetitions; nothing for a blank. PuzzleError for an unknown one.

        place: the variables that say where it stands.
        """
        if text in BLANKS and text not in part.tokens:
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
        numbers = [
            abs(value)
            for values in understood[0]
            for name, value in values.items()
            if isinstance(value, int) and name not in ("G", "I")  # G is V by another name, I counts
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

    # -- Parts

    def read_part(self, part: Part, rows: Rows) -> Iterator[Token]:
        if part.shape == PartShape.GRID:
            yield from self.read_grid(part, rows)
        elif part.shape == PartShape.CORNERS:
            yield from self.read_corners(part, rows)
        elif part.shape == PartShape.SIDES:
            yield from self.read_sides(part, rows)
        elif part.shape == PartShape.SEQUENCE:
            yield from self.read_sequence(part, rows)
        elif part.shape == PartShape.GROUPS:
            yield from self.read_groups(part, rows)
        elif part.shape.is_lists:
            yield from self.read_lists(part, rows)
        else:
            yield from self.read_clues(part, rows)

    def read_grid(self, part: Part, rows: Rows) -> Iterator[Token]:
        blanks = [blank for blank in BLANKS if blank not in part.tokens]
        for cell, text in _by_cell(self.board, rows):
            if text in blanks or cell not in self.board:  # most cells of many boards are blank
                continue
            try:
                yield from self.tokens(part, text, {"X": cell})
            except PuzzleError as error:
                line = rows.line(cell[0] - 1)
                raise error.at(line=line, row=cell[0], column=self.board.position(cell)).about(cell) from None

    def read_corners(self, part: Part, rows: Rows) -> Iterator[Token]:
        """The tokens on all corners, or on those inside the board."""
        more, first, variable = (-1, 2, "Q") if part.inner else (1, 1, "P")
        expected = self.board.rows + more
        if self.board.columns + more == 0 and not any(rows.tokens):
            return  # blank lines may be left out
        if len(rows.tokens) != expected:
            corners = "corners inside the board" if part.inner else "corners"
            raise PuzzleError(
                f"found {len(rows.tokens)} lines in {quote(part.name)}, expected {expected}, one a row of {corners}",
                line=rows.line(0),
            )
        check_squares(rows)
        for row, texts in enumerate(rows.tokens, first):
            self.check_length(part, rows, row - first, self.board.columns + more)
            for column, text in enumerate(texts, first):
                yield from self.on_line(part, rows, row - first, text, {variable: corner(row, column)})

    def read_sides(self, part: Part, rows: Rows) -> Iterator[Token]:
        """The tokens between the cells of a row, and, on every second line, between that row and the next."""
        height = 2 * self.board.rows - 1
        if len(rows.tokens) != height:
            raise PuzzleError(
                f"found {len(rows.tokens)} lines in {quote(part.name)}, expected {height}: between the cells of each "
                "row, and between each row and the next",
                line=rows.line(0),
            )
        for number, texts in enumerate(rows.tokens):
            row, below = number // 2 + 1, number % 2
            self.check_length(part, rows, number, self.board.columns - 1 + below)
            for column, text in enumerate(texts, 1):
                other = (row + 1, column) if below else (row, column + 1)
                yield from self.on_line(part, rows, number, text, {"X": (row, column), "Y": other})

    def check_length(self, part: Part, rows: Rows, number: int, expected: int) -> None:
        count = len(rows.tokens[number])
        if count != expected:
            raise PuzzleError(
                f"found {count} tokens on line {number + 1} of {quote(part.name)}, expected {expected}",
                line=rows.line(number),
            )

    def on_line(self, part: Part, rows: Rows, number: int, text: str, place: Values) -> Iterator[Token]:
        try:
            yield from self.tokens(part, text, place)
        except PuzzleError as error:
            error.sentence += f" (line {number + 1} of {quote(part.name)})"
            raise error.at(line=rows.line(number)) from None

    def read_sequence(self, part: Part, rows: Rows) -> Iterator[Token]:
        texts = [text for row in rows.tokens for text in row]
        for index, text in enumerate(texts, 1):
            yield from self.on_line(part, rows, 0, text, {"I": index})

    def read_groups(self, part: Part, rows: Rows) -> Iterator[Token]:
        if len(rows.tokens) > MOST_GROUPS:
            raise PuzzleError(f"found {len(rows.tokens)} lines in {quote(part.name)}, expected at most {MOST_GROUPS}")
        for number, tokens in enumerate(rows.tokens, 1):
            try:
                cells, text = read_group(tokens, self.board, NO_VALUE)
                if text == NO_VALUE not in part.tokens:
                    raise PuzzleError(f"found cells without a value, expected {self.expected(part)} behind '='")
                readings, templates, total = self.checked(part, text)
                self.total += total
                yield from group_tokens(part, text, {**readings[0], "N": number}, cells, templates)
            except PuzzleError as error:
                error.sentence += f" (line {number} of {quote(part.name)})"
                raise error.at(line=rows.line(number - 1)) from None

    def along(self, part: Part) -> tuple[str, str, int]:
        """The variable for a part in the margins, the word for what it counts, and how many there are."""
        return ("R", "row", self.board.rows) if part.shape.along_rows else ("C", "column", self.board.columns)

    def read_lists(self, part: Part, rows: Rows) -> Iterator[Token]:
        variable, what, count = self.along(part)
        if len(rows.tokens) != count:
            raise PuzzleError(
                f"found {len(rows.tokens)} lines in {quote(part.name)}, expected {count}, one a {what}",
                line=rows.line(0),
            )
        for number, row in enumerate(rows.tokens, 1):
            index = 1  # blanks are not counted
            for text in row:
                tokens = list(self.in_margin(part, text, {variable: number, "I": index}, rows.line(number - 1)))
                index += bool(tokens)
                yield from tokens

    def read_clues(self, part: Part, rows: Rows) -> Iterator[Token]:
        variable, what, count = self.along(part)
        texts = [text for row in rows.tokens for text in row]
        if len(texts) != count:
            raise PuzzleError(
                f"found {len(texts)} clues in {quote(part.name)}, expected {count}, one a {what}", line=rows.line(0)
            )
        for number, text in enumerate(texts, 1):
            yield from self.in_margin(part, text, {variable: number}, rows.line(0))

    def in_margin(self, part: Part, text: str, place: Values, line: int | None) -> Iterator[Token]:
        try:
            yield from self.tokens(part, text, place)
        except PuzzleError as error:
            variable, number = next(iter(place.items()))
            what = "row" if variable == "R" else "column"
            error.sentence += f" ({what} {number} of {quote(part.name)})"
            raise error.at(line=line) from None


def group_tokens(
    part: Part, text: str, values: Values, cells: Iterable[Cell], templates: tuple[Term, ...] | str
) -> Iterator[Token]:
    """A token for each cell of a group: what the group becomes as a whole goes with the first one."""
    assert not isinstance(templates, str)
    for_cells = part.cell_templates(templates)
    for index, cell in enumerate(cells, 1):
        yield Token(text, {**values, "I": index, "X": cell}, templates if index == 1 else for_cells)


def _single(value: Value) -> Values:
    """The variables of a token with one value: V, and G where it is the name of a group."""
    return {"V": value, "G": value}


def _by_exit(board: Board, values: Values, templates: tuple[Term, ...]) -> Iterator[tuple[Values, tuple[Term, ...]]]:
    """The templates with their values; those with Y once for each exit, Y being the neighbour there."""
    exits = values.get("E")
    if exits is None:
        yield values, templates
        return
    yield values, tuple(each for each in templates if "Y" not in set(variables(each)))
    row, column = cell_of(values["X"]) or (0, 0)
    for name in str(exits):
        down, right = board.directions[name]
        yield (
            {**values, "Y": (row + down, column + right)},
            tuple(each for each in templates if "Y" in set(variables(each))),
        )


def _by_cell(board: Board, rows: Rows) -> Iterator[tuple[Cell, str]]:
    """The tokens of a grid with their cells, holes included."""
    return zip(board.spaces, (token for row in rows.tokens for token in row))


def _usual_length(rows: list[list[str]]) -> int:
    """The length that most rows have: another one is the slip."""
    return Counter(len(row) for row in rows).most_common(1)[0][0]
