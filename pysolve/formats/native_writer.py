"""Writes a puzzle in the native format, so that reading it gives the same puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..model import build
from ..model.parts import SEQUENCE, WORDS, Part
from ..model.puzzle import WORDS_ABOUT, Cosmetics, Puzzle, Words

#: Words that YAML takes for something else than texts.
_NO_TEXTS = frozenset({"yes", "no", "on", "off", "true", "false", "null"})


def write(puzzle: Puzzle, comments: str = "", words: str | None = None) -> str:
    """The puzzle as YAML. comments: lines to stand above it. words: the file to name in place of a list of words."""
    lines = [f"# {line}".rstrip() for line in comments.splitlines()]
    lines.append(f"puzzle: {puzzle.type.name}")
    for key in WORDS_ABOUT:
        if text := getattr(puzzle, key):
            lines += _block(key, text.split("\n")) if "\n" in text else [f"{key}: {_quoted(text)}"]
    if puzzle.needs:
        lines.append(f"needs: {_quoted(puzzle.needs)}")
    if puzzle.options:
        lines.append(f"options: {{{', '.join(f'{name}: {value}' for name, value in puzzle.options.items())}}}")
    if not puzzle.board.is_square:
        lines.append(f"board: {puzzle.board.shape}")
    if named := build.symbols(puzzle):
        lines.append(f"symbols: {_quoted(named)}")
    for part in parts_of(puzzle):
        if part.shape is WORDS and words is not None:
            lines.append(f"{part.name}: {_quoted(words)}")
        elif part.shape is WORDS and len(puzzle.lists.get(part.name, Words()).scores) <= 1:
            if part.name in puzzle.lists:  # a block of one line would be a file's name
                lines.append(f"{part.name}: [{', '.join(map(_quoted, words_of(puzzle, part)))}]")
        else:
            lines += _part(puzzle, part)
    lines += [f"{each.name}: yes" for each in puzzle.type.added if not each.takes_cells]
    lines += _cosmetics(puzzle.cosmetics)
    if puzzle.answer is not None:
        lines += _block("answer", puzzle.answer.strip("\n").split("\n"))
    if puzzle.verdict is not None:
        lines.append(f"verdict: {puzzle.verdict}")
    return "\n".join(lines) + "\n"


def parts_of(puzzle: Puzzle) -> Iterator[Part]:
    """The parts of which something is written: all that are there or have to be."""
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens or part.name in puzzle.lists or not (part.optional or part.is_ignored):
            yield part


def _cosmetics(cosmetics: Cosmetics) -> Iterator[str]:
    if cosmetics:
        yield "cosmetics:"
    for key, lines in cosmetics.lines().items():
        if lines:
            yield from (f"  {line}" for line in _block(key, lines))


def _quoted(text: str) -> str:
    """The text as a YAML scalar on one line."""
    if re.fullmatch(r"[A-Za-z](?:[\w ,.'-]*[\w.])?", text, re.ASCII) and text.lower() not in _NO_TEXTS:
        return text
    return _in_quotes(text)


def _in_quotes(text: str) -> str:
    import yaml

    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=2**31).rstrip("\n")


def _part(puzzle: Puzzle, part: Part) -> Iterator[str]:
    if part.shape is WORDS:
        yield from _block(part.name, words_of(puzzle, part))
        return
    rows = build.rows(puzzle, part)
    if not part.shape.fits_lines(rows):
        listed = (f"[{', '.join(map(_quoted_token, row))}]" for row in rows)
        yield f"{part.name}: [{', '.join(listed)}]"
    elif part.shape is SEQUENCE:
        yield f"{part.name}: {_quoted(' '.join(rows[0]))}"
    else:
        yield from _block(part.name, part.shape.to_lines(puzzle.board, rows))


def _block(key: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines as a block, or in quotes where characters stand in them that a block cannot hold. YAML takes the
    indentation of the first line that says something for that of all, unless `|2` says otherwise.
    """
    lines = list(lines)
    if all(line.isprintable() for line in lines):
        first = next(filter(str.strip, lines), "")
        yield f"{key}: |2" if first.startswith(" ") else f"{key}: |"
        yield from (f"  {line}" for line in lines)
    else:
        yield f"{key}: {_in_quotes(chr(10).join(lines))}"


def _quoted_token(token: str) -> str:
    return token if re.fullmatch(r"0|[1-9]\d*", token, re.ASCII) else _quoted(token)


def words_of(puzzle: Puzzle, part: Part) -> Iterator[str]:
    """The lines of a list of words."""
    for word, score in puzzle.lists[part.name].scores.items():
        yield f"{word};{score}" if score else word
