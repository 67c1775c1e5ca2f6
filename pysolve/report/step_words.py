"""What follows in a step, in words: facts of one kind are said together, with their places in reading order."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import groupby

from ..analysis.progress import Fact
from ..analysis.steps import Step
from ..model.board import cell_of, is_side
from ..model.marks import Layer
from ..model.terms import Value
from .words import Words, listed, side_of

#: Facts of one kind that are still said one by one.
FEW = 2


def what_follows(words: Words, step: Step) -> str:
    """The facts of a step; where one shape of a mark is, that no other is there goes without saying."""
    filled = {words.spot_of(fact.atom) for fact in (*step.known, *step.facts) if fact.holds} - {None}
    facts = [fact for fact in step.facts if fact.holds or words.spot_of(fact.atom) not in filled]
    return facts_in_words(words, facts or step.facts, step.emptied)


def facts_in_words(words: Words, facts: Sequence[Fact], emptied: Collection[Value] = ()) -> str:
    """The facts, with semicolons between: a few by themselves, many of one kind as one list of places.

    emptied: places of which they exclude the last mark.
    """
    kinds: dict[Hashable, list[Fact]] = {}
    for fact in facts:
        if _place(words, fact) not in emptied:
            kinds.setdefault(_kind(words, fact), []).append(fact)
    parts: list[str] = []
    if emptied:
        stay = "stays" if len(emptied) == 1 else "stay"
        parts.append(f"{'; '.join(places_in_words(words, sorted(emptied, key=str)))} {stay} empty")
    for kind, alike in kinds.items():
        if kind is not None and (sentence := _in_one_line(words, alike)) is not None:
            parts.append(sentence)
        elif kind is None or len(alike) <= FEW:
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
    if rule.layer.is_area:
        return rule.mark, drawn.values[rule.values[0]], fact.holds
    if drawn.other is not None and side_of(drawn) is None:
        return None
    return rule.mark, words.written(rule, drawn), fact.holds


def _place(words: Words, fact: Fact) -> Value | None:
    mark = words.mark_of(fact.atom)
    return None if mark is None else mark[1].place


def _in_one_line(words: Words, facts: Sequence[Fact]) -> str | None:
    """'row 1, columns 2 and 4 have lights'; None if the facts are not about several cells of one row or column, or if
    it is not said of several cells at once.
    """
    marks = [mark for fact in facts if (mark := words.mark_of(fact.atom)) is not None]
    rule, drawn = marks[0]
    value = words.written(rule, drawn)
    cells = sorted({cell for _, each in marks if (cell := cell_of(each.place)) is not None})
    several = rule.kind_of(value).several
    if several is None or len(cells) < max(len(marks), 2):
        return None
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    if len(rows) == 1:
        (place,) = places_in_words(words, cells)
    elif len(columns) == 1 and not words.puzzle.board.is_hex:
        place = f"rows {_numbers([row for row, _ in cells])} of column {cells[0][1]}"
    else:
        return None
    return several[not facts[0].holds].format(x=place, v=value)


def _together(words: Words, facts: Sequence[Fact]) -> str:
    """'no lights: row 1, columns 2, 3 and 5; row 2, column 1'."""
    marks = [mark for fact in facts if (mark := words.mark_of(fact.atom)) is not None]
    rule, drawn = marks[0]
    value = words.written(rule, drawn)
    kind = rule.kind_of(value)
    if rule.layer.is_area:
        cells = "; ".join(places_in_words(words, [drawn.place for _, drawn in marks]))
        return f"{'in' if facts[0].holds else 'not in'} {words.group(rule, drawn)}: {cells}"
    places = "; ".join(places_in_words(words, [side_of(drawn) or drawn.place for _, drawn in marks]))
    if kind.noun is None and kind.several is not None and value:
        return kind.several[not facts[0].holds].format(x=places, v=value)
    what = kind.noun.several if kind.noun is not None else kind.here.format(v=value)
    if not facts[0].holds:
        what = f"not {what}" if rule.layer is Layer.FILL else f"no {what}"
    return f"{what}: {places}"


def places_in_words(words: Words, places: Sequence[Value]) -> list[str]:
    """'row 1, columns 2 and 3': the cells of each row, then the other places."""
    board = words.puzzle.board
    cells = sorted(cell for place in places if (cell := cell_of(place)) is not None)
    others = [place for place in places if cell_of(place) is None]
    parts = []
    for row, group in groupby(cells, key=lambda cell: cell[0]):
        columns = [board.position(cell) for cell in group]
        parts.append(f"row {row}, column{'s' if len(columns) > 1 else ''} {_numbers(columns)}")
    sides = [place for place in others if not board.is_hex and is_side(place)]
    return parts + words.sides(sides) + [words.value(place) for place in others if place not in sides]


def _numbers(numbers: Sequence[int]) -> str:
    """'1, 2 and 4'; of three or more that follow one another the first and the last: '1 to 4 and 7'."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]} to {run[-1]}"] if len(run) > FEW else list(map(str, run)) for run in runs]
    return listed([part for each in parts for part in each])
