"""SudokuPad's own links: a board with its regions and cages; all else in them are drawings, which say nothing of rules.

    https://sudokupad.app/sclN4Ig…

Such a puzzle is read as the one of f-puzzles that says the same (formats/sudoku/fpuzzles), and written as a link to
SudokuPad that holds one of f-puzzles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote as percent_encoded
from urllib.parse import unquote

from ...model.build import Draft
from ...model.errors import PuzzleError, quote
from ...model.puzzle import OnlyAnswer, Puzzle, no_answer
from ...model.puzzle_type import PuzzleType
from ..source import Context, parse_json
from . import fpuzzles

# -- lz-string: text compressed as LZ78 does, bit by bit, six bits a character of base64
# Source: Pieroxy, lz-string (https://pieroxy.net/blog/pages/lz-string/index.html). A code names a phrase that occurred
# before; the codes 0 and 1 bring a new character, of 8 or of 16 bits, and 2 is the end. Each code but the first adds a
# phrase: the one before it with the first character of this one. Codes have as many bits as the phrases need.


#: Characters of base64.
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

_VALUES = {character: value for value, character in enumerate(_ALPHABET)}

#: Codes that stand for no phrase: a new character, with its number of bits, and the end.
_NEW = {0: 8, 1: 16}
_END = 2
_FIRST = 3

#: Characters that a compressed text may become, and those of base64 that it may have: the largest puzzle has fewer.
LONGEST_TEXT, LONGEST_CODE = 2**20, 2**17


def decompress(text: str) -> str:
    """The text; PuzzleError if it is not compressed so, breaks off, or grows too long."""
    if len(text) > LONGEST_CODE:
        raise PuzzleError(f"found {len(text)} characters of compressed text, expected at most {LONGEST_CODE}")
    bits = _Bits(text.rstrip("="))
    phrases: dict[int, str] = {}
    written: list[str] = []
    length, following, previous = 0, _FIRST, ""  # following: the code of the next phrase
    while (code := bits.take(following.bit_length())) != _END:
        if code in _NEW:
            phrase = chr(bits.take(_NEW[code]))
            phrases[following] = phrase
            following += 1
        elif code == following and previous:
            phrase = previous + previous[0]
        elif code in phrases:
            phrase = phrases[code]
        else:
            raise PuzzleError("the compressed text is damaged: it names a phrase that did not occur")
        length += len(phrase)
        if length > LONGEST_TEXT:
            raise PuzzleError(f"the compressed text becomes more than {LONGEST_TEXT} characters")
        written.append(phrase)
        if previous:
            phrases[following] = previous + phrase[0]
            following += 1
        previous = phrase
    units = "".join(written)
    try:  # characters of 16 bits: those beyond are two of them
        return units.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise PuzzleError("the compressed text is damaged: it holds half a character") from None


class _Bits:
    """The bits of a text of base64: six a character, the first one the highest."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def take(self, count: int) -> int:
        """The next bits as a number, of which they are the lowest first."""
        number = 0
        for place in range(count):
            index, shift = divmod(self._at, 6)
            if index >= len(self._text):
                raise PuzzleError("the link is cut off")
            value = _VALUES.get(self._text[index])
            if value is None:
                raise PuzzleError(f"found {quote(self._text[index])} in a compressed text, expected base64")
            number |= (value >> (5 - shift) & 1) << place
            self._at += 1
        return number


def compress(text: str) -> str:
    """The text, compressed; decompress makes it the same again."""
    bits = "".join(f"{number:0{count}b}"[::-1] for number, count in _codes(_units(text)))  # the lowest first
    bits += "0" * (6 - len(bits) % 6)
    coded = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return coded + "=" * (-len(coded) % 4)


