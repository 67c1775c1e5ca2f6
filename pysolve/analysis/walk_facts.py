"""What the steps of a walk may lead to: marks of the answer, and what a person notes on the way to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..model.marks import MARKS, Layer
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from .progress import Fact


class WalkFacts(NamedTuple):
    """Facts by their literals.

    answer: the walk ends when all of these are known that hold. The others are told if a later step rests on them.
    notes: of the type, that they hold and that they do not. elsewhere: regions that a cell does not belong to. noted:
    both of these, and which values and shapes do not stand in a cell.
    """

    answer: dict[int, Fact]
    notes: dict[int, Fact]
    elsewhere: dict[int, Fact]
    noted: dict[int, Fact]


def walk_facts(
    type_: PuzzleType, marks: Mapping[Term, str], literals: Mapping[Term, int], given: Collection[Term]
) -> WalkFacts:
    """The facts of a puzzle. marks: what the atoms of answers leave. literals: of the atoms that are shown. given:
    those that hold whatever is chosen.

    Of values, steps say which one a cell holds. So they do of shapes and regions where notes say whether there is any.
    """
    answer: dict[int, Fact] = {}
    notes: dict[int, Fact] = {}
    elsewhere: dict[int, Fact] = {}
    absent: dict[int, Fact] = {}
    for atom, mark in marks.items():
        literal, layer = literals[atom], MARKS[mark].layer
        answer[literal] = Fact(atom)
        if type_.notes and layer.is_area:
            others = elsewhere
        else:
            others = absent if layer is Layer.TEXT or (type_.notes and layer is Layer.SIGN) else answer
        others[-literal] = Fact(atom, False)
    for atom, literal in literals.items():
        if type_.notes_down(atom) and atom not in given:
            notes |= {literal: Fact(atom), -literal: Fact(atom, False)}
    return WalkFacts(answer, notes, elsewhere, notes | elsewhere | absent)
