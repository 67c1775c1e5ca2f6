"""Compares pysolve with brute force, on random small boards of every type (docs/reliability.md).

    python bench/brute.py [--types masyu tents] [--boards 40] [--seed 1] [--seconds 20] [--cells 12] [--large] [--holes]

Two oracles know nothing of pysolve and clasp (bench/oracles): one enumerates the answer sets of the ground rules, so it
checks how pysolve searches; the other tries every filling of the board against the rules in words, so it checks the
rules as well. For each board, the set of answers, their number, the verdict alone, and the verdict among many boards
that share a grounding have to agree. A board for which an oracle needs too many steps is skipped by it and counted.
Disagreements are printed as puzzles; then the exit code is 1.

--seconds  of processor time for each type, at most
--cells    of a board, at most
--large    some numbers are as large as they may be, or larger
--holes    every board of a type that may have holes has some, mostly one that is no part of the edge
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from oracles import boards, stable
from oracles.constraints import random_constraints
from oracles.words import ORACLES, Board

import pysolve
from pysolve import catalog
from pysolve.catalog.manifest import with_constraints
from pysolve.formats import native
from pysolve.model.build import Draft, build
from pysolve.model.errors import PuzzleError
from pysolve.model.parts import GRID
from pysolve.model.puzzle import Puzzle, Verdict
from pysolve.model.puzzle_type import PuzzleType
from pysolve.model.rows import BLANK, Rows
from pysolve.solving import facts
from pysolve.solving.settings import Settings

#: Boards with more answers say nothing new, and take long.
MOST_ANSWERS = 2000

#: Literals that the first oracle may assign, and fillings that the second one may try, for a board.
STEPS, FILLINGS = 200_000, 70_000

#: Seconds for a board, after which pysolve is said to hang.
HANGS = 120


@dataclass
class Tally:
    """What came of the boards of one type.

    counts: by verdict, 'refused', 'large' (more than MOST_ANSWERS), and those that an oracle checked or skipped.
    faults: each disagreement, with the puzzle.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Ours:
    """What pysolve says of a puzzle. atoms, texts: of each answer. verdict: None if the input is refused."""

    verdict: Verdict | None
    atoms: list[frozenset[str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def ours(puzzle: Puzzle, rules: tuple[str, ...]) -> Ours:
    """All answers of a puzzle, unless there are too many, and the verdict that is said without looking for all."""
    try:
        answers = list(pysolve.solve(puzzle, Settings(models=MOST_ANSWERS + 1, rules=rules)))
        verdict = pysolve.check(puzzle, Settings(drawing=False, count=True, rules=rules))
    except PuzzleError:
        return Ours(None)
    atoms = [frozenset(str(atom).replace(" ", "") for atom in answer.atoms) for answer in answers]
    return Ours(verdict, atoms, [answer.plain for answer in answers])


def verdict_of(count: int) -> Verdict:
    """The verdict that goes with this number of answers."""
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(count, 2)]


def compare(puzzle: Puzzle, draft: Draft, variant: Path | None, tally: Tally) -> Ours:
    """What pysolve says of a puzzle; whatever the oracles say otherwise goes into the tally."""
    rules = (str(variant),) if variant else ()
    result = ours(puzzle, rules)
    kind = result.verdict.value if result.verdict else "refused"
    if len(result.atoms) > MOST_ANSWERS:
        tally.counts["large"] += 1
        return result
    tally.counts[kind] += 1
    sentences = []
    if result.verdict is not None:
        if result.verdict != verdict_of(len(result.atoms)):
            sentences.append(f"{len(result.atoms)} answers, but the verdict is {result.verdict}")
        if len(set(result.atoms)) != len(result.atoms):
            sentences.append("an answer twice")
        for models in (1, 2):  # as many take another way: by first.lp and canonical.lp
            few = [frozenset(str(atom).replace(" ", "") for atom in answer.atoms) for answer in pysolve.solve(
                puzzle, Settings(models=models, rules=rules))]  # fmt: skip
            if len(set(few)) != min(models, len(result.atoms)) or not set(few) <= set(result.atoms):
                sentences.append(f"of {len(result.atoms)} answers, other {len(few)} where {models} are enough")
    sentences += [*_by_enumeration(puzzle, result, rules, tally), *_by_words(puzzle, draft, result, variant, tally)]
    tally.faults += [f"{sentence}\n{described(puzzle, variant)}" for sentence in sentences]
    return result


def described(puzzle: Puzzle, variant: Path | None) -> str:
    """The puzzle as a file, with its variant."""
    return native.yaml_of(puzzle, comments=f"--rules {variant.name}" if variant else "")


def _by_enumeration(puzzle: Puzzle, result: Ours, rules: Sequence[str], tally: Tally) -> Iterator[str]:
    text = facts.text(puzzle) + facts.options(puzzle)
    try:
        expected = stable.answers([*puzzle.type.rule_files, *map(Path, rules)], text, STEPS)
    except stable.TooLarge:
        tally.counts["skipped"] += 1
        return
    tally.counts["enumerated"] += 1
    if (expected is None) != (result.verdict is None):
        yield "the input is " + ("accepted" if expected is None else "refused") + ", and by the rules it is not"
    elif expected is not None:
        answers = {frozenset(atom.replace(" ", "") for atom in answer) for answer in expected}
        if answers != set(result.atoms):
            others = len(answers - set(result.atoms))
            yield f"{len(result.atoms)} answers, and by enumeration {len(answers)}, of which {others} are others"


def _by_words(puzzle: Puzzle, draft: Draft, result: Ours, variant: Path | None, tally: Tally) -> Iterator[str]:
    oracle = ORACLES.get(puzzle.type.name)
    is_other = puzzle.board.shape.name != puzzle.type.boards[0]  # words speak of cells of one shape
    if oracle is None or is_other or (puzzle.board.holes and not puzzle.board.in_columns):
        tally.counts["words skipped"] += 1
        return
    holes = puzzle.board.holes
    parts = {
        part.name: [list(row) for row in draft.parts[part.name].tokens]
        for part in puzzle.type.parts
        if part.name in draft.parts
    }
    for part in puzzle.type.parts:
        for r, c in holes if part.shape is GRID and part.name in parts else ():
            parts[part.name][r - 1][c - 1] = BLANK  # words speak of cells alone
    parts |= {name: [list(words.scores)] for name, words in draft.lists.items()}
    options = {**draft.options, **({"variant": variant.stem} if variant else {})}
    options |= {each.name: "yes" for each in puzzle.type.added if not each.takes_cells}
    board = Board(puzzle.board.rows, puzzle.board.columns, parts, options, FILLINGS, holes)
    try:
        expected = list(oracle(board))
    except stable.TooLarge:
        tally.counts["words skipped"] += 1
        return
    if board.unseen:
        tally.counts["words skipped"] += 1
        return
    if result.verdict is None:
        if expected:
            yield f"refused, but in words there are {len(expected)} answers, such as\n{expected[0]}"
        return
    tally.counts["in words"] += 1
    said, ours = (list(map(_without_widths, texts)) for texts in (expected, result.texts))
    if sorted(said) != sorted(ours):
        others = sorted(set(said) - set(ours)) or sorted(set(ours) - set(said))
        yield f"{len(ours)} answers, and in words {len(said)}; different:\n" + "".join(others[:1])


def _without_widths(text: str) -> str:
    """The tokens of an answer, without lines around holes, which stand below them: its rows may be shifted, and its
    columns are as wide as their tokens.
    """
    return "\n".join(" ".join(line.split()) for line in text.split("\n") if "(" not in line)


@contextmanager
def watched(puzzle: Puzzle) -> Iterator[None]:
    """Ends the program, and says with which puzzle, if it hangs: grounding cannot be interrupted."""

    def give_up() -> None:
        print(f"hangs: more than {HANGS} s\n{described(puzzle, None)}", file=sys.stderr, flush=True)
        os._exit(1)

    timer = threading.Timer(HANGS, give_up)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def with_random_constraints(type_: PuzzleType, draft: Draft, chance: random.Random) -> PuzzleType:
    """The type, and often some constraints that it offers, in the draft, too, if its rules in words know them."""
    rules = {folder.name for folder in (type_.folder, *type_.parents)}
    if not type_.offered or type_.offered not in rules or chance.random() < 0.4:
        return type_
    size = max(len(rows.tokens) for rows in draft.parts.values())
    parts, switches = random_constraints(size, chance)
    draft.parts |= {name: Rows(rows) for name, rows in parts.items()}
    return with_constraints(type_, [*parts, *switches])


def run(
    type_: PuzzleType, count: int, seed: int, seconds: float, cells: int, large: bool = False, holes: bool = False
) -> Tally:
    """Compares `count` boards of a type, and up to as many that are refused.

    large: with large numbers on them. holes: with holes if the type may have some.
    """
    tally = Tally()
    variants = [None, *sorted((type_.folder / "variants").glob("*.lp"))]
    known: list[tuple[Puzzle, Ours]] = []
    started = time.process_time()
    for number, draft in enumerate(boards.random_boards(type_, seed, cells, holes)):
        compared = sum(tally.counts[kind] for kind in KINDS)
        if compared - min(tally.counts["refused"], count) >= count or time.process_time() - started > seconds:
            break
        if large:
            draft = boards.enlarged(type_, draft, random.Random(f"{seed} {number}"))
        try:
            puzzle = build(with_random_constraints(type_, draft, random.Random(f"{seed} {number}")), draft)
        except PuzzleError:
            continue  # a token that the alphabet does not know, a board of holes
        variant = variants[number % len(variants)]
        with watched(puzzle):
            result = compare(puzzle, draft, variant, tally)
        if variant is None and result.verdict is not None:
            known.append((puzzle, result))
    together = pysolve.check_all([puzzle for puzzle, _ in known])
    for (puzzle, result), verdict in zip(known, together):
        if verdict != result.verdict:
            tally.faults.append(f"{result.verdict}, and among others {verdict}\n{described(puzzle, None)}")
    return tally


#: Kinds of boards, and of checks, in the order of the table's columns.
KINDS = [*(verdict.value for verdict in (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)), "large", "refused"]
CHECKS = ["enumerated", "skipped", "in words", "words skipped"]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", nargs="+", default=[type_.name for type_ in catalog.every()])
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cells", type=int, default=12)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--holes", action="store_true")
    chosen = parser.parse_args()
    total, faults = Counter[str](), 0
    print("| type | " + " | ".join([*KINDS, *CHECKS, "disagreements"]) + " |")
    print("| --- |" + " --- |" * (len(KINDS) + len(CHECKS) + 1))
    for name in chosen.types:
        tally = run(
            catalog.find(name), chosen.boards, chosen.seed, chosen.seconds, chosen.cells, chosen.large, chosen.holes
        )
        total += tally.counts
        faults += len(tally.faults)
        print(row(name, tally.counts, len(tally.faults)), flush=True)
        for fault in tally.faults[:3]:
            print(fault, file=sys.stderr, flush=True)
    print(row("all", total, faults))
    return 1 if faults else 0


def row(name: str, counts: Counter[str], faults: int) -> str:
    """A line of the table."""
    return f"| {name} | " + " | ".join(str(counts[kind]) for kind in [*KINDS, *CHECKS]) + f" | {faults} |"


if __name__ == "__main__":
    sys.exit(main())