def _units(text: str) -> str:
    """The text as characters of 16 bits."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))


def _codes(units: str) -> Iterator[tuple[int, int]]:
    """The codes and the new characters, each with the number of its bits."""
    known: dict[str, int] = {}
    new: set[str] = set()
    following = _FIRST
    made = 2  # phrases that who reads knows when it comes to the next code, those before the first included
    phrase = ""
    for unit in [*units, None]:
        if unit is not None and unit not in known:
            known[unit] = following
            following += 1
            new.add(unit)
        if unit is not None and phrase + unit in known:
            phrase += unit
            continue
        if phrase in new:
            count = _NEW[0] if ord(phrase) < 2 ** _NEW[0] else _NEW[1]
            yield int(count == _NEW[1]), made.bit_length()
            yield ord(phrase), count
            new.remove(phrase)
            made += 1
        elif phrase:
            yield known[phrase], made.bit_length()
        made += bool(phrase)
        if unit is not None:
            known[phrase + unit] = following
            following += 1
            phrase = unit
    yield _END, made.bit_length()


#: What links that are written begin with.
SITE = "https://sudokupad.app/fpuzzles"

_LINK = re.compile(
    rb"\s*(?:(?:https?://)?(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:\S{0,100}[/=])?|https?://\S{1,150}[/=](?=\w{3}N4I))"
    rb"(?:scl|ctc)(?P<text>[^&#?\s]{8,})",
    re.IGNORECASE,
)

#: Keys that say nothing about the answer.
_OF_NO_MEANING = ("id", "cellSize", "title", "author", "rules", "settings", "videos")
_OF_METADATA = ("title", "author", "rules", "solution", "msgcorrect", "source")
_OF_CELLS = ("value", "given", "pencilMarks", "centremarks", "cornermarks")
_OF_CAGES = ("cells", "value", "sum", "unique", "style", "borderColor", "fontColor", "color", "outlineC", "fontC")

#: Of what SudokuPad checks for the whole board, what f-puzzles calls the same.
_GLOBAL = {
    "antiknight": "antiknight", "antiking": "antiking", "nonconsecutive": "nonconsecutive",
    "disjoint": "disjointgroups",
}  # fmt: skip

#: A cage without cells that says something of the whole puzzle, 'title: Eddies'.
_SAID = re.compile(r"([a-z]+): ?(.*)", re.DOTALL)


def sniff(data: bytes) -> bool:
    """Whether the first line is such a link."""
    return b"/" in data[:100] and _LINK.match(data[:400]) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link holds; PuzzleError for what is damaged, or not known."""

    context.text(data)
    match = _LINK.match(data)
    assert match is not None
    text = decompress(unquote(match["text"].decode(errors="replace")).replace(" ", "+"))
    try:
        puzzle = parse_json(text)
    except PuzzleError:
        puzzle = read_zipped(text)
    return fpuzzles.read_puzzle(draft, as_fpuzzle(puzzle), fpuzzles.type_of(context), context.reading.dropped)


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as a link that SudokuPad opens; PuzzleError if f-puzzles cannot say all of it."""
    return f"{SITE}{percent_encoded(fpuzzles.compressed(puzzle, only_answer), safe='')}\n".encode()


def as_fpuzzle(puzzle: Any) -> dict[str, Any]:
    """The object of f-puzzles that says the same; what it does not know keeps its key, and is refused there."""
    if not isinstance(puzzle, dict):
        raise PuzzleError("expected an object with the cells of the board")
    cells, regions, cages, globals_, fog = (
        _listed(puzzle.get(key) or [], key) for key in ("cells", "regions", "cages", "global", "foglight")
    )
    grid = [[_cell(cell) for cell in _listed(row, "cells")] for row in cells]
    _regions(grid, regions)
    record: dict[str, Any] = {"size": len(cells), "grid": grid}
    said = _metadata(puzzle.get("metadata") or {}) | {key: puzzle[key] for key in _OF_METADATA if key in puzzle}
    record |= _cages(cages, said)
    names = {"title": "title", "author": "author", "ruleset": "rules"}
    record |= {key: said.get(name, "") for key, name in names.items()} | {"solution": said.get("solution")}
    record |= dict.fromkeys([_GLOBAL.get(name, name) for name in map(str, globals_)], True)
    record |= dict.fromkeys([key for key in _GLOBAL if said.get(key) in (True, "true")], True)
    record["foglight"] = [*map(_named, fog)]
    known = {"cells", "regions", "cages", "metadata", "global", "foglight", *_OF_NO_MEANING, *_OF_METADATA}
    return record | {key: value for key, value in puzzle.items() if key not in known}


def _metadata(metadata: Any) -> dict[str, Any]:
    """What the metadata say of the whole puzzle."""
    if not isinstance(metadata, dict):
        raise PuzzleError("metadata: expected an object")
    fpuzzles.check_keys(metadata, (*_OF_METADATA, *_GLOBAL), "this puzzle holds", "among its metadata")
    return metadata


def _listed(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise PuzzleError(f"{key}: expected a list")
    return value


def _cell(cell: Any) -> dict[str, Any]:
    """A cell with its value, which is given; notes are somebody's."""
    if not isinstance(cell, dict):
        raise PuzzleError("cells: expected an object for each cell")
    value, others = cell.get("value"), {key: cell[key] for key in cell if key not in _OF_CELLS}
    if value is None or value == "":
        return others
    return {**others, "value": int(value) if re.fullmatch(r"\d{1,2}", str(value), re.ASCII) else value, "given": True}


