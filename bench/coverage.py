"""How much of a collection of puzzles is decided and answered as published, and how fast: docs/coverage.md.

    python bench/coverage.py FOLDER [--types NAME...] [--boards 10] [--time-limit 20] [--peer puzzlekit]
                                    [--results FILE] [--seconds 900] [--output FILE.md]
                                    [--table bench/coverage.tsv] [--remark TEXT]

FOLDER holds NAME.jsonl files: a line a puzzle with `id`, `problem` and `solution`; NAME is a type, or one of its
aliases. With --boards N, N boards of each file are tried, spread evenly over it.

Measurements are added to the file of results as they are made, a line for each board and solver; what stands there is
not measured again, so that a run can be broken off, or ended by --seconds, and continued. The report is made from all
that stands in it. One process at a time; each runs on the boards of one collection, and is made anew after a board that
is late. After a late board of a collection the peer is given no more of it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import TypeVar

import puzzlekit_peer
from coverage_page import MEGABYTES, page, table
from coverage_process import Published
from measure import DONE, ERROR, HERE, MEMORY, Limits, Measurement, ending, process
from rows import OURS

from pysolve import catalog

Item = TypeVar("Item")

#: The solvers, and the class of each as coverage_process.py takes it: module and name.
SOLVERS = {
    OURS: "coverage_process:Ours", "puzzlekit": "puzzlekit_peer:Puzzlekit",
    "pysolve alone": "racers:Alone", "noqx": "racers:Noqx",
}  # fmt: skip

#: Whether a peer has the type of a collection.
PEERS = {"puzzlekit": lambda collection: puzzlekit_peer.name_of(collection) is not None}

#: The late boards of a collection after which a peer is given no more of it.
PATIENCE = 1


@dataclass
class Result(Measurement):
    """What came of one board.

    row: its collection. right: whether the answer is the published one, if that is known. answer: the only one, where
    the solver says it. conflicts, rules: of the search, likewise.
    """

    right: bool | None = None
    answer: str | None = None
    conflicts: int | None = None
    rules: int | None = None

    @staticmethod
    def from_json(line: str) -> Result:
        """The result of a line."""
        return Result(**json.loads(line))


def spread_evenly(boards: Sequence[Item], count: int | None) -> list[Item]:
    """So many of the boards, with equal distances."""
    if count is None or count >= len(boards):
        return list(boards)
    return [boards[index * len(boards) // count] for index in range(count)]


def run(
    solver: str, collection: str, boards: Sequence[Published], limits: Limits, arguments: Mapping[str, str] = {}
) -> Iterator[Result]:
    """The results of boards, in their order; a process for all of them up to one at which it ends. arguments: what the
    solver is made with besides the name of the collection.
    """
    left = list(boards)
    while left:
        task = {
            "solver": SOLVERS[solver], "collection": collection, "boards": [asdict(board) for board in left],
            "arguments": dict(arguments), "seconds": limits.seconds, "memory": limits.megabytes,
        }  # fmt: skip
        wall = 60 + 4 * limits.seconds * len(left)
        ended = process([sys.executable, str(HERE / "coverage_process.py")], json.dumps(task), wall)
        done = [json.loads(line) for line in ended.out.splitlines() if line.startswith("{")]
        for record in done:
            board = left.pop(0)
            outcome = {"memory limit": MEMORY, None: DONE}.get(record["error"], ERROR)
            yield Result(
                collection, board.id, 0, solver, outcome, min(record["seconds"], limits.seconds), limits.seconds,
                [record["verdict"]], error=record["error"], right=record["right"],
                answer=record["answer"], conflicts=record["conflicts"], rules=record["rules"],
            )  # fmt: skip
        if left and (ended.code or not done):
            outcome = ending(ended)
            error = ended.err.strip()[-200:] if outcome == ERROR else None
            board = left.pop(0)
            yield Result(collection, board.id, 0, solver, outcome, limits.seconds, limits.seconds, error=error)


def with_patience(results: Iterator[Result], late: int) -> Iterator[Result]:
    """The results up to the last late one that a peer is waited for. late: how many there have been before."""
    while late < PATIENCE and (result := next(results, None)) is not None:
        yield result
        late += result.late


def collection_parser(description: str | None) -> argparse.ArgumentParser:
    """A command line that begins with a folder of collections; --types names some of these."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--types", nargs="*", default=[], metavar="NAME")
    return parser


def collections(folder: Path, types: Sequence[str]) -> dict[str, str]:
    """The collections that pysolve has a type for: from name to the type's name. types: only these."""
    known = {file.stem: type_.name for file in sorted(folder.glob("*.jsonl")) if (type_ := catalog.lookup(file.stem))}
    return {name: type_ for name, type_ in known.items() if not types or {name, type_} & set(types)}


def measure(file: Path, solver: str, boards: int | None, limits: Limits, known: Sequence[Result]) -> Iterator[Result]:
    """What is not known yet of a solver on a collection."""
    lines = file.read_text(encoding="utf-8").splitlines()
    chosen = spread_evenly([Published.of_line(line) for line in lines if line.strip()], boards)
    before = {each.board: each.late for each in known if (each.row, each.solver) == (file.stem, solver)}
    results = run(solver, file.stem, [board for board in chosen if board.id not in before], limits)
    return results if solver == OURS else with_patience(results, sum(before.values()))


def main() -> None:
    """Reads the command line."""
    parser = collection_parser(__doc__)
    parser.add_argument("--boards", type=int, metavar="N", help="of each collection (default: all)")
    parser.add_argument("--time-limit", type=float, default=20, help="CPU seconds for a board")
    parser.add_argument("--peer", action="append", choices=list(PEERS), default=[])
    parser.add_argument("--results", type=Path, default=Path("coverage.jsonl"), help="where measurements are kept")
    parser.add_argument("--seconds", type=float, help="begin no further collection after this time")
    parser.add_argument("--output", type=Path, help="where the report is written, as Markdown")
    parser.add_argument("--table", type=Path, help="where its table alone is written: bench/coverage.tsv")
    parser.add_argument("--remark", action="append", default=[], help="what the report says of the run")
    arguments = parser.parse_args()
    types = collections(arguments.folder, arguments.types)
    results = arguments.results
    known = [Result.from_json(line) for line in results.read_text().splitlines()] if results.exists() else []
    limits = Limits(arguments.time_limit, MEGABYTES)
    started = time.monotonic()
    with results.open("a") as kept:
        for name, solver in product(types, (OURS, *arguments.peer)):
            if arguments.seconds is not None and time.monotonic() - started > arguments.seconds:
                print(f"{name}, {solver} and what follows are left for another run", file=sys.stderr)
                break
            if solver != OURS and not PEERS[solver](name):
                continue
            for result in measure(arguments.folder / f"{name}.jsonl", solver, arguments.boards, limits, known):
                kept.write(result.to_json() + "\n")
                kept.flush()
                known.append(result)
            print(f"{name}, {solver}: {time.monotonic() - started:.0f} s", flush=True)
    of_types = [each for each in known if each.row in types]
    if arguments.table is not None:
        rows = table(of_types, types, arguments.peer)
        arguments.table.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    if arguments.output is not None:
        arguments.output.write_text(
            "\n".join(page(of_types, types, arguments.time_limit, arguments.remark)) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
