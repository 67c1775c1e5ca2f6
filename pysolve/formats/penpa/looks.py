"""The key `penpa` of a manifest: what links of Penpa+ call the type, and what they draw besides what `draw` says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from ...catalog import lookup, types_with
from ...catalog.parts import Keys, read_draw_rules
from ...model.board import FOUR_STEPS, Board, Pair, Side, cell_of, corner_of, halves_of, margin_of, side_between
from ...model.caches import Kept
from ...model.errors import PuzzleError, alternatives, quote
from ...model.formats import FormatKey
from ...model.marks import SHAPES, Layer, Tone
from ...model.parts import GRID, Part
from ...model.puzzle import Puzzle, Token
from ...model.puzzle_type import Drawn, DrawRule, PuzzleType, value_of
from ...model.terms import Term, Value, fill
from ...model.tokens import Alphabet
from .drawing import CORNERS, DIRECTIONS, Element, ElementKind, Exit, Kind, Spot, across, exits_of, side_of


class StrokeKind(StrEnum):
    """What leads from a cell, or goes along its sides; the values are the keys that say so."""

    LINES = "lines"  # from the middle of the cell to that of a side
    EDGES = "edges"  # along a side
    DOTTED = "dotted"  # the sides of the grid itself, where they are not erased


#: The colours that `fills` may name.
FILLS = ("white", "pale", "dark")

#: The keys that are lists of texts, those that are set or not, and those that are tables, of texts out of some.
_LISTS, _SWITCHES = ("tags", "ignore", "optional", "notes", "across"), ("circled", "boxed", "points", "corners")
_TABLES = {
    "fills": FILLS, "alike": (), "beside": (), "options": (), "written": (), "usual": (), "moved": (*CORNERS, "text"),
}  # fmt: skip

#: All of them.
PENPA_KEYS = (*_LISTS, *_SWITCHES, *_TABLES, *StrokeKind, "draw", "dots", "boxes", "unknown", "arrows")


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
    draw by what they derive. alike: from a shape that is drawn to the one that it stands for. ignore: elements that
    say nothing. optional: elements that may be missing.
    dots: from a part to a shape, and to the tokens of a cell that has it in its middle, on its right side, on its lower
    side and in its lower right corner. strokes: from a part to the strokes that its tokens stand for. fills: from the
    name of a fact to the colour of its cell; of several the last one counts. circled: numbers stand in circles. boxed:
    edges are drawn around the cells that have tokens. boxes: the options that say how many rows and columns a box has,
    whose edges are drawn. beside: from an option to the shape that stands after its number, beside the board, or to the
    text that says it there. unknown: the token that a question mark stands for. options: values of options where a link
    says none. points: the grid is points alone, between which solvers draw. written: from a text in a cell to the
    shape, or the hole, that it stands for. usual: from a part that no drawing has to what it holds unless something
    else is said. notes: the parts whose tokens are four small texts at the sides of a cell. corners: what stands at
    corners of cells, and nowhere else, stands in cells of ours. arrows: the tokens of arrows on sides, one that points
    up or left, one down or right, and on the edge of the board one inwards and one outwards. moved: from the corner of
    a small text to the one that it stands for, or to `text`.
    across: the parts beside the board that may stand on its opposite side.
    """

    tags: tuple[str, ...] = ()
    draw: tuple[DrawRule, ...] = ()
    ignore: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    dots: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    strokes: Mapping[str, Strokes] = field(default_factory=dict)
    fills: Mapping[str, str] = field(default_factory=dict)
    circled: bool = False
    boxed: bool = False
    boxes: tuple[str, ...] = ()
    alike: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    unknown: str = "?"
    options: Mapping[str, str] = field(default_factory=dict)
    points: bool = False
    written: Mapping[str, str] = field(default_factory=dict)
    usual: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    corners: bool = False
    arrows: tuple[str, ...] = ()
    moved: Mapping[str, str] = field(default_factory=dict)
    across: tuple[str, ...] = ()


#: The keys of types, which are looked for by their tags one after the other.
_keys = Kept[PuzzleType, PenpaKey](512)


def penpa_of(type_: PuzzleType) -> PenpaKey:
    """The key of a type; PuzzleError, with the line, for what docs/manifest.md does not know."""
    key = _keys.get(type_)
    if key is None:
        _keys.put(type_, key := _read_key(type_))
    return key


