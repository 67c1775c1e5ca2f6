"""Compares pysolve's answers with those published with a collection of puzzles.

    python bench/agreement.py FOLDER [NAME...] [--time-limit 20] [--jobs 2]

FOLDER holds NAME.jsonl files: a line a puzzle with `id`, `problem` and `solution`. For each file one line
says how many puzzles were read, how many have a published answer and agree with it, and what was different.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pysolve import formats
from pysolve.formats import Reading
from pysolve.report.record import Record
from pysolve.run.batch import Batch
from pysolve.solving.settings import Settings


#: How collections write that a cell stays empty.
NOTHING = {".": "-", "0": "-"}


def rows(text: str) -> list[list[str]]:
    """The tokens of a text; small letters, and one token for nothing."""
    return [[NOTHING.get(token, token) for token in line.lower().split()] for line in text.strip().split("\n")]


def agrees(answer: str, problem: str, solution: str) -> bool:
    """Whether an answer is the published one; cells in which either of them repeats the clue are passed over. The
    clues are the first lines of the problem, or, behind margins, its last ones.
    """
    ours, lines = rows(answer), rows(problem)[1:]
    theirs = rows(solution)[1 : len(ours) + 1]
    return any(same(ours, theirs, clues) for clues in (lines, lines[-len(ours) :]))


def same(ours: list[list[str]], theirs: list[list[str]], clues: list[list[str]]) -> bool:
    """Whether two answers have the same tokens where neither of them repeats the clue."""
    if [len(row) for row in ours] != [len(row) for row in theirs]:
        return False
    for r, (row, published) in enumerate(zip(ours, theirs)):
        for c, (token, other) in enumerate(zip(row, published)):
            clue = clues[r][c] if r < len(clues) and c < len(clues[r]) else "-"
            if token != other and clue not in ({token, other} - {"-"}):
                return False
    return True


def compare(path: Path, time_limit: float, jobs: int) -> str:
    """One line about a file, after lines about what was not as expected."""
    sources = list(formats.sources([str(path)]))
    published = [json.loads(source.data) for source in sources]
    batch = Batch(Reading(type=path.stem), Settings(time_limit=time_limit, drawing=False), jobs)
    counts = dict.fromkeys(("read", "answered", "agree", "multiple", "late", "differ"), 0)
    seconds = []
    for record, entry in zip(batch.run(sources), published):
        outcome = judge(record, entry)
        seconds.append(record.seconds)
        counts["read"] += record.verdict != "error"
        counts["answered"] += entry["solution"] is not None
        counts[outcome] = counts.get(outcome, 0) + 1
        if outcome in ("late", "differ", "multiple", "none", "error"):
            print(f"    {outcome:<9} {record.id}: {record.error or record.verdict}, {record.seconds:.2f} s", flush=True)
    seconds.sort()
    return (
        f"{path.stem}: {counts['read']} of {len(sources)} read; {counts['answered']} have an answer: "
        f"{counts['agree']} agree, {counts['multiple']} have several answers and the published one is not among the "
        f"first two, "
        f"{counts['late']} over {time_limit:g} s, {counts['differ']} differ; "
        f"seconds: total {sum(seconds):.1f}, median {seconds[len(seconds) // 2]:.3f}, most {seconds[-1]:.2f}"
    )


def judge(record: Record, entry: dict[str, str]) -> str:
    """What came of one puzzle."""
    if record.verdict in ("error", "none"):
        return record.verdict
    if record.verdict == "unknown":
        return "late"
    if entry["solution"] is None:
        return "unpublished"
    if any(agrees(answer, entry["problem"], entry["solution"]) for answer in record.answers):
        return "agree"
    return "differ" if record.verdict == "unique" else "multiple"


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    files = sorted(arguments.folder.glob("*.jsonl"))
    wanted = [file for file in files if not arguments.names or file.stem in arguments.names]
    if not wanted:
        sys.exit(f"{arguments.folder}: no such files")
    for file in wanted:
        print(compare(file, arguments.time_limit, arguments.jobs), flush=True)


if __name__ == "__main__":
    main()
