"""What the tests of a type find (`pysolve test`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..model.errors import PuzzleError


class Check(StrEnum):
    """What is tested, in the order in which it is."""

    RULES = "rules"
    FACTS = "facts"
    EFFECT = "effect"
    DRAWING = "drawing"
    SENTENCES = "sentences"
    MESSAGES = "messages"
    MAKE = "make"
    EXAMPLES = "examples"
    TEXTS = "answer texts"
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

    sentence: without a full stop. file, line: where; column, excerpt: of rules, as PuzzleError has them. board: the
    answer that a constraint refutes, as a plain text.
    """

    check: Check
    level: Level
    sentence: str
    file: str | None = None
    line: int | None = None
    board: str | None = None
    column: int | None = None
    excerpt: str | None = None


def of_error(check: Check, error: PuzzleError) -> Iterator[Finding]:
    """An error, and what else is wrong, as findings: the row and the column of a cell stand in the sentence."""
    for each in (error, *error.others):
        in_text = each.row is None and each.line is not None
        place = [] if in_text else [f"{name} {n}" for name in ("row", "column") if (n := getattr(each, name))]
        sentence = f"{', '.join(place)}: {each.sentence}" if place else each.sentence
        column = each.column if in_text else None
        yield Finding(check, Level.ERROR, sentence, each.file, each.line, column=column, excerpt=each.excerpt)
