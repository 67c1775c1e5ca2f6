"""What the steps of a walk may lead to: marks of the answer, and what a person notes on the way to it; and which of
these facts go without saying, as a person sees them at once and would not call them a step.

They follow from what stands in a cell, for this cell alone: a cell with a number is not shaded, no line comes into it.
Likewise that a cell belongs, or does not belong, to the region that is called after it, if that follows from this cell
alone: it draws nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..model.board import Cell, cell_of
from ..model.marks import MARKS, Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule, PuzzleType, value_of
from ..model.terms import Term, Value
from ..render.picture import draw
from .clues import clues
from .progress import Fact
from .propagation import Label
from .steps import Premises


class WalkFacts(NamedTuple):
    """Facts by their literals.

    answer: the walk ends when all of these that hold are known. The others are told only if a later step needs them.
    notes: those of the type, and their negations. elsewhere: regions that a cell does not belong to. noted:
    both of these, and which values and shapes do not stand in a cell.
    """

    answer: dict[int, Fact]
    notes: dict[int, Fact]
    elsewhere: dict[int, Fact]
    noted: dict[int, Fact]


def walk_facts(
    type_: PuzzleType,
    marks: Mapping[Term, str],
    literals: Mapping[Term, int],
    given: Collection[Term],
    following: Callable[[dict[int, int]], Container[int]],
) -> WalkFacts:
    """The facts of a puzzle. marks: what the atoms of answers leave. literals: of the atoms that are shown. given:
    those that hold whatever is chosen. following: what follows from literals, without any constraint.

    Of values, steps say which one a cell holds. So they do of shapes, where a cell always has one, or notes say whether
    it has any; and of regions and numbers of lines, where there are notes.
    """
    answer = {literals[atom]: Fact(atom) for atom in marks}
    absent: dict[int, Fact] = {}
    elsewhere: dict[int, Fact] = {}
    shapes: dict[tuple[str, Value], list[int]] = {}
    for atom, mark in marks.items():
        literal, layer = literals[atom], MARKS[mark].layer
        rule, drawn = type_.mark_of(atom) or (None, None)
        if layer is Layer.TEXT or (layer is Layer.SIGN and type_.notes):
            absent[-literal] = Fact(atom, False)
        elif type_.notes and (layer.is_area or (layer is Layer.LINE and rule is not None and rule.values)):
            elsewhere[-literal] = Fact(atom, False)
        else:
            answer[-literal] = Fact(atom, False)
            if layer is Layer.SIGN and drawn is not None:
                shapes.setdefault((atom.name, drawn.place), []).append(literal)
    for first, *others in shapes.values():
        if others and first in following(dict.fromkeys((-each for each in others), 0)):
            absent |= {-each: answer.pop(-each) for each in (first, *others)}
    notes: dict[int, Fact] = {}
    for atom, literal in literals.items():
        if type_.is_note(atom) and atom not in given:
            notes |= {literal: Fact(atom), -literal: Fact(atom, False)}
    return WalkFacts(answer, notes, elsewhere, notes | elsewhere | absent)


# -- What goes without saying


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
    drawn = {literal: puzzle.type.mark_of(facts[literal].atom) for literal in (*known, *open_)}
    marks = {literal: _Mark(*mark) for literal, mark in drawn.items() if mark is not None}
    alone = _premises_by_cell(premises, {each: marks[each] for each in known if each in marks})
    texts = _given_texts(puzzle)

    def is_unseen(literal: int, cell: Cell) -> bool:
        """Whether it is a text that is not written in the cell."""
        rule, drawn = marks[literal]
        return rule.layer is Layer.TEXT and value_of(rule, drawn, puzzle.alphabet) not in texts[cell]

    for cell, here in _facts_by_cell({each: marks[each] for each in open_ if each in marks}, texts).items():
        follows = following(alone[cell])
        # what no constraint is needed for may follow from any clue
        telling = {follows[each] for each in open_ if each in follows and each not in here} - {0}
        lines = [each for each in here if marks[each].rule.layer is Layer.LINE]
        is_passed_by = all(each in follows and not facts[each].holds for each in lines)
        for literal in here:
            is_alone = literal in follows and follows[literal] not in telling
            if is_alone and not is_unseen(literal, cell) and (is_passed_by or not marks[literal].rule.layer.is_pair):
                yield literal


def _premises_by_cell(premises: Premises, known: Mapping[int, _Mark]) -> Mapping[Cell, list[int]]:
    """The premises that are about one cell and nothing else, by this cell."""
    places_of: dict[int, Iterable[Value]] = {literal: mark.places for literal, mark in known.items()}
    for literal, instance in premises.constraint_of.items():
        places_of[literal] = [each for each in instance.values if isinstance(each, tuple) or _has_arguments(each)]
    alone: dict[Cell, list[int]] = defaultdict(list)
    for literal, places in places_of.items():
        if (cell := _only_cell(places)) is not None:
            alone[cell].append(literal)
    return alone


def _has_arguments(value: Value) -> bool:
    return isinstance(value, Term) and bool(value.args)


def _facts_by_cell(marks: Mapping[int, _Mark], texts: Container[Cell]) -> Mapping[Cell, list[int]]:
    """The facts about cells in which something is given, or whose region is called after them, by these cells."""
    about: dict[Cell, list[int]] = defaultdict(list)
    for literal, mark in marks.items():
        for place in mark.places:
            if (cell := cell_of(place)) is not None and (cell in texts or mark.is_own):
                about[cell].append(literal)
    return about


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


def _only_cell(places: Iterable[Value]) -> Cell | None:
    """The cell that all these places are; None if there are others, or none."""
    every = set(places)
    return cell_of(every.pop()) if len(every) == 1 else None
