"""What the desk found, told: sentences, records and pictures, for the command line and for the service alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..analysis.assumptions import ConstraintInstance
from ..analysis.candidates import Candidates
from ..analysis.differences import count
from ..analysis.grade import Grade
from ..analysis.hint import Hints, Step, places_of
from ..analysis.reduce import Reduced
from ..analysis.why import Conflict, Why
from ..generate.make import Made
from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..model.verdict import Verdict
from ..render import answer_text
from ..render.picture import Picture, cross_out, draw, draw_candidates, highlight_places, mark_places
from .words import Words, sentence

_MOST_DEMANDS = 12  # that are listed


def many(number: int, what: str) -> str:
    """'1 clue', '2 clues'."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def title_of(puzzle: Puzzle) -> str:
    """What a puzzle is called."""
    return puzzle.title or puzzle.type.title


def so_far(reason: str | None) -> list[str]:
    """The line for a question that a limit ended."""
    return [f"This is what was found so far: {reason}."] if reason else []


def bare(puzzle: Puzzle, given: Sequence[Term] = ()) -> Picture:
    """The picture of a puzzle without an answer."""
    return draw(puzzle, given=given)


# -- why


def verdict_line(found: Why) -> str:
    """The verdict in a sentence."""
    if found.verdict == Verdict.NONE:
        return f"No answer{f': {found.impossible}' if found.impossible else ''}."
    if found.verdict == Verdict.UNIQUE:
        return "Unique: there is one answer, so there is nothing to explain."
    if found.verdict == Verdict.UNKNOWN:
        return f"Unknown: {found.reason}."
    number = len(found.answers)
    return f"{number} answers." if found.exhausted else f"Not unique: at least {number} answers."


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


def conflict_demands(puzzle: Puzzle, conflict: Conflict) -> list[str]:
    """The demands of the rules that make a conflict, as sentences; those that only repeat a clue are left out."""
    words = Words(puzzle)
    because = [each for each in conflict.because if not _says_a_clue(each, conflict)]
    said = [sentence(words.constraint(each)) for each in because[:_MOST_DEMANDS]]
    if len(because) > _MOST_DEMANDS:
        said.append(f"… and {len(because) - _MOST_DEMANDS} more demands of the rules")
    return said


def _says_a_clue(constraint: ConstraintInstance, conflict: Conflict) -> bool:
    """Whether a demand only says that one of the clues holds: it speaks of the clue's place and value, and no other."""
    return any(
        len(constraint.values) > 1 and set(constraint.values) <= set(token.values.values())
        for clue in conflict.clues
        for token in clue.tokens
    )


def conflict_picture(puzzle: Puzzle, given: Sequence[Term], conflict: Conflict) -> Picture:
    """The puzzle with the clues that conflict; without any, the places that the demands speak of."""
    places = [place for clue in conflict.clues for place in clue.places]
    if not places:
        places = [value for each in conflict.because for value in each.values if isinstance(value, tuple)]
    return mark_places(bare(puzzle, given), places)


def common_picture(puzzle: Puzzle, found: Why | Candidates) -> Picture | None:
    """What all answers have in common and what some have; None if it is not known."""
    if found.some is None or found.every is None:
        return None
    return draw_candidates(puzzle, found.some, found.every, found.given)


def pair(puzzle: Puzzle, found: Why) -> tuple[list[Sequence[Term]], list[Picture], str]:
    """Two answers, their pictures with the differences marked, and a line that says which two they are."""
    first, other = found.answers[0], found.nearest or found.answers[1]
    spots = many(count(puzzle, first, other), "place")
    named = "The nearest pair" if found.nearest is not None else "Two answers"
    pictures = [draw(puzzle, first, found.given, other), draw(puzzle, other, found.given, first)]
    return [first, other], pictures, f"{named}, different in {spots} (marked):"


def farthest(puzzle: Puzzle, found: Why) -> tuple[Picture, str] | None:
    """The answer that differs the most from the first one, and a line about it."""
    if found.farthest is None:
        return None
    first = found.answers[0]
    places = count(puzzle, first, found.farthest)
    line = f"The answer that differs the most from the first, in {places} places:"
    return draw(puzzle, found.farthest, found.given, first), line


def repair_lines(puzzle: Puzzle, found: Why) -> list[str]:
    """The clues that would leave one answer, a line each, behind a line that says so."""
    if found.repairs is None:
        return []
    if not found.repairs:
        return ["No single clue would leave one answer."]
    words = Words(puzzle)
    head = f"{'Any one of these clues' if len(found.repairs) > 1 else 'This clue'} would leave one answer:"
    return [head, *(words.atom(clue) for clue in found.repairs)]


def why_record(puzzle: Puzzle, found: Why) -> dict[str, Any]:
    """All that is known, as a JSON object."""
    words = Words(puzzle)
    record: dict[str, Any] = {
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
        "reason": found.reason or (str(found.impossible) if found.impossible else None),
    }  # fmt: skip
    if found.conflicts:
        record["smallest"], record["complete"] = found.smallest, found.complete
        record["conflicts"] = [
            {
                "clues": [words.clue(clue) for clue in conflict.clues],
                "because": [words.constraint(each) for each in conflict.because],
            }
            for conflict in found.conflicts
        ]
    if found.answers:
        record["count"], record["exhausted"] = len(found.answers), found.exhausted
        record["answers"] = [answer_text.write(puzzle, answer) for answer in found.answers[:2]]
    for name in ("nearest", "farthest"):
        if (answer := getattr(found, name)) is not None:
            record[name] = answer_text.write(puzzle, answer)
    for name in ("some", "every", "repairs"):
        if (atoms := getattr(found, name)) is not None:
            record[name] = sorted(map(str, atoms))
    return record


