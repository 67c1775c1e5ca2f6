"""JSON lines: one puzzle a line, with `id`, `problem` (plain text) and, if known, `puzzle` and `solution`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..model.build import Draft
from ..model.errors import PuzzleError, check_characters, unread
from ..model.puzzle_type import PuzzleType
from .input_file import LARGEST_PUZZLE
from .source import Context, first_character, parse_json


def sniff(data: bytes) -> bool:
    """Whether they begin with an object, which is not ipuz."""
    return first_character(data) == b"{" and b"ipuz.org/" not in data[:20_000]


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The id (empty if it cannot be seen), the bytes and the number of every line that holds something."""
    first, _, rest = data.partition(b"\n")
    if rest.strip() and not has_line_each(first):
        small = len(data) <= LARGEST_PUZZLE
        if _object(data) is not None if small else first.strip() == b"{":
            yield _id(data) if small else "", data, 1  # one object, over several lines
            return
    yield from split_lines(data.split(b"\n"))


def has_line_each(first: bytes) -> bool:
    """Whether a file that begins with this line has a puzzle a line, so that it can be read line by line."""
    return sniff(first) and _object(first) is not None


def split_lines(lines: Iterable[bytes]) -> Iterator[tuple[str, bytes, int]]:
    """The same as split, from the lines of a file."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _id(line), line.removeprefix(b"\xef\xbb\xbf"), number


def _object(text: bytes) -> dict[str, Any] | None:
    import json  # here and below: only when there is such a file, as there seldom is

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _id(line: bytes) -> str:
    return str((_object(line) or {}).get("id", ""))


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Reads the puzzle of one line; PuzzleError if it is not a JSON object with a text as `problem`."""
    from . import plain_text

    record = parse_json(context.text(data))
    if not isinstance(record, dict) or not isinstance(record.get("problem"), str):
        raise PuzzleError("expected a JSON object with a text as 'problem'")
    for key in ("puzzle", "solution"):
        if record.get(key) is not None and not isinstance(record[key], str):
            raise PuzzleError(f"expected a text as '{key}'")
        check_characters(record.get(key) or "")
    check_characters(record["problem"])
    type_ = context.type(record.get("puzzle"))
    plain_text.read_parts(draft, record["problem"], type_)
    draft.answer = record.get("solution")
    draft.remarks += unread(record, ("id", "problem", "puzzle", "solution"), draft.file)
    return type_
