"""What f-puzzles draws and does not check: lines, shapes, texts, cages without a rule.

Some of them are the looks of a constraint, which they name (`fromConstraint`); the others are decoration, or mean what
the rules in words say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, quote
from ..model.puzzle import LONGEST_NOTE

#: The keys of drawings.
DRAWN = ("line", "rectangle", "circle", "text", "cage")

_CELL = re.compile(r"R(\d{1,3})C(\d{1,3})", re.ASCII)


def read_drawings(draft: Draft, key: str, data: dict[str, Any], size: int, has_rules: bool) -> None:
    """Takes the drawings below a key as decoration; those that are the looks of a constraint are passed over.

    PuzzleError if rules in words may give them a meaning.
    """
    entries = data[key]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise PuzzleError(f"{key}: expected a list of objects")
    own = [entry for entry in entries if not _is_look(entry, data)]
    if not own:
        return
    if has_rules:
        raise PuzzleError(
            f"this puzzle holds {quote(key)}, drawings to which its rules in words may give a meaning "
            f"(--drop {key} takes them as decoration)"
        )
    if key == "text":
        _note_texts(draft, own, size)
    drawings = "1 drawing" if len(own) == 1 else f"{len(own)} drawings"
    draft.remarks.append(Remark(f"{drawings} {quote(key)} taken as decoration: no rule speaks of them", draft.file))


def _is_look(entry: dict[str, Any], data: dict[str, Any]) -> bool:
    """Whether a drawing shows a constraint that the puzzle has, in cells that the constraint has."""
    name = entry.get("fromConstraint")
    shown = data.get("".join(name.lower().split())) if isinstance(name, str) else None
    cells = {*_cells(entry)}
    return bool(shown) and bool(cells) and cells <= {*_cells(shown)}


def _cells(value: Any) -> Iterator[str]:
    """The names of cells somewhere in a value, however deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
        elif isinstance(each, str) and _CELL.fullmatch(each):
            yield each


def _note_texts(draft: Draft, entries: list[dict[str, Any]], size: int) -> None:
    """Texts in single cells become notes of the picture, one a cell, if they are short."""
    noted = set()
    for entry in entries:
        cells, text = entry.get("cells"), entry.get("value")
        match = _CELL.fullmatch(str(cells[0])) if isinstance(cells, list) and len(cells) == 1 else None
        if match is None or not isinstance(text, str) or not text.strip() or not text.isprintable():
            continue
        cell = (int(match[1]), int(match[2]))
        if len(text.strip()) <= LONGEST_NOTE and cell not in noted and all(1 <= each <= size for each in cell):
            noted.add(cell)
            draft.cosmetics.setdefault("notes", []).append((1, f"r{cell[0]}c{cell[1]} = {text.strip()}"))
