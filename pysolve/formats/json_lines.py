"""JSON lines: one puzzle a line, with `id`, `problem` (plain text) and, if known, `puzzle` and `solution`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..model.draft import Draft
from ..model.errors import PuzzleError
from ..model.puzzle_type import PuzzleType
from . import plain_text
from .source import Context

NAME = "JSON lines"


def sniff(text: str) -> bool:
    """Whether the text begins with an object."""
    return text.lstrip().startswith("{")


def split(text: str) -> Iterator[tuple[str, str, int]]:
    """The id (empty if it cannot be seen), the text and the number of every line that holds something."""
    if _object(text) is not None:  # one object, over as many lines as it takes
        yield _id(text), text, 1
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _id(line), line, number


def _object(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _id(line: str) -> str:
    return str((_object(line) or {}).get("id", ""))


def read(draft: Draft, text: str, context: Context) -> PuzzleType:
    """Reads the puzzle of one line; PuzzleError if it is not a JSON object with a text as `problem`."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise PuzzleError("this JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is not valid JSON: {error.msg.lower()} at character {error.colno}") from None
    except ValueError:  # a number of more digits than Python reads
        raise PuzzleError("this JSON holds a number that is too long") from None
    if not isinstance(data, dict) or not isinstance(data.get("problem"), str):
        raise PuzzleError("expected a JSON object with a text as 'problem'")
    for key in ("puzzle", "solution"):
        if data.get(key) is not None and not isinstance(data[key], str):
            raise PuzzleError(f"expected a text as '{key}'")
    type_ = plain_text.read(draft, data["problem"], context, data.get("puzzle"))
    draft.answer = data.get("solution")
    return type_
