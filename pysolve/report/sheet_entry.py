"""A puzzle, solved, as it comes onto a sheet to print."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.puzzle import Puzzle
from ..render import svg
from ..render.picture import draw
from ..render.sheet import Entry
from ..solving.outcome import AnswerSet, Outcome
from .phrases import title_of


def sheet_entry(puzzle: Puzzle, answers: Sequence[AnswerSet], outcome: Outcome) -> Entry:
    """The entry of a puzzle: its board, its answer, and a note where it has none, or several."""
    answer, note = (outcome.best or next(iter(answers), None)), ""
    if outcome.reason is not None and outcome.count < 2:
        note = f"({outcome.reason})"
    elif answer is None:
        note = "(no answer)"
    elif outcome.count > 1 and puzzle.type.unique:
        note = "(one of several answers)"
    title = title_of(puzzle)
    board = svg.render([draw(puzzle, given=outcome.given)], title)
    solved = svg.render([draw(puzzle, answer.atoms, outcome.given)], title) if answer is not None else None
    below = ", ".join(filter(None, (puzzle.author, puzzle.source)))
    return Entry(puzzle.type, title, below, puzzle.rules, board, solved, note)
