"""What somebody has filled in by hand: marks as facts, and which of them are wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..model import terms
from ..model.marks import MARKS
from ..model.puzzle import Puzzle, Verdict, number_or_text
from ..model.terms import Term, Value
from ..render import answer_text
from ..render.picture import Mark, draw, marks_of
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .region_labels import labelled, whole_answer, with_labels


@dataclass(frozen=True)
class Fact:
    """An atom of the answer that holds, or does not."""

    atom: Term
    holds: bool = True


@dataclass(frozen=True)
class Progress:
    """wrong: those of the marks that no answer has. complete: the marks are an answer; None where that is not known.

    The labels of regions do not matter.
    """

    wrong: tuple[Mark, ...] = ()
    complete: bool | None = False


def check_progress(
    puzzle: Puzzle, settings: Settings, verdict: Verdict, marks: Sequence[Mark], given: Iterable[Term] = ()
) -> Progress:
    """How right the marks are. verdict: that of the puzzle, which is not looked for again. given: what else is drawn of
    the puzzle, as a search read it.
    """
    if verdict in (Verdict.NONE, Verdict.UNKNOWN):
        return Progress(complete=None if verdict is Verdict.UNKNOWN else False)
    return _checked(puzzle, AssumptionSolver(puzzle, settings), marks, given)


def check_text(puzzle: Puzzle, settings: Settings, verdict: Verdict, text: str, given: Iterable[Term] = ()) -> Progress:
    """The same of an answer text. PuzzleError if it cannot be read."""
    atoms = answer_text.parse(puzzle, text)
    if verdict in (Verdict.NONE, Verdict.UNKNOWN):
        return Progress(complete=None if verdict is Verdict.UNKNOWN else False)
    solver = AssumptionSolver(puzzle, settings)
    if whole_answer(puzzle, solver, labelled(puzzle, solver, atoms)) is not None:
        return Progress(complete=True)
    return _checked(puzzle, solver, [mark for atom in atoms for mark in marks_of(puzzle, atom)], given)


def _checked(puzzle: Puzzle, solver: AssumptionSolver, marks: Sequence[Mark], given: Iterable[Term]) -> Progress:
    playable = step_marks(puzzle, solver.shown.keys())
    named = with_labels(puzzle, solver, marks)
    mark_of = {fact: mark for mark, fact in zip(marks, facts_of(puzzle, named, playable))}
    literals = {fact: solver.shown.get(fact.atom) for fact in mark_of}
    wrong = wrong_ones(solver, literals, [])
    there = {_key(mark) for mark in draw(puzzle, given=given).marks} | {_key(mark) for mark in named}
    rest = [
        -solver.shown[atom]
        for atom in playable
        if atom not in solver.facts and not {_key(mark) for mark in marks_of(puzzle, atom)} <= there
    ]
    known = [literal for literal in literals.values() if literal is not None]
    return Progress(tuple(mark_of[fact] for fact in wrong), not wrong and solver.satisfiable([*known, *rest]))


def step_marks(puzzle: Puzzle, atoms: Collection[Term]) -> dict[Term, str]:
    """The atoms that steps speak of, with the marks that they leave.

    Tints only follow other marks, if there are any. Of values, steps say which one a cell holds; of other marks, also
    where they are not.
    """
    mark_of: dict[Term, str] = {}
    for rule in puzzle.type.draw:
        for atom in atoms:
            if rule.match(atom) is not None:
                mark_of.setdefault(atom, rule.mark)
    return {atom: mark for atom, mark in mark_of.items() if not MARKS[mark].follows} or mark_of


def wrong_ones(solver: AssumptionSolver, literals: dict[Fact, int | None], base: list[int]) -> list[Fact]:
    """Those of the facts that no answer has; if each alone fits some answer but all together fit none, all that do not
    hold in every answer.

    literals: of the facts, None for what is no atom of the program. base: what is assumed besides.
    """
    known = [literal for literal in literals.values() if literal is not None]
    if None not in literals.values() and solver.satisfiable([*base, *known]):
        return []
    return [
        fact for fact, literal in literals.items() if literal is None or not solver.satisfiable([*base, literal])
    ] or [fact for fact, literal in literals.items() if literal is not None and solver.satisfiable([*base, -literal])]


def facts_of(puzzle: Puzzle, marks: Sequence[Mark], atoms: Collection[Term]) -> list[Fact]:
    """The facts that leave these marks. atoms: those that an answer may have; a mark that none of them leaves becomes
    an atom that is not among them.
    """
    left = {_key(mark): atom for atom in atoms for mark in marks_of(puzzle, atom)}
    return [Fact(left.get(_key(mark)) or _atom(puzzle, mark)) for mark in marks]


def places_of(puzzle: Puzzle, atom: Term) -> Iterator[Value]:
    """The places that an atom of an answer, or a note, speaks of."""
    for rule in puzzle.type.mark_rules:
        if (drawn := rule.match(atom)) is not None:
            yield drawn.place
            if drawn.other is not None:
                yield drawn.other


def seen_notes(puzzle: Puzzle, facts: Iterable[Fact], known: Iterable[Term]) -> set[Fact]:
    """Those of the facts that go without saying, as they are notes of places in all of which marks of the answer stand.

    known: the atoms that are known to hold; notes among them do not count.
    """
    is_note = puzzle.type.is_note
    notes = [fact for fact in facts if is_note(fact.atom)]
    filled = {place for atom in known if notes and not is_note(atom) for place in places_of(puzzle, atom)}
    return {fact for fact in notes if {*places_of(puzzle, fact.atom)} <= filled}


def _key(mark: Mark) -> tuple[str, frozenset[Value], str]:
    """What distinguishes marks; a line has no direction."""
    return mark.kind, frozenset({mark.place, mark.other} - {None}), mark.value  # type: ignore[arg-type]


def _atom(puzzle: Puzzle, mark: Mark) -> Term:
    for rule in puzzle.type.draw:
        values: dict[str, Value] = dict.fromkeys(rule.values, number_or_text(mark.value))
        for where, place in zip(rule.places, (mark.place, mark.other)):
            values |= (terms.match(where, place) if place is not None else None) or {}
        if rule.mark == mark.kind and set(terms.variables(rule.template)) <= set(values):
            filled = terms.fill(rule.template, values)
            assert isinstance(filled, Term)
            return filled
    return Term(mark.kind, (mark.place,))
