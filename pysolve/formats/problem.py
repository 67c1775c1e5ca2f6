"""JSON lines: one puzzle a line, with `id`, `problem` (plain text) and, if known, `puzzle` and `solution`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import PuzzleError


@dataclass(frozen=True)
class Record:
    """One line, checked."""

    problem: str
    puzzle: str | None
    solution: str | None


def lines(text: str) -> Iterator[tuple[str, str, int]]:
    """The id (empty if it cannot be seen), the text and the number of every line that holds something."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            id_ = str(data.get("id", "")) if isinstance(data, dict) else ""
        except (ValueError, RecursionError):
            id_ = ""
        yield id_, line, number


def record(line: str) -> Record:
    """The puzzle on a line; PuzzleError if it is not a JSON object with a text as `problem`."""
    try:
        data = json.loads(line)
    except RecursionError:
        raise PuzzleError("this JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is not valid JSON: {error.msg.lower()} at character {error.colno}") from None
    if not isinstance(data, dict) or not isinstance(data.get("problem"), str):
        raise PuzzleError("expected a JSON object with a text as 'problem'")
    for key in ("puzzle", "solution"):
        if data.get(key) is not None and not isinstance(data[key], str):
            raise PuzzleError(f"expected a text as '{key}'")
    return Record(data["problem"], data.get("puzzle"), data.get("solution"))
