"""What the body of a question may hold: each key is checked, and described for the OpenAPI document, by one table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..model.errors import PuzzleError, alternatives, quote

Schema = dict[str, Any]

#: How an answer or a picture is told.
SHOWN = ("plain", "atoms", "svg", "marks", "cells")

#: More answers than so many are not sent for one question.
MOST_ANSWERS = 1000

_FILE = re.compile(r"[a-z_]{1,40}\.(lp|yaml)")
_TYPE = re.compile(r"[a-z0-9][\w-]{0,40}")


class Field(Protocol):
    """A key's values: what is checked, and what the OpenAPI document says."""

    @property
    def about(self) -> str:
        """What the key says."""

    def check(self, key: str, value: Any) -> Any:
        """The value as questions take it; PuzzleError if it is another one."""

    def schema(self) -> Schema:
        """JSON schema."""


def _wrong(key: str, value: Any, expected: str) -> PuzzleError:
    import json

    return PuzzleError(f"{key}: found {quote(json.dumps(value, ensure_ascii=False))}, expected {expected}")


@dataclass(frozen=True)
class Text:
    """A text."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, str):
            raise _wrong(key, value, "a text")
        _check_signs(key, value)
        return value

    def schema(self) -> Schema:
        return {"type": "string"}


def _check_signs(key: str, text: str) -> None:
    if re.search(r"[\x00-\x08\x0e-\x1f\ud800-\udfff]", text):
        raise PuzzleError(f"{key}: found binary data, expected text")


@dataclass(frozen=True)
class TypeName:
    """The name of a puzzle type, or of a board."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, str) or not value.strip() or len(value) > 80:
            raise _wrong(key, value, "a name")
        _check_signs(key, value)
        return value.strip()

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True)
class Native:
    """A puzzle: text of any format, or an object that says the native form."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if isinstance(value, str):
            return Text("").check(key, value)
        if isinstance(value, list):  # a list of cells, as JSON instead of as text
            import json

            return json.dumps(value)
        if isinstance(value, dict) and all(isinstance(name, str) for name in value):
            return _yaml(key, value)
        raise _wrong(key, value, "a text, or an object with the parts of the puzzle")

    def schema(self) -> Schema:
        return {"oneOf": [{"type": "string"}, {"type": "object"}, {"type": "array"}]}


def _yaml(key: str, value: Mapping[str, Any]) -> str:
    import yaml

    plain: dict[str, Any] = {}
    for name, each in value.items():
        if isinstance(each, dict):
            plain[name] = {str(option): _word(f"{key}, {name}", said) for option, said in each.items()}
        elif isinstance(each, list) and all(isinstance(line, str) for line in each):
            plain[name] = "\n".join(each)
        else:
            plain[name] = _word(f"{key}, {name}", each)
    return yaml.safe_dump(plain, allow_unicode=True, sort_keys=False)


def _word(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise _wrong(key, value, "a text")
    _check_signs(key, value)
    return value


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    about: str
    least: int
    most: int

    def check(self, key: str, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise _wrong(key, value, f"a whole number from {self.least} to {self.most}")
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Seconds:
    """A time limit."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
            raise _wrong(key, value, "a number of seconds")
        return float(value)

    def schema(self) -> Schema:
        return {"type": "number", "exclusiveMinimum": 0}


@dataclass(frozen=True)
class Flag:
    """True or false."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, bool):
            raise _wrong(key, value, "true or false")
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Shown:
    """How answers and pictures are told."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, list) or not all(each in SHOWN for each in value):
            raise _wrong(key, value, f"a list of {alternatives(list(SHOWN))}")
        return value

    def schema(self) -> Schema:
        return {"type": "array", "items": {"enum": list(SHOWN)}}


@dataclass(frozen=True)
class Options:
    """Values of the type's options."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, dict):
            raise _wrong(key, value, "an object with the values of options")
        return {str(name): _word(f"{key}, {name}", each) for name, each in value.items()}

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}}


@dataclass(frozen=True)
class Types:
    """Files of types."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, dict) or not all(isinstance(files, dict) for files in value.values()):
            raise _wrong(key, value, "an object that says the files of each type")
        for name, files in value.items():
            if not _TYPE.fullmatch(name):
                sentence = f"{key}: found {quote(name)}, expected a name of small letters, digits, '-' and '_'"
                raise PuzzleError(sentence)
            for file, text in files.items():
                if not _FILE.fullmatch(file):
                    raise PuzzleError(f"{key}, {name}: found {quote(file)}, expected a file such as rules.lp")
                Text("").check(f"{name}/{file}", text)
        return value

    def schema(self) -> Schema:
        files = {"type": "object", "additionalProperties": {"type": "string"}}
        return {"type": "object", "additionalProperties": files}


@dataclass(frozen=True)
class Cells:
    """Cells [row, column]."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, list) or not all(_is_cell(each) for each in value):
            raise _wrong(key, value, "a list of cells [row, column]")
        return [tuple(each) for each in value]

    def schema(self) -> Schema:
        cell = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": cell}


def _is_cell(value: Any) -> bool:
    whole = isinstance(value, list) and len(value) == 2
    return whole and all(isinstance(each, int) and not isinstance(each, bool) for each in value)


@dataclass(frozen=True)
class Range:
    """Two numbers."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        numbers = isinstance(value, list) and len(value) == 2
        if not numbers or not all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in value):
            raise _wrong(key, value, "two numbers [from, to]")
        return float(value[0]), float(value[1])

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}


