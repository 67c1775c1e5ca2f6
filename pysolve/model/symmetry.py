"""How the clues of a type lie on a board that is turned or mirrored: which part and which token they stand in then.

Three motions make all others: rows for columns, left for right, top for bottom. What a token says is moved as a board
is: the names of directions, of the sides of the board, of the two cells beside a side, and the shapes that are drawn.
The token that says so is the one that stands there afterwards. Where a clue of a moved board has no token, the type has
not got that motion. What only the rules know (that water flows down) a manifest says (docs/manifest.md, `symmetry`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from .board import Side
from .marks import Layer
from .parts import SIDES, WORDS, Part
from .puzzle_type import PuzzleType, value_of
from .terms import Term, Value, Variable, fill, functions, variables
from .tokens import NUMBERS, SAMPLES, is_pattern


class Motion(StrEnum):
    """What the others are made of."""

    TRANSPOSED = "transposed"
    MIRRORED = "mirrored"
    FLIPPED = "flipped"


#: What a board may be, with the motions that make it, one after the other.
SYMMETRIES: Mapping[str, tuple[Motion, ...]] = {
    "turned": (Motion.TRANSPOSED, Motion.MIRRORED, Motion.FLIPPED),  # to the right, and to the left
    "half": (Motion.MIRRORED, Motion.FLIPPED),
    "mirrored": (Motion.MIRRORED,),
    "flipped": (Motion.FLIPPED,),
    "transposed": (Motion.TRANSPOSED,),
}

_OPPOSITE = {
    Motion.TRANSPOSED: (("n", "w"), ("s", "e"), ("ne", "sw"), ("top", "left"), ("bottom", "right")),
    Motion.MIRRORED: (("e", "w"), ("ne", "nw"), ("se", "sw"), ("left", "right")),
    Motion.FLIPPED: (("n", "s"), ("ne", "se"), ("nw", "sw"), ("top", "bottom")),
}

#: For each motion, where the directions and the sides of a board go; those that stay are left out.
NAMES: Mapping[Motion, Mapping[str, str]] = {
    motion: {name: other for pair in pairs for name, other in (pair, pair[::-1])} for motion, pairs in _OPPOSITE.items()
}

_LYING = {"h": "v", "v": "h"}
_LINES = {"dash": "bar", "bar": "dash"}
_SLANTED = {"slash": "backslash", "backslash": "slash"}
_SIDES = frozenset(Side)


class PartMotion(NamedTuple):
    """Where the tokens of a part go: into which part, and those that become others."""

    to: str
    tokens: Mapping[str, str]


Motions = Mapping[str, PartMotion]


def symmetries(type_: PuzzleType) -> tuple[str, ...]:
    """What the boards of a type may be: what its manifest says, else all that its clues allow."""
    if any(part.shape is WORDS for part in type_.parts):
        return ()
    if type_.symmetry is not None:
        return type_.symmetry
    return tuple(name for name, needed in SYMMETRIES.items() if all(moved(type_, each) is not None for each in needed))


def moved(type_: PuzzleType, motion: Motion) -> Motions | None:
    """From the name of each part to where its tokens go; None if some of them have nowhere to go.

    Where a manifest says that the type has the motion, clues beside the board that only one side has stay on it.
    """
    result = {}
    for part in type_.parts:
        ways = ((to.name, _tokens(type_, part, to, motion)) for to in _targets(type_, part, motion))
        way = next((PartMotion(to, tokens) for to, tokens in ways if tokens is not None), None)
        if way is None:
            return None
        result[part.name] = way
    return result


def exchanged(part: Part) -> Mapping[str, str]:
    """Of a part between two cells, the tokens that say with the two cells exchanged what another one says."""
    said = {key: set(target) for key, target in part.tokens.items() if not isinstance(target, str)}
    turned = {key: {_renamed(each, {"X": "Y", "Y": "X"}, {}) for each in target} for key, target in said.items()}
    twins = {key: [each for each, other in said.items() if other == target] for key, target in said.items()}
    there = {key: [each for each, other in said.items() if other == target] for key, target in turned.items()}
    return {key: each[min(twins[key].index(key), len(each) - 1)] for key, each in there.items() if each}


def _targets(type_: PuzzleType, part: Part, motion: Motion) -> list[Part]:
    """The parts that may take the tokens of one."""
    if not part.shape.is_margin:
        return [part]
    along = part.shape.along_rows != (motion is Motion.TRANSPOSED)
    side = NAMES[motion].get(part.side, part.side)
    lines = [each for each in type_.parts if each.shape.is_margin and each.shape.along_rows == along]
    beside = [each for each in lines if each.shape.is_lists == part.shape.is_lists and each.side == side]
    stays = (
        not beside
        and motion is not Motion.TRANSPOSED
        and (type_.symmetry or part.shape.is_lists or not _names_side(part))
    )
    return [part] if stays else beside


def _names_side(part: Part) -> bool:
    return any(name in _SIDES for template in part.templates for name in functions(template))


def _tokens(type_: PuzzleType, part: Part, to: Part, motion: Motion) -> Mapping[str, str] | None:
    if part is to and part.shape.is_margin:
        return {}
    constants = {name for template in part.templates for name in functions(template)}
    names: Mapping[str, str] = NAMES[motion]
    if constants & set(_LYING):
        names = _LYING if motion is Motion.TRANSPOSED else {}
    lines = {"R": "C", "C": "R"} if motion is Motion.TRANSPOSED else {}
    found = _same_said(part, to, lambda template: _renamed(template, lines, {**names, **_among_sides(motion)}))
    if found is None or part is not to or part.shape is SIDES:
        return found
    return found | _same_drawn(type_, part, motion, found)


def _among_sides(motion: Motion) -> Mapping[str, str]:
    return {name: other for name, other in NAMES[motion].items() if name in _SIDES}


def _same_said(part: Part, to: Part, change: Callable[[Term], Term]) -> dict[str, str] | None:
    """For each token of a part the one of another part that says what the change makes of it; None if one has none."""
    found = {}
    for key, target in part.tokens.items():
        wanted = target if isinstance(target, str) else {change(template) for template in target}
        alike = [
            each for each, other in to.tokens.items() if (other if isinstance(other, str) else set(other)) == wanted
        ]
        twins = [each for each, other in part.tokens.items() if other == target]
        kept = [key] if key in alike else alike
        if not kept or (is_pattern(key) and key not in kept):
            return None
        found[key] = kept[min(twins.index(key), len(kept) - 1)] if len(kept) > 1 else kept[0]
    return found


def _same_drawn(type_: PuzzleType, part: Part, motion: Motion, found: Mapping[str, str]) -> dict[str, str]:
    """The tokens that are drawn as what the motion makes of a sign, such as a slash that falls.

    Signs that some motion makes of none of the others mean no directions: stairs up are drawn as an arrow up.
    """
    figures = {key: _figures(type_, target) for key, target in part.tokens.items() if not isinstance(target, str)}
    for each in Motion:
        if any({_figure(name, each) for name in drawn} not in figures.values() for drawn in figures.values()):
            return {}
    turned = {key: {_figure(each, motion) for each in drawn} for key, drawn in figures.items() if found[key] == key}
    return {
        key: next(other for other, drawn in figures.items() if drawn == wanted)
        for key, wanted in turned.items()
        if wanted != figures[key]
    }


def _figures(type_: PuzzleType, templates: tuple[Term, ...]) -> set[str]:
    """The shapes of the signs that a token is drawn as."""
    atoms = [fill(template, SAMPLES) for template in templates if set(variables(template)) <= set(SAMPLES)]
    signs = [rule for rule in type_.draw if rule.layer is Layer.SIGN]
    drawn = [(rule, mark) for atom in atoms if isinstance(atom, Term) for rule in signs if (mark := rule.match(atom))]
    return {value_of(rule, mark, NUMBERS) for rule, mark in drawn}


def _figure(name: str, motion: Motion) -> str:
    """The shape that a shape becomes: an arrow to the left one to the right."""
    head, _, wind = name.rpartition("_")
    names = {**NAMES[motion], **(_LINES if motion is Motion.TRANSPOSED else _SLANTED)}
    return f"{head}_{names.get(wind, wind)}" if head else names.get(name, name)


def _name(name: str, names: Mapping[str, str]) -> str:
    """What a name becomes, also one that ends with several directions, such as to_nsw."""
    head, _, winds = name.rpartition("_")
    if name in names or not head or not set(winds) <= set("nsew"):
        return names.get(name, name)
    there = {names.get(each, each) for each in winds}
    return f"{head}_{''.join(each for each in 'nsew' if each in there)}"


def _renamed(value: Value, letters: Mapping[str, str], names: Mapping[str, str], outer: bool = True) -> Term:
    """A template with other variables, and other names in it than that of the predicate."""
    again = partial(_renamed, letters=letters, names=names, outer=False)
    if isinstance(value, Variable):
        return Variable(letters.get(value.name, value.name))  # type: ignore[return-value]
    if isinstance(value, Term):
        stays = outer or (value.name in _SIDES and not value.args)  # an angle may be right, too
        return Term(value.name if stays else _name(value.name, names), tuple(map(again, value.args)))
    return tuple(map(again, value)) if isinstance(value, tuple) else value  # type: ignore[return-value]
