"""Arguments of the Python API, checked by their annotations: one sentence for what is of another kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import SupportsFloat, SupportsIndex

from .errors import PuzzleError, alternatives

#: What an annotation is called in a sentence; one that is not listed is not checked.
_WORDS = {
    "Puzzle": "a puzzle (pysolve.read and pysolve.puzzle give one)", "Settings": "pysolve.Settings(…)",
    "int": "a whole number", "float": "a number", "bool": "True or False", "str": "a text", "None": "None",
    "tuple[str, ...]": "a tuple of texts", "Mapping[str, str]": "a dict of texts",
}  # fmt: skip

_LONGEST = 60


def check_arguments(where: str, annotations: Mapping[str, str], values: Mapping[str, object]) -> None:
    """PuzzleError for the first value that is none of what its annotation names. where: what takes the arguments."""
    for name, value in values.items():
        kinds = re.split(r" \| ", annotations.get(name, "object"))
        if all(kind in _WORDS for kind in kinds) and not any(_is(value, kind) for kind in kinds):
            shown = repr(value)
            shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
            expected = alternatives([_WORDS[kind] for kind in kinds])
            raise PuzzleError(f"{where}: {name} is {shown}, expected {expected}")


def _is(value: object, kind: str) -> bool:
    if value is None or kind == "None":  # first: whether None is a number takes long to find
        return value is None and kind == "None"
    if kind == "bool" or isinstance(value, bool):
        return kind == "bool" and isinstance(value, bool)
    if kind == "tuple[str, ...]":
        return isinstance(value, (tuple, list)) and _are_texts(value)
    if kind == "Mapping[str, str]":
        return isinstance(value, Mapping) and _are_texts([*value.keys(), *value.values()])
    if kind in ("Puzzle", "Settings"):
        return type(value).__name__ == kind  # the classes themselves are imported when they are needed
    if kind == "str":
        return isinstance(value, str)
    return isinstance(value, SupportsIndex) or (kind == "float" and isinstance(value, SupportsFloat))  # numpy's, too


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)
