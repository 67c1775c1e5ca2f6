"""Places, values, atoms and constraints of the rules in words."""

from __future__ import annotations

from ..analysis.assumptions import ConstraintInstance
from ..analysis.clues import Clue
from ..model import terms
from ..model.marks import Layer
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..render.values import value_of
from ..render.wording import sentence_of

_DIRECTIONS = {
    "n": "north", "s": "south", "e": "east", "w": "west",
    "ne": "north-east", "nw": "north-west", "se": "south-east", "sw": "south-west",
}  # fmt: skip


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
                return _DIRECTIONS.get(value.name, value.name)
            return " ".join([value.name, *(self.value(part) for part in value.args)])
        if isinstance(value, tuple):
            return f"({', '.join(self.value(part) for part in value)})"
        return value if isinstance(value, str) else terms.write(value)

    def atom(self, atom: Term, holds: bool = True) -> str:
        """What an atom of an answer says, or that it does not hold."""
        for rule in self.puzzle.type.draw:
            if (drawn := rule.match(atom)) is None:
                continue
            place, other = (self.value(each) if each is not None else "" for each in (drawn.place, drawn.other))
            value, label = value_of(rule, drawn, self.puzzle.alphabet), None
            if rule.layer.is_area:
                label = drawn.values[rule.values[0]]
            elif rule.layer.is_written and rule.layer is not Layer.SIGN and len(drawn.values) == 1:
                value = self.value(drawn.values[rule.values[0]], "V" if rule.in_alphabet else "")
            return sentence_of(rule.kind, self.puzzle.board, place, other, value, label, holds)
        return terms.write(atom) if holds else f"not {terms.write(atom)}"

    def clue(self, clue: Clue) -> str:
        """A clue and where it stands."""
        places = [self.value(place) for place in clue.places]
        return f"{clue.text} in {' and '.join(places)}"

    def constraint(self, instance: ConstraintInstance) -> str:
        """What a constraint says, with the values filled in."""
        return instance.constraint.words(instance.values, self.value)


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
