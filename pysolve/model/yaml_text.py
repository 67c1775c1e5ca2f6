"""YAML in which every scalar is text.

Implicit types make a grid's ``010`` or a country's ``no`` something else, so there are none here:
``no`` is the text 'no'. A key that stands twice is an error, and so are an alias, an anchor and a tag (nothing here
needs one): `title: !wow` would lose its word.
The document is built from the parser's events, without recursion, so that deep nesting ends in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, Union

from .errors import PuzzleError, quote

if TYPE_CHECKING:
    import yaml

#: Nothing here is nested deeper.
DEEPEST = 20


class Text(str):
    """A scalar that remembers the line of the file (from 1) on which its text begins.

    indent: blanks before each line of a block. is_joined: whether lines that follow each other there have become one.
    comment: what stood behind it, or below its key, and is none of it, as it is a comment.
    """

    line: int
    indent = 0
    is_joined = False
    comment = ""


Node = Union[Text, list[Any], dict[str, Any]]


class _Builder:
    """Puts events together; PuzzleError for what is not understood here."""

    def __init__(self, text: str, file: str, first_line: int) -> None:
        self.lines = text.split("\n")
        self.file = file
        self.first_line = first_line
        self.document: Node | None = None
        self.open: list[list[Any] | dict[str, Any]] = []  # the collections that are not at their end, the inmost last
        self.keys: list[str | None] = []  # of each of them, the key that waits for its value
        self.ended = 0  # the line, from 0, on which the last scalar ended

    def wrong(self, sentence: str, event: yaml.Event) -> PuzzleError:
        return PuzzleError(sentence, file=self.file, line=self.line(event))

    def take(self, events: Iterable[yaml.Event]) -> Node | None:
        import yaml

        for event in events:
            if isinstance(event, yaml.AliasEvent):
                raise self.wrong("an alias (*name) is not understood here", event)
            if isinstance(event, yaml.NodeEvent):
                self.check_plain(event)
            if isinstance(event, yaml.ScalarEvent):
                self.scalar(event)
            elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                collection: list[Any] | dict[str, Any] = [] if isinstance(event, yaml.SequenceStartEvent) else {}
                self.add(collection, event)
                self.open.append(collection)
                self.keys.append(None)
                if len(self.open) > DEEPEST:
                    raise self.wrong(f"this is nested too deeply, expected at most {DEEPEST} levels", event)
            elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                self.open.pop()
                self.keys.pop()
            elif isinstance(event, yaml.DocumentStartEvent) and self.document is not None:
                raise self.wrong("found a second document, expected one", event)
        return self.document

    def check_plain(self, event: Any) -> None:
        """PuzzleError for what YAML takes off the beginning of a value: an anchor, or a tag, except that of texts."""
        tag = getattr(event, "tag", None)
        if event.anchor is not None:
            found = f"an anchor, {quote('&' + event.anchor)}"
        elif tag not in (None, "!", "tag:yaml.org,2002:str"):
            found = f"a tag, {quote(tag.replace('tag:yaml.org,2002:', '!!'))}"
        else:
            return
        raise self.wrong(
            f"this begins with {found}, which is not understood here; if it belongs to the text, put the "
            "text in quotes, or below a '|'",
            event,
        )

    def scalar(self, event: yaml.ScalarEvent) -> None:
        if self.open and isinstance(self.open[-1], dict) and self.keys[-1] is None:
            if event.value in self.open[-1]:
                raise self.wrong(f"the key {quote(event.value)} stands twice", event)
            self.keys[-1] = event.value
            self.ended = _last_line(event)
            return
        text = Text(event.value)
        text.line = self.line(event) + (1 if event.style in ("|", ">") else 0)
        if event.style != "|":
            self.look_around(text, event)
        else:
            text.indent = self.indent_of(text, event)
        self.ended = _last_line(event)
        self.add(text, event)

    def indent_of(self, text: Text, event: Any) -> int:
        """How far the lines of a block are indented."""
        held = text.split("\n")
        first = next((at for at, line in enumerate(held) if line.strip()), 0)
        raw = self.lines[event.start_mark.line + 1 + first : event.start_mark.line + 2 + first]
        return len(raw[0].rstrip("\r")) - len(held[first]) if raw else 0

    def look_around(self, text: Text, event: Any) -> None:
        """Sees in the lines of the text what the scalar does not say of them."""
        begin, end = event.start_mark, event.end_mark
        last = end.line if end.column else end.line - 1
        held = self.lines[begin.line + (event.style == ">") : last + 1]
        text.is_joined = any(one.strip() and two.strip() and one[-1:] != "\\" for one, two in pairwise(held))
        if event.style or not self.open:
            return
        behind = self.lines[end.line][end.column :].strip() if end.line < len(self.lines) else ""
        around = [behind] if behind.startswith("#") else []
        if isinstance(self.open[-1], dict) and not text:
            around += takewhile(_is_indented_comment, self.lines[self.ended + 1 :])
        elif (
            isinstance(self.open[-1], dict) and self.ended < begin.line
        ):  # below its key, comments may be meant as rows
            around[:0] = filter(_is_indented_comment, self.lines[self.ended + 1 : begin.line])
            around += takewhile(_is_indented_comment, self.lines[end.line + 1 :])
        text.comment = "\n".join(map(str.strip, around))

    def add(self, node: Node, event: yaml.Event) -> None:
        """Puts a node where it belongs: into the inmost open collection."""
        if not self.open:
            self.document = node
            return
        inmost = self.open[-1]
        if isinstance(inmost, list):
            inmost.append(node)
            return
        key = self.keys[-1]
        if key is None:
            raise self.wrong("expected a plain word as key", event)
        inmost[key] = node
        self.keys[-1] = None

    def line(self, event: yaml.Event) -> int:
        mark = event.start_mark
        return self.first_line + (0 if mark is None else int(mark.line))


def load(text: str, file: str, first_line: int = 1) -> Node:
    """The YAML document in text as dicts, lists and Text; PuzzleError if it is none. first_line: its number."""
    import yaml  # takes as long as clingo, and lists of types are kept without it

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        document = _Builder(text, file, first_line).take(yaml.parse(_free_blocks(text), Loader=loader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + first_line if error.problem_mark else None
        raise PuzzleError(f"this is not valid YAML: {error.problem}", file=file, line=line) from None
    except yaml.YAMLError as error:
        raise PuzzleError(f"this is not valid YAML: {str(error).splitlines()[0]}", file=file) from None
    if document is None:
        raise PuzzleError("expected a puzzle, found an empty file", file=file)
    return document


def load_mapping(text: str, file: str, first_line: int = 1) -> dict[str, Node]:
    """The same for a document that has to be a mapping."""
    document = load(text, file, first_line)
    if not isinstance(document, dict):
        raise PuzzleError("expected lines of the form 'key: value'", file=file, line=first_line)
    return document


def _last_line(event: Any) -> int:
    """The line, from 0, on which an event ends."""
    return int(event.end_mark.line)


def _is_indented_comment(line: str) -> bool:
    return line.startswith(" ") and line.strip().startswith("#")


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
        for at in range(number + 1, len(lines)):
            inner = lines[at]
            if inner.strip() and not inner.startswith(" "):
                break
            if inner.strip():
                indents.append(len(inner) - len(inner.lstrip(" ")))
        if indents and indents[0] > min(indents) and min(indents) < 10:
            lines[number] = line.rstrip("\r ") + str(min(indents))
    return "\n".join(lines)
