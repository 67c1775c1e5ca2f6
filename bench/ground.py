"""How fast ground programs grow: every type on empty boards of 10x10, 20x20 and 40x40.

    python bench/ground.py [TYPE...] [--sizes 10 20 40] [--seconds 30] [--megabytes 3000] [--least 1.5]

Two tables of ground rules a cell, at each size: of types; and of the files that they come from, the laws in asp/lib
among them, each in the type where they grow most. Growth is the factor from the first size to the last: 1 is linear in
the cells; on boards of four times the side, 4 means that it grows as the side does, too. Where clues or regions make
the ground program, an empty board says little.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pysolve import PuzzleError, catalog
from pysolve.analysis.ground import ground_puzzle
from pysolve.generate.boards import empty
from pysolve.rules import display
from pysolve.solving.settings import Settings

#: Growth that is marked: clearly more than linear in the cells.
FAST = 1.5


@dataclass(frozen=True)
class Ground:
    """The ground program of a board. rules: ground rules. by_file: of them, by where they come from."""

    cells: int
    rules: int
    by_file: Mapping[str, int]


def ground(name: str, side: int) -> Ground:
    """The ground program of the empty board of a type. PuzzleError if it is not played on squares."""
    puzzle = empty(catalog.find(name), str(side), {})
    found = next(ground_puzzle(puzzle, Settings()))
    by_file: Counter[str] = Counter()
    for size in found.sizes:
        for places, count in size.lines:
            by_file[str(display(Path(places[0][0])))] += count
    return Ground(len(puzzle.cells), found.rules, by_file)


def measured(name: str, sides: Sequence[int], seconds: int, megabytes: int) -> Iterator[Ground]:
    """The ground programs of a type, each made in a process of its own, up to the first that reaches a limit."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    for side in sides:
        command = [sys.executable, __file__, "--child", name, "--sizes", str(side)]
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)
        if done.returncode:
            print(f"{name}, {side}x{side}: {(done.stderr.strip() or 'late').splitlines()[-1]}", file=sys.stderr)
            return
        yield Ground(**json.loads(done.stdout))


def growth(of: Sequence[float]) -> float:
    """By which factor the last number is larger than the first that is not 0."""
    return of[-1] / next(filter(None, of), 1.0) if of else 0.0


def table(head: str, rows: Mapping[str, Sequence[float]], sides: Sequence[int], least: float) -> Iterator[str]:
    """The lines of a table of rules a cell, the fastest growing first. Of those that are not late, with this growth."""
    yield f"| {head} | " + " | ".join(f"{side}x{side}" for side in sides) + " | growth |"
    yield "| --- |" + " ---: |" * (len(sides) + 1)
    for name, numbers in sorted(rows.items(), key=lambda row: (-growth(row[1]), row[0])):
        missing = ["late"] * (len(sides) - len(numbers))
        factor = growth(numbers)
        if factor < least and not missing:
            continue
        shown = [f"{number:.3g}" for number in numbers] + missing
        yield f"| {name} | {' | '.join(shown)} | {f'**{factor:.2g}**' if factor >= FAST else f'{factor:.2g}'} |"


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("types", nargs="*", metavar="TYPE")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10, 20, 40])
    parser.add_argument("--seconds", type=int, default=30, help="CPU seconds for each board")
    parser.add_argument("--megabytes", type=int, default=3000, help="memory for each board")
    parser.add_argument("--least", type=float, default=0, help="leave out what grows less, unless it is late")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(ground(arguments.child, arguments.sizes[0]).__dict__))
        return
    types: dict[str, list[float]] = {}
    files: dict[str, list[float]] = {}
    for name in arguments.types or catalog.names():
        found = list(measured(name, arguments.sizes, arguments.seconds, arguments.megabytes))
        if not found:
            continue
        types[name] = [each.rules / each.cells for each in found]
        for file in {file for each in found for file in each.by_file}:
            here = [each.by_file.get(file, 0) / each.cells for each in found]
            if growth(here) > growth(files.get(file, [])):
                files[file] = here
    print("\n".join(table("Type", types, arguments.sizes, arguments.least)), end="\n\n")
    print("\n".join(table("File", files, arguments.sizes, arguments.least)))


if __name__ == "__main__":
    try:
        main()
    except PuzzleError as error:
        sys.exit(str(error))
