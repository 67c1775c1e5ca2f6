"""What is known of the number of a puzzle's answers."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """Whether a puzzle has exactly one answer, several or none; unknown where a search ended before that was clear."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"
