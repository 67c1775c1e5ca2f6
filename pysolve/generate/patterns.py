"""Makes boards with an answer that need not be the only one, such as crosswords, whose clues stand outside the board.

make.lp, if there is one and the board is bare, chooses a pattern; the answer is then found by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..analysis.assumptions import AssumptionSolver
from ..analysis.derived_clues import GIVE, clue_of, file_of
from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..render import answer_text
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .boards import filled

Finding = tuple[str, Any]

#: Patterns that are tried, and conflicts after which the search for the answer of one is given up.
PATTERNS, CONFLICTS = 30, 20_000


def findings(board: Puzzle, settings: Settings, chance: random.Random) -> Iterator[Finding]:
    """What is found, piece by piece: names of fields of make.Made and their values, the last value counts."""
    file = file_of(board.type, "make.lp")
    bare = not any(board.tokens.values())
    pattern = AssumptionSolver(board, settings, rules_file=file) if file is not None and bare else None
    for number in range(1, PATTERNS + 1):
        yield "tries", number
        puzzle = board
        if pattern is not None:
            pattern.settle(chance.randrange(2**31))
            given = {clue_of(atom): literal for atom, literal in pattern.literals_of(GIVE).items()}
            model = pattern.holds([], given.values())
            if model is None:
                yield "failure", "there is no such board"
                return
            puzzle = filled(board, [clue for clue, literal in given.items() if literal in model])
        seed = chance.randrange(2**31)
        search = open_local(puzzle, replace(settings, models=2, seed=seed, conflicts=CONFLICTS))
        answers = [found.atoms for found in search]
        if not answers:
            if search.outcome.exhausted and pattern is None:
                yield "failure", str(search.outcome.impossible or "the board has no answer")
                return
            continue
        made = replace(puzzle, answer=answer_text.write(puzzle, answers[0]), source="made by pysolve")
        yield "answer", answers[0]
        yield "given", search.outcome.given
        yield "puzzle", replace(made, verdict=None if search.outcome.verdict == Verdict.UNIQUE else Verdict.MULTIPLE)
        return
    yield "failure", f"no answer was found for {PATTERNS} boards"
