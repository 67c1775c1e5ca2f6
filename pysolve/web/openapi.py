"""The OpenAPI document of the service, made from the types that requests are checked by."""

from __future__ import annotations

from typing import Any

import msgspec

from .. import __version__
from ..analyses.schema import RECORDS, components
from ..catalog import KINDS
from . import requests
from .pool import Limits
from .requests import MOST_ANSWERS, REQUESTS, Body, Cell

Schema = dict[str, Any]

_JSON = "application/json"
_NULL: Schema = {"type": "null"}
_REFERENCE = "#/components/schemas/{name}"


def _reference(name: str) -> Schema:
    return {"$ref": _REFERENCE.format(name=name)}


def document(limits: Limits) -> Schema:
    """The document, with the limits of this server."""
    paths: Schema = {
        "/api/types": {"get": _get("all puzzle types", {"type": "object"})},
        "/api/types/{type}": {"get": _get("one puzzle type", {"type": "object"}, "type")},
        "/api/types/{type}/picture.svg": {"get": _get("the example that a type begins with, unsolved", None, "type")},
        "/api/days/{day}": {"get": _get("the puzzle of a day, such as 11-27", {"type": "object"}, "day")},
        "/api/formats": {"get": _get("the formats that puzzles are read from and written in", {"type": "object"})},
        "/api/drawing": {"get": _get("what pictures are drawn with: marks and boards", {"type": "object"})},
        "/api/library": {"get": _get("the laws that rules may include", {"type": "object"})},
        "/api/template": {"get": _get("the kinds of puzzles that a new type can start like", {"type": "object"})},
        "/api/template/{name}": {"get": _template()},
        "/api/openapi.json": {"get": _get("this document", {"type": "object"})},
        "/solve": {"post": _cells()},
    }
    for name, kind in REQUESTS.items():
        paths[f"/api/{name}"] = {"post": _post(name, kind)}
    schemas = {
        **_components(), **components(_REFERENCE),
        "Error": _error_schema(), "Remark": _remark_schema(), "Remarks": _remarks_schema(),
    }  # fmt: skip
    about = (
        f"Puzzles solved from rules. A request may take {limits.time:g} seconds"
        + (f" and {limits.memory} MB" if limits.memory else "")
        + f"; its body may have {limits.body:,} bytes, an answer {MOST_ANSWERS} solutions."
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "pysolve", "version": __version__, "description": about},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _get(about: str, schema: Schema | None, parameter: str | None = None) -> Schema:
    content = {_JSON: {"schema": schema}} if schema else {"image/svg+xml": {"schema": {"type": "string"}}}
    operation: Schema = {"summary": about, "responses": {"200": {"description": about, "content": content}}}
    if parameter is not None:
        operation["parameters"] = [{"name": parameter, "in": "path", "required": True, "schema": {"type": "string"}}]
        operation["responses"] |= {"400": _error("the name cannot be one"), "404": _error("there is no such type")}
    if schema is None or parameter == "type":
        operation["responses"]["503"] = _error("too many requests are waiting")
    return operation


def _template() -> Schema:
    operation = _get("the files that a new type starts with", {"type": "object"}, "name")
    kind = {"type": "string", "enum": list(KINDS), "default": KINDS[0]}
    operation["parameters"].append({"name": "like", "in": "query", "schema": kind})
    return operation


def _components() -> Schema:
    """The bodies of the requests, and what they consist of. Where a body may leave a key out, null does as well."""
    _, components = msgspec.json.schema_components([*REQUESTS.values(), Cell], ref_template=_REFERENCE)
    for kind in REQUESTS.values():
        schema = components[kind.__name__]
        for key in schema["properties"].keys() - set(requests.required(kind)):
            schema["properties"][key] = _or_null(schema["properties"][key])
    return components


def _or_null(schema: Schema) -> Schema:
    """A key's schema that also allows null, with what is said of the key on the outside."""
    inner = schema
    if _NULL in schema.get("anyOf", ()):
        inner = next(each for each in schema["anyOf"] if each != _NULL)
    about = {key: value for key, value in {**inner, **schema}.items() if key in ("description", "default")}
    return {**about, "anyOf": [{key: value for key, value in inner.items() if key not in about}, _NULL]}


