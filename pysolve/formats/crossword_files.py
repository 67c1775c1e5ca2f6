"""Crosswords in the files of other programs: .puz (Across Lite), .xd, and Exolve, which is a page to solve them on.

The manifest's key `puz` says which type they are the boards of, and in which parts their contents stand.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..model.board import check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark
from ..model.formats import FormatKey
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS
from .crosswords import Cell, Crossword, Keys, by_cell, type_of
from .source import Context

_READ_FROM = "is not read from such files"

_MULTIPLE = "found squares with several letters (a rebus), for which there are no rules here"


def crossword_of(keys: Keys, solution: Iterable[str]) -> Crossword:
    """The crossword of a solution, whose blocks are '.' or ':'; the answer is known if no letter is missing."""
    block = keys.block or "#"
    rows = [[block if each in _BLOCKS else each.upper() for each in row] for row in solution]
    is_whole = all(each == block or each.isalpha() for row in rows for each in row)
    return Crossword(
        keys, [[block if each == block else "." for each in row] for row in rows], rows if is_whole else None
    )


def finish(draft: Draft, type_: PuzzleType, context: Context, held: Crossword, what: str, others: Sequence[str] = (),
           why_none: str = "") -> None:  # fmt: skip
    """Fills the draft, with a remark on what is passed over. what: the file. others: what else is passed over."""
    passed_over = [*held.fill(draft, type_), *others]
    held.take_words(draft, type_, context, why_none)
    if passed_over:
        draft.remarks.append(Remark(f"passed over in {what}: {', '.join(passed_over)}"))


# -- .puz
#
# Source of the format: https://github.com/alexdej/puzpy and its notes. Checksums are written, and not looked at.

_MAGIC = b"ACROSS&DOWN\0"

#: Where the magic bytes stand, and how long the header is.
_AT, _HEADER = 2, 0x34

#: Bytes within which they stand.
_FARTHEST = 4096

_BLOCKS = frozenset(".:")
_EMPTY = "-"


#: By how much the two bytes of a checksum are shifted, and what hides them.
_MASKS = ((0, b"ICHE"), (8, b"ATED"))


class _PuzBytes(NamedTuple):
    """What a .puz file says. texts: title, author, copyright, the clues and the notes. circles: cells, from 0."""

    columns: int
    rows: int
    solution: str
    state: str
    texts: list[str]
    circles: list[int]
    scrambled: bool = False

    @classmethod
    def of(cls, data: bytes) -> _PuzBytes:
        """The fields that the bytes hold; PuzzleError if these are cut off, or hold squares with several letters."""
        data = data[max(0, data.index(_MAGIC) - _AT) :]
        if len(data) < _HEADER:
            raise PuzzleError("the .puz file is cut off")
        version, columns, rows, clues, scrambled = struct.unpack_from("<4s16xBBH2xH", data, 0x18)
        check_size(rows, columns)
        cells = rows * columns
        texts = data[_HEADER + 2 * cells :].split(b"\0", clues + 4)
        if len(texts) < clues + 5:
            raise PuzzleError(f"the .puz file is cut off: found {len(texts) - 1} texts, expected {clues + 4}")
        encoding = "utf-8" if version.startswith(b"2") else "cp1252"
        said = [text.decode(encoding, "replace").strip() for text in texts[:-1]]
        solution, state = (data[start : start + cells].decode("latin-1") for start in (_HEADER, _HEADER + cells))
        circles = [at for at in _circles(texts[-1]) if at < cells]
        return cls(columns, rows, solution, state, said, circles, bool(scrambled))

    def bytes(self) -> bytes:
        """The file, as version 1.3, or 2.0 where Latin letters do not do."""
        solution, state = self.solution.encode(), self.state.encode()
        is_latin = all(map(_in_latin, self.texts))
        said = [text.encode("cp1252" if is_latin else "utf-8") for text in self.texts]
        size = struct.pack("<BBHHH", self.columns, self.rows, len(said) - 4, 1, 0)
        version = b"1.3\0" if is_latin else b"2.0\0"
        sums = [_sum(size), _sum(solution), _sum(state), _sum_of_texts(said)]
        whole = _sum_of_texts(said, _sum(state, _sum(solution, sums[0])))
        low, high = (bytes((each >> shift & 255) ^ mask for each, mask in zip(sums, key)) for shift, key in _MASKS)
        header = struct.pack("<H12sH4s4s4sHH12x", whole, _MAGIC, sums[0], low, high, version, 0, 0) + size
        marks = bytes(0x80 * (at in self.circles) for at in range(len(solution)))
        more = struct.pack("<4sHH", b"GEXT", len(marks), _sum(marks)) + marks + b"\0" if self.circles else b""
        return header + solution + state + b"".join(text + b"\0" for text in said) + more


class Puz:
    """A .puz file. The words are those of its solution, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether the magic bytes stand in it, perhaps behind others that some programs write before the header."""
        return _MAGIC in data[:_FARTHEST]

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError if the file is cut off, or holds squares with several letters."""
        type_, keys = type_of(context, FormatKey.PUZ, "a .puz file", _READ_FROM)
        file = _PuzBytes.of(data)
        draft.title, draft.author, draft.source, *clues, notes = file.texts
        draft.rules = notes.replace("\r\n", "\n")
        starts = range(0, file.rows * file.columns, file.columns)
        held = crossword_of(keys, (file.solution[at : at + file.columns] for at in starts))
        held.clues = {(each.number, each.direction): text for each, text in zip(held.entries(), clues)}
        held.circles = {(at // file.columns + 1, at % file.columns + 1) for at in file.circles}
        state = by_cell([file.state[at : at + file.columns] for at in starts])
        held.filled = {cell: letter.upper() for cell, letter in state.items() if letter.isalpha()}
        others, why_none = [], ""
        if file.scrambled:
            held.answer, why_none = None, "the file is locked and hides its solution"
            others.append("the solution, as the file is locked")
        finish(draft, type_, context, held, "the .puz file", others, why_none)
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle with its answer; PuzzleError for what such a file cannot hold."""
        held = Crossword.of(puzzle, FormatKey.PUZ, "a .puz file cannot hold")
        for what, is_there in (("bars", held.bars), ("shaded cells", held.shades)):
            if is_there:
                raise PuzzleError(f"a .puz file cannot hold {what}")
        if held.answer is None:
            raise PuzzleError("a .puz file needs the answer, and the puzzle names none ('answer:')")
        letters = ["." if token == held.keys.block else token for token in by_cell(held.answer).values()]
        if not all(len(token) == 1 and token.isascii() for token in letters):
            raise PuzzleError("a .puz file holds the letters A to Z alone")
        clues = [held.clues.get((each.number, each.direction), "") for each in held.entries()]
        texts = [puzzle.title, puzzle.author, puzzle.source, *clues, puzzle.rules.replace("\n", "\r\n")]
        circles = [at for at, cell in enumerate(by_cell(held.rows)) if cell in held.circles]
        return _PuzBytes(len(held.rows[0]), len(held.rows), "".join(letters), _state(held), texts, circles).bytes()


def _state(held: Crossword) -> str:
    """The letters so far: those that are given, and those that a solver has filled in."""
    mine = {cell: letter for cell, letter in held.filled.items() if letter.isascii() and len(letter) == 1}
    return "".join(
        "." if token == held.keys.block else token if token.isalpha() else mine.get(cell, _EMPTY)
        for cell, token in by_cell(held.rows).items()
    )


def _in_latin(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _sum(data: bytes, start: int = 0) -> int:
    """The checksum of some bytes."""
    total = start
    for byte in data:
        total = ((total >> 1 | (total & 1) << 15) + byte) & 0xFFFF
    return total


def _sum_of_texts(texts: Sequence[bytes], start: int = 0) -> int:
    """The same of title, author, copyright, clues and notes: only clues go without the zero behind them."""
    total = start
    for at, text in enumerate(texts):
        is_clue = 3 <= at < len(texts) - 1
        total = _sum(text if is_clue or not text else text + b"\0", total)
    return total


def _circles(extensions: bytes) -> Iterator[int]:
    """The cells, counted from 0, that the sections behind the texts circle; PuzzleError if one gives cells several
    letters.
    """
    at = 0
    while at + 8 <= len(extensions):
        name, length = struct.unpack_from("<4sH", extensions, at)
        values = extensions[at + 8 : at + 8 + length]
        at += 9 + length
        if name == b"GRBS" and any(values):
            raise PuzzleError(_MULTIPLE)
        if name == b"GEXT":
            yield from (number for number, value in enumerate(values) if value & 0x80)


# -- Exolve
#
# A text that a page of Exolve (https://github.com/viresh-ratnakar/exolve) makes a puzzle of.


class Exolve:
    """The puzzle as Exolve's page has it, written only."""

    def write(self, puzzle: Puzzle) -> bytes:
        """The text between `exolve-begin` and `exolve-end`; without an answer, cells have none."""
        held = Crossword.of(puzzle, FormatKey.PUZ, "Exolve has no kind for")
        if held.shades:
            raise PuzzleError("Exolve's text cannot hold shaded cells")
        said = {"title": puzzle.title, "setter": puzzle.author, "copyright": puzzle.source}
        lines = [f"exolve-{name}: {text}" for name, text in said.items() if text]
        lines += [f"exolve-width: {len(held.rows[0])}", f"exolve-height: {len(held.rows)}"]
        if puzzle.rules:
            lines += ["exolve-preamble:", *(f"  {line}" for line in puzzle.rules.split("\n"))]
        lines.append("exolve-grid:")
        for r, row in enumerate(held.rows, 1):
            lines.append("  " + " ".join(self.cell(held, (r, c), token) for c, token in enumerate(row, 1)))
        for name in ("across", "down"):
            lines.append(f"exolve-{name}:")
            lines += (
                f"  {number} {held.clues.get((number, direction)) or '…'} ({len(cells)})"
                for number, direction, cells in held.entries() if direction == name[0].upper()
            )  # fmt: skip
        return "\n".join(["exolve-begin", *(f"  {line}" for line in lines), "exolve-end", ""]).encode()

    def cell(self, held: Crossword, at: Cell, token: str) -> str:
        """The letter of a cell, or a block, with the bars beyond it, a circle, and whether it is given."""
        (r, c), block, answer = at, held.keys.block, held.answer
        letter = "." if token == block else answer[r - 1][c - 1] if answer else "0"
        bars = "".join(sign for sign, other in (("|", (r, c + 1)), ("_", (r + 1, c))) if (at, other) in held.bars)
        is_given = answer and token not in (*BLANKS, block, "_")
        return letter + {"|_": "+"}.get(bars, bars) + "@" * (at in held.circles) + "!" * bool(is_given)


# -- .xd
#
# Lines of text (https://github.com/century-arcade/xd): headers, the answer, the clues, with two blank lines between.


class Xd:
    """An .xd file, read only. The words are those of its answer, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether a clue of a word across stands in it as such files have them, and above it a board."""
        text = data.decode("utf-8", "replace")
        return re.search(r"^A1\. .* ~ \w+\s*$", text, re.MULTILINE) is not None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError if the board is missing, or if cells hold several letters."""
        type_, keys = type_of(context, FormatKey.PUZ, "an .xd file", _READ_FROM)
        lines = [line.strip() for line in context.text(data).splitlines() if not line.startswith("## ")]
        headers = (re.fullmatch(r"([A-Z][\w ]*): *(.*)", line) for line in lines)
        said = {match[1]: match[2] for match in headers if match}
        if said.get("Rebus"):
            raise PuzzleError(_MULTIPLE)
        draft.title, draft.author, draft.source = (said.get(name, "") for name in ("Title", "Author", "Copyright"))
        board = self.board(lines)
        held = crossword_of(keys, (line.replace("#", ".") for line in board))
        marked = held.shades if said.get("Special") == "shaded" else held.circles
        marked |= {cell for cell, letter in by_cell(board).items() if letter.islower()}
        clues = (re.fullmatch(r"([AD])([1-9]\d{0,3})\. (.*?)(?: ~ .*)?", line) for line in lines)
        held.clues = {(int(match[2]), match[1]): match[3] for match in clues if match}
        finish(draft, type_, context, held, "the .xd file")
        return type_

    def board(self, lines: Sequence[str]) -> list[str]:
        """The lines of the board; PuzzleError if there are none, or if they are not of one length."""
        board = [line for line in lines if re.fullmatch(r"[^\W\d_#.]*[#\w.]+", line) and ":" not in line]
        return _checked(board, "the .xd file")


def _checked(board: list[str], what: str) -> list[str]:
    """The lines of a board; PuzzleError if there are none, or if they are not of one length. what: the file."""
    if not board:
        raise PuzzleError(f"found no board in {what}")
    check_size(len(board), len(board[0]))
    for line in board:
        if len(line) != len(board[0]):
            raise PuzzleError(f"found {len(line)} cells in a row of {what}, expected {len(board[0])}")
    return board


# -- Across Lite's text: <GRID>, <ACROSS> and the like, each on a line of its own above what it names


class AcrossLite:
    """A text of which Across Lite makes a .puz file, read only. The words are those of its answer, unless --words names
    a list.
    """

    def sniff(self, data: bytes) -> bool:
        """Whether it begins as such texts do."""
        return b"<ACROSS PUZZLE" in data[:_FARTHEST]

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError if the board is missing, or if cells hold several letters."""
        type_, keys = type_of(context, FormatKey.PUZ, "a text of Across Lite", _READ_FROM)
        _, *found = re.split(r"^\s*<([A-Z0-9 ]+)>\s*$", context.text(data), flags=re.MULTILINE)
        said = {
            name: [line.strip() for line in text.splitlines() if line.strip()]
            for name, text in zip(found[::2], found[1::2])
        }
        if "REBUS" in said:
            raise PuzzleError(_MULTIPLE)
        draft.title, draft.author, draft.source = (
            " ".join(said.get(name, ())) for name in ("TITLE", "AUTHOR", "COPYRIGHT")
        )
        draft.rules = "\n".join(said.get("NOTEPAD", ()))
        held = crossword_of(keys, _checked(said.get("GRID", []), "the text of Across Lite"))
        for direction, name in (("A", "ACROSS"), ("D", "DOWN")):
            entries = (each.number for each in held.entries() if each.direction == direction)
            held.clues |= {(number, direction): text for number, text in zip(entries, said.get(name, ()))}
        finish(draft, type_, context, held, "the text of Across Lite")
        return type_


puz, exolve, xd, acrosslite = Puz(), Exolve(), Xd(), AcrossLite()
