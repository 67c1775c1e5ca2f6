"""Crossword boards from text files, lists of words, and the check of an answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from board import EMPTY, Board, Cell, Rows, cells, frozen


def patterns(folder: Path) -> list[Board]:
    """The boards of a folder, a file each, the small ones first."""
    boards = []
    for path in sorted(folder.glob("*.txt")):
        boards.append(Board("crossword", path.stem, frozen(path.read_text().split())))
    return sorted(boards, key=lambda board: (sum(map(len, board.rows)), board.name))


def write_words(source: Path, target: Path, seed: int) -> None:
    """Writes the usable words of a list (A to Z only, two letters at least), once each, in an order of the seed.

    Where a list has words in small letters, the others are names and left out.
    """
    words = {word for word in source.read_text(encoding="utf-8").split() if word.isascii() and word.isalpha()}
    common = {word for word in words if word.islower()} or words
    usable = sorted({word.upper() for word in common if len(word) > 1})
    random.Random(f"words {seed}").shuffle(usable)
    target.write_text("\n".join(usable) + "\n")


def slots(rows: Rows) -> Iterator[tuple[Cell, ...]]:
    """Runs of two or more cells, across and down."""
    white = cells(rows)
    for y, x in ((0, 1), (1, 0)):
        for r, c in white:
            if (r - y, c - x) not in white:
                run = [(r, c)]
                while (run[-1][0] + y, run[-1][1] + x) in white:
                    run.append((run[-1][0] + y, run[-1][1] + x))
                if len(run) > 1:
                    yield tuple(run)


def fault(board: Board, answer: Rows) -> str | None:
    """Why this is not an answer, if it is none."""
    letters = cells(answer)
    if [len(row) for row in answer] != [len(row) for row in board.rows] or letters.keys() != board.cells.keys():
        return "the blocks have been moved"
    if any(token not in (EMPTY, letters[cell]) for cell, token in board.cells.items()):
        return "a given letter has been changed"
    assert board.words is not None
    known = set(Path(board.words).read_text().split())
    words = ["".join(letters[cell] for cell in slot) for slot in slots(board.rows)]
    unknown = [word for word in words if word not in known]
    if unknown:
        return f"{unknown[0]} is not a word of the list"
    if len(set(words)) < len(words):
        return "a word stands twice"
    return None
