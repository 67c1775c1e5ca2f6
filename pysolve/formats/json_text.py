"""JSON from strangers: whatever is wrong with it becomes one sentence."""

from __future__ import annotations

from typing import Any

from ..model.errors import PuzzleError, quote


def load(text: str) -> Any:
    """What the text says; PuzzleError if it is no JSON, nested too deeply, or names a key twice."""
    import json  # only when there is such a text, as there seldom is

    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise PuzzleError("this JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is not valid JSON: {error.msg.lower()} at character {error.pos + 1}") from None
    except ValueError:  # a number of more digits than Python reads
        raise PuzzleError("this JSON holds a number that is too long") from None


def load_object(text: str) -> dict[str, Any]:
    """The same for a text that has to be an object."""
    data = load(text)
    if not isinstance(data, dict):
        raise PuzzleError("expected a JSON object")
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for key, value in pairs:
        if key in known:
            raise PuzzleError(f"the key {quote(key)} stands twice in this JSON")
        known[key] = value
    return known


def _constant(name: str) -> Any:
    raise PuzzleError(f"found {name} in this JSON, which is no number")
