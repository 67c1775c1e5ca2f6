"""The verdict of a search in a sentence."""

from __future__ import annotations

from ..model.puzzle import Verdict
from ..solving.outcome import Contradiction, Outcome
from ..solving.settings import Settings


def solve_line(outcome: Outcome, default: bool) -> str:
    """The verdict with the time that it took, as 'pysolve solve' says it below the answers. default: two answers were
    looked for only to see whether there is one.
    """
    return f"{_solve_verdict(outcome, default)} ({outcome.seconds:.2f} s)"


def _solve_verdict(outcome: Outcome, default: bool) -> str:
    best = " best" if outcome.optimized else ""
    plural = "s" if outcome.count > 1 else ""
    if outcome.reason is not None:
        number = "no answer" if not outcome.count and not outcome.best else f"{outcome.count or 1}{best} answer{plural}"
        return f"Unknown: {outcome.reason}; {number} so far."
    if outcome.count == 0:
        return no_answer_line(outcome.impossible)
    if outcome.exhausted and outcome.count == 1:
        return f"Unique: this is the only{best} answer."
    if outcome.exhausted:
        return f"{outcome.count}{best} answers; there are no others."
    if default:
        return "There may be more answers."
    return f"{outcome.count} answer{plural}; others were not looked for."


def portfolio_line(settings: Settings, members: int, decided: bool) -> str:
    """Which member of a portfolio the verdict comes from. settings: that member's."""
    if not decided:
        return f"Portfolio of {members}: none of the searches came to an end."
    configuration = f"configuration {settings.configuration}" if settings.configuration else "the usual configuration"
    seed = f", seed {settings.seed}" if settings.seed is not None else ""
    return f"Portfolio of {members}: {configuration}{seed} was the first to end."


def outcome_line(outcome: Outcome) -> str:
    """The verdict by itself, at the end of a search or so far."""
    if outcome.verdict == Verdict.UNIQUE:
        return "Unique: there is one answer."
    if outcome.verdict == Verdict.MULTIPLE:
        return f"{outcome.count} answers." if outcome.exhausted else f"At least {outcome.count} answers."
    if outcome.verdict == Verdict.NONE:
        return no_answer_line(outcome.impossible)
    if outcome.enough:
        return "1 answer; others were not looked for."
    return f"Unknown: {outcome.reason or 'the search goes on'}."


def no_answer_line(impossible: Contradiction | None = None) -> str:
    """That there is no answer. impossible: a plain reason that the rules know."""
    return f"No answer{f': {impossible}' if impossible else ''}."
