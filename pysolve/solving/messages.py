"""What clingo says about a program, in plain words and with the place in the user's file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..model.errors import PuzzleError, Remark, together
from ..rules import Program

# A text that is parsed at once is a block; one that is rewritten before, a string.
_MESSAGE = r"<(?:block|string)>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (?:error|info|warning): (.*)"


def explain_all(messages: Iterable[str], program: Program) -> PuzzleError:
    """Messages of clingo as one error, that of the first place, which knows the others."""
    errors = [explain(each, program) for each in sorted(messages, key=_place)]
    return together(list({str(each): each for each in errors}.values()))


def _place(message: str) -> tuple[int, int]:
    """The line and the column of a program that a message is about."""
    parts = re.match(_MESSAGE, message.strip(), re.DOTALL)
    return (int(parts[1]), int(parts[2])) if parts is not None else (0, 0)


def explain(message: str, program: Program) -> PuzzleError:
    """A message of clingo in plain words, with the file, the line, the column and what stands there."""
    parts = re.match(_MESSAGE, message.strip(), re.DOTALL)  # compiled when there is a message, as there seldom is
    if parts is None:
        return PuzzleError(f"clingo: {(message.strip() or 'an error without a message').splitlines()[0]}")
    line, column = int(parts[1]), int(parts[2])  # columns count bytes
    sentence = _in_plain_words(parts[5].strip())
    unclosed = _unclosed(parts[5], program, line, column)
    if unclosed is not None:
        sentence = f"this rule is not closed: expected a '.' (or a ',') before {unclosed.where}"
        line, column = unclosed.begin, 1
    file, file_line = program.place(line)
    text = program.line(line)
    at = len(text.encode()[: column - 1].decode(errors="ignore"))
    error = PuzzleError(sentence, file=file, line=file_line, column=at + 1)
    error.excerpt = f"    {text}\n    {' ' * at}^"
    return error


class _Unclosed(NamedTuple):
    """A statement that seems to lack its end: the line of the program on which it begins, and where it might end."""

    begin: int
    where: str


def _unclosed(message: str, program: Program, line: int, column: int) -> _Unclosed | None:
    """The statement before a syntax error that lies where another one begins, or the file ends."""
    if not message.startswith("syntax error"):
        return None
    if not program.place(line)[0]:  # between two files: what stands at the end of the first one goes on here
        line = program.end_before(line)
        return _Unclosed(program.begin_of(line, len(program.line(line)) + 1), "the end of the file")
    text = program.line(line).encode()
    before, rest = (each.decode(errors="ignore") for each in (text[: column - 1], text[column - 1 :]))
    if before.strip() and not rest.startswith((":-", ":~")):
        return None
    begin = program.begin_of(line, len(before) + 1)
    file, number = program.place(line)
    return _Unclosed(begin, f"line {number}") if begin < line and program.place(begin)[0] == file else None


def remark(message: str, program: Program) -> Remark:
    """The same for a message that ends nothing."""
    error = explain(message, program)
    return Remark(error.sentence, error.file, error.line)


def _in_plain_words(text: str) -> str:
    if text.startswith("unsafe variables in"):
        names = sorted(set(re.findall(r"'(\w+)' is unsafe", text)))
        which = f"the variable {names[0]} is" if len(names) == 1 else f"the variables {', '.join(names)} are"
        return f"{which} unsafe: no positive atom of the rule says which values to take"
    if text.startswith("atom does not occur in any rule head"):
        atom = text.split(":", 1)[1].strip()
        return f"no fact and no rule defines {atom} (a predicate that may be empty is declared by #defined)"
    if text.startswith("syntax error"):
        return "this cannot be read as a rule: " + " ".join(text.split())
    return " ".join(text.split())
