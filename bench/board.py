"""Boards, and what solvers answer: rows of tokens, the same for every solver."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

#: Rows of tokens: numbers, letters, or the exits of a line ("ns", "e"), as pysolve's plain text has them.
Rows = tuple[tuple[str, ...], ...]

Cell = tuple[int, int]

EMPTY, BLOCK = ".", "#"


@dataclass(frozen=True)
class Board:
    """A puzzle. words: a file of words. answer: one that is known, if one is."""

    family: str
    name: str
    rows: Rows
    options: dict[str, str] = field(default_factory=dict)
    words: str | None = None
    answer: Rows | None = None

    @property
    def cells(self) -> dict[Cell, str]:
        """The token of each cell that is no block."""
        return cells(self.rows)

    def turned(self, times: int) -> Board:
        """The board as symmetry 0 to 7 of the square shows it (no answer is kept: exits would turn, too)."""
        if times % 8 == 0:
            return self
        rows: Sequence[Sequence[str]] = self.rows
        for _ in range(times % 4):
            rows = list(zip(*reversed(rows)))
        if times % 8 >= 4:
            rows = [row[::-1] for row in rows]
        return replace(self, name=f"{self.name}, turned {times % 8}", rows=frozen(rows), answer=None)

    def to_json(self) -> str:
        """For the child process."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Board:
        """What to_json wrote."""
        data: dict[str, Any] = json.loads(text)
        answer = frozen(data["answer"]) if data["answer"] else None
        return Board(**(data | {"rows": frozen(data["rows"]), "answer": answer}))


class Solver(Protocol):
    """What every competitor offers. Reading is measured apart from solving."""

    def read(self, board: Board) -> Any:
        """The puzzle in memory, in the solver's own form."""

    def solve(self, puzzle: Any, limit: int) -> list[Rows]:
        """All answers, but not more than the limit."""


def frozen(rows: Iterable[Iterable[str]]) -> Rows:
    """Rows as tuples."""
    return tuple(tuple(row) for row in rows)


def cells(rows: Rows) -> dict[Cell, str]:
    """The token of each cell that is no block."""
    return {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row) if token != BLOCK}


def sides(places: Iterable[Cell]) -> dict[Cell, list[Cell]]:
    """Each cell's neighbours along a side."""
    return _around(places, [(-1, 0), (0, -1), (0, 1), (1, 0)])


def touching(places: Iterable[Cell]) -> dict[Cell, list[Cell]]:
    """Each cell's neighbours along a side or a corner."""
    return _around(places, [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)])


def _around(places: Iterable[Cell], steps: list[Cell]) -> dict[Cell, list[Cell]]:
    known = dict.fromkeys(places)
    return {(r, c): [(r + y, c + x) for y, x in steps if (r + y, c + x) in known] for r, c in known}


def filled(board: Board, tokens: dict[Cell, str]) -> Rows:
    """The board's rows with these tokens in them."""
    return frozen([tokens.get((r, c), token) for c, token in enumerate(row)] for r, row in enumerate(board.rows))


def read_rows(path: Path) -> Rows:
    """The grid of an instance: the `grid:` of a YAML file or the rows of a text."""
    lines = path.read_text().splitlines()
    if path.suffix == ".yaml":
        start = next(index for index, line in enumerate(lines) if line.startswith("grid:")) + 1
        end = next((index for index in range(start, len(lines)) if not lines[index].startswith(" ")), len(lines))
        lines = lines[start:end]
    if len(lines[0].split()) == 1 and lines[0].strip().isdigit():  # the numbers of rows and columns, on a line each
        lines = lines[2:]
    rows = [line.split() for line in lines if line.strip()]
    return frozen([EMPTY if token in ("-", "0", "_") else token for token in row] for row in rows)


def read_corpus(folder: Path | None, name: str, family: str, most: int) -> list[Board]:
    """Published boards, from NAME.jsonl in the folder: at most `most`, evenly chosen from small to large."""
    path = folder / f"{name}.jsonl" if folder else None
    if path is None or not path.is_file():
        return []
    boards = []
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        rows = [row.split() for row in entry["problem"].strip().split("\n")[1:]]
        plain = frozen([EMPTY if token in ("-", "0") else token for token in row] for row in rows)
        boards.append(Board(family, entry["id"], plain))
    boards.sort(key=lambda board: (len(board.cells), board.name))
    if most and len(boards) > most:
        boards = [boards[index * (len(boards) - 1) // max(most - 1, 1)] for index in range(most)]
    return boards
