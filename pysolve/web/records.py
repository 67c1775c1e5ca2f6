"""Puzzles, types, laws, errors and the tables that pages draw with, as JSON objects (docs/service.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from .. import catalog, rules
from ..analysis import constraints
from ..analysis.clues import default_patterns
from ..analysis.constraints import LawFile
from ..catalog import manifest
from ..catalog.manifest import with_constraints
from ..formats import native
from ..formats.penpa.looks import penpa_of
from ..formats.source import shipped_word_lists
from ..model import build, symmetry, terms
from ..model.board import CELL_SHAPES, PLACE_NAMES, Board, cell_of, corner_of, side_between
from ..model.errors import PuzzleError, Remark
from ..model.formats import FORMATS
from ..model.marks import ARROWS, MARKS, SHAPES, Colour, Layer, MarkKind, Noun
from ..model.parts import HOLE, SEQUENCE, SIDES, TOKEN_CLASSES, WORDS, Part
from ..model.puzzle import WORDS_ABOUT, Puzzle
from ..model.puzzle_type import AddedConstraint, Drawn, DrawRule, Option, PuzzleType
from ..model.rows import BLANK, BLANKS
from ..model.terms import Term, Value, Variable
from ..model.tokens import (
    ALPHABETS,
    CORNERS,
    FIELDS,
    INDEX,
    OPERATORS,
    SAMPLES,
    SUFFIXES,
    Pattern,
    PatternPiece,
    is_pattern,
    pattern,
)
from ..render import svg
from ..render.look import INKS, MOST_LINES, SIZES, UNIT
from ..render.picture import Mark, Picture, marks_of
from ..report.lines import type_in_short
from ..report.results import Json, cosmetics, mark, place, place_of
from ..rules.library import default_options, library, well_known
from .requests import FilledMark

# -- What an editor has to know of a type, as JSON (docs/service.md): which tokens its parts take, what each of them is
# drawn as, and which marks an answer consists of.


# -- Parts


def parts(type_: PuzzleType) -> list[Json]:
    """The parts of a puzzle, with the tokens that each takes."""
    return [_part_of_type(type_, part) for part in type_.parts]


def _part_of_type(type_: PuzzleType, part: Part) -> Json:
    return {
        "name": part.name, "shape": part.shape.name, "optional": part.optional, "inner": part.inner,
        "side": part.side if part.shape.is_margin else None, "unknown": _unknown(type_, part),
        "dots": [
            {"kind": kind if kind in MARKS else "", "tokens": tokens}  # other dots are drawn as what rules make of them
            for kind, tokens in penpa_of(type_).dots.get(part.name, {}).items()
        ],
        "tokens": [
            {**_key(type_, token), "hole": target == HOLE, "blank": not target, "marks": _marks(type_, part, target)}
            for token, target in part.tokens.items()
        ],
        **({"lists": [file.stem for file in shipped_word_lists()]} if part.shape is WORDS else {}),
    }  # fmt: skip


def _unknown(type_: PuzzleType, part: Part) -> str | None:
    """The token of a line of which nothing is said yet, if a blank line says something."""
    if not part.shape.is_lists:
        return None
    kinds = (kind for kind in type_.clues if kind.template in part.templates)
    return next((kind.placeholder for kind in kinds if kind.placeholder in part.tokens), None)


def _key(type_: PuzzleType, token: str) -> Json:
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


def _piece(piece: PatternPiece, whole: Pattern) -> Json:
    """A piece of a pattern: what is taken literally, or a field with the regular expression of its texts."""
    if piece.field is None:
        return {"text": piece.text}
    return {"field": piece.field, "regex": FIELDS[whole.fields[piece.field]].text}


def _marks(type_: PuzzleType, part: Part, target: tuple[Term, ...] | str) -> list[Json]:
    """What a token is drawn as in its own place; each mark once."""
    templates = () if isinstance(target, str) else target
    marks = [mark for template in templates for mark in _drawn(type_.draw, part, template)]
    return [mark for at, mark in enumerate(marks) if mark not in marks[:at]]


def _drawn(draw: Iterable[DrawRule], part: Part, template: Term) -> Iterator[Json]:
    """The marks of a template: their kinds, and of what their values consist."""
    values = {name: SAMPLES.get(name, Variable(name)) for name in terms.variables(template)}
    atom = _filled(template, values)
    for rule in draw:
        drawn = rule.match(atom)
        if drawn is None or (drawn.place, drawn.other) not in _own_places(part, values):
            continue
        record: Json = {"kind": rule.mark}
        if values_ := _values(rule, drawn):
            record["values"] = values_
        if rule.turned and len(rule.places) == 2 and part.shape is SIDES:
            below = rule.match(_filled(template, {**values, "Y": (2, 1)}))
            record["below"] = rule.shapes[str(below.values["D"])] if below is not None else ""
        if rule.layer is Layer.TUBE:
            record["index"] = _value(rule, (terms.match(rule.template, atom) or {})[INDEX])
        if rule.shapes and any(isinstance(value, Variable) for value in drawn.values.values()):
            record["shapes"] = dict(rule.shapes)
        yield record


def _values(rule: DrawRule, drawn: Drawn) -> list[Json]:
    """The pieces of a mark's value; empty if it has none."""
    if drawn.values and rule.kind.layer.has_value:
        return [_value(rule, value) for value in drawn.values.values()]
    return [{"is": rule.shapes[""]}] if rule.layer is Layer.SIGN and "" in rule.shapes else []


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


