"""Races pysolve beside the best peer that has a type: what is behind, in one table.

    python bench/race.py FOLDER [--links FILE] [--noqx FOLDER] [--types NAME...] [--boards 2] [--time-limit 10]
                                [--seconds 600] [--results race.jsonl] [--table bench/race.tsv]

FOLDER is as for coverage.py; --links names a file with lines of `id`, `type` and `link`, whose boards are raced, too.
--noqx: a copy of that program (racers.py), which gets a drawing of each board, or a link that is one as it stands;
puzzlekit takes part where it is installed (puzzlekit_peer.py). Of each type the boards are spread evenly, up to the
largest. Each solver gets them in a process of its own, one solver after the other; CPU seconds are those from the
board's text to the verdict, of puzzlekit to a first answer. Measurements are kept as by coverage.py, so that a run may
be broken off. Boards of which a peer says something else than pysolve are named, and left out.

Prints how many boards were raced, and those above 0.2 s on which a peer takes less than two thirds of pysolve's time.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

import coverage
import puzzlekit_peer
import racers
from coverage import Result, collection_parser, collections, spread_evenly
from coverage_page import MEGABYTES
from coverage_process import Published
from measure import Limits

import pysolve
from pysolve import PuzzleError, catalog

#: Seconds below which a board is easy, and how many times longer pysolve takes where it is behind.
EASY, BEHIND = 0.2, 1.5

#: pysolve, as coverage.SOLVERS calls it where boards share nothing, and the solver that gives a first answer only.
OURS = "pysolve alone"
FIRST_ANSWER = "puzzlekit"


@dataclass(frozen=True)
class Racer:
    """A solver as coverage.run knows it. draws: whether it is given drawings in place of the boards' own text.
    arguments: what it is made with.
    """

    name: str
    draws: bool
    arguments: Mapping[str, str]


def racers_of(type_: str, collection: str, noqx: str | None) -> Iterator[Racer]:
    """Who has a type: pysolve first."""
    yield Racer(OURS, False, {})
    for module, names in racers.noqx_modules(noqx).items() if noqx is not None else ():
        if noqx is not None and any(_is(name, type_) for name in names):
            yield Racer("noqx", True, {"module": module, "folder": noqx})
            break
    if puzzlekit_peer.name_of(collection) is not None:
        yield Racer(FIRST_ANSWER, False, {})


@cache
def _is(name: str, type_: str) -> bool:
    """Whether a name is that of a type."""
    found = catalog.lookup(name)
    return found is not None and found.name == type_


def drawn(board: Published, collection: str) -> Published | None:
    """The board as a drawing; None where it cannot be drawn. One that is a drawing to be edited stays as it is."""
    if racers.EDITED in board.problem:
        return replace(board, problem=board.problem.partition("#")[2])
    try:
        link = pysolve.convert(pysolve.read_text(board.problem, collection), "penpa")
    except PuzzleError:
        return None
    return replace(board, problem=racers.drawing(link))


def raced(
    collection: str, boards: Sequence[Published], racers_: Sequence[Racer], limits: Limits, known: Sequence[Result]
) -> Iterator[Result]:
    """What is not known yet of these boards."""
    for racer in racers_:
        before = {each.board: each.late for each in known if (each.row, each.solver) == (collection, racer.name)}
        left = [board for board in boards if board.id not in before]
        if racer.draws:
            left = [new for board in left if (new := drawn(board, collection)) is not None]
        results = coverage.run(racer.name, collection, left, limits, racer.arguments)
        yield from results if racer.name == OURS else coverage.with_patience(results, sum(before.values()))


def boards_of(file: Path, count: int) -> list[Published]:
    """Boards of a collection, in equal steps from small to the largest."""
    lines = file.read_text(encoding="utf-8").splitlines()
    boards = sorted((Published.of_line(line) for line in lines if line.strip()), key=lambda each: len(each.problem))
    chosen = min(count, len(boards))
    return [boards[number * len(boards) // chosen - 1] for number in range(1, chosen + 1)]


def linked(file: Path, types: Sequence[str]) -> dict[str, list[Published]]:
    """The boards of a file of links, by their types."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    by_type = sorted((each for each in lines if not types or each["type"] in types), key=lambda each: each["type"])
    return {
        type_: [Published(each["id"], each["link"], None) for each in of_type]
        for type_, of_type in groupby(by_type, key=lambda each: str(each["type"]))
    }


# -- What the results say


@dataclass(frozen=True)
class Raced:
    """A board: what pysolve found, and the fastest peer that agrees; None where none has it, or none agrees."""

    ours: Result
    peer: Result | None
    disagree: Sequence[str] = ()

    @property
    def ratio(self) -> float:
        """How many times longer pysolve took."""
        return self.ours.seconds / max(self.peer.seconds, 0.0001) if self.peer is not None else 0.0


