"""Marks in words."""

from __future__ import annotations

from ..model.board import Board
from ..model.marks import MarkKind
from ..model.terms import Value


def sentence_of(
    kind: MarkKind, board: Board, place: str, other: str, value: str, label: Value | None = None, holds: bool = True
) -> str:
    """What a mark says, or that it is not there: 'row 1, column 2 holds 3'.

    place, other: where, in words. value: as it is written. label: of its region or cage; a cell stands for the region
    that it lies in.
    """
    sentence, denial = kind.holds, kind.lacks
    if kind.counted is not None and value:
        sentence, denial = kind.counted
        assert kind.noun is not None  # what can be counted has one
        number = ("a single" if holds else "exactly one") if value == "1" else value if holds else f"exactly {value}"
        value = f"{number} {kind.noun.one if value == '1' else kind.noun.several}"
    group = group_of(kind, board, value, label)
    if label is not None and board.name(label) == place:
        group = f"its own {kind.group.removeprefix('the ').removesuffix(' {g}')}"
    return (sentence if holds else denial).format(x=place, y=other, v=value, g=group)


def group_of(kind: MarkKind, board: Board, value: str, label: Value | None) -> str:
    """What an area is called, by its first cell or by its value: 'the region of row 1, column 2'."""
    where = board.name(label) if label is not None else ""
    return kind.group.format(g=f"of {where}" if where else value) if kind.group else ""