def _value(rule: DrawRule, value: Value) -> Json:
    """A piece of a mark's value: that of a field, or always the same."""
    if isinstance(value, Variable):
        return {"of": value.name}
    text = value if isinstance(value, str) else terms.write(value)
    return {"is": rule.shapes.get(text, text)}


def groups_of_constraint(type_: PuzzleType, constraint: AddedConstraint) -> Json:
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


def _symmetry(type_: PuzzleType) -> Json:
    """What a board of the type may be (symmetries), and where its tokens go by each motion that it needs.

    exchanged: of parts between two cells, the tokens that say the same with the cells exchanged.
    """
    names = symmetry.symmetries(type_)
    motions = {motion for name in names for motion in symmetry.SYMMETRIES[name]}
    return {
        "symmetries": names,
        "motions": {
            motion: {
                name: {"to": to, "tokens": {key: each for key, each in tokens.items() if each != key}}
                for name, (to, tokens) in (symmetry.moved(type_, motion) or {}).items()
            }
            for motion in sorted(motions)
        },
        "exchanged": {
            part.name: {key: each for key, each in symmetry.exchanged(part).items() if each != key}
            for part in type_.parts
            if part.shape is SIDES
        },
        "boxes": list(penpa_of(type_).boxes),
    }


# -- Words


def nouns(draw: Iterable[DrawRule]) -> dict[str, dict[str, Json]]:
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


def answer_marks(type_: PuzzleType, example: Picture | None) -> list[Json]:
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


def _answer_kind(type_: PuzzleType, kind: str, drawn: list[DrawRule], example: Picture | None) -> Json:
    layer = MARKS[kind].layer
    record: Json = {"kind": kind, "on": _where(layer, drawn, example)}
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


