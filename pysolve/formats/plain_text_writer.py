"""Writes a puzzle as plain text, so that reading it gives the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.build import Draft, build, draft_of
from ..model.errors import PuzzleError
from ..model.parts import WORDS, Part
from ..model.puzzle import Puzzle, added_names
from ..model.puzzle_type import HeaderItem, HeaderKind
from ..model.tokens import CAPITALS
from .native_writer import words_of
from .plain_text import other_rows, read_parts


def write(puzzle: Puzzle) -> str:
    """The line with the size, then the parts; the answer is not part of it.

    PuzzleError if a plain text cannot hold the puzzle: hexagons, options that its first line does not say, and what
    would be read as another puzzle.
    """
    if puzzle.type.added:
        raise PuzzleError(f"a plain text cannot hold added constraints: {added_names(puzzle)}", file=puzzle.file)
    draft = draft_of(puzzle)
    sequences = {item.name for item in puzzle.type.header if item.kind == HeaderKind.SEQUENCE}
    lines = [" ".join(_header(puzzle, draft))]
    for part in puzzle.type.parts:
        if part.name not in sequences:
            lines += _lines(puzzle, draft, part)
    text = "\n".join(lines) + "\n"
    if not _is_read_as(text, puzzle):
        raise PuzzleError("a plain text cannot hold this puzzle: it would be read as another one", file=puzzle.file)
    return text


def _header(puzzle: Puzzle, draft: Draft) -> Iterator[str]:
    rows, columns = puzzle.board.extent
    yield str(rows + other_rows(puzzle.type))
    yield str(columns)
    for item in puzzle.type.header:
        if item.kind == HeaderKind.SEQUENCE:
            yield from draft.parts[item.name].tokens[0] if item.name in draft.parts else ()
        elif item.name in puzzle.options and (value := _option(item, puzzle.options[item.name])):
            yield value


def _option(item: HeaderItem, value: str) -> str:
    """How the first line says the value of an option; nothing for a flag that is not set."""
    if item.kind == HeaderKind.FLAG:
        return item.flag if value == "yes" else ""
    is_letter = item.kind == HeaderKind.LETTER and value.isdigit() and 0 < int(value) <= len(CAPITALS)
    return CAPITALS[int(value) - 1] if is_letter else value


def _lines(puzzle: Puzzle, draft: Draft, part: Part) -> Iterator[str]:
    if part.shape is WORDS:
        yield from words_of(puzzle, part) if part.name in puzzle.lists else ()
    elif part.name in draft.parts:
        yield from part.shape.to_lines(puzzle.board, draft.parts[part.name].tokens)


def _is_read_as(text: str, puzzle: Puzzle) -> bool:
    """Whether the text is read as this puzzle; the message of another reading would speak of a text nobody wrote."""
    draft = Draft(puzzle.file)
    try:
        read_parts(draft, text, puzzle.type)
        read = build(puzzle.type, draft)
    except PuzzleError:
        return False
    same = ("board", "tokens", "alphabet", "lists")
    options = {name: value for name, value in puzzle.options.items() if (name, value) not in _unset(puzzle)}
    return read.options == options and all(getattr(read, name) == getattr(puzzle, name) for name in same)


def _unset(puzzle: Puzzle) -> set[tuple[str, str]]:
    """Flags that are not set, which a first line says by saying nothing."""
    return {(item.name, "no") for item in puzzle.type.header if item.kind == HeaderKind.FLAG}
