"""Clues that could be added to a puzzle with several answers: those that its answers imply, the best first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..model import terms
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving import facts
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import placeholder_texts
from .derived_clues import GIVE, clue_of, derived_clues_file
from .differences import spot

#: Up to how many answers are counted with each clue.
MOST_ANSWERS = 100


@dataclass(frozen=True)
class Addition:
    """A clue that could be added, as a fact, and what it leaves.

    answers: how many; exhausted: there are no others. open: places in which they differ, all of them if not exhausted.
    """

    clue: Term
    answers: int = 1
    exhausted: bool = True
    open: int = 0


def additions(puzzle: Puzzle, settings: Settings) -> Iterator[tuple[Addition, ...]]:
    """Ever more of the clues that could be added.

    Those that leave one answer; where there are none, all, the ones that leave the fewest answers first, and among
    these the fewest open places. Nothing comes if the type does not say what may be given.
    """
    file = derived_clues_file(puzzle.type)
    if file is None:
        return
    yield ()
    solver = AssumptionSolver(puzzle, settings, files=[file])
    several: list[PossibleClue] = []
    repairs: tuple[Addition, ...] = ()
    for possible_clue in possible_clues(puzzle, solver):
        answers = len(list(solver.answers([possible_clue.literal], 2)))
        if answers == 1:
            yield (repairs := (*repairs, Addition(possible_clue.clue)))
        elif answers:
            several.append(possible_clue)
    if not repairs:
        yield from _ranked(puzzle, solver, several)


class PossibleClue(NamedTuple):
    """A clue that could be added, as a fact; the literal of the atom that says that an answer implies it; its place."""

    clue: Term
    literal: int
    place: Value


def possible_clues(puzzle: Puzzle, solver: AssumptionSolver) -> list[PossibleClue]:
    """The clues that some answer implies and that can be added to the puzzle.

    solver: of the puzzle, with the file of `derived_clues_file`.
    """
    given = {str(atom) for atom in facts.atoms(puzzle)}
    literals = {clue_of(atom): literal for atom, literal in solver.literals_of(GIVE).items()}
    return [
        PossibleClue(clue, literal, place)
        for clue, literal in literals.items()
        if str(clue) not in given and (place := _place_of(puzzle, clue, given)) is not None
    ]


def _ranked(
    puzzle: Puzzle, solver: AssumptionSolver, possible: Iterable[PossibleClue]
) -> Iterator[tuple[Addition, ...]]:
    """Ever more of these clues, which leave several answers."""
    listed: list[Addition] = []
    for clue, literal, _ in possible:
        answers = [frozenset(answer) for answer in solver.answers([literal], MOST_ANSWERS)]
        exhausted = len(answers) < MOST_ANSWERS
        if exhausted:
            some, every = frozenset.union(*answers), frozenset.intersection(*answers)
        else:
            some, every = (frozenset(solver.last_consequences([literal], mode)) for mode in ("brave", "cautious"))
        open_ = len({spot(puzzle, atom) for atom in some - every})
        listed.append(Addition(clue, len(answers), exhausted, open_))
        yield tuple(sorted(listed, key=lambda each: (each.answers, each.open)))


def _place_of(puzzle: Puzzle, clue: Term, given: Collection[str]) -> Value | None:
    """The place of a token that adds this fact, and no other that is not given, and takes none away but a
    placeholder's; None if there is no such token.
    """
    placeholders = placeholder_texts(puzzle.type)
    for part in puzzle.type.parts:
        for templates in part.tokens.values():
            for template in () if isinstance(templates, str) else templates:
                values = terms.match(template, clue)
                if values is None or not set(terms.variables(templates)) <= set(values):
                    continue
                place = part.place(values)
                standing = [
                    str(terms.fill(each, token.values))
                    for token in puzzle.tokens.get(part.name, ())
                    if token.text not in placeholders and part.place(token.values) == place
                    for each in token.templates
                ]
                becomes = {str(terms.fill(each, values)) for each in templates}
                if becomes - {str(clue)} <= set(given) and becomes.issuperset(standing):
                    return place
    return None
