"""The keys `draw` and `notes` of a manifest: which atoms leave which marks, and their tokens in answer texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..model import terms
from ..model.board import Side
from ..model.cell_shapes import FOUR_STEPS, SQUARE
from ..model.errors import quote
from ..model.marks import MARKS, SHAPES, Layer, Noun
from ..model.parts import Part
from ..model.puzzle_type import DrawRule, PuzzleType
from ..model.terms import Term, Value, Variable
from ..model.tokens import CORNERS, INDEX, LINES, ON_BOARD, SUFFIXES, WRITTEN, is_pattern, pattern
from ..model.yaml_text import Node
from .keys import Keys

#: The functions of places that are terms.
_PLACE_TERMS = {"p", "h", *Side}

#: The directions in which a line goes from the first of its places, in reading order, to the other one.
_ONWARDS = ("e", "s")

#: The keys of an entry that is a table.
_KEYS = (
    "mark", "token", "shape", "shapes", "tokens", "over", "numbered", "weights", "outlined", "noun", "nouns",
    "joined",
)  # fmt: skip


def read_draw_rules(keys: Keys, key: str = "draw") -> tuple[DrawRule, ...]:
    """The entries of a key, in their order.

    PuzzleError for an unknown mark, or a template that does not say what it needs.
    """
    entries = keys.mapping(key).items()
    keys = keys.within(key)
    return tuple(_rule(keys, text, entry) for text, entry in entries)


def with_alphabets(rules: Iterable[DrawRule], parts: Iterable[Part]) -> tuple[DrawRule, ...]:
    """The entries, knowing whether their numbers are written in the alphabet of the instance.

    They are written as some part reads them; values that no part reads are in the alphabet, notes are numbers.
    """
    read: dict[Value, bool] = {}
    for part in parts:
        for token, target in part.tokens.items():
            for template in () if isinstance(target, str) else target:
                shape = _without_names(template)
                read[shape] = read.get(shape, False) or _is_symbol(token)
    return tuple(
        rule._replace(in_alphabet=read.get(_without_names(rule.template), rule.layer is Layer.TEXT)) for rule in rules
    )


def with_slots(type_: PuzzleType) -> PuzzleType:
    """The type, its entries knowing to which of several parts on one side of the board they belong."""
    slot_of = {
        _without_names(template): slot
        for side in Side
        for slot, part in enumerate(type_.slots(side), 1)
        for template in part.templates
    }
    if not slot_of:
        return type_
    draw = tuple(rule._replace(slot=slot_of.get(_without_names(rule.template), 1)) for rule in type_.draw)
    return replace(type_, draw=draw)


def _is_symbol(token: str) -> bool:
    """Whether the values of such a token are those of an alphabet."""
    return token == "symbol" or (is_pattern(token) and "symbol" in pattern(token).fields.values())


def _without_names(template: Value) -> Value:
    """A template whatever its variables are called."""
    return terms.fill(template, {name: Variable("_") for name in terms.variables(template)})


def _rule(keys: Keys, text: str, value: Node) -> DrawRule:
    entry = keys.entry({"mark": value} if isinstance(value, str) else value if isinstance(value, dict) else {}, _KEYS)
    mark = entry.data.get("mark")
    if not isinstance(mark, str) or mark not in MARKS:
        raise entry.wrong(f"unknown mark {quote(str(mark))}; known are {', '.join(MARKS)}", mark)
    layer = MARKS[mark].layer
    template = entry.template(text)
    if not layer.in_margins and not set(Side).isdisjoint(terms.functions(template)):
        raise entry.wrong(f"the mark {mark} cannot stand in a margin", mark)
    places = _places(template, layer)
    values = () if "shape" in entry else _values(template, layer, places)
    if places is None or values is None:
        needed = " and ".join(sorted(layer.variables))
        raise entry.wrong(f"the mark {mark} needs {needed} in its template", mark)
    shapes = _shapes(entry, layer, template)
    return DrawRule(
        template,
        mark,
        places,
        values,
        _token(entry, layer),
        shapes,
        _tokens(entry, layer),
        _over(entry, layer),
        numbered=_switch(entry, "numbered", True, layer.is_area, "a mark with the name of a region"),
        weights=_weights(entry, layer, places),
        outlined=_switch(entry, "outlined", False, layer is Layer.TEXT, "the mark text"),
        nouns=_nouns(entry, layer, shapes),
        joined=_switch(entry, "joined", False, layer is Layer.FILL, "a mark that fills a cell"),
    )


# -- What the template says


def _places(template: Term, layer: Layer) -> tuple[Value, ...] | None:
    """The parts of the template that say where; None if there are too few."""
    named = set(terms.variables(template))
    places: list[Value] = [Variable(name) for name in ON_BOARD if name in named]
    places += [part for part in template.args if isinstance(part, Term) and part.name in _PLACE_TERMS]
    places += [part for part in template.args if isinstance(part, tuple) and len(part) == 2]
    places = [each for each in places if not _is_within_one(each, places)]
    between = {"X", "Y"} <= named and layer in (Layer.SYMBOL, Layer.SIGN, Layer.TEXT)
    needed = 2 if layer.is_pair or between else 1
    return tuple(places[:needed]) if len(places) >= needed else None


def _is_within_one(value: Value, others: Iterable[Value]) -> bool:
    return isinstance(value, Variable) and any(
        not isinstance(other, Variable) and value.name in terms.variables(other) for other in others
    )


def _values(template: Term, layer: Layer, places: tuple[Value, ...] | None) -> tuple[str, ...] | None:
    """The variables of what is written, in their order; None if it is not clear which they are."""
    where = set(terms.variables(places or ()))
    others = [name for name in dict.fromkeys(terms.variables(template)) if name not in where]
    if layer is Layer.LINE:
        return _one_of(others, "NV") or ()
    if not layer.has_value:
        return ()
    if layer is Layer.SIGN:
        return _one_of(others, "VD")
    if layer is Layer.TUBE:
        return _one_of([name for name in others if name != INDEX], "GV") if INDEX in others else None
    return _one_of(others, "GV") if layer.is_area else _written(others)


def _one_of(names: list[str], usual: str) -> tuple[str, ...] | None:
    """The first of the usual names that is there, or the only name."""
    chosen = [name for name in usual if name in names] or (names if len(names) == 1 else [])
    return (chosen[0],) if chosen else None


def _written(names: list[str]) -> tuple[str, ...] | None:
    """The variables of a text: the usual ones, or all others; those of directions and the like come last."""
    usual = tuple(name for name in WRITTEN if name in names)
    behind = tuple(name for name in usual if name in SUFFIXES)
    before = usual[: -len(behind) or None] or tuple(name for name in names if name not in (INDEX, *behind))
    return before + behind or tuple(names) or None


# -- What stands behind it


def _token(entry: Keys, layer: Layer) -> str | None:
    token = entry.data.get("token", entry.data.get("shape"))
    if token is None:
        return None
    if not isinstance(token, str) or not _is_token(token):
        raise entry.wrong('token: expected a token without blanks, or "" for none', token)
    if token and layer.is_pair:
        raise entry.wrong('token: the token of lines and walls are exits; expected "" for none', token)
    return str(token)


def _is_token(text: str) -> bool:
    """Whether it is one token, or empty."""
    return text.split() == [text] * bool(text)


def _shapes(entry: Keys, layer: Layer, template: Term) -> dict[str, str]:
    """From values to shapes; a sign without a value has its shape as that of ""."""
    shape, mark = entry.data.get("shape"), entry.data["mark"]
    if shape is None:
        shapes = _table(entry, "shapes", layer is Layer.SIGN)
    elif layer is not Layer.SIGN or "shapes" in entry:
        raise entry.wrong("shape: only a sign has one, in place of 'shapes'", mark)
    elif set(terms.variables(template)) - {*ON_BOARD, *LINES}:
        raise entry.wrong("shape: expected a template without a value", mark)
    else:
        shapes = {d: f"{shape}_{d}" for d in FOUR_STEPS}
        if len(_places(template, layer) or ()) != 2 or not set(shapes.values()) <= SHAPES.keys():
            shapes = {"": str(shape)}
    for name in shapes.values():
        if name not in SHAPES:
            raise entry.wrong(f"unknown shape {quote(name)}; known are {', '.join(SHAPES)}", mark)
    return shapes


def _tokens(entry: Keys, layer: Layer) -> dict[str, str]:
    tokens = _table(entry, "tokens", layer.is_written)
    if not all(map(_is_token, tokens.values())):
        raise entry.wrong("tokens: expected tokens without blanks", entry.data["mark"])
    return tokens


def _nouns(entry: Keys, layer: Layer, shapes: dict[str, str]) -> dict[str, Noun]:
    """What sentences call the mark: from the values of a sign, as they are drawn, or from "" for any."""
    noun, mark = entry.data.get("noun"), entry.data["mark"]
    texts = {shapes.get(value, value): text for value, text in _table(entry, "nouns", layer is Layer.SIGN).items()}
    if noun is not None:
        if not layer.has_noun:
            raise entry.wrong(f"the mark {mark} has no noun", mark)
        if "nouns" in entry or not isinstance(noun, str):
            raise entry.wrong("noun: expected one noun, or 'nouns' with one for each value", mark)
        texts = {"": noun}
    return {value: _noun(entry, text) for value, text in texts.items()}


def _noun(entry: Keys, text: str) -> Noun:
    try:
        return Noun.parse(text)
    except ValueError:
        expected = "expected a noun such as 'light', with an irregular plural behind '|': 'foot|feet'"
        raise entry.wrong(f"noun: found {quote(text)}, {expected}", entry.data["mark"]) from None


def _switch(entry: Keys, key: str, default: bool, allowed: bool, marks: str) -> bool:
    """A key that is 'yes' or 'no'. marks: those that may have it, in words."""
    value = entry.data.get(key, "yes" if default else "no")
    if value not in ("yes", "no") or (key in entry and not allowed):
        raise entry.wrong(f"{key}: expected 'yes' or 'no', behind {marks}", value)
    return value == "yes"


def _weights(entry: Keys, layer: Layer, places: tuple[Value, ...]) -> dict[str, int]:
    """From the sides or corners of a cell to what they add to its token."""
    if "weights" not in entry:
        return {}
    value, mark = entry.data["weights"], entry.data["mark"]
    on_corners = set(places) <= set(CORNERS)
    if layer is not Layer.WALL and (not on_corners or (layer.is_pair and layer is not Layer.LINE)):
        raise entry.wrong("weights: only walls, lines between corners and marks on corners have them", mark)
    names = FOUR_STEPS if layer.is_pair else SQUARE.corners
    weights = value if isinstance(value, dict) else {}
    if set(weights) != set(names) or sorted(map(str, weights.values())) != ["1", "2", "4", "8"]:
        raise entry.wrong(f"weights: expected 1, 2, 4 and 8 for {', '.join(names)}, in any order", mark)
    return {str(name): int(str(weight)) for name, weight in weights.items()}


def _over(entry: Keys, layer: Layer) -> dict[str, tuple[str, ...]]:
    """From the direction of a line to the tokens of the cells that it goes over."""
    over = _table(entry, "over", layer is Layer.LINE)
    if not set(over) <= set(_ONWARDS) or not all(tokens.split() for tokens in over.values()):
        raise entry.wrong("over: expected tokens for the directions e and s", entry.data["mark"])
    return {direction: tuple(tokens.split()) for direction, tokens in over.items()}


def _table(entry: Keys, key: str, allowed: bool) -> dict[str, str]:
    """From values to texts."""
    value, mark = entry.data.get(key, {}), entry.data["mark"]
    if not allowed and value:
        raise entry.wrong(f"the mark {mark} has no {key}", mark)
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise entry.wrong(f"{key}: expected lines of the form 'value: text'", mark)
    return {str(name): str(each) for name, each in value.items()}
