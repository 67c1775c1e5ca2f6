"""Places, values, atoms and demands of the rules in words."""

from __future__ import annotations

from ..analysis.assumptions import ConstraintInstance
from ..analysis.clues import Clue
from ..model import terms
from ..model.marks import MARKS
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value

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
        for template, mark in self.puzzle.type.draw:
            values = terms.match(template, atom) if template.name == atom.name else None
            if values is not None:
                words = {name.lower(): self.value(value, name) for name, value in values.items()}
                words.setdefault("x", self.value(atom))
                return (MARKS[mark].holds if holds else MARKS[mark].lacks).format(**words)
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
