"""Which of clasp's options search the boards of a type fastest: for the key `search` of its manifest.

    python bench/tune.py TYPE [--corpus FILE] [--boards 8] [--above CELLS] [--only ID...] [--time-limit 20]
                              [--alone] [--try "configuration=trendy trans-ext=no"]...

FILE holds a line a puzzle, as for coverage.py; without it the boards are the examples of the type. Of its boards above
a number of cells, some are tried, spread evenly. Every set of options (CANDIDATES, and those of --try) searches all of
them for their verdicts, each set in a process of its own; seconds are CPU seconds, from the text to the verdict. A set
that takes longer than the usual one on all boards together gets no more of them.

The table has a line a set: how many boards it decided, its seconds on those that both decided beside the usual one's,
and whether all verdicts and answers are the same. If one is not, the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from coverage import SOLVERS, Result, run, spread_evenly
from coverage_page import MEGABYTES
from coverage_process import BoardResult, OneByOne, Published
from measure import DONE, Limits

import pysolve
from pysolve import catalog
from pysolve.model.puzzle import Verdict
from pysolve.model.puzzle_type import PuzzleType
from pysolve.render import answer_text
from pysolve.solving.search import open_local
from pysolve.solving.settings import Settings

#: Sets of options that are tried, beside the usual one.
CANDIDATES = (
    "configuration=auto", "configuration=frumpy", "configuration=jumpy", "configuration=tweety", "configuration=handy",
    "configuration=crafty", "configuration=trendy", "trans-ext=no", "configuration=handy trans-ext=no",
    "configuration=trendy trans-ext=no", "configuration=jumpy trans-ext=no", "eq=0", "sign-def=neg", "heuristic=Vmtf",
)  # fmt: skip

#: As the manifest has it.
USUAL = ""

SOLVERS["tuned"] = "tune:Tuned"


class Tuned(OneByOne):
    """pysolve with a set of options. It is made with the name of a type."""

    def __init__(self, collection: str, options: str) -> None:
        named = dict(each.partition("=")[::2] for each in options.split())
        configuration = named.pop("configuration", None)
        others = tuple([f"--{name}={value}" if value else f"--{name}" for name, value in named.items()])
        self._type, self._settings = collection, Settings(configuration=configuration, options=others, drawing=False)

    def answer(self, board: Published) -> BoardResult:
        """The verdict, with the answer if there is only one."""
        puzzle = pysolve.read_text(board.problem, self._type)
        search = open_local(puzzle, self._settings)
        answers = list(search)
        verdict = search.outcome.verdict
        only = answer_text.Writer(puzzle).write(answers[0].atoms) if verdict == Verdict.UNIQUE else None
        return BoardResult(verdict, None, answer=only)


def boards_of(type_: PuzzleType, corpus: Path | None, above: int) -> list[Published]:
    """The boards of a collection, or the examples of a type, with more cells than `above`."""
    if corpus is not None:
        lines = corpus.read_text(encoding="utf-8").splitlines()
        boards = [Published.of_line(line) for line in lines if line.strip()]
    else:
        boards = [Published(file.stem, file.read_text(encoding="utf-8"), None) for file in catalog.examples(type_)]
    return [board for board in boards if cells(board, type_.name) > above]


def cells(board: Published, name: str) -> int:
    """How many cells a board has; none if it cannot be read."""
    try:
        return len(pysolve.read_text(board.problem, name).cells)
    except pysolve.PuzzleError:
        return 0


def measure(name: str, options: str, boards: Sequence[Published], limits: Limits, patience: float) -> list[Result]:
    """What a set of options makes of boards. patience: seconds after which it gets no more of them."""
    results: list[Result] = []
    left = patience
    limits = Limits(min(limits.seconds, 1 + patience), limits.megabytes)
    for result in run("tuned", name, boards, limits, {"options": options}):
        results.append(result)
        left -= result.seconds
        if left < 0:
            break
    return results


def differing(usual: Sequence[Result], others: Sequence[Result]) -> list[str]:
    """The boards that both decided, but not alike."""
    before = {each.board: (each.verdicts, each.answer) for each in usual if each.outcome == DONE}
    return [
        each.board for each in others
        if each.outcome == DONE and before.get(each.board, (each.verdicts, each.answer)) != (each.verdicts, each.answer)
    ]  # fmt: skip


def line(options: str, usual: Sequence[Result], results: Sequence[Result], boards: int) -> str:
    """The line of a set of options in the table."""
    seconds = {each.board: each.seconds for each in usual if each.outcome == DONE}
    both = [each for each in results if each.outcome == DONE and each.board in seconds]
    ours, before = sum(each.seconds for each in both), sum(seconds[each.board] for each in both)
    same = ", ".join(differing(usual, results)) or "same"
    done = sum(each.outcome == DONE for each in results)
    given_up = "" if len(results) == boards else f" of {len(results)}"
    worst = max((each.seconds for each in results), default=0)
    return f"| {options or 'as now'} | {done}{given_up} | {ours:.2f} | {before:.2f} | {worst:.2f} | {same} |"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("type")
    parser.add_argument("--corpus", type=Path, metavar="FILE")
    parser.add_argument("--boards", type=int, default=8, metavar="N")
    parser.add_argument("--above", type=int, default=0, metavar="CELLS")
    parser.add_argument("--only", nargs="*", metavar="ID")
    parser.add_argument("--time-limit", type=float, default=20, help="CPU seconds for a board")
    parser.add_argument("--try", action="append", dest="added", default=[], metavar="OPTIONS")
    parser.add_argument("--alone", action="store_true", help="try those of --try, and no others")
    chosen = parser.parse_args()
    type_ = catalog.find(chosen.type)
    boards = boards_of(type_, chosen.corpus, chosen.above)
    if chosen.only is not None:
        boards = [board for board in boards if board.id in chosen.only]
    boards = spread_evenly(boards, chosen.boards)
    limits = Limits(chosen.time_limit, MEGABYTES)
    usual = measure(type_.name, USUAL, boards, limits, float("inf"))
    print(f"Boards: {', '.join(board.id for board in boards)}\n")
    print("| options | decided | seconds | usual | worst | answers |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    print(line(USUAL, usual, usual, len(boards)), flush=True)
    patience = sum(each.seconds for each in usual)
    wrong = False
    for options in dict.fromkeys([*chosen.added, *(() if chosen.alone else CANDIDATES)]):
        results = measure(type_.name, options, boards, limits, patience)
        wrong = wrong or bool(differing(usual, results))
        print(line(options, usual, results, len(boards)), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
