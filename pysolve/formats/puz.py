"""Crosswords as .puz files (Across Lite), read only; the manifest's key `puz` says what they are the boards of.

Source of the format: https://github.com/alexdej/puzpy and its notes. Checksums are not looked at. The words are those
of its solution, unless --words names a list. Squares with several letters are refused; what solvers have filled in,
clues and circles are passed over with a remark.
"""

from __future__ import annotations

import struct

from ..catalog.listed import types_with
from ..model.board import check_size
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark
from ..model.formats import FormatKey
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows
from .solution_words import take_words
from .source import Context

_MAGIC = b"ACROSS&DOWN\0"

#: Where the magic bytes stand, and how long the header is.
_AT, _HEADER = 2, 0x34

#: Bytes within which they stand.
_FARTHEST = 4096

_BLOCKS = frozenset(".:")
_EMPTY = "-"


def sniff(data: bytes) -> bool:
    """Whether the magic bytes stand in it, perhaps behind others that some programs write before the header."""
    return _MAGIC in data[:_FARTHEST]


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft; PuzzleError if the file is cut off, or holds squares with several letters."""
    type_, grid, block = _type(context)
    data = data[max(0, data.index(_MAGIC) - _AT) :]
    if len(data) < _HEADER:
        raise PuzzleError("the .puz file is cut off")
    version, columns, rows, clues, scrambled = struct.unpack_from("<4s16xBBH2xH", data, 0x18)
    check_size(rows, columns)
    cells = rows * columns
    texts = data[_HEADER + 2 * cells :].split(b"\0", clues + 4)
    if len(texts) < clues + 5:
        raise PuzzleError(f"the .puz file is cut off: found {len(texts) - 1} texts, expected {clues + 4}")
    encoding = "utf-8" if version.startswith(b"2") else "latin-1"
    solution, state = (data[start : start + cells].decode("latin-1") for start in (_HEADER, _HEADER + cells))
    title, author, copyright_ = (text.decode(encoding, "replace").strip() for text in texts[:3])
    letters = [block if each in _BLOCKS else each.upper() for each in solution]
    draft.parts[grid] = Rows(_rows([block if each == block else "." for each in letters], columns))
    draft.title, draft.author, draft.source = title, author, copyright_
    if not scrambled and all(each == block or each.isalpha() for each in letters):
        draft.answer = "".join(" ".join(row) + "\n" for row in _rows(letters, columns))
    passed_over = ["the clues"] if any(texts[3:-2]) else []
    passed_over += ["what is filled in"] if set(state) - _BLOCKS - {_EMPTY} else []
    passed_over += ["circles"] if _has_circles(texts[-1]) else []
    passed_over += ["the answer, which is scrambled"] if scrambled else []
    take_words(draft, type_, context, grid, block, "the answer is scrambled" if scrambled else "")
    if passed_over:
        draft.remarks.append(Remark(f"passed over in the .puz file: {', '.join(passed_over)}"))
    return type_


def _type(context: Context) -> tuple[PuzzleType, str, str]:
    """The type, the part that a file's cells are, and the token of a block."""
    types = [context.type()] if context.reading.type else types_with(FormatKey.PUZ, context.reading.own_types)
    for type_ in types:
        table = type_.formats.get(FormatKey.PUZ)
        if isinstance(table, dict) and {"grid", "block"} == table.keys() and type_.part(str(table["grid"])) is not None:
            return type_, str(table["grid"]), str(table["block"])
        if table is not None:
            sentence = "puz: expected a part as 'grid' and the token of a 'block'"
            raise PuzzleError(sentence, file=f"{type_.folder.name}/manifest.yaml")
    if context.reading.type:
        raise PuzzleError(f"found a .puz file; {context.type().title} is not read from such files")
    raise PuzzleError("found a .puz file, for which there are no rules here")


def _rows(cells: list[str], columns: int) -> list[list[str]]:
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def _has_circles(extensions: bytes) -> bool:
    """Whether the sections behind the texts mark cells; PuzzleError if one gives cells several letters."""
    marked = False
    at = 0
    while at + 8 <= len(extensions):
        name, length = struct.unpack_from("<4sH", extensions, at)
        values = extensions[at + 8 : at + 8 + length]
        at += 9 + length
        if name == b"GRBS" and any(values):
            raise PuzzleError("found squares with several letters (a rebus), for which there are no rules here")
        marked = marked or (name == b"GEXT" and any(value & 0x80 for value in values))
    return marked
