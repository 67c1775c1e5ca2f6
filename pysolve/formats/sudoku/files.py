"""Files of Sudoku programs: collections (.sdm), and those of SadMan Software or SudoCue (.sdk) and of Simple Sudoku
(.ss). All hold boards of characters, with dots or zeros for empty cells.

Source: SudoCue, File Formats (https://www.sudocue.net/fileformats.php); Sudopedia, Sudoku Clipboard and File Formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from ...catalog import type_with
from ...model.build import Draft
from ...model.errors import PuzzleError, alternatives, many, quote
from ...model.formats import FormatKey
from ...model.parts import GRID, Part
from ...model.puzzle import Puzzle
from ...model.puzzle_type import PuzzleType
from ...model.rows import NO_VALUE, Rows, answer_of
from .. import plain_text
from ..source import Context

#: What may stand in a cell: a value, or one of the blanks.
_CELL = "[0-9A-Za-z.*_-]"
_BLANKS = "*_-"

#: Cells of the boards that are recognized by their lines alone: 9x9, 16x16 and 25x25. Others may be rows of any board.
_CELLS = (81, 256, 625)

_SIZES = alternatives([str(cells) for cells in _CELLS])


def _head(data: bytes) -> str:
    """The beginning of a file, as far as a look at it goes."""
    return data[:8192].removeprefix(b"\xef\xbb\xbf").decode("latin-1")


# -- Boxes: two options whose product is the size of a board are the sides of the boxes of a Sudoku


def usual_boxes(size: int) -> tuple[int, int]:
    """The sides where nothing is said: as near to each other as can be, the smaller one first."""
    first = max((number for number in range(1, int(size**0.5) + 1) if size % number == 0), default=1)
    return first, size // first


def box_sides(size: int, options: Iterable[str]) -> tuple[int, int] | None:
    """The sides that two options say, 0 being one that nothing is said of; None if their product is not the size."""
    one, other = map(int, options)
    if not one and not other:
        return usual_boxes(size)
    found = one or size // other, other or size // one
    return found if found[0] * found[1] == size else None


# -- Boards


def _type(context: Context) -> PuzzleType:
    """The type that the user or the file's name says, otherwise the one whose manifest names these formats."""
    try:
        return context.type()
    except PuzzleError:
        if context.reading.type is not None:
            raise
        return type_with(FormatKey.SDK, context.reading.own_types)


def _grid_part(type_: PuzzleType) -> Part:
    """The part that the boards become; PuzzleError if these formats do not hold puzzles of the type."""
    part = next((part for part in type_.parts if part.shape is GRID), None)
    if part is None or FormatKey.SDK not in type_.formats:
        raise PuzzleError(f"files of Sudoku programs hold no {type_.title} puzzles")
    return part


def _fill(draft: Draft, type_: PuzzleType, rows: Sequence[str], line: int = 1) -> None:
    """Puts the rows of a board into a draft. line: of the first row. PuzzleError if it is not square."""
    size = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise PuzzleError(f"found {many(len(row), 'cell')}, expected {size}, as many as rows", row=number)
    text = "".join(rows)
    blanks = _BLANKS + ("xX" if set(text) - set("123456789") in ({"x"}, {"X"}) else "")
    tokens = [[NO_VALUE if cell in blanks else cell for cell in row] for row in rows]
    draft.parts[_grid_part(type_).name] = Rows(tokens, list(range(line, line + size)))


def _rows_of(puzzle: Puzzle) -> list[str]:
    """The rows of a puzzle, a character a cell; PuzzleError if these formats cannot hold all of it."""
    part, size = _grid_part(puzzle.type), puzzle.board.rows
    if puzzle.options or any(puzzle.tokens.get(each.name) for each in puzzle.type.parts if each != part):
        raise PuzzleError("files of Sudoku programs hold plain boards, without options")
    if size != puzzle.board.columns or puzzle.board.holes or not 4 <= size <= 25:
        raise PuzzleError("files of Sudoku programs hold square boards without holes, of 4 to 25 rows")
    texts = {
        token.values["X"]: puzzle.alphabet.name(token.values["V"])  # type: ignore[arg-type]
        for token in puzzle.tokens.get(part.name, ())
    }
    rows = [[texts.get(cell, NO_VALUE) for cell in row] for row in puzzle.board.space_rows]
    if any(re.fullmatch(_CELL, text) is None for row in rows for text in row):
        raise PuzzleError("files of Sudoku programs hold a character for each cell")
    return ["".join(row) for row in rows]


