"""What a drawing shows in another way than a type's own: what a person sees as the same is read as the same.

The same is: a colour of cells where the type knows one and the drawing has one; a circle, a disc and a grey one,
likewise; what goes around every number, or stands alone where a number is not told; a dark cell where the type has
holes.
Nothing of it is done where the drawing may mean something else by it: then it stays, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from ...catalog import manifest
from ...model.board import Board, Cell, Pair, Side
from ...model.marks import SHAPES, Layer, Tone
from ...model.parts import HOLE
from ...model.puzzle_type import DrawRule, PuzzleType
from ...model.terms import Term
from ..links.genre import regions_between
from .drawing import (
    DARK_CELL,
    DARK_CELLS,
    DIRECTIONS,
    STEPS,
    Drawing,
    Element,
    ElementKind,
    Kind,
    Spot,
    across,
)
from .drawing import SYMBOLS as DRAWN
from .looks import PenpaKey, draw_rules, margin_parts

#: Shapes that are the same where a type knows one of them, and a drawing has one.
CLASSES = (frozenset({"circle", "disc", "grey disc"}), frozenset({"square", "box", "grey square"}))

#: Shapes that may go around numbers.
_FRAMES = frozenset({"circle", "disc", "square", "box"})

#: What says beside the board which numbers its cells hold.
_RANGE = re.compile(r"[{(\[]?1\s*(?:-|~|–|\.\.)\s*(\d{1,2})[})\]]?")

#: The operators of a cage, and how tokens have them.
_OPERATORS = {"×": "*", "x": "*", "−": "-", "÷": "/", ":": "/"}
_OPERATION = re.compile(rf"\d+[{''.join(_OPERATORS)}]")

_UNKNOWN = Element(ElementKind.TEXT, "?")

#: The signs between two cells, as people write them.
_WRITTEN_SIGNS = {
    text: shape
    for shape, texts in {"less_e": "<", "less_s": "^∧", "less_w": ">", "less_n": "vV∨"}.items() for text in texts
}  # fmt: skip
_SIGNS = frozenset(_WRITTEN_SIGNS.values())

#: The squares that fill a cell, and its colours.
_SQUARES = CLASSES[1]
_FILLING = {"box": DARK_CELL, "grey square": Element(ElementKind.FILL, "pale")}

#: The symbol behind the sums beside a board.
_DARK_SUM = DARK_CELLS[0].partition(" ")[0]

_OPPOSITE = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP}

Elements = dict[Spot, set[Element]]


class Likeness:
    """What the tokens of a type look like, as far as other looks are measured by it."""

    def __init__(self, type_: PuzzleType, key: PenpaKey) -> None:
        self.key = key
        given = {template.name for template in type_.templates}
        rules = draw_rules(type_)
        own = [rule for rule in rules if rule.template.name in given]
        self.fills = _tones(rules, lambda name: name in given - key.fills.keys()) | {*key.fills.values()} - {"white"}
        self.fills_answers = _tones(rules, lambda name: name not in given)
        self.shapes = _shapes_of(type_, own).union(key.alike.values(), *key.dots.values())
        tokens = {text: target for part in type_.parts for text, target in part.tokens.items()}
        self.knows_unknown = key.unknown != "?" or "?" in tokens
        written = {rule.values for rule in own if rule.layer is Layer.TEXT}
        self.writes_arrows, self.bare_arrows = "D" in chain(*written), ("D",) in written
        self.writes_small = bool(key.notes or key.moved) or _writes_small(type_, own)
        self.sides = {side for side, _ in margin_parts(type_)}
        self.across = [part.side for part in type_.parts if part.name in key.across]
        self.fills_holes_alone = HOLE in tokens.values() and not self.fills | self.fills_answers | {*key.ignore}


def _tones(rules: Iterable[DrawRule], is_meant: Callable[[str], bool]) -> set[str]:
    """The colours of the cells that rules fill, by the names of what they draw."""
    return {tone_of(rule) for rule in rules if rule.layer is Layer.FILL and is_meant(rule.template.name)}


def _writes_small(type_: PuzzleType, own: Iterable[DrawRule]) -> bool:
    """Whether there are small texts, of tokens or of cages that puzzles add. own: what draws the tokens."""
    return any(rule.layer is Layer.NOTE for rule in own) or "cage" in [each.penpa for each in manifest.drawable(type_)]


def _shapes_of(type_: PuzzleType, own: Iterable[DrawRule]) -> set[str]:
    """The shapes that tokens are drawn as, or name. own: what draws them."""
    drawn = {name for rule in own for name in (*rule.shapes.values(), rule.kind.name * (rule.layer is Layer.SYMBOL))}
    named = {arg for template in type_.templates for arg in template.args}
    return drawn | {arg.name for arg in named if isinstance(arg, Term) and not arg.args and arg.name in SHAPES}


def tone_of(rule: DrawRule) -> str:
    """The colour of cells that a rule fills."""
    return "pale" if rule.kind.tone is Tone.PALE else "dark"


def holes_of(drawing: Drawing, like: Likeness) -> set[Cell]:
    """The cells that are filled in one colour, and hold nothing else, where that can only mean that they are holes; and
    those whose text stands for a hole.
    """
    middles = [item for item in drawing.question.elements.items() if item[0].kind is Kind.MIDDLE]
    here = [(spot.cell, each) for spot, there in middles for each in there]
    texts = [(cell, each.value) for cell, each in here if each.kind is ElementKind.TEXT]
    said = _said_holes(texts, drawing, like)
    filled = {cell: each.value for cell, each in here if each.kind is ElementKind.FILL}
    alone = all(len(drawing.question.elements[Spot(Kind.MIDDLE, *cell)]) == 1 for cell in filled)
    are_holes = like.fills_holes_alone and alone and {*filled.values()} == {"dark"}
    return (said | set(filled) if are_holes else said) & drawing.cells


def _said_holes(texts: list[tuple[Cell, str]], drawing: Drawing, like: Likeness) -> set[Cell]:
    """The cells whose text stands for a hole. Question marks do if they fill some regions, and stand nowhere else."""
    said = {cell for cell, text in texts if like.key.written.get(text) == HOLE}
    asked = {cell for cell, text in texts if text == _UNKNOWN.value}
    if not asked & said:
        return said
    regions = regions_between(Board.square(drawing.rows, drawing.columns), drawing.question.edges)
    whole = set().union(*filter(asked.issuperset, regions))
    return said if asked == whole != drawing.cells else said - asked


def frame_of(drawing: Drawing) -> set[Pair]:
    """The edges all around the board, which say nothing, if all of them are drawn."""
    frame = {
        pair for cell in drawing.cells for step in STEPS if not drawing.cells.issuperset(pair := across(cell, step))
    }
    return frame if frame <= drawing.question.edges else set()


def as_known(left: Elements, cells: set[Cell], like: Likeness) -> None:
    """Puts what the type knows in place of what looks the same. left: what stands at the spots of the board."""
    inside = {spot: there for spot, there in left.items() if spot.cell in cells}
    middles = _of_kind(inside, Kind.MIDDLE)
    _replace(left, _operation)
    _replace(inside, _sum_cell)
    _moved_across(left, cells, like)
    _replace(left, _named(ElementKind.TEXT, {text: name for text, name in like.key.written.items() if name != HOLE}))
    _replace(inside, _elsewhere(like.key.moved))
    _replace(left, _named(ElementKind.SHAPE, like.key.alike))
    _small(middles, like)
    _signs(left, like)
    _squares(inside, like)
    _colours(inside, like)
    _highlights(middles, like)
    _frames(middles, like)
    _frames(_of_kind(left, Kind.LOWER_RIGHT), like)
    _shapes(left, like)
    if like.writes_arrows:
        _arrows(middles)
    if like.bare_arrows:
        _replace(inside, _bare)
    _numbered(left, cells, like)
    _beside([there for spot, there in left.items() if spot.kind is Kind.MIDDLE and spot not in inside], cells)
    for spot in [spot for spot, there in left.items() if not there]:
        del left[spot]


def _of_kind(places: Elements, kind: Kind) -> list[set[Element]]:
    return [there for spot, there in places.items() if spot.kind is kind]


def _values(places: Elements, kind: ElementKind) -> set[str]:
    return {each.value for there in places.values() for each in there if each.kind is kind}


def _has_text(there: set[Element]) -> bool:
    return any(each.kind in (ElementKind.TEXT, ElementKind.ARROW) for each in there)


def _replace(places: Elements, known: Callable[[Element], Element]) -> None:
    """Puts another element in place of each. known: gives it, or the same."""
    for there in places.values():
        elements = {*map(known, there)}
        there.clear()
        there |= elements


def _named(kind: ElementKind, names: Mapping[str, str]) -> Callable[[Element], Element]:
    """The shape that an element of a kind stands for, by its value."""

    def known(each: Element) -> Element:
        is_known = each.kind is kind and each.value in names
        return _meant(names[each.value]) if is_known else each

    return known


def as_written(element: Element, key: PenpaKey) -> Element:
    """A text as drawings have it, where they write another one for it."""
    if element.kind is not ElementKind.TEXT:
        return element
    texts = (text for text, name in key.written.items() if _meant(name) == element)
    return element._replace(value=next(texts, element.value))


def _meant(name: str) -> Element:
    """The shape of this name, or the text if there is none."""
    return Element(ElementKind.SHAPE if name in SHAPES or name in DRAWN else ElementKind.TEXT, name)


def _elsewhere(moved: Mapping[str, str]) -> Callable[[Element], Element]:
    """A small text in a corner that stands for one elsewhere, or for the text of its cell, is this."""

    def known(each: Element) -> Element:
        if each.kind is not ElementKind.NOTE or each.corner not in moved:
            return each
        other = moved[each.corner]
        return Element(ElementKind.TEXT, each.value) if other == ElementKind.TEXT else each._replace(corner=other)

    return known


def _operation(each: Element) -> Element:
    """A number and an operator, as people write it, as tokens have it."""
    is_one = each.kind is ElementKind.NOTE and _OPERATION.fullmatch(each.value)
    return each._replace(value=each.value[:-1] + _OPERATORS[each.value[-1]]) if is_one else each


def _bare(each: Element) -> Element:
    """An arrow with a question mark is one without a number."""
    is_bare = each.kind is ElementKind.ARROW and each.value.startswith("?") and each.value[1:] in DIRECTIONS
    return each._replace(value=each.value[1:]) if is_bare else each


def _sum_cell(each: Element) -> Element:
    """A cell of a sum in any style is a dark one."""
    return DARK_CELL if each.kind is ElementKind.OTHER and _DARK_SUM in each.value else each


def _signs(left: Elements, like: Likeness) -> None:
    """Texts between two cells may be signs."""
    between = {spot: there for spot, there in left.items() if spot.kind in (Kind.BELOW, Kind.RIGHT)}
    _replace(between if like.shapes & _SIGNS else {}, _named(ElementKind.TEXT, _WRITTEN_SIGNS))


def _squares(inside: Elements, like: Likeness) -> None:
    """A full square is the colour of its cell, unless it goes around every number."""
    having = [there for there in inside.values() if any(each.value in _FILLING for each in there)]
    if like.fills | like.fills_answers and not like.shapes & _SQUARES and not all(map(_has_text, having)):
        _replace(inside, lambda each: _FILLING.get(each.value, each) if each.kind is ElementKind.SHAPE else each)


def _small(middles: list[set[Element]], like: Likeness) -> None:
    """Texts that are all small, in the same corner of their cells, are the texts of the cells, if none of the type are
    small.
    """
    written = [each for there in middles for each in there if each.kind in (ElementKind.TEXT, ElementKind.NOTE)]
    if like.writes_small or len({(each.kind, each.corner) for each in written}) != 1:
        return
    for there in middles if written[0].kind is ElementKind.NOTE else ():
        notes = {each for each in there if each.kind is ElementKind.NOTE}
        if len(notes) == 1:
            there -= notes
            there |= {Element(ElementKind.TEXT, each.value) for each in notes}


def _arrows(middles: Iterable[set[Element]]) -> None:
    """A number and an arrow beside it are the number with the arrow."""
    for there in middles:
        texts = [each for each in there if each.kind is ElementKind.TEXT]
        ways = [each for each in there if each.kind is ElementKind.SHAPE and each.value in DIRECTIONS]
        if len(texts) == len(ways) == 1:
            there -= {*texts, *ways}
            there.add(Element(ElementKind.ARROW, texts[0].value + ways[0].value))


def _at(side: Side, cells: set[Cell], distance: int) -> list[Spot]:
    """The spots beside the board on a side, from its first row or column to its last."""
    rows, columns = (max((cell[axis] for cell in cells), default=0) for axis in (0, 1))
    if side.along_rows:
        return [Spot(Kind.MIDDLE, at, 1 - distance if side is Side.LEFT else columns + distance) for at in _upto(rows)]
    return [Spot(Kind.MIDDLE, 1 - distance if side is Side.TOP else rows + distance, at) for at in _upto(columns)]


def _upto(last: int) -> range:
    return range(1, last + 1)


def _moved_across(left: Elements, cells: set[Cell], like: Likeness) -> None:
    """What parts hold may stand on the opposite side of the board, too, where their own side has room left."""
    for side in like.across:
        there, first, second = _at(_OPPOSITE[side], cells, 1), _at(side, cells, 1), _at(side, cells, 2)
        if any(spot in left for spot in there) and not any(spot in left for spot in second):
            for places in ((first, second), (there, first)):
                for old, new in zip(*places):
                    if old in left:
                        left[new] = left.pop(old)


def _numbered(left: Elements, cells: set[Cell], like: Likeness) -> None:
    """Numbers from 1 on beside all rows or columns, where a type has no clues, say nothing."""
    for side in {*Side} - like.sides:
        spots = _at(side, cells, 1)
        texts = [{each.value for each in left.get(spot, ()) if each.kind is ElementKind.TEXT} for spot in spots]
        if texts == [{str(at)} for at in _upto(len(spots))]:
            for spot in spots:
                del left[spot]


def _colours(inside: Elements, like: Likeness) -> None:
    """The only colour of a drawing is the only one of the type, if none of the answer's can be meant."""
    drawn = _values(inside, ElementKind.FILL) - {*like.key.ignore}
    if len(drawn) != 1 or len(like.fills) != 1 or drawn == like.fills:
        return
    element = Element(ElementKind.FILL, drawn.pop())
    if element.value.isdecimal() and like.fills != {"pale"}:
        return  # blue, say, is no way to draw a dark cell
    filled = [there for there in inside.values() if element in there]
    if not like.fills_answers or all(map(_has_text, filled)):
        for there in filled:
            there.remove(element)
            there.add(Element(ElementKind.FILL, *like.fills))


