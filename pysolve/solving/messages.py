"""What clingo says about a program, in plain words and with the place in the user's file."""

from __future__ import annotations

import re

from ..model.errors import PuzzleError, Remark
from .rules import Program

# A text that is parsed at once is a block; one that is rewritten before, a string.
_MESSAGE = r"<(?:block|string)>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (?:error|info|warning): (.*)"


def explain(message: str, program: Program) -> PuzzleError:
    """A message of clingo in plain words, with the file, the line and what stands there."""
    parts = re.match(_MESSAGE, message.strip(), re.DOTALL)  # compiled when there is a message, as there seldom is
    if parts is None:
        return PuzzleError(f"clingo: {(message.strip() or 'an error without a message').splitlines()[0]}")
    line, column = int(parts[1]), int(parts[2])  # columns count bytes
    sentence = _in_plain_words(parts[5].strip())
    if not program.place(line)[0]:  # between two files: what stands at the end of the first one goes on here
        line = program.end_before(line)
        column = len(program.line(line).encode()) + 1
        sentence = "this is the end of the file, but not of the rule: expected a '.'"
    file, file_line = program.place(line)
    text = program.line(line)
    at = len(text.encode()[: column - 1].decode(errors="ignore"))
    error = PuzzleError(sentence, file=file, line=file_line)
    error.excerpt = f"    {text}\n    {' ' * at}^"
    return error


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
