"""The OpenAPI document of the service, made from the types that requests are checked by, and from `openapi.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml

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
    said: Schema = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    paths: Schema = {address: {"get": _get(**each)} for address, each in said["addresses"].items()}
    kind_of_type = {"type": "string", "enum": list(KINDS), "default": KINDS[0]}
    paths["/api/template/{name}"]["get"]["parameters"].append({"name": "like", "in": "query", "schema": kind_of_type})
    errors = {code: _error(about) for code, about in said["errors"].items()}
    said["solve"]["responses"] |= errors
    paths["/solve"] = {"post": said["solve"]}
    for name, kind in REQUESTS.items():
        paths[f"/api/{name}"] = {"post": _post(name, kind, errors)}
    about = (
        f"Puzzles solved from rules. A request may take {limits.time:g} seconds"
        + (f" and {limits.memory} MB" if limits.memory else "")
        + f"; its body may have {limits.body:,} bytes, an answer {MOST_ANSWERS} solutions."
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "pysolve", "version": __version__, "description": about},
        "paths": paths,
        "components": {"schemas": _components() | components(_REFERENCE) | said["schemas"]},
    }


def _get(about: str, parameter: str | None = None, svg: bool = False) -> Schema:
    content = {"image/svg+xml": {"schema": {"type": "string"}}} if svg else {_JSON: {"schema": {"type": "object"}}}
    operation: Schema = {"summary": about, "responses": {"200": {"description": about, "content": content}}}
    if parameter is not None:
        operation["parameters"] = [{"name": parameter, "in": "path", "required": True, "schema": {"type": "string"}}]
        operation["responses"] |= {"400": _error("the name cannot be one"), "404": _error("there is no such type")}
    if parameter == "type":
        operation["responses"]["503"] = _error("too many requests are waiting")
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


def _post(name: str, kind: type[Body], errors: Schema) -> Schema:
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
            **errors,
        },
    }


def _result(name: str) -> Schema:
    """The schema of what a request is answered with."""
    if name not in RECORDS:
        return {"type": "object"}
    record = _reference(RECORDS[name].__name__)
    return record if name == "make" else {"allOf": [record, _reference("Remarks")]}


def _error(about: str) -> Schema:
    return {"description": about, "content": {_JSON: {"schema": _reference("Error")}}}
