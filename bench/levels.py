"""How many published boards have each level, and how much they combine: a table, a row a type.

    python bench/levels.py FOLDER [NAME...] [--boards 10] [--cells 100] [--limit 20] [--record FILE]

FOLDER, NAME, --boards, --cells and --limit are those of bench/hints.py; a walk that is late has the level that its
steps up to then have at least. The last line says what a fifth, two, three and four fifths of the boards of which each
type has the same weight do not exceed: that is where the bounds of pysolve/analysis/hint.py come from. What --record
holds, a line of JSON a board, is not graded again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from hints import boards, files

from pysolve import Settings
from pysolve.analysis.hint import Grade, Level, grade_puzzle, level_of
from pysolve.model.puzzle import Puzzle, Verdict


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--boards", type=int, default=10, help="boards of each file (default 10)")
    parser.add_argument("--cells", type=int, default=100, help="cells of a board at most (default 100)")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds for a walk (default 20)")
    parser.add_argument("--record", type=Path, help="where grades are kept, and looked up")
    options = parser.parse_args()
    lines = options.record.read_text().splitlines() if options.record is not None and options.record.exists() else []
    known = {(row["name"], row["board"]): row for row in map(json.loads, lines)}
    print(f"| collection | boards | {' | '.join(Level)} | late |\n| --- |{' ---: |' * (len(Level) + 2)}")
    weighted: list[tuple[float, float]] = []
    for path, type_ in files(options.folder, options.names):
        rows = []
        for number, puzzle in boards(path, type_, options.boards, options.cells):
            row = known.get((path.stem, number))
            if row is None:
                grade = graded(puzzle, options.limit)
                row = {"name": path.stem, "board": number, "combined": grade.combined, "done": grade.done}
                row |= {"unique": grade.verdict == Verdict.UNIQUE, "difficulty": grade.difficulty}
                if options.record is not None:
                    with options.record.open("a") as record:
                        print(json.dumps(row), file=record)
            if row["unique"]:
                rows.append(row)
        if rows:
            levels = Counter(level_of(row["combined"]) for row in rows)
            counts = [len(rows), *(levels[each] for each in Level), sum(not row["done"] for row in rows)]
            print(f"| {path.stem} | {' | '.join(map(str, counts))} |", flush=True)
            weighted += [(row["combined"], 1 / len(rows)) for row in rows]
    print("\nfifths:", *fifths(weighted))


def graded(puzzle: Puzzle, limit: float) -> Grade:
    """The grade of a puzzle, as far as the limit allows."""
    started, grade = time.process_time(), Grade()
    grades = grade_puzzle(puzzle, Settings())
    while time.process_time() - started <= limit and (later := next(grades, None)) is not None:
        grade = later
    return grade


def fifths(weighted: list[tuple[float, float]]) -> list[float]:
    """What one, two, three and four fifths of the figures do not exceed. weighted: figures, each with its weight."""
    whole, so_far = sum(weight for _, weight in weighted), 0.0
    bounds: list[float] = []
    for figure, weight in sorted(weighted):
        so_far += weight
        while len(bounds) < 4 and so_far >= whole * (len(bounds) + 1) / 5 - 1e-9:
            bounds.append(figure)
    return bounds


if __name__ == "__main__":
    main()
