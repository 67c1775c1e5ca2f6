"""The types whose manifests have a key of some format; where the text of a file is all that says its type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.puzzle_type import PuzzleType
from . import names
from .loading import load, manifest_bytes


def type_with(key: FormatKey, own: Sequence[str | Path] = ()) -> PuzzleType:
    """The first type whose manifest has this key; PuzzleError if there is none."""
    for type_ in types_with(key, own):
        return type_
    raise PuzzleError(f"no puzzle type has the key {quote(key)}")


def types_with(key: FormatKey, own: Sequence[str | Path] = (), mention: str = "") -> Iterator[PuzzleType]:
    """The types whose manifests have this key, sorted by name. mention: only those whose manifests hold this text."""
    for folder in names(own).values():
        text = manifest_bytes(f"{folder}/manifest.yaml")
        if b"\n%s:" % key.encode() in text and mention.encode(errors="replace") in text:
            yield load(folder)