def _read_key(type_: PuzzleType) -> PenpaKey:
    value = type_.formats.get(FormatKey.PENPA, {})
    file = f"{type_.folder.name}/manifest.yaml"
    if not isinstance(value, dict) or not set(value) <= set(PENPA_KEYS):
        raise Keys({}, file).wrong(f"penpa: expected a table with the keys {', '.join(PENPA_KEYS)}", value)
    keys = Keys(value, file, PENPA_KEYS).within("penpa")
    said: dict[str, Any] = {key: keys.texts(key) for key in _LISTS}
    said |= {key: keys.switch(key, False) for key in _SWITCHES}
    said |= {key: _named(keys, key, known) for key, known in _TABLES.items()}
    boxes = tuple(str(value["boxes"]).split(" x ")) if "boxes" in value else ()
    if boxes and (len(boxes) != 2 or not set(boxes) <= set(type_.options)):
        raise keys.wrong("boxes: expected two options, ROWS x COLUMNS", value["boxes"])
    arrows = tuple(str(value.get("arrows", "")).split())
    if len(arrows) not in (0, 4):
        raise keys.wrong("arrows: expected four tokens", value["arrows"])
    draw = read_draw_rules(Keys({"draw": value["draw"]}, file)) if "draw" in value else ()
    return PenpaKey(
        **said, draw=draw, dots=_dots(type_, keys), strokes=dict(_strokes(type_, keys)), boxes=boxes, arrows=arrows,
        unknown=str(value.get("unknown", "?")),
    )  # fmt: skip


def side_arrows(key: PenpaKey, board: Board) -> dict[tuple[Spot, str], tuple[Value, str]]:
    """What arrows on the sides of cells stand for: by where each lies and points, a place and its token."""
    found: dict[tuple[Spot, str], tuple[Value, str]] = {}
    for cell, (direction, side) in product(board.cells, _BESIDE.items()) if key.arrows else ():
        pair = across(cell, direction)
        other = pair[pair[0] == cell]
        if other in board.cell_set:
            found[side_of(pair), direction] = side_between(*pair), key.arrows[direction in "es"]
        elif not (1 <= other[0] <= board.rows and 1 <= other[1] <= board.columns):
            place = side.at(cell[not side.along_rows])
            found[side_of(pair), direction] = place, key.arrows[3]
            found[side_of(pair), BACK[direction]] = place, key.arrows[2]
    return found


def _named(keys: Keys, key: str, known: Sequence[str]) -> dict[str, str]:
    """A table of texts, which are among those that are known, if there are such."""
    table = keys.data.get(key, {})
    if not isinstance(table, dict) or not all(
        isinstance(each, str) and (not known or each in known) for each in table.values()
    ):
        expected = f"a table with {alternatives(list(known))}" if known else "a table of texts"
        raise keys.wrong(f"{key}: expected {expected}", table)
    return {str(name): str(each) for name, each in table.items()}


def _dots(type_: PuzzleType, keys: Keys) -> dict[str, dict[str, tuple[str, ...]]]:
    dots: dict[str, dict[str, tuple[str, ...]]] = {}
    value = keys.data.get("dots", {})
    for name, shapes in value.items() if isinstance(value, dict) else [("", value)]:
        tokens = {shape: str(each).split() for shape, each in shapes.items()} if isinstance(shapes, dict) else {"": []}
        if type_.part(name) is None or not all(len(each) in (3, 4) for each in tokens.values()):
            raise keys.wrong("dots: expected three or four tokens for each shape of a part", value)
        dots[name] = {shape: tuple(each) for shape, each in tokens.items()}
    return dots


def _strokes(type_: PuzzleType, keys: Keys) -> Iterator[tuple[str, Strokes]]:
    for kind in StrokeKind:
        table = keys.data.get(kind, {})
        parts = {name: {} for name in keys.texts(kind)} if kind is StrokeKind.LINES else table
        for name, weights in parts.items() if isinstance(parts, dict) else [("", {})]:
            part = type_.part(name)
            numbers = {str(side): str(weight) for side, weight in weights.items()} if isinstance(weights, dict) else {}
            fits = set(numbers) == set(FOUR_STEPS) and sorted(numbers.values()) == list("1248")
            if part is None or part.shape is not GRID or not (fits or kind is StrokeKind.LINES):
                expected = "grids" if kind is StrokeKind.LINES else "1, 2, 4 and 8 for n, s, e and w of a grid"
                raise keys.wrong(f"{kind}: expected {expected}", table)
            yield name, Strokes(kind, {side: int(weight) for side, weight in numbers.items()})