def _cut(text: str, width: int) -> list[str]:
    return [text[at : at + width] for at in range(0, len(text), width)]


class Sdm:
    """Collections of Sudokus (.sdm): a board a line, row after row; behind it perhaps its answer, or a comment.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    """

    line = re.compile(
        "|".join(rf"{_CELL}{{{cells}}}(?:(?=[,;\t ])[ \t]*+[,;]?[ \t]*+{_CELL}{{{cells}}})?" for cells in _CELLS)
    )

    #: A board with a name or number before it, or a rating and other words behind it, as lists of puzzles have them.
    listed = re.compile(r"(?:([\w.#-]{1,40})[ \t,;:|]+)?([0-9._*-]{81})(?:[ \t,;:|]+(\S.{0,200}))?", re.ASCII)

    def sniff(self, data: bytes) -> bool:
        """Whether the first line that says something is a board in which something stands."""
        lines = (line for line in _head(data[:4096]).split("\n") if line.strip() and not line.startswith("#"))
        text = self.bare(next(lines, ""))[0]
        return re.search(r"\w", text) is not None and self.line.fullmatch(text) is not None

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The boards, a line each. PuzzleError at the first line that is none."""
        for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
            if line.strip() and not line.startswith(b"#"):
                self.check(line.decode("latin-1"), number)
                yield "", line, number

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the board of a line; PuzzleError if it is none."""
        type_, text = _type(context), context.text(data)
        if FormatKey.SDK not in type_.formats:  # other types have square boards of values on a line, too
            if not any("symbol" in part.tokens for part in type_.parts):
                size = "a first line with the numbers of rows and columns"
                found = f"a line of {len(text.strip())} characters is a Sudoku"
                raise PuzzleError(f"{found}; {type_.title} needs {size}")
            return plain_text.read_parts(draft, text, type_)
        self.check(text)
        line, beside = self.bare(text)
        board, *others = re.split(r"[ \t,;]+", line)
        side = round(len(board) ** 0.5)
        _fill(draft, type_, _cut(board, side))
        if others:
            draft.answer = answer_of(_cut(others[0], side))
        if beside:
            draft.note(f"passed over beside the board: {' and '.join(map(quote, beside))}")
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as a line; PuzzleError if it is more than a board."""
        rows = _rows_of(puzzle)
        if len(rows) ** 2 not in _CELLS:
            raise PuzzleError(f"collections of Sudokus hold boards of {_SIZES} cells")
        return ("".join(rows) + "\n").encode()

    def check(self, line: str, number: int | None = None) -> None:
        """PuzzleError for a line that is not a board."""
        text = self.bare(line)[0]
        if self.line.fullmatch(text) is None:
            count = len(re.split(r"[ \t,;]", text)[0])
            raise PuzzleError(f"found {count} characters, expected a board of {_SIZES} cells", line=number)

    def bare(self, line: str) -> tuple[str, list[str]]:
        """A line without what stands behind '#', and what stands beside the board in it, such as a rating."""
        text = line.partition("#")[0].strip()
        if self.line.fullmatch(text) is not None or (found := self.listed.fullmatch(text)) is None:
            return text, []
        before, board, behind = found.groups()
        answer = re.match(r"[0-9]{81}(?!\S)", behind or "")
        rest = (behind or "")[answer.end() :].strip() if answer else behind
        return board + (f" {answer[0]}" if answer else ""), [each for each in (before, rest) if each]


def _of_sudokuwiki(packed: str) -> tuple[str, bool]:
    """The given values of a board as SudokuWiki packs it, two characters a cell, and whether it holds more than these:
    behind 'S9B' in base 36 a given value, from 10 on one that was found, from 19 on a set of candidates, a bit each;
    without it, as before 2024, in base 32 such a set, doubled, and 1 more where its only value is given.
    Source: https://www.sudokuwiki.org/Sudoku_String_Definitions. PuzzleError for what is neither.
    """
    new = packed.startswith("S9B")
    value_of = _value_since_2024 if new else _value_before_2024
    values, more = [], False
    for at, cell in enumerate(_cut(packed.removeprefix("S9B"), 2)):
        code = int(cell, 36 if new else 32)
        value = value_of(code)
        if value is None:
            row, column = divmod(at, 9)
            raise PuzzleError(f"found {quote(cell)}, which SudokuWiki has for no cell", row=row + 1, column=column + 1)
        more |= bool(code) and not value
        values.append(value)
    return "".join(map(str, values)), more


def _value_since_2024(code: int) -> int | None:
    """The given value of a cell, 0 for none; None for what no cell has."""
    return None if code > 529 else code if code < 10 else 0


def _value_before_2024(code: int) -> int | None:
    """The same for boards as they were packed before."""
    candidates = code >> 1
    if code & 1:
        return candidates.bit_length() if candidates.bit_count() == 1 else None
    return None if code > 1023 else 0


class Digits:
    """An address of any site that opens a Sudoku by its 81 digits, or as SudokuWiki packs them; it is only read.

    https://sudokuexchange.com/play/?s=530070000…        https://www.sudokuwiki.org/sudoku.htm?bd=53..7…
    """

    address = re.compile(
        r"\s*https?://[^/\s]+(?P<page>\S{0,200}?)(?:[/=#?](?P<board>[0-9._*]{81})|=(?P<packed>S9B[0-9a-z]{162}|[0-9a-v]{162}))"
        r"(?=[&#/?\s]|\Z)\S*\s*",
        re.ASCII,
    )

    #: What the address of a page for another puzzle than a plain Sudoku has in its name.
    variant = re.compile(
        r"jigsaw|irregular|squiggly|killer|samurai|windoku|kakuro|kenken|futoshiki|str8ts|thermo|kropki|colou?r|jigoku|"
        r"(?<![a-z])(?:x|anti|hyper|diagonal|disjoint|consecutive)[a-z]*[-_]?sudoku|sudoku[-_]?(?:x|diagonal)(?![a-z])",
        re.IGNORECASE,
    )

    def sniff(self, data: bytes) -> bool:
        """Whether the first line is such an address."""
        return self.address.match(_head(data[:1000])) is not None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the board."""
        type_, found = _type(context), self.address.fullmatch(context.text(data))
        if found is None:
            raise PuzzleError("expected an address alone, with the digits of a Sudoku")
        variant = self.variant.search(found["page"])
        if variant is not None and context.reading.type is None:
            how = ": --type sudoku reads them as those of a plain Sudoku"
            page = f"of a page for another puzzle, {quote(variant[0])}"
            untyped = PuzzleError(f"this address is {page}, of which it holds digits alone", how=how)
            untyped.missing, untyped.likely = "type", (type_.name,)
            raise untyped
        board, more = _of_sudokuwiki(found["packed"]) if found["packed"] else (found["board"], False)
        if more:
            draft.note("what somebody has found, and candidates, are left out")
        _fill(draft, type_, _cut(board, 9))
        return type_


