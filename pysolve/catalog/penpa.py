"""The key `penpa` of a manifest: what links of Penpa+ call the type, and what they draw besides what `draw` says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..model.errors import quote
from ..model.puzzle_type import DrawRule, FormatKey, PuzzleType
from ..model.yaml_text import Node
from . import lookup
from .draw_rules import read_draw_rules
from .keys import Keys
from .listed import types_with

#: The keys of the table.
PENPA_KEYS = ("tags", "draw", "ignore", "optional", "dots")


@dataclass(frozen=True)
class PenpaKey:
    """What the key says. tags: what links call the type; the first one is written. draw: marks of facts that the rules
    draw by what they derive. ignored: elements that say nothing. optional: elements that may be missing.
    dots: from a part to a shape, and to the tokens of a cell that has it in its middle, on its right side, on its lower
    side and in its lower right corner.
    """

    tags: tuple[str, ...] = ()
    draw: tuple[DrawRule, ...] = ()
    ignored: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    dots: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


def penpa_of(type_: PuzzleType) -> PenpaKey:
    """The key of a type; PuzzleError, with the line, for what docs/manifest.md does not know."""
    value = type_.formats.get(FormatKey.PENPA, {})
    file = f"{type_.folder.name}/manifest.yaml"
    if not isinstance(value, dict) or not set(value) <= set(PENPA_KEYS):
        raise Keys({}, file).wrong(f"penpa: expected a table with the keys {', '.join(PENPA_KEYS)}", value)
    for key in ("tags", "ignore", "optional"):
        if not isinstance(each := value.get(key, []), list) or not all(isinstance(item, str) for item in each):
            raise Keys({}, file).wrong(f"penpa: the key {quote(key)} needs a list of texts", each)
    tags, ignored, optional = (tuple(map(str, value.get(key, []))) for key in ("tags", "ignore", "optional"))
    draw = read_draw_rules(Keys({"draw": value["draw"]}, file)) if "draw" in value else ()
    return PenpaKey(tags, draw, ignored, optional, _dots(type_, value.get("dots", {}), file))


def _dots(type_: PuzzleType, value: Node, file: str) -> dict[str, dict[str, tuple[str, ...]]]:
    dots: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, shapes in value.items() if isinstance(value, dict) else [("", value)]:
        tokens = {shape: str(each).split() for shape, each in shapes.items()} if isinstance(shapes, dict) else {"": []}
        if type_.part(name) is None or not all(len(each) in (3, 4) for each in tokens.values()):
            raise Keys({}, file).wrong("penpa: dots: expected three or four tokens for each shape of a part", value)
        dots[name] = {shape: tuple(each) for shape, each in tokens.items()}
    return dots


def types_tagged(tags: Sequence[str], own: Sequence[str | Path] = ()) -> Iterator[PuzzleType]:
    """The types that links with these tags, or one of these titles, may hold: first those whose manifests name a tag,
    then those that are called so, also in brackets ('slant (gokigen)').
    """
    plain = {tag.strip().lower() for tag in tags}
    for type_ in types_with(FormatKey.PENPA, own):
        if plain.intersection(penpa_of(type_).tags):
            yield type_
    for tag in tags:
        for name in (tag, *re.split(r"[()/]", tag)):
            found = lookup(name.strip(), own) if name.strip() else None
            if found is not None:
                yield found
