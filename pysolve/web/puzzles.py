"""Puzzles that a request holds as JSON, as the text of the format that they are in."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .requests import Cell, Part, Puzzle, Word


def text_of(puzzle: Puzzle) -> str:
    """The text of a puzzle: what is given as text with plain line ends, a list of cells, or the native form."""
    if isinstance(puzzle, str):
        return puzzle.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(puzzle, dict):
        return _native(puzzle)
    return _cells(puzzle)


def _cells(cells: list[Cell]) -> str:
    return msgspec.json.encode(cells).decode()


def _native(parts: Mapping[str, Part]) -> str:
    import yaml

    return yaml.safe_dump({key: _plain(part) for key, part in parts.items()}, allow_unicode=True, sort_keys=False)


def _plain(part: Part) -> object:
    """A part as YAML has it: words are texts there, lines a block; lists of tokens stay as they are."""
    if isinstance(part, dict):
        return words_of(part)
    if not isinstance(part, list):
        return _word(part)
    if all(isinstance(line, str) for line in part):
        return "\n".join(map(str, part))
    return [line if isinstance(line, str) else [_word(token) for token in line] for line in part]


def words_of(values: Mapping[str, Word]) -> dict[str, str]:
    """The values of options as rules and the native form have them."""
    return {name: _word(value) for name, value in values.items()}


def _word(value: Word) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
