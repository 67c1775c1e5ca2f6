"""SudokuPad's own links: a board with its regions and cages; all else in them are drawings, which say nothing of rules.

    https://sudokupad.app/sclN4Ig…

Such a puzzle is read as the one of f-puzzles that says the same (formats/fpuzzles_reader), and written as a link to
SudokuPad that holds one of f-puzzles.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from ..model.build import Draft
from ..model.errors import PuzzleError, quote
from ..model.puzzle import OnlyAnswer, Puzzle, no_answer
from ..model.puzzle_type import PuzzleType
from . import fpuzzles, lz_string
from .source import Context, parse_json

_LINK = re.compile(
    rb"\s*(?:https?://)?(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:\S{0,100}[/=])?(?:scl|ctc)(?P<text>[^&#?\s]{8,})",
    re.IGNORECASE,
)

#: Keys that say nothing about the answer.
_OF_NO_MEANING = ("id", "cellSize", "title", "author", "rules", "settings", "videos")
_OF_METADATA = ("title", "author", "rules", "solution", "msgcorrect", "source")
_OF_CAGES = ("cells", "value", "sum", "unique", "style", "borderColor", "fontColor", "color", "outlineC", "fontC")

#: Of what SudokuPad checks for the whole board, what f-puzzles calls the same.
_GLOBAL = {
    "antiknight": "antiknight",
    "antiking": "antiking",
    "nonconsecutive": "nonconsecutive",
    "disjoint": "disjointgroups",
}

#: A cage without cells that says something of the whole puzzle, 'title: Eddies'.
_SAID = re.compile(r"([a-z]+): ?(.*)", re.DOTALL)


def sniff(data: bytes) -> bool:
    """Whether the first line is such a link."""
    return b"/" in data[:100] and _LINK.match(data[:400]) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link holds; PuzzleError for what is damaged, or not known."""
    from .fpuzzles_reader import read_puzzle
    from .sudokupad_text import read_zipped

    context.text(data)
    match = _LINK.match(data)
    assert match is not None
    text = lz_string.decompress(unquote(match["text"].decode(errors="replace")).replace(" ", "+"))
    try:
        puzzle = parse_json(text)
    except PuzzleError:
        puzzle = read_zipped(text)
    return read_puzzle(draft, as_fpuzzle(puzzle), fpuzzles.type_of(context), context.reading.dropped)


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as a link that SudokuPad opens; PuzzleError if f-puzzles cannot say all of it."""
    return fpuzzles.write_for_sudokupad(puzzle, only_answer)


def as_fpuzzle(puzzle: Any) -> dict[str, Any]:
    """The object of f-puzzles that says the same; what it does not know keeps its key, and is refused there."""
    if not isinstance(puzzle, dict):
        raise PuzzleError("expected an object with the cells of the board")
    cells = _listed(puzzle.get("cells") or [], "cells")
    record: dict[str, Any] = {
        "size": len(cells),
        "grid": [[_cell(cell) for cell in _listed(row, "cells")] for row in cells],
    }
    _regions(record["grid"], puzzle.get("regions"))
    said = {key: puzzle[key] for key in _OF_METADATA if key in puzzle}
    for cage in _listed(puzzle.get("cages") or [], "cages"):
        key, entry = _cage(cage)
        if key == "said":
            said.update(entry)
        elif key:
            record.setdefault(key, []).append(entry)
    metadata = puzzle.get("metadata") or {}
    if not isinstance(metadata, dict):
        raise PuzzleError("metadata: expected an object")
    for key, value in metadata.items():
        if key not in (*_OF_METADATA, *_GLOBAL) and value:
            raise PuzzleError(f"this puzzle holds {quote(str(key))} among its metadata, which pysolve does not know")
        said.setdefault(key, value)
    record |= {"title": said.get("title", ""), "author": said.get("author", ""), "ruleset": said.get("rules", "")}
    record["solution"] = said.get("solution")
    for name in _listed(puzzle.get("global") or [], "global"):
        record[_GLOBAL.get(str(name), str(name))] = True
    record |= {key: True for key, name in _GLOBAL.items() if said.get(key) in (True, "true")}
    known = {"cells", "regions", "cages", "metadata", "global", *_OF_NO_MEANING, *_OF_METADATA}
    return record | {key: value for key, value in puzzle.items() if key not in known}


def _listed(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise PuzzleError(f"{key}: expected a list")
    return value


def _cell(cell: Any) -> dict[str, Any]:
    """A cell with its value, which is given; notes are somebody's."""
    if not isinstance(cell, dict):
        raise PuzzleError("cells: expected an object for each cell")
    others = {
        key: value
        for key, value in cell.items()
        if key not in ("value", "given", "pencilMarks", "centremarks", "cornermarks")
    }
    value = cell.get("value")
    if value is None or value == "":
        return others
    return {**others, "value": int(value) if re.fullmatch(r"\d{1,2}", str(value), re.ASCII) else value, "given": True}


def _regions(grid: list[list[dict[str, Any]]], regions: Any) -> None:
    """Puts the number of its region into each cell; a cell in none has none."""
    for row in grid:
        for cell in row:
            cell["region"] = None
    for number, region in enumerate(_listed(regions or [], "regions")):
        for r, c in map(_place, _listed(region, "regions")):
            if not (0 <= r < len(grid) and 0 <= c < len(grid[r])) or grid[r][c]["region"] is not None:
                raise PuzzleError("regions: expected each cell of the board once at most")
            grid[r][c]["region"] = number


def _place(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
        raise PuzzleError("expected cells as pairs of numbers")
    return value[0], value[1]


def _cage(cage: Any) -> tuple[str, dict[str, Any]]:
    """What f-puzzles calls a cage, and its entry there; 'said' for one that says something of the whole puzzle."""
    if not isinstance(cage, dict):
        raise PuzzleError("cages: expected a list of objects")
    if not cage.get("cells"):
        match = _SAID.fullmatch(str(cage.get("value") or ""))
        return ("said", {match[1]: match[2]} if match and match[1] in _OF_METADATA else {})
    if cage.get("type") == "disjoint":  # the same is said by 'global'
        return "", {}
    if cage.get("unique") is False:
        raise PuzzleError("this puzzle holds a cage whose values may repeat, which pysolve does not know")
    for key, value in cage.items():
        if key not in _OF_CAGES and value:
            raise PuzzleError(f"cages: this puzzle holds {quote(str(key))} there, which pysolve does not know")
    cells = [f"R{row + 1}C{column + 1}" for row, column in map(_place, _listed(cage["cells"], "cages"))]
    if cage.get("style") == "extraregion":
        return "extraregion", {"cells": cells}
    if cage.get("style"):
        raise PuzzleError(f"cages: this puzzle holds a cage of the style {quote(str(cage['style']))}")
    value = cage.get("value") or cage.get("sum") or ""
    return "killercage", {"cells": cells, "value": str(value) if type(value) is int else value}
