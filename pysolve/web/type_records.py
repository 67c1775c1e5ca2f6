"""What an editor has to know of a type, as JSON (docs/service.md): which tokens its parts take, what each of them is
drawn as, and which marks an answer consists of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from .. import catalog, rules
from ..catalog.manifest import with_constraints
from ..formats.penpa.looks import penpa_of
from ..model import terms
from ..model.board import Board, cell_of, corner_of, side_between
from ..model.marks import ARROWS, MARKS, Layer, Noun
from ..model.parts import HOLE, SEQUENCE, SIDES, TOKEN_CLASSES, Part
from ..model.puzzle_type import AddedConstraint, DrawRule, PuzzleType
from ..model.rows import BLANK
from ..model.terms import Term, Value, Variable
from ..model.tokens import CORNERS, FIELDS, INDEX, SAMPLES, Pattern, PatternPiece, is_pattern, pattern
from ..render.picture import Mark, Picture

Record = dict[str, Any]


# -- Parts


def parts(type_: PuzzleType) -> list[Record]:
    """The parts of a puzzle, with the tokens that each takes."""
    return [_part(type_, part) for part in type_.parts]


def _part(type_: PuzzleType, part: Part) -> Record:
    return {
        "name": part.name, "shape": part.shape.name, "optional": part.optional, "inner": part.inner,
        "side": part.side if part.shape.is_margin else None, "unknown": _unknown(type_, part),
        "dots": [{"kind": kind, "tokens": tokens} for kind, tokens in penpa_of(type_).dots.get(part.name, {}).items()],
        "tokens": [
            {**_key(type_, token), "hole": target == HOLE, "blank": not target, "marks": _marks(type_, part, target)}
            for token, target in part.tokens.items()
        ],
    }  # fmt: skip


def _unknown(type_: PuzzleType, part: Part) -> str | None:
    """The token of a line of which nothing is said yet, if a blank line says something."""
    if not part.shape.is_lists:
        return None
    kinds = (kind for kind in type_.clues if kind.template in part.templates)
    return next((kind.placeholder for kind in kinds if kind.placeholder in part.tokens), None)


def _key(type_: PuzzleType, token: str) -> Record:
    """What is taken: a token, any token of a class, or those that fit a pattern."""
    if is_pattern(token):
        known = pattern(token)
        winds = {"directions": _directions(type_)} if "direction" in known.fields.values() else {}
        return {
            "pattern": token, "fields": known.fields, **winds, "separator": known.separator,
            "ignores_case": known.ignores_case, "pieces": [_piece(each, known) for each in known.pieces],
        }  # fmt: skip
    return {"any_of" if token in TOKEN_CLASSES else "token": token}


def _directions(type_: PuzzleType) -> list[str]:
    """The directions of arrows that an editor offers: diagonal ones only where the rules or an example name one."""
    files = (*catalog.examples(type_), type_.folder / "rules.lp")
    texts = (file.read_text(encoding="utf-8").partition("\nanswer:")[0] for file in files)
    diagonal = any(re.search(r"(?<![^\W\d_])(ne|se|sw|nw)(?!\w)", text) for text in texts)
    return [name for name in ARROWS if diagonal or len(name) == 1]


def _piece(piece: PatternPiece, whole: Pattern) -> Record:
    """A piece of a pattern: what is taken literally, or a field with the regular expression of its texts."""
    if piece.field is None:
        return {"text": piece.text}
    return {"field": piece.field, "regex": FIELDS[whole.fields[piece.field]].text}


def _marks(type_: PuzzleType, part: Part, target: tuple[Term, ...] | str) -> list[Record]:
    """What a token is drawn as in its own place; each mark once."""
    templates = () if isinstance(target, str) else target
    marks = [mark for template in templates for mark in _drawn(type_.draw, part, template)]
    return [mark for at, mark in enumerate(marks) if mark not in marks[:at]]


def _drawn(draw: Iterable[DrawRule], part: Part, template: Term) -> Iterator[Record]:
    """The marks of a template: their kinds, and of what their values consist."""
    values = {name: SAMPLES.get(name, Variable(name)) for name in terms.variables(template)}
    atom = _filled(template, values)
    for rule in draw:
        drawn = rule.match(atom)
        if drawn is None or (drawn.place, drawn.other) not in _own_places(part, values):
            continue
        record: Record = {"kind": rule.mark}
        if drawn.values and rule.kind.layer.has_value:
            record["values"] = [_value(rule, value) for value in drawn.values.values()]
        elif rule.layer is Layer.SIGN and "" in rule.shapes:
            record["values"] = [{"is": rule.shapes[""]}]
        if rule.turned and len(rule.places) == 2 and part.shape is SIDES:
            below = rule.match(_filled(template, {**values, "Y": (2, 1)}))
            record["below"] = rule.shapes[str(below.values["D"])] if below is not None else ""
        if rule.layer is Layer.TUBE:
            record["index"] = _value(rule, (terms.match(rule.template, atom) or {})[INDEX])
        if rule.shapes and any(isinstance(value, Variable) for value in drawn.values.values()):
            record["shapes"] = dict(rule.shapes)
        yield record


def _filled(template: Term, values: dict[str, Value]) -> Term:
    atom = terms.fill(template, values)
    assert isinstance(atom, Term)
    return atom


def _own_places(part: Part, values: dict[str, Value]) -> list[tuple[Value, Value | None]]:
    """Where a mark may stand so that it stands where its token does."""
    if part.shape is SEQUENCE or not set(values) & set(SAMPLES):
        return []
    if part.shape is SIDES:
        one, other = (1, 1), (1, 2)
        return [(one, other), (side_between(one, other), None)]
    return [(part.place(values), None)]


def _value(rule: DrawRule, value: Value) -> Record:
    """A piece of a mark's value: that of a field, or always the same."""
    if isinstance(value, Variable):
        return {"of": value.name}
    text = value if isinstance(value, str) else terms.write(value)
    return {"is": rule.shapes.get(text, text)}


