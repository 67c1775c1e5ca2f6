"""The keys `read` and `clues`: the parts of an instance, what their tokens become, and which of them are clues."""

from __future__ import annotations

from collections.abc import Iterable, Set

from ..model import terms
from ..model.errors import quote
from ..model.marks import Layer
from ..model.parts import GRID, GROUPS, HOLE, PART_SHAPES, WORDS, Part, PartShape
from ..model.puzzle_type import ClueKind, DrawRule
from ..model.rows import NO_VALUE
from ..model.terms import Term, Variable
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
    keys = keys.within(f"read, {name}")
    name, optional = name.removesuffix("?"), name.endswith("?")
    if value == IGNORED:
        return Part(name, optional, GRID, {})
    table = value if isinstance(value, dict) else {_any_token(keys, value): value}
    tokens = {token: HOLE if target == HOLE else _facts(keys, token, target) for token, target in table.items()}
    templates = [template for facts in tokens.values() if isinstance(facts, tuple) for template in facts]
    used = _variables(templates)
    shape = _shape(tokens, used if templates else {"X"})  # a part of nothing but holes is a grid
    if shape is None:
        raise keys.wrong("the variables of the templates do not say what shape the part has")
    if shape is GROUPS and HOLE in tokens.values():
        raise keys.wrong("groups of cells make no holes")
    return Part(name, optional, shape, tokens, inner="Q" in used)


def _variables(templates: Iterable[Term]) -> set[str]:
    return {variable for template in templates for variable in terms.variables(template)}


def _facts(keys: Keys, token: str, target: Node) -> tuple[Term, ...]:
    """What a token becomes."""
    texts = target if isinstance(target, list) else [target]
    facts = tuple(keys.template(text) for text in texts if text != "")
    _check_variables(keys, token, facts)
    return facts


def _shape(tokens: Iterable[str], used: set[str]) -> PartShape | None:
    """The shape of a part, by the variables of the templates that its tokens become."""
    fields = {name for token in tokens if is_pattern(token) for name in pattern(token).fields}
    places = used - fields | fields & {"E"}  # whose Y is the neighbour behind each of its exits
    if "X" in places and any(token.endswith("...") for token in tokens):
        places.discard("I")  # it counts the values of a token
    return next((shape for shape in PART_SHAPES if shape.is_said_by(places)), None)


def _any_token(keys: Keys, value: Node) -> str:
    """The token that a part has where its value is no table: any; of groups of cells, which need none, no value."""
    templates = [keys.template(text) for text in (value if isinstance(value, list) else [value])]
    return NO_VALUE if {"N", "X"} <= _variables(templates) else "any"


def _check_variables(keys: Keys, token: str, facts: tuple[Term, ...]) -> None:
    """PuzzleError for a variable that the token has no value for."""
    values: Set[str] = GIVEN
    if is_pattern(token):
        try:
            values = pattern(token).fields.keys()
        except ValueError as error:
            raise keys.wrong(f"{quote(token)}: {error}") from None
        if values & WHERE:
            names = " and ".join(sorted(values & WHERE))
            raise keys.wrong(f"{quote(token)}: {names} says where a token stands, and cannot be a value of it")
    if unknown := _variables(facts) - values - WHERE:
        raise keys.wrong(f"{quote(token)} has no value for the variable {quote(min(unknown))}")


# -- The key `clues` of a manifest: which tokens are clues, and what is left where one is taken away


#: The keys of an entry of `clues`.
CLUE_KEYS = ("placeholder", "together", "keep_facts", "when_removed", "keep")

#: How clues are drawn where a manifest does not say what its clues are.
_LAYERS_OF_CLUES = (Layer.SIGN, Layer.TEXT, Layer.NOTE)


def read_clue_kinds(
    keys: Keys, parts: tuple[Part, ...], draw: tuple[DrawRule, ...], inherited: tuple[ClueKind, ...]
) -> tuple[ClueKind, ...]:
    """What `clues` says; without it, every token that is drawn as a text, note or sign is a clue.

    inherited: the parent's. PuzzleError for what does not go with the parts.
    """
    read = list(dict.fromkeys(template for part in parts if part.shape is not WORDS for template in part.templates))
    if "clues" not in keys:
        return _drawn_clues(read, draw, inherited)
    kinds: dict[Term, ClueKind] = {}
    keys = keys.within("clues")
    for text, value in _entries(keys):
        named = keys.template(text)
        meant = [template for template in read if _is_like(named, template)]
        if not meant:
            raise keys.wrong(f"{quote(text)} is not what a token becomes in 'read'", value)
        kinds |= {template: _clue_kind(keys, template, value, parts) for template in meant}
    return tuple(kinds.values())


def _drawn_clues(
    read: Iterable[Term], draw: tuple[DrawRule, ...], inherited: tuple[ClueKind, ...]
) -> tuple[ClueKind, ...]:
    """The clues of a manifest that does not say which they are: what is drawn as such."""
    drawn = [rule.template for rule in draw if rule.layer in _LAYERS_OF_CLUES]
    kinds = {kind.template: kind for kind in inherited}
    return tuple(
        kinds.get(template, ClueKind(template))
        for template in read
        if any(terms.match(each, template) is not None for each in drawn)
    )


def _entries(keys: Keys) -> Iterable[tuple[str, Node]]:
    """The templates that `clues` names, with what it says of each; of a list of them there is nothing to say."""
    value = keys.data["clues"]
    if not isinstance(value, list):
        return keys.mapping("clues").items()
    if not all(isinstance(each, str) for each in value):
        raise keys.wrong('expected templates such as "clue(X,V)" in the list', value)
    return [(str(each), {}) for each in value]


def _is_like(named: Term, template: Term) -> bool:
    """Whether a template is the named one, but for constants in place of its values: end(X,n) is like end(X,D)."""
    values = terms.match(named, template)
    return values is not None and all(
        value == Variable(name) or not set(terms.variables(value)) for name, value in values.items()
    )


def _clue_kind(keys: Keys, template: Term, value: Node, parts: tuple[Part, ...]) -> ClueKind:
    table: Node = {"placeholder": value} if isinstance(value, str) else value
    if not isinstance(table, dict) or not all(isinstance(each, str) for each in table.values()):
        raise keys.wrong(f"expected a token, or {', '.join(CLUE_KEYS)}", value)
    entry = keys.entry(table, CLUE_KEYS)
    variables = set(terms.variables(template))
    return ClueKind(
        template,
        _placeholder(entry, [part for part in parts if template in part.templates]),
        together=_together(entry, variables),
        keep_facts=entry.switch("keep_facts", False),
        when_removed=_when_removed(entry, variables),
        keep=entry.switch("keep", False),
    )


def _placeholder(entry: Keys, own: Iterable[Part]) -> str | None:
    token = entry.data.get("placeholder")
    if token not in (None, ".", "-") and not all(token in part.tokens for part in own):
        raise entry.wrong(f"{quote(str(token))} is not a token that 'read' names", token)
    return None if token is None else str(token)


def _together(entry: Keys, variables: set[str]) -> str | None:
    name = entry.data.get("together")
    if name is not None and name not in variables:
        raise entry.wrong(f"{quote(str(name))} is not a variable of the template", name)
    return str(name) if name else None


def _when_removed(entry: Keys, variables: set[str]) -> Term | None:
    text = entry.data.get("when_removed")
    template = None if text is None else entry.template(text)
    if template is not None and not set(terms.variables(template)) <= variables:
        raise entry.wrong("the template behind 'when_removed' has variables that the clue has not", text)
    return template