@dataclass(frozen=True)
class Marks:
    """Marks that somebody filled in."""

    about: str

    def check(self, key: str, value: Any) -> Any:
        if not isinstance(value, list):
            raise _wrong(key, value, "a list of marks")
        for mark in value:
            if not isinstance(mark, dict) or not isinstance(mark.get("kind"), str) or not _is_place(mark.get("place")):
                raise _wrong(key, mark, 'a mark such as {"kind": "text", "place": [1, 2], "value": "5"}')
            if mark.get("other") is not None and not _is_place(mark["other"]):
                raise _wrong(key, mark, "a place as 'other'")
            if not isinstance(mark.get("value", ""), str):
                raise _wrong(key, mark, "a text as 'value'")
        return value

    def schema(self) -> Schema:
        place = {"type": "array"}
        properties = {"kind": {"type": "string"}, "place": place, "other": place, "value": {"type": "string"}}
        return {"type": "array", "items": {"type": "object", "properties": properties, "required": ["kind", "place"]}}


def _is_place(value: Any) -> bool:
    """A cell [row, column], a margin ["left", row] or a corner ["p", row, column]."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        return False
    numbers = value if len(value) == 2 and not isinstance(value[0], str) else value[1:]
    named = numbers is value or isinstance(value[0], str)
    return named and all(isinstance(each, int) and not isinstance(each, bool) for each in numbers)


_SEED = Whole("for what is chosen at random: the same seed gives the same result", 0, 2**31 - 1)
_FILLED = Marks("marks of an answer filled in so far")

_PUZZLE: dict[str, Field] = {
    "puzzle": Native("the puzzle: a text in any format, or an object that says the native form"),
    "board": TypeName("for a list of cells: the name of the board of pysolve's that they belong to"),
}
_TYPES: dict[str, Field] = {
    "type": TypeName("the type, where the text does not say"),
    "types": Types("types of one's own, or changed ones: from a name to its files"),
}
_SEARCH: dict[str, Field] = {
    **_TYPES,
    "rules": Text("rules to add to the type's own"),
    "options": Options("options of the type; they win over those that the puzzle sets"),
    "time_limit": Seconds("seconds, at most what the server allows"),
    "show": Shown("what answers and pictures are told as"),
}
_ASK = {**_PUZZLE, **_SEARCH}


@dataclass(frozen=True)
class Question:
    """A question of the service: what it is about, its keys, and which of them it needs."""

    about: str
    fields: dict[str, Field]
    needed: Sequence[str] = ("puzzle",)
    verdict: bool = True
    own: dict[str, Field] = field(default_factory=dict)

    @property
    def all(self) -> dict[str, Field]:
        """All keys."""
        return {**self.fields, **self.own}

    def check(self, body: Any) -> dict[str, Any]:
        """The body with every value checked; PuzzleError for the first that is wrong."""
        if not isinstance(body, dict):
            raise PuzzleError("expected a JSON object")
        for key in self.needed:
            if body.get(key) is None:
                raise PuzzleError(f"the key {quote(key)} is missing")
        checked = {}
        for key, value in body.items():
            if key not in self.all:
                raise PuzzleError(f"unknown key {quote(key)}; the keys are {', '.join(self.all)}")
            if value is not None:
                checked[key] = self.all[key].check(key, value)
        return checked


#: The questions by the last part of their address.
QUESTIONS: dict[str, Question] = {
    "read": Question("a puzzle in any format, understood", {**_PUZZLE, **_SEARCH}, verdict=False),
    "type": Question("a puzzle type, also one that was changed", {**_TYPES}, ("type",), verdict=False),
    "board": Question(
        "an empty board of a type and a size", {**_SEARCH}, ("type", "size"), verdict=False,
        own={"size": Text("9, 9x12 or hex5")},
    ),
    "solve": Question(
        "answers, and whether there are more", _ASK,
        own={"models": Whole("at most so many answers (default 2)", 1, MOST_ANSWERS)},
    ),
    "check": Question("the verdict; what is wrong in an answer filled in so far", _ASK, own={"filled": _FILLED}),
    "why": Question(
        "why there is no answer, or more than one", _ASK,
        own={
            "conflicts": Whole("so many conflicts, 0 for all (default 1)", 0, MOST_ANSWERS),
            "models": Whole("count up to so many answers (default 100)", 2, MOST_ANSWERS),
            "repair": Flag("also the clues that would leave one answer"),
            "farthest": Flag("also the answer that differs the most"),
        },
    ),
    "candidates": Question("what holds in some answer, and what in all", _ASK),
    "reduce": Question(
        "the puzzle with as few clues as do", _ASK,
        own={
            "keep": Cells("cells whose clues stay"),
            "symmetric": Flag("clues that a half turn maps to each other go together"),
            "smallest": Flag("the fewest clues; for small boards"), "seed": _SEED,
        },
    ),
    "make": Question(
        "a new puzzle", _ASK, ("type",), verdict=False,
        own={
            "size": Text("9, 9x12 or hex5"), "seed": _SEED, "symmetric": Flag("the clues lie symmetrically"),
            "clues": Whole("so many clues (default: as few as are left when none can go)", 0, 100_000),
            "all_clues": Flag("take no clues away"), "difficulty": Range("from and to, as grade says it"),
            "words": Text("a list of words, one a line"),
        },
    ),
    "hint": Question(
        "the next steps, with their reasons", _ASK,
        own={
            "steps": Whole("so many steps, 0 for all (default 1)", 0, 10_000),
            "partial": Text("an answer text with '.' for open cells"), "filled": _FILLED,
        },
    ),
    "grade": Question("how hard the puzzle is", _ASK),
}  # fmt: skip
