"""What clingo would not survive, or would not say clearly: looked for before it gets the text."""

from __future__ import annotations

import re

from ..model.errors import PuzzleError, quote
from ..model.options import LARGEST_INTEGER
from .text import Text
from .tokens import tokens

#: Brackets and operators within each other. clingo walks through terms by recursion, and ends its process where they
#: are some tens of thousands deep.
DEEPEST = 1000


def check_text(text: Text, shown: str) -> None:
    """PuzzleError for what no text of rules may hold. shown: what messages call the file."""
    if text.unclosed is not None:  # it would reach into the next file
        sentence = "found a comment that is not closed by '*%'"
        raise PuzzleError(sentence, file=shown, line=text.line_of(text.unclosed))
    if not text.text.isascii():
        _check_characters(text, shown)
    if re.search(r"\d{10}", text.text):
        _check_numbers(text, shown)
    if sum(map(text.text.count, "([{-+*/\\&?^~|.")) > DEEPEST:
        _check_nesting(text, shown)


def _check_characters(text: Text, shown: str) -> None:
    """PuzzleError for a character that no code may hold: clingo's own message would break off in it."""
    for token in tokens(text.code):
        if token.lastgroup in ("other", "unclosed") and not token[0].isascii():
            found = next(each for each in token[0] if not each.isascii())
            sentence = f"found {quote(found)}, which may stand in texts and comments only"
            raise PuzzleError(sentence, file=shown, line=text.line_of(token.start()))


def _check_numbers(text: Text, shown: str) -> None:
    """PuzzleError for a number that clingo cannot hold: it would take another one for it, and say nothing."""
    for token in tokens(text.code):
        if token.lastgroup == "number" and token[0].isdigit() and int(token[0][:20]) > LARGEST_INTEGER:
            sentence = f"found a number over {LARGEST_INTEGER}, the largest in rules"
            raise PuzzleError(sentence, file=shown, line=text.line_of(token.start()))


def _check_nesting(text: Text, shown: str) -> None:
    """PuzzleError for brackets and operators that are nested so deeply that clingo would not survive them."""
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
            raise PuzzleError(sentence, file=shown, line=text.line_of(token.end()))
