"""The only answer of a puzzle, looked for while it is written for another program."""

from __future__ import annotations

from dataclasses import replace

from ..model.errors import PuzzleError
from ..model.formats import format_named
from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..model.verdict import Verdict

#: Seconds that the search may take; a puzzle that needs more is written without its answer.
PATIENCE = 5.0


def only_answer(puzzle: Puzzle) -> tuple[Term, ...] | None:
    """The shown atoms of the only answer; None if there is none, are several, or that is not known in time."""
    from ..solving.settings import Settings  # most formats ask for no answer
    from . import searches

    running = searches.open_search(puzzle, Settings(models=2, time_limit=PATIENCE))
    try:
        answers = [answer.atoms for answer in running]
    except PuzzleError:  # the rules find the puzzle invalid
        return None
    return answers[0] if running.outcome.verdict is Verdict.UNIQUE else None


def with_answer(puzzle: Puzzle, format_: str, wanted: bool | None) -> Puzzle:
    """The puzzle as a format gets it that holds published answers, and does not check them: with its only answer if
    that is wanted, without one if it is not; None: as it is.
    """
    record = format_named(format_)
    if wanted is None or record.checks or not record.answers or (wanted and puzzle.answer is not None):
        return puzzle
    atoms = only_answer(puzzle) if wanted else None
    if atoms is None:
        return replace(puzzle, answer=None)
    from ..render import answer_text

    return replace(puzzle, answer=answer_text.write(puzzle, atoms) + "\n")
