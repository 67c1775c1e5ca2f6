"""Places, values, atoms and constraints of the rules in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from ..analysis.assumptions import ConstraintInstance
from ..analysis.clues import Clue
from ..model import terms
from ..model.board import Cell, Side, cell_of, margin_of, side_along
from ..model.marks import Layer, Noun, figure_of, group_of, listed, sentence_of
from ..model.parts import GROUPS
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule, value_of
from ..model.rows import NO_VALUE
from ..model.terms import Term, Value
from ..model.tokens import LABELS
from ..solving import facts

_DIRECTIONS = {
    "n": "north", "s": "south", "e": "east", "w": "west",
    "ne": "north-east", "nw": "north-west", "se": "south-east", "sw": "south-west",
}  # fmt: skip

_BESIDE = {"n": "above", "s": "below", "w": "to the left of", "e": "to the right of"}


#: What the terms of regions are called.
_AREAS = ("region", "cage")

#: Such a word before the place of its first cell.
_BARE_AREA = re.compile(rf"(?<![Tt]he )\b({'|'.join(_AREAS)})(?= of (?:row |R\d))", re.IGNORECASE)


#: What a small number in a block is about, by its mark.
_NOTED = {"note_below": "for the cells below", "note_right": "for the cells to the right"}


class Words:
    """Words for what a puzzle and its rules speak of."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def value(self, value: Value, variable: str = "") -> str:
        """A value. variable: the one that it stands for in a rule; V is the value of a cell, as its letter says."""
        if place := self.puzzle.board.name(value):
            return place
        if isinstance(value, int):
            return self.puzzle.alphabet.name(value) if variable == "V" else str(value)
        if isinstance(value, Term):
            if not value.args:
                return self._shape(value) if variable == "V" else _DIRECTIONS.get(value.name, value.name)
            if value.name in _AREAS and (first := self._labels.get(value.args[0])) is not None:
                return f"the {value.name} of {first}"
            if any(cell_of(part) is not None for part in value.args):
                return " ".join(["the", value.name, *(self.value(part) for part in value.args)])
            return " ".join([value.name, *(self.value(part) for part in value.args)])
        if isinstance(value, tuple) and len(value) == 2 and str(value[1]) in _DIRECTIONS:
            return f"the cells to the {self.value(value[1])} of {self.value(value[0])}"
        if isinstance(value, tuple):
            return f"({', '.join(self.value(part) for part in value)})"
        return value if isinstance(value, str) else terms.write(value)

    def _shape(self, value: Term) -> str:
        """The value of a cell that is a shape: 'a circle'."""
        is_drawn = any(figure_of(rule.kind, value.name) for rule in self.puzzle.type.draw if rule.layer is Layer.SIGN)
        return Noun.parse(value.name).with_article if is_drawn else _DIRECTIONS.get(value.name, value.name)

    @cached_property
    def first_cells(self) -> dict[Value, Cell]:
        """The first cell of each region that the puzzle itself has, by its label, which no picture shows."""
        cells: dict[Value, list[Cell]] = {}
        areas = [rule for rule in self.puzzle.type.draw if rule.layer.is_area]
        for atom in facts.atoms(self.puzzle) if areas else ():
            for rule in areas:
                drawn = rule.match(atom)
                if drawn is not None and (cell := cell_of(drawn.place)) is not None:
                    cells.setdefault(drawn.values[rule.values[0]], []).append(cell)
        return {label: min(here) for label, here in cells.items()}

    @cached_property
    def _labels(self) -> dict[Value, str]:
        """What these cells are called."""
        return {label: self.puzzle.board.name(cell) for label, cell in self.first_cells.items()}

    def atom(self, atom: Term, holds: bool = True) -> str:
        """What an atom of an answer says, or that it does not hold."""
        if (mark := self.mark_of(atom)) is None:
            return terms.write(atom) if holds else f"not {terms.write(atom)}"
        rule, drawn = mark
        value = self.written(rule, drawn)
        kind = rule.kind_of(value)
        if kind.along is not None and not drawn.values and (side := side_of(drawn)) is not None:
            return kind.along[not holds].format(x=self.sides([side])[0])
        place, other = (self.value(each) if each is not None else "" for each in (drawn.place, drawn.other))
        label = drawn.values[rule.values[0]] if rule.layer.is_area else None
        return sentence_of(kind, self.puzzle.board, place, other, value, label, holds)

    def group(self, rule: DrawRule, drawn: Drawn) -> str:
        """What an area is called: 'the rectangle of row 1, column 5'."""
        value = self.written(rule, drawn)
        return group_of(rule.kind_of(value), self.puzzle.board, value, drawn.values[rule.values[0]])

    def mark_of(self, atom: Term) -> tuple[DrawRule, Drawn] | None:
        """The mark that an atom of an answer, or a note, leaves, if it leaves one."""
        return self.puzzle.type.mark_of(atom)

    def written(self, rule: DrawRule, drawn: Drawn) -> str:
        """The value of a mark, as it is written; empty if it has none."""
        if rule.layer.is_written and rule.layer is not Layer.SIGN and len(drawn.values) == 1:
            return self.value(drawn.values[rule.values[0]], "V" if rule.in_alphabet else "")
        return value_of(rule, drawn, self.puzzle.alphabet)

    def sides(self, sides: Sequence[Value]) -> list[str]:
        """Where sides of square cells are: 'above and to the left of row 1, column 2'. The cell that has the most of
        them comes first.
        """
        board = self.puzzle.board
        left = dict.fromkeys(sides)
        sides_of = {cell: board.sides_of(cell) for cell in board.cells}
        parts: list[str] = []
        while left:
            cell = max(board.cells, key=lambda cell: sum(side in left for side in sides_of[cell].values()))
            names = [name for name, side in sides_of[cell].items() if side in left]
            if not names:  # they lie between holes
                return [*parts, *(self.value(side) for side in left)]
            left = {side: None for side in left if side not in sides_of[cell].values()}
            where = "all around" if len(names) == len(sides_of[cell]) else listed([_BESIDE[name] for name in names])
            parts.append(f"{where} {board.name(cell)}")
        return parts

    def clue(self, clue: Clue) -> str:
        """A clue and where it stands; also of which part it is, where several stand on one side of the board."""
        places = [self.value(place) for place in clue.places]
        if clue.part.shape is GROUPS:
            return self._group(clue, places)
        several = clue.part.shape.is_margin and clue.part in self.puzzle.type.slots(clue.part.side)
        part = f" ({clue.part.name.replace('_', ' ')})" if several else ""
        return f"{self._token(clue)} in {' and '.join(places)}{part}"

    def _token(self, clue: Clue) -> str:
        """What stands in the place of a clue: 'a white circle' where nothing is written there but a symbol."""
        atoms = (facts.term(template, token.values) for token in clue.tokens for template in token.templates)
        marks = [mark for atom in atoms if (mark := self.mark_of(atom)) is not None]
        if any(rule.mark == "block" for rule, _ in marks):
            notes = [f"{self.written(rule, drawn)} {_NOTED[rule.mark]}" for rule, drawn in marks if rule.mark in _NOTED]
            return " and ".join(notes) or clue.text
        if len(marks) != 1 or marks[0][0].layer is not Layer.SYMBOL:
            return clue.text
        rule, drawn = marks[0]
        noun = rule.kind_of(self.written(rule, drawn)).noun
        return clue.text if noun is None else noun.with_article

    def _group(self, clue: Clue, places: Sequence[str]) -> str:
        """A group of cells: what it is called, its value if it has one, and where it begins and ends."""
        name = next((each.title for each in self.puzzle.type.added if each.name == clue.part.name), clue.part.name)
        value = "" if clue.text == NO_VALUE else f" {clue.text}"
        where = f"in {places[0]}" if len(places) == 1 else f"from {places[0]} to {places[-1]}"
        return f"the {name.lower()}{value} {where}"

    def constraint(self, instance: ConstraintInstance) -> str:
        """What a constraint says, with the values filled in."""
        return _with_article(instance.constraint.words(instance.values, self.in_sentence))

    def in_sentence(self, value: Value, variable: str, before: str) -> str:
        """A value in a sentence of the rules. before: the words right before it.

        There a place in a margin stands for its line, as one looks along it from there.
        """
        if variable in LABELS and (first := self._labels.get(value)) is not None:
            return f"of {first}"
        if (margin := margin_of(value)) is None:
            return self.value(value, variable)
        side, number = margin
        line = f"{'row' if side.along_rows else 'column'} {number}"
        if before.endswith("from "):
            return f"the {side} of {line}"
        return line + {Side.RIGHT: " from the right", Side.BOTTOM: " from below"}.get(side, "")


def _with_article(text: str) -> str:
    """'Region of row 1, column 2 has …' as 'The region of …'."""
    return _BARE_AREA.sub(lambda word: f"{'The' if word[1][0].isupper() else 'the'} {word[1].lower()}", text)


def side_of(drawn: Drawn) -> Term | None:
    """The side of a square cell that a line runs along; None for any other mark."""
    return None if drawn.other is None else side_along(drawn.place, drawn.other)


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
