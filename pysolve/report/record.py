"""One puzzle's result in a report of many: as a line of JSON, and as an answer file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum

from ..solving.outcome import Outcome


class RecordVerdict(StrEnum):
    """What a record says of its puzzle.

    answered: there is an answer, and others were not looked for. error: the input is wrong.
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    ANSWERED = "answered"
    UNKNOWN = "unknown"
    ERROR = "error"

    @classmethod
    def of(cls, outcome: Outcome) -> RecordVerdict:
        """The verdict of a search."""
        if outcome.count == 1 and outcome.enough:
            return cls.ANSWERED
        return cls(outcome.verdict)


@dataclass
class ReportLine:
    """One puzzle's result: a line of the report.

    id: the puzzle's. type: its type. answers: as plain texts. seconds: wall time. error: what is wrong, or which
    limit was reached. agrees: whether the published answer is one of them; None where none is published, or none was
    found. differs: the cells, row and column, in which the first answer differs from it. digest: of the puzzle, and of
    what it was solved with (run/batch). details: on request, how it was solved: the values that DETAILS names.
    group: how many characters of a row stand together in the answer file, if they do in the puzzle's.
    notes: what is remarkable about the input, if anything is.
    """

    id: str
    type: str = ""
    verdict: RecordVerdict = RecordVerdict.UNKNOWN
    answers: list[str] = field(default_factory=list)
    seconds: float = 0.0
    error: str | None = None
    agrees: bool | None = None
    differs: list[list[int]] = field(default_factory=list)
    digest: str | None = None
    details: dict[str, object] | None = None
    group: int | None = None
    notes: list[str] | None = None

    def values(self, compared: bool = False) -> dict[str, object]:
        """The record as JSON has it. compared: with the comparison with the published answer."""
        fields = (*_FIELDS, *_COMPARED) if compared else _FIELDS
        values = {name: getattr(self, name) for name in fields}
        return values | {name: value for name in _OPTIONAL if (value := getattr(self, name)) is not None}

    def row(self, compared: bool, detailed: bool) -> dict[str, object]:
        """The same as a row of a table. detailed: with the details, each by itself."""
        details = dict.fromkeys(DETAILS if detailed else ()) | (self.details or {})
        return {name: value for name, value in self.values(compared).items() if name not in _OPTIONAL} | details

    def line(self, compared: bool = False) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.values(compared), ensure_ascii=False)

    @classmethod
    def of_line(cls, line: str) -> ReportLine:
        """The record of a line; ValueError if it is none."""
        data = json.loads(line)
        if not isinstance(data, dict) or set(data) - {*_COMPARED, *_OPTIONAL} != set(_FIELDS):
            raise ValueError("this is no record")
        record = cls(**data)
        record.verdict = RecordVerdict(record.verdict)
        texts = [
            record.id,
            record.type,
            *record.answers,
            record.error or "",
            record.digest or "",
            *(record.notes or ()),
        ]
        if not all(isinstance(text, str) for text in texts) or not isinstance(record.group, int | None):
            raise ValueError("this is no record")
        return record

    def answer_file(self) -> str:
        """The text of its answer file: the boards, then the verdict."""
        last = {
            RecordVerdict.UNIQUE: "Solution is unique.",
            RecordVerdict.MULTIPLE: "Solution is not unique.",
            RecordVerdict.NONE: "No solution",
            RecordVerdict.ANSWERED: "Other solutions were not looked for.",
            RecordVerdict.UNKNOWN: f"Unknown: {self.error}",
            RecordVerdict.ERROR: f"Error: {self.error}",
        }[self.verdict]
        return "\n\n".join([*(_grouped(answer, self.group) for answer in self.answers), last]) + "\n"


def _grouped(answer: str, group: int | None) -> str:
    """An answer whose rows stand in groups of this many characters, if each token is a single one."""
    rows = [line.split() for line in answer.split("\n")]
    if not group or any(len(token) > 1 for row in rows for token in row):
        return answer
    return "\n".join(" ".join("".join(row[at : at + group]) for at in range(0, len(row), group)) for row in rows)


#: How a puzzle was solved: the sizes of its ground program, what the search took, the rule files and options that were
#: named, and the puzzle's own options.
DETAILS = ("atoms", "ground_rules", "choices", "conflicts", "rules", "options")

_OPTIONAL = ("digest", "details", "group", "notes")
_FIELDS = ("id", "type", "verdict", "answers", "seconds", "error")
_COMPARED = ("agrees", "differs")
