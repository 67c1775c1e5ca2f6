"""What a drawing shows in another way than a type's own: what a person sees as the same is read as the same.

The same is: a colour of cells where the type knows one and the drawing has one; a circle, a disc and a grey one,
likewise; what goes around every number, or stands alone where a number is not told; a dark cell where the type has
holes.
Nothing of it is done where the drawing may mean something else by it: then it stays, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...model.board import Cell
from ...model.marks import SHAPES, Layer, Tone
from ...model.parts import HOLE
from ...model.puzzle_type import DrawRule, PuzzleType
from ...model.terms import Term
from .drawing import DARK_CELLS, Drawing, Element, ElementKind, Kind, Spot
from .looks import PenpaKey, draw_rules

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

#: The symbol behind the sums beside a board.
_DARK_SUM = DARK_CELLS[0].partition(" ")[0]

Elements = dict[Spot, set[Element]]


class Likeness:
    """What the tokens of a type look like, as far as other looks are measured by it."""

    def __init__(self, type_: PuzzleType, key: PenpaKey) -> None:
        given = {template.name for part in type_.parts for template in part.templates}
        rules = draw_rules(type_)
        own = [rule for rule in rules if rule.template.name in given]
        self.key = key
        self.fills = {_tone(rule) for rule in own if rule.layer is Layer.FILL and rule.template.name not in key.fills}
        self.fills |= {*key.fills.values()} - {"white"}
        self.shapes = {rule.kind.name for rule in own if rule.layer is Layer.SYMBOL} | {*key.alike.values()}
        self.shapes |= {shape for rule in own for shape in rule.shapes.values()}
        self.shapes |= {shape for dots in key.dots.values() for shape in dots}
        templates = [template for part in type_.parts for template in part.templates]
        self.shapes |= {str(each) for template in templates for each in template.args if _names_shape(each)}
        self.fills_answers = {_tone(rule) for rule in rules if rule.layer is Layer.FILL and rule not in own}
        self.knows_unknown = key.unknown != "?" or any("?" in part.tokens for part in type_.parts)
        self.has_holes = any(HOLE in part.tokens.values() for part in type_.parts)


def _tone(rule: DrawRule) -> str:
    return "pale" if rule.kind.tone is Tone.PALE else "dark"


def _names_shape(value: object) -> bool:
    return isinstance(value, Term) and not value.args and value.name in SHAPES


def holes_of(drawing: Drawing, like: Likeness) -> set[Cell]:
    """The cells that are filled in one colour, and hold nothing else, where that can only mean that they are holes."""
    filled = {
        (spot.row, spot.column): each.value
        for spot, there in drawing.question.elements.items() if spot.kind is Kind.MIDDLE
        for each in there if each.kind is ElementKind.FILL
    }  # fmt: skip
    alone = all(len(drawing.question.elements[Spot(Kind.MIDDLE, *cell)]) == 1 for cell in filled)
    is_free = like.has_holes and not like.fills and not like.fills_answers and not like.key.ignored
    return set(filled) & drawing.cells if is_free and alone and {*filled.values()} == {"dark"} else set()


def as_known(left: Elements, cells: set[Cell], like: Likeness) -> None:
    """Puts what the type knows in place of what looks the same. left: what stands at the spots of the board."""
    inside = {spot: there for spot, there in left.items() if (spot.row, spot.column) in cells}
    _operators(left)
    _written(inside, like.key.written)
    _moved(inside, like.key.moved)
    _rename(left, {shape: Element(ElementKind.SHAPE, known) for shape, known in like.key.alike.items()})
    _colours(inside, like)
    _frames({spot: there for spot, there in inside.items() if spot.kind is Kind.MIDDLE}, like)
    _shapes(left, like)
    _beside(left, cells, like)
    for spot in [spot for spot, there in left.items() if not there]:
        del left[spot]


def _values(places: Elements, kind: ElementKind) -> set[str]:
    return {each.value for there in places.values() for each in there if each.kind is kind}


def _rename(places: Elements, names: dict[str, Element]) -> None:
    """Puts another element in place of each shape, or colour, of these names."""
    for there in places.values():
        for each in [each for each in there if each.kind is ElementKind.SHAPE and each.value in names]:
            there.remove(each)
            there.add(names[each.value])


def _written(inside: Elements, written: Mapping[str, str]) -> None:
    """A text that stands for a shape is this shape."""
    for there in inside.values():
        for each in [each for each in there if each.kind is ElementKind.TEXT and each.value in written]:
            there.remove(each)
            there.add(Element(ElementKind.SHAPE, written[each.value]))


def _moved(inside: Elements, moved: Mapping[str, str]) -> None:
    """A small text in a corner that stands for one elsewhere, or for the text of its cell, is this."""
    for there in inside.values():
        for each in [each for each in there if each.kind is ElementKind.NOTE and each.corner in moved]:
            there.remove(each)
            other = moved[each.corner]
            is_text = other == ElementKind.TEXT
            there.add(Element(ElementKind.TEXT, each.value) if is_text else each._replace(corner=other))


def _operators(left: Elements) -> None:
    """A number and an operator, as people write it, is the one as tokens have it."""
    for there in left.values():
        for each in [each for each in there if each.kind is ElementKind.NOTE and _OPERATION.fullmatch(each.value)]:
            there.remove(each)
            there.add(each._replace(value=each.value[:-1] + _OPERATORS[each.value[-1]]))


def _colours(inside: Elements, like: Likeness) -> None:
    """The only colour of a drawing is the only one of the type, if none of the answer's can be meant."""
    drawn = _values(inside, ElementKind.FILL) - {*like.key.ignored}
    if len(drawn) != 1 or len(like.fills) != 1 or drawn == like.fills:
        return
    element = Element(ElementKind.FILL, drawn.pop())
    if element.value.isdecimal() and like.fills != {"pale"}:
        return  # blue, say, is no way to draw a dark cell
    filled = [there for there in inside.values() if element in there]
    if not like.fills_answers or all(any(each.kind is ElementKind.TEXT for each in there) for there in filled):
        for there in filled:
            there.remove(element)
            there.add(Element(ElementKind.FILL, *like.fills))


