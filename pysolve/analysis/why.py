"""Why a puzzle has no answer, or several; what may stand where; and which clues could be added."""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..model import terms
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term, Value
from ..solving import facts
from ..solving.outcome import Contradiction
from ..solving.search import SLOTS, auxiliary_program
from ..solving.settings import Settings
from ..solving.words import SlotWords, slot_words
from .assumptions import (
    AssumptionSolver,
    ConstraintInstance,
    Core,
    Result,
    SearchLimitError,
    by_difference,
    first_answers,
    shrink,
    shrinking,
    smallest_first,
    spot,
)
from .clues import GIVE, Clue, clue_of, clues, derived_clues_file, placeholder_texts
from .propagation import Completion, Propagation

# -- Clues that could be added to a puzzle with several answers: those that its answers imply, the best first


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


# -- Clues that contradict each other directly: propagation comes upon it, so that nothing has to be searched for
#
# Two equal letters side by side contradict one constraint. A solver that takes away one clue after the other may need
# minutes to see that, for it has to solve a board of which almost all clues are left for each.


#: Premises of a contradiction: a larger one is not plain, and takes long to find.
MOST_PREMISES = 12


class DirectConflicts:
    """Looks for the smallest contradictions between clues, constraints among their premises."""

    def __init__(self, solver: AssumptionSolver) -> None:
        """solver: one by rules."""
        self._required = list(solver.required.values())
        rules = solver.ground_rules
        self._propagation = Propagation(Completion(rules, map(abs, solver.given), solver.broken.values()))

    def among(self, given: Collection[int]) -> list[int] | None:
        """The literals of some of these clues, and of required constraints, that contradict each other: as few of them
        as propagation sees. None if it sees no contradiction of few premises.
        """
        premises = [*given, *self._required]
        labels = {literal: 1 << number for number, literal in enumerate(premises)}
        label, _ = self._propagation.broken(labels, MOST_PREMISES)
        if label is None:
            return None
        return [literal for literal, bit in labels.items() if label & bit]


Atoms = tuple[Term, ...]

#: Seconds that the search for a smaller conflict, and the one for its reason, may take if one conflict is wanted.
PATIENCE = 3.0

#: Conflicts of the solver that may be spent on a single question of the search for a smaller one.
EFFORT = 20_000


@dataclass(frozen=True)
class Conflict:
    """Clues that contradict each other.

    because: the instances of constraints with which they do, few of them, in the order of the rules; empty if they were
    not looked for. minimal: without any one of the clues there is an answer. Without clues, the rules alone leave no
    answer on this board.
    """

    clues: tuple[Clue, ...]
    because: tuple[ConstraintInstance, ...] = ()
    minimal: bool = True


@dataclass(frozen=True)
class Why(Result):
    """What is known of why a puzzle has no answer or several; all of it, if no limit was reached.

    verdict: as in Outcome. impossible: a plain reason that the rules know. conflicts: the smallest first, unless
    `smallest` is false: then the first is minimal, but a smaller one may exist. complete: there are no other conflicts.
    answers: up to as many as were wanted, exhausted: there are no others. some, every: the atoms that hold in some
    answer, and in all. nearest, farthest: the answers that differ from the first one the least and the most.
    repairs: clues that could be added, those that leave the least open first.
    """

    verdict: Verdict = Verdict.UNKNOWN
    impossible: Contradiction | None = None
    conflicts: tuple[Conflict, ...] = ()
    smallest: bool = False
    complete: bool = False
    answers: tuple[Atoms, ...] = ()
    exhausted: bool = False
    given: Atoms = ()
    some: frozenset[Term] | None = None
    every: frozenset[Term] | None = None
    nearest: Atoms | None = None
    farthest: Atoms | None = None
    repairs: tuple[Addition, ...] | None = None


@dataclass(frozen=True)
class WhyRequest:
    """What to look for. conflicts: how many, 0 for all. models: how many answers are counted, 0 for all."""

    conflicts: int = 1
    models: int = 100
    farthest: bool = False
    repair: bool = False


def explain_verdict(puzzle: Puzzle, settings: Settings, request: WhyRequest) -> Iterator[Why]:
    """Why the puzzle has no answer or several, ever more complete."""
    answers, outcome = first_answers(puzzle, settings)
    why = Why(verdict=outcome.verdict, given=outcome.given, impossible=outcome.impossible)
    if outcome.verdict == Verdict.NONE:
        yield why
        yield from _conflicts(puzzle, settings, request.conflicts, why)
    elif outcome.verdict == Verdict.MULTIPLE:
        yield (why := replace(why, answers=tuple(answers)))
        yield from _answers(puzzle, settings, request, why)
    else:
        yield replace(why, answers=tuple(answers), exhausted=True)


