"""A Sudoku of SadMan Software or SudoCue (.sdk): lines that begin with '#' say who made it, then there is a row a line.

    #ARuud
    #DA puzzle
    53..7....
    …

The lines may stand in a section [Puzzle]; one called [State] holds what somebody has filled in, and is left out.
"""

from __future__ import annotations

import re

from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from . import sudoku_text
from .source import Context

#: What lines that begin with '#' and a letter say: the author, what the puzzle is called, and where it comes from.
_LETTERS = {"A": "author", "D": "title", "S": "source"}

_HEAD = re.compile(
    rf"\s*(?:(?:#[A-Z][^\n]*\n)+|\[Puzzle\][ \t\r]*\n(?:#[^\n]*\n)*)\s*{sudoku_text.CELL}{{4,25}}[ \t\r]*(?:\n|\Z)",
    re.ASCII,
)


def sniff(data: bytes) -> bool:
    """Whether lines that begin with '#' and a letter, or a section, come before rows of a board."""
    return _HEAD.match(data[:8192].removeprefix(b"\xef\xbb\xbf").decode("latin-1")) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the board; PuzzleError if there is none."""
    type_ = sudoku_text.type_for(context)
    rows: list[str] = []
    first, section = 1, "[Puzzle]"
    for number, line in enumerate(context.text(data).split("\n"), 1):
        line = line.strip()
        if line.startswith("["):
            section = line
        elif line.startswith("#"):
            _note(draft, line[1:])
        elif line and section == "[Puzzle]":
            first = first if rows else number
            rows.append(line)
    if section != "[Puzzle]":
        draft.remarks.append(Remark(f"the section {section} holds what is filled in, and is left out", draft.file))
    if not rows:
        raise PuzzleError("found no rows, expected a board")
    sudoku_text.fill(draft, type_, rows, first)
    return type_


def _note(draft: Draft, text: str) -> None:
    letter, said = text[:1], "".join(each if each.isprintable() else " " for each in text[1:]).strip()
    if letter in _LETTERS:
        setattr(draft, _LETTERS[letter], said)
    elif said:
        draft.remarks.append(Remark(f"passed over: the line {quote('#' + text)}", draft.file))


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as such a file; PuzzleError if it is more than a board."""
    said = [
        f"#{letter}{' '.join(text.split())}" for letter, name in _LETTERS.items() if (text := getattr(puzzle, name))
    ]
    return ("\n".join([*(said or ["#D"]), *sudoku_text.rows_of(puzzle)]) + "\n").encode()
