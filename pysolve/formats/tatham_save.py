"""Saved games of Simon Tatham's collection (.sav): lines with a key, the length of a value in bytes, and the value.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    GAME    :8:Light Up
    PARAMS  :3:7x7
    DESC    :17:bBbBa3lBgBl1aBb3b

They are read as the game ID that they hold; what somebody has filled in is left out.
"""

from __future__ import annotations

import re

from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, quote
from ..model.puzzle_type import PuzzleType
from . import tatham
from .source import Context

_FIRST = b"SAVEFILE:"
_KEY = re.compile(rb"([A-Z]{1,8}) *:(\d{1,7}):")


def sniff(data: bytes) -> bool:
    """Whether it begins as a saved game does."""
    return data.lstrip().startswith(_FIRST)


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the puzzle of a saved game; PuzzleError where the file is cut off, or says too little."""
    values = _values(data.lstrip())
    for key in ("GAME", "PARAMS", "DESC"):
        if key not in values:
            raise PuzzleError(f"this saved game lacks the line {quote(key)}")
    game = "".join(each for each in values["GAME"].lower() if each.isalnum())
    type_ = tatham.read(draft, f"{game}:{values['PARAMS']}:{values['DESC']}".encode(), context)
    moves = int(values["NSTATES"]) - 1 if values.get("NSTATES", "1").isdecimal() else 0
    if moves > 0:
        made = "1 move that somebody made is" if moves == 1 else f"{moves} moves that somebody made are"
        draft.remarks.append(Remark(f"{made} left out", draft.file))
    return type_


def _values(data: bytes) -> dict[str, str]:
    """The first value of each key."""
    values: dict[str, str] = {}
    at = line = 0
    while data[at:].strip():
        line += 1
        match = _KEY.match(data, at)
        end = match.end() + int(match[2]) if match else 0
        if match is None or end > len(data):
            raise PuzzleError("expected a key, the length of its value and the value, as in a saved game", line=line)
        values.setdefault(match[1].decode(), data[match.end() : end].decode("latin-1"))
        at = end + len(re.match(rb"[\r\n]*", data[end:])[0])  # type: ignore[index]
    return values
