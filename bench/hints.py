"""How long hints take on a collection of puzzles, and how large their reasons are: a table, a row a type.

    python bench/hints.py FOLDER [NAME...] [--boards 10] [--cells 100] [--limit 20] [--minutes M] [--record FILE]
        [--output FILE]

FOLDER holds NAME.jsonl files: a line a puzzle with `id` and `problem`; NAME is a type, or one of its aliases. Of each
file it takes boards with one answer and not too many cells, evenly chosen from small to large. Each walk has a process
of its own, and times are CPU seconds of it, from the puzzle in memory to the first step, and to the last one; a walk is
given up after --limit of them, and is then late. One board of each file is walked through, then the next of each, so
that --minutes, after which no other is begun, leave rows that can be compared. What --record holds, a line of JSON a
walk, is not walked through again: so a run that has ended, however it did, goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean, median

from pysolve import PuzzleError, Settings, catalog, formats
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.formats import Reading
from pysolve.model.puzzle import Puzzle, Verdict


@dataclass
class Walked:
    """A walk. board: its number in the file `name`. first, whole: CPU seconds to the first step and to the last one;
    None if it is late. sizes: of the reasons of all steps. unique: the board has one answer; others do not count.
    """

    name: str
    board: int
    unique: bool
    first: float | None
    whole: float | None
    sizes: list[int]


def cells(name: str, walks: list[Walked], limit: float) -> list[str]:
    """A row of the table. A first step that is late counts as long as the limit."""
    first = [limit if walk.first is None else walk.first for walk in walks]
    ended = [walk for walk in walks if walk.whole is not None]
    whole = [walk.whole for walk in ended if walk.whole is not None]
    sizes = [size for walk in walks for size in walk.sizes] or [0]
    return [
        name, str(len(walks)), f"{median(first):.2f}", f"{max(first):.2f}", str(len(walks) - len(ended)),
        f"{median(whole):.1f}" if whole else "", f"{max(whole):.1f}" if whole else "",
        f"{median(len(walk.sizes) for walk in ended):.0f}" if ended else "",
        f"{mean(sizes):.1f}", str(max(sizes)),
    ]  # fmt: skip


HEAD = [
    "collection", "boards", "first step, median s", "worst", "late", "whole walk, median s", "worst", "steps, median",
    "mean reason", "largest",
]  # fmt: skip


def walk(name: str, board: int, puzzle: Puzzle, limit: float) -> Walked:
    """Walks through a puzzle, as far as the limit allows."""
    walked = Walked(name, board, unique=False, first=None, whole=None, sizes=[])
    context = multiprocessing.get_context("fork")  # so that the child has the puzzle, and imports nothing
    results, child_end = context.Pipe(duplex=False)
    child = context.Process(target=_walk, args=(puzzle, limit, child_end))
    child.start()
    child_end.close()
    try:
        while True:
            seconds, walked.unique, size, done = results.recv()
            if size is not None:
                walked.first = seconds if walked.first is None else walked.first
                walked.sizes.append(size)
            walked.whole = seconds if done else None
    except EOFError:
        child.join()
    return walked


def _walk(puzzle: Puzzle, limit: float, results: Connection) -> None:
    """Sends each result of a walk: the CPU seconds so far, whether there is one answer, the size of the reason of a new
    step, and whether it was the last. The process is ended after the limit, whatever it is doing.
    """
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, limit)
    started = time.process_time()
    steps = 0
    try:
        for hints in explain_steps(puzzle, Settings(), HintRequest(steps=0)):
            size = hints.steps[-1].size if len(hints.steps) > steps else None
            steps = len(hints.steps)
            results.send((time.process_time() - started, hints.verdict == Verdict.UNIQUE, size, hints.done))
    except PuzzleError as error:
        print(error, file=sys.stderr)


def boards(path: Path, type_: str, count: int, most: int) -> list[tuple[int, Puzzle]]:
    """Boards of a file, each with its number, evenly chosen from small to large. most: cells that they may have."""
    puzzles = []
    for number, source in enumerate(formats.sources([str(path)])):
        try:
            puzzle = formats.read(source, Reading(type=type_))
        except PuzzleError:
            continue
        if len(puzzle.cells) <= most:
            puzzles.append((number, puzzle))
    puzzles.sort(key=lambda each: len(each[1].cells))
    if len(puzzles) <= count:
        return puzzles
    return [puzzles[number * (len(puzzles) - 1) // max(1, count - 1)] for number in range(count)]


def spread(count: int) -> list[int]:
    """The numbers up to `count` in such an order that the first few are spread over all of them."""
    return sorted(range(count), key=lambda number: number * 0.618034 % 1)


def files(folder: Path, names: list[str]) -> Iterator[tuple[Path, str]]:
    """The files of the folder, or those of these names, with their types; files of no type are left out."""
    for path in sorted(folder.glob("*.jsonl")):
        if not names or path.stem in names:
            try:
                yield path, catalog.find(path.stem).name
            except PuzzleError:
                print(f"{path.stem}: no such type", file=sys.stderr)


def parser_for_boards(about: str | None, count: int) -> argparse.ArgumentParser:
    """The part of a command line that says which boards are walked through. count: how many of each file by default."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--boards", type=int, default=count, help=f"boards of each file (default {count})")
    parser.add_argument("--cells", type=int, default=100, help="cells of a board at most (default 100)")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds for a walk (default 20)")
    return parser


def chosen_boards(options: argparse.Namespace) -> Iterator[tuple[str, list[tuple[int, Puzzle]]]]:
    """The boards that such a command line names, with their numbers, by the name of their file."""
    for path, type_ in files(options.folder, options.names):
        yield path.stem, boards(path, type_, options.boards, options.cells)


def table(walks: Iterable[Walked], limit: float) -> str:
    """The table of the walks through boards with one answer."""
    of_name: dict[str, list[Walked]] = {}
    for each in walks:
        if each.unique:
            of_name.setdefault(each.name, []).append(each)
    return "\n".join([
        f"| {' | '.join(HEAD)} |",
        f"| --- |{' ---: |' * (len(HEAD) - 1)}",
        *(f"| {' | '.join(cells(name, of_name[name], limit))} |" for name in sorted(of_name)),
    ])  # fmt: skip


def main() -> None:
    """The command line."""
    parser = parser_for_boards(__doc__, 10)
    parser.add_argument("--minutes", type=float, default=60, help="begin no walk after these (default 60)")
    parser.add_argument("--record", type=Path, help="where walks are kept, and looked up")
    parser.add_argument("--output", type=Path, help="write the table there, after each round")
    options = parser.parse_args()
    chosen = list(chosen_boards(options))
    recorded = options.record is not None and options.record.exists()
    lines = options.record.read_text().splitlines() if recorded else []
    walks = {(each.name, each.board): each for each in (Walked(**json.loads(line)) for line in lines)}
    end = time.monotonic() + 60 * options.minutes
    for place in spread(options.boards):
        for name, puzzles in chosen:
            if place >= len(puzzles) or (name, puzzles[place][0]) in walks or time.monotonic() >= end:
                continue
            number, puzzle = puzzles[place]
            walks[name, number] = walk(name, number, puzzle, options.limit)
            if options.record is not None:
                with options.record.open("a") as record:
                    print(json.dumps(asdict(walks[name, number])), file=record)
        print(table(walks.values(), options.limit), flush=True)
        if options.output is not None:
            options.output.write_text(table(walks.values(), options.limit) + "\n")


if __name__ == "__main__":
    main()
