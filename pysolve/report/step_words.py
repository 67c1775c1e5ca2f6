"""What follows in a step, in words: facts of one kind are said together, with their places in reading order."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby

from ..analysis.progress import Fact
from ..model.board import cell_of, is_side
from ..model.marks import Layer, figure_of
from ..model.terms import Value
from .words import Words, listed, side_of

#: Facts of one kind that are still said one by one.
FEW = 2


def facts_in_words(words: Words, facts: Sequence[Fact]) -> str:
    """The facts, with semicolons between: a few by themselves, many of one kind as one list of places."""
    kinds: dict[Hashable, list[Fact]] = {}
    for fact in facts:
        kinds.setdefault(_kind(words, fact), []).append(fact)
    parts: list[str] = []
    for kind, alike in kinds.items():
        if kind is None or len(alike) <= FEW:
            parts += [words.atom(fact.atom, fact.holds) for fact in alike]
        else:
            parts.append(_together(words, alike))
    return "; ".join(parts)


def _kind(words: Words, fact: Fact) -> Hashable:
    """What facts that can be said together have in common; None for one that is said by itself."""
    mark = words.mark_of(fact.atom)
    if mark is None:
        return None
    rule, drawn = mark
    if rule.layer.is_area or (drawn.other is not None and side_of(drawn) is None):
        return None
    return rule.mark, words.written(rule, drawn), fact.holds


def _together(words: Words, facts: Sequence[Fact]) -> str:
    """'no circle: row 1, columns 2, 3 and 5; row 2, column 1'."""
    marks = [mark for fact in facts if (mark := words.mark_of(fact.atom)) is not None]
    rule, drawn = marks[0]
    value = words.written(rule, drawn)
    figure = figure_of(rule.kind, value) if rule.layer is Layer.SIGN else None
    what = figure.here if figure is not None else rule.kind.here.format(v=value)
    if not facts[0].holds:
        what = f"not {what}" if rule.layer is Layer.FILL else f"no {what}"
    return f"{what}: {'; '.join(_places(words, [side_of(drawn) or drawn.place for _, drawn in marks]))}"


def _places(words: Words, places: Sequence[Value]) -> list[str]:
    board = words.puzzle.board
    cells = sorted(cell for place in places if (cell := cell_of(place)) is not None)
    others = [place for place in places if cell_of(place) is None]
    parts = []
    for row, group in groupby(cells, key=lambda cell: cell[0]):
        columns = [str(board.position(cell)) for cell in group]
        parts.append(f"row {row}, column{'s' if len(columns) > 1 else ''} {listed(columns)}")
    sides = [place for place in others if not board.is_hex and is_side(place)]
    return parts + words.sides(sides) + [words.value(place) for place in others if place not in sides]
