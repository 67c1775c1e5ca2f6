"""How the keys of a manifest are read; and the keys of an instance's parts: `read`, what their tokens become, `clues`,
which of them are clues, and `draw` and `notes`, what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from copy import copy
from dataclasses import replace
from functools import lru_cache

from ..model import terms
from ..model.board import FOUR_STEPS, SQUARE, Side
from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.marks import MARKS, SHAPES, Colour, Layer, Noun
from ..model.parts import GRID, GROUPS, HOLE, PART_SHAPES, WORDS, Part, PartShape
from ..model.puzzle_type import CONFIGURATIONS, ClueKind, DrawRule, LargeBoards, PuzzleType
from ..model.rows import NO_VALUE
from ..model.terms import Term, Value, Variable
from ..model.tokens import CORNERS, GIVEN, INDEX, LINES, ON_BOARD, SUFFIXES, WHERE, WRITTEN, is_pattern, pattern
from ..model.yaml_text import Node

# -- The keys of a manifest, and how a value of the right kind is got from each (docs/manifest.md)


KEYS = (
    "name", "group", "about", "aliases", "rules", "parent", "board", "read", "header", "alphabets",
    "options", "draw", "notes", "multishot", "levels", "clues", "unique", "search", "make", *FormatKey, "constraints",
    "symmetry",
)  # fmt: skip


class Keys:
    """A manifest as keys and values. Each method returns the value of a key; PuzzleError if it is of another kind."""

    def __init__(self, data: dict[str, Node], file: str, known: tuple[str, ...] = KEYS) -> None:
        """data: the whole manifest. file: what messages call it. known: the keys that it may have."""
        self.file = file
        self._within = ""
        self.data = data
        self._check(known)

    def _check(self, known: tuple[str, ...]) -> None:
        for key, value in self.data.items():
            if key not in known:
                raise self.wrong(f"unknown key {quote(key)}; the keys are {', '.join(known)}", value)

    def entry(self, table: dict[str, Node], known: tuple[str, ...]) -> Keys:
        """The keys of a table within these. known: those that it may have."""
        keys = copy(self)
        keys.data = table
        keys._check(known)
        return keys

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def within(self, key: str) -> Keys:
        """The same keys; what is wrong is wrong under this one, as messages say."""
        keys = copy(self)
        keys._within = f"{key}: "
        return keys

    def is_within(self, key: str) -> bool:
        """Whether they are those of this key's entries."""
        return self._within == f"{key}: "

    def wrong(self, sentence: str, value: object = None) -> PuzzleError:
        """What is wrong with the manifest. value: the value that is wrong, for the line that it stands in."""
        while isinstance(value, (dict, list)) and value:
            value = next(iter(value.values() if isinstance(value, dict) else value))
        return PuzzleError(f"{self._within}{sentence}", file=self.file, line=getattr(value, "line", None))

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"the key {quote(key)} needs a text", value)
        return value.strip()

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"the key {quote(key)} needs a list of texts", value)
        return tuple(str(item) for item in value)

    def switch(self, key: str, default: bool) -> bool:
        value = self.data.get(key, "yes" if default else "no")
        if value not in ("yes", "no"):
            raise self.wrong(f"the key {quote(key)} needs 'yes' or 'no'", value)
        return value == "yes"

    def mapping(self, key: str) -> dict[str, Node]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(f"the key {quote(key)} needs lines of the form 'name: value'", value)
        return value

    def template(self, text: object) -> Term:
        """The template that is written so."""
        try:
            return terms.parse(str(text))
        except ValueError:
            raise self.wrong(f'{quote(str(text))} is not a template like "clue(X,V)"', text) from None


# -- The key `search`: clasp's options for boards of a type (docs/manifest.md)


#: clasp's options that say how it searches, and not for what: whatever they are set to, the answers are the same.
OPTIONS = frozenset({
    "acyc-prop", "block-restarts", "contraction", "counter-restarts", "del-cfl", "del-estimate", "del-glue", "del-grow",
    "del-init", "del-max", "del-on-restart", "deletion", "dom-mod", "eq", "forget-on-step", "heuristic", "init-watches",
    "lookahead", "loops", "otfs", "partial-check", "rand-freq", "rand-prob", "reset-restarts", "restarts",
    "reverse-arcs", "save-progress", "score-other", "score-res", "seed", "shuffle", "sign-def", "sign-def-disj",
    "strengthen", "trans-ext", "update-lbd", "update-mode", "vsids-progress",
})  # fmt: skip

