"""The key `clues` of a manifest: which tokens are clues, and what is left where one is taken away."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import terms
from ..model.errors import quote
from ..model.marks import Layer
from ..model.parts import WORDS, Part
from ..model.puzzle_type import ClueKind, DrawRule
from ..model.terms import Term, Variable
from ..model.yaml_text import Node
from .keys import Keys, renamed

#: The keys of an entry of `clues`.
CLUE_KEYS = ("placeholder", "together", "keep_facts", "when_removed", "keep")

#: What they were called before; the old names are still read.
OLD_CLUE_KEYS = {"instead": "placeholder", "stays": "keep_facts", "away": "when_removed"}

#: How clues are drawn where a manifest does not say what its clues are.
_LAYERS_OF_CLUES = (Layer.SIGN, Layer.TEXT, Layer.NOTE)


def read_clue_kinds(
    keys: Keys, parts: tuple[Part, ...], draw: tuple[DrawRule, ...], inherited: tuple[ClueKind, ...]
) -> tuple[ClueKind, ...]:
    """What `clues` says; without it, every token that is drawn as a text, note or sign is a clue.

    inherited: the parent's. PuzzleError for what does not go with the parts.
    """
    read = [template for part in parts if part.shape is not WORDS for template in part.templates]
    if "clues" not in keys:
        drawn = [rule for rule in draw if rule.layer in _LAYERS_OF_CLUES]
        kinds = {kind.template: kind for kind in inherited}
        return tuple(
            kinds.get(template, ClueKind(template))
            for template in dict.fromkeys(read)
            if any(terms.match(rule.template, template) is not None for rule in drawn)
        )
    kinds = {}
    for text, value in _entries(keys):
        named = keys.within("clues").template(text)
        meant = [template for template in dict.fromkeys(read) if _is_like(named, template)]
        if not meant:
            raise keys.wrong(f"clues: {quote(text)} is not what a token becomes in 'read'", value)
        kinds |= {template: _clue_kind(keys, template, value, parts) for template in meant}
    return tuple(kinds.values())


def _entries(keys: Keys) -> Iterable[tuple[str, Node]]:
    """The templates that `clues` names, with what it says of each; of a list of them there is nothing to say."""
    value = keys.data["clues"]
    if not isinstance(value, list):
        return keys.mapping("clues").items()
    if not all(isinstance(each, str) for each in value):
        raise keys.wrong('clues: expected templates such as "clue(X,V)" in the list', value)
    return [(str(each), {}) for each in value]


def _is_like(named: Term, template: Term) -> bool:
    """Whether a template is the named one, but for constants in place of its values: end(X,n) is like end(X,D)."""
    values = terms.match(named, template)
    return values is not None and all(
        value == Variable(name) or not set(terms.variables(value)) for name, value in values.items()
    )


def _clue_kind(keys: Keys, template: Term, value: Node, parts: tuple[Part, ...]) -> ClueKind:
    given: Node = {"placeholder": value} if isinstance(value, str) else value
    if not isinstance(given, dict) or not all(isinstance(each, str) for each in given.values()):
        raise keys.wrong(f"clues: expected a token, or {', '.join(CLUE_KEYS)}", value)
    table = renamed(given, OLD_CLUE_KEYS, keys.file)
    for key in table:
        if key not in CLUE_KEYS:
            raise keys.wrong(f"clues: unknown key {quote(key)}; the keys are {', '.join(CLUE_KEYS)}", table[key])
    placeholder, together = table.get("placeholder"), table.get("together")
    own = [part for part in parts if template in part.templates]
    if placeholder not in (None, ".", "-") and not all(placeholder in part.tokens for part in own):
        raise keys.wrong(f"clues: {quote(str(placeholder))} is not a token that 'read' names", table["placeholder"])
    variables = set(terms.variables(template))
    if together is not None and together not in variables:
        raise keys.wrong(f"clues: {quote(str(together))} is not a variable of the template", together)
    for key in ("keep_facts", "keep"):
        if table.get(key, "no") not in ("yes", "no"):
            raise keys.wrong(f"clues: the key {quote(key)} needs 'yes' or 'no'", table[key])
    when_removed = keys.within("clues").template(table["when_removed"]) if "when_removed" in table else None
    if when_removed is not None and not set(terms.variables(when_removed)) <= variables:
        sentence = "clues: the template behind 'when_removed' has variables that the clue has not"
        raise keys.wrong(sentence, table["when_removed"])
    return ClueKind(
        template,
        str(placeholder) if placeholder is not None else None,
        together=str(together) if together else None,
        keep_facts=table.get("keep_facts") == "yes",
        when_removed=when_removed,
        keep=table.get("keep") == "yes",
    )
