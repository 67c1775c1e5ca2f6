"""The OpenAPI document of the service, made from the tables that requests are checked by."""

from __future__ import annotations

from typing import Any

from .. import __version__
from .fields import MOST_ANSWERS, QUESTIONS, Question
from .pool import Limits

Schema = dict[str, Any]

_JSON = "application/json"


def document(limits: Limits) -> Schema:
    """The document, with the limits of this server."""
    paths: Schema = {
        "/api/types": {"get": _get("all puzzle types", {"type": "object"})},
        "/api/types/{type}": {"get": _get("one puzzle type", {"type": "object"}, "type")},
        "/api/types/{type}/picture.svg": {"get": _get("the smallest example with its answer", None, "type")},
        "/api/drawing": {"get": _get("what pictures are drawn with: marks and boards", {"type": "object"})},
        "/api/template/{name}": {"get": _get("the files that a new type starts with", {"type": "object"}, "name")},
        "/api/openapi.json": {"get": _get("this document", {"type": "object"})},
        "/solve": {"post": _cells()},
    }
    for name, question in QUESTIONS.items():
        paths[f"/api/{name}"] = {"post": _post(name, question)}
    about = (
        f"Puzzles solved from rules. A question may take {limits.time:g} seconds"
        + (f" and {limits.memory} MB" if limits.memory else "")
        + f"; a request may have {limits.body:,} bytes, an answer {MOST_ANSWERS} solutions."
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "pysolve", "version": __version__, "description": about},
        "paths": paths,
        "components": {"schemas": {"Error": _error_schema(), "Result": _result_schema()}},
    }


def _get(about: str, schema: Schema | None, parameter: str | None = None) -> Schema:
    content = {_JSON: {"schema": schema}} if schema else {"image/svg+xml": {"schema": {"type": "string"}}}
    found: Schema = {"summary": about, "responses": {"200": {"description": about, "content": content}}}
    if parameter is not None:
        found["parameters"] = [{"name": parameter, "in": "path", "required": True, "schema": {"type": "string"}}]
        found["responses"] |= {"400": _error("the name cannot be one"), "404": _error("there is no such type")}
    if schema is None or parameter == "type":
        found["responses"]["503"] = _error("too many questions wait already")
    return found


def _post(name: str, question: Question) -> Schema:
    result = {"schema": {"$ref": "#/components/schemas/Result"} if question.verdict else {"type": "object"}}
    return {
        "summary": question.about,
        "operationId": name,
        "requestBody": {"required": True, "content": {_JSON: {"schema": _body(question)}}},
        "responses": {
            "200": {
                "description": "the answer; with 'Accept: text/event-stream' events, the last one with the answer",
                "content": {_JSON: result, "text/event-stream": {"schema": {"type": "string"}}},
            },
            **_errors(),
        },
    }


def _body(question: Question) -> Schema:
    properties = {key: {**field.schema(), "description": field.about} for key, field in question.all.items()}
    nullable = {key: {"anyOf": [each, {"type": "null"}]} for key, each in properties.items()}
    return {
        "type": "object", "additionalProperties": False, "required": list(question.needed),
        "properties": {key: properties[key] if key in question.needed else nullable[key] for key in properties},
    }  # fmt: skip


def _cells() -> Schema:
    value = {"type": ["integer", "string", "null"]}
    cell = {
        "type": "object", "required": ["row", "col"],
        "properties": {"row": {"type": "integer"}, "col": {"type": "integer"}, "val": value},
    }  # fmt: skip
    cells = {"schema": {"type": "array", "items": cell}}
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
        "400": _error("the request or the puzzle cannot be understood"), "413": _error("the body is too large"),
        "415": _error("the body is not JSON"), "503": _error("too many questions wait already"),
    }  # fmt: skip


def _error(about: str) -> Schema:
    return {"description": about, "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}}


def _error_schema() -> Schema:
    number = {"type": ["integer", "null"]}
    text = {"type": ["string", "null"]}
    return {
        "type": "object", "required": ["error", "sentence"],
        "properties": {
            "error": {"type": "string", "description": "the sentence with its place"}, "sentence": {"type": "string"},
            "file": text, "line": number, "row": number, "column": number, "excerpt": text,
        },
    }  # fmt: skip


def _result_schema() -> Schema:
    return {
        "type": "object", "required": ["verdict", "reason", "says"],
        "properties": {
            "type": {"type": "string"},
            "verdict": {"enum": ["unique", "multiple", "none", "unknown"]},
            "reason": {"type": ["string", "null"], "description": "the limit that was reached"},
            "says": {"type": "array", "items": {"type": "string"}},
        },
    }  # fmt: skip
