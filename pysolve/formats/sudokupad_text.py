"""The text of SudokuPad's own links: JSON with short keys, and without quotes, where they can be missed.

    {ce:[[,{v:5}],…],ca:[{ce:[[0,0],[0,1]],v:7}],re:[…]}

Strings stand in apostrophes, `t` and `f` are true and false, an empty place of a list is an empty object, colours lack
their '#'. Source: what SudokuPad's PuzzleZipper makes, as programs that write such links describe it.
"""

from __future__ import annotations

import re
from typing import Any

from ..model.errors import PuzzleError, quote
from .source import parse_json

#: From short keys to the whole ones.
_KEYS = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip

_WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None}

_TOKEN = re.compile(r"\s*(?:([\[\]{}:,])|'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|([^\s\[\]{}:,'\"]+))", re.DOTALL)

#: Lists and objects within each other; nothing here is nested deeper.
_DEEPEST = 20


def read_zipped(text: str) -> Any:
    """The value that the text says; PuzzleError for what is not of this form."""
    reader = _CompactReader(text)
    value = reader.value(0)
    if reader.mark or text[reader.at :].strip():
        raise reader.wrong()
    return value


class _CompactReader:
    """Reads a text token by token. mark: the bracket, colon or comma that comes next, if one does."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.mark = ""
        self.scalar: Any = None
        self.advance()

    def wrong(self) -> PuzzleError:
        return PuzzleError(f"this is not text of SudokuPad: found {quote(self.text[self.at : self.at + 20])}")

    def advance(self) -> None:
        """Goes on to the next token."""
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            if self.text[self.at :].strip():
                raise self.wrong()
            self.mark, self.scalar = "", None
            return
        self.at = match.end()
        self.mark = match[1] or ""
        if match[2] is not None or match[3] is not None:
            inner = match[3] if match[2] is None else match[2].replace("\\'", "'").replace('"', '\\"')
            self.scalar = parse_json(f'"{inner}"')
        elif match[4] is not None:
            self.scalar = _word(match[4])

    def follows(self, *marks: str) -> bool:
        """Whether one of these comes next."""
        return self.mark in marks

    def take(self, mark: str) -> None:
        """Goes past a mark, which has to come next."""
        if not self.follows(mark):
            raise self.wrong()
        self.advance()

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise PuzzleError("this text of SudokuPad is nested too deeply")
        if self.mark == "[":
            return self.items(depth)
        if self.mark == "{":
            return self.members(depth)
        if self.mark:
            raise self.wrong()
        value = self.scalar
        self.advance()
        return value

    def items(self, depth: int) -> list[Any]:
        self.take("[")
        values = []
        while True:
            values.append({} if self.follows(",", "]") else self.value(depth + 1))
            if self.follows("]"):
                self.advance()
                return values
            self.take(",")

    def members(self, depth: int) -> dict[str, Any]:
        self.take("{")
        values: dict[str, Any] = {}
        while not self.follows("}"):
            key = self.scalar
            if self.mark or not isinstance(key, (str, int, bool)):
                raise self.wrong()
            self.advance()
            self.take(":")
            name = _KEYS.get(_key(key), _key(key))
            if name in values:
                raise PuzzleError(f"the key {quote(name)} stands twice in this text of SudokuPad")
            values[name] = self.value(depth + 1)
            if not self.follows("}"):
                self.take(",")
        self.advance()
        return values


def _key(key: str | int | bool) -> str:
    """A key as it stands there: `t` and `f` are keys, too."""
    return {True: "t", False: "f"}[key] if isinstance(key, bool) else str(key)


def _word(text: str) -> Any:
    """What stands there without quotes: a number, true, false, null, or a colour."""
    if text in _WORDS:
        return _WORDS[text]
    if re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        return int(text)
    if re.fullmatch(r"-?\d{1,9}\.\d{1,20}", text, re.ASCII):
        return float(text)
    return text
