"""How long `pysolve make` takes for a new puzzle of a type.

    python bench/makes.py [FOLDER] [--types NAME...] [--seeds 1 2 3] [--limit 60] [--results makes.jsonl]

Makes puzzles of 25 well-known types, small and large ones; with a FOLDER as for coverage.py those of all its types, of
a size that is usual for each (see `usual`). Each puzzle is made by a command of its
own, one after the other; seconds are CPU seconds of its processes, from their start to their end, megabytes the most
that one of them held. What the results hold already is not measured again. Prints how many puzzles were made, and a
table: of each type and size the median and the most, those that took longest first.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from statistics import median

from coverage import collections
from measure import process

#: The most cells of a usual size, and the part of a collection's boards that has it at least, if there is such a size.
CELLS, PART = 100, 0.05

#: How many rows the table has, and the seconds within which a puzzle should be made: a small one, and a large one.
ROWS, SMALL, LARGE = 60, 5, 30

Size = tuple[int, int]

#: The sizes of well-known types, and types of which other ones are usual.
SIZES: tuple[Size, Size] = ((10, 10), (15, 15))
WELL_KNOWN: Mapping[str, tuple[Size, ...]] = dict.fromkeys(
    (
        "akari", "fillomino", "galaxies", "hakyuu", "hashi", "heyawake", "hitori", "kakuro", "kuromasu", "lits",
        "masyu", "nonogram", "norinori", "numberlink", "nurikabe", "shikaku", "simpleloop", "slitherlink", "starbattle",
        "suguru", "tapa", "tents", "yajilin",
    ),
    SIZES,
) | {"binairo": ((10, 10), (14, 14)), "sudoku": ((9, 9), (16, 16))}  # fmt: skip


@dataclass(frozen=True)
class Made:
    """How the making of a puzzle ended, after how many CPU seconds, and what it held."""

    type: str
    size: str
    seed: int
    made: bool
    seconds: float
    megabytes: float

    @property
    def goal(self) -> int:
        """The seconds within which it should be made."""
        rows, columns = map(int, self.size.split("x"))
        return SMALL if rows * columns <= CELLS else LARGE


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


def wanted(folder: Path | None, types: Sequence[str]) -> Iterator[tuple[str, Size]]:
    """Types and sizes: of the well-known types, or of the collections of a folder; types: only these."""
    if folder is not None:
        for name, type_ in collections(folder, types).items():
            yield type_, usual(sizes_of(folder / f"{name}.jsonl"))
    for type_, sizes in WELL_KNOWN.items() if folder is None else ():
        if not types or type_ in types:
            yield from ((type_, size) for size in sizes)


def made(type_: str, size: Size, seed: int, limit: int) -> Made:
    """Makes a puzzle. limit: CPU seconds for each of its processes."""
    name = f"{size[0]}x{size[1]}"
    command = [sys.executable, "-m", "pysolve", "make", type_, name, "--seed", str(seed), "--format", "json"]
    ended = process(command, "", wall=20 * limit, cpu=limit)
    return Made(type_, name, seed, ended.code == 0, round(ended.cpu, 2), round(ended.megabytes, 1))


def report(results: Sequence[Made]) -> list[str]:
    """What was measured, in a sentence and a table."""
    seconds = [each.seconds for each in results]
    quick = sum(each.made and each.seconds <= each.goal for each in results)
    rows = [[*of] for _, of in groupby(sorted(results, key=_row), _row)]
    rows.sort(key=lambda row: (all(each.made for each in row), -max(each.seconds for each in row)))
    return [
        f"{quick} of {len(results)} puzzles in {SMALL} s, larger ones in {LARGE}; "
        f"median {median(seconds):.1f} s, total {sum(seconds):.0f} s.",
        "",
        "| type | size | puzzles | median s | most s | MB |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
        *map(_line, rows[:ROWS]),
    ]


def _row(each: Made) -> tuple[str, str]:
    return each.type, each.size


def _line(row: Sequence[Made]) -> str:
    seconds = [each.seconds for each in row]
    puzzles = f"{sum(each.made for each in row)} of {len(row)}"
    figures = f"{median(seconds):.1f} | {max(seconds):.1f} | {max(each.megabytes for each in row):.0f}"
    return f"| {row[0].type} | {row[0].size} | {puzzles} | {figures} |"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--types", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="for each puzzle")
    parser.add_argument("--results", type=Path, default=Path("makes.jsonl"), help="where measurements are kept")
    chosen = parser.parse_args()
    file: Path = chosen.results
    known = [Made(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    with file.open("a", encoding="utf-8") as kept:
        for type_, size in wanted(chosen.folder, chosen.types):
            for seed in chosen.seeds:
                if all((*_row(each), each.seed) != (type_, "x".join(map(str, size)), seed) for each in known):
                    known.append(made(type_, size, seed, chosen.limit))
                    print(json.dumps(asdict(known[-1])), file=kept, flush=True)
    print("\n".join(report(known)))


if __name__ == "__main__":
    main()
