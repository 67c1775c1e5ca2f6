"""Links of f-puzzles.com, which SudokuPad opens, too: a Sudoku with constraints as JSON, compressed by lz-string.

    https://f-puzzles.com/?load=N4Ig…        https://sudokupad.app/fpuzzlesN4Ig…

The type is the one whose manifest names this format; what its constraints are called here their files say (`fpuzzles`).
A link is only decoded; nothing is ever fetched. What is not known is an error: nothing of a puzzle is left out, but for
what somebody has filled in and what the explicit lists of fpuzzles_reader name.
"""

from __future__ import annotations

import re
from urllib.parse import quote as percent_encoded
from urllib.parse import unquote

from ..catalog import types_with
from ..model.build import Draft
from ..model.errors import PuzzleError
from ..model.formats import FormatKey
from ..model.puzzle import OnlyAnswer, Puzzle, no_answer
from ..model.puzzle_type import PuzzleType
from . import lz_string
from .source import Context, parse_json

#: What links that are written begin with.
SITE = "https://f-puzzles.com/?load="
SUDOKUPAD = "https://sudokupad.app/fpuzzles"

#: The sites whose links these are, and what stands before a puzzle of this format in them.
_HOSTS = rb"f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com"
_LINK = re.compile(rb"\s*(?:https?://)?(?:[\w-]+\.)*(?:" + _HOSTS + rb")/", re.IGNORECASE)
_PAYLOAD = re.compile(r"(?:[?&]load=|[/=](?:fpuzzles|fpuz))(?P<text>[^&#?\s]+)")


def sniff(data: bytes) -> bool:
    """Whether the first line is a link to one of the sites."""
    return _LINK.match(data[:200]) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link holds; PuzzleError for what is damaged, or not known."""
    from .fpuzzles_reader import read_puzzle

    match = _PAYLOAD.search(context.text(data))
    if match is None:
        raise PuzzleError(f"this link holds no puzzle that can be read here, expected one such as {SITE}N4Ig…")
    text = lz_string.decompress(unquote(match["text"]).replace(" ", "+"))
    return read_puzzle(draft, parse_json(text), type_of(context), context.reading.dropped)


def type_of(context: Context) -> PuzzleType:
    """The type that the user named, or the one that such puzzles are of; PuzzleError if there is none."""
    from .fpuzzles_likeness import other_type

    if context.reading.type is not None:
        return context.type()
    for type_ in types_with(FormatKey.FPUZZLES, context.reading.own_types):
        if other_type(type_) is None:
            return type_
    raise PuzzleError(f"no puzzle type has the key '{FormatKey.FPUZZLES}'")


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as a link to f-puzzles; PuzzleError if it cannot say all of it."""
    return f"{SITE}{compressed(puzzle, only_answer)}\n".encode()


def write_for_sudokupad(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The same as a link to SudokuPad."""
    return f"{SUDOKUPAD}{percent_encoded(compressed(puzzle, only_answer), safe='')}\n".encode()


def compressed(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> str:
    """The puzzle as the text that links hold."""
    import json

    from .fpuzzles_writer import record_of

    return lz_string.compress(json.dumps(record_of(puzzle, only_answer), separators=(",", ":"), ensure_ascii=False))
