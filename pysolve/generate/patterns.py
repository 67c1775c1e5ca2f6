"""Makes boards with an answer that need not be the only one, such as crosswords, whose clues stand outside the board.

make.lp, if there is one and the board is bare, chooses a pattern; the answer is then found by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from ..analysis.assumptions import AssumptionSolver
from ..analysis.clues import GIVE, clue_of, file_of
from ..model.puzzle import Puzzle, Verdict
from ..render import answer_text
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .boards import filled
from .made import MadePuzzle

#: Patterns that are tried, and conflicts after which the search for the answer of one is given up.
PATTERNS, CONFLICTS = 30, 20_000


def fill_pattern(made: MadePuzzle, board: Puzzle, settings: Settings, chance: random.Random) -> Iterator[MadePuzzle]:
    """The tries, and at last the board with its answer."""
    file = file_of(board.type, "make.lp")
    bare = not any(board.tokens.values())
    pattern = AssumptionSolver(board, settings, rules_file=file) if file is not None and bare else None
    while made.puzzle is None and made.failure is None:
        if made.tries == PATTERNS:
            made = replace(made, failure=f"no answer was found for {PATTERNS} boards")
            break
        yield (made := replace(made, tries=made.tries + 1))
        made = _tried(made, board, settings, pattern, chance)
    yield made


def _tried(
    made: MadePuzzle, board: Puzzle, settings: Settings, pattern: AssumptionSolver | None, chance: random.Random
) -> MadePuzzle:
    """What one try made; the same as before if it led nowhere. pattern: chooses the pattern, where it is open."""
    puzzle = board
    if pattern is not None:
        pattern.settle(chance.randrange(2**31))
        given = {clue_of(atom): literal for atom, literal in pattern.literals_of(GIVE).items()}
        model = pattern.holds([], given.values())
        if model is None:
            return replace(made, failure="there is no such board")
        puzzle = filled(board, [clue for clue, literal in given.items() if literal in model])
    seed = chance.randrange(2**31)
    search = open_local(puzzle, replace(settings, models=2, seed=seed, conflicts=CONFLICTS))
    answers = [answer.atoms for answer in search]
    if not answers:
        if search.outcome.exhausted and pattern is None:
            return replace(made, failure=str(search.outcome.impossible or "the board has no answer"))
        return made
    text = answer_text.write(puzzle, answers[0])
    verdict = None if search.outcome.verdict == Verdict.UNIQUE else Verdict.MULTIPLE
    return replace(
        made, puzzle=replace(puzzle, answer=text, source="made by pysolve", verdict=verdict),
        complete=True, answer=answers[0], given=search.outcome.given,
    )  # fmt: skip
