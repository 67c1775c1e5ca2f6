"""The picture that moves on the front page, pysolve/web/static/moving.json, and the README's, which stands still.

    python tools/moving.py

A puzzle to which clues are added, one after the other, until it has one answer; then one too many. Each frame has what
the page would show: the board with what is certain, the verdict, and at last the reason why there is no answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pysolve  # noqa: E402
from pysolve.render import svg  # noqa: E402
from pysolve.render.picture import Picture  # noqa: E402
from pysolve.report.results import drawn  # noqa: E402

FILE = ROOT / "pysolve" / "web" / "static" / "moving.json"
STILL = ROOT / "docs" / "pictures" / "clue-verdict-reason.svg"

#: The puzzle, the clues that come last, and the one that is too many: its row, its column, its number.
PUZZLE, LAST, WRONG = "slitherlink/made-5x5.yaml", 2, (4, 5, "3")

Json = dict[str, Any]


class Scene(NamedTuple):
    """The verdict, what is said of it, the picture."""

    verdict: str
    says: list[str]
    picture: Picture


def frames() -> Iterator[Json]:
    """What is seen, one after the other, as the page reads it."""
    for scene in scenes():
        picture = drawn(scene.picture, ("marks",))["picture"]
        # In order, so that the file changes only when what it shows does.
        yield {**scene._asdict(), "picture": {**picture, "marks": sorted(picture["marks"], key=json.dumps)}}


def scenes() -> Iterator[Scene]:
    """What is seen, one after the other."""
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
        found = pysolve.candidates(puzzle(clues[:count]))
        record = found.json(())
        says = [each.rpartition(": ")[2] for each in record["says"]]  # the verdict stands above it
        yield Scene(record["verdict"], [each[:1].upper() + each[1:] for each in says], _seen(found.drawing.picture))
    row, column, number = WRONG
    rows[row - 1][column - 1] = number
    reason = pysolve.why(puzzle([*clues, (row, column)]))
    (conflict,) = reason.conflicts
    picture = _seen(conflict.drawing.picture)
    plain = tuple(replace(mark, differs=False) for mark in picture.marks)
    yield Scene(reason.verdict, [], picture._replace(marks=plain))
    yield Scene(reason.verdict, [conflict.says.partition(";")[0] + ".", *conflict.constraints], picture)


def _seen(picture: Picture) -> Picture:
    """What the page shows after each clue: what is certain, and nothing of what is open."""
    return picture._replace(marks=tuple(mark for mark in picture.marks if not mark.open))


#: The scenes of the picture that stands still, what is said above each, and the pixels that each has.
_SAID = {1: "Several answers", 2: "One more clue: one answer", 4: "One too many: none, and why"}
_WIDE, _HIGH = 280, 370


def still() -> str:
    """Clue, verdict and reason side by side, as an SVG document."""
    every = list(scenes())
    parts = []
    for at, (number, title) in enumerate(_SAID.items()):
        board = svg.render([every[number].picture]).replace("<svg ", f'<svg x="{at * _WIDE + 20}" y="44" ', 1)
        lines = "".join(
            f'<text x="{at * _WIDE + 24}" y="{298 + 18 * line}">{escape(text)}</text>'
            for line, text in enumerate(every[number].says)
        )
        head = f'<text x="{at * _WIDE + 24}" y="30" font-size="16" font-weight="bold">{title}</text>'
        parts.append(f"{head}{board}{lines}")
    size = f"{len(_SAID) * _WIDE} {_HIGH}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="{svg.FONT}" font-size="13" '
        f'fill="#333"><rect width="100%" height="100%" rx="8" fill="{svg.PAPER}"/>{"".join(parts)}</svg>\n'
    )


def main() -> None:
    """Writes the files."""
    FILE.write_text(json.dumps(list(frames()), separators=(",", ":")) + "\n", encoding="utf-8")
    STILL.write_text(still(), encoding="utf-8")


if __name__ == "__main__":
    main()
