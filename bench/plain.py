"""Compares the rules of types with and without what stands beside them: what only makes them faster, and what a person
knows beyond them (docs/rules.md, 'Speed-ups' and 'What a person knows').

    python bench/plain.py [TYPE...] [--boards 300] [--seed 1] [--seconds 20] [--cells 16] [--holes]

For each type whose rules have such files, its own or those of laws: random small boards, and made ones that were then
changed (bench/oracles/boards.py). Verdict and answers with files of either kind have to be those of the plain rules.
Disagreements are printed as puzzles; then the exit code is 1. Without TYPE, all types are compared.

--boards   for each type
--seconds  of processor time for each type, at most
--cells    of a board, at most
--holes    every board of a type that may have holes has some
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from oracles.boards import random_boards

from pysolve import catalog, rules
from pysolve.formats import native
from pysolve.model.build import build
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType
from pysolve.rules.library import beyond_rules
from pysolve.solving.search import run
from pysolve.solving.settings import Settings

#: Boards with more answers say nothing new, and take long; so does a search that takes as many seconds.
MOST_ANSWERS, MOST_SECONDS = 300, 10

#: What came of a board whose answers were not all compared.
REFUSED, LARGE = "refused", "large"


def has_speed_ups(type_: PuzzleType) -> bool:
    """Whether something makes the rules of a type faster."""
    return rules.load(type_.rule_files).text != rules.load(type_.rule_files, plain=True).text


def is_compared(type_: PuzzleType) -> bool:
    """Whether something stands beside the rules of a type."""
    return has_speed_ups(type_) or bool(beyond_rules(type_.rule_files))


def compared(puzzle: Puzzle) -> tuple[str, bool]:
    """What came of a board: the verdict, or why there is none; and whether the plain rules say the same."""
    settings = Settings(models=MOST_ANSWERS, time_limit=MOST_SECONDS, drawing=False)
    plain = replace(settings, plain=True)
    others = [settings] if has_speed_ups(puzzle.type) else []
    if beyond := beyond_rules(puzzle.type.rule_files):
        others.append(replace(plain, rules=tuple(map(str, beyond))))
    said, answers = _answers(puzzle, plain)
    found = [_answers(puzzle, each) for each in others]
    return said, said == LARGE or all(each[0] == LARGE or each == (said, answers) for each in found)


def _answers(puzzle: Puzzle, settings: Settings) -> tuple[str, Counter[frozenset[str]]]:
    """What is said of a board, and its answers with how often each was found."""
    try:
        answers, outcome = run(puzzle, settings)
    except PuzzleError:
        return REFUSED, Counter()
    if not outcome.exhausted:
        return LARGE, Counter()
    return str(outcome.verdict), Counter(frozenset(map(str, each.atoms)) for each in answers)


def boards(type_: PuzzleType, seed: int, cells: int, holes: bool = False) -> Iterator[Puzzle]:
    """Random boards of a type, without end; those that contradict its manifest are passed over."""
    for draft in random_boards(type_, seed, cells, holes):
        try:
            yield build(type_, draft)
        except PuzzleError:
            continue


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("types", nargs="*", metavar="TYPE")
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cells", type=int, default=16)
    parser.add_argument("--holes", action="store_true")
    options = parser.parse_args()
    types = [catalog.find(name) for name in options.types] or [each for each in catalog.every() if is_compared(each)]
    wrong = 0
    for type_ in types:
        counts: Counter[str] = Counter()
        end = time.process_time() + options.seconds
        for puzzle in islice(boards(type_, options.seed, options.cells, options.holes), options.boards):
            said, agreed = compared(puzzle)
            counts[said] += 1
            if not agreed:
                wrong += 1
                print(f"{type_.name}: the plain rules say otherwise\n{native.yaml_of(puzzle)}", flush=True)
            if time.process_time() > end:
                break
        words = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        print(f"{type_.name}: {counts.total()} boards: {words}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