def encode(record: Json) -> bytes:
    """A record as JSON; a lone half of a surrogate pair becomes a '?'."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def mark_of(filled: FilledMark) -> Mark:
    """The mark that somebody filled in."""
    other = place_of(filled.other) if filled.other is not None else None
    return Mark(filled.kind, place_of(filled.place), other, filled.value)


# -- Formats


def formats() -> Json:
    """The formats as records. text: whether one can be pasted; if not, it is read from files alone."""
    return {
        "formats": [
            {
                "name": each.name, "title": each.title, "endings": [*filter(None, each.endings)],
                "text": each.is_text, "reads": each.reads, "writes": each.writes and each.is_text,
            }
            for each in FORMATS
        ]
    }  # fmt: skip


# -- Puzzles


def model(puzzle: Puzzle, files: Mapping[str, str]) -> Json:
    """A puzzle for editing. files: lists of words that were named, by their part."""
    parts: Json = {}
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens or part.name in puzzle.lists or not part.optional:
            parts[part.name] = _part(puzzle, part, files.get(part.name))
    parts |= {each.name: {"shape": "switch"} for each in puzzle.type.added if not each.takes_cells and not each.is_own}
    return {
        "type": puzzle.type.name, **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
        "board": puzzle.board.shape.name,
        "rows": puzzle.board.rows, "columns": puzzle.board.columns, "row_starts": list(puzzle.board.row_starts),
        "options": dict(puzzle.options), "symbols": build.symbols(puzzle) or None,
        "answer": puzzle.answer, "verdict": puzzle.verdict, "parts": parts, "cosmetics": cosmetics(puzzle.cosmetics),
        **({"own_rules": native.own_rules(puzzle.type)} if puzzle.type.own_rules else {}),
        **({"filled": [mark(each) for each in _marks_filled(puzzle)]} if puzzle.filled else {}),
    }  # fmt: skip


def _marks_filled(puzzle: Puzzle) -> Iterator[Mark]:
    """The marks of what a solver has filled in, but for those in holes."""
    for each in (each for atom in puzzle.filled for each in marks_of(puzzle, atom)):
        if cell_of(each.place) is None or each.place in puzzle.board.cell_set:
            yield each


def _part(puzzle: Puzzle, part: Part, file: str | None) -> Json:
    if part.shape is WORDS:
        if file is not None:
            return {"shape": part.shape.name, "file": file}
        words = puzzle.lists[part.name].lines() if part.name in puzzle.lists else ()
        return {"shape": part.shape.name, "text": "\n".join(words)}
    rows = build.rows(puzzle, part)
    if not part.shape.is_margin:
        return {"shape": part.shape.name, "rows": rows}
    return {"shape": part.shape.name} | ({"lines": rows} if part.shape.is_lists else {"tokens": rows[0]})


# -- Types


def survey(types: catalog.Survey) -> Json:
    """All types in short, and what is wrong with the manifests of others."""
    known = well_known()
    listed = [
        {**type_in_short(each), "constraints": manifest.titles(each), "rank": known.get(each.name)}
        for each in types.types
    ]
    return {"types": listed, "errors": [error(each) for each in types.errors]}


def details(type_: PuzzleType, answer: Picture | None) -> Json:
    """All that can be known of a type without a puzzle. answer: the picture of an answer, if there is one."""
    files = {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(type_.folder.iterdir())
        if file.suffix == ".lp" or file.name == "manifest.yaml"
    }
    first = catalog.opening(type_)
    record = {
        **type_in_short(type_),
        "rules": list(type_.rules),
        "unique": type_.unique,
        "parts": parts(type_),
        "constraints": [
            {
                "name": each.name, "title": each.title, "about": each.about, "takes_cells": each.takes_cells,
                "motions": each.motions, **groups_of_constraint(type_, each),
            }
            for each in manifest.offered(type_)
        ],
        "symmetry": _symmetry(type_),
        "answer": answer_marks(type_, answer),
        "nouns": nouns(type_.draw),
        "colours": type_.colours,
        "predicates": [each._asdict() for each in constraints.predicates_of_type(type_)],
        "options": _options(type_.options, default_options(type_)),
        "patterns": _options(type_.pattern, default_patterns(type_)),
        "examples": [{"name": file.stem, "text": file.read_text(encoding="utf-8")} for file in catalog.examples(type_)],
        "opens": first.stem if first else None,
        "files": files,
    }  # fmt: skip
    if type_.alphabets:
        alphabet = ALPHABETS[type_.alphabets[0]]
        record["symbols"] = list(alphabet.symbols) or [alphabet.name(value) for value in range(1, 10)]
    return record


def _options(options: Mapping[str, Option], defaults: Mapping[str, str]) -> list[Json]:
    return [
        {"name": each.name, "help": each.help, "choices": each.choices, "default": defaults.get(each.name, "")}
        for each in options.values()
    ]


def laws() -> Json:
    """The files of the library with what they need and give."""
    return {"files": [_law(each) for each in constraints.laws()]}


def _law(law: LawFile) -> Json:
    says, needs, gives = law.header
    return {
        "name": law.name, "says": says, "needs": [each._asdict() for each in needs],
        "gives": [each._asdict() for each in gives], "text": law.text,
    }  # fmt: skip


# -- Errors


def error(error_: PuzzleError, own_types: Sequence[str] = ()) -> Json:
    """What is wrong, with its place. own_types: folders of types besides pysolve's."""
    file = short_name(error_.file, own_types)
    shown = PuzzleError(error_.sentence, file=file, line=error_.line, row=error_.row, column=error_.column)
    return {
        "error": str(shown), "sentence": error_.sentence, "file": file, "line": error_.line, "row": error_.row,
        "column": error_.column, "excerpt": error_.excerpt, "missing": error_.missing,
        "likely": list(error_.likely),
        "droppable": list(error_.droppable),
        "place": place(error_.place) if error_.place is not None else None,
        "others": [error(each, own_types) for each in error_.others],
    }  # fmt: skip


