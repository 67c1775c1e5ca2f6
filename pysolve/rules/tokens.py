"""ASP text as clingo's lexer cuts it: comments, texts, names, variables, arrows."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: A token. `lastgroup` is its kind, one of the groups below.
Token = re.Match[str]

#: Directives, and aggregates, which look like them.
DIRECTIVES = ("#const", "#defined", "#include", "#maximize", "#minimize", "#show", "#count", "#sum", "#min", "#max")

#: A text; where its end is missing, all that it may reach, so that nothing is looked at twice.
_UNCLOSED = r'"(?:[^"\\\n]|\\.)*+'
_STRING = rf'{_UNCLOSED}"'
_SCRIPT = r"\#script\b(?:[^#]|\#(?!end))*(?:\#end)?"  # another language up to its end

# Blanks and comments have no kind. A block comment is blanked out before.
_TOKEN = re.compile(
    rf"""(?:\s+|%[^\n]*)+
    |(?P<name>[_']*[a-z][\w']*)|(?P<variable>[_']*[A-Z][\w']*|_)|(?P<open>\()|(?P<close>\))
    |(?P<number>\d\w*)|(?P<arrow>:[-~])|(?P<compare>[<>=!]+)
    |(?P<operator>\.\.|[-+*/\\&?^~|])|(?P<end>\.)|(?P<string>{_STRING})|(?P<unclosed>{_UNCLOSED})|(?P<directive>{_SCRIPT}|\#\w*)|(?P<other>.)""",
    re.VERBOSE | re.ASCII,
)

_COMMENT = rf'%\*|%[^\n]*|{_UNCLOSED}"?|{_SCRIPT}'
_IN_COMMENT = r"%\*|%[^\n]*|\*%"


def tokens(code: str) -> Iterator[Token]:
    """The tokens of a text without block comments."""
    return (match for match in _TOKEN.finditer(code) if match.lastgroup is not None)


def being_written(line: str) -> str | None:
    """What a line of rules breaks off in: 'include' in the name of a file, 'directive' in a directive; else None."""
    found = list(tokens(line))
    if not found or found[-1].end() != len(line):
        return None
    if found[-1].lastgroup == "unclosed" and [each[0] for each in found[-2:-1]] == ["#include"]:
        return "include"
    return "directive" if found[-1].lastgroup == "directive" else None


def without_block_comments(text: str) -> tuple[str, int | None]:
    """The text with blanks in place of `%* … *%`, line for line; and where one begins that does not end."""
    if "%*" not in text:
        return text, None
    comment = re.compile(_COMMENT)  # only here, as most rules have none
    pieces: list[str] = []
    kept = at = 0
    while match := comment.search(text, at):
        at = match.end()
        if match[0] == "%*":
            end = _comment_end(text, at)
            pieces += [text[kept : match.start()], blanks(text[match.start() : end])]
            if end is None:
                return "".join(pieces), match.start()
            kept = at = end
    return "".join([*pieces, text[kept:]]), None


def _comment_end(text: str, at: int) -> int | None:
    """Where the block comment ends that has begun before a place. It may hold others, and a % hides its line."""
    within = re.compile(_IN_COMMENT)
    depth = 1
    while depth:
        match = within.search(text, at)
        if match is None:
            return None
        depth += {"%*": 1, "*%": -1}.get(match[0], 0)
        at = match.end()
    return at


def blanks(text: str) -> str:
    """As many blanks, on as many lines."""
    return re.sub(r"[^\n]", " ", text)
