"""asp/days.yaml: a puzzle for each day of the year, made by pysolve; its seed is the date.

    python tools/days.py            # makes all anew, which takes some minutes

The types are the well-known ones, in turn, so that two days that follow each other have puzzles of different
families; the sizes are such that a puzzle takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pysolve
from pysolve.rules.library import well_known

FILE = Path(__file__).resolve().parent.parent / "asp" / "days.yaml"

#: The sizes of a type, which take turns.
SIZES = {
    "sudoku": (6, 9), "slitherlink": (7, 8), "nurikabe": (6, 7), "masyu": (7, 8), "heyawake": (6, 7), "hitori": (6, 7),
    "kakuro": (5, 6), "nonogram": (8, 10), "akari": (7, 8), "yajilin": (6, 7), "killer": (6, 6), "fillomino": (6, 6),
    "shikaku": (7, 8), "hashi": (7, 8), "hidato": (5, 6), "numberlink": (7, 8), "galaxies": (6, 7),
    "starbattle": (6, 8), "tents": (7, 8), "futoshiki": (5, 5), "kenken": (4, 5), "minesweeper": (7, 8),
}  # fmt: skip

#: From a type to that of the next day, in the list of the well-known ones.
STEP = 7


def days() -> Iterator[tuple[date, str, int]]:
    """The days of a leap year, each with the type and the size of its puzzle."""
    names = sorted(SIZES, key=well_known().__getitem__)
    for number in range(366):
        turn = number // len(names)
        name = names[number * STEP % len(names)]
        yield date(2028, 1, 1) + timedelta(number), name, SIZES[name][turn % 2]


def main() -> None:
    """Writes the file."""
    made = []
    for day, name, size in days():
        puzzle = pysolve.make(name, size, seed=day.month * 100 + day.day).instance
        assert puzzle is not None, (day, name)
        made.append(f"# {day:%m-%d}\n{puzzle.partition('answer:')[0]}")
    FILE.write_text("---\n".join(made), encoding="utf-8")


if __name__ == "__main__":
    main()