def remark(remark_: Remark, own_types: Sequence[str]) -> Json:
    """A remark with its place. own_types: folders of types besides pysolve's."""
    column = {} if remark_.column is None else {"column": remark_.column}
    return {"sentence": remark_.sentence, "file": short_name(remark_.file, own_types), "line": remark_.line, **column}


def short_name(file: str | None, own_types: Sequence[str]) -> str | None:
    """The name of a file below the folder of types that it lies in, as clients know it: mine/rules.lp, lib/loop.lp.

    Files of the request lie in the current folder, and are called so already.
    """
    for folder in (*map(Path, own_types), library()):
        if file is not None and Path(file).is_absolute() and Path(file).is_relative_to(folder):
            return str(Path(file).relative_to(folder))
    return file


# -- What the page draws, reads and names with: the tables of the core as one record (docs/service.md, 'Drawing')


def drawing() -> Json:
    """The table of marks, the shapes of signs by name, inks and sizes, what tokens are made of, the names of places,
    and for each shape of board the geometry of its cells.

    Points are in widths of a cell. first: the middle of cell (1,1). step: how far it is to the next column, and to the
    next row. outline: the corners of a cell around its middle, clockwise. steps: the rows and columns to the neighbours
    behind the sides of an outline, in the same order.
    """
    return {
        "marks": {name: _mark_kind(kind) for name, kind in MARKS.items()},
        "shapes": {
            name: {"here": figure.noun.one, "glyph": figure.glyph.unicode, "shape": figure.shape._asdict()}
            for name, figure in SHAPES.items()
        },
        "colours": [str(colour) for colour in Colour],
        "inks": {str(name): ink._asdict() for name, ink in INKS.items()},
        "sizes": {"unit": UNIT, "most_lines": MOST_LINES, "head": svg.HEAD, **SIZES},
        "tokens": {
            "blanks": sorted(BLANKS, key=lambda each: each != BLANK), "operators": OPERATORS, "suffixes": SUFFIXES,
            "directions": list(ARROWS), "moved": {motion: symmetry.NAMES[motion] for motion in symmetry.Motion},
        },
        "words_about": WORDS_ABOUT,
        "names": PLACE_NAMES,
        "boards": {shape.name: _geometry(Board.of_rows(shape, [2, 2])) for shape in CELL_SHAPES},
    }  # fmt: skip


def _mark_kind(kind: MarkKind) -> Json:
    of_some = {
        "glyph": kind.glyph and kind.glyph.unicode, "tone": kind.tone, "dark": kind.tone and kind.tone.is_dark,
        "corner": kind.corner, "shape": kind.shape and kind.shape._asdict(),
        "stroke": kind.stroke and kind.stroke._asdict(),
    }  # fmt: skip
    return {
        "layer": kind.layer, "here": kind.here, "area": kind.layer.is_area, "has_value": kind.layer.has_value,
        "on_board": kind.on_board, "follows": kind.follows,
        **{name: value for name, value in of_some.items() if value is not None},
    }  # fmt: skip


def _geometry(board: Board) -> Json:
    first, second = board.point((1, 1)), board.point((2, 2))
    assert first is not None and second is not None
    x, y = first
    outline = board.outline((1, 1))
    corners = [(corner_x - x, corner_y - y) for corner_x, corner_y in outline.values()]
    steps = [board.steps((1, 1))[name] for name in outline]
    step, places = (second[0] - x, second[1] - y), [*board.shape.corners.values()]
    return {"first": first, "step": step, "outline": corners, "steps": steps, "corners": places}


# -- What the service says to everyone: the records of its GET addresses that name no puzzle and no type


#: By the last part of the address: what makes the record, given folders of types besides pysolve's.
FIXED: dict[str, Callable[[tuple[str, ...]], Json]] = {
    "types": lambda own_types: survey(catalog.survey(own_types)),
    "drawing": lambda own_types: drawing(),
    "formats": lambda own_types: formats(),
    "library": lambda own_types: laws(),
    "template": lambda own_types: {
        "kinds": list(catalog.KINDS), "files": {kind: catalog.new_type("NAME", kind) for kind in catalog.KINDS}
    },
}  # fmt: skip