#: Those of them that have no value: `yes` sets them.
SWITCHES = frozenset({
    "backprop", "init-moms", "learn-explicit", "local-restarts", "nant", "no-gamma", "sign-fix", "update-act",
    "vsids-acids",
})  # fmt: skip


def read_search(keys: Keys, default: LargeBoards | None) -> LargeBoards | None:
    """How boards are searched; PuzzleError for an option that clasp does not have, or a value that it does not take."""
    value = keys.data.get("search")
    if value is None:
        return default
    known = ", ".join(CONFIGURATIONS)
    sentence = f"search: expected 'above', a number of cells, and 'configuration', one of {known}, or options of clasp"
    if not isinstance(value, dict) or not value.keys() - {"above"}:
        raise keys.wrong(sentence, value)
    above, configuration = value.get("above", "0"), value.get("configuration")
    if not str(above).isdecimal() or configuration not in (None, *CONFIGURATIONS):
        raise keys.wrong(sentence, value)
    options = []
    for name, setting in value.items():
        if name in ("above", "configuration"):
            continue
        if name not in OPTIONS | SWITCHES:
            raise keys.wrong(f"search: {quote(name)} is not an option of clasp that says how to search", setting)
        option = f"--{name}" if name in SWITCHES and setting == "yes" else f"--{name}={setting}"
        if not isinstance(setting, str) or not _is_taken(option):
            raise keys.wrong(f"search: clasp does not take {quote(str(setting))} for {quote(name)}", setting)
        options.append(option)
    return LargeBoards(int(str(above)), str(configuration) if configuration else None, tuple(options))


@lru_cache(maxsize=256)
def _is_taken(option: str) -> bool:
    """Whether clasp takes an option with its value. It alone knows which values each has."""
    import clingo  # few types have options

    try:
        clingo.Control([option], message_limit=0)
    except RuntimeError:
        return False
    return True


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
    fields = {name for token in tokens if is_pattern(token) for name in pattern(token).variables}
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
            values = pattern(token).variables
        except ValueError as error:
            raise keys.wrong(f"{quote(token)}: {error}") from None
        if values & WHERE:
            names = " and ".join(sorted(values & WHERE))
            raise keys.wrong(f"{quote(token)}: {names} says where a token stands, and cannot be a value of it")
    if not is_pattern(token) and {"N", "D"} <= _variables(facts):  # CAPTIONS: the direction of the word with the number
        values = values | {"D"}
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
    """Whether a template is the named one, except for constants in place of its values: end(X,n) is like end(X,D)."""
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


# -- The keys `draw` and `notes` of a manifest: which atoms leave which marks, and their tokens in answer texts


#: The functions of places that are terms.
_PLACE_TERMS = {"p", "h", *Side}

#: The directions in which a line goes from the first of its places, in reading order, to the other one.
_ONWARDS = ("e", "s")

#: The keys of an entry that is a table.
_KEYS = (
    "mark", "token", "shape", "shapes", "tokens", "over", "numbered", "weights", "outlined", "noun", "nouns",
    "joined", "colours", "negated", "steps",
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
        colours=_colours(entry, layer),
        negated=_switch(entry, "negated", True, keys.is_within("notes") or layer is Layer.LINE, "a note or a line"),
        steps=_switch(entry, "steps", True, keys.is_within("notes"), "a note"),
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


def _colours(entry: Keys, layer: Layer) -> dict[str, Colour]:
    """From the values of a text to the colours of their cells."""
    colours = _table(entry, "colours", layer is Layer.TEXT)
    for name in colours.values():
        if name not in [*Colour]:
            raise entry.wrong(f"unknown colour {quote(name)}; known are {', '.join(Colour)}", entry.data["mark"])
    return {value: Colour(name) for value, name in colours.items()}


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
