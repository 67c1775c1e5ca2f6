"""What clingo would not survive, or would not say clearly: looked for before it gets the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import LARGEST_INTEGER
from .text import Text
from .tokens import tokens

#: Brackets and operators within each other. clingo walks through terms by recursion, and ends its process where they
#: are some tens of thousands deep.
DEEPEST = 1000

#: Characters of a line that an error shows.
_LONGEST = 500


def problems(text: Text, shown: str) -> Iterator[PuzzleError]:
    """What stands in a text of rules that none may hold. shown: what messages call the file."""
    if text.unclosed is not None:  # it would reach into the next file
        yield _error("found a comment that is not closed by '*%'", text, text.unclosed, shown)
    if not text.text.isascii():
        yield from _characters(text, shown)
    if re.search(r"\d{10}", text.text):
        yield from _numbers(text, shown)
    if sum(map(text.text.count, "([{-+*/\\&?^~|.")) > DEEPEST:
        yield from _nesting(text, shown)


def _error(sentence: str, text: Text, at: int, shown: str) -> PuzzleError:
    """An error about a place of a text, with the line that it stands in, if that is not too long to be shown."""
    begin = text.text.rfind("\n", 0, at) + 1
    error = PuzzleError(sentence, file=shown, line=text.line_of(at), column=at - begin + 1)
    line = text.text[begin:].partition("\n")[0]
    if len(line) <= _LONGEST:
        error.excerpt = f"    {line}\n    {' ' * (at - begin)}^"
    return error


def _characters(text: Text, shown: str) -> Iterator[PuzzleError]:
    """Characters that no code may hold: clingo's own message would break off in them."""
    for token in tokens(text.code):
        if token.lastgroup in ("other", "unclosed") and not token[0].isascii():
            found = next(each for each in token[0] if not each.isascii())
            sentence = f"found {quote(found)}, which may stand in texts and comments only"
            yield _error(sentence, text, token.start() + token[0].index(found), shown)


def _numbers(text: Text, shown: str) -> Iterator[PuzzleError]:
    """Numbers that clingo cannot hold: it would take others for them, and say nothing."""
    for token in tokens(text.code):
        if token.lastgroup == "number" and token[0].isdigit() and int(token[0][:20]) > LARGEST_INTEGER:
            sentence = f"found a number over {LARGEST_INTEGER}, the largest in rules"
            yield _error(sentence, text, token.start(), shown)


def _nesting(text: Text, shown: str) -> Iterator[PuzzleError]:
    """The first brackets or operators that are nested so deeply that clingo would not survive them."""
    operators = [0]  # since the last separator, for each bracket that is open, and outside of all
    depth = 0
    for token in tokens(text.code):
        kind, sign = token.lastgroup, token[0]
        if sign in ("(", "[", "{"):
            operators.append(0)
            depth += 1
        elif sign in (")", "]", "}"):
            if len(operators) > 1:
                depth -= operators.pop() + 1
        elif kind == "operator":
            operators[-1] += 1
            depth += 1
        elif sign in (",", ";", ":"):
            depth -= operators[-1]
            operators[-1] = 0
        elif kind == "end":
            operators, depth = [0], 0
        if depth > DEEPEST:
            sentence = f"this is nested too deeply, expected at most {DEEPEST} brackets and operators within each other"
            yield _error(sentence, text, token.end(), shown)
            return
