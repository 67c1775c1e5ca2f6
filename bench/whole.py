"""Whole commands, with their start: ten boards of a type by `pysolve batch`, beside the same ten by puzzlekit.

    python bench/whole.py FOLDER [--types NAME...] [--boards 10] [--runs 3]

FOLDER is as for coverage.py. Prints a line for each collection that both have a type for: CPU seconds of the process
and those that it starts, from their start to their end, the least of some runs, and the peer's over pysolve's. pysolve
solves in one worker and proves that there is no second answer; the peer is a Python program that imports puzzlekit and
asks for one answer of each board.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from coverage import collection_parser, collections, spread_evenly
from measure import HERE, process
from puzzlekit_peer import name_of

#: Wall seconds for a command.
WALL = 600


def least_seconds(arguments: Sequence[str], runs: int) -> float | None:
    """The least CPU seconds of some runs of a Python program; None if it fails."""
    ended = [process([sys.executable, *arguments], "", WALL) for _ in range(runs)]
    return None if any(each.code for each in ended) else min(each.cpu for each in ended)


def line(name: str, boards: Sequence[str], runs: int) -> str:
    """The line of a collection in the table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{name}.jsonl")
        file.write_text("\n".join(boards) + "\n", encoding="utf-8")
        ours = least_seconds(["-m", "pysolve", "batch", str(file), "--type", name, "--jobs", "1"], runs)
        theirs = least_seconds([str(HERE / "puzzlekit_peer.py"), str(file)], runs)
    cells = ["failed" if each is None else f"{each:.2f}" for each in (ours, theirs)]
    ratio = "" if ours is None or theirs is None else f"{theirs / ours:.2f}"
    return f"| {name} | {len(boards)} | {' | '.join(cells)} | {ratio} |"


def lines_of(file: Path, count: int) -> list[str]:
    """The lines of some boards of a collection, spread evenly over it."""
    return spread_evenly([each for each in file.read_text(encoding="utf-8").splitlines() if each.strip()], count)


def main() -> None:
    """The command."""
    parser = collection_parser(__doc__)
    parser.add_argument("--boards", type=int, default=10, metavar="N", help="of each collection")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="of each command")
    chosen = parser.parse_args()
    print("| type | boards | pysolve: seconds | puzzlekit: seconds | ratio |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in collections(chosen.folder, chosen.types):
        if name_of(name) is not None:
            print(line(name, lines_of(chosen.folder / f"{name}.jsonl", chosen.boards), chosen.runs), flush=True)


if __name__ == "__main__":
    main()
