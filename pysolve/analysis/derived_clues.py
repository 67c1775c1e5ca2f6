"""What may be given as a clue: the clues that an answer implies (docs/rules.md, 'Clues that an answer implies')."""

from __future__ import annotations

from pathlib import Path

from ..catalog.library import library
from ..model import terms
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from ..solving import rules

#: The predicate of a clue that an answer implies.
GIVE = "give"

_VALUE = terms.parse("clue(X,V)")


def file_of(type_: PuzzleType, name: str) -> Path | None:
    """A rule file of the type, or of the nearest of its parents; None if there is none."""
    return next((folder / name for folder in (type_.folder, *type_.parents) if (folder / name).is_file()), None)


def derived_clues_file(type_: PuzzleType) -> Path | None:
    """The rules that derive the clues that an answer implies; None if the type has none.

    They stand in give.lp beside the type's rules. Where an answer is value(X,V) and a clue is clue(X,V), every value
    may be given.
    """
    own = file_of(type_, "give.lp")
    if own is not None:
        return own
    by_value = any(kind.template == _VALUE for kind in type_.clues)
    shows_value = "value" in rules.shown(rules.load([type_.rules_file]).text)
    return library() / "lib" / "give_values.lp" if by_value and shows_value else None


def clue_of(atom: Term) -> Term:
    """The clue of an atom give(…)."""
    clue = atom.args[0]
    assert isinstance(clue, Term)
    return clue
