"""From the bytes of a request to its typed body; what is wrong is worded here, by the titles of the types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Raw
from msgspec.json import Decoder

from ..formats.source import each_key_once
from ..model.errors import PuzzleError, quote
from .requests import Request

R = TypeVar("R", bound=Request)

Kind = Any
"""A type as it is annotated: a class, a union, `Annotated[…]`."""

#: Escapes in JSON for characters that no text may hold: control characters besides blanks, tabs and line ends.
_BINARY = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:b|u00(?:0[0-8ef]|1[0-9a-f]))", re.IGNORECASE)

_NULL = b"null"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_object = Decoder(dict[str, Raw])
_list = Decoder(list[Raw])


def request(kind: type[R], text: bytes) -> R:
    """The body of a request. Raises PuzzleError for the first key that is missing, unknown or holds something else
    than it should.
    """
    values = _split(text)
    kinds = _kinds(kind)
    for key in required(kind):
        if bytes(values.get(key, _NULL)) == _NULL:
            raise PuzzleError(f"the key {quote(key)} is missing")
    for key in values:
        if key not in kinds:
            raise PuzzleError(f"unknown key {quote(key)}; the keys are {', '.join(kinds)}")
    names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    return kind(**{names[key]: _decoded(key, raw, kinds[key]) for key, raw in values.items() if bytes(raw) != _NULL})


def body(kind: type[R], values: Mapping[str, object]) -> R:
    """The same for a body that is given as values."""
    return request(kind, msgspec.json.encode(values))


def value(key: str, text: str, kind: Kind) -> str:
    """A text of an address, checked as a key's value is."""
    decoded: str = _decoded(key, msgspec.json.encode(text), kind)
    return decoded


def required(kind: type[Request]) -> list[str]:
    """The keys that a body must have."""
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.required]


@cache
def _kinds(kind: type[Request]) -> Mapping[str, Kind]:
    """The type of each key."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}


@cache
def _decoder(kind: Kind) -> Decoder[Any]:
    return Decoder(kind)


def _split(text: bytes) -> dict[str, Raw]:
    """The values of a JSON object, as they stand in it."""
    try:
        values = _object.decode(text.removeprefix(_BYTE_ORDER_MARK))
        with suppress(ValueError):  # a number of more digits than Python reads
            json.loads(text.removeprefix(_BYTE_ORDER_MARK), object_pairs_hook=each_key_once)
        return values
    except RecursionError:
        raise PuzzleError("this JSON is nested too deeply") from None
    except msgspec.ValidationError:
        raise PuzzleError("expected a JSON object") from None
    except ValueError:
        raise _no_json(text) from None


def _no_json(text: bytes) -> PuzzleError:
    """Why a text is no JSON. (msgspec knows the byte at which it gave up; a line is of more use.)"""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return PuzzleError(f"the body is not valid JSON in line {error.lineno}")
    except UnicodeDecodeError:
        return PuzzleError("the body is not valid JSON: it is not UTF-8")
    except (ValueError, RecursionError):
        pass
    if re.search(rb"\\u[dD][89a-fA-F]", text):
        return PuzzleError("the body is not valid JSON: it holds half of a surrogate pair, which is no character")
    return PuzzleError("the body is not valid JSON")


def _decoded(key: str, raw: bytes | Raw, kind: Kind) -> Any:
    json_text = bytes(raw)
    if b"\\" in json_text and _BINARY.search(json_text):  # to look for the one takes a hundredth of the time
        raise PuzzleError(f"{key}: found binary data, expected text")
    try:
        return _decoder(kind).decode(json_text)
    except RecursionError:
        raise PuzzleError(f"{key}: this JSON is nested too deeply") from None
    except msgspec.ValidationError:
        raise _problem((key,), json_text, kind) from None
    except ValueError:  # half of a surrogate pair, or no UTF-8
        raise PuzzleError(f"{key}: found binary data, expected text") from None


# -- What is wrong


def _problem(path: tuple[str, ...], raw: bytes, kind: Kind) -> PuzzleError:
    """What is wrong with a value: of its innermost part that is wrong and has a type with a title."""
    for key, key_kind in _wrong_keys(raw, kind):
        return _unlike(path, key, key_kind)
    for step, part, part_kind in _wrong_parts(raw, kind):
        return _problem((*path, step), part, part_kind)
    return _unlike(path, raw[:200].decode(errors="replace"), kind)


def _unlike(path: tuple[str, ...], shown: str, kind: Kind) -> PuzzleError:
    return PuzzleError(f"{', '.join(path)}: found {quote(shown)}, expected {_title(kind)}")


def _wrong_keys(raw: bytes, kind: Kind) -> Iterator[tuple[str, Kind]]:
    for each in _alternatives(kind):
        if _origin(each) is dict:
            key_kind = get_args(each)[0]
            keys = list(_members(raw))
            if (at := _first_wrong([msgspec.json.encode(key) for key in keys], key_kind)) is not None:
                yield keys[at], key_kind


def _wrong_parts(raw: bytes, kind: Kind) -> Iterator[tuple[str, bytes, Kind]]:
    """The first part of an object or a list that is not what it should be: the step to it, its JSON, its type; for each
    type that the whole may have.
    """
    for each in _alternatives(kind):
        members = _members(raw) if _origin(each) is dict else {}
        items = _items(raw) if _origin(each) is list and _title(get_args(each)[0]) else []
        parts = list(map(bytes, members.values() if members else items))
        part_kind = get_args(each)[-1] if parts else None
        if (at := _first_wrong(parts, part_kind)) is not None:
            step = quote(list(members)[at])[1:-1] if members else f"item {at + 1}"
            yield step, parts[at], part_kind


def _first_wrong(parts: list[bytes], kind: Kind) -> int | None:
    """The number of the first of many JSON values that is not of a type; None if all are. Looks at halves as a whole:
    to decode each by itself takes seconds where there are a million.
    """
    low, high = 0, len(parts)
    if not parts or _fit(parts, kind):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _fit(parts[low:middle], kind) else (low, middle)
    return low


def _fit(parts: list[bytes], kind: Kind) -> bool:
    return _fits(b"[" + b",".join(parts) + b"]", list[kind])


def _members(raw: bytes) -> dict[str, Raw]:
    """The members of an object; none if it is another thing."""
    try:
        return _object.decode(raw)
    except (ValueError, RecursionError):
        return {}


def _items(raw: bytes) -> list[Raw]:
    """The items of a list; none if it is another thing."""
    try:
        return _list.decode(raw)
    except (ValueError, RecursionError):
        return []


def _fits(raw: bytes | Raw, kind: Kind) -> bool:
    try:
        _decoder(kind).decode(raw)
    except (ValueError, RecursionError):
        return False
    return True


def _origin(kind: Kind) -> object:
    return get_origin(kind)


def _alternatives(kind: Kind) -> list[Kind]:
    """The types that a type consists of, without what is annotated."""
    if _origin(kind) is Annotated:
        return _alternatives(get_args(kind)[0])
    if _origin(kind) in (Union, UnionType):
        return [inner for each in get_args(kind) for inner in _alternatives(each)]
    return [kind]


def _title(kind: Kind) -> str:
    """What is expected, in words; '' if the type has none."""
    if _origin(kind) is Annotated:
        titles = [each.title for each in kind.__metadata__ if isinstance(each, Meta) and each.title]
        return titles[-1] if titles else _title(get_args(kind)[0])
    if _origin(kind) in (Union, UnionType):
        return next(filter(None, map(_title, get_args(kind))), "")
    return ""
