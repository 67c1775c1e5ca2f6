"""What steps have in common: the constraints that decide them say the same, of other places and with other numbers.

What excludes something together with known facts alone is looking, not thinking: in a Sudoku, that a row, which has its
5, takes no other one. It does not count. So one technique is 'a value stands exactly once in a box' wherever all cells
but one of some box are excluded, for whatever reasons.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..model.board import cell_of, is_side, margin_of
from ..model.marks import Noun, listed
from ..model.terms import Term, Value
from ..model.tokens import LABELS
from .assumptions import ConstraintInstance
from .patterns import NamedTechnique, techniques
from .steps import Step

#: How often a technique needs constraints of one kind, in its name and in its identity; more are not told apart.
_TIMES = {1: "", 2: " (twice)", 3: " (3 times)"}
_NUMBERED = {1: "", 2: "*2", 3: "*3"}

#: A number, a label or a direction in a sentence, with the variable that it stands for.
_NUMBER = "\0"

_DIRECTIONS = tuple(Term(name) for name in ("n", "e", "s", "w", "ne", "nw", "se", "sw"))

#: Numbers behind such words only say which row it is, or which region.
_LABELLED = re.compile(rf"\b(row|column|region|cage|run|place|direction) {_NUMBER}\w+", re.IGNORECASE)
_TWO_LABELLED = re.compile(rf"\bthe (regions) {_NUMBER}\w+ and(?: of)? {_NUMBER}\w+", re.IGNORECASE)

_NEIGHBOUR = re.compile(r"\b(its neighbour) (?:a|another|that|a third) cell\b")

#: A number that stands in a cell; all others are counts.
_TWO_VALUES = re.compile(rf"{_NUMBER}V and {_NUMBER}W")
_IN_CELL = re.compile(rf"(?:^|(?<=holds )|(?<=hold )){_NUMBER}[VW](?= stands| is\b|[,.]|$)")


class Technique(NamedTuple):
    """What steps have in common. identity: the same whatever the sentences of the rules say; name: what they say.
    called: how solvers call it, or the ideas that it joins, up to three; empty if they have no name for it.
    """

    identity: str
    name: str
    called: str = ""


#: The technique of steps that no constraint decides.
NOTHING_ELSE = Technique("nothing-else", "nothing else is possible", "direct consequence")


def technique_of(step: Step) -> Technique:
    """The technique of a step: the named one that it uses, or by the constraints that decide it."""
    if step.pattern is not None:
        technique = step.pattern.technique
        return Technique(technique.identity, technique.name, technique.name)
    if not step.deciding:
        return NOTHING_ELSE
    single = single_of(step)
    ideas = sorted({techniques().idea(identity_of(each)) for each in step.deciding})
    kinds = Counter(map(identity_of, step.deciding)).items()
    said = Counter(map(kind_of, step.deciding)).items()
    return Technique(
        "+".join(sorted(f"{each}{_NUMBERED.get(times, '*')}" for each, times in kinds)),
        "; ".join(f"{each}{_TIMES.get(times, ' (often)')}" for each, times in sorted(said)),
        single.name if single is not None else listed(ideas) if all(ideas) and len(ideas) < 4 else "",
    )


def single_of(step: Step) -> NamedTechnique | None:
    """The single that a step is, if it is one."""
    return techniques().single(identity_of(step.deciding[0])) if len(step.deciding) == 1 else None


def identities_in(technique: str) -> list[str]:
    """The kinds of constraints of a technique by its identity, without how often it needs each of them."""
    return [each.partition("*")[0] for each in technique.split("+")]


def identity_named(name: str, known: Mapping[str, str]) -> str:
    """The identity of a technique by its identity or its name. known: the identities of kinds of constraints by what
    these say. ValueError, with what is not known, for another text.
    """
    if {*identities_in(name)} <= {*known.values()}:
        return "+".join(sorted(name.split("+")))
    by_case = {said.lower(): each for said, each in known.items()}
    pieces = []
    for each in name.strip().removesuffix(".").lower().split("; "):
        said = re.sub(r" \([\w ]+\)$", "", each)
        if said not in by_case:
            raise ValueError(name if said == name.lower() else said)
        times = next((mark for times, mark in _NUMBERED.items() if each == said + _TIMES[times]), "*")
        pieces.append(by_case[said] + times)
    return "+".join(sorted(pieces))


def identity_of(instance: ConstraintInstance) -> str:
    """What a constraint is called, with the kinds of its places but cells: 'unit-symbol-value/box'."""
    kinds = [
        _in_general(value).partition(" ")[2] or str(value)
        for name, value in zip(instance.constraint.variables, instance.values)
        if not isinstance(value, int) and name not in LABELS and value not in _DIRECTIONS and cell_of(value) is None
    ]
    return "/".join([instance.constraint.identity, *kinds])


def kind_of(instance: ConstraintInstance) -> str:
    """What a constraint says, whatever its places and numbers are: 'a value stands exactly once in a row'."""
    cells: list[Value] = []

    def name(value: Value, variable: str, before: str) -> str:
        if isinstance(value, int) or variable in LABELS or value in _DIRECTIONS:
            return f"{_NUMBER}{variable}"
        if cell_of(value) is None:
            return _in_general(value)
        if value in cells:
            return "that cell"
        cells.append(value)
        return ("a cell", "another cell", "a third cell")[min(len(cells), 3) - 1]

    plural = tuple(2 if isinstance(value, int) else value for value in instance.values)
    text = instance.constraint.words(plural, name).removesuffix(".")
    text = _NEIGHBOUR.sub(r"\1", text.replace("a cell and another cell", "two cells"))
    text = _TWO_LABELLED.sub(r"two \1", text)
    text = text.replace(f" (direction {_NUMBER}D)", "")
    text = _LABELLED.sub(lambda label: Noun.parse(label[1].lower()).with_article, text)
    text = _IN_CELL.sub("a value", _TWO_VALUES.sub("two values", text))
    text = re.sub(rf"{_NUMBER}\w+", "N", text)
    return text if text.startswith("N ") else text[:1].lower() + text[1:]


def _in_general(value: Value) -> str:
    """What a place other than a cell, a group of cells or a mark is called, whichever it is."""
    if (margin := margin_of(value)) is not None:
        return "a row" if margin[0].along_rows else "a column"
    if isinstance(value, Term) and value.args:
        noun = "side" if is_side(value) else "corner" if value.name == "p" else value.name
        return Noun.parse(noun).with_article
    if isinstance(value, tuple):
        return "a line of cells" if any(cell_of(part) is not None for part in value) else "a group"
    return str(value)
