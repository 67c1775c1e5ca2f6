"""The keys `draw` and `notes` of a manifest: which atoms leave which marks, and their tokens in answer texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..model import terms
from ..model.board import Side
from ..model.cell_shapes import SQUARE
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


def _rule(keys: Keys, text: str, entry: Node) -> DrawRule:
    table: dict[str, Node] = {"mark": entry} if isinstance(entry, str) else entry if isinstance(entry, dict) else {}
    for key in table:
        if key not in _KEYS:
            raise keys.wrong(f"unknown key {quote(key)}; the keys are {', '.join(_KEYS)}", table[key])
    mark = table.get("mark")
    if not isinstance(mark, str) or mark not in MARKS:
        raise keys.wrong(f"unknown mark {quote(str(mark))}; known are {', '.join(MARKS)}", mark)
    layer = MARKS[mark].layer
    template = keys.template(text)
    if not layer.in_margins and not set(Side).isdisjoint(terms.functions(template)):
        raise keys.wrong(f"the mark {mark} cannot stand in a margin", table["mark"])
    places = _places(template, layer)
    values = () if "shape" in table else _values(template, layer, places)
    if places is None or values is None:
        needed = " and ".join(sorted(layer.variables))
        raise keys.wrong(f"the mark {mark} needs {needed} in its template", table["mark"])
    shapes = _shapes(keys, table, layer, template)
    return DrawRule(
        template,
        mark,
        places,
        values,
        _token(keys, table, layer),
        shapes,
        _tokens(keys, table, layer),
        _over(keys, table, layer),
        numbered=_numbered(keys, table, layer),
        weights=_weights(keys, table, layer, places),
        outlined=_outlined(keys, table, layer),
        nouns=_nouns(keys, table, layer, shapes),
        joined=_joined(keys, table, layer),
    )


# -- What the template says


def _places(template: Term, layer: Layer) -> tuple[Value, ...] | None:
    """The parts of the template that say where; None if there are too few."""
    named = set(terms.variables(template))
    places: list[Value] = [Variable(name) for name in ON_BOARD if name in named]
    places += [part for part in template.args if isinstance(part, Term) and part.name in _PLACE_TERMS]
    places += [part for part in template.args if isinstance(part, tuple) and len(part) == 2]
    places = [each for each in places if not any(each is not other and _is_within(each, other) for other in places)]
    between = {"X", "Y"} <= named and layer in (Layer.SYMBOL, Layer.SIGN, Layer.TEXT)
    needed = 2 if layer.is_pair or between else 1
    return tuple(places[:needed]) if len(places) >= needed else None


def _is_within(value: Value, other: Value) -> bool:
    return isinstance(value, Variable) and not isinstance(other, Variable) and value.name in terms.variables(other)


def _values(template: Term, layer: Layer, places: tuple[Value, ...] | None) -> tuple[str, ...] | None:
    """The variables of what is written, in their order; None if it is not clear which they are."""
    where = set(terms.variables(places or ()))
    others = [name for name in dict.fromkeys(terms.variables(template)) if name not in where]
    if not layer.has_value and layer is not Layer.LINE:
        return ()
    if layer.is_area:
        return _one_of(others, "GV")
    if layer is Layer.TUBE:
        return _one_of([name for name in others if name != INDEX], "GV") if INDEX in others else None
    if layer is Layer.LINE:
        return _one_of(others, "NV") or ()
    usual = tuple(name for name in WRITTEN if name in others)
    if layer is Layer.SIGN:
        return _one_of(others, "VD")
    behind = tuple(name for name in usual if name in SUFFIXES)
    before = usual[: -len(behind) or None] or tuple(name for name in others if name not in (INDEX, *behind))
    return before + behind or tuple(others) or None


def _one_of(names: list[str], usual: str) -> tuple[str, ...] | None:
    """The first of the usual names that is there, or the only name."""
    chosen = [name for name in usual if name in names] or (names if len(names) == 1 else [])
    return (chosen[0],) if chosen else None


# -- What stands behind it


def _token(keys: Keys, table: dict[str, Node], layer: Layer) -> str | None:
    token = table.get("token", table.get("shape"))
    if token is None:
        return None
    if not isinstance(token, str) or token.split() != [token] * bool(token):
        raise keys.wrong('token: expected a token without blanks, or "" for none', token)
    if token and layer.is_pair:
        raise keys.wrong('token: the token of lines and walls are exits; expected "" for none', token)
    return str(token)


def _shapes(keys: Keys, table: dict[str, Node], layer: Layer, template: Term) -> dict[str, str]:
    """From values to shapes; a sign without a value has its shape as that of ""."""
    if "shape" in table:
        if layer is not Layer.SIGN or "shapes" in table:
            raise keys.wrong("shape: only a sign has one, in place of 'shapes'", table["mark"])
        if set(terms.variables(template)) - {*ON_BOARD, *LINES}:
            raise keys.wrong("shape: expected a template without a value", table["mark"])
        turned = {d: f"{table['shape']}_{d}" for d in SQUARE.steps}
        if len(_places(template, layer) or ()) == 2 and set(turned.values()) <= SHAPES.keys():
            return turned
        table = {**table, "shapes": {"": table["shape"]}}
    shapes = _table(keys, table, "shapes", layer is Layer.SIGN)
    for name in shapes.values():
        if name not in SHAPES:
            raise keys.wrong(f"unknown shape {quote(name)}; known are {', '.join(SHAPES)}", table["mark"])
    return shapes


def _tokens(keys: Keys, table: dict[str, Node], layer: Layer) -> dict[str, str]:
    tokens = _table(keys, table, "tokens", layer.is_written)
    for token in tokens.values():
        if token.split() != [token] * bool(token):
            raise keys.wrong("tokens: expected tokens without blanks", table["mark"])
    return tokens


def _nouns(keys: Keys, table: dict[str, Node], layer: Layer, shapes: dict[str, str]) -> dict[str, Noun]:
    """What sentences call the mark: from the values of a sign, as they are drawn, or from "" for any."""
    texts = {
        shapes.get(value, value): text for value, text in _table(keys, table, "nouns", layer is Layer.SIGN).items()
    }
    if "noun" in table:
        if not layer.has_noun:
            raise keys.wrong(f"the mark {table['mark']} has no noun", table["mark"])
        noun = table["noun"]
        if "nouns" in table or not isinstance(noun, str):
            raise keys.wrong("noun: expected one noun, or 'nouns' with one for each value", table["mark"])
        texts = {"": noun}
    nouns: dict[str, Noun] = {}
    for value, text in texts.items():
        try:
            nouns[value] = Noun.parse(text)
        except ValueError:
            expected = "expected a noun such as 'light', with an irregular plural behind '|': 'foot|feet'"
            raise keys.wrong(f"noun: found {quote(text)}, {expected}", table["mark"]) from None
    return nouns


def _numbered(keys: Keys, table: dict[str, Node], layer: Layer) -> bool:
    """Whether answer texts number the regions, rather than call them what the rules call them."""
    value = table.get("numbered", "yes")
    if value not in ("yes", "no") or ("numbered" in table and not layer.is_area):
        raise keys.wrong("numbered: expected 'yes' or 'no', behind a mark with the name of a region", value)
    return value == "yes"


def _outlined(keys: Keys, table: dict[str, Node], layer: Layer) -> bool:
    """Whether equal texts that touch are drawn as a region."""
    value = table.get("outlined", "no")
    if value not in ("yes", "no") or ("outlined" in table and layer is not Layer.TEXT):
        raise keys.wrong("outlined: expected 'yes' or 'no', behind the mark text", value)
    return value == "yes"


def _joined(keys: Keys, table: dict[str, Node], layer: Layer) -> bool:
    """Whether the token stands before those of other marks of the cell, in place of hiding them."""
    value = table.get("joined", "no")
    if value not in ("yes", "no") or ("joined" in table and layer is not Layer.FILL):
        raise keys.wrong("joined: expected 'yes' or 'no', behind a mark that fills a cell", value)
    return value == "yes"


def _weights(keys: Keys, table: dict[str, Node], layer: Layer, places: tuple[Value, ...]) -> dict[str, int]:
    """From the sides or corners of a cell to what they add to its token."""
    if "weights" not in table:
        return {}
    on_corners = places is not None and set(places) <= set(CORNERS)
    if layer is not Layer.WALL and (not on_corners or (layer.is_pair and layer is not Layer.LINE)):
        raise keys.wrong("weights: only walls, lines between corners and marks on corners have them", table["mark"])
    names = SQUARE.steps if layer.is_pair else SQUARE.corners
    value = table["weights"]
    weights = value if isinstance(value, dict) else {}
    if set(weights) != set(names) or sorted(map(str, weights.values())) != ["1", "2", "4", "8"]:
        raise keys.wrong(f"weights: expected 1, 2, 4 and 8 for {', '.join(names)}, in any order", table["mark"])
    return {str(name): int(str(weight)) for name, weight in weights.items()}


def _over(keys: Keys, table: dict[str, Node], layer: Layer) -> dict[str, tuple[str, ...]]:
    """From the direction of a line to the tokens of the cells that it goes over."""
    over = _table(keys, table, "over", layer is Layer.LINE)
    if not set(over) <= set(_ONWARDS) or not all(tokens.split() for tokens in over.values()):
        raise keys.wrong("over: expected tokens for the directions e and s", table["mark"])
    return {direction: tuple(tokens.split()) for direction, tokens in over.items()}


def _table(keys: Keys, table: dict[str, Node], key: str, allowed: bool) -> dict[str, str]:
    """From values to texts."""
    value = table.get(key, {})
    if not allowed and value:
        raise keys.wrong(f"the mark {table['mark']} has no {key}", table["mark"])
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise keys.wrong(f"{key}: expected lines of the form 'value: text'", table["mark"])
    return {str(name): str(each) for name, each in value.items()}
