"""The values of an atom as they are written into a place: 7, C, 31, 3e."""

from __future__ import annotations

from collections.abc import Mapping

from . import terms
from .alphabets import NUMBERS, Alphabet
from .figures import ARROWS
from .letters import SUFFIXES
from .puzzle_type import Drawn, DrawRule
from .terms import Term, Value


def written(rule: DrawRule, values: Mapping[str, Value], alphabet: Alphabet, arrows: bool = False) -> str:
    """The values of an atom as one text, as answer texts write it. arrows: directions as characters, for the eye.

    Two values of one character each stand side by side; others have a comma between them.
    """
    if len(values) == 1 and not arrows:  # nearly all: this runs for every atom of every answer
        (value,) = values.values()
        return _name(value, rule, alphabet)
    text = before = ""
    for variable, value in values.items():
        part = _name(value, rule, alphabet)
        if arrows and isinstance(value, Term):
            part = ARROWS.get(part, part)
        if variable not in SUFFIXES:
            text += "," if before and max(len(before), len(part)) > 1 else ""
            before = part
        text += part
    return text


def value_of(rule: DrawRule, drawn: Drawn, alphabet: Alphabet) -> str:
    """The value of a mark: what is written, the shape that it names, the label of its group, or how many lines."""
    value = written(rule, drawn.values, alphabet if rule.layer.is_written else NUMBERS) if drawn.values else ""
    return rule.shapes.get(value, value)


def _name(value: Value, rule: DrawRule, alphabet: Alphabet) -> str:
    if isinstance(value, int):
        return (alphabet if rule.in_alphabet else NUMBERS).name(value)
    return value if isinstance(value, str) else terms.write(value)
