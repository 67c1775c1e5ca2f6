"""Pictures, marks and places as JSON (docs/service.md, 'Pictures')."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..model import terms
from ..model.marks import Layer
from ..model.puzzle import Cosmetics, number_or_text
from ..model.terms import Term, Value
from ..render import svg
from ..render.answer_text import Answer
from ..render.picture import Mark, Picture

Json = dict[str, Any]


def place(value: Value) -> list[Any]:
    """A place of a board as a list: [row, column], or the name of a term and its numbers."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Term):
        return [value.name, *value.args]
    return [str(value)]


def place_of(parts: Sequence[Any]) -> Value:
    """The place that place() writes as this list."""
    if isinstance(parts[0], str):
        return Term(parts[0], tuple(parts[1:]))
    return tuple(parts)


def mark(drawn: Mark) -> Json:
    """A mark, without what is false, empty or 1."""
    record: Json = {"kind": drawn.kind, "place": place(drawn.place)}
    if drawn.other is not None:
        record["other"] = place(drawn.other)
    if drawn.value:
        record["value"] = drawn.value
    if drawn.arrows:
        record["arrows"] = drawn.arrows
    if drawn.index != 1:
        record["index"] = drawn.index
    flags = {"given": drawn.given, "differs": drawn.differs, "open": drawn.open}
    return record | {name: True for name, flag in flags.items() if flag}


def picture(picture_: Picture) -> Json:
    """A picture."""
    return {
        "rows": picture_.board.rows, "columns": picture_.board.columns, "board": picture_.board.shape.name,
        "cells": [list(cell) for cell in sorted(picture_.cells)],
        "marks": [mark(each) for each in picture_.marks],
        "missing": [list(cell) for cell in sorted(picture_.missing)],
        "noted": [place(each) for each in sorted(picture_.highlighted, key=str)],
        **({"slots": dict(picture_.slots)} if picture_.slots else {}),
        **({"dotted": True} if picture_.dotted else {}),
        **({"cosmetics": cosmetics(picture_.cosmetics)} if picture_.cosmetics else {}),
    }  # fmt: skip


def cosmetics(cosmetics_: Cosmetics) -> Json:
    """Colours, notes and walls as lists of [cell, colour], [cell, text] and [cell, neighbour], in reading order."""
    adorned = {"colours": cosmetics_.colours, "notes": cosmetics_.notes}
    return {
        **{name: [[list(cell), text] for cell, text in sorted(cells.items())] for name, cells in adorned.items()},
        "walls": [[list(cell), list(other)] for cell, other in sorted(cosmetics_.walls)],
    }


def drawn(picture_: Picture | None, show: Sequence[str], title: str = "") -> Json:
    """A picture in the ways that are wanted: as `marks`, as `svg`."""
    if picture_ is None:
        return {}
    record: Json = {}
    if "marks" in show:
        record["picture"] = picture(picture_)
    if "svg" in show:
        record["svg"] = svg.render([picture_], title)
    return record


def cells(answer: Answer) -> list[Json]:
    """The cells of a board with the texts that an answer has in them, in reading order."""
    texts = {mark.place: mark.value for mark in answer.picture().of(Layer.TEXT)}
    return [
        {
            "row": cell[0],
            "col": answer.puzzle.board.position(cell),
            "val": number_or_text(texts[cell]) if cell in texts else None,
        }
        for cell in answer.puzzle.cells
    ]


def atoms(atoms_: Iterable[Term]) -> list[str]:
    """Atoms as text, in order."""
    return sorted(terms.write(each) for each in atoms_)
