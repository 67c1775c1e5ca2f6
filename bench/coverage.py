"""How much of a collection of puzzles is read, decided and answered as published: a table, a row a type.

    python bench/coverage.py FOLDER [NAME...] [--time-limit 20] [--jobs 2] [--boards 40] [--output docs/coverage.md]

FOLDER holds NAME.jsonl files: a line a puzzle with `id`, `problem` and `solution`; NAME is a type, or one of its
aliases. Boards that are not answered as published are listed below the table. With --boards N, only the
first N of each file are tried.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median

from pysolve import Settings, catalog, formats
from pysolve.formats import Reading
from pysolve.report.record import Record, RecordVerdict
from pysolve.run.batch import Batch


@dataclass
class Row:
    """What came of one file. exceptions: boards that were not answered as published, with the reason."""

    name: str
    type: str
    boards: int = 0
    right: int = 0
    unpublished: int = 0
    late: int = 0
    seconds: list[float] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Counts a board."""
        self.boards += 1
        self.seconds.append(record.seconds)
        self.right += record.agrees is True
        self.late += record.verdict == RecordVerdict.UNKNOWN
        decided = record.verdict in (RecordVerdict.UNIQUE, RecordVerdict.MULTIPLE)
        self.unpublished += decided and record.agrees is None
        if record.agrees is False or not decided:
            self.exceptions.append(f"{record.id}: {record.error or record.verdict} ({record.seconds:.1f} s)")
        elif record.verdict == RecordVerdict.MULTIPLE:
            self.exceptions.append(f"{record.id}: several answers, the published one among the first two")

    def cells(self) -> list[str]:
        """The cells of the table."""
        times = [f"{median(self.seconds):.3f}", f"{max(self.seconds):.2f}"] if self.seconds else ["", ""]
        return [self.name, f"`{self.type}`", *map(str, (self.boards, self.right, self.unpublished, self.late)), *times]


HEAD = ["collection", "type", "boards", "as published", "none published", "late", "median s", "worst s"]


def measure(path: Path, type_: str, boards: int | None, time_limit: float, jobs: int) -> Row:
    """Solves the boards of a file."""
    row = Row(path.stem, type_)
    batch = Batch(Reading(type=type_), Settings(time_limit=time_limit, drawing=False), jobs)
    for record in batch.run(islice(formats.sources([str(path)]), boards)):
        row.add(record)
    return row


def table(rows: list[Row], time_limit: float, boards: int | None) -> Iterator[str]:
    """The page."""
    yield "# Coverage\n"
    some = f"the first {boards} boards of each file" if boards else "all boards"
    yield (
        f"Boards of a collection of puzzles with published answers, {some}, at most {time_limit:g} s each: which are "
        "answered as published (exits in another order, regions by other names, and repeated clues do not count). "
        "Made by `python bench/coverage.py`.\n"
    )
    yield f"| {' | '.join(HEAD)} |"
    yield "| --- | --- |" + " ---: |" * 6
    for row in rows:
        yield f"| {' | '.join(row.cells())} |"
    total = [sum(getattr(row, name) for row in rows) for name in ("boards", "right", "unpublished", "late")]
    yield f"| {len(rows)} types | | {' | '.join(f'{number:,}' for number in total)} | | |"
    yield "\n## Boards that are not answered as published, or have several answers\n"
    for row in rows:
        if row.exceptions:
            yield f"- {row.name}: {'; '.join(row.exceptions)}"


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--boards", type=int, help="of each file (default: all)")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    rows: list[Row] = []
    for file in sorted(arguments.folder.glob("*.jsonl")):
        if arguments.names and file.stem not in arguments.names:
            continue
        type_ = catalog.lookup(file.stem)
        if type_ is None:
            print(f"{file.stem}: no such type", file=sys.stderr)
            continue
        rows.append(measure(file, type_.name, arguments.boards, arguments.time_limit, arguments.jobs))
        print("  ".join(rows[-1].cells()), *rows[-1].exceptions, sep="\n    ", flush=True)
    if arguments.output is not None:
        arguments.output.write_text("\n".join(table(rows, arguments.time_limit, arguments.boards)) + "\n")


if __name__ == "__main__":
    main()
