"""The marks that atoms leave in pictures: one table for manifests, renderers, answer texts and words."""

from __future__ import annotations

#: The marks of `draw` and the variables that their templates need.
MARKS: dict[str, str] = {
    "text": "XV", "note": "XV", "shade": "X", "tint": "X", "block": "X", "circle": "X", "star": "X",
    "line": "XY", "border": "GX", "cage": "GX",
}  # fmt: skip
