"""The values of the options that a puzzle does not set: from the rules, where alone they stand."""

from __future__ import annotations

import re
from pathlib import Path

from ..model.options import defaults
from ..model.puzzle_type import PuzzleType
from .library import library

_INCLUDE = re.compile(r'^[ \t]*#include[ \t]*"([^"\n]+)"', re.MULTILINE)


def default_options(type_: PuzzleType) -> dict[str, str]:
    """The options of a type with their defaults, in the manifest's order. What the rules include counts, too."""
    declared: dict[str, str] = {}
    files, seen = list(type_.rule_files), set[Path]()
    while files:
        file = files.pop().resolve()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        text = file.read_text(encoding="utf-8", errors="replace")
        declared |= defaults(text)
        for name in _INCLUDE.findall(text):  # as solving/rules looks for it
            beside = file.parent / name
            files.append(beside if beside.is_file() else library() / name.removeprefix("../"))
    return {name: declared[name] for name in type_.options if name in declared}
