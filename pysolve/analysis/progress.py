"""What somebody has filled in by hand, as the rules have it: marks as facts, and which of them are wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..model import terms
from ..model.marks import MARKS
from ..model.puzzle import Puzzle, Verdict, number_or_text
from ..model.puzzle_type import DrawRule
from ..model.terms import Term, Value
from ..render import answer_text
from ..render.answer_text import says
from ..render.picture import Mark, draw, marks_of
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .propagation import Completion, Propagation

# -- Labels of regions, which mean nothing in a text, and what an answer's text leaves out, as it follows from the rest


def with_labels(
    puzzle: Puzzle, solver: AssumptionSolver, marks: Sequence[Mark], base: Sequence[int] = ()
) -> list[Mark]:
    """The marks in their order, each region by a label that the rules have for it, and no two by the same one.

    The largest regions choose first: a label with which all regions so far leave an answer, otherwise the one that most
    of its cells can have. base: what is assumed besides.
    """
    regions: dict[tuple[str, str], list[int]] = {}
    for at, mark in enumerate(marks):
        if MARKS[mark.kind].layer.is_area:
            regions.setdefault((mark.kind, mark.value), []).append(at)
    if not regions:
        return list(marks)
    all_literals = _literals(puzzle, solver)
    named = list(marks)
    taken: dict[str, set[str]] = {kind: set() for kind, _ in regions}
    assumed = list(base)
    for (kind, _), group in sorted(regions.items(), key=lambda item: len(item[1]), reverse=True):
        cells = [marks[at].place for at in group]
        literals = all_literals[kind]
        label = _label(solver, literals, cells, taken[kind], assumed)
        if label is None:
            continue
        taken[kind].add(label)
        known = [literals[cell, label] for cell in cells if (cell, label) in literals]
        if len(known) == len(cells) and solver.satisfiable([*assumed, *known]):
            assumed += known
        for at in group:
            named[at] = replace(marks[at], value=label)
    return named


def labelled(puzzle: Puzzle, solver: AssumptionSolver, atoms: Sequence[Term], base: Sequence[int] = ()) -> list[Term]:
    """Atoms as an answer's text states them, in their order, the regions among them by labels that the rules have for
    them, as in with_labels. A region that can have none keeps its own.
    """
    rules = [rule for rule in puzzle.type.draw if rule.numbers_regions]
    regions = [
        (at, mark)
        for at, atom in enumerate(atoms)
        if any(rule.match(atom) for rule in rules)
        for mark in _areas(puzzle, atom)
    ]
    if not regions:
        return list(atoms)
    by_label = {(mark.kind, mark.value): atom for atom in solver.shown for mark in _areas(puzzle, atom)}
    named = list(atoms)
    for (at, _), mark in zip(regions, with_labels(puzzle, solver, [mark for _, mark in regions], base)):
        if (like := by_label.get((mark.kind, mark.value))) is not None:
            named[at] = next(filter(None, (_with_label_of(rule, atoms[at], like) for rule in rules)), atoms[at])
    return named


def _with_label_of(rule: DrawRule, atom: Term, like: Term) -> Term | None:
    """An atom with the label of another one, which it need not have in any answer; None if the rule draws not both."""
    own, others = terms.match(rule.template, atom), terms.match(rule.template, like)
    if own is None or others is None:
        return None
    filled = terms.fill(rule.template, own | {name: others[name] for name in rule.values})
    assert isinstance(filled, Term)
    return filled


def whole_answer(
    puzzle: Puzzle, solver: AssumptionSolver, atoms: Iterable[Term], base: Sequence[int] = ()
) -> set[Term] | None:
    """The shown atoms of the answer that a text states, with those that it leaves out; None if it states none: one with
    these atoms and no other of which texts say if they hold.
    """
    stated = set(atoms)
    if not stated <= solver.shown.keys():
        return None
    assumed = stated_literals(puzzle, solver, stated)
    model = solver.holds([*base, *assumed], solver.shown.values())
    return None if model is None else {atom for atom, literal in solver.shown.items() if literal in model}


def stated_literals(puzzle: Puzzle, solver: AssumptionSolver, stated: Collection[Term]) -> list[int]:
    """The literals of all that a text says: these atoms hold, and of those that texts can say no other one does."""
    return [
        literal if atom in stated else -literal
        for atom, literal in solver.shown.items()
        if atom in stated or says(puzzle, atom)
    ]


def _literals(puzzle: Puzzle, solver: AssumptionSolver) -> dict[str, dict[tuple[Value, str], int]]:
    """The literals of the atoms that say which region a cell belongs to, by the mark, the cell and the label."""
    literals: dict[str, dict[tuple[Value, str], int]] = defaultdict(dict)
    for atom, literal in solver.shown.items():
        for mark in _areas(puzzle, atom):
            literals[mark.kind][mark.place, mark.value] = literal
    return literals


def _areas(puzzle: Puzzle, atom: Term) -> Iterable[Mark]:
    return (mark for mark in marks_of(puzzle, atom) if mark.layer.is_area)


def _label(
    solver: AssumptionSolver,
    literals: dict[tuple[Value, str], int],
    cells: Collection[Value],
    taken: Collection[str],
    assumed: list[int],
) -> str | None:
    """The label of a region with these cells, one of them if it can be; None if no cell of it can have any."""
    possible = Counter(label for cell, label in literals if cell in set(cells) and label not in taken)
    own = [terms.write(cell) for cell in cells]
    for label, count in sorted(possible.items(), key=lambda item: (-item[1], item[0] not in own, item[0])):
        if count == len(cells) and solver.satisfiable([*assumed, *(literals[cell, label] for cell in cells)]):
            return label
    fitting = {
        label: sum(solver.satisfiable([*assumed, literals[cell, label]]) for cell in cells if (cell, label) in literals)
        for label in possible
    }
    return max(fitting, key=lambda label: fitting[label], default=None)


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

    literals: of the facts, None for what is not an atom of the program. base: what is assumed besides.
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
    if not marks:
        return []
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
    """Those of the facts that go without saying, as they are notes of places in all of which marks of the answer stand:
    of two places, in each of them or between these two.

    known: the atoms that are known to hold; notes among them do not count.
    """
    is_note = puzzle.type.is_note
    notes = [fact for fact in facts if is_note(fact.atom)]
    marked = {frozenset(places_of(puzzle, atom)) for atom in known if notes and not is_note(atom)}
    filled = frozenset[Value]().union(*(places for places in marked if len(places) == 1))
    touched = frozenset[Value]().union(*marked)

    def is_seen(places: frozenset[Value]) -> bool:
        return places in marked or places <= (touched if len(places) == 1 else filled)

    return {fact for fact in notes if is_seen(frozenset(places_of(puzzle, fact.atom)))}


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


# -- Marks that break a rule outright, as one who fills them in can see: no search, and nothing else is given away


def play_conflicts(puzzle: Puzzle, settings: Settings, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Those of the marks that a rule forbids together, or beside the clues, whatever else is filled in: a constraint is
    violated by what follows from them through definitions alone. Regions are left out: their labels would have to be
    searched for.
    """
    marks = [mark for mark in marks if not MARKS[mark.kind].layer.is_area]
    solver = AssumptionSolver(puzzle, settings, by_rules=True)
    playable = step_marks(puzzle, solver.shown.keys())

    def literals_of(some: Sequence[Mark]) -> list[int | None]:
        return [solver.shown.get(fact.atom) for fact in facts_of(puzzle, some, playable)]

    literals = literals_of(marks)
    labels = {literal: 1 << number for number, literal in enumerate(literals) if literal is not None}
    given = [*filter(None, literals_of([mark for mark in draw(puzzle).marks if mark.given]))]
    propagation = Propagation(Completion(solver.ground_rules, map(abs, [*labels, *given]), solver.broken.values()))
    for literal in given:
        propagation.add(literal, 0)
    propagation.run(0)
    contradiction, following = propagation.broken(labels)
    involved = contradiction or 0
    for literal in solver.broken.values():
        involved |= following.get(literal, 0)
    return tuple(mark for mark, literal in zip(marks, literals) if literal is None or labels[literal] & involved)