def types_tagged(tags: Sequence[str], own: Sequence[str | Path] = ()) -> Iterator[PuzzleType]:
    """The types that links with these tags, or one of these titles, may hold: first those whose manifests name a tag,
    before others the one whose first tag it is; then those that are called so, also in brackets ('slant (gokigen)').
    """
    plain = {tag.strip().lower() for tag in tags} - {""}
    likely = {type_.name: type_ for tag in plain for type_ in types_with(FormatKey.PENPA, own, tag)}
    tagged = [type_ for type_ in likely.values() if plain.intersection(penpa_of(type_).tags)]
    yield from sorted(tagged, key=lambda type_: (penpa_of(type_).tags[0] not in plain, type_.name))
    for tag in tags:
        for name in (tag, *re.split(r"[()/]", tag)):
            found = lookup(name.strip(), own) if name.strip() else None
            if found is not None:
                yield found


# -- What the tokens of a puzzle look like in Penpa+: by the marks that their facts leave


#: The sides of the board, by the direction in which they lie, and the directions back.
_BESIDE = {"n": Side.TOP, "e": Side.RIGHT, "s": Side.BOTTOM, "w": Side.LEFT}
BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}

#: Where the dots of a cell may be, in the order of their tokens.
DOTS = (Kind.MIDDLE, Kind.RIGHT, Kind.BELOW, Kind.LOWER_RIGHT)


#: Stands among the tokens of dots where there can be none.
NO_DOT = "-"


def summed(part: Part, texts: Sequence[str]) -> str | None:
    """The token that is the sum of others; None where tokens are no numbers."""
    return str(sum(map(int, texts))) if "int" in part.tokens and all(map(str.isdecimal, texts)) else None


class Margin(NamedTuple):
    """The parts on a side of the board with the number of their slots, the outermost first at the top and the left."""

    parts: tuple[tuple[str, int], ...]

    @property
    def width(self) -> int:
        """How many cells lie beside the board."""
        return sum(width for _, width in self.parts)

    def distance(self, part: str, side: Side, index: int, length: int) -> int:
        """How many cells from the board a token of a part stands. index: which of its line's tokens, from 1; length:
        how many these are.
        """
        at = next(number for number, (name, _) in enumerate(self.parts) if name == part)
        if side in (Side.TOP, Side.LEFT):
            return sum(width for _, width in self.parts[at + 1 :]) + length - index + 1
        return sum(width for _, width in self.parts[:at]) + index


def draw_rules(type_: PuzzleType) -> tuple[DrawRule, ...]:
    """How facts are drawn: as the manifest's `penpa` says, else as its `draw` does."""
    special = penpa_of(type_).draw
    named = {rule.template for rule in special}
    return (*special, *(rule for rule in type_.draw if rule.template not in named))


class Looks:
    """What the tokens of a type look like."""

    def __init__(self, type_: PuzzleType) -> None:
        key = penpa_of(type_)
        self.fills, self.circled = key.fills, key.circled
        self.rules = [rule for rule in draw_rules(type_) if rule in key.draw or rule.template.name not in key.fills]
        #: The corner of the cell in which numbers stand, if the manifest says that they do.
        self.corner = next((str(rule.kind.corner) for rule in key.draw if rule.layer is Layer.NOTE), None)

    def of(self, token: Token, alphabet: Alphabet) -> tuple[Element, ...]:
        """The elements of a token; none if its facts leave no marks, or some that Penpa+ does not have."""
        found = elements_of(token, self.rules, alphabet)
        colours = [self.fills[template.name] for template in token.templates if template.name in self.fills]
        if not colours or (not found and len(colours) < len(token.templates)):
            return found
        return tuple(each for each in found if each.kind is not ElementKind.FILL) + (
            () if colours[-1] == "white" else (Element(ElementKind.FILL, colours[-1]),)
        )


def area_layer(type_: PuzzleType, part: Part) -> Layer | None:
    """BORDER or CAGE for a part whose tokens say which region a cell belongs to."""
    names = {template.name for template in part.templates} if part.shape is GRID else set()
    return next((rule.layer for rule in draw_rules(type_) if rule.layer.is_area and rule.template.name in names), None)


def tube_rule(type_: PuzzleType, part: Part) -> DrawRule | None:
    """How a part whose tokens say which thermo a cell belongs to is drawn; None for another part."""
    names = {template.name for template in part.templates} if part.shape is GRID else set()
    return next((rule for rule in type_.draw if rule.layer is Layer.TUBE and rule.template.name in names), None)


def stroked_exits(puzzle: Puzzle, part: Part, strokes: Strokes) -> set[Exit]:
    """Where the cells of a part have strokes: of the sides of cells at both cells, even if one token alone names them.
    PuzzleError, with the place, for a token that is none of strokes.
    """
    exits: set[Exit] = set()
    for token in puzzle.tokens.get(part.name, ()):
        cell, directions = cell_of(part.place(token.values)), strokes.directions(token.text)
        if cell is not None and directions is None and strokes.kind is StrokeKind.LINES:
            continue  # something else
        if cell is None or directions is None:
            raise refused(puzzle, part, token)
        exits |= {(cell, direction) for direction in directions}
    if strokes.kind is StrokeKind.LINES:
        return exits
    return {other for each in exits for other in exits_of(across(*each))}


