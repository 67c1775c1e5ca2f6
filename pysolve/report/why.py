"""Why a puzzle has no answer or several: in sentences, pictures and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analysis.additions import Addition
from ..analysis.assumptions import ConstraintInstance
from ..analysis.candidates import Candidates
from ..analysis.differences import count
from ..analysis.why import Conflict, Why
from ..model.errors import Remark
from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..model.verdict import Verdict
from ..render import answer_text
from ..render.picture import Picture, draw, draw_candidates, mark_places
from .phrases import bare, many
from .verdicts import no_answer_line
from .words import Words, sentence

_MOST_CONSTRAINTS = 12  # that are listed

#: How many clues are listed that would leave several answers.
MOST_REPAIRS = 12


def verdict_line(why: Why) -> str:
    """The verdict in a sentence."""
    if why.verdict == Verdict.NONE:
        return no_answer_line(why.impossible)
    if why.verdict == Verdict.UNIQUE:
        return "Unique: there is one answer, so there is nothing to explain."
    if why.verdict == Verdict.UNKNOWN:
        return f"Unknown: {why.reason}."
    number = len(why.answers)
    return f"{number} answers." if why.exhausted else f"Not unique: at least {number} answers."


def conflict_head(conflict: Conflict) -> str:
    """What a conflict is, before its clues are listed."""
    if not conflict.clues:
        return "The rules leave no answer on this board, whatever the clues are."
    if len(conflict.clues) == 1:
        return "This clue cannot be met:"
    return f"These {len(conflict.clues)} clues conflict; without any one of them there is an answer:"


def conflict_clues(puzzle: Puzzle, conflict: Conflict) -> list[str]:
    """The clues of a conflict in words."""
    words = Words(puzzle)
    return [words.clue(clue) for clue in conflict.clues]


def conflict_constraints(puzzle: Puzzle, conflict: Conflict) -> list[str]:
    """The constraints of the rules that make a conflict, as sentences; those that only repeat a clue are left out."""
    words = Words(puzzle)
    because = [each for each in conflict.because if not _repeats_clue(each, conflict)]
    sentences = [sentence(words.constraint(each)) for each in because[:_MOST_CONSTRAINTS]]
    if len(because) > _MOST_CONSTRAINTS:
        sentences.append(f"… and {many(len(because) - _MOST_CONSTRAINTS, 'more constraint')}")
    return sentences


def conflict_rules(conflict: Conflict) -> list[Remark]:
    """The rules that make a conflict, each once: what it requires, with its variables, and where it stands."""
    rules = dict.fromkeys(each.constraint for each in conflict.because)
    return [Remark(rule.sentence or rule.text, *rule.place) for rule in rules]


def _repeats_clue(constraint: ConstraintInstance, conflict: Conflict) -> bool:
    """Whether a constraint only says that one of the clues holds: it speaks of its place and value, and no other."""
    return any(
        len(constraint.values) > 1 and set(constraint.values) <= set(token.values.values())
        for clue in conflict.clues
        for token in clue.tokens
    )


def conflict_picture(puzzle: Puzzle, given: Sequence[Term], conflict: Conflict) -> Picture:
    """The puzzle with the clues that conflict; without any, the places that the constraints speak of."""
    places = [place for clue in conflict.clues for place in clue.places]
    if not places:
        places = [value for each in conflict.because for value in each.values if isinstance(value, tuple)]
    return mark_places(bare(puzzle, given), places)


def common_picture(puzzle: Puzzle, known: Why | Candidates) -> Picture | None:
    """What all answers have in common and what some have; None if it is not known."""
    if known.some is None or known.every is None:
        return None
    return draw_candidates(puzzle, known.some, known.every, known.given)


def pair(puzzle: Puzzle, why: Why) -> tuple[list[Sequence[Term]], list[Picture], str]:
    """Two answers, their pictures with the differences marked, and a line that says which two they are."""
    first, other = why.answers[0], why.nearest or why.answers[1]
    spots = many(count(puzzle, first, other), "place")
    named = "The nearest pair" if why.nearest is not None else "Two answers"
    pictures = [draw(puzzle, first, why.given, other), draw(puzzle, other, why.given, first)]
    return [first, other], pictures, f"{named}, different in {spots} (marked):"


def farthest(puzzle: Puzzle, why: Why) -> tuple[Picture, str] | None:
    """The answer that differs the most from the first one, and a line about it."""
    if why.farthest is None:
        return None
    first = why.answers[0]
    places = many(count(puzzle, first, why.farthest), "place")
    line = f"The answer that differs the most from the first, in {places}:"
    return draw(puzzle, why.farthest, why.given, first), line


def repair_lines(puzzle: Puzzle, why: Why) -> list[str]:
    """The clues that would leave one answer, or else the least open, a line each, behind a line that says so."""
    if why.repairs is None:
        return []
    if not why.repairs:
        return ["No single clue would leave one answer."]
    words = Words(puzzle)
    if why.repairs[0].answers > 1:
        best = why.repairs[:MOST_REPAIRS]
        head = "No single clue would leave one answer. These would leave the least open:"
        return [head, *(f"{words.atom(each.clue)}: {_leaves(each)}" for each in best)]
    head = f"{'Any one of these clues' if len(why.repairs) > 1 else 'This clue'} would leave one answer:"
    return [head, *(words.atom(each.clue) for each in why.repairs)]


def _leaves(addition: Addition) -> str:
    least = "" if addition.exhausted else "at least "
    return f"{least}{addition.answers} answers, {many(addition.open, 'place')} open"


def why_record(puzzle: Puzzle, why: Why) -> dict[str, Any]:
    """All that is known, as a JSON object."""
    words = Words(puzzle)
    record: dict[str, Any] = {
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": why.verdict,
        "reason": why.reason or (str(why.impossible) if why.impossible else None),
    }  # fmt: skip
    if why.conflicts:
        record["smallest"], record["complete"] = why.smallest, why.complete
        record["conflicts"] = [
            {
                "clues": [words.clue(clue) for clue in conflict.clues],
                "because": [words.constraint(each) for each in conflict.because],
            }
            for conflict in why.conflicts
        ]
    if why.answers:
        record["count"], record["exhausted"] = len(why.answers), why.exhausted
        record["answers"] = [answer_text.write(puzzle, answer) for answer in why.answers[:2]]
    for name, answer in (("nearest", why.nearest), ("farthest", why.farthest)):
        if answer is not None:
            record[name] = answer_text.write(puzzle, answer)
    for name, atoms in (("some", why.some), ("every", why.every)):
        if atoms is not None:
            record[name] = sorted(map(str, atoms))
    if why.repairs is not None:
        record["repairs"] = [vars(each) | {"clue": str(each.clue)} for each in why.repairs]
    return record