class Sdk:
    """A Sudoku of SadMan Software or SudoCue (.sdk): lines that begin with '#' say who made it, then a row a line.

        #ARuud
        #DA puzzle
        53..7....
        …

    The lines may stand in a section [Puzzle]; one called [State] holds what somebody has filled in, and is left out.
    """

    #: What lines that begin with '#' and a letter say: the author, what the puzzle is called, where it comes from.
    letters: ClassVar = {"A": "author", "D": "title", "S": "source"}

    head = re.compile(
        rf"\s*(?:(?:#[A-Z][^\n]*\n)+|\[Puzzle\][ \t\r]*\n(?:#[^\n]*\n)*)\s*{_CELL}{{4,25}}[ \t\r]*(?:\n|\Z)", re.ASCII
    )

    def sniff(self, data: bytes) -> bool:
        """Whether lines that begin with '#' and a letter, or a section, come before rows of a board."""
        return self.head.match(_head(data)) is not None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the board; PuzzleError if there is none."""
        type_ = _type(context)
        rows: list[str] = []
        first, section = 1, "[Puzzle]"
        for number, line in enumerate(map(str.strip, context.text(data).split("\n")), 1):
            if line.startswith("["):
                section = line
            elif line.startswith("#"):
                self.note(draft, line[1:])
            elif line and section == "[Puzzle]":
                first = first if rows else number
                rows.append(line)
        if section != "[Puzzle]":
            draft.note(f"the section {section} holds what is filled in, and is left out")
        if not rows:
            raise PuzzleError("found no rows, expected a board")
        _fill(draft, type_, rows, first)
        return type_

    def note(self, draft: Draft, text: str) -> None:
        """Puts into the draft what a line says behind its '#'."""
        letter, said = text[:1], "".join(each if each.isprintable() else " " for each in text[1:]).strip()
        if letter in self.letters:
            setattr(draft, self.letters[letter], said)
        elif said:
            draft.note(f"passed over: the line {quote('#' + text)}")

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as such a file; PuzzleError if it is more than a board."""
        texts = {letter: " ".join(getattr(puzzle, name).split()) for letter, name in self.letters.items()}
        said = [f"#{letter}{text}" for letter, text in texts.items() if text]
        return ("\n".join([*(said or ["#D"]), *_rows_of(puzzle)]) + "\n").encode()