def _post(name: str, kind: type[Body]) -> Schema:
    result = {"schema": _result(name)}
    return {
        "summary": kind.__doc__,
        "operationId": name,
        "requestBody": {"required": True, "content": {_JSON: {"schema": _reference(kind.__name__)}}},
        "responses": {
            "200": {
                "description": "the answer; with 'Accept: text/event-stream' events, the last one with the answer",
                "content": {_JSON: result, "text/event-stream": {"schema": {"type": "string"}}},
            },
            **_errors(),
        },
    }


def _result(name: str) -> Schema:
    """The schema of what a request is answered with."""
    if name not in RECORDS:
        return {"type": "object"}
    record = _reference(RECORDS[name].__name__)
    return record if name == "make" else {"allOf": [record, _reference("Remarks")]}


def _cells() -> Schema:
    cells = {"schema": {"type": "array", "items": _reference(Cell.__name__)}}
    return {
        "summary": "an answer for a list of cells",
        "parameters": [
            {"name": name, "in": "query", "schema": {"type": "string"}, "description": about}
            for name, about in (("type", "the puzzle type"), ("board", "the name of a board that pysolve has"))
        ],
        "requestBody": {"required": True, "content": {_JSON: cells}},
        "responses": {
            "200": {"description": "all cells of the board with an answer", "content": {_JSON: cells}},
            "422": _error("there is no answer"), "504": _error("a limit was reached"), **_errors(),
        },
    }  # fmt: skip


def _errors() -> Schema:
    return {
        "400": _error("the request or the puzzle cannot be understood"),
        "403": _error("the request comes from a page of another site"),
        "408": _error("the body has not arrived in time"), "413": _error("the body is too large"),
        "415": _error("the body is not JSON"), "503": _error("too many requests are waiting"),
    }  # fmt: skip


def _error(about: str) -> Schema:
    return {"description": about, "content": {_JSON: {"schema": _reference("Error")}}}


def _error_schema() -> Schema:
    number = {"type": ["integer", "null"]}
    text = {"type": ["string", "null"]}
    return {
        "type": "object", "required": ["error", "sentence"],
        "properties": {
            "error": {"type": "string", "description": "the sentence with its place"}, "sentence": {"type": "string"},
            "file": text, "line": number, "row": number, "column": number, "excerpt": text,
            "place": {"type": ["array", "null"], "description": "of the board, as in pictures"},
            "missing": {"type": ["string", "null"], "description": "what to name: 'type', or 'words' (a list)"},
            "likely": {
                "type": "array", "items": {"type": "string"},
                "description": "where the type is missing, those that it may be",
            },
            "droppable": {
                "type": "array", "items": {"type": "string"},
                "description": "what the request may name in `drop`, so that the puzzle is read without it",
            },
            "others": {"type": "array", "items": _reference("Error"), "description": "what else is wrong"},
        },
    }  # fmt: skip


def _remark_schema() -> Schema:
    return {
        "type": "object", "required": ["sentence", "file", "line"],
        "properties": {
            "sentence": {"type": "string"}, "file": {"type": ["string", "null"]}, "line": {"type": ["integer", "null"]},
            "column": {"type": "integer", "description": "of rules, where it is known"},
        },
    }  # fmt: skip


def _remarks_schema() -> Schema:
    """What is remarkable about the puzzle and the rules, beside a record."""
    texts, remarks = {"type": "array", "items": {"type": "string"}}, {"type": "array", "items": _reference("Remark")}
    return {
        "type": "object", "required": ["notes", "input_remarks"],
        "properties": {
            "notes": {**texts, "description": "remarks on the input"},
            "input_remarks": {**remarks, "description": "the notes"},
            "warnings": {**texts, "description": "clingo's remarks on the rules"},
            "rule_remarks": {**remarks, "description": "the warnings"},
        },
    }  # fmt: skip
