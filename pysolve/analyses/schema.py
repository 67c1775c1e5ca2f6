"""The schema of the records, from their types: as JSON Schema for the service, and as the tables of docs/results.md."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from ..model.errors import Remark
from ..report.results import AnswerRecord, CheckRecord, FolderRecord, Record, SolveRecord, TypeRecord, WrittenRecord
from . import ANALYSES, named

Schema = dict[str, Any]

#: The record that each analysis results in, by the name that it has everywhere.
RECORDS: dict[str, type[Record]] = {
    "solve": SolveRecord, "check": CheckRecord, **{name: named(name).result for name in ANALYSES},
}  # fmt: skip

#: What other commands write with --json.
WRITTEN: dict[str, type[Record]] = {"show": TypeRecord, "new": FolderRecord, "convert": WrittenRecord}

#: What a drawing becomes, and what an answer may be, where that is wanted: the type, and what it says.
_PICTURES: dict[str, tuple[Any, str]] = {
    "picture": (dict[str, Any], "a picture as marks, where `marks` are wanted"),
    "svg": (str, "the same as an SVG document, where `svg` is wanted"),
}
_ANSWER: dict[str, tuple[Any, str]] = {
    "plain": (str, "a token a cell"),
    "atoms": (list[str], "the atoms that the rules show"),
    "cells": (list[dict[str, Any]], "the texts of cells: `row`, `col`, `val`"),
    "costs": (list[int], "what the rules minimize, if they do"),
    **_PICTURES,
}

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null", dict: "object"}


def name_of(kind: type) -> str:
    """What a kind of record is called: `Why`, `Conflict`."""
    return kind.__name__.removesuffix("Record")


def values_of(kind: type[Record]) -> Iterator[tuple[str, Any, str, bool]]:
    """The values of a record: name, type, what it is, and whether it is always there."""
    if kind is AnswerRecord:
        yield from ((name, type_, says, False) for name, (type_, says) in _ANSWER.items())
        return
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if field.name == "drawing":
            yield from ((name, type_, says, False) for name, (type_, says) in _PICTURES.items())
        elif field.name != "details":
            type_, says = get_args(hints[field.name])
            yield field.name, type_, says, True


def schema_of(type_: Any, reference: str) -> Schema:
    """The JSON Schema of a type. reference: how a record's schema is referred to, with {name}."""
    if get_origin(type_) in (Union, types.UnionType):
        return _one_of([schema_of(each, reference) for each in get_args(type_)])
    if get_origin(type_) is list:
        return {"type": "array", "items": schema_of(get_args(type_)[0], reference)}
    if get_origin(type_) is dict:
        return {"type": "object"}
    if isinstance(type_, type) and issubclass(type_, Enum):
        return {"enum": [each.value for each in type_]}
    if isinstance(type_, type) and issubclass(type_, (Record, Remark)):
        return {"$ref": reference.format(name=type_.__name__)}
    return {"type": _PLAIN[type_]}


def _one_of(schemas: list[Schema]) -> Schema:
    enums = [value for each in schemas for value in each.get("enum", ())]
    others = [each for each in schemas if "enum" not in each]
    merged = [*([{"enum": list(dict.fromkeys(enums))}] if enums else []), *others]
    return merged[0] if len(merged) == 1 else {"anyOf": merged}


def components(reference: str) -> dict[str, Schema]:
    """The JSON Schemas of the records of analyses, by their kinds. reference: as for schema_of."""
    return {kind.__name__: _object(kind, reference) for kind in _with_parts(RECORDS.values())}


def _object(kind: type[Record], reference: str) -> Schema:
    values = list(values_of(kind))
    return {
        "type": "object", "description": (kind.__doc__ or "").strip(),
        "required": [name for name, _, _, always in values if always],
        "properties": {name: {**schema_of(type_, reference), "description": says} for name, type_, says, _ in values},
    }  # fmt: skip


def kinds() -> list[type[Record]]:
    """All kinds of records, those of the analyses first, each followed by those that its values are."""
    return _with_parts([*RECORDS.values(), *WRITTEN.values()])


def _with_parts(records: Iterable[type[Record]]) -> list[type[Record]]:
    found: dict[type[Record], None] = {}
    for kind in records:
        _collect(kind, found)
    return list(found)


def _collect(kind: type[Record], found: dict[type[Record], None]) -> None:
    if kind in found:
        return
    found[kind] = None
    for _, type_, _, _ in values_of(kind):
        for part in _parts(type_):
            if isinstance(part, type) and issubclass(part, Record):
                _collect(part, found)


def _parts(type_: Any) -> Iterator[Any]:
    yield type_
    for each in get_args(type_):
        yield from _parts(each)


def in_words(type_: Any) -> str:
    """A type as the docs have it: `text`, `list of Conflict`, `number or null`."""
    if get_origin(type_) in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(in_words, get_args(type_))))
    if get_origin(type_) is list:
        return f"list of {in_words(get_args(type_)[0])}"
    if isinstance(type_, type) and issubclass(type_, (Record, Remark)):
        return name_of(type_)
    if isinstance(type_, type) and issubclass(type_, Enum):
        return "word"
    names = {str: "text", int: "whole number", float: "number", bool: "yes or no", type(None): "null"}
    return names.get(type_, "object")
