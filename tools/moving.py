"""pysolve/web/static/moving.json: the picture that moves on the front page, as pysolve draws and says it.

    python tools/moving.py

A puzzle to which clues are added, one after the other, until it has one answer; then one too many. Each frame has what
the page would show: the board with what is certain, the verdict, and at last the reason why there is no answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pysolve

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "pysolve" / "web" / "static" / "moving.json"

#: The puzzle, the clues that come last, and the one that is too many: its row, its column, its number.
PUZZLE, LAST, WRONG = "slitherlink/made-5x5.yaml", 2, (4, 5, "3")

Json = dict[str, Any]


def frames() -> Iterator[Json]:
    """What is seen, one after the other: the verdict, what is said of it, the picture."""
    text = (ROOT / "instances" / PUZZLE).read_text(encoding="utf-8")
    head, _, rest = text.partition("grid: |\n")
    rows = [line.split() for line in rest.partition("answer:")[0].splitlines()]
    clues = [(row, column) for row, line in enumerate(rows, 1) for column, token in enumerate(line, 1) if token != "."]

    def puzzle(known: list[tuple[int, int]]) -> pysolve.Puzzle:
        shown = [
            [token if (row, column) in known else "." for column, token in enumerate(line, 1)]
            for row, line in enumerate(rows, 1)
        ]
        return pysolve.read_text(f"{head}grid: |\n" + "".join(f"  {' '.join(line)}\n" for line in shown))

    for count in range(len(clues) - LAST, len(clues) + 1):
        found = pysolve.candidates(puzzle(clues[:count])).json(("marks",))
        says = [each.rpartition(": ")[2] for each in found["says"]]  # the verdict stands above it
        says = [each[:1].upper() + each[1:] for each in says]
        yield {"verdict": found["verdict"], "says": says, "picture": _seen(found["picture"])}
    row, column, number = WRONG
    rows[row - 1][column - 1] = number
    wrong = puzzle([*clues, (row, column)])
    reason = pysolve.why(wrong).json(("marks",))
    (conflict,) = reason["conflicts"]
    picture = _seen(conflict["picture"])
    board = {**picture, "marks": [{**mark, "differs": False} for mark in picture["marks"]]}
    yield {"verdict": reason["verdict"], "says": [], "picture": board}
    says = [conflict["says"].partition(";")[0] + ".", *conflict["constraints"]]
    yield {"verdict": reason["verdict"], "says": says, "picture": picture}


def _seen(picture: Json) -> Json:
    """What the page shows after each clue: what is certain, and nothing of what is open. The marks are in order, so
    that the file changes only when what it shows does.
    """
    return {**picture, "marks": sorted((mark for mark in picture["marks"] if not mark.get("open")), key=json.dumps)}


def main() -> None:
    """Writes the file."""
    FILE.write_text(json.dumps(list(frames()), separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