def _regions(grid: list[list[dict[str, Any]]], regions: list[Any]) -> None:
    """Puts the number of its region into each cell; a cell in none has none."""
    cells = {(r, c): cell for r, row in enumerate(grid) for c, cell in enumerate(row)}
    for cell in cells.values():
        cell["region"] = None
    for number, region in enumerate(regions):
        for place in map(_place, _listed(region, "regions")):
            if place not in cells or cells[place]["region"] is not None:
                raise PuzzleError("regions: expected each cell of the board once at most")
            cells[place]["region"] = number


def _place(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
        raise PuzzleError("expected cells as pairs of numbers")
    return value[0], value[1]


def _named(value: Any) -> str:
    row, column = _place(value)
    return f"R{row + 1}C{column + 1}"


def _cages(cages: list[Any], said: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The entries of cages, by what f-puzzles calls them; what some say of the whole puzzle goes into what is said."""
    entries: dict[str, list[dict[str, Any]]] = {}
    for cage in cages:
        if not isinstance(cage, dict):
            raise PuzzleError("cages: expected a list of objects")
        if not cage.get("cells"):
            match = _SAID.fullmatch(str(cage.get("value") or ""))
            said |= {match[1]: match[2]} if match and match[1] in _OF_METADATA else {}
        elif cage.get("type") != "disjoint":  # the same is said by 'global'
            key, entry = _cage(cage)
            entries.setdefault(key, []).append(entry)
    entries.pop("", None)
    return entries


def _cage(cage: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What f-puzzles calls a cage, '' where it has none such, and its entry there."""
    fpuzzles.check_keys(cage, _OF_CAGES, "cages: this puzzle holds", "there")
    if (style := cage.get("style")) and style != "extraregion":
        raise PuzzleError(f"cages: this puzzle holds a cage of the style {quote(str(style))}")
    cells = [_named(place) for place in _listed(cage["cells"], "cages")]
    if style:
        return "extraregion", {"cells": cells}
    value = cage.get("value") or cage.get("sum") or ""
    kind = "killercage" if cage.get("unique") is not False else "sumcage" if value else ""
    return kind, {"cells": cells, "value": str(value) if type(value) is int else value}


# -- The text of SudokuPad's own links: JSON with short keys, and without quotes, where they can be missed
# {ce:[[,{v:5}],…],ca:[{ce:[[0,0],[0,1]],v:7}],re:[…]}
#
# Strings stand in apostrophes, `t` and `f` are true and false, an empty place of a list is an empty object, colours
# lack their '#'. Source: what SudokuPad's PuzzleZipper makes, as programs that write such links describe it.


#: From short keys to the whole ones.
_KEYS = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip

_WORDS = {"t": "true", "f": "false", "true": "true", "false": "false", "null": "null"}

#: A bracket, colon or comma, a text in apostrophes or in quotes, or a word; and whether a colon follows.
_TOKEN = re.compile(
    r"\s*(?:([\[\]{}:,])|'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|([^\s\[\]{}:,'\"]+))(?=\s*(:)?)", re.DOTALL
)


def read_zipped(text: str) -> Any:
    """The value that the text says; PuzzleError for what is not of this form."""
    try:
        return parse_json("".join(_as_json(text)))
    except PuzzleError as error:
        raise PuzzleError(f"this is not text of SudokuPad: {error.sentence}") from None


def _as_json(text: str) -> Iterator[str]:
    """The tokens of the text as JSON has them."""
    at, before = 0, ""
    while (match := _TOKEN.match(text, at)) is not None:
        at = match.end()
        mark, single, double, word, colon = match.groups()
        if mark in (",", "]") and before in ("[", ","):
            yield "{}"
        before = mark or ""
        inner = single.replace("\\'", "'").replace('"', '\\"') if single is not None else double
        if mark:
            yield mark
        elif colon:
            yield f'"{_KEYS.get(word or inner, word or inner)}"'
        else:
            yield _value_of(word) if inner is None else f'"{inner}"'
    if text[at:].strip():
        raise PuzzleError(f"found {quote(text[at : at + 20])}")


def _value_of(word: str) -> str:
    """What stands there without quotes: a number, true, false, null, or a colour."""
    if re.fullmatch(r"-?(?:0|[1-9]\d{0,8})(?:\.\d{1,20})?", word, re.ASCII):
        return word
    return _WORDS.get(word) or json.dumps(word)
