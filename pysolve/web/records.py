"""Puzzles, pictures, types and errors as JSON objects (docs/service.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import catalog
from ..analysis import vocabulary
from ..analysis.vocabulary import LawFile
from ..catalog import manifest
from ..model import build
from ..model.errors import PuzzleError, Remark
from ..model.formats import FORMATS
from ..model.parts import WORDS, Part
from ..model.puzzle import WORDS_ABOUT, Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.tokens import ALPHABETS
from ..render.picture import Mark, Picture
from ..report.lines import type_in_short
from ..results.pictures import cosmetics, place, place_of
from ..rules.library import default_options, library, well_known
from . import type_records
from .requests import FilledMark

Record = dict[str, Any]


def encode(record: Record) -> bytes:
    """A record as JSON; a lone half of a surrogate pair becomes a '?'."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def mark_of(filled: FilledMark) -> Mark:
    """The mark that somebody filled in."""
    other = place_of(filled.other) if filled.other is not None else None
    return Mark(filled.kind, place_of(filled.place), other, filled.value)


# -- Formats


def formats() -> Record:
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


def model(puzzle: Puzzle, files: Mapping[str, str]) -> Record:
    """A puzzle for editing. files: lists of words that were named, by their part."""
    parts: Record = {}
    for part in puzzle.type.parts:
        if part.name in puzzle.tokens or part.name in puzzle.lists or not part.optional:
            parts[part.name] = _part(puzzle, part, files.get(part.name))
    parts |= {each.name: {"shape": "switch"} for each in puzzle.type.added if not each.takes_cells}
    return {
        "type": puzzle.type.name, **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
        "board": puzzle.board.shape.name,
        "rows": puzzle.board.rows, "columns": puzzle.board.columns, "row_starts": list(puzzle.board.row_starts),
        "options": dict(puzzle.options), "symbols": build.symbols(puzzle) or None,
        "answer": puzzle.answer, "verdict": puzzle.verdict, "parts": parts, "cosmetics": cosmetics(puzzle.cosmetics),
    }  # fmt: skip


def _part(puzzle: Puzzle, part: Part, file: str | None) -> Record:
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


def survey(types: catalog.Survey) -> Record:
    """All types in short, and what is wrong with the manifests of others."""
    known = well_known()
    listed = [
        {**type_in_short(each), "constraints": manifest.titles(each), "rank": known.get(each.name)}
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
    defaults = default_options(type_)
    record = {
        **type_in_short(type_),
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
            for each in manifest.offered(type_)
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
        "column": error_.column, "excerpt": error_.excerpt, "missing": error_.missing,
        "place": place(error_.place) if error_.place is not None else None,
        "others": [error(each, own_types) for each in error_.others],
    }  # fmt: skip


def remark(remark_: Remark, own_types: Sequence[str]) -> Record:
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
