"""The key `read` of a manifest: the parts of an instance, and what their tokens become."""

from __future__ import annotations

from collections.abc import Set

from ..model import terms
from ..model.errors import quote
from ..model.parts import GRID, GROUPS, HOLE, PART_SHAPES, Part
from ..model.rows import NO_VALUE
from ..model.terms import Term
from ..model.tokens import GIVEN, WHERE, is_pattern, pattern
from ..model.yaml_text import Node
from .keys import Keys

#: Stands in place of a table where a part says nothing.
IGNORED = "blank"


def read_parts(keys: Keys) -> tuple[Part, ...]:
    """The parts, in their order. PuzzleError if there is none, or one that cannot be told from the next."""
    parts = [_part(keys, name, value) for name, value in keys.mapping("read").items()]
    if not parts:
        raise keys.wrong("read: expected at least one part")
    return tuple(parts)


def read_groups(keys: Keys, name: str) -> Part:
    """The part of a constraint: what groups of cells become. PuzzleError if `read` says something else."""
    part = _part(keys, f"{name}?", keys.data["read"])
    if part.shape is not GROUPS:
        raise keys.wrong("read: expected templates with N, the number of a group, and X, a cell of it")
    return part


def _part(keys: Keys, name: str, value: Node) -> Part:
    key = f"read, {name}"
    if value == IGNORED:
        return Part(name.removesuffix("?"), name.endswith("?"), GRID, {})
    table = value if isinstance(value, dict) else {_any_token(keys, key, value): value}
    tokens: dict[str, tuple[Term, ...] | str] = {}
    templates: list[Term] = []
    for token, target in table.items():
        if target == HOLE:
            tokens[token] = HOLE
            continue
        texts = target if isinstance(target, list) else [target]
        facts = tuple(keys.within(key).template(text) for text in texts if text != "")
        _check_variables(keys, key, token, facts)
        tokens[token] = facts
        templates += facts
    used = {variable for template in templates for variable in terms.variables(template)}
    fields = {name for token in tokens if is_pattern(token) for name in pattern(token).fields}
    places = used - fields | fields & {"E"}  # whose Y is the neighbour behind each of its exits
    if "X" in places and any(token.endswith("...") for token in tokens):
        places.discard("I")  # it counts the values of a token
    says = places if templates else {"X"}  # a part in which nothing but holes stands is a grid
    shape = next((shape for shape in PART_SHAPES if shape.is_said_by(says)), None)
    if shape is None:
        raise keys.wrong(f"{key}: the variables of the templates do not say what shape the part has")
    if shape is GROUPS and HOLE in tokens.values():
        raise keys.wrong(f"{key}: groups of cells make no holes")
    return Part(name.removesuffix("?"), name.endswith("?"), shape, tokens, inner="Q" in used)


def _any_token(keys: Keys, key: str, value: Node) -> str:
    """The token that a part has where its value is no table: any; of groups of cells, which need none, no value."""
    templates = [keys.within(key).template(text) for text in (value if isinstance(value, list) else [value])]
    used = {variable for template in templates for variable in terms.variables(template)}
    return NO_VALUE if {"N", "X"} <= used else "any"


def _check_variables(keys: Keys, key: str, token: str, facts: tuple[Term, ...]) -> None:
    """PuzzleError for a variable that the token has no value for."""
    values: Set[str] = GIVEN
    if is_pattern(token):
        try:
            values = pattern(token).fields.keys()
        except ValueError as error:
            raise keys.wrong(f"{key}: {quote(token)}: {error}") from None
        if values & WHERE:
            names = " and ".join(sorted(values & WHERE))
            raise keys.wrong(f"{key}: {quote(token)}: {names} says where a token stands, and cannot be a value of it")
    used = {variable for fact in facts for variable in terms.variables(fact)}
    unknown = used - values - WHERE
    if unknown:
        raise keys.wrong(f"{key}: {quote(token)} has no value for the variable {quote(min(unknown))}")
