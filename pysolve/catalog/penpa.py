"""The key `penpa` of a manifest: what links of Penpa+ call the type, and what they draw besides what `draw` says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from ..model.cell_shapes import FOUR_STEPS
from ..model.errors import alternatives, quote
from ..model.formats import FormatKey
from ..model.parts import GRID
from ..model.puzzle_type import DrawRule, PuzzleType
from ..model.yaml_text import Node
from . import lookup, types_with
from .draw_rules import read_draw_rules
from .keys import Keys

#: The keys of the table.
PENPA_KEYS = (
    "tags", "draw", "ignore", "optional", "dots", "lines", "edges", "dotted", "fills", "circled", "boxed", "boxes",
    "beside", "unknown", "options", "points",
)  # fmt: skip

#: The colours that `fills` may name.
FILLS = ("white", "pale", "dark")


class StrokeKind(StrEnum):
    """What leads from a cell, or goes along its sides; the values are the keys that say so."""

    LINES = "lines"  # from the middle of the cell to that of a side
    EDGES = "edges"  # along a side
    DOTTED = "dotted"  # the sides of the grid itself, where they are not erased


@dataclass(frozen=True)
class Strokes:
    """How the tokens of a part say in which directions its cells have strokes. weights: what each direction adds to the
    token; empty if the token is made of the directions themselves, such as 'ne'.
    """

    kind: StrokeKind
    weights: Mapping[str, int] = field(default_factory=dict)

    def token(self, directions: Collection[str]) -> str:
        """The token of a cell that has strokes in these directions, of which there are some."""
        if self.weights:
            return str(sum(self.weights[direction] for direction in directions))
        return "".join(direction for direction in FOUR_STEPS if direction in directions)

    def directions(self, token: str) -> tuple[str, ...] | None:
        """The directions that a token names; None if it is no such token."""
        total = int(token) if self.weights and token.isdecimal() else 0
        named = tuple(
            direction for direction in FOUR_STEPS
            if (self.weights[direction] & total if self.weights else direction in token)
        )  # fmt: skip
        return named if token == (self.token(named) if named else "0") else None


@dataclass(frozen=True)
class PenpaKey:
    """What the key says. tags: what links call the type; the first one is written. draw: marks of facts that the rules
    draw by what they derive. ignored: elements that say nothing. optional: elements that may be missing.
    dots: from a part to a shape, and to the tokens of a cell that has it in its middle, on its right side, on its lower
    side and in its lower right corner. strokes: from a part to the strokes that its tokens stand for. fills: from the
    name of a fact to the colour of its cell; of several the last one counts. circled: numbers stand in circles. boxed:
    edges are drawn around the cells that have tokens. boxes: the options that say how many rows and columns a box has,
    whose edges are drawn. beside: from an option to the shape that stands after its number, beside the board, or to
    the text that says it there. unknown: the token that a question mark stands for. options: values of options where
    a link says none. points: the grid is points alone, between which solvers draw.
    """

    tags: tuple[str, ...] = ()
    draw: tuple[DrawRule, ...] = ()
    ignored: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    dots: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    strokes: Mapping[str, Strokes] = field(default_factory=dict)
    fills: Mapping[str, str] = field(default_factory=dict)
    circled: bool = False
    boxed: bool = False
    boxes: tuple[str, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    unknown: str = "?"
    options: Mapping[str, str] = field(default_factory=dict)
    points: bool = False


def penpa_of(type_: PuzzleType) -> PenpaKey:
    """The key of a type; PuzzleError, with the line, for what docs/manifest.md does not know."""
    value = type_.formats.get(FormatKey.PENPA, {})
    file = f"{type_.folder.name}/manifest.yaml"
    if not isinstance(value, dict) or not set(value) <= set(PENPA_KEYS):
        raise Keys({}, file).wrong(f"penpa: expected a table with the keys {', '.join(PENPA_KEYS)}", value)
    for key in ("tags", "ignore", "optional", "lines"):
        if not isinstance(each := value.get(key, []), list) or not all(isinstance(item, str) for item in each):
            raise Keys({}, file).wrong(f"penpa: the key {quote(key)} needs a list of texts", each)
    tags, ignored, optional = (tuple(map(str, value.get(key, []))) for key in ("tags", "ignore", "optional"))
    draw = read_draw_rules(Keys({"draw": value["draw"]}, file)) if "draw" in value else ()
    strokes = dict(_strokes(type_, value, file))
    for key in ("circled", "boxed", "points"):
        if value.get(key, "no") not in ("yes", "no"):
            raise Keys({}, file).wrong(f"penpa: the key {quote(key)} needs yes or no", value[key])
    boxes = tuple(str(value["boxes"]).split(" x ")) if "boxes" in value else ()
    if boxes and (len(boxes) != 2 or not set(boxes) <= set(type_.options)):
        raise Keys({}, file).wrong("penpa: boxes: expected two options, ROWS x COLUMNS", value["boxes"])
    return PenpaKey(
        tags, draw, ignored, optional, _dots(type_, value.get("dots", {}), file), strokes,
        _named(value, "fills", FILLS, file), value.get("circled") == "yes", value.get("boxed") == "yes", boxes,
        _named(value, "beside", (), file), str(value.get("unknown", "?")), _named(value, "options", (), file),
        value.get("points") == "yes",
    )  # fmt: skip


def _named(value: Mapping[str, Node], key: str, known: Sequence[str], file: str) -> dict[str, str]:
    """A table of texts, which are among those that are known, if there are such."""
    table = value.get(key, {})
    if not isinstance(table, dict) or not all(
        isinstance(each, str) and (not known or each in known) for each in table.values()
    ):
        expected = f"a table with {alternatives(list(known))}" if known else "a table of texts"
        raise Keys({}, file).wrong(f"penpa: {key}: expected {expected}", table)
    return {str(name): str(each) for name, each in table.items()}


def _dots(type_: PuzzleType, value: Node, file: str) -> dict[str, dict[str, tuple[str, ...]]]:
    dots: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, shapes in value.items() if isinstance(value, dict) else [("", value)]:
        tokens = {shape: str(each).split() for shape, each in shapes.items()} if isinstance(shapes, dict) else {"": []}
        if type_.part(name) is None or not all(len(each) in (3, 4) for each in tokens.values()):
            raise Keys({}, file).wrong("penpa: dots: expected three or four tokens for each shape of a part", value)
        dots[name] = {shape: tuple(each) for shape, each in tokens.items()}
    return dots


def _strokes(type_: PuzzleType, value: Mapping[str, Node], file: str) -> Iterator[tuple[str, Strokes]]:
    for kind in StrokeKind:
        table = value.get(kind, {})
        parts = {str(name): {} for name in table} if isinstance(table, list) else table
        for name, weights in parts.items() if isinstance(parts, dict) else [("", {})]:
            part = type_.part(name)
            numbers = {str(side): str(weight) for side, weight in weights.items()} if isinstance(weights, dict) else {}
            fits = set(numbers) == set(FOUR_STEPS) and sorted(numbers.values()) == list("1248")
            if part is None or part.shape is not GRID or not (fits or kind is StrokeKind.LINES):
                expected = "grids" if kind is StrokeKind.LINES else "1, 2, 4 and 8 for n, s, e and w of a grid"
                raise Keys({}, file).wrong(f"penpa: {kind}: expected {expected}", table)
            yield name, Strokes(kind, {side: int(weight) for side, weight in numbers.items()})


def types_tagged(tags: Sequence[str], own: Sequence[str | Path] = ()) -> Iterator[PuzzleType]:
    """The types that links with these tags, or one of these titles, may hold: first those whose manifests name a tag,
    before others the one whose first tag it is; then those that are called so, also in brackets ('slant (gokigen)').
    """
    plain = {tag.strip().lower() for tag in tags}
    tagged = [type_ for type_ in types_with(FormatKey.PENPA, own) if plain.intersection(penpa_of(type_).tags)]
    yield from sorted(tagged, key=lambda type_: penpa_of(type_).tags[0] not in plain)
    for tag in tags:
        for name in (tag, *re.split(r"[()/]", tag)):
            found = lookup(name.strip(), own) if name.strip() else None
            if found is not None:
                yield found
