"""How walks read on a folder of boards: a table, a row a type.

    python bench/walks.py FOLDER [NAME...] [--boards 3] [--cells 100] [--limit 20]

FOLDER, NAME, --boards and --cells are those of bench/hints.py. A walk is looked at as far as it comes within --limit
CPU seconds; it is late if that is not its end. Columns: walks, and how many are late; steps; the share of them whose
technique has a name; lines of the longest reason, as 'pysolve hint' prints it; premises that could be left out, as the
solver finds within 10,000 conflicts, of how many; steps that were not the easiest, of how many: a smaller one comes
later, although all that it needs was known already (a note counts with the step that needs it); how many of them were
not by far: the later one has at least two premises fewer, and a third fewer; CPU seconds to the first step, and to the
last one, as medians.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import lt
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from hints import boards, files
from sufficiency import SufficiencyCheck

from pysolve import Settings
from pysolve.analysis.hint import HintRequest, Hints, explain_steps
from pysolve.analysis.progress import Fact
from pysolve.analysis.steps import Step
from pysolve.analysis.techniques import technique_of
from pysolve.analysis.walk_state import WalkState
from pysolve.model.marks import Layer
from pysolve.model.puzzle import Puzzle
from pysolve.report.reasons import chain_sentences, step_reasons

HEAD = (
    "collection", "walks", "late", "steps", "named", "longest reason, lines", "redundant premises",
    "not the easiest", "by far",
    "first step, s", "walk, s",
)  # fmt: skip

#: Conflicts after which the solver gives up on whether a premise could be left out.
EFFORT = 10_000


@dataclass
class Look:
    """What is seen of a walk. lines: of the longest reason. spare: premises that could be left out, of `premises`.
    harder: steps before which an easier one was there, of `marking`, those that notes are not counted among; and those
    before which one was there that is easier by far.
    """

    steps: int
    named: int
    lines: int
    spare: int
    premises: int
    harder: tuple[int, int]
    marking: int
    first: float
    whole: float
    late: bool


def look(puzzle: Puzzle, limit: float) -> Look:
    """Walks through a puzzle, as far as the limit allows; what is looked at afterwards does not count as time."""
    started = time.process_time()
    hints, first = Hints(), limit
    learnt: dict[Fact, int] = {}  # after how many steps; some of it goes without saying

    def learn(state: WalkState, *arguments: Any, **named: Any) -> None:
        learn_by_state(state, *arguments, **named)
        for fact in state.known_facts():
            learnt.setdefault(fact, len(hints.steps))

    learn_by_state = WalkState.learn
    with patch.object(WalkState, "learn", learn):
        for hints in explain_steps(puzzle, Settings(), HintRequest(steps=0)):
            if hints.steps and first == limit:
                first = time.process_time() - started
            if time.process_time() - started > limit:
                break
    whole = time.process_time() - started
    check = SufficiencyCheck(puzzle, Settings())
    notes = [step for step in hints.steps if all(_is_note(puzzle, fact) for fact in step.facts)]
    return Look(
        len(hints.steps), sum(bool(technique_of(step).called) for step in hints.steps),
        max((len(_lines(puzzle, step)) for step in hints.steps), default=0),
        sum(1 for step in hints.steps for less in _without_one(step) if not check.missing(less, EFFORT)),
        sum(step.size for step in hints.steps),
        (len(harder(hints.steps, notes, learnt)), len(harder(hints.steps, notes, learnt, by_far))),
        len(hints.steps) - len(notes),
        first, whole, not hints.done,
    )  # fmt: skip


def _is_note(puzzle: Puzzle, fact: Fact) -> bool:
    """Whether it is no part of an answer: a note, or a value that does not stand in a cell."""
    mark = puzzle.type.mark_of(fact.atom)
    return puzzle.type.is_note(fact.atom) or (not fact.holds and mark is not None and mark[0].layer is Layer.TEXT)


def by_far(size: int, other: int) -> bool:
    """Whether one of these sizes of reasons is smaller than the other one by so much that a person would say so."""
    return size + 2 <= other and 3 * size <= 2 * other


def harder(
    steps: Sequence[Step],
    notes: Collection[Step],
    learnt: Mapping[Fact, int],
    easier: Callable[[int, int], bool] = lt,
) -> list[Step]:
    """The steps that came before an easier one, although all that the easier one needs was known already. notes: steps
    that count with those that need them. learnt: after how many steps each fact was known, whether or not a step says
    it. easier: whether the first of two sizes is that of an easier step than the second.
    """
    told: dict[Fact, int] = {}  # with what it rests on, when the last of it was told
    ready: list[tuple[int, int, Step]] = []
    for at, step in enumerate(steps):
        newest = max((told.get(fact, learnt.get(fact, -1)) for fact in step.known), default=-1)
        for fact in step.facts:
            told.setdefault(fact, newest if step in notes else at)
        if step not in notes:
            ready.append((at, newest, step))
    return [
        step for number, (at, _, step) in enumerate(ready)
        if any(newest < at and easier(later.size, step.size) for _, newest, later in ready[number + 1 :])
    ]  # fmt: skip


def _lines(puzzle: Puzzle, step: Step) -> list[str]:
    return chain_sentences(puzzle, step) if step.chain is not None else step_reasons(puzzle, step)


def _without_one(step: Step) -> Iterator[Step]:
    """The step with one premise less, for each of them."""
    for at in range(len(step.constraints)):
        yield replace(step, constraints=step.constraints[:at] + step.constraints[at + 1 :])
    for at in range(len(step.clues)):
        yield replace(step, clues=step.clues[:at] + step.clues[at + 1 :])
    for at in range(len(step.known)):
        yield replace(step, known=step.known[:at] + step.known[at + 1 :])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--boards", type=int, default=3, help="boards of each file (default 3)")
    parser.add_argument("--cells", type=int, default=100, help="cells of a board at most (default 100)")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds for a walk (default 20)")
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n| --- |{' ---: |' * (len(HEAD) - 1)}")
    for path, type_ in files(options.folder, options.names):
        looks = [look(puzzle, options.limit) for _, puzzle in boards(path, type_, options.boards, options.cells)]
        looks = [each for each in looks if each.steps]
        if looks:
            steps, premises = sum(each.steps for each in looks), sum(each.premises for each in looks)
            print(
                f"| {path.stem} | {len(looks)} | {sum(each.late for each in looks)} | {steps} "
                f"| {sum(each.named for each in looks) / steps:.0%} | {max(each.lines for each in looks)} "
                f"| {sum(each.spare for each in looks)} of {premises} "
                f"| {sum(each.harder[0] for each in looks)} of {sum(each.marking for each in looks)} "
                f"| {sum(each.harder[1] for each in looks)} "
                f"| {median(each.first for each in looks):.2f} | {median(each.whole for each in looks):.1f} |",
                flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
