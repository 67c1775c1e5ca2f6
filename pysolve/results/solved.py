"""What a search found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from ..model.puzzle import Puzzle, Verdict
from ..report.lines import outcome_line
from ..report.record import RecordVerdict
from ..solving.outcome import Outcome
from ..solving.settings import Settings
from .pictures import Json
from .record import AnswerRecord, PuzzleRecord, Record


@dataclass(frozen=True, kw_only=True)
class GroundRecord(Record):
    """The size of the ground program."""

    atoms: Annotated[int, "how many atoms it has"]
    rules: Annotated[int, "how many rules it has"]


@dataclass(frozen=True, kw_only=True)
class PortfolioRecord(Record):
    """Which of several searches the verdict comes from."""

    members: Annotated[int, "how many searches there were"]
    configuration: Annotated[str | None, "clasp's, in the first that came to an end; null for the usual one"]
    seed: Annotated[int | None, "its seed"]
    decided: Annotated[bool, "one of the searches came to an end"]


@dataclass(frozen=True, kw_only=True)
class CheckRecord(PuzzleRecord):
    """The verdict of a search."""

    count: Annotated[int, "how many answers were found"]
    exhausted: Annotated[bool, "there are no others"]
    impossible: Annotated[str | None, "a plain reason why there is no answer"]
    optimized: Annotated[bool, "the rules ask for the best answers, and these are meant"]
    ground: Annotated[GroundRecord | None, "the size of the ground program"]
    seconds: Annotated[float, "how long it took"]
    portfolio: Annotated[PortfolioRecord | None, "of a portfolio of searches: the one that decided"]


@dataclass(frozen=True, kw_only=True)
class SolveRecord(CheckRecord):
    """The answers of a search."""

    answers: Annotated[list[AnswerRecord], "the answers"]
    board: Annotated[Json | None, "a picture of the puzzle without an answer, where `marks` are wanted"]


def check_record(
    name: str, type_: str | None, outcome: Outcome, portfolio: PortfolioRecord | None = None
) -> CheckRecord:
    """The verdict at the end of a search. name, type_: of the puzzle; its type is not known where a limit came before
    it was read.
    """
    return CheckRecord(**_of_outcome(name, type_, RecordVerdict.of(outcome), outcome), portfolio=portfolio)


def portfolio_record(settings: Settings, members: int, decided: bool) -> PortfolioRecord:
    """Which member of a portfolio the verdict comes from. settings: that member's."""
    return PortfolioRecord(members=members, configuration=settings.configuration, seed=settings.seed, decided=decided)


def solve_record(puzzle: Puzzle, outcome: Outcome, answers: list[AnswerRecord], board: Json | None) -> SolveRecord:
    """The answers so far. board: the picture without an answer."""
    about = _of_outcome(puzzle.name, puzzle.type.name, RecordVerdict.of(outcome), outcome)
    return SolveRecord(**about, portfolio=None, answers=answers, board=board)


def _of_outcome(name: str, type_: str | None, verdict: Verdict | RecordVerdict, outcome: Outcome) -> dict[str, Any]:
    return {
        "id": name, "type": type_, "verdict": verdict, "reason": outcome.reason, "says": [outcome_line(outcome)],
        "count": outcome.count, "exhausted": outcome.exhausted,
        "impossible": str(outcome.impossible) if outcome.impossible else None, "optimized": outcome.optimized,
        "ground": GroundRecord(**dict(zip(("atoms", "rules"), outcome.ground_size))) if outcome.ground_size else None,
        "seconds": round(outcome.seconds, 4),
    }  # fmt: skip
