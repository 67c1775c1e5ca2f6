"""What the naive ASP encodings share: clingo with its default settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import clingo
from board import Rows


def search(program: Path, facts: str, limit: int, read: Callable[[list[clingo.Symbol]], Rows]) -> list[Rows]:
    """Answers, not more than the limit."""
    control = clingo.Control([f"--models={limit}"])
    control.load(str(program))
    control.add("base", [], facts)
    control.ground([("base", [])])
    answers = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            answers.append(read(list(model.symbols(shown=True))))
    return answers
