"""Steps and their reasons: in sentences, pictures and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from ..analysis.differences import spot
from ..analysis.hint import Hints, places_of
from ..analysis.progress import Fact
from ..analysis.steps import Step
from ..analysis.techniques import technique_of
from ..analysis.trial import Trial
from ..model.board import Cell, cell_of, side_along
from ..model.puzzle import Puzzle
from ..model.verdict import Verdict
from ..render.picture import Picture, cross_out, draw, highlight_places
from .chains import chain_sentences
from .phrases import so_far
from .step_words import facts_in_words, places_in_words, what_follows
from .words import Words, sentence


def step_sentence(puzzle: Puzzle, step: Step) -> str:
    """What follows in a step, as a sentence; of a step from which nothing follows, that its premises contradict each
    other.
    """
    if not step.facts:
        return "This cannot be:"
    return sentence(what_follows(Words(puzzle), step))


def step_picture(puzzle: Puzzle, hints: Hints, number: int, step: Step | None = None) -> Picture:
    """What is known after a step; what it adds is marked, and so are the places of its reason.

    step: in place of the one with this number, it and some that follow it as one (see runs).
    """
    step = step or hints.steps[number - 1]
    picture = _picture(puzzle, hints, number, step.facts)
    reason = {place for fact in step.known for place in places_of(puzzle, fact.atom)}
    reason |= {place for clue in step.clues for place in clue.places}
    return highlight_places(picture, reason)


def chain_picture(puzzle: Puzzle, hints: Hints, number: int) -> Picture | None:
    """What is known before a step, and what its chain supposes and leads to; the cells have the numbers of the
    sentences that speak of them, from 1. None if it has no chain.
    """
    chain = hints.steps[number - 1].chain
    if chain is None:
        return None
    links = [(chain.supposed,), *(link.facts for link in chain.links)]
    picture = _picture(puzzle, hints, number, [fact for facts in links for fact in facts])
    numbers: dict[Cell, list[str]] = {}
    for link, facts in enumerate(links, 1):
        for cell in {cell for fact in facts if (cell := _cell_of(puzzle, fact)) is not None}:
            numbers.setdefault(cell, []).append(str(link))
    notes = {**picture.cosmetics.notes, **{cell: ",".join(each) for cell, each in numbers.items()}}
    return replace(picture, cosmetics=replace(picture.cosmetics, notes=notes))


def _picture(puzzle: Puzzle, hints: Hints, number: int, facts: Sequence[Fact]) -> Picture:
    """What is known before a step, and these facts, which are marked."""
    before = [*hints.start, *(fact for each in hints.steps[: number - 1] for fact in each.facts)]
    known = [fact.atom for fact in before if fact.holds]
    picture = draw(puzzle, [*known, *(fact.atom for fact in facts if fact.holds)], hints.given, known)
    picture = replace(picture, missing=frozenset())  # nothing is missing: the answer only grows
    absent = [fact.atom for fact in facts if not fact.holds]
    return cross_out(puzzle, picture, [fact.atom for fact in before if not fact.holds] + absent, absent)


def _cell_of(puzzle: Puzzle, fact: Fact) -> Cell | None:
    """The cell that stands for a fact: its own, or one beside the side that it is about; None if there is none."""
    *others, place = places_of(puzzle, fact.atom)
    for each in (side_along(others[0], place), place) if others else (place,):
        if each is not None and (cells := [cell_of(each), *puzzle.board.cells_around(each)][:2])[-1] is not None:
            return cells[-1]
    return None


def wrong_lines(puzzle: Puzzle, hints: Hints) -> list[str]:
    """What is wrong in a partial answer, a sentence each."""
    words = Words(puzzle)
    return [sentence(words.atom(fact.atom, fact.holds)) for fact in hints.wrong]


def guess_sentence(puzzle: Puzzle, trial: Trial) -> str:
    """What is supposed, as a sentence."""
    return sentence(f"suppose that {facts_in_words(Words(puzzle), trial.guess)}")


def trial_end(puzzle: Puzzle, hints: Hints, trial: Trial) -> str:
    """What became of a guess, as a sentence."""
    words = Words(puzzle)
    if trial.breaks:
        if len(trial.guess) > 1:
            return "So the guess is wrong."
        (fact,) = trial.guess
        return sentence(f"so {words.atom(fact.atom, not fact.holds)}")
    why = "it is right" if hints.verdict == Verdict.UNIQUE else "some answer has it"
    return f"This guess does not break: {why}."


def two_ways(puzzle: Puzzle, hints: Hints) -> tuple[str, list[Picture]] | None:
    """Which places can be filled in two ways where nothing more is certain, as the head of the two pictures."""
    if hints.ways is None:
        return None
    one, other = hints.ways
    spots = {spot(puzzle, atom) for atom in set(one) ^ set(other)}
    places = {(each.other and side_along(each.place, each.other)) or each.place for each in spots}
    where = "; ".join(places_in_words(Words(puzzle), sorted(places, key=str)))
    pictures = [draw(puzzle, one, hints.given, other), draw(puzzle, other, hints.given, one)]
    return f"{where[:1].upper()}{where[1:]} can be filled in two ways (marked):", pictures


def hints_end(hints: Hints) -> str | None:
    """Why there are no further steps, as a sentence; None if there may be."""
    if hints.verdict == Verdict.NONE:
        return "There is no answer, so there is no step ('why' says why)."
    if hints.wrong:
        return "This is wrong:"
    if hints.verdict == Verdict.UNKNOWN:
        return f"Unknown: {hints.reason}."
    if hints.reason:
        return so_far(hints.reason)[0]
    if hints.stuck:
        return "There is no other way from here: what is left needs a technique that is to be avoided."
    if hints.done and hints.verdict == Verdict.MULTIPLE:
        return "Nothing more is certain: there are several answers ('why' says more)."
    return "Everything is known." if hints.done else None


def trial_record(puzzle: Puzzle, trial: Trial) -> dict[str, Any]:
    """What became of a guess, as a JSON object."""
    return {**_facts_record(Words(puzzle), trial.guess), "breaks": trial.breaks}


def step_record(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step as a JSON object."""
    words = Words(puzzle)
    return {
        **_facts_record(words, step.facts),
        "constraints": (constraints := [words.constraint(each) for each in step.constraints]),
        "demands": constraints,  # the old name, for one release
        "clues": [words.clue(clue) for clue in step.clues],
        "known": [words.atom(fact.atom, fact.holds) for fact in step.known],
        "technique": technique_of(step),
        "chain": chain_sentences(puzzle, step.chain) if step.chain is not None else [],
    }


def _facts_record(words: Words, facts: Collection[Fact]) -> dict[str, Any]:
    return {
        "holds": [str(fact.atom) for fact in facts if fact.holds],
        "holds not": [str(fact.atom) for fact in facts if not fact.holds],
        "says": [words.atom(fact.atom, fact.holds) for fact in facts],
    }