def _highlights(middles: list[set[Element]], like: Likeness) -> None:
    """A colour behind numbers that are not told, and nowhere else, says nothing."""
    for tone in {"dark", "pale"} - like.fills - like.fills_answers if like.knows_unknown else ():
        element = Element(ElementKind.FILL, tone)
        filled = [there for there in middles if element in there]
        if all(_UNKNOWN in there for there in filled):
            for there in filled:
                there.remove(element)


def _frames(middles: list[set[Element]], like: Likeness) -> None:
    """What goes around every number says nothing; where it stands alone, a number is not told."""
    texts = [*filter(_has_text, middles)]
    ignored = {*like.key.ignore}
    frames = {Element(ElementKind.SHAPE, shape) for shape in _FRAMES - like.shapes - ignored}
    frames |= {Element(ElementKind.FILL, tone) for tone in {"dark", "pale"} - ignored - like.fills - like.fills_answers}
    for frame in frames if texts else ():
        having = [there for there in middles if frame in there]
        framed = [there for there in having if len(there) > 1]
        if framed == texts and (like.knows_unknown or framed == having):
            for there in having:
                there.remove(frame)
                there |= set() if there else {_UNKNOWN}


def _shapes(left: Elements, like: Likeness) -> None:
    """The only shape of a class in a drawing is the only one of the type; beside empty circles grey ones are full."""
    drawn = _values(left, ElementKind.SHAPE)
    for each in CLASSES:
        known, found = like.shapes & each, drawn & each
        if len(known) == len(found) == 1 and known != found and not like.key.circled:
            _replace(left, _named(ElementKind.SHAPE, dict(zip(found, known))))
    if drawn & CLASSES[0] == {"circle", "grey disc"} and like.shapes & CLASSES[0] == {"circle", "disc"}:
        _replace(left, _named(ElementKind.SHAPE, {"grey disc": "disc"}))


def _beside(places: Iterable[set[Element]], cells: set[Cell]) -> None:
    """Beside the board: small texts are texts, what lies behind them says nothing, nor does '1-9' on nine rows."""
    size = max((row for row, _ in cells), default=0)
    for there in places:
        there -= {each for each in there if each.kind is ElementKind.OTHER and _DARK_SUM in each.value}
        if len(there) == 1 and (only := next(iter(there))).kind in (ElementKind.NOTE, ElementKind.TEXT):
            found = _RANGE.fullmatch(only.value)
            there.clear()
            there |= set() if found and int(found[1]) == size else {Element(ElementKind.TEXT, only.value)}
