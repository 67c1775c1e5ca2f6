"""What is known not to work yet, by test and type: these tests may fail. At present there is nothing."""

from __future__ import annotations

GAPS: dict[str, set[str]] = {}