def _frames(middles: Elements, like: Likeness) -> None:
    """What goes around every number says nothing; where it stands alone, a number is not told."""
    texts = [there for there in middles.values() if any(each.kind is ElementKind.TEXT for each in there)]
    frames = {Element(ElementKind.SHAPE, shape) for shape in _FRAMES - like.shapes - {*like.key.ignored}}
    if not like.fills and not like.fills_answers:
        frames |= {Element(ElementKind.FILL, tone) for tone in ("dark", "pale") if tone not in like.key.ignored}
    highlights = {Element(ElementKind.FILL, tone) for tone in {"dark", "pale"} - like.fills - like.fills_answers}
    for frame in highlights if like.knows_unknown else ():
        filled = [there for there in middles.values() if frame in there]
        for there in filled if all(_UNKNOWN in each for each in filled) else ():
            there.remove(frame)
    for frame in frames:
        alone = [there for there in middles.values() if there == {frame}]
        framed = [there for there in middles.values() if frame in there and there != {frame}]
        if texts and framed == texts and (like.knows_unknown or not alone):
            for there in framed:
                there.remove(frame)
            for there in alone:
                there.clear()
                there.add(_UNKNOWN)


def _shapes(left: Elements, like: Likeness) -> None:
    """The only shape of a class in a drawing is the only one of the type."""
    drawn = _values(left, ElementKind.SHAPE)
    for each in CLASSES:
        known, found = like.shapes & each, drawn & each
        if len(known) == len(found) == 1 and known != found and not like.key.circled:
            _rename(left, {found.pop(): Element(ElementKind.SHAPE, *known)})


def _beside(left: Elements, cells: set[Cell], like: Likeness) -> None:
    """Beside the board: small texts are texts, what lies behind them says nothing, nor does '1-9' on nine rows."""
    size = max((row for row, _ in cells), default=0)
    for spot, there in left.items():
        if (spot.row, spot.column) in cells or spot.kind is not Kind.MIDDLE:
            continue
        there -= {each for each in there if each.kind is ElementKind.OTHER and _DARK_SUM in each.value}
        notes = [each for each in there if each.kind is ElementKind.NOTE]
        if len(there) == len(notes) == 1:
            there.remove(notes[0])
            there.add(Element(ElementKind.TEXT, notes[0].value))
        texts = [each for each in there if each.kind is ElementKind.TEXT]
        found = _RANGE.fullmatch(texts[0].value) if len(there) == len(texts) == 1 else None
        if found is not None and int(found[1]) == size:
            there.clear()
