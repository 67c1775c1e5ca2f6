"""YAML in which every scalar is text.

Implicit types make a grid's ``010`` or a country's ``no`` something else, so there are none here:
``no`` is the text 'no'. A key that stands twice is an error, and so is an alias (nothing here needs one).
"""

from __future__ import annotations

import re
from typing import Any, Union

import yaml

from .errors import PuzzleError, quote

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Text(str):
    """A scalar that remembers the line of the file (from 1) on which its text begins."""

    line: int


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.seen: set[int] = set()

    def convert(self, node: yaml.Node) -> Node:
        if id(node) in self.seen:
            raise PuzzleError("an alias (*name) is not understood here", file=self.file, line=_line(node))
        self.seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.convert(item) for item in node.value]
        text = Text(node.value)
        text.line = _line(node) + (1 if getattr(node, "style", None) in ("|", ">") else 0)
        return text

    def mapping(self, node: yaml.MappingNode) -> dict[str, Node]:
        result: dict[str, Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise PuzzleError("expected a plain word as key", file=self.file, line=_line(key))
            if key.value in result:
                raise PuzzleError(f"the key {quote(key.value)} stands twice", file=self.file, line=_line(key))
            result[key.value] = self.convert(value)
        return result


Node = Union[Text, list[Any], dict[str, Any]]


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def load(text: str, file: str) -> Node:
    """The YAML document in text as dicts, lists and Text; PuzzleError if it is none."""
    try:
        node = yaml.compose(_free_blocks(text), Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise PuzzleError(f"this is not valid YAML: {error.problem}", file=file, line=line) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise PuzzleError(f"this is not valid YAML: {str(error).splitlines()[0]}", file=file) from None
    if node is None:
        raise PuzzleError("expected a puzzle, found an empty file", file=file)
    return _Reader(file).convert(node)


def load_mapping(text: str, file: str) -> dict[str, Node]:
    """The same for a document that has to be a mapping."""
    document = load(text, file)
    if not isinstance(document, dict):
        raise PuzzleError("expected lines of the form 'key: value'", file=file, line=1)
    return document


_BLOCK = re.compile(r"^([\w-]+\??):[ ]*\|[ ]*$")


def _free_blocks(text: str) -> str:
    """Lets a top-level ``|`` block begin with its most indented line, as a hexagon does.

    YAML takes the first line's indentation for the block's; here the smallest one counts, which is
    written into the indicator (``|2``).
    """
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not _BLOCK.match(line.rstrip("\r")):
            continue
        indents = []
        for inner in lines[number + 1 :]:
            if inner.strip() and not inner.startswith(" "):
                break
            if inner.strip():
                indents.append(len(inner) - len(inner.lstrip(" ")))
        if indents and indents[0] > min(indents) and min(indents) < 10:
            lines[number] = line.rstrip("\r ") + str(min(indents))
    return "\n".join(lines)
