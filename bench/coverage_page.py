"""The page of coverage: a row a type, what was tried where a peer is ahead, and each board that is not answered as
published, with the reason.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from measure import DONE, HERE, TIME
from report import header, ratios, short, spread, totals
from rows import OURS

from pysolve.run.batch import FIRST_LOT
from pysolve.solving.multishot import FEWEST

if TYPE_CHECKING:
    from coverage import Result

#: In place of a board's name: all boards of the collection.
EVERY = "*"

#: Said of a type that behind.tsv does not name.
UNTRIED = "nothing was tried yet"

#: The megabytes that a process may hold.
MEGABYTES = 4000

HEAD = ("type", "boards", "right", "not compared", "late", "median s", "worst s", "total s")
PEER_HEAD = ("boards", "right", "late", "median s", "worst s", "total s", "ratio of totals", "ratios")


def faults() -> dict[tuple[str, str], str]:
    """What is wrong with published boards (faults.tsv): from the names of collection and board, or EVERY."""
    with (HERE / "faults.tsv").open(encoding="utf-8", newline="") as file:
        return {(row["collection"], row["board"]): row["reason"] for row in csv.DictReader(file, delimiter="\t")}


def tried() -> dict[str, str]:
    """What was tried where a peer is ahead (behind.tsv, in any order): from the name of a collection."""
    with (HERE / "behind.tsv").open(encoding="utf-8", newline="") as file:
        return dict(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def page(
    results: Sequence[Result], types: Mapping[str, str], time_limit: float, remarks: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of the page. types: from collection to type. remarks: what else there is to know of the run."""
    peers = [name for name in dict.fromkeys(each.solver for each in results) if name != OURS]
    yield "# Coverage\n"
    yield (
        "Boards of a collection of puzzles with published answers: which are answered as published (exits in another "
        "order, regions by other names, and repeated clues do not count). Made by `python bench/coverage.py`.\n"
    )
    yield (
        "The genres of puzz.link, and how each is checked (judged by pzpr, by brute force, made), stand in "
        "[puzzlink.md](puzzlink.md).\n"
    )
    yield from _method(results, peers, time_limit)
    yield from (f"- {remark}" for remark in remarks)
    yield ""
    head, *lines = (f"| {' | '.join(cells)} |" for cells in table(results, types, peers))
    yield from (head, "| --- |" + " ---: |" * (head.count("|") - 2), *lines)
    if peers:
        yield "\n## Behind the peer"
    for peer in peers:
        yield from _behind(results, peer)
    yield "\n## Boards that are not answered as published, or have several answers\n"
    reasons = list(_exceptions(results))
    yield from reasons or ["None."]


def _method(results: Sequence[Result], peers: Sequence[str], time_limit: float) -> Iterator[str]:
    yield header(MEGABYTES, ("clingo", *peers))[0] + "\n"
    most = max((sum(each.row == row and each.solver == OURS for each in results) for row in _rows(results)), default=0)
    yield (
        f"- At most {most} boards of each file, spread evenly over it; one process at a time. Seconds are CPU seconds, "
        "from the board's text to the verdict, without imports; a board that takes more than "
        f"{time_limit:g} is late."
    )
    yield (
        "- **pysolve** says the verdict: it proves that there is no second answer. Boards go through the door of "
        f"`pysolve batch`, {FIRST_LOT} at a time at most: at least {FEWEST} of one size share a grounding where the "
        "type's manifest says so. What boards share is counted with the first of them."
    )
    for peer in peers:
        yield (
            f"- **{peer}** says a first answer, with one worker, and proves nothing of a second; 'right' is by its own "
            "comparison with the published answer. After a late board of a type it was given no more of it. Its times "
            "are of the boards that it could read. Ratios are its time over pysolve's on the same boards (above 1, "
            "pysolve is faster): of the totals, and of single boards the median (least–most). `≥`: it was late; `≤`: "
            "pysolve was; `~`: both were, on some boards."
        )


def _rows(results: Sequence[Result]) -> list[str]:
    return sorted({each.row for each in results}, key=str.lower)


