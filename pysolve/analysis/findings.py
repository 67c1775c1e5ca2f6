"""What the tests of a type find (`pysolve test`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """What is tested, in the order in which it is."""

    RULES = "rules"
    FACTS = "facts"
    DRAWING = "drawing"
    SENTENCES = "sentences"
    MESSAGES = "messages"
    MAKE = "make"
    EXAMPLES = "examples"
    USE = "use"
    LINKS = "links"
    CLUES = "clues"
    WRONG_BOARDS = "wrong boards"
    CORPUS = "corpus"


class Level(StrEnum):
    """How grave a finding is. warning: probably a slip; error: something does not work."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """What a check says: that all is well, or one thing that is not.

    sentence: without a full stop. file, line: where. board: the answer that a constraint refutes, as a plain text.
    """

    check: Check
    level: Level
    sentence: str
    file: str | None = None
    line: int | None = None
    board: str | None = None