class Ss:
    """A Sudoku of Simple Sudoku (.ss): rows with bars between the boxes, and lines of hyphens; perhaps with a frame.

    *-----------*
    |.3.|4..|...|
    |9.2|8.6|3.1|
    …
    """

    row = re.compile(rf"\|?{_CELL}{{2,5}}(?:\|{_CELL}{{2,5}})+\|?")
    rule = re.compile(r"[-+|*]+")

    #: A row whose empty cells are blanks, which is plain text.
    spaced = re.compile(r"(?=.*\|)[\w|]*(?: +[\w|]+)+")

    #: What may stand below the board.
    footer = re.compile(r"Simple Sudoku|Version .*", re.IGNORECASE)

    def sniff(self, data: bytes) -> bool:
        """Whether the first line, or the one below a rule, is a row with bars."""
        lines = [line.strip() for line in _head(data[:4096]).split("\n")]
        first = next((line for line in lines if line and self.rule.fullmatch(line) is None), "")
        return self.row.fullmatch(first) is not None and not any(map(self.spaced.fullmatch, lines))

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the board; PuzzleError for a line that is neither a row nor a rule."""
        type_ = _type(context)
        rows: list[list[str]] = []
        rules: set[int] = set()
        first = 1
        for number, line in enumerate(map(str.strip, context.text(data).split("\n")), 1):
            if line and self.rule.fullmatch(line):
                rules.add(len(rows))
            elif line and not (rows and self.footer.fullmatch(line)):
                first = first if rows else number
                rows.append(self.boxes_of(line, number, rows[0] if rows else None))
        joined = ["".join(row) for row in rows]
        _fill(draft, type_, joined, first)
        self.check_boxes(len(rows), len(rows[0][0]), {at for at in rules if 0 < at < len(rows)})
        return type_

    def boxes_of(self, line: str, number: int, above: Sequence[str] | None) -> list[str]:
        """A row, cut at its bars; PuzzleError if they stand otherwise than in the row above."""
        if self.row.fullmatch(line) is None:
            raise PuzzleError("expected a row with bars between the boxes, such as 53.|.7.|...", line=number)
        cut = line.strip("|").split("|")
        if len({*map(len, cut)}) > 1 or list(map(len, above or cut)) != list(map(len, cut)):
            sentence = "expected bars at the same places in all rows, and as many cells between them"
            raise PuzzleError(sentence, line=number)
        return cut

    def check_boxes(self, size: int, width: int, rules: set[int]) -> None:
        """PuzzleError for boxes other than those of a board of this size. rules: the rows above lines, if any are."""
        height, usual = usual_boxes(size)
        if width != usual:
            expected = f"expected {usual}, as a board of {size} rows has"
            raise PuzzleError(f"found bars around boxes of {width} columns; {expected}")
        if rules and rules != set(range(height, size, height)):
            found = " and ".join(map(str, sorted(rules)))
            expected = f"expected one below every {height} rows, as the boxes have"
            raise PuzzleError(f"found lines below row {found}; {expected}")

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as such a file; PuzzleError if it is more than a board, or its boxes are not square."""
        rows = _rows_of(puzzle)
        side = round(len(rows) ** 0.5)
        if side**2 != len(rows) or side < 2:
            raise PuzzleError("Simple Sudoku has boards with square boxes")
        frame = f" *{'-' * (len(rows) + side - 1)}*"
        rule = f" |{'+'.join(['-' * side] * side)}|"
        lines = [f" |{'|'.join(_cut(row, side))}|" for row in rows]
        text = f"\n{rule}\n".join("\n".join(lines[at : at + side]) for at in range(0, len(rows), side))
        return f"{frame}\n{text}\n{frame}\n".encode()


sdm, digits, sdk, ss = Sdm(), Digits(), Sdk(), Ss()
