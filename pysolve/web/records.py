"""Puzzles, pictures, types and errors as JSON objects (docs/service.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import catalog
from ..analysis import vocabulary
from ..analysis.vocabulary import LawFile
from ..catalog import constraints
from ..catalog.library import library, well_known
from ..formats import native_writer
from ..model import draft, options, terms
from ..model.alphabets import ALPHABETS
from ..model.cosmetics import Cosmetics
from ..model.errors import PuzzleError, Remark
from ..model.marks import Layer
from ..model.puzzle import WORDS_ABOUT, Puzzle, number_or_text
from ..model.puzzle_type import Part, PartShape, PuzzleType
from ..model.terms import Term, Value
from ..render import svg
from ..render.answers import Answer
from ..render.picture import Mark, Picture
from ..report.types import type_record
from ..solving import rules
from . import type_records
from .requests import FilledMark

Record = dict[str, Any]


def encode(record: Record) -> bytes:
    """A record as JSON; a lone half of a surrogate pair becomes a '?'."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


# -- Pictures


def place(value: Value) -> list[Any]:
    """A place of a board as a list: [row, column], or the name of a term and its numbers."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Term):
        return [value.name, *value.args]
    return [str(value)]


def place_of(parts: Sequence[Any]) -> Value:
    """The place that place() writes as this list."""
    if isinstance(parts[0], str):
        return Term(parts[0], tuple(parts[1:]))
    return tuple(parts)


def mark(drawn: Mark) -> Record:
    """A mark, without what is false, empty or 1."""
    record: Record = {"kind": drawn.kind, "place": place(drawn.place)}
    if drawn.other is not None:
        record["other"] = place(drawn.other)
    if drawn.value:
        record["value"] = drawn.value
    if drawn.arrows:
        record["arrows"] = drawn.arrows
    if drawn.index != 1:
        record["index"] = drawn.index
    flags = {"given": drawn.given, "differs": drawn.differs, "open": drawn.open}
    return record | {name: True for name, flag in flags.items() if flag}


def mark_of(filled: FilledMark) -> Mark:
    """The mark that somebody filled in."""
    other = place_of(filled.other) if filled.other is not None else None
    return Mark(filled.kind, place_of(filled.place), other, filled.value)


def picture(picture_: Picture) -> Record:
    """A picture."""
    return {
        "rows": picture_.board.rows, "columns": picture_.board.columns, "board": picture_.board.shape,
        "cells": [list(cell) for cell in sorted(picture_.cells)],
        "marks": [mark(each) for each in picture_.marks],
        "missing": [list(cell) for cell in sorted(picture_.missing)],
        "noted": [place(each) for each in sorted(picture_.highlighted, key=str)],
        **({"slots": dict(picture_.slots)} if picture_.slots else {}),
        **({"dotted": True} if picture_.dotted else {}),
        **({"cosmetics": _cosmetics(picture_.cosmetics)} if picture_.cosmetics else {}),
    }  # fmt: skip


def drawn(picture_: Picture | None, show: Sequence[str], title: str = "") -> Record:
    """A picture in the ways that are wanted: as marks, as SVG."""
    if picture_ is None:
        return {}
    record: Record = {}
    if "marks" in show:
        record["picture"] = picture(picture_)
    if "svg" in show:
        record["svg"] = svg.render([picture_], title)
    return record


# -- Puzzles


def model(puzzle: Puzzle, files: Mapping[str, str]) -> Record:
    """A puzzle for editing. files: lists of words that were named, by their part."""
    parts: Record = {}
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens or part.name in puzzle.lists or not part.optional:
            parts[part.name] = _part(puzzle, part, files.get(part.name))
    parts |= {each.name: {"shape": "switch"} for each in puzzle.type.added if not each.takes_cells}
    return {
        "type": puzzle.type.name, **{name: getattr(puzzle, name) for name in WORDS_ABOUT}, "board": puzzle.board.shape,
        "rows": puzzle.board.rows, "columns": puzzle.board.columns, "row_starts": list(puzzle.board.row_starts),
        "options": dict(puzzle.options), "symbols": draft.symbols(puzzle) or None,
        "answer": puzzle.answer, "verdict": puzzle.verdict, "parts": parts, "cosmetics": _cosmetics(puzzle.cosmetics),
    }  # fmt: skip


def _cosmetics(cosmetics: Cosmetics) -> Record:
    """Colours and notes as lists of [cell, colour] and [cell, text], in reading order."""
    return {
        name: [[list(cell), text] for cell, text in sorted(values.items())]
        for name, values in (("colours", cosmetics.colours), ("notes", cosmetics.notes))
    }


def _part(puzzle: Puzzle, part: Part, file: str | None) -> Record:
    if part.shape == PartShape.WORDS:
        if file is not None:
            return {"shape": part.shape, "file": file}
        words = native_writer.words_of(puzzle, part) if part.name in puzzle.lists else ()
        return {"shape": part.shape, "text": "\n".join(words)}
    if not part.shape.is_margin:
        return {"shape": part.shape, "rows": draft.rows(puzzle, part)}
    lines = draft.margin(puzzle, part)
    if part.shape.is_lists:
        return {"shape": part.shape, "lines": lines}
    return {"shape": part.shape, "tokens": [line[0] for line in lines]}


def cells(answer: Answer) -> list[Record]:
    """The cells of a board with the texts that an answer has in them, in reading order."""
    texts = {mark.place: mark.value for mark in answer.picture().of(Layer.TEXT)}
    return [
        {
            "row": cell[0],
            "col": answer.puzzle.board.position(cell),
            "val": number_or_text(texts[cell]) if cell in texts else None,
        }
        for cell in answer.puzzle.cells
    ]


# -- Types


def survey(types: catalog.Survey) -> Record:
    """All types in short, and what is wrong with the manifests of others."""
    known = well_known()
    listed = [
        {**type_record(each), "constraints": constraints.titles(each), "rank": known.get(each.name)}
        for each in types.types
    ]
    return {"types": listed, "errors": [error(each) for each in types.errors]}


def details(type_: PuzzleType, answer: Picture | None) -> Record:
    """All that can be known of a type without a puzzle. answer: the picture of an answer, if there is one."""
    files = {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(type_.folder.iterdir())
        if file.suffix == ".lp" or file.name == "manifest.yaml"
    }
    defaults: dict[str, str] = {}
    for folder in (*type_.parents, type_.folder):
        defaults |= options.defaults(rules.load([folder / "rules.lp"]).text)
    record = {
        **type_record(type_),
        "rules": list(type_.rules),
        "unique": type_.unique,
        "parts": type_records.parts(type_),
        "constraints": [
            {
                "name": each.name,
                "title": each.title,
                "about": each.about,
                "takes_cells": each.takes_cells,
                **type_records.groups_of_constraint(type_, each),
            }
            for each in constraints.offered(type_)
        ],
        "answer": type_records.answer(type_, answer),
        "nouns": type_records.nouns(type_.draw),
        "predicates": [each._asdict() for each in vocabulary.predicates_of_type(type_)],
        "options": [
            {"name": each.name, "help": each.help, "choices": each.choices, "default": defaults.get(each.name, "")}
            for each in type_.options.values()
        ],
        "examples": [{"name": file.stem, "text": file.read_text(encoding="utf-8")} for file in catalog.examples(type_)],
        "files": files,
    }
    if type_.alphabets:
        alphabet = ALPHABETS[type_.alphabets[0]]
        record["symbols"] = list(alphabet.symbols) or [alphabet.name(value) for value in range(1, 10)]
    return record


def laws() -> Record:
    """The files of the library with what they need and give."""
    return {"files": [_law(each) for each in vocabulary.laws()]}


def _law(law: LawFile) -> Record:
    says, needs, gives = law.header
    return {
        "name": law.name, "says": says, "needs": [each._asdict() for each in needs],
        "gives": [each._asdict() for each in gives], "text": law.text,
    }  # fmt: skip


# -- Errors


def error(error_: PuzzleError, own_types: Sequence[str] = ()) -> Record:
    """What is wrong, with its place. own_types: folders of types besides pysolve's."""
    file = short_name(error_.file, own_types)
    shown = PuzzleError(error_.sentence, file=file, line=error_.line, row=error_.row, column=error_.column)
    return {
        "error": str(shown), "sentence": error_.sentence, "file": file, "line": error_.line, "row": error_.row,
        "column": error_.column, "excerpt": error_.excerpt,
        "place": place(error_.place) if error_.place is not None else None,
        "others": [error(each, own_types) for each in error_.others],
    }  # fmt: skip


def remark(remark_: Remark, own_types: Sequence[str]) -> Record:
    """A remark with its place. own_types: folders of types besides pysolve's."""
    return {"sentence": remark_.sentence, "file": short_name(remark_.file, own_types), "line": remark_.line}


def short_name(file: str | None, own_types: Sequence[str]) -> str | None:
    """The name of a file below the folder of types that it lies in, as clients know it: mine/rules.lp, lib/loop.lp.

    Files of the request lie in the current folder, and are called so already.
    """
    for folder in (*map(Path, own_types), library()):
        if file is not None and Path(file).is_absolute() and Path(file).is_relative_to(folder):
            return str(Path(file).relative_to(folder))
    return file


def atoms(atoms_: Iterable[Term]) -> list[str]:
    """Atoms as text, in order."""
    return sorted(terms.write(each) for each in atoms_)