def refused(puzzle: Puzzle, part: Part, token: Token) -> PuzzleError:
    """What is wrong with a token that Penpa+ cannot show."""
    where = puzzle.board.name(part.place(token.values)) or part.name
    return PuzzleError(f"{where}: a link of Penpa+ cannot hold {quote(token.text)}")


def elements_of(token: Token, rules: Sequence[DrawRule], alphabet: Alphabet) -> tuple[Element, ...]:
    """What a token looks like; nothing if its facts leave no marks, or some that Penpa+ does not have."""
    elements = []
    if "," in token.text and all(_is_text(template, rules) for template in token.templates):
        return (Element(ElementKind.TEXT, token.text),)  # several clues in a cell
    for template in token.templates:
        atom = fill(template, token.values)
        assert isinstance(atom, Term)
        for rule in rules:
            drawn = rule.match(atom)
            if drawn is not None:
                element = _element(rule, drawn, alphabet)
                if element is None:
                    return ()
                elements.append(element)
    return tuple(dict.fromkeys(elements))


def _is_text(template: Term, rules: Sequence[DrawRule]) -> bool:
    return any(rule.layer is Layer.TEXT and rule.template.name == template.name for rule in rules)


def _element(rule: DrawRule, drawn: Drawn, alphabet: Alphabet) -> Element | None:
    kind = rule.kind
    if rule.layer is Layer.FILL:
        return Element(ElementKind.FILL, "pale" if kind.tone is Tone.PALE else "dark")
    if rule.layer is Layer.SYMBOL:
        return Element(ElementKind.SHAPE, kind.name)
    if rule.layer is Layer.WALL:
        return Element(ElementKind.EDGE)
    if rule.layer is Layer.LINE and drawn.other is not None and not rule.values:
        return Element(ElementKind.LINE)
    if not rule.layer.is_written:
        return None
    value = value_of(rule, drawn, alphabet)
    if rule.layer is Layer.NOTE:
        return Element(ElementKind.NOTE, value, str(kind.corner)) if kind.corner in CORNERS else None
    if rule.layer is Layer.SIGN and value in SHAPES:
        return Element(ElementKind.SHAPE, value)
    points = "D" in drawn.values and value.endswith(tuple(DIRECTIONS))  # an arrow may be given without its direction
    return Element(ElementKind.ARROW if points else ElementKind.TEXT, value)


def spot_of(place: Value, board: Board, distance: int = 1) -> Spot | None:
    """Where a place of the board lies. distance: of a margin, how many cells from the board; None for other terms."""
    if (cell := cell_of(place)) is not None:
        return Spot(Kind.MIDDLE, *cell)
    if (at := corner_of(place)) is not None:
        return Spot(Kind.LOWER_RIGHT, at[0] - 1, at[1] - 1)
    if (halves := halves_of(place)) is not None:
        kinds = {(0, 0): Kind.MIDDLE, (1, 1): Kind.LOWER_RIGHT, (1, 0): Kind.BELOW, (0, 1): Kind.RIGHT}
        return Spot(kinds[halves[0] % 2, halves[1] % 2], halves[0] // 2, halves[1] // 2)
    if (margin := margin_of(place)) is not None:
        side, number = margin
        beyond = 1 - distance if side in (Side.TOP, Side.LEFT) else distance
        if side.along_rows:
            return Spot(Kind.MIDDLE, number, beyond if side is Side.LEFT else board.columns + beyond)
        return Spot(Kind.MIDDLE, beyond if side is Side.TOP else board.rows + beyond, number)
    return None


def margin_parts(type_: PuzzleType) -> Iterator[tuple[Side, tuple[Part, ...]]]:
    """The sides of the board with the parts beside them, in the manifest's order."""
    for side in Side:
        parts = tuple(part for part in type_.parts if part.shape.is_margin and part.side == side)
        if parts:
            yield side, parts


def sides_of_boxes(size: int, rows: int, columns: int) -> set[Pair]:
    """The sides between the boxes of these sides on a board of size x size."""
    cells = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    below = {((r, c), (r + 1, c)) for r, c in cells if r % rows == 0 and r < size}
    return below | {((r, c), (r, c + 1)) for r, c in cells if c % columns == 0 and c < size}
