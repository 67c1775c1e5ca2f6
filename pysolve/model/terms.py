"""ASP terms as Python values, and templates of atoms with variables.

A value is an int, a str (a quoted string of ASP), a tuple of values (a cell is ``(row, column)``) or a
Term (``left(3)``, a constant). A template is a Term in which Variables stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Union


class Term:
    """A function or constant: ``Term("left", (3,))`` is ``left(3)``. Never changed once it is made."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, args: tuple[Value, ...] = ()) -> None:
        self.name = name
        self.args = args

    @property
    def signature(self) -> tuple[str, int]:
        """The predicate of an atom: its name, and how many arguments it has."""
        return self.name, len(self.args)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and self.name == other.name and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.name, self.args))

    def __str__(self) -> str:
        return write(self)

    def __repr__(self) -> str:
        return f"Term({self.name!r}, {self.args!r})"


class Variable:
    """A capital letter in a template. Never changed once it is made."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variable) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Variable({self.name!r})"


Value = Union[int, str, tuple[Any, ...], Term, Variable]  # a tuple holds Values again


def write(value: Value) -> str:
    """The value as ASP text."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return _write_tuple(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, Variable):
        return value.name
    return f"{value.name}({','.join(map(write, value.args))})" if value.args else value.name


@lru_cache(maxsize=10_000)
def _write_tuple(value: tuple[Any, ...]) -> str:
    """Most tuples are cells, which are written again and again. Lists, pairs of an item and the rest, may be long."""
    text, ends = "", ""
    while len(value) == 2 and isinstance(value[1], tuple):
        first, value = value
        text, ends = f"{text}({write(first)},", f"{ends})"
    return f"{text}({','.join([write(part) for part in value])}{',' if len(value) == 1 else ''}){ends}"


_TOKEN = re.compile(r'\s*(?:(-?\d+)|([a-z]\w*)|([A-Z]\w*)|("(?:[^"\\]|\\.)*")|([(),]))')


def parse(text: str) -> Term:
    """The atom or template written in text; ValueError if it is not one."""
    tokens: list[tuple[str, ...]] = []
    position = 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(text)
        tokens.append(match.groups(default=""))
        position = match.end()
    value, rest = _parse_value(tokens, 0)
    if rest != len(tokens) or not isinstance(value, Term):
        raise ValueError(text)
    return value


def _parse_value(tokens: list[tuple[str, ...]], at: int) -> tuple[Value, int]:
    if at >= len(tokens):
        raise ValueError("the text ends too early")
    number, name, variable, string, mark = tokens[at]
    if number:
        return int(number), at + 1
    if variable:
        return Variable(variable), at + 1
    if string:
        return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], string[1:-1]), at + 1
    if name:
        if at + 1 < len(tokens) and tokens[at + 1][4] == "(":
            args, at = _parse_arguments(tokens, at + 2)
            return Term(name, args), at
        return Term(name), at + 1
    if mark == "(":
        return _parse_arguments(tokens, at + 1)
    raise ValueError(mark)


def _parse_arguments(tokens: list[tuple[str, ...]], at: int) -> tuple[tuple[Value, ...], int]:
    args: list[Value] = []
    while at < len(tokens) and tokens[at][4] != ")":
        value, at = _parse_value(tokens, at)
        args.append(value)
        if at < len(tokens) and tokens[at][4] == ",":
            at += 1
    if at >= len(tokens):
        raise ValueError("a bracket is not closed")
    return tuple(args), at + 1


def variables(value: Value) -> Iterator[str]:
    """The names of the variables in a template."""
    if isinstance(value, Variable):
        yield value.name
    elif isinstance(value, (tuple, Term)):
        for part in value.args if isinstance(value, Term) else value:
            yield from variables(part)


def functions(value: Value) -> Iterator[str]:
    """The names of the functions inside a template, without its own."""
    if isinstance(value, (tuple, Term)):
        for part in value.args if isinstance(value, Term) else value:
            if isinstance(part, Term):
                yield part.name
            yield from functions(part)


def fill(template: Value, values: Mapping[str, Value]) -> Value:
    """The template with its variables replaced."""
    if isinstance(template, Variable):
        return values[template.name]
    if isinstance(template, Term):
        return Term(template.name, tuple(fill(part, values) for part in template.args))
    if isinstance(template, tuple):
        return tuple(fill(part, values) for part in template)
    return template


@lru_cache(maxsize=1024)
def writer(template: Value) -> Callable[[Mapping[str, Value]], str]:
    """A function that writes the template with values for its variables: write(fill(template, values)), faster."""
    names = tuple(variables(template))
    text = write(fill(template, dict.fromkeys(names, Variable("\0")))).replace("%", "%%").replace("\0", "%s")
    return lambda values: text % tuple([write(values[name]) for name in names])


def match(template: Value, value: Value, bindings: dict[str, Value] | None = None) -> dict[str, Value] | None:
    """The variables' values that make the template equal to value, or None."""
    bindings = {} if bindings is None else bindings
    if isinstance(template, Variable):
        known = bindings.setdefault(template.name, value)
        return bindings if known == value else None
    if isinstance(template, Term):
        if not isinstance(value, Term) or template.name != value.name or len(template.args) != len(value.args):
            return None
        template, value = template.args, value.args
    if isinstance(template, tuple):
        if not isinstance(value, tuple) or len(template) != len(value):
            return None
        for part, other in zip(template, value):
            if match(part, other, bindings) is None:
                return None
        return bindings
    return bindings if template == value else None
