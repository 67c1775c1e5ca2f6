"""A puzzle as ipuz."""

from __future__ import annotations

import json
from html import escape

from ..model.build import draft_of
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle, Words
from ..model.rows import BLANKS
from ..rules.loading import default_options
from .ipuz import OPTIONS, SITE, WORDS, key_of


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as ipuz; PuzzleError if it is of no kind there, or has an option that no file can say."""
    type_ = puzzle.type
    key = key_of(type_)
    if key is None or not puzzle.board.is_square:
        raise PuzzleError(f"ipuz has no kind for {type_.a_puzzle}")
    words, defaults = type_.list_part, default_options(type_)
    for name, value in puzzle.options.items():
        if value != defaults.get(name) and words is None:  # otherwise they only say how to fill the board
            raise PuzzleError(f"an ipuz file cannot say {name}={value}")
    rows = draft_of(puzzle).parts[key.grid].tokens
    record: dict[str, object] = {
        "version": f"{SITE}v2", "kind": [f"{SITE}{key.kind}#1"], "title": escape(puzzle.title, quote=False),
        "author": escape(puzzle.author, quote=False), "publication": escape(puzzle.source, quote=False),
        "intro": "<br/>".join(escape(puzzle.rules, quote=False).split("\n")),
        "dimensions": {"width": puzzle.board.columns, "height": puzzle.board.rows},
    }  # fmt: skip
    if key.block is None:
        record["boxes"] = True
        if puzzle.alphabet.symbols or len(rows) <= 9:
            record["charset"] = (puzzle.alphabet.symbols or "123456789")[: len(rows)]
        record["puzzle"] = [[0 if text in BLANKS else _value(text) for text in row] for row in rows]
    else:
        record |= {"block": "#", "empty": "0"}
        record["puzzle"] = _numbered([[text == key.block for text in row] for row in rows], rows)
    answer = [line.split() for line in (puzzle.answer or "").splitlines()]
    if answer and [len(row) for row in answer] == [len(row) for row in rows]:
        record["solution"] = [["#" if text == key.block else _value(text) for text in row] for row in answer]
    if words is not None:
        record[OPTIONS] = puzzle.options or ""
        record[WORDS] = _listed(puzzle.lists[words.name]) if words.name in puzzle.lists else ""
    shown = {name: value for name, value in record.items() if value != ""}
    lines = [f" {_written(name)}: {_written(value)}" for name, value in shown.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _value(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() else text


def _numbered(blocks: list[list[bool]], rows: list[list[str]]) -> list[list[object]]:
    """The cells of a grid of words, with numbers where words begin."""

    def open_(row: int, column: int) -> bool:
        return 0 <= row < len(blocks) and 0 <= column < len(blocks[row]) and not blocks[row][column]

    number = 0
    result: list[list[object]] = []
    for row, cells in enumerate(blocks):
        result.append([])
        for column, block in enumerate(cells):
            across = not open_(row, column - 1) and open_(row, column + 1)
            down = not open_(row - 1, column) and open_(row + 1, column)
            number += not block and (across or down)
            shown: object = "#" if block else number if across or down else 0
            letter = rows[row][column]
            result[-1].append(shown if block or letter in (*BLANKS, "_") else {"cell": shown, "value": letter})
    return result


def _listed(words: Words) -> list[str]:
    return [word if not score else f"{word};{score}" for word, score in words.scores.items()]


def _written(value: object) -> str:
    """A value as JSON, a list of rows or words with a line for each."""
    if isinstance(value, list) and len(value) > 1:
        return "[\n" + ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
