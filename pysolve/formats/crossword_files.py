"""Crosswords in the files of other programs: .puz and texts (Across Lite), .xd, .jpz (Crossword Compiler), and Exolve,
which is a page to solve them on.

The manifest's key `puz` says which type they are the boards of, and in which parts their contents stand.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ..model.board import Cell, check_size, pair_of
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, many, quote
from ..model.formats import FormatKey
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS, by_cell, cut
from .crosswords import NO_LETTER, OTHER_CLUES, Crossword, Keys, lines_of_html, type_of
from .source import LARGEST_PUZZLE, Context, parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_READ_FROM = "is not read from such files"

#: What is written for a clue that there is none of, where clues follow in the order of their words.
_NO_CLUE = "…"


def crossword_of(keys: Keys, solution: Iterable[Iterable[str]], several: Mapping[str, str] = {}) -> Crossword:
    """The crossword of a solution, whose blocks are '.' or ':'; the answer is known if no letter is missing. several:
    the letters that a sign stands for.
    """
    block = keys.block or "#"
    rows = [[block if each in _BLOCKS else several.get(each, each).upper() for each in row] for row in solution]
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
    """What a .puz file says. texts: title, author, copyright, the clues and the notes. circles: cells, from 0. rebus:
    the letters of cells with several, and filled: what a solver has written into such cells.
    """

    columns: int
    rows: int
    solution: str
    state: str
    texts: list[str]
    circles: list[int]
    rebus: Mapping[int, str] = MappingProxyType({})
    filled: Mapping[int, str] = MappingProxyType({})
    scrambled: bool = False

    @classmethod
    def of(cls, data: bytes) -> _PuzBytes:
        """The fields that the bytes hold; PuzzleError if these are cut off."""
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
        more = _sections(texts[-1])
        circles = [at for at, value in enumerate(more.get("GEXT", b"")[:cells]) if value & 0x80]
        table = dict(re.findall(r" *(\d+):([^;]*);", more.get("RTBL", b"").decode(encoding, "replace")))
        keys = enumerate(more.get("GRBS", b"")[:cells])
        rebus = {at: text for at, key in keys if key and (text := table.get(str(key - 1), "")).isalpha()}
        mine = enumerate(more.get("RUSR", b"").decode(encoding, "replace").split("\0")[:cells])
        filled = {at: text for at, text in mine if text.isalpha()}
        return cls(columns, rows, solution, state, said, circles, rebus, filled, bool(scrambled))

    def written(self) -> bytes:
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
        return header + solution + state + b"".join(text + b"\0" for text in said) + b"".join(self.sections())

    def sections(self) -> Iterator[bytes]:
        """What stands behind the texts: cells with several letters, circles, and what is written into such cells."""
        cells, texts = range(len(self.solution)), list(dict.fromkeys(self.rebus.values()))
        keys = bytes(texts.index(self.rebus[at]) + 1 if at in self.rebus else 0 for at in cells)
        for name, is_there, data in (
            (b"GRBS", self.rebus, keys),
            (b"RTBL", self.rebus, "".join(f"{at:2}:{text};" for at, text in enumerate(texts)).encode()),
            (b"GEXT", self.circles, bytes(0x80 * (at in self.circles) for at in cells)),
            (b"RUSR", self.filled, "".join(self.filled.get(at, "") + "\0" for at in cells).encode()),
        ):
            if is_there:
                yield struct.pack("<4sHH", name, len(data), _sum(data)) + data + b"\0"


class Puz:
    """A .puz file. The words are those of its solution, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether the magic bytes stand in it, perhaps behind others that some programs write before the header."""
        return _MAGIC in data[:_FARTHEST]

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError if the file is cut off."""
        type_, keys = type_of(context, FormatKey.PUZ, "a .puz file", _READ_FROM)
        file = _PuzBytes.of(data)
        draft.title, draft.author, draft.source, *clues, notes = file.texts
        draft.rules = notes.replace("\r\n", "\n")
        starts = range(0, file.rows * file.columns, file.columns)
        letters = [file.rebus.get(at, letter) for at, letter in enumerate(file.solution)]
        held = crossword_of(keys, (letters[at : at + file.columns] for at in starts))
        entries = held.entries()
        held.clues = {(each.number, each.direction): text for each, text in zip(entries, clues)}
        cells = [(at // file.columns + 1, at % file.columns + 1) for at in range(len(letters))]
        held.circles = {cells[at] for at in file.circles}
        state = by_cell([file.state[at : at + file.columns] for at in starts])
        mine = state | {cells[at]: text for at, text in file.filled.items()}
        held.filled = {cell: letters.upper() for cell, letters in mine.items() if letters.isalpha()}
        others, why_none = [OTHER_CLUES] * (len(clues) > len(entries)), ""
        if file.scrambled:
            held.answer, why_none = None, "the file is locked and hides its solution"
            others.append("the solution, as the file is locked")
        finish(draft, type_, context, held, "the .puz file", others, why_none)
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle with its answer; PuzzleError for what such a file cannot hold."""
        held = Crossword.of(puzzle, FormatKey.PUZ, "a .puz file cannot hold")
        held.refuse("a .puz file", {"bars": held.bars, "shaded cells": held.shades})
        letters = _answer_letters(held, "a .puz file")
        clues = [held.clues.get((each.number, each.direction), "") for each in held.entries()]
        texts = [puzzle.title, puzzle.author, puzzle.source, *clues, puzzle.rules.replace("\n", "\r\n")]
        cells = list(by_cell(held.rows))
        circles = [at for at, cell in enumerate(cells) if cell in held.circles]
        rebus = {at: token for at, token in enumerate(letters) if len(token) > 1}
        filled = {at: held.filled[cells[at]] for at in rebus if cells[at] in held.filled}
        solution = "".join(token[0] for token in letters)
        width, height = len(held.rows[0]), len(held.rows)
        return _PuzBytes(width, height, solution, _state(held), texts, circles, rebus, filled).written()


def _answer_letters(held: Crossword, what: str) -> list[str]:
    """What the cells of the answer hold, '.' a block; PuzzleError if a text, or what, cannot hold it."""
    if held.answer is None:
        raise PuzzleError(f"{what} needs the answer, and the puzzle names none ('answer:')")
    letters = ["." if token == held.keys.block else token for token in by_cell(held.answer).values()]
    if not all(token.isascii() and (token.isalpha() or token == ".") for token in letters):
        raise PuzzleError(f"{what} holds the letters A to Z alone")
    return letters


def _state(held: Crossword) -> str:
    """The letters so far: those that are given, and those that a solver has filled in."""
    mine = {cell: letter[0] for cell, letter in held.filled.items() if letter.isascii()}
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


def _sections(extensions: bytes) -> dict[str, bytes]:
    """What stands behind the texts, by the names of its sections."""
    sections, at = {}, 0
    while at + 8 <= len(extensions):
        name, length = struct.unpack_from("<4sH", extensions, at)
        sections[name.decode("latin-1")] = extensions[at + 8 : at + 8 + length]
        at += 9 + length
    return sections


# -- Exolve
#
# A text that a page of Exolve (https://github.com/viresh-ratnakar/exolve) makes a puzzle of.

_EXOLVE_READ = (
    "title", "setter", "copyright", "width", "height", "grid", "across", "down", "preamble", "prelude",
    "colour", "color",
)  # fmt: skip

#: Sections that say nothing of the puzzle itself.
_EXOLVE_LOOKS = ("id", "option", "language", "credits", "email", "maker", "version", "force-hyphen-right")


class Exolve:
    """The puzzle as Exolve's page has it. The words are those of its answer, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether a puzzle of Exolve begins in it, perhaps in a page."""
        return re.search(rb"(?m)^[ \t]*exolve-begin", data) is not None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the only puzzle of a text or page; PuzzleError for what Exolve does otherwise."""
        type_, keys = type_of(context, FormatKey.PUZ, "a text of Exolve", _READ_FROM)
        _, *texts = context.text(data).split("exolve-begin")
        if len(texts) != 1:
            raise PuzzleError(f"found {len(texts)} puzzles of Exolve, expected one")
        said = self.sections(texts[0].partition("exolve-end")[0])
        draft.title, draft.author, draft.source = (
            " ".join(lines_of_html(" ".join(said.get(name, ())))) for name in ("title", "setter", "copyright")
        )
        about = said.get("preamble", []) + said.get("prelude", [])
        draft.rules = "\n".join(lines_of_html("\n".join(about)))
        several = "rebus-cells" in " ".join(said.get("option", ())).split()
        rows = [self.cells(line, row, several) for row, line in enumerate(said.get("grid", []), 1)]
        self.check_size(said, rows)
        letters = [[cell[0] for cell in row] for row in rows]
        if all(letter in "0." for row in letters for letter in row):
            letters = [[letter.replace("0", "?") for letter in row] for row in letters]
        held = crossword_of(keys, letters)
        self.adorn(held, rows)
        uncoloured = self.read_colours(held, said.get("colour", []) + said.get("color", []))
        unread = self.read_clues(held, said)
        others = [f"exolve-{name}" for name in said if name not in (*_EXOLVE_READ, *_EXOLVE_LOOKS)]
        others += ["colours of words"] * uncoloured
        others += ["clues without a number"] * unread
        finish(draft, type_, context, held, "the text of Exolve", others)
        return type_

    def adorn(self, held: Crossword, rows: Sequence[Sequence[tuple[str, str]]]) -> None:
        """Takes circles, bars and given letters from the signs of cells."""
        for (r, c), (letter, signs) in by_cell(rows).items():
            if "@" in signs:
                held.circles.add((r, c))
            if set(signs) & set("|+") and c < len(rows[0]):
                held.bars.add(((r, c), (r, c + 1)))
            if set(signs) & set("_+") and r < len(rows):
                held.bars.add(((r, c), (r + 1, c)))
            if "!" in signs and len(letter) == 1:
                held.rows[r - 1][c - 1] = letter.upper()

    def read_colours(self, held: Crossword, lines: Iterable[str]) -> bool:
        """Takes the cells that have a colour as shaded ones: 'palegreen j5 c10r9', rows from the bottom; returns
        whether words have one, too.
        """
        cells, unread = by_cell(held.rows), False
        for name in " ".join(lines).split():
            match = re.fullmatch(r"([a-z])(\d{1,4})|c(\d{1,4})r(\d{1,4})|r(\d{1,4})c(\d{1,4})", name)
            if match is None:
                unread = unread or re.fullmatch(r"[A-Z]\d+|\d+[A-Za-z]", name) is not None
                continue
            letter, alone, column, below, above, behind = match.groups()
            cell = (
                len(held.rows) + 1 - int(alone or below or above),
                ord(letter) - ord("a") + 1 if letter else int(column or behind),
            )
            held.shades |= {cell} & cells.keys()
        return unread

    def sections(self, text: str) -> dict[str, list[str]]:
        """The lines of each section that hold anything, without comments."""
        said: dict[str, list[str]] = {}
        name = ""
        for line in text.splitlines():
            line = re.sub(r"(?:^|\s)#(?:\s.*)?$", "", line).strip()
            heading = re.match(r"exolve-([a-z-]+):?", line)
            if heading:
                name, line = heading[1], line[heading.end() :].strip()
                said.setdefault(name, [])
            if line and name:
                said[name].append(line)
        return said

    def cells(self, line: str, row: int, several: bool) -> list[tuple[str, str]]:
        """The letters of each cell of a line, and the signs that adorn it; PuzzleError for other signs. several:
        whether letters without a blank between them are one cell.
        """
        parts = re.findall(r"([^\W\d_]+|[.0?])([|_+@*!~\s]*)", line)
        if not several:
            parts = [
                (letter, signs if at == len(letters) else "")
                for letters, signs in parts
                for at, letter in enumerate(letters, 1)
            ]
        if "".join(chain(*parts)) != line:
            raise PuzzleError(f"found {quote(line[:60])} in the grid of Exolve, expected letters and signs", row=row)
        unknown = next((sign for _, signs in parts for sign in "*~" if sign in signs), None)
        if unknown:
            what = "a cell without its block or number shown"
            raise PuzzleError(f"found the sign {quote(unknown)} of Exolve, {what}, which has no place here", row=row)
        return [(letter, signs.replace(" ", "")) for letter, signs in parts]

    def check_size(self, said: Mapping[str, Sequence[str]], rows: Sequence[Sequence[object]]) -> None:
        """PuzzleError if the board is missing, or not of the size that the text says."""
        if not rows:
            raise PuzzleError("found no board in the text of Exolve")
        check_size(len(rows), len(rows[0]))
        height, width = (" ".join(said.get(name, ())) for name in ("height", "width"))
        if height not in ("", str(len(rows))):
            raise PuzzleError(f"found {many(len(rows), 'row')} in the grid of Exolve, expected {height}")
        for number, row in enumerate(rows, 1):
            if str(len(row)) != (width or str(len(rows[0]))):
                expected = width or len(rows[0])
                found = many(len(row), "cell")
                raise PuzzleError(f"found {found} in the grid of Exolve, expected {expected}", row=number)

    def read_clues(self, held: Crossword, said: Mapping[str, Sequence[str]]) -> bool:
        """Takes the clues across and down; returns whether there are some without a number."""
        known = {(each.number, each.direction): len(each.cells) for each in held.entries()}
        unread = False
        for direction, name in (("A", "across"), ("D", "down")):
            for line in said.get(name, ()):
                clue = re.fullmatch(r"\[?(\d{1,4})\]?[.:]?\s+(.*?)(?:\s*\((\d[^()]*)\)\s*(?:\[.*\].*)?)?", line)
                length = known.get((int(clue[1]), direction)) if clue else None
                if clue is None or length is None:
                    unread = True
                elif clue[2] != _NO_CLUE:
                    spelling = f" ({clue[3]})" * (clue[3] not in (None, str(length)))
                    held.clues[int(clue[1]), direction] = " ".join(lines_of_html(clue[2])) + spelling
        return unread

    def write(self, puzzle: Puzzle) -> bytes:
        """The text between `exolve-begin` and `exolve-end`; without an answer, cells have none."""
        held = Crossword.of(puzzle, FormatKey.PUZ, "Exolve has no kind for")
        given = held.answer is None and any(map(str.isalpha, by_cell(held.rows).values()))
        held.refuse("Exolve's text", {"given letters without the answer": given})
        said = {"title": puzzle.title, "setter": puzzle.author, "copyright": puzzle.source}
        lines = [f"exolve-{name}: {_for_exolve(text)}" for name, text in said.items() if text]
        lines += [f"exolve-width: {len(held.rows[0])}", f"exolve-height: {len(held.rows)}"]
        lines += ["exolve-option: rebus-cells"] * bool(held.rebus)
        if puzzle.rules:
            lines += ["exolve-preamble:", *(f"  {_for_exolve(line)}<br>" for line in puzzle.rules.split("\n"))]
        if held.shades:
            cells = (f"r{len(held.rows) + 1 - r}c{c}" for r, c in sorted(held.shades))
            lines.append(f"exolve-colour: lightgrey {' '.join(cells)}")
        lines.append("exolve-grid:")
        for r, row in enumerate(held.rows, 1):
            lines.append("  " + " ".join(self.cell(held, (r, c), token) for c, token in enumerate(row, 1)))
        lines += self.clues(held)
        return "\n".join(["exolve-begin", *(f"  {line}" for line in lines), "exolve-end", ""]).encode()

    def clues(self, held: Crossword) -> Iterator[str]:
        """The clues with the lengths of their words; and that these may be others than the board's, if some are."""
        clues = {each: _with_length(held.clues.get(each[:2]) or _NO_CLUE, len(each.cells)) for each in held.entries()}
        lengths = {each: re.findall(r"\d+", text[text.rindex("(") :]) for each, text in clues.items()}
        if any(sum(map(int, said)) != len(each.cells) for each, said in lengths.items()):
            yield "exolve-option: ignore-enum-mismatch"
        for name in ("across", "down"):
            yield f"exolve-{name}:"
            for each, text in clues.items():
                if each.direction == name[0].upper():
                    yield f"  {each.number} {_for_exolve(text)}"

    def cell(self, held: Crossword, at: Cell, token: str) -> str:
        """The letter of a cell, or a block, with the bars beyond it, a circle, and whether it is given."""
        (r, c), block, answer = at, held.keys.block, held.answer
        letter = "." if token == block else answer[r - 1][c - 1] if answer else "0"
        bars = "".join(sign for sign, other in (("|", (r, c + 1)), ("_", (r + 1, c))) if (at, other) in held.bars)
        is_given = answer and token not in (*BLANKS, block, NO_LETTER)
        return letter + {"|_": "+"}.get(bars, bars) + "@" * (at in held.circles) + "!" * bool(is_given)


def _for_exolve(text: str) -> str:
    """A text as HTML, in which no comment and no section begins."""
    return escape(text, quote=False).replace("#", "&#35;").replace("exolve-", "exolve&#45;")


def _with_length(clue: str, length: int) -> str:
    """A clue with the length of its word, or of the words that are spelt with it, behind it."""
    return clue if re.search(r"\(\d[\d,' -]*\)$", clue) else f"{clue} ({length})"


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
        """Fills the draft; PuzzleError if the board is missing."""
        type_, keys = type_of(context, FormatKey.PUZ, "an .xd file", _READ_FROM)
        lines = [line.strip() for line in context.text(data).splitlines() if not line.startswith("## ")]
        headers = (re.fullmatch(r"([A-Z][\w ]*): *(.*)", line) for line in lines)
        said = {match[1]: match[2] for match in headers if match}
        several = dict(re.findall(r"(\S)=([^\s,;]+)", said.get("Rebus", "")))
        draft.title, draft.author, draft.source = (said.get(name, "") for name in ("Title", "Author", "Copyright"))
        board = self.board(lines, "".join(several))
        held = crossword_of(keys, (line.replace("#", ".") for line in board), several)
        marked = held.shades if said.get("Special") == "shaded" else held.circles
        marked |= {cell for cell, sign in by_cell(board).items() if sign.islower() and sign not in several}
        clues = (re.fullmatch(r"([AD])([1-9]\d{0,3})\. (.*?)(?: ~ .*)?", line) for line in lines)
        held.clues = {(int(match[2]), match[1]): match[3] for match in clues if match}
        finish(draft, type_, context, held, "the .xd file")
        return type_

    def board(self, lines: Sequence[str], signs: str) -> list[str]:
        """The lines of the board; PuzzleError if there are none, or if they are not of one length. signs: of cells with
        several letters.
        """
        board = [line for line in lines if re.fullmatch(rf"[#\w.{re.escape(signs)}]+", line) and ":" not in line]
        return _checked(board, "the .xd file")


def _checked(board: list[str], what: str) -> list[str]:
    """The lines of a board; PuzzleError if there are none, or if they are not of one length. what: the file."""
    if not board:
        raise PuzzleError(f"found no board in {what}")
    check_size(len(board), len(board[0]))
    for line in board:
        if len(line) != len(board[0]):
            raise PuzzleError(f"found {many(len(line), 'cell')} in a row of {what}, expected {len(board[0])}")
    return board


#: What stands in the board for several letters.
_SIGNS = "1234567890@#$%&+?"

# -- Across Lite's text: <GRID>, <ACROSS> and the like, each on a line of its own above what it names


class AcrossLite:
    """A text of which Across Lite makes a .puz file. The words are those of its answer, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether it begins as such texts do."""
        return b"<ACROSS PUZZLE" in data[:_FARTHEST]

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError if the board is missing."""
        type_, keys = type_of(context, FormatKey.PUZ, "a text of Across Lite", _READ_FROM)
        _, *found = re.split(r"^\s*<([A-Z0-9 ]+)>\s*$", context.text(data), flags=re.MULTILINE)
        lines = (list(filter(None, map(str.strip, text.splitlines()))) for text in found[1::2])
        said = dict(zip(found[::2], lines))
        signs = [line.rstrip(";").split(":") for line in said.get("REBUS", ())]
        several = {sign[0]: sign[1] for sign in signs if len(sign) > 1}
        draft.title, draft.author, draft.source = (
            " ".join(said.get(name, ())) for name in ("TITLE", "AUTHOR", "COPYRIGHT")
        )
        draft.rules = "\n".join(said.get("NOTEPAD", ()))
        board = _checked(said.get("GRID", []), "the text of Across Lite")
        held = crossword_of(keys, board, several)
        if ["MARK"] in signs:
            marked = by_cell(board).items()
            held.circles = {cell for cell, sign in marked if sign.islower() and sign not in several}
        others: list[str] = []
        for direction, name in (("A", "ACROSS"), ("D", "DOWN")):
            entries, texts = held.entries_along(direction), said.get(name, ())
            clues = zip(entries, texts)
            held.clues |= {(each.number, direction): text for each, text in clues if text != _NO_CLUE}
            others = others or [OTHER_CLUES] * (len(texts) > len(entries))
        finish(draft, type_, context, held, "the text of Across Lite", others)
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle with its answer; PuzzleError for what such a text cannot hold."""
        what = "a text of Across Lite"
        held = Crossword.of(puzzle, FormatKey.PUZ, f"{what} cannot hold")
        letters = _answer_letters(held, what)
        texts = list(dict.fromkeys(text for text in letters if len(text) > 1))
        held.refuse(what, {
            "bars": held.bars, "shaded cells": held.shades,
            "given letters": any(map(str.isalpha, by_cell(held.rows).values())),
            "a circle in a cell with several letters": held.circles & held.rebus.keys(),
            f"more than {len(_SIGNS)} different texts of several letters": len(texts) > len(_SIGNS),
        })  # fmt: skip
        several = dict(zip(texts, _SIGNS))
        cells = {
            cell: text.lower() if cell in held.circles else several.get(text, text)
            for cell, text in zip(by_cell(held.rows), letters)
        }
        height, width = len(held.rows), len(held.rows[0])
        rows = ["".join(line) for line in cut([*cells.values()], width)]
        signs = ["MARK;"] * bool(held.circles) + [f"{sign}:{text}:{text[0]}" for text, sign in several.items()]
        sections = {
            f"ACROSS PUZZLE{' V2' * bool(signs)}": [], "TITLE": [puzzle.title], "AUTHOR": [puzzle.author],
            "COPYRIGHT": [puzzle.source], "SIZE": [f"{width}x{height}"], "GRID": rows,
            **({"REBUS": signs} if signs else {}),
        }  # fmt: skip
        for direction, name in (("A", "ACROSS"), ("D", "DOWN")):
            clues = (held.clues.get((each.number, direction)) for each in held.entries_along(direction))
            sections[name] = [text or _NO_CLUE for text in clues]
        sections["NOTEPAD"] = puzzle.rules.splitlines()
        return "".join(
            f"<{name}>\n" + "".join(f"{line}\n" for line in lines) for name, lines in sections.items()
        ).encode()


# -- .jpz: the XML of Crossword Compiler, perhaps packed
#
# https://www.crossword-compiler.com/en/compile/api; cells say what stands in them, words where they lie.


class Jpz:
    """A .jpz file. The words are those of its answer, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether it is XML with a board of cells, or such a text packed."""
        return b"<rectangular-puzzle" in (_unpacked(data) or data)[:_FARTHEST]

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError for another puzzle than a crossword, or a board that is not as it should be."""
        type_, keys = type_of(context, FormatKey.PUZ, "a .jpz file", _READ_FROM)
        text = re.sub(r"""\sxmlns(:\w+)?=("[^"]*"|'[^']*')""", "", context.text(_unpacked(data) or data))
        root = parse_xml(text, "a crossword")
        grids = list(root.iter("grid"))
        if len(grids) != 1:
            raise PuzzleError(f"found {len(grids)} grids in the .jpz file, expected one")
        (grid,) = grids
        about = next(root.iter("metadata"), root)
        draft.title, draft.author, draft.source = (
            " ".join(_said(about.find(name))) for name in ("title", "creator", "copyright")
        )
        rules = about.find("description")
        lines = "".join(() if rules is None else rules.itertext()).splitlines()
        draft.rules = "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
        height, width = (_whole(grid.get(name)) for name in ("height", "width"))
        check_size(height, width)
        cells = {(_whole(each.get("y")), _whole(each.get("x"))): each for each in grid.iter("cell")}
        for r, c in cells:
            if not 1 <= r <= height or not 1 <= c <= width:
                raise PuzzleError(
                    f"found a cell outside of the board of {height} rows and {width} columns", row=r, column=c
                )
        held = crossword_of(
            keys, ((_jpz_letter(cells.get((r, c))) for c in range(1, width + 1)) for r in range(1, height + 1))
        )
        others = self.adorn(held, cells) + self.read_clues(held, root)
        finish(draft, type_, context, held, "the .jpz file", others)
        return type_

    def adorn(self, held: Crossword, cells: Mapping[Cell, Element]) -> list[str]:
        """Takes bars, circles, shades, given letters and what is filled in; returns what is passed over."""
        open_ = {cell: each for cell, each in cells.items() if held.rows[cell[0] - 1][cell[1] - 1] != held.keys.block}
        for at, cell in open_.items():
            (r, c), letter = at, (cell.get("solution") or "").upper()
            for side, other in (
                ("top", (r - 1, c)), ("left", (r, c - 1)), ("bottom", (r + 1, c)), ("right", (r, c + 1)),
            ):  # fmt: skip
                if cell.get(f"{side}-bar") == "true" and other in cells:
                    held.bars.add(pair_of(at, other))
            if cell.get("background-shape") == "circle":
                held.circles.add(at)
            if cell.get("background-color", "").lower() not in ("", "#ffffff", "#fff", "white"):
                held.shades.add(at)
            if cell.get("hint") == "true" and len(letter) == 1:
                held.rows[r - 1][c - 1] = letter
            if (mine := (cell.get("solve-state") or "").upper()).isalpha():
                held.filled[at] = mine
        void = any(cell.get("type") in ("void", "clue") for cell in cells.values())
        return ["cells that are not part of the board, which become blocks"] * void

    def read_clues(self, held: Crossword, root: Element) -> list[str]:
        """Takes the clues of words across and down; returns what is passed over."""
        known = {(each.cells[0], each.direction): each for each in held.entries()}
        starts: dict[str | None, tuple[Cell, str]] = {}
        for word in root.iter("word"):
            cells = [(_whole(y), _whole(x)) for each in (word, *word.iter("cells")) for y, x in _ranges(each)]
            if len(cells) > 1:
                starts[word.get("id")] = cells[0], "A" if cells[0][0] == cells[1][0] else "D"
        unread = False
        for clue in root.iter("clue"):
            entry = known.get(starts.get(clue.get("word"), ((0, 0), "")))
            text, spelling = " ".join(_said(clue)), clue.get("format")
            if entry is None:
                unread = True
            elif text and text != _NO_CLUE:
                usual = spelling in (None, "", str(len(entry.cells)))
                held.clues[entry.number, entry.direction] = text if usual else f"{text} ({spelling})"
        return [OTHER_CLUES] * unread

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as XML that is not packed; without an answer, cells have none."""
        held = Crossword.of(puzzle, FormatKey.PUZ, "a .jpz file cannot hold")
        given = held.answer is None and any(map(str.isalpha, by_cell(held.rows).values()))
        held.refuse("a .jpz file", {"given letters without the answer": given})
        said = {
            "title": puzzle.title, "creator": puzzle.author, "copyright": puzzle.source, "description": puzzle.rules,
        }  # fmt: skip
        words = {each: str(number) for number, each in enumerate(held.entries(), 1)}
        numbers = {each.cells[0]: str(each.number) for each in words}
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            _tag("crossword-compiler-applet", {"xmlns": f"{_NAMES}crossword-compiler-applet"}),
            _tag("rectangular-puzzle", {"xmlns": f"{_NAMES}rectangular-puzzle"}),
            "<metadata>", *(f"<{name}>{escape(text, quote=False)}</{name}>" for name, text in said.items()),
            "</metadata>", "<crossword>",
            _tag("grid", {"width": str(len(held.rows[0])), "height": str(len(held.rows))}),
            _tag("grid-look", {"numbering-scheme": "normal"}, "/"),
            *(_tag("cell", self.cell(held, at, numbers.get(at, "")), "/") for at in by_cell(held.rows)), "</grid>",
        ]  # fmt: skip
        for each, name in words.items():
            (top, left), (bottom, right) = each.cells[0], each.cells[-1]
            x, y = (f"{one}-{other}" if one != other else f"{one}" for one, other in ((left, right), (top, bottom)))
            lines.append(_tag("word", {"id": name, "x": x, "y": y}, "/"))
        for title in ("Across", "Down"):
            lines.append(f'<clues ordering="normal"><title><b>{title}</b></title>')
            for each in (each for each in words if each.direction == title[0]):
                text = held.clues.get(each[:2]) or _NO_CLUE
                about = {"word": words[each], "number": str(each.number), "format": str(len(each.cells))}
                lines.append(f"{_tag('clue', about)}{escape(text, quote=False)}</clue>")
            lines.append("</clues>")
        return "\n".join([*lines, "</crossword>", "</rectangular-puzzle>", "</crossword-compiler-applet>", ""]).encode()

    def cell(self, held: Crossword, at: Cell, number: str) -> dict[str, str]:
        """What is said of a cell; nothing where it is empty."""
        (r, c), token = at, held.rows[at[0] - 1][at[1] - 1]
        place = {"x": str(c), "y": str(r)}
        if token == held.keys.block:
            return place | {"type": "block"}
        beyond = {"right": (r, c + 1), "bottom": (r + 1, c)}
        return place | {
            "solution": held.answer[r - 1][c - 1] if held.answer else "", "number": number,
            "background-shape": "circle" * (at in held.circles), "background-color": "#d3d3d3" * (at in held.shades),
            **{f"{side}-bar": "true" for side, other in beyond.items() if (at, other) in held.bars},
            "hint": "true" * (token not in (*BLANKS, NO_LETTER)), "solve-state": held.filled.get(at, ""),
        }  # fmt: skip


#: Where the names of such files are defined.
_NAMES = "http://crossword.info/xml/"


def _tag(name: str, about: Mapping[str, str], end: str = "") -> str:
    """A tag with what is said of it; what is empty is left out."""
    said = "".join(f' {key}="{escape(text)}"' for key, text in about.items() if text)
    return f"<{name}{said}{end}>"


def _unpacked(data: bytes) -> bytes | None:
    """The only text that is packed in these bytes, if it is no larger than a puzzle; None if there is none."""
    if not data.startswith(b"PK\x03\x04"):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            (only,) = packed.infolist()
            return packed.read(only) if only.file_size <= LARGEST_PUZZLE else None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, OSError):
        return None


def _jpz_letter(cell: Element | None) -> str:
    """The letters of a cell, or what stands for a block, or for a letter that is not told."""
    if cell is None or cell.get("type") in ("block", "void", "clue"):
        return "."
    return (cell.get("solution") or "").strip() or "?"


def _whole(text: str | None) -> int:
    if text is None or not re.fullmatch(r"[1-9]\d{0,5}", text, re.ASCII):
        raise PuzzleError(f"found {quote(text or '')} in the .jpz file, expected a number from 1")
    return int(text)


def _ranges(word: Element) -> Iterator[tuple[str, str]]:
    """The ends of what a word covers: x="1-5" y="2"."""
    x, y = word.get("x"), word.get("y")
    if x and y:
        (left, _, right), (top, _, bottom) = x.partition("-"), y.partition("-")
        yield top, left
        if right or bottom:
            yield bottom or top, right or left


def _said(element: Element | None) -> list[str]:
    """The text in an element, without tags."""
    return [] if element is None else " ".join(element.itertext()).split()


puz, exolve, xd, acrosslite, jpz = Puz(), Exolve(), Xd(), AcrossLite(), Jpz()