# -- candidates


def open_places(picture: Picture) -> int:
    """In how many places something is open."""
    return len({mark.place for mark in picture.marks if mark.open})


def candidates_line(found: Candidates, picture: Picture | None) -> str:
    """How much is certain, in a sentence. picture: of the candidates."""
    if found.verdict == Verdict.NONE:
        return "No answer."
    if found.verdict == Verdict.UNKNOWN or picture is None:
        return f"Unknown: {found.reason}."
    if found.verdict == Verdict.UNIQUE:
        return "Unique: everything is certain."
    if found.every is None:
        return "What was seen in some answer; what is certain is not known."
    open_ = open_places(picture)
    return f"{many(len(found.every), 'mark')} certain" + (f"; {many(open_, 'place')} open." if open_ else ".")


# -- reduce and make


def reduced_line(found: Reduced, rules: Sequence[str] = ()) -> str:
    """What came of taking clues away, in a sentence. rules: the files of rules that were added."""
    if found.puzzle is None:
        return {
            Verdict.NONE: "There is no answer, so nothing can be reduced ('pysolve why' says why).",
            Verdict.MULTIPLE: "There are several answers, so nothing can be reduced ('pysolve why' says why).",
            Verdict.UNKNOWN: f"Unknown: {found.reason}.",
            Verdict.UNIQUE: f"Nothing was taken away: {found.reason}.",
        }[found.verdict]
    removed, left = len(found.removed), len(found.left)
    said = f"{many(removed, 'clue')} of {removed + left} taken away; {left} left"
    if found.fewest:
        said += ", and fewer would not do"
    if found.reason:
        said += f" ({found.reason} before the fewest were found)"
    if rules:
        said += f" (with {' '.join(f'-r {file}' for file in rules)})"
    return said + "."


def made_line(made: Made) -> str:
    """What was made, in a sentence."""
    if made.puzzle is None:
        return f"No puzzle: {made.failure or made.reason}."
    clues = many(made.clues, "clue") if made.puzzle.type.unique else "One of its answers"
    return clues + (f", difficulty {made.difficulty}" if made.difficulty is not None else "") + "."


# -- hint


def step_says(puzzle: Puzzle, step: Step) -> str:
    """What follows in a step, as a sentence."""
    words = Words(puzzle)
    return sentence("; ".join(words.atom(fact.atom, fact.holds) for fact in step.facts))


def step_because(puzzle: Puzzle, step: Step) -> list[str]:
    """The reason of a step, a sentence for each thing in it."""
    words = Words(puzzle)
    reasons = [words.constraint(each) for each in step.constraints]
    reasons += [f"clue: {words.clue(clue)}" for clue in step.clues]
    reasons += [f"known: {words.atom(fact.atom, fact.holds)}" for fact in step.known]
    return [sentence(reason) for reason in reasons] or ["Nothing else is possible on this board."]


def step_picture(puzzle: Puzzle, found: Hints, number: int) -> Picture:
    """What is known after a step; what it adds is marked, and so are the places of its reason."""
    step = found.steps[number - 1]
    before = [*found.start, *(fact for each in found.steps[: number - 1] for fact in each.facts)]
    known = [fact.atom for fact in before if fact.holds]
    picture = draw(puzzle, [*known, *(fact.atom for fact in step.facts if fact.holds)], found.given, known)
    picture = replace(picture, missing=frozenset())  # nothing is missing: the answer only grows
    absent = [fact.atom for fact in step.facts if not fact.holds]
    picture = cross_out(puzzle, picture, [fact.atom for fact in before if not fact.holds] + absent, absent)
    reason = {place for fact in step.known for place in places_of(puzzle, fact.atom)}
    reason |= {place for clue in step.clues for place in clue.places}
    return highlight_places(picture, reason)


def wrong_lines(puzzle: Puzzle, found: Hints) -> list[str]:
    """What is wrong in a partial answer, a sentence each."""
    words = Words(puzzle)
    return [sentence(words.atom(fact.atom, fact.holds)) for fact in found.wrong]


def hints_end(found: Hints) -> str | None:
    """Why there are no further steps, as a sentence; None if there may be."""
    if found.verdict == Verdict.NONE:
        return "There is no answer, so there is no step ('pysolve why' says why)."
    if found.wrong:
        return "This is wrong:"
    if found.verdict == Verdict.UNKNOWN:
        return f"Unknown: {found.reason}."
    if found.reason:
        return so_far(found.reason)[0]
    if found.done and found.verdict == Verdict.MULTIPLE:
        return "Nothing more is certain: there are several answers ('pysolve why' says more)."
    return "Everything is known." if found.done else None


def step_record(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step as a JSON object."""
    words = Words(puzzle)
    return {
        "holds": [str(fact.atom) for fact in step.facts if fact.holds],
        "holds not": [str(fact.atom) for fact in step.facts if not fact.holds],
        "says": [words.atom(fact.atom, fact.holds) for fact in step.facts],
        "demands": [words.constraint(each) for each in step.constraints],
        "clues": [words.clue(clue) for clue in step.clues],
        "known": [words.atom(fact.atom, fact.holds) for fact in step.known],
    }


# -- grade


def grade_line(found: Grade) -> str:
    """The grade in a sentence."""
    if found.verdict == Verdict.NONE:
        return "No answer, so no grade."
    if found.verdict == Verdict.MULTIPLE:
        return "Several answers, so no grade."
    figures = f"{many(found.steps, 'step')}; the largest reason has {found.largest}, all together {found.total}"
    if not found.done:
        return f"Unknown: {found.reason}; so far {figures}."
    return f"Difficulty {found.difficulty}: {figures}."
