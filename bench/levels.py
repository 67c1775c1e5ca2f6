"""How many published boards have each level, and how much they combine: a table, a row a type.

    python bench/levels.py FOLDER [NAME...] [--boards 10] [--cells 100] [--limit 20] [--record FILE]

FOLDER, NAME, --boards, --cells and --limit are those of bench/hints.py; a walk that is late has the level that its
steps up to then have at least. The last line says what a fifth, two, three and four fifths of the boards of which each
type has the same weight do not exceed: that is where the bounds of pysolve/analysis/hint.py come from. What --record
holds, a line of JSON a board, is not graded again.

    python bench/levels.py --ranks FILE [NAME...] [--limit 20]

says how grades follow the levels of makers, or published ratings: Spearman's rank correlation of these with the
difficulty, with what is combined, and with our levels, a row a type. FILE has a line a board: type, level, the board in
any format of one line, with tabs between them; without a type, it is a Sudoku.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation

from hints import boards, files

from pysolve import Settings, catalog, formats
from pysolve.analysis.hint import Grade, Level, grade_puzzle, level_of
from pysolve.formats import Reading
from pysolve.model.puzzle import Puzzle, Verdict


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--ranks", action="store_true", help="FOLDER is a file of boards with levels")
    parser.add_argument("--boards", type=int, default=10, help="boards of each file (default 10)")
    parser.add_argument("--cells", type=int, default=100, help="cells of a board at most (default 100)")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds for a walk (default 20)")
    parser.add_argument("--record", type=Path, help="where grades are kept, and looked up")
    options = parser.parse_args()
    if options.ranks:
        return print_ranks(options.folder, options.names, options.limit)
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


def print_ranks(path: Path, names: list[str], limit: float) -> None:
    """A row for each type of a file."""
    print("| type | boards | difficulty | combined | level |\n| --- | ---: | ---: | ---: | ---: |")
    rows = [["sudoku", *line.split("\t")][-3:] for line in path.read_text().splitlines()]
    for name in dict.fromkeys(name for name, *_ in rows if not names or name in names):
        boards_ = [(float(level), board) for of, level, board in rows if of == name]
        reading = Reading(type=catalog.find(name).name)
        grades = [graded(formats.read_one(board, name, reading), limit) for _, board in boards_]
        levels = [level for level, _ in boards_]
        figures = zip(*((each.difficulty, each.combined, [*Level].index(each.least_level)) for each in grades))
        ranks = " | ".join(f"{rank_correlation(levels, each):.2f}" for each in figures)
        print(f"| {name} | {len(boards_)} | {ranks} |", flush=True)


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation; equal figures share the mean of their ranks."""
    ranks = [[sum(each < own for each in some) + some.count(own) / 2 for own in some] for some in (one, other)]
    return correlation(*ranks) if all(len({*each}) > 1 for each in ranks) else 0.0


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
