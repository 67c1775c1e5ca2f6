"""How long `pysolve make` takes for a new puzzle of each type, of a size that is usual for it.

    python bench/makes.py FOLDER [--types NAME...] [--seed 1] [--limit 60] [--results makes.jsonl]

FOLDER is as for coverage.py; it says which sizes are usual (see `usual`). Each puzzle is made by a command of its own,
one after the other; seconds are CPU seconds of its processes, from their start to their end. What the results hold
already is not measured again. Prints how many puzzles were made, and a table of those that took longest.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from coverage import collection_parser, collections
from measure import process

#: The most cells of a usual size, and the part of a collection's boards that has it at least, if there is such a size.
CELLS, PART = 100, 0.05

#: How many rows the table has, and the seconds within which a puzzle should be made.
ROWS, GOAL = 10, 30

Size = tuple[int, int]


@dataclass(frozen=True)
class Made:
    """How the making of a puzzle ended, after how many CPU seconds."""

    type: str
    size: str
    made: bool
    seconds: float


def sizes_of(file: Path) -> Counter[Size]:
    """How many boards of a collection have each size."""
    problems = [json.loads(line)["problem"] for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    headers = [problem.split("\n", 1)[0].split() for problem in problems]
    return Counter((int(rows), int(columns)) for rows, columns, *_ in headers)


def usual(sizes: Mapping[Size, int]) -> Size:
    """The commonest of the sizes up to 10x10 that are not rare; where there is none, the commonest of all."""
    boards = sum(sizes.values())
    small = [size for size, count in sizes.items() if size[0] * size[1] <= CELLS and count >= PART * boards]
    return max(small or sizes, key=lambda size: (sizes[size], -size[0] * size[1]))


def made(type_: str, size: Size, seed: int, limit: int) -> Made:
    """Makes a puzzle. limit: CPU seconds for each of its processes."""
    name = f"{size[0]}x{size[1]}"
    command = [sys.executable, "-m", "pysolve", "make", type_, name, "--seed", str(seed), "--format", "json"]
    ended = process(command, "", wall=20 * limit, cpu=limit)
    return Made(type_, name, ended.code == 0, round(ended.cpu, 2))


def report(results: Sequence[Made]) -> list[str]:
    """What was measured, in a sentence and a table."""
    seconds = [each.seconds for each in results]
    quick = sum(each.made and each.seconds <= GOAL for each in results)
    slowest = sorted(results, key=lambda each: (each.made, -each.seconds))[:ROWS]
    return [
        f"{quick} of {len(results)} types in {GOAL} s; median {median(seconds):.1f} s, total {sum(seconds):.0f} s.",
        "",
        "| type | size | seconds |",
        "| --- | --- | ---: |",
        *(f"| {each.type} | {each.size} | {each.seconds:.1f}{'' if each.made else ', none'} |" for each in slowest),
    ]


def main() -> None:
    """The command."""
    parser = collection_parser(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="for each puzzle")
    parser.add_argument("--results", type=Path, default=Path("makes.jsonl"), help="where measurements are kept")
    chosen = parser.parse_args()
    file: Path = chosen.results
    known = [Made(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    with file.open("a", encoding="utf-8") as kept:
        for name, type_ in collections(chosen.folder, chosen.types).items():
            if all(each.type != type_ for each in known):
                known.append(made(type_, usual(sizes_of(chosen.folder / f"{name}.jsonl")), chosen.seed, chosen.limit))
                print(json.dumps(asdict(known[-1])), file=kept, flush=True)
    print("\n".join(report(known)))


if __name__ == "__main__":
    main()