def table(results: Sequence[Result], types: Mapping[str, str], peers: Sequence[str]) -> Iterator[list[str]]:
    """A row of names, one for each collection, and one for all. types: from collection to type."""
    yield [*HEAD, *(f"{peer}: {PEER_HEAD[0]}" if not index else name for peer in peers
                    for index, name in enumerate(PEER_HEAD))]  # fmt: skip
    for row in _rows(results):
        ours = [each for each in results if (each.row, each.solver) == (row, OURS)]
        cells = [f"{row} (`{types[row]}`)", *_ours(ours)]
        for peer in peers:
            theirs = [each for each in results if (each.row, each.solver) == (row, peer)]
            cells += _theirs(ours, theirs) if theirs else [""] * len(PEER_HEAD)
        yield cells
    named = [replace(each, board=f"{each.row} {each.board}") for each in results]  # names of boards recur elsewhere
    ours = [each for each in named if each.solver == OURS]
    cells = [f"{len(_rows(results))} types", *_ours(ours)]
    for peer in peers:
        cells += _theirs(ours, [each for each in named if each.solver == peer])
    yield cells


def _behind(results: Sequence[Result], peer: str) -> Iterator[str]:
    """On how many types pysolve is ahead of the peer in total; where it is not, by how much, and what was tried."""
    by_row: dict[str, float] = {}
    for row in _rows(results):
        of_row = _able([each for each in results if each.row == row])
        ours, theirs = ({each.board: each.seconds for each in of_row if each.solver == name} for name in (OURS, peer))
        if both := ours.keys() & theirs.keys():
            by_row[row] = sum(theirs[board] for board in both) / max(sum(ours[board] for board in both), 0.001)
    behind = sorted((ratio, row) for row, ratio in by_row.items() if ratio < 1)
    end = ", by these ratios of totals:\n" if behind else "."
    yield (
        f"\nIn total pysolve is ahead of {peer} on {len(by_row) - len(behind)} of the {len(by_row)} types that both "
        f"were measured on, and behind on {len(behind)}{end}"
    )
    sentences = tried()
    yield from (f"- {row} {ratio:.2f}: {sentences.get(row, UNTRIED)}" for ratio, row in behind)


def _ours(results: Sequence[Result]) -> list[str]:
    not_compared = sum(each.right is None and each.outcome == DONE for each in results)
    counts = (len(results), _right(results), not_compared, _late(results))
    return [*map(str, counts), *_seconds(results)]


def _theirs(ours: Sequence[Result], theirs: Sequence[Result]) -> list[str]:
    """A peer's cells; ratios are of the boards that neither of the two refused."""
    ours, able = _able(ours), _able(theirs)
    numbers = [*_seconds(able), totals(ours, able), spread(ratios(ours, able)) if ours else ""] if able else [""] * 5
    return [*map(str, (len(theirs), _right(theirs), _late(theirs))), *numbers]


def _able(results: Sequence[Result]) -> list[Result]:
    """Those that were not refused."""
    return [each for each in results if each.outcome == DONE or each.late]


def _right(results: Sequence[Result]) -> int:
    return sum(each.right is True for each in results)


def _late(results: Sequence[Result]) -> int:
    return sum(each.late for each in results)


def _seconds(results: Sequence[Result]) -> list[str]:
    seconds = [each.seconds for each in results]
    return [short(median(seconds)), short(max(seconds)), short(sum(seconds))] if seconds else [""] * 3


def _exceptions(results: Sequence[Result]) -> Iterator[str]:
    """A line for each collection: boards by the reason why they are named."""
    known = faults()
    for row in _rows(results):
        boards: dict[str, list[str]] = {}
        for each in (each for each in results if (each.row, each.solver) == (row, OURS)):
            if sentence := _exception(each):
                fault = known.get((row, each.board)) or known.get((row, EVERY))
                boards.setdefault(sentence + (f" ({fault})" if fault else ""), []).append(each.board)
        if boards:
            yield f"- {row}: " + "; ".join(f"{', '.join(names)}: {reason}" for reason, names in boards.items())


def _exception(result: Result) -> str | None:
    """Why a board is named below the table; None if it is unique and answered as published."""
    if result.late:
        return f"over {result.limit:g} s" if result.outcome == TIME else "over the limit of memory"
    if result.error:
        return result.error.removeprefix(f"{result.board}, ")
    verdict = result.verdicts[0]
    if verdict == "multiple":
        return "several answers" + (", the published one among the first two" if result.right else "")
    if result.right is False:
        return f"{verdict}, and the answer is another one than the published one"
    return verdict if verdict != "unique" else None
