"""What the steps of a walk may lead to: marks of the answer, and what a person notes on the way to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping
from typing import NamedTuple

from ..model.marks import MARKS, Layer
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term, Value
from .progress import Fact


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
