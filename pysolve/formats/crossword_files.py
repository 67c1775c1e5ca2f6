"""Crosswords in the files of other programs: .puz (Across Lite), .xd, and Exolve, which is a page to solve them on.

The manifest's key `puz` says which type they are the boards of, and in which parts their contents stand.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence

from ..model.board import check_size
from ..model.build import Draft, draft_of
from ..model.errors import PuzzleError, Remark
from ..model.formats import FormatKey
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS, Rows
from .crosswords import Adorned, Keys, entries_of, take_words
from .source import Context


def type_of(context: Context, what: str) -> tuple[PuzzleType, Keys]:
    """The type, and in which of its parts the contents of a file stand. what: the file, for a message."""
    for type_ in context.types_with(FormatKey.PUZ):
        keys = Keys.of(type_, FormatKey.PUZ)
        if keys is not None:
            return type_, keys
    if context.reading.type:
        raise PuzzleError(f"found {what}; {context.type().title} is not read from such files")
    raise PuzzleError(f"found {what}, for which there are no rules here")


def read_board(draft: Draft, keys: Keys, solution: Sequence[str]) -> None:
    """Puts the board of a solution into the draft, and the solution, too, if nothing is missing in it."""
    block = keys.block or "#"
    rows = [[block if each in _BLOCKS else each.upper() for each in row] for row in solution]
    draft.parts[keys.grid] = Rows([[block if each == block else "." for each in row] for row in rows])
    if all(each == block or each.isalpha() for row in rows for each in row):
        draft.answer = "".join(" ".join(row) + "\n" for row in rows)


def answer_rows(puzzle: Puzzle, rows: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """The tokens of the published answer; None if there is none that fills the board."""
    answer = [line.split() for line in (puzzle.answer or "").splitlines()]
    return answer if list(map(len, answer)) == list(map(len, rows)) else None


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


class Puz:
    """A .puz file. The words are those of its solution, unless --words names a list."""

    def sniff(self, data: bytes) -> bool:
        """Whether the magic bytes stand in it, perhaps behind others that some programs write before the header."""
        return _MAGIC in data[:_FARTHEST]

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft; PuzzleError if the file is cut off, or holds squares with several letters."""
        type_, keys = type_of(context, "a .puz file")
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
        draft.title, draft.author, draft.source, draft.rules = *said[:3], said[-1].replace("\r\n", "\n")
        solution, state = (data[start : start + cells].decode("latin-1") for start in (_HEADER, _HEADER + cells))
        read_board(draft, keys, [solution[at : at + columns] for at in range(0, cells, columns)])
        draft.answer = None if scrambled else draft.answer
        adorned = Adorned(circles={(at // columns + 1, at % columns + 1) for at in _circles(texts[-1]) if at < cells})
        entries = entries_of(draft.parts[keys.grid].tokens, keys.block, set())
        adorned.clues = {(each.number, each.direction): text for each, text in zip(entries, said[3:-1])}
        passed_over = {
            **dict.fromkeys(adorned.fill(draft, type_, keys), True),
            "what is filled in": set(state) - _BLOCKS - {_EMPTY},
            "the answer, which is scrambled": scrambled,
        }
        why_none = "the answer is scrambled" if scrambled else ""
        take_words(draft, type_, context, keys.grid, keys.block or "", why_none)
        if any(passed_over.values()):
            what = ", ".join(name for name, is_there in passed_over.items() if is_there)
            draft.remarks.append(Remark(f"passed over in the .puz file: {what}"))
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle with its answer as version 1.3, or 2.0 where Latin letters do not do; PuzzleError for what such a
        file cannot hold.
        """
        keys = Keys.of(puzzle.type, FormatKey.PUZ)
        if keys is None or not puzzle.board.in_columns:
            raise PuzzleError(f"a .puz file cannot hold {puzzle.type.a_puzzle}")
        adorned = Adorned.of(puzzle, keys)
        for what, is_there in (("bars", adorned.bars), ("shaded cells", adorned.shades)):
            if is_there:
                raise PuzzleError(f"a .puz file cannot hold {what}")
        rows = draft_of(puzzle).parts[keys.grid].tokens
        answer = answer_rows(puzzle, rows)
        if answer is None:
            raise PuzzleError("a .puz file needs the answer, and the puzzle names none ('answer:')")
        cells = [token for row in answer for token in row]
        if not all(token == keys.block or (len(token) == 1 and token.isascii()) for token in cells):
            raise PuzzleError("a .puz file holds the letters A to Z alone")
        solution = "".join("." if token == keys.block else token for token in cells).encode()
        given = (token for row in rows for token in row)
        state = "".join(
            "." if token == keys.block else token if token.isalpha() else _EMPTY for token in given
        ).encode()
        entries = entries_of(rows, keys.block, set())
        clues = [adorned.clues.get((each.number, each.direction), "") for each in entries]
        texts = [puzzle.title, puzzle.author, puzzle.source, *clues, puzzle.rules.replace("\n", "\r\n")]
        is_latin = all(text.isascii() or _in_latin(text) for text in texts)
        said = [text.encode("cp1252" if is_latin else "utf-8") for text in texts]
        size = struct.pack("<BBHHH", len(rows[0]), len(rows), len(clues), 1, 0)
        version = b"1.3\0" if is_latin else b"2.0\0"
        sums = [_sum(size), _sum(solution), _sum(state), _sum_of_texts(said)]
        whole = _sum_of_texts(said, _sum(state, _sum(solution, sums[0])))
        low, high = (bytes((each >> shift & 255) ^ mask for each, mask in zip(sums, key)) for shift, key in _MASKS)
        header = struct.pack("<H12sH4s4s4sHH12x", whole, _MAGIC, sums[0], low, high, version, 0, 0) + size
        marks = bytes(0x80 * ((r, c) in adorned.circles) for r, row in enumerate(rows, 1) for c, _ in enumerate(row, 1))
        more = struct.pack("<4sHH", b"GEXT", len(marks), _sum(marks)) + marks + b"\0" if adorned.circles else b""
        return header + solution + state + b"".join(text + b"\0" for text in said) + more


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
            raise PuzzleError("found squares with several letters (a rebus), for which there are no rules here")
        if name == b"GEXT":
            yield from (number for number, value in enumerate(values) if value & 0x80)


# -- Exolve
#
# A text that a page of Exolve (https://github.com/viresh-ratnakar/exolve) makes a puzzle of.


class Exolve:
    """The puzzle as Exolve's page has it, written only."""

    def write(self, puzzle: Puzzle) -> bytes:
        """The text between `exolve-begin` and `exolve-end`; without an answer, cells have none."""
        keys = Keys.of(puzzle.type, FormatKey.PUZ)
        if keys is None or not puzzle.board.in_columns:
            raise PuzzleError(f"Exolve has no kind for {puzzle.type.a_puzzle}")
        adorned = Adorned.of(puzzle, keys)
        if adorned.shades:
            raise PuzzleError("Exolve's text cannot hold shaded cells")
        rows = draft_of(puzzle).parts[keys.grid].tokens
        answer = answer_rows(puzzle, rows)
        lines = [f"exolve-width: {len(rows[0])}", f"exolve-height: {len(rows)}"]
        said = {"title": puzzle.title, "setter": puzzle.author, "copyright": puzzle.source}
        lines[:0] = [f"exolve-{name}: {text}" for name, text in said.items() if text]
        if puzzle.rules:
            lines += ["exolve-preamble:", *(f"  {line}" for line in puzzle.rules.split("\n"))]
        lines.append("exolve-grid:")
        for r, row in enumerate(rows, 1):
            tokens = []
            for c, token in enumerate(row, 1):
                letter = "." if token == keys.block else answer[r - 1][c - 1] if answer else "0"
                right, below = ((r, c), (r, c + 1)) in adorned.bars, ((r, c), (r + 1, c)) in adorned.bars
                letter += "+" if right and below else "|" if right else "_" if below else ""
                letter += "@" if (r, c) in adorned.circles else ""
                tokens.append(letter + ("!" if token not in (*BLANKS, keys.block, "_") and answer else ""))
            lines.append("  " + " ".join(tokens))
        for name in ("across", "down"):
            entries = [each for each in entries_of(rows, keys.block, adorned.bars) if each.direction == name[0].upper()]
            lines.append(f"exolve-{name}:")
            lines += (
                f"  {number} {adorned.clues.get((number, d)) or '…'} ({len(cells)})" for number, d, cells in entries
            )
        return "\n".join(["exolve-begin", *(f"  {line}" for line in lines), "exolve-end", ""]).encode()


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
        type_, keys = type_of(context, "an .xd file")
        lines = [line.strip() for line in context.text(data).splitlines() if not line.startswith("## ")]
        headers = (re.fullmatch(r"([A-Z][\w ]*): *(.*)", line) for line in lines)
        said = {match[1]: match[2] for match in headers if match}
        if said.get("Rebus"):
            raise PuzzleError("found squares with several letters (a rebus), for which there are no rules here")
        draft.title, draft.author, draft.source = (said.get(name, "") for name in ("Title", "Author", "Copyright"))
        board = [line for line in lines if re.fullmatch(r"[^\W\d_#.]*[#\w.]+", line) and ":" not in line]
        if not board:
            raise PuzzleError("found no board in the .xd file")
        check_size(len(board), len(board[0]))
        short = next((line for line in board if len(line) != len(board[0])), None)
        if short is not None:
            raise PuzzleError(f"found {len(short)} cells in a row of the .xd file, expected {len(board[0])}")
        read_board(draft, keys, [line.replace("#", ".") for line in board])
        marked = {(r, c) for r, line in enumerate(board, 1) for c, cell in enumerate(line, 1) if cell.islower()}
        adorned = Adorned(shades=marked) if said.get("Special") == "shaded" else Adorned(circles=marked)
        for line in lines:
            if match := re.fullmatch(r"([AD])([1-9]\d{0,3})\. (.*?)(?: ~ .*)?", line):
                adorned.clues[int(match[2]), match[1]] = match[3]
        lost = adorned.fill(draft, type_, keys)
        take_words(draft, type_, context, keys.grid, keys.block or "")
        if lost:
            draft.remarks.append(Remark(f"passed over in the .xd file: {', '.join(lost)}"))
        return type_


puz, exolve, xd = Puz(), Exolve(), Xd()