def groups_of_constraint(type_: PuzzleType, constraint: AddedConstraint) -> Record:
    """What an editor has to know of the groups of a constraint.

    marks: the kinds that each cell of a group leaves by itself: a line through them, a cage around them. values: what
    may stand behind '=', as far as it is named. bare: whether a group needs no value.
    """
    known = with_constraints(type_, [constraint.name])
    part = known.part(constraint.name)
    if part is None:
        return {"marks": [], "values": [], "bare": True}
    names = {template.name for template in part.templates}
    drawn = [rule for rule in known.draw if rule.template.name in names and rule.places == (Variable("X"),)]
    named = [token for token in part.tokens if not (is_pattern(token) or token in TOKEN_CLASSES or token == BLANK)]
    return {
        "marks": [rule.mark for rule in drawn if rule.layer in (Layer.TUBE, Layer.CAGE)],
        "values": named, "bare": BLANK in part.tokens,
    }  # fmt: skip


# -- Words


def nouns(draw: Iterable[DrawRule]) -> dict[str, dict[str, Record]]:
    """What the type calls marks: from the kind, and the value as it is drawn ("" for any), to singular and plural.

    Kinds that it calls several things are left out, as a mark does not say which of them it is.
    """
    named: dict[str, dict[str, set[Noun | None]]] = {}
    for rule in draw:
        for value in rule.nouns or ("",):
            named.setdefault(rule.mark, {}).setdefault(value, set()).add(rule.nouns.get(value))
    chosen = {
        kind: {value: noun._asdict() for value, (noun, *others) in values.items() if noun is not None and not others}
        for kind, values in named.items()
    }
    return {kind: values for kind, values in chosen.items() if values}


# -- Answers


def answer(type_: PuzzleType, example: Picture | None) -> list[Record]:
    """The kinds of marks that an answer consists of; tints only follow other marks, if there are any.

    example: the picture of an answer, if there is one.
    """
    shown = rules.load(type_.rule_files).shown_names
    drawn: dict[str, list[DrawRule]] = {}
    for rule in type_.draw:
        if rule.template.name in shown:
            drawn.setdefault(rule.mark, []).append(rule)
    kinds = [kind for kind in drawn if not MARKS[kind].follows] or list(drawn)
    return [_answer_kind(type_, kind, drawn[kind], example) for kind in kinds]


def _answer_kind(type_: PuzzleType, kind: str, drawn: list[DrawRule], example: Picture | None) -> Record:
    layer = MARKS[kind].layer
    record: Record = {"kind": kind, "on": _where(layer, drawn, example)}
    if layer is Layer.LINE and any(rule.values for rule in drawn):
        record["values"] = _counts(example)
    if layer is Layer.LINE and example is not None:
        lines = example.of(layer)
        if any(map(partial(_is_slanted, example.board), lines)):
            record["slanted"] = True
        elif any(map(partial(_is_far, example.board), lines)):
            record["far"] = True
    if layer is Layer.SIGN:
        record["values"] = _sign_values(type_, drawn, example)
    if layer is Layer.TEXT:
        record["length"] = max(len(rule.values) for rule in drawn)
    return record


def _where(layer: Layer, drawn: list[DrawRule], example: Picture | None) -> str:
    if layer is Layer.WALL:
        return "sides between cells"
    if layer is not Layer.LINE:
        if all(rule.places[0] in CORNERS for rule in drawn):
            return "corners"
        return "sides" if all(len(rule.places) == 2 for rule in drawn) else "cells"
    corners = example is not None and any(corner_of(mark.place) is not None for mark in example.of(Layer.LINE))
    return "lines between corners" if corners else "lines between cells"


def _counts(example: Picture | None) -> list[str]:
    """How many lines may lie side by side: two at least, and as many as an example has."""
    most = max((mark.lines for mark in (example.of(Layer.LINE) if example is not None else ())), default=2)
    return [str(count) for count in range(1, max(most, 2) + 1)]


def _is_far(board: Board, line: Mark) -> bool:
    """Whether a line joins cells that are no neighbours."""
    one, other = cell_of(line.place), cell_of(line.other)
    return one is not None and other is not None and other not in board.neighbours(one)


def _is_slanted(board: Board, line: Mark) -> bool:
    """Whether a line of a board of squares joins cells that lie neither in a row nor in a column."""
    one, other = cell_of(line.place), cell_of(line.other)
    return board.in_columns and one is not None and other is not None and one[0] != other[0] and one[1] != other[1]


def _sign_values(type_: PuzzleType, drawn: list[DrawRule], example: Picture | None) -> list[str]:
    """The values that signs of an answer may have, as far as the manifest and an example tell: shapes, then others."""
    shapes = [shape for rule in drawn for shape in rule.shapes.values()]
    given = [
        value["is"]
        for part in parts(type_)
        for token in part["tokens"]
        for mark in token["marks"]
        if mark["kind"] == "sign" and mark.get("values")
        for value in mark["values"]
        if "is" in value
    ]
    there = [mark.value for mark in (example.of(Layer.SIGN) if example is not None else ()) if not mark.given]
    return list(dict.fromkeys([*shapes, *sorted({*there, *given}, key=lambda value: (len(value), value))]))
