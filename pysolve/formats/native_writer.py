"""Writes a puzzle in the native format, so that reading it gives the same puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import dedent

from ..model import draft
from ..model.board import Board
from ..model.cosmetics import Cosmetics
from ..model.puzzle import WORDS_ABOUT, Puzzle
from ..model.puzzle_type import Part, PartShape
from ..model.word_list import Words


def write(puzzle: Puzzle, comments: str = "", words: str | None = None) -> str:
    """The puzzle as YAML. comments: lines to stand above it. words: the file to name in place of a list of words."""
    lines = [f"# {line}".rstrip() for line in comments.splitlines()]
    lines.append(f"puzzle: {puzzle.type.name}")
    for key in WORDS_ABOUT:
        if text := getattr(puzzle, key):
            lines += _block(key, text.split("\n")) if "\n" in text else [f"{key}: {_quoted(text)}"]
    if puzzle.options:
        lines.append(f"options: {{{', '.join(f'{name}: {value}' for name, value in puzzle.options.items())}}}")
    if puzzle.board.is_hex:
        lines.append(f"board: {puzzle.board.shape}")
    if named := draft.symbols(puzzle):
        lines.append(f"symbols: {_quoted(named)}")
    for part in puzzle.type.parts:
        if part.shape == PartShape.WORDS and words is not None:
            lines.append(f"{part.name}: {_quoted(words)}")
        elif part.shape == PartShape.WORDS and len(puzzle.lists.get(part.name, Words()).scores) <= 1:
            if part.name in puzzle.lists:  # a block of one line would be a file's name
                lines.append(f"{part.name}: [{', '.join(map(_quoted, words_of(puzzle, part)))}]")
        elif part.name in puzzle.tokens or part.name in puzzle.lists or not (part.optional or part.is_ignored):
            lines += _part(puzzle, part)
    lines += [f"{each.name}: yes" for each in puzzle.type.added if not each.takes_cells]
    lines += _cosmetics(puzzle.cosmetics)
    if puzzle.answer is not None:
        lines += _block("answer", puzzle.answer.strip("\n").split("\n"))
    if puzzle.verdict is not None:
        lines.append(f"verdict: {puzzle.verdict}")
    return "\n".join(lines) + "\n"


def _cosmetics(cosmetics: Cosmetics) -> Iterator[str]:
    if cosmetics:
        yield "cosmetics:"
    for key, lines in cosmetics.lines().items():
        if lines:
            yield from (f"  {line}" for line in _block(key, lines))


def _quoted(text: str) -> str:
    """The text as a YAML scalar on one line."""
    if re.fullmatch(r"[A-Za-z](?:[\w ,.'-]*[\w.])?", text, re.ASCII):
        return text
    return _in_quotes(text)


def _in_quotes(text: str) -> str:
    import yaml

    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=2**31).rstrip("\n")


def _part(puzzle: Puzzle, part: Part) -> Iterator[str]:
    if part.shape == PartShape.WORDS:
        yield from _block(part.name, words_of(puzzle, part))
    elif part.shape.is_layer:
        rows = draft.rows(puzzle, part)
        if _needs_list(part, rows):
            listed = (f"[{', '.join(map(_quoted_token, row))}]" for row in rows)
            yield f"{part.name}: [{', '.join(listed)}]"
        elif part.shape == PartShape.GRID:
            yield from _block(part.name, aligned(puzzle.board, rows))
        else:
            yield from _block(part.name, [" ".join(row) for row in rows])
    elif part.shape == PartShape.GROUPS:
        yield from _block(part.name, [" ".join(row) for row in draft.rows(puzzle, part)])
    elif part.shape == PartShape.SEQUENCE:
        yield f"{part.name}: {_quoted(' '.join(draft.rows(puzzle, part)[0]))}"
    else:
        lines = [" ".join(line) for line in draft.margin(puzzle, part)]
        yield from _block(part.name, lines if part.shape.is_lists else [" ".join(lines)])


def _block(key: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines as a block, or in quotes where characters stand in them that a block cannot hold."""
    lines = list(lines)
    if all(line.isprintable() for line in lines):
        yield f"{key}: |"
        yield from (f"  {line}" for line in lines)
    else:
        yield f"{key}: {_in_quotes(chr(10).join(lines))}"


def _needs_list(part: Part, rows: list[list[str]]) -> bool:
    """Whether lines would not do: without a blank in any of them they are read character by character, and lines
    without tokens are passed over.
    """
    if part.shape == PartShape.SIDES:
        return not all(rows)
    return all(len(row) < 2 for row in rows) and any(len(token) > 1 for row in rows for token in row)


def _quoted_token(token: str) -> str:
    return token if re.fullmatch(r"\w+", token) else _in_quotes(token)


def words_of(puzzle: Puzzle, part: Part) -> Iterator[str]:
    """The lines of a list of words."""
    for word, score in puzzle.lists[part.name].scores.items():
        yield f"{word};{score}" if score else word


def aligned(board: Board, rows: list[list[str]]) -> Iterator[str]:
    """The rows as lines, in columns; those of a hexagonal board shifted by half cells."""
    width = max((len(text) for row in rows for text in row), default=1)
    lines = []
    for start, row in zip(board.row_starts, rows):
        indent = (start - 1) * (width + 1) // 2 if board.is_hex else 0
        lines.append((" " * indent + " ".join(text.rjust(width) for text in row)).rstrip())
    yield from dedent("\n".join(lines)).split("\n")  # a block's indentation must be a small number
