"""What was measured, as tables: files *.tsv beside this one, a line of names and a line for each row.

Scripts add what they measure (`add`), the documentation shows it (`markdown`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent


def add(file: Path | None, rows: Sequence[Sequence[object]], keys: int = 1) -> None:
    """Adds rows to a table that has its line of names; they take the place of those with the same first `keys` cells.

    Without a file nothing happens.
    """
    if file is None or not rows:
        return
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    new = {tuple(map(str, row[:keys])) for row in rows}
    kept = [line for line in lines if tuple(line.split("\t")[:keys]) not in new]
    lines = sorted([*kept, *("\t".join(map(str, row)) for row in rows)])
    file.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")


def markdown(file: Path) -> str:
    """A table as a page shows it; columns of numbers stand right."""
    return "\n".join(_lines([line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]))


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    head, *others = rows
    numbers = [all(re.match(r"[-–≤≥~\d]|$", row[at]) for row in others) for at in range(len(head))]
    yield _line(head)
    yield _line(["--:" if number else "---" for number in numbers])
    yield from map(_line, others)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    """A cell in Markdown; what stands between backquotes is code already."""
    return re.sub(r"[|]" if "`" in text else r"[|*_<]", r"\\\g<0>", text)
