"""What goes without saying: facts that a person sees at once, and would not call a step.

They follow from what stands in a cell, for this cell alone: a cell with a number is not shaded, no line comes into it.
Likewise that a cell belongs, or does not belong, to the region that is called after it, if that follows from this cell
alone: it draws nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..model.board import Cell, cell_of
from ..model.marks import Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule, value_of
from ..model.terms import Term, Value
from ..render.picture import draw
from .clues import clues
from .propagation import Label
from .steps import Premises


class _Mark(NamedTuple):
    """The mark that a fact is about."""

    rule: DrawRule
    drawn: Drawn

    @property
    def places(self) -> list[Value]:
        return [place for place in (self.drawn.place, self.drawn.other) if place is not None]

    @property
    def is_own(self) -> bool:
        """Whether it is a cell of the region that is called after this cell."""
        return self.rule.layer.is_area and self.drawn.values[self.rule.values[0]] == self.drawn.place


def evident_facts(
    puzzle: Puzzle,
    premises: Premises,
    known: Iterable[int],
    open_: Collection[int],
    following: Callable[[list[int]], Mapping[int, Label]],
) -> Iterator[int]:
    """Those of the open facts that go without saying. known: those that are known before the first step. following:
    what follows from some premises alone, and from which of them; premises that settle other cells, too, make a step.
    """
    facts = premises.fact_of
    marks = {literal: mark for literal in (*known, *open_) if (mark := _mark(puzzle, facts[literal].atom)) is not None}
    alone: dict[Cell, list[int]] = defaultdict(list)  # the premises that are about this cell and no other
    for literal, places in _premises_with_places(premises, {each: marks[each] for each in known if each in marks}):
        if (cell := _only_cell(places)) is not None:
            alone[cell].append(literal)
    texts = _given_texts(puzzle)
    about: dict[Cell, list[int]] = defaultdict(list)
    for literal in open_:
        for place in marks[literal].places if literal in marks else ():
            if (cell := cell_of(place)) is not None and (cell in texts or marks[literal].is_own):
                about[cell].append(literal)
    for cell, here in about.items():
        follows = following(alone[cell])
        # what no constraint is needed for may follow from any clue
        telling = {follows[each] for each in open_ if each in follows and each not in here} - {0}
        lines = [each for each in here if marks[each].rule.layer is Layer.LINE]
        is_passed_by = all(each in follows and not facts[each].holds for each in lines)
        for literal in here:
            rule, drawn = marks[literal]
            is_unseen = rule.layer is Layer.TEXT and value_of(rule, drawn, puzzle.alphabet) not in texts[cell]
            is_alone = literal in follows and follows[literal] not in telling
            if is_alone and not is_unseen and (is_passed_by or not rule.layer.is_pair):
                yield literal


def _premises_with_places(premises: Premises, known: dict[int, _Mark]) -> Iterator[tuple[int, list[Value]]]:
    """The premises with the places that they are about."""
    for literal, mark in known.items():
        yield literal, mark.places
    for literal, instance in premises.constraint_of.items():
        yield (
            literal,
            [each for each in instance.values if isinstance(each, tuple) or (isinstance(each, Term) and each.args)],
        )


def _given_texts(puzzle: Puzzle) -> dict[Cell, set[str]]:
    """What is written in each cell in which something is given."""
    texts: dict[Cell, set[str]] = {}
    for mark in draw(puzzle).marks:
        if (cell := cell_of(mark.place)) is not None and not mark.layer.is_area:
            texts.setdefault(cell, set()).update([mark.value] if mark.layer is Layer.TEXT else [])
    for clue in clues(puzzle):
        if (cell := _only_cell(clue.places)) is not None:
            texts.setdefault(cell, set()).add(clue.text)
    return texts


def _mark(puzzle: Puzzle, atom: Term) -> _Mark | None:
    mark = puzzle.type.mark_of(atom)
    return None if mark is None else _Mark(*mark)


def _only_cell(places: Iterable[Value]) -> Cell | None:
    """The cell that all these places are; None if there are others, or none."""
    every = set(places)
    return cell_of(every.pop()) if len(every) == 1 else None
