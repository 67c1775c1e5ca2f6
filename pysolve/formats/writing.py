"""Writes a puzzle in the native format, so that reading it gives the same puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import alphabets
from ..catalog import COLUMN_LISTS, GRID, HOLE, LIST, ROW_LISTS, Part
from ..puzzle import Puzzle, Words

BLANK = "."


def write(puzzle: Puzzle, comments: str = "", words: str | None = None) -> str:
    """The puzzle as YAML. comments: lines to stand above it. words: the file to name in place of a list of words."""
    lines = [f"# {line}".rstrip() for line in comments.splitlines()]
    lines.append(f"puzzle: {puzzle.type.name}")
    for key in ("title", "source"):
        if text := getattr(puzzle, key):
            lines.append(f"{key}: {_quoted(text)}")
    if puzzle.options:
        lines.append(f"options: {{{', '.join(f'{name}: {value}' for name, value in puzzle.options.items())}}}")
    if puzzle.board != "square":
        lines.append(f"board: {puzzle.board}")
    if named := symbols(puzzle):
        lines.append(f"symbols: {_quoted(named)}")
    for part in puzzle.type.parts:
        if part.shape == LIST and words is not None:
            lines.append(f"{part.name}: {_quoted(words)}")
        elif part.shape == LIST and len(puzzle.lists.get(part.name, Words()).scores) == 1:
            lines.append(f"{part.name}: [{_quoted(next(words_of(puzzle, part)))}]")  # one line would be a file's name
        elif part.name in puzzle.tokens or part.name in puzzle.lists:
            lines += [f"{part.name}: |", *(f"  {line}" for line in _part(puzzle, part))]
    if puzzle.answer is not None:
        lines += ["answer: |", *(f"  {line}" for line in puzzle.answer.rstrip("\n").split("\n"))]
    if puzzle.verdict is not None:
        lines.append(f"verdict: {puzzle.verdict}")
    return "\n".join(lines) + "\n"


def symbols(puzzle: Puzzle) -> str:
    """The symbols that have to be named, because the tokens alone would be read with another alphabet."""
    allowed = [alphabets.ALPHABETS[name] for name in puzzle.type.alphabets]
    tokens = [
        token.text
        for part in puzzle.type.parts
        if "symbol" in part.tokens
        for token in puzzle.tokens.get(part.name, ())
    ]
    if not allowed or alphabets.choose(allowed, tokens) is puzzle.alphabet:
        return ""
    return puzzle.alphabet.symbols


def _quoted(text: str) -> str:
    if re.fullmatch(r"[A-Za-z](?:[\w ,.'-]*[\w.])?", text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _part(puzzle: Puzzle, part: Part) -> Iterator[str]:
    if part.shape == LIST:
        yield from words_of(puzzle, part)
    elif part.shape == GRID:
        yield from _grid(puzzle, part)
    else:
        lines = [" ".join(line) for line in margin(puzzle, part)]
        yield from lines if part.shape in (ROW_LISTS, COLUMN_LISTS) else [" ".join(lines)]


def words_of(puzzle: Puzzle, part: Part) -> Iterator[str]:
    """The lines of a list of words."""
    for word, score in puzzle.lists[part.name].scores.items():
        yield f"{word};{score}" if score else word


def margin(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The tokens of a part in the margins, for each row or column; a blank where there are none."""
    along, count = ("R", puzzle.rows) if part.shape.startswith("row") else ("C", puzzle.columns)
    texts: dict[object, list[str]] = {}
    for token in puzzle.tokens.get(part.name, ()):
        texts.setdefault(token.values[along], []).append(token.text)
    return [texts.get(number, [BLANK]) for number in range(1, count + 1)]


def rows(puzzle: Puzzle, part: Part) -> list[list[str]]:
    """The tokens of a grid, row by row, with blanks and holes."""
    hole = next((token for token, becomes in part.tokens.items() if becomes == HOLE), BLANK)
    texts = {token.values["X"]: token.text for token in puzzle.tokens.get(part.name, ())}
    cells = set(puzzle.cells)
    found: dict[int, list[str]] = {}
    for place in puzzle.places:
        text = texts.get(place, BLANK if place in cells else hole)
        found.setdefault(place[0], []).append(text)
    return list(found.values())


def _grid(puzzle: Puzzle, part: Part) -> Iterator[str]:
    found = rows(puzzle, part)
    width = max((len(text) for row in found for text in row), default=1)
    for number, row in enumerate(found, 1):
        indent = (puzzle.row_starts[number - 1] - 1) * (width + 1) // 2 if puzzle.board == "hex" else 0
        yield (" " * indent + " ".join(text.rjust(width) for text in row)).rstrip()
