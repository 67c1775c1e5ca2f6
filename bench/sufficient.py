"""Whether the steps of hints rest on nothing but what they name, on a folder of boards: a table, a row a type.

    python bench/sufficient.py FOLDER [NAME...] [--boards 3] [--cells 100] [--steps 0] [--limit 20]

FOLDER, NAME, --boards and --cells are those of bench/hints.py. Of each board the first --steps steps are checked, 0 for
all, that come within --limit CPU seconds: the premises that a step names have to suffice, and one of them has to be a
rule or a clue, or else the reason names rules of the type. Steps that fail are listed, with their boards.
"""

from __future__ import annotations

import sys
import time

from hints import chosen_boards, parser_for_boards
from sufficiency import Gap, SufficiencyCheck

from pysolve import PuzzleError, Settings
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.analysis.steps import Step
from pysolve.model.puzzle import Puzzle


def steps_of(puzzle: Puzzle, steps: int, limit: float) -> tuple[Step, ...]:
    """The first steps of a walk, as many as the limit allows; it is looked at after each step."""
    started = time.process_time()
    found: tuple[Step, ...] = ()
    for hints in explain_steps(puzzle, Settings(), HintRequest(steps=steps)):
        found = hints.steps
        if time.process_time() - started > limit:
            break
    return found


def said(gap: Gap) -> str:
    """A gap as a line."""
    where = f"step {gap.step}" + (f", link {gap.link} of its chain" if gap.link else "")
    missing = ", ".join(f"{'' if fact.holds else 'not '}{fact.atom}" for fact in gap.missing)
    return f"{where}: {f'does not follow: {missing}' if gap.missing else 'names neither a clue nor a constraint'}"


def main() -> int:
    """The command line."""
    parser = parser_for_boards(__doc__, 3)
    parser.add_argument("--steps", type=int, default=0, help="steps of a board, 0 for all (default 0)")
    options = parser.parse_args()
    print("| collection | boards | steps | do not follow | name no rule |\n| --- | ---: | ---: | ---: | ---: |")
    insufficient = 0
    for name, chosen in chosen_boards(options):
        count, missing, unruled = 0, 0, 0
        for number, puzzle in chosen:
            try:
                steps = steps_of(puzzle, options.steps, options.limit)
                gaps = list(SufficiencyCheck(puzzle, Settings()).gaps(steps)) if steps else []
            except PuzzleError as error:
                print(f"{name}, board {number}: {error}", file=sys.stderr)
                continue
            for gap in gaps:
                print(f"{name}, board {number}, {said(gap)}", file=sys.stderr)
            count += len(steps)
            missing += len({gap.step for gap in gaps if gap.missing})
            unruled += len({gap.step for gap in gaps if gap.unruled})
        insufficient += missing
        print(f"| {name} | {len(chosen)} | {count} | {missing} | {unruled} |", flush=True)
    return 1 if insufficient else 0


if __name__ == "__main__":
    sys.exit(main())
