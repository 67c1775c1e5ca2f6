"""The difficulties that part made boards into five levels: pysolve/analysis/levels.tsv.

    python bench/levels.py [TYPE SIZE ...] [--boards 25] [--seconds S]

Makes boards of each type and size (those of the table, if none are named), of seed 0, and grades them; writes what a
fifth, two, three and four fifths of them do not exceed. The same boards have the same difficulties everywhere.
--seconds: a row that takes longer (CPU seconds) is left as it was, as it would lack the hardest boards.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from math import ceil

import pysolve
from pysolve.analysis.levels import TABLE, Level

COLUMNS = ("type", "size", "boards", *list(Level)[:-1])


def main() -> None:
    """Writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="TYPE SIZE")
    parser.add_argument("--boards", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args()
    if len(options.rows) % 2:
        parser.error("expected a SIZE behind each TYPE")
    with TABLE.open(encoding="utf-8", newline="") as file:
        table = {(row["type"], row["size"]): row for row in csv.DictReader(file, delimiter="\t")}
    for type_, size in zip(options.rows[::2], options.rows[1::2]) if options.rows else list(table):
        begin = time.process_time()
        difficulties: list[float] = []
        for difficulty in made_difficulties(type_, size, options.boards):
            difficulties.append(difficulty)
            if time.process_time() - begin > options.seconds:
                break
        else:
            table[type_, size] = row_of(type_, size, difficulties)
            write(list(table.values()))
        print(type_, size, sorted(difficulties), f"{time.process_time() - begin:.0f} s", file=sys.stderr)


def made_difficulties(type_: str, size: str, boards: int) -> Iterator[float]:
    """The difficulty of each of these boards."""
    for number in range(boards):
        made = pysolve.make(type_, size, number=number)
        if made.puzzle is not None:
            yield pysolve.grade(made.puzzle).difficulty


def row_of(type_: str, size: str, difficulties: Sequence[float]) -> dict[str, str]:
    """The row of the table: the most that each of the first four fifths takes."""
    ordered = sorted(difficulties)
    most = [ordered[ceil(len(ordered) * fifth / 5) - 1] for fifth in range(1, 5)]
    return dict(zip(COLUMNS, [type_, size, str(len(ordered)), *map(str, most)]))


def write(rows: Sequence[dict[str, str]]) -> None:
    """Writes the table, in the order of the alphabet."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: (row["type"], [int(side) for side in row["size"].split("x")])))


if __name__ == "__main__":
    main()