def by_board(results: Sequence[Result]) -> Iterator[Raced]:
    """The boards that pysolve was given."""
    ordered = sorted(results, key=lambda each: (each.row, each.board))
    for _, group in groupby(ordered, key=lambda each: (each.row, each.board)):
        of_board = {each.solver: each for each in group}
        ours = of_board.pop(OURS, None)
        if ours is None:
            continue
        done = [each for each in of_board.values() if not each.late and each.error is None]
        agreeing = [each for each in done if _agree(ours, each)]
        others = [each.solver for each in done if each not in agreeing]
        yield Raced(ours, min(agreeing, key=lambda each: each.seconds, default=None), others)


def _agree(ours: Result, peer: Result) -> bool:
    """Whether a peer says the same; a late pysolve says nothing against it."""
    said = peer.verdicts[0]
    if ours.late:
        return said in racers.VERDICTS or said == "answered"
    return said == ours.verdicts[0] or (said == "answered" and ours.verdicts[0] != "none")


HEAD = ("type", "board", "s", "conflicts", "rules", "peer", "its s", "its conflicts", "its rules", "ratio")


def table(boards: Sequence[Raced]) -> list[tuple[str, ...]]:
    """The boards on which pysolve is behind, the furthest first."""
    behind = [each for each in boards if each.ours.seconds > EASY and each.ratio > BEHIND]
    return [HEAD, *(_row(each) for each in sorted(behind, key=lambda each: -each.ratio))]


def _row(raced_: Raced) -> tuple[str, ...]:
    ours, peer = raced_.ours, raced_.peer
    assert peer is not None
    late = ">" if ours.late else ""
    name = f"{peer.solver}, a first answer" if peer.solver == FIRST_ANSWER else peer.solver
    return (
        ours.row, ours.board, f"{late}{ours.seconds:.2f}", _count(ours.conflicts), _count(ours.rules), name,
        f"{peer.seconds:.2f}", _count(peer.conflicts), _count(peer.rules), f"{late}{raced_.ratio:.1f}",
    )  # fmt: skip


def _count(figure: int | None) -> str:
    return "" if figure is None else str(figure)


def summary(boards: Sequence[Raced]) -> list[str]:
    """How many boards there were, and on how many who is ahead."""
    both = [each for each in boards if each.peer is not None]
    ahead = sum(each.ratio < 1 for each in both)
    behind = len(table(boards)) - 1
    lines = [
        f"{len(both)} boards of {len({each.ours.row for each in both})} types that a peer has: pysolve is ahead on "
        f"{ahead}, behind by more than {BEHIND} times on {behind} of those that take it more than {EASY} s.",
    ]
    return lines + [
        f"{each.ours.row}, {each.ours.board}: {' and '.join(each.disagree)} found something else than pysolve"
        for each in boards
        if each.disagree
    ]


def main() -> None:
    """The command."""
    parser = collection_parser(__doc__)
    parser.add_argument("--links", type=Path)
    parser.add_argument("--noqx")
    parser.add_argument("--boards", type=int, default=2, metavar="N", help="of each type")
    parser.add_argument("--time-limit", type=int, default=10, help="CPU seconds for a board")
    parser.add_argument("--seconds", type=float, help="begin no further type after this time")
    parser.add_argument("--results", type=Path, default=Path("race.jsonl"), help="where measurements are kept")
    parser.add_argument("--table", type=Path, help="where the table is written")
    chosen = parser.parse_args()
    known = (
        [Result.from_json(line) for line in chosen.results.read_text().splitlines()] if chosen.results.exists() else []
    )
    types = collections(chosen.folder, chosen.types)
    boards = {name: boards_of(chosen.folder / f"{name}.jsonl", chosen.boards) for name in types}
    for type_, links in linked(chosen.links, chosen.types).items() if chosen.links is not None else ():
        boards[type_] = spread_evenly(links, chosen.boards)
    limits, started = Limits(chosen.time_limit, MEGABYTES), time.monotonic()
    with chosen.results.open("a", encoding="utf-8") as kept:
        for name, of_type in boards.items():
            if chosen.seconds is not None and time.monotonic() - started > chosen.seconds:
                print(f"{name} and what follows are left for another run", file=sys.stderr)
                break
            others = list(racers_of(types.get(name, name), name, chosen.noqx))
            for result in raced(name, of_type, others, limits, known) if len(others) > 1 else ():
                print(result.to_json(), file=kept, flush=True)
                known.append(result)
    found = list(by_board(known))
    rows = table(found)
    print("\n".join([*summary(found), "", *("\t".join(row) for row in rows)]))
    if chosen.table is not None:
        chosen.table.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
