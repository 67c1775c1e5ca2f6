"""The key `read` of a manifest: the parts of an instance, and what their tokens become."""

from __future__ import annotations

from itertools import pairwise

from ..model import terms
from ..model.errors import quote
from ..model.puzzle_type import HOLE, Part, PartShape
from ..model.terms import Term
from ..model.yaml_text import Node
from .keys import Keys


def read_parts(keys: Keys) -> tuple[Part, ...]:
    """The parts, in their order. PuzzleError if there is none, or one that cannot be told from the next."""
    parts = [_part(keys, name, value) for name, value in keys.mapping("read").items()]
    if not parts:
        raise keys.wrong("read: expected at least one part")
    for part, following in pairwise(parts):
        if part.optional and not following.optional:
            raise keys.wrong(f"read: {quote(following.name)} must not be missing, so {quote(part.name)} cannot be")
    return tuple(parts)


def _part(keys: Keys, name: str, value: Node) -> Part:
    key = f"read, {name}"
    table = value if isinstance(value, dict) else {"any": value}
    tokens: dict[str, tuple[Term, ...] | str] = {}
    templates: list[Term] = []
    for token, target in table.items():
        if target == HOLE:
            tokens[token] = HOLE
            continue
        texts = target if isinstance(target, list) else [target]
        facts = tuple(keys.template(text, key) for text in texts if text != "")
        tokens[token] = facts
        templates += facts
    return Part(name.removesuffix("?"), name.endswith("?"), _shape(keys, key, templates), tokens)


def _shape(keys: Keys, key: str, templates: list[Term]) -> PartShape:
    """How the tokens of a part lie: its templates' variables say it."""
    used = {variable for template in templates for variable in terms.variables(template)}
    unknown = used - set("XRCINVWSG")
    if unknown:
        raise keys.wrong(f"{key}: unknown variable {quote(min(unknown))}")
    for variable, single, lists in (
        ("R", PartShape.ROW_CLUES, PartShape.ROW_LISTS),
        ("C", PartShape.COLUMN_CLUES, PartShape.COLUMN_LISTS),
    ):
        if variable in used and not used & set("XNWS") and not {"R", "C"} <= used:
            return lists if "I" in used else single
    if "N" in used and not used & set("XRC"):
        return PartShape.WORDS
    if "X" in used and not used & set("INWSRC"):
        return PartShape.GRID
    raise keys.wrong(f"{key}: the variables of the templates do not say what shape the part has")