# -- No answer


def _conflicts(puzzle: Puzzle, settings: Settings, most: int, why: Why) -> Iterator[Why]:
    """The conflicts. most: how many, 0 for all."""
    given = clues(puzzle)
    reasons = _Reasons(puzzle, settings, given)
    direct = reasons.direct()
    if direct is not None:
        yield replace(why, conflicts=(_unshrunk(given, direct),))
    solver = AssumptionSolver(puzzle, settings, given)
    number_of = {literal: number for number, literal in enumerate(solver.given)}

    def core(numbers: Sequence[int], effort: int | None = None) -> Collection[int] | None:
        contradiction = solver.core([solver.given[number] for number in numbers], effort)
        return None if contradiction is None else [number_of[literal] for literal in contradiction]

    numbers = list(range(len(given)))
    first = numbers  # they stay if they can be met in the relaxed puzzle: then they conflict with what is not a clue
    for needed, left in shrinking(core, numbers if direct is None else direct):
        first = sorted([*needed, *left])
        yield replace(why, conflicts=(_unshrunk(given, first),))
    yield (why := replace(why, conflicts=(reasons.conflict(first),)))
    if not first:
        yield replace(why, smallest=True, complete=True)
        return
    if most == 1:
        with suppress(SearchLimitError):
            yield from _smaller(
                functools.partial(core, effort=EFFORT), numbers, why, reasons, is_direct=direct is not None
            )
        return
    listed: tuple[Conflict, ...] = ()
    for subset in smallest_first(core, numbers):
        listed = (*listed, reasons.conflict(sorted(subset)))
        yield (why := replace(why, smallest=True, conflicts=listed))
        if len(listed) == most:
            return
    yield replace(why, complete=True)


def _smaller(core: Core, numbers: Sequence[int], why: Why, reasons: _Reasons, *, is_direct: bool) -> Iterator[Why]:
    """Smaller conflicts than the one so far, in the end the smallest, as long as PATIENCE lasts. SearchLimitError if a
    question takes too long.
    """
    deadline = time.monotonic() + PATIENCE
    for other in _other_orders(core, numbers, deadline) if not is_direct else ():
        if len(other) < len(why.conflicts[0].clues):
            yield (why := replace(why, conflicts=(reasons.conflict(other),)))
    for subset in smallest_first(core, numbers, going=lambda: time.monotonic() < deadline):
        yield replace(why, smallest=True, conflicts=(reasons.conflict(sorted(subset)),))
        return


def _unshrunk(given: Sequence[Clue], numbers: Sequence[int]) -> Conflict:
    """The clues with these numbers, some of which may not be needed."""
    return Conflict(tuple(given[number] for number in numbers), minimal=False)


def _other_orders(core: Core, numbers: Sequence[int], deadline: float) -> Iterator[list[int]]:
    """The conflicts that other orders find. SearchLimitError if one takes too long."""
    chance = random.Random(0)
    for _ in range(5):
        if time.monotonic() < deadline and (other := shrink(core, numbers, chance)) is not None:
            yield other


class _Reasons:
    """Finds with which constraints clues contradict each other."""

    def __init__(self, puzzle: Puzzle, settings: Settings, given: list[Clue]) -> None:
        self._clues = given
        self._solver = AssumptionSolver(puzzle, settings, given, by_rules=True, beyond=True)
        self._instance_of = {literal: instance for instance, literal in self._solver.required.items()}
        self._conflicts = DirectConflicts(self._solver)

    def direct(self) -> list[int] | None:
        """The numbers of clues that contradict each other directly; None if there are none."""
        premises = self._conflicts.among(self._solver.given)
        if premises is None:
            return None
        return [number for number, literal in enumerate(self._solver.given) if literal in set(premises)]

    def conflict(self, numbers: Sequence[int]) -> Conflict:
        """The conflict of the clues with these numbers."""
        given = [self._solver.given[number] for number in numbers]
        premises = self._conflicts.among(given)
        if premises is not None:
            needed = self._smallest(given, [each for each in premises if each in self._instance_of])
        else:
            needed = self._smallest(given, list(self._solver.required.values()))
        because = sorted((self._instance_of[each] for each in needed or ()), key=lambda each: each.constraint.number)
        return Conflict(tuple(self._clues[number] for number in numbers), tuple(because))

    def _smallest(self, given: list[int], required: list[int]) -> list[int] | None:
        """The smallest of some minimal sets of constraints that the clues contradict: a person reads it."""
        best: list[int] | None = None
        chance = random.Random(0)
        deadline = time.monotonic() + PATIENCE
        for _ in range(8):
            for needed, left in shrinking(lambda part: self._core(given, part), required, chance):
                if best is None or len(needed) + len(left) < len(best):
                    best = [*needed, *left]
                if time.monotonic() > deadline:
                    return best
        return best

    def _core(self, given: list[int], required: Sequence[int]) -> list[int] | None:
        core = self._solver.core([*given, *required])
        return None if core is None else [literal for literal in core if literal in self._instance_of]


# -- Several answers


def _answers(puzzle: Puzzle, settings: Settings, request: WhyRequest, why: Why) -> Iterator[Why]:
    solver = AssumptionSolver(puzzle, settings)
    yield (why := replace(why, some=frozenset(solver.last_consequences([], "brave"))))
    yield (why := replace(why, every=frozenset(solver.last_consequences([], "cautious"))))
    first = why.answers[0]
    for other in by_difference(AssumptionSolver(puzzle, settings), first, [], most=False):
        yield (why := replace(why, nearest=other))
    if request.farthest:
        for other in by_difference(AssumptionSolver(puzzle, settings), first, [], most=True):
            yield (why := replace(why, farthest=other))
    if request.repair:
        for repairs in additions(puzzle, settings):
            yield (why := replace(why, repairs=repairs))
    yield from _count(solver, request.models, why)


def _count(solver: AssumptionSolver, most: int, why: Why) -> Iterator[Why]:
    """The answers, the known one first. most: how many, 0 for all."""
    answers = [why.answers[0]]
    reported = 0
    for answer in solver.answers([], most + 2 if most else 0):
        if set(answer) == set(answers[0]):
            continue
        if most and len(answers) >= most:
            yield replace(why, answers=tuple(answers))
            return
        answers.append(answer)
        if len(answers) >= reported + 100 + reported // 4:  # each report copies all: there are few of many answers
            reported = len(answers)
            yield (why := replace(why, answers=tuple(answers)))
    yield replace(why, answers=tuple(answers), exhausted=True)


# -- What may stand where: the atoms that hold in some answer, and those that hold in all


@dataclass(frozen=True)
class Candidates(Result):
    """some: the atoms that hold in some answer; every: those that hold in all of them.

    If a limit was reached (`reason`), `some` lacks atoms that were not found yet, and `every` is None: nothing is known
    to be certain then. slots: the words that fit each slot, where these were looked for.
    """

    verdict: Verdict = Verdict.UNKNOWN
    given: tuple[Term, ...] = ()
    some: frozenset[Term] = frozenset()
    every: frozenset[Term] | None = None
    slots: tuple[SlotWords, ...] | None = None


#: How many words of each slot are listed where nobody says how many, and up to how many words that fit a slot what each
#: cell may hold is looked for, too.
LISTED, FEW_WORDS = 10, 250


def find_candidates(
    puzzle: Puzzle, settings: Settings, slots: int | None = None, tried: Collection[Value] = ()
) -> Iterator[Candidates]:
    """The candidates, ever more of them; at the end, what is certain.

    slots: instead, up to this many words that fit each slot, of which those in slots with the places `tried` are tried;
    None for some words where the type has slots, before what cells may hold if no slot has many.
    """
    file = auxiliary_program(puzzle.type, SLOTS) if puzzle.lists else None
    if slots and file is None:
        raise PuzzleError("found no list of words whose slots could be shown", file=puzzle.file)
    found = Candidates()
    if file is not None and slots != 0:
        for words in slot_words(puzzle, settings, file, slots or LISTED, tried):
            yield (found := Candidates(_unless_dead(words), slots=words))
        if slots or tried or not _are_few(found.slots or ()):
            return
    for candidates in _of_cells(puzzle, settings):
        yield replace(candidates, slots=found.slots)


def _unless_dead(words: Sequence[SlotWords]) -> Verdict:
    return Verdict.UNKNOWN if all(slot.fitting for slot in words) else Verdict.NONE


def _are_few(words: Sequence[SlotWords]) -> bool:
    return all(0 < slot.fitting <= FEW_WORDS for slot in words)


def _of_cells(puzzle: Puzzle, settings: Settings) -> Iterator[Candidates]:
    """What each cell may hold."""
    answers, outcome = first_answers(puzzle, settings)
    candidates = Candidates(verdict=outcome.verdict, given=outcome.given)
    if candidates.verdict in (Verdict.UNIQUE, Verdict.NONE):
        certain = frozenset(answers[0]) if answers else frozenset()
        yield replace(candidates, some=certain, every=certain)
        return
    yield (candidates := replace(candidates, some=frozenset().union(*answers)))
    solver = AssumptionSolver(puzzle, settings)
    for some in solver.consequences([], "brave"):
        yield (candidates := replace(candidates, some=candidates.some.union(some)))
    yield replace(candidates, every=frozenset(solver.last_consequences([], "cautious")))
